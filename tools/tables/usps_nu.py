"""One-class support vector machines on the USPS test digits: what ν does to shares and to times (chapter 04).

    python tools/tables/usps_nu.py

Writes `usps_nu.csv` (a row each ν, all 2007 digits) and `usps_nu_time.csv` (a row each ν and subset size). Times are
seconds of one processor's work, the least of some repetitions; ν = 1 % is the unit of the ratios.
"""

import numpy as np
from _rows import least_seconds, save_rows
from sklearn.svm import OneClassSVM
from threadpoolctl import threadpool_limits

from kernelsy19 import ball, datasets
from kernelsy19.kernels import RBF

NUS = (0.01, 0.03, 0.05, 0.1, 0.3, 0.5, 0.7, 0.9)
NAMES = ("nu", "n", "seconds", "seconds_from_first_points", "seconds_sklearn")
SIZES = (662, 874, 1153, 1521, 2007)
REPETITIONS = 7
TOLERANCE = 1e-6  # of ours in squared distances; that of scikit-learn is in its own units
SUBSETS = 3
KERNEL = RBF(gamma=1 / (0.5 * 256))
ABOUT = "USPS test digits, 256 pixels and the label as ten numbers ±1; k = exp(−‖x − y‖²/(0.5 · 256))"


def digits_with_labels():
    """Return the test digits with one-hot labels of ±1 appended, as a (2007, 266) array."""
    test = datasets.usps().test
    return np.hstack([test.X, 2 * np.eye(10)[test.y] - 1])


def first_points(n, nu):
    """Return a start that knows nothing: weights at the bound on the first νn points."""
    return np.clip(nu * n - np.arange(n), 0, 1) / (nu * n)


def main():
    X = digits_with_labels()
    about = f"Means over {SUBSETS} random subsets of size n; one thread, kernel values when asked for."
    times = ((nu, n, *measure(X, n, nu)) for nu in NUS for n in SIZES)
    timed = save_rows("usps_nu_time", times, f"{ABOUT}. {about}", NAMES)
    whole = [row for row in timed if row["n"] == SIZES[-1]]
    rows = (shares(X, row, whole[0]) for row in whole)
    save_rows("usps_nu", rows, f"{ABOUT}. Shares in %, times over that of ν = 1 %.")


def shares(X, row, first):
    """Shares of outliers and of support vectors, and times over those of the first ν."""
    solution = ball.solve_dual(KERNEL.gram(X), row["nu"])
    outliers, vectors = 100 * solution.outlier.mean(), 100 * (1 - solution.inside.mean())
    found = {"nu": row["nu"], "outliers": outliers, "support_vectors": vectors}
    return found | {f"{name}_ratio": row[name] / first[name] for name in NAMES[2:]}


def measure(X, n, nu):
    """Times of our solver, of ours from a start that knows nothing, of scikit-learn's."""
    found = []
    for seed in range(SUBSETS):
        Z = X[np.random.default_rng(seed).permutation(len(X))[:n]]
        peer = OneClassSVM(gamma=KERNEL.gamma, nu=nu, tol=TOLERANCE * nu * n / 2, cache_size=1000)
        work = [
            lambda Z=Z: ball.solve_dual(KERNEL.gram(Z), nu),
            lambda Z=Z: ball.solve_dual(KERNEL.gram(Z), nu, start=first_points(n, nu)),
            lambda Z=Z, peer=peer: peer.fit(Z),
        ]
        found.append([least_seconds(run, REPETITIONS) for run in work])
    return np.mean(found, axis=0)


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
