"""Kernel PCA the plain way, and what certifies axes, whoever found them."""

from dataclasses import dataclass, field, replace

import numpy as np

from kernelsy19.certificates import backward_error, rounding_floor, warn
from kernelsy19.gram import as_provider, require_psd
from kernelsy19.kernels.geometry import center_gram, with_canonical_signs
from kernelsy19.pca.equations import (
    cumulated_variance,
    explained_variance_ratio,
    gram_residual,
    normalize,
    project,
)
from kernelsy19.signatures import fitting, number_from, takes, up_to
from kernelsy19.units import binary_places, in_other_units
from kernelsy19.validation import as_array, as_integer, as_matrix, as_vector

ORTHONORMAL_TO = 1e-10  # largest |VᵀV − I| of unit eigenvectors that still count as orthonormal


def as_count(n_components, n, of="n"):
    """Check a number of components, or None for all."""
    return None if n_components is None else as_integer(n_components, "n_components", 1, n, of)


def count_nonzero(values, floor, n_components):
    """How many eigenvalues, in falling order, to keep: those above the floor, n_components at most; fewer are said."""
    rank = int(np.count_nonzero(~(values <= floor)))  # NaN is no 0: the residual tells
    if n_components is None or n_components <= rank:
        return rank if n_components is None else n_components
    warn(
        f"Only {rank} of the {n_components} components that were asked for have an eigenvalue that is not zero; "
        "an eigenvector with λ = 0 cannot be normalized, so the others are left out.",
        UserWarning,
    )
    return rank


@dataclass(frozen=True)
class KernelPCASolution:
    """The principal axes of mapped points, uᵐ = Σᵢ αᵢᵐ Φ(xᵢ), with their certificate.

    Attributes
    ----------
    eigenvalues : (q,) array, of the (centered) Gram matrix: nλ, falling, none of them 0
    alpha : (n, q) array, normalized: ‖uᵐ‖ = 1; the largest entry of each column is positive
    residuals : (q,) array, ‖Kα − nλα‖ of each column; an upper bound of it where `path` says so
    trace : float, the sum of all n eigenvalues
    mean_projection : (q,) array, ⟨uᵐ, n⁻¹ Σᵢ Φ(xᵢ)⟩; 0 where the points were not centered
    centered : bool, whether K was centered
    converged : bool, whether `backward_error` ≤ tol, the axes are at right angles and none is missing
    path : str, how the eigenvalues were found: "dense", "krylov" (from products with K), "cholesky" (from few rows
        of K), "cholesky, rows only" (no other row of K was ever computed) or "krylov, by coordinates" (K never was:
        products from one factor a coordinate); after the last two the residuals are bounds; or "plain", by
        `plain_kernel_pca` and `certify`
    orthogonality : float, how far the unit vectors α/‖α‖ are from orthonormal: the largest entry of |VᵀV − I|
    proof : str, why no larger eigenvalue is missing: "all n" were computed, "inertia" (those above the last one were
        counted), "norm" (what is left of ‖K̃‖ has no room for another), "trace" (what a low-rank factor left out has
        none) or "chance" (a second random start would have missed it with a probability below 1e-4); empty where there
        is no proof
    """

    eigenvalues: np.ndarray
    alpha: np.ndarray = field(repr=False)
    residuals: np.ndarray
    trace: float
    mean_projection: np.ndarray = field(repr=False)
    centered: bool
    converged: bool
    path: str
    orthogonality: float
    proof: str

    @property
    def n_components(self):
        """The number of components q."""
        return len(self.eigenvalues)

    @property
    def variances(self):
        """λ of the covariance matrix in feature space, a (q,) array."""
        return self.eigenvalues / len(self.alpha)

    @property
    def explained_variance_ratio(self):
        """λₘ over the sum of all n eigenvalues, a (q,) array."""
        return explained_variance_ratio(self.eigenvalues, self.trace)

    @property
    def cumulated_variance(self):
        """The share of the variance that the first m components hold, for each m, a (q,) array."""
        return cumulated_variance(self.explained_variance_ratio)

    @property
    def backward_error(self):
        """The largest ‖Kv − nλv‖ of a unit vector v = α/‖α‖, as a share of the largest eigenvalue."""
        return backward_error(self.eigenvalues, self.residuals * np.sqrt(self.eigenvalues))

    @property
    def projections(self):
        """Coordinates of the training points, Kα = nλα, an (n, q) array."""
        return self.alpha * self.eigenvalues

    @np.errstate(under="ignore")
    def project(self, K_xs, n_components=None):
        """Coordinates of points along the axes.
        K_xs (m, n), K(x, xᵢ), not centered → (m, q)

        Equal to `project_centered` without its passes over K_xs: the entries of a column of alpha sum to 0, so that
        what centering takes from a whole row has no effect, and what it takes from a column is the same number for
        each point, `mean_projection`."""
        K_xs = as_matrix(K_xs, "K_xs", n_features=len(self.alpha))
        n_components = as_count(n_components, self.n_components, "the axes at hand")
        return project(K_xs, self.alpha[:, :n_components]) - self.mean_projection[:n_components]


def what_rounding_makes(values, K):
    """The size below which rounding alone may have made an eigenvalue of K."""
    return rounding_floor(len(K), max(values[0], K.max()))


@takes(K=require_psd, n_components=up_to("K"))
def plain_kernel_pca(K, n_components=None):
    """Find the axes of kernel PCA the plain way: center K, take its eigenvectors (15), normalize them.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix, not centered
    n_components : int in 1 … n, or None for all with an eigenvalue that is not zero

    Returns
    -------
    eigenvalues : (q,) array, nλ, falling
    alpha : (n, q) array, normalized: ‖uᵐ‖ = 1; `certify` judges both

    Warns
    -----
    UserWarning
        If fewer than n_components eigenvalues are not zero: those alone are returned.
    """
    values, vectors = np.linalg.eigh(center_gram(K))
    values, vectors = values[::-1], vectors[:, ::-1]
    q = count_nonzero(values, what_rounding_makes(values, K), n_components)
    return values[:q], normalize(with_canonical_signs(vectors[:, :q]), values[:q])


def _as_axes(alpha, name, given):
    shape = len(given["K"]), len(given["eigenvalues"])
    if isinstance(alpha, np.ndarray) and alpha.shape == shape and not alpha.size:
        return alpha  # all points are one, which has no axes
    alpha = as_array(alpha, name)
    if alpha.shape != shape:
        raise ValueError(
            f"{name} must have a row a point, a column an eigenvalue, {shape}, got {alpha.shape}."
        )
    return alpha


@takes(K=require_psd, eigenvalues=as_vector, alpha=fitting(_as_axes), tol=number_from(0))
def certify(K, eigenvalues, alpha, tol=1e-10):
    """Judge axes of kernel PCA by K alone, whoever found them.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix, not centered
    eigenvalues : (q,) array_like, nλ, falling
    alpha : (n, q) array_like, normalized
    tol : float > 0, largest `backward_error` that counts as converged

    Returns
    -------
    KernelPCASolution of the centered points, whose `path` is "plain"

    Warns
    -----
    ConvergenceWarning
        If these are not the axes with the largest eigenvalues, or not normalized.
    """
    e = binary_places(K)
    K, values, alpha = np.ldexp(K, -e), np.ldexp(eigenvalues, -e), np.ldexp(alpha, e // 2)
    centered, vectors = center_gram(K), alpha * np.sqrt(values)
    misfits = [gram_residual(centered, value / len(K), a) for value, a in zip(values, alpha.T, strict=True)]
    largest = np.linalg.eigvalsh(centered)[::-1][: len(values)]
    found = np.abs(largest - values).max(initial=0.0) <= tol * largest.max(initial=0.0)
    residuals, trace = np.array([np.linalg.norm(misfit) for misfit in misfits]), float(np.trace(centered))
    skew = float(np.abs(vectors.T @ vectors - np.eye(len(values))).max(initial=0.0))
    mean_projection, proof = project(K.mean(axis=0), alpha), "all n" if found else ""
    solution = KernelPCASolution(
        values, alpha, residuals, trace, mean_projection, True, False, "plain", skew, proof
    )
    return judged(solution, e, tol, as_provider(K))


def judged(solution, e, tol, K):
    """The solution for 2^e K from that for K, and whether it is one; otherwise say why not."""
    reasons = []
    if not solution.backward_error <= tol:
        reasons.append(
            f"have a backward error of {solution.backward_error:.3g}, above tol={tol:.3g}, "
            "which is what rounding allows; raise tol"
        )
    if not solution.orthogonality <= ORTHONORMAL_TO:
        reasons.append(f"are {solution.orthogonality:.3g} from orthonormal; ask for fewer components")
    if not solution.proof:
        reasons.append("are not proved to be those of the largest eigenvalues; take solver='dense'")
    if not solution.n_components and not K.is_one_point():
        reasons.append("are hidden by rounding: center the data, or change the kernel")
    if reasons:
        warn(f"The eigenvectors {' and '.join(reasons)}.")
    solution, of_lengths = (
        replace(solution, converged=not reasons),
        {"residuals": e // 2, "mean_projection": e // 2},
    )
    return in_other_units(solution, eigenvalues=e, trace=e, alpha=-e // 2, **of_lengths) if e else solution
