"""The list of pictures and cards: CSV as saved by any spreadsheet, with commas, semicolons or tabs."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.clean_text import check_text, shorten_text
from companion.errors import InputError
from companion.machine.text_files import read_text_file

LABEL_COLUMNS = ("file", "face")
SEPARATORS = (",", ";", "\t")
"""Excel writes semicolons in countries with a decimal comma."""


@dataclass(frozen=True, slots=True)
class PictureLabel:
    """A row of the list: a picture and the card."""

    line: int  # number in the file
    file: str  # name of the picture
    face: str  # that the picture shows


def read_labels(path: Path) -> tuple[PictureLabel, ...]:
    """The rows of a list. Raises `InputError` naming the faulty line, `ConfigError` for an unreadable file."""
    lines = read_text_file(path).split("\n")
    first = next((n for n, line in enumerate(lines) if line.strip() and not line.lower().startswith("sep=")), len(lines))
    if first == len(lines):
        raise InputError(f"{path} is empty; its first line names the columns: {','.join(LABEL_COLUMNS)}")
    separator, columns = _read_heading(lines[first], f"{path}, line {first + 1}")
    return tuple(_read_rows(path, lines, first, separator, columns))


def _read_heading(line: str, where: str) -> tuple[str, tuple[int, int]]:
    """The separator, and the columns (from 0) of file and face in heading `line`. `where`: file and line, for messages.
    Raises `InputError` where a column is missing."""
    for separator in SEPARATORS:
        names = [name.strip().strip('"').lower() for name in line.split(separator)]
        if all(column in names for column in LABEL_COLUMNS):
            return separator, (names.index("file"), names.index("face"))
    raise InputError(
        f"{where}: the columns {' and '.join(LABEL_COLUMNS)} are needed there, and it says “{shorten_text(line.strip())}”"
    )


def _read_rows(
    path: Path, lines: Sequence[str], first: int, separator: str, columns: tuple[int, int]
) -> Iterator[PictureLabel]:
    """The rows after line `first` (from 0, the heading), empty rows left out. `separator`: between columns. `columns`: of file
    and face, from 0. Raises `InputError` naming the faulty line."""
    reader = csv.reader((f"{line}\n" for line in lines[first + 1 :]), delimiter=separator, strict=True)
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            line = min(first + 1 + reader.line_num, len(lines))
            quoted = any('"' in each for each in lines[first + 1 : line])
            reason = "a quotation mark stands where it cannot" if quoted else "it is longer than any name"
            raise InputError(f"{path}, line {line}: {reason}") from error
        line = first + 1 + reader.line_num
        if any(cell.strip() for cell in row):
            yield _read_row(row, columns, line, f"{path}, line {line}")


def _read_row(row: Sequence[str], columns: tuple[int, int], line: int, where: str) -> PictureLabel:
    """A row as a label. `columns`: of file and face, from 0. `line`: number in the file. `where`: file and line, for messages.
    Raises `InputError` where file or face is missing or holds forbidden signs."""
    file, face = (row[column].strip() if column < len(row) else "" for column in columns)
    if not file or not face:
        raise InputError(f"{where}: the {'face' if file else 'file'} is missing")
    try:
        check_text(file)
        check_text(face)
    except InputError as error:
        raise InputError(f"{where}: {error}") from error
    return PictureLabel(line, file, face)
