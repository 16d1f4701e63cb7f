"""The dashboard in a real browser: what a family sees and taps."""

from __future__ import annotations

import threading
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from real_table import RealTable
from web_scenes import SCENES, playing
from web_stage import Stage, see

from companion.app.web_table import Lessons
from companion.lessons.corrections import Corrections, Looks, SeenCard
from companion.session.found_piles import FoundPile
from companion.session.snapshot import Learning
from tests.varied import varied_language
from web import Server

Open = Callable[..., Any]


@pytest.mark.whole
def test_it_follows_the_table_live(show: Open) -> None:
    table = playing()
    page = show(table)
    see(page, "#turn", "Ada to play")
    see(page, "#turn", "1 more to play")
    table.lay("up2", "19")
    see(page, "[data-zone=up2]", "above 19")
    see(page, "#turn", "The turn may end")
    see(page, "#voice", "Ada: 19 on the second ascending pile.")
    table.hands("moving")
    page.locator("#status [title='Hands over the table']").wait_for()


def test_end_of_turn_is_one_tap_and_names_the_turn_it_meant(show: Open) -> None:
    table = playing()
    page = show(table)
    table.lay("up2", "19")
    see(page, "#turn", "The turn may end")
    page.tap("[data-key=end-turn]")
    see(page, "#turn", "Bruno to play")
    assert table.acts[-1][0] == {"command": "end_turn", "language": "en", "turn": 4}


def test_undo_is_one_tap_and_names_the_entry_it_meant(show: Open) -> None:
    table = playing()
    page = show(table)
    see(page, "#actions", "Undo takes back: Ada: 88 on the first descending pile")
    page.tap("[data-key=undo]")
    see(page, "#actions", "Undo takes back: Carla ends the turn")
    assert table.acts[-1][0] == {"command": "undo", "language": "en", "entry": 11}
    page.tap("[data-key=undo]")
    see(page, "#turn", "Carla to play")
    assert table.acts[-1][0]["entry"] == 10


def test_an_old_entry_is_undone_from_the_log(show: Open) -> None:
    table = playing()
    page = show(table)
    page.tap("#plays")
    page.tap("#sheet [data-entry='8']")
    page.tap("#sheet >> text=Nothing was played")
    see(page, "[data-zone=up2]", "anything")
    assert table.acts[-1][0]["entry"] == 8
    page.locator("#sheet").wait_for(state="hidden")


def test_a_misread_card_is_corrected_without_a_keyboard(show: Open) -> None:
    table = playing()
    table.lay("up1", "45")
    page = show(table)
    see(page, "#voice", "45 on 47, ascending: must be above 47, or exactly 37.")
    page.tap("[data-key^=correct]")
    assert page.locator("#sheet input").count() == 0
    assert page.locator(".group[aria-pressed=true]").inner_text() == "40–49"
    page.tap("[data-key=group-ten5]")
    page.tap("#sheet .keypad .tile[data-face='56']")
    see(page, "[data-zone=up1]", "above 56")
    page.locator("[data-word^=foul]").wait_for(state="detached")
    assert table.acts[-1][0] == {"command": "correct", "language": "en", "entry": 12, "face": "56", "confirm": False}


def test_what_the_camera_thought_of_next_comes_first_beside_what_it_saw(show: Open, tmp_path: Path) -> None:
    crop = SCENES["question"]().pictures["up2"]
    looks = Looks()
    looks.remember_look(SeenCard("up2", "68", "ours", crop))
    table = RealTable(lessons=Lessons(looks, Corrections(tmp_path))).begin("the_game", 3)
    table.ask("up2", ("68", 0.61), ("91", 0.34), ("17", 0.03))
    table.act({"command": "answer", "question": "q1", "face": "68"}, "phone")
    page = show(table)
    page.tap("[data-key=pile-up2]")
    faces = page.locator("#sheet .candidate").evaluate_all("(all) => all.map((each) => each.dataset.face)")
    assert faces[:3] == ["91", "17", "89"], "68 turned round is 89"
    page.locator("#sheet .crop").evaluate("(picture) => picture.decode()")


def test_words_are_read_aloud_on_phones_that_were_asked_to(show: Open) -> None:
    table = playing()
    page = show(table)
    page.evaluate("window.heard = []; speechSynthesis.speak = (said) => heard.push([said.lang, said.text]); null")
    table.lay("up2", "19")
    see(page, "#voice", "19 on the second ascending pile")
    page.tap("#menu")
    page.tap("[data-key=menu-aloud]")
    table.lay("up1", "45")
    see(page, "#voice", "It does not fit there")
    heard = page.evaluate("heard")
    assert heard[-1] == ["en", "It does not fit there. 45 on 47, ascending: must be above 47, or exactly 37. Take the 45 back."]
    assert len(heard) == 2, "nothing before it was asked for"
    page.evaluate("localStorage.clear()")


@pytest.mark.parametrize(("language", "spoken"), [("en", "2 of diamonds"), ("it", "2 di quadri")])
def test_a_space_of_the_board_is_read_aloud_by_the_name_of_its_card(show: Open, language: str, spoken: str) -> None:
    table = RealTable().begin("sequence", 2)
    page = show(table, f"?language={language}")
    page.evaluate("window.heard = []; speechSynthesis.speak = (said) => heard.push(said.text); null")
    page.tap("#menu")
    page.tap("[data-key=menu-aloud]")
    zone = next(cell["zone"] for cell in table.view("en")["board"]["cells"] if cell["card"] == "2D")
    table.lies(**{zone: "blue"})
    see(page, "#voice", "2♦")
    assert spoken in page.evaluate("heard.at(-1)") and not set("♠♥♦♣") & set(page.evaluate("heard.at(-1)"))
    page.evaluate("localStorage.clear()")


def test_whether_a_turn_had_ended_is_asked_and_answered_by_one_tap(show: Open) -> None:
    table = playing()
    table.lay("up2", "19")
    page = show(table)
    table.ask_turn()
    see(page, "#voice", "Has Ada ended the turn?")
    page.tap("text=Yes, it had ended")
    see(page, "#turn", "Bruno to play")
    page.locator("[data-word^=turn]").wait_for(state="detached")


def test_a_rule_is_explained_on_tap(show: Open) -> None:
    page = show(SCENES["foul"]())
    page.tap("[data-key=rule-TG-04]")
    see(page, "#sheet", "On an ascending pile each card is higher than the top card")


def test_a_foul_can_be_let_stand(show: Open) -> None:
    table = playing()
    table.lay("up1", "45")
    page = show(table)
    assert page.locator("[data-zone=up1].pile-is-foul").count() == 1
    page.tap("text=Accept anyway")
    see(page, "[data-zone=up1]", "above 45")
    page.locator("[data-word^=foul]").wait_for(state="detached")


def test_the_ruling_is_read_out_even_where_the_dispute_shows_it(show: Open) -> None:
    table = playing()
    page = show(table)
    table.lay("up1", "45")
    see(page, "#voice", "It does not fit there")
    ruling = page.locator("#ruling[aria-live=polite][aria-atomic=true]")
    assert "45 on 47" in ruling.inner_text()


def test_a_question_is_answered_by_tapping_the_right_card(show: Open) -> None:
    table = SCENES["question"]()
    page = show(table)
    see(page, "#voice", "Which card? Second ascending")
    assert page.locator(".candidate [role=img]").first.get_attribute("aria-label") == "68"
    assert page.evaluate("document.querySelector('.crop').naturalWidth") > 0
    page.tap(".candidate[data-face='89']")
    see(page, "[data-zone=up2]", "above 89")
    assert table.acts[-1][0] == {"command": "answer", "language": "en", "question": "q1", "face": "89"}


def test_a_question_takes_any_other_card_too_also_a_burning_one(show: Open) -> None:
    table = SCENES["question"]()
    page = show(table)
    page.tap("text=Another card")
    page.tap("#sheet .keypad .tile[data-face='F66']")
    see(page, "[data-zone=up2]", "Cover: 1 turn left")
    assert table.acts[-1][0]["face"] == "F66"


def test_piles_found_without_a_mat_are_confirmed_by_one_tap(show: Open) -> None:
    table = SCENES["found_piles"]()
    page = show(table)
    see(page, "#voice", "Do these piles rise and fall as shown above?")
    page.tap("[data-key=piles-right]")
    page.wait_for_selector("[data-key=piles-right]", state="detached")
    assert all(pile.is_named for pile in table.session.snapshot.found_piles.cards)


def test_two_piles_exchange_names_in_the_picture_and_their_cards_go_with_them(show: Open) -> None:
    table = SCENES["found_piles"]()
    page = show(table)
    page.tap("text=Other names")
    page.tap("[data-key=kinds-names]")
    page.tap("[data-key=name-up1]")
    see(page, "#sheet", "Now tap the name to swap it with.")
    page.tap("[data-key=name-down1]")
    see(page, "#sheet", "Drag a wrong name")
    assert table.acts[-1][0] == {"command": "piles", "language": "en", "swap": ["up1", "down1"]}
    found = table.session.snapshot.found_piles
    assert found.find_pile("down1").at == (0.4, 0.2)
    assert (table.session.match.faces["down1"], table.session.match.faces["up1"]) == ("12", "90")


def test_a_name_is_dragged_onto_the_pile_it_belongs_to(show: Open) -> None:
    table = SCENES["found_piles"]()
    page = show(table)
    page.tap("text=Other names")
    page.tap("[data-key=kinds-names]")
    page.locator(".seen-table").evaluate("(picture) => picture.decode()")  # before, the names lie elsewhere
    one, other = (page.locator(f"[data-key=name-{zone}]").bounding_box() for zone in ("up2", "down2"))
    page.mouse.move(one["x"] + 10, one["y"] + 10)
    page.mouse.down()
    page.mouse.move(other["x"] + 10, other["y"] + 10, steps=4)
    page.mouse.up()
    page.locator("[data-key=name-up2][style*='--y: 0.8']").wait_for()
    assert table.acts[-1][0] == {"command": "piles", "language": "en", "swap": ["up2", "down2"]}
    assert table.session.snapshot.found_piles.find_pile("up2").at == (0.4, 0.8)


@pytest.mark.whole
def test_a_draw_pile_that_was_not_found_is_shown_by_one_tap_into_the_picture(show: Open) -> None:
    table = SCENES["lost_draw_pile"]()
    page = show(table)
    see(page, "#voice", "Draw pile not found. Show it, and turns end when someone draws.")
    page.tap("#voice button:text-is('Show it')")
    page.locator(".seen-table").evaluate("(picture) => picture.decode()")  # before, it has no height
    area = page.locator(".seen-table").bounding_box()
    page.touchscreen.tap(area["x"] + 0.75 * area["width"], area["y"] + 0.5 * area["height"])
    page.locator("[data-key=piles-wrong]").wait_for(state="detached")
    found = table.session.snapshot.found_piles
    assert (found.said[0].zone, found.missing_draw_piles) == ("draw", ()) and found.said[0].at == pytest.approx(
        (0.75, 0.5), abs=0.01
    )
    page.locator("#sheet[open]").wait_for(state="detached")


def test_a_draw_pile_is_shown_by_keys_too(show: Open) -> None:
    table = SCENES["lost_draw_pile"]()
    page = show(table)
    page.tap("#voice button:text-is('Show it')")
    page.locator("[data-key=name-draw]").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    see(page, "#sheet", "Enter: Draw pile lies there")
    assert table.session.snapshot.found_piles.said == (), "nothing is told before Enter"
    page.keyboard.press("Enter")
    page.locator("#sheet[open]").wait_for(state="detached")
    (said,) = table.session.snapshot.found_piles.said
    assert said.zone == "draw" and said.at == pytest.approx((0.54, 0.52))


@varied_language("it")
def test_the_names_of_piles_that_lie_close_together_can_all_be_read_and_tapped(show: Open, language: str) -> None:
    table = SCENES["found_piles"]()
    zones = [pile.zone for pile in table.session.snapshot.found_piles.places]
    places = tuple(
        FoundPile(zone, (0.4 + 0.06 * (i % 3), 0.45 + 0.05 * (i // 3)), is_proven=True, is_named=False)
        for i, zone in enumerate(zones)
    )
    table.do(lambda session, at: session.piles.report_piles(places, (), at))
    page = show(table, f"?language={language}", width=360, height=640)
    page.tap("[data-key=piles-wrong]")
    page.tap("[data-key=kinds-names]")
    page.wait_for_selector(".names-of-piles .pile-name[style*='--dx']")
    boxes = [page.locator(f"[data-key=name-{zone}]").bounding_box() for zone in zones]
    for i, one in enumerate(boxes):
        assert one["x"] >= 0 and one["x"] + one["width"] <= 360
        for other in boxes[:i]:
            beside = one["x"] + one["width"] <= other["x"] + 1 or other["x"] + other["width"] <= one["x"] + 1
            assert beside or one["y"] + one["height"] <= other["y"] + 1 or other["y"] + other["height"] <= one["y"] + 1


def test_a_match_goes_on_without_a_draw_pile_that_nobody_shows(show: Open) -> None:
    table = SCENES["lost_draw_pile"]()
    page = show(table)
    page.tap("text=Go on without")
    page.locator("[data-key=piles-right]").wait_for(state="detached")
    assert table.session.snapshot.found_piles.missing_draw_piles == () and table.session.snapshot.found_piles.said == ()


def test_what_is_learned_is_said_with_how_long_it_takes(show: Open) -> None:
    table = SCENES["learning"]()
    page = show(table)
    see(page, "#voice", "Learning the cards of The Game")
    see(page, "#voice", "25 s")
    assert page.locator("#voice progress").get_attribute("value") == "45"
    table.learns(Learning("the_game", 0.2, 200.0))
    see(page, "#voice", "about 4 minutes")
    table.learns(None)
    page.locator("#voice progress").wait_for(state="detached")


def test_out_of_step_is_settled_by_one_tap(show: Open) -> None:
    table = SCENES["out_of_step"]()
    page = show(table)
    see(page, "#voice", "Table and match differ")
    see(page, "#voice", "First ascending: match: 47, table: 41")
    page.tap("text=Trust the table")
    see(page, "[data-zone=up1]", "above 41")
    assert table.acts[-1][0] == {"command": "trust", "language": "en", "whom": "table"}


def test_being_stuck_is_asked_once_more_before_it_ends_the_match(show: Open) -> None:
    table = playing()
    page = show(table)
    page.tap("[data-key=claim]")
    page.tap("[data-claim=stuck]")
    see(page, "#sheet", "You all lose, and the match ends.")
    page.tap("[data-key=claim-confirm]")
    see(page, "#turn", "Lost this time")
    assert table.acts[-1][0] == {"command": "claim", "language": "en", "code": "stuck"}


def test_a_contest_that_one_player_loses_says_who_won(show: Open) -> None:
    table = RealTable().begin("face_to_face", 2)
    page = show(table)
    page.tap("[data-key=claim]")
    page.tap("[data-key=claim-confirm]")
    see(page, "#turn", "Bruno won")


def test_no_end_is_offered_while_a_card_is_in_dispute(show: Open) -> None:
    table = playing()
    page = show(table)
    table.lay("up2", "19")
    see(page, "#turn", "The turn may end")
    table.lay("up1", "45")
    page.locator("[data-zone=up1].pile-is-foul").wait_for()
    assert "The turn may end" not in page.locator("#turn").inner_text()


def test_where_a_turn_ends_by_itself_being_stuck_passes_it_on(show: Open) -> None:
    table = SCENES["board"]()
    whole = table.view
    table.view = lambda language: {key: part for key, part in whole(language).items() if key != "claims"}  # type: ignore[method-assign]
    page = show(table)
    page.tap("[data-key=claim]")
    see(page, "#sheet", "The turn passes.")
    assert "ends the match" not in page.locator("#sheet").inner_text()


def test_a_match_is_started_with_the_thumb(show: Open) -> None:
    table = RealTable()
    page = show(table)
    see(page, "#idle", "Ready when you are")
    page.tap("[data-game=the_game]")
    page.tap("[aria-label='One player more']")
    page.tap("text=On Fire")
    page.tap("[data-key=start]")
    see(page, "#turn", "Player 1 to play")
    see(page, "#title", "On Fire")
    assert table.acts == [
        (
            {
                "command": "start",
                "language": "en",
                "game": "the_game",
                "players": 3,
                "options": {"on_fire": True, "pro": False, "pro_small_hand": False},
            },
            "phone",
        )
    ]


def test_players_step_through_the_numbers_a_game_allows_and_names_are_sent(show: Open) -> None:
    table = playing()
    page = show(table)
    page.tap("#menu")
    page.tap("[data-key=menu-new]")
    page.tap("[data-game=sequence]")
    page.tap("[aria-label='One player more']")
    page.tap("[aria-label='One player more']")
    page.tap("text=Three teams")
    page.tap("summary")
    page.fill("[aria-label='Name of player 2']", "Zoe")
    see(page, ".start-leaves", "Undo goes back to it")
    page.tap("#sheet [data-key=start]")
    see(page, "#title", "Sequence")
    command = table.acts[-1][0]
    assert (command["players"], command["options"]) == (
        6,
        {"teams": 3, "advanced": False, "table_talk": False, "common_discards": False},
    )
    assert command["names"] == ["Ada", "Zoe", "Carla", "Player 4", "Player 5", "Player 6"]


def test_what_lies_on_a_pile_can_be_entered(show: Open) -> None:
    table = playing()
    page = show(table)
    page.tap("[data-zone=down2]")
    page.tap("#sheet >> text=Another card was played on it")
    page.tap("[data-key=group-ten9]")
    page.tap("#sheet .tile[data-face='90']")
    see(page, "[data-zone=down2]", "below 90")
    assert table.acts[-1][0] == {"command": "put", "language": "en", "zone": "down2", "face": "90"}


def test_a_refusal_is_shown_in_the_words_of_the_table_above_an_open_sheet(show: Open) -> None:
    page = show(playing())
    page.tap("[data-key=pile-up1]")
    page.tap("#sheet .candidate[data-face='74']")
    page.tap("[data-key=pile-up1]")
    page.route("**/api/commands/correct", lambda route: route.continue_(post_data='{"entry": 999, "face": "74"}'))
    page.tap("#sheet .candidate >> nth=0")
    see(page, "#toast[role=alert]", "play has moved on")
    page.tap("#toast button")
    page.unroute("**/api/commands/correct")
    page.complaints.clear()  # the browser notes the 409


def test_an_open_sheet_follows_the_match_and_closes_when_its_question_is_answered(show: Open) -> None:
    table = SCENES["question"]()
    page = show(table)
    page.tap("text=Another card")
    see(page, "#sheet", "Which card? Second ascending")
    table.act({"command": "answer", "question": "q1", "face": "68"}, "somebody else")
    page.locator("#sheet").wait_for(state="hidden")
    page.tap("[data-key=pile-up2]")
    see(page, "#sheet", "Ada: 68 on the second ascending pile")
    table.act({"command": "correct", "entry": 11, "face": "86"}, "somebody else")
    see(page, "#sheet", "Ada: 86 on the second ascending pile, read as 68 at first")


def test_the_list_waits_with_what_is_new_until_it_is_asked_for(show: Open) -> None:
    table = playing()
    page = show(table)
    page.tap("#plays")
    before = page.locator("#sheet .entry-text").all_inner_texts()
    table.lay("up2", "19")
    see(page, "#sheet", "1 new play")
    assert page.locator("#sheet .entry-text").all_inner_texts() == before
    page.tap("[data-key=log-new]")
    assert page.locator("#sheet .entry-text").first.inner_text() == "Ada: 19 on the second ascending pile"


def test_a_chip_is_entered_on_the_board(show: Open) -> None:
    table = SCENES["board"]()
    table.lay("discard2", "3S")
    page = show(table)
    assert page.locator("#board .cell").count() == 100
    assert page.locator("#board .line").count() == 1
    page.tap("#board [data-zone=r0c2]")
    see(page, "#sheet", "3 of spades, upper space")
    page.tap("#sheet [data-face=green]")
    page.locator("#board [data-zone=r0c2] .team-green").wait_for()
    assert table.acts[-1][0] == {"command": "put", "language": "en", "zone": "r0c2", "face": "green"}


def test_what_may_be_said_is_offered_where_there_is_more_than_one_thing(show: Open) -> None:
    table = SCENES["board"]()
    page = show(table)
    assert page.locator("[data-key=end-turn]").count() == 0
    page.tap("[data-key=claim]")
    page.tap("[data-claim=draw]")
    page.tap("[data-key=claim-confirm]")
    page.locator("#sheet").wait_for(state="hidden")
    assert table.acts[-1][0]["code"] == "draw"


def test_lamps_say_in_words_what_they_show(show: Open) -> None:
    table = playing()
    table.lay("up1", "45")
    page = show(table)
    page.tap("#menu")
    page.tap("[data-key=menu-lamps]")
    assert page.locator("[data-place=up1]").text_content() == "First ascendingFoul: not allowedRed"
    assert page.locator("[data-place=up1] .led-red.blink-fast").count() == 1
    see(page, "#sheet", "Buzzer sounds")


def test_the_keyboard_focus_survives_a_change_of_the_table(show: Open) -> None:
    table = playing()
    page = show(table)
    page.focus("[data-key=pile-up2]")
    table.lay("up2", "19")
    see(page, "[data-zone=up2]", "above 19")
    assert page.evaluate("document.activeElement.dataset.key") == "pile-up2"


def test_a_broken_connection_is_shown_and_mended_by_itself(show: Open, stage: tuple[Stage, Server], text: Any) -> None:
    table = playing()
    stand, _ = stage
    page = show(table, streams=1)
    see(page, "#turn", "Ada to play")
    working, stand.app = stand.app, out_of_order
    page.evaluate("window.dispatchEvent(new Event('online'))")  # the network changed: connect anew
    see(page, "#not-live", "Not live")
    table.lay("up2", "19")
    stand.app = working
    see(page, "[data-zone=up2]", "above 19")
    page.locator("#not-live").wait_for(state="hidden")
    page.complaints.clear()  # the browser notes every refusal


def out_of_order(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    start_response("502 Bad Gateway", [])
    return []


class Freezing:
    """A companion that takes requests in and answers none until it thaws."""

    def __init__(self, app: Any) -> None:
        self.app, self.thawed = app, threading.Event()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        if environ["PATH_INFO"].startswith("/api/"):
            self.thawed.wait(60)
        return self.app(environ, start_response)


@pytest.mark.whole
def test_a_companion_that_hangs_is_noticed_and_mended_by_itself(show: Open, stage: tuple[Stage, Server], text: Any) -> None:
    table = playing()
    page = show(table)
    page.locator("#status [title='The table is being watched']").wait_for()
    stand, server = stage
    stand.app = frozen = Freezing(stand.app)
    page.goto(server.url)
    see(page, "#not-live", "Not live")
    assert page.locator("#piles").is_visible()
    table.lay("up2", "19")
    frozen.thawed.set()
    see(page, "[data-zone=up2]", "above 19")
    page.locator("#not-live").wait_for(state="hidden")


class SlowState:
    """A companion whose answer to "what is the state?" is made at once, and arrives only after the stream has spoken."""

    def __init__(self, app: Any) -> None:
        self.app, self.made, self.may_arrive = app, threading.Event(), threading.Event()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        if environ["PATH_INFO"] == "/api/stream":
            self.made.wait(60)
        answer = self.app(environ, start_response)
        if environ["PATH_INFO"] == "/api/state":
            answer = [b"".join(answer)]
            self.made.set()
            self.may_arrive.wait(60)
        return answer


def test_an_answer_that_comes_late_does_not_bring_back_an_older_table(
    show: Open, stage: tuple[Stage, Server], text: Any
) -> None:
    table = playing()
    page = show(table)
    stand, server = stage
    stand.app = slow = SlowState(stand.app)
    with page.expect_request_finished(lambda asked: "/api/state" in asked.url):
        page.goto(server.url)
        assert slow.made.wait(60)
        table.lay("up2", "19")
        see(page, "#turn", "The turn may end")
        slow.may_arrive.set()
    see(page, "#turn", "The turn may end")


@pytest.mark.whole
def test_silence_is_told_within_three_seconds_of_the_phone_s_own_clock(
    show: Open, stage: tuple[Stage, Server], browser: Any
) -> None:
    show(playing())
    stand, server = stage
    stand.app = frozen = Freezing(stand.app)
    with browser.new_context() as context:
        page = context.new_page()
        page.clock.install(time=0)
        page.clock.pause_at(1000)
        page.goto(server.url)
        page.clock.run_for(2000)
        assert page.locator("#not-live").is_hidden(), "a beat comes every two seconds"
        page.clock.run_for(1000)
        assert page.locator("#not-live").is_visible()
        frozen.thawed.set()


FULL = {"en": "So many phones look at this table", "it": "Così tanti telefoni guardano questo tavolo"}


@varied_language()
def test_without_a_free_place_on_the_stream_it_asks_now_and_then_and_says_why(show: Open, language: str) -> None:
    table = playing()
    page = show(table, f"?language={language}", streams=0)
    see(page, "[data-word=refused]", FULL[language])
    table.lay("up2", "19")
    see(page, "[data-zone=up2]", "19")
    page.tap("[data-key=notices-read]")
    page.locator("[data-word=refused]").wait_for(state="detached")
    page.evaluate("sessionStorage.clear()")  # or the next test would have read it
    page.goto("about:blank")  # where it asks no more
    page.complaints.clear()  # the browser notes the 503


@pytest.mark.whole
def test_the_121st_phone_says_why_it_hears_late_until_another_is_closed(
    show: Open, stage: tuple[Stage, Server], browser: Any
) -> None:
    """Of all the places on the stream every one is taken; then one phone hangs up."""
    _, server = stage
    page = show(playing(), streams=120)
    see(page, "#piles", "First ascending")
    page.goto("about:blank")
    with ExitStack() as crowd:
        phones = [crowd.enter_context(urllib.request.urlopen(f"{server.url}api/stream")) for _ in range(120)]
        page.goto(server.url)
        see(page, "[data-word=refused]", "Close the page on phones that nobody is looking at.")
        phones[7].close()
        page.locator("[data-word=refused]").wait_for(state="detached")
        page.goto("about:blank")
    page.complaints.clear()  # the browser notes the 503


def test_the_language_is_switched_in_the_menu_and_kept(show: Open) -> None:
    page = show(playing())
    page.tap("#menu")
    page.tap("text=Italiano")
    see(page, "#turn", "Gioca Ada")
    assert page.evaluate("document.documentElement.lang") == "it"
    page.reload()
    see(page, "#actions", "Fine turno")


def test_the_camera_page_shows_each_new_picture(show: Open) -> None:
    table = SCENES["playing"]()
    page = show(table, "table")
    page.locator("#picture[width='640'][height='360']").wait_for()
    table.pictures["table"] = table.pictures["up2"]
    page.locator("#picture[width='172'][height='240']").wait_for()
    del table.pictures["table"]
    see(page, "#words", "There is no picture of the table yet.")
    page.complaints.clear()  # the browser notes the 404


def test_cards_of_every_game_can_be_told_apart_and_are_named(show: Open) -> None:
    faces = ["47", "F44", "47:skull", "9:three", "7R", "10X", "s12", "g12", "QH", "TD", "blue", "red*", "back", "", "?"]
    words = ["47", "burning 44", "47 with skull", "9 with 3!", "red 7", "grey 10", "silver 12", "gold 12", "queen of hearts"]
    words += ["10 of diamonds", "blue chip", "turned red chip", "a card face down", "nothing", "unreadable"]
    page = show(playing())
    said = page.evaluate(
        "async (faces) => { const { card } = await import('/static/faces.js'); "
        "return faces.map((face) => card(face).getAttribute('aria-label')); }",
        faces,
    )
    assert said == words


def test_the_keypad_orders_the_cards_of_every_game(show: Open) -> None:
    faces = ["QH", "AS", "TD", "2S", "10R", "2R", "47:skull", "47", "3", "12", "g3", "s59", "blue", "green*"]
    page = show(playing())
    grouped = page.evaluate(
        "async (faces) => { const { groups } = await import('/static/faces.js'); "
        "return groups(faces).map((g) => [g.title, g.tiles]); }",
        faces,
    )
    assert dict(grouped) == {
        "red": [["2R"], ["10R"]],
        "3–3": [["3"]],
        "12–12": [["12"]],
        "47–47": [["47", "47:skull"]],
        "Silver": [["s59"]],
        "Gold": [["g3"]],
        "spades": [["AS"], ["2S"]],
        "hearts": [["QH"]],
        "diamonds": [["TD"]],
        "Chips": [["blue"], ["green*"]],
    }
