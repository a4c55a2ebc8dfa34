"""Exam questions on kernels, densities, balls, hyperplanes and clusters."""

import typing

import numpy as np

from kernelcourse.judging.exercises import Certificate, Exercise, Mistake
from kernelsy19.density import equations as density

SIZES = ((3, 2), (6, 3), (9, 2))  # points and coordinates


def clouds(rng):
    """Points in general position, their mean far from the origin.

    Parameters
    ----------
    rng : numpy.random.Generator

    Yields
    ------
    (n, p) array
    """
    for n, p in SIZES:
        yield rng.normal(size=(n, p)) + rng.normal(size=p)


def _squared_distances(X, Y):
    return np.array([[np.dot(x - y, x - y) for y in Y] for x in X])


# ---- 01.E1 -------------------------------------------------------------------------------------------


class Distances(typing.NamedTuple):
    """All squared distances of some points."""

    D2: np.ndarray


def _gram_seen_from_first(D2):
    return (D2[:, :1] + D2[:1] - D2) / 2


def _certify_gram(problem, K):
    d = np.diagonal(K)
    return [
        Certificate(
            "largest error of Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ", np.abs(d[:, None] + d - 2 * K - problem.D2).max(), 1e-9
        ),
        Certificate(
            "largest entry in the row and the column of the first point", np.abs([K[0], K[:, 0]]).max(), 1e-9
        ),
    ]


gram_from_distances = Exercise(
    "01.E1",
    "A Gram matrix from distances",
    problems=lambda rng: (Distances(_squared_distances(X, X)) for X in clouds(rng)),
    edge=lambda rng: {
        "two points that are the same": Distances(np.array([[0, 0, 4.0], [0, 0, 4.0], [4.0, 4.0, 0]]))
    },
    reference=_gram_seen_from_first,
    certify=_certify_gram,
    mistakes=[
        Mistake(
            "Twice too large: in the squared distance the dot product comes twice.",
            lambda D2: D2[:, :1] + D2[:1] - D2,
        ),
        Mistake(
            "The sign is turned: the farther two points are apart, the smaller is their dot product.",
            lambda D2: (D2 - D2[:, :1] - D2[:1]) / 2,
        ),
        Mistake(
            "The origin of your Gram matrix is the mean of the points. It was to be the first point.",
            lambda D2: (D2.mean(axis=0) + D2.mean(axis=1)[:, None] - D2 - D2.mean()) / 2,
        ),
        Mistake(
            "You took roots: the entries given are squared distances already, and squares are what is added.",
            lambda D2: _gram_seen_from_first(np.sqrt(D2)),
        ),
        Mistake(
            "The distances are squared already; you squared them once more.",
            lambda D2: _gram_seen_from_first(D2**2),
        ),
        Mistake(
            "Your matrix is not symmetric: the distance from the first point counts for both of a pair.",
            lambda D2: (2 * D2[:, :1] - D2) / 2,
        ),
    ],
)


# ---- 02.E1 -------------------------------------------------------------------------------------------


class HalfLine(typing.NamedTuple):
    """Points to ask at, a sample of positive numbers and a width."""

    x0: np.ndarray
    x: np.ndarray
    h: float


def _half_lines(rng):
    for m, n in ((2, 4), (3, 9), (4, 6)):
        yield HalfLine(rng.exponential(size=m), rng.exponential(size=n), rng.uniform(0.4, 0.8))


def _phi(u):
    return np.exp(-(u**2) / 2) / np.sqrt(2 * np.pi)


def _reflected(x0, x, h):
    return (_phi((x0[:, None] - x) / h) + _phi((x0[:, None] + x) / h)).mean(axis=1) / h


def _twice_the_mirrored(problem):
    both = np.concatenate([problem.x, -problem.x])[:, None]
    return 2 * density.parzen_gaussian(problem.x0[:, None], both, problem.h)


reflection = Exercise(
    "02.E1",
    "A density with an edge",
    problems=_half_lines,
    reference=_reflected,
    certify=lambda problem, f: Certificate(
        "largest difference from the density of the sample and its mirror image, where it is positive",
        np.abs(f - _twice_the_mirrored(problem)).max(),
        1e-9,
    ),
    mistakes=[
        Mistake(
            "This is the usual estimate. Near 0 it loses what the windows put on the negative side.",
            lambda x0, x, h: _phi((x0[:, None] - x) / h).mean(axis=1) / h,
        ),
        Mistake(
            "Half of it is missing: your density sums to 1 over the whole line, and half of it lies where nothing is.",
            lambda x0, x, h: _reflected(x0, x, h) / 2,
        ),
        Mistake(
            "You subtract the mirrored windows. What spilled over the edge comes back.",
            lambda x0, x, h: (_phi((x0[:, None] - x) / h) - _phi((x0[:, None] + x) / h)).mean(axis=1) / h,
        ),
        Mistake(
            "The width is missing in the height of the window: a wide window has to be low.",
            lambda x0, x, h: _reflected(x0, x, h) * h,
        ),
        Mistake(
            "You summed over the sample. A density is a mean of windows.",
            lambda x0, x, h: _reflected(x0, x, h) * len(x),
        ),
        Mistake(
            "Your window is not normalized: it integrates to √(2π).",
            lambda x0, x, h: _reflected(x0, x, h) * np.sqrt(2 * np.pi),
        ),
        Mistake(
            "h is the standard deviation of the window, not its variance.",
            lambda x0, x, h: _reflected(x0, x, np.sqrt(h)),
        ),
    ],
)


# ---- 03.E1 -------------------------------------------------------------------------------------------


class TwoCenters(typing.NamedTuple):
    """Kernel values, the weights of two balls, and the mapped points behind them."""

    K: np.ndarray
    alpha: np.ndarray
    beta: np.ndarray
    Phi: np.ndarray


def _two_centers(rng):
    for Phi in clouds(rng):
        n = len(Phi)
        yield TwoCenters(Phi @ Phi.T, rng.dirichlet(np.ones(n)), rng.dirichlet(np.ones(n)), Phi)


def _between_centers(K, alpha, beta):
    return (alpha - beta) @ K @ (alpha - beta)


centers_apart = Exercise(
    "03.E1",
    "Two balls, how far apart?",
    problems=_two_centers,
    arguments=lambda problem: problem[:3],
    reference=_between_centers,
    certify=lambda problem, answer: Certificate(
        "error of ‖c − c′‖², from coordinates",
        abs(answer - np.sum((problem.alpha @ problem.Phi - problem.beta @ problem.Phi) ** 2)),
        1e-9,
    ),
    mistakes=[
        Mistake(
            "The mixed term comes twice when the square is multiplied out.",
            lambda K, a, b: a @ K @ a - a @ K @ b + b @ K @ b,
        ),
        Mistake(
            "That is ‖c + c′‖²: look at the sign of the mixed term.", lambda K, a, b: (a + b) @ K @ (a + b)
        ),
        Mistake(
            "The mixed term is missing: how much the two centers have in common.",
            lambda K, a, b: a @ K @ a + b @ K @ b,
        ),
        Mistake(
            "You subtracted two lengths. Two centers may be equally long and yet far apart.",
            lambda K, a, b: a @ K @ a - b @ K @ b,
        ),
        Mistake(
            "You took the root: the *squared* distance is asked for.",
            lambda K, a, b: np.sqrt(_between_centers(K, a, b)),
        ),
        Mistake(
            "Those are the weights apart, not the centers: points that are alike have large kernel values.",
            lambda K, a, b: (a - b) @ (a - b),
        ),
        Mistake(
            "You kept the terms with i = j. Both sums run over all points.",
            lambda K, a, b: (a - b) ** 2 @ np.diagonal(K),
        ),
    ],
)


# ---- 04.E1 -------------------------------------------------------------------------------------------


class Hyperplane(typing.NamedTuple):
    """Kernel values, weights, offset, κ; and a mapped point on the hyperplane, with all others."""

    K: np.ndarray
    alpha: np.ndarray
    rho: float
    kappa: float
    Phi: np.ndarray
    on_it: np.ndarray


def _hyperplanes(rng):
    for n, p in SIZES:
        kappa = rng.uniform(1.5, 3.0)
        points = rng.normal(size=(n + 1, p))
        points *= np.sqrt(kappa) / np.linalg.norm(points, axis=1)[:, None]
        alpha = rng.dirichlet(np.ones(n))
        yield Hyperplane(
            points[1:] @ points[1:].T, alpha, alpha @ points[1:] @ points[0], kappa, points[1:], points[0]
        )


def _radius_of_hyperplane(K, alpha, rho, kappa):
    return kappa + alpha @ K @ alpha - 2 * rho


ball_of_hyperplane = Exercise(
    "04.E1",
    "From the hyperplane back to the ball",
    problems=_hyperplanes,
    arguments=lambda problem: problem[:4],
    reference=_radius_of_hyperplane,
    certify=lambda problem, R2: Certificate(
        "error of the squared distance from the center to a point on the hyperplane",
        abs(R2 - np.sum((problem.on_it - problem.alpha @ problem.Phi) ** 2)),
        1e-9,
        otherwise="error of R²",
    ),
    mistakes=[
        Mistake(
            "The offset counts twice: it is a mixed term.", lambda K, a, rho, kappa: kappa + a @ K @ a - rho
        ),
        Mistake(
            "The sign of the offset: the farther the hyperplane is from the origin, the smaller is the ball.",
            lambda K, a, rho, kappa: kappa + a @ K @ a + 2 * rho,
        ),
        Mistake("The length of the center is missing.", lambda K, a, rho, kappa: kappa - 2 * rho),
        Mistake(
            "K(x, x) of the point on the surface is missing.", lambda K, a, rho, kappa: a @ K @ a - 2 * rho
        ),
        Mistake("K(x, x) is κ here, not 1.", lambda K, a, rho, kappa: 1 + a @ K @ a - 2 * rho),
        Mistake(
            "You took the root: R² is asked for.",
            lambda *given: np.sqrt(_radius_of_hyperplane(*given)),
        ),
        Mistake("‖c‖² stands with the wrong sign.", lambda K, a, rho, kappa: kappa - a @ K @ a - 2 * rho),
    ],
)


# ---- 05.E1 -------------------------------------------------------------------------------------------


class Merger(typing.NamedTuple):
    """A partition, and two of its clusters."""

    X: np.ndarray
    labels: np.ndarray
    k: int
    l: int


def _mergers(rng):
    for sizes in ((1, 2), (2, 3, 4), (4, 2, 1, 3)):
        labels = np.repeat(np.arange(len(sizes)), sizes)
        X = rng.normal(size=(len(labels), 2)) + rng.normal(size=2)
        k, l = rng.permutation(len(sizes))[:2]
        yield Merger(X, labels, int(k), int(l))


def _sides(X, labels, k, l):
    A, B = X[labels == k], X[labels == l]
    return len(A), len(B), np.sum((A.mean(axis=0) - B.mean(axis=0)) ** 2)


def _with_factor(factor):
    def answer(X, labels, k, l):
        n_k, n_l, d2 = _sides(X, labels, k, l)
        return factor(n_k, n_l, len(X)) * d2

    return answer


def _rise(problem):
    """J after the merger less J before, point by point."""

    def J(labels):
        groups = [problem.X[labels == label] for label in np.unique(labels)]
        return sum(np.dot(x - group.mean(axis=0), x - group.mean(axis=0)) for group in groups for x in group)

    return J(np.where(problem.labels == problem.l, problem.k, problem.labels)) - J(problem.labels)


def _merged_cost(X, labels, k, l):
    both = X[(labels == k) | (labels == l)]
    return np.sum((both - both.mean(axis=0)) ** 2)


merged_clusters = Exercise(
    "05.E1",
    "What merging two clusters costs",
    problems=_mergers,
    reference=_with_factor(lambda a, b, n: a * b / (a + b)),
    certify=lambda problem, answer: Certificate("error of the rise of J", abs(answer - _rise(problem)), 1e-9),
    mistakes=[
        Mistake(
            "That is what the merged cluster costs. Before, the two of them cost something, too.",
            _merged_cost,
        ),
        Mistake(
            "That is the squared distance of the two means. It counts once for many points.",
            _with_factor(lambda a, b, n: 1),
        ),
        Mistake(
            "Each point would pay the distance of the two means. The merged mean lies between them.",
            _with_factor(lambda a, b, n: a + b),
        ),
        Mistake(
            "The product of the sizes is right above the line; below it stands something else.",
            _with_factor(lambda a, b, n: a * b / n),
            also=[_with_factor(lambda a, b, n: a * b)],
        ),
        Mistake(
            "The merged mean lies in the middle of the two only if they are of one size.",
            _with_factor(lambda a, b, n: (a + b) / 4),
        ),
        Mistake(
            "You took the distance of the means without its square.",
            lambda X, labels, k, l: (lambda a, b, d2: a * b / (a + b) * np.sqrt(d2))(
                *_sides(X, labels, k, l)
            ),
        ),
        Mistake(
            "J rises by a sum, not by a mean over all points.",
            _with_factor(lambda a, b, n: a * b / (a + b) / n),
        ),
    ],
)


# ---- 06.E1 -------------------------------------------------------------------------------------------


class Partition(typing.NamedTuple):
    """Kernel values and a partition; and the mapped points."""

    K: np.ndarray
    labels: np.ndarray
    Phi: np.ndarray


def _partitions(rng):
    for sizes in ((1, 3), (2, 3, 2), (4, 1, 3, 2)):
        labels = rng.permutation(np.repeat(np.arange(len(sizes)), sizes))
        Phi = rng.normal(size=(len(labels), 3)) + rng.normal(size=3)
        yield Partition(Phi @ Phi.T, labels, Phi)


def _memberships(labels):
    return (labels[:, None] == np.unique(labels)).astype(float)


def _between_prototypes(K, labels, mixed=2.0, weigh=lambda U: U / U.sum(axis=0)):
    W = weigh(_memberships(labels))
    M = W.T @ K @ W
    return np.diagonal(M)[:, None] + np.diagonal(M) - mixed * M


def _certify_prototypes(problem, answer):
    means = np.array([problem.Phi[problem.labels == k].mean(axis=0) for k in np.unique(problem.labels)])
    return Certificate(
        "largest error of ‖vₖ − vₗ‖², from coordinates",
        np.abs(answer - _squared_distances(means, means)).max(),
        1e-9,
    )


prototypes_apart = Exercise(
    "06.E1",
    "How far apart are the prototypes?",
    problems=_partitions,
    arguments=lambda problem: problem[:2],
    reference=lambda K, labels: _between_prototypes(K, labels),
    certify=_certify_prototypes,
    mistakes=[
        Mistake("The mixed term comes twice.", lambda K, labels: _between_prototypes(K, labels, mixed=1.0)),
        Mistake(
            "The sign of the mixed term is that of ‖vₖ + vₗ‖².",
            lambda K, labels: _between_prototypes(K, labels, mixed=-2.0),
        ),
        Mistake(
            "The mixed term is missing: what two prototypes have in common.",
            lambda K, labels: _between_prototypes(K, labels, mixed=0.0),
        ),
        Mistake(
            "A prototype is the mean of its cluster, and you took the sum.",
            lambda K, labels: _between_prototypes(K, labels, weigh=lambda U: U),
        ),
        Mistake(
            "You divided by the number of all points, not by the size of the cluster.",
            lambda K, labels: _between_prototypes(K, labels, weigh=lambda U: U / len(U)),
        ),
        Mistake(
            "You took roots: *squared* distances are asked for.",
            lambda K, labels: np.sqrt(np.maximum(_between_prototypes(K, labels), 0)),
        ),
        Mistake(
            "Those are the dot products of the prototypes. A distance takes three of them.",
            lambda K, labels: (lambda W: W.T @ K @ W)(
                _memberships(labels) / _memberships(labels).sum(axis=0)
            ),
        ),
    ],
)
