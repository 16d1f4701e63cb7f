"""Probabilities from several judges' opinions. The weight of each judge is learned, so that stated probabilities can be
believed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class FusionThresholds:
    """How opinions become probabilities."""

    all_wrong_probability: float = 0.002  # all judges know nothing of what is seen: nobody is ever certain; guess
    lead_steepness: float = 2.7
    """how fast doubt falls with the lead: readings are as often right as stated; measured on drawn decks."""
    min_own_lead: float = 1.0  # faces whose own pictures lead by less are twins, told apart by chance only; guess


FUSION = FusionThresholds()


def fit_opinion_weights(opinions: NDArray[Any], truth: NDArray[Any], rounds: int = 40) -> NDArray[Any]:
    """(k,) weights, none negative, with which the softmax of the weighed sum is likeliest to be right.

    `opinions`: (n, k, choices) log-likelihoods of k judges. `truth`: (n,) the right choices. `rounds`: most steps of Newton's
    method, with a little pull towards zero. A misleading judge ends at weight 0.
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


def combine_opinions(opinions: NDArray[Any], weights: NDArray[Any]) -> NDArray[Any]:
    """(..., choices) sums of (..., k, choices) opinions, weighed by `weights` (k,)."""
    return np.asarray(np.einsum("k,...kc->...c", weights, opinions))


def estimate_probabilities(scores: NDArray[Any], apart: NDArray[Any]) -> NDArray[Any]:
    """(C,) probabilities of C faces with the weighed `scores` (C,). `apart`: (C, C), by how much the scores of each face's
    enrolled picture prefer the own face to each other face.

    A lead is compared with the lead to be expected. A card much like another leads by little and is right; where a large lead
    is due, a small lead is doubtful.
    """
    best = int(scores.argmax())
    lead = (scores[best] - scores) / np.sqrt(np.maximum(apart[best], FUSION.min_own_lead))
    chance = softmax(-FUSION.lead_steepness * lead)
    return np.asarray((1 - FUSION.all_wrong_probability) * chance + FUSION.all_wrong_probability / len(chance))


def update_probabilities(chance: NDArray[Any], preferences: Mapping[int, float]) -> NDArray[Any]:
    """(C,) probabilities after some faces were compared with the crop itself. `chance`: (C,) before. `preferences`: by face, how
    much more print and colour speak for the face than for the first face (logarithms). Other faces keep their odds against the
    first."""
    chance = chance - (floor := FUSION.all_wrong_probability / len(chance))
    for face, more in preferences.items():
        chance[face] *= np.exp(more)
    return np.asarray((1 - FUSION.all_wrong_probability) * chance / chance.sum() + floor)
