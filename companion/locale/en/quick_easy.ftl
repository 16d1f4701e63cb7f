# The Game - Quick & Easy. $card, $top and $zone arrive in words; $seat, $to_move and $next count from 1.

quick_easy-colour =
    { $colour ->
        [R] { colour-R }
        [B] { colour-B }
        [G] { colour-G }
        [Y] { colour-Y }
       *[X] { colour-X }
    }

quick_easy-not-a-card = { $zone } shows { $card }, which is not a card of Quick & Easy: numbers 1 to 10 in five colours.
quick_easy-too-many = { $card } would be a third card: one or two cards a turn may be laid.
quick_easy-expert-too-many = { $card } would be a second card: experts lay exactly one card a turn.
quick_easy-not-above =
    { $number ->
        [10] { $card } on { $top }, ascending: nothing is above 10, so only { quick_easy-colour } fits.
       *[other] { $card } on { $top }, ascending: must be above { $number }, or { quick_easy-colour }.
    }
quick_easy-not-below =
    { $number ->
        [1] { $card } on { $top }, descending: nothing is below 1, so only { quick_easy-colour } fits.
       *[other] { $card } on { $top }, descending: must be below { $number }, or { quick_easy-colour }.
    }
quick_easy-backward = Backward trick: { $card } on { $top }, the same colour.
quick_easy-number-said = Numbers may not be said, neither a card’s own nor one relative to another. Say “rather high yellow” instead.
quick_easy-hint-said = Experts may say only their colours, the pile they mean to play on, and where a backward trick is possible.
quick_easy-wrong-players = Quick & Easy is for 2 to 5 players, not { $players }.

quick_easy-outcome-all-laid = All fifty cards are laid: you have won!
quick_easy-outcome-stuck =
    { $left ->
        [one] { START($seat_name) } can lay no card: the match is lost, with one card left.
       *[other] { START($seat_name) } can lay no card: the match is lost, with { $left } cards left.
    }

# What may be said by one tap.
quick_easy-say-stuck = Stuck
quick_easy-say-stuck-means = The player to move can lay no card at all. All have lost, and the match ends.
quick_easy-say-say = A number was told
quick_easy-say-say-means = Numbers may not be told. It is noted; the match goes on.
