"""One loop for everybody: a hundred phones, silent ones, slow ones, vanished ones, and requests that nobody should send."""

from __future__ import annotations

import http.client
import json
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from real_table import RealTable

from companion.machine.network.certificate import ensure_certificate
from tests.browser import PATIENCE
from web import Server, create_app
from web.wire import connections, requests
from web.wire.tls import tls_context


@contextmanager
def listening(server: Server) -> Iterator[Any]:
    """A phone on the stream, as the lines that it is sent."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as phone:
        phone.sendall(b"GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        with phone.makefile("rb") as lines:
            yield lines


def wait_for(lines: Any, words: bytes) -> None:
    while words not in (line := lines.readline()):
        assert line, "the stream has ended"


def get(server: Server, path: str = "/healthz") -> int:
    asked = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    asked.request("GET", path)
    status = asked.getresponse().status
    asked.close()
    return status


def spoken(server: Server, *said: bytes) -> bytes:
    """Everything that is answered until the server hangs up."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as phone:
        for each in said:
            phone.sendall(each)
        answer = b""
        while data := phone.recv(1 << 16):
            answer += data
        return answer


def test_a_hundred_phones_hear_of_a_change_from_a_handful_of_threads(app: Flask, table: RealTable) -> None:
    before = threading.active_count()
    with Server(app, port=0) as server, ExitStack() as crowd:
        phones = [crowd.enter_context(listening(server)) for _ in range(100)]
        for phone in phones:
            wait_for(phone, b"event: view")
        table.lay("up1", "47")
        for phone in phones:
            wait_for(phone, b'"face":"47"')
        assert threading.active_count() - before <= 10
        assert get(server, "/") == 200


def test_phones_that_never_read_again_keep_no_change_from_others(app: Flask, table: RealTable) -> None:
    with Server(app, port=0) as server, ExitStack() as crowd:
        for _ in range(30):
            crowd.enter_context(listening(server))
        reads = crowd.enter_context(listening(server))
        for face in range(3, 60):
            table.lay("up1", str(face))
            wait_for(reads, b'"face":"%d"' % face)
        assert get(server) == 200


def test_streams_end_at_once_when_the_server_stops(app: Flask) -> None:
    with Server(app, port=0) as server, ExitStack() as crowd:
        phones = [crowd.enter_context(listening(server)) for _ in range(40)]
        for phone in phones:
            wait_for(phone, b"event: view")
        server.stop_serving()
        assert server.has_stopped
        for phone in phones:
            try:
                while phone.readline():
                    pass
            except ConnectionResetError:
                continue


def test_the_server_stops_although_a_page_hangs(table: RealTable, text: Any) -> None:
    asked, leave = threading.Event(), threading.Event()

    class Hanging(RealTable):
        def report_health(self, language: str) -> dict[str, Any]:
            asked.set()
            leave.wait()
            return super().report_health(language)

    with Hanging() as hanging, Server(create_app(hanging, text=text), port=0) as server:
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as phone:
            phone.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            asked.wait(PATIENCE)
            server.stop_serving()
            assert server.has_stopped
        leave.set()


def test_pages_that_hang_for_one_address_are_no_reason_to_wait_for_another(text: Any) -> None:
    asked, leave = threading.Semaphore(0), threading.Event()

    class Hanging(RealTable):
        def run_checkup(self, language: str) -> list[dict[str, str]]:
            asked.release()
            leave.wait()
            return []

    with Hanging() as table, Server(create_app(table, text=text), port=0, threads=4) as server, ExitStack() as crowd:
        for _ in range(8):
            phone = crowd.enter_context(socket.create_connection(("127.0.0.1", server.port), PATIENCE, ("127.0.0.2", 0)))
            phone.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        for _ in range(2):
            asked.acquire(timeout=PATIENCE)
        assert get(server) == 200
        leave.set()


def test_large_bodies_that_never_come_keep_no_camera_of_another_phone_out(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "MAX_BODY_TIME_S", 2 * PATIENCE)
    head = b"POST /api/camera HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r\nContent-Length: 300000\r\n\r\n"
    with Server(app, port=0) as server, ExitStack() as crowd:
        for _ in range(2 * requests.MAX_LARGE_BODIES):
            phone = crowd.enter_context(socket.create_connection(("127.0.0.1", server.port), PATIENCE, ("127.0.0.2", 0)))
            phone.sendall(head)
        asked = crowd.enter_context(socket.create_connection(("127.0.0.1", server.port), PATIENCE))
        asked.sendall(head + bytes(300_000))
        assert asked.recv(100).startswith(b"HTTP/1.1 404")  # nobody takes pictures here


def test_a_view_that_cannot_be_made_ends_the_streams(text: Any) -> None:
    class Broken(RealTable):
        broken = False

        def view(self, language: str) -> dict[str, Any]:
            if self.broken:
                raise RuntimeError("nothing can be shown")
            return super().view(language)

    with Broken() as table, Server(create_app(table.begin("the_game", 3), text=text), port=0) as server:
        with listening(server) as phone:
            wait_for(phone, b"event: view")
            table.broken = True
            table.lay("up1", "47")
            while phone.readline() not in (b"0\r\n", b""):
                pass
        table.broken = False
        with listening(server) as phone:
            wait_for(phone, b'"top":"47"')


def test_a_connection_on_which_nothing_is_asked_is_closed(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MAX_SILENT_S", 0.5)
    with Server(app, port=0) as server, listening(server) as phone:
        wait_for(phone, b"event: view")
        for said in (b"", b"GET /healthz HTT", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"):
            spoken(server, said)  # comes back once it is hung up on
        wait_for(phone, b"event: beat")


def test_a_body_that_never_comes_is_not_waited_for(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "MAX_BODY_TIME_S", 0.2)
    with Server(app, port=0) as server:
        answer = spoken(server, b"POST /api/commands/undo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 70000\r\n\r\n{")
        assert answer.startswith(b"HTTP/1.1 408")


def test_those_who_never_speak_tls_keep_nobody_out(app: Flask, tmp_path: Path) -> None:
    made = ensure_certificate(tmp_path, [], [])
    with Server(app, port=0, connections=10, tls=tls_context(made, made)) as server, ExitStack() as crowd:
        for _ in range(150):
            crowd.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE))
        trusting = ssl.create_default_context(cafile=str(made))
        asked = http.client.HTTPSConnection("127.0.0.1", server.port, timeout=PATIENCE, context=trusting)
        asked.request("GET", "/healthz")
        assert asked.getresponse().status == 200
        asked.close()


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("megabytes", [2, 20])
def test_of_a_body_beyond_all_measure_nothing_is_kept(megabytes: int, chunked: bool, app: Flask, table: RealTable) -> None:
    head = b"POST /api/commands/undo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
    size = megabytes << 20
    with Server(app, port=0) as server, socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as phone:
        phone.sendall(head + (b"Transfer-Encoding: chunked" if chunked else b"Content-Length: %d" % size) + b"\r\n\r\n")
        try:
            for _ in range(megabytes):
                phone.sendall(b"100000\r\n" * chunked + b" " * (1 << 20) + b"\r\n" * chunked)
            phone.sendall(b"0\r\n\r\n" * chunked)
        except OSError:
            assert megabytes > 8  # hung up on, unheard
        else:
            with phone.makefile("rb") as answer:
                assert answer.readline().startswith(b"HTTP/1.1 413")
        assert get(server) == 200
    assert table.acts == []


def test_chunks_and_requests_in_one_go_are_understood(app: Flask, table: RealTable) -> None:
    post = b"POST /api/commands/end_turn HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with Server(app, port=0) as server:
        answer = spoken(
            server,
            post + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n"
            b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
            b"HEAD /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n"
            b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        )
    assert answer.count(b"HTTP/1.1 200") == 4
    assert [act["command"] for act, _ in table.acts] == ["end_turn"]


ODD = [
    b"GET //evil.example/x HTTP/1.1\r\nHost: localhost",
    b"GET http://evil.example/api/state HTTP/1.1\r\nHost: localhost",
    b"GET http://evil.example HTTP/1.1\r\nHost: localhost",
    b"OPTIONS * HTTP/1.1\r\nHost: localhost",
    b"GET /%ff%00%2e%2e/%c3%a9 HTTP/1.1\r\nHost: localhost",
    b"GET /static/../../serve.py HTTP/1.1\r\nHost: localhost",
    b"GET /static/%2e%2e%2fserve.py HTTP/1.1\r\nHost: localhost",
    b"GET /api/state?language=%ff HTTP/1.1\r\nHost: localhost",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example",
    b"GET / HTTP/1.1",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nHost_: evil.example\r\nContent_Length: 7",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999999999",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: \xff\xfe=1; companion=\xff",
    b"GET / HTTP/9.9\r\nHost: localhost",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET /" + b"a" * 60_000 + b" HTTP/1.1\r\nHost: localhost",
]


@pytest.mark.parametrize("odd", ODD)
def test_odd_requests_take_nothing_down(odd: bytes, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "MAX_BODY_TIME_S", 0.2)
    with Server(app, port=0) as server:
        answer = spoken(server, odd + b"\r\nConnection: close\r\n\r\n")
        assert not answer.startswith(b"HTTP/1.1 500")
        assert b"def listen" not in answer
        assert get(server) == 200


def test_addresses_and_cookies_reach_the_dashboard_as_they_were_sent(table: RealTable, text: Any) -> None:
    app = create_app(table, text=text)

    @app.get("/echo/<path:word>")
    def echo(word: str) -> Any:
        from flask import jsonify, request

        return jsonify(word=word, q=request.args["q"], cookies=dict(request.cookies), address=request.remote_addr)

    with Server(app, port=0) as server:
        sent = (
            f"GET /echo/caff%C3%A8%2Fb?q=%C3%A8+1 HTTP/1.1\r\nHost: localhost:{server.port}\r\nCookie: a=1\r\nCookie: b=2\r\n"
        )
        answer = spoken(server, sent.encode() + b"Connection: close\r\n\r\n")
        assert json.loads(answer.split(b"\r\n\r\n")[1]) == {
            "word": "caffè/b",
            "q": "è 1",
            "cookies": {"a": "1", "b": "2"},
            "address": "127.0.0.1",
        }
