"""Every kernel of the package keeps its promises, and a reader's kernel that does not is found out and named."""

import copy
import dataclasses
import doctest
import importlib
import inspect
import pickle
import pkgutil
import subprocess
import sys
from dataclasses import dataclass

import numpy as np
import pytest
from kernel_values import PairsOfLetters
from matplotlib.mathtext import MathTextParser
from sklearn.base import clone

import kernelsy19
from kernelsy19 import fisher, kernels, sequences
from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.fisher import DiagonalMixture, FisherKernel
from kernelsy19.kernel_cmeans import KernelCMeans
from kernelsy19.kernels import (
    RBF,
    Constant,
    FunctionKernel,
    Kernel,
    Laplacian,
    Linear,
    Polynomial,
    Power,
    Precomputed,
    Product,
    Scaled,
    Sigmoid,
    Sum,
    pointwise,
)
from kernelsy19.kernels import kernel as kernel_file
from kernelsy19.kernels.contract import require_contract
from kernelsy19.kernels.ways import Way
from kernelsy19.sequences import ExpDTW, GlobalAlignment, Spectrum

X = np.random.default_rng(0).normal(size=(80, 2))
WORDS = ["banana", "bandana", "kernel", "colonel", "nerve", "ananas"]
SERIES = [X[:4], X[3:9], X[7:12], X[20:29]]
MIXTURE = DiagonalMixture([0.5, 0.5], [[0.0, 0.0], [1.0, 1.0]], np.ones((2, 2)))
POINTS = {
    RBF(0.5): X,
    Laplacian(0.5): X,
    Linear(): X,
    Polynomial(3): X,
    Sigmoid(0.3): X,
    Constant(2.0): X,
    RBF() + Linear(): X,
    RBF() * Linear(): X,
    2 * RBF(): X,
    Linear() ** 2: X,
    FunctionKernel(lambda A, B: A @ B.T): X,
    Precomputed(): RBF()(X),
    FisherKernel(MIXTURE): X,
    FisherKernel(MIXTURE, "weights"): X,
    FisherKernel(MIXTURE, "means", "identity"): X,
    ExpDTW(1.0): SERIES,
    ExpDTW(1.0, per_step=True): SERIES,
    GlobalAlignment(1.0): SERIES,
    GlobalAlignment(1.0, root=2.0): SERIES,
    Spectrum(2): WORDS,
    PairsOfLetters(): WORDS,
    2.0 * PairsOfLetters(True) ** 2 + 1.0: WORDS,
    FunctionKernel(pointwise(PairsOfLetters.common), points_from=list): WORDS,
    Spectrum(2, unit_length=True): WORDS,
}


def kernels_of_the_package():
    for room in pkgutil.iter_modules(kernelsy19.__path__, "kernelsy19."):
        module = importlib.import_module(room.name)
        for _, cls in inspect.getmembers(module):
            if inspect.isclass(cls) and issubclass(cls, Kernel) and cls is not Kernel:
                yield cls


def test_every_kernel_of_every_room_is_here():
    missing = set(kernels_of_the_package()) ^ ({type(k) for k in POINTS} - {PairsOfLetters})
    assert not missing, f"POINTS needs a line for {missing}: some points, on which the contract is tried"
    assert {type(k) for k in POINTS} >= {Sum, Product, Scaled, Power}


@pytest.mark.parametrize("k", POINTS, ids=lambda k: repr(k).partition(" at 0x")[0])
def test_every_kernel_keeps_the_contract(k):
    points = k.points(POINTS[k])
    if k != Precomputed():  # whose values of a part of the points are not those of a part of its rows
        require_contract(k, points)
    assert k(POINTS[k]).shape == (len(points), len(points))
    ours = "Letters" not in repr(k)  # of what a reader declares each K is looked at
    assert k.psd_by_construction == (k.positive_semidefinite is True and ours)


@pytest.mark.parametrize("k", POINTS, ids=lambda k: repr(k).partition(" at 0x")[0])
def test_every_kernel_is_a_value(k):
    """Equal to its copies, unlike what is made of it, never changed, and told by its words, formula and parameters."""
    named = "function" not in repr(k) and "Letters" not in repr(k)
    modules = kernels, fisher, sequences
    names = {name: value for module in modules for name, value in inspect.getmembers(module)}
    twins = [copy.deepcopy(k), clone(k, safe=False), k.with_params(**k.get_params())]
    twins += [pickle.loads(pickle.dumps(k)), eval(repr(k), names)] if named else []
    for twin in twins:
        assert twin == k and hash(twin) == hash(k)
    assert k != k + 1 and k != 2 * k and k != "k"
    for field in dataclasses.fields(k):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(k, field.name, getattr(k, field.name))
        with pytest.raises(ValueError, match=r"no parameter '(\w+__)?nonsense'|is not a kernel"):
            k.with_params(**{f"{field.name}__nonsense": 1})
    for name, value in k.get_params().items():
        if type(value) in (int, float):
            changed = k.with_params(**{name: value + 1})
            assert changed.get_params()[name] == value + 1 and changed != k and k.get_params()[name] == value
    with pytest.raises(ValueError, match="has no parameter 'color'"):
        k.with_params(color=1)
    assert k._repr_latex_() == f"$k(x, y) = {k.latex}$"
    MathTextParser("path").parse(k._repr_latex_().replace(r"\top", "T"))


def define(function, bases=(Kernel,), ways=(), **declared):
    """A kernel of a reader, with the given `evaluate`, declarations and ways that are said to be faster."""
    body = {"evaluate": lambda self, X, Y: function(X, Y), "__module__": __name__, **declared}
    cls = dataclass(frozen=True)(type("Mine", bases, body))
    for name, way in dict(ways).items():
        getattr(Kernel, name).of(cls)(way)
    return cls()


A = np.array([[1.0, 0.5], [-0.5, 1.0]])
OWN_ONES = {"evaluate_diagonal": lambda k, X: np.ones(len(X))}
BROKEN = {
    "complex": (define(lambda X, Y: (X @ Y.T) * (1 + 1j)), "real kernel values"),
    "infinite": (define(lambda X, Y: X @ Y.T + np.inf), "finite values"),
    "NaN": (define(lambda X, Y: X @ Y.T * np.nan), "finite values"),
    "one value": (define(lambda X, Y: 1.0), "shape"),
    "a vector": (define(lambda X, Y: X @ Y[0]), "shape"),
    "turned": (define(lambda X, Y: Y @ X.T + np.arange(len(X))), "shape|symmetric"),
    "words": (define(lambda X, Y: np.full((len(X), len(Y)), "a")), "real kernel values"),
    "nothing": (define(lambda X, Y: None), "shape"),
    "fails": (define(lambda X, Y: X @ Y), "could not evaluate"),
    "not symmetric": (define(lambda X, Y: X @ A @ Y.T), "symmetric"),
    "negative": (define(lambda X, Y: -(X @ Y.T)), "declared positive semidefinite"),
    "diagonal": (define(lambda X, Y: X @ Y.T, constant_diagonal=True), "constant diagonal"),
    "own diagonal": (define(lambda X, Y: X @ Y.T, ways=OWN_ONES), "evaluate_diagonal"),
    "own sums": (define(lambda X, Y: X @ Y.T, ways={"evaluate_sums": lambda k, X, Y, w: X[:, 0]}), "evaluate_sums"),
    "half": (define(lambda X, Y: X @ Y.T if X is Y else 0 * X @ Y.T), "two different sets"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_kernel_is_refused_by_its_name(name):
    k, message = BROKEN[name]
    for broken in (k, 2 * k + 1):
        for use in (broken.gram, MinimumVolumeBall(broken).fit, KernelCMeans(broken).fit):
            with pytest.raises(ValueError, match=message) as caught:
                use(X)
            assert "Mine" in str(caught.value)


@pytest.mark.parametrize(
    "name", ["complex", "infinite", "NaN", "one value", "words", "fails", "not symmetric"]
)
def test_its_values_are_refused_as_well(name):
    k, message = BROKEN[name]
    with pytest.raises(ValueError, match=message):
        k(X)


def test_a_kernel_that_hides_what_it_is_on_a_sample_is_found_by_the_solver():
    """Positive semidefinite on any 60 points that are not the last one, so that only all of K shows it."""
    far = np.vstack([X, np.full((1, 2), 50.0)])

    def values(X, Y):
        K = np.exp(-((X[:, None] - Y[None]) ** 2).sum(axis=2))
        marked = (X[:, :1] > 20) != (Y[:, :1].T > 20)
        return np.where(marked, 5.0, K)

    missed = [i for i in range(100) if 80 not in np.random.default_rng(i).choice(81, 60, replace=False)]
    assert missed
    with pytest.raises(ValueError, match="positive semidefinite") as caught:
        MinimumVolumeBall(define(values)).fit(far)
    assert "Mine" in str(caught.value)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda X, Y: (X @ Y.T) * (1 + 1j), "real"),
        (lambda X, Y: X @ Y.T + np.inf, "finite"),
        (lambda X, Y: 1.0, "shape"),
        (lambda X, Y: 1 / 0, "ZeroDivisionError"),
        (lambda X, Y: X @ A @ Y.T, "symmetric"),
        (lambda X, Y: -(X @ Y.T), "positive semidefinite"),
        (pointwise(lambda x, y: 1j), "real"),
    ],
)
def test_a_broken_function_is_refused_by_its_name(function, message):
    named = getattr(function, "function", function)  # of two sets, or of two points
    named.__name__ = named.__qualname__ = "my_own"
    with pytest.raises(ValueError, match=message) as caught:
        MinimumVolumeBall(function).fit(X)
    assert "my_own" in str(caught.value)


def test_the_example_of_a_new_kernel_is_one():
    assert doctest.testmod(kernel_file) == (0, 3)


def test_what_is_no_kernel_says_so_when_it_is_made():
    class NoDataclass(Kernel):
        def evaluate(self, X, Y):
            return X @ Y.T

    @dataclass(frozen=True)
    class NoEvaluate(Kernel):
        pass

    @dataclass
    class Mutable(NoDataclass):
        pass

    for cls, message in (
        (NoDataclass, "NoDataclass must be a frozen dataclass"),
        (Mutable, r"Mutable must be a frozen dataclass.*@dataclass\(frozen=True\)"),
        (NoEvaluate, "NoEvaluate must define evaluate"),
    ):
        with pytest.raises(TypeError, match=message):
            cls()


def test_a_kernel_with_its_own_values_does_not_inherit_the_fast_ways_of_another():
    @dataclass(frozen=True)
    class Doubled(RBF):
        def evaluate(self, X, Y):
            return 2 * RBF(self.gamma).evaluate(X, Y)

    k, weights = Doubled(0.5), np.ones(len(X))
    K = 2 * RBF(0.5)(X)
    np.testing.assert_allclose(k(X), K)
    np.testing.assert_allclose(k.gram(X).matrix(), K)
    np.testing.assert_allclose(k.sums(X, X, weights), K @ weights)
    np.testing.assert_allclose(k.diagonal(X), 2)
    expected = MinimumVolumeBall(2 * RBF(0.5)).fit(X).R2_
    np.testing.assert_allclose(MinimumVolumeBall(k).fit(X).R2_, expected, rtol=1e-5)


def test_a_reader_declares_a_faster_way():
    @dataclass(frozen=True)
    class Dot(Kernel):
        def evaluate(self, X, Y):
            return X @ Y.T

    @dataclass(frozen=True)
    class Taught(Dot):
        pass

    @dataclass(frozen=True)
    class Twice(Dot):
        def evaluate(self, X, Y):
            return 2 * (X @ Y.T)

    asked = []

    @Kernel.evaluate_sums.of(Dot)
    def sums(k, X, Y, weights):
        asked.append(k)
        return X @ (Y.T @ weights)

    weights = np.arange(len(X))
    for k, K in ((Dot(), X @ X.T), (Taught(), X @ X.T), (Twice(), 2 * X @ X.T)):
        np.testing.assert_allclose(k.gram(X).product(weights), K @ weights)
    assert {type(k) for k in asked} == {Dot, Taught}


def test_a_way_in_the_body_of_a_class_would_be_inherited():
    @dataclass(frozen=True)
    class Hidden(Kernel):
        def evaluate(self, X, Y):
            return X @ Y.T

        def evaluate_diagonal(self, X):
            return (X**2).sum(axis=1)

    with pytest.raises(TypeError, match=r"put @Kernel\.evaluate_diagonal\.of\(Hidden\) above a function"):
        Hidden()


WAYS = {name: way for name, way in vars(Kernel).items() if isinstance(way, Way)}


@pytest.mark.parametrize("k", POINTS, ids=lambda k: repr(k).partition(" at 0x")[0])
def test_without_the_faster_ways_answers_are_the_same(k, monkeypatch):
    points, weights = k.points(POINTS[k]), np.linspace(-1, 1, len(POINTS[k]))

    def answers():
        gram = k.gram(POINTS[k])
        found = [k(POINTS[k]), k.diagonal(POINTS[k]), gram.matrix(), gram.product(weights)]
        if points.shape[1:] == (2,):
            found.append(k.sums_on_grid(np.linspace(-1, 1, 4), np.linspace(0, 2, 3), points, weights))
        return found

    fast = answers()
    for name in WAYS.keys() - {"evaluate_features", "count_features"}:
        # The values of a point alone are no plain way for those that were computed before.
        kept = {Precomputed.evaluate: Kernel.evaluate_diagonal.faster[Precomputed.evaluate]}
        monkeypatch.setattr(WAYS[name], "faster", kept if name == "evaluate_diagonal" else {})
    for found, plain in zip(fast, answers(), strict=True):
        np.testing.assert_allclose(found, plain, rtol=1e-11, atol=1e-12 * np.abs(plain).max())


@pytest.mark.parametrize(
    ("k", "n", "p"),
    [(Polynomial(10), 2, 30), ((Linear() + 1) ** 12, 2, 6), (Linear() * Linear() ** 20, 1, 9)],
)
def test_a_feature_map_says_its_size_before_it_is_made(k, n, p):
    with pytest.raises(ValueError, match=r"entries, .* at most 0.25 GiB"):
        k.feature_map(np.ones((n, p)))


def test_a_count_of_features_is_the_number_of_columns():
    made = Linear() + 1, (Linear() + 1) ** 3, 2 * Linear() * Polynomial(2)
    for k in (Linear(), Polynomial(3), Polynomial(3, offset=0), *made):
        assert k.count_features(2) == k.feature_map(X).shape[1]


RELOADED = """
import importlib, sys
from kernelsy19.kernels import RBF, Linear
old, some = RBF(1.0), {only!r}
for name in [some] if some else sorted(name for name in sys.modules if name.startswith("kernelsy19")):
    importlib.reload(sys.modules[name])
import kernelsy19.kernels as new
for attempt in (lambda: new.RBF(1.0), lambda: RBF(2.0), lambda: RBF(2.0) + Linear(), lambda: old + new.Linear()):
    try:
        print(attempt()([[0.0]])[0, 0] > 0)
    except TypeError as error:
        print(error)
"""


@pytest.mark.parametrize("only", ["", "kernelsy19.kernels.kernel", "kernelsy19.kernels.vector_kernels"])
def test_after_a_reload_kernels_go_on_or_say_what_to_do(only):
    run = [sys.executable, "-c", RELOADED.format(only=only)]
    outcome = subprocess.run(run, capture_output=True, text=True, check=True)
    said = set(outcome.stdout.splitlines())
    assert said == ({"True"} if "vector" in only else {"kernelsy19 was reloaded: restart the kernel."})
