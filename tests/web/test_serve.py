"""The dashboard on a real socket."""

from __future__ import annotations

import json
import socket
import urllib.error
import urllib.request
from typing import Any

import pytest
from flask import Flask
from json_patch import apply_patch
from real_table import RealTable

from tests.browser import PATIENCE
from web import AddressInUse, ByInvitation, Server, UnguardedAddress, create_app


def read_event(stream: Any) -> dict[str, str]:
    """The next server-sent event."""
    fields: dict[str, str] = {}
    while line := stream.readline().decode().rstrip("\n"):
        name, _, value = line.partition(": ")
        fields[name] = value
    return fields


def test_it_serves_pushes_and_stops_although_phones_are_on_the_stream(app: Flask, table: RealTable) -> None:
    with Server(app, port=0, threads=4) as server:
        with urllib.request.urlopen(f"{server.url}healthz", timeout=PATIENCE) as response:
            assert json.load(response) == {"status": "ok"}
        with urllib.request.urlopen(f"{server.url}api/stream", timeout=PATIENCE) as stream:
            assert read_event(stream) == {"retry": "1500"}
            view = json.loads(read_event(stream)["data"])
            table.lay("up1", "47")
            assert read_event(stream)["event"] == "role"
            patch = json.loads(read_event(stream)["data"])
            assert apply_patch(view, patch)["piles"][0]["top"] == "47"
            server.stop_serving()
            assert server.has_stopped
    with pytest.raises(OSError):
        urllib.request.urlopen(f"{server.url}healthz", timeout=PATIENCE)


def test_a_phone_that_hangs_up_makes_room_for_another(table: RealTable, text: Any) -> None:
    with Server(create_app(table, text=text, streams=1), port=0, threads=4) as server:
        stream = f"{server.url}api/stream"
        urllib.request.urlopen(stream, timeout=PATIENCE).close()
        for hands in ["moving", "still"] * 500:  # each change is a word that cannot be delivered
            table.hands(hands)
            try:
                urllib.request.urlopen(stream, timeout=PATIENCE).close()
                return
            except urllib.error.HTTPError as refused:
                refused.close()
    pytest.fail("the place on the stream was never given back")


def test_a_second_crowd_finds_the_places_of_the_first(table: RealTable, text: Any) -> None:
    with Server(create_app(table, text=text, streams=8), port=0, threads=12) as server:
        for _ in range(3):
            crowd = [urllib.request.urlopen(f"{server.url}api/stream", timeout=PATIENCE) for _ in range(8)]
            assert [read_event(phone) for phone in crowd] == [{"retry": "1500"}] * 8
            with pytest.raises(urllib.error.HTTPError) as caught:
                urllib.request.urlopen(f"{server.url}api/stream", timeout=PATIENCE)
            with caught.value as refused:
                assert (refused.code, refused.headers["Retry-After"]) == (503, "5")
                assert "So many phones" in json.load(refused)["error"]
            for phone in crowd:
                phone.close()
            with urllib.request.urlopen(f"{server.url}healthz", timeout=PATIENCE) as response:
                assert json.load(response) == {"status": "ok"}


def test_connections_that_ask_nothing_keep_nobody_out(app: Flask) -> None:
    with Server(app, port=0, threads=4, connections=10) as server:
        silent = [socket.create_connection((server.host, server.port), timeout=PATIENCE) for _ in range(150)]
        for each in silent[::2]:
            each.sendall(b"GET /healthz HTT")
        with urllib.request.urlopen(f"{server.url}healthz", timeout=PATIENCE) as response:
            assert json.load(response) == {"status": "ok"}
        for each in silent:
            each.close()


def test_a_port_in_use_is_said_with_what_to_do(app: Flask) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(AddressInUse, match=f"port {port} is taken by another program: stop it, or choose another port"):
            Server(app, port=port)


def test_an_address_of_another_machine_is_said(table: RealTable) -> None:
    guarded = create_app(table, text=str, access=ByInvitation())  # type: ignore[arg-type]
    with pytest.raises(OSError, match=r"cannot be served at 192\.0\.2\.1 port 0"):
        Server(guarded, "192.0.2.1", 0)


def test_a_dashboard_without_a_code_is_not_served_to_the_network(app: Flask) -> None:
    with pytest.raises(UnguardedAddress, match="asks for no code"):
        Server(app, "0.0.0.0", 0)


def test_a_body_that_is_far_too_large_is_refused(app: Flask, table: RealTable) -> None:
    with Server(app, port=0, threads=2) as server:
        request = urllib.request.Request(
            f"{server.url}api/commands/undo", data=b" " * 200_000, headers={"Content-Type": "application/json"}
        )
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(request, timeout=PATIENCE)
        with caught.value as error:
            assert error.code == 413
            assert json.load(error) == {"error": "The body is larger than 64 kB."}
    assert table.acts == []
