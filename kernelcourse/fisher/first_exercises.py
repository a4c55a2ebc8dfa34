"""The first exercises of chapter 15, up to 15.4."""

import numpy as np
from scipy.stats import norm

from kernelcourse.fisher import problems
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake, agreement, worst
from kernelsy19.fisher import equations as fisher

# ---- 15.1 -----------------------------------------------------------------------------------------


def _gaussian_scores(x, mu, sd):
    z = (x - mu) / sd
    return -np.column_stack([z / sd, (z**2 - 1) / sd])


def _scores_by_differences(x, mu, sd):
    log_density = lambda X, theta: norm.logpdf(X[:, 0], theta[0], theta[1])  # noqa: E731
    return fisher.fisher_score(log_density, np.array([mu, sd]), x[:, None])


def _with_columns(first, second):
    """Other scores, from z and σ: ``first(z, sd)`` and ``second(z, sd)``."""
    return lambda x, mu, sd: np.column_stack([first((x - mu) / sd, sd), second((x - mu) / sd, sd)])


def _power_of_square(problem, column):
    """Whether the score of σ is right but for the power of σ below the square."""
    x, mu, sd = problem
    return any(
        np.allclose(column, sign * ((x - mu) ** 2 / sd**k - 1 / sd), rtol=1e-9)
        for k in (0, 1, 2, 4)
        for sign in (-1, 1)
    )


gaussian_scores = Exercise(
    "15.1",
    "The scores of a Gaussian",
    problems=problems.gaussians,
    edge=problems.edge_gaussians,
    reference=_gaussian_scores,
    certify=agreement("largest difference from differences of log p", _scores_by_differences, 1e-8),
    mistakes=[
        Mistake(
            "Both signs are those of statistics: the lecture's score has a minus before the derivative.",
            lambda x, mu, sd: -_gaussian_scores(x, mu, sd),
        ),
        Mistake(
            "The score of σ lacks its constant: the density has a factor 1/σ outside of the exponential, too.",
            _with_columns(lambda z, sd: -z / sd, lambda z, sd: -(z**2) / sd),
        ),
        Mistake(
            "These are derivatives in z. The chain rule brings one more factor.",
            _with_columns(lambda z, sd: -z, lambda z, sd: 1 - z**2),
        ),
        Mistake(
            "The second column belongs to the variance σ². Asked for is the score of σ.",
            _with_columns(lambda z, sd: -z / sd, lambda z, sd: -(z**2 - 1) / (2 * sd**2)),
        ),
        Mistake(
            "The second column belongs to log σ. Asked for is the score of σ.",
            _with_columns(lambda z, sd: -z / sd, lambda z, sd: 1 - z**2),
        ),
        Mistake(
            "The two columns are exchanged: μ first.",
            lambda x, mu, sd: _gaussian_scores(x, mu, sd)[:, ::-1],
        ),
        Mistake(
            "The score of μ is divided by σ once too few: the square in the exponent has σ² below it.",
            _with_columns(lambda z, sd: -z, lambda z, sd: -(z**2 - 1) / sd),
        ),
        Mistake(
            "The sign of the first column is that of a derivative in x. A score is taken in the parameter μ: which "
            "sign has ∂z/∂μ?",
            _with_columns(lambda z, sd: z / sd, lambda z, sd: -(z**2 - 1) / sd),
        ),
        Mistake(
            "You took mean and standard deviation of the numbers. Those of the Gaussian are given.",
            lambda x, mu, sd: _gaussian_scores(x, x.mean(), x.std()),
            when=lambda problem, J: any(
                np.allclose(J, _gaussian_scores(problem.x, mu, sd), rtol=1e-9)
                for mu in (problem.mu, problem.x.mean())
                for sd in (problem.sd, problem.x.std(), problem.x.std(ddof=1))
                if (mu, sd) != (problem.mu, problem.sd)
            ),
        ),
        Mistake(
            "These are mean scores, the same for each point. Each point has its own.",
            lambda x, mu, sd: np.tile(_gaussian_scores(x, mu, sd).mean(axis=0), (len(x), 1)),
            when=lambda problem, J: bool(np.ptp(J, axis=0).max() < 1e-12),
        ),
        Mistake(
            "The score of σ has z where its square belongs.",
            _with_columns(lambda z, sd: -z / sd, lambda z, sd: -(z - 1) / sd),
        ),
        Mistake(
            "The score of μ has the square of z. The derivative of a square is linear.",
            _with_columns(lambda z, sd: -(z**2) / sd, lambda z, sd: -(z**2 - 1) / sd),
        ),
        Mistake(
            "In the score of σ the square of x − μ is divided by a power of σ that is not right.",
            _with_columns(lambda z, sd: -z / sd, lambda z, sd: 1 / sd - z**2),
            when=lambda problem, J: _power_of_square(problem, J[:, 1]),
        ),
        Mistake(
            "In the score of σ the second sign is not right: the 1 comes from the factor before the exponential.",
            _with_columns(lambda z, sd: -z / sd, lambda z, sd: -(z**2 + 1) / sd),
        ),
        Mistake(
            "You differentiated the density, not its logarithm.",
            lambda x, mu, sd: _gaussian_scores(x, mu, sd) * norm.pdf(x, mu, sd)[:, None],
            when=lambda problem, J: np.allclose(
                np.abs(J), np.abs(_gaussian_scores(*problem)) * norm.pdf(*problem)[:, None], rtol=1e-9
            ),
        ),
    ],
)


# ---- 15.2 -----------------------------------------------------------------------------------------


def _mean_of_products(J):
    return np.mean([np.outer(j, j) for j in J], axis=0)


def _terms_of_information(problem):
    J = problem.J
    n, mean = len(J), J.mean(axis=0)
    products = J.T @ J
    return {
        "the mean of products": (products / n, 1),
        "the product of means": (np.outer(mean, mean), 0),
        "a mean that leaves out the last point": (J[:-1].T @ J[:-1] / (n - 1), 0),
        "a mean that leaves out the first point": (J[1:].T @ J[1:] / (n - 1), 0),
        "a sum without the last point": (J[:-1].T @ J[:-1] / n, 0),
        "the identity": (np.eye(J.shape[1]), 0),
        "the diagonal": (np.diag(np.diagonal(products)) / n, 0),
        "the product of the first point": (np.outer(J[0], J[0]), 0),
        "the product of the last point": (np.outer(J[-1], J[-1]), 0),
    }


information_of_a_sample = Exercise(
    "15.2",
    "The information from a sample",
    problems=problems.scores,
    reference=fisher.information,
    certify=agreement(
        "largest difference from the mean of products, point by point", _mean_of_products, 1e-10
    ),
    terms=_terms_of_information,
    mistakes=[
        Mistake("A sum where a mean is wanted: what does E stand for?", lambda J: J.T @ J),
        Mistake(
            "You subtracted the mean of the scores. The definition does not: read it once more.",
            lambda J: np.cov(J.T, ddof=0),
        ),
        Mistake(
            "You subtracted the mean of the scores, and divided by n − 1. The definition does neither.",
            lambda J: np.cov(J.T),
        ),
        Mistake("You divided by n − 1. A mean over n points divides by n.", lambda J: J.T @ J / (len(J) - 1)),
        Mistake(
            "This is the outer product of the mean score. Take products first, then the mean.",
            lambda J: np.outer(J.mean(axis=0), J.mean(axis=0)),
        ),
        Mistake(
            "Only the diagonal is there. Scores of different parameters have products as well.",
            lambda J: np.diag((J**2).mean(axis=0)),
        ),
        Mistake(
            "You divided by the number of parameters, not by that of the points.",
            lambda J: J.T @ J / J.shape[1],
        ),
        Mistake(
            "That matrix has a row and a column for each point: these are kernel values. The information has them for "
            "each parameter.",
            lambda J: J @ J.T / len(J),
        ),
        Mistake(
            "This is the inverse of the information: the kernel will need it later.",
            lambda J: np.linalg.inv(J.T @ J / len(J)),
        ),
        Mistake(
            "These are correlations. The information keeps the units of the scores.",
            lambda J: np.corrcoef(J.T),
        ),
        Mistake(
            "You divided the scores by their standard deviations. The information keeps their units.",
            lambda J: (J / J.std(axis=0)).T @ (J / J.std(axis=0)) / len(J),
        ),
        Mistake(
            "You divided scores by their lengths: every point has the length 1 in your mean.",
            lambda J: (
                (J / np.linalg.norm(J, axis=1, keepdims=True)).T
                @ (J / np.linalg.norm(J, axis=1, keepdims=True))
                / len(J)
            ),
        ),
        Mistake(
            "You took medians of the products. An expectation is estimated by a mean.",
            lambda J: np.median(J[:, :, None] * J[:, None], axis=0),
        ),
        Mistake(
            "The matrix of products of *points* was cut to size. Sum over the points, and keep the parameters.",
            lambda J: (J @ J.T / len(J))[: J.shape[1], : J.shape[1]],
            when=lambda problem, I: any(
                np.allclose(I * c, (problem.J @ problem.J.T)[: len(I), : len(I)])
                for c in (1, len(problem.J), problem.J.shape[1])
            ),
        ),
        Mistake(
            "The information of each score is the square of its mean in your answer. Square first, then take the mean.",
            lambda J: np.diag(J.mean(axis=0) ** 2),
        ),
        Mistake(
            "This is a root of the information.",
            lambda J: np.linalg.cholesky(J.T @ J / len(J)),
            when=lambda problem, I: any(
                np.allclose(A, problem.J.T @ problem.J / len(problem.J), rtol=1e-7)
                for A in (I @ I.T, I.T @ I)
            ),
        ),
    ],
)


# ---- 15.3 -----------------------------------------------------------------------------------------


def _both(J, J_y, I):
    return J @ J_y.T, J @ np.linalg.solve(I, J_y.T)


def _certify_both(problem, answer):
    plain, measured = answer
    values, vectors = np.linalg.eigh(problem.I)
    whitened, other = (scores @ vectors / np.sqrt(values) for scores in (problem.J, problem.J_y))
    products = [[sum(a * b for a, b in zip(x, y, strict=True)) for y in problem.J_y] for x in problem.J]
    return [
        Certificate(
            "largest difference of the plain kernel from sums of products",
            worst(np.abs(plain - products)),
            1e-10,
        ),
        Certificate(
            "largest difference of the other from products along the axes of I",
            worst(np.abs(measured - whitened @ other.T)),
            1e-8,
        ),
    ]


def _with_measured(change):
    """The right plain kernel beside another: ``change(J, J_y, I)``."""
    return lambda J, J_y, I: (J @ J_y.T, change(J, J_y, I))


def _is_multiple(A, B):
    c = np.vdot(A, B) / np.vdot(B, B)
    return bool(np.allclose(A, c * B, rtol=1e-9)) and not np.isclose(c, 1)


def _roots(I):
    """Matrices whose product with themselves, or with their transpose, is the information or its inverse."""
    values, V = np.linalg.eigh(I)
    for A in (I, np.linalg.inv(I)):
        L = np.linalg.cholesky(A)
        yield from (L, L.T)
    yield from ((V * values**power) @ V.T for power in (0.5, -0.5))


def _has_distances(problem, answer):
    apart = problem.J[:, None] - problem.J_y
    squares = (apart**2).sum(axis=2)
    measured = np.einsum("nmd,de,nme->nm", apart, np.linalg.inv(problem.I), apart)
    return any(
        np.allclose(part, c * D)
        for part, D in zip(answer, (squares, measured), strict=True)
        for c in (1, -1, 0.5, -0.5)
    )


def _of_centered(problem, answer):
    J, J_y, I = problem
    both = np.vstack([J, J_y]).mean(axis=0)
    return any(
        np.allclose(part, expected)
        for a, b in ((J.mean(axis=0), J_y.mean(axis=0)), (J.mean(axis=0), J.mean(axis=0)), (both, both))
        for part, expected in zip(answer, _both(J - a, J_y - b, I), strict=True)
    )


def _cosines(K, J, J_y):
    return K / np.outer(np.linalg.norm(J, axis=1), np.linalg.norm(J_y, axis=1))


def _is_ridged(problem, measured):
    """Whether the values are those of I + c times the identity, for some c that is not 0."""
    J, J_y, I = problem
    values, V = np.linalg.eigh(I)
    left, right = J @ V, J_y @ V
    T = np.einsum("nd,md->nmd", left, right).reshape(-1, len(I))
    shares, _, rank, _ = np.linalg.lstsq(T, measured.ravel(), rcond=None)
    if rank < len(I) or not np.allclose(T @ shares, measured.ravel()) or (shares <= 0).any():
        return False
    added = 1 / shares - values
    return bool(np.ptp(added) < 1e-7 * values.max() and abs(added[0]) > 1e-12)


both_kernels = Exercise(
    "15.3",
    "Both kernels",
    problems=problems.measured,
    reference=_both,
    certify=_certify_both,
    mistakes=[
        Mistake(
            "In the second kernel stands I where its inverse belongs.",
            _with_measured(lambda J, J_y, I: J @ I @ J_y.T),
        ),
        Mistake(
            "Only the diagonal of I is inverted. Scores may be correlated: the whole matrix has an inverse.",
            _with_measured(lambda J, J_y, I: J / np.diag(I) @ J_y.T),
        ),
        Mistake(
            "You divided entry by entry: 1/I is not the inverse of a matrix.",
            _with_measured(lambda J, J_y, I: J @ (1 / I) @ J_y.T),
        ),
        Mistake(
            "The inverse stands there twice: once is enough for both scores.",
            _with_measured(lambda J, J_y, I: J @ np.linalg.inv(I) @ np.linalg.inv(I) @ J_y.T),
        ),
        Mistake(
            "The two kernels are exchanged: the plain one comes first.",
            lambda J, J_y, I: _both(J, J_y, I)[::-1],
        ),
        Mistake(
            "Both answers are the plain kernel: I has no effect on yours.",
            _with_measured(lambda J, J_y, I: J @ J_y.T),
        ),
        Mistake(
            "Rows and columns are exchanged: row i belongs to the i-th of the first points.",
            lambda J, J_y, I: tuple(K.T for K in _both(J, J_y, I)),
        ),
        Mistake(
            "I stands in the plain kernel. It knows nothing of the information.",
            lambda J, J_y, I: (J @ I @ J_y.T, np.linalg.solve(I, J.T).T @ J_y.T),
            when=lambda problem, answer: (
                np.allclose(answer[0], problem.J @ problem.I @ problem.J_y.T)
                or np.allclose(answer[0], problem.J @ np.linalg.solve(problem.I, problem.J_y.T))
            ),
        ),
        Mistake(
            "You divided by a single number made of I, such as its trace or its determinant. I is a matrix, and so is "
            "its inverse.",
            _with_measured(lambda J, J_y, I: J @ J_y.T / np.trace(I)),
            when=lambda problem, answer: (
                np.allclose(answer[0], problem.J @ problem.J_y.T) and _is_multiple(answer[1], answer[0])
            ),
        ),
        Mistake(
            "Only one of the two scores was measured by a root of the information, or by the wrong one of two roots.",
            _with_measured(lambda J, J_y, I: J @ np.linalg.cholesky(np.linalg.inv(I)) @ J_y.T),
            when=lambda problem, answer: any(
                np.allclose(answer[1], problem.J @ A @ problem.J_y.T, rtol=1e-7) for A in _roots(problem.I)
            ),
        ),
        Mistake(
            "These are distances of scores. A kernel is made of products.",
            lambda J, J_y, I: (
                ((J[:, None] - J_y) ** 2).sum(axis=2),
                np.einsum("nmd,de,nme->nm", J[:, None] - J_y, np.linalg.inv(I), J[:, None] - J_y),
            ),
            when=lambda problem, answer: _has_distances(problem, answer),
        ),
        Mistake(
            "You subtracted means from the scores. Their products are taken as they are.",
            lambda J, J_y, I: _both(J - J.mean(axis=0), J_y - J_y.mean(axis=0), I),
            when=lambda problem, answer: _of_centered(problem, answer),
        ),
        Mistake(
            "You estimated the information from the scores in `J`. It is given as `I`.",
            _with_measured(lambda J, J_y, I: J @ np.linalg.pinv(J.T @ J / len(J)) @ J_y.T),
        ),
        Mistake(
            "You scaled the plain kernel to cosines. It is a plain product.",
            lambda J, J_y, I: (_cosines(J @ J_y.T, J, J_y), _both(J, J_y, I)[1]),
            when=lambda problem, answer: np.allclose(
                answer[0], _cosines(problem.J @ problem.J_y.T, problem.J, problem.J_y)
            ),
        ),
        Mistake(
            "These are Gaussian kernels on the scores. Both kernels are products.",
            lambda J, J_y, I: (
                np.exp(-((J[:, None] - J_y) ** 2).sum(axis=2)),
                _both(J, J_y, I)[1],
            ),
            when=lambda problem, answer: any(
                np.allclose(part, np.exp(-c * ((problem.J[:, None] - problem.J_y) ** 2).sum(axis=2)))
                for part in answer
                for c in (0.5, 1)
            ),
        ),
        Mistake(
            "Something was added to I before it was inverted. It is invertible as it is.",
            _with_measured(lambda J, J_y, I: J @ np.linalg.solve(I + 0.1 * np.eye(len(I)), J_y.T)),
            when=lambda problem, answer: (
                np.allclose(answer[0], problem.J @ problem.J_y.T) and _is_ridged(problem, answer[1])
            ),
        ),
    ],
)


# ---- 15.4 -----------------------------------------------------------------------------------------


def _log_sd(J, I, sd):
    return J * [1, sd], I * np.outer([1, sd], [1, sd])


def _certify_log_sd(problem, answer):
    J, I = answer
    z = -problem.sd * problem.J[:, 0]
    by_differences = fisher.fisher_score(
        lambda X, theta: norm.logpdf(X[:, 0], theta[0], np.exp(theta[1])),
        np.array([0.0, np.log(problem.sd)]),
        (problem.sd * z)[:, None],
    )
    nodes, shares = np.polynomial.hermite_e.hermegauss(5)
    at_nodes = -np.column_stack([nodes / problem.sd, nodes**2 - 1])
    exact = at_nodes.T @ (shares[:, None] / shares.sum() * at_nodes)
    return [
        Certificate(
            "largest difference of the scores from differences of log p",
            worst(np.abs(J - by_differences)),
            1e-7,
        ),
        Certificate(
            "largest difference of the information from its integral", worst(np.abs(I - exact)), 1e-9
        ),
    ]


def _scaled_by(of_scores, of_information):
    """Scores of σ times one factor, and the information by another: functions of σ."""

    def answer(J, I, sd):
        a, b = np.array([1, of_scores(sd)]), np.array([1, of_information(sd)])
        return J * a, I * np.outer(b, b)

    return answer


another_name = Exercise(
    "15.4",
    "Another name for σ",
    problems=problems.renamed,
    reference=_log_sd,
    certify=_certify_log_sd,
    mistakes=[
        Mistake(
            "You divided where you should multiply: how much does σ change for a unit of log σ?",
            _scaled_by(lambda sd: 1 / sd, lambda sd: 1 / sd),
        ),
        Mistake(
            "The scores are right. The information takes the slope on both sides: once for each of its two scores.",
            _scaled_by(lambda sd: sd, np.sqrt),
        ),
        Mistake(
            "The scores are right, and the information is still that of σ.",
            _scaled_by(lambda sd: sd, lambda sd: 1),
        ),
        Mistake(
            "The information is right, and the scores are still those of σ.",
            _scaled_by(lambda sd: 1, lambda sd: sd),
        ),
        Mistake(
            "You took the slope to be log σ. Differentiate σ = exp(η).",
            _scaled_by(np.log, np.log),
        ),
        Mistake(
            "That is the change to the logarithm of the variance: a factor 2 is too much in what you divided by.",
            _scaled_by(lambda sd: sd / 2, lambda sd: sd / 2),
        ),
        Mistake(
            "You changed the score of μ as well. Its name has stayed the same.",
            lambda J, I, sd: (J * sd, I * sd**2),
        ),
        Mistake("Nothing has changed: these are scores and information of σ.", lambda J, I, sd: (J, I)),
        Mistake(
            "You took the logarithm of the scores. It is σ that gets another name; the scores change by a slope.",
            lambda J, I, sd: (np.column_stack([J[:, 0], np.log(np.abs(J[:, 1]))]), _log_sd(J, I, sd)[1]),
            when=lambda problem, answer: (
                np.allclose(answer[0][:, 1], np.log(np.abs(problem.J[:, 1])))
                or np.allclose(np.abs(answer[0][:, 1] - problem.J[:, 1]), abs(np.log(problem.sd)))
            ),
        ),
        Mistake(
            "Something is added to the scores of σ. The chain rule multiplies.",
            lambda J, I, sd: (J + np.array([0, sd]), _log_sd(J, I, sd)[1]),
            when=lambda problem, answer: (
                np.ptp(answer[0][:, 1] - problem.J[:, 1]) < 1e-9
                and bool(np.abs(answer[0] - problem.J)[:, 1].min() > 1e-9)
            ),
        ),
        Mistake(
            "You estimated the information from these few scores. It is given, and changes by the slope alone.",
            lambda J, I, sd: (_log_sd(J, I, sd)[0], _log_sd(J, I, sd)[0].T @ _log_sd(J, I, sd)[0] / len(J)),
            when=lambda problem, answer: any(
                np.allclose(answer[1] * n, answer[0].T @ answer[0])
                for n in (1, len(problem.J), len(problem.J) - 1)
            ),
        ),
        Mistake(
            "The scores are right. The information takes the inverse of the slope in your answer.",
            _scaled_by(lambda sd: sd, lambda sd: 1 / sd),
        ),
        Mistake(
            "You took the slope to be σ². Differentiate σ = exp(η) once more.",
            _scaled_by(lambda sd: sd**2, lambda sd: sd**2),
        ),
        Mistake(
            "You took the slope to be exp(σ). It is η that stands in the exponent.",
            _scaled_by(np.exp, np.exp),
        ),
        Mistake(
            "The columns are exchanged: it is σ, the second parameter, that gets another name.",
            lambda J, I, sd: (J * [sd, 1], I * np.outer([sd, 1], [sd, 1])),
        ),
    ],
)
