"""scikit-learn's own tests, as its wheel ships them, of our estimators.

    python torture/scikit_learn.py            with pytest's options, such as -k test_oneclass --runxfail

An adapter has the parameters and names of scikit-learn's estimator, and one of ours inside. It takes the place of the
other before the tests are imported; no code of theirs is copied. `not_applicable.toml` says what does not apply.
"""

import importlib
import inspect
import os
import re
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import sklearn.exceptions
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin
from sklearn.metrics.pairwise import pairwise_kernels
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.cmeans import CMeans
from kernelsy19.density import ParzenWindow
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial, Precomputed, Sigmoid
from kernelsy19.landmarks import Nystroem, RandomFourierFeatures
from kernelsy19.pca import KernelPCA
from kernelsy19.ridge import KernelRidge
from kernelsy19.svm import SupportVectorClassifier
from kernelsy19.validation import ConvergenceWarning

FILES = (
    "decomposition/tests/test_kernel_pca.py",
    "tests/test_kernel_ridge.py",
    "cluster/tests/test_k_means.py",
    "neighbors/tests/test_kde.py",
    "tests/test_kernel_approximation.py",
    "svm/tests/test_svm.py",
)

# Names of tests of what has no counterpart here.
OF_OTHERS = re.compile(
    "MiniBatch|minibatch|SVR|svr|NuSVC|[Ll]inear_?svc|[Ll]inear_?svm|liblinear|lsvc|crammer|dual_auto|chi2|polynomial_count|plusplus"
    "|relocate_empty|sparse_fit_support|is_same_clustering|test_euclidean_distance|test_inertia|array_api"
)

# Parameters that ours have not: an estimator that is given one refuses.
UNKNOWN = ("probability", "break_ties", "decision_function_shape")
UNKNOWN += ("kernel_params", "remove_zero_eig", "metric_params")

METHODS = ("transform", "predict", "decision_function", "score", "score_samples", "sample")


def kernel_of(given, X, pairs=True):
    """Our kernel for their parameters; what has a name there and none here is a function of two sets of points."""
    if callable(given.kernel):
        return (lambda X, Y: pairwise_kernels(X, Y, metric=given.kernel)) if pairs else given.kernel
    asked = {name: getattr(given, name, None) for name in ("gamma", "degree", "coef0")}
    asked = {name: value for name, value in asked.items() if value is not None}
    gamma, degree, offset = asked.get("gamma", "auto"), asked.get("degree", 3), asked.get("coef0", 1)
    if isinstance(gamma, str):
        gamma = 1 / (np.shape(X)[1] * ((np.var(X) or 1) if gamma == "scale" else 1))
    made = {
        "linear": lambda: Linear(),
        "rbf": lambda: RBF(gamma),
        "laplacian": lambda: Laplacian(gamma),
        "poly": lambda: Polynomial(degree, gamma, offset),
        "sigmoid": lambda: Sigmoid(gamma, offset),
        "precomputed": lambda: Precomputed(),
    }
    by_name = lambda X, Y: pairwise_kernels(X, Y, metric=given.kernel, filter_params=True, **asked)  # noqa: E731
    return made.get(given.kernel, lambda: by_name)()


def seed(random_state):
    """A seed as ours take it."""
    return int(check_random_state(random_state).randint(2**31))


def window(given, X):
    """Our Parzen window."""
    if given.kernel != "gaussian" or given.metric != "euclidean":
        raise NotImplementedError("no other window")
    n, p = np.shape(X)
    rules = {"scott": n ** (-1 / (p + 4)), "silverman": (n * (p + 2) / 4) ** (-1 / (p + 4))}
    return ParzenWindow(bandwidth=rules.get(given.bandwidth, given.bandwidth))


def clusters(given, X):
    """Our c-means."""
    start = {"random": "points"}.get(given.init, given.init) if isinstance(given.init, str) else given.init
    if callable(start):
        start = start(np.asarray(X), given.n_clusters, check_random_state(given.random_state))
    starts = None if not isinstance(start, str) else 1 if given.n_init == "auto" else given.n_init
    return CMeans(given.n_clusters, starts, start, given.max_iter, random_state=seed(given.random_state))


def waves(given, X):
    """Our random Fourier features, of which each wave has two."""
    k = kernel_of(SimpleNamespace(kernel="rbf", gamma=given.gamma), X)
    return RandomFourierFeatures(k, given.n_components // 2, random_state=seed(given.random_state))


def machine(given, X):
    """Our support vector machine."""
    most = given.max_iter if given.max_iter > 0 else 1_000_000
    return SupportVectorClassifier(kernel_of(given, X, False), given.C, given.tol, most, given.class_weight)


def one_class(given, X):
    """Our ball, which is their hyperplane where K(x, x) is 1."""
    if given.kernel != "rbf":
        raise NotImplementedError("another problem")
    return MinimumVolumeBall(kernel_of(given, X), given.nu, given.tol)


def scale(ball):
    """Half of what their weights, of sum νn, are more than ours."""
    return ball.nu * len(ball.alpha_) / 2


def offset(ball):
    """Their ρ."""
    return (1 + ball.solution_.center_norm2 - ball.R2_) * scale(ball)


# Theirs by module and name: ours for given parameters, and how what ours has found is called there.
ADAPTED = {
    ("decomposition", "KernelPCA"): (
        KernelPCA,
        lambda g, X: KernelPCA(
            kernel_of(g, X), g.n_components, solver="dense" if g.eigen_solver == "dense" else "auto"
        ),
        {"eigenvectors_": lambda m: m.alpha_ * np.sqrt(m.eigenvalues_)},
    ),
    ("kernel_ridge", "KernelRidge"): (
        KernelRidge,
        lambda g, X: KernelRidge(kernel_of(g, X), g.alpha, intercept=False),
        {"dual_coef_": lambda m: m.alpha_},
    ),
    ("cluster", "KMeans"): (
        CMeans,
        clusters,
        {"cluster_centers_": lambda m: m.prototypes_, "inertia_": lambda m: m.solution_.objective},
    ),
    ("neighbors", "KernelDensity"): (
        ParzenWindow,
        window,
        {
            "score": lambda m: lambda X, y=None: m.score_samples(X).sum(),
            "sample": lambda m: lambda n=1, random_state=None: m.sample(n, seed(random_state)),
        },
    ),
    ("kernel_approximation", "Nystroem"): (
        Nystroem,
        lambda g, X: Nystroem(
            kernel_of(g, X), min(g.n_components, len(X)), random_state=seed(g.random_state)
        ),
        {"components_": lambda m: m.landmarks_, "component_indices_": lambda m: m.choice_.indices},
    ),
    ("kernel_approximation", "RBFSampler"): (RandomFourierFeatures, waves, {}),
    ("svm", "SVC"): (SupportVectorClassifier, machine, {}),
    ("svm", "OneClassSVM"): (
        MinimumVolumeBall,
        one_class,
        {
            "dual_coef_": lambda m: 2 * m.alpha_[None, m.support_] * scale(m),
            "offset_": offset,
            "intercept_": lambda m: np.array([-offset(m)]),
            "decision_function": lambda m: lambda X: m.decision_function(X) * scale(m),
            "score_samples": lambda m: lambda X: m.decision_function(X) * scale(m) + offset(m),
        },
    ),
}


class Adapter(ClassNamePrefixFeaturesOutMixin, BaseEstimator):
    """One of ours under the parameters of one of theirs."""

    fitted = 0

    def fit(self, X, y=None, sample_weight=None):
        if sample_weight is not None:
            raise NotImplementedError("no weights of points")
        params, defaults = self.get_params(deep=False), inspect.signature(type(self)).parameters
        if given := [name for name in UNKNOWN if name in params and params[name] != defaults[name].default]:
            raise NotImplementedError(f"no {given}")
        Adapter.fitted += 1
        self.model_ = self.make(X).fit(X, y)
        return self

    def fit_transform(self, X, y=None):
        return self.fit(X).transform(X)

    def fit_predict(self, X, y=None):
        return self.fit(X).labels_

    @property
    def _n_features_out(self):
        return self.model_._n_features_out

    def __setattr__(self, name, value):
        if name.endswith("_") and name != "model_":
            setattr(self.model_, name, value)
        else:
            super().__setattr__(name, value)

    def __getattr__(self, name):
        if name.startswith("__") or not name.endswith("_") or "model_" not in vars(self):
            raise AttributeError(name)
        return self.renamed.get(name, lambda model: getattr(model, name))(self.model_)

    def __sklearn_tags__(self):
        tags = self.ours().__sklearn_tags__()
        tags.input_tags.pairwise = getattr(self, "kernel", None) == "precomputed"
        return tags


def adapter(module, theirs, ours, make, renamed):
    """The class that takes the place of theirs."""
    signature = inspect.signature(theirs.__init__)

    def __init__(self, *args, **params):
        bound = signature.bind(self, *args, **params)
        bound.apply_defaults()
        vars(self).update(list(bound.arguments.items())[1:])

    __init__.__signature__ = signature
    members = {"__init__": __init__, "__module__": module, "ours": ours, "make": make, "renamed": renamed}
    for name in METHODS:
        if hasattr(ours, name):
            members[name] = delegated(name)
    return type(theirs.__name__, (Adapter,), members)


def delegated(name):
    """The method of that name, which ours does."""

    def method(self, *args, **options):
        check_is_fitted(self, "model_")
        return self.renamed.get(name, lambda model: getattr(model, name))(self.model_)(*args, **options)

    return method


# ---- pytest's hooks -----------------------------------------------------------------------------


def pytest_configure(config):
    """Put ours in the place of theirs, before a test module takes them."""
    sklearn.exceptions.ConvergenceWarning = ConvergenceWarning
    for (place, name), entry in ADAPTED.items():
        module = importlib.import_module(f"sklearn.{place}")
        setattr(module, name, adapter(module.__name__, getattr(module, name), *entry))


def pytest_collection_modifyitems(config, items):
    """What the table says not to apply has to fail: a test that passes leaves it, as does a name without a test."""
    table = tomllib.loads(Path(__file__).with_name("not_applicable.toml").read_text(encoding="utf-8"))
    excused = {name: entry["why"] for entry in table["differs"] for name in entry["tests"]}
    found = set()
    items[:] = [item for item in items if not OF_OTHERS.search(item.name)]
    for item in items:
        for name in excused:
            if re.fullmatch(name, item.name):
                found.add(name)
                item.add_marker(pytest.mark.xfail(reason=excused[name], strict=True))
    if found != excused.keys() and not config.option.keyword:
        lost = sorted(excused.keys() - found)
        raise pytest.UsageError(f"not_applicable.toml names what is no test: {lost}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Note whether a test has fitted one of ours."""
    before = Adapter.fitted
    try:
        return (yield)
    finally:
        item.user_properties.append(("ours", Adapter.fitted > before))


def pytest_terminal_summary(terminalreporter):
    """Say how many tests of ours there were."""
    for outcome in ("passed", "xfailed", "failed"):
        reports = terminalreporter.getreports(outcome)
        ours = sum(("ours", True) in report.user_properties for report in reports)
        terminalreporter.write_line(f"{ours} tests that fit one of ours {outcome}")


def main(options):
    """Run pytest with the adapters; its exit code."""
    os.environ.setdefault("SKLEARN_SEED", "0")
    home = Path(sklearn.__file__).parent  # whose settings hold, and not those of the folder around .venv
    settings = ["-c", os.devnull, f"--rootdir={home}", f"--confcutdir={home}", "-p", "no:cacheprovider", "-q"]
    paths = [str(home / path) for path in FILES if path in options or not {*FILES} & {*options}]
    options = [option for option in options if option not in FILES]
    return pytest.main([*settings, *paths, *options], plugins=[sys.modules[__name__]])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
