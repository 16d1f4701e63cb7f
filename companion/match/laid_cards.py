"""What lies on each zone while the facts of a match are told, in the order in which it was laid. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.match.rulings import Laid


@dataclass(frozen=True, slots=True)
class Uncovered:
    """A zone where another face was seen than lies there by the log. `instead`: that of the log; `shows`: the face that the match shows from
    now on, None = as before; `misread`: the card on top is that one, and no card was taken off."""

    instead: str
    shows: str | None = None
    misread: bool = False


@dataclass(slots=True)
class LaidCards:
    """A builder. `cards`: what was laid and not lifted so far, cards among them that are lifted later: those are `hidden`, for the match is
    told as if they never lay there."""

    cards: list[Laid] = field(default_factory=list)
    hidden: set[int] = field(default_factory=set)

    @property
    def shown(self) -> list[Laid]:
        """The cards that lie there still."""
        return [card for card in self.cards if card.n not in self.hidden]

    def hide(self, card: Laid) -> None:
        """Lay a card that is lifted later."""
        self.cards.append(card)
        self.hidden.add(card.n)

    def lift(self, n: int, zone: str) -> str | None:
        """Lift the card of fact `n`. The face that lay beneath it, where another card lies on it by now; None where it is on top."""
        there = [card for card in self.cards if card.zone == zone]
        place = next((place for place, card in enumerate(there) if card.n == n), None)
        self.cards = [card for card in self.cards if card.n != n]
        self.hidden.discard(n)
        if place is None or place == len(there) - 1:
            return None
        return there[place - 1].after if place else there[place].before

    def top(self, zone: str) -> Laid | None:
        """The card on top of a zone, None where none was laid."""
        return next((card for card in reversed(self.cards) if card.zone == zone), None)

    def uncover(self, zone: str, seen: str, lies: str) -> Uncovered | None:
        """Put a zone as it was seen (13): what lies above that face is gone, and a card of another face was misread. None where it lies there
        as it was seen. `lies`: the face that the match shows."""
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
