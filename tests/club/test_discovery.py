"""What Home Assistant reads of a table: the keys that its own schema of MQTT discovery takes, and templates that find their fields.

The rules here are those that Home Assistant 2025.1's code was tried with; docs/club.md says how.
"""

from __future__ import annotations

import json

import jinja2
import msgspec
import pytest

from companion.club.discovery import describe_device, encode_discovery
from companion.club.forms import MAX_PAYLOAD_BYTES, Order, State, decode_form
from companion.club.telling import TableCard
from companion.club.topics import parse_topic
from companion.machine.config import ClubSettings
from companion.shown.words.languages import list_languages
from companion.shown.words.messages import catalogue
from tests.club.home_assistant import validate_by_home_assistant
from tests.club.table import SHEETS
from tests.club.test_forms import MESSAGES

COMMON = {"platform", "unique_id", "name", "icon", "availability", "device_class", "entity_category"}
KEYS = {
    "sensor": COMMON | {"state_topic", "value_template", "json_attributes_topic"},
    "binary_sensor": COMMON | {"state_topic", "value_template", "payload_on", "payload_off"},
    "event": COMMON | {"state_topic", "value_template", "event_types"},
    "button": COMMON | {"command_topic", "command_template", "payload_press"},
}
TOKEN = 'sixteen "letters" or more'
NOTHING = State(table="table-4", name="Table 4", language="en", at=0, eye="lost")


def card(language="en"):
    return TableCard("table-4", "Table 4", ClubSettings(), catalogue(language), SHEETS)


def components(language="en", token=TOKEN):
    return describe_device(card(language), token)["components"]


def render(template, told, **more):
    """A template as Home Assistant renders it."""
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined)
    environment.filters["tojson"] = json.dumps
    return environment.from_string(template).render(value_json=msgspec.to_builtins(told), **more)


@pytest.mark.parametrize("language", list_languages())
def test_the_device_is_one_message_of_known_keys(language):
    payload = encode_discovery(card(language), TOKEN)
    described = json.loads(payload)
    assert len(payload) < MAX_PAYLOAD_BYTES and described.keys() == {"device", "origin", "qos", "components"}
    for component in described["components"].values():
        assert component.keys() <= KEYS[component["platform"]] and component["name"][0].isupper()
        topics = [component.get(key) for key in ("state_topic", "command_topic", "json_attributes_topic") if key in component]
        assert topics and all(parse_topic(topic).table == "table-4" for topic in topics)


def test_no_two_entities_share_an_id():
    ids = [component["unique_id"] for component in components().values()]
    assert len(ids) == len(set(ids)) == 12


SAID = {
    "game": ("The Game", "None"), "turn": ("7", "0"), "cards_left": ("52", "None"), "match": ("playing", "none"),
    "foul": ("ON", "OFF"), "question": ("ON", "OFF"), "camera_fault": ("OFF", "ON"),
}  # fmt: skip


@pytest.mark.parametrize("key", SAID)
def test_a_sensor_finds_its_field_in_the_state(key):
    component = components()[key]
    assert parse_topic(component["state_topic"]).kind == "state"
    assert tuple(render(component["value_template"], told) for told in (MESSAGES["state"], NOTHING)) == SAID[key]


def test_a_ruling_is_an_event_of_its_verdict():
    component = components()["ruling"]
    told = json.loads(render(component["value_template"], MESSAGES["ruling"]))
    assert told["event_type"] in component["event_types"] and told["rule"] == "TG-04"
    assert render(components()["last_ruling"]["value_template"], MESSAGES["ruling"]) == "No."


def test_the_table_is_said_to_be_offline_by_an_entity_that_stays():
    online = components()["online"]
    assert "availability" not in online and (online["payload_on"], online["payload_off"]) == ("online", "offline")
    assert all("availability" in component for key, component in components().items() if key != "online")


@pytest.mark.parametrize("order", ["end_turn", "undo"])
def test_a_button_sends_an_order_that_the_table_takes(order):
    class Now:
        def timestamp(self):
            return 1.5

    component = components()[order]
    sent = render(component["command_template"], NOTHING, value=component["payload_press"], now=Now)
    assert decode_form("command", sent.encode()) == Order(id="ha-1500", token=TOKEN, command=order)


def test_there_are_no_buttons_where_nothing_may_be_ordered():
    assert {component["platform"] for component in components(token=None).values()} == {"sensor", "binary_sensor", "event"}
    assert TOKEN[:7].encode() not in encode_discovery(card(), None)


@pytest.mark.parametrize("language", list_languages())
def test_home_assistants_own_schemas_take_the_message(language):
    pytest.importorskip("homeassistant.components.mqtt.schemas", reason="pip install homeassistant", exc_type=ImportError)
    _, entities = validate_by_home_assistant(json.loads(encode_discovery(card(language), TOKEN)))
    assert len(entities) == 12
