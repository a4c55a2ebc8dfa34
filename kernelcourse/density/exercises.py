"""The exercises of chapter 02: Parzen windows, their width, and the detector that a threshold makes."""

import numpy as np
from scipy.special import logsumexp
from scipy.stats import multivariate_normal

from kernelcourse.density import problems
from kernelcourse.judging.answers import points, same_answer, same_form
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake, agreement, worst
from kernelsy19.density import bandwidth, solve
from kernelsy19.density import equations as density


def _hypercube_by_loops(X0, X, h):
    counts = [sum(all(abs(a - b) <= h / 2 for a, b in zip(x0, x, strict=True)) for x in X) for x0 in X0]
    return np.array(counts) / (len(X) * h ** X.shape[1])


def _counted(belongs):
    """The density of those who decide by ``belongs(X − x₀, h)``, differences of shape (m, n, p), who is in the cube."""
    return lambda X0, X, h: belongs(X[None] - X0[:, None], h).mean(axis=1) / h ** X.shape[1]


_half_open = _counted(lambda D, h: ((-h / 2 <= D) & (h / 2 > D)).all(axis=2))
_half_open_below = _counted(lambda D, h: ((-h / 2 < D) & (h / 2 >= D)).all(axis=2))


def _is_half_open(problem, answer):
    """Whether one face of the cube counts in each direction, and the opposite one does not."""
    return any(same_answer(answer, count(*problem)) for count in (_half_open, _half_open_below))


hypercube_density = Exercise(
    "02.1",
    "The hypercube window",
    problems=problems.cubes,
    edge=problems.edge_cubes,
    reference=lambda X0, X, h: density.parzen_hypercube(X0, X, h),
    certify=agreement(
        "largest | f̂(x₀) − count / (n hᵖ) |, counted point by point", _hypercube_by_loops, 1e-12
    ),
    mistakes=[
        Mistake(
            "A point on the edge of the cube counts: you leave it out.",
            _counted(lambda D, h: (np.abs(D) < h / 2).all(axis=2)),
        ),
        Mistake(
            "On one side of the cube you count a point that lies on the edge, on the other side you leave it out. "
            "It counts on both.",
            _half_open,
            when=_is_half_open,
        ),
        Mistake(
            "Your cube has side 2h: the window reaches from $x_0 - h/2$ to $x_0 + h/2$.",
            _counted(lambda D, h: (np.abs(D) <= h).all(axis=2)),
        ),
        Mistake(
            "Your cube has side h/2: the window reaches from $x_0 - h/2$ to $x_0 + h/2$.",
            _counted(lambda D, h: (np.abs(D) <= h / 4).all(axis=2)),
        ),
        Mistake(
            "On one side your cube has no end: a point that is far below $x_0$ counts. Compare the absolute "
            "difference.",
            _counted(lambda D, h: (h / 2 >= D).all(axis=2)),
        ),
        Mistake(
            "You compare the *sum* of the distances along the axes with h/2. In a cube each of them may be h/2.",
            _counted(lambda D, h: np.abs(D).sum(axis=2) <= h / 2),
        ),
        Mistake(
            "The volume of the cube is $h^p$, not $h$.",
            lambda X0, X, h: density.parzen_hypercube(X0, X, h) * h ** (X.shape[1] - 1),
        ),
        Mistake(
            "A point is in the cube when *all* of its coordinates are near, not when any is.",
            _counted(lambda D, h: (np.abs(D) <= h / 2).any(axis=2)),
        ),
        Mistake(
            "You count the points in the ball that fits into the cube. A cube has corners: compare coordinate by "
            "coordinate.",
            _counted(lambda D, h: (D**2).sum(axis=2) <= h**2 / 4),
        ),
        Mistake(
            "That is the count over the volume: divide by n as well.",
            lambda X0, X, h: density.parzen_hypercube(X0, X, h) * len(X),
        ),
        Mistake(
            "You divide by the number of places m. The share is one of the n points of the sample.",
            lambda X0, X, h: density.parzen_hypercube(X0, X, h) * len(X) / len(X0),
        ),
        Mistake(
            "You divide by $(h/2)^p$. From face to face the cube is as long as h.",
            lambda X0, X, h: density.parzen_hypercube(X0, X, h) * 2 ** X.shape[1],
        ),
        Mistake(
            "That is the share of the sample in the cube. A density is a share per unit of volume.",
            lambda X0, X, h: density.parzen_hypercube(X0, X, h) * h ** X.shape[1],
        ),
        Mistake(
            "That is the number of points in the cube. Which share of the sample is it, and how large is the cube?",
            lambda X0, X, h: density.parzen_hypercube(X0, X, h) * len(X) * h ** X.shape[1],
        ),
    ],
)


def _gaussian(X0, X, h):
    return density.parzen_gaussian(X0, X, h)


def _gaussian_by_scipy(X0, X, h):
    p = X.shape[1]
    return np.mean([multivariate_normal(x, h**2 * np.eye(p)).pdf(X0).reshape(-1) for x in X], axis=0)


def _with_exponent(exponent):
    """The density of those whose exponent is ``exponent(squared distances, h)``."""

    def gaussian_density(X0, X, h):
        d2 = ((X[None] - X0[:, None]) ** 2).sum(axis=2)
        return np.exp(exponent(d2, h)).mean(axis=1) / (2 * np.pi * h**2) ** (X.shape[1] / 2)

    return gaussian_density


gaussian_density = Exercise(
    "02.2",
    "The Gaussian window",
    problems=problems.windows,
    reference=_gaussian,
    certify=agreement("largest | f̂(x₀) − mean of n Gaussian densities |", _gaussian_by_scipy, 1e-12),
    mistakes=[
        Mistake(
            "The factor $1/h^p$ is missing: without it a wide window adds more than 1 in all.",
            lambda X0, X, h: _gaussian(X0, X, h) * h ** X.shape[1],
        ),
        Mistake(
            "You divide by h; a window in p variables is stretched in all p directions.",
            lambda X0, X, h: _gaussian(X0, X, h) * h ** (X.shape[1] - 1),
        ),
        Mistake(
            "The constant is $(2\\pi)^{p/2}$ for vectors of p variables; yours is that of one variable.",
            lambda X0, X, h: _gaussian(X0, X, h) * (2 * np.pi) ** ((X.shape[1] - 1) / 2),
        ),
        Mistake(
            "The constant before the exponential is missing: what does $\\exp(-\\frac12u^\\top u)$ integrate to?",
            lambda X0, X, h: _gaussian(X0, X, h) * (2 * np.pi) ** (X.shape[1] / 2),
        ),
        Mistake(
            "$\\sqrt{2\\pi h^2}$ makes the window of one variable integrate to 1. In p variables there is one such "
            "factor for each of them.",
            lambda X0, X, h: _gaussian(X0, X, h) * (2 * np.pi * h**2) ** ((X.shape[1] - 1) / 2),
        ),
        Mistake(
            "You multiply densities of single variables, each averaged over the sample: a product of means is not "
            "the mean of the products.",
            lambda X0, X, h: np.prod(
                [_gaussian(X0[:, [j]], X[:, [j]], h) for j in range(X.shape[1])], axis=0
            ),
        ),
        Mistake(
            "The sign in the exponent: your bumps grow with the distance.",
            _with_exponent(lambda d2, h: d2 / (2 * h**2)),
        ),
        Mistake("That is the logarithm of the density.", lambda X0, X, h: np.log(_gaussian(X0, X, h))),
        Mistake("The factor ½ in the exponent is missing.", _with_exponent(lambda d2, h: -d2 / h**2)),
        Mistake(
            "In the exponent the distance is not measured in units of h: $u$ is $(x_i - x_0)/h$.",
            _with_exponent(lambda d2, h: -d2 / 2),
        ),
        Mistake(
            "In the exponent you divide the squared distance by h. Both were squared.",
            _with_exponent(lambda d2, h: -d2 / (2 * h)),
        ),
        Mistake(
            "The distance in the exponent is not squared: $u^\\top u$ is the *squared* length.",
            _with_exponent(lambda d2, h: -np.sqrt(d2) / (2 * h)),
        ),
        Mistake(
            "You took the sum over the sample; the density is the mean.",
            lambda X0, X, h: _gaussian(X0, X, h) * len(X),
        ),
    ],
)


def _log_terms(X0, X, h):
    squared = ((X[None] - X0[:, None]) ** 2).sum(axis=2)
    return -squared / (2 * h**2) - X.shape[1] / 2 * np.log(2 * np.pi * h**2) - np.log(len(X))


def _log_density(X0, X, h):
    return solve.log_density(X0, X, h)


def _naive_log_density(X0, X, h):
    with np.errstate(divide="ignore"):
        return np.log(_gaussian(X0, X, h))


def _certify_log(problem, answer):
    exact = np.logaddexp.reduce(_log_terms(*problem), axis=1)
    error = np.abs(answer - exact) / np.maximum(1, np.abs(exact))
    return Certificate("largest relative error of log f̂(x₀)", error.max(), 1e-10)


FLOOR = 1e-300


def _has_floor(problem, answer):
    """Whether the answer is right wherever the density is a number, and one and the same where it is not."""
    exact = np.logaddexp.reduce(_log_terms(*problem), axis=1)
    small = exact < np.log(1e-200)
    return bool(small.any() and np.allclose(answer[~small], exact[~small]) and np.all(answer[small] > -800))


def _log_density_or(other, X0, X, h):
    """The logarithm of the density as a computer has it, and another number where that is 0."""
    f = _gaussian(X0, X, h)
    return np.where(f > 0, np.log(np.where(f > 0, f, 1)), other)


def _replaces_infinity(problem, answer):
    """Whether the answer is right wherever the density is a number, and no logarithm of a small one where it is not."""
    known = _gaussian(*problem) > 1e-290
    others = answer[~known]
    right = _log_density_or(0.0, *problem)[known]
    outlandish = np.all(others >= 0) or np.all(others < -1e300)
    return bool(others.size and outlandish and np.allclose(answer[known], right))


def _same_logarithms(a, b):
    """Whether logarithms are the same up to rounding, each for itself: those of far places are much larger."""
    return np.shape(a) == np.shape(b) and np.allclose(a, b, rtol=1e-6, atol=1e-7, equal_nan=True)


log_density = Exercise(
    "02.3",
    "Far from all data",
    problems=problems.far_away,
    edge=problems.edge_places,
    reference=_log_density,
    certify=_certify_log,
    same=_same_logarithms,
    mistakes=[
        Mistake(
            "Far away $\\hat f$ is 0 for the computer, and its logarithm $-\\infty$. Take the largest exponent out "
            "of the sum *before* you call `exp`: "
            "$\\log\\sum e^{t_i} = t + \\log\\sum e^{t_i - t}$ with $t = \\max t_i$.",
            _naive_log_density,
        ),
        Mistake(
            "You put one number where the logarithm was $-\\infty$. It is not infinite there, but very negative: keep "
            "the density from becoming 0 on the way.",
            lambda X0, X, h: _log_density_or(0.0, X0, X, h),
            when=_replaces_infinity,
        ),
        Mistake(
            "You put a floor under the density before you took its logarithm. That is finite, but it is not the "
            "density: of two places far away, the nearer one has more of it.",
            lambda X0, X, h: np.log(_gaussian(X0, X, h) + FLOOR),
            when=_has_floor,
        ),
        Mistake(
            "$-\\log n$ is missing: the density is the mean over the sample, you took the sum.",
            lambda X0, X, h: _log_density(X0, X, h) + np.log(len(X)),
        ),
        Mistake(
            "$\\frac1{h^p}$ is missing: what does it become under a logarithm?",
            lambda X0, X, h: _log_density(X0, X, h) + X.shape[1] * np.log(h),
        ),
        Mistake(
            "$(2\\pi)^{p/2}$ is missing: what does it become under a logarithm?",
            lambda X0, X, h: _log_density(X0, X, h) + X.shape[1] / 2 * np.log(2 * np.pi),
        ),
        Mistake(
            "The density is divided by n, so $\\log n$ is subtracted. You added it.",
            lambda X0, X, h: _log_density(X0, X, h) + 2 * np.log(len(X)),
        ),
        Mistake(
            "The bumps are divided by $(2\\pi h^2)^{p/2}$, so its logarithm is subtracted. You added it.",
            lambda X0, X, h: _log_density(X0, X, h) + X.shape[1] * np.log(2 * np.pi * h**2),
        ),
        Mistake(
            "The factor ½ in the exponent is missing.",
            lambda X0, X, h: _log_density(X0, X, h / np.sqrt(2)) - X.shape[1] / 2 * np.log(2),
        ),
        Mistake(
            "The sign is turned: far from all data the logarithm is a large negative number.",
            lambda X0, X, h: -_log_density(X0, X, h),
        ),
        Mistake(
            "All that stands before the exponential is missing: its logarithm is to be added.",
            lambda X0, X, h: _log_density(X0, X, h) + X.shape[1] / 2 * np.log(2 * np.pi * h**2),
        ),
        Mistake(
            "You took the largest exponent out of the sum, and did not add it again.",
            lambda X0, X, h: _log_density(X0, X, h) - _log_terms(X0, X, h).max(axis=1),
            also=(
                lambda X0, X, h: _log_density(X0, X, h) - _log_terms(X0, X, h).max(axis=1) - np.log(len(X)),
            ),
        ),
        Mistake(
            "The root is missing: each bump is divided by $(2\\pi h^2)^{p/2}$, yours by $(2\\pi h^2)^p$.",
            lambda X0, X, h: _log_density(X0, X, h) - X.shape[1] / 2 * np.log(2 * np.pi * h**2),
        ),
        Mistake(
            "You kept the largest term only: that is the nearest point's share, not the sum over the sample.",
            lambda X0, X, h: _log_terms(X0, X, h).max(axis=1),
        ),
        Mistake(
            "You added logarithms of the bumps; the density is the logarithm of their mean.",
            lambda X0, X, h: (_log_terms(X0, X, h) + np.log(len(X))).mean(axis=1),
            also=(
                lambda X0, X, h: _log_terms(X0, X, h).mean(axis=1),
                lambda X0, X, h: (_log_terms(X0, X, h) + np.log(len(X))).sum(axis=1),
                lambda X0, X, h: (_log_terms(X0, X, h) + np.log(len(X))).sum(axis=1) - np.log(len(X)),
            ),
        ),
    ],
)


def _left_out(X, h):
    return bandwidth.loo_log_likelihood(X, h)


def _densities_left_out(X, h):
    """f̂₋ᵢ(xᵢ), one point at a time."""
    return np.array([_gaussian_by_scipy(X[i : i + 1], np.delete(X, i, axis=0), h)[0] for i in range(len(X))])


leave_one_out = Exercise(
    "02.4",
    "Leave one out",
    problems=problems.samples,
    edge=problems.edge_samples,
    reference=_left_out,
    certify=agreement(
        "| your answer − Σ log f̂₋ᵢ(xᵢ) |", lambda X, h: np.log(_densities_left_out(X, h)).sum(), 1e-9
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
        Mistake(
            "You left each point out and divide by nothing: the density is the mean over the other points.",
            lambda X, h: _left_out(X, h) + len(X) * np.log(len(X) - 1),
        ),
        Mistake("That is the mean; the log-likelihood is the sum.", lambda X, h: _left_out(X, h) / len(X)),
        Mistake(
            "The sign: a log-likelihood is to be large, it is not a loss.", lambda X, h: -_left_out(X, h)
        ),
        Mistake(
            "You added the densities first and took the logarithm of the sum. Each density has its own logarithm.",
            lambda X, h: np.log(_densities_left_out(X, h).sum()),
        ),
        Mistake(
            "You took the logarithm of the mean density. Each density has its own logarithm, and those are added.",
            lambda X, h: np.log(_densities_left_out(X, h).mean()),
        ),
        Mistake(
            "All that stands before the exponentials is missing. It depends on h, so it matters for which h is best.",
            lambda X, h: _left_out(X, h) + X.size / 2 * np.log(2 * np.pi * h**2),
        ),
        Mistake(
            "You leave out the same point each time. It is $x_i$ that has to go when you ask for the density at $x_i$.",
            lambda X, h: np.log(_gaussian(X, X[1:], h)).sum(),
        ),
        Mistake(
            "You added densities. The exercise asks for the sum of their logarithms.",
            lambda X, h: _densities_left_out(X, h).sum(),
        ),
        Mistake(
            "That is the likelihood, the product of the densities. The exercise asks for its logarithm.",
            lambda X, h: _densities_left_out(X, h).prod(),
        ),
    ],
)


HAIR = 1e-9


def _threshold(f, share):
    return density.rejection_threshold(f, share)


def _allowed(f, share):
    return int(share * len(f) + HAIR)


def _rejected(f, c):
    return int((f < c).sum())


def _certify_threshold(problem, c):
    allowed = _allowed(*problem)
    return [
        Certificate("at most share · n learning vectors are rejected", _rejected(problem.f, c) <= allowed),
        Certificate("any larger c would reject more than that", int((problem.f <= c).sum()) > allowed),
    ]


def _keeps_the_share(problem, c):
    """Whether about the share that is to be rejected is kept instead."""
    f, share = problem
    kept = len(f) - _rejected(f, c)
    return abs(kept - share * len(f)) < 1.5 < abs(kept - (1 - share) * len(f))


def _rejects_one_more(problem, c):
    return c in problem.f and _rejected(problem.f, c) == _allowed(*problem) + 1


def _is_short_of_the_next(problem, c):
    """Whether c rejects as many as it may, but could still be larger."""
    return _rejected(problem.f, c) == _allowed(*problem) and c not in problem.f


threshold = Exercise(
    "02.5",
    "Tune the threshold",
    problems=problems.densities,
    edge=problems.edge_densities,
    reference=_threshold,
    certify=_certify_threshold,
    mistakes=[
        Mistake(
            "This is right but for rounding: 0.29 · 100 is 28.999999999999996 for a computer, and `int` makes 28 "
            "of it.",
            lambda f, share: np.sort(f)[int(share * len(f))],
        ),
        Mistake(
            "One point too few is rejected: count the places of a sorted array from 0.",
            lambda f, share: np.sort(f)[_allowed(f, share) - 1],
        ),
        Mistake(
            "You reject one fewer than you may: in a sorted array the place k has k values below it, as places count "
            "from 0.",
            lambda f, share: np.sort(f)[max(_allowed(f, share) - 1, 0)],
        ),
        Mistake(
            "You reject one point more than the share allows. Round down, and remember that the first place of a "
            "sorted array is 0.",
            lambda f, share: np.sort(f)[int(np.ceil(share * len(f) - HAIR))],
            when=_rejects_one_more,
        ),
        Mistake(
            "You keep the share instead of rejecting it: low densities are the ones to go.",
            lambda f, share: np.sort(f)[min(int((1 - share) * len(f) + HAIR), len(f) - 1)],
            when=_keeps_the_share,
        ),
        Mistake(
            "`np.quantile` interpolates between two densities: between them there are no points, and which of them "
            "is rejected is left to chance. The largest c that is allowed is one of the densities itself.",
            lambda f, share: np.quantile(f, share),
        ),
        Mistake(
            "Your c rejects as many as it may, but it is not the largest that does: up to where can it rise until one "
            "more point is below it?",
            lambda f, share: np.sort(np.append(f, 0))[[_allowed(f, share), _allowed(f, share) + 1]].mean(),
            when=_is_short_of_the_next,
        ),
        Mistake(
            "Where share · n is a whole number, exactly so many may be rejected. You reject one fewer.",
            lambda f, share: np.sort(f)[int(np.ceil(share * len(f) - HAIR)) - (share > 0)],
        ),
        Mistake(
            "You count the share of n − 1 places, as quantiles do. It is a share of the n points.",
            lambda f, share: np.sort(f)[int(share * (len(f) - 1) + HAIR)],
        ),
        Mistake("With the lowest density as c, nobody is rejected.", lambda f, share: f.min()),
        Mistake(
            "That is how many points may be rejected. Which density stands at that place?",
            lambda f, share: float(_allowed(f, share)),
        ),
        Mistake(
            "The densities come in the order of the sample. Which of them are the lowest?",
            lambda f, share: f[_allowed(f, share)],
        ),
        Mistake(
            "That is a share of the highest density. The share counts points.",
            lambda f, share: share * f.max(),
        ),
    ],
)


SHARE, N_VARIABLES = 0.01, 10


def _certify_side(_, side):
    true = SHARE ** (1 / N_VARIABLES)
    if 0 < side < 1:
        instead = f"such a cube holds {100 * side**N_VARIABLES:.2g}% of the points"
    else:
        instead = "in the unit cube, all sides are between 0 and 1"
    return Certificate(
        "a cube of your side holds 1% of the points, as far as two decimals can tell",
        bool(abs(side - true) <= 0.006),
        otherwise=instead,
    )


side_in_ten_dimensions = Exercise(
    "02.6",
    "Predict: a cube in ten dimensions",
    problems=None,
    reference=lambda: density.side_to_capture(SHARE, N_VARIABLES),
    certify=_certify_side,
    mistakes=[
        Mistake("That is the side in two dimensions.", lambda: 0.1),
        Mistake(
            "The side is a root of the share, not the share over the number of variables.", lambda: 0.001
        ),
        Mistake("That is the share itself, the side in one dimension.", lambda: 0.01),
        Mistake(
            "You took a power of the share. The volume is a power of the side.", lambda: SHARE**N_VARIABLES
        ),
        Mistake(
            "That is the side of a cube that holds 99% of the points.",
            lambda: 0.999,
            when=lambda _, side: 0.998 < side < 1,
        ),
        Mistake(
            "That is the side of a cube that holds 10% of the points.",
            lambda: 0.794,
            when=lambda _, side: abs(side - 0.1**0.1) <= 0.006,
        ),
        Mistake(
            "That is what the side is short of 1.",
            lambda: 0.37,
            when=lambda _, side: abs(1 - side - SHARE ** (1 / N_VARIABLES)) <= 0.006,
        ),
        Mistake(
            "The logarithm in base 10 of the side is −2/10. Which number has it?",
            lambda: -0.2,
            when=lambda _, side: abs(abs(side) - 0.2) <= 0.001,
        ),
    ],
)


WIDTHS = (0.1, 0.01, 0.001)


def _likelihood(x, h):
    """Σ log f̂₋ᵢ(xᵢ) from the differences themselves: those of twins are exactly 0."""
    exponents = -(((x[:, None] - x) / h) ** 2) / 2
    np.fill_diagonal(exponents, -np.inf)
    return float(np.sum(logsumexp(exponents, axis=1) - np.log((len(x) - 1) * h * np.sqrt(2 * np.pi))))


def _is_alone(x):
    """Whether each number is there only once."""
    return (x[:, None] == x).sum(axis=1) == 1


def _rises(x, widths):
    wide, *narrower = (_likelihood(x, h) for h in widths)
    return bool(np.isfinite(wide) and np.all(np.diff([wide, *narrower]) > 0))


def _narrow_widths(x):
    """Widths far below the smallest difference of two numbers that are not equal."""
    gaps = np.diff(np.unique(x))
    return (0.001, *(min(0.001, gaps.min(initial=np.inf)) * np.array([1e-2, 1e-3])))


def _certify_no_maximum(_, X):
    x = np.ravel(X)
    wide, middle, narrow = (_likelihood(x, h) for h in WIDTHS)
    return [
        Certificate(
            f"the likelihood rises: {wide:.1f} at h = 0.1, {middle:.1f} at 0.01, {narrow:.1f} at 0.001",
            _rises(x, WIDTHS),
        ),
        Certificate(
            "it still rises where h is far below all differences between the points",
            _rises(x, _narrow_widths(x)),
        ),
    ]


def _numbers(answer, expected):
    """What is wrong with a sample of numbers, as a column or a vector, or None."""
    flat = isinstance(answer, np.ndarray) and answer.ndim == 1
    return points(1, least=4, most=50)(answer[:, None] if flat else answer, expected)


def _of_sample(recognize):
    """A mistake that is a property of the sample, as a vector."""
    return lambda _, X: bool(recognize(np.ravel(X)))


no_best_width = Exercise(
    "02.7",
    "Break it: a sample without a best width",
    problems=None,
    reference=lambda: np.array([[0.0], [0.0], [1.0], [1.0]]),
    certify=_certify_no_maximum,
    form=_numbers,
    mistakes=[
        Mistake(
            "Down to h = 0.001 the likelihood does rise. But some of your points are only near to each other: where h "
            "is far below their distance, the likelihood falls. So there is a best width, it is just very small.",
            lambda: np.array([[0.0], [0.001], [1.0], [1.001]]),
            when=_of_sample(lambda x: _rises(x, WIDTHS)),
        ),
        Mistake(
            "You are nearly there: one of your points is foretold by none of the others.",
            lambda: np.array([[0.0], [0.0], [0.0], [1.0]]),
            when=_of_sample(lambda x: _is_alone(x).sum() == 1),
        ),
        Mistake(
            "Some of your points have a twin, but not all: those that have none spoil it.",
            lambda: np.array([[0.0], [0.0], [1.0], [2.0]]),
            when=_of_sample(lambda x: 1 < _is_alone(x).sum() < len(x)),
        ),
        Mistake(
            "The likelihood rises at first, and falls once h is below the distances between your points. What would "
            "foretell a point perfectly, whatever h is?",
            lambda: np.array([[0.0], [0.01], [0.02], [0.03]]),
            when=_of_sample(lambda x: _rises(x, WIDTHS[:2])),
        ),
        Mistake(
            "Every point stands alone: left out, nobody foretells it, and the likelihood falls without end as the "
            "window narrows. What would foretell a point perfectly?",
            lambda: np.array([[0.0], [0.4], [1.0], [1.5]]),
            when=_of_sample(lambda x: _is_alone(x).all()),
        ),
    ],
)


NEAR_HIGHEST = 0.05  # of a log-likelihood, what a grid of a hundred widths may miss


def _certify_width(problem, h):
    X = problem.X
    best = problems.left_out(X, np.geomspace(problems.LEAST_WIDTH, problems.LARGEST_WIDTH, 120)).max()
    allowed = problems.LEAST_WIDTH <= h <= problems.LARGEST_WIDTH
    reached = problems.left_out(X, [h])[0] if allowed else -np.inf
    return Certificate("what the likelihood is short of the best", worst(best - reached), NEAR_HIGHEST)


def _any_width(answer, expected):
    """What is wrong with the form of a width, or None; a width near the best is as good."""
    return same_form(answer, expected)


chosen_width = Exercise(
    "02.9",
    "A width for real data",
    problems=problems.measured,
    form=_any_width,
    reference=lambda X: bandwidth.loo_bandwidth(X).bandwidth,
    certify=_certify_width,
    mistakes=[
        Mistake(
            "That is the narrowest width. It wins if each point may see its own bump: leave it out. It also wins if "
            "you look for the smallest likelihood.",
            problems.width_by(problems.with_itself),
            when=lambda problem, h: abs(h - problems.LEAST_WIDTH) < 1e-9,
        ),
        Mistake(
            "Your width is not between 0.05 and 2: among these you were to choose.",
            lambda X: problems.LEAST_WIDTH / 2,
            when=lambda problem, h: not problems.LEAST_WIDTH <= h <= problems.LARGEST_WIDTH,
        ),
        Mistake(
            "That is the widest width. A likelihood is to be large: did you look for the smallest?",
            lambda X: problems.LARGEST_WIDTH,
            when=lambda problem, h: abs(h - problems.LARGEST_WIDTH) < 1e-9,
        ),
        Mistake(
            "That is Silverman's rule. It looks at the standard deviations alone, and here these are all 1.",
            lambda X: float(density.silverman(X).mean()),
            when=lambda problem, h: abs(h / density.silverman(problem.X).mean() - 1) < 0.02,
        ),
        Mistake(
            "You looked at the first measurement alone. The density is one of both.",
            lambda X: bandwidth.loo_bandwidth(X[:, :1]).bandwidth,
        ),
        Mistake(
            "That is the square of the width: the bump has the variance h².",
            lambda X: bandwidth.loo_bandwidth(X).bandwidth ** 2,
        ),
    ],
)


LARGER = 32


def _certify_factor(_, factor):
    return Certificate(
        "the ratio of the two widths by Silverman's rule, to two decimals",
        bool(abs(factor - LARGER ** (-1 / 5)) <= 0.004),
        otherwise="That is not the ratio of the two widths. How does n stand in the rule for p = 1?",
    )


narrower = Exercise(
    "02.10",
    "Predict: a larger sample",
    problems=None,
    reference=lambda: LARGER ** (-1 / 5),
    certify=_certify_factor,
    mistakes=[
        Mistake("The window gets narrower with more data, not wider.", lambda: 2.0),
        Mistake("That is the ratio of the numbers of points.", lambda: 1 / LARGER),
        Mistake("The number of points stands in the rule, so the width changes with it.", lambda: 1.0),
        Mistake(
            "A standard error falls with the root of n. This width falls much more slowly.",
            lambda: LARGER**-0.5,
            when=lambda _, factor: abs(factor - LARGER**-0.5) <= 0.004,
        ),
        Mistake(
            "The exponent is $1/(p + 4)$ with $p = 1$.",
            lambda: LARGER**-0.25,
            when=lambda _, factor: min(abs(factor - LARGER ** (-1 / q)) for q in (3, 4, 6)) <= 0.004,
        ),
    ],
)
