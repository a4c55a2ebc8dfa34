"""The exercises of chapter 10: a norm, primal and dual variables, an intercept, degrees of freedom, leaving one out."""

import functools
from math import comb

import numpy as np

from kernelcourse.judging.answers import points
from kernelcourse.judging.certificates import agreement, worst
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake
from kernelcourse.judging.hints.known_mistakes import other_prices
from kernelcourse.ridge import problems
from kernelcourse.ridge.draws import fit_in_coordinates
from kernelsy19.kernels import RBF
from kernelsy19.ridge import equations as ridge
from kernelsy19.ridge.leave_one_out import loo_path
from kernelsy19.ridge.solve import certify, plain_kernel_ridge, plain_leave_one_out, solve_dual


def _squared_distance(alpha, c, K_xx, K_xz, K_zz):
    return (
        ridge.squared_norm(alpha, K_xx)
        - 2 * ridge.inner_product(alpha, K_xz, c)
        + ridge.squared_norm(c, K_zz)
    )


def _certify_distance(problem, answer):
    difference = problem.alpha @ problem.Phi - problem.c @ problem.Phi_z
    return Certificate(
        "| ‖f − g‖² − its value from coordinates |", abs(answer - difference @ difference), 1e-9
    )


def _same_up_to_rounding(a, b):
    """Whether two numbers are the same, where one that is 0 up to rounding is 0."""
    return np.shape(a) == np.shape(b) and bool(np.allclose(a, b, rtol=1e-6, atol=1e-9))


def _terms_of_distance(problem):
    alpha, c, K_xx, K_xz, K_zz = problem[:5]
    return {
        "‖f‖²": (alpha @ K_xx @ alpha, 1),
        "the mixed term": (alpha @ K_xz @ c, -2),
        "‖g‖²": (c @ K_zz @ c, 1),
        "a sum of squared coefficients of f": (alpha @ alpha, 0),
        "a sum of squared coefficients of g": (c @ c, 0),
        "a sum over all of `K_xz`, without coefficients,": (K_xz.sum(), 0),
        "a sum over all of `K_xx`, without coefficients,": (K_xx.sum(), 0),
        "a sum over all of `K_zz`, without coefficients,": (K_zz.sum(), 0),
        "the square of the mixed term": ((alpha @ K_xz @ c) ** 2, 0),
        "a product of both lengths": (np.sqrt(abs((alpha @ K_xx @ alpha) * (c @ K_zz @ c))), 0),
        "a product of sums of coefficients": (alpha.sum() * c.sum(), 0),
        "‖f‖": (np.sqrt(max(alpha @ K_xx @ alpha, 0)), 0),
        "‖g‖": (np.sqrt(max(c @ K_zz @ c, 0)), 0),
        "the square of ‖f‖²": ((alpha @ K_xx @ alpha) ** 2, 0),
        "the square of ‖g‖²": ((c @ K_zz @ c) ** 2, 0),
        "the trace of `K_xx`": (np.trace(K_xx), 0),
        "the trace of `K_zz`": (np.trace(K_zz), 0),
        "a sum of squared coefficients of f with K(x, x)": (alpha**2 @ np.diagonal(K_xx), 0),
        "a sum of squared coefficients of g with K(z, z)": (c**2 @ np.diagonal(K_zz), 0),
        "a sum of `K_xz` with the coefficients of f alone": ((alpha @ K_xz).sum(), 0),
        "a sum of `K_xz` with the coefficients of g alone": ((K_xz @ c).sum(), 0),
        "the diagonal of the mixed term alone": (
            sum(alpha[i] * K_xz[i, i] * c[i] for i in range(min(K_xz.shape))),
            0,
        ),
    }


def _without_signs(alpha, c, K_xx, K_xz, K_zz):
    for a, b in ((np.abs(alpha), np.abs(c)), (np.abs(alpha), c), (alpha, np.abs(c))):
        yield _squared_distance(a, b, K_xx, K_xz, K_zz)
        yield a @ K_xx @ a - 2 * alpha @ K_xz @ c + b @ K_zz @ b


def _cosine(alpha, c, K_xx, K_xz, K_zz):
    lengths = np.sqrt(max(alpha @ K_xx @ alpha, 0) * max(c @ K_zz @ c, 0))
    return alpha @ K_xz @ c / (lengths or 1.0)


distance = Exercise(
    "10.1",
    "How far apart are two functions?",
    problems=problems.two_functions,
    edge=problems.edge_functions,
    arguments=lambda problem: tuple(problem[:5]),
    reference=_squared_distance,
    certify=_certify_distance,
    same=_same_up_to_rounding,
    terms=_terms_of_distance,
    mistakes=[
        Mistake(
            "The mixed term is there once. A square of a difference has it twice.",
            lambda a, c, K, L, M: a @ K @ a - a @ L @ c + c @ M @ c,
        ),
        Mistake(
            "The sign of the mixed term: that is the squared norm of the sum of both functions.",
            lambda a, c, K, L, M: a @ K @ a + 2 * a @ L @ c + c @ M @ c,
        ),
        Mistake(
            "The mixed term is missing: without it functions would always be at right angles.",
            lambda a, c, K, L, M: a @ K @ a + c @ M @ c,
        ),
        Mistake(
            "You took the difference of the two squared norms. The square of a difference is something else.",
            lambda a, c, K, L, M: a @ K @ a - c @ M @ c,
        ),
        Mistake(
            "You took the root: the question asks for the *squared* distance.",
            lambda a, c, K, L, M: np.sqrt(np.maximum(0, _squared_distance(a, c, K, L, M))),
        ),
        Mistake(
            "You used products of coefficients alone. Two kernel functions are at right angles only if their kernel "
            "value is 0.",
            lambda a, c, K, L, M: a @ a - 2 * a @ L @ c + c @ c,
        ),
        Mistake(
            "The last term is $\\|g\\|^2$, a square: it is added.",
            lambda alpha, c, K_xx, K_xz, K_zz: alpha @ K_xx @ alpha - 2 * alpha @ K_xz @ c - c @ K_zz @ c,
        ),
        Mistake(
            "That is the inner product of the two functions. Their distance holds it, and both norms.",
            lambda alpha, c, K_xx, K_xz, K_zz: alpha @ K_xz @ c,
        ),
        Mistake(
            "That is $\\|f\\|^2$ alone.",
            lambda alpha, c, K_xx, K_xz, K_zz: alpha @ K_xx @ alpha,
        ),
        Mistake(
            "In both norms you kept the pairs of a point with itself. They are double sums over all pairs.",
            lambda alpha, c, K_xx, K_xz, K_zz: (
                alpha**2 @ np.diagonal(K_xx) - 2 * alpha @ K_xz @ c + c**2 @ np.diagonal(K_zz)
            ),
        ),
        Mistake(
            "Half of what it should be: the squared distance has no factor ½.",
            lambda alpha, c, K_xx, K_xz, K_zz: _squared_distance(alpha, c, K_xx, K_xz, K_zz) / 2,
        ),
        Mistake(
            "The sign of the whole: a squared distance is not negative.",
            lambda alpha, c, K_xx, K_xz, K_zz: -_squared_distance(alpha, c, K_xx, K_xz, K_zz),
        ),
        Mistake(
            "You compared the two functions at the points $x_i$ only. The norm of $f - g$ knows them "
            "everywhere.",
            lambda alpha, c, K_xx, K_xz, K_zz: ((K_xx @ alpha - K_xz @ c) ** 2).sum(),
        ),
        Mistake(
            "You compared the two functions at the points $z_j$ only, or at all points. The norm of $f - g$ knows them "
            "everywhere.",
            lambda alpha, c, K_xx, K_xz, K_zz: ((K_xz.T @ alpha - K_zz @ c) ** 2).sum(),
            also=(
                lambda alpha, c, K_xx, K_xz, K_zz: (
                    ((K_xz.T @ alpha - K_zz @ c) ** 2).sum() + ((K_xx @ alpha - K_xz @ c) ** 2).sum()
                ),
                lambda alpha, c, K_xx, K_xz, K_zz: ((K_xx @ alpha - K_xz @ c) ** 2).mean(),
            ),
        ),
        Mistake(
            "That is a cosine, or 1 minus it. Two functions of one direction can be far apart.",
            lambda alpha, c, K_xx, K_xz, K_zz: _cosine(alpha, c, K_xx, K_xz, K_zz),
            also=(lambda alpha, c, K_xx, K_xz, K_zz: 1 - _cosine(alpha, c, K_xx, K_xz, K_zz),),
        ),
        Mistake(
            "The coefficients are squared before they meet the kernel values.",
            lambda alpha, c, K_xx, K_xz, K_zz: _squared_distance(alpha**2, c**2, K_xx, K_xz, K_zz),
            also=(
                lambda alpha, c, K_xx, K_xz, K_zz: (
                    alpha**2 @ K_xx.sum(1) - 2 * alpha @ K_xz @ c + c**2 @ K_zz.sum(1)
                ),
            ),
        ),
        Mistake(
            "You added up the values of each function first. The norm holds products of coefficients.",
            lambda alpha, c, K_xx, K_xz, K_zz: ((K_xx @ alpha).sum() - (K_zz @ c).sum()) ** 2,
            also=(
                lambda alpha, c, K_xx, K_xz, K_zz: ((K_xx @ alpha).sum() - (K_xz @ c).sum()) ** 2,
                lambda alpha, c, K_xx, K_xz, K_zz: ((K_xx @ alpha).mean() - (K_zz @ c).mean()) ** 2,
            ),
        ),
        Mistake(
            "You compared the lengths of the two functions. Two functions can be equally long and far apart.",
            lambda alpha, c, K_xx, K_xz, K_zz: (
                (max(alpha @ K_xx @ alpha, 0) ** 0.5 - max(c @ K_zz @ c, 0) ** 0.5) ** 2
            ),
        ),
        Mistake(
            "The coefficients lost their signs.",
            lambda alpha, c, K_xx, K_xz, K_zz: _squared_distance(np.abs(alpha), np.abs(c), K_xx, K_xz, K_zz),
            when=lambda problem, answer: any(
                np.isclose(answer, value, rtol=1e-9) for value in _without_signs(*problem[:5])
            ),
        ),
        Mistake(
            "The coefficients have no effect on your answer, or on its mixed term: each function is a weighted sum.",
            lambda alpha, c, K_xx, K_xz, K_zz: K_xx.sum() - 2 * K_xz.sum() + K_zz.sum(),
        ),
        Mistake(
            "You divided by numbers of points, as for a distance of means. Coefficients are there already.",
            lambda alpha, c, K_xx, K_xz, K_zz: _squared_distance(
                alpha / len(alpha), c / len(c), K_xx, K_xz, K_zz
            ),
        ),
        Mistake(
            "Only coefficients are in your answer. Kernel values say how far apart kernel functions are.",
            lambda alpha, c, K_xx, K_xz, K_zz: alpha @ alpha + c @ c - 2 * alpha.sum() * c.sum(),
            when=lambda problem, answer: any(
                np.isclose(answer, value, rtol=1e-9)
                for value in (
                    problem.alpha @ problem.alpha
                    + problem.c @ problem.c
                    - 2 * problem.alpha.sum() * problem.c.sum(),
                    (problem.alpha.sum() - problem.c.sum()) ** 2,
                )
            ),
        ),
    ],
)


def _coefficients(X, y, lam):
    return ridge.primal_from_dual(X, y, lam)


def _certify_coefficients(problem, beta):
    slope = problem.X.T @ (problem.y - problem.X @ beta) - problem.lam * beta
    return Certificate("largest slope of ‖y − Xβ‖² + λ‖β‖² at your β, over 2", np.abs(slope).max(), 1e-8)


def _is_shrunk(beta, other):
    """Whether coefficients are others, all times the same factor."""
    factor = beta @ other / (other @ other)
    return (
        bool(np.allclose(beta, factor * other, rtol=1e-6, atol=1e-12))
        and abs(factor) > 1e-9
        and abs(factor - 1) > 1e-9
    )


def _scaled(X, y, lam):
    with np.errstate(all="ignore"):
        yield _coefficients(X / np.linalg.norm(X, axis=1, keepdims=True), y, lam)
        yield _coefficients(X / np.linalg.norm(X, axis=0), y, lam)
        yield _coefficients((X - X.mean(axis=0)) / X.std(axis=0), y, lam)
        yield _coefficients(X / X.std(axis=0), y, lam)


def _soft(X, y, lam):
    """Coefficients of least squares, each moved by the price toward 0."""
    beta = np.linalg.pinv(X) @ y
    return np.sign(beta) * np.maximum(np.abs(beta) - lam, 0)


def _soft_of_ridge(X, y, lam):
    beta = _coefficients(X, y, lam)
    return np.sign(beta) * np.maximum(np.abs(beta) - lam, 0)


coefficients = Exercise(
    "10.2",
    "Many variables, few points",
    problems=problems.regressions,
    edge=problems.edge_regressions,
    forbids=("kernelsy19.ridge.primal_from_dual", "kernelsy19.ridge.solve_ridge"),
    reference=_coefficients,
    certify=_certify_coefficients,
    memory=problems.half_of_p_by_p,
    too_large="your β may be right, but on the way you held half a matrix of p × p or more: that is a system of p "
    "equations",
    mistakes=[
        Mistake(
            "The price is missing: that is least squares.",
            lambda X, y, lam: np.linalg.lstsq(X, y, rcond=None)[0],
        ),
        Mistake(
            "You stopped at $\\mathbf{X}^\\top y$: no system was solved.",
            lambda X, y, lam: X.T @ y,
        ),
        *other_prices(_coefficients),
        Mistake(
            "The price is subtracted from the diagonal. It has to make the matrix larger, or there may be no inverse.",
            lambda X, y, lam: X.T @ np.linalg.solve(X @ X.T - lam * np.eye(len(X)), y),
        ),
        Mistake(
            "You divided the products by n. The matrix holds sums, not means.",
            lambda X, y, lam: ridge.primal_from_dual(X, y, lam * len(X)) * len(X),
        ),
        Mistake(
            "All your coefficients have the wrong sign.",
            lambda X, y, lam: -ridge.primal_from_dual(X, y, lam),
        ),
        Mistake(
            "You centered the variables, or the targets with them. What is minimized here has no intercept.",
            lambda X, y, lam: _coefficients(X - X.mean(axis=0), y - y.mean(), lam),
        ),
        Mistake(
            "You centered the targets. What is minimized here has no intercept.",
            lambda X, y, lam: _coefficients(X, y - y.mean(), lam),
        ),
        Mistake(
            "You shrank the least squares coefficients all by the same factor. The price weighs more on weak "
            "directions.",
            lambda X, y, lam: np.linalg.pinv(X) @ y / (1 + lam),
            when=lambda problem, beta: _is_shrunk(beta, np.linalg.pinv(problem.X) @ problem.y),
        ),
        Mistake(
            "λ is added to every entry of the matrix. It belongs on the diagonal.",
            lambda X, y, lam: X.T @ (np.linalg.pinv(X @ X.T + lam) @ y),
        ),
        Mistake(
            "The matrix of products stands there once too often.",
            lambda X, y, lam: X.T @ (X @ _coefficients(X, y, lam)),
        ),
        Mistake(
            "You divided by the entries of the diagonal. A system has to be solved.",
            lambda X, y, lam: X.T @ (y / (lam + (X**2).sum(axis=1))),
            also=(lambda X, y, lam: X.T @ (y / (X**2).sum(axis=1)),),
        ),
        Mistake(
            "You added the price to the coefficients, or subtracted it from them. It belongs in the system.",
            lambda X, y, lam: np.linalg.pinv(X) @ y + lam,
            also=(lambda X, y, lam: np.linalg.pinv(X) @ y - lam, _soft, _soft_of_ridge),
        ),
        Mistake(
            "You scaled the targets. They are taken as they are.",
            lambda X, y, lam: _coefficients(X, (y - y.mean()) / (y.std() or 1), lam),
            also=(
                lambda X, y, lam: _coefficients(X, y / (y.std() or 1), lam),
                lambda X, y, lam: _coefficients(X, y / np.linalg.norm(y), lam),
                lambda X, y, lam: _coefficients(X, y / np.abs(y).max(), lam),
            ),
        ),
        Mistake(
            "You treated each variable by itself. The matrix holds products of all of them.",
            lambda X, y, lam: X.T @ y / ((X**2).sum(axis=0) + lam),
        ),
        Mistake(
            "You scaled the rows of X, or its columns. They are taken as they are.",
            lambda X, y, lam: _coefficients(X / np.linalg.norm(X, axis=1, keepdims=True), y, lam),
            when=lambda problem, beta: any(
                np.allclose(beta, other, rtol=1e-6) for other in _scaled(*problem)
            ),
        ),
        Mistake(
            "Your price is a little off: it was multiplied by n − 1, or by the number of variables.",
            lambda X, y, lam: _coefficients(X, y, lam * max(len(X) - 1, 1)),
            when=lambda problem, beta: any(
                np.allclose(beta, _coefficients(problem.X, problem.y, problem.lam * k), rtol=1e-6)
                for k in (len(problem.X) - 1, len(problem.X) + 1, problem.X.shape[1], 1 / problem.X.shape[1])
                if k > 0
            ),
        ),
    ],
)


def _predict(K_new, K, y, lam):
    return ridge.predict(K_new, ridge.dual_variables(K, y, lam))


def _certify_prediction(problem, values):
    w, _ = fit_in_coordinates(problem.Phi, problem.y, problem.lam)
    error = np.abs(values - problem.Phi_new @ w).max()
    return Certificate("largest | f(x) − ⟨w, Φ(x)⟩ |, with w from coordinates", error, 1e-8)


def _by_entries(K, y, lam):
    """What comes in the place of the dual variables for those who divide entries."""
    with np.errstate(all="ignore"):
        yield (1 / (K + lam * np.eye(len(K)))) @ y
        yield y / (np.diagonal(K) + lam)
        yield y / (K.sum(axis=1) + lam)
        yield (1 / (K + lam)) @ y


predicting = Exercise(
    "10.3",
    "Predict with a kernel",
    problems=problems.new_points,
    edge=problems.edge_new_points,
    arguments=lambda problem: tuple(problem[:4]),
    reference=_predict,
    certify=_certify_prediction,
    mistakes=[
        Mistake(
            "The price is missing: your function passes through all targets.",
            lambda K_new, K, y, lam: K_new @ (np.linalg.pinv(K) @ y),
        ),
        Mistake(
            "You used the targets themselves as coefficients. They have to go through the inverse.",
            lambda K_new, K, y, lam: K_new @ y,
        ),
        Mistake(
            "You centered the targets and put the mean back. The question asks for the fit without an intercept.",
            lambda K_new, K, y, lam: _predict(K_new, K, y - y.mean(), lam) + y.mean(),
        ),
        Mistake(
            "You centered the targets. The question asks for the fit without an intercept, to y as it is.",
            lambda K_new, K, y, lam: _predict(K_new, K, y - y.mean(), lam),
        ),
        Mistake(
            "A free intercept is a good idea, but another fit: here there is none.",
            lambda K_new, K, y, lam: ridge.predict(K_new, *plain_kernel_ridge(K, y, lam)),
        ),
        Mistake(
            "λ is added to every entry of the matrix. It belongs on the diagonal.",
            lambda K_new, K, y, lam: K_new @ (np.linalg.pinv(K + lam) @ y),
        ),
        *other_prices(_predict),
        Mistake(
            "The sign of all your predictions is turned.",
            lambda K_new, K, y, lam: -_predict(K_new, K, y, lam),
        ),
        Mistake(
            "That is a mean of targets, with kernel values as weights. Ridge regression solves a system "
            "first.",
            lambda K_new, K, y, lam: K_new @ y / K_new.sum(axis=1),
        ),
        Mistake(
            "You solved with K twice, as if its columns were variables with a price on each α. The norm is "
            "$\\alpha^\\top\\mathbf{K}\\alpha$.",
            lambda K_new, K, y, lam: K_new @ np.linalg.solve(K @ K + lam * np.eye(len(K)), K @ y),
        ),
        Mistake(
            "That is the target of the most similar point.",
            lambda K_new, K, y, lam: y[K_new.argmax(axis=1)],
        ),
        Mistake(
            "You predict with what the fit leaves of y, or with its values, in the place of the dual variables.",
            lambda K_new, K, y, lam: K_new @ (y - lam * ridge.dual_variables(K, y, lam)),
            when=lambda problem, f: any(
                np.allclose(f, problem.K_new @ v, rtol=1e-6)
                for a in [ridge.dual_variables(problem.K, problem.y, problem.lam)]
                for v in (problem.y - problem.lam * a, problem.y - problem.K @ a, problem.y - a)
            ),
        ),
        Mistake(
            "The rows of `K_new` were scaled. They are kernel values, and stay as they are.",
            lambda K_new, K, y, lam: (
                (K_new / K_new.sum(axis=1, keepdims=True)) @ ridge.dual_variables(K, y, lam)
            ),
        ),
        Mistake(
            "You shrank the values of the fit without a price, all by the same factor.",
            lambda K_new, K, y, lam: K_new @ (np.linalg.pinv(K) @ y) / (1 + lam),
            when=lambda problem, f: _is_shrunk(f, problem.K_new @ (np.linalg.pinv(problem.K) @ problem.y)),
        ),
        Mistake(
            "You divided entry by entry where a system has to be solved.",
            lambda K_new, K, y, lam: K_new @ ((1 / (K + lam * np.eye(len(K)))) @ y),
            when=lambda problem, f: any(
                np.allclose(f, problem.K_new @ v, rtol=1e-6) for v in _by_entries(*problem[1:4])
            ),
        ),
        Mistake(
            "The system is solved twice: what comes out of it went in once more.",
            lambda K_new, K, y, lam: K_new @ ridge.dual_variables(K, ridge.dual_variables(K, y, lam), lam),
        ),
        Mistake(
            "You inverted K and added the price afterward. It is added before the inverse is taken.",
            lambda K_new, K, y, lam: K_new @ (np.linalg.pinv(K) @ y + lam * y),
            also=(
                lambda K_new, K, y, lam: K_new @ (np.linalg.pinv(K) @ y + lam),
                lambda K_new, K, y, lam: K_new @ (np.linalg.pinv(K) @ y) + lam,
            ),
        ),
        Mistake(
            "λ stands in `K_new`, too. It belongs to the system alone.",
            lambda K_new, K, y, lam: (K_new + lam) @ ridge.dual_variables(K, y, lam),
        ),
        Mistake(
            "Your predictions are all off by one amount: was something added in the end, such as the mean of y, or a "
            "mean subtracted? There is no intercept.",
            lambda K_new, K, y, lam: _predict(K_new, K, y, lam) + y.mean(),
            when=lambda problem, f: bool(
                np.ptp(f - _predict(*problem[:4])) < 1e-9 and abs(f - _predict(*problem[:4])).max() > 1e-6
            ),
        ),
    ],
)


def _with_intercept(K, y, lam):
    return plain_kernel_ridge(K, y, lam)


def _certify_intercept(problem, answer):
    alpha, b = answer
    left = problem.y - b - problem.lam * alpha - problem.K @ alpha
    return [
        Certificate("largest | yᵢ − b − ((K + λI)α)ᵢ |", np.abs(left).max(), 1e-8),
        Certificate("| Σᵢ αᵢ |", abs(alpha.sum()), 1e-8),
    ]


def _paid_intercept(K, y, lam):
    alpha = ridge.dual_variables(K + 1, y, lam)
    return alpha, alpha.sum()


def _same_pair(a, b):
    """Whether α and b are the same, each up to rounding, where an α that is 0 up to rounding is 0."""
    return all(map(_same_vector, a, b))


def _same_vector(a, b):
    return np.shape(a) == np.shape(b) and bool(
        np.allclose(a, b, rtol=0, atol=1e-7 * max(1.0, np.abs(b).max()))
    )


def _fits_rows(problem, answer):
    """Whether the first n equations hold."""
    K, y, lam = problem
    alpha, b = answer
    return bool(np.allclose(K @ alpha + lam * alpha + b, y, atol=1e-7 * max(1, np.abs(y).max())))


def _has_corner(problem, answer):
    """Whether the last equation has b in it: Σ αᵢ is a multiple of b, and one that students write."""
    alpha, b = answer
    corners = (1.0, -1.0, problem.lam, len(problem.y), 1 + problem.lam)
    return _fits_rows(problem, answer) and any(
        abs(alpha.sum() + c * b) < 1e-7 * max(1, abs(b)) for c in corners
    )


def _with_sum(K, y, lam, total):
    found = np.linalg.solve(ridge.bordered_matrix(K, lam), np.append(y, total))
    return found[:-1], found[-1]


def _centered(K):
    yield K - K.mean()
    yield K - K.mean(axis=0)
    yield K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()


def _mean_free(alpha):
    return alpha - alpha.mean()


intercept = Exercise(
    "10.4",
    "A free intercept",
    problems=problems.fits,
    edge=problems.edge_fits,
    reference=_with_intercept,
    certify=_certify_intercept,
    same=_same_pair,
    mistakes=[
        Mistake(
            "You subtracted the mean of y once and fitted without an intercept. Then b is not the best one for your α: "
            "ask for the mean of what the fit leaves.",
            lambda K, y, lam: (ridge.dual_variables(K, y - y.mean(), lam), y.mean()),
        ),
        Mistake(
            "You fitted without an intercept and then took the mean of what was left. Both have to be found together.",
            lambda K, y, lam: (
                ridge.dual_variables(K, y, lam),
                (y - K @ ridge.dual_variables(K, y, lam)).mean(),
            ),
        ),
        Mistake(
            "There is no intercept yet: that is the fit of exercise 10.3.",
            lambda K, y, lam: (ridge.dual_variables(K, y, lam), 0.0),
        ),
        Mistake(
            "Your intercept has a price, too: a feature that is 1 everywhere was added to the kernel. It should be "
            "free.",
            _paid_intercept,
        ),
        Mistake(
            "The intercept has the wrong sign.",
            lambda K, y, lam: (_with_intercept(K, y, lam)[0], -_with_intercept(K, y, lam)[1]),
        ),
        Mistake(
            "α is right, and b is the mean of y. It is the mean of what the function leaves of y.",
            lambda K, y, lam: (_with_intercept(K, y, lam)[0], y.mean()),
        ),
        Mistake(
            "The price stands in the corner of the matrix as well. The corner is 0.",
            lambda K, y, lam: _solve_bordered(K, y, lam, lam),
        ),
        *other_prices(_with_intercept),
        Mistake(
            "All of α has the wrong sign.",
            lambda K, y, lam: (-_with_intercept(K, y, lam)[0], _with_intercept(K, y, lam)[1]),
        ),
        Mistake(
            "b is right, and α is that of the fit without an intercept: it has to fit what b leaves of y.",
            lambda K, y, lam: (np.linalg.solve(K + lam * np.eye(len(y)), y), _with_intercept(K, y, lam)[1]),
        ),
        Mistake(
            "You fitted without an intercept and then made α sum to 0. Both have to be found together.",
            lambda K, y, lam: (_mean_free(ridge.dual_variables(K, y, lam)), y.mean()),
            also=(
                lambda K, y, lam: (
                    _mean_free(ridge.dual_variables(K, y, lam)),
                    ridge.dual_variables(K, y, lam).mean(),
                ),
                lambda K, y, lam: (
                    _mean_free(ridge.dual_variables(K, y, lam)),
                    (y - K @ ridge.dual_variables(K, y, lam)).mean(),
                ),
            ),
        ),
        Mistake(
            "Your b is the median of y. The squared errors are to be smallest, and α and b have to be found "
            "together.",
            lambda K, y, lam: (np.linalg.solve(K + lam * np.eye(len(y)), y - np.median(y)), np.median(y)),
        ),
        Mistake(
            "The corner of the matrix is not 0 in your system: then the equation is not that of Σ αᵢ.",
            lambda K, y, lam: _solve_bordered(K, y, lam, 1.0),
            when=lambda problem, answer: _has_corner(problem, answer),
        ),
        Mistake(
            "The last right side is not 0 in your system: the weights α have to sum to 0.",
            lambda K, y, lam: _with_sum(K, y, lam, 1.0),
            when=lambda problem, answer: (
                _fits_rows(problem, answer)
                and not _has_corner(problem, answer)
                and abs(answer[0].sum()) > 1e-6
            ),
        ),
        Mistake(
            "You centered K, or subtracted its mean, and solved without an intercept: b is another one then.",
            lambda K, y, lam: (ridge.dual_variables(K - K.mean(), y - y.mean(), lam), y.mean()),
            when=lambda problem, answer: any(
                np.allclose(
                    answer[0], ridge.dual_variables(C, problem.y - problem.y.mean(), problem.lam), rtol=1e-6
                )
                and np.isclose(answer[1], problem.y.mean())
                for C in _centered(problem.K)
            ),
        ),
        Mistake(
            "α is right, and b is not: what is left of yᵢ, once f(xᵢ) and λαᵢ are taken away, is b.",
            lambda K, y, lam: (_with_intercept(K, y, lam)[0], float(np.median(y))),
            when=lambda problem, answer: np.allclose(
                answer[0], _with_intercept(*problem)[0], atol=1e-7 * max(1, np.abs(problem.y).max())
            ),
        ),
        Mistake(
            "b is right, and α is not.",
            lambda K, y, lam: (1.5 * _with_intercept(K, y, lam)[0], _with_intercept(K, y, lam)[1]),
            when=lambda problem, answer: abs(answer[1] - _with_intercept(*problem)[1]) < 1e-7,
        ),
    ],
)


def _solve_bordered(K, y, lam, corner):
    M = ridge.bordered_matrix(K, lam)
    M[-1, -1] = corner
    found = np.linalg.pinv(M) @ np.append(y, 0.0)
    return found[:-1], found[-1]


def _degrees(K, lam):
    return ridge.degrees_of_freedom(ridge.shrinkage(np.maximum(np.linalg.eigvalsh(K), 0), lam))


def _of_eigenvalues(share):
    """A sum over the eigenvalues of a Gram matrix, with ``share(eigenvalues, lam)``."""
    return lambda K, lam: share(np.maximum(np.linalg.eigvalsh(K), 0), lam).sum()


degrees = Exercise(
    "10.5",
    "Degrees of freedom",
    problems=problems.priced,
    edge=problems.edge_priced,
    reference=_degrees,
    certify=agreement(
        "| df − the trace of K(K + λI)⁻¹ |",
        lambda K, lam: np.trace(np.linalg.solve(K + lam * np.eye(len(K)), K)),
    ),
    mistakes=[
        Mistake(
            "That is what the penalty takes away. The degrees of freedom are what it leaves.",
            _of_eigenvalues(lambda v, lam: lam / (v + lam)),
        ),
        Mistake(
            "You squared the shares before adding them up.",
            _of_eigenvalues(lambda v, lam: (v / (v + lam)) ** 2),
        ),
        Mistake(
            "That is the trace of K over λ, which is right for a very large λ only.",
            _of_eigenvalues(lambda v, lam: v / lam),
        ),
        Mistake(
            "You took the mean of the shares. Degrees of freedom are counted, so take the sum.",
            lambda K, lam: _degrees(K, lam) / len(K),
        ),
        Mistake(
            "You counted an intercept as well. The question has none.",
            lambda K, lam: _degrees(K, lam) + 1,
        ),
        Mistake(
            "You took the roots of the eigenvalues. Those are the singular values of the mapped points.",
            _of_eigenvalues(lambda v, lam: np.sqrt(v) / (np.sqrt(v) + lam)),
        ),
        *other_prices(_degrees),
        Mistake(
            "That is the number of points: what they would be without a price.",
            lambda K, lam: float(len(K)),
        ),
        Mistake(
            "That is the rank of K: the price is missing.",
            lambda K, lam: float(np.linalg.matrix_rank(K)),
        ),
        Mistake(
            "That is the trace of the inverse alone: K is missing.",
            lambda K, lam: np.trace(np.linalg.inv(K + lam * np.eye(len(K)))),
        ),
        Mistake(
            "You summed all entries of the matrix. The trace is the sum of its diagonal.",
            lambda K, lam: np.linalg.solve(K + lam * np.eye(len(K)), K).sum(),
        ),
        Mistake(
            "You divided K(x, x) by K(x, x) + λ, point by point. That is right only where points have "
            "nothing in common.",
            lambda K, lam: (np.diagonal(K) / (np.diagonal(K) + lam)).sum(),
        ),
        Mistake(
            "You squared the eigenvalues of K. They stand there as they are; it is singular values of X that "
            "are squared.",
            lambda K, lam: (np.linalg.eigvalsh(K) ** 2 / (np.linalg.eigvalsh(K) ** 2 + lam)).sum(),
        ),
        Mistake(
            "That is another count of degrees of freedom, for the noise that is left. Asked for is the trace of the "
            "matrix that makes values of the fit from y.",
            _of_eigenvalues(lambda v, lam: 2 * v / (v + lam) - (v / (v + lam)) ** 2),
        ),
        Mistake(
            "You counted the eigenvalues that are larger than λ. Each counts by a share.",
            _of_eigenvalues(lambda v, lam: (v > lam).astype(float)),
        ),
        Mistake(
            "You took the largest share, or the product of all shares. They are added up.",
            lambda K, lam: float((np.linalg.eigvalsh(K) / (np.linalg.eigvalsh(K) + lam)).max()),
            also=(
                lambda K, lam: float((np.linalg.eigvalsh(K) / (np.linalg.eigvalsh(K) + lam)).prod()),
                lambda K, lam: float(np.linalg.slogdet(np.eye(len(K)) + K / lam)[1]),
            ),
        ),
        Mistake(
            "You added up the eigenvalues before you took a share. Each eigenvalue has a share of its own.",
            lambda K, lam: float(np.trace(K) / (np.trace(K) + lam)),
            also=(
                lambda K, lam: float(np.trace(K) / (np.trace(K) + len(K) * lam)),
                lambda K, lam: float(len(K) * np.trace(K) / (np.trace(K) + lam)),
                lambda K, lam: float(len(K) * np.trace(K) / (np.trace(K) + len(K) * lam)),
            ),
        ),
        Mistake(
            "That is another count of dimensions, made of the traces of K and of its square. λ has no effect on it.",
            lambda K, lam: float(np.trace(K) ** 2 / np.trace(K @ K)),
        ),
        Mistake(
            "That counts what the fit leaves, as for a variance, and an intercept or two.",
            lambda K, lam: len(K) - _degrees(K, lam) + 1,
            also=(lambda K, lam: len(K) - _degrees(K, lam) - 1,),
        ),
        Mistake(
            "You centered K first. The question is without an intercept.",
            lambda K, lam: _degrees(K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean(), lam),
            when=lambda problem, df: any(
                np.isclose(df, _degrees(C, problem.lam) + k, rtol=1e-9)
                for C in list(_centered(problem.K))[2:]
                for k in (0, 1)
            ),
        ),
    ],
)


PATIENTS, MEASUREMENTS, DEGREE = 442, 10, 3


def _equations():
    """Equations of the smaller system: points, or monomials of up to the degree."""
    return min(PATIENTS, comb(MEASUREMENTS + DEGREE, DEGREE))


how_many = Exercise(
    "10.6",
    "Predict: how many equations?",
    problems=None,
    reference=_equations,
    certify=lambda _, answer: Certificate(
        "your number is the smaller one of points and features", bool(answer == _equations())
    ),
    mistakes=[
        Mistake(
            "That is the dual system, one equation a patient. Count the features: are there more of them or fewer?",
            lambda: PATIENTS,
        ),
        Mistake(
            "Those are the measurements. The kernel has products of up to three of them as features, too.",
            lambda: MEASUREMENTS,
        ),
        Mistake(
            "You count xy and yx as two features. They are one.",
            lambda: MEASUREMENTS**DEGREE,
        ),
        Mistake(
            "Those are the products of exactly three measurements. The offset brings shorter products as well.",
            lambda: comb(MEASUREMENTS + DEGREE - 1, DEGREE),
        ),
        Mistake(
            "A measurement may be multiplied by itself: you count products of three *different* ones only.",
            lambda: comb(MEASUREMENTS, DEGREE),
        ),
        Mistake(
            "One is missing: the constant 1, which the offset brings, is a feature as well.",
            lambda: comb(MEASUREMENTS + DEGREE, DEGREE) - 1,
        ),
        Mistake(
            "You let each measurement have any exponent on its own, or counted 11 · 11 · 11. Together the "
            "exponents may not exceed 3.",
            lambda: 1331,
        ),
        Mistake(
            "You counted an equation for the intercept. There is none.",
            lambda: 287,
            when=lambda _, answer: answer in (287, 443),
        ),
        Mistake(
            "That is the count for another degree: products of up to three measurements are features.",
            lambda: 66,
            when=lambda _, answer: answer in (11, 66, 1001),
        ),
        Mistake(
            "You multiplied or added 10 and 3. How many products of up to three of ten measurements are "
            "there, with repetition?",
            lambda: 30,
            when=lambda _, answer: answer in (13, 30, 31),
        ),
        Mistake(
            "You counted for another number of factors or of measurements: up to three of ten, in any combination.",
            lambda: 78,
            when=lambda _, answer: answer in {comb(n, k) for n in range(9, 16) for k in range(1, 7)} - {286},
        ),
        Mistake(
            "Fewer equations than measurements? Each measurement is a feature already.",
            lambda: 3,
            when=lambda _, answer: 0 <= answer < MEASUREMENTS,
        ),
        Mistake(
            "That is more than the dual system has. The question asks for the smaller of the two.",
            lambda: 500,
            when=lambda _, answer: answer > PATIENTS,
        ),
        Mistake(
            "Neither system has so many equations. Count the features of each degree, from 0 to 3, and add them up.",
            lambda: 230,
            when=lambda _, answer: MEASUREMENTS <= answer < PATIENTS,
        ),
    ],
)


def _left_out(K, y, lam):
    return _left_out_of(K.tobytes(), y.tobytes(), len(y), float(lam)).copy()


@functools.lru_cache(maxsize=2048)
def _left_out_of(K, y, n, lam):
    """Errors left out, remembered: the mistakes of 10.9 ask for the same ones again and again."""
    K, y = np.frombuffer(K).reshape(n, n), np.frombuffer(y)
    fit = certify(K, y, lam, *plain_kernel_ridge(K, y, lam))
    return ridge.left_out_errors(fit.alpha, fit.inverse_diagonal)


def _G(K, lam):
    return _G_of(K.tobytes(), len(K), float(lam))


@functools.lru_cache(maxsize=2048)
def _G_of(K, n, lam):
    return np.linalg.inv(ridge.bordered_matrix(np.frombuffer(K).reshape(n, n), lam))[:-1, :-1]


def _with_other_denominators(K, y, lam):
    G = _G(K, lam)
    left, one_minus = lam * (G @ y), lam * np.diagonal(G)
    with np.errstate(all="ignore"):
        yield from (left / one_minus**2, left * one_minus, left / (1 - one_minus), left / np.sqrt(one_minus))
        yield from (left / (1 + one_minus), left / (2 - one_minus))


def _offsets_left_out(K, y, lam):
    """The intercept of the fit without each point."""
    rests = [np.arange(len(y)) != i for i in range(len(y))]
    return np.array([plain_kernel_ridge(K[np.ix_(rest, rest)], y[rest], lam)[1] for rest in rests])


left_out = Exercise(
    "10.7",
    "Leave one out, all at once",
    problems=problems.fits,
    edge=problems.edge_left_out,
    reference=_left_out,
    certify=agreement("largest difference from n fits without one point each", plain_leave_one_out),
    mistakes=[
        Mistake(
            "Those are the errors of the fit at its own points: each point has helped to predict itself.",
            lambda K, y, lam: lam * (_G(K, lam) @ y),
        ),
        Mistake(
            "These are the dual variables. They have to be divided, each by a number of its own.",
            lambda K, y, lam: _G(K, lam) @ y,
        ),
        Mistake(
            "That is the formula for a fit without an intercept, dual variables and diagonal alike.",
            lambda K, y, lam: (
                ridge.dual_variables(K, y, lam) / np.diagonal(np.linalg.inv(K + lam * np.eye(len(K))))
            ),
        ),
        Mistake(
            "The dual variables know of the intercept, and the diagonal does not: it is that of the inverse without "
            "the border.",
            lambda K, y, lam: _G(K, lam) @ y / np.diagonal(np.linalg.inv(K + lam * np.eye(len(K)))),
        ),
        Mistake(
            "You centered y once and left points out of a fit without an intercept. The point that is left out still "
            "has its share in the mean.",
            lambda K, y, lam: (
                ridge.dual_variables(K, y - y.mean(), lam)
                / np.diagonal(np.linalg.inv(K + lam * np.eye(len(K))))
            ),
        ),
        Mistake(
            "You divided all by the same number, the mean of the diagonal. That is what generalized cross-validation "
            "does.",
            lambda K, y, lam: _G(K, lam) @ y / np.diagonal(_G(K, lam)).mean(),
        ),
        Mistake(
            "The sign: an error is the target minus the prediction.",
            lambda K, y, lam: -_left_out(K, y, lam),
        ),
        *other_prices(_left_out),
        Mistake(
            "You squared the errors. They are asked for with their signs.",
            lambda K, y, lam: _left_out(K, y, lam) ** 2,
        ),
        Mistake(
            "The signs of the errors are lost.",
            lambda K, y, lam: np.abs(_left_out(K, y, lam)),
        ),
        Mistake(
            "These are predictions of the points left out. The errors are asked for: what they leave of y.",
            lambda K, y, lam: y - _left_out(K, y, lam),
        ),
        Mistake(
            "A factor λ too many: α is already what the fit leaves of y, over λ.",
            lambda K, y, lam: lam * _left_out(K, y, lam),
        ),
        Mistake(
            "You divided by λ once too often.",
            lambda K, y, lam: _left_out(K, y, lam) / lam,
        ),
        Mistake(
            "What a fit leaves of y is divided by 1 − Sᵢᵢ in the end. Yours is divided by a power of it, multiplied "
            "with "
            "it, or divided by Sᵢᵢ.",
            lambda K, y, lam: (lam * _G(K, lam) @ y) / (lam * np.diagonal(_G(K, lam))) ** 2,
            when=lambda problem, e: any(
                np.allclose(e, other, rtol=1e-6) for other in _with_other_denominators(*problem)
            ),
        ),
        Mistake(
            "The targets themselves are divided. It is what the fit leaves of them.",
            lambda K, y, lam: y / np.diagonal(_G(K, lam)),
            when=lambda problem, e: any(
                np.allclose(e, problem.y / d, rtol=1e-6)
                for d in (
                    np.diagonal(_G(problem.K, problem.lam)),
                    problem.lam * np.diagonal(_G(problem.K, problem.lam)),
                )
            ),
        ),
        Mistake(
            "You give one number for all points. Each has an error of its own.",
            lambda K, y, lam: np.full(len(y), np.abs(_left_out(K, y, lam)).mean()),
            when=lambda problem, e: (
                len(e) > 1
                and bool(np.ptp(e) < 1e-12)
                and bool(np.ptp(_left_out(*problem)) > 1e-9 or np.abs(e - _left_out(*problem)).max() > 1e-9)
            ),
        ),
        Mistake(
            "The intercept is missing in your predictions of the points left out.",
            lambda K, y, lam: _left_out(K, y, lam) + _offsets_left_out(K, y, lam),
            also=(lambda K, y, lam: _left_out(K, y, lam) + plain_kernel_ridge(K, y, lam)[1],),
        ),
        Mistake(
            "Your price changes with the number of points that are left. It stays λ.",
            lambda K, y, lam: _left_out(K, y, lam * (len(y) - 1) / len(y)),
            also=(
                lambda K, y, lam: _left_out(K, y, lam * len(y) / max(1, len(y) - 1)),
                lambda K, y, lam: _left_out(K, y, lam * (len(y) - 1)),
                lambda K, y, lam: _left_out(K, y, lam / max(1, len(y) - 1)),
            ),
        ),
        Mistake(
            "You divided the errors by the targets. They are asked for as they are.",
            lambda K, y, lam: _left_out(K, y, lam) / y,
        ),
        Mistake(
            "You left a point out of the mean only, or multiplied by n/(n − 1): the function changes as well when it "
            "goes.",
            lambda K, y, lam: lam * (_G(K, lam) @ y) * len(y) / (len(y) - 1),
        ),
    ],
)


DECEIVING_GAMMA, DECEIVING_PRICE, TIMES_WORSE = 1.0, 0.1, 10


def _errors(X):
    """Root mean square errors of kernel ridge regression: at its own points, and at points left out."""
    fit = solve_dual(RBF(DECEIVING_GAMMA)(X[:, :1]), X[:, 1], DECEIVING_PRICE)
    return np.sqrt(((X[:, 1] - fit.fitted) ** 2).mean()), np.sqrt((fit.loo_residuals**2).mean())


def _targets_vary(X):
    return bool(np.ptp(X[:, 1]) > 1e-3)


def _ratio(X):
    own, left = _errors(X)
    return float(left / own) if own > 0 else 1.0


def _nearest(X):
    """The smallest distance of two places."""
    return float(np.diff(np.sort(X[:, 0])).min())


def _certify_deceiving(_, X):
    return [
        Certificate("the targets vary", _targets_vary(X)),
        Certificate(
            "the error left out is at least 10 times the error at the points",
            _targets_vary(X) and _ratio(X) >= TIMES_WORSE,
        ),
    ]


deceiving = Exercise(
    "10.8",
    "Break it: a fit that deceives",
    problems=None,
    reference=lambda: np.array([[0.0, 1.0], [10.0, -1.0], [20.0, 1.0], [30.0, -1.0]]),
    certify=_certify_deceiving,
    form=points(2, least=3, most=50),
    mistakes=[
        Mistake(
            "All your targets are the same, so every error is 0. Let them differ.",
            lambda: np.array([[0.0, 2.0], [5.0, 2.0], [9.0, 2.0]]),
            when=lambda _, X: not _targets_vary(X),
        ),
        Mistake(
            "All your points stand at the same place. No function can tell them apart, so both errors are about the "
            "same.",
            lambda: np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 3.0]]),
            when=lambda _, X: _targets_vary(X) and bool(np.ptp(X[:, 0]) < 1e-3),
        ),
        Mistake(
            "Some of your points stand at the same place, and their mates predict them when they are left out. Move "
            "them apart.",
            lambda: np.array([[0.0, 1.0], [0.0, 1.0], [10.0, -1.0], [10.0, -1.0]]),
            when=lambda _, X: _targets_vary(X) and bool(np.ptp(X[:, 0]) >= 1e-3) and _nearest(X) < 1e-3,
        ),
        Mistake(
            "Your points have close neighbors, for a kernel of this width: what is left out is predicted by what "
            "stands beside it. Where would a point have no neighbor at all?",
            lambda: np.array([[0.0, 0.0], [0.5, 0.4], [1.0, 1.1], [1.5, 1.6]]),
            when=lambda _, X: _targets_vary(X) and 1e-3 <= _nearest(X) < 1.0,
        ),
        Mistake(
            "Nearly. Your points still feel their neighbors a little: move them farther apart.",
            lambda: np.column_stack([1.02 * np.arange(12), np.sin(np.arange(12))]),
            when=lambda _, X: _targets_vary(X) and _nearest(X) >= 1.0,
        ),
    ],
)


def _best_price(K, y, lams):
    return loo_path(K, y, lams).lam


def _mean_squares(problem):
    """By n fits for each price, the mean squared error at points left out."""
    K, y, lams = problem
    squares = np.zeros(len(lams))
    prices = lams[:, None, None] * np.diag(np.append(np.ones(len(y) - 1), 0.0))
    for i in range(len(y)):
        rest = np.arange(len(y)) != i
        M = ridge.bordered_matrix(K[np.ix_(rest, rest)], 0.0) + prices
        found = np.linalg.solve(M, np.append(y[rest], 0.0)[:, None])[..., 0]
        squares += (y[i] - found[:, :-1] @ K[rest, i] - found[:, -1]) ** 2
    return squares / len(y)


def _certify_choice(problem, lam):
    at = np.flatnonzero(np.isclose(problem.lams, lam, rtol=1e-9))
    if not len(at):
        return Certificate("your price is one of `lams`", False)
    means = _mean_squares(problem)
    return Certificate(
        "by how much its error left out exceeds the smallest, as a share of that",
        worst(means[at[0]] / means.min() - 1),
        1e-9,
    )


def _least(of):
    """The price at which ``of(K, y, lam)`` is smallest."""
    return lambda K, y, lams: float(lams[np.argmin([of(K, y, lam) for lam in lams])])


def _of_all(K, y, lams):
    return np.array([np.mean(_left_out(K, y, lam) ** 2) for lam in lams])


def _nearly(K, y, lams, more):
    """The prices whose error left out is at most so many times the smallest."""
    errors = _of_all(K, y, lams)
    return lams[errors <= more * errors.min()].tolist()


def _below_mean(K, y, lams):
    errors = _of_all(K, y, lams)
    return lams[errors <= errors.mean()].tolist()


def _by_halves(K, y, lams):
    """The price that is best for the second half of the points, fitted to the first."""
    h = len(y) // 2
    errors = []
    for lam in lams:
        found = plain_kernel_ridge(K[:h, :h], y[:h], lam)
        errors.append(((y[h:] - ridge.predict(K[h:, :h], *found)) ** 2).mean())
    return float(lams[np.argmin(errors)])


choosing = Exercise(
    "10.9",
    "Choose the price for real data",
    problems=problems.choices,
    edge=problems.edge_choices,
    reference=_best_price,
    certify=_certify_choice,
    mistakes=[
        Mistake(
            "That price has the smallest error at the points themselves. It is always the lowest one.",
            _least(lambda K, y, lam: ((lam * (_G(K, lam) @ y)) ** 2).mean()),
        ),
        Mistake(
            "That is the price with the *largest* error left out.",
            lambda K, y, lams: float(lams[np.argmax([(_left_out(K, y, lam) ** 2).mean() for lam in lams])]),
        ),
        Mistake(
            "You gave a position in `lams`. The question asks for the price that stands there.",
            lambda K, y, lams: float(np.argmin([(_left_out(K, y, lam) ** 2).mean() for lam in lams])),
        ),
        Mistake(
            "That is the price at which the fit *without* an intercept leaves the smallest error.",
            _least(
                lambda K, y, lam: (
                    (ridge.dual_variables(K, y, lam) / np.diagonal(np.linalg.inv(K + lam * np.eye(len(K)))))
                    ** 2
                ).mean()
            ),
        ),
        Mistake(
            "That price makes the *sum* of the errors left out smallest in size, in which errors of both signs cancel. "
            "Square them first.",
            _least(lambda K, y, lam: abs(_left_out(K, y, lam).sum())),
        ),
        Mistake(
            "You gave the smallest error itself. The question asks for the price that has it.",
            lambda K, y, lams: float(min((_left_out(K, y, lam) ** 2).mean() for lam in lams)),
        ),
        Mistake(
            "You compared another number than the mean of the *squared* errors: absolute ones, their median or the "
            "largest.",
            _least(lambda K, y, lam: np.abs(_left_out(K, y, lam)).mean()),
            also=(
                *(
                    _least(lambda K, y, lam, of=of: of(np.abs(_left_out(K, y, lam))))
                    for of in (np.median, np.max)
                ),
            ),
        ),
        Mistake(
            "That is what generalized cross-validation chooses: it divides all errors by the same number.",
            _least(lambda K, y, lam: ((_G(K, lam) @ y) ** 2).mean() / np.diagonal(_G(K, lam)).mean() ** 2),
        ),
        Mistake(
            "You took a higher price that is nearly as good, or a lower one. The smallest error decides.",
            lambda K, y, lams: _nearly(K, y, lams, 1.05)[-1],
            also=(
                *(
                    lambda K, y, lams, more=more, k=k: _nearly(K, y, lams, more)[k]
                    for more in (1.01, 1.02, 1.1, 1.2)
                    for k in (0, -1)
                ),
                lambda K, y, lams: _nearly(K, y, lams, 1.05)[0],
                lambda K, y, lams: _below_mean(K, y, lams)[0],
                lambda K, y, lams: _below_mean(K, y, lams)[-1],
            ),
        ),
        Mistake(
            "The price that is fitted with is not the one of `lams`: it was squared, or its root was taken.",
            _least(lambda K, y, lam: np.mean(_left_out(K, y, lam**2) ** 2)),
            also=(_least(lambda K, y, lam: np.mean(_left_out(K, y, lam**0.5) ** 2)),),
        ),
        Mistake(
            "That is a neighbor of the best price: one place too far, or one too few.",
            lambda K, y, lams: float(lams[min(len(lams) - 1, list(lams).index(_best_price(K, y, lams)) + 1)]),
            also=(lambda K, y, lams: float(lams[max(0, list(lams).index(_best_price(K, y, lams)) - 1)]),),
        ),
        Mistake(
            "You always give the same place of `lams`, whatever the data are.",
            lambda K, y, lams: float(lams[len(lams) // 2]),
            also=(
                lambda K, y, lams: float(lams[0]),
                lambda K, y, lams: float(lams[-1]),
            ),
        ),
        Mistake(
            "Your prices are n times too high or too low in the fits.",
            lambda K, y, lams: float(
                lams[np.argmin([(_left_out(K, y, lam / len(y)) ** 2).mean() for lam in lams])]
            ),
            also=(_least(lambda K, y, lam: (_left_out(K, y, lam * len(y)) ** 2).mean()),),
        ),
        Mistake(
            "You tried the prices on a part of the points that was kept away. Leave out each point in turn.",
            _by_halves,
        ),
    ],
)
