# What card games say in the same words. A game's own text for a code, `<game>-<code>`, comes before the one here.

match-over = The match is over: no card can be laid any more.
not-your-turn = It is { $to_move_name }’s turn, not { $seat_name }’s.
already-laid = { START(THE($card)) } has already been laid: every card exists once.
not-in-hand = { START($seat_name) } does not hold { THE($card) }: only cards of one’s own hand may be laid.
hand-used-up = { START($seat_name) } has now laid more cards than a hand holds: was a card misread, or the end of a turn missed?
lifted = { $zone }: a card was lifted off. Cards that were laid stay: put it back.
too-few =
    { $still ->
        [one] The turn cannot end yet: one more card must be laid.
       *[other] The turn cannot end yet: { $still } more cards must be laid.
    }
drawn =
    { $count ->
        [0] { START($seat_name) } draws nothing.
        [one] { START($seat_name) } draws one card.
       *[other] { START($seat_name) } draws { $count } cards.
    } { START($next_name) } to move.
minimum-laid = Not stuck: what this turn needs is laid, so it may end.
not-stuck = Not stuck: { THE($card) } fits { ON($zone) }.
wrong-hand = Everybody starts with { $right } cards in hand, not { $hand }.

duty-lay-minimum =
    { $still ->
        [one] Lay one more card.
       *[other] Lay { $still } more cards.
    }
duty-nothing-fits = No card that is still to come fits any pile.
