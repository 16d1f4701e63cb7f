# The Game Extreme. What it shares with The Game is said in the same words.

extreme-not-above = { the_game-not-above }
extreme-not-below = { the_game-not-below }
extreme-backward = { the_game-backward }
extreme-already-laid = { the_game-already-laid }
extreme-not-a-card = { the_game-not-a-card }
extreme-too-few = { the_game-too-few }
extreme-wrong-hand = { the_game-wrong-hand }
extreme-stuck = { the_game-stuck }

extreme-wrong-players = Extreme is for one to five players, not for { $players }.
extreme-number-said = Numbers may never be named. Commands in hand, and anything else, may be talked about.
extreme-minimum-laid = Nothing is missing in this turn: end it.

extreme-backward-forbidden = NO BACKWARD lies { ON($other_zone) }: { $card } would be a backward trick { ON($zone) }.
extreme-second-pile = ONE PILE: the cards of this turn lie { ON($other_zone) }, so { $card } may not go { ON($zone) }.
extreme-fourth-card = 3! means exactly three cards in this turn: { $card } would be one too many.
extreme-stop-not-third = 3! means exactly three cards in this turn: STOP may only be the third of them.
extreme-skull-visible = The skull { ON($zone) } was not covered in the turn in which it was laid.
extreme-skull-last = All 98 cards are laid, but a skull is left visible { ON($zone) }: that does not count as beaten.
extreme-not-three = { $played ->
    [one] 3! means exactly three cards in this turn: it was one.
   *[other] 3! means exactly three cards in this turn: it was { $played }.
}
extreme-too-few-for-three = { $hand ->
    [one] 3! needs three cards, and this turn began with one card in hand.
   *[other] 3! needs three cards, and this turn began with { $hand } cards in hand.
}
extreme-fifth-command = { $card } makes { $count } cards with { $command }, and there are only four: one of them was misread.
extreme-silence-broken = SILENCE lies { ON($zone) }: nobody may talk or make signs about the game.

extreme-duty-exactly-three = { $still ->
    [one] 3!: lay exactly one more card.
   *[other] 3!: lay exactly { $still } more cards.
}
extreme-duty-cover-skull = Cover the skull { ON($zone) } before this turn ends.
extreme-duty-silence = SILENCE: no talk and no signs about the game.
extreme-duty-no-backward = NO BACKWARD: no backward trick on any pile.
extreme-duty-one-pile = ONE PILE: all cards of a turn go on the same pile.
extreme-duty-draw-one = DRAW ONE: only one card is drawn at the end of the turn.

extreme-outcome-all-laid = All 98 cards are laid: you beat The Game Extreme!
extreme-outcome-stuck = { the_game-outcome-stuck }
extreme-outcome-backward-forbidden = { the_game-outcome-stuck }
extreme-outcome-second-pile = { the_game-outcome-stuck }
extreme-outcome-fourth-card = { the_game-outcome-stuck }
extreme-outcome-stop-not-third = { the_game-outcome-stuck }
extreme-outcome-skull-visible = { the_game-outcome-stuck }
extreme-outcome-not-three = { the_game-outcome-stuck }
extreme-outcome-too-few-for-three = { the_game-outcome-stuck }
extreme-outcome-skull-last = { the_game-outcome-stuck }
extreme-outcome-silence-broken = { the_game-outcome-stuck }

# What may be said by one tap.
extreme-say-stuck = Stuck
extreme-say-stuck-means = The player to move cannot lay the cards that must be laid. All have lost, and the match ends.
extreme-say-say = A number was told
extreme-say-say-means = Numbers may not be told, and under SILENCE nothing at all. It is judged and noted.
