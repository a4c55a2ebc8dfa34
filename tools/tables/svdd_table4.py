"""Table 4 of the AML report: how long SVM and two-class SVDD take (chapter 13).

    python tools/tables/svdd_table4.py

Writes `svdd_time.csv`: seconds of one fit on moons with noise 0.2, the median over rounds in which all take turns. The
report solved its dual with quadprog; where that package is not installed, its column is nan.
"""

import statistics
import time

import numpy as np
from _rows import save_rows
from sklearn.datasets import make_moons
from sklearn.svm import SVC

from kernelsy19 import svdd
from kernelsy19.kernels import RBF, Polynomial

try:
    import quadprog
except ImportError:
    quadprog = None
import clarabel
from scipy import sparse

SIZES = (50, 100, 200, 500)
PRICE, ROUNDS = 0.3, 5
KERNELS = {"RBF": RBF(0.7), "polynomial": Polynomial(degree=2, offset=1.0)}
PUBLISHED = {
    ("RBF", 50): (6.55e-5, 0.037),
    ("RBF", 100): (6.38e-5, 0.129),
    ("RBF", 500): (8.53e-5, 5.49),
    ("polynomial", 50): (0.0007, 0.041),
    ("polynomial", 100): (0.0008, 0.1561),
    ("polynomial", 500): (0.002, 2.04),
}
JITTER = 1e-8  # of the largest entry, without which quadprog refuses a Gram matrix of low rank
ABOUT = (
    f"Moons with noise 0.2; C = {PRICE}; SVDD around the first moon; kernels exp(−0.7‖x − y‖²) and (x·y + 1)²; "
    f"seconds of a fit with its Gram matrix; one thread; median of {ROUNDS} rounds. quadprog gets {JITTER:g} of the "
    "largest entry on its diagonal. published: nan where the report has no such size."
)


def by_quadprog(K, y):
    """The signed weights by the solver of the report; nothing where it is not installed."""
    n, Q = len(y), 2 * K * np.outer(y, y)
    limits = np.concatenate([[1.0], np.zeros(n), np.full(n, -PRICE)])
    constraints = np.column_stack([y, np.eye(n), -np.eye(n)])
    jittered = Q + JITTER * K.max() * np.eye(n)
    return y * quadprog.solve_qp(jittered, y * np.diagonal(K), constraints, limits, 1)[0]


def by_clarabel(K, y):
    """The signed weights by a general interior-point solver."""
    n, Q = len(y), 2 * K * np.outer(y, y)
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    A = sparse.vstack([sparse.csc_matrix(y[None]), -sparse.eye(n), sparse.eye(n)], format="csc")
    b = np.concatenate([[1.0], np.zeros(n), np.full(n, PRICE)])
    cones = [clarabel.ZeroConeT(1), clarabel.NonnegativeConeT(2 * n)]
    P = sparse.triu(sparse.csc_matrix(Q), format="csc")
    return y * np.array(clarabel.DefaultSolver(P, -y * np.diagonal(K), A, b, cones, settings).solve().x)


def contestants(X, y, kernel):
    """Functions of no argument by name; each makes its own Gram matrix and returns signed weights, but the SVM."""
    poly = isinstance(kernel, Polynomial)
    peer = SVC(kernel="poly", degree=2, gamma=1.0, coef0=1.0) if poly else SVC(gamma=kernel.gamma)
    yield "SVM", lambda: peer.fit(X, y)
    yield "SVDD", lambda: svdd.solve_dual(kernel.gram(X), y, PRICE, tol=1e-6).signed
    yield "Clarabel", lambda: by_clarabel(kernel(X), y)
    if quadprog is not None:
        yield "quadprog", lambda: by_quadprog(kernel(X), y)


def value(K, signed):
    """The dual value of signed weights."""
    return signed @ np.diagonal(K) - signed @ K @ signed


def require_same_answer(K, run):
    """All solvers of the dual reach the same value, before a time counts."""
    values = [value(K, solve()) for name, solve in run.items() if name != "SVM"]
    assert max(values) - min(values) < 1e-4 * max(1.0, max(values)), values


def seconds(run):
    """Median seconds by name, measured in turn."""
    taken = {name: [] for name in run}
    for _ in range(ROUNDS):
        for name, function in run.items():
            start = time.perf_counter()
            function()
            taken[name].append(time.perf_counter() - start)
    return {name: statistics.median(times) for name, times in taken.items()}


def rows():
    """Rows of the table, as tuples."""
    for name, kernel in KERNELS.items():
        for n in SIZES:
            X, labels = make_moons(n, noise=0.2, random_state=0)
            y = np.where(labels == 0, 1.0, -1.0)
            run = dict(contestants(X, y, kernel))
            require_same_answer(kernel(X), run)
            took = seconds(run)
            published = PUBLISHED.get((name, n), (np.nan, np.nan))
            ours = (took[name] for name in ("SVM", "SVDD", "Clarabel"))
            yield name, n, *published, *ours, took.get("quadprog", np.nan)


if __name__ == "__main__":
    names = ("kernel", "n", "SVM_published", "SVDD_published", "SVM", "SVDD", "Clarabel", "quadprog")
    save_rows("svdd_time", rows(), ABOUT, names)
