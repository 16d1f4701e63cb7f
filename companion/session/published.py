"""What others see of a session: its snapshot, swapped whole, and what of it has nothing to do with the match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import InputError
from companion.journal.start_notice import StartNotice
from companion.match.rules import Rules
from companion.match.rulings import Match
from companion.session.snapshot import FoundPiles, Question, Snapshot


class Published:
    """Keeps the snapshot. Its version rises with every change."""

    def __init__(self) -> None:
        self.snapshot = Snapshot()

    @property
    def match(self) -> Match | None:
        """The match as it stands."""
        return self.snapshot.match

    def waking(self) -> None:
        """There is an eye, and it has not seen the table yet: it learns a deck, opens its camera, looks for the piles."""
        if self.snapshot.table == "none":
            self._publish(table="waking")

    def awake(self) -> None:
        """The eye sees the table for the first time."""
        if self.snapshot.table == "waking":
            self._publish(table="still")

    def lost(self, reason: str) -> None:
        """The eye sees nothing any more: as of `vision.types.Lost`; "" = it sees again."""
        self._publish(table="lost" if reason else "still", reason=reason, unclear=())

    def unclear(self, zones: tuple[tuple[str, str], ...]) -> None:
        """These zones cannot be seen though the table can: name and "glare", "blurred", "covered" or "outside"; none = all can."""
        self._publish(unclear=zones)

    def paused(self, on: bool) -> None:
        """The table pauses: the eye tells of nothing until it goes on."""
        self._publish(table="still", reason="pause" if on else "")

    def faulty(self, parts: tuple[str, ...]) -> None:
        """These parts of the machine do not work just now ("lamps", "eye")."""
        self._publish(faults=parts)

    def notice(self, notices: tuple[StartNotice, ...]) -> None:
        """This was found at the start: the phones shall say it."""
        self._publish(notices=notices)

    def piles_found(self, places: tuple[tuple[str, float, float], ...], sure: bool, draws: tuple[str, ...] = ()) -> None:
        """The piles of a table without a mat lie there. `draws`: the draw piles that there should be."""
        before = self.snapshot.found_piles or FoundPiles((), sure)
        named = {place for place in before.places if place[0] not in draws}
        known = before.sure and named == {place for place in places if place[0] not in draws}
        self._publish(found_piles=replace(before, places=places, sure=sure or known, draws=draws))

    def piles_right(self) -> None:
        """A person says that the piles that were found are named rightly; or, where that is known, that it goes without the draw piles that
        were not found. Raises `InputError` where none were found."""
        found = self._found_piles()
        draws = tuple(name for name in found.draws if name not in found.missing) if found.sure else found.draws
        self._publish(found_piles=replace(found, sure=True, draws=draws))

    def piles_swapped(self, one: str, other: str) -> None:
        """A person says that two of the piles that were found go by one another's names. Raises `InputError`."""
        found = self._found_piles()
        places = {name: (x, y) for name, x, y in found.places}
        if one == other or not {one, other} <= places.keys():
            raise InputError.of("piles-unknown")
        names = {one: other, other: one}
        changed = tuple((names.get(name, name), x, y) for name, x, y in found.places)
        self._publish(found_piles=replace(found, places=changed, swaps=(*found.swaps, (one, other))))

    def draw_pile_at(self, name: str, x: float, y: float) -> None:
        """A person says where a draw pile lies: shares of the picture. Raises `InputError`."""
        found = self._found_piles()
        if name not in found.draws:
            raise InputError.of("draw-unknown")
        places = (*(place for place in found.places if place[0] != name), (name, x, y))
        self._publish(found_piles=replace(found, places=places, taps=(*found.taps, (name, x, y))))

    def _found_piles(self) -> FoundPiles:
        if self.snapshot.found_piles is None:
            raise InputError.of("piles-unknown")
        return self.snapshot.found_piles

    def filmed(self, match_id: int, entries: frozenset[int]) -> None:
        """The rulings on these entries of a match can be looked at once more."""
        if match_id == self.snapshot.match_id:
            self._publish(clips=entries)

    def bumped(self) -> None:
        """Mat, board or camera was pushed and all was measured anew: worth a word until the next hand comes."""
        self._publish(table="still", reason="bumped")

    def _accepted(self) -> Mapping[str, str]:
        rules, match = self._playing()
        return rules.faces(match.state)

    def _playing(self) -> tuple[Rules[Any], Match]:
        if self.snapshot.rules is None or self.snapshot.match is None:
            raise InputError("no match is being played; start one first")
        return self.snapshot.rules, self.snapshot.match

    def _question(self, question_id: str) -> Question:
        for question in self.snapshot.questions:
            if question.id == question_id:
                return question
        raise InputError.of("question-closed")

    def _publish(self, **changes: Any) -> None:
        if any(
            getattr(self.snapshot, key) is not value and getattr(self.snapshot, key) != value for key, value in changes.items()
        ):
            self.snapshot = replace(self.snapshot, version=self.snapshot.version + 1, **changes)
