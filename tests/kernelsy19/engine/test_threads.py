"""How many threads work, and that none outlives its work."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from kernelsy19.cmeans import CMeans
from kernelsy19.engine import rbf_blocks, threads
from kernelsy19.kernels import Kernel
from kernelsy19.signatures import takes


def points(n, p):
    return np.random.default_rng(0).normal(size=(n, p))


def test_threads_are_as_many_as_blas_may_use():
    with threadpool_limits(1, user_api="blas"):
        assert threads.blas_threads() == 1
        rbf_blocks.rbf_gram(points(300, 12), 0.3)
        assert threads.blas_threads() == 1
    before = threads.blas_threads()
    rbf_blocks.rbf_gram(points(300, 12), 0.3)
    assert threads.blas_threads() == before


@pytest.mark.parametrize("shared", [True, False])
def test_every_block_is_worked_on_once(monkeypatch, shared):
    monkeypatch.setattr(threads, "blas_threads", lambda: 3)
    done = []
    threads.for_each(done.append, range(20), shared)
    assert sorted(done) == list(range(20))


def test_an_error_in_a_thread_is_raised(monkeypatch):
    monkeypatch.setattr(threads, "blas_threads", lambda: 2)

    def fails(block):
        raise MemoryError

    with pytest.raises(MemoryError):
        threads.for_each(fails, range(3), shared=True)


@pytest.mark.parametrize("n", [10, threads.SINGLE_THREAD_UP_TO, threads.SINGLE_THREAD_UP_TO + 1])
def test_small_problems_have_one_thread_and_give_back_the_others(n):
    with threadpool_limits(2, user_api="blas"):
        before = threads.blas_threads()
        with threads.thread_limit(n):
            assert threads.blas_threads() == (1 if n <= threads.SINGLE_THREAD_UP_TO else before)
        assert threads.blas_threads() == before


@dataclass(frozen=True)
class Seen(Kernel):
    """The number of threads that BLAS may use."""

    is_psd = True

    def evaluate(self, X, Y):
        return np.full((len(X), len(Y)), float(threads.blas_threads()))


@pytest.mark.parametrize("n", [0, threads.SMALL, threads.SMALL + 1])
def test_what_is_called_with_few_rows_has_one_thread(n):
    """Its checks, too; who brings an executor says who computes."""

    def seen(X, name="X"):
        return threads.blas_threads()

    plain = takes(X=seen)(lambda X, gamma=1.0: (X, seen(X)))
    elsewhere = takes(X=seen)(lambda X, executor=None: X)
    with threadpool_limits(2, user_api="blas"):
        before, X = threads.blas_threads(), points(n, 1)
        expected = 1 if n <= threads.SMALL else before
        assert plain(X) == (expected, expected) and elsewhere(X) == before
        assert not n or (Seen()(X, X[:1]) == expected).all()
        assert threads.blas_threads() == before


class OneForEachThread(threading.local):
    """A BLAS that has a number of threads for each thread that calls it, as MKL has."""

    internal_api, num_threads = "mkl", 2

    def set_num_threads(self, many):
        self.num_threads = many


@pytest.fixture(params=["real", "one for each thread"])
def blas(request, monkeypatch):
    """BLAS with two threads: the real one, and one that cannot be limited from another thread."""
    if request.param == "real":
        with threadpool_limits(2, user_api="blas"):
            yield
    else:
        library = OneForEachThread()
        monkeypatch.setattr(threads, "_blas_libraries", lambda: [library])
        yield


def on_living_threads(*tasks):
    """Run tasks at once, each in a thread of its own, all of which live until the last has ended."""
    at_end = threading.Barrier(len(tasks), timeout=30)

    def live(task):
        try:
            return task()
        finally:
            at_end.wait()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return [future.result() for future in [pool.submit(live, task) for task in tasks]]


def test_limits_of_two_threads_that_overlap_hold_in_both_and_give_back_all(blas):
    before = threads.blas_threads()
    both_in, first_out = threading.Barrier(2, timeout=30), threading.Event()

    def fits(first):
        with threads.thread_limit(10):
            both_in.wait()
            assert first or first_out.wait(30)
            inside = threads.blas_threads()
        first_out.set()
        return inside

    assert on_living_threads(lambda: fits(True), lambda: fits(False)) == [1, 1]
    assert on_living_threads(threads.blas_threads, threads.blas_threads) == [before, before]
    assert threads.blas_threads() == before


def test_each_thread_that_shares_blocks_is_limited(blas):
    inside = []
    threads.for_each(lambda block: inside.append(threads.blas_threads()), range(6), shared=True)
    assert inside == [1] * 6


def test_fits_in_threads_give_back_all_threads():
    X = points(400, 3)
    with threadpool_limits(2, user_api="blas"):
        before = threads.blas_threads()
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda seed: CMeans(3, random_state=seed).fit(X), range(8)))
        assert threads.blas_threads() == before
        with pytest.raises(ZeroDivisionError), threads.one_blas_thread():
            raise ZeroDivisionError
        assert threads.blas_threads() == before
