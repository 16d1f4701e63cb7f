"""Whose chips are which: a team's colour is its own choice (SQ-20).

The first chip that a team lays names its colour, or somebody says it. Until then any of the three that no team has is right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.errors import InputError, PositionError
from companion.games.findings import foul, note
from companion.games.positions import shown
from companion.games.sequence.state import COLOURS, TURNED, SequenceState
from companion.match.rules import Finding, Step

ANY = "any"
"""Said for a team that has not chosen its colour yet."""


def colour_of(face: str) -> str:
    """The colour of a chip, whichever side lies up."""
    return face.removesuffix(TURNED)


def team_with(state: SequenceState, colour: str) -> int | None:
    """The team that has chosen this colour, None where nobody has."""
    return state.colours.index(colour) if colour in state.colours else None


def colour_fault(state: SequenceState, face: str, zone: str) -> Finding | None:
    """Why the team to move may not lay a chip that shows `face` (SQ-05, SQ-20); None where it may."""
    colour, own, owner = colour_of(face), state.colours[state.team], team_with(state, colour_of(face))
    if own and colour != own:
        return foul("SQ-05", "wrong-colour", zone, face=colour, expected=own)
    if owner is not None and not own:
        return foul("SQ-05", "taken-colour", zone, face=colour, seat=owner + 1, alone=_alone(state))
    return foul("SQ-05", "white-side-up", zone, face=face) if face != colour else None


def name_colour(state: SequenceState, team: int, face: str, seat: int) -> tuple[SequenceState, tuple[Finding, ...]]:
    """The state after `seat` laid a chip of its `team` that shows `face`, with what is said where that names the team's colour."""
    colour = colour_of(face)
    if not colour or state.colours[team] or colour in state.colours:
        return state, ()
    return with_colour(state, team, colour), (_said(state, team, colour, seat),)


def with_colour(state: SequenceState, team: int, colour: str) -> SequenceState:
    """The state in which this team plays this colour."""
    return replace(state, colours=(*state.colours[:team], colour, *state.colours[team + 1 :]))


def _said(state: SequenceState, team: int, colour: str, seat: int) -> Finding:
    return note("SQ-20", "team-colour", colour=colour, team=team, seat=seat + 1, alone=_alone(state), news=1)


def _alone(state: SequenceState) -> int:
    """1 where everybody plays for themselves, else 0."""
    return int(state.players == state.teams)


def with_face(state: SequenceState, space: int, face: str, team: int) -> SequenceState:
    """The state in which a space shows a face, lawful or not. A chip in a colour that nobody has chosen is that of `team`, which laid it."""
    bit, colour = 1 << space, colour_of(face)
    strays = tuple(stray for stray in state.strays if stray[0] != space)
    owner = team_with(state, colour) if colour else None
    if colour and owner is None:
        owner = team
        if state.colours[team]:
            strays = (*strays, (space, colour))
        else:
            state = with_colour(state, team, colour)
    chips = tuple(mine | bit if other == owner else mine & ~bit for other, mine in enumerate(state.chips))
    turned = state.turned | bit if face.endswith(TURNED) else state.turned & ~bit
    return replace(state, chips=chips, turned=turned, strays=strays)


def name_by_sight(state: SequenceState, space: int, face: str) -> Step[SequenceState] | None:
    """The colour of a team's chip is seen that was only told to lie there: it names the team's colour. None where it is named already."""
    owner, colour = state.owner(space), colour_of(face)
    if owner is None or not colour or state.colours[owner] or colour in state.colours:
        return None
    named, said = name_colour(state, owner, colour, owner)
    return Step(named, said)


def choose_colours(state: SequenceState, given: Any) -> Step[SequenceState]:
    """Somebody says which team plays which colour, in the order of the teams. Raises `InputError`."""
    colours = read_colours(given, state.teams, InputError)
    said = tuple(
        _said(state, team, colour, team) for team, colour in enumerate(colours) if colour and colour != state.colours[team]
    )
    return Step(replace(state, colours=colours), said) if said else Step(state)


def read_colours(given: Any, teams: int, error: type[InputError] = PositionError) -> tuple[str, ...]:
    """The colour of each team, "" for one that has not chosen: a list, or the words of a text. Raises `error`."""
    if given is None:
        return ("",) * teams
    words: Sequence[Any] = given.replace(",", " ").split() if isinstance(given, str) else given
    if not isinstance(words, list | tuple) or len(words) != teams:
        raise error.of("colours-needed", where="colours", count=teams, known=(*COLOURS, ANY))
    for word in words:
        if word not in (*COLOURS, ANY):
            raise error.of("no-chip", given=shown(word), known=(*COLOURS, ANY))
    chosen = [word for word in words if word != ANY]
    if len(set(chosen)) < len(chosen):
        raise error.of("colour-twice", where="colours")
    return tuple("" if word == ANY else word for word in words)
