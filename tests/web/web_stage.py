"""What the tests of the pages share: where an app is shown, and how a page is read."""

from __future__ import annotations

import re
from typing import Any

from web import OpenOnLoopback


class Stage:
    """One server for all tests, because starting and warming up a browser for each is slow: it shows whatever app is on now."""

    def __init__(self) -> None:
        self.app: Any = None
        self.extensions = {"access": OpenOnLoopback()}

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        return self.app(environ, start_response)


def see(page: Any, selector: str, words: str) -> None:
    """Wait until a part of the page says so; where it never does, the failure tells what it said instead."""
    try:
        page.locator(selector).filter(has_text=re.compile(re.escape(words))).first.wait_for()
    except Exception as error:
        said = page.locator(selector).all_inner_texts()
        link = page.evaluate("[document.hidden, document.readyState, document.body.className, location.href]")
        raise AssertionError(f"{selector} never said {words!r} but {said}; the page: {link}") from error
