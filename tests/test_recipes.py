"""The recipes of CONTRIBUTING.md, followed as they are written in a copy of the project."""

from __future__ import annotations

import os
import pty
import re
import shutil
import subprocess
import sys
import textwrap
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
LEFT_OUT = shutil.ignore_patterns("__pycache__", ".?*")


def blocks(recipe):
    """The code that a recipe shows, in order: its kind and its text."""
    section = PAGE.partition(f"\n## {recipe}\n")[2].partition("\n## ")[0]
    return [(kind, textwrap.dedent(text)) for _, kind, text in BLOCK.findall(section)]


class Copied:
    """A copy of the project, to follow a recipe in."""

    def __init__(self, folder):
        self.folder = folder
        shutil.copytree(ROOT, folder, ignore=LEFT_OUT, dirs_exist_ok=True)

    def follow(self, recipe, **instead):
        """Write the files and run the lines that it shows; `instead`: what stands in for what its example names. What its lines said."""
        said = []
        for kind, text in blocks(recipe):
            for example, real in instead.values():
                text = text.replace(example, real)
            if kind == "sh":
                said += [self.run(line) for line in text.splitlines()]
            else:
                self._write(text)
        return said

    def _write(self, text):
        """A block begins with the path of its file; it goes behind what stands there already."""
        path = self.folder / text.splitlines()[0].removeprefix("# ")
        before = f"{path.read_text(encoding='utf-8').rstrip()}\n\n\n" if path.exists() else ""
        path.write_text(before + text.partition("\n")[2], encoding="utf-8")

    def run(self, line):
        """What a line of shell prints. Tests that it runs must pass."""
        line = line.replace(".venv/bin/python", sys.executable)
        state = {"STATE_DIRECTORY": str(self.folder / "state"), "PYTEST_ADDOPTS": "-p no:cacheprovider"}
        done = subprocess.run(["sh", "-c", line], cwd=self.folder, env=os.environ | state, capture_output=True, text=True)
        assert done.returncode == 0 or "pytest" not in line, done.stdout[-3000:]
        return done.stdout + done.stderr


@pytest.fixture
def copied(tmp_path):
    return Copied(tmp_path)


class Photo(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(cv2.imencode(".jpg", np.full((480, 640, 3), 120, np.uint8))[1].tobytes())

    def log_message(self, *_):
        pass


@pytest.fixture
def address():
    """A network camera."""
    with HTTPServer(("127.0.0.1", 0), Photo) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/photo.jpg"
        server.shutdown()


@pytest.fixture
def port():
    """A serial port: its name, and where what is sent to it comes out."""
    outer, inner = pty.openpty()
    yield os.ttyname(inner), outer
    os.close(inner)
    os.close(outer)


@pytest.mark.whole
def test_a_camera(copied, address):
    _, doctor, _ = copied.follow("A camera", address=("http://192.168.1.20/photo.jpg", address))
    assert f"camera      snapshot:{address} gives pictures of 640 x 480" in doctor
    assert "snapshot:URL" in copied.run(".venv/bin/python -m companion watch --help")
    (copied.folder / "table.toml").write_text('[eye]\nsource = "snapshot:http://127.0.0.1:1/"\n')
    nowhere = copied.run(".venv/bin/python -m companion doctor --language it --config table.toml")
    assert "does not answer" in nowhere and "apri l'indirizzo in un browser" in nowhere


@pytest.mark.whole
def test_a_signal_device(copied, port):
    name, outer = port
    _, doctor, _ = copied.follow("A signal device", port=('"tower:/dev/ttyACM0"\\n', f'"tower:{name}"\\n'))
    assert f"the tower at {name} listens" in doctor and os.read(outer, 100)
    assert "tower:/dev/ttyACM0" in copied.run(".venv/bin/python -m companion run --help")
    (copied.folder / "table.toml").write_text('signals = "tower:/dev/nowhere"\n')
    nowhere = copied.run(".venv/bin/python -m companion doctor --language it --config table.toml")
    assert "No such file" in nowhere and "ricollega la torretta" in nowhere


@pytest.mark.whole
def test_a_language(copied):
    _, doctor, _ = copied.follow("A language")
    assert "camera" in doctor and "invalid choice" not in doctor
    dashboard = copied.folder / "companion/locale/de/dashboard.ftl"
    dashboard.write_text(dashboard.read_text(encoding="utf-8").replace("-own-name = English", "-own-name = Deutsch"))
    said = copied.run(
        ".venv/bin/python -c 'from companion.shown.words.messages import *; from web.languages import Languages as L; "
        'print(L(lambda l, id, **v: catalogue(l).text(id, **v), "it", list_languages()).language_names())\''
    )
    assert "{'language': 'de', 'name': 'Deutsch'}" in said
    (copied.folder / "companion/locale/de/quick_easy.ftl").unlink()
    title = (
        '.venv/bin/python -c \'from companion.shown.words.messages import *; print(catalogue("de").text("game-quick_easy"))\''
    )
    assert copied.run(title).strip() == "Quick & Easy", "what is not translated yet is said in English"


def test_a_recipe_shows_whole_files_that_are_kept_as_the_project_keeps_its_own(copied):
    shown = [
        text.splitlines()[0].removeprefix("# ") for recipe in ("A camera", "A signal device") for _, text in blocks(recipe)
    ]
    files = sorted({path for path in shown if path.endswith(".py")})
    for recipe in ("A camera", "A signal device"):
        for kind, text in blocks(recipe):
            if kind != "sh":
                copied._write(text)
    checked = copied.run(
        f".venv/bin/python -m ruff check {' '.join(files)}; .venv/bin/python -m ruff format --check {' '.join(files)}"
    )
    assert files and "All checks passed" in checked and "would be" not in checked, checked
