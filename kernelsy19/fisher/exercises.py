"""The exercises of chapter 15: Fisher kernels."""

import numpy as np
from scipy.stats import norm

from kernelsy19.course.exercises import Certificate, Exercise, Mistake, agreement, worst
from kernelsy19.fisher import equations as fisher
from kernelsy19.fisher import problems
from kernelsy19.fisher.comparison import accuracies, by_machine
from kernelsy19.fisher.value import DiagonalMixture, FisherKernel

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
            "These are derivatives in x. A score is taken in the parameters: which sign has ∂z/∂μ?",
            _with_columns(lambda z, sd: z / sd, lambda z, sd: -(z**2 - 1) / sd),
        ),
    ],
)


# ---- 15.2 -----------------------------------------------------------------------------------------


def _mean_of_products(J):
    return np.mean([np.outer(j, j) for j in J], axis=0)


information_of_a_sample = Exercise(
    "15.2",
    "The information from a sample",
    problems=problems.scores,
    reference=fisher.information,
    certify=agreement(
        "largest difference from the mean of products, point by point", _mean_of_products, 1e-10
    ),
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
    ],
)


# ---- 15.7 -----------------------------------------------------------------------------------------


def _by_pseudo_inverse(r, r_y, w):
    M = np.diag(w) - np.outer(w, w)
    return (w - r) @ np.linalg.pinv(M, rcond=1e-10, hermitian=True) @ (w - r_y).T


kernel_of_weights = Exercise(
    "15.7",
    "The kernel of the weights",
    problems=problems.alike,
    edge=problems.edge_alike,
    reference=fisher.weight_kernel,
    certify=agreement("largest difference from JᵀM⁺J with a pseudo-inverse", _by_pseudo_inverse, 1e-8),
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
    ],
)  # fmt: skip


# ---- 15.8 -----------------------------------------------------------------------------------------


OUTCOMES = (
    "it stays near one half",
    "it rises to 1",
    "it rises to 2/3",
    "it falls to 0",
    "it first rises, then falls back to one half",
    "it rises as soon as C is large enough",
)


def _certify_outcome(_, answer):
    rng = np.random.default_rng(15)
    X = rng.normal(size=(300, 2)) + np.array([[0, 0], [20, 0], [40, 0]])[np.arange(300) % 3]
    y = (X[:, 1] > 0).astype(int)
    mixture = DiagonalMixture(np.full(3, 1 / 3), [[0, 0], [20, 0], [40, 0]], np.ones((3, 2)))
    K = FisherKernel(mixture, "weights")
    found = {
        C: [accuracies({"": by_machine(K, X, C)}, y, n, 3)[""].mean() for n in (2, 20, 80)]
        for C in (1.0, 1000.0)
    }
    more, most = found[1.0][1:]
    happens = {
        OUTCOMES[0]: all(35 < share < 65 for shares in found.values() for share in shares),
        OUTCOMES[1]: most > 90,
        OUTCOMES[2]: 62 < most < 75,
        OUTCOMES[3]: most < 20,
        OUTCOMES[4]: more > 70 > most,
        OUTCOMES[5]: found[1000.0][-1] > 80,
    }
    return Certificate("so it is on 300 points of three components", bool(happens[answer]))


more_labels = Exercise(
    "15.8",
    "What more labels can do",
    problems=None,
    reference=lambda: OUTCOMES[0],
    certify=_certify_outcome,
    mistakes=[
        Mistake(
            "More labels help where kernel values tell points apart. Which two points of one component differ in any "
            "kernel value?",
            lambda: OUTCOMES[1],
        ),
        Mistake(
            "Three components and two classes make no 2/3: in each component, how many points are of either class?",
            lambda: OUTCOMES[2],
        ),
        Mistake("A machine that is always wrong would know the classes very well.", lambda: OUTCOMES[3]),
        Mistake("What would the machine have known in between? Look at the kernel values within a component.",
                lambda: OUTCOMES[4]),
        Mistake("C is the price of an error on the labeled points. It does not change what the kernel can see.",
                lambda: OUTCOMES[5]),
    ],
    choices=OUTCOMES,
)  # fmt: skip


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


def _as_numbers_from_zero(r, w, labeled, y_labeled):
    labels = _nearest_mean(r, w, labeled, y_labeled)
    return np.unique(y_labeled, return_inverse=True)[1][
        np.array([np.flatnonzero(y_labeled == c)[0] for c in labels])
    ]


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
    ],
)  # fmt: skip
