# The Game - Quick & Easy. $card, $top e $zone arrivano già in parole; $seat, $to_move e $next contano da 1.

quick_easy-colour =
    { $colour ->
        [R] { colour-R }
        [B] { colour-B }
        [G] { colour-G }
        [Y] { colour-Y }
       *[X] { colour-X }
    }

quick_easy-not-a-card = { START($card) } { ON($zone) }: in Quick & Easy ci sono solo 1-10 in cinque colori.
quick_easy-too-many = { START(THE($card)) } è la terza carta: in un turno se ne giocano una o due.
quick_easy-expert-too-many = { START(THE($card)) } è la seconda carta: gli esperti ne giocano una sola.
quick_easy-not-above =
    { $number ->
        [10] { START(THE($card)) } { ON($top) }, crescente: sopra il 10 va solo lo stesso colore ({ quick_easy-colour }).
       *[other] { START(THE($card)) } { ON($top) }, crescente: serve più di { $number } o lo stesso colore ({ quick_easy-colour }).
    }
quick_easy-not-below =
    { $number ->
        [1] { START(THE($card)) } { ON($top) }, decrescente: sotto l’1 va solo lo stesso colore ({ quick_easy-colour }).
       *[other] { START(THE($card)) } { ON($top) }, decrescente: serve meno di { $number } o lo stesso colore ({ quick_easy-colour }).
    }
quick_easy-backward = Mossa al contrario: { THE($card) } { ON($top) }, stesso colore.
quick_easy-number-said = Niente numeri, nemmeno a confronto. Di’ per esempio «una gialla piuttosto alta».
quick_easy-hint-said = Gli esperti dicono solo i loro colori, il mucchietto scelto e dove va la mossa al contrario.
quick_easy-wrong-players = Quick & Easy è da 2 a 5 giocatori, non { $players }.

quick_easy-outcome-all-laid = Tutte le cinquanta carte giocate: avete vinto!
quick_easy-outcome-stuck =
    { $left ->
        [one] { START(THE($seat_name)) } non può giocare: partita persa, con una carta rimasta.
       *[other] { START(THE($seat_name)) } non può giocare: partita persa, con { $left } carte rimaste.
    }

# Quello che si può dire con un tocco.
quick_easy-say-stuck = Bloccati
quick_easy-say-stuck-means = Chi è di turno non può giocare nessuna carta. Avete perso tutti e la partita finisce.
quick_easy-say-say = Qualcuno ha detto un numero
quick_easy-say-say-means = Niente numeri ad alta voce. Viene scritto; la partita continua.
