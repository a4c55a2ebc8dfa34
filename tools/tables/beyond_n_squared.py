"""What n² costs, and what passes over blocks cost on this process, on threads and on a cluster (chapter 16).

    python tools/tables/beyond_n_squared.py

Writes `gram_cost.csv` and `landmark_passes.csv`. The second needs distributed, which the extra `cluster` brings.
"""

import functools
import os
import time

import numpy as np
import psutil
from _rows import save_rows
from scipy.linalg import cho_factor, cho_solve
from threadpoolctl import threadpool_limits

from kernelsy19 import landmarks
from kernelsy19.engine.threads import blas_threads
from kernelsy19.kernels import RBF

KERNEL, P, LAM, ROWS = RBF(0.1), 8, 1.0, 10_000
SIZES = (1000, 2000, 4000, 8000)
PASSES = ((100_000, 300), (300_000, 300), (1_000_000, 300), (300_000, 600))
WORKERS = 2


def block(b, rows=ROWS):
    """Rows that are made from the number of their block."""
    rng = np.random.default_rng([16, int(b)])
    X = rng.normal(size=(rows, P))
    return X, np.sin(2 * X[:, 0]) + X[:, 1] * X[:, 2] + 0.1 * rng.normal(size=rows)


def landmarks_of(m):
    sample = block(10**6, 10 * m)[0]
    return landmarks.landmark_map(KERNEL, sample[landmarks.choose(KERNEL.gram(sample), m).indices])


def exact(n):
    X, y = block(0, n)
    K = KERNEL(X)
    K[np.diag_indices(n)] += LAM
    return cho_solve(cho_factor(K, overwrite_a=True), y)


def timed(work):
    """Result, seconds, and seconds of this process's processors."""
    start, cpu = time.perf_counter(), time.process_time()
    result = work()
    return result, time.perf_counter() - start, time.process_time() - cpu


def exact_rows(features):
    for n in SIZES:
        exact(n)
        _, _, dense = timed(lambda n=n: exact(n))
        source = functools.partial(block, rows=n)
        landmarks.fit_ridge(features, source, [0], LAM)
        _, _, one_pass = timed(lambda s=source: landmarks.fit_ridge(features, s, [0], LAM))
        yield n, 8 * n**2 / 1e9, dense, one_pass


def pass_rows(client, pids):
    for n, m in PASSES:
        features, blocks = landmarks_of(m), range(n // ROWS)
        sums = {}
        for name, executor in (("this process", None), ("threads", "threads"), ("Dask", client)):
            landmarks.fit_ridge(features, block, blocks[:8], LAM, executor)
            before = seconds_of(pids)
            limit = 1 if executor is None else None
            with threadpool_limits(limit):
                one_pass = functools.partial(landmarks.fit_ridge, features, block, blocks, LAM, executor)
                fit, wall, cpu = timed(one_pass)
            sums[name] = fit.w
            there = seconds_of(pids) - before if executor is client else 0.0
            yield name, n, m, -(-len(blocks) // 4), wall, cpu, there
            difference = np.abs(fit.w - sums["this process"]).max() / np.abs(fit.w).max()
            print(f"w differs by {difference:.1e}")


def seconds_of(pids):
    return sum(sum(psutil.Process(pid).cpu_times()[:2]) for pid in pids)


def main():
    from distributed import Client, LocalCluster

    about = (
        f"Kernel ridge regression, p = {P}, RBF kernel, γ = 0.1: K and its Cholesky factor, and one pass with 300 "
        "landmarks. Seconds of one processor; gigabytes of K."
    )
    with threadpool_limits(1):
        names = ("n", "gigabytes", "seconds_exact", "seconds_pass")
        save_rows("gram_cost", exact_rows(landmarks_of(300)), about, names)
    cluster = LocalCluster(
        n_workers=WORKERS, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit="2GiB",
        host="127.0.0.1",
    )  # fmt: skip
    names = ("executor", "n", "m", "groups", "seconds", "seconds_here", "seconds_workers")
    about = (
        f"One pass of ridge regression on landmarks, p = {P}, blocks of {ROWS} rows that are made from their number, "
        f"{blas_threads()} threads, {WORKERS} workers on the same machine. Seconds on the clock, of the processors in "
        "this process, and in those of the workers."
    )
    with cluster, Client(cluster) as client:
        rows = pass_rows(client, list(client.run(os.getpid).values()))
        save_rows("landmark_passes", rows, about, names)


if __name__ == "__main__":
    main()
