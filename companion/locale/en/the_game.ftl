# The Game, professional version, On Fire.

the_game-not-above = { $top ->
    [99] { START($card) } on 99, ascending: { $trick ->
        [0] nothing fits there any more.
       *[other] only { $trick } fits, exactly ten lower.
    }
   *[other] { START($card) } on { $top }, ascending: must be above { $top }{ $trick ->
        [0] .
       *[other] , or exactly { $trick }.
    }
}
the_game-not-below = { $top ->
    [2] { START($card) } on 2, descending: { $trick ->
        [0] nothing fits there any more.
       *[other] only { $trick } fits, exactly ten higher.
    }
   *[other] { START($card) } on { $top }, descending: must be below { $top }{ $trick ->
        [0] .
       *[other] , or exactly { $trick }.
    }
}
the_game-backward = Backward trick: { $card } on { $top }, { ON($zone) }.
the_game-already-laid = { START(THE($card)) } lies { ON($other_zone) } already.
the_game-not-a-card = { START($card) } { ON($zone) }: this match has only the cards from 2 to 99.
the_game-too-few = Too early to end the turn: { $played } of { $minimum } cards played.
the_game-number-said = Do not say numbers.
the_game-wrong-players = The Game is for 1 to 5 players, not { $players }.
the_game-wrong-hand = { $players ->
    [one] Alone, a hand has { $right } cards, not { $hand }.
   *[other] With { $players } players a hand has { $right } cards, not { $hand }.
}
the_game-stuck = { $still ->
    [one] { START($seat_name) } cannot play the one card that is due.
   *[other] { START($seat_name) } cannot play the { $still } cards that are due.
}
the_game-not-covered = Not covered in time: { THE($card) } { ON($zone) }.

the_game-duty-cover-fire = { $due ->
    [now] Cover { THE($card) } { ON($zone) } before this turn ends.
   *[other] Cover { THE($card) } { ON($zone) } before the next turn ends.
}

the_game-outcome-all-laid = All 98 cards played: you beat The Game!
the_game-outcome-stuck = Lost with { $score ->
    [0] every card played
    [one] one card left
   *[other] { $score } cards left
}{ $rating ->
    [excellent] : an excellent result.
   *[other] .
}
the_game-outcome-not-covered = { the_game-outcome-stuck }

# What may be said by one tap.
the_game-say-stuck = Stuck
the_game-say-stuck-means = The player to move cannot play the cards that are due. You all lose, and the match ends.
the_game-say-say = Someone said a number
the_game-say-say-means = Do not say numbers. This is written down; the match goes on.
