"""What the site shows besides `docs/`: pages of the repository's top, of each game, of the HTTP interface and of the club's topics.

MkDocs calls `on_files` and `on_page_markdown`. Everything is taken from where it is written already, so no page is written twice.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from mkdocs.structure.files import File

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from companion.games.sheets import list_games, load_sheet  # noqa: E402
from companion.shown.words.languages import list_languages  # noqa: E402
from companion.shown.words.messages import Catalogue, catalogue  # noqa: E402
from web.routes.openapi import describe_api  # noqa: E402

TOP_PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
RULE_PREFIXES = {
    "the_game": ("TG", "PRO", "OF"),
    "extreme": ("EX",),
    "quick_easy": ("QE",),
    "face_to_face": ("FF",),
    "sequence": ("SQ",),
}
METHODS = ("get", "post", "put", "delete", "patch")


def on_files(files: Any, config: Any) -> Any:
    """The files of the site, with those that are made here."""
    words = catalogue("en")
    made = {page: (ROOT / source).read_text(encoding="utf-8") for source, page in TOP_PAGES.items()}
    made |= {f"games/{game}.md": describe_game(game, words) for game in list_games()}
    made["http.md"] = describe_http(describe_api(list_languages()))
    made["topics.md"] = describe_topics(yaml.safe_load((ROOT / "docs/asyncapi.yaml").read_text(encoding="utf-8")))
    for name, text in made.items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, **_given: Any) -> str:
    """The page with links as they stand in the site, instead of as in the repository."""
    markdown = re.sub(r"(\]\(|src=\")docs/", r"\1", markdown)
    for source, page in TOP_PAGES.items():
        markdown = re.sub(rf"\]\((?:\.\./)?{re.escape(source)}(?=[)#])", f"]({page}", markdown)
    return re.sub(r"\]\((?:\.\./)?((?:LICENSE|SECURITY\.md|CODE_OF_CONDUCT\.md))\)", r"] (\1)", markdown)


def describe_game(game: str, words: Catalogue) -> str:
    """The page of a game: what it looks like on a phone, its variants, and every rule that a ruling may name."""
    title = words.text(f"game-{game}")
    picture = "dashboard.png" if game == "the_game" else f"game-{game}.png"
    lines = [f"# {title}", "", f'<img src="../pictures/{picture}" width="260" alt="{title} on the phone">', ""]
    variants = [option.name for option in load_sheet(game).options]
    if variants:
        lines += ["## Variants", "", "| variant | what it means |", "|---|---|"]
        lines += [f"| {words.text(f'option-{key}')} | {words.text(f'option-{key}-means')} |" for key in variants]
    lines += [
        "",
        "## What is ruled on",
        "",
        "The number of a rule stands behind a tap on the phone.",
        "",
        "| rule | |",
        "|---|---|",
    ]
    lines += [f"| {rule} | {said} |" for rule, said in list_rules(game, words)]
    return "\n".join(lines) + "\n"


def list_rules(game: str, words: Catalogue) -> list[tuple[str, str]]:
    """The rules of a game that a ruling may name, each with its sentence."""
    source = (ROOT / "companion/locale/en/rules.ftl").read_text(encoding="utf-8")
    ids = re.findall(r"^rule-([A-Z]+-\d+)", source, re.MULTILINE)
    return [(rule, words.text(f"rule-{rule}")) for rule in ids if rule.split("-")[0] in RULE_PREFIXES[game]]


def describe_http(api: Mapping[str, Any]) -> str:
    """The page of the HTTP interface, by its own description."""
    doors = [
        f"| {method.upper()} | `{path}` | {_in_cell(by_method[method].get('summary', ''))} |"
        for path, by_method in api["paths"].items()
        for method in METHODS
        if method in by_method
    ]
    told = "A running companion describes all of this at `/api/openapi.json`, with every field."
    return "\n".join(["# HTTP", "", told, "", "| | path | |", "|---|---|---|", *doors]) + "\n"


def describe_topics(api: Mapping[str, Any]) -> str:
    """The page of the club's topics, by their own description."""
    lines = ["# Topics of a club", "", _in_cell(api["info"]["description"]), "", "| topic | |", "|---|---|"]
    lines += [f"| `{each['address']}` | {_in_cell(each.get('description', ''))} |" for each in api["channels"].values()]
    for name, form in api["components"]["schemas"].items():
        if "properties" not in form:
            continue
        lines += ["", f"## {name}", "", _in_cell(form.get("description", "")), "", "| field | |", "|---|---|"]
        lines += [f"| `{field}` | {_name_type(told)} |" for field, told in form["properties"].items()]
    return "\n".join(lines) + "\n"


def _name_type(told: Mapping[str, Any]) -> str:
    """A field's type and words, for a cell."""
    if "$ref" in told:
        return str(told["$ref"]).rpartition("/")[2]
    kinds = [_name_type(each) for each in told.get("anyOf", ())] or [str(told.get("type", ""))]
    choices = ", ".join(f"`{each}`" for each in told.get("enum", ()))
    words = [" or ".join(filter(None, kinds)) + (f": {choices}" if choices else ""), str(told.get("description", ""))]
    return _in_cell(". ".join(filter(None, words)))


def _in_cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
