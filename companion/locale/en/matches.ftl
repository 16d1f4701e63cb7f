# Matches beside the one on the table: the one that was left, the one to play next.

match-left = { $title }, turn { $turn }
once-more = Once more: { $title }
next-match = Next: { $title }
