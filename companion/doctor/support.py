"""The bundle for whoever helps: what the machine, the program and the match say, without names, secrets or pictures."""

from __future__ import annotations

import json
import platform
import re
import socket
import sys
import tomllib
import urllib.request
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
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
from companion.machine.addresses import said_by
from companion.machine.config import Web
from companion.match.events import Entry, event_to_json
from companion.shown.messages import catalogue, languages

LOG = ("journalctl", "--unit=companion", "--lines=2000", "--no-pager", "--output=short-iso")
"""What prints the service's latest lines."""
PICTURES = 200
"""At most: those of the latest corrections."""
ABOUT = """In here: doctor.json (what was looked at), health.json and figures.txt (what a companion that ran said), log.txt (the
service's latest lines), match.json (the latest match), files.txt (names and sizes of what is kept), versions.txt, companion.toml.
Names of players and phones, codes and keys were taken out. Pictures: {pictures}. Look before you give it away.
"""
_CODE = re.compile(r"\b\d{6}\b|(?<=pair#)[\w-]+")
"""Codes that let phones in, and words of QR codes."""
_CODES = ("event", "zone", "face", "before", "after", "code", "game", "source", "by", "kind", "card")
"""Keys of a match's log whose texts are words of the program."""
_NOTE = re.compile(r"(?m)(?:^|(?<=\s))#[^”\n]*")
"""A note in a configuration, also in a line that is quoted."""
_HOSTS = re.compile(r"""(?m)^\s*["']?names["']?\s*=\s*(.*)$""")
_PORT = re.compile(r"(?m)^\s*port\s*=\s*(\d{1,5})\b")
_QUOTED = re.compile(r"""["']([^"'\n]+)""")
"""What is found in a configuration that is no TOML."""
_ANY_HOST = ("companion", "localhost", "raspberrypi", "debian", "table", "tavolo")
"""Names of machines that are everybody's."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What goes into a bundle. `config`: the file of the configuration, None = there is none. `url`: where a companion may run. `pictures`:
    the owner agreed that pictures of cards go too."""

    state: Path
    config: Path | None
    url: str
    checks: tuple[Check, ...]
    pictures: bool = False


def write_bundle(to: Path, asked: Asked) -> list[str]:
    """Write the bundle, readable for its owner alone; the names of what is in it. Raises `OSError` where it cannot be written."""
    matches = _matches(asked.state / "journal.sqlite")
    latest = matches[0] if matches else ()
    config = _read(asked.config) if asked.config else ""
    scrub = Scrubber(_phones(asked.state) | _players(latest) | _others(matches) | _hosts(config))
    pictures = [*_pictures(asked.state)] if asked.pictures else []
    to.touch(mode=0o600)
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in _texts(asked, latest, config, scrub):
            bundle.writestr(name, text)
        bundle.writestr("about.txt", ABOUT.format(pictures=len(pictures) or "none"))
        for path in pictures:
            bundle.write(path, _free(f"pictures/{scrub(path.parent.name)}/{scrub(path.name)}", bundle.namelist()))
        return bundle.namelist()


def _free(name: str, taken: Collection[str]) -> str:
    """A name for a picture that none in the bundle has: without the names of people two folders may be called alike."""
    stem, dot, ending = name.rpartition(".")
    names = (name, *(f"{stem}-{number}{dot}{ending}" for number in range(2, PICTURES + 2)))
    return next(each for each in names if each not in taken)


def _texts(asked: Asked, entries: tuple[Entry, ...], config: str, scrub: Scrubber) -> Iterator[tuple[str, str]]:
    """The files of text, each without names."""
    checks = [asdict(check) for check in asked.checks]
    for check in checks:
        check["found"] = _NOTE.sub("#", check["found"])
    yield "doctor.json", json.dumps(scrub.data(checks, ("name", "status")), ensure_ascii=False, indent=1)
    yield "health.json", _scrubbed(_asked(asked.url + "healthz"), scrub)
    yield "figures.txt", scrub(_asked(asked.url + "metrics"))
    yield "log.txt", scrub(_CODE.sub("(code)", _without_phones(said_by(*LOG))))
    yield "match.json", json.dumps([shown_entry(entry, scrub) for entry in entries], ensure_ascii=False, indent=1)
    yield "files.txt", scrub("\n".join(_files(asked.state)))
    yield "versions.txt", "\n".join(_versions())
    yield "companion.toml", configured(config, scrub)


def shown_entry(entry: Entry, scrub: Scrubber) -> dict[str, Any]:
    """An entry of the log as data: every name is taken out by its key, whatever it is."""
    told = event_to_json(entry.event)
    if "names" in told:
        told["names"] = [name and f"player {seat}" for seat, name in enumerate(told["names"], start=1)]
    clean: dict[str, Any] = scrub.data(told, (*_CODES, "names"))
    return {"n": entry.n, "at": entry.at, "source": entry.source, **clean}


def _scrubbed(text: str, scrub: Scrubber) -> str:
    """What a companion said: as data where it is."""
    try:
        return json.dumps(scrub.data(json.loads(text)), ensure_ascii=False)
    except (ValueError, RecursionError):
        return scrub(text)


def configured(text: str, scrub: Scrubber) -> str:
    """The configuration without its notes, which may say anything, and without the names of machines. What is no TOML stays text."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError):
        return scrub(_NOTE.sub("#", text))
    web = data.get("web")
    if isinstance(web, dict) and isinstance(web.get("names"), list):
        web["names"] = [f"(host {number})" for number in range(1, len(web["names"]) + 1)]
    return "\n".join(_toml(scrub.data(data)))


def _toml(data: Mapping[str, Any], part: str = "") -> Iterator[str]:
    """Values first, then each part under its heading."""
    for key, value in data.items():
        if not isinstance(value, Mapping):
            yield f"{key} = {json.dumps(value, ensure_ascii=False, default=str)}"
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield f"[{part}{key}]"
            yield from _toml(value, f"{part}{key}.")


def _without_phones(text: str) -> str:
    """The log without the names of phones that nobody keeps any more: they stand where the sentence has them."""
    for language in languages():
        before, _, after = catalogue(language).text("phone-copied", name="\0").partition("\0")
        text = re.sub(rf"({re.escape(before)}).+?({re.escape(after)})", r"\1(phone)\2", text)
    return text


def _asked(url: str) -> str:
    """What a companion that runs says, one in trouble too; why there is nothing where none does."""
    try:
        with urllib.request.build_opener(_Any()).open(url, timeout=5) as answer:
            return str(answer.read(1 << 20).decode(errors="replace"))
    except (OSError, ValueError) as error:
        return f"no companion answers: {error}"


class _Any(urllib.request.HTTPErrorProcessor):
    """An answer is an answer, whatever its status."""

    def http_response(self, request: Any, response: Any) -> Any:
        return response


def _matches(journal: Path) -> tuple[tuple[Entry, ...], ...]:
    """The logs of all matches, the latest first, as far as they can be read."""
    found: list[tuple[Entry, ...]] = []
    try:
        with read_journal(journal) as opened:
            for stored in opened.matches():
                with suppress(OSError, InputError):
                    found.append(opened.readable(stored.id)[0])
    except OSError:
        return tuple(found)
    return tuple(found)


def _phones(state: Path) -> dict[str, str]:
    """Whatever stands in the files of the phones and could let somebody in, or tell who holds one."""
    words: dict[str, str] = {}
    for name in ("phones.json", "pairing.json"):
        words |= dict.fromkeys(_secrets(_json(state / name)), "(phone)")
    return words


def _secrets(found: Any, key: str = "") -> Iterator[str]:
    if isinstance(found, Mapping):
        for name, value in found.items():
            yield from _secrets(value, name)
    elif isinstance(found, list):
        for value in found:
            yield from _secrets(value, key)
    elif isinstance(found, str) and found and key in ("name", "tokens", "code", "word"):
        yield found


def _players(entries: tuple[Entry, ...]) -> dict[str, str]:
    """Every name that a player was ever given in the match."""
    words: dict[str, str] = {}
    for entry in entries:
        for seat, name in enumerate(getattr(entry.event, "names", None) or (), start=1):
            if name:
                words.setdefault(name, f"player {seat}")
    return words


def _others(matches: Iterable[tuple[Entry, ...]]) -> dict[str, str]:
    """Every name of other matches: the log of the service tells of those too."""
    return {name: "(player)" for entries in matches for name in _players(entries)}


def _hosts(config: str) -> dict[str, str]:
    """The names of this machine, its own and those of the configuration, and the folder of its user."""
    words = {str(Path.home()): "~"} if len(Path.home().parts) > 2 else {}
    own = socket.gethostname().partition(".")[0]
    words |= {own: "(host)"} if own.lower() not in _ANY_HOST else {}
    try:
        names = tomllib.loads(config).get("web", {}).get("names", [])
        return words | {str(name): "(host)" for name in names}
    except (ValueError, RecursionError, AttributeError, TypeError):
        return words | {name: "(host)" for line in _HOSTS.findall(config) for name in _QUOTED.findall(line)}


def port_in(path: Path | None) -> int:
    """The port that a configuration names, whatever else is wrong with it; the usual one where it names none."""
    found = _PORT.search(_read(path)) if path else None
    return int(found[1]) if found and 0 < int(found[1]) < 1 << 16 else Web().port


def _pictures(state: Path) -> list[Path]:
    found = [path for path in (state / "decks").rglob("*.jpg") if path.is_file()]
    return sorted(found, key=lambda path: path.stat().st_mtime)[-PICTURES:]


def _files(state: Path) -> Iterator[str]:
    for path in sorted(state.rglob("*")):
        found = path.lstat()
        yield f"{found.st_mode:o} {found.st_size:10} {int(found.st_mtime)} {path.relative_to(state)}"


def _versions() -> Iterator[str]:
    yield f"table-companion {__version__}"
    yield f"Python {sys.version.split()[0]}, {platform.platform()}"
    yield _read(Path("/proc/device-tree/model")).strip("\0") or platform.machine()
    yield from _read(Path("/etc/os-release")).splitlines()[:1]
    yield from sorted(f"{found.name}=={found.version}" for found in distributions())


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        return "" if str(path).startswith(("/proc", "/etc/os")) else f"cannot be read: {error.strerror}"
