"""The phones at the table: which there are, what each may do, and how each is known again.

A phone is known by a token in its cookie. The token is changed every half hour; one that was changed is good for a moment longer, for
requests that were under way. If it comes again later somebody copied the cookie: then the phone has to join again, and the copy with it.
"""

from __future__ import annotations

import enum
import hmac
import math
import secrets
import threading
import time
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from typing import Any, Protocol

from web.clean_text import is_printable
from web.errors import PairingRefused, PhoneRefused, PhoneUnknown

CookieSession = MutableMapping[str, Any]

TURNED_EVERY = 1800.0
"""Seconds for which a token is good at the least."""
GRACE = 60.0
"""Seconds for which the token before it is still good, once the new one was seen."""
PRESENT = 30.0
"""Seconds since a phone was last heard for which it counts as being there. On the stream it is heard all the time."""
MOST_PHONES = 120
"""Phones that may have joined at once. None goes for another: of more, the next is told so."""
LONGEST_NAME = 40


class Role(enum.StrEnum):
    """What a phone may do. Each may do what those before it may."""

    SPECTATOR = "spectator"
    """Looks."""
    PLAYER = "player"
    """Ends turns, answers questions, makes claims, undoes."""
    REFEREE = "referee"
    """Corrects, begins and ends matches, says who may do what."""

    def covers(self, other: Role) -> bool:
        """May whoever has this role do what `other` may?"""
        order = list(Role)
        return order.index(self) >= order.index(other)


@dataclass(frozen=True, slots=True)
class Phone:
    """`id`: four hexadecimal digits. `name`: of whoever holds it, "" where nobody said. `joined`, `heard`: seconds of the wall clock.
    `tokens`: SHA-256, as hexadecimal text, of the token it has and of the one before."""

    id: str
    role: Role
    name: str = ""
    joined: float = 0.0
    heard: float = 0.0
    tokens: tuple[str, ...] = ()


EVERYBODY = Phone("", Role.REFEREE)
"""Whoever looks from this machine itself, where nothing is asked."""


class Shelf(Protocol):
    """Where the phones are kept over a restart."""

    def load_phones(self) -> Sequence[Mapping[str, Any]]:
        """Each phone as `kept` wrote it; empty where there is nothing that can be read."""

    def save_phones(self, phones: Sequence[Mapping[str, Any]]) -> bool:
        """Keep these, and no others. False where they cannot be kept."""


class Nowhere:
    """A shelf that forgets."""

    def load_phones(self) -> Sequence[Mapping[str, Any]]:
        return ()

    def save_phones(self, phones: Sequence[Mapping[str, Any]]) -> bool:
        return True


class Phones:
    """The phones that have joined. May be asked from many threads at once.

    `steady`: seconds of a clock that never jumps. `clock`: seconds of the wall clock, for people.
    """

    def __init__(
        self,
        shelf: Shelf | None = None,
        *,
        steady: Callable[[], float] = time.monotonic,
        clock: Callable[[], float] = time.time,
        copied: Callable[[Phone], None] = lambda phone: None,
    ) -> None:
        self._shelf, self._steady, self._clock, self._copied = shelf or Nowhere(), steady, clock, copied
        self._lock = threading.RLock()
        self._phones = {phone.id: phone for phone in map(_read, self._shelf.load_phones()) if phone}
        self._heard: dict[str, float] = {}
        self._turned: dict[str, float] = {}
        """When the token that a phone has now was given to it; it may not have come back yet."""
        self._used: dict[str, float] = {}
        """When that token was first seen."""

    def all(self) -> list[Phone]:
        """All phones in the order in which they joined, whatever the clock said then."""
        with self._lock:
            return list(self._phones.values())

    @property
    def is_full(self) -> bool:
        """Can no further phone join?"""
        return len(self._phones) >= MOST_PHONES

    def join(self, session: CookieSession, name: str, role: Role) -> Phone:
        """Let a phone in and write into its cookie how it is known. The first that plays is the referee; where others play already the
        referee's place is taken over (`take_over`), never found. Raises `PairingRefused` where no more are taken."""
        with self._lock:
            if self.is_full:
                raise PairingRefused("pair-full")
            if role is not Role.SPECTATOR:
                others = any(phone.role is not Role.SPECTATOR for phone in self._phones.values())
                role = Role.PLAYER if others else Role.REFEREE
            token, now = secrets.token_urlsafe(24), self._clock()
            phone = Phone(self._new_id(), role, name.strip(), now, now, (_mark(token),))
            self._phones[phone.id] = phone
            self._turned[phone.id] = self._used[phone.id] = self._heard[phone.id] = self._steady()
            self._keep()
        session.clear()
        session.update(phone=phone.id, token=token)
        return phone

    def known(self, session: CookieSession) -> Phone | None:
        """Whose cookie is it? It may get a new token by this. None where it is nobody's (any more)."""
        id, token = session.get("phone"), session.get("token")
        if not isinstance(id, str) or not isinstance(token, str):
            return None
        with self._lock:
            phone = self._phones.get(id)
            if phone is None:
                return None
            return self._newest(session, phone) if _is(token, phone.tokens[:1]) else self._former(session, phone, token)

    def _newest(self, session: CookieSession, phone: Phone) -> Phone:
        now = self._heard[phone.id] = self._steady()
        self._used.setdefault(phone.id, now)
        return self._turn(session, phone, TURNED_EVERY)

    def _former(self, session: CookieSession, phone: Phone, token: str) -> Phone | None:
        """The one before is good until the new one has come back, and a moment longer: answers get lost, requests overtake each other."""
        if not _is(token, phone.tokens[1:]):
            return None
        now, used = self._steady(), self._used.get(phone.id)
        if used is not None and now - used > GRACE:
            self.remove(phone.id)
            self._copied(phone)
            return None
        self._heard[phone.id] = now
        return phone if used is not None else self._turn(session, phone, GRACE)

    def _turn(self, session: CookieSession, phone: Phone, every: float) -> Phone:
        """A new token for whoever came with one that is good, if that is due."""
        now = self._steady()
        if now - self._turned.setdefault(phone.id, now) < every:
            return phone
        token, came_with = secrets.token_urlsafe(24), _mark(session["token"])
        turned = self._phones[phone.id] = replace(phone, tokens=(_mark(token), came_with), heard=self._clock())
        self._turned[phone.id] = now
        if not self._keep():  # after a power cut the new token would be nobody's
            self._phones[phone.id] = phone
            return phone
        self._used.pop(phone.id, None)
        session["token"] = token
        return turned

    def heard(self, id: str) -> Role | None:
        """A phone is there, in this role; None where it was sent away meanwhile. Waits for nobody who writes to the disk."""
        phone = self._phones.get(id)
        if phone is None:
            return None
        self._heard[id] = self._steady()
        return phone.role

    def is_here(self, id: str) -> bool:
        """Was it heard a moment ago?"""
        with self._lock:
            return id in self._heard and self._steady() - self._heard[id] <= PRESENT

    def rename(self, id: str, name: str) -> None:
        """Say who holds a phone; a name that `is_name`. Raises `PhoneUnknown`."""
        self._change(id, name=name.strip())

    def give(self, id: str, role: Role) -> None:
        """Say what a phone may do; there is one referee: whoever was it becomes a player. Raises `PhoneUnknown` and, where nobody would
        be the referee any more, `PhoneRefused`."""
        with self._lock:
            phone = self._of(id)
            if phone.role is Role.REFEREE and role is not Role.REFEREE:
                raise PhoneRefused("phones-need-a-referee")
            for other in self.all():
                if role is Role.REFEREE and other.role is Role.REFEREE:
                    self._change(other.id, role=Role.PLAYER)
            self._change(id, role=role)

    def take_over(self, id: str) -> None:
        """A phone becomes the referee because the referee's is gone. Raises `PhoneUnknown` and, where it is not, `PhoneRefused`."""
        with self._lock:
            if any(self.is_here(phone.id) for phone in self.all() if phone.role is Role.REFEREE and phone.id != id):
                raise PhoneRefused("phones-referee-is-here")
            self.give(id, Role.REFEREE)

    def remove(self, id: str) -> None:
        """Send a phone away. Raises `PhoneUnknown`."""
        with self._lock:
            self._of(id)
            del self._phones[id]
            for kept in (self._heard, self._turned, self._used):
                kept.pop(id, None)
            self._keep()

    def _of(self, id: str) -> Phone:
        if id not in self._phones:
            raise PhoneUnknown("phones-gone")
        return self._phones[id]

    def _change(self, id: str, **values: Any) -> None:
        with self._lock:
            self._phones[id] = replace(self._of(id), **values)
            self._keep()

    def _new_id(self) -> str:
        return next(id for id in iter(lambda: secrets.token_hex(2), "") if id not in self._phones)

    def _keep(self) -> bool:
        return self._shelf.save_phones([asdict(phone) for phone in self.all()])


def is_name(name: str) -> bool:
    """May a phone be named so? Nothing that cannot be seen; "" names nobody."""
    return len(name) <= LONGEST_NAME and is_printable(name)


def _mark(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _is(token: str, marks: tuple[str, ...]) -> bool:
    return any(hmac.compare_digest(_mark(token), mark) for mark in marks)


def _read(kept: Mapping[str, Any]) -> Phone | None:
    """A phone as it was kept, None where that cannot be understood: it has to join again."""
    try:
        id, name, tokens = kept["id"], kept["name"], tuple(kept["tokens"])
        if not all(isinstance(word, str) for word in (id, name, *tokens)) or not id or not tokens:
            return None
        joined, heard = float(kept["joined"]), float(kept["heard"])
        if not (math.isfinite(joined) and math.isfinite(heard)):
            return None
        return Phone(id, Role(kept["role"]), name, joined, heard, tokens)
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
