# What `companion enrol --camera` says.

enrolling-known = { $count ->
    [one] One card is known from before.
   *[other] { $count } cards are known from before.
}
enrolling-begin = Lay the cards under the camera, one after the other, each in the place of the last. b + Enter: the last card was the wrong one; s + Enter: skip this card; q + Enter: go on another day.
enrolling-show = Show { $face }.
enrolling-good = { $seen } - good; now { $face }
enrolling-last = { $seen } - good; that was the last
enrolling-again = { $face } once more, please: { $reason ->
    [several] I see several cards. Leave only one in the picture.
    [blurred] the picture is blurred. Hold the table and the camera still, or focus the camera.
    [small] the card is too small. Bring the camera nearer.
    [dark] it is too dark. Switch on a lamp.
    [same] this looks like the { $seen } that you have shown already. If it is the { $face }, lay it once more.
   *[other] I cannot see where the card ends. Lay it alone, straight, and take your hand away.
}
enrolling-forgotten = { $seen } is forgotten. Show { $face }.
enrolling-skipped = { $seen } is left out.
enrolling-kept = { $shown } of { $count } cards are kept. Run the same command again to go on.
enrolling-learning = Learning { $count } cards ...

# What a person should know of a deck that was learned.
enrolled-faces = { $count ->
    [one] One card is learned.
   *[other] { $count } cards are learned.
}
enrolled-missing = { $count ->
    [one] One card of the game is missing: { $faces }
   *[other] { $count } cards of the game are missing: { $faces }
}
enrolled-burning = { $count ->
    [one] A burning card is missing: { $faces }. On Fire needs it, the other versions do not.
   *[other] Burning cards are missing: { $faces }. On Fire needs them, the other versions do not.
}
enrolled-doubtful = { $count ->
    [one] This picture looks doubtful, take it again: { $pictures }
   *[other] These pictures look doubtful, take them again: { $pictures }
}

# Why a picture is doubtful: in the list of them, and on the contact sheet.
doubt-no-card = no card found
doubt-several = several cards
doubt-blurred = blurred
doubt-small = too small
doubt-dark = too dark
doubt-same = like another card
doubt-odd-shape = odd shape
doubt-unlike = unlike the other cards
doubt-no-picture = no picture
doubt-heic = HEIC of an iPhone: save it as JPEG
doubt-no-such-face = no such card
doubt-wide = { $percent } too wide
doubt-narrow = { $percent } too narrow

# All cards of a deck are of another shape than the game's.
deck-wide = All cards look { $percent } wider than this game’s: another edition, or not whole. Is every card whole in its picture?
deck-narrow = All cards look { $percent } narrower than this game’s: another edition, or cut at a printed frame. Is every card whole in its picture?
