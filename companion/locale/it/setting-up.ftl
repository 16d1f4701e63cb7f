# La configurazione guidata: che cosa dice ogni passo. $face e $zone arrivano in parole.
setup-camera = Telecamera
setup-camera-text = Appendi la telecamera sopra il centro del tavolo, dove vede tutto il tappetino e nessuna testa, da 50 a 75 cm.
setup-camera-asks = Quale telecamera guarda?
setup-camera-opens = La telecamera si sta aprendo.
setup-camera-none = Collega la telecamera, o scegline qui un’altra.
setup-camera-size = La telecamera dà { $width } x { $height } pixel.
setup-focus-sharp = L’immagine è nitida.
setup-focus-soft = L’immagine è un po’ morbida: le carte grandi si leggono, scritte piccole e codici forse no.
setup-focus-blurred = L’immagine è sfocata.
setup-focus-advice = Pulisci l’obiettivo, tieni ferma la telecamera e gira la ghiera finché i segni del tappetino sono netti.
setup-light-good = La luce è buona.
setup-near-bottom = Il lato vicino del tappetino è in basso nell’immagine: è dritta.
setup-near-top = Il lato vicino del tappetino è in alto nell’immagine. Al companion non importa.
setup-near-left = Il lato vicino del tappetino è a sinistra nell’immagine. Al companion non importa.
setup-near-right = Il lato vicino del tappetino è a destra nell’immagine. Al companion non importa.
setup-source-virtual = Il tavolo disegnato, per provare
setup-source-picamera = La telecamera del Pi
setup-source-v4l2 = Telecamera USB ({ $name })
setup-source-phone = La fotocamera di un telefono
setup-table = Tavolo
setup-table-text = Stendi il tappetino stampato sotto la telecamera, o metti le carte sul tavolo com’è, anche girato.
setup-table-asks = Su che cosa stanno le carte?
setup-table-mat = Il tappetino stampato
setup-table-none = Niente tappetino: il tavolo com’è
setup-table-bare = Senza tappetino i mucchietti si trovano come stanno.
setup-table-bare-advice = Disponi le carte direzione come dice il regolamento, o il tabellone di Sequence, poi vai avanti. All’inizio il telefono mostra i mucchietti trovati.
setup-table-bare-mat = Si vede il tappetino stampato, quindi i mucchietti sono quelli del tappetino.
setup-deck = Mazzo
setup-deck-text = Posa una carta qualsiasi su un mucchietto e togli la mano.
setup-deck-asks = Con quali carte si gioca?
setup-deck-auto = Le carte della scatola: le tue se le hai registrate, altrimenti come sono note
setup-deck-numbers = Carte con numeri, di qualsiasi editore, niente da registrare
setup-deck-standard = Carte da gioco comuni, di qualsiasi editore, niente da registrare
setup-deck-practice = Le carte di prova che il companion stampa
setup-deck-read = { START(ON($zone)) } leggo { $face }.
setup-deck-right = È giusto? Allora vai avanti. Se no, scegli altre carte, o registra le tue.
setup-deck-unread = Lì c’è una carta e non riesco a leggerla. Scegli altre carte, o dalle più luce.
setup-deck-lay = Su nessun mucchietto c’è ancora una carta.
setup-enrol-offer = Registra le mie carte (sette minuti ogni cento)
setup-enrol-which = Di quale gioco sono le tue carte?
setup-enrol-leave = Non oggi
setup-enrol-lay = Posa questa carta:
setup-enrol-how = Da sola sotto la telecamera, dritta, e togli la mano. Viene presa appena sta ferma; posa la prossima sopra di essa. Quel che è preso resta, così si può continuare un altro giorno.
setup-enrol-on-mat = { START(ON($zone)) }, dritta, e togli la mano. Viene presa appena sta ferma; posa la prossima sopra di essa. Quel che è preso resta, così si può continuare un altro giorno.
setup-enrol-count = Prese { $done } carte su { $count }.
setup-enrol-left = { $minutes ->
    [0] È quasi tutto.
    [one] Ancora circa un minuto.
   *[other] Ancora circa { $minutes } minuti.
}
setup-enrol-back = L’ultima era la carta sbagliata
setup-enrol-skip = Questa carta non ce l’ho
setup-enrol-stop = Basta per oggi
setup-enrol-learning = Sto imparando { $count } carte: un minuto o due. La pagina continua da sola.
setup-enrolling-good = Presa: { $seen }. Ora posa questa:
setup-enrolling-again = Ancora una volta, per favore: { $reason ->
    [several] vedo più carte. Lasciane una sola nell’immagine.
    [blurred] l’immagine è sfocata. Tieni fermi il tavolo e la telecamera.
    [small] la carta è troppo piccola. Avvicina la telecamera.
    [dark] è troppo buio. Accendi una lampada.
    [same] assomiglia a una carta già mostrata: { $seen }. Se è proprio questa, posala ancora una volta.
   *[other] non vedo dove finisce la carta. Posala da sola, dritta, e togli la mano.
}
setup-enrolling-forgotten = Dimenticata: { $seen }. Ora posa questa:
setup-enrolling-skipped = Saltata: { $seen }. Ora posa questa:
setup-lens = Obiettivo
setup-lens-text = Un obiettivo largo piega le linee dritte, e i mucchietti sembrano spostati. Un foglio stampato dice di quanto; poi si corregge da sé.
setup-lens-offer = Raddrizza un obiettivo che vede largo
setup-lens-begin = Mostra il foglio
setup-lens-leave = Lascia l’obiettivo com’è
setup-lens-stop = Basta
setup-lens-how = Stampalo (companion print lens --out lens.pdf), incollalo su qualcosa di rigido e tienilo sotto la telecamera: piatto, un po’ inclinato, vicino e lontano, in ogni angolo dell’immagine. Ogni volta fermo per un momento.
setup-lens-bent = L’obiettivo piega il tappetino: i suoi segni non stanno dove dovrebbero.
setup-lens-unknown = Nell’immagine i bordi dritti sembrano piegati? Allora mostra il foglio.
setup-lens-stays = L’obiettivo resta com’è.
setup-lens-seen = Vedo il foglio: tienilo fermo.
setup-lens-not-seen = Non vedo il foglio, o ne vedo troppo poco.
setup-lens-to-00 = Ora in alto a sinistra nell’immagine.
setup-lens-to-10 = Ora in alto nell’immagine.
setup-lens-to-20 = Ora in alto a destra nell’immagine.
setup-lens-to-01 = Ora a sinistra nell’immagine.
setup-lens-to-21 = Ora a destra nell’immagine.
setup-lens-to-02 = Ora in basso a sinistra nell’immagine.
setup-lens-to-12 = Ora in basso nell’immagine.
setup-lens-to-22 = Ora in basso a destra nell’immagine.
setup-lens-tilt = Ora inclinalo in un altro modo.
setup-lens-bends = Questo obiettivo piega il bordo dell’immagine di { $bend } pixel.
setup-lens-left = Una volta raddrizzata, ne restano { $error }.
setup-lens-straight = Questo obiettivo è dritto: non c’è niente da correggere.
setup-lens-rough = Le viste del foglio non si accordano.
printed-lens = Obiettivo: piatto, in ogni angolo dell’immagine
setup-lens-rough-advice = Incolla il foglio su qualcosa di rigido, tienilo fermo e mostralo di nuovo.
setup-lamps = Luci
setup-lamps-text = Si accende una luce alla volta, e tu dici a quale mucchietto sta.
setup-lamps-none = Non ci sono luci collegate: i telefoni mostrano che cosa farebbero.
setup-lamps-which = È accesa la luce { $number } di { $count }. Qual è?
setup-lamps-with-table = La luce del tavolo si accende insieme a ogni altra.
setup-lamps-table = Quella del tavolo
setup-lamps-dark = Nessuna è accesa
setup-lamps-not-lit = { $count ->
    [one] Una luce non si accende.
   *[other] { $count } luci non si accendono.
}
setup-lamps-wire = Controlla lo spinotto e la gamba lunga del LED, poi rifallo.
setup-lamps-twice = Due luci stanno nello stesso posto: rifallo.
setup-lamps-all = Tutte le { $count } luci sono note.
setup-match = Partita
setup-match-text = Scegli un gioco, di’ chi gioca e posa la prima carta.
setup-match-ready = È tutto pronto.
setup-match-left = Ancora da fare: { $steps }.
setup-match-plays = Si gioca a { $game }.
setup-match-start = Premi Comincia e scegli il gioco.
setup-match-foul = Una mossa non valida fa lampeggiare in fretta la sua luce; dopo tre secondi suona il cicalino. Riprendi la carta, e tace.
setup-match-wrong = Se il companion sbaglia, tocca la carta su un telefono e di’ qual è, o accettala lo stesso: si continua a giocare.
setup-verdict-good = bene
setup-verdict-fair = può andare
setup-verdict-again = da rifare
setup-verdict-open = non ancora

# All’avvio, se la fotocamera vede diversamente da quando è stata preparata.
setup-start-blurred = L’immagine è meno nitida di quando il tavolo è stato preparato: pulisci l’obiettivo, controlla la ghiera.
setup-start-darker = È molto più buio di quando il tavolo è stato preparato: accendi la lampada.
setup-start-tinted = La luce ha un altro colore rispetto a quando il tavolo è stato preparato: la telecamera si adatta. Se legge male, rifai il passo «Telecamera».
setup-start-brighter = È molto più chiaro di quando il tavolo è stato preparato: una lampada o il sole abbaglia l’obiettivo?
