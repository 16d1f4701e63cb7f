"""Checks of the machine itself: power, heat and storage card."""

from __future__ import annotations

from pathlib import Path

from companion.doctor.check import FAILED, OK, SKIPPED, WARNING, Check
from companion.doctor.machine import Power, StorageCard, read_power, read_storage_card, read_temperature
from companion.shown.words.messages import Catalogue

MIN_WARM_C = 75.0  # degrees from which to warn; guess
MIN_HOT_C = 82.0  # degrees from which the check fails: a Raspberry Pi is held back; guess within the 80 to 85 of the maker
MIN_WORN_SHARE = 0.7  # used share of an eMMC's life from which to warn; guess


def check_machine(state: Path, words: Catalogue) -> tuple[Check, ...]:
    """Checks of power, heat and storage card. `state`: the state directory."""
    return (
        check_power(read_power(), words),
        check_temperature(read_temperature(), words),
        check_card(read_storage_card(state), words),
    )


def check_power(power: Power | None, words: Catalogue) -> Check:
    """Is the voltage high enough, and does the processor run freely? Low voltage now fails, anything else only warns.
    `power`: None = the machine does not say, and the check is skipped."""
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
    """Is the processor too hot? `celsius`: None = the machine does not say, and the check is skipped."""
    if celsius is None:
        return Check("temperature", SKIPPED, words.text("doctor-temperature-unknown"))
    found = words.text("doctor-temperature", celsius=round(celsius))
    if celsius < MIN_WARM_C:
        return Check("temperature", OK, found)
    return Check("temperature", FAILED if celsius >= MIN_HOT_C else WARNING, found, words.text("doctor-temperature-advice"))


def check_card(card: StorageCard, words: Catalogue) -> Check:
    """Does the storage under the state directory keep what is written? Skipped where neither errors nor wear are told."""
    if card.forgets:
        return Check(
            "card", WARNING, words.text("doctor-card-forgets", name=card.name), words.text("doctor-card-forgets-advice")
        )
    if card.errors:
        found = words.text("doctor-card-errors", name=card.name, errors=card.errors)
        return Check("card", FAILED, found, words.text("doctor-card-replace"))
    if card.worn is not None:
        found = words.text("doctor-card-worn", name=card.name, percent=round(100 * card.worn))
        old = card.worn >= MIN_WORN_SHARE
        return Check("card", WARNING if old else OK, found, words.text("doctor-card-replace") if old else "")
    if card.errors is None:
        return Check("card", SKIPPED, words.text("doctor-card-unknown", name=card.name))
    written = words.text("doctor-card-written", gigabytes=round((card.written or 0) / 1e9))
    return Check("card", OK, f"{words.text('doctor-card-ok', name=card.name)}{written if card.written else ''}")
