"""The exercises of chapter 07: the dual eigenvalue problem, normalization, centering, projection."""

from typing import NamedTuple

import numpy as np

from kernelsy19.course.answers import any_form
from kernelsy19.course.exercises import Certificate, Exercise, Mistake, agreement
from kernelsy19.kernels import RBF, Polynomial


def _centered(rng, n, D):
    Phi = rng.normal(size=(n, D)) * np.linspace(2.0, 0.5, D)
    return Phi - Phi.mean(axis=0)


class Axis(NamedTuple):
    """Centered mapped points, an axis of length 1, and the variance along it."""

    Phi: np.ndarray
    u: np.ndarray
    lam: float


def known_axes(rng):
    """Draw points in known coordinates and take their first or second axis."""
    for n, D, m in ((3, 2, 1), (6, 3, 1), (5, 4, 2)):
        Phi = _centered(rng, n, D)
        values, vectors = np.linalg.eigh(Phi.T @ Phi / n)
        yield Axis(Phi, vectors[:, -m], float(values[-m]))


def _certify_span(problem, alpha):
    return Certificate("‖u − Σᵢ αᵢ Φ(xᵢ)‖", np.linalg.norm(problem.u - alpha @ problem.Phi), 1e-9)


span = Exercise(
    "07.1",
    "An axis is made of the data",
    problems=known_axes,
    reference=lambda Phi, u, lam: Phi @ u / (len(Phi) * lam),
    certify=_certify_span,
    mistakes=[
        Mistake(
            "The factor 1/n of the covariance matrix is missing.",
            lambda Phi, u, lam: Phi @ u / lam,
        ),
        Mistake(
            "The coefficients point the right way but have to be divided: solve $\\lambda u = \\mathbf{S}u$ for u.",
            lambda Phi, u, lam: Phi @ u,
        ),
        Mistake("You divided by n and forgot λ.", lambda Phi, u, lam: Phi @ u / len(Phi)),
    ],
)


class Uncentered(NamedTuple):
    """A Gram matrix of points whose mean is not 0, and their coordinates."""

    K: np.ndarray
    Phi: np.ndarray


def uncentered(rng):
    """Draw points in known coordinates, far from mean 0."""
    for n, D in ((3, 2), (5, 3), (8, 8)):
        Phi = rng.normal(size=(n, D)) + 1.5
        yield Uncentered(Phi @ Phi.T, Phi)


def gram_only(problem):
    """Keep what the student's function receives."""
    return (problem.K,)


def _center(K):
    rows = K.mean(axis=0)
    return K - rows - rows[:, None] + K.mean()


def _certify_centering(problem, G):
    moved = problem.Phi - problem.Phi.mean(axis=0)
    return Certificate("largest | K̃ᵢⱼ − ⟨Φ(xᵢ) − m, Φ(xⱼ) − m⟩ |", np.abs(G - moved @ moved.T).max(), 1e-9)


centering = Exercise(
    "07.2",
    "Center what you cannot see",
    problems=uncentered,
    arguments=gram_only,
    reference=_center,
    certify=_certify_centering,
    mistakes=[
        Mistake(
            "This is the formula of one of the sources, and it is wrong: your matrix is not symmetric. "
            "One mean is to be taken over rows, the other over columns.",
            lambda K: K - 2 * np.broadcast_to(K.mean(axis=0), K.shape) + K.mean(),
        ),
        Mistake(
            "The last term is missing: what both means take away twice has to be given back once.",
            lambda K: K - K.mean(axis=0) - K.mean(axis=0)[:, None],
        ),
        Mistake(
            "You subtracted the mean of all entries. Each point has to lose the mean of the mapped points.",
            lambda K: K - K.mean(),
        ),
        Mistake("You centered one of the two points only.", lambda K: K - K.mean(axis=0)),
    ],
)


class Eigenpair(NamedTuple):
    """A vector of any length with Kα = eigenvalue · α."""

    alpha: np.ndarray
    eigenvalue: float
    K: np.ndarray


def eigenpairs(rng):
    """Draw eigenvectors of random length."""
    for n, D in ((3, 2), (6, 4)):
        Phi = _centered(rng, n, D)
        values, vectors = np.linalg.eigh(Phi @ Phi.T)
        yield Eigenpair(vectors[:, -1] * rng.uniform(0.5, 3.0), float(values[-1]), Phi @ Phi.T)


def vector_and_value(problem):
    """Keep what the student's function receives."""
    return problem.alpha, problem.eigenvalue


def _certify_length(problem, alpha):
    length = Certificate("| ‖u‖² − 1 |, with ‖u‖² = αᵀKα", abs(alpha @ problem.K @ alpha - 1), 1e-9)
    cosine = alpha @ problem.alpha / (np.linalg.norm(alpha) * np.linalg.norm(problem.alpha) + 1e-300)
    return [length, Certificate("how far the direction of α has turned, 1 − cos²", abs(1 - cosine**2), 1e-9)]


normalizing = Exercise(
    "07.3",
    "An axis of length one",
    problems=eigenpairs,
    arguments=vector_and_value,
    reference=lambda alpha, eigenvalue: alpha / (np.linalg.norm(alpha) * np.sqrt(eigenvalue)),
    certify=_certify_length,
    mistakes=[
        Mistake(
            "Now α has length 1. It is $u = \\sum_i\\alpha_i\\Phi(x_i)$ that should.",
            lambda alpha, eigenvalue: alpha / np.linalg.norm(alpha),
        ),
        Mistake(
            "You divided by the root of the eigenvalue as if α had length 1: it comes in any length.",
            lambda alpha, eigenvalue: alpha / np.sqrt(eigenvalue),
        ),
        Mistake(
            "The *root* of the eigenvalue: $\\|u\\|^2 = \\alpha^\\top\\mathbf{K}\\alpha$ is a square.",
            lambda alpha, eigenvalue: alpha / (np.linalg.norm(alpha) * eigenvalue),
        ),
        Mistake(
            "You took the variance, eigenvalue/n. The formula has the eigenvalue of K.",
            lambda alpha, eigenvalue: alpha / (np.linalg.norm(alpha) * np.sqrt(eigenvalue / len(alpha))),
        ),
    ],
)


class Whole(NamedTuple):
    """A Gram matrix that is not centered, and how many components are wanted."""

    K: np.ndarray
    q: int


def wholes(rng):
    """Draw Gram matrices with eigenvalues that are well apart."""
    for n, q, k in ((5, 1, Polynomial(2)), (9, 2, RBF(0.3)), (12, 3, Polynomial(2))):
        yield Whole(k(rng.normal(size=(n, 3)) * [2.0, 1.0, 0.5] + 0.5), q)


def _scores(K, q):
    values, vectors = np.linalg.eigh(_center(K))
    return vectors[:, ::-1][:, :q] * np.sqrt(values[::-1][:q])


def _up_to_signs(a, b):
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    return a.shape == b.shape and np.allclose(np.abs(a), np.abs(b), rtol=1e-6, atol=1e-8)


def _certify_scores(problem, Z):
    G = _center(problem.K)
    values = np.linalg.eigvalsh(G)[::-1][: problem.q]
    return [
        Certificate(
            "largest | K̃z − nλz | of a column z, over the eigenvalue", np.abs(G @ Z / values - Z).max(), 1e-7
        ),
        Certificate(
            "largest | zₗ·zₘ − nλ [l = m] |, over nλ₁",
            np.abs(Z.T @ Z - np.diag(values)).max() / values[0],
            1e-7,
        ),
    ]


whole = Exercise(
    "07.4",
    "Kernel PCA, all of it",
    problems=wholes,
    reference=_scores,
    certify=_certify_scores,
    same=_up_to_signs,
    mistakes=[
        Mistake(
            "The points are not centered: start from K̃.",
            lambda K, q: (lambda v, V: V[:, ::-1][:, :q] * np.sqrt(v[::-1][:q]))(*np.linalg.eigh(K)),
        ),
        Mistake(
            "These are unit eigenvectors, without a scale: the coordinates are $\\tilde{\\mathbf{K}}\\alpha$ "
            "with normalized α.",
            lambda K, q: np.linalg.eigh(_center(K))[1][:, ::-1][:, :q],
        ),
        Mistake(
            "You projected with unit eigenvectors: the axes are then too long by the root of the eigenvalue.",
            lambda K, q: _scores(K, q) * np.sqrt(np.linalg.eigvalsh(_center(K))[::-1][:q]),
        ),
        Mistake(
            "`eigh` gives eigenvalues in rising order: you took the smallest.",
            lambda K, q: _center(K) @ np.linalg.eigh(_center(K))[1][:, :q],
            when=lambda problem, Z: (
                np.shape(Z) == (len(problem.K), problem.q)
                and np.linalg.norm(Z) < 0.5 * np.linalg.norm(_scores(problem.K, problem.q)[:, -1])
                and not np.allclose(np.linalg.norm(Z, axis=0), 1)
            ),
        ),
    ],
)


class NewPoints(NamedTuple):
    """Kernel values of new points, the training Gram matrix, normalized coefficients; and coordinates."""

    K_new: np.ndarray
    K: np.ndarray
    alpha: np.ndarray
    Phi_new: np.ndarray
    Phi: np.ndarray


def new_points(rng):
    """Draw training and new points in known coordinates, far from mean 0."""
    for n, m, D in ((4, 1, 2), (7, 3, 3)):
        Phi, Phi_new = rng.normal(size=(n, D)) + 1.0, rng.normal(size=(m, D)) + 1.5
        values, vectors = np.linalg.eigh(_center(Phi @ Phi.T))
        yield NewPoints(Phi_new @ Phi.T, Phi @ Phi.T, vectors[:, -2:] / np.sqrt(values[-2:]), Phi_new, Phi)


def without_coordinates(problem):
    """Keep what the student's function receives."""
    return problem.K_new, problem.K, problem.alpha


def _project(K_new, K, alpha):
    moved = K_new - K_new.mean(axis=1, keepdims=True) - K.mean(axis=0) + K.mean()
    return moved @ alpha


def _certify_projection(problem, Z):
    mean = problem.Phi.mean(axis=0)
    U = problem.alpha.T @ (problem.Phi - mean)
    error = np.abs(Z - (problem.Phi_new - mean) @ U.T).max()
    return Certificate("largest | z − ⟨u, Φ(x) − m⟩ |, from coordinates", error, 1e-8)


projecting = Exercise(
    "07.5",
    "New points",
    problems=new_points,
    arguments=without_coordinates,
    reference=_project,
    certify=_certify_projection,
    mistakes=[
        Mistake(
            "The new points were not moved. Two of the sources forget this: all coordinates are off by one number.",
            lambda K_new, K, alpha: K_new @ alpha,
        ),
        Mistake(
            "You moved the new points by their own mean. They belong in the place that the training mean gives them.",
            lambda K_new, K, alpha: (K_new - K_new.mean(axis=0)) @ alpha,
        ),
        Mistake(
            "The sign of the second mean: what the training points lose, the new point loses too.",
            lambda K_new, K, alpha: (K_new + K.mean(axis=0)) @ alpha,
        ),
    ],
)


how_many = Exercise(
    "07.6",
    "Predict: how many components?",
    problems=None,
    reference=lambda: 5,
    certify=agreement("how far your number is from the rank of the centered Gram matrix", lambda: 5, 0.0),
    mistakes=[
        Mistake(
            "That is the number of features. One of them is the constant 1: what does centering do to it?",
            lambda: 6,
        ),
        Mistake("That is what the RBF kernel would give. This kernel has few features.", lambda: 99),
        Mistake("That is the linear kernel.", lambda: 2),
        Mistake("The points are many, but the space they live in is small.", lambda: 100),
    ],
)


def _plane(X):
    return np.ndim(X) == 2 and np.shape(X)[1] == 2 and len(X) >= 3


def _first_axes(X):
    X = np.asarray(X, dtype=float)
    return [np.linalg.eigh(P.T @ P)[1][:, -1] for P in (X, X - X.mean(axis=0))]


def _cosine(X):
    plain, centered = _first_axes(X)
    return float(abs(plain @ centered))


def _certify_turned(problem, X):
    if not _plane(X):
        return Certificate(
            f"three points of the plane or more, shape (n, 2), expected; {np.shape(X)} given", False
        )
    return Certificate(f"|cos| of the two axes is {_cosine(X):.3f}, below 0.1", _cosine(X) < 0.1)


turned = Exercise(
    "07.7",
    "Break it: forget to center",
    problems=None,
    reference=lambda: np.array([[-1.0, 10.0], [0.0, 10.0], [1.0, 10.1]]),
    certify=_certify_turned,
    form=any_form,
    mistakes=[
        Mistake(
            "Your points are centered already, so both axes are the same.",
            lambda: np.array([[-1.0, 0.0], [0.0, 0.5], [1.0, -0.5]]),
            when=lambda problem, X: _plane(X) and np.abs(np.mean(X, axis=0)).max() < 1e-9,
        ),
        Mistake(
            "The mean is not 0, but it lies along the direction of the data. Move the points across it.",
            lambda: np.array([[9.0, 0.0], [10.0, 0.1], [11.0, 0.0]]),
            when=lambda problem, X: (
                _plane(X) and np.abs(np.mean(X, axis=0)).max() >= 1e-9 and _cosine(X) > 0.9
            ),
        ),
        Mistake(
            "The axis turns, but not enough: move the points farther from the origin.",
            lambda: np.array([[-1.0, 0.9], [0.0, 1.0], [1.0, 1.3]]),
            when=lambda problem, X: (
                _plane(X) and np.abs(np.mean(X, axis=0)).max() >= 1e-9 and 0.1 <= _cosine(X) <= 0.9
            ),
        ),
    ],
)


class Wide(NamedTuple):
    """Centered points with many more variables than points, and how many axes are wanted."""

    X: np.ndarray
    q: int


def wide(rng):
    """Draw few points of many variables."""
    for n, p, q in ((3, 8, 1), (5, 40, 2), (6, 300, 3)):
        yield Wide(_centered(rng, n, p), q)


def _small_problem(X, q):
    values, vectors = np.linalg.eigh(X @ X.T)
    return (vectors[:, ::-1][:, :q] / np.sqrt(values[::-1][:q])).T @ X


def _certify_axes(problem, U):
    X, n = problem.X, len(problem.X)
    values = np.linalg.eigvalsh(X @ X.T)[::-1][: problem.q] / n
    error = np.abs((U @ X.T) @ X / n - values[:, None] * U).max() / values[0]
    return [
        Certificate("largest | Su − λu |, over λ₁", error, 1e-8),
        Certificate("largest | uₗ·uₘ − [l = m] |", np.abs(U @ U.T - np.eye(problem.q)).max(), 1e-8),
    ]


small_problem = Exercise(
    "07.8",
    "More pixels than images",
    problems=wide,
    reference=_small_problem,
    certify=_certify_axes,
    same=_up_to_signs,
    mistakes=[
        Mistake(
            "The axes have the right direction but not length 1: divide by the root of the eigenvalue of $XX^\\top$.",
            lambda X, q: np.linalg.eigh(X @ X.T)[1][:, ::-1][:, :q].T @ X,
        ),
        Mistake(
            "You divided by the root of the variance λ, but $\\|X^\\top\\alpha\\|^2$ is nλ.",
            lambda X, q: _small_problem(X, q) * np.sqrt(len(X)),
        ),
        Mistake(
            "You divided by the eigenvalue; the length is its root.",
            lambda X, q: _small_problem(X, q) / np.sqrt(np.linalg.eigvalsh(X @ X.T)[::-1][:q])[:, None],
        ),
    ],
)
