"""What stands in the log of an evening on which a cable is loose."""

from __future__ import annotations

import io
import logging

import pytest

from companion.machine.log_lines import MAX_REMEMBERED_LINES, REPEAT_AFTER_S, RepeatFilter, begin_log


@pytest.fixture
def said():
    """A logger, the moment it is, and what was written."""
    now, written = [0.0], io.StringIO()
    handler = logging.StreamHandler(written)
    handler.addFilter(RepeatFilter(lambda: now[0]))
    logger = logging.Logger("table")
    logger.addHandler(handler)
    return logger, now, lambda: written.getvalue().splitlines()


def test_a_line_that_comes_every_five_seconds_is_written_once_in_ten_minutes(said):
    logger, now, written = said
    for second in range(0, 600, 5):
        now[0] = second
        logger.error("eye: %s", "no picture")
        logger.warning("eye: works again")
    assert written() == ["eye: no picture", "eye: works again"]
    now[0] = REPEAT_AFTER_S
    logger.error("eye: no picture")
    assert written()[2:] == ["eye: no picture (and 119 times more since it was last written)"]


def test_other_lines_are_written_at_once(said):
    logger, _, written = said
    for line in ("one", "two", "one", "three"):
        logger.info(line)
    assert written() == ["one", "two", "three"]


def test_what_is_remembered_does_not_grow(said):
    logger, _, written = said
    for number in range(MAX_REMEMBERED_LINES + 1):
        logger.info("line %d", number)
    logger.info("line 0")
    assert len(written()) == MAX_REMEMBERED_LINES + 2


def test_a_log_that_was_begun_before_keeps_all_its_lines(caplog):
    begin_log()
    for _ in range(2):
        logging.getLogger("companion").warning("the lamps: no answer")
    assert [record.getMessage() for record in caplog.records] == ["the lamps: no answer"] * 2
