"""How everybody stands: points, or cards left over several rounds, with the tie-breaks that docs/club.md explains."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.tournament.events import GameResult, PointsFor
from companion.tournament.fold import Competitor, RoundBoard, Tournament

Group: TypeAlias = Sequence[int]
Values: TypeAlias = Mapping[int, float]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """What decided, or could decide, between equals."""

    name: str  # "direct", "buchholz", "sonneborn-berger", "wins" or "best-round"
    value: float


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A line of the standings."""

    place: int  # equals share a place
    competitor: Competitor
    points: int  # of games between two sides
    cards: int  # of a series: cards left after handicaps, fewer is better
    played: int
    won: int
    drawn: int
    lost: int
    byes: int
    tie_breaks: tuple[TieBreak, ...]


def rank_competitors(tournament: Tournament) -> tuple[StandingsRow, ...]:
    """The standings, best first; within a shared place by number."""
    count = _rank_series if tournament.settings.format == "series" else _rank_sides
    return count(tournament)


def count_points(tournament: Tournament, points: PointsFor | None = None) -> dict[int, int]:
    """The points of each competitor by number. `points`: of a league, in place of the tournament's own."""
    given = points or tournament.settings.points
    counted = {each.number: 0 for each in tournament.competitors}
    for board in list_counted_boards(tournament):
        for side, score in _split_score(board, given):
            counted[side] += score
    if tournament.settings.format == "swiss":
        for one in tournament.rounds:
            for number in one.byes:
                counted[number] += given.bye
    elif tournament.settings.format == "round_robin":
        for number, games in _count_games_forfeited(tournament).items():
            counted[number] += games * given.win
    return counted


def list_counted_boards(tournament: Tournament) -> list[RoundBoard]:
    """The boards with a result that counts. In round robin, the games of somebody who withdrew early count for nobody."""
    annulled = list_annulled(tournament)
    return [board for board in tournament.boards if board.score is not None and annulled.isdisjoint(board.sides)]


def list_annulled(tournament: Tournament) -> frozenset[int]:
    """Those who withdrew from a round robin before they had played half of their games."""
    if tournament.settings.format != "round_robin":
        return frozenset()
    games = (len(tournament.competitors) - 1) * tournament.settings.cycles
    gone = [each.number for each in tournament.competitors if not each.is_active]
    return frozenset(number for number in gone if 2 * len(_list_own_boards(tournament, number)) < games)


def count_cards(tournament: Tournament, score: GameResult) -> int:
    """The cards of a series that a result counts: cards left, less the handicap of each option that was on."""
    if score.outcome != "cards":
        return tournament.settings.missed_cards
    return score.cards_left - sum(tournament.settings.handicaps.get(option, 0) for option in set(score.variant))


def _list_own_boards(tournament: Tournament, number: int) -> list[RoundBoard]:
    """The boards with a result at which somebody played."""
    return [board for board in tournament.boards if board.score is not None and number in board.sides]


def _split_score(board: RoundBoard, points: PointsFor) -> tuple[tuple[int, int], tuple[int, int]]:
    """Number and points of the first side, then of the second, for a board. Without a winner or draw both have the points of a
    loss."""
    first, second = board.sides
    outcome = board.score.outcome if board.score else "none"
    won, lost = {"first": (points.win, points.loss), "second": (points.loss, points.win)}.get(
        outcome, (points.draw, points.draw) if outcome == "draw" else (points.loss, points.loss)
    )
    return (first, won), (second, lost)


def _count_games_forfeited(tournament: Tournament) -> dict[int, int]:
    """By competitor who plays on: games against those who withdrew late, never to be played, which count as won."""
    annulled, forfeited = list_annulled(tournament), dict[int, int]()
    gone = [each.number for each in tournament.competitors if not each.is_active and each.number not in annulled]
    for each in tournament.active:
        paired = sum(each.number in board.sides and not set(gone).isdisjoint(board.sides) for board in tournament.boards)
        forfeited[each.number] = tournament.settings.cycles * len(gone) - paired
    return forfeited


def _rank_sides(tournament: Tournament) -> tuple[StandingsRow, ...]:
    """The standings of games between two sides, best first. Order: points; in Swiss tournaments Buchholz; games against each
    other; Sonneborn-Berger; games won."""
    points, boards = count_points(tournament), list_counted_boards(tournament)
    tallies = {each.number: _Tally.count(each.number, boards, tournament) for each in tournament.competitors}
    wins = {number: float(tally.won) for number, tally in tallies.items()}
    sonneborn = {number: _weigh_beaten(number, boards, points) for number in points}
    buchholz = {number: _weigh_opponents(number, boards, tournament, points) for number in points}
    swiss = tournament.settings.format == "swiss"
    direct = _Criterion("direct", lambda group: _count_direct(group, boards, tournament.settings.points))
    others = [_Criterion.fixed("sonneborn-berger", sonneborn), _Criterion.fixed("wins", wins)]
    criteria = [_Criterion.fixed("buchholz", buchholz), direct, *others] if swiss else [direct, *others]
    places = _rank_groups(sorted(points), [_Criterion.fixed("", {each: float(own) for each, own in points.items()}), *criteria])
    return tuple(
        StandingsRow(
            place,
            tournament.find_competitor(number),
            points[number],
            0,
            tallies[number].played,
            tallies[number].won,
            tallies[number].drawn,
            tallies[number].lost,
            tallies[number].byes,
            ties[1:],
        )
        for place, number, ties in places
    )


def _rank_series(tournament: Tournament) -> tuple[StandingsRow, ...]:
    """The standings of teams that play alone. Order: fewest cards, most rounds without a card left, best round."""
    cards, best, wins, played = dict[int, int](), dict[int, float](), dict[int, float](), dict[int, int]()
    for each in tournament.competitors:
        own = [board for one in tournament.rounds for board in one.boards if board.sides == (each.number,)]
        scores = [board.score for board in own if board.score is not None]
        counts = [count_cards(tournament, score) for score in scores]
        missed = len(tournament.rounds) - len(own)
        cards[each.number] = sum(counts) + missed * tournament.settings.missed_cards
        best[each.number] = -float(min(counts, default=tournament.settings.missed_cards))
        wins[each.number] = float(sum(score.outcome == "cards" and score.cards_left == 0 for score in scores))
        played[each.number] = sum(score.outcome == "cards" for score in scores)
    total = _Criterion.fixed("", {number: -float(count) for number, count in cards.items()})
    places = _rank_groups(sorted(cards), [total, _Criterion.fixed("wins", wins), _Criterion.fixed("best-round", best)])
    return tuple(
        StandingsRow(
            place,
            tournament.find_competitor(number),
            0,
            cards[number],
            played[number],
            int(wins[number]),
            0,
            played[number] - int(wins[number]),
            0,
            (ties[1], TieBreak("best-round", -best[number])),
        )
        for place, number, ties in places
    )


@dataclass(frozen=True, slots=True)
class _Tally:
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    byes: int = 0

    @staticmethod
    def count(number: int, boards: Sequence[RoundBoard], tournament: Tournament) -> _Tally:
        """How often competitor `number` played, won, drew and lost on `boards`, and how many byes they had."""
        own = [(board.score.outcome, board.sides[0] == number) for board in boards if board.score and number in board.sides]
        won = sum(outcome == ("first" if is_first else "second") for outcome, is_first in own)
        drawn = sum(outcome == "draw" for outcome, _ in own)
        byes = sum(number in one.byes for one in tournament.rounds)
        return _Tally(len(own), won, drawn, len(own) - won - drawn, byes)


@dataclass(frozen=True, slots=True)
class _Criterion:
    """A value by which equals are told apart, the higher the better; `values` is asked for the values within a group of equals."""

    name: str
    values: Callable[[Group], Values]

    @staticmethod
    def fixed(name: str, values: Values) -> _Criterion:
        """A value that does not depend on who the equals are."""
        return _Criterion(name, lambda group: values)


def _rank_groups(group: Group, criteria: Sequence[_Criterion]) -> Iterator[tuple[int, int, tuple[TieBreak, ...]]]:
    """Place (from 1; equals share one), number and tie-break values of everybody in `group`, best first."""
    place = 1
    for equals in _split_group(group, criteria, ()):
        for number, ties in equals:
            yield place, number, ties
        place += len(equals)


def _split_group(
    group: Group, criteria: Sequence[_Criterion], ties: tuple[Mapping[int, TieBreak], ...]
) -> Iterator[list[tuple[int, tuple[TieBreak, ...]]]]:
    """The groups of equals within `group`, best first: number, and the values shown as tie-breaks. `criteria`: applied one
    after the other. `ties`: the values by number of the criteria applied already."""
    if not criteria:
        yield [(number, tuple(each[number] for each in ties)) for number in group]
        return
    criterion, *rest = criteria
    values = criterion.values(group)
    shown = (*ties, {number: TieBreak(criterion.name, values[number]) for number in group})
    for value in sorted({values[number] for number in group}, reverse=True):
        yield from _split_group([number for number in group if values[number] == value], rest, shown)


def _count_direct(group: Group, boards: Sequence[RoundBoard], points: PointsFor) -> Values:
    """The points of equals against each other, where each has met each; else 0 for all."""
    inside = [board for board in boards if set(board.sides) <= set(group)]
    met = {frozenset(board.sides) for board in inside}
    counted = dict.fromkeys(group, 0.0)
    if len(met) < len(group) * (len(group) - 1) // 2:
        return counted
    for board in inside:
        for side, score in _split_score(board, points):
            counted[side] += score
    return counted


def _weigh_beaten(number: int, boards: Sequence[RoundBoard], points: Mapping[int, int]) -> float:
    """Sonneborn-Berger: the points of opponents who were beaten, and half the points of those who drew."""
    weighed = 0.0
    for board in boards:
        if board.score and number in board.sides:
            is_first = board.sides[0] == number
            other = points[board.sides[1] if is_first else board.sides[0]]
            weighed += other * {"draw": 0.5, "first" if is_first else "second": 1.0}.get(board.score.outcome, 0.0)
    return weighed


def _weigh_opponents(number: int, boards: Sequence[RoundBoard], tournament: Tournament, points: Mapping[int, int]) -> float:
    """Buchholz: the points of all opponents; a bye counts as an opponent with the competitor's own points."""
    others = [sum(points[side] for side in board.sides if side != number) for board in boards if number in board.sides]
    return float(sum(others) + points[number] * sum(number in one.byes for one in tournament.rounds))
