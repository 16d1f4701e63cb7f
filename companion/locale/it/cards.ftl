# Quello che i giochi di carte dicono con le stesse parole. Il testo di un gioco, `<gioco>-<codice>`, vale prima di quello qui.

match-over = La partita è finita: non si possono più calare carte.
not-your-turn = Tocca { TO($to_move_name) }, non { TO($seat_name) }.
already-laid = { START(THE($card)) } è già in tavola: ogni carta esiste una volta sola.
not-in-hand = { START(THE($seat_name)) } non ha in mano { THE($card) }: si calano solo le proprie carte.
hand-used-up = { START(THE($seat_name)) } ha calato più carte di quante ne tiene in mano: carta letta male, o turno non chiuso?
lifted = { $zone }: è stata tolta una carta. Le carte calate restano: rimettetela al suo posto.
too-few =
    { $still ->
        [one] Il turno non può ancora finire: manca ancora una carta.
       *[other] Il turno non può ancora finire: bisogna calare ancora { $still } carte.
    }
drawn =
    { $count ->
        [0] { START(THE($seat_name)) } non pesca.
        [one] { START(THE($seat_name)) } pesca una carta.
       *[other] { START(THE($seat_name)) } pesca { $count } carte.
    } Tocca { TO($next_name) }.
minimum-laid = Non è bloccato: le carte richieste sono già calate, il turno può finire.
not-stuck = Non è bloccato: { THE($card) } si può calare { ON($zone) }.
wrong-hand = Si comincia con { $right } carte in mano, non { $hand }.

duty-lay-minimum =
    { $still ->
        [one] Calate ancora una carta.
       *[other] Calate ancora { $still } carte.
    }
duty-nothing-fits = Nessuna delle carte ancora da giocare va bene su un mucchietto.
