"""The exercises of chapter 16: what landmarks leave, drawing them, leverage, waves, sums of parts, a gap, digits."""

import numpy as np

from kernelcourse.judging.certificates import worst
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake
from kernelcourse.landmarks import problems
from kernelcourse.landmarks.first_exercises import (
    _close,
    _nystrom_of,
    _same_products,
    features,
    left,
    leverage,
    step,
    traffic,
)
from kernelsy19.kernels import RBF
from kernelsy19.landmarks import equations as marks

# A check looks for the exercises of a chapter here, those of the other file included.
__all__ = ["digits", "features", "gap", "left", "leverage", "merge", "step", "traffic", "waves"]


def _waves(X, omega):
    return marks.fourier_features(X, omega)


def _certify_waves(problem, F):
    means = np.cos((problem.X[:, None] - problem.X[None]) @ problem.omega.T).mean(axis=2)
    return Certificate("largest | f(x)·f(y) − mean of cos ωᵀ(x − y) |", np.abs(F @ F.T - means).max(), 1e-9)


def _of_angles(angles):
    return np.hstack([np.cos(angles), np.sin(angles)]) / np.sqrt(angles.shape[1])


def _with_second(X, omega, second):
    angles = X @ omega.T
    return np.hstack([np.cos(angles), second(angles)]) / np.sqrt(len(omega))


def _has_phase(problem, F):
    """Whether one half is right, and the other is a wave of the right frequency that begins elsewhere."""
    angles, m = problem.X @ problem.omega.T, len(problem.omega)
    halves = F[:, :m] * np.sqrt(m), F[:, m:] * np.sqrt(m)
    right = np.cos(angles), np.sin(angles)
    for k in (0, 1):
        if not np.allclose(halves[k], right[k]):
            continue
        other = halves[1 - k]
        for j in range(m):
            T = np.column_stack([right[0][:, j], right[1][:, j]])
            found = np.linalg.lstsq(T, other[:, j], rcond=None)[0]
            if not np.allclose(T @ found, other[:, j]) or not np.isclose(found @ found, 1):
                return False
        return True
    return False


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
        Mistake(
            "Your products are twice the mean. A cosine and a sine of one frequency together have length 1.",
            lambda X, omega: 2**0.5 * _waves(X, omega),
        ),
        Mistake(
            "The features are scaled by the number of points. The mean is over the frequencies.",
            lambda X, omega: _waves(X, omega) * (len(omega) / len(X)) ** 0.5,
        ),
        Mistake(
            "The features are scaled by the number of variables. The mean is over the frequencies.",
            lambda X, omega: _waves(X, omega) * (len(omega) / X.shape[1]) ** 0.5,
        ),
        Mistake(
            "The cosines are missing: half of your columns say nothing new.",
            lambda X, omega: np.hstack([np.sin(X @ omega.T)] * 2) / len(omega) ** 0.5,
        ),
        Mistake(
            "These are angles. Their cosines and sines are missing.",
            lambda X, omega: np.hstack([X @ omega.T] * 2) / len(omega) ** 0.5,
        ),
        Mistake(
            "A product stands where a sine belongs, or a tangent: cos(a − b) is made of two products.",
            lambda X, omega: _with_second(X, omega, lambda a: np.cos(a) * np.sin(a)),
            when=lambda problem, F: any(
                np.allclose(F, _with_second(*problem, second))
                for second in (
                    lambda a: np.cos(a) * np.sin(a),
                    np.tan,
                    lambda a: np.sin(a) ** 2,
                    lambda a: np.cos(a) ** 2,
                )
            ),
        ),
        Mistake(
            "A phase was added to the angles of one half alone. Sine and cosine of the same angles belong together.",
            lambda X, omega: np.hstack([np.cos(X @ omega.T + 1), np.sin(X @ omega.T)]) / np.sqrt(len(omega)),
            when=lambda problem, F: _has_phase(problem, F),
        ),
        Mistake(
            "The angles were turned from degrees to radians, or back. They are radians.",
            lambda X, omega: _waves(np.deg2rad(X), omega),
            when=lambda problem, F: any(
                np.allclose(F @ F.T, G @ G.T, atol=1e-7)
                for G in (
                    _waves(np.deg2rad(problem.X), problem.omega),
                    _waves(np.rad2deg(problem.X), problem.omega),
                )
            ),
        ),
        Mistake(
            "Your angles are distances from the frequencies. They are products ωᵀx.",
            lambda X, omega: _of_angles(((X[:, None] - omega) ** 2).sum(axis=2)),
            when=lambda problem, F: any(
                np.allclose(F, _of_angles(((problem.X[:, None] - problem.omega) ** 2).sum(axis=2) ** p))
                for p in (1, 0.5)
            ),
        ),
        Mistake(
            "The sines and cosines of a frequency are added up. Each is a feature of its own.",
            lambda X, omega: np.hstack([np.cos(X @ omega.T) + np.sin(X @ omega.T)] * 2) / np.sqrt(len(omega)),
        ),
        Mistake(
            "These are exponentials without i. Waves are sines and cosines.",
            lambda X, omega: np.exp(np.hstack([X @ omega.T, -X @ omega.T])) / np.sqrt(len(omega)),
        ),
        Mistake(
            "These are the angles themselves. Take sines and cosines of them.",
            lambda X, omega: np.hstack([X @ omega.T] * 2),
            when=lambda problem, F: any(
                np.allclose(F, c * np.hstack([problem.X @ problem.omega.T] * 2))
                for c in (1, len(problem.omega) ** -0.5)
            ),
        ),
        Mistake(
            "You added up the coordinates before you multiplied, or took the first alone. Each has its own frequency.",
            lambda X, omega: _of_angles(X.sum(axis=1, keepdims=True) * omega.sum(axis=1)),
            when=lambda problem, F: (
                problem.X.shape[1] > 1
                and any(
                    np.allclose(F, _of_angles(a))
                    for a in (
                        problem.X.sum(axis=1, keepdims=True) * problem.omega.sum(axis=1),
                        problem.X[:, :1] * problem.omega[:, 0],
                    )
                )
            ),
        ),
        Mistake(
            "Half of your features are 0.",
            lambda X, omega: np.hstack([np.cos(X @ omega.T), 0 * (X @ omega.T)]) / np.sqrt(len(omega)),
            when=lambda problem, F: np.count_nonzero(~F.any(axis=0)) == len(problem.omega),
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


def _terms_of_merge(problem):
    counts, means, covariances = problem[:3]
    n, B = counts.sum(), len(counts)
    mean, plain = counts @ means / n, means.mean(axis=0)
    within = _weighted(counts, covariances)
    between = np.einsum("b,bi,bj->ij", counts / n, means, means) - np.outer(mean, mean)
    return {
        "the part within the blocks": (within, 1),
        "the part between the blocks": (between, 1),
        "the product of the mean with itself": (np.outer(mean, mean), 0),
        "a sum of the covariances": (covariances.sum(axis=0), 0),
        "a mean of the covariances without the numbers of rows": (covariances.mean(axis=0), 0),
        "a part between the blocks without the numbers of rows": (
            means.T @ means / B - np.outer(plain, plain),
            0,
        ),
        "a mean of products without the numbers of rows": (means.T @ means / B, 0),
        "the product of the mean of the means": (np.outer(plain, plain), 0),
        "a sum of the covariances, divided by n,": (covariances.sum(axis=0) / n, 0),
        "a weight of squared numbers of rows": (np.tensordot(counts**2, covariances, axes=1) / n**2, 0),
        "a weight of roots of numbers of rows": (_weighted(np.sqrt(counts), covariances), 0),
        "a part between the blocks that was divided by one less": (
            np.atleast_2d(np.cov(means.T)) if B > 1 else 0 * within,
            0,
        ),
        "a covariance of one block alone": (covariances[0], 0),
        "a covariance of the last block alone": (covariances[-1], 0),
        "one number for all entries": (1.0 + 0 * within, 0),
        "the square of a mean over all variables": (mean.mean() ** 2 + 0 * within, 0),
        "a product with means that are not squared": (np.outer(mean, np.ones(len(mean))), 0),
        "a diagonal of the part between the blocks": (np.diag(np.diagonal(between)), 0),
        "a diagonal of the part within the blocks": (np.diag(np.diagonal(within)), 0),
        "a product of two different means": (np.outer(plain, mean), 0),
        "a product of two different means, the other way round,": (np.outer(mean, plain), 0),
        "a weight of numbers of rows less one": (
            np.tensordot((counts - 1) / max(n - B, 1), covariances, axes=1),
            0,
        ),
        "a part between the blocks of squared numbers of rows": (
            np.einsum("b,bi,bj->ij", (counts / n) ** 2, means, means),
            0,
        ),
        "a product of the sums of means": (np.outer(means.sum(axis=0), means.sum(axis=0)), 0),
    }


def _correlations(S):
    scale = np.sqrt(np.diagonal(S))
    return S / np.outer(scale, scale)


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
    terms=_terms_of_merge,
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
        Mistake(
            "You averaged the covariances as if all blocks had as many rows, and forgot that their means "
            "differ.",
            lambda counts, means, covariances: covariances.mean(axis=0),
        ),
        Mistake(
            "The part of the means is subtracted. Blocks that lie apart make the variance larger.",
            lambda counts, means, covariances: (
                2 * np.einsum("b,bij->ij", counts, covariances) / counts.sum()
                - _merge(counts, means, covariances)
            ),
        ),
        Mistake(
            "That is a sum over all rows: divide by their number.",
            lambda counts, means, covariances: counts.sum() * _merge(counts, means, covariances),
        ),
        Mistake(
            "Your within-block part counts all blocks alike. A block with more rows should count more.",
            lambda counts, means, covariances: (
                _merge(counts, means, covariances)
                - np.einsum("b,bij->ij", counts, covariances) / counts.sum()
                + covariances.mean(axis=0)
            ),
        ),
        Mistake(
            "You added the covariances of the blocks. They are means already: average them, a block with "
            "more rows counting more.",
            lambda counts, means, covariances: (
                _merge(counts, means, covariances)
                - np.einsum("b,bij->ij", counts, covariances) / counts.sum()
                + covariances.sum(axis=0)
            ),
        ),
        Mistake(
            "The part of the means is not divided by the number of rows.",
            lambda counts, means, covariances: (
                np.einsum("b,bij->ij", counts, covariances) / counts.sum()
                + counts.sum()
                * (
                    _merge(counts, means, covariances)
                    - np.einsum("b,bij->ij", counts, covariances) / counts.sum()
                )
            ),
        ),
        Mistake(
            "You weighed the covariances with one row less than the blocks have. They are means over the "
            "rows, without $n - 1$.",
            lambda counts, means, covariances: (
                _merge(counts, means, covariances) - covariances.sum(axis=0) / counts.sum()
            ),
        ),
        Mistake(
            "You pooled the covariances with one row less for each block, and forgot that the means differ.",
            lambda counts, means, covariances: (
                np.tensordot(counts, covariances, axes=1) / max(1, counts.sum() - len(counts))
            ),
            also=(
                lambda counts, means, covariances: (
                    np.tensordot(counts - 1, covariances, axes=1) / max(1, counts.sum() - len(counts))
                ),
                lambda counts, means, covariances: (
                    np.tensordot(counts - 1, covariances, axes=1) / counts.sum()
                ),
            ),
        ),
        Mistake(
            "The numbers of rows count squared, or by their roots. Each row counts once.",
            lambda counts, means, covariances: _merge(counts**2, means, covariances),
            also=(lambda counts, means, covariances: _merge(np.sqrt(counts), means, covariances),),
        ),
        Mistake(
            "You inverted the result. The covariance itself is asked for.",
            lambda counts, means, covariances: np.linalg.pinv(_merge(counts, means, covariances)),
            also=(lambda counts, means, covariances: np.linalg.inv(_merge(counts, means, covariances)),),
        ),
        Mistake(
            "You divided the sums by the number of blocks. They are sums over rows.",
            lambda counts, means, covariances: (
                _merge(counts, means, covariances) * counts.sum() / len(counts)
            ),
        ),
        Mistake(
            "These are correlations. The covariance keeps the units.",
            lambda counts, means, covariances: _correlations(_merge(counts, means, covariances)),
        ),
        Mistake(
            "These are roots of covariances, as for standard deviations.",
            lambda counts, means, covariances: np.sqrt(np.abs(_merge(counts, means, covariances))),
        ),
        Mistake(
            "Means that are not squared stand in your products.",
            lambda counts, means, covariances: (
                _weighted(counts, covariances)
                + (counts @ means / counts.sum())[:, None]
                - np.outer(counts @ means, counts @ means) / counts.sum() ** 2
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


def _terms_of_gap(problem):
    K_xx, K_xw, K_ww, alpha, R2, nu = problem[:6]
    n, norm2 = len(K_xx), alpha @ K_ww @ alpha
    d2 = K_xx - 2 * K_xw @ alpha + norm2
    late = d2 - R2
    xi = np.maximum(0, late)
    of_sample = np.maximum(0, np.diagonal(K_ww) - 2 * K_ww @ alpha + norm2 - R2)
    price = 1 / (nu * n)
    return {
        "R²": (R2, 1),
        "the price of the slacks": (xi.sum() * price, 1),
        "the diagonal part of the dual": (alpha @ np.diagonal(K_ww), -1),
        "the norm in the dual": (norm2, 1),
        "R": (np.sqrt(R2), 0),
        "R⁴": (R2**2, 0),
        "a mean of k(x, x) without the weights": (np.diagonal(K_ww).mean(), 0),
        "a mean of k(x, x) over all rows": (K_xx.mean(), 0),
        "the trace of `K_ww`": (np.trace(K_ww), 0),
        "a price of all distances from the sphere, of rows inside as well,": (np.abs(late).sum() * price, 0),
        "a price of the squares of the slacks": ((xi**2).sum() * price, 0),
        "a price for each row outside, however far,": ((late > 0).sum() * price, 0),
        "a price of slacks that are not squared distances": (
            np.maximum(0, np.sqrt(np.maximum(d2, 0)) - np.sqrt(R2)).sum() * price,
            0,
        ),
        "a price of squared distances from R⁴": (np.maximum(0, d2 - R2**2).sum() * price, 0),
        "a price of squared distances from R": (np.maximum(0, d2 - np.sqrt(R2)).sum() * price, 0),
        "a price of the largest slack alone": (xi.max() * price, 0),
        "a mean of the slacks": (xi.mean(), 0),
        "a mean slack of those outside": (xi.sum() / max((late > 0).sum(), 1), 0),
        "a price of the slacks of the working sample": (of_sample.sum() / (nu * len(alpha)), 0),
        "a price of slacks from another center": (
            np.maximum(0, K_xx - 2 * K_xw @ alpha - norm2 - R2).sum() * price,
            0,
        ),
        "a price of the whole distances of those outside": (d2[late > 0].sum() * price, 0),
        "a sum of the slacks without a price": (xi.sum(), 0),
        "a slack that is the largest, with the price of a mean,": (xi.max() / nu, 0),
        "a price of slacks that were divided by n alone": (xi.sum() / n, 0),
        "a price of slacks that were divided by ν alone": (xi.sum() / nu, 0),
        "a diagonal part with squared weights": (alpha**2 @ np.diagonal(K_ww), 0),
        "a diagonal part with values of the first rows": (alpha @ K_xx[: len(alpha)], 0),
        "the square of the weights": (alpha @ alpha, 0),
        "a sum over all of `K_ww`": (K_ww.sum(), 0),
        "ν": (nu, 0),
        "a root of the norm in the dual": (np.sqrt(max(norm2, 0)), 0),
        "a price of distances without R²": (np.maximum(0, d2).sum() * price, 0),
    }


gap = Exercise(
    "16.7",
    "The gap of all rows",
    problems=problems.sampled,
    edge=problems.edge_sampled,
    arguments=lambda problem: tuple(problem[:6]),
    reference=_gap,
    certify=_certify_gap,
    same=_close,
    terms=_terms_of_gap,
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
        Mistake(
            "The sign: no ball has a value below that of weights.",
            lambda K_xx, K_xw, K_ww, alpha, R2, nu: -_gap(K_xx, K_xw, K_ww, alpha, R2, nu),
        ),
        Mistake(
            "R² itself is missing in the primal value.",
            lambda K_xx, K_xw, K_ww, alpha, R2, nu: _gap(K_xx, K_xw, K_ww, alpha, R2, nu) - R2,
        ),
        Mistake(
            "The dual value has two terms: Σ αᵢ k(xᵢ, xᵢ) is missing.",
            lambda K_xx, K_xw, K_ww, alpha, R2, nu: (
                _gap(K_xx, K_xw, K_ww, alpha, R2, nu) + alpha @ np.diagonal(K_ww)
            ),
        ),
        Mistake(
            "In the dual value, Σ αᵢαⱼ k(xᵢ, xⱼ) is subtracted.",
            lambda K_xx, K_xw, K_ww, alpha, R2, nu: (
                _gap(K_xx, K_xw, K_ww, alpha, R2, nu) - 2 * alpha @ K_ww @ alpha
            ),
        ),
        Mistake(
            "In the dual value you halved Σ αᵢαⱼ k(xᵢ, xⱼ). This dual has no factor ½.",
            lambda K_xx, K_xw, K_ww, alpha, R2, nu: (
                _gap(K_xx, K_xw, K_ww, alpha, R2, nu) - alpha @ K_ww @ alpha / 2
            ),
        ),
        Mistake(
            "The weights are missing in the first term of the dual value: you took the trace.",
            lambda K_xx, K_xw, K_ww, alpha, R2, nu: (
                _gap(K_xx, K_xw, K_ww, alpha, R2, nu) + alpha @ np.diagonal(K_ww) - np.trace(K_ww)
            ),
        ),
        Mistake(
            "That is the gap of the working sample. The slacks of all rows are asked for.",
            lambda K_xx, K_xw, K_ww, alpha, R2, nu: _gap(np.diagonal(K_ww), K_ww, K_ww, alpha, R2, nu),
        ),
        Mistake(
            "You took R where R² belongs. The argument is R² already.",
            lambda K_xx, K_xw, K_ww, alpha, R2, nu: _gap(K_xx, K_xw, K_ww, alpha, R2, nu) - R2 + R2**0.5,
        ),
        Mistake(
            "The mixed term stands twice in each squared distance.",
            lambda K_xx, K_xw, K_ww, alpha, R2, nu: _gap(K_xx, K_xw / 2, K_ww, alpha, R2, nu),
        ),
        Mistake(
            "The slacks are divided by ν alone. Their price is 1/(νn).",
            lambda K_xx, K_xw, K_ww, alpha, R2, nu: _gap(K_xx, K_xw, K_ww, alpha, R2, nu / len(K_xx)),
        ),
        Mistake(
            "This is the value of the dual alone. The gap is what the primal has more.",
            lambda K_xx, K_xw, K_ww, alpha, R2, nu: alpha @ np.diag(K_ww) - alpha @ K_ww @ alpha,
        ),
        Mistake(
            "You divided the gap by the primal, or by the dual. The difference itself is asked for.",
            lambda K_xx, K_xw, K_ww, alpha, R2, nu: (
                _gap(K_xx, K_xw, K_ww, alpha, R2, nu)
                / (_gap(K_xx, K_xw, K_ww, alpha, R2, nu) + alpha @ np.diag(K_ww) - alpha @ K_ww @ alpha)
            ),
            when=lambda problem, answer: any(
                np.isclose(answer * v, _gap(*problem[:6]), rtol=1e-9)
                for dual in [
                    problem.alpha @ np.diag(problem.K_ww) - problem.alpha @ problem.K_ww @ problem.alpha
                ]
                for v in (dual, dual + _gap(*problem[:6]))
            ),
        ),
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


def _distances(X):
    return np.sqrt(((X[:, None] - X) ** 2).sum(axis=2))


def _least_of(K, share, rule=lambda E: np.diag(E).argmax(), stop=None, divide=lambda pivot: pivot):
    """Number of landmarks for any matrix, chosen, subtracted and stopped by other rules."""
    E, n = K.copy(), len(K)
    for m in range(1, n + 1):
        s = int(rule(E))
        if E[s, s] <= 1e-13:
            return m
        E = E - np.outer(E[:, s], E[:, s]) / divide(E[s, s])
        if np.trace(E) <= share * np.trace(K) if stop is None else stop(E, K):
            return m
    return n


def _rounded_squares(X, squares):
    """Squared distances from squares of lengths and products: not exactly 0 on the diagonal."""
    return np.maximum(0, squares[:, None] + squares - 2 * X @ X.T)


def _large_eigenvalues(X, gamma, least):
    values = np.linalg.eigvalsh(RBF(gamma)(X))
    return int((values > least(values)).sum())


def _centered(K):
    return K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()


def _farthest_in_order_backward(X, gamma, share):
    return _farthest_in_order(X[::-1], gamma, share)


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
        Mistake(
            "You choose the image of which *least* is left.",
            lambda X, gamma, share: _least(
                X, gamma, share, rule=lambda d: np.where(d > 1e-9, d, np.inf).argmin()
            ),
        ),
        Mistake(
            "That is the number of images, whatever may be left.",
            lambda X, gamma, share: len(X),
        ),
        Mistake(
            "A share of the images is not a share of the trace: one landmark explains a part of many images.",
            lambda X, gamma, share: max(1, int(np.ceil((1 - share) * len(X)))),
            also=(
                *(
                    lambda X, gamma, share, f=f, turned=turned: max(
                        1, int(f((1 - share if turned else share) * len(X)))
                    )
                    for f in (np.ceil, np.floor, np.round)
                    for turned in (True, False)
                ),
            ),
        ),
        Mistake(
            "The distances in your kernel are not squared.",
            lambda X, gamma, share: _least_of(np.exp(-gamma * _distances(X)), share),
            also=(
                lambda X, gamma, share: _least_of(
                    np.exp(-gamma * np.sqrt(_rounded_squares(X, (X**2).sum(axis=1)))), share
                ),
            ),
        ),
        Mistake(
            "You stop by another size of the rest than its trace, such as its norm.",
            lambda X, gamma, share: _least_of(
                RBF(gamma)(X), share, stop=lambda E, K: np.linalg.norm(E) <= share * np.linalg.norm(K)
            ),
            also=(
                *(
                    lambda X, gamma, share, size=size: _least_of(
                        RBF(gamma)(X), share, stop=lambda E, K: size(E) <= share * size(K)
                    )
                    for size in (lambda E: np.linalg.norm(E, 2), np.sum)
                ),
            ),
        ),
        Mistake(
            "You subtract the product of a column with itself without dividing it, or by too little.",
            lambda X, gamma, share: _least_of(RBF(gamma)(X), share, divide=lambda pivot: 1.0),
            also=(
                *(
                    lambda X, gamma, share, power=power: _least_of(
                        RBF(gamma)(X), share, divide=lambda pivot: pivot**power
                    )
                    for power in (0.5, 2)
                ),
            ),
        ),
        Mistake(
            "You count eigenvalues that are large. Landmarks are points: how much do they leave?",
            lambda X, gamma, share: int((np.linalg.eigvalsh(RBF(gamma)(X)) > share).sum()),
            also=(
                lambda X, gamma, share: _large_eigenvalues(X, gamma, lambda v: share * v.max()),
                lambda X, gamma, share: _large_eigenvalues(X, gamma, lambda v: share * v.sum()),
                lambda X, gamma, share: _large_eigenvalues(X, gamma, lambda v: share * v.mean()),
                lambda X, gamma, share: _large_eigenvalues(X, gamma, lambda v: 1.0),
            ),
        ),
        Mistake(
            "You centered K first. Nothing is centered here.",
            lambda X, gamma, share: _least_of(_centered(RBF(gamma)(X)), share),
        ),
        Mistake(
            "You begin with another image than the first, or take the last of several that are equal. In the "
            "beginning all are equal. If you took the largest, then rounding in your distances has chosen.",
            lambda X, gamma, share: _least(X, gamma, share, rule=lambda d: len(d) - 1 - np.argmax(d[::-1])),
            also=(
                _farthest_in_order_backward,
                *(
                    lambda X, gamma, share, f=f: _least_of(np.exp(-gamma * _rounded_squares(X, f(X))), share)
                    for f in (lambda X: (X**2).sum(axis=1), lambda X: np.linalg.norm(X, axis=1) ** 2)
                ),
            ),
        ),
        Mistake(
            "Your kernel has another width: γ stands before the sum of squared differences of the pixels as they are.",
            lambda X, gamma, share: _least(X, gamma / 2, share),
            also=(
                *(
                    lambda X, gamma, share, f=f: _least(X, f(gamma), share)
                    for f in (
                        lambda g: g / 255**2,
                        lambda g: g / 4,
                        lambda g: g / 256,
                        lambda g: 2 * g,
                        lambda g: 1 / g,
                        lambda g: g**2,
                        lambda g: 1 / (2 * g**2),
                        lambda g: g**0.5,
                    )
                ),
            ),
        ),
        Mistake(
            "Your kernel is linear: γ has no effect on it.",
            lambda X, gamma, share: _least_of(X @ X.T, share),
        ),
        Mistake(
            "You choose by whole rows of the rest. What is left of an image stands on the diagonal.",
            lambda X, gamma, share: _least_of(RBF(gamma)(X), share, rule=lambda E: E.sum(axis=1).argmax()),
            also=(
                lambda X, gamma, share: _least_of(
                    RBF(gamma)(X), share, rule=lambda E: (E**2).sum(axis=1).argmax()
                ),
            ),
        ),
    ],
)
