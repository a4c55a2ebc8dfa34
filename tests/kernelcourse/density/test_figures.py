import numpy as np
import pytest
from pictures import border, check_picture, says
from refusals import refused

from kernelcourse.density.figures import bumps, density_regions
from kernelcourse.drawing.marks import Curve, Points
from kernelsy19.density import parzen_gaussian, parzen_hypercube


def test_bumps_add_up_to_the_density():
    # No two windows share an edge, where their sum is highest for one point.
    X = np.array([0.3, 1.0, 1.2, 2.5])
    picture = check_picture(bumps(X, {"hypercube": 0.8, "gaussian": 0.25}, title="four"))
    densities = (parzen_hypercube, 0.8), (parzen_gaussian, 0.25)
    for panel, (density, h) in zip(picture.panels, densities, strict=True):
        windows, total = panel.find(Curve), panel.find(Curve, 1)
        np.testing.assert_allclose(total.y, density(total.x[:, None], X[:, None], h), atol=1e-12)
        each = windows.y.reshape(4, -1)
        assert np.isnan(each[:, -1]).all()
        np.testing.assert_allclose(each[:, :-1].sum(axis=0), total.y, atol=1e-12)
        np.testing.assert_array_equal(panel.find(Points).x, X)
    top = parzen_hypercube(np.linspace(0, 3, 3001)[:, None], X[:, None], 0.8).max()
    assert says(picture.alt, 0.8, top)


test_bumps_name_a_bad_window = refused(
    (lambda: bumps([0.0, 1.0], {"round": 1.0}), "a window of bandwidths"),
    (lambda: bumps([0.0, 1.0], {"gaussian": 0.0}), "bandwidths"),
    (lambda: bumps([0.0, 1.0], {}), "bandwidths"),
)


def test_density_regions_say_which_shares_the_contours_hold_and_count_it():
    X = np.random.default_rng(0).normal(size=(200, 2))
    density = lambda P: np.exp(-0.5 * (P**2).sum(axis=1))  # noqa: E731
    levels = np.quantile(density(X), [0.75, 0.1])
    picture = check_picture(density_regions(X, density, levels, [0.25, 0.9]))
    assert says(picture.alt, 25, 25.0, 90, 90.0)
    assert picture.panels[0].title == "from outside in: 90, 25%"
    for line, level in zip(picture.panels[0].marks[1:3], levels, strict=True):
        places = border(line)
        np.testing.assert_allclose(density(places), level, atol=0.01)
    with pytest.raises(ValueError, match=r"levels must have shape \(2,\)"):
        density_regions(X, density, levels[:1], [0.25, 0.9])
