"""Why a card or a picture of it is not fit to be learned from. Codes: the words of each are for whoever tells a person."""

from __future__ import annotations

NO_CARD = "no-card"
SEVERAL = "several"
BLURRED = "blurred"
SMALL = "small"
DARK = "dark"
SAME = "same"
"""It looks like a card that was shown already."""
ODD_SHAPE = "odd-shape"
UNLIKE = "unlike"
"""It does not show what the other cards share."""
NO_PICTURE = "no-picture"
"""The file cannot be read."""
NO_SUCH_FACE = "no-such-face"
"""The picture is named by no face of the game."""
