"""What is special about the proofs of chapter 02: integrals that are known, and what the lines rest on."""

import numpy as np
import pytest
from scipy import integrate, optimize, stats

from kernelcourse.density import draws, proofs, without
from kernelsy19 import density

SEEDS = range(20)


def two_bumps(p, seed=0):
    rng = np.random.default_rng(seed)
    return draws.Mixture(
        np.array([0.3, 0.7]), rng.normal(size=(2, p)) / 2, rng.uniform(0.6, 1.1, size=(2, p))
    )


def by_scipy(f, points):
    return stats.norm.pdf(points[:, None], f.means, f.spreads).prod(axis=2) @ f.weights


def drawn(f, size, rng):
    """Points of a mixture of two bumps in the plane."""
    component = rng.choice(2, size=size, p=f.weights)
    return f.means[component] + f.spreads[component] * rng.normal(size=(*size, 2))


def in_plane(axis):
    return np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)


AXIS = np.linspace(-8, 8, 161)
PLANE = in_plane(AXIS)


def over_plane(g):
    """A sum over a grid: with smooth functions that vanish at its border it is the integral to rounding."""
    return g(PLANE).sum() * 0.1**2


class TestMixture:
    def test_density_and_derivatives(self):
        f, X, e = two_bumps(3), np.random.default_rng(1).normal(size=(4, 3)), 1e-4
        np.testing.assert_allclose(f(X), by_scipy(f, X), rtol=1e-12)
        steps = e * np.eye(3)
        slopes = [(f(X[:1] + step) - f(X[:1] - step))[0] / (2 * e) for step in steps]
        np.testing.assert_allclose(f.gradient(X[0]), slopes, atol=1e-8)
        for x, H in zip(X, f.hessians(X), strict=True):
            bends = [(f.gradient(x + step) - f.gradient(x - step)) / (2 * e) for step in steps]
            np.testing.assert_allclose(H, bends, atol=1e-8)
        wide = 1e-2 * np.eye(3)
        around = [f.laplacians(X[0] + sign * step)[0] for step in wide for sign in (1, -1)]
        first, second = f.laplacians(X[0])
        assert first == pytest.approx(np.trace(f.hessians(X[:1])[0]), rel=1e-12)
        assert second == pytest.approx((sum(around) - 6 * first) / 1e-4, abs=1e-3)

    @pytest.mark.parametrize("center", [(0.0, 0.0), (0.3, -0.5)])
    def test_probability_of_a_cube(self, center):
        f, center = two_bumps(2), np.array(center)
        sides = center[:, None] + [-0.4, 0.4]
        exact = integrate.nquad(lambda x, y: f(np.array([[x, y]]))[0], sides)[0]
        assert f.in_cube(center, 0.8) == pytest.approx(exact, rel=1e-9)
        assert draws.over_cube(f, center, 0.8) == pytest.approx(exact, rel=1e-9)

    def test_products_of_derivatives(self):
        f, g = two_bumps(2), two_bumps(2, seed=5)
        for r, q in (((0, 0), (0, 0)), ((1, 0), (0, 0)), ((2, 0), (0, 2)), ((1, 1), (1, 0))):
            exact = over_plane(lambda x, r=r, q=q: f.derivative(x, r) * g.derivative(x, q))
            assert f.product(g, np.array(r), np.array(q)) == pytest.approx(exact, abs=1e-12)

    def test_roughness(self):
        f = two_bumps(2)
        exact = over_plane(lambda x: np.trace(f.hessians(x), axis1=1, axis2=2) ** 2)
        assert f.roughness() == pytest.approx(exact, rel=1e-11)
        Psi = f.roughness_tensor()
        assert np.einsum("iijj->", Psi) == pytest.approx(exact, rel=1e-11)
        assert Psi[0, 1, 0, 1] == pytest.approx(over_plane(lambda x: f.hessians(x)[:, 0, 1] ** 2), rel=1e-11)

    def test_a_window_widens_the_bumps(self):
        f, rng = two_bumps(2), np.random.default_rng(3)
        X = drawn(f, (400_000,), rng)
        x0 = np.array([[0.2, 0.1]])
        assert density.parzen_gaussian(x0, X, 0.5)[0] == pytest.approx(f.smoothed(0.5)(x0)[0], rel=0.01)

    def test_a_difference_of_two(self):
        f, X = two_bumps(3), np.random.default_rng(2).normal(size=(5, 3))
        np.testing.assert_allclose(f.smoothed(0.7).minus(f)(X), f.smoothed(0.7)(X) - f(X), atol=1e-15)


class TestSettings:
    def test_regions_hold_some_points_and_miss_some_by_one_coordinate(self):
        for seed in SEEDS:
            s = proofs.hypercube.draw(seed, 2)
            near = np.abs(s.X - s.x0) <= s.h / 2
            assert near.all(axis=1).any() and (near.any(axis=1) & ~near.all(axis=1)).any()
        assert {proofs.hypercube.draw(seed, 2).p for seed in SEEDS} == {3, 4}

    def test_the_law_is_what_is_counted_in_samples(self):
        f, rng = two_bumps(2), np.random.default_rng(0)
        s = draws.region_setting(f, np.zeros(2), 1.0, 9, rng)
        counts = (np.abs(drawn(f, (20_000, 9), rng)) <= 0.5).all(axis=2).sum(axis=1)
        np.testing.assert_allclose(np.bincount(counts, minlength=10) / 20_000, s.law, atol=0.015)

    def test_a_world_of_dependent_points_has_the_same_mean(self):
        s = proofs.small_region.draw(0, 7)
        world = without.INDEPENDENT.break_it(s, np.random.default_rng(0))
        assert world.law.sum() == pytest.approx(1)
        assert world.law @ np.arange(s.n + 1) == pytest.approx(s.law @ np.arange(s.n + 1))

    def test_no_second_derivative_exceeds_M(self):
        for seed in SEEDS:
            s = proofs.bias.draw(seed, 3)
            H = s.f.hessians(s.x0 + 3 * np.random.default_rng(seed).normal(size=(500, s.p)))
            assert np.abs(np.linalg.eigvalsh(H)).max() <= s.M

    def test_samples_have_the_spread_of_their_density(self):
        s = proofs.best_width.draw(3, 1)
        np.testing.assert_allclose(s.X.std(axis=0, ddof=1), s.sigma, rtol=1e-12)
        np.testing.assert_allclose(s.X.mean(axis=0), s.mean, atol=1e-12)

    def test_two_groups_have_the_mean_and_the_spread_of_the_gaussian_that_they_replace(self):
        s = proofs.best_width.draw(3, 9)
        f = without.GAUSSIAN.break_it(s, np.random.default_rng(0)).f
        again = draws.error_setting(f, s.n, s.h, np.random.default_rng(0))
        np.testing.assert_allclose(again.mean, s.mean, atol=1e-12)
        np.testing.assert_allclose(again.sigma, s.sigma, rtol=1e-12)

    def test_weights_come_from_a_program_that_does_not_know_them(self):
        assert len({proofs.ball_with_nu_one.draw(seed, 1).n for seed in SEEDS}) >= 4
        for seed in SEEDS:
            s = proofs.ball_with_nu_one.draw(seed, 8)
            outside = ((s.Phi_new - s.m) ** 2).sum(axis=1) > s.r2
            assert outside.any() and not outside.all()


class TestBestWidth:
    def test_it_is_what_a_minimizer_finds(self):
        """The formula against the smallest error of a grid search that knows no derivative."""
        s = proofs.best_width.draw(1, 8)
        found = optimize.minimize_scalar(lambda t: s.A(np.exp(t)), bounds=(-4, 3), method="bounded")
        assert np.exp(found.x) == pytest.approx(proofs.optimal_width(s), rel=1e-4)

    def test_for_many_points_it_is_the_best_for_the_error_itself(self):
        s = proofs.best_width.draw(1, 1).but(n=10**9)
        error = lambda t: proofs.integrated_error(s, np.exp(t))  # noqa: E731
        found = optimize.minimize_scalar(error, bounds=(-6, 0), method="bounded")
        assert np.exp(found.x) == pytest.approx(proofs.optimal_width(s), rel=0.05)

    def test_the_error_is_that_of_estimates(self):
        """Two hundred samples, their estimates squared against f and summed over a grid."""
        f, rng, h, n = two_bumps(2), np.random.default_rng(0), 0.5, 30
        s = draws.error_setting(f, n, h, rng)
        grid = in_plane(AXIS[30:-30:2])  # fine enough for an integral to rounding
        errors = []
        for _ in range(200):
            estimate = density.parzen_gaussian(grid, drawn(f, (n,), rng), h)
            errors.append(((estimate - f(grid)) ** 2).sum() * 0.2**2)
        assert np.mean(errors) == pytest.approx(proofs.integrated_error(s, h), rel=0.05)

    def test_what_scott_leaves_out_is_nearly_one(self):
        factors = [(4 / (p + 2)) ** (1 / (p + 4)) for p in range(1, 1000)]
        assert 0.92 < min(factors) < 0.93 and 1.05 < max(factors) < 1.06
        X = np.random.default_rng(0).normal(size=(20, 3))
        np.testing.assert_allclose(density.silverman(X) / density.scott(X), factors[2], rtol=1e-12)


class TestHighestDensity:
    def test_no_union_of_cells_beats_the_level_set(self):
        """Every one of 2¹⁰ regions of a small density."""
        rng = np.random.default_rng(0)
        f, v = rng.uniform(0.1, 2, size=10), rng.dirichlet(np.ones(10))
        regions = (np.arange(2**10)[:, None] >> np.arange(10)) & 1
        R = f >= np.sort(f)[4:6].mean()
        enough = regions[regions @ (f * v) >= R @ (f * v) - 1e-12]
        assert (enough @ v).min() == pytest.approx(R @ v)

    def test_a_region_that_is_as_probable_is_drawn(self):
        for seed in SEEDS:
            s = proofs.highest_density.draw(seed, 5)
            assert s.P(s.S) >= s.P(s.R) and not np.array_equal(s.R, s.S)
            assert (s.f * s.v).sum() == pytest.approx(1) and s.c > 0
