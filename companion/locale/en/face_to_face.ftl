# The Game - Face to Face. $card, $top and $zone arrive in words; $seat, $to_move, $next and $winner count from 1.

face_to_face-not-a-card = { $zone } shows { $card }, which is not a card of Face to Face: silver and gold numbers 2 to 59.
face_to_face-not-your-colour =
    { $colour ->
        [silver] { $card } does not belong to { $seat_name }, whose turn it is: { $seat_name } lays silver cards only.
       *[gold] { $card } does not belong to { $seat_name }, whose turn it is: { $seat_name } lays gold cards only.
    }
face_to_face-player-colour =
    { $colour ->
        [silver] { START($seat_name) } plays silver.
       *[gold] { START($seat_name) } plays gold.
    }
face_to_face-colour-laid =
    { $colour ->
        [silver] { START($seat_name) } has laid silver already. If that card was misread or was the other player’s, put that card right.
       *[gold] { START($seat_name) } has laid gold already. If that card was misread or was the other player’s, put that card right.
    }
face_to_face-already-laid = { $card } has already been laid: every card exists once in each colour.
face_to_face-not-above =
    { $number ->
        [59] { $trick ->
            [0] { $card } on { $top }, ascending: nothing is above 59, so only the opponent can help here.
           *[other] { $card } on { $top }, ascending: nothing is above 59, so only { $trick } fits.
        }
       *[other] { $trick ->
            [0] { $card } on { $top }, ascending: must be above { $number }.
           *[other] { $card } on { $top }, ascending: must be above { $number }, or exactly { $trick }.
        }
    }
face_to_face-not-below =
    { $number ->
        [2] { $trick ->
            [0] { $card } on { $top }, descending: nothing is below 2, so only the opponent can help here.
           *[other] { $card } on { $top }, descending: nothing is below 2, so only { $trick } fits.
        }
       *[other] { $trick ->
            [0] { $card } on { $top }, descending: must be below { $number }.
           *[other] { $card } on { $top }, descending: must be below { $number }, or exactly { $trick }.
        }
    }
face_to_face-second-help = { $card } { ON($zone) } would be a second card for the opponent: one a turn is allowed, on both piles together.
face_to_face-nothing-to-improve = { $card } { ON($zone) }: the opponent has laid nothing there yet, so nothing can be improved.
face_to_face-not-lower =
    { $number ->
        [2] { $card } on { $top }, the opponent’s ascending pile: nothing is lower than 2, so it cannot be improved.
       *[other] { $card } on { $top }, the opponent’s ascending pile: must be lower than { $number } to help.
    }
face_to_face-not-higher =
    { $number ->
        [59] { $card } on { $top }, the opponent’s descending pile: nothing is higher than 59, so it cannot be improved.
       *[other] { $card } on { $top }, the opponent’s descending pile: must be higher than { $number } to help.
    }
face_to_face-helps = { $card } helps the opponent: { $seat_name } draws back to six at the end of this turn.
face_to_face-backward = Backward trick: { $card } on { $top }, exactly ten.
face_to_face-wrong-players = Face to Face is for 2 players, not { $players }.

face_to_face-duty-too-few-cards = Two cards must be laid this turn, with one card in hand and none to draw.
face_to_face-duty-nothing-fits =
    { $still ->
        [one] Lay one more card: none of the cards still to come fits anywhere.
       *[other] Lay two cards, at least one of them on an own pile: none of the cards still to come fits there.
    }

face_to_face-outcome-all-laid = { START($winner_name) } has laid all fifty-eight cards and wins!
face_to_face-outcome-stuck = { START($seat_name) } cannot lay two cards: { $winner_name } wins!

# What may be said by one tap.
face_to_face-say-stuck = Stuck
face_to_face-say-stuck-means = The player to move cannot lay two cards. The other player wins, and the match ends.
