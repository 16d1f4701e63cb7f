"""The locks: everything that is installed is in one, with the hashes that it may have, and they fit what the project asks for."""

from __future__ import annotations

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.check_types import LOCKS, ROOT
from tests.systemd.test_set_up import sh

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXTRAS = {
    "requirements.lock": ("print", "tls"),
    "requirements-dev.lock": ("dev", "club", "print", "tls"),
    "requirements-club.lock": ("club", "print", "tls"),
    "requirements-pi-bookworm.lock": ("pi-bookworm", "print", "tls"),
}
HELD_BACK = {"numpy", "opencv-python-headless"}
"""What apt's picamera2 on bookworm needs older ones of."""


def entries(lock):
    """Each line of a lock: what is wanted, and its hashes."""
    for line in (ROOT / lock).read_text().replace("\\\n", " ").splitlines():
        wanted, *hashes = line.split(" --hash=")
        yield Requirement(wanted.strip()), [each.strip() for each in hashes]


def pins(lock):
    """Name and version of what Python 3.11 on Linux gets of a lock."""
    there = {"python_full_version": "3.11.2", "sys_platform": "linux", "platform_python_implementation": "CPython"}
    found = [wanted for wanted, _ in entries(lock) if not wanted.marker or wanted.marker.evaluate(there)]
    return {canonicalize_name(wanted.name): str(wanted.specifier).removeprefix("==") for wanted in found}


@pytest.mark.parametrize("lock", LOCKS)
def test_each_package_has_one_version_and_its_hashes_and_no_address_stands_in_a_lock(lock):
    assert "://" not in (ROOT / lock).read_text()
    for wanted, hashes in entries(lock):
        assert re.fullmatch(r"==[^*,]+", str(wanted.specifier)), wanted
        assert hashes and all(re.fullmatch(r"sha256:[0-9a-f]{64}", each) for each in hashes), wanted


@pytest.mark.parametrize("lock", LOCKS)
def test_what_the_project_asks_for_is_in_the_lock(lock):
    optional = PROJECT["project"]["optional-dependencies"]
    asked = [*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"]]
    asked += [line for extra in EXTRAS[lock] for line in optional[extra]]
    locked = pins(lock)
    for wanted in map(Requirement, asked):
        if wanted.name == PROJECT["project"]["name"]:
            continue  # one extra asks for another
        version = locked.get(canonicalize_name(wanted.name))
        assert version and wanted.specifier.contains(version), f"{wanted}: make lock"


def test_what_runs_is_what_was_developed_with():
    assert pins("requirements.lock").items() <= pins("requirements-club.lock").items() <= pins("requirements-dev.lock").items()
    on_a_pi = pins("requirements-pi-bookworm.lock")
    assert {name for name, version in on_a_pi.items() if pins("requirements.lock")[name] != version} == HELD_BACK


@pytest.mark.parametrize(
    ("machine", "extras", "lock", "more"),
    [
        ("false", "", "requirements.lock", []),
        ("false", "[dev]", "requirements-dev.lock", []),
        ("false", "[club]", "requirements-club.lock", []),
        ("true", "", "requirements-pi-bookworm.lock", []),
        ("true", "[club]", "requirements-pi-bookworm.lock", ["-e .[club,pi-bookworm]"]),
        ("true", "[dev]", "requirements-pi-bookworm.lock", ["-e .[dev,pi-bookworm]"]),
    ],
)
def test_everything_is_held_against_the_hashes_before_our_own_package_is_built(machine, extras, lock, more):
    told = f'on_numpy_1() {{ {machine}; }}\nloudly() {{ shift; "$@"; }}\npip() {{ say "$*"; }}\ninstall_packages "{extras}"'
    wheels = f"--require-hashes --only-binary=:all: -r {lock}"
    assert sh(told) == (0, [wheels, "--no-deps --no-build-isolation -e .", *more])


def test_a_hash_that_does_not_fit_ends_the_set_up():
    status, said = sh('on_numpy_1() { false; }\nloudly() { shift; "$@"; }\npip() { false; }\ninstall_packages ""')
    assert status == 1 and len(said) == 1 and "could not be installed" in said[0]
