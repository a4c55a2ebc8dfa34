"""The premises of the proofs about kernel ridge regression, and what the world looks like without each."""

import numpy as np

from kernelcourse.kernels.draws import one_twice
from kernelcourse.proving.derivations import Premise, gradient
from kernelcourse.ridge.draws import Squared, fit_in_coordinates
from kernelsy19.kernels.geometry import features_of_gram
from kernelsy19.ridge import equations as ridge


def off_by_some(v, rng):
    """A vector that differs from v in each entry, by no little."""
    return v + rng.choice([-1.0, 1.0], size=len(v)) * rng.uniform(0.5, 1.0, size=len(v))


# ---- functions with a norm ----------------------------------------------------------------------


def a_point_twice(s, rng):
    """Two points are the same, and f takes the kernel function of the one from that of the other."""
    order, alpha = one_twice(s.n, rng)
    return s.but(Phi=s.Phi[order], K=s.K[np.ix_(order, order)], alpha=alpha)


def an_element_twice(s, rng):
    """The same of a set of which only k is known."""
    order, a = one_twice(s.N, rng)
    return s.but(K=s.K[np.ix_(order, order)], a=a)


KERNEL_SYMMETRIC = Premise(
    "k(x, z) = k(z, x)",
    lambda s: s.K_xz - s.K_zx.T,
    lambda s, rng: s.but(K_zx=s.K_zx * rng.uniform(1.5, 2.0)),
)

SAME_FUNCTION = Premise(
    "Σᵢ α′ᵢ k(xᵢ, z) = f(z) for all z",
    lambda s: s.Phi.T @ (s.alpha2 - s.alpha),
    lambda s, rng: s.but(alpha2=rng.uniform(1.5, 2.0) * s.alpha2),
)


def half_the_values(s, rng):
    """Kernel values that are too small for the mapped points, and a point that looks along f."""
    w = ridge.combine_points(s.alpha, s.Phi)
    return s.but(K=rng.uniform(0.2, 0.5) * s.K, phi_x=w, phi_z=0 * w)


KERNEL_OF_POINTS = Premise("k(x, z) = ⟨Φ(x), Φ(z)⟩", lambda s: s.K - s.Phi @ s.Phi.T, half_the_values)


def below_zero(s, rng):
    """So much is taken from the diagonal of K that the form is negative at α."""
    taken = rng.uniform(2.0, 3.0) * (s.alpha @ s.K @ s.alpha + 1) / (s.alpha @ s.alpha)
    return s.but(K=s.K - taken * np.eye(s.n))


PSD = Premise("K is PSD", lambda s: np.maximum(0, -np.linalg.eigvalsh(s.K)), below_zero)


def _one_direction_below_zero(s, rng):
    """So much is taken from k along a direction that g and x do not see that the form is negative at f."""
    u = s.a - (s.a @ s.c) / (s.c @ s.c) * s.c
    taken = rng.uniform(2.0, 3.0) * (s.a @ s.K @ s.a + 1) / (s.a @ u) ** 2
    return s.but(K=s.K - taken * np.outer(u, u))


SYMMETRIC_ON_SET = Premise(
    "k(x, z) = k(z, x)",
    lambda s: s.K - s.K.T,
    lambda s, rng: s.but(K=s.K + np.triu(rng.uniform(0.5, 1.0, size=s.K.shape), 1)),
)

PSD_ON_SET = Premise(
    "every Gram matrix of k is PSD",
    lambda s: np.maximum(0, -np.linalg.eigvalsh(s.K)),
    _one_direction_below_zero,
)


# ---- the representer theorem --------------------------------------------------------------------


def in_span(s, v):
    """What of a vector lies in the span of the mapped points: its coordinates along an orthonormal basis of that."""
    return np.linalg.qr(s.Phi.T)[0].T @ v


def too_long(s, rng):
    """The sum of kernel functions is so long that even all of f is shorter, and a norm costs much."""
    longer = np.linalg.norm(s.w) / np.linalg.norm(ridge.combine_points(s.alpha, s.Phi))
    return s.but(alpha=longer * rng.uniform(1.3, 1.6) * s.alpha, lam=50.0)


RIGHT_ANGLE = Premise(
    "⟨f⊥, k(xᵢ, ·)⟩ = 0", lambda s: in_span(s, s.w - ridge.combine_points(s.alpha, s.Phi)), too_long
)

PRICE = Premise("λ ≥ 0", lambda s: max(0.0, -s.lam), lambda s, rng: s.but(lam=-float(rng.uniform(1.0, 2.0))))


def outside(s, rng):
    """A vector at right angles to all mapped points."""
    v = rng.normal(size=len(s.w))
    Q = np.linalg.qr(s.Phi.T)[0]
    v = v - Q @ (Q.T @ v)
    return rng.uniform(0.5, 1.0) * v / np.linalg.norm(v)


def slope_of_penalized_loss(s):
    """The slope at w, from the slopes of the losses."""
    return s.Phi.T @ s.loss.slope(s.y, s.Phi @ s.w) + 2 * s.lam * s.w


MINIMUM = Premise("f is a minimum", slope_of_penalized_loss, lambda s, rng: s.but(w=s.w + outside(s, rng)))

MINIMUM_MOVED = MINIMUM.otherwise(lambda s, rng: s.but(w=off_by_some(s.w, rng)))


def without_price(s, rng):
    """Without a price the least squared loss has many minima, and most of them leave the span."""
    w, _ = fit_in_coordinates(s.Phi, s.y, 0.0)
    return s.but(loss=Squared(), lam=0.0, w=w + outside(s, rng))


A_PRICE = Premise("λ > 0", lambda s: float(s.lam <= 0), without_price)


# ---- Woodbury's identity ------------------------------------------------------------------------


def _with_other_A(s, rng):
    """A⁻¹ is wrong, and M⁻¹ follows it."""
    A_inv = rng.uniform(1.5, 2.0) * s.A_inv
    return s.but(A_inv=A_inv, M_inv=np.linalg.inv(s.C_inv + s.V @ A_inv @ s.U))


def _with_other_C(s, rng):
    """C⁻¹ is wrong, and M⁻¹ follows it."""
    C_inv = rng.uniform(1.5, 2.0) * s.C_inv
    return s.but(C_inv=C_inv, M_inv=np.linalg.inv(C_inv + s.V @ s.A_inv @ s.U))


A_INVERSE = Premise("AA⁻¹ = I", lambda s: s.A @ s.A_inv - np.eye(s.p), _with_other_A)

C_INVERSE = Premise("CC⁻¹ = I", lambda s: s.C @ s.C_inv - np.eye(s.n), _with_other_C)

M_INVERSE = Premise(
    "MM⁻¹ = I",
    lambda s: (s.C_inv + s.V @ s.A_inv @ s.U) @ s.M_inv - np.eye(s.n),
    lambda s, rng: s.but(M_inv=rng.uniform(1.5, 2.0) * s.M_inv),
)


# ---- fits ---------------------------------------------------------------------------------------

FLAT_IN_BETA = Premise(
    "∂J/∂β = 0",
    lambda s: gradient(lambda beta: ridge.ridge_objective(beta, s.X, s.y, s.lam), at=s.beta),
    lambda s, rng: s.but(beta=off_by_some(s.beta, rng)),
)


def objective_at(s, w, b, kept=slice(None)):
    """J in coordinates, of all points or of some."""
    return ((s.y[kept] - s.Phi[kept] @ w - b) ** 2).sum() + s.lam * w @ w


FLAT_IN_FUNCTION = Premise(
    "∂J/∂w = 0",
    lambda s: gradient(lambda w: objective_at(s, w, s.b), at=s.w),
    lambda s, rng: moved_at_the_best_intercept(s, rng),
)


def moved_at_the_best_intercept(s, rng):
    """Another function, with the intercept that is best for it."""
    w = off_by_some(s.w, rng)
    return s.but(w=w, b=float((s.y - s.Phi @ w).mean()))


def other_intercept(s, rng):
    """Another intercept, with the function that is best for it."""
    b = s.b + float(rng.choice([-1, 1]) * rng.uniform(1.0, 2.0))
    return s.but(b=b, w=fit_in_coordinates(s.Phi, s.y - b, s.lam)[0])


FLAT_IN_INTERCEPT = Premise(
    "∂J/∂b = 0", lambda s: gradient(lambda b: objective_at(s, s.w, b), at=s.b), other_intercept
)

ALONE = Premise("∂J/∂w = 0", FLAT_IN_FUNCTION.residual, lambda s, rng: s.but(w=off_by_some(s.w, rng)))


def without_point(s):
    """The slopes of J without point i, in w and in b."""
    kept = np.arange(s.n) != s.i
    in_w = gradient(lambda w: objective_at(s, w, s.b, kept), at=s.w)
    return np.append(in_w, gradient(lambda b: objective_at(s, s.w, b, kept), at=s.b))


FIT_WITHOUT_POINT = Premise(
    "w and b minimize J without point i",
    without_point,
    lambda s, rng: s.but(w=off_by_some(s.w, rng), b=s.b + rng.uniform(0.5, 1.0)),
)


FIT = Premise(
    "w and b minimize J",
    lambda s: np.append(FLAT_IN_FUNCTION.residual(s), FLAT_IN_INTERCEPT.residual(s)),
    lambda s, rng: s.but(w=off_by_some(s.w, rng), b=s.b + rng.uniform(0.5, 1.0)),
)


def best_coefficients(s):
    """The dual variables of the fit, from its errors."""
    return (s.y - s.Phi @ s.w - s.b) / s.lam


def with_a_sum(s, rng):
    """The coefficients have a sum, and the other number is on the other side of the best intercept."""
    d = rng.uniform(0.5, 1.0)
    back = rng.uniform(1.5, 2.0) * d * (s.K.sum() / s.n + s.lam)
    return s.but(alpha=best_coefficients(s) + d, t=s.b - back)


NO_SUM = Premise("Σᵢ αᵢ = 0", lambda s: s.alpha.sum(), with_a_sum)

RISING = Premise(
    "λ ≤ λ′",
    lambda s: np.maximum(0, s.lam - s.lam2),
    lambda s, rng: s.but(lam2=s.lam * rng.uniform(0.2, 0.5)),
)


def influence(s):
    """Sᵢᵢ of each point, over their mean: how much of its own target a fitted value holds."""
    shares = np.diagonal(smoother(s))
    return shares / shares.mean()


def smoother(s):
    """The matrix that makes the fitted values of y, in coordinates, with a column of ones that has no price."""
    rows = np.column_stack([s.Phi, np.ones(s.n)])
    price = np.append(np.full(s.Phi.shape[1], s.lam), 0.0)
    return rows @ np.linalg.solve(rows.T @ rows + np.diag(price), rows.T)


def crowded(s, rng):
    """Some of the points move together."""
    X = s.X.copy()
    X[: s.n // 2] = X[0] + rng.uniform(-0.2, 0.2, size=(s.n // 2, 2))
    return s.but(X=X, K=s.k(X), Phi=features_of_gram(s.k(X)))


ALIKE = Premise("all Sᵢᵢ are equal", lambda s: influence(s) - 1, crowded)
