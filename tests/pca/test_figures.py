import numpy as np
from pictures import check_picture

from kernelsy19.pca.figures import extractor


def test_extractor_says_the_weighted_sums():
    rng = np.random.default_rng(0)
    images, values, weights = (
        rng.random((3, 4, 4)),
        np.array([1.0, 0.5, 0.25]),
        np.array([[1.0, -1], [2, 0], [4, 4]]),
    )
    picture = extractor(images[0], images, values, weights)
    check_picture(picture)
    assert "z1 = 3" in picture.alt and "z2 = 0" in picture.alt
    shown = {text.get_text() for text in picture.figure.axes[0].texts}
    assert {"z₁ = 3", "z₂ = 0", "K(x₂, x) = 0.5"} <= shown
