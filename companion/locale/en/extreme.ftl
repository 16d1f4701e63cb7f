# The Game Extreme. What it shares with The Game is said in the same words.

extreme-not-above = { the_game-not-above }
extreme-not-below = { the_game-not-below }
extreme-backward = { the_game-backward }
extreme-already-laid = { the_game-already-laid }
extreme-not-a-card = { the_game-not-a-card }
extreme-too-few = { the_game-too-few }
extreme-wrong-hand = { the_game-wrong-hand }
extreme-stuck = { the_game-stuck }

extreme-wrong-players = Extreme is for 1 to 5 players, not { $players }.
extreme-number-said = Do not say numbers. Commands in hand, and anything else, may be talked about.
extreme-minimum-laid = Nothing more is due in this turn: end it.

extreme-backward-forbidden = { START(THE($card)) } breaks NO BACKWARD: no backward trick on any pile.
extreme-second-pile = { START(THE($card)) } breaks ONE PILE: this turn’s cards go { ON($other_zone) }.
extreme-fourth-card = { START(THE($card)) } breaks 3!: exactly three cards this turn.
extreme-stop-not-third = STOP breaks 3!: it may only be the third of three cards.
extreme-skull-visible = The skull { ON($zone) } was not covered in its own turn.
extreme-skull-last = All 98 cards played, but a skull is left { ON($zone) }: lost.
extreme-not-three = { $played ->
    [one] 3! means exactly three cards: it was one.
   *[other] 3! means exactly three cards: it was { $played }.
}
extreme-too-few-for-three = { $hand ->
    [one] 3! needs three cards, and this turn began with one in hand.
   *[other] 3! needs three cards, and this turn began with { $hand } in hand.
}
extreme-fifth-command = With { THE($card) } there are { $count } cards with { $command }, and only four exist: one was misread.
extreme-silence-broken = SILENCE { ON($zone) }: no talk and no signs about the game.

extreme-duty-exactly-three = { $still ->
    [one] 3!: play exactly one more card.
   *[other] 3!: play exactly { $still } more cards.
}
extreme-duty-cover-skull = Cover the skull { ON($zone) } before this turn ends.
extreme-duty-silence = SILENCE: no talk and no signs about the game.
extreme-duty-no-backward = NO BACKWARD: no backward trick on any pile.
extreme-duty-one-pile = ONE PILE: all cards of a turn go on the same pile.
extreme-duty-draw-one = DRAW ONE: draw only one card at the end of the turn.

extreme-outcome-all-laid = All 98 cards played: you beat The Game Extreme!
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
extreme-say-stuck-means = The player to move cannot play the cards that are due. You all lose, and the match ends.
extreme-say-say = Someone said a number
extreme-say-say-means = Do not say numbers, and under SILENCE nothing at all. It may lose the match.
