"""The description of the topics for other programs, AsyncAPI 3.0, made of the forms: `python -m companion.club.asyncapi`.

It is kept as docs/asyncapi.yaml, and a test holds the two equal.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from companion.club.forms import FORMS, MAX_PAYLOAD_BYTES, VERSION
from companion.club.topics import MATCH_UID, OFFLINE, ONLINE, TABLE_NAME, Address, make_topic

_PARAMETERS = {
    "table": {"description": f"Name of the table, {TABLE_NAME}"},
    "match": {"description": f"Random id of the match, {MATCH_UID}"},
    "n": {"description": "Number of the entry, from 1"},
}
_TOLD = {
    "status": "Is the table there? Retained; the broker tells offline should the connection break.",
    "state": "What every eye at the table may see, now. Retained, at most four a second.",
    "ruling": "What the referee says, as soon as it is said. What came while the broker was away is not told later.",
    "entry": "Every entry of a match once it is on the table's disk, until broker and club have it. Table, match and n are its key.",
    "result": "How a match ended. Retained. It is told again when it changes; the higher (entries, revision) holds.",
    "command": "What somebody who holds the token asks of the table. Off unless the table says so. Retained ones are not done.",
    "answer": "The answer to a command.",
    "kept": "What the club has on its disk of the table's latest matches. Retained. The table sends again what is missing.",
}
"""What each kind of topic is for."""
_RETAINED = ("status", "state", "result", "kept")
_SENT_BY_TABLE = ("status", "state", "ruling", "entry", "result", "answer")


def describe_topics() -> dict[str, Any]:
    """The whole description as an AsyncAPI document. Operations are the table's: what it sends, and what it receives."""
    _, schemas = msgspec.json.schema_components(FORMS.values(), ref_template="#/components/schemas/{name}")
    messages = {kind: _describe_message(kind) for kind in _TOLD}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Table Companion: a club of tables",
            "version": str(VERSION),
            "description": (
                "What goes between a table, an MQTT broker and the club. Payloads are UTF-8 JSON of at most "
                f"{MAX_PAYLOAD_BYTES} bytes that begin with their version; unknown fields are refused. All messages have QoS 1."
            ),
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "servers": {"broker": {"host": "club.local:8883", "protocol": "mqtts", "protocolVersion": "5"}},
        "channels": {kind: _describe_channel(kind) for kind in _TOLD},
        "operations": {
            f"{_action_of(kind)}_{kind}": {
                "action": _action_of(kind),
                "channel": {"$ref": f"#/channels/{kind}"},
                "messages": [{"$ref": f"#/channels/{kind}/messages/{kind}"}],
                "bindings": {"mqtt": {"qos": 1, "retain": kind in _RETAINED, "bindingVersion": "0.2.0"}},
            }
            for kind in _TOLD
        },
        "components": {"messages": messages, "schemas": {name: _tidy_schema(each) for name, each in schemas.items()}},
    }


def _action_of(kind: str) -> str:
    """What the table does on a channel."""
    return "send" if kind in _SENT_BY_TABLE else "receive"


def _describe_channel(kind: str) -> dict[str, Any]:
    """The channel object of AsyncAPI for one kind of topic: address, description, parameters in the address, and the message.
    `kind`: as in `companion.club.topics.Address`, such as "entry"."""
    address = make_topic(Address(kind, "{table}", "{match}")).removesuffix("/0")
    address = f"{address}/{{n}}" if kind == "entry" else address
    return {
        "address": address,
        "description": _TOLD[kind],
        "parameters": {name: told for name, told in _PARAMETERS.items() if f"{{{name}}}" in address},
        "messages": {kind: {"$ref": f"#/components/messages/{kind}"}},
    }


def _describe_message(kind: str) -> dict[str, Any]:
    if kind == "status":
        return {"name": kind, "contentType": "text/plain", "payload": {"type": "string", "enum": [ONLINE, OFFLINE]}}
    return {"name": kind, "payload": {"$ref": f"#/components/schemas/{FORMS[kind].__name__}"}}


def _tidy_schema(schema: Any) -> Any:
    """A schema as AsyncAPI takes it: draft 7, where 100000000000.0 is written as a whole number."""
    if isinstance(schema, Mapping):
        return {key: _tidy_schema(each) for key, each in schema.items()}
    if isinstance(schema, list):
        return [_tidy_schema(each) for each in schema]
    return int(schema) if isinstance(schema, float) and schema.is_integer() else schema


def write_yaml(value: Any, indent: int = 0) -> Iterator[str]:
    """The lines of a mapping as YAML, nested mappings in lines of their own, texts in quotation marks as JSON has them.
    `indent`: depth of `value`, two blanks each."""
    space = "  " * indent
    for key, each in value.items():
        if isinstance(each, dict) and each:
            yield f"{space}{key}:"
            yield from write_yaml(each, indent + 1)
        else:
            yield f"{space}{key}: {json.dumps(each, ensure_ascii=False)}"


def main() -> None:
    """Print the description."""
    sys.stdout.write("# Made by: python -m companion.club.asyncapi\n" + "\n".join(write_yaml(describe_topics())) + "\n")


if __name__ == "__main__":
    main()
