"""Files written or edited by a person: text, TOML, the JSON of a mat. Any editor may be used, and complaints name the line."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from companion.clean_text import MAX_DIGITS, decode_text_file, read_json, shorten_text
from companion.errors import ConfigError, InputError
from vision.place.layout import Layout, layout_from_json

_AT_LINE = re.compile(r"at line (\d+)")
_TWICE = re.compile(r"overwrite|declare|twice|redefin|mutate|already", re.IGNORECASE)
_LONG_NUMBER = re.compile(rf"\d{{{MAX_DIGITS + 1},}}")


def read_text_file(path: Path) -> str:
    """The text of a file, whichever editor saved the file. Raises `ConfigError` naming the file and the unreadable line."""
    try:
        return decode_text_file(path.read_bytes())
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror or error}") from error
    except InputError as error:
        raise ConfigError(f"{path}: {error}") from error


def read_toml_file(path: Path) -> dict[str, Any]:
    """The tables of a TOML file. Raises `ConfigError` naming the file and the faulty line, where known."""
    text = read_text_file(path)
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ConfigError(f"{path}: something is nested too deeply") from error
    except ValueError as error:  # of a number too long to be read it is none of tomllib's own
        raise ConfigError(f"{path}: {_explain_broken_toml(text, str(error))}") from error


def _explain_broken_toml(text: str, said: str) -> str:
    """What is wrong with a TOML text, in our words. `said`: the message of the library."""
    found = _AT_LINE.search(said)
    if _TWICE.search(said):
        return f"{_quote_line(text, int(found[1]) if found else _find_first_bad_line(text))} stands twice: leave one of the two"
    if found:
        line = _quote_line(text, int(found[1]))
        return f'{line} cannot be understood; write a line as key = "value", key = 12, or [part]'
    if found := _LONG_NUMBER.search(text):
        return f"line {text.count(chr(10), 0, found.start()) + 1}: a number has at most {MAX_DIGITS} digits"
    return 'it ends in the middle: a quotation mark (") or a bracket (]) that was opened is not closed'


def _quote_line(text: str, number: int) -> str:
    lines = text.split("\n")
    return f"line {number}, “{shorten_text(lines[number - 1].strip())}”," if number <= len(lines) else f"line {number}"


def _find_first_bad_line(text: str) -> int:
    """Number, from 1, of the first line that gives a name twice; the last line where none does."""
    lines = text.split("\n")
    for count in range(1, len(lines)):
        try:
            tomllib.loads("\n".join(lines[:count]))
        except ValueError as error:
            if _TWICE.search(str(error)):
                return count
    return len(lines)


def read_mat_file(path: Path) -> Layout:
    """The mat in a file of `companion print mat --json`. Raises `ConfigError` for an unreadable file, `LayoutError` for a
    file without a mat."""
    try:
        return layout_from_json(read_json(read_text_file(path)))
    except InputError as error:
        raise ConfigError(f"{path}: {error} Print it again with `companion print mat --json`.") from error
