"""The application factory of a club: a club and a catalogue of texts become its pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from flask import Flask

from web.app import MAX_STREAMS, begin_app, explain_errors
from web.club.club import Club
from web.club.routes import make_club_routes, make_hall_routes
from web.club.stream import ClubNews
from web.club.tournaments import Tournaments, make_tournament_routes
from web.door.access import Access, OpenOnLoopback
from web.languages import Languages
from web.routes import phone_pages
from web.table import Text
from web.wire.snapshots import draw_first_version
from web.wire.stream import StreamSlots


def create_club_app(
    club: Club,
    tournaments: Tournaments,
    *,
    text: Text,
    language: str = "en",
    languages: Sequence[str] = ("en", "it"),
    access: Access | None = None,
    names: Iterable[str] = (),
    streams: int = MAX_STREAMS,
    address: Callable[[], str] = lambda: "",
    secure: bool = False,
) -> Flask:
    """The pages of a club. `text`, `language`, `languages`, `access`, `names`, `streams`, `address`, `secure`: as of
    `web.app.create_app`. Whoever may change results is the "referee" of the club: its organiser."""
    access = access or OpenOnLoopback()
    app = begin_app("club", access, names, secure=secure)
    spoken = Languages(text, language, tuple(languages))
    news = ClubNews(club, draw_first_version())
    app.register_blueprint(make_hall_routes(club, news, spoken, StreamSlots(streams), access))
    app.register_blueprint(make_club_routes(club, news, spoken))
    app.register_blueprint(make_tournament_routes(tournaments, news, spoken))
    app.register_blueprint(phone_pages.make_phone_routes(spoken, access, address))
    explain_errors(app, spoken, address)
    return app
