"""Outlier detectors side by side: what each encloses on the same data, and how often it errs."""

import html
from dataclasses import dataclass

import numpy as np

from kernelsy19.datasets import Dataset
from kernelsy19.signatures import by_name, made_by, takes
from kernelsy19.validation import as_choice, as_function, as_integer, as_number

ON_BOUNDARY = 1e-4


@dataclass(frozen=True)
class Region:
    """What one detector encloses on one data set.

    Attributes
    ----------
    data, detector : str
    area : float, of the region where the decision is not negative, within the square that was looked at
    missed : int, outliers that it encloses
    false_alarms : int, regular points that it leaves out
    decision : (n,) array, at the points: negative outside
    values : (size, size) array, on the grid
    """

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

    Attributes
    ----------
    sets : dict of Dataset by name, y = 1 for outliers
    detectors : tuple of str
    axis : (size,) array, the grid along both axes
    regions : tuple of Region, detector by detector within each data set
    """

    sets: dict
    detectors: tuple
    axis: np.ndarray
    regions: tuple

    def region(self, data, detector):
        """Return the region of one detector on one data set.

        Parameters
        ----------
        data, detector : str

        Returns
        -------
        Region

        Raises
        ------
        ValueError
            If there is no such pair.
        """
        data = as_choice(data, "data", list(self.sets))
        detector = as_choice(detector, "detector", self.detectors)
        for region in self.regions:
            if (region.data, region.detector) == (data, detector):
                return region
        raise ValueError(
            f"expected one of {list(self.sets)} and of {list(self.detectors)}, got {data!r}, {detector!r}."
        )

    def errors(self, detector):
        """Return missed outliers and false alarms of a detector, over all data sets.

        Parameters
        ----------
        detector : str

        Returns
        -------
        int
        """
        detector = as_choice(detector, "detector", self.detectors)
        return sum(r.missed + r.false_alarms for r in self.regions if r.detector == detector)

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


@takes(sets=by_name(made_by(Dataset)), detectors=by_name(as_function), progress=as_function)
def compare(sets, detectors, reach=7.0, size=150, progress=None):
    """Fit each detector to each data set and measure what it encloses.

    Parameters
    ----------
    sets : dict of Dataset by name: two columns, y = 1 for outliers, which the detectors do not see
    detectors : dict by name of callables, Dataset → estimator with `fit(X)` and `decision_function(X)`
    reach : float, > 0: areas are measured on [−reach, reach]²
    size : int, samples a side
    progress : callable or None; `progress.progress` shows how many data sets are done

    Returns
    -------
    Comparison

    Notes
    -----
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
