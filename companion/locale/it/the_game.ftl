# The Game, versione per professionisti, On Fire.

the_game-not-above = { $top ->
    [99] { $card } su 99, crescente: { $trick ->
        [0] qui non si può più calare nulla.
       *[other] si può calare solo { $trick }, esattamente dieci in meno.
    }
   *[other] { $card } su { $top }, crescente: il numero deve essere più alto di { $top }{ $trick ->
        [0] .
       *[other] , oppure esattamente { $trick }.
    }
}
the_game-not-below = { $top ->
    [2] { $card } su 2, decrescente: { $trick ->
        [0] qui non si può più calare nulla.
       *[other] si può calare solo { $trick }, esattamente dieci in più.
    }
   *[other] { $card } su { $top }, decrescente: il numero deve essere più basso di { $top }{ $trick ->
        [0] .
       *[other] , oppure esattamente { $trick }.
    }
}
the_game-backward = { $card } su { $top }: mossa al contrario, { $zone }.
the_game-already-laid = Ogni carta esiste una volta sola, e { $card } è già nel mucchietto { $other_zone }.
the_game-not-in-hand = Il giocatore { $seat } non ha in mano { $card }: si calano solo le proprie carte.
the_game-hand-used-up = Il giocatore { $seat } ha calato più carte di quante ne stanno in una mano: è sfuggita la fine di un turno?
the_game-not-your-turn = Tocca al giocatore { $to_move }, non al giocatore { $seat }.
the_game-match-over = La partita è finita: non si calano più carte.
the_game-lifted = { $zone }: è stata tolta una carta. Le carte calate restano: rimettetela al suo posto.
the_game-not-a-card = Su { $zone } si vede { $card }: possono starci solo le carte da 2 a 99 di questa partita.
the_game-too-few = { $still ->
    [one] Il turno non può ancora finire: bisogna calare un’altra carta ({ $played } su { $minimum }).
   *[other] Il turno non può ancora finire: bisogna calare altre { $still } carte ({ $played } su { $minimum }).
}
the_game-drawn = { $count ->
    [0] Il giocatore { $seat } non pesca.
    [one] Il giocatore { $seat } pesca una carta.
   *[other] Il giocatore { $seat } pesca { $count } carte.
} Tocca al giocatore { $next }.
the_game-number-said = È vietato menzionare in qualsiasi modo il valore delle carte. Tutto il resto si può dire.
the_game-wrong-players = The Game si gioca in uno, due, tre, quattro o cinque, non in { $players }.
the_game-wrong-hand = { $players ->
    [one] Nel solitario si ricevono { $right } carte, non { $hand }.
   *[other] In { $players } giocatori se ne ricevono { $right } a testa, non { $hand }.
}
the_game-minimum-laid = Le carte richieste sono già state calate: basta finire il turno.
the_game-not-stuck = Si può ancora giocare: { $card } va bene su { $zone }.
the_game-stuck = { $still ->
    [one] Il giocatore { $seat } non può calare nulla, ma deve calare ancora una carta.
   *[other] Il giocatore { $seat } non può calare nulla, ma deve calare ancora { $still } carte.
}
the_game-not-covered = Non è stato coperto in tempo: { $card } ({ $zone }).

the_game-duty-lay-minimum = { $still ->
    [one] Calate ancora una carta.
   *[other] Calate ancora { $still } carte.
}
the_game-duty-cover-fire = { $due ->
    [now] Coprite { $card } ({ $zone }) entro la fine di questo turno.
   *[other] Coprite { $card } ({ $zone }) entro la fine del prossimo turno.
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
