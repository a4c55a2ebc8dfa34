import pytest
from pictures import check_picture

from kernelsy19.kernel_cmeans.figures import outcomes

PICTURES = {
    "outcomes": lambda: outcomes(
        [1.0, 1.0, 2.0], [0.5, 0.5, 0.9], xlabel="J", ylabel="accuracy", lines={"published": 0.8}
    ),
}


@pytest.fixture(scope="module")
def drawn():
    return {name: make() for name, make in PICTURES.items()}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_whole(drawn, name):
    check_picture(drawn[name])


def test_outcomes_count_equal_pairs_once(drawn):
    alt = drawn["outcomes"].alt
    assert "3 starts, 2 different results" in alt
    assert "lowest J, 1, has accuracy 0.5; the highest accuracy is 0.9" in alt
    sizes = drawn["outcomes"].figure.axes[0].collections[0].get_sizes()
    assert sizes[0] > sizes[1]
