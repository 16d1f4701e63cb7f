# One line for each variant, where it is chosen.

option-on_fire-means = Burning cards must be covered by the end of the next turn.
option-pro-means = Three cards a turn while there are cards to draw.
option-pro_small_hand-means = Harder still: each hand is one card smaller.
option-lenient-means = A broken command is taken back instead of losing the match.
option-onepile_midturn-means = A “one pile” card may not go on a second pile.
option-expert-means = Exactly one card a turn, and less may be said.
option-advanced-means = A jack may break a finished sequence.
option-teams-means = How many teams play.
option-table_talk-means = A hint costs each player of that team one card.
option-common_discards-means = Everybody discards on one pile.
