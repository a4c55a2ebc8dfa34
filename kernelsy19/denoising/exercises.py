"""The exercises of chapter 09: projections as combinations, their pre-images, and the linear opponent."""

from typing import NamedTuple

import numpy as np

from kernelsy19.course.answers import same_form
from kernelsy19.course.exercises import Certificate, Exercise, Mistake, agreement
from kernelsy19.denoising.solve import bends


class Projected(NamedTuple):
    """Coordinates of points along axes, and the axes' coefficients; the images in known coordinates."""

    Z: np.ndarray
    alpha: np.ndarray
    Phi: np.ndarray
    projections: np.ndarray


def projections(rng):
    """Draw images in known coordinates, far from mean 0, and project new ones on their first axes."""
    for n, m, D, q in ((4, 1, 2, 1), (6, 3, 4, 2), (8, 2, 5, 3)):
        Phi, new = rng.normal(size=(n, D)) + 1.5, rng.normal(size=(m, D)) + 1.0
        mean = Phi.mean(axis=0)
        values, vectors = np.linalg.eigh((Phi - mean) @ (Phi - mean).T)
        alpha = vectors[:, ::-1][:, :q] / np.sqrt(values[::-1][:q])
        U = alpha.T @ (Phi - mean)
        Z = (new - mean) @ U.T
        yield Projected(Z, alpha, Phi, mean + Z @ U)


def coordinates_and_coefficients(problem):
    """Keep what the student's function receives."""
    return problem.Z, problem.alpha


def _weights(Z, alpha):
    W = Z @ alpha.T
    return W + (1 - W.sum(axis=1, keepdims=True)) / len(alpha)


def _certify_weights(problem, W):
    error = np.abs(W @ problem.Phi - problem.projections).max()
    return Certificate("largest | Σᵢ wᵢΦ(xᵢ) − PΦ(x) |, in coordinates", error, 1e-9)


weights = Exercise(
    "09.1",
    "A projection is made of training points",
    problems=projections,
    arguments=coordinates_and_coefficients,
    reference=_weights,
    certify=_certify_weights,
    mistakes=[
        Mistake(
            "The mean has not been put back: axes start at the mean of the images, not at the origin.",
            lambda Z, alpha: Z @ alpha.T,
        ),
        Mistake(
            "You added the mean as if it had weight n: each of the n points has the share 1/n of it.",
            lambda Z, alpha: Z @ alpha.T + 1,
        ),
        Mistake(
            "The mean was taken away once more; it has to come back.",
            lambda Z, alpha: Z @ alpha.T - 1 / len(alpha),
        ),
        Mistake(
            "You added the mean once for each axis, times the coordinate. It comes back once for each point.",
            lambda Z, alpha: Z @ (alpha + 1 / len(alpha)).T,
        ),
        Mistake(
            "Look at the share of the mean: it is spread over the training points, not over the axes.",
            lambda Z, alpha: Z @ alpha.T + 1 / Z.shape[1],
        ),
    ],
)


class Distance(NamedTuple):
    """Kernel values between a point and the training points, and weights; the distance from coordinates."""

    K_zz: float
    k_z: np.ndarray
    K: np.ndarray
    w: np.ndarray
    rho: float


def distances(rng):
    """Draw images in known coordinates and weights of sum 1, negative ones among them."""
    for n, D in ((2, 2), (5, 3), (8, 4)):
        Phi, phi, w = rng.normal(size=(n, D)), rng.normal(size=D), rng.normal(size=n)
        w = w + (1 - w.sum()) / n
        yield Distance(float(phi @ phi), Phi @ phi, Phi @ Phi.T, w, float(np.sum((phi - w @ Phi) ** 2)))


def kernel_values(problem):
    """Keep what the student's function receives."""
    return problem[:4]


def _certify_distance(problem, rho):
    return Certificate("| ρ(z) − ‖Φ(z) − Σᵢ wᵢΦ(xᵢ)‖² |, from coordinates", abs(rho - problem.rho), 1e-9)


distance = Exercise(
    "09.2",
    "How far is the image of a point?",
    problems=distances,
    arguments=kernel_values,
    reference=lambda K_zz, k_z, K, w: K_zz - 2 * w @ k_z + w @ K @ w,
    certify=_certify_distance,
    mistakes=[
        Mistake(
            "The last term is missing. It does not depend on z, but it belongs to the distance.",
            lambda K_zz, k_z, K, w: K_zz - 2 * w @ k_z,
        ),
        Mistake(
            "The mixed term comes twice when a square is multiplied out.",
            lambda K_zz, k_z, K, w: K_zz - w @ k_z + w @ K @ w,
        ),
        Mistake(
            "The last term runs over pairs of points, i and j apart, not over i alone.",
            lambda K_zz, k_z, K, w: K_zz - 2 * w @ k_z + w**2 @ np.diag(K),
        ),
        Mistake(
            "The distance was to be squared.", lambda *p: np.sqrt(p[0] - 2 * p[3] @ p[1] + p[3] @ p[2] @ p[3])
        ),
        Mistake(
            "The first term is missing: the squared length of the image of z.",
            lambda K_zz, k_z, K, w: -2 * w @ k_z + w @ K @ w,
        ),
    ],
)


class Combination(NamedTuple):
    """A Gram matrix of the Gaussian kernel, and weights; the points and γ that it belongs to."""

    K: np.ndarray
    w: np.ndarray
    X: np.ndarray
    gamma: float


def _gram(X, Y, gamma):
    return np.exp(-gamma * ((X[:, None] - Y[None]) ** 2).sum(axis=2))


def combinations(rng):
    """Draw points of the plane and weights of sum 1; the length of the combination is below 1, or above."""
    for n, spread in ((2, 0.0), (5, 0.2), (6, 1.5)):
        X, gamma = rng.normal(size=(n, 2)), float(rng.uniform(0.5, 1.5))
        w = 1 / n + spread * rng.normal(size=n)
        yield Combination(_gram(X, X, gamma), w + (1 - w.sum()) / n, X, gamma)


def gram_and_weights(problem):
    """Keep what the student's function receives."""
    return problem.K, problem.w


def _least_distance(problem):
    """The smallest ρ on a grid of the plane."""
    line = np.linspace(-4, 4, 61)
    grid = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    K, w = problem.K, problem.w
    return float((1 - 2 * _gram(grid, problem.X, problem.gamma) @ w + w @ K @ w).min())


def _certify_bound(problem, bound):
    length = np.sqrt(problem.w @ problem.K @ problem.w)
    return [
        Certificate(
            "| bound − squared difference of the lengths |",
            abs(bound - (1 - length) ** 2),
            1e-9,
            otherwise="how far it is from the best bound that lengths give",
        ),
        Certificate(
            "no ρ on a grid of the plane is below the bound", bool(_least_distance(problem) >= bound - 1e-9)
        ),
    ]


bound = Exercise(
    "09.3",
    "No nearer than this",
    problems=combinations,
    arguments=gram_and_weights,
    reference=lambda K, w: (1 - np.sqrt(w @ K @ w)) ** 2,
    certify=_certify_bound,
    mistakes=[
        Mistake(
            "$w^\\top\\mathbf{K}w$ is the *squared* length of the combination.",
            lambda K, w: (1 - w @ K @ w) ** 2,
        ),
        Mistake(
            "This is the difference of the squared lengths. The triangle inequality speaks of lengths.",
            lambda K, w: 1 - w @ K @ w,
        ),
        Mistake(
            "ρ is a squared distance: square the difference of the lengths.",
            lambda K, w: 1 - np.sqrt(w @ K @ w),
        ),
        Mistake(
            "0 is a lower bound of every square. You can say more: all images have length 1.",
            lambda K, w: 0.0,
        ),
        Mistake(
            "This is how far apart the two can be at most. The question is how near they can come.",
            lambda K, w: (1 + np.sqrt(w @ K @ w)) ** 2,
        ),
    ],
)


class Place(NamedTuple):
    """A place z, training points, weights and γ of the Gaussian kernel."""

    z: np.ndarray
    X: np.ndarray
    w: np.ndarray
    gamma: float


def places(rng):
    """Draw places with a denominator that is well away from 0."""
    for n, p in ((2, 1), (4, 2), (7, 3)):
        while True:
            X, z, w = rng.normal(size=(n, p)), rng.normal(size=p), rng.normal(size=n)
            place = Place(z, X, w + (1 - w.sum()) / n, float(rng.uniform(0.3, 1.2)))
            if _denominator(place) > 0.1:
                break
        yield place


def _values(z, X, gamma):
    return np.exp(-gamma * ((z - X) ** 2).sum(axis=1))


def _denominator(place):
    return float(place.w @ _values(place.z, place.X, place.gamma))


def _rho(z, X, w, gamma):
    """ρ(z), without the term that does not depend on z."""
    return 1 - 2 * w @ _values(z, X, gamma)


def _slopes(z, X, w, gamma, h=1e-5):
    return np.array(
        [(_rho(z + e, X, w, gamma) - _rho(z - e, X, w, gamma)) / (2 * h) for e in np.eye(len(z)) * h]
    )


def _gradient(z, X, w, gamma):
    return 4 * gamma * (w * _values(z, X, gamma)) @ (z - X)


def _certify_gradient(problem, slope):
    return Certificate(
        "largest | ∇ρ(z) − finite differences |", np.abs(slope - _slopes(*problem)).max(), 1e-7
    )


gradient = Exercise(
    "09.4",
    "Which way is down?",
    problems=places,
    reference=_gradient,
    certify=_certify_gradient,
    mistakes=[
        Mistake(
            "This points down the slope: the sign is turned.",
            lambda z, X, w, gamma: -_gradient(z, X, w, gamma),
        ),
        Mistake(
            "A factor 2 is missing: one comes from the mixed term of ρ, another from the square in the exponent.",
            lambda z, X, w, gamma: _gradient(z, X, w, gamma) / 2,
        ),
        Mistake(
            "The factor γ of the exponent is missing.",
            lambda z, X, w, gamma: _gradient(z, X, w, gamma) / gamma,
        ),
        Mistake(
            "The weights are missing: each training point counts with its $w_i$.",
            lambda z, X, w, gamma: 4 * gamma * _values(z, X, gamma) @ (z - X),
        ),
        Mistake(
            "The kernel values are missing: the slope of an exponential has the exponential as a factor.",
            lambda z, X, w, gamma: 4 * gamma * w @ (z - X),
        ),
    ],
)


def _step(z, X, w, gamma):
    a = w * _values(z, X, gamma)
    return a @ X / a.sum()


def _certify_step(problem, new):
    expected = problem.z - _slopes(*problem) / (4 * problem.gamma * _denominator(problem))
    error = np.abs(new - expected).max()
    return Certificate(
        "largest | z' − (z − ∇ρ(z) / (4γD)) |, by finite differences",
        error,
        1e-6,
        otherwise="largest error of the next place, by finite differences of ρ",
    )


step = Exercise(
    "09.5",
    "One step of the fixed point",
    problems=places,
    reference=_step,
    certify=_certify_step,
    mistakes=[
        Mistake(
            "You divided by the sum of the kernel values, without the weights $w_i$.",
            lambda z, X, w, gamma: (w * _values(z, X, gamma)) @ X / _values(z, X, gamma).sum(),
        ),
        Mistake(
            "Divide by the sum of the weights that you used.",
            lambda z, X, w, gamma: (w * _values(z, X, gamma)) @ X,
        ),
        Mistake(
            "This is the step of a density's mode: the weights $w_i$ of the projection are missing.",
            lambda z, X, w, gamma: _step(z, X, np.ones(len(X)), gamma),
        ),
        Mistake(
            "The kernel values are missing: your answer does not depend on z.",
            lambda z, X, w, gamma: w @ X / w.sum(),
        ),
        Mistake(
            "This is a step of the wrong sign: away from the mean.",
            lambda z, X, w, gamma: 2 * z - _step(z, X, w, gamma),
        ),
    ],
)


class Noisy(NamedTuple):
    """Training points whose mean is not 0, noisy points, and how many axes to use."""

    X: np.ndarray
    X_noisy: np.ndarray
    q: int


def noisy_points(rng):
    """Draw points with variances that are well apart, far from mean 0."""
    for n, m, p, q in ((5, 1, 2, 1), (9, 3, 4, 2), (6, 2, 10, 3)):
        scale = np.linspace(3.0, 0.3, p)
        yield Noisy(
            rng.normal(size=(n, p)) * scale + 2.0 + rng.normal(size=p),
            rng.normal(size=(m, p)) * scale + 2.5,
            q,
        )


def _axes(X, q, largest=True):
    rows = np.linalg.svd(X, full_matrices=False)[2]
    return rows[:q] if largest else rows[-q:]


def _restore(X, X_noisy, q):
    mean, U = X.mean(axis=0), _axes(X - X.mean(axis=0), q)
    return mean + (X_noisy - mean) @ U.T @ U


def _certify_restored(problem, R):
    X, mean = problem.X, problem.X.mean(axis=0)
    U = _axes(X - mean, problem.q)
    off = (R - mean) - (R - mean) @ U.T @ U
    return [
        Certificate(
            "largest distance of the answers from the plane of the axes through the mean",
            np.abs(off).max(),
            1e-8,
        ),
        Certificate(
            "largest | (x − answer)·u | over axes u", np.abs((problem.X_noisy - R) @ U.T).max(), 1e-8
        ),
    ]


linear = Exercise(
    "09.6",
    "The opponent: linear PCA",
    problems=noisy_points,
    reference=_restore,
    certify=_certify_restored,
    mistakes=[
        Mistake(
            "The mean has not been put back.", lambda X, X_noisy, q: _restore(X, X_noisy, q) - X.mean(axis=0)
        ),
        Mistake(
            "You did not center: these are axes through the origin.",
            lambda X, X_noisy, q: X_noisy @ _axes(X, q).T @ _axes(X, q),
        ),
        Mistake(
            "The axes are right, but the noisy points have to lose the mean before they are projected.",
            lambda X, X_noisy, q: (
                X.mean(axis=0) + X_noisy @ _axes(X - X.mean(axis=0), q).T @ _axes(X - X.mean(axis=0), q)
            ),
        ),
        Mistake(
            "You moved the noisy points by their own mean. They have to be compared with the training points.",
            lambda X, X_noisy, q: (
                X.mean(axis=0)
                + (_restore(X, X_noisy - X_noisy.mean(axis=0) + X.mean(axis=0), q) - X.mean(axis=0))
            ),
        ),
        Mistake(
            "These are the axes of the smallest variances.",
            lambda X, X_noisy, q: (
                X.mean(axis=0)
                + (X_noisy - X.mean(axis=0))
                @ _axes(X - X.mean(axis=0), q, False).T
                @ _axes(X - X.mean(axis=0), q, False)
            ),
        ),
    ],
)


class Regression(NamedTuple):
    """Gram matrix of projections, the points they belong to, and η."""

    K_z: np.ndarray
    X: np.ndarray
    ridge: float


def regressions(rng):
    """Draw projections and points whose mean is not 0."""
    for n, p in ((3, 1), (6, 2), (8, 3)):
        Z = rng.normal(size=(n, 2))
        yield Regression(_gram(Z, Z, 0.7), rng.normal(size=(n, p)) + 4.0, float(rng.uniform(0.1, 0.8)))


def _regress(K_z, Y, ridge):
    return K_z @ np.linalg.solve(K_z + ridge * np.eye(len(Y)), Y)


def _certify_learned(problem, P):
    K_z, X, ridge = problem
    F = P - X.mean(axis=0)
    residual = np.abs(K_z @ (X - P) - ridge * F).max()
    return Certificate(
        "largest | K(X − P) − η(P − x̄) |, which is 0 for the ridge regression",
        residual,
        1e-8,
        otherwise="what is left of the equations of the ridge regression",
    )


learned = Exercise(
    "09.7",
    "Learn the way back",
    problems=regressions,
    reference=lambda K_z, X, ridge: X.mean(axis=0) + _regress(K_z, X - X.mean(axis=0), ridge),
    certify=_certify_learned,
    mistakes=[
        Mistake(
            "This is what scikit-learn's `inverse_transform` does: the answers are drawn toward 0. "
            "Regress what differs from the mean, and put the mean back.",
            _regress,
        ),
        Mistake(
            "The mean was taken away and not put back.",
            lambda K_z, X, ridge: _regress(K_z, X - X.mean(axis=0), ridge),
        ),
        Mistake(
            "Without η every training point comes back as it was. Then nothing is smoothed.",
            lambda K_z, X, ridge: X,
        ),
        Mistake(
            "You added η to all entries of the matrix. It belongs on the diagonal.",
            lambda K_z, X, ridge: X.mean(axis=0) + K_z @ np.linalg.solve(K_z + ridge, X - X.mean(axis=0)),
        ),
        Mistake(
            "Your η is too large: you took it once for each training point. Here it is meant once.",
            lambda K_z, X, ridge: X.mean(axis=0) + _regress(K_z, X - X.mean(axis=0), len(X) * ridge),
        ),
        Mistake(
            "These are the coefficients and the mean; the answers need the kernel values once more.",
            lambda K_z, X, ridge: (
                X.mean(axis=0) + np.linalg.solve(K_z + ridge * np.eye(len(X)), X - X.mean(axis=0))
            ),
        ),
    ],
)


middle = Exercise(
    "09.8",
    "Predict: when does the middle stop being best?",
    problems=None,
    reference=lambda: 0.5,
    certify=agreement(
        "how far your γ is from the one where the curvature of ρ at 0 changes its sign", lambda: 0.5, 1e-6
    ),
    mistakes=[
        Mistake(
            "You took γ = 1/σ². In $\\exp(-\\gamma(z - x)^2)$ the width is given by $\\gamma = 1/(2\\sigma^2)$.",
            lambda: 1.0,
        ),
        Mistake(
            "The points are 2 apart, but what counts is how far each is from the middle.",
            lambda: 0.125,
        ),
        Mistake(
            "Look at the second derivative of the denominator at 0 again: one factor 2 is off.", lambda: 0.25
        ),
        Mistake("Turn it round: a wide kernel has a small γ.", lambda: 2.0),
        Mistake(
            "In the second derivative of $\\exp(-\\gamma(z - x)^2)$ each term holds γ: one of yours has lost it.",
            lambda: 0.5**0.5,
        ),
    ],
)


ENDS, UNEQUAL = np.array([[-1.0], [1.0]]), np.array([1.5, -0.5])


def _is_start(z):
    return np.ndim(z) == 0 and np.isrealobj(z) and bool(np.isfinite(z)) and abs(z) <= 3


class Leap(NamedTuple):
    """D and C at a start, by how much ρ rises in one step of the fixed point, and how long the step is."""

    D: float
    C: float
    rise: float
    length: float


def _leap(z):
    before = np.array([float(z)])
    D = float(UNEQUAL @ _values(before, ENDS, 1.0))
    after = _step(before, ENDS, UNEQUAL, 1.0)
    rise = _rho(after, ENDS, UNEQUAL, 1.0) - _rho(before, ENDS, UNEQUAL, 1.0)
    C = float(bends(before[None], ENDS, UNEQUAL[None], 1.0)[0])
    return Leap(D, C, float(rise), float(np.abs(after - before)[0]))


def _a_number(answer, expected):
    """A start is any number."""
    return same_form(answer, expected)


def _where_it_stands_still():
    z = np.array([-1.0])
    for _ in range(100):
        z = _step(z, ENDS, UNEQUAL, 1.0)
    return float(z[0])


def _certify_uphill(problem, z):
    if not _is_start(z):
        return Certificate("the start is a number between −3 and 3", False)
    return Certificate("ρ is larger after the step than before", bool(_leap(z).rise > 1e-9))


uphill = Exercise(
    "09.9",
    "Break it: a step uphill",
    problems=None,
    reference=lambda: 1.0,
    certify=_certify_uphill,
    form=_a_number,
    mistakes=[
        Mistake(
            "Too far: a failure far away from all points is no surprise. Stay between −3 and 3.",
            lambda: 10.0,
            when=lambda problem, z: abs(z) > 3,
        ),
        Mistake(
            "There the iteration stands still, or nearly so: you found the valley.",
            _where_it_stands_still,
            when=lambda problem, z: _is_start(z) and _leap(z).length < 1e-3,
        ),
        Mistake(
            "There the positive weight counts most, and a step goes down. Where does the negative weight count most?",
            lambda: -1.0,
            when=lambda problem, z: _is_start(z) and _leap(z).D >= _leap(z).C / 2,
        ),
        Mistake(
            "The denominator is positive there, so the step points down, and it is not so long that it leaps past the "
            "valley and up again. Where is it longer, and where does it point up?",
            lambda: 0.0,
            when=lambda problem, z: _is_start(z) and 0 < _leap(z).D < _leap(z).C / 2,
        ),
        Mistake(
            "The denominator is negative, but so near to 0 that the step leaps over the hill and lands lower. "
            "Go farther into the region.",
            lambda: 0.3,
            when=lambda problem, z: _is_start(z) and _leap(z).D < 0,
        ),
    ],
)
