"""Two ways to the same answer, timed in turn: a row of the table, its cells, and what one race found.

A row says what is compared and how far ahead we mean to be. A cell is one size of it. In each round the peer runs and
then we do, so that whatever else the machine does slows both; the ratio of a cell is the median over rounds.
"""

import dataclasses
import json
import math
import platform
import statistics
import time
from collections import namedtuple
from dataclasses import dataclass
from pathlib import Path

from threadpoolctl import threadpool_info

STORE = Path(__file__).with_name("measured.json")
BUDGET = 8.0  # seconds of rounds a cell, after the first
MOST_ROUNDS = 9


# A row of the table: what is computed, with what a student would compute it otherwise, the ratio that each size must
# reach, and the one that the geometric mean over sizes aims for; either may be None.
Row = namedtuple("Row", "name peer floor goal")
ROWS = {
    row.name: row
    for row in (
        Row("one-class SVM, fit", "sklearn OneClassSVM, cache 2 GB", 1.15, 4.5),
        Row("one-class SVM, fit, p = 4 to 64", "sklearn OneClassSVM, cache 2 GB", 1.0, 2),
        Row("one-class SVM, fit (R)", "kernlab ksvm", 1.15, None),
        Row("one-class SVM, general QP", "Clarabel", 100, 500),
        Row("two-class SVDD, general QP", "Clarabel", 50, 150),
        Row("soft-margin SVM, dual", "sklearn SVC, cache 2 GB", 1.5, 3),
        Row("soft-margin SVM, classifier", "sklearn SVC, cache 2 GB", 1.2, 2.8),
        Row("soft-margin SVM, ten digits", "sklearn SVC, cache 2 GB", None, None),
        Row("decision function, grid", "sklearn decision_function", 100, 200),
        Row("decision function, p = 256", "sklearn decision_function", 4, 7),
        Row("Parzen density, grid", "sklearn KernelDensity", 60, 200),
        Row("Parzen density, grid (scipy)", "scipy gaussian_kde", 60, 200),
        Row("Parzen density, scattered points", "sklearn KernelDensity", 20, 40),
        Row("Gram matrix, RBF", "sklearn rbf_kernel", 1.1, 2.5),
        Row("Gram matrix, RBF: x·y alone", "sklearn rbf_kernel", None, None),
        Row("kernel PCA, fit", "sklearn KernelPCA, its fastest solver", 1.0, 4),
        Row("kernel PCA, transform", "sklearn KernelPCA.transform", 3, 4.5),
        Row("kernel PCA, transform: x·y alone", "sklearn KernelPCA.transform", None, None),
        Row("kernel c-means, 10 starts", "tslearn KernelKMeans", 6, 20),
        Row("kernel ridge, fit", "sklearn KernelRidge", 1.0, 2),
        Row("kernel ridge, error bars", "sklearn GaussianProcessRegressor, same kernel", 1.0, 1.5),
        Row("kernel ridge, leave-one-out grid", "sklearn KernelRidge in a loop, extrapolated", 500, 2000),
        Row("kernel ridge, leave-one-out grid (eigenvectors)", "sklearn RidgeCV on eigenvectors", None, None),
        Row("kernel logistic regression, fit", "sklearn GaussianProcessClassifier, same kernel", 3, 6),
        Row("kernel logistic regression, fit (features)", "sklearn LogisticRegression, eigenfeatures", 3, 6),
        Row("DTW, all pairs", "tslearn cdist_dtw", 20, 40),
        Row("DTW, all pairs (aeon)", "aeon dtw_pairwise_distance", 2.5, 3),
        Row("DTW, all pairs (dtaidistance)", "dtaidistance, compiled", 1.3, 1.5),
        Row("DTW, long sequences", "tslearn cdist_dtw", 2, 4),
        Row("global alignment, all pairs", "tslearn cdist_gak", 20, 40),
        Row("mixture by EM, 10 starts", "sklearn GaussianMixture", None, None),
        Row("Fisher vector", "scikit-image fisher_vector", None, None),
        Row("ridge on landmarks, one pass", "sklearn Nystroem, sums in blocks", 1.0, 1.5),
        Row("ridge on landmarks, shared work", "one process", None, None),
        Row("ball of all rows, in blocks", "ball of all rows, at once", None, None),
        Row("two-sample test, 1000 shuffles", "hyppo MMD", None, None),
        Row("two-sample test, 1000 shuffles (NumPy)", "six lines of NumPy", None, None),
        Row("global alignment, long sequences", "tslearn cdist_gak", None, None),
        Row("both as they come", "sklearn, the same estimator", 0.9, None),
        Row("import of the ball", "import of sklearn's OneClassSVM", None, None),
        Row("peak memory beside the data", "sklearn", None, None),
        Row("explorers, slider to picture", "50 ms", 1.0, 50 / 30),
        Row("slider to pixels, JupyterLab", "40 ms", 1.0, None),
        Row("slider to pixels, 95th percentile", "70 ms", 1.0, None),
        Row("slider to pixels, pictures from the kernel", "ipywidgets and matplotlib", 2.0, None),
        Row("all chapters executed", "5 min", 1.0, 2.5),
    )
}


@dataclass(frozen=True)
class Cell:
    """What was measured for one size of a row."""

    row: str
    size: dict  # such as {"n": 500, "p": 2}
    ours: float  # median, in seconds (MiB for memory), as is the peer's
    peer: float
    ratio: float  # median over rounds of peer / ours
    rounds: int
    accuracy: str  # what was compared before the times counted, with its value on both sides
    path: str  # which way our solver chose
    versions: str
    date: str
    machine: str

    @property
    def label(self):
        """The size as words: "n = 500, p = 2"."""
        return ", ".join(f"{name} = {value}" for name, value in self.size.items())

    @property
    def key(self):
        """What makes two measurements the same cell."""
        return f"{self.row} | {self.label}"


def processor():
    """The model of the processor, where the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return f"{models[0]}, {len(models)} cores" if models else platform.machine()


def machine():
    """The processor, the system, and the library of matrix products with the processor that it takes this one for."""
    products = " and ".join(
        f"{library['internal_api']} {library['version']}, kernels for {library.get('architecture', '?')}"
        for library in threadpool_info()
        if library["user_api"] == "blas"
    )
    return f"{processor()}, {platform.system()}, BLAS {products}"


def rounds_for(seconds):
    """How many rounds to run when one takes so many seconds."""
    return max(1, min(MOST_ROUNDS, round(BUDGET / seconds)))


def timed(function):
    """Run a function; return its result and the seconds it took."""
    start = time.perf_counter()
    result = function()
    return result, time.perf_counter() - start


def median_ratio(peer, ours):
    """Median over rounds of peer / ours."""
    return statistics.median(p / o for p, o in zip(peer, ours, strict=True))


def geometric_mean(values):
    """(v₁ ⋯ vₘ)^(1/m)."""
    return math.exp(statistics.fmean(map(math.log, values)))


def load():
    """All cells that were measured on this machine, by key."""
    if not STORE.exists():
        return {}
    return {cell["key"]: Cell(**cell["cell"]) for cell in json.loads(STORE.read_text(encoding="utf-8"))}


def save(cells):
    """Keep cells, in the place of older ones of the same size."""
    kept = load() | {cell.key: cell for cell in cells}
    rows = [{"key": key, "cell": dataclasses.asdict(cell)} for key, cell in sorted(kept.items())]
    STORE.write_text(json.dumps(rows, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
