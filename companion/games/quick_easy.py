"""The Game - Quick & Easy: fifty cards, a pile that rises and a pile that falls, and colours that turn a pile back.

Everybody wins or loses together: an outcome names every seat. Rule ids: rules spec, section 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.card_game import KINDS_OF_NUMBER, RuleIds
from companion.games.findings import make_foul, make_note
from companion.games.hands import DrawPile, Hand
from companion.games.pile_game import Pile, PileGame, PileState
from companion.match.rules import Finding, Outcome, Play, Step

NUMBER_BY_CARD: Mapping[str, int] = {f"{n}{c}": n for c in "RBGYX" for n in range(1, 11)}
"""Number of every card (QE-01)."""
UP, DOWN = Pile("up", True, 1), Pile("down", False, 10)
ZONES = (UP.zone, DOWN.zone)

_EXPERTS_MAY_SAY = frozenset({"colour", "intention"})


@dataclass(frozen=True, slots=True)
class QuickEasyState(PileState):
    """A match at a moment."""

    expert: bool = False


class QuickEasy(PileGame[QuickEasyState]):
    """The rules."""

    name = "quick_easy"
    ids = RuleIds(
        players="QE-01",
        hand="QE-01",
        card="QE-01",
        lifted="G-2",
        own="QE-02",
        least="QE-02",
        drawn="QE-07",
        skipped="QE-13",
        stuck="QE-09",
        won="QE-08",
        over="QE-14",
        talk="QE-10",
    )
    piles = (UP, DOWN)
    cards = NUMBER_BY_CARD
    examples = ("7R", "10B", "1G", "2Y", "9X")
    dealt_cards = 2  # QE-01
    switches = ("expert",)

    def make_state(self, options: Mapping[str, bool], hands: tuple[Hand, ...], deck: DrawPile) -> QuickEasyState:
        return QuickEasyState(hands, (deck,), ((), ()), expert=options["expert"])

    def can_lie_on(self, state: QuickEasyState, index: int, card: str) -> bool:
        """May the card go on by direction or colour (QE-03 to QE-06, QE-12)? The direction card binds nobody."""
        top = self.top_card(state, index)
        return not top or _find_colour(card) == _find_colour(top) or self.is_in_direction(index, top, card)

    def find_misplacement(self, state: QuickEasyState, index: int, card: str) -> Iterator[Finding]:
        if not self.can_lie_on(state, index, card):
            top, (rule, code) = self.top_card(state, index), (("QE-03", "not-above"), ("QE-04", "not-below"))[index]
            yield make_foul(rule, code, ZONES[index], card=card, top=top, number=NUMBER_BY_CARD[top], colour=_find_colour(top))

    def find_remarks(self, state: QuickEasyState, index: int, card: str) -> Iterator[Finding]:
        """Notes on a lawful card on pile `index` of `ZONES`, which may go backwards by colour (QE-05)."""
        top = self.top_card(state, index)
        if top and not self.is_in_direction(index, top, card):
            yield make_note("QE-05", "backward", ZONES[index], card=card, top=top)
        yield from super().find_remarks(state, index, card)

    def describe_bounds(self, state: QuickEasyState, index: int) -> dict[str, Any]:
        """What goes on a pile now, as bounds. The colour goes on as well."""
        top = self.top_card(state, index)
        return {**super().describe_bounds(state, index), **({"colour": _find_colour(top)} if top else {})}

    def max_cards_of_turn(self, state: QuickEasyState) -> int:
        """The most cards of a turn (QE-02, QE-11)."""
        return 1 if state.expert else 2

    def make_too_many_foul(self, state: QuickEasyState, play: Play) -> Finding:
        rule, code = ("QE-11", "expert-too-many") if state.expert else ("QE-02", "too-many")
        return make_foul(rule, code, play.zone, card=play.after)

    def lose_match(self, state: QuickEasyState, notes: tuple[Finding, ...] = ()) -> Step[QuickEasyState]:
        detail = {"seat": state.to_move + 1, "left": state.unlaid_count}
        return self.end_match(state, Outcome(False, "QE-09", "stuck", detail=detail, lapses=True), notes)

    def judge_talk(self, state: QuickEasyState, kind: str) -> Step[QuickEasyState]:
        """Something was said. Experts may say little (QE-11)."""
        hint = state.expert and kind not in _EXPERTS_MAY_SAY | KINDS_OF_NUMBER and state.outcome is None
        return Step(state, (make_foul("QE-11", "hint-said"),)) if hint else super().judge_talk(state, kind)

    def describe_position(self, state: QuickEasyState) -> dict[str, Any]:
        return {**super().describe_position(state), "max_cards": self.max_cards_of_turn(state)}


def _find_colour(card: str) -> str:
    return card[-1]


RULES = QuickEasy()
