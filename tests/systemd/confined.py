"""A command under what the unit forbids, without systemd: python -m tests.systemd.confined UNIT STATE COMMAND...

Everything is read from the unit: the system calls by systemd's own lists, the rest of its sandbox as systemd turns it into filters of system
calls, its paths by Landlock. What the unit says and this file does not know is refused, so that neither changes without the other.
Three things are left out: homes, other processes and devices can be seen (ProtectHome, ProtectProc, PrivateDevices). Not of use on another
system than Linux.
"""

from __future__ import annotations

import ctypes
import os
import stat
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from errno import EAFNOSUPPORT, ENOSYS, EPERM, errorcode
from pathlib import Path

LIBRARY = "libseccomp.so.2"
"""Debian's libseccomp2, without which there is no systemd."""
ALLOW, ERRNO = 0x7FFF0000, 0x00050000
EQUAL, MASKED = 4, 7
NO_NEW_PRIVILEGES, DROP_CAPABILITY = 38, 24
NAMESPACES = 0x7E020080
"""Of `clone`: every kind of namespace."""
WRITE, EXECUTE = 2, 4
"""Of `mmap`."""

DONE_HERE = {
    *("SystemCallFilter", "SystemCallErrorNumber", "SystemCallArchitectures", "RestrictAddressFamilies", "RestrictNamespaces"),
    *(
        "RestrictRealtime",
        "RestrictSUIDSGID",
        "LockPersonality",
        "MemoryDenyWriteExecute",
        "NoNewPrivileges",
        "CapabilityBoundingSet",
    ),
    *(
        "ProtectSystem",
        "StateDirectory",
        "WorkingDirectory",
        "UMask",
        "WatchdogSec",
        "PrivateTmp",
        "AmbientCapabilities",
        "ExecStart",
    ),
}
OF_NO_EFFECT_HERE = {
    *(
        "Type",
        "NotifyAccess",
        "User",
        "Group",
        "SupplementaryGroups",
        "StateDirectoryMode",
        "Restart",
        "RestartSec",
        "TimeoutStopSec",
    ),
    *("ProtectHome", "ProtectProc", "PrivateDevices", "RemoveIPC", "PrivateMounts", "EnvironmentFile"),
    # Of these the system calls are in no list that the unit allows, or the paths are not written to anyway.
    *(
        "ProtectClock",
        "ProtectHostname",
        "ProtectKernelLogs",
        "ProtectKernelModules",
        "ProtectKernelTunables",
        "ProtectControlGroups",
    ),
}


@dataclass(frozen=True, slots=True)
class Rule:
    """One system call that is answered by an error number, 0 = allowed. `where`: (argument, comparison, a, b) that it needs."""

    call: str
    error: int
    where: tuple[int, int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class Filter:
    """What a call is answered that no rule names, and the rules."""

    otherwise: int
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """The [Service] section of a unit, each key with its values in their order."""

    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def one(self, key: str, otherwise: str = "") -> str:
        return self.keys.get(key, (otherwise,))[-1]

    def says(self, key: str) -> bool:
        return self.one(key) in ("yes", "true", "1", "on")


def unit_of(text: str) -> Unit:
    """The service of a unit file; raises ValueError for a key that is not known here."""
    section, keys = "", dict[str, tuple[str, ...]]()
    for line in text.splitlines():
        if line.startswith("["):
            section = line
        elif section == "[Service]" and "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            keys[key] = (*keys.get(key, ()), value)
    if unknown := keys.keys() - DONE_HERE - OF_NO_EFFECT_HERE:
        raise ValueError(f"the unit says what tests/systemd/confined.py does not know: {', '.join(sorted(unknown))}")
    if keys.get("ProtectSystem") != ("strict",) or keys.get("CapabilityBoundingSet") != ("",):
        raise ValueError("this file knows ProtectSystem=strict and an empty CapabilityBoundingSet alone")
    return Unit(keys)


def calls_of(names: Iterable[str]) -> Iterator[str]:
    """System calls, sets of them resolved by systemd."""
    for name in names:
        if not name.startswith("@"):
            yield name
            continue
        said = subprocess.run(["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True).stdout
        yield from calls_of(word for line in said.splitlines()[1:] if (word := line.strip()) and not word.startswith("#"))


def allowed_by(unit: Unit) -> frozenset[str]:
    """The system calls that the unit allows. Its first list allows, a later one takes away where it begins with ~, or adds."""
    found = {*calls_of(["@default"])}
    for number, line in enumerate(unit.keys["SystemCallFilter"]):
        if number == 0 and line.startswith("~"):
            raise ValueError("a unit that only forbids is not known here")
        calls = {*calls_of(line.removeprefix("~").split())}
        found = found - calls if line.startswith("~") else found | calls
    return frozenset(found)


def filters_of(unit: Unit) -> list[Filter]:
    """What systemd would have the kernel filter; the last may forbid further ones. A call that systemd has never heard of does not exist."""
    allowed, error = allowed_by(unit), {name: number for number, name in errorcode.items()}[unit.one("SystemCallErrorNumber")]
    known = {*calls_of(["@known"])} | allowed
    return [
        Filter(0, (*_families(unit), *_sandbox(unit))),
        Filter(ENOSYS, tuple(Rule(call, 0 if call in allowed else error) for call in sorted(known))),
    ]


def _families(unit: Unit) -> Iterator[Rule]:
    import socket

    if names := unit.one("RestrictAddressFamilies").split():
        wanted = {int(getattr(socket, name)) for name in names}
        yield from (Rule("socket", EAFNOSUPPORT, (0, EQUAL, number, 0)) for number in range(64) if number not in wanted)


def _sandbox(unit: Unit) -> Iterator[Rule]:
    if unit.says("RestrictNamespaces"):
        yield from (Rule("unshare", EPERM), Rule("setns", EPERM), Rule("clone3", ENOSYS))
        yield from (Rule("clone", EPERM, (0, MASKED, 1 << bit, 1 << bit)) for bit in range(32) if NAMESPACES >> bit & 1)
    if unit.says("RestrictSUIDSGID"):
        for call, argument in (("chmod", 1), ("fchmod", 1), ("fchmodat", 2), ("mkdir", 1), ("mkdirat", 2)):
            yield from (Rule(call, EPERM, (argument, MASKED, bit, bit)) for bit in (stat.S_ISUID, stat.S_ISGID))
        yield Rule("fchmodat2", ENOSYS)
    if unit.says("RestrictRealtime"):
        yield from (Rule("sched_setscheduler", EPERM, (1, EQUAL, policy, 0)) for policy in (1, 2, 6))
    if unit.says("LockPersonality"):
        yield Rule("personality", EPERM)
    if unit.says("MemoryDenyWriteExecute"):
        yield Rule("mmap", EPERM, (2, MASKED, WRITE | EXECUTE, WRITE | EXECUTE))
        yield from (Rule(call, EPERM, (2, MASKED, EXECUTE, EXECUTE)) for call in ("mprotect", "pkey_mprotect"))


class Comparison(ctypes.Structure):
    """libseccomp's scmp_arg_cmp."""

    _fields_ = (("arg", ctypes.c_uint), ("op", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64))


def _checked(status: int, what: str) -> None:
    if status < 0:
        raise OSError(-status, f"{what}: {os.strerror(-status)}")


def load(found: Filter) -> None:
    """Have the kernel filter the calls of this process and of those that it starts, for ever."""
    library = ctypes.CDLL(LIBRARY)
    library.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(library.seccomp_init(_answer(found.otherwise)))
    for rule in found.rules:
        number = library.seccomp_syscall_resolve_name(rule.call.encode())
        if number < 0 or rule.error == found.otherwise:
            continue  # this machine has no such call, or it is answered so anyway
        where = (Comparison * 1)(Comparison(*rule.where)) if rule.where else None
        added = library.seccomp_rule_add_array(context, ctypes.c_uint32(_answer(rule.error)), number, 1 if where else 0, where)
        _checked(added, rule.call)
    _checked(library.seccomp_load(context), "the filter cannot be loaded")


def _answer(error: int) -> int:
    return ERRNO | error if error else ALLOW


def lock_paths(writable: Iterable[Path]) -> None:
    """Let this process and those that it starts write below these folders alone. Raises OSError where the kernel has no Landlock."""
    kernel = ctypes.CDLL(None, use_errno=True)

    def ask(number: int, *arguments: object) -> int:
        answer = int(kernel.syscall(number, *arguments))
        if answer < 0:
            raise OSError(ctypes.get_errno(), f"Landlock: {os.strerror(ctypes.get_errno())}")
        return answer

    version = ask(444, None, ctypes.c_size_t(0), 1)
    writes = sum(1 << bit for bit in (1, *range(4, 13), *([13] if version >= 2 else []), *([14] if version >= 3 else [])))
    handled = ctypes.c_uint64(writes)
    rules = ask(444, ctypes.byref(handled), ctypes.c_size_t(8), 0)
    for folder in writable:
        # A rule is packed: eight bytes of what is allowed, four of where.
        there = os.open(folder, os.O_PATH)
        ask(445, rules, 1, writes.to_bytes(8, sys.byteorder) + there.to_bytes(4, sys.byteorder), 0)
        os.close(there)
    ask(446, rules, 0)
    os.close(rules)


def confine(unit: Unit, state: Path) -> None:
    """Everything that the unit takes away is taken away from this process, for ever."""
    filters, kernel = filters_of(unit), ctypes.CDLL(None, use_errno=True)
    private = state.parent / "private-tmp"
    private.mkdir(exist_ok=True)
    os.environ |= {"STATE_DIRECTORY": str(state), "HOME": str(state), "TMPDIR": str(private)}
    if "WATCHDOG_USEC" not in os.environ and unit.one("WatchdogSec"):
        os.environ["WATCHDOG_USEC"] = f"{int(unit.one('WatchdogSec')) * 1_000_000}"
    os.chdir(unit.one("WorkingDirectory").replace(f"%S/{unit.one('StateDirectory')}", str(state)))
    os.umask(int(unit.one("UMask"), 8))
    for capability in range(64):
        kernel.prctl(DROP_CAPABILITY, capability, 0, 0, 0)  # only root has what it could lose
    _checked(kernel.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0), "no new privileges")
    try:
        lock_paths([state, private, Path("/dev"), Path("/proc/self")])
    except OSError as error:
        print(f"Notice: paths are not held, {error.strerror}", file=sys.stderr)
    for found in filters:
        load(found)


if __name__ == "__main__":
    confine(unit_of(Path(sys.argv[1]).read_text()), Path(sys.argv[2]).absolute())
    os.execvp(sys.argv[3], sys.argv[3:])
