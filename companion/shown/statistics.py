"""What players and groups have won over the evenings, from the scores of past matches. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.journal.scores import Score
from companion.shown.words.messages import Catalogue

MIN_GROUP_PLAYERS = 2
MAX_SHOWN = 60  # players or groups, those with the most matches; guess: more than a table ever has


@dataclass(frozen=True, slots=True)
class GameRecord:
    """What somebody reached in one game."""

    game: str
    matches: int  # that came to an end
    won: int
    fewest_left: int | None  # cards not laid, the fewest ever; None for a game without a count
    longest_streak: int  # matches won one after another
    streak: int  # the same, up to the last match


def fold_name(name: str) -> str:
    """A name as it is compared: case folded, in one spelling of its accents, without needless blanks."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())


def make_statistics_view(scores: Iterable[Score], words: Catalogue, games: Sequence[str]) -> dict[str, Any]:
    """ "players" and "groups", each with the most matches first: "names", "matches", and "games" with a row for each game
    played to its end. `games`: names of the games in the order shown; others are left out. `words`: texts in the reader's
    language."""
    ended = sorted((score for score in scores if score.ended and score.game in games), key=lambda score: score.began)
    spelled = {fold_name(name): name.strip() for score in ended for name in score.names if fold_name(name)}
    players: dict[frozenset[str], list[tuple[Score, bool]]] = {}
    groups: dict[frozenset[str], list[tuple[Score, bool]]] = {}
    for score in ended:
        folded = [fold_name(name) for name in score.names]
        for seat, name in enumerate(folded):
            if name:
                players.setdefault(frozenset((name,)), []).append((score, seat in score.winners))
        everybody = frozenset(folded)
        if all(folded) and len(everybody) >= MIN_GROUP_PLAYERS:
            groups.setdefault(everybody, []).append((score, len(score.winners) == len(folded)))
    return {
        "players": _show_rows(players, spelled, words, games, lambda told: told),
        "groups": _show_rows(groups, spelled, words, games, _without_contests),
    }


def _without_contests(told: list[tuple[Score, bool]]) -> list[tuple[Score, bool]]:
    """The matches of games that a group wins or loses together: nobody ever won one alone."""
    contests = {score.game for score, _ in told if 0 < len(score.winners) < len(score.names)}
    return [(score, won) for score, won in told if score.game not in contests]


def _show_rows(
    found: Mapping[frozenset[str], list[tuple[Score, bool]]],
    spelled: Mapping[str, str],
    words: Catalogue,
    games: Sequence[str],
    counted: Callable[[list[tuple[Score, bool]]], list[tuple[Score, bool]]],
) -> list[dict[str, Any]]:
    """A row for each player or group, those with the most matches first: "names", "matches", "games". `found`: by folded
    names, each score and whether these people won. `spelled`: each name as last written. `counted`: picks the matches of which
    records are kept. `games`: in the order shown."""
    rows: list[dict[str, Any]] = []
    for names, told in found.items():
        records = collect_records(counted(told))
        rows.append(
            {
                "names": sorted((spelled[name] for name in names), key=fold_name),
                "matches": len(told),
                "games": [_show_record(records[game], words) for game in games if game in records],
            }
        )
    return sorted(rows, key=lambda row: (-row["matches"], [fold_name(name) for name in row["names"]]))[:MAX_SHOWN]


def collect_records(told: Iterable[tuple[Score, bool]]) -> dict[str, GameRecord]:
    """The record of each game. `told`: matches that came to an end, the first begun first, each with whether it was won."""
    records: dict[str, GameRecord] = {}
    for score, won in told:
        was = records.get(score.game, GameRecord(score.game, 0, 0, None, 0, 0))
        streak = was.streak + 1 if won else 0
        left = [each for each in (was.fewest_left, score.left) if each is not None]
        records[score.game] = GameRecord(
            score.game, was.matches + 1, was.won + won, min(left, default=None), max(was.longest_streak, streak), streak
        )
    return records


def _show_record(record: GameRecord, words: Catalogue) -> dict[str, Any]:
    """The record of one game for the page: title, matches, won, fewest cards left, longest and present streak of wins."""
    return {
        "title": words.text(f"game-{record.game}"),
        "matches": record.matches,
        "won": record.won,
        "fewest_left": record.fewest_left,
        "longest_streak": record.longest_streak,
        "streak": record.streak,
    }
