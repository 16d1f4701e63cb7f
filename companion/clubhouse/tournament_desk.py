"""Tournaments for their pages: what a person asks for is done here, what stands is said in the reader's language."""

from __future__ import annotations

import csv
import io
import json
import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import msgspec

from companion.clean_text import check_names
from companion.club.forms import Result
from companion.club.topics import is_table_name
from companion.clubhouse.tournament_book import TournamentBook, make_table_result
from companion.errors import ClubStoreError, InputError, MatchNotFound
from companion.games.sheets import list_games, load_sheet
from companion.shown.words.messages import Catalogue, catalogue
from companion.tournament.events import (
    HANDICAPS,
    MISSED_CARDS,
    AnyEvent,
    Created,
    Entered,
    GameResult,
    PointsFor,
    QueryClosed,
    ResultCorrected,
    ResultEntered,
    Returned,
    Settings,
    TableMended,
    TablesNamed,
    Withdrawn,
    decode_event,
    encode_event,
)
from companion.tournament.fold import RoundBoard, Tournament, apply_event
from companion.tournament.incoming import TableResult, read_score, settle_result
from companion.tournament.league import rank_league
from companion.tournament.pairing import pair_round
from companion.tournament.seating import fail_table, list_free_tables, seat_waiting
from companion.tournament.standings import StandingsRow, count_cards, rank_competitors

log = logging.getLogger("companion.club")

Fields = Mapping[str, str]
"""What a person filled in, by the name of the field."""

_FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet takes a text that begins so for a formula


class TournamentDesk:
    """What stands behind the pages of tournaments, see `web.club.tournaments.Tournaments`. `list_tables`: name in its topics and
    name for people, of every table that the club knows."""

    def __init__(
        self,
        book: TournamentBook,
        list_tables: Callable[[], Iterable[tuple[str, str]]],
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`clock`: seconds since 1970, the time of new events. Other parameters: see the class."""
        self._book, self._list_tables, self._clock = book, list_tables, clock
        self._behind = threading.Event()  # results were not settled yet, as after a start
        self._behind.set()
        self._open: tuple[int, ...] | None = None  # tournaments for which results count; None: to be asked for

    # What tables tell

    def take_results(self, told: Sequence[Result]) -> None:
        """Let results of tables count where they belong. A database that refuses is said once; all is made up for later."""
        try:
            if self._behind.is_set():
                self._settle_missed()
                self._behind.clear()
            for result in told:
                self._settle(
                    make_table_result(result, self._book.find_first_heard(result.table, result.match) or self._clock())
                )
        except ClubStoreError as error:
            if not self._behind.is_set():
                log.warning("%s", error)
            self._behind.set()

    def _settle_missed(self) -> None:
        """Settle what came while tournaments could not be written. Settling twice changes nothing."""
        rows = [row for row in self._book.list_tournaments() if row.is_open]
        if not rows:
            return
        for told, seen_at in self._book.list_results_since(min(row.created_at for row in rows)):
            try:
                result = msgspec.convert(told, Result)
            except msgspec.ValidationError as error:
                log.warning("a stored result is of another version and counts for no tournament: %s", error)
                continue
            self._settle(make_table_result(result, seen_at))

    def _settle(self, told: TableResult) -> None:
        """Let a result count, or ask a person, in each open tournament of its match; next seat waiting boards."""
        if self._open is None:
            self._open = tuple(row.id for row in self._book.list_tournaments() if row.is_open)
        for id in self._open:
            try:
                self._book.append_events(id, lambda tournament: self._make_settling(tournament, told))
            except (InputError, MatchNotFound) as error:  # one tournament that cannot be read stops no table
                log.warning("tournament %d takes no result of %s: %s", id, told.table, error)

    def _make_settling(self, tournament: Tournament, told: TableResult) -> list[AnyEvent]:
        event = settle_result(tournament, told, self._clock())
        return [] if event is None else self._with_seats(tournament, [event])

    def note_correction(self, told: Mapping[str, Any], by: str, why: str) -> None:
        """Let a result that a person corrected on the page of its match count in tournaments as well. `told`: the fields of
        the result as it counts now. `by`, `why`: the person's name and reason."""
        fields = {key: told[key] for key in Result.__struct_fields__ if key in told}
        result = make_table_result(msgspec.convert(fields, Result), 0.0)
        winners = told.get("winners") or []
        if winners and result.status == "won":
            result = replace(result, winner=winners[0] % result.teams if result.teams else winners[0])
        for row in self._book.list_tournaments():
            if row.is_open:
                self._book.append_events(row.id, lambda tournament: self._make_correction(tournament, result, by, why))

    def _make_correction(self, tournament: Tournament, told: TableResult, by: str, why: str) -> list[AnyEvent]:
        """The event that corrects the board of a match, [] where no board has the match or the score is the same. `told`: the
        result as it counts now. `by`, `why`: the person's name and reason."""
        board = next((board for board in tournament.boards if board.match == told.match), None)
        if board is None or told.game != tournament.settings.game:
            return []
        score = read_score(tournament, board, told)
        if score == board.score:
            return []
        where = {"round": board.round, "board": board.number}
        return [_check_event(ResultCorrected(at=self._clock(), score=score, reason=why, by=by[:40], **where))]

    def _with_seats(self, tournament: Tournament, events: list[AnyEvent]) -> list[AnyEvent]:
        """The events, and a table for each board that waits and now finds one."""
        for event in events:
            tournament = apply_event(tournament, event)
        return [*events, *seat_waiting(tournament, self._clock())]

    # What a person asks for

    def create_tournament(self, fields: Fields, tables: Sequence[str], language: str) -> tuple[int, str]:
        """Number of a new tournament and "", or 0 and the sentence why none was made. `fields`: as filled in by a person.
        `tables`: ids of tables; unknown ids are left out."""
        try:
            settings = _read_settings(fields)
            names = _read_competitors(fields.get("players", ""))
            known = [table for table, _ in self._list_tables() if table in tables]
            at = self._clock()
            events: list[AnyEvent] = [Created(at=at, settings=settings, tables=tuple(known))]
            events += [Entered(at=at, number=n, name=name, members=own) for n, (name, own) in enumerate(names, 1)]
            checked = [decode_event(encode_event(event)) for event in events]
            id = self._book.create_tournament(checked, fields.get("league", "").strip()[:40])
        except (InputError, ClubStoreError) as error:
            return 0, _say_error(error, language)
        self._open = None
        return id, ""

    def act(self, id: int, do: str, fields: Fields, by: str, language: str) -> str:
        """Do what a person asked for: "" where it is done, else the sentence that says why not. `do`: "close", "open", or an
        action of `_make_events`. `by`: the person's name."""
        try:
            if do in ("close", "open"):
                self._book.find_row(id)
                self._book.set_open(id, is_open=do == "open")
                self._open = None
                return ""
            self._book.append_events(id, lambda tournament: self._make_events(tournament, do, fields, by))
        except (InputError, ClubStoreError, MatchNotFound) as error:
            return _say_error(error, language)
        return ""

    def _make_events(self, tournament: Tournament, do: str, fields: Fields, by: str) -> list[AnyEvent]:
        """The events of an action. `do`: its name, such as "pair", "enter" or "withdraw". `fields`: what the person filled in.
        `by`: the person's name. Raises `InputError` for an unusable field."""
        at = self._clock()
        match do:
            case "pair":
                if _read_number(fields, "round") != len(tournament.rounds) + 1:
                    raise InputError.with_id("tournament-pairing", round=_read_number(fields, "round"))
                return [pair_round(tournament, at)]
            case "enter":
                [(name, members)] = _read_competitors(fields.get("players", ""))[:1] or [("", ())]
                number = len(tournament.competitors) + 1
                return [_check_event(Entered(at=at, number=number, name=name, members=members))]
            case "withdraw":
                return [Withdrawn(at=at, number=_read_number(fields, "number"))]
            case "return":
                return [Returned(at=at, number=_read_number(fields, "number"))]
            case "fail":
                return list(fail_table(tournament, fields.get("table", ""), at))
            case "mend":
                return self._with_seats(tournament, [TableMended(at=at, table=fields.get("table", ""))])
            case "add":
                table = fields.get("table", "")
                if not is_table_name(table):
                    raise InputError.with_id("tournament-tables")
                tables = tournament.tables if table in tournament.tables else (*tournament.tables, table)
                return self._with_seats(tournament, [TablesNamed(at=at, tables=tables)])
            case "dismiss":
                return [QueryClosed(at=at, match=fields.get("match", ""))]
            case "accept":
                return self._with_seats(tournament, [_accept_query(tournament, fields.get("match", ""), by, at)])
            case "result":
                return self._with_seats(tournament, [_tell_result(tournament, fields, by, at)])
            case _:
                raise InputError.with_id("tournament-event", given=do[:40])

    # What stands

    def list_tournaments(self, language: str) -> list[dict[str, Any]]:
        """All tournaments, the latest first: "id", "name", "league", "is_open", "title", "round", "players", "day"."""
        words = catalogue(language)
        return [self._describe_row(row.id, words) for row in self._book.list_tournaments()]

    def _describe_row(self, id: int, words: Catalogue) -> dict[str, Any]:
        """A tournament in the list: id, name, league, day, format, title of the game, rounds and players so far. "format" is
        "" where the events cannot be read."""
        row = self._book.find_row(id)
        day = datetime.fromtimestamp(row.created_at).astimezone().date().isoformat()
        told = {"id": id, "name": row.name, "league": row.league, "is_open": row.is_open, "day": day}
        try:
            tournament = self._book.read_tournament(id)
        except InputError as error:
            log.warning("tournament %d cannot be read: %s", id, error)
            return {**told, "format": "", "title": "", "round": 0, "players": 0}
        return {
            **told,
            "format": tournament.settings.format,
            "title": _name_game(tournament.settings.game, words),
            "round": len(tournament.rounds),
            "players": len(tournament.competitors),
        }

    def describe_choices(self, language: str) -> dict[str, Any]:
        """What a new tournament may be of: "games" (name -> title), "tables" (name, name for people), "handicaps" (option, words,
        cards), "missed_cards", "points", "leagues"."""
        words = catalogue(language)
        options = {option.name for game in list_games() for option in load_sheet(game).options if option.kind == "switch"}
        return {
            "games": {game: _name_game(game, words) for game in list_games()},
            "tables": sorted(self._list_tables(), key=lambda each: each[1]),
            "handicaps": [(name, words.text(f"option-{name}"), HANDICAPS[name]) for name in HANDICAPS if name in options],
            "missed_cards": MISSED_CARDS,
            "points": msgspec.structs.asdict(PointsFor()),
            "leagues": sorted({row.league for row in self._book.list_tournaments() if row.league}),
        }

    def mark_tournament(self, id: int) -> str:
        """A text that differs after each event of the tournament, for pages to reload; "" for an unknown tournament."""
        try:
            return f"{self._book.read_tournament(id).events}-{self._book.find_row(id).is_open:d}"
        except MatchNotFound:
            return ""

    def show_tournament(self, id: int, language: str) -> dict[str, Any] | None:
        """Everything on the page of a tournament, None for an unknown `id`. Rounds and corrections have the latest first.

        "queries" are results that wait for a person, "other_tables" tables that may be added. "options" are the switches of
        its game with their words.
        """
        try:
            tournament = self._book.read_tournament(id)
        except MatchNotFound:
            return None
        words, names = catalogue(language), dict(self._list_tables())
        settings = tournament.settings
        return {
            **self._describe_row(id, words),
            "events": tournament.events,
            "rounds_planned": settings.rounds,
            "competitors": [
                {"number": each.number, "name": each.name, "members": each.members, "is_active": each.is_active}
                for each in tournament.competitors
            ],
            "rounds": [
                {
                    "number": one.number,
                    "boards": [_describe_board(tournament, board, names) for board in one.boards],
                    "byes": [tournament.find_competitor(number).name for number in one.byes],
                }
                for one in reversed(tournament.rounds)
            ],
            "open_boards": len(tournament.open_boards),
            "standings": [_describe_standing(row) for row in rank_competitors(tournament)],
            "corrections": [
                {
                    "at": _say_time(each.at),
                    "round": each.round,
                    "board": each.board,
                    "sides": [
                        tournament.find_competitor(side).name for side in tournament.find_board(each.round, each.board).sides
                    ],
                    "before": _describe_score(tournament, each.before),
                    "after": _describe_score(tournament, each.after),
                    "reason": each.reason,
                    "by": each.by if each.reason else names.get(each.by, each.by),
                }
                for each in reversed(tournament.corrections)
            ],
            "queries": [
                {
                    "round": each.round,
                    "board": each.board,
                    "sides": [
                        tournament.find_competitor(side).name for side in tournament.find_board(each.round, each.board).sides
                    ],
                    "table": each.table,
                    "table_name": names.get(each.table, each.table),
                    "match": each.match,
                    "score": _describe_score(tournament, each.score),
                    "why": each.why,
                }
                for each in tournament.queries
            ],
            "tables": [
                {"table": table, "name": names.get(table, table), "has_failed": table in tournament.failed_tables}
                for table in tournament.tables
            ],
            "other_tables": sorted((table, name) for table, name in names.items() if table not in tournament.tables),
            "free_tables": len(list_free_tables(tournament)),
            "options": [
                (option.name, words.text(f"option-{option.name}"))
                for option in (load_sheet(settings.game).options if settings.game in list_games() else ())
                if option.kind == "switch"
            ],
        }

    def show_league(self, name: str, best: int | None, language: str) -> dict[str, Any] | None:
        """A league, None where no tournament belongs to it: "name", "best", "is_series", "evenings", "rows", "trouble".
        `best`: how many evenings of each person count, None = all.

        "trouble" is the sentence that says why the league cannot be counted, "" where it can.
        """
        rows = [row for row in reversed(self._book.list_tournaments()) if row.league == name and name]
        if not rows:
            return None
        evenings, trouble = [self._book.read_tournament(row.id) for row in rows], ""
        try:
            ranked = rank_league(evenings, best=best)
        except InputError as error:
            ranked, trouble = (), _say_error(error, language)
        return {
            "name": name,
            "best": best,
            "is_series": evenings[0].settings.format == "series",
            "evenings": [self._describe_row(row.id, catalogue(language)) for row in rows],
            "rows": [{field: getattr(row, field) for field in _LEAGUE_COLUMNS} for row in ranked],
            "trouble": trouble,
        }

    def export_standings(self, id: int, kind: str) -> str | None:
        """The standings of a tournament, None for an unknown one. `kind`: "json" or "csv"; JSON has rounds, corrections and
        events as well."""
        try:
            tournament = self._book.read_tournament(id)
        except MatchNotFound:
            return None
        rows = [_describe_standing(row) for row in rank_competitors(tournament)]
        if kind == "csv":
            columns = [name for name in rows[0] if name != "ties"] if rows else ["place"]
            return _write_csv(columns, rows)
        told = {
            "name": tournament.settings.name,
            "settings": msgspec.to_builtins(tournament.settings),
            "standings": rows,
            "rounds": [
                {
                    "number": one.number,
                    "byes": one.byes,
                    "boards": [
                        {
                            "number": board.number,
                            "sides": board.sides,
                            "table": board.table,
                            "score": msgspec.to_builtins(board.score),
                            "source": board.source,
                            "match": board.match,
                        }
                        for board in one.boards
                    ],
                }
                for one in tournament.rounds
            ],
            "corrections": [
                {
                    "at": each.at,
                    "round": each.round,
                    "board": each.board,
                    "before": msgspec.to_builtins(each.before),
                    "after": msgspec.to_builtins(each.after),
                    "reason": each.reason,
                    "by": each.by,
                }
                for each in tournament.corrections
            ],
        }
        return json.dumps(told, ensure_ascii=False, indent=1)

    def export_league(self, name: str, best: int | None, kind: str, language: str) -> str | None:
        """The standings of a league, None where no tournament belongs to it. `best`: how many evenings of each person count,
        None = all. `kind`: "json" or "csv"."""
        found = self.show_league(name, best, language)
        if found is None:
            return None
        if kind == "csv":
            return _write_csv(list(_LEAGUE_COLUMNS), found["rows"])
        return json.dumps({"name": name, "rows": found["rows"]}, ensure_ascii=False, indent=1)


_LEAGUE_COLUMNS = ("place", "name", "points", "cards", "evenings", "won")


def _read_settings(fields: Fields) -> Settings:
    """The settings in `fields`, as a person filled them in; an empty number has its usual value. Raises `InputError` without a
    name, and for settings that do not fit together."""
    given: dict[str, Any] = {
        "name": fields.get("name", "").strip(),
        "format": fields.get("format", ""),
        "game": fields.get("game", ""),
        "rounds": _read_number(fields, "rounds", 0),
        "cycles": _read_number(fields, "cycles", 1),
        "missed_cards": _read_number(fields, "missed_cards", MISSED_CARDS),
        "points": {key: _read_number(fields, key, value) for key, value in msgspec.structs.asdict(PointsFor()).items()},
        "handicaps": {option: _read_number(fields, f"handicap-{option}", cards) for option, cards in HANDICAPS.items()},
    }
    if not given["name"]:
        raise InputError.with_id("tournament-needs-name")
    try:
        settings = msgspec.convert(given, Settings)
    except msgspec.ValidationError as error:
        raise InputError.with_id("tournament-field", given=str(error)[:120]) from error
    if is_played_together(settings.game) is not (settings.format == "series"):
        raise InputError.with_id("tournament-together" if settings.format != "series" else "tournament-against")
    return settings


def is_played_together(game: str) -> bool:
    """Does everybody at the table win or lose together? Raises `InputError` for an unknown game."""
    if game not in list_games():
        raise InputError.with_id("no-game", given=game, known=list_games())
    return not load_sheet(game).colours  # sides that play against each other have colours


def _read_competitors(words: str) -> list[tuple[str, tuple[str, ...]]]:
    """Name and members of each line: "Anna", or "Owls: Anna, Bob". Raises `InputError` for names that cannot be shown."""
    found = list[tuple[str, tuple[str, ...]]]()
    for line in words.splitlines():
        name, _, members = line.partition(":")
        if name := " ".join(name.split()):
            own = tuple(" ".join(each.split()) for each in members.split(",") if each.strip())
            check_names((name, *own), len(own) + 1)
            found.append((name, own))
    return found


def _read_number(fields: Fields, name: str, default: int | None = None) -> int:
    """The whole number in the field `name`; `default` where the field is empty. Raises `InputError` without a number, and for
    an empty field without `default`."""
    given = fields.get(name, "").strip()
    if not given and default is not None:
        return default
    try:
        return int(given[:8])
    except ValueError as error:
        raise InputError.with_id("tournament-digits", given=given[:20]) from error


def _check_event(event: AnyEvent) -> AnyEvent:
    """The event, as the store would take it back. Raises `InputError`."""
    return decode_event(encode_event(event))


def _tell_result(tournament: Tournament, fields: Fields, by: str, at: float) -> AnyEvent:
    """The event of a result that a person entered, or corrected where the board has one already. `by`: the person's name.
    `at`: seconds since 1970. Raises `InputError`, also for a correction without a reason."""
    round_number, number = _read_number(fields, "round"), _read_number(fields, "board")
    board = tournament.find_board(round_number, number)
    outcome = fields.get("outcome", "")
    score: GameResult | None
    if outcome == "take-away":
        score = None
    elif tournament.settings.format == "series" and outcome != "none":
        variant = tuple(
            sorted(name.removeprefix("option-") for name, on in fields.items() if name.startswith("option-") and on)
        )
        score = GameResult("cards", _read_number(fields, "cards_left"), variant)
    elif outcome in ("first", "second", "draw", "none"):
        score = GameResult(outcome)  # type: ignore[arg-type]
    else:
        raise InputError.with_id("tournament-choose-result")
    if board.source or score is None:
        reason = " ".join(fields.get("reason", "").split())
        if not reason:
            raise InputError.with_id("tournament-needs-reason")
        corrected = ResultCorrected(at=at, round=round_number, board=number, score=score, reason=reason[:200], by=by[:40])
        return _check_event(corrected)
    return _check_event(ResultEntered(at=at, round=round_number, board=number, score=score, by=by[:40]))


def _accept_query(tournament: Tournament, match: str, by: str, at: float) -> AnyEvent:
    """The event by which a queried result counts after all: an entry, or a correction where the board has a result. `match`:
    id of the queried match. `by`: the person's name. Raises `InputError` where nothing is queried."""
    query = tournament.find_query(match)
    if query is None or query.score is None:
        raise InputError.with_id("tournament-choose-result")
    board = tournament.find_board(query.round, query.board)
    if not board.source:
        return ResultEntered(at=at, round=board.round, board=board.number, score=query.score, by=by[:40])
    reason = f"{query.table}, {query.why}"
    return ResultCorrected(at=at, round=board.round, board=board.number, score=query.score, reason=reason, by=by[:40])


def _describe_board(tournament: Tournament, board: RoundBoard, tables: Mapping[str, str]) -> dict[str, Any]:
    """A board for the pages: "round", "number", "sides" (names), "table", "table_name", "score", "source", "match". `tables`:
    name for people by id of the table."""
    return {
        "round": board.round,
        "number": board.number,
        "sides": [tournament.find_competitor(side).name for side in board.sides],
        "table": board.table,
        "table_name": tables.get(board.table, board.table),
        "score": _describe_score(tournament, board.score),
        "source": board.source,
        "match": board.match,
    }


def _describe_score(tournament: Tournament, score: GameResult | None) -> dict[str, Any] | None:
    """A score for the pages: "outcome", "cards_left", "counted" (cards after handicaps), "variant". None where there is no
    score yet."""
    if score is None:
        return None
    return {
        "outcome": score.outcome,
        "cards_left": score.cards_left,
        "counted": count_cards(tournament, score),
        "variant": score.variant,
    }


def _describe_standing(row: StandingsRow) -> dict[str, Any]:
    """A line of the standings for pages and files: place, number, name, points, cards, games by outcome, and each tie-break by
    its name. "ties" lists the tie-breaks again as texts."""
    return {
        "place": row.place,
        "number": row.competitor.number,
        "name": row.competitor.name,
        "points": row.points,
        "cards": row.cards,
        "played": row.played,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
        "byes": row.byes,
        "is_active": row.competitor.is_active,
        "ties": [(each.name, f"{each.value:g}") for each in row.tie_breaks],
        **{each.name: each.value for each in row.tie_breaks},
    }


def _say_error(error: Exception, language: str) -> str:
    """A refusal in the reader's language."""
    return catalogue(language).say_error(error) if isinstance(error, InputError) else str(error)


def _say_time(at: float) -> str:
    return f"{datetime.fromtimestamp(at).astimezone():%Y-%m-%d %H:%M}"


def _name_game(game: str, words: Catalogue) -> str:
    return words.text(f"game-{game}") if game in list_games() else game


def _write_csv(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows as CSV with `columns` as heading; other keys of `rows` are left out. Texts never begin as a formula of a
    spreadsheet."""
    written = io.StringIO(newline="")
    writer = csv.DictWriter(written, columns, extrasaction="ignore")
    writer.writeheader()
    for row in rows:
        writer.writerow({key: _make_harmless(value) for key, value in row.items()})
    return written.getvalue()


def _make_harmless(value: Any) -> Any:
    """A value for CSV, no formula of a spreadsheet."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA_SIGNS) else value
