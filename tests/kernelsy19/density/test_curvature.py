"""The plug-in bandwidth against finite differences, integrals and the rule in one dimension."""

import itertools
import math

import numpy as np
import pytest
from scipy import optimize, stats
from windows import SLANTED, iris, sample

from kernelsy19 import density
from kernelsy19.datasets import faithful
from kernelsy19.density import curvature, equations
from kernelsy19.validation import ConvergenceWarning

checks = pytest.mark.checks


def plug_in_1d(x):
    """The two-stage rule for one variable, written out as in Wand and Jones (1995), section 3.6."""
    n, s = len(x), x.std(ddof=1)
    D = x[:, None] - x[None, :]

    def phi(u):
        return np.exp(-u * u / 2) / math.sqrt(2 * math.pi)

    psi8 = 105 / (32 * math.sqrt(math.pi) * s**9)
    g6 = (30 / math.sqrt(2 * math.pi) / (psi8 * n)) ** (1 / 9)
    u = D / g6
    psi6 = ((u**6 - 15 * u**4 + 45 * u**2 - 15) * phi(u)).sum() / n**2 / g6**7
    g4 = (-6 / math.sqrt(2 * math.pi) / (psi6 * n)) ** (1 / 7)
    u = D / g4
    psi4 = ((u**4 - 6 * u**2 + 3) * phi(u)).sum() / n**2 / g4**5
    return (1 / (2 * math.sqrt(math.pi) * psi4 * n)) ** (1 / 5)


class TestPlugIn:
    @checks("COURSE-plug-in", "COURSE-pilot")
    @pytest.mark.parametrize("x", [faithful().X[:, 0], sample(50, 1)[:, 0] ** 3])
    def test_one_variable_is_the_rule_of_wand_and_jones(self, x):
        assert density.plug_in(x[:, None]).bandwidth[0, 0] ** 0.5 == pytest.approx(plug_in_1d(x), rel=1e-6)

    @checks("COURSE-psi-estimate")
    @pytest.mark.parametrize("r", [(4, 0), (2, 2), (1, 3), (0, 6)])
    def test_psi_by_differences(self, r):
        X, g = sample(6), 0.9

        def smooth(a, b):
            return stats.multivariate_normal(np.zeros(2), g * g * np.eye(2)).pdf([a, b])

        def derivative(f, k, at, step=0.05):
            # Central differences of order k, extrapolated twice.
            def plain(d):
                return sum((-1) ** i * math.comb(k, i) * f(at + (k / 2 - i) * d) for i in range(k + 1)) / d**k

            a, b, c = plain(4 * step), plain(2 * step), plain(step)
            return (64 * c - 20 * b + a) / 45

        total = 0.0
        for x in X:
            for y in X:
                d = x - y
                total += derivative(
                    lambda a, d=d: derivative(lambda b: smooth(a, b), r[1], d[1]) if r[1] else smooth(a, d[1]),
                    r[0], d[0],
                ) if r[0] else derivative(lambda b, d=d: smooth(d[0], b), r[1], d[1])  # fmt: skip
        assert density.psi_estimate(X, r, g) == pytest.approx(total / 36, rel=2e-4)

    @checks("COURSE-amise")
    def test_amise_by_integration(self):
        # For f = N(0, I) in the plane: ∫ tr(H D²f)² and ∫ K_H² by sums over a grid.
        H, n = SLANTED, 50
        t = np.arange(-8, 8, 0.1)
        points = np.stack(np.meshgrid(t, t, indexing="ij"), axis=-1)
        f = density.gaussian_window(points)
        trace = (np.einsum("...i,ij,...j->...", points, H, points) - np.trace(H)) * f
        window = stats.multivariate_normal(np.zeros(2), H).pdf(points)
        expected = (window**2).sum() * 0.01 / n + (trace**2).sum() * 0.01 / 4
        orders = [np.bincount(i, minlength=2) for i in np.ndindex(2, 2, 2, 2)]
        Psi = np.array([density.gaussian_derivative(np.zeros(2), r, math.sqrt(2)) for r in orders])
        Psi = Psi.reshape(2, 2, 2, 2)
        assert density.amise(H, n, Psi) == pytest.approx(expected, rel=1e-9)
        slope = density.amise_gradient(H, n, Psi)
        for i, j in np.ndindex(2, 2):
            E = np.zeros((2, 2))
            E[i, j] = 1e-6
            change = (density.amise(H + E, n, Psi) - density.amise(H - E, n, Psi)) / 2e-6
            assert slope[i, j] == pytest.approx(change, rel=1e-5)

    @pytest.mark.parametrize("data", [iris(), faithful().X])
    def test_certificate_and_a_second_search(self, data):
        solution = density.plug_in(data)
        assert solution.converged and solution.gradient_norm < 1e-7
        root = np.linalg.inv(equations.symmetric_square_root(np.cov(data.T)))
        Psi, pilots = curvature._estimate_psi((data - data.mean(axis=0)) @ root)
        np.testing.assert_allclose(pilots, solution.pilots, rtol=1e-9)

        def error(t):
            L = np.array([[math.exp(t[0]), 0], [t[2], math.exp(t[1])]])
            return density.amise(L @ L.T, len(data), Psi)

        options = {"xatol": 1e-9, "fatol": 1e-14}
        best = optimize.minimize(error, [-1, -1, 0], method="Nelder-Mead", options=options)
        L = np.array([[math.exp(best.x[0]), 0], [best.x[2], math.exp(best.x[1])]])
        assert -1e-6 < solution.objective / best.fun - 1 < 1e-9  # a search may stop early
        np.testing.assert_allclose(root @ solution.bandwidth @ root, L @ L.T, atol=1e-5)

    @pytest.mark.parametrize("order", [4, 6])
    def test_pilot_minimizes_the_squared_bias(self, order):
        rng = np.random.default_rng(order)
        n, p = 80, 2
        psi = {r: rng.normal() + (1 if order == 4 else -1) for r in density.multi_indices(p, order + 2)}

        def squared_bias(log_g):
            g = math.exp(log_g)
            return sum(
                (
                    density.gaussian_derivative(np.zeros(p), r, 1.0) / (n * g ** (p + order))
                    + g**2 / 2 * (psi[r[0] + 2, r[1]] + psi[r[0], r[1] + 2])
                )
                ** 2
                for r in density.multi_indices(p, order)
            )

        options = {"xatol": 1e-10}
        best = optimize.minimize_scalar(squared_bias, bounds=(-3, 3), method="bounded", options=options)
        assert density.pilot_bandwidth(order, n, p, psi) == pytest.approx(math.exp(best.x), rel=1e-5)

    def test_published_matrix_of_ks_with_its_slip(self):
        """Hpi(faithful) as ks prints it, from our functions put together as ks 1.14 does.

        `gsamse` keeps indices that are even in both axes only, and looks up ψ₆ in a list of 64 (one entry for each
        sequence of six axes) by its place in a list of 7. `test_against_r.py` has what ks itself says to both.
        """
        published = np.array([[0.06326802, 0.6041862], [0.6041862, 11.1917775]])
        X = faithful().X
        n, p = X.shape
        root = equations.symmetric_square_root(np.cov(X.T))
        Z = (X - X.mean(axis=0)) @ np.linalg.inv(root)

        def pilot(order, psi):
            even = [r for r in density.multi_indices(p, order) if r[0] % 2 == 0]
            at_zero = np.array([density.gaussian_derivative(np.zeros(p), r, 1.0) for r in even])
            ahead = np.array([psi[r[0] + 2, r[1]] + psi[r[0], r[1] + 2] for r in even])

            def squared_bias(log_g):
                g = math.exp(log_g)
                return ((at_zero / (n * g ** (p + order)) + g**2 / 2 * ahead) ** 2).sum()

            options = {"xatol": 1e-10}
            best = optimize.minimize_scalar(squared_bias, bounds=(-3, 2), method="bounded", options=options)
            return math.exp(best.x)

        eighth = density.multi_indices(p, 8)
        g6 = pilot(6, {r: density.gaussian_derivative(np.zeros(p), r, math.sqrt(2)) for r in eighth})
        psi6 = {r: density.psi_estimate(Z, r, g6) for r in density.multi_indices(p, 6)}
        in_all_orders = [(6 - sum(axes), sum(axes)) for axes in itertools.product(range(2), repeat=6)]
        slipped = {(6 - k, k): psi6[in_all_orders[k]] for k in range(7)}
        g4 = pilot(4, slipped)
        Psi = np.empty((p,) * 4)
        for i in np.ndindex(Psi.shape):
            Psi[i] = density.psi_estimate(Z, tuple(np.bincount(i, minlength=p).tolist()), g4)
        H = root @ density.minimize_amise(n, Psi) @ root
        np.testing.assert_allclose(H, published, rtol=1e-4)
        assert np.abs(density.plug_in(X).bandwidth / published - 1).min() > 0.1

    def test_three_variables(self):
        solution = density.plug_in(sample(60, 3))
        assert solution.converged
        np.testing.assert_allclose(solution.bandwidth, density.normal_scale(sample(60, 3)), atol=0.15)

    def test_stopping_early_is_said(self, monkeypatch):
        monkeypatch.setattr(curvature, "GRADIENT_TOLERANCE", 0.0)
        with pytest.warns(ConvergenceWarning, match="gradient"):
            assert not density.plug_in(sample()).converged
