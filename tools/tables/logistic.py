"""Kernel logistic regression by the box of AML: its tables 1 and 2 over many draws (chapter 11).

    python tools/tables/logistic.py

Writes three tables. `klr_moons.csv`: the nine rows of table 2 after 1000 epochs, in 24 orders of the points.
`klr_moons_epochs.csv`: the same rows after 10 to 10 000 epochs, in one order. `klr_circles.csv`: table 1 over 100 draws
of the circles, 33 points to learn from and 17 to test.
"""

import numpy as np
from _rows import save_rows
from sklearn.linear_model import LogisticRegression
from threadpoolctl import threadpool_limits

from kernelsy19 import datasets
from kernelsy19.kernels import RBF, Polynomial, Sigmoid
from kernelsy19.logistic import descent_steps, sgd_steps

STEP, AT_EPOCHS = 0.001, 1000
SHUFFLES, DRAWS = 24, 100
EPOCHS = (10, 30, 100, 300, 1000, 3000, 10_000)
N_CIRCLES, N_TEST = 50, 17

# Table 2: family, parameter, published accuracy in %, our reading of the kernel.
ROWS = (
    ("polynomial", 2, 88, Polynomial(2)),
    ("polynomial", 3, 94, Polynomial(3)),
    ("polynomial", 4, 100, Polynomial(4)),
    ("RBF", 0.5, 92, RBF(0.5)),
    ("RBF", 0.9, 98, RBF(0.9)),
    ("RBF", 2.8, 100, RBF(2.8)),
    ("sigmoid", 0.5, 85, Sigmoid(0.5, 1.0)),
    ("sigmoid", 3, 99, Sigmoid(3.0, 1.0)),
    ("sigmoid", 4, 97, Sigmoid(4.0, 1.0)),
)

# Table 1: the kernel of each column, and two other readings of b = 15.
CIRCLE_KERNELS = {
    "klr_polynomial_7": Polynomial(7),
    "klr_rbf_gamma_15": RBF(15.0),
    "klr_rbf_width_15": RBF(1 / 15),
    "klr_rbf_sigma_15": RBF(1 / (2 * 15**2)),
}


def right(scores, y):
    """Share of points on the right side, in %."""
    return 100 * np.mean((scores > 0) == (y == 1), axis=-1)


def moons():
    """Gram matrices of the nine kernels on the moons of table 2, and the labels."""
    data = datasets.moons(100, noise=0.0)
    return np.stack([k(data.X) for *_, k in ROWS]), data.y.astype(float)


def accuracies(K, y, epochs, rng):
    """Accuracy in % of each of several Gram matrices, after each of some numbers of epochs."""
    found = []
    for step in sgd_steps(K, y, STEP, max(epochs), rng=rng):
        if step.epoch in epochs:
            found.append(right(np.einsum("kij,kj->ki", K, step.theta), y))
    return np.array(found)


def one_draw(draw):
    """Table 1 for one draw: accuracy in % on 17 new points, a dict by method."""
    data = datasets.circles(N_CIRCLES, factor=0.2, noise=0.1, rng=draw)
    order = np.random.default_rng([draw, 1]).permutation(N_CIRCLES)
    train, test = data.rows(order[N_TEST:]), data.rows(order[:N_TEST])
    y, y_test = train.y.astype(float), test.y.astype(float)
    with_ones, test_with_ones = (np.column_stack([part.X, np.ones(len(part))]) for part in (train, test))
    *_, last = descent_steps(with_ones, y, 1.0, 1000)
    found = {"lr": right(test_with_ones @ last.w, y_test)}
    found["lr_scikit_learn"] = right(LogisticRegression().fit(train.X, y).decision_function(test.X), y_test)
    K = np.stack([k(train.X) for k in CIRCLE_KERNELS.values()])
    *_, last = sgd_steps(K, y, STEP, AT_EPOCHS, rng=draw)
    for (name, k), theta in zip(CIRCLE_KERNELS.items(), last.theta, strict=True):
        found[name] = right(k(test.X, train.X) @ theta, y_test)
    return found


def main():
    K, y = moons()
    about = (
        f"make_moons without noise, 100 points; the box from θ = 0, η = {STEP:g}, {AT_EPOCHS} epochs, no penalty; "
        "accuracy in % on the same 100 points; RBF parameter γ, polynomials and sigmoids with the offset 1."
    )
    orders = (
        (*row[:3], order, accuracy)
        for order in range(SHUFFLES)
        for row, accuracy in zip(ROWS, accuracies(K, y, (AT_EPOCHS,), order)[0], strict=True)
    )
    save_rows("klr_moons", orders, about, ("kernel", "parameter", "published", "order", "accuracy"))
    rows = (
        (*row[:2], epochs, accuracy)
        for epochs, found in zip(EPOCHS, accuracies(K, y, EPOCHS, 0), strict=True)
        for row, accuracy in zip(ROWS, found, strict=True)
    )
    about += " After other numbers of epochs, one order."
    save_rows("klr_moons_epochs", rows, about, ("kernel", "parameter", "epochs", "accuracy"))
    about = (
        f"Circles with factor 0.2 and noise 0.1, {N_CIRCLES - N_TEST} points to learn from; accuracy in % on {N_TEST} "
        f"others. lr: descent, 1000 steps of length 1; klr: the box, η = {STEP:g}, {AT_EPOCHS} epochs."
    )
    save_rows("klr_circles", ({"draw": draw} | one_draw(draw) for draw in range(DRAWS)), about)


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
