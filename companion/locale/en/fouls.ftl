# The card of a foul: what happened, what to do now, and what its buttons say. $card is "" where nothing lies there.

foul-against-pile = It does not fit there
foul-against-pile-remedy = Take { THE($card) } back.
foul-against-pile-remedy-nothing = Put it back as it was.
foul-out-of-turn = Out of turn
foul-out-of-turn-remedy = Take { THE($card) } back.
foul-out-of-turn-remedy-nothing = Put it back.
foul-ended-early = The turn goes on
foul-ended-early-remedy =
    { $still ->
        [one] Play one more card.
       *[other] Play { $still } more cards.
    }
foul-too-many = One too many
foul-too-many-remedy = Take { THE($card) } back.
foul-too-many-remedy-nothing = Put it back as it was.
foul-misplaced-chip = Wrong space
foul-misplaced-chip-remedy = Take { THE($card) } back.
foul-misplaced-chip-remedy-nothing = Put the chip back.
foul-wrong-colour = Wrong colour
foul-wrong-colour-remedy = Take { THE($card) } back.
foul-wrong-colour-remedy-nothing = Put the chip back.
foul-wrong-chip = Not that chip
foul-wrong-chip-remedy = Take { THE($card) } back.
foul-wrong-chip-remedy-nothing = Put the chip back.
foul-white-side-up = White side up
foul-white-side-up-remedy = Turn it over.
foul-moved-chip = A chip slid
foul-moved-chip-remedy = Push it back.
foul-face-down = Face down
foul-face-down-remedy = Turn it face up.
foul-unfinished = Half a play is missing
foul-unfinished-remedy = Finish the play, or take { THE($card) } back.
foul-unfinished-remedy-nothing = Finish the play, or take it back.
foul-broken-command = A command forbids it
foul-broken-command-remedy = Take { THE($card) } back.
foul-broken-command-remedy-nothing = Take it back.
foul-missed-deadline = Too late
foul-missed-deadline-remedy = Covered after all? Add that card.
foul-misread = Misread?
foul-misread-remedy = Say which card it was.
foul-moved-card = A card was moved
foul-moved-card-remedy = Put it back.
foul-after-end = The match is over
foul-after-end-remedy = Take { THE($card) } back.
foul-after-end-remedy-nothing = Put it back as it was.
foul-other = That is against the rules
foul-other-remedy = Take { THE($card) } back.
foul-other-remedy-nothing = Put it back as it was.

foul-answer-another-card = It was another card
foul-answer-let-stand = Accept anyway
foul-answer-turn-had-ended = It was my turn
foul-answer-card-missed = A card was missed
foul-answer-never-happened = Nothing was played
foul-answer-put-right = Correct it
