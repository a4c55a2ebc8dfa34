"""Few labels: who sees what, and the numbers of the chapter."""

import numpy as np
import pytest

from kernelcourse.fisher import experiments
from kernelcourse.fisher.draws import across_groups, stretched_groups
from kernelsy19 import datasets, fisher
from kernelsy19.kernels import RBF, FunctionKernel, Linear, default_kernel, pointwise
from kernelsy19.svm import SupportVectorClassifier


def test_labels_are_drawn_class_by_class_and_others_are_hidden():
    y = np.repeat([0, 1, 2], [5, 9, 20])
    labeled = experiments.draw_labeled(y, 4, 0)
    assert len(set(labeled)) == 12 and y[labeled].tolist() == [0] * 4 + [1] * 4 + [2] * 4
    few = experiments.with_few_labels(y, labeled)
    assert (few[labeled] == y[labeled]).all() and (few == -1).sum() == 22
    with pytest.raises(ValueError, match="per_class must be at most 5, the smallest class, got 6"):
        experiments.draw_labeled(y, 6, 0)


def test_machines_on_a_matrix_say_what_the_estimator_says():
    for data in (stretched_groups(90), across_groups(90)):
        known = experiments.scaled(default_kernel(data.X), data.X)
        assert known.diagonal(data.X).mean() == pytest.approx(1)
        method = experiments.by_machine(default_kernel(data.X), data.X, C=2.0)
        for draw in range(4):
            labeled = experiments.draw_labeled(data.y, 1 + 2 * draw, draw)
            model = SupportVectorClassifier(known, C=2.0).fit(data.X[labeled], data.y[labeled])
            found = method(experiments.with_few_labels(data.y, labeled))
            np.testing.assert_array_equal(found, model.predict(data.X))


@pytest.mark.parametrize("seed", range(3))
def test_scores_that_are_balanced_and_of_one_length_need_one_label(seed):
    data = stretched_groups(rng=seed)
    mixture = fisher.fit_mixture(data.X, 3).mixture
    machines = experiments.balanced_machines(mixture, data.X)
    machines["as they are"] = experiments.by_machine(fisher.FisherKernel(mixture), data.X)
    found = experiments.accuracies(machines, data.y, 1)
    balanced, of_one_length, before = (percent.mean() for percent in found.values())
    assert of_one_length > 98 and of_one_length > balanced + 2 > before + 20


def test_answers_do_not_depend_on_the_order_of_the_points():
    data = datasets.moons(300, noise=0.1)
    k = fisher.FisherKernel(fisher.fit_mixture(data.X, 5, n_starts=1).mixture)
    for draw in range(8):
        few = experiments.with_few_labels(data.y, experiments.draw_labeled(data.y, 5, draw))
        order = np.random.default_rng(draw).permutation(len(few))
        answers, mixed = (experiments.by_machine(k, X) for X in (data.X, data.X[order]))
        np.testing.assert_array_equal(mixed(few[order]), answers(few)[order])


def test_a_machine_needs_two_classes_and_a_kernel():
    X = stretched_groups(30).X
    few = np.full(30, -1)
    few[:3] = 4
    with pytest.raises(ValueError, match=r"two classes or more, got \[4\]"):
        experiments.by_machine(RBF(0.3), X)(few)
    with pytest.raises(ValueError, match="positive semidefinite"):
        experiments.by_machine(FunctionKernel(pointwise(lambda x, y: 1 + np.abs(x - y).sum())), X)


def test_points_that_differ_by_rounding_get_one_answer():
    side = np.tile([1.0, -1.0], 10)
    X = np.vstack([np.column_stack([np.ones(20), 1e-6 * side]), np.column_stack([-np.ones(5), np.zeros(5)])])
    few = np.full(25, -1)
    few[[0, 1, 24]] = 1, 0, 2
    method = experiments.by_machine(Linear(), X)
    assert method(few).tolist() == [0] * 20 + [2] * 5
    few[[0, 1]] = 0, 1  # whichever side is the earlier class
    assert method(few).tolist() == [0] * 20 + [2] * 5


def test_methods_are_judged_on_unlabeled_points_of_the_same_draws():
    y, seen = np.repeat([0, 1], 10), {"a": [], "b": []}

    def method(name):
        def answer(few):
            seen[name].append(few)
            return np.where(few >= 0, 1 - few, 0)  # wrong on every labeled point

        return answer

    found = experiments.accuracies({name: method(name) for name in seen}, y, 2, n_draws=3)
    assert (found["a"] == 50).all() and (found["b"] == 50).all()
    np.testing.assert_array_equal(seen["a"], seen["b"])
    assert len({few.tobytes() for few in seen["a"]}) == 3


def test_a_kernel_that_is_zero_cannot_be_scaled():
    X = datasets.iris().X
    with pytest.raises(ValueError, match="kernel must not be 0 at every point, got FisherKernel"):
        experiments.scaled(fisher.FisherKernel(fisher.fit_mixture(X, 1).mixture, "weights"), X)


def test_rivals_see_the_labels_only_when_they_are_called():
    data = stretched_groups(90)
    few = experiments.with_few_labels(data.y, experiments.draw_labeled(data.y, 3, 0))
    methods = experiments.rivals(data.X, 3)
    mixture = fisher.fit_mixture(data.X, 3).mixture
    machines = experiments.fisher_machines(mixture, data.X)
    assert [*methods] == ["RBF, labels only", *machines, "label spreading"]
    for name, method in machines.items():
        np.testing.assert_array_equal(methods[name](few), method(few))
    known = few >= 0
    for method in methods.values():
        answers = method(few)
        assert answers.shape == data.y.shape and set(answers) <= {0, 1, 2}
        assert np.mean(answers[known] == data.y[known]) > 0.8
    svc = SupportVectorClassifier(default_kernel(data.X), C=10.0).fit(data.X[known], few[known])
    np.testing.assert_array_equal(methods["RBF, labels only"](few), svc.predict(data.X))


def test_numbers_of_labels_are_those_of_accuracies():
    iris = datasets.iris()
    found = experiments.by_number_of_labels(iris, 3, (1, 4), n_draws=2)
    methods = experiments.rivals(iris.X, 3)
    for i, count in enumerate((1, 4)):
        alone = experiments.accuracies(methods, iris.y, count, 2)
        for name, (counts, values) in found.items():
            assert counts == (1, 4) and values.shape == (2, 2)
            np.testing.assert_array_equal(values[i], alone[name])
    means = experiments.means_over_draws({"iris": found})
    assert means["iris"]["label spreading"][1] == pytest.approx(sum(found["label spreading"][1][1]) / 2)


def test_right_by_weights_is_the_mean_of_the_draws():
    data = stretched_groups(90)
    mixture = fisher.fit_mixture(data.X, 3).mixture
    found = experiments.accuracies(experiments.fisher_machines(mixture, data.X), data.y, 1)
    expected = found["Fisher, weights alone"].mean()
    assert experiments.right_by_weights(mixture, data.X, data.y) == pytest.approx(expected)


def test_the_closed_form_gets_better_with_the_distance():
    excess, left_out = experiments.closed_form_errors([1.0, 8.0], n=20_000)
    assert excess[0] > 0.5 and left_out[0] > 0.3 and max(excess[1], left_out[1]) < 0.1
    mixture = fisher.DiagonalMixture([0.5, 0.5], [[0, 0], [1, 0]], [[1, 1], [1, 1]])
    I = mixture.simulated_information(n=20_000)
    assert excess[0] == pytest.approx((np.diag(mixture.closed_information()) / np.diag(I) - 1).max())


def test_errors_of_components_are_counted():
    data = stretched_groups(90)
    wrong = experiments.errors_of_components(data.X[:, :2], data.y, [1, 3])
    assert wrong[1] == pytest.approx(100 * (1 - np.bincount(data.y).max() / 90))
    assert wrong[3] < 3


def test_like_neighbors_are_counted_one_by_one():
    iris = datasets.iris()
    apart = ((iris.X[:, None] - iris.X) ** 2).sum(axis=2)
    np.fill_diagonal(apart, np.inf)
    right = iris.y[apart.argmin(axis=1)] == iris.y
    assert experiments.share_like_their_neighbors(iris.X, iris.y) == pytest.approx(100 * right.mean())


def test_errors_on_the_digits_are_those_of_the_table():
    table = datasets.table("usps_few_labels")
    wrong, means = experiments.errors_by_method(table), experiments.mean_errors(table)
    assert means["method"].tolist() == list(wrong) == list(dict.fromkeys(table["method"]))
    for name, values in wrong.items():
        assert values.shape == (3, 10)
        for j, n in enumerate((3, 10, 30)):
            stored = table.rows(method=name, labels=n)["error"]
            np.testing.assert_array_equal(values[j], stored)
            mean = means.rows(method=name)[f"{n} labels per digit"][0]
            assert mean == pytest.approx(stored.mean(), abs=0.051)


def test_a_point_gets_the_label_of_the_nearest_cluster_in_which_one_was_told():
    X = np.repeat([[0.0, 0.0], [1.0, 0.0], [9.0, 0.0]], 5, axis=0) + np.arange(15)[:, None] / 1000
    few = np.full(15, experiments.UNLABELED)
    few[[0, 10, 11]] = 4, 2, 2
    method = experiments.by_clusters(X, 3, rng=0)
    np.testing.assert_array_equal(method(few), np.repeat([4, 4, 2], 5))
