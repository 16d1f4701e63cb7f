"""Work beside the frames: no frame waits for it, and what it finds comes with a later one."""

import threading

import pytest

from tests.browser import PATIENCE
from vision.pipeline.aside import Beside


def ask_until_done(aside, subject, work):
    """What comes of it once what runs is done, and the work itself where other work ran before."""
    for _ in range(3):
        for thread in threading.enumerate():
            if thread.name == "aside":
                thread.join(PATIENCE)
        found = aside.ask_result(subject, work)
        if found is not None:
            return found
    raise AssertionError("it is never done")


def test_no_frame_waits_for_the_work_and_its_result_comes_with_a_later_one():
    aside, goes_on, table = Beside(), threading.Event(), object()

    def work():
        goes_on.wait(PATIENCE)
        return "found"

    assert [aside.ask_result(table, work) for _ in range(3)] == [None, None, None]
    goes_on.set()
    assert ask_until_done(aside, table, work) == "found"


def test_what_was_found_on_another_table_is_never_told():
    aside, first, second = Beside(), object(), object()
    done = threading.Event()

    def old_work():
        done.set()
        return "of the first table"

    assert aside.ask_result(first, old_work) is None
    assert done.wait(PATIENCE)
    assert ask_until_done(aside, second, lambda: "of the second") == "of the second"


def test_a_fault_in_the_work_is_raised_where_its_result_is_asked_for():
    aside, table = Beside(), object()

    def work():
        raise ValueError("a torn picture")

    with pytest.raises(ValueError, match="a torn picture"):
        ask_until_done(aside, table, work)
