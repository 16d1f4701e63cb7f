"""What changed, in place of whole views: a phone that applies the changes shows exactly what the whole view shows."""

from __future__ import annotations

import http.client
import json
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from json_patch import apply_patch
from real_table import NAMES, RealTable
from test_no_storage import opened
from web_scenes import playing
from web_stage import see

from companion.errors import CompanionError
from companion.match.events import Corrected, Started
from tests.browser import PATIENCE
from tests.soaks.amendments import make_random_event
from tests.varied import varied
from web import Server, create_app
from web.wire.changes import list_changes
from web.wire.snapshots import Snapshots, draw_first_version
from web.wire.stream import HAND_OVER

LANGUAGES = ("en", "it")
MATCHES = {
    "the_game": (3, {"on_fire": True}),
    "extreme": (2, {}),
    "quick_easy": (3, {}),
    "face_to_face": (2, {}),
    "sequence": (2, {}),
}


def go_on(table: RealTable, dice: Random) -> None:
    """Something that may happen next: at the table, on a phone, to the eye."""
    session = table.session
    rules, match = session.snapshot.rules, session.match
    assert rules is not None and match is not None
    kind = dice.randrange(12)
    if kind == 0:
        table.hands(dice.choice(("moving", "still")))
    elif kind == 1:
        table.ask(dice.choice(list(match.faces)), *((face, 0.4) for face in dice.sample(table_faces(table), 2)))
    elif kind == 2:
        table.lies(**{dice.choice(list(match.faces)): dice.choice(table_faces(table))})
    elif kind == 3:
        table.lost(dice.choice(("", "mat", "dark")))
    elif kind == 4:
        named = Corrected(match.entries[0].n, names=tuple(dice.sample(NAMES, match.started.seats)))
        table.do(lambda session, at: session.amend_log(named, at, "phone"))
    elif kind == 5:
        filmed = frozenset(dice.sample([entry.n for entry in match.entries], min(len(match.entries), 3)))
        table.do(lambda session, at: session.publisher.report_clips(session.snapshot.match_id, filmed))
    elif kind == 6 and dice.randrange(4) == 0:
        begin(table, dice.choice(list(MATCHES)))
    else:
        event = make_random_event(rules, match, dice, again=True)
        table.do(lambda session, at: session.record_event(event, at, "camera"))


def table_faces(table: RealTable) -> list[str]:
    return sorted(table.session.ledger.deck.faces)


def begin(table: RealTable, game: str) -> None:
    players, options = MATCHES[game]
    started = Started(game, players, options, None, NAMES[:players])
    table.do(lambda session, at: session.begin_match(started, at, "phone"))


@pytest.mark.whole
@varied("game", sorted(MATCHES, reverse=True), quick=2)
@settings(max_examples=3)
@given(seed=st.integers(0, 2**32))
def test_changes_since_any_earlier_version_give_exactly_the_view_of_now(game: str, seed: int) -> None:
    dice = Random(seed)
    with RealTable() as table:
        snapshots = Snapshots(table, 5_000_000)
        seen: dict[str, list[Any]] = {language: [] for language in LANGUAGES}
        begin(table, game)
        for language in LANGUAGES:
            seen[language].append(json.loads(snapshots.latest_snapshot(language).json))
        for _ in range(20):
            with suppress(CompanionError):  # what cannot be is refused, and changes nothing
                go_on(table, dice)
            table.hands(dice.choice(("moving", "still")))
            for language in dice.sample(LANGUAGES, dice.randrange(1, 3)):
                now = snapshots.latest_snapshot(language)
                seen[language].append(json.loads(now.json))
                kept = {change.since for change in now.changes}
                for earlier in seen[language]:
                    patch = now.patch_since(earlier["version"])
                    assert (patch is not None) == (earlier["version"] in kept)
                    if patch is not None:
                        applied = apply_patch(earlier, json.loads(patch))
                        assert json.dumps(applied, sort_keys=True) == json.dumps(seen[language][-1], sort_keys=True)


@pytest.mark.parametrize(
    ("before", "after", "operations"),
    [
        ({"a/b": 1, "c~d": 2}, {"a/b": 2}, [("remove", "/c~0d"), ("replace", "/a~1b")]),
        ({"can": 1}, {"can": True}, [("replace", "/can")]),
        ({"log": [{"entry": 2}, {"entry": 1}]}, {"log": [{"entry": 3}, {"entry": 2}, {"entry": 1}]}, [("add", "/log/0")]),
        ({"cards": ["3", "4", "5"]}, {"cards": ["3", "5"]}, [("remove", "/cards/1")]),
        ({"lines": [["a"], ["b"]]}, {"lines": [["b"]]}, [("remove", "/lines/0")]),
        ({"pile": {"zone": "up1", "top": "3"}}, {"pile": None}, [("replace", "/pile")]),
        (
            {"piles": [{"entry": 7, "zone": "up1", "title": "First ascending", "cards": ["3", "11", "12", "13", "14", "15"]}]},
            {"piles": [{"entry": 8, "zone": "up1", "title": "First ascending", "cards": ["3", "11", "12", "13", "14", "15"]}]},
            [("replace", "/piles/0/entry")],
        ),
    ],
)
def test_a_change_is_told_where_it_is(before: Any, after: Any, operations: list[tuple[str, str]]) -> None:
    changes = list_changes(before, after)
    assert [(change["op"], change["path"]) for change in changes] == operations
    assert json.dumps(apply_patch(before, changes)) == json.dumps(after)


def test_a_line_put_in_between_and_another_changed_are_two_operations() -> None:
    before = {"log": [{"entry": n, "text": f"card {n}", "undone": False, "seat": 1} for n in range(9, 0, -1)]}
    late = {"entry": 10, "text": "put in", "undone": False, "seat": 0}
    lines = [{**line, "undone": line["entry"] == 7} for line in before["log"]]
    changes = list_changes(before, {"log": [*lines[:5], late, *lines[5:]]})
    assert [(change["op"], change["path"]) for change in changes] == [("replace", "/log/2/undone"), ("add", "/log/5")]


def events_of(lines: Iterator[bytes]) -> Iterator[tuple[str, int, Any]]:
    """Name, id (0 for none) and data of the events that come."""
    fields: dict[str, str] = {}
    for line in lines:
        key, _, value = line.decode().rstrip("\n").partition(": ")
        if key:
            fields[key] = value
        elif "event" in fields:
            yield fields["event"], int(fields.get("id", 0)), json.loads(fields["data"])
            fields = {}


def listen(client: FlaskClient, path: str = "/api/stream", **headers: str) -> Any:
    """The events of a stream, told in a thread of its own."""
    response = client.get(path, headers=[(name.replace("_", "-"), value) for name, value in headers.items()], buffered=False)
    lines = (line + b"\n" for chunk in response.response for line in chunk.split(b"\n")[:-1])
    return closing(events_of(lines))


def test_after_the_snapshot_a_phone_is_told_what_changes(client: FlaskClient, table: RealTable) -> None:
    with listen(client) as told:
        name, id, view = next(told)
        assert (name, id, view) == ("view", view["version"], client.get("/api/state").json)
        next(told)  # its role
        table.hands("moving")
        name, id, patch = next(told)
        assert (name, id) == ("changes", view["version"] + 1)
        assert len(json.dumps(patch)) < 300
        assert apply_patch(view, patch) == client.get("/api/state").json


@pytest.mark.parametrize("known", ["header", "query", "both"])
def test_a_phone_that_slept_gets_what_it_lacks(known: str, client: FlaskClient, table: RealTable) -> None:
    first = client.get("/api/state").json
    table.lay("up1", "47")
    view = client.get("/api/state").json
    table.hands("moving")
    table.lay("up1", "48")
    now = client.get("/api/state").json
    since = {"header": 0, "query": view["version"], "both": first["version"]}[known]
    headers = {} if known == "query" else {"Last_Event_ID": str(view["version"])}
    with listen(client, f"/api/stream?since={since}", **headers) as told:
        name, id, patch = next(told)
    assert (name, id) == ("changes", now["version"])
    assert apply_patch(view, patch) == now


def test_a_phone_that_is_up_to_date_is_told_so(client: FlaskClient) -> None:
    version = client.get("/api/state").json["version"]
    with listen(client, f"/api/stream?since={version}") as told:
        name, id, data = next(told)
    assert (name, id, data["version"]) == ("current", version, version)


@pytest.mark.whole
def test_a_phone_that_slept_for_long_gets_the_whole_view(client: FlaskClient, table: RealTable) -> None:
    version = client.get("/api/state").json["version"]
    for number in range(400):
        names = [f"{letter}{'x' * 35}{number}" for letter in "AB"]
        table.do(lambda session, at, names=names: session.publisher.publish_changes(regulars=tuple(names)))
        client.get("/api/state")
    with listen(client, Last_Event_ID=str(version)) as told:
        assert next(told)[0] == "view"
    with listen(client, Last_Event_ID=str(version + 399)) as told:
        assert next(told)[0] == "changes"


def test_a_version_of_another_start_is_not_taken_for_one_of_this(table: RealTable, text: Any) -> None:
    one, other = (create_app(table, text=text).test_client() for _ in range(2))
    version = one.get("/api/state").json["version"]
    other.get("/api/state")
    table.lay("up1", "47")
    other.get("/api/state")
    with listen(other, Last_Event_ID=str(version)) as told:
        assert next(told)[0] == "view"


def test_starts_draw_other_versions() -> None:
    assert len({draw_first_version() for _ in range(20)}) > 15


def test_the_answer_to_a_command_names_the_version_of_the_view_that_shows_it(client: FlaskClient) -> None:
    answer = client.post("/api/commands/put", json={"zone": "up1", "face": "47"}).json
    assert answer["version"] == client.get("/api/state").json["version"]


def test_a_program_may_ask_for_whole_views_alone(client: FlaskClient, table: RealTable) -> None:
    with listen(client, "/api/stream?whole=true") as told:
        assert next(told)[0] == "view"
        next(told)  # its role
        table.hands("moving")
        name, _, view = next(told)
        assert (name, view) == ("view", client.get("/api/state").json)


def test_both_languages_are_told_in_their_own_words(client: FlaskClient, table: RealTable) -> None:
    english, italian = (client.get(f"/api/state?language={language}").json for language in LANGUAGES)
    table.lay("up1", "47")
    for view in (italian, english):
        path = f"/api/stream?language={view['language']}&since={view['version']}"
        with listen(client, path) as told:
            assert apply_patch(view, next(told)[2]) == client.get(f"/api/state?language={view['language']}").json


def inflated(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """The lines that can be read after each chunk, as soon as it has come."""
    inflate, rest = zlib.decompressobj(16 + zlib.MAX_WBITS), b""
    for chunk in chunks:
        read = inflate.decompress(chunk)
        assert read, "what has come cannot be read yet"
        *lines, rest = (rest + read).split(b"\n")
        yield from (line + b"\n" for line in lines)


@pytest.mark.parametrize("said", ["gzip", "gzip, deflate, br", "*"])
def test_a_phone_that_takes_gzip_is_sent_gzip_event_by_event(said: str, client: FlaskClient, table: RealTable) -> None:
    response = client.get("/api/stream", headers={"Accept-Encoding": said}, buffered=False)
    assert (response.headers["Content-Encoding"], response.headers["Vary"]) == ("gzip", "Accept-Encoding")
    told = events_of(inflated(iter(response.response)))
    view = next(told)[2]
    next(told)  # its role
    table.hands("moving")
    assert apply_patch(view, next(told)[2]) == client.get("/api/state").json
    response.close()


@pytest.mark.parametrize("said", ["", "identity", "br", "gzip;q=0"])
def test_a_phone_that_does_not_take_gzip_is_sent_none(said: str, client: FlaskClient) -> None:
    with closing(client.get("/api/stream", headers={"Accept-Encoding": said}, buffered=False)) as response:
        assert "Content-Encoding" not in response.headers
        assert next(response.response) == b"retry: 1500\n\n"


def chunks_of(answer: http.client.HTTPResponse) -> Iterator[bytes]:
    while chunk := answer.read1(1 << 16):
        yield chunk


def test_the_loop_of_the_server_sends_gzip_too(app: Flask, table: RealTable) -> None:
    with Server(app, port=0) as server:
        asked = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        asked.request("GET", "/api/stream", headers={"Accept-Encoding": "gzip"})
        answer = asked.getresponse()
        assert answer.headers["Content-Encoding"] == "gzip"
        told = events_of(inflated(chunks_of(answer)))
        view = next(told)[2]
        next(told)  # its role
        for face in ("11", "47"):
            table.lay("up1", face)
            name, _, patch = next(told)
            assert name == "changes"
            view = apply_patch(view, patch)
        assert view["piles"][0]["cards"] == ["11", "47"]
        asked.close()


def test_the_head_of_a_gzip_stream_says_what_its_body_would(client: FlaskClient) -> None:
    response = client.head("/api/stream", headers={"Accept-Encoding": "gzip"}, environ_overrides={HAND_OVER: None})
    assert response.headers["Content-Encoding"] == "gzip"
    assert response.data == b""


Open = Callable[..., Any]


@pytest.mark.whole
def test_a_page_applies_changes_as_any_program_would(show: Open) -> None:
    page, dice = show(playing()), Random(5)
    with RealTable() as table:
        snapshots = Snapshots(table)
        begin(table, "sequence")
        first = snapshots.latest_snapshot("it")
        steps = []
        for _ in range(60):
            with suppress(CompanionError):
                go_on(table, dice)
            before, now = first if not steps else steps[-1][0], snapshots.latest_snapshot("it")
            if before.version != now.version:
                steps.append((now, json.loads(now.patch_since(before.version) or b"")))
        patched = page.evaluate(
            "async ([view, patches]) => { const { patched } = await import('/static/changes.js'); "
            "const was = JSON.stringify(view), shown = []; let now = view; "
            "for (const patch of patches) { now = patched(now, patch); shown.push(now); } "
            "return [shown, JSON.stringify(view) === was, patched(now, patches[0])]; }",
            [json.loads(first.json), [patch for _, patch in steps]],
        )
        assert patched == [[json.loads(now.json) for now, _ in steps], True, None]


HEARD = """
window.heard = [];
window.EventSource = class extends EventSource {
  addEventListener(name, listener) {
    super.addEventListener(name, (event) => {
      if (name === "changes" && window.misses) return;
      if (event.data) window.heard.push([name, event.data.length]);
      listener(event);
    });
  }
};
Object.defineProperty(document, "hidden", { get: () => Boolean(window.asleep) });
"""


def names_heard(page: Any) -> list[str]:
    heard = page.evaluate("window.heard.splice(0)")
    return [name for name, _ in heard if name not in ("beat", "role")]


@pytest.mark.whole
def test_a_page_that_wakes_is_told_what_it_lacks_and_no_more(show: Open) -> None:
    table = playing()
    with opened(show(table), HEARD) as (page, wrong):
        page.wait_for_function("() => heard.length")
        assert names_heard(page) == ["current"], "the page came with the view"
        page.evaluate("asleep = true; document.dispatchEvent(new Event('visibilitychange'))")
        table.lay("up2", "19")
        table.end_turn()
        page.evaluate("asleep = false; document.dispatchEvent(new Event('visibilitychange'))")
        see(page, "#turn", "Bruno to play")
        see(page, "[data-zone=up2]", "above 19")
        assert names_heard(page) == ["changes"]
        table.act({"command": "undo", "language": "en"}, "phone 1")
        see(page, "#turn", "Ada to play")
        assert names_heard(page) == ["changes"]
        assert wrong == []


@pytest.mark.whole
def test_a_page_that_missed_a_change_asks_for_the_whole_view(show: Open) -> None:
    table = playing()
    with opened(show(table), HEARD) as (page, wrong):
        page.wait_for_function("() => heard.length")
        page.evaluate("misses = true")
        table.lay("up2", "19")
        table.hands("moving")
        page.wait_for_function("() => heard.some(([name]) => name === 'beat')")
        page.evaluate("misses = false; heard = []")
        table.hands("still")
        see(page, "[data-zone=up2]", "above 19")
        assert names_heard(page) == ["changes", "view"]
        table.end_turn()
        see(page, "#turn", "Bruno to play")
        assert names_heard(page) == ["changes"]
        assert wrong == []
