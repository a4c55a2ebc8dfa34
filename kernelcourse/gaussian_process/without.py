"""The premises of the proofs about random functions, and what the world looks like without each."""

import numpy as np

from kernelcourse.proving.derivations import Premise
from kernelcourse.ridge.draws import log_density, slope

LIKELIEST_SCALE = Premise(
    "∂ log p(y)/∂ log τ = 0",
    lambda s: slope(lambda u: log_density(s.y, np.exp(u) * (s.K + s.lam * np.eye(s.n))), np.log(s.tau)),
    lambda s, rng: s.but(tau=s.tau * rng.uniform(1.5, 2.0)),
)


def _alike(s, rng):
    """The two functions share something, so that their sum varies more."""
    B = rng.normal(size=(s.n, s.n))
    return s.but(both=rng.uniform(1.0, 2.0) * B @ B.T)


PARTS_INDEPENDENT = Premise("f₁ and f₂ are independent", lambda s: s.both, _alike)
