"""The doctor's look at the club of a table, where companion.toml names its broker."""

from __future__ import annotations

import socket
import ssl
from importlib.util import find_spec

from companion.doctor.check import FAILED, OK, WARNING, Check
from companion.machine.config import ClubSettings
from companion.machine.network.broker_address import make_table_name, parse_broker
from companion.shown.words.messages import Catalogue

CONNECT_TIMEOUT_S = 5.0
CLUB_MODULES = ("paho", "msgspec")  # modules without which a table cannot tell a club


def check_club(club: ClubSettings, words: Catalogue) -> tuple[Check, ...]:
    """Does a connection to the broker stand, over TLS where asked for? No name is given there, so a running table is not
    disturbed. () without a broker; failed without the packages of a club."""
    if not club.broker:
        return ()
    if missing := [name for name in CLUB_MODULES if find_spec(name) is None]:
        found = words.text("doctor-club-missing", module=missing[0])
        return (Check("club", FAILED, found, words.text("doctor-club-missing-advice")),)
    try:
        address = parse_broker(club.broker)
        with socket.create_connection((address.host, address.port), CONNECT_TIMEOUT_S) as connection:
            if address.tls:
                context = ssl.create_default_context(cafile=club.ca or None)
                if club.certificate:
                    context.load_cert_chain(club.certificate, club.key)
                context.wrap_socket(connection, server_hostname=address.host).close()
    except (OSError, ValueError) as error:
        return (_describe_failure(club, str(error), words),)
    return (_describe_connection(club, words),)


def check_running_club(club: ClubSettings, trouble: str, words: Catalogue) -> tuple[Check, ...]:
    """Does a running table tell its club? `trouble`: why not, "" = it does. Empty without a broker."""
    if not club.broker:
        return ()
    return (_describe_failure(club, trouble, words) if trouble else _describe_connection(club, words),)


def _describe_failure(club: ClubSettings, reason: str, words: Catalogue) -> Check:
    found = words.text("doctor-club-failed", broker=club.broker, reason=reason)
    return Check("club", FAILED, found, words.text("doctor-club-advice"))


def _describe_connection(club: ClubSettings, words: Catalogue) -> Check:
    """The check of a club that answers: a warning where the broker is spoken to without TLS."""
    table = club.table or make_table_name(socket.gethostname())
    if parse_broker(club.broker).tls:
        return Check("club", OK, words.text("doctor-club-ok", broker=club.broker, table=table))
    found = words.text("doctor-club-open", broker=club.broker, table=table)
    return Check("club", WARNING, found, words.text("doctor-club-open-advice"))
