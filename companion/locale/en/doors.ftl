# The rule of clean text, the same at every door. $at counts characters from 1; $sign is the code of a sign, such as U+D800.
error-text-sign = A text holds a sign that cannot be used here: { $sign }. Leave it out.
error-text-too-long = A text here has at most { $most } characters.
error-number-too-long = A number here has at most { $most } digits.
error-line-not-text = The line is not UTF-8 text.
error-line-too-deep = The line is nested too deeply.
error-line-not-json = The line is not JSON: look at character { $at }, “{ $near }”.
error-line-not-json-ends = The line is not JSON: it ends too early, after { $at } characters.
error-file-not-text = Line { $line } of the file is not UTF-8 text: save the file as UTF-8.
error-no-json-number = { $given } is no JSON number.
error-key-twice = A key stands twice in the line.

# Files that people keep
error-profile-source-file = That set-up watches with the file { $given }. Only a camera can be chosen there; a file is named in companion.toml.
error-layout-unfinished = { $count ->
    [one] One card of your board is still to be written in { $path }.
   *[other] { $count } cards of your board are still to be written in { $path }.
} Remove the file to play on the classic board.
board-layout-aside = The layout of your board ({ $name }) could not be read: this match is played on the classic board. The file lies in { $aside }. Enrol the board again, or put the file right.

# What a phone is answered to a command on which nothing is ruled
done-start = The match begins: { $seat_name } to move.
done-resume = The match goes on: { $seat_name } to move.
done-noted = Done.
done-waits = The turn ends as soon as no hand is over the table.

# Asked before a correction, an undo or a missed card is taken, where something later would be wrong
foreseen-cards = { $count ->
    [one] One later card would be wrong then. Do it all the same?
   *[other] { $count } later cards would be wrong then. Do it all the same?
}
foreseen-lost = The match would be lost then. Do it all the same?
foreseen-won = The match would be won then. Do it all the same?
foreseen-drawn = The match would be over then. Do it all the same?
