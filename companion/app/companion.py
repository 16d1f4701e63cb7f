"""The composition root: configuration -> camera, session, signals, web. Only wiring; every decision lives elsewhere.

Threads of the process: camera -> vision -> session (only writer) -> signals, web. Frames may be dropped, facts never.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from companion.app.club_desk import ClubDesk
from companion.app.club_wiring import open_club
from companion.app.codes_in_view import CodesInView
from companion.app.eye import MAX_FRAME_GAP_S, VisionThread
from companion.app.phone_book import Pairing, PhoneBook, choose_first_code, publish_pairing
from companion.app.replays import Footage
from companion.app.state_files import look_over_archives
from companion.app.web_table import Lessons, WebTable
from companion.commands.commands import prepare_work
from companion.doctor.checkup import Checkup
from companion.doctor.metrics import Metrics, MetricSources
from companion.errors import JournalError, StateError
from companion.footage.shelf import ClipShelf
from companion.games import first_game
from companion.games.sheets import GameSheet, list_games, load_sheet
from companion.journal.backup import back_up_daily
from companion.journal.opening import find_early_ids, open_journal
from companion.journal.scores import ScoreBook
from companion.journal.start_notice import StartNotice
from companion.journal.taken_up import TakenUp
from companion.lessons.corrections import Corrections
from companion.lessons.sure_reads import SureReads
from companion.machine.config import Config, Web, device_of
from companion.machine.faults import Faults, log_refusal
from companion.machine.fresh_start import FreshStart
from companion.machine.lamps import JOIN, MUTE, Lamps, describe_lamps, open_configured_signals, wires_of
from companion.machine.network.addresses import own_host_names, phone_url
from companion.machine.network.certificate import open_certificate, set_damaged_aside
from companion.machine.notify import Notifier
from companion.match.events import Started
from companion.match.rulings import Match
from companion.session.inbox import Inbox, Work
from companion.session.session import Session
from companion.session.snapshot import Learning
from companion.setup.club_choice import ClubShelf
from companion.setup.guide import SetUp
from companion.setup.phone_camera import PhoneInUse
from companion.setup.profile import ProfileShelf, apply_profile
from companion.shown.bare_table import say_bare_table
from companion.shown.notices import add_where_it_stands, say_notice
from companion.shown.past import repeat_match
from companion.shown.words.languages import FALLBACK, list_languages
from companion.shown.words.messages import catalogue
from companion.sources.board_layouts import read_layout_for_match
from companion.sources.scenery import Scenery
from web.app import create_app
from web.door.access import ByInvitation, OpenOnLoopback, is_loopback
from web.door.invitations import Invitation, Invitations
from web.door.phones import Phone, Phones
from web.wire.serve import Server

log = logging.getLogger("companion")


class Companion:
    """All running parts, wired together, and the latest match taken up again; no thread runs yet.

    `scenery`: camera, mat and readers of a game. `state`: the directory of journal and secrets. `commands_of`, `layout_of`:
    see `Ledger`. `offers`: the match to offer after an ended match. `shelf`: the profile of the table, None = no set-up page.
    `found`: notices about the files. `card_code`: lets the first phone in, "" = any. Raises `AddressInUse` and
    `GpioUnavailable` before any thread starts.
    """

    def __init__(
        self,
        config: Config,
        scenery: Scenery,
        state: Path,
        commands_of: Callable[[str], Mapping[str, str] | None] = lambda game: None,
        layout_of: Callable[[str], str | None] | None = None,
        offers: Callable[[Match], Started] = repeat_match,
        shelf: ProfileShelf | None = None,
        found: tuple[StartNotice, ...] = (),
        card_code: str = "",
    ) -> None:
        self.config = config
        sheets: Mapping[str, GameSheet] = {game: load_sheet(game) for game in list_games()}
        self._state = state
        self._journal, of_journal = open_journal(state / "journal.sqlite", time.time())
        board_layout = partial(read_layout_for_match, layout_of or (lambda game: None), self._report_in_session)
        taken_up = TakenUp(state / "taken-up.json")
        self.session = Session(self._journal, lambda game: sheets[game].faces, commands_of, board_layout, taken_up)
        self.session.resume_match()
        club_shelf = ClubShelf(state) if shelf else None
        found = (
            *found,
            *of_journal,
            *taken_up.found,
            *(shelf.found if shelf else ()),
            *(club_shelf.found if club_shelf else ()),
        )
        self.inbox = Inbox(self.session, steady=time.monotonic)
        self.faults = Faults(lambda parts: self._post(lambda session, at: session.publisher.report_faults(parts)))
        self.notifier = Notifier()
        corrections = Corrections(state / "decks")
        sure = SureReads(corrections)
        self.footage = self._open_footage(config)
        fresh = FreshStart(state / "camera-started-anew", self.notifier.has_watchdog)
        self.eye = VisionThread(
            self.inbox,
            scenery,
            self.notifier,
            config.eye.turns,
            self.faults,
            sure,
            self.footage,
            fresh,
            lambda snapshot: say_bare_table(snapshot, catalogue(config.language)),
        )
        self.table = WebTable(
            self.inbox,
            sheets,
            lambda cues, zones: describe_lamps(cues, list(config.pins.lamps) or zones),
            self.eye.picture_of,
            self._find_trouble,
            Lessons(self.eye.looks, corrections, sure),
            Checkup(config, state, self.eye, self._find_trouble, club=lambda: self.club.settings),
            offers,
            lambda: self.lamps if device_of(config).kind != "dark" else None,
            ScoreBook(state / "scores.json"),
        )
        self.club = ClubDesk(
            config.club,
            club_shelf,
            lambda club: open_club(club, config.language, self.inbox, state, sheets, self.faults, self.table),
            self.faults,
        )
        self._shelf, self._looked = shelf, False
        self.set_up: SetUp | None = None
        if shelf:
            self.set_up = SetUp(
                config,
                shelf,
                self.eye,
                lambda: self.inbox.snapshot,
                lambda place: self.lamps.light_only(place),
                self._find_trouble,
                lambda: self.club.settings,
            )
        of_certificate = set_damaged_aside(state, time.time()) if config.web.tls else ()
        self._certificate = open_certificate(config.web, state)
        phone_book = PhoneBook(state / "phones.json")
        if is_loopback(config.web.host):
            self.access: OpenOnLoopback | ByInvitation = OpenOnLoopback()
        else:
            phones = Phones(phone_book, copied=self._warn_of_copied_phone)
            self.access = ByInvitation(
                phones, self._make_invitations(phones, card_code), CodesInView(lambda: self.eye.live_image)
            )
        found = add_where_it_stands((*found, *of_certificate, *phone_book.found), self.session.snapshot)
        self._log_notices(found)
        self.session.publisher.show_notices(found)
        app = create_app(
            self.table,
            text=lambda language, id, /, **values: catalogue(language).text(id, **values),
            language=config.language,
            languages=list_languages(),
            access=self.access,
            names=(*config.web.names, *own_host_names(everywhere=not is_loopback(config.web.host))),
            address=lambda: phone_url(config.web.host, config.web.port, config.web.tls),
            figures=self._open_metrics() if config.web.metrics != "off" else None,
            figures_everywhere=config.web.metrics == "network",
            set_up=self.set_up,
            club=self.club if shelf else None,
            camera=PhoneInUse(
                lambda: self.config_now.eye.source, lambda language: str(self.table.view(language)["table"]["text"])
            ),
            replays=self.footage,
            secure=config.web.tls,
        )
        tls = self._certificate.context if self._certificate else None
        self.server = Server(app, config.web.host, config.web.port, tls=tls)
        places = [*(zone.name for zone in sheets[first_game()].zones if zone.kind == "card"), "table"]
        signals = open_configured_signals(config, places, self._handle_button)
        stands = (lambda: shelf.profile.lamps) if shelf else dict
        self.lamps = Lamps(self.inbox, signals, self.faults, wires_of(config, places).places, stands)

    def _post(self, work: Work, *, keep: bool = False) -> None:
        """Have the session do `work`; a refusal is logged. `keep`: as of `Inbox.leave_work`."""
        self.inbox.leave_work(work, keep=keep).add_done_callback(log_refusal)

    def report_learning(self, learning: Learning | None) -> None:
        """Show phones how far cards are learned, None = they are. From any thread."""
        self._post(lambda session, at: session.publisher.report_learning(learning))

    def _open_footage(self, config: Config) -> Footage | None:
        """The recorder of replays; None where replays are switched off, and clips not chosen to keep are deleted."""
        shelf = ClipShelf(self._state / "clips")
        try:
            shelf.adopt_early_clips(find_early_ids(self._journal))
            if not config.eye.replays:
                shelf.forget_passing_clips()
        except OSError as error:
            log.warning("replays of earlier matches could not be put in order: %s", error)
        if not config.eye.replays:
            return None

        def report_clips(match: int, entries: frozenset[int]) -> None:
            self._post(lambda session, at: session.publisher.report_clips(match, entries))

        return Footage(
            shelf, report_clips, lambda match: str(self.inbox.ask_session(lambda session, at: session.past.find_uid_of(match)))
        )

    @property
    def config_now(self) -> Config:
        """The configuration with the values of the set-up."""
        return apply_profile(self.config, self._shelf.profile) if self._shelf else self.config

    def _open_metrics(self) -> Metrics:
        """What `/metrics` counts; each source is asked anew at each request."""
        return Metrics(
            MetricSources(
                self._state, lambda: self.inbox.snapshot, lambda: self.eye.pace, self._find_trouble, self._count_phones
            )
        )

    def _count_phones(self) -> tuple[int, int]:
        """How many phones have joined, and how many of the joined listen now; 0 and 0 where no phone has to join."""
        if not isinstance(self.access, ByInvitation):
            return 0, 0
        known = self.access.phones
        return len(known.all_phones()), sum(known.is_here(phone.id) for phone in known.all_phones())

    def _make_invitations(self, phones: Phones, card_code: str) -> Invitations:
        """What lets phones in. Until a first phone has joined nobody can look the code up on a phone: it stays, over restarts
        too, for somebody may have it on paper."""
        publish = partial(self._publish_invitation, self.config.web)
        if phones.all_phones():
            return Invitations(changed=publish)
        first = choose_first_code(self._state / "pairing.json", card_code)
        return Invitations(changed=publish, code=first, keep_first=True)

    def _publish_invitation(self, web: Web, invitation: Invitation, used: bool) -> None:
        """Leave a new invitation for `companion pair`. `used`: a phone joined by the former invitation; only then the new
        code is logged."""
        if used:
            log.info("%s", catalogue(self.config.language).text("phone-joined", code=invitation.code))
        shown = Pairing(
            phone_url(web.host, web.port, web.tls), invitation.code, invitation.word, os.getpid(), self.certificate_fingerprint
        )
        publish_pairing(self._state / "pairing.json", shown)

    def _warn_of_copied_phone(self, phone: Phone) -> None:
        log.warning("%s", catalogue(self.config.language).text("phone-copied", name=phone.name or phone.id))

    @property
    def certificate_fingerprint(self) -> str:
        """The SHA-256 of the TLS certificate, "" without TLS."""
        return self._certificate.fingerprint if self._certificate else ""

    def renew_certificate(self) -> None:
        """Renew the certificate shortly before the end of validity, or when the date has jumped. A refusal is only logged. To
        be called twice a minute or so."""
        try:
            if self._certificate is None or not self._certificate.renew_if_due():
                return
        except StateError as error:
            log.warning("%s", error)
            return
        log.warning("%s", catalogue(self.config.language).text("certificate-renewed", fingerprint=self.certificate_fingerprint))
        if isinstance(self.access, ByInvitation):
            self._publish_invitation(self.config.web, self.access.invitations.current, False)

    def compare_picture(self) -> None:
        """Say once whether the camera sees otherwise than at the set-up; does nothing without a set-up page. A camera held
        since the start is released where the picture has changed. To be called twice a minute or so."""
        if self.set_up is None or self._looked or (id := self.set_up.find_changed_picture()) is None:
            return
        self._looked = True
        if id and self.set_up.starts_with_held_camera:
            self.eye.release_camera()
        if id:
            self._report_from_any_thread((StartNotice(id),))

    def start_all(self) -> None:
        """Start all threads. Damaged backups and replays are looked for once the table is served."""

        def check_archives() -> None:
            if found := look_over_archives(self._state, time.time()):
                self._report_from_any_thread(found)

        self.inbox.start_thread()
        self.request_backup()
        threading.Thread(target=check_archives, name="archives", daemon=True).start()
        self.lamps.start_signals()
        self.server.start_serving()
        self.eye.start_watching()
        self.club.start_telling()
        self.notifier.notify_ready(f"Open {self.server.url}")

    def _report_from_any_thread(self, found: tuple[StartNotice, ...]) -> None:
        """Log the notices `found`, and show the notices on the phones."""
        self._log_notices(found)
        self._post(lambda session, at: session.publisher.show_notices((*session.snapshot.notices, *found)))

    def _log_notices(self, found: tuple[StartNotice, ...]) -> None:
        for notice in found:
            said = say_notice(notice, self.inbox.snapshot, catalogue(self.config.language))
            log.warning("%s%s", said, f" ({notice.detail})" if notice.detail else "")

    def _report_in_session(self, notice: StartNotice) -> None:
        """Log a notice of the running companion, and show the notice on the phones. In the thread of the session."""
        log.warning("%s (%s)", catalogue(self.config.language).text(notice.id, **notice.values), notice.detail)
        self.session.publisher.show_notices((*self.session.snapshot.notices, notice))

    def _find_trouble(self) -> dict[str, str]:
        """Trouble by part in plain English, hanging and ended threads included; empty where all is well."""
        found = self.faults.standing_faults
        if not self.inbox.is_alive:
            found["session"] = "its thread has ended; start the companion again"
        if self.eye.is_stalled:
            found.setdefault("eye", f"no frame was worked through for {MAX_FRAME_GAP_S:.0f} s")
        if disk := self.inbox.snapshot.disk:
            found["journal"] = f"{catalogue(FALLBACK).text(f'disk-{disk}')} ({self._journal.refusal})"
        return found

    def _handle_button(self, name: str) -> None:
        """Act on a pressed button of the table: let a phone in, silence or unsilence the buzzer, else do the command `name`."""
        if name == JOIN:
            if isinstance(self.access, ByInvitation):
                self.access.invitations.note_press()
            return
        if name == MUTE:
            self.lamps.is_silenced = not self.lamps.is_silenced
            return
        self._post(prepare_work({"command": name}, "button"), keep=True)

    def request_backup(self) -> None:
        """Have the journal of today backed up by the session's thread, unless a backup exists. A refusal is only logged."""

        def write_backup(session: Session, at: float) -> None:
            try:
                back_up_daily(self._journal, self._state, at)
            except (JournalError, OSError) as error:
                log.warning("%s", catalogue(self.config.language).text("journal-no-backup", reason=str(error)))

        self._post(write_backup)

    def stop_all(self) -> None:
        """Stop all threads, put the lamps out, write everything. Facts that could not be written are named in the log; the
        journal of a hanging session stays open."""
        self.notifier.notify_stopping()
        self.eye.ask_to_end()
        self.lamps.ask_signals_to_end()
        self.server.stop_serving()
        self.eye.stop_watching()
        if self.footage:
            self.footage.stop_writing()
        self.lamps.stop_signals()
        self.inbox.stop_thread()
        self.club.stop_telling()
        if self._journal.trouble == "memory":
            log.error("Nothing could be written since the start: what came meanwhile is lost.")
        if self.inbox.is_alive:
            log.error("The journal could not take the last facts in time: what was not acknowledged is not in it.")
        else:
            self._journal.close()
