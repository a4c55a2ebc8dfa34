"""The picture of chapter 17: what came, among what shuffles give."""

import numpy as np

from kernelcourse.drawing.marks import Bars, Rule
from kernelcourse.drawing.panels import axis
from kernelcourse.drawing.picture import drawn, laid_out
from kernelcourse.drawing.scene import Axis, Panel
from kernelcourse.drawing.words import in_brackets
from kernelsy19.signatures import by_name, made_by
from kernelsy19.twosample.plain import TwoSampleTest

BINS = 24


def shuffled_panel(test, title="", at=(0, 0)):
    """Make a panel with a histogram of MMD² after shuffles, and a line at the value that came."""
    values = np.append(test.permuted, test.mmd2)
    # Whole multiples of a small unit: else a bar may stand on the border of two pixels, where rounding decides.
    unit = 10.0 ** (np.floor(np.log10(max(np.ptp(values), 1e-12))) - 3)
    ends = unit * np.array([np.floor(values.min() / unit), np.floor(values.max() / unit) + 1])
    counts, edges = np.histogram(test.permuted, BINS, ends)
    return Panel(
        [
            Bars(
                (edges[1:] + edges[:-1]) / 2,
                counts,
                wide=0.9 * (edges[1] - edges[0]),
                color="faint",
                label="shuffled",
            ),
            Rule(test.mmd2, color="vermillion", width=2.2, label="as they came"),
        ],
        axis("MMD², unbiased", ends),
        Axis("shuffles", (0, 1.25 * counts.max())),
        title=title,
        at=at,
    )


@drawn(tests=by_name(made_by(TwoSampleTest)))
def after_shuffles(tests, *, title=""):
    """Show the values of MMD² after shuffles, and the one that came, for one or more pairs of samples.

    Parameters
    ----------
    tests : dict by title of TwoSampleTest
    title : as in `curves`
    """
    made = [shuffled_panel(test, f"{name}: p = {test.p_value:.3f}") for name, test in tests.items()]
    said = "; ".join(
        f"{name}: MMD² is {test.mmd2:.3f}, after shuffles from {test.permuted.min():.3f} to {test.permuted.max():.3f}, "
        f"p = {test.p_value:.3f}"
        for name, test in tests.items()
    )
    return laid_out(
        made, f"Histograms of MMD² after shuffles{in_brackets(title)}. {said}.", height=280, title=title
    )
