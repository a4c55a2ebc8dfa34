"""The proofs of chapter 12 about regression: the dual of the tube, and why the gap closes."""

import numpy as np

from kernelcourse.proving.derivations import Derivation, Premise, bound, consequence, definition, identity
from kernelcourse.proving.duals import SOLVED, replaced
from kernelcourse.svm.draws import draw_best_tube, draw_tube, greatest_tube, solve_tube
from kernelcourse.svm.without import at_points
from kernelsy19.svm import equations as svm

AT_A_BOUND = 1e-7  # of C: a weight that is so near to 0 or to C is there


def misses(s):
    """yᵢ − f(xᵢ)."""
    return s.y - at_points(s)


def pulled(s):
    """What each point adds to the lower bound, βᵢ(yᵢ − fᵢ) − ε|βᵢ|."""
    return s.beta * misses(s) - s.epsilon * np.abs(s.beta)


def sum_of_points(s):
    """Σᵢ βᵢΦ(xᵢ)."""
    return s.beta @ s.Phi


def pulled_too_hard(s, rng):
    """The point farthest outside pulls with more than C."""
    i = np.abs(misses(s)).argmax()
    return s.but(beta=replaced(s.beta, i, rng.uniform(1.5, 3.0) * s.C * np.sign(misses(s)[i])))


def pulled_by_place(s, rng):
    """Each point outside the tube pulls with C toward itself, no other pulls."""
    outside = np.abs(misses(s)) > s.epsilon
    return s.but(beta=np.where(outside, s.C * np.sign(misses(s)), 0.0))


def at_the_best(s, C=None):
    """The best function of these points, and the weights that a general solver finds for a price."""
    best = solve_tube(s.Phi, s.y, s.C, s.epsilon)
    beta = best.beta if C is None else solve_tube(s.Phi, s.y, C, s.epsilon).beta
    return s.but(w=best.w, b=best.b, beta=beta)


def leaning(s, rng):
    """Numbers and function lifted by so much that weights whose sum is not 0 gain more by it than the function costs."""
    best = at_the_best(s)
    beta = np.where(best.beta > 0, best.beta, best.beta / 2)
    cost = svm.tube_risk(best.w @ best.w, s.y, at_points(best), s.C, s.epsilon)
    lift = (10 * cost + rng.uniform(10, 20) * np.abs(beta * s.y).sum()) / beta.sum()
    return best.but(beta=beta, y=s.y + lift, b=best.b + lift)


TUBE_AT_MOST_C = Premise("|βᵢ| ≤ C", lambda s: np.maximum(0, np.abs(s.beta) - s.C), pulled_too_hard)
TUBE_BALANCED = Premise("Σᵢ βᵢ = 0", lambda s: s.beta.sum(), lambda s, rng: s.but(beta=s.beta + 0.5 * s.C))


tube_dual = Derivation(
    "The dual of the tube",
    r"Given points with numbers $y_i$, any $f(x) = \langle w, \Phi(x)\rangle + b$, a half width $\varepsilon \ge 0$, and any weights with "
    r"$-C \le \beta_i \le C$ and $\sum_i\beta_i = 0$.",
    (
        definition(r"f_i = \langle w, \Phi(x_i)\rangle + b", "the function at the points", "f", at_points),
        bound(
            r"\beta_i(y_i - f_i) - \varepsilon|\beta_i| \le C\max\big(0,\ |y_i - f_i| - \varepsilon\big)",
            "the left side is at most |βᵢ| (|yᵢ − fᵢ| − ε): not above 0 inside the tube, and outside no weight exceeds C",
            pulled,
            lambda s: s.C * svm.tube_loss(s.y, s.f, s.epsilon),
            premise=TUBE_AT_MOST_C,
            attained=pulled_by_place,
            equation="COURSE-tube-loss",
        ),
        bound(
            r"\tfrac12\|w\|^2 + \sum_i\big(\beta_i(y_i - f_i) - \varepsilon|\beta_i|\big) \le \tfrac12\|w\|^2 + C\sum_i\max\big(0,\ |y_i - f_i| - \varepsilon\big)",
            "add up: the right side is what the function costs",
            lambda s: s.w @ s.w / 2 + pulled(s).sum(),
            lambda s: svm.tube_risk(s.w @ s.w, s.y, s.f, s.C, s.epsilon),
            premise=TUBE_AT_MOST_C.otherwise(lambda s, rng: pulled_too_hard(pulled_by_place(s, rng), rng)),
            attained=pulled_by_place,
            equation="COURSE-tube-primal",
        ),
        consequence(
            r"\tfrac12\|w\|^2 + \sum_i\big(\beta_i(y_i - f_i) - \varepsilon|\beta_i|\big) = \tfrac12\|w\|^2 - \langle w, v\rangle"
            r" + \sum_iy_i\beta_i - \varepsilon\sum_i|\beta_i|, \qquad v = \sum_i\beta_i\Phi(x_i)",
            "put in f and collect: b is multiplied by Σ βᵢ, which is 0",
            lambda s: s.w @ s.w / 2 + pulled(s).sum(),
            lambda s: (
                s.w @ s.w / 2 - s.w @ sum_of_points(s) + s.y @ s.beta - s.epsilon * np.abs(s.beta).sum()
            ),
            premise=TUBE_BALANCED,
            equation="COURSE-tube-box",
        ),
        bound(
            r"\tfrac12\|w\|^2 - \langle w, v\rangle \ge -\tfrac12\|v\|^2",
            "complete the square: the difference is ½‖w − v‖². So the best w is v, a sum of points",
            lambda s: s.w @ s.w / 2 - s.w @ sum_of_points(s),
            lambda s: -(sum_of_points(s) ** 2).sum() / 2,
            relation="≥",
            attained=lambda s, rng: s.but(w=sum_of_points(s)),
        ),
        identity(
            r"\|v\|^2 = \sum_{i,j}\beta_i\beta_jK(x_i, x_j)",
            "the square of a sum is a double sum of inner products",
            lambda s: (sum_of_points(s) ** 2).sum(),
            lambda s: (np.outer(s.beta, s.beta) * s.K).sum(),
        ),
        bound(
            r"L_D(\beta) := \sum_iy_i\beta_i - \varepsilon\sum_i|\beta_i| - \tfrac12\sum_{i,j}\beta_i\beta_jK(x_i, x_j)"
            r" \le \tfrac12\|w\|^2 + C\sum_i\max\big(0,\ |y_i - f_i| - \varepsilon\big)",
            "lines 3 to 6: whatever the weights, no function costs less than their value. The dual asks for the largest",
            lambda s: svm.tube_dual_objective(s.beta, s.y, s.Phi @ s.Phi.T, s.epsilon),
            lambda s: svm.tube_risk(s.w @ s.w, s.y, s.f, s.C, s.epsilon),
            premise=(
                TUBE_AT_MOST_C.otherwise(lambda s, rng: at_the_best(s, 10 * s.C)),
                TUBE_BALANCED.otherwise(leaning),
            ),
            attained=lambda s, rng: at_the_best(s),
            equation="COURSE-tube-dual",
        ),
    ),
    (draw_tube,),
)


def _up(s):
    """For each point whose weight can rise, the offset at which it would begin to pay."""
    may = s.beta < (1 - AT_A_BOUND) * s.C
    return (s.e - s.epsilon * np.where(s.beta > -AT_A_BOUND * s.C, 1, -1))[may]


def _down(s):
    """The same for each point whose weight can fall."""
    may = s.beta > (AT_A_BOUND - 1) * s.C
    return (s.e - s.epsilon * np.where(s.beta > AT_A_BOUND * s.C, 1, -1))[may]


TUBE_BEST = Premise(
    "no weights have a larger dual value",
    lambda s: (
        greatest_tube(s.Phi, s.y, s.C, s.epsilon)
        - svm.tube_dual_objective(s.beta, s.y, s.Phi @ s.Phi.T, s.epsilon)
    ),
    lambda s, rng: s.but(beta=rng.uniform(0.3, 0.6) * s.beta),
    tolerance=SOLVED,
)


def inside(s):
    """The points strictly inside the tube around f."""
    return np.abs(s.y - s.f) < s.epsilon - AT_A_BOUND


def weight_inside(s, rng):
    """Weights at random, of which one at least is that of a point inside the tube."""
    while True:
        beta = rng.uniform(-0.3, 0.3, size=s.n) * s.C
        other = s.but(beta=beta - beta.mean())
        if inside(other).any():
            return other


tube_closes = Derivation(
    "The gap closes, and a weight tells where its point is",
    r"Given the weights $\beta$ of the largest dual value, and $w = \sum_i\beta_i\Phi(x_i)$.",
    (
        definition(
            r"e_i = y_i - \langle w, \Phi(x_i)\rangle",
            "the offset that would lead f through point i",
            "e",
            lambda s: s.y - s.Phi @ sum_of_points(s),
        ),
        bound(
            r"e_i - \varepsilon\sigma_i \le e_j - \varepsilon\tau_j \quad\text{where } \beta_i < C,\ \beta_j > -C",
            "or else a little more weight on i and as much less on j would raise the dual. σᵢ is 1 where βᵢ ≥ 0, τⱼ where βⱼ > 0, else −1: a weight costs ε as it grows away from 0",
            _up,
            lambda s: _down(s).min(),
            premise=TUBE_BEST,
            one_entry=True,
            attained=lambda s, rng: s,
        ),
        definition(
            r"b \text{ between both sides}, \qquad f_i = \langle w, \Phi(x_i)\rangle + b",
            "at least each left side, at most each right side",
            "f",
            lambda s: s.y - s.e + (1 - s.theta) * _up(s).max() + s.theta * _down(s).min(),
        ),
        consequence(
            r"\beta_i(y_i - f_i) - \varepsilon|\beta_i| = C\max\big(0,\ |y_i - f_i| - \varepsilon\big)",
            "yᵢ − fᵢ is eᵢ − b. Where it exceeds ε, βᵢ cannot be below C; where it is less than ε, βᵢ cannot be above 0; the other side likewise",
            lambda s: s.beta * (s.y - s.f) - s.epsilon * np.abs(s.beta),
            lambda s: s.C * svm.tube_loss(s.y, s.f, s.epsilon),
            premise=TUBE_BEST,
            equation="COURSE-tube-loss",
        ),
        consequence(
            r"\tfrac12\|w\|^2 + C\sum_i\max\big(0,\ |y_i - f_i| - \varepsilon\big) = L_D(\beta)",
            "add up line 4; Σ βᵢ is 0, and w is the sum of points: this function costs what the dual says, so none costs less",
            lambda s: svm.tube_risk((sum_of_points(s) ** 2).sum(), s.y, s.f, s.C, s.epsilon),
            lambda s: svm.tube_dual_objective(s.beta, s.y, s.K, s.epsilon),
            premise=TUBE_BEST,
            equation="COURSE-tube-dual",
        ),
        consequence(
            r"|y_i - f_i| < \varepsilon \;\Rightarrow\; \beta_i = 0",
            "the right side of line 4 is 0 there, and the left one is negative unless βᵢ is 0: points inside the tube are forgotten",
            lambda s: s.beta[inside(s)],
            0,
            premise=TUBE_BEST.otherwise(weight_inside),
            equation="COURSE-tube-function",
        ),
    ),
    (draw_best_tube,),
)
