"""How a phone proves to be at the table: by six digits, by the long word in a QR code, or by the button of the table.

Each lets one phone in, and changes. Digits can be guessed: wrong digits are counted by address, in all, and over a day. Word
and button cannot be guessed, and whoever guesses digits keeps nobody out.
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

# "six digits" is said by phones.ftl, openapi.py, options/pair.py, loader.py, pair.html and docs; support.py looks for so many digits in
# logs, `accept_word` tells a code from a scanned word by length
CODE_DIGITS = 6  # a million codes against 300 tries a day; guess
CODE_LIFE_S = 900.0  # seconds until an unused code changes; also said in docs/internals.md; guess
FORMER_CODE_GRACE_S = 120.0  # seconds for which an unused code is still accepted: somebody may be typing; guess
PRESS_LIFE_S = 60.0  # seconds for which a press of the button lets one phone in; guess


@dataclass(frozen=True, slots=True)
class Invitation:
    """What lets the next phone in."""

    code: str  # `CODE_DIGITS` digits to type
    word: str  # in the QR code
    at: float  # since when, in seconds of a clock that never jumps


class Invitations:
    """What lets the next phone in. From many threads at once.

    `clock`: rising seconds. `changed`: called with each new invitation, and with True where a phone joined by the former.
    `code`: the first code, None = any. `keep_first`: the first invitation lasts until a phone has used it.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        changed: Callable[[Invitation, bool], None] = lambda invitation, used: None,
        code: str | None = None,
        *,
        keep_first: bool = False,
    ) -> None:
        self._clock, self._changed, self._is_kept = clock, changed, keep_first
        self._lock = threading.RLock()
        self._attempts = Attempts(clock)
        self._pressed: float | None = None
        self._former: Invitation | None = None
        self._current = Invitation(code or new_code(), secrets.token_urlsafe(16), clock())
        changed(self._current, False)

    @property
    def current(self) -> Invitation:
        """The invitation for the next phone; an old one is changed first."""
        self.renew_if_old()
        return self._current

    def renew_if_old(self) -> None:
        """Change an old code. To be called twice a minute or so, for a shown code must be accepted."""
        with self._lock:
            if not self._is_kept and self._clock() - self._current.at >= CODE_LIFE_S:
                self._make_invitation(self._current)

    def note_press(self) -> None:
        """Note that the button of the table was pressed: one phone may join without a code."""
        with self._lock:
            self._pressed = self._clock()

    def accept_word(self, word: str, address: str) -> None:
        """Let a phone in, and nobody else by the same word: the next invitation is made. `word`: code or scanned word, "" =
        the button was pressed. `address`: of the phone. Raises `PairingRefused` and `TooManyAttempts`."""
        with self._lock:
            self.renew_if_old()
            word = word.strip()
            if not word:
                self._accept_press()
            elif len(word) > 2 * CODE_DIGITS:
                self._accept_word(word)
            else:
                self._accept_code(word, address)
            self._make_invitation(None)

    def _accept_press(self) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is None or self._clock() - pressed > PRESS_LIFE_S:
            raise PairingRefused("pair-press-first")

    def _accept_word(self, word: str) -> None:
        if not any(hmac.compare_digest(word.encode(), each.word.encode()) for each in self._valid_invitations()):
            raise PairingRefused("pair-old-word")

    def _accept_code(self, word: str, address: str) -> None:
        """Nothing where the digits in `word` are the code, or the former code for a while. Raises `PairingRefused`,
        `TooManyAttempts`; wrong codes are counted for `address`."""
        digits = "".join(sign for sign in word if sign.isdigit())
        self._attempts.check_allowed(address)
        if not any(hmac.compare_digest(digits.encode(), each.code.encode()) for each in self._valid_invitations()):
            self._attempts.count_failure(address)
            raise PairingRefused("pair-wrong")

    def _valid_invitations(self) -> list[Invitation]:
        former = self._former
        still = former is not None and self._clock() - self._current.at <= FORMER_CODE_GRACE_S
        return [self._current, *([former] if former and still else [])]

    def _make_invitation(self, former: Invitation | None) -> None:
        self._is_kept = False
        self._former, self._current = former, Invitation(new_code(), secrets.token_urlsafe(16), self._clock())
        self._changed(self._current, former is None)


def new_code() -> str:
    """`CODE_DIGITS` random digits, zeros in front kept."""
    return f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}d}"


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many wrong codes in so many seconds."""

    max_failures: int
    period_s: float


class Attempts:
    """Recent wrong codes. A network of IPv6 counts as an address: the owner has all addresses. `clock`: rising seconds."""

    BY_ADDRESS = Limit(5, 300.0)  # guess: typing errors of a family
    IN_ALL = Limit(20, 300.0)  # guess: a party that joins
    A_DAY = Limit(300, 86_400.0)  # guess: of the million codes that `CODE_DIGITS` allows

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._failures: deque[tuple[float, str]] = deque(maxlen=self.A_DAY.max_failures)

    def check_allowed(self, address: str) -> None:
        """Nothing where another try is allowed. Raises `TooManyAttempts` where `address`, or everybody, must wait."""
        network = _network_of(address)
        own = [at for at, who in self._failures if who == network]
        everybody = [at for at, _ in self._failures]
        waits = [
            _seconds_to_wait(own, self.BY_ADDRESS, self._clock()),
            *(_seconds_to_wait(everybody, limit, self._clock()) for limit in (self.IN_ALL, self.A_DAY)),
        ]
        if max(waits) > 0:
            raise TooManyAttempts(math.ceil(max(waits)))

    def count_failure(self, address: str) -> None:
        """Count a wrong code from `address`."""
        self._failures.append((self._clock(), _network_of(address)))


def _seconds_to_wait(failures: list[float], limit: Limit, now: float) -> float:
    """Seconds until fewer than `limit.max_failures` lie within the period."""
    return failures[-limit.max_failures] + limit.period_s - now if len(failures) >= limit.max_failures else 0.0


def _network_of(address: str) -> str:
    """The network of 64 bits around an IPv6 address; other addresses and texts unchanged."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else str(found)
