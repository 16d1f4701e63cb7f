"""What axe-core finds on a page."""

from __future__ import annotations

from typing import Any

import pytest

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python").Axe()

OF_COLOURS = "runOnly: ['color-contrast', 'link-in-text-block']"
"""The rules of axe that a colour scheme can break."""


def faults(page: Any) -> list[str]:
    """What axe-core finds on the page as it is, and in the colours of the dark."""
    found = []
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe.axe_script)
    for scheme, rules in (("light", ""), ("dark", OF_COLOURS)):
        page.emulate_media(color_scheme=scheme)
        for violation in page.evaluate(
            f"axe.run({{ resultTypes: ['violations'], {rules} }}).then((found) => found.violations)"
        ):
            found += [f"{scheme}: {violation['id']}: {node['html'][:120]}" for node in violation["nodes"]]
    page.emulate_media(color_scheme="light")
    return found
