"""c-means and kernel c-means on the iris flowers, from many starts (chapter 06).

    python tools/tables/iris_c_means.py

Writes `iris_c_means.csv`, a row each width of the kernel: what the partition of lowest J is worth, and what the best
of all ends is worth to someone who knows the species. γ = 0 stands for the linear kernel, which is c-means.
"""

import numpy as np
from _rows import save_rows

from kernelsy19 import cmeans, datasets, kernel_cmeans
from kernelsy19.kernel_cmeans import KernelCMeans
from kernelsy19.kernels import RBF, Linear

GAMMAS = (0, 0.1, 0.3, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 4, 5)
INITS = ("k-means++", "points", "partition")
STARTS = 500
ABOUT = (
    f"Iris, four measurements in cm, kernel exp(−γ‖x − y‖²), γ = 0 for the linear kernel; {STARTS} starts by each of "
    f"{', '.join(INITS)}. Accuracies in %, clusters matched to species in the best way; "
    "J of the species as a partition."
)


def ends(kernel, data):
    """Objective and accuracy in % at the end of each start, as (r,) arrays."""
    found = []
    for init in INITS:
        for seed in range(STARTS):
            model = KernelCMeans(kernel, 3, n_starts=1, init=init, random_state=seed).fit(data.X)
            accuracy = 100 * cmeans.matched_accuracy(model.labels_, data.y)
            found.append((model.solution_.objective, accuracy))
    return np.transpose(found)


def row(gamma, data):
    """One row of the table, as a dict."""
    kernel = RBF(gamma=gamma) if gamma else Linear()
    objective, accuracy = ends(kernel, data)
    lowest, most = objective.argmin(), accuracy.argmax()
    K, U = kernel(data.X), cmeans.partition_matrix(data.y, 3)
    return {
        "gamma": gamma,
        "different_ends": len(np.unique(objective.round(6))),
        "share_at_lowest_J": 100 * np.mean(objective < objective[lowest] + 1e-6),
        "lowest_J": objective[lowest],
        "accuracy_at_lowest_J": accuracy[lowest],
        "best_accuracy": accuracy[most],
        "J_at_best_accuracy": objective[accuracy == accuracy[most]].min(),
        "mean_accuracy": accuracy.mean(),
        "J_of_species": kernel_cmeans.kernel_criterion(K, U),
    }


if __name__ == "__main__":
    data = datasets.iris()
    save_rows("iris_c_means", (row(gamma, data) for gamma in GAMMAS), ABOUT)
