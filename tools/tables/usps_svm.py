"""Support vector machines on the USPS digits: test errors and times beside scikit-learn's (chapter 12).

    python tools/tables/usps_svm.py

Writes `usps_svm.csv`, a row for each kernel, on the digits as they are and on smoothed ones. C is chosen by
cross-validation on the training digits, from the same three for every kernel. Times are processor seconds of fitting
all ten digits one against one, the least of some repetitions, of both in turn; their ratio is kept.
"""

import numpy as np
from _rows import least_seconds, save_rows
from sklearn.model_selection import StratifiedKFold
from sklearn.svm import SVC
from threadpoolctl import threadpool_limits

from kernelsy19 import datasets
from kernelsy19.kernels import RBF, Polynomial
from kernelsy19.svm import SupportVectorClassifier

SD = 0.75  # of the smoothing, in pixels, as in chapter 08
PRICES = (1.0, 10.0, 100.0)
FOLDS = 3
REPETITIONS = 3
KERNELS = {
    **{f"polynomial of degree {d}": Polynomial(d, 1 / 256, 0.0) for d in (1, 2, 3, 4, 5)},
    **{f"Gaussian of width {c:g}·256": RBF(1 / (c * 256)) for c in (0.3, 0.5, 0.8)},
}
ABOUT = (
    "All 7291 training and 2007 test digits, one against one; k = (x · y/256)^d and exp(−‖x − y‖²/width); smoothing by "
    f"a Gaussian of {SD} pixels or none; C from {PRICES} by {FOLDS}-fold cross-validation on the training digits; "
    "errors in %; time of scikit-learn's SVC over ours, one thread, both with tolerance 1e-3."
)


def peer_of(kernel, C):
    """Return scikit-learn's classifier with the same kernel and C."""
    machine = SVC(C=C, gamma=kernel.gamma, tol=1e-3, cache_size=2000)
    if isinstance(kernel, RBF):
        return machine
    return machine.set_params(kernel="poly", degree=kernel.degree, coef0=kernel.offset)


def best_price(kernel, train):
    """Return the C with the fewest errors in cross-validation."""
    errors = []
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0)
    for C in PRICES:
        missed = 0
        for fit, rest in folds.split(train.X, train.y):
            model = SupportVectorClassifier(kernel, C=C).fit(train.X[fit], train.y[fit])
            missed += (model.predict(train.X[rest]) != train.y[rest]).sum()
        errors.append(missed)
    return PRICES[int(np.argmin(errors))]


def row(name, kernel, sd):
    """One row of the table, as a dict."""
    train, test = (digits.smoothed(sd) if sd else digits for digits in datasets.usps())
    C = best_price(kernel, train)
    ours, peer = SupportVectorClassifier(kernel, C=C), peer_of(kernel, C)
    fits = [lambda: peer.fit(train.X, train.y), lambda: ours.fit(train.X, train.y)]
    theirs, own = np.min([[least_seconds(fit, 1) for fit in fits] for _ in range(REPETITIONS)], axis=0)
    answers, others = ours.predict(test.X), peer.predict(test.X)
    return {
        "kernel": name,
        "sd": sd,
        "C": C,
        "error": 100 * np.mean(answers != test.y),
        "error_sklearn": 100 * np.mean(others != test.y),
        "support_vectors": len(ours.support_),
        "seconds_sklearn_ratio": theirs / own,
    }


if __name__ == "__main__":
    with threadpool_limits(1):
        save_rows("usps_svm", (row(*of, sd) for sd in (0.0, SD) for of in KERNELS.items()), ABOUT)
