# The page on which the corners of a board are tapped
corners-title = Where is the board?
corners-text = Tap the four corners of the field of spaces, clockwise, beginning at the board’s own top left. The rim around it does not belong to it. A corner that is not quite right can be moved.
corners-first = Tap the board’s own top left corner
corners-next = Now the next corner, clockwise
corners-all = Do the lines run along the field? Then use these corners
corners-again = Back
corners-use = Use these corners
corners-done = Thank you. The board is being learned; you may close this page
corners-refused = These corners will not do:
