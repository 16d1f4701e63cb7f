"""The catalogue: every text in every language, and sentences as people read them."""

from __future__ import annotations

import re
import zlib
from importlib import resources

import pytest
from fluent.syntax import FluentParser, ast

from companion.errors import ConfigError, InputError, PositionError
from companion.shown.words.languages import list_languages
from companion.shown.words.messages import catalogue
from vision.readers.enrolment import doubts


def texts(language):
    folder = resources.files("companion") / "locale" / language
    found = {}
    for file in folder.iterdir():
        for entry in FluentParser().parse(file.read_text(encoding="utf-8")).body:
            assert not isinstance(entry, ast.Junk), f"{language}/{file.name}: {entry.content!r}"
            if isinstance(entry, ast.Message):
                assert entry.id.name not in found, f"{language}: {entry.id.name} stands twice"
                found[entry.id.name] = entry
    return found


def variables(message):
    return set(re.findall(r"\$([\w-]+)", _source(message)))


def _source(message):
    from fluent.syntax import FluentSerializer

    return FluentSerializer().serialize_entry(message)


def test_there_are_english_and_italian():
    assert set(list_languages()) >= {"en", "it"} and list_languages()[0] == "en"


@pytest.mark.parametrize("language", [name for name in list_languages() if name != "en"])
def test_every_text_stands_in_every_language(language):
    assert texts(language).keys() == texts("en").keys()


@pytest.mark.whole
@pytest.mark.parametrize("language", [name for name in list_languages() if name != "en"])
def test_translations_use_no_value_that_english_lacks(language):
    english = texts("en")
    extra = {id: variables(text) - variables(english[id]) for id, text in texts(language).items() if id in english}
    assert {id: names for id, names in extra.items() if names} == {}


def test_an_unknown_language_is_refused():
    with pytest.raises(ConfigError, match=r"en.*it"):
        catalogue("tlh")


@pytest.mark.parametrize(
    ("face", "english", "italian"),
    [
        ("47", "47", "47"),
        ("F44", "burning 44", "44 col fuoco"),
        ("47:skull", "47 with skull", "47 con teschio"),
        ("7R", "red 7", "7 rosso"),
        ("s12", "silver 12", "12 argento"),
        ("QH", "queen of hearts", "regina di cuori"),
        ("TD", "10 of diamonds", "10 di quadri"),
        ("blue*", "turned blue chip", "gettone blu girato"),
        ("", "nothing", "niente"),
        ("?", "unreadable", "illeggibile"),
    ],
)
def test_faces_in_words(face, english, italian):
    assert (catalogue("en").name_face(face), catalogue("it").name_face(face)) == (english, italian)


def test_zones_in_words():
    words = catalogue("en")
    assert [words.name_zone(zone) for zone in ("up1", "r3c4", "discard2")] == [
        "First ascending",
        "Space",
        "Player 2’s discards",
    ]


def sentence(language, text, names=(), **values):
    """A sentence that stands in no file, as a catalogue would say it."""
    words = catalogue(language).with_names(names)
    id = f"sentence-{zlib.crc32(text.encode())}"
    words._bundle.add_texts(f"{id} = {text}")
    return words.text(id, **values)


@pytest.mark.parametrize(
    ("card", "english", "italian"),
    [
        ("JS", "The jack of spades", "Il fante di picche"),
        ("QH", "The queen of hearts", "La regina di cuori"),
        ("AS", "The ace of spades", "L’asso di picche"),
        ("8C", "The 8 of clubs", "L’8 di fiori"),
        ("47", "The 47", "Il 47"),
        ("84", "The 84", "L’84"),
        ("F44", "The burning 44", "Il 44 col fuoco"),
        ("s11", "The silver 11", "L’11 argento"),
        ("7R", "The red 7", "Il 7 rosso"),
        ("8:stop", "The 8 with STOP", "L’8 con STOP"),
        ("blue", "The blue chip", "Il gettone blu"),
        ("back", "The card face down", "La carta coperta"),
    ],
)
def test_a_card_has_its_article(card, english, italian):
    said = [sentence(language, "{ START(THE($card)) }", card=card) for language in ("en", "it")]
    assert said == [english, italian]


@pytest.mark.parametrize(
    ("text", "english", "italian"),
    [
        ("{ ON($card) } { FROM($zone) }", "on the 80 from the first ascending pile", "sull’80 dal primo mucchietto crescente"),
        ("{ ON($top) }", "on the 47", "sul 47"),
        ("{ ON($cell_zone) }", "on the space", "sulla casella"),
        ("{ FROM($pile_zone) }", "from Anna’s discards", "dagli scarti di Anna"),
        ("{ TO($seat_name) }, { TO($next_name) }", "to Anna, to player 2", "ad Anna, al giocatore 2"),
        ("{ OF($winner_name) }, { OF($next_name) }", "of bruno, of player 2", "di bruno, del giocatore 2"),
        ("{ START(THE($winner_name)) }", "bruno", "bruno"),
        ("{ START(THE($next_name)) }", "Player 2", "Il giocatore 2"),
    ],
)
def test_prepositions_merge_with_the_article(text, english, italian):
    values = {
        "card": "80",
        "zone": "up1",
        "cell_zone": "r3c4",
        "pile_zone": "discard1",
        "top": 47,
        "seat": 1,
        "next": 2,
        "winner": 3,
    }
    assert [sentence(language, text, ("Anna", "", "bruno"), **values) for language in ("en", "it")] == [english, italian]


def test_players_are_called_by_name_where_they_gave_one():
    named = catalogue("it").with_names(("Anna",))
    assert [named.name_player(0), named.name_player(1)] == ["Anna", "Giocatore 2"]
    assert named.text("position-ready", seat=1) == "Pronti: tocca ad Anna."
    assert catalogue("it").text("position-ready", seat=1) == "Pronti: tocca al giocatore 1."


@pytest.mark.parametrize(
    ("id", "values", "english", "italian"),
    [
        (
            "undone-play",
            {"card": "47", "zone": "up1"},
            "Undone: the 47 on the first ascending pile.",
            "Annullato: il 47 sul primo mucchietto crescente.",
        ),
        (
            "undone-turn",
            {"seat": 1},
            "Undone: the end of Anna’s turn. The turn goes on.",
            "Annullata: la fine del turno di Anna. Il turno continua.",
        ),
        (
            "undone-claim",
            {"seat": 2, "claim": "stuck"},
            "Undone: player 2, “stuck”.",
            "Annullato: giocatore 2, «non può giocare».",
        ),
        (
            "undone-correction",
            {"card": "41", "before": "47", "zone": "up1"},
            "Correction removed: the 47 on the first ascending pile is the 41 again.",
            "Correzione tolta: il 47 sul primo mucchietto crescente è di nuovo il 41.",
        ),
        (
            "taken-back",
            {"card": "QH", "zone": "discard1"},
            "Taken back: the queen of hearts from Anna’s discards.",
            "Carta ripresa: la regina di cuori dagli scarti di Anna.",
        ),
        (
            "corrected",
            {"card": "47", "before": "41", "zone": "up1"},
            "47 on the first ascending pile, read as 41 at first.",
            "Il 47 sul primo mucchietto crescente: prima lettura 41.",
        ),
        (
            "changed-note",
            {"card": "52", "face": "31"},
            "By the rules 31 on 52 was wrong; it stays.",
            "Secondo le regole il 31 sul 52 non andava; resta lì.",
        ),
        (
            "inserted",
            {"card": "8", "zone": "down2", "seat": 2},
            "Added: player 2 played the 8 on the second descending pile.",
            "Aggiunto: il giocatore 2 ha giocato l’8 sul secondo mucchietto decrescente.",
        ),
        ("play-on", {}, "We play on", "Si continua"),
    ],
)
def test_an_amendment_is_answered_in_words(id, values, english, italian):
    assert [catalogue(language).with_names(("Anna",)).text(id, **values) for language in ("en", "it")] == [english, italian]


def test_an_error_is_said_in_the_language_of_whoever_asked():
    error = PositionError.with_id("no-pile", given='"left"', known=["up1", "up2"])
    assert isinstance(error, InputError)
    assert str(error) == catalogue("en").say_error(error) == 'There is no pile "left"; there are up1 and up2.'
    assert catalogue("it").say_error(error) == 'Il mucchietto "left" non c’è; ci sono up1 e up2.'
    assert catalogue("it").say_error(InputError("for a command line only")) == "for a command line only"


RAISED = re.compile(r"""Error\.of\(\s*f?"([a-z-]+)\"""")


def test_every_error_that_is_raised_by_an_id_has_a_text():
    folder = resources.files("companion")
    sources = [file.read_text(encoding="utf-8") for file in [*folder.glob("*.py"), *folder.glob("*/*.py")]]
    raised = {f"error-{id}" for source in sources for id in RAISED.findall(source)}
    assert raised - texts("en").keys() == set()


@pytest.mark.parametrize("language", list_languages())
def test_no_text_calls_a_player_by_number_where_a_name_may_be_known(language):
    numbered = re.compile(r"(?i)(player|giocatore) \{ \$(seat|to_move|next|winner|owner) \}")
    own = {"player", "dashboard-player", "dashboard-name-of"}  # stand where no name was given
    assert {id for id, text in texts(language).items() if numbered.search(_source(text))} <= own


@pytest.mark.whole
@pytest.mark.parametrize("language", list_languages())
def test_every_text_can_be_put_together(language):
    words = catalogue(language).with_names(("Ada", ""))
    for id, text in texts(language).items():
        said = words.text(id, **dict.fromkeys(variables(text) - {f"{seat}_name" for seat in SAMPLES}, "x") | SAMPLES)
        assert said and not re.search(r"\{|\}|None|\$|THE\(", said.replace(SAMPLES["example"], "")), (id, said)


SAMPLES = {
    **dict.fromkeys(("card", "face", "before", "top"), "QH"),
    **dict.fromkeys(("zone", "other_zone", "before_zone", "first_zone", "last_zone", "space_zone"), "r3c4"),
    **dict.fromkeys(("seat", "next", "to_move", "winner", "owner"), 2),
    **dict.fromkeys(("count", "still", "played", "minimum", "number", "trick", "left", "score", "turn", "right", "hand"), 3),
    "open_zones": ("r3c4", "r5c6"),
    "example": '{"card": "47"}',
    "known": ("one", "two"),
}


@pytest.mark.parametrize("language", list_languages())
def test_every_doubt_of_an_enrolment_has_words(language):
    codes = [value for name, value in vars(doubts).items() if name.isupper()]
    assert len(codes) == 11 and all(catalogue(language).has_text(f"doubt-{code}") for code in codes)
