"""One match being played: the eye, phones and buttons put facts in; journal, match and questions come of them.

A session has four parts and calls them. The `Publisher` shows one frozen snapshot to everybody. `Questions` keeps what is
asked. The `Ledger` writes and folds the match. `Evidence` weighs the hands and the turn. A change of a zone goes through
`take_change`, `_decide_change` and `_take_reading` to `Evidence.weigh_sighting`, and on to `Ledger.write_entry`. What a
person says goes to the ledger at once.

A session has a single writer, no thread and no clock: every call hands in the time. A video gives the same rulings each
time. `companion/session/inbox.py` adds the thread.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import partial

from companion.clean_text import tell_apart
from companion.errors import InputError
from companion.intake.changes import Accept, Ask, Change, fate
from companion.journal.journal import Journal
from companion.journal.past_matches import PastMatches
from companion.journal.taken_up import TakenUp
from companion.match.events import (
    Amendment,
    Claimed,
    Corrected,
    Event,
    Inserted,
    Played,
    PlayedOn,
    Seen,
    Started,
    TakenBack,
    TurnEnded,
    Undone,
)
from companion.match.lifting import UNREAD, liftable
from companion.match.rules import Detail
from companion.match.rulings import Match
from companion.questions.named_cards import named_card
from companion.questions.possible import LIKELY_ENOUGH, foul_anyhow
from companion.questions.question import Notice, Question
from companion.questions.turn_questions import answered, let_lie
from companion.questions.unknown_cards import come_to_light, shown_by, shows_again
from companion.session.evidence import Evidence
from companion.session.ledger import Ledger
from companion.session.publisher import Publisher
from companion.session.questions import Questions
from companion.session.snapshot import Snapshot
from companion.turns.missed_act import is_mendable
from companion.turns.scene import DRAW, INFERRED, NUMBER
from companion.turns.visits import Gap


class Session:
    """A match and its parts. Arguments as in `Ledger`.

    Times `at` are seconds since 1970. A `source` says who told: "camera", "button" or the name of a phone. Methods return
    the notices for people. They raise what the journal raises, and `InputError` for what cannot be done now.
    """

    def __init__(
        self,
        journal: Journal,
        deck_of: Callable[[str], Collection[str]],
        commands_of: Callable[[str], Mapping[str, str] | None] = lambda game: None,
        layout_of: Callable[[str], str | None] = lambda game: None,
        taken_up: TakenUp | None = None,
    ) -> None:
        self.publisher = Publisher()
        self.questions = Questions(self.publisher)
        self.ledger = Ledger(self.publisher, self.questions, journal, deck_of, commands_of, layout_of, taken_up or TakenUp())
        self.evidence = Evidence(self.publisher, self.questions, self.ledger)

    @property
    def snapshot(self) -> Snapshot:
        """What others may see now."""
        return self.publisher.snapshot

    @property
    def match(self) -> Match | None:
        """The match as it stands, None before the first."""
        return self.publisher.match

    @property
    def past(self) -> PastMatches:
        """The matches of the journal."""
        return self.ledger.past

    # Matches

    def begin(self, started: Started, at: float, source: str) -> None:
        """Start a match. Raises `InputError` before anything is written."""
        self.ledger.begin(started, at, source)
        self.evidence.forget()

    def resume(self, match_id: int | None = None) -> bool:
        """True once a stored match goes on, False without one. `match_id`: see `Ledger.open_stored_match`."""
        resumed = self.ledger.resume(match_id)
        if resumed:
            self.evidence.forget()
        return resumed

    def take_up(self, match_id: int) -> None:
        """Go on with the older match of number `match_id`, see `Ledger.open_older_match`."""
        if self.ledger.take_up(match_id):
            self.evidence.forget()

    # What the eye sees

    def look(self, change: Change, at: float, *, by_touch: bool = True) -> tuple[Notice, ...]:
        """What came of a change of a zone. `by_touch`: a hand at the draw pile ends the turn."""
        gap = self._gap_before(change, at, by_touch=by_touch) if change.moved else None
        seen, match, zone = self.questions.seen, self.match, change.zone
        is_first = zone not in seen.faces
        seen.faces[zone] = (self.ledger.deck.commands(match).read(change.after, change.alike), at)
        guess = None if match is None or not change.accepted else self.questions.find_guess(zone, change.after)
        self.questions.close_top(zone)
        if match is None:
            return ()
        if guess is not None:  # it is read at last
            return self.told(zone, change.after, at, "camera", moved=False)
        if change.moved:
            seen.muted.pop(zone, None)
            return self._decide(change, at, gap)
        if zone in seen.muted:
            seen.mute(zone)  # a person has spoken there: better readings of the same card change nothing
            return ()
        if is_mendable(*self.publisher.playing) and (late := self.evidence.tell_seen_late({(zone, change.after): at})):
            return late
        if is_first:
            if change.after != self.publisher.expected_faces.get(zone, change.after):
                self.questions.unknown.lay_there.add(zone)
            return self.tick(at)  # what lay there before anybody watched is no play; it may be out of step
        return self._decide(change, at, gap)

    def _gap_before(self, change: Change, at: float, *, by_touch: bool) -> Gap | None:
        """The gap between the fact before and this change; open where a draw may have gone unnoticed."""
        gap, self.evidence.visits.drawing = self.evidence.visits.fact(at), change.drawing
        found = self.snapshot.found_piles
        seen_to_draw = by_touch and not change.drawing and (found is None or found.shows_draws)
        return gap if gap is None or seen_to_draw else replace(gap, open=True)

    def _decide(self, change: Change, at: float, gap: Gap | None) -> tuple[Notice, ...]:
        """Accept a change, ask a person, or ignore the change."""
        _, match = self.publisher.playing
        deck = self.ledger.deck
        beneath = {laid.before for laid in match.laid if laid.zone == change.zone}
        meanings = partial(deck.commands(match).meanings, alike=change.alike)
        covered = deck.covered(match, change.zone)
        decision = fate(change, self.publisher.expected_faces, covered, deck.faces, meanings, beneath)
        if isinstance(decision, Accept):
            try:
                read = ((change.after, change.confidence), *change.alternatives)
                notices = self._take_in(replace(decision.event, again=change.moved), at, gap)
                self.publisher.keep_thoughts(notices, read, self.ledger.knows)
                return notices
            except InputError:  # a face of the game that this match does not have
                decision = Ask(change.zone, change.alternatives, change.moved)
        if not isinstance(decision, Ask) or match.outcome is not None:
            return ()
        if decision.moved and (lit := self._light_again(change.zone, change.after, at)) is not None:
            return lit
        over = self.evidence.end_before_card(decision.zone, change.hand, at, known=False) if decision.moved else ()
        called = self._call_by_number(decision, change, at, gap)
        is_open = None if gap is None else gap.open
        return over + (called or self.questions.ask_card(decision, at, change.hand, gap=is_open))

    def _take_in(self, seen: Seen, at: float, gap: Gap | None) -> tuple[Notice, ...]:
        """What came of a face that was read. A card laid on an unknown card is not judged, and the unknown card stays asked
        about."""
        expected = self.publisher.expected_faces.get(seen.zone, "")
        laid = seen.moved and seen.after != expected
        over = self.evidence.end_before_card(seen.zone, seen.hand, at, known=True) if laid and seen.after else ()
        unknown = self.questions.unknown.asked.get(seen.zone)
        top = self.publisher.expected_faces.get(seen.zone, "") if unknown is None else shown_by(unknown)
        lit = come_to_light(self.questions.open, top, seen)
        if laid and unknown is not None and lit is None:
            return over + self._take_in_on_unknown(seen, at)
        self.questions.unknown.known(seen.zone)
        named = self.answer(lit.id, seen.after, at, INFERRED) if lit else ()
        missed = self.evidence.tell_missed(seen, at, gap) if seen.moved else ()
        drawn = self.evidence.tell_possible_draw(at) if seen.moved else ()
        return over + named + missed + drawn + self.evidence.weigh(seen, at, "camera", gap)

    def _take_in_on_unknown(self, seen: Seen, at: float) -> tuple[Notice, ...]:
        question = self.questions.unknown.cover(seen.zone)
        notices = self.evidence.write(let_lie(*self.publisher.playing, seen), at, "camera")
        if question is not None and seen.after:
            self.questions.ask_covered(question, self._last_entry, seen.after)
        return notices

    def _call_by_number(self, ask: Ask, change: Change, at: float, gap: Gap | None) -> tuple[Notice, ...]:
        """What came of calling a card known but for its command, which is a foul with any command. The command is asked.
        Empty where unsure."""
        rules, match = self.publisher.playing
        faces = dict.fromkeys((change.after, *(face for face, share in ask.candidates if share >= LIKELY_ENOUGH)))
        by_number = change.accepted and len(faces) > 1 and {face.partition(":")[0] for face in faces} == {change.after}
        if not ask.moved or not by_number or not self.ledger.knows(change.after) or ask.zone in self.questions.unknown.asked:
            return ()
        cards = {face: Seen(ask.zone, face, hand=change.hand, again=True) for face in faces}
        is_open = None if gap is None else gap.open
        if not foul_anyhow(rules, match, list(cards.values()), is_open, self.questions.unnamed):
            return ()
        told = self.evidence.weigh(cards[change.after], at, NUMBER, gap)
        return told + self.questions.ask_card(replace(ask, moved=False), at, guess=self._last_entry)

    def _light_again(self, zone: str, face: str, at: float) -> tuple[Notice, ...] | None:
        """What came of seeing a card again that was asked about before another card covered it: the cover was taken back.
        None for other cards."""
        lit = next((each for each in reversed(self.questions.open) if each.zone == zone and shows_again(each, face)), None)
        if lit is None or (lit.before is not None and liftable(self.publisher.playing[1], zone) != lit.before):
            return None
        self.questions.unknown.known(zone)
        notices = () if lit.before is None else self.evidence.write(TakenBack(zone, beneath=UNREAD), at, "camera")
        self.questions.uncover(lit)
        return notices

    def handled(self, zone: str, face: str, at: float) -> tuple[Notice, ...]:
        """What came of a hand that moved a card, the face unchanged: perhaps a card of equal face was laid on top."""
        if self.match is None or zone in self.questions.seen.muted or self.publisher.expected_faces.get(zone) != face:
            return ()
        self.evidence.note_handled(zone, face)
        return self.post(Seen(zone, face, again=True), at, "camera")

    def bare(self, zone: str, at: float) -> tuple[Notice, ...]:
        """What came of an empty zone seen by an eye that just began to watch. That is no play, but the match may be out of
        step."""
        self.questions.seen.faces[zone] = ("", at)
        return self.tick(at)

    # Hands and draws

    def hands(self, present: bool, at: float) -> tuple[Notice, ...]:
        """What came of hands over the table (`present`), or of a table that lies still with every zone read."""
        over = self.evidence.end_after_draw(at) if present else ()
        (self.evidence.visits.came if present else self.evidence.visits.went)(at)
        reason = self.snapshot.reason if not present and self.snapshot.reason == "bumped" else ""
        self.publisher.publish(table="moving" if present else "still", reason=reason)
        return over if present else self.evidence.tell_hands_gone(at) + self.evidence.end_after_draw(at)

    def drew(
        self,
        at: float,
        zone: str = DRAW,
        hand: float | None = None,
        *,
        tidying: bool = False,
        unread: Collection[str] | None = None,
        lingered: bool = False,
    ) -> tuple[Notice, ...]:
        """What came of a hand at draw pile `zone`: the end of the turn, or a draw where the game has draws of their own.

        `hand`: see `Seen`. `tidying`: the hand may have squared up the pile. `unread`: zones where an unseen card of the
        turn may lie, None = any; the end waits for these cards while hands are over the table. `lingered`: see `TurnScene`.
        """
        return self.evidence.end_at_draw(at, zone, hand, tidying=tidying, unread=unread, lingered=lingered)

    def whose(self, zone: str, hand: float | None) -> int | None:
        """The seat of a hand seen at a zone, None where unsure."""
        return self.evidence.find_seat(zone, hand)

    # What people say

    def post(self, event: Event, at: float, source: str) -> tuple[Notice, ...]:
        """What came of an event, judged after writing."""
        return self.evidence.write(event, at, source)

    def amended(self, event: Amendment, at: float, source: str) -> tuple[Notice, ...]:
        """What came of an amendment by a person."""
        return self.ledger.amend(event, at, source)

    def insert(self, before: int, fact: Played | TurnEnded | Claimed, at: float, source: str) -> tuple[Notice, ...]:
        """What came of a missed `fact`, put in just before entry `before`."""
        return self.ledger.amend(Inserted(before, fact), at, source)

    def undo(self, at: float, source: str, entry: int | None = None) -> tuple[Notice, ...]:
        """What came of undoing an entry, by default the last undoable."""
        return self.ledger.amend(Undone(self.ledger.find_undoable(entry)), at, source)

    def end_turn(self, at: float, source: str, turn: int | None = None) -> tuple[Notice, ...]:
        """What came of an end of turn by a person. `turn`: number of the ended turn, None = the running turn."""
        end = TurnEnded(None, turn, hands=self.snapshot.table == "moving")
        return self.post(self.questions.unknown.told_by(end), at, source)

    def play_on(self, at: float, source: str) -> tuple[Notice, ...]:
        """What came of playing on after a loss."""
        _, match = self.publisher.playing
        if match.end is None:
            raise InputError.of("not-lost")
        return self.post(PlayedOn(match.end.n), at, source)

    def set_up_anew(
        self,
        options: Detail | None,
        begins: int | None,
        names: tuple[str, ...] | None,
        at: float,
        source: str,
        places: tuple[float | None, ...] | None = None,
    ) -> tuple[Notice, ...]:
        """What came of correcting how the match was set up; None = as before. `options`: changed options. `begins`: the seat
        that began. `names`: of the players by seat. `places`: around the table, see `Started`."""
        _, match = self.publisher.playing
        given = None if options is None else {**match.started.options, **options}
        names = None if names is None else tell_apart(names)
        return self.post(Corrected(match.entries[0].n, options=given, turn=begins, names=names, places=places), at, source)

    def told(self, zone: str, face: str, at: float, source: str, *, moved: bool = True) -> tuple[Notice, ...]:
        """What came of a person saying the face of a zone. The eye is not believed there until something moves. `moved`: see
        `Seen`."""
        notices = self.post(Seen(zone, face, moved), at, source)  # what is refused leaves the question open
        self.questions.seen.mute(zone)
        self.questions.close_top(zone)
        return notices

    # Answers

    def answer(self, question_id: str, face: str, at: float, source: str) -> tuple[Notice, ...]:
        """What came of naming the card of a question; `face` "" = no card."""
        question = self.questions.find(question_id)
        if question.lifted is not None:
            return self._answer_beneath(question, face, at, source)
        if not face and (question.covered or question.guess is not None):
            return self.dismiss(question_id, at, source)
        card = named_card(*self.publisher.playing, question, face)
        if card is None:
            self.questions.unknown.answered(question)
            notices = self.told(question.zone, face, at, source, moved=question.moved)
            self.publisher.keep_thoughts(notices, question.candidates, self.ledger.knows)
            return notices
        earlier = [each for each in self.questions.unnamed if each.since < question.since]
        notices = self.evidence.tell(card.meant, at, source, question.since, earlier, card.before)
        if card.before is None:
            self.publisher.keep_thoughts(notices, question.candidates, self.ledger.knows)
            if not question.covered:
                self.questions.seen.mute(question.zone)
            self.questions.keep_order(question)
        else:
            self.questions.put_after(question)
        self.questions.unknown.answered(question)
        self.questions.close(question_id)
        return notices + self.evidence.judge_let_lie(at, source)

    def _answer_beneath(self, question: Question, face: str, at: float, source: str) -> tuple[Notice, ...]:
        """What came of a person saying what lay beneath a card taken back, "" = nothing."""
        assert question.lifted is not None
        judged = self.publisher.playing[1].judged_of(question.lifted)
        seen = judged.event.beneath if judged is not None and isinstance(judged.event, TakenBack) else None
        notices = () if face == seen else self.ledger.amend(Corrected(question.lifted, face), at, source)
        self.questions.close(question.id)
        return notices

    def dismiss(self, question_id: str, at: float, source: str) -> tuple[Notice, ...]:
        """What came of closing a question without an answer: nothing was laid. A card put in on a guess is undone."""
        question = self.questions.find(question_id)
        if question.lifted is not None:
            return self._answer_beneath(question, "", at, source)
        self.questions.unknown.answered(question)
        if not question.covered:
            self.questions.seen.mute(question.zone)
        self.questions.close(question_id)
        undone = () if question.guess is None else self.ledger.amend(Undone(question.guess), at, source)
        return undone + self.evidence.judge_let_lie(at, source)

    def turn_ended(self, question_id: str, ended: bool, at: float, source: str) -> tuple[Notice, ...]:
        """What came of the answer to a question about a turn. `ended`: the turn had ended."""
        question = self.questions.take_turn_question(question_id)
        answer = answered(self.publisher.playing[1], question, ended)
        if isinstance(answer, Inserted):
            return self.ledger.amend(answer, at, source)
        return () if answer is None else self.post(self.questions.unknown.told_by(answer), at, source)

    def trust(self, whom: str, at: float, source: str) -> tuple[Notice, ...]:
        """What came of settling a disagreement. `whom`: "table" takes over what is seen, fouls included; "game" goes on as
        if nothing were seen."""
        notices: tuple[Notice, ...] = ()
        for difference in self.snapshot.out_of_step:
            self.questions.unknown.known(difference.zone)
            meanings = self.ledger.deck.commands(self.match).meanings(difference.seen)
            if whom == "game":
                self.questions.seen.mute(difference.zone)
            elif len(meanings) > 1:
                notices += self.questions.ask_card(Ask(difference.zone, meanings, moved=True), at)
            else:
                expected = self.publisher.expected_faces.get(difference.zone, "")
                notices += self.post(Played(difference.zone, expected, difference.seen, waived=True), at, source)
        self.publisher.publish(out_of_step=())
        return notices

    # Time

    def tick(self, at: float) -> tuple[Notice, ...]:
        """What came of time passing: a draw may have ended a turn, or table and match may have disagreed for long."""
        if over := self.evidence.end_after_draw(at):
            return over + self.tick(at)
        known = {difference.zone for difference in self.snapshot.out_of_step}
        still = self.questions.still_out_of_step(at)
        if still == self.snapshot.out_of_step:
            return ()
        fresh = tuple(difference for difference in still if difference.zone not in known)
        if late := self.evidence.tell_seen_late({(each.zone, each.seen): each.since for each in fresh}):
            return late + self.tick(at)
        self.publisher.publish(out_of_step=still)
        return (fresh,) if fresh else ()

    def clock_jumped(self, by: float) -> None:
        """Keep durations after the clock was set `by` seconds ahead."""
        self.evidence.shift_clock(by)
        self.questions.shift_clock(by)

    @property
    def _last_entry(self) -> int:
        return self.publisher.playing[1].entries[-1].n
