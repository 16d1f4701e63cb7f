# Sequence. $card, $face, $zone e l’elenco $open_zones arrivano già in parole; $seat, $to_move e $next contano da 1.

sequence-team =
    { $colour ->
        [blue] Blu
        [green] Verde
       *[red] Rosso
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

sequence-match-over = La partita è finita: non si può più giocare nulla.
sequence-not-your-turn = { not-your-turn }
sequence-not-in-hand = { START(THE($seat_name)) } non ha in mano { THE($card) }: si giocano solo carte della propria mano.
sequence-wrong-pile = Questa carta sta sugli scarti { OF($owner_name) }, ma va su quelli { OF($seat_name) }.
sequence-lifted = { START(THE($card)) } non è più sugli scarti { OF($seat_name) }: gli scarti restano dove sono. Se li avete rimescolati tutti nel mazzo, ditelo.
sequence-face-down = La carta sugli scarti { OF($seat_name) } è coperta: gli scarti stanno a faccia in su.
sequence-second-card = Una sola carta per turno: { THE($before) } è già in tavola, quindi { THE($card) } torna in mano. Per giocare questa carta, riprendetele entrambe e calatela da sola.
sequence-second-chip = Un solo gettone per turno: la casella { $other_zone } è già cambiata, rimettete com’era la casella { $zone }.
sequence-chip-moved = Il { $face } è scivolato dalla casella { $other_zone } alla casella { $zone }: rimettetelo a posto.
sequence-card-alone =
    { $count ->
        [-2] { START(THE($seat_name)) } ha calato { THE($card) } senza mettere il gettone, e nessuna sua casella è più libera: riprendete la carta.
        [-1] { START(THE($seat_name)) } ha calato { THE($card) } senza togliere un gettone: togliete un gettone avversario.
        [0] { START(THE($seat_name)) } ha calato { THE($card) } senza mettere il gettone: mettete { sequence-missing-chip } su una casella libera.
       *[other] { START(THE($seat_name)) } ha calato { THE($card) } senza mettere il gettone: mettete { sequence-missing-chip } { ON($card) }.
    }
sequence-missing-chip =
    { $chosen ->
        [0] un gettone
       *[1] un { $face }
    }
sequence-chip-alone =
    { $count ->
        [-1] { START(THE($seat_name)) } ha tolto un gettone senza calare la carta: calate un fante con un occhio.
        [-3] { START(THE($seat_name)) } ha messo un gettone su una casella illeggibile: calate la sua carta o un fante con due occhi.
       *[other] { START(THE($seat_name)) } ha messo un gettone { ON($expected) } senza calare la carta: calate { THE($expected) } o un fante con due occhi.
    }

sequence-corner =
    { $count ->
        [-1] Negli angoli non si mettono gettoni: valgono già per tutti.
        [0] Negli angoli non si mettono gettoni: valgono già per tutti. Le due caselle { OF($card) } sono coperte: è una carta morta.
       *[other] Negli angoli non si mettono gettoni: valgono già per tutti. { START(THE($card)) } va su { $open_zones }.
    }
sequence-occupied =
    { $count ->
        [-1] Nella casella { $zone } c’è già un { $face }: serve una casella libera.
        [0] Nella casella { $zone } c’è già un { $face }. Le due caselle { OF($card) } sono coperte: è una carta morta.
       *[other] Nella casella { $zone } c’è già un { $face }. { START(THE($card)) } va su { $open_zones }.
    }
sequence-no-match =
    { $count ->
        [0] La casella { $zone } mostra { THE($face) }, non { THE($card) }, che ha tutte e due le caselle coperte: è una carta morta.
       *[other] La casella { $zone } mostra { THE($face) }, non { THE($card) }, che va su { $open_zones }.
    }
sequence-no-card-fits = Nessuna carta in mano va nella casella { $zone } ({ $face }).
sequence-no-chips = Non resta nemmeno un { $face }: tutti e 48 sono sul tabellone.
sequence-wrong-colour = Nella casella { $zone } c’è un { $face }, ma in questo turno si mette un { $expected }.
sequence-taken-colour =
    { $alone ->
        [1] Il { $face } nella casella { $zone } ha il colore { OF($seat_name) }. Toglietelo e mettete un gettone di un altro colore.
       *[0] Il { $face } nella casella { $zone } ha il colore della squadra { OF($seat_name) }. Toglietelo e mettete un gettone di un altro colore.
    }
sequence-white-side-up = Il gettone nella casella { $zone } mostra il lato bianco: quello è solo per le sequenze complete.
sequence-one-eyed-places = { START(THE($card)) } ha un occhio solo: toglie un gettone avversario e non ne mette.
sequence-not-one-eyed = { START(THE($card)) } non toglie gettoni: lo fanno solo i fanti con un occhio, di picche e di cuori.
sequence-no-one-eyed = In mano non c’è un fante con un occhio: il gettone nella casella { $zone } deve restare.
sequence-nothing-to-remove = Nella casella { $zone } non c’è nessun gettone da togliere.
sequence-own-chip = Il { $face } nella casella { $zone } è della propria squadra: il fante con un occhio toglie un gettone avversario.
sequence-in-sequence = Il { $face } nella casella { $zone } fa parte di una sequenza completa e resta. Si può togliere un altro gettone avversario.
sequence-jack-no-target =
    { $eyes ->
        [1] Non c’è nessun gettone che { THE($card) } possa togliere: giocate un’altra carta.
       *[2] Non c’è nessuna casella libera per { THE($card) }: giocate un’altra carta.
    }
sequence-third-copy = È la terza volta che esce { THE($card) } dall’ultima mescolata, ma ce ne sono solo due: carta letta male?

sequence-jack-never-dead = { START(THE($card)) } è un fante, e i fanti non sono mai carte morte: si gioca o si tiene.
sequence-not-dead = { START(THE($card)) } non è una carta morta: va ancora su { $open_zones }.
sequence-one-dead-card = Una sola carta morta per turno: { THE($card) } si potrà cambiare al prossimo.
sequence-dead-exchanged = { START(THE($card)) } è una carta morta: { THE($seat_name) } ne pesca un’altra e poi gioca.
sequence-dead-no-chip = { START(THE($card)) } è una carta morta, le sue due caselle sono coperte: non le spetta nessun gettone. { START(THE($seat_name)) } riprende il gettone dalla casella { $zone }, pesca un’altra carta e gioca.

sequence-draw-before-play = { START(THE($seat_name)) } non deve ancora pescare: prima gioca una carta, poi pesca.
sequence-no-draw-due = { START(THE($seat_name)) } non ha nulla da pescare: una carta per ogni carta giocata, e prima che il giocatore seguente abbia giocato e pescato.
sequence-draw-lost = { START(THE($next_name)) } ha giocato e pescato: { THE($seat_name) } perde la pescata dimenticata e continua con una carta in meno.
sequence-draw-perhaps-lost = Nessuno ha visto pescare { THE($seat_name) }: se la pescata è stata dimenticata, ormai è persa.
sequence-hangs-on-half = Se questo vale dipende dalla giocata che { THE($seat_name) } non ha finito: mettetevi d’accordo prima su quella.
sequence-nothing-to-draw = Non c’è più nulla da pescare: sono finiti il mazzo e tutti gli scarti.
sequence-reshuffled =
    { $count ->
        [one] Il mazzo è finito: gli scarti ne formano uno nuovo, di una sola carta.
       *[other] Il mazzo è finito: gli scarti si rimescolano in uno nuovo di { $count } carte.
    }
sequence-deck-not-empty =
    { $count ->
        [one] Nel mazzo c’è ancora una carta: gli scarti si rimescolano quando è finito.
       *[other] Nel mazzo ci sono ancora { $count } carte: gli scarti si rimescolano quando è finito.
    }
sequence-nothing-to-shuffle = Non ci sono scarti da mescolare.

sequence-passed = { START(THE($seat_name)) } non può fare nulla e passa. Tocca { TO($to_move_name) }.
sequence-must-play = { START(THE($seat_name)) } non può passare: { THE($card) } si può giocare, per esempio nella casella { $zone }.
sequence-must-exchange = { START(THE($seat_name)) } non può passare: { THE($card) } è una carta morta e si può cambiare.

sequence-sequence-made =
    { $count ->
        [one] { sequence-team } ha una sequenza, da { $first_zone } a { $last_zone }.
       *[other] { sequence-team } ha { $count } sequenze; l’ultima va da { $first_zone } a { $last_zone }.
    }
sequence-sequence-broken = La sequenza che passa per { $zone } è interrotta e non conta più: gli altri suoi gettoni tornano con il colore in su.
sequence-turned-wrong = Il { $face } nella casella { $zone } non fa parte di una sequenza: rigiratelo con il colore in su.
sequence-turned-back-wrong = Il { $face } nella casella { $zone } fa parte di una sequenza: rigiratelo con il lato bianco in su.
sequence-not-turned =
    { $count ->
        [one] Un { $face } della nuova sequenza mostra ancora il colore: giratelo.
       *[other] { $count } gettoni della nuova sequenza mostrano ancora il colore: girateli.
    }
sequence-one-sequence-only = Una sequenza sola: va da { $first_zone } a { $last_zone }. Una seconda può avere una sola casella in comune, e in questa fila altre cinque così non ci sono.
sequence-line-not-fresh = I cinque gettoni di una sequenza li sceglie solo chi l’ha fatta, lungo la stessa linea e prima della giocata seguente.
sequence-line-not-own = Questi cinque non sono una sequenza: nella casella { $zone } non c’è un gettone della squadra.

sequence-table-talk = Niente suggerimenti al tavolo: ciascuno di quella squadra mette una carta a scelta sui propri scarti e non ne pesca un’altra.
sequence-penalty-paid =
    { $count ->
        [one] Suggerimenti al tavolo: { sequence-team } scarta { $cards } e non pesca.
       *[other] Suggerimenti al tavolo: { sequence-team } scarta { $cards } e non pesca.
    }

sequence-wrong-players = A Sequence si gioca in 2, 3, 4, 6, 8, 9, 10 o 12, non in { $players }.
sequence-wrong-teams =
    { $many ->
        [1] In { $players } si formano { $count } squadre, non { $teams }.
       *[other] In { $players } si formano due o tre squadre, non { $teams }.
    }
sequence-wrong-seats =
    { $teams ->
        [2] Le squadre si alternano: un posto sì e uno no è della stessa squadra, cominciando dalla squadra 0.
       *[3] Le squadre si alternano: un posto ogni tre è della stessa squadra, cominciando dalla squadra 0.
    }
sequence-wrong-hand = In { $players } si comincia con { $count } carte in mano, non { $hand }.

sequence-duty-lay-card = { START($seat_name) }: calate la carta per il gettone nella casella { $space_zone }.
sequence-duty-chip-missing = { sequence-card-alone }
sequence-duty-card-missing = { sequence-chip-alone }
sequence-duty-lay-chip =
    { $count ->
        [0] { START($seat_name) }: mettete { sequence-own-colour } per { THE($card) } in una casella libera qualsiasi.
       *[other] { START($seat_name) }: mettete { sequence-own-colour } per { THE($card) }, su { $open_zones }.
    }
sequence-own-colour =
    { $chosen ->
        [0] un gettone, che sceglie il vostro colore,
       *[1] un { $face }
    }
sequence-duty-remove-chip = { START($seat_name) }: togliete un gettone avversario per { THE($card) }.
sequence-duty-draw = { START(THE($seat_name)) } pesca una carta, prima che il seguente abbia giocato e pescato.
sequence-duty-draw-asked = { START(THE($seat_name)) } ha pescato? Nessuno l’ha visto.
sequence-duty-turn-over =
    { $count ->
        [one] Sequenza da { $first_zone } a { $last_zone }: c’è ancora un { $face } da girare con il lato bianco in su.
       *[other] Sequenza da { $first_zone } a { $last_zone }: girate con il lato bianco in su i { $count } gettoni che mostrano il colore.
    }
sequence-duty-turn-back =
    { $count ->
        [one] Girate con il colore in su il { $face } nella casella { $zone }: non fa parte di nessuna sequenza.
       *[other] Girate con il colore in su { $count } gettoni che non fanno parte di nessuna sequenza; uno è nella casella { $zone }.
    }

sequence-outcome-sequences =
    { $count ->
        [one] { sequence-team } ha una sequenza e vince!
       *[other] { sequence-team } ha { $count } sequenze e vince!
    }
sequence-outcome-nobody-can-move = Nessuno può giocare o cambiare una carta: la partita finisce in parità.

claim-place = cala
claim-remove = toglie con
claim-dead = carta morta
claim-flip = gira i gettoni
claim-penalty = penalità
claim-name_line = indica i cinque
claim-reshuffle = scarti rimescolati
option-table_talk = Penalità per i suggerimenti
option-common_discards = Una sola zona degli scarti

# Che cosa si può dire con un tocco.
sequence-say-draw = Ho pescato
sequence-say-draw-means = È stata presa una carta dal mazzo.
sequence-say-flip = Gettoni girati
sequence-say-flip-means = Tutti i gettoni stanno come devono: girati quelli delle sequenze finite, con il colore in su gli altri.
sequence-say-reshuffle = Scarti rimescolati
sequence-say-reshuffle-means = Gli scarti sono stati mescolati in un nuovo mazzo.
sequence-say-stuck = Non posso giocare
sequence-say-stuck-means = Nessuna carta di questa mano si può giocare. Il turno passa.
sequence-left = { left }
sequence-say-dead = Carta morta
sequence-say-dead-means = Tutte e due le caselle di questa carta sono coperte: va negli scarti, se ne pesca un’altra, poi si gioca il turno.
sequence-say-say = Suggerimento
sequence-say-say-means = Qualcuno ha dato un suggerimento. Se sono puniti, ogni giocatore di quella squadra scarta una carta e non la ripesca.
