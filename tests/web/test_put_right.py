"""Putting right what was told wrongly, on the page of a small phone in both languages: what a person reads after each step."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from real_table import RealTable
from web_scenes import SCENES
from web_stage import see

from tests.varied import varied_language

Open = Callable[..., Any]
IN_ENGLISH, IN_ITALIAN = varied_language("en"), varied_language("it")
"""The language of every run; the other one with --all."""
SMALL = {"width": 360, "height": 640}

OPENING = (("up1", "50"), ("up1", "60"), ("end", ""), ("down1", "90"), ("down1", "80"), ("end", ""))
BURNING = (("up1", "45"), ("down1", "80"), ("end", ""), ("up2", "10"), ("up2", "11"), ("end", ""))
LONG = (("up1", "3"), ("up1", "11"), ("end", ""), ("up2", "25"), ("up2", "31"), ("end", ""), ("up2", "37"))

SAYS = {
    "corrected": (
        "65 on the first ascending pile, read as 50 at first. By the rules the 60 on the first ascending pile was wrong; it stays.",
        "Il 65 sul primo mucchietto crescente: prima lettura 50. "
        "Secondo le regole il 60 sul primo mucchietto crescente non andava; resta lì.",
    ),
    "65 first": ("Ada: 65 on the first ascending pile, read as 50 at first", "Ada: 65 sul primo mucchietto crescente, prima lettura 50"),
    "turn 1": ("Turn 1", "Turno 1"),
    "turn 3": ("Turn 3", "Turno 3"),
    "Ada": ("Ada to play", "Gioca Ada"),
    "Bruno": ("Bruno to play", "Gioca Bruno"),
    "one more": (
        "Too early to end the turn: 1 of 2 cards played.",
        "Il turno non può ancora finire: carte giocate, 1 su 2.",
    ),
    "taken back": ("Taken back: the 20 from the first ascending pile.", "Carta ripresa: il 20 dal primo mucchietto crescente."),
    "found": (
        "Lost in turn 2: Not covered in time: the burning 44 on the first ascending pile.",
        "Persa nel turno 2: Non coperta in tempo: 44 col fuoco sul primo mucchietto crescente.",
    ),
    "is lost": ("It is lost", "È persa"),
    "play on": ("We play on", "Si continua"),
    "played on": ("The match goes on from here.", "La partita continua da qui."),
    "lost": ("Lost this time", "Peccato!"),
    "no longer": (
        "No longer accepted: the 45 on the first ascending pile.",
        "Non vale più: il 45 sul primo mucchietto crescente.",
    ),
    "again": (
        "Accepted again: the 45 on the first ascending pile.",
        "Vale di nuovo: il 45 sul primo mucchietto crescente.",
    ),
    "foul": ("It does not fit there", "Lì non va"),
    "takes waiver": (
        "Undo takes back: Accepted anyway: the 45 on the first ascending pile",
        "Si annulla: Vale lo stesso: il 45 sul primo mucchietto crescente",
    ),
    "takes correction": ("Undo takes back: correction “65 on", "Si annulla: correzione «Il 65 su"),
    "undone 45": ("No longer accepted: the 45 on the first ascending pile", "Non vale più: il 45 sul primo mucchietto crescente"),
    "52 first": (
        "Bruno: 52 on the second ascending pile, read as 25 at first",
        "Bruno: 52 sul secondo mucchietto crescente, prima lettura 25",
    ),
    "31 on 52": (
        "31 on the second ascending pile was wrong",
        "31 sul secondo mucchietto crescente non andava",
    ),
    "25": ("Bruno: 25 on the second ascending pile", "Bruno: 25 sul secondo mucchietto crescente"),
    "31": ("Bruno: 31 on the second ascending pile", "Bruno: 31 sul secondo mucchietto crescente"),
    "37": ("Ada: 37 on the second ascending pile", "Ada: 37 sul secondo mucchietto crescente"),
    "25 again": (
        "Correction removed: the 52 on the second ascending pile is the 25 again.",
        "Correzione tolta: il 52 sul secondo mucchietto crescente è di nuovo il 25.",
    ),
    "28 put in": (
        "Added: Bruno played the 28 on the second ascending pile.",
        "Aggiunto: Bruno ha giocato il 28 sul secondo mucchietto crescente.",
    ),
    "28": ("Bruno: 28 on the second ascending pile, added later", "Bruno: 28 sul secondo mucchietto crescente, aggiunto dopo"),
    "phantom": ("Undone: the 31 on the second ascending pile.", "Annullato: il 31 sul secondo mucchietto crescente."),
    "Bruno's": ("was Bruno’s", "era di Bruno"),
    "Bruno 37": ("Bruno: 37 on the second ascending pile", "Bruno: 37 sul secondo mucchietto crescente"),
    "end put in": ("Added: Ada ended the turn.", "Aggiunto: Ada ha finito il turno."),
    "Ada ends": ("Ada ends the turn, added later", "Ada finisce il turno, aggiunto dopo"),
    "47 first": ("41 on the first ascending pile, read as 47 at first.", "Il 41 sul primo mucchietto crescente: prima lettura 47."),
    "above 41": ("above 41", "sopra 41"),
    "on fire": ("On Fire", "On Fire"),
    "Bruno began": ("Bruno began.", "Ha cominciato Bruno."),
    "twin": (
        "Bruno: 49 on the second ascending pile, but it lies on the first ascending pile already",
        "Bruno: 49 sul secondo mucchietto crescente, ma è già sul primo mucchietto crescente",
    ),
    "win": ("Won!", "Vittoria!"),
}  # fmt: skip


class Phone:
    """A page as a person uses it. `says`: the words of `SAYS` in its language."""

    def __init__(self, page: Any, language: str, text: Any) -> None:
        self.page, self.language, self._text = page, language, text
        self.taps = 0

    def says(self, key: str) -> str:
        return SAYS[key][["en", "it"].index(self.language)]

    def reads(self, part: str, *keys: str) -> None:
        for key in keys:
            state = "attached" if part == "log" else "visible"  # the log is on a sheet, but always on the page
            words = re.compile(re.escape(self.says(key)))
            self.page.locator(f"#{part}").filter(has_text=words).first.wait_for(state=state)

    def tap(self, selector: str) -> None:
        """A tap that counts."""
        self.page.tap(selector)
        self.taps += 1

    def button(self, id: str) -> None:
        """Tap what is written on it on the open sheet, or on the page where none is open."""
        words = self._text(self.language, f"dashboard-{id}")
        where = "#sheet" if self.page.locator("#sheet").is_visible() else "main"
        self.page.locator(f"{where} button").filter(has_text=re.compile(f"^{re.escape(words)}$")).first.tap()
        self.taps += 1

    def line(self, key: str) -> None:
        self.tap("#plays")
        self.page.locator("#sheet button.entry").filter(has_text=re.compile(f"{re.escape(self.says(key))}( |$)")).first.tap()
        self.taps += 1

    def oldest_line(self) -> None:
        self.tap("#plays")
        self.page.locator("#sheet button.entry").last.tap()
        self.taps += 1

    def card(self, face: str) -> None:
        """Choose a card: among the likely ones, or on the keypad."""
        number = face.removeprefix("F")
        if self.page.locator(f"#sheet .candidate[data-face='{face}']").count():
            self.tap(f"#sheet .candidate[data-face='{face}']")
        else:
            if not self.page.locator(f"#sheet [data-key=group-ten{int(number) // 10}][aria-pressed=true]").count():
                self.tap(f"#sheet [data-key=group-ten{int(number) // 10}]")
            self.tap(f"#sheet .keypad :is([data-key='tile-{face}'], [data-key='tile-{number}'])")
            if self.page.locator("#sheet .variants").count():
                self.tap(f"#sheet .variants [data-face='{face}']")
        self.sure()

    def sure(self) -> None:
        """Say yes where the companion asks whether that is meant."""
        self.page.locator("#sheet[open] [data-key=asks-yes], body:not(:has(#sheet[open]))").first.wait_for(state="attached")
        if self.page.locator("[data-key=asks-yes]").count():
            self.tap("[data-key=asks-yes]")
        self.page.locator("#sheet").wait_for(state="hidden")

    def undo(self) -> None:
        self.page.tap("[data-key=undo]")

    def lines(self) -> list[str]:
        """The log from the top, as it is read."""
        return [words.replace("\n", " ") for words in self.page.locator("#log .entry-text").all_text_contents()]

    def is_plain(self) -> None:
        """No number of an entry, no turn nought, no name of a thing of the program."""
        words = self.page.inner_text("body")
        assert not re.search(r"(?i)\b(entry|event|voce|evento) \d|\b(turn|turno) 0\b|NoneType|undefined|\bnull\b|\{", words), (
            words
        )


@pytest.fixture
def phone_of(show: Open, text: Any) -> Callable[..., Phone]:
    def opened(language: str, table: RealTable, *lays: tuple[str, str]) -> Phone:
        for zone, face in lays:
            table.end_turn() if zone == "end" else table.lay(zone, face)
        return Phone(show(table, f"?language={language}", **SMALL), language, text)

    return opened


def match(players: int = 2, **options: Any) -> RealTable:
    return RealTable().begin("the_game", players, **options)


# The five that used to wreck a match


@pytest.mark.whole
def test_a_correction_is_answered_where_a_foul_keeps_the_voice(show: Open) -> None:
    page = show(SCENES["foul"](), "?language=en", width=360, height=640)
    page.tap("#plays")
    page.locator("#sheet button.entry").filter(has_text="Ada: 11 on").tap()
    page.tap("#sheet [data-face='12']")
    see(page, "#toast", "12 on the first ascending pile, read as 11 at first")
    assert "It does not fit there" in page.inner_text("#voice")


@IN_ENGLISH
def test_a_card_that_was_refused_does_not_come_back_when_the_one_before_is_taken_back(language: str, phone_of: Any) -> None:
    table = match()
    phone = phone_of(language, table, ("up1", "20"), ("up1", "15"))
    phone.reads("voice", "foul")
    table.lay("up1", "20")
    phone.page.locator("[data-word^=foul]").wait_for(state="detached")
    table.lay("up1", "")
    phone.reads("voice", "taken back")
    assert "15" not in phone.page.inner_text("[data-zone=up1]")
    table.lay("up1", "25")
    see(phone.page, "[data-zone=up1]", "25")
    phone.page.tap("[data-key=end-turn]")
    phone.reads("voice", "one more")
    phone.reads("turn", "turn 1", "Ada")
    phone.is_plain()


@IN_ITALIAN
def test_a_correction_lifts_no_later_card_and_moves_no_turn(language: str, phone_of: Any) -> None:
    phone = phone_of(language, match(), *OPENING)
    phone.reads("turn", "turn 3", "Ada")
    phone.oldest_line()
    phone.card("65")
    phone.reads("voice", "corrected")
    phone.reads("turn", "turn 3", "Ada")
    see(phone.page, "[data-zone=up1]", "60")
    assert phone.page.locator("[data-word^=foul]").count() == 0
    assert phone.lines()[-1] == phone.says("65 first")
    phone.is_plain()


@pytest.mark.whole
@IN_ENGLISH
def test_a_match_that_a_correction_finds_lost_asks_and_plays_on(language: str, phone_of: Any) -> None:
    phone = phone_of(language, match(on_fire=True), *BURNING)
    phone.oldest_line()
    phone.card("F44")
    phone.reads("voice", "found", "is lost", "play on")
    assert phone.says("lost") not in phone.page.inner_text("main")
    phone.tap("[data-key=found-accept]")
    phone.reads("turn", "lost")
    phone.page.reload()
    phone.reads("turn", "lost")  # this phone has answered
    phone.page.evaluate("sessionStorage.clear()")
    phone.page.reload()  # as another phone
    phone.tap("[data-key=found-play-on]")
    phone.reads("turn", "turn 3", "Ada")
    phone.reads("voice", "played on")
    phone.undo()
    phone.reads("voice", "found")
    phone.is_plain()


@IN_ITALIAN
def test_undo_takes_back_what_was_said_last_and_an_undone_undo_is_as_before(language: str, phone_of: Any) -> None:
    phone = phone_of(language, match(), ("up1", "50"), ("up1", "45"))
    phone.tap("#voice [data-key^=waive]")
    phone.reads("actions", "takes waiver")
    before = phone.lines()
    phone.undo()
    phone.reads("ruling", "no longer")
    phone.reads("voice", "foul")
    phone.line("undone 45")
    phone.button("undo-amendment")
    phone.reads("voice", "again")
    phone.page.locator("[data-word^=foul]").wait_for(state="detached")
    phone.reads("actions", "takes waiver")
    assert phone.lines()[-2:] == before[-2:]
    phone.undo()
    phone.reads("voice", "foul")
    phone.is_plain()


@IN_ENGLISH
def test_a_claim_that_could_not_be_shown_leaves_the_page_standing(language: str, phone_of: Any) -> None:
    phone = phone_of(language, match(), ("up1", "50"))
    status = phone.page.evaluate(
        "fetch('/api/commands/claim', {method: 'POST', headers: {'Content-Type': 'application/json'}, "
        "body: JSON.stringify({code: 'assess', detail: {row: 1}})}).then((answer) => answer.status)"
    )
    assert status == 409
    phone.page.reload()
    phone.reads("turn", "turn 1", "Ada")
    assert len(phone.lines()) == 1
    phone.page.complaints.clear()  # the browser notes the 409


# What people put right


@IN_ITALIAN
def test_a_card_five_plays_back_is_corrected_and_the_correction_undone(language: str, phone_of: Any) -> None:
    phone = phone_of(language, match(), *LONG)
    phone.line("25")
    phone.card("52")
    phone.reads("voice", "31 on 52")
    phone.reads("turn", "turn 3", "Ada")
    assert phone.lines()[4] == phone.says("52 first"), "at its own line"
    phone.undo()
    phone.reads("voice", "25 again")
    phone.reads("log", "25")
    phone.reads("turn", "turn 3", "Ada")
    phone.is_plain()


@IN_ENGLISH
def test_a_card_that_was_missed_is_put_in_where_it_belongs(language: str, phone_of: Any) -> None:
    phone = phone_of(language, match(), *LONG)
    phone.line("31")
    phone.button("missed-card")
    assert phone.page.locator("#sheet [data-key=missed-up2][aria-pressed=true]").count() == 1
    phone.card("28")
    phone.reads("voice", "28 put in")
    phone.reads("turn", "turn 3", "Ada")
    lines = phone.lines()
    assert lines.index(phone.says("31")) + 1 == lines.index(phone.says("28")) == lines.index(phone.says("25")) - 1
    assert phone.page.locator(".entries-turn").all_inner_texts() == [
        phone.says("turn 3").replace("3", str(turn)) for turn in (3, 2, 1)
    ]
    phone.is_plain()


@IN_ITALIAN
def test_a_phantom_is_taken_out_whatever_came_later(language: str, phone_of: Any) -> None:
    phone = phone_of(language, match(), *LONG)
    phone.line("31")
    phone.button("nothing-played")
    phone.reads("voice", "phantom")
    phone.reads("turn", "turn 3", "Ada")
    see(phone.page, "[data-zone=up2]", "37")
    assert phone.page.locator("[data-word^=foul]").count() == 0
    phone.is_plain()


@IN_ENGLISH
def test_a_play_is_given_to_another_player(language: str, phone_of: Any) -> None:
    phone = phone_of(language, match(3), *LONG)
    phone.tap("[data-key=pile-up2]")
    assert phone.page.locator("#sheet [data-seat]").all_inner_texts() == ["Ada", "Bruno"]
    phone.page.tap("#sheet [data-seat='1']")
    phone.reads("ruling", "Bruno's")
    phone.reads("log", "Bruno 37")
    phone.is_plain()


@IN_ITALIAN
def test_an_end_of_turn_that_was_missed_is_put_in(language: str, phone_of: Any) -> None:
    phone = phone_of(language, match(), ("up1", "3"), ("up1", "11"), ("up2", "25"), ("up2", "31"))
    phone.reads("turn", "turn 1", "Ada")
    phone.tap("#plays")
    phone.page.locator("#sheet .entry").filter(has_text="25").tap()
    phone.button("missed-end")
    phone.reads("voice", "end put in")
    phone.reads("turn", "Bruno")
    phone.reads("log", "25", "31", "Ada ends")
    phone.is_plain()


@IN_ENGLISH
def test_the_card_on_a_pile_is_corrected_before_anything_is_laid_on_it(language: str, phone_of: Any) -> None:
    phone = phone_of(language, match(), ("up1", "47"))
    phone.page.tap("[data-key=pile-up1]")
    keys = phone.page.locator("#sheet .choice").evaluate_all("(all) => all.map((each) => each.dataset.key)")
    assert keys == ["put", "undo-this", "missed-card", "missed-end"]
    phone.card("41")
    phone.reads("voice", "47 first")
    phone.reads("piles", "above 41")
    assert phone.page.locator("[data-word^=foul]").count() == 0
    phone.page.tap("[data-key=pile-up2]")
    assert phone.page.locator("#sheet .choice").count() == 0, "nothing lies there to be corrected"
    phone.page.tap("#sheet .round")
    phone.is_plain()


@IN_ITALIAN
def test_the_card_in_dispute_is_the_one_that_the_pile_corrects(language: str, phone_of: Any) -> None:
    phone = phone_of(language, match(), ("up1", "47"), ("up1", "42"))
    phone.reads("voice", "foul")
    phone.page.tap("[data-key=pile-up1]")
    phone.card("49")
    phone.page.locator("[data-word^=foul]").wait_for(state="detached")
    see(phone.page, "[data-zone=up1]", "49")


@pytest.mark.whole
@IN_ENGLISH
def test_everything_is_undone_one_after_the_other_and_each_is_named_before(language: str, phone_of: Any) -> None:
    phone = phone_of(language, match(), *OPENING)
    phone.oldest_line()
    phone.card("65")
    phone.reads("actions", "takes correction")
    for left in range(6, -1, -1):
        phone.undo()
        phone.page.locator("#log em").nth(6 - left).wait_for(state="attached")
    phone.reads("turn", "turn 1", "Ada")
    assert phone.page.locator("[data-key=undo]").is_disabled()
    assert phone.page.locator(".actions-words").inner_text() == ""
    assert phone.page.locator("#piles .card-number").count() == 0
    phone.is_plain()


@pytest.mark.whole
@IN_ITALIAN
def test_the_set_up_is_put_right_in_the_middle_of_a_match(language: str, phone_of: Any) -> None:
    phone = phone_of(language, match(), ("up1", "3"), ("up1", "11"))
    phone.page.tap("#menu")
    phone.page.tap("[data-key=menu-set-up]")
    phone.page.tap("#sheet label:has([data-begins='1'])")
    phone.page.tap("#sheet [data-key=set-up]")
    phone.reads("voice", "Bruno began")
    phone.reads("turn", "Bruno")
    phone.page.tap("#menu")
    phone.page.tap("[data-key=menu-set-up]")
    phone.page.tap("#sheet label:has([name=on_fire])")
    phone.page.tap("#sheet summary")
    phone.page.locator("#sheet .names-in input").nth(1).fill("Zoe")
    phone.page.tap("#sheet [data-key=set-up]")
    phone.reads("title", "on fire")
    see(phone.page, "#turn", "Zoe")
    phone.is_plain()


@IN_ENGLISH
def test_two_notes_of_one_card_name_each_other(language: str, phone_of: Any) -> None:
    table = match()
    phone = phone_of(language, table, ("up1", "50"), ("up2", "45"), ("end", ""), ("up1", "55"), ("up2", "49"))
    phone.oldest_line()
    phone.card("49")
    phone.reads("log", "twin")


@pytest.mark.whole
@IN_ITALIAN
def test_a_slip_of_the_finger_that_is_corrected_back_leaves_no_trace_on_what_is_judged(language: str, phone_of: Any) -> None:
    """25 corrected to 93 by mistake, a 38 laid on it, and set back."""
    table = match()
    phone = phone_of(language, table, ("up1", "25"))
    phone.page.tap("[data-key=pile-up1]")
    phone.card("93")
    table.lay("up1", "38")
    phone.reads("voice", "foul")
    phone.oldest_line()
    phone.card("25")
    phone.page.locator("[data-word^=foul]").wait_for(state="detached")
    see(phone.page, "[data-zone=up1]", "38")
    assert phone.says("win") not in phone.page.inner_text("body")
    phone.is_plain()


@IN_ENGLISH
def test_a_player_leaves_in_the_middle_of_a_match_and_an_undo_brings_them_back(language: str, phone_of: Any) -> None:
    phone = phone_of(language, match(), ("up1", "3"), ("up1", "11"))
    phone.page.tap("#menu")
    phone.page.tap("[data-key=menu-set-up]")
    phone.page.tap("#sheet [data-leave='0']")
    phone.reads("turn", "Bruno")
    phone.undo()
    phone.reads("turn", "Ada")
    phone.is_plain()


# How many taps that takes: a line of this table is a line of docs/phone.md.


def last_card(phone: Phone) -> None:
    phone.tap("[data-key=pile-up2]")
    phone.card("73")


def five_back(phone: Phone) -> None:
    phone.line("25")
    phone.card("26")


def five_back_wrong(phone: Phone) -> None:
    """The 31 on it would not have stood: that is asked first."""
    phone.line("25")
    phone.card("52")


def five_back_unlike(phone: Phone) -> None:
    phone.line("25")
    phone.card("8")


def missed_latest(phone: Phone) -> None:
    phone.tap("[data-key=pile-up2]")
    phone.button("missed-card")
    phone.card("36")


def missed_on_top(phone: Phone) -> None:
    phone.tap("[data-key=pile-up2]")
    phone.tap("#sheet .next-cards [data-face='41']")


def missed_on_another(phone: Phone) -> None:
    phone.tap("[data-key=pile-down1]")
    phone.tap("#sheet .next-cards [data-face='94']")


def phantom(phone: Phone) -> None:
    phone.tap("[data-key=pile-up2]")
    phone.button("nothing-played")


def other_player(phone: Phone) -> None:
    phone.tap("[data-key=pile-up2]")
    phone.tap("#sheet [data-seat='1']")


def another_pile(phone: Phone) -> None:
    phone.tap("[data-key=pile-up2]")
    phone.tap("#sheet [data-key=lies-down2]")


def end_turn(phone: Phone) -> None:
    phone.tap("[data-key=end-turn]")


def undo(phone: Phone) -> None:
    phone.tap("[data-key=undo]")


def another_game(phone: Phone) -> None:
    phone.tap("[data-key=title]")
    phone.tap("[data-game=quick_easy]")
    phone.tap("[data-key=start]")
    see(phone.page, "#title", "Quick & Easy")


TAPS = {
    last_card: 2, five_back: 3, five_back_wrong: 4, five_back_unlike: 4, missed_latest: 3, missed_on_top: 2, missed_on_another: 2, phantom: 2,
    other_player: 2, another_pile: 2, end_turn: 1, undo: 1, another_game: 3,
}  # fmt: skip


@pytest.mark.parametrize("done", TAPS, ids=lambda done: done.__name__)
def test_each_task_takes_so_many_taps(done: Callable[[Phone], None], phone_of: Any) -> None:
    table = match(3)
    phone = phone_of("en", table, *LONG)
    before = len(table.journal.read_entries(1))
    done(phone)
    phone.page.locator("#sheet").wait_for(state="hidden")
    phone.page.wait_for_function("() => !document.querySelector('[aria-busy]')")
    assert len(table.journal.read_entries(1)) == before + (done is not another_game)  # that begins a match of its own
    assert phone.taps == TAPS[done]


@varied_language("it")
def test_another_game_takes_three_taps_where_a_board_hides_the_title(language: str, phone_of: Any) -> None:
    phone = phone_of(language, RealTable().begin("sequence", 2))
    phone.tap("#menu")
    assert phone.page.locator(".menu-games [data-game=sequence]").count() == 0, "it is played already"
    phone.tap(".menu-games [data-game=quick_easy]")
    assert phone.page.locator("#sheet [data-game=quick_easy] input").is_checked()
    phone.tap("[data-key=start]")
    see(phone.page, "#title", "Quick & Easy")
    assert phone.taps == 3
