"""A second fold of text logs, written from the law alone (INTERFACES.md, the rules spec), and random logs to hold it beside the product.

Where the law is silent or says two things, the fold follows one reading; a comment stands where it does so. The numbers are those of the
points under "Amendments" in INTERFACES.md. The readings for The Game and Quick & Easy (those of Sequence stand in the code alone):

1, 11   An entry that a correction put in dispute comes back with its undo, also if it is over; one that was refused when told stays over.
1, 11   What was refused when told, and put right, comes back with a correction or a waiver with which it stood, if that counts again. A
        card that stood when told stays away, if an event came while it was in dispute.
1, 14   What was refused, and rose by another amendment, is judged anew until the next event.
1, 13   A card in dispute that was lifted is in dispute again if that is undone before the next event.
3       Whether the turn of an amended entry runs is asked with its card lying there.
3, 14   A card in dispute by an amendment, which another amendment covers with a card, lies there: a note.
3, 6    An end of a turn that its own correction made another player's ends no turn, also where it is that player's by now.
4       A won or lost match says so, also with something open.
5, G-3  Being stuck is no end once a play or an end of a turn lies that came later.
5       An end of a turn with which the match was lost ends no turn as a note. A deadline that it missed is missed.
3, 12   What was told, came to lie or was let stand while a card was in dispute ends no dispute (14), but for its own correction. Nor does
        what comes to lie by the amendment that puts the card in dispute.
5, 14   What was refused, and lost by another amendment, is a loss for good once the table has played on from it.
5, 11   The event that lost stays `loss` when the table plays on from it. Who had the turn at the next event keeps it if that is undone.
5, 11   The word "stuck" stays so, too, if a card or an end of a turn lies that came later; else it is a note after an earlier end, TG-18.
5       Where play went on after a player ended a turn and could lay nothing, that is a note: TG-12 (TG-07 asks for a legal card), QE-02.
7       How many seats a turn went on is kept from the next event on. Who would not have the turn by now is not called stuck.
7       A hidden hand from which more was laid than it can hold shows no card; the score counts on.
8, 12   At a table a win that only the count of hidden cards tells is none before somebody asks what the position is worth (FF-20).
8       A card that lies twice wins nothing, unless every face lies, or all hands and the draw pile are empty.
10      Of what was told after the end: a card lies there once the end is gone, an end of a turn was refused and stays so.
10      A play that was refused after the end shows that play went on only to what is put in after that play was told.
10      What is put in after an end that an amendment found lies there if cards lie after it, else it is told after the end.
11      What was put in, and is over, may be undone.
11, 14  Corrections of one entry replace each other field by field.
12      In a match that `holds`: an end that was put in waits for no dispute; a card played on a pile puts the dispute there right; the face
        that is on top laid again, or an end of a turn with nothing laid since, is no event; a waiver outlasts a correction; a refused end
        of a turn cannot be waived, nor a putting-right undone; after the match a card in dispute is put right by lifting it.
13      A lifted card counts for nothing from its laying on. That it lies there again is told in `changed`.
13      A face that is seen, and lies under a card from before the match, is that of the top card, which was misread: no card was taken off.
13      A misread card whose own face is seen there later was not misread, and lies there.
13      A taking-back whose card was undone saw no more than it said. What is asked is asked anew where another card would lie there by now.
13      Of two takings-back of one card the later is a note, G-2. A card that was set aside there may be laid again.
13      A taking-back whose card another lifted lifts a card of the same face, if that is on top and of this turn.
14      What its own amendment let lie is put in dispute again by the undo of another one (11), not by any other amendment of another entry.
TG-14   A match that is lost with its last card has no rating.
"""
