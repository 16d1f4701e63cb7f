# What an amendment changed, in one sentence. $card, $before and $zone arrive in words; $seat_name is the player it is about.

# What was asked for, answered
undone-play = Undone: { THE($card) } { ON($zone) }.
undone-lift = Undone: the card lifted { FROM($zone) }.
undone-turn-refused = Undone: the end { OF($seat_name) }’s turn, which had not counted.
undone-turn = Undone: the end { OF($seat_name) }’s turn. It goes on.
undone-claim = Undone: { $seat_name }, “{ $claim }”.
undone-claim-card = Undone: { $seat_name } { $claim } { THE($card) }, { $zone }.
undone-correction = Undone: the correction. { START(THE($before)) } { ON($zone) } is { THE($card) } again.
undone-replaced = Undone: the correction to { THE($card) }, already replaced by { THE($before) }. Nothing changes.
undone-replaced-other = Undone: a correction that another one had already replaced. Nothing changes.
undone-undo-replaced = The undo is undone: { THE($card) } is already replaced by { THE($before) }. Nothing changes.
undone-undo-replaced-other = The undo is undone: another correction has already replaced that one. Nothing changes.
undone-waiver = Undone: { THE($card) } { ON($zone) } is no longer let stand.
undone-insert = Undone: { THE($card) } put in later { ON($zone) }.
undone-insert-turn = Undone: the end { OF($seat_name) }’s turn put in later.
undone-insert-claim = Undone: { $seat_name }, “{ $claim }”, put in later.
undone-insert-claim-card = Undone: { $seat_name } { $claim } { THE($card) }, { $zone }, put in later.
undone-insert-lift = Undone: the card lifted { FROM($zone) }, put in later.
undone-play-on = Undone: playing on. The end stands again.
undone-set-up = Undone: what was changed in the set-up.
undone-left = Undone: { $seat_name } is back in the match.
undone-undo-play = The undo is undone: { THE($card) } lies { ON($zone) } again.
undone-undo-lift = The undo is undone: the card { FROM($zone) } is lifted again.
undone-undo-turn = The undo is undone: { $seat_name } has ended the turn again.
undone-undo-claim = The undo is undone: { $seat_name }, “{ $claim }”, counts again.
undone-undo-correction = The undo is undone: { THE($before) } { ON($zone) } is corrected to { THE($card) } again.
undone-undo-waiver = The undo is undone: { THE($card) } { ON($zone) } is let stand again.
undone-undo-insert = The undo is undone: { THE($card) } is put in { ON($zone) } again.
undone-undo-other = The undo is undone: what it took back counts again.

taken-back = Taken back: { THE($card) } { FROM($zone) }.
taken-back-chip = Taken back: the move { ON($zone) }.
asked-beneath = When { THE($card) } was taken back, { THE($seen) } was seen { ON($zone) }; by the log it would be { THE($face) }. What was seen counts. Which is right?
asked-beneath-bare = When { THE($card) } was taken back, nothing was seen { ON($zone) }; by the log { THE($face) } would lie there. What was seen counts. Which is right?
asked-beneath-gone = When { THE($card) } was taken back, { THE($seen) } was seen { ON($zone) }; by the log nothing would lie there. What was seen counts. Which is right?
put-right = Put right: { $zone }.
waived = Let stand: { THE($card) } { ON($zone) }.

corrected = { START($card) } { ON($zone) }, read as { $before } at first.
corrected-after-all = { START($card) } { ON($zone) } after all.
corrected-beneath = { START(THE($card)) } was seen { ON($zone) } when the card on it was taken back.
corrected-beneath-bare = Nothing was seen { ON($zone) } when the card was taken back.
corrected-player = { START(THE($card)) } { ON($zone) } was { $seat_name }’s.
corrected-pile = { START(THE($card)) } lay { ON($zone) }, not { ON($before_zone) }.
corrected-claim = { START(THE($card)) }, not { THE($before) }: { $zone }.
corrected-speaker = It was { $seat_name } who said so.
corrected-turn = It was { $seat_name } who ended the turn.
corrected-set-up = The set-up is put right.
corrected-names = The names are put right.
corrected-places = The places around the table are put right.
corrected-variant = Put right: played { $on ->
    [yes] with
   *[no] without
} “{ $option }”.
corrected-beginner = { START(THE($seat_name)) } began.
left = { START(THE($seat_name)) } leaves: from now on passed over, that hand is out of the game.
inserted = Put in: { $seat_name } laid { THE($card) } { ON($zone) }.
inserted-turn = Put in: { $seat_name } ended the turn.
inserted-claim = Put in: { $seat_name }, “{ $claim }”.
inserted-claim-card = Put in: { $seat_name } { $claim } { THE($card) }, { $zone }.
inserted-lift = Put in: a card was lifted { FROM($zone) }.

# The line of the log at which it stands
log-read-at-first = { $text }, read as { $before } at first
log-lay-at-first = { $text }, taken for { $before_zone } at first
log-put-in = { $text }, put in later
log-let-stand = { $text }, let stand
log-twin = { $text }, but it lies { ON($other_zone) } already
log-note = { $text }, would not have stood

# What changed by it
changed-none = Nothing else changes.
changed-note = { START($face) } on { $card } would not have stood.
changed-note-zone = { START(THE($card)) } { ON($zone) } would not have stood.
changed-lift-note = There was nothing { ON($zone) } that could have been lifted.
changed-turn-note = The end { OF($seat_name) }’s turn would not have stood.
changed-claim-note = { START($seat_name) }, “{ $claim }”, would not have stood.
changed-notes = { START($face) } on { $card } would not have stood, nor { $count ->
    [one] one later play.
   *[other] { $count } later plays.
}
changed-notes-zone = { START(THE($card)) } { ON($zone) } would not have stood, nor { $count ->
    [one] one later play.
   *[other] { $count } later plays.
}
undone-correction-seat = Undone: the correction of whose it was.
undone-correction-other = Undone: the correction { ON($zone) }.
changed-stands = { START(THE($card)) } { ON($zone) } stands now.
changed-open = { START(THE($card)) } { ON($zone) } does not stand.
changed-to-move = It is { $seat_name }’s turn.
twins = { START(THE($card)) } lies { ON($other_zone) } already: which of the two was misread?

# A loss or win that the log holds only now
amended-lost = Lost in turn { $turn }: { $text }
amended-won = Won in turn { $turn }: { $text }
amended-lost-yes = It is lost
amended-won-yes = It is won
play-on = We play on
played-on = Played on: the match goes on from here.

# An end that follows from counting cards nobody sees
counted = That follows from the count alone: was a draw or a card missed?
counted-yes = It is over
counted-no = Something was missed
end-counted = By the count of the cards the match would be over: was a draw or a card missed?
misread-command = { $count } cards carry { $command }, and there are only four: which of them was misread?
