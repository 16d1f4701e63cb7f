"""A match of Sequence at a moment, and what follows from it: who may play what, where, and what is still unseen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain

from companion.games.hands import Hand
from companion.games.sequence.board import ALL_SPACES, CORNERS, SPACE_ZONES, BoardLayout, join_spaces
from companion.games.sequence.cards import COPIES_OF_CARD, FRENCH_CARDS, JACKS, ONE_EYED, TWO_EYED
from companion.match.rules import Outcome

TEAM_COLOURS = ("blue", "green", "red")
"""The chips there are (SQ-03). Each team chooses one (SQ-20)."""

TURNED_MARK = "*"
"""Ends the face of a chip that lies white side up: "blue*". `FLIPPED` in vision/board/chips.py is the same sign."""

CHIPS_OF_COLOUR = 48
"""Chips of each colour (SQ-03)."""


@dataclass(frozen=True, slots=True)
class SequenceMove:
    """A whole play: a card and a change of a space."""

    seat: int
    card: str
    space: int
    removes: bool = False  # a chip is taken off, not placed
    chip: str = ""  # the face of the seen chip, "" where the move was only told


@dataclass(frozen=True, slots=True)
class Half:
    """A card without its chip, or a chip without its card. The other half decides whether the pair is lawful."""

    seat: int
    zone: str  # shows `after` now
    after: str
    card: str = ""  # "" where the chip came first
    space: int = -1  # -1 where the card came first (SQ-05)
    removes: bool = False
    waived: bool = False  # the table lets the pair stand whatever the rules say


@dataclass(frozen=True, slots=True)
class LeftHalf:
    """A half whose owner's turn is over (SQ-21)."""

    half: Half
    turn: int
    before: str = ""  # the face of the space before the chip came or went


@dataclass(frozen=True, slots=True)
class SequenceState:
    """A match at a moment. Sets of spaces are bitboards (see `board`). What a team has is indexed by team."""

    layout: BoardLayout
    players: int
    teams: int
    advanced: bool
    table_talk: bool
    hands: tuple[Hand, ...]
    deck: tuple[str, ...]  # known cards on top of the draw pile, the first drawn first
    deck_unseen: int  # cards below
    heap: tuple[str, ...]  # discards that lie in no player's own pile
    piles: tuple[tuple[str, ...], ...]  # discards of each player
    chips: tuple[int, ...]
    lines: tuple[tuple[int, ...], ...]  # completed sequences
    colours: tuple[str, ...]  # the chips that each team has chosen, "" for none yet
    turned: int = 0  # chips that lie white side up
    to_move: int = 0
    turn: int = 1
    owed: tuple[tuple[int, int], ...] = ()  # draws that may still be made, as (seat, turn of the play), oldest first
    doubted: tuple[tuple[int, int], ...] = ()  # owed draws that are lost unless made unseen (SQ-13)
    exchanged: bool = False  # a dead card was exchanged in the turn
    to_replace: bool = False  # nobody has seen the replacement of a dead card being drawn yet
    passes: int = 0  # players in a row who could do nothing
    fresh: tuple[int, ...] = ()  # lines of the last play, whose five the owner may still name
    half: Half | None = None
    last: tuple[int, ...] = ()  # spaces of the last play
    one_zone: bool = False  # all discards are shown in a common zone
    common: tuple[str, ...] = ()  # what lies in the common zone, bottom to top
    again: str = ""  # where the player to move may have laid a card on its like, "" for nowhere
    early: bool = False  # the player to move drew before the own chip lay
    strays: tuple[tuple[int, str], ...] = ()  # spaces with a chip of their team in another colour, each with the colour
    left: tuple[LeftHalf, ...] = ()  # halves that their owners still have to mend, the oldest first
    outcome: Outcome | None = None

    def step_seat(self, seat: int, step: int) -> int:
        """The next seat after `seat`, clockwise (`step` 1) or back (-1), past players who left. `seat` itself where all others
        left."""
        order = [(seat + step * n) % self.players for n in range(1, self.players + 1)]
        return next((other for other in order if not self.hands[other].gone), seat)

    @property
    def active_players(self) -> int:
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
    def needed_lines(self) -> int:
        """Sequences that win: two for two teams (SQ-14), one for three (SQ-15)."""
        return 2 if self.teams == 2 else 1

    @property
    def covered_spaces(self) -> int:
        """Spaces with a chip."""
        return join_spaces(self.chips)

    @property
    def free_spaces(self) -> int:
        """Spaces that may take a chip: neither covered nor a corner (SQ-06)."""
        return ALL_SPACES & ~(self.covered_spaces | CORNERS)

    @property
    def locked_spaces(self) -> int:
        """Spaces of completed sequences, without corners, which hold no chip."""
        return join_spaces(chain.from_iterable(self.lines)) & ~CORNERS

    @property
    def deck_size(self) -> int:
        """Cards in the draw pile."""
        return len(self.deck) + self.deck_unseen

    @property
    def discard_count(self) -> int:
        """Cards on all discard piles."""
        return len(self.heap) + sum(map(len, self.piles))

    def find_team_on(self, space: int) -> int | None:
        """The team with a chip on the space, None for an empty space."""
        return next((team for team, chips in enumerate(self.chips) if chips >> space & 1), None)

    def find_chip_face(self, space: int) -> str:
        """The face of a space in the match, without a half: "", "blue" or "blue*"."""
        team = self.find_team_on(space)
        if team is None:
            return ""
        return self.colour_on(space, team) + (TURNED_MARK if self.turned >> space & 1 else "")

    def colour_on(self, space: int, team: int) -> str:
        """The colour of the team's chip on the space."""
        return next((colour for stray, colour in self.strays if stray == space), self.palette[team])

    @property
    def palette(self) -> tuple[str, ...]:
        """The colour in which each team's chips are shown: the own colour, or, for a team without, a colour that nobody has
        chosen."""
        return choose_palette(self.colours)

    def top_discard(self, seat: int) -> str:
        """The visible card of a player's discard pile, without a half; "" for an empty pile."""
        pile = self.piles[seat]
        return pile[-1] if pile else ""

    def find_removable(self, team: int) -> int:
        """Chips that a one-eyed jack of the team may take off (SQ-10, SQ-11, SQ-17)."""
        opposing = self.covered_spaces & ~self.chips[team]
        return opposing if self.advanced else opposing & ~self.locked_spaces

    def count_chips_left(self, team: int) -> int:
        """Chips of a team that are not on the board."""
        return CHIPS_OF_COLOUR - self.chips[team].bit_count()

    def find_spaces(self, card: str) -> int:
        """Where the player to move may lay a chip with the card, or take a chip off with a one-eyed jack."""
        if card in ONE_EYED:
            return self.find_removable(self.team)
        if not self.count_chips_left(self.team):
            return 0
        return self.free_spaces if card in TWO_EYED else self.layout.spaces[card] & self.free_spaces

    def is_dead(self, card: str) -> bool:
        """Are both spaces of a card covered? Jacks are never dead (SQ-12)."""
        return card not in JACKS and not self.layout.spaces[card] & self.free_spaces

    def may_be_dead(self, card: str) -> bool:
        """Are only spaces with an unknown card left for a card? Nobody can say then that the card is not dead (SQ-12)."""
        left = 0 if card in JACKS else self.layout.spaces[card] & self.free_spaces
        return left != 0 and not left & ~self.layout.unknown

    def iter_moves(self, card: str) -> Iterator[SequenceMove]:
        """Every move of the player to move with the card."""
        spaces, removes = self.find_spaces(card), card in ONE_EYED
        while spaces:
            lowest = spaces & -spaces
            yield SequenceMove(self.to_move, card, lowest.bit_length() - 1, removes)
            spaces ^= lowest

    def count_unseen(self) -> Counter[str]:
        """How many of each card may still be drawn, or be in a hidden hand. Cards with no copy left are missing."""
        left = Counter(dict.fromkeys(FRENCH_CARDS, COPIES_OF_CARD))
        for cards in (self.deck, self.heap, *self.piles, *(hand.cards for hand in self.hands)):
            left.subtract(cards)
        return +left

    def list_held_cards(self, seat: int) -> tuple[str, ...]:
        """The different cards a player may hold: the hand where known, else every unseen card too."""
        hand = self.hands[seat]
        if hand.is_all_known:
            return tuple(dict.fromkeys(hand.cards))
        unseen = self.count_unseen()
        return tuple(card for card in FRENCH_CARDS if card in unseen or card in hand.cards)

    def can_act(self, seat: int) -> bool:
        """Could the player, if to move, play a card or exchange a dead card? True where the hand is not known."""
        hand = self.hands[seat]
        if not hand.is_all_known:
            return True
        removable, team = self.find_removable(seat % self.teams), seat % self.teams
        may_place = bool(self.count_chips_left(team))
        for card in hand.cards:
            if card in ONE_EYED:
                if removable:
                    return True
            elif self.is_dead(card) or (may_place and self.free_spaces):
                return True
        return False


@cache
def choose_palette(colours: tuple[str, ...]) -> tuple[str, ...]:
    """A colour for each team, in order: its chosen one in `colours` ("" = none), else its usual colour if free, else the first
    free colour."""
    shown = list(colours)
    for team, usual in enumerate(TEAM_COLOURS[: len(colours)]):
        if not shown[team]:
            shown[team] = usual if usual not in shown else next(colour for colour in TEAM_COLOURS if colour not in shown)
    return tuple(shown)


COMMON_ZONE = "discard"
"""The zone of a table with one place for all discards: everybody shows cards there, for a moment or for good."""


def discard_zone(seat: int) -> str:
    """The zone of a player's discard pile."""
    return f"discard{seat + 1}"


def play_from_hand(hand: Hand, card: str) -> Hand:
    """The hand after a card left. A hidden hand that seems empty stays so: the player drew unseen."""
    return hand.without_card(card) if hand.size else hand


def find_move_zones(move: SequenceMove) -> tuple[str, str]:
    """The zones that a move changes."""
    return discard_zone(move.seat), SPACE_ZONES[move.space]
