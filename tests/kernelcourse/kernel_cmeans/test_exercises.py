"""The exercises of chapter 06 under attack: right answers in other forms, wrong ones, and what they are told."""

import numpy as np
import pytest

from kernelcourse.judging.exercises import exercises_of
from kernelsy19 import datasets, kernel_cmeans
from kernelsy19.kernels import RBF
from kernelsy19.kernels.geometry import center_gram

EXERCISES = exercises_of("06")


def two_kinds(gamma):
    K = RBF(gamma)(datasets.faithful().standardized().X)
    return gamma, kernel_cmeans.kernel_c_means(K, 2).labels


def spread_along_prototypes(K, labels):
    """n₁n₂/n ‖v₁ − v₂‖², what splitting the points in two saves."""
    n = np.bincount(labels)
    w = np.where(labels == 0, 1 / n[0], -1 / n[1])
    return n[0] * n[1] / n.sum() * (w @ K @ w)


RIGHT = {
    "06.1": [
        lambda labels: [[float(k == m) / np.sum(labels == m) for m in range(max(labels) + 1)] for k in labels],
        lambda labels: kernel_cmeans.weights(np.eye(labels.max() + 1)[labels]),
    ],
    "06.2": [
        lambda K, W: kernel_cmeans.kernel_squared_distances(np.diag(K), K, K, W).tolist(),
        lambda K, W: [
            [K[i, i] - 2 * K[i] @ g + g @ K @ g for g in W.T] for i in range(len(K))
        ],
        lambda K, W: list(
            np.add.outer(np.diag(K), np.einsum("ik,ij,jk->k", W, K, W)) - 2 * K @ W
        ),
    ],
    "06.3": [
        lambda K, labels: kernel_cmeans.kernel_criterion(K, np.eye(labels.max() + 1)[labels]),
        lambda K, labels: np.array(
            sum(K[i, i] - K[i, labels == k].mean() for i, k in enumerate(labels))
        ),
    ],
    "06.4": [lambda K, labels: tuple(kernel_cmeans.kernel_c_means_steps(K, labels)[-1].labels)],
    "06.5": [4e6, np.int64(4_000_000), 2000**2],
    "06.6": [["another kernel", "more starts", "neither"], np.array(["another kernel", "more starts", "neither"])],
    "06.10": [0.5, np.float32(0.3), 1, np.array(0.7)],
    "06.11": [
        lambda sizes: np.sum(np.asarray(sizes) - 1) / (np.sum(sizes) - 1),
        lambda sizes: float(1 - (len(sizes) - 1) / (sum(sizes) - 1)),
    ],
    "06.12": [
        lambda K_ss, K_sx, labels: (
            np.linalg.pinv(K_ss) @ K_sx @ kernel_cmeans.weights(np.eye(labels.max() + 1)[labels])
        ),
        lambda K_ss, K_sx, labels: kernel_cmeans.approximate_weights(
            K_ss, K_sx, np.eye(labels.max() + 1)[labels]
        ).tolist(),
    ],
    "06.13": [
        lambda K, labels: spread_along_prototypes(K, labels) / max(np.linalg.eigvalsh(center_gram(K))),
    ],
    "06.14": [
        lambda: two_kinds(0.35),
        lambda: [0.5, two_kinds(0.5)[1].tolist()],
        lambda: (0.4, 1 - two_kinds(0.4)[1]),
    ],
    "06.8": [[0.5, 1.0], np.array([0.9, 10]), (np.float32(0.5), 2), (0.3, 0.3), (0.9, 1e-3)],
}  # fmt: skip


@pytest.mark.parametrize(("key", "number"), [(key, i) for key in RIGHT for i in range(len(RIGHT[key]))])
def test_right_forms_are_right(key, number):
    answer = RIGHT[key][number]
    result = EXERCISES[key].judge(answer() if key == "06.14" else answer, 0)
    assert result.passed, result


# Each with a word from what is told, or None where no hint may be given.
WRONG = [
    ("06.1", lambda labels: np.full((len(labels), labels.max() + 1), np.nan), "NaN"),
    ("06.1", lambda labels: np.zeros((len(labels), labels.max() + 1)), None),
    ("06.2", lambda K, W: np.zeros(W.shape), None),
    ("06.2", lambda K, W: (K @ W).T, "shape"),
    ("06.3", lambda K, labels: np.trace(K), None),
    ("06.4", lambda K, labels: np.zeros(len(K), dtype=int), None),
    ("06.5", 4_000_001, "counted one by one: no"),
    ("06.5", 0, "counted one by one: no"),
    ("06.6", ("neither", "neither", "neither"), "In the first case the search has done well"),
    ("06.7", lambda K_new, K, labels: np.full(len(K_new), -1), None),
    ("06.7", lambda K_new, K, labels: labels[K_new.argmax(axis=1)], "the most similar point"),
    ("06.7", lambda K_new, K, labels: labels[K_new.argmin(axis=1)], None),
    (
        "06.7",
        lambda K_new, K, labels: EXERCISES["06.7"].reference(
            K_new, K, EXERCISES["06.4"].reference(K, labels)
        ),
        "run on first",
    ),
    ("06.10", 0.01, "So wide a kernel"),
    ("06.10", 50.0, "So narrow a kernel"),
    ("06.10", -1.0, "a γ from 0.001"),
    ("06.11", lambda sizes: 0.5, None),
    ("06.12", lambda K_ss, K_sx, labels: np.zeros((len(K_ss), labels.max() + 1)), None),
    ("06.13", lambda K, labels: 0.97, None),
    ("06.14", (0.4, [0, 1] * 136), "nearer to the other prototype"),
    ("06.14", (0.4, [0] * 272), "both of them"),
    ("06.14", (50.0, [0, 1] * 136), "a γ from 0.01 to 10"),
    ("06.14", (0.4, [0, 1]), "shape"),
    ("06.8", (0.5, 1e-300), "are rounding"),
    ("06.8", (0.9, 1e-9), "are rounding"),
    ("06.8", (0.5, np.nan), "finite"),
    ("06.8", (np.nan, 1.0), "finite"),
    ("06.8", (1.0, 0.5), "a radius r from 0.3 to 0.9"),
    ("06.8", (0.5, 0.0), "γ in (0, 1000]"),
    ("06.8", 0.5, "a pair (r, γ)"),
    ("06.8", (0.5, 1.0, 2.0), "a pair (r, γ)"),
    ("06.8", ("half", "one"), "a text"),
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_wrong_answers_are_wrong_and_told_why(number):
    key, answer, word = WRONG[number]
    result = EXERCISES[key].judge(answer, 0)
    assert result.status == "wrong", result
    if word is None:
        assert not [m.hint for m in EXERCISES[key].mistakes if m.hint in result.message], result
    else:
        assert word in result.message, result
