"""What a phone may ask for: the commands, and the schema of each body."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from web.door.phones import Role
from web.schema import (
    Schema,
    described,
    either,
    flag,
    list_of,
    mapping,
    nullable,
    number,
    one_of,
    record,
    spoken,
    text,
    whole,
)

FACE = described(text(20), 'What a zone shows: "47", "F44", "47:skull", "7R", "s12", "QH", "blue", or "" for nothing.')
ZONE = described(text(20, shortest=1, pattern=r"[A-Za-z0-9_]+"), 'A place on the table, such as "up1" or "r3c4".')
ENTRY = described(whole(), "Number of an entry of the log.")
PLACE = described(number(0, 1), "A share of the way around the mat's edge, from its near left corner clockwise.")
COLOURS = described(
    list_of(text(20, shortest=1, pattern=r"[a-z]+"), 3), 'The colour of each team, "any" where its first chip or card names it.'
)
VERDICT = one_of("legal", "illegal", "loss", "win", "note")
CONFIRM = described(
    flag(), 'false: where it would make later cards wrong it is not done, and "asks" in the answer says what it would change.'
)
VERSION = whole(0, 2**53 - 1)
NAME = text(40, shortest=1, pattern=r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Command:
    """Something that a person may ask for."""

    name: str
    summary: str
    body: Schema = field(default_factory=record)  # schema of the JSON object in the request
    role: Role = Role.REFEREE  # whose phone may ask


COMMANDS: Mapping[str, Command] = {
    command.name: command
    for command in (
        Command(
            "start",
            "Start a match; one that is running ends.",
            record(
                {"game": described(NAME, 'As in the view\'s "games".'), "players": whole(1, 12)},
                {
                    "names": described(list_of(spoken(40), 12), "Names of the players in the order of their seats."),
                    "options": mapping(either(flag(), whole(), NAME)),
                    "begins": described(whole(0, 11), "The seat that has the first turn; by default the first."),
                    "colours": COLOURS,
                },
            ),
        ),
        Command(
            "resume",
            "Go on with an older match, as it stands; the one on the table stays in the list.",
            record({"match": described(whole(1), 'As in the answer of "/api/matches".')}),
        ),
        Command(
            "end_turn",
            "End the turn of the player to move.",
            record(optional={"turn": described(whole(), "The turn that the phone showed; dropped if it is over already.")}),
            role=Role.PLAYER,
        ),
        Command(
            "undo",
            "This entry never happened; without one, the last that can be undone.",
            record(optional={"entry": nullable(ENTRY), "confirm": CONFIRM}),
            role=Role.PLAYER,
        ),
        Command(
            "correct",
            "It was another card, lay in another place, or was another player's.",
            record({"entry": ENTRY}, {"face": FACE, "zone": ZONE, "seat": whole(0, 11), "confirm": CONFIRM}),
        ),
        Command(
            "insert",
            "Something was missed just before an entry: a card, or without one the end of a turn.",
            record({"before": ENTRY}, {"zone": ZONE, "face": FACE, "seat": whole(0, 11), "confirm": CONFIRM}),
        ),
        Command("play_on", "The match is lost, and the table plays on all the same."),
        Command(
            "set_up",
            "Corrected how the match was set up: the variant, who began, the names, where the players sit, who plays which colour.",
            record(
                optional={
                    "options": mapping(either(flag(), whole(), NAME)),
                    "begins": described(whole(0, 11), "The seat that had the first turn."),
                    "names": described(list_of(spoken(40), 12), "Names of the players in the order of their seats."),
                    "places": described(list_of(nullable(PLACE), 12), "Of each seat; null where that is to be learned."),
                    "colours": COLOURS,
                }
            ),
        ),
        Command("put", "Enter what lies in a zone.", record({"zone": ZONE, "face": FACE}), role=Role.PLAYER),
        Command("answer", "Answer a question of the camera.", record({"question": NAME, "face": FACE}), role=Role.PLAYER),
        Command("ignore", "Drop a question of the camera: nothing was laid.", record({"question": NAME}), role=Role.PLAYER),
        Command(
            "turn_ended",
            "Answer whether the turn had ended that was asked about.",
            record({"question": NAME, "ended": flag()}),
            role=Role.PLAYER,
        ),
        Command("waive", "Let the foul in dispute at this zone stand.", record({"zone": ZONE})),
        Command(
            "claim",
            "Say what no camera sees, such as being stuck.",
            record({"code": NAME}, {"seat": whole(0, 11), "detail": mapping(either(spoken(), whole(), flag()))}),
            role=Role.PLAYER,
        ),
        Command(
            "answer_pile",
            "Say on which pile a card lies. One that is not played is dropped by ignore.",
            record({"question": NAME, "zone": ZONE}),
            role=Role.PLAYER,
        ),
        Command(
            "piles",
            "Of the piles that were found without a mat: they are named rightly, or are other piles, or a draw pile lies there.",
            record(
                optional={
                    "swap": described(list_of(ZONE, 2), "Two piles that go by one another's names."),
                    "names": described(mapping(ZONE), "Which pile each is: its name in the view to its real name."),
                    "draw": described(ZONE, 'A draw pile that lies at "at".'),
                    "at": list_of(number(0, 1), 2),
                }
            ),
        ),
        Command(
            "board",
            "Say which card is printed on a space of a board that the camera cannot read.",
            record({"number": described(whole(1), "Of the picture of the board, as in the view."), "zone": ZONE, "face": FACE}),
            role=Role.PLAYER,
        ),
        Command(
            "trust",
            "Out of step: take what the camera sees, or what the match holds.",
            record({"whom": one_of("table", "game")}),
        ),
    )
}


ANSWER = record(
    {
        "verdict": described(one_of("legal", "illegal", "loss", "win"), "Of this command alone."),
        "rule": described(nullable(text(20)), "Of this command alone; null where nothing speaks against it."),
        "message": described(text(600), "One or two sentences on this command, in the language of the phone."),
        "open": described(
            list_of(record({"entry": ENTRY, "rule": nullable(text(20))})),
            "What else is refused and not put right yet, with its rule.",
        ),
        "version": described(VERSION, "Of the view that shows it."),
    },
    {
        "asks": record(
            {
                "text": described(text(200), "What would be wrong afterwards, as a question."),
                "changed": list_of(
                    record({"entry": ENTRY, "was": VERDICT, "now": VERDICT, "rule": nullable(text(20))}), 1_000_000
                ),
            }
        )
    },
)
"""Answer to a command that was done, or with "asks" was not."""
