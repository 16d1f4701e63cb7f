# What the camera saw before a ruling
dashboard-show-me = Show me
dashboard-clip-title = What happened
dashboard-clip-play = Play
dashboard-clip-pause = Pause
dashboard-clip-back = One step back
dashboard-clip-on = One step on
dashboard-clip-slow = Half speed
dashboard-clip-marks = What was read
dashboard-clip-where = Where in the replay
dashboard-clip-before = { $seconds } s before the ruling
dashboard-clip-at = At the ruling
dashboard-clip-hand-over = A hand over: { $places }
dashboard-clip-read = Read: { $what }
dashboard-clip-nothing-new = Nothing new was read.
dashboard-clip-reading = Reading: { $places }
dashboard-clip-picture = The table from above
dashboard-clip-keep = Keep this replay
dashboard-clip-kept = Kept. Tap to let it go
dashboard-clip-keep-means = What nobody keeps is gone when the next match is under way. Only the mat is ever recorded, and only phones of this table see it.
dashboard-clip-gone = That replay is gone.
clip-not-written = The replay could not be kept: { $reason }. Make room on the disk, then try again.

# What was played
replay-entries = { $count ->
    [one] { $count } entry
   *[other] { $count } entries
}
dashboard-history = Past evenings
dashboard-history-left = Cards left, match by match
dashboard-history-backward = Backward tricks, match by match
dashboard-history-named = Questions and misreads, match by match
dashboard-history-by-match = By match: { $values }
dashboard-history-honest = From the plays of each match, the latest 30 at most. “Named by a person”: answers to the camera’s questions, and cards entered by hand.
dashboard-tally-left = Cards left
dashboard-tally-laid = Cards played
dashboard-tally-backward = Backward tricks
dashboard-tally-fouls = Fouls
dashboard-tally-named = Named by a person
dashboard-tally-misread = Misreads corrected
dashboard-rating = Result
dashboard-export = Export
dashboard-table-then = The table, step { $step } of { $steps }
dashboard-afterwards = How this match went

# What players and groups have won, over the evenings
dashboard-statistics = Players and groups
dashboard-statistics-players = Players
dashboard-statistics-groups = Groups
dashboard-statistics-none = Nobody is listed yet: play a match to its end, with the players’ names.
dashboard-statistics-more = { $count ->
    [one] One older match is not counted yet: count it now
   *[other] { $count } older matches are not counted yet: count more
}
dashboard-statistics-honest = Matches that ended, of players with a name. Capitals make no difference.
dashboard-record-matches = Matches
dashboard-record-won = Won
dashboard-record-fewest = Fewest cards left
dashboard-record-streak = Most won in a row
dashboard-record-running = Won in a row now
