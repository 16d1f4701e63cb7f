"""Checks the configuration against the machine: every wrong value is named with the key before anything starts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.errors import ConfigError
from companion.machine.config import Config, load_config
from companion.machine.text_files import read_mat_file
from companion.shown.words.languages import list_languages
from companion.sources.bare import NO_MAT
from companion.sources.choices import SOURCES
from companion.sources.decks import deck_folder, was_lost
from companion.sources.readers import AUTO_DECK
from companion.sources.sources import find_source
from vision.errors import VisionError
from vision.readers.enrolled.file import BUILT_IN, list_enrolled_decks, load_deck
from web.errors import AddressInUse
from web.wire.serve import listen_at


def load_checked_config(path: Path | None) -> Config:
    """The configuration in `path`, checked against the machine. Raises `ConfigError` naming all keys with unusable values."""
    config = load_config(path)
    check_against_machine(config, path)
    return config


def check_against_machine(config: Config, path: Path | None = None) -> None:
    """Nothing where all values can be used. `path`: the file of the configuration. Raises `ConfigError` naming all keys with
    unusable values."""
    wrong = [f"{key}: {reason}" for key, reason in _find_unusable_values(config)]
    if wrong:
        raise ConfigError(f"{f'{path}: ' if path else ''}{'; '.join(wrong)}")


def _find_unusable_values(config: Config) -> Iterator[tuple[str, str]]:
    """Pairs of key and reason for each value that this machine cannot use. Sources are named, not opened."""
    looks: dict[str, Callable[[], Any]] = {
        "language": lambda: _check_language(config.language),
        "web.host": lambda: _check_listening_address(config.web.host),
        "eye.source": lambda: _check_source(config.eye.source),
        "eye.deck": lambda: _check_deck(config.eye.deck),
        "eye.mat": lambda: config.eye.mat in ("", NO_MAT) or read_mat_file(Path(config.eye.mat)),
    }
    for key, look in looks.items():
        try:
            look()
        except (ConfigError, VisionError) as error:
            yield key, str(error)


def _check_language(language: str) -> None:
    if language not in list_languages():
        raise ConfigError(f"there is no {language!r}; there are {', '.join(list_languages())}")


def _check_listening_address(host: str) -> None:
    """Try to listen at the address, on any free port. Raises `ConfigError` for an empty or foreign address."""
    if not host:
        raise ConfigError('an address is needed: "127.0.0.1" = this machine only, "0.0.0.0" = every network')
    try:
        listen_at(host, 0).close()
    except AddressInUse:
        return
    except (OSError, UnicodeError) as error:
        raise ConfigError(f"{host!r} is no address of this machine: 127.0.0.1 and 0.0.0.0 always are") from error


def _check_source(source: str) -> None:
    if not source:
        raise ConfigError(f"one of {SOURCES} is needed")
    find_source(source)


def _check_deck(deck: str) -> None:
    """Try to load the deck. An enrolled deck that is unreadable passes: the start sets the deck aside."""
    if deck not in ("", AUTO_DECK, *BUILT_IN, *list_enrolled_decks(deck_folder())) and not was_lost(deck):
        load_deck(deck_folder(), deck)
