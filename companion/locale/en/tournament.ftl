# Tournaments of a club: what is said when something cannot be done.

error-tournament-event = This is nothing that can happen in a tournament: { $given }.
error-tournament-created-twice = This tournament has been created already.
error-tournament-not-created = This tournament has not been created yet.
error-tournament-tables = Each table needs a name, and each name stands once.
error-tournament-no-table = This tournament has no table { $given }; it has { $known }.
error-tournament-table-taken = { $table } cannot be used: it is taken or out of order. Choose a free table.
error-tournament-full = A tournament holds { $most } at most. Open a second one for the others.
error-tournament-number = Somebody else entered at the same moment. Enter once more.
error-tournament-name-twice = { $name } takes part already. Add a letter to tell the two apart.
error-tournament-no-competitor = Nobody here has number { $number }.
error-tournament-already = Nothing to change for { $name }.
error-tournament-no-board = Round { $round } has no board { $board }.
error-tournament-pairing = Round { $round } was paired already, or somebody would sit twice. Look at the rounds.
error-tournament-has-result = Board { $board } has a result. Correct it, and say why.
error-tournament-score = This score does not belong to games of this kind.
error-tournament-too-few = There are too few to pair. Enter more players or teams first.
error-tournament-over = All { $rounds } rounds have been paired.
error-tournament-open-boards =
    { $count ->
        [1] One board has no result yet. Enter it, then pair the next round.
       *[other] { $count } boards have no result yet. Enter them, then pair the next round.
    }
error-tournament-league-mixed = A league is either of games between two sides or of series, not of both.
