# Sequence. $card, $face, $zone e l’elenco $open_zones arrivano già in parole; $seat, $to_move e $next contano da 1.

sequence-team =
    { $colour ->
        [blue] I blu
        [green] I verdi
       *[red] I rossi
    }
sequence-team-colour =
    { $alone ->
        [1] { START(THE($seat_name)) } gioca con il { sequence-colour }.
       *[0] La squadra { OF($seat_name) } gioca con il { sequence-colour }.
    }
sequence-colour =
    { $colour ->
        [blue] blu
        [green] verde
       *[red] rosso
    }

sequence-match-over = { match-over }
sequence-not-your-turn = { not-your-turn }
sequence-not-in-hand = { START(THE($seat_name)) } non ha in mano { THE($card) }: gioca una carta della tua mano.
sequence-wrong-pile = Scarti sbagliati: questa carta va su quelli { OF($seat_name) }, non { OF($owner_name) }.
sequence-lifted = Dagli scarti { OF($seat_name) } manca { THE($card) }. Rimescolati? Di’ «Scarti rimescolati».
sequence-face-down = Una carta sugli scarti { OF($seat_name) } è coperta.
sequence-second-card = Una carta per turno: vale { THE($before) }.
sequence-second-chip = Un gettone per turno: { THE($other_zone) } è già cambiato.
sequence-chip-moved = Il { $face } è scivolato { FROM($other_zone) } { TO($zone) }.
sequence-card-alone =
    { $count ->
        [-2] Nessuna casella { OF($card) } è libera: { THE($seat_name) } riprende la carta.
        [-1] { START(THE($seat_name)) } ha giocato { THE($card) } senza togliere gettoni: togline uno avversario.
        [0] { START(THE($seat_name)) } ha giocato { THE($card) } senza gettone: metti { sequence-missing-chip } su una casella libera.
       *[other] { START(THE($seat_name)) } ha giocato { THE($card) } senza gettone: metti { sequence-missing-chip } sulla sua casella.
    }
sequence-missing-chip =
    { $chosen ->
        [0] un gettone
       *[1] un { $face }
    }
sequence-chip-alone =
    { $count ->
        [-1] { START(THE($seat_name)) } ha tolto un gettone senza carta: gioca un fante con un occhio.
        [-3] { START(THE($seat_name)) } ha messo un gettone dove non so leggere: gioca la sua carta o un fante con due occhi.
       *[other] { START(THE($seat_name)) } ha messo un gettone senza carta: gioca { THE($expected) } o un fante con due occhi.
    }

sequence-corner =
    { $count ->
        [-1] Niente gettoni negli angoli: valgono già per tutti.
        [0] Niente gettoni negli angoli, e { THE($card) } è una carta morta: le sue caselle sono coperte.
        [1] Niente gettoni negli angoli: mettilo sulla casella libera { OF($card) }.
       *[other] Niente gettoni negli angoli: mettilo su una casella libera { OF($card) }.
    }
sequence-occupied =
    { $count ->
        [-1] Occupata: c’è già un { $face }. Scegli una casella libera.
        [0] Occupata: c’è già un { $face }. { START(THE($card)) } è una carta morta: le sue caselle sono coperte.
        [1] Occupata: c’è già un { $face }. { START(THE($card)) } ha una casella libera.
       *[other] Occupata: c’è già un { $face }. { START(THE($card)) } ha { $count } caselle libere.
    }
sequence-no-match =
    { $count ->
        [0] Quella è la casella { OF($face) }. { START(THE($card)) } è una carta morta: le sue caselle sono coperte.
        [1] Quella è la casella { OF($face) }. { START(THE($card)) } ha una casella libera.
       *[other] Quella è la casella { OF($face) }. { START(THE($card)) } ha { $count } caselle libere.
    }
sequence-no-card-fits = Nessuna carta in mano va { ON($face) }.
sequence-no-chips = Non resta nemmeno un { $face }: tutti e 48 sono sul tabellone.
sequence-wrong-colour = In questo turno si mette un { $expected }, non un { $face }.
sequence-taken-colour =
    { $alone ->
        [1] Il { $face } è il colore { OF($seat_name) }: scegline un altro.
       *[0] Il { $face } è il colore della squadra { OF($seat_name) }: scegline un altro.
    }
sequence-white-side-up = Il gettone { ON($zone) } mostra il bianco: è solo per le sequenze complete.
sequence-one-eyed-places = { START(THE($card)) } ha un occhio solo: toglie un gettone avversario e non ne mette.
sequence-not-one-eyed = { START(THE($card)) } non toglie gettoni: lo fanno solo i fanti di picche e di cuori.
sequence-no-one-eyed = In mano non c’è un fante con un occhio: il gettone { ON($zone) } resta.
sequence-nothing-to-remove = { START(ON($zone)) } non c’è nessun gettone da togliere.
sequence-own-chip = Il { $face } { ON($zone) } è della tua squadra: togli un gettone avversario.
sequence-in-sequence = Il { $face } { ON($zone) } è in una sequenza completa e resta. Togline un altro.
sequence-jack-no-target =
    { $eyes ->
        [1] Non c’è nessun gettone che { THE($card) } possa togliere: gioca un’altra carta.
       *[2] Non c’è nessuna casella libera per { THE($card) }: gioca un’altra carta.
    }
sequence-third-copy = È la terza volta che esce { THE($card) }, ma ce ne sono solo due: carta letta male?

sequence-jack-never-dead = I fanti non sono mai carte morte: gioca { THE($card) } o tienilo.
sequence-not-dead = { START(THE($card)) } non è una carta morta: ha ancora una casella libera.
sequence-one-dead-card = Una carta morta per turno: cambia { THE($card) } al prossimo.
sequence-dead-exchanged = { START(THE($card)) } è una carta morta: { THE($seat_name) } ne pesca un’altra, poi gioca.
sequence-dead-no-chip = { START(THE($card)) } è una carta morta: { THE($seat_name) } riprende il gettone, pesca e gioca.

sequence-draw-before-play = Troppo presto per pescare: prima { THE($seat_name) } gioca una carta.
sequence-no-draw-due = { START(THE($seat_name)) } non deve pescare: si pesca una carta per ogni carta giocata.
sequence-draw-lost = Troppo tardi per pescare: { THE($seat_name) } continua con una carta in meno.
sequence-draw-perhaps-lost = Nessuno ha visto pescare { THE($seat_name) }: se non ha pescato, ormai è tardi.
sequence-hangs-on-half = Prima va chiarita la giocata a metà { OF($seat_name) }: questa ne dipende.
sequence-nothing-to-draw = Non c’è più nulla da pescare: sono finiti il mazzo di pesca e tutti gli scarti.
sequence-reshuffled =
    { $count ->
        [one] Il mazzo di pesca era finito: l’unico scarto è il mazzo nuovo.
       *[other] Il mazzo di pesca era finito: { $count } scarti sono il mazzo nuovo.
    }
sequence-deck-not-empty =
    { $count ->
        [one] C’è ancora una carta da pescare: gli scarti si rimescolano quando è finita.
       *[other] Ci sono ancora { $count } carte da pescare: gli scarti si rimescolano quando sono finite.
    }
sequence-nothing-to-shuffle = Non ci sono scarti da mescolare.

sequence-passed = { START(THE($seat_name)) } non può giocare e passa: tocca { TO($to_move_name) }.
sequence-must-play = { START(THE($seat_name)) } non può passare: { THE($card) } si può giocare.
sequence-must-exchange = { START(THE($seat_name)) } non può passare: { THE($card) } è una carta morta e si può cambiare.

sequence-sequence-made =
    { $count ->
        [one] { sequence-team } hanno una sequenza: { FROM($first_zone) } { TO($last_zone) }.
       *[other] { sequence-team } hanno { $count } sequenze, l’ultima { FROM($first_zone) } { TO($last_zone) }.
    }
sequence-sequence-broken = La sequenza per { THE($zone) } è interrotta: gira con il colore in su gli altri suoi gettoni.
sequence-turned-wrong = Il { $face } { ON($zone) } non è in una sequenza: giralo con il colore in su.
sequence-turned-back-wrong = Il { $face } { ON($zone) } è in una sequenza: giralo con il bianco in su.
sequence-not-turned =
    { $count ->
        [one] Gira l’ultimo { $face } della nuova sequenza.
       *[other] Gira i { $count } gettoni della nuova sequenza.
    }
sequence-one-sequence-only = Una sequenza sola, { FROM($first_zone) } { TO($last_zone) }: un’altra può avere in comune una casella.
sequence-line-not-fresh = I cinque gettoni li sceglie solo chi ha fatto la sequenza, prima della prossima giocata.
sequence-line-not-own = Questi cinque non sono una sequenza: { ON($zone) } non c’è un gettone della squadra.

sequence-table-talk = Niente suggerimenti: ognuno di quella squadra scarta una carta e non la ripesca.
sequence-penalty-paid =
    { $count ->
        [one] Suggerimenti: { sequence-team } scartano { $cards } e non pescano.
       *[other] Suggerimenti: { sequence-team } scartano { $cards } e non pescano.
    }

sequence-wrong-players = A Sequence si gioca in 2, 3, 4, 6, 8, 9, 10 o 12, non in { $players }.
sequence-wrong-teams =
    { $many ->
        [1] In { $players } si formano { $count } squadre, non { $teams }.
       *[other] In { $players } si formano due o tre squadre, non { $teams }.
    }
sequence-wrong-seats =
    { $teams ->
        [2] Le squadre si alternano: un giocatore ogni due è della stessa squadra.
       *[3] Le squadre si alternano: un giocatore ogni tre è della stessa squadra.
    }
sequence-wrong-hand = In { $players } si comincia con { $count } carte in mano, non { $hand }.

sequence-duty-lay-card = { START($seat_name) }: gioca la carta per il gettone { ON($space_zone) }.
sequence-duty-chip-missing = { sequence-card-alone }
sequence-duty-card-missing = { sequence-chip-alone }
sequence-duty-lay-chip =
    { $count ->
        [0] { START($seat_name) }: metti { sequence-own-colour } su una casella libera.
       *[other] { START($seat_name) }: metti { sequence-own-colour } su una casella { OF($card) }.
    }
sequence-own-colour =
    { $chosen ->
        [0] un gettone a scelta
       *[1] un { $face }
    }
sequence-duty-remove-chip = { START($seat_name) }: togli un gettone avversario.
sequence-duty-draw = { START($seat_name) }: pesca una carta prima che il prossimo abbia giocato e pescato.
sequence-duty-draw-asked = { START(THE($seat_name)) } ha pescato? Nessuno l’ha visto.
sequence-duty-turn-over =
    { $count ->
        [one] Gira l’ultimo { $face } della sequenza { FROM($first_zone) } { TO($last_zone) }.
       *[other] Gira i { $count } gettoni della sequenza { FROM($first_zone) } { TO($last_zone) }.
    }
sequence-duty-turn-back =
    { $count ->
        [one] Gira con il colore in su il { $face } { ON($zone) }: non è in una sequenza.
       *[other] Gira con il colore in su { $count } gettoni: non sono in una sequenza.
    }

sequence-outcome-sequences =
    { $count ->
        [one] { sequence-team } vincono con una sequenza: { FROM($first_zone) } { TO($last_zone) }!
       *[other] { sequence-team } vincono con { $count } sequenze, l’ultima { FROM($first_zone) } { TO($last_zone) }!
    }
sequence-outcome-nobody-can-move = Nessuno può giocare: pareggio.

claim-place = gioca
claim-remove = toglie con
claim-dead = carta morta
claim-flip = gira i gettoni
claim-penalty = penalità
claim-name_line = indica i cinque
claim-reshuffle = scarti rimescolati
option-table_talk = Penalità per i suggerimenti
option-common_discards = Un solo mucchio di scarti per tutti

# Che cosa si può dire con un tocco.
sequence-say-draw = Ho pescato
sequence-say-draw-means = È stata presa una carta dal mazzo di pesca.
sequence-say-flip = Gettoni girati
sequence-say-flip-means = Ogni gettone è giusto: bianco nelle sequenze complete, colorato altrove.
sequence-say-reshuffle = Scarti rimescolati
sequence-say-reshuffle-means = Gli scarti sono stati mescolati in un nuovo mazzo.
sequence-say-stuck = Non posso giocare
sequence-say-stuck-means = Nessuna carta di questa mano si può giocare. Il turno passa.
sequence-left = { left }
sequence-say-dead = Carta morta
sequence-say-dead-means = Le sue due caselle sono coperte: scartala, pescane un’altra, poi gioca.
sequence-say-say = Suggerimento
sequence-say-say-means = Qualcuno ha suggerito. Se è punito, ognuno di quella squadra scarta una carta.
