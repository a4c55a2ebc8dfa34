"""A mixture of Gaussians as a value, and the Fisher kernel of one: a kernel like any other."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.linalg import block_diag

from kernelsy19.fisher.equations import (
    closed_information,
    closed_weight_information,
    information,
    log_joint,
    mean_scores,
    plain_fisher_kernel,
    posteriors,
    sd_scores,
    weight_kernel,
    weight_scores,
)
from kernelsy19.kernels import Kernel
from kernelsy19.signatures import several
from kernelsy19.validation import (
    as_choice,
    as_generator,
    as_integer,
    as_matrix,
    as_points,
    as_text,
    as_vector,
)

PARTS = ("weights", "means", "sds")
INFORMATION = ("closed", "simulated", "identity")
SIMULATED_POINTS = 20_000  # a standard error of some 5% for the spread of a rare component, less for all else
DEPENDENT_SCORES = 1e-8  # eigenvalues of the correlations of scores that are 0 but for rounding
SHOWN_NUMBERS = 20  # of a mixture in its text; a larger one says its size


def _as_words(parts):
    words = several(as_text, least=0)(parts, "parts")
    return parts if isinstance(parts, tuple) else words  # the same object, see below


def as_parts(parts):
    """Return the groups of parameters as a tuple in the order of `PARTS`.
    parts: str or sequence of str, of "weights", "means", "sds" → tuple of str"""
    named = (parts,) if isinstance(parts, str) else _as_words(parts)
    if not named or len(set(named)) < len(named) or not set(named) <= set(PARTS):
        raise ValueError(f"parts must name some of {', '.join(PARTS)}, each at most once, got {parts!r}.")
    in_order = tuple(part for part in PARTS if part in named)
    return named if named == in_order else in_order  # the same object, by which scikit-learn knows a clone


def _read_only(values):
    array = np.array(values)
    array.setflags(write=False)
    return array


def _rows(matrix):
    return tuple(tuple(map(float, row)) for row in matrix)


@dataclass(frozen=True, repr=False)
class DiagonalMixture:
    """A mixture of Gaussians with independent coordinates, p(x) = Σ_k w_k Π_j N(x_j; μ_kj, σ_kj²): an immutable value.

    Parameters
    ----------
    weights : (k,) array_like, > 0, of sum 1
    means : (k, p) array_like
    sds : (k, p) array_like, > 0, standard deviations

    Attributes
    ----------
    w, mu, sd : arrays of the same, read-only
    k, p : int, number of components and of coordinates

    Examples
    --------
    >>> DiagonalMixture([0.5, 0.5], [[-1.0], [1.0]], [[1.0], [1.0]]).posterior([[0.0]]).tolist()
    [[0.5, 0.5]]
    """

    weights: tuple
    means: tuple
    sds: tuple

    def __post_init__(self):
        w = as_vector(self.weights, "weights")
        mu, sd = as_matrix(self.means, "means"), as_matrix(self.sds, "sds")
        if mu.shape != sd.shape or len(mu) != len(w):
            raise ValueError(
                f"means and sds must have one row for each of the {len(w)} weights, got shapes {mu.shape} and "
                f"{sd.shape}."
            )
        if w.min() <= 0 or abs(w.sum() - 1) > 1e-9:
            raise ValueError(f"weights must be positive and sum to 1, got {w.tolist()}.")
        if sd.min() <= 0:
            raise ValueError(f"sds must be positive, got {sd.min():g}.")
        object.__setattr__(self, "weights", tuple(map(float, w)))
        object.__setattr__(self, "means", _rows(mu))
        object.__setattr__(self, "sds", _rows(sd))

    @cached_property
    def w(self):
        """Weights, a (k,) array."""
        return _read_only(self.weights)

    @cached_property
    def mu(self):
        """Means, a (k, p) array."""
        return _read_only(self.means)

    @cached_property
    def sd(self):
        """Standard deviations, a (k, p) array."""
        return _read_only(self.sds)

    @property
    def k(self):
        """Number of components."""
        return len(self.w)

    @property
    def p(self):
        """Number of coordinates."""
        return self.mu.shape[1]

    def __repr__(self):
        if self.k * (1 + 2 * self.p) > SHOWN_NUMBERS:
            return f"<DiagonalMixture of {self.k} components in {self.p} dimensions>"
        return f"DiagonalMixture({self.weights!r}, {self.means!r}, {self.sds!r})"

    def _points(self, X, name="X"):
        return as_points(X, name, n_features=self.p)

    def log_joint(self, X):
        """log(w_k p_k(x)) of each point and component.
        X (n, p) → (n, k)"""
        with np.errstate(over="ignore"):
            joint = log_joint(self._points(X), self.w, self.mu, self.sd)
        if not np.isfinite(joint).all():
            raise ValueError("X must not lie so far from the means that float64 holds no log of a density.")
        return joint

    def log_density(self, X):
        """log p(x) of each point.
        X (n, p) → (n,)"""
        return np.logaddexp.reduce(self.log_joint(X), axis=1)

    def posterior(self, X):
        """The probability of each component, given the point.
        X (n, p) → (n, k)"""
        return posteriors(self.log_joint(X))

    def scores(self, X, parts=PARTS):
        """Fisher scores of each point: of the logits of the weights, of the means, of the standard deviations.
        X (n, p); parts: str or sequence of str, of "weights", "means", "sds" → (n, d), with k, kp and kp columns
        for the three parts"""
        X, parts = self._points(X), as_parts(parts)
        r = self.posterior(X)
        found = {
            "weights": lambda: weight_scores(r, self.w),
            "means": lambda: mean_scores(X, r, self.mu, self.sd),
            "sds": lambda: sd_scores(X, r, self.mu, self.sd),
        }
        return np.hstack([found[part]() for part in parts])

    def n_free(self, parts=PARTS):
        """Number of free parameters; the logits count one less than there are components.
        parts: str or sequence of str, of "weights", "means", "sds" → int"""
        sizes = {"weights": self.k - 1, "means": self.k * self.p, "sds": self.k * self.p}
        return sum(sizes[part] for part in as_parts(parts))

    def closed_information(self, parts=PARTS):
        """The information as if the components did not overlap.
        parts: str or sequence of str, of "weights", "means", "sds" → (d, d)"""
        of_means, of_sds = closed_information(self.w, self.sd)
        blocks = {
            "weights": closed_weight_information(self.w),
            "means": np.diag(of_means),
            "sds": np.diag(of_sds),
        }
        return block_diag(*(blocks[part] for part in as_parts(parts)))

    def simulated_information(self, parts=PARTS, n=SIMULATED_POINTS, rng=0):
        """The information as the mean over points that the mixture draws.
        parts: str or sequence of str, of "weights", "means", "sds"; rng: int (a seed) or numpy.random.Generator →
        (d, d); errors fall as 1/√n, and are largest for the spread of a rare component"""
        return information(self.scores(self.sample(n, rng), parts))

    def sample(self, n, rng=0):
        """Draw points.
        rng: int (a seed) or numpy.random.Generator → (n, p)"""
        n, rng = as_integer(n, "n"), as_generator(rng)
        component = rng.choice(self.k, size=n, p=self.w)
        return self.mu[component] + self.sd[component] * rng.standard_normal((n, self.p))


@dataclass(frozen=True)
class FisherKernel(Kernel):
    """k(x, y) = J(x)ᵀ I⁻¹ J(y), with the scores J of a mixture that was fitted to points without labels.

    Parameters
    ----------
    mixture : DiagonalMixture
    parts : str or sequence of str
        Which scores take part: "weights", "means", "sds" or several of them.
    information : {"closed", "simulated", "identity"}
        What stands for I: the closed form without overlap, the mean over 20 000 points that the mixture draws, or the
        identity matrix, which gives the plain kernel J(x)ᵀJ(y).

    Notes
    -----
    The mean of k(x, x) over points of the mixture is the number of free parameters, `mixture.n_free(parts)`, with the
    exact information. Divide by it, `(1 / d) * kernel`, before you compare penalties of different kernels.

    References
    ----------
    Catalogue: PR-fisher-kernel-plain, PR-fisher-kernel. T. Jaakkola and D. Haussler (1998), Exploiting generative
    models in discriminative classifiers, NIPS 11. F. Perronnin and C. Dance (2007), Fisher kernels on visual
    vocabularies for image categorization, CVPR.

    Examples
    --------
    >>> one = DiagonalMixture([1.0], [[1.0, 2.0]], [[2.0, 1.0]])
    >>> FisherKernel(one, "means")([[3.0, 3.0]], [[5.0, 4.0]]).tolist()
    [[4.0]]
    """

    mixture: DiagonalMixture
    parts: tuple = PARTS
    information: str = "closed"

    def __post_init__(self):
        if not isinstance(self.mixture, DiagonalMixture):
            raise ValueError(f"mixture must be a DiagonalMixture, got {self.mixture!r}.")
        as_choice(self.information, "information", INFORMATION)
        self._keep(parts=as_parts(self.parts))

    @property
    def latex(self):
        """The formula."""
        scores = ",".join({"weights": "a", "means": r"\mu", "sds": r"\sigma"}[part] for part in self.parts)
        middle = "" if self.information == "identity" else "I^{-1}"
        return f"J_{{{scores}}}(x)^\\top {middle}J_{{{scores}}}(y)"

    def as_points(self, X, name="X"):
        """Check points: rows of numbers, as many columns as the mixture has coordinates."""
        return as_points(X, name, n_features=self.mixture.p)

    @property
    def takes_rows(self):
        """True: points are rows of numbers."""
        return True

    def two_sets(self, X, Y, name="Y"):
        """Both sets of points, each with the columns of the mixture."""
        return self.points(X), self.points(Y, name)

    def evaluate(self, X, Y):
        if self.parts == ("weights",) and self.information == "closed":
            return weight_kernel(self.mixture.posterior(X), self.mixture.posterior(Y), self.mixture.w)
        F = self.scores(X)
        return plain_fisher_kernel(F, F if X is Y else self.scores(Y))

    def scores(self, X):
        """The coordinates L⁻¹J(x) of points, whose dot products are the kernel values."""
        J = self.mixture.scores(X, self.parts)
        if self.information == "identity":
            return J
        return J @ self._root if self.information == "simulated" else J / self._units

    @cached_property
    def _units(self):
        """Roots of the closed information, one a score."""
        of_means, of_sds = closed_information(self.mixture.w, self.mixture.sd)
        # The scores of the logits sum to 0, and on such vectors diag(1/w) is the inverse of diag(w) − wwᵀ.
        diagonals = {"weights": self.mixture.w, "means": of_means, "sds": of_sds}
        return np.sqrt(np.concatenate([diagonals[part] for part in self.parts]))

    @cached_property
    def _root(self):
        """A matrix L with I⁻¹ = LLᵀ on the space of the scores, from the simulated information."""
        I = self.mixture.simulated_information(self.parts)
        units = np.sqrt(np.diag(I))
        values, vectors = np.linalg.eigh(I / np.outer(units, units))
        kept = values > DEPENDENT_SCORES
        return vectors[:, kept] / np.sqrt(values[kept]) / units[:, None]


Kernel.evaluate_features.of(FisherKernel)(FisherKernel.scores)
Kernel.evaluate_diagonal.of(FisherKernel)(lambda k, X: np.einsum("ij,ij->i", *[k.scores(X)] * 2))
Kernel.evaluate_sums.of(FisherKernel)(lambda k, X, Y, w: k.scores(X) @ (k.scores(Y).T @ w))
