"""What is told of a match: facts and amendments are judged and written down, and what the eye saw is weighed before it is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.errors import InputError
from companion.match.events import (
    Amendment,
    Claimed,
    Corrected,
    Entry,
    Event,
    HandsGone,
    Inserted,
    Played,
    Seen,
    TakenBack,
    TurnEnded,
)
from companion.match.lifting import UNREAD, liftable
from companion.match.referee import advance, can_amend, interpret
from companion.match.rulings import DROPPED, Fate
from companion.session.agreement import TableSeen
from companion.session.asking import AskingMatch
from companion.session.door import check_event
from companion.session.half_drawn import HalfDrawn
from companion.session.named_cards import NamedCard
from companion.session.possible import hangs_on_names, may_end
from companion.session.snapshot import Notice, Question, TurnQuestion
from companion.session.turn_questions import (
    answered,
    asks_about_half,
    happened,
    still_asked,
    still_open,
    turn_over,
    zone_spoken_of,
)
from companion.session.unknown_cards import shows_again
from companion.session.visits import Gap, Visits
from companion.turns.evidence import weighed
from companion.turns.scene import DRAW, INFERRED, Asked, TurnScene, Weighed, seating, whose
from companion.turns.seats import measured
from companion.turns.whose_card import goes_on, laid_after


class TellingMatch(AskingMatch):
    """Arguments as of `StoredMatch`."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._seen = TableSeen()
        self._visits = Visits()
        self._asked_turn = 0
        self._perhaps: Claimed | None = None
        self._unread: frozenset[str] | None = None
        self._half_drawn: HalfDrawn | None = None
        self._let_lie: dict[int, int] = {}

    def post(self, event: Event, at: float, source: str) -> tuple[Notice, ...]:
        """Judge an event, after it was written down. Raises `InputError` where it cannot be."""
        rules, match = self._playing()
        meant = interpret(rules, match, event)
        if meant is None:
            return ()
        check_event(rules, match, self._deck.faces, meant)
        if isinstance(meant, Amendment) and (refusal := can_amend(match, meant)):
            raise refusal
        entry = Entry(max(match.entries[-1].n, *self.snapshot.left_out, 0) + 1, meant, at, source)
        advanced, ruling = advance(rules, match, entry)  # pure: it refuses what cannot be folded before it is written
        self._journal.append(self.snapshot.match_id, entry)
        turn_question = still_asked(rules, advanced, self.snapshot.turn_question)
        questions = still_open(rules, advanced, self.snapshot.questions)
        self._publish(match=advanced, turn_question=turn_question, questions=questions)
        over = turn_over(match, advanced)
        if over is not None:
            self._unknown.turn_over(over.at)
        told = ((over,) if over else ()) + (() if ruling.verdict == DROPPED else (ruling,))
        since = self._handled_since(meant, at) if isinstance(meant, TurnEnded) else ()
        return told + since + self._ask_beneath(ruling.asked, at)

    def _handled_since(self, end: TurnEnded, at: float) -> tuple[Notice, ...]:
        """A draw told that the turn is over, and it is: cards handled since are perhaps the next player's, laid on their like."""
        drawn = self._half_drawn
        if drawn is None or drawn.end.turn != end.turn:
            return ()
        self._half_drawn = None
        still = ((zone, face) for zone, face in drawn.handled if self._accepted().get(zone) == face)
        return tuple(one for zone, face in still for one in self.post(Seen(zone, face, again=True), at, "camera"))

    def _answered_beneath(self, question: Question, face: str, at: float, source: str) -> tuple[Notice, ...]:
        """A person says what lay beneath a card that was taken back, "" = nothing."""
        assert question.lifted is not None
        judged = self._playing()[1].judged_of(question.lifted)
        seen = judged.event.beneath if judged is not None and isinstance(judged.event, TakenBack) else None
        notices = () if face == seen else self.amended(Corrected(question.lifted, face), at, source)
        self._publish(questions=tuple(each for each in self.snapshot.questions if each.id != question.id))
        return notices

    def _weigh(
        self,
        event: Event,
        at: float,
        source: str,
        gap: Gap | None,
        zone: str = DRAW,
        *,
        lingered: bool = False,
        still: bool = False,
    ) -> tuple[Notice, ...]:
        """Judge what the eye saw, with all that tells of whose act it was and whether a turn has ended. `lingered`, `still`: see
        `TurnScene`."""
        rules, match = self._playing()
        seen = event if isinstance(event, TurnEnded) else interpret(rules, match, event)
        if seen is None:
            return ()
        is_open = None if gap is None else gap.open
        end = isinstance(seen, TurnEnded) and may_end(rules, match, self._unnamed())
        meant = weighed(rules, match, seen, gap=is_open, zone=zone, lingered=lingered, still=still, may_end=end)
        if asks_about_half(rules, match, self.snapshot.questions):
            meant = replace(meant, before=(), later=None)
        check_event(rules, match, self._deck.faces, meant.event or seen)
        if meant.event is None and gap is not None:
            self._visits.in_vain(at)
        return self._tell_or_let_lie(meant, at, source, at if gap is None else gap.at, self._unnamed())

    def _unnamed(self) -> tuple[Question, ...]:
        """What is asked about cards that were laid and that nobody knows."""
        return tuple(each for each in self.snapshot.questions if each.moved and each.guess is None)

    def _tell_or_let_lie(
        self,
        meant: Weighed,
        at: float,
        source: str,
        missed_at: float,
        unnamed: Sequence[Question],
        before: int | None = None,
    ) -> tuple[Notice, ...]:
        """Tell what an event was found to mean; a card that is called only as long as nobody has said what others are lies there till then.
        `missed_at`: see `_tell`; `unnamed`: laid before it; `before`: the entry before which it was laid, None = just now."""
        card, (rules, match) = meant.event, self._playing()
        if not isinstance(card, Played) or not hangs_on_names(rules, match, meant, card, unnamed, before):
            return self._told_before(meant, at, source, missed_at, before)
        lies = replace(meant, event=replace(card, seat=None, strangers=(), waived=True), asked=None)
        notices = self._told_before(lies, at, source, missed_at, before)
        if card.seat is not None:
            self._let_lie[self._playing()[1].entries[-1].n] = card.seat
        return notices

    def _told_before(self, meant: Weighed, at: float, source: str, missed_at: float, before: int | None) -> tuple[Notice, ...]:
        if before is None:
            return self._tell(meant, at, source, missed_at)
        return tuple(notice for fact in NamedCard(meant, before).amendments for notice in self.amended(fact, at, source))

    def _all_named(self, at: float, source: str) -> tuple[Notice, ...]:
        """Once nothing is asked any more what was let lie in this turn is judged, as the card of whose hand it was."""
        if self._unnamed():
            return ()
        let_lie, self._let_lie = self._let_lie, {}
        notices: tuple[Notice, ...] = ()
        for n, seat in let_lie.items():
            rules, match = self._playing()
            judged = match.judged_of(n)
            if judged is not None and judged.fate is Fate.STANDS and judged.ruling.turn == rules.turn(match.state)[0]:
                notices += self.post(Corrected(n, seat=seat, waived=False), at, source)
        return notices

    def _tell(self, meant: Weighed, at: float, source: str, missed_at: float) -> tuple[Notice, ...]:
        """Tell what an event was found to mean. `missed_at`: when happened what nobody saw before it."""
        notices: tuple[Notice, ...] = ()
        for fact in meant.before:
            _, match = self._playing()
            told = self._unknown.told_by(fact, match.waiting) if isinstance(fact, HandsGone) else fact
            notices += self.post(told, happened(match, fact, missed_at), INFERRED)
        if meant.event is not None:
            notices += self.post(self._unknown.told_by(meant.event), at, source)
        if meant.later is not None:
            self._half_drawn = HalfDrawn(meant.later, self._playing()[1].entries[-1].n, at)
        return notices + (self._ask_turn(meant.asked, meant.event, at) if meant.asked else ())

    def _ask_turn(self, asked: Asked, event: Event | None, at: float) -> tuple[Notice, ...]:
        """Ask whether a turn had ended: once a turn, and gently."""
        _, match = self._playing()
        if self._asked_turn == asked.turn:
            return ()
        self._asked_turn = asked.turn
        self._asked += 1
        card = match.entries[-1].n if isinstance(event, Played) else None
        before = asked.before if event is None or asked.before is not None else match.entries[-1].n
        question = TurnQuestion(f"q{self._asked}", asked.turn, asked.seat, before, at, card, asked.stranger, asked.touch)
        self._publish(turn_question=question)
        return (question,)

    def turn_ended(self, question_id: str, ended: bool, at: float, source: str) -> tuple[Notice, ...]:
        """A person says whether the turn had ended that was asked about."""
        question = self.snapshot.turn_question
        if question is None or question.id != question_id:
            raise InputError.of("question-closed")
        self._publish(turn_question=None)
        answer = answered(self._playing()[1], question, ended)
        if isinstance(answer, Inserted):
            return self.insert(answer.before, answer.fact, at, source)
        return () if answer is None else self.post(self._unknown.told_by(answer), at, source)

    def whose(self, zone: str, hand: float | None) -> int | None:
        """The seat of a hand that was seen at a zone, None where that is not sure."""
        rules, match = self._playing()
        return None if self.snapshot.turn_question is not None else whose(rules, match, zone, hand)

    def insert(self, before: int, fact: Played | TurnEnded | Claimed, at: float, source: str) -> tuple[Notice, ...]:
        """A person says that something was missed, just before entry `before`."""
        return self.amended(Inserted(before, fact), at, source)

    def amended(self, event: Amendment, at: float, source: str) -> tuple[Notice, ...]:
        """A person amends the log: where it changes what a zone should show the eye is not believed until something moves there."""
        before = self._accepted()
        notices = self.post(event, at, source)
        for zone, face in self._accepted().items():
            if before.get(zone) != face:
                self._seen.mute(zone)
        self._seen.mute(zone_spoken_of(self._playing()[1], event))
        return notices

    def _hands_gone(self, at: float, source: str = "camera") -> tuple[Notice, ...]:
        """Nothing hides the table any more, as far as it matters to an end of turn that waits: that is judged."""
        waiting = None if self.match is None else self.match.waiting
        return () if waiting is None else self.post(self._unknown.told_by(HandsGone(), waiting), at, source)

    def _over_before(self, zone: str, hand: float | None, at: float, *, known: bool) -> tuple[Notice, ...]:
        """A card was laid while the end of a turn waits for the hands to go: was it laid after that? The end is judged first then. On a pile
        that lay clear when the turn ended it was, if the turn could end or its own player goes on; of a card that is `known` all else is
        weighed with it."""
        rules, match = self._playing()
        if match.waiting is None:
            return ()
        scene = TurnScene(rules, match, measured(seating(match)))
        lay_clear = self._unread is not None and zone not in self._unread
        self._unread = None if self._unread is None else self._unread - {zone}  # what is laid there from now on is laid later
        told = scene.ended() is not None or goes_on(scene, zone, hand)
        after = (lay_clear and told) or (not known and laid_after(scene, zone, hand))
        return self._hands_gone(at) if after else ()

    def _lit_again(self, zone: str, face: str, at: float) -> tuple[Notice, ...] | None:
        """A card is seen again that was asked about before another one was laid on it: that one was taken back, and this one is asked about
        still, not anew. None where it is no such card."""
        lit = next((each for each in reversed(self.snapshot.questions) if each.zone == zone and shows_again(each, face)), None)
        if lit is None or (lit.before is not None and liftable(*self._playing(), zone) != lit.before):
            return None
        self._unknown.known(zone)
        notices = () if lit.before is None else self.post(TakenBack(zone, beneath=UNREAD), at, "camera")
        question = replace(lit, under="", before=None)
        self._unknown.uncovered(question)
        self._publish(questions=(*(each for each in self.snapshot.questions if each.id != lit.id), question))
        return notices
