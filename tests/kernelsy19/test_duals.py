"""What the four duals of support vectors owe: ball, ball for two classes, hyperplane and soft margin."""

from dataclasses import dataclass
from types import ModuleType

import numpy as np
import pytest
from balls import KERNELS, each_kernel
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import solve_box_qp

from kernelsy19 import ball, one_class, svdd, svm
from kernelsy19.kernels import RBF, Linear, Precomputed
from kernelsy19.kernels.geometry import features_of_gram
from kernelsy19.validation import ConvergenceWarning


@dataclass(frozen=True)
class Dual:
    """A room whose price is a number; `nu` where it is a share, and then the bound of the weights is 1/(νn)."""

    room: ModuleType
    prices: tuple
    nu: bool = False
    classes: bool = True

    def problem(self, n, kernel, seed=0, price=None):
        """Points, labels, the Gram matrix, and what a solver is called with after it."""
        X, y = two_classes(n, seed=seed)
        y = y if self.classes else np.ones(n)
        price = self.prices[1] if price is None else price
        price = price / np.count_nonzero(y > 0) if self.room is svdd else price
        return X, y, kernel(X), (y, price) if self.classes else (price,)

    def solve(self, K, given, **options):
        solve = self.room.solve_hyperplane if self.room is one_class else self.room.solve_dual
        return solve(K, *given, **options)

    def plain(self, K, given, tol=1e-6, **options):
        find = {ball: ball.plain_smo, svdd: svdd.plain_svdd, svm: svm.plain_svm}[self.room]
        return self.room.certify(K, *given, find(K, *given, tol, **options), tol)

    def program(self, K, y, given):
        """Q, p, y, Δ and C of the program whose minimum is the objective with the other sign."""
        n, none = len(K), np.zeros(len(K))
        C = 1 / (given[-1] * n) if self.nu else given[-1]
        if self.room is one_class:
            return K, none, y, 1.0, C
        if self.room is svm:
            return K * np.outer(y, y), none - 1, y, 0.0, C
        return 2 * K * np.outer(y, y), -y * np.diagonal(K), y, 1.0, C


BALL = Dual(ball, (0.02, 0.3, 0.8, 1.0), nu=True, classes=False)
SVDD = Dual(svdd, (1.0, 1.3, 4.0, 20.0))  # as shares of the least that is feasible
PLANE = Dual(one_class, (0.05, 0.3, 0.77, 1.0), nu=True, classes=False)
SVM = Dual(svm, (0.1, 1.0, 30.0))
every_dual = pytest.mark.parametrize("dual", [BALL, SVDD, PLANE, SVM], ids=lambda d: d.room.__name__[11:])
every_plain = pytest.mark.parametrize("dual", [BALL, SVDD, SVM], ids=lambda d: d.room.__name__[11:])


def two_classes(n, p=2, seed=0):
    """Points of two classes that overlap, both of them there, in random order."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.where(np.arange(n) <= (2 * n) // 3 - 1, 1.0, -1.0)) if n > 1 else np.ones(1)
    return rng.normal(size=(n, p)) + (y < 0)[:, None], y


def assert_optimal(dual, K, y, given, s, atol=1e-9):
    """Check a solution from its weights alone, by the definitions."""
    Q, p, y, delta, C = dual.program(K, y, given)
    n, alpha, total = len(K), s.alpha, s.alpha.sum()
    scale = max(1.0, np.abs(K).max()) * max(1.0, total) ** 2
    rounding = 1e-12 * scale * n * max(1.0, C if np.ndim(C) == 0 else C.max())
    assert s.converged
    assert alpha.min() >= 0 and (alpha <= C * (1 + 1e-12)).all()
    assert y @ alpha == pytest.approx(delta, abs=1e-11 * max(1, total))
    assert s.objective == pytest.approx(-(alpha @ Q @ alpha / 2 + p @ alpha), abs=rounding)
    f = K @ (y * alpha)
    if dual.room in (ball, svdd):
        d2 = np.diagonal(K) - 2 * f + (y * alpha) @ f
        slack = np.maximum(0, y * (d2 - s.R2))
        primal = s.R2 + np.sum(C * slack)
        np.testing.assert_allclose(s.squared_distances, d2, atol=1e-12 * scale * n)
        np.testing.assert_allclose(s.xi, slack, atol=1e-12 * scale * n)
        assert s.center_norm2 == pytest.approx((y * alpha) @ f, abs=1e-12 * scale * n)
        if dual.room is svdd:  # what its docstring says of the gap
            left = C - alpha
            moved = min(np.where(y > 0, alpha, left).sum(), np.where(y > 0, left, alpha).sum())
            assert s.duality_gap <= s.kkt_residual * moved * (1 + 1e-6) + rounding * n
    elif dual.room is one_class:
        np.testing.assert_allclose(s.margins, f - s.rho, atol=1e-8)
        primal = alpha @ f / 2 - s.rho + C * np.maximum(0, s.rho - f).sum()
    else:
        np.testing.assert_allclose(s.f, f + s.b, atol=1e-8 * scale)
        primal = (y * alpha) @ f / 2 + np.sum(C * np.maximum(0, 1 - y * s.f))
    assert s.primal_objective == pytest.approx(primal, abs=rounding * n + 1e-8 * abs(primal))
    assert s.duality_gap == pytest.approx(s.primal_objective - s.objective, abs=rounding * n)
    assert -rounding * n <= s.duality_gap <= atol * scale * n


@every_dual
@each_kernel
@pytest.mark.parametrize("n", [4, 15, 50])
def test_the_optimum_is_that_of_an_interior_point_solver(dual, kernel, n):
    each = np.random.default_rng(n).uniform(1, 3, size=n) * dual.prices[1]
    for price in (*dual.prices, each) if dual.classes else dual.prices:  # one for all, or one for each point
        _, y, K, given_ = dual.problem(n, kernel, price=price)
        s = dual.solve(K, given_, tol=1e-10)
        assert_optimal(dual, K, y, given_, s)
        _, minimum = solve_box_qp(*dual.program(K, y, given_))
        assert s.objective == pytest.approx(-minimum, rel=1e-6, abs=1e-7)


@every_dual
@given(seed=st.integers(0, 10**6), n=st.integers(2, 22), share=st.floats(0.001, 1))
@settings(max_examples=50, deadline=None)
def test_any_gram_matrix(dual, seed, n, share):
    rng = np.random.default_rng(seed)
    Phi = rng.normal(size=(n, rng.integers(1, 6))) * rng.uniform(0.1, 3, size=(n, 1))
    price = share if dual.nu else 1 / max(share, 0.03)
    K = Phi @ Phi.T
    _, y, _, given_ = dual.problem(n, Linear(), seed, price)
    assert_optimal(dual, K, y, given_, dual.solve(K, given_, tol=1e-8), atol=1e-7)


@every_dual
@pytest.mark.parametrize("kernel", KERNELS[:5], ids=repr)
def test_rows_on_demand_give_the_same(dual, kernel):
    X, y, K, given_ = dual.problem(600, kernel)
    full, rows = dual.solve(K, given_, tol=1e-8), dual.solve(kernel.gram(X), given_, tol=1e-8)
    if dual.room is not one_class:
        assert (full.path, rows.path) == ("full", "rows")
    assert_optimal(dual, K, y, given_, rows, atol=1e-6)
    assert rows.objective == pytest.approx(full.objective, rel=1e-6)


@every_plain
@each_kernel
def test_the_certificate_judges_the_engine_as_it_judges_itself(dual, kernel):
    _, _, K, given_ = dual.problem(50, kernel)
    fast = dual.solve(K, given_)
    judged = dual.room.certify(K, *given_, fast.alpha)
    names = "b w_norm2" if dual is SVM else "R2 center_norm2"
    names += " objective primal_objective duality_gap kkt_residual"
    for name in names.split():
        size = np.diagonal(K).max() * max(1, fast.alpha.sum()) ** 2
        assert getattr(judged, name) == pytest.approx(getattr(fast, name), abs=1e-11 * size), name


@every_plain
def test_weights_that_are_not_allowed_are_told(dual):
    _, _, K, given_ = dual.problem(40, RBF(1.0))
    alpha = dual.plain(K, given_).alpha
    for wrong in (alpha * 1.01, -alpha):
        message = "a sum of weights off|a weight outside|off what is allowed"
        with pytest.warns(ConvergenceWarning, match=message):
            assert not dual.room.certify(K, *given_, wrong).converged


@every_plain
def test_each_way_says_when_it_has_not_converged(dual):
    _, _, K, given_ = dual.problem(60, RBF(1.0))
    with pytest.warns(ConvergenceWarning, match="after 3 iterations.*raise max_iter") as said:
        early = dual.solve(K, given_, max_iter=3)
    with pytest.warns(ConvergenceWarning, match="The weights leave an? .* with KKT residual") as said_plainly:
        plain = dual.plain(K, given_, max_iter=3)
    assert said[0].filename == said_plainly[0].filename == __file__ and early.iterations == 3
    best = dual.solve(K, given_).objective
    for found in (early, plain):
        assert not found.converged and found.objective < best <= found.primal_objective + 1e-9


@every_dual
@pytest.mark.parametrize("inside", [True, False])
def test_without_compiled_loops_the_plain_way_is_gone(dual, inside, monkeypatch):
    _, y, K, given_ = dual.problem(40, RBF(1.0))
    fast = dual.solve(K, given_, tol=1e-9)
    monkeypatch.setattr("kernelsy19.engine.duals.loops_pay", lambda n: False)
    monkeypatch.setattr("kernelsy19.svm.solve.loops_pay", lambda n: False, raising=False)
    if not inside:
        monkeypatch.setattr("kernelsy19.engine.duals.minimize_in_box", lambda *program: None)
    plain = dual.solve(K, given_, tol=1e-9)
    assert getattr(plain, "path", "plain") == "plain"
    assert_optimal(dual, K, y, given_, plain)
    np.testing.assert_allclose(plain.alpha, fast.alpha, atol=1e-4)
    with pytest.warns(ConvergenceWarning) as said:  # a solution that starts inside is there before it steps
        monkeypatch.setattr("kernelsy19.engine.duals.minimize_in_box", lambda *program: None)
        dual.solve(K, given_, max_iter=1)
    assert said[0].filename == __file__


@every_dual
@each_kernel
def test_points_lie_where_their_weights_say(dual, kernel):
    price = {ball: 0.23, svdd: 3.2, one_class: 0.23, svm: 1.0}[dual.room]
    _, y, K, given_ = dual.problem(60, kernel, price=price)
    s = dual.solve(K, given_, tol=1e-10)
    depth = {
        ball: lambda: s.R2 - s.squared_distances,
        svdd: lambda: s.R2 - s.squared_distances,
        one_class: lambda: s.margins,
        svm: lambda: y * s.f - 1,
    }[dual.room]()
    atol = 1e-7 * np.abs(K).max()
    good, edge, bad = {svm: ("beyond", "edge", "inside")}.get(dual.room, ("inside", "surface", "outlier"))
    assert (depth[s.kinds == good] >= -atol).all() and (depth[s.kinds == bad] <= atol).all()
    np.testing.assert_allclose(depth[s.kinds == edge], 0, atol=atol)
    if dual is SVDD:
        np.testing.assert_array_equal(s.misplaced, s.alpha >= given_[-1] * (1 - 1e-8))
    if dual.nu:
        assert np.mean(s.kinds == bad) <= price <= np.mean(s.alpha > 0)
    if dual is SVM:
        assert s.margin == pytest.approx(s.w_norm2**-0.5)
        np.testing.assert_array_equal(s.misclassified, y * s.f <= 0)
        np.testing.assert_array_equal(s.xi, np.maximum(0, 1 - y * s.f))


ONE_POINT, RANK_1 = np.ones((6, 6)), np.outer([1, -2, 3, -4.0, 0, 2], [1, -2, 3, -4.0, 0, 2])


@every_plain
@pytest.mark.parametrize("K", [ONE_POINT, 2.5 * ONE_POINT, 0 * ONE_POINT, np.eye(6), RANK_1], ids=str)
def test_degenerate_matrices(dual, K):
    y = np.array([1.0, 1, -1, 1, 1, -1])
    for price in (0.3, 1.0) if dual.nu else (0.5, 1.0):
        given_ = (y, price) if dual.classes else (price,)
        fast, plain = dual.solve(K, given_), dual.plain(K, given_)
        for s in (fast, plain):
            assert s.converged and abs(s.duality_gap) < 1e-5 * max(1, K.max())
        assert fast.objective == pytest.approx(plain.objective, abs=1e-5 * max(1, K.max()))


class TestDecision:
    @every_plain
    @each_kernel
    def test_decisions_are_those_of_coordinates(self, dual, kernel):
        X, y, K, given_ = dual.problem(40, kernel)
        new = np.random.default_rng(9).normal(size=(11, 2))
        Phi = features_of_gram(kernel(np.vstack([X, new])))
        s = dual.solve(K, given_, tol=1e-9)
        center = (y * s.alpha) @ Phi[:40]
        d2 = ((Phi - center) ** 2).sum(axis=1)
        expected = Phi @ center + s.b if dual is SVM else s.R2 - d2
        atol = 1e-6 * max(1, np.abs(expected).max())
        decide, at = dual.room.decision_function, np.vstack([X, new])
        np.testing.assert_allclose(decide(kernel, X, s, at), expected, atol=atol)
        diagonal = () if dual is SVM else (kernel.diagonal(at),)
        known = decide(Precomputed(), K, s, kernel(at, X), *diagonal)
        np.testing.assert_allclose(known, expected, atol=atol)
        x, h = np.linspace(-2, 2, 7), np.linspace(-1, 3, 5)
        grid = np.array([[a, b] for b in h for a in x])
        on_grid = dual.room.decision_on_grid(kernel, X, s, x, h).ravel()
        np.testing.assert_allclose(on_grid, decide(kernel, X, s, grid), rtol=0, atol=1e-9 * np.abs(K).max())

    @every_plain
    def test_what_does_not_fit_is_refused(self, dual):
        X, _, K, given_ = dual.problem(20, RBF(1.0))
        s, decide, on_grid = dual.solve(K, given_), dual.room.decision_function, dual.room.decision_on_grid
        calls = [
            (lambda: decide(RBF(1.0), X[1:], s, X), "20 training points"),
            (lambda: decide(RBF(1.0), X, s, np.ones((4, 3))), "2 columns"),
            (lambda: on_grid(Precomputed(), K, s, [0.0], [0.0]), "grid has no precomputed"),
            (lambda: on_grid(RBF(1.0), X[1:], s, [0.0], [0.0]), "20 training points"),
            (lambda: on_grid(RBF(1.0), np.ones((20, 3)), s, [0.0], [0.0]), "2 columns"),
        ]
        if dual is not SVM:
            calls += [
                (lambda: decide(RBF(1.0), X, s, X, np.ones(20)), "K_xx is for Precomputed"),
                (lambda: decide(Precomputed(), Linear()(X), s, Linear()(X)), r"K_xx.*must be given"),
            ]
        for call, message in calls:
            with pytest.raises(ValueError, match=message):
                call()
