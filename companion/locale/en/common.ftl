# Words shared by all games.
#
# A player, a card or a zone is a word with an article of its own: THE($card), ON($zone), FROM($zone), OF($seat_name), TO($seat_name)
# put it into a sentence, START(...) begins one with it. `.article` says which article a word takes, `.within` what stands after it.
# given: the name of a person (given_a: with an A at its beginning); name: no article either.

word-the =
    { $article ->
        [given] { $word }
        [given_a] { $word }
        [name] { $word }
       *[other] the { $word }
    }
word-on =
    { $article ->
        [given] on { $word }
        [given_a] on { $word }
        [name] on { $word }
       *[other] on the { $word }
    }
word-from =
    { $article ->
        [given] from { $word }
        [given_a] from { $word }
        [name] from { $word }
       *[other] from the { $word }
    }
word-of =
    { $article ->
        [given] of { $word }
        [given_a] of { $word }
        [name] of { $word }
       *[other] of the { $word }
    }
word-to =
    { $article ->
        [given] to { $word }
        [given_a] to { $word }
        [name] to { $word }
       *[other] to the { $word }
    }

zone-up1 = First ascending
    .within = first ascending pile
zone-up2 = Second ascending
    .within = second ascending pile
zone-down1 = First descending
    .within = first descending pile
zone-down2 = Second descending
    .within = second descending pile
zone-up = Ascending
    .within = ascending pile
zone-down = Descending
    .within = descending pile
zone-s_up = Silver ascending
    .within = silver ascending pile
zone-s_down = Silver descending
    .within = silver descending pile
zone-g_up = Gold ascending
    .within = gold ascending pile
zone-g_down = Gold descending
    .within = gold descending pile
zone-draw = Draw pile
    .within = draw pile
zone-s_draw = Silver draw pile
    .within = silver draw pile
zone-g_draw = Gold draw pile
    .within = gold draw pile
zone-control = Control cards
    .within = control cards
zone-board = Board
    .within = board
zone-cell = { $space }
zone-cell-other = The other { $space }
    .article = name
    .within = the other { $space }
zone-corner = Corner
    .within = corner
zone-unread = A space I cannot read
    .article = name
    .within = a space I cannot read
zone-space = Space
    .within = space
zone-discard = { START($seat_name) }’s discards
    .article = name
    .within = { $seat_name }’s discards
zone-discard-common = Everybody’s discards
    .article = name
    .within = everybody’s discards
zone-table = Table
    .within = table

face-empty = nothing
    .article = name
face-unreadable = unreadable
    .within = unreadable card
face-back = a card face down
    .within = card face down
face-number = { $number }
face-burning = burning { $number }
face-command = { $number } with { $command }
face-suited = { $rank } of { $suit }
face-coloured = { $colour } { $number }
face-s = silver { $number }
face-g = gold { $number }

command-stop = STOP
command-skull = skull
command-three = 3!
command-silence = silence
command-noback = no backward
command-onepile = one pile
command-draw1 = draw one

suit-S = spades
suit-H = hearts
suit-D = diamonds
suit-C = clubs
rank-A = ace
rank-2 = 2
rank-3 = 3
rank-4 = 4
rank-5 = 5
rank-6 = 6
rank-7 = 7
rank-8 = 8
rank-9 = 9
rank-T = 10
rank-J = jack
rank-Q = queen
rank-K = king

colour-R = red
colour-B = blue
colour-G = green
colour-Y = yellow
colour-X = grey

chip-blue = blue chip
chip-green = green chip
chip-red = red chip
chip-blue-flipped = turned blue chip
chip-green-flipped = turned green chip
chip-red-flipped = turned red chip

list-and = { $first } and { $last }

ruling-legal = OK.
ruling-illegal = Not allowed.
ruling-loss = The match is lost.
ruling-win = The match is won.
ruling-dropped = That changes nothing.

dispute-open = Not allowed yet: { THE($card) } { ON($zone) }. Take it back, correct or accept it.
nothing-to-take-back = No card of this turn to take back { FROM($zone) }: played cards stay.
other-card-on-top = { START(THE($top)) } lies on top { ON($zone) }: take that one back first, or correct it.
turn-is-over = Too late to take back { $seat_name }’s { $card }: correct it or undo it.
say-instead = { $correct } or { $undo }.
duty-certain-loss = Impossible now: the match will be lost.

position-ready = Ready: { $seat_name } to move.

game-the_game = The Game
game-extreme = The Game Extreme
game-quick_easy = Quick & Easy
game-face_to_face = Face to Face
game-sequence = Sequence

player = Player { $seat }
player-within = player { $number }
    .article = name

list-or = { $first } or { $last }
fits-nothing = nothing now
fits-any = anything
fits-above = above { $value }
fits-below = below { $value }
fits-exactly = exactly { $value }
fits-colour = any { $value }

table-none = No camera: enter plays by hand
table-waking = The camera is starting: looking for the table
learning-title = Learning the cards of { $title }
learning-text = Learning this deck: { $left }. Only this once; no card is read until then.
learning-just-begun = about a minute
learning-seconds = { $count } s
learning-minutes = { $count ->
    [one] about a minute
   *[other] about { $count } minutes
}
table-still = The table is being watched
table-moving = Hands over the table
table-lost = The table cannot be seen
table-camera = The camera gives no picture: check its cable
table-anew = The camera is gone: starting again in a few seconds, nothing is lost
table-phone = No phone gives its camera: open /camera on the phone above the table
table-pause = Paused: show the pause card again to go on
table-mat = The mat is out of sight: clear its corner marks, straighten the camera or wipe its lens
piles-right = Do these piles rise and fall as shown above?
piles-right-names = Are these piles named as shown above?
piles-named = Your piles, with their names.
draw-missing = Draw pile not found. Show it, and turns end when someone draws.
bare-directions = I see { $count ->
    [1] one direction card
    [2] two direction cards
    [3] three direction cards
    [4] four direction cards
   *[other] { $count } direction cards
}. { $laid ->
    [0] Lay the first card.
   *[other] Play on.
}
bare-directions-missing = I see { $count ->
    [1] one direction card
    [2] two direction cards
    [3] three direction cards
   *[other] { $count } direction cards
}; { $missing ->
    [1] lay one more
    [2] lay two more
    [3] lay three more
   *[other] lay { $missing } more
}.
bare-no-directions = I see no direction cards. { $laid ->
    [0] Lay the first card.
   *[other] Play on.
}
board-naming = I see your board, but cannot read its cards. Tap a space, and say its card.
board-naming-more = That card fits more than one way. Name one more space.
bare-board-named = Thank you. I look for your board.
bare-some-known = I know { $known } of { $count } piles, the others by their first card.
bare-known-again = I have lost your piles. Hands off, and let me see two of the cards on top.
bare-no-draw = I do not see the draw pile yet. Lay it in view.
asked-pile = Which pile is this { $card } on?
asked-pile-unread = Which pile is this card on?
asked-pile-none = No pile: it was not played
table-piles = No piles found yet: lay out the direction cards, hands off the table
table-grid = Board not found: lay it flat and empty in view, hands off, draw pile beside it
table-order = Unknown board order: tap each play here
table-order-read = New board order learned: start the match again
table-board = Board not found: lay it on its zone, or learn it with `companion enrol-board`
table-dark = It is too dark to see the table
table-unclear = The camera sees badly: free its lens, look whether it slipped. You will be asked what changes meanwhile
unclear-glare = A lamp shines { ON($zone) }: move the lamp or the card. You will be asked what changes meanwhile
unclear-blurred = Blurred { ON($zone) }: wipe the lens. You will be asked what changes meanwhile
unclear-covered = Something hides { THE($zone) }: take it away. You will be asked what changes meanwhile
unclear-outside = The picture cuts off { THE($zone) }: turn the camera. You will be asked what changes meanwhile
hindered-hands = A hand stays over the cards: lift it for a moment, so that they can be read
hindered-colours = The camera keeps changing its colours. Cards are still read
unclear-board-glare = A lamp shines on a part of the board: move the lamp or the camera. You will be asked what changes meanwhile
unclear-board-blurred = A part of the board is blurred: wipe the lens. You will be asked what changes meanwhile
unclear-board-covered = Something hides a part of the board: take it away. You will be asked what changes meanwhile
unclear-board-outside = The picture cuts off a part of the board: turn the camera. You will be asked what changes meanwhile
table-fault = Watching failed; starting again
fault-lamps = A lamp or the buzzer fails: try them in the menu under “Is all well?”
disk-copy = The second copy of the match cannot be written: look at the disk
disk-reserve = The disk is full or failing: the match goes on for this evening, make room soon
disk-memory = The disk cannot be written: without power this match is lost. Make room
disk-refused = The disk is full or failing: nothing is saved. Make room and it goes on by itself
table-bumped = The table or the camera was pushed, and is measured again. Did a card or chip slide?

log-played = { $name }: { $face } { ON($zone) }
log-turn-ended = { $name } ends the turn
log-turn-inferred = { $name } had ended the turn, as the next plays show
log-missed = { $text }, as the next plays show
log-colours = Colours: { $colours }
colour-name =
    { $colour ->
        [blue] blue
        [green] green
        [red] red
        [silver] silver
        [gold] gold
       *[any] still open
    }
another-player = Another player
log-taken-back = { $name } takes a card back { FROM($zone) }
log-lifted = { $name } lifts a card { FROM($zone) }
log-claimed = { $name }: { $claim }
log-claimed-card = { $name }: { $claim } { $face }, { $zone }

claim-set_up = chooses colours
claim-stuck = stuck
claim-leave = leaves the match
claim-assess = position checked
claim-say = something was said
claim-setup_check = set-up checked
claim-draw = draws

option-on_fire = On Fire
option-pro = Professional (three cards a turn)
option-pro_small_hand = One card fewer in hand
option-lenient = Broken commands may be taken back
option-onepile_midturn = Strict “one pile”
option-expert = Expert
option-advanced = Advanced (finished sequences can be broken)
option-teams = Teams
option-teams-0 = As usual
option-teams-2 = Two teams
option-teams-3 = Three teams
option-commands = Table of commands
option-layout = Board layout

cue-off = Dark
cue-accepted = Allowed
cue-foul = Foul: not allowed
cue-deadline = Due this turn
cue-ask = Which card is this?
cue-out_of_step = Table and match differ
cue-won = Won
cue-lost = Lost

asked-card = Not sure which card this is. Tap the right one.
asked-under = Another card covered it too soon. Tap the one underneath.
asked-under-unread = A card underneath cannot be read. Tap it, or say there is none.
asked-guess = I saw the chip, not its card: it counts as the { $card }. Tap the card that was played.
asked-none = Nothing was played
asked-none-under = There is none
asked-none-beneath = Nothing lay there
asked-under-title = { $zone }, under the { $card }
ask-turn = Has { $seat_name } ended the turn?
ask-turn-yes = Yes, it had ended
ask-turn-no = No, it goes on
turn-put-in = { START(THE($seat_name)) } had ended the turn.

# A card from the hand of a player whose turn it is not, and it is not known which.
another-hand = It is { $to_move_name }’s turn, but somebody else played this.
asked-command = I can only read the number. Which command is on { $card }? It will be remembered.


log-unknown = Something this version cannot show

# What stands on the control cards.
control-end_turn = End of turn
control-undo = Undo
control-stuck = Stuck
control-pause = Pause
control-new_match = New match
control-player = Player { $number }

# The lamps as lines of text: colour, blink, and what it means.
light-off = All lamps off
light-buzzer = The buzzer sounds
light-trial = white, flashing: a try
light-accepted = green: allowed
light-foul = red, flashing fast: not allowed
light-deadline = amber, two flashes: due this turn
light-ask = amber, slow: which card is this?
light-out_of_step = amber, long: table and match differ
light-won = green, three flashes: won
light-lost = red, slow flashes: lost
