# La pagina per il telefono. I testi che dipendono da un numero finiscono in -one e -other.

dashboard-title = Table Companion
dashboard-menu = Menu
dashboard-close = Chiudi
dashboard-cancel = Annulla
dashboard-language = Lingua
dashboard-own-name = Italiano
dashboard-reconnecting = Riconnessione…
dashboard-no-answer = Il companion non risponde. Riprova tra un momento.
dashboard-player = Giocatore { $seat }

dashboard-welcome = Quando vuoi, si gioca
dashboard-welcome-text = Disponi le carte direzione, dai le carte e inizia qui. Al resto pensa la telecamera.
dashboard-new-match = Nuova partita
dashboard-another-game = Un altro gioco
dashboard-no-games = Nessun gioco è ancora pronto.
dashboard-game = Gioco
dashboard-players = Giocatori
dashboard-players-range = da { $from } a { $to } giocatori
dashboard-players-exactly-one = { $count } giocatore
dashboard-players-exactly-other = { $count } giocatori
dashboard-fewer = Un giocatore in meno
dashboard-more = Un giocatore in più
dashboard-options = Varianti
dashboard-names = Nomi (facoltativi)
dashboard-name-of = Nome del giocatore { $seat }
dashboard-start = Inizia la partita

dashboard-turn-number = Turno { $number }
dashboard-to-play = Gioca { $name }
dashboard-laid-one = { $count } carta giocata
dashboard-laid-other = { $count } carte giocate
dashboard-still-one = Ne manca { $count }
dashboard-still-other = Ne mancano { $count }
dashboard-may-end = Il turno può finire
dashboard-in-deck = { $count } nel mazzo
dashboard-in-hand-one = { $count } carta in mano
dashboard-in-hand-other = { $count } carte in mano

dashboard-won = Vittoria!
dashboard-lost = Peccato!
dashboard-wins = Vittoria: { $names }
dashboard-drawn = Pareggio
dashboard-left-one = carta rimasta
dashboard-left-other = carte rimaste
dashboard-rating-perfect = Perfetto
dashboard-rating-excellent = Ottimo risultato
dashboard-rating-plain = Andrà meglio la prossima volta

dashboard-verdict-legal = Va bene.
dashboard-verdict-illegal = Non vale.
dashboard-verdict-loss = Persa.
dashboard-verdict-win = Vinta.
dashboard-verdict-note = A proposito.

dashboard-does-not-stand = Questa non vale
dashboard-another-card = Era un’altra carta

dashboard-not-sure = Non so che carta è. Tocca quella giusta.
dashboard-other-card = Un’altra carta
dashboard-crop = Quello che vede la telecamera in quel punto

dashboard-board-naming-title = Il tuo tabellone
dashboard-board-name = Mostra il tabellone
dashboard-board-picture = Il tuo tabellone dall’alto
dashboard-board-space = Casella { $number }
dashboard-board-which-card = Quale carta vi è stampata?
dashboard-piles-title = I mucchietti
dashboard-piles-right = Giusto
dashboard-piles-wrong = Altri nomi
dashboard-piles-which = Trascina il nome sbagliato sul suo mucchietto, oppure toccalo.
dashboard-piles-with = Ora tocca il nome con cui scambiarlo.
dashboard-piles-kinds = Quali mucchietti salgono?
dashboard-piles-which-is = Quale mucchietto è quale?
dashboard-piles-pictures = Tocca il disegno giusto, o dillo mucchietto per mucchietto.
dashboard-piles-up = Crescente
dashboard-piles-down = Decrescente
dashboard-piles-done = È giusto così
dashboard-piles-names = Nomi nella foto
dashboard-piles-card = La carta su questo mucchietto
dashboard-pile-other = Un altro mucchietto
dashboard-bare-title = Il tavolo
dashboard-draw-title = Mazzo di pesca
dashboard-draw-show = Mostralo
dashboard-draw-without = Si va avanti senza
dashboard-draw-where = Tocca nella foto il punto in cui sta: { $pile }.
dashboard-draw-keys = Anche le frecce spostano un segno; Invio lo posa.
dashboard-draw-mark = Sposta il segno con le frecce. Invio: { $pile } sta lì.
dashboard-out-of-step = Tavolo e partita sono diversi
dashboard-expected = Partita
dashboard-seen = Tavolo
dashboard-trust-table = Ha ragione il tavolo
dashboard-trust-table-means = Le carte sono giuste: si va avanti da qui.
dashboard-trust-game = Ha ragione la partita
dashboard-trust-game-means = Rimettiamo le carte com’erano.

dashboard-this-turn = In questo turno
dashboard-too-late = Troppo tardi

dashboard-piles = Mucchietti
dashboard-state-foul = Non vale
dashboard-state-ask = Che carta è?
dashboard-state-due-now = Da coprire ora
dashboard-state-due-one = Entro { $count } turno
dashboard-state-due-other = Entro { $count } turni
dashboard-state-out-of-step = Diverso
dashboard-bottom-to-top = Dal basso verso l’alto
dashboard-empty-pile = Qui non c’è ancora nessuna carta.
dashboard-enter-what-lies = Indica la carta sul tavolo
dashboard-laid-on-it = Sopra c’è un’altra carta

dashboard-lamps = Luci
dashboard-buzzer-on = Il cicalino suona
dashboard-buzzer-off = Cicalino muto
dashboard-lamp-off = Spenta
dashboard-lamp-green = Verde
dashboard-lamp-amber = Ambra
dashboard-lamp-red = Rossa
dashboard-lamp-white = Bianca

dashboard-log = Mosse
dashboard-undone = Annullata
dashboard-entry-title = Correggi questa mossa
dashboard-never-happened = Non è mai successo
dashboard-nothing-played = Nessuna carta giocata
dashboard-another-player = Era un altro giocatore
dashboard-asks-title = È proprio così?
dashboard-asks-yes = Sì, cambia
dashboard-asks-no = No, lascia così
dashboard-undo-amendment = Annulla questo
dashboard-missed-card = Prima di questa manca una carta
dashboard-missed-chip = Prima di questa manca un gettone
dashboard-missed-end = Il turno era già finito prima
dashboard-which-pile = Su quale mucchietto?

dashboard-leaves = Qualcuno lascia la partita: si salta il suo turno, la sua mano esce dal gioco
dashboard-set-up = Correggi la preparazione
dashboard-put-right-text = La partita continua. Ciò che è sul tavolo resta com’è.
dashboard-who-began = Chi ha cominciato
dashboard-put-right = Correggi

dashboard-undo = Annulla
dashboard-undo-takes = Si annulla: { $what }
dashboard-the-correction = correzione «{ $text }»
dashboard-stuck = Bloccati
dashboard-stuck-means = Chi è di turno non riesce a giocare abbastanza carte. La partita finisce qui.
dashboard-stuck-passes = Chi è di turno non può giocare né cambiare nessuna carta. Il turno passa.
dashboard-say = Dichiara…
dashboard-end-turn = Fine turno

dashboard-groups = Gruppi di carte
dashboard-variants = Quale di queste
dashboard-nothing-there = Lì non c’è niente
dashboard-silver = Argento
dashboard-gold = Oro
dashboard-chips = Gettoni
dashboard-other-faces = Altro

dashboard-board = Tabellone
dashboard-team-blue = Blu
dashboard-team-green = Verde
dashboard-team-red = Rosso
dashboard-colours = Colori
dashboard-colours-means = Se restano liberi, il colore lo sceglie il primo gettone o la prima carta.
dashboard-colours-any = Libero
dashboard-colours-open = Il primo gettone dà il colore

dashboard-see-table = Guarda il tavolo
dashboard-no-picture = Non c’è ancora un’immagine del tavolo.
dashboard-table-title = Quello che vede la telecamera
dashboard-back = Indietro

dashboard-actions = Che cosa fare
dashboard-not-live = Non in diretta
dashboard-not-live-text = Il companion non risponde: il tavolo è com’era. Si riprende da soli.
dashboard-any-card = Qualsiasi altra carta
dashboard-another-pile = È su un altro mucchietto
dashboard-in-force = Comandi in vigore
dashboard-or = o { $words }
dashboard-room-one = spazio: { $count }
dashboard-room-other = spazio: { $count }
dashboard-more-words-one = Ancora { $count } messaggio
dashboard-more-words-other = Ancora { $count } messaggi
dashboard-all-words = Tutti i messaggi
dashboard-the-rule = Regola { $id }
dashboard-in-turns-one = Fra { $count } turno
dashboard-in-turns-other = Fra { $count } turni
dashboard-put-right-title = Corretto
dashboard-blind-title = Il tavolo non si vede
dashboard-trouble = Il companion ha bisogno di aiuto
dashboard-which-card-on = Che carta è? { $place }
dashboard-places-differ-one = { $count } posto è diverso: è segnato sul tavolo.
dashboard-places-differ-other = { $count } posti sono diversi: sono segnati. Carte della partita di prima? Toglile.
dashboard-differs = partita: { $expected }, tavolo: { $seen }
dashboard-twins-title = Una carta c’è due volte
dashboard-the-later = La seconda
dashboard-the-earlier = La prima
dashboard-counted-title = È finita?
dashboard-misread-title = Una carta è stata letta male
dashboard-found-title = Era finita allora?
dashboard-new-plays-one = { $count } mossa nuova
dashboard-new-plays-other = { $count } mosse nuove
dashboard-no-plays = Non si è ancora giocato niente.
dashboard-corner = angolo
dashboard-space-upper = casella in alto
dashboard-space-lower = casella in basso
dashboard-space-left = casella a sinistra
dashboard-space-right = casella a destra
dashboard-lies-there = Che cosa c’è lì?
dashboard-aloud-on = Leggi ad alta voce
dashboard-aloud-off = Non leggere più ad alta voce
dashboard-large-print = A caratteri grandi, per la TV
dashboard-small-print = Grandezza normale
dashboard-notices = Il companion è ripartito
dashboard-notices-read = Ho letto
dashboard-way-up = Crescente
dashboard-way-down = Decrescente

dashboard-only-watches = Questo telefono guarda soltanto.
dashboard-referee-decides = Lo decide il telefono dell’arbitro.
dashboard-what-happened = Che cosa è successo

dashboard-who-sits-where = Chi siede dove
dashboard-places-text = Trascina ogni nome al suo lato. I nomi tratteggiati li suppone la telecamera.
dashboard-places-shown = I nomi tratteggiati li suppone la telecamera. Il telefono dell’arbitro può spostarli.
dashboard-places-unknown = Non ancora visti
dashboard-place-learned = { $side }, come ha visto la telecamera
dashboard-places-shared = Stesso posto: { $names }. La telecamera non distingue le loro mani.
dashboard-places-save = Siedono tutti così
dashboard-sits = Posto di { $name }
dashboard-place-on = Un po’ in senso orario
dashboard-place-back = Un po’ in senso antiorario
dashboard-place-learn = Lascia che lo scopra la telecamera
dashboard-side-left = sinistra
dashboard-side-far = fondo
dashboard-side-right = destra
dashboard-side-near = vicino
dashboard-large-board = Il tabellone ingrandito

dashboard-matches = Partite
dashboard-matches-wait = Le cerco…
dashboard-matches-none = Qui non si è ancora giocato.
dashboard-match-on-table = È sul tavolo ora
dashboard-match-resume = Riprendila
dashboard-match-look = Rivedila
dashboard-new-match-leaves = { $title } è al turno { $turn }. Resta tra le «Partite»; Annulla ci torna.
dashboard-undo-new-match = Annulla torna a: { $what }
dashboard-who-begins = Chi comincia
dashboard-names-known = Hanno giocato di recente

dashboard-check-table = Confronta tavolo e partita
dashboard-check-fine = Tavolo e partita concordano.
dashboard-check-differs-one = { $count } posto è diverso: è segnato.
dashboard-check-differs-other = { $count } posti sono diversi: sono segnati.
dashboard-health-title = Tutto a posto?
dashboard-health-again = Guarda di nuovo
dashboard-try-lamps = Prova luci e cicalino
dashboard-sound-on = Accendi il suono
dashboard-sound-off = Spegni il suono

# What is said where a page or a request cannot be had.
dashboard-not-that-kind = Questo indirizzo non accetta questo tipo di richiesta.
dashboard-body-too-large = La richiesta supera { $kilobytes } kB.
dashboard-stumbled = Qualcosa è andato storto. Riprova; il registro del companion dice perché.
dashboard-unknown-name = Nome sconosciuto. Apri { $address }, o aggiungilo in [web] names di companion.toml.
dashboard-other-site = Le richieste da altri siti sono rifiutate: apri la pagina del companion.
dashboard-figures-here = Le metriche sono solo per questa macchina: metrics = "network" in companion.toml.
dashboard-figures-off = Qui non ci sono metriche: companion.toml dice metrics = "off".
dashboard-no-phone-camera = Questo companion non prende immagini dai telefoni.
dashboard-camera-no-jpeg = Manda un’immagine, con Content-Type: image/jpeg.
dashboard-camera-too-large = Un’immagine può avere al massimo { $kilobytes } kB.
dashboard-camera-not-chosen = Guarda un’altra telecamera. Scegli prima «La fotocamera di un telefono».

# Il menu, i suoni, la fine di una partita
dashboard-menu-match = La partita
dashboard-menu-table = Il tavolo
dashboard-menu-phone = Questo telefono
dashboard-sounds-on = Attiva i suoni
dashboard-sounds-off = Togli i suoni
dashboard-screen-sleeps = Lo schermo si spegne come dice il telefono: allunga lì il tempo, o usa https.
dashboard-share = Condividi
dashboard-console = La prossima volta andrà meglio.
dashboard-console-close = C’eravate quasi! Bella partita.
