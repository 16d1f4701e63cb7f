# Sequence. $card, $face, $zone and the list $open_zones arrive in words; $seat, $to_move and $next count from 1.

sequence-team =
    { $colour ->
        [blue] Blue
        [green] Green
       *[red] Red
    }
sequence-team-colour =
    { $alone ->
        [1] { START($seat_name) } plays { sequence-colour }.
       *[0] { START($seat_name) }’s team plays { sequence-colour }.
    }
sequence-colour =
    { $colour ->
        [blue] blue
        [green] green
       *[red] red
    }

sequence-match-over = The match is over: nothing can be played any more.
sequence-not-your-turn = { not-your-turn }
sequence-not-in-hand = { START($seat_name) } does not hold the { $card }: only a card from the own hand may be played.
sequence-wrong-pile = This card lies on { $owner_name }’s discards: it belongs on { $seat_name }’s.
sequence-lifted = The { $card } was lifted from { $seat_name }’s discards: discards stay. If all discards were shuffled into a new draw pile, say so.
sequence-face-down = The card on { $seat_name }’s discards lies face down: discards lie face up.
sequence-second-card = One card a turn: the { $before } is already laid, so the { $card } must go back. To play it instead, lift both and lay it alone.
sequence-second-chip = One chip a turn: { $other_zone } has already changed, so { $zone } must be put back.
sequence-chip-moved = The { $face } slid from { $other_zone } to { $zone }: push it back.
sequence-card-alone =
    { $count ->
        [-2] { START($seat_name) } laid the { $card } and no chip for it, and no space of it is open any more: take the card back.
        [-1] { START($seat_name) } laid the { $card } and took no chip off: take an opposing chip off.
        [0] { START($seat_name) } laid the { $card } and no chip for it: put { sequence-missing-chip } on any open space.
       *[other] { START($seat_name) } laid the { $card } and no chip for it: put { sequence-missing-chip } on the { $card }.
    }
sequence-missing-chip =
    { $chosen ->
        [0] a chip
       *[1] a { $face }
    }
sequence-chip-alone =
    { $count ->
        [-1] { START($seat_name) } took a chip off and laid no card for it: lay a one-eyed jack.
        [-3] { START($seat_name) } put a chip on a space that I cannot read: lay its card, or a two-eyed jack.
       *[other] { START($seat_name) } put a chip on the { $expected } and laid no card for it: lay the { $expected } or a two-eyed jack.
    }

sequence-corner =
    { $count ->
        [-1] No chip goes on a corner: it counts for everybody as it is.
        [0] No chip goes on a corner, it counts for everybody as it is. Both spaces of the { $card } are covered: it is a dead card.
       *[other] No chip goes on a corner, it counts for everybody as it is. The { $card } fits on { $open_zones }.
    }
sequence-occupied =
    { $count ->
        [-1] There is already a { $face } on { $zone }: a chip needs an open space.
        [0] There is already a { $face } on { $zone }. Both spaces of the { $card } are covered: it is a dead card.
       *[other] There is already a { $face } on { $zone }. The { $card } fits on { $open_zones }.
    }
sequence-no-match =
    { $count ->
        [0] The space at { $zone } shows the { $face }, not the { $card }, and both spaces of that are covered: it is a dead card.
       *[other] The space at { $zone } shows the { $face }, not the { $card }, which fits on { $open_zones }.
    }
sequence-no-card-fits = No card in hand fits { $zone } ({ $face }).
sequence-no-chips = Not one { $face } is left: all 48 are on the board.
sequence-wrong-colour = A { $face } was placed on { $zone }, but this turn’s chip is a { $expected }.
sequence-taken-colour =
    { $alone ->
        [1] The { $face } on { $zone } is { $seat_name }’s colour. Take it back and place a chip in another colour.
       *[0] The { $face } on { $zone } is the colour of { $seat_name }’s team. Take it back and place a chip in another colour.
    }
sequence-white-side-up = The chip on { $zone } lies white side up: only the chips of a finished sequence do.
sequence-one-eyed-places = The { $card } has one eye: it takes an opposing chip off and places none.
sequence-not-one-eyed = The { $card } takes no chip off: only one-eyed jacks do, the jack of spades and the jack of hearts.
sequence-no-one-eyed = No one-eyed jack in hand: the chip on { $zone } must stay.
sequence-nothing-to-remove = There is no chip on { $zone } to take off.
sequence-own-chip = The { $face } on { $zone } is the own team’s: a one-eyed jack takes off an opposing chip.
sequence-in-sequence = The { $face } on { $zone } is part of a finished sequence and stays. Any other opposing chip may be taken off.
sequence-jack-no-target =
    { $eyes ->
        [1] There is no chip that the { $card } could take off: play another card.
       *[2] There is no open space for the { $card }: play another card.
    }
sequence-third-copy = This is the third { $card } since the discards were last shuffled, and there are only two: was a card misread?

sequence-jack-never-dead = The { $card } is a jack, and jacks are never dead: it must be played or kept.
sequence-not-dead = The { $card } is not dead: it still fits on { $open_zones }.
sequence-one-dead-card = One dead card a turn: the { $card } can be exchanged next turn.
sequence-dead-exchanged = The { $card } is dead: { $seat_name } draws another card and then plays.
sequence-dead-no-chip = The { $card } is dead, both its spaces are covered: no chip belongs to it. { START($seat_name) } takes the chip on { $zone } back, draws another card and plays.

sequence-draw-before-play = { START($seat_name) } has nothing to draw yet: first play a card, then draw.
sequence-no-draw-due = { START($seat_name) } has nothing to draw: one card for each card played, and before the next player has played and drawn.
sequence-draw-lost = { START($next_name) } has played and drawn: { $seat_name } has lost the forgotten draw and goes on with one card fewer.
sequence-draw-perhaps-lost = Nobody saw { $seat_name } draw: if the draw was forgotten, it is lost by now.
sequence-hangs-on-half = Whether this stands hangs on the play that { $seat_name } has not finished: agree on that first.
sequence-nothing-to-draw = There is no card left to draw: the draw pile and all discards are used up.
sequence-reshuffled =
    { $count ->
        [one] The draw pile is used up: the discards make a new one, of one card.
       *[other] The draw pile is used up: the discards are shuffled into a new one of { $count } cards.
    }
sequence-deck-not-empty =
    { $count ->
        [one] The draw pile still has one card: the discards are shuffled when it is used up.
       *[other] The draw pile still has { $count } cards: the discards are shuffled when it is used up.
    }
sequence-nothing-to-shuffle = There are no discards to shuffle.

sequence-passed = { START($seat_name) } can do nothing and passes. { START($to_move_name) } to move.
sequence-must-play = { START($seat_name) } cannot pass: the { $card } can be played, on { $zone } for one.
sequence-must-exchange = { START($seat_name) } cannot pass: the { $card } is dead and can be exchanged.

sequence-sequence-made =
    { $count ->
        [one] { sequence-team } has a sequence, from { $first_zone } to { $last_zone }.
       *[other] { sequence-team } has { $count } sequences; the last one from { $first_zone } to { $last_zone }.
    }
sequence-sequence-broken = The sequence through { $zone } is broken and no longer counts: its other chips turn colour side up again.
sequence-turned-wrong = The { $face } on { $zone } is not part of a sequence: turn it colour side up again.
sequence-turned-back-wrong = The { $face } on { $zone } is part of a sequence: turn it white side up again.
sequence-not-turned =
    { $count ->
        [one] One { $face } of the new sequence still lies colour side up: turn it over.
       *[other] { $count } { $face }s of the new sequence still lie colour side up: turn them over.
    }
sequence-one-sequence-only = One sequence only: it lies from { $first_zone } to { $last_zone }. A second one may share one space with it, and no other five of this line do.
sequence-line-not-fresh = The five of a sequence can be named only by its owner, in that same line, before the next play.
sequence-line-not-own = These five are no sequence: { $zone } holds no chip of the team.

sequence-table-talk = No hints at the table: each player of that team lays one card of choice on the own discards and draws none for it.
sequence-penalty-paid =
    { $count ->
        [one] Table talk: { sequence-team } discards the { $cards } and draws nothing for it.
       *[other] Table talk: { sequence-team } discards { $cards } and draws nothing for them.
    }

sequence-wrong-players = Sequence is for 2, 3, 4, 6, 8, 9, 10 or 12 players, not { $players }.
sequence-wrong-teams =
    { $many ->
        [1] { $players } players form { $count } teams, not { $teams }.
       *[other] { $players } players form two or three teams, not { $teams }.
    }
sequence-wrong-seats =
    { $teams ->
        [2] The teams sit in turn: every second seat is of the same team, beginning with team 0.
       *[3] The teams sit in turn: every third seat is of the same team, beginning with team 0.
    }
sequence-wrong-hand = With { $players } players everybody starts with { $count } cards, not { $hand }.

sequence-duty-lay-card = { START($seat_name) }: lay the card for the chip on { $space_zone }.
sequence-duty-chip-missing = { sequence-card-alone }
sequence-duty-card-missing = { sequence-chip-alone }
sequence-duty-lay-chip =
    { $count ->
        [0] { START($seat_name) }: place { sequence-own-colour } for the { $card } on any open space.
       *[other] { START($seat_name) }: place { sequence-own-colour } for the { $card }, on { $open_zones }.
    }
sequence-own-colour =
    { $chosen ->
        [0] a chip, which names your colour,
       *[1] a { $face }
    }
sequence-duty-remove-chip = { START($seat_name) }: take off an opposing chip for the { $card }.
sequence-duty-draw = { START($seat_name) } draws a card, before the next player has played and drawn.
sequence-duty-draw-asked = Has { $seat_name } drawn? Nobody saw it.
sequence-duty-turn-over =
    { $count ->
        [one] Sequence from { $first_zone } to { $last_zone }: turn the last { $face } white side up.
       *[other] Sequence from { $first_zone } to { $last_zone }: turn its { $count } { $face }s white side up.
    }
sequence-duty-turn-back =
    { $count ->
        [one] Turn the { $face } on { $zone } colour side up: it is part of no sequence.
       *[other] Turn { $count } { $face }s colour side up: they are part of no sequence. One is on { $zone }.
    }

sequence-outcome-sequences =
    { $count ->
        [one] { sequence-team } has a sequence and wins!
       *[other] { sequence-team } has { $count } sequences and wins!
    }
sequence-outcome-nobody-can-move = Nobody can play or exchange a card: the match is drawn.

claim-place = lays
claim-remove = removes with
claim-dead = dead card
claim-flip = turns chips over
claim-penalty = penalty
claim-name_line = names the five
claim-reshuffle = discards shuffled
option-table_talk = Penalty for table talk
option-common_discards = One discard zone for all

# What may be said by one tap.
sequence-say-draw = I have drawn
sequence-say-draw-means = A card was taken from the draw pile.
sequence-say-flip = Chips are turned
sequence-say-flip-means = All chips lie as they should: those of finished sequences turned over, all others colour side up.
sequence-say-reshuffle = Discards reshuffled
sequence-say-reshuffle-means = The discards were shuffled into a new draw pile.
sequence-say-stuck = I cannot play
sequence-say-stuck-means = No card of this hand can be played. The turn passes.
sequence-left = { left }
sequence-say-dead = Dead card
sequence-say-dead-means = Both spaces of this card are covered: it goes on the discards, another one is drawn, and then the turn is played.
sequence-say-say = Table talk
sequence-say-say-means = A hint was given. With the penalty for table talk each player of that team discards one card and draws none for it.
