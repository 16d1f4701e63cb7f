"""Whose chips are which: a team's colour is the team's own choice (SQ-20).

A team's first chip names the colour, or somebody says the colour. Until then any colour without a team is right.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.errors import InputError
from companion.games.findings import make_foul, make_note
from companion.games.hands import replace_at
from companion.games.positions import read_colours
from companion.games.sequence.state import TEAM_COLOURS, TURNED_MARK, SequenceState
from companion.match.rules import Finding, Step


def find_chip_colour(face: str) -> str:
    """The colour of a chip, whichever side lies up."""
    return face.removesuffix(TURNED_MARK)


def find_team(state: SequenceState, colour: str) -> int | None:
    """The team that has chosen a colour, None for nobody."""
    return state.colours.index(colour) if colour in state.colours else None


def find_colour_fault(state: SequenceState, face: str, zone: str) -> Finding | None:
    """Why the team to move may not lay a chip that shows `face` (SQ-05, SQ-20); None where allowed."""
    colour, own, owner = find_chip_colour(face), state.colours[state.team], find_team(state, find_chip_colour(face))
    if own and colour != own:
        return make_foul("SQ-05", "wrong-colour", zone, face=colour, expected=own)
    if owner is not None and not own:
        return make_foul("SQ-05", "taken-colour", zone, face=colour, seat=owner + 1, alone=_count_alone(state))
    return make_foul("SQ-05", "white-side-up", zone, face=face) if face != colour else None


def name_colour(state: SequenceState, team: int, face: str, seat: int) -> tuple[SequenceState, tuple[Finding, ...]]:
    """The state after `seat` of `team` laid a chip that shows `face`, with a note where that names the team's colour. Unchanged
    where the team has a colour, or the colour a team."""
    colour = find_chip_colour(face)
    if not colour or state.colours[team] or colour in state.colours:
        return state, ()
    return set_team_colour(state, team, colour), (_make_team_note(state, team, colour, seat),)


def set_team_colour(state: SequenceState, team: int, colour: str) -> SequenceState:
    """The state in which a team plays a colour."""
    return replace(state, colours=replace_at(state.colours, team, colour))


def _make_team_note(state: SequenceState, team: int, colour: str, seat: int) -> Finding:
    return make_note("SQ-20", "team-colour", colour=colour, team=team, seat=seat + 1, alone=_count_alone(state), news=1)


def _count_alone(state: SequenceState) -> int:
    """1 where everybody plays alone, else 0."""
    return int(state.players == state.teams)


def show_chip(state: SequenceState, space: int, face: str, team: int) -> SequenceState:
    """The state in which a space shows a face, lawful or not. A chip in an unchosen colour belongs to `team`, which laid the
    chip."""
    bit, colour = 1 << space, find_chip_colour(face)
    strays = tuple(stray for stray in state.strays if stray[0] != space)
    owner = find_team(state, colour) if colour else None
    if colour and owner is None:
        owner = team
        if state.colours[team]:
            strays = (*strays, (space, colour))
        else:
            state = set_team_colour(state, team, colour)
    chips = tuple(mine | bit if other == owner else mine & ~bit for other, mine in enumerate(state.chips))
    turned = state.turned | bit if face.endswith(TURNED_MARK) else state.turned & ~bit
    return replace(state, chips=chips, turned=turned, strays=strays)


def name_seen_colour(state: SequenceState, space: int, face: str) -> Step[SequenceState] | None:
    """The step where the colour of a told chip is seen, naming the team's colour. None where the colour is named already."""
    owner, colour = state.find_team_on(space), find_chip_colour(face)
    if owner is None or not colour or state.colours[owner] or colour in state.colours:
        return None
    named, said = name_colour(state, owner, colour, owner)
    return Step(named, said)


def choose_colours(state: SequenceState, given: Any) -> Step[SequenceState]:
    """Somebody says which team plays which colour. `given`: a colour or "" for each team, in the order of the teams, see
    `read_colours`. Notes on the colours that are new; without any the state is unchanged. Raises `InputError`."""
    colours = read_colours(given, state.teams, TEAM_COLOURS, "no-chip", InputError)
    said = tuple(
        _make_team_note(state, team, colour, team)
        for team, colour in enumerate(colours)
        if colour and colour != state.colours[team]
    )
    return Step(replace(state, colours=colours), said) if said else Step(state)
