"""Where a club's broker is, and under which name a table comes to it. Pure and light: read at every start."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

CLUB_FAULT = "club"  # the part that fails where the broker cannot be reached: no news for whoever reads the broker
TABLE_NAME = re.compile(r"[a-z0-9-]{1,32}")
_PORTS = {"mqtts": 8883, "mqtt": 1883}  # standard of MQTT, with TLS and without
_EXAMPLE = "write it as mqtts://club.local:8883 (mqtt:// is not encrypted)"


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """A broker: host, port, and whether TLS is spoken."""

    host: str
    port: int
    tls: bool


def parse_broker(url: str) -> BrokerAddress:
    """The broker of an address such as "mqtts://club.local:8883". Raises `ValueError` with how to write an address."""
    parts = urlsplit(url)
    if parts.scheme not in _PORTS or not parts.hostname or parts.path not in ("", "/") or parts.query or parts.fragment:
        raise ValueError(_EXAMPLE)
    if parts.username is not None:
        raise ValueError("user and password do not stand in the address: use user and password_file")
    return BrokerAddress(parts.hostname, parts.port or _PORTS[parts.scheme], parts.scheme == "mqtts")


def find_wrong_broker(url: str) -> str:
    """What is wrong with the address of a broker, "" for nothing."""
    try:
        parse_broker(url)
    except ValueError as error:
        return str(error)
    return ""


def make_table_name(host: str) -> str:
    """A table's name made of a host name; "table" where nothing of the host name can be used."""
    name = re.sub(r"[^a-z0-9-]+", "-", host.partition(".")[0].lower()).strip("-")[:32].strip("-")
    return name or "table"
