# Chi c’è al tavolo: entrare, la pagina dei telefoni.
dashboard-pair-title = Unisciti al tavolo
dashboard-pair-text = Scrivi le sei cifre mostrate dal companion (companion pair), o inquadra il suo codice QR. Ogni codice fa entrare un telefono.
dashboard-pair-text-sight = Tieni il telefono sotto la telecamera del tavolo, con lo schermo in su, finché la pagina cambia.
dashboard-pair-sight-code = Un codice per la telecamera
dashboard-pair-sight-text = Oppure scrivi le sei cifre mostrate dal companion (companion pair). Ogni codice fa entrare un telefono.
dashboard-pair-code = Codice
dashboard-pair-name = Il tuo nome (se vuoi)
dashboard-pair-looks = Guardo soltanto
dashboard-pair-go = Entra
dashboard-pair-button-text = Oppure premi il pulsante sul tavolo, poi:
dashboard-pair-button-go = Ho premuto il pulsante
dashboard-pair-wrong = Il codice non è questo, o l’ha già usato un altro telefono. Scrivi quello che si vede adesso.
dashboard-pair-old-word = Quel codice QR è già stato usato o è vecchio. Inquadra quello che si vede adesso.
dashboard-pair-press-first = Prima premi il pulsante sul tavolo, poi tocca qui entro un minuto.
dashboard-pair-name-wrong = Quel nome non si può mostrare: al massimo 40 lettere, per favore.
dashboard-pair-wait = Troppi codici sbagliati. Aspetta { $minutes } min, o inquadra il codice QR.
dashboard-pair-full = Il tavolo ha già tutti i telefoni che può accogliere. L’arbitro può mandarne via uno nel menu, sotto «Telefoni»; poi riprova.
dashboard-pair-no-cookies = Questo browser non conserva i cookie, quindi il tavolo non riconoscerebbe il telefono. Permetti i cookie per questa pagina, o usa un altro browser; poi entra.
dashboard-phones-title = Telefoni
dashboard-phones-you = questo telefono
dashboard-phones-here = c’è
dashboard-phones-away = assente
dashboard-phones-nameless = Telefono { $id }
dashboard-phones-name = Nome
dashboard-phones-role = Può
dashboard-phones-remove = Manda via
dashboard-phones-remove-sure = Mandare via { $name }? Quel telefono dovrà entrare di nuovo.
dashboard-phones-invite = Fai entrare un telefono
dashboard-phones-invite-text = Inquadra questo con l’altro telefono, o aprici { $address } e scrivi { $code }.
dashboard-phones-take-over = Diventa arbitro
dashboard-phones-take-over-text = Il telefono dell’arbitro non c’è più.
dashboard-phones-open = Solo questa macchina può aprire la pagina: nessun telefono deve entrare.
dashboard-role-referee = Arbitro
dashboard-role-player = Giocatore
dashboard-role-spectator = Spettatore
dashboard-role-referee-means = corregge, comincia e chiude le partite
dashboard-role-player-means = finisce i turni, risponde, annulla
dashboard-role-spectator-means = guarda
dashboard-only-referee = Può farlo solo il telefono dell’arbitro: chi è si vede nel menu, sotto «Telefoni».
dashboard-only-player = Questo telefono guarda soltanto. L’arbitro può cambiarlo nel menu, sotto «Telefoni».
dashboard-phones-need-a-referee = Prima fai arbitro un altro telefono.
dashboard-phones-referee-is-here = Il telefono dell’arbitro c’è: può passare il ruolo.
dashboard-phones-gone = Quel telefono non c’è più.
dashboard-stream-full = Così tanti telefoni guardano questo tavolo che questo sente di un cambiamento due secondi dopo. Chiudi la pagina sui telefoni che nessuno guarda.
dashboard-refused = Ci sono molti telefoni
phone-joined = È entrato un telefono. Il prossimo entra con questo codice: { $code }
certificate-renewed = Il certificato è stato rinnovato: i telefoni chiedono ancora una volta se fidarsi di questa pagina. La sua impronta SHA-256 è { $fingerprint }
phone-copied = Il telefono { $name } è stato mandato via: il suo cookie è stato usato in due posti. Deve entrare di nuovo.

# La pagina su cui un telefono dà la sua fotocamera.
dashboard-camera-title = Questo telefono come fotocamera
dashboard-camera-text = Appoggia o fissa questo telefono sopra il tavolo, in modo che lo veda tutto, e collegalo alla corrente. Lo schermo resta acceso.
dashboard-camera-go = Dai la fotocamera
dashboard-camera-stop = Ferma
dashboard-camera-which = Fotocamera
dashboard-camera-insecure = I browser danno la fotocamera solo alle pagine arrivate su una connessione sicura (https), o aperte sulla macchina stessa. Questa pagina è arrivata in http semplice: scrivi tls = true sotto [web] in companion.toml, riavvialo, e apri l’indirizzo con https.
dashboard-camera-denied = Il browser non ha il permesso di usare la fotocamera. Concedilo nella barra degli indirizzi o nelle impostazioni del sito, poi riprova.
dashboard-camera-none = Non c’è nessuna fotocamera, o la sta usando un’altra app.
dashboard-camera-ended = Il telefono ha tolto la fotocamera. Dalla di nuovo.
dashboard-camera-begins = Invio la prima immagine …
dashboard-camera-no-answer = Il companion non risponde. Il telefono è nella sua rete? Si riprova.
dashboard-camera-taken = In questo momento la fotocamera è { $name }. Usare invece questo telefono?
dashboard-camera-unwanted = Il companion guarda con { $source }. Scegli un telefono come fotocamera preparando il tavolo, o in companion.toml: source = "phone".
dashboard-camera-too-many = Troppe immagini insieme.
dashboard-camera-no-picture = Quell’immagine non si può usare: { $reason }.
dashboard-give-camera = Usalo come fotocamera

# La pagina della configurazione guidata.
dashboard-to-set-up = Prepara il tavolo
dashboard-set-up-title = Prepara il tavolo
dashboard-set-up-minutes = { $minutes } minuti
dashboard-set-up-done = fatto
dashboard-set-up-next = Bene, avanti
dashboard-set-up-again = Rifallo
dashboard-set-up-start = Comincia
dashboard-set-up-export = Salva la preparazione
dashboard-set-up-import = Usane una salvata
dashboard-set-up-no-answer = Il companion non risponde.
dashboard-set-up-picture = Che cosa vede la telecamera
dashboard-set-up-give-camera = Usa questo telefono come fotocamera
dashboard-set-up-club = Scegli il club
dashboard-set-up-club-title = Il club
dashboard-set-up-club-referee = Solo il telefono dell’arbitro sceglie il club.
dashboard-set-up-club-fixed = Il club è indicato in companion.toml o nella riga di comando. Cambialo lì.
dashboard-set-up-club-key = È scritto in companion.toml. Cambialo lì.
dashboard-set-up-club-found = Trovati qui vicino
dashboard-set-up-club-searching = Cerco qui vicino …
dashboard-set-up-club-nothing = Qui vicino non c’è niente. Scrivi l’indirizzo che ti ha dato il club.
dashboard-set-up-club-broker = Indirizzo del club, per esempio mqtts://club.local
dashboard-set-up-club-name = Nome di questo tavolo al club
dashboard-set-up-club-user = Utente, se il club lo chiede
dashboard-set-up-club-password = Password presso il club
dashboard-set-up-club-password-kept = Una password c’è già. Lascia vuoto per tenerla.
dashboard-set-up-club-names = Come appaiono i giocatori al club
dashboard-set-up-club-numbers = Come «Giocatore 2»
dashboard-set-up-club-real = Con il nome
dashboard-set-up-club-nicknames = Soprannomi, uno per riga: Anna = Regina
dashboard-set-up-club-ca = File del certificato del club, se te ne ha dato uno
dashboard-set-up-club-ca-kept = Un certificato c’è già. Scegli un file solo per cambiarlo.
dashboard-set-up-club-join = Entra nel club
dashboard-set-up-club-leave = Lascia il club

# Addresses at which nothing is found.
dashboard-nothing-at-address = A questo indirizzo non c’è niente.
dashboard-no-such-match = Questa partita non c’è.
dashboard-nothing-to-set-up = Qui non c’è niente da preparare.
