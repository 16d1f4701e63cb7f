"""What is new in the version that runs: its section of CHANGELOG.md, which comes with the package as part of its description."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

PACKAGE = "table-companion"
CHECKOUT = Path(__file__).parents[1] / "CHANGELOG.md"
_VERSION = re.compile(r"^## \[(?P<version>[^\]]+)\]", re.MULTILINE)
_MARKED = re.compile(r"\*\*(?P<strong>[^*]+)\*\*|`(?P<code>[^`]+)`|\[(?P<link>[^\]]+)\]\([^)]*\)")


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text of one kind."""

    text: str
    kind: str = ""  # "strong", "code" or ""


@dataclass(frozen=True, slots=True)
class Section:
    """What was added, changed or mended."""

    title: str
    items: tuple[tuple[Piece, ...], ...]


@dataclass(frozen=True, slots=True)
class News:
    """What a version brings."""

    version: str
    sections: tuple[Section, ...]


def load_news() -> News | None:
    """What the running version brings, by its checkout or by its package; None where neither says."""
    if CHECKOUT.is_file():
        return read_news(CHECKOUT.read_text(encoding="utf-8"))
    try:
        return read_news(str(metadata.metadata(PACKAGE).json.get("description", "")))
    except metadata.PackageNotFoundError:
        return None


def read_news(text: str) -> News | None:
    """The latest version in a changelog in the format of Keep a Changelog, which may stand behind other text. None without one."""
    found = _VERSION.search(text)
    if found is None:
        return None
    rest = text[found.end() :]
    later = _VERSION.search(rest)
    parts = re.split(r"^### +(.+)$", rest[: later.start()] if later else rest, flags=re.MULTILINE)
    sections = (Section(title.strip(), _read_items(body)) for title, body in zip(parts[1::2], parts[2::2], strict=True))
    return News(found["version"], tuple(section for section in sections if section.items))


def _read_items(body: str) -> tuple[tuple[Piece, ...], ...]:
    items = re.split(r"^- ", body, flags=re.MULTILINE)[1:]
    return tuple(_read_pieces(" ".join(item.split())) for item in items)


def _read_pieces(text: str) -> tuple[Piece, ...]:
    """The pieces of a text in order, each plain or marked."""
    pieces, end = list[Piece](), 0
    for marked in _MARKED.finditer(text):
        pieces += [Piece(text[end : marked.start()])] if marked.start() > end else []
        kind = marked.lastgroup or ""
        pieces.append(Piece(marked[kind], "" if kind == "link" else kind))
        end = marked.end()
    return (*pieces, Piece(text[end:])) if end < len(text) else tuple(pieces)
