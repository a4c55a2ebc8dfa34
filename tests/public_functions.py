"""The doors of the library: every public callable, found by looking, with one good call of each and what is bad for it.

What a parameter is, its name says, since a name has one meaning: `PARAMETERS` gives for each name a kind and a good
value. Where a door means something else, `OF_DOOR` says so. A new function is found by itself; a parameter whose name
is new has to be entered here. A kind has one bad value for each thing that a check looks at; what the checks refuse of
all that there is stands in test_validation.py.
"""

import dataclasses
import functools
import importlib
import inspect

import distributed
import numpy as np
from sklearn.base import BaseEstimator

from kernelcourse import equations as course_equations
from kernelcourse.desk.contents import rooms
from kernelsy19 import ball, datasets, denoising, fisher, kernels, landmarks, logistic, pca, ridge, svdd, svm
from kernelsy19.cmeans import c_means_steps
from kernelsy19.kernel_cmeans import kernel_c_means, kernel_c_means_steps
from kernelsy19.kernels import RBF, Kernel

# What geometry lends to solvers, column by column; nobody calls it with what he has not computed.
LENT = {"with_canonical_signs", "canonical_signs", "canonical_sign"}

rng = np.random.default_rng(0)
X = np.vstack([rng.normal(size=(6, 2)), rng.normal(size=(6, 2)) + 3])
K = RBF(0.5)(X)
SIGNS = np.repeat([-1.0, 1.0], 6)
CLASSES = np.repeat([0, 1], 6)
TARGETS = X[:, 0] + 0.1 * X[:, 1]
NEW = X[:3] + 0.1
SEQUENCES = [X[:4], X[3:9], X[7:]]
KINDS = np.array(["inside", "surface", "outlier"] * 4)
MIXTURE = fisher.DiagonalMixture([0.5, 0.5], [[0.0, 0.0], [3.0, 3.0]], np.ones((2, 2)))


# ---- kinds of arguments: from a good value, bad ones by name ---------------------------------------------------------

NUMBERS = {"text": "one", "list": [1.0, 2.0], "NaN": np.nan}


def but(kind, /, *names, **more):
    """The same kind, of which some bad values are good, and others bad."""
    return lambda good: {name: bad for name, bad in kind(good).items() if name not in names} | more


def always(**bad):
    """A kind whose bad values are the same whatever is good."""
    return lambda good: bad


number = always(**NUMBERS, infinite=np.inf)
positive = always(**NUMBERS, infinite=np.inf, zero=0.0, negative=-1.0)
positive_or_infinite = but(positive, "infinite")
not_negative = but(positive, "zero")
share = but(positive, above=1.5)
open_share = but(share, one=1.0)
half_open_share = but(open_share, "zero")
width = but(positive, "list")
whole = always(**NUMBERS, negative=-1, half=2.5)
count = but(whole, zero=0)
bounded_count = but(count, beyond=10**6)
OR_NONE = whole_or_none, bounded_count_or_none = but(whole), but(bounded_count)
step_to_a_side = but(whole, "negative", beyond=10)
flag = always(text="no", one=1)
word = always(unknown="nothing of the kind", number=3)
text = always(number=3, bytes=b"text")
texts = always(number=3, text="ab", numbers=[1, 2])
function = always(number=3, text="f")
kernel = but(function, kind=RBF)
rbf = but(kernel, another=kernels.Linear())
thing = always(number=3, text="s")
mixed = [np.ones((3, 2)), np.ones((3, 1))]
sequences = always(number=3, text="abc", empty=[], NaN=[[np.nan, 1.0]], mixed=mixed)
sequence = always(number=3, text="abc", empty=[], NaN=[np.nan, 1.0], deep=np.ones((2, 2, 2)))
anything_listed = always(number=3, empty=[], text="abc")
endless = but(anything_listed, "empty")
several = but(anything_listed, numbers=[3, 4.5, None])
anything = always()  # `y` that scikit-learn's pipelines pass and nobody reads, or keywords for others


def array(good):
    spoilt = np.array(good, dtype=float)
    spoilt.flat[0] = np.nan
    return {"NaN": spoilt, "text": "points", "words": np.asarray(good).astype(str)}


def vector(good):
    return array(good) | {"matrix": np.outer(good, [1.0, 2.0]), "number": 1.0}


def vector_of_length(good):
    return vector(good) | {"short": np.asarray(good)[:-1], "empty": []}


def matrix(good):
    good = np.asarray(good)
    return array(good) | {"vector": good[0], "no rows": good[:0], "no columns": good[:, :0]}


def rows_of_width(good):
    return matrix(good) | ({"narrow": np.asarray(good)[:, :-1]} if np.shape(good)[1] > 1 else {})


def matrix_of_rows(good):
    return matrix(good) | {"few rows": np.asarray(good)[:-1]}


def matrix_of_shape(good):
    return rows_of_width(good) | matrix_of_rows(good)


def gram(good):
    lopsided = np.array(good, dtype=float)
    lopsided[0, 1] += 1
    return matrix_of_rows(good) | {"not symmetric": lopsided}


def psd(good):
    return gram(good) | {"not PSD": -np.asarray(good)}


def labels(good):
    good = np.asarray(good)
    bad = {"negative": good - 5, "halves": good + 0.5, "short": good[:-1], "words": ["a"] * len(good)}
    return bad | {"matrix": good[None], "number": 1, "empty": []}


def signs(good):
    return vector_of_length(good) | {"one class": np.ones(len(good)), "others": np.arange(len(good))}


matrix_of_shape_or_vector = but(matrix_of_shape, "vector")
positive_vector = but(vector, zero=np.zeros(2), negative=[-1.0, 1.0])
signs_or_one_class = but(signs, "one class")
any_labels = but(labels, "negative", "halves", "short", "words")


# ---- what each name means ------------------------------------------------------------------------------------------

FIT = {
    "ball": ball.solve_dual(K, 0.3),
    "svdd": svdd.solve_dual(K, SIGNS, 0.5),
    "svm": svm.solve_dual(K, SIGNS),
    "logistic": logistic.solve_logistic(K, CLASSES, 0.5),
    "kernel c-means": kernel_c_means(K, 2),
}
LANDMARKS = landmarks.landmark_map(RBF(0.5), X[::3])
signed_rows = lambda b: (X[b::2], SIGNS[b::2])  # noqa: E731 - a source of blocks
RIDGE_OF_BLOCKS = landmarks.fit_ridge(LANDMARKS, lambda b: (X[b::2], TARGETS[b::2]), range(2), 0.5)
KPCA = pca.KernelPCA(RBF(0.5), 2).fit(X)


def each(kind, **values):
    """Names of one kind, each with a good value."""
    return {name: (kind, good) for name, good in values.items()}


PARAMETERS = {
    **each(matrix, X=X, Z=X),
    **each(rows_of_width, X_new=NEW, X0=NEW, K_xs=K[:3], K_new=K[:3], V=X[[0, 7]], Y=NEW, points=NEW),
    **each(gram, K=K, Q=K),
    **each(signs, y=SIGNS),
    **each(labels, labels=CLASSES),
    **each(kernel, k=RBF(0.5), kernel=RBF(0.5), left=RBF(), right=RBF()),
    **each(several, kernels=[RBF(0.5), RBF(1.0)]),
    **each(share, nu=0.3),
    **each(positive, C=1.0, gamma=0.5, lam=0.5, tol=1e-6, step=0.1, bandwidth=0.5, upper=0.5, ridge=0.1),
    **each(positive, sigma=1.0, t=1.0, root=2.0, cycles=1.0, reach=2.0, sd=1.0),
    **each(vector, lams=np.array([0.1, 1.0]), x=np.arange(3.0), squared_distances=np.arange(12.0)),
    **each(count, degree=2, max_iter=1000, max_passes=50, n_starts=3, n_samples=3, n=20, m=3, p=2),
    **each(count, n_blocks=3, size=4, exponent=2, columns=2),
    **each(not_negative, offset=1.0, epsilon=0.1, noise=0.1, value=1.0),
    **each(whole, max_restarts=2, n_steps=3, epochs=2, order=4, draw=1, rng=0, seed=0, random_state=0),
    **each(bounded_count, n_clusters=2, n_components=2, n_sample=6, n_folds=2),
    **each(word, init="points", solver="auto", rule="greedy", loss="logistic", method="ridge", way="dual"),
    **each(word, window="gaussian", shape="scalar", information="closed", parts="means", name="usps_nu"),
    **each(flag, center=True, constant=True, exchange=False, intercept=True, orthogonal=False),
    **each(flag, return_std=False, squared=False, per_step=False, unit_length=False),
    **each(half_open_share, reject_share=0.1),
    **each(open_share, shares=0.5, factor=0.5),
    **each(vector_of_length, K_xx=np.ones(3), weights=np.ones(12), start=np.full(12, 1 / 12)),
    **each(vector_of_length, theta=np.ones(12)),
    **each(matrix_of_shape, W=K[:3]),
    **each(function, function=lambda A: A[:, 0], source=signed_rows),
    **each(anything_listed, blocks=range(2)),
    **each(anything, executor=None),
    **each(texts, features=("a", "b")),
    **each(thing, mixture=MIXTURE, model=KPCA, solution=FIT["ball"]),
    **each(text, unit="s"),
    **each(number, background=-1.0),
}

# In a room, a name may mean something of its own; at a door as well.
OF_ROOM = {
    "logistic": {"y": (signs, CLASSES), "Y": (matrix, CLASSES[:, None]), "intercept": (flag, False)},
    "ridge": {"y": (vector_of_length, TARGETS)},
    "gaussian_process": {
        "kernel_of": (function, RBF),
        "y": (vector_of_length, TARGETS),
        **each(positive_vector, start=[0.5], theta=[0.5]),
    },
    "cmeans": {"y": (labels, CLASSES)},
    "landmarks": {"features": (thing, LANDMARKS)},
    "fisher": {"k": (bounded_count, 2)},
    "twosample": {
        "features": (thing, LANDMARKS),
        "source": (function, lambda b: (X[b::2], X[b::2] + 1)),
        "n": (bounded_count, 5),
        "permutations": (count, 9),
    },
    "kernel_cmeans": {"solution": (thing, FIT["kernel c-means"])},
    "svm": {"solution": (thing, FIT["svm"]), "C": (positive_or_infinite, 1.0)},
    "svdd": {"solution": (thing, FIT["svdd"]), "C": (positive, 0.5)},
    "sequences": {
        **each(sequences, X=SEQUENCES, Y=SEQUENCES),
        **each(sequence, x=X[:4], y=X[3:9]),
        "k": (count, 2),
    },
    "density": {"X": (matrix, X), "bandwidth": (width, 0.5)},
    "pca": {"n_components": (bounded_count_or_none, 2)},
    "denoising": {
        "kernel": (rbf, RBF(0.5)),
        "start": (matrix_of_shape, NEW),
        "X": (matrix, X),
        "W": (matrix_of_shape_or_vector, K[:3]),
    },
}
ON_GRID = {"y": (vector, np.arange(2.0))}
DATASET = {
    **each(text, name="mine", description="", source="", citation="", license_note="", target_name=""),
    **each(texts, feature_names=("a", "b"), units=("", ""), target_names=(), zero_means_missing=("a",)),
    "y": (anything, None),
    "image_shape": (vector_of_length, (1, 2)),
}
RUNNING = distributed.Client.__new__(distributed.Client)
RUNNING.status, RUNNING.nthreads = "running", lambda: {"w": 1}

OF_DOOR = {
    "ridge.KernelRidgeSolution.error_bars": {"k_xx": (vector_of_length, np.ones(3))},
    "ball.smo_steps": {
        "p": (vector_of_length, np.ones(12)),
        "y": (signs_or_one_class, SIGNS),
        "tol": (not_negative, 0.0),
        "max_iter": (whole, 3),
    },
    "cmeans.elbow": {"n_clusters": (several, [1, 2])},
    "kernel_cmeans.kernel_elbow": {"n_clusters": (several, [1, 2])},
    "datasets.Dataset": DATASET,
    "datasets.SequenceData": {
        **DATASET,
        "sequences": (anything, SEQUENCES),
        "y": (labels, np.array([0, 1, 0])),
        "target_names": (texts, ("a", "b")),
    },
    "datasets.Dataset.__getitem__": {"name": (word, "pixel_0_0")},
    "datasets.Dataset.in_order": {"shuffle": (whole, 0)},
    "datasets.Dataset.rows": {"selection": (several, [0, 1])},
    "datasets.SequenceData.rows": {"selection": (several, [0, 1])},
    "datasets.ShiftedDigits": {"reach": (whole, 1)},
    "datasets.ShiftedDigits.__call__": {"b": (whole, 0)},
    "datasets.shifted": {"images": (array, np.ones((2, 3, 3))), **each(step_to_a_side, down=0, right=0)},
    "datasets.Table.__getitem__": {"column": (word, "nu")},
    "datasets.Table.pivot": {name: (word, "nu") for name in ("rows", "columns", "values")},
    "denoising.learn": {"kernel": (kernel, RBF(1.0))},
    "denoising.certify": {"kernel": (kernel, RBF(1.0))},
    "denoising.bends": {"Z": (rows_of_width, NEW)},
    "denoising.fixed_point_path": {
        "start": (vector_of_length, NEW[0]),
        "w": (vector_of_length, np.full(12, 1 / 12)),
        "steps": (count, 2),
    },
    "denoising.LearnedPreImage.__call__": {"Z": (rows_of_width, KPCA.solution_.projections[:3])},
    "density.amise_gradient": {"H": (psd, np.eye(2)), "Psi": (array, np.ones((2, 2, 2, 2)))},
    "density.gaussian_derivative": {"D": (array, X), "r": (several, (1, 1)), "g": (positive, 1.0)},
    "fisher.change_of_kernels": {"J": (matrix, X), "I": (gram, np.eye(2)), "A": (rows_of_width, np.eye(2))},
    "fisher.divergences_along": {
        "direction": (vector_of_length, np.ones(2)),
        "sizes": (vector, np.array([0.1, 0.2])),
    },
    "fisher.em_steps": {"r": (matrix_of_rows, np.full((12, 2), 0.5))},
    "fisher.gaussian_divergence": {"mu": (number, 0.0), "mu_new": (array, 0.0), "sd_new": (array, 1.0)},
    "fisher.plain_fisher_gram": {
        "log_density": (function, lambda A, t: -((A - t) ** 2).sum(axis=1)),
        "theta": (vector, np.zeros(2)),
        "drawn": (rows_of_width, X),
    },
    "fisher.DiagonalMixture": {
        "weights": (vector, np.array([0.5, 0.5])),
        **each(matrix, means=np.zeros((2, 2)), sds=np.ones((2, 2))),
    },
    "kernels.as_kernel": {"name": (anything, "kernel")},
    "kernels.is_precomputed": {"kernel": (anything, RBF())},
    "kernels.FunctionKernel": {"points_from": (function, list)},
    "kernels.Sigmoid": {"gamma": (number, 1.0), "offset": (number, 0.0)},
    "kernels.RBF.from_width": {"width": (positive, 1.0), "convention": (word, "1/s")},
    "kernels.RBF.width": {"convention": (word, "1/s")},
    "kernels.Kernel.sums_on_grid": {"Y": (rows_of_width, X)},
    "kernels.Kernel.sums": {"Y": (rows_of_width, X), "weights": (array, np.ones(12))},
    "landmarks.n_workers": {"client": (thing, RUNNING)},
    "landmarks.pass_time": {
        **each(count, passes=1, workers=1),
        **each(positive, seconds_per_row=1.0, bytes_per_second=1.0),
        "groups": (whole, 1),
        "seconds_per_group": (not_negative, 1.0),
    },
    "landmarks.reduce": {"part": (function, lambda b: (1.0,)), "blocks": (endless, range(2))},
    "landmarks.check_ridge": {
        "fit": (thing, RIDGE_OF_BLOCKS),
        "X": (rows_of_width, X),
        "y": (vector_of_length, TARGETS),
    },
    "landmarks.fit_c_means": {"start": (rows_of_width, X[[0, 7]])},
    "landmarks.fit_classifier": {"classes": (several, (-1.0, 1.0))},
    "landmarks.fit_density": {"at": (matrix, NEW)},
    "landmarks.fit_pca": {"n_components": (count, 2)},
    "logistic.lowest_loss": {
        "models": (anything, [logistic.KernelLogisticRegression(RBF(0.5))]),
        "y": (any_labels, CLASSES),
    },
    "logistic.newton_steps": {"tol": (not_negative, 0.0), "max_iter": (whole, 3)},
    "logistic.sgd_steps": {"lam": (not_negative, 0.0), "K": (array, K)},
    "logistic.scores_at": {"solution": (thing, FIT["logistic"])},
    "logistic.scores_on_grid": {"intercept": (number, 0.0)},
    "sequences.all_alignments": {"p": (bounded_count, 2), "q": (bounded_count, 3)},
    "ball.decision_function": {"K_xx": (anything, None)},
    "svdd.decision_function": {"K_xx": (anything, None)},
    "svdd.plain_svdd": {"y": (signs_or_one_class, SIGNS)},
    "svdd.certify": {"y": (signs_or_one_class, SIGNS), "alpha": (vector_of_length, np.ones(12))},
    "svm.certify": {"alpha": (vector_of_length, np.ones(12))},
    "svm.solve_regression": {"y": (vector_of_length, TARGETS), "C": (positive, 1.0)},
    "ball.certify": {"alpha": (vector_of_length, np.full(12, 1 / 12))},
    "pca.certify": {"eigenvalues": (vector, np.ones(2)), "alpha": (array, np.ones((12, 2)))},
    "ridge.certify": {"alpha": (vector_of_length, np.zeros(12)), "b": (number, 0.0)},
    "ridge.certify_ridge": {"beta": (vector_of_length, np.zeros(2)), "path": (anything, "plain")},
    "cmeans.certify": {"steps": (several, c_means_steps(X, X[[0, 7]]))},
    "kernel_cmeans.certify": {"steps": (several, kernel_c_means_steps(K, CLASSES))},
    "fisher.certify": {"steps": (several, list(fisher.em_steps(X, np.eye(2)[CLASSES])))},
    "svdd.solve_dual": {"y": (signs_or_one_class, SIGNS)},
    "kernels.Scaled": {"factor": (not_negative, 2.0)},
}

# What methods are called on: of results that only solvers make, of data, of kernels.
INSTANCES = {
    datasets.Dataset: datasets.usps().test.rows(slice(5)),
    datasets.SequenceData: datasets.country_names(),
    datasets.ShiftedDigits: datasets.ShiftedDigits(1),
    datasets.Table: datasets.table("usps_nu"),
    denoising.LearnedPreImage: denoising.learn(KPCA.solution_.projections, X),
    fisher.DiagonalMixture: MIXTURE,
    logistic.LogisticSolution: FIT["logistic"],
    pca.KernelPCASolution: KPCA.solution_,
    pca.PCASolution: pca.principal_axes(X),
    ridge.RidgeSolution: ridge.solve_ridge(X, TARGETS, 0.5),
    ridge.KernelRidgeSolution: ridge.solve_dual(K, TARGETS, 0.5),
    landmarks.LandmarkRidge: RIDGE_OF_BLOCKS,
    landmarks.LandmarkMap: LANDMARKS,
    landmarks.FourierMap: landmarks.fourier_map(RBF(0.5), 2, 3),
    landmarks.LandmarkPCA: landmarks.fit_pca(LANDMARKS, lambda b: X[b::2], range(2), 2),
    landmarks.LandmarkCMeans: landmarks.fit_c_means(LANDMARKS, lambda b: X[b::2], range(2), X[[0, 7]]),
    landmarks.LandmarkClassifier: landmarks.fit_classifier(LANDMARKS, signed_rows, range(2), (-1, 1), 0.5),
    landmarks.BlockBall: landmarks.fit_ball(RBF(0.5), lambda b: X[b::2], range(2), 0.5),
}
# Other classifiers are taught two classes.
TARGET_OF = {"KernelRidge": TARGETS, "TwoClassSVDD": SIGNS, "DualPerceptron": CLASSES}

# Checked by what they hand on to, on points that are checked: what every kernel promises its solvers.
FOR_SOLVERS = ("evaluate", "provide_gram", "count_features", "as_points", "two_sets", "points")
FOR_SCIKIT_LEARN = ("get_params", "set_params")


@dataclasses.dataclass(frozen=True)
class Door:
    """A public callable; its parameters are, by name, kind, good value, and whether None is the default."""

    name: str
    call: object
    parameters: dict
    required: tuple

    def good(self):
        return {name: self.parameters[name][1] for name in self.required}

    def bad(self):
        """Yield (parameter, what is wrong, value)."""
        for name, (kind, good, may_be_none) in self.parameters.items():
            bad = kind(good)
            yield from ((name, what, value) for what, value in bad.items())
            if bad and not may_be_none and kind not in OR_NONE:
                yield name, "None", None


class UnknownParameter(LookupError):
    """A parameter whose name says nothing yet: enter it in `PARAMETERS` or `OF_DOOR`."""


def make_door(name, call, signature, of=None):
    room = name.split(".")[0]
    grid = ON_GRID if name.endswith("on_grid") else {}
    known = PARAMETERS | OF_ROOM.get(room, {}) | grid | OF_DOOR.get(name, {}) | (of or {})
    parameters, required = {}, []
    for parameter in signature.parameters.values():
        if parameter.name == "self" or parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if parameter.name not in known:
            raise UnknownParameter(f"{name}: {parameter.name}")
        parameters[parameter.name] = (*known[parameter.name], parameter.default is None)
        if parameter.default is parameter.empty:
            required.append(parameter.name)
    first = [p.name for p in signature.parameters.values() if p.kind is p.POSITIONAL_ONLY]

    def call_by_name(**values):
        positional = [values.pop(name) for name in first]  # before the others are handed on
        return call(*positional, **values)

    return Door(name, call_by_name, parameters, tuple(required))


def is_equation(function):
    keyed = {f for equation in course_equations.catalogue().values() for f in equation.functions}
    return function.__module__.endswith(".equations") or function in keyed


def methods_of(cls, base=object):
    for name, method in inspect.getmembers(cls, inspect.isroutine):
        private = name.startswith("_") and name not in ("__call__", "__getitem__")
        if private or name.startswith(FOR_SOLVERS + FOR_SCIKIT_LEARN) or not hasattr(method, "__code__"):
            continue
        if (
            method.__module__.startswith(("kernelsy19", "kernelcourse"))
            and method.__code__.co_argcount + method.__code__.co_kwonlyargcount > 1
        ):
            yield name, method


def estimator_doors(name, cls):
    y = TARGET_OF.get(cls.__name__, CLASSES)
    wants_y = inspect.signature(cls.fit).parameters["y"].default is inspect.Parameter.empty
    data = (X, y) if wants_y else (X,)
    of = {"y": (signs if wants_y else anything, y), "tol": (positive, 1e-6)}
    of["random_state"] = whole_or_none, 0  # scikit-learn's None is 0
    if cls.__name__ == "KernelRidge":
        of["y"] = vector_of_length, TARGETS
    elif wants_y:
        of["y"] = any_labels, y
    if cls.__name__ == "TwoClassSVDD":  # a pair is a price for each class
        of["C"] = but(positive, "list", triple=[1.0, 2.0, 3.0]), 0.5
    if cls.__module__.startswith("kernelsy19.landmarks"):  # more landmarks than points are as many
        of |= {"n_components": (count, 3)}
    extra = {"target": (word, 1), "class_weight": (word, "balanced"), "n_sample": (bounded_count, 6)}
    of["sample_weight"] = vector_of_length, np.ones(12)
    constructor = inspect.signature(cls)
    if cls.__name__ == "RandomFourierFeatures":
        extra["kernel"] = rbf, RBF(0.5)
    yield make_door(name, lambda **options: cls(**options).fit(*data), constructor, of | extra)
    fitted = cls().fit(*data) if cls.__name__ != "TwoClassSVDD" else cls(C=0.5).fit(*data)
    for method, function in methods_of(cls):
        if method == "set_params":
            continue
        rows = matrix if method.startswith("fit") else rows_of_width
        own = of | {"X": (rows, X), "K_xx": (anything, None)}
        fresh = (lambda m: lambda **options: getattr(cls(), m)(**options))(method)
        bound = fresh if method.startswith("fit") else getattr(fitted, method)
        yield make_door(f"{name}.{method}", bound, inspect.signature(function), own)


@functools.cache
def doors():
    """Find all doors."""
    found = []
    modules = [*(chapter.room for chapter in rooms() if chapter.in_library), "datasets", "kernels.geometry"]
    for module_name in modules:
        module = importlib.import_module(f"kernelsy19.{module_name}")
        names = [
            n
            for n, v in inspect.getmembers(module)
            # A room hands on what its files define; a file has what it defines itself.
            if (hasattr(module, "__path__") or getattr(v, "__module__", "") == module.__name__)
            and n[0] != "_"
            and not inspect.ismodule(v)
        ]
        for public in names:
            value, name = getattr(module, public), f"{module_name}.{public}"
            if inspect.isclass(value):
                found += class_doors(name, value)
            elif callable(value) and public not in LENT and not is_equation(value):
                found.append(make_door(name, value, inspect.signature(value)))
    return {door.name: door for door in found if door.parameters}


def class_doors(name, cls):
    if issubclass(cls, Exception):
        return
    if issubclass(cls, BaseEstimator):
        yield from estimator_doors(name, cls)
        return
    if "__post_init__" in dir(cls):
        yield make_door(name, cls, inspect.signature(cls))
    if issubclass(cls, Kernel) and cls is not Kernel and name != "kernels.RBF":
        return
    default = kernels.Polynomial(2) if cls is Kernel else RBF(0.5) if cls is RBF else None
    instance = INSTANCES.get(cls, default)
    for method, _function in methods_of(cls):
        if cls is RBF and method not in ("from_width", "width"):
            continue
        if instance is None:
            raise UnknownParameter(f"{name} needs an instance to call {method} on")
        bound = getattr(instance, method)
        yield make_door(f"{name}.{method}", bound, inspect.signature(bound))
