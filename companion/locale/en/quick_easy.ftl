# The Game - Quick & Easy. $card, $top and $zone arrive in words; $seat, $to_move and $next count from 1.

quick_easy-colour =
    { $colour ->
        [R] { colour-R }
        [B] { colour-B }
        [G] { colour-G }
        [Y] { colour-Y }
       *[X] { colour-X }
    }

quick_easy-not-a-card = { START($card) } { ON($zone) }: Quick & Easy has only 1 to 10 in five colours.
quick_easy-too-many = { START(THE($card)) } is a third card: a turn has one or two.
quick_easy-expert-too-many = { START(THE($card)) } is a second card: experts play exactly one a turn.
quick_easy-not-above =
    { $number ->
        [10] { START($card) } on { $top }, ascending: only { quick_easy-colour } fits above 10.
       *[other] { START($card) } on { $top }, ascending: must be above { $number }, or { quick_easy-colour }.
    }
quick_easy-not-below =
    { $number ->
        [1] { START($card) } on { $top }, descending: only { quick_easy-colour } fits below 1.
       *[other] { START($card) } on { $top }, descending: must be below { $number }, or { quick_easy-colour }.
    }
quick_easy-backward = Backward trick: { $card } on { $top }, the same colour.
quick_easy-number-said = Do not say or compare numbers. Say “rather high yellow” instead.
quick_easy-hint-said = Experts say only their colours, the pile they choose, and where a backward trick is possible.
quick_easy-wrong-players = Quick & Easy is for 2 to 5 players, not { $players }.

quick_easy-outcome-all-laid = All fifty cards played: you win!
quick_easy-outcome-stuck =
    { $left ->
        [one] { START($seat_name) } cannot play: lost, with one card left.
       *[other] { START($seat_name) } cannot play: lost, with { $left } cards left.
    }

# What may be said by one tap.
quick_easy-say-stuck = Stuck
quick_easy-say-stuck-means = The player to move can play no card. You all lose, and the match ends.
quick_easy-say-say = Someone said a number
quick_easy-say-say-means = Do not say numbers. This is written down; the match goes on.
