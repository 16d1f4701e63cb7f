# What card games say in the same words. A game's own text for a code, `<game>-<code>`, comes before the one here.

match-over = After the end nothing more is played.
not-your-turn = It is { $to_move_name }’s turn, not { $seat_name }’s.
already-laid = { START(THE($card)) } is on the table already.
not-in-hand = { START($seat_name) } does not hold { THE($card) }: play a card from your own hand.
hand-used-up = { START($seat_name) } played more cards than a hand holds: a misread card, or a missed end of turn?
lifted = { $zone }: a card was lifted off. Played cards stay.
too-few = Too early to end the turn.
drawn =
    { $count ->
        [0] { START($seat_name) } draws nothing.
        [one] { START($seat_name) } draws one card.
       *[other] { START($seat_name) } draws { $count } cards.
    } { START($next_name) } to move.
minimum-laid = Not stuck: this turn has all its cards, so it may end.
not-stuck = Not stuck: { THE($card) } fits { ON($zone) }.
wrong-hand = Everybody starts with { $right } cards in hand, not { $hand }.

duty-lay-minimum =
    { $still ->
        [one] Play one more card.
       *[other] Play { $still } more cards.
    }
duty-nothing-fits = No card that is left fits any pile.
