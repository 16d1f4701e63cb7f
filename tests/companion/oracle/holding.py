"""What differs in a match that `holds`: a refused card stays in dispute until it is put right or let stand (points 1, 3, 12)."""

from __future__ import annotations

from .lifting import SEEN
from .log import LIES, OPEN, OVER, Amendment, Entry, Unusable

IN_DISPUTE_RULE = "G-1"  # "take back": the law names no rule for the end of a turn that waits for a card in dispute


class Holding:
    """The part of a fold that keeps cards in dispute. Point 12 names piles alone; in Sequence it is the space of a move."""

    def does_hold(self):
        """Whether refused cards stay in dispute."""
        return bool(self.position.get("holds"))

    def where(self, act):
        """The pile or the space of a play, a taking-back or a putting right."""
        what = next(act[key] for key in ("play", "take_back", "put_right") if key in act)
        return what["pile"] if "pile" in what else tuple(what["cell"])

    def held(self, pile=None):
        """The entries in dispute, on a pile or anywhere."""
        if not self.does_hold():
            return []
        disputed = [entry for entry in self.standing() if entry.fate == OPEN and "play" in entry.act]
        return [entry for entry in disputed if pile in (None, self.where(self.act(entry))) and not self.is_lifted(entry)]

    def stay_in_dispute(self, act):
        """The numbers of the entries that an event leaves in dispute.

        A card played on the same pile takes the place of the card in dispute there; the law does not say so, but both cannot be on top.
        """
        covered = self.where(act) if "play" in act else None
        disputed = [entry for entry in self.entries if entry.fate == OPEN and "play" in entry.act] if self.does_hold() else []
        return {entry.number for entry in disputed if self.where(self.act(entry)) != covered}

    def drop(self, act):
        """The answer to what changes nothing at a table, or None. Point 12 says "as the table" and no more; the table has it so:

        a card that lies on top and is laid again puts right what is in dispute there, or is no event; nor is an end of a turn with nothing
        laid since the last end, or after the match.
        """
        if not self.does_hold():
            return None
        play, table = act.get("play"), self.table
        if (
            play
            and not table.card_ends_turn
            and table.piles[play["pile"]]
            and table.piles[play["pile"]][-1].card == play["card"]
        ):
            return (
                self.put_right({"put_right": {"pile": play["pile"]}}) if self.held(play["pile"]) else self.tell("legal", None)
            )
        take_back = act.get("take_back", {})
        last = (
            [self.act(entry)["play"]["card"] for entry in self.held(take_back.get("pile"))][-1:]
            if take_back and table.ended
            else []
        )
        if last and take_back.get("card") in (
            None,
            *last,
        ):  # nothing is taken back after the match, but what is in dispute is put right
            return self.put_right({"put_right": {"pile": take_back["pile"]}})
        idle = any(entry.fate == LIES and "end_turn" in entry.act for entry in self.standing()) and not self.held()
        if not table.card_ends_turn:
            idle &= all(laid.turn < table.turn or laid.seat in (None, SEEN) for cards in table.piles.values() for laid in cards)
        return self.tell("legal", None) if "end_turn" in act and (table.ended or idle) else None

    def put_right(self, event):
        """Corrected what is in dispute on a pile; it is over then."""
        told = event["put_right"].get("cell" if self.table.card_ends_turn else "pile")
        righted = self.held(self.where(event)) if told else []
        if not righted:
            raise Unusable
        for entry in righted:
            entry.fate = OVER
        self.close(self.stay_in_dispute({}))
        self.entries.append(Entry(self.number, event, fate=OVER))
        self.refold()
        return self.tell("legal", None)

    def amend_waive(self, number):
        """Let stand what is in dispute."""
        entry = self.entry(number)
        if entry is None or entry not in self.held():
            raise Unusable
        self.amendments.append(Amendment(self.number, "waive", number, before=entry.state()))
        entry.touched = True
        if self.table.card_ends_turn:  # it is laid now
            if entry.disputed or entry.kept:
                entry.rise(self.number)
            entry.disputed = False

    def is_waived(self, entry):
        """Whether the entry was let stand. It stays so when it is corrected: the law does not say which of the two gives way."""
        return any(a.kind == "waive" and a.target == entry.number and self.is_alive(a.number) for a in self.amendments)

    def waits(self, entry, act):
        """Whether the end of a turn waits for a card in dispute."""
        return "end_turn" in act and not entry.inserted and bool(self.held())
