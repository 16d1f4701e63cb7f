"""`companion club`: every table of a club on one page, from what the tables publish to a broker."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.clubhouse.demo import DemoEvening
from companion.clubhouse.intake import BrokerAccess
from companion.clubhouse.service import Clubhouse, HouseSettings
from companion.errors import ConfigError
from companion.journal.state_lock import StateLock
from companion.machine.config import Web
from companion.machine.ending import Ending, end_when_told
from companion.machine.log_lines import begin_log
from companion.machine.memory import share_one_arena
from companion.machine.network.addresses import invitation_lines
from companion.machine.network.ports import find_free_port, require_free_port
from companion.machine.paths import state_directory
from companion.machine.text_files import read_text_file

LOOK_AROUND_S = 30.0  # seconds between looks at an old code and an old certificate; guess
ANOTHER_CODE = "the page Phones, or what is printed here later"


def run(arguments: argparse.Namespace) -> int:
    """0 after SIGTERM or Ctrl-C. Raises `ConfigError` for unusable values or missing packages, `AddressInUse`, `StateInUse`,
    `ClubStoreError`."""
    share_one_arena()
    end_when_told()
    if not arguments.host:
        raise ConfigError("--host: an address is needed: 127.0.0.1 = this machine only, 0.0.0.0 = every network")
    begin_log()
    logging.getLogger("alembic").setLevel(logging.WARNING)
    password = read_text_file(Path(arguments.password_file)).strip() if arguments.password_file else ""
    broker = BrokerAccess(arguments.broker, arguments.user, password, arguments.ca, arguments.certificate, arguments.key)
    web = Web(arguments.host, arguments.port, names=tuple(arguments.name), tls=arguments.tls)
    if arguments.demo:
        web = find_free_port(web)
        with DemoEvening(arguments.language) as evening:
            settings = HouseSettings(replace(broker, url=evening.broker_url), evening.folder, web, language=arguments.language)
            return serve_club(Clubhouse(settings), evening.start_tables)
    require_free_port(web)
    state = state_directory() / "club"
    with StateLock(state):
        return serve_club(Clubhouse(HouseSettings(broker, state, web, arguments.database, arguments.language)))


def serve_club(club: Clubhouse, begin: Callable[[], None] = lambda: None) -> int:
    """0 after SIGTERM or Ctrl-C and a clean stop. `begin`: called once the club listens."""
    ending = Ending()
    club.start()
    begin()
    server, (code, word) = club.server, club.access.joining_code
    fingerprint = club.certificate_fingerprint
    for line in invitation_lines(
        server.host, server.port, server.url, code, word, fingerprint, drawn=sys.stdout.isatty(), another=ANOTHER_CODE
    ):
        print(line, flush=True)
    while not ending.wait_for_end(LOOK_AROUND_S):
        club.look_around()
    club.stop()
    return 0
