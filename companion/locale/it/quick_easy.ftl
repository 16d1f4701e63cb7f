# The Game - Quick & Easy. $card, $top e $zone arrivano già in parole; $seat, $to_move e $next contano da 1.

quick_easy-colour =
    { $colour ->
        [R] { colour-R }
        [B] { colour-B }
        [G] { colour-G }
        [Y] { colour-Y }
       *[X] { colour-X }
    }

quick_easy-not-a-card = { START(ON($zone)) } si vede { $card }, che non è una carta di Quick & Easy: servono i numeri da 1 a 10 nei cinque colori.
quick_easy-too-many = { START(THE($card)) } sarebbe la terza carta: in un turno se ne calano una o due.
quick_easy-expert-too-many = { START(THE($card)) } sarebbe la seconda carta: gli esperti ne calano esattamente una per turno.
quick_easy-not-above =
    { $number ->
        [10] { START(THE($card)) } { ON($top) }, crescente: sopra il 10 non c’è nulla, serve lo stesso colore ({ quick_easy-colour }).
       *[other] { START(THE($card)) } { ON($top) }, crescente: serve un numero sopra il { $number }, oppure lo stesso colore ({ quick_easy-colour }).
    }
quick_easy-not-below =
    { $number ->
        [1] { START(THE($card)) } { ON($top) }, decrescente: sotto l’1 non c’è nulla, serve lo stesso colore ({ quick_easy-colour }).
        [8] { START(THE($card)) } { ON($top) }, decrescente: serve un numero sotto l’8, oppure lo stesso colore ({ quick_easy-colour }).
       *[other] { START(THE($card)) } { ON($top) }, decrescente: serve un numero sotto il { $number }, oppure lo stesso colore ({ quick_easy-colour }).
    }
quick_easy-backward = Mossa al contrario: { THE($card) } { ON($top) }, stesso colore.
quick_easy-number-said = I numeri non si possono dire, né quello di una carta né rispetto a un’altra. Dite per esempio «una gialla piuttosto alta».
quick_easy-hint-said = Gli esperti possono dire solo i colori che hanno in mano, dove vogliono calare e dove è possibile la mossa al contrario.
quick_easy-wrong-players = Quick & Easy si gioca in 2-5, non in { $players }.

quick_easy-outcome-all-laid = Tutte le cinquanta carte sono calate: avete vinto!
quick_easy-outcome-stuck =
    { $left ->
        [one] { START(THE($seat_name)) } non può calare nessuna carta: partita persa, con una sola carta rimasta.
       *[other] { START(THE($seat_name)) } non può calare nessuna carta: partita persa, con { $left } carte rimaste.
    }

# Quello che si può dire con un tocco.
quick_easy-say-stuck = Bloccati
quick_easy-say-stuck-means = Chi è di turno non può calare nessuna carta. Tutti hanno perso e la partita finisce.
quick_easy-say-say = Detto un numero
quick_easy-say-say-means = I numeri non si possono dire. Viene annotato; la partita continua.
