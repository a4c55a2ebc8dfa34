"""What the machines of chapter 12 do on other cuts and samples of their data."""

import numpy as np

from kernelsy19 import datasets
from kernelsy19.engine.threads import thread_limit
from kernelsy19.kernels import RBF, Polynomial
from kernelsy19.svm.estimator import SupportVectorClassifier
from kernelsy19.svm.regression import solve_regression
from kernelsy19.svm.solve import decision_function, solve_dual

HALF_WIDTHS = (0.0, 2.0, 5.0, 10.0, 15.0)  # ε in minutes, of section 12·F


def error_by_half_width(seed):
    """Root mean square error at tenths of the eruptions put aside, with C = 1, by the half width of the tube.
    seed: int, of the cut → dict by str of minutes"""
    rows = datasets.faithful().in_order().X
    x, wait = (rows[:, :1] - rows[:, 0].mean()) / rows[:, 0].std(), rows[:, 1]
    part = np.random.default_rng(seed).permutation(len(x)) % 10
    found = {}
    for epsilon in HALF_WIDTHS:
        aside = np.empty(len(x))
        for k in range(10):
            rest, own = part != k, part == k
            tube = solve_regression(RBF(1.0).gram(x[rest]), wait[rest], 1.0, epsilon)
            aside[own] = wait[own] - decision_function(RBF(1.0), x[rest], tube, x[own])
        found[f"{epsilon:g}"] = np.sqrt(np.mean(aside**2))
    return found


def lines_for_ten_digits(seed):
    """Test errors of linear machines on 2000 of the smoothed USPS digits: 45 lines, and ten.
    seed: int → dict by str, in percent"""
    train, test = (digits.in_order(shuffle=seed).smoothed(0.75) for digits in datasets.usps())
    train = train.rows(slice(2000))
    linear, found = Polynomial(1, 1 / 256, 0.0), {}
    pairs = SupportVectorClassifier(linear, C=10.0).fit(train.X, train.y)
    found["one against one"] = 100 * np.mean(pairs.predict(test.X) != test.y)
    K, K_test = linear(train.X), linear(test.X, train.X)
    with thread_limit(len(train)):
        sides = [np.where(train.y == digit, 1.0, -1.0) for digit in range(10)]
        machines = [solve_dual(K, side, 10.0, tol=1e-6) for side in sides]
    values = [K_test @ (m.alpha * side) + m.b for m, side in zip(machines, sides, strict=True)]
    found["one against all"] = 100 * np.mean(np.argmax(values, axis=0) != test.y)
    return found
