"""Texts that are parsed when they are first wanted are those of the whole file."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

from fluent.runtime import FluentBundle, FluentResource

from companion.shown.words.bundle import TextBundle

SOURCE = """
# A table
-table = table
    .kind = wood
first = { second } of the { -table }
    { third }
second = { $count ->
    [one] a leg
   *[other] legs
}
third = { first.word }
    .word = { second }
first = said too late
Here is nothing to say.
fourth =
    .word = wood
"""


def said(count: int) -> list[str]:
    """What the library says that parses all at once."""
    bundle = FluentBundle(["en"], use_isolating=False)
    bundle.add_resource(FluentResource(SOURCE))
    texts = [bundle.get_message(id) for id in ("first", "second", "third")]
    return [bundle.format_pattern(text.value, {"count": count})[0] for text in texts]


def lazy() -> TextBundle:
    bundle = TextBundle("en", {})
    bundle.add_texts(SOURCE)
    return bundle


def say(bundle: TextBundle, id: str, count: int) -> str:
    return bundle.format_pattern(bundle.find_text(id).value, {"count": count})


def test_each_text_says_what_it_says_when_all_are_parsed_at_once():
    for count in (1, 2):
        assert [say(lazy(), id, count) for id in ("first", "second", "third")] == said(count)


def test_what_is_no_text_does_not_exist_and_attributes_do():
    bundle = lazy()
    assert [bundle.has_text(id) for id in ("first", "fourth", "Here", "-table", "fifth")] == [True, True, False, False, False]
    text = bundle.find_text("fourth")
    assert text.value is None and bundle.format_pattern(text.attributes["word"], {}) == "wood"


def test_threads_that_ask_at_once_are_told_the_same():
    for _ in range(50):
        with ThreadPoolExecutor(4) as threads:
            heard = threads.map(partial(say, lazy(), count=2), ["first"] * 4)
        assert [*heard] == [said(2)[0]] * 4
