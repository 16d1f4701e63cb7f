"""A JSON Patch (RFC 6902) applied as an outside program would, strictly: what does not fit is an error."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any


def apply_patch(document: Any, patch: Sequence[dict[str, Any]]) -> Any:
    """The document after the operations; `document` itself stays as it is."""
    document = copy.deepcopy(document)
    for operation in patch:
        *way, last = [key.replace("~1", "/").replace("~0", "~") for key in operation["path"].split("/")[1:]]
        host = document
        for key in way:
            host = host[int(key)] if isinstance(host, list) else host[key]
        _apply_operation(host, last, operation)
    return document


def _apply_operation(host: Any, last: str, operation: dict[str, Any]) -> None:
    kind, key = operation["op"], int(last) if isinstance(host, list) else last
    there = 0 <= key < len(host) if isinstance(host, list) else key in host
    if kind == "add":
        assert there or isinstance(host, dict) or key == len(host), operation
        if isinstance(host, list):
            host.insert(key, operation["value"])
        else:
            host[key] = operation["value"]
        return
    assert there, operation
    if kind == "test":
        assert host[key] == operation["value"], operation
    elif kind == "remove":
        del host[key]
    else:
        assert kind == "replace", operation
        host[key] = operation["value"]
