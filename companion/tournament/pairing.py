"""The next round of a tournament, as an event: who plays whom, where, and who has a bye."""

from __future__ import annotations

from itertools import combinations

from companion.errors import InputError
from companion.tournament.events import RoundPaired
from companion.tournament.fold import Tournament
from companion.tournament.round_robin import Pair, list_berger_rounds, pair_remaining
from companion.tournament.seating import seat_boards
from companion.tournament.standings import count_points
from companion.tournament.swiss import SwissRecord, pair_swiss


def pair_round(tournament: Tournament, at: float) -> RoundPaired:
    """The event that opens the next round. Raises `InputError` where no round can be paired now."""
    number = len(tournament.rounds) + 1
    if len(tournament.active) < (1 if tournament.settings.format == "series" else 2):
        raise InputError.with_id("tournament-too-few")
    if tournament.settings.rounds and number > tournament.settings.rounds:
        raise InputError.with_id("tournament-over", rounds=tournament.settings.rounds)
    sides, byes = _choose_sides(tournament)
    if not sides:
        raise InputError.with_id("tournament-over", rounds=number - 1)
    return RoundPaired(at=at, number=number, boards=seat_boards(tournament, sides), byes=byes)


def _choose_sides(tournament: Tournament) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    """The sides of each board by the format of the tournament, and the numbers that have a bye. A board of a series has one
    side. Raises `InputError` while a Swiss tournament has open boards."""
    if tournament.settings.format == "series":
        return [(each.number,) for each in tournament.active], ()
    if tournament.settings.format == "swiss":
        if tournament.open_boards:
            raise InputError.with_id("tournament-open-boards", count=len(tournament.open_boards))
        pairing = pair_swiss(list_swiss_records(tournament), has_first_player=tournament.settings.has_first_player)
        return list(pairing.pairs), () if pairing.bye is None else (pairing.bye,)
    pairs = pair_robin_round(tournament)
    playing = {number for pair in pairs for number in pair}
    return list(pairs), tuple(each.number for each in tournament.active if each.number not in playing)


def list_swiss_records(tournament: Tournament) -> list[SwissRecord]:
    """What everybody who plays on brings into the next round of Swiss pairings."""
    points, records = count_points(tournament), list[SwissRecord]()
    for each in tournament.active:
        met, balance, was_first = dict[int, int](), 0, None
        for board in tournament.boards:
            if each.number in board.sides:
                was_first = board.sides[0] == each.number
                balance += 1 if was_first else -1
                other = board.sides[1] if was_first else board.sides[0]
                met[other] = met.get(other, 0) + 1
        byes = sum(each.number in one.byes for one in tournament.rounds)
        records.append(SwissRecord(each.number, points[each.number], met, byes, balance, was_first))
    return records


def pair_robin_round(tournament: Tournament) -> tuple[Pair, ...]:
    """The pairs of the next round of a round robin, () when everybody has met everybody.

    Berger's tables hold for the field of the first round. Whoever meets somebody who has withdrawn has a bye. Where somebody came
    later or returned, the games that are left are put into rounds, as many as fit.
    """
    active = {each.number for each in tournament.active}
    left = list_unplayed(tournament)
    unplayed = {*left, *((two, one) for one, two in left)} if tournament.settings.cycles == 1 else set(left)
    field = sorted(active)
    if tournament.rounds:
        first = tournament.rounds[0]
        field = sorted((*first.byes, *(side for board in first.boards for side in board.sides)))
    if active <= set(field):
        planned = list_berger_rounds(len(field), tournament.settings.cycles)
        for pairs in planned[len(tournament.rounds) :]:
            named = ((field[one - 1], field[two - 1]) for one, two in pairs)
            if kept := tuple(pair for pair in named if pair in unplayed):
                return kept
    return pair_remaining(left) if left else ()


def list_unplayed(tournament: Tournament) -> list[Pair]:
    """The games of a round robin that were not paired yet, sides by the parity of the numbers, as Berger's tables mostly do."""
    numbers = sorted(each.number for each in tournament.active)
    paired = {board.sides for board in tournament.boards}
    left = list[Pair]()
    for one, two in combinations(numbers, 2):
        if tournament.settings.cycles == 2:
            left += [game for game in ((one, two), (two, one)) if game not in paired]
        elif (one, two) not in paired and (two, one) not in paired:
            left.append((one, two) if (one + two) % 2 else (two, one))
    return left
