"""The exercises of chapter 09: projections as combinations, their pre-images, the linear opponent, digits."""

from typing import NamedTuple

import numpy as np

from kernelcourse.denoising import problems
from kernelcourse.judging.answers import same_form
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake, agreement
from kernelsy19.denoising import equations as denoising
from kernelsy19.denoising.solve import bends
from kernelsy19.kernels import rbf
from kernelsy19.kernels.geometry import center_gram


def _certify_weights(problem, W):
    error = np.abs(W @ problem.Phi - problem.projections).max()
    return Certificate("largest | Σᵢ wᵢΦ(xᵢ) − PΦ(x) |, in coordinates", error, 1e-9)


weights = Exercise(
    "09.1",
    "A projection is made of training points",
    problems=problems.projections,
    edge=problems.edge_projections,
    arguments=problems.coordinates_and_coefficients,
    reference=denoising.projection_weights,
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
        Mistake(
            "Look at the share of the mean: it is spread over the training points, not over the points that are "
            "projected.",
            lambda Z, alpha: Z @ alpha.T + 1 / len(Z),
        ),
        Mistake(
            "That is the mean alone. What the axes add to it is missing.",
            lambda Z, alpha: np.full((len(Z), len(alpha)), 1 / len(alpha)),
        ),
        Mistake(
            "The mean is back, but you go from it in the opposite direction.",
            lambda Z, alpha: 1 / len(alpha) - Z @ alpha.T,
        ),
        Mistake(
            "You gave the columns of `alpha` length 1. They are normalized already, so that the axes have length 1.",
            lambda Z, alpha: Z @ (alpha / np.linalg.norm(alpha, axis=0)).T + 1 / len(alpha),
        ),
        Mistake(
            "You used the first axis only. A projection is a sum over all q axes.",
            lambda Z, alpha: Z[:, :1] @ alpha[:, :1].T + 1 / len(alpha),
        ),
        Mistake(
            "You divided the part of the axes by n as well. Only the mean has that factor.",
            lambda Z, alpha: (Z @ alpha.T + 1) / len(alpha),
        ),
        Mistake(
            "You set negative weights to 0. Weights of a projection may be negative.",
            lambda Z, alpha: np.maximum(denoising.projection_weights(Z, alpha), 0),
        ),
    ],
)


def _certify_distance(problem, rho):
    return Certificate("| ρ(z) − ‖Φ(z) − Σᵢ wᵢΦ(xᵢ)‖² |, from coordinates", abs(rho - problem.rho), 1e-9)


def _rho_of(K_zz, k_z, K, w):
    return float(denoising.squared_distances(np.array([K_zz]), k_z[None], K, w[None])[0])


distance = Exercise(
    "09.2",
    "How far is the image of a point?",
    problems=problems.distances,
    edge=problems.edge_distances,
    arguments=problems.kernel_values,
    reference=_rho_of,
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
            "The sign of the mixed term: it is the square of a *difference*.",
            lambda K_zz, k_z, K, w: K_zz + 2 * w @ k_z + w @ K @ w,
        ),
        Mistake(
            "The sign of the last term: it is a squared length.",
            lambda K_zz, k_z, K, w: K_zz - 2 * w @ k_z - w @ K @ w,
        ),
        Mistake(
            "The last term runs over pairs of points, i and j apart, not over i alone.",
            lambda K_zz, k_z, K, w: K_zz - 2 * w @ k_z + w**2 @ np.diagonal(K),
        ),
        Mistake(
            "The last term has two weights in it, one for each point of a pair, and runs over all pairs.",
            lambda K_zz, k_z, K, w: K_zz - 2 * w @ k_z + w @ np.diagonal(K),
        ),
        Mistake("The distance was to be squared.", lambda *p: np.sqrt(_rho_of(*p))),
        Mistake(
            "The first term is missing: the squared length of the image of z.",
            lambda K_zz, k_z, K, w: -2 * w @ k_z + w @ K @ w,
        ),
        Mistake(
            "$K(z, z)$ is 1 for the Gaussian kernel only. Here it is given.",
            lambda K_zz, k_z, K, w: 1 - 2 * w @ k_z + w @ K @ w,
        ),
        Mistake(
            "$K(z, z)$ is the squared length of the image of z already: do not square it again.",
            lambda K_zz, k_z, K, w: K_zz**2 - 2 * w @ k_z + w @ K @ w,
        ),
        Mistake(
            "The mixed term is missing.",
            lambda K_zz, k_z, K, w: K_zz + w @ K @ w,
        ),
        Mistake(
            "The kernel values are missing in the last term: you took the length of the weights, not of the "
            "combination.",
            lambda K_zz, k_z, K, w: K_zz - 2 * w @ k_z + w @ w,
        ),
        Mistake(
            "The weights are missing in the last term.",
            lambda K_zz, k_z, K, w: K_zz - 2 * w @ k_z + K.sum(),
        ),
        Mistake(
            "The weights are missing: you took sums of kernel values.",
            lambda K_zz, k_z, K, w: K_zz - 2 * k_z.sum() + K.sum(),
        ),
        Mistake(
            "That is the distance from the mean of all images. The weights of the projection are others.",
            lambda K_zz, k_z, K, w: K_zz - 2 * k_z.mean() + K.mean(),
        ),
        Mistake(
            "The last term is a squared length: you took its root.",
            lambda K_zz, k_z, K, w: K_zz - 2 * w @ k_z + np.sqrt(w @ K @ w),
        ),
        Mistake(
            "The last term comes once. Only the mixed term comes twice.",
            lambda K_zz, k_z, K, w: K_zz - 2 * w @ k_z + 2 * w @ K @ w,
        ),
        Mistake("Half of what it should be: ρ has no factor ½.", lambda *p: _rho_of(*p) / 2),
        Mistake("The sign: a squared distance is not negative.", lambda *p: -_rho_of(*p)),
    ],
)


def _values(z, X, gamma):
    return rbf(z[None], X, gamma)[0]


def _rho(z, X, w, gamma):
    """ρ(z), without the term that does not depend on z."""
    return 1 - 2 * w @ _values(z, X, gamma)


def _slopes(z, X, w, gamma, h=1e-5):
    return np.array(
        [(_rho(z + e, X, w, gamma) - _rho(z - e, X, w, gamma)) / (2 * h) for e in np.eye(len(z)) * h]
    )


def _gradient(z, X, w, gamma):
    return denoising.gradients(z[None], X, w[None], gamma)[0]


def _certify_gradient(problem, slope):
    return Certificate(
        "largest | ∇ρ(z) − finite differences |", np.abs(slope - _slopes(*problem)).max(), 1e-7
    )


gradient = Exercise(
    "09.3",
    "Which way is down?",
    problems=problems.places,
    edge=problems.edge_slopes,
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
            "A factor 2 is missing, and the sign is turned: the mixed term of ρ has a minus, and so has the exponent.",
            lambda z, X, w, gamma: -_gradient(z, X, w, gamma) / 2,
        ),
        Mistake(
            "Two factors 2 are missing: one comes from the mixed term of ρ, another from the square in the exponent.",
            lambda z, X, w, gamma: _gradient(z, X, w, gamma) / 4,
        ),
        Mistake(
            "A factor 2 too many. There is one from the mixed term of ρ, and one from the square in the exponent.",
            lambda z, X, w, gamma: 2 * _gradient(z, X, w, gamma),
        ),
        Mistake(
            "The factor γ of the exponent is missing.",
            lambda z, X, w, gamma: _gradient(z, X, w, gamma) / gamma,
        ),
        Mistake(
            "The factor γ is there twice: it comes down from the exponent once.",
            lambda z, X, w, gamma: _gradient(z, X, w, gamma) * gamma,
        ),
        Mistake(
            "The weights are missing: each training point counts with its $w_i$.",
            lambda z, X, w, gamma: 4 * gamma * _values(z, X, gamma) @ (z - X),
        ),
        Mistake(
            "The kernel values are missing: the slope of an exponential has the exponential as a factor.",
            lambda z, X, w, gamma: 4 * gamma * w @ (z - X),
        ),
        Mistake(
            "The exponent has γ in it; in your kernel values it is missing.",
            lambda z, X, w, gamma: 4 * gamma * (w * _values(z, X, 1.0)) @ (z - X),
        ),
        Mistake(
            "The exponent has the *squared* distance in it; in your kernel values it is not squared.",
            lambda z, X, w, gamma: 4 * gamma * (w * np.exp(-gamma * np.linalg.norm(z - X, axis=1))) @ (z - X),
        ),
        Mistake(
            "The slope of ‖z − xᵢ‖² has two parts. You kept that of z and lost the xᵢ.",
            lambda z, X, w, gamma: 4 * gamma * (w @ _values(z, X, gamma)) * z,
        ),
        Mistake(
            "The slope of ‖z − xᵢ‖² has two parts. You kept the xᵢ and lost z.",
            lambda z, X, w, gamma: -4 * gamma * (w * _values(z, X, gamma)) @ X,
        ),
        Mistake(
            "The slope of ‖z − xᵢ‖² is missing: the chain rule has an inner derivative, and that is a vector.",
            lambda z, X, w, gamma: 4 * gamma * (w @ _values(z, X, gamma)) * np.ones(len(z)),
        ),
        Mistake(
            "You took the mean over the training points. ρ has a sum.",
            lambda z, X, w, gamma: _gradient(z, X, w, gamma) / len(X),
        ),
        Mistake(
            "You squared the weights. The mixed term of ρ has each of them once.",
            lambda z, X, w, gamma: _gradient(z, X, w**2, gamma),
        ),
        Mistake(
            "That is the gradient of a logarithm: you divided by the sum of weights and kernel values.",
            lambda z, X, w, gamma: _gradient(z, X, w, gamma) / (w @ _values(z, X, gamma)),
        ),
        Mistake(
            "That is how far a step of the fixed point goes back. The gradient is not divided by anything.",
            lambda z, X, w, gamma: z - _step(z, X, w, gamma),
        ),
    ],
)


def _step(z, X, w, gamma):
    return denoising.fixed_point_step(z[None], X, w[None], gamma)[0]


def _many_steps(z, X, w, gamma):
    for _ in range(200):
        z = _step(z, X, w, gamma)
    return z


def _certify_step(problem, new):
    expected = problem.z - _slopes(*problem) / (4 * problem.gamma * problems.denominator(problem))
    error = np.abs(new - expected).max()
    return Certificate(
        "largest | z' − (z − ∇ρ(z) / (4γD)) |, by finite differences",
        error,
        1e-6,
        otherwise="largest error of the next place, by finite differences of ρ",
    )


step = Exercise(
    "09.4",
    "One step of the fixed point",
    problems=problems.places,
    edge=problems.edge_places,
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
            "You divided by the number of training points. Divide by the sum of the weights that you used.",
            lambda z, X, w, gamma: (w * _values(z, X, gamma)) @ X / len(X),
        ),
        Mistake(
            "You took sizes in the sum by which you divide. Some weights are negative, below the line as well as "
            "above.",
            lambda z, X, w, gamma: (lambda a: a @ X / np.abs(a).sum())(w * _values(z, X, gamma)),
        ),
        Mistake(
            "You took the sizes of the weights. Some of them are negative, and that is how they count.",
            lambda z, X, w, gamma: _step(z, X, np.abs(w), gamma),
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
        Mistake(
            "The sign: your place is the right one, mirrored at the origin.",
            lambda z, X, w, gamma: -_step(z, X, w, gamma),
        ),
        Mistake(
            "This is *where to go from z*. The next place itself is wanted.",
            lambda z, X, w, gamma: _step(z, X, w, gamma) - z,
        ),
        Mistake(
            "That is a step of gradient descent, with a length of your own. The fixed point has no length to choose.",
            lambda z, X, w, gamma: z - _gradient(z, X, w, gamma),
        ),
        Mistake(
            "That is a step down the gradient, but the division by $\\sum_i w_iK(z, x_i)$ is missing.",
            lambda z, X, w, gamma: z - _gradient(z, X, w, gamma) / (4 * gamma),
        ),
        Mistake(
            "You went half of the way.",
            lambda z, X, w, gamma: (z + _step(z, X, w, gamma)) / 2,
        ),
        Mistake(
            "You took two steps. One is asked for.",
            lambda z, X, w, gamma: _step(_step(z, X, w, gamma), X, w, gamma),
        ),
        Mistake(
            "You went on until nothing moves. One step is asked for.",
            _many_steps,
        ),
        Mistake("z has not moved.", lambda z, X, w, gamma: z),
        Mistake(
            "The exponent has γ in it; in your kernel values it is missing.",
            lambda z, X, w, gamma: _step(z, X, w, 1.0),
        ),
        Mistake(
            "Your kernel values have twice the γ, or a squared one: look at the exponent again.",
            lambda z, X, w, gamma: _step(z, X, w, 2 * gamma),
        ),
        Mistake(
            "γ is an inverse width: it multiplies the squared distance.",
            lambda z, X, w, gamma: _step(z, X, w, 1 / gamma),
        ),
        Mistake(
            "The exponent has the *squared* distance in it; in your kernel values it is not squared.",
            lambda z, X, w, gamma: (lambda a: a @ X / a.sum())(
                w * np.exp(-gamma * np.linalg.norm(z - X, axis=1))
            ),
        ),
        Mistake(
            "That is the training point nearest to z. The next place is a mean of all of them, with weights.",
            lambda z, X, w, gamma: X[np.square(X - z).sum(axis=1).argmin()],
        ),
        Mistake(
            "That is the mean of the training points: the weights and the kernel values are missing.",
            lambda z, X, w, gamma: X.mean(axis=0),
        ),
    ],
)


def _axes(X, q, largest=True):
    rows = np.linalg.svd(X, full_matrices=False)[2]
    return rows[:q] if largest else rows[-q:]


def _onto(mean, P, U):
    """Projections on the axes U through the mean."""
    return mean + (P - mean) @ U.T @ U


def _restore(X, X_noisy, q):
    mean = X.mean(axis=0)
    return _onto(mean, X_noisy, _axes(X - mean, q))


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


def _columns_of_vt(X, X_noisy, q):
    mean = X.mean(axis=0)
    V = np.linalg.svd(X - mean, full_matrices=False)[2]
    return _onto(mean, X_noisy, (V.T if V.shape[0] == V.shape[1] else V)[:q])


linear = Exercise(
    "09.5",
    "The opponent: linear PCA",
    problems=problems.noisy_points,
    edge=problems.edge_noisy,
    reference=_restore,
    certify=_certify_restored,
    mistakes=[
        Mistake(
            "The mean has not been put back.", lambda X, X_noisy, q: _restore(X, X_noisy, q) - X.mean(axis=0)
        ),
        Mistake(
            "You did not center: these are axes through the origin.",
            lambda X, X_noisy, q: _onto(0.0, X_noisy, _axes(X, q)),
        ),
        Mistake(
            "You moved the noisy points by the mean, but the axes are those of points that were not centered.",
            lambda X, X_noisy, q: _onto(X.mean(axis=0), X_noisy, _axes(X, q)),
        ),
        Mistake(
            "The axes are right, but the noisy points have to lose the mean before they are projected.",
            lambda X, X_noisy, q: X.mean(axis=0) + _onto(0.0, X_noisy, _axes(X - X.mean(axis=0), q)),
        ),
        Mistake(
            "The axes are right, but the plane goes through the mean, not through the origin.",
            lambda X, X_noisy, q: _onto(0.0, X_noisy, _axes(X - X.mean(axis=0), q)),
        ),
        Mistake(
            "You moved the noisy points by their own mean, and put that back. They have to be compared with the "
            "training points.",
            lambda X, X_noisy, q: _onto(X_noisy.mean(axis=0), X_noisy, _axes(X - X.mean(axis=0), q)),
        ),
        Mistake(
            "You moved the noisy points by their own mean. They have to be compared with the training points.",
            lambda X, X_noisy, q: _restore(X, X_noisy - X_noisy.mean(axis=0) + X.mean(axis=0), q),
        ),
        Mistake(
            "These are the axes of the noisy points. What is known of the data stands in the training points.",
            lambda X, X_noisy, q: _onto(X.mean(axis=0), X_noisy, _axes(X_noisy - X_noisy.mean(axis=0), q)),
        ),
        Mistake(
            "You made a PCA of the noisy points. What is known of the data stands in the training points.",
            lambda X, X_noisy, q: _restore(X_noisy, X_noisy, q),
        ),
        Mistake(
            "These are the axes of the smallest variances.",
            lambda X, X_noisy, q: _onto(X.mean(axis=0), X_noisy, _axes(X - X.mean(axis=0), q, False)),
        ),
        Mistake(
            "That is what the projection takes *away*. What it leaves is wanted.",
            lambda X, X_noisy, q: X_noisy - _restore(X, X_noisy, q),
        ),
        Mistake(
            "You used one axis more than q.",
            lambda X, X_noisy, q: _restore(X, X_noisy, q + 1),
        ),
        Mistake(
            "You used one axis less than q.",
            lambda X, X_noisy, q: _restore(X, X_noisy, q - 1),
        ),
        Mistake(
            "The noisy points came back as they were: nothing has been projected.",
            lambda X, X_noisy, q: X_noisy,
        ),
        Mistake(
            "That is the mean, whatever the noisy point. Its coordinates along the axes are missing.",
            lambda X, X_noisy, q: np.tile(X.mean(axis=0), (len(X_noisy), 1)),
        ),
        Mistake(
            "The mean was put back twice.",
            lambda X, X_noisy, q: _restore(X, X_noisy, q) + X.mean(axis=0),
        ),
        Mistake(
            "Rows and columns are exchanged: `svd` gives axes in the rows of its last matrix, `eigh` in columns.",
            _columns_of_vt,
        ),
        Mistake(
            "You divided coordinates by standard deviations, and did not multiply by them on the way back.",
            lambda X, X_noisy, q: (
                X.mean(axis=0) + _whitened(X, X_noisy, q, np.sqrt(len(X))) @ _axes(X - X.mean(axis=0), q)
            ),
            when=lambda problem, R: _is_whitened(problem, R),
        ),
    ],
)


def _whitened(X, X_noisy, q, scale):
    """Coordinates of noisy points, each divided by the singular value of its axis, times a scale."""
    mean = X.mean(axis=0)
    sizes = np.linalg.svd(X - mean, compute_uv=False)[:q]
    return scale * (X_noisy - mean) @ _axes(X - mean, q).T / sizes


def _is_whitened(problem, R):
    """Whether the coordinates of an answer are those of the noisy points over standard deviations, of any kind."""
    X, X_noisy, q = problem
    mean, n = X.mean(axis=0), len(X)
    Z = (R - mean) @ _axes(X - mean, q).T
    return any(
        np.allclose(Z, _whitened(X, X_noisy, q, scale), atol=1e-9)
        for scale in (1, np.sqrt(n), np.sqrt(n - 1))
    )


def _regress(K_z, Y, ridge):
    return K_z @ np.linalg.solve(K_z + ridge * np.eye(len(Y)), Y)


def _learned_with(ridge_of):
    """Answers of the regression with another η, ``ridge_of(ridge, n)``."""
    return lambda K_z, X, ridge: X.mean(axis=0) + _regress(K_z, X - X.mean(axis=0), ridge_of(ridge, len(X)))


def _centered_regression(K_z, X, ridge):
    return X.mean(axis=0) + _regress(center_gram(K_z), X - X.mean(axis=0), ridge)


def _certify_learned(problem, P):
    K_z, X, ridge = problem
    F = P - X.mean(axis=0)
    residual = np.abs(K_z @ (X - P) - ridge * F).max() / max(1.0, ridge)
    return Certificate(
        "largest | K(X − P) − η(P − x̄) |, which is 0 for the ridge regression",
        residual,
        1e-8,
        otherwise="what is left of the equations of the ridge regression",
    )


learned = Exercise(
    "09.6",
    "Learn the way back",
    problems=problems.regressions,
    edge=problems.edge_regressions,
    reference=lambda K_z, X, ridge: X.mean(axis=0) + K_z @ denoising.ridge_coefficients(K_z, X, ridge),
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
            "The mean was put back and had not been taken away before.",
            lambda K_z, X, ridge: X.mean(axis=0) + _regress(K_z, X, ridge),
        ),
        Mistake(
            "Every training point comes back as it was, so nothing is smoothed: η is missing, or what it does is "
            "undone again.",
            lambda K_z, X, ridge: X,
        ),
        Mistake(
            "You added η to all entries of the matrix. It belongs on the diagonal.",
            lambda K_z, X, ridge: X.mean(axis=0) + K_z @ np.linalg.solve(K_z + ridge, X - X.mean(axis=0)),
        ),
        Mistake(
            "Your η is too large: you took it once for each training point. Here it is meant once.",
            _learned_with(lambda ridge, n: n * ridge),
        ),
        Mistake(
            "Your η is too small: you divided it by the number of training points.",
            _learned_with(lambda ridge, n: ridge / n),
        ),
        Mistake("You squared η.", _learned_with(lambda ridge, n: ridge**2)),
        Mistake("You took the root of η.", _learned_with(lambda ridge, n: ridge**0.5)),
        Mistake(
            "You divided by η where it is added: the larger it is, the smoother.",
            _learned_with(lambda ridge, n: 1 / ridge),
        ),
        Mistake("The sign of η: it is added to the diagonal.", _learned_with(lambda ridge, n: -ridge)),
        Mistake("Twice the η. It is added to the diagonal once.", _learned_with(lambda ridge, n: 2 * ridge)),
        Mistake("Half the η. It is added to the diagonal as it is.", _learned_with(lambda ridge, n: ridge / 2)),
        Mistake(
            "These are the coefficients and the mean; the answers need the kernel values once more.",
            lambda K_z, X, ridge: (
                X.mean(axis=0) + np.linalg.solve(K_z + ridge * np.eye(len(X)), X - X.mean(axis=0))
            ),
        ),
        Mistake(
            "These are the coefficients. The answers need the kernel values once more, and the mean.",
            lambda K_z, X, ridge: np.linalg.solve(K_z + ridge * np.eye(len(X)), X - X.mean(axis=0)),
        ),
        Mistake(
            "You centered the Gram matrix, or left the intercept free, which is the same. Only the points lose their "
            "mean here; the projections stay where they are.",
            _centered_regression,
        ),
        Mistake(
            "You took one mean over all entries of X. Each variable has a mean of its own.",
            lambda K_z, X, ridge: X.mean() + _regress(K_z, X - X.mean(), ridge),
        ),
        Mistake(
            "You took the mean of each point over its variables. Each *variable* has a mean over the points.",
            lambda K_z, X, ridge: (
                X.mean(axis=1, keepdims=True) + _regress(K_z, X - X.mean(axis=1, keepdims=True), ridge)
            ),
        ),
        Mistake(
            "That is the mean, whatever the projection.",
            lambda K_z, X, ridge: np.tile(X.mean(axis=0), (len(X), 1)),
        ),
        Mistake(
            "That is a mean of neighbors, with kernel values as weights. Ridge regression solves a system of "
            "equations.",
            lambda K_z, X, ridge: K_z @ X / K_z.sum(axis=1, keepdims=True),
        ),
    ],
)  # fmt: skip


EQUALLY_NEAR = -np.log(np.roots([1, 1, 1, -1])[-1].real)  # with u = exp(−γ): 2u = 1 + u⁴, where ρ(0) = ρ(1)


def _no_inverse_width(_, gamma):
    return gamma <= 0


middle = Exercise(
    "09.7",
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
        Mistake(
            "You asked where 0 and the two points are equally near. The middle is left before that, by small steps: "
            "look at how ρ curves at 0.",
            lambda: EQUALLY_NEAR,
            when=lambda _, gamma: abs(gamma - EQUALLY_NEAR) < 2e-3,
        ),
        Mistake(
            "γ is positive: it multiplies a squared distance, and K falls with it.",
            lambda: -0.5,
            when=_no_inverse_width,
        ),
        Mistake(
            "Too small: there the middle is best, and it still is for γ that are somewhat larger.",
            lambda: 0.3,
            when=lambda _, gamma: 0 < gamma < 0.499,
        ),
        Mistake(
            "Too large: at that γ, places beside the middle have images that are nearer. Which way does ρ curve at 0?",
            lambda: 3.0,
            when=lambda _, gamma: gamma > 0.501,
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
    """A start is any number: this one is not the only one."""
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
    "09.8",
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


def _shrunk(X, noisy, sigma, share=lambda variances, sigma: variances / (variances + sigma**2)):
    """Linear PCA that keeps a share of each coordinate, which depends on its variance among clean digits."""
    mean = X.mean(axis=0)
    _, singular, U = np.linalg.svd(X - mean, full_matrices=False)
    return mean + (noisy - mean) @ U.T * share(singular**2 / len(X), sigma) @ U


def _least_linear_error(problem):
    """The smallest error of linear PCA, over all numbers of components, chosen by someone who has the clean digits."""
    mean = problem.X.mean(axis=0)
    U = _axes(problem.X - mean, problem.X.shape[1])
    gains = ((problem.noisy - mean) @ U.T, (problem.clean - mean) @ U.T)
    kept = np.cumsum([*np.square(gains[0] - gains[1]).sum(axis=0)])
    dropped = np.square(problem.clean - mean).sum() - np.cumsum(np.square(gains[1]).sum(axis=0))
    return (kept + dropped).min()


def _certify_digits(problem, restored):
    ratio = np.square(restored - problem.clean).sum() / _least_linear_error(problem)
    return Certificate(
        "squared error against the clean digits, over the least error of plain linear PCA", ratio, 0.9
    )


def _as_many_as_were_noisy(answer, expected):
    """Form of an exercise with many right answers: digits near right ones may be right too."""
    return same_form(answer, expected)


restored_digits = Exercise(
    "09.9",
    "A digit restored",
    problems=problems.noisy_digits,
    arguments=problems.without_the_clean_ones,
    reference=_shrunk,
    certify=_certify_digits,
    form=_as_many_as_were_noisy,
    mistakes=[
        Mistake("These are the noisy digits as they came.", lambda X, noisy, sigma: noisy),
        Mistake(
            "Every digit has become the mean digit. The noise is gone, and so is what tells them apart.",
            lambda X, noisy, sigma: np.tile(X.mean(axis=0), (len(noisy), 1)),
        ),
        Mistake(
            "The mean has not been put back.",
            lambda X, noisy, sigma: _shrunk(X, noisy, sigma) - X.mean(axis=0),
        ),
        Mistake(
            "Your variances are sums over all digits. Divide them by the number of digits.",
            lambda X, noisy, sigma: _shrunk(X, noisy, sigma, lambda v, s: v * len(X) / (v * len(X) + s**2)),
        ),
        Mistake(
            "That is the share of the noise. Keep the rest.",
            lambda X, noisy, sigma: _shrunk(X, noisy, sigma, lambda v, s: s**2 / (v + s**2)),
        ),
    ],
)
