"""A board whose printed cards the eye cannot read: a person says which card is printed on a space, and so how the board lies."""

from __future__ import annotations

from companion.errors import InputError
from companion.games.boards import find_fitting_turns, layout_of_match
from companion.session.publisher import Publisher
from companion.session.snapshot import BoardNaming


class BoardNamings:
    """What people say of the board that is asked about."""

    def __init__(self, publisher: Publisher) -> None:
        self._publisher = publisher

    def report_unread_board(self, number: int) -> None:
        """The eye sees a board and reads no card on it. `number`: of the picture of the board, 0 once a board is known."""
        self._publisher.publish_changes(board_naming=BoardNaming(number) if number else None)

    def name_space(self, picture: int, zone: str, face: str) -> None:
        """A person says which card is printed on a space of the picture `picture`. Once a single turn of the layout fits all that
        was said, the board is named. `zone`: of the space as the picture shows it, such as "r2c3". Raises `InputError` where
        another picture or none is asked about, and where the layout has no such card there in any turn."""
        naming, match = self._publisher.snapshot.board_naming, self._publisher.playing.match
        if naming is None or naming.number != picture or naming.quarters is not None:
            raise InputError.with_id("board-not-asked")
        said = {**dict(naming.said), zone: face}
        turns = find_fitting_turns(layout_of_match(match.started.options), said)
        if not turns:
            self._publisher.publish_changes(board_naming=BoardNaming(naming.number))
            raise InputError.with_id("board-card-elsewhere", card=face)
        quarters = turns[0] if len(turns) == 1 else None
        self._publisher.publish_changes(board_naming=BoardNaming(naming.number, tuple(said.items()), quarters))
