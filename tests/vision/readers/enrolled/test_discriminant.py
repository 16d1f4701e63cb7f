"""Classes that share one covariance are told apart by weighted sums."""

import numpy as np
import pytest

from vision.readers.enrolled.discriminant import compute_class_means, measure_distinctiveness, measure_spread

DICE = np.random.default_rng(5)
MIX = DICE.normal(size=(6, 6))
CENTRES = np.array([[0.0] * 6, [2, 0, 0, 0, 0, 0], [0, 2, 0, 0, 0, 0]])
CLASSES = DICE.integers(0, 3, 900)
SAMPLES = CENTRES[CLASSES] @ MIX + DICE.normal(size=(900, 6)) @ MIX * 0.4


def test_the_class_a_sample_is_of_has_the_highest_score():
    means = compute_class_means(SAMPLES, CLASSES, 3)
    scores = measure_spread(SAMPLES, CLASSES, means).make_discriminant(means).score_classes(SAMPLES)
    assert scores.shape == (900, 3) and (scores.argmax(axis=1) == CLASSES).mean() > 0.95


def test_means_are_of_each_class():
    assert compute_class_means(SAMPLES, CLASSES, 3)[1] == pytest.approx(SAMPLES[CLASSES == 1].mean(axis=0), abs=1e-4)


def test_a_feature_that_is_alike_in_all_classes_tells_nothing():
    features = np.stack([CLASSES + DICE.normal(0, 0.1, 900), DICE.normal(0, 1, 900)], axis=1)
    worth = measure_distinctiveness(features, CLASSES, compute_class_means(features, CLASSES, 3))
    assert worth[0] > 10 * worth[1]
