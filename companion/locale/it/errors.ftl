# Ciò che si dice a chi chiede qualcosa che non può essere. `InputError.of("no-pile", ...)` è il testo error-no-pile.
# $where, $given, $known e $example stanno come li scrive un programma; $card, $face e $zone arrivano già in parole.

# Una partita che non può cominciare
error-no-game = Il gioco { $given } non c’è; ci sono { $known }.
error-wrong-players =
    { $low ->
        [1] Questo gioco è da 1 a { $high } giocatori.
       *[other] Questo gioco è da { $low } a { $high } giocatori.
    }
error-only-players = Questo gioco è per { $count } giocatori.
error-sequence-players = Sequence è per { $known } giocatori.
error-wrong-teams = In { $players } giocatori le squadre possono essere: { $known }.
error-object-needed = { $where }: serve un oggetto JSON, per esempio { $example }.
error-no-option = Questo gioco non ha l’opzione { $given }; ha { $known }.
error-no-options = Questo gioco non ha opzioni: { $given } non si può scegliere.
error-switch-needed = { $where }: serve true o false.
error-one-of = { $where }: serve uno di questi: { $known }.
error-option-needs = «{ $option }» va solo insieme a «{ $needed_option }»: scegli anche quella, o nessuna delle due.
error-no-such-command = { $where }: { $given } non è una carta con un comando; servono un numero da 2 a 99 e uno di { $known }.
error-unknown-key = { $where }: la chiave { $given } non c’è; ci sono { $known }.
error-seat-needed = { $where }: serve un posto da 0 a { $high }.
error-share-needed = { $where }: serve una frazione del giro attorno al tappetino, da 0 a 1.
error-one-each = { $where }: serve un elenco con una voce per ognuno dei { $players } giocatori.
error-cards-needed = { $where }: serve un elenco di carte.
error-cards-or-count-needed = { $where }: serve un elenco di carte, o un numero di carte da 0 a { $most }.
error-not-a-card-there = { $where }: { $given } non è una carta che può stare lì.
error-card-twice = { START(THE($card)) } compare due volte in questa posizione, ma esiste una volta sola.
error-card-too-often = { START(THE($card)) } compare { $count } volte in questa posizione, ma ce ne sono solo due.
error-number-twice = { START(THE($card)) } e { THE($face) } non possono esserci insieme: ogni numero esiste una volta sola.
error-command-too-often = In questa posizione { $count } carte hanno il comando «{ $command }», ma ce ne sono solo { $most }.
error-commands-too-many = In questa posizione { $count } carte hanno un comando, ma ce ne sono solo { $most }.
error-hand-too-large =
    { $most ->
        [one] { $where }: { $count } carte; qui una mano ne ha al massimo una.
       *[other] { $where }: { $count } carte; qui una mano ne ha al massimo { $most }.
    }
error-too-many-cards = La posizione ha { $count } carte, ma il gioco ne ha { $most }.
error-too-many-cards-at = { $where }: il gioco ha { $most } carte in tutto.
error-deck-too-large = { $where }: per il mazzo restano solo { $most } carte.
error-pile-twice = { $where }: { $given } compare due volte.
error-layout-needed = layout: servono { $count } righe di testo, per esempio { $example }.
error-layout-rows = La disposizione ha { $count } righe; un tabellone ne ha { $right }.
error-layout-row = La riga { $row } della disposizione ha { $count } caselle; una riga ne ha { $right }.
error-layout-corner = Riga { $row } della disposizione, casella { $column }: { $given } sta nei quattro angoli e da nessun’altra parte.
error-layout-card = Riga { $row } della disposizione, casella { $column }: { $given } non è una carta del tabellone, come 2S o TD.
error-layout-count = Nella disposizione { THE($card) } compare { $count } volte; ogni carta, fanti esclusi, sta sul tabellone due volte.
error-chip-on-corner = { $where }: negli angoli non ci sono gettoni.
error-space-twice = { $where }: { $given } compare due volte.
error-chips-too-many = { $where }: una squadra ha { $most } gettoni.
error-no-team = { $where }: la squadra { $given } non c’è; ci sono da 0 a { $high }.
error-space-needed = { $where }: una casella è [riga, colonna], ciascuna da 0 a { $high }.
error-spaces-too-many = { $where }: il tabellone ha { $most } caselle.
error-no-straight-line = { $where }: servono cinque gettoni della squadra in linea retta; gli angoli contano.
error-lines-share = { $where }: due sequenze hanno in comune al massimo una casella.
error-two-winners = Due squadre hanno le sequenze per vincere, ma la partita finisce con la prima.

# Giocate e dichiarazioni
error-example-needed = Serve { $where }, per esempio { $example }.
error-no-pile = Il mucchietto { $given } non c’è; ci sono { $known }.
error-no-zone = Il posto { $given } non c’è; ci sono { $known }.
error-no-space = La casella { $given } non c’è; ci sono da r0c0 a r9c9.
error-no-seat = Il posto { $given } non c’è; ci sono da 0 a { $high }.
error-no-card = { $given } non è una carta di questa partita; le carte si scrivono per esempio { $known }.
error-colours-needed = { $where }: serve un elenco di { $count } colori, uno per ciascuno, tra { $known }.
error-no-colour = { $given } non è un colore di questo gioco; ci sono { $known }.
error-colour-twice = { $where }: due non possono avere lo stesso colore.
error-no-chip = { $given } non è un gettone di questa partita; ci sono { $known }.
error-no-claim = In questo gioco la dichiarazione { $given } non c’è; ci sono { $known }.
error-no-kind-said = Non c’è { $given } tra i modi di dire qualcosa; ci sono { $known }.
error-no-details = Questa dichiarazione non ha dettagli.
error-only-details = Questa dichiarazione ha solo i dettagli { $known }.
error-setup-check = Il controllo della preparazione ha solo numeri interi, per esempio { $example }.
error-setup-check-keys = Il controllo della preparazione ha solo { $known }.
error-setup-check-seats = Il controllo della preparazione dice la squadra di ogni posto, per esempio [0, 1, 0, 1].
error-penalty-cards =
    { $count ->
        [one] Serve una carta: nella squadra uno solo ne ha ancora.
       *[other] Servono { $count } carte, una da ciascuno della squadra che ne ha ancora.
    }

# Al tavolo
error-match-goes-on = Si sta giocando una partita: una carta non la chiude. Comincia la prossima da un telefono.
error-no-such-player = Non c’è un giocatore { $given }: in questa partita sono { $players }.
error-no-match = Non c’è nessuna partita in corso: cominciane una.
error-nothing-to-undo = Non c’è nulla da annullare.
error-undone-already = È già annullato.
error-not-in-log = Troppo tardi: si è già andati avanti. Guarda di nuovo.
error-no-card-there = Lì non è stata giocata nessuna carta, quindi non c’è nulla da correggere.
error-over-already = È stato corretto da tempo: è chiuso.
error-nothing-in-dispute = Lì non c’è più nulla in sospeso.
error-question-closed = Quella domanda è già chiusa.
error-answered-already = Qualcun altro è stato più veloce: quella domanda ha già una risposta.
error-face-unknown = { $given } non è una carta di questo gioco.
error-already-so = È già così.
error-names-too-many = Ci sono più nomi che giocatori.
error-fixed-game = Un altro gioco è un’altra partita: cominciala da capo.
error-fixed-players = Si è già giocato, quindi il numero dei giocatori resta: chi va via lascia la partita.
error-fixed-variant = Si è già giocato con le regole di prima, quindi restano: per cambiarle comincia da capo.
error-begins-with-start = Una partita comincia con il suo inizio.
error-place-unknown = In questa partita non c’è il posto { $given }.
error-seat-unknown = In questa partita non c’è il giocatore { $number }.
error-claim-unknown = «{ $given }» non si può dire in questo gioco.
error-claim-key = «{ $given }» non prevede «{ $name }».
error-claim-needs = A «{ $given }» manca «{ $name }».
error-claim-value = «{ $given }» non può usare quello che è stato dato come «{ $name }».
error-name-long = Un nome ha al massimo { $most } lettere.
error-name-sign = Un nome ha un segno che non si può mostrare: { $name }

# Righe di testo
error-position-first = La prima riga è una posizione, per esempio { $example }.
error-line-too-long = La riga ha più di { $most } caratteri.
error-line-not-object = La riga non è un oggetto JSON.
error-whole-number-needed = { $where }: serve un numero intero.
error-event-kinds = Un evento ha esattamente uno di { $known }, e inoltre, se serve, un giocatore.
error-true-needed = { $where } è true o non c’è.
error-no-event = L’evento { $given } non c’è.
error-event-undone = L’evento { $given } è già annullato.
error-event-over = L’evento { $given } era stato rifiutato: è chiuso.
error-event-laid-no-card = L’evento { $given } non ha giocato nessuna carta.
error-not-lost = La partita non è persa: non c’è nulla da cui proseguire.
error-left-already = { START(THE($seat_name)) } ha già lasciato la partita.
error-last-cannot-leave = Qualcuno deve restare: inizia piuttosto una nuova partita.
error-last-of-team-cannot-leave = Nella squadra non resta nessun altro: inizia piuttosto una nuova partita.
error-two-cannot-part = Questo gioco è per due: senza uno dei due la partita è finita.

# The disk.
error-disk-full = Il disco è pieno, quindi questo non è stato scritto. Fai spazio e ridillo; ciò che era già scritto è al sicuro.
error-clips-full = Non c’è spazio per un altro replay: liberane qualcuno tra quelli conservati, o fai spazio sul disco.
error-disk-readonly = Il disco si può solo leggere, quindi questo non è stato scritto. Rendilo scrivibile e ridillo; ciò che era già scritto è al sicuro.
error-disk-fails = Il disco non ha accettato questo, quindi non è stato scritto. Controlla se è pieno o guasto e ridillo; ciò che era già scritto è al sicuro.

# Piles found without a mat
error-board-not-asked = Il tabellone è stato guardato di nuovo. Guarda la sua nuova foto.
error-board-card-elsewhere = Sul tabellone di questa partita { THE($card) } non sta in quella casella. Tocca la casella giusta, o un’altra.
error-piles-unknown = Indica due dei mucchietti trovati sul tavolo.
error-draw-unknown = Indica un mazzo di pesca di questo tavolo e dove sta, in due frazioni della foto.
error-match-here = Questa partita è già sul tavolo.
error-match-unreadable = La partita { $match } non si può riprendere: non c’è, o questa versione non sa leggerla.
error-match-too-old = La partita { $match } fu corretta con la prima versione e non si può più mostrare. Le sue voci restano nel registro: companion export { $match }

# La configurazione, e i profili che vengono da altrove.
error-set-up-no-choice = { $given } qui non si può scegliere.
error-set-up-too-few-cards = Servono almeno due carte: smetti e ricomincia.
error-set-up-not-good = Questo passo non va ancora bene: dice che cosa fare.
error-profile-no-json = Quella non è una preparazione salvata: non è JSON.
error-profile-other = Quella non è una preparazione salvata di questa versione.
error-profile-key = Quella preparazione è danneggiata in { $given }.
error-profile-source = Quella preparazione guarda con { $given }, che questa versione non conosce.
error-profile-deck = Quella preparazione gioca con il mazzo { $given }, che qui non c’è: prima registralo.
error-profile-unwritable = La preparazione non si può conservare: { $reason }.

# Il club scelto nella preparazione
error-club-address = «{ $given }» non è l’indirizzo di un broker. Scrivilo così: mqtts://club.local
error-club-name = «{ $given }» non è un nome. Usa da 1 a { $most } lettere.
error-club-nickname = «{ $given }»: scrivi ogni soprannome su una riga, così: Anna = Regina.
error-club-nicknames = Al massimo { $most } soprannomi.
error-club-no-answer = { $given } non risponde. Controlla l’indirizzo, e se il club è acceso.
error-club-refused = { $given } non fa entrare questo tavolo. Controlla utente e password.
error-club-not-trusted = Il certificato di { $given } non è fidato. Scegli qui sotto il file del certificato del club.
error-club-no-certificate = Quel file non è un certificato. Chiedi al club il suo ca.crt.
error-club-fixed = Il club è indicato in companion.toml o nella riga di comando. Cambialo lì.
error-club-missing = Per un club serve { $module }. Scrivi: sudo systemd/install, o pip install table-companion[club]
