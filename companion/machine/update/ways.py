"""How this companion was installed, and what to type where something else than pip keeps it up to date."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

PACKAGE = "table-companion"
SERVICE_HOME = Path("/opt/table-companion")
"""Where systemd/install and the Debian package put the program."""
DPKG_LIST = Path("/var/lib/dpkg/info/companion.list")
"""There once the Debian package is installed."""
SOURCES = Path(__file__).parents[3]
"""The folder of our packages; a checkout has its pyproject.toml there."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way in which a companion is installed."""

    name: str  # for people
    update: str  # the line to type for another version; "" where `companion update` does it
    back: str  # the line to type to go back; "" where `companion update --back` does it
    ending: str = ""  # of the files that this way installs; "" for none


APT = Way(
    "the Debian package",
    "sudo apt install ./companion_VERSION_all.deb",
    "sudo apt remove companion, then sudo apt install the older file",
    ".deb",
)
SERVICE = Way(
    "systemd/install from a checkout",
    "git pull && sudo systemd/install, in the checkout",
    "git checkout vVERSION && sudo systemd/install, in the checkout",
)
CHECKOUT = Way("a checkout", "git pull && ./start", "git checkout vVERSION && ./start")
UVX = Way("uvx", "uvx table-companion@latest demo", "uvx table-companion@VERSION demo")
UV_TOOL = Way("uv", "uv tool upgrade table-companion", "uv tool install table-companion@VERSION")
NO_PIP = Way(
    "an environment without pip",
    "uv pip install --upgrade table-companion, in it",
    "uv pip install table-companion==VERSION, in it",
)
OF_THE_SYSTEM = Way(
    "the Python of the system",
    "pipx install table-companion, which makes an environment of its own",
    "pipx install the older one",
)
PIPX = Way("pipx", "", "", ".whl")
PIP = Way("pip", "", "", ".whl")


def find_way(
    prefix: Path = Path(sys.prefix),
    base: Path = Path(sys.base_prefix),
    home: Path = SERVICE_HOME,
    dpkg_list: Path = DPKG_LIST,
    sources: Path = SOURCES,
) -> Way:
    """The way in which the companion in the environment `prefix` was installed. `base`: of the Python that the environment was
    made with. `home`, `dpkg_list`, `sources`: see `SERVICE_HOME`, `DPKG_LIST`, `SOURCES`."""
    if prefix.is_relative_to(home):
        return APT if dpkg_list.exists() else SERVICE
    if (sources / "pyproject.toml").exists():
        return CHECKOUT
    if (prefix / "pipx_metadata.json").exists():
        return PIPX
    if (prefix / "uv-receipt.toml").exists():
        return UV_TOOL
    if {"archive-v0", "environments-v2"} & {*prefix.parts}:
        return UVX
    if prefix == base:
        return OF_THE_SYSTEM
    return PIP if any(prefix.glob("lib/python*/site-packages/pip*")) or (prefix / "pipx_shared.pth").exists() else NO_PIP
