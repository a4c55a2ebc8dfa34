"""Where one direction counts: which ways find it, and which rely on the axes."""

from types import SimpleNamespace

import numpy as np

from kernelcourse.networks import experiments


def test_a_sum_of_kernels_needs_the_axes_and_learned_directions_do_not():
    ways = {way: experiments.WAYS[way] for way in ("a kernel for each variable, added", "directions learned")}
    on_axis, turned = (
        {way: experiments.among_idle(fit, 8, seed=0, turned=turned) for way, fit in ways.items()}
        for turned in (False, True)
    )
    assert max(on_axis.values()) < 1e-3
    assert turned["a kernel for each variable, added"] > 0.75 and turned["directions learned"] < 0.05


def test_a_direction_that_is_drawn_is_an_axis_where_there_is_one_alone():
    def flat(X, y, seed):
        return SimpleNamespace(predict=lambda new: np.zeros(len(new)))

    errors = {experiments.among_idle(flat, 0, seed=3, turned=turned) for turned in (False, True)}
    assert len(errors) == 1
