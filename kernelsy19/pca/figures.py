"""The picture of chapter 07: kernel PCA as two layers."""

import numpy as np

from kernelsy19.course.picture import (
    BLUE,
    GRAY,
    VERMILLION,
    Picture,
    count,
    drawn,
    in_brackets,
    make_figure,
    number,
    style,
    subscript,
)
from kernelsy19.signatures import one_each
from kernelsy19.validation import as_array, as_matrix, as_vector


@drawn(
    x=lambda v, name: as_array(v, name, 2),
    points=lambda v, name: as_array(v, name, 3),
    values=one_each("points"),
    weights=as_matrix,
)
def extractor(x, points, values, weights, *, title="", alt=None):
    """Show a feature extractor as two layers: kernel values of an image with training images, then weighted sums.

    Parameters
    ----------
    x : (h, w) array_like, the image
    points : (n, h, w) array_like, the training images xᵢ
    values : (n,) array_like, K(xᵢ, x)
    weights : (n, q) array_like, αᵢᵐ
    title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    points, values, weights = np.asarray(points), as_vector(values, "values"), as_matrix(weights, "weights")
    n, q = weights.shape
    z = values @ weights
    with style():
        figure = make_figure(9.0, 0.95 * n + 0.9)
        axes = figure.add_subplot()
        axes.set(xlim=(-0.12, 1.12), ylim=(-0.08, 1.12))
        axes.axis("off")
        rows = np.linspace(0.95, 0.05, n)
        outputs = np.linspace(0.75, 0.25, q) if q > 1 else [0.5]
        strongest = np.abs(weights).max() or 1.0
        for i, row in enumerate(rows):
            axes.plot([0.08, 0.36], [0.5, row], color=GRAY, linewidth=0.8, zorder=1)
            axes.text(0.47, row, f"K(x{subscript(i + 1)}, x) = {number(values[i])}", va="center", fontsize=10)
            for m, output in enumerate(outputs):
                color, width = (BLUE if weights[i, m] > 0 else VERMILLION), 3 * abs(weights[i, m]) / strongest
                dashes = "-" if weights[i, m] > 0 else "--"
                axes.plot(
                    [0.70, 0.90],
                    [row, output],
                    color=color,
                    linewidth=0.3 + width,
                    linestyle=dashes,
                    zorder=1,
                )
            _draw_thumbnail(axes, points[i], 0.40, row, 0.8 / n)
        _draw_thumbnail(axes, np.asarray(x), 0.02, 0.5, 0.24)
        for m, output in enumerate(outputs):
            axes.text(0.91, output, f"z{subscript(m + 1)} = {number(z[m])}", va="center", fontsize=12)
        for place, text in (
            (0.02, "input x"),
            (0.45, "layer 1: kernel values"),
            (0.80, "layer 2: Σᵢ αᵢᵐ K(xᵢ, x)"),
        ):
            axes.text(place, 1.08, text, ha="center", fontsize=10, fontweight="bold")
        if title:
            figure.suptitle(title)
    said = ", ".join(f"z{m + 1} = {number(value)}" for m, value in enumerate(z))
    return Picture(
        figure,
        alt
        or f"Feature extractor of two layers{in_brackets(title)}: {count(n, 'kernel value')} from "
        f"{number(values.min())} to {number(values.max())}, summed with weights to {said}. Solid lines are positive "
        "weights, dashed lines negative ones; thick lines are large weights.",
    )


def _draw_thumbnail(axes, image, x, y, height):
    place = axes.inset_axes([x - height / 2, y - height / 2, height, height], transform=axes.transData)
    place.imshow(image, cmap="gray_r", interpolation="nearest")
    place.set(xticks=[], yticks=[])
    place.grid(False)
