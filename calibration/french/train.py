"""Train the three small networks of `vision.readers.french.reader` from drawn cards alone.

Commands of `python -m calibration.french.train`:
- draw the vector decks. `art     --packages npm/ --art art/`.
- draw scenes and cut samples. `scenes  --art art/ --fonts /usr/share/fonts --out samples/ --count 6000`.
- train a network. `train   --samples samples/ --net finder|index|card --minutes 20`.
- write ONNX files. `export  --samples samples/ --out new/`.
- mix two networks. `between --first vision/readers/french_print/data/index.onnx --second new/index.onnx --out index.onnx`.

Needs, beside the project's own dependencies: torch 2.x (CPU), onnx, Pillow and `rsvg-convert`. One core, about four hours.

Sources, all free art. Only weights learned from drawings are shipped, no art:
- npm `cardsJS` 1.1.1: Vectorized Playing Cards 1.3 by Chris Aguilar, LGPL-3.0-or-later
- npm `@heruka_urgyen/react-playing-cards` 0.5.0: playing cards by Adrian Kennard, CC0
- npm `svg-cards` 4.0.2: SVG-cards by David Bellot, LGPL-2.1
- fonts of Debian's packages (index glyphs and suit shapes; SIL OFL 1.1, Apache 2.0, GPL with font exception, or public domain):
  `fonts-dejavu`, `-liberation`, `-urw-base35`, `-freefont`, `-roboto-slab`, `-routed-gothic`, `-dosis`, `-jura`, `-quattrocento`;
  `-vollkorn`, `-goudybookletter`, `-cabin`, `-lato`, `-open-sans`, `-crosextra-caladea`, `-karla`, `-play`, `-league-spartan`;
  `-averia-serif-gwf`, `-linuxlibertine`, `-courier-prime`, `-bebas-neue`, `-symbola`, `-fantasque-sans`, `-comic-neue`;
  `-junction`, `-adf-romande`
No photograph is used.

How the shipped weights came about, in processor minutes at bfloat16 on one core. First on scenes of seed 1 (5000, drawn by an
earlier state of this file without slanted faces and foreign letters), 2 (4000) and 3 (1000, `--foreign 0.5`). Held out was seed 99
(400), before typefaces with swapped suits were left out. Finder: 9 on seed 1. Index: 5 on 1, 4 on 1 and 2, 1.5 on all. Card: 4 on 1,
4 on 1 and 2. All three were trained on from there (`--start`), on scenes of:

    seed    11, 12     13        14        15        21        22        23
    count   2200 each  2600      1000      1200      6000      6000      3600
    hard    1          0         0.3       0.6       0         0.65      0.25
    others  0          0.12      0.15      0.06      0.12      0.1       0.1       (`--strangers`)
    foreign 0.1        0.2       0.8       0.2       0.3       0.3       0.6
    letters 0.21       0.28      0.28      0.21      0.25      0.25      0.25

Held out were 97 (300) and 98 (500, `--hard 0.4 --strangers 0.1 --foreign 0.2 --letters 0.25`). Seeds 11 to 15 were drawn while
half covered indices were not yet shown as none and fans were rarer. Seeds 21 and 22 were drawn while no camera was near.

Index: 7 at 5e-4 on 11 to 14, 4.5 at 4e-4 on 11 to 15, 33 at 8e-4 on 11 to 15, 21 and 22. Last 12 at 5e-4 on all of these and twice
23. Card: 7 at 5e-4 on 11 to 14, 24 at 6e-4 on 11 to 15, 21 and 22. Finder: 10 at 6e-4 and 6 at 8e-4 on 11 to 14, 45 at 8e-4 on 11 to
15, 21 and 22. Three quarters of the finder's weights come from these, a quarter from the first finder (`between --part 0.75`): the
mix finds more on photographs than either. Losses were still falling.

The networks (all take RGB from 0 to 1, planes first):
- finder: any picture -> 6 planes at a quarter of the size: logit "the middle of an upright index (rank above suit) is here"; cosine
  and sine of the direction from rank to suit; log2 of the index height over 20 px; offset x and y of the middle in cells.
- index: 48x32 patch, the index upright and 32 px high in its middle -> 14 rank logits (A 2 ... K, none), 5 suit logits (C D H S, none).
- card: 112x80 rectified card, either way up -> 14 rank logits, 5 suit logits.
"""

from __future__ import annotations

import argparse
import importlib
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator

from calibration.french.art import prepare_art
from calibration.french.samples import NO_RANK, make_samples
from calibration.french.scenes import Mix
from calibration.networks.stored_weights import export_network, load_trained, mix_networks, start_from_network
from calibration.networks.training import add_commands, make_convs
from vision.readers.french_print.crops import FRENCH_CARD_SIZE, INDEX_SIZE

# --- networks ----------------------------------------------------------------------------------------------------------------


def build_french_network(name: str) -> Any:
    """The untrained network `finder`, `index` or `card`."""
    nn = importlib.import_module("torch").nn

    if name == "finder":
        body = [
            *make_convs((3, 16, 2), (16, 32, 2), (32, 32), (32, 32, 1, 2), (32, 32, 1, 2)),
        ]
        return nn.Sequential(*body, *make_convs((32, 32, 1, 4), (32, 32), (32, 64, 1, 1, 1)), nn.Conv2d(64, 6, 1))
    if name == "index":
        body = [
            *make_convs((3, 20), (20, 32, 2), (32, 48), (48, 64, 2), (64, 64), (64, 64, 2)),
            nn.Flatten(),
        ]
        return nn.Sequential(*body, nn.Dropout(0.2), nn.Linear(64 * 24, 64), nn.ReLU(), nn.Linear(64, 19))
    body = [
        *make_convs((3, 16, 2), (16, 32), (32, 48, 2), (48, 48), (48, 64, 2), (64, 64), (64, 48, 2)),
        nn.Flatten(),
    ]
    return nn.Sequential(*body, nn.Dropout(0.2), nn.Linear(48 * 35, 96), nn.ReLU(), nn.Linear(96, 19))


def _compute_finder_loss(torch: Any, out: Any, truth: Any) -> Any:
    """Focal loss on the heat; plain errors of direction, size and offset where an index is."""
    heat, weight = truth[:, 0], truth[:, 6]
    p = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    sure = (heat > 0.8).float()
    gain = -(sure * (1 - p) ** 2 * p.log() + (1 - sure) * (1 - heat) ** 4 * p**2 * (1 - p).log()) * weight
    near = (heat > 0.3).float() * weight
    count = near.sum().clamp(min=1)
    shape = ((out[:, 1:6] - truth[:, 1:6]).abs().sum(dim=1) * near).sum() / count
    return gain.sum() / sure.sum().clamp(min=1) + shape


def _compute_class_loss(torch: Any, out: Any, labels: Any) -> Any:
    loss = torch.nn.functional.cross_entropy
    return loss(out[:, :14], labels[:, 0], label_smoothing=0.005) + loss(out[:, 14:], labels[:, 1], label_smoothing=0.005)


def _load_french_samples(samples: Path, name: str, seeds: Sequence[int]) -> tuple[list[Any], list[Any]]:
    first, second = ("scenes", "truth") if name == "finder" else (name, f"{name}_labels")
    pictures = [np.load(samples / f"{first}{seed}.npy", mmap_mode="r") for seed in seeds]
    return pictures, [np.load(samples / f"{second}{seed}.npy", mmap_mode="r") for seed in seeds]


def _draw_batches(torch: Any, pictures: Any, truths: Any, size: int, rng: Generator) -> Iterator[tuple[Any, Any]]:
    while True:
        order = rng.permutation(len(pictures))
        for start in range(0, len(order) - size + 1, size):
            chosen = np.sort(order[start : start + size])
            yield _make_tensor(torch, pictures[chosen]), torch.from_numpy(np.ascontiguousarray(truths[chosen]))


def _make_tensor(torch: Any, pictures: Any) -> Any:
    return torch.from_numpy(np.ascontiguousarray(pictures[..., ::-1])).permute(0, 3, 1, 2).float().div_(255)


def _spoil_batch(pictures: Any, torch: Any) -> Any:
    """Other light on every batch: gain and shift per channel, noise, and on some a veil over the ink, as of a mirrored lamp."""
    n, _, height, width = pictures.shape
    veil = (torch.rand(n, 1, 4, 3) ** 0.5 * torch.rand(n, 1, 1, 1) * 0.9) * (torch.rand(n, 1, 1, 1) < 0.25)
    veil = torch.nn.functional.interpolate(veil, (height, width), mode="bilinear")
    pictures = pictures + (pictures.amax(dim=(2, 3), keepdim=True) - pictures) * veil
    gain, shift = 1 + 0.12 * torch.randn(n, 3, 1, 1), 0.04 * torch.randn(n, 3, 1, 1)
    noise = (0.01 + 0.05 * torch.rand(n, 1, 1, 1) ** 4) * torch.randn_like(pictures)
    return (pictures * gain * (1 + 0.1 * torch.randn(n, 1, 1, 1)) + shift + noise).clamp(0, 1.3)


def train_french_network(
    samples: Path, name: str, minutes: float, seeds: list[int], rate: float, start: Path | None = None
) -> None:
    """Train a network for some minutes of processor time; an earlier run goes on, else the ONNX files in `start` are begun
    from. The last seed's samples are held out."""
    torch = importlib.import_module("torch")
    torch.set_num_threads(1)
    rng = np.random.default_rng(int(time.time()))
    pictures, truths = _load_french_samples(samples, name, seeds)
    test = (pictures.pop()[: 1500 if name != "finder" else 150], truths.pop()[: 1500 if name != "finder" else 150])
    learned = (np.concatenate(pictures), np.concatenate(truths)) if len(pictures) > 1 else (pictures[0], truths[0])
    net, file = build_french_network(name).to(memory_format=torch.channels_last), samples / f"{name}.pt"
    if file.exists():
        net.load_state_dict(torch.load(file))
    elif start is not None:
        start_from_network(start / f"{name}.onnx", net, _make_tensor(torch, np.asarray(learned[0][:256])))
        print(f"{name} as it was: {_test_held_out(torch, net, name, test)}", flush=True)
    size = 8 if name == "finder" else 64
    best = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    began, mean = time.process_time(), 0.0
    for step, (batch, truth) in enumerate(_draw_batches(torch, learned[0], learned[1], size, rng)):
        share = (time.process_time() - began) / (60 * minutes)
        if share >= 1:
            break
        for group in best.param_groups:
            group["lr"] = rate * min(1, 0.02 + step / 100) * (0.5 + 0.5 * np.cos(np.pi * share))
        net.train()
        if name == "card" and rng.random() < 0.5:
            batch = batch.flip(2, 3)  # either way up is the same card
        spoiled = _spoil_batch(batch, torch).to(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            out = net(spoiled)
        out = out.float()
        loss = (
            _compute_finder_loss(torch, out, truth.float())
            if name == "finder"
            else _compute_class_loss(torch, out, truth.long())
        )
        best.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        mean += 0.02 * (loss.item() - mean) if step else loss.item()
        if step % 200 == 199:
            torch.save(net.state_dict(), file)
            print(
                f"{name} {(step + 1) * size} seen, {60 * minutes * share:.0f} s, loss {mean:.3f}, {_test_held_out(torch, net, name, test)}",
                flush=True,
            )
    torch.save(net.state_dict(), file)


def _test_held_out(torch: Any, net: Any, name: str, test: tuple[Any, Any]) -> str:
    net.eval()
    with torch.no_grad():
        if name == "finder":
            losses = [
                float(
                    _compute_finder_loss(torch, net(_make_tensor(torch, p[None])), torch.from_numpy(t[None].astype(np.float32)))
                )
                for p, t in zip(test[0][:60], test[1][:60], strict=True)
            ]
            return f"held out loss {np.mean(losses):.3f}"
        out = net(_make_tensor(torch, test[0]))
        labels = torch.from_numpy(np.asarray(test[1])).long()
        cards = labels[:, 0] < NO_RANK
        rank, suit = out[:, :14].argmax(dim=1) == labels[:, 0], out[:, 14:].argmax(dim=1) == labels[:, 1]
        return f"held out: right {(rank & suit)[cards].float().mean():.4f}, none {(rank & suit)[~cards].float().mean():.4f}"


def export_french_networks(samples: Path, out: Path, held_out: int, nets: Sequence[str]) -> None:
    """Write the networks as ONNX files that `cv2.dnn` reads, with probabilities put right on samples never learned from."""
    torch = importlib.import_module("torch")
    out.mkdir(parents=True, exist_ok=True)
    shapes = {"finder": (288, 288), "index": INDEX_SIZE[::-1], "card": FRENCH_CARD_SIZE[::-1]}
    for name in nets:
        net = load_trained(build_french_network(name), samples / f"{name}.pt").eval()
        axes = {"in": {0: "n"}, "out": {0: "n"}}
        if name == "finder":
            axes = {"in": {2: "h", 3: "w"}, "out": {2: "h", 3: "w"}}
        else:
            _calibrate_logits(torch, net, *(array[0] for array in _load_french_samples(samples, name, [held_out])))
        export_network(net, out / f"{name}.onnx", shapes[name], axes)


def _calibrate_logits(torch: Any, net: Any, pictures: Any, truths: Any) -> None:
    """Divide the logits by the temperature that makes the held-out truth likeliest, ranks and suits apart."""
    labels, loss = torch.from_numpy(np.asarray(truths)).long(), torch.nn.functional.cross_entropy
    with torch.no_grad():
        out = torch.cat([net(_make_tensor(torch, pictures[i : i + 256])) for i in range(0, len(pictures), 256)])
        for part, column in ((slice(0, 14), 0), (slice(14, 19), 1)):
            heats = np.linspace(0.5, 2.0, 31)
            heat = min(heats, key=lambda heat: float(loss(out[:, part] / heat, labels[:, column])))
            print(f"temperature of {'ranks' if column == 0 else 'suits'}: {heat:.2f}")
            net[-1].weight[part] /= heat
            net[-1].bias[part] /= heat


_NETS = ("finder", "index", "card")
_PATHS_OF_COMMANDS = {
    "art": "packages art",
    "scenes": "art fonts out",
    "train": "samples",
    "export": "samples out",
    "between": "first second out",
}
"""The commands and the paths each needs."""


def main() -> None:
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, command in add_commands(parser, _PATHS_OF_COMMANDS):
        if name == "export":
            command.add_argument(
                "--held-out", type=int, default=99, help="seed of the scenes by which its probabilities are put right"
            )
            command.add_argument("--nets", choices=_NETS, nargs="+", default=_NETS)
        if name == "between":
            command.add_argument("--part", type=float, default=0.5, help="of the second's weights")
        if name == "scenes":
            command.add_argument("--count", type=int, default=6000)
            command.add_argument("--seed", type=int, default=1)
            command.add_argument("--foreign", type=float, default=0.1, help="how often a deck has foreign letters")
            command.add_argument("--hard", type=float, default=0.5, help="how often the light is hard and cards lie in piles")
            command.add_argument("--strangers", type=float, default=0.06, help="how often a card is of no such deck")
            command.add_argument("--letters", type=float, default=0.21, help="how often there is print on the table")
        if name == "train":
            command.add_argument("--net", choices=_NETS, required=True)
            command.add_argument("--minutes", type=float, default=20)
            command.add_argument("--seeds", type=int, nargs="+", default=[1, 99], help="of the scenes; the last is held out")
            command.add_argument("--rate", type=float, default=2e-3)
            command.add_argument("--start", type=Path, help="folder of ONNX files to begin from")
    given = parser.parse_args()
    if given.command == "art":
        prepare_art(given.packages, given.art)
    elif given.command == "scenes":
        mix = Mix(given.foreign, given.hard, given.strangers, given.letters)
        make_samples(given.art, given.fonts, given.out, given.count, given.seed, mix)
    elif given.command == "train":
        train_french_network(given.samples, given.net, given.minutes, given.seeds, given.rate, given.start)
    elif given.command == "between":
        mix_networks(given.first, given.second, given.part, given.out)
    else:
        export_french_networks(given.samples, given.out, given.held_out, given.nets)


if __name__ == "__main__":
    main()
