"""What the proofs about balls, hyperplanes and margins share: at each point a constraint, a slack, and two multipliers.

A machine minimizes a cost and a price times Σᵢ ξᵢ, where ξᵢ is at least what a point needs, and at least 0; α and β are
the multipliers of the two constraints. What is not written here is what makes one machine another.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.optimize import root

from kernelcourse.proving.derivations import Premise, Setting, gradient
from kernelcourse.proving.residuals import TOLERANCE
from kernelsy19.engine.interior_point import minimize_quadratic

SOLVED = 1e-8  # to what a premise holds on an answer that a solver found


def distances(s):
    """‖Φ(xᵢ) − c‖², as an (n,) array."""
    return ((s.Phi - s.c) ** 2).sum(axis=1)


def some(mask, rng):
    """One of the points of a mask, at random."""
    return rng.choice(np.flatnonzero(mask))


def replaced(array, index, value):
    """A copy of an array with other entries."""
    changed = array.copy()
    changed[index] = value
    return changed


# ---- what proofs are evaluated on ---------------------------------------------------------------


def draw_relaxations(draw, spare, clear, rng):
    """Draw a best machine, relaxations u, w (n,) of its constraints, and a share t.
    No constraint is about to become tight, for what it spares or its multiplier is above `clear`: v is smooth around 0.
    """
    while True:
        s = draw(rng)
        room = spare(s)
        if np.minimum(np.maximum(s.alpha, room), np.maximum(s.beta, s.xi)).min() > clear:
            u, w = rng.uniform(-1, 1, size=(2, s.n)) * np.ptp(room)
            return Setting(**vars(s), u=u, w=w, t=rng.uniform(0.2, 0.8))


def solve_with_slack(curvature, slope, rows, least, price):
    """Minimize ½Σⱼ aⱼzⱼ² + ⟨b, z⟩ + price · Σᵢ ξᵢ where rows z − ξ ≤ least and ξ ≥ 0, for a, b (d,) and rows (n, d).
    z (d,), and a dict of xi, alpha, beta (n,) and value: a general solver finds them, and knows no dual."""
    n, d = rows.shape
    P, q = np.diag(np.concatenate([curvature, np.zeros(n)])), np.concatenate([slope, np.full(n, price)])
    G = np.vstack([np.hstack([rows, -np.eye(n)]), np.hstack([np.zeros((n, d)), -np.eye(n)])])
    found = minimize_quadratic(P, q, G, np.concatenate([least, np.zeros(n)]))
    alpha, beta = found.multipliers[:n], found.multipliers[n:]
    return found.x[:d], {"xi": found.x[d:], "alpha": alpha, "beta": beta, "value": found.value}


def slope_in(unknown, L, s):
    """The derivative of a Lagrangian in one of its arguments at the values of a setting, as a finite difference."""
    here = getattr(s, unknown)
    rest = {name: getattr(s, name) for name in inspect.signature(L).parameters if name != unknown}
    return gradient(lambda value: L(**{unknown: value}, **rest), at=here)


def where_flat(s, L, unknowns, alpha, start):
    """The setting with multipliers alpha(t), β and a vector for which L is flat in a number, the slacks and the vector.
    L makes a function of the three `unknowns` of a setting; `start` is (t, vector); β may come out negative. None where
    a root finder, which sees L only, finds no such place."""

    def world(x):
        return s.but(alpha=alpha(x[0]), beta=x[1 : s.n + 1], **{unknowns[2]: x[s.n + 1 :]})

    def slopes(x):
        return np.concatenate([np.atleast_1d(slope_in(name, L(world(x)), world(x))) for name in unknowns])

    found = root(slopes, np.concatenate([[start[0]], s.beta, start[1]]), tol=1e-13)
    return world(found.x) if np.abs(found.fun).max() <= 1e-10 else None


# ---- premises, and ways to be without them ------------------------------------------------------


def flat(symbol, unknown, break_it, tolerance=TOLERANCE):
    """The Lagrangian s.L is stationary in one of its arguments."""
    return Premise(f"∂L/∂{symbol} = 0", lambda s: slope_in(unknown, s.L, s), break_it, tolerance)


def not_negative(says, name, break_it, tolerance=TOLERANCE):
    """A multiplier or a slack is zero or more at each point."""
    return Premise(says, lambda s: np.maximum(0, -getattr(s, name)), break_it, tolerance)


def moved(name):
    """What puts a vector elsewhere."""
    return lambda s, rng: s.but(**{name: getattr(s, name) + rng.normal(size=getattr(s, name).shape)})


def larger_alpha(s, rng):
    """All weights are larger by one factor."""
    return s.but(alpha=s.alpha * rng.uniform(1.1, 2.0))


def larger_beta(s, rng):
    """The β of all points are larger, each by something else."""
    return s.but(beta=s.beta + rng.uniform(0.1, 1.0, size=s.n))


def far_and_light(best, rng):
    """Weights that sum to less than one, and points far from the origin, which L_D then takes for a wide spread."""
    far = rng.uniform(5, 10)
    Phi = best.Phi + far
    return best.but(Phi=Phi, K=Phi @ Phi.T, c=best.c + far, alpha=best.alpha * rng.uniform(0.5, 0.9))


def onto_sphere(s, R, mask, rng):
    """One of the points of the mask put on the sphere, without slack."""
    i = some(mask, rng)
    radial = s.Phi[i] - s.c
    Phi = replaced(s.Phi, i, s.c + radial * (R / np.linalg.norm(radial)))
    return s.but(Phi=Phi, xi=replaced(s.xi, i, 0.0))


def multipliers(points, center):
    """α are the slopes of what the best ball costs; without it, weights that lean to the nearer half of some points."""

    def other_weights(s, rng):
        """Weights that are not the multipliers, and the relaxation and the ball that show it."""
        # Points on the surface are equally far, and rounding may not say which of them comes first.
        order = np.argsort(distances(s)[points(s)].round(9), kind="stable")
        nearest = points(s)[order][: max(1, len(order) // 2)]
        alpha = 0.4 * s.alpha + 0.6 * replaced(np.zeros(s.n), nearest, 1 / len(nearest))
        return s.but(alpha=alpha, u=0.5 * (s.alpha - alpha), c0=center(s, alpha), xi0=0 * s.xi0)

    def residual(s):
        return gradient(s.v, at=np.zeros(s.n), step=1e-3) + s.alpha

    return Premise("αᵢ = −∂v/∂uᵢ at u = 0", residual, other_weights, SOLVED)


@dataclass(frozen=True)
class Dual:
    """What tells one machine from another, each a function of a Setting.
    needs, the slack that each point needs at least, (n,), below zero where there is something to spare; price of a unit
    of slack, which is the largest weight; idle, and of a Generator: a point with something to spare, and no weight;
    paying, the same: a point with slack, and all the weight that it may have"""

    needs: Callable
    price: Callable
    idle: Callable
    paying: Callable

    def spare(self, s):
        """What the constraint leaves to spare at each point."""
        return s.xi - self.needs(s)

    def negative_alpha(self, s, rng):
        """All α are below zero, and weigh more than β."""
        return s.but(alpha=-s.alpha * (1 + s.beta @ s.xi) / (s.alpha @ self.spare(s)))

    def negative_beta(self, s, rng):
        """All β are below zero, and weigh more than α."""
        return s.but(beta=-s.beta * (1 + s.alpha @ self.spare(s)) / (s.beta @ s.xi))

    def nothing_subtracted(self, s, rng):
        """Slacks as small as can be, α at no point with something to spare and β at no point with slack."""
        needs = self.needs(s)
        pays = needs > 0
        return s.but(
            xi=np.maximum(0, needs), alpha=np.where(pays, s.alpha, 0), beta=np.where(pays, 0, s.beta)
        )

    def above_the_price(self, s, rng):
        """∂L/∂ξ fails and β stays: one weight is twice what it may be."""
        return s.but(alpha=replaced(s.alpha, rng.integers(s.n), 2 * self.price(s)))

    def one_negative_beta(self, s, rng):
        """One β is below zero, and its α that much above the price, so that ∂L/∂ξ = 0 still holds."""
        i, price = rng.integers(s.n), self.price(s)
        return s.but(alpha=replaced(s.alpha, i, 1.5 * price), beta=replaced(s.beta, i, -0.5 * price))

    def opposed(self, at_idle, at_paying):
        """What makes a product α · spare of one size at an idle point, and βξ of another at one that pays."""

        def break_it(s, rng):
            i, k = self.idle(s, rng), self.paying(s, rng)
            alpha = replaced(s.alpha, i, at_idle / self.spare(s)[i])
            return s.but(alpha=alpha, beta=replaced(s.beta, k, at_paying / s.xi[k]))

        return break_it

    def too_little_slack(self, s, rng):
        """The constraint fails at a point that pays, and βξ there makes up for α · spare below zero."""
        k = self.paying(s, rng)
        missing = s.xi[k] / 2
        beta = s.alpha[k] * missing / (s.xi[k] - missing)
        return s.but(xi=replaced(s.xi, k, s.xi[k] - missing), beta=replaced(s.beta, k, beta))

    def slack_below_zero(self, s, rng):
        """ξ ≥ 0 fails at an idle point, and α · spare there makes up for βξ below zero."""
        i = self.idle(s, rng)
        spare = self.spare(s)[i]
        missing = spare / 2
        alpha = s.beta[i] * missing / (spare - missing)
        return s.but(xi=replaced(s.xi, i, s.xi[i] - missing), alpha=replaced(s.alpha, i, alpha))

    def enough_slack(self, says, break_it, tolerance=TOLERANCE):
        """The constraint."""
        return Premise(says, lambda s: np.maximum(0, -self.spare(s)), break_it, tolerance)

    def optimal(self, cost, constraint, slack):
        """The premises of complementary slackness: strong duality, and no sign that is wrong."""
        return (
            Premise(
                f"L = {cost}",
                lambda s: s.alpha @ self.spare(s) + s.beta @ s.xi,
                self.opposed(0.5, 0.3),
                SOLVED,
            ),
            not_negative("αᵢ ≥ 0", "alpha", self.opposed(-0.5, 0.5), SOLVED),
            not_negative("βᵢ ≥ 0", "beta", self.opposed(0.5, -0.5), SOLVED),
            self.enough_slack(constraint, self.too_little_slack, SOLVED),
            not_negative(slack, "xi", self.slack_below_zero, SOLVED),
        )

    def spent(self, says, break_it):
        """Complementary slackness of the constraint."""
        return Premise(says, lambda s: s.alpha * self.spare(s), break_it, SOLVED)


def paid(break_it):
    """Complementary slackness of the slack."""
    return Premise("βᵢξᵢ = 0", lambda s: s.beta * s.xi, break_it, SOLVED)
