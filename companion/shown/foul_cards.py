"""The card that is shown for a foul: its kind, what happened in two words, the remedy and the buttons that fit. Pure.

A foul is known by its code: one rule, such as SQ-05, has fouls of several kinds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from companion.match.rules import HALF_OPEN, Finding
from companion.shown.words.messages import Catalogue


@dataclass(frozen=True, slots=True)
class FoulCard:
    """What belongs to a kind of foul. The texts are `foul-<kind>` (what happened) and `foul-<kind>-remedy`."""

    codes: frozenset[str]
    answers: tuple[str, ...] = ()  # buttons in their order, by the names of `ANSWERS` in web/view.py


OTHER = "other"
"""The kind of a foul with a code that no card names: that of a game of one's own."""

FOUL_CARDS: Mapping[str, FoulCard] = MappingProxyType(
    {
        "against-pile": FoulCard(
            frozenset(
                {"not-above", "not-below", "not-lower", "not-higher", "nothing-to-improve", "not-your-colour", "wrong-pile", "jack-no-target"}
            ),
            ("another_card", "let_stand"),
        ),
        "out-of-turn": FoulCard(frozenset({"not-your-turn"}), ("turn_had_ended", "let_stand")),
        "ended-early": FoulCard(frozenset({"too-few"}), ("card_missed",)),
        "too-many": FoulCard(
            frozenset({"too-many", "expert-too-many", "second-help", "second-card", "second-chip"}),
            ("turn_had_ended", "let_stand"),
        ),
        "misplaced-chip": FoulCard(frozenset({"corner", "occupied", "no-match", "no-card-fits"}), ("put_right", "let_stand")),
        "wrong-colour": FoulCard(frozenset({"wrong-colour", "taken-colour", "no-chips"}), ("put_right", "let_stand")),
        "wrong-chip": FoulCard(
            frozenset(
                {"one-eyed-places", "own-chip", "in-sequence", "nothing-to-remove", "not-one-eyed", "no-one-eyed"}
            ),
            ("put_right", "let_stand"),
        ),
        "white-side-up": FoulCard(frozenset({"white-side-up"}), ("put_right", "let_stand")),
        "moved-chip": FoulCard(frozenset({"chip-moved"}), ("put_right", "let_stand")),
        "unfinished": FoulCard(HALF_OPEN | {"must-play", "must-exchange"}, ("put_right", "let_stand")),
        "broken-command": FoulCard(
            frozenset({"backward-forbidden", "second-pile", "fourth-card", "stop-not-third", "silence-broken"}),
            ("another_card", "let_stand"),
        ),
        "missed-deadline": FoulCard(
            frozenset({"not-covered", "skull-visible", "skull-last", "not-three", "too-few-for-three"}), ("card_missed",)
        ),
        "misread": FoulCard(
            frozenset({"already-laid", "not-in-hand", "not-a-card", "third-copy"}), ("another_card", "never_happened")
        ),
        "moved-card": FoulCard(frozenset({"lifted"}), ("never_happened", "let_stand")),
        "face-down": FoulCard(frozenset({"face-down"}), ("never_happened", "let_stand")),
        "after-end": FoulCard(frozenset({"match-over"}), ("never_happened",)),
        OTHER: FoulCard(frozenset(), ("another_card", "let_stand")),
    }
)  # fmt: skip

_KIND_OF_CODE: Mapping[str, str] = MappingProxyType({code: kind for kind, card in FOUL_CARDS.items() for code in card.codes})


def name_foul_kind(finding: Finding) -> str:
    """The kind of a foul or loss, as a key of `FOUL_CARDS`."""
    return _KIND_OF_CODE.get(finding.code, OTHER)


def show_foul_card(finding: Finding, words: Catalogue, *, face: str, zone: str, dropped: Collection[str]) -> dict[str, Any]:
    """The card that explains a foul on phones: its "kind", "what" is wrong, the "remedy", and "answers" as buttons. `face`,
    `zone`: what lies where, "" for nothing. `dropped`: answers that the game cannot take."""
    kind = name_foul_kind(finding)
    card = str(finding.detail.get("card", "")) if kind == "missed-deadline" else face
    values = {**finding.detail, "card": card, "zone": zone}
    ending = "" if card else "-nothing"
    remedy = f"foul-{kind}-remedy{ending}"
    return {
        "kind": kind,
        "what": words.text(f"foul-{kind}"),
        "remedy": words.text(remedy if words.has_text(remedy) else f"foul-{kind}-remedy", **values),
        "answers": [
            {"answer": answer, "text": words.text(f"foul-answer-{answer.replace('_', '-')}")}
            for answer in FOUL_CARDS[kind].answers
            if answer not in dropped
        ],
    }
