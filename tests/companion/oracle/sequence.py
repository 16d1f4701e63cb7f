"""The rules of Sequence, written straight from the rules spec and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field

BOARD = [
    "** 2S 3S 4S 5S 6S 7S 8S 9S **",
    "6C 5C 4C 3C 2C AH KH QH TH TS",
    "7C AS 2D 3D 4D 5D 6D 7D 9H QS",
    "8C KS 6C 5C 4C 3C 2C 8D 8H KS",
    "9C QS 7C 6H 5H 4H AH 9D 7H AS",
    "TC TS 8C 7H 2H 3H KH TD 6H 2D",
    "QC 9S 9C 8H 9H TH QH QD 5H 3D",
    "KC 8S TC QC KC AC AD KD 4H 4D",
    "AC 7S 6S 5S 4S 3S 2S 2H 3H 5D",
    "** AD KD QD TD 9D 8D 7D 6D **",
]
SPACES = {(row, column): BOARD[row].split()[column] for row in range(10) for column in range(10)}
CORNERS = {space for space, card in SPACES.items() if card == "**"}
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "SHDC"]
ONE_EYED, TWO_EYED = ("JS", "JH"), ("JC", "JD")
HAND_SIZES = {2: 7, 3: 6, 4: 6, 6: 5, 8: 4, 9: 4, 10: 3, 12: 3}
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def lines_of_five():
    """All rows of five spaces, in reading order of their first space."""
    lines = []
    for row, column in SPACES:
        for down, right in DIRECTIONS:
            line = [(row + down * step, column + right * step) for step in range(5)]
            if line[-1] in SPACES:
                lines.append(line)
    return lines


LINES = lines_of_five()


@dataclass
class Hand:
    """The cards of one player: those that are known, and how many are not. A hidden hand is never checked."""

    known: list[str]
    unknown: int
    hidden: bool


@dataclass
class Owed:
    """A draw that a player may still make (SQ-13)."""

    seat: int
    turn: int  # in which the card was played


@dataclass
class SequenceTable:
    """The board, the chips, the hands and the discards."""

    players: int
    teams: int
    variant: dict
    hands: list[Hand]
    known_deck: list[str]
    unknown_deck: int
    chips: dict[tuple, int]
    discards: list[list[str]]
    sequences: dict[int, list[set]]
    to_move: int
    turn: int = 1
    old: int = 0  # discards from before the position
    swapped: bool = False  # a dead card was exchanged in this turn
    passes: int = 0  # players who passed one after another
    owed: list[Owed] = field(default_factory=list)
    ended: tuple[str, str] | None = None
    winner: int | None = None

    over_rule = "SQ-14"
    card_ends_turn = True

    @classmethod
    def start(cls, position):
        """The table of a position, as the vector format describes it."""
        setup, players = position.get("setup") or {}, position["players"]
        teams = position.get("teams") or (players if players <= 3 else 3 if players == 9 else 2)
        given = setup.get("hands") or [None] * players
        size = HAND_SIZES[players]
        hands = [Hand([], size, True) if hand is None else Hand(list(hand), 0, False) for hand in given]
        deck = setup.get("deck", 40 if "setup" in position else 104 - size * players)
        known, unknown = (list(deck), 0) if isinstance(deck, list) else ([], deck)
        chips = {tuple(space): int(team) for team, spaces in (setup.get("chips") or {}).items() for space in spaces}
        sequences = {team: [] for team in range(teams)}
        for line in setup.get("sequences") or []:
            sequences[line["team"]].append({tuple(space) for space in line["cells"]})
        discards = [[] for _ in range(players)]
        old = len(setup.get("discards") or [])
        turn = position.get("turn", setup.get("turn", 0))
        return cls(
            players, teams, position.get("variant") or {}, hands, known, unknown, chips, discards, sequences, turn, old=old
        )

    def read(self, act):
        """The act as this table spells it, or None where it cannot be read."""
        if "dead" in act:
            return act if act["dead"] in CARDS else None
        if "play" in act:
            play = act["play"]
            space = tuple(play.get("remove") or play.get("cell") or ())
            if play["card"] not in CARDS or space not in SPACES:
                return None
            return act | {"play": {"card": play["card"], "cell": space, "removes": play.get("removes", "remove" in play)}}
        if "take_back" in act:
            cell = tuple(act["take_back"].get("cell") or ())
            return act | {"take_back": act["take_back"] | {"cell": cell}} if cell in SPACES else None
        return act if {"end_turn", "stuck", "assess", "say", "draw"} & act.keys() else None

    # ---------------------------------------------------------------- judging

    def refuse(self, act, seat, how):
        """The rule that refuses an act, or None. Nothing changes."""
        if {"say", "assess"} & act.keys():
            return None
        if "draw" in act:
            return None if any(owed.seat == seat for owed in self.owed) else "SQ-13"
        if "play" in act:
            return "SQ-05" if seat != self.to_move else self.refuse_play(act["play"], seat)
        if "dead" in act:
            return "SQ-12" if seat != self.to_move or not self.may_swap(act["dead"], seat) else None
        if seat != self.to_move:
            return "SQ-05"
        return "SQ-19" if self.can_act(seat) else None

    def refuse_play(self, play, seat):
        """The rule that refuses a card with its chip, or None."""
        card, space = play["card"], play["cell"]
        if not self.holds(card, seat):
            return "SQ-05"
        if play["removes"]:
            return self.refuse_removal(card, space, seat)
        if card in ONE_EYED:
            return "SQ-10"
        if space in CORNERS or space in self.chips:
            return "SQ-06"
        return None if card in TWO_EYED or SPACES[space] == card else "SQ-05"

    def refuse_removal(self, card, space, seat):
        """The rule that keeps a chip on its space, or None (SQ-10, SQ-11, SQ-17)."""
        if card not in ONE_EYED or self.chips.get(space, self.team(seat)) == self.team(seat):
            return "SQ-10"
        finished = any(space in line for lines in self.sequences.values() for line in lines)
        return "SQ-11" if finished and not self.variant.get("advanced") else None

    def holds(self, card, seat):
        """Whether the player may hold the card."""
        hand = self.hands[seat]
        return bool(hand.hidden or hand.unknown or card in hand.known)

    def may_swap(self, card, seat):
        """Whether the card may be exchanged as dead (SQ-12)."""
        return self.holds(card, seat) and not self.swapped and self.is_dead(card)

    def is_dead(self, card):
        """Whether both spaces of the card are covered; jacks are never dead."""
        return card[0] != "J" and all(space in self.chips for space, printed in SPACES.items() if printed == card)

    def can_act(self, seat):
        """Whether a known card of the player can be played or exchanged (SQ-19)."""
        return any(self.can_play(card, seat) or self.may_swap(card, seat) for card in self.hands[seat].known)

    def can_play(self, card, seat):
        """Whether the card can be played anywhere now."""
        if card in ONE_EYED:
            return any(self.refuse_removal(card, space, seat) is None for space in self.chips)
        return any(self.refuse_play({"card": card, "cell": space, "removes": False}, seat) is None for space in SPACES)

    def team(self, seat):
        """The team of a seat (SQ-01)."""
        return seat % self.teams

    # ---------------------------------------------------------------- doing

    def do(self, act, seat, event, how):
        """Do an act, whether it would have stood or not."""
        if "play" in act:
            self.lay(act["play"], seat)
        elif "dead" in act:
            self.discard(act["dead"], seat)
            self.draw(seat)
            self.swapped = True
        elif "draw" in act:
            self.take_owed(seat)
        elif "end_turn" in act or "stuck" in act:
            self.passes += how.stands
            self.pass_on()
            if self.passes >= self.players and how.stuck_counts:
                self.end("drawn", "SQ-19")

    def end(self, status, rule):
        """End the match, if it has not ended before."""
        self.ended = self.ended or (status, rule)

    def lay(self, play, seat):
        """Play a card, and lay its chip or take one off."""
        self.discard(play["card"], seat)
        self.owed.append(Owed(seat, self.turn))
        self.passes = 0
        if play["removes"]:
            self.take_off(play["cell"])
        else:
            self.take_off(play["cell"])  # by an amendment two chips can come to lie on one space: the later is seen
            self.chips[play["cell"]] = self.team(seat)
            self.count(play["cell"], self.team(seat))

    def take_off(self, space):
        """Take a chip off; a sequence that had it is none any more (SQ-17)."""
        self.chips.pop(space, None)
        for lines in self.sequences.values():
            lines[:] = [line for line in lines if space not in line]

    def count(self, space, team):
        """Count the sequences that a new chip completes (SQ-07, SQ-08, SQ-14, SQ-15)."""
        for line in LINES:
            own = all(other in CORNERS or self.chips.get(other) == team for other in line)
            if own and space in line and all(len(set(line) & old) <= 1 for old in self.sequences[team]):
                self.sequences[team].append(set(line))
        if len(self.sequences[team]) >= (2 if self.teams == 2 else 1):
            self.winner = team if self.winner is None else self.winner
            self.end("won", "SQ-14" if self.teams == 2 else "SQ-15")

    def discard(self, card, seat):
        """Put a card from the hand onto the own discards; it leaves the place where it was known to be."""
        hand = self.hands[seat]
        if card in hand.known:
            hand.known.remove(card)
        else:
            hand.unknown = max(0, hand.unknown - 1)  # a hidden hand is not checked, nor does it go below none
        self.discards[seat].append(card)

    def take_owed(self, seat):
        """Make the oldest draw that is owed; that of the player before is lost with it (SQ-13)."""
        made = next(owed for owed in self.owed if owed.seat == seat)
        before = (seat - 1) % self.players
        self.owed = [owed for owed in self.owed if owed != made and (owed.seat != before or owed.turn >= made.turn)]
        self.draw(seat)

    def draw(self, seat):
        """Draw a card; an empty pile is made anew from the discards (SQ-18)."""
        if not self.known_deck and not self.unknown_deck:
            self.unknown_deck, self.old = self.old + sum(map(len, self.discards)), 0
            for pile in self.discards:
                pile.clear()
        if self.known_deck:
            self.hands[seat].known.append(self.known_deck.pop(0))
        elif self.unknown_deck:
            self.unknown_deck -= 1
            self.hands[seat].unknown += 1

    def pass_on(self):
        """Give the turn to the next player."""
        self.to_move, self.turn, self.swapped = (self.to_move + 1) % self.players, self.turn + 1, False

    # ---------------------------------------------------------------- telling

    def view(self):
        """The state as an answer carries it, as far as it is compared."""
        return {
            "status": self.ended[0] if self.ended else "playing",
            "to_move": self.to_move,
            "turn": self.turn,
            "hand_size": [max(0, len(hand.known) + hand.unknown) for hand in self.hands],
            "deck_size": len(self.known_deck) + self.unknown_deck,
            "top": {f"discard{seat + 1}": pile[-1] if pile else None for seat, pile in enumerate(self.discards)},
            "duties": [] if self.ended else self.duties(),
            "sequences": {str(team): len(lines) for team, lines in self.sequences.items()},
            "chip": {f"{row},{column}": team for (row, column), team in self.chips.items()},
            "winner": self.winner,
        }

    def duties(self):
        """The draws that are owed; the law does not say that those from before the last round are told, nor are they."""
        recent = [owed for owed in self.owed if owed.turn >= self.turn - self.players]
        return [("SQ-13", "draw", None, f"end of turn {owed.turn + 1}") for owed in recent]
