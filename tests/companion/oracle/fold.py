"""A match as text, folded anew from its first line after every line; by INTERFACES.md and the rules spec alone."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace

from .amending import VERDICTS, Amending
from .holding import IN_DISPUTE_RULE, Holding
from .lifting import Lifting
from .log import LATE, LIES, OPEN, OVER, VOID, Amendment, Entry, Unusable
from .pile_games import QuickEasy, TheGame
from .piles import How
from .sequence import SequenceTable

TABLES = {"the_game": TheGame, "quick_easy": QuickEasy, "sequence": SequenceTable}


class Fold(Amending, Holding, Lifting):
    """A match told line by line."""

    def __init__(self):
        self.number = -1
        self.position: dict | None = None
        self.entries: list[Entry] = []
        self.amendments: list[Amendment] = []
        self.lifts_another = False  # a taking-back lifts another card by now
        self.ended_before: int | None = None  # the event that ended the match until now
        self.turns: dict[int, dict] = {}  # by event that ended a turn: whose turn it became, and what the draw pile was then

    # ---------------------------------------------------------------- the door

    def answer(self, event):
        """The answer to one event: number and error, or verdict, rule, state and, to an amendment, what changed."""
        if "game" in event:
            self.__init__()
            self.position = event
            self.table = self.fold()
            self.number = 0
            return self.tell("legal", None)
        self.number += 1
        self.ended_before, self.undoing = self.ended_by, "undo" in event
        try:
            if {"undo", "correct", "insert", "play_on", "waive"} & event.keys():
                return self.amend(event)
            if "put_right" in event:
                return self.put_right(event)
            return self.enter(event)
        except Unusable:
            return {"n": self.number, "error": True}

    def tell(self, verdict, rule, **more):
        """An answer."""
        return {"n": self.number, "verdict": verdict, "rule": rule, "state": self.table.view(), **more}

    # ---------------------------------------------------------------- events

    def enter(self, event):
        """Judge an event that is no amendment on the table as it is now."""
        act = self.read(event)
        if (dropped := self.drop(act)) is not None:
            return dropped
        opened = [entry for entry in self.standing() if entry.fate == OPEN and not entry.disputed and not self.is_lifted(entry)]
        self.in_dispute = {entry.number for entry in opened if entry.stood or not entry.inserted}
        held = self.held(self.where(act)) if "take_back" in act and self.does_hold() else []
        if held and self.table.card_ends_turn and not self.table.ended and self.is_put_right(held, act["take_back"]):
            return self.put_right({"put_right": {"cell": act["take_back"]["cell"]}})
        self.close(self.stay_in_dispute(act))
        entry = Entry(self.number, act)
        self.entries.append(entry)
        self.refold()
        if entry.lifted:
            self.entry(entry.lifted).touched = True
            if entry.lifted in self.in_dispute:  # it is in dispute again should that be undone before the next event (1, 13)
                self.entry(entry.lifted).fate = OPEN
            self.refold()
        if held and entry.fate == LIES:
            self.free(entry, held)
            self.refold()  # what is over by now lies nowhere
        return self.tell(entry.shown, entry.rule, asked=self.ask({one for one in self.conflicts if one[0] != entry.number}))

    def close(self, stay=()):
        """Point 1: what is open when the next event comes is over, but for what stays in dispute."""
        for entry in self.entries:
            if entry.fate == OPEN and entry.number not in stay:
                entry.fate = OVER
            entry.disputed &= entry.fate == OPEN
            entry.kept = (entry.kept or entry.fate == OPEN) and entry.fate != LIES  # what was let stand is in dispute no more
            entry.rose, entry.hidden_by = False, None
            entry.stood |= entry.fate == LIES
            if entry.fate == LATE and not self.table.ended and self.is_alive(entry.number):
                entry.fate = VOID
            if entry.moved:
                # whose turn it is now is that player's (7), also if what let the match go on is undone: the law does not say (11)
                entry.passed, entry.froze, entry.stays = True, False, False
            entry.came_late &= entry.fate == LATE

    def read(self, event):
        """The act of an event, as the table spells it."""
        if event.get("player", 0) not in range(self.position["players"]):
            raise Unusable
        act = self.table.read(event)
        if act is None:
            raise Unusable
        return act

    # ---------------------------------------------------------------- folding

    def refold(self):
        """Fold everything anew. An amended entry that does not stand is open where it can still be taken back (point 3)."""
        self.close_outlived()
        for entry in self.entries:
            entry.lay, entry.noted = entry.fate == LIES, entry.shown == "note"
        open_before = [entry for entry in self.standing() if entry.fate == OPEN]
        amended, said = [entry for entry in self.standing() if entry.amended_now], [e for e in self.entries if e.fate is None]
        self.table = self.fold(before_open=bool(amended))
        for entry in amended:
            entry.amended_now = False
            if entry.refused and self.can_be_taken_back(entry):
                entry.fate = OPEN
            entry.disputed &= entry.fate == OPEN
        if amended:
            self.table = self.fold()
        if self.close_outlived() or any(entry.fate == LIES for entry in open_before):
            self.table = self.fold()  # what is open no longer is something that came later
        if self.lifts_another:
            self.lifts_another, self.table = False, self.fold()
        for entry in said:
            entry.began_refused = entry.fate == OPEN
        for entry in self.entries:
            entry.stood |= entry.fate == LIES and not entry.rose
            entry.touched, entry.regain = False, True

    def close_outlived(self):
        """Let lie what an amendment put into dispute, and whose turn has ended since or whose card another amendment has covered; whether
        there was any. The law does not say that it is a dispute no more (3), or keeps its fate (14).
        """
        disputed = [entry for entry in self.standing() if entry.fate == OPEN and not entry.disputed]
        opened = [entry for entry in disputed if entry.inserted or not entry.kept]
        outlived = [entry for entry in opened if self.is_outlived(entry) or self.laid_upon(entry)]
        for entry in outlived:
            entry.fate, entry.gave_turn, entry.hidden_by = LIES, False, self.number  # a note: nobody's turn moves (2)
        return bool(outlived)

    def laid_upon(self, entry):
        """The entries with later cards on the same pile: those that lie, and those that an amendment put into dispute there."""
        pile = self.act(entry)["play"]["pile"] if "play" in self.act(entry) and not self.table.card_ends_turn else ""
        later = [other for other in self.entries[self.entries.index(entry) + 1 :] if self.is_alive(other.number)]
        upon = [other for other in later if "play" in other.act and self.act(other)["play"]["pile"] == pile] if pile else []
        lying = [other for other in upon if other.fate == LIES and not self.came_meanwhile(entry, other)]
        lying = [one for one in lying if one.inserted or not one.rose or (entry.inserted and self.corrections(one.number))]
        disputed = [other for other in upon if other.fate in (None, OPEN)]
        amended = [other for other in disputed if other.inserted or not (other.disputed or other.kept)]
        return [other for other in lying + amended if not self.is_lifted(other) and not other.came_late]

    def is_outlived(self, entry):
        """Whether an end of a turn lies after the entry, so that its turn does not run any more.

        An end that was another player's ended nothing. One that lies only since its own correction ends no dispute that was
        open then: points 3 and 14 do not say which of the two goes first.
        """
        later = [other for other in self.entries[self.entries.index(entry) + 1 :] if self.is_alive(other.number)]
        ends = {"end_turn", "stuck"} if self.table.card_ends_turn else {"end_turn"}
        ended = [other for other in later if ends & other.act.keys() and not other.idle]
        ended = [other for other in ended if not (other.disputed or other.rose) or self.is_played_on(other)]
        return any(other.fate == LIES or (other.amended_now and other.fate is None) for other in ended) or any(
            self.table.card_ends_turn and self.was_laid(other) and not self.came_meanwhile(entry, other) for other in later
        )

    def came_meanwhile(self, entry, other):
        """Whether the later one of two was told, or rose, or was let stand, while the first was in dispute: that ends no dispute (12, 14).

        It may rise by the amendment that puts the first in dispute: that one's turn runs as it is judged (3).

        One that lies since its own correction ends it: it covers the first, or its turn.
        """
        began = max([entry.number, *(a.number for a in self.corrections(entry.number))])
        own = [
            a
            for a in self.amendments
            if a.kind in ("correct", "waive") and a.target == other.number and self.is_alive(a.number)
        ]
        if entry.fate != OPEN or (own and own[-1].number > began and own[-1].kind == "correct"):
            return False
        return other.rose_at >= began or (entry.kept and not other.inserted and other.number > began)

    def can_be_taken_back(self, entry):
        """Whether the card of the entry is visible and its turn still runs; an end of a turn lies nowhere."""
        act = self.act(entry)
        if self.table.card_ends_turn:
            return "play" in act and entry.last and not self.is_outlived(entry)
        if any(other.fate != LIES or other.inserted for other in self.laid_upon(entry)):
            return False
        if entry.came_late or "play" not in act or entry.turn != self.table.turn:
            return False
        pile = self.table.piles[act["play"]["pile"]]
        return bool(pile) and pile[-1].event == entry.number

    def fold(self, *, before_open=False):
        """The table after all entries; their fates, verdicts and rules are set on the way.

        before_open: leave what is open as it is, to see what lay there when an entry was amended. Point 3 does not say whether the turn of
        an entry runs as it is judged or when the others that are open have been judged anew: as it is judged.
        """
        table = TABLES[self.position["game"]].start(self.place())
        self.ended_by, self.conflicts, self.lifted_later = None, set(), []
        for index, entry in enumerate(self.entries):
            later = [other for other in self.entries[index + 1 :] if self.is_alive(other.number)]
            lies = self.is_alive(entry.number) and entry.fate not in (OVER, VOID)
            entry.last = not any(map(self.was_laid, later))
            # judged anew, so that it may give its turn
            entry.touched |= entry.fate == OPEN or (entry.rose and self.is_waived(entry))
            if self.is_lifted(entry) and index < self.place_of_lifting(entry):
                self.hide(table, entry)
                lies = False  # a card that was taken back counts for nothing; the law does not say what it counted until then
            if lies and not (before_open and entry.fate == OPEN and not entry.amended_now):
                self.take(table, entry, later)
            if table.card_ends_turn and "play" in entry.act:
                self.pass_with_card(table, entry, lies=lies and entry.fate == LIES)
        return table

    def place_of_lifting(self, entry):
        """Where the taking-back of an entry stands in the log."""
        return next(
            place for place, other in enumerate(self.entries) if other.lifted == entry.number and self.is_alive(other.number)
        )

    def pass_with_card(self, table, entry, *, lies):
        """Point 6: a card that ends a turn gives or takes the turn only if nothing was laid since; a note moves nobody's turn (2)."""
        ended = self.ended_before == entry.number  # the match, until now
        if (
            entry.last
            and (entry.touched or ended or entry.disputed or entry.fate == OPEN)
            and not (lies and entry.shown == "note")
        ):
            entry.gave_turn = lies and self.ended_by != entry.number and entry.regain
            # the law does not say whose turn follows a move out of turn that was let stand: it goes on from that player's seat
            mover = self.act(entry).get("player", table.to_move) if self.is_waived(entry) else table.to_move
            entry.seats_on = mover - table.to_move
        if entry.gave_turn:
            table.to_move = (table.to_move + entry.seats_on) % table.players
            table.pass_on()

    def was_laid(self, entry):
        """Whether the entry laid a card that still lies."""
        lies = entry.fate == LIES and not entry.came_late and not entry.disputed and not self.is_lifted(entry)
        return lies and bool({"play", "dead"} & entry.act.keys())

    def goes_on(self, entry):
        """Whether the entry is a play, a draw or the end of a turn that lies, so that nobody can have been stuck before it.

        The law does not say whether a draw shows that play went on; whoever draws does not take it to be over.
        """
        return entry.fate == LIES and not entry.came_late and self.is_move(entry)

    def is_move(self, entry):
        """Whether the entry is a play that was not lifted, a draw, or the end of a turn."""
        return not self.is_lifted(entry) and bool({"play", "end_turn", "draw", "dead"} & self.act(entry).keys())

    def is_followed(self, entry, later):
        """Whether play went on after the entry.

        The law does not say whether what was told after the end is such a play. It is, for what was put in before it since.
        """
        put_in = entry.inserted and entry.fate in (None, LATE)
        late = [other for other in later if other.came_late and other.number < entry.number] if put_in else []
        return any(map(self.goes_on, later)) or any(map(self.is_move, late))

    def take(self, table, entry, later):
        """Judge an entry and do it, by its fate. `later`: the entries after it that are not undone."""
        act = self.act(entry)
        seat = act.get("player", table.to_move)
        entry.turn, entry.moved = table.turn, False
        if entry.rose or entry.came_late or (self.is_played_on(entry) and entry.froze):
            self.turns.pop(entry.number, None)  # nobody has had the turn since: whose it is is counted anew
        if entry.came_late:
            entry.passed = entry.froze = False
        how = How(self.turns, not self.is_followed(entry, later), entry.passed)
        if "take_back" in act:
            self.lift(table, entry, act)
        elif {"play", "end_turn"} & act.keys():
            self.judge(table, entry, act, seat, how, goes_on=any(map(self.goes_on, later)))
        else:
            self.judge_claim(table, entry, act, seat, how)

    def judge(self, table, entry, act, seat, how, *, goes_on):
        """Judge a play or the end of a turn, and do it where it lies. `goes_on`: something that lies came later."""
        rule = None if self.is_waived(entry) else table.refuse(act, seat, how)
        disputed = entry.disputed and not (entry.lay and self.is_played_on(entry))
        rule = IN_DISPUTE_RULE if (entry.disputed or entry.fate in (None, OPEN)) and self.waits(entry, act) else rule
        if table.ended and (entry.fate in (LATE, None) or entry.came_late) and not (entry.inserted and goes_on):
            entry.touched |= entry.fate == LIES  # it is told after the end again, and takes its turn back
            # an end that an amendment found: the law does not say what becomes of a card put in among those that were laid since; it lies
            shown = "legal" if self.does_hold() else "illegal"  # point 10: kept, and refused in text alone
            entry.fate, entry.shown, entry.rule = LATE, shown, table.over_rule
            entry.came_late = True
        elif rule and self.is_late_end(table, entry, act):
            # the law does not say what becomes of an end of a turn that was said after the end: it was refused, and is
            entry.fate, entry.shown, entry.rule = LATE, "illegal", rule
        elif rule and (
            entry.fate == OPEN or disputed or self.may_fall(entry) or (entry.fate is None and not entry.amended_now)
        ):
            entry.disputed |= entry.fate is None
            entry.fate, entry.shown, entry.rule = OPEN, "illegal", rule
        else:
            first, late = entry.fate in (None, LATE) or entry.came_late, entry.fate == LATE
            entry.touched |= (
                late  # it lies only since the end is gone; the law does not say that it gives the turn then, as in play
            )
            if entry.disputed or (entry.fate == OPEN and not entry.amended_now):
                entry.rise(self.number)
            entry.refused = bool(rule)
            entry.fate, entry.shown, entry.rule = LIES, "note" if rule else "legal", rule
            elsewhere, was_idle = "end_turn" in act and seat != table.to_move, entry.idle
            # an end that its own correction made another player's ends no turn, also where it is that player's by now (3, 6 do not say)
            entry.idle = elsewhere if entry.amended_now else entry.idle and bool(rule)
            if not entry.idle and not elsewhere and not (rule and self.stays_frozen(table, entry, act, seat, how)):
                how.stands = not rule
                how.stuck_counts &= not (rule and "play" in act)  # a note weighs nothing
                how.stuck_counts &= not self.is_waived(entry) or seat == table.to_move  # G-3: it may be said later
                if was_idle:  # it ended nobody's turn, and may lose the match of whom it is by now
                    entry.passed = how.passes = False
                how.passes |= bool(rule) and not entry.froze  # a turn that was ended too early was ended
                self.do(table, entry, act, seat, how, first=first)
                entry.stays |= (
                    late and entry.froze
                )  # the law does not say what ends a turn when said after the end; this does not

    def may_fall(self, entry):
        """Whether what was refused, and rose, may be refused again: what its own amendment let lie stays there (14), but for an undo (11)."""
        own = any(a.kind != "undo" and a.target == entry.number and self.is_alive(a.number) for a in self.amendments)
        return entry.rose and (self.undoing or not (entry.lay and (own or entry.noted)))

    def is_late_end(self, table, entry, act):
        """Whether the entry is an end of a turn that was said after the end of the match, by a player who was not stuck."""
        late = (entry.fate == LATE or entry.came_late) and "end_turn" in act
        return late and not table.can_lay_nothing() and not self.is_played_on(entry)

    def stays_frozen(self, table, entry, act, seat, how):
        """Whether a note that ended the match before its turn was over ends no turn now either.

        The law does not say. It ends the turn, unless somebody were stuck then: nobody's turn came. A deadline that it missed is missed.
        """
        if not entry.froze or "end_turn" not in act or self.is_played_on(entry):
            return False
        if entry.stays:
            return True
        trial = deepcopy(table)
        trial.do(act, seat, entry.number, replace(how, turns=dict(how.turns), stands=False))
        entry.stays |= bool(trial.ended) and not table.ended and trial.ended[1] == table.stuck_rule
        return entry.stays

    def judge_claim(self, table, entry, act, seat, how):
        """Judge what lays nothing: a claim, or talk."""
        rule = table.refuse(act, seat, how)
        if "dead" in act and table.ended and (entry.fate in (LATE, None) or entry.came_late):
            # point 10: a dead card is laid, too, though the law names none
            shown = "legal" if self.does_hold() else "illegal"
            entry.fate, entry.shown, entry.rule, entry.came_late = LATE, shown, table.over_rule, True
            return
        went_on = self.is_played_on(entry) and not how.stuck_counts  # what was laid since says so (5, 11)
        if table.ended and (entry.fate is None or {"say", "stuck"} & act.keys()) and not went_on:
            rule = table.over_rule if {"stuck", "dead", "draw"} & act.keys() else None
        if rule and entry.fate is None:
            entry.fate, entry.shown, entry.rule = VOID, "illegal", rule
            return
        entry.fate, entry.shown, entry.rule = LIES, "note" if rule else "legal", rule
        if ("dead" in act or not rule) and "say" not in act:
            self.do(table, entry, act, seat, how)
        if "assess" in act and table.ended:
            entry.shown, entry.rule = VERDICTS[table.ended[0]], table.ended[1]

    def do(self, table, entry, act, seat, how, *, first=False):
        """Do an act, and keep whether it ends the match. `first`: it is done for the first time."""
        if self.is_played_on(entry) and not (entry.rule and "play" in act):
            trial = deepcopy(table)
            trial.ended = None
            trial.do(act, seat, entry.number, replace(how, turns=dict(how.turns), stuck_counts=True))
            if trial.ended and trial.ended[0] == "lost":  # it stays the loss that was played on from: the law does not say
                entry.shown, entry.rule = VERDICTS[trial.ended[0]], trial.ended[1]
                how.played_on, how.stuck_counts = True, False
        was_ended, turn = table.ended, table.turn
        table.do(act, seat, entry.number, how)
        if table.ended and not was_ended:
            self.ended_by = entry.number
            entry.shown, entry.rule = VERDICTS[table.ended[0]], table.ended[1]
            entry.froze |= first and table.turn == turn
        entry.moved = table.turn > turn
        entry.passed |= first and entry.moved
