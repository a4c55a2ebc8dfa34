"""Sums over blocks are the same on this process, on threads and on a cluster, and survive what may happen there."""

import functools
import itertools
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from kernelsy19 import landmarks
from kernelsy19.kernels import RBF
from kernelsy19.landmarks import blocks


def made(b, rows=200):
    rng = np.random.default_rng([5, int(b)])
    X = rng.normal(size=(rows, 3))
    return X, np.sin(X[:, 0]) + 0.1 * rng.normal(size=rows)


def sums_of(b):
    X, y = made(b)
    return X.T @ X, (X.T @ y, float(y @ y)), len(y)


def slow_ones(b):
    time.sleep(0.03)
    return np.ones(2), np.eye(300)[int(b)], 1


def kills_at_13(b):
    if b == 13:
        os._exit(1)
    return 1.0


def kills_once(flag, b):
    if not flag.exists():
        flag.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 1.0


def weighed(weights, b):
    return float(weights.sum())


def breaks_at_17(b):
    if b == 17:
        raise ValueError("its file is empty")
    return 1.0


SCHEDULER = """
import time
from distributed import LocalCluster
cluster = LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp",
                       host="127.0.0.1")
print(cluster.scheduler_address, flush=True)
time.sleep(600)
"""


def wait_until(true, seconds=120):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def assert_same_sums(ours, theirs):
    if isinstance(theirs, tuple):
        assert isinstance(ours, tuple) and len(ours) == len(theirs)
        for a, b in zip(ours, theirs, strict=True):
            assert_same_sums(a, b)
    else:
        np.testing.assert_allclose(ours, theirs, rtol=1e-10, atol=1e-10 * np.abs(theirs).max())


class TestHere:
    @pytest.mark.checks("COURSE-sum-of-parts")
    @pytest.mark.parametrize("executor", [None, "threads"])
    def test_sums_are_those_of_all_rows_in_any_order(self, executor):
        X, y = (np.concatenate(v) for v in zip(*map(made, range(12)), strict=True))
        whole = X.T @ X, (X.T @ y, float(y @ y)), len(y)
        for order in (range(12), range(11, -1, -1), np.random.default_rng(0).permutation(12)):
            assert_same_sums(landmarks.reduce(sums_of, order, executor), whole)

    @pytest.mark.parametrize("executor", [None, "threads"])
    def test_forms_of_parts(self, executor):
        assert landmarks.reduce(lambda b: b, range(5), executor) == 10
        assert landmarks.reduce(lambda b: (b, (1, 2)), range(5), executor) == (10, (5, 10))
        assert landmarks.reduce(lambda b: b, [], executor) is None
        assert landmarks.reduce(lambda b: b, iter([7]), executor) == 7

    @pytest.mark.parametrize("executor", [None, "threads"])
    @pytest.mark.parametrize(
        "part", [None, "a", [1, 2], {"a": 1}, (1, [2]), np.array(["a"]), np.array([None])]
    )
    def test_what_cannot_be_summed(self, part, executor):
        message = "Block 0 failed: TypeError: part must give a number, an array"
        with pytest.raises(RuntimeError, match=message):
            landmarks.reduce(lambda b: part, range(1), executor)

    @pytest.mark.parametrize("executor", [None, "threads"])
    @pytest.mark.parametrize("form", [np.ones, lambda b: (1,) * b, lambda b: [1, np.ones(2)][b - 1]])
    def test_parts_of_different_forms(self, form, executor):
        with pytest.raises(ValueError, match="part must have the same form for each block, got "):
            landmarks.reduce(form, [1, 2], executor)

    def test_nothing_is_lost_in_small_types(self):
        part = np.int32(2**30), np.full(2, 100, np.int8), np.uint8(200)
        large = landmarks.reduce(lambda b: part, range(9))
        assert large[0] == 9 * 2**30 and large[2] == 1800
        np.testing.assert_array_equal(large[1], 900)
        tenths = landmarks.reduce(lambda b: np.full(1, 0.1, np.float32), range(1000))
        assert tenths == pytest.approx(1000 * float(np.float32(0.1)), rel=1e-12)
        assert landmarks.reduce(lambda b: b > 3, range(10)) == 6

    @pytest.mark.parametrize("executor", [None, "threads"])
    def test_a_block_that_raises_names_its_number(self, executor):
        with pytest.raises(RuntimeError, match="Block 17 failed: ValueError: its file is empty") as caught:
            landmarks.reduce(breaks_at_17, range(30), executor)
        assert isinstance(caught.value.__cause__, ValueError)

    @pytest.mark.parametrize("executor", [None, "threads"])
    @pytest.mark.parametrize("form", [lambda a: a, lambda a: (1.0, (a, 2.0))])
    def test_a_part_may_give_its_own_buffer(self, executor, form):
        own = threading.local()

        def part(b):
            own.buffer = getattr(own, "buffer", np.zeros(2))
            own.buffer[:] = b
            return form(own.buffer)

        ours = landmarks.reduce(part, range(1, 40), executor)
        np.testing.assert_array_equal(ours if isinstance(ours, np.ndarray) else ours[1][0], 780)

    def test_threads_ask_for_no_more_blocks_than_they_have_room_for(self, monkeypatch):
        monkeypatch.setattr(blocks, "blas_threads", lambda: 3)
        asked, done, most = itertools.count(), [], []

        def numbers():
            for b in range(40):
                next(asked)
                yield b

        def part(b):
            time.sleep(0.002)
            done.append(b)
            return 1

        def watched(b):
            # What was asked for, less what is done, is under way.
            most.append(asked.__reduce__()[1][0] - len(done))
            return part(b)

        assert landmarks.reduce(watched, numbers(), "threads") == 40
        assert max(most) <= 3 + 2

    @pytest.mark.parametrize("executor", ["dask", "processes", 4, object()])
    def test_bad_executors(self, executor):
        message = r"executor must be None, 'threads' or a dask\.distributed\.Client, got"
        with pytest.raises(ValueError, match=message):
            landmarks.reduce(sums_of, range(3), executor)


@pytest.fixture
def absent():
    """Make clients whose cluster is not as it should be."""
    distributed = pytest.importorskip("distributed", reason="Dask is in the extra `cluster`")

    class Absent(distributed.Client):
        def __init__(self, status, workers):
            self.status, self.workers = status, workers

        def nthreads(self):
            return self.workers

        def submit(self, *_):
            raise AssertionError("nothing is to be sent")

        scatter = submit

    return Absent


class TestClusterThatIsNotThere:
    @pytest.mark.parametrize("status", ["closed", "connecting", "newly-created"])
    def test_closed(self, absent, status):
        with pytest.raises(ConnectionError, match=f"The cluster is not there: the client is {status}"):
            landmarks.reduce(sums_of, range(3), absent(status, {"tcp://a": 1}))

    def test_no_worker(self, absent):
        with pytest.raises(ConnectionError, match="The cluster has no worker; start one"):
            landmarks.reduce(sums_of, range(3), absent("running", {}))


@pytest.fixture(scope="module")
def client():
    distributed = pytest.importorskip("distributed", reason="Dask is in the extra `cluster`")
    import dask

    # A local cluster gives up whom it has not seen again by then: on a busy machine, a start takes as long.
    with (
        dask.config.set({"distributed.deploy.lost-worker-timeout": "10 minutes"}),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            memory_limit="2GiB",
            host="127.0.0.1",
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        # Workers import this file by its path, not as a module of the tests.
        client.run(lambda: None)
        yield client


def ends_workers(client, at, workers=2):
    """Block numbers on whose way SIGKILL is sent to workers of ours, by their ids."""
    pids = sorted(client.run(os.getpid).values())[:workers]
    for b in range(200):
        if b == at:
            for pid in pids:
                os.kill(pid, signal.SIGKILL)
        yield b


def by_value(function):
    """A function that a worker can take without this file."""
    import cloudpickle

    cloudpickle.register_pickle_by_value(__import__("sys").modules[__name__])
    return function


class TestCluster:
    def test_sums_are_the_same(self, client):
        part = by_value(sums_of)
        assert landmarks.n_workers(client) == 2
        for order in (range(23), range(22, -1, -1)):
            assert_same_sums(landmarks.reduce(part, order, client), landmarks.reduce(sums_of, range(23)))
        assert landmarks.reduce(part, [], client) is None

    def test_fits_are_the_same(self, client):
        source = by_value(made)
        Z = made(100)[0][:20]
        features = landmarks.landmark_map(RBF(0.3), Z)
        here, there = (landmarks.fit_ridge(features, source, range(10), 0.5, e) for e in (None, client))
        np.testing.assert_allclose(there.w, here.w, rtol=0, atol=1e-9 * np.abs(here.w).max())
        assert there.n == here.n == 2000
        here, there = (landmarks.sample_of(source, range(10), 90, executor=e) for e in (None, client))
        np.testing.assert_array_equal(there, here)

    def test_a_block_that_raises_names_its_number(self, client):
        with pytest.raises(RuntimeError, match="Block 17 failed: ValueError: its file is empty"):
            landmarks.reduce(by_value(breaks_at_17), range(30), client)

    @pytest.mark.parametrize("workers", [1, 2])
    def test_killed_workers_lose_no_row_and_count_none_twice(self, client, workers):
        """One of two, or all, and with them what had been sent to them."""
        client.wait_for_workers(2, timeout=120)
        before = set(client.run(os.getpid).values())
        ones, counted, n = landmarks.reduce(by_value(slow_ones), ends_workers(client, 60, workers), client)
        assert n == 200
        np.testing.assert_array_equal(ones, 200)
        np.testing.assert_array_equal(counted, np.arange(300) < 200)
        client.wait_for_workers(2, timeout=120)
        assert len(before & set(client.run(os.getpid).values())) == 2 - workers

    @pytest.mark.night
    def test_the_only_worker_is_killed_then_a_block_ends_it_and_then_there_is_none(
        self, client, tmp_path, monkeypatch
    ):
        client.cluster.scale(1)
        wait_until(lambda: len(client.nthreads()) == 1)
        once = functools.partial(by_value(kills_once), tmp_path / "flag")
        assert landmarks.reduce(once, range(4), client) == 4 and (tmp_path / "flag").exists()
        message = "Block 13 ended its worker 3 times, the last time with no other"
        with pytest.raises(RuntimeError, match=message):
            landmarks.reduce(by_value(kills_at_13), range(30), client)
        assert landmarks.reduce(by_value(kills_at_13), range(13), client) == 13
        monkeypatch.setattr(blocks, "LOOK", 0.5)
        monkeypatch.setattr(blocks, "ABSENCE", 1)

        def leaves(b):
            if b == 60:
                client.cluster.scale(0)
            return b

        words = r"no worker any more: all ended with blocks \d+, \d+.* under way"
        with pytest.raises(ConnectionError, match=words):
            landmarks.reduce(by_value(slow_ones), map(leaves, range(200)), client)
        client.cluster.scale(2)
        client.wait_for_workers(2, timeout=120)

    @pytest.mark.filterwarnings("error:Sending large graph")
    def test_a_large_function_is_sent_without_a_word(self, client):
        """Dask would warn that it is sent with every task, and it is not."""
        whole = np.ones(2_000_000)
        assert landmarks.reduce(functools.partial(by_value(weighed), whole), range(9), client) == 18e6

    def test_the_scheduler_is_killed(self):
        distributed = pytest.importorskip("distributed", reason="Dask is in the extra `cluster`")
        process = subprocess.Popen([sys.executable, "-c", SCHEDULER], stdout=subprocess.PIPE, text=True)
        try:
            with distributed.Client(process.stdout.readline().strip(), timeout=60) as other:

                def ends(b):
                    if b == 60:
                        process.kill()
                    return b

                with pytest.raises(ConnectionError, match=r"The cluster (was lost|is not there)"):
                    landmarks.reduce(by_value(slow_ones), map(ends, range(200)), other)
                with pytest.raises(ConnectionError, match=r"The cluster (was lost|is not there)"):
                    landmarks.reduce(by_value(slow_ones), range(8), other)
        finally:
            process.kill()
            process.communicate()
