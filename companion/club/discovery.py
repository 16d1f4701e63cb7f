"""How Home Assistant finds a table: one retained message that describes the device and its entities.

The keys are those of Home Assistant's MQTT device discovery. Names of the entities are in the table's language.
"""

from __future__ import annotations

import json
from typing import Any

from companion import __version__
from companion.club.telling import TableCard
from companion.club.topics import OFFLINE, ONLINE, Address, make_topic

_ORDERS = ("end_turn", "undo")
VERDICTS = ("legal", "illegal", "loss", "win", "note")


def encode_discovery(card: TableCard, token: str | None) -> bytes:
    """The payload of the discovery topic. `token`: what buttons send with an order, None = no buttons."""
    return json.dumps(describe_device(card, token), ensure_ascii=False, separators=(",", ":")).encode()


def describe_device(card: TableCard, token: str | None) -> dict[str, Any]:
    """Device and entities as Home Assistant's MQTT discovery reads them. `token`: what an order must carry; None = no buttons."""
    return {
        "device": {
            "identifiers": [f"companion-{card.table}"],
            "name": card.name,
            "manufacturer": "Table Companion",
            "model": card.words.text("club-device-model"),
            "sw_version": __version__,
        },
        "origin": {"name": "Table Companion", "sw_version": __version__},
        "qos": 1,
        "components": {
            **_describe_sensors(card),
            **_describe_binary_sensors(card),
            "ruling": _describe_rulings(card),
            **(_describe_buttons(card, token) if token is not None else {}),
        },
    }


def _topic(card: TableCard, kind: str) -> str:
    return make_topic(Address(kind, card.table))


def _describe_entity(card: TableCard, platform: str, key: str, icon: str, **more: Any) -> dict[str, Any]:
    """One entity of Home Assistant. `platform`: "sensor", "button" and so on. `key`: names the entity's id and text. `icon`:
    name in Material Design Icons. `more`: further fields."""
    return {
        "platform": platform,
        "unique_id": f"companion-{card.table}-{key}",
        "name": card.words.text(f"club-entity-{key.replace('_', '-')}"),
        "icon": f"mdi:{icon}",
        "availability": [{"topic": _topic(card, "status"), "payload_available": ONLINE, "payload_not_available": OFFLINE}],
        **more,
    }


def _describe_sensors(card: TableCard) -> dict[str, Any]:
    """Sensors: game, turn, cards left, draw pile and status from the state, the last ruling from the rulings."""
    state = _topic(card, "state")
    titles = {sheet: card.words.text(f"game-{sheet}") for sheet in card.sheets}
    named = f"{{{{ {json.dumps(titles, ensure_ascii=False)}.get(value_json.game, value_json.game) }}}}"
    told: dict[str, tuple[str, str, dict[str, Any]]] = {
        "game": ("cards-playing", named, {}),
        "turn": ("numeric", "{{ value_json.turn }}", {}),
        "cards_left": ("cards-outline", "{{ value_json.cards_left }}", {}),
        "match": ("flag-checkered", "{{ value_json.status }}", {}),
    }
    sensors = {
        key: _describe_entity(card, "sensor", key, icon, state_topic=state, value_template=template, **more)
        for key, (icon, template, more) in told.items()
    }
    sensors["last_ruling"] = _describe_entity(
        card, "sensor", "last_ruling", "gavel", state_topic=_topic(card, "ruling"),
        value_template="{{ value_json.message[:255] }}", json_attributes_topic=_topic(card, "ruling"),
    )  # fmt: skip
    return sensors


def _describe_binary_sensors(card: TableCard) -> dict[str, Any]:
    """Binary sensors: open foul, open question, camera fault; and online, which says "off" rather than "unavailable"."""
    state = _topic(card, "state")
    told = {
        "foul": ("alert", "{{ 'ON' if value_json.foul else 'OFF' }}", {"device_class": "problem"}),
        "question": ("help-circle", "{{ 'ON' if value_json.question else 'OFF' }}", {}),
        "camera_fault": (
            "camera-off", "{{ 'ON' if 'eye' in value_json.faults or value_json.eye == 'lost' else 'OFF' }}",
            {"device_class": "problem", "entity_category": "diagnostic"},
        ),
    }  # fmt: skip
    sensors = {
        key: _describe_entity(card, "binary_sensor", key, icon, state_topic=state, value_template=template, **more)
        for key, (icon, template, more) in told.items()
    }
    sensors["online"] = _describe_entity(
        card, "binary_sensor", "online", "lan-connect", state_topic=_topic(card, "status"), payload_on=ONLINE,
        payload_off=OFFLINE, device_class="connectivity", entity_category="diagnostic",
    )  # fmt: skip
    # It says that the table is gone, so that it is there itself; the icon of its device class changes with its state.
    del sensors["online"]["icon"], sensors["online"]["availability"]
    return sensors


def _describe_rulings(card: TableCard) -> dict[str, Any]:
    """An event for each ruling, with verdict as its type and all fields as attributes."""
    template = "{{ dict(value_json, event_type=value_json.verdict) | tojson }}"
    return _describe_entity(
        card,
        "event",
        "ruling",
        "gavel",
        state_topic=_topic(card, "ruling"),
        event_types=list(VERDICTS),
        value_template=template,
    )


def _describe_buttons(card: TableCard, token: str) -> dict[str, Any]:
    """A button for each order, by the order's name; a press sends the order with a fresh id and `token`."""
    icons = dict(zip(_ORDERS, ("skip-next", "undo"), strict=True))
    return {
        order: _describe_entity(
            card, "button", order, icons[order], command_topic=_topic(card, "command"), payload_press=order,
            command_template=(
                '{"v":1,"id":"ha-{{ (now().timestamp() * 1000) | int }}",'
                f'"token":{json.dumps(token)},"command":"{{{{ value }}}}"}}'
            ),
        )
        for order in _ORDERS
    }  # fmt: skip
