"""Noise, errors, and what becomes of a start of the fixed point, held against loops."""

import warnings

import numpy as np
import pytest

from kernelcourse.denoising import experiments
from kernelsy19 import datasets, denoising
from kernelsy19.kernels import RBF
from kernelsy19.pca import KernelPCA
from kernelsy19.validation import ConvergenceWarning

# Two points of the line with weights of both signs: from some starts the iteration fails.
X, W = np.array([[-1.0], [1.0]]), np.array([1.5, -0.5])
STARTS = np.linspace(-6, 6, 61)[:, None]


def test_noise_has_the_size_that_was_asked_for_and_is_the_same_for_a_seed():
    Z = np.arange(4000.0).reshape(400, 10)
    noisy = experiments.with_noise(Z, 0.5, seed=3)
    assert (noisy - Z).std() == pytest.approx(0.5, rel=0.05)
    assert (noisy - Z).mean() == pytest.approx(0, abs=0.03)
    np.testing.assert_array_equal(noisy, experiments.with_noise(Z, 0.5, seed=3))
    assert not np.allclose(noisy, experiments.with_noise(Z, 0.5, seed=4))
    np.testing.assert_array_equal(experiments.with_noise(Z, 0.0), Z)


def test_the_error_is_a_mean_over_all_numbers():
    assert experiments.mean_squared_error([[1.0, 2.0], [3.0, 4.0]], [[1.0, 0.0], [3.0, 7.0]]) == (4 + 9) / 4


def fate_by_hand(z, steps=3000):
    """What the plain iteration does: where it ends, or "vanishing" or "cycling"."""
    before = np.nan
    for _ in range(steps):
        a = W * np.exp(-((z - X[:, 0]) ** 2))
        if a.sum() <= 1e-12 * np.abs(a).sum():
            return "vanishing"
        z, before, last = float(a @ X[:, 0] / a.sum()), z, before
        if abs(z - before) < 1e-9:
            return z
    return "cycling" if abs(z - last) < 1e-3 * abs(z - before) else "slow"


def test_each_start_is_told_what_became_of_it():
    once, fate = experiments.fates(RBF(1.0), X, W, STARTS)
    by_hand = [fate_by_hand(float(z)) for z in STARTS[:, 0]]
    ends = np.array([end for end in by_hand if not isinstance(end, str)])
    lowest = min(ends, key=lambda z: denoising.certify(RBF(1.0), X, W, [[z]])[0][0])
    for found, end, name in zip(once.points[:, 0], by_hand, np.array(experiments.FATES)[fate], strict=True):
        if isinstance(end, str):
            assert name == end
        else:
            assert found == pytest.approx(end, abs=1e-6)
            assert (name == "to the nearest image") == (abs(end - lowest) < 1e-4)
    assert {"to the nearest image", "vanishing"} <= set(np.array(experiments.FATES)[fate])


def test_it_says_nothing_aloud():
    with warnings.catch_warnings():
        warnings.simplefilter("error", ConvergenceWarning)
        once, fate = experiments.fates(RBF(1.0), X, W, STARTS)
    assert not once.converged.all() and (once.restarts == 0).all() and fate.shape == (61,)


def test_ways_back_learn_from_the_points_or_from_noisy_copies():
    clean, noisy = datasets.parabola(100, noise=0.05, rng=3).X, datasets.parabola(40, noise=0.3, rng=103).X
    model, each = KernelPCA(RBF(2.0), 2).fit(clean), np.repeat(clean, 3, axis=0)
    both, found = denoising.compare(model, noisy), experiments.ways_back(3, components=(1, 2))
    learned = denoising.learn(model.transform(experiments.with_noise(each, 0.3, 3)), each)
    ends = both["fixed-point"].points, both["ridge"].points, learned(model.transform(noisy))
    for name, P in zip(("fixed point", "learned", "from copies"), ends, strict=True):
        assert found[name][1, 0] == pytest.approx(np.abs(P[:, 1] - P[:, 0] ** 2).mean())
    assert found["learned"][1, 1] == pytest.approx(both["ridge"].squared_distances.mean())


def test_digits_are_judged_with_pixels_as_they_come_out_and_clipped(monkeypatch):
    monkeypatch.setattr(experiments, "denoise", lambda model, X, *_: type("AsItCame", (), {"points": X}))
    found, digits = experiments.digits_restored(1), datasets.usps().train.in_order(shuffle=1).X
    judged, noisy = digits[350:450], experiments.with_noise(digits[300:450], 1.0, 1)[50:]
    left, cut = (np.square(Z - judged).mean() for Z in (noisy, np.clip(noisy, -1, 1)))
    assert (found["ridge, 1.0"], found["ridge, 1.0, clipped"]) == pytest.approx((left, cut))
    assert found["same shares, 1.0"] == pytest.approx(found["fixed-point, 1.0"])  # all is kept
