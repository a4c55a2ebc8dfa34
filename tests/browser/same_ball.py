"""A ball that was solved in the browser, compared with that of the library by what certificates allow."""

import numpy as np

from kernelsy19 import ball
from kernelsy19.kernels import RBF, Linear

EPS = np.finfo(float).eps
# Duality gaps in units of the variance: where the solver of the browser stops, and what it promises.
AIM, ENOUGH = 1e-10, 1e-6
TOL = 1e-7  # of the library, for the KKT residual: its duality gap is smaller
KERNELS = {"rbf": lambda gamma: RBF(gamma=gamma), "linear": lambda gamma: Linear()}


@np.errstate(over="ignore", invalid="ignore")  # a broken solver may leave every bound
def differences(problem, answer, K, solution, field):
    """What is wrong with an answer of the browser: by name, what was measured and what is allowed.

    The bounds are those that the certificates give. L_D falls from the optimum by ‖c − c*‖² at least, so that two balls
    with small gaps have centers near each other, and with them distances, radius and decision.
    """
    alpha, nu, n = np.array(answer["alpha"], dtype=float), problem["nu"], len(K)
    largest = float(np.abs(np.diagonal(K)).max())
    variance = max(0.0, float(np.diagonal(K).mean() - K.mean()))
    noise = 64 * EPS * largest
    limit = max(ENOUGH * variance, noise)
    # The certificate, from the weights and the library's K alone.
    gap = ball.duality_gap(K, alpha, nu)
    apart = alpha - solution.alpha
    distances = ball.squared_distances_to_center(np.diagonal(K), K, K, alpha)
    shift = (max(gap, 0) + noise) ** 0.5 + (max(solution.duality_gap, 0) + noise) ** 0.5
    # The farthest place of the grid or the data.
    reach = float(max(distances.max(), (solution.R2 - field).max())) ** 0.5
    near = shift * (2 * reach + shift) + noise
    measured = {
        "box": (float(ball.box_violation(alpha, nu).max()), 1e-12 * min(1, 1 / (nu * n))),
        "sum": (abs(alpha.sum() - 1), 1e-12),
        "gap": (abs(gap), limit),
        "gap as it says": (abs(answer["gap"] - gap), noise),
        "objective": (
            abs(answer["objective"] - solution.objective),
            max(gap, solution.duality_gap, 0) + noise,
        ),
        "cost": (
            abs(answer["primal"] - solution.primal_objective),
            max(gap, solution.duality_gap, 0) + noise,
        ),
        "center": (max(0.0, float(apart @ K @ apart)) ** 0.5, shift),
        "R²": (abs(answer["R2"] - solution.R2), near),
        "distances": (float(np.abs(np.array(answer["distances"]) - solution.squared_distances).max()), near),
        "decision": (float(np.abs(np.array(answer["field"]) - field.ravel()).max()), 2 * near),
        "kinds": (float(np.mean(answer["kinds"] != np.select(ball.three_kinds(alpha, nu), [0, 1, 2]))), 0.0),
        "certified": (float(not answer["certified"]), 0.0),
    }
    # What is NaN is not at most its bound either.
    return {name: pair for name, pair in measured.items() if not pair[0] <= pair[1]}
