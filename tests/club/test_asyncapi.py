"""The description for other programs says what the code does, and is AsyncAPI."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import jsonschema_rs
import msgspec
import pytest
import yaml

from companion.club.asyncapi import describe_topics, write_yaml
from companion.club.topics import Address, make_topic, parse_topic
from tests.club.test_forms import MESSAGES, WRONG

THEIRS = Path(__file__).parent / "asyncapi" / "schema-3.0.0.json.gz"
THEIR_SCHEMA = jsonschema_rs.validator_for(json.loads(gzip.decompress(THEIRS.read_bytes())))
"""AsyncAPI's own schema; tests/club/asyncapi/README.md says whose it is."""
DESCRIBED = yaml.safe_load((Path(__file__).parents[2] / "docs" / "asyncapi.yaml").read_text(encoding="utf-8"))


def references(value):
    """Every reference in the document."""
    if isinstance(value, dict):
        yield from (value["$ref"],) if "$ref" in value else (each for part in value.values() for each in references(part))
    elif isinstance(value, list):
        yield from (each for part in value for each in references(part))


def follow(reference):
    """What a reference of the document leads to."""
    found = DESCRIBED
    for part in reference.removeprefix("#/").split("/"):
        found = found[part]
    return found


def schema_of(kind):
    """The schema of a kind's payload, whole."""
    message = follow(DESCRIBED["channels"][kind]["messages"][kind]["$ref"])
    return {**message["payload"], "components": DESCRIBED["components"]}


def test_the_page_is_what_the_code_says_now():
    written = "\n".join(write_yaml(describe_topics()))
    assert yaml.safe_load(written) == json.loads(json.dumps(describe_topics()))
    assert json.loads(json.dumps(describe_topics())) == DESCRIBED, "python -m companion.club.asyncapi > docs/asyncapi.yaml"


def test_every_reference_leads_somewhere():
    assert len([follow(each) for each in references(DESCRIBED)]) > 30


@pytest.mark.parametrize("kind", DESCRIBED["channels"])
def test_addresses_are_those_of_the_topics(kind):
    address = Address(kind, "table-4", "0" * 32 if kind in ("entry", "result") else "", 7 if kind == "entry" else 0)
    topic = DESCRIBED["channels"][kind]["address"].format(table="table-4", match="0" * 32, n=7)
    assert topic == make_topic(address) and parse_topic(topic) == address


@pytest.mark.parametrize("kind", MESSAGES)
def test_what_the_door_takes_is_valid_by_the_page(kind):
    jsonschema_rs.validate(schema_of(kind), msgspec.to_builtins(MESSAGES[kind]))


@pytest.mark.parametrize(
    "case", [case for case in WRONG if "sign" not in case and "pair" not in case and "turns" not in case and "end" not in case]
)
def test_what_the_door_refuses_is_invalid_by_the_page(case):
    form, wrong = WRONG[case]
    kind = next(kind for kind, known in MESSAGES.items() if type(form) is type(known))
    with pytest.raises(jsonschema_rs.ValidationError):
        jsonschema_rs.validate(schema_of(kind), {**msgspec.to_builtins(form), **wrong})


def test_the_page_is_valid_by_the_schema_of_asyncapi():
    THEIR_SCHEMA.validate(DESCRIBED)


@pytest.mark.parametrize("section", ["asyncapi", "info"])
def test_a_page_without_what_asyncapi_wants_is_invalid(section):
    with pytest.raises(jsonschema_rs.ValidationError):
        THEIR_SCHEMA.validate({key: value for key, value in DESCRIBED.items() if key != section})


def test_an_operation_of_an_unknown_kind_is_invalid():
    name, operation = next(iter(DESCRIBED["operations"].items()))
    with pytest.raises(jsonschema_rs.ValidationError):
        THEIR_SCHEMA.validate({**DESCRIBED, "operations": {name: {**operation, "action": "shout"}}})
