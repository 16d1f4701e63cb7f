"""Whose hand, whose turn, and what nobody saw: what the eye tells is weighed before the ledger is told."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from companion.intake.changes import Ask
from companion.match.events import Claimed, Corrected, Event, HandsGone, Inserted, Played, Seen, TakenBack, TurnEnded
from companion.match.lifting import UNREAD
from companion.match.referee import interpret_event
from companion.match.rules import RulesAnswer
from companion.match.rulings import Fate
from companion.questions.named_cards import NamedByPerson
from companion.questions.possible import (
    can_turn_end,
    is_doubtful,
    is_hanging_on_names,
    is_refused,
    may_have_ended_turn,
    sort_by_fit,
    would_stand_exchanged,
)
from companion.questions.question import Notice, PileQuestion, Question
from companion.questions.turn_questions import find_time_missed, is_draw_due
from companion.session.door import check_event
from companion.session.ledger import Ledger
from companion.session.publisher import Publisher
from companion.session.questions import Questions
from companion.session.snapshot import Playing
from companion.turns.evidence import weigh_event
from companion.turns.missed_act import Shares, find_missed_before, find_missed_lately, find_unread_before, find_unread_lately
from companion.turns.open_half import HalfDrawn, find_open_half
from companion.turns.scene import COLOUR, DRAW, INFERRED, TOUCH, TurnScene, WeighedEvent, collect_seating, seat_of_hand
from companion.turns.seats import learn_spreads
from companion.turns.visits import Gap, HandVisits
from companion.turns.whose_card import find_end_before_colour, is_laid_after_end, is_turn_going_on, list_ends


class Evidence:
    """Signs of turns besides the log: visits of hands, a draw with a half of the play missing, cards that were let lie."""

    def __init__(self, publisher: Publisher, questions: Questions, ledger: Ledger) -> None:
        self._publisher, self._questions, self._ledger = publisher, questions, ledger
        self.visits = HandVisits()
        self._unread: frozenset[str] | None = None
        self._half_drawn: HalfDrawn | None = None
        self._possible_draw: Claimed | None = None
        self._let_lie: dict[int, int] = {}
        self._nameless: dict[int, int | None] = {}  # cards let lie on nameless piles, by entry, with the seat that laid each

    def forget_match(self) -> None:
        """Forget what belongs to the match before."""
        self._half_drawn, self._possible_draw, self._let_lie, self._nameless = None, None, {}, {}

    def shift_evidence(self, by: float) -> None:
        """Keep durations after the clock was set `by` seconds ahead."""
        self.visits.shift_visits(by)
        if self._half_drawn is not None:
            self._half_drawn = replace(self._half_drawn, at=self._half_drawn.at + by)

    def find_seat_at_zone(self, zone: str, hand: float | None) -> int | None:
        """The seat of a hand seen at a zone, None where unsure. `hand`: where the arm came from. None as well while a question
        about a turn is open, or cards that nobody has named may have ended turns: all seats would be the next player's."""
        rules, match = self._publisher.playing
        seat = None if self._publisher.snapshot.turn_question is not None else seat_of_hand(match, zone, hand)
        return None if seat is None or may_have_ended_turn(rules, match, self._questions.unnamed) else seat

    # A fact and its weighed meaning

    def write_and_follow_up(
        self, event: Event, at: float, source: str, answered: RulesAnswer | None = None
    ) -> tuple[Notice, ...]:
        """What came of an event, as from `Ledger.write_entry`. If the event ends a turn since a draw, cards handled since
        are told as the next player's. What would be a foul on a nameless pile is let lie. `source`: see `Entry`. `answered`: see
        `WeighedEvent`."""
        meant = interpret_event(*self._publisher.playing, event) if isinstance(event, Seen) else event
        if self._is_held_by_name(WeighedEvent(meant), None):
            return self._tell_on_nameless(None, WeighedEvent(meant), at, source, at)
        drawn = self._half_drawn
        if drawn is None:
            return self._ledger.write_entry(event, at, source, answered)
        before = self._publisher.playing.match.entries[-1]
        notices = self._ledger.write_entry(event, at, source, answered)
        told = self._publisher.playing.match.entries[-1]
        if told is before or not isinstance(told.event, TurnEnded) or drawn.end.turn != told.event.turn:
            return notices
        self._half_drawn = None
        lie_still = [(zone, face) for zone, face in drawn.handled if self._publisher.expected_faces.get(zone) == face]
        return notices + tuple(
            one for zone, face in lie_still for one in self.write_and_follow_up(Seen(zone, face, again=True), at, "camera")
        )

    def weigh_sighting(
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
        """What came of something the eye saw, weighed with all signs of hands and turns. Raises `InputError` where the event
        cannot be told.

        `source`: of the entry, such as `EYE` or `TOUCH`. `gap`: what lies between the fact before and this event, None where
        nobody watches the hands. `zone`: draw pile of an end of turn. `lingered`, `still`: see `TurnScene`.
        """
        rules, match = self._publisher.playing
        seen = event if isinstance(event, TurnEnded) else interpret_event(rules, match, event)
        if seen is None:
            return ()
        is_open = None if gap is None else gap.open or self._is_first_watched(seen)
        is_end = isinstance(seen, TurnEnded) or (isinstance(seen, Played) and match.waiting is not None)
        ends = is_end and self._may_turn_end()
        meant = weigh_event(rules, match, seen, gap=is_open, zone=zone, lingered=lingered, still=still, may_end=ends)
        if (meant.before or meant.later is not None) and self._questions.is_half_asked():
            meant = replace(meant, before=(), later=None)
        check_event(rules, match, self._ledger.deck.faces, meant.event or seen)
        blind = gap is not None and gap.blind if isinstance(seen, Played) else self._questions.is_turn_unwatched
        blind = blind or (isinstance(seen, TurnEnded) and bool(zone) and self._may_have_laid_unseen())
        at_once = meant
        if isinstance(meant.event, TurnEnded):  # a card of a turn that began unwatched may lie beneath those that were put in
            beneath = int(self._questions.unknown.has_begun_unwatched)
            at_once = replace(meant, event=replace(meant.event, hands=False, unknown=beneath))
        over: TurnEnded | None = None
        if blind and is_doubtful(rules, match, at_once, None):  # cards may have been laid unseen: perhaps the turn is over
            if isinstance(seen, TurnEnded | Claimed):
                self.visits.note_vain_visit(at)
                return ()
            if isinstance(seen, Played):
                over = find_end_before_colour(rules, match, seen.zone, seen.after)
                meant = WeighedEvent(replace(seen, hand=None)) if over is None else WeighedEvent(seen, (over,))
        if meant.event is None and gap is not None:
            self.visits.note_vain_visit(at)
        notices = self.tell_weighed(meant, at, source, at if gap is None else gap.at, self._questions.unnamed)
        if over is not None and all(end.by == COLOUR for end in list_ends(match)):
            # none was seen: cards of this turn, too, may be among those that lay there
            self._questions.unknown.has_begun_unwatched = True
        return notices

    def _may_turn_end(self) -> bool:
        """May the running turn lawfully end, with the cards that nobody has named yet?"""
        hidden = self._questions.count_hidden() > 0 or self._questions.unknown.has_begun_unwatched
        return hidden or can_turn_end(*self._publisher.playing, self._questions.unnamed)

    def _may_have_laid_unseen(self) -> bool:
        """May cards of a turn in which none was seen lie on a pile of which nobody knows yet where it lies?"""
        snapshot = self._publisher.snapshot
        is_any_unknown = snapshot.found_piles is not None and snapshot.count_proven_piles() < snapshot.count_piles()
        return is_any_unknown and not self._publisher.playing.match.has_laid_in_turn

    def _is_first_watched(self, seen: Event) -> bool:
        """Is a card the first whose hand the eye saw, in a turn that began before the eye watched? That turn may be over."""
        if not self._questions.unknown.has_begun_unwatched or getattr(seen, "hand", None) is None:
            return False
        _, match = self._publisher.playing
        return all(getattr(judged.event, "hand", None) is None for judged in match.judged)

    def tell_weighed(
        self,
        meant: WeighedEvent,
        at: float,
        source: str,
        missed_at: float,
        unnamed: Sequence[Question],
        before: int | None = None,
    ) -> tuple[Notice, ...]:
        """What came of telling the weighed meaning of an event. A card that is a foul only while others are unnamed is let
        lie meanwhile.

        `missed_at`: time of an unseen act before the event. `unnamed`: open questions about cards laid earlier. `before`:
        entry before which the card was laid, None = just now.
        """
        card = meant.event
        let_lie = self._doubt_crossed_names(card, at) if before is None and not meant.before else ()
        if self._is_held_by_name(meant, before):
            return let_lie + self._tell_on_nameless(before, meant, at, source, missed_at)
        if (
            not isinstance(card, Played)
            or not unnamed
            or not is_hanging_on_names(*self._publisher.playing, meant, card, unnamed, before)
        ):
            return let_lie + self._tell_in_place(before, meant, at, source, missed_at)
        lies = replace(meant, event=replace(card, seat=None, strangers=(), waived=True), asked=None)
        notices = self._tell_in_place(before, lies, at, source, missed_at)
        if card.seat is not None:
            self._let_lie[self._publisher.playing.match.entries[-1].n] = card.seat
        return let_lie + notices

    def _doubt_crossed_names(self, card: Event | None, at: float) -> tuple[Notice, ...]:
        """What came of doubting the names of two piles: a card on each is a foul, and neither is where the names are exchanged. The
        foul that was called is let lie until a person has said which pile is which. Empty where nothing is doubted, and where a person
        has said the names."""
        found, (rules, match) = self._publisher.snapshot.found_piles, self._publisher.playing
        if found is None or found.are_names_said or not isinstance(card, Played) or found.find_pile(card.zone) is None:
            return ()
        called = [one for one in match.disputes if one.zone != card.zone and found.find_pile(one.zone) is not None]
        if len(called) != 1 or not found.is_sure_of(card.zone) or not is_refused(rules, match, WeighedEvent(card)):
            return ()
        (dispute,), judged = called, match.find_judged(called[0].n)
        if (
            judged is None
            or not isinstance(judged.event, Played)
            or not would_stand_exchanged(rules, match, card, dispute.zone)
        ):
            return ()
        self._publisher.publish_changes(found_piles=found.doubt_names(card.zone, dispute.zone))
        self._nameless[dispute.n] = judged.event.seat
        return self._ledger.write_entry(Corrected(dispute.n, waived=True), at, INFERRED)

    def _is_nameless(self, zone: str) -> bool:
        """Is it a pile of a table without a mat, and nobody knows which?"""
        found = self._publisher.snapshot.found_piles
        pile = None if found is None else found.find_pile(zone)
        return pile is not None and not pile.is_named

    def _is_held_by_name(self, meant: WeighedEvent, before: int | None) -> bool:
        """Is an event on a nameless pile a foul or a loss? On the pile that it is, it may be none. `before`: see `tell_weighed`."""
        zone = self._zone_of(meant.event)
        return bool(zone) and self._is_nameless(zone) and is_refused(*self._publisher.playing, meant, before)

    def _zone_of(self, event: Event | None) -> str:
        """The pile of a card, of a better reading or of a taking back; "" for any other event."""
        if isinstance(event, Played | TakenBack):
            return event.zone
        judged = self._publisher.playing.match.find_judged(event.entry) if isinstance(event, Corrected) else None
        return judged.event.zone if judged is not None and isinstance(judged.event, Played) else ""

    def _tell_on_nameless(
        self, before: int | None, meant: WeighedEvent, at: float, source: str, missed_at: float
    ) -> tuple[Notice, ...]:
        """What came of an event that would be a foul if the pile were what it is called: the card is let lie, and asked is which
        pile it is. A taking back is told once the name is known. Arguments as of `_tell_in_place`."""
        event, zone, piles = meant.event, self._zone_of(meant.event), tuple(self._publisher.snapshot.pile_kinds)
        if isinstance(event, Played):
            piles = sort_by_fit(*self._publisher.playing, event.after, piles)
            known = event.seat is None and not event.strangers  # else the hand was of nobody who may lay
            lies: Event = replace(event, seat=None, strangers=(), waived=True, hand=event.hand if known else None)
            notices = self._tell_in_place(before, replace(meant, event=lies, asked=None), at, source, missed_at)
            n, seat, face = self._publisher.playing.match.entries[-1].n, event.seat, event.after
        elif isinstance(event, Corrected):
            notices = self._ledger.write_entry(replace(event, waived=True), at, source)
            n, seat, face = event.entry, None, event.face or ""
        else:
            return ()
        self._nameless[n] = seat
        match = self._publisher.playing.match
        asked = PileQuestion("", face, piles, at, match.state.turn, n, zone=zone, entry=n)
        return notices + self._questions.ask_pile(asked)

    def judge_named(self, at: float, source: str) -> tuple[Notice, ...]:
        """What came of judging the cards that were let lie on nameless piles, once the names are known. A card of an earlier
        turn is left as it lies where it would be a foul."""
        notices: tuple[Notice, ...] = ()
        for n, seat in list(self._nameless.items()):
            rules, match = self._publisher.playing
            judged, judged_now = match.find_judged(n), Corrected(n, seat=seat, waived=False)
            if self._is_nameless(self._zone_of(judged_now)):
                continue
            del self._nameless[n]
            if judged is None or judged.fate is not Fate.STANDS:
                continue
            if judged.ruling.turn == match.state.turn or not is_refused(rules, match, WeighedEvent(judged_now)):
                notices += self.write_and_follow_up(judged_now, at, source)
        return notices

    def _tell_in_place(
        self, before: int | None, meant: WeighedEvent, at: float, source: str, missed_at: float
    ) -> tuple[Notice, ...]:
        """What came of telling a meaning as it stands: put in before entry `before`, or told last with what belongs ahead, and
        the question asked. `missed_at`: time of an unseen act before the event."""
        if before is not None:
            amendments = NamedByPerson(meant, before).amendments
            return tuple(notice for amendment in amendments for notice in self._ledger.write_amendment(amendment, at, source))
        notices: tuple[Notice, ...] = ()
        for fact in meant.before:
            _, match = self._publisher.playing
            told = self._questions.with_unknown_count(fact, match.waiting) if isinstance(fact, HandsGone) else fact
            notices += self.write_and_follow_up(told, find_time_missed(match, fact, missed_at), INFERRED)
        if meant.event is not None:
            notices += self.write_and_follow_up(self._questions.with_unknown_count(meant.event), at, source, meant.answered)
        if meant.later is not None:
            self._half_drawn = HalfDrawn(meant.later, self._publisher.playing.match.entries[-1].n, at)
        return notices + (self._questions.ask_turn(meant.asked, meant.event, at) if meant.asked else ())

    def judge_let_lie(self, at: float, source: str) -> tuple[Notice, ...]:
        """What came of judging the cards that were let lie, once no card is unnamed. Cards of earlier turns are left as they
        are."""
        if self._questions.unnamed:
            return ()
        let_lie, self._let_lie = self._let_lie, {}
        notices: tuple[Notice, ...] = ()
        for n, seat in let_lie.items():
            _, match = self._publisher.playing
            judged = match.find_judged(n)
            if judged is not None and judged.fate is Fate.STANDS and judged.ruling.turn == match.state.turn:
                notices += self.write_and_follow_up(Corrected(n, seat=seat, waived=False), at, source)
        return notices

    # Ends of turns

    def take_draw_visit(
        self,
        at: float,
        zone: str,
        hand: float | None,
        *,
        tidying: bool,
        unread: Collection[str] | None,
        lingered: bool,
    ) -> tuple[Notice, ...]:
        """What came of a hand at draw pile `zone`. `hand`, `tidying`, `unread`, `lingered`: see `Session.record_draw_visit`.
        Where the game has draws of their own, a visit that may have tidied draws nothing at once."""
        rules, match = self._publisher.playing
        gap, still = self.visits.take_gap(at), self.visits.drawing
        self.visits.drawing = False
        if DRAW in rules.claims:
            late = () if tidying else self.tell_seen_late(self._questions.find_unaccounted())
            draw = Claimed(DRAW, None, {"seen": 1}, hand)
            self._possible_draw = draw if tidying and is_draw_due(rules, match) else None
            return () if tidying else late + self.weigh_sighting(draw, at, TOUCH, None, lingered=lingered)
        taken_back = self.take_back_unread(at)
        waits = (unread is None or bool(unread)) and self._publisher.snapshot.table == "moving"
        self._unread = None if unread is None else frozenset(unread)
        end = TurnEnded(hands=waits, hand=hand, tidying=tidying)
        return taken_back + self.weigh_sighting(end, at, TOUCH, gap, zone, lingered=lingered, still=still)

    def take_back_unread(self, at: float) -> tuple[Notice, ...]:
        """What came of a called card's pile being handled while nobody can read what lies there now: the card went back, as was
        asked. No foul rests on what is not seen; should the card lie there still it is called once it is read."""
        notices: tuple[Notice, ...] = ()
        for dispute in self._publisher.playing.match.disputes:
            handled = self._questions.unknown.asked.get(dispute.zone)
            if handled is None or handled.after < dispute.n or handled.candidates:
                continue
            self._questions.unknown.forget_zone(dispute.zone)
            self._questions.close_question(handled.id)
            self._questions.seen.mute_zone(dispute.zone)  # what cannot be read differs from nothing
            notices += self.write_and_follow_up(TakenBack(dispute.zone, beneath=UNREAD), at, INFERRED)
        return notices

    def tell_possible_draw(self, at: float) -> tuple[Notice, ...]:
        """What came of a hand that perhaps squared up the pile: once the table goes on, the hand drew if a draw is due."""
        draw, self._possible_draw = self._possible_draw, None
        return self.weigh_sighting(draw, at, TOUCH, None) if draw is not None and is_draw_due(*self._publisher.playing) else ()

    def end_after_draw(self, at: float) -> tuple[Notice, ...]:
        """What came of a draw with a half of the play missing: the turn ends once the table lies still and nothing followed."""
        snapshot, drawn = self._publisher.snapshot, self._half_drawn
        if snapshot.match is None or drawn is None or snapshot.table != "still" or not drawn.has_waited(at):
            return ()
        if not drawn.is_latest(snapshot.match) or self._questions.is_half_asked():
            return ()
        late = self.tell_seen_late(self._questions.find_unaccounted())
        return late or self.write_and_follow_up(drawn.end, drawn.at, INFERRED)

    def tell_hands_gone(self, at: float) -> tuple[Notice, ...]:
        """What came of hands leaving: an end of turn that waited is judged. Empty where none waited."""
        match = self._publisher.snapshot.match
        waiting = None if match is None else match.waiting
        return (
            ()
            if waiting is None
            else self.write_and_follow_up(self._questions.with_unknown_count(HandsGone(), waiting), at, "camera")
        )

    def end_before_card(self, playing: Playing, zone: str, hand: float | None, at: float, *, known: bool) -> tuple[Notice, ...]:
        """What came of the waiting end of turn, where a card on `zone` was laid after the end; empty where no end waits. The
        end counts on a pile that lay clear, if lawful or if the mover goes on. `hand`: where the arm came from, None for
        unknown. `known`: the card was read and is weighed too."""
        rules, match = playing
        if match.waiting is None:
            return ()
        scene = TurnScene(rules, match, learn_spreads(collect_seating(match)), may_end=self._may_turn_end())
        lay_clear = self._unread is not None and zone not in self._unread
        self._unread = (
            None if self._unread is None else self._unread - {zone}
        )  # cards laid there from now on are of the next turn
        told = scene.lawful_end is not None or is_turn_going_on(scene, zone, hand)
        after = (lay_clear and told) or (not known and is_laid_after_end(scene, zone, hand))
        return self.tell_hands_gone(at) if after else ()

    def note_handled(self, zone: str, face: str) -> None:
        """Note a card moved by a hand, its face the same, while a draw may have ended the turn. Nothing once something was told
        since the draw."""
        drawn, match = self._half_drawn, self._publisher.snapshot.match
        if drawn is not None and match is not None and drawn.is_latest(match):
            self._half_drawn = replace(drawn, handled=(*drawn.handled, (zone, face)))

    # What nobody saw

    def tell_missed_act(self, playing: Playing, seen: Seen, at: float, gap: Gap | None) -> tuple[Notice, ...]:
        """What came of putting in an unseen act, where what is `seen` now is a foul only for want of the act. Empty where turns
        end by a draw: there a missed act makes no foul of the next."""
        rules, match = playing
        if DRAW not in rules.claims:
            return ()
        event, since = interpret_event(rules, match, seen), self._questions.find_unaccounted()
        if event is None:
            return ()
        if (act := find_missed_before(rules, match, since, event)) is not None:
            return self._put_in_missed_act(act, since)
        called = self._call_missing_half(event, at, gap)
        unread = find_unread_before(*self._publisher.playing, since, event) or find_unread_lately(
            *self._publisher.playing, event
        )
        return called + self._put_in_guess(*unread, at) if unread else called

    def tell_seen_late(self, since: Mapping[tuple[str, str], float]) -> tuple[Notice, ...]:
        """What came of putting in an act seen late, where later acts are no fouls with the act. `since`: zones and faces,
        with the time each was first seen."""
        missed = find_missed_lately(*self._publisher.playing, since) if since else None
        return () if missed is None else self._put_in_missed_act(missed, since)

    def _call_missing_half(self, event: Event, at: float, gap: Gap | None) -> tuple[Notice, ...]:
        """What came of the next player laying while a half of the turn before is missing: the turn is over."""
        rules, match = self._publisher.playing
        if find_open_half(rules, match) is None or self._questions.is_half_asked():
            return ()
        meant = weigh_event(rules, match, event, gap=None if gap is None else gap.open)
        return (
            tuple(one for fact in meant.before for one in self.write_and_follow_up(fact, at, INFERRED))
            if meant.seat is not None
            else ()
        )

    def _put_in_guess(self, act: Played, cards: Shares, at: float) -> tuple[Notice, ...]:
        """What came of putting in the likeliest of several unseen `cards`, and asking for the real card."""
        notices = self._put_in_missed_act(act, {(act.zone, act.after): at})
        guess = self._publisher.playing.match.entries[-1].n
        return notices + self._questions.ask_card(Ask(act.zone, cards, moved=False), at, guess=guess)

    def _put_in_missed_act(self, event: Played | Inserted, since: Mapping[tuple[str, str], float]) -> tuple[Notice, ...]:
        """What came of a missed act; the question about its zone is closed. `since`: by zone and face, when first seen."""
        act = event.fact if isinstance(event, Inserted) else event
        assert isinstance(act, Played)
        notices = self.write_and_follow_up(event, since[act.zone, act.after], INFERRED)
        self._questions.unknown.forget_zone(act.zone)
        self._questions.close_top_question(act.zone)
        if self._questions.seen.faces.get(act.zone, (act.after,))[0] != act.after:
            self._questions.seen.mute_zone(act.zone)
        return notices
