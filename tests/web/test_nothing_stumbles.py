"""Whatever phones ask and the eye says, in every game: the companion answers each look, now and after a restart."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from real_table import SHEETS, RealTable

from companion.errors import InputError
from companion.match.events import Claimed, Played
from companion.match.rules import Claim, Play
from companion.session.found_piles import FoundPile
from companion.session.inbox import Work
from vision.types import Change
from web import check_view, create_app
from web.routes.commands import COMMANDS

PLAYERS = {"the_game": 3, "extreme": 2, "quick_easy": 2, "face_to_face": 2, "sequence": 4}
KINDS_SAID = ("advice", "number", "colour", "nonsense")
ANY = st.none() | st.booleans() | st.integers(-2, 10_000_000) | st.text(max_size=6) | st.just([1])


def zones_of(game: str) -> list[str]:
    sheet = SHEETS[game]
    cells = [f"r{row}c{column}" for row in (0, 4, 9) for column in (0, 3, 9)] if sheet.board_cells else []
    return [*(zone.name for zone in sheet.zones), *cells, "attic"]


@cache
def faces_of(game: str) -> st.SearchStrategy[str]:
    return st.sampled_from([*SHEETS[game].faces, "", "?", "back", "QH", "1", "blue", "47:skull", "F44"])


@cache
def details() -> st.SearchStrategy[dict[str, Any]]:
    """What a claim may say: fitting or not."""
    cards = st.sampled_from(["2S", "JS", "JC", "10H", "47", "", "x"])
    small = st.integers(-1, 11)
    free = {"kind": st.sampled_from(KINDS_SAID), "card": cards, "row": small, "column": small, "players": small, "hand": small}
    free |= {"team": small, "cards": st.sampled_from(["2S 3S", "2S"]), "cells": st.sampled_from(["r0c0 r0c1", "x"]), "x": ANY}
    return st.lists(st.one_of([st.tuples(st.just(key), value) for key, value in free.items()]), max_size=3).map(dict)


@cache
def claims(game: str) -> st.SearchStrategy[dict[str, Any]]:
    code = st.sampled_from(["stuck", "assess", "say", "setup_check", "place", "remove", "dead", "draw", "flip", "penalty"])
    code |= st.sampled_from(["name_line", "reshuffle", "sing"])
    seat, once_fatal = st.integers(0, 11), st.just({"code": "assess", "detail": {"row": 1}})
    fitting = st.sampled_from(
        [{"code": "stuck"}, {"code": "assess"}, {"code": "draw"}, {"code": "say", "detail": {"kind": "advice"}}]
    )
    return fitting | once_fatal | st.fixed_dictionaries({"code": code, "detail": details()}, optional={"seat": seat})


@cache
def starts() -> st.SearchStrategy[dict[str, Any]]:
    options = st.dictionaries(
        st.sampled_from(["on_fire", "pro", "expert", "teams", "advanced", "layout", "commands", "lenient", "x"]),
        st.booleans() | st.integers(0, 4) | st.just("strict"),
        max_size=3,
    )
    names = st.lists(st.text(max_size=41), max_size=5)
    return st.fixed_dictionaries(
        {"game": st.sampled_from([*SHEETS, "chess"]), "players": st.integers(1, 12)},
        optional={"names": names, "options": options, "begins": st.integers(0, 11)},
    )


@cache
def bodies(game: str, command: str) -> st.SearchStrategy[dict[str, Any]]:
    zone, face, entry = st.sampled_from(zones_of(game)), faces_of(game), st.integers(0, 25)
    question = st.sampled_from([f"q{n}" for n in range(5)])
    return {
        "start": starts(),
        "resume": st.fixed_dictionaries({"match": st.integers(1, 3)}),
        "end_turn": st.fixed_dictionaries({}, optional={"turn": st.integers(0, 9)}),
        "undo": st.fixed_dictionaries({}, optional={"entry": entry | st.none()}),
        "correct": st.fixed_dictionaries({"entry": entry}, optional={"face": face, "zone": zone, "seat": st.integers(0, 3)}),
        "insert": st.fixed_dictionaries({"before": entry}, optional={"zone": zone, "face": face, "seat": st.integers(0, 3)}),
        "play_on": st.just({}),
        "set_up": st.fixed_dictionaries(
            {},
            optional={
                "options": st.dictionaries(
                    st.sampled_from(["on_fire", "pro", "expert", "advanced", "lenient"]), st.booleans(), max_size=2
                ),
                "begins": st.integers(0, 3),
                "names": st.lists(st.sampled_from(["Anna", "Zoë O’Neil", ""]), max_size=3),
                "places": st.lists(st.floats(0, 1) | st.none(), max_size=4),
            },
        ),
        "put": st.fixed_dictionaries({"zone": zone, "face": face}),
        "answer": st.fixed_dictionaries({"question": question, "face": face}),
        "ignore": st.fixed_dictionaries({"question": question}),
        "turn_ended": st.fixed_dictionaries({"question": question, "ended": st.booleans()}),
        "waive": st.fixed_dictionaries({"zone": zone}),
        "claim": claims(game),
        "answer_pile": st.fixed_dictionaries({"question": question, "zone": zone}),
        "piles": st.one_of(
            st.fixed_dictionaries({}, optional={"swap": st.lists(zone, max_size=3)}),
            st.fixed_dictionaries({"names": st.dictionaries(zone, zone, max_size=4)}),
            st.fixed_dictionaries({"draw": zone, "at": st.tuples(st.floats(0, 1), st.floats(0, 1)).map(list)}),
        ),
        "board": st.fixed_dictionaries({"number": st.integers(1, 3), "zone": zone, "face": face}),
        "trust": st.fixed_dictionaries({"whom": st.sampled_from(["table", "game"])}),
    }[command]


Step = tuple[str, Any]
"""("ask", (command, body)), ("eye", what it tells the session) or ("legal", which of the moves that would stand)."""


@cache
def asked(game: str) -> st.SearchStrategy[Step]:
    """A command, mostly one to be understood."""
    wild = st.tuples(st.sampled_from(sorted(COMMANDS)), st.dictionaries(st.text(max_size=8), ANY, max_size=3))
    fitting = [st.tuples(st.just(name), bodies(game, name)) for name in sorted(COMMANDS) if name != "start"]
    claimed = st.tuples(st.just("claim"), claims(game))
    return st.tuples(st.just("ask"), st.one_of(*fitting, *fitting, *[claimed] * 4, st.tuples(st.just("start"), starts()), wild))


@cache
def seen(game: str) -> st.SearchStrategy[Step]:
    """What the eye may say."""
    zone, face = st.sampled_from(zones_of(game)), faces_of(game)
    others = st.lists(st.tuples(face, st.floats(0, 1)), max_size=3).map(tuple)
    change = st.builds(
        Change, zone, face, face, st.floats(0, 1), others, at=st.just(0.0), moved=st.booleans(), accepted=st.booleans()
    )
    share = st.tuples(st.floats(0, 1), st.floats(0, 1))
    places = st.dictionaries(zone, st.tuples(share, st.booleans(), st.booleans()), max_size=6)
    piles = places.map(lambda one: tuple(FoundPile(name, *known) for name, known in one.items()))
    outline = st.tuples(share, share, share, share)
    works: st.SearchStrategy[Work] = st.one_of(
        piles.map(lambda one: lambda session, at: session.piles.report_piles(one, ("draw",), at)),
        st.tuples(face, outline, st.lists(zone, max_size=2)).map(
            lambda one: lambda session, at: session.piles.take_stray_card(*one, at)
        ),
        st.tuples(st.integers(0, 5), st.integers(0, 2)).map(
            lambda one: lambda session, at: session.publisher.report_laid_out(*one)
        ),
        change.map(lambda one: lambda session, at: session.take_change(one, at)),
        change.map(lambda one: lambda session, at: session.take_change(one, at)),
        st.tuples(zone, face).map(lambda one: lambda session, at: session.record_handled_card(*one, at)),
        zone.map(lambda one: lambda session, at: session.record_bare_zone(one, at)),
        st.booleans().map(lambda one: lambda session, at: session.record_hands(one, at)),
        st.sampled_from(["", "camera", "mat", "piles", "dark", "board"]).map(
            lambda one: lambda session, at: session.publisher.report_lost(one)
        ),
        st.just(lambda session, at: session.publisher.report_bump()),
        st.just(lambda session, at: session.record_draw_visit(at)),
        st.just(lambda session, at: session.notice_time(at + 60)),
    )
    return st.tuples(st.just("eye"), works)


@cache
def evenings(game: str) -> st.SearchStrategy[list[Step]]:
    legal = st.tuples(st.just("legal"), st.integers(0, 200))
    return st.lists(st.one_of(asked(game), asked(game), seen(game), legal), min_size=1, max_size=14)


def do(client: Any, table: RealTable, step: Step) -> None:
    kind, what = step
    if kind == "ask":
        answer = client.post(f"/api/commands/{what[0]}?language=it", json=what[1])
        assert answer.status_code in (200, 400, 409), (what, answer.text)
        assert answer.status_code == 200 or answer.json["error"]
    elif kind == "eye":
        told(table, what)
    else:
        told(table, lambda session, at: session.record_event(move(session, what), at, "camera"))


def told(table: RealTable, work: Work) -> None:
    """What the eye says and cannot be is told to nobody: it goes to the program's log."""
    try:
        table.do(work)
    except InputError as error:
        assert str(error)


def move(session: Any, which: int) -> Any:
    """One of the moves that would stand, so that matches get somewhere."""
    if session.match is None:
        raise InputError("no match")
    moves = session.snapshot.rules.list_legal(session.match.state)
    if not moves:
        raise InputError("no move")
    chosen: Play | Claim = moves[which % len(moves)]
    if isinstance(chosen, Play):
        return Played(chosen.zone, chosen.before, chosen.after)
    return Claimed(chosen.code, chosen.seat, chosen.detail)


def look(client: Any) -> None:
    """Everything a phone may look at is there and keeps to its schema."""
    for language in ("it", "en"):
        assert client.get(f"/?language={language}").status_code == 200
        state = client.get(f"/api/state?language={language}")
        assert state.status_code == 200, state.text
    check_view(state.json)
    assert "cannot show" not in str([line["text"] for line in state.json["log"]])
    asked = [*state.json["questions"], *state.json.get("pile_questions", ())]
    for name in ["table", *(question["picture"] for question in asked)]:
        assert client.get(f"/picture/{name}.jpg").status_code in (200, 404)
    stream = client.get("/api/stream", buffered=False)
    next(stream.response)
    assert next(stream.response).startswith(b"id: ")
    stream.close()


@pytest.mark.whole
@pytest.mark.parametrize("game", SHEETS)
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_nothing_that_is_asked_or_seen_takes_the_companion_down(game: str, text: Any, data: st.DataObject) -> None:
    evening = data.draw(evenings(game))
    with RealTable(pictures={"table": b"jpeg", "up1": b"jpeg"}).begin(game, PLAYERS[game]) as table:
        client = create_app(table, text=text).test_client()
        for step in evening:
            do(client, table, step)
            look(client)
        table.hands("still")  # as after a restart: an end of turn that waits for hands to go is judged
        before = client.get("/api/state?language=en").json
        with table.again() as again:
            restarted = create_app(again, text=text).test_client()
            look(restarted)
            assert kept(restarted.get("/api/state?language=en").json) == kept(before)


def kept(view: dict[str, Any]) -> dict[str, Any]:
    """What of a view a restart must keep: all but what the eye asks, sees otherwise and thought of."""
    shown = {key: view[key] for key in ("match", "status", "outcome", "turn", "board", "disputes", "duties")}
    log = [{key: told for key, told in line.items() if key != "thoughts"} for line in view["log"]]
    return shown | {"log": log, "piles": [(pile["zone"], pile["cards"]) for pile in view["piles"]]}
