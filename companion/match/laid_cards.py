"""What lies on each zone while the facts of a match are told, in the order in which cards were laid. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import chain

from companion.match.growing import Growing
from companion.match.rulings import Laid


@dataclass(frozen=True, slots=True)
class Uncovered:
    """A zone where another face was seen than the log has."""

    instead: str  # the face by the log
    shows: str | None = None  # the face that the match shows from now on, None: as before
    misread: bool = False  # the top card itself has the seen face, and no card was taken off


@dataclass(slots=True)
class LaidCards:
    """What was laid and not lifted so far. A builder. Cards that are lifted later are `hidden`: the match is told without."""

    cards: list[Laid] = field(default_factory=list)  # in the order in which they were laid
    hidden: set[int] = field(default_factory=set)  # numbers of facts
    earlier: Growing[Laid] = field(default_factory=Growing)  # laid before all of `cards`, by facts that are not told again

    @property
    def visible_cards(self) -> Growing[Laid]:
        """The cards still on the table."""
        return self.earlier.with_added(*(card for card in self.cards if card.n not in self.hidden))

    def _gather_earlier(self) -> None:
        """Take the earlier cards among the others: one of them may be lifted."""
        if self.earlier:
            self.cards, self.earlier = [*self.earlier, *self.cards], Growing()

    def add_hidden(self, card: Laid) -> None:
        """Lay a card that is lifted later."""
        self.cards.append(card)
        self.hidden.add(card.n)

    def lift_fact(self, n: int, zone: str) -> str | None:
        """The face beneath the card of fact `n`, which is removed. None where the card lay on top, or lies not on `zone`."""
        self._gather_earlier()
        there = [card for card in self.cards if card.zone == zone]
        place = next((place for place, card in enumerate(there) if card.n == n), None)
        self.cards = [card for card in self.cards if card.n != n]
        self.hidden.discard(n)
        if place is None or place == len(there) - 1:
            return None
        return there[place - 1].after if place else there[place].before

    def top_of_zone(self, zone: str) -> Laid | None:
        """The card on top of a zone, None for an empty zone."""
        return next((card for card in chain(reversed(self.cards), reversed(self.earlier)) if card.zone == zone), None)

    def uncover_face(self, zone: str, seen: str, lies: str) -> Uncovered | None:
        """A zone as `seen` (13): cards above that face are gone, a card with another face was misread. None where the log
        agrees.

        `lies`: the face of the zone by the match. Visible cards above the seen face are taken off the list, or the top card
        gets the seen face.
        """
        self._gather_earlier()
        there = [card for card in self.cards if card.zone == zone]
        top = there[-1] if there else None
        if top is not None and top.n in self.hidden:  # another taking back says what lay beneath that one
            return None if top.after in ("", seen) else Uncovered(top.after)
        if lies == seen:
            return None
        place = next((place for place in range(len(there) - 1, -1, -1) if there[place].after == seen), None)
        if place is not None:
            self._take_off(there[place + 1 :])
            below = [card.after for card in there[:place] if card.n not in self.hidden]
            is_hidden = there[place].n in self.hidden
            return Uncovered(lies, (below[-1] if below else there[place].before) if is_hidden else seen)
        shown = [card for card in there if card.n not in self.hidden]
        if not seen or any(card.before == seen for card in there):
            self._take_off(shown)
            return Uncovered(lies, seen)
        for misread in shown[-1:]:
            self.cards = [replace(card, after=seen) if card is misread else card for card in self.cards]
        return Uncovered(lies, seen, misread=True)

    def _take_off(self, cards: list[Laid]) -> None:
        gone = {card.n for card in cards} - self.hidden
        self.cards = [card for card in self.cards if card.n not in gone]
