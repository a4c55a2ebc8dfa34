"""The exercises of chapter 06 under attack: right answers in other forms, wrong ones, and what they are told."""

import numpy as np
from own_answers import right_forms, wrong_answers

from kernelsy19 import datasets, kernel_cmeans
from kernelsy19.kernels import RBF


def two_kinds(gamma):
    K = RBF(gamma)(datasets.faithful().standardized().X)
    return gamma, kernel_cmeans.kernel_c_means(K, 2).labels


RIGHT = {
    "06.10": [np.float32(0.3), 1, np.array(0.7)],
    "06.14": [
        two_kinds(0.35),
        [0.5, two_kinds(0.5)[1].tolist()],
        (0.4, 1 - two_kinds(0.4)[1]),
    ],
    "06.8": [np.array([0.9, 10]), (np.float32(0.5), 2), (0.3, 0.3), (0.9, 1e-3)],
}  # fmt: skip

WRONG = [
    ("06.3", lambda K, labels: np.trace(K), None),
    ("06.5", 4_000_001, "counted one by one: no"),
    ("06.5", 0, "counted one by one: no"),
    ("06.7", lambda K_new, K, labels: np.full(len(K_new), -1), None),
    ("06.7", lambda K_new, K, labels: labels[K_new.argmin(axis=1)], None),
    ("06.10", 50.0, "So narrow a kernel"),
    ("06.10", -1.0, "a γ from 0.001"),
    ("06.11", lambda sizes: 0.5, None),
    ("06.13", lambda K, labels: 0.97, None),
    ("06.14", (0.4, [0, 1] * 136), "nearer to the other prototype"),
    ("06.14", (0.4, [0] * 272), "both of them"),
    ("06.14", (50.0, [0, 1] * 136), "a γ from 0.01 to 10"),
    ("06.14", (0.4, [0, 1]), "shape"),
    ("06.8", (0.9, 1e-9), "are rounding"),
    ("06.8", (0.5, np.nan), "finite"),
    ("06.8", (np.nan, 1.0), "finite"),
    ("06.8", (1.0, 0.5), "a radius r from 0.3 to 0.9"),
    ("06.8", 0.5, "a pair (r, γ)"),
    ("06.8", (0.5, 1.0, 2.0), "a pair (r, γ)"),
    ("06.8", ("half", "one"), "a text"),
]


test_right = right_forms(RIGHT, seeds=[0])
test_wrong = wrong_answers(WRONG, seeds=[0])
