"""pip in the environment that runs, and whether what it installed starts."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.errors import ConfigError

TRIAL_S = 180.0  # seconds that `companion doctor` may take on a slow machine; guess
_OFFLINE = ("after connection broken by", "Could not fetch URL")
"""What pip writes of a place that it does not reach, whatever comes of it."""
_WITHOUT_IT = "From a file it works without the internet: companion update FILE.whl"
_QUIETLY = ("--disable-pip-version-check", "--no-input", "--retries", "1", "--timeout", "15")


def ask_pip(wanted: str) -> dict[str, str]:
    """Version by name of every package that pip would install for a requirement, or for a file; empty for none. Raises
    `ConfigError` where pip finds none, cannot fetch it, or finds nothing new and reached no network."""
    done = _run_pip("install", "--dry-run", "--quiet", "--upgrade", "--report", "-", wanted)
    found = [] if done.returncode else [entry["metadata"] for entry in json.loads(done.stdout)["install"]]
    # pip only warns where it is offline: what is installed is the newest then, and what is not cannot be found.
    if not found and any(sign in done.stderr for sign in _OFFLINE):
        raise ConfigError(f"nothing was changed: no network, or no answer from where packages come from. {_WITHOUT_IT}")
    if done.returncode:
        raise ConfigError(f"nothing was changed, for pip says: {_last_line(done.stderr)}. {_WITHOUT_IT}")
    return {str(one["name"]): str(one["version"]) for one in found}


def install_with_pip(wanted: Sequence[str], *, alone: bool = False) -> str:
    """ "" once everything is installed, else what pip said last. `alone`: these files as they are, whatever is installed."""
    how = ("--no-index", "--no-deps", "--force-reinstall") if alone else ("--upgrade",)
    done = _run_pip("install", "--quiet", *how, *wanted)
    return "" if done.returncode == 0 else _last_line(done.stderr)


def try_companion(version: str) -> str:
    """ "" where the companion that is installed now is of this version and `companion doctor` looks at everything with it; else
    what was said last."""
    for words, proof in ((("--version",), f"table-companion {version}\n"), (("doctor", "--json"), "")):
        program = [sys.executable, "-P", "-c", "import sys; from companion.cli import main; sys.exit(main())", *words]
        try:
            done = subprocess.run(program, capture_output=True, text=True, timeout=TRIAL_S, check=False)
        except subprocess.TimeoutExpired:
            return f"companion {words[0]} did not end in {TRIAL_S:.0f} seconds"
        if done.returncode not in (0, 1) or (proof and done.stdout != proof) or not _is_doctors(done.stdout, words[0]):
            return _last_line(done.stderr) or f"companion {words[0]} said: {done.stdout[:80]}"
    return ""


def _is_doctors(said: str, command: str) -> bool:
    """Are these the checks of `companion doctor`, whatever they found? True for any other command."""
    try:
        return command != "doctor" or isinstance(json.loads(said), list)
    except ValueError:
        return False


def _run_pip(command: str, *words: str) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-P", "-m", "pip", command, *_QUIETLY, *words]
    return subprocess.run(program, capture_output=True, text=True, check=False)


def _last_line(said: str) -> str:
    """The last line that says what went wrong."""
    lines = [line.strip() for line in said.splitlines() if line.strip() and not line.startswith(("WARNING", "[notice]"))]
    return lines[-1].removeprefix("ERROR: ").rstrip(".") if lines else ""


def spell_wanted(what: str | Path, extras: Sequence[str]) -> str:
    """What pip is asked for: a package or a file, with its extras."""
    return f"{what}[{','.join(extras)}]" if extras else str(what)
