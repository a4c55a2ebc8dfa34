"""The offset"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate, worst
from kernelcourse.svm.checks.draws import groups
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.svm.solve import solve_dual

SOLVER_TOLERANCE = 1e-12

# A solved machine, and the solution, which an answer does not see
Solved = namedtuple("Solved", "alpha y K C solution")


def problems(rng):
    """Draw machines with all three kinds of point; weights of 0 and of C are off by rounding."""
    for n, kernel, C, share in (
        (12, Linear(), 1.0, 0.5),
        (20, RBF(0.5), 3.0, 0.25),
        (26, Polynomial(2), 0.4, 0.25),
    ):
        K, y, solution = _solved(rng, n, kernel, C, share)
        rounding = C * 10 ** rng.uniform(-13, -9, n)
        off = np.select([solution.kinds == "beyond", solution.kinds == "inside"], [rounding, -rounding], 0.0)
        yield Solved(solution.alpha + off, y, K, C, solution)


def _solved(rng, n, kernel, C, share=0.5):
    while True:
        X, y = groups(rng, n, share=share)
        K = kernel(X)
        solution = solve_dual(K, y, C, tol=SOLVER_TOLERANCE)
        kinds = list(solution.kinds)
        clear = np.abs(solution.alpha / C - 0.5)[solution.kinds == "edge"].max(initial=0.0) < 0.499
        if kinds.count("edge") >= 2 and "beyond" in kinds and "inside" in kinds and clear:
            return K, y, solution


def edge(rng):
    K, y, solution = _solved(rng, 15, Linear(), 30.0)
    off = np.where(solution.kinds == "beyond", 1e-9 * solution.C, 0.0)
    return {
        "weights of 0 come out as 1e-9 of C": Solved(solution.alpha + off, y, K, 30.0, solution),
        "points on the edge weigh a millionth of C": _with_light_edge(rng, 1e-6),
        "only points of class −1 on the edge": _with_one_edge(rng),
    }


def _with_one_edge(rng):
    while True:
        K, y, solution = _solved(rng, 12, Linear(), 0.5)
        if (y[solution.kinds == "edge"] < 0).all():
            return Solved(solution.alpha, y, K, 0.5, solution)


def _with_light_edge(rng, share):
    """Draw points on a line: those nearest to the boundary hold all the weight but that share of C, twice."""
    along, y = np.array([1.0, 0.4, -2.5, -0.4, 2.0, -1.0]), np.array([1.0, 1.0, -1.0, -1.0, 1.0, -1.0])
    w = rng.normal(size=2)
    X = np.outer(along, w / (w @ w)) + rng.normal(size=2)  # f = ⟨w, x⟩ + b is what stands in `along`
    C = (w @ w) / (2 * (0.4 + share))
    alpha = C * np.select([np.abs(along) == 0.4, np.abs(along) == 1.0], [1.0, share], 0.0)
    K = X @ X.T
    return Solved(alpha, y, K, C, solve_dual(K, y, C, tol=SOLVER_TOLERANCE))


def solve(alpha, y, K, C, *, chosen=None):
    """The mean of yᵢ − g(xᵢ) over the points on the edge, or over those that are chosen."""
    return float((y - K @ (alpha * y))[on_edge(alpha, C) if chosen is None else chosen].mean())


def on_edge(alpha, C):
    return (alpha > 1e-8 * C) & (alpha < (1 - 1e-8) * C)


def mean_on_edge(alpha, C, values):
    return float(values[on_edge(alpha, C)].mean())


def from_edge(alpha, y, K, C):
    """b with sums over the points on the edge alone."""
    return mean_on_edge(alpha, C, y - K @ (alpha * y * on_edge(alpha, C)))


def certify(problem, b):
    solution = problem.solution
    f = problem.K @ (solution.alpha * problem.y) + b
    margins, kinds = problem.y * f, solution.kinds
    return [
        Certificate("largest | yᵢf(xᵢ) − 1 | on the edge", np.abs(margins - 1)[kinds == "edge"].max(), 1e-6),
        Certificate(
            "by how much a point is on the wrong side of its edge",
            worst(1 - margins[kinds == "beyond"], margins[kinds == "inside"] - 1),
            1e-6,
        ),
    ]


def terms(problem):
    alpha, y, K, C = problem[:4]
    at, g = on_edge(alpha, C), K @ (alpha * y)
    return {
        "the mean of yᵢ": (y[at].mean(), 1),
        "the mean of the sums over the support vectors": (g[at].mean(), -1),
        "a 1 for both classes": (1.0, 0),
        "a mean of weights": (alpha[at].mean(), 0),
        "a mean of sums without the classes": ((K @ alpha)[at].mean(), 0),
        "a mean of sums without the weights": ((K @ y)[at].mean(), 0),
        "a mean of yᵢ times the sum": ((y * g)[at].mean(), 0),
        "a mean over all points, of the classes,": (y.mean(), 0),
        "a mean over all points, of the sums,": (g.mean(), 0),
        "a sum over the points on the edge alone": ((K[:, at] @ (alpha * y)[at])[at].mean(), 0),
        "a sum without the points on the edge": ((K[:, ~at] @ (alpha * y)[~at])[at].mean(), 0),
        "a mean that is divided by the number of all points": (at.mean() * (y - g)[at].mean(), 0),
    }


def is_of_bounded_point(problem, b):
    return _is_read_off(problem, b, problem.alpha >= (1 - 1e-8) * problem.C)


def is_of_idle_point(problem, b):
    return _is_read_off(problem, b, problem.alpha <= 1e-8 * problem.C)


def _is_read_off(problem, b, chosen):
    """Whether b was read off at one of the chosen points, or is the mean of them."""
    values = (problem.y - problem.K @ (problem.alpha * problem.y))[chosen]
    return bool(np.isclose(np.append(values, values.mean()), b, rtol=1e-9).any())
