"""The texts of a language, each parsed when it is first wanted.

To parse all of them takes half a second, five times that on a small machine; a start and a command want few.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from fluent.runtime import FluentBundle
from fluent.syntax import FluentParser

_BEGINNING = re.compile(r"^(-?[a-zA-Z][\w-]*) *=", re.MULTILINE)
"""How a text or a term begins: all that belongs to it and follows is indented."""
_NAME = re.compile(r"-?[a-zA-Z][\w-]*")


class TextBundle:
    """A Fluent bundle of one language. Of texts with one id the first given counts."""

    def __init__(self, language: str, functions: Mapping[str, Callable[..., Any]]) -> None:
        """An empty bundle. `functions`: what texts may call, by name."""
        self._bundle = FluentBundle([language], functions=dict(functions), use_isolating=False)
        self._parser = FluentParser(with_spans=False)  # nobody asks at which letter of its file a text begins
        self._unparsed: dict[str, str] = {}

    def add_texts(self, source: str) -> None:
        """Add what a Fluent file says. What is no text or term is passed over."""
        found = [*_BEGINNING.finditer(source)]
        ends = [following.start() for following in found[1:]] + [len(source)]
        for begun, end in zip(found, ends, strict=True):
            self._unparsed.setdefault(begun[1], source[begun.start() : end])

    def has_text(self, id: str) -> bool:
        """Does a text with this id exist?"""
        self._parse(id)
        return bool(self._bundle.has_message(id))

    def find_text(self, id: str) -> Any:
        """The text with this id: a pattern as `value`, None without one, and patterns by name as `attributes`. Raises
        `LookupError` where none exists."""
        self._parse(id)
        return self._bundle.get_message(id)

    def format_pattern(self, pattern: Any, words: Mapping[str, Any]) -> str:
        """A pattern of `find_text` with values put in. What is missing shows as its name."""
        return str(self._bundle.format_pattern(pattern, dict(words))[0])

    def _parse(self, id: str) -> None:
        """Parse a text with whatever it may refer to. All of them count as unparsed until the last is: another thread may ask
        meanwhile."""
        wanted, found = [id], dict[str, str]()
        while wanted:
            name = wanted.pop()
            if name not in found and (source := self._unparsed.get(name)):
                found[name] = source
                wanted += _NAME.findall(source)
        for source in found.values():
            self._bundle.add_resource(self._parser.parse(source))
        for name in found:
            self._unparsed.pop(name, None)
