"""A league: the standings over several evenings, each evening a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.clean_text import fold_name
from companion.errors import InputError
from companion.tournament.events import PointsFor
from companion.tournament.fold import Tournament
from companion.tournament.standings import StandingsRow, count_points, rank_competitors


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """A line of a league."""

    place: int  # equals share a place
    name: str
    points: int  # of the evenings that count; 0 in a league of series
    cards: int  # of the evenings that count, fewer is better; 0 in a league of games between two sides
    evenings: int  # at which they took part
    won: int  # games, over all evenings


@dataclass(frozen=True, slots=True)
class _Evening:
    """What somebody made of an evening."""

    value: int  # the higher the better
    won: int = 0
    is_there: bool = True


def rank_league(
    evenings: Sequence[Tournament], *, best: int | None = None, points: PointsFor | None = None
) -> tuple[LeagueRow, ...]:
    """The standings, best first: by points or cards, then games won. People are known by their names.

    `best`: how many evenings of each count, None for all. `points`: of a game, in place of those that the evenings set. Raises
    `InputError` where a series and games between two sides stand side by side.
    """
    if len({evening.settings.format == "series" for evening in evenings}) > 1:
        raise InputError.with_id("tournament-league-mixed")
    is_series = any(evening.settings.format == "series" for evening in evenings)
    names, made = dict[str, str](), list[dict[str, _Evening]]()
    for evening in evenings:
        counted = count_points(evening, points) if not is_series else {}
        rows = {fold_name(row.competitor.name): row for row in rank_competitors(evening)}
        names |= {key: row.competitor.name for key, row in rows.items() if key not in names}
        made.append({key: _weigh_evening(row, counted) for key, row in rows.items()})
    ranked = []
    for key, name in names.items():
        own = [each.get(key) or _miss_evening(evening) for each, evening in zip(made, evenings, strict=True)]
        value = sum(sorted((each.value for each in own), reverse=True)[:best])
        ranked.append((value, sum(each.won for each in own), name, sum(each.is_there for each in own)))
    ranked.sort(key=lambda each: (-each[0], -each[1], fold_name(each[2])))
    rows_of_league = list[LeagueRow]()
    for at, (value, won, name, there) in enumerate(ranked):
        is_equal = at > 0 and ranked[at - 1][:2] == (value, won)
        place = rows_of_league[-1].place if is_equal else at + 1
        rows_of_league.append(LeagueRow(place, name, 0 if is_series else value, -value if is_series else 0, there, won))
    return tuple(rows_of_league)


def _weigh_evening(row: StandingsRow, counted: dict[int, int]) -> _Evening:
    """What a competitor made of an evening; `counted`: points by number, {} for a series."""
    return _Evening(counted[row.competitor.number] if counted else -row.cards, row.won)


def _miss_evening(evening: Tournament) -> _Evening:
    """What somebody has of an evening at which they were not."""
    missed = len(evening.rounds) * evening.settings.missed_cards if evening.settings.format == "series" else 0
    return _Evening(-missed, is_there=False)
