"""The languages that people can be told in. A language is a folder of `locale`; a new folder is a new language."""

from __future__ import annotations

from importlib import resources

FALLBACK = "en"


def list_languages() -> tuple[str, ...]:
    """The languages of the catalogue by code, the fallback first, the others sorted."""
    folder = resources.files("companion") / "locale"
    found = sorted(entry.name for entry in folder.iterdir() if entry.is_dir())
    return (FALLBACK, *(name for name in found if name != FALLBACK))
