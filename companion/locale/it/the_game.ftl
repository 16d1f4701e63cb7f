# The Game, versione per professionisti, On Fire.

the_game-not-above = { $top ->
    [99] { START(THE($card)) } sul 99, crescente: { $trick ->
        [0] qui non va più nulla.
       *[other] va solo { $trick }, esattamente dieci in meno.
    }
   *[other] { START(THE($card)) } { ON($top) }, crescente: serve più di { $top }{ $trick ->
        [0] .
       *[other] , oppure esattamente { $trick }.
    }
}
the_game-not-below = { $top ->
    [2] { START(THE($card)) } sul 2, decrescente: { $trick ->
        [0] qui non va più nulla.
       *[other] va solo { $trick }, esattamente dieci in più.
    }
   *[other] { START(THE($card)) } { ON($top) }, decrescente: serve meno di { $top }{ $trick ->
        [0] .
       *[other] , oppure esattamente { $trick }.
    }
}
the_game-backward = Mossa al contrario: { THE($card) } { ON($top) }, { ON($zone) }.
the_game-already-laid = { START(THE($card)) } è già { ON($other_zone) }.
the_game-not-a-card = { START($card) } { ON($zone) }: in questa partita ci sono solo le carte da 2 a 99.
the_game-too-few = Il turno non può ancora finire: carte giocate, { $played } su { $minimum }.
the_game-number-said = Niente numeri ad alta voce.
the_game-wrong-players = The Game è da 1 a 5 giocatori, non { $players }.
the_game-wrong-hand = { $players ->
    [one] Da soli si hanno { $right } carte in mano, non { $hand }.
   *[other] In { $players } si hanno { $right } carte in mano, non { $hand }.
}
the_game-stuck = { $still ->
    [one] { START(THE($seat_name)) } non può giocare la carta che manca.
   *[other] { START(THE($seat_name)) } non può giocare le { $still } carte che mancano.
}
the_game-not-covered = Non coperta in tempo: { $card } { ON($zone) }.

the_game-duty-cover-fire = { $due ->
    [now] Copri { THE($card) } { ON($zone) } entro la fine di questo turno.
   *[other] Copri { THE($card) } { ON($zone) } entro la fine del prossimo turno.
}

the_game-outcome-all-laid = Tutte le 98 carte giocate: avete sconfitto The Game!
the_game-outcome-stuck = Partita persa con { $score ->
    [0] tutte le carte giocate
    [one] una carta rimasta
   *[other] { $score } carte rimaste
}{ $rating ->
    [excellent] : un risultato brillante!
   *[other] .
}
the_game-outcome-not-covered = { the_game-outcome-stuck }

# Quello che si può dire con un tocco.
the_game-say-stuck = Bloccati
the_game-say-stuck-means = Chi è di turno non può giocare le carte richieste. Avete perso tutti e la partita finisce.
the_game-say-say = Qualcuno ha detto un numero
the_game-say-say-means = Niente numeri ad alta voce. Viene scritto; la partita continua.
