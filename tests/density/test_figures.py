import numpy as np
import pytest
from pictures import check_picture

from kernelsy19.density.figures import density_regions


def test_density_regions_name_each_contour_by_its_share_and_count_what_it_holds():
    X = np.random.default_rng(0).normal(size=(200, 2))
    density = lambda P: np.exp(-0.5 * (P**2).sum(axis=1))  # noqa: E731
    levels = np.quantile(density(X), [0.75, 0.1])
    picture = density_regions(X, density, levels, [0.25, 0.9])
    check_picture(picture)
    assert "25%: 25.0%, 90%: 90.0%" in picture.alt
    labels = {text.get_text() for text in picture.figure.axes[0].texts}
    assert {"25%", "90%"} <= labels
    with pytest.raises(ValueError, match=r"levels must have shape \(2,\)"):
        density_regions(X, density, levels[:1], [0.25, 0.9])
