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
