"""Cells of the precomputed tables of chapter 04, computed again."""

import numpy as np
import pytest

from kernelcourse.one_class import experiments
from kernelsy19 import ball, datasets
from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.kernels import RBF


class TestPrecomputedTables:
    """Two cells of the tables that a script computed are computed again."""

    @pytest.mark.parametrize(("nu", "row"), [(0.05, 2), (0.5, 5)])
    def test_usps_nu(self, nu, row):
        test = datasets.usps().test
        X = np.hstack([test.X, 2 * np.eye(10)[test.y] - 1])
        solution = ball.solve_dual(RBF(1 / 128).gram(X), nu)
        table = datasets.table("usps_nu")
        assert table["nu"][row] == nu
        assert 100 * solution.outlier.mean() == pytest.approx(table["outliers"][row], abs=0.06)
        assert 100 * (1 - solution.inside.mean()) == pytest.approx(table["support_vectors"][row], abs=0.06)

    def test_outlier_sets_drawn_again(self):
        """Draw 0 is that of the chapter; one cell of another draw is computed again."""
        sets, make = datasets.outlier_sets(3), lambda data: MinimumVolumeBall(RBF(1.0), 0.15, 1e-10)
        moons = {"moons": sets["moons"]}
        errors = experiments.compare(moons, {"γ = 1": make}, size=5).errors("γ = 1")
        assert experiments.redrawn("errors").draws("γ = 1")[3, 3] == errors
        stranger = 100 * experiments.ranking(make, sets["moons"], n_splits=1, rng=3)
        assert experiments.redrawn("stranger").draws("γ = 1")[3, 3] == pytest.approx(stranger, abs=0.006)
        assert "| moons |" in experiments.redrawn("stranger")._repr_markdown_()
        with pytest.raises(ValueError, match="column must be"):
            experiments.redrawn("times")

    def test_a_table_shows_its_numbers_and_where_they_come_from(self):
        table = datasets.table("usps_nu").rows(nu=0.05)
        assert len(table) == 1
        assert "| 0.05 |" in table._repr_markdown_()
        assert "make tables" in table._repr_markdown_() and "make tables" in repr(table)

    def test_unknown_names(self):
        table = datasets.table("usps_nu")
        with pytest.raises(ValueError, match=r"no precomputed table of the name 'usps'; there are .*usps_nu"):
            datasets.table("usps")
        with pytest.raises(ValueError, match="no column 'mu'; it has nu, outliers"):
            table["mu"]
        with pytest.raises(ValueError, match="no row"):
            table.rows(nu=0.42)

    def test_rows_meet_every_condition(self):
        columns = {"a": np.array([1.0, 1.0, 2.0]), "b": np.array([3.0, 4.0, 3.0])}
        found = datasets.tables.Table("t", (), columns).rows(a=1, b=3)
        assert found["a"].tolist() == [1] and found["b"].tolist() == [3]

    def test_what_is_saved_is_read(self, tmp_path, monkeypatch):
        monkeypatch.setattr(datasets.tables, "TABLE_FOLDER", tmp_path)
        datasets.tables.save_table("t", {"a": [1, 2], "b": [0.5, 1 / 3]}, "About.", "make it")
        found = datasets.table("t")
        np.testing.assert_allclose(found["b"], [0.5, 0.333333], atol=1e-6)
        assert found.provenance[0] == "About." and "`make it`" in found.provenance[1]
