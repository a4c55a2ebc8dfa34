"""The library against R: ks, KernSmooth, kernlab and stats.

R's values are in `tests/oracles_r`, with the versions that gave them; `tools/oracles` has the scripts. No test needs R.
"""

import json
from pathlib import Path

import numpy as np
import pytest
from oracle_points import points

from kernelsy19 import ball, cmeans, datasets, density, one_class
from kernelsy19.density import equations as density_equations
from kernelsy19.kernels import RBF
from kernelsy19.pca import KernelPCA, principal_axes

FOLDER = Path(__file__).parent / "oracles_r"


def oracle(name):
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


KS, KERNLAB, STATS = oracle("ks"), oracle("kernlab"), oracle("stats")
FLOWERS = datasets.iris().X
GEYSER = datasets.faithful().X
ERUPTIONS = GEYSER[:, :1]
POINTS = points()
SAMPLES = {"faithful": GEYSER, "iris": FLOWERS[:, 1:3]}
MAPPED = {"iris": FLOWERS, "spirals": POINTS["spirals"], "three_clusters": POINTS["three_clusters"]}


def up_to_signs(ours, theirs, atol):
    """Columns agree after those of ours are turned to point the way theirs do."""
    theirs = np.array(theirs)
    np.testing.assert_allclose(ours * np.sign((ours * theirs).sum(axis=0)), theirs, rtol=0, atol=atol)


class TestFiles:
    @pytest.mark.parametrize("name", ["ks", "kernlab", "stats"])
    def test_say_where_they_come_from(self, name):
        provenance = oracle(name)["provenance"]
        assert set(provenance) == {"about", "command", "R", "platform", "packages", "date"}
        assert provenance["R"].startswith("R version 4.")
        assert name in provenance["packages"]
        assert (FOLDER.parents[2] / f"tools/oracles/{name}.R").is_file()
        assert f"tools/oracles/{name}.R" in provenance["command"]

    @pytest.mark.parametrize(
        "X, data",
        [
            (GEYSER, KS["faithful"]["data"]),
            (FLOWERS[:, 1:3], KS["iris"]["data"]),
            (ERUPTIONS, KS["one_variable"]["data"]),
            (GEYSER, STATS["faithful"]),
            (FLOWERS, STATS["iris"]),
            (POINTS["pima"], KERNLAB["one_class"]["data"]),
            *((MAPPED[name], KERNLAB["kpca"][name]["data"]) for name in MAPPED),
        ],
    )
    def test_both_sides_had_the_same_points(self, X, data):
        # R writes 15 digits; sums near 0 lose some.
        assert len(X) == data["n"]
        np.testing.assert_allclose(X.sum(axis=0), data["sums"], rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose((X**2).sum(axis=0), data["sums_of_squares"], rtol=1e-12)


@pytest.mark.parametrize("name", SAMPLES)
class TestKs:
    @pytest.mark.checks("COURSE-normal-scale")
    def test_normal_scale_is_hns(self, name):
        # Closed form on both sides: rounding only.
        np.testing.assert_allclose(density.normal_scale(SAMPLES[name]), KS[name]["Hns"], rtol=1e-12)

    def test_density_of_the_same_bandwidth(self, name):
        # Sums of the same exponentials, no grid (binned=FALSE); relative, so down to 1e-40 for the far point.
        log_f = density.log_density(KS[name]["at"], SAMPLES[name], KS[name]["Hpi"])
        np.testing.assert_allclose(np.exp(log_f), KS[name]["density"], rtol=1e-10)

    @pytest.mark.checks("COURSE-hdr-levels")
    def test_contour_levels(self, name):
        log_f = density.log_density(SAMPLES[name], SAMPLES[name], KS[name]["Hpi"])
        ours = density.hdr_levels(np.exp(log_f), np.array(KS[name]["cont"]) / 100)
        # approx=FALSE: the same quantiles of the same densities.
        np.testing.assert_allclose(ours, KS[name]["levels"], rtol=1e-10)
        # By default ks interpolates on a grid of 151 × 151, which shifts the outermost level by up to 2.2%.
        np.testing.assert_allclose(ours, KS[name]["levels_from_grid"], rtol=0.025)

    def test_plug_in_is_hpi_once_entries_are_looked_up_by_multi_index(self, name):
        found, theirs = density.plug_in(SAMPLES[name]), KS[name]
        assert found.converged and found.gradient_norm < 1e-7
        H = found.bandwidth
        # BFGS of optim() stops at a relative change of 1e-8 of the error, which leaves about 1e-4 in the entries of H.
        np.testing.assert_allclose(H, theirs["Hpi_all_by_index"], rtol=1e-4)
        # Leaving out multi-indices with odd entries, as ks does, is a choice that moves H by 0.6% at most …
        np.testing.assert_allclose(H, theirs["Hpi_even_by_index"], rtol=0.006)
        # … and the look-up is what makes the variances of ks larger by a fifth and more.
        assert (np.diagonal(theirs["Hpi"]) > 1.2 * np.diagonal(H)).all()

    @pytest.mark.checks("COURSE-psi-estimate")
    def test_estimates_of_order_six_and_where_ks_finds_them(self, name):
        X, theirs = SAMPLES[name], KS[name]["sixth_order"]
        root = density_equations.symmetric_square_root(np.cov(X.T))
        Z = (X - X.mean(axis=0)) @ np.linalg.inv(root)
        ours = [density.psi_estimate(Z, tuple(r), theirs["pilot"]) for r in theirs["indices"]]
        # Sums over all pairs on both sides; sphering and Hermite polynomials of degree 6 cost some digits.
        np.testing.assert_allclose(ours, theirs["by_index"], rtol=1e-9)
        assert theirs["length"] == 64
        # The first 7 of 64: each is the entry for another multi-index, except the first two.
        np.testing.assert_allclose(theirs["looked_up"], np.array(ours)[[0, 1, 1, 2, 1, 2, 2]], rtol=1e-9)


class TestOneVariable:
    @pytest.mark.checks("COURSE-plug-in", "COURSE-pilot")
    def test_plug_in_is_dpik(self):
        # KernSmooth sums over a grid of 50 001 points: its binning shows in the ninth digit.
        h = density.plug_in(ERUPTIONS).bandwidth[0, 0] ** 0.5
        assert h == pytest.approx(KS["one_variable"]["dpik"], rel=1e-7)

    def test_dpik_and_hpi_leave_the_largest_point_out(self):
        # Linear binning with truncate=TRUE, the default, drops the point on the last grid point: the estimates of ψ
        # have 271 points, all else has 272. ks::hpi calls dpik with 401 grid points.
        x = ERUPTIONS[:, 0]
        n, s = len(x), x.std(ddof=1)
        kept = np.delete(x, x.argmax())[:, None]

        def psi(order, g):
            return density.psi_estimate(kept, (order,), g)

        g6 = density.pilot_bandwidth(6, n, 1, {(8,): 105 / (32 * np.sqrt(np.pi) * s**9)})
        g4 = density.pilot_bandwidth(4, n, 1, {(6,): psi(6, g6)})
        h = (1 / (2 * np.sqrt(np.pi) * psi(4, g4) * n)) ** 0.2
        assert h == pytest.approx(KS["one_variable"]["dpik_default"], rel=1e-7)
        assert h == pytest.approx(KS["one_variable"]["hpi"], rel=1e-4)

    def test_plug_in_is_sheather_and_jones_direct(self):
        # bw.SJ rounds its constants (1.23 for 1.2305, 2.394 for 2.3937), divides by n(n − 1) where we divide by n², and
        # takes IQR/1.349 for the spread where that is smaller than s. All of it comes to 0.11% here.
        theirs = STATS["bandwidths"]
        assert theirs["sd"] < theirs["iqr"] / 1.349
        h = density.plug_in(ERUPTIONS).bandwidth[0, 0] ** 0.5
        assert h == pytest.approx(theirs["sj_dpi"], rel=1.5e-3)
        n = len(ERUPTIONS)
        psi6 = n / (n - 1) * density.psi_estimate(ERUPTIONS, (6,), 1.23 * theirs["sd"] * n ** (-1 / 9))
        psi4 = n / (n - 1) * density.psi_estimate(ERUPTIONS, (4,), (2.394 / (-psi6 * n)) ** (1 / 7))
        # What is left is R's grid of a million bins.
        assert (1 / (2 * np.sqrt(np.pi) * psi4 * n)) ** 0.2 == pytest.approx(theirs["sj_dpi"], rel=1e-6)

    def test_rules_of_thumb_differ_by_known_factors(self):
        # nrd0 = 0.9 A n^(−1/5), nrd = 1.06 A n^(−1/5), A the smaller of s and IQR/1.34: s here. Closed forms.
        theirs = STATS["bandwidths"]
        assert theirs["sd"] < theirs["iqr"] / 1.34
        assert 0.9 * density.scott(ERUPTIONS)[0] == pytest.approx(theirs["nrd0"], rel=1e-12)
        assert 1.06 * density.scott(ERUPTIONS)[0] == pytest.approx(theirs["nrd"], rel=1e-12)
        silverman = density.silverman(ERUPTIONS)[0] * 1.06 / (4 / 3) ** 0.2
        assert silverman == pytest.approx(theirs["nrd"], rel=1e-12)


class TestOneClass:
    THEIRS = KERNLAB["one_class"]

    @pytest.fixture(scope="class")
    @staticmethod
    def fitted():
        X = POINTS["pima"]
        mean, sd = X.mean(axis=0), X.std(axis=0, ddof=1)
        return mean, sd, ball.MinimumVolumeBall(RBF(gamma=0.3), nu=0.1, tol=1e-12).fit((X - mean) / sd)

    def test_scaling_is_by_the_spread_with_n_minus_1(self, fitted):
        np.testing.assert_allclose(fitted[0], self.THEIRS["center"], rtol=1e-12)
        np.testing.assert_allclose(fitted[1], self.THEIRS["scale"], rtol=1e-12)

    def test_weights(self, fitted):
        theirs = np.zeros(752)
        theirs[np.array(self.THEIRS["exact"]["support"]) - 1] = self.THEIRS["exact"]["alpha"]
        solution = fitted[2].solution_
        rho = one_class.threshold(1.0, solution.center_norm2, solution.R2)
        alpha, offset = one_class.rescaled(solution.alpha, rho, 0.1)
        assert theirs.sum() == pytest.approx(75.2, rel=1e-12)
        assert len(solution.support) == self.THEIRS["exact"]["n_support"] == 79
        # kernlab stops at a KKT residual of 1e-9, ours far below; weights are off by more than that, offsets are not.
        np.testing.assert_allclose(alpha, theirs, rtol=0, atol=1e-6)
        assert offset == pytest.approx(self.THEIRS["exact"]["offset"], abs=1e-7)

    def test_decision(self, fitted):
        mean, sd, model = fitted
        ours = model.decision_function((np.array(self.THEIRS["new"]) - mean) / sd)
        scale = 0.1 * 752 / 2
        np.testing.assert_allclose(scale * ours, self.THEIRS["exact"]["decision"], rtol=0, atol=1e-7)
        # The call of the lecture leaves tol at 1e-3, in these units of the decision.
        np.testing.assert_allclose(scale * ours, self.THEIRS["decision_default_tol"], rtol=0, atol=1e-3)
        assert self.THEIRS["n_support_default_tol"] == 79

    def test_raw_columns(self):
        # Women who share both values share a weight, split in any way: what is unique is the set of pairs of values.
        X = POINTS["pima"]
        solution = ball.solve_dual(RBF(gamma=0.3)(X), 0.1, tol=1e-10)
        offset = 0.1 * 752 * one_class.threshold(1.0, solution.center_norm2, solution.R2)
        assert len(np.unique(X[solution.support], axis=0)) == self.THEIRS["n_distinct_support_raw"]
        assert offset == pytest.approx(self.THEIRS["offset_raw"], abs=1e-7)


@pytest.mark.parametrize("name", MAPPED)
class TestKernelPCA:
    @pytest.fixture
    @staticmethod
    def both(name):
        theirs = KERNLAB["kpca"][name]
        kernel, q = RBF(gamma=theirs["sigma"]), len(theirs["eigenvalues"])
        return theirs, KernelPCA(kernel, n_components=q, solver="dense").fit(MAPPED[name])

    def test_eigenvalues_are_ours_over_n(self, both):
        # Dense eigensolvers on both sides: rounding.
        theirs, model = both
        np.testing.assert_allclose(model.eigenvalues_ / len(model.X_fit_), theirs["eigenvalues"], rtol=1e-10)

    def test_scores_are_ours_times_root_n(self, both):
        # Eigenvectors: rounding over the gap between eigenvalues, here at least 4% of the smaller one.
        theirs, model = both
        X = model.X_fit_
        root_n, rows = np.sqrt(len(X)), theirs["rows"]
        up_to_signs(root_n * model.transform(X)[rows], theirs["rotated"], atol=1e-9)
        up_to_signs(root_n * model.alpha_[rows], theirs["pcv"], atol=1e-9)

    def test_new_points(self, both):
        theirs, model = both
        root_n = np.sqrt(len(model.X_fit_))
        known, new = model.transform(model.X_fit_[theirs["rows"]]), model.transform(theirs["new"])
        ours = root_n * np.vstack([known, new])
        # One sign a column for training points and new points together.
        up_to_signs(ours, theirs["rotated"] + theirs["projected"], atol=1e-9)


class TestStats:
    @pytest.mark.parametrize("k", [2, 3])
    def test_kmeans(self, k):
        theirs = STATS[f"kmeans_{k}"]
        solution = cmeans.c_means(GEYSER, k, n_starts=50)
        by_first_axis = np.lexsort(solution.prototypes.T[::-1])
        # The best of 50 starts is the same partition; its means and sums follow up to rounding.
        assert np.bincount(solution.labels)[by_first_axis].tolist() == theirs["size"]
        np.testing.assert_allclose(solution.prototypes[by_first_axis], theirs["centers"], rtol=1e-12)
        assert solution.objective == pytest.approx(theirs["tot.withinss"], rel=1e-12)
        within = [cmeans.inertia(GEYSER, solution.labels == j, solution.prototypes[j]) for j in by_first_axis]
        np.testing.assert_allclose(within, theirs["withinss"], rtol=1e-12)

    def test_prcomp(self):
        theirs = STATS["prcomp"]
        solution = principal_axes(FLOWERS)
        # prcomp divides by n − 1, we by n; an SVD there, an eigenproblem here, so 1e-10 rather than rounding.
        np.testing.assert_allclose(solution.variances * 150 / 149, np.square(theirs["sdev"]), rtol=1e-10)
        np.testing.assert_allclose(solution.mean, theirs["center"], rtol=1e-12)
        up_to_signs(solution.components.T, theirs["rotation"], atol=1e-10)
        up_to_signs(solution.project(FLOWERS[theirs["rows"]]), theirs["scores"], atol=1e-10)
