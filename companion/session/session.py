"""One match being played: what the eye, the phones and the buttons say goes in; journal, match and questions come of it.

Single writer, no thread and no clock of its own: every call hands in the time, so that a video gives the same rulings each time.
`companion/session/inbox.py` gives it a thread.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from companion.clean_text import tell_apart
from companion.errors import InputError
from companion.match.events import (
    Claimed,
    Corrected,
    Event,
    Inserted,
    Played,
    PlayedOn,
    Seen,
    TurnEnded,
    Undone,
)
from companion.match.referee import interpret, last_undoable
from companion.match.rules import Detail, Rules
from companion.match.rulings import Match
from companion.session.agreement import out_of_step
from companion.session.asking import guess_undone
from companion.session.intake import Accept, Ask, Change, fate
from companion.session.known_commands import NUMBER
from companion.session.named_cards import named_card
from companion.session.possible import LIKELY_ENOUGH, foul_anyhow
from companion.session.snapshot import Difference, Notice, Question, later
from companion.session.telling import TellingMatch
from companion.session.thoughts import thoughts
from companion.session.turn_questions import asks_about_half, is_draw_due, let_lie
from companion.session.unknown_cards import come_to_light, shown_by
from companion.session.visits import Gap
from companion.turns.evidence import weighed
from companion.turns.missed_act import Shares, is_mendable, missed_before, missed_lately, unread_before, unread_lately
from companion.turns.open_half import open_half
from companion.turns.scene import DRAW, INFERRED, TOUCH


class Session(TellingMatch):
    """See the module; arguments as of `StoredMatch`. Raises what the journal raises."""

    def look(self, change: Change, at: float, *, by_touch: bool = True) -> tuple[Notice, ...]:
        """Take in a change that the eye reports. `by_touch`: it takes a hand at the draw pile to end a turn."""
        gap = None
        if change.moved:
            gap, self._visits.drawing = self._visits.fact(at), change.drawing
        found = self.snapshot.found_piles
        seen_to_draw = by_touch and not change.drawing and (found is None or found.shows_draws)
        gap = gap if gap is None or seen_to_draw else replace(gap, open=True)
        first = change.zone not in self._seen.faces
        self._seen.faces[change.zone] = (self._deck.commands(self.match).read(change.after, change.alike), at)
        guessed = None if self.match is None or not change.accepted else self._guessed(change.zone, change.after)
        self._publish(questions=self._not_of(change.zone))
        if self.match is None:
            return ()
        if guessed is not None:  # it is read at last
            return self.told(change.zone, change.after, at, "camera", moved=False)
        if not change.moved and change.zone in self._seen.muted:
            self._seen.mute(change.zone)  # a person has spoken there: better readings of the same card change nothing
            return ()
        if not change.moved and is_mendable(*self._playing()) and (late := self._seen_late({(change.zone, change.after): at})):
            return late
        if not change.moved and first:
            if change.after != self._accepted().get(change.zone, change.after):
                self._unknown.lay_there.add(change.zone)
            return self.tick(at)  # what lay there before anybody watched is no play; it may be out of step
        if change.moved:
            self._seen.muted.pop(change.zone, None)
        return self._decide(change, at, gap)

    def handled(self, zone: str, face: str, at: float) -> tuple[Notice, ...]:
        """A hand left a card lying otherwise, and it shows the same face: perhaps another card of that face was laid on it."""
        if self.match is None or zone in self._seen.muted or self._accepted().get(zone) != face:
            return ()
        if (drawn := self._half_drawn) is not None and drawn.stands(self.match):
            self._half_drawn = replace(drawn, handled=(*drawn.handled, (zone, face)))
        return self.post(Seen(zone, face, again=True), at, "camera")

    def bare(self, zone: str, at: float) -> tuple[Notice, ...]:
        """The eye has just begun to watch and sees that nothing lies on a zone: no play, but the match may be out of step."""
        self._seen.faces[zone] = ("", at)
        return self.tick(at)

    def hands(self, present: bool, at: float) -> tuple[Notice, ...]:
        """Hands came over the table, or the table lies still again with every zone read."""
        over = self._over_by_draw(at) if present else ()
        (self._visits.came if present else self._visits.went)(at)
        reason = self.snapshot.reason if not present and self.snapshot.reason == "bumped" else ""
        self._publish(table="moving" if present else "still", reason=reason)
        return over if present else self._hands_gone(at) + self._over_by_draw(at)

    def clock_jumped(self, by: float) -> None:
        """The clock was set by so many seconds: what began before began as long ago as before."""
        for kept in (self._seen, self._visits, self._unknown):
            kept.clock_jumped(by)
        if self._half_drawn is not None:
            self._half_drawn = replace(self._half_drawn, at=self._half_drawn.at + by)
        self._publish(out_of_step=later(self.snapshot.out_of_step, by), questions=later(self.snapshot.questions, by))

    def end_turn(self, at: float, source: str, turn: int | None = None) -> tuple[Notice, ...]:
        """Somebody ended the turn. `turn`: which one was meant, None = the one just played."""
        end = TurnEnded(None, turn, hands=self.snapshot.table == "moving")
        return self.post(self._unknown.told_by(end), at, source)

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
        """A hand went to a draw pile: that ends the turn, or is a draw where the game has draws of their own. `hand`: see `Seen`. `tidying`:
        it may have squared the pile up, and did where the turn cannot end (which may be asked) or a draw is seen after all. `unread`: zones
        in which a card of that turn may lie that is not seen yet, None = in any: while hands are there the end waits for it. `lingered`:
        see `TurnScene`."""
        rules, match = self._playing()
        gap, still = self._visits.fact(at), self._visits.drawing
        self._visits.drawing = False
        if DRAW in rules.claims:
            late = () if tidying else self._seen_late(self._seen.unaccounted(match, self._accepted(), self.snapshot.questions))
            draw = Claimed(DRAW, None, {"seen": 1}, hand)
            self._perhaps = draw if tidying and is_draw_due(rules, match) else None
            return () if tidying else late + self._weigh(draw, at, TOUCH, None, lingered=lingered)
        waits = (unread is None or bool(unread)) and self.snapshot.table == "moving"
        self._unread = None if unread is None else frozenset(unread)
        end = TurnEnded(hands=waits, hand=hand, tidying=tidying)
        return self._weigh(end, at, TOUCH, gap, zone, lingered=lingered, still=still)

    def _perhaps_drawn(self, at: float) -> tuple[Notice, ...]:
        """The table goes on, and no draw was seen but a hand that may have squared the pile up: it drew, if a draw is due still."""
        draw, self._perhaps = self._perhaps, None
        return self._weigh(draw, at, TOUCH, None) if draw is not None and is_draw_due(*self._playing()) else ()

    def _over_by_draw(self, at: float) -> tuple[Notice, ...]:
        """The table lies still since a player drew with a half of the play missing, and nothing followed: that turn is over."""
        drawn = self._half_drawn
        if self.match is None or drawn is None or self.snapshot.table != "still" or not drawn.has_waited(at):
            return ()
        rules, match = self._playing()
        if not drawn.stands(match) or asks_about_half(rules, match, self.snapshot.questions):
            return ()
        late = self._seen_late(self._seen.unaccounted(match, self._accepted(), self.snapshot.questions))
        return late or self.post(drawn.end, drawn.at, INFERRED)

    def undo(self, at: float, source: str, entry: int | None = None) -> tuple[Notice, ...]:
        """Undo an entry, the last one that can be by default."""
        _, match = self._playing()
        target = entry if entry is not None else last_undoable(match)
        if target is None:
            raise InputError.of("nothing-to-undo")
        return self.amended(Undone(target), at, source)

    def play_on(self, at: float, source: str) -> tuple[Notice, ...]:
        """The match is lost, and the table plays on all the same."""
        _, match = self._playing()
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
        """A person puts right how the match was set up: `options` besides those that stay, the seat that began, the names, the places around
        the table (see `Started`)."""
        _, match = self._playing()
        given = None if options is None else {**match.started.options, **options}
        names = None if names is None else tell_apart(names)
        return self.post(Corrected(match.entries[0].n, options=given, turn=begins, names=names, places=places), at, source)

    def told(self, zone: str, face: str, at: float, source: str, *, moved: bool = True) -> tuple[Notice, ...]:
        """A person says what a zone shows: the eye is not believed there until something moves."""
        notices = self.post(Seen(zone, face, moved), at, source)  # what is refused leaves the question open
        self._seen.mute(zone)
        self._publish(questions=self._not_of(zone))
        return notices

    def answer(self, question_id: str, face: str, at: float, source: str) -> tuple[Notice, ...]:
        """A person answers a question."""
        question = self._question(question_id)
        if question.lifted is not None:
            return self._answered_beneath(question, face, at, source)
        if not face and (question.covered or question.guess is not None):
            return self.dismiss(question_id, at, source)
        card = named_card(*self._playing(), question, face)
        if card is None:
            self._unknown.answered(question)
            told = self.told(question.zone, face, at, source, moved=question.moved)
            return self._thought(told, question.candidates)
        earlier = [each for each in self._unnamed() if each.since < question.since]
        notices = self._tell_or_let_lie(card.meant, at, source, question.since, earlier, card.before)
        if card.before is None:
            notices = self._thought(notices, question.candidates)
            if not question.covered:
                self._seen.mute(question.zone)
            self._in_order(question)
        else:
            self._follows(question)
        self._unknown.answered(question)
        self._publish(questions=tuple(q for q in self.snapshot.questions if q.id != question_id))
        return notices + self._all_named(at, source)

    def _follows(self, question: Question) -> None:
        """The card that was asked about is put in among what was told since: those asked about since were laid after it."""
        told, asked = self._playing()[1].entries[-1].n, self.snapshot.questions
        asked = tuple(replace(q, follows=(*q.follows, told)) if q.since > question.since else q for q in asked)
        self._publish(questions=asked)

    def _in_order(self, question: Question) -> None:
        """The card that was asked about is told: those asked about since were laid after it, and one beneath it before it."""
        told, asked = self._playing()[1].entries[-1].n, self.snapshot.questions
        below = (each for each in asked if each.zone == question.zone and each.since < question.since and each.before is None)
        beneath = max(below, key=lambda each: each.since, default=None)
        since = {each.id for each in asked if each.since >= question.since and each.id != question.id}
        asked = tuple(replace(each, after=max(each.after, told)) if each.id in since else each for each in asked)
        self._publish(questions=tuple(replace(each, before=told) if each is beneath else each for each in asked))

    def dismiss(self, question_id: str, at: float, source: str) -> tuple[Notice, ...]:
        """A person says that a question needs no answer: nothing was laid."""
        question = self._question(question_id)
        if question.lifted is not None:
            return self._answered_beneath(question, "", at, source)
        self._unknown.answered(question)
        if not question.covered:
            self._seen.mute(question.zone)
        self._publish(questions=tuple(q for q in self.snapshot.questions if q.id != question.id))
        undone = guess_undone(question)
        return (() if undone is None else self.amended(undone, at, source)) + self._all_named(at, source)

    def trust(self, whom: str, at: float, source: str) -> tuple[Notice, ...]:
        """Settle being out of step: "table" takes over what is seen, fouls included; "game" goes on as if nothing were seen."""
        notices: tuple[Notice, ...] = ()
        for difference in self.snapshot.out_of_step:
            self._unknown.known(difference.zone)
            meanings = self._deck.commands(self.match).meanings(difference.seen)
            if whom == "game":
                self._seen.mute(difference.zone)
            elif len(meanings) > 1:
                notices += self._ask(Ask(difference.zone, meanings, moved=True), at)
            else:
                expected = self._accepted().get(difference.zone, "")
                notices += self.post(Played(difference.zone, expected, difference.seen, waived=True), at, source)
        self._publish(out_of_step=())
        return notices

    def tick(self, at: float) -> tuple[Notice, ...]:
        """Time has passed: look whether a draw ended a turn, and whether table and match have disagreed for long."""
        if over := self._over_by_draw(at):
            return over + self.tick(at)
        known = {difference.zone for difference in self.snapshot.out_of_step}
        still = out_of_step(self._differences(), self.snapshot.out_of_step, at)
        if still == self.snapshot.out_of_step:
            return ()
        fresh = tuple(d for d in still if d.zone not in known)
        if late := self._seen_late({(d.zone, d.seen): d.since for d in fresh}):
            return late + self.tick(at)
        self._publish(out_of_step=still)
        return (fresh,) if fresh else ()

    def _decide(self, change: Change, at: float, gap: Gap | None) -> tuple[Notice, ...]:
        _, match = self._playing()
        beneath = {laid.before for laid in match.laid if laid.zone == change.zone}
        covered = self._deck.covered(match, change.zone)
        meanings = partial(self._deck.commands(match).meanings, alike=change.alike)
        decision = fate(change, self._accepted(), covered, self._deck.faces, meanings, beneath)
        if isinstance(decision, Accept):
            try:
                read = ((change.after, change.confidence), *change.alternatives)
                return self._thought(self._taken_in(replace(decision.event, again=change.moved), at, gap), read)
            except InputError:  # a face of the game that this match does not have
                decision = Ask(change.zone, change.alternatives, change.moved)
        if not isinstance(decision, Ask) or match.outcome is not None:
            return ()
        if decision.moved and (lit := self._lit_again(change.zone, change.after, at)) is not None:
            return lit
        over = self._over_before(decision.zone, change.hand, at, known=False) if decision.moved else ()
        called = self._foul_by_number(decision, change, at, gap)
        return over + called if called else over + self._ask(decision, at, change.hand, gap=None if gap is None else gap.open)

    def _foul_by_number(self, ask: Ask, change: Change, at: float, gap: Gap | None) -> tuple[Notice, ...]:
        """A card of which only the command is not known, and that is a foul whatever that is: it is called, and its command is asked. Nothing
        where that is not sure."""
        rules, match = self._playing()
        faces = dict.fromkeys((change.after, *(face for face, share in ask.candidates if share >= LIKELY_ENOUGH)))
        by_number = change.accepted and len(faces) > 1 and {face.partition(":")[0] for face in faces} == {change.after}
        if not ask.moved or not by_number or change.after not in self._deck.faces or ask.zone in self._unknown.asked:
            return ()
        cards = {face: Seen(ask.zone, face, hand=change.hand, again=True) for face in faces}
        if not foul_anyhow(rules, match, list(cards.values()), None if gap is None else gap.open, self._unnamed()):
            return ()
        told = self._weigh(cards[change.after], at, NUMBER, gap)
        return told + self._ask(replace(ask, moved=False), at, guess=self._playing()[1].entries[-1].n)

    def _taken_in(self, seen: Seen, at: float, gap: Gap | None) -> tuple[Notice, ...]:
        """A face was read. Laid on a card that nobody knows it lies there: nothing is ruled on it, nor read from it, and that card is asked
        about still."""
        laid = seen.moved and seen.after != self._accepted().get(seen.zone, "")
        over = self._over_before(seen.zone, seen.hand, at, known=True) if laid and seen.after else ()
        unknown = self._unknown.asked.get(seen.zone)
        top = self._accepted().get(seen.zone, "") if unknown is None else shown_by(unknown)
        lit = come_to_light(self.snapshot.questions, top, seen)
        if laid and unknown is not None and lit is None:
            question = self._unknown.cover(seen.zone)
            notices = over + self.post(let_lie(*self._playing(), seen), at, "camera")
            if question is not None and seen.after:
                covered = replace(question, before=self._playing()[1].entries[-1].n, under=seen.after)
                self._publish(questions=(*self.snapshot.questions, covered))
            return notices
        self._unknown.known(seen.zone)
        named = self.answer(lit.id, seen.after, at, INFERRED) if lit else ()
        drawn = (*self._missed(seen, at, gap), *self._perhaps_drawn(at)) if seen.moved else ()
        return over + named + drawn + self._weigh(seen, at, "camera", gap)

    def _missed(self, seen: Seen, at: float, gap: Gap | None) -> tuple[Notice, ...]:
        """What is seen now is a foul only because an act before it was missed of which something is known: that is put in."""
        rules, match = self._playing()
        event, since = interpret(rules, match, seen), self._seen.unaccounted(match, self._accepted(), self.snapshot.questions)
        if event is None:
            return ()
        if (act := missed_before(rules, match, since, event)) is not None:
            return self._put_in(act, since)
        called = self._half_called(event, at, gap)
        unread = unread_before(*self._playing(), since, event) or unread_lately(*self._playing(), event)
        return called + self._guess(*unread, at) if unread else called

    def _half_called(self, event: Event, at: float, gap: Gap | None) -> tuple[Notice, ...]:
        """The next player's hand lays while a half of the turn before is missing: that turn is over, and its player is told so."""
        rules, match = self._playing()
        if open_half(rules, match) is None or asks_about_half(rules, match, self.snapshot.questions):
            return ()
        meant = weighed(rules, match, event, gap=None if gap is None else gap.open)
        return tuple(one for fact in meant.before for one in self.post(fact, at, INFERRED)) if meant.seat is not None else ()

    def _guess(self, act: Played, cards: Shares, at: float) -> tuple[Notice, ...]:
        """Put in the likeliest of the cards of which one was laid that nobody saw, and ask which it was."""
        notices = self._put_in(act, {(act.zone, act.after): at})
        return notices + self._ask(Ask(act.zone, cards, moved=False), at, guess=self._playing()[1].entries[-1].n)

    def _seen_late(self, since: Mapping[tuple[str, str], float]) -> tuple[Notice, ...]:
        """What lies there was laid a while ago, and what was called since is no foul then: it is put in before that."""
        missed = missed_lately(*self._playing(), since) if since else None
        return () if missed is None else self._put_in(missed, since)

    def _put_in(self, event: Played | Inserted, since: Mapping[tuple[str, str], float]) -> tuple[Notice, ...]:
        """Tell an act that was missed; whoever was to say what lies there need not."""
        act = event.fact if isinstance(event, Inserted) else event
        assert isinstance(act, Played)
        notices = self.post(event, since[act.zone, act.after], INFERRED)
        self._unknown.known(act.zone)
        self._publish(questions=self._not_of(act.zone))
        if self._seen.faces.get(act.zone, (act.after,))[0] != act.after:
            self._seen.mute(act.zone)
        return notices

    def _thought(self, notices: tuple[Notice, ...], read: tuple[tuple[str, float], ...]) -> tuple[Notice, ...]:
        """Keep with each play what else the eye thought of: those come first should a person put it right."""
        if found := thoughts(self.match, notices, read, self.knows):
            self._publish(thoughts={**self.snapshot.thoughts, **found})
        return notices

    def _differences(self) -> tuple[Difference, ...]:
        """Where table and match disagree; while hands move only what was known before, for they hide the rest."""
        match = self.match
        if match is None or match.outcome is not None or self.snapshot.table == "lost":
            return ()
        known = {each.zone for each in self.snapshot.out_of_step}
        found = self._seen.differences(match, self._accepted(), self.snapshot.questions)
        return tuple(each for each in found if each.zone in known or self.snapshot.table != "moving")

    def _sit_down(self, match_id: int, rules: Rules[Any], match: Match, left_out: tuple[int, ...] = ()) -> None:
        self._seen.muted.clear()
        self._asked_turn, self._perhaps, self._half_drawn, self._let_lie = 0, None, None, {}
        super()._sit_down(match_id, rules, match, left_out)
