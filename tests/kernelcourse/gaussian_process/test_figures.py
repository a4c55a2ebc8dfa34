"""The pictures of chapter 18 show, and say, what was computed."""

import numpy as np
from pictures import check_picture

from kernelcourse.drawing.marks import Area, Points
from kernelcourse.gaussian_process.figures import parts_of, with_error_bars
from kernelsy19 import datasets


def test_bands_hold_95_percent_of_what_they_are_about():
    data = datasets.faithful().rows(slice(0, 12))
    model = lambda z: (10 * z[:, 0] + 40, 0 * z[:, 0] + 3), 4.0
    picture = check_picture(with_error_bars(data, {"twelve": model}))
    (panel,) = picture.panels
    light, dark = (mark for mark in panel.marks if isinstance(mark, Area))
    for band, sd in ((light, 5.0), (dark, 3.0)):
        np.testing.assert_allclose(band.y - (10 * band.x + 40), 1.96 * sd)
        np.testing.assert_allclose(band.base - (10 * band.x + 40), -1.96 * sd)
    assert "twelve: for the function, the band is ±5.88 where it is narrowest" in picture.alt
    assert "for new targets ±9.8 to ±9.8" in picture.alt
    new = datasets.faithful().rows(slice(12, 20))
    picture = check_picture(with_error_bars(data, {"one": model, "two": model}, new=new))
    for panel in picture.panels:
        np.testing.assert_array_equal([m for m in panel.marks if isinstance(m, Points)][1].y, new.X[:, 1])
        assert panel.x.range[0] < min(data.X[:, 0].min(), new.X[:, 0].min())


def test_parts_have_bands_of_their_own():
    z = np.linspace(0, 1, 9)
    picture = parts_of(z, {"trend": (z, 0 * z + 1), "season": (-z, 0 * z + 2)}, names=("x", "y"))
    check_picture(picture)
    for panel, sd in zip(picture.panels, (1, 2), strict=True):
        band = panel.find(Area)
        np.testing.assert_allclose(band.y - band.base, 2 * 1.96 * sd)
