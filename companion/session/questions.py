"""What people are asked during a match: about cards, about ends of turns, and where table and match disagree."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from companion.errors import InputError
from companion.intake.changes import Ask
from companion.match.events import Entry, Event, Played, TakenBack
from companion.questions.agreement import SeenFaces, select_lasting
from companion.questions.question import Difference, Notice, PileQuestion, Question, TurnQuestion, shift_since
from companion.questions.turn_questions import is_half_in_question
from companion.questions.unknown_cards import UnknownCards, guess_face
from companion.session.publisher import Publisher
from companion.turns.scene import DRAW, Asked


class Questions:
    """Open questions, unknown cards, and what the eye last saw of each zone. Publishes the open questions."""

    def __init__(self, publisher: Publisher) -> None:
        """Nothing is asked, and nothing was seen. `publisher`: publishes the open questions."""
        self._publisher = publisher
        self.seen = SeenFaces()
        self.unknown = UnknownCards()
        self._asked = 0
        self._asked_turn = 0

    @property
    def open(self) -> tuple[Question, ...]:
        """The open questions about cards."""
        return self._publisher.snapshot.questions

    @property
    def unnamed(self) -> tuple[Question, ...]:
        """The open questions about unknown cards that a hand laid."""
        return tuple(each for each in self.open if each.moved and each.guess is None)

    def find_question(self, question_id: str) -> Question:
        """The open question with the id `question_id`. Raises `InputError` where closed or unknown."""
        for question in self.open:
            if question.id == question_id:
                return question
        raise InputError.with_id("question-closed")

    def is_half_asked(self) -> bool:
        """Is a question open about a card or chip that may be the missing half of the turn?"""
        return is_half_in_question(*self._publisher.playing, self.open)

    def find_guess(self, zone: str, face: str) -> Question | None:
        """The open question about a card put in on a guess and perhaps showing `face`. None for none, or once its player has
        a turn again."""
        asked = (each for each in self._publisher.snapshot.questions if each.zone == zone and each.guess is not None)
        guesses = [each for each in asked if face in dict(each.candidates)]
        if not guesses:
            return None
        rules, match = self._publisher.playing
        late = DRAW in rules.claims  # where draws are told, the card is asked about in the turn after
        since = match.state.turn - match.started.seats + late
        return next((each for each in guesses if each.turn > since), None)

    # Asking

    def ask_card(
        self, ask: Ask, at: float, hand: float | None = None, guess: int | None = None, gap: bool | None = None
    ) -> tuple[Notice, ...]:
        """The question what lies on a zone, published. `ask`: zone and candidates, and whether a hand laid the card: such a
        card counts as unknown, and belongs to the ended turn where an end waits. `hand`, `guess`, `gap`: see `Question`."""
        _, match = self._publisher.playing
        put_in = None if guess is None else match.find_judged(guess)
        turn = match.state.turn if put_in is None else put_in.ruling.turn
        waiting = match.waiting if ask.moved else None
        since, after = (at, match.entries[-1].n) if waiting is None else (waiting.at, waiting.n - 1)
        question = Question(
            self._make_id(), ask.zone, ask.candidates, ask.moved, since, turn, hand, guess=guess, after=after, gap=gap
        )
        beneath = self.unknown.asked.get(ask.zone) if ask.moved else None
        if ask.moved:
            self.unknown.add_card(question)
        covered = () if beneath is None else (replace(beneath, under=guess_face(question)),)
        self._publish_open(*self.open, *covered, question)
        return (question,)

    def ask_beneath(self, lifts: Sequence[int], at: float) -> tuple[Notice, ...]:
        """Questions what lay beneath cards taken back, asked once each: the face seen there, or the face of the log.
        `lifts`: entries of taking back."""
        _, match = self._publisher.playing
        told: tuple[Notice, ...] = ()
        for n in lifts:
            judged = match.find_judged(n)
            if judged is None or not isinstance(judged.event, TakenBack) or any(each.lifted == n for each in self.open):
                continue
            faces = (judged.event.beneath or "", judged.instead or "")
            shares = tuple((face, 1.0 / len(faces)) for face in faces if face)
            turn = match.state.turn
            question = Question(self._make_id(), judged.event.zone, shares, moved=False, since=at, turn=turn, lifted=n)
            self._publish_open(*self.open, question)
            told = (*told, question)
        return told

    def ask_turn(self, asked: Asked, event: Event | None, at: float) -> tuple[Notice, ...]:
        """The question whether a turn had ended, once a turn. `event`: the fact that raised the question, None for a hand
        alone. Empty if the turn was asked about last."""
        _, match = self._publisher.playing
        if self._asked_turn == asked.turn:
            return ()
        self._asked_turn = asked.turn
        card = match.entries[-1].n if isinstance(event, Played) else None
        before = asked.before if event is None or asked.before is not None else match.entries[-1].n
        question = TurnQuestion(self._make_id(), asked.turn, asked.seat, before, at, card, asked.stranger, asked.touch)
        self._publisher.publish_changes(turn_question=question)
        return (question,)

    def _make_id(self) -> str:
        self._asked += 1
        return f"q{self._asked}"

    def _publish_open(self, *questions: Question) -> None:
        self._publisher.publish_changes(questions=questions)

    # Cards whose pile is not known

    def find_pile_question(self, question_id: str) -> PileQuestion:
        """The open question, with the id `question_id`, on which pile a card lies. Raises `InputError` where closed or
        unknown."""
        for question in self._publisher.snapshot.pile_questions:
            if question.id == question_id:
                return question
        raise InputError.with_id("question-closed")

    def ask_pile(self, question: PileQuestion) -> tuple[Notice, ...]:
        """The question on which pile a card lies, published with an id of its own. A card or nameless pile is asked about once."""
        asked = self._publisher.snapshot.pile_questions
        if any((each.zone, each.face or each.at) == (question.zone, question.face or question.at) for each in asked):
            return ()
        if question.zone and any(each.zone == question.zone for each in asked):
            return ()
        question = replace(question, id=self._make_id())
        self._publisher.publish_changes(pile_questions=(*asked, question))
        return (question,)

    def close_pile_question(self, question_id: str) -> None:
        """Close a question on which pile a card lies."""
        self._keep_pile_questions(lambda each: each.id != question_id)

    def close_stray_questions(self, face: str) -> None:
        """Close questions about a card where no pile is known, now read on a pile as `face`."""
        self._keep_pile_questions(lambda each: bool(each.zone) or each.face != face or not face)

    def rename_pile_questions(self, names: Mapping[str, str]) -> None:
        """Keep questions about nameless piles with their piles. `names`: present name to name."""
        asked = self._publisher.snapshot.pile_questions
        renamed = (replace(each, zone=names.get(each.zone, each.zone)) for each in asked)
        self._publisher.publish_changes(pile_questions=tuple(renamed))

    def rename_zones(self, names: Mapping[str, str]) -> None:
        """Let what was seen and what is asked of cards go with their piles. `names`: present name to name."""
        self.seen.rename_zones(names)
        self.unknown.rename_zones(names)
        self._publish_open(*(replace(each, zone=names.get(each.zone, each.zone)) for each in self.open))

    def close_named_questions(self, named: Collection[str]) -> None:
        """Close questions about piles whose names are known."""
        self._keep_pile_questions(lambda each: each.zone not in named)

    def _keep_pile_questions(self, is_kept: Callable[[PileQuestion], bool]) -> None:
        asked = self._publisher.snapshot.pile_questions
        self._publisher.publish_changes(pile_questions=tuple(each for each in asked if is_kept(each)))

    @property
    def is_turn_unwatched(self) -> bool:
        """May cards of the running turn and its end have gone unseen, for want of a pile or since it began before the eye watched?"""
        return self._publisher.snapshot.is_nothing_proven or self.unknown.has_begun_unwatched

    def count_hidden(self) -> int:
        """Cards of the running turn that may lie where no pile is known: cards asked about, and one as long as no pile is proven."""
        snapshot = self._publisher.snapshot
        asked = [each for each in snapshot.pile_questions if not each.zone and each.since > self.unknown.over]
        return len(asked) + snapshot.is_nothing_proven

    def with_unknown_count(self, event: Event, waiting: Entry | None = None) -> Event:
        """The event with the number of unknown cards of the turn, see `UnknownCards.with_unknown_count`."""
        return self.unknown.with_unknown_count(event, waiting, self.count_hidden())

    # Answered, or asked no longer

    def take_turn_question(self, question_id: str) -> TurnQuestion:
        """The open question about a turn with the id `question_id`, closed herewith. Raises `InputError` where closed before."""
        question = self._publisher.snapshot.turn_question
        if question is None or question.id != question_id:
            raise InputError.with_id("question-closed")
        self._publisher.publish_changes(turn_question=None)
        return question

    def close_question(self, question_id: str) -> None:
        """Close a question that is answered or needs no answer. An unknown id changes nothing."""
        self._publish_open(*(each for each in self.open if each.id != question_id))

    def close_top_question(self, zone: str) -> None:
        """Close questions about the top of a zone, now known; cards beneath stay asked about."""
        asked = self._publisher.snapshot.questions
        kept = [each for each in asked if each.zone != zone or each.covered or each.lifted is not None]
        if len(kept) < len(asked):
            self._publish_open(*kept)

    def ask_on_covered(self, question: Question, before: int, under: str) -> None:
        """Ask on about a card covered by another. `before`: entry of the cover. `under`: face of the cover."""
        self._publish_open(*self.open, replace(question, before=before, under=under))

    def ask_on_put_in(self, question: Question, guess: int, under: str) -> None:
        """Ask on for the command of a covered card that was put in by its number. `guess`: its entry. `under`: face of the
        cover."""
        self._publish_open(*self.open, replace(question, moved=False, guess=guess, under=under))

    def ask_uncovered(self, question: Question) -> None:
        """Ask again about a card whose cover was taken back."""
        lit = replace(question, under="", before=None)
        self.unknown.uncover_card(lit)
        self._publish_open(*(each for each in self.open if each.id != question.id), lit)

    def note_put_in(self, question: Question) -> None:
        """Note that the asked card was put in among later facts: cards asked about since were laid after it."""
        told = self._publisher.playing.match.entries[-1].n
        self._publish_open(
            *(replace(each, follows=(*each.follows, told)) if each.since > question.since else each for each in self.open)
        )

    def note_told_last(self, question: Question) -> None:
        """Note that the asked card was told last: cards asked about since lie later, and a card beneath it lies earlier."""
        told, asked = self._publisher.playing.match.entries[-1].n, self.open
        below = (each for each in asked if each.zone == question.zone and each.since < question.since and each.before is None)
        beneath = max(below, key=lambda each: each.since, default=None)
        since = {each.id for each in asked if each.since >= question.since and each.id != question.id}
        asked = tuple(replace(each, after=max(each.after, told)) if each.id in since else each for each in asked)
        self._publish_open(*(replace(each, before=told) if each is beneath else each for each in asked))

    # Table and match

    def find_differences(self) -> tuple[Difference, ...]:
        """Where table and match disagree. While hands move, only disagreements known before count: hands hide the rest. Empty
        once the match is over, or while the table is lost."""
        snapshot = self._publisher.snapshot
        match = snapshot.match
        if match is None or match.outcome is not None or snapshot.table == "lost":
            return ()
        known = {each.zone for each in snapshot.out_of_step}
        found = self.seen.list_differences(*self._publisher.playing, snapshot.questions)
        return tuple(each for each in found if self._is_sure_of(each) and (each.zone in known or snapshot.table != "moving"))

    def _is_sure_of(self, difference: Difference) -> bool:
        """Is it known that the pile lies there? What is seen elsewhere is not held against the match."""
        found = self._publisher.snapshot.found_piles
        return found is None or found.is_sure_of(difference.zone)

    def find_lasting_differences(self, at: float) -> tuple[Difference, ...]:
        """Differences that have lasted, or lie in zones already out of step."""
        return select_lasting(self.find_differences(), self._publisher.snapshot.out_of_step, at)

    def find_unaccounted(self) -> Mapping[tuple[str, str], float]:
        """Faces seen and not expected, and faces asked about after a hand laid a card: zone and face, each with the time of
        the first sight."""
        return self.seen.list_unaccounted(*self._publisher.playing, self.open, self._is_sure_of)

    def shift_questions(self, by: float) -> None:
        """Keep durations after the clock was set `by` seconds ahead."""
        self.seen.shift_seen(by)
        self.unknown.shift_unknown(by)
        snapshot = self._publisher.snapshot
        self._publisher.publish_changes(
            out_of_step=shift_since(snapshot.out_of_step, by),
            questions=shift_since(self.open, by),
            pile_questions=shift_since(snapshot.pile_questions, by),
        )

    def forget_cards(self) -> None:
        """Forget the cards of the match before; what the eye sees counts again."""
        self.unknown = UnknownCards()
        self.seen.muted.clear()
        self._asked_turn = 0
