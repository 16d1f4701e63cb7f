"""The names by which phones reach this machine."""

from __future__ import annotations

import socket

import pytest

from companion.machine.network.addresses import own_host_names


@pytest.fixture(params=["raspberrypi", "RaspberryPi.lan"])
def called(request, monkeypatch):
    monkeypatch.setattr(socket, "gethostname", lambda: request.param)


def test_the_machine_answers_to_its_name_as_routers_write_it(called, tmp_path):
    (tmp_path / "resolv.conf").write_text("# by hand\nnameserver 192.168.1.1\nsearch Speedport.ip. home.example\ndomain\n")
    names = own_host_names(tmp_path / "resolv.conf")
    for suffix in ("", ".local", ".lan", ".home", ".fritz.box", ".speedport.ip", ".home.example"):
        assert f"raspberrypi{suffix}" in names
    assert "fritz.box" not in names and len(names) == len(set(names))


def test_a_network_has_no_say_where_this_machine_alone_is_served(called, tmp_path):
    (tmp_path / "resolv.conf").write_text("search evil.example\n")
    names = own_host_names(tmp_path / "resolv.conf", everywhere=False)
    assert {"raspberrypi", "raspberrypi.local"} <= set(names) <= {"raspberrypi", "raspberrypi.local", "raspberrypi.lan"}


@pytest.mark.parametrize("written", [None, b"", b"\xff\xfe search", b"search \x00 ../.. *"])
def test_nonsense_of_a_network_adds_no_name(called, written, tmp_path):
    if written is not None:
        (tmp_path / "resolv.conf").write_bytes(written)
    assert set(own_host_names(tmp_path / "resolv.conf")) == set(own_host_names(tmp_path / "nowhere"))


def test_a_machine_without_a_name_has_none(monkeypatch):
    monkeypatch.setattr(socket, "gethostname", lambda: "")
    assert own_host_names() == []
