"""The premises of the proofs about kernels, and what the world looks like without each."""

import numpy as np
from scipy.linalg import LinAlgError, cholesky

from kernelcourse.kernels.draws import one_twice
from kernelcourse.proving.derivations import Premise
from kernelcourse.proving.duals import replaced

SHIFT = 1e-10  # share of the largest entry that lets a matrix of rank below n pass as positive semidefinite


# ---- a kernel is a dot product ------------------------------------------------------------------


def from_coordinates(s):
    """By how much kernel values differ from dot products of coordinates, as a vector."""
    differences = (
        s.K - s.Phi @ s.Phi.T,
        s.K_xy - s.Phi @ s.Phi_y.T,
        s.K_xx - (s.Phi**2).sum(axis=1),
        s.K_yy - (s.Phi_y**2).sum(axis=1),
    )
    return np.concatenate([d.ravel() for d in differences])


def other_features(s, rng):
    """A map that is not that of the kernel: each coordinate is stretched, and each by another factor."""
    stretch = rng.uniform(1.5, 3.0, size=s.Phi.shape[1])
    return s.but(Phi=s.Phi * stretch, Phi_y=s.Phi_y * stretch)


def classes_from_coordinates(s):
    """By how much the kernel values of two classes differ from dot products of coordinates, as a vector."""
    differences = (
        s.K_plus - s.Phi_plus @ s.Phi_plus.T,
        s.K_minus - s.Phi_minus @ s.Phi_minus.T,
        s.K_x_plus - s.Phi @ s.Phi_plus.T,
        s.K_x_minus - s.Phi @ s.Phi_minus.T,
    )
    return np.concatenate([d.ravel() for d in differences])


def other_features_of_classes(s, rng):
    """A map that is not that of the kernel: each coordinate is stretched, and each by another factor."""
    stretch = rng.uniform(1.5, 3.0, size=s.Phi.shape[1])
    return s.but(Phi=s.Phi * stretch, Phi_plus=s.Phi_plus * stretch, Phi_minus=s.Phi_minus * stretch)


def too_large_an_entry(K, K_xx, K_yy, rng):
    """A matrix with an entry larger than √(K(x, x) K(y, y)), and where it stands (not on the diagonal)."""
    i, j = rng.permutation(min(K.shape))[:2]
    value = rng.choice([-1, 1]) * rng.uniform(1.5, 3.0) * np.sqrt(K_xx[i] * K_yy[j])
    return replaced(K, (i, j), value), i, j


def no_gram_matrix(K, rng):
    """A symmetric matrix that no points have as dot products, and numbers z for which zᵀKz is negative."""
    _, i, j = changed = too_large_an_entry(K, np.diagonal(K), np.diagonal(K), rng)
    K = replaced(changed[0], (j, i), changed[0][i, j])
    z = np.zeros(len(K))
    z[i], z[j] = K[i, i] ** -0.5, -np.sign(K[i, j]) * K[j, j] ** -0.5
    return K, 2 * z


def without_map(s, rng):
    """Similarities that are nobody's dot products."""
    K, z = no_gram_matrix(s.K, rng)
    return s.but(K=K, z=z)


def a_point_twice(s, rng):
    """Two points are the same, and one is taken from the other: Σ zᵢΦ(xᵢ) = 0."""
    order, z = one_twice(s.n, rng)
    Phi = s.Phi[order]
    return s.but(Phi=Phi, z=z, K=Phi @ Phi.T, K_xx=(Phi**2).sum(axis=1), K_xy=Phi @ s.Phi_y.T)


def y_at_x(s, rng):
    """One of the points y is one of the points x."""
    i, j = rng.integers(s.n), rng.integers(len(s.K_yy))
    return s.but(
        Phi_y=replaced(s.Phi_y, j, s.Phi[i]),
        K_xy=replaced(s.K_xy, (slice(None), j), s.K[:, i]),
        K_yy=replaced(s.K_yy, j, s.K_xx[i]),
    )


DOT_PRODUCTS = "K(x, y) = ⟨Φ(x), Φ(y)⟩"

OF_THIS_MAP = Premise(DOT_PRODUCTS, from_coordinates, other_features)

OF_CLASSES = Premise(DOT_PRODUCTS, classes_from_coordinates, other_features_of_classes)

OF_ANY_MAP = Premise(DOT_PRODUCTS, from_coordinates, without_map)

OF_ANY_PAIR = OF_ANY_MAP.otherwise(
    lambda s, rng: s.but(K_xy=too_large_an_entry(s.K_xy, s.K_xx, s.K_yy, rng)[0])
)


# ---- two kernels --------------------------------------------------------------------------------


FIRST_MAP = Premise(
    "K₁ = ⟨Φ₁, Φ₁⟩",
    lambda s: s.K1 - s.Phi1 @ s.Phi1.T,
    lambda s, rng: s.but(Phi1=s.Phi1 * rng.uniform(1.5, 3.0, size=s.Phi1.shape[1])),
)

SECOND_MAP = Premise(
    "K₂ = ⟨Φ₂, Φ₂⟩",
    lambda s: s.K2 - s.Phi2 @ s.Phi2.T,
    lambda s, rng: s.but(Phi2=s.Phi2 * rng.uniform(1.5, 3.0, size=s.Phi2.shape[1])),
)


def a_negative_constant(s, rng):
    """The constant of a polynomial is negative, and the value of one point with itself becomes 0."""
    i = np.diagonal(s.K1).argmin()
    r = -s.K1[i, i]
    j = np.abs(s.K1[i] + r).argmax()
    z = np.zeros(s.n)
    z[i], z[j] = -((s.K1[j, j] + r) ** s.d + 1) / (s.K1[i, j] + r) ** s.d, 1
    return s.but(r=r, z=z)


def polynomial_without_map(s, rng):
    """The first of two kernels is none, and neither is a polynomial in it."""
    i, j = rng.permutation(s.n)[:2]
    lengths = np.sqrt((np.diagonal(s.K1) + s.r) ** s.d)
    K1 = s.K1.copy()
    K1[i, j] = K1[j, i] = (rng.uniform(2, 4) * lengths[i] * lengths[j]) ** (1 / s.d) - s.r
    z = np.zeros(s.n)
    z[i], z[j] = 1 / lengths[i], -1 / lengths[j]
    return s.but(K1=K1, z=z)


OFFSET_ABOVE_ZERO = Premise("r ≥ 0", lambda s: max(-s.r, 0), a_negative_constant)

FACTOR = Premise("c ≥ 0", lambda s: max(-s.c, 0), lambda s, rng: s.but(c=-s.c))


def first_without_map(s, rng):
    """The first of two kernels is none."""
    K1, z = no_gram_matrix(s.K1, rng)
    return s.but(K1=K1, z=z)


FIRST_IS_KERNEL = Premise(FIRST_MAP.says, FIRST_MAP.residual, first_without_map)

FIRST_IN_POLYNOMIAL = Premise(FIRST_MAP.says, FIRST_MAP.residual, polynomial_without_map)


def first_point_twice(s, rng):
    """Two points are the same for the first kernel, and one is taken from the other."""
    order, z = one_twice(s.n, rng)
    Phi1 = s.Phi1[order]
    return s.but(Phi1=Phi1, K1=Phi1 @ Phi1.T, z=z)


# ---- the Gaussian and the Laplacian -------------------------------------------------------------


def a_negative_scale(gram):
    """A world with a negative γ, and numbers z for which zᵀKz is negative, for a matrix that is made from γ."""

    def world(s, rng):
        changed = s.but(gamma=-rng.uniform(0.05, 0.15) / (s.X**2).sum(axis=1).max())
        values, vectors = np.linalg.eigh(gram(changed))
        return changed.but(z=vectors[:, 0] / np.sqrt(-values[0]))

    return world


def needs_positive_scale(gram):
    """γ ≥ 0, for a matrix that is made from γ and is not positive semidefinite for a negative one."""
    return Premise("γ ≥ 0", lambda s: max(-s.gamma, 0), a_negative_scale(gram))


def point_and_itself(s, rng):
    """Two points are the same, and z takes one from the other."""
    i, j = rng.permutation(s.n)[:2]
    z = np.zeros(s.n)
    z[i], z[j] = 1, -1
    return s.but(X=replaced(s.X, j, s.X[i]), z=z)


WITHIN_RADIUS = Premise(
    "‖xᵢ‖ ≤ r",
    lambda s: np.maximum(np.linalg.norm(s.X, axis=1) - s.r, 0),
    lambda s, rng: s.but(r=rng.uniform(0.1, 0.3) * s.r),
)


def two_at_one_place(s, rng):
    """Point j has come to the place of another, from which it is taken away."""
    i = (s.j + rng.integers(1, s.n)) % s.n
    z = np.zeros(s.n)
    z[s.j] = np.exp(s.gamma * s.X[i] @ s.X[i])  # so that the weight of the point is 1
    z[i] = -z[s.j]
    return s.but(X=replaced(s.X, s.j, s.X[i]), z=z)


SEEN_APART = Premise("tᵢ = u·xᵢ, all different", lambda s: s.t - s.X @ s.u, two_at_one_place)


# ---- eigenvectors -------------------------------------------------------------------------------


def is_not_psd(K):
    """1 where a Cholesky factorization of K breaks down, 0 where it does not."""
    try:
        cholesky(K + SHIFT * np.abs(K).max() * np.eye(len(K)))
    except LinAlgError:
        return 1.0
    return 0.0


def random_axes(n, rng):
    """An orthonormal basis in general position, a vector a row."""
    return np.linalg.qr(rng.normal(size=(n, n)))[0]


def oblique_axes(s, rng):
    """A matrix that is not symmetric: its eigenvectors, of length 1, are not orthogonal."""
    V = s.V + rng.uniform(0.3, 0.5) * random_axes(s.n, rng)
    V /= np.linalg.norm(V, axis=1, keepdims=True)
    values = s.values.max() * np.arange(1, s.n + 1) / s.n
    return s.but(V=V, values=values, K=V.T @ np.diag(values) @ np.linalg.inv(V.T))


def one_eigenvalue_twice(s, rng):
    """Two eigenvalues are the same, and of their many eigenvectors two were taken that are not orthogonal."""
    values, V = s.values.copy(), s.V.copy()
    values[1] = values[0]
    t = rng.uniform(0.5, 1.0)
    V[1] = np.cos(t) * V[0] + np.sin(t) * V[1]
    return s.but(values=values, K=s.V.T @ np.diag(values) @ s.V, V=V)


def one_eigenvalue_below_zero(s, rng):
    """The largest eigenvalue has changed its sign."""
    values = np.where(s.values == s.values.max(), -s.values, s.values)
    return s.but(values=values, K=s.V.T @ np.diag(values) @ s.V)


def the_same_point(s, rng):
    """The matrix of points of which two are the same, with its eigenvalues and eigenvectors."""
    i, j = rng.permutation(s.n)[:2]
    order = replaced(np.arange(s.n), j, i)
    K = s.K[np.ix_(order, order)]
    values, vectors = np.linalg.eigh(K)
    return s.but(K=K, values=values, V=vectors.T)


def any_directions(s, rng):
    """Vectors of length 1 in any directions."""
    V = rng.normal(size=s.V.shape)
    return s.but(V=V / np.linalg.norm(V, axis=1, keepdims=True))


EIGEN = Premise("𝐊vₘ = λₘvₘ", lambda s: s.K @ s.V.T - s.V.T * s.values, any_directions)

EIGEN_ON_AXES = EIGEN.otherwise(lambda s, rng: s.but(V=random_axes(s.n, rng)))

UNIT_ROWS = Premise(
    "‖vₘ‖ = 1", lambda s: (s.V**2).sum(axis=1) - 1, lambda s, rng: s.but(V=s.V * rng.uniform(1.2, 2.0))
)

SYMMETRIC = Premise("𝐊 = 𝐊ᵀ", lambda s: s.K - s.K.T, oblique_axes)

DIFFERENT = Premise(
    "λₗ ≠ λₘ",
    lambda s: float(np.diff(np.sort(s.values)).min() < 1e-9 * np.abs(s.values).max()),
    one_eigenvalue_twice,
)

ORTHONORMAL_ROWS = Premise("𝐕𝐕ᵀ = 𝐈", lambda s: s.V @ s.V.T - np.eye(s.n), oblique_axes)

POSITIVE = Premise("𝐊 is PSD", lambda s: is_not_psd(s.K), one_eigenvalue_below_zero)

SPECTRAL = Premise(
    "𝐊 = 𝐕ᵀ𝚲𝐕", lambda s: s.K - s.V.T @ np.diag(s.values) @ s.V, lambda s, rng: s.but(V=random_axes(s.n, rng))
)

ROOTS = Premise("λₘ ≥ 0", lambda s: np.maximum(0, -s.values), one_eigenvalue_below_zero)


# ---- eigenfunctions -----------------------------------------------------------------------------


def no_mercer_kernel(s, rng):
    """A symmetric function that is no kernel, and a g for which Mercer's mean is negative."""
    K, z = no_gram_matrix(s.K, rng)
    return s.but(K=K, g=s.n * z)


def g_on_a_point_twice(s, rng):
    """Two points of the sample are the same, and g has opposite signs there."""
    order, g = one_twice(s.n, rng)
    return s.but(K=s.K[np.ix_(order, order)], g=g)


def bordered(s):
    """1 where a point y and the sample have together no PSD Gram matrix, for each y."""
    borders = zip(s.K_yx, s.K_yy, strict=True)
    return np.array([is_not_psd(np.block([[s.K, k[:, None]], [k, np.array([k_yy])]])) for k, k_yy in borders])


def too_short(s, rng):
    """K(y, y) is less than the expansion gives at y: y is shorter than its shadow."""
    return s.but(K_yy=rng.uniform(0.3, 0.7) * (s.phi(s.K_yx) ** 2) @ s.values)


def y_in_sample(s, rng):
    """One of the points y is a point of the sample."""
    i, j = rng.integers(s.n), rng.integers(len(s.K_yy))
    return s.but(K_yx=replaced(s.K_yx, j, s.K[i]), K_yy=replaced(s.K_yy, j, s.K[i, i]))


MERCER = Premise("K is PSD", lambda s: is_not_psd(s.K), no_mercer_kernel)

MERCER_WITH_Y = Premise("K is PSD", bordered, too_short)

EIGENFUNCTIONS = Premise(
    "φₘ is an eigenfunction",
    lambda s: s.K @ s.functions / s.n - s.functions * s.values,
    lambda s, rng: s.but(functions=np.sqrt(s.n) * random_axes(s.n, rng)),
)

ORTHONORMAL_FUNCTIONS = Premise(
    "⟨φₗ, φₘ⟩ = 1 if l = m, else 0",
    lambda s: s.functions.T @ s.functions / s.n - np.eye(s.n),
    lambda s, rng: s.but(functions=s.functions * rng.uniform(1.2, 2.0)),
)
