"""Balls at several ν, and outlier detectors side by side: what each encloses, how often it errs, how well it ranks."""

import html
from dataclasses import dataclass

import numpy as np

from kernelsy19.ball import MinimumVolumeBall, solve_dual
from kernelsy19.datasets import Dataset, Table, outlier_sets, table
from kernelsy19.kernels import RBF
from kernelsy19.one_class.equations import nu_of_bound
from kernelsy19.signatures import by_name, integer_from, made_by, number_from, several, takes
from kernelsy19.validation import (
    as_choice,
    as_function,
    as_generator,
    as_integer,
    as_number,
    as_text,
    as_vector,
)

ON_BOUNDARY = 1e-4
TO_COUNT = 1e-10  # KKT residual at which rounding no longer decides which points are counted
ON_SPHERE = (
    1e-6  # by how much the squared distance of a point on the sphere may differ from R², as a share of R²
)


@takes(nus=several(number_from(0, 1, closed="right")))
def shares_by_nu(K, nus, tol=1e-6):
    """Fit a ball for each ν, and count its outliers and its support vectors.

    K (n, n), nus (m,) in (0, 1] → (2, m), shares of the points: outliers in the first row, support vectors in the
    second
    """
    found = [solve_dual(K, nu, tol) for nu in nus]
    return np.array([[s.outlier.mean() for s in found], [(~s.inside).mean() for s in found]])


def points_on_sphere(K, nu):
    """Count the points whose distance from the center of the ball is its radius, whatever their weight."""
    found = solve_dual(K, nu, 1e-9)
    return int(np.isclose(found.squared_distances, found.R2, rtol=ON_SPHERE, atol=0).sum())


@takes(outliers=as_vector, support_vectors=as_vector)
def beside_published(outliers, support_vectors):
    """Set shares that were computed for the USPS test digits beside those of Schölkopf et al. (2001).

    outliers, support_vectors (8,), for the ν of the table "usps_nu_published" → Table, shares in %; times with that for
    the smallest ν as the unit
    """
    published = table("usps_nu_published")
    columns = {
        "ν in %": 100 * published["nu"],
        "outliers, published": published["outliers"],
        "outliers, here": (100 * as_vector(outliers, "outliers", len(published))).round(1),
        "SVs, published": published["support_vectors"],
        "SVs, here": (100 * as_vector(support_vectors, "support_vectors", len(published))).round(1),
        "time, published": (published["seconds"] / published["seconds"][0]).round(1),
        "time, here": table("usps_nu")["seconds_ratio"].round(1),
    }
    caption = "2007 test digits with labels. Shares in %, times with that for ν = 1% as the unit."
    return Table("USPS", (caption,), columns)


@dataclass(frozen=True)
class Region:
    """What one detector encloses on one data set.
    area where the decision is not negative, within the square looked at; missed outliers, which it encloses;
    false_alarms, regular points that it leaves out; decision (n,) at the points, negative outside; values (size, size)
    on the grid"""

    data: str
    detector: str
    area: float
    missed: int
    false_alarms: int
    decision: np.ndarray
    values: np.ndarray


@dataclass(frozen=True)
class Comparison:
    """Regions of several detectors on several data sets; a notebook renders the table of areas and errors.
    sets, Datasets by name, y = 1 for outliers; axis (size,), the grid along both axes; regions, detector by detector
    within each data set"""

    sets: dict
    detectors: tuple
    axis: np.ndarray
    regions: tuple

    def region(self, data, detector):
        """Return the Region of one detector on one data set, both by name; a ValueError if there is no such pair."""
        data = as_choice(data, "data", list(self.sets))
        detector = as_choice(detector, "detector", self.detectors)
        for region in self.regions:
            if (region.data, region.detector) == (data, detector):
                return region
        raise ValueError(
            f"expected one of {list(self.sets)} and of {list(self.detectors)}, got {data!r}, {detector!r}."
        )

    def errors(self, detector, sets=None):
        """Return missed outliers and false alarms of a detector, over the data sets of these names, or over all."""
        regions = [
            self.region(name, detector) for name in (self.sets if sets is None else _names(sets, "sets"))
        ]
        return sum(region.missed + region.false_alarms for region in regions)

    def _repr_markdown_(self):
        safe = [html.escape(str(name), quote=False) for name in self.detectors]
        rows = [f"| data | {' | '.join(safe)} |", "| --- |" + " --- |" * len(self.detectors)]
        for name in self.sets:
            found = [self.region(name, detector) for detector in self.detectors]
            cells = [f"{r.area:.0f}; {r.missed} + {r.false_alarms}" for r in found]
            rows.append(f"| {html.escape(str(name), quote=False)} | {' | '.join(cells)} |")
        totals = " | ".join(f"{self.errors(detector)} errors" for detector in self.detectors)
        rows.append(f"| all | {totals} |")
        return "\n".join([*rows, "", "Area; outliers missed + false alarms."])

    def __repr__(self):
        return "\n".join(
            f"{r.data}, {r.detector}: area {r.area:.0f}, {r.missed} missed, {r.false_alarms} false alarms"
            for r in self.regions
        )


_names = several(as_text)


@takes(gamma=number_from(0), share=number_from(0, 1), C=number_from(0))
def report_detectors(gamma=0.1, share=0.15, C=0.02):
    """The five outlier detectors that chapter 04 compares, all told the same share, except the report's own ball.

    gamma of the RBF kernel of the three that have one; share in (0, 1) of outliers, which four are told; C, the bound
    on the weights that the last one is told → dict by name of callables, Dataset → estimator, for `compare` and
    `ranking`
    """
    from sklearn.covariance import EllipticEnvelope
    from sklearn.ensemble import IsolationForest
    from sklearn.svm import OneClassSVM

    return {
        "robust covariance": lambda data: EllipticEnvelope(contamination=share, random_state=42),
        "isolation forest": lambda data: IsolationForest(contamination=share, random_state=42),
        f"OneClassSVM, ν = {share:g}": lambda data: OneClassSVM(gamma=gamma, nu=share, tol=1e-6),
        f"ball, ν = {share:g}": lambda data: MinimumVolumeBall(RBF(gamma), nu=share, tol=TO_COUNT),
        f"ball, C = {C:g}": lambda data: MinimumVolumeBall(
            RBF(gamma), nu=nu_of_bound(C, len(data)), tol=TO_COUNT
        ),
    }


@takes(make=as_function, data=made_by(Dataset), n_splits=integer_from())
def ranking(make, data, n_splits=5, rng=0):
    """How often an outlier gets a stranger decision than a regular point, after a fit to other regular points.
    Half of the regular points, drawn at random, are the sample; the others and all outliers are judged. make, Dataset →
    estimator; data, y = 1 for outliers and 0 for regular points → the share of pairs in the mean of the splits; an
    equal decision counts one half"""
    rng = as_generator(rng)
    regular, outliers = (np.flatnonzero(data.y == k) for k in (0, 1))
    shares = []
    for _ in range(n_splits):
        half, others = np.array_split(rng.permutation(regular), 2)
        model = make(data).fit(data.X[half])
        strange, ordinary = (model.decision_function(data.X[i]) for i in (outliers, others))
        lower, equal = strange[:, None] < ordinary, strange[:, None] == ordinary
        shares.append(lower.mean() + equal.mean() / 2)
    return float(np.mean(shares))


@takes(sets=by_name(made_by(Dataset)), detectors=by_name(as_function), progress=as_function)
def compare(sets, detectors, reach=7.0, size=150, progress=None):
    """Fit each detector to each data set and measure what it encloses.

    sets, Datasets by name with two columns, y = 1 for outliers, which the detectors do not see; detectors by name,
    Dataset → estimator with `fit(X)` and `decision_function(X)`; areas are measured on [−reach, reach]² → Comparison

    Support vectors on the boundary have a decision of 0 up to the tolerance of their solver: a decision above −1e-4 of
    its range counts as inside.
    """
    reach, size = as_number(reach, "reach", 0, closed="neither"), as_integer(size, "size")
    axis = np.linspace(-reach, reach, size)
    grid = np.column_stack([c.ravel() for c in np.meshgrid(axis, axis)])
    regions = []
    for name in progress(list(sets), "data sets") if progress else sets:
        data = sets[name]
        for detector, make in detectors.items():
            model = make(data).fit(data.X)
            decision, values = model.decision_function(data.X), model.decision_function(grid)
            inside, outlier = decision >= -ON_BOUNDARY * np.ptp(decision), data.y == 1
            area = (2 * reach) ** 2 * float((values >= 0).mean())
            errors = int((inside & outlier).sum()), int((~inside & ~outlier).sum())
            regions.append(Region(name, detector, area, *errors, decision, values.reshape(size, size)))
    return Comparison(sets, tuple(detectors), axis, tuple(regions))


@dataclass(frozen=True)
class Redrawn:
    """The column "errors" or "stranger" of the table "outlier_draws"; a notebook renders the means of its ten draws."""

    column: str

    @property
    def detectors(self):
        """Their names, as a list."""
        return list(dict.fromkeys(table("outlier_draws")["detector"].tolist()))

    def draws(self, detector):
        """What a detector made of each draw: (10, 5) array, a column per set."""
        found = table("outlier_draws").rows(detector=detector)
        return found[self.column].reshape(len(np.unique(found["draw"])), -1)

    def _repr_markdown_(self):
        drawn = table("outlier_draws")
        sets = list(dict.fromkeys(drawn["data"].tolist()))
        means = {name: self.draws(name).mean(axis=0).round(1) for name in self.detectors}
        return Table(
            self.column, (SAID_OF_DRAWS[self.column],), {"data": np.array(sets)} | means
        )._repr_markdown_()


SAID_OF_DRAWS = {
    "errors": "Outliers missed + false alarms, means of ten draws.",
    "stranger": "Outlier stranger than a regular point, in %; clean samples, means of ten draws.",
}


def redrawn(column):
    """How the detectors fare on sets that are drawn ten times, by "errors" or "stranger": a Redrawn."""
    return Redrawn(as_choice(column, "column", list(SAID_OF_DRAWS)))


def rejected_by_step_seven(seed):
    """How many points of five new sets are rejected at C = 0.02: by the radius of the surface, and by step 7 of AML's
    algorithm, the mean over all support vectors; and by the surface at ν = 0.15.
    seed: int → dict by str, of counts"""
    counts = {"surface": 0, "step 7": 0, "ν = 0.15": 0}
    for data in outlier_sets(seed).values():
        K = RBF(0.1)(data.X)
        s = solve_dual(K, nu_of_bound(0.02, len(data)), tol=1e-9)
        counts["surface"] += int(s.outlier.sum())
        counts["step 7"] += int((s.squared_distances > s.squared_distances[~s.inside].mean()).sum())
        counts["ν = 0.15"] += int(solve_dual(K, 0.15).outlier.sum())
    return counts
