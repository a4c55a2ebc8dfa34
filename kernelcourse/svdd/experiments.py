"""The accuracies of the AML report beside ours, which are distributions over draws; and what machines let in."""

from functools import partial

import numpy as np

from kernelsy19.datasets.tables import Table
from kernelsy19.svdd.solve import decision_function, solve_dual
from kernelsy19.svm import SupportVectorClassifier

# Table 3 of the report, in %, by noise, method and kernel.
REPORT_TABLE_3 = {
    (0.2, "SVM", "RBF"): 95.0,
    (0.2, "SVM", "polynomial"): 85.0,
    (0.2, "SVDD", "RBF"): 90.0,
    (0.2, "SVDD", "polynomial"): 80.0,
    (0.7, "SVM", "RBF"): 70.0,
    (0.7, "SVM", "polynomial"): 70.0,
    (0.7, "SVDD", "RBF"): 63.3,
    (0.7, "SVDD", "polynomial"): 65.0,
}

TARGET_MOONS = ("first moon", "second moon")

MACHINES = ("ball, targets only", "ball for two classes", "SVM")
RIVALS = ("ball, targets only, stricter", "SVM, stricter", "ball, targets only, and SVM")


def settings_of_table_3(accuracy):
    """The accuracies of the draws for each reading of each cell of the report's table 3.

    accuracy, the table "svdd_accuracy" → dict by (noise, method, kernel, target), "–" for the SVM, of the accuracies
    (r,) and what was published, both in %
    """
    found = {}
    fixed = accuracy.rows(parameters="fixed")
    for (noise, method, kernel), published in REPORT_TABLE_3.items():
        readings = ["RBF"] if kernel == "RBF" else ["polynomial offset 0", "polynomial offset 1"]
        targets = [-1] if method == "SVM" else [0, 1]
        for reading in readings:
            for target in targets:
                rows = fixed.rows(noise=noise, method=method, kernel=reading, target=target)
                name = "–" if target < 0 else TARGET_MOONS[target]
                found[noise, method, reading, name] = rows["accuracy"], published
    return found


def readings_at(accuracy, noise):
    """The readings of `settings_of_table_3` at one noise, under one name each.

    accuracy, the table "svdd_accuracy" → dict by name of the accuracies (r,) and what was published, both in %
    """
    found = settings_of_table_3(accuracy)
    return {
        ", ".join(key).removesuffix(", –"): pair for (level, *key), pair in found.items() if level == noise
    }


def beside_the_report(accuracy):
    """The report's table 3 beside mean and standard deviation over draws, for each reading of what it leaves open.

    accuracy, the table "svdd_accuracy" → Table, with the distance of the published number from the mean in standard
    deviations
    """
    found = settings_of_table_3(accuracy)
    mean = np.array([values.mean() for values, _ in found.values()])
    sd = np.array([values.std(ddof=1) for values, _ in found.values()])
    published = np.array([number for _, number in found.values()])
    noise, method, kernel, target = (np.array(column) for column in zip(*found, strict=True))
    columns = {
        "noise": noise,
        "method": method,
        "kernel": kernel,
        "target": target,
        "published": published,
        "mean": mean.round(1),
        "sd": sd.round(1),
        "apart in sd": (np.abs(published - mean) / sd).round(1),
    }
    return Table("accuracy in %", accuracy.provenance, columns)


def both_searched(accuracy):
    """Accuracies of both methods when each chooses its parameters by the same cross-validation.

    accuracy, the table "svdd_accuracy" → Table: for each noise the means, the mean difference SVM − SVDD, draw by draw,
    and its standard error
    """
    searched = accuracy.rows(parameters="searched")
    columns = {"noise": [], "SVM": [], "SVDD": [], "difference": [], "standard error": []}
    for noise in np.unique(searched["noise"]):
        svm, svdd = (searched.rows(noise=noise, method=name)["accuracy"] for name in ("SVM", "SVDD"))
        apart = svm - svdd
        error = apart.std(ddof=1) / len(apart) ** 0.5
        for name, value in zip(columns, (noise, svm.mean(), svdd.mean(), apart.mean(), error), strict=True):
            columns[name].append(round(float(value), 1))
    columns = {name: np.array(values) for name, values in columns.items()}
    return Table("searched", accuracy.provenance, columns)


def farthest_from_its_best_reading(accuracy):
    """How far the published numbers are from our means, each for the reading that suits it best.

    accuracy, the table "svdd_accuracy" → the largest of the eight distances, in standard deviations over draws, to one
    digit
    """
    table, nearest = beside_the_report(accuracy), {}
    rows = zip(*(table[name] for name in ("noise", "method", "kernel", "apart in sd")), strict=True)
    for noise, method, kernel, apart in rows:
        cell = noise, method, kernel.split()[0]
        nearest[cell] = min(apart, nearest.get(cell, np.inf))
    return float(max(nearest.values()))


def shares_of_unseen(kernel, train, test, pairs, **prices):
    """What machines of two classes make of all others: which share they take for their target.

    pairs of labels (target, outlier), prices as in `three_machines` → Table, with a row for each pair, in %: the three
    machines and the last two of their `rivals`
    """
    rows, shown = [], (*MACHINES, *RIVALS[1:])
    for pair in pairs:
        known, new = train.rows(np.isin(train.y, pair)), test.X[~np.isin(test.y, pair)]
        machines = three_machines(
            kernel, known.X, np.where(known.y == pair[0], 1.0, -1.0), tol=1e-10, **prices
        )
        machines |= rivals(machines, test.X[test.y == pair[0]])
        rows.append([*pair, *(round(100 * np.mean(machines[name](new) > 0), 1) for name in shown)])
    names = ("target", "outlier", *shown)
    columns = dict(zip(names, map(np.array, zip(*rows, strict=True)), strict=True))
    return Table("unseen", ("Share of the classes never seen that is taken for the target, in %.",), columns)


def three_machines(kernel, X, y, C=0.05, C_svm=10.0, tol=1e-6):
    """The ball around the targets alone, the ball for both classes, and a support vector machine, of one kernel.

    X (n, p); y (n,), +1 for a target, −1 for an outlier; C, price of slack of both balls, C_svm of the machine → dict
    by name of callables, (m, p) → (m,): positive where a point is taken for a target
    """
    targets = X[y > 0]
    alone = solve_dual(kernel.gram(targets), np.ones(len(targets)), C, tol)
    both = solve_dual(kernel.gram(X), y, C, tol)
    svm = SupportVectorClassifier(kernel, C=C_svm, tol=tol).fit(X, y)
    functions = (
        partial(decision_function, kernel, targets, alone),
        partial(decision_function, kernel, X, both),
        svm.decision_function,
    )
    return dict(zip(MACHINES, functions, strict=True))


def rivals(machines, targets):
    """Machines that take exactly as many targets as the ball for two classes does, each with a higher threshold.

    machines as from `three_machines`; targets (m, p), by which the thresholds are set → dict by name of callables: the
    ball of one class, the SVM, and both of these one after the other, where the threshold is that of the ball
    """
    alone, both, svm = (machines[name] for name in MACHINES)
    taken = int((both(targets) > 0).sum())

    def in_turn(P):
        return np.where(svm(P) > 0, alone(P), -np.inf)

    return {name: _stricter(f, targets, taken) for name, f in zip(RIVALS, (alone, svm, in_turn), strict=True)}


def _stricter(decision, targets, taken):
    """The decision less a threshold that so many of the targets exceed; halfway to the next one, if there is one."""
    last, after = -np.sort(-decision(targets))[[taken - 1, taken]]
    threshold = (last + after) / 2 if np.isfinite(after) else last - 1e-9
    return lambda P: decision(P) - threshold


def shares_taken(machines, kinds):
    """How many points of each kind each machine takes for a target.

    machines as from `three_machines`; kinds, points (m, p) by what they are → Table with a row for each machine, in %
    """
    columns = {"machine": np.array(list(machines))}
    for kind, points in kinds.items():
        columns[kind] = np.array([round(100 * np.mean(f(points) > 0), 1) for f in machines.values()])
    return Table("taken, in %", ("Share of each kind that the machine takes for a target, in %.",), columns)
