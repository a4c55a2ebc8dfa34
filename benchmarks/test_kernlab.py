"""The minimum-volume ball against kernlab's one-class SVM, where R is installed. R times its own fit."""

import shutil
import statistics
import subprocess
from pathlib import Path

import numpy as np
import pytest
from problems import kkt_residual, mixture, scale_gamma
from race import timed
from threadpoolctl import threadpool_limits

from kernelsy19 import ball
from kernelsy19.kernels import RBF

SCRIPT = Path(__file__).with_name("ksvm.R")
TOL = 1e-3  # of ksvm, by default, in the units of LIBSVM
ROUNDS = 3


def has_kernlab():
    if shutil.which("Rscript") is None:
        return False
    program = "quit(status = !requireNamespace('kernlab', quietly = TRUE))"
    return subprocess.run(["Rscript", "-e", program], capture_output=True).returncode == 0


@pytest.mark.skipif(not has_kernlab(), reason="needs R with kernlab")
@pytest.mark.parametrize("nu", [0.1, 0.5])
@pytest.mark.parametrize("n", [2000, 10_000])
def test_one_class_svm(keep, tmp_path, n, nu):
    X = mixture(n, 2)
    kernel = RBF(gamma=scale_gamma(X))
    gap = 2 * TOL / (nu * n)
    tol = 0.8 * gap / (1 - kernel(X[:1000]).mean())
    np.savetxt(tmp_path / "X.csv", X, delimiter=",", fmt="%.17g")
    command = ["Rscript", SCRIPT, tmp_path / "X.csv", nu, kernel.gamma, TOL, tmp_path / "alpha.csv"]
    ours, peer = [], []
    with threadpool_limits(1):
        for _ in range(ROUNDS):
            outcome = subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True)
            peer.append(float(outcome.stdout))
            solution, seconds = timed(lambda: ball.solve_dual(kernel.gram(X), nu, tol=tol))
            ours.append(seconds)
    theirs = np.loadtxt(tmp_path / "alpha.csv")
    residuals = [kkt_residual(kernel(X), a, nu) for a in (solution.alpha, theirs / theirs.sum())]
    assert residuals[0] <= max(gap, residuals[1]) * 1.001
    keep(
        "one-class SVM, fit (R)",
        {"n": n, "p": 2, "ν": nu},
        statistics.median(ours),
        statistics.median(peer),
        f"KKT residual {residuals[0]:.1e}, {residuals[1]:.1e}",
        f"{solution.path}, {solution.iterations} iterations",
        ROUNDS,
    )
