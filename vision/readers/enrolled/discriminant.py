"""Linear discriminant analysis: classes that share one covariance are told apart by weighted sums of features."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[Any]
"""float32, rows of features; the shape is said where it is used."""


@dataclass(frozen=True, slots=True, eq=False)
class Discriminant:
    """Weighted sums that tell classes apart."""

    weights: Matrix  # (features, classes) float32
    offsets: Matrix  # (classes,) float32

    def score_classes(self, features: Matrix) -> Matrix:
        """(..., classes) log-likelihoods of (..., features), up to a constant shared by all classes."""
        return np.asarray(features @ self.weights + self.offsets, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """How samples of one class differ from one another."""

    covariance: Matrix  # (features, features) float32, shrunk, ready to be inverted

    def make_discriminant(self, means: Matrix) -> Discriminant:
        """The discriminant of classes with (classes, features) `means`."""
        return self.make_discriminants(means)[0]

    def make_discriminants(self, *means: Matrix) -> list[Discriminant]:
        """The discriminants of several sets of class means. The covariance is solved once, because solving takes by far the
        longest."""
        solved = np.linalg.solve(self.covariance, np.concatenate(means).T).astype(np.float32)
        ends = np.cumsum([len(each) for each in means])[:-1]
        weights = [np.ascontiguousarray(part) for part in np.split(solved, ends, axis=1)]
        offsets = (
            -0.5 * np.einsum("cf,fc->c", each.astype(np.float32), part) for each, part in zip(means, weights, strict=True)
        )
        return [Discriminant(part, np.asarray(offset, np.float32)) for part, offset in zip(weights, offsets, strict=True)]


def compute_class_means(features: Matrix, classes: Matrix, count: int) -> Matrix:
    """(count, features) means of (n, features) samples of the classes 0 to `count` - 1, each with a sample. `classes`: (n,)
    the class of each sample."""
    member = np.zeros((count, len(features)), np.float32)
    member[classes, np.arange(len(features))] = 1
    return np.asarray((member @ features.astype(np.float32)) / member.sum(axis=1, keepdims=True), np.float32)


def measure_spread(features: Matrix, classes: Matrix, means: Matrix) -> Spread:
    """The shared spread of (n, features) samples about the `means` of their classes. `classes`: (n,) the class of each sample."""
    within = features.astype(np.float32) - means[classes]
    covariance = within.T @ within / np.float32(max(len(features) - len(means), 1))
    diagonal = np.diag(covariance).copy()
    # shrunk by a fifth towards a diagonal covariance, because samples are fewer than features; no feature without variance
    covariance *= np.float32(0.8)
    covariance[np.diag_indices_from(covariance)] = diagonal + np.float32(0.05) * diagonal.mean() + np.float32(1e-6)
    return Spread(covariance)


def measure_distinctiveness(features: Matrix, classes: Matrix, means: Matrix) -> Matrix:
    """(features,) how well each feature alone tells the classes apart: spread between classes over spread within a class."""
    within = np.sqrt(((features.astype(np.float32) - means[classes]) ** 2).mean(axis=0))
    return np.asarray(means.std(axis=0) / (within + 0.05), np.float32)
