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
the_game-not-in-hand = { START(THE($seat_name)) } non ha in mano { THE($card) }: si calano solo le proprie carte.
the_game-hand-used-up = { START(THE($seat_name)) } ha calato più carte di quante ne stanno in una mano: è sfuggita la fine di un turno?
the_game-not-your-turn = Tocca { TO($to_move_name) }, non { TO($seat_name) }.
the_game-match-over = La partita è finita: non si calano più carte.
the_game-lifted = { $zone }: è stata tolta una carta. Le carte calate restano: rimettetela al suo posto.
the_game-not-a-card = { START(ON($zone)) } si vede { $card }: possono starci solo le carte da 2 a 99 di questa partita.
the_game-too-few = { $still ->
    [one] Il turno non può ancora finire: bisogna calare un’altra carta ({ $played } su { $minimum }).
   *[other] Il turno non può ancora finire: bisogna calare altre { $still } carte ({ $played } su { $minimum }).
}
the_game-drawn = { $count ->
    [0] { START(THE($seat_name)) } non pesca.
    [one] { START(THE($seat_name)) } pesca una carta.
   *[other] { START(THE($seat_name)) } pesca { $count } carte.
} Tocca { TO($next_name) }.
the_game-number-said = È vietato menzionare in qualsiasi modo il valore delle carte. Tutto il resto si può dire.
the_game-wrong-players = The Game si gioca in uno, due, tre, quattro o cinque, non in { $players }.
the_game-wrong-hand = { $players ->
    [one] Nel solitario si ricevono { $right } carte, non { $hand }.
   *[other] In { $players } giocatori se ne ricevono { $right } a testa, non { $hand }.
}
the_game-minimum-laid = Le carte richieste sono già state calate: basta finire il turno.
the_game-not-stuck = Si può ancora giocare: { THE($card) } va bene { ON($zone) }.
the_game-stuck = { $still ->
    [one] { START(THE($seat_name)) } non può calare nulla, ma deve calare ancora una carta.
   *[other] { START(THE($seat_name)) } non può calare nulla, ma deve calare ancora { $still } carte.
}
the_game-not-covered = Non è stato coperto in tempo: { THE($card) } { ON($zone) }.

the_game-duty-lay-minimum = { $still ->
    [one] Calate ancora una carta.
   *[other] Calate ancora { $still } carte.
}
the_game-duty-cover-fire = { $due ->
    [now] Coprite { THE($card) } { ON($zone) } entro la fine di questo turno.
   *[other] Coprite { THE($card) } { ON($zone) } entro la fine del prossimo turno.
}
the_game-duty-nothing-fits = Nessuna delle carte ancora da giocare va bene su un mucchietto.

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
