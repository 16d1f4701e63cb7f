"""Find the weights of what the network of `vision.readers.numbers.icons` sees of a card: the constants
`ICON_SIGN_WEIGHTS`, `ICON_PLACE_WEIGHTS`, `ICON_PAIR_WEIGHTS`, and `usual_there`.

    python -m calibration.icons.weigh --fonts fonts/ --symbols symbols/ --seed 98 --decks 200

Needs what `calibration.icons.train` needs. The cards are drawn in typefaces and with symbols held back from training, each in a
light of its own. Only cards that are read count.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from calibration.icons.draw import ICONS_OF_DECK, generate_icon_deck
from calibration.icons.symbols import Symbols
from calibration.numbers.fonts import NumberFont, load_fonts
from vision.readers.numbers.icons import IconLook, IconNetwork, compare_looks, list_icon_signs, weigh_among_others, weigh_looks
from vision.readers.numbers.reader import make_number_reader

CARDS_WITH_ICON = 7  # guess; of a deck: about as many as a match shows, in the shares of a deck
CARDS_WITHOUT_ICON = 16  # guess; of a deck


@dataclass(frozen=True, slots=True, eq=False)
class WeighedCard:
    """A card that was read."""

    icon: int  # number of the icon within the deck, -1 for none
    parts: NDArray[Any]  # (4,) as of `list_icon_signs`
    features: NDArray[Any]  # as of `IconLook`
    heights: NDArray[Any]  # as of `IconLook`

    def make_look(self, there: NDArray[Any]) -> IconLook:
        """The card as seen where the parts of a look weigh `there`."""
        return IconLook(float(there @ self.parts), self.features, self.heights)


def draw_read_decks(fonts: list[NumberFont], symbols: Symbols, decks: int, rng: Generator) -> Iterator[list[WeighedCard]]:
    """The readable cards of deck after deck, in the order in which cards are laid."""
    network, reader = IconNetwork(), make_number_reader([str(number) for number in range(2, 100)])
    for _ in range(decks):
        carried = rng.permutation([*rng.integers(0, ICONS_OF_DECK, CARDS_WITH_ICON), *([-1] * CARDS_WITHOUT_ICON)]).tolist()
        cards = []
        for sample in generate_icon_deck(fonts, symbols, rng, carried):
            sight = reader.examine_number(sample.crop)
            if reader.judge_sight(sight).accepted:
                where, features, heights = network.run_both_ways(sample.crop)
                cards.append(WeighedCard(sample.icon, list_icon_signs(where, sight.card.icon), features, heights))
        yield cards


def weigh_parts(decks: list[list[WeighedCard]]) -> None:
    """Print what each part weighs: of a card alone, of a card among the cards laid before, of two cards."""
    cards = [card for deck in decks for card in deck]
    there = _fit_logistic(np.stack([card.parts for card in cards]), [card.icon >= 0 for card in cards])
    looks = [[card.make_look(there) for card in deck] for deck in decks]
    usual = float(np.median([look.there for deck in looks for look in deck]))
    among = [weigh_among_others(deck[: n + 1])[-1] for deck in looks for n in range(len(deck))]
    placed = _fit_logistic(np.stack(among), [card.icon >= 0 for card in cards])
    pairs = _list_pairs(decks, looks, placed)
    weights = _fit_logistic(np.stack([parts for parts, _ in pairs]), [alike for _, alike in pairs])
    print(f"{len(cards)} cards: ICON_SIGN_WEIGHTS {there.round(3).tolist()}, usual_there {usual:.2f}")
    print(f"ICON_PLACE_WEIGHTS {placed.round(3).tolist()}")
    print(f"{len(pairs)} pairs: ICON_PAIR_WEIGHTS {weights.round(3).tolist()}")


def _list_pairs(
    decks: list[list[WeighedCard]], looks: list[list[IconLook]], placed: NDArray[Any]
) -> list[tuple[NDArray[Any], bool]]:
    """What is weighed of two cards of a deck, and whether both carry the same icon. Pairs with no, one and two icons are
    equally many."""
    kinds: tuple[list[tuple[NDArray[Any], bool]], ...] = ([], [], [])
    for deck, seen in zip(decks, looks, strict=True):
        told = weigh_looks(seen, placed)
        for i, j in combinations(range(len(deck)), 2):
            pair = compare_looks(told[i], told[j]), deck[i].icon == deck[j].icon
            kinds[(deck[i].icon >= 0) + (deck[j].icon >= 0)].append(pair)
    each = min(map(len, kinds))
    return [kind[i * len(kind) // each] for kind in kinds for i in range(each)]


def _fit_logistic(parts: NDArray[Any], truths: list[bool]) -> NDArray[Any]:
    """(m,) what the parts, (n, m), weigh for the truth, in logarithms, beside how frequent the truth is."""
    torch = importlib.import_module("torch")
    given, truth = torch.from_numpy(parts), torch.tensor(truths, dtype=torch.float64)
    beforehand = torch.log(truth.mean() / (1 - truth.mean()))
    weights = torch.zeros(given.shape[1], dtype=torch.float64, requires_grad=True)
    best = torch.optim.LBFGS([weights], max_iter=300)

    def loss() -> Any:
        best.zero_grad()
        found = torch.nn.functional.binary_cross_entropy_with_logits(given @ weights + beforehand, truth)
        found = found + 1e-6 * (weights**2).sum()
        found.backward()
        return found

    best.step(loss)
    print(f"loss {float(loss().detach()):.4f}")
    return np.asarray(weights.detach().numpy(), np.float64)


def main() -> None:
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for path in ("fonts", "symbols"):
        parser.add_argument(f"--{path}", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=98)
    parser.add_argument("--decks", type=int, default=200)
    given = parser.parse_args()
    fonts, symbols = load_fonts(given.fonts, True), Symbols(given.symbols, True)
    decks = list(draw_read_decks(fonts, symbols, given.decks, np.random.default_rng(given.seed)))
    weigh_parts([deck for deck in decks if deck])


if __name__ == "__main__":
    main()
