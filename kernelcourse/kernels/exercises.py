"""The exercises of chapter 01: kernels, feature maps, and geometry from kernel values."""

from math import comb

import numpy as np

from kernelcourse.judging.answers import numbers_of_any_shape, points
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake, agreement, worst
from kernelcourse.kernels import notations, problems
from kernelsy19.kernels import equations, geometry
from kernelsy19.kernels.vector_kernels import Polynomial, Sigmoid


def _weighted_monomials(first, second, mixed):
    """A map with the features first · x₁², second · x₂² and mixed · x₁x₂."""
    return lambda X: np.column_stack([first * X[:, 0] ** 2, second * X[:, 1] ** 2, mixed * X[:, 0] * X[:, 1]])


def _one_row_a_point(answer, expected):
    """What is wrong with the form of features, or None; there may be any number of them."""
    fault = numbers_of_any_shape(answer, expected)
    if fault or (np.ndim(answer) == 2 and len(answer) == len(expected)):
        return fault
    return f"expected one row a point, shape ({len(expected)}, D), got {np.shape(answer)}"


def _certify_features(problem, Phi):
    exact = [[(x @ y) ** 2 for y in problem.X] for x in problem.X]
    return Certificate("largest | Φ(x)·Φ(y) − (x·y)² |", np.abs(Phi @ Phi.T - exact).max(), 1e-10)


def _same_dot_products(a, b):
    return a.ndim == b.ndim == 2 and len(a) == len(b) and np.allclose(a @ a.T, b @ b.T)


def _homogeneous(X):
    return Polynomial(degree=2, offset=0.0).feature_map(X)


def _are_kernel_values(problem, answer):
    """Whether an answer is the matrix of dot products of the points, squared or not."""
    products = problem.X @ problem.X.T
    return answer.shape == products.shape and any(np.allclose(answer, p) for p in (products, products**2))


ROOT2 = np.sqrt(2)


feature_map = Exercise(
    "01.1",
    "A feature map of (x·y)²",
    problems=problems.points,
    edge=problems.edge_points,
    reference=_homogeneous,
    certify=_certify_features,
    form=_one_row_a_point,
    same=_same_dot_products,
    mistakes=[
        Mistake(
            "The mixed term is too small. Multiply out $(x_1y_1 + x_2y_2)^2$: with what factor does "
            "$x_1x_2\\,y_1y_2$ stand there, and how is that factor shared between $x$ and $y$?",
            _weighted_monomials(1, 1, 1),
        ),
        Mistake(
            "The mixed term is too large: a factor 2 in the feature is a factor 4 in the dot product.",
            _weighted_monomials(1, 1, 2),
        ),
        Mistake("The mixed term is missing: two squares are not enough.", lambda X: X**2),
        Mistake(
            "That is the map of $(1 + x\\cdot y)^2$. Without the 1 there are no features of lower degree.",
            equations.six_features,
        ),
        Mistake(
            "The factor stands at the wrong features: in $(x_1y_1 + x_2y_2)^2$ the squares come once, the mixed term "
            "does not.",
            _weighted_monomials(ROOT2, ROOT2, 1),
        ),
        Mistake(
            "All features have the factor. In $(x_1y_1 + x_2y_2)^2$ only one of the terms comes more than once.",
            _weighted_monomials(ROOT2, ROOT2, ROOT2),
        ),
        Mistake(
            "These are the kernel values of the points among each other. Asked for is $\\Phi(x)$, which may know one "
            "point only; its dot products are the kernel values.",
            lambda X: (X @ X.T) ** 2,
            when=_are_kernel_values,
        ),
        Mistake(
            "A constant feature adds 1 to every dot product. There is no 1 in this kernel.",
            lambda X: np.column_stack([_homogeneous(X), np.ones(len(X))]),
        ),
        Mistake("Features and points are swapped: one *row* a point.", lambda X: _homogeneous(X).T),
        Mistake(
            "The points themselves have the dot products $x\\cdot y$. Their squares need features of degree two.",
            lambda X: X,
        ),
        Mistake(
            "That is one feature a point, the square of $x_1 + x_2$ or of $\\|x\\|$: it cannot tell directions apart.",
            lambda X: X.sum(axis=1, keepdims=True) ** 2,
            when=lambda problem, Phi: Phi.shape[1] == 1,
        ),
    ],
)


def _rbf_with(change):
    """The kernel for someone who reads γ as another number: ``change(gamma)``."""
    return lambda X, Y, gamma: equations.rbf(X, Y, change(gamma))


def _euclidean(X, Y):
    return np.sqrt(equations.squared_euclidean(X, Y))


def _sums_of_differences(X, Y):
    return np.abs(X[:, None] - Y[None]).sum(axis=2)


def _rbf_by_loops(X, Y, gamma):
    return np.array([[np.exp(-gamma * np.sum((x - y) ** 2)) for y in Y] for x in X])


gaussian_kernel = Exercise(
    "01.2",
    "The Gaussian kernel between two sets",
    problems=problems.two_sets,
    edge=problems.edge_sets,
    reference=equations.rbf,
    certify=agreement("largest | Kᵢⱼ − exp(−γ‖xᵢ − yⱼ‖²) |", _rbf_by_loops, 1e-12),
    mistakes=[
        Mistake(
            "You used the distance, not its square. (In one dimension that is the Laplacian kernel.)",
            lambda X, Y, gamma: np.exp(-gamma * _euclidean(X, Y)),
        ),
        Mistake("The sign: far points should be less alike.", _rbf_with(lambda gamma: -gamma)),
        Mistake(
            "You read γ as a width: this is $\\exp(-\\|x-y\\|^2 / (2\\gamma^2))$.",
            _rbf_with(lambda gamma: 1 / (2 * gamma**2)),
        ),
        Mistake(
            "Your exponent is half of what it should be. The 2 of the normal density does not stand in this formula.",
            _rbf_with(lambda gamma: gamma / 2),
        ),
        Mistake(
            "Your exponent is twice what it should be.",
            _rbf_with(lambda gamma: 2 * gamma),
        ),
        Mistake(
            "You divide by γ. It is an *inverse* width: the larger γ, the narrower the kernel.",
            _rbf_with(lambda gamma: 1 / gamma),
        ),
        Mistake(
            "You divide by 2γ, as one does with a variance. Here γ is multiplied.",
            _rbf_with(lambda gamma: 1 / (2 * gamma)),
        ),
        Mistake("γ has no effect on your answer.", _rbf_with(lambda gamma: 1.0)),
        Mistake(
            "You square γ as well. The square belongs to the distance alone.",
            _rbf_with(lambda gamma: gamma**2),
        ),
        Mistake(
            "You added the differences first and squared the sum. Each coordinate is squared before the sum.",
            lambda X, Y, gamma: np.exp(-gamma * (X[:, None] - Y[None]).sum(axis=2) ** 2),
        ),
        Mistake(
            "You squared the sum of absolute differences. ‖·‖ is the Euclidean norm.",
            lambda X, Y, gamma: np.exp(-gamma * _sums_of_differences(X, Y) ** 2),
        ),
        Mistake(
            "That is the Laplacian kernel, with the sum of absolute differences. ‖·‖ is the Euclidean norm.",
            equations.laplacian,
        ),
        Mistake(
            "You took the mean over the coordinates. The squared norm is their sum.",
            lambda X, Y, gamma: equations.rbf(X, Y, gamma / X.shape[1]),
        ),
        Mistake(
            "In the exponent stands the dot product. The Gaussian kernel needs the distance.",
            lambda X, Y, gamma: np.exp(-gamma * X @ Y.T),
        ),
        Mistake(
            "Rows and columns are swapped: row i belongs to $x_i$.",
            lambda X, Y, gamma: equations.rbf(Y, X, gamma),
        ),
        Mistake(
            "These are exponents. The exponential is missing.",
            lambda X, Y, gamma: -gamma * equations.squared_euclidean(X, Y),
        ),
        Mistake(
            "These are the values of `X` among its own points: `Y` has no effect on your answer.",
            lambda X, Y, gamma: equations.rbf(X, X, gamma),
        ),
    ],
)


def _gamma(sigma, source):
    return notations.read(source, "rbf", sigma=sigma).gamma


def _gamma_with(**formulas):
    """γ for someone who takes another formula for some of the sources."""
    return lambda sigma, source: formulas[source](sigma) if source in formulas else _gamma(sigma, source)


def _certify_gamma(problem, gamma):
    formula = {
        "AML": lambda d2: np.exp(-d2 / (2 * problem.sigma**2)),
        "PR": lambda d2: np.exp(-d2 / problem.sigma**2),
        "SY19": lambda d2: np.exp(-problem.sigma * d2),
    }[problem.source]
    d2 = np.linspace(0, 2, 9)
    text = "largest difference between exp(−γ‖x−y‖²) and the kernel as the source writes it"
    return Certificate(text, np.abs(np.exp(-gamma * d2) - formula(d2)).max(), 1e-10)


notation = Exercise(
    "01.3",
    "One kernel in three notations",
    problems=problems.widths,
    reference=_gamma,
    certify=_certify_gamma,
    mistakes=[
        Mistake(
            "`kernlab`, which SY19 uses, names its argument `sigma`, but multiplies with it: "
            "no width there, and nothing to divide by.",
            _gamma_with(SY19=lambda sigma: 1 / (2 * sigma**2)),
        ),
        Mistake(
            "In `kernlab` the argument `sigma` is an *inverse* width: the formula of its manual multiplies with it.",
            _gamma_with(SY19=lambda sigma: 1 / sigma),
        ),
        Mistake(
            "You treat SY19 like PR. Compare the two formulas: what does `kernlab` do with its `sigma`?",
            _gamma_with(SY19=lambda sigma: 1 / sigma**2),
        ),
        Mistake(
            "What `kernlab` multiplies with is its `sigma` itself, not the square of it.",
            _gamma_with(SY19=lambda sigma: sigma**2),
        ),
        Mistake(
            "AML and PR are swapped: which of them has the 2?",
            _gamma_with(AML=lambda sigma: 1 / sigma**2, PR=lambda sigma: 1 / (2 * sigma**2)),
        ),
        Mistake(
            "You treat PR like AML. One of them divides by the square of σ alone.",
            _gamma_with(PR=lambda sigma: 1 / (2 * sigma**2)),
        ),
        Mistake(
            "You treat AML like PR. One of them has a factor beside the square of σ.",
            _gamma_with(AML=lambda sigma: 1 / sigma**2),
        ),
        Mistake(
            "The width has to be squared: σ is measured in units of x, γ in units of 1/x².",
            _gamma_with(AML=lambda sigma: 1 / (2 * sigma), PR=lambda sigma: 1 / sigma),
            also=(
                _gamma_with(AML=lambda sigma: 1 / (2 * sigma)),
                _gamma_with(PR=lambda sigma: 1 / sigma),
            ),
        ),
        Mistake(
            "In AML σ² stands below the line. `1 / 2 * sigma**2` is half of σ²: Python works from the left.",
            _gamma_with(AML=lambda sigma: sigma**2 / 2),
        ),
        Mistake(
            "In AML the 2 stands below the line, beside σ².",
            _gamma_with(AML=lambda sigma: 2 / sigma**2),
        ),
        Mistake(
            "You square the 2 of AML as well. In its formula the square belongs to σ alone.",
            _gamma_with(AML=lambda sigma: 1 / (2 * sigma) ** 2),
        ),
        Mistake(
            "In AML and PR you multiply with the square of the width. A wide kernel falls slowly: has it a large γ?",
            _gamma_with(AML=lambda sigma: 2 * sigma**2, PR=lambda sigma: sigma**2),
        ),
        Mistake(
            "You return σ for every source. What each of them does with it stands in its formula.",
            lambda sigma, source: sigma,
        ),
        Mistake(
            "The minus sign stands in $\\exp(-\\gamma\\|x-y\\|^2)$ already: γ is positive.",
            lambda sigma, source: -_gamma(sigma, source),
        ),
    ],
)


def _to_mean(K):
    return geometry.squared_distances_to_mean(np.diagonal(K), K, K)


def _certify_to_mean(problem, d2):
    exact = ((problem.Phi - problem.Phi.mean(axis=0)) ** 2).sum(axis=1)
    return Certificate("largest | dᵢ² − ‖Φ(xᵢ) − m‖² |, from coordinates", np.abs(d2 - exact).max(), 1e-10)


def _to_mean_of_others(K):
    """Squared distances to the mean of all other points."""
    n = len(K)
    others = (np.ones((n, n)) - np.eye(n)) / (n - 1)
    return np.diagonal(K) - 2 * (others * K).sum(axis=1) + np.einsum("ij,jk,ik->i", others, K, others)


distance_to_mean = Exercise(
    "01.4",
    "Distances to the mean, from K alone",
    problems=problems.mapped,
    edge=problems.edge_means,
    arguments=problems.gram_only,
    reference=_to_mean,
    certify=_certify_to_mean,
    mistakes=[
        Mistake("The squared norm of the mean, ‖m‖², is missing.", lambda K: _to_mean(K) - K.mean()),
        Mistake("The mixed term comes twice.", lambda K: _to_mean(K) + K.mean(axis=1)),
        Mistake(
            "The sign of the mixed term is that of $\\|\\Phi(x) + m\\|^2$.",
            lambda K: _to_mean(K) + 4 * K.mean(axis=1),
        ),
        Mistake(
            "The last term is ‖m‖², a square: it is added.",
            lambda K: _to_mean(K) - 2 * K.mean(),
        ),
        Mistake(
            "The last term should be the dot product of $m$ with itself. You squared that of $\\Phi(x_i)$ and $m$.",
            lambda K: _to_mean(K) - K.mean() + K.mean(axis=1) ** 2,
        ),
        Mistake(
            "These are the dot products of $\\Phi(x_i)$ and $m$, one part of what you need: multiply out the square.",
            lambda K: K.mean(axis=1),
        ),
        Mistake(
            "You took sums where the mean has a factor 1/n in each place.",
            lambda K: np.diagonal(K) - 2 * K.sum(axis=1) + K.sum(),
        ),
        Mistake(
            "The double sum has the factor 1/n once. It is the mean over all pairs: how many are there?",
            lambda K: _to_mean(K) - K.mean() + K.sum() / len(K),
        ),
        Mistake(
            "You divide by n − 1, as for a variance. The mean of n points has the factor 1/n.",
            lambda K: np.diagonal(K) - 2 * K.sum(axis=1) / (len(K) - 1) + K.sum() / (len(K) - 1) ** 2,
        ),
        Mistake("These are roots: *squared* distances are asked for.", lambda K: np.sqrt(_to_mean(K))),
        Mistake(
            "‖m‖² is the mean over all pairs, not over the diagonal: $m$ is not on the list of points.",
            lambda K: _to_mean(K) - K.mean() + np.diagonal(K).mean(),
        ),
        Mistake(
            "The mixed term came out as the mean of all of $\\mathbf{K}$. Every point has its own, along one axis.",
            lambda K: np.diagonal(K) - K.mean(),
        ),
        Mistake(
            "You left out point i when you took its mean. $m$ is the mean of all n points.",
            _to_mean_of_others,
        ),
        Mistake(
            "$K(x_i, x_i)$ is 1 for the Gaussian kernel, but not for the kernels here: it stands on the diagonal.",
            lambda K: _to_mean(K) - np.diagonal(K) + 1,
        ),
        Mistake(
            "The first term is missing: $K(x_i, x_i)$, the squared length of the point itself.",
            lambda K: K.mean() - 2 * K.mean(axis=1),
        ),
        Mistake(
            "The double sum has the factor $1/n^2$: you took the sum itself.",
            lambda K: np.diagonal(K) - 2 * K.mean(axis=1) + K.sum(),
        ),
        Mistake(
            "The mixed term has the factor 1/n: you took the sum over all points itself.",
            lambda K: np.diagonal(K) - 2 * K.sum(axis=1) + K.mean(),
        ),
    ],
)


def _cosines(K):
    return geometry.cosines(np.diagonal(K), K, np.diagonal(K))


def _certify_cosines(problem, C):
    unit = problem.Phi / np.linalg.norm(problem.Phi, axis=1, keepdims=True)
    error = np.abs(C - unit @ unit.T).max()
    return Certificate("largest | Cᵢⱼ − cos ∠(Φ(xᵢ), Φ(xⱼ)) |, from coordinates", error, 1e-10)


def _divides_by_one(problem, C):
    """Whether rows or columns, not both, were divided by the length or its square."""
    lengths = np.sqrt(np.diagonal(problem.K))
    factors = [f for one in (lengths, lengths**2) for f in (one[:, None], one[None])]
    return any(np.allclose(C, problem.K / f) for f in factors)


def _of_rows(problem, C):
    """Whether the rows of K were taken for the mapped points, as they are or without their mean."""
    K = problem.K
    lengths = np.linalg.norm(K, axis=1)
    return any(np.allclose(C, other) for other in (K / lengths[:, None], _cosines(K @ K), np.corrcoef(K)))


def _centered_cosines(K):
    return _cosines(geometry.center_gram(K))


cosines = Exercise(
    "01.5",
    "Angles, from K alone",
    problems=problems.mapped,
    edge=problems.edge_angles,
    arguments=problems.gram_only,
    reference=_cosines,
    certify=_certify_cosines,
    mistakes=[
        Mistake(
            "You divided by squared lengths: $K(x, x)$ is $\\|\\Phi(x)\\|^2$. Is the diagonal of your answer 1?",
            lambda K: K / np.outer(np.diagonal(K), np.diagonal(K)),
        ),
        Mistake(
            "You divided by the length of one of the two points only: is your matrix symmetric?",
            lambda K: K / np.diagonal(K)[:, None],
            when=_divides_by_one,
        ),
        Mistake(
            "These are the angles; their cosines are asked for.",
            lambda K: np.arccos(np.clip(_cosines(K), -1, 1)),
        ),
        Mistake(
            "These are the angles, in degrees; their cosines are asked for.",
            lambda K: np.degrees(np.arccos(np.clip(_cosines(K), -1, 1))),
        ),
        Mistake(
            "You took the mean away first, as for a correlation. The angle here is seen from the origin.",
            _centered_cosines,
        ),
        Mistake(
            "The sign is lost: two points can be more than a right angle apart.",
            lambda K: np.abs(_cosines(K)),
        ),
        Mistake(
            "You took the rows of $\\mathbf{K}$ for the mapped points. Row i holds dot products of point i, "
            "and its length is not that of $\\Phi(x_i)$.",
            lambda K: K / np.linalg.norm(K, axis=1)[:, None],
            when=_of_rows,
        ),
        Mistake("This is one minus the cosine, which measures distance.", lambda K: 1 - _cosines(K)),
        Mistake("These are the squares of the cosines.", lambda K: _cosines(K) ** 2),
        Mistake(
            "You divided by the sum of the squared lengths. It is the product of the lengths that is divided by.",
            lambda K: 2 * K / np.add.outer(np.diagonal(K), np.diagonal(K)),
        ),
        Mistake(
            "These are the dot products that you were given. Divide each by the lengths of its two points.",
            lambda K: K,
        ),
        Mistake(
            "You divided all of $\\mathbf{K}$ by one number. Each pair has lengths of its own.",
            lambda K: K / K.max(),
            when=lambda problem, C: np.linalg.matrix_rank(np.stack([C.ravel(), problem.K.ravel()])) == 1,
        ),
    ],
)


N_VARIABLES, DEGREE = 10, 3


def _certify_count(_, n):
    return Certificate(
        "as many as the monomials of 10 variables and degree 3 or less, written down one by one",
        bool(n == len(equations.monomials(N_VARIABLES, DEGREE))),
        otherwise="That is not their number. Write the features down for two variables, and look for the rule",
    )


how_many_features = Exercise(
    "01.6",
    "How many features?",
    problems=None,
    reference=lambda: equations.n_monomials(N_VARIABLES, DEGREE),
    certify=_certify_count,
    mistakes=[
        Mistake(
            "These are the monomials of degree exactly 3. The 1 in the kernel adds those of lower degree.",
            lambda: comb(12, 3),
        ),
        Mistake(
            "You counted $x_1x_2x_3$ once for each order of its factors. The order makes no new feature.",
            lambda: 10**3,
            when=lambda _, n: n in (10**3, 11**3, 1 + 10 + 10**2 + 10**3),
        ),
        Mistake("You left out the constant feature 1.", lambda: comb(13, 3) - 1),
        Mistake(
            "That is the count for degree 2.",
            lambda: comb(12, 2),
            when=lambda _, n: n in (comb(12, 2), comb(12, 2) - 1, comb(11, 2)),
        ),
        Mistake(
            "A variable may come more than once in a product: $x_1^2x_2$ is a feature, too.",
            lambda: comb(10, 3),
            when=lambda _, n: n in (comb(10, 3), comb(11, 3), 175, 176),
        ),
        Mistake(
            "You let each variable have any exponent up to 3. Together the exponents may not exceed 3.",
            lambda: 4**10,
            when=lambda _, n: n in (4**10, 3**10),
        ),
        Mistake(
            "You added or multiplied 10 and 3. The map of $(1 + x\\cdot y)^2$ in two variables stands in the "
            "chapter: does your rule give its number of features?",
            lambda: 30,
            when=lambda _, n: n in (13, 14, 30, 31, 33),
        ),
    ],
)


NOT_PSD = -0.1


SURELY_NOT_PSD = -1e-12  # below what rounding makes of an eigenvalue that is 0


def _smallest(X):
    return float(np.linalg.eigvalsh(_sigmoid_values(X))[0])


def _sigmoid_values(X):
    return Sigmoid(gamma=1.0, offset=-1.0)(X)


def _is_psd(X):
    return _smallest(X) >= SURELY_NOT_PSD


def _certify_counterexample(_, X):
    return Certificate("the smallest eigenvalue is below −0.1", bool(_smallest(X) < NOT_PSD))


no_kernel = Exercise(
    "01.7",
    "Break it: points on which the sigmoid is no kernel",
    problems=None,
    reference=lambda: np.array([[0.5, 0.0], [0.0, 0.5]]),
    certify=_certify_counterexample,
    form=points(2, least=1, most=200),
    mistakes=[
        Mistake(
            "With one point the matrix has one entry, $K(x, x) = \\tanh(\\|x\\|^2 - 1)$, and that is its eigenvalue. "
            "For which $x$ is it negative?",
            lambda: np.array([[2.0, 1.0]]),
            when=lambda _, X: len(X) == 1 and _is_psd(X),
        ),
        Mistake(
            "All your points are the same, and so are all entries of the matrix: one more point like the others "
            "does not break it.",
            lambda: np.full((3, 2), 1.5),
            when=lambda _, X: not np.ptp(X, axis=0).any() and _is_psd(X),
        ),
        Mistake(
            "On these points the matrix is PSD. A diagonal entry $K(x, x) = \\tanh(\\|x\\|^2 - 1)$ of a PSD matrix "
            "cannot be negative: for which $x$ is it?",
            lambda: np.array([[5.0, 0.0], [0.0, 5.0]]),
            when=lambda _, X: _is_psd(X),
        ),
        Mistake(
            "There is a negative eigenvalue, but it is hardly below 0. Bring the points nearer to the origin.",
            lambda: np.array([[0.98, 0.0]]),
            when=lambda _, X: bool(np.diagonal(_sigmoid_values(X)).min() < 0),
        ),
        Mistake(
            "There is a negative eigenvalue although no diagonal entry is negative, which is the harder way, but it is "
            "hardly below 0. With a negative diagonal entry it is easier.",
            lambda: np.array([[2.0, 0.0], [1.5, 0.5]]),
            when=lambda _, X: not _is_psd(X),
        ),
    ],
)


which_is_none = Exercise(
    "01.8",
    "Three kernels and one that is none",
    problems=None,
    choices=("a", "b", "c", "d"),
    reference=lambda: "b",
    certify=lambda _, choice: Certificate(
        "on the points 0 and 1 its matrix is [[1, 1], [1, 0]], with determinant −1",
        choice == "b",
        otherwise="This one is a kernel.",
    ),
    mistakes=[
        Mistake(
            "(a) is negative in places, which is allowed. Its feature map has one coordinate, $\\sin x$.",
            lambda: "a",
        ),
        Mistake("(c) is a product of two kernels.", lambda: "c"),
        Mistake(
            "(d) is a sum $\\sum_m (xy)^m / m!$ of powers of a kernel, each times a positive number.",
            lambda: "d",
        ),
    ],
)


def _nearest_psd(S):
    return geometry.nearest_psd(S).K


def _with_eigenvalues(change):
    """A repair that changes the eigenvalues and keeps the eigenvectors: ``change(values)``."""

    def repair(S):
        values, V = np.linalg.eigh(S)
        return V @ np.diag(change(values)) @ V.T

    return repair


def _turned_back(S):
    """The eigenvectors taken from the rows."""
    values, V = np.linalg.eigh(S)
    return V.T @ np.diag(np.maximum(values, 0)) @ V


def _certify_repair(problem, A):
    S = problem.S
    best = np.linalg.norm(np.minimum(np.linalg.eigvalsh(S), 0))
    smallest = np.linalg.eigvalsh((A + A.T) / 2)[0]
    return [
        Certificate("largest | Aᵢⱼ − Aⱼᵢ |", np.abs(A - A.T).max(), 1e-10),
        Certificate("how far the smallest eigenvalue of A lies below 0", worst(-smallest), 1e-10),
        Certificate("‖A − S‖ beyond the least possible", worst(np.linalg.norm(A - S) - best), 1e-11),
    ]


repair = Exercise(
    "01.9",
    "Repair it: the nearest PSD matrix",
    problems=problems.indefinite,
    edge=problems.edge_indefinite,
    reference=_nearest_psd,
    certify=_certify_repair,
    mistakes=[
        Mistake(
            "You turned the negative eigenvalues positive. That is PSD, but twice as far as it need be.",
            _with_eigenvalues(np.abs),
        ),
        Mistake(
            "You raised all eigenvalues by the same amount. That is PSD, but it moves the good ones too.",
            _with_eigenvalues(lambda values: values - values.min()),
        ),
        Mistake(
            "You set negative *entries* to 0. Entries may be negative; eigenvalues may not.",
            lambda S: np.maximum(S, 0),
        ),
        Mistake("The matrix came back as it was.", lambda S: S),
        Mistake(
            "The eigenvectors stand in the *columns* of what `eigh` returns. Put the matrix together again with the "
            "eigenvalues as they are: is it S?",
            _turned_back,
        ),
        Mistake(
            "You kept what is negative and dropped what is good.",
            _with_eigenvalues(lambda values: np.minimum(values, 0)),
        ),
        Mistake(
            "You squared the eigenvalues. The square is PSD, but it moves the good eigenvalues too.",
            lambda S: S @ S,
        ),
        Mistake(
            "You made the trace what it was before. That moves the good eigenvalues, and nobody asked for the trace.",
            _with_eigenvalues(
                lambda values: np.maximum(values, 0) * (values.sum() / np.maximum(values, 0).sum())
            ),
        ),
        Mistake(
            "This is a diagonal matrix, or one of zeros: the eigenvectors have gone.",
            lambda S: np.diag(np.maximum(np.linalg.eigvalsh(S), 0)),
            when=lambda problem, A: not (A - np.diag(np.diagonal(A))).any(),
        ),
        Mistake(
            "A is symmetric and PSD, but another one is nearer. Which eigenvalues had to change at all, and how far?",
            _with_eigenvalues(lambda values: np.maximum(values, 0.01)),
            when=lambda problem, A: all(c.holds for c in _certify_repair(problem, A)[:2]),
        ),
        Mistake(
            "Your matrix is put together with V on both sides: on one of them it stands transposed.",
            lambda S: (lambda values, V: V @ np.diag(np.maximum(values, 0)) @ V)(*np.linalg.eigh(S)),
        ),
    ],
)


def _between_means_with(mixed=-2.0, a=np.mean, ab=np.mean, b=np.mean):
    """The squared distance of the means with another factor, or another mean in one of its three terms."""
    return lambda K_a, K_ab, K_b: a(K_a) + mixed * ab(K_ab) + b(K_b)


def _diagonal_mean(K):
    return np.diagonal(K).mean()


def _off_diagonal_mean(K):
    n = len(K)
    return (K.sum() - np.trace(K)) / (n * (n - 1)) if n > 1 else np.nan


def _compares_lengths(problem, d2):
    """Whether an answer is the difference of the two lengths, or of their squares, or the square of one of these."""
    a, b = problem.K_a.mean(), problem.K_b.mean()
    return any(np.isclose(abs(d2), w) for gap in (abs(a - b), abs(a**0.5 - b**0.5)) for w in (gap, gap**2))


def _certify_between_means(problem, d2):
    exact = np.sum((problem.Phi_a.mean(axis=0) - problem.Phi_b.mean(axis=0)) ** 2)
    return Certificate("| your answer − ‖m_a − m_b‖² |, from coordinates", abs(d2 - exact), 1e-10)


distance_of_means = Exercise(
    "01.10",
    "Derive it: the distance of two means",
    problems=problems.two_groups,
    edge=problems.edge_groups,
    arguments=problems.within_and_between,
    reference=geometry.squared_distance_between_means,
    certify=_certify_between_means,
    mistakes=[
        Mistake("The mixed term comes twice.", _between_means_with(mixed=-1)),
        Mistake(
            "The sign of the mixed term is that of $\\|m_a + m_b\\|^2$.",
            _between_means_with(mixed=2),
        ),
        Mistake(
            "The last term is $\\|m_b\\|^2$, a square: it is added.",
            lambda K_a, K_ab, K_b: K_a.mean() - 2 * K_ab.mean() - K_b.mean(),
        ),
        Mistake(
            "You compared the lengths of the two means. Two means can be equally long and far apart.",
            lambda K_a, K_ab, K_b: abs(K_a.mean() - K_b.mean()),
            when=_compares_lengths,
        ),
        Mistake(
            "The mixed term is missing: it is zero only for means at a right angle.",
            _between_means_with(mixed=0),
        ),
        Mistake(
            "You took sums: each mean brings a factor one over the size of its group.",
            _between_means_with(a=np.sum, ab=np.sum, b=np.sum),
        ),
        Mistake(
            "‖m_a‖² is the mean over all pairs of the group, not over its diagonal.",
            _between_means_with(a=_diagonal_mean, b=_diagonal_mean),
        ),
        Mistake(
            "You left out the pairs of a point with itself. Then the answer can be negative; ‖m_a‖² has them all.",
            _between_means_with(a=_off_diagonal_mean, b=_off_diagonal_mean),
        ),
        Mistake(
            "This is the root: the exercise asks for $\\|m_a - m_b\\|^2$.",
            lambda *values: np.sqrt(geometry.squared_distance_between_means(*values)),
        ),
        Mistake(
            "The double sums within a group have the factor 1/n once; there are n² pairs.",
            _between_means_with(a=lambda K: K.sum() / len(K), b=lambda K: K.sum() / len(K)),
        ),
        Mistake(
            "$\\|m_b\\|^2$ is missing.",
            lambda K_a, K_ab, K_b: K_a.mean() - 2 * K_ab.mean(),
        ),
        Mistake(
            "A double sum has one factor for each of its two means: you divided by the size of a group once.",
            lambda K_a, K_ab, K_b: K_a.sum() / len(K_a) - 2 * K_ab.sum() / len(K_a) + K_b.sum() / len(K_b),
        ),
        Mistake(
            "In the mixed term one mean is over n points, the other over m.",
            lambda K_a, K_ab, K_b: K_a.mean() - 2 * K_ab.sum() / len(K_a) ** 2 + K_b.mean(),
        ),
    ],
)


MOST_FEATURES = 5


def _few_rows(answer, expected):
    """What is wrong with the form of a few features a point, or None."""
    fault = _one_row_a_point(answer, expected)
    if fault or np.shape(answer)[1] <= MOST_FEATURES:
        return fault
    return f"expected at most {MOST_FEATURES} features a point, got {np.shape(answer)[1]}"


def _certify_ring(problem, Phi):
    apart = problems.are_separable(Phi, problem.in_ring)
    return Certificate("a hyperplane has the ring on one side and all other points on the other", apart)


ring = Exercise(
    "01.12",
    "A map for a ring",
    problems=problems.rings,
    arguments=problems.points_only,
    reference=lambda X: np.column_stack([(X**2).sum(axis=1), (X**2).sum(axis=1) ** 2]),
    certify=_certify_ring,
    form=_few_rows,
    mistakes=[
        Mistake("In the two squares a line is an ellipse. A ring has two edges.", lambda X: X**2),
        Mistake(
            "Those are the features of a conic. It has one edge around the origin, and a ring has two.",
            equations.quadratic_features,
        ),
        Mistake("On the bowl a plane cuts off a disk. A ring has a hole.", equations.lift_to_paraboloid),
        Mistake(
            "With one feature, the ring lies between two pieces of the other class. No threshold cuts it out.",
            lambda X: np.hypot(*X.T)[:, None],
            when=lambda problem, Phi: Phi.shape[1] == 1,
        ),
        Mistake("Those are the points themselves: a line of the plane.", lambda X: X),
    ],
)


def _certify_disagreement(_, choice):
    a, b = {"a": (0.5, 0.5), "b": (0.9, 0.9), "c": (0.8, 0.8), "d": (1.3, 0.0)}[choice], (1.2, 0.0)
    disagree = np.hypot(*a) < np.hypot(*b) and sum(a) > sum(b)
    text = "the Gaussian kernel prefers this point to (1.2, 0), and the Laplacian does not"
    return Certificate(text, bool(disagree), otherwise="On this point the two kernels agree.")


disagreement = Exercise(
    "01.13",
    "Two kernels that disagree",
    problems=None,
    choices=("a", "b", "c", "d"),
    reference=lambda: "c",
    certify=_certify_disagreement,
    mistakes=[
        Mistake("Along the axes it is nearer, too: add up the absolute coordinates.", lambda: "a"),
        Mistake("In a straight line it is farther, too: how long is the diagonal of a square?", lambda: "b"),
        Mistake("It lies on the axis, farther out. Both kernels see that.", lambda: "d"),
    ],
)


hole = Exercise(
    "01.14",
    "A proof with a hole",
    problems=None,
    choices=("a", "b", "c", "d"),
    reference=lambda: "d",
    certify=lambda _, choice: Certificate(
        "the rows 0, 1 and 1, 0 make a matrix that keeps all other steps, with zᵀSz = −2 for z = (1, −1)",
        choice == "d",
        otherwise="This step is right for every symmetric matrix.",
    ),
    mistakes=[
        Mistake("Every symmetric matrix has a basis of orthonormal eigenvectors.", lambda: "a"),
        Mistake("This only puts (a) into the form, and calls $\\mathbf{V}z$ by another name.", lambda: "b"),
        Mistake("$\\mathbf{\\Lambda}$ is diagonal, so this is the sum, whatever the signs.", lambda: "c"),
    ],
)


def _certify_coordinates(problem, Phi):
    K, m = problem
    least = np.sqrt((np.sort(np.linalg.eigvalsh(K))[: len(K) - m] ** 2).sum())
    text = "‖ΦΦᵀ − K‖ beyond the least that m coordinates allow"
    return Certificate(text, worst(np.linalg.norm(Phi @ Phi.T - K) - least), 1e-10)


few_coordinates = Exercise(
    "01.15",
    "Few coordinates from K alone",
    problems=problems.grams_to_shorten,
    edge=problems.edge_to_shorten,
    reference=problems.best_coordinates(),
    certify=_certify_coordinates,
    same=_same_dot_products,
    mistakes=[
        Mistake(
            "You kept the smallest eigenvalues. In which order does `eigh` return them?",
            problems.best_coordinates(choose=np.argsort),
        ),
        Mistake(
            "The two points of a dot product share the eigenvalue. You gave all of it to each.",
            problems.best_coordinates(weigh=lambda values: values),
        ),
        Mistake(
            "Those are the eigenvectors. Their dot products do not know the eigenvalues.",
            problems.best_coordinates(weigh=np.ones_like),
        ),
        Mistake("Eigenvectors are the *columns* of what `eigh` returns.", problems.rows_for_columns),
        Mistake("Those are columns of $\\mathbf{K}$: dot products, not coordinates.", lambda K, m: K[:, :m]),
    ],
)
