"""The club of a table, wired together where companion.toml names a broker; nothing of it is loaded otherwise."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from companion.errors import ConfigError, InputError
from companion.games.sheets import GameSheet
from companion.machine.config import ClubSettings
from companion.machine.faults import Faults
from companion.machine.network.broker_address import make_table_name
from companion.machine.text_files import read_text_file
from companion.session.inbox import Inbox
from companion.shown.words.messages import catalogue
from web.errors import CommandRefused

if TYPE_CHECKING:
    from companion.club.orders import Orders
    from companion.club.publishing import ClubThread

MIN_TOKEN_LENGTH, MAX_TOKEN_LENGTH = 16, 200  # letters of the token for orders; the shortest is a guess


class Acting(Protocol):
    """What does commands as for a phone."""

    def act(self, command: Mapping[str, Any], by: str) -> dict[str, Any]: ...


def open_club(
    club: ClubSettings, language: str, inbox: Inbox, state: Path, sheets: Mapping[str, GameSheet], faults: Faults, table: Acting
) -> ClubThread | None:
    """The thread that tells the club, not started; None where no broker is named. Raises `ConfigError` where something that a
    club needs is missing.

    `state`: the state directory. `sheets`: of each game, by name. `table`: does what is ordered, in `language`.
    """
    if not club.broker:
        return None
    try:
        from companion.club.publishing import ClubThread
        from companion.club.telling import TableCard
    except ModuleNotFoundError as error:
        raise ConfigError(
            f"club.broker: {error.name} is missing; install what a club needs: pip install 'table-companion[club]'"
        ) from error
    name = club.table or make_table_name(socket.gethostname())
    card = TableCard(name, club.name or name, club, catalogue(language), sheets)
    orders = _open_orders(club, language, table) if club.commands else None
    return ClubThread(card, lambda: inbox.snapshot, state / "journal.sqlite", state, faults, orders)


def _open_orders(club: ClubSettings, language: str, table: Acting) -> Orders:
    """What may be ordered through the broker. Raises `ConfigError` for a token that cannot be read or is too short."""
    from companion.club.orders import Orders

    token = read_text_file(Path(club.command_token_file)).strip()
    if not MIN_TOKEN_LENGTH <= len(token) <= MAX_TOKEN_LENGTH:
        raise ConfigError(f"club.command_token_file: a token has {MIN_TOKEN_LENGTH} to {MAX_TOKEN_LENGTH} letters")

    def execute(command: Mapping[str, Any], by: str) -> Mapping[str, Any]:
        try:
            return table.act(command, by)
        except CommandRefused as error:
            raise InputError(str(error)) from error

    return Orders(token, execute, catalogue(language))
