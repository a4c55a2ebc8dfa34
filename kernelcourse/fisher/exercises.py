"""The exercises of chapter 15: Fisher kernels."""

import numpy as np
from scipy.stats import norm

from kernelcourse.fisher import problems
from kernelcourse.fisher.experiments import accuracies, by_machine
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake, agreement, worst
from kernelsy19.fisher import equations as fisher
from kernelsy19.fisher.gaussian_mixture import DiagonalMixture, FisherKernel

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


# ---- 15.5 -----------------------------------------------------------------------------------------


def _posteriors(X, w, mu, sd):
    return fisher.posteriors(fisher.log_joint(X, w, mu, sd))


def _certify_posteriors(problem, r):
    """Bayes' rule component against component, in logarithms that SciPy computes."""
    logs = (
        np.log(problem.w)
        + np.array(
            [norm.logpdf(problem.X, m, s).sum(axis=1) for m, s in zip(problem.mu, problem.sd, strict=True)]
        ).T
    )
    against = [1 / np.exp(np.clip(logs - logs[:, [k]], -700, 700)).sum(axis=1) for k in range(len(problem.w))]
    return [
        Certificate("largest difference of a row's sum from 1", worst(np.abs(r.sum(axis=1) - 1)), 1e-9),
        Certificate("largest difference from Bayes' rule", worst(np.abs(r - np.transpose(against))), 1e-9),
    ]


def _posteriors_with(log_joint):
    """Posteriors from other logarithms: ``log_joint(X, w, mu, sd)``."""
    return lambda X, w, mu, sd: fisher.posteriors(log_joint(X, w, mu, sd))


def _without_logarithms(X, w, mu, sd):
    with np.errstate(all="ignore"):
        joint = w * np.prod(np.exp(-(((X[:, None] - mu) / sd) ** 2) / 2) / sd, axis=2)
        return joint / joint.sum(axis=1, keepdims=True)


def _joint_squares(X, mu, sd):
    return (((X[:, None] - mu) / sd) ** 2).sum(axis=2)


def _wrong_coefficient(k):
    """Whether r comes from logarithms of which the k-th term alone has another coefficient than it should."""

    def is_wrong(problem, r):
        X, w, mu, sd = problem
        usable = (r > 1e-250).all(axis=1)
        terms = [
            np.log(w) + 0 * X[:, :1],
            -np.log(sd).sum(axis=1) + 0 * X[:, :1],
            -_joint_squares(X, mu, sd) / 2,
        ]
        logs, term = (
            v[usable] - v[usable, :1] for v in (np.log(np.maximum(r, 1e-300)) - sum(terms), terms[k])
        )
        if np.abs(r.sum(axis=1) - 1).max() > 1e-9 or not np.any(term):
            return False
        off = np.vdot(logs, term) / np.vdot(term, term)
        return abs(off) > 1e-5 and np.abs(logs - off * term).max() < 1e-7 * max(1, np.abs(logs).max())

    return is_wrong


def _by_first_coordinate(problem, r):
    X, w, mu, sd = problem
    squares = _joint_squares(X, mu, sd) / 2, _joint_squares(X[:, :1], mu[:, :1], sd[:, :1]) / 2
    widths = np.log(sd).sum(axis=1), np.log(sd[:, 0])
    return any(
        np.allclose(r, fisher.posteriors(np.log(w) - widths[i] - squares[j]), rtol=1e-7)
        for i, j in ((0, 1), (1, 0), (1, 1))
    )


def _without_log(X, w, mu, sd):
    squares, widths = _joint_squares(X, mu, sd) / 2, np.log(sd).sum(axis=1)
    yield w - widths - squares
    yield np.log(w) - sd.sum(axis=1) - squares
    yield np.log(w) - np.prod(sd, axis=1) - squares
    yield w - sd.sum(axis=1) - squares


def _with_means(X, w, mu, sd):
    squares, widths, p = _joint_squares(X, mu, sd) / 2, np.log(sd).sum(axis=1), X.shape[1]
    yield np.log(w) - widths / p - squares / p
    yield np.log(w) - widths - squares / p


def _is_joint(problem, r):
    """Whether these are densities or their logarithms, up to a factor or an amount for each row."""
    joint = fisher.log_joint(*problem)
    usable = (r > 0).all(axis=1)
    as_logs = np.log(np.where(r > 0, r, 1))
    return any(
        a.shape == b.shape and len(a) > 0 and np.ptp(a - b, axis=1).max() < 1e-6 * max(1, np.abs(b).max())
        for a, b in ((r, joint), (as_logs[usable], joint[usable]))
    ) and bool(np.abs(r.sum(axis=1) - 1).max() > 1e-6)


posteriors_of_points = Exercise(
    "15.5",
    "Posteriors",
    problems=problems.mixtures,
    edge=problems.edge_mixtures,
    reference=_posteriors,
    certify=_certify_posteriors,
    mistakes=[
        Mistake(
            "Far from all components every density is 0 in floating point, and 0/0 is no number. Stay with logarithms "
            "until you have subtracted the largest of each row.",
            _without_logarithms,
        ),
        Mistake(
            "The weights are missing: a frequent component is the likelier one before a point is seen.",
            _posteriors_with(lambda X, w, mu, sd: fisher.log_joint(X, np.ones(len(w)), mu, sd)),
        ),
        Mistake(
            "The factor 1/σ of each density is missing. Between components of different widths it does not cancel.",
            _posteriors_with(lambda X, w, mu, sd: np.log(w) - _joint_squares(X, mu, sd) / 2),
        ),
        Mistake(
            "You divided by σ where σ² belongs below the square, or took the variance for the standard deviation.",
            _posteriors_with(
                lambda X, w, mu, sd: (
                    np.log(w) - np.log(sd).sum(axis=1) / 2 - ((X[:, None] - mu) ** 2 / sd).sum(axis=2) / 2
                )
            ),
        ),
        Mistake(
            "The factor ½ before the square is missing.",
            _posteriors_with(
                lambda X, w, mu, sd: np.log(w) - np.log(sd).sum(axis=1) - _joint_squares(X, mu, sd)
            ),
        ),
        Mistake(
            "You gave each point to its likeliest component. A posterior is a share.",
            lambda X, w, mu, sd: np.eye(len(w))[_posteriors(X, w, mu, sd).argmax(axis=1)],
        ),
        Mistake(
            "The columns sum to 1 in the place of the rows: each *point* shares itself among the components.",
            lambda X, w, mu, sd: fisher.posteriors(fisher.log_joint(X, w, mu, sd).T).T,
        ),
        Mistake(
            "The density of each component has one factor 1/σ for each coordinate, not one in all.",
            _posteriors_with(
                lambda X, w, mu, sd: np.log(w) - np.log(sd).mean(axis=1) - _joint_squares(X, mu, sd) / 2
            ),
        ),
        Mistake(
            "The weights enter with another power than they should: once, as a factor of each density.",
            _posteriors_with(
                lambda X, w, mu, sd: 3 * np.log(w) - np.log(sd).sum(axis=1) - _joint_squares(X, mu, sd) / 2
            ),
            when=_wrong_coefficient(0),
        ),
        Mistake(
            "The factor 1/σ before each exponential has another power, or another sign in the logarithm.",
            _posteriors_with(
                lambda X, w, mu, sd: np.log(w) + np.log(sd).sum(axis=1) - _joint_squares(X, mu, sd) / 2
            ),
            when=_wrong_coefficient(1),
        ),
        Mistake(
            "The squares in the exponent have another factor than they should, or another sign.",
            _posteriors_with(
                lambda X, w, mu, sd: np.log(w) - np.log(sd).sum(axis=1) - _joint_squares(X, mu, sd) / 4
            ),
            when=_wrong_coefficient(2),
        ),
        Mistake(
            "All signs in the exponent are turned: the likeliest component gets the smallest share.",
            _posteriors_with(lambda X, w, mu, sd: -fisher.log_joint(X, w, mu, sd)),
        ),
        Mistake(
            "Only the first coordinate counts in your densities, for the squares or for 1/σ.",
            lambda X, w, mu, sd: _posteriors(X[:, :1], w, mu[:, :1], sd[:, :1]),
            when=lambda problem, r: _by_first_coordinate(problem, r),
        ),
        Mistake(
            "The distances are not squared.",
            _posteriors_with(
                lambda X, w, mu, sd: (
                    np.log(w) - np.log(sd).sum(axis=1) - np.abs((X[:, None] - mu) / sd).sum(axis=2) / 2
                )
            ),
        ),
        Mistake(
            "The standard deviations are missing below the distances.",
            _posteriors_with(
                lambda X, w, mu, sd: (
                    np.log(w) - np.log(sd).sum(axis=1) - ((X[:, None] - mu) ** 2).sum(axis=2) / 2
                )
            ),
            when=lambda problem, r: any(
                np.allclose(
                    r,
                    fisher.posteriors(
                        np.log(problem.w)
                        - c * np.log(problem.sd).sum(axis=1)
                        - ((problem.X[:, None] - problem.mu) ** 2).sum(axis=2) / 2
                    ),
                    rtol=1e-7,
                )
                for c in (0, 1)
            ),
        ),
        Mistake(
            "In the logarithm a weight or a standard deviation stands as it is, where its logarithm belongs.",
            _posteriors_with(lambda X, w, mu, sd: w - np.log(sd).sum(axis=1) - _joint_squares(X, mu, sd) / 2),
            when=lambda problem, r: any(
                np.allclose(r, fisher.posteriors(joint), rtol=1e-7) for joint in _without_log(*problem)
            ),
        ),
        Mistake(
            "You take means over the coordinates where sums belong.",
            _posteriors_with(
                lambda X, w, mu, sd: (
                    np.log(w) - np.log(sd).mean(axis=1) - _joint_squares(X, mu, sd) / (2 * X.shape[1])
                )
            ),
            when=lambda problem, r: any(
                np.allclose(r, fisher.posteriors(joint), rtol=1e-7) for joint in _with_means(*problem)
            ),
        ),
        Mistake(
            "These are logarithms of posteriors.",
            lambda X, w, mu, sd: np.log(np.maximum(_posteriors(X, w, mu, sd), 1e-300)) - 1e-12,
            when=lambda problem, r: (
                bool((r <= 1e-12).all()) and np.allclose(np.exp(r).sum(axis=1), 1, atol=1e-6)
            ),
        ),
        Mistake(
            "Not all rows sum to 1. What each component has of the density at a point is divided by the sum over the "
            "components.",
            lambda X, w, mu, sd: np.exp(fisher.log_joint(X, w, mu, sd)),
            when=lambda problem, r: _is_joint(problem, r),
        ),
    ],
)


# ---- 15.6 -----------------------------------------------------------------------------------------


def _certify_m_step(problem, answer):
    """Where the mixture fits best, the scores with the given posteriors sum to zero."""
    w, mu, sd = answer
    r, X = problem.r, problem.X
    if not (sd > 0).all():
        return Certificate("every standard deviation is positive", False)
    z = [(X - m) / s for m, s in zip(mu, sd, strict=True)]
    of_means = [share @ zk for share, zk in zip(r.T, z, strict=True)]
    of_sds = [share @ (zk**2 - 1) for share, zk in zip(r.T, z, strict=True)]
    return [
        Certificate("largest summed score of a weight", worst(np.abs(len(X) * w - r.sum(axis=0))), 1e-8),
        Certificate("largest summed score of a mean, in standard deviations", worst(np.abs(of_means)), 1e-7),
        Certificate("largest summed score of a standard deviation", worst(np.abs(of_sds)), 1e-7),
    ]


def _m_step_with(change):
    """Another answer, from the right one: ``change(w, mu, sd, X, r)``."""
    return lambda X, r: change(*fisher.maximize(X, r), X, r)


def _squares(X, r, mu):
    return np.array([share @ (X - m) ** 2 for share, m in zip(r.T, mu, strict=True)])


def _first_two_are_right(problem, answer):
    w, mu, _ = fisher.maximize(*problem)
    return np.allclose(answer[0], w) and np.allclose(answer[1], mu)


m_step = Exercise(
    "15.6",
    "The M-step",
    problems=problems.shares,
    edge=problems.edge_shares,
    reference=fisher.maximize,
    certify=_certify_m_step,
    mistakes=[
        Mistake(
            "These are variances: the root is missing.", _m_step_with(lambda w, mu, sd, X, r: (w, mu, sd**2))
        ),
        Mistake(
            "The standard deviations are taken about the mean of all points. Each component has its own mean.",
            _m_step_with(
                lambda w, mu, sd, X, r: (
                    w,
                    mu,
                    np.sqrt(r.T @ (X - X.mean(axis=0)) ** 2 / r.sum(axis=0)[:, None]),
                )
            ),
        ),
        Mistake(
            "The weights are sums. They are shares of all points, and sum to 1.",
            _m_step_with(lambda w, mu, sd, X, r: (len(X) * w, mu, sd)),
        ),
        Mistake(
            "You divided means and squares by the number of all points. A component counts only its own share of them.",
            _m_step_with(lambda w, mu, sd, X, r: (w, r.T @ X / len(X), np.sqrt(_squares(X, r, mu) / len(X)))),
        ),
        Mistake(
            "Weights and means are right; the squares are divided by the number of all points in the place of the "
            "component's share.",
            _m_step_with(lambda w, mu, sd, X, r: (w, mu, np.sqrt(_squares(X, r, mu) / len(X)))),
        ),
        Mistake(
            "Each component has one standard deviation for all coordinates. Here each coordinate has its own.",
            _m_step_with(
                lambda w, mu, sd, X, r: (
                    w,
                    mu,
                    np.sqrt((sd**2).mean(axis=1, keepdims=True)) * np.ones(sd.shape),
                )
            ),
        ),
        Mistake(
            "All components have the same standard deviations. Each has its own.",
            _m_step_with(lambda w, mu, sd, X, r: (w, mu, np.sqrt(w @ sd**2) * np.ones(sd.shape))),
        ),
        Mistake(
            "You gave each point to its likeliest component. It counts in all of them, as far as it is theirs.",
            lambda X, r: fisher.maximize(X, np.eye(r.shape[1])[r.argmax(axis=1)] + 1e-300),
        ),
        Mistake(
            "All components have the same weight in your answer. Whose posteriors sum to how much?",
            _m_step_with(lambda w, mu, sd, X, r: (np.full(len(w), 1 / len(w)), mu, sd)),
        ),
        Mistake(
            "Weights and means are right. In the standard deviations the posteriors are squared.",
            _m_step_with(
                lambda w, mu, sd, X, r: (w, mu, np.sqrt(_squares(X, r**2, mu) / r.sum(axis=0)[:, None])),
            ),
        ),
        Mistake(
            "Weights and means are right. These are mean distances without squares.",
            _m_step_with(
                lambda w, mu, sd, X, r: (
                    w,
                    mu,
                    np.array([share @ np.abs(X - m) for share, m in zip(r.T, mu, strict=True)])
                    / r.sum(axis=0)[:, None],
                )
            ),
        ),
        Mistake(
            "Weights and means are right. The squares are about 0, not about the mean of the component.",
            _m_step_with(lambda w, mu, sd, X, r: (w, mu, np.sqrt(sd**2 + mu**2))),
        ),
        Mistake(
            "Weights and means are right. The standard deviations are the same for all components in your answer. Each "
            "component has its own.",
            _m_step_with(lambda w, mu, sd, X, r: (w, mu, np.ones(sd.shape) * sd.mean(axis=0))),
            when=lambda problem, answer: (
                len(answer[2]) > 1
                and np.allclose(answer[2], answer[2][0])
                and _first_two_are_right(problem, answer)
            ),
        ),
        Mistake(
            "Means and standard deviations are exchanged.", _m_step_with(lambda w, mu, sd, X, r: (w, sd, mu))
        ),
        Mistake(
            "Your weights count the points of which a component is the likeliest. They are sums of shares.",
            _m_step_with(
                lambda w, mu, sd, X, r: (np.bincount(r.argmax(axis=1), minlength=len(w)) / len(X), mu, sd),
            ),
        ),
        Mistake(
            "Weights and means are right. You divided by one less than the sum of the shares. The maximum of the "
            "likelihood divides by the sum.",
            _m_step_with(
                lambda w, mu, sd, X, r: (
                    w,
                    mu,
                    np.sqrt(_squares(X, r, mu) / np.maximum(r.sum(axis=0)[:, None] - 1, 0.1)),
                )
            ),
        ),
        Mistake(
            "Weights and standard deviations are right. The means are not divided by the sum of the shares.",
            _m_step_with(lambda w, mu, sd, X, r: (w, r.T @ X, sd)),
            when=lambda problem, answer: any(
                np.allclose(answer[1], problem.r.T @ problem.X / n) for n in (1, len(problem.X))
            ),
        ),
        Mistake(
            "Weights and means are right. The squares are not divided by anything.",
            _m_step_with(lambda w, mu, sd, X, r: (w, mu, np.sqrt(_squares(X, r, mu)))),
        ),
    ],
)


# ---- 15.7 -----------------------------------------------------------------------------------------


def _by_pseudo_inverse(r, r_y, w):
    M = np.diag(w) - np.outer(w, w)
    return (w - r) @ np.linalg.pinv(M, rcond=1e-10, hermitian=True) @ (w - r_y).T


def _terms_of_weights(problem):
    r, r_y, w = problem
    free = np.eye(len(w)) - 1 / len(w)
    return {
        "the sum over the components": ((r / w) @ r_y.T, 1),
        "the constant": (-1.0, 1),
        "a sum over the components without the weights": (r @ r_y.T, 0),
        "a sum over the components, multiplied by the weights,": ((r * w) @ r_y.T, 0),
        "a sum over the components, divided by roots of the weights,": ((r / np.sqrt(w)) @ r_y.T, 0),
        "a sum over the components, divided by squares of the weights,": ((r / w**2) @ r_y.T, 0),
        "a mean over the components": ((r / w) @ r_y.T / len(w), 0),
        "a sum of squared weights": (w @ w, 0),
        "the number of components": (len(w), 0),
        "one over the number of components": (1 / len(w), 0),
        "a term of the first posteriors alone": ((r / w).sum(axis=1)[:, None], 0),
        "a term of the second posteriors alone": ((r_y / w).sum(axis=1), 0),
        "a product with the weights": ((r @ w)[:, None], 0),
        "a product of the second posteriors with the weights": (r_y @ w, 0),
        "a product of centered posteriors": (r @ free @ r_y.T, 0),
    }


kernel_of_weights = Exercise(
    "15.7",
    "The kernel of the weights",
    problems=problems.alike,
    edge=problems.edge_alike,
    reference=fisher.weight_kernel,
    certify=agreement("largest difference from JᵀM⁺J with a pseudo-inverse", _by_pseudo_inverse, 1e-8),
    terms=_terms_of_weights,
    mistakes=[
        Mistake(
            "The constant is missing: two scores are w − r, not r. Multiply out.", lambda r, r_y, w: (r / w) @ r_y.T
        ),
        Mistake("These are products of posteriors. Each score has the weight to be taken off, and the information "
                "below.", lambda r, r_y, w: r @ r_y.T),
        Mistake("The plain kernel: the information has no effect on your answer.",
                lambda r, r_y, w: (w - r) @ (w - r_y).T),
        Mistake(
            "You multiplied by the weights. The rarer a component, the more two points have in common that both "
            "belong to it.",
            lambda r, r_y, w: (r * w) @ r_y.T - 1,
        ),
        Mistake(
            "The information of each weight was taken as w(1 − w), as if the weights were free of each other. They sum "
            "to 1.",
            lambda r, r_y, w: ((w - r) / (w * (1 - w))) @ (w - r_y).T,
        ),
        Mistake("The weights are below the line twice: once is enough for both scores.",
                lambda r, r_y, w: (r / w**2) @ r_y.T - 1),
        Mistake("The sign of the constant: two points of different components are opposites.",
                lambda r, r_y, w: (r / w) @ r_y.T + 1),
        Mistake("Rows and columns are exchanged.", lambda r, r_y, w: fisher.weight_kernel(r_y, r, w)),
        Mistake(
            "You took the derivatives of each log p by its weight, as if the weights were free: they sum to 1, and the "
            "scores are taken after that.",
            lambda r, r_y, w: (r / w - 1) @ (r_y / w - 1).T,
            when=lambda problem, K: any(
                np.allclose(K, (problem.r / problem.w - c) @ (problem.r_y / problem.w - c).T) for c in (0, 1)
            ),
        ),
        Mistake(
            "The information stands where its inverse belongs.",
            lambda r, r_y, w: (w - r) @ (np.diag(w) - np.outer(w, w)) @ (w - r_y).T,
            when=lambda problem, K: any(
                np.allclose(K, a @ (np.diag(problem.w) - c * np.outer(problem.w, problem.w)) @ b.T)
                for a, b in ((problem.r, problem.r_y), (problem.w - problem.r, problem.w - problem.r_y))
                for c in (0, 1)
            ),
        ),
        Mistake(
            "Posteriors were taken without the weight that belongs to each score, between a pseudo-inverse that is "
            "right.",
            lambda r, r_y, w: r @ np.linalg.pinv(np.diag(w) - np.outer(w, w), rcond=1e-10, hermitian=True) @ r_y.T,
        ),
        Mistake(
            "Each point was given to its likeliest component first. A posterior is a share.",
            lambda r, r_y, w: fisher.weight_kernel(
                np.eye(len(w))[r.argmax(axis=1)], np.eye(len(w))[r_y.argmax(axis=1)], w
            ),
        ),
        Mistake(
            "You scaled the values to cosines. The kernel is the product itself.",
            lambda r, r_y, w: fisher.weight_kernel(r, r_y, w)
            / np.sqrt(np.outer((r**2 / w).sum(axis=1) - 1, (r_y**2 / w).sum(axis=1) - 1)),
        ),
        Mistake(
            "You took a logarithm of the sum over the components.",
            lambda r, r_y, w: np.log((r / w) @ r_y.T + 1e-12),
            when=lambda problem, K: np.allclose(np.exp(K), (problem.r / problem.w) @ problem.r_y.T, atol=1e-6),
        ),
        Mistake(
            "These are distances, not products.",
            lambda r, r_y, w: (((r[:, None] - r_y) ** 2) / w).sum(axis=2),
            when=lambda problem, K: any(
                np.allclose(K, c * (((problem.r[:, None] - problem.r_y) ** 2) / d).sum(axis=2))
                for c in (1, -1, 0.5, -0.5)
                for d in (problem.w, 1, 1 / problem.w)
            ),
        ),
    ],
)  # fmt: skip


# ---- 15.8 -----------------------------------------------------------------------------------------


OUTCOMES = (
    "it comes near 5/6",
    "it stays near one half",
    "it comes near 2/3",
    "it comes near 1",
    "it first comes near 1, then falls back to one half",
    "it comes near 1 if C is large enough, and else not",
)


def _certify_outcome(_, answer):
    rng = np.random.default_rng(15)
    at = np.array([[0, 0], [20, 0], [40, 0]])
    group = np.arange(600) % 3
    X = rng.normal(size=(600, 2)) + at[group]
    y = np.where(group == 2, X[:, 1] > 0, group).astype(int)
    mixture = DiagonalMixture(np.full(3, 1 / 3), at, np.ones((3, 2)))
    K = FisherKernel(mixture, "weights")
    found = {
        C: [accuracies({"": by_machine(K, X, C)}, y, n, 5)[""].mean() for n in (20, 80)]
        for C in (1.0, 1000.0)
    }
    every = [share for shares in found.values() for share in shares]
    happens = {
        OUTCOMES[0]: all(78 < share < 88 for share in every),
        OUTCOMES[1]: all(40 < share < 60 for share in every),
        OUTCOMES[2]: all(62 < share < 71 for share in every),
        OUTCOMES[3]: all(share > 95 for share in every),
        OUTCOMES[4]: min(shares[0] for shares in found.values()) > 95 and max(every) > every[-1] + 30,
        OUTCOMES[5]: min(found[1000.0]) > 95 > max(found[1.0]),
    }
    return Certificate("so it is on 600 points of three components", bool(happens[answer]))


more_labels = Exercise(
    "15.8",
    "What more labels can do",
    problems=None,
    reference=lambda: OUTCOMES[0],
    certify=_certify_outcome,
    mistakes=[
        Mistake(
            "That would be so if every component were half and half. Here two of the three are not: what does the "
            "machine say about their points?",
            lambda: OUTCOMES[1],
        ),
        Mistake(
            "The machine has to give an answer for the third component as well, and some of its points it gets right. "
            "How many?",
            lambda: OUTCOMES[2],
        ),
        Mistake(
            "More labels help where kernel values tell points apart. Which two points of the third component differ in "
            "any kernel value?",
            lambda: OUTCOMES[3],
        ),
        Mistake(
            "What would the machine have known in between? Look at the kernel values within the third component.",
            lambda: OUTCOMES[4],
        ),
        Mistake(
            "C is the price of an error on the labeled points. It does not change what the kernel can see.",
            lambda: OUTCOMES[5],
        ),
    ],
    choices=OUTCOMES,
)


# ---- 15.9 -----------------------------------------------------------------------------------------


def _by_features(r, w, labeled, y_labeled, scale=None):
    """Nearest class means among explicit features of the weights' kernel."""
    Phi = (r - w) / (np.sqrt(w) if scale is None else scale)
    classes = np.unique(y_labeled)
    centers = np.array([Phi[labeled][y_labeled == c].mean(axis=0) for c in classes])
    return classes[((Phi[:, None] - centers) ** 2).sum(axis=2).argmin(axis=1)]


def _nearest_mean(r, w, labeled, y_labeled):
    K = fisher.weight_kernel(r, r[labeled], w)
    classes = np.unique(y_labeled)
    members = [y_labeled == c for c in classes]
    d2 = [K[labeled][m][:, m].mean() - 2 * K[:, m].mean(axis=1) for m in members]
    return classes[np.argmin(d2, axis=0)]


def _certify_labels(problem, answer):
    truth = _by_features(*problem)
    return Certificate("labels that are not those of the nearest class mean", int(np.sum(answer != truth)), 0)


def _by_other_kernel(scale, r, w, labeled, y_labeled):
    """Labels by the nearest class mean of r times a scale."""
    Phi, classes = r * scale, np.unique(y_labeled)
    means = np.array([Phi[labeled[y_labeled == c]].mean(axis=0) for c in classes])
    return classes[((Phi[:, None] - means) ** 2).sum(axis=2).argmin(axis=1)]


def _nearest_flower(r, w, labeled, y_labeled):
    Phi = r / np.sqrt(w)
    return y_labeled[((Phi[:, None] - Phi[labeled]) ** 2).sum(axis=2).argmin(axis=1)]


def _with_labels_kept(r, w, labeled, y_labeled):
    labels = _nearest_mean(r, w, labeled, y_labeled)
    labels[labeled] = y_labeled
    return labels


def _ranked_by(choose):
    """Labels from another rule: ``choose(K, K_labeled, members)`` gives one row of numbers a class, the least wins."""

    def labels(r, w, labeled, y_labeled):
        K = fisher.weight_kernel(r, r[labeled], w)
        classes = np.unique(y_labeled)
        rows = choose(K, K[labeled], [y_labeled == c for c in classes])
        return classes[np.argmin(rows, axis=0)]

    return labels


def _with_length_times(factor):
    """The rule with another factor before the squared length of the class mean."""
    return _ranked_by(
        lambda K, L, members: [factor * L[m][:, m].mean() - 2 * K[:, m].mean(axis=1) for m in members]
    )


def _as_numbers_from_zero(r, w, labeled, y_labeled):
    labels = _nearest_mean(r, w, labeled, y_labeled)
    return np.unique(y_labeled, return_inverse=True)[1][
        np.array([np.flatnonzero(y_labeled == c)[0] for c in labels])
    ]


def _means(Phi, labeled, y_labeled):
    return np.array([Phi[labeled[y_labeled == c]].mean(axis=0) for c in np.unique(y_labeled)])


def _by_angle(Phi, labeled, y_labeled):
    means = _means(Phi, labeled, y_labeled)
    return np.unique(y_labeled)[(Phi @ means.T / np.linalg.norm(means, axis=1)).argmax(axis=1)]


def _by_component(r, w, labeled, y_labeled):
    of_component = dict(zip(r[labeled].argmax(axis=1), y_labeled, strict=True))
    return np.array([of_component.get(k, y_labeled[0]) for k in r.argmax(axis=1)])


def _renamed(labels):
    """The same groups under other names of the same set."""
    names = np.unique(labels)
    return np.roll(names, 1)[np.searchsorted(names, labels)]


def _is_renamed(labels, right):
    pairs = set(zip(labels.tolist(), right.tolist(), strict=True))
    return len(pairs) == len(set(right.tolist())) == len(set(labels.tolist())) > 1


few_labels = Exercise(
    "15.9",
    "Three components and a few labels",
    problems=problems.few_flowers,
    edge=problems.edge_few_flowers,
    reference=_nearest_mean,
    certify=_certify_labels,
    mistakes=[
        Mistake("You return the number of the class, 0, 1 or 2. The labels may be any whole numbers.",
                _as_numbers_from_zero),
        Mistake("You take the class mean that is *farthest*.",
                _ranked_by(lambda K, L, members: [2 * K[:, m].mean(axis=1) - L[m][:, m].mean() for m in members])),
        Mistake("Your kernel is the product of posteriors. In the weights' kernel a rare component counts for more.",
                lambda *flowers: _by_other_kernel(1.0, *flowers)),
        Mistake("In your kernel the weights stand on the wrong side: the rarer a component, the *more* it counts.",
                lambda *flowers: _by_other_kernel(flowers[1] ** 0.5, *flowers)),
        Mistake("The weights are below the line twice in your kernel: once is enough for both posteriors.",
                lambda *flowers: _by_other_kernel(1 / flowers[1], *flowers)),
        Mistake("The squared length of the class mean is missing. It differs from class to class.",
                _ranked_by(lambda K, L, members: [-K[:, m].mean(axis=1) for m in members])),
        Mistake("The mixed term comes twice when a square is multiplied out.",
                _ranked_by(lambda K, L, members: [L[m][:, m].mean() - K[:, m].mean(axis=1) for m in members])),
        Mistake("You took sums over the labeled flowers of a class where means belong.",
                _ranked_by(lambda K, L, members: [-K[:, m].sum(axis=1) for m in members])),
        Mistake("That is the label of the nearest labeled *flower*. Asked for is the class whose mean is nearest.",
                _nearest_flower),
        Mistake("The labeled flowers kept their labels. The rule answers for them as well, and may err.",
                _with_labels_kept),
        Mistake("These are mean distances from the flowers of a class, not the distance from their mean.",
                _ranked_by(lambda K, L, members: [L.diagonal()[m].mean() - 2 * K[:, m].mean(axis=1) for m in members])),
        Mistake("These are numbers of components. The labels say which class each of them is.",
                lambda r, w, labeled, y_labeled: r.argmax(axis=1)),
        Mistake("Only the labeled flowers have answers. All n are asked for.",
                lambda r, w, labeled, y_labeled: y_labeled),
        Mistake("All flowers got one label: that of the first labeled one.",
                lambda r, w, labeled, y_labeled: np.full(len(r), y_labeled[0])),
        Mistake("Labels are in the order of the classes, but the labeled flowers are not: use y_labeled to find the "
                "members of a class.",
                lambda r, w, labeled, y_labeled: _nearest_mean(r, w, labeled, np.sort(y_labeled))),
        Mistake(
            "You take the class of the labeled flower with the largest kernel value. The class *mean* is asked "
            "about, and "
            "its distance.",
            lambda r, w, labeled, y_labeled: y_labeled[fisher.weight_kernel(r, r[labeled], w).argmax(axis=1)],
        ),
        Mistake(
            "The squared length of the class mean has the wrong sign, or another factor.",
            _ranked_by(lambda K, L, members: [-L[m][:, m].mean() - 2 * K[:, m].mean(axis=1) for m in members]),
            also=(_with_length_times(0.5), _with_length_times(2)),
        ),
        Mistake(
            "The length of the class mean is not squared in your distance.",
            _ranked_by(
                lambda K, L, members: [
                    np.sqrt(np.maximum(L[m][:, m].mean(), 0)) - 2 * K[:, m].mean(axis=1) for m in members
                ]
            ),
        ),
        Mistake(
            "You compare angles with the class means. Distances are asked for.",
            lambda r, w, labeled, y_labeled: _by_angle(r / np.sqrt(w), labeled, y_labeled),
            also=(lambda r, w, labeled, y_labeled: _by_angle((r - w) / np.sqrt(w), labeled, y_labeled),),
        ),
        Mistake(
            "Each component got the label of a flower that belongs to it, and each flower that of its component. No "
            "mean "
            "in feature space was used.",
            _by_component,
        ),
        Mistake(
            "All flowers got one label. Each of them has distances of its own to the class means.",
            lambda r, w, labeled, y_labeled: np.full(len(r), np.bincount(y_labeled).argmax()),
            also=(
                lambda r, w, labeled, y_labeled: np.full(len(r), y_labeled.min()),
                lambda r, w, labeled, y_labeled: np.full(len(r), y_labeled.max()),
            ),
        ),
        Mistake(
            "Your distances are right, and the labels are given to the wrong classes: in which order do your classes "
            "stand, and is a number of a component taken for that of a class?",
            lambda r, w, labeled, y_labeled: _renamed(_nearest_mean(r, w, labeled, y_labeled)),
            when=lambda problem, labels: _is_renamed(labels, _nearest_mean(*problem)),
        ),
        Mistake(
            "You gave a number of a component, in the order of the labels. Which class a component holds, the labeled "
            "flowers tell.",
            lambda r, w, labeled, y_labeled: np.unique(y_labeled)[
                np.minimum(r.argmax(axis=1), len(np.unique(y_labeled)) - 1)
            ],
        ),
    ],
)  # fmt: skip
