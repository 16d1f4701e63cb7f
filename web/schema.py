"""JSON Schema, the small part that the doors of the dashboard need: build schemas, check values.

The OpenAPI description shows the same schema that the door checks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from web.clean_text import CLEAN_PATTERN, read_json, unclean_sign
from web.errors import InvalidInput

Schema = dict[str, Any]
MAX_WHOLE = 1_000_000  # default bound of whole numbers; guess: far above entries, versions and turns
TOLD_BY_TABLE = "x-told-by-table"
"""Marks a text whose signs the table itself checks, with refusals in the language of the phone."""


def text(longest: int = 200, *, shortest: int = 0, pattern: str | None = None) -> Schema:
    return {"type": "string", "minLength": shortest, "maxLength": longest, "pattern": pattern or CLEAN_PATTERN}


def spoken(longest: int = 200) -> Schema:
    """A text written by people, such as a name; the table says which signs are allowed."""
    return {"type": "string", "minLength": 0, "maxLength": longest, TOLD_BY_TABLE: True}


def whole(lowest: int = 0, highest: int = MAX_WHOLE) -> Schema:
    return {"type": "integer", "minimum": lowest, "maximum": highest}


def number(lowest: float, highest: float) -> Schema:
    return {"type": "number", "minimum": lowest, "maximum": highest}


def flag() -> Schema:
    return {"type": "boolean"}


def one_of(*values: str) -> Schema:
    return {"type": "string", "enum": list(values)}


def list_of(item: Schema, most: int = 1000) -> Schema:
    return {"type": "array", "items": item, "maxItems": most}


def mapping(value: Schema) -> Schema:
    """An object with free keys."""
    return {"type": "object", "additionalProperties": value}


def record(required: Mapping[str, Schema] | None = None, optional: Mapping[str, Schema] | None = None) -> Schema:
    """The schema of an object with exactly these keys. `required`, `optional`: key -> schema of the value."""
    required, optional = required or {}, optional or {}
    return {
        "type": "object",
        "properties": {**required, **optional},
        "required": list(required),
        "additionalProperties": False,
    }


def either(*schemas: Schema) -> Schema:
    return {"anyOf": list(schemas)}


def nullable(schema: Schema) -> Schema:
    return either(schema, {"type": "null"})


def described(schema: Schema, words: str) -> Schema:
    return schema | {"description": words}


def read_body(raw: bytes, schema: Schema) -> dict[str, Any]:
    """The JSON object in the body of a request, checked; an empty body counts as {}. Raises `InvalidInput`."""
    body = read_json(raw) if raw.strip() else {}
    check_value(body, schema)
    return dict(body)


def check_value(value: Any, schema: Schema, where: str = "the body") -> None:
    """Nothing where the decoded JSON `value` fits; nothing is converted. Of several kinds allowed, the first of the right
    type counts. `where`: name of the value. Raises `InvalidInput` naming the place."""
    if "anyOf" in schema:
        fitting = [each for each in schema["anyOf"] if _TYPES[each["type"]](value)]
        if not fitting:
            raise InvalidInput(f"{where}: {' or '.join(map(_describe_wanted, schema['anyOf']))} is needed.")
        check_value(value, fitting[0], where)
        return
    if not _TYPES[schema["type"]](value) or ("enum" in schema and value not in schema["enum"]):
        raise InvalidInput(f"{where}: {_describe_wanted(schema)} is needed.")
    _CHECKS.get(schema["type"], lambda *_: None)(value, schema, where)


def _check_string(value: str, schema: Schema, where: str) -> None:
    """Nothing where the text `value` fits length and pattern, and is clean; texts of the table itself need not be clean.
    `where`: name of the field. Raises `InvalidInput`."""
    in_bounds = schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value))
    words = f"{where}: {_describe_wanted(schema)} is needed."
    if not schema.get(TOLD_BY_TABLE) and (sign := unclean_sign(value)):
        raise InvalidInput(f"{words} {sign} cannot be used in it.")
    if not in_bounds or not re.fullmatch(schema.get("pattern", r"(?s).*"), value) or not _is_encodable(value):
        raise InvalidInput(words)


def _is_encodable(value: str) -> bool:
    """Can `value` be written as UTF-8? Half of a surrogate pair cannot."""
    try:
        value.encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        return False
    return True


def _check_number(value: float, schema: Schema, where: str) -> None:
    if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        raise InvalidInput(f"{where}: {_describe_wanted(schema)} is needed.")


def _check_list(value: list[Any], schema: Schema, where: str) -> None:
    if len(value) > schema.get("maxItems", len(value)):
        raise InvalidInput(f"{where}: at most {schema['maxItems']} items may be given.")
    for index, item in enumerate(value):
        check_value(item, schema["items"], f"{where}[{index}]")


def _check_object(value: dict[str, Any], schema: Schema, where: str) -> None:
    """Nothing where all required keys are there and all others known, each with a fitting value. Raises `InvalidInput` naming
    the key."""
    known = schema.get("properties", {})
    for key in schema.get("required", ()):
        if key not in value:
            raise InvalidInput(f'{where}: "{key}" is missing.')
    for key, item in value.items():
        free = schema.get("additionalProperties", False)
        if key not in known and free is False:
            raise InvalidInput(f'{where}: "{_key_in_words(key)}" is not known; it takes {", ".join(known) or "nothing"}.')
        if not _is_encodable(key):
            raise InvalidInput(f"{where}: a key of letters is needed.")
        check_value(item, known.get(key, free), _key_in_words(key) if where == "the body" else f"{where}.{_key_in_words(key)}")


def _key_in_words(key: str) -> str:
    return key[:40].encode("ascii", "replace").decode()


def _describe_wanted(schema: Schema) -> str:
    """What `schema` asks for, in words: "a whole number from 0 to 9"."""
    kind = schema["type"]
    if "enum" in schema:
        return f"one of {', '.join(schema['enum'])}"
    if kind == "integer":
        return f"a whole number from {schema.get('minimum')} to {schema.get('maximum')}"
    if kind == "string":
        pattern = schema.get("pattern", CLEAN_PATTERN)
        shape = "" if pattern == CLEAN_PATTERN else f" like {pattern}"
        return f"a text of {schema.get('minLength', 0)} to {schema.get('maxLength')} characters{shape}"
    return _TYPES_IN_WORDS[kind]


_TYPES_IN_WORDS = {
    "number": "a number in range",
    "boolean": "true or false",
    "array": "a list",
    "object": "a JSON object",
    "null": "null",
}
_TYPES: Mapping[str, Any] = {
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "null": lambda value: value is None,
}
_CHECKS: Mapping[str, Any] = {
    "string": _check_string,
    "integer": _check_number,
    "number": _check_number,
    "array": _check_list,
    "object": _check_object,
}
