"""The exercises of chapter 16: what landmarks leave, drawing them, leverage, waves, sums of parts, a gap, digits."""

import numpy as np

from kernelcourse.judging.certificates import worst
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake
from kernelcourse.judging.hints.known_mistakes import other_prices
from kernelcourse.landmarks import problems
from kernelsy19.kernels import RBF
from kernelsy19.landmarks import equations as marks


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


def _terms_of_trace(problem):
    K_xx, K_xz, K_zz = problem[:3]
    m = len(K_zz)
    return {
        "the trace of K": (K_xx.sum(), 1),
        "the trace of the approximation": (np.trace(_nystrom_of(K_xz, K_zz)), -1),
        "a sum of squares of `K_xz`": ((K_xz**2).sum(), 0),
        "the trace of `K_zz`": (np.trace(K_zz), 0),
        "a product with `K_zz` itself": (((K_xz @ K_zz) * K_xz).sum(), 0),
        "a number of points": (len(K_xx), 0),
        "a number of landmarks": (m, 0),
        "a sum over all of `K_xz`": (K_xz.sum(), 0),
        "a product with the inverse of each entry of `K_zz`": (((K_xz @ (1 / K_zz)) * K_xz).sum(), 0),
        "a product with the inverse of the diagonal of `K_zz`": ((K_xz**2 / np.diagonal(K_zz)).sum(), 0),
        "a product with a root of the inverse of `K_zz`": (
            ((K_xz @ np.linalg.cholesky(np.linalg.inv(K_zz))) * K_xz).sum(),
            0,
        ),
        "a product with the inverse of `K_zz`, twice,": (
            ((K_xz @ np.linalg.inv(K_zz) @ np.linalg.inv(K_zz)) * K_xz).sum(),
            0,
        ),
        "a mean over the landmarks": (np.trace(_nystrom_of(K_xz, K_zz)) / m, 0),
        "a trace that is scaled from the landmarks to all points": (np.trace(K_zz) * len(K_xx) / m, 0),
        "a trace of the first points alone": (K_xx[:m].sum(), 0),
        "a mean of k(x, x)": (K_xx.mean(), 0),
        "a sum over all entries of the approximation": (_nystrom_of(K_xz, K_zz).sum(), 0),
        "a trace of the approximation at the first points alone": (
            np.trace(_nystrom_of(K_xz[:m], K_zz)) if len(K_xz) >= m else 0.0,
            0,
        ),
        "a trace of the approximation, scaled by m/n,": (
            np.trace(_nystrom_of(K_xz, K_zz)) * m / len(K_xx),
            0,
        ),
        "a trace of the approximation, divided by the number of points,": (
            np.trace(_nystrom_of(K_xz, K_zz)) / len(K_xx),
            0,
        ),
        "a norm of the approximation": (np.linalg.norm(_nystrom_of(K_xz, K_zz)), 0),
        "a root of the trace of the approximation": (np.trace(_nystrom_of(K_xz, K_zz)) ** 0.5, 0),
        "a product with the triangular factor of `K_zz` the wrong way round": (
            ((K_xz @ np.linalg.inv(np.linalg.cholesky(K_zz + 1e-12 * np.eye(m)))) ** 2).sum(),
            0,
        ),
        "a product with the triangular factor of `K_zz` in the place of its inverse": (
            ((K_xz @ np.linalg.cholesky(K_zz + 1e-12 * np.eye(m))) ** 2).sum(),
            0,
        ),
        "a sum of the values that are no squares,": (
            (K_xz @ np.linalg.inv(np.linalg.cholesky(K_zz + 1e-12 * np.eye(m))).T).sum(),
            0,
        ),
        "a trace of the inverse of `K_zz`": (np.trace(np.linalg.inv(K_zz)), 0),
        "a sum of k(x, x) of the landmarks": (np.diagonal(K_zz).sum(), 0),
    }


left = Exercise(
    "16.1",
    "What is left?",
    problems=problems.marked,
    edge=problems.edge_marked,
    arguments=lambda problem: tuple(problem[:3]),
    reference=_left,
    certify=_certify_left,
    same=_close,
    terms=_terms_of_trace,
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
        Mistake(
            "The sign: you subtracted the trace of K from what is explained.",
            lambda *p: -_left(*p),
        ),
        Mistake(
            "You took 1 for every k(x, x). That is so for some kernels only.",
            lambda K_xx, K_xz, K_zz: len(K_xx) - K_xx.sum() + _left(K_xx, K_xz, K_zz),
        ),
        Mistake(
            "You subtracted the trace of k(Z, Z). The landmarks explain a part of the other points as well.",
            lambda K_xx, K_xz, K_zz: K_xx.sum() - np.trace(K_zz),
        ),
        Mistake(
            "You summed all entries of the approximation. A trace is the sum of the diagonal.",
            lambda K_xx, K_xz, K_zz: (
                K_xx.sum() - (K_xz @ np.linalg.pinv(K_zz, hermitian=True) @ K_xz.T).sum()
            ),
        ),
        Mistake(
            "What the landmarks explain is subtracted twice.",
            lambda K_xx, K_xz, K_zz: 2 * _left(K_xx, K_xz, K_zz) - K_xx.sum(),
        ),
        Mistake(
            "The inverse of k(Z, Z) stands there twice.",
            lambda K_xx, K_xz, K_zz: K_xx.sum() - ((K_xz @ np.linalg.pinv(K_zz, hermitian=True)) ** 2).sum(),
        ),
        Mistake(
            "You take the largest of what is left at each point. The trace is their sum.",
            lambda K_xx, K_xz, K_zz: (K_xx - np.diagonal(_nystrom_of(K_xz, K_zz))).max(),
        ),
        Mistake(
            "You took a root of what is left at each point, as for lengths. The trace adds squared lengths.",
            lambda K_xx, K_xz, K_zz: np.sqrt(
                np.maximum(K_xx - np.diagonal(_nystrom_of(K_xz, K_zz)), 0)
            ).sum(),
            also=(
                lambda K_xx, K_xz, K_zz: np.sqrt(
                    np.maximum(K_xx - np.diagonal(_nystrom_of(K_xz, K_zz)), 0)
                ).mean(),
            ),
        ),
        Mistake(
            "You square what is left at each point. A trace is a plain sum.",
            lambda K_xx, K_xz, K_zz: ((K_xx - np.diagonal(_nystrom_of(K_xz, K_zz))) ** 2).sum(),
            when=lambda problem, answer: any(
                np.isclose(answer, total**power, rtol=1e-7)
                for total in [
                    ((problem.K_xx - np.diagonal(_nystrom_of(problem.K_xz, problem.K_zz))) ** 2).sum()
                ]
                for power in (1, 0.5)
            ),
        ),
        Mistake(
            "Something was added to `K_zz` before it was inverted, or K(Z, Z) was taken for another price.",
            lambda K_xx, K_xz, K_zz: _left(K_xx, K_xz, K_zz + 0.1 * np.eye(len(K_zz))),
            when=lambda problem, answer: any(
                np.isclose(
                    answer,
                    _left(problem.K_xx, problem.K_xz, problem.K_zz + c * np.eye(len(problem.K_zz))),
                    rtol=1e-7,
                )
                for c in (1.0, 0.1, 0.01, 1e-3, 1e-4, 1e-5)
            ),
        ),
        Mistake(
            "That is a logarithm of a determinant. What is left is a sum.",
            lambda K_xx, K_xz, K_zz: np.linalg.slogdet(K_zz)[1],
        ),
        Mistake(
            "What is left is cut off at 0 point by point, so that it came out larger: the approximation is not right.",
            lambda K_xx, K_xz, K_zz: np.maximum(K_xx - ((K_xz @ K_zz) * K_xz).sum(axis=1), 0).sum(),
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


def _is_multiple(A, B):
    factor = np.vdot(A, B) / np.vdot(B, B)
    return bool(np.allclose(A, factor * B, rtol=1e-6, atol=1e-9 * np.abs(B).max())) and factor > 1e-6


def _power(K_zz, exponent):
    values, V = np.linalg.eigh(K_zz)
    return (V * np.maximum(values, 1e-12) ** exponent) @ V.T


def _without_eigenvector(K_xz, K_zz, k):
    values, V = np.linalg.eigh(K_zz)
    scale = 1 / np.sqrt(np.maximum(values, 1e-12))
    scale[k] = 0
    return K_xz @ (V * scale)


def _by_entries(K_xz, K_zz):
    """Features with roots and inverses that were taken entry by entry."""
    with np.errstate(all="ignore"):
        yield K_xz / np.sqrt(np.abs(K_zz).sum(axis=0))
        yield K_xz / np.sqrt(K_zz.sum(axis=0))
        yield K_xz @ (1 / np.sqrt(np.abs(K_zz)))
        yield K_xz @ np.sqrt(np.abs(K_zz))
        yield K_xz @ np.sqrt(np.abs(np.linalg.inv(K_zz)))
        yield K_xz / np.diagonal(K_zz)
        yield K_xz / np.diagonal(K_zz).sum()
        yield K_xz * np.sqrt(np.diagonal(K_zz))
        yield K_xz @ (1 / K_zz)


def _is_scaled_by_column(problem, F):
    """Whether the features are right but for a factor of their first or last column."""
    wanted = _nystrom_of(problem.K_xz, problem.K_zz)
    for k in (0, -1):
        off, part = F @ F.T - wanted, np.outer(F[:, k], F[:, k])
        if np.any(part) and np.allclose(
            off, np.vdot(off, part) / np.vdot(part, part) * part, atol=1e-7 * np.abs(wanted).max()
        ):
            return True
    return False


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
        Mistake(
            "You divided the features by the root of m. Their products are to be the approximation, not a "
            "mean.",
            lambda C, W: _features(C, W) / len(W) ** 0.5,
        ),
        Mistake(
            "You took the mean of the features away. The approximation is of K as it is, not centered.",
            lambda C, W: _features(C, W) - _features(C, W).mean(axis=0),
        ),
        Mistake(
            "The root of the inverse is right, and it stands on the wrong side, or is transposed.",
            lambda K_xz, K_zz: K_xz @ np.linalg.cholesky(np.linalg.inv(K_zz)).T,
        ),
        Mistake(
            "Each column is divided by the root of an eigenvalue, but the columns are not those of eigenvectors.",
            lambda K_xz, K_zz: K_xz / np.sqrt(np.maximum(np.linalg.eigvalsh(K_zz), 1e-12)),
        ),
        Mistake(
            "Eigenvectors are the columns of what `eigh` returns. You used its rows.",
            lambda K_xz, K_zz: K_xz @ (np.linalg.eigh(K_zz)[1].T / np.sqrt(np.linalg.eigh(K_zz)[0])),
            also=(
                lambda K_xz, K_zz: (
                    K_xz
                    @ np.linalg.eigh(K_zz)[1].T
                    @ np.diag(np.linalg.eigh(K_zz)[0] ** -0.5)
                    @ np.linalg.eigh(K_zz)[1]
                ),
            ),
        ),
        Mistake(
            "One of your features is larger than it should be, or of another factor than the others.",
            lambda K_xz, K_zz: _features(K_xz, K_zz) * np.where(np.arange(len(K_zz)) == 0, 2**0.5, 1),
            when=lambda problem, F: _is_scaled_by_column(problem, F),
        ),
        Mistake(
            "Something was added to `K_zz` before its root was taken. It is invertible as it is.",
            lambda K_xz, K_zz: _features(K_xz, K_zz + 0.01 * np.eye(len(K_zz))),
            when=lambda problem, F: any(
                _same_products(F, _features(problem.K_xz, problem.K_zz + c * np.eye(len(problem.K_zz))))
                for c in (1.0, 0.1, 0.01, 1e-3, 1e-4, 1e-5)
            ),
        ),
        Mistake(
            "You took roots entry by entry, or divided by sums of a row. The root of a matrix is another thing.",
            lambda K_xz, K_zz: K_xz / np.sqrt(np.abs(K_zz).sum(axis=0)),
            when=lambda problem, F: any(
                _same_products(F, G) for G in _by_entries(problem.K_xz, problem.K_zz)
            ),
        ),
        Mistake(
            "The eigenvalues have another power than they should: their product over two features is what counts.",
            lambda K_xz, K_zz: K_xz @ _power(K_zz, -0.25),
            when=lambda problem, F: any(
                _same_products(F, problem.K_xz @ _power(problem.K_zz, p))
                for p in (-0.25, 0.25, -2, 2, -1.5, -0.75)
            ),
        ),
        Mistake(
            "All features come with one factor, which is not 1.",
            lambda K_xz, K_zz: 3 * _features(K_xz, K_zz),
            when=lambda problem, F: _is_multiple(F @ F.T, _nystrom_of(problem.K_xz, problem.K_zz)),
        ),
        Mistake(
            "An eigenvector is missing: there is one landmark less in your features.",
            lambda K_xz, K_zz: _without_eigenvector(K_xz, K_zz, 0),
            when=lambda problem, F: any(
                _same_products(F, _without_eigenvector(problem.K_xz, problem.K_zz, k)) for k in (0, -1)
            ),
        ),
        Mistake(
            "You multiplied by the inverse, with another factor. It is a root of the inverse that belongs there.",
            lambda K_xz, K_zz: 0.5 * K_xz @ np.linalg.inv(K_zz),
            when=lambda problem, F: _is_multiple(
                F @ F.T,
                problem.K_xz @ np.linalg.inv(problem.K_zz) @ np.linalg.inv(problem.K_zz) @ problem.K_xz.T,
            ),
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


def _of_rows(E):
    with np.errstate(all="ignore"):
        yield (E**2).sum(axis=1) / (E**2).sum()
        yield np.sqrt((E**2).sum(axis=1)) / np.sqrt((E**2).sum(axis=1)).sum()
        yield np.abs(E).sum(axis=1) / np.abs(E).sum()
        yield np.diag(E) ** 2 / (np.diag(E) ** 2).sum()


def _without_drawn(E, s):
    rest = np.where(np.arange(len(E)) == s, 0.0, np.diag(E))
    return rest / rest.sum() if rest.sum() else rest


def _inverse_shares(E):
    inverse = 1 / np.maximum(np.diag(E), 1e-12)
    return inverse / inverse.sum()


def _favors_the_small(lengths, p):
    """Whether probabilities fall, wherever what is left of a point rises."""
    order = np.argsort(lengths)
    steps = np.diff(p[order])[np.diff(lengths[order]) > 1e-12]
    return len(steps) > 0 and bool((steps < 0).all()) and bool(np.isclose(p.sum(), 1))


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
        Mistake(
            "The new E is right. Those are the probabilities of the *next* draw; asked for are those with "
            "which s was drawn.",
            lambda E, s: (np.diagonal(_step(E, s)[1]) / max(np.trace(_step(E, s)[1]), 1e-12), _step(E, s)[1]),
        ),
        Mistake(
            "The probabilities are right. You divided by the root of E_ss where both factors share E_ss "
            "itself.",
            lambda E, s: (_step(E, s)[0], E - np.outer(E[:, s], E[s]) / E[s, s] ** 0.5),
        ),
        Mistake(
            "The probabilities are right. The matrix is the part that the landmark *takes*. What is left?",
            lambda E, s: (_step(E, s)[0], E - _step(E, s)[1]),
        ),
        Mistake(
            "The probabilities are right, and E came back as it was.",
            lambda E, s: (_step(E, s)[0], E),
        ),
        Mistake(
            "The new E is right. You draw in proportion to the sums of the columns; what counts is the "
            "diagonal.",
            lambda E, s: (E.sum(axis=0) / E.sum(), _step(E, s)[1]),
        ),
        Mistake(
            "The new E is right. You draw in proportion to roots of the diagonal. Its entries count as they "
            "are.",
            lambda E, s: (
                np.sqrt(np.maximum(np.diagonal(E), 0)) / np.sqrt(np.maximum(np.diagonal(E), 0)).sum(),
                _step(E, s)[1],
            ),
        ),
        Mistake(
            "The probabilities are right. You divided by the trace; it is the entry of the landmark that "
            "divides.",
            lambda E, s: (_step(E, s)[0], E - np.outer(E[:, s], E[s]) / np.trace(E)),
        ),
        Mistake(
            "The new E is right. You draw in proportion to the column of the drawn point. What counts is the diagonal.",
            lambda E, s: (np.abs(E[:, s]) / np.abs(E[:, s]).sum(), _step(E, s)[1]),
            also=(
                lambda E, s: (E[:, s] / E[:, s].sum(), _step(E, s)[1]),
                lambda E, s: (E[:, s] ** 2 / (E[:, s] ** 2).sum(), _step(E, s)[1]),
                lambda E, s: (E[:, s] / np.trace(E), _step(E, s)[1]),
                lambda E, s: (E[:, s] / E[s, s], _step(E, s)[1]),
            ),
        ),
        Mistake(
            "The new E is right. You draw the more likely, the *less* is left of a point. It is the other way round.",
            lambda E, s: (_inverse_shares(E), _step(E, s)[1]),
            when=lambda problem, answer: _favors_the_small(np.diag(problem.E), answer[0]),
        ),
        Mistake(
            "The probabilities are right. You divided by another length of the column than the entry of the drawn "
            "point.",
            lambda E, s: (_step(E, s)[0], E - np.outer(E[:, s], E[s]) / (E[:, s] @ E[:, s])),
            also=(
                *(
                    lambda E, s, length=length: (_step(E, s)[0], E - np.outer(E[:, s], E[s]) / length(E, s))
                    for length in (
                        lambda E, s: np.linalg.norm(E[:, s]),
                        lambda E, s: E[:, s].sum(),
                        lambda E, s: np.abs(E[:, s]).sum(),
                        lambda E, s: np.sqrt(np.outer(np.diag(E), np.diag(E))),
                        lambda E, s: np.diag(E)[:, None],
                    )
                ),
            ),
        ),
        Mistake(
            "The probabilities are right. A column is taken away, where a product of the column with itself belongs.",
            lambda E, s: (_step(E, s)[0], E - E[:, [s]]),
            also=(
                lambda E, s: (_step(E, s)[0], E - E[s]),
                lambda E, s: (_step(E, s)[0], E - E[:, [s]] / E[s, s]),
                lambda E, s: (_step(E, s)[0], E - E[:, [s]] / E[s, s] ** 0.5),
                lambda E, s: (_step(E, s)[0], E - (E[:, s] ** 2 / E[s, s])[:, None]),
                lambda E, s: (_step(E, s)[0], E - E[:, s] @ E[:, s] / E[s, s]),
            ),
        ),
        Mistake(
            "The probabilities are right. In the new E only the diagonal is there, or only the diagonal was changed.",
            lambda E, s: (_step(E, s)[0], np.diag(np.diag(_step(E, s)[1]))),
            also=(lambda E, s: (_step(E, s)[0], E - np.diag(np.diag(E - _step(E, s)[1]))),),
        ),
        Mistake(
            "The drawn point has all the probability in your answer. Before it was drawn, others had a share as well.",
            _step_with(lambda E: 1.0 * (np.diag(E) == np.diag(E).max())),
            when=lambda problem, answer: (
                np.count_nonzero(answer[0]) == 1 and np.count_nonzero(np.diag(problem.E)) > 1
            ),
        ),
        Mistake(
            "Your probabilities are shares of squares or sums of whole rows. Only what is left at the point itself "
            "counts.",
            _step_with(lambda E: (E**2).sum(axis=1) / (E**2).sum()),
            when=lambda problem, answer: any(np.allclose(answer[0], p) for p in _of_rows(problem.E)),
        ),
        Mistake(
            "The drawn point has the probability 0 in your answer. It was drawn, and the others were possible.",
            lambda E, s: (_without_drawn(E, s), _step(E, s)[1]),
            when=lambda problem, answer: answer[0][problem.s] == 0,
        ),
        Mistake(
            "The probabilities are right. Half of what the landmark explains is taken away, or twice as much.",
            _step_with(rest=lambda E, s: (E + _step(E, s)[1]) / 2),
            when=lambda problem, answer: any(
                np.allclose(answer[1], problem.E - c * (problem.E - _step(problem.E, problem.s)[1]))
                for c in (0.5, 2)
            ),
        ),
        Mistake(
            "The probabilities are right. The rest is what another point would leave, not the drawn one.",
            _step_with(
                rest=lambda E, s: (
                    _step(E, (s + 1) % len(E))[1] if E[(s + 1) % len(E), (s + 1) % len(E)] else E
                )
            ),
            when=lambda problem, answer: any(
                np.allclose(answer[1], _step(problem.E, k)[1])
                for k in range(len(problem.E))
                if k != problem.s and problem.E[k, k] > 0
            ),
        ),
        Mistake(
            "The probabilities are right. In the rest you emptied the column of the landmark, or its row, and left all "
            "other points as they were.",
            _step_with(rest=lambda E, s: np.where(np.arange(len(E)) == s, 0.0, E)),
            when=lambda problem, answer: any(
                np.allclose(answer[1], R)
                for mask in [np.arange(len(problem.E)) == problem.s]
                for R in (
                    np.where(mask, 0, problem.E),
                    np.where(mask[:, None], 0, problem.E),
                    np.where(mask | mask[:, None], 0, problem.E),
                )
            ),
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


def _turned_round(K, lam):
    one = np.eye(len(K))
    yield np.linalg.inv(one + lam * K)
    yield np.linalg.solve(one + lam * K, K)
    yield np.linalg.solve(one + lam * K, lam * K)


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
        *other_prices(_leverage),
        Mistake(
            "You squared the shares of the eigenvectors.",
            lambda K, lam: _by_eigenvectors(K, lam, lambda v, a: (v / (v + a)) ** 2),
        ),
        Mistake(
            "You gave every point the sum of the scores, which is the degrees of freedom.",
            lambda K, lam: np.full(len(K), _leverage(K, lam).sum()),
        ),
        Mistake(
            "These are sums of the rows of S. The score is on the diagonal.",
            lambda K, lam: np.linalg.solve(K + lam * np.eye(len(K)), K).sum(axis=1),
        ),
        Mistake(
            "These are the shares of the eigenvectors. Each point has its own part of each of them.",
            lambda K, lam: np.linalg.eigvalsh(K) / (np.linalg.eigvalsh(K) + lam),
        ),
        Mistake(
            "You divided by λ once more.",
            lambda K, lam: _leverage(K, lam) / lam,
        ),
        Mistake(
            "The question is about the fit without an intercept. Yours has one.",
            lambda K, lam: (
                _leverage(K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean(), lam) + 1 / len(K)
            ),
        ),
        Mistake(
            "The price is missing: without it a fit follows every target, as far as the features reach.",
            lambda K, lam: np.diag(np.linalg.pinv(K) @ K),
        ),
        Mistake(
            "λ is added to every entry of the matrix. It belongs on the diagonal.",
            lambda K, lam: np.diag(np.linalg.pinv(K + lam) @ K),
        ),
        Mistake(
            "You solved with K twice, as if its columns were variables.",
            lambda K, lam: np.diag(np.linalg.solve(K @ K + lam * np.eye(len(K)), K @ K)),
        ),
        Mistake(
            "K was centered first. The fit has no intercept.",
            lambda K, lam: _leverage(K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean(), lam),
        ),
        Mistake(
            "These are values k(x, x). The price and the neighbors have no effect on them.",
            lambda K, lam: np.diag(K).copy(),
        ),
        Mistake(
            "You multiplied two diagonals. The diagonal of a product is another thing.",
            lambda K, lam: np.diag(K) * np.diag(np.linalg.inv(K + lam * np.eye(len(K)))),
        ),
        Mistake(
            "You divided each score by what is left to 1: that is a ratio, not a share.",
            lambda K, lam: _leverage(K, lam) / (1 - _leverage(K, lam)),
        ),
        Mistake(
            "These are sums of sizes along the rows of S. The score is on the diagonal.",
            lambda K, lam: np.abs(np.linalg.solve(K + lam * np.eye(len(K)), K)).sum(axis=1),
            also=(lambda K, lam: np.abs(np.linalg.solve(K + lam * np.eye(len(K)), K)).max(axis=1),),
        ),
        Mistake(
            "K stands there once too often.",
            lambda K, lam: np.diag(np.linalg.solve(K + lam * np.eye(len(K)), K @ K)),
            also=(lambda K, lam: np.diag(K) * _leverage(K, lam),),
        ),
        Mistake(
            "λ multiplies K in your system, and stands where the identity belongs.",
            lambda K, lam: np.diag(np.linalg.inv(np.eye(len(K)) + lam * K)),
            when=lambda problem, scores: any(
                np.allclose(scores, np.diag(A)) for A in _turned_round(problem.K, problem.lam)
            ),
        ),
        Mistake(
            "These are lengths of the rows of S, or their squares. The score is on the diagonal.",
            lambda K, lam: np.linalg.norm(np.linalg.solve(K + lam * np.eye(len(K)), K), axis=1),
            when=lambda problem, scores: any(
                np.allclose(scores, (S**2).sum(axis=1) ** power)
                for S in [np.linalg.solve(problem.K + problem.lam * np.eye(len(problem.K)), problem.K)]
                for power in (0.5, 1)
            ),
        ),
        Mistake(
            "All points have the same score in your answer. A lonely one has a higher one.",
            lambda K, lam: np.full(len(K), _leverage(K, lam).mean()),
            when=lambda problem, scores: bool(np.ptp(scores) < 1e-12),
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
        Mistake(
            "Those are bytes, or megabytes. A gigabyte has 10⁹ bytes.",
            lambda: 2e11,
            when=lambda _, answer: answer in (2e11, 2e5, 2e8),
        ),
        Mistake(
            "You took a gigabyte for 2³⁰ bytes. The text says 10⁹.",
            lambda: 2e11 / 2**30,
            when=lambda _, answer: abs(answer - 2e11 / 2**30) < 0.5,
        ),
        Mistake(
            "You sent half of a symmetric matrix. The text counts all numbers of the sum.",
            lambda: 100.0,
            when=lambda _, answer: 99.9 < answer < 100.2,
        ),
        Mistake(
            "That is one sum. How many groups are there?",
            lambda: 0.008,
        ),
        Mistake(
            "A group sends *one* sum for its four blocks. How many groups are there, then?",
            lambda: 3200.0,
        ),
        Mistake(
            "That is how many groups there are, or how many blocks. Each group sends many numbers.",
            lambda: 25000.0,
            when=lambda _, answer: answer in (25_000, 1e5, 4e5, 2.5, 0.025, 25.0),
        ),
        Mistake(
            "Two powers of ten were mixed up: count the zeros of rows, of numbers a group and of a gigabyte once more.",
            lambda: 2000.0,
            when=lambda _, answer: (
                answer > 0
                and abs(np.log10(answer / 200) - round(np.log10(answer / 200))) < 1e-9
                and answer not in (2e11, 2e8, 2e5)
            ),
        ),
        Mistake(
            "The bytes of a number, or the blocks of a group, come in another number of times than they should.",
            lambda: 400.0,
            when=lambda _, answer: any(
                np.isclose(answer, 200 * f)
                for f in (2, 0.5, 0.25, 8, 1 / 64, 64, 1 / 32, 32, 1 / 16, 3 / 4, 4 / 3, 1 / 8)
            ),
        ),
        Mistake(
            "You took a thousand or a million for a power of two.",
            lambda: 204.8,
            when=lambda _, answer: any(abs(answer - 200 * (1.024**k)) < 0.51 for k in (-3, -2, -1, 1, 2, 3)),
        ),
        Mistake(
            "That is less than one sum needs for each group. How many bytes has one?",
            lambda: 1.0,
            when=lambda _, answer: answer < 200,
        ),
        Mistake(
            "That is more than all groups send together. Who sends, and what?",
            lambda: 999.0,
            when=lambda _, answer: answer > 200,
        ),
    ],
)


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
