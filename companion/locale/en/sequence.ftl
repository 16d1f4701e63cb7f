# Sequence. $card, $face, $zone and the list $open_zones arrive in words; $seat, $to_move and $next count from 1.

sequence-team = { $colour ->
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

sequence-match-over = { match-over }
sequence-not-your-turn = { not-your-turn }
sequence-not-in-hand = { START($seat_name) } does not hold the { $card }: play a card from your own hand.
sequence-wrong-pile = Wrong discards: this card goes on { $seat_name }’s, not { $owner_name }’s.
sequence-lifted = The { $card } was lifted from { $seat_name }’s discards. Shuffled? Say “Discards reshuffled”.
sequence-face-down = A card on { $seat_name }’s discards lies face down.
sequence-second-card = One card a turn: the { $before } counts.
sequence-second-chip = One chip a turn: { THE($other_zone) } has changed already.
sequence-chip-moved = The { $face } slid from { THE($other_zone) } to { THE($zone) }.
sequence-card-alone =
    { $count ->
        [-2] No space of the { $card } is free: { $seat_name } takes the card back.
        [-1] { START($seat_name) } played the { $card } and took no chip off: take off an opponent’s chip.
        [0] { START($seat_name) } played the { $card } without a chip: put { sequence-missing-chip } on any free space.
       *[other] { START($seat_name) } played the { $card } without a chip: put { sequence-missing-chip } on its space.
    }
sequence-missing-chip =
    { $chosen ->
        [0] a chip
       *[1] a { $face }
    }
sequence-chip-alone =
    { $count ->
        [-1] { START($seat_name) } took a chip off without a card: play a one-eyed jack.
        [-3] { START($seat_name) } put a chip on a space I cannot read: play its card or a two-eyed jack.
       *[other] { START($seat_name) } put down a chip without a card: play the { $expected } or a two-eyed jack.
    }

sequence-corner =
    { $count ->
        [-1] No chip goes on a corner: corners count for everybody.
        [0] No chip goes on a corner, and the { $card } is dead: both its spaces are covered.
        [1] No chip goes on a corner: put it on the free space of the { $card }.
       *[other] No chip goes on a corner: put it on a free space of the { $card }.
    }
sequence-occupied =
    { $count ->
        [-1] Taken: a { $face } lies there. Choose a free space.
        [0] Taken: a { $face } lies there. The { $card } is dead: both its spaces are covered.
        [1] Taken: a { $face } lies there. The { $card } has one free space.
       *[other] Taken: a { $face } lies there. The { $card } has { $count } free spaces.
    }
sequence-no-match =
    { $count ->
        [0] That is the { $face }. The { $card } is dead: both its spaces are covered.
        [1] That is the { $face }. The { $card } has one free space.
       *[other] That is the { $face }. The { $card } has { $count } free spaces.
    }
sequence-no-card-fits = No card in hand fits the { $face }.
sequence-no-chips = No { $face } is left: all 48 are on the board.
sequence-wrong-colour = A { $expected } is due in this turn, not a { $face }.
sequence-taken-colour =
    { $alone ->
        [1] The { $face } is { $seat_name }’s colour: choose another one.
       *[0] The { $face } is the colour of { $seat_name }’s team: choose another one.
    }
sequence-white-side-up = The chip { ON($zone) } shows white: only finished sequences do.
sequence-one-eyed-places = The { $card } has one eye: it takes an opponent’s chip off and puts none down.
sequence-not-one-eyed = The { $card } takes no chip off: only the jacks of spades and hearts do.
sequence-no-one-eyed = No one-eyed jack in hand: the chip { ON($zone) } must stay.
sequence-nothing-to-remove = There is no chip { ON($zone) } to take off.
sequence-own-chip = The { $face } { ON($zone) } is your own team’s: take off an opponent’s chip.
sequence-in-sequence = The { $face } { ON($zone) } is in a finished sequence and stays. Take off another.
sequence-jack-no-target =
    { $eyes ->
        [1] There is no chip that the { $card } could take off: play another card.
       *[2] There is no free space for the { $card }: play another card.
    }
sequence-third-copy = A third { $card } since the last shuffle, and there are only two: was a card misread?

sequence-jack-never-dead = Jacks are never dead: play the { $card } or keep it.
sequence-not-dead = The { $card } is not dead: it still has a free space.
sequence-one-dead-card = One dead card a turn: exchange the { $card } next turn.
sequence-dead-exchanged = The { $card } is dead: { $seat_name } draws another card, then plays.
sequence-dead-no-chip = The { $card } is dead: { $seat_name } takes the chip { ON($zone) } back, draws a card and plays.

sequence-draw-before-play = Too early to draw: { $seat_name } plays a card first.
sequence-no-draw-due = { START($seat_name) } has nothing to draw: one card is drawn for each card played.
sequence-draw-lost = Too late to draw: { $seat_name } goes on with one card fewer.
sequence-draw-perhaps-lost = Nobody saw { $seat_name } draw: if they forgot, it is too late now.
sequence-hangs-on-half = Settle { $seat_name }’s unfinished play first: this one depends on it.
sequence-nothing-to-draw = No card is left to draw: the draw pile and all discards are used up.
sequence-reshuffled =
    { $count ->
        [one] The draw pile was empty: the one discard is the new draw pile.
       *[other] The draw pile was empty: { $count } discards are the new draw pile.
    }
sequence-deck-not-empty =
    { $count ->
        [one] One card is left to draw: shuffle the discards when it is gone.
       *[other] { $count } cards are left to draw: shuffle the discards when they are gone.
    }
sequence-nothing-to-shuffle = There are no discards to shuffle.

sequence-passed = { START($seat_name) } cannot play and passes: { $to_move_name } is next.
sequence-must-play = { START($seat_name) } cannot pass: the { $card } can be played.
sequence-must-exchange = { START($seat_name) } cannot pass: the { $card } is dead and can be exchanged.

sequence-sequence-made =
    { $count ->
        [one] { sequence-team } has a sequence: { $first_zone } to { $last_zone }.
       *[other] { sequence-team } has { $count } sequences, the latest { $first_zone } to { $last_zone }.
    }
sequence-sequence-broken = The sequence through { THE($zone) } is broken: turn its other chips colour side up.
sequence-turned-wrong = The { $face } { ON($zone) } is in no sequence: turn it colour side up.
sequence-turned-back-wrong = The { $face } { ON($zone) } is in a sequence: turn it white side up.
sequence-not-turned =
    { $count ->
        [one] Turn over the last { $face } of the new sequence.
       *[other] Turn over { $count } { $face }s of the new sequence.
    }
sequence-one-sequence-only = One sequence only, { $first_zone } to { $last_zone }: a second may share just one space with it.
sequence-line-not-fresh = Only who made the sequence chooses its five chips, before the next play.
sequence-line-not-own = These five are no sequence: the team has no chip { ON($zone) }.

sequence-table-talk = No hints: each player of that team discards a card and draws none for it.
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
        [2] Teams sit in turn: every second player is of the same team.
       *[3] Teams sit in turn: every third player is of the same team.
    }
sequence-wrong-hand = With { $players } players everybody starts with { $count } cards, not { $hand }.

sequence-duty-lay-card = { START($seat_name) }: play the card for the chip { ON($space_zone) }.
sequence-duty-chip-missing = { sequence-card-alone }
sequence-duty-card-missing = { sequence-chip-alone }
sequence-duty-lay-chip =
    { $count ->
        [0] { START($seat_name) }: put { sequence-own-colour } on any free space.
       *[other] { START($seat_name) }: put { sequence-own-colour } on a space of the { $card }.
    }
sequence-own-colour =
    { $chosen ->
        [0] a chip of your choice
       *[1] a { $face }
    }
sequence-duty-remove-chip = { START($seat_name) }: take off an opponent’s chip.
sequence-duty-draw = { START($seat_name) }: draw a card before the next player has played and drawn.
sequence-duty-draw-asked = Has { $seat_name } drawn a card? Nobody saw it.
sequence-duty-turn-over =
    { $count ->
        [one] Turn over the last { $face } of the sequence { $first_zone } to { $last_zone }.
       *[other] Turn over the { $count } { $face }s of the sequence { $first_zone } to { $last_zone }.
    }
sequence-duty-turn-back =
    { $count ->
        [one] Turn the { $face } { ON($zone) } colour side up: it is in no sequence.
       *[other] Turn { $count } { $face }s colour side up: they are in no sequence.
    }

sequence-outcome-sequences =
    { $count ->
        [one] { sequence-team } wins with a sequence: { $first_zone } to { $last_zone }!
       *[other] { sequence-team } wins with { $count } sequences, the latest { $first_zone } to { $last_zone }!
    }
sequence-outcome-nobody-can-move = Nobody can play: a draw.

claim-place = plays
claim-remove = takes off with
claim-dead = dead card
claim-flip = turns chips over
claim-penalty = penalty
claim-name_line = names the five
claim-reshuffle = discards shuffled
option-table_talk = Penalty for table talk
option-common_discards = One discard pile for all

# What may be said by one tap.
sequence-say-draw = I have drawn
sequence-say-draw-means = A card was taken from the draw pile.
sequence-say-flip = Chips turned
sequence-say-flip-means = Every chip is right: finished sequences show white, all others their colour.
sequence-say-reshuffle = Discards reshuffled
sequence-say-reshuffle-means = The discards were shuffled into a new draw pile.
sequence-say-stuck = I cannot play
sequence-say-stuck-means = No card of this hand can be played. The turn passes.
sequence-left = { left }
sequence-say-dead = Dead card
sequence-say-dead-means = Both its spaces are covered: discard it, draw another card, then play.
sequence-say-say = Table talk
sequence-say-say-means = Somebody gave a hint. If hints are penalised, each player of that team discards a card.
