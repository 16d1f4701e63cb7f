"""The piles of a table without a mat during a match: where the eye finds them, and what people say of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.errors import InputError
from companion.intake.changes import Ask
from companion.match.amended.amending import list_amendable
from companion.match.events import Corrected, Seen, TurnEnded, Undone
from companion.match.rules import Play
from companion.match.rulings import ILLEGAL
from companion.questions.named_cards import weigh_named_card
from companion.questions.possible import list_lying_cards, sort_by_fit
from companion.questions.question import Notice, PileQuestion, Question, stray_picture_name
from companion.session.evidence import Evidence
from companion.session.found_piles import FoundPile, FoundPiles, Place, names_in_order
from companion.session.ledger import Ledger
from companion.session.publisher import Publisher
from companion.session.questions import Questions
from companion.turns.scene import COLOUR, EYE, INFERRED
from companion.turns.visits import Gap
from companion.turns.whose_card import find_end_before_colour, list_ends
from companion.turns.whose_end import owner_of_draw_pile

MIN_STILL_S = 2.0  # that a card lies still where no pile is known before the eye tells of it: `ASTRAY` in vision/pipeline/stages/astray.py
MAX_NOTICED_AFTER_S = 6.0  # after it was laid a card is noticed where no pile is known; guess: the eye waits two still seconds


class BarePiles:
    """What is known of the piles, and cards that people have shown to be on a pile."""

    def __init__(self, publisher: Publisher, questions: Questions, ledger: Ledger, evidence: Evidence) -> None:
        self._publisher, self._questions, self._ledger, self._evidence = publisher, questions, ledger, evidence
        self._shown: dict[str, str] = {}  # by zone: the card that a person has shown there, "" if nobody could read it

    def forget_match(self) -> None:
        """Forget the cards that people have shown in the match before."""
        self._shown.clear()

    # What the eye says

    def report_piles(
        self, places: tuple[FoundPile, ...], draws: tuple[str, ...], at: float, *, have_moved: bool = False
    ) -> tuple[Notice, ...]:
        """What came of where the piles lie: cards on piles whose names are known now go with their names, and are judged. `draws`:
        draw piles that should be on the table. `have_moved`: see `FoundPiles.with_places`."""
        found = self._publisher.snapshot.found_piles or FoundPiles()
        renamed = {} if have_moved else found.find_renamed(places)
        self._publish(found.with_places(places, draws, have_moved=have_moved))
        return self._move_cards(renamed, at, EYE) + self._evidence.judge_named(at, EYE)

    def name_draw_pile(self, zone: str) -> str:
        """The name of the draw pile that the eye calls so; `DRAW` where nobody knows yet whose it is."""
        found = self._publisher.snapshot.found_piles
        return zone if found is None else found.name_draw_pile(zone)

    def learn_draw_pile(self, zone: str, seat: int) -> None:
        """The draw pile that the eye calls `zone` is of the player at `seat`, who has drawn from it."""
        found, playing = self._publisher.snapshot.found_piles, self._publisher.playing
        name = next((name for name in found.draws if owner_of_draw_pile(*playing, name) == seat), None) if found else None
        if found is not None and name is not None:
            self._publish(found.learn_draw_pile(zone, name))

    def note_card_read(self, zone: str, face: str) -> bool:
        """Note that the eye has read `face` on a pile: the pile lies there. True where a person has just shown this card there,
        so that the match has the card already."""
        found = self._publisher.snapshot.found_piles
        if found is not None:
            self._publisher.publish_changes(found_piles=found.with_card_read(zone))
        self._questions.close_stray_questions(face)
        return self._shown.pop(zone, None) == face

    def take_stray_card(self, face: str, outline: Sequence[Place], zones: Sequence[str], at: float) -> tuple[Notice, ...]:
        """The question on which pile a card lies that lies where no pile is known. `face`: an unknown face counts as unread.
        `outline`: its corners, shares of the picture. `zones`: piles that it may lie on, likeliest first. Empty without a running
        match."""
        match = self._publisher.snapshot.match
        if match is None or match.outcome is not None:
            return ()
        piles = self._list_pile_names()
        likely = tuple(zone for zone in zones if zone in piles)
        middle = (sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline))
        shown = face if self._ledger.has_face(face) else ""
        likely = likely or sort_by_fit(*self._publisher.playing, shown, piles)
        laid_at = at - MIN_STILL_S
        since = [one for one in match.judged if (entry := match.entry_of(one.n)) is not None and entry.at >= laid_at]
        turn = next((one.ruling.turn for one in since if one.passed is not None), match.state.turn)
        after = max((entry.n for entry in match.entries if entry.at < laid_at), default=match.entries[0].n)
        asked = PileQuestion("", shown, likely, laid_at, turn, after, middle, stray_picture_name(outline))
        notices = self._questions.ask_pile(asked)
        return notices + self._take_back_early_end(at) if notices else ()

    def _take_back_early_end(self, at: float) -> tuple[Notice, ...]:
        """What came of an end of turn called for want of a card, just before a card was noticed where no pile is known. With that
        card the turn may have ended. Empty for any other last fact."""
        match = self._publisher.playing.match
        last = match.judged[-1] if match.judged else None
        entry = None if last is None else match.entry_of(last.n)
        if last is None or entry is None or not isinstance(last.event, TurnEnded) or last.ruling.verdict != ILLEGAL:
            return ()
        if at - entry.at > MAX_NOTICED_AFTER_S or last.n not in list_amendable(match):
            return ()
        taken_back = self._ledger.write_amendment(Undone(last.n), at, INFERRED)
        end = self._questions.with_unknown_count(replace(last.event, hands=False))
        return taken_back + self._evidence.write_and_follow_up(end, entry.at, INFERRED)

    def put_in_laid_before(self, zone: str, face: str, at: float) -> tuple[Notice, ...]:
        """What came of putting in a card that lay on its pile before the eye watched: only in the first turns of the first match, before
        any was watched. A card of the other colour is of the turn after. Empty where it would not be lawful."""
        rules, match = self._publisher.playing
        snapshot = self._publisher.snapshot
        if snapshot.found_piles is None or snapshot.left is not None or not self._ledger.has_face(face):
            return ()
        ends = list_ends(match)
        is_any_watched = any(getattr(one.event, "hand", None) is not None for one in match.judged)
        if match.faces.get(zone) != "" or (ends and (is_any_watched or any(end.by != COLOUR for end in ends))):
            return ()
        play, over = Play(zone, "", face), None
        if not rules.apply_play(match.state, play).stands:
            over = find_end_before_colour(rules, match, zone, face)
            if over is None or not rules.apply_play(rules.pass_turn(match.state).state, play).stands:
                return ()
        told = () if over is None else self._evidence.write_and_follow_up(over, at, INFERRED)
        self._questions.unknown.has_begun_unwatched = True  # all are of turns that nobody watched
        return told + self._evidence.weigh_sighting(Seen(zone, face), at, EYE, Gap(open=False, at=at))

    # What people say

    def confirm_names(self, at: float, source: str) -> tuple[Notice, ...]:
        """What came of confirming the names of the found piles. Raises `InputError` where none were found."""
        self._publish(self._found.confirm_names())
        return self._evidence.judge_named(at, source)

    def exchange_names(self, one: str, other: str, at: float, source: str) -> tuple[Notice, ...]:
        """What came of exchanging the names of two piles: what was laid on either lies on the other. Raises `InputError`."""
        self._publish(self._found.exchange_names(one, other))
        return self._move_cards({one: other, other: one}, at, source) + self._evidence.judge_named(at, source)

    def name_piles(self, names: Mapping[str, str], at: float, source: str) -> tuple[Notice, ...]:
        """What came of saying which piles these are. `names`: present name to real name; a name may stay. Raises `InputError`."""
        piles, found = self._list_pile_names(), self._found
        if not names or not set(names.values()) <= set(piles):
            raise InputError.with_id("piles-unknown")
        went = {zone: zone for zone in piles}  # by name, where what was laid there lies now
        for present, name in names_in_order(names):
            found = found.give_name(present, name)
            swapped = {present: name, name: present}
            went = {zone: swapped.get(to, to) for zone, to in went.items()}
        self._questions.rename_pile_questions(went)
        self._publish(found)
        moved = {zone: to for zone, to in went.items() if zone != to}
        return self._move_cards(moved, at, source) + self._evidence.judge_named(at, source)

    def show_draw_pile(self, name: str, at_place: Place) -> None:
        """A person shows where a draw pile lies. `at_place`: shares of the picture. Raises `InputError`."""
        self._publish(self._found.show_draw_pile(name, at_place))

    def answer_pile_question(self, question_id: str, zone: str, at: float, source: str) -> tuple[Notice, ...]:
        """What came of a person saying on which pile a card lies. Raises `InputError` for a question that is not open, and for
        a pile that the match has not."""
        asked = self._questions.find_pile_question(question_id)
        if zone not in self._list_pile_names():
            raise InputError.with_id("piles-unknown")
        self._questions.close_pile_question(question_id)
        if asked.zone:
            return self.name_piles({asked.zone: zone}, at, source)
        self._publish((self._publisher.snapshot.found_piles or FoundPiles()).show_card(zone, asked.at, asked.face))
        return self._lay_shown_card(asked, zone, at, source) + self._evidence.judge_named(at, source)

    def keep_names_of_eye(self, one: str, other: str, at: float) -> tuple[Notice, ...]:
        """What came of an exchange of names that the eye cannot follow: it goes on telling of the piles by their former names, so
        the match does too."""
        if self._publisher.snapshot.found_piles is not None:
            self._publisher.publish_changes(found_piles=self._found.unsay_exchange(one, other))
        return self._move_cards({one: other, other: one}, at, EYE)

    def lay_card_unseen(self, zone: str, face: str, at: float) -> tuple[Notice, ...]:
        """What came of a pile that the eye cannot watch where a person has shown it. A card of unknown face is asked about; any
        other is in the match already."""
        is_waited_for = zone in self._shown
        self._shown.pop(zone, None)
        return () if face or not is_waited_for else self._questions.ask_card(Ask(zone, (), moved=True), at)

    def _lay_shown_card(self, asked: PileQuestion, zone: str, at: float, source: str) -> tuple[Notice, ...]:
        """What came of laying a card of known face where it was shown, at the time it was laid. One of unknown face is left to
        the eye."""
        self._shown[zone] = asked.face
        if not asked.face:
            return ()
        question = Question(
            asked.id, zone, ((asked.face, 1.0),), moved=True, since=asked.since, turn=asked.turn, after=asked.after
        )
        self._questions.seen.faces[zone] = (asked.face, at)
        card = weigh_named_card(*self._publisher.playing, question, asked.face)
        if card is None:
            return self._evidence.write_and_follow_up(Seen(zone, asked.face), at, source)
        earlier = [each for each in self._questions.unnamed if each.since < asked.since]
        return self._evidence.tell_weighed(card.meant, at, source, asked.since, earlier, card.before)

    def _move_cards(self, to: Mapping[str, str], at: float, source: str) -> tuple[Notice, ...]:
        """What came of moving cards to the piles they lie on: each where it was laid, as the first of the match comes first. What is
        asked of cards goes with them. `to`: by name of a pile, the name it has now."""
        match = self._publisher.snapshot.match
        if match is None:
            return ()
        notices: tuple[Notice, ...] = ()
        for n, event in list_lying_cards(match):
            now = self._publisher.playing.match
            if event.zone in to and n in list_amendable(now):
                notices += self._ledger.write_amendment(Corrected(n, zone=to[event.zone]), at, source)
        self._questions.rename_zones(to)
        return notices

    @property
    def _found(self) -> FoundPiles:
        found = self._publisher.snapshot.found_piles
        if found is None:
            raise InputError.with_id("piles-unknown")
        return found

    def _publish(self, found: FoundPiles) -> None:
        """Publish the piles. A pile that can only be of one kind needs no question."""
        found = found.name_by_elimination(self._publisher.snapshot.pile_kinds)
        self._publisher.publish_changes(found_piles=found)
        named = {place.zone for place in found.places if place.is_named}
        self._questions.close_named_questions(named)

    def _list_pile_names(self) -> tuple[str, ...]:
        """The names of the piles that cards are laid on in the match."""
        return tuple(self._publisher.snapshot.pile_kinds)
