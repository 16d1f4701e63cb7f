"""The configuration against what is there: every wrong value is named with its key before anything starts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.errors import ConfigError
from companion.machine.config import Config, load_config
from companion.machine.text_files import read_mat_file
from companion.shown.messages import languages
from companion.sources.bare import NONE
from companion.sources.decks import deck_folder, was_lost
from companion.sources.readers import AUTO
from companion.sources.sources import SOURCES, source_of
from hardware.signals import examples
from vision.errors import VisionError
from vision.readers.enrolled.file import BUILT_IN, list_enrolled_decks, load_deck
from web.errors import AddressInUse
from web.wire.serve import listen

CHOICES = f"""companion.toml takes:
  [eye] source  {SOURCES}
  signals       {", ".join(examples())}"""
"""What stands in the help of the commands that read it."""


def configuration(path: Path | None) -> Config:
    """Read a configuration and hold it against this machine. Raises `ConfigError` with every value that cannot be used, by its key."""
    config = load_config(path)
    hold_against_machine(config, path)
    return config


def hold_against_machine(config: Config, path: Path | None = None) -> None:
    """Raises `ConfigError` with every value that cannot be used, by its key. `path`: the file it comes from."""
    wrong = [f"{key}: {reason}" for key, reason in _wrong(config)]
    if wrong:
        raise ConfigError(f"{f'{path}: ' if path else ''}{'; '.join(wrong)}")


def _wrong(config: Config) -> Iterator[tuple[str, str]]:
    looks: dict[str, Callable[[], Any]] = {
        "language": lambda: _language(config.language),
        "web.host": lambda: _host(config.web.host),
        "eye.source": lambda: _source(config.eye.source),
        "eye.deck": lambda: _deck(config.eye.deck),
        "eye.mat": lambda: _mat(config.eye.mat),
    }
    for key, look in looks.items():
        try:
            look()
        except (ConfigError, VisionError) as error:
            yield key, str(error)


def _language(language: str) -> None:
    if language not in languages():
        raise ConfigError(f"there is no {language!r}; there are {', '.join(languages())}")


def _host(host: str) -> None:
    """Any free port will do to try the address."""
    if not host:
        raise ConfigError('an address is needed: "127.0.0.1" = this machine only, "0.0.0.0" = every network')
    try:
        listen(host, 0).close()
    except AddressInUse:
        return
    except (OSError, UnicodeError) as error:
        raise ConfigError(f"{host!r} is no address of this machine: 127.0.0.1 and 0.0.0.0 always are") from error


def _source(source: str) -> None:
    if not source:
        raise ConfigError(f"one of {SOURCES} is needed")
    source_of(source)


def _deck(deck: str) -> None:
    """One that was enrolled and cannot be read is no fault of the configuration: it is set aside when the companion starts."""
    if deck not in ("", AUTO, *BUILT_IN, *list_enrolled_decks(deck_folder())) and not was_lost(deck):
        load_deck(deck_folder(), deck)


def _mat(mat: str) -> None:
    if mat in ("", NONE):
        return
    read_mat_file(Path(mat))
