"""The exercises of chapter 07: the dual eigenvalue problem, normalization, centering, projection."""

import numpy as np

from kernelcourse.judging.answers import points
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake
from kernelcourse.pca import problems
from kernelsy19.kernels import Polynomial
from kernelsy19.kernels.geometry import center_gram
from kernelsy19.pca import equations as pca
from kernelsy19.pca.solve import principal_axes, solve_dual


def _up_to_signs(a, b, rtol=1e-6):
    """Whether two (n, q) arrays are the same but for the signs of their columns."""
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    if a.shape != b.shape or a.ndim != 2:
        return False
    signs = np.where((a * b).sum(axis=0) < 0, -1.0, 1.0)
    return bool(np.allclose(a, b * signs, rtol=0, atol=rtol * np.abs(b).max(initial=1e-300)))


def _up_to_signs_of_rows(a, b):
    return _up_to_signs(np.transpose(a), np.transpose(b))


def _certify_span(problem, alpha):
    return Certificate("‖u − Σᵢ αᵢ Φ(xᵢ)‖", np.linalg.norm(problem.u - alpha @ problem.Phi), 1e-9)


span = Exercise(
    "07.1",
    "An axis is made of the data",
    problems=problems.known_axes,
    edge=problems.edge_axes,
    reference=lambda Phi, u, lam: pca.span_coefficients(Phi, lam, u),
    certify=_certify_span,
    mistakes=[
        Mistake(
            "With your coefficients the combination is −u, not u. There is no minus in $\\lambda u = "
            "\\mathbf{S}u$: where "
            "does yours come from?",
            lambda Phi, u, lam: -Phi @ u / (len(Phi) * lam),
        ),
        Mistake(
            "The factor 1/n of the covariance matrix is missing.",
            lambda Phi, u, lam: Phi @ u / lam,
        ),
        Mistake(
            "The coefficients point the right way but have to be divided: solve $\\lambda u = \\mathbf{S}u$ for u.",
            lambda Phi, u, lam: Phi @ u,
        ),
        Mistake("You divided by n and forgot λ.", lambda Phi, u, lam: Phi @ u / len(Phi)),
        Mistake(
            "You divided by n − 1. The covariance matrix (10) of the lecture is a mean over n points.",
            lambda Phi, u, lam: Phi @ u / ((len(Phi) - 1) * lam),
        ),
        Mistake(
            "You multiplied by λ. Which side of $\\lambda u = \\mathbf{S}u$ does it stand on, and what is left "
            "when u is alone?",
            lambda Phi, u, lam: lam * Phi @ u / len(Phi),
        ),
        Mistake(
            "You divided by √λ. Roots come with the normalization of an eigenvector of **K**; here u has length 1 "
            "already.",
            lambda Phi, u, lam: Phi @ u / (len(Phi) * np.sqrt(lam)),
        ),
        Mistake(
            "You gave the *coefficients* length 1. It is u that has length 1, and their length follows from it.",
            lambda Phi, u, lam: Phi @ u / np.linalg.norm(Phi @ u),
        ),
        Mistake(
            "You multiplied by n. The factor 1/n of the covariance matrix stays where it is.",
            lambda Phi, u, lam: Phi @ u * len(Phi) / lam,
        ),
        Mistake(
            "You divided by the number of coordinates. The mean is over the n points.",
            lambda Phi, u, lam: Phi @ u / (Phi.shape[1] * lam),
        ),
        Mistake(
            "The sign is lost: points on either side of the mean have coefficients of either sign.",
            lambda Phi, u, lam: np.abs(Phi @ u) / (len(Phi) * lam),
        ),
    ],
)


def _certify_centering(problem, G):
    moved = problem.Phi - problem.Phi.mean(axis=0)
    return Certificate("largest | K̃ᵢⱼ − ⟨Φ(xᵢ) − m, Φ(xⱼ) − m⟩ |", np.abs(G - moved @ moved.T).max(), 1e-9)


def _slip(K):
    return K - 2 * np.broadcast_to(K.mean(axis=0), K.shape) + K.mean()


def _one_point(K):
    return K - K.mean(axis=0)


def _or_transposed(wrong):
    """Recognize a wrong matrix, and the one in which rows and columns are exchanged."""

    def when(problem, G):
        moved = wrong(problem.K)
        return any(np.allclose(G, other, rtol=0, atol=1e-8) for other in (moved, moved.T))

    return when


centering = Exercise(
    "07.2",
    "Center what you cannot see",
    problems=problems.uncentered,
    edge=problems.edge_uncentered,
    arguments=lambda problem: (problem.K,),
    reference=center_gram,
    certify=_certify_centering,
    mistakes=[
        Mistake(
            "This is the formula of one of the sources, and it is wrong: your matrix is not symmetric. "
            "One mean is to be taken over rows, the other over columns.",
            _slip,
            when=_or_transposed(_slip),
        ),
        Mistake(
            "The last term is missing: what both means take away twice has to be given back once.",
            lambda K: K - K.mean(axis=0) - K.mean(axis=0)[:, None],
        ),
        Mistake(
            "The sign of the last term: it is ⟨m, m⟩, a product of two minus signs.",
            lambda K: K - K.mean(axis=0) - K.mean(axis=0)[:, None] - K.mean(),
        ),
        Mistake(
            "You subtracted the mean of all entries. Each point has to lose the mean of the mapped points.",
            lambda K: K - K.mean(),
        ),
        Mistake(
            "You centered one of the two points only.",
            _one_point,
            when=_or_transposed(_one_point),
        ),
        Mistake(
            "The last term is a double sum over $n^2$ entries: dividing it by n once leaves a sum of n means.",
            lambda K: K - K.mean(axis=0) - K.mean(axis=0)[:, None] + K.sum() / len(K),
        ),
        Mistake(
            "You subtracted sums where means belong: the mean of the mapped points has the factor 1/n.",
            lambda K: K - K.sum(axis=0) - K.sum(axis=0)[:, None] + K.sum(),
        ),
        Mistake(
            "You divided by the lengths of the points. Centering moves the points; it does not rescale them.",
            lambda K: center_gram(K / np.sqrt(np.outer(np.diagonal(K), np.diagonal(K)))),
        ),
        Mistake("The matrix came back as it was.", lambda K: K),
        Mistake("The sign: squared lengths, on the diagonal, are not negative.", lambda K: -center_gram(K)),
        Mistake(
            "You divided by n. That would be the matrix of the covariances; here it is the Gram matrix.",
            lambda K: center_gram(K) / len(K),
        ),
        Mistake(
            "The last term is there twice: what both means take away twice has to be given back once.",
            lambda K: center_gram(K) + K.mean(),
        ),
        Mistake(
            "The signs of the mixed terms: the mean is *subtracted* from each point.",
            lambda K: K + K.mean(axis=0) + K.mean(axis=0)[:, None] + K.mean(),
        ),
    ],
)


def _certify_length(problem, alpha):
    length = Certificate("| ‖u‖² − 1 |, with ‖u‖² = αᵀKα", abs(alpha @ problem.K @ alpha - 1), 1e-9)
    cosine = alpha @ problem.alpha / (np.linalg.norm(alpha) * np.linalg.norm(problem.alpha) + 1e-300)
    return [length, Certificate("how far the direction of α has turned, 1 − cos²", abs(1 - cosine**2), 1e-9)]


normalizing = Exercise(
    "07.3",
    "An axis of length one",
    problems=problems.eigenpairs,
    edge=problems.edge_eigenpairs,
    arguments=lambda problem: (problem.alpha, problem.eigenvalue),
    reference=pca.normalize,
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
        Mistake(
            "The root of the eigenvalue is on the wrong side of the fraction: the larger it is, the longer u would "
            "be, so the "
            "shorter α has to be.",
            lambda alpha, eigenvalue: alpha * np.sqrt(eigenvalue) / np.linalg.norm(alpha),
        ),
        Mistake(
            "You divided by ‖α‖². One root is missing: a vector of length ℓ becomes one of length 1 when it is "
            "divided by ℓ.",
            lambda alpha, eigenvalue: alpha / (alpha @ alpha * np.sqrt(eigenvalue)),
        ),
        Mistake(
            "You divided by the sum of the sizes of the entries. The length of α is the root of the sum of their "
            "*squares*.",
            lambda alpha, eigenvalue: alpha / (np.abs(alpha).sum() * np.sqrt(eigenvalue)),
        ),
        Mistake("α came back as it was.", lambda alpha, eigenvalue: alpha),
        Mistake(
            "You divided by the eigenvalue, and not by the length of α.",
            lambda alpha, eigenvalue: alpha / eigenvalue,
        ),
        Mistake(
            "There is an n too many: what is given is the eigenvalue of **K**, not the variance.",
            lambda alpha, eigenvalue: alpha / (np.linalg.norm(alpha) * np.sqrt(len(alpha) * eigenvalue)),
        ),
        Mistake(
            "The root is missing: you divided by $\\|u\\|^2$, not by ‖u‖.",
            lambda alpha, eigenvalue: alpha / (eigenvalue * (alpha @ alpha)),
        ),
        Mistake(
            "You took the root of ‖α‖ as well. What stands under the root is ‖α‖² times the eigenvalue.",
            lambda alpha, eigenvalue: alpha / np.sqrt(np.linalg.norm(alpha) * eigenvalue),
        ),
        Mistake(
            "You divided by the largest entry. The length of α is the root of the sum of its squares.",
            lambda alpha, eigenvalue: alpha / np.abs(alpha).max(),
        ),
        Mistake(
            "You divided by the largest entry, and by the root of the eigenvalue. The length of α is the root "
            "of the sum of "
            "its squares.",
            lambda alpha, eigenvalue: alpha / (np.abs(alpha).max() * np.sqrt(eigenvalue)),
        ),
        Mistake(
            "The signs of the entries are lost. Scaling multiplies all of them by one number.",
            lambda alpha, eigenvalue: np.abs(pca.normalize(alpha, eigenvalue)),
        ),
    ],
)


def _decomposed(K, q):
    """The first q eigenvalues and unit eigenvectors of a Gram matrix, falling."""
    values, vectors = np.linalg.eigh(K)
    return values[::-1][:q], vectors[:, ::-1][:, :q]


def _scores(K, q):
    return solve_dual(K, q).projections


def _scores_of_uncentered(K, q):
    values, vectors = _decomposed(K, q)
    return vectors * np.sqrt(values)


def _rescaled(scale):
    """Unit eigenvectors of the centered matrix, times ``scale(eigenvalues, n)``."""

    def rescaled(K, q):
        values, vectors = _decomposed(center_gram(K), q)
        return vectors * scale(values, len(K))

    return rescaled


def _smallest(K, q):
    values, vectors = np.linalg.eigh(center_gram(K))
    return vectors[:, :q] * np.sqrt(np.abs(values[:q]))


def _scores_of_rows(K, q):
    values, vectors = np.linalg.eigh(center_gram(K))
    return vectors[::-1][:q].T * np.sqrt(np.maximum(values[::-1][:q], 0))


def _are_smallest(problem, Z):
    """Whether columns that are not all 0 hold none of the largest eigenvector, and all of the smallest."""
    first = _decomposed(center_gram(problem.K), 1)[1][:, 0]
    total = np.linalg.norm(_scores(problem.K, problem.q))
    return bool(Z.any() and np.abs(first @ Z).max() < 1e-6 * total and np.linalg.norm(Z[:, 0]) < 1e-6 * total)


def _certify_scores(problem, Z):
    G = center_gram(problem.K)
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
    problems=problems.wholes,
    edge=problems.edge_wholes,
    reference=_scores,
    certify=_certify_scores,
    same=_up_to_signs,
    mistakes=[
        Mistake(
            "The points are not centered: start from K̃.",
            _scores_of_uncentered,
        ),
        Mistake(
            "The eigenvectors are those of K̃, but you projected with K: all points have to lose the mean, here too.",
            lambda K, q: K @ solve_dual(K, q).alpha,
        ),
        Mistake(
            "These are unit eigenvectors, without a scale: the coordinates are $\\tilde{\\mathbf{K}}\\alpha$ "
            "with normalized α.",
            _rescaled(lambda values, n: 1.0),
        ),
        Mistake(
            "These are the normalized coefficients α. The coordinates of the points are one product away.",
            _rescaled(lambda values, n: 1 / np.sqrt(values)),
        ),
        Mistake(
            "You projected with unit eigenvectors: the axes are then too long by the root of the eigenvalue.",
            _rescaled(lambda values, n: values),
        ),
        Mistake(
            "Each of your columns has the mean square 1. The coordinates along an axis vary by what the axis holds "
            "of the variance.",
            _rescaled(lambda values, n: np.sqrt(n)),
        ),
        Mistake(
            "Your coordinates are too long by √n: α was normalized with the variance, eigenvalue/n. It takes the "
            "eigenvalue of K̃.",
            _rescaled(lambda values, n: np.sqrt(n * values)),
        ),
        Mistake(
            "Your coordinates are too short by √n: their sum of squares has to be the eigenvalue of K̃, not the "
            "variance.",
            _rescaled(lambda values, n: np.sqrt(values / n)),
        ),
        Mistake(
            "These are the right axes in the wrong order: `eigh` gives eigenvalues in rising order, and the "
            "largest variance "
            "is to come first.",
            lambda K, q: _scores(K, q)[:, ::-1],
        ),
        Mistake(
            "`eigh` gives eigenvalues in rising order: you took the smallest.",
            _smallest,
            when=_are_smallest,
        ),
        Mistake(
            "You took the mean of all entries away. Centering takes the means of rows and of columns.",
            lambda K, q: (lambda values, vectors: vectors * np.sqrt(np.maximum(values, 0)))(
                *_decomposed(K - K.mean(), q)
            ),
        ),
        Mistake(
            "Eigenvectors stand in the *columns* of what `eigh` returns; you took rows.",
            _scores_of_rows,
        ),
        Mistake(
            "You left the first component out, and began with the second.",
            lambda K, q: _scores(K, q + 1)[:, 1:],
        ),
        Mistake(
            "The signs of the entries are lost. The sign of an axis is free, not that of each point.",
            lambda K, q: np.abs(_scores(K, q)),
        ),
        Mistake(
            "You made a PCA of the rows of K, as if they were points.",
            lambda K, q: (lambda U, sizes, _: U[:, :q] * sizes[:q])(*np.linalg.svd(K - K.mean(axis=0))),
        ),
        Mistake("All your coordinates are 0.", lambda K, q: np.zeros((len(K), q))),
    ],
)


def _certify_projection(problem, Z):
    mean = problem.Phi.mean(axis=0)
    U = problem.alpha.T @ (problem.Phi - mean)
    error = np.abs(Z - (problem.Phi_new - mean) @ U.T).max()
    return Certificate("largest | z − ⟨u, Φ(x) − m⟩ |, from coordinates", error, 1e-8)


def _same_coordinates(a, b):
    """Whether coordinates are the same, where those of the mean are 0 up to rounding."""
    return np.shape(a) == np.shape(b) and bool(
        np.allclose(a, b, rtol=0, atol=1e-6 * max(1.0, np.abs(b).max()))
    )


projecting = Exercise(
    "07.5",
    "New points",
    problems=problems.new_points,
    edge=problems.edge_new_points,
    arguments=lambda problem: (problem.K_new, problem.K, problem.alpha),
    reference=pca.project_centered,
    certify=_certify_projection,
    same=_same_coordinates,
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
        Mistake(
            "You subtracted the mean of the training points twice: once for each of the three terms is enough.",
            lambda K_new, K, alpha: (K_new - 2 * K.mean(axis=0)) @ alpha,
        ),
        Mistake(
            "You subtracted a sum over the training points where their mean belongs: a factor 1/n is missing.",
            lambda K_new, K, alpha: (K_new - K.sum(axis=0)) @ alpha,
        ),
        Mistake(
            "You gave the columns of `alpha` length 1. They are normalized already, so that u has length 1: use "
            "them as they are.",
            lambda K_new, K, alpha: pca.project_centered(K_new, K, alpha / np.linalg.norm(alpha, axis=0)),
        ),
        Mistake(
            "The sign: your axes are turned round.",
            lambda K_new, K, alpha: -pca.project_centered(K_new, K, alpha),
        ),
        Mistake(
            "You divided by n. The coefficients are normalized already.",
            lambda K_new, K, alpha: pca.project_centered(K_new, K, alpha) / len(K),
        ),
        Mistake(
            "You divided by √n. Then the coordinates have the size of something else than those of the "
            "training points.",
            lambda K_new, K, alpha: pca.project_centered(K_new, K, alpha) / np.sqrt(len(K)),
        ),
        Mistake(
            "You multiplied by n: a sum over the coefficients is no mean.",
            lambda K_new, K, alpha: pca.project_centered(K_new, K, alpha) * len(K),
        ),
        Mistake(
            "The signs of the coefficients are lost.",
            lambda K_new, K, alpha: pca.project_centered(K_new, K, np.abs(alpha)),
        ),
        Mistake(
            "You subtracted the diagonal of K. What the new points lose are means over the training points.",
            lambda K_new, K, alpha: (K_new - np.diagonal(K)) @ alpha,
        ),
    ],
)


def _rank_in_general_position():
    """Rank of the centered Gram matrix of 100 points of the plane that lie on no line and on no conic."""
    X = np.random.default_rng(0).normal(size=(100, 2))
    return int(np.linalg.matrix_rank(center_gram(Polynomial(2)(X)), tol=1e-8))


def _certify_rank(_, answer):
    return Certificate(
        "your number is the rank of the centered Gram matrix", bool(answer == _rank_in_general_position())
    )


how_many = Exercise(
    "07.6",
    "Predict: how many components?",
    problems=None,
    reference=_rank_in_general_position,
    certify=_certify_rank,
    mistakes=[
        Mistake(
            "That is the number of features. One of them is the constant 1: what does centering do to it?",
            lambda: 6,
        ),
        Mistake("That is what the RBF kernel would give. This kernel has few features.", lambda: 99),
        Mistake("That is the linear kernel.", lambda: 2),
        Mistake("The points are many, but the space they live in is small.", lambda: 100),
        Mistake(
            "That counts the squares and the mixed product. The 1 in the kernel brings $x_1$ and $x_2$ themselves "
            "as well.",
            lambda: 3,
        ),
        Mistake(
            "Did you forget the mixed product? Or do you think of points on a circle, where $x_1^2 + x_2^2$ does "
            "not vary? "
            "In general position nothing of the kind holds.",
            lambda: 4,
        ),
        Mistake("That is the number of points, less 2. The space they live in is smaller.", lambda: 98),
        Mistake(
            "That is the count for degree 3. Which powers does this kernel have?",
            lambda: 10,
            when=lambda _, answer: answer in (9, 10),
        ),
        Mistake("One component would mean that all images lie on a line.", lambda: 1),
        Mistake("0 would mean that all images are at one place.", lambda: 0),
        Mistake(
            "More components than features there cannot be. Count the features of this kernel first.",
            lambda: 8,
            when=lambda _, answer: answer > 6,
        ),
    ],
)


DISTINCT = 1.05  # times the second variance: below, the first axis might as well be another


def _without_center_and_with(X):
    return X, X - X.mean(axis=0)


def _cosine(X):
    plain, centered = (np.linalg.eigh(P.T @ P)[1][:, -1] for P in _without_center_and_with(X))
    return float(abs(plain @ centered))


def _vary(X):
    """Whether the points are not all the same, up to rounding."""
    return bool(np.ptp(X, axis=0).max() > 1e-6 * max(1.0, np.abs(X).max()))


def _have_first_axes(X):
    """Whether the largest variance is larger than the second, with and without centering."""
    values = [np.linalg.eigvalsh(P.T @ P) for P in _without_center_and_with(X)]
    return all(bool(v[1] > DISTINCT * v[0]) for v in values)


def _is_centered(X):
    return bool(np.abs(X.mean(axis=0)).max() < 1e-9 * max(1.0, np.abs(X).max()))


def _turns(X, low, high):
    """Whether both first axes exist, the points are not centered, and the cosine is as given."""
    return _have_first_axes(X) and not _is_centered(X) and bool(low < _cosine(X) <= high + 1e-9)


def _mean_lies_along(X):
    """Whether the mean lies along the right first axis rather than across it."""
    mean, centered = X.mean(axis=0), X - X.mean(axis=0)
    axis = np.linalg.eigh(centered.T @ centered)[1][:, -1]
    return bool(abs(axis @ mean) > np.sqrt(0.5) * np.linalg.norm(mean))


def _certify_turned(_, X):
    return [
        Certificate("the points are not all the same", _vary(X)),
        Certificate(
            "the first variance is at least 5% above the second, with and without centering",
            _vary(X) and _have_first_axes(X),
        ),
        Certificate(f"|cos| of the two axes is {_cosine(X):.3f}, below 0.1", _cosine(X) < 0.1),
    ]


turned = Exercise(
    "07.7",
    "Break it: forget to center",
    problems=None,
    reference=lambda: np.array([[-1.0, 10.0], [0.0, 10.0], [1.0, 10.1]]),
    certify=_certify_turned,
    form=points(2, least=3, most=50),
    mistakes=[
        Mistake(
            "All your points are the same. They do not vary, so there is no right axis from which another could "
            "differ.",
            lambda: np.array([[5.0, 0.0]] * 3),
            when=lambda _, X: not _vary(X),
        ),
        Mistake(
            "Your points are centered already, so both axes are the same.",
            lambda: np.array([[-1.0, 0.0], [0.0, 0.5], [1.0, -0.5]]),
            when=lambda _, X: _is_centered(X) and _have_first_axes(X),
        ),
        Mistake(
            "Your points vary as much across as along, so there is no *first* axis: any direction would do, and "
            "any cosine "
            "comes out. Stretch them in one direction.",
            lambda: np.array([[-1.0, 9.0], [1.0, 9.0], [1.0, 11.0], [-1.0, 11.0]]),
            when=lambda _, X: _vary(X) and not _have_first_axes(X),
        ),
        Mistake(
            "The mean is not 0, but it lies along the direction of the data. Move the points across it.",
            lambda: np.array([[9.0, 0.0], [10.0, 0.1], [11.0, 0.0]]),
            when=lambda _, X: _turns(X, 0.9, 1.0) and _mean_lies_along(X),
        ),
        Mistake(
            "The axis turns, but not enough: move the points farther from the origin, at a right angle to their "
            "own direction.",
            lambda: np.array([[-1.0, 0.9], [0.0, 1.0], [1.0, 1.3]]),
            when=lambda _, X: _turns(X, 0.1, 0.9),
        ),
        Mistake(
            "The axis hardly turns: the mean does not lie along the direction of the data, but it is near to "
            "the origin. "
            "Move the points farther away.",
            lambda: np.array([[-5.0, 3.0], [5.0, 3.0], [0.0, 3.1]]),
            when=lambda _, X: _turns(X, 0.9, 1.0) and not _mean_lies_along(X),
        ),
    ],
)


def _axes(X, q):
    return principal_axes(X, q).components


def _combined(scale):
    """Xᵀ times the unit eigenvectors of XXᵀ, times ``scale(eigenvalues, n)``, one a row."""

    def combined(X, q):
        values, vectors = _decomposed(X @ X.T, q)
        return (vectors * scale(values, len(X))).T @ X

    return combined


def _last_axes(X, q):
    values, vectors = np.linalg.eigh(X @ X.T)
    return (vectors[:, :q] / np.sqrt(np.abs(values[:q]) + 1e-30)).T @ X


def _unit_rows(U):
    return U / np.maximum(np.linalg.norm(U, axis=1, keepdims=True), 1e-300)


def _rows_combined(X, q):
    return _unit_rows(np.linalg.eigh(X @ X.T)[1][::-1][:q] @ X)


def _are_last(problem, U):
    """Whether the first row, which is not 0, holds none of the axes that are asked for."""
    share = np.abs(_axes(*problem) @ U[0])
    return bool(U[0].any() and share.max() < 1e-6)


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
    problems=problems.wide,
    edge=problems.edge_wide,
    reference=_axes,
    certify=_certify_axes,
    same=_up_to_signs_of_rows,
    memory=problems.half_of_p_by_p,
    too_large="your axes may be right, but on the way you held half a matrix of p × p or more: a full one, or an `svd` "
    "that makes all p axes",
    mistakes=[
        Mistake(
            "The axes have the right direction but not length 1: divide by the root of the eigenvalue of $XX^\\top$.",
            _combined(lambda values, n: 1.0),
        ),
        Mistake(
            "You divided by the root of the variance λ, but $\\|X^\\top\\alpha\\|^2$ is nλ.",
            _combined(lambda values, n: np.sqrt(n / values)),
        ),
        Mistake(
            "You divided by the eigenvalue; the length is its root.",
            _combined(lambda values, n: 1 / values),
        ),
        Mistake(
            "You multiplied by the root of the eigenvalue. $X^\\top\\alpha$ with a unit vector α is too long "
            "already.",
            _combined(lambda values, n: np.sqrt(values)),
        ),
        Mistake(
            "These are the right axes in the wrong order: `eigh` gives eigenvalues in rising order, and the "
            "largest variance "
            "is to come first.",
            lambda X, q: _axes(X, q)[::-1],
        ),
        Mistake(
            "`eigh` gives eigenvalues in rising order: your axes are the last ones, not the first.",
            _last_axes,
            when=_are_last,
        ),
        Mistake(
            "Eigenvectors stand in the *columns* of what `eigh` returns; you took rows.",
            _rows_combined,
        ),
        Mistake(
            "These are the first points, scaled to length 1. An axis mixes all of them.",
            lambda X, q: X[:q] / np.linalg.norm(X[:q], axis=1, keepdims=True),
        ),
        Mistake(
            "You left the first axis out, and began with the second.",
            lambda X, q: _unit_rows(_combined(lambda values, n: 1.0)(X, q + 1)[1:]),
        ),
        Mistake(
            "All your axes are the first one. Each has its own eigenvector.",
            lambda X, q: np.repeat(_axes(X, 1), q, axis=0),
        ),
        Mistake(
            "These are axes of the space of pixels itself, of unit vectors with a single 1.",
            lambda X, q: np.eye(q, X.shape[1]),
        ),
    ],
)


def _certify_repaired(problem, alpha):
    K, lam = problem.K, problem.lam
    return [
        Certificate(
            "largest | nλα − Kα |, so whether (15) holds",
            np.abs(pca.gram_residual(K, lam, alpha)).max(),
            1e-8,
        ),
        Certificate(
            "how far the axis moved, from coordinates",
            np.linalg.norm((alpha - problem.alpha) @ problem.Phi),
            1e-8,
        ),
    ]


repaired = Exercise(
    "07.10",
    "From (14) to (15)",
    problems=problems.squared_solutions,
    edge=problems.edge_squared_solutions,
    arguments=lambda problem: problem[:3],
    reference=lambda K, lam, alpha: K @ alpha / (len(K) * lam),
    certify=_certify_repaired,
    mistakes=[
        Mistake("These are the coefficients that you were given.", lambda K, lam, alpha: alpha),
        Mistake(
            "Your coefficients solve (15), but the axis is another length: you forgot to divide by n.",
            lambda K, lam, alpha: K @ alpha / lam,
        ),
        Mistake(
            "Your coefficients solve (15), but the axis is another length: you forgot to divide by nλ.",
            lambda K, lam, alpha: K @ alpha,
        ),
        Mistake(
            "You added all of $r$. Put $\\alpha + tr$ into (15), and ask for which t it holds.",
            lambda K, lam, alpha: alpha + K @ alpha - len(K) * lam * alpha,
        ),
        Mistake(
            "You went the wrong way: twice as much is lacking now.",
            lambda K, lam, alpha: 2 * alpha - K @ alpha / (len(K) * lam),
        ),
    ],
)


def _certify_bias(problem, b):
    shadows = (problem.Phi_new - problem.Phi.mean(axis=0)) @ (problem.alpha.T @ problem.Phi).T
    return Certificate(
        "largest | Σᵢ αᵢᵐ K(xᵢ, x) + bₘ − zₘ | of new points, from coordinates",
        np.abs(problem.K_new @ problem.alpha + b - shadows).max(),
        1e-8,
    )


bias = Exercise(
    "07.11",
    "The bias of the second layer",
    problems=problems.new_points,
    edge=problems.edge_new_points,
    arguments=lambda problem: (problem.K, problem.alpha),
    reference=lambda K, alpha: -K.mean(axis=0) @ alpha,
    certify=_certify_bias,
    mistakes=[
        Mistake("The sign: the shadow of the mean is taken off.", lambda K, alpha: K.mean(axis=0) @ alpha),
        Mistake("The mean has the factor 1/n.", lambda K, alpha: -K.sum(axis=0) @ alpha),
        Mistake(
            "That is 0: the coefficients sum to 0, and so do the coordinates of the training points.",
            lambda K, alpha: np.zeros(alpha.shape[1]),
            when=lambda _, b: np.abs(b).max() < 1e-9,
        ),
        Mistake(
            "You also took off the mean of all kernel values.",
            lambda K, alpha: -K.mean(axis=0) @ alpha - K.mean(),
        ),
        Mistake("You divided by n once too often.", lambda K, alpha: -K.mean(axis=0) @ alpha / len(K)),
    ],
)


def _lost(K, q):
    G = center_gram(K)
    return (np.trace(G) - np.linalg.eigvalsh(G)[::-1][:q].sum()) / len(K)


def _lost_by_coordinates(problem):
    """The mean squared error of points that are put together again, in the coordinates of the Gram matrix."""
    values, vectors = np.linalg.eigh(problem.K)
    Phi = vectors * np.sqrt(np.maximum(values, 0))
    Phi = Phi - Phi.mean(axis=0)
    U = np.linalg.svd(Phi, full_matrices=False)[2][: problem.q].T
    return ((Phi - Phi @ U @ U.T) ** 2).sum(axis=1).mean()


lost = Exercise(
    "07.12",
    "What q axes lose",
    problems=problems.wholes,
    edge=problems.edge_wholes,
    reference=_lost,
    certify=lambda problem, error: Certificate(
        "difference from the error of points put together again, in coordinates, over the largest kernel value",
        abs(error - _lost_by_coordinates(problem)) / np.abs(problem.K).max(),
        1e-8,
    ),
    mistakes=[
        Mistake("That is what they keep.", lambda K, q: np.trace(center_gram(K)) / len(K) - _lost(K, q)),
        Mistake("That is the sum over the points. The error is a mean.", lambda K, q: _lost(K, q) * len(K)),
        Mistake(
            "You did not center: the mean of the mapped points counts as variance.",
            lambda K, q: (np.trace(K) - np.linalg.eigvalsh(K)[::-1][:q].sum()) / len(K),
        ),
        Mistake(
            "That is the share of the variance. The error was asked for, in squared units of the feature space.",
            lambda K, q: _lost(K, q) * len(K) / np.trace(center_gram(K)),
        ),
        Mistake(
            "You took the smallest eigenvalues for the largest: `eigvalsh` sorts them from small to large.",
            lambda K, q: (np.trace(center_gram(K)) - np.linalg.eigvalsh(center_gram(K))[:q].sum()) / len(K),
        ),
    ],
)
