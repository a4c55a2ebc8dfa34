"""The exercises of chapter 10: a norm, primal and dual variables, an intercept, degrees of freedom, leaving one out."""

from math import comb

import numpy as np

from kernelsy19.course.answers import points
from kernelsy19.course.certificates import agreement, worst
from kernelsy19.course.exercises import Certificate, Exercise, Mistake
from kernelsy19.kernels import RBF
from kernelsy19.ridge import equations as ridge
from kernelsy19.ridge import problems
from kernelsy19.ridge.leaving import loo_path
from kernelsy19.ridge.settings import fit_in_coordinates
from kernelsy19.ridge.solve import plain_kernel_ridge, plain_leave_one_out, solve_dual


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


distance = Exercise(
    "10.1",
    "How far apart are two functions?",
    problems=problems.two_functions,
    edge=problems.edge_functions,
    arguments=lambda problem: tuple(problem[:5]),
    reference=_squared_distance,
    certify=_certify_distance,
    same=_same_up_to_rounding,
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
            "You compared the lengths of the two functions. Two functions can be equally long and far apart.",
            lambda alpha, c, K_xx, K_xz, K_zz: (
                (max(alpha @ K_xx @ alpha, 0) ** 0.5 - max(c @ K_zz @ c, 0) ** 0.5) ** 2
            ),
        ),
    ],
)


def _coefficients(X, y, lam):
    return ridge.primal_from_dual(X, y, lam)


def _certify_coefficients(problem, beta):
    slope = problem.X.T @ (problem.y - problem.X @ beta) - problem.lam * beta
    return Certificate("largest slope of ‖y − Xβ‖² + λ‖β‖² at your β, over 2", np.abs(slope).max(), 1e-8)


coefficients = Exercise(
    "10.2",
    "Many variables, few points",
    problems=problems.regressions,
    edge=problems.edge_regressions,
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
        Mistake(
            "The price is λ, and you squared it.",
            lambda X, y, lam: ridge.primal_from_dual(X, y, lam**2),
        ),
        Mistake(
            "Your price is n times too high. Some libraries take the mean of the squared errors; here it is their sum.",
            lambda X, y, lam: ridge.primal_from_dual(X, y, len(X) * lam),
        ),
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
            "Your price is n times too low: you divided λ by the number of points.",
            lambda X, y, lam: _coefficients(X, y, lam / len(X)),
        ),
        Mistake(
            "Your price is twice too high: there is no ½ before the squared errors.",
            lambda X, y, lam: _coefficients(X, y, 2 * lam),
        ),
        Mistake(
            "Your price is half of λ: the penalty has no factor ½.",
            lambda X, y, lam: _coefficients(X, y, lam / 2),
        ),
        Mistake(
            "You took the root of the price. λ stands in the system as it is.",
            lambda X, y, lam: _coefficients(X, y, lam**0.5),
        ),
        Mistake(
            "Your price is 1/λ: the larger λ, the smoother the fit has to be.",
            lambda X, y, lam: _coefficients(X, y, 1 / lam),
        ),
        Mistake(
            "You centered the variables and the targets. What is minimized here has no intercept.",
            lambda X, y, lam: _coefficients(X - X.mean(axis=0), y - y.mean(), lam),
        ),
        Mistake(
            "You centered the targets. What is minimized here has no intercept.",
            lambda X, y, lam: _coefficients(X, y - y.mean(), lam),
        ),
    ],
)


def _predict(K_new, K, y, lam):
    return ridge.predict(K_new, ridge.dual_variables(K, y, lam))


def _certify_prediction(problem, values):
    w, _ = fit_in_coordinates(problem.Phi, problem.y, problem.lam)
    error = np.abs(values - problem.Phi_new @ w).max()
    return Certificate("largest | f(x) − ⟨w, Φ(x)⟩ |, with w from coordinates", error, 1e-8)


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
            lambda K_new, K, y, lam: plain_kernel_ridge(K, y, lam).predict(K_new),
        ),
        Mistake(
            "λ is added to every entry of the matrix. It belongs on the diagonal.",
            lambda K_new, K, y, lam: K_new @ (np.linalg.pinv(K + lam) @ y),
        ),
        Mistake(
            "Your price is 1/λ: the larger λ, the *smoother* the fit has to be.",
            lambda K_new, K, y, lam: _predict(K_new, K, y, 1 / lam),
        ),
        Mistake(
            "Your price is n times too high. It is meant once, not once for each point.",
            lambda K_new, K, y, lam: _predict(K_new, K, y, len(K) * lam),
        ),
        Mistake(
            "Your price is n times too low: you divided λ by the number of points.",
            lambda K_new, K, y, lam: _predict(K_new, K, y, lam / len(K)),
        ),
        Mistake(
            "Your price is twice too high: there is no ½ before the squared errors.",
            lambda K_new, K, y, lam: _predict(K_new, K, y, 2 * lam),
        ),
        Mistake(
            "Your price is half of λ: the penalty has no factor ½.",
            lambda K_new, K, y, lam: _predict(K_new, K, y, lam / 2),
        ),
        Mistake(
            "You squared the price. λ stands in the system as it is.",
            lambda K_new, K, y, lam: _predict(K_new, K, y, lam**2),
        ),
        Mistake(
            "You took the root of the price. λ stands in the system as it is.",
            lambda K_new, K, y, lam: _predict(K_new, K, y, lam**0.5),
        ),
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
    ],
)


def _with_intercept(K, y, lam):
    fit = plain_kernel_ridge(K, y, lam)
    return fit.alpha, fit.b


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
        Mistake(
            "Your price is n times too high. It is meant once, not once for each point.",
            lambda K, y, lam: _with_intercept(K, y, len(K) * lam),
        ),
        Mistake(
            "Your price is n times too low: you divided λ by the number of points.",
            lambda K, y, lam: _with_intercept(K, y, lam / len(K)),
        ),
        Mistake(
            "Your price is twice too high: there is no ½ before the squared errors.",
            lambda K, y, lam: _with_intercept(K, y, 2 * lam),
        ),
        Mistake(
            "Your price is half of λ: the penalty has no factor ½.",
            lambda K, y, lam: _with_intercept(K, y, lam / 2),
        ),
        Mistake(
            "You squared the price. λ stands in the system as it is.",
            lambda K, y, lam: _with_intercept(K, y, lam**2),
        ),
        Mistake(
            "You took the root of the price. λ stands in the system as it is.",
            lambda K, y, lam: _with_intercept(K, y, lam**0.5),
        ),
        Mistake(
            "Your price is 1/λ: the larger λ, the smoother the fit has to be.",
            lambda K, y, lam: _with_intercept(K, y, 1 / lam),
        ),
        Mistake(
            "All of α has the wrong sign.",
            lambda K, y, lam: (-_with_intercept(K, y, lam)[0], _with_intercept(K, y, lam)[1]),
        ),
        Mistake(
            "b is right, and α is that of the fit without an intercept: it has to fit what b leaves of y.",
            lambda K, y, lam: (np.linalg.solve(K + lam * np.eye(len(y)), y), _with_intercept(K, y, lam)[1]),
        ),
        Mistake(
            "Your b is the median of y. The squared errors are to be smallest, and α and b have to be found "
            "together.",
            lambda K, y, lam: (np.linalg.solve(K + lam * np.eye(len(y)), y - np.median(y)), np.median(y)),
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
            "You shrank with λ² where λ belongs.",
            _of_eigenvalues(lambda v, lam: v / (v + lam**2)),
        ),
        Mistake(
            "You took the roots of the eigenvalues. Those are the singular values of the mapped points.",
            _of_eigenvalues(lambda v, lam: np.sqrt(v) / (np.sqrt(v) + lam)),
        ),
        Mistake(
            "Your price is n times too high. It is meant once, not once for each point.",
            lambda K, lam: _degrees(K, len(K) * lam),
        ),
        Mistake(
            "Your price is n times too low: you divided λ by the number of points.",
            lambda K, lam: _degrees(K, lam / len(K)),
        ),
        Mistake(
            "Your price is twice too high: there is no ½ before the squared errors.",
            lambda K, lam: _degrees(K, 2 * lam),
        ),
        Mistake(
            "Your price is half of λ: the penalty has no factor ½.",
            lambda K, lam: _degrees(K, lam / 2),
        ),
        Mistake(
            "You took the root of the price. λ stands in the system as it is.",
            lambda K, lam: _degrees(K, lam**0.5),
        ),
        Mistake(
            "Your price is 1/λ: the larger λ, the smoother the fit has to be.",
            lambda K, lam: _degrees(K, 1 / lam),
        ),
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
    ],
)


def _left_out(K, y, lam):
    fit = plain_kernel_ridge(K, y, lam)
    return ridge.left_out_errors(fit.alpha, fit.inverse_diagonal)


def _G(K, lam):
    return np.linalg.inv(ridge.bordered_matrix(K, lam))[:-1, :-1]


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
        Mistake(
            "Your price is n times too high. It is meant once, not once for each point.",
            lambda K, y, lam: _left_out(K, y, len(K) * lam),
        ),
        Mistake(
            "Your price is n times too low: you divided λ by the number of points.",
            lambda K, y, lam: _left_out(K, y, lam / len(K)),
        ),
        Mistake(
            "Your price is twice too high: there is no ½ before the squared errors.",
            lambda K, y, lam: _left_out(K, y, 2 * lam),
        ),
        Mistake(
            "Your price is half of λ: the penalty has no factor ½.",
            lambda K, y, lam: _left_out(K, y, lam / 2),
        ),
        Mistake(
            "You squared the price. λ stands in the system as it is.",
            lambda K, y, lam: _left_out(K, y, lam**2),
        ),
        Mistake(
            "You took the root of the price. λ stands in the system as it is.",
            lambda K, y, lam: _left_out(K, y, lam**0.5),
        ),
        Mistake(
            "Your price is 1/λ: the larger λ, the smoother the fit has to be.",
            lambda K, y, lam: _left_out(K, y, 1 / lam),
        ),
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
    ],
)
