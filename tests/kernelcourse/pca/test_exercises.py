"""The exercises of chapter 07 under attack: right answers in other forms, wrong ones, and what they are told."""

import numpy as np
import pytest
from own_answers import right_forms, wrong_answers
from scipy.linalg import eigh, svd

from kernelcourse.judging.exercises import exercises_of
from kernelsy19.kernels import Linear, Polynomial
from kernelsy19.kernels.geometry import center_gram
from kernelsy19.pca import KernelPCA, solve_dual

EXERCISES = exercises_of("07")


def J(n):
    return np.eye(n) - np.ones((n, n)) / n


def by_top(K, q):
    G = J(len(K)) @ K @ J(len(K))
    values, vectors = eigh(G, subset_by_index=[len(K) - q, len(K) - 1])
    return -(vectors * values**0.5)[:, ::-1]


def by_svd(K, q):
    U, sizes, _ = svd(center_gram(K))
    return U[:, :q] * np.sqrt(sizes[:q])


def by_estimator(K, q):
    from sklearn.decomposition import KernelPCA as Theirs

    return Theirs(n_components=q, kernel="precomputed").fit_transform(K)


def in_coordinates(K_new, K, alpha):
    """New points as rows of one large matrix that is centered by the training points."""
    n = len(K)
    M = np.vstack([np.full(n, 1 / n)] * len(K_new))
    return (K_new - M @ K) @ J(n) @ alpha


def rows_of_svd(X, q):
    return svd(X, full_matrices=False)[2][:q]


RIGHT = {
    "07.1": [lambda Phi, u, lam: Phi @ u / (len(Phi) * lam) + 3.0],  # the points sum to 0
    "07.3": [lambda alpha, eigenvalue: -alpha / np.sqrt(eigenvalue * (alpha @ alpha))],
    "07.4": [
        by_top,
        by_svd,
        by_estimator,
        lambda K, q: (solve_dual(K, q).projections * np.array([-1, 1, -1])[:q]).tolist(),
        lambda K, q: KernelPCA(Linear(), n_components=q).fit(_vectors(K)).transform(_vectors(K)),
    ],
    "07.5": [
        lambda K_new, K, alpha: (K_new - K.mean(axis=0)) @ alpha,
        in_coordinates,
        lambda K_new, K, alpha: K_new @ alpha - K.mean(axis=0) @ alpha,
    ],
    "07.7": [
        [[-1, 10], [0, 10], [1, 10]],
        ((0.0, -50.0), (2.0, -50.1), (5.0, -50.0), (7.0, -50.2)),
        np.array([[30, -3], [30, -1], [31, 1], [30, 3]]),
        np.column_stack([np.linspace(-1, 1, 50), np.full(50, 99.0)]),
    ],
    "07.8": [
        rows_of_svd,
        lambda X, q: -rows_of_svd(X, q),
        lambda X, q: rows_of_svd(X, q).tolist(),
        lambda X, q: np.array([u / np.linalg.norm(u) for u in eigh(X @ X.T)[1][:, ::-1][:, :q].T @ X]),
    ],
}


def _vectors(K):
    values, vectors = np.linalg.eigh(K)
    return vectors * np.sqrt(np.maximum(values, 0))


def whitened(K, q):
    Z = solve_dual(K, q).projections
    return Z / Z.std(axis=0)


WRONG = {
    "07.1": [(lambda Phi, u, lam: Phi @ u / (len(Phi) * lam) + 0.01 * np.arange(len(Phi)), None)],
    "07.2": [
        (lambda K: K - np.outer(K.mean(axis=0), K.mean(axis=0)), None),
        (lambda K: K + K.mean(axis=0) + K.mean(axis=0)[:, None] - K.mean(), None),
    ],
    "07.3": [
        (lambda alpha, eigenvalue: np.ones(len(alpha)) / np.sqrt(len(alpha) * eigenvalue), None),
        (lambda alpha, eigenvalue: alpha / (np.linalg.norm(alpha) * np.sqrt(eigenvalue) + 1e-3), None),
    ],
    "07.4": [
        (lambda K, q: solve_dual(K, q).alpha, "normalized coefficients α"),
        (lambda K, q: solve_dual(K, q).projections / np.sqrt(len(K)), "too short by √n"),
        (lambda K, q: solve_dual(K, q).projections * np.sqrt(len(K)), "too long by √n"),
        (whitened, "mean square 1"),
        (lambda K, q: solve_dual(K, q, center=False).projections, "start from K̃"),
        (lambda K, q: K @ solve_dual(K, q).alpha, "projected with K"),
        (lambda K, q: np.repeat(solve_dual(K, 1).projections, q, axis=1), None),
    ],
    "07.5": [
        (lambda K_new, K, alpha: ((K_new - K.mean(axis=0)) @ alpha)[:, ::-1], None),
        (lambda K_new, K, alpha: ((K_new - K.mean(axis=0)) @ alpha).T, None),
    ],
    "07.6": [
        (7, "More components than features there"),
        (5.5, None),
        (np.nan, "whole numbers"),
        ("five", "a text"),
        ([5, 5], "a list"),
    ],
    "07.7": [
        ([[5.0, 1e-9], [5.0, 0.0], [5.0, -1e-9]], "all your points are the same"),
        ([[0, 10], [1, 11], [-1, 11], [0, 12]], "no *first* axis"),
        ([[9, 1], [9.5, 1.5], [9, 1]], "not enough"),
        ([[5, 0], [6, 0]], "n from 3 to 50"),
        ([[np.nan, 0], [1, 10], [2, 10]], "without NaN"),
        ([[1e9, 0], [1e9, 1], [1e9, 2]], "from −100 to 100"),
        ([[-2, 0], [0, 0], [2, 0]], "centered already"),
        ([[-1, 1], [0, 1], [1, 1.2]], "not enough"),
        ([[0, 0]] * 4, "all your points are the same"),
    ],
    "07.10": [(lambda K, lam, alpha: K @ alpha / np.sqrt(alpha @ K @ K @ K @ alpha), None)],
    "07.12": [
        (lambda K, q: np.linalg.eigvalsh(K)[::-1][q:].sum() / len(K), "You did not center"),
        (
            lambda K, q: 1 - (w := np.linalg.eigvalsh(center_gram(K)))[::-1][:q].sum() / w.sum(),
            "share of the variance",
        ),
    ],
    "07.8": [
        (lambda X, q: svd(X, full_matrices=False)[0].T[:q], "a number for each image"),
        (lambda X, q: rows_of_svd(X, q) * svd(X)[1][:q, None], "but not length 1"),
        (lambda X, q: np.linalg.svd(X)[2][:q], "half a matrix of p × p or more"),
        (lambda X, q: np.linalg.eigh(X.T @ X)[1][:, ::-1][:, :q].T, "images of 1,500 pixels"),
        (lambda X, q: np.linalg.eigh(np.cov(X.T))[1][:, ::-1][:, :q].T, "half a matrix of p × p or more"),
    ],
}


def test_a_basis_of_equal_variances_is_free():
    """Four corners of a square: any two axes at a right angle are right, and no others."""
    exercise = EXERCISES["07.4"]
    square = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0]])
    problem = type(exercise.draw(0)[0][1])((square + 3) @ (square + 3).T, 2)
    turned = square @ [[0.6, 0.8], [-0.8, 0.6]]
    assert all(c.holds for c in exercise.certify(problem, turned))
    assert not all(c.holds for c in exercise.certify(problem, turned * [1.0, 1.1]))


T = np.linspace(0, 6, 100)


@pytest.mark.parametrize(
    ("columns", "components"),
    [
        (np.random.default_rng(3).normal(size=(2, 100)), 5),
        ([np.cos(T), np.sin(T)], 4),
        ([T, 2 * T - 1], 2),
        ([T, T**2], 4),
    ],
    ids=["general position", "circle", "line", "parabola"],
)
def test_the_number_of_components_needs_general_position(columns, components):
    """Exercise 07.6: 100 points that only differ are not enough."""
    K = center_gram(Polynomial(2)(np.transpose(columns)))
    assert np.linalg.matrix_rank(K, tol=1e-9 * np.trace(K)) == components


def test_the_certificate_of_the_turned_axis_is_that_of_a_brute_force_search():
    """The cosine that is printed, against a search over directions for the largest sum of squares."""
    X = EXERCISES["07.7"].reference()
    angles = np.linspace(0, np.pi, 200_001)
    w = np.vstack([np.cos(angles), np.sin(angles)])
    plain, centered = (w[:, ((P @ w) ** 2).sum(axis=0).argmax()] for P in (X, X - X.mean(axis=0)))
    text = next(c.text for c in EXERCISES["07.7"].certify((), X) if "|cos|" in c.text)
    assert f"{abs(plain @ centered):.3f}" in text


test_right = right_forms(RIGHT, seeds=(0, 1))
test_wrong = wrong_answers(WRONG, seeds=(0, 1))
