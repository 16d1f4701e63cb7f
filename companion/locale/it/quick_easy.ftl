# The Game - Quick & Easy. $card, $top e $zone arrivano già in parole; $seat, $to_move e $next contano da 1.

quick_easy-colour =
    { $colour ->
        [R] { colour-R }
        [B] { colour-B }
        [G] { colour-G }
        [Y] { colour-Y }
       *[X] { colour-X }
    }

quick_easy-match-over = La partita è finita: non si possono più calare carte.
quick_easy-not-your-turn = Tocca al giocatore { $to_move }, non al giocatore { $seat }.
quick_easy-not-a-card = Su { $zone } si vede { $card }, che non è una carta di Quick & Easy: servono i numeri da 1 a 10 nei cinque colori.
quick_easy-lifted = È stata tolta una carta da { $zone }: le carte calate restano.
quick_easy-already-laid = { $card } è già in tavola: ogni carta esiste una volta sola.
quick_easy-not-in-hand = { $card } non è in mano al giocatore { $seat }: si calano solo carte della propria mano.
quick_easy-too-many = { $card } sarebbe la terza carta: in un turno se ne calano una o due.
quick_easy-expert-too-many = { $card } sarebbe la seconda carta: gli esperti ne calano esattamente una per turno.
quick_easy-not-above =
    { $number ->
        [10] { $card } su { $top }, crescente: sopra il 10 non c’è nulla, serve lo stesso colore ({ quick_easy-colour }).
       *[other] { $card } su { $top }, crescente: serve un numero sopra il { $number }, oppure lo stesso colore ({ quick_easy-colour }).
    }
quick_easy-not-below =
    { $number ->
        [1] { $card } su { $top }, decrescente: sotto l’1 non c’è nulla, serve lo stesso colore ({ quick_easy-colour }).
        [8] { $card } su { $top }, decrescente: serve un numero sotto l’8, oppure lo stesso colore ({ quick_easy-colour }).
       *[other] { $card } su { $top }, decrescente: serve un numero sotto il { $number }, oppure lo stesso colore ({ quick_easy-colour }).
    }
quick_easy-backward = Mossa al contrario: { $card } su { $top }, stesso colore.
quick_easy-hand-used-up = Il giocatore { $seat } ha calato più carte di quante ne tiene in mano: carta letta male, o turno non chiuso?
quick_easy-too-few = Il turno non può ancora finire: bisogna calare una carta.
quick_easy-drawn =
    { $count ->
        [0] Il mazzo è finito: non si pesca. Tocca al giocatore { $next }.
        [one] Il giocatore { $seat } pesca una carta. Tocca al giocatore { $next }.
       *[other] Il giocatore { $seat } pesca { $count } carte. Tocca al giocatore { $next }.
    }
quick_easy-minimum-laid = Non è bloccato: in questo turno una carta è già stata calata, il turno può finire.
quick_easy-not-stuck = Non è bloccato: { $card } si può calare su { $zone }.
quick_easy-number-said = I numeri non si possono dire, né quello di una carta né rispetto a un’altra. Dite per esempio «una gialla piuttosto alta».
quick_easy-hint-said = Gli esperti possono dire solo i colori che hanno in mano, dove vogliono calare e dove è possibile la mossa al contrario.
quick_easy-wrong-players = Quick & Easy si gioca in 2-5, non in { $players }.
quick_easy-wrong-hand = Si comincia con { $right } carte in mano, non { $hand }.

quick_easy-duty-lay-minimum = In questo turno bisogna calare una carta.
quick_easy-duty-nothing-fits = Bisogna calare una carta, ma nessuna di quelle ancora da giocare va su uno dei due mucchietti.

quick_easy-outcome-all-laid = Tutte le cinquanta carte sono calate: avete vinto!
quick_easy-outcome-stuck =
    { $left ->
        [one] Il giocatore { $seat } non può calare nessuna carta: partita persa, con una sola carta rimasta.
       *[other] Il giocatore { $seat } non può calare nessuna carta: partita persa, con { $left } carte rimaste.
    }
