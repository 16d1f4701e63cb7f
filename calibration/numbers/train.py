"""Train the two small networks of `vision.readers.numbers` from drawn cards alone.

Commands of `python -m calibration.numbers.train`:
- draw samples. `draw   --fonts fonts/ --out samples/ --seed 1 --count 20000`.
- train a network. `train  --samples samples/ --net corner|card --minutes 20 --seeds 1 2 3`.
- judge the network. `test   --samples samples/ --seed 99`.
- write ONNX files. `export --samples samples/ --out vision/readers/numbers/data/ --seed 99`.

Needs, beside the project's own dependencies: torch 2.x (CPU), onnx and Pillow. `--fonts` is a folder with the unpacked font
packages of `vision/readers/numbers/data/README.md`, with their licences. A family in eight is held back. No photograph and no
art of others is used.

How the shipped weights came about: crops of seeds 3, 4, 6 (15000 each) and 5 (12000) in 602 typefaces. Held out was seed 99
(3000, `--held-back`, 96 typefaces of other families). About 9 processor minutes a network at bfloat16 on one busy core, in many
short runs that went on from each other, all without `--settle`. Half a million corners and 370,000 cards were seen, at rates
falling from 2e-3 to 1e-3. All losses were still falling: longer training will help.

The networks:
- corner: 64x64, a corner of a card, turned so that a number from the nearer short edge stands upright. Answers: 11 tens (none, 1 to
  9, ten), 10 units, 2 (no number stands upright here, a number does).
- card: 112x80, the whole card either way up. Answers: 11 tens, 10 units, 11 kinds (`vision.readers.numbers.networks.KINDS`), 1 (a
  sign besides the number).
"""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from calibration.networks.stored_weights import export_network, load_trained
from calibration.networks.training import Batch, add_commands, make_convs, train_network
from calibration.numbers.fonts import load_fonts
from calibration.numbers.samples import NOT_ASKED, NumberSample, generate_number_samples
from vision.readers.numbers.crops import (
    CORNER_COUNT,
    NUMBER_CARD_SIZE,
    NUMBER_CORNER_SIZE,
    cut_corner,
    make_card_planes,
    make_corner_planes,
    shrink_card,
)
from vision.readers.numbers.networks import KINDS, TENS_CLASSES, UNIT_CLASSES

NETS = ("corner", "card")
NUMBERS_IN_BATCH = 96  # guess; crops of a batch
GROUPS = (("plain", "burning"), ("R", "G", "B", "Y", "X"), ("silver", "gold"))
"""The kinds of cards of each game, in the order of `KINDS`."""
_PLANES = {"corner": make_corner_planes, "card": make_card_planes}

Labels = NDArray[Any]
"""(n, 4) int8: tens, units, kind (of a corner: 0 no number, 1 a number), sign; `NOT_ASKED` where not asked for."""


# --- samples ----------------------------------------------------------------------------------------------------------


def draw_number_samples(fonts: Path, out: Path, seed: int, count: int, held_back: bool) -> None:
    """Draw `count` crops and keep what each network learns from, as NPY files."""
    out.mkdir(parents=True, exist_ok=True)
    faces, rng = load_fonts(fonts, held_back), np.random.default_rng(seed)
    samples: list[NumberSample] = []
    kept: dict[str, list[tuple[Any, tuple[int, ...]]]] = {"corner": [], "card": []}
    drawn = 0
    while drawn < count:
        samples = generate_number_samples(faces, rng)
        drawn += len(samples)
        for sample in samples:
            kept["card"].append(
                (shrink_card(sample.crop), (*_split_digits(sample.number), KINDS.index(sample.kind), sample.icon))
            )
            kept["corner"] += _cut_corners(sample, rng)
    for name, pairs in kept.items():
        np.save(out / f"{name}{seed}.npy", np.stack([pair[0] for pair in pairs]))
        np.save(out / f"{name}_labels{seed}.npy", np.array([pair[1] for pair in pairs], np.int8))
    print(f"{drawn} crops, {len(kept['corner'])} corners of {len(faces)} typefaces")


def _split_digits(number: int) -> tuple[int, int]:
    return (number // 10, number % 10) if number else (NOT_ASKED, NOT_ASKED)


def _cut_corners(sample: NumberSample, rng: Generator) -> list[tuple[Any, tuple[int, ...]]]:
    """Of the four corners some that hold a number, and a corner that holds none."""
    numbered = [i for i in range(CORNER_COUNT) if sample.corners[i] > 0]
    bare = [i for i in range(CORNER_COUNT) if sample.corners[i] == 0]
    chosen = [*rng.permutation(numbered)[:2], *rng.permutation(bare)[:1]]
    return [
        (cut_corner(sample.crop, int(i)), (*_split_digits(sample.corners[i]), int(sample.corners[i] > 0), NOT_ASKED))
        for i in chosen
    ]


# --- networks ---------------------------------------------------------------------------------------------------------


def build_number_network(name: str) -> Any:
    """The untrained network `corner` or `card`."""
    nn = importlib.import_module("torch").nn

    if name == "corner":
        body = [
            *make_convs((3, 20, 2), (20, 32), (32, 48, 2), (48, 64), (64, 64), (64, 96, 2)),
        ]
        body += [*make_convs((96, 96), (96, 64, 2)), nn.Flatten(), nn.Dropout(0.15), nn.Linear(64 * 16, 128), nn.ReLU()]
        return nn.Sequential(*body, nn.Linear(128, TENS_CLASSES + UNIT_CLASSES + 2))
    body = [
        *make_convs((3, 20, 2), (20, 32, 2), (32, 48), (48, 64, 2), (64, 96), (96, 96)),
    ]
    body += [*make_convs((96, 64, 2)), nn.Flatten(), nn.Dropout(0.15), nn.Linear(64 * 35, 128), nn.ReLU()]
    return nn.Sequential(*body, nn.Linear(128, TENS_CLASSES + UNIT_CLASSES + len(KINDS) + 1))


def _compute_number_loss(torch: Any, out: Any, labels: Any) -> Any:
    cross = torch.nn.functional.cross_entropy
    kinds = out.shape[1] - TENS_CLASSES - UNIT_CLASSES - (out.shape[1] > TENS_CLASSES + UNIT_CLASSES + 2)
    parts = [
        (out[:, :TENS_CLASSES], 0),
        (out[:, TENS_CLASSES : TENS_CLASSES + UNIT_CLASSES], 1),
        (out[:, TENS_CLASSES + UNIT_CLASSES : TENS_CLASSES + UNIT_CLASSES + kinds], 2),
    ]
    total = sum(cross(logits, labels[:, at], ignore_index=NOT_ASKED, label_smoothing=0.005) for logits, at in parts)
    if out.shape[1] > TENS_CLASSES + UNIT_CLASSES + 2:
        signed = labels[:, 2] == 0
        sign = torch.nn.functional.binary_cross_entropy_with_logits(out[:, -1], labels[:, 3].float(), reduction="none")
        total = total + 0.5 * (sign * signed).sum() / signed.sum().clamp(min=1)
        total = total + _compute_game_loss(torch, out[:, TENS_CLASSES + UNIT_CLASSES : -1], labels[:, 2])
    return total


def _compute_game_loss(torch: Any, logits: Any, kinds: Any) -> Any:
    """The error among the kinds of a single game: a reader that knows the game asks no more."""
    total = 0.0
    for group in GROUPS:
        places = [KINDS.index(kind) for kind in group]
        chosen = (kinds >= min(places)) & (kinds <= max(places))
        if chosen.any():
            loss = torch.nn.functional.cross_entropy(logits[chosen][:, places], kinds[chosen] - min(places), reduction="sum")
            total = total + loss / len(kinds)
    return total


def _load_crops(samples: Path, name: str, seeds: list[int]) -> tuple[NDArray[Any], Labels]:
    pictures = np.concatenate([np.load(samples / f"{name}{seed}.npy") for seed in seeds])
    return pictures, np.concatenate([np.load(samples / f"{name}_labels{seed}.npy") for seed in seeds])


def _stack_planes(torch: Any, name: str, pictures: NDArray[Any]) -> Any:
    return torch.from_numpy(np.stack([_PLANES[name](picture) for picture in pictures]))


def _spoil_planes(torch: Any, batch: Any, rng: Generator) -> Any:
    """Other light on every picture, a little noise, and all pictures moved by some pixels."""
    n = len(batch)
    gain, shift = 1 + 0.08 * torch.randn(n, 3, 1, 1), 0.03 * torch.randn(n, 3, 1, 1)
    batch = batch * gain * (1 + 0.1 * torch.randn(n, 1, 1, 1)) + shift + 0.02 * torch.randn_like(batch)
    down, right = int(rng.integers(-2, 3)), int(rng.integers(-2, 3))
    padded = torch.nn.functional.pad(batch, (2, 2, 2, 2), mode="replicate")
    return padded[:, :, 2 + down : 2 + down + batch.shape[2], 2 + right : 2 + right + batch.shape[3]]


def train_number_network(
    samples: Path, name: str, minutes: float, seeds: list[int], rate: float, seed: int, settle: bool
) -> None:
    """Train a network for some minutes of processor time; an earlier run goes on. `settle`: take ever smaller steps, as the
    last run should."""
    torch = importlib.import_module("torch")
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    pictures, labels = _load_crops(samples, name, seeds)

    def batch() -> Batch:
        chosen = rng.integers(0, len(pictures), NUMBERS_IN_BATCH)
        truths = torch.from_numpy(labels[chosen]).long()
        return _spoil_planes(torch, _stack_planes(torch, name, pictures[chosen]), rng), lambda out: _compute_number_loss(
            torch, out, truths
        )

    net = build_number_network(name).to(memory_format=torch.channels_last)
    train_network(net, samples / f"{name}.pt", minutes, rate, batch, falling=settle)


def judge_number_networks(samples: Path, seed: int) -> None:
    """Print how often each network is right on crops never learned from."""
    torch = importlib.import_module("torch")
    for name in NETS:
        net = load_trained(build_number_network(name), samples / f"{name}.pt")
        pictures, labels = _load_crops(samples, name, [seed])
        out = _run_number_network(torch, net.eval(), name, pictures)
        there = labels[:, 0] != NOT_ASKED
        numbers = (out[:, :TENS_CLASSES].argmax(1) == labels[:, 0]) & (
            out[:, TENS_CLASSES : TENS_CLASSES + UNIT_CLASSES].argmax(1) == labels[:, 1]
        )
        last = len(KINDS) if name == "card" else 2
        kinds = out[:, TENS_CLASSES + UNIT_CLASSES : TENS_CLASSES + UNIT_CLASSES + last].argmax(1) == labels[:, 2]
        said = (
            f"{name}: numbers {numbers[there].mean():.4f}, kinds {kinds[there].mean():.4f}, nothing {kinds[~there].mean():.4f}"
        )
        print(said + (f", signs {((out[:, -1] > 0) == labels[:, 3])[labels[:, 2] == 0].mean():.4f}" if name == "card" else ""))


def _run_number_network(torch: Any, net: Any, name: str, pictures: NDArray[Any]) -> NDArray[Any]:
    with torch.no_grad():
        parts = [net(_stack_planes(torch, name, pictures[i : i + 256])) for i in range(0, len(pictures), 256)]
    return np.asarray(torch.cat(parts).float().numpy())


# --- export -----------------------------------------------------------------------------------------------------------


def export_number_networks(samples: Path, out: Path, seed: int) -> None:
    """Write both networks as ONNX files that `cv2.dnn` reads, with probabilities put right on samples never learned from."""
    torch = importlib.import_module("torch")
    out.mkdir(parents=True, exist_ok=True)
    for name, size in {"corner": NUMBER_CORNER_SIZE, "card": NUMBER_CARD_SIZE}.items():
        net = load_trained(build_number_network(name), samples / f"{name}.pt").eval()
        pictures, labels = _load_crops(samples, name, [seed])
        _calibrate_parts(torch, net, name, pictures, labels)
        file = out / f"{name}.onnx"
        export_network(net, file, size[::-1])
        print(
            f"{name}: {file.stat().st_size} bytes, OpenCV off by {_measure_export_error(torch, net, name, file, pictures[:64]):.4f}"
        )


def _measure_export_error(torch: Any, net: Any, name: str, file: Path, pictures: NDArray[Any]) -> float:
    """By how much OpenCV's probabilities of tens differ from torch's, at most."""
    shipped, worst = cv2.dnn.readNetFromONNX(str(file)), 0.0
    for picture in pictures:
        planes = _PLANES[name](picture)[None]
        shipped.setInput(planes)
        with torch.no_grad():
            meant = torch.softmax(net(torch.from_numpy(planes))[0, :TENS_CLASSES], 0).numpy()
        logits = np.array(shipped.forward(), np.float64).reshape(-1)[:TENS_CLASSES]
        seen = np.exp(logits - logits.max())
        worst = max(worst, float(np.abs(seen / seen.sum() - meant).max()))
    return worst


def _calibrate_parts(torch: Any, net: Any, name: str, pictures: NDArray[Any], truths: Labels) -> None:
    """Divide the logits by the temperatures that make the truth likeliest: tens, units and kinds apart."""
    labels, cross = torch.from_numpy(truths).long(), torch.nn.functional.cross_entropy
    out = torch.from_numpy(_run_number_network(torch, net, name, pictures))
    last = TENS_CLASSES + UNIT_CLASSES + (len(KINDS) if name == "card" else 2)
    with torch.no_grad():
        for part, column in (
            (slice(0, TENS_CLASSES), 0),
            (slice(TENS_CLASSES, TENS_CLASSES + UNIT_CLASSES), 1),
            (slice(TENS_CLASSES + UNIT_CLASSES, last), 2),
        ):
            heats = np.linspace(0.6, 3.0, 49)
            heat = min(heats, key=lambda heat: float(cross(out[:, part] / heat, labels[:, column], ignore_index=NOT_ASKED)))
            print(f"{name}, temperature of part {column}: {heat:.2f}")
            net[-1].weight[part] /= heat
            net[-1].bias[part] /= heat


def main() -> None:
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, command in add_commands(
        parser, {"draw": "fonts out", "train": "samples", "test": "samples", "export": "samples out"}
    ):
        command.add_argument("--seed", type=int, default=1 if name in ("draw", "train") else 99)
        if name == "draw":
            command.add_argument("--count", type=int, default=20000)
            command.add_argument("--held-back", action="store_true", help="with the typefaces held back from training")
        if name == "train":
            command.add_argument("--net", choices=NETS, required=True)
            command.add_argument("--minutes", type=float, default=20)
            command.add_argument("--seeds", type=int, nargs="+", default=[1], help="of the samples")
            command.add_argument("--rate", type=float, default=2e-3)
            command.add_argument("--settle", action="store_true", help="take ever smaller steps, as the last run should")
    given = parser.parse_args()
    if given.command == "draw":
        draw_number_samples(given.fonts, given.out, given.seed, given.count, given.held_back)
    elif given.command == "train":
        train_number_network(given.samples, given.net, given.minutes, given.seeds, given.rate, given.seed, given.settle)
    elif given.command == "test":
        judge_number_networks(given.samples, given.seed)
    else:
        export_number_networks(given.samples, given.out, given.seed)


if __name__ == "__main__":
    main()
