"""The exercises of chapter 02: Parzen windows, their width, and the detector that a threshold makes."""

from typing import NamedTuple

import numpy as np
from scipy.stats import multivariate_normal

from kernelsy19.course.answers import any_form
from kernelsy19.course.exercises import Certificate, Exercise, Mistake, agreement


class Window(NamedTuple):
    """Where the density is wanted, the sample, and the width of the window."""

    X0: np.ndarray
    X: np.ndarray
    h: float


def windows(rng):
    """Draw samples in one to three dimensions; some places have no point near."""
    for m, n, p in ((2, 3, 1), (3, 6, 2), (4, 9, 3)):
        X = rng.normal(size=(n, p))
        X0 = np.vstack([X[:1] + 0.05, rng.normal(size=(m - 1, p))])
        yield Window(X0, X, float(rng.uniform(0.8, 1.6)))


def _hypercube(X0, X, h, half=0.5, whole=np.all, power=None):
    p = X.shape[1]
    inside = whole(np.abs(X[None] - X0[:, None]) / h <= half, axis=2)
    return inside.mean(axis=1) / h ** (p if power is None else power)


def _hypercube_by_loops(X0, X, h):
    counts = [sum(all(abs(a - b) <= h / 2 for a, b in zip(x0, x, strict=True)) for x in X) for x0 in X0]
    return np.array(counts) / (len(X) * h ** X.shape[1])


hypercube_density = Exercise(
    "02.1",
    "The hypercube window",
    problems=windows,
    reference=lambda X0, X, h: _hypercube(X0, X, h),
    certify=agreement(
        "largest | f̂(x₀) − count / (n hᵖ) |, counted point by point", _hypercube_by_loops, 1e-12
    ),
    mistakes=[
        Mistake(
            "Your cube has side 2h: the window reaches from $x_0 - h/2$ to $x_0 + h/2$.",
            lambda X0, X, h: _hypercube(X0, X, h, half=1.0),
        ),
        Mistake(
            "The volume of the cube is $h^p$, not $h$.",
            lambda X0, X, h: _hypercube(X0, X, h, power=1),
        ),
        Mistake(
            "A point is in the cube when *all* of its coordinates are near, not when any is.",
            lambda X0, X, h: _hypercube(X0, X, h, whole=np.any),
        ),
        Mistake(
            "That is the count over the volume: divide by n as well.",
            lambda X0, X, h: _hypercube(X0, X, h) * len(X),
        ),
    ],
)


def _gaussian(X0, X, h):
    p = X.shape[1]
    squared = ((X[None] - X0[:, None]) ** 2).sum(axis=2)
    return np.exp(-squared / (2 * h**2)).mean(axis=1) / (2 * np.pi * h**2) ** (p / 2)


def _gaussian_by_scipy(X0, X, h):
    p = X.shape[1]
    return np.mean([multivariate_normal(x, h**2 * np.eye(p)).pdf(X0).reshape(-1) for x in X], axis=0)


gaussian_density = Exercise(
    "02.2",
    "The Gaussian window",
    problems=windows,
    reference=_gaussian,
    certify=agreement("largest | f̂(x₀) − mean of n Gaussian densities |", _gaussian_by_scipy, 1e-12),
    mistakes=[
        Mistake(
            "The factor $1/h^p$ is missing: without it a wide window adds more than 1 in all.",
            lambda X0, X, h: _gaussian(X0, X, h) * h ** X.shape[1],
        ),
        Mistake(
            "The constant is $(2\\pi)^{p/2}$ for vectors of p variables; yours is that of one variable.",
            lambda X0, X, h: _gaussian(X0, X, h) * (2 * np.pi) ** ((X.shape[1] - 1) / 2),
        ),
        Mistake(
            "The factor ½ in the exponent is missing.",
            lambda X0, X, h: (
                np.exp(-((X[None] - X0[:, None]) ** 2).sum(axis=2) / h**2).mean(axis=1)
                / (2 * np.pi * h**2) ** (X.shape[1] / 2)
            ),
        ),
        Mistake(
            "You took the sum over the sample; the density is the mean.",
            lambda X0, X, h: _gaussian(X0, X, h) * len(X),
        ),
    ],
)


class Far(NamedTuple):
    """Places that may be very far from the sample."""

    X0: np.ndarray
    X: np.ndarray
    h: float


def far_away(rng):
    """Draw places near the sample and a thousand widths away."""
    for n, p in ((2, 1), (5, 2)):
        X = rng.normal(size=(n, p))
        yield Far(np.vstack([X[0] + 0.1, X[0] + 40.0, X[0] + 500.0]), X, 0.4)


def _log_terms(X0, X, h):
    squared = ((X[None] - X0[:, None]) ** 2).sum(axis=2)
    return -squared / (2 * h**2) - X.shape[1] / 2 * np.log(2 * np.pi * h**2) - np.log(len(X))


def _log_density(X0, X, h):
    terms = _log_terms(X0, X, h)
    top = terms.max(axis=1)
    return top + np.log(np.exp(terms - top[:, None]).sum(axis=1))


def _naive_log(X0, X, h):
    with np.errstate(divide="ignore"):
        return np.log(_gaussian(X0, X, h))


def _certify_log(problem, answer):
    answer = np.asarray(answer, dtype=float)
    if not np.isfinite(answer).all():
        return Certificate("all values are finite", False)
    exact = np.logaddexp.reduce(_log_terms(*problem), axis=1)
    return Certificate("largest relative error of log f̂(x₀)", np.abs(answer / exact - 1).max(), 1e-10)


log_density = Exercise(
    "02.3",
    "Far from all data",
    problems=far_away,
    reference=_log_density,
    certify=_certify_log,
    form=any_form,
    same=lambda a, b: np.shape(a) == np.shape(b) and np.allclose(a, b, rtol=1e-9),
    mistakes=[
        Mistake(
            "Far away $\\hat f$ is 0 for the computer, and its logarithm $-\\infty$. Take the largest exponent out "
            "of the sum *before* you call `exp`: "
            "$\\log\\sum e^{t_i} = t + \\log\\sum e^{t_i - t}$ with $t = \\max t_i$.",
            _naive_log,
        ),
        Mistake(
            "You kept the largest term only: that is the nearest point's share, not the sum over the sample.",
            lambda X0, X, h: _log_terms(X0, X, h).max(axis=1),
        ),
        Mistake(
            "You added logarithms of the bumps; the density is the logarithm of their mean.",
            lambda X0, X, h: (_log_terms(X0, X, h) + np.log(len(X))).mean(axis=1),
        ),
    ],
)


class Sample(NamedTuple):
    """A sample and a width."""

    X: np.ndarray
    h: float


def samples(rng):
    """Draw samples in one to three dimensions."""
    for n, p in ((3, 1), (5, 2), (8, 3)):
        yield Sample(rng.normal(size=(n, p)), float(rng.uniform(0.4, 1.2)))


def _left_out(X, h):
    n = len(X)
    return sum(np.log(_gaussian(X[i : i + 1], np.delete(X, i, axis=0), h)[0]) for i in range(n))


leave_one_out = Exercise(
    "02.4",
    "Leave one out",
    problems=samples,
    reference=_left_out,
    certify=agreement(
        "| your answer − Σ log f̂₋ᵢ(xᵢ) |",
        lambda X, h: np.sum(
            [np.log(_gaussian_by_scipy(X[i : i + 1], np.delete(X, i, axis=0), h)[0]) for i in range(len(X))]
        ),
        1e-9,
    ),
    mistakes=[
        Mistake(
            "Each point still sees itself. Drop row i from the sample before you ask for the density at $x_i$.",
            lambda X, h: np.log(_gaussian(X, X, h)).sum(),
        ),
        Mistake(
            "You left each point out but still divide by n: the others are n − 1.",
            lambda X, h: _left_out(X, h) + len(X) * np.log((len(X) - 1) / len(X)),
        ),
        Mistake("That is the mean; the log-likelihood is the sum.", lambda X, h: _left_out(X, h) / len(X)),
        Mistake(
            "The sign: a log-likelihood is to be large, it is not a loss.", lambda X, h: -_left_out(X, h)
        ),
    ],
)


class Densities(NamedTuple):
    """Densities at the learning vectors, all different, and the share that may be rejected."""

    f: np.ndarray
    share: float


def densities(rng):
    """Draw densities and shares; share · n is rarely whole."""
    for n, share in ((5, 0.3), (20, 0.05), (37, 0.25)):
        yield Densities(rng.exponential(size=n), share)


def _threshold(f, share):
    return np.sort(f)[int(share * len(f) + 1e-9)]


def _certify_threshold(problem, c):
    allowed = int(problem.share * len(problem.f) + 1e-9)
    rejected = int((problem.f < c).sum())
    more = int((problem.f <= c).sum())
    return [
        Certificate(
            f"at most {allowed} of {len(problem.f)} learning vectors are rejected", rejected <= allowed
        ),
        Certificate("any larger c would reject more than that", more > allowed),
    ]


threshold = Exercise(
    "02.5",
    "Tune the threshold",
    problems=densities,
    reference=_threshold,
    certify=_certify_threshold,
    mistakes=[
        Mistake(
            "One point too few is rejected: count the places of a sorted array from 0.",
            lambda f, share: np.sort(f)[int(share * len(f) + 1e-9) - 1],
        ),
        Mistake(
            "You keep the share instead of rejecting it: low densities are the ones to go.",
            lambda f, share: np.sort(f)[int((1 - share) * len(f) + 1e-9)],
        ),
        Mistake(
            "`np.quantile` interpolates between two densities, so a slightly larger c would still do. "
            "The largest c that is allowed is one of the densities itself.",
            lambda f, share: np.quantile(f, share),
        ),
    ],
)


side_in_ten_dimensions = Exercise(
    "02.6",
    "Predict: a cube in ten dimensions",
    problems=None,
    reference=lambda: 0.01**0.1,
    certify=agreement("how far your side is from the true one", lambda: 0.01 ** (1 / 10), 0.006),
    mistakes=[
        Mistake("That is the side in two dimensions.", lambda: 0.1),
        Mistake(
            "The side is a root of the share, not the share over the number of variables.", lambda: 0.001
        ),
        Mistake("That is the share itself, the side in one dimension.", lambda: 0.01),
    ],
)


NARROWER = (0.1, 0.01, 0.001)


def _likelihoods(X):
    X = np.asarray(X, dtype=float)
    with np.errstate(divide="ignore"):
        return [_left_out(X, h) for h in NARROWER]


def _one_dimensional(X):
    return np.ndim(X) == 2 and np.shape(X)[1] == 1 and len(X) >= 4


def _certify_no_maximum(problem, X):
    if not _one_dimensional(X):
        return Certificate(
            f"four points or more in one dimension, shape (n, 1), expected; {np.shape(X)} given", False
        )
    wide, middle, narrow = _likelihoods(X)
    text = f"the likelihood rises: {wide:.1f} at h = 0.1, {middle:.1f} at 0.01, {narrow:.1f} at 0.001"
    return Certificate(text, bool(np.isfinite(wide) and wide < middle < narrow))


no_best_width = Exercise(
    "02.7",
    "Break it: a sample without a best width",
    problems=None,
    reference=lambda: np.array([[0.0], [0.0], [1.0], [1.0]]),
    certify=_certify_no_maximum,
    form=any_form,
    mistakes=[
        Mistake(
            "Somewhere a point stands alone: left out, nobody foretells it, and the likelihood falls without end "
            "as the window narrows. What would foretell a point perfectly?",
            lambda: np.array([[0.0], [0.4], [1.0], [1.5]]),
            when=lambda problem, X: _one_dimensional(X) and len(np.unique(X)) == len(X),
        ),
        Mistake(
            "Some of your points have a twin, but not all: one that has none spoils it.",
            lambda: np.array([[0.0], [0.0], [1.0], [2.0]]),
            when=lambda problem, X: (
                _one_dimensional(X)
                and 1 in np.unique(X, return_counts=True)[1]
                and len(np.unique(X)) < len(X)
            ),
        ),
    ],
)
