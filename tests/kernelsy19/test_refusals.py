"""What is wrong with arguments beside each other is said in one line: what was wanted, what came, and what to do.

That each argument by itself is refused by its name where it is of the wrong kind stands in `test_arguments.py`.
"""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from kernelsy19 import (
    ball,
    cmeans,
    datasets,
    denoising,
    density,
    fisher,
    kernel_cmeans,
    landmarks,
    logistic,
    one_class,
    pca,
    ridge,
    sequences,
    svdd,
    svm,
)
from kernelsy19.kernels import RBF, Laplacian, Linear, Precomputed, Sigmoid

X = np.random.default_rng(0).normal(size=(12, 2))
I4, I3, HALF = np.eye(4), np.eye(3), np.arange(12) % 2
SIGNS, THREE, K, INDEFINITE = 2.0 * HALF - 1, np.arange(12) % 3, RBF(1.0)(X), [[0.0, 1.0], [1.0, 0.0]]
NO_MEAN, CLUSTERS = r"smallest eigenvalue -.*θᵀKθ is no squared norm", kernel_cmeans.KernelCMeans
FEATURES, FROM_SAMPLE = landmarks.landmark_map(RBF(), X), kernel_cmeans.approximate_kernel_c_means
CLASSIFIER, MIXED = svm.SupportVectorClassifier, fisher.DiagonalMixture
KPCA = pca.KernelPCA(RBF(1.0), n_components=2).fit(X)
MIXTURE = fisher.DiagonalMixture([0.5, 0.5], [[0.0, 0.0], [3.0, 3.0]], np.ones((2, 2)))
GRID = np.zeros(1)
PLANE = np.column_stack([X[:, 0], 2 * X[:, 0]])


def block_source(b):
    return X[b::2], SIGNS[b::2]


REFUSALS = [
    ("weights from 0 to .* with the sum 1, got", lambda: ball.plain_smo(K, 0.5, start=np.full(12, 1 / 20))),
    ("weights from 0 to .* with the sum 1, got", lambda: ball.solve_dual(K, 0.5, start=np.eye(12)[0])),
    ("K_xx must have shape", lambda: ball.MinimumVolumeBall(Precomputed()).fit(K).predict(K[:3], np.ones(4))),
    (
        r"C = 0.2 is too small for 3 target points.*at least 1/3",
        lambda: svdd.solve_dual(I4, [1, 1, 1, -1], 0.2),
    ),
    ("is too small for 3 target points", lambda: svdd.plain_svdd(I4, [1, 1, 1, -1], 0.2)),
    ("no target point", lambda: svdd.solve_dual(I4, -np.ones(4), 0.5)),
    ("the prices of the targets sum to 0.6, not to 1", lambda: svdd.solve_dual(K, SIGNS, np.full(12, 0.1))),
    ("C must be a number > 0 or 12 finite numbers", lambda: svdd.solve_dual(K, SIGNS, np.ones(3))),
    ("C must be", lambda: svdd.solve_dual(K, SIGNS, np.r_[-1.0, np.ones(11)])),
    ("C = 0.01 is too small for 6 target points", lambda: svdd.TwoClassSVDD(C=0.01).fit(X, HALF)),
    ("two classes, got one class", lambda: svdd.TwoClassSVDD().fit(X, np.ones(12))),
    ("binary classification .*got 3. Merge all outliers", lambda: svdd.TwoClassSVDD().fit(X, THREE)),
    ("Unknown label type", lambda: svdd.TwoClassSVDD().fit(X, X[:, 0])),
    (
        r"target must be one of the classes .*got 'third'",
        lambda: svdd.TwoClassSVDD(target="third").fit(X, HALF),
    ),
    ("K_new must have 3 columns, got 2", lambda: svdd.values_after_repair(np.ones((4, 2)), I3)),
    ("y must hold −1 and 1, both", lambda: svm.perceptron(I3, np.ones(3))),
    ("y must hold −1 and 1, both", lambda: svm.plain_svm(I3, np.ones(3))),
    ("C must be a number > 0 or 3", lambda: svm.solve_dual(I3, [1, -1, 1], [1.0, 0.0, 1.0])),
    ("C must be", lambda: svm.solve_dual(I3, [1, -1, 1], [1.0, 2.0])),
    (
        "C must have no masked entries",
        lambda: svm.solve_dual(I3, [1, -1, 1], np.ma.masked_array(np.ones(3), mask=[0, 1, 0])),
    ),
    ("C must be a number in", lambda: svm.plain_svm(I3, [1, -1, 1], np.inf)),
    ("3 finite numbers > 0", lambda: svm.plain_svm(I3, [1, -1, 1], [1.0, np.inf, 1.0])),
    ("class_weight must be finite and above 0", lambda: CLASSIFIER(class_weight={1: 0.0}).fit(X, HALF)),
    ("at least two classes, got one class", lambda: CLASSIFIER().fit(X, np.ones(12))),
    ("Only binary classification is supported", lambda: svm.DualPerceptron().fit(X, THREE)),
    (r"must have shape \(m, 12\)", lambda: CLASSIFIER(Precomputed()).fit(K[:, :7], THREE)),
    ("symmetric", lambda: CLASSIFIER(Precomputed()).fit(K + np.triu(K, 1), THREE)),
    ("C must", lambda: one_class.nu_of_bound(0.019, 50)),
    ("zeros and ones", lambda: logistic.solve_logistic(I4, [0, 1, 2, 1], 1.0)),
    ("both of them", lambda: logistic.plain_newton(I4, np.ones(4), 1.0)),
    (NO_MEAN, lambda: logistic.plain_newton(INDEFINITE, [0, 1], 0.1)),
    (NO_MEAN, lambda: logistic.solve_logistic(INDEFINITE, [0, 1], 0.1)),
    ("one class", lambda: logistic.KernelLogisticRegression().fit(X, np.ones(12))),
    ("at least one model", lambda: logistic.lowest_loss([], X, HALF)),
    (
        "points of the smallest class = 6",
        lambda: logistic.lowest_loss([logistic.KernelLogisticRegression()], X, HALF, n_folds=7),
    ),
    ("precomputed", lambda: logistic.scores_on_grid(Precomputed(), X, SIGNS, 0.0, GRID, GRID)),
    (
        "12 training points",
        lambda: logistic.scores_at(RBF(), X[:5], logistic.solve_logistic(K, HALF, 1.0), X),
    ),
    ("rising", lambda: ridge.loo_path(I4, np.arange(4.0), [1.0, 0.5])),
    ("above 0", lambda: ridge.loo_path(I4, np.arange(4.0), [0.0, 0.5])),
    ("lams must be rising", lambda: ridge.loo_path(I4, np.arange(4.0), [])),
    ("at least 2 points, got 1", lambda: ridge.loo_path(np.eye(1), [1.0], [1.0])),
    ("at least 2 points, got 1", lambda: ridge.plain_leave_one_out(np.eye(1), [3.0], 1.0)),
    ("at least 2 points, got 1", lambda: ridge.solve_dual(np.eye(1), [3.0], 1.0).loo_residuals),
    ("kernels must hold at least one", lambda: ridge.loo_grid([], I3, np.ones(3), [1.0])),
    ("at least 2", lambda: ridge.error_put_aside([RBF()], X, SIGNS, [1.0], n_folds=1)),
    ("at most n/2 = 6", lambda: ridge.error_put_aside([RBF()], X, SIGNS, [1.0], n_folds=7)),
    (r"^y must hold finite numbers: [^\n]+$", lambda: ridge.KernelRidge().fit(I3, ["a", "b", "c"])),
    (r"^y must hold finite numbers: [^\n]+$", lambda: ridge.KernelRidge().fit(I3, [1.0, None, np.inf])),
    ("at most the number of points, got 13 with n_samples = 12", lambda: cmeans.c_means(X, 13)),
    (r"init must be 'k-means\+\+', .* or an array", lambda: cmeans.c_means(X, 2, init="random")),
    (r"init must have shape \(2, 2\) or .*, got \(3, 2\)", lambda: cmeans.c_means(X, 2, init=X[:3])),
    ("n_starts must be None or 1, .* got 4", lambda: cmeans.c_means(X, 2, 4, X[:2])),
    ("at most the number of points", lambda: cmeans.c_means_steps([[0.0]], [[0.0], [1.0]])),
    ("n_clusters must be rising numbers", lambda: cmeans.elbow(X, [2, 2])),
    (r"arrays of one length, got \(2,\) and \(3,\)", lambda: cmeans.matched_accuracy([0, 1], [0, 1, 1])),
    ("at most the number of points, got 4 with n_samples = 3", lambda: kernel_cmeans.kernel_c_means(I3, 4)),
    (r"init must have shape \(3,\)", lambda: kernel_cmeans.kernel_c_means(I3, 2, init=[0, 1])),
    ("labels must be whole numbers from 0 to 1", lambda: kernel_cmeans.kernel_c_means(I3, 2, init=[0, 1, 2])),
    ("n_starts must be None or 1", lambda: kernel_cmeans.kernel_c_means(I3, 2, 10, [0, 1, 1])),
    ("at most the number of points", lambda: kernel_cmeans.kernel_c_means_steps(np.eye(2), [0, 5])),
    (
        "K_xs must have 12 columns, got 2",
        lambda: kernel_cmeans.assign_new(X, kernel_cmeans.kernel_c_means(K, 2)),
    ),
    ("needs a kernel of points", lambda: FROM_SAMPLE(Precomputed(), X, 2, 6)),
    ("n_sample must be at most n = 12, got 13", lambda: FROM_SAMPLE(RBF(), X, 2, 13)),
    ("got ndarray", lambda: FROM_SAMPLE(RBF(), X, 2, 6, init=HALF)),
    ("positive semidefinite", lambda: FROM_SAMPLE(Sigmoid(2.0, -1.0), X, 2, 6)),
    (
        r"K_xx, the values .* must be given",
        lambda: CLUSTERS(Precomputed(), 2).fit(Linear()(X)).squared_distances(K),
    ),
    (r"is for Precomputed\(\) only", lambda: CLUSTERS(RBF(), 2).fit(X).squared_distances(X, np.ones(12))),
    ("shape='scalar' only, got 'full'", lambda: density.loo_bandwidth(X, "full", "hypercube")),
    ("n_samples = 1", lambda: density.loo_bandwidth([[1.0, 2.0]])),
    ("has no maximum", lambda: density.loo_bandwidth(np.repeat(X, 2, axis=0))),
    ("has no maximum", lambda: density.loo_bandwidth(np.repeat(X, 2, axis=0), window="hypercube")),
    ("has no maximum", lambda: density.loo_bandwidth(np.ones((4, 2)))),
    ("has no maximum", lambda: density.loo_bandwidth(np.column_stack([1e3 * HALF, X[:, 0]]), "diagonal")),
    (r"shares must lie in \(0, 1\)", lambda: density.hdr_levels(np.arange(5.0), 25)),
    (r"shares must lie in \(0, 1\)", lambda: density.hdr_levels(np.arange(5.0), [0.5, -0.1])),
    ("f_train must hold at least one number", lambda: density.hdr_levels([], 0.5)),
    ("p must be smaller: with 400 dimensions", lambda: density.sample_size_needed(400)),
    *(
        (message, lambda rule=rule, points=points: rule(points))
        for rule in (density.scott, density.silverman, density.normal_scale)
        for message, points in (
            ("column 1 of X is constant", np.column_stack([X[:, 0], np.full(12, 0.1)])),
            ("n_samples = 1", X[:1]),
        )
    ),
    ("singular", lambda: density.normal_scale(PLANE)),
    ("singular", lambda: density.plug_in(PLANE)),
    *(
        (message, lambda parameters=parameters: density.ParzenWindow(**parameters).fit(X))
        for message, parameters in (
            (r"bandwidth must be a number, an array or one of \['scott'", {"bandwidth": "best"}),
            ("positive on each axis", {"bandwidth": [1.0, -1.0]}),
            (r"shape \(2, 2\), got \(3, 3\)", {"bandwidth": I3}),
            ("positive definite, got smallest eigenvalue -1", {"bandwidth": [[1.0, 2.0], [2.0, 1.0]]}),
            ("hypercube has sides only", {"bandwidth": np.eye(2), "window": "hypercube"}),
            ("hypercube has sides only", {"bandwidth": "loo-full", "window": "hypercube"}),
        )
    ),
    ("2 columns", lambda: density.density_on_grid(GRID, GRID, np.ones((9, 3)), 1.0)),
    (r"at most min\(n, p\) = 2, got 3", lambda: pca.principal_axes(X, 3)),
    ("Z must have at most 2 columns, got 3", lambda: pca.principal_axes(X).reconstruct(np.zeros((1, 3)))),
    ("X must have 2 columns, got 3", lambda: pca.principal_axes(X).project(np.zeros((1, 3)))),
    ("n_components must be at most n = 4, got 5", lambda: pca.plain_kernel_pca(I4, 5)),
    (r"a column an eigenvalue, \(4, 3\), got \(4, 2\)", lambda: pca.certify(I4, np.ones(3), np.ones((4, 2)))),
    ("needs n_components below n = 4, got None", lambda: pca.solve_dual(I4, solver="krylov")),
    ("below n = 4, got 4", lambda: pca.solve_dual(I4, 4, solver="krylov")),
    ("K_xs must have 12 columns, got 3", lambda: KPCA.solution_.project(np.zeros((2, 3)))),
    (
        r"the Gaussian kernel RBF, not Linear\(\); use the ridge",
        lambda: denoising.fixed_point(Linear(), X, K, X),
    ),
    (r"\(12, 12\), got \(3, 3\)", lambda: denoising.fixed_point(RBF(), X, I3, X)),
    ("one row a training point, got 12 and 5", lambda: denoising.learn(X, X[:5])),
    ("at most the model's 2, got 9", lambda: denoising.denoise(KPCA, X, 9)),
    ("precomputed kernel values", lambda: denoising.denoise(pca.KernelPCA(Precomputed()).fit(K), X)),
    ("Gram matrix of the 12 rows", lambda: denoising.certify(RBF(), X, K, X, K=K[:5, :5])),
    ("Gram matrix of the 12 rows", lambda: denoising.fixed_point(RBF(), X, K, X, K=K[:5, :5])),
    ("positive and sum to 1", lambda: MIXED([0.5, 0.6], [[0.0], [1]], [[1.0], [1]])),
    ("sds must be positive, got 0", lambda: MIXED([0.5, 0.5], [[0.0], [1]], [[1.0], [0]])),
    ("one row for each of the 2 weights", lambda: MIXED([0.5, 0.5], [[0.0]], [[1.0]])),
    (r"got shapes \(2, 1\) and \(2, 2\)", lambda: MIXED([0.5, 0.5], [[0.0], [1]], [[1.0, 1], [1, 1]])),
    ("parts must name some of weights, means, sds", lambda: fisher.FisherKernel(MIXTURE, "all")),
    ("each at most once", lambda: fisher.FisherKernel(MIXTURE, ("means", "means"))),
    ("X must have 2 columns, got 3", lambda: fisher.FisherKernel(MIXTURE)(I3)),
    ("X must have 2 columns, got 3", lambda: MIXTURE.scores(I3)),
    ("k must be at most n = 12, got 13", lambda: fisher.fit_mixture(X, 13)),
    ("Each column of X must vary", lambda: fisher.fit_mixture(np.ones((5, 2)), 2)),
    ("Each column of X must vary", lambda: fisher.plain_em(np.ones((12, 2)), HALF)),
    ("labels must name each cluster from 0 to 2, got no 1", lambda: fisher.plain_em(X, 2 * HALF)),
    *(
        ("r must hold numbers from 0 on, and in each column one", lambda r=r: next(fisher.em_steps(X, r)))
        for r in (np.zeros((12, 2)), -np.ones((12, 2)), np.tile([1.0, 0.0], (12, 1)))
    ),
    ("one dimension, got 2 and 1", lambda: sequences.dtw_distance([[1.0, 2.0]], [1.0])),
    ("dimension 1, got 2", lambda: sequences.dtw_distances([[1.0]], [[[1.0, 2.0]]])),
    ("16 at most", lambda: sequences.all_alignments(9, 8)),
    (r"root must be a number in \[1", lambda: sequences.GlobalAlignment(1.0, root=0.5)),
    ("strings of at least 3 letters, got 'be'", lambda: sequences.Spectrum(3)(["word", "be"])),
    ("a row for each of the 12 rows of Y, got 4", lambda: RBF().sums(X, X, np.ones(4))),
    ("Y must have 2 columns, got 3", lambda: RBF().sums_on_grid(GRID, GRID, I3, np.ones(3))),
    ("Y must have 2 columns, got 3", lambda: RBF()(X, I3)),
    (r"weights must have shape \(12,\)", lambda: RBF().sums_on_grid(GRID, GRID, X, np.ones(4))),
    ("K must not be 0", lambda: landmarks.choose(np.zeros((4, 4)), 2)),
    ("K must be PSD", lambda: landmarks.choose(np.array([[1.0, 2.0], [2.0, 1.0]]), 2)),
    ("is 0 at all 2 landmarks", lambda: landmarks.landmark_map(Linear(), np.zeros((2, 3)))),
    (r"kernel must be RBF\(gamma\)", lambda: landmarks.fourier_map(Laplacian(1.0), 2, 3)),
    ("trace says nothing", lambda: landmarks.trace_error(landmarks.fourier_map(RBF(1.0), 2, 3), X)),
    (
        r"must compute values at landmarks, not Precomputed\(\)",
        lambda: landmarks.Nystroem(Precomputed(), n_components=2).fit(I4),
    ),
    ("blocks must hold at least one", lambda: landmarks.fit_ridge(FEATURES, block_source, [], 1.0)),
    (
        "classes must hold two or more",
        lambda: landmarks.fit_classifier(FEATURES, block_source, [0], (1,), 0.5),
    ),
    ("b must be at most 8, got 9", lambda: datasets.ShiftedDigits(1)(9)),
    ("constant feature cannot be standardized", lambda: datasets.pima().rows([0]).standardized()),
    (r"y must hold 825 integers.* got shape \(3,\)", lambda: replace(datasets.country_names(), y=HALF[:3])),
]


@pytest.mark.parametrize(
    ("message", "call"), REFUSALS, ids=[f"{i}: {m[:40]}" for i, (m, _) in enumerate(REFUSALS)]
)
def test_it_is_refused_in_one_line(message, call):
    with pytest.raises(ValueError, match=message) as caught:
        call()
    assert len(str(caught.value).splitlines()) == 1


def test_a_model_that_is_not_fitted_says_so():
    for call in (
        lambda: denoising.denoise(pca.KernelPCA(), X),
        lambda: landmarks.Nystroem().transform(X),
        lambda: landmarks.RandomFourierFeatures().transform(X),
    ):
        with pytest.raises(NotFittedError, match=r"instance is not fitted yet"):
            call()
