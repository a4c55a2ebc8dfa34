import numpy as np
import pytest
from pictures import check_picture

from kernelsy19 import datasets
from kernelsy19.sequences import plain_dtw
from kernelsy19.sequences.figures import labeled_map, lifted, link_ends, utterances, warping

X, Y = np.sin(np.linspace(0, 6, 9)), np.sin(np.linspace(0, 6, 13))
ALIGNED = plain_dtw(X, Y)
TRAIN = datasets.japanese_vowels().train
PICTURES = {
    "warping": lambda: warping(X, Y, ALIGNED, title="waves"),
    "utterances": lambda: utterances({"one": TRAIN.sequences[0], "other": TRAIN.sequences[40]}),
    "map": lambda: labeled_map(
        np.random.default_rng(0).normal(size=(90, 2)),
        np.arange(90) % 9,
        [f"speaker {k}" for k in range(9)],
        xlabel="first",
        ylabel="second",
    ),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_show_and_say(name):
    picture = PICTURES[name]()
    check_picture(picture)
    assert len(picture.alt) > 40


def test_warping_draws_a_link_for_each_step_and_the_path():
    beside, costs = warping(X, Y, ALIGNED).figure.axes[:2]
    links = beside.lines[0].get_xydata()
    assert len(links) == 3 * len(ALIGNED.v)
    lift = beside.lines[1].get_ydata()[0] - X[0]
    np.testing.assert_allclose(links[0::3, 1], X[ALIGNED.v] + lift)
    np.testing.assert_allclose(links[1::3, 1], Y[ALIGNED.w])
    np.testing.assert_array_equal(
        costs.lines[0].get_xydata(), np.column_stack([ALIGNED.w + 1, ALIGNED.v + 1])
    )


def test_the_lifted_sequence_stands_above_the_other():
    assert (X + lifted(X, Y)).min() > Y.max()
    assert np.isnan(link_ends(X, Y, ALIGNED.v, ALIGNED.w, 1.0)[0][2::3]).all()
