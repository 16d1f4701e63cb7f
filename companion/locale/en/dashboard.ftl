# The dashboard on the phone. Texts that go by number end in -one and -other.

dashboard-title = Table Companion
dashboard-menu = Menu
dashboard-close = Close
dashboard-cancel = Cancel
dashboard-language = Language
dashboard-own-name = English
dashboard-reconnecting = Reconnecting…
dashboard-no-answer = The companion does not answer. Try again in a moment.
dashboard-player = Player { $seat }

dashboard-welcome = Ready when you are
dashboard-welcome-text = Lay out the direction cards, deal, and start the match here. The camera does the rest.
dashboard-new-match = New match
dashboard-another-game = Another game
dashboard-no-games = No game is set up yet.
dashboard-game = Game
dashboard-players = Players
dashboard-players-range = { $from } to { $to } players
dashboard-players-exactly-one = { $count } player
dashboard-players-exactly-other = { $count } players
dashboard-fewer = One player fewer
dashboard-more = One player more
dashboard-options = Options
dashboard-names = Names (optional)
dashboard-name-of = Name of player { $seat }
dashboard-start = Start the match

dashboard-turn-number = Turn { $number }
dashboard-to-play = { $name } to play
dashboard-laid-one = { $count } card played
dashboard-laid-other = { $count } cards played
dashboard-still-one = { $count } more to play
dashboard-still-other = { $count } more to play
dashboard-may-end = The turn may end
dashboard-in-deck = { $count } in the deck
dashboard-in-hand-one = { $count } card in hand
dashboard-in-hand-other = { $count } cards in hand

dashboard-won = Won!
dashboard-lost = Lost this time
dashboard-wins = { $names } won
dashboard-drawn = A draw
dashboard-left-one = card left
dashboard-left-other = cards left
dashboard-rating-perfect = Perfect
dashboard-rating-excellent = Excellent
dashboard-rating-plain = Better luck next time

dashboard-verdict-legal = OK.
dashboard-verdict-illegal = Not allowed.
dashboard-verdict-loss = Lost.
dashboard-verdict-win = Won.
dashboard-verdict-note = By the way.

dashboard-does-not-stand = Not allowed
dashboard-another-card = It was another card

dashboard-not-sure = Not sure which card this is. Tap the right one.
dashboard-other-card = Another card
dashboard-crop = What the camera sees there

dashboard-board-naming-title = Your board
dashboard-board-name = Show the board
dashboard-board-picture = Your board from above
dashboard-board-space = Space { $number }
dashboard-board-which-card = Which card is printed there?
dashboard-piles-title = Your piles
dashboard-piles-right = Right
dashboard-piles-wrong = Other names
dashboard-piles-which = Drag a wrong name onto the pile it belongs to, or tap it.
dashboard-piles-with = Now tap the name to swap it with.
dashboard-piles-kinds = Which piles ascend?
dashboard-piles-which-is = Which pile is which?
dashboard-piles-pictures = Tap the picture that is right, or say it pile by pile.
dashboard-piles-up = Ascending
dashboard-piles-down = Descending
dashboard-piles-done = That is right
dashboard-piles-names = Names in the picture
dashboard-piles-card = The card on this pile
dashboard-pile-other = Another pile
dashboard-bare-title = Your table
dashboard-draw-title = Draw pile
dashboard-draw-show = Show it
dashboard-draw-without = Go on without
dashboard-draw-where = Tap the picture where { $pile } lies.
dashboard-draw-keys = The arrow keys move a mark there too; Enter puts it down.
dashboard-draw-mark = Move the mark with the arrow keys. Enter: { $pile } lies there.
dashboard-out-of-step = Table and match differ
dashboard-expected = Match
dashboard-seen = Table
dashboard-trust-table = Trust the table
dashboard-trust-table-means = The cards lie right: go on from here.
dashboard-trust-game = Trust the match
dashboard-trust-game-means = We put the cards back as they were.

dashboard-this-turn = This turn
dashboard-too-late = Too late

dashboard-piles = Piles
dashboard-state-foul = Foul
dashboard-state-ask = Which card?
dashboard-state-due-now = Cover it now
dashboard-state-due-one = Cover: { $count } turn left
dashboard-state-due-other = Cover: { $count } turns left
dashboard-state-out-of-step = Differs
dashboard-bottom-to-top = From bottom to top
dashboard-empty-pile = No card lies here yet.
dashboard-enter-what-lies = Enter what lies here
dashboard-laid-on-it = Another card was played on it

dashboard-lamps = Lamps
dashboard-buzzer-on = Buzzer sounds
dashboard-buzzer-off = Buzzer silent
dashboard-lamp-off = Off
dashboard-lamp-green = Green
dashboard-lamp-amber = Amber
dashboard-lamp-red = Red
dashboard-lamp-white = White

dashboard-log = Plays
dashboard-undone = Undone
dashboard-entry-title = Correct this
dashboard-never-happened = This never happened
dashboard-nothing-played = Nothing was played
dashboard-another-player = It was another player
dashboard-asks-title = Are you sure?
dashboard-asks-yes = Yes, change it
dashboard-asks-no = No, leave it
dashboard-undo-amendment = Undo this
dashboard-missed-card = A card was missed before this one
dashboard-missed-chip = A chip was missed before this
dashboard-missed-end = The turn had ended before this
dashboard-which-pile = On which pile?

dashboard-leaves = Somebody leaves: skip their turns, their hand is out of the game
dashboard-set-up = Correct the set-up
dashboard-put-right-text = The match goes on. What lies on the table stays as it is.
dashboard-who-began = Who began
dashboard-put-right = Correct it

dashboard-undo = Undo
dashboard-undo-takes = Undo takes back: { $what }
dashboard-the-correction = correction “{ $text }”
dashboard-stuck = Stuck
dashboard-stuck-means = The player to move cannot play enough cards. That ends the match.
dashboard-stuck-passes = The player to move can play no card and exchange none. The turn passes.
dashboard-say = Say…
dashboard-end-turn = End turn

dashboard-groups = Groups of cards
dashboard-variants = Which of these
dashboard-nothing-there = Nothing lies there
dashboard-silver = Silver
dashboard-gold = Gold
dashboard-chips = Chips
dashboard-other-faces = Other

dashboard-board = Board
dashboard-team-blue = Blue
dashboard-team-green = Green
dashboard-team-red = Red
dashboard-colours = Colours
dashboard-colours-means = Left open, the first chip or card chooses the colour.
dashboard-colours-any = Open
dashboard-colours-open = The first chips choose the colours

dashboard-see-table = See the table
dashboard-no-picture = There is no picture of the table yet.
dashboard-table-title = What the camera sees
dashboard-back = Back

dashboard-actions = What to do
dashboard-not-live = Not live
dashboard-not-live-text = No word from the companion: this is the table as it was. It goes on by itself.
dashboard-any-card = Any other card
dashboard-another-pile = It is on another pile
dashboard-in-force = Commands in force
dashboard-or = or { $words }
dashboard-room-one = room: { $count }
dashboard-room-other = room: { $count }
dashboard-more-words-one = { $count } more message
dashboard-more-words-other = { $count } more messages
dashboard-all-words = All messages
dashboard-the-rule = Rule { $id }
dashboard-in-turns-one = In { $count } turn
dashboard-in-turns-other = In { $count } turns
dashboard-put-right-title = Corrected
dashboard-blind-title = The table cannot be seen
dashboard-trouble = The companion needs help
dashboard-which-card-on = Which card? { $place }
dashboard-places-differ-one = { $count } place differs: it is marked on the table.
dashboard-places-differ-other = { $count } places differ: they are marked. Cards of the last match? Clear them away.
dashboard-differs = match: { $expected }, table: { $seen }
dashboard-twins-title = One card lies twice
dashboard-the-later = The later one
dashboard-the-earlier = The earlier one
dashboard-counted-title = Is it over?
dashboard-misread-title = One card was misread
dashboard-found-title = Was it over then?
dashboard-new-plays-one = { $count } new play
dashboard-new-plays-other = { $count } new plays
dashboard-no-plays = Nothing has been played yet.
dashboard-corner = corner
dashboard-space-upper = upper space
dashboard-space-lower = lower space
dashboard-space-left = left space
dashboard-space-right = right space
dashboard-lies-there = What lies there?
dashboard-aloud-on = Read aloud
dashboard-aloud-off = Stop reading aloud
dashboard-large-print = Large print, for a TV
dashboard-small-print = Usual size
dashboard-notices = The companion was started again
dashboard-notices-read = I have read it
dashboard-way-up = Ascending
dashboard-way-down = Descending

dashboard-only-watches = This phone only watches.
dashboard-referee-decides = The referee’s phone decides that.
dashboard-what-happened = What happened

dashboard-who-sits-where = Who sits where
dashboard-places-text = Drag each name to its side of the mat, or tap it. Dashed names are the camera’s guess.
dashboard-places-shown = Dashed names are the camera’s guess. The referee’s phone can move the names.
dashboard-places-unknown = Not seen yet
dashboard-place-learned = { $side }, as the camera saw
dashboard-places-shared = Same place: { $names }. The camera cannot tell their hands apart.
dashboard-places-save = Everybody sits so
dashboard-sits = { $name } sits
dashboard-place-on = A little clockwise
dashboard-place-back = A little anticlockwise
dashboard-place-learn = Let the camera find out
dashboard-side-left = left
dashboard-side-far = far
dashboard-side-right = right
dashboard-side-near = near
dashboard-large-board = The board in large

dashboard-matches = Matches
dashboard-matches-wait = Looking them up…
dashboard-matches-none = Nothing has been played here yet.
dashboard-match-on-table = On the table now
dashboard-match-resume = Go on with it
dashboard-match-look = Look at it again
dashboard-new-match-leaves = { $title } is at turn { $turn }. It stays under “Matches”; Undo goes back to it.
dashboard-undo-new-match = Undo goes back to: { $what }
dashboard-who-begins = Who begins
dashboard-names-known = Played lately

dashboard-check-table = Table and match compared
dashboard-check-fine = Table and match agree.
dashboard-check-differs-one = { $count } place differs: it is marked.
dashboard-check-differs-other = { $count } places differ: they are marked.
dashboard-health-title = Is all well?
dashboard-health-again = Look again
dashboard-try-lamps = Try lamps and buzzer
dashboard-sound-on = Sound on
dashboard-sound-off = Sound off

# What is said where a page or a request cannot be had.
dashboard-not-that-kind = This address does not take that kind of request.
dashboard-body-too-large = The body is larger than { $kilobytes } kB.
dashboard-stumbled = That went wrong. Try again; the companion’s log says why.
dashboard-unknown-name = Unknown name. Open { $address }, or add the name under [web] names in companion.toml.
dashboard-other-site = Requests from other sites are refused: open the companion’s own page.
dashboard-figures-here = Metrics are for this machine only: set metrics = "network" in companion.toml.
dashboard-figures-off = There are no metrics here: companion.toml says metrics = "off".
dashboard-no-phone-camera = This companion takes no pictures from phones.
dashboard-camera-no-jpeg = Send a picture, with Content-Type: image/jpeg.
dashboard-camera-too-large = A picture may have at most { $kilobytes } kB.
dashboard-camera-not-chosen = Another camera is watching. Choose “A phone’s camera” in the set-up first.

# The menu, sounds, the end of a match
dashboard-menu-match = The match
dashboard-menu-table = The table
dashboard-menu-phone = This phone
dashboard-sounds-on = Sounds on
dashboard-sounds-off = Sounds off
dashboard-screen-sleeps = The phone’s setting turns the screen off: lengthen it there, or use https.
dashboard-share = Share
dashboard-console = Next time it will go better.
dashboard-console-close = So close! A fine match.
