# Quello che i giochi di carte dicono con le stesse parole. Il testo di un gioco, `<gioco>-<codice>`, vale prima di quello qui.

match-over = Dopo la fine non si gioca più.
not-your-turn = Tocca { TO($to_move_name) }, non { TO($seat_name) }.
already-laid = { START(THE($card)) } è già in tavola.
not-in-hand = { START(THE($seat_name)) } non ha in mano { THE($card) }: gioca una carta della tua mano.
hand-used-up = { START(THE($seat_name)) } ha giocato più carte di una mano: carta letta male, o sfuggita la fine di un turno?
lifted = { $zone }: è stata tolta una carta. Le carte giocate restano.
too-few = Il turno non può ancora finire.
drawn =
    { $count ->
        [0] { START(THE($seat_name)) } non pesca.
        [one] { START(THE($seat_name)) } pesca una carta.
       *[other] { START(THE($seat_name)) } pesca { $count } carte.
    } Tocca { TO($next_name) }.
minimum-laid = Si può continuare: il turno ha tutte le sue carte e può finire.
not-stuck = Si può giocare: { THE($card) } va { ON($zone) }.
wrong-hand = Si comincia con { $right } carte in mano, non { $hand }.

duty-lay-minimum =
    { $still ->
        [one] Gioca ancora una carta.
       *[other] Gioca ancora { $still } carte.
    }
duty-nothing-fits = Nessuna delle carte rimaste va su un mucchietto.
