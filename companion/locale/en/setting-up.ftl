# The guided set-up: what each step says. $face and $zone arrive in words.
setup-camera = Camera
setup-camera-text = Hang the camera above the middle of the table, where it sees the whole mat and nobody’s head, 50 to 75 cm above it.
setup-camera-asks = Which camera watches?
setup-camera-opens = The camera is being opened.
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
setup-table-bare-advice = Lay the direction cards as the rulebook says, all of them in the picture, or the board of Sequence, then go on. When a match begins your phone shows the piles that were found.
setup-table-bare-mat = The printed mat is seen, so the piles are those of the mat.
setup-deck = Deck
setup-deck-text = Lay any card on any pile and take your hand away.
setup-deck-asks = Which cards do you play with?
setup-deck-auto = Cards of the box: yours if you enrolled them, else as they are known
setup-deck-numbers = Cards with numbers, of any maker, nothing to enrol
setup-deck-standard = Ordinary playing cards, of any maker, nothing to enrol
setup-deck-practice = The practice cards that the companion prints
setup-deck-read = { START(ON($zone)) } I read { $face }.
setup-deck-right = Is that so? Then go on. If not, choose other cards, or enrol yours.
setup-deck-unread = A card lies there, and I cannot read it. Choose other cards, or give it more light.
setup-deck-lay = No card lies on a pile yet.
setup-enrol-offer = Enrol my own cards (seven minutes for a hundred)
setup-enrol-which = Which game do your cards belong to?
setup-enrol-leave = Not today
setup-enrol-lay = Lay this card:
setup-enrol-how = Alone under the camera, straight, and take your hand away. It is taken as soon as it lies still; lay the next one on top of it. What was taken is kept, so you may go on another day.
setup-enrol-on-mat = { START(ON($zone)) }, straight, and take your hand away. It is taken as soon as it lies still; lay the next one on top of it. What was taken is kept, so you may go on another day.
setup-enrol-count = { $done } of { $count } cards are taken.
setup-enrol-left = { $minutes ->
    [0] That is nearly all.
    [one] About one minute more.
   *[other] About { $minutes } minutes more.
}
setup-enrol-back = The last one was the wrong card
setup-enrol-skip = I do not have this card
setup-enrol-stop = Stop for today
setup-enrol-learning = { $count } cards are being learned: a minute or two. The page goes on by itself.
setup-enrolling-good = { START($seen) } is taken. Lay this one now:
setup-enrolling-again = Once more, please: { $reason ->
    [several] I see several cards. Leave only one in the picture.
    [blurred] the picture is blurred. Hold the table and the camera still.
    [small] the card is too small. Bring the camera nearer.
    [dark] it is too dark. Switch on a lamp.
    [same] it looks like { THE($seen) }, which you have shown already. If it is this one, lay it once more.
   *[other] I cannot see where the card ends. Lay it alone, straight, and take your hand away.
}
setup-enrolling-forgotten = { START($seen) } is forgotten. Lay this one now:
setup-enrolling-skipped = { START($seen) } is left out. Lay this one now:
setup-lens = Lens
setup-lens-text = A lens that sees wide bends straight lines, and piles seem to lie beside where they are. A printed sheet tells by how much; then it is put right in every picture.
setup-lens-offer = Straighten a lens that sees wide
setup-lens-begin = Show the sheet
setup-lens-leave = Leave the lens as it is
setup-lens-stop = Stop
setup-lens-how = Print it (companion print lens --out lens.pdf), glue it to something stiff, and hold it under the camera: flat, tilted a little, near and far, into every corner of the picture. Still for a moment each time.
setup-lens-bent = The lens bends the mat: its marks do not lie where they should.
setup-lens-unknown = Do straight edges look bent in the picture? Then show the sheet.
setup-lens-stays = The lens stays as it is.
setup-lens-seen = I see the sheet: hold it still.
setup-lens-not-seen = I do not see the sheet, or too little of it.
setup-lens-to-00 = Now to the upper left of the picture.
setup-lens-to-10 = Now to the top of the picture.
setup-lens-to-20 = Now to the upper right of the picture.
setup-lens-to-01 = Now to the left of the picture.
setup-lens-to-21 = Now to the right of the picture.
setup-lens-to-02 = Now to the lower left of the picture.
setup-lens-to-12 = Now to the bottom of the picture.
setup-lens-to-22 = Now to the lower right of the picture.
setup-lens-tilt = Now tilt it another way.
setup-lens-bends = This lens bends the edge of the picture by { $bend } pixels.
setup-lens-left = Once straight, { $error } pixels are left.
setup-lens-straight = This lens is straight: there is nothing to put right.
setup-lens-rough = The views of the sheet do not fit together.
printed-lens = Lens: flat, in every corner of the picture
setup-lens-rough-advice = Glue the sheet to something stiff, hold it still, and show it again.
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
setup-match-foul = A foul makes its lamp flash fast, and the buzzer sounds after three seconds. Take the card back, and it stops.
setup-match-wrong = Where the companion is wrong, tap the card on a phone and say what it is, or accept it anyway: the game goes on.
setup-verdict-good = good
setup-verdict-fair = it will do
setup-verdict-again = do it again
setup-verdict-open = not yet

# At a start, where the camera sees otherwise than when it was set up.
setup-start-blurred = The picture is less sharp than when the table was set up: wipe the lens, look at its ring.
setup-start-darker = It is much darker than when the table was set up: switch the lamp on.
setup-start-tinted = The light has another colour than when the table was set up: the camera follows it. If cards are misread, do the step “Camera” again.
setup-start-brighter = It is much brighter than when the table was set up: does a lamp or the sun shine into the lens?
