"""What the machine under the table says about power, heat and storage card. None stands for what is not told."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from companion.machine.network.addresses import output_of

KERNEL, PROC = Path("/sys"), Path("/proc")
IN_MEMORY = frozenset({"tmpfs", "ramfs"})
OVERLAY = "overlayroot"
"""Name under which raspi-config mounts a root file system that keeps nothing."""


@dataclass(frozen=True, slots=True)
class Power:
    """What the firmware of a Raspberry Pi says about power."""

    low: bool  # too little voltage now
    slowed: bool  # the processor is held back now, for want of power or because of heat
    was_low: bool  # too little voltage since power-on
    was_slowed: bool  # held back since power-on


@dataclass(frozen=True, slots=True)
class StorageCard:
    """What the state is written to."""

    name: str
    errors: int | None = None  # errors that the file system ever met
    worn: float | None = None  # share of an eMMC's life that is used up, 0 to 1; SD cards do not tell
    written: int | None = None  # bytes over the life of the file system
    forgets: bool = False  # in memory only: empty after a power cut


def decode_power(bits: int) -> Power:
    """Power from `bits`, the number printed by `vcgencmd get_throttled`."""
    return Power(bool(bits & 0x1), bool(bits & 0xE), bool(bits & 0x10000), bool(bits & 0xE0000))


def read_power(sys: Path = KERNEL) -> Power | None:
    """What the firmware says about power, None on other machines than a Raspberry Pi. `sys`: root of the kernel's files."""
    for file in sys.glob("devices/platform/soc*/soc*:firmware/get_throttled"):
        if (told := _parse_hexadecimal(_read_kernel_file(file))) is not None:
            return decode_power(told)
    told = _parse_hexadecimal(output_of("vcgencmd", "get_throttled").partition("=")[2]) if sys == KERNEL else None
    return None if told is None else decode_power(told)


def read_temperature(sys: Path = KERNEL) -> float | None:
    """Degrees Celsius of the processor, of the first zone where none is named so; None where not told. `sys`: as in
    `read_power`."""
    zones = sorted(sys.glob("class/thermal/thermal_zone*"))
    found = [(_read_kernel_file(zone / "type"), _read_kernel_file(zone / "temp")) for zone in zones]
    degrees = {kind: int(told) / 1000 for kind, told in found if re.fullmatch(r"-?\d+", told)}
    named = next((kind for kind in degrees if "cpu" in kind or "pkg" in kind), next(iter(degrees), None))
    return None if named is None else degrees[named]


def read_storage_card(state: Path, sys: Path = KERNEL, proc: Path = PROC) -> StorageCard:
    """The storage under the state directory `state`, or under the nearest folder above a missing directory. `sys`: as in
    `read_power`. `proc`: the files of processes."""
    folder = next(path for path in (state, *state.absolute().parents) if path.is_dir())
    source, kind = _find_mount(folder.resolve(), proc)
    number = folder.stat().st_dev
    device = (sys / "dev/block" / f"{os.major(number)}:{os.minor(number)}").resolve()
    statistics = sys / "fs/ext4" / device.name
    kilobytes = _parse_number(_read_kernel_file(statistics / "lifetime_write_kbytes"))
    return StorageCard(
        name=device.name if device.exists() else kind or source,
        errors=_parse_number(_read_kernel_file(statistics / "errors_count")),
        worn=_read_wear(device),
        written=None if kilobytes is None else 1024 * kilobytes,
        forgets=kind in IN_MEMORY or source == OVERLAY,
    )


def _read_wear(device: Path) -> float | None:
    """Used share, 0 to 1, of the memory under a partition; None where not told. `device`: its folder below /sys. An eMMC tells
    tenths for each of two kinds of cells, and the worse counts."""
    for folder in (device, device.parent):
        tenths = max(
            (_parse_hexadecimal(word) or 0 for word in _read_kernel_file(folder / "device/life_time").split()), default=0
        )
        if tenths:
            return min(1.0, tenths / 10)
    return None


def _find_mount(folder: Path, proc: Path) -> tuple[str, str]:
    """Source and kind of the file system under a folder; "" and "" where not told. `proc`: where /proc lies."""
    longest, found = 0, ("", "")
    for line in _read_kernel_file(proc / "self/mounts").splitlines():
        source, place, kind, *_ = [*line.split(), "", "", ""]
        place = place.replace("\\040", " ")
        if folder.is_relative_to(place) and len(place) >= longest:  # of two mounts at a place the later holds
            longest, found = len(place), (source, kind)
    return found


def _read_kernel_file(path: Path) -> str:
    """Text of a file of the kernel, "" where not readable."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _parse_number(told: str) -> int | None:
    return int(told) if told.isdigit() else None


def _parse_hexadecimal(told: str) -> int | None:
    try:
        return int(told, 16)
    except ValueError:
        return None
