# The guided set-up: what each step says. $face and $zone arrive in words.
setup-camera = Camera
setup-camera-text = Hang the camera above the middle of the table, where it sees the whole mat and nobody’s head, 50 to 75 cm above it.
setup-camera-asks = Which camera watches?
setup-camera-none = Plug the camera in, or choose another one here.
setup-camera-size = The camera gives { $width } x { $height } pixels.
setup-focus-sharp = The picture is sharp.
setup-focus-soft = The picture is a little soft: large cards are read, small print and codes may not be.
setup-focus-blurred = The picture is blurred.
setup-focus-advice = Wipe the lens, hold the camera still, and turn its ring (or let it focus) until the marks of the mat are crisp.
setup-light-good = The light is good.
setup-near-bottom = The near side of the mat is at the bottom of the picture: it stands upright.
setup-near-top = The near side of the mat is at the top of the picture. That is no matter to the companion.
setup-near-left = The near side of the mat is at the left of the picture. That is no matter to the companion.
setup-near-right = The near side of the mat is at the right of the picture. That is no matter to the companion.
setup-source-virtual = The drawn table, to try things out
setup-source-picamera = The Pi’s camera
setup-source-v4l2 = USB camera ({ $name })
setup-source-phone = A phone’s camera
setup-table = Table
setup-table-text = Lay the printed mat flat under the camera, or the cards on the table as it is. It may lie anywhere in the picture, and turned.
setup-table-asks = What do the cards lie on?
setup-table-mat = The printed mat
setup-table-none = No mat: the table as it is
setup-table-bare = Without a mat the piles are found as they lie.
setup-table-bare-advice = Lay the direction cards as the rulebook says, all of them in the picture, then go on. When a match begins your phone shows the piles that were found. Sequence needs its mat.
setup-table-bare-mat = The printed mat is seen, so the piles are those of the mat.
setup-deck = Deck
setup-deck-text = Lay any card on any pile and take your hand away.
setup-deck-asks = Which cards do you play with?
setup-deck-auto = Cards of the box: yours if you enrolled them, else as they are known
setup-deck-numbers = Cards with numbers, of any maker, nothing to enrol
setup-deck-standard = Ordinary playing cards, of any maker, nothing to enrol
setup-deck-practice = The practice cards that the companion prints
setup-deck-read = { START(ON($zone)) } I read { $face }.
setup-deck-right = Is that so? Then go on. If not, choose other cards, or enrol yours: companion enrol NAME --camera SOURCE --game GAME (seven minutes for a hundred cards).
setup-deck-unread = A card lies there, and I cannot read it. Choose other cards, or give it more light.
setup-deck-lay = No card lies on a pile yet.
setup-lamps = Lamps
setup-lamps-text = Each lamp is lit in turn, and you say at which pile it stands.
setup-lamps-none = No lamps are wired: the phones show what they would.
setup-lamps-which = Lamp { $number } of { $count } is lit. Which one is this?
setup-lamps-with-table = The table’s own lamp is lit with every other.
setup-lamps-table = The table’s own
setup-lamps-dark = I see no lamp lit
setup-lamps-not-lit = { $count ->
    [one] One lamp is not lit.
   *[other] { $count } lamps are not lit.
}
setup-lamps-wire = Look at its plug and at the long leg of the LED, then do it again.
setup-lamps-twice = Two lamps stand at one place: do it again.
setup-lamps-all = All { $count } lamps are known.
setup-match = Match
setup-match-text = Choose a game, say who plays, and lay the first card.
setup-match-ready = Everything is ready.
setup-match-left = Not done yet: { $steps }.
setup-match-plays = { $game } is being played.
setup-match-start = Press Start and choose the game.
setup-match-foul = A play that does not stand makes its lamp flash fast; after three seconds the buzzer sounds. Take the card back, and it is over.
setup-match-wrong = Where the companion is wrong, tap the card on a phone and say what it is, or let it stand: the game goes on either way.
setup-verdict-good = good
setup-verdict-again = do it again
setup-verdict-open = not yet

# At a start, where the camera sees otherwise than when it was set up.
setup-start-blurred = The picture is less sharp than when the table was set up: wipe the lens, look at its ring.
setup-start-darker = It is much darker than when the table was set up: switch the lamp on.
setup-start-brighter = It is much brighter than when the table was set up: does a lamp or the sun shine into the lens?
