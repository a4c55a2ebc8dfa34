"""A fitted model owns its data, and a fit that does not come to its end leaves no mixture of two."""

import dataclasses
import warnings
from dataclasses import dataclass

import every_solver
import numpy as np
import pytest
from public_functions import CLASSES, TARGET_OF, TARGETS, X
from sklearn.base import is_classifier

from kernelsy19.kernels import RBF, Kernel, Precomputed
from kernelsy19.kernels.estimator import KernelEstimator

NEW = X[::2] + 0.1
OPTIONS_OF = {"TwoClassSVDD": {"C": 0.5}}
NO_MATRIX = {"Nystroem", "RandomFourierFeatures"}  # which need the points themselves


ESTIMATORS = {type(estimator).__name__: type(estimator) for estimator in every_solver.ESTIMATORS}
WITH_KERNEL = {name: cls for name, cls in ESTIMATORS.items() if issubclass(cls, KernelEstimator)}


def made(cls, **options):
    return cls(**OPTIONS_OF.get(cls.__name__, {}) | options)


def fit(model, X):
    y = TARGET_OF.get(type(model).__name__, CLASSES).copy()
    with warnings.catch_warnings(action="ignore"):
        model.fit(X, y)
    return y


def answer(model, Z=NEW):
    for method in ("decision_function", "score_samples", "transform", "predict"):
        if hasattr(model, method):
            return np.array(getattr(model, method)(Z))
    raise AssertionError(type(model))


def numbers_in(value, depth=4):
    """All arrays that hang on a model, its results and their fields."""
    if isinstance(value, np.ndarray) and value.dtype.kind in "fiu":
        return [value.copy()]
    if depth and isinstance(value, tuple | list):
        return [a for part in value for a in numbers_in(part, depth - 1)]
    if depth and dataclasses.is_dataclass(value) and not isinstance(value, Kernel | type):
        return numbers_in([getattr(value, f.name) for f in dataclasses.fields(value)], depth - 1)
    return []


def state(model):
    return {name: numbers_in(value) for name, value in sorted(vars(model).items())}


def same(one, other):
    if one.keys() != other.keys():
        return False
    return all(len(one[k]) == len(other[k]) and all(map(np.array_equal, one[k], other[k])) for k in one)


@pytest.mark.parametrize("name", ESTIMATORS)
def test_a_fitted_model_owns_its_data(name):
    model, data = made(ESTIMATORS[name]), X.copy()
    y = fit(model, data)
    before, kept = answer(model), state(model)
    data *= 100
    y *= 100
    np.testing.assert_array_equal(answer(model), before)
    assert same(state(model), kept)


@pytest.mark.parametrize("name", sorted(WITH_KERNEL.keys() - NO_MATRIX))
def test_a_model_of_kernel_values_owns_them(name):
    k = RBF(0.5)
    model, K = made(WITH_KERNEL[name], kernel=Precomputed()), k(X)
    fit(model, K)
    kept = state(model)
    K *= 100
    assert same(state(model), kept)


class Stop(Exception):
    pass


CALLS = {"left": 0, "error": None}


@dataclass(frozen=True)
class Stubborn(Kernel):
    """A Gaussian kernel that raises once it has been asked so often."""

    gamma: float = 0.5

    def evaluate(self, X, Y):
        CALLS["left"] -= 1
        if CALLS["left"] < 0 and CALLS["error"] is not None:
            raise CALLS["error"]
        return RBF(self.gamma).evaluate(X, Y)


@pytest.mark.parametrize("error", [Stop, KeyboardInterrupt, MemoryError])
@pytest.mark.parametrize("name", sorted(WITH_KERNEL.keys() - {"RandomFourierFeatures"}))
def test_a_fit_that_fails_leaves_the_model_as_it_was(name, error):
    """The kernel raises at its first call, at its second, … until a fit comes to its end."""
    model = made(WITH_KERNEL[name], kernel=Stubborn(0.5))
    CALLS.update(left=0, error=None)
    fit(model, X)
    kept, other = state(model), X[::-1] * 1.5 + 0.3
    model.set_params(kernel__gamma=2.0)
    for k in range(1000):
        CALLS.update(left=k, error=error)
        try:
            fit(model, other)
        except error:
            assert same(state(model), kept), f"after call {k}"
        else:
            break
        finally:
            CALLS.update(left=0, error=None)
    assert k > 0, "no call of the kernel was interrupted"
    assert not same(state(model), kept)


@pytest.mark.parametrize("name", ESTIMATORS)
@pytest.mark.parametrize("fitted", [False, True])
def test_a_fit_to_bad_points_changes_nothing(name, fitted):
    model = made(ESTIMATORS[name])
    if fitted:
        fit(model, X)
    kept = state(model)
    for bad in (np.full((12, 3), np.nan), np.ones(12), X[:0]):
        with pytest.raises(ValueError):
            fit(model, bad)
        assert same(state(model), kept)


def test_nothing_of_an_earlier_fit_is_left():
    from kernelsy19.ridge import KernelRidge

    model = KernelRidge(lam="loo").fit(X, TARGETS)
    assert hasattr(model, "path_")
    assert not hasattr(model.set_params(lam=1.0).fit(X, TARGETS), "path_")


def test_parameters_are_set_all_or_none():
    from kernelsy19.ball import MinimumVolumeBall

    model = MinimumVolumeBall(RBF(1.0), nu=0.1)
    for bad in ({"nu": 0.5, "kernel__gamma": -1.0}, {"nu": 0.5, "unknown": 3}):
        with pytest.raises(ValueError):
            model.set_params(**bad)
        assert model.nu == 0.1 and model.kernel == RBF(1.0)


CLASSIFIERS = [name for name, cls in ESTIMATORS.items() if is_classifier(made(cls))]


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_labels_of_two_kinds_of_one_class_and_of_no_kind_are_told_in_plain_words(name):
    model, X = made(ESTIMATORS[name]), np.arange(8.0).reshape(4, 2)
    mixed = np.array(["a", 1, "a", 1], dtype=object)
    with pytest.raises(ValueError, match=r"labels of one kind, all numbers or all words, got int and str"):
        model.fit(X, mixed)
    with pytest.raises(ValueError, match=r"got one class[:,] 1\.0[.;]"):
        model.fit(X, np.ones(4))
    with pytest.raises(ValueError, match="y must hold labels, got complex numbers"):
        model.fit(X, np.arange(4) + 1j)


@pytest.mark.parametrize("name", ["KernelRidge", *CLASSIFIERS])
def test_masked_labels_and_targets_are_no_labels(name):
    model, y = made(ESTIMATORS[name]), TARGET_OF.get(name, CLASSES)
    for kind in (float, y.dtype):
        masked = np.ma.masked_array(y.astype(kind), mask=np.arange(len(y)) == 3)
        with pytest.raises(ValueError, match="y must have no masked entries, got 1"):
            model.fit(X, masked)
        fit(model, X)
        assert (made(ESTIMATORS[name]).fit(X, np.ma.masked_array(y)).predict(X) == model.predict(X)).all()


@pytest.mark.parametrize("y", [TARGETS.astype(str), TARGETS.astype("datetime64[D]"), TARGETS.astype("S")])
def test_words_and_dates_are_no_targets(y):
    with pytest.raises(ValueError, match="y must hold finite numbers"):
        ESTIMATORS["KernelRidge"]().fit(X, y)


@pytest.mark.parametrize("name", ESTIMATORS)
def test_a_parameter_that_is_set_after_the_fit_changes_nothing_before_the_next(name):
    model = made(ESTIMATORS[name])
    fit(model, X)
    before = answer(model)
    fitted_with = model.get_params(deep=False)
    model.set_params(**{key: "another" for key in fitted_with})
    np.testing.assert_array_equal(answer(model), before)
