"""Server-sent events: snapshot first, then changes, signs of life, and an end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from flask.testing import FlaskClient
from json_patch import apply_patch
from real_table import RealTable

from web import create_app
from web.wire.snapshots import Snapshots
from web.wire.stream import BEAT_S, MAX_STREAMS_OF_ONE, RETRY_LINE, Gone, StreamSlots, narrate_stream, stream_in_thread


def parse(chunk: bytes) -> tuple[str, str, Any]:
    """Event name, id and data of one server-sent event."""
    fields = dict(line.split(": ", 1) for line in chunk.decode().strip().split("\n"))
    return fields["event"], fields["id"], json.loads(fields["data"])


@pytest.fixture
def snapshots(table: RealTable) -> Snapshots:
    return Snapshots(table)


def told(
    snapshots: Snapshots,
    boot: str = "boot",
    seen: int | None = None,
    *,
    beat: float = BEAT_S,
    life: int = 300,
    gone: Gone = lambda: False,
) -> Iterator[bytes]:
    """What a phone is sent."""
    first = snapshots.latest_snapshot("en")
    return stream_in_thread(snapshots, "en", narrate_stream(first, boot, seen, life=life), first.version, gone, beat)


def test_the_snapshot_comes_first_and_its_id_is_its_version(table: RealTable, snapshots: Snapshots) -> None:
    retry, first = islice(told(snapshots), 2)
    name, id, view = parse(first)
    assert retry == RETRY_LINE
    assert (name, id) == ("view", str(view["version"]))
    assert view == table.view("en")


def test_each_change_is_pushed_once_and_only_the_latest_counts(table: RealTable, snapshots: Snapshots) -> None:
    stream = told(snapshots, beat=0)
    view = parse([*islice(stream, 2)][1])[2]
    table.lay("up1", "11")
    table.lay("up1", "47")
    name, _, patch = parse(next(stream))
    assert name == "changes"
    assert apply_patch(view, patch)["piles"][0]["cards"] == ["11", "47"]
    assert next(stream).startswith(b"event: beat\n")


def test_silence_is_broken_by_beats_until_the_stream_has_lived(table: RealTable, snapshots: Snapshots) -> None:
    _, _, *rest = told(snapshots, beat=0, life=3)
    assert rest == [b'event: beat\ndata: {"version":%d}\n\n' % table.version] * 3


def test_the_stream_ends_when_the_phone_has_hung_up(snapshots: Snapshots) -> None:
    gone = iter([False, False, True])
    assert len(list(told(snapshots, beat=0, gone=lambda: next(gone)))) == 2


def test_a_phone_that_is_up_to_date_is_not_sent_the_view_again(table: RealTable, snapshots: Snapshots) -> None:
    stream = told(snapshots, "b00t", table.wait(-1, 0), beat=0)
    next(stream)
    assert parse(next(stream)) == ("current", str(table.wait(-1, 0)), {"version": table.wait(-1, 0), "boot": "b00t"})
    table.lay("up1", "47")
    assert parse(next(stream))[0] == "changes"


@pytest.mark.parametrize("seen", ["1", "999999", "-1", "x"])
def test_a_phone_with_another_version_is_sent_the_view(seen: str, client: FlaskClient) -> None:
    response = client.get("/api/stream", headers={"Last-Event-ID": seen}, buffered=False)
    next(response.response)
    assert parse(next(response.response))[0] == "view"
    response.close()


def test_last_event_id_is_honoured(client: FlaskClient) -> None:
    seen = str(client.get("/api/state").json["version"])
    response = client.get("/api/stream", headers={"Last-Event-ID": seen}, buffered=False)
    next(response.response)
    assert parse(next(response.response))[0] == "current"
    response.close()


def test_the_stream_speaks_the_language_of_the_phone(client: FlaskClient) -> None:
    response = client.get("/api/stream?language=it", buffered=False)
    next(response.response)
    assert parse(next(response.response))[2]["language"] == "it"
    assert response.mimetype == "text/event-stream"
    assert response.headers["Cache-Control"] == "no-store"
    response.close()


def test_places_on_the_stream_are_limited_and_given_back(table: RealTable, text: Any) -> None:
    client = create_app(table, text=text, streams=1).test_client()
    first = client.get("/api/stream", buffered=False)
    refused = client.get("/api/stream")
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
    assert "So many phones" in refused.json["error"]
    first.close()
    again = client.get("/api/stream", buffered=False)
    assert again.status_code == 200
    again.close()


def test_a_phone_that_has_hung_up_holds_no_place() -> None:
    slots, gone = StreamSlots(1), [False]
    first = slots.take_slot(lambda: gone[0])
    assert slots.take_slot(lambda: False) is None
    gone[0] = True
    second = slots.take_slot(lambda: False)
    assert first and second
    first.free_slot()  # it is noticed later: that gives back no second place
    assert slots.take_slot(lambda: False) is None
    second.free_slot()
    assert slots.take_slot(lambda: False)


def test_one_phone_with_many_streams_loses_its_own_oldest() -> None:
    slots = StreamSlots(MAX_STREAMS_OF_ONE + 1)
    other = slots.take_slot(lambda: False, "b2")
    own = [slots.take_slot(lambda: False, "a1") for _ in range(MAX_STREAMS_OF_ONE)]
    assert slots.take_slot(lambda: False, "c3") is None
    own.append(slots.take_slot(lambda: False, "a1"))
    assert other and not other.is_gone()
    assert [each.is_gone() for each in own if each] == [True, *[False] * MAX_STREAMS_OF_ONE]


def test_the_view_is_made_once_however_many_look(text: Any) -> None:
    class Counting(RealTable):
        made = 0

        def view(self, language: str) -> dict[str, Any]:
            self.made += 1
            return super().view(language)

    with Counting() as table:
        client = create_app(table.begin("the_game", 3), text=text).test_client()
        for _ in range(5):
            client.get("/api/state")
        assert table.made == 1
        client.get("/api/state?language=it")
        table.lay("up1", "47")
        client.get("/api/state")
        assert table.made == 3
