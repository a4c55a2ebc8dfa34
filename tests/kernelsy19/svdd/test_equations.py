"""Equations of the ball for two classes where no derivation carries them, and its radius by brute force."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelsy19 import ball, one_class, svdd


def anything(seed, n=9, D=3):
    """Values for all symbols that satisfy no constraint, so that no term can hide."""
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 3, 1.0, -1.0)
    c, Phi = rng.normal(size=D), rng.normal(size=(n, D))
    return c, Phi, y, rng.uniform(0, 1, size=n), rng.uniform(0.5, 2), rng.uniform(0.4, 2)


@pytest.mark.parametrize("seed", range(4))
class TestEquations:
    @pytest.mark.checks("COURSE-svdd-offset")
    def test_offset(self, seed):
        c, *_, R2, _ = anything(seed)
        assert svdd.offset(R2, c @ c) + c @ c == pytest.approx(R2)

    @pytest.mark.checks("AML-30", "AML-31", "AML-32", "AML-33", "AML-34")
    def test_the_report_s_one_class_is_that_of_chapter_3(self, seed):
        """Its formulas as printed, with the repairs of appendix A, against the functions that are tied to them."""
        c, Phi, _, alpha, R2, C = anything(seed)
        G, n, e = Phi @ Phi.T, 9, np.ones(9)
        radii = np.linspace(0, 40, 4001)
        feasible = [r for r in radii if all((x - c) @ (x - c) <= r for x in Phi)]
        d2 = ((Phi - c) ** 2).sum(axis=1)
        assert one_class.hard_radius_squared(d2) == pytest.approx(min(feasible), abs=0.011)
        assert ball.dual_objective(G, alpha) == pytest.approx(-(alpha @ G @ alpha - alpha @ np.diag(G)))
        xi = ball.slacks(R2, d2)
        assert ball.primal_objective(R2**0.5, xi, 1 / (C * n)) == pytest.approx(R2 + C * (e @ xi))
        violation = [max(0, -a, a - 0.3) for a in alpha]
        np.testing.assert_allclose(ball.box_violation(alpha, 1 / (0.3 * n)), violation, atol=1e-14)
        solution = ball.solve_dual(G, 0.4, tol=1e-12)
        v, a = np.flatnonzero(solution.surface)[0], solution.alpha
        printed = G[v, v] - 2 * sum(a[i] * G[i, v] for i in range(n)) + a @ G @ a
        assert ball.radius_squared(G, a, 0.4) == pytest.approx(printed, abs=1e-9)

    @pytest.mark.checks("COURSE-svdd-gap")
    def test_the_gap_is_never_negative(self, seed):
        _, Phi, y, _, _, _ = anything(seed)
        K, rng = Phi @ Phi.T, np.random.default_rng(seed)
        for C in (1 / 6, 0.3, 1.0):
            alpha = np.where(y > 0, 1 / 6, 0.0)
            if C > 1 / 6:
                alpha += np.where(y > 0, 0.02, 0.04) * rng.uniform(0, 1)
            assert svdd.duality_gap(K, y, alpha, C) > (0.0 if C > 1 / 6 else -1e-12)


@pytest.mark.checks("COURSE-svdd-places")
def test_places():
    y = np.array([1, 1, 1, -1, -1, -1])
    alpha = np.array([0, 0.2, 0.5, 0, 0.2, 0.5 - 1e-10])
    inside, surface, outside = svdd.places(y, alpha, 0.5)
    np.testing.assert_array_equal(inside, [1, 0, 0, 0, 0, 1])
    np.testing.assert_array_equal(surface, [0, 1, 0, 0, 1, 0])
    np.testing.assert_array_equal(outside, [0, 0, 1, 1, 0, 0])


def cost(R2, d2, y, C):
    return R2 + np.sum(C * np.maximum(0, y * (d2 - R2)))


@pytest.mark.checks("COURSE-svdd-radius")
@given(seed=st.integers(0, 10**6), n=st.integers(1, 12), whole=st.booleans(), each=st.booleans())
@settings(max_examples=150, deadline=None)
def test_best_radius_against_every_candidate(seed, n, whole, each):
    """The cost is piecewise linear, so its minimum is at one of the distances."""
    rng = np.random.default_rng(seed)
    y = np.where(rng.uniform(size=n) < 0.6, 1, -1)
    y[0] = 1
    p = np.count_nonzero(y > 0)
    C = 1 / rng.integers(1, p + 1) if whole else rng.uniform(1, 3 * p) / p
    C = C * rng.uniform(1, 2, size=n) if each else C
    d2 = rng.uniform(0, 5, size=n).round(1)
    R2 = svdd.best_radius_squared(d2, y, C)
    assert R2 >= d2.min()
    assert cost(R2, d2, y, C) == pytest.approx(min(cost(r, d2, y, C) for r in [*d2, 0.0]), abs=1e-12)


def test_best_radius_is_in_the_middle_of_what_is_as_good():
    d2, y = np.array([1.0, 2, 4, 7]), np.array([1, 1, -1, 1])
    assert svdd.best_radius_squared(d2, y, 1.0) == 3.0  # p − 1/C = 2
    assert svdd.best_radius_squared(d2, y, 1 / 3) == 1.0  # p − 1/C = 0: the nearest
    assert svdd.best_radius_squared(d2, y, 0.4) == 1.0  # 0.5: the first
    assert svdd.best_radius_squared(d2, y, 0.8) == 2.0  # 1.75: the second
    assert svdd.best_radius_squared(d2[y > 0], y[y > 0], 1e15) == 7.0  # all three


@pytest.mark.parametrize("nu", [0.1, 0.25, 0.37, 1.0])
def test_with_one_class_it_is_the_radius_of_chapter_3(nu):
    d2 = np.random.default_rng(0).uniform(size=20)
    ours = svdd.best_radius_squared(d2, np.ones(20), 1 / (nu * 20))
    assert ours == pytest.approx(ball.radius_in_kkt_interval(d2, nu), abs=1e-14)
