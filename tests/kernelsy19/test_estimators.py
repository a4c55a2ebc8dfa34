"""What every estimator owes scikit-learn, and what every one with a kernel owes: whatever points the kernel takes."""

import copy
import pickle

import numpy as np
import pytest
from every_solver import ESTIMATORS
from kernel_values import NEW_WORDS, WORDS, PairsOfLetters
from sklearn.base import clone
from sklearn.metrics import make_scorer
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from kernelsy19 import ball, svdd, svm
from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.cmeans import CMeans
from kernelsy19.kernel_cmeans import KernelCMeans
from kernelsy19.kernels import RBF, FunctionKernel, Linear, Precomputed, Sigmoid, pointwise
from kernelsy19.landmarks import Nystroem, RandomFourierFeatures
from kernelsy19.logistic import KernelLogisticRegression
from kernelsy19.pca import KernelPCA
from kernelsy19.ridge import KernelRidge
from kernelsy19.sequences import GlobalAlignment, Spectrum
from kernelsy19.svdd import TwoClassSVDD
from kernelsy19.svm import DualPerceptron, SupportVectorClassifier
from kernelsy19.validation import ConvergenceWarning

FIRST_SETTINGS = list({type(estimator): estimator for estimator in reversed(ESTIMATORS)}.values())


@parametrize_with_checks(FIRST_SETTINGS)
@pytest.mark.filterwarnings("ignore::kernelsy19.validation.ConvergenceWarning")
def test_scikit_learns_checks(estimator, check):
    check(estimator)


@pytest.mark.night
@parametrize_with_checks([estimator for estimator in ESTIMATORS if estimator not in FIRST_SETTINGS])
@pytest.mark.filterwarnings("ignore::kernelsy19.validation.ConvergenceWarning")
def test_scikit_learns_checks_of_other_settings(estimator, check):
    check(estimator)


X = np.random.default_rng(0).normal(size=(60, 2))
NEW = np.random.default_rng(4).normal(size=(20, 2))
SERIES = [np.random.default_rng(n).normal(size=(n % 7 + 1, 2)) for n in range(24)]
POINTS = {
    RBF(0.7): (X, NEW),
    Linear(): (X, NEW),
    PairsOfLetters(): (WORDS, NEW_WORDS),
    PairsOfLetters(unit_length=True) ** 2 * PairsOfLetters(): (WORDS, NEW_WORDS),
    FunctionKernel(pointwise(PairsOfLetters.common), points_from=list): (WORDS, NEW_WORDS),
    GlobalAlignment(2.0): (SERIES[:-3], SERIES[-3:]),
    Spectrum(1, unit_length=True): (WORDS, NEW_WORDS),
}
# An estimator, what it is asked, how many classes it is taught, and whether it wants k(x, x) of points beside K.
WITH_KERNEL = [
    (MinimumVolumeBall(nu=0.3, tol=1e-10), "decision_function score_samples predict", 0, True),
    (TwoClassSVDD(C=0.3, tol=1e-10), "decision_function predict", 2, True),
    (SupportVectorClassifier(tol=1e-10), "decision_function predict", 2, False),
    (SupportVectorClassifier(tol=1e-10), "decision_function predict", 3, False),
    (DualPerceptron(max_passes=20), "decision_function predict", 2, False),
    (KernelLogisticRegression(lam=0.3), "predict_proba decision_function predict", 2, False),
    (KernelRidge(lam="loo"), "predict", np.inf, False),
    (KernelRidge(lam=0.3, intercept=False), "predict", np.inf, False),
    (KernelPCA(n_components=3), "transform", 0, False),
    (KernelPCA(n_components=3, center=False), "transform", 0, False),
    (KernelCMeans(3), "squared_distances predict", 0, True),
    (KernelCMeans(3, exchange=True), "squared_distances predict", 0, True),
]
each_estimator = pytest.mark.parametrize(
    ("estimator", "asked", "classes", "wants_diagonal"),
    WITH_KERNEL,
    ids=[f"{type(e).__name__}-{i}" for i, (e, *_) in enumerate(WITH_KERNEL)],
)


def targets_of(n, classes):
    """Labels, or numbers for regression, that the points do not say by themselves."""
    if classes == np.inf:
        return np.sin(np.arange(n)) + 2
    return np.arange(n) % classes if classes else None


@pytest.mark.filterwarnings("ignore::kernelsy19.validation.ConvergenceWarning")  # of the perceptron
@each_estimator
@pytest.mark.parametrize("k", POINTS, ids=lambda k: repr(k).partition(" at 0x")[0])
@pytest.mark.parametrize("wrap", [lambda k: k, lambda k: 2 * k], ids=["K", "2K"])
def test_precomputed_is_the_kernel_that_it_was_computed_with(
    wrap, k, estimator, asked, classes, wants_diagonal
):
    points, new = POINTS[k]
    y = targets_of(len(points), classes)
    plain, known = (clone(estimator).set_params(kernel=wrap(kernel)) for kernel in (k, Precomputed()))
    plain.fit(points, y)
    known.fit(k(points), y)
    K_new = k(new, points)
    for method in asked.split():
        diagonal = (wrap(k).diagonal(new),) if wants_diagonal and "cmeans" not in method else ()
        diagonal = () if isinstance(estimator, KernelCMeans) and method == "predict" else diagonal
        ours, theirs = getattr(plain, method)(new), getattr(known, method)(K_new, *diagonal)
        if np.asarray(ours).dtype.kind in "iu":
            np.testing.assert_array_equal(ours, theirs)
        else:
            np.testing.assert_allclose(ours, theirs, atol=2e-5 * max(1, np.abs(theirs).max()))


@pytest.mark.parametrize(
    "estimator", [e for e, _, classes, _ in WITH_KERNEL if classes or "Ball" in repr(e)], ids=repr
)
@pytest.mark.filterwarnings("ignore::kernelsy19.validation.ConvergenceWarning")
def test_cross_validation_slices_rows_and_columns_of_a_matrix(estimator):
    y = np.sin(3 * X[:, 0]) + 2 if isinstance(estimator, KernelRidge) else np.arange(60) % 2
    y = np.ones(60) if isinstance(estimator, MinimumVolumeBall) else y
    inside = make_scorer(lambda y, prediction: np.mean(prediction == 1)) if y[0] == 1 else None
    scores = [
        cross_val_score(clone(estimator).set_params(kernel=kernel), points, y, cv=3, scoring=inside)
        for kernel, points in ((RBF(0.5), X), (Precomputed(), RBF(0.5)(X)))
    ]
    np.testing.assert_allclose(*scores, rtol=1e-9)


@pytest.mark.parametrize("estimator", [e for e, *_ in WITH_KERNEL], ids=repr)
class TestKernelOfAnEstimator:
    def test_its_parameters_are_those_of_the_estimator(self, estimator):
        kernel = RBF(1.0) + 2.0 * Linear()
        model = clone(estimator).set_params(kernel=kernel)
        assert model.get_params()["kernel__left__gamma"] == 1.0
        other = clone(model).set_params(kernel__left__gamma=5.0, kernel__right__factor=3.0)
        assert other.kernel == RBF(5.0) + 3.0 * Linear()
        assert model.kernel is kernel == RBF(1.0) + 2.0 * Linear()
        assert other.set_params(kernel=RBF(1.0), kernel__gamma=2.0).kernel == RBF(2.0)
        assert "kernel=RBF(gamma=2.0)" in repr(other) and "RBF" in other._repr_html_()
        for wrong, message in (({"kernel__width": 2.0}, "no parameter 'width'"), ({"mu": 2.0}, "mu")):
            with pytest.raises(ValueError, match=message):
                other.set_params(**wrong)
        with pytest.raises(ValueError, match="kernel__gamma needs kernel="):
            type(estimator)().set_params(kernel__gamma=2.0)

    def test_the_default_is_scaled_to_the_data(self, estimator):
        y = X[:, 0] if isinstance(estimator, KernelRidge) else (X[:, 0] > 0).astype(int)
        default = clone(estimator).set_params(kernel=None)
        assert default.fit(3 * X + 1, y).kernel_ == RBF(1 / (2 * (3 * X + 1).var()))

    def test_one_that_is_not_psd_is_refused_and_so_is_a_nan(self, estimator):
        y = np.arange(60) % 2
        with pytest.raises(ValueError, match="X must be finite, got 1 NaN and 0 infinite values"):
            clone(estimator).set_params(kernel=None).fit(np.where(X == X[3, 1], np.nan, X), y)
        with pytest.raises(ValueError, match=r"positive semidefinite|PSD"):
            clone(estimator).set_params(kernel=Sigmoid(2.0, -1.0)).fit(X, y)

    @pytest.mark.filterwarnings("ignore::kernelsy19.validation.ConvergenceWarning")
    def test_a_fit_can_be_copied_and_kept(self, estimator):
        y = np.arange(60) % 2
        model = clone(estimator).set_params(kernel=PairsOfLetters(True)).fit(WORDS, y[: len(WORDS)])
        ask = "transform" if isinstance(model, KernelPCA) else "predict"
        for other in (copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
            np.testing.assert_array_equal(getattr(other, ask)(NEW_WORDS), getattr(model, ask)(NEW_WORDS))
        assert not hasattr(model, "n_features_in_")


def test_attributes_are_those_of_the_solution():
    y = np.where((X**2).sum(axis=1) > 1.5, 1.0, -1.0)
    names, gram = np.where(y > 0, "out", "in"), RBF(0.4).gram(X)
    enclosing, two = MinimumVolumeBall(RBF(0.4), nu=0.15).fit(X), TwoClassSVDD(RBF(0.4), C=0.3).fit(X, names)
    taught = DualPerceptron(RBF(0.4)).fit(X, names)
    for model, solution, weights in (
        (enclosing, ball.solve_dual(gram, 0.15), "alpha"),
        (two, svdd.solve_dual(gram, y, 0.3), "alpha"),
        (taught, svm.perceptron(gram, y), "counts"),
    ):
        np.testing.assert_array_equal(getattr(model.solution_, weights), getattr(solution, weights))
        np.testing.assert_array_equal(model.support_, np.flatnonzero(getattr(solution, weights)))
        np.testing.assert_array_equal(model.support_vectors_, X[model.support_])
        assert model.n_iter_ == (solution.passes if model is taught else solution.iterations)
        assert model.n_features_in_ == 2 and model.kernel_ == RBF(0.4)
    assert enclosing.R2_ == enclosing.solution_.R2 == -enclosing.offset_
    scores = enclosing.score_samples(X)
    np.testing.assert_allclose(-scores, enclosing.solution_.squared_distances, atol=1e-12)
    np.testing.assert_allclose(enclosing.decision_function(X), scores - enclosing.offset_, atol=1e-15)
    assert (two.target_, two.C_, two.R2_) == ("out", 0.3, two.solution_.R2)
    assert taught.classes_.tolist() == two.classes_.tolist() == ["in", "out"]
    assert taught.n_updates_ == taught.solution_.updates and taught.intercept_ == taught.counts_ @ y


@pytest.mark.parametrize(
    "estimator",
    [
        MinimumVolumeBall(RBF(1.0), max_iter=1),
        TwoClassSVDD(RBF(1.0), C=0.5, max_iter=1),
        SupportVectorClassifier(RBF(1.0), max_iter=1),
        DualPerceptron(Linear(), max_passes=5),
        KernelLogisticRegression(RBF(1.0), lam=1e-4, max_iter=1),
        KernelCMeans(RBF(1.0), 5, n_starts=1, init="partition", max_iter=1),
    ],
    ids=repr,
)
def test_what_has_not_converged_says_so(estimator):
    with pytest.warns(ConvergenceWarning, match="raise max_"):
        estimator.fit(X, np.arange(60) % 2)


@pytest.mark.parametrize(
    "estimator",
    [
        TwoClassSVDD(RBF(1.0), C=0.5),
        SupportVectorClassifier(RBF(1.0), C=5.0),
        KernelLogisticRegression(RBF(1.0), lam=0.1),
        KernelRidge(RBF(1.0), lam="loo"),
    ],
    ids=repr,
)
def test_a_search_in_a_pipeline_finds_the_width(estimator):
    # A ring, which no kernel of a huge width tells from its middle.
    y = np.where((X**2).sum(axis=1) > 1.5, 1, 0)
    name = f"{type(estimator).__name__.lower()}__kernel__gamma"
    search = GridSearchCV(make_pipeline(StandardScaler(), estimator), {name: [1e-5, 1.0]}, cv=3).fit(X, y)
    assert search.best_params_ == {name: 1.0} and search.best_estimator_[-1].kernel_ == RBF(1.0)
    again = pickle.loads(pickle.dumps(search.best_estimator_))
    np.testing.assert_array_equal(again.predict(X), search.predict(X))


@pytest.mark.parametrize(
    "some",
    [
        *(np.array([b"a", b"b"], dtype=kind) for kind in ("S1", object)),
        *(np.array(["a", "b"], dtype=kind) for kind in ("U1", object, np.dtypes.StringDType())),
        *(np.array([0, 1], dtype=kind) for kind in ("?", "u1", object)),
    ],
    ids=lambda some: f"{some[0]!r} of {some.dtype}",
)
@pytest.mark.parametrize("model", [e for e, _, classes, _ in WITH_KERNEL if classes == 2], ids=repr)
@pytest.mark.filterwarnings("ignore::kernelsy19.validation.ConvergenceWarning")
def test_labels_of_any_kind_come_back(model, some):
    y = some[np.arange(60) % 2]
    fitted = clone(model).fit(X, y)
    assert fitted.classes_.tolist() == some.tolist() and fitted.score(X, y) == np.mean(fitted.predict(X) == y)
    np.testing.assert_array_equal(fitted.predict(X) == some[1], clone(model).fit(X, y == some[1]).predict(X))


@pytest.mark.parametrize(
    "model",
    [CMeans(3), KernelCMeans(n_clusters=3), Nystroem(n_components=5), RandomFourierFeatures(n_components=5)],
    ids=repr,
)
def test_a_random_state_of_none_is_0(model):
    ask = "labels_" if hasattr(clone(model).fit(X), "labels_") else "features_"
    none, zero = (clone(model).set_params(random_state=state).fit(X) for state in (None, 0))
    if ask == "labels_":
        np.testing.assert_array_equal(none.labels_, zero.labels_)
    else:
        np.testing.assert_array_equal(none.transform(NEW), zero.transform(NEW))
