"""Work beside the frames: no frame waits for it, and what it finds comes with a later one."""

import threading

import pytest

from tests.browser import PATIENCE
from vision.pipeline.aside import AtOnce, Beside, StepByStep


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


def in_steps(result, steps=1):
    for _ in range(steps):
        yield
    return result


def test_no_frame_waits_for_the_work_and_its_result_comes_with_a_later_one():
    aside, goes_on, table = Beside(), threading.Event(), object()

    def work():
        goes_on.wait(PATIENCE)
        yield
        return "found"

    assert [aside.ask_result(table, work) for _ in range(3)] == [None, None, None]
    goes_on.set()
    assert ask_until_done(aside, table, work) == "found"


def test_what_was_found_on_another_table_is_never_told():
    aside, first, second = Beside(), object(), object()
    done = threading.Event()

    def old_work():
        done.set()
        yield
        return "of the first table"

    assert aside.ask_result(first, old_work) is None
    assert done.wait(PATIENCE)
    assert ask_until_done(aside, second, lambda: in_steps("of the second")) == "of the second"


def test_a_fault_in_the_work_is_raised_where_its_result_is_asked_for():
    aside, table = Beside(), object()

    def work():
        yield
        raise ValueError("a torn picture")

    with pytest.raises(ValueError, match="a torn picture"):
        ask_until_done(aside, table, work)


def test_a_film_does_a_few_steps_in_each_frame():
    aside, table, done = StepByStep(1), object(), []

    def work():
        for number in range(3):
            done.append(number)
            yield
        return "found"

    seen = []
    while not seen or seen[-1][0] is None:
        seen.append((aside.ask_result(table, work), len(done), aside.is_busy(table)))
    assert seen == [(None, 1, True), (None, 2, True), (None, 3, True), ("found", 3, False)]
    assert AtOnce().ask_result(table, work) == "found"


def test_steps_on_a_table_that_is_no_more_are_broken_off():
    aside, first, second = StepByStep(1), object(), object()
    assert aside.ask_result(first, lambda: in_steps("of the first", 3)) is None
    assert aside.ask_result(second, lambda: in_steps("of the second", 1)) is None
    assert not aside.is_busy(first) and aside.is_busy(second)
    assert aside.ask_result(second, lambda: in_steps("never asked", 1)) == "of the second"


def test_a_fault_in_a_step_is_raised_and_the_work_begins_anew():
    aside, table = StepByStep(1), object()

    def torn():
        yield
        raise ValueError("a torn picture")

    assert aside.ask_result(table, torn) is None
    with pytest.raises(ValueError, match="a torn picture"):
        aside.ask_result(table, torn)
    assert not aside.is_busy(table)
    assert aside.ask_result(table, lambda: in_steps("found", 0)) == "found"
