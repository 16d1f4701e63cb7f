# What is said of the journal and of other things kept on the disk when the companion starts.
journal-damaged = The journal was damaged. Its files were set aside together in { $aside }.
journal-saved = Saved of it: { $matches } matches with { $entries } entries.
journal-shortened = Match { $match } could be saved up to entry { $kept } of { $of }: look at the table and put in what is missing.
journal-lost = Match { $match } could not be saved.
journal-torn = The last write to the journal was cut off, as when the plug is pulled: look whether the last card is there.
journal-parts = The journal's main file is missing or empty, but its other files are there. They were set aside in { $aside }; if you moved the main file away, put it back together with them.
journal-missing = The journal { $path } is missing or empty, but there is a backup with { $matches } matches. To go on with it, stop the companion and type: cp "{ $backup }" "{ $path }"
journal-caught-up = While the disk was full { $entries } entries were written into the second copy of the journal alone: the journal has them now.
journal-mirror = The second copy of the journal was missing or damaged and is written anew: look whether the last card is there.
journal-other-mirror = The second copy of the journal belonged to other matches. It was set aside in { $aside } and is written anew.
journal-no-backup = Today's backup of the journal could not be made: { $reason }
left-out = { $count ->
    [one] One stored entry of this match cannot be read and is left out: look at the table and put in what is missing.
   *[other] { $count } stored entries of this match cannot be read and are left out: look at the table and put in what is missing.
}
