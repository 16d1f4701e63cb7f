# What `companion check-reading` says.

checking-begin = { $count ->
    [one] Show me one card.
   *[other] Show me { $count } cards, one after the other, each in the place of the last. Take your hand away each time. b + Enter: the last card was the wrong one; q + Enter: stop.
}
checking-show = { $number } of { $count }: show the { $face }.
checking-right = { $face }: read right.
checking-asked = { $face }: I would have asked you.
checking-wrong = I read { $seen } instead of { $face }. If you showed another card, type b and Enter.
checking-missed = { $face }: no card found.
checking-again = { $face } once more, please: { $reason ->
    [several] I see several cards; leave only one in the picture.
   *[other] I cannot see where the card ends; lay it alone and take your hand away.
}

checking-grade-good = Good: this table can be played on.
checking-grade-fair = Fair: this table can be played on, but the companion will often ask.
checking-grade-poor = Poor: change what is named below, then check again.
checking-counts = Read right: { $right } of { $count }; asked: { $asked }; read wrong: { $wrong }; not found: { $missed }.
checking-misread = { $face } was read as { $seen }.
checking-width = A card is { $width } pixels wide in the picture, the narrowest { $least }. 75 and more are wanted.
checking-light = The picture’s brightness is { $brightness } of 255, its blur { $blur } of 100.

checking-advice-nearer = Bring the camera nearer, or choose a higher resolution: cards are too small in the picture.
checking-advice-more-light = Switch on another lamp, above the table and out of the players’ backs.
checking-advice-less-light = The picture is too bright: turn the lamp down, or shorten the exposure.
checking-advice-glare = A lamp is mirrored in the cards: move the lamp or the camera to the side.
checking-advice-focus = The picture is not sharp: focus the camera on the table, and fix what holds it.
checking-advice-fix-exposure = The brightness changes from picture to picture: fix exposure and white balance, and keep daylight off the table.
checking-advice-outline = Some cards were not found: use a table or mat that is darker or lighter than the cards, without a pattern.
checking-advice-enrol-again = Cards were read wrong: show them again with companion enrol, under this lamp.
checking-advice-frames = Nothing needs to be changed: at play the companion looks at each card several times and asks less.
