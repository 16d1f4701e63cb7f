# La configurazione guidata: che cosa dice ogni passo. $face e $zone arrivano in parole.
setup-camera = Camera
setup-camera-text = Appendi la fotocamera sopra il centro del tavolo, dove vede tutto il tappeto e nessuna testa, da 50 a 75 cm di altezza.
setup-camera-asks = Quale fotocamera guarda?
setup-camera-none = Collega la fotocamera, o scegline qui un’altra.
setup-camera-size = La fotocamera dà { $width } x { $height } pixel.
setup-focus-sharp = L’immagine è nitida.
setup-focus-soft = L’immagine è un po’ morbida: le carte grandi si leggono, scritte piccole e codici forse no.
setup-focus-blurred = L’immagine è sfocata.
setup-focus-advice = Pulisci l’obiettivo, tieni ferma la fotocamera e gira la ghiera (o lasciala mettere a fuoco) finché i segni del tappeto sono netti.
setup-light-good = La luce è buona.
setup-near-bottom = Il lato vicino del tappeto è in basso nell’immagine: è dritto.
setup-near-top = Il lato vicino del tappeto è in alto nell’immagine. Al companion non importa.
setup-near-left = Il lato vicino del tappeto è a sinistra nell’immagine. Al companion non importa.
setup-near-right = Il lato vicino del tappeto è a destra nell’immagine. Al companion non importa.
setup-source-virtual = Il tavolo disegnato, per provare
setup-source-picamera = La fotocamera del Pi
setup-source-v4l2 = Fotocamera USB ({ $name })
setup-source-phone = La fotocamera di un telefono
setup-table = Tavolo
setup-table-text = Stendi il tappeto stampato sotto la fotocamera, o metti le carte sul tavolo com’è. Può stare ovunque nell’immagine, anche girato.
setup-table-asks = Su che cosa stanno le carte?
setup-table-mat = Il tappeto stampato
setup-table-none = Niente tappeto: il tavolo com’è
setup-table-bare = Senza tappeto le pile si trovano come stanno.
setup-table-bare-advice = Disponi le carte direzione come dice il regolamento, tutte nell’immagine, poi vai avanti. Quando comincia una partita il telefono mostra le pile trovate. A Sequence serve il tappeto.
setup-table-bare-mat = Si vede il tappeto stampato, quindi le pile sono quelle del tappeto.
setup-deck = Mazzo
setup-deck-text = Posa una carta qualsiasi su una pila e togli la mano.
setup-deck-asks = Con quali carte giocate?
setup-deck-auto = Le carte della scatola: le vostre se le avete registrate, altrimenti come sono note
setup-deck-numbers = Carte con numeri, di qualsiasi editore, niente da registrare
setup-deck-standard = Carte da gioco comuni, di qualsiasi editore, niente da registrare
setup-deck-practice = Le carte di prova che il companion stampa
setup-deck-read = { START(ON($zone)) } leggo { $face }.
setup-deck-right = È così? Allora avanti. Se no, scegli altre carte, o registra le tue: companion enrol NOME --camera SORGENTE --game GIOCO (sette minuti per cento carte).
setup-deck-unread = Lì c’è una carta e non riesco a leggerla. Scegli altre carte, o dalle più luce.
setup-deck-lay = Su nessuna pila c’è ancora una carta.
setup-lamps = Luci
setup-lamps-text = Si accende una luce alla volta, e tu dici a quale pila sta.
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
setup-match-foul = Una giocata non valida fa lampeggiare in fretta la sua luce; dopo tre secondi suona il cicalino. Riprendi la carta, ed è finita.
setup-match-wrong = Se il companion sbaglia, tocca la carta su un telefono e di’ qual è, o lasciala valere: il gioco va avanti comunque.
setup-verdict-good = bene
setup-verdict-again = da rifare
setup-verdict-open = non ancora

# All’avvio, se la fotocamera vede diversamente da quando è stata preparata.
setup-start-blurred = L’immagine è meno nitida di quando il tavolo è stato preparato: pulisci l’obiettivo, controlla la ghiera.
setup-start-darker = È molto più buio di quando il tavolo è stato preparato: accendi la lampada.
setup-start-brighter = È molto più chiaro di quando il tavolo è stato preparato: una lampada o il sole guarda nell’obiettivo?
