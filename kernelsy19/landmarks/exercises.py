"""The exercises of chapter 16: what landmarks leave, drawing them, leverage, waves, sums of parts, a gap, digits."""

import numpy as np

from kernelsy19.course.certificates import worst
from kernelsy19.course.exercises import Certificate, Exercise, Mistake
from kernelsy19.kernels import RBF
from kernelsy19.landmarks import equations as marks
from kernelsy19.landmarks import problems


def _nystrom_of(C, W):
    return C @ np.linalg.pinv(W) @ C.T


def _left(K_xx, K_xz, K_zz):
    return K_xx.sum() - np.trace(_nystrom_of(K_xz, K_zz))


def _shadow(problem):
    """Mapped points, projected on the span of the mapped landmarks."""
    Q = np.linalg.qr(problem.Phi_z.T)[0]
    return problem.Phi @ Q @ Q.T


def _certify_left(problem, answer):
    outside = ((problem.Phi - _shadow(problem)) ** 2).sum()
    return Certificate(
        "| your number − the squared lengths that stick out of the span |", abs(answer - outside), 1e-7
    )


def _close(a, b):
    return np.shape(a) == np.shape(b) and bool(np.allclose(a, b, rtol=1e-6, atol=1e-8))


left = Exercise(
    "16.1",
    "What is left?",
    problems=problems.marked,
    edge=problems.edge_marked,
    arguments=lambda problem: tuple(problem[:3]),
    reference=_left,
    certify=_certify_left,
    same=_close,
    mistakes=[
        Mistake(
            "That is what the landmarks explain. The question asks for what they leave.",
            lambda K_xx, C, W: np.trace(_nystrom_of(C, W)),
        ),
        Mistake(
            "That is a share of the trace. The question asks for the trace itself.",
            lambda K_xx, C, W: _left(K_xx, C, W) / K_xx.sum(),
        ),
        Mistake(
            "You took the mean over the points. A trace is a sum.",
            lambda K_xx, C, W: _left(K_xx, C, W) / len(K_xx),
        ),
        Mistake(
            "You treated the landmarks as if they had nothing in common: k(Z, Z) is missing.",
            lambda K_xx, C, W: K_xx.sum() - (C**2).sum(),
        ),
        Mistake(
            "k(Z, Z) stands where its inverse belongs.",
            lambda K_xx, C, W: K_xx.sum() - np.trace(C @ W @ C.T),
        ),
        Mistake(
            "You divided by k(z, z) of each landmark, one by one. What similar landmarks explain together then "
            "counts twice.",
            lambda K_xx, C, W: K_xx.sum() - (C**2 / np.diag(W)).sum(),
        ),
    ],
)


def _features(K_xz, K_zz):
    return marks.landmark_features(K_xz, np.linalg.cholesky(K_zz).T)


def _certify_features(problem, F):
    S = _shadow(problem)
    return Certificate(
        "largest | f(x)·f(y) − the product of the shadows of both points |",
        np.abs(F @ F.T - S @ S.T).max(),
        1e-6,
    )


def _same_products(a, b):
    return np.shape(a) == np.shape(b) and bool(np.allclose(a @ a.T, b @ b.T, rtol=1e-6, atol=1e-8))


features = Exercise(
    "16.2",
    "Make the features",
    problems=problems.marked,
    edge=problems.edge_marked,
    arguments=lambda problem: (problem.K_xz, problem.K_zz),
    reference=_features,
    certify=_certify_features,
    same=_same_products,
    mistakes=[
        Mistake(
            "These are the kernel values at the landmarks themselves. Their products are not yet those of the kernel.",
            lambda C, W: C,
        ),
        Mistake(
            "You multiplied by the whole inverse of k(Z, Z). A product of two feature vectors then has it twice.",
            lambda C, W: C @ np.linalg.inv(W),
        ),
        Mistake(
            "A root of k(Z, Z) is applied, such as its triangular factor, and the inverse of a root belongs there.",
            lambda C, W: C @ np.linalg.cholesky(W),
        ),
        Mistake(
            "The factor is the wrong way round: products now contain (LᵀL)⁻¹, and not (LLᵀ)⁻¹.",
            lambda C, W: C @ np.linalg.inv(np.linalg.cholesky(W)),
        ),
        Mistake(
            "You divided each column by the length of its landmark. That is right only where landmarks have nothing in "
            "common.",
            lambda C, W: C / np.sqrt(np.diag(W)),
        ),
        Mistake(
            "Your features have length 1. Those of a point that the landmarks do not explain have to be shorter.",
            lambda C, W: _features(C, W) / np.linalg.norm(_features(C, W), axis=1, keepdims=True),
        ),
    ],
)


def _step(E, s):
    column = marks.pivot_step(E[:, s], s)
    return marks.pivot_probabilities(np.diag(E)), E - np.outer(column, column)


def _step_with(probabilities=lambda E: np.diag(E) / np.trace(E), rest=lambda E, s: _step(E, s)[1]):
    return lambda E, s: (probabilities(E), rest(E, s))


def _certify_step(problem, answer):
    p, E = answer
    g = problem.G[problem.s]
    G = problem.G - np.outer(problem.G @ g, g) / (g @ g)
    lengths = (problem.G**2).sum(axis=1)
    return [
        Certificate(
            "largest | probability − the share of the point in what is left |",
            np.abs(p - lengths / lengths.sum()).max(),
            1e-9,
        ),
        Certificate("largest entry by which the new rest is off", np.abs(E - G @ G.T).max(), 1e-8),
    ]


def _same_pair(a, b):
    return all(_close(x, y) for x, y in zip(a, b, strict=True))


step = Exercise(
    "16.3",
    "One step of RPCholesky",
    problems=problems.rests,
    edge=problems.edge_rests,
    arguments=lambda problem: (problem.E, problem.s),
    reference=_step,
    certify=_certify_step,
    same=_same_pair,
    mistakes=[
        Mistake(
            "All points are equally likely in your draw. A point beside a landmark should hardly be drawn any more.",
            _step_with(probabilities=lambda E: np.full(len(E), 1 / len(E))),
        ),
        Mistake(
            "You draw in proportion to the squares of the diagonal. The entries are squared lengths already.",
            _step_with(probabilities=lambda E: np.diag(E) ** 2 / (np.diag(E) ** 2).sum()),
        ),
        Mistake(
            "Your probabilities do not sum to 1.",
            _step_with(probabilities=np.diag),
        ),
        Mistake(
            "The column was not divided by anything: the landmark itself does not come out as explained.",
            _step_with(rest=lambda E, s: E - np.outer(E[:, s], E[:, s])),
        ),
        Mistake(
            "You divided by E_ss twice. The two factors share it between them.",
            _step_with(rest=lambda E, s: E - np.outer(E[:, s], E[:, s]) / E[s, s] ** 2),
        ),
        Mistake(
            "You added what the landmark explains. It has to be taken away.",
            _step_with(rest=lambda E, s: E + np.outer(E[:, s], E[:, s]) / E[s, s]),
        ),
        Mistake(
            "You only set the row and the column of the landmark to 0. The other points lose what they share with it, "
            "too.",
            _step_with(rest=lambda E, s: E * np.outer(np.arange(len(E)) != s, np.arange(len(E)) != s)),
        ),
    ],
)


def _leverage(K, lam):
    return np.diag(np.linalg.solve(K + lam * np.eye(len(K)), K))


def _by_eigenvectors(K, lam, share):
    values, V = np.linalg.eigh(K)
    return V**2 @ share(np.maximum(values, 0), lam)


def _certify_leverage(problem, scores):
    Phi, lam = problem.Phi, problem.lam
    H = Phi @ np.linalg.solve(Phi.T @ Phi + lam * np.eye(Phi.shape[1]), Phi.T)
    return Certificate(
        "largest | score − how far a fit follows its own target |", np.abs(scores - np.diag(H)).max(), 1e-8
    )


leverage = Exercise(
    "16.4",
    "Leverage scores",
    problems=problems.priced,
    edge=problems.edge_priced,
    arguments=lambda problem: (problem.K, problem.lam),
    reference=_leverage,
    certify=_certify_leverage,
    mistakes=[
        Mistake(
            "That is what the price takes away of each target. The score is what it leaves.",
            lambda K, lam: 1 - _leverage(K, lam),
        ),
        Mistake(
            "You made the scores sum to 1. Their sum has a meaning of its own: it is the number of landmarks that the "
            "data ask for.",
            lambda K, lam: _leverage(K, lam) / _leverage(K, lam).sum(),
        ),
        Mistake(
            "That is the diagonal of the inverse alone: K is missing.",
            lambda K, lam: np.diag(np.linalg.inv(K + lam * np.eye(len(K)))),
        ),
        Mistake(
            "You divided K(x, x) by K(x, x) + λ, as if each point were alone. A point with near neighbors is worth "
            "less.",
            lambda K, lam: np.diag(K) / (np.diag(K) + lam),
        ),
        Mistake(
            "Your price is n times too high.",
            lambda K, lam: _leverage(K, len(K) * lam),
        ),
        Mistake(
            "You squared the shares of the eigenvectors.",
            lambda K, lam: _by_eigenvectors(K, lam, lambda v, a: (v / (v + a)) ** 2),
        ),
    ],
)


def _waves(X, omega):
    return marks.fourier_features(X, omega)


def _certify_waves(problem, F):
    means = np.cos((problem.X[:, None] - problem.X[None]) @ problem.omega.T).mean(axis=2)
    return Certificate("largest | f(x)·f(y) − mean of cos ωᵀ(x − y) |", np.abs(F @ F.T - means).max(), 1e-9)


waves = Exercise(
    "16.5",
    "Random waves",
    problems=problems.waves,
    edge=problems.edge_waves,
    reference=_waves,
    certify=_certify_waves,
    same=_same_products,
    mistakes=[
        Mistake(
            "Products of your features are sums over the frequencies. A mean is wanted, so the features need a factor.",
            lambda X, omega: _waves(X, omega) * np.sqrt(len(omega)),
        ),
        Mistake(
            "You divided the features by the number of frequencies. A product has the factor twice.",
            lambda X, omega: _waves(X, omega) / np.sqrt(len(omega)),
        ),
        Mistake(
            "You divided by the root of the number of features. There are two for each frequency.",
            lambda X, omega: _waves(X, omega) / np.sqrt(2),
        ),
        Mistake(
            "The sines are missing: half of your columns say nothing new. A cosine alone sees where x is, not only the "
            "difference of two points.",
            lambda X, omega: np.hstack([np.cos(X @ omega.T)] * 2) / np.sqrt(len(omega)),
        ),
        Mistake(
            "The frequencies are taken as angles in turns, with a factor 2π.",
            lambda X, omega: _waves(X, 2 * np.pi * omega),
        ),
        Mistake(
            "You added a sine and a cosine of the same phase: that is one wave twice.",
            lambda X, omega: (
                np.hstack([np.cos(X @ omega.T) + np.sin(X @ omega.T)] * 2) / np.sqrt(2 * len(omega))
            ),
        ),
    ],
)


def _merge(counts, means, covariances):
    n = counts.sum()
    mean = counts @ means / n
    second = np.einsum("b,bij->ij", counts, covariances) + (means.T * counts) @ means
    return second / n - np.outer(mean, mean)


def _weighted(counts, values):
    return np.tensordot(counts / counts.sum(), values, axes=1)


merge = Exercise(
    "16.6",
    "Put covariances together",
    problems=problems.parts,
    edge=problems.edge_parts,
    arguments=lambda problem: tuple(problem[:3]),
    reference=_merge,
    certify=lambda problem, S: Certificate(
        "largest entry by which it differs from the covariance of all rows",
        np.abs(S - np.cov(problem.X.T, bias=True)).max(),
        1e-9,
    ),
    same=_close,
    mistakes=[
        Mistake(
            "You averaged the covariances. The means of the blocks differ, too, and that is part of the variance.",
            lambda counts, means, C: _weighted(counts, C),
        ),
        Mistake(
            "All blocks count alike in your answer. A block with more rows should count more.",
            lambda counts, means, C: _merge(np.ones(len(counts)), means, C),
        ),
        Mistake(
            "You added the part of the means and forgot the covariances within the blocks.",
            lambda counts, means, C: _merge(counts, means, 0 * C),
        ),
        Mistake(
            "You divided by n − 1. The covariances of the blocks are means over their rows, and so should yours be.",
            lambda counts, means, C: _merge(counts, means, C) * counts.sum() / max(1, counts.sum() - 1),
        ),
        Mistake(
            "That is the mean of products, before the mean is taken away.",
            lambda counts, means, C: _weighted(counts, C + means[:, :, None] * means[:, None, :]),
        ),
        Mistake(
            "You took the mean of the means, without the numbers of rows, away from the products.",
            lambda counts, means, C: (
                _weighted(counts, C + means[:, :, None] * means[:, None, :])
                - np.outer(means.mean(axis=0), means.mean(axis=0))
            ),
        ),
    ],
)


def _gap(K_xx, K_xw, K_ww, alpha, R2, nu, share=None, clip=True, center=True, diagonal=None):
    norm2 = alpha @ K_ww @ alpha
    d2 = K_xx - 2 * K_xw @ alpha + (norm2 if center else 0)
    slacks = np.maximum(0, d2 - R2) if clip else d2 - R2
    dual = alpha @ np.diag(K_ww) - norm2 if diagonal is None else diagonal(alpha, K_ww)
    return R2 + slacks.sum() * (1 / (nu * len(K_xx)) if share is None else share(nu, K_xw)) - dual


def _gap_with(**changes):
    return lambda *arguments: _gap(*arguments, **changes)


def _certify_gap(problem, answer):
    alpha = np.zeros(len(problem.Phi))
    alpha[problem.W] = problem.alpha
    c = alpha @ problem.Phi
    d2 = ((problem.Phi - c) ** 2).sum(axis=1)
    primal = problem.R2 + np.maximum(0, d2 - problem.R2).sum() / (problem.nu * len(d2))
    # Weights sum to 1, so the dual is the weighted mean of the squared distances from the center.
    return Certificate(
        "| your gap − (primal − dual) from coordinates |", abs(answer - primal + alpha @ d2), 1e-7
    )


gap = Exercise(
    "16.7",
    "The gap of all rows",
    problems=problems.sampled,
    edge=problems.edge_sampled,
    arguments=lambda problem: tuple(problem[:6]),
    reference=_gap,
    certify=_certify_gap,
    same=_close,
    mistakes=[
        Mistake(
            "The slacks are divided by ν times the size of the working sample. The box, and the sum, are of all rows.",
            _gap_with(share=lambda nu, K_xw: 1 / (nu * K_xw.shape[1])),
        ),
        Mistake(
            "You took the mean of the slacks. The ν in front of them is missing.",
            _gap_with(share=lambda nu, K_xw: 1 / len(K_xw)),
        ),
        Mistake(
            "Rows inside the ball have no slack: cut negative ones at 0.",
            _gap_with(clip=False),
        ),
        Mistake(
            "The squared distances lack their last term, the squared length of the center.",
            _gap_with(center=False),
        ),
        Mistake(
            "The dual has αᵀKα with a minus, and you took the first term only.",
            _gap_with(diagonal=lambda alpha, K: alpha @ np.diag(K)),
        ),
        Mistake(
            "That is the primal objective. The dual has to be taken away.",
            _gap_with(diagonal=lambda alpha, K: 0.0),
        ),
        Mistake(
            "You subtracted αᵀKα. The dual has another term before it.",
            _gap_with(diagonal=lambda alpha, K: alpha @ K @ alpha),
        ),
    ],
)


ALL_ROWS, BLOCK_ROWS, BLOCKS_A_GROUP, LANDMARKS = 10**9, 10**4, 4, 1000


def _gigabytes(rows=ALL_ROWS, block=BLOCK_ROWS, a_group=BLOCKS_A_GROUP, numbers=LANDMARKS**2, size=8):
    return rows / (block * a_group) * numbers * size / 1e9


traffic = Exercise(
    "16.8",
    "Predict: what travels?",
    problems=None,
    reference=_gigabytes,
    certify=lambda _, answer: Certificate(
        "| your gigabytes − groups · m² · 8 bytes |",
        abs(answer - ALL_ROWS // (BLOCK_ROWS * BLOCKS_A_GROUP) * LANDMARKS * LANDMARKS * 8 * 1e-9),
        1e-6,
    ),
    mistakes=[
        Mistake(
            "That is one result for each block. A group sends one for all its blocks.",
            lambda: _gigabytes(a_group=1),
        ),
        Mistake("Those are numbers. How many bytes has each?", lambda: _gigabytes(size=1)),
        Mistake(
            "You counted m numbers a group. A sum of products of features has more.",
            lambda: _gigabytes(numbers=LANDMARKS),
        ),
        Mistake(
            "Those are the rows of eight numbers themselves. They never travel.",
            lambda: 8 * 8 * ALL_ROWS / 1e9,
        ),
        Mistake(
            "Those are the features of all rows. They are added up where they are made.",
            lambda: 8 * LANDMARKS * ALL_ROWS / 1e9,
        ),
        Mistake("That is K, which nobody forms.", lambda: 8 * float(ALL_ROWS) ** 2 / 1e9),
    ],
)


def _least(X, gamma, share, stop=lambda d, n, share: d.sum() <= share * n, rule=np.argmax):
    """Number of landmarks until a rule says that it is enough, chosen by another."""
    E = RBF(gamma)(X)
    n = len(E)
    for m in range(n + 1):
        d = np.maximum(np.diag(E), 0)
        if stop(d, n, share):
            return m
        s = int(rule(d))
        column = E[:, s] / np.sqrt(E[s, s])
        E = E - np.outer(column, column)
        E[:, s] = E[s] = 0
    return n


def _by_eigenvalues(X, gamma, share):
    values = np.linalg.eigvalsh(RBF(gamma)(X))[::-1]
    left_over = values.sum() - np.cumsum(values)
    return int(np.argmax(left_over <= share * values.sum())) + 1


def _farthest_in_order(X, gamma, share):
    """The first points, in the order in which they stand."""
    K = RBF(gamma)(X)
    for m in range(1, len(K) + 1):
        if len(K) - np.trace(_nystrom_of(K[:, :m], K[:m, :m])) <= share * len(K):
            return m
    return len(K)


def _certify_least(problem, m):
    """Landmarks by coordinates: what sticks out of the span of those before is longest for the next one."""
    K, chosen, shares = RBF(problem.gamma)(problem.X), [], [1.0]
    if not 1 <= m <= len(K):
        return Certificate("a number from 1 to the number of images", False)
    values, V = np.linalg.eigh(K)
    Phi = V * np.sqrt(np.maximum(values, 0))
    out = Phi
    for _ in range(m):
        lengths = (out**2).sum(axis=1)
        chosen.append(int(np.flatnonzero(lengths >= lengths.max() - 1e-9)[0]))
        Q = np.linalg.qr(Phi[chosen].T)[0]
        out = Phi - Phi @ Q @ Q.T
        shares.append((out**2).sum() / len(K))
    return [
        Certificate(
            "share of the trace that your number of landmarks leaves, above what is allowed",
            worst(shares[-1] - problem.share),
            1e-9,
        ),
        Certificate("one landmark less leaves too much", bool(m == 1 or shares[-2] > problem.share)),
    ]


digits = Exercise(
    "16.9",
    "How many landmarks do digits need?",
    problems=problems.images,
    edge=problems.edge_images,
    reference=_least,
    certify=_certify_least,
    mistakes=[
        Mistake(
            "One too few: with your number of landmarks a little too much is left.",
            lambda X, gamma, share: _least(X, gamma, share) - 1,
        ),
        Mistake(
            "One too many: one landmark less would have done.",
            lambda X, gamma, share: _least(X, gamma, share) + 1,
        ),
        Mistake(
            "You compared the trace itself with the share. Divide by the trace of K.",
            lambda X, gamma, share: _least(X, gamma, share, stop=lambda d, n, a: d.sum() <= a),
        ),
        Mistake(
            "You looked at the largest diagonal entry that is left. The trace is their sum.",
            lambda X, gamma, share: _least(X, gamma, share, stop=lambda d, n, a: d.max() <= a),
        ),
        Mistake(
            "So many features of the best kind would do: you counted eigenvalues. Landmarks need more.",
            _by_eigenvalues,
        ),
        Mistake(
            "You took the images in the order in which they stand. Take the one of which most is left.",
            _farthest_in_order,
        ),
        Mistake(
            "You stop when the share is explained. It is what may be *left*.",
            lambda X, gamma, share: _least(X, gamma, share, stop=lambda d, n, a: d.sum() <= (1 - a) * n),
        ),
    ],
)
