# The Game, versione per professionisti, On Fire.

the_game-not-above = { $top ->
    [99] { START(THE($card)) } su 99, crescente: { $trick ->
        [0] qui non si può più calare nulla.
       *[other] si può calare solo { $trick }, esattamente dieci in meno.
    }
   *[other] { START(THE($card)) } { ON($top) }, crescente: il numero deve essere più alto di { $top }{ $trick ->
        [0] .
       *[other] , oppure esattamente { $trick }.
    }
}
the_game-not-below = { $top ->
    [2] { START(THE($card)) } su 2, decrescente: { $trick ->
        [0] qui non si può più calare nulla.
       *[other] si può calare solo { $trick }, esattamente dieci in più.
    }
   *[other] { START(THE($card)) } { ON($top) }, decrescente: il numero deve essere più basso di { $top }{ $trick ->
        [0] .
       *[other] , oppure esattamente { $trick }.
    }
}
the_game-backward = { START(THE($card)) } { ON($top) }: mossa al contrario, { $zone }.
the_game-already-laid = Ogni carta esiste una volta sola, e { THE($card) } è già { ON($other_zone) }.
the_game-not-a-card = { START(ON($zone)) } si vede { $card }: possono starci solo le carte da 2 a 99 di questa partita.
the_game-too-few = { $still ->
    [one] Il turno non può ancora finire: bisogna calare un’altra carta ({ $played } su { $minimum }).
   *[other] Il turno non può ancora finire: bisogna calare altre { $still } carte ({ $played } su { $minimum }).
}
the_game-number-said = È vietato menzionare in qualsiasi modo il valore delle carte. Tutto il resto si può dire.
the_game-wrong-players = The Game si gioca in uno, due, tre, quattro o cinque, non in { $players }.
the_game-wrong-hand = { $players ->
    [one] Nel solitario si ricevono { $right } carte, non { $hand }.
   *[other] In { $players } giocatori se ne ricevono { $right } a testa, non { $hand }.
}
the_game-stuck = { $still ->
    [one] { START(THE($seat_name)) } non può calare nulla, ma deve calare ancora una carta.
   *[other] { START(THE($seat_name)) } non può calare nulla, ma deve calare ancora { $still } carte.
}
the_game-not-covered = Non è stato coperto in tempo: { THE($card) } { ON($zone) }.

the_game-duty-cover-fire = { $due ->
    [now] Coprite { THE($card) } { ON($zone) } entro la fine di questo turno.
   *[other] Coprite { THE($card) } { ON($zone) } entro la fine del prossimo turno.
}

the_game-outcome-all-laid = Tutte le 98 carte sono state calate: avete sconfitto The Game!
the_game-outcome-stuck = Partita persa con { $score ->
    [0] tutte le carte calate
    [one] una carta non calata
   *[other] { $score } carte non calate
}{ $rating ->
    [excellent] : un risultato brillante!
   *[other] .
}
the_game-outcome-not-covered = { the_game-outcome-stuck }

# Quello che si può dire con un tocco.
the_game-say-stuck = Bloccati
the_game-say-stuck-means = Chi è di turno non può calare le carte richieste. Tutti hanno perso e la partita finisce.
the_game-say-say = Detto un numero
the_game-say-say-means = I numeri non si possono dire. Viene annotato; la partita continua.
