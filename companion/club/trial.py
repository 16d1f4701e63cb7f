"""One try at a broker before a table keeps it: is the table let in?"""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable

from companion.club.link import CONNECT_TIMEOUT_S, Connected, Link, LinkLost
from companion.club.topics import OFFLINE, Address, make_topic
from companion.errors import ClubUnavailable, InputError
from companion.machine.config import ClubSettings


def try_broker(club: ClubSettings, steady: Callable[[], float] = time.monotonic) -> None:
    """Nothing where the broker lets this table in; nothing is written there. Raises `InputError` with one sentence for a
    broker that does not answer, is not trusted, or refuses. `steady`: rising seconds."""
    will = make_topic(Address("status", club.table)), OFFLINE.encode()
    try:
        link = Link(club, f"companion-{club.table}-try", will, ())
    except ClubUnavailable as error:
        is_untrusted = isinstance(error.__cause__, ssl.SSLCertVerificationError)
        raise InputError.with_id("club-not-trusted" if is_untrusted else "club-no-answer", given=club.broker) from error
    until = steady() + CONNECT_TIMEOUT_S
    try:
        while steady() < until:
            for event in link.wait_for_events(0.1):
                if isinstance(event, Connected):
                    return
                if isinstance(event, LinkLost):
                    raise InputError.with_id("club-refused" if event.is_refused else "club-no-answer", given=club.broker)
    finally:
        link.close()
    raise InputError.with_id("club-no-answer", given=club.broker)
