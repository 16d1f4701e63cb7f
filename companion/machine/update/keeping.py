"""What is kept before another version is installed: the state as it was, and the packages that make way."""

from __future__ import annotations

import base64
import hashlib
import io
import shutil
import tarfile
import time
import zipfile
from importlib import metadata
from pathlib import Path

from companion.errors import StateError

KEPT_FOLDER = "before-upgrades"
"""In the state directory; systemd/install keeps its copies there too."""
KEPT_COPIES = 3
LEFT_OUT = (KEPT_FOLDER, "clips")
"""What no copy of the state holds; as of `keep_state` in systemd/install."""
_OF_THE_INSTALLER = ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json")


def keep_state(state: Path, version: str, now: float) -> Path:
    """The file of a copy of the state directory, but for replays; the newest three stay. `version`: which ran. `now`: seconds
    since 1970. Raises `StateError` where the disk refuses; then nothing is left of it."""
    kept = state / KEPT_FOLDER
    copy = kept / f"{time.strftime('%Y%m%d-%H%M%S', time.localtime(now))}-{version}.tar.gz"
    try:
        kept.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with tarfile.open(copy, "w:gz") as packed:
                for path in sorted(state.iterdir()):
                    if path.name not in LEFT_OUT:
                        packed.add(path, f"./{path.name}")
            copy.chmod(0o600)
        except BaseException:
            copy.unlink(missing_ok=True)
            raise
        for old in sorted(kept.glob("*.tar.gz"))[:-KEPT_COPIES]:
            old.unlink()
    except OSError as error:
        raise StateError(f"{copy} cannot be written: {error.strerror or error}; make room. Nothing was changed") from error
    return copy


def keep_packages(names: list[str], folder: Path) -> list[Path]:
    """The wheels, put together again in `folder`, of those of the packages that are installed. Raises `StateError` where the disk
    refuses; then nothing is left of it."""
    try:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        try:
            return [wheel for name in names for wheel in _pack_again(name, folder)]
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
    except OSError as error:
        raise StateError(f"{folder} cannot be written: {error.strerror or error}; make room. Nothing was changed") from error


def _pack_again(name: str, folder: Path) -> list[Path]:
    """The wheel of a package that is installed; empty where it is not, or nobody wrote down which files are its own."""
    try:
        package = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return []
    about = next(
        (file.parts[0] for file in package.files or () if file.name == "WHEEL" and file.parts[0].endswith(".dist-info")), ""
    )
    if not about:
        return []
    commands = {entry.name for entry in package.entry_points if entry.group.endswith("_scripts")}
    wheel = folder / f"{about.removesuffix('.dist-info')}-{_join_tags(package.read_text('WHEEL') or '')}.whl"
    record = io.StringIO()
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in package.files or ():
            if "__pycache__" in file.parts or (file.parts[0] == about and file.name in _OF_THE_INSTALLER):
                continue
            where = str(file)
            if file.parts[0] == "..":  # outside of the packages: pip writes its commands anew, and the rest is data
                if file.name.removesuffix(".exe") in commands:
                    continue
                inside = [part for part in file.parts if part != ".."]
                where = "/".join(
                    [
                        about.replace(".dist-info", ".data"),
                        "scripts" if inside[0] == "bin" else "data",
                        *inside[inside[0] == "bin" :],
                    ]
                )
            data = Path(str(file.locate())).read_bytes()
            packed.writestr(where, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.write(f'"{where}",sha256={digest},{len(data)}\n')
        packed.writestr(f"{about}/RECORD", f"{record.getvalue()}{about}/RECORD,,\n")
    return [wheel]


def _join_tags(told: str) -> str:
    """ "py2.py3-none-any" of the lines "Tag:" in a file WHEEL."""
    tags = [line.removeprefix("Tag: ").strip().split("-") for line in told.splitlines() if line.startswith("Tag: ")]
    return "-".join(".".join(dict.fromkeys(parts)) for parts in zip(*tags, strict=True))
