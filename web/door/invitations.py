"""How a phone proves that it is at the table: by a code of six digits, by the long word in a QR code, or by a press of the table's button.

Each lets one phone in; then there is another. Digits can be guessed, so wrong ones are counted: by address, in all, and over a day. The
long word and the button cannot be guessed, so somebody who keeps guessing digits keeps nobody out.
"""

from __future__ import annotations

import hmac
import ipaddress
import math
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from web.errors import PairingRefused, TooManyAttempts

DIGITS = 6
LASTS = 900.0
"""Seconds after which there is another code though nobody used it."""
STILL_GOOD = 120.0
"""Seconds for which a code that nobody used is still good then: somebody may just be typing it."""
MINUTE = 60.0
"""Seconds for which a press of the button lets one phone in."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """`code`: six digits, to be typed. `word`: what a QR code says instead. `at`: since when, seconds of a clock that never jumps."""

    code: str
    word: str
    at: float


class Invitations:
    """What lets the next phone in. May be asked from many threads at once.

    `changed`: told of each new invitation, so that it can be shown, and whether a phone was let in by the one before. `code`: the first
    code, for tests.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        changed: Callable[[Invitation, bool], None] = lambda invitation, used: None,
        code: str | None = None,
    ) -> None:
        self._clock, self._changed = clock, changed
        self._lock = threading.RLock()
        self._attempts = Attempts(clock)
        self._pressed: float | None = None
        self._former: Invitation | None = None
        self._current = Invitation(code or new_code(), secrets.token_urlsafe(16), clock())
        changed(self._current, False)

    @property
    def current(self) -> Invitation:
        """What lets the next phone in."""
        self.look()
        return self._current

    def look(self) -> None:
        """Change the code when it is old. To be called now and then, so that what is shown is what is good."""
        with self._lock:
            if self._clock() - self._current.at >= LASTS:
                self._renew(self._current)

    def press(self) -> None:
        """Somebody pressed the table's button: for a minute one phone is let in without a code."""
        with self._lock:
            self._pressed = self._clock()

    def accept(self, word: str, address: str) -> None:
        """Let a phone in, and nobody else by the same. `word`: what was typed or scanned, "" = the button was pressed. Raises
        `PairingRefused` and `TooManyAttempts`."""
        with self._lock:
            self.look()
            word = word.strip()
            if not word:
                self._accept_press()
            elif len(word) > 2 * DIGITS:
                self._accept_word(word)
            else:
                self._accept_code(word, address)
            self._renew(None)

    def _accept_press(self) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is None or self._clock() - pressed > MINUTE:
            raise PairingRefused("pair-press-first")

    def _accept_word(self, word: str) -> None:
        if not any(hmac.compare_digest(word.encode(), each.word.encode()) for each in self._good()):
            raise PairingRefused("pair-old-word")

    def _accept_code(self, word: str, address: str) -> None:
        digits = "".join(sign for sign in word if sign.isdigit())
        self._attempts.check(address)
        if not any(hmac.compare_digest(digits.encode(), each.code.encode()) for each in self._good()):
            self._attempts.failed(address)
            raise PairingRefused("pair-wrong")

    def _good(self) -> list[Invitation]:
        former = self._former
        still = former is not None and self._clock() - self._current.at <= STILL_GOOD
        return [self._current, *([former] if former and still else [])]

    def _renew(self, former: Invitation | None) -> None:
        self._former, self._current = former, Invitation(new_code(), secrets.token_urlsafe(16), self._clock())
        self._changed(self._current, former is None)


def new_code() -> str:
    """Six random digits."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"


@dataclass(frozen=True, slots=True)
class Limit:
    """So many wrong codes in so many seconds."""

    most: int
    period: float


class Attempts:
    """Wrong codes of late. A network of IPv6 counts as one address: whoever has one has them all."""

    BY_ADDRESS = Limit(5, 300.0)
    IN_ALL = Limit(20, 300.0)
    A_DAY = Limit(300, 86_400.0)

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._failures: deque[tuple[float, str]] = deque(maxlen=self.A_DAY.most)

    def check(self, address: str) -> None:
        """Raises `TooManyAttempts` if this address, or all together, must wait."""
        network = _network(address)
        own = [at for at, who in self._failures if who == network]
        everybody = [at for at, _ in self._failures]
        waits = [
            _wait(own, self.BY_ADDRESS, self._clock()),
            *(_wait(everybody, limit, self._clock()) for limit in (self.IN_ALL, self.A_DAY)),
        ]
        if max(waits) > 0:
            raise TooManyAttempts(math.ceil(max(waits)))

    def failed(self, address: str) -> None:
        """A wrong code came from there."""
        self._failures.append((self._clock(), _network(address)))


def _wait(failures: list[float], limit: Limit, now: float) -> float:
    """Seconds until fewer than `limit.most` lie within the period."""
    return failures[-limit.most] + limit.period - now if len(failures) >= limit.most else 0.0


def _network(address: str) -> str:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else str(found)
