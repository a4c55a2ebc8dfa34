"""What the proofs about PCA and kernel PCA are evaluated on."""

import numpy as np

from kernelsy19 import kernels
from kernelsy19.course.derivations import Setting
from kernelsy19.kernels import geometry as fs
from kernelsy19.pca import equations as pca

SMALLEST_SHARE = 1e-3


def pca_setting(X, kernel, X_new=None):
    """Quantities of chapter 07 on points of your own, in coordinates and from kernel values.

    Parameters
    ----------
    X : (n, p) array, n ≥ 2
    kernel : Kernel, positive semidefinite; without a feature map of its own it gets coordinates from its Gram matrix
    X_new : (m, p) array or None for the points themselves, further points to project

    Returns
    -------
    Setting
        Phi (n, D) mapped points, centered; Phi_new (m, D) likewise, by the mean of the training points; mean (D,);
        K (n, n) Gram matrix of Phi; S (D, D); u (D,), lam > 0 an eigenvector of S and its eigenvalue; alpha (n,) the
        coefficients of u; U (D, q), Lam (q,) all of them with λ above 0.001 of the largest; null (n,) with K null = 0;
        K_raw (n, n), K_new_raw (m, n) kernel values that are not centered
    """
    X_new = X if X_new is None else X_new
    both = fs.coordinates(kernel, np.vstack([X, X_new]))
    raw, raw_new = both[: len(X)], both[len(X) :]
    mean = raw.mean(axis=0)
    Phi = raw - mean
    S = pca.covariance(Phi)
    values, vectors = np.linalg.eigh(S)
    keep = values > SMALLEST_SHARE * values[-1]
    Lam, U = values[keep][::-1], fs.with_canonical_signs(vectors[:, keep][:, ::-1])
    alpha = pca.span_coefficients(Phi, Lam[-1], U[:, -1])
    return Setting(
        X=X,
        k=kernel,
        n=len(X),
        raw=raw,
        raw_new=raw_new,
        mean=mean,
        Phi=Phi,
        Phi_new=raw_new - mean,
        K=fs.gram_from_features(Phi),
        K_raw=kernel(X),
        K_new_raw=kernel(X_new, X),
        S=S,
        u=U[:, -1],
        lam=Lam[-1],
        alpha=alpha,
        U=U,
        Lam=Lam,
        null=np.ones(len(X)),
    )


def draw(rng):
    """Draw points, new points and a linear, polynomial or Gaussian kernel.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Setting of `pca_setting`
    """
    gamma, offset = rng.uniform(0.2, 1.5, size=2)
    kernel = [
        kernels.Linear(),
        kernels.Polynomial(degree=int(rng.integers(1, 4)), gamma=gamma, offset=offset),
        kernels.RBF(gamma),
    ][rng.integers(3)]
    n, p = int(rng.integers(3, 9)), int(rng.integers(1, 4))
    return pca_setting(rng.normal(size=(n, p)), kernel, rng.normal(size=(4, p)))
