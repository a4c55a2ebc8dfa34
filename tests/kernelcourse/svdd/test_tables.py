"""Cells of the precomputed tables of chapter 13, computed again, and what the chapter says of them."""

import numpy as np
import pytest
from sklearn.datasets import make_moons
from sklearn.model_selection import train_test_split
from sklearn.svm import SVC

from kernelcourse.svdd import experiments
from kernelsy19 import datasets
from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.kernels import RBF, Polynomial
from kernelsy19.svdd import TwoClassSVDD

ACCURACY, TIMES = datasets.table("svdd_accuracy"), datasets.table("svdd_time")


@pytest.mark.parametrize("seed", [0, 17])
@pytest.mark.parametrize(
    ("noise", "C", "name", "kernel"),
    [(0.2, 0.3, "RBF", RBF(0.7)), (0.7, 0.5, "polynomial offset 0", Polynomial(2, offset=0.0))],
)
def test_accuracies_come_out_again(noise, C, name, kernel, seed):
    X, y = make_moons(300, noise=noise, random_state=seed)
    X, X_test, y, y_test = train_test_split(X, y, test_size=0.2, random_state=seed)
    rows = ACCURACY.rows(noise=noise, draw=seed, kernel=name, parameters="fixed")
    assert len(y_test) == 60
    for target in (0, 1):
        score = TwoClassSVDD(kernel, C=C, target=target, tol=1e-5).fit(X, y).score(X_test, y_test)
        assert rows.rows(method="SVDD", target=target)["accuracy"] == pytest.approx(100 * score, abs=1e-3)
    if name == "RBF":
        score = SVC(C=1.0, gamma=0.7).fit(X, y).score(X_test, y_test)
        assert rows.rows(method="SVM")["accuracy"] == pytest.approx(100 * score, abs=1e-3)


def test_table_has_what_it_compares():
    table = experiments.beside_the_report(ACCURACY)
    assert len(table) == 18 and table["apart in sd"].max() > 4
    row = table.rows(noise=0.2, method="SVDD", kernel="RBF", target="first moon")
    own = ACCURACY.rows(noise=0.2, method="SVDD", kernel="RBF", target=0, parameters="fixed")["accuracy"]
    assert row["mean"][0] == pytest.approx(own.mean(), abs=0.051)
    assert row["sd"][0] == pytest.approx(own.std(ddof=1), abs=0.051)


def test_readings_at_a_noise_are_those_of_the_table():
    found, by_name = experiments.settings_of_table_3(ACCURACY), experiments.readings_at(ACCURACY, 0.7)
    assert len(by_name) == sum(noise == 0.7 for noise, *_ in found) == 9
    assert by_name["SVM, RBF"] is not found[0.2, "SVM", "RBF", "–"]
    np.testing.assert_array_equal(by_name["SVM, RBF"][0], found[0.7, "SVM", "RBF", "–"][0])
    assert by_name["SVDD, polynomial offset 1, second moon"][1] == 65.0


def test_three_machines_are_what_scikit_learn_and_the_estimators_find():
    usps = datasets.usps()
    train = usps.train.rows(np.flatnonzero(np.isin(usps.train.y, [3, 5]))[:200])
    y, new, kernel = np.where(train.y == 3, 1.0, -1.0), usps.test.X[:300], RBF(1 / 128)
    machines = experiments.three_machines(kernel, train.X, y, C=0.1, C_svm=3.0)
    svc = SVC(C=3.0, gamma=1 / 128, tol=1e-6).fit(train.X, y).decision_function(new)
    ball = TwoClassSVDD(kernel, C=0.1).fit(train.X, y).decision_function(new)
    targets = train.X[y > 0]
    one_class = MinimumVolumeBall(kernel, nu=1 / (0.1 * len(targets))).fit(targets)
    alone = one_class.decision_function(new)
    for name, expected in zip(experiments.MACHINES, (alone, ball, svc), strict=True):
        np.testing.assert_allclose(machines[name](new), expected, atol=2e-2 if name == "SVM" else 1e-3)
    table = experiments.shares_taken(machines, {"new": new, "old": train.X})
    assert table["machine"].tolist() == list(experiments.MACHINES)
    np.testing.assert_allclose(
        table["new"], [round(100 * np.mean(v > 0), 1) for v in (alone, ball, svc)], atol=0.7
    )


def test_rivals_take_as_many_targets_as_the_ball_for_two_classes():
    usps = datasets.usps()
    train = usps.train.rows(np.flatnonzero(np.isin(usps.train.y, [3, 5]))[:200])
    threes, y = usps.test.X[usps.test.y == 3], np.where(train.y == 3, 1.0, -1.0)
    machines = experiments.three_machines(RBF(1 / 128), train.X, y, C=0.1, C_svm=3.0)
    rivals = experiments.rivals(machines, threes)
    taken = (machines["ball for two classes"](threes) > 0).sum()
    assert 0 < taken < len(threes) and list(rivals) == list(experiments.RIVALS)
    for decision in rivals.values():
        assert (decision(threes) > 0).sum() == taken
    new = usps.test.X[:300]
    for name, own in zip(experiments.RIVALS[:2], experiments.MACHINES[::2], strict=True):
        np.testing.assert_allclose(np.ptp(machines[own](new) - rivals[name](new)), 0, atol=1e-12)
    in_turn = rivals[experiments.RIVALS[2]](new) > 0
    assert in_turn.any() and not in_turn[machines["SVM"](new) <= 0].any()
