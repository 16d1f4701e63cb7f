"""The documents are true to the code: commands, keys, defaults, pins, links and paths."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import tomllib
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import get_args

import pytest

from companion.cli.loader import COMMANDS, main, make_parser
from companion.machine.config import Config
from docs.pictures import frame, wiring
from docs.pictures import map as drawn_map
from tests.companion.shown.test_text_laws import rendered
from vision.types import TableEvent

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
COMMANDS_PAGE = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
BUILD_PAGE = (ROOT / "docs/build.md").read_text(encoding="utf-8")
REFERENCE_PAGE = (ROOT / "docs/reference.md").read_text(encoding="utf-8")
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"|!\[[^\]]*\]\(([^)\s]+)\)")
TOP = {"companion", "vision", "hardware", "web", "calibration", "systemd", "tests", "docs", ".ci"}


def text(page):
    return page.read_text(encoding="utf-8")


def without_code(words):
    return re.sub(r"^ *```.*?^ *```", "", words, flags=re.MULTILINE | re.DOTALL)


def blocks(words):
    """The shell lines of a page."""
    for block in re.findall(r"^```sh\n(.*?)^```", words, flags=re.MULTILINE | re.DOTALL):
        yield from block.splitlines()


def examples(words):
    """Command lines of the companion, cut out of pipes and redirections."""
    for line in blocks(words):
        for part in line.split(" | "):
            parts = shlex.split(part, comments=True)
            parts = parts[1:] if parts[:1] == ["sudo"] else parts
            if parts and parts[0] == "companion":
                yield " ".join(map(shlex.quote, parts[: parts.index(">")] if ">" in parts else parts))


def other_lines(words):
    """Lines of the shell blocks that are none of the companion's, cut at "&&"; what is written for a reader to fill in is left out."""
    for line in blocks(words):
        for part in re.sub(r"<[^<>]*>", "this-repository", line).split("&&"):
            parts = shlex.split(part, comments=True)
            parts = parts[1:] if parts[:1] == ["sudo"] else parts
            if parts and parts[0] not in ("companion", ".venv/bin/companion"):
                yield tuple(parts)


def rows(words, columns):
    """Rows of the tables of a page that have so many columns, without their heads."""
    for line in words.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `") and len(cells) == columns:
            yield [cell.strip("`") for cell in cells]


def anchors(page):
    headings = re.findall(r"^#+ (.*)$", without_code(text(page)), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def keys(kind=Config, prefix=""):
    """Every key of companion.toml with its default."""
    for spec, value in ((spec, getattr(kind(), spec.name)) for spec in fields(kind)):
        if is_dataclass(value):
            yield from keys(type(value), f"{prefix}{spec.name}.")
        else:
            yield prefix + spec.name, value


def toml_value(written):
    return None if written == "none" else tomllib.loads(f"value = {written}")["value"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_section_with_an_example(command):
    section = COMMANDS_PAGE.partition(f"\n## companion {command}\n")[2].partition("\n## ")[0]
    assert any(line.split()[1] == command for line in examples(section))
    assert f"[`{command}`](#companion-{command})" in COMMANDS_PAGE


@pytest.mark.parametrize("line", sorted({line for page in PAGES for line in examples(text(page))}))
def test_every_example_is_understood(line):
    arguments = shlex.split(line)[1:]
    assert callable(make_parser(arguments).parse_args(arguments).run)


OTHERS = sorted(
    {parts for name in ("first-match", "operate", "reference") for parts in other_lines(text(ROOT / f"docs/{name}.md"))}
)
PROGRAMS = {"apt", "cd", "git", "journalctl", "mount", "ssh", "systemctl", "tar", "./start", "systemd/install"}
"""What else is typed on the way to the first match. A checkout is entered by `cd`, and its installer called by that name from outside."""


@pytest.mark.parametrize("parts", OTHERS, ids=" ".join)
def test_what_is_typed_besides_is_there_and_understood(parts, tmp_path):
    program, *arguments = parts
    program = program.removeprefix("table-companion/")
    assert program in PROGRAMS
    if program == "apt":
        known = re.findall(r'^(?:debian|of_the_pi)="(.*)"$', text(ROOT / "tests/wheels"), flags=re.MULTILINE)
        assert {*arguments} - {"update", "install", "-y"} <= {*" ".join(known).split()}, (
            "tests/wheels asks whether it is there for arm64"
        )
    elif program == "systemd/install":
        done = subprocess.run(
            ["/bin/sh", ROOT / program, "--dry-run", *arguments], capture_output=True, text=True, cwd=tmp_path
        )
        assert done.returncode == 0 and not arguments, done.stderr
    elif program == "systemctl":
        verb, *units = [each for each in arguments if not each.startswith("-")]
        assert verb in ("start", "stop", "restart", "enable", "disable") and units == ["companion"]
        assert (ROOT / "systemd" / f"{units[0]}.service").is_file()
    elif program == "journalctl":
        assert arguments[:2] == ["-u", "companion"]
    elif program == "tar":
        kept = [each.lstrip("/") for each in arguments if each.startswith("/")]
        installed = text(ROOT / "systemd/install")
        if "/before-upgrades/" in kept[0]:
            assert "kept=$state/before-upgrades" in installed and kept[1:] == ["var/lib/table-companion"]
        else:
            assert kept == ["var/lib/table-companion", "etc/table-companion"]
        assert "state=/var/lib/$name" in installed and "settings=/etc/$name" in installed
    elif program.startswith("./"):
        assert os.access(ROOT / program, os.X_OK)


def test_every_key_of_the_configuration_is_documented_with_its_default():
    section = REFERENCE_PAGE.partition("\n## companion.toml\n")[2].partition("\n## ")[0]
    written = {key: toml_value(default) for key, default, _ in rows(section, 3)}
    assert written == {key: list(value) if isinstance(value, tuple) else value for key, value in keys()}


def test_the_wires_are_those_of_the_settings_that_are_installed():
    section = BUILD_PAGE.partition("\n## Lamps, buzzer, buttons\n")[2].partition("\n## ")[0]
    pins = tomllib.loads((ROOT / "systemd/companion.toml").read_text(encoding="utf-8"))["pins"]
    lamps = pins.pop("lamps")
    assert {name: int(bcm) for name, bcm, _, _ in rows(section, 4)} == lamps | pins


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page):
    for found in LINK.findall(without_code(text(page))):
        link = next(filter(None, found))
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{page.name}: {link}"
        assert not anchor or anchor in anchors(target), f"{page.name}: {link}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_is_named_exists(page):
    named = re.findall(r"`([\w.][\w./*-]*/[\w./*-]*)`", text(page))
    ours = {path for path in named if path.split("/")[0] in TOP}
    assert [path for path in sorted(ours) if not any(ROOT.glob(path.rstrip("/")))] == []


def test_the_wiring_is_drawn_and_told_as_the_installer_has_it():
    assert text(ROOT / "docs/pictures/wiring.svg") == wiring.drawn(), "python docs/pictures/wiring.py draws it anew"
    pins = tomllib.loads(text(ROOT / "systemd/companion.toml"))["pins"]
    told = dict(re.findall(r"^\| `(\w+)` \| (\d+ \| \d+) \|", BUILD_PAGE, re.MULTILINE))
    wanted = pins["lamps"] | {name: pin for name, pin in pins.items() if name != "lamps"}
    assert told == {name: f"{pin} | {wiring.place_of(pin)}" for name, pin in wanted.items()}


def test_the_map_is_drawn_as_the_imports_are():
    assert text(ROOT / "docs/pictures/map.svg") == drawn_map.drawn(), "python docs/pictures/map.py draws it anew"
    needs = drawn_map.needed_boxes()
    while needs:
        free = {box for box, others in needs.items() if not others & needs.keys()}
        assert free, f"boxes that need one another: {sorted(needs)}"
        needs = {box: others for box, others in needs.items() if box not in free}


def test_every_room_is_in_one_box_of_the_map_or_beside_them():
    listed = [room for rooms in drawn_map.BOXES.values() for room in rooms] + list(drawn_map.BESIDE)
    rooms = {str(path.parent.relative_to(ROOT)) for path in ROOT.glob("[cvhw]*/*/__init__.py")} - {"companion/locale"}
    assert {room for room in listed if not room.endswith(".py")} - {"web", "hardware", "calibration"} == {
        room for room in rooms if not room.startswith(("web/", "calibration/"))
    }
    assert len(listed) == len(set(listed)) and drawn_map.BOXES.keys() == drawn_map.PLACES.keys() == drawn_map.SAYS.keys()
    assert all(f"| {box} |" in text(ROOT / "docs/architecture.md") for box in drawn_map.BOXES)


MAP_PAGES = ("docs/architecture.md", "docs/internals.md", "CONTRIBUTING.md")


def long_sentences(words):
    """Sentences of more than 25 words; code in backquotes counts as one."""
    for block in re.split(r"\n\s*\n|\n(?=[-|#\d])", without_code(words)):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"`[^`]*`", "x", block))
        for sentence in re.split(r"[.!?:;](?:\s|$)|\|", plain):
            if len(re.findall(r"[A-Za-z']+", sentence)) > 25:
                yield " ".join(sentence.split())


@pytest.mark.parametrize("page", MAP_PAGES)
def test_no_sentence_of_the_map_is_long(page):
    assert list(long_sentences(text(ROOT / page))) == []


def test_the_map_has_two_pages():
    assert len(text(ROOT / "docs/architecture.md").split()) < 1100


def test_the_way_of_a_frame_is_drawn_as_it_is():
    assert text(ROOT / "docs/pictures/frame.svg") == frame.drawn(), "python docs/pictures/frame.py draws it anew"
    told = {name for words in frame.TOLD.values() for name in re.findall(r"\b[A-Z]\w+", words)}
    assert told == {event.__name__ for event in get_args(TableEvent)}


FIRST_MATCH = (ROOT / "docs/first-match.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("line", [line for line in examples(FIRST_MATCH) if line.startswith("companion print")])
def test_what_the_first_match_needs_is_printed(line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = shlex.split(line)[1:]
    assert main(words) == 0
    assert (tmp_path / words[words.index("--out") + 1]).stat().st_size > 1000


def test_the_minutes_to_the_first_match_are_added_up():
    steps = [(int(minutes), needed) for _, minutes, needed in rows_of_steps(FIRST_MATCH)]
    must = sum(minutes for minutes, needed in steps if needed.startswith("yes"))
    further = sum(int(more) for _, needed in steps for more in re.findall(r"(\d+) more", needed))
    everything = sum(minutes for minutes, _ in steps) + further
    assert len(steps) == 10
    assert f"Together {must} minutes of work" in FIRST_MATCH and f", {everything} with lamps" in FIRST_MATCH


def rows_of_steps(words):
    for number, minutes, needed in re.findall(r"^\| (\d+)\. .*? \| (\d+) \| (.*?) \|$", words, flags=re.MULTILINE):
        assert f"\n## {number}. " in words
        yield number, minutes, needed


@pytest.mark.parametrize("page", ["first-match", "phone", "operate"])
def test_a_page_quotes_buttons_as_they_are_labelled(page):
    """What stands in italics is written on a phone: the beginning of a text, whatever card it names."""
    labels = {
        re.sub(r"\d+", "#", said)
        for said in re.findall(r"(?<![*\w])\*([A-Z][^*\n]+)\*(?![*\w])", text(ROOT / f"docs/{page}.md"))
    }
    said = {re.sub(r"\d+", "#", each) for _, each in rendered("en")}
    assert {label for label in labels if not any(each.startswith(label) for each in said)} == set()
