"""Linear discriminant analysis: classes that share one covariance are told apart by weighted sums."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[Any]
"""float32, rows of features; the shape is said where it is used."""

SHRINK = 0.2
"""How far the covariance is drawn towards a diagonal one: samples are fewer than features, so it must be."""
FLOOR = 0.05
"""Least variance of a feature, in mean variances: no feature is that sure of itself."""


@dataclass(frozen=True, slots=True, eq=False)
class Discriminant:
    """`weights` (features, classes) and `offsets` (classes,), float32."""

    weights: Matrix
    offsets: Matrix

    def scores(self, features: Matrix) -> Matrix:
        """(..., classes) log-likelihoods of (..., features), but for a constant that all classes share."""
        return np.asarray(features @ self.weights + self.offsets, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """How samples of one class differ from one another. `covariance`: (features, features), shrunk, ready to be inverted."""

    covariance: Matrix

    def discriminant(self, means: Matrix) -> Discriminant:
        """What tells (classes, features) `means` apart."""
        return self.discriminants(means)[0]

    def discriminants(self, *means: Matrix) -> list[Discriminant]:
        """The same for each of several means. The covariance, which takes by far the longest, is taken apart once."""
        solved = np.linalg.solve(self.covariance, np.concatenate(means).T).astype(np.float32)
        ends = np.cumsum([len(each) for each in means])[:-1]
        weights = [np.ascontiguousarray(part) for part in np.split(solved, ends, axis=1)]
        return [Discriminant(part, _offsets(each, part)) for each, part in zip(means, weights, strict=True)]


def _offsets(means: Matrix, weights: Matrix) -> Matrix:
    return np.asarray(-0.5 * np.einsum("cf,fc->c", means.astype(np.float32), weights), np.float32)


def class_means(features: Matrix, classes: Matrix, count: int) -> Matrix:
    """(count, features) means of (n, features) samples of classes 0 to `count` - 1, each of which occurs."""
    member = np.zeros((count, len(features)), np.float32)
    member[classes, np.arange(len(features))] = 1
    return np.asarray((member @ features.astype(np.float32)) / member.sum(axis=1, keepdims=True), np.float32)


def spread(features: Matrix, classes: Matrix, means: Matrix) -> Spread:
    """The shared spread of (n, features) samples about their classes' `means`."""
    within = features.astype(np.float32) - means[classes]
    covariance = within.T @ within / np.float32(max(len(features) - len(means), 1))
    diagonal = np.diag(covariance).copy()
    covariance *= np.float32(1 - SHRINK)
    covariance[np.diag_indices_from(covariance)] = diagonal + np.float32(FLOOR) * diagonal.mean() + np.float32(1e-6)
    return Spread(covariance)


def distinctiveness(features: Matrix, classes: Matrix, means: Matrix) -> Matrix:
    """(features,) how well each feature alone tells the classes apart: spread between the classes over spread within one."""
    within = np.sqrt(((features.astype(np.float32) - means[classes]) ** 2).mean(axis=0))
    return np.asarray(means.std(axis=0) / (within + 0.05), np.float32)
