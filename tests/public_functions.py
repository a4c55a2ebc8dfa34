"""The doors of the package: every public callable, found by looking, with one good call of each and what is bad for it.

What a parameter is, its name says, since a name has one meaning: `PARAMETERS` gives for each name a kind and a good
value. Where a door means something else, `OF_DOOR` says so. A new function is found by itself; a parameter whose name
is new has to be entered here.
"""

import dataclasses
import functools
import importlib
import inspect
from pathlib import Path

import distributed
import numpy as np
import scipy.sparse
from sklearn.base import BaseEstimator

import kernelcourse
from kernelcourse import equations as course_equations
from kernelcourse.desk.contents import rooms
from kernelcourse.kernels import notations
from kernelcourse.one_class import experiments as one_class_experiments
from kernelsy19 import (
    ball,
    datasets,
    denoising,
    fisher,
    kernels,
    landmarks,
    logistic,
    pca,
    ridge,
    svdd,
    svm,
)
from kernelsy19.cmeans import c_means_steps
from kernelsy19.kernel_cmeans import kernel_c_means, kernel_c_means_steps
from kernelsy19.kernels import RBF, Kernel
from kernelsy19.sequences import ExpDTW, GlobalAlignment, plain_dtw
from kernelsy19.svm import SupportVectorClassifier

# Modules beside the rooms' own lists that chapters import from.
ROOMS_WITH_EXPERIMENTS = (
    *(
        "kernels",
        "density",
        "ball",
        "one_class",
        "kernel_cmeans",
        "pca_at_work",
        "denoising",
        "sequences",
        "fisher",
    ),
)
OF_THE_COURSE = (*(f"{room}.experiments" for room in ROOMS_WITH_EXPERIMENTS), "kernels.notations")
# Of these experiments, what a reader calls with data of their own; the rest is for the tables of chapter 15.
OF_FISHER = {"accuracies", "by_machine", "draw_labeled", "fisher_machines", "scaled", "with_few_labels"}
MORE_MODULES = ("kernels.geometry", *OF_THE_COURSE)

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
ON_SPHERE = np.column_stack([X, np.ones(12)]) / np.sqrt((X**2).sum(axis=1) + 1)[:, None]
MIXTURE = fisher.DiagonalMixture([0.5, 0.5], [[0.0, 0.0], [3.0, 3.0]], np.ones((2, 2)))


# ---- kinds of arguments: from a good value, bad ones by name ---------------------------------------------------------

SCALARS = {"text": "one", "complex": 1 + 2j, "None": None, "list": [1.0, 2.0], "True": True, "dict": {}}


def number(good):
    return SCALARS | {"NaN": np.nan, "infinite": np.inf}


def positive(good):
    return number(good) | {"zero": 0.0, "negative": -1.0, "huge": 10**400, "vanishing": 10.0**-400}


def positive_or_infinite(good):
    return {name: bad for name, bad in positive(good).items() if name != "infinite"}


def not_negative(good):
    return {name: bad for name, bad in positive(good).items() if name not in ("zero", "vanishing")}


def share(good):
    return positive(good) | {"above one": 1.5}


def open_share(good):
    return share(good) | {"one": 1.0}


def half_open_share(good):
    return not_negative(good) | {"one": 1.0, "above one": 1.5}


def count(good):
    return SCALARS | {
        "NaN": np.nan,
        "infinite": np.inf,
        "zero": 0,
        "negative": -1,
        "a half": 2.5,
        "huge": 10**400,
    }


def bounded_count(good):
    return count(good) | {"beyond": 10**6}


def bounded_count_or_none(good):
    return {name: bad for name, bad in bounded_count(good).items() if name != "None"}


def width(good):
    return {name: bad for name, bad in positive(good).items() if name != "list"}


def levels(good):
    return {name: bad for name, bad in count(good).items() if name != "list"}


def whole(good):
    return {name: bad for name, bad in count(good).items() if name != "zero"}


def step_to_a_side(good):
    return {name: bad for name, bad in whole(good).items() if name != "negative"} | {"beyond": 10}


def seed(good):
    return {name: bad for name, bad in whole(good).items() if name != "huge"}


def seed_or_none(good):
    return {name: bad for name, bad in seed(good).items() if name != "None"}


def flag(good):
    return {"text": "no", "one": 1, "zero": 0, "None": None, "array": np.array([True, False]), "complex": 1j}


def word(good):
    return {
        "unknown": "nothing of the kind",
        "number": 3,
        "None": None,
        "list": [good],
        "array": np.ones(2),
        "True": True,
    }


def part(good):
    return {name: bad for name, bad in word(good).items() if name != "list"}


def text(good):
    return {"number": 3, "bytes": b"text", "list": ["a"], "None": None, "array": np.ones(2), "True": True}


def texts(good):
    return {"number": 3, "text": "ab", "numbers": [1, 2], "None": None, "array": np.ones(2), "True": True}


def function(good):
    return {"number": 3, "text": "f", "None": None, "array": np.ones((2, 2)), "list": []}


def kernel(good):
    return function(good) | {"class": RBF, "complex": 1j}


def rbf(good):
    return kernel(good) | {"another": kernels.Linear()}


def thing(good):
    """An object of a class of the package."""
    return {"number": 3, "text": "s", "None": None, "array": np.ones((2, 2)), "class": type(good), "list": []}


def foreign(good):
    """What no conversion to an array of numbers may pass."""
    good = np.asarray(good, dtype=float)
    masked = np.ma.masked_array(good, mask=np.arange(good.size).reshape(good.shape) == 0)
    as_text = good.astype(str).astype(object)
    return {"masked": masked, "numbers as text": as_text, "words": good.astype(str)}


def spoilt(good, value):
    bad = np.array(good, dtype=type(value) if isinstance(value, complex) else float)
    bad.flat[0] = value
    return bad


def array(good):
    good = np.asarray(good)
    bad = {
        "NaN": spoilt(good, np.nan),
        "infinite": spoilt(good, np.inf),
        "complex": spoilt(good, 1j),
        "text": "points",
    }
    return (
        bad
        | foreign(good)
        | {"ragged": [[1.0, 2.0], [3.0]], "dict": {}, "deep": good[None, None], "None": None}
    )


def array_of_any_shape(good):
    return {name: bad for name, bad in array(good).items() if name != "deep"}


def vector(good):
    return array(good) | {"matrix": np.outer(good, [1.0, 2.0]), "number": 1.0}


def vector_of_length(good):
    return vector(good) | {"short": np.asarray(good)[:-1], "empty": []}


def matrix(good):
    good = np.asarray(good)
    bad = array(good) | {
        "vector": good[0],
        "number": 1.0,
        "no rows": good[:0],
        "no columns": good[:, :0],
        "empty": [],
    }
    return bad | {"sparse": scipy.sparse.csr_array(good)}


def rows_of_width(good):
    return matrix(good) | {"narrow": np.asarray(good)[:, :-1]} if np.shape(good)[1] > 1 else matrix(good)


def matrix_of_shape(good):
    return rows_of_width(good) | {"few rows": np.asarray(good)[:-1]}


def matrix_of_shape_or_vector(good):
    """A row for each point, or one vector for all."""
    return {name: bad for name, bad in matrix_of_shape(good).items() if name != "vector"}


def matrix_of_rows(good):
    return matrix(good) | {"few rows": np.asarray(good)[:-1]}


def gram(good):
    lopsided = np.array(good, dtype=float)
    lopsided[0, 1] += 1
    return matrix(good) | {"not square": np.asarray(good)[:-1], "not symmetric": lopsided}


def square(good):
    return matrix(good) | {"not square": np.asarray(good)[:-1]}


def psd(good):
    return gram(good) | {"not PSD": -np.asarray(good)}


def words_of_points(good):
    return {
        "numbers": np.arange(len(good)),
        "unknown": ["far"] * len(good),
        "short": good[:-1],
        "empty": [],
        "number": 3,
    }


def signs(good):
    return vector_of_length(good) | {"one class": np.ones(len(good)), "others": np.arange(len(good))}


def indices(good):
    return {name: bad for name, bad in labels(good).items() if name not in ("short", "empty")}


def signs_or_one_class(good):
    return {name: bad for name, bad in signs(good).items() if name != "one class"}


def labels(good):
    good = np.asarray(good)
    bad = {
        "negative": good - 5,
        "halves": good + 0.5,
        "short": good[:-1],
        "matrix": good[None],
        "words": ["a"] * len(good),
    }
    return bad | {
        "None": None,
        "number": 1,
        "ragged": [[1], [1, 2]],
        "complex": good + 1j,
        "empty": [],
        "text": "labels",
    }


def any_labels(good):
    bad = labels(good)
    return {name: bad[name] for name in ("matrix", "number", "ragged", "empty")}


def two_labels(good):
    return any_labels(good) | {"one class": np.ones(len(good)), "three classes": np.arange(len(good)) % 3}


def points_of_plane(good):
    return {name: bad for name, bad in matrix(X).items() if name != "sparse"} | {
        "three columns": np.ones((4, 3))
    }


def sequences(good):
    return {
        "number": 3,
        "text": "abc",
        "None": None,
        "empty": [],
        "NaN": [[np.nan, 1.0]],
        "deep": [np.ones((2, 2, 2))],
        "two dimensions": [np.ones((3, 2)), np.ones((3, 1))],
        "complex": [[1j, 2]],
        "words": [["a", "b"]],
    }


def sequence(good):
    return {
        "number": 3,
        "text": "abc",
        "None": None,
        "empty": [],
        "NaN": [np.nan, 1.0],
        "deep": np.ones((2, 2, 2)),
        "complex": [1j, 2],
        "ragged": [[1.0], [2.0, 3.0]],
        "words": ["a", "b"],
    }


def panels(good):
    return {"number": 3, "text": "abc", "None": None, "empty": {}, "list": [1, 2], "numbers": {"a": 3}}


def several(good):
    """A sequence of things."""
    return {"number": 3, "None": None, "empty": [], "text": "abc", "numbers": [3, 4.5, None]}


def anything_listed(good):
    return {"number": 3, "None": None, "empty": [], "text": "abc"}


def endless(good):
    return {name: bad for name, bad in anything_listed(good).items() if name != "empty"}


def anything(good):
    """Nothing is bad: `y` that scikit-learn's pipelines pass and nobody reads, or keywords for others."""
    return {}


# ---- what each name means ------------------------------------------------------------------------------------------

FIT = {
    "ball": ball.solve_dual(K, 0.3),
    "svdd": svdd.solve_dual(K, SIGNS, 0.5),
    "svm": svm.solve_dual(K, SIGNS),
    "logistic": logistic.solve_logistic(K, CLASSES, 0.5),
    "kernel c-means": kernel_c_means(K, 2),
}
LANDMARKS = landmarks.landmark_map(RBF(0.5), X[::3])
RIDGE_OF_BLOCKS = landmarks.fit_ridge(LANDMARKS, lambda b: (X[b::2], TARGETS[b::2]), range(2), 0.5)
KPCA = pca.KernelPCA(RBF(0.5), 2).fit(X)
COMPARED = one_class_experiments.compare(
    {
        "moons": datasets.Dataset(
            name="m",
            X=X,
            y=CLASSES,
            feature_names=("a", "b"),
            units=("", ""),
            description="",
            source="",
            citation="",
            license_note="",
            target_names=("in", "out"),
        )
    },
    {"ball": lambda data: ball.MinimumVolumeBall()},
    size=5,
)

PARAMETERS = {
    "X": (matrix, X),
    "X_new": (rows_of_width, NEW),
    "X0": (rows_of_width, NEW),
    "K": (gram, K),
    "Q": (gram, K),
    "K_xs": (rows_of_width, K[:3]),
    "K_new": (rows_of_width, K[:3]),
    "V": (rows_of_width, X[[0, 7]]),
    "Y": (rows_of_width, NEW),
    "Z": (matrix, X),
    "y": (signs, SIGNS),
    "labels": (labels, CLASSES),
    "k": (kernel, RBF(0.5)),
    "kernel": (kernel, RBF(0.5)),
    "kernels": (several, [RBF(0.5), RBF(1.0)]),
    "nu": (share, 0.3),
    "C": (positive, 1.0),
    "gamma": (positive, 0.5),
    "lam": (positive, 0.5),
    "tol": (positive, 1e-6),
    "lams": (vector, np.array([0.1, 1.0])),
    "degree": (count, 2),
    "offset": (not_negative, 1.0),
    "max_iter": (count, 1000),
    "max_passes": (count, 50),
    "max_restarts": (whole, 2),
    "n_steps": (whole, 3),
    "epochs": (whole, 2),
    "step": (positive, 0.1),
    "n_clusters": (bounded_count, 2),
    "n_starts": (count, 3),
    "n_components": (bounded_count, 2),
    "n_sample": (bounded_count, 6),
    "n_samples": (count, 3),
    "n": (count, 20),
    "m": (count, 3),
    "p": (count, 2),
    "n_draws": (count, 2),
    "per_class": (bounded_count, 2),
    "n_blocks": (count, 3),
    "n_folds": (bounded_count, 2),
    "size": (count, 4),
    "n_terms": (bounded_count, 3),
    "order": (whole, 4),
    "rng": (seed, 0),
    "seed": (seed, 0),
    "random_state": (seed, 0),
    "init": (word, "points"),
    "center": (flag, True),
    "constant": (flag, True),
    "exchange": (flag, False),
    "intercept": (flag, True),
    "orthogonal": (flag, False),
    "squared": (flag, False),
    "per_step": (flag, False),
    "unit_length": (flag, False),
    "log": (flag, False),
    "markers": (flag, False),
    "solver": (word, "auto"),
    "rule": (word, "greedy"),
    "loss": (word, "logistic"),
    "method": (word, "ridge"),
    "way": (word, "dual"),
    "window": (word, "gaussian"),
    "shape": (word, "scalar"),
    "information": (word, "closed"),
    "bandwidth": (positive, 0.5),
    "reject_share": (half_open_share, 0.1),
    "shares": (open_share, 0.5),
    "K_xx": (vector_of_length, np.ones(3)),
    "weights": (vector_of_length, np.ones(12)),
    "x": (vector, np.arange(3.0)),
    "start": (vector_of_length, np.full(12, 1 / 12)),
    "upper": (positive, 0.5),
    "theta": (vector_of_length, np.ones(12)),
    "squared_distances": (vector, np.arange(12.0)),
    "W": (matrix_of_shape, K[:3]),
    "points": (rows_of_width, NEW),
    "ridge": (positive, 0.1),
    "options": (anything, {}),
    "sigma": (positive, 1.0),
    "t": (positive, 1.0),
    "root": (positive, 2.0),
    "factor": (open_share, 0.5),
    "noise": (not_negative, 0.1),
    "cycles": (positive, 1.0),
    "exponent": (count, 2),
    "value": (not_negative, 1.0),
    "left": (kernel, RBF()),
    "right": (kernel, RBF()),
    "function": (function, lambda A: A[:, 0]),
    "source": (function, lambda b: (X[b::2], SIGNS[b::2])),
    "blocks": (anything_listed, range(2)),
    "executor": (anything, None),
    "follow": (anything, None),
    "features": (texts, ("a", "b")),
    "mixture": (thing, MIXTURE),
    "parts": (part, "means"),
    "model": (thing, KPCA),
    "deep": (flag, True),
    "solution": (thing, FIT["ball"]),
    "name": (word, "usps_nu"),
    "title": (text, "t"),
    "alt": (text, "what it shows"),
    "xlabel": (text, "x"),
    "ylabel": (text, "y"),
    "label": (text, "l"),
    "unit": (text, "s"),
    "names": (texts, ("a", "b")),
    "data": (points_of_plane, X),
    "columns": (count, 2),
    "panels": (panels, {}),
    "level": (number, 0.0),
    "reach": (positive, 2.0),
    "background": (number, -1.0),
    "sd": (positive, 1.0),
    "R2": (number, 0.5),
    "bound": (positive, 0.3),
    "kinds": (words_of_points, KINDS),
    "lowest": (positive, 1e-9),
}

# In a room, a name may mean something of its own; at a door as well.
OF_ROOM = {
    "logistic": {"y": (signs, CLASSES), "Y": (matrix, CLASSES[:, None]), "intercept": (flag, False)},
    "ridge": {"y": (vector_of_length, TARGETS)},
    "cmeans": {"y": (labels, CLASSES)},
    "landmarks": {"features": (thing, LANDMARKS)},
    "fisher": {"y": (any_labels, CLASSES), "k": (bounded_count, 2), "names": (anything, ())},
    "kernel_cmeans": {"solution": (thing, FIT["kernel c-means"])},
    "svm": {"solution": (thing, FIT["svm"]), "C": (positive_or_infinite, 1.0)},
    "svdd": {"solution": (thing, FIT["svdd"]), "C": (positive, 0.5)},
    "sequences": {
        "X": (sequences, SEQUENCES),
        "Y": (sequences, SEQUENCES),
        "x": (sequence, X[:4]),
        "y": (sequence, X[3:9]),
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
X_AND_Y = {"x": (vector, np.arange(3.0)), "y": (vector, np.arange(2.0))}
SUM = lambda A: A.sum(axis=1)  # noqa: E731
MINE = datasets.moons(12)
OF_FIGURES = {
    "ball.figures.ball_with_slack": {"c": (vector_of_length, np.zeros(2)), "R2": (positive, 1.0)},
    "ball.figures.circles_around": {"circles": (panels, {"a": (np.zeros(2), 1.0)})},
    "ball.figures.slack_and_weight": {
        "distances": (vector, np.arange(12.0)),
        "alpha": (vector_of_length, np.arange(12.0) / 66),
    },
    "density.figures.bumps": {
        "sample": (vector, np.arange(4.0)),
        "bandwidths": (panels, {"gaussian": 0.5, "hypercube": 1.0}),
        "xlabel": (text, "x"),
    },
    "density.figures.density_regions": {
        "levels": (vector_of_length, np.array([-1.0, 0.0])),
        "shares": (vector, np.array([0.9, 0.5])),
    },
    "denoising.figures.off_the_curve": {
        "curve": (rows_of_width, X),
        "ends": (rows_of_width, X[[0, 7]]),
        "nearest": (vector_of_length, X[1]),
        "features": (texts, ("a", "b")),
    },
    "denoising.figures.valley": {
        "function": (function, SUM),
        "path": (rows_of_width, NEW),
        "value": (text, "ρ"),
    },
    "denoising.figures.what_becomes": {
        "starts": (rows_of_width, X),
        "fates": (labels, CLASSES),
        "noisy": (rows_of_width, NEW[:1]),
        "best": (rows_of_width, NEW[:1]),
    },
    "denoising.figures.digit_rows": {"rows": (panels, {"a": np.ones((2, 256))})},
    "denoising.figures.moves": {"start": (rows_of_width, NEW), "panels": (panels, {"a": NEW + 1})},
    "kernels.figures.gram_matrix": {"K": (square, K), "y": (any_labels, CLASSES), "value": (text, "K")},
    "kernels.figures.kernel_values": {"kernels": (kernel, RBF()), "center": (vector_of_length, np.ones(2))},
    "kernels.figures.nearer_than_half": {"kernels": (panels, {"a": RBF(0.5)})},
    "kernels.figures.two_means": {"data": (points_of_plane, MINE), "y": (any_labels, CLASSES)},
    "kernels.figures.spectrum": {"eigenvalues": (vector, np.ones(3))},
    "kernels.figures.feature_planes": {
        "transform": (function, lambda A: A**2),
        "line": (anything, None),
        "y": (any_labels, CLASSES),
        "transformed": (texts, ("a", "b")),
    },
    "kernels.figures.lift": {
        "transform": (function, lambda A: np.column_stack([A, A[:, 0] ** 2])),
        "plane": (anything, None),
        "y": (any_labels, CLASSES),
        "transformed": (texts, ("a", "b", "c")),
        "view": (vector_of_length, (18.0, -60.0)),
    },
    "one_class.figures.cap_and_plane": {
        "points": (rows_of_width, ON_SPHERE),
        "c": (vector_of_length, np.array([0.0, 0.0, 0.5])),
        "R2": (positive, 0.5),
    },
    "one_class.figures.balls": {"panels": (panels, {"a": (KINDS, SUM)})},
    "one_class.figures.detectors": {"comparison": (thing, COMPARED)},
    "one_class.figures.shares": {
        "nu": (vector, np.array([0.1, 0.5])),
        "outliers": (vector_of_length, np.array([0.1, 0.4])),
        "support_vectors": (vector_of_length, np.array([0.2, 0.6])),
    },
    "pca.figures.level_lines": {"ways": (panels, {"a": lambda A: A}), "n_components": (count, 2)},
    "pca.figures.shadows": {"angles": (vector, np.array([0.0, 30.0]))},
    "pca.figures.arrows_along_axes": {
        "components": (rows_of_width, np.eye(2)),
        "variances": (vector_of_length, np.ones(2)),
    },
    "pca.figures.tip_to_tail": {"alpha": (vector_of_length, np.ones(12))},
    "pca.figures.extractor": {
        "x": (array, np.ones((3, 3))),
        "points": (array, np.ones((4, 3, 3))),
        "values": (vector_of_length, np.ones(4)),
        "weights": (matrix, np.ones((4, 2))),
    },
    "pca_at_work.figures.scatters": {"panels": (panels, {"a": X}), "y": (any_labels, CLASSES)},
    "pca_at_work.figures.pairs": {"y": (any_labels, CLASSES)},
    "pca_at_work.figures.component_panels": {
        "models": (panels, {"a": KPCA}),
        "n_components": (count, 2),
        "first": (count, 1),
    },
    "pca_at_work.experiments.best_threshold": {"z": (vector, np.arange(12.0)), "y": (labels, CLASSES)},
    "pca_at_work.experiments.told_apart": {"y": (labels, CLASSES), "n_components": (count, 2)},
    "pca_at_work.experiments.parity": {"transform": (function, lambda A: A), "X": (matrix, X)},
    "pca_at_work.experiments.cut_shares": {
        "y": (labels, CLASSES),
        "X_new": (rows_of_width, NEW),
        "y_new": (labels, CLASSES[[0, 0, 7]]),
        "n_components": (bounded_count_or_none, 2),
    },
    "pca_at_work.experiments.components_needed": {
        "shares": (vector, np.linspace(0.5, 1, 4)),
        "least": (share, 0.9),
    },
    "pca_at_work.experiments.svm_error": {
        "y": (any_labels, CLASSES),
        "Z_new": (rows_of_width, NEW),
        "y_new": (any_labels, CLASSES[[0, 0, 7]]),
        "C": (positive, 1.0),
    },
    "pca_at_work.experiments.straight_cuts": {
        "y": (labels, CLASSES),
        "Z_new": (rows_of_width, NEW),
        "y_new": (labels, CLASSES[[0, 0, 7]]),
    },
    "pca_at_work.experiments.mean_over_splits": {
        "values": (vector, np.arange(3.0)),
        "n_train": (count, 20),
        "n_test": (count, 5),
    },
    "pca_at_work.figures.compare_tables": {
        "ours": (anything, np.ones((2, 2))),
        "published": (anything, np.ones((2, 2))),
        "rows": (vector, np.arange(2.0)),
        "columns": (vector, np.arange(2.0)),
        "limits": (vector_of_length, (0.7, 1.3)),
        "axes_names": (texts, ("r", "c")),
    },
    "cmeans.figures.spokes": {"panels": (panels, {"a": (CLASSES, X[:2])})},
    "kernel_cmeans.figures.outcomes": {
        "y": (vector_of_length, np.arange(3.0)),
        "lines": (anything, {"a": 1.0}),
    },
    "svdd.figures.two_class_balls": {"panels": (panels, {"a": (FIT["svdd"], SUM)})},
    "svdd.figures.balls_of_several_sets": {"panels": (panels, {"a": (X, FIT["svdd"], SUM)})},
    "svdd.figures.ball_and_wrong_sides": {
        "y": (signs_or_one_class, SIGNS),
        "c": (vector_of_length, np.ones(2)),
        "R2": (positive, 0.5),
    },
    "svdd.figures.allowed_centers": {
        "y": (signs_or_one_class, SIGNS),
        "rho": (number, 0.5),
        "size": (bounded_count, 30),
    },
    "svdd.figures.accuracies": {"rows": (panels, {"a": (np.array([80.0, 90.0]), 85.0)})},
    "ridge.figures.sums_of_kernel_functions": {
        "panels": (panels, {"a": (RBF(), X[:3, 0], np.ones(3))}),
        "at": (vector, np.arange(3.0)),
        "norms": (flag, True),
    },
    "ridge.figures.fits": {
        "functions": (panels, {"a": lambda A: A[:, 0]}),
        "beyond": (not_negative, 0.1),
        "data": (thing, MINE),
    },
    "ridge.figures.one_left_out": {
        "i": (whole, 3),
        "whole": (function, lambda A: A[:, 0]),
        "without": (function, lambda A: A[:, 0] + 1),
        "data": (thing, MINE),
    },
    "ridge.figures.shrunk_modes": {
        "x": (vector, np.arange(12.0)),
        "vectors": (matrix, K[:, :6]),
        "shares": (vector, np.linspace(1, 0.1, 6)),
    },
    "ridge.figures.error_map": {
        "grid": (thing, ridge.loo_grid([RBF(0.5), RBF(1.0)], X, TARGETS, [0.1, 1.0]))
    },
    "logistic.figures.probabilities": {
        "data": (thing, MINE),
        "function": (function, lambda A: np.full(len(A), 0.5)),
    },
    "logistic.figures.probability_panels": {
        "panels": (panels, {"a": (MINE, lambda A: np.full(len(A), 0.5))})
    },
    "logistic.figures.surprise_per_point": {
        "scores": (vector, np.arange(12.0)),
        "y": (vector_of_length, CLASSES),
    },
    "logistic.figures.surprise_and_price": {
        "scores": (vector, np.arange(12.0)),
        "y": (vector_of_length, CLASSES),
    },
    "logistic.figures.curve_panels": {
        "panels": (panels, {"a": (np.arange(3.0), {"b": np.ones(3)}, "c", "d")})
    },
    "logistic.figures.closing_gaps": {"runs": (panels, {"a": np.ones(3)})},
    "logistic.figures.parabolas_and_tangents": {
        "theta": (vector_of_length, np.ones(12)),
        "y": (vector_of_length, CLASSES),
        "at": (vector, np.arange(2.0)),
        "slopes": (vector, np.array([0.2, 0.7])),
    },
    "logistic.figures.accuracy_over_epochs": {
        "curves": (panels, {"a": {"b": (np.arange(1.0, 4.0), np.full(3, 90.0))}}),
        "marked": (anything, None),
    },
    "logistic.figures.accuracy_over_draws": {
        "accuracies": (panels, {"a": np.array([80.0, 90.0])}),
        "published": (anything, None),
    },
    "fisher.figures.moved_bells": {"point": (number, 2.0), "panels": (panels, {"a": (0.3, 1.0)})},
    "fisher.figures.score_arrows": {"panels": (panels, {"a": (X[:2], ("b", "c"))})},
    "fisher.figures.mixtures_over_points": {"panels": (panels, {"a": MIXTURE})},
    "fisher.figures.gram_images": {"kernels": (panels, {"a": RBF()}), "y": (any_labels, CLASSES)},
    "fisher.figures.accuracy_by_labels": {"panels": (panels, {"a": {"b": ([1, 2], np.ones((2, 3)))}})},
    "sequences.figures.warping": {
        "x": (sequence, X[:4, 0]),
        "y": (sequence, X[3:9, 0]),
        "solution": (thing, plain_dtw(X[:4, 0], X[3:9, 0])),
    },
    "sequences.figures.places_in_common": {"x": (text, "banana"), "y": (text, "bandana"), "k": (count, 2)},
    "sequences.figures.partners": {
        "x": (sequence, X[:4, 0]),
        "y": (sequence, X[3:9, 0]),
        "panels": (panels, {"a": (np.array([0, 1, 2, 3]), np.array([0, 1, 2, 5]))}),
    },
    "sequences.figures.products_along": {
        "kappa": (matrix, np.full((2, 3), 0.5)),
        "alignments": (several, [(np.array([0, 1, 1]), np.array([0, 1, 2]))]),
    },
    "sequences.figures.utterances": {"panels": (panels, {"a": X})},
    "sequences.figures.labeled_map": {"y": (any_labels, CLASSES)},
    "landmarks.figures.left_in_plane": {"choices": (panels, {"a": landmarks.choose(K, 3)})},
    "landmarks.figures.left_by_number": {"panels": (panels, {"a": {"b": [0.5, 0.1]}})},
    "landmarks.figures.errors_by_kind": {"errors": (panels, {"a": {"b": 0.5}})},
    "landmarks.figures.shadows_on_landmark": {"z": (vector_of_length, X[0])},
    "landmarks.figures.working_samples": {"rounds": (panels, {"a": (SUM, [0, 1], [2])})},
    "landmarks.figures.picture_of_pass": {"n_blocks": (count, 4), "n_workers": (count, 2)},
    "svm.figures.streets": {"panels": (panels, {"a": (X, FIT["svm"], SUM)})},
    "svm.figures.weights_and_places": {"solution": (thing, FIT["svm"])},
    "svdd.figures.signed_weight_per_point": {"solution": (thing, FIT["svdd"])},
    "svm.figures.lines_tried": {
        "y": (signs, SIGNS),
        "missed": (indices, np.array([0, 5, 0])),
        "lines": (several, [(np.ones(2), 0.0), (np.ones(2), 1.0), (np.ones(2), 2.0)]),
        "closer": (bounded_count, 1),
    },
    "svm.figures.empty_streets": {
        "panels": (panels, {"a": (X + 3 * SIGNS[:, None], SIGNS, [1.0, 1.0], -3.0)})
    },
    "svm.figures.street_with_slack": {"y": (signs, SIGNS), "line": (anything_listed, (np.ones(2), 0.0))},
    "svm.figures.curves_of_price": {
        "prices": (vector, np.arange(1.0, 4.0)),
        "curves": (panels, {"a": np.ones(3)}),
    },
    "svm.figures.errors_by_kernel": {
        "rows": (panels, {"a": [4.0, 5.0]}),
        "variants": (texts, ("a", "b")),
        "published": (anything_listed, {"a": 4.0}),
    },
}
DATASET = {
    "name": (text, "mine"),
    "X": (matrix, X),
    "feature_names": (texts, ("a", "b")),
    "units": (texts, ("", "")),
    "description": (text, ""),
    "source": (text, ""),
    "citation": (text, ""),
    "license_note": (text, ""),
    "y": (anything, None),
    "target_name": (text, ""),
    "target_names": (texts, ()),
    "zero_means_missing": (texts, ("a",)),
    "image_shape": (vector_of_length, (1, 2)),
}
TINY = datasets.SequenceData(
    name="tiny",
    sequences=[X[i % 9 : i % 9 + 3] for i in range(12)],
    y=CLASSES,
    target_name="c",
    target_names=("a", "b"),
    unit="",
    description="",
    source="",
    citation="",
    license_note="",
)
OF_SEQUENCES = {
    "family": (several, [ExpDTW(1.0)]),
    "train": (thing, TINY),
    "test": (thing, TINY),
    "prices": (vector, np.ones(1)),
}
RUNNING = distributed.Client.__new__(distributed.Client)
RUNNING.status, RUNNING.nthreads = "running", lambda: {"w": 1}

OF_READINGS = ANY_Y = {"y": (any_labels, CLASSES)}
OF_DOOR = OF_FIGURES | {
    "ball.decision_on_grid": X_AND_Y,
    "svdd.decision_on_grid": X_AND_Y,
    "svm.decision_on_grid": X_AND_Y,
    "ball.smo_steps": {
        "p": (vector_of_length, np.ones(12)),
        "tol": (not_negative, 0.0),
        "max_iter": (whole, 3),
        "y": (signs_or_one_class, SIGNS),
    },
    "cmeans.elbow": {"n_clusters": (several, [1, 2])},
    "kernel_cmeans.kernel_elbow": {"n_clusters": (several, [1, 2])},
    "datasets.Dataset": DATASET,
    "datasets.SequenceData": DATASET
    | {
        "sequences": (anything, SEQUENCES),
        "y": (labels, np.array([0, 1, 0])),
        "unit": (text, ""),
        "target_names": (texts, ("a", "b")),
    },
    "datasets.Dataset.__getitem__": {"name": (word, "pixel_0_0")},
    "datasets.Dataset.rows": {"selection": (several, [0, 1])},
    "datasets.SequenceData.rows": {"selection": (several, [0, 1])},
    "datasets.ShiftedDigits": {"reach": (whole, 1)},
    "datasets.ShiftedDigits.__call__": {"b": (whole, 0)},
    "datasets.shifted": {
        "images": (array, np.ones((2, 3, 3))),
        "down": (step_to_a_side, 0),
        "right": (step_to_a_side, 0),
    },
    "datasets.Table.__getitem__": {"column": (word, "nu")},
    "datasets.Table.pivot": {name: (word, "nu") for name in ("rows", "columns", "values")},
    "denoising.learn": {"Z": (matrix, KPCA.solution_.projections), "kernel": (kernel, RBF(1.0))},
    "denoising.certify": {"kernel": (kernel, RBF(1.0))},
    "denoising.bends": {"Z": (rows_of_width, NEW)},
    "denoising.experiments.with_noise": {"sigma": (not_negative, 0.5)},
    "denoising.experiments.mean_squared_error": {"restored": (matrix, NEW), "X": (matrix_of_shape, NEW + 1)},
    "denoising.experiments.fates": {
        "w": (vector_of_length, np.full(12, 1 / 12)),
        "starts": (rows_of_width, NEW),
    },
    "denoising.fixed_point_path": {
        "start": (vector_of_length, NEW[0]),
        "w": (vector_of_length, np.full(12, 1 / 12)),
        "steps": (count, 2),
    },
    "denoising.LearnedPreImage.__call__": {"Z": (rows_of_width, KPCA.solution_.projections[:3])},
    "density.amise_gradient": {"H": (psd, np.eye(2)), "Psi": (array, np.ones((2, 2, 2, 2)))},
    "density.gaussian_derivative": {
        "D": (array_of_any_shape, X),
        "r": (several, (1, 1)),
        "g": (positive, 1.0),
    },
    "density.density_on_grid": X_AND_Y,
    "density.ParzenWindow.density_on_grid": X_AND_Y,
    "fisher.experiments.draw_labeled": {"y": (any_labels, CLASSES)},
    "fisher.experiments.with_few_labels": {"labeled": (indices, np.array([0, 7]))},
    "fisher.experiments.accuracies": {"methods": (panels, {"all 0": lambda few: 0 * few})},
    "fisher.change_of_kernels": {
        "J": (matrix, X),
        "I": (gram, np.eye(2)),
        "A": (rows_of_width, np.eye(2)),
    },
    "fisher.divergences_along": {
        "direction": (vector_of_length, np.ones(2)),
        "sizes": (vector, np.array([0.1, 0.2])),
    },
    "fisher.em_steps": {"r": (matrix_of_rows, np.full((12, 2), 0.5))},
    "fisher.gaussian_divergence": {
        "mu": (number, 0.0),
        "sd": (positive, 1.0),
        "mu_new": (array_of_any_shape, 0.0),
        "sd_new": (array_of_any_shape, 1.0),
    },
    "fisher.plain_fisher_gram": {
        "log_density": (function, lambda A, t: -((A - t) ** 2).sum(axis=1)),
        "theta": (vector, np.zeros(2)),
        "drawn": (rows_of_width, X),
    },
    "fisher.DiagonalMixture": {
        "weights": (vector, np.array([0.5, 0.5])),
        "means": (matrix, np.zeros((2, 2))),
        "sds": (matrix, np.ones((2, 2))),
    },
    "kernels.as_kernel": {"kernel": (kernel, RBF()), "name": (anything, "kernel")},
    "kernels.is_precomputed": {"kernel": (anything, RBF())},
    "kernels.pointwise": {"function": (function, lambda x, y: 1.0)},
    "kernels.FunctionKernel": {
        "function": (function, lambda A, B: A @ B.T),
        "points_from": (function, list),
    },
    "kernels.Sigmoid": {"gamma": (number, 1.0), "offset": (number, 0.0)},
    "kernels.RBF.from_width": {"width": (positive, 1.0), "convention": (word, "1/s")},
    "kernels.RBF.width": {"convention": (word, "1/s")},
    "kernels.Kernel.sums_on_grid": {**X_AND_Y, "Y": (rows_of_width, X)},
    "kernels.Kernel.sums": {"Y": (rows_of_width, X), "weights": (array, np.ones(12))},
    "landmarks.n_workers": {"client": (thing, RUNNING)},
    "landmarks.pass_time": {
        "passes": (count, 1),
        "seconds_per_row": (positive, 1.0),
        "workers": (count, 1),
        "groups": (whole, 1),
        "seconds_per_group": (not_negative, 1.0),
        "bytes_per_second": (positive, 1.0),
    },
    "landmarks.reduce": {"part": (function, lambda b: (1.0,)), "blocks": (endless, range(2))},
    "landmarks.check_ridge": {
        "fit": (thing, RIDGE_OF_BLOCKS),
        "X": (rows_of_width, X),
        "y": (vector_of_length, TARGETS),
        "source": (function, lambda b: (X[b::2], TARGETS[b::2])),
    },
    "landmarks.fit_c_means": {"start": (rows_of_width, X[[0, 7]])},
    "landmarks.fit_classifier": {"classes": (several, (-1.0, 1.0))},
    "landmarks.fit_density": {"at": (matrix, NEW)},
    "landmarks.landmark_map": {"Z": (matrix, X[::3])},
    "landmarks.fit_pca": {"n_components": (count, 2)},
    "landmarks.sample_of": {"size": (count, 4)},
    "logistic.lowest_loss": {
        "models": (anything, [logistic.KernelLogisticRegression(RBF(0.5))]),
        "y": (any_labels, CLASSES),
    },
    "logistic.newton_steps": {
        "tol": (not_negative, 0.0),
        "max_iter": (whole, 3),
        "start": (vector_of_length, np.zeros(12)),
    },
    "logistic.sgd_steps": {"lam": (not_negative, 0.0), "K": (array, K)},
    "logistic.scores_at": {"solution": (thing, FIT["logistic"])},
    "logistic.scores_on_grid": {
        **X_AND_Y,
        "intercept": (number, 0.0),
        "theta": (vector_of_length, np.ones(12)),
    },
    "kernel_cmeans.experiments.plain_clusters": {"data": (thing, MINE)},
    "kernel_cmeans.experiments.kernel_clusters": {"data": (thing, MINE)},
    "kernel_cmeans.experiments.spectral_clusters": {"data": (thing, MINE)},
    "kernel_cmeans.experiments.preference": {"data": (thing, MINE), "n_starts": (count, 4)},
    "kernel_cmeans.experiments.ends": {"runs": (several, [FIT["kernel c-means"]]), "y": (labels, CLASSES)},
    "kernel_cmeans.experiments.compare": {
        "sets": (panels, {"moons": MINE}),
        "methods": (panels, {"all 0": lambda data: 0 * data.y}),
        "progress": (anything, None),
    },
    "kernel_cmeans.experiments.best_widths": {
        "sets": (panels, {"moons": MINE}),
        "methods": (panels, {"all 0": lambda data, width: 0 * data.y}),
        "widths": (several, [1.0, 2.0]),
        "progress": (anything, None),
    },
    "one_class.experiments.compare": {
        "sets": (panels, COMPARED.sets),
        "detectors": (panels, {"ball": lambda data: ball.MinimumVolumeBall()}),
        "progress": (anything, None),
    },
    "one_class.experiments.Comparison.region": {"data": (word, "moons"), "detector": (word, "ball")},
    "one_class.experiments.Comparison.errors": {"detector": (word, "ball"), "sets": (texts, ("moons",))},
    "one_class.experiments.shares_by_nu": {"nus": (several, [0.3, 0.5])},
    "one_class.experiments.beside_published": {
        "outliers": (vector_of_length, np.ones(8)),
        "support_vectors": (vector_of_length, np.ones(8)),
    },
    "one_class.experiments.report_detectors": {"share": (open_share, 0.15), "C": (positive, 0.5)},
    "one_class.experiments.ranking": {
        "make": (function, lambda data: ball.MinimumVolumeBall()),
        "data": (thing, MINE),
        "n_splits": (count, 2),
    },
    "pca.PCASolution.reconstruct": {"Z": (matrix, NEW)},
    "sequences.all_alignments": {"p": (bounded_count, 2), "q": (bounded_count, 3)},
    "svdd.values_after_repair": {"K_new": (rows_of_width, K[:3])},
    "kernels.geometry.squared_distance_between_means": {
        "K_a": (gram, K),
        "K_ab": (matrix, K),
        "K_b": (gram, K),
    },
    "kernels.notations.read": {"source": (word, "MSA220"), "kernel": (word, "linear")},
    "kernels.notations.write": {"kernel": (kernel, RBF()), "source": (word, "MSA220")},
    "kernels.notations.table": {"kernel": (word, "rbf")},
    "kernels.notations.Notation.write": {"kernel": (kernel, RBF())},
    "kernels.experiments.best_line": {"y": (two_labels, CLASSES), "n_directions": (count, 8)},
    "kernels.experiments.separating_plane": {"features": (matrix, X), "y": (two_labels, CLASSES)},
    "kernels.experiments.nearest_mean_errors": {
        "kernels": (panels, {"a": RBF(0.5)}),
        "known": (thing, MINE),
        "new": (thing, MINE),
    },
    "density.experiments.try_rule": {"rule": (word, "silverman")},
    "ball.experiments.circle_from_dual": {"p": (vector_of_length, np.ones(12))},
    "ball.experiments.lose_values": {
        "data": (thing, MINE),
        "column": (word, "x1"),
        "share": (half_open_share, 0.2),
    },
    "sequences.experiments.nearest_neighbor": {"D": (matrix, K[:3]), "y": (any_labels, CLASSES)},
    "sequences.experiments.read_by_margin": OF_READINGS,
    "sequences.experiments.read_by_ridge": OF_READINGS | {"K": (psd, K)},
    "sequences.experiments.cross_validated": OF_READINGS,
    "sequences.experiments.folds_of": {"y": (any_labels, CLASSES)},
    "ball.decision_function": {"K_xx": (anything, None)},
    "svdd.decision_function": {"K_xx": (anything, None)},
    "svdd.plain_svdd": {"y": (signs_or_one_class, SIGNS)},
    "svdd.certify": {"y": (signs_or_one_class, SIGNS), "alpha": (vector_of_length, np.ones(12))},
    "svm.certify": {"alpha": (vector_of_length, np.ones(12))},
    "ball.certify": {"alpha": (vector_of_length, np.full(12, 1 / 12))},
    "pca.certify": {"eigenvalues": (vector, np.ones(2)), "alpha": (array, np.ones((12, 2)))},
    "ridge.certify": {"alpha": (vector_of_length, np.zeros(12)), "b": (number, 0.0)},
    "ridge.certify_ridge": {"beta": (vector_of_length, np.zeros(2)), "path": (anything, "plain")},
    "cmeans.certify": {"steps": (several, c_means_steps(X, X[[0, 7]]))},
    "kernel_cmeans.certify": {"steps": (several, kernel_c_means_steps(K, CLASSES))},
    "fisher.certify": {"steps": (several, list(fisher.em_steps(X, np.eye(2)[CLASSES])))},
    "kernels.geometry.require_psd": {"name": (anything, "K")},
    "kernels.geometry.psd_provider": {"name": (anything, "K")},
    "svdd.solve_dual": {"y": (signs_or_one_class, SIGNS)},
    "kernels.Scaled": {"factor": (not_negative, 2.0)},
    "kernels.Kernel.feature_map": {"X": (matrix, X)},
    "sequences.experiments.choose": OF_SEQUENCES,
    "sequences.experiments.distances_to_known": OF_SEQUENCES,
    "sequences.experiments.shares_by_neighbor": OF_SEQUENCES,
    "sequences.experiments.try_out": OF_SEQUENCES | {"kernel": (kernel, ExpDTW(1.0)), "C": (positive, 1.0)},
    "sequences.experiments.left_out_labels": {
        "model": (anything, SupportVectorClassifier(GlobalAlignment(1.0))),
        "data": (thing, TINY),
        "n_folds": (bounded_count, 2),
    },
    "sequences.experiments.share_right": OF_READINGS | {"y_new": (any_labels, CLASSES[:3])},
    "sequences.experiments.like_their_neighbors": {"Z": (matrix, X), "y": (any_labels, CLASSES)},
    "sequences.experiments.in_own_group": {"groups": (any_labels, CLASSES), "y": (any_labels, CLASSES)},
    "drawing.figures.scatter": ANY_Y,
    "drawing.figures.decision": ANY_Y,
    "drawing.figures.contours": ANY_Y
    | {"levels": (levels, 5), "boundary": (number, 0.5), "value": (text, "f")},
    "drawing.figures.curves": {
        "values": (panels, {"a": np.ones(3)}),
        "rug": (vector, np.ones(2)),
        "log": (word, "x"),
        "height": (positive, 3.0),
    },
    "drawing.figures.digits": {
        "images": (array, np.ones((2, 3, 3))),
        "titles": (texts, ("a", "b")),
        "rows": (texts, ("a",)),
    },
    "drawing.figures.partition": {
        "prototypes": (rows_of_width, X[:2]),
        "assign": (function, lambda A: (A[:, 0] > 0).astype(int)),
    },
    "drawing.figures.partitions": {"panels": (panels, {"a": (X, CLASSES)})},
    "drawing.figures.ratios": {
        "names": (texts, ("a", "b")),
        "lows": (vector_of_length, np.array([0.5, 2.0])),
        "means": (vector_of_length, np.array([1.5, 3.0])),
    },
    "drawing.figures.contour_panels": ANY_Y
    | {"panels": (panels, {"a": lambda A: A[:, 0]}), "marked": (vector_of_length, np.zeros(2))},
    "drawing.figures.descent": {"steps": (several, c_means_steps(X, X[[0, 7]]))},
}

# What methods are called on: of results that only solvers make, of data, of kernels.
INSTANCES = {
    notations.Notation: next(n for n in notations.NOTATIONS if n.kernel == "rbf"),
    datasets.Dataset: datasets.usps().test.rows(slice(5)),
    datasets.SequenceData: datasets.country_names(),
    datasets.ShiftedDigits: datasets.ShiftedDigits(1),
    datasets.Table: datasets.table("usps_nu"),
    denoising.LearnedPreImage: denoising.learn(KPCA.solution_.projections, X),
    fisher.DiagonalMixture: MIXTURE,
    logistic.LogisticSolution: FIT["logistic"],
    one_class_experiments.Comparison: COMPARED,
    pca.KernelPCASolution: KPCA.solution_,
    pca.PCASolution: pca.principal_axes(X),
    ridge.RidgeSolution: ridge.solve_ridge(X, TARGETS, 0.5),
    ridge.KernelRidgeSolution: ridge.solve_dual(K, TARGETS, 0.5),
    landmarks.LandmarkRidge: RIDGE_OF_BLOCKS,
    landmarks.LandmarkMap: LANDMARKS,
    landmarks.FourierMap: landmarks.fourier_map(RBF(0.5), 2, 3),
    landmarks.LandmarkPCA: landmarks.fit_pca(LANDMARKS, lambda b: X[b::2], range(2), 2),
    landmarks.LandmarkCMeans: landmarks.fit_c_means(LANDMARKS, lambda b: X[b::2], range(2), X[[0, 7]]),
    landmarks.LandmarkClassifier: landmarks.fit_classifier(
        LANDMARKS, lambda b: (X[b::2], SIGNS[b::2]), range(2), (-1, 1), 0.5
    ),
    landmarks.BlockBall: landmarks.fit_ball(RBF(0.5), lambda b: X[b::2], range(2), 0.5),
}
TARGET_OF = {
    "KernelRidge": TARGETS,
    "TwoClassSVDD": SIGNS,
    "DualPerceptron": CLASSES,
}  # other classifiers: two classes

# Checked by what they hand on to, on points that are checked: what every kernel promises its solvers.
FOR_SOLVERS = (
    "evaluate",
    "provide_gram",
    "count_features",
    "as_points",
    "two_sets",
    "points",
    "get_params",
    "set_params",
)


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
            for what, value in kind(good).items():
                if not (what == "None" and may_be_none):
                    yield name, what, value


class UnknownParameter(LookupError):
    """A parameter whose name says nothing yet: enter it in `PARAMETERS` or `OF_DOOR`."""


def make_door(name, call, signature, of=None):
    room = name.split(".")[0]
    known = (
        PARAMETERS
        | ({} if ".figures." in name else OF_ROOM.get(room, {}))
        | OF_DOOR.get(name, {})
        | (of or {})
    )
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
        if private or name.startswith(FOR_SOLVERS) or not hasattr(method, "__code__"):
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
    if cls.__name__ == "KernelRidge":
        of["y"] = vector_of_length, TARGETS
    elif wants_y:
        of["y"] = any_labels, y
    if cls.__module__.startswith(
        "kernelsy19.landmarks"
    ):  # more landmarks than points are as many; scikit-learn's None is 0
        of |= {"n_components": (count, 3), "random_state": (seed_or_none, 0)}
    extra = {"target": (word, 1), "class_weight": (word, "balanced"), "n_sample": (bounded_count, 6)}
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
    modules = [*(chapter.room for chapter in rooms() if chapter.in_library), "datasets", *MORE_MODULES]
    for folder in ("drawing", *(chapter.room for chapter in rooms())):
        if (Path(kernelcourse.__file__).parent / folder / "figures.py").is_file():
            found += figure_doors(f"{folder}.figures")
    for module_name in modules:
        house = "kernelcourse" if module_name in OF_THE_COURSE else "kernelsy19"
        module = importlib.import_module(f"{house}.{module_name}")
        names = [
            n
            for n, v in vars(module).items()
            # A room hands on what its files define; a file has what it defines itself.
            if (hasattr(module, "__path__") or getattr(v, "__module__", "") == module.__name__)
            and n[0] != "_"
            and not inspect.ismodule(v)
        ]
        for public in names if module_name != "fisher.experiments" else sorted(OF_FISHER):
            value, name = getattr(module, public), f"{module_name}.{public}"
            if inspect.isclass(value):
                found += class_doors(name, value)
            elif callable(value) and public not in LENT and not is_equation(value):
                found.append(make_door(name, value, inspect.signature(value)))
    return {door.name: door for door in found if door.parameters}


def figure_doors(module_name):
    """The functions that return a picture; `draw_*` draw on axes that such a function has made."""
    module = importlib.import_module(f"kernelcourse.{module_name}")
    for name, value in vars(module).items():
        draws = inspect.isfunction(value) and value.__module__ == module.__name__ and name[0] != "_"
        if draws and "Picture" in (value.__doc__ or ""):
            yield make_door(f"{module_name}.{name}", value, inspect.signature(value))


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
    instance = INSTANCES.get(
        cls, kernels.Polynomial(2) if cls is Kernel else RBF(0.5) if cls is RBF else None
    )
    for method, _function in methods_of(cls):
        if cls is RBF and method not in ("from_width", "width"):
            continue
        if instance is None:
            raise UnknownParameter(f"{name} needs an instance to call {method} on")
        yield make_door(
            f"{name}.{method}", getattr(instance, method), inspect.signature(getattr(instance, method))
        )
