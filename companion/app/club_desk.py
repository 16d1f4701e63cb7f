"""The club of this table: which one is told, and what a person in charge changes of it on a phone."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from companion.doctor.check import FAILED
from companion.doctor.club_check import CLUB_MODULES, check_running_club
from companion.errors import CompanionError, InputError
from companion.machine.config import ClubSettings
from companion.machine.faults import Faults
from companion.machine.network.broker_address import CLUB_FAULT, make_table_name
from companion.machine.network.found_brokers import find_brokers
from companion.setup.club_choice import ClubChoice, ClubShelf, apply_club_choice, find_fixed_keys, read_choice_body
from companion.shown.words.messages import catalogue
from web.errors import CommandRefused

if TYPE_CHECKING:
    from companion.club.publishing import ClubThread

OpenClub = Callable[[ClubSettings], "ClubThread | None"]
"""Opens the thread for a club, not started; None where no broker is named. Raises `ConfigError`."""


class ClubDesk:
    """Starts, stops and changes the thread of the club. From any thread.

    `configured`: as companion.toml and the command line say; a broker named there goes before the choice. `shelf`: where the
    choice is kept, None = nothing can be chosen. `open_club`: makes the thread for settings. `faults`: told of a club that
    cannot be opened. `search`: brokers that answer nearby. Raises `ConfigError` for an unusable club in companion.toml.
    """

    def __init__(
        self,
        configured: ClubSettings,
        shelf: ClubShelf | None,
        open_club: OpenClub,
        faults: Faults,
        search: Callable[[], list[str]] = find_brokers,
    ) -> None:
        self._configured, self._shelf, self._open_club, self._faults = configured, shelf, open_club, faults
        self._search = search
        self._lock = threading.Lock()
        self._is_started = False
        self._thread = self._open_thread()

    @property
    def settings(self) -> ClubSettings:
        """The club that is told."""
        if self._shelf is None:
            return self._configured
        return apply_club_choice(self._configured, self._shelf.choice, self._shelf.state)

    def start_telling(self) -> None:
        """Start the thread, where there is a club."""
        with self._lock:
            self._is_started = True
            if self._thread:
                self._thread.start_telling()

    def stop_telling(self) -> None:
        """Tell the club that the table is offline, and end the thread."""
        with self._lock:
            self._is_started = False
            if self._thread:
                self._thread.stop_telling()

    # --- what a phone sees and chooses

    def describe_club(self, language: str) -> dict[str, Any]:
        """What is chosen and how it stands, in `language`, without any password. "state": "off", "trying", "joined" or
        "trouble"; "said": its sentence. "fixed": what companion.toml sets. "is_ours": may it be chosen here?"""
        settings, choice = self.settings, self._shelf.choice if self._shelf else ClubChoice()
        state, said = self._describe_state(settings, language)
        fixed = find_fixed_keys(self._configured)
        return {
            "state": state,
            "said": said,
            "is_ours": self._shelf is not None and not self._configured.broker,
            "broker": settings.broker,
            "name": self._configured.name or choice.name or settings.table or _own_name(),
            "user": self._configured.user or choice.user,
            "names": self._configured.names if "names" in fixed else choice.names,
            "nicknames": "\n".join(f"{name} = {nickname}" for name, nickname in choice.nicknames.items()),
            "has_password": bool(settings.password_file),
            "has_ca": bool(settings.ca),
            "fixed": sorted(fixed & {"name", "user", "names", "password_file", "ca"}),
        }

    def find_brokers(self) -> list[str]:
        """Addresses of brokers that answer nearby. Takes seconds."""
        return self._search()

    def choose_club(self, body: Mapping[str, Any], language: str) -> None:
        """Try the club in `body`, and once the broker lets the table in, keep the club and tell it from now on. Otherwise all
        stays as before. Raises `CommandRefused` with one sentence in `language`."""
        try:
            self._require_modules()
            choice = read_choice_body(body)
            with self._lock:
                self._change_club(self._require_shelf(), choice, body.get("password", ""), body.get("ca", ""))
        except CompanionError as error:
            raise CommandRefused(catalogue(language).say_error(error)) from error

    def leave_club(self, language: str) -> None:
        """Tell no club from now on; what was typed stays for another time, password and certificate do not. Raises
        `CommandRefused` in `language`."""
        try:
            shelf = self._require_shelf()
            with self._lock:
                shelf.keep_choice(replace(shelf.choice, broker="", password="", ca=""))
                self._stop_thread()
                self._thread = None
        except CompanionError as error:
            raise CommandRefused(catalogue(language).say_error(error)) from error

    def _describe_state(self, settings: ClubSettings, language: str) -> tuple[str, str]:
        """How the table stands with its club, and the sentence that says so: "off" without a broker, "trying" before the
        broker has let the table in, "trouble" with a fault, else "joined"."""
        words = catalogue(language)
        if not settings.broker:
            return "off", words.text("setup-club-none")
        trouble = self._faults.standing_faults.get(CLUB_FAULT, "")
        if not trouble and not (self._thread and self._thread.is_ready):
            return "trying", words.text("setup-club-trying", broker=settings.broker)
        (check,) = check_running_club(settings, trouble, words)
        said = f"{check.found}. {check.advice}." if check.advice else f"{check.found}."
        return "trouble" if check.status == FAILED else "joined", said

    def _change_club(self, shelf: ClubShelf, choice: ClubChoice, password: str, ca: str) -> None:
        """Try `choice`, keep it and tell it; after a refusal the former club is told again. `password`, `ca`: as typed, "" =
        none; `ca` is the text of a PEM certificate. Raises `InputError`."""
        from companion.club.trial import try_broker

        if ca and not _is_certificate(ca):
            raise InputError.with_id("club-no-certificate")
        ready = shelf.prepare_choice(choice, password.strip(), ca.strip())
        self._stop_thread()
        try:
            try_broker(apply_club_choice(self._configured, ready, shelf.state))
            shelf.keep_choice(ready)
        finally:
            shelf.forget_other_files()
            self._thread = self._open_thread()
            if self._thread and self._is_started:
                self._thread.start_telling()

    def _stop_thread(self) -> None:
        """End the thread of the club, and forget what was wrong with it."""
        if self._thread and self._is_started:
            self._thread.stop_telling()
        self._faults.withdraw_fault(CLUB_FAULT)

    def _open_thread(self) -> ClubThread | None:
        """The thread of the club, not started; None without a club, or where the chosen club cannot be opened.

        A club that a phone chose never keeps a table from starting: a fault says what is missing. Raises `ConfigError` for a
        club of companion.toml.
        """
        try:
            return self._open_club(self.settings)
        except CompanionError as error:
            if self._configured.broker:
                raise
            self._faults.report_fault(CLUB_FAULT, error)
            return None

    def _require_shelf(self) -> ClubShelf:
        if self._shelf is None or self._configured.broker:
            raise InputError.with_id("club-fixed")
        return self._shelf

    def _require_modules(self) -> None:
        """Nothing where what a club needs is installed. Raises `InputError`."""
        if missing := [name for name in CLUB_MODULES if find_spec(name) is None]:
            raise InputError.with_id("club-missing", module=missing[0])


def _own_name() -> str:
    return make_table_name(socket.gethostname())


def _is_certificate(text: str) -> bool:
    """Does the text hold a certificate that can be used? Such a file is ASCII."""
    if not text.isascii():
        return False
    try:
        ssl.create_default_context(cadata=text)
    except (ssl.SSLError, ValueError):
        return False
    return True
