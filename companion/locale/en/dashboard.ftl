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
dashboard-ends-match = The match that is running ends when you start another.
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
dashboard-laid-one = { $count } card laid
dashboard-laid-other = { $count } cards laid
dashboard-still-one = { $count } more to lay
dashboard-still-other = { $count } more to lay
dashboard-may-end = The turn may end
dashboard-in-deck = { $count } in the deck
dashboard-in-hand-one = { $count } card in hand
dashboard-in-hand-other = { $count } cards in hand

dashboard-won = Won!
dashboard-lost = Lost this time
dashboard-drawn = A draw
dashboard-left-one = card left
dashboard-left-other = cards left
dashboard-rating-perfect = Perfect
dashboard-rating-excellent = Excellent
dashboard-rating-plain = Well played

dashboard-verdict-legal = Fine.
dashboard-verdict-illegal = Does not stand.
dashboard-verdict-loss = Lost.
dashboard-verdict-win = Won.
dashboard-verdict-note = By the way.

dashboard-does-not-stand = This does not stand
dashboard-take-back = Take it back, and the camera will see it. Or:
dashboard-another-card = It was another card
dashboard-let-stand = Let it stand
dashboard-it-was = It was: { $words }
dashboard-it-is = It is: { $words }

dashboard-which-card = Which card is it?
dashboard-not-sure = The camera is not sure. Tap the right one.
dashboard-other-card = Another card
dashboard-ignore = Nothing was laid
dashboard-crop = What the camera sees there

dashboard-out-of-step = Table and match differ
dashboard-expected = Match
dashboard-seen = Table
dashboard-trust-table = Trust the table
dashboard-trust-table-means = The cards lie right. Go on from here.
dashboard-trust-game = Trust the match
dashboard-trust-game-means = We put the cards back as they were.
dashboard-blind = Nothing is judged until the camera sees the table again. Is something in its way?

dashboard-deadlines = Deadlines
dashboard-this-turn = This turn
dashboard-later = Next turn
dashboard-too-late = Too late

dashboard-piles = Piles
dashboard-cards-one = { $count } card
dashboard-cards-other = { $count } cards
dashboard-state-foul = Does not stand
dashboard-state-ask = Which card?
dashboard-state-due = To be covered
dashboard-state-out-of-step = Differs
dashboard-bottom-to-top = From bottom to top
dashboard-empty-pile = No card lies here yet.
dashboard-enter-what-lies = Enter what lies here
dashboard-laid-on-it = Another card was laid on it

dashboard-lamps = Lamps
dashboard-buzzer-on = Buzzer sounds
dashboard-buzzer-off = Buzzer silent
dashboard-lamp-off = Off
dashboard-lamp-green = Green
dashboard-lamp-amber = Amber
dashboard-lamp-red = Red
dashboard-lamp-white = White

dashboard-log = Plays
dashboard-show-all = Show all { $count }
dashboard-undone = undone
dashboard-entry-title = Put this right
dashboard-never-happened = This never happened
dashboard-nothing-played = Nothing was played
dashboard-another-player = It was another player
dashboard-whose-was-it = Who was it?
dashboard-undo-amendment = Undo: it was never said
dashboard-missed-card = A card was missed before this one
dashboard-missed-chip = A chip was missed before this
dashboard-missed-end = The turn had ended before this
dashboard-which-pile = On which pile?

dashboard-leaves = Somebody leaves: passed over from now on, that hand is out of the game
dashboard-set-up = Put the set-up right
dashboard-set-up-text = The match goes on. What lies on the table stays as it is.
dashboard-who-began = Who began
dashboard-put-right = Put it right

dashboard-undo = Undo
dashboard-undo-takes = Undo takes back: { $what }
dashboard-the-correction = correction “{ $text }”
dashboard-stuck = Stuck
dashboard-stuck-means = The player to move cannot lay enough cards. That ends the match.
dashboard-stuck-passes = The player to move can play no card and exchange none. That passes the turn on.
dashboard-say = Say…
dashboard-end-turn = End turn

dashboard-groups = Groups of cards
dashboard-variants = Which of these
dashboard-choose-card = Tap the card
dashboard-nothing-there = Nothing lies there
dashboard-silver = Silver
dashboard-gold = Gold
dashboard-chips = Chips
dashboard-other-faces = Other

dashboard-board = Board
dashboard-enter-chip = Enter a chip
dashboard-team-blue = Blue
dashboard-team-green = Green
dashboard-team-red = Red

dashboard-see-table = See the table
dashboard-no-picture = There is no picture of the table yet.
dashboard-table-title = What the camera sees
dashboard-back = Back

dashboard-pair-title = Join the table
dashboard-pair-text = Type the six digits that the companion shows. You do this only once on this phone.
dashboard-pair-code = Code
dashboard-pair-go = Join
dashboard-pair-wrong = That is not the code. Look again and retype it.
dashboard-pair-wait = Too many wrong codes. Wait { $minutes } min, then try again.
dashboard-notices = The companion was started again
dashboard-notices-read = I have read it
