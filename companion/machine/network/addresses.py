"""The addresses of the machine for phones, and how a phone is invited."""

from __future__ import annotations

import io
import ipaddress
import re
import socket
import subprocess
from pathlib import Path

import segno

RESOLVER = Path("/etc/resolv.conf")
EVERY_NETWORK = ("0.0.0.0", "::")
"""Hosts that stand for every network of the machine."""


def own_addresses() -> list[str]:
    """IPv4 addresses of the machine that others may reach, the address towards the router first."""
    found = []
    for word in (_towards_router(), *output_of("hostname", "-I").split()):
        address = _parse_address(word)
        if address and address.version == 4 and not address.is_loopback and not address.is_unspecified:
            found.append(word)
    return list(dict.fromkeys(found))


HOME_SUFFIXES = ("local", "lan", "home", "home.arpa", "fritz.box", "internal", "intranet", "localdomain", "station", "homenet")
"""What routers put behind the name of a machine. No stranger on the Internet can own such a name."""


def own_host_names(resolver: Path = RESOLVER, *, everywhere: bool = True) -> list[str]:
    """Host names of the machine in small letters, bare and with the suffixes of routers and search domains. Empty for a
    machine without a name. `resolver`: names the search domains. `everywhere`: False = only the own machine asks, and no
    network has a say."""
    whole = socket.gethostname().lower().rstrip(".")
    name = whole.partition(".")[0]
    if not name:
        return []
    suffixes = [*HOME_SUFFIXES, *_search_domains(resolver)] if everywhere else ["local"]
    return list(dict.fromkeys([whole, name, *(f"{name}.{suffix}" for suffix in suffixes)]))


def _search_domains(resolver: Path) -> list[str]:
    """The domains of `resolver` that have the form of a domain, in small letters; empty for a missing file."""
    try:
        lines = resolver.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []  # a machine need not have the file
    words = [line.split() for line in lines]
    found = [word.lower().strip(".") for said in words if said[:1] in (["search"], ["domain"]) for word in said[1:]]
    return [domain for domain in found if re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)*", domain)]


def phone_url(host: str, port: int, tls: bool = False) -> str:
    """The address to open on a phone, "" where no phone can reach the machine. `host`: listened on; for `EVERY_NETWORK`, the
    likeliest own address is given. `tls`: served over TLS."""
    address = next(iter(own_addresses()), "") if host in EVERY_NETWORK else host
    found = _parse_address(address)
    if not address or address == "localhost" or (found and found.is_loopback):
        return ""
    return f"{'https' if tls else 'http'}://{f'[{address}]' if ':' in address else address}:{port}/"


WHITE_ON_BLACK, AS_BEFORE = "\x1b[38;5;231;48;5;16m", "\x1b[0m"


def draw_qr_for_terminal(url: str) -> str:
    """`url` as a QR code of half blocks, always white on black: phones cannot read inverted codes."""
    drawn = io.StringIO()
    segno.make(url, error="l").terminal(drawn, border=2, compact=True)
    lines = drawn.getvalue().rstrip("\n").split("\n")
    return "\n".join(f"{WHITE_ON_BLACK}{line}{AS_BEFORE}" for line in lines)


def output_of(*command: str) -> str:
    """What a program of the system prints; "" where the program is missing, fails or takes over 5 s."""
    try:
        return subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", timeout=5, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return ""


def has_route() -> bool:
    """Does the machine know a way to the Internet? No packet is sent."""
    return bool(_towards_router())


def _towards_router() -> str:
    """The own address from which a packet to the Internet would leave, "" without a network. No packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        try:
            door.connect(("192.0.2.1", 9))  # kept for documentation: nobody's address
            return str(door.getsockname()[0])
        except OSError:
            return ""


def _parse_address(word: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(word)
    except ValueError:
        return None


def join_url(phone: str, word: str) -> str:
    """The address in a QR code: opens the dashboard at `phone` and lets a phone in. `word`: see `web.door.invitations`;
    placed behind "#", where no log sees the word."""
    return f"{phone}pair#{word}" if word else phone


HOW_TO_STOP = "To stop: press Ctrl+C. A match that is interrupted goes on at the next start."


def invitation_lines(
    host: str,
    port: int,
    here: str,
    code: str = "",
    word: str = "",
    fingerprint: str = "",
    *,
    drawn: bool,
    another: str = "companion pair",
) -> list[str]:
    """Lines about how to open the dashboard; the first is "Open http://...".

    `host`, `port`: listened on. `here`: address on the own machine. `code`, `word`: for the next phone, "" = nothing is
    asked. `fingerprint`: of the certificate, "" without TLS. `drawn`: with a QR code, for a terminal. `another`: where another
    code is found.
    """
    phone = phone_url(host, port, here.startswith("https:"))
    lines = [f"Open {phone or here}"]
    if host in EVERY_NETWORK and not phone:
        lines.append("No phone can reach this machine: it is on no network.")
    if phone and drawn:
        lines.append(draw_qr_for_terminal(join_url(phone, word)))
    if code:
        lines.append(f"The next phone joins by this code: {code} (for another: {another})")
    if fingerprint:
        lines.append(explain_certificate(fingerprint))
    if drawn:
        lines.append(HOW_TO_STOP)
    return lines


def explain_certificate(fingerprint: str) -> str:
    """What to do about the warning of browsers that nobody vouches for the machine."""
    return f"The browser warns that nobody vouches for this page: go on where the certificate's SHA-256 fingerprint is\n{fingerprint}"
