"""What the machine under the table says of itself: power, heat and the card it writes to. What it does not tell is None."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.machine.addresses import said_by

SYS, PROC = Path("/sys"), Path("/proc")
IN_MEMORY = frozenset({"tmpfs", "ramfs"})
OVERLAY = "overlayroot"
"""The name under which a root of which nothing is kept is mounted, as raspi-config has it."""


@dataclass(frozen=True, slots=True)
class Power:
    """What the firmware of a Pi says: is it so now, and was it so since it was switched on? `low`: too little voltage; `slowed`: the
    processor is held back, for want of power or because it is hot."""

    low: bool
    slowed: bool
    was_low: bool
    was_slowed: bool


@dataclass(frozen=True, slots=True)
class Card:
    """What the state is written to. `errors`: those that the file system met, ever; `worn`: share of its life that an eMMC has used up,
    0 to 1 (SD cards do not tell); `written`: bytes over the life of the file system; `forgets`: it is memory, and empty when the power
    went."""

    name: str
    errors: int | None = None
    worn: float | None = None
    written: int | None = None
    forgets: bool = False


def power_of(bits: int) -> Power:
    """From the firmware's own word, the number that `vcgencmd get_throttled` prints."""
    return Power(bool(bits & 0x1), bool(bits & 0xE), bool(bits & 0x10000), bool(bits & 0xE0000))


def read_power(sys: Path = SYS) -> Power | None:
    """None on a machine that is no Raspberry Pi. `sys`: where the kernel shows itself, for a stand-in."""
    for file in sys.glob("devices/platform/soc*/soc*:firmware/get_throttled"):
        if (told := _hexadecimal(_text(file))) is not None:
            return power_of(told)
    told = _hexadecimal(said_by("vcgencmd", "get_throttled").partition("=")[2]) if sys == SYS else None
    return None if told is None else power_of(told)


def read_temperature(sys: Path = SYS) -> float | None:
    """Degrees Celsius of the processor."""
    zones = sorted(sys.glob("class/thermal/thermal_zone*"))
    found = [(_text(zone / "type"), _text(zone / "temp")) for zone in zones]
    degrees = {kind: int(told) / 1000 for kind, told in found if re.fullmatch(r"-?\d+", told)}
    named = next((kind for kind in degrees if "cpu" in kind or "pkg" in kind), next(iter(degrees), None))
    return None if named is None else degrees[named]


def read_card(state: Path, sys: Path = SYS, proc: Path = PROC) -> Card:
    """What lies under the state directory, or under the folder in which it would be made."""
    folder = next(path for path in (state, *state.absolute().parents) if path.is_dir())
    source, kind = _mounted(folder.resolve(), proc)
    number = folder.stat().st_dev
    device = (sys / "dev/block" / f"{os.major(number)}:{os.minor(number)}").resolve()
    statistics = sys / "fs/ext4" / device.name
    kilobytes = _number(_text(statistics / "lifetime_write_kbytes"))
    return Card(
        name=device.name if device.exists() else kind or source,
        errors=_number(_text(statistics / "errors_count")),
        worn=_worn(device),
        written=None if kilobytes is None else 1024 * kilobytes,
        forgets=kind in IN_MEMORY or source == OVERLAY,
    )


def _worn(device: Path) -> float | None:
    """Of the memory on which a partition lies: an eMMC tells in tenths, of each of its two kinds of cells."""
    for folder in (device, device.parent):
        tenths = max((_hexadecimal(word) or 0 for word in _text(folder / "device/life_time").split()), default=0)
        if tenths:
            return min(1.0, tenths / 10)
    return None


def _mounted(folder: Path, proc: Path) -> tuple[str, str]:
    """Source and kind of the file system that a folder lies on."""
    found = [(place, source, kind) for place, source, kind in _mounts(proc) if folder.is_relative_to(place)]
    longest = max((len(place) for place, _, _ in found), default=0)
    return next(((source, kind) for place, source, kind in reversed(found) if len(place) == longest), ("", ""))


def _mounts(proc: Path) -> Iterator[tuple[str, str, str]]:
    for line in _text(proc / "self/mounts").splitlines():
        source, place, kind, *_ = [*line.split(), "", "", ""]
        yield place.replace("\\040", " "), source, kind


def _text(path: Path) -> str:
    """What a file of the kernel says, "" where it does not."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _number(told: str) -> int | None:
    return int(told) if told.isdigit() else None


def _hexadecimal(told: str) -> int | None:
    try:
        return int(told, 16)
    except ValueError:
        return None
