"""One fit in a process of its own: `python memory_child.py PROBLEM SIDE` prints the MiB it took beside the data.

What was resident once everything is imported, a small problem solved and the data at hand is taken off, so that
neither libraries nor compiled code count.
"""

import re
import resource
import sys
from pathlib import Path

from problems import mixture, scale_gamma
from sklearn.decomposition import KernelPCA as SklearnKernelPCA
from sklearn.svm import OneClassSVM
from threadpoolctl import threadpool_limits

from kernelsy19.ball import solve_dual
from kernelsy19.kernels import RBF
from kernelsy19.pca import KernelPCA

NU = 0.1
PROBLEMS = {"ball": (20_000, 2), "kernel PCA, p = 2": (8000, 2), "kernel PCA, p = 256": (8000, 256)}


def our_ball(X):
    """Solve to the accuracy of the peer's tol = 1e-3, whose α sum to νn and whose gradient is half of ours times νn."""
    return solve_dual(RBF(scale_gamma(X)).gram(X), NU, tol=2e-3 / (NU * len(X))).path


def their_ball(X):
    """The one-class SVM that keeps what rows it can."""
    OneClassSVM(gamma=scale_gamma(X), nu=NU, cache_size=2000).fit(X)


def our_pca(X):
    """Sixteen components; return the path."""
    return KernelPCA(RBF(scale_gamma(X)), n_components=16).fit(X).solution_.path


def their_pca(X):
    """The same by the solver that is fastest here."""
    solver = {"eigen_solver": "arpack", "tol": 1e-10}
    SklearnKernelPCA(16, kernel="rbf", gamma=scale_gamma(X), **solver).fit(X)


def resident():
    """The most that was ever resident, in MiB.

    Linux counts in getrusage what the parent held when it started this process; its status file does not.
    """
    status = Path("/proc/self/status")
    if status.exists():
        return int(re.search(r"VmHWM:\s+(\d+) kB", status.read_text(encoding="ascii")).group(1)) / 2**10
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def main(problem, side):
    """Print the MiB that one fit took, and the path of ours."""
    fit = globals()[f"{side}_{'ball' if problem == 'ball' else 'pca'}"]
    n, p = PROBLEMS[problem]
    with threadpool_limits(1):
        fit(mixture(700, p))
        X = mixture(n, p)
        before = resident()
        path = fit(X)
    print(f"{resident() - before:.1f} {path or ''}")


if __name__ == "__main__":
    main(*sys.argv[1:])
