"""The rules of who may import whom, held by walking the imports."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from companion.cli.loader import COMMANDS
from companion.games import GAMES

ROOT = Path(__file__).parents[1]
OURS = ("companion", "vision", "hardware", "web", "calibration")
ALLOWED = {"vision": {"vision"}, "hardware": {"hardware"}, "web": {"web"}, "calibration": {"calibration", "vision"}}
PURE = ("companion.match", "companion.turns", "companion.games", "companion.tournament")
WIRES = tuple(f"companion.{room}" for room in ("machine", "sources", "doctor", "setup", "app", "clubhouse", "cli"))
SHOWCASES = "companion.play.showcases"
"""Matches that play themselves: a file of one game each, named as that game."""
FORBIDDEN_IN_PURE = {"time", "threading", "random", "os", "logging", "datetime", "socket", "subprocess", "sqlite3", "pathlib"}
OPTIONAL = {
    "picamera2": "vision.cameras.picamera",
    "lgpio": "hardware.gpio",
    "onnxruntime": "vision.onnx",
    "spidev": "hardware.strip",
}
CLUB_PACKAGES = {"paho", "msgspec", "sqlalchemy", "alembic", "psycopg", "networkx"}
CLUB_ROOMS = ("companion.club", "companion.clubhouse", "companion.tournament", "companion.cli.club", "web.club")


def module_name(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


STATIC = {path.name: path for path in sorted((ROOT / "web" / "static").iterdir()) if path.suffix in (".css", ".js")}

FILES = {module_name(path): path for package in OURS for path in sorted((ROOT / package).rglob("*.py"))}


def imported(node, module, path):
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        assert node.level == 0, f"{path}: relative import"
        names = [f"{node.module}.{alias.name}" for alias in node.names]
        return names if all(name in FILES for name in names) else [node.module or "", *names]
    return []


@cache
def tree_of(module):
    return ast.parse(FILES[module].read_text(encoding="utf-8"))


@cache
def imports(module, *, top_only=False):
    """Modules that a file imports; `top_only`: those that run when it is imported."""
    tree = tree_of(module)
    nodes = _top(tree) if top_only else ast.walk(tree)
    return {name for node in nodes for name in imported(node, module, FILES[module])}


def _top(tree):
    for node in tree.body:
        guarded = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        if not guarded and not isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield from ast.walk(node)


def packages(names):
    return {name.split(".")[0] for name in names}


def within(module, rooms):
    return any(f"{module}.".startswith(f"{room}.") for room in rooms)


def offending(modules, forbidden):
    """By module: what it imports of what is `forbidden` to it; modules without fault are left out."""
    found = {module: sorted(forbidden(module)) for module in modules}
    return {module: names for module, names in found.items() if names}


@pytest.mark.parametrize("package", ALLOWED)
def test_libraries_import_none_of_our_other_packages(package):
    modules = [module for module in FILES if module.split(".")[0] == package]
    assert modules and not offending(modules, lambda module: packages(imports(module)) & set(OURS) - ALLOWED[package])


def test_nothing_that_sees_imports_what_draws():
    seeing = [module for module in FILES if module.startswith("vision.") and not module.startswith("vision.drawn")]
    assert not offending(seeing, lambda module: {name for name in imports(module) if name.startswith("vision.drawn")})


def room_of(module):
    """The folder within its package; None for a file at the top, which belongs to no room."""
    parts = module.split(".")
    return parts[1] if len(parts) > 2 or (FILES[module].name == "__init__.py" and len(parts) == 2) else None


@pytest.mark.parametrize("package", ["companion", "vision"])
def test_rooms_look_one_way(package):
    """A room never needs one that needs it, however many lie between."""
    room = {module: room_of(module) for module in FILES if module.startswith(f"{package}.") and room_of(module)}
    needs = {name: set() for name in room.values()}
    for module, own in room.items():
        needs[own] |= {room[name] for name in imports(module) if name in room and room[name] != own}
    while needs:
        free = [name for name, others in needs.items() if not others & needs.keys()]
        assert free, f"rooms that need one another: {sorted(needs)}"
        needs = {name: others for name, others in needs.items() if name not in free}


def test_the_application_decides_without_eyes_pins_or_pages():
    deciding = [module for module in FILES if module.startswith("companion") and not within(module, WIRES)]
    foreign = {*OURS, "cv2", "flask", "gpiozero", "numpy"} - {"companion"}
    assert not offending(deciding, lambda module: packages(imports(module)) & foreign)


def named_games(module):
    """The games that a file knows by name: in a text that is nothing but the name, or by importing the game."""
    nodes = list(ast.walk(tree_of(module)))
    said = {node.value for node in nodes if isinstance(node, ast.Constant)}
    imported = {name for found in imports(module) for name in found.split(".")[2:3] if within(found, ("companion.games",))}
    return (said | imported) & set(GAMES)


def test_a_game_is_known_by_its_folder_alone():
    elsewhere = [module for module in FILES if not within(module, ("companion.games",))]
    own = {module: {module.rpartition(".")[2]} for module in elsewhere if within(module, (SHOWCASES,))}
    assert not offending(elsewhere, lambda module: named_games(module) - own.get(module, set()))


def test_a_file_of_the_command_line_is_a_command():
    commands = {name.replace("-", "_") for name in COMMANDS}
    assert {module for module in FILES if module.startswith("companion.cli.")} == {
        "companion.cli.loader",
        "companion.cli.options",
        *(f"companion.cli.{name}" for name in commands),
        *(f"companion.cli.options.{name}" for name in commands),
    }


def test_the_core_has_no_clock_and_no_files():
    core = [module for module in FILES if within(module, PURE)]
    assert core and not offending(core, lambda module: packages(imports(module)) & FORBIDDEN_IN_PURE)


@pytest.mark.parametrize("name", OPTIONAL)
def test_optional_hardware_is_imported_lazily_in_one_file(name):
    users = [module for module in FILES if name in packages(imports(module))]
    assert set(users) <= {OPTIONAL[name]}
    assert not [module for module in users if name in packages(imports(module, top_only=True))]


def test_what_only_a_club_needs_stays_in_the_rooms_of_the_club():
    elsewhere = [module for module in FILES if not within(module, CLUB_ROOMS)]
    assert not offending(elsewhere, lambda module: packages(imports(module)) & CLUB_PACKAGES)
    assert not offending(
        elsewhere, lambda module: {name for name in imports(module, top_only=True) if within(name, CLUB_ROOMS)}
    )


def test_a_table_without_a_club_loads_nothing_of_it():
    told = "import sys, companion.cli.run, companion.cli.demo; print(*{name.split('.')[0] for name in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", told], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    assert "companion" in loaded and not CLUB_PACKAGES & set(loaded)


def scripts_of(name):
    """The scripts of the phones' pages that one of them imports."""
    found = re.findall(r'(?:from|import)\s*\(?\s*"\./([^"]+\.js)"', STATIC[name].read_text(encoding="utf-8"))
    return {other for other in found if other in STATIC}


@pytest.mark.parametrize("kind", ["modules", "scripts"])
def test_no_import_cycles(kind):
    """Imports inside functions count too: a circle that shows only when it is called is one all the same."""
    if kind == "modules":
        edges = {module: {name for name in imports(module) if name in FILES and name != module} for module in FILES}
    else:
        edges = {name: scripts_of(name) for name in STATIC if name.endswith(".js")}
    done: set[str] = set()

    def visit(module, path):
        assert module not in path, " -> ".join([*path[path.index(module) :], module])
        if module not in done:
            for other in sorted(edges[module]):
                visit(other, [*path, module])
            done.add(module)

    for each in edges:
        visit(each, [])
