"""Undo, correct, insert and play on: what each does to the log, and which of them hold (INTERFACES.md, Amendments)."""

from __future__ import annotations

from .log import LATE, LIES, OPEN, OVER, Amendment, Entry, Unusable

VERDICTS = {"lost": "loss", "won": "win", "drawn": "legal"}


class Amending:
    """The part of a fold that takes amendments."""

    def amend(self, event):
        """Amend an entry, the position or an amendment, and tell what changed."""
        kind = next(key for key in ("undo", "correct", "insert", "play_on", "waive") if key in event)
        before, conflicts = self.verdicts(), self.conflicts
        getattr(self, f"amend_{kind}")(event[kind])
        self.refold()
        return self.tell(*self.present(), changed=self.changes(before), asked=self.ask(conflicts))

    def verdicts(self):
        """The verdict of each entry that is not undone."""
        kept = {
            entry.number for entry in self.standing() if entry.fate == LATE and self.does_hold()
        }  # no verdict was told on it
        return {entry.number: entry.shown for entry in self.standing() if entry.number not in kept}

    def changes(self, before):
        """What is told of entries whose verdict is another now; of a card that was lifted and lies there again, too."""
        return [
            {"event": entry.number, "was": before[entry.number], "now": entry.shown, "rule": entry.rule}
            for entry in self.standing()
            if entry.number in before and before[entry.number] != entry.shown and not self.is_lifted(entry)
            if not (entry.fate == LATE and self.does_hold())
        ]

    def present(self):
        """The verdict of the present and its rule (point 4, which does not say what a won match with an open play is: won)."""
        if self.table.ended:
            status, rule = self.table.ended
            if status != "drawn":
                return VERDICTS[status], rule
        refused = [entry for entry in self.standing() if entry.fate == OPEN and not self.is_lifted(entry)]
        return ("illegal", refused[-1].rule) if refused else ("legal", None)

    def amend_undo(self, number):
        """Undo an entry or an amendment."""
        target = self.entry(number) or next((a for a in self.amendments if a.number == number), None)
        if target is None or not self.is_alive(number):
            raise Unusable
        undo = Amendment(self.number, "undo", number)
        if isinstance(target, Entry):
            target.touched = True
            if (
                target.lifted
            ):  # the card lies there again, and gives its turn, if it did or was no move put in (6, 11: see `Entry.restore`)
                lifted = self.entry(target.lifted)
                lifted.touched, lifted.regain = True, lifted.gave_before or not lifted.inserted
            if not target.inserted:  # what was put in, and is over, may be undone: the law does not say (11)
                self.refuse_over(target)
            undo.before = target.state()
        else:
            self.put_back(target, undo)
        self.amendments.append(undo)
        for entry in self.standing():
            if entry.hidden_by == number and entry.fate == LIES:  # as if that had never been said (11)
                entry.fate, entry.hidden_by = OPEN, None

    def put_back(self, target, undo):
        """Give the entry that an amendment concerned the fate it had before, when that amendment is undone.

        Points 1 and 11 do not say which of them goes first. An entry that a correction put into dispute comes back, over or not.
        """
        entry = self.concerned(target)
        if entry is None:
            return
        undo.before, entry.touched = entry.state(), True
        if entry.lifted:
            self.entry(entry.lifted).touched = True
        if entry.fate == OVER and entry.kept and not entry.began_refused:
            return  # a card that was put right has left the table
        alike = [a for a in self.amendments if self.concerned(a) is entry and self.is_waiving(a) == self.is_waiving(target)]
        later = [a for a in alike if self.is_alive(a.number) and a.number > target.number and a.kind != "undo"]
        if any(a.kind != "correct" for a in later) or (later and self.is_replaced(target, later)):
            return
        if later:
            if entry.fate in (LIES, OPEN):  # what is left of its corrections was never judged
                entry.fate, entry.amended_now = LIES, True
        elif entry.rose and target.before["fate"] == OPEN:
            entry.restore(target.before)
            entry.disputed = True
        elif target.before["fate"] in (LIES, OVER):
            entry.restore(target.before)
            entry.rose = target.rose
        elif entry.fate == LIES:
            entry.amended_now = True

    def is_replaced(self, target, later):
        """Whether all that a correction says is said anew by later ones; other amendments are always replaced."""
        return target.kind != "correct" or target.says.keys() <= {key for a in later for key in a.says}

    def is_waiving(self, amendment):
        """Whether an amendment let a card stand, or undid that."""
        while amendment and amendment.kind == "undo":
            amendment = next((a for a in self.amendments if a.number == amendment.target), None)
        return amendment is not None and amendment.kind == "waive"

    def concerned(self, amendment):
        """The entry that an amendment concerns in the end, or None."""
        while amendment and amendment.kind != "play_on" and not self.entry(amendment.target):
            amendment = next((a for a in self.amendments if a.number == amendment.target), None)
        return self.entry(amendment.target) if amendment and amendment.kind != "play_on" else None

    def amend_correct(self, what):
        """Correct an entry or the position."""
        number = what["event"]
        if number == 0:
            self.correct_position(what)
            return
        entry = self.entry(number)
        if entry is None or not self.is_alive(number):
            raise Unusable
        self.refuse_over(entry)
        act, says = self.act(entry), {key: what[key] for key in ("card", "pile", "cell", "player") if key in what}
        if "take_back" in act or ("play" not in act and {"card", "pile", "cell"} & says.keys()):
            raise Unusable
        read = self.read(self.corrected(act, says))
        says |= {key: read["play"][key] for key in ("card", "cell") if key in says}
        self.amendments.append(Amendment(self.number, "correct", number, says, entry.state(), entry.rose))
        entry.amended_now, entry.touched, entry.stays = True, True, False

    def correct_position(self, what):
        """Correct the variant, who began, or the names."""
        if what.get("turn", 0) not in range(self.position["players"]):
            raise Unusable
        says = {key: what[key] for key in ("variant", "turn", "names") if key in what}
        self.amendments.append(Amendment(self.number, "correct", 0, says))

    def amend_insert(self, what):
        """Put in an event that was missed, before another."""
        place = next((i for i, entry in enumerate(self.entries) if entry.number == what["before"]), None)
        if place is None:
            raise Unusable
        act = self.read({key: value for key, value in what.items() if key != "before"})
        self.entries.insert(place, Entry(self.number, act, inserted=True, amended_now=True))

    def amend_play_on(self, _):
        """Point 5: what ended the match is set aside."""
        if not self.table.ended or self.table.ended[0] != "lost":
            raise Unusable
        self.amendments.append(Amendment(self.number, "play_on", self.ended_by))

    def refuse_over(self, entry):
        """Raise `Unusable` for an entry that is over (point 11), or was taken back."""
        if entry.fate == OVER or self.is_lifted(entry):
            raise Unusable

    def is_lifted(self, entry):
        """Whether the card of the entry was taken back.

        The law does not say what is lifted when the correction that named its place is undone: it stays lifted.
        """
        return any(other.lifted == entry.number for other in self.standing())

    # ---------------------------------------------------------------- which amendments hold

    def entry(self, number):
        """The entry of a number, or None."""
        return next((entry for entry in self.entries if entry.number == number), None)

    def is_alive(self, number):
        """Whether no undo that is alive undoes that entry or amendment."""
        return not any(a.kind == "undo" and a.target == number and self.is_alive(a.number) for a in self.amendments)

    def standing(self):
        """The entries that are not undone."""
        return [entry for entry in self.entries if self.is_alive(entry.number)]

    def corrections(self, number):
        """The corrections of an entry that are alive, in the order in which they were made."""
        return [a for a in self.amendments if a.kind == "correct" and a.target == number and self.is_alive(a.number)]

    def says(self, number):
        """What the corrections of an entry come to: of each field the latest counts (points 11, 14 do not say: whole, or by field)."""
        return {key: value for correction in self.corrections(number) for key, value in correction.says.items()}

    def act(self, entry):
        """What an entry says, as corrected."""
        return self.corrected(entry.act, self.says(entry.number))

    def corrected(self, act, says):
        """An act with the fields that a correction says."""
        act = act | {key: value for key, value in says.items() if key == "player"}
        if "play" in act:
            act["play"] = act["play"] | {key: value for key, value in says.items() if key != "player"}
        return act

    def place(self):
        """The position, as corrected."""
        return self.position | self.says(0)

    def is_played_on(self, entry):
        """Whether the end that this entry brought was played on from."""
        return any(a.kind == "play_on" and a.target == entry.number and self.is_alive(a.number) for a in self.amendments)
