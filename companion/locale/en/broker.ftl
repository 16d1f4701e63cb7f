# What a table tells its club through a broker, and the doctor's line on it.

club-device-model = Referee above a card table
club-entity-game = Game
club-entity-turn = Turn
club-entity-cards-left = Cards left
club-entity-match = Match
club-entity-last-ruling = Last ruling
club-entity-foul = Foul
club-entity-question = Question
club-entity-camera-fault = Camera fault
club-entity-online = Online
club-entity-ruling = Ruling
club-entity-end-turn = End turn
club-entity-undo = Undo

club-order-token = This order does not carry the token of this table.
club-order-often = Too many orders at once. Wait ten seconds.
club-order-busy = The table is busy. Try again.

doctor-name-club = club
doctor-club-ok = { $broker } answers; this table is { $table }
doctor-club-open = { $broker } answers, but nothing is encrypted; this table is { $table }
doctor-club-open-advice = Use mqtts:// where others share the network
doctor-club-failed = { $broker } is not told anything: { $reason }
doctor-club-advice = Look at the club in the set-up or in companion.toml, and at the broker; what is played meanwhile is told later
doctor-club-missing = { $module } is missing
doctor-club-missing-advice = Install what a club needs: sudo systemd/install again, or pip install table-companion[club]

setup-club = This table tells the club at { $broker }: { $table }
setup-club-none = No club is told of this table
setup-club-trying = Looking for { $broker } …
