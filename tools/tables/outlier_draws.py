"""Outlier detectors on the five toy sets of the AML report, drawn ten times (chapter 04).

    python tools/tables/outlier_draws.py

Writes `outlier_draws.csv`, a row each draw, set and detector.
"""

from _rows import save_rows

from kernelcourse.one_class.experiments import compare, ranking, report_detectors
from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.datasets import outlier_sets
from kernelsy19.density import ParzenWindow
from kernelsy19.kernels import RBF

DRAWS, SHARE, GAMMAS = 10, 0.15, (0.03, 0.1, 0.3, 1.0, 3.0)
ABOUT = (
    f"The sets of `outlier_sets` in {DRAWS} draws; every detector is told a share of {SHARE:g}. errors: outliers "
    "missed and false alarms, fitted to the whole set. density: Gaussian windows, whose width leave-one-out likelihood "
    "chooses for each sample. stranger: fitted to half of the regular points, in % how "
    "often an outlier gets a stranger decision than a regular point of the other half."
)


def detectors():
    """The two rivals of the report, the density of chapter 02, and balls of five widths."""
    made = {name: make for name, make in report_detectors(share=SHARE).items() if name[0] in "ri"}
    made["density"] = lambda data: ParzenWindow(bandwidth="loo", reject_share=SHARE)
    for gamma in GAMMAS:
        made[f"γ = {gamma:g}"] = lambda data, gamma=gamma: MinimumVolumeBall(RBF(gamma), SHARE, 1e-10)
    return made


def rows():
    """What each detector makes of each set of each draw."""
    for draw in range(DRAWS):
        sets = outlier_sets(draw)
        found = compare(sets, detectors(), size=20)
        for data in sets:
            for name, make in detectors().items():
                stranger = 100 * ranking(make, sets[data], n_splits=1, rng=draw)
                yield draw, data, name, found.errors(name, [data]), round(stranger, 2)


if __name__ == "__main__":
    save_rows("outlier_draws", rows(), ABOUT, ("draw", "data", "detector", "errors", "stranger"))
