"""The bundle for whoever helps: what the machine, the program and the match say, without names, secrets or pictures."""

from __future__ import annotations

import json
import platform
import re
import sys
import urllib.request
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from companion import __version__
from companion.match.events import Entry, event_to_json
from companion.session.journal import Journal
from companion.wiring.addresses import said_by
from companion.wiring.check import Check

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


@dataclass(frozen=True, slots=True)
class Asked:
    """What goes into a bundle. `config`: the file of the configuration, None = there is none. `url`: where a companion may run. `pictures`:
    the owner agreed that pictures of cards go too."""

    state: Path
    config: Path | None
    url: str
    checks: tuple[Check, ...]
    pictures: bool = False


@dataclass(frozen=True, slots=True)
class Scrubber:
    """Takes out what is nobody else's business. `words`: each and what stands in its place."""

    words: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, text: str) -> str:
        for word in sorted(self.words, key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", self.words[word], text)
        return text


def write_bundle(to: Path, asked: Asked) -> list[str]:
    """Write the bundle, readable for its owner alone; the names of what is in it. Raises `OSError` where it cannot be written."""
    entries = _latest(asked.state / "journal.sqlite")
    scrub = Scrubber(_phones(asked.state) | _players(entries))
    pictures = [*_pictures(asked.state)] if asked.pictures else []
    to.touch(mode=0o600)
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in _texts(asked, entries):
            bundle.writestr(name, scrub(text))
        bundle.writestr("about.txt", ABOUT.format(pictures=len(pictures) or "none"))
        for path in pictures:
            bundle.write(path, f"pictures/{path.parent.name}/{path.name}")
        return bundle.namelist()


def _texts(asked: Asked, entries: tuple[Entry, ...]) -> Iterator[tuple[str, str]]:
    yield "doctor.json", json.dumps([asdict(check) for check in asked.checks], ensure_ascii=False, indent=1)
    yield "health.json", _asked(asked.url + "healthz")
    yield "figures.txt", _asked(asked.url + "metrics")
    yield "log.txt", _CODE.sub("(code)", said_by(*LOG))
    yield (
        "match.json",
        json.dumps([{"n": e.n, "at": e.at, "source": e.source, **event_to_json(e.event)} for e in entries], indent=1),
    )
    yield "files.txt", "\n".join(_files(asked.state))
    yield "versions.txt", "\n".join(_versions())
    yield "companion.toml", _read(asked.config) if asked.config else ""


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


def _latest(journal: Path) -> tuple[Entry, ...]:
    """The latest match, as far as it can be read."""
    if not journal.exists():
        return ()
    try:
        with Journal(journal) as opened:
            latest = opened.latest()
            return opened.readable(latest)[0] if latest is not None else ()
    except OSError:
        return ()


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
    except (OSError, ValueError):
        return None


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        return "" if str(path).startswith(("/proc", "/etc/os")) else f"cannot be read: {error.strerror}"
