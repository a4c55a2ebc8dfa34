"""The premises of the proofs about Fisher kernels, and what the world looks like without each."""

import numpy as np

from kernelcourse.fisher.draws import AT_A_FIXED_POINT, log_table
from kernelcourse.proving.derivations import Premise
from kernelsy19.fisher import equations as fisher


def tilted(s, rng):
    """A table that sums to another number for each θ."""
    return s.but(tilt=rng.uniform(0.5, 1.0, size=s.d) * rng.choice([-1, 1], size=s.d))


NORMALIZED = Premise(
    "Σₓ p(x; θ) = 1 for all θ",
    lambda s: [np.exp(log_table(s, s.theta)).sum() - 1, np.exp(log_table(s, s.theta + s.delta)).sum() - 1],
    tilted,
)

NORMALIZED_WITH_NEIGHBOR = Premise(
    NORMALIZED.says,
    NORMALIZED.residual,
    lambda s, rng: s.but(tilt=rng.uniform(8, 12) * s.delta / (s.delta @ s.delta)),
)


def superfluous(s, rng):
    """Two parameters have no influence on the density."""
    B = s.B.copy()
    B[:, :2] = 0
    return s.but(B=B)


EACH_COUNTS = Premise(
    "I(θ) is invertible",
    lambda s: float(np.linalg.matrix_rank(fisher.information(s.J, s.p), 1e-9) < s.d),
    superfluous,
)


def lost_direction(s, rng):
    """Two of the new parameters move the old ones along the same direction."""
    C = s.C.copy()
    C[:, 1] = C[:, 0]
    return s.but(C=C)


INVERTIBLE_CHANGE = Premise(
    "∂θ/∂η is invertible", lambda s: float(np.linalg.matrix_rank(s.A, 1e-9) < s.d), lost_direction
)

ROTATION = Premise(
    "AAᵀ = 1",
    lambda s: s.A @ s.A.T - np.eye(s.d),
    lambda s, rng: s.but(C=s.C * rng.uniform(1.5, 3.0, size=s.d)),
)

OWN_POINTS = Premise(
    "the nodes have the covariance Σ",
    lambda s: np.cov(s.nodes.T, aweights=s.shares, ddof=0) - s.Sigma,
    lambda s, rng: s.but(nodes=s.mu + rng.uniform(1.3, 2.0) * (s.nodes - s.mu)),
)

AXIS_PARALLEL = Premise(
    "Σ is diagonal",
    lambda s: s.Sigma - np.diag(np.diag(s.Sigma)),
    lambda s, rng: s.but(L=s.L + np.tril(rng.uniform(0.5, 1.0, size=s.L.shape), -1)),
)

WEIGHTS_SUM = Premise(
    "Σ_k w_k = 1", lambda s: s.w.sum() - 1, lambda s, rng: s.but(w=s.w * rng.uniform(1.5, 3.0))
)

POSTERIORS_SUM = Premise(
    "Σ_k r_k(x) = 1", lambda s: s.r.sum(axis=1) - 1, lambda s, rng: s.but(r=s.r * rng.uniform(1.5, 3.0))
)

OTHER_POSTERIORS_SUM = Premise(
    "Σ_k r_k(y) = 1", lambda s: s.r_y.sum(axis=1) - 1, lambda s, rng: s.but(r_y=s.r_y * rng.uniform(1.5, 3.0))
)


def posteriors_on_line(s):
    """Posteriors at the nodes."""
    return fisher.posteriors(fisher.log_joint(s.on_line[0], s.w, s.m[:, None], s.s[:, None]))


NO_OVERLAP = Premise(
    "no point belongs to two components",
    lambda s: s.on_line[1] @ (1 - posteriors_on_line(s).max(axis=1)),
    lambda s, rng: s.but(m=s.m / rng.uniform(20, 30)),
)


def step_of_em(s):
    """Posteriors, and the mixture that fits best to them."""
    return fisher.maximize(s.X, fisher.posteriors(fisher.log_joint(s.X, s.w, s.mu, s.sd)))


AT_REST = Premise(
    "a step of EM changes nothing",
    lambda s: np.concatenate(
        [(new - old).ravel() for new, old in zip(step_of_em(s), (s.w, s.mu, s.sd), strict=True)]
    ),
    lambda s, rng: s.but(mu=s.mu + rng.uniform(0.5, 1.0, size=s.mu.shape)),
    tolerance=AT_A_FIXED_POINT,
)
