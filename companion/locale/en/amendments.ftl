# What an amendment changed, in one sentence. $card, $before and $zone arrive in words; $seat_name is the player it is about.

# What was asked for, answered
undone-play = Undone: { THE($card) } { ON($zone) }.
undone-lift = Undone: the card lifted { FROM($zone) }.
undone-turn-refused = Undone: the end { OF($seat_name) }’s turn, which had not counted.
undone-turn = Undone: the end { OF($seat_name) }’s turn. The turn goes on.
undone-claim = Undone: { $seat_name }, “{ $claim }”.
undone-claim-card = Undone: { $seat_name } { $claim } { THE($card) }, { $zone }.
undone-correction = Correction removed: { THE($before) } { ON($zone) } is { THE($card) } again.
undone-replaced = First correction removed; { THE($before) } stays.
undone-replaced-other = First correction removed; the later one stays.
undone-undo-replaced = Correction back again; { THE($before) } stays.
undone-undo-replaced-other = Correction back again; the later one stays.
undone-waiver = No longer accepted: { THE($card) } { ON($zone) }.
undone-insert = Undone: { THE($card) } { ON($zone) }, added later.
undone-insert-turn = Undone: the end { OF($seat_name) }’s turn, added later.
undone-insert-claim = Undone: { $seat_name }, “{ $claim }”, added later.
undone-insert-claim-card = Undone: { $seat_name } { $claim } { THE($card) }, { $zone }, added later.
undone-insert-lift = Undone: the card lifted { FROM($zone) }, added later.
undone-play-on = Undone: the match is over again.
undone-set-up = Undone: the change to the set-up.
undone-left = Undone: { $seat_name } is back in the match.
undone-undo-play = Back again: { THE($card) } { ON($zone) }.
undone-undo-lift = Back again: the card lifted { FROM($zone) }.
undone-undo-turn = Back again: the end { OF($seat_name) }’s turn.
undone-undo-claim = Back again: { $seat_name }, “{ $claim }”.
undone-undo-correction = Back again: { THE($before) } { ON($zone) } is corrected to { THE($card) }.
undone-undo-waiver = Accepted again: { THE($card) } { ON($zone) }.
undone-undo-insert = Back again: { THE($card) } { ON($zone) }, added later.
undone-undo-other = Back again: what was undone.

taken-back = Taken back: { THE($card) } { FROM($zone) }.
taken-back-chip = Taken back: the play { ON($zone) }.
asked-beneath = Under { THE($card) } I saw { THE($seen) } { ON($zone) }; the plays say { THE($face) }. Which is right?
asked-beneath-bare = Under { THE($card) } I saw nothing { ON($zone) }; the plays say { THE($face) }. Which is right?
asked-beneath-gone = Under { THE($card) } I saw { THE($seen) } { ON($zone) }; the plays say nothing. Which is right?
put-right = Thank you: all is right again { ON($zone) }.
waived = Accepted anyway: { THE($card) } { ON($zone) }.
waived-inferred = Play went on, so { THE($card) } { ON($zone) } stands.

corrected = { START($card) } { ON($zone) }, read as { $before } at first.
corrected-after-all = It was { THE($card) } { ON($zone) } after all.
corrected-beneath = { START(THE($card)) } was seen { ON($zone) } under the card that was taken back.
corrected-beneath-bare = Nothing was seen { ON($zone) } under the card that was taken back.
corrected-player = { START(THE($card)) } { ON($zone) } was { $seat_name }’s.
corrected-pile = { START(THE($card)) } lies { ON($zone) }, not { ON($before_zone) }.
corrected-claim = { START(THE($card)) }, not { THE($before) }: { $zone }.
corrected-speaker = It was { $seat_name } who said so.
corrected-turn = It was { $seat_name } who ended the turn.
corrected-set-up = The set-up is corrected.
corrected-names = The names are corrected.
corrected-places = The places around the table are corrected.
corrected-variant = Corrected: played { $on ->
    [yes] with
   *[no] without
} “{ $option }”.
corrected-beginner = { START(THE($seat_name)) } began.
left = { START(THE($seat_name)) } leaves: their turns are skipped, their hand is out of the game.
inserted = Added: { $seat_name } played { THE($card) } { ON($zone) }.
inserted-turn = Added: { $seat_name } ended the turn.
inserted-claim = Added: { $seat_name }, “{ $claim }”.
inserted-claim-card = Added: { $seat_name } { $claim } { THE($card) }, { $zone }.
inserted-lift = Added: a card was lifted { FROM($zone) }.

# The line of the log at which it stands
log-read-at-first = { $text }, read as { $before } at first
log-lay-at-first = { $text }, seen as { $before_zone } at first
log-put-in = { $text }, added later
log-let-stand = { $text }, accepted anyway
log-twin = { $text }, but it lies { ON($other_zone) } already
log-note = { $text }, wrong by the rules

# What changed by it
changed-none = Nothing else changes.
changed-note = By the rules { $face } on { $card } was wrong; it stays.
changed-note-zone = By the rules { THE($card) } { ON($zone) } was wrong; it stays.
changed-lift-note = There was no card { ON($zone) } to lift.
changed-turn-note = By the rules the end { OF($seat_name) }’s turn was wrong; it stays.
changed-claim-note = By the rules { $seat_name }, “{ $claim }”, was wrong; it stays.
changed-notes = By the rules { $face } on { $card } was wrong, and { $count ->
    [one] one later play
   *[other] { $count } later plays
} too; they stay.
changed-notes-zone = By the rules { THE($card) } { ON($zone) } was wrong, and { $count ->
    [one] one later play
   *[other] { $count } later plays
} too; they stay.
undone-correction-seat = Correction removed: who played it.
undone-correction-pile = Correction removed: { THE($card) } is { ON($zone) } again.
undone-correction-beneath = Correction removed: what lay under a card { ON($zone) }.
changed-stands = { START(THE($card)) } { ON($zone) } is allowed now.
changed-open = { START(THE($card)) } { ON($zone) } is not allowed.
changed-to-move = It is { $seat_name }’s turn.
twins = { START(THE($card)) } lies { ON($other_zone) } already: which of the two was misread?

# A loss or win that the log holds only now
amended-lost = Lost in turn { $turn }: { $text }
amended-won = Won in turn { $turn }: { $text }
amended-lost-yes = It is lost
amended-won-yes = It is won
play-on = We play on
played-on = The match goes on from here.

# An end that follows from counting cards nobody sees
counted = Only the count of the cards says so: was a draw or a card missed?
counted-yes = It is over
counted-no = Something was missed
end-counted = By the count of the cards the match is over: was a draw or a card missed?
misread-command = { $count } cards have { $command }, and only four exist: which one was misread?
