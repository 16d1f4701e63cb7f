"""One match being played: the eye, phones and buttons put facts in; journal, match and questions come of them.

A session has six parts and calls them. The `Publisher` shows one frozen snapshot to everybody. `Questions` keeps what is
asked. The `Ledger` writes and folds the match. `Evidence` weighs the hands and the turn. `BarePiles` knows
the piles of a table without a mat, `BoardNamings` a board that cannot be read. A change of a zone goes through
`take_change`, `_decide_change` and `_take_reading` to `Evidence.weigh_sighting`, and on to `Ledger.write_entry`. What a
person says goes to the ledger at once.

A session has a single writer, no thread and no clock: every call hands in the time. A video gives the same rulings each
time. `companion/session/inbox.py` adds the thread.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial

from companion.clean_text import tell_names_apart
from companion.errors import InputError
from companion.intake.changes import Accept, Ask, SettledChange, decide_fate, rename_faces
from companion.intake.known_commands import KnownCommands
from companion.journal.journal import Journal
from companion.journal.past_matches import PastMatches
from companion.journal.taken_up import TakenUp
from companion.match.amended.anew import find_wrong_correction, has_followed_wrongly
from companion.match.events import (
    Amendment,
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
from companion.match.lifting import UNREAD, find_liftable
from companion.match.meaning import find_face_of_variant
from companion.match.rules import Detail
from companion.match.rulings import ILLEGAL, Match
from companion.questions.named_cards import NamedByPerson, weigh_named_card
from companion.questions.possible import MIN_ANSWER_SHARE, is_foul_anyhow, is_foul_on_unnamed
from companion.questions.question import Notice, Question
from companion.questions.turn_questions import let_card_lie, read_turn_answer
from companion.questions.unknown_cards import find_uncovered_question, guess_face, is_shown_again
from companion.session.bare_piles import BarePiles
from companion.session.board_naming import BoardNamings
from companion.session.evidence import Evidence
from companion.session.ledger import Ledger
from companion.session.publisher import Publisher
from companion.session.questions import Questions
from companion.session.snapshot import Playing, Snapshot
from companion.turns.missed_act import is_mendable
from companion.turns.scene import DRAW, INFERRED, NUMBER
from companion.turns.visits import Gap


class Session:
    """A match and its parts. Arguments as in `Ledger`. Nothing lies on the table before `resume_match` or a start.

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
        self.piles = BarePiles(self.publisher, self.questions, self.ledger, self.evidence)
        self.board = BoardNamings(self.publisher)

    @property
    def snapshot(self) -> Snapshot:
        """What others may see now."""
        return self.publisher.snapshot

    @property
    def match(self) -> Match | None:
        """The match as it stands, None before the first."""
        return self.publisher.snapshot.match

    @property
    def past(self) -> PastMatches:
        """The matches of the journal."""
        return self.ledger.past

    # Matches

    def begin_match(self, started: Started, at: float, source: str) -> None:
        """Start a match. Raises `InputError` before anything is written."""
        self.ledger.start_match(started, at, source)
        self.questions.seen.count_from(at)
        self.evidence.forget_match()
        self.piles.forget_match()

    def resume_match(self, match_id: int | None = None) -> bool:
        """True once a stored match goes on, False without one. `match_id`: see `Ledger.open_stored_match`."""
        resumed = self.ledger.open_stored_match(match_id)
        if resumed:
            self.evidence.forget_match()
        return resumed

    def take_up_match(self, match_id: int) -> None:
        """Go on with the older match of number `match_id`, see `Ledger.open_older_match`."""
        if self.ledger.open_older_match(match_id):
            self.evidence.forget_match()

    # What the eye sees

    def await_table(self) -> None:
        """The eye gets ready for the table of another match. What it said of the table before counts no more: nothing differs
        until cards are read."""
        self.questions.seen.forget_table()
        self.publisher.report_another_table()

    def take_change(self, change: SettledChange, at: float, *, by_touch: bool = True) -> tuple[Notice, ...]:
        """What came of a change of a zone. `by_touch`: a hand at the draw pile ends the turn. `at`: seconds since 1970. Empty
        before the first match."""
        gap = self._find_gap_before(change, at, by_touch=by_touch) if change.moved else None
        seen, match, zone = self.questions.seen, self.match, change.zone
        if match is not None:
            change = rename_faces(change, partial(find_face_of_variant, *self.publisher.playing))
        is_first = zone not in seen.faces
        commands = self.ledger.deck.known_commands(match)
        seen.faces[zone] = (commands.read_face(change.after, change.alike), at)
        is_read = change.accepted and self.ledger.has_face(change.after)
        if is_read and self.piles.note_card_read(zone, change.after):
            self.questions.close_top_question(zone)
            return ()  # a person has shown this card there, and the match has it
        guess = None if match is None or not change.accepted else self.questions.find_guess(zone, change.after)
        self.questions.close_top_question(zone)
        if match is None:
            return ()
        if guess is not None:  # the card put in on a guess is read at last
            return self.record_told_face(zone, change.after, at, "camera", moved=False)
        if change.moved:
            seen.muted.pop(zone, None)
            return self._decide_change(change, at, gap, commands)
        if zone in seen.muted:
            seen.mute_zone(zone)  # a person has named the card: better readings change nothing
            return ()
        if is_mendable(*self.publisher.playing) and (late := self.evidence.tell_seen_late({(zone, change.after): at})):
            return late
        if is_first:
            if is_read and (put_in := self.piles.put_in_laid_before(zone, change.after, at)):
                return put_in
            if change.after != match.faces.get(zone, change.after):
                self.questions.unknown.lay_there.add(zone)
            return self.notice_time(at)  # a card from before the eye watched is no play, but the match may be out of step
        return self._decide_change(change, at, gap, commands)

    def _find_gap_before(self, change: SettledChange, at: float, *, by_touch: bool) -> Gap | None:
        """The gap between the fact before and this change, None where nobody watches. Open where a draw may have gone
        unnoticed. `by_touch`: a hand at the draw pile ends the turn. The visit of the change is taken."""
        gap = self.evidence.visits.take_gap(at, clear_of_draws=change.clear_of_draws)
        self.evidence.visits.drawing = change.drawing
        found, blind = self.snapshot.found_piles, self.questions.is_turn_unwatched
        seen_to_draw = by_touch and not change.drawing and not blind and (found is None or found.has_all_draw_piles)
        return gap if gap is None or seen_to_draw else replace(gap, open=True, blind=blind)

    def _decide_change(self, change: SettledChange, at: float, gap: Gap | None, commands: KnownCommands) -> tuple[Notice, ...]:
        """What came of a change: accepted as a fact, asked of a person, or ignored. `gap`: see `Evidence.weigh_sighting`."""
        playing = self.publisher.playing
        match, deck = playing.match, self.ledger.deck
        beneath = {laid.before for laid in match.laid if laid.zone == change.zone}
        meanings = partial(commands.find_meanings, alike=change.alike)
        covered = deck.find_covered(match, change.zone)
        decision = decide_fate(
            change, match.faces, covered, deck.faces, meanings, beneath, _find_beneath_called(match, change.zone)
        )
        if isinstance(decision, Accept):
            try:
                read = ((change.after, change.confidence), *change.alternatives)
                notices = self._take_reading(playing, replace(decision.event, again=change.moved), at, gap)
                self.publisher.keep_thoughts(notices, read, self.ledger.has_face)
                return notices
            except InputError:  # a face of the game, missing in the match's variant
                decision = Ask(change.zone, change.alternatives, change.moved)
        if not isinstance(decision, Ask) or match.outcome is not None:
            return ()
        if decision.moved and (lit := self._uncover_asked_card(change.zone, change.after, at)) is not None:
            return lit
        over = (
            self.evidence.end_before_card(self.publisher.playing, decision.zone, change.hand, at, known=False)
            if decision.moved
            else ()
        )
        called = self._call_by_number(decision, change, at, gap)
        is_open = None if gap is None else gap.open
        return over + (called or self.questions.ask_card(decision, at, change.hand, gap=is_open))

    def _take_reading(self, playing: Playing, seen: Seen, at: float, gap: Gap | None) -> tuple[Notice, ...]:
        """What came of a face that was read. A card laid on an unknown card is not judged, and the unknown card stays asked
        about."""
        laid = seen.moved and seen.after != playing.match.faces.get(seen.zone, "")
        over: tuple[Notice, ...] = ()
        if laid and seen.after and playing.match.waiting is not None:
            over = self.evidence.end_before_card(playing, seen.zone, seen.hand, at, known=True)
            playing = self.publisher.playing
        unknown = self.questions.unknown.asked.get(seen.zone)
        top = playing.match.faces.get(seen.zone, "") if unknown is None else guess_face(unknown)
        lit = find_uncovered_question(self.snapshot.questions, top, seen)
        if laid and unknown is not None and lit is None:
            if not (put_in := self._put_in_by_number(unknown, [seen], at, gap)):
                return over + self._take_reading_on_unknown(seen, at)
            over, playing = over + put_in, self.publisher.playing
        self.questions.unknown.forget_zone(seen.zone)
        named = self.answer_question(lit.id, seen.after, at, INFERRED) if lit else ()
        playing = self.publisher.playing if lit else playing
        missed = self.evidence.tell_missed_act(playing, seen, at, gap) if seen.moved else ()
        drawn = self.evidence.tell_possible_draw(at) if seen.moved else ()
        return over + named + missed + drawn + self.evidence.weigh_sighting(seen, at, "camera", gap)

    def _take_reading_on_unknown(self, seen: Seen, at: float) -> tuple[Notice, ...]:
        """What came of a card read on an unknown card: let lie, and the unknown card asked about as covered."""
        question = self.questions.unknown.cover_card(seen.zone)
        notices = self.evidence.write_and_follow_up(let_card_lie(*self.publisher.playing, seen), at, "camera")
        if question is not None and seen.after:
            self.questions.ask_on_covered(question, self._last_entry, seen.after)
        return notices

    def _call_by_number(self, ask: Ask, change: SettledChange, at: float, gap: Gap | None) -> tuple[Notice, ...]:
        """What came of calling a card known but for its command, which is a foul with any command. The command is asked.
        Empty where unsure."""
        rules, match = self.publisher.playing
        faces = dict.fromkeys((change.after, *(face for face, share in ask.candidates if share >= MIN_ANSWER_SHARE)))
        by_number = change.accepted and len(faces) > 1 and {face.partition(":")[0] for face in faces} == {change.after}
        if not ask.moved or not by_number or not self.ledger.has_face(change.after):
            return ()
        cards = {face: Seen(ask.zone, face, hand=change.hand, again=True) for face in faces}
        is_open, beneath = None if gap is None else gap.open, self.questions.unknown.asked.get(ask.zone)
        put_in: tuple[Notice, ...] = ()
        if beneath is not None:
            if not (put_in := self._put_in_by_number(beneath, list(cards.values()), at, gap)):
                return ()
        elif not is_foul_anyhow(rules, match, list(cards.values()), is_open, self.questions.unnamed):
            return ()
        told = put_in + self.evidence.weigh_sighting(cards[change.after], at, NUMBER, gap)
        return told + self.questions.ask_card(replace(ask, moved=False), at, guess=self._last_entry)

    def _put_in_by_number(self, beneath: Question, cards: Sequence[Seen], at: float, gap: Gap | None) -> tuple[Notice, ...]:
        """What came of putting in, by its number, the card of question `beneath`, on which a card was laid that is a foul
        whatever the commands are. Its command is asked for still. Empty where unsure. `cards`: what the upper card may be."""
        rules, match = self.publisher.playing
        is_open = None if gap is None else gap.open
        if not self.ledger.has_face(beneath.number) or not is_foul_on_unnamed(
            rules, match, cards, is_open, beneath, self.questions.unnamed
        ):
            return ()
        card = weigh_named_card(rules, match, beneath, beneath.number)
        told = () if card is None else self._tell_named_card(beneath, card, at, NUMBER)
        if told:
            self.questions.ask_on_put_in(beneath, self._last_entry, cards[0].after)
        return told

    def _uncover_asked_card(self, zone: str, face: str, at: float) -> tuple[Notice, ...] | None:
        """What came of seeing a card again that was asked about before another card covered it: the cover was taken back.
        None for other cards."""
        lit = next((each for each in reversed(self.questions.open) if each.zone == zone and is_shown_again(each, face)), None)
        if lit is None or (lit.before is not None and find_liftable(self.publisher.playing.match, zone) != lit.before):
            return None
        self.questions.unknown.forget_zone(zone)
        notices = () if lit.before is None else self.evidence.write_and_follow_up(TakenBack(zone, beneath=UNREAD), at, "camera")
        self.questions.ask_uncovered(lit)
        return notices

    def record_handled_card(self, zone: str, face: str, at: float) -> tuple[Notice, ...]:
        """What came of a hand that moved a card, the face unchanged: perhaps a card of equal face was laid on top. Empty where
        the match expects another face, or a person has spoken of the zone."""
        found = self.snapshot.found_piles
        if found is not None and not found.is_sure_of(zone):
            return ()
        if self.match is None or zone in self.questions.seen.muted or self.publisher.expected_faces.get(zone) != face:
            return ()
        self.evidence.note_handled(zone, face)
        return self.record_event(Seen(zone, face, again=True), at, "camera")

    def record_bare_zone(self, zone: str, at: float) -> tuple[Notice, ...]:
        """What came of an empty zone seen by an eye that just began to watch. That is no play, but the match may be out of
        step."""
        self.questions.seen.faces[zone] = ("", at)
        return self.notice_time(at)

    # Hands and draws

    def record_hands(self, present: bool, at: float, *, clear_of_draws: bool = False) -> tuple[Notice, ...]:
        """What came of hands over the table (`present`), or of a table that lies still with every zone read. Called when hands
        come and when they are gone, not while they stay: meanwhile `Snapshot.table` is "moving". `clear_of_draws`: of hands
        that are gone, see `Still`."""
        over = self.evidence.end_after_draw(at) if present else ()
        if present:
            self.evidence.visits.begin_visit(at)
        else:
            self.evidence.visits.end_visit(at, clear_of_draws=clear_of_draws)
        reason = self.snapshot.reason if not present and self.snapshot.reason == "bumped" else ""
        self.publisher.publish_changes(table="moving" if present else "still", reason=reason)
        return over if present else self.evidence.tell_hands_gone(at) + self.evidence.end_after_draw(at)

    def record_draw_visit(
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
        name, before = self.piles.name_draw_pile(zone), self._last_entry
        notices = self.evidence.take_draw_visit(at, name, hand, tidying=tidying, unread=unread, lingered=lingered)
        if name == DRAW != zone and (seat := self._find_seat_of_end(before)) is not None:
            self.piles.learn_draw_pile(zone, seat)
        return notices

    def _find_seat_of_end(self, before: int | None) -> int | None:
        """The seat whose turn ended last by a lawful draw since entry `before`, None for none."""
        match = self.match
        last = match.entries[-1] if match is not None else None
        if match is None or last is None or last.n == before or not isinstance(last.event, TurnEnded):
            return None
        if match.waiting is not None:
            return match.state.to_move
        judged = match.find_judged(last.n)
        return judged.ruling.seat if judged is not None and judged.ruling.verdict != ILLEGAL else None

    def find_seat_of_hand(self, zone: str, hand: float | None) -> int | None:
        """The seat of a hand seen at a zone, None where unsure."""
        return self.evidence.find_seat_at_zone(zone, hand)

    # What people say

    def record_event(self, event: Event, at: float, source: str) -> tuple[Notice, ...]:
        """What came of an event, judged after writing."""
        return self.evidence.write_and_follow_up(event, at, source)

    def amend_log(self, event: Amendment, at: float, source: str) -> tuple[Notice, ...]:
        """What came of an amendment by a person."""
        return self.ledger.write_amendment(event, at, source)

    def undo_entry(self, at: float, source: str, entry: int | None = None) -> tuple[Notice, ...]:
        """What came of undoing an entry. `entry`: its number, as phones name one; None = the choice of `find_last_undoable`,
        for button and control card. Raises `InputError` where nothing can be undone."""
        return self.ledger.write_amendment(self.choose_undo(entry), at, source)

    def choose_undo(self, entry: int | None = None) -> Undone:
        """The undo of an entry, as of `undo_entry`. Of an amendment on which fouls followed, all that came of it goes too."""
        target = self.ledger.find_undoable(entry)
        return Undone(target, anew=self.match is not None and has_followed_wrongly(self.match, target))

    def choose_correction(self, event: Corrected) -> Corrected | Undone:
        """The amendment that a correction by a person is. A card corrected back to what it was, with fouls since, is the undo of
        the wrong correction."""
        wrong = None if self.match is None else find_wrong_correction(self.match, event)
        return event if wrong is None else Undone(wrong, anew=True)

    def record_turn_end(self, at: float, source: str, turn: int | None = None) -> tuple[Notice, ...]:
        """What came of an end of turn by a person. `turn`: number of the ended turn, None = the running turn."""
        end = TurnEnded(None, turn, hands=self.snapshot.table == "moving")
        taken_back = self.evidence.take_back_unread(at)
        return taken_back + self.record_event(self.questions.with_unknown_count(end), at, source)

    def play_on_after_loss(self, at: float, source: str) -> tuple[Notice, ...]:
        """What came of playing on after a loss. Raises `InputError` while nothing ended the match."""
        _, match = self.publisher.playing
        if match.end is None:
            raise InputError.with_id("not-lost")
        return self.record_event(PlayedOn(match.end.n), at, source)

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
        names = None if names is None else tell_names_apart(names)
        return self.record_event(
            Corrected(match.entries[0].n, options=given, turn=begins, names=names, places=places), at, source
        )

    def record_told_face(self, zone: str, face: str, at: float, source: str, *, moved: bool = True) -> tuple[Notice, ...]:
        """What came of a person saying the face of a zone. The eye is not believed there until something moves. `moved`: see
        `Seen`."""
        notices = self.record_event(Seen(zone, face, moved), at, source)  # what is refused leaves the question open
        self.questions.seen.mute_zone(zone)
        self.questions.close_top_question(zone)
        return notices

    # Answers

    def answer_question(self, question_id: str, face: str, at: float, source: str) -> tuple[Notice, ...]:
        """What came of naming the card of the open question `question_id`; `face` "" = no card. The question is closed. `at`:
        seconds since 1970. `source`: who answers, see `Entry`. Raises `InputError` for a question that is not open."""
        question = self.questions.find_question(question_id)
        if question.lifted is not None:
            return self._answer_beneath(question, face, at, source)
        if not face and (question.covered or question.guess is not None):
            return self.dismiss_question(question_id, at, source)
        if question.guess is not None and question.covered:
            self.questions.close_question(question_id)
            return self.ledger.write_amendment(Corrected(question.guess, face), at, source)
        card = weigh_named_card(*self.publisher.playing, question, face)
        if card is None:
            self.questions.unknown.forget_card(question)
            notices = self.record_told_face(question.zone, face, at, source, moved=question.moved)
            self.publisher.keep_thoughts(notices, question.candidates, self.ledger.has_face)
            return notices
        notices = self._tell_named_card(question, card, at, source)
        if card.before is None:
            self.publisher.keep_thoughts(notices, question.candidates, self.ledger.has_face)
            if not question.covered:
                self.questions.seen.mute_zone(question.zone)
        self.questions.close_question(question_id)
        return notices + self.evidence.judge_let_lie(at, source)

    def _tell_named_card(self, question: Question, card: NamedByPerson, at: float, source: str) -> tuple[Notice, ...]:
        """What came of telling the card of a question, named in any way, where it was laid. `source`: see `Entry`."""
        earlier = [each for each in self.questions.unnamed if each.since < question.since]
        notices = self.evidence.tell_weighed(card.meant, at, source, question.since, earlier, card.before)
        if card.before is None:
            self.questions.note_told_last(question)
        else:
            self.questions.note_put_in(question)
        self.questions.unknown.forget_card(question)
        return notices

    def _answer_beneath(self, question: Question, face: str, at: float, source: str) -> tuple[Notice, ...]:
        """What came of a person saying what lay beneath a card taken back, "" = nothing; empty where `face` was seen there. The
        question is closed. `source`: see `Entry`."""
        assert question.lifted is not None
        judged = self.publisher.playing.match.find_judged(question.lifted)
        seen = judged.event.beneath if judged is not None and isinstance(judged.event, TakenBack) else None
        notices = () if face == seen else self.ledger.write_amendment(Corrected(question.lifted, face), at, source)
        self.questions.close_question(question.id)
        return notices

    def dismiss_question(self, question_id: str, at: float, source: str) -> tuple[Notice, ...]:
        """What came of closing the open question `question_id` without an answer: nothing was laid. A card put in on a guess
        is undone. `at`: seconds since 1970. `source`: see `Entry`. Raises `InputError` for a question that is not open."""
        if any(each.id == question_id for each in self.snapshot.pile_questions):
            self.questions.close_pile_question(question_id)
            return ()
        question = self.questions.find_question(question_id)
        if question.lifted is not None:
            return self._answer_beneath(question, "", at, source)
        self.questions.unknown.forget_card(question)
        if not question.covered:
            self.questions.seen.mute_zone(question.zone)
        self.questions.close_question(question_id)
        undone = () if question.guess is None else self.ledger.write_amendment(Undone(question.guess), at, source)
        return undone + self.evidence.judge_let_lie(at, source)

    def answer_turn_question(self, question_id: str, ended: bool, at: float, source: str) -> tuple[Notice, ...]:
        """What came of the answer to the open question `question_id` about a turn. `ended`: the turn had ended. `at`: seconds
        since 1970. `source`: see `Entry`. Raises `InputError` for a question that is not open."""
        question = self.questions.take_turn_question(question_id)
        answer = read_turn_answer(self.publisher.playing.match, question, ended)
        if isinstance(answer, Inserted):
            return self.ledger.write_amendment(answer, at, source)
        return () if answer is None else self.record_event(self.questions.with_unknown_count(answer), at, source)

    def settle_out_of_step(self, whom: str, at: float, source: str) -> tuple[Notice, ...]:
        """What came of settling all disagreements. `whom`: "table" takes over what is seen, fouls included; "game" goes on as
        if nothing were seen. Fouls taken over are waived; a bare number of several meanings is asked about. `source`: see
        `Entry`."""
        notices: tuple[Notice, ...] = ()
        for difference in self.snapshot.out_of_step:
            self.questions.unknown.forget_zone(difference.zone)
            meanings = self.ledger.deck.known_commands(self.match).find_meanings(difference.seen)
            if whom == "game":
                self.questions.seen.mute_zone(difference.zone)
            elif len(meanings) > 1:
                notices += self.questions.ask_card(Ask(difference.zone, meanings, moved=True), at)
            else:
                expected = self.publisher.expected_faces.get(difference.zone, "")
                notices += self.record_event(Played(difference.zone, expected, difference.seen, waived=True), at, source)
        self.publisher.publish_changes(out_of_step=())
        return notices

    # Time

    def notice_time(self, at: float) -> tuple[Notice, ...]:
        """What came of time passing: a draw may have ended a turn, or table and match may have disagreed for long. Publishes
        the zones out of step. Only newly found zones are told.

        Called every `TICK_S` by the inbox: the one place of a match where time alone brings something about.
        """
        if over := self.evidence.end_after_draw(at):
            return over + self.notice_time(at)
        known = {difference.zone for difference in self.snapshot.out_of_step}
        still = self.questions.find_lasting_differences(at)
        if still == self.snapshot.out_of_step:
            return ()
        fresh = tuple(difference for difference in still if difference.zone not in known)
        if fresh and (late := self.evidence.tell_seen_late({(each.zone, each.seen): each.since for each in fresh})):
            return late + self.notice_time(at)
        self.publisher.publish_changes(out_of_step=still)
        return (fresh,) if fresh else ()

    def follow_clock_jump(self, by: float) -> None:
        """Keep durations after the clock was set `by` seconds ahead."""
        self.evidence.shift_evidence(by)
        self.questions.shift_questions(by)

    @property
    def _last_entry(self) -> int:
        return self.publisher.playing.match.entries[-1].n


def _find_beneath_called(match: Match, zone: str) -> str:
    """The card that comes to light where the called card of a zone is taken back; "" for none."""
    called = next((match.find_judged(one.n) for one in match.disputes if one.zone == zone), None)
    return called.event.before if called is not None and isinstance(called.event, Played) else ""
