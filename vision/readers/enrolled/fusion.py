"""Several opinions, one verdict: how much each opinion weighs is learned, so that the verdict's probabilities can be believed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

WORTHLESS = 0.002
"""Probability that all opinions are worthless (something none of them was shown): keeps anyone from being certain."""
LEAD_STEEPNESS = 2.7
"""How fast doubt falls with the lead over another face: measured on drawn decks, reads are then as often right as they state."""
LEAST_APART = 1.0
"""Faces that are less apart than this on their own pictures are twins: what sets these apart is chance."""


def weigh(opinions: NDArray[Any], truth: NDArray[Any], rounds: int = 40) -> NDArray[Any]:
    """(k,) weights, none negative, that make the softmax of the weighed sum likeliest to be right.

    `opinions`: (n, k, choices) log-likelihoods of k judges. `truth`: (n,) the right choice. Newton's method with a little pull
    towards nothing; a judge that misleads ends at weight 0.
    """
    count, judges, _ = opinions.shape
    centred = opinions - opinions.max(axis=2, keepdims=True)
    scale = np.maximum(centred.std(axis=(0, 2)), 1e-6)
    scaled = (centred / scale[None, :, None]).astype(np.float64)
    weights = np.ones(judges)
    right = scaled[np.arange(count), :, truth]
    for _ in range(rounds):
        chance = softmax(np.einsum("k,nkc->nc", weights, scaled))
        expected = np.einsum("nc,nkc->nk", chance, scaled)
        slope = (right - expected).mean(axis=0) - 0.002 * weights
        second = np.einsum("nc,nkc,njc->kj", chance, scaled, scaled) / count - expected.T @ expected / count
        step = np.linalg.solve(second + np.eye(judges) * 0.003, slope)
        weights = np.clip(weights + np.clip(step, -2, 2), 0, 60)
        if np.abs(step).max() < 1e-3:
            break
    return np.asarray(weights / scale, np.float32)


def softmax(scores: NDArray[Any]) -> NDArray[Any]:
    """Probabilities of `scores` (..., choices) along the last axis, of the same shape."""
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def weighed(opinions: NDArray[Any], weights: NDArray[Any]) -> NDArray[Any]:
    """(..., choices) sums of (..., k, choices) opinions, weighed by `weights` (k,)."""
    return np.asarray(np.einsum("k,...kc->...c", weights, opinions))


def verdict(scores: NDArray[Any], apart: NDArray[Any]) -> NDArray[Any]:
    """(C,) probabilities of C faces with the weighed `scores` (C,). `apart`: (C, C), by how much the scores of each face's own enrolled
    picture prefer it to each other face.

    A lead is judged against the one it should be: a card just like another leads by little and is right all the same, and where a large
    lead is to be expected a small one is doubtful.
    """
    best = int(scores.argmax())
    lead = (scores[best] - scores) / np.sqrt(np.maximum(apart[best], LEAST_APART))
    chance = softmax(-LEAD_STEEPNESS * lead)
    return np.asarray((1 - WORTHLESS) * chance + WORTHLESS / len(chance))


def compared(chance: NDArray[Any], preferences: Mapping[int, float]) -> NDArray[Any]:
    """(C,) probabilities after some faces were laid on what is seen. `preferences`: the logarithm of how much more print and colour speak
    for each of these faces than for the first of them; the others stay as likely as they were against that one."""
    chance = chance - (floor := WORTHLESS / len(chance))
    for face, more in preferences.items():
        chance[face] *= np.exp(more)
    return np.asarray((1 - WORTHLESS) * chance / chance.sum() + floor)
