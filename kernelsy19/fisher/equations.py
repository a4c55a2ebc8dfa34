"""Fisher kernels as equations, in the order of the chapter: score, information, two kernels, and a mixture's scores.

Shapes and meanings, where an equation says nothing else:

    X   (n, p)
    J   (n, d), scores of the points x
    J_y (m, d), scores of the points y
    A   (d, q), ∂θ/∂η
    mu  (k, p)
    sd  (k, p)
    w   (k,)
    r   (n, k), posteriors
"""

import numpy as np

from kernelsy19.catalogue import implements


@implements("PR-fisher-score")
def fisher_score(log_density, theta, X, step=1e-3):
    """J_θ(x) = −∂ log p(x; θ)/∂θ for any density, by differences.
    log_density: callable, ((n, p) array, (d,) array) → (n,) array, log p(x; θ); theta (d,); step: float > 0; the
    error is of its fourth power → (n, d), one score a row, in units of 1/θ"""

    def slope(h):
        ahead = [log_density(X, theta + h * e) - log_density(X, theta - h * e) for e in np.eye(len(theta))]
        return np.transpose(ahead) / (2 * h)

    return -(4 * slope(step / 2) - slope(step)) / 3


@implements("PR-fisher-information")
def information(J, shares=None):
    """I(θ) = E[J Jᵀ], the mean over scores of points that the density itself has drawn.
    J (n, d), one score a row; shares (n,), probabilities of the points, or None for 1/n each → (d, d), positive
    semidefinite"""
    shares = np.full(len(J), 1 / len(J)) if shares is None else shares
    return J.T @ (shares[:, None] * J)


@implements("PR-kl-curvature")
def nearby_divergence(I, delta):
    """½ δᵀIδ, the divergence of two densities whose parameters differ by a small δ.
    I (d, d), information; delta (d,), difference of the parameters → float, in nats"""
    return 0.5 * delta @ I @ delta


@implements("PR-fisher-kernel-plain")
def plain_fisher_kernel(J, J_y):
    """J(x)ᵀ J(y), the dot products of scores.
    → (n, m)"""
    return J @ J_y.T


@implements("PR-fisher-kernel")
def fisher_kernel(J, J_y, I):
    """J(x)ᵀ I⁻¹ J(y), the dot products of scores in units of the information.
    I (d, d), information; where it has no inverse, the pseudo-inverse stands in its place → (n, m)"""
    return J @ np.linalg.pinv(I, rcond=1e-10, hermitian=True) @ J_y.T


@implements("COURSE-fisher-change")
def changed_scores(J, A):
    """Jη(x) = AᵀJ_θ(x), the scores of other parameters η.
    J (n, d), scores of θ → (n, q)"""
    return J @ A


@implements("COURSE-fisher-change")
def changed_information(I, A):
    """AᵀI(θ)A, the information of other parameters η.
    I (d, d), information of θ → (q, q)"""
    return A.T @ I @ A


@implements("COURSE-standardized")
def standardized(X, mu, sd):
    """z = (x − μ)/σ, coordinate by coordinate.
    mu (p,); sd (p,), > 0 → (n, p), pure numbers"""
    return (X - mu) / sd


@implements("COURSE-mixture")
def log_joint(X, w, mu, sd):
    """log(w_k p_k(x)): what component k has to do with the point; p(x) is the sum over k of its exponential.
    w (k,), > 0, of sum 1; mu (k, p), means; sd (k, p), > 0, standard deviations → (n, k)"""
    norms = np.log(np.sqrt(2 * np.pi) * sd).sum(axis=1)
    squares = [(standardized(X, m, s) ** 2).sum(axis=1) for m, s in zip(mu, sd, strict=True)]
    return np.log(w) - norms - np.transpose(squares) / 2


@implements("COURSE-mixture-posterior")
def posteriors(joint):
    """r_k(x), the probability that component k has made the point.
    joint (n, k), log(w_k p_k(x)) → (n, k), rows of sum 1"""
    share = np.exp(joint - joint.max(axis=1, keepdims=True))
    return share / share.sum(axis=1, keepdims=True)


@implements("COURSE-mixture-em")
def maximize(X, r):
    """w, μ and σ that fit best to points with given posteriors.
    → w (k,); mu (k, p); sd (k, p)"""
    total = r.sum(axis=0)
    mu = r.T @ X / total[:, None]
    squares = np.array([share @ (X - m) ** 2 for share, m in zip(r.T, mu, strict=True)])
    return total / len(X), mu, np.sqrt(squares / total[:, None])


@implements("COURSE-weight-score")
def weight_scores(r, w):
    """w_k − r_k(x), the scores of the logits of the weights.
    → (n, k), rows of sum 0"""
    return w - r


@implements("COURSE-mean-score")
def mean_scores(X, r, mu, sd):
    """−r_k(x) z_kj/σ_kj, the scores of the means.
    → (n, kp), the coordinates of the first component first"""
    return -np.hstack([r[:, [k]] * standardized(X, mu[k], sd[k]) / sd[k] for k in range(len(mu))])


@implements("COURSE-sd-score")
def sd_scores(X, r, mu, sd):
    """−r_k(x) (z_kj² − 1)/σ_kj, the scores of the standard deviations.
    → (n, kp), the coordinates of the first component first"""
    return -np.hstack([r[:, [k]] * (standardized(X, mu[k], sd[k]) ** 2 - 1) / sd[k] for k in range(len(mu))])


@implements("COURSE-closed-information")
def closed_weight_information(w):
    """diag(w) − wwᵀ, the information of the logits where components do not overlap.
    w (k,), of sum 1 → (k, k), of rank k − 1"""
    return np.diag(w) - np.outer(w, w)


@implements("COURSE-closed-information")
def closed_information(w, sd):
    """w_k/σ_kj² and 2w_k/σ_kj²: the information of means and of standard deviations without overlap.
    → of_means (kp,); of_sds (kp,)"""
    of_means = (w[:, None] / sd**2).ravel()
    return of_means, 2 * of_means


@implements("COURSE-weight-kernel")
def weight_kernel(r, r_y, w):
    """Σ_k r_k(x) r_k(y)/w_k − 1: points are alike that have the same posteriors.
    r (n, k), posteriors of the points x; r_y (m, k), posteriors of the points y; w (k,), > 0 → (n, m)"""
    return (r / w) @ r_y.T - 1
