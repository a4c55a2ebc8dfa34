"""What the proofs of chapter 04 are evaluated on: balls and hyperplanes, solved and drawn at random.

Nothing here is built from what a proof concludes: multipliers come with the solution of a primal problem, which a
general solver found, and balls that need not be optimal are drawn at random.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from kernelcourse.ball.draws import (
    free_setting,
    primal_setting,
    solve_primal,
    stationary_setting,
    three_kinds_are_there,
)
from kernelcourse.proving.derivations import Setting
from kernelcourse.proving.duals import solve_with_slack
from kernelsy19 import datasets, kernels
from kernelsy19.ball.equations import largest_weight
from kernelsy19.ball.solve import solve_dual
from kernelsy19.kernels.geometry import coordinates


def solve_plane(Phi, nu, scale=1.0):
    """Solve the primal problem of the hyperplane in coordinates, in the scale of this course or in another.
    Phi (n, D); nu in (0, 1]; scale t > 0 in: minimize ½‖w‖² − tρ + t (νn)⁻¹ Σ ξᵢ, where 1 is ours and νn is that of
    LIBSVM → w (D,), rho, xi, alpha, beta (n,), multipliers of ⟨w, Φ(xᵢ)⟩ ≥ ρ − ξᵢ and of ξᵢ ≥ 0, and value, the
    objective"""
    n, D = Phi.shape
    rows, slope = np.hstack([-Phi, np.ones((n, 1))]), np.repeat([0.0, -scale], [D, 1])
    price = scale * largest_weight(nu, n)
    z, found = solve_with_slack(np.repeat([1.0, 0.0], [D, 1]), slope, rows, np.zeros(n), price)
    return Setting(w=z[:D], rho=z[D], **found)


def any_ball_setting(X, kernel, nu, seed=0):
    """Any ball with any slacks, and weights that sum to one.
    As `stationary_setting` of the ball, with kappa = K(x₁, x₁), and a center of no particular place"""
    s = stationary_setting(X, kernel, nu, seed)
    return Setting(**vars(s) | {"c": free_setting(X, kernel, nu, seed).c, "kappa": s.K[0, 0]})


def mean_setting(X, h, X_new):
    """The ball of ν = 1 as a solver of the primal finds it, and a radius that parts the new points in halves.
    h > 0, where γ = 1/(2h²); X_new (m, p), m ≥ 2 → as `primal_setting` of the ball, with h, X_new and another R"""
    s = primal_setting(X, kernels.RBF(gamma=1 / (2 * h**2)), 1.0, X_new)
    nearest_first = np.sort(((s.Phi_new - s.c) ** 2).sum(axis=1))
    R2 = nearest_first[[len(X_new) // 2 - 1, len(X_new) // 2]].mean()
    return Setting(**vars(s) | {"R": R2**0.5, "R2": R2, "h": h, "X_new": X_new})


def plane_setting(s, **others):
    """A setting about the hyperplane: normal and offset in the place of center and radius.
    s with what `free_setting` of the ball has; others, not taken from s → Phi, K, nu, n, w (D,), rho; xi, alpha, beta
    (n,)"""
    names = ("X", "k", "Phi", "K", "nu", "n", "xi", "alpha", "beta")
    return Setting(**{name: getattr(s, name) for name in names} | {"w": s.c, "rho": s.R} | others)


def both_solved(Phi, nu):
    """Solve the ball's primal problem, and that of the hyperplane in LIBSVM's scale, each on its own.
    R, c, xi, alpha of the ball; v (D,), b, zeta, a and g (n,) of the hyperplane: normal, offset, slacks and the two
    kinds of multiplier"""
    ball, plane = solve_primal(Phi, nu), solve_plane(Phi, nu, scale=nu * len(Phi))
    return {
        "R": ball.R2**0.5,
        "c": ball.c,
        "xi": ball.xi,
        "alpha": ball.alpha,
        "v": plane.w,
        "b": plane.rho,
        "zeta": plane.xi,
        "a": plane.alpha,
        "g": plane.beta,
    }


@lru_cache(maxsize=256)
def share_on_sphere(sample, n, nu):
    """The share of mapped points that lie on the sphere of their best ball, as a mean over eight samples.
    sample, (n, number) → (n, D) mapped points; nu in (0, 1] → in [0, 1]"""
    shares = []
    for number in range(1, 9):
        Phi = sample(n, number)
        found = solve_dual(Phi @ Phi.T, nu, tol=1e-10)
        shares.append((np.abs(found.squared_distances - found.R2) < 1e-6 * found.R2).mean())
    return float(np.mean(shares))


# ---- draws: n from 6 on, D from 3 on, νn not a whole number -------------------------------------


def _points(rng, low=6, high=12):
    return rng.normal(size=(int(rng.integers(low, high)), int(rng.integers(2, 5))))


def _share(rng, n):
    return (rng.integers(2, n - 2) + rng.uniform(0.2, 0.8)) / n


def _any_kernel(rng):
    gamma = rng.uniform(0.2, 1.0)
    return [kernels.Polynomial(2, gamma, offset=1.0), kernels.RBF(gamma)][rng.integers(2)]


def _constant_diagonal(rng):
    gamma = rng.uniform(0.2, 1.0)
    return [kernels.RBF(gamma), kernels.Laplacian(gamma), 2 * kernels.RBF(gamma)][rng.integers(3)]


def draw_hard(rng):
    """Draw points, a kernel and a ν below 1/n, and the ball that a solver of the primal finds."""
    X = _points(rng)
    return primal_setting(X, _any_kernel(rng), rng.uniform(0.3, 0.9) / len(X))


def _of_few_dimensions(rng):
    """Points with a density, and a kernel of 3 or 4 features, all of degree 1 or more."""
    kernel, p = [
        (kernels.Linear(), 3),
        (kernels.Linear(), 4),
        (kernels.Polynomial(2, offset=0.0), 2),
        (kernels.Polynomial(3, offset=0.0), 2),
    ][rng.integers(4)]
    return kernel, p, rng.normal(size=p) / 2


def draw_finite(rng):
    """Draw an even number of points, and their best ball, of three kinds of point, in 3 or 4 dimensions."""
    while True:
        kernel, p, middle = _of_few_dimensions(rng)
        X = rng.normal(size=(2 * int(rng.integers(4, 7)), p)) + middle
        s = primal_setting(X, kernel, _share(rng, len(X)))
        if three_kinds_are_there(s):
            return s


def draw_samples(rng):
    """Draw what samples are taken from: `sample(n, number)` gives n mapped points, and Phi is one such sample."""
    kernel, p, middle = _of_few_dimensions(rng)
    seed = int(rng.integers(2**31))

    def sample(n, number):
        X = np.random.default_rng([seed, number]).normal(size=(n, p)) + middle
        return coordinates(kernel, X)

    n = int(rng.integers(8, 13))
    return Setting(sample=sample, Phi=sample(n, 0), n=n, nu=rng.uniform(0.2, 0.4))


def draw_mean(rng):
    """Draw points, a width, and new points about half of which the ball of ν = 1 leaves out."""
    X = _points(rng)
    return mean_setting(
        X, float(rng.uniform(0.6, 1.5)), rng.normal(size=(int(rng.integers(5, 9)), X.shape[1]))
    )


def draw_free_plane(rng):
    """Draw points, any hyperplane, and any multipliers."""
    X = _points(rng)
    return plane_setting(free_setting(X, _any_kernel(rng), _share(rng, len(X)), int(rng.integers(2**31))))


def draw_plane(rng):
    """Draw points, and the hyperplane that a solver of its primal finds, with its multipliers."""
    X = _points(rng)
    s = free_setting(X, _any_kernel(rng), _share(rng, len(X)), int(rng.integers(2**31)))
    found = solve_plane(s.Phi, s.nu)
    return plane_setting(s, w=found.w, rho=found.rho, xi=found.xi, alpha=found.alpha, beta=found.beta)


def draw_plane_of_weights(rng):
    """Draw feasible weights and their normal; offset and slacks are free."""
    X = _points(rng)
    s = stationary_setting(X, _any_kernel(rng), _share(rng, len(X)), int(rng.integers(2**31)))
    return plane_setting(s)


def draw_any_ball(rng):
    """Draw points and a kernel of constant diagonal, for a ball that need not be optimal."""
    X = _points(rng)
    return any_ball_setting(X, _constant_diagonal(rng), _share(rng, len(X)), int(rng.integers(2**31)))


def draw_both(rng):
    """Draw points and a kernel of constant diagonal, and solve for ball and hyperplane on their own."""
    while True:
        X = _points(rng)
        s = primal_setting(X, _constant_diagonal(rng), _share(rng, len(X)))
        if three_kinds_are_there(s):
            solved = both_solved(s.Phi, s.nu)
            return Setting(X=X, k=s.k, Phi=s.Phi, K=s.K, nu=s.nu, n=s.n, kappa=s.K[0, 0], **solved)


# ---- images for exercise 04.9 and what its solution shows ---------------------------

FITTED, HELD_OUT, OTHERS = 400, 400, 200


class Zeros(NamedTuple):
    """Images of zeros to learn from, new images, and which of those are zeros, which no student is told."""

    X: np.ndarray
    new: np.ndarray
    is_zero: np.ndarray


def zeros(rng):
    """Draw images of the digit 0, and new ones of which some are of other digits."""
    train = datasets.usps().train.in_order()
    for _ in range(2):
        of_zeros, of_others = (
            rng.permutation(np.flatnonzero(chosen)) for chosen in (train.y == 0, train.y != 0)
        )
        new = rng.permutation(np.concatenate([of_zeros[FITTED : FITTED + HELD_OUT], of_others[:OTHERS]]))
        yield Zeros(train.X[of_zeros[:FITTED]], train.X[new], train.y[new] == 0)


def rates(problem, verdicts):
    """Count how often an answer to 04.9 is wrong about zeros and right about others.
    verdicts (m,) of +1, ordinary, and −1, an alarm → the shares of the new zeros and of the other digits that cause one
    """
    alarms = verdicts == -1
    return float(alarms[problem.is_zero].mean()), float(alarms[~problem.is_zero].mean())
