"""Passes over blocks: against scikit-learn in the same loop, on threads, on a cluster; and the ball of all rows."""

import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from blocks_of_rows import ROWS, block, landmarks_of_all, our_pass, their_pass
from race import timed
from threadpoolctl import threadpool_limits

from kernelsy19 import ball, landmarks
from kernelsy19.kernels import RBF

CHILD = Path(__file__).with_name("blocks_of_rows.py")
MOST_MIB = 250  # of a pass over a million rows, beside what is imported
MOST_GROWTH = 1.05  # of its time, as a power of n
ROUNDS = 3


def held(n):
    """So many rows in memory, as blocks, so that making them does not count."""
    made = [block(b) for b in range(n // ROWS)]
    return made.__getitem__, range(len(made))


@pytest.mark.parametrize("n", [100_000, 300_000, 1_000_000])
def test_one_pass(race, n):
    Z, (source, blocks), new = landmarks_of_all(), held(n), block(-1 % 10**7)[0]

    def agree(ours, theirs):
        features, w, b = theirs
        difference = np.abs(ours.predict(new) - features.transform(new) @ w - b).max()
        assert difference <= 1e-5
        return f"predictions differ by {difference:.1e}"

    race(
        "ridge on landmarks, one pass",
        {"n": n, "p": 8, "m": len(Z)},
        lambda: our_pass(Z, source, blocks),
        lambda: their_pass(Z, source, blocks),
        agree,
    )


def test_time_grows_with_the_rows():
    Z, sizes, seconds = landmarks_of_all(), (100_000, 1_000_000), []
    with threadpool_limits(1):
        for n in sizes:
            source, blocks = held(n)
            our_pass(Z, source, blocks[:2])
            times = []
            for _ in range(ROUNDS):
                start = time.process_time()
                our_pass(Z, source, blocks)
                times.append(time.process_time() - start)
            seconds.append(min(times))
    assert np.log(seconds[1] / seconds[0]) / np.log(10) <= MOST_GROWTH


def test_threads_and_a_cluster(keep):
    """Both against one process with one thread; blocks are made from their numbers."""
    distributed = pytest.importorskip("distributed")
    Z, blocks = landmarks_of_all(), range(60)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        client.run(sys.path.append, str(CHILD.parent))
        for name, executor in (("threads", "threads"), ("Dask, two workers", client)):
            ours, one = [], []
            our_pass(Z, block, blocks[:8], executor)
            for _ in range(ROUNDS):
                with threadpool_limits(1):
                    alone, seconds = timed(lambda: our_pass(Z, block, blocks))
                one.append(seconds)
                shared, seconds = timed(lambda e=executor: our_pass(Z, block, blocks, e))
                ours.append(seconds)
            difference = np.abs(shared.w - alone.w).max() / np.abs(alone.w).max()
            assert difference <= 1e-10
            keep(
                "ridge on landmarks, shared work",
                {"n": len(blocks) * ROWS, "m": len(Z), "on": name},
                statistics.median(ours),
                statistics.median(one),
                accuracy=f"w differs by {difference:.1e}",
                rounds=ROUNDS,
            )


def test_ball_of_all_rows(keep):
    n, nu = 1_000_000, 1e-3
    plane = lambda b: np.random.default_rng([3, int(b)]).normal(size=(ROWS, 2))  # noqa: E731
    X = np.concatenate([plane(b) for b in range(n // ROWS)])
    landmarks.fit_ball(RBF(1.0), plane, range(2), nu)
    with threadpool_limits(1):
        ours, our_seconds = timed(lambda: landmarks.fit_ball(RBF(1.0), plane, range(n // ROWS), nu))
        theirs, their_seconds = timed(lambda: ball.solve_dual(RBF(1.0).gram(X), nu, tol=1e-4))
    assert ours.converged and abs(ours.objective - theirs.objective) <= 1e-3 * theirs.objective
    keep(
        "ball of all rows, in blocks",
        {"n": n, "p": 2, "ν": nu},
        our_seconds,
        their_seconds,
        accuracy=f"gap {ours.duality_gap:.1e}, {theirs.duality_gap:.1e}; working sample {ours.n_working}",
        rounds=1,
    )


def test_memory(keep):
    commands = ([sys.executable, CHILD, side] for side in ("our", "their"))
    ours, theirs = map(float, map(subprocess.check_output, commands))
    assert ours <= MOST_MIB
    size = {"what": "one pass over blocks", "n": 10**6, "p": 8, "m": 300}
    keep("peak memory beside the data", size, ours, theirs)
