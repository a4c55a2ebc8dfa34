"""Fisher kernels as equations, in the order of the chapter: score, information, two kernels, and a mixture's scores."""

import numpy as np

from kernelsy19.catalogue import implements


@implements("PR-fisher-score")
def fisher_score(log_density, theta, X, step=1e-3):
    """J_θ(x) = −∂ log p(x; θ)/∂θ for any density, by differences.

    Parameters
    ----------
    log_density : callable, ((n, p) array, (d,) array) → (n,) array, log p(x; θ)
    theta : (d,) array
    X : (n, p) array
    step : float > 0; the error is of its fourth power

    Returns
    -------
    (n, d) array, one score a row, in units of 1/θ
    """

    def slope(h):
        ahead = [log_density(X, theta + h * e) - log_density(X, theta - h * e) for e in np.eye(len(theta))]
        return np.transpose(ahead) / (2 * h)

    return -(4 * slope(step / 2) - slope(step)) / 3


@implements("PR-fisher-information")
def information(J, shares=None):
    """I(θ) = E[J Jᵀ], the mean over scores of points that the density itself has drawn.

    Parameters
    ----------
    J : (n, d) array, one score a row
    shares : (n,) array, probabilities of the points, or None for 1/n each

    Returns
    -------
    (d, d) array, positive semidefinite
    """
    shares = np.full(len(J), 1 / len(J)) if shares is None else shares
    return J.T @ (shares[:, None] * J)


@implements("PR-kl-curvature")
def nearby_divergence(I, delta):
    """½ δᵀIδ, the divergence of two densities whose parameters differ by a small δ.

    Parameters
    ----------
    I : (d, d) array, information
    delta : (d,) array, difference of the parameters

    Returns
    -------
    float, in nats
    """
    return 0.5 * delta @ I @ delta


@implements("PR-fisher-kernel-plain")
def plain_fisher_kernel(J, J_y):
    """J(x)ᵀ J(y), the dot products of scores.

    Parameters
    ----------
    J : (n, d) array, scores of the points x
    J_y : (m, d) array, scores of the points y

    Returns
    -------
    (n, m) array
    """
    return J @ J_y.T


@implements("PR-fisher-kernel")
def fisher_kernel(J, J_y, I):
    """J(x)ᵀ I⁻¹ J(y), the dot products of scores in units of the information.

    Parameters
    ----------
    J : (n, d) array, scores of the points x
    J_y : (m, d) array, scores of the points y
    I : (d, d) array, information; where it has no inverse, the pseudo-inverse stands in its place

    Returns
    -------
    (n, m) array
    """
    return J @ np.linalg.pinv(I, rcond=1e-10, hermitian=True) @ J_y.T


@implements("COURSE-fisher-change")
def changed_scores(J, A):
    """Jη(x) = AᵀJ_θ(x), the scores of other parameters η.

    Parameters
    ----------
    J : (n, d) array, scores of θ
    A : (d, q) array, ∂θ/∂η

    Returns
    -------
    (n, q) array
    """
    return J @ A


@implements("COURSE-fisher-change")
def changed_information(I, A):
    """AᵀI(θ)A, the information of other parameters η.

    Parameters
    ----------
    I : (d, d) array, information of θ
    A : (d, q) array, ∂θ/∂η

    Returns
    -------
    (q, q) array
    """
    return A.T @ I @ A


@implements("COURSE-standardized")
def standardized(X, mu, sd):
    """z = (x − μ)/σ, coordinate by coordinate.

    Parameters
    ----------
    X : (n, p) array
    mu : (p,) array
    sd : (p,) array, > 0

    Returns
    -------
    (n, p) array, pure numbers
    """
    return (X - mu) / sd


@implements("COURSE-mixture")
def log_joint(X, w, mu, sd):
    """log(w_k p_k(x)): what component k has to do with the point; p(x) is the sum over k of its exponential.

    Parameters
    ----------
    X : (n, p) array
    w : (k,) array, > 0, of sum 1
    mu : (k, p) array, means
    sd : (k, p) array, > 0, standard deviations

    Returns
    -------
    (n, k) array
    """
    norms = np.log(np.sqrt(2 * np.pi) * sd).sum(axis=1)
    squares = [(standardized(X, m, s) ** 2).sum(axis=1) for m, s in zip(mu, sd, strict=True)]
    return np.log(w) - norms - np.transpose(squares) / 2


@implements("COURSE-mixture-posterior")
def posteriors(joint):
    """r_k(x), the probability that component k has made the point.

    Parameters
    ----------
    joint : (n, k) array, log(w_k p_k(x))

    Returns
    -------
    (n, k) array, rows of sum 1
    """
    share = np.exp(joint - joint.max(axis=1, keepdims=True))
    return share / share.sum(axis=1, keepdims=True)


@implements("COURSE-mixture-em")
def maximize(X, r):
    """w, μ and σ that fit best to points with given posteriors.

    Parameters
    ----------
    X : (n, p) array
    r : (n, k) array, posteriors

    Returns
    -------
    w : (k,) array
    mu : (k, p) array
    sd : (k, p) array
    """
    total = r.sum(axis=0)
    mu = r.T @ X / total[:, None]
    squares = np.array([share @ (X - m) ** 2 for share, m in zip(r.T, mu, strict=True)])
    return total / len(X), mu, np.sqrt(squares / total[:, None])


@implements("COURSE-weight-score")
def weight_scores(r, w):
    """w_k − r_k(x), the scores of the logits of the weights.

    Parameters
    ----------
    r : (n, k) array, posteriors
    w : (k,) array

    Returns
    -------
    (n, k) array, rows of sum 0
    """
    return w - r


@implements("COURSE-mean-score")
def mean_scores(X, r, mu, sd):
    """−r_k(x) z_kj/σ_kj, the scores of the means.

    Parameters
    ----------
    X : (n, p) array
    r : (n, k) array, posteriors
    mu : (k, p) array
    sd : (k, p) array

    Returns
    -------
    (n, kp) array, the coordinates of the first component first
    """
    return -np.hstack([r[:, [k]] * standardized(X, mu[k], sd[k]) / sd[k] for k in range(len(mu))])


@implements("COURSE-sd-score")
def sd_scores(X, r, mu, sd):
    """−r_k(x) (z_kj² − 1)/σ_kj, the scores of the standard deviations.

    Parameters
    ----------
    X : (n, p) array
    r : (n, k) array, posteriors
    mu : (k, p) array
    sd : (k, p) array

    Returns
    -------
    (n, kp) array, the coordinates of the first component first
    """
    return -np.hstack([r[:, [k]] * (standardized(X, mu[k], sd[k]) ** 2 - 1) / sd[k] for k in range(len(mu))])


@implements("COURSE-closed-information")
def closed_weight_information(w):
    """diag(w) − wwᵀ, the information of the logits where components do not overlap.

    Parameters
    ----------
    w : (k,) array, of sum 1

    Returns
    -------
    (k, k) array, of rank k − 1
    """
    return np.diag(w) - np.outer(w, w)


@implements("COURSE-closed-information")
def closed_information(w, sd):
    """w_k/σ_kj² and 2w_k/σ_kj²: the information of means and of standard deviations without overlap.

    Parameters
    ----------
    w : (k,) array
    sd : (k, p) array

    Returns
    -------
    of_means : (kp,) array
    of_sds : (kp,) array
    """
    of_means = (w[:, None] / sd**2).ravel()
    return of_means, 2 * of_means


@implements("COURSE-weight-kernel")
def weight_kernel(r, r_y, w):
    """Σ_k r_k(x) r_k(y)/w_k − 1: points are alike that have the same posteriors.

    Parameters
    ----------
    r : (n, k) array, posteriors of the points x
    r_y : (m, k) array, posteriors of the points y
    w : (k,) array, > 0

    Returns
    -------
    (n, m) array
    """
    return (r / w) @ r_y.T - 1
