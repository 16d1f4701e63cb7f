"""The port of the dashboard is looked at before anything that takes long."""

from __future__ import annotations

import argparse
import socket

import pytest

from companion.errors import ConfigError
from companion.machine.config import Web
from companion.machine.network.port_numbers import parse_port
from companion.machine.network.ports import find_free_port, require_free_port
from web.errors import AddressInUse


@pytest.fixture
def taken():
    """A port at which somebody listens, the next one free."""
    while True:
        with socket.socket() as somebody, socket.socket() as after:
            somebody.bind(("127.0.0.1", 0))
            port = somebody.getsockname()[1]
            try:
                after.bind(("127.0.0.1", port + 1))
            except (OSError, OverflowError):
                continue
            after.close()
            somebody.listen()
            yield port
            return


def test_a_taken_port_is_refused_with_what_to_type(taken):
    with pytest.raises(AddressInUse, match=rf"{taken} .*--port"):
        require_free_port(Web(port=taken))


def test_the_demo_takes_the_next_one_and_says_so(taken, capsys):
    assert find_free_port(Web(port=taken)).port == taken + 1
    assert str(taken + 1) in capsys.readouterr().err


def test_a_free_port_is_taken_without_a_word(taken, capsys):
    require_free_port(Web(port=taken + 1))
    assert find_free_port(Web(port=taken + 1)) == Web(port=taken + 1) and capsys.readouterr().err == ""


def test_an_address_of_another_machine_is_refused():
    with pytest.raises(ConfigError, match=r"192\.0\.2\.1"):
        require_free_port(Web(host="192.0.2.1"))


@pytest.mark.parametrize("word", ["0", "65536", "-1", "http", "80.5", "٨٠", ""])
def test_what_is_no_port_is_said_to_be_none(word):
    with pytest.raises(argparse.ArgumentTypeError, match="1 to 65535"):
        parse_port(word)


def test_a_port_is_a_number():
    assert (parse_port("1"), parse_port("65535")) == (1, 65535)
