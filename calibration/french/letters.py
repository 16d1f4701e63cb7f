"""Train the small network that reads letters of indices that are not English: `vision.readers.french_print.letters`.

Commands of `python -m calibration.french.letters`:
- draw scenes and cut samples. `samples --art art/ --fonts fonts/ --out samples/ --count 2000 --seed 1`.
- train the network. `train   --samples samples/ --minutes 20 --seeds 1 2 99`.
- write the ONNX file. `export  --samples samples/ --out new/`.

Needs what `calibration.french.train` needs, and draws from the same free art. No photograph is used. Each scene has one foreign letter,
so that every index without an English rank is this letter. Other letters are shown too, and are none.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from calibration.french.art import Art, load_art
from calibration.french.samples import NO_RANK, NO_SUIT, Patch, cut_index_samples
from calibration.french.scenes import Mix, generate_scene
from calibration.networks.stored_weights import export_network, load_trained
from calibration.networks.training import add_commands, make_convs, train_network
from vision.readers.french_print.crops import INDEX_SIZE
from vision.readers.french_print.networks import LETTERS

OTHER_LETTERS = "CEFGILMNOPSTUWXYZ0"
"""Letters that no class has: they are drawn as none."""
OTHERS_EVERY = 6  # guess; scenes: in every so many the foreign letter is none of `LETTERS`
MIX = Mix(foreign=1.0, hard=0.4, strangers=0.04, letters=0.25)
HELD_OUT = 4000  # samples of the last seed by which a training is judged


MakeSamples = Callable[[Art, int, int], tuple[NDArray[np.uint8], NDArray[np.int8]]]
"""Makes index patches and the class of each, from the art, a count of scenes and a seed."""


def make_letter_samples(art: Art, count: int, seed: int) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
    """(n, 48, 32, 3) index patches of `count` scenes, and (n,) the letter of each: a place in `LETTERS`, or their number for
    none."""
    rng = np.random.default_rng(seed)
    patches: list[Patch] = []
    letters: list[int] = []
    for number in range(count):
        is_other = number % OTHERS_EVERY == 0
        letter = str(rng.choice(list(OTHER_LETTERS if is_other else LETTERS)))
        shown = replace(art, foreign=[word(letter, 96) for word in art.words])
        cut = cut_index_samples(generate_scene(shown, rng, MIX), rng)
        patches += cut
        letters += [label_letter(letter, rank, suit) for _, rank, suit in cut]
    return np.stack([patch[0] for patch in patches]), np.array(letters, np.int8)


def label_letter(letter: str, rank: int, suit: int) -> int:
    """The class of a patch of a scene with this foreign letter. `rank`, `suit`: numbers of the patch, as it was cut."""
    is_foreign = rank == NO_RANK and suit != NO_SUIT
    return LETTERS.index(letter) if is_foreign and letter in LETTERS else len(LETTERS)


def build_patch_network(classes: int) -> Any:
    """The untrained network for index patches. `classes`: that it tells apart."""
    nn = importlib.import_module("torch").nn
    body = make_convs((3, 12), (12, 24, 2), (24, 32), (32, 40, 2), (40, 40, 2))
    return nn.Sequential(*body, nn.Flatten(), nn.Dropout(0.2), nn.Linear(40 * 24, 32), nn.ReLU(), nn.Linear(32, classes))


def _make_tensor(torch: Any, patches: NDArray[Any]) -> Any:
    return torch.from_numpy(np.ascontiguousarray(patches[..., ::-1])).permute(0, 3, 1, 2).float().div_(255)


def _spoil_batch(torch: Any, pictures: Any) -> Any:
    """Other light on every batch: gain and shift per channel, and noise."""
    n = len(pictures)
    gain, shift = 1 + 0.12 * torch.randn(n, 3, 1, 1), 0.04 * torch.randn(n, 3, 1, 1)
    noise = (0.01 + 0.05 * torch.rand(n, 1, 1, 1) ** 4) * torch.randn_like(pictures)
    return (pictures * gain * (1 + 0.1 * torch.randn(n, 1, 1, 1)) + shift + noise).clamp(0, 1.3)


def _load_samples(samples: Path, name: str, seed: int) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
    return np.load(samples / f"{name}{seed}.npy"), np.load(samples / f"{name}_labels{seed}.npy")


def train_patch_network(
    samples: Path, name: str, classes: Sequence[str], minutes: float, seeds: Sequence[int], rate: float
) -> None:
    """Train the network `name` for some minutes of processor time; an earlier run goes on. The last seed's samples are held
    out. `classes`: names of what the network tells apart."""
    torch = importlib.import_module("torch")
    torch.set_num_threads(1)
    rng = np.random.default_rng(7)
    read = [_load_samples(samples, name, seed) for seed in seeds[:-1]]
    patches, truths = (np.concatenate(part) for part in zip(*read, strict=True))
    places = [np.flatnonzero(truths == number) for number in range(len(classes))]
    net = build_patch_network(len(classes)).to(memory_format=torch.channels_last)
    loss = torch.nn.functional.cross_entropy

    def draw_batch() -> tuple[Any, Any]:
        chosen = np.sort(choose_evenly(places, 128, rng))
        truth = torch.from_numpy(truths[chosen].astype(np.int64))
        return _spoil_batch(torch, _make_tensor(torch, patches[chosen])), lambda out: loss(out, truth, label_smoothing=0.005)

    train_network(net, samples / f"{name}.pt", minutes, rate, draw_batch)
    net.eval()
    shown, truth = (part[:HELD_OUT] for part in _load_samples(samples, name, seeds[-1]))
    with torch.no_grad():
        said = net(_make_tensor(torch, shown)).argmax(dim=1).numpy()
    for number, one in enumerate(classes):
        print(f"held out {one}: {float((said[truth == number] == number).mean()):.4f} of {int((truth == number).sum())}")


def choose_evenly(places: Sequence[NDArray[np.intp]], count: int, rng: Generator) -> NDArray[np.intp]:
    """(count,) numbers of samples: half of them of the last class, the others alike often. `places`: numbers of each class's
    samples."""
    classes = np.where(rng.random(count) < 0.5, len(places) - 1, rng.integers(len(places) - 1, size=count))
    return np.array([places[one][rng.integers(len(places[one]))] for one in classes], np.intp)


_PATHS_OF_COMMANDS = {"samples": "art fonts out", "train": "samples", "export": "samples out"}
"""The commands and the paths each needs."""


def run_commands(text: str, name: str, classes: Sequence[str], make_samples: MakeSamples) -> None:
    """Run the command given on the command line, for the network `name`. `text`: the help; `classes`: names of what the network
    tells apart."""
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    for verb, command in add_commands(parser, _PATHS_OF_COMMANDS):
        if verb == "samples":
            command.add_argument("--count", type=int, default=2000)
            command.add_argument("--seed", type=int, default=1)
        if verb == "train":
            command.add_argument("--minutes", type=float, default=20)
            command.add_argument("--seeds", type=int, nargs="+", default=[1, 99], help="of the samples; the last is held out")
            command.add_argument("--rate", type=float, default=2e-3)
    given = parser.parse_args()
    if given.command == "samples":
        given.out.mkdir(parents=True, exist_ok=True)
        patches, truths = make_samples(load_art(given.art, given.fonts), given.count, given.seed)
        np.save(given.out / f"{name}{given.seed}.npy", patches)
        np.save(given.out / f"{name}_labels{given.seed}.npy", truths)
    elif given.command == "train":
        train_patch_network(given.samples, name, classes, given.minutes, given.seeds, given.rate)
    else:
        given.out.mkdir(parents=True, exist_ok=True)
        net = load_trained(build_patch_network(len(classes)), given.samples / f"{name}.pt")
        export_network(net, given.out / f"{name}.onnx", INDEX_SIZE[::-1], {"in": {0: "n"}, "out": {0: "n"}})


if __name__ == "__main__":
    run_commands(__doc__ or "", "letters", [*LETTERS, "none"], make_letter_samples)
