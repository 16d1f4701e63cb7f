"""Train the three small networks of `vision.standard.reader` from drawn cards alone.

    python -m calibration.train_standard art    --packages npm/ --art art/
    python -m calibration.train_standard scenes --art art/ --fonts /usr/share/fonts --out samples/ --count 6000
    python -m calibration.train_standard train  --samples samples/ --net finder|index|card --minutes 20
    python -m calibration.train_standard export --samples samples/ --out vision/standard/data/

Needs, beside the project's own dependencies: torch 2.x (CPU), onnx, Pillow and `rsvg-convert`. One core, about an hour and a half.

Sources, all free art; nothing of it is shipped, only the weights learned from drawings of it:
- npm `cardsJS` 1.1.1: Vectorized Playing Cards 1.3 by Chris Aguilar, LGPL-3.0-or-later
- npm `@heruka_urgyen/react-playing-cards` 0.5.0: playing cards by Adrian Kennard, CC0
- npm `svg-cards` 4.0.2: SVG-cards by David Bellot, LGPL-2.1
- fonts of Debian's packages (index glyphs and suit shapes): fonts-dejavu, -liberation, -urw-base35, -freefont, -roboto-slab,
  -routed-gothic, -dosis, -jura, -quattrocento, -vollkorn, -goudybookletter, -cabin, -lato, -open-sans, -crosextra-caladea, -karla,
  -play, -league-spartan, -averia-serif-gwf, -linuxlibertine, -courier-prime, -bebas-neue, -symbola, -fantasque-sans, -comic-neue,
  -junction, -adf-romande (SIL OFL 1.1, Apache 2.0, GPL with font exception, or public domain)
No photograph is used.

How the shipped weights came about: scenes of seed 1 (5000, drawn by an earlier state of this file without slanted faces and foreign
letters), 2 (4000) and 3 (1000, `--foreign 0.5`), held out seed 99 (400); processor minutes at bfloat16 on one core: finder 9 on seed 1;
index 5 on 1, 4 on 1 and 2, 1.5 on all; card 4 on 1, 4 on 1 and 2. All losses were still falling: longer training will help.

The networks (every one takes RGB from 0 to 1, planes first):
- finder: any picture -> 6 planes at a quarter of its size: logit "the middle of an upright index (rank above suit) is here", cosine
  and sine of the direction from rank to suit, log2 of the index height over 20 px, offset x and y of the middle in cells.
- index: 48x32 patch, the index upright and 32 px high in its middle -> 14 rank logits (A 2 ... K, none), 5 suit logits (C D H S, none).
- card: 112x80 rectified card, either way up -> 14 rank logits, 5 suit logits.
"""

from __future__ import annotations

import argparse
import importlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from calibration.half_weights import halved
from calibration.standard_art import Points, load_art, prepare_art
from calibration.standard_scenes import SCENE_SIDE, StandardScene, random_scene
from vision.standard.crops import CARD_SIZE, INDEX_SIZE, card_crop, index_crop
from vision.standard.networks import STRIDE
from vision.types import Image

CELLS = SCENE_SIDE // STRIDE
NO_RANK, NO_SUIT, UNSURE = 13, 4, -1
_PATCHES, _CARDS = 16, 6
"""How many index patches and card crops are taken from a scene, at most."""

Patch = tuple[Image, int, int]


# --- samples -----------------------------------------------------------------------------------------------------------------


def make_samples(art: Path, fonts: Path, out: Path, count: int, seed: int, foreign: float) -> None:
    """Draw `count` scenes and cut what each network learns from, into NPY files."""
    out.mkdir(parents=True, exist_ok=True)
    drawn, rng = load_art(art, fonts), np.random.default_rng(seed)
    scenes = np.lib.format.open_memmap(out / f"scenes{seed}.npy", "w+", np.uint8, (count, SCENE_SIDE, SCENE_SIDE, 3))
    truth = np.zeros((count, 7, CELLS, CELLS), np.float16)
    patches: list[Patch] = []
    cards: list[Patch] = []
    for i in range(count):
        scene = random_scene(drawn, rng, foreign)
        scenes[i] = scene.image
        truth[i] = finder_truth(scene)
        patches += index_samples(scene, rng)
        cards += card_samples(scene, rng)
    np.save(out / f"truth{seed}.npy", truth)
    for name, samples in (("index", patches), ("card", cards)):
        np.save(out / f"{name}{seed}.npy", np.stack([sample[0] for sample in samples]))
        np.save(out / f"{name}_labels{seed}.npy", np.array([sample[1:] for sample in samples], np.int8))


def finder_truth(scene: StandardScene) -> NDArray[np.float16]:
    """(7, CELLS, CELLS): heat, cosine, sine, log2 height / 20, offset x, offset y, weight of the heat (0: do not ask)."""
    truth = np.zeros((7, CELLS, CELLS), np.float32)
    truth[6] = 1
    y, x = np.mgrid[0:CELLS, 0:CELLS].astype(np.float32)
    for index in scene.indices:
        height = float(np.linalg.norm(index.down))
        centre = index.centre / STRIDE - 0.5
        distance = (x - centre[0]) ** 2 + (y - centre[1]) ** 2
        spread = max(0.8, 0.08 * height / STRIDE)
        heat = np.exp(-distance / (2 * spread**2))
        if index.visible < 0.3:
            continue
        if index.visible < 0.9 or not 11 <= height <= 48:
            truth[6][heat > 0.05] = 0
            continue
        near = heat > np.maximum(truth[0], 0.05)
        truth[0] = np.maximum(truth[0], heat)
        values = (*(index.down / height), np.log2(height / 20), centre[0] - x, centre[1] - y)
        for plane, value in enumerate(values, 1):
            truth[plane][near] = value[near] if isinstance(value, np.ndarray) and value.shape else value
    return truth.astype(np.float16)


def index_samples(scene: StandardScene, rng: Generator) -> list[Patch]:
    """Indices with small errors of place, turn and size; and what must not be read as one."""
    found: list[Patch] = []
    big = [index for index in scene.indices if np.linalg.norm(index.down) > 9]
    order = rng.permutation(len(big))[: _PATCHES - 4]
    for index in (big[i] for i in order):
        down, height = index.down, float(np.linalg.norm(index.down))
        place = index.centre + rng.normal(0, 0.05, 2) * height
        if index.visible > 0.88:
            rank = index.rank if index.rank >= 0 else NO_RANK
            found.append((_index_patch(scene.image, place, down, rng), rank, index.suit))
        elif index.visible < 0.4:
            found.append((_index_patch(scene.image, place, down, rng), NO_RANK, NO_SUIT))
        if rng.random() < 0.35:
            wrong = rng.integers(3)
            if wrong == 0:
                down = -down
            elif wrong == 1:
                down = np.array([-down[1], down[0]]) * rng.choice([-1, 1])
            else:
                place = place + down * rng.choice([-0.6, 0.6, 1.0]) + np.array([-down[1], down[0]]) * rng.normal(0, 0.4)
            found.append((_index_patch(scene.image, place, down, rng), NO_RANK, NO_SUIT))
    for _ in range(4):
        place, turn = rng.uniform(10, SCENE_SIDE - 10, 2), rng.uniform(0, 6.28)
        if scene.cards and rng.random() < 0.7:
            place = scene.cards[rng.integers(len(scene.cards))].quad.mean(axis=0) + rng.normal(0, 25, 2)
        down = np.array([np.cos(turn), np.sin(turn)]) * np.exp(rng.uniform(np.log(12), np.log(40)))
        if all(np.linalg.norm(index.centre - place) > 0.4 * np.linalg.norm(index.down) for index in scene.indices):
            found.append((_index_patch(scene.image, place, down, rng), NO_RANK, NO_SUIT))
    return found


def _index_patch(image: Image, place: Any, down: Any, rng: Generator) -> Image:
    turn, size = rng.normal(0, 0.09), np.exp(rng.normal(0, 0.09))
    cosine, sine = np.cos(turn) * size, np.sin(turn) * size
    return index_crop(image, place, (cosine * down[0] - sine * down[1], sine * down[0] + cosine * down[1]))


def card_samples(scene: StandardScene, rng: Generator) -> list[Patch]:
    """Cards with small errors of their corners, either way up; backs, blanks, crooked crops and bare table as none."""
    found: list[Patch] = []
    for number in rng.permutation(len(scene.cards))[: _CARDS - 1]:
        card = scene.cards[number]
        if card.rank < 0 <= card.suit:
            continue
        size = float(np.linalg.norm(card.quad[1] - card.quad[0]))
        quad = card.quad + rng.normal(0, 0.018 * size, (4, 2))
        wrong = rng.random()
        if wrong < 0.2:
            quad = _crooked(card.quad, rng)
            found.append((card_crop(scene.image, quad), NO_RANK, NO_SUIT))
        elif card.rank < 0 or card.visible < 0.35:
            found.append((card_crop(scene.image, quad), NO_RANK, NO_SUIT))
        elif card.visible > 0.8:
            found.append((card_crop(scene.image, np.roll(quad, 2 * int(rng.integers(2)), axis=0)), card.rank, card.suit))
    if rng.random() < 0.5:
        quad = _crooked(np.array([[0, 0], [60, 0], [60, 84], [0, 84]], np.float32) + rng.uniform(0, SCENE_SIDE - 80, 2), rng)
        if all(np.linalg.norm(card.quad.mean(axis=0) - quad.mean(axis=0)) > 40 for card in scene.cards):
            found.append((card_crop(scene.image, quad), NO_RANK, NO_SUIT))
    return found


def _crooked(quad: Points, rng: Generator) -> Points:
    centre = quad.mean(axis=0)
    turn = rng.choice([np.pi / 2, np.pi / 4, rng.uniform(0.4, 2.7)])
    move = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    shift = rng.normal(0, 0.35, 2) * (quad[2] - quad[0])
    return np.asarray((quad - centre) @ move * np.exp(rng.normal(0, 0.3)) + centre + shift, np.float32)


# --- networks ----------------------------------------------------------------------------------------------------------------


def build(name: str) -> Any:
    """The untrained network `finder`, `index` or `card`."""
    nn = importlib.import_module("torch").nn

    def conv(a: int, b: int, stride: int = 1, reach: int = 1, size: int = 3) -> list[Any]:
        return [nn.Conv2d(a, b, size, stride, reach * (size // 2), reach, bias=False), nn.BatchNorm2d(b), nn.ReLU()]

    if name == "finder":
        body = [*conv(3, 16, 2), *conv(16, 32, 2), *conv(32, 32), *conv(32, 32, reach=2), *conv(32, 32, reach=2)]
        return nn.Sequential(*body, *conv(32, 32, reach=4), *conv(32, 32), *conv(32, 64, size=1), nn.Conv2d(64, 6, 1))
    if name == "index":
        body = [*conv(3, 20), *conv(20, 32, 2), *conv(32, 48), *conv(48, 64, 2), *conv(64, 64), *conv(64, 64, 2), nn.Flatten()]
        return nn.Sequential(*body, nn.Dropout(0.2), nn.Linear(64 * 24, 64), nn.ReLU(), nn.Linear(64, 19))
    body = [
        *conv(3, 16, 2),
        *conv(16, 32),
        *conv(32, 48, 2),
        *conv(48, 48),
        *conv(48, 64, 2),
        *conv(64, 64),
        *conv(64, 48, 2),
        nn.Flatten(),
    ]
    return nn.Sequential(*body, nn.Dropout(0.2), nn.Linear(48 * 35, 96), nn.ReLU(), nn.Linear(96, 19))


def _finder_loss(torch: Any, out: Any, truth: Any) -> Any:
    """Focal loss on the heat; plain errors of direction, size and offset where an index is."""
    heat, weight = truth[:, 0], truth[:, 6]
    p = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    sure = (heat > 0.8).float()
    gain = -(sure * (1 - p) ** 2 * p.log() + (1 - sure) * (1 - heat) ** 4 * p**2 * (1 - p).log()) * weight
    near = (heat > 0.3).float() * weight
    count = near.sum().clamp(min=1)
    shape = ((out[:, 1:6] - truth[:, 1:6]).abs().sum(dim=1) * near).sum() / count
    return gain.sum() / sure.sum().clamp(min=1) + shape


def _class_loss(torch: Any, out: Any, labels: Any) -> Any:
    loss = torch.nn.functional.cross_entropy
    return loss(out[:, :14], labels[:, 0], label_smoothing=0.005) + loss(out[:, 14:], labels[:, 1], label_smoothing=0.005)


def _loaded(samples: Path, name: str, seeds: list[int]) -> tuple[list[Any], list[Any]]:
    first, second = ("scenes", "truth") if name == "finder" else (name, f"{name}_labels")
    pictures = [np.load(samples / f"{first}{seed}.npy", mmap_mode="r") for seed in seeds]
    return pictures, [np.load(samples / f"{second}{seed}.npy", mmap_mode="r") for seed in seeds]


def _batches(torch: Any, pictures: Any, truths: Any, size: int, rng: Generator) -> Iterator[tuple[Any, Any]]:
    while True:
        order = rng.permutation(len(pictures))
        for start in range(0, len(order) - size + 1, size):
            chosen = np.sort(order[start : start + size])
            yield _tensor(torch, pictures[chosen]), torch.from_numpy(np.ascontiguousarray(truths[chosen]))


def _tensor(torch: Any, pictures: Any) -> Any:
    return torch.from_numpy(np.ascontiguousarray(pictures[..., ::-1])).permute(0, 3, 1, 2).float().div_(255)


def _spoiled(pictures: Any, torch: Any) -> Any:
    """Other light on every batch: gain and shift per channel, a little noise."""
    n = len(pictures)
    gain, shift = 1 + 0.12 * torch.randn(n, 3, 1, 1), 0.04 * torch.randn(n, 3, 1, 1)
    return (pictures * gain * (1 + 0.1 * torch.randn(n, 1, 1, 1)) + shift + 0.01 * torch.randn_like(pictures)).clamp(0, 1.3)


def train(samples: Path, name: str, minutes: float, seeds: list[int], rate: float) -> None:
    """Train one network for some minutes of processor time; go on where an earlier run stopped. The last seed's samples are held out."""
    torch = importlib.import_module("torch")
    torch.set_num_threads(1)
    rng = np.random.default_rng(int(time.time()))
    pictures, truths = _loaded(samples, name, seeds)
    test = (pictures.pop()[: 1500 if name != "finder" else 150], truths.pop()[: 1500 if name != "finder" else 150])
    learned = (np.concatenate(pictures), np.concatenate(truths)) if len(pictures) > 1 else (pictures[0], truths[0])
    net, file = build(name).to(memory_format=torch.channels_last), samples / f"{name}.pt"
    if file.exists():
        net.load_state_dict(torch.load(file))
    size = 8 if name == "finder" else 64
    best = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    began, mean = time.process_time(), 0.0
    for step, (batch, truth) in enumerate(_batches(torch, learned[0], learned[1], size, rng)):
        share = (time.process_time() - began) / (60 * minutes)
        if share >= 1:
            break
        for group in best.param_groups:
            group["lr"] = rate * min(1, 0.02 + step / 100) * (0.5 + 0.5 * np.cos(np.pi * share))
        net.train()
        spoiled = _spoiled(batch, torch).to(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            out = net(spoiled)
        out = out.float()
        loss = _finder_loss(torch, out, truth.float()) if name == "finder" else _class_loss(torch, out, truth.long())
        best.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        mean += 0.02 * (loss.item() - mean) if step else loss.item()
        if step % 200 == 199:
            torch.save(net.state_dict(), file)
            print(
                f"{name} {(step + 1) * size} seen, {60 * minutes * share:.0f} s, loss {mean:.3f}, {_tested(torch, net, name, test)}",
                flush=True,
            )
    torch.save(net.state_dict(), file)


def _tested(torch: Any, net: Any, name: str, test: tuple[Any, Any]) -> str:
    net.eval()
    with torch.no_grad():
        if name == "finder":
            losses = [
                float(_finder_loss(torch, net(_tensor(torch, p[None])), torch.from_numpy(t[None].astype(np.float32))))
                for p, t in zip(test[0][:60], test[1][:60], strict=True)
            ]
            return f"held out loss {np.mean(losses):.3f}"
        out = net(_tensor(torch, test[0]))
        labels = torch.from_numpy(np.asarray(test[1])).long()
        cards = labels[:, 0] < NO_RANK
        rank, suit = out[:, :14].argmax(dim=1) == labels[:, 0], out[:, 14:].argmax(dim=1) == labels[:, 1]
        return f"held out: right {(rank & suit)[cards].float().mean():.4f}, none {(rank & suit)[~cards].float().mean():.4f}"


def export(samples: Path, out: Path, held_out: int = 99) -> None:
    """Write the three networks as ONNX files that `cv2.dnn` reads, their probabilities put right on samples never learned from."""
    torch = importlib.import_module("torch")
    out.mkdir(parents=True, exist_ok=True)
    shapes = {"finder": (288, 288), "index": INDEX_SIZE[::-1], "card": CARD_SIZE[::-1]}
    for name, shape in shapes.items():
        net = build(name)
        net.load_state_dict(torch.load(samples / f"{name}.pt"))
        net.eval()
        axes = {"in": {0: "n"}, "out": {0: "n"}}
        if name == "finder":
            axes = {"in": {2: "h", 3: "w"}, "out": {2: "h", 3: "w"}}
        else:
            _calibrated(torch, net, *(array[0] for array in _loaded(samples, name, [held_out])))
        file = out / f"{name}.onnx"
        example = torch.zeros(1, 3, *shape)
        torch.onnx.export(
            net, example, str(file), input_names=["in"], output_names=["out"], dynamic_axes=axes, dynamo=False, opset_version=13
        )
        halved(file)


def _calibrated(torch: Any, net: Any, pictures: Any, truths: Any) -> None:
    """Divide the logits by the temperature that makes the held-out truth likeliest; ranks and suits each by their own."""
    labels, loss = torch.from_numpy(np.asarray(truths)).long(), torch.nn.functional.cross_entropy
    with torch.no_grad():
        out = torch.cat([net(_tensor(torch, pictures[i : i + 256])) for i in range(0, len(pictures), 256)])
        for part, column in ((slice(0, 14), 0), (slice(14, 19), 1)):
            heats = np.linspace(0.5, 2.0, 31)
            heat = min(heats, key=lambda heat: float(loss(out[:, part] / heat, labels[:, column])))
            print(f"temperature of {'ranks' if column == 0 else 'suits'}: {heat:.2f}")
            net[-1].weight[part] /= heat
            net[-1].bias[part] /= heat


def main() -> None:
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, paths in {"art": "packages art", "scenes": "art fonts out", "train": "samples", "export": "samples out"}.items():
        command = commands.add_parser(name)
        for path in paths.split():
            command.add_argument(f"--{path}", type=Path, required=True)
        if name == "scenes":
            command.add_argument("--count", type=int, default=6000)
            command.add_argument("--seed", type=int, default=1)
            command.add_argument("--foreign", type=float, default=0.1, help="how often a deck has foreign letters")
        if name == "train":
            command.add_argument("--net", choices=("finder", "index", "card"), required=True)
            command.add_argument("--minutes", type=float, default=20)
            command.add_argument("--seeds", type=int, nargs="+", default=[1, 99], help="of the scenes; the last is held out")
            command.add_argument("--rate", type=float, default=2e-3)
    given = parser.parse_args()
    if given.command == "art":
        prepare_art(given.packages, given.art)
    elif given.command == "scenes":
        make_samples(given.art, given.fonts, given.out, given.count, given.seed, given.foreign)
    elif given.command == "train":
        train(given.samples, given.net, given.minutes, given.seeds, given.rate)
    else:
        export(given.samples, given.out)


if __name__ == "__main__":
    main()
