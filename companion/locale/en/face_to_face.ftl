# The Game - Face to Face. $card, $top and $zone arrive in words; $seat, $to_move, $next and $winner count from 1.

face_to_face-not-a-card = { START($card) } { ON($zone) }: Face to Face has only silver and gold 2 to 59.
face_to_face-not-your-colour =
    { $colour ->
        [silver] { START($seat_name) } plays silver, not gold.
       *[gold] { START($seat_name) } plays gold, not silver.
    }
face_to_face-player-colour =
    { $colour ->
        [silver] { START($seat_name) } plays silver.
       *[gold] { START($seat_name) } plays gold.
    }
face_to_face-colour-laid =
    { $colour ->
        [silver] { START($seat_name) } has played silver already. Was that card misread? Correct it first.
       *[gold] { START($seat_name) } has played gold already. Was that card misread? Correct it first.
    }
face_to_face-not-above =
    { $number ->
        [59] { $trick ->
            [0] { START($card) } on { $top }, ascending: only the opponent can help here.
           *[other] { START($card) } on { $top }, ascending: only { $trick } fits.
        }
       *[other] { $trick ->
            [0] { START($card) } on { $top }, ascending: must be above { $number }.
           *[other] { START($card) } on { $top }, ascending: must be above { $number }, or exactly { $trick }.
        }
    }
face_to_face-not-below =
    { $number ->
        [2] { $trick ->
            [0] { START($card) } on { $top }, descending: only the opponent can help here.
           *[other] { START($card) } on { $top }, descending: only { $trick } fits.
        }
       *[other] { $trick ->
            [0] { START($card) } on { $top }, descending: must be below { $number }.
           *[other] { START($card) } on { $top }, descending: must be below { $number }, or exactly { $trick }.
        }
    }
face_to_face-second-help = Only one card a turn may help the opponent.
face_to_face-nothing-to-improve = The opponent has no card there to improve.
face_to_face-not-lower =
    { $number ->
        [2] { START($card) } on { $top }, the opponent’s ascending pile: nothing is lower.
       *[other] { START($card) } on { $top }, the opponent’s ascending pile: must be below { $number } to help.
    }
face_to_face-not-higher =
    { $number ->
        [59] { START($card) } on { $top }, the opponent’s descending pile: nothing is higher.
       *[other] { START($card) } on { $top }, the opponent’s descending pile: must be above { $number } to help.
    }
face_to_face-helps = { START(THE($card)) } helps the opponent: { $seat_name } draws back up to six cards.
face_to_face-backward = Backward trick: { $card } on { $top }, exactly ten.
face_to_face-wrong-players = Face to Face is for 2 players, not { $players }.

face_to_face-duty-too-few-cards = Two cards are due this turn, with one in hand and none to draw.
face_to_face-duty-nothing-fits =
    { $still ->
        [one] One more card is due, but nothing left fits.
       *[other] Two cards are due, one at least on your own piles, but nothing left fits.
    }

face_to_face-outcome-all-laid = { START($winner_name) } has played all fifty-eight cards and wins!
face_to_face-outcome-stuck = { START($seat_name) } cannot play the two cards that are due: { $winner_name } wins!

# What may be said by one tap.
face_to_face-say-stuck = Stuck
face_to_face-say-stuck-means = The player to move cannot play two cards. The other player wins, and the match ends.
