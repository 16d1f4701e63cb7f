"""`companion run`: the service at the table."""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from companion.app.companion import Companion
from companion.app.state_files import look_over_files, note_files
from companion.doctor.config_check import check_against_machine, load_checked_config
from companion.journal.state_lock import StateLock
from companion.machine.config import Config
from companion.machine.door_card import find_card_or_none
from companion.machine.ending import Ending, end_when_told, exit_process
from companion.machine.log_lines import begin_log
from companion.machine.memory import settle_memory, share_one_arena
from companion.machine.network.addresses import invitation_lines
from companion.machine.network.ports import require_free_port
from companion.machine.paths import state_directory
from companion.match.referee import Match
from companion.setup.profile import ProfileShelf, TableProfile, apply_profile
from companion.sources.bare import NO_MAT, UNKNOWN_LAYOUT, bare_scene_for, bare_table_for, goes_without_mat, keep_landmarks
from companion.sources.board_layouts import read_own_layout
from companion.sources.decks import learn_in_background
from companion.sources.practice_decks import ReportLearning, keep_to_oneself
from companion.sources.readers import deck_for
from companion.sources.scenery import Scenery, Setting
from companion.sources.sources import board_for, commands_for, find_source, layout_for, readers_for, scene_for
from vision.drawn.table.acts import make_waiting_script
from vision.drawn.table.virtual_camera import VirtualTable

CommandsOf = Callable[[str], Mapping[str, str] | None]
LayoutOf = Callable[[str], str | None]

LOOK_AROUND_S = 30.0  # seconds between looks at an old code, an old certificate and the picture; guess
BACKUP_LOOK_S = 3600.0  # seconds between looks for today's backup; guess


def run(arguments: argparse.Namespace) -> int:
    """0 after SIGTERM or Ctrl-C. Options replace values of the configuration. Raises `ConfigError` for unusable values,
    `AddressInUse`, `StateInUse`."""
    share_one_arena()
    end_when_told()
    config = load_checked_config(arguments.config)
    given = {"host": arguments.host, "port": arguments.port, "tls": arguments.tls}
    web = replace(config.web, **{key: value for key, value in given.items() if value})
    eye = replace(config.eye, source=arguments.source) if arguments.source else config.eye
    club = replace(config.club, broker=arguments.club) if arguments.club else config.club
    config = replace(config, web=web, eye=eye, club=club)
    check_against_machine(config)
    state = state_directory()
    with StateLock(state, needed=False):
        require_free_port(config.web)
        found = look_over_files(state, time.time())
        shelf = ProfileShelf(state / "profile.json")
        commands, layout = cards_and_board_of(config, shelf)
        scenery = settle_after(scenery_of(config, shelf, lambda learning: companion.report_learning(learning)))
        code = find_card_or_none().code
        companion = Companion(config, scenery, state, commands, layout, shelf=shelf, found=found, card_code=code)
        note_files(state)
        return serve_until_told(companion)


def cards_and_board_of(configured: Config, shelf: ProfileShelf) -> tuple[CommandsOf, LayoutOf]:
    """For each game: the commands on the cards, and the layout of the owner's board (None for the virtual table). Deck and
    camera are of the set-up in `shelf` when a match begins, else of the configuration `configured`."""

    def deck_and_drawn() -> tuple[str, bool]:
        config = apply_profile(configured, shelf.profile)
        return config.eye.deck, find_source(config.eye.source).kind == "virtual"

    return (
        lambda game: commands_for(game, *deck_and_drawn()),
        lambda game: None if deck_and_drawn()[1] else read_own_layout(game),
    )


def scenery_of(configured: Config, shelf: ProfileShelf | None = None, report: ReportLearning = keep_to_oneself) -> Scenery:
    """A function that opens camera, mat and readers for a game and match. At each call it asks `configured` and the set-up in
    `shelf` anew (None = no set-up).

    `report`: told how far a practice deck is learned. Raises `ConfigError` for an unknown source at once.
    """
    find_source(configured.eye.source)

    def scenery(game: str, match: Match | None) -> Setting:
        """Camera, mat and readers for `game`. `match`: None = before the first. Raises what opening raises."""
        profile = shelf.profile if shelf else TableProfile()
        config = apply_profile(configured, profile)
        source = find_source(config.eye.source)
        drawn = source.kind == "virtual"
        started, without = match.started if match else None, config.eye.mat == NO_MAT and goes_without_mat(game)
        layout = UNKNOWN_LAYOUT if without else layout_for(game, "" if config.eye.mat == NO_MAT else config.eye.mat, started)
        board = board_for(game, drawn)
        readers, deck = readers_for(game, config.eye.deck, drawn, report), deck_for(game, config.eye.deck, drawn)
        scene = None
        if drawn:  # nothing happens on the virtual table by itself
            scene = bare_scene_for(game, layout_for(game, "", started), 0) if without else scene_for(game, layout)
        return Setting(
            layout,
            readers,
            VirtualTable(scene.layout, make_waiting_script(), scene=scene) if scene else source.opened(),
            live=source.live,
            board=board,
            bare=bare_table_for(game, deck, started, readers.get("card"), board, drawn) if without else None,
            remember=partial(keep_landmarks, game, deck) if deck else None,
            distortion=profile.distortion,
            held=profile.held,
            level=profile.seen.get("level"),
        )

    return scenery


def settle_after(scenery: Scenery) -> Scenery:
    """A scenery that opens as `scenery` does, and settles memory once all that a match needs is loaded."""

    def prepare(game: str, match: Match | None) -> Setting:
        setting = scenery(game, match)
        settle_memory()
        return setting

    return prepare


def serve_until_told(companion: Companion) -> int:
    """0 after SIGTERM or Ctrl-C and a clean stop; the process ends here where threads hang. Decks learn in the background
    meanwhile. Call in the main thread."""
    begin_log()
    ending = Ending()
    companion.start_all()
    learning = learn_in_background()
    server, (code, word) = companion.server, companion.access.joining_code
    for line in invitation_lines(
        server.host, server.port, server.url, code, word, companion.certificate_fingerprint, drawn=sys.stdout.isatty()
    ):
        print(line, flush=True)
    backed_up = time.monotonic()
    while not ending.wait_for_end(LOOK_AROUND_S):
        companion.access.renew_old_code()
        companion.renew_certificate()
        companion.compare_picture()
        if time.monotonic() - backed_up >= BACKUP_LOOK_S:
            backed_up = time.monotonic()
            companion.request_backup()
    for process in learning:
        process.terminate()
    companion.stop_all()
    if threading.active_count() > 1:
        exit_process()
    return 0
