"""Test errors of a linear SVM on kernel principal components of the USPS digits (chapter 08).

    python tools/tables/usps_kernel_pca.py

Writes `usps_kernel_pca_sd.csv` (what smoothing does, by cross-validation on the training digits),
`usps_kernel_pca_c.csv` (how C was chosen, likewise) and `usps_kernel_pca.csv` (a row each cell of the published
table). The test digits are looked at once, after C is chosen. `usps_kernel_pca_tried.csv` says what was tried
afterwards, on the two cells that are farthest from the published ones.
"""

import numpy as np
from _rows import save_rows
from joblib import Parallel, delayed
from sklearn.model_selection import StratifiedKFold
from threadpoolctl import threadpool_limits

from kernelcourse.pca_at_work.experiments import svm_error
from kernelsy19 import datasets, pca
from kernelsy19.kernels import Polynomial

COMPONENTS = (32, 64, 128, 256, 512, 1024, 2048)
DEGREES = (1, 2, 3, 4, 5, 6, 7)
CHOOSE_C_ON = (32, 64, 128, 256, 512)
CS = (1, 3, 10, 30, 100)
FOLDS = 3
N = 3000
SD = 0.75
SDS = (0, 0.5, 0.75, 1)
OTHER_DIGITS, LARGER_C = (1, 2, 3), 100
SMOOTHING_DEGREES, SMOOTHING_COMPONENTS, SMOOTHING_C = (2, 3, 4), (32, 64, 128), 10
ABOUT = (
    f"USPS digits smoothed by a Gaussian of sd {SD}; k = (x · y / 256)^d, centered, axes from the first {N} training "
    "digits; a linear SVM (LinearSVC, squared hinge, one against the rest) on all 7291, scaled to a mean square of 1"
)


def kernel(degree):
    """Return (x · y / 256)^d."""
    return Polynomial(degree=degree, gamma=1 / 256, offset=0)


def features(degree, n_components, seed=None, sd=SD):
    """Project the training and the test digits on axes from 3000 training digits.
    degree: int; n_components: int; seed: int, which digits are drawn for the axes; None for the first 3000; sd:
    float, of the smoothing in pixels; 0 for none → (7291, q) array, (2007, q) array"""
    train, test = (digits.smoothed(sd).X if sd else digits.X for digits in datasets.usps())
    k = kernel(degree)
    kept = np.arange(N) if seed is None else np.random.default_rng(seed).choice(len(train), N, replace=False)
    solution = pca.solve_dual(k(train[kept]), n_components)
    return tuple(solution.project(k(X, train[kept])) for X in (train, test))


def cross_validated(Z, y, C):
    """Error in % over folds of the training digits."""
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0).split(Z, y)
    return np.mean([svm_error(Z[fit], y[fit], Z[kept], y[kept], C) for fit, kept in folds])


def cells(components):
    """Return the cells (q, d) of the published table: with d = 1 there are no more than 256 components."""
    return [(q, d) for d in DEGREES for q in components if d > 1 or q <= 256]


def smoothed_rows(train):
    """Cross-validated errors for digits as they are and for digits that are smoothed."""
    for sd in SDS:
        X = train.smoothed(sd).X if sd else train.X
        found = []
        for k in map(kernel, SMOOTHING_DEGREES):
            solution = pca.solve_dual(k(X[:N]), max(SMOOTHING_COMPONENTS))
            Z = solution.project(k(X, X[:N]))
            found += [cross_validated(Z[:, :q], train.y, SMOOTHING_C) for q in SMOOTHING_COMPONENTS]
        yield sd, np.mean(found)


def rows_of_two_cells(train, test, C):
    """What one change does to the cells of degree 7 with 32 and 64 components."""
    changes = {"as in the table": (None, SD, C)}
    changes |= {f"other digits {seed}": (seed, SD, C) for seed in OTHER_DIGITS}
    changes |= {f"C = {LARGER_C}": (None, SD, LARGER_C), "sd = 1": (None, 1, C), "sd = 0": (None, 0, C)}
    for name, (seed, sd, c) in changes.items():
        Z, Z_test = features(7, 64, seed, sd)
        for q in (32, 64):
            yield name, q, svm_error(Z[:, :q], train.y, Z_test[:, :q], test.y, c)


def main():
    train, test = datasets.usps()
    about = (
        f"As usps_kernel_pca, with C = {SMOOTHING_C}: error in % over {FOLDS} folds of the training digits, mean over "
        f"degrees {SMOOTHING_DEGREES} and {SMOOTHING_COMPONENTS} components, against the sd of the smoothing in pixels."
    )
    save_rows("usps_kernel_pca_sd", smoothed_rows(train), about, ("sd", "error"))
    Z = {}
    for d in DEGREES:
        Z[d] = features(d, 256 if d == 1 else max(COMPONENTS))
        print("features of degree", d, flush=True)
    run = Parallel(n_jobs=2, backend="threading", return_as="generator")

    def rows_of_prices():
        for C in CS:
            found = run(delayed(cross_validated)(Z[d][0][:, :q], train.y, C) for q, d in cells(CHOOSE_C_ON))
            yield C, np.mean(list(found))

    where = f"mean over all degrees and {CHOOSE_C_ON} components"
    about = f"{ABOUT}. Error in % over {FOLDS} folds of the training digits, {where}."
    tried = save_rows("usps_kernel_pca_c", rows_of_prices(), about, ("C", "error"))
    C = min(tried, key=lambda row: row["error"])["C"]
    names, todo = ("components", "degree", "error"), cells(COMPONENTS)
    found = run(delayed(svm_error)(Z[d][0][:, :q], train.y, Z[d][1][:, :q], test.y, C) for q, d in todo)
    rows = ((q, d, error) for (q, d), error in zip(todo, found, strict=True))
    save_rows("usps_kernel_pca", rows, f"{ABOUT}; C = {C}. Error in % on the 2007 test digits.", names)
    about = f"{ABOUT}; C = {C}, but for the one thing that was changed. Error in % of degree 7 on the 2007 test digits."
    names = ("tried", "components", "error")
    save_rows("usps_kernel_pca_tried", rows_of_two_cells(train, test, C), about, names)


if __name__ == "__main__":
    with threadpool_limits(2):
        main()
