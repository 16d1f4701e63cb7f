"""The tables of the club's database, for SQLite and PostgreSQL alike.

The schema is changed by a new file in `companion/clubhouse/migrations/versions`, and here.
"""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Boolean, Column, Float, Index, Integer, MetaData, String, Table, Text

METADATA = MetaData()

_OWN_KEY = BigInteger().with_variant(Integer, "sqlite")  # SQLite numbers rows by itself for INTEGER alone

CLUB_TABLES = Table(
    "club_tables",
    METADATA,
    Column("table", String(32), primary_key=True),  # as in its topics
    Column("name", String(80), nullable=False),  # for people
    Column("language", String(3), nullable=False),
    Column("first_heard_at", Float, nullable=False),  # seconds since 1970 by the club's clock
)
"""Every table that the club has ever heard of."""

MATCHES = Table(
    "matches",
    METADATA,
    Column("table", String(32), primary_key=True),
    Column("uid", String(32), primary_key=True),
    Column("kept", Integer, nullable=False, default=0),  # every entry up to this number is here, without a gap
    Column("first_heard_at", Float, nullable=False),  # seconds since 1970 by the club's clock
    Column("last_heard_at", Float, nullable=False),
    Index("matches_by_time", "last_heard_at"),
)
"""Every match of which an entry or a result came."""

ENTRIES = Table(
    "entries",
    METADATA,
    Column("table", String(32), primary_key=True),
    Column("uid", String(32), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("at", Float, nullable=False),  # by the table's clock
    Column("source", String(40), nullable=False),
    Column("event", JSON, nullable=False),  # as `companion export` writes it
)
"""The logs of the matches; table, match and number are the key, so nothing counts twice."""

RULINGS = Table(
    "rulings",
    METADATA,
    Column("table", String(32), primary_key=True),
    Column("uid", String(32), primary_key=True),
    Column("entry", Integer, primary_key=True),
    Column("rule", String(20), primary_key=True),  # "" where no rule spoke
    Column("verdict", String(8), nullable=False),
    Column("message", Text, nullable=False),  # in the table's language
    Column("player", Integer),
    Column("at", Float, nullable=False),  # by the table's clock
)
"""What the referees said."""

RESULTS = Table(
    "results",
    METADATA,
    Column("table", String(32), primary_key=True),
    Column("uid", String(32), primary_key=True),
    Column("told", JSON, nullable=False),  # the result as the table told it last, see `companion.club.forms.Result`
    Column("entries", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("corrected", JSON),  # what a person put in place of it, None = nothing
    Column("status", String(8), nullable=False),  # as it counts: "playing", "won", "lost" or "drawn"
    Column("received_at", Float, nullable=False),  # first, by the club's clock
    Index("results_by_time", "received_at"),
)
"""How each match ended, as it counts now."""

RESULT_CHANGES = Table(
    "result_changes",
    METADATA,
    Column("id", _OWN_KEY, primary_key=True, autoincrement=True),
    Column("table", String(32), nullable=False),
    Column("uid", String(32), nullable=False),
    Column("before", JSON),  # None = there was no result
    Column("after", JSON, nullable=False),
    Column("by", String(80), nullable=False),  # name of a person, "" = the table
    Column("why", String(200), nullable=False),
    Column("at", Float, nullable=False),  # by the club's clock
    Index("result_changes_by_match", "table", "uid"),
)
"""Every result that took the place of another, with a word why."""

TOURNAMENTS = Table(
    "tournaments",
    METADATA,
    Column("id", _OWN_KEY, primary_key=True, autoincrement=True),
    Column("name", String(40), nullable=False),
    Column("league", String(40), nullable=False),  # "" for none
    Column("is_open", Boolean, nullable=False),  # do results of tables count for it?
    Column("created_at", Float, nullable=False),  # seconds since 1970 by the club's clock
)
"""Every tournament; all else is counted from its events."""

TOURNAMENT_EVENTS = Table(
    "tournament_events",
    METADATA,
    Column("tournament", _OWN_KEY, primary_key=True, autoincrement=False),
    Column("n", Integer, primary_key=True),
    Column("event", Text, nullable=False),  # JSON, see `companion.tournament.events`
)
"""What happened in tournaments, in order."""
