# The Game - Face to Face. $card, $top e $zone arrivano già in parole; $seat, $to_move, $next e $winner contano da 1.

face_to_face-not-a-card = { START($card) } { ON($zone) }: in Face to Face ci sono solo 2-59, argento e oro.
face_to_face-not-your-colour =
    { $colour ->
        [silver] { START(THE($seat_name)) } gioca con l’argento, non con l’oro.
       *[gold] { START(THE($seat_name)) } gioca con l’oro, non con l’argento.
    }
face_to_face-player-colour =
    { $colour ->
        [silver] { START(THE($seat_name)) } gioca con l’argento.
       *[gold] { START(THE($seat_name)) } gioca con l’oro.
    }
face_to_face-colour-laid =
    { $colour ->
        [silver] { START(THE($seat_name)) } ha già giocato argento. Era una carta letta male? Correggi prima quella.
       *[gold] { START(THE($seat_name)) } ha già giocato oro. Era una carta letta male? Correggi prima quella.
    }
face_to_face-not-above =
    { $number ->
        [59] { $trick ->
            [0] { START(THE($card)) } { ON($top) }, crescente: qui può aiutare solo l’avversario.
           *[other] { START(THE($card)) } { ON($top) }, crescente: va solo { $trick }.
        }
       *[other] { $trick ->
            [0] { START(THE($card)) } { ON($top) }, crescente: serve più di { $number }.
           *[other] { START(THE($card)) } { ON($top) }, crescente: serve più di { $number }, oppure esattamente { $trick }.
        }
    }
face_to_face-not-below =
    { $number ->
        [2] { $trick ->
            [0] { START(THE($card)) } { ON($top) }, decrescente: qui può aiutare solo l’avversario.
           *[other] { START(THE($card)) } { ON($top) }, decrescente: va solo { $trick }.
        }
       *[other] { $trick ->
            [0] { START(THE($card)) } { ON($top) }, decrescente: serve meno di { $number }.
           *[other] { START(THE($card)) } { ON($top) }, decrescente: serve meno di { $number }, oppure esattamente { $trick }.
        }
    }
face_to_face-second-help = Una sola carta per turno può aiutare l’avversario.
face_to_face-nothing-to-improve = Lì l’avversario non ha carte da migliorare.
face_to_face-not-lower =
    { $number ->
        [2] { START(THE($card)) } { ON($top) }, mucchietto crescente avversario: non c’è nulla di più basso.
       *[other] { START(THE($card)) } { ON($top) }, mucchietto crescente avversario: per aiutare serve meno di { $number }.
    }
face_to_face-not-higher =
    { $number ->
        [59] { START(THE($card)) } { ON($top) }, mucchietto decrescente avversario: non c’è nulla di più alto.
       *[other] { START(THE($card)) } { ON($top) }, mucchietto decrescente avversario: per aiutare serve più di { $number }.
    }
face_to_face-helps = { START(THE($card)) } aiuta l’avversario: { THE($seat_name) } pesca fino a sei carte.
face_to_face-backward = Mossa al contrario: { THE($card) } { ON($top) }, esattamente dieci.
face_to_face-wrong-players = Face to Face si gioca in 2, non in { $players }.

face_to_face-duty-too-few-cards = Servono due carte in questo turno, ma in mano ce n’è una e non si pesca più.
face_to_face-duty-nothing-fits =
    { $still ->
        [one] Manca una carta, ma nessuna di quelle rimaste va bene.
       *[other] Mancano due carte, una almeno sui tuoi mucchietti, ma nessuna di quelle rimaste va bene.
    }

face_to_face-outcome-all-laid = { START(THE($winner_name)) } ha giocato tutte le cinquantotto carte e vince!
face_to_face-outcome-stuck = { START(THE($seat_name)) } non può giocare le due carte richieste: vince { THE($winner_name) }!

# Quello che si può dire con un tocco.
face_to_face-say-stuck = Bloccati
face_to_face-say-stuck-means = Chi è di turno non può giocare due carte. L’altro vince e la partita finisce.
