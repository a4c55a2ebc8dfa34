"""The exercises of chapter 10 under attack: right answers in other forms, wrong ones, and what they are told."""

import numpy as np
import pytest

from kernelcourse.judging.exercises import exercises_of
from kernelsy19.kernels import Precomputed
from kernelsy19.ridge import (
    KernelRidge,
    loo_path,
    plain_kernel_ridge,
    plain_leave_one_out,
    predict,
    solve_dual,
)

EXERCISES = exercises_of("10")


def judged(key, answer, seeds=(0, 1)):
    return [EXERCISES[key].judge(answer, seed) for seed in seeds]


def by_blocks(alpha, c, K_xx, K_xz, K_zz):
    v = np.append(alpha, -c)
    return v @ np.block([[K_xx, K_xz], [K_xz.T, K_zz]]) @ v


def J(n):
    return np.eye(n) - np.ones((n, n)) / n


def centered(K, y, lam):
    alpha = np.linalg.solve(J(len(K)) @ K @ J(len(K)) + lam * np.eye(len(K)), y - y.mean())
    return alpha, (y - K @ alpha).mean()


def by_leverage(K, y, lam):
    alpha, _ = centered(K, y, lam)
    G = np.linalg.inv(J(len(K)) @ K @ J(len(K)) + lam * np.eye(len(K))) - 1 / (len(K) * lam)
    return lam * alpha / (lam * np.diag(G))


def ridge_by_svd(U, s, Vt, y, lam):
    return Vt.T @ (s / (s**2 + lam) * (U.T @ y))


RIGHT = {
    "10.1": [by_blocks, lambda a, c, K, L, M: float(a @ K @ a + c @ M @ c - a @ L @ c - c @ L.T @ a)],
    "10.2": [
        lambda X, y, lam: (np.linalg.inv(X @ X.T + lam * np.eye(len(X))) @ y @ X).tolist(),
        lambda X, y, lam: ridge_by_svd(*np.linalg.svd(X, full_matrices=False), y, lam),
    ],
    "10.3": [
        lambda K_new, K, y, lam: y @ np.linalg.inv(K + lam * np.eye(len(K))) @ K_new.T,
        lambda K_new, K, y, lam: solve_dual(K, y, lam, intercept=False).predict(K_new).tolist(),
        lambda K_new, K, y, lam: KernelRidge(Precomputed(), lam, intercept=False).fit(K, y).predict(K_new),
    ],
    "10.4": [
        centered,
        lambda K, y, lam: [list(centered(K, y, lam)[0]), centered(K, y, lam)[1]],
        lambda K, y, lam: (solve_dual(K, y, lam).alpha, solve_dual(K, y, lam).b),
    ],
    "10.5": [
        lambda K, lam: np.trace(K @ np.linalg.inv(K + lam * np.eye(len(K)))),
        lambda K, lam: len(K) - lam * np.trace(np.linalg.inv(K + lam * np.eye(len(K)))),
        lambda K, lam: sum(v / (v + lam) for v in np.linalg.svd(K)[1]),
    ],
    "10.6": [286.0, np.int64(286), np.array(286)],
    "10.7": [
        plain_leave_one_out,
        by_leverage,
        lambda K, y, lam: solve_dual(K, y, lam).loo_residuals.tolist(),
    ],
    "10.8": [
        [[0, 1], [50, 3], [-50, 2]],
        np.column_stack([4.0 * np.arange(20), np.random.default_rng(0).normal(size=20)]),
        [[0.0, 0.0], [6.0, 0.0], [12.0, 0.0], [18.0, 5.0]],
    ],
    "10.9": [
        lambda K, y, lams: loo_path(K, y, lams).lam,
        lambda K, y, lams: min(lams, key=lambda lam: (plain_leave_one_out(K, y, lam) ** 2).mean()),
    ],
    "10.11": [lambda K: [np.linalg.eigvalsh(K).min() > -1e-9, list(-np.linalg.eigh(-K)[1].T[-1])]],
}


def centered_once(K, y, lams):
    squares = [(plain_leave_one_out(K, y - y.mean(), lam, intercept=False) ** 2).mean() for lam in lams]
    return lams[np.argmin(squares)]


@pytest.mark.parametrize(("key", "number"), [(key, i) for key in RIGHT for i in range(len(RIGHT[key]))])
def test_right_forms_are_right(key, number):
    for result in judged(key, RIGHT[key][number]):
        assert result.passed, result


# Each with a word from the hint that names it, or None where no hint may be given.
WRONG = {
    "10.1": [
        (lambda a, c, K, L, M: 0.0, None),
        (lambda a, c, K, L, M: 2 * by_blocks(a, c, K, L, M), None),
        (lambda a, c, K, L, M: -by_blocks(a, c, K, L, M), "sign of the whole"),
        (lambda a, c, K, L, M: a @ K @ a - a @ L @ c + c @ M @ c, "has it twice"),
        (lambda a, c, K, L, M: a @ K @ a - 2 * abs(a @ L @ c) + c @ M @ c, None),
        (lambda a, c, K, L, M: np.nan, "finite number"),
    ],
    "10.2": [
        (lambda X, y, lam: np.zeros(X.shape[1]), None),
        (
            lambda X, y, lam: np.linalg.solve(X.T @ X + lam * np.eye(X.shape[1]), X.T @ y),
            "half a matrix of p × p",
        ),
        (
            lambda X, y, lam: np.linalg.lstsq(
                np.vstack([X, lam**0.5 * np.eye(X.shape[1])]), np.append(y, np.zeros(X.shape[1])), rcond=None
            )[0],
            "half a matrix of p × p",
        ),
        (lambda X, y, lam: np.linalg.pinv(X) @ y, "least squares"),
        (lambda X, y, lam: np.linalg.solve(X @ X.T + lam * np.eye(len(X)), y), "shape"),
        (lambda X, y, lam: X.T @ np.linalg.pinv(X @ X.T + lam) @ y, "to every entry"),
    ],
    "10.3": [
        (lambda K_new, K, y, lam: np.full(len(K_new), y.mean()), None),
        (lambda K_new, K, y, lam: K_new @ y, "targets themselves"),
        (lambda K_new, K, y, lam: K_new @ y / K_new.sum(axis=1), "mean of targets"),
        (lambda K_new, K, y, lam: predict(K_new, *plain_kernel_ridge(K, y, lam)), "another fit"),
    ],
    "10.4": [
        (lambda K, y, lam: (np.zeros(len(y)), y.mean()), None),
        (lambda K, y, lam: (centered(K, y, lam)[0] + 1, centered(K, y, lam)[1]), "b is right, and α is not"),
        (lambda K, y, lam: centered(K, y, 2 * lam), "twice too high"),
        (lambda K, y, lam: (centered(K, y, lam)[0], y.mean()), "b is the mean of y"),
        (lambda K, y, lam: centered(K, y, lam)[::-1], "parts of your answer are exchanged"),
        (lambda K, y, lam: np.append(*centered(K, y, lam)), "the number that stands last"),
        (lambda K, y, lam: np.append(*centered(K, y, lam)[::-1]), "the number that you give first"),
        (lambda K, y, lam: centered(K, y, lam)[0], "tuple of 2"),
    ],
    "10.5": [
        (lambda K, lam: float(len(K)), "number of points"),
        (lambda K, lam: 1.0, None),
        (lambda K, lam: np.trace(K) / lam, "very large"),
        (lambda K, lam: np.linalg.matrix_rank(K), "rank of K"),
        (lambda K, lam: K @ np.linalg.inv(K + lam * np.eye(len(K))), "trace of your matrix"),
        (lambda K, lam: np.diagonal(K @ np.linalg.inv(K + lam * np.eye(len(K)))), "their sum"),
    ],
    "10.6": [(1000, "xy and yx"), (220, "exactly three"), (287, "for the intercept"), (np.nan, None)],
    "10.7": [
        (lambda K, y, lam: y - y.mean(), None),
        (lambda K, y, lam: (y - y.mean()) * len(y) / (len(y) - 1), None),
        (lambda K, y, lam: lam * centered(K, y, lam)[0], "its own points"),
        (lambda K, y, lam: plain_leave_one_out(K, y, lam, intercept=False), "without an intercept"),
        (lambda K, y, lam: np.abs(by_leverage(K, y, lam)), "signs of the errors"),
    ],
    "10.8": [
        ([[0, 0], [0.2, 0.1], [0.4, 0.4]], "close neighbors"),
        ([[0, 5], [50, 5], [-50, 5]], "targets are the same"),
        ([[0, 0], [500, 1], [-50, 5]], "coordinates"),
        ([[np.nan, 0], [5, 1], [-50, 5]], "NaN"),
    ],
    "10.9": [
        (lambda K, y, lams: 1.0, None),
        (centered_once, "has its share in the mean"),
        (lambda K, y, lams: lams[0], "at the points themselves"),
        (lambda K, y, lams: lams[-1], ("the same place", "*largest*")),  # each is so on its problems
        (lambda K, y, lams: lams[len(lams) // 3], None),
        (lambda K, y, lams: -loo_path(K, y, lams).lam, None),
        (lambda K, y, lams: 1.0001 * loo_path(K, y, lams).lam, None),
    ],
    "10.11": [(lambda K: (np.linalg.eigvalsh(K)[0] > -1e-9, np.ones(len(K)) / len(K) ** 0.5), None)],
}


@pytest.mark.parametrize(("key", "number"), [(key, i) for key in WRONG for i in range(len(WRONG[key]))])
def test_wrong_answers_are_wrong_and_get_no_false_hint(key, number):
    answer, word = WRONG[key][number]
    hints = [mistake.hint for mistake in EXERCISES[key].mistakes]
    for result in judged(key, answer):
        assert result.status == "wrong", result
        if word is None:
            assert not [hint for hint in hints if hint in result.message], result
        else:
            words = (word,) if isinstance(word, str) else word
            assert any(word in result.message for word in words), result
