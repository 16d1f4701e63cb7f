"""What a person at the table sees and hears."""

from hypothesis import given
from hypothesis import strategies as st

from hardware.patterns import (
    BLINKS,
    FOUL_SILENCE_S,
    TRIAL,
    TRIAL_OF_PLACE_S,
    SignalCue,
    assign_cues,
    is_lit,
    is_sounding,
    silence_cues,
    trial_cues,
)

PLACES = ["up1", "up2", "down1", "down2", "table"]
cues = st.lists(
    st.builds(
        SignalCue, st.sampled_from([kind for kind in BLINKS if kind != TRIAL]), st.sampled_from(PLACES), st.floats(0, 100)
    ),
    max_size=6,
)


def test_a_foul_flashes_its_pile_and_the_table_and_nothing_else():
    shown = assign_cues([SignalCue("foul", "up1"), SignalCue("accepted")], PLACES)
    assert {place for place, cue in shown.items() if cue and cue.kind == "foul"} == {"up1", "table"}
    assert shown["down1"] is None


def test_a_foul_outweighs_a_deadline_on_the_same_pile():
    assert assign_cues([SignalCue("deadline", "up1"), SignalCue("foul", "up1")], PLACES)["up1"] == SignalCue("foul", "up1")


def test_a_lost_match_is_shown_by_every_lamp():
    assert all(cue and cue.kind == "lost" for cue in assign_cues([SignalCue("lost")], PLACES).values())


def test_every_kind_has_a_rhythm_of_its_own():
    rhythms = {kind: tuple(blink.is_on(i / 50) for i in range(500)) for kind, blink in BLINKS.items()}
    assert len(set(rhythms.values())) == len(BLINKS)


def test_light_comes_before_sound():
    foul = SignalCue("foul", "up1", since=100.0)
    early = [100 + i / 20 for i in range(int(FOUL_SILENCE_S * 20))]
    assert any(is_lit(foul, now) for now in early)
    assert not any(is_sounding([foul], now) for now in early)
    assert any(is_sounding([foul], 100 + FOUL_SILENCE_S + i / 20) for i in range(100))


def test_a_turn_ended_too_early_is_shown_but_never_heard():
    assert not any(is_sounding([SignalCue("foul", "table", since=0.0)], i / 20) for i in range(2000))


def test_the_end_of_a_match_is_heard_once():
    for kind in ("won", "lost"):
        heard = [i / 20 for i in range(2000) if is_sounding([SignalCue(kind, since=0.0)], i / 20)]
        assert heard and max(heard) < 3


def test_whoever_wants_silence_sees_the_same_and_hears_nothing():
    shown = [SignalCue("foul", "up1", since=0.0), SignalCue("lost", since=0.0)]
    moments = [i / 20 for i in range(200)]
    assert any(is_sounding(shown, now) for now in moments) and not any(is_sounding(silence_cues(shown), now) for now in moments)
    for place, cue in assign_cues(silence_cues(shown), PLACES).items():
        assert [is_lit(cue, now) for now in moments] == [is_lit(assign_cues(shown, PLACES)[place], now) for now in moments]


def test_lamps_are_tried_one_after_the_other_and_the_buzzer_last():
    seen: list[object] = []
    for i in range(int(20 * TRIAL_OF_PLACE_S * (len(PLACES) + 1))):
        now = 100 + i / 20
        tried = trial_cues(PLACES, 100.0, now)
        lit = [place for place, cue in assign_cues(tried, PLACES).items() if is_lit(cue, now)] + ["buzzer"] * is_sounding(
            tried, now
        )
        assert len(lit) <= 1
        seen += [lit[0]] if lit and lit[0] not in seen else []
    assert seen == [*PLACES, "buzzer"]
    assert (
        trial_cues(PLACES, 100.0, 100 + TRIAL_OF_PLACE_S * (len(PLACES) + 1)) is None and trial_cues(PLACES, None, 0.0) is None
    )


@given(cues, st.floats(0, 1e9))
def test_lamps_depend_on_nothing_but_the_cues(found, now):
    assert assign_cues(found, PLACES) == assign_cues(list(found), PLACES)
    dark = [place for place, cue in assign_cues(found, PLACES).items() if cue is None]
    assert not any(is_lit(assign_cues(found, PLACES)[place], now) for place in dark)
    assert bool(found) == (assign_cues(found, PLACES)["table"] is not None)
