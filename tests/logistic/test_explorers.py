import numpy as np
import pytest

from kernelsy19 import datasets, logistic
from kernelsy19.course.picture import number
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.logistic import explorers as module
from kernelsy19.logistic.explorers import LogisticExplorer, SGDAgainstNewton


@pytest.fixture(scope="module")
def shown():
    return LogisticExplorer()


@pytest.fixture(scope="module")
def race():
    return SGDAgainstNewton()


def classes(name):
    train, fresh = module.KLR_DATA[name]()
    mean, sd = train.X.mean(axis=0), train.X.std(axis=0)
    return (train.X - mean) / sd, train.y.astype(float), (fresh.X - mean) / sd, fresh.y


def start(shown, **values):
    default = {"lam": 0.1, "gamma": 1.0, "kernel": "Gaussian (RBF)", "data": "moons"}
    shown.set(**default | values)


@pytest.mark.parametrize(
    ("values", "kernel"),
    [
        ({}, RBF(1.0)),
        ({"lam": 1e-3, "gamma": 10.0}, RBF(10.0)),
        ({"kernel": "polynomial, degree 3", "gamma": 0.1}, Polynomial(3, 0.1)),
        ({"kernel": "linear, and a constant", "lam": 10.0}, Linear() + 1),
        ({"data": "pima: glucose, bmi", "lam": 1.0}, RBF(1.0)),
        ({"data": "circles"}, RBF(1.0)),
    ],
)
def test_what_is_said_is_true(shown, values, kernel):
    start(shown, **values)
    X, y, X_new, y_new = classes(shown.values["data"])
    solution = logistic.plain_newton(kernel(X), y, shown.values["lam"])
    f = kernel(X_new, X) @ solution.theta
    loss = np.logaddexp(0, -(2 * y_new - 1) * f).mean()
    assert (
        f"Loss {number(solution.mean_loss)} on them and {number(loss)} on {len(f)} fresh points" in shown.alt
    )
    assert f"of which {np.mean((f > 0) == y_new):.1%} are on the right side" in shown.alt
    assert f"squared norm of f {number(solution.squared_norm)}" in shown.alt
    assert f"right: {np.mean((solution.scores > 0) == y):.0%} of the points" in shown.title.get_text()
    hidden = shown.widgets["gamma"].layout.display == "none"
    assert hidden == (values.get("kernel", "").startswith("linear"))


def test_the_boundary_is_where_the_score_changes_its_sign(shown):
    start(shown)
    X, y, _, _ = classes("moons")
    train, _ = module.KLR_DATA["moons"]()
    solution = logistic.plain_newton(RBF(1.0)(X), y, 0.1)
    line = (np.concatenate(shown.field.segments) - train.X.mean(axis=0)) / train.X.std(axis=0)
    np.testing.assert_allclose(logistic.scores_at(RBF(1.0), X, solution, line), 0, atol=0.02)


def test_the_curves_are_losses_and_the_line_stands_at_lambda(shown):
    start(shown, lam=1.0)
    X, y, X_new, y_new = classes("moons")
    lams, seen = shown.seen.get_data()
    for k in (0, 3, 7):
        solution = logistic.plain_newton(RBF(1.0)(X), y, lams[k])
        assert seen[k] == pytest.approx(solution.mean_loss, abs=1e-4)
        fresh = logistic.mean_loss_of_scores(y_new, RBF(1.0)(X_new, X) @ solution.theta)
        assert shown.unseen.get_ydata()[k] == pytest.approx(fresh, abs=2e-3)
    assert (np.diff(seen) > 0).all()
    assert list(shown.now.get_xdata()) == [1.0, 1.0]


def test_strokes_go_from_labels_to_probabilities(shown):
    start(shown)
    X, y, _, _ = classes("moons")
    solution = logistic.plain_newton(RBF(1.0)(X), y, 0.1)
    x, heights = shown.strokes.get_data()
    np.testing.assert_allclose(x[0::3], np.clip(solution.scores, -8, 8), atol=1e-3)
    np.testing.assert_array_equal(heights[0::3], y)
    np.testing.assert_allclose(heights[1::3], solution.probabilities, atol=1e-3)
    for k in (0, 1):
        assert len(shown.labels[k].get_xdata()) == (y == k).sum()


def test_losses_are_computed_once_while_lambda_moves(shown):
    start(shown)
    before = shown._losses.cache_info().misses
    shown.set(lam=1.0).set(lam=10.0)
    assert shown._losses.cache_info().misses == before


def test_the_answer_below_the_explorer_is_what_it_shows(shown):
    start(shown)
    fresh = dict(zip(module.LAMBDAS.round(6), shown.unseen.get_ydata(), strict=True))
    seen = shown.seen.get_ydata()
    for lam, said in ((1.0, 0.31), (0.01, 0.15), (0.0001, 0.51)):
        assert fresh[lam] == pytest.approx(said, abs=0.006)
    assert min(fresh.values()) == fresh[0.01] and (np.diff(seen) > 0).all()
    start(shown, lam=1000.0)
    assert seen[-1] == pytest.approx(np.log(2), abs=0.01)


def test_data_of_your_own_comes_first():
    explorer = LogisticExplorer(datasets.circles(80, noise=0.1))
    assert explorer.values["data"] == "circles"
    assert "on 40 points of circles" in explorer.alt and "on 40 fresh points" in explorer.alt
    assert explorer.widgets["data"].options.count("circles") == 1


# ---- two ways to one minimum ----------------------------------------------------------------------


def scene():
    data = datasets.moons(60, noise=0.2)
    return RBF(2.0)((data.X - data.X.mean(axis=0)) / data.X.std(axis=0)), data.y.astype(float)


@pytest.mark.parametrize(("step", "eta", "lam"), [(0, 0.1, 0.1), (3, 0.01, 0.1), (40, 1.0, 1.0)])
def test_both_gaps_are_those_of_the_steps(race, step, eta, lam):
    race.set(step=step, eta=eta, lam=lam)
    K, y = scene()

    def gap(theta):
        r = lam * theta - y + 1 / (1 + np.exp(-K @ theta))
        return r @ K @ r / (2 * lam)

    sgd = list(logistic.sgd_steps(K, y, eta, 40, lam))
    assert f"the box has the duality gap {number(gap(sgd[step].theta))}" in race.alt
    newton = list(logistic.newton_steps(K, y, lam, tol=1e-10, max_iter=40))
    k = min(step, len(newton) - 1)
    assert f"after {k} of {len(newton) - 1} steps Newton has the gap" in race.alt
    shown = race.ahead[1].get_ydata()
    np.testing.assert_allclose(shown, np.maximum([gap(s.theta) for s in newton], 1e-10), rtol=1e-3)
    assert list(race.now[0].get_xdata()) == [step] and list(race.now[1].get_xdata()) == [k]


def test_the_planes_show_their_own_coefficients(race):
    race.set(step=2, eta=0.1, lam=0.1)
    K, y = scene()
    for title, steps, name in (
        (race.titles[0], logistic.sgd_steps(K, y, 0.1, 2, 0.1), "the box, epoch 2"),
        (race.titles[1], logistic.newton_steps(K, y, 0.1, max_iter=2), "Newton, step 2"),
    ):
        *_, last = steps
        assert title.get_text() == f"{name}: {np.mean((K @ last.theta > 0) == y):.0%} right"


def test_the_answer_of_the_chapter(race):
    race.set(step=5, eta=0.1, lam=0.1)
    assert "the box has the duality gap 13.2 and 97% right" in race.alt
    assert "after 5 of 5 steps Newton has the gap below 1e-9" in race.alt
    race.set(step=40)
    assert "the duality gap 0.403" in race.alt
    race.set(eta=1.0)
    assert "the duality gap 5.31" in race.alt


def test_points_of_your_own():
    assert "20 points of circles" in SGDAgainstNewton(datasets.circles(20)).alt
