"""One-class support vector machines on the USPS test digits: what ν does to shares and to times (chapter 04).

    python tools/tables/usps_nu.py

Writes `usps_nu.csv` (a row each ν, all 2007 digits) and `usps_nu_time.csv` (a row each ν and subset size). Times are
seconds of one processor's work, the least of some repetitions; ν = 1 % is the unit of the ratios.
"""

import numpy as np
from _rows import COMMAND, least_seconds
from sklearn.svm import OneClassSVM
from threadpoolctl import threadpool_limits

from kernelsy19 import ball, datasets
from kernelsy19.datasets.tables import save_table
from kernelsy19.kernels import RBF

NUS = np.array([0.01, 0.03, 0.05, 0.1, 0.3, 0.5, 0.7, 0.9])
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
    shares, timed = [], []
    for nu in NUS:
        solution = ball.solve_dual(KERNEL.gram(X), nu)
        shares.append((nu, 100 * solution.outlier.mean(), 100 * (1 - solution.inside.mean())))
        for n in SIZES:
            timed.append((nu, n, *measure(X, n, nu)))
            print(*(f"{v:.4g}" for v in timed[-1]), flush=True)
    nu, outliers, vectors = np.transpose(shares)
    names = ("nu", "n", "seconds", "seconds_from_first_points", "seconds_sklearn")
    timed = dict(zip(names, np.transpose(timed), strict=True))
    whole = timed["n"] == SIZES[-1]
    ratios = {f"{name}_ratio": timed[name][whole] / timed[name][whole][0] for name in names[2:5]}
    columns = {"nu": nu, "outliers": outliers, "support_vectors": vectors}
    save_table("usps_nu", columns | ratios, f"{ABOUT}. Shares in %, times over that of ν = 1 %.", COMMAND)
    about = (
        f"{ABOUT}. Means over {SUBSETS} random subsets of size n; one thread, kernel values when asked for."
    )
    save_table("usps_nu_time", timed, about, COMMAND)


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
