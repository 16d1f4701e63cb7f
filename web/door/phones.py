"""The phones at the table: who has joined, what each may do, and how each is known again.

A phone is known by a token in a cookie. The token changes every half hour, and the former token stays good a moment longer
for requests under way. A former token that comes later was copied: both phone and copy have to join again.
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

MIN_TOKEN_LIFE_S = 1800.0  # seconds until a token may change; an unused token may after `FORMER_TOKEN_GRACE_S`; guess
FORMER_TOKEN_GRACE_S = 60.0  # seconds for which the former token stays good after the first use of the new one; guess
# also said in docs/operate.md
MAX_SILENCE_OF_PHONE_S = 30.0  # seconds of silence after which a phone counts as gone; a stream is heard all the time; guess
# `MAX_CONNECTIONS` (web/wire/serve.py) and `MAX_STREAMS` (web/app.py) leave room for as many; also said in docs/phone.md and internals.md
MAX_PHONES = 120  # phones that may have joined at once; no phone is pushed out for another; guess
MAX_PHONE_NAME_LETTERS = 40  # also said in phones.ftl and web/templates/pair.html; guess


class Role(enum.StrEnum):
    """What a phone may do; each role includes the roles before."""

    SPECTATOR = "spectator"
    """Looks."""
    PLAYER = "player"
    """Ends turns, answers questions, makes claims, undoes."""
    REFEREE = "referee"
    """Corrects, begins and ends matches, says who may do what."""

    def covers(self, other: Role) -> bool:
        """May the role do what `other` may?"""
        order = list(Role)
        return order.index(self) >= order.index(other)


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that has joined."""

    id: str  # four hexadecimal digits
    role: Role
    name: str = ""  # of the holder, "" = unknown
    joined: float = 0.0  # seconds of the wall clock
    heard: float = 0.0  # seconds of the wall clock
    tokens: tuple[str, ...] = ()  # SHA-256, hexadecimal, of the present token and of the former


EVERYBODY = Phone("", Role.REFEREE)
"""Whoever looks from this machine itself, where nobody has to join."""


class PhoneShelf(Protocol):
    """Where phones are kept over a restart."""

    def load_phones(self) -> Sequence[Mapping[str, Any]]:
        """Each phone as `save_phones` wrote it; empty where nothing can be read."""

    def save_phones(self, phones: Sequence[Mapping[str, Any]]) -> bool:
        """Keep exactly these phones. False where the shelf refuses."""


class Nowhere:
    """A shelf that forgets."""

    def load_phones(self) -> Sequence[Mapping[str, Any]]:
        return ()

    def save_phones(self, phones: Sequence[Mapping[str, Any]]) -> bool:
        return True


class Phones:
    """The phones that have joined. From many threads at once.

    `shelf`: keeps phones over a restart. `steady`: seconds of a clock that never jumps. `clock`: seconds of the wall clock,
    for people. `copied`: called with a phone whose cookie was copied.
    """

    def __init__(
        self,
        shelf: PhoneShelf | None = None,
        *,
        steady: Callable[[], float] = time.monotonic,
        clock: Callable[[], float] = time.time,
        copied: Callable[[Phone], None] = lambda phone: None,
    ) -> None:
        self._shelf, self._steady, self._clock, self._copied = shelf or Nowhere(), steady, clock, copied
        self._lock = threading.RLock()
        self._phones = {phone.id: phone for phone in map(_read_phone, self._shelf.load_phones()) if phone}
        self._heard: dict[str, float] = {}
        self._turned: dict[str, float] = {}
        """When the token that a phone has now was given to it; it may not have come back yet."""
        self._used: dict[str, float] = {}
        """When that token was first seen."""

    def all_phones(self) -> list[Phone]:
        """All phones in the order of joining, whatever the clock said."""
        with self._lock:
            return list(self._phones.values())

    @property
    def is_full(self) -> bool:
        """Can no further phone join?"""
        return len(self._phones) >= MAX_PHONES

    def add_phone(self, session: CookieSession, name: str, role: Role) -> Phone:
        """The joined phone, with the cookie written into `session`. `name`: of the holder. `role`: asked for. The first phone
        that plays becomes the referee, later phones become players (see `take_referee_over`). Raises `PairingRefused` where
        the table is full."""
        with self._lock:
            if self.is_full:
                raise PairingRefused("pair-full")
            if role is not Role.SPECTATOR:
                others = any(phone.role is not Role.SPECTATOR for phone in self._phones.values())
                role = Role.PLAYER if others else Role.REFEREE
            token, now = secrets.token_urlsafe(24), self._clock()
            id = next(id for id in iter(lambda: secrets.token_hex(2), "") if id not in self._phones)
            phone = Phone(id, role, name.strip(), now, now, (_hash_token(token),))
            self._phones[phone.id] = phone
            self._turned[phone.id] = self._used[phone.id] = self._heard[phone.id] = self._steady()
            self._save_all()
        session.clear()
        session.update(phone=phone.id, token=token)
        return phone

    def find_by_cookie(self, session: CookieSession) -> Phone | None:
        """The phone of a cookie, now counted as heard, perhaps with a new token in `session`. None where the cookie is
        nobody's, or was copied."""
        id, token = session.get("phone"), session.get("token")
        if not isinstance(id, str) or not isinstance(token, str):
            return None
        with self._lock:
            phone = self._phones.get(id)
            if phone is None:
                return None
            if not _is_token_of(token, phone.tokens[:1]):
                return self._accept_former(session, phone, token)
            now = self._heard[id] = self._steady()
            self._used.setdefault(id, now)
            return self._renew_token(session, phone, MIN_TOKEN_LIFE_S)

    def _accept_former(self, session: CookieSession, phone: Phone, token: str) -> Phone | None:
        """The phone of a former token, None for any other token. Answers get lost and requests overtake each other: a former
        token is good until the new token was used, and a moment longer. Later, the cookie counts as copied: the phone is sent
        away, `copied` is called, and None given back."""
        if not _is_token_of(token, phone.tokens[1:]):
            return None
        now, used = self._steady(), self._used.get(phone.id)
        if used is not None and now - used > FORMER_TOKEN_GRACE_S:
            self.remove_phone(phone.id)
            self._copied(phone)
            return None
        self._heard[phone.id] = now
        return phone if used is not None else self._renew_token(session, phone, FORMER_TOKEN_GRACE_S)

    def _renew_token(self, session: CookieSession, phone: Phone, every: float) -> Phone:
        """The phone, with a new token, also in `session`, if the present token is older than `every` seconds. Unchanged where
        the shelf refuses."""
        now = self._steady()
        if now - self._turned.setdefault(phone.id, now) < every:
            return phone
        token, came_with = secrets.token_urlsafe(24), _hash_token(session["token"])
        turned = self._phones[phone.id] = replace(phone, tokens=(_hash_token(token), came_with), heard=self._clock())
        self._turned[phone.id] = now
        if not self._save_all():  # after a power cut the new token would be nobody's
            self._phones[phone.id] = phone
            return phone
        self._used.pop(phone.id, None)
        session["token"] = token
        return turned

    def mark_heard(self, id: str) -> Role | None:
        """Role of a phone that is there now, None where the phone was sent away. Waits for no disk."""
        phone = self._phones.get(id)
        if phone is None:
            return None
        self._heard[id] = self._steady()
        return phone.role

    def is_here(self, id: str) -> bool:
        """Was the phone heard within `MAX_SILENCE_OF_PHONE_S`?"""
        with self._lock:
            return id in self._heard and self._steady() - self._heard[id] <= MAX_SILENCE_OF_PHONE_S

    def rename_phone(self, id: str, name: str) -> None:
        """Say who holds a phone. `name`: passes `is_phone_name`. Raises `PhoneUnknown`."""
        self._change_phone(id, name=name.strip())

    def give_role(self, id: str, role: Role) -> None:
        """Give the phone `id` a role; a new referee makes the former referee a player. Raises `PhoneUnknown`, and
        `PhoneRefused` where no referee would be left."""
        with self._lock:
            phone = self._require_phone(id)
            if phone.role is Role.REFEREE and role is not Role.REFEREE:
                raise PhoneRefused("phones-need-a-referee")
            for other in self.all_phones():
                if role is Role.REFEREE and other.role is Role.REFEREE:
                    self._change_phone(other.id, role=Role.PLAYER)
            self._change_phone(id, role=role)

    def take_referee_over(self, id: str) -> None:
        """Make a phone the referee, because the referee's phone is gone. Raises `PhoneUnknown`, and `PhoneRefused` where the
        referee's phone is here."""
        with self._lock:
            if any(self.is_here(phone.id) for phone in self.all_phones() if phone.role is Role.REFEREE and phone.id != id):
                raise PhoneRefused("phones-referee-is-here")
            self.give_role(id, Role.REFEREE)

    def remove_phone(self, id: str) -> None:
        """Send the phone `id` away: its token is good no more. Raises `PhoneUnknown`."""
        with self._lock:
            self._require_phone(id)
            del self._phones[id]
            for kept in (self._heard, self._turned, self._used):
                kept.pop(id, None)
            self._save_all()

    def _require_phone(self, id: str) -> Phone:
        if id not in self._phones:
            raise PhoneUnknown("phones-gone")
        return self._phones[id]

    def _change_phone(self, id: str, **values: Any) -> None:
        with self._lock:
            self._phones[id] = replace(self._require_phone(id), **values)
            self._save_all()

    def _save_all(self) -> bool:
        return self._shelf.save_phones([asdict(phone) for phone in self.all_phones()])


def is_phone_name(name: str) -> bool:
    """May a phone have the name? Only visible signs; "" names nobody."""
    return len(name) <= MAX_PHONE_NAME_LETTERS and is_printable(name)


def _hash_token(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _is_token_of(token: str, marks: tuple[str, ...]) -> bool:
    return any(hmac.compare_digest(_hash_token(token), mark) for mark in marks)


def _read_phone(kept: Mapping[str, Any]) -> Phone | None:
    """A phone as it was kept, None where the record is damaged: the phone has to join again."""
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
