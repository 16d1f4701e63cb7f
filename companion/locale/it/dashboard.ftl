# La pagina per il telefono. I testi che dipendono da un numero finiscono in -one e -other.

dashboard-title = Table Companion
dashboard-menu = Menu
dashboard-close = Chiudi
dashboard-cancel = Annulla
dashboard-language = Lingua
dashboard-own-name = Italiano
dashboard-reconnecting = Riconnessione…
dashboard-no-answer = L’arbitro non risponde. Riprova tra un momento.
dashboard-player = Giocatore { $seat }

dashboard-welcome = Quando volete, si gioca
dashboard-welcome-text = Disponete le carte direzione, date le carte e iniziate qui la partita. Al resto pensa la telecamera.
dashboard-new-match = Nuova partita
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
dashboard-to-play = Tocca a { $name }
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

dashboard-verdict-legal = Valida.
dashboard-verdict-illegal = Non vale.
dashboard-verdict-loss = Persa.
dashboard-verdict-win = Vinta.
dashboard-verdict-note = Nota.

dashboard-does-not-stand = Questa non vale
dashboard-another-card = Era un’altra carta

dashboard-not-sure = La telecamera non è sicura. Tocca quella giusta.
dashboard-other-card = Un’altra carta
dashboard-crop = Quello che vede la telecamera in quel punto

dashboard-piles-title = I vostri mucchietti
dashboard-piles-right = Giusto
dashboard-piles-wrong = Altri nomi
dashboard-piles-which = Trascinate il nome sbagliato sul suo mucchietto, oppure toccatelo.
dashboard-piles-with = Ora toccate il nome con cui scambiarlo.
dashboard-piles-kinds = Quali mucchietti salgono?
dashboard-piles-which-is = Quale mucchietto è quale?
dashboard-piles-pictures = Toccate il disegno giusto, o ditelo mucchietto per mucchietto.
dashboard-piles-up = Crescente
dashboard-piles-down = Decrescente
dashboard-piles-done = È giusto così
dashboard-piles-names = Nomi nella foto
dashboard-piles-card = La carta su questo mucchietto
dashboard-pile-other = Un altro mucchietto
dashboard-bare-title = Il vostro tavolo
dashboard-draw-title = Mazzo di pesca
dashboard-draw-show = Mostralo
dashboard-draw-without = Si va avanti senza
dashboard-draw-where = Toccate nella foto il punto in cui sta: { $pile }.
dashboard-draw-keys = Anche le frecce spostano un segno; Invio lo posa.
dashboard-draw-mark = Spostate il segno con le frecce. Invio: { $pile } sta lì.
dashboard-out-of-step = Il tavolo è diverso
dashboard-expected = Partita
dashboard-seen = Tavolo
dashboard-trust-table = Ha ragione il tavolo
dashboard-trust-table-means = Le carte sono giuste così. Si va avanti da qui.
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
dashboard-undone = annullata
dashboard-entry-title = Sistema questa mossa
dashboard-never-happened = Non è mai successo
dashboard-nothing-played = Non è stata giocata nessuna carta
dashboard-another-player = Era un altro giocatore
dashboard-undo-amendment = Annulla: come non detto
dashboard-missed-card = Prima di questa manca una carta
dashboard-missed-chip = Prima di questa manca un gettone
dashboard-missed-end = Il turno era già finito prima
dashboard-which-pile = Su quale mucchietto?

dashboard-leaves = Qualcuno esce: d’ora in poi si salta, la sua mano è fuori dal gioco
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
dashboard-not-live-text = L’arbitro non risponde. Il tavolo è com’era; si riprende da soli.
dashboard-any-card = Qualsiasi altra carta
dashboard-another-pile = È su un altro mucchietto
dashboard-in-force = Comandi in vigore
dashboard-or = o { $words }
dashboard-room-one = spazio: { $count }
dashboard-room-other = spazio: { $count }
dashboard-more-words-one = Ancora { $count } avviso
dashboard-more-words-other = Ancora { $count } avvisi
dashboard-all-words = In attesa
dashboard-the-rule = Regola { $id }
dashboard-in-turns-one = Fra { $count } turno
dashboard-in-turns-other = Fra { $count } turni
dashboard-put-right-title = Corretto
dashboard-blind-title = Il tavolo non si vede
dashboard-trouble = L’arbitro ha bisogno di aiuto
dashboard-which-card-on = Che carta è? { $place }
dashboard-places-differ-one = { $count } posto non coincide. È segnato sul tavolo.
dashboard-places-differ-other = { $count } posti non coincidono. Sono della partita di prima? Sgombera il tavolo.
dashboard-differs = la partita ha { $expected }, il tavolo mostra { $seen }
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
dashboard-space-upper = quella in alto
dashboard-space-lower = quella in basso
dashboard-space-left = quella a sinistra
dashboard-space-right = quella a destra
dashboard-lies-there = Che cosa c’è lì?
dashboard-aloud-on = Leggi ad alta voce
dashboard-aloud-off = Non leggere più ad alta voce
dashboard-large-print = A caratteri grandi, per la TV
dashboard-small-print = Grandezza normale
dashboard-notices = Il programma è ripartito
dashboard-notices-read = Ho letto
dashboard-way-up = Crescente
dashboard-way-down = Decrescente

dashboard-only-watches = Questo telefono guarda soltanto.
dashboard-referee-decides = Lo decide il telefono dell’arbitro.
dashboard-what-happened = Che cosa è successo

dashboard-who-sits-where = Chi siede dove
dashboard-places-text = Trascina ogni nome al suo lato del tappeto, oppure toccalo. Un nome tratteggiato l’ha visto lì la telecamera.
dashboard-places-shown = Un nome tratteggiato l’ha visto lì la telecamera. Il telefono dell’arbitro può spostare i nomi.
dashboard-places-unknown = Non ancora visti
dashboard-place-learned = { $side }, come ha visto la telecamera
dashboard-places-shared = Stesso posto: { $names }. Tra loro non si può dire di chi era la mano.
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
dashboard-new-match-sure = { $title } è al turno { $turn }. Cominciare lo stesso un’altra partita?
dashboard-new-match-means = Resta tra le «Partite» e si può riprendere; fino alla fine del primo turno della nuova, Annulla torna a quella.
dashboard-go-on = Continua questa
dashboard-undo-new-match = Annulla torna a: { $what }
dashboard-who-begins = Chi comincia
dashboard-names-known = Hanno giocato di recente

dashboard-check-table = Confronta tavolo e partita
dashboard-check-fine = Tutto è come lo ha la partita.
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
dashboard-stumbled = Il companion è inciampato in questa richiesta; il suo registro dice perché.
dashboard-unknown-name = Questo nome qui non è noto. Apri { $address }, o aggiungi il nome a companion.toml: names, sotto [web].
dashboard-other-site = Le richieste da altri siti sono rifiutate: usa la pagina del companion.
dashboard-figures-here = Le cifre sono solo per questa macchina: metrics = "network" in companion.toml le apre.
dashboard-figures-off = Qui non ci sono cifre: companion.toml dice metrics = "off".
dashboard-no-phone-camera = Qui niente prende le immagini di un telefono.
dashboard-camera-no-jpeg = Manda un’immagine, con Content-Type: image/jpeg.
dashboard-camera-too-large = Un’immagine può avere { $kilobytes } kB.
dashboard-camera-not-chosen = Il companion guarda con un’altra fotocamera. Scegli prima «La fotocamera di un telefono» in Prepara il tavolo, poi torna qui.
