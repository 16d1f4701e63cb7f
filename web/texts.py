"""Every text of the pages: id in the catalogue, and names of values.

Ids with `DASHBOARD_PREFIX` belong to the dashboard; the others are words for cards that all parts of a companion share.
"""

from __future__ import annotations

from collections.abc import Mapping

DASHBOARD_PREFIX = "dashboard-"

_OWN = """
title menu close cancel language own-name reconnecting no-answer player:seat
welcome welcome-text new-match another-game no-games game players players-range:from:to players-exactly-one:count
players-exactly-other:count fewer more options names name-of:seat start
turn-number:number to-play:name laid-one:count laid-other:count still-one:count still-other:count may-end in-deck:count
in-hand-one:count in-hand-other:count
won lost drawn wins:names left-one left-other rating-perfect rating-excellent rating-plain
verdict-legal verdict-illegal verdict-loss verdict-win verdict-note
does-not-stand another-card
not-sure other-card crop
piles-title piles-right piles-wrong piles-which piles-with piles-kinds piles-which-is piles-pictures piles-up piles-down piles-done
board-naming-title board-name board-picture board-space:number board-which-card
piles-names piles-card pile-other bare-title draw-title draw-show draw-without draw-where:pile draw-keys draw-mark:pile
out-of-step expected seen trust-table trust-table-means trust-game trust-game-means
this-turn too-late
piles way-up way-down state-foul state-ask state-due-now state-due-one:count state-due-other:count
state-out-of-step bottom-to-top empty-pile
enter-what-lies laid-on-it
only-watches referee-decides what-happened
who-sits-where places-text places-shown places-unknown place-learned:side places-shared:names places-save sits:name place-on place-back
place-learn large-board check-table check-fine check-differs-one:count check-differs-other:count
matches matches-wait matches-none match-on-table match-look match-resume
new-match-leaves:title:turn undo-new-match:what who-begins names-known side-left side-far side-right side-near
lamps buzzer-on buzzer-off lamp-off lamp-green lamp-amber lamp-red lamp-white
asks-title asks-yes asks-no
log undone entry-title never-happened nothing-played another-player undo-amendment
missed-card missed-chip missed-end which-pile
set-up put-right-text leaves who-began put-right
undo undo-takes:what the-correction:text stuck stuck-means stuck-passes say end-turn
groups variants nothing-there silver gold chips other-faces
board team-blue team-green team-red colours colours-means colours-any colours-open
see-table no-picture table-title back
notices notices-read
pair-title pair-text pair-text-sight pair-sight-code pair-sight-text
pair-club-title pair-club-text pair-code pair-name pair-looks pair-go pair-button-text pair-button-go
health-title health-again try-lamps sound-on sound-off
pair-wrong pair-old-word pair-press-first pair-name-wrong pair-wait:minutes
phones-title phones-you phones-here phones-away phones-nameless:id phones-name phones-role phones-remove phones-remove-sure:name
phones-invite phones-invite-text:address:code phones-take-over phones-take-over-text phones-open
phones-need-a-referee phones-referee-is-here phones-gone stream-full refused pair-full pair-no-cookies only-referee only-player
role-referee role-player role-spectator role-referee-means role-player-means role-spectator-means
actions not-live not-live-text any-card another-pile in-force or:words room-one:count room-other:count more-words-one:count
more-words-other:count all-words the-rule:id in-turns-one:count in-turns-other:count put-right-title blind-title trouble
which-card-on:place places-differ-one:count places-differ-other:count differs:expected:seen twins-title the-later
the-earlier
history history-left history-backward history-named history-by-match:values history-honest tally-left tally-laid tally-backward
tally-fouls tally-named tally-misread rating statistics statistics-players statistics-groups statistics-none
statistics-more:count statistics-honest record-matches record-won record-fewest record-streak record-running export
table-then:step:steps afterwards
show-me clip-title clip-play clip-pause clip-back clip-on clip-slow clip-marks clip-where
clip-before:seconds clip-at clip-hand-over:places clip-read:what clip-nothing-new clip-reading:places clip-picture
clip-keep clip-kept clip-keep-means clip-gone found-title counted-title misread-title new-plays-one:count new-plays-other:count no-plays
corner space-upper space-lower space-left space-right lies-there aloud-on aloud-off large-print small-print give-camera to-set-up
camera-title camera-text camera-go camera-stop camera-which camera-insecure camera-denied camera-none camera-ended
set-up-title set-up-minutes:minutes set-up-done set-up-next set-up-again set-up-start set-up-export set-up-import set-up-no-answer
set-up-picture set-up-give-camera
set-up-club set-up-club-title set-up-club-referee set-up-club-fixed set-up-club-key set-up-club-found
set-up-club-searching set-up-club-nothing set-up-club-broker set-up-club-name set-up-club-user set-up-club-password
set-up-club-password-kept set-up-club-names set-up-club-numbers set-up-club-real set-up-club-nicknames set-up-club-ca
set-up-club-ca-kept set-up-club-join set-up-club-leave
help help-wrong help-misread help-misread-do help-undo help-undo-do help-missed help-missed-do help-goes-on help-goes-on-do help-differs
help-differs-do help-nothing help-nothing-do help-lamps help-lamps-means help-accepted help-accepted-do help-foul
help-foul-do help-ask help-ask-do help-deadline help-deadline-do help-out_of_step help-out_of_step-do help-won help-won-do
help-lost help-lost-do help-buzzer help-buzz-foul help-buzz-foul-do help-buzzer-off help-try news:version news-title news-none
nothing-at-address no-such-match nothing-to-set-up not-that-kind body-too-large:kilobytes stumbled unknown-name:address other-site
menu-match menu-table menu-phone sounds-on sounds-off screen-sleeps share console console-close
figures-here figures-off no-phone-camera
camera-no-jpeg camera-too-large:kilobytes camera-not-chosen
camera-begins camera-no-answer camera-taken:name camera-unwanted:source camera-too-many camera-no-picture:reason
"""

_CLUB = """
club-title club-results club-tables club-count-one:count club-count-other:count club-plays:count club-calls:count
club-free:count club-away:count club-none club-none-text club-large club-referee-to:table club-question-at:table
club-since:minutes club-since-now club-empty club-offline club-blind club-won club-lost club-drawn club-playing
club-to-move:name club-turn:number club-left-one:count club-left-other:count club-deck-one:count club-deck-other:count
club-back club-not-live club-print club-csv club-json club-no-results club-when club-table club-game club-players
club-outcome club-changed club-changes club-amended club-taken-back club-told-anew club-under-correction club-correct
club-correct-why club-correct-go club-correct-undo club-correct-status club-correct-winners club-correct-left
club-correct-score club-organiser club-no-match club-no-log club-missing-one:count club-missing-other:count club-of-table
club-log club-player:number
"""
"""Texts of the club's pages."""

_TOURNAMENTS = """
tournament-title tournament-new tournament-none tournament-unknown tournament-unreadable tournament-too-long tournament-back
tournament-round:number tournament-not-begun tournament-closed tournament-leagues tournament-league
tournament-league-of tournament-evenings tournament-best tournament-count-again tournament-name tournament-format
tournament-swiss tournament-round-robin tournament-series tournament-players tournament-players-help tournament-more
tournament-rounds tournament-cycles tournament-points tournament-handicaps tournament-missed tournament-create
tournament-seats tournament-waits tournament-first-named tournament-byes:names tournament-pair:number
tournament-standings tournament-place tournament-played tournament-won-drawn-lost tournament-withdrawn
tournament-winner:name tournament-won tournament-drawn tournament-lost tournament-bye tournament-no-result
tournament-counts:count tournament-enter-result tournament-correct tournament-why tournament-save tournament-take-away
tournament-question tournament-let-count tournament-dismiss tournament-second-match tournament-began-before
tournament-person-spoke tournament-unclear tournament-moved-away tournament-direct tournament-buchholz
tournament-sonneborn tournament-wins tournament-best-round tournament-withdraw tournament-return tournament-enter
tournament-fail tournament-mend tournament-add-table tournament-close tournament-open
"""
"""Texts of the pages of tournaments."""

_WIFI = """
wifi-title wifi-text wifi-networks wifi-none wifi-signal:percent wifi-is-open wifi-is-company wifi-typed wifi-password
wifi-country wifi-join wifi-then wifi-joining-code
wifi-joining-title:name wifi-joining-phone:name wifi-joining-open wifi-joining-failed
wifi-no-network wifi-name-wrong wifi-password-wrong wifi-no-country wifi-company
wifi-wrong-password:name wifi-not-in-reach:name wifi-no-address:name wifi-refused:name
"""
"""Texts of the page on the access point."""

CLUB_PREFIX, TOURNAMENT_PREFIX, WIFI_PREFIX = "club-", "tournament-", "wifi-"
PAGE_PREFIXES = ("camera-", "set-up-club-", "set-up-", "help-", CLUB_PREFIX, TOURNAMENT_PREFIX, WIFI_PREFIX)
"""Begin the ids of texts that one page alone needs; shared texts are sent without them."""

_SHARED = """
face-empty face-unreadable face-back face-burning:number face-command:number:command face-suited:rank:suit
face-coloured:number:colour face-s:number face-g:number
command-stop command-skull command-three command-silence command-noback command-onepile command-draw1
suit-S suit-H suit-D suit-C
rank-A rank-2 rank-3 rank-4 rank-5 rank-6 rank-7 rank-8 rank-9 rank-T rank-J rank-Q rank-K
colour-R colour-B colour-G colour-Y colour-X
chip-blue chip-green chip-red chip-blue-flipped chip-green-flipped chip-red-flipped
"""


def _read_texts(words: str, prefix: str = "") -> dict[str, tuple[str, ...]]:
    parted = (word.split(":") for word in words.split())
    return {prefix + id: tuple(values) for id, *values in parted}


TEXTS: Mapping[str, tuple[str, ...]] = _read_texts(_OWN + _CLUB + _TOURNAMENTS + _WIFI, DASHBOARD_PREFIX) | _read_texts(_SHARED)
"""Id -> names of the values that the page fills in."""
