# Parole comuni a tutti i giochi.
#
# Giocatori, carte e zone sono parole con il loro articolo: THE($card), ON($zone), FROM($zone), OF($seat_name), TO($seat_name) le
# mettono in una frase, START(...) comincia la frase. `.article`: m, f, v (con l’apostrofo), mp, fp; `.within`: ciò che segue l’articolo.
# given: nome di persona (given_a: se comincia con la A); name: anche qui nessun articolo.

word-the =
    { $article ->
        [given] { $word }
        [given_a] { $word }
        [name] { $word }
        [f] la { $word }
        [v] l’{ $word }
        [mp] gli { $word }
        [fp] le { $word }
       *[m] il { $word }
    }
word-on =
    { $article ->
        [given] su { $word }
        [given_a] su { $word }
        [name] su { $word }
        [f] sulla { $word }
        [v] sull’{ $word }
        [mp] sugli { $word }
        [fp] sulle { $word }
       *[m] sul { $word }
    }
word-from =
    { $article ->
        [given] da { $word }
        [given_a] da { $word }
        [name] da { $word }
        [f] dalla { $word }
        [v] dall’{ $word }
        [mp] dagli { $word }
        [fp] dalle { $word }
       *[m] dal { $word }
    }
word-of =
    { $article ->
        [given] di { $word }
        [given_a] di { $word }
        [name] di { $word }
        [f] della { $word }
        [v] dell’{ $word }
        [mp] degli { $word }
        [fp] delle { $word }
       *[m] del { $word }
    }
word-to =
    { $article ->
        [given] a { $word }
        [given_a] ad { $word }
        [name] a { $word }
        [f] alla { $word }
        [v] all’{ $word }
        [mp] agli { $word }
        [fp] alle { $word }
       *[m] al { $word }
    }

zone-up1 = Primo crescente
    .article = m
    .within = primo mucchietto crescente
zone-up2 = Secondo crescente
    .article = m
    .within = secondo mucchietto crescente
zone-down1 = Primo decrescente
    .article = m
    .within = primo mucchietto decrescente
zone-down2 = Secondo decrescente
    .article = m
    .within = secondo mucchietto decrescente
zone-up = Crescente
    .article = m
    .within = mucchietto crescente
zone-down = Decrescente
    .article = m
    .within = mucchietto decrescente
zone-s_up = Argento crescente
    .article = m
    .within = mucchietto crescente argento
zone-s_down = Argento decrescente
    .article = m
    .within = mucchietto decrescente argento
zone-g_up = Oro crescente
    .article = m
    .within = mucchietto crescente oro
zone-g_down = Oro decrescente
    .article = m
    .within = mucchietto decrescente oro
zone-draw = Mazzo di pesca
    .article = m
    .within = mazzo di pesca
zone-s_draw = Mazzo di pesca argento
    .article = m
    .within = mazzo di pesca argento
zone-g_draw = Mazzo di pesca oro
    .article = m
    .within = mazzo di pesca oro
zone-control = Carte comando
    .article = fp
    .within = carte comando
zone-board = Tabellone
    .article = m
    .within = tabellone
zone-cell = { $space }
zone-cell-other = L’altra casella { $space }
    .article = v
    .within = altra casella { $space }
zone-corner = Angolo
    .article = v
    .within = angolo
zone-unread = Casella che non so leggere
    .article = f
    .within = casella che non so leggere
zone-space = Casella
    .article = f
    .within = casella
zone-discard = Scarti { OF($seat_name) }
    .article = mp
    .within = scarti { OF($seat_name) }
zone-discard-common = Scarti di tutti
    .article = mp
    .within = scarti di tutti
zone-table = Tavolo
    .article = m
    .within = tavolo

face-empty = niente
    .article = name
face-unreadable = illeggibile
    .article = f
    .within = carta illeggibile
face-back = una carta coperta
    .article = f
    .within = carta coperta
face-number = { $number }
    .article =
        { $number ->
            [1] v
            [8] v
            [11] v
            [80] v
            [81] v
            [82] v
            [83] v
            [84] v
            [85] v
            [86] v
            [87] v
            [88] v
            [89] v
           *[other] m
        }
face-burning = { $number } col fuoco
face-command = { $number } con { $command }
face-suited = { $rank } di { $suit }
face-coloured = { $number } { $colour }
face-s = { $number } argento
face-g = { $number } oro

command-stop = STOP
command-skull = teschio
command-three = 3!
command-silence = silenzio
command-noback = niente mossa al contrario
command-onepile = un solo mucchietto
command-draw1 = pesca una

suit-S = picche
suit-H = cuori
suit-D = quadri
suit-C = fiori
rank-A = asso
    .article = v
rank-2 = 2
    .article = m
rank-3 = 3
    .article = m
rank-4 = 4
    .article = m
rank-5 = 5
    .article = m
rank-6 = 6
    .article = m
rank-7 = 7
    .article = m
rank-8 = 8
    .article = v
rank-9 = 9
    .article = m
rank-T = 10
    .article = m
rank-J = fante
    .article = m
rank-Q = regina
    .article = f
rank-K = re
    .article = m

colour-R = rosso
colour-B = blu
colour-G = verde
colour-Y = giallo
colour-X = grigio

chip-blue = gettone blu
    .article = m
chip-green = gettone verde
    .article = m
chip-red = gettone rosso
    .article = m
chip-blue-flipped = gettone blu girato
    .article = m
chip-green-flipped = gettone verde girato
    .article = m
chip-red-flipped = gettone rosso girato
    .article = m

list-and = { $first } e { $last }

ruling-legal = Va bene.
ruling-illegal = Non vale.
ruling-loss = La partita è persa.
ruling-win = La partita è vinta.
ruling-dropped = Non cambia nulla.

dispute-open = Non vale ancora: { THE($card) } { ON($zone) }. Riprendi, correggi o accetta.
nothing-to-take-back = Niente da riprendere { FROM($zone) }: restano le carte dei turni passati.
other-card-on-top = { START(ON($zone)) } in cima c’è { THE($top) }: riprendi prima quella carta.
turn-is-over = Troppo tardi per riprendere { THE($card) } { OF($seat_name) }: correggi o annulla.
say-instead = { $correct } oppure { $undo }.
duty-certain-loss = Ormai impossibile: la partita sarà persa.

position-ready = Pronti: tocca { TO($seat_name) }.

game-the_game = The Game
game-extreme = The Game Extreme
game-quick_easy = Quick & Easy
game-face_to_face = Face to Face
game-sequence = Sequence

player = Giocatore { $seat }
player-within = giocatore { $number }
    .article = m

list-or = { $first } o { $last }
fits-nothing = niente per ora
fits-any = qualsiasi carta
fits-above = sopra { $value }
fits-below = sotto { $value }
fits-exactly = esattamente { $value }
fits-colour = qualsiasi { $value }

table-none = Nessuna telecamera: inserisci le mosse a mano
table-waking = La telecamera si avvia: cerco il tavolo
learning-title = Imparo le carte di { $title }
learning-text = Imparo questo mazzo: { $left }. Solo questa volta; fino ad allora non leggo carte.
learning-just-begun = circa un minuto
learning-seconds = { $count } s
learning-minutes = { $count ->
    [one] circa un minuto
   *[other] circa { $count } minuti
}
table-still = Guardo il tavolo
table-moving = Mani sul tavolo
table-lost = Il tavolo non si vede
table-camera = La telecamera non dà immagini: controlla il cavo
table-anew = La telecamera non c’è più: riparto tra pochi secondi, nulla va perso
table-phone = Nessun telefono dà la sua fotocamera: apri /camera sul telefono sopra il tavolo
table-pause = In pausa: mostra di nuovo la carta della pausa per continuare
table-mat = Il tappetino non si vede: libera i segni negli angoli, raddrizza la telecamera o pulisci l’obiettivo
piles-right = I mucchietti salgono e scendono come qui sopra?
piles-right-names = I mucchietti hanno i nomi mostrati qui sopra?
piles-named = I mucchietti, con i loro nomi.
draw-missing = Mazzo di pesca non trovato. Mostralo, e il turno finisce quando si pesca.
bare-directions = Vedo { $count ->
    [1] una carta direzione
    [2] due carte direzione
    [3] tre carte direzione
    [4] quattro carte direzione
   *[other] { $count } carte direzione
}. { $laid ->
    [0] Gioca la prima carta.
   *[other] Si continua a giocare.
}
bare-directions-missing = Vedo { $count ->
    [1] una carta direzione
    [2] due carte direzione
    [3] tre carte direzione
   *[other] { $count } carte direzione
}; { $missing ->
    [1] mettine un’altra
    [2] mettine altre due
    [3] mettine altre tre
   *[other] mettine altre { $missing }
}.
bare-no-directions = Non vedo carte direzione. { $laid ->
    [0] Gioca la prima carta.
   *[other] Si continua a giocare.
}
board-naming = Vedo il tuo tabellone, ma non leggo le carte. Tocca una casella e di’ la sua carta.
board-naming-more = Quella carta va bene in più di un verso. Indica ancora una casella.
bare-board-named = Grazie. Cerco il tuo tabellone.
bare-some-known = Conosco { $known } { $known ->
    [one] mucchietto
   *[other] mucchietti
} su { $count }, gli altri dalla loro prima carta.
bare-known-again = Ho perso i mucchietti. Togli le mani e mostrami due delle carte in cima.
bare-no-draw = Non vedo ancora il mazzo di pesca. Mettilo in vista.
asked-pile = Su quale mucchietto sta { THE($card) }?
asked-pile-unread = Su quale mucchietto sta questa carta?
asked-pile-none = Nessuno: non è giocata
table-piles = Ancora nessun mucchietto: disponi le carte direzione, senza mani sul tavolo
table-grid = Tabellone non trovato: stendilo vuoto e in vista, senza mani, con il mazzo accanto
table-order = Ordine del tabellone sconosciuto: tocca qui ogni giocata
table-order-read = Nuovo ordine del tabellone imparato: inizia di nuovo la partita
table-board = Tabellone non trovato: mettilo nella sua zona, o usa `companion enrol-board`
table-dark = È troppo buio per vedere il tavolo
table-unclear = La telecamera vede male: libera l’obiettivo, guarda se si è spostata. Poi chiederò che cosa è cambiato
unclear-glare = Una lampada brilla { ON($zone) }: sposta la lampada o la carta. Poi chiederò che cosa è cambiato
unclear-blurred = Immagine sfocata { ON($zone) }: pulisci l’obiettivo. Poi chiederò che cosa è cambiato
unclear-covered = Qualcosa nasconde { THE($zone) }: toglilo. Poi chiederò che cosa è cambiato
unclear-outside = L’immagine taglia { THE($zone) }: gira la telecamera. Poi chiederò che cosa è cambiato
hindered-hands = Una mano resta sopra le carte: toglila un momento, così si leggono
hindered-colours = La telecamera continua a cambiare i colori. Le carte si leggono lo stesso
unclear-board-glare = Una lampada brilla su una parte del tabellone: sposta la lampada o la telecamera. Poi chiederò che cosa è cambiato
unclear-board-blurred = Una parte del tabellone è sfocata: pulisci l’obiettivo. Poi chiederò che cosa è cambiato
unclear-board-covered = Qualcosa nasconde una parte del tabellone: toglilo. Poi chiederò che cosa è cambiato
unclear-board-outside = L’immagine taglia una parte del tabellone: gira la telecamera. Poi chiederò che cosa è cambiato
table-fault = Errore: ricomincio a guardare
fault-lamps = Una luce o il cicalino non va: provali nel menu, sotto «Tutto a posto?»
disk-copy = La seconda copia della partita non si può scrivere: controlla il disco
disk-reserve = Il disco è pieno o guasto: per stasera la partita va avanti, fai spazio presto
disk-memory = Sul disco non si può scrivere: senza corrente la partita va persa. Fai spazio
disk-refused = Il disco è pieno o guasto: non salvo niente. Fai spazio e si riprende da soli
table-bumped = Il tavolo o la telecamera si è mosso: misuro di nuovo. È scivolata qualche carta?

log-played = { $name }: { $face } { ON($zone) }
log-turn-ended = { $name } finisce il turno
log-turn-inferred = { $name } aveva finito il turno, come mostra il seguito
log-missed = { $text }, come mostra il seguito
log-colours = Colori: { $colours }
colour-name =
    { $colour ->
        [blue] blu
        [green] verde
        [red] rosso
        [silver] argento
        [gold] oro
       *[any] ancora libero
    }
another-player = Un altro giocatore
log-taken-back = { $name } riprende una carta { FROM($zone) }
log-lifted = { $name } toglie una carta { FROM($zone) }
log-claimed = { $name }: { $claim }
log-claimed-card = { $name }: { $claim } { $face }, { $zone }

claim-set_up = sceglie i colori
claim-stuck = non può giocare
claim-leave = lascia la partita
claim-assess = posizione controllata
claim-say = è stato detto qualcosa
claim-setup_check = preparazione controllata
claim-draw = pesca

option-on_fire = On Fire
option-pro = Versione per professionisti (tre carte per turno)
option-pro_small_hand = Una carta in meno in mano
option-lenient = I comandi violati si possono riprendere
option-onepile_midturn = «Un solo mucchietto» rigoroso
option-expert = Esperti
option-advanced = Avanzato (le sequenze si possono rompere)
option-teams = Squadre
option-teams-0 = Come al solito
option-teams-2 = Due squadre
option-teams-3 = Tre squadre
option-commands = Tabella dei comandi
option-layout = Disposizione del tabellone

cue-off = Spenta
cue-accepted = Valida
cue-foul = Non vale
cue-deadline = Da fare in questo turno
cue-ask = Che carta è?
cue-out_of_step = Tavolo e partita sono diversi
cue-won = Vinta
cue-lost = Persa

asked-card = Non so che carta è. Tocca quella giusta.
asked-under = Un’altra carta l’ha coperta troppo presto. Tocca quella che sta sotto.
asked-under-unread = Sotto c’è una carta che non leggo. Toccala, o di’ che non c’è.
asked-guess = Ho visto il gettone, non la carta: vale come { THE($card) }. Tocca la carta giocata.
asked-none = Nessuna carta giocata
asked-none-under = Non c’è nessuna carta
asked-none-beneath = Non c’era nulla
asked-under-title = { $zone }, sotto { THE($card) }
ask-turn = { START(THE($seat_name)) } ha finito il turno?
ask-turn-yes = Sì, era finito
ask-turn-no = No, continua
turn-put-in = { START(THE($seat_name)) } aveva finito il turno.

# Una carta dalla mano di chi non è di turno, senza sapere di chi.
another-hand = Tocca { TO($to_move_name) }, ma questa l’ha giocata qualcun altro.
asked-command = Leggo solo il numero. Che comando c’è { ON($card) }? Lo ricorderò.

log-unknown = Qualcosa che questa versione non sa mostrare

# What stands on the control cards.
control-end_turn = Fine turno
control-undo = Annulla
control-stuck = Bloccati
control-pause = Pausa
control-new_match = Nuova partita
control-player = Giocatore { $number }

# Le luci come righe di testo: colore, ritmo, e che cosa vuol dire.
light-off = Tutte le luci spente
light-buzzer = Suona il cicalino
light-trial = bianca, lampeggia: una prova
light-accepted = verde: valida
light-foul = rossa, lampeggia in fretta: non vale
light-deadline = ambra, due lampi: da fare in questo turno
light-ask = ambra, lenta: che carta è?
light-out_of_step = ambra, lunga: tavolo e partita sono diversi
light-won = verde, tre lampi: vinta
light-lost = rossa, lampi lenti: persa
