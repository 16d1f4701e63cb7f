"""What a Pi tells of power, heat and its card, from files laid out as its kernel lays them out."""

from __future__ import annotations

import os

import pytest

from companion.doctor.machine import StorageCard, decode_power, read_power, read_storage_card, read_temperature
from companion.doctor.machine_checks import check_card, check_power, check_temperature
from companion.shown.words.messages import catalogue

WORDS = catalogue("en")


def lay(root, path, text):
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"{text}\n")


@pytest.mark.parametrize(
    ("told", "status", "found"),
    [
        ("0", "ok", "has been enough"),
        ("50005", "failed", "Too little voltage, just now"),
        ("0x50000", "warning", "There was too little voltage"),
        ("4", "warning", "held back, just now"),
        ("80000", "warning", "was held back since"),
    ],
)
def test_a_pi_tells_of_its_voltage(tmp_path, told, status, found):
    lay(tmp_path, "devices/platform/soc/soc:firmware/get_throttled", told)
    check = check_power(read_power(tmp_path), WORDS)
    assert check.status == status and found in check.found and bool(check.advice) == (status != "ok")


def test_any_other_machine_says_that_it_does_not_know(tmp_path):
    assert check_power(read_power(tmp_path), WORDS).status == "skipped"
    assert check_temperature(read_temperature(tmp_path), WORDS).status == "skipped"
    (tmp_path / "state").mkdir()
    assert check_card(read_storage_card(tmp_path / "state", tmp_path, tmp_path), WORDS).status == "skipped"


@pytest.mark.parametrize(("told", "status"), [("51000", "ok"), ("76000", "warning"), ("84123", "failed")])
def test_heat_is_that_of_the_processor(tmp_path, told, status):
    lay(tmp_path, "class/thermal/thermal_zone0/type", "iwlwifi_1")
    lay(tmp_path, "class/thermal/thermal_zone0/temp", "20000")
    lay(tmp_path, "class/thermal/thermal_zone1/type", "cpu-thermal")
    lay(tmp_path, "class/thermal/thermal_zone1/temp", told)
    check = check_temperature(read_temperature(tmp_path), WORDS)
    assert check.status == status and str(round(int(told) / 1000)) in check.found


def a_card(tmp_path, state, errors="0", life=""):
    number = state.stat().st_dev
    partition = tmp_path / "devices/mmc/mmcblk0/mmcblk0p2"
    partition.mkdir(parents=True)
    (tmp_path / "dev/block").mkdir(parents=True)
    (tmp_path / f"dev/block/{os.major(number)}:{os.minor(number)}").symlink_to(partition)
    lay(tmp_path, "fs/ext4/mmcblk0p2/errors_count", errors)
    lay(tmp_path, "fs/ext4/mmcblk0p2/lifetime_write_kbytes", "12000000")
    if life:
        lay(tmp_path, "devices/mmc/mmcblk0/device/life_time", life)
    return read_storage_card(state, tmp_path, tmp_path)


def test_a_card_that_fails_is_to_be_replaced_after_a_backup(tmp_path):
    state = tmp_path / "state"
    state.mkdir()
    check = check_card(a_card(tmp_path, state, errors="3"), WORDS)
    assert check.status == "failed" and "3 errors" in check.found and "backup" in check.advice


def test_a_sound_card_says_how_much_was_written_and_an_emmc_how_old_it_is(tmp_path):
    check = check_card(StorageCard("mmcblk0p2", errors=0, written=12_300_000_000), WORDS)
    assert check.status == "ok" and "12 GB" in check.found
    state = tmp_path / "state"
    state.mkdir()
    check = check_card(a_card(tmp_path, state, life="0x02 0x08"), WORDS)
    assert check.status == "warning" and "80 %" in check.found


@pytest.mark.parametrize("mount", ["tmpfs / tmpfs rw 0 0", "overlayroot / overlay rw 0 0"])
def test_a_state_that_is_forgotten_is_told(tmp_path, mount):
    lay(tmp_path, "self/mounts", f"/dev/mmcblk0p1 /boot/firmware vfat rw 0 0\n{mount}")
    check = check_card(read_storage_card(tmp_path / "not" / "made" / "yet", tmp_path, tmp_path), WORDS)
    assert check.status == "warning" and "gone when the power goes" in check.found


def test_a_stick_for_the_state_is_no_memory_though_the_root_is(tmp_path):
    lay(
        tmp_path,
        "self/mounts",
        f"overlayroot / overlay rw 0 0\n/dev/sda1 {str(tmp_path).replace(' ', chr(92) + '040')} ext4 rw 0 0",
    )
    assert not read_storage_card(tmp_path / "state", tmp_path, tmp_path).forgets


def test_bits_of_the_firmware():
    power = decode_power(0x50005)
    assert (power.low, power.slowed, power.was_low, power.was_slowed) == (True, True, True, True)
    assert decode_power(0x1) == decode_power(0x1 | 0x100)
