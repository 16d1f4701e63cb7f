"""The loop in which the small networks for number cards and icons learn: steps, the size of steps, and what is kept meanwhile."""

from __future__ import annotations

import importlib
import math
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

WARM_UP_STEPS = 60  # guess; until steps are as large as they become
MAX_GRADIENT = 5.0  # guess; length of a gradient, which is cut to so much
SAVED_EVERY_SHARE = 0.05  # guess; of the whole training: the network is saved and a line printed so often

Batch = tuple[Any, Callable[[Any], Any]]
"""Planes for the network, and the loss of an answer, which is float32."""


def add_commands(parser: ArgumentParser, paths_of: Mapping[str, str]) -> Iterator[tuple[str, ArgumentParser]]:
    """Give a training program its commands: each by name with a parser of its own, for further options. `paths_of`: the names
    of the paths that each command needs, with spaces between."""
    commands = parser.add_subparsers(dest="command", required=True)
    for name, paths in paths_of.items():
        command = commands.add_parser(name)
        for path in paths.split():
            command.add_argument(f"--{path}", type=Path, required=True)
        yield name, command


def make_convs(*convs: tuple[int, ...]) -> list[Any]:
    """The layers of convolutions in a row, each with normalization and rectifier.

    `convs`: planes in, planes out, stride (1), pixels between taps (1) and taps a side (3) of each.
    """
    nn, layers = importlib.import_module("torch").nn, []
    for inputs, outputs, stride, reach, size in ((*conv, *(1, 1, 3)[len(conv) - 2 :]) for conv in convs):
        layers.append(nn.Conv2d(inputs, outputs, size, stride, reach * (size // 2), reach, bias=False))
        layers += [nn.BatchNorm2d(outputs), nn.ReLU()]
    return layers


def train_network(net: Any, file: Path, minutes: float, rate: float, batch: Callable[[], Batch], falling: bool = True) -> None:
    """Train `net` for some minutes of processor time and save the weights to `file`; an earlier run that left `file` goes on.

    `rate`: largest size of a step. `batch` gives the next samples; no random number is drawn here. `falling`: take ever smaller
    steps, as the last run should.
    """
    torch = importlib.import_module("torch")
    if file.exists():
        net.load_state_dict(torch.load(file))
    best = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    began, mean, step, seen, told = time.process_time(), 0.0, 0, 0, 0.0
    while (share := (time.process_time() - began) / (60 * minutes)) < 1:
        shown, loss_of = batch()
        for group in best.param_groups:
            group["lr"] = rate * _compute_rate_part(step, share, falling)
        with torch.autocast("cpu", torch.bfloat16):
            out = net(shown.to(memory_format=torch.channels_last))
        loss = loss_of(out.float())
        best.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), MAX_GRADIENT)
        best.step()
        step, seen = step + 1, seen + len(shown)
        mean += 0.02 * (loss.item() - mean) if step > 1 else loss.item()
        if share - told > SAVED_EVERY_SHARE:
            told = share
            torch.save(net.state_dict(), file)
            print(f"{file.stem}: {seen} seen, {60 * minutes * share:.0f} s, loss {mean:.4f}", flush=True)
    torch.save(net.state_dict(), file)


def _compute_rate_part(step: int, share: float, falling: bool) -> float:
    """The size of the next step, as a part of the whole rate."""
    return min(1.0, 0.02 + step / WARM_UP_STEPS) * (0.5 + 0.5 * math.cos(math.pi * share) if falling else 1.0)
