"""The board: its layout, its turns, its lines of five."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import PositionError
from companion.games.sequence.board import (
    CORNERS,
    STRAIGHT_OF,
    UNKNOWN_CARD,
    WINDOWS,
    find_completed_lines,
    parse_layout,
    space_at,
    spaces_in,
    zones_in,
)
from companion.games.sequence.cards import FRENCH_CARDS, JACKS
from companion.games.sequence.layouts import CLASSIC

BOARD = parse_layout(CLASSIC)


def spiral():
    """The spaces from (0, 1) clockwise inwards, corners skipped."""
    row, column, down, right = 0, 0, 0, 1
    left = set(product(range(10), repeat=2))
    while left:
        left.discard((row, column))
        if (row, column) not in {(0, 0), (0, 9), (9, 0), (9, 9)}:
            yield row, column
        if (row + down, column + right) not in left:
            down, right = right, -down
        row, column = row + down, column + right


def test_the_classic_board_is_the_spiral_of_its_suits():
    # spades 2..A, diamonds 2..A, clubs A..2, hearts A..2, and the same 48 again
    up = "23456789TQKA"
    once = [f"{rank}{suit}" for suit, ranks in (("S", up), ("D", up), ("C", up[::-1]), ("H", up[::-1])) for rank in ranks]
    assert [BOARD.printed[space_at(*cell)] for cell in spiral()] == once * 2


def test_every_card_but_the_jacks_stands_on_the_board_twice():
    assert set(BOARD.spaces) == set(FRENCH_CARDS) - JACKS
    assert all(spaces.bit_count() == 2 for spaces in BOARD.spaces.values())


def test_four_quarter_turns_are_the_board_again_and_a_mirror_image_is_none_of_them():
    turns = [BOARD.turn_quarters(quarters) for quarters in range(5)]
    assert turns[4] == BOARD and len({turn.printed for turn in turns}) == 4
    assert turns[1].printed[space_at(1, 9)] == "2S"  # from (0, 1), clockwise
    mirror = tuple(card for row in range(10) for card in BOARD.printed[10 * row : 10 * row + 10][::-1])
    assert mirror not in {turn.printed for turn in turns}


def test_a_layout_reads_back_from_its_rows():
    assert parse_layout("\n".join(BOARD.turn_quarters(2).rows)) == BOARD.turn_quarters(2)


def test_a_ten_may_be_written_out_and_notes_stand_between():
    assert parse_layout("# mine\n\n" + CLASSIC.replace("TD", "10D")) == BOARD


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: text.replace("** 2S", "** "), "Row 1 of the layout has 9 spaces"),
        (
            lambda text: text.replace("2S 3S 4S 5S 6S 7S 8S 9S", "2S 3S 4S 5S 6S 7S 8S **"),
            "space 9: ** stands in the four corners",
        ),
        (lambda text: text.replace("** 2S", "2S 2S", 1), "space 1: ** stands in the four corners"),
        (lambda text: text.replace("QS", "JS", 1), "JS is no card of the board"),
        (lambda text: text.replace("QS", "1S", 1), "1S is no card of the board"),
        (lambda text: text.replace("QS", "KS", 1), "king of spades 3 times"),
        (lambda text: text[: text.rindex("** AD")], "9 rows"),
        (lambda text: "", "0 rows"),
    ],
)
def test_a_broken_layout_says_what_is_wrong(change, says):
    with pytest.raises(PositionError, match=says.replace("*", r"\*")):
        parse_layout(change("\n".join(BOARD.rows)))


def slow_windows():
    """Every straight five, found the slow way."""
    for row, column in product(range(10), repeat=2):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            cells = [(row + down * i, column + right * i) for i in range(5)]
            if all(0 <= r < 10 and 0 <= c < 10 for r, c in cells):
                yield frozenset(cells)


def test_the_windows_are_all_straight_fives_of_the_board():
    mine = [frozenset(divmod(space, 10) for space in spaces_in(window)) for window in WINDOWS]
    assert len(mine) == len(set(mine)) == 192
    assert set(mine) == set(slow_windows())


def runs(own):
    """Lengths of all straight runs of own spaces, corners included."""
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row, column in product(range(10), repeat=2):
            if (row, column) in own and (row - down, column - right) not in own:
                length = 0
                while (row + down * length, column + right * length) in own:
                    length += 1
                yield length


@given(st.sets(st.integers(0, 99), min_size=20, max_size=95))
def test_a_run_of_five_to_eight_is_one_sequence_and_nine_or_ten_are_two(spaces):
    own = sum(1 << space for space in spaces) | CORNERS
    found = find_completed_lines(own, ())
    assert len(found) == sum((length - 1) // 4 for length in runs({divmod(space, 10) for space in spaces_in(own)}))
    assert all((one & other).bit_count() <= 1 for one in found for other in found if one != other)
    assert find_completed_lines(own, found) == ()


def test_the_first_five_in_reading_direction_count():
    six = sum(1 << space_at(4, column) for column in range(2, 8))
    assert [zones_in(line) for line in find_completed_lines(six, ())] == [("r4c2", "r4c3", "r4c4", "r4c5", "r4c6")]


def test_windows_know_their_straight():
    diagonal = sum(1 << space_at(i, i) for i in range(10))
    assert STRAIGHT_OF[sum(1 << space_at(i, i) for i in range(3, 8))] == diagonal


def hide_spaces(cells):
    """The classic layout with the cards on some spaces unknown."""
    rows = [row.split() for row in BOARD.rows]
    for row, column in cells:
        rows[row][column] = UNKNOWN_CARD
    return "\n".join(" ".join(row) for row in rows)


def test_a_card_may_be_printed_on_every_unknown_space_unless_both_its_spaces_are_known():
    board = parse_layout(hide_spaces([(0, 1), (4, 4)]))  # one of 2S, and another card
    hidden = 1 << space_at(0, 1) | 1 << space_at(4, 4)
    assert board.unknown == hidden
    assert board.spaces["2S"] == BOARD.spaces["2S"] | hidden
    other = BOARD.printed[space_at(4, 4)]
    assert board.spaces[other] == BOARD.spaces[other] | hidden
    known = next(card for card in FRENCH_CARDS if card not in JACKS and card not in ("2S", other))
    assert board.spaces[known] == BOARD.spaces[known]
    assert parse_layout("\n".join(board.rows)) == board


def test_a_board_of_which_nothing_is_known_has_room_for_every_card():
    board = parse_layout(hide_spaces([cell for cell in product(range(10), repeat=2) if not CORNERS >> space_at(*cell) & 1]))
    assert {card: spaces.bit_count() for card, spaces in board.spaces.items()} == dict.fromkeys(board.spaces, 96)
    assert len(board.spaces) == 48


def test_unknown_spaces_excuse_no_card_printed_three_times():
    rows = [row.split() for row in parse_layout(hide_spaces([(4, 4)])).rows]
    rows[5][5] = "2S"
    with pytest.raises(PositionError):
        parse_layout("\n".join(" ".join(row) for row in rows))
