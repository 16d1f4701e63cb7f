"""A table's discovery message put through Home Assistant's own code, where that is installed: its newest versions want a newer Python.

By hand, with another Python's Home Assistant, from a message that `encode_discovery` made:
`python tests/club/home_assistant.py message.json`. It prints the version and the entities.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any


def validate_by_home_assistant(told: dict[str, Any]) -> tuple[str, list[str]]:
    """Version of Home Assistant, and platform and key of each entity. Raises what its schemas raise for a wrong message, and
    `ImportError` where there is no Home Assistant."""
    version: str = importlib.import_module("homeassistant.const").__version__
    schemas = importlib.import_module("homeassistant.components.mqtt.schemas")
    device = schemas.DEVICE_DISCOVERY_SCHEMA(told)
    entities = []
    for key, component in device["components"].items():
        platform = component["platform"]
        shared = {name: value for name, value in told.items() if name != "components"}
        own = {name: value for name, value in told["components"][key].items() if name != "platform"}
        importlib.import_module(f"homeassistant.components.mqtt.{platform}").DISCOVERY_SCHEMA({**shared, **own})
        entities.append(f"{platform} {key}")
    return version, entities


if __name__ == "__main__":
    print(*validate_by_home_assistant(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))))
