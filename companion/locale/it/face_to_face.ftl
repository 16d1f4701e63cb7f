# The Game - Face to Face. $card, $top e $zone arrivano già in parole; $seat, $to_move, $next e $winner contano da 1.

face_to_face-not-a-card = { START(ON($zone)) } si vede { $card }, che non è una carta di Face to Face: servono i numeri da 2 a 59, argento o oro.
face_to_face-not-your-colour =
    { $colour ->
        [silver] { START(THE($card)) } non è { OF($seat_name) }, a cui tocca: { THE($seat_name) } cala solo carte argento.
       *[gold] { START(THE($card)) } non è { OF($seat_name) }, a cui tocca: { THE($seat_name) } cala solo carte oro.
    }
face_to_face-player-colour =
    { $colour ->
        [silver] { START(THE($seat_name)) } gioca con l’argento.
       *[gold] { START(THE($seat_name)) } gioca con l’oro.
    }
face_to_face-colour-laid =
    { $colour ->
        [silver] { START(THE($seat_name)) } ha già calato l’argento. Se quella carta è stata letta male o era dell’altro, correggete quella carta.
       *[gold] { START(THE($seat_name)) } ha già calato l’oro. Se quella carta è stata letta male o era dell’altro, correggete quella carta.
    }
face_to_face-already-laid = { START(THE($card)) } è già in tavola: ogni carta esiste una volta sola per colore.
face_to_face-not-above =
    { $number ->
        [59] { $trick ->
            [0] { START(THE($card)) } { ON($top) }, crescente: sopra il 59 non c’è nulla, qui può aiutare solo l’avversario.
           *[other] { START(THE($card)) } { ON($top) }, crescente: sopra il 59 non c’è nulla, va solo il { $trick }.
        }
       *[other] { $trick ->
            [0] { START(THE($card)) } { ON($top) }, crescente: serve un numero più alto di { $number }.
           *[other] { START(THE($card)) } { ON($top) }, crescente: serve un numero più alto di { $number }, oppure esattamente { $trick }.
        }
    }
face_to_face-not-below =
    { $number ->
        [2] { $trick ->
            [0] { START(THE($card)) } { ON($top) }, decrescente: sotto il 2 non c’è nulla, qui può aiutare solo l’avversario.
           *[other] { START(THE($card)) } { ON($top) }, decrescente: sotto il 2 non c’è nulla, va solo il { $trick }.
        }
       *[other] { $trick ->
            [0] { START(THE($card)) } { ON($top) }, decrescente: serve un numero più basso di { $number }.
           *[other] { START(THE($card)) } { ON($top) }, decrescente: serve un numero più basso di { $number }, oppure esattamente { $trick }.
        }
    }
face_to_face-second-help = { START(THE($card)) } { ON($zone) } sarebbe la seconda carta per l’avversario: in un turno se ne cala al massimo una, sui due mucchietti insieme.
face_to_face-nothing-to-improve = { START(THE($card)) } { ON($zone) }: l’avversario non vi ha ancora calato nulla, quindi non c’è nulla da migliorare.
face_to_face-not-lower =
    { $number ->
        [2] { START(THE($card)) } { ON($top) }, mucchietto crescente dell’avversario: nessun numero è più basso di 2, non si può migliorare.
       *[other] { START(THE($card)) } { ON($top) }, mucchietto crescente dell’avversario: per aiutarlo serve un numero più basso di { $number }.
    }
face_to_face-not-higher =
    { $number ->
        [59] { START(THE($card)) } { ON($top) }, mucchietto decrescente dell’avversario: nessun numero è più alto di 59, non si può migliorare.
       *[other] { START(THE($card)) } { ON($top) }, mucchietto decrescente dell’avversario: per aiutarlo serve un numero più alto di { $number }.
    }
face_to_face-helps = { START(THE($card)) } aiuta l’avversario: a fine turno { THE($seat_name) } torna a sei carte.
face_to_face-backward = Mossa al contrario: { THE($card) } { ON($top) }, esattamente dieci.
face_to_face-wrong-players = Face to Face si gioca in 2, non in { $players }.

face_to_face-duty-too-few-cards = In questo turno bisogna calare due carte, ma in mano ce n’è una sola e non si pesca più.
face_to_face-duty-nothing-fits =
    { $still ->
        [one] Manca ancora una carta, ma nessuna di quelle ancora da giocare va da qualche parte.
       *[other] Bisogna calare due carte, almeno una sui propri mucchietti, ma nessuna di quelle ancora da giocare ci va.
    }

face_to_face-outcome-all-laid = { START(THE($winner_name)) } ha calato tutte le cinquantotto carte e vince!
face_to_face-outcome-stuck = { START(THE($seat_name)) } non può calare due carte: vince { THE($winner_name) }!

# Quello che si può dire con un tocco.
face_to_face-say-stuck = Bloccati
face_to_face-say-stuck-means = Chi è di turno non può calare due carte. L’altro giocatore vince e la partita finisce.
