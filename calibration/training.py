"""The loop in which the small networks for number cards and icons learn: steps, their size, and what is kept meanwhile."""

from __future__ import annotations

import importlib
import math
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

WARM_UP = 60
"""Steps until they are as large as they become."""
LONGEST_GRADIENT = 5.0
KEPT_EVERY = 0.05
"""Of the whole training: how often the network is saved and a line is printed."""

Batch = tuple[Any, Callable[[Any], Any]]
"""What the network is shown, and the loss of its answer, which is float32."""


def add_commands(parser: ArgumentParser, paths_of: Mapping[str, str]) -> Iterator[tuple[str, ArgumentParser]]:
    """Give a training program its commands; each by its name with its own parser, for further options. `paths_of`: for each command the
    names of the paths that it needs, with spaces between."""
    commands = parser.add_subparsers(dest="command", required=True)
    for name, paths in paths_of.items():
        command = commands.add_parser(name)
        for path in paths.split():
            command.add_argument(f"--{path}", type=Path, required=True)
        yield name, command


def trained(net: Any, file: Path, minutes: float, rate: float, batch: Callable[[], Batch], falling: bool = True) -> None:
    """Train `net` for some minutes of processor time and save it; goes on where an earlier run stopped that left `file`. `falling`: take
    ever smaller steps, as the last run should. Draws no random numbers of its own: `batch` gives the next samples."""
    torch = importlib.import_module("torch")
    if file.exists():
        net.load_state_dict(torch.load(file))
    best = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    began, mean, step, seen, told = time.process_time(), 0.0, 0, 0, 0.0
    while (share := (time.process_time() - began) / (60 * minutes)) < 1:
        shown, loss_of = batch()
        for group in best.param_groups:
            group["lr"] = rate * _part(step, share, falling)
        with torch.autocast("cpu", torch.bfloat16):
            out = net(shown.to(memory_format=torch.channels_last))
        loss = loss_of(out.float())
        best.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), LONGEST_GRADIENT)
        best.step()
        step, seen = step + 1, seen + len(shown)
        mean += 0.02 * (loss.item() - mean) if step > 1 else loss.item()
        if share - told > KEPT_EVERY:
            told = share
            torch.save(net.state_dict(), file)
            print(f"{file.stem}: {seen} seen, {60 * minutes * share:.0f} s, loss {mean:.4f}", flush=True)
    torch.save(net.state_dict(), file)


def _part(step: int, share: float, falling: bool) -> float:
    """Of the whole rate: how large the next step is."""
    return min(1.0, 0.02 + step / WARM_UP) * (0.5 + 0.5 * math.cos(math.pi * share) if falling else 1.0)
