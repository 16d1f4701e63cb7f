# Who is at the table: joining, the page of the phones.
dashboard-pair-title = Join the table
dashboard-pair-text = Type the six digits that the companion shows (companion pair), or scan its QR code. Each code lets one phone in.
dashboard-pair-text-sight = Hold this phone under the table’s camera, screen up, until the page changes.
dashboard-pair-sight-code = A code for the camera
dashboard-pair-sight-text = Or type the six digits that the companion shows (companion pair). Each code lets one phone in.
dashboard-pair-code = Code
dashboard-pair-name = Your name (if you like)
dashboard-pair-looks = I only watch
dashboard-pair-go = Join
dashboard-pair-button-text = Or press the button on the table, then:
dashboard-pair-button-go = I pressed the button
dashboard-pair-wrong = That is not the code, or another phone has used it. Look again and type the one that is shown now.
dashboard-pair-old-word = That QR code has been used or is too old. Scan the one that is shown now.
dashboard-pair-press-first = Press the button on the table first, then tap within a minute.
dashboard-pair-name-wrong = That name cannot be shown: at most 40 letters, please.
dashboard-pair-wait = Too many wrong codes. Wait { $minutes } min, or scan the QR code.
dashboard-pair-full = This table has as many phones as it can take. The referee can send one away in the menu under “Phones”; then join again.
dashboard-pair-no-cookies = This browser keeps no cookies, so the table cannot know this phone again. Allow cookies for this page, or use another browser; then join.
dashboard-phones-title = Phones
dashboard-phones-you = this phone
dashboard-phones-here = here
dashboard-phones-away = away
dashboard-phones-nameless = Phone { $id }
dashboard-phones-name = Name
dashboard-phones-role = May
dashboard-phones-remove = Send away
dashboard-phones-remove-sure = Send { $name } away? That phone has to join again.
dashboard-phones-invite = Let a phone in
dashboard-phones-invite-text = Scan this with the other phone, or open { $address } there and type { $code }.
dashboard-phones-take-over = Become the referee
dashboard-phones-take-over-text = The referee’s phone is gone.
dashboard-phones-open = Only this machine can open this page: no phone has to join.
dashboard-role-referee = Referee
dashboard-role-player = Player
dashboard-role-spectator = Spectator
dashboard-role-referee-means = corrects, begins and ends matches
dashboard-role-player-means = ends turns, answers questions, undoes
dashboard-role-spectator-means = watches
dashboard-only-referee = Only the referee’s phone may do that: “Phones” in the menu shows whose it is.
dashboard-only-player = This phone only watches. The referee can change that in the menu under “Phones”.
dashboard-phones-need-a-referee = Make another phone the referee first.
dashboard-phones-referee-is-here = The referee’s phone is here: it can hand the role on.
dashboard-phones-gone = That phone is not here any more.
dashboard-stream-full = So many phones look at this table that this one hears of a change two seconds later. Close the page on phones that nobody is looking at.
dashboard-refused = Many phones are here
phone-joined = A phone has joined. The next one joins by this code: { $code }
certificate-renewed = The certificate was renewed: phones ask once more whether they trust this page. Its SHA-256 fingerprint is { $fingerprint }
phone-copied = The phone { $name } was sent away: its cookie was used in two places. It has to join again.

# The page on which a phone gives its camera.
dashboard-camera-title = This phone as the camera
dashboard-camera-text = Lay or clamp this phone above the table, so that it sees the whole of it, and plug it in. Its screen stays on.
dashboard-camera-go = Give the camera
dashboard-camera-stop = Stop
dashboard-camera-which = Camera
dashboard-camera-insecure = Browsers give a camera only to pages that came over a secure connection (https), or that were opened on the companion’s own machine. This page came over plain http: write tls = true under [web] in companion.toml, start it again, and open the address with https.
dashboard-camera-denied = The browser was not allowed to use the camera. Allow it in the address bar or in the settings of the site, then try again.
dashboard-camera-none = No camera was found, or another app is using it.
dashboard-camera-ended = The phone has taken the camera away. Give it again.
dashboard-camera-begins = Sending the first picture …
dashboard-camera-no-answer = The companion does not answer. Is the phone in its network? It is tried again.
dashboard-camera-taken = { $name } is the camera just now. Use this phone instead?
dashboard-camera-unwanted = The companion watches with { $source }. Choose a phone as its camera in the set-up, or in companion.toml: source = "phone".
dashboard-camera-too-many = Too many pictures at once.
dashboard-camera-no-picture = That picture cannot be used: { $reason }.
dashboard-give-camera = Use this phone as the camera

# The page of the guided set-up.
dashboard-to-set-up = Set up the table
dashboard-set-up-title = Set up the table
dashboard-set-up-minutes = { $minutes } min
dashboard-set-up-done = done
dashboard-set-up-next = Good, next
dashboard-set-up-again = Do it again
dashboard-set-up-start = Start
dashboard-set-up-export = Save the set-up
dashboard-set-up-import = Take a saved one
dashboard-set-up-no-answer = The companion does not answer.
dashboard-set-up-picture = What the camera sees
dashboard-set-up-give-camera = Use this phone as the camera
dashboard-set-up-club = Choose the club
dashboard-set-up-club-title = The club
dashboard-set-up-club-referee = Only the referee’s phone chooses the club.
dashboard-set-up-club-fixed = The club is named in companion.toml or on the command line. Change it there.
dashboard-set-up-club-key = Set in companion.toml. Change it there.
dashboard-set-up-club-found = Found nearby
dashboard-set-up-club-searching = Looking nearby …
dashboard-set-up-club-nothing = Nothing found nearby. Type the address that the club gave you.
dashboard-set-up-club-broker = Address of the club, such as mqtts://club.local
dashboard-set-up-club-name = This table’s name at the club
dashboard-set-up-club-user = User, if the club asks for one
dashboard-set-up-club-password = Password at the club
dashboard-set-up-club-password-kept = A password is kept. Leave this empty to keep it.
dashboard-set-up-club-names = How players appear at the club
dashboard-set-up-club-numbers = As “Player 2”
dashboard-set-up-club-real = By name
dashboard-set-up-club-nicknames = Nicknames, one on each line: Anna = Queen
dashboard-set-up-club-ca = Certificate file of the club, if it gave you one
dashboard-set-up-club-ca-kept = A certificate is kept. Choose a file only to replace it.
dashboard-set-up-club-join = Join the club
dashboard-set-up-club-leave = Leave the club

# Addresses at which nothing is found.
dashboard-nothing-at-address = There is nothing at this address.
dashboard-no-such-match = There is no such match.
dashboard-nothing-to-set-up = There is nothing to set up here.
