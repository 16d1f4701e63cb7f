"""Train the small network of `vision.readers.numbers.icons` from drawn cards alone: which cards carry the same icon?

Commands of `python -m calibration.icons.train`:
- draw samples. `draw   --fonts fonts/ --symbols symbols/ --out samples/ --seed 1 --decks 3000`.
- train a network. `train  --samples samples/ --minutes 20 --seeds 1`.
- judge the network. `test   --samples samples/ --seed 99`.
- write ONNX files. `export --samples samples/ --out vision/readers/numbers/data/`.

Needs what `calibration.numbers.train` needs, the same fonts, and fontTools. `--symbols` is a folder with the unpacked symbol
fonts of `vision/readers/numbers/data/README.md`. A symbol in eight is held back.

The network sees the whole card either way up, 136x96. It answers with maps of 12 by 17 places: what is at a place, 40 numbers,
and how surely an icon is. It learns where icons stand, that two cards of a deck with one icon are alike, and that cards with
different icons are not. Which icons exist in the world is never learned.

How the shipped weights came about: 5,000 decks of seeds 1 and 2, in 602 typefaces, drawn by an earlier state of `generate_icon_deck`
without symbols, 18 processor minutes (rate 3e-3). Next 4,400 decks of seeds 11 and 12, 13 minutes (rate 2e-3), 70,400 crops.

Judged on 200 decks of seed 99 in 96 typefaces and with symbols held back, single looks in any light. An icon is told from none
in 87 of 100 pairs of cards (73 with the network before), the same icon from another in 85 (75). `calibration/icons/weigh.py`
weighs what the network sees.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from calibration.icons.draw import ICONS_OF_DECK, generate_icon_deck
from calibration.icons.symbols import Symbols
from calibration.networks.stored_weights import export_network, load_trained
from calibration.networks.training import Batch, add_commands, make_convs, train_network
from calibration.numbers.fonts import load_fonts
from vision.readers.numbers.crops import make_card_planes
from vision.readers.numbers.icons import ICON_FEATURES, ICON_SIZE, resize_for_icon, summarise_maps

CROPS_OF_DECK = 2 * ICONS_OF_DECK + 2
"""Crops of a deck."""
DECKS_IN_BATCH = 14  # guess
MAP_PLACES = (17, 12)  # geometry of the network: rows and columns of its maps
LIKENESS_HEAT = 0.1  # guess; divides likenesses before likenesses are weighed against one another


def draw_icon_samples(fonts: Path, symbols: Path, out: Path, seed: int, decks: int, held_back: bool) -> None:
    """Draw decks and keep what the network learns from, as NPY files."""
    out.mkdir(parents=True, exist_ok=True)
    faces, pictures, rng = load_fonts(fonts, held_back), Symbols(symbols, held_back), np.random.default_rng(seed)
    samples = [sample for _ in range(decks) for sample in generate_icon_deck(faces, pictures, rng)]
    np.save(out / f"icons{seed}.npy", np.stack([resize_for_icon(sample.crop) for sample in samples]))
    np.save(out / f"icons_labels{seed}.npy", np.array([sample.icon for sample in samples], np.int8))
    np.save(out / f"icons_places{seed}.npy", np.stack([_mark_places(sample.at) for sample in samples]))
    print(f"{len(samples)} crops of {decks} decks")


def _mark_places(at: Sequence[tuple[float, float]]) -> NDArray[np.bool_]:
    """(17, 12) in which places of the network's maps an icon stands."""
    found = np.zeros(MAP_PLACES, bool)
    for x, y in at:
        found[min(int(y * MAP_PLACES[0]), MAP_PLACES[0] - 1), min(int(x * MAP_PLACES[1]), MAP_PLACES[1] - 1)] = True
    return found


def build_icon_network() -> Any:
    """The untrained network: maps of features, and last of where an icon is."""
    nn = importlib.import_module("torch").nn

    body = [
        *make_convs((3, 16, 2), (16, 24), (24, 40, 2), (40, 56), (56, 80, 2), (80, 96), (96, 80)),
    ]
    return nn.Sequential(*body, nn.Conv2d(80, ICON_FEATURES + 1, 1))


def _compute_icon_loss(torch: Any, maps: Any, icons: Any, places: Any) -> Any:
    """The error of where icons are, and of which cards carry the same icon.

    Places next to an icon do not count. Likeness is weighed among all cards of the batch, and among the cards of each deck.
    `maps`: (n, 41, rows, columns); `icons`: (n,) numbers within the deck; `places`: (n, rows, columns).
    """
    functional, there = torch.nn.functional, places.float()
    near = functional.max_pool2d(there[:, None], 3, 1, 1)[:, 0]
    each = functional.binary_cross_entropy_with_logits(maps[:, -1], there, reduction="none")
    shown = (each * there).sum() / there.sum() + 5 * (each * (1 - near)).sum() / (1 - near).sum()
    weights = there / there.sum((1, 2), keepdim=True).clamp(min=1)
    features = functional.normalize((maps[:, :-1] * weights[:, None]).sum((2, 3))[icons >= 0], dim=1)
    decks = (torch.arange(len(icons)) // CROPS_OF_DECK)[icons >= 0]
    names = decks * ICONS_OF_DECK + icons[icons >= 0]
    alike = (names[:, None] == names[None]).float().fill_diagonal_(0)
    logits = (features @ features.T / LIKENESS_HEAT).fill_diagonal_(-1e4)
    of_deck = logits.masked_fill(decks[:, None] != decks[None], -1e4)
    apart = sum(-((way - torch.logsumexp(way, 1, keepdim=True)) * alike).sum(1).mean() for way in (logits, of_deck))
    return shown + apart


def train_icon_network(samples: Path, minutes: float, seeds: list[int], rate: float, seed: int) -> None:
    """Train for some minutes of processor time, with ever smaller steps; an earlier run goes on."""
    torch = importlib.import_module("torch")
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    pictures = np.concatenate([np.load(samples / f"icons{each}.npy") for each in seeds])
    icons = np.concatenate([np.load(samples / f"icons_labels{each}.npy") for each in seeds])
    places = np.concatenate([np.load(samples / f"icons_places{each}.npy") for each in seeds])

    def batch() -> Batch:
        decks = rng.permutation(len(pictures) // CROPS_OF_DECK)[:DECKS_IN_BATCH]
        chosen = (decks[:, None] * CROPS_OF_DECK + np.arange(CROPS_OF_DECK)).reshape(-1)
        turned = rng.random(len(chosen)) < 0.5
        planes = np.stack(
            [make_card_planes(_turn_half_round(pictures[i], over)) for i, over in zip(chosen, turned, strict=True)]
        )
        where = np.stack([_turn_half_round(places[i], over) for i, over in zip(chosen, turned, strict=True)])
        truths = torch.from_numpy(icons[chosen]).long(), torch.from_numpy(where)
        return _spoil_light(torch, planes, rng), lambda maps: _compute_icon_loss(torch, maps, *truths)

    train_network(build_icon_network().to(memory_format=torch.channels_last), samples / "icon.pt", minutes, rate, batch)


def _turn_half_round(picture: NDArray[Any], over: bool) -> NDArray[Any]:
    return np.ascontiguousarray(picture[::-1, ::-1]) if over else picture


def _spoil_light(torch: Any, planes: NDArray[Any], rng: Generator) -> Any:
    """Other light on every picture, and all pictures moved by some pixels."""
    batch = torch.from_numpy(planes)
    n = len(batch)
    batch = batch * (1 + 0.1 * torch.randn(n, 1, 1, 1)) * (1 + 0.06 * torch.randn(n, 3, 1, 1)) + 0.03 * torch.randn(n, 3, 1, 1)
    down, right = int(rng.integers(-3, 4)), int(rng.integers(-3, 4))
    padded = torch.nn.functional.pad(batch, (3, 3, 3, 3), mode="replicate")
    return padded[:, :, 3 + down : 3 + down + batch.shape[2], 3 + right : 3 + right + batch.shape[3]]


def judge_icon_network(samples: Path, seed: int) -> None:
    """Print how surely two cards of a deck are told to carry the same icon, and a card to carry any. The decks were never
    learned from."""
    torch = importlib.import_module("torch")
    net = load_trained(build_icon_network(), samples / "icon.pt")
    pictures, icons = (np.load(samples / f"icons{kind}{seed}.npy") for kind in ("", "_labels"))
    shown = [summarise_maps(one) for one in _run_icon_network(torch, net.eval(), pictures)]
    features, there = np.stack([one for _, one in shown]), np.array([where for where, _ in shown])
    decks = np.arange(len(icons)) // CROPS_OF_DECK
    likeness, pairs = (
        features @ features.T,
        np.triu(decks[:, None] == decks[None], 1) & (icons[:, None] >= 0) & (icons[None] >= 0),
    )
    same = icons[:, None] == icons[None]
    for least in (1.0, 2.0, 3.0, 4.0, 5.0):
        missed, made_up = (there[icons >= 0] < least).mean(), (there[icons < 0] >= least).mean()
        print(f"there from {least}: missed {missed:.4f}, made up {made_up:.4f}")
    for least in np.arange(0.4, 0.96, 0.05):
        lost, taken = (likeness[pairs & same] < least).mean(), (likeness[pairs & ~same] >= least).mean()
        print(f"likeness {least:.2f}: the same {1 - lost:.4f}, another taken for it {taken:.4f}")


def _run_icon_network(torch: Any, net: Any, pictures: NDArray[Any]) -> NDArray[Any]:
    """(n, 41, places): what the network says of each picture."""
    with torch.no_grad():
        parts = [
            net(torch.from_numpy(np.stack([make_card_planes(one) for one in pictures[i : i + 256]])))
            for i in range(0, len(pictures), 256)
        ]
    return np.asarray(torch.cat(parts).float().flatten(2).numpy())


def export_icon_network(samples: Path, out: Path) -> None:
    """Write the network as an ONNX file that `cv2.dnn` reads."""
    torch = importlib.import_module("torch")
    net = load_trained(build_icon_network(), samples / "icon.pt")
    file = out / "icon.onnx"
    export_network(net, file, ICON_SIZE[::-1])
    shipped, planes = cv2.dnn.readNetFromONNX(str(file)), np.random.default_rng(1).random((1, 3, *ICON_SIZE[::-1]), np.float32)
    shipped.setInput(planes)
    with torch.no_grad():
        off = float(np.abs(np.array(shipped.forward()) - net(torch.from_numpy(planes)).numpy()).max())
    print(f"icon: {file.stat().st_size} bytes, OpenCV off by {off:.4f}")


def main() -> None:
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    paths_of = {
        "draw": "fonts symbols out",
        "train": "samples",
        "test": "samples",
        "export": "samples out",
    }
    for name, command in add_commands(parser, paths_of):
        command.add_argument("--seed", type=int, default=99 if name == "test" else 1)
        if name == "draw":
            command.add_argument("--decks", type=int, default=3000)
            command.add_argument("--held-back", action="store_true", help="with the typefaces held back from training")
        if name == "train":
            command.add_argument("--minutes", type=float, default=20)
            command.add_argument("--seeds", type=int, nargs="+", default=[1], help="of the samples")
            command.add_argument("--rate", type=float, default=3e-3)
    given = parser.parse_args()
    if given.command == "draw":
        draw_icon_samples(given.fonts, given.symbols, given.out, given.seed, given.decks, given.held_back)
    elif given.command == "train":
        train_icon_network(given.samples, given.minutes, given.seeds, given.rate, given.seed)
    elif given.command == "test":
        judge_icon_network(given.samples, given.seed)
    else:
        export_icon_network(given.samples, given.out)


if __name__ == "__main__":
    main()
