"""Metrics for Prometheus, read from running parts at each scrape; nothing is counted twice or kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from shutil import disk_usage

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from companion import __version__
from companion.doctor.machine import read_power, read_storage_card, read_temperature
from companion.machine.pace import Pace
from companion.session.snapshot import Snapshot

METRIC_PREFIX = "table_companion"
TROUBLE_PARTS = ("eye", "lamps", "session", "journal")
"""Parts that may be in trouble: see `Companion._find_trouble`."""


@dataclass(frozen=True, slots=True)
class MetricSources:
    """Where metrics come from, each asked anew at every scrape."""

    state: Path  # the state directory
    snapshot: Callable[[], Snapshot]
    pace: Callable[[], Pace]
    signs: Callable[[], Mapping[str, str]]  # current trouble by part
    phones: Callable[[], tuple[int, int]]  # (joined, listening now)


class Metrics(Collector):
    """The companion for Prometheus; `web.metrics` in companion.toml says who may ask."""

    def __init__(self, sources: MetricSources) -> None:
        self._sources = sources
        self._registry = CollectorRegistry()
        ProcessCollector(namespace=METRIC_PREFIX, registry=self._registry)
        self._registry.register(self)

    def __call__(self) -> tuple[bytes, str]:
        """The page and the content type."""
        return generate_latest(self._registry), CONTENT_TYPE_LATEST

    def describe(self) -> list[Metric]:
        """Nothing beforehand: no part may be asked during the wiring."""
        return []

    def collect(self) -> Iterator[Metric]:
        """All metrics as of now."""
        yield InfoMetricFamily(METRIC_PREFIX, "The program.", {"version": __version__})
        yield from self._eye_metrics()
        yield from self._match_metrics()
        yield from self._machine_metrics()

    def _eye_metrics(self) -> Iterator[Metric]:
        """Figures of the eye: frames watched and dropped, frames a second, seconds of each stage, parts in trouble."""
        pace = self._sources.pace()
        yield CounterMetricFamily(f"{METRIC_PREFIX}_frames", "Frames that were watched.", pace.watched)
        yield CounterMetricFamily(f"{METRIC_PREFIX}_frames_dropped", "Frames that nobody looked at.", pace.dropped)
        yield _gauge("frame_rate_hertz", "Frames a second, lately.", pace.rate)
        took = "Seconds that each stage of the eye took."
        stages = CounterMetricFamily(f"{METRIC_PREFIX}_stage_seconds", took, labels=["stage"])
        for stage, seconds in pace.spent.items():
            stages.add_metric([stage], seconds)
        yield stages
        signs = self._sources.signs()
        trouble = GaugeMetricFamily(f"{METRIC_PREFIX}_trouble", "Is this part in trouble (1)?", labels=["part"])
        for part in TROUBLE_PARTS:
            trouble.add_metric([part], part in signs)
        yield trouble

    def _match_metrics(self) -> Iterator[Metric]:
        """Figures of the match and its phones: is one played, entries, open questions, zones out of step, phones joined and
        listening."""
        snapshot = self._sources.snapshot()
        joined, here = self._sources.phones()
        entries = len(snapshot.match.entries) if snapshot.match else 0
        playing = snapshot.match is not None and snapshot.match.outcome is None
        yield _gauge("match_playing", "Is a match being played (1)?", playing)
        yield _gauge("match_entries", "Facts in the log of the match.", entries)
        yield _gauge("questions", "Cards that a person should name.", len(snapshot.questions))
        yield _gauge("out_of_step", "Zones where table and match differ.", len(snapshot.out_of_step))
        yield _gauge("phones_joined", "Phones that were let in.", joined)
        yield _gauge("phones_here", "Phones that listen just now.", here)

    def _machine_metrics(self) -> Iterator[Metric]:
        """Metrics of disk, heat and power; what the machine does not tell is left out."""
        state = self._sources.state  # which is missing where it could not be made
        folder = next(path for path in (state, *state.absolute().parents) if path.is_dir())
        yield _gauge("state_free_bytes", "Room for the journal.", disk_usage(folder).free)
        card, celsius, power = read_storage_card(self._sources.state), read_temperature(), read_power()
        if card.errors is not None:
            yield _gauge("card_errors", "Errors that the file system met, ever.", card.errors)
        if card.written is not None:
            yield _gauge("card_written_bytes", "Written over the life of the file system.", card.written)
        if card.worn is not None:
            yield _gauge("card_worn_ratio", "Share of the memory's life that is used up.", card.worn)
        if celsius is not None:
            yield _gauge("temperature_celsius", "Of the processor.", celsius)
        if power is not None:
            yield _gauge("low_voltage", "Is there too little voltage (1)?", power.low)
            yield _gauge("slowed", "Is the processor held back (1)?", power.slowed)


def _gauge(name: str, words: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"{METRIC_PREFIX}_{name}", words, value)
