"""The piles of a table without a mat: where they lie, what is known of each, and what people say of them. Frozen values."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.errors import InputError
from companion.turns.scene import DRAW

Place = tuple[float, float]
"""x and y as shares of the picture."""


@dataclass(frozen=True, slots=True)
class FoundPile:
    """A pile, as the eye's `vision.types.PilePlace`."""

    zone: str  # name of the pile
    at: Place  # its middle
    is_proven: bool = False  # a card was read on it, or a person has shown it; else the place is a guess
    is_named: bool = True  # which pile it is was read or said; else another pile may lie there
    is_doubted: bool = False  # what was laid speaks against the name; a person may have said it since


@dataclass(frozen=True, slots=True)
class NamesExchanged:
    """A person says that two piles go by one another's names."""

    one: str
    other: str


@dataclass(frozen=True, slots=True)
class NamesConfirmed:
    """A person says that piles bear their names."""

    zones: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PileShown:
    """A person says where a pile lies."""

    zone: str
    at: Place
    face: str = ""  # of the card that lies there, "" for a draw pile and where it is not known


Saying = NamesExchanged | NamesConfirmed | PileShown


@dataclass(frozen=True, slots=True)
class FoundPiles:
    """The piles of a table without a mat."""

    places: tuple[FoundPile, ...] = ()
    draws: tuple[str, ...] = ()  # draw piles that should be on the table
    said: tuple[Saying, ...] = ()  # what people said of the piles, in order; the eye takes it over
    doubted: frozenset[str] = frozenset()  # piles whose names what was laid speaks against, whatever the eye has read
    are_names_said: bool = False  # a person has said the names of piles: nothing that is laid speaks against them
    drawn: Mapping[str, str] = field(default_factory=dict)  # names of draw piles by those of the eye, known since somebody drew

    def find_pile(self, zone: str) -> FoundPile | None:
        """The pile of a name, None where it was not found."""
        return next((place for place in self.places if place.zone == zone), None)

    @property
    def cards(self) -> tuple[FoundPile, ...]:
        """The piles that cards are laid on."""
        return tuple(place for place in self.places if not place.zone.endswith(DRAW))

    @property
    def is_any_proven(self) -> bool:
        """Was a card read on any pile?"""
        return any(place.is_proven for place in self.cards)

    @property
    def nameless(self) -> tuple[FoundPile, ...]:
        """Piles on which cards lie, and nobody knows which piles they are."""
        return tuple(place for place in self.unnamed if place.is_proven)

    @property
    def unnamed(self) -> tuple[FoundPile, ...]:
        """Piles of which nobody knows which they are, those too whose direction cards alone are seen."""
        return tuple(place for place in self.cards if not place.is_named)

    @property
    def asks_names(self) -> bool:
        """Is a person to say which piles these are? Once a card lies on one, and not of a single pile, of which the card is asked."""
        return bool(self.nameless) and len(self.unnamed) > 1

    @property
    def has_all_draw_piles(self) -> bool:
        """Was every draw pile found? Hands at an unfound pile draw unnoticed."""
        return not self.missing_draw_piles and any(place.zone.endswith(DRAW) for place in self.places)

    @property
    def missing_draw_piles(self) -> tuple[str, ...]:
        """The draw piles that were not found."""
        found = {place.zone for place in self.places}
        return tuple(name for name in self.draws if name not in found)

    def is_sure_of(self, zone: str) -> bool:
        """Is it known that this pile lies where the eye looks? A zone of which the eye tells no place lies where it must."""
        place = self.find_pile(zone)
        return place is None or (place.is_proven and place.is_named)

    # What the eye says

    def with_places(self, places: Iterable[FoundPile], draws: tuple[str, ...], *, have_moved: bool = False) -> FoundPiles:
        """The piles as the eye sees them now. A pile stays proven, and its name known, while it is the one that lay nearest.
        `draws`: draw piles that should be on the table. `have_moved`: the eye has followed the piles to other places, so a pile is
        the one of its name wherever it lies."""
        called = (replace(one, zone=self.drawn[one.zone], is_named=True) if one.zone in self.drawn else one for one in places)
        return replace(self, places=tuple(self._keep_known(one, have_moved) for one in called), draws=draws)

    def name_draw_pile(self, zone: str) -> str:
        """The name of the draw pile that the eye calls so; `DRAW` where nobody knows yet whose it is."""
        place = self.find_pile(self.drawn.get(zone, zone))
        is_open = len(self.draws) > 1 and place is not None and not place.is_named
        return DRAW if is_open else self.drawn.get(zone, zone)

    def learn_draw_pile(self, zone: str, name: str) -> FoundPiles:
        """The piles once the player whose draw pile is `name` has drawn from the one that the eye calls `zone`: of two, the other is
        known too."""
        others = [one for one in self.draws if one != zone], [one for one in self.draws if one != name]
        drawn = {**self.drawn, zone: name, **(dict(zip(*others, strict=True)) if len(self.draws) == 2 else {})}
        places = (replace(one, zone=drawn[one.zone], is_named=True) if one.zone in drawn else one for one in self.places)
        return replace(self, drawn=drawn, places=tuple(places))

    def _keep_known(self, place: FoundPile, have_moved: bool) -> FoundPile:
        """A pile as seen now, with the name and proof that the nearest pile had before. `have_moved`: then of the pile with
        the same name, wherever it lies."""
        nearest = min(self.places, key=lambda one: math.dist(one.at, place.at), default=place)
        before = self.find_pile(place.zone) if have_moved else nearest
        if before is None or before.zone != place.zone:
            return place
        was_named = before.is_named and (before.is_doubted or not place.is_doubted)  # a new doubt outweighs what was known
        is_named = (place.is_named and place.zone not in self.doubted) or was_named
        return replace(place, is_proven=place.is_proven or before.is_proven, is_named=is_named)

    def doubt_names(self, *zones: str) -> FoundPiles:
        """The piles without these names: what was laid speaks against them."""
        places = tuple(replace(one, is_named=False) if one.zone in zones else one for one in self.places)
        return replace(self, places=places, doubted=self.doubted | {*zones})

    def find_renamed(self, places: Iterable[FoundPile]) -> dict[str, str]:
        """Nameless piles with cards that the eye calls by other names now, for it has read which they are: former name to name.
        `places`: of the piles as seen now."""
        cards, renamed = [place for place in places if not place.zone.endswith(DRAW)], dict[str, str]()
        for pile in self.nameless:
            now = min(cards, key=lambda one: math.dist(one.at, pile.at), default=None)
            if now is not None and now.is_named and now.zone != pile.zone:
                nearest = min(self.cards, key=lambda one: math.dist(one.at, now.at))
                renamed |= {pile.zone: now.zone} if nearest is pile else {}
        return renamed

    def forget_proof(self) -> FoundPiles:
        """The piles as another look at the table begins: where they lie is a guess again."""
        return replace(self, places=tuple(replace(place, is_proven=False) for place in self.places))

    def with_card_read(self, zone: str) -> FoundPiles:
        """The piles once a card was read on a pile: the pile lies there."""
        return replace(self, places=tuple(replace(one, is_proven=True) if one.zone == zone else one for one in self.places))

    def name_by_elimination(self, kinds: Mapping[str, Hashable]) -> FoundPiles:
        """The piles, all named where only piles of one kind are left without a name: which of two alike is which matters
        nothing. `kinds`: of each pile of the match."""
        named = {place.zone for place in self.cards if place.is_named}
        if not kinds or len({kind for zone, kind in kinds.items() if zone not in named}) > 1:
            return self
        places = (place if place.zone.endswith(DRAW) else replace(place, is_named=True) for place in self.places)
        return replace(self, places=tuple(places))

    # What people say

    def confirm_names(self) -> FoundPiles:
        """The piles with all names confirmed. Where there was no name to confirm, the match goes on without missing draw
        piles."""
        if not self.asks_names:
            draws = tuple(name for name in self.draws if name not in self.missing_draw_piles)
            return replace(self, draws=draws)
        places = tuple(replace(place, is_named=True) for place in self.places)
        said = (*self.said, NamesConfirmed(tuple(place.zone for place in self.places)))
        return replace(self, places=places, said=said, doubted=frozenset(), are_names_said=True)

    def exchange_names(self, one: str, other: str) -> FoundPiles:
        """The piles with the names `one` and `other` exchanged. Raises `InputError` where no pile has a name."""
        if one == other or not {one, other} <= {place.zone for place in self.places}:
            raise InputError.with_id("piles-unknown")
        names = {one: other, other: one}
        places = tuple(replace(place, zone=names.get(place.zone, place.zone)) for place in self.places)
        said = (*self.said, NamesExchanged(one, other))
        return replace(self, places=places, said=said, doubted=self.doubted - {one, other}, are_names_said=True)

    def unsay_exchange(self, one: str, other: str) -> FoundPiles:
        """The piles with two names as the eye goes on calling them, where it cannot follow an exchange. Neither name is known, and what the
        eye says of them again names neither."""
        names = {one: other, other: one}
        places = (replace(each, zone=names[each.zone], is_named=False) if each.zone in names else each for each in self.places)
        return replace(self, places=tuple(places), doubted=self.doubted | {one, other}, are_names_said=False)

    def give_name(self, zone: str, name: str) -> FoundPiles:
        """The piles with another name for one. A pile that bears the name takes the former name. Raises `InputError` for an
        unfound pile."""
        place = self.find_pile(zone)
        if place is None:
            raise InputError.with_id("piles-unknown")
        if zone == name:
            return replace(self, said=(*self.said, NamesConfirmed((name,))))._with_known_name(name)
        if self.find_pile(name) is not None:
            return self.exchange_names(zone, name)._with_known_name(name)
        places = tuple(replace(one, zone=name) if one is place else one for one in self.places)
        return replace(self, places=places, said=(*self.said, PileShown(name, place.at)))._with_known_name(name)

    def _with_known_name(self, zone: str) -> FoundPiles:
        places = tuple(replace(one, is_named=True) if one.zone == zone else one for one in self.places)
        return replace(self, places=places, doubted=self.doubted - {zone}, are_names_said=True)

    def show_draw_pile(self, zone: str, at: Place) -> FoundPiles:
        """The piles with a draw pile where a person has shown it. Raises `InputError` for another name than of a draw pile."""
        if zone not in self.draws:
            raise InputError.with_id("draw-unknown")
        places = (*(place for place in self.places if place.zone != zone), FoundPile(zone, at, is_proven=True))
        return replace(self, places=places, said=(*self.said, PileShown(zone, at)), drawn={name: name for name in self.draws})

    def show_card(self, zone: str, at: Place, face: str) -> FoundPiles:
        """The piles with a pile where a person has shown one of its cards. `face`: of the card, "" for unread."""
        places = (*(place for place in self.places if place.zone != zone), FoundPile(zone, at, is_proven=True))
        return replace(self, places=places, said=(*self.said, PileShown(zone, at, face)))


def names_in_order(names: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Renamings one after the other that give each pile its name, as `FoundPiles.give_name` takes them. `names`: present name to
    new name. Raises `InputError` where two piles would go by one name."""
    if len(set(names.values())) < len(names):
        raise InputError.with_id("piles-unknown")
    now, steps = {zone: zone for zone in names}, []  # by first name, the present name
    for zone, name in names.items():
        present = now[zone]
        steps.append((present, name))
        for other, bears in now.items():
            if bears == name and other != zone:
                now[other] = present
        now[zone] = name
    return tuple(steps)
