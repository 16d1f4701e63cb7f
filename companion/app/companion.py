"""The composition root: configuration -> camera, session, signals, web. It wires; what decides anything lives elsewhere.

Threads, one process: camera -> vision -> session (only writer) -> signals, web. Frames may be dropped, facts never.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from companion.app.eye import STALLED, VisionThread
from companion.app.phone_book import Pairing, PhoneBook, show
from companion.app.replays import Footage
from companion.app.state_files import look_over_archives
from companion.app.web_table import Lessons, WebTable
from companion.doctor.checkup import Checkup
from companion.doctor.metrics import Figures, Sources
from companion.errors import JournalError, StateError
from companion.footage.shelf import Shelf
from companion.games import first_game
from companion.games.sheets import Sheet, games, load_sheet
from companion.journal.backup import back_up_daily
from companion.journal.opening import early_ids, open_journal
from companion.journal.start_notice import StartNotice
from companion.journal.taken_up import TakenUp
from companion.lessons.corrections import Corrections
from companion.lessons.sure_reads import SureReads
from companion.machine.addresses import EVERY_NETWORK, own_addresses, own_names, phone_url
from companion.machine.certificate import OwnCertificate, set_damaged_aside
from companion.machine.config import Config, Web, device_of
from companion.machine.faults import Faults, complain
from companion.machine.fresh_start import FreshStart
from companion.machine.lamps import JOIN, MUTE, Lamps, lamps_in_view, opened, wires_of
from companion.machine.notify import Notifier
from companion.match.events import Started
from companion.match.rulings import Match
from companion.session.inbox import Inbox
from companion.session.session import Session
from companion.setup.guide import SetUp
from companion.setup.phone_camera import PhoneInUse
from companion.setup.profile import ProfileShelf, applied
from companion.shown.messages import FALLBACK, catalogue, languages
from companion.shown.notices import add_where_it_stands, say_notice
from companion.shown.past import once_more
from companion.shown.table import work_of
from companion.sources.board_in_use import BoardInUse
from companion.sources.scenery import Scenery
from web.app import create_app
from web.door.access import ByInvitation, OpenOnLoopback, is_loopback
from web.door.invitations import Invitation, Invitations
from web.door.phones import Phone, Phones
from web.wire.serve import Server

log = logging.getLogger("companion")


class Companion:
    """Everything that runs, wired. `state`: the directory of journal and secrets. `commands_of`, `layout_of`: see `Session`. `offers`:
    the match to play after one that has ended. `shelf`: the profile of this table, None = there is nothing to set up. `found`: what is to
    be said of the files. Raises `AddressInUse`, `GpioUnavailable` before anything has started."""

    def __init__(
        self,
        config: Config,
        scenery: Scenery,
        state: Path,
        commands_of: Callable[[str], Mapping[str, str] | None] = lambda game: None,
        layout_of: Callable[[str], str | None] | None = None,
        offers: Callable[[Match], Started] = once_more,
        shelf: ProfileShelf | None = None,
        found: tuple[StartNotice, ...] = (),
    ) -> None:
        self.config = config
        sheets: Mapping[str, Sheet] = {game: load_sheet(game) for game in games()}
        self._state = state
        self._journal, of_journal = open_journal(state / "journal.sqlite", time.time())
        board_layout = BoardInUse(layout_of or (lambda game: None), self._say_now)
        taken_up = TakenUp(state / "taken-up.json")
        self.session = Session(self._journal, lambda game: sheets[game].faces, commands_of, board_layout, taken_up)
        self.session.resume()
        found = (*found, *of_journal, *taken_up.found, *(shelf.found if shelf else ()))
        self.inbox = Inbox(self.session, steady=time.monotonic)
        self.faults = Faults(
            lambda parts: self.inbox.post(lambda session, at: session.faulty(parts)).add_done_callback(complain)
        )
        self.notifier = Notifier()
        corrections = Corrections(state / "decks")
        sure = SureReads(corrections)
        self.footage = self._recording(config)
        fresh = FreshStart(state / "camera-started-anew", self.notifier.watched)
        self.eye = VisionThread(self.inbox, scenery, self.notifier, config.eye.turns, self.faults, sure, self.footage, fresh)
        self.table = WebTable(
            self.inbox,
            sheets,
            lambda cues, zones: lamps_in_view(cues, list(config.pins.lamps) or zones),
            self.eye.picture,
            self._signs,
            Lessons(self.eye.looks, corrections, sure),
            Checkup(config, state, self.eye, self._signs),
            offers,
            lambda: self.lamps if device_of(config).kind != "dark" else None,
        )
        self._shelf, self._looked = shelf, False
        self.set_up = SetUp(config, shelf, self.eye, lambda: self.inbox.snapshot, self._light, self._signs) if shelf else None
        of_certificate = set_damaged_aside(state, time.time()) if config.web.tls else ()
        self._certificate = _certificate(config.web, state)
        phone_book = PhoneBook(state / "phones.json")
        self.access = self._access(config.web, phone_book)
        self._say((*found, *of_certificate, *phone_book.found))
        app = create_app(
            self.table,
            text=lambda language, id, /, **values: catalogue(language).text(id, **values),
            language=config.language,
            languages=languages(),
            access=self.access,
            names=(*config.web.names, *own_names(everywhere=not is_loopback(config.web.host))),
            address=lambda: phone_url(config.web.host, config.web.port, config.web.tls),
            figures=self._figures() if config.web.metrics != "off" else None,
            figures_everywhere=config.web.metrics == "network",
            set_up=self.set_up,
            camera=PhoneInUse(
                lambda: self.config_now.eye.source, lambda language: str(self.table.view(language)["table"]["text"])
            ),
            replays=self.footage,
            secure=config.web.tls,
        )
        tls = self._certificate.context if self._certificate else None
        self.server = Server(app, config.web.host, config.web.port, tls=tls)
        places = [*_card_zones(sheets), "table"]
        signals = opened(config, places, self._pressed)
        self.lamps = Lamps(self.inbox, signals, self.faults, wires_of(config, places).places, self._stands)

    def _recording(self, config: Config) -> Footage | None:
        """What is recorded of the table. Where that was switched off, what nobody keeps is thrown away."""
        shelf = Shelf(self._state / "clips")
        try:
            shelf.adopt(early_ids(self._journal))
            if not config.eye.replays:
                shelf.forget()
        except OSError as error:
            log.warning("replays of earlier matches could not be put in order: %s", error)
        if not config.eye.replays:
            return None

        def tell(match: int, entries: frozenset[int]) -> None:
            self.inbox.post(lambda session, at: session.filmed(match, entries)).add_done_callback(complain)

        return Footage(shelf, tell, lambda match: str(self.inbox.ask(lambda session, at: session.past.uid(match))))

    @property
    def config_now(self) -> Config:
        """The configuration as the set-up has it."""
        return applied(self.config, self._shelf.profile) if self._shelf else self.config

    def _stands(self) -> Mapping[str, str]:
        """Where the lamp that is configured for a place was found to stand."""
        return self._shelf.profile.lamps if self._shelf else {}

    def _light(self, place: str | None) -> None:
        self.lamps.only(place)

    def _access(self, web: Web, phone_book: PhoneBook) -> OpenOnLoopback | ByInvitation:
        """Nobody is asked where only this machine can reach the dashboard; else phones join by invitation."""
        if is_loopback(web.host):
            return OpenOnLoopback()
        phones = Phones(phone_book, copied=self._copied)
        return ByInvitation(phones, Invitations(changed=partial(self._invite, web)))

    def _figures(self) -> Figures:
        return Figures(Sources(self._state, lambda: self.inbox.snapshot, lambda: self.eye.pace, self._signs, self._phones))

    def _phones(self) -> tuple[int, int]:
        """How many have joined, and how many of them listen just now."""
        if not isinstance(self.access, ByInvitation):
            return 0, 0
        known = self.access.phones
        return len(known.all()), sum(known.is_here(phone.id) for phone in known.all())

    def _invite(self, web: Web, invitation: Invitation, used: bool) -> None:
        """Another code lets the next phone in: for `companion pair`, and for whoever reads the log."""
        if used:
            log.info("%s", catalogue(self.config.language).text("phone-joined", code=invitation.code))
        shown = Pairing(phone_url(web.host, web.port, web.tls), invitation.code, invitation.word, os.getpid(), self.fingerprint)
        show(self._state / "pairing.json", shown)

    def _copied(self, phone: Phone) -> None:
        log.warning("%s", catalogue(self.config.language).text("phone-copied", name=phone.name or phone.id))

    @property
    def lets_in(self) -> tuple[str, str]:
        """The code and the word that let the next phone in; both "" where nobody is asked."""
        if not isinstance(self.access, ByInvitation):
            return "", ""
        now = self.access.invitations.current
        return now.code, now.word

    def look_at_code(self) -> None:
        """Change the code that lets phones in when it is old. To be called now and then."""
        if isinstance(self.access, ByInvitation):
            self.access.invitations.look()

    @property
    def fingerprint(self) -> str:
        """Of the certificate, "" without TLS."""
        return self._certificate.fingerprint if self._certificate else ""

    def look_at_certificate(self) -> None:
        """Renew the certificate when it is about to end, or the date has jumped beyond it. To be called now and then."""
        try:
            if self._certificate is None or not self._certificate.renew():
                return
        except StateError as error:
            log.warning("%s", error)
            return
        log.warning("%s", catalogue(self.config.language).text("certificate-renewed", fingerprint=self.fingerprint))
        if isinstance(self.access, ByInvitation):
            self._invite(self.config.web, self.access.invitations.current, False)

    def look_at_picture(self) -> None:
        """Say once whether the camera sees otherwise than when it was set up. To be called now and then."""
        if self.set_up is None or self._looked or (id := self.set_up.otherwise()) is None:
            return
        self._looked = True
        if id and self.set_up.holds:
            self.eye.follow()
        if id:
            self._say_later((StartNotice(id),))

    def start(self) -> None:
        """Start all threads."""
        self.inbox.start()
        self.back_up()
        threading.Thread(target=self._look_over_archives, name="archives", daemon=True).start()
        self.lamps.start()
        self.server.start()
        self.eye.start()
        self.notifier.ready(f"Open {self.server.url}")

    def _look_over_archives(self) -> None:
        """Backups and replays are read whole, while the table is served already: a damaged one is set aside and told."""
        if found := look_over_archives(self._state, time.time()):
            self._say_later(found)

    def _say_later(self, found: tuple[StartNotice, ...]) -> None:
        self._log(found)
        self.inbox.post(lambda session, at: session.notice((*session.snapshot.notices, *found))).add_done_callback(complain)

    def _say(self, found: tuple[StartNotice, ...]) -> None:
        """What was found at the start: in the log at once, and on the phones."""
        found = add_where_it_stands(found, self.session.snapshot)
        self._log(found)
        self.session.notice(found)

    def _log(self, found: tuple[StartNotice, ...]) -> None:
        for notice in found:
            said = say_notice(notice, self.inbox.snapshot, catalogue(self.config.language))
            log.warning("%s%s", said, f" ({notice.detail})" if notice.detail else "")

    def _say_now(self, notice: StartNotice) -> None:
        """What was found while the companion runs: in the log, and on the phones. In the session's thread."""
        log.warning("%s (%s)", catalogue(self.config.language).text(notice.id, **notice.values), notice.detail)
        self.session.notice((*self.session.snapshot.notices, notice))

    def _signs(self) -> dict[str, str]:
        """What does not work, the threads that hang or ended included."""
        found = self.faults.standing
        if not self.inbox.alive:
            found["session"] = "its thread has ended; start the companion again"
        if self.eye.stalled:
            found.setdefault("eye", f"no frame was worked through for {STALLED:.0f} s")
        if disk := self.inbox.snapshot.disk:
            found["journal"] = f"{catalogue(FALLBACK).text(f'disk-{disk}')} ({self._journal.why})"
        return found

    def _pressed(self, name: str) -> None:
        """A button of the table was pressed."""
        if name == JOIN:
            if isinstance(self.access, ByInvitation):
                self.access.invitations.press()
            return
        if name == MUTE:
            self.lamps.quiet = not self.lamps.quiet
            return
        self.inbox.post(work_of({"command": name}, "button"), keep=True).add_done_callback(complain)

    def back_up(self) -> None:
        """See to it that there is a backup of the journal of today."""
        self.inbox.post(self._back_up).add_done_callback(complain)

    def _back_up(self, session: Session, at: float) -> None:
        try:
            back_up_daily(self._journal, self._state, at)
        except (JournalError, OSError) as error:
            log.warning("%s", catalogue(self.config.language).text("journal-no-backup", reason=str(error)))

    def stop(self) -> None:
        """Stop all threads, the lamps dark, everything written."""
        self.notifier.stopping()
        self.eye.halt()
        self.lamps.halt()
        self.server.stop()
        self.eye.stop()
        if self.footage:
            self.footage.stop()
        self.lamps.stop()
        self.inbox.stop()
        if self._journal.trouble == "memory":
            log.error("Nothing could be written since the start: what came meanwhile is lost.")
        if self.inbox.alive:
            log.error("The journal could not take the last facts in time: what was not acknowledged is not in it.")
        else:
            self._journal.close()


def _certificate(web: Web, state: Path) -> OwnCertificate | None:
    """The certificate for every way by which phones reach this machine; None without TLS."""
    if not web.tls:
        return None
    addresses = own_addresses() if web.host in EVERY_NETWORK else [web.host]
    names = own_names(everywhere=not is_loopback(web.host))
    return OwnCertificate(state, (*web.names, f"{socket.gethostname().partition('.')[0]}.local"), (*addresses, *names))


def _card_zones(sheets: Mapping[str, Sheet]) -> list[str]:
    return [zone.name for zone in sheets[first_game()].zones if zone.kind == "card"]
