"""The bundle for helpers: what machine, program and match say, without names, secrets or pictures."""

from __future__ import annotations

import json
import platform
import re
import socket
import sys
import tomllib
import urllib.request
import zipfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from companion import __version__
from companion.doctor.check import Check
from companion.doctor.scrubber import Scrubber
from companion.errors import InputError
from companion.journal.opening import read_journal
from companion.machine.config import Web
from companion.machine.network.addresses import output_of
from companion.match.events import Entry, event_to_json
from companion.shown.words.languages import list_languages
from companion.shown.words.messages import catalogue
from web.door.invitations import CODE_DIGITS

LOG = ("journalctl", "--unit=companion", "--lines=2000", "--no-pager", "--output=short-iso")
"""Prints the latest lines of the service."""
MAX_BUNDLE_PICTURES = 200  # pictures of the latest corrections in a bundle; guess
ABOUT = """In here: doctor.json (what was looked at), health.json and figures.txt (what a companion that ran said), log.txt (the
service's latest lines), match.json (the latest match), files.txt (names and sizes of what is kept), versions.txt, companion.toml.
Names of players and phones, codes and keys were taken out. Pictures: {pictures}. Look before you give it away.
"""
_CODE = re.compile(rf"\b\d{{{CODE_DIGITS}}}\b|(?<=pair#)[\w-]+")
"""Codes for phones, and words of QR codes."""
_CODE_KEYS = ("event", "zone", "face", "before", "after", "code", "game", "source", "by", "kind", "card")
"""Keys in the log of a match whose texts are words of the program."""
_NOTE = re.compile(r"(?m)(?:^|(?<=\s))#[^”\n]*")
"""A note in a configuration, also in a line that is quoted."""
_HOSTS = re.compile(r"""(?m)^\s*["']?names["']?\s*=\s*(.*)$""")
_PORT = re.compile(r"(?m)^\s*port\s*=\s*(\d{1,5})\b")
_QUOTED = re.compile(r"""["']([^"'\n]+)""")
"""What is found in a configuration that is no TOML."""
_ANY_HOST = ("companion", "localhost", "raspberrypi", "debian", "table", "tavolo")
"""Common names of machines, which tell nothing."""


@dataclass(frozen=True, slots=True)
class BundleRequest:
    """What goes into a bundle."""

    state: Path  # the state directory
    config: Path | None  # file of the configuration, None = no file
    url: str  # where a companion may run
    checks: tuple[Check, ...]  # results of `companion doctor`
    pictures: bool = False  # the owner agreed to send pictures of cards


def write_bundle(to: Path, asked: BundleRequest) -> list[str]:
    """Names of the files in the bundle `to`, a ZIP written for the owner alone, an older file replaced. `asked`: what goes
    in. Raises `OSError` where the disk refuses."""
    matches = _read_matches(asked.state / "journal.sqlite")
    latest = matches[0] if matches else ()
    config = _read_file(asked.config) if asked.config else ""
    others = {name: "(player)" for entries in matches for name in _player_names(entries)}  # the log of the service has those
    scrub = Scrubber(_phone_words(asked.state) | _player_names(latest) | others | _host_names(config))
    pictures = []
    if asked.pictures:
        found = [path for path in (asked.state / "decks").rglob("*.jpg") if path.is_file()]
        pictures = sorted(found, key=lambda path: path.stat().st_mtime)[-MAX_BUNDLE_PICTURES:]
    to.touch(mode=0o600)
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in _text_files(asked, latest, config, scrub):
            bundle.writestr(name, text)
        bundle.writestr("about.txt", ABOUT.format(pictures=len(pictures) or "none"))
        for path in pictures:
            bundle.write(path, _free_name(f"pictures/{scrub(path.parent.name)}/{scrub(path.name)}", bundle.namelist()))
        return bundle.namelist()


def _free_name(name: str, taken: Collection[str]) -> str:
    """`name`, or with a number where a namesake is among `taken`: without names of people, two folders may share a name."""
    stem, dot, ending = name.rpartition(".")
    names = (name, *(f"{stem}-{number}{dot}{ending}" for number in range(2, MAX_BUNDLE_PICTURES + 2)))
    return next(each for each in names if each not in taken)


def _text_files(asked: BundleRequest, entries: tuple[Entry, ...], config: str, scrub: Scrubber) -> Iterator[tuple[str, str]]:
    """Name and text of each text file, without names of people. `entries`: the log of the latest match. `config`: text of the
    configuration."""
    checks = [asdict(check) for check in asked.checks]
    for check in checks:
        check["found"] = _NOTE.sub("#", check["found"])
    yield "doctor.json", json.dumps(scrub.scrub_data(checks, ("name", "status")), ensure_ascii=False, indent=1)
    yield "health.json", _scrub_answer(_ask_companion(asked.url + "healthz"), scrub)
    yield "figures.txt", scrub(_ask_companion(asked.url + "metrics"))
    yield "log.txt", scrub(_CODE.sub("(code)", _without_phones(output_of(*LOG))))
    yield "match.json", json.dumps([scrub_entry(entry, scrub) for entry in entries], ensure_ascii=False, indent=1)
    yield "files.txt", scrub("\n".join(_list_files(asked.state)))
    yield "versions.txt", "\n".join(_list_versions())
    yield "companion.toml", scrub_configuration(config, scrub)


def scrub_entry(entry: Entry, scrub: Scrubber) -> dict[str, Any]:
    """An entry of the log as data. Names of players become "player 1" and so on; other words are removed by `scrub` from all
    texts but codes."""
    told = event_to_json(entry.event)
    if "names" in told:
        told["names"] = [name and f"player {seat}" for seat, name in enumerate(told["names"], start=1)]
    clean: dict[str, Any] = scrub.scrub_data(told, (*_CODE_KEYS, "names"))
    return {"n": entry.n, "at": entry.at, "source": entry.source, **clean}


def _scrub_answer(text: str, scrub: Scrubber) -> str:
    """What a companion said, as data where possible."""
    try:
        return json.dumps(scrub.scrub_data(json.loads(text)), ensure_ascii=False)
    except (ValueError, RecursionError):
        return scrub(text)


def scrub_configuration(text: str, scrub: Scrubber) -> str:
    """The configuration `text` without notes; host names of the dashboard become "(host n)". Text that is no TOML is scrubbed as text.

    `scrub`: takes names of people out.
    """
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError):
        return scrub(_NOTE.sub("#", text))
    web = data.get("web")
    if isinstance(web, dict) and isinstance(web.get("names"), list):
        web["names"] = [f"(host {number})" for number in range(1, len(web["names"]) + 1)]
    return "\n".join(_write_toml(scrub.scrub_data(data)))


def _write_toml(data: Mapping[str, Any], part: str = "") -> Iterator[str]:
    """Lines of TOML for `data`: values first, and each part under a heading. `part`: heading above `data` with a dot, "" =
    none."""
    for key, value in data.items():
        if not isinstance(value, Mapping):
            yield f"{key} = {json.dumps(value, ensure_ascii=False, default=str)}"
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield f"[{part}{key}]"
            yield from _write_toml(value, f"{part}{key}.")


def _without_phones(text: str) -> str:
    """The log without names of copied phones: in `phone-copied` sentences of every language, the place of the name is known."""
    for language in list_languages():
        before, _, after = catalogue(language).text("phone-copied", name="\0").partition("\0")
        text = re.sub(rf"({re.escape(before)}).+?({re.escape(after)})", r"\1(phone)\2", text)
    return text


def _ask_companion(url: str) -> str:
    """The answer of a running companion, even in trouble, 1 MiB at most; the reason where none answers."""
    try:
        with urllib.request.build_opener(_Any()).open(url, timeout=5) as answer:
            return str(answer.read(1 << 20).decode(errors="replace"))
    except (OSError, ValueError) as error:
        return f"no companion answers: {error}"


class _Any(urllib.request.HTTPErrorProcessor):
    """Accepts an answer of any status."""

    def http_response(self, request: Any, response: Any) -> Any:
        return response


def _read_matches(journal: Path) -> tuple[tuple[Entry, ...], ...]:
    """Logs of all readable matches, latest first; empty where the journal cannot be read."""
    found: list[tuple[Entry, ...]] = []
    with suppress(OSError), read_journal(journal) as opened:
        for stored in opened.list_matches():
            with suppress(OSError, InputError):
                found.append(opened.read_readable(stored.id)[0])
    return tuple(found)


def _phone_words(state: Path) -> dict[str, str]:
    """Words in the files of phones by which somebody could join, and names of holders, each with "(phone)". `state`: the state
    directory."""
    words: dict[str, str] = {}
    for name in ("phones.json", "pairing.json"):
        with suppress(OSError, ValueError, RecursionError):
            words |= dict.fromkeys(_find_secrets(json.loads((state / name).read_text(encoding="utf-8"))), "(phone)")
    return words


def _find_secrets(found: Any, key: str = "") -> Iterator[str]:
    """Texts under the keys "name", "tokens", "code" and "word", at any depth. `key`: that holds `found`."""
    if isinstance(found, Mapping):
        for name, value in found.items():
            yield from _find_secrets(value, name)
    elif isinstance(found, list):
        for value in found:
            yield from _find_secrets(value, key)
    elif isinstance(found, str) and found and key in ("name", "tokens", "code", "word"):
        yield found


def _player_names(entries: tuple[Entry, ...]) -> dict[str, str]:
    """Every name of a player in `entries`, with what stands in its place, such as "player 1"."""
    words: dict[str, str] = {}
    for entry in entries:
        for seat, name in enumerate(getattr(entry.event, "names", None) or (), start=1):
            if name:
                words.setdefault(name, f"player {seat}")
    return words


def _host_names(config: str) -> dict[str, str]:
    """Names of the machine, own and configured, and the home folder -> replacement. Names that many machines have are left.
    `config`: text of the configuration, TOML or not."""
    words = {str(Path.home()): "~"} if len(Path.home().parts) > 2 else {}
    own = socket.gethostname().partition(".")[0]
    words |= {own: "(host)"} if own.lower() not in _ANY_HOST else {}
    try:
        names = tomllib.loads(config).get("web", {}).get("names", [])
        return words | {str(name): "(host)" for name in names}
    except (ValueError, RecursionError, AttributeError, TypeError):
        return words | {name: "(host)" for line in _HOSTS.findall(config) for name in _QUOTED.findall(line)}


def port_in(path: Path | None) -> int:
    """The port in the configuration `path`, whatever else is wrong with the file; the default port where none is named."""
    found = _PORT.search(_read_file(path)) if path else None
    return int(found[1]) if found and 0 < int(found[1]) < 1 << 16 else Web().port


def _list_files(state: Path) -> Iterator[str]:
    for path in sorted(state.rglob("*")):
        found = path.lstat()
        yield f"{found.st_mode:o} {found.st_size:10} {int(found.st_mtime)} {path.relative_to(state)}"


def _list_versions() -> Iterator[str]:
    """Lines with the versions of companion, Python, machine, system, and every Python package here."""
    yield f"table-companion {__version__}"
    yield f"Python {sys.version.split()[0]}, {platform.platform()}"
    yield _read_file(Path("/proc/device-tree/model")).strip("\0") or platform.machine()
    yield from _read_file(Path("/etc/os-release")).splitlines()[:1]
    yield from sorted(f"{found.name}=={found.version}" for found in distributions())


def _read_file(path: Path) -> str:
    """Text of a file; for an unreadable file the reason, "" for files of the system."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        return "" if str(path).startswith(("/proc", "/etc/os")) else f"cannot be read: {error.strerror}"
