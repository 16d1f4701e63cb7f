# What is said of the journal and of other things kept on the disk when the companion starts.
journal-damaged = The journal was damaged. Its files were set aside together in { $aside }.
journal-saved = Saved of it: { $matches } matches with { $entries } entries.
journal-shortened = { $lost } of { $of } entries of match { $match } are lost (number { $which }): the match goes on from entry { $kept }. Look at the table and add what is missing.
journal-stands = Match { $match }: the last play known is { $played }, turn { $turn }. If more lies on the table, add it.
journal-stands-empty = Match { $match }: no card of it is known. If cards lie on the table, add them.
journal-lost = Match { $match } is lost, with { $entries } entries: its beginning cannot be read. Begin it anew, in the position that lies there if you like.
journal-too-new = The journal was written by a newer version of this program. Its files were set aside together in { $aside }, and an empty journal was begun. Install that version to go on with its matches.
journal-too-old = No longer shown: { $matches }. These matches were corrected with the first version. Their entries stay in the journal; `companion export` writes them out.
journal-in-reserve = The disk is full or cannot be written. The match goes on, and what comes is kept in the second copy of the journal: make room on the disk.
journal-in-memory = The disk cannot be written. The match goes on in memory alone, and what comes is lost when the power goes: make room on the disk, or make it writable.
journal-damaged-there = The journal { $path } is damaged, and could not be mended or set aside. What can be read of it goes on; it is mended when the companion starts and the disk can be written.
aside-journal = { $name } could not be read. It was set aside as { $aside }.
aside-taken-up = It could not be read which older match you had taken up: the latest one goes on. You can take the other up again from the list. The file lies in { $aside }.
journal-torn = The last write to the journal was cut off, as when the plug is pulled: look whether the last card is there.
journal-parts = The journal’s main file is missing or empty, but its other files are there. They were set aside in { $aside }; if you moved the main file away, put it back together with them.
journal-missing = The journal { $path } is missing or empty, but there is a backup with { $matches } matches. To go on with it, stop the companion and type: cp "{ $backup }" "{ $path }"
journal-caught-up = While the disk was full { $entries } entries were written into the second copy of the journal alone: the journal has them now.
journal-mirror = The second copy of the journal was missing or damaged and is written anew: look whether the last card is there.
journal-mirror-unknown = The second copy of the journal is gone, and with it what counts its entries: whether something is lost, and how much, cannot be known. Look whether the last card is there.
journal-other-mirror = The second copy of the journal belonged to other matches. It was set aside in { $aside } and is written anew.
journal-no-backup = Today’s backup of the journal could not be made: { $reason }
aside-phones = The list of phones could not be read: each phone joins again with the code. The file lies in { $aside }.
aside-phones-part = The list of phones was damaged: what could be read of it holds, a phone may have to join again. The file lies in { $aside }.
aside-profile = What the set-up of the table had found could not be read: camera and deck are as companion.toml says, until you set the table up again. The file lies in { $aside }.
aside-certificate = The certificate of this page could not be read. A new one was made: each browser asks once whether to trust it. The file lies in { $aside }.
aside-practice = The drawn deck of the virtual table could not be read, and is learned anew. The file lies in { $aside }.
aside-deck = The deck { $name } could not be read. Cards are read without it: learn it again. The file lies in { $aside }.
aside-decks = The folder of the decks could not be read: learn them again. It lies in { $aside }.
aside-board = What was learned of your board ({ $name }) could not be read: the classic board is used, until you learn yours again. It lies in { $aside }.
aside-layouts = How your direction cards look ({ $name }) could not be read: it is learned again when you play. It lies in { $aside }.
aside-backup = A backup of the journal ({ $name }) could not be read. The journal itself is good. It lies in { $aside }.
aside-backups = The folder of the backups could not be read: a new backup is made. It lies in { $aside }.
aside-clip = A replay ({ $name }) could not be read. It lies in { $aside }.
aside-clips = The folder of the replays could not be read, and is begun anew. It lies in { $aside }.
aside-club = Which club is told could not be read: this table tells none, until you choose the club again at the set-up. The file lies in { $aside }.
aside-other = { $name } could not be used, and is begun anew. It lies in { $aside }.
files-missing = These were here at the last start, and are gone: { $names }. What they held begins anew; put them back to have it again.
left-out = { $count ->
    [one] One stored entry of this match cannot be read and is left out: look at the table and put in what is missing.
   *[other] { $count } stored entries of this match cannot be read and are left out: look at the table and put in what is missing.
}
