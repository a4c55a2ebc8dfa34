"""Eigenvalues: whatever way is taken, they are those of a dense solver, and the certificate is true."""

from dataclasses import replace

import numpy as np
import pytest
from components import points

from kernelsy19.engine import eigen, krylov
from kernelsy19.engine.eigen import by_coordinates, largest_eigenvalues, leading_eigenvectors
from kernelsy19.gram import Gram, MatrixGram
from kernelsy19.kernels import RBF, Laplacian
from kernelsy19.kernels.geometry import center_gram


def is_true(spectrum, K):
    """Recompute the certificate from the matrix alone."""
    misfit = np.linalg.norm(K @ spectrum.vectors - spectrum.vectors * spectrum.values, axis=0)
    return (misfit <= spectrum.residuals + 1e-13 * spectrum.values[0]).all()


class Counting(Gram):
    """Another provider, whose entries are counted as they are computed."""

    def __init__(self, gram):
        self.gram, self.shape, self.asked = gram, gram.shape, 0
        self.psd, self.constant_diagonal, self.n_factors = gram.psd, gram.constant_diagonal, gram.n_factors

    def block(self, rows, columns, dtype=np.float64):
        self.asked += len(rows) * len(columns)
        return self.gram.block(rows, columns, dtype)

    def diagonal(self):
        return self.gram.diagonal()

    def factors(self, power=1):
        return self.gram.factors(power)


class TestChoice:
    """What is chosen has to be certified, and may not compute more than it must."""

    @pytest.mark.parametrize(
        ("n", "p", "gamma", "n_components", "share"),
        [
            pytest.param(200, 2, 0.05, 3, 1, id="few points"),
            pytest.param(400, 2, 50.0, 3, 1, id="a narrow kernel"),
            pytest.param(800, 2, 0.001, 3, 0.2, id="a smooth kernel"),
            pytest.param(1600, 1, 5.0, 3, 0.1, id="points on a line"),
            pytest.param(1600, 2, 0.05, 3, 0, id="points in the plane"),
            pytest.param(1600, 2, 50.0, 3, 1.1, id="many points, a narrow kernel"),
            pytest.param(300, 20, 0.05, 150, 1, id="half of all components"),
            pytest.param(300, 20, 0.05, None, 1, id="all components"),
        ],
    )
    def test_by_itself(self, n, p, gamma, n_components, share):
        """Of n² entries no more than this share is ever computed, and the answer is certified to 1e-10."""
        X = points(n, p)
        K = Counting(RBF(gamma).gram(X))
        spectrum = largest_eigenvalues(K, n_components, True, "auto", 1e-10)
        exact = center_gram(RBF(gamma)(X))
        assert spectrum.is_certified(1e-10) and is_true(spectrum, exact)
        values = np.linalg.eigvalsh(exact)[::-1][: len(spectrum.values)]
        np.testing.assert_allclose(spectrum.values, values, atol=1e-11 * values[0])
        assert K.asked <= share * n * n

    @pytest.mark.parametrize("center", [True, False])
    @pytest.mark.parametrize("solver", eigen.SOLVERS)
    @pytest.mark.parametrize("at_hand", [True, False])
    def test_each_solver(self, solver, center, at_hand):
        k, X = RBF(0.05), points(400, 2)
        K = center_gram(k(X)) if center else k(X)
        spectrum = largest_eigenvalues(MatrixGram(k(X)) if at_hand else k.gram(X), 6, center, solver, 1e-10)
        values, V = np.linalg.eigh(K)
        np.testing.assert_allclose(spectrum.values, values[::-1][:6], rtol=1e-9)
        np.testing.assert_allclose(np.abs((spectrum.vectors * V[:, ::-1][:, :6]).sum(axis=0)), 1, atol=1e-9)
        assert spectrum.is_certified(1e-10) and is_true(spectrum, K)
        assert spectrum.trace == pytest.approx(values.sum(), rel=1e-10)
        np.testing.assert_allclose(spectrum.mean_products, k(X).mean(axis=0) @ spectrum.vectors, atol=1e-9)

    def test_an_eigenvalue_that_is_there_twice_is_found_twice(self):
        t = 2 * np.pi * np.arange(300) / 300
        K = RBF(40.0)(np.column_stack([np.cos(t), np.sin(t)]))
        spectrum = largest_eigenvalues(MatrixGram(K), 10, True, "krylov", 1e-10)
        np.testing.assert_allclose(spectrum.values, np.linalg.eigvalsh(center_gram(K))[::-1][:10], rtol=1e-9)

    @pytest.mark.parametrize("at_hand", [True, False])
    def test_a_missed_eigenvector_is_noticed(self, monkeypatch, at_hand):
        """A first start without a part along the second eigenvector has no residual, and is wrong all the same."""
        k, X = RBF(40.0), points(300, 2)
        values, V = np.linalg.eigh(center_gram(k(X)))
        runs = []

        class Blind(krylov.Krylov):
            def converge(self, *args):
                if not runs:
                    whole, missing = self.product, V[:, -2]
                    self.next -= missing * (missing @ self.next)
                    self.next /= np.linalg.norm(self.next)
                    self.product = lambda v: whole(v) - values[-2] * missing * (missing @ v)
                    super().converge(*args)
                    np.testing.assert_allclose(self.ritz_values[:2], values[[-1, -3]])
                    self.product = whole
                else:
                    assert super().converge(*args)
                runs.append(self)
                return True

        monkeypatch.setattr(eigen, "Krylov", Blind)
        K = MatrixGram(k(X)) if at_hand else k.gram(X)
        spectrum = largest_eigenvalues(K, 2, True, "krylov", 1e-10)
        np.testing.assert_allclose(spectrum.values, values[[-1, -2]])
        assert len(runs) == 2 and is_true(spectrum, center_gram(k(X)))

    def test_iterations_that_do_not_end_give_way_to_the_dense_solver(self, monkeypatch):
        monkeypatch.setattr(krylov.Krylov, "converge", lambda *_: False)
        K = RBF(40.0)(points(300, 2))
        spectrum = largest_eigenvalues(MatrixGram(K), 2, True, "auto", 1e-10)
        np.testing.assert_allclose(spectrum.values, np.linalg.eigvalsh(center_gram(K))[::-1][:2])

    def test_values_that_are_not_finite(self):
        class Broken(MatrixGram):
            at_hand = False

        K = np.full((5, 5), np.nan)
        with pytest.raises(ValueError, match="a broken one must give finite values"):
            largest_eigenvalues(Broken(K, True, "a broken one"), 2, True, "dense", 1e-10)


@pytest.mark.parametrize("center", [True, False])
def test_the_norm_of_a_centered_matrix_without_forming_it(center):
    K = RBF(0.3)(points(200, 2))
    whole = eigen.CenteredMatrix(MatrixGram(K), center)
    exact = center_gram(K) if center else K
    assert whole.squared_norm() == pytest.approx(np.sum(exact**2))
    some, others = np.array([3, 190, 7]), np.array([0, 5])
    np.testing.assert_allclose(whole.block(some, others), exact[np.ix_(some, others)], atol=1e-14)
    np.testing.assert_allclose(whole.rows(some), exact[some], atol=1e-14)
    np.testing.assert_allclose(whole.matrix(), exact, atol=1e-14)
    np.testing.assert_allclose(whole.diagonal(), np.diagonal(exact), atol=1e-14)
    for V in (np.ones(200), np.random.default_rng(0).normal(size=(200, 3))):
        np.testing.assert_allclose(whole.product(V), exact @ V, atol=1e-11)


@pytest.mark.parametrize("count", [1, 3, 20, None])
def test_eigenvectors_from_a_factor(count):
    """From LLᵀ where few are wanted, from a QR decomposition where many are; small eigenvalues as well as large."""
    L = np.random.default_rng(0).normal(size=(40, 300)) * 10.0 ** -np.arange(0, 4, 0.1)[:, None]
    values, V = leading_eigenvectors(L, count)
    assert values.shape == (count or 40,) and V.shape == (300, count or 40)
    expected = np.linalg.svd(L, compute_uv=False)[:count] ** 2
    np.testing.assert_allclose(values, expected, rtol=1e-8, atol=1e-15 * expected[0])
    np.testing.assert_allclose(V.T @ V, np.eye(len(values)), atol=1e-12)
    assert np.linalg.norm(L.T @ (L @ V) - V * values, axis=0).max() < 1e-13 * values[0]


class TestByCoordinates:
    """An RBF matrix of points in the plane, from one factor for each coordinate."""

    gamma = 0.03

    def cloud(self, n=300, offset=0.0):
        return points(n, 2) @ np.array([[1.0, 2.0], [-1.0, 0.5]]) + offset

    def of(self, monkeypatch, X, center=True, tolerance=eigen.COORDINATE_TOLERANCE):
        monkeypatch.setattr(eigen, "BY_COORDINATES_FROM", 1)
        monkeypatch.setattr(eigen, "UNCACHED_ENTRIES", 0)
        monkeypatch.setattr(eigen, "COORDINATE_TOLERANCE", tolerance)
        return by_coordinates(RBF(self.gamma).gram(X), center)

    @pytest.mark.parametrize("center", [True, False])
    @pytest.mark.parametrize("offset", [0.0, 1e6])
    def test_product_norm_and_trace_are_those_of_the_matrix(self, monkeypatch, center, offset):
        X = self.cloud(offset=offset)
        operator = self.of(monkeypatch, X, center)
        K = center_gram(RBF(self.gamma)(X)) if center else RBF(self.gamma)(X)
        v = np.random.default_rng(0).normal(size=300)
        np.testing.assert_allclose(operator.product(v), K @ v, atol=1e-12 * np.linalg.norm(v))
        assert operator.trace == pytest.approx(np.trace(K), rel=1e-12)
        assert np.sum(K * K) * (1 - 1e-14) <= operator.squared_norm() <= np.sum(K * K) * (1 + 1e-9)

    def test_what_is_left_out_is_psd_and_below_the_bound(self, monkeypatch):
        X = self.cloud()
        operator = self.of(monkeypatch, X, center=False, tolerance=1e-4)
        E = RBF(self.gamma)(X) - np.column_stack([operator.product(e) for e in np.eye(300)])
        values = np.linalg.eigvalsh(E)
        assert values[0] > -1e-13 and 1e-6 < values[-1] <= operator.error
        exact, bound = np.sum(RBF(self.gamma)(X) ** 2), operator.squared_norm()
        assert exact <= bound <= exact + 300 * 2 * operator.error

    @pytest.mark.parametrize("tolerance", [1e-14, 1e-8])
    def test_residuals_are_bounds_and_no_eigenvalue_is_missed(self, monkeypatch, tolerance):
        """A square grid of points has eigenvalues that are there twice."""
        side = np.linspace(-5, 5, 20)
        X = np.array([(a, b) for a in side for b in side])
        self.of(monkeypatch, X, tolerance=tolerance)
        tol = 1e-4 if tolerance > 1e-9 else 1e-10
        K = Counting(RBF(self.gamma).gram(X))
        spectrum = largest_eigenvalues(K, 8, True, "auto", tol)
        exact = center_gram(RBF(self.gamma)(X))
        values = np.linalg.eigvalsh(exact)[::-1][:8]
        assert np.isclose(values[0], values[1], rtol=1e-9)
        assert K.asked == 0 and spectrum.is_certified(tol) and is_true(spectrum, exact)
        np.testing.assert_allclose(spectrum.values, values, rtol=max(1e-10, 1e3 * tolerance))

    def test_a_tolerance_below_its_error_is_left_to_the_matrix(self, monkeypatch):
        X = self.cloud()
        self.of(monkeypatch, X, tolerance=1e-8)
        K = Counting(RBF(self.gamma).gram(X))
        spectrum = largest_eigenvalues(K, 3, True, "krylov", 1e-9)
        assert K.asked == 300**2 and spectrum.is_certified(1e-9)

    def test_only_where_it_is_worth_it(self, monkeypatch):
        X, kernel = self.cloud(), RBF(self.gamma)
        assert self.of(monkeypatch, X) is not None
        for K in (
            MatrixGram(kernel(X)),
            kernel.gram(X).with_signs(np.repeat([-1.0, 1.0], 150)),
            Laplacian(self.gamma).gram(X),
            kernel.gram(points(300, 3)),
            RBF(1e4).gram(X),
        ):
            assert by_coordinates(K, True) is None
        monkeypatch.undo()
        assert by_coordinates(kernel.gram(X), True) is None, "of 300 points the matrix is cheap"


def with_spectrum(values, seed=0):
    """A matrix of these eigenvalues, in a random basis."""
    n, rng = len(values), np.random.default_rng(seed)
    Q = np.linalg.qr(rng.normal(size=(n, n)))[0]
    K = (Q * values) @ Q.T
    return (K + K.T) / 2


SPECTRA = {
    "identity": np.ones(300),
    "rank 1": np.eye(300)[0],
    "all twice": np.repeat(np.linspace(1, 0.1, 150), 2),
    "a cluster at the end of what is asked for": np.r_[1, np.full(9, 0.9), np.linspace(0.85, 0.1, 290)],
    "equal to rounding": np.r_[1 + 1e-14 * np.arange(20), np.linspace(0.5, 0, 280)],
    "a slow start": np.r_[1, 0.9, 0.9, np.full(20, 0.89), np.linspace(0.8, 0, 277)],
    "zero": np.zeros(300),
}


@pytest.mark.parametrize("center", [True, pytest.param(False, marks=pytest.mark.night)])
@pytest.mark.parametrize("solver", eigen.SOLVERS)
@pytest.mark.parametrize("kind", SPECTRA)
def test_no_eigenvector_is_lost(kind, solver, center):
    """As many as asked for, or as many as exist, orthonormal, with a proof; diagonal matrices have none to spare."""
    for K in (np.diag(SPECTRA[kind]), with_spectrum(SPECTRA[kind])):
        exact = center_gram(K) if center else K
        values = np.linalg.eigvalsh(exact)[::-1]
        for q in (3, 10):
            found = largest_eigenvalues(MatrixGram(K), q, center, solver, 1e-10)
            kept = found.values > found.floor
            exist = values[:q] > 1e-9
            assert kept.sum() >= exist.sum() and found.proof
            np.testing.assert_allclose(found.values[kept], values[: kept.sum()], rtol=0, atol=1e-10)
            V = found.vectors[:, kept]
            np.testing.assert_allclose(V.T @ V, np.eye(kept.sum()), atol=1e-10)
            assert is_true(found, exact) and found.orthogonality <= 1e-10


def test_a_spectrum_without_proof_or_right_angles_is_not_certified():
    K = MatrixGram(RBF(0.3)(points()))
    found = largest_eigenvalues(K, 3, True, "dense", 1e-10)
    assert found.is_certified(1e-10) and found.proof == "all n"
    assert not replace(found, proof="").is_certified(1e-10)
    assert not replace(found, orthogonality=np.nan).is_certified(1e-10)
    whole = eigen.CenteredMatrix(K, True)
    twice = found.vectors[:, [0, 0, 1]]
    spectrum = whole.spectrum(found.values[[0, 0, 1]], twice, whole.product(twice), "dense", "all n")
    assert spectrum.residuals.max() < 1e-12 and not spectrum.is_certified(1e-10), "one vector twice"


def test_inertia_sees_what_is_missing():
    K = with_spectrum(SPECTRA["a slow start"])
    whole = eigen.CenteredMatrix(MatrixGram(K), False)
    values, V = (part[..., ::-1] for part in np.linalg.eigh(K))
    assert whole.none_above(0.9 + 1e-10, values[:3], V[:, :3])
    assert not whole.none_above(0.9 + 1e-10, values[1:3], V[:, 1:3])
    assert not whole.none_above(0.89, values[:2], V[:, :2])


def test_a_factor_of_what_centering_left_is_that_of_rounding():
    """All mapped points but for rounding the same: K̃ is 0, not a matrix that is not PSD."""
    K = np.ones((300, 300)) + 1e-16
    found = largest_eigenvalues(MatrixGram(K * 0.1 / 0.3), 3, True, "cholesky", 1e-10)
    assert (found.values <= found.floor).all()
