"""Takings-back: which card was lifted, and what was seen beneath it (point 13)."""

from __future__ import annotations

from .log import LIES, OVER, VOID
from .piles import Laid

SEEN = -1  # in place of a seat: a face that was seen beneath a lifted card, and that nobody has laid there


class Lifting:
    """The part of a fold that takes cards back."""

    def lift(self, table, entry, act):
        """Take the last card of a pile back, if it was laid in this turn; in Sequence a move, if it was the last."""
        if entry.fate is None:
            entry.lifted = self.find_move(act) if table.card_ends_turn else self.find_card(table, act["take_back"])
            rule = None if entry.lifted else "G-2"
            entry.fate, entry.shown, entry.rule = (VOID, "illegal", rule) if rule else (LIES, "legal", None)
            if entry.lifted:
                lifted = self.entry(entry.lifted)
                lifted.gave_before = lifted.gave_turn
        elif entry.fate == LIES:
            sooner = self.entries[: self.entries.index(entry)]
            again = any(other.lifted == entry.lifted and self.is_alive(other.number) for other in sooner)
            if again and (twin := self.find_twin(table, entry, act)):
                entry.lifted, self.lifts_another, again = twin, True, False
            undone = not self.is_alive(entry.lifted)  # no card was there that could have been lifted
            entry.shown, entry.rule = ("note", "G-2") if undone or again else ("legal", None)
            if not table.card_ends_turn and (entry.shown != "note" or "beneath" in act["take_back"]):
                self.uncover(table, entry, act["take_back"])  # one that lifted nothing saw no more than it said

    def find_twin(self, table, entry, act):
        """The event of a card of the lifted face that is on top and was laid in this turn, or None: what was lifted stays true (13)."""
        if table.card_ends_turn:
            return None
        last = self.last_card(table, act["take_back"]["pile"])
        face = self.act(self.entry(entry.lifted))["play"]["card"]
        return last if last and table.piles[act["take_back"]["pile"]][-1].card == face else None

    def uncover(self, table, entry, what):
        """Let what was seen when a card was taken back be on top, and keep what the log would have there instead."""
        self.lifted_later = [one for one in self.lifted_later if one[1] != entry.lifted]
        cards = table.piles[what["pile"]]
        top = cards[-1].card if cards else None
        if "beneath" in what:
            hidden = [face for pile, number, face, depth in self.lifted_later if pile == what["pile"] and depth >= len(cards)]
            top = hidden[-1] if hidden else top
            if top != what["beneath"]:
                self.conflicts.add((entry.number, top))
                if not hidden:  # else its own taking-back says what is on top
                    self.show_seen(table, entry, what["pile"], what["beneath"])
            return
        above, shown = self.laid_above(entry), []
        while cards and cards[-1].seat == SEEN and cards[-1].held_by in above:
            shown.append(cards.pop().card)
        seen = table.uncover(what["pile"], above)
        seen = seen and [*shown, seen][0]  # the card there was taken for the one that was seen
        if seen and seen != (cards[-1].card if cards else None):  # the same face is no other card to who looks at the pile
            self.conflicts.add((entry.number, seen))

    def ask(self, before):
        """What is asked now and was not before."""
        return [{"event": number, "about": "beneath"} for number in sorted({number for number, _ in self.conflicts - before})]

    def free(self, entry, held):
        """Let what was in dispute on a pile be over, when a card was taken back from there. A taking-back that said no more is over, too."""
        lifted = self.entry(entry.lifted)
        says_more = lifted.number in self.in_dispute or any(number == entry.number for number, _ in self.conflicts)
        for other in held:
            if other is not lifted or not says_more:
                other.fate = OVER
        if lifted.fate == OVER:
            entry.fate = OVER

    def laid_above(self, entry):
        """The events between a card and its taking back."""
        numbers = [other.number for other in self.entries]
        return numbers[numbers.index(entry.lifted) + 1 : numbers.index(entry.number)]

    def find_card(self, table, what):
        """The event whose card is the last on the pile, and has the face that was lifted; a card in dispute lies on top."""
        if table.ended:
            return None
        in_dispute = [entry for entry in self.standing() if entry.number in self.in_dispute]
        disputed = [entry for entry in in_dispute if self.act(entry)["play"]["pile"] == what["pile"]] or self.held(what["pile"])
        found = [disputed[-1].number] if disputed else []
        if self.does_hold() or not disputed:
            found.append(self.last_card(table, what["pile"]))
        seen = [card.card for card in table.piles[what["pile"]] if card.seat == SEEN][
            -1:
        ]  # it is taken for that of the last card
        faces = [number for number in found if number and (self.has_face(number, what) or what["card"] in seen)]
        return faces[0] if faces else None

    def hide(self, table, entry):
        """Remember a card that lay there until it was lifted, though it counts for nothing."""
        play = self.act(entry)["play"]
        if not table.card_ends_turn and entry.fate != OVER:
            self.lifted_later.append((play["pile"], entry.number, play["card"], len(table.piles[play["pile"]])))

    def last_card(self, table, pile):
        """The event that laid the last card of a pile in this turn, or None; a face that was only seen was not laid."""
        laid = [card for card in table.piles[pile] if card.seat != SEEN]
        return laid[-1].event if laid and laid[-1].turn == table.turn else None

    def has_face(self, number, what):
        """Whether the card of an event has the face that was lifted, if one was named."""
        return what.get("card") in (None, self.act(self.entry(number))["play"]["card"])

    def find_move(self, act):
        """The number of the last move, if it was made on that space and nothing was done since.

        Point 13 names piles only: a move is a turn by itself, so that "this turn" can only mean that nothing came after it.
        """
        if self.table.ended:
            return None
        open_there = [entry for entry in self.held(self.where(act)) if entry.stood] or [
            entry
            for entry in self.standing()
            if entry.number in self.in_dispute and self.where(self.act(entry)) == self.where(act)
        ]
        done = open_there or [entry for entry in self.standing() if self.was_done(entry)]
        good = done and "play" in done[-1].act and self.act(done[-1])["play"]["cell"] == act["take_back"]["cell"]
        return done[-1].number if good and self.has_face(done[-1].number, act["take_back"]) else None

    def is_put_right(self, held, what):
        """Whether a taking-back only puts right what is in dispute on its space: a move that never stood there."""
        return not held[-1].stood and self.has_face(held[-1].number, what)

    def was_done(self, entry):
        """Whether the entry lies and did something: a card that is a note lies there, a note of anything else weighs nothing (2)."""
        acts = {"play", "dead"} if entry.shown == "note" and not entry.moved else {"play", "dead", "draw", "end_turn", "stuck"}
        return entry.fate == LIES and bool(acts & entry.act.keys()) and not self.is_lifted(entry)

    def show_seen(self, table, entry, pile, face):
        """Let a face be on top of a pile: what lies above that card there is set aside; a card that is not there is seen all the same.

        Of the cards that lay there from the start only the top one is looked for. The law does not say when a burning card that nobody laid
        is due.
        """
        cards = table.piles[pile]
        known = [laid for laid in cards if laid.event] + [laid for laid in cards if not laid.event and laid.seat is None][-1:]
        depths = [depth for other, _, card, depth in self.lifted_later if (other, card) == (pile, face)]
        if depths or face is None or any(laid.card == face for laid in known):
            while cards and (len(cards) > depths[-1] if depths else cards[-1].card != face):
                table.aside.append(cards.pop())
            for seen in cards[-1:]:
                seen.misread &= seen.card != face  # it was that card after all
        else:
            for misread in cards[-1:]:
                misread.misread = True
            cards.append(Laid(face, 0, SEEN, held_by=entry.number, due=table.turn + 1 if table.burns(face) else None))
