"""The catalogue and the pages agree: nothing missing, nothing left over, in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast, visitor

import web
from tests.web.conftest import LOCALE
from web.door.phones import Role
from web.texts import DASHBOARD_PREFIX, PAGE_PREFIXES, TEXTS

LANGUAGES = sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir())
PACKAGE = Path(web.__file__).parent


class Variables(visitor.Visitor):
    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802 - the visitor's own naming
        self.found.add(node.id.name)


def messages(language: str, topic: str) -> dict[str, set[str]]:
    """Id -> names of its values, of one file of the catalogue."""
    found = {}
    for entry in FluentParser().parse((LOCALE / language / f"{topic}.ftl").read_text(encoding="utf-8")).body:
        assert not isinstance(entry, ast.Junk), f"{language}/{topic}.ftl: {entry.content}"
        if isinstance(entry, ast.Message):
            assert entry.id.name not in found, f"{language}/{topic}.ftl has {entry.id.name} twice"
            variables = Variables()
            variables.visit(entry)
            found[entry.id.name] = variables.found
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_exists_with_its_values(language: str) -> None:
    known = (
        messages(language, "common")
        | messages(language, "dashboard")
        | messages(language, "help")
        | messages(language, "phones")
        | messages(language, "replays")
        | messages(language, "club")
        | messages(language, "tournament")
        | messages(language, "wifi")
    )
    assert {id: known.get(id) for id in TEXTS} == {id: set(values) for id, values in TEXTS.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_left_over(language: str) -> None:
    own = {
        id
        for name in ("dashboard", "help", "phones", "replays", "club", "tournament", "wifi")
        for id in messages(language, name)
        if id.startswith(DASHBOARD_PREFIX)
    }
    assert own == {id for id in TEXTS if id.startswith(DASHBOARD_PREFIX)}


def test_the_languages_do_not_share_sentences_by_oversight(text: object) -> None:
    same = {
        id
        for id, values in TEXTS.items()
        if id.startswith(DASHBOARD_PREFIX)
        and text("en", id, **dict.fromkeys(values, "x")) == text("it", id, **dict.fromkeys(values, "x"))
    }  # type: ignore[operator]
    assert same == {"dashboard-title", "dashboard-menu"}


def _said() -> set[str]:
    """Ids that pages and scripts say outright."""
    scripts = "\n".join(path.read_text(encoding="utf-8") for path in sorted(PACKAGE.glob("**/static/*.js")))
    templates = "\n".join(path.read_text(encoding="utf-8") for path in sorted(PACKAGE.glob("**/templates/*.html")))
    python = "\n".join((PACKAGE / name).read_text(encoding="utf-8") for name in ("routes/pairing.py", "languages.py"))
    counted = set(re.findall(r'\bcounted\("([\w-]+)"', scripts))
    plain = set(re.findall(r'\bt\("([\w-]+)"', scripts)) | set(re.findall(r"\bsay\(['\"]([\w-]+)['\"]", templates))
    plain |= set(re.findall(r'(?:spoken|self)\.say_text\(.*?"([\w-]+)"', python))
    return plain | {f"{id}-{form}" for id in counted for form in ("one", "other")}


def test_everything_the_pages_say_is_in_the_list() -> None:
    short = {id.removeprefix(DASHBOARD_PREFIX) for id in TEXTS}
    assert _said() - short == set()


def test_texts_of_one_page_are_said_on_that_page_alone() -> None:
    """The other pages come without them, and would show the bare id."""
    own = {f"{prefix}{ending}" for prefix in PAGE_PREFIXES for ending in ("js", "html")}
    strayed = {
        (path.name, id)
        for folder in ("static", "templates")
        for path in (PACKAGE / folder).iterdir()
        if path.name.replace(".", "-") not in own and path.suffix in (".js", ".html")
        for id in re.findall(r"\b(?:t|say)\(['\"]([\w-]+)['\"]", path.read_text(encoding="utf-8"))
        if id.startswith(PAGE_PREFIXES)
    }
    assert strayed == set()


def test_everything_in_the_list_is_said_somewhere() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.glob("**/static/*.js"))
    sources += "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py") if path.name != "texts.py")
    quoted = set(re.findall(r'"([\w-]+)"', sources))
    quoted |= {id for role in Role for id in (f"role-{role}", f"role-{role}-means", f"only-{role}")}
    assert {id.removeprefix(DASHBOARD_PREFIX) for id in TEXTS} - quoted - _said() == set()


def test_short_ids_do_not_clash() -> None:
    assert len({id.removeprefix(DASHBOARD_PREFIX) for id in TEXTS}) == len(TEXTS)


def test_every_icon_that_is_drawn_is_in_the_sprite() -> None:
    sprite = set(re.findall(r'symbol id="i-([\w-]+)"', (PACKAGE / "templates" / "icons.svg").read_text(encoding="utf-8")))
    sources = "\n".join(
        path.read_text(encoding="utf-8")
        for folder in ("static", "templates")
        for path in (PACKAGE / folder).iterdir()
        if path.suffix in (".js", ".html")
    )
    used = set(re.findall(r'\bicon\("([\w-]+)"', sources)) | set(re.findall(r'href="#i-([\w-]+)"', sources))
    assert used - sprite == set()
    quoted = set(re.findall(r'"([\w-]+)"', sources)) | used
    assert sprite - quoted - {"three"} == set()


def test_pages_load_nothing_from_elsewhere() -> None:
    for folder in ("static", "templates"):
        for path in (PACKAGE / folder).iterdir():
            if path.suffix in (".js", ".css", ".html"):
                outside = re.findall(r"(?:https?:)?//[a-z0-9][\w.-]*\.[a-z]{2,}", path.read_text(encoding="utf-8"))
                assert set(outside) - {"http://www.w3.org"} == set(), path.name
