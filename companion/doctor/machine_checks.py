"""What `companion doctor` and the health page say of the machine itself: power, heat and the card."""

from __future__ import annotations

from pathlib import Path

from companion.doctor.check import FAILED, OK, SKIPPED, WARNING, Check
from companion.doctor.machine import Card, Power, read_card, read_power, read_temperature
from companion.shown.messages import Catalogue

WARM, HOT = 75.0, 82.0
"""Degrees Celsius from which to warn, and from which a Pi is held back."""
OLD = 0.7
"""Share of an eMMC's life from which to warn."""
GIGABYTE = 1_000_000_000


def check_machine(state: Path, words: Catalogue) -> tuple[Check, ...]:
    """Power, heat and card of this machine. `state`: the state directory."""
    return (
        check_power(read_power(), words),
        check_temperature(read_temperature(), words),
        check_card(read_card(state), words),
    )


def check_power(power: Power | None, words: Catalogue) -> Check:
    """Is there enough voltage, and is the processor held back? None = this machine does not say."""
    if power is None:
        return Check("power", SKIPPED, words.text("doctor-power-unknown"))
    if power.low or power.was_low:
        found = words.text("doctor-power-low" if power.low else "doctor-power-was-low")
        return Check("power", FAILED if power.low else WARNING, found, words.text("doctor-power-advice"))
    if power.slowed or power.was_slowed:
        found = words.text("doctor-power-slowed" if power.slowed else "doctor-power-was-slowed")
        return Check("power", WARNING, found, words.text("doctor-temperature-advice"))
    return Check("power", OK, words.text("doctor-power-ok"))


def check_temperature(celsius: float | None, words: Catalogue) -> Check:
    """Is the processor too hot? None = this machine does not say."""
    if celsius is None:
        return Check("temperature", SKIPPED, words.text("doctor-temperature-unknown"))
    found = words.text("doctor-temperature", celsius=round(celsius))
    if celsius < WARM:
        return Check("temperature", OK, found)
    return Check("temperature", FAILED if celsius >= HOT else WARNING, found, words.text("doctor-temperature-advice"))


def check_card(card: Card, words: Catalogue) -> Check:
    """Does the card that the state is written to still hold what is written?"""
    if card.forgets:
        return Check(
            "card", WARNING, words.text("doctor-card-forgets", name=card.name), words.text("doctor-card-forgets-advice")
        )
    if card.errors:
        found = words.text("doctor-card-errors", name=card.name, errors=card.errors)
        return Check("card", FAILED, found, words.text("doctor-card-replace"))
    if card.worn is not None:
        found = words.text("doctor-card-worn", name=card.name, percent=round(100 * card.worn))
        old = card.worn >= OLD
        return Check("card", WARNING if old else OK, found, words.text("doctor-card-replace") if old else "")
    if card.errors is None:
        return Check("card", SKIPPED, words.text("doctor-card-unknown", name=card.name))
    written = words.text("doctor-card-written", gigabytes=round((card.written or 0) / GIGABYTE))
    return Check("card", OK, f"{words.text('doctor-card-ok', name=card.name)}{written if card.written else ''}")
