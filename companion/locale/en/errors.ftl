# What is said to whoever asks for something that cannot be. `InputError.of("no-pile", ...)` is the text error-no-pile.
# $where, $given, $known and $example stand as a program writes them; $card, $face and $zone arrive in words.

# A match that cannot begin
error-no-game = There is no game { $given }; there are { $known }.
error-wrong-players =
    { $low ->
        [1] This game is for 1 to { $high } players.
       *[other] This game is for { $low } to { $high } players.
    }
error-only-players = This game is for { $count } players.
error-sequence-players = Sequence is for { $known } players.
error-wrong-teams = With { $players } players these numbers of teams are possible: { $known }.
error-object-needed = { $where }: a JSON object is needed, such as { $example }.
error-no-option = This game has no option { $given }; it has { $known }.
error-no-options = This game has no options, so { $given } cannot be chosen.
error-switch-needed = { $where }: true or false is needed.
error-one-of = { $where }: one of { $known } is needed.
error-option-needs = “{ $option }” goes only with “{ $needed_option }”: choose that too, or neither.
error-no-such-command = { $where }: { $given } is no card with a command; a number from 2 to 99 and one of { $known } are needed.
error-unknown-key = { $where }: there is no key { $given }; there are { $known }.
error-seat-needed = { $where }: a seat from 0 to { $high } is needed.
error-share-needed = { $where }: a share of the way around the mat is needed, from 0 to 1.
error-one-each = { $where }: a list with one entry for each of the { $players } players is needed.
error-cards-needed = { $where }: a list of cards is needed.
error-cards-or-count-needed = { $where }: a list of cards, or a number of cards from 0 to { $most }, is needed.
error-not-a-card-there = { $where }: { $given } is not a card that can lie there.
error-card-twice = { START(THE($card)) } stands twice in this position, and there is only one.
error-card-too-often = { START(THE($card)) } stands { $count } times in this position, and there are only two.
error-number-twice = { START(THE($card)) } and { THE($face) } cannot both be there: each number exists once.
error-command-too-often = { $count } cards of this position carry { $command }, and there are only { $most }.
error-commands-too-many = { $count } cards of this position carry a command, and there are only { $most }.
error-hand-too-large =
    { $most ->
        [one] { $where }: { $count } cards; a hand has one card at most here.
       *[other] { $where }: { $count } cards; a hand has { $most } cards at most here.
    }
error-too-many-cards = The position has { $count } cards, and the game has { $most }.
error-too-many-cards-at = { $where }: the game has { $most } cards in all.
error-deck-too-large = { $where }: only { $most } cards are left for the draw pile.
error-pile-twice = { $where }: { $given } is given twice.
error-layout-needed = layout: { $count } lines of text are needed, such as { $example }.
error-layout-rows = The layout has { $count } rows; a board has { $right }.
error-layout-row = Row { $row } of the layout has { $count } spaces; a row has { $right }.
error-layout-corner = Row { $row } of the layout, space { $column }: { $given } stands in the four corners and nowhere else.
error-layout-card = Row { $row } of the layout, space { $column }: { $given } is no card of the board, such as 2S or TD.
error-layout-count = The layout shows { THE($card) } { $count } times; every card but the jacks stands on the board twice.
error-chip-on-corner = { $where }: a corner holds no chip.
error-space-twice = { $where }: { $given } is named twice.
error-chips-too-many = { $where }: a team has { $most } chips.
error-no-team = { $where }: there is no team { $given }; there are 0 to { $high }.
error-space-needed = { $where }: a space is [row, column], each from 0 to { $high }.
error-spaces-too-many = { $where }: the board has { $most } spaces.
error-no-straight-line = { $where }: five chips of the team in a straight line are needed; corners count.
error-lines-share = { $where }: two sequences share one space at most.
error-two-winners = Two teams have the sequences that win, but a match ends with the first.

# Plays and claims
error-example-needed = { $where } is needed, such as { $example }.
error-no-pile = There is no pile { $given }; there are { $known }.
error-no-zone = There is no place { $given }; there are { $known }.
error-no-space = There is no space { $given }; there are r0c0 to r9c9.
error-no-seat = There is no seat { $given }; there are 0 to { $high }.
error-no-card = { $given } is no card of this match; cards are written such as { $known }.
error-colours-needed = { $where }: a list of { $count } colours, one for each, is needed, out of { $known }.
error-no-colour = { $given } is no colour of this game; there are { $known }.
error-colour-twice = { $where }: two cannot have the same colour.
error-no-chip = { $given } is no chip of this match; there are { $known }.
error-no-claim = There is no claim { $given } in this game; there are { $known }.
error-no-kind-said = There is no kind { $given } of saying something; there are { $known }.
error-no-details = This claim has no details.
error-only-details = This claim has the details { $known } only.
error-setup-check = A setup check has whole numbers only, such as { $example }.
error-setup-check-keys = A setup check has { $known } only.
error-setup-check-seats = A setup check names the team of each seat, such as [0, 1, 0, 1].
error-penalty-cards =
    { $count ->
        [one] One card is needed: only one of the team still holds any.
       *[other] { $count } cards are needed, one from each of the team who still holds any.
    }

# At the table
error-match-goes-on = A match is being played: a card does not end it. Start the next one on a phone.
error-no-such-player = There is no player { $given }: this match has { $players }.
error-no-match = No match is being played: start one first.
error-nothing-to-undo = There is nothing to undo.
error-undone-already = That is already undone.
error-not-in-log = Too late: play has moved on. Look again.
error-no-card-there = No card was played there, so none can be corrected.
error-over-already = That was corrected long ago; it is closed.
error-nothing-in-dispute = Nothing is open there any more.
error-question-closed = That question is no longer open.
error-answered-already = Somebody else was quicker: that question is answered.
error-face-unknown = { $given } is no card of this game.
error-already-so = It is so already.
error-names-too-many = There are more names than players.
error-fixed-game = Another game is another match: start it as a new one.
error-fixed-players = Cards have been played, so the number of players stays: a player who goes can leave.
error-fixed-variant = Cards have been played by the old rules: start the match again to change them.
error-begins-with-start = A match begins with its start.
error-place-unknown = There is no place { $given } in this match.
error-seat-unknown = There is no player { $number } in this match.
error-claim-unknown = “{ $given }” cannot be said in this game.
error-claim-key = “{ $given }” takes no “{ $name }”.
error-claim-needs = “{ $given }” needs a “{ $name }”.
error-claim-value = “{ $given }” cannot use what was given as “{ $name }”.
error-name-long = A name has at most { $most } letters.
error-name-sign = A name has a sign that cannot be shown: { $name }

# Lines of text
error-position-first = The first line is a position, such as { $example }.
error-line-too-long = The line is longer than { $most } characters.
error-line-not-object = The line is not a JSON object.
error-whole-number-needed = { $where }: a whole number is needed.
error-event-kinds = An event has exactly one of { $known }, and besides them an optional player.
error-true-needed = { $where } is true or absent.
error-no-event = There is no event { $given }.
error-event-undone = Event { $given } is already undone.
error-event-over = Event { $given } was refused; it is closed.
error-event-laid-no-card = Event { $given } played no card.
error-not-lost = The match is not lost: there is nothing to play on from.
error-left-already = { START(THE($seat_name)) } has left already.
error-last-cannot-leave = Somebody has to stay: start the match anew instead.
error-last-of-team-cannot-leave = Nobody else of that team is left: start the match anew instead.
error-two-cannot-part = This game is for two: without one of them the match is over.

# The disk.
error-disk-full = The disk is full, so this was not written down. Make room, then say it again; what was written already is safe.
error-clips-full = There is no room for another replay: let some go that are kept, or make room on the disk.
error-disk-readonly = The disk can only be read, so this was not written down. Make it writable, then say it again; what was written already is safe.
error-disk-fails = The disk did not take this, so it was not written down. Look whether it is full or failing, then say it again; what was written already is safe.

# Piles found without a mat
error-board-not-asked = The board was looked at anew. Look at its new picture.
error-board-card-elsewhere = { START(THE($card)) } is not printed there on the board of this match. Tap the right space, or another one.
error-piles-unknown = Name two of the piles that were found on the table.
error-draw-unknown = Name a draw pile of this table and where it lies, as two shares of the picture.
error-match-here = This match is on the table already.
error-match-unreadable = Match { $match } cannot be taken up: it is not stored, or this version cannot read it.
error-match-too-old = Match { $match } was corrected with the first version and can no longer be shown. Its entries stay in the journal: companion export { $match }

# The set-up, and profiles that come from elsewhere.
error-set-up-no-choice = { $given } cannot be chosen here.
error-set-up-too-few-cards = At least two cards are needed: stop, and begin again.
error-set-up-not-good = This step is not good yet: it says what to do.
error-profile-no-json = That is no saved set-up: it is not JSON.
error-profile-other = That is no saved set-up of this version.
error-profile-key = That set-up is damaged at { $given }.
error-profile-source = That set-up watches with { $given }, which this version does not know.
error-profile-deck = That set-up plays with the deck { $given }, which is not here: enrol it first.
error-profile-unwritable = The set-up cannot be kept: { $reason }.

# The club that is chosen at the set-up
error-club-address = “{ $given }” is no address of a broker. Write it as mqtts://club.local
error-club-name = “{ $given }” is no name. Use 1 to { $most } letters.
error-club-nickname = “{ $given }”: write each nickname on a line of its own, as Anna = Queen.
error-club-nicknames = At most { $most } nicknames.
error-club-no-answer = { $given } does not answer. Check the address, and whether the club is switched on.
error-club-refused = { $given } does not let this table in. Check user and password.
error-club-not-trusted = The certificate of { $given } is not trusted. Choose the certificate file of your club below.
error-club-no-certificate = That file is no certificate. Ask the club for its ca.crt.
error-club-fixed = The club is named in companion.toml or on the command line. Change it there.
error-club-missing = A club needs { $module }. Type: sudo systemd/install, or pip install table-companion[club]
