"""The dashboard over TLS, with a certificate of the companion's own."""

from __future__ import annotations

import contextlib
import hashlib
import http.client
import json
import socket
import ssl
import stat
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from real_table import RealTable
from test_phones import Door

pytest.importorskip("cryptography", reason="cryptography is not installed: pip install cryptography")

from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID

from companion.errors import StateError
from companion.machine.network import certificate as certificates
from companion.machine.network.certificate import VALID_EACH_WAY, OwnCertificate, ensure_certificate, read_fingerprint
from tests.browser import PATIENCE
from web import Server, create_app
from web.errors import CertificateUnusable
from web.wire.tls import tls_context


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    return ensure_certificate(tmp_path, ["companion.local"], [])


@pytest.fixture
def server(app: Flask, certificate: Path) -> Iterator[Server]:
    with Server(app, port=0, threads=6, tls=tls_context(certificate, certificate)) as server:
        yield server


def connection(server: Server, certificate: Path) -> http.client.HTTPSConnection:
    trusting = ssl.create_default_context(cafile=str(certificate))
    return http.client.HTTPSConnection("127.0.0.1", server.port, timeout=PATIENCE, context=trusting)


def test_it_answers_over_tls_again_and_again_on_one_connection(server: Server, certificate: Path) -> None:
    assert server.url.startswith("https://")
    asked = connection(server, certificate)
    for path in ("/healthz", "/api/state", "/static/dashboard.css", "/") * 3:
        asked.request("GET", path)
        answer = asked.getresponse()
        assert answer.status == 200 and answer.read()
    shown = asked.sock.getpeercert(binary_form=True)
    assert hashlib.sha256(shown).hexdigest() == read_fingerprint(certificate).replace(":", "").lower()
    asked.close()


def test_a_body_larger_than_a_record_comes_through_and_is_refused(server: Server, certificate: Path) -> None:
    asked = connection(server, certificate)
    body = json.dumps({"x": "y" * 200_000}).encode()
    asked.request("POST", "/api/commands/undo", body, {"Content-Type": "application/json"})
    assert asked.getresponse().status == 413
    asked.close()


def test_the_stream_pushes_over_tls(server: Server, certificate: Path, table: RealTable) -> None:
    asked = connection(server, certificate)
    asked.request("GET", "/api/stream")
    stream = asked.getresponse()
    assert stream.readline() == b"retry: 1500\n"
    table.lay("up1", "47")
    while b'"47"' not in stream.readline():
        pass
    asked.close()


def test_whoever_does_not_speak_tls_is_hung_up_on_and_others_are_served(server: Server, certificate: Path) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as plain:
        plain.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        with contextlib.suppress(ConnectionResetError):
            while told := plain.recv(1000):
                assert not told.startswith(b"HTTP")
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE):  # says nothing at all
        test_it_answers_over_tls_again_and_again_on_one_connection(server, certificate)


def test_cookies_travel_over_tls_alone(table: RealTable, text: Any) -> None:
    door = Door(table, text)
    door.app = create_app(table, text=text, access=door.access, secure=True)
    client = door.app.test_client()
    client.post("/pair", data={"code": door.code}, base_url="https://localhost/")
    cookie = client.get_cookie("companion")
    assert cookie is not None and cookie.secure and cookie.same_site == "Strict"


def test_the_certificate_is_its_owners_and_is_made_once(tmp_path: Path, certificate: Path) -> None:
    assert stat.S_IMODE(certificate.stat().st_mode) == 0o600
    first = read_fingerprint(certificate)
    assert len(first.split(":")) == 32
    assert read_fingerprint(ensure_certificate(tmp_path, ["companion.local"], [])) == first


@pytest.mark.parametrize("spoilt", ["gone", "empty", "another name", "over"])
def test_a_certificate_that_will_not_do_is_made_anew(spoilt: str, tmp_path: Path, certificate: Path) -> None:
    first = read_fingerprint(certificate)
    names, now = ["companion.local"], datetime.now(UTC)
    if spoilt == "gone":
        certificate.unlink()
    elif spoilt == "empty":
        certificate.write_bytes(b"")
    elif spoilt == "another name":
        names = ["pi.lan"]
    else:
        now += VALID_EACH_WAY - timedelta(days=1)
    assert read_fingerprint(ensure_certificate(tmp_path, names, ["192.168.1.7"], now)) != first


def test_another_address_is_no_reason_for_another_certificate(tmp_path: Path, certificate: Path) -> None:
    first = read_fingerprint(certificate)
    assert read_fingerprint(ensure_certificate(tmp_path, ["companion.local"], ["192.168.1.99"])) == first


def test_a_certificate_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "tls.pem").write_text("nothing")
    with pytest.raises(CertificateUnusable, match=r"tls\.pem cannot be used"):
        tls_context(tmp_path / "tls.pem", tmp_path / "tls.pem")


def read(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def test_phones_take_the_certificate(certificate: Path) -> None:
    found = read(certificate)
    assert found.not_valid_after_utc - found.not_valid_before_utc <= timedelta(days=825)
    use = found.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(use) == [ExtendedKeyUsageOID.SERVER_AUTH]
    names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert {str(name.value) for name in names} == {"companion.local", "localhost", "127.0.0.1"}


def test_a_name_with_accents_is_spelled_as_certificates_do(tmp_path: Path) -> None:
    found = read(ensure_certificate(tmp_path, ["tavolò.local", "x" * 70 + "è.local"], ["pi.lan"]))
    names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert {str(name.value) for name in names} == {"xn--tavol-yta.local", "pi.lan", "localhost", "127.0.0.1"}


def test_one_that_phones_refuse_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as former:
        former.setattr(certificates, "VALID_EACH_WAY", timedelta(days=1825))
        refused = read_fingerprint(ensure_certificate(tmp_path, ["companion.local"], []))
    assert read_fingerprint(ensure_certificate(tmp_path, ["companion.local"], [])) != refused


STEPS = [timedelta(days=days) for days in (-400, -30, -1, 1, 30, 375)]


@pytest.mark.parametrize("step", STEPS)
def test_a_date_that_jumps_by_a_year_parts_no_phone_from_the_table(step: timedelta, tmp_path: Path) -> None:
    first = read_fingerprint(ensure_certificate(tmp_path, [], []))
    assert read_fingerprint(ensure_certificate(tmp_path, [], [], datetime.now(UTC) + step)) == first


@pytest.mark.parametrize("first", [datetime(1970, 1, 1, tzinfo=UTC), datetime(2099, 12, 31, tzinfo=UTC), None])
@pytest.mark.parametrize("days", [-30, 400])
def test_after_any_date_there_is_one_that_is_good_today_and_soon(first: datetime | None, days: int, tmp_path: Path) -> None:
    first = first or datetime.now(UTC)
    ensure_certificate(tmp_path, [], [], first)
    for now in (first + timedelta(days=days), datetime.now(UTC)):
        found = read(ensure_certificate(tmp_path, [], [], now))
        assert found.not_valid_before_utc < now < found.not_valid_after_utc - timedelta(days=29)


def test_a_running_server_is_served_with_the_renewed_one(app: Flask, tmp_path: Path) -> None:
    own = OwnCertificate(tmp_path, [], [])
    first = own.fingerprint
    with Server(app, port=0, tls=own.context) as server:
        assert not own.renew_if_due()
        assert own.renew_if_due(datetime.now(UTC) + timedelta(days=400)) and own.fingerprint != first
        test_it_answers_over_tls_again_and_again_on_one_connection(server, tmp_path / "tls.pem")


def test_whatever_bit_falls_over_another_one_is_made(tmp_path: Path, certificate: Path) -> None:
    whole = certificate.read_bytes()
    for at in range(0, len(whole), 7):
        certificate.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :])
        OwnCertificate(tmp_path, ["companion.local"], [])


def test_where_none_can_be_written_one_is_served_from_memory_and_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "tls.pem").mkdir()
    (tmp_path / "tls.pem" / "a file").touch()
    assert OwnCertificate(tmp_path, [], []).fingerprint
    with pytest.raises(StateError, match=r"tls\.pem cannot be read"):
        read_fingerprint(tmp_path / "tls.pem")
