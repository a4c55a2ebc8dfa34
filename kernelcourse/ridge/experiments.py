"""Does a kernel predict better than what is simpler? Asked of points that took no part in the choice."""

import numpy as np

from kernelsy19 import datasets
from kernelsy19.kernels import RBF, Linear
from kernelsy19.ridge.leave_one_out import error_put_aside

PRICES_TRIED = np.logspace(-4, 4, 33)  # the prices of section 10·C


def line_against_kernel(seed):
    """Errors at fifths put aside, of a line and of an RBF kernel that choose by leaving one out among the other four.

    The eruptions have two rivals more, which choose their price by the same rule: a cubic, and a line that may jump at
    three minutes, between the short eruptions and the long ones.
    seed: int, of the cut → dict by data and kernel, in minutes and in points of the score"""
    eruptions, patients = datasets.faithful().in_order(), datasets.diabetes().in_order()
    x = eruptions.columns("eruptions").standardized().X
    X = patients.columns(*patients.feature_names[:-1]).standardized().X
    found = {}
    for name, points, y, powers in (
        ("eruptions", x, eruptions["waiting"], (-2, 2)),
        ("patients", X, patients["progression"], (-4, 0)),
    ):
        curves = [RBF(gamma) for gamma in np.logspace(*powers, 5)]
        for kind, kernels in (("line", [Linear()]), ("curve", curves)):
            found[f"{name}, {kind}"] = error_put_aside(kernels, points, y, PRICES_TRIED, seed=seed)
    long = (eruptions["eruptions"] > 3).astype(float)
    for kind, columns in (("cubic", [x, x**2, x**3]), ("jump", [x, long])):
        rival = np.column_stack(columns)
        found[f"eruptions, {kind}"] = error_put_aside(
            [Linear()], rival, eruptions["waiting"], PRICES_TRIED, seed=seed
        )
    return found
