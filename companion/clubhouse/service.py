"""The club's parts, wired together: database, intake, pages."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path

from companion.app.phone_book import PhoneBook
from companion.clubhouse.database import open_database
from companion.clubhouse.desk import ClubhouseDesk
from companion.clubhouse.hall import Hall
from companion.clubhouse.intake import BrokerAccess, Intake
from companion.clubhouse.store import Store
from companion.clubhouse.tournament_book import TournamentBook
from companion.clubhouse.tournament_desk import TournamentDesk
from companion.errors import StateError
from companion.machine.config import Web
from companion.machine.network.addresses import own_host_names, phone_url
from companion.machine.network.certificate import open_certificate
from companion.shown.words.languages import list_languages
from companion.shown.words.messages import catalogue
from web.club.app import create_club_app
from web.door.access import ByInvitation, OpenOnLoopback, is_loopback
from web.door.invitations import Invitation, Invitations
from web.door.phones import Phone, Phones
from web.wire.serve import Server

log = logging.getLogger("companion.club")


@dataclass(frozen=True, slots=True)
class HouseSettings:
    """What a club needs to know."""

    broker: BrokerAccess
    state: Path  # folder of the database and of the joined phones
    web: Web  # how its pages are served; port 0 = any free port
    database: str = ""  # URL of SQLAlchemy, "" = a SQLite file in `state`
    language: str = "en"


class Clubhouse:
    """A club: takes in from `start` to `stop`. Raises what `open_database` raises, `ConfigError`, `StateError`
    and `AddressInUse`."""

    def __init__(self, settings: HouseSettings) -> None:
        """The club's service with database and pages ready, not started. On a loopback address pages are open, elsewhere
        phones join by a code. Raises `ConfigError`, `ClubStoreError`."""
        self._settings = settings
        engine = open_database(settings.database, settings.state)
        self.store = Store(engine)
        self.hall = Hall((row["table"], row["name"]) for row in self.store.list_tables())
        self.tournaments = TournamentDesk(TournamentBook(engine), self.hall.list_names)
        self._intake = Intake(settings.broker, self.store, self.hall, take_results=self.tournaments.take_results)
        web = settings.web
        self._certificate = open_certificate(web, settings.state)
        here = is_loopback(web.host)
        phones = None if here else Phones(PhoneBook(settings.state / "club-phones.json"), copied=self._warn_of_copied_phone)
        self.access: OpenOnLoopback | ByInvitation = (
            OpenOnLoopback() if phones is None else ByInvitation(phones, Invitations(changed=self._say_code))
        )
        app = create_club_app(
            ClubhouseDesk(self.hall, self.store, note_correction=self.tournaments.note_correction),
            self.tournaments,
            text=lambda language, id, /, **values: catalogue(language).text(id, **values),
            language=settings.language,
            languages=list_languages(),
            access=self.access,
            names=(*own_host_names(everywhere=not here), *web.names),
            address=lambda: phone_url(web.host, self.server.port, web.tls),
            secure=web.tls,
        )
        self.server = Server(app, web.host, web.port, tls=self._certificate.context if self._certificate else None)

    @property
    def certificate_fingerprint(self) -> str:
        """The SHA-256 of the certificate of the pages, "" without TLS."""
        return self._certificate.fingerprint if self._certificate else ""

    def look_around(self) -> None:
        """Renew the code for phones where it is old, and the certificate where it ends soon. To be called about twice a
        minute."""
        self.access.renew_old_code()
        try:
            renewed = self._certificate is not None and self._certificate.renew_if_due()
        except StateError as error:
            log.warning("%s", error)
            return
        if renewed:
            words = catalogue(self._settings.language)
            log.warning("%s", words.text("certificate-renewed", fingerprint=self.certificate_fingerprint))

    def start(self) -> None:
        """Take in and serve from now on."""
        self.tournaments.take_results(())  # what came while the club was away from its database
        self._intake.start()
        self.server.start_serving()

    def stop(self) -> None:
        """End cleanly: what is at hand is committed."""
        self.server.stop_serving()
        self._intake.stop()
        self.store.close()

    def _say_code(self, invitation: Invitation, used: bool) -> None:
        log.info("%s", catalogue(self._settings.language).text("phone-joined" if used else "club-code", code=invitation.code))

    def _warn_of_copied_phone(self, phone: Phone) -> None:
        log.warning("%s", catalogue(self._settings.language).text("phone-copied", name=phone.name or phone.id))
