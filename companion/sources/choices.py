"""What may be named as source and as signals, told without opening or importing a camera."""

from __future__ import annotations

from hardware.signals import device_examples
from vision.cameras.asked_for import list_examples

VIRTUAL = "virtual"
SOURCES = ", ".join([VIRTUAL, *list_examples()])
CHOICES = f"""companion.toml takes:
  [eye] source  {SOURCES}
  signals       {", ".join(device_examples())}"""
"""Part of the help of commands that read companion.toml."""
