"""Estimators as a student calls them: the same data, kernel and penalty on both sides, all else as it comes.

The sides need not be equally accurate, so each cell says how accurate both were."""

from dataclasses import dataclass

import numpy as np
import pytest
from problems import dual_weights, mixture, scale_gamma
from sklearn.cluster import KMeans
from sklearn.decomposition import KernelPCA as TheirKernelPCA
from sklearn.gaussian_process import GaussianProcessClassifier, GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF as TheirRBF
from sklearn.kernel_approximation import Nystroem as TheirNystroem
from sklearn.kernel_approximation import RBFSampler
from sklearn.kernel_ridge import KernelRidge as TheirKernelRidge
from sklearn.svm import SVC, SVR, OneClassSVM

from kernelsy19 import ball, cmeans, landmarks, logistic, pca, ridge, svm
from kernelsy19.kernels import RBF


@dataclass(frozen=True)
class Data:
    """Points, two classes and a curve, with a width for the kernel.
    X (n, p); labels (n,) of 0 and 1; y (n,); gamma: float"""

    X: np.ndarray
    labels: np.ndarray
    y: np.ndarray
    gamma: float

    @property
    def K(self):
        """The Gram matrix, (n, n)."""
        return RBF(self.gamma)(self.X)

    @property
    def their_kernel(self):
        """The same kernel as scikit-learn's Gaussian processes take it."""
        return TheirRBF((2 * self.gamma) ** -0.5)


def data(n, p):
    """So many points; half of the classes is chance."""
    X, rng = mixture(n, p), np.random.default_rng(2)
    labels = (X[:, 0] + rng.normal(size=n) > np.median(X[:, 0])).astype(int)
    return Data(X, labels, np.sin(X[:, 0]) + 0.1 * rng.normal(size=n), scale_gamma(X))


def duals_of_balls(d, ours, theirs):
    """The values of both duals."""
    weights = dual_weights(theirs, len(d.X))
    return [ball.dual_objective(d.K, a) for a in (ours.solution_.alpha, weights / weights.sum())]


def duals_of_machines(d, ours, theirs):
    """The values of both duals."""
    both = (dual_weights(machine, len(d.X)) for machine in (ours, theirs))
    return [np.abs(b).sum() - b @ d.K @ b / 2 for b in both]


def duals_of_tubes(d, ours, theirs):
    """The values of both duals."""
    both = ours.weights, dual_weights(theirs, len(d.X))
    return [d.y @ b - 0.1 * np.abs(b).sum() - b @ d.K @ b / 2 for b in both]


def predictions(d, ours, theirs):
    """What both predict of the points."""
    return ours.predict(d.X), theirs.predict(d.X)


def largest(found, wanted):
    """How far predictions are from each other."""
    return np.abs(np.asarray(found) - np.asarray(wanted)).max()


def errors_of_features(d, ours, theirs):
    """‖K − FFᵀ‖ / ‖K‖ of both, on at most 1000 points."""
    some = d.X[:1000]
    K, features = RBF(d.gamma)(some), (model.transform(some) for model in (ours, theirs))
    return [np.linalg.norm(K - F @ F.T) / np.linalg.norm(K) for F in features]


def ball_of(nu):
    """A row of the table: balls, or one-class machines, of a share."""
    return (
        lambda d: ball.MinimumVolumeBall(RBF(d.gamma), nu=nu).fit(d.X),
        lambda d: OneClassSVM(gamma=d.gamma, nu=nu).fit(d.X),
        lambda d, a, b: "dual value {:.9f}, {:.9f}".format(*duals_of_balls(d, a, b)),
    )


def mapped(model, X):
    """A map of features, fitted and asked once."""
    model.fit(X).transform(X)
    return model


M = 100  # landmarks, or features
# What is called, ours, the peer's, and what tells how good both are.
ESTIMATORS = {
    "ball, ν = 0.01": ball_of(0.01),
    "ball, ν = 0.1": ball_of(0.1),
    "SVM": (
        lambda d: svm.SupportVectorClassifier(RBF(d.gamma), C=1.0).fit(d.X, d.labels),
        lambda d: SVC(C=1.0, gamma=d.gamma).fit(d.X, d.labels),
        lambda d, a, b: "dual value {:.6f}, {:.6f}".format(*duals_of_machines(d, a, b)),
    ),
    "regression with a tube": (
        lambda d: svm.solve_regression(RBF(d.gamma).gram(d.X), d.y, C=1.0, epsilon=0.1),
        lambda d: SVR(C=1.0, epsilon=0.1, gamma=d.gamma).fit(d.X, d.y),
        lambda d, a, b: "dual value {:.6f}, {:.6f}".format(*duals_of_tubes(d, a, b)),
    ),
    "kernel PCA": (
        lambda d: pca.KernelPCA(RBF(d.gamma), n_components=5).fit(d.X),
        lambda d: TheirKernelPCA(n_components=5, kernel="rbf", gamma=d.gamma).fit(d.X),
        lambda d, a, b: f"eigenvalues {largest(a.eigenvalues_ / b.eigenvalues_, 1):.0e} apart",
    ),
    "kernel ridge": (
        lambda d: ridge.KernelRidge(RBF(d.gamma), 0.1).fit(d.X, d.y),
        lambda d: TheirKernelRidge(0.1, kernel="rbf", gamma=d.gamma).fit(d.X, d.y),
        lambda d, a, b: f"predictions {largest(*predictions(d, a, b)):.0e} apart: ours has an intercept",
    ),
    "error bars": (
        lambda d: ridge.KernelRidge(RBF(d.gamma), 0.1).fit(d.X, d.y).predict(d.X[:200], return_std=True)[0],
        lambda d: (
            GaussianProcessRegressor(d.their_kernel, alpha=0.1, optimizer=None)
            .fit(d.X, d.y)
            .predict(d.X[:200], return_std=True)[0]
        ),
        lambda d, a, b: f"means {largest(a, b):.0e} apart: ours has an intercept",
    ),
    "logistic regression": (
        lambda d: logistic.KernelLogisticRegression(RBF(d.gamma), lam=1.0).fit(d.X, d.labels),
        lambda d: GaussianProcessClassifier(d.their_kernel, optimizer=None).fit(d.X, d.labels),
        lambda d, a, b: f"classes that differ: {np.not_equal(*predictions(d, a, b)).mean():.1%}",
    ),
    "c-means, ten starts": (
        lambda d: cmeans.CMeans(5, random_state=0).fit(d.X),
        lambda d: KMeans(5, n_init=10, random_state=0).fit(d.X),
        lambda d, a, b: f"within clusters {-a.score(d.X):.6g}, {b.inertia_:.6g}",
    ),
    "landmarks": (
        lambda d: mapped(landmarks.Nystroem(RBF(d.gamma), M), d.X),
        lambda d: mapped(TheirNystroem(gamma=d.gamma, n_components=M, random_state=0), d.X),
        lambda d, a, b: "‖K − FFᵀ‖ / ‖K‖ {:.1e}, {:.1e}".format(*errors_of_features(d, a, b)),
    ),
    "Fourier features, as many": (
        lambda d: mapped(landmarks.RandomFourierFeatures(RBF(d.gamma), M // 2), d.X),
        lambda d: mapped(RBFSampler(gamma=d.gamma, n_components=M, random_state=0), d.X),
        lambda d, a, b: "‖K − FFᵀ‖ / ‖K‖ {:.1e}, {:.1e}".format(*errors_of_features(d, a, b)),
    ),
}


@pytest.mark.parametrize("p", [2, 16, 64])
@pytest.mark.parametrize("n", [300, 2000])
@pytest.mark.parametrize("name", ESTIMATORS)
def test_as_they_come(race, name, n, p):
    ours, peer, answers = ESTIMATORS[name]
    d = data(n, p)
    size = {"estimator": name, "n": n, "p": p}
    race("both as they come", size, lambda: ours(d), lambda: peer(d), lambda a, b: answers(d, a, b))
