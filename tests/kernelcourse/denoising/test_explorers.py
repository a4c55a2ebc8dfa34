"""The de-noising explorer shows what the equations give."""

import numpy as np
import pytest
from pictures import says

from kernelcourse.denoising.explorers import METHOD_NAMES, SOME, CleaningExplorer, DenoisingExplorer
from kernelcourse.drawing.marks import Handle, Image
from kernelcourse.drawing.words import number
from kernelsy19 import datasets, denoising
from kernelsy19.kernels import RBF
from kernelsy19.pca import KernelPCA, principal_axes

explorer = pytest.fixture(lambda: DenoisingExplorer(), scope="module")


def shown_error(explorer):
    return explorer.shown.panels[3].find(Handle).y


def image(explorer, k):
    """One of the three digits, from −1 to 1 in steps of a byte."""
    return explorer.shown.panels[k].find(Image).codes / 127.5 - 1


def noisy_digit(explorer, digit, noise):
    test = datasets.usps().test.in_order(shuffle=0)
    clean = test.X[np.flatnonzero(test.y == digit)[0]]
    return clean, clean + noise * explorer.noise[digit]


@pytest.mark.parametrize(("method", "name"), [(METHOD_NAMES[0], "fixed-point"), (METHOD_NAMES[1], "ridge")])
@pytest.mark.parametrize("q", [10, 64])
def test_kernel_methods_are_those_of_the_library(explorer, method, name, q):
    explorer.set(noise=0.6, components=q, method=method, digit="7")
    clean, noisy = noisy_digit(explorer, 7, 0.6)
    model = KernelPCA(RBF(1 / 512), n_components=q).fit(datasets.usps().train.in_order(shuffle=0).X[:300])
    options = {"ridge": explorer._learned(8).ridge} if name == "ridge" and q == 10 else {}
    found = denoising.denoise(model, noisy[None], method=name, **options).points[0]
    assert shown_error(explorer) == pytest.approx(np.mean((np.clip(found, -1, 1) - clean) ** 2), rel=1e-3)
    np.testing.assert_allclose(image(explorer, 2), np.clip(found.reshape(16, 16), -1, 1), atol=6e-3)
    np.testing.assert_allclose(image(explorer, 1), np.clip(noisy.reshape(16, 16), -1, 1), atol=5e-3)


@pytest.mark.parametrize(("method", "noise"), [(METHOD_NAMES[2], 0.0), (METHOD_NAMES[3], 0.9)])
def test_linear_methods_against_an_svd(explorer, method, noise):
    explorer.set(noise=0.9, components=20, method=method, digit="2")
    clean, noisy = noisy_digit(explorer, 2, 0.9)
    X = datasets.usps().train.in_order(shuffle=0).X[:300]
    _, s, U = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
    share = (s[:20] ** 2 / 300) / (s[:20] ** 2 / 300 + noise**2)
    restored = X.mean(axis=0) + (share * (U[:20] @ (noisy - X.mean(axis=0)))) @ U[:20]
    assert shown_error(explorer) == pytest.approx(np.mean((np.clip(restored, -1, 1) - clean) ** 2))


def test_curves_pass_through_the_mark(explorer):
    for method in METHOD_NAMES:
        explorer.set(noise=0.5, components=32, method=method, digit="0")
        chart = explorer.shown.panels[3]
        curve = chart.find(method)
        assert curve.y[SOME.index(32)] == pytest.approx(shown_error(explorer))
        assert chart.find(Handle).name == "components" and chart.find(Handle).x == 32
        assert says(explorer.said, 32, shown_error(explorer))
    best = min(METHOD_NAMES, key=lambda name: chart.find(name).y.min())
    assert f"{best} comes nearest to this digit: {number(chart.find(best).y.min())} with" in explorer.said


def test_without_noise_linear_pca_with_all_axes_gives_the_digit_back(explorer):
    explorer.set(noise=0.0, components=256, method="linear PCA", digit="5")
    np.testing.assert_allclose(image(explorer, 2), image(explorer, 0), atol=5e-3)


def test_the_fixed_point_says_how_it_ended(explorer):
    explorer.set(noise=0.5, components=64, method=METHOD_NAMES[0], digit="3")
    assert "The fixed point converged, with ρ = 0." in explorer.said
    explorer.set(method="linear PCA")
    assert "ρ" not in explorer.said


def test_ten_digits_are_put_together_again_from_a_few_coordinates():
    explorer, train = CleaningExplorer(), datasets.usps().train.in_order(shuffle=0)
    axes, digits, noisy = (
        principal_axes(train.X[:300]),
        explorer.digits,
        explorer.digits + 0.5 * explorer.noise,
    )
    for q in (1, 64, 256):
        explorer.set(q=q, noise=0.5)
        left = np.square(axes.reconstruct(axes.project(noisy)[:, :q]) - digits).mean()
        assert says(explorer.said, left)
        assert explorer.shown.panels[1].find(Handle).y == pytest.approx(left)
    assert left == pytest.approx(np.square(noisy - digits).mean())  # with all axes nothing is cleaned
