"""`companion wifi`: an access point with a page that asks for the Wi-Fi."""

from __future__ import annotations

import argparse
import logging
import socket

from companion.app.phone_book import read_pairing
from companion.machine.config import Web, load_config
from companion.machine.door_card import find_card_or_none
from companion.machine.ending import Ending
from companion.machine.log_lines import begin_log
from companion.machine.paths import state_directory
from companion.machine.wifi.first_boot import WifiDesk, guide_into_network, needs_access_point
from companion.machine.wifi.nmcli import ACCESS_POINT_ADDRESS, ACCESS_POINT_NAME, NetworkManagerRadio
from companion.machine.wifi.pretend import PretendRadio
from companion.machine.wifi.radio import Radio
from companion.shown.words.countries import list_countries
from companion.shown.words.languages import list_languages
from companion.shown.words.messages import catalogue
from web.wifi.app import create_wifi_app
from web.wire.serve import Server

log = logging.getLogger("companion")

PAGE_PORT = 80  # where phones look for the page of a network without the Internet; standard of HTTP
PRETEND_HOST, PRETEND_PORT = "127.0.0.1", 8766


def run(arguments: argparse.Namespace) -> int:
    """0 once the machine is in a network, 1 where told to end before; with `--needed` 0 where an access point is needed, else
    1. Raises `ConfigError`, `RadioRefused`, `AddressInUse`."""
    begin_log()
    ending = Ending()
    radio: Radio = PretendRadio() if arguments.pretend else NetworkManagerRadio()
    if arguments.needed:
        return 0 if needs_access_point(radio, ending.wait_for_end) else 1
    config, desk = load_config(arguments.config), WifiDesk()
    host = PRETEND_HOST if arguments.pretend else ACCESS_POINT_ADDRESS
    port = arguments.port or (PRETEND_PORT if arguments.pretend else PAGE_PORT)
    app = create_wifi_app(
        desk,
        text=lambda language, id, /, **values: catalogue(language).text(id, **values),
        countries=list_countries,
        hosts=(browser_host(host, port),),
        address=table_address(config.web),
        code=current_code,
        language=config.language,
        languages=list_languages(),
    )
    server: Server | None = None

    def serve() -> None:
        """The address is there once the access point is open; the port stays taken while it is closed."""
        nonlocal server
        if server is None:
            server = Server(app, host, port).start_serving()
        print(f"Join the network {ACCESS_POINT_NAME}, and open http://{browser_host(host, port)}/", flush=True)

    try:
        joined = guide_into_network(radio, desk, find_card_or_none().password, serve, ending.wait_for_end)
    finally:
        if server is not None:
            server.stop_serving()
    print("The table is in a network." if joined else "The table is in no network yet.", flush=True)
    return 0 if joined else 1


def browser_host(host: str, port: int) -> str:
    """The host of the page as browsers say it."""
    return host if port == PAGE_PORT else f"{host}:{port}"


def table_address(web: Web) -> str:
    """Where the table is opened once it is in a network, as short as browsers take it."""
    name = socket.gethostname().partition(".")[0]
    return f"{'https://' if web.tls else ''}{name}.local:{web.port}"


def current_code() -> str:
    """The code that lets the next phone in, "" where the companion does not run or its code cannot be read."""
    try:
        shown = read_pairing(state_directory() / "pairing.json")
    except OSError as error:
        log.warning("the code of the phones cannot be read: %s", error.strerror)
        return ""
    return shown.code if shown else ""
