# The Game - Quick & Easy. $card, $top and $zone arrive in words; $seat, $to_move and $next count from 1.

quick_easy-colour =
    { $colour ->
        [R] { colour-R }
        [B] { colour-B }
        [G] { colour-G }
        [Y] { colour-Y }
       *[X] { colour-X }
    }

quick_easy-match-over = The match is over: no card can be laid any more.
quick_easy-not-your-turn = It is { $to_move_name }’s turn, not { $seat_name }’s.
quick_easy-not-a-card = { $zone } shows { $card }, which is not a card of Quick & Easy: numbers 1 to 10 in five colours.
quick_easy-lifted = A card was lifted from { $zone }: cards that were laid stay.
quick_easy-already-laid = { $card } has already been laid: every card exists once.
quick_easy-not-in-hand = { $card } is not in { $seat_name }’s hand: only a card from the own hand may be laid.
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
quick_easy-hand-used-up = { START($seat_name) } has laid more cards than a hand holds: was a card misread, or a turn not ended?
quick_easy-too-few = The turn cannot end yet: one card must be laid.
quick_easy-drawn =
    { $count ->
        [0] The draw pile is empty: nothing to draw. { START($next_name) } to move.
        [one] { START($seat_name) } draws one card. { START($next_name) } to move.
       *[other] { START($seat_name) } draws { $count } cards. { START($next_name) } to move.
    }
quick_easy-minimum-laid = Not stuck: a card has been laid this turn, so the turn may end.
quick_easy-not-stuck = Not stuck: { $card } fits on { $zone }.
quick_easy-number-said = Numbers may not be said, neither a card’s own nor one relative to another. Say “rather high yellow” instead.
quick_easy-hint-said = Experts may say only their colours, the pile they mean to play on, and where a backward trick is possible.
quick_easy-wrong-players = Quick & Easy is for 2 to 5 players, not { $players }.
quick_easy-wrong-hand = Everybody starts with { $right } cards in hand, not { $hand }.

quick_easy-duty-lay-minimum = Lay one card this turn.
quick_easy-duty-nothing-fits = Lay a card: none of the cards still to come fits on either pile.

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
