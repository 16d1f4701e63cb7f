# The Game, professional version, On Fire.

the_game-not-above = { $top ->
    [99] { $card } on 99, ascending: { $trick ->
        [0] nothing fits there any more.
       *[other] only { $trick } fits, exactly ten lower.
    }
   *[other] { $card } on { $top }, ascending: must be above { $top }{ $trick ->
        [0] .
       *[other] , or exactly { $trick }.
    }
}
the_game-not-below = { $top ->
    [2] { $card } on 2, descending: { $trick ->
        [0] nothing fits there any more.
       *[other] only { $trick } fits, exactly ten higher.
    }
   *[other] { $card } on { $top }, descending: must be below { $top }{ $trick ->
        [0] .
       *[other] , or exactly { $trick }.
    }
}
the_game-backward = { $card } on { $top }: backward trick { ON($zone) }.
the_game-already-laid = Every card exists once, and { $card } lies { ON($other_zone) } already.
the_game-not-a-card = { $zone } shows { $card }: only the cards from 2 to 99 of this match may lie there.
the_game-too-few = { $still ->
    [one] The turn cannot end yet: one more card is to be laid ({ $played } of { $minimum }).
   *[other] The turn cannot end yet: { $still } more cards are to be laid ({ $played } of { $minimum }).
}
the_game-number-said = Numbers may not be named or hinted at. Anything else may be said.
the_game-wrong-players = The Game is for one to five players, not for { $players }.
the_game-wrong-hand = { $players ->
    [one] A single player is dealt { $right } cards, not { $hand }.
   *[other] With { $players } players everybody is dealt { $right } cards, not { $hand }.
}
the_game-stuck = { $still ->
    [one] { START($seat_name) } can lay no card but must lay one more.
   *[other] { START($seat_name) } can lay no card but must lay { $still } more.
}
the_game-not-covered = Not covered in time: { $card } { ON($zone) }.

the_game-duty-cover-fire = { $due ->
    [now] Cover { $card } { ON($zone) } before this turn ends.
   *[other] Cover { $card } { ON($zone) } before the next turn ends.
}

the_game-outcome-all-laid = All 98 cards are laid: you beat The Game!
the_game-outcome-stuck = Lost with { $score ->
    [0] every card laid
    [one] one card left
   *[other] { $score } cards left
}{ $rating ->
    [excellent] : an excellent result.
   *[other] .
}
the_game-outcome-not-covered = { the_game-outcome-stuck }

# What may be said by one tap.
the_game-say-stuck = Stuck
the_game-say-stuck-means = The player to move cannot lay the cards that must be laid. All have lost, and the match ends.
the_game-say-say = A number was told
the_game-say-say-means = Numbers may not be told. It is noted; the match goes on.
