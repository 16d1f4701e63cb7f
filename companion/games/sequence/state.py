"""A match of Sequence at one moment, and what can be read from it: who may play what, where, and what is still unseen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from companion.games.hands import Hand
from companion.games.sequence.board import ALL, CORNERS, ZONES, BoardLayout
from companion.games.sequence.cards import CARDS, COPIES, JACKS, ONE_EYED, TWO_EYED
from companion.match.rules import Outcome

COLOURS = ("blue", "green", "red")
"""The chips there are (SQ-03). Each team chooses one (SQ-20)."""

TURNED = "*"
"""Ends the face of a chip that lies white side up: "blue*"."""

CHIPS = 48
"""Chips of each colour (SQ-03)."""


@dataclass(frozen=True, slots=True)
class SequenceMove:
    """A whole play: a card and what it does to a space. `removes`: a chip is taken off, not placed. `chip`: the face of the chip that was
    seen, "" where it was only told."""

    seat: int
    card: str
    space: int
    removes: bool = False
    chip: str = ""


@dataclass(frozen=True, slots=True)
class Half:
    """A card without its chip, or a chip without its card: the other half decides whether the pair stands.

    `zone` shows `after` now. `card` is "" where the chip came first, `space` is -1 where the card did. `waived`: the table lets the
    pair stand whatever the rules say.
    """

    seat: int
    zone: str
    after: str
    card: str = ""
    space: int = -1
    removes: bool = False
    waived: bool = False


@dataclass(frozen=True, slots=True)
class LeftHalf:
    """A half whose owner's turn is over (SQ-21)."""

    half: Half
    turn: int
    before: str = ""  # the face of the space before the chip came or went


@dataclass(frozen=True, slots=True)
class SequenceState:
    """A match at one moment. Sets of spaces are bitboards (see `sequence_board`); everything a team has is indexed by team.

    `deck`: known cards on top of the draw pile, first drawn first; `deck_unseen` lie below them. `heap`: discards that lie in no
    player's own pile. `lines`: completed sequences. `turned`: chips that lie white side up. `doubted`: those of `owed` that are lost
    unless they were made unseen (SQ-13), which is asked until the player after next has laid. `owed`: draws that may still be made, as
    (seat, turn of its play), oldest first. `exchanged`: a dead card was exchanged this turn; `to_replace`: the table has not yet shown
    the replacement being drawn. `passes`: players in a row who could do nothing. `fresh`: lines made by the last play, whose five the
    owner may still name. `last`: spaces of the last play. `one_zone`: all discards are shown in one common zone; `common`: what lies
    there, bottom to top. `again`: where the player to move may have laid a card on its like, "" for nowhere. `early`: he drew before
    his chip. `colours`: the chips that each team has chosen, "" for none yet. `strays`: spaces with a chip of their team in another colour,
    each with that colour. `left`: halves that their owners still have to mend, the oldest first.
    """

    layout: BoardLayout
    players: int
    teams: int
    advanced: bool
    table_talk: bool
    hands: tuple[Hand, ...]
    deck: tuple[str, ...]
    deck_unseen: int
    heap: tuple[str, ...]
    piles: tuple[tuple[str, ...], ...]
    chips: tuple[int, ...]
    lines: tuple[tuple[int, ...], ...]
    colours: tuple[str, ...]
    turned: int = 0
    to_move: int = 0
    turn: int = 1
    owed: tuple[tuple[int, int], ...] = ()
    doubted: tuple[tuple[int, int], ...] = ()
    exchanged: bool = False
    to_replace: bool = False
    passes: int = 0
    fresh: tuple[int, ...] = ()
    half: Half | None = None
    last: tuple[int, ...] = ()
    one_zone: bool = False
    common: tuple[str, ...] = ()
    again: str = ""
    early: bool = False
    strays: tuple[tuple[int, str], ...] = ()
    left: tuple[LeftHalf, ...] = ()
    outcome: Outcome | None = None

    def seat_from(self, seat: int, step: int) -> int:
        """The next seat from one on, clockwise (`step` 1) or back (-1), past those who have left."""
        order = [(seat + step * n) % self.players for n in range(1, self.players + 1)]
        return next((other for other in order if not self.hands[other].gone), seat)

    @property
    def active(self) -> int:
        """Players who have not left."""
        return sum(not hand.gone for hand in self.hands)

    @property
    def team(self) -> int:
        """The team to move. Seats alternate (SQ-01)."""
        return self.to_move % self.teams

    @property
    def hand(self) -> Hand:
        """The hand of the player to move."""
        return self.hands[self.to_move]

    @property
    def needed(self) -> int:
        """Sequences that win: two for two teams (SQ-14), one for three (SQ-15)."""
        return 2 if self.teams == 2 else 1

    @property
    def covered(self) -> int:
        """Spaces with a chip."""
        covered = 0
        for chips in self.chips:
            covered |= chips
        return covered

    @property
    def open(self) -> int:
        """Spaces that may take a chip: neither covered nor a corner (SQ-06)."""
        return ALL & ~(self.covered | CORNERS)

    @property
    def locked(self) -> int:
        """Spaces of completed sequences, corners left out: they hold no chip."""
        locked = 0
        for lines in self.lines:
            for line in lines:
                locked |= line
        return locked & ~CORNERS

    @property
    def deck_size(self) -> int:
        """Cards in the draw pile."""
        return len(self.deck) + self.deck_unseen

    @property
    def discarded(self) -> int:
        """Cards on all discard piles."""
        return len(self.heap) + sum(map(len, self.piles))

    def owner(self, space: int) -> int | None:
        """The team whose chip lies on a space."""
        return next((team for team, chips in enumerate(self.chips) if chips >> space & 1), None)

    def chip(self, space: int) -> str:
        """The face of a space as the match has it, without a half: "", "blue" or "blue*"."""
        team = self.owner(space)
        if team is None:
            return ""
        return self.colour_on(space, team) + (TURNED if self.turned >> space & 1 else "")

    def colour_on(self, space: int, team: int) -> str:
        """The colour of the chip that this team has on a space."""
        return next((colour for stray, colour in self.strays if stray == space), self.palette[team])

    @property
    def palette(self) -> tuple[str, ...]:
        """The colour in which the chips of each team are shown: its own; as long as it has none, one that nobody has chosen."""
        return palette_of(self.colours)

    def top(self, seat: int) -> str:
        """The visible card of a player's discard pile, without a half; "" where it is empty."""
        pile = self.piles[seat]
        return pile[-1] if pile else ""

    def removable(self, team: int) -> int:
        """Chips that a one-eyed jack of this team may take off (SQ-10, SQ-11, SQ-17)."""
        opposing = self.covered & ~self.chips[team]
        return opposing if self.advanced else opposing & ~self.locked

    def chips_left(self, team: int) -> int:
        """Chips of a team that are not on the board."""
        return CHIPS - self.chips[team].bit_count()

    def spaces_for(self, card: str) -> int:
        """Where the player to move may lay a chip with this card, or take one off with a one-eyed jack."""
        if card in ONE_EYED:
            return self.removable(self.team)
        if not self.chips_left(self.team):
            return 0
        return self.open if card in TWO_EYED else self.layout.spaces[card] & self.open

    def is_dead(self, card: str) -> bool:
        """Are both spaces of a card covered? Jacks are never dead (SQ-12)."""
        return card not in JACKS and not self.layout.spaces[card] & self.open

    def moves_with(self, card: str) -> Iterator[SequenceMove]:
        """Every move of the player to move with this card."""
        spaces, removes = self.spaces_for(card), card in ONE_EYED
        while spaces:
            lowest = spaces & -spaces
            yield SequenceMove(self.to_move, card, lowest.bit_length() - 1, removes)
            spaces ^= lowest

    def unseen(self) -> Counter[str]:
        """How many of each card may still be drawn or be in a hidden hand."""
        left = Counter(dict.fromkeys(CARDS, COPIES))
        for cards in (self.deck, self.heap, *self.piles, *(hand.cards for hand in self.hands)):
            left.subtract(cards)
        return +left

    def held_by(self, seat: int) -> tuple[str, ...]:
        """The different cards a player may hold: the hand where it is known, else also every card still unseen."""
        hand = self.hands[seat]
        if hand.known:
            return tuple(dict.fromkeys(hand.cards))
        unseen = self.unseen()
        return tuple(card for card in CARDS if card in unseen or card in hand.cards)

    def can_act(self, seat: int) -> bool:
        """Could this player, were it his turn, play a card or exchange a dead one? True where the hand is not known."""
        hand = self.hands[seat]
        if not hand.known:
            return True
        removable, team = self.removable(seat % self.teams), seat % self.teams
        may_place = bool(self.chips_left(team))
        for card in hand.cards:
            if card in ONE_EYED:
                if removable:
                    return True
            elif self.is_dead(card) or (may_place and self.open):
                return True
        return False


@cache
def palette_of(colours: tuple[str, ...]) -> tuple[str, ...]:
    """A colour for each team: the one that it has chosen, else its usual one where that is free, else the first that is."""
    shown = list(colours)
    for team, usual in enumerate(COLOURS[: len(colours)]):
        if not shown[team]:
            shown[team] = usual if usual not in shown else next(colour for colour in COLOURS if colour not in shown)
    return tuple(shown)


COMMON = "discard"
"""The zone of a table with one place for all discards: everybody shows his card there, for a moment or for good."""


def discard_zone(seat: int) -> str:
    """The zone of a player's discard pile."""
    return f"discard{seat + 1}"


def played_from(hand: Hand, card: str) -> Hand:
    """The hand after the card left it. A hidden hand that seems to be empty stays so: its player drew unseen."""
    return hand.without(card) if hand.size else hand


def zone_of(move: SequenceMove) -> tuple[str, str]:
    """The zones that a move changes."""
    return discard_zone(move.seat), ZONES[move.space]
