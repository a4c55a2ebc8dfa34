"""How many threads work, and that none outlives its work."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from kernelsy19.cmeans import CMeans
from kernelsy19.engine import rbf_blocks, threads


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


def test_limits_that_overlap_give_back_all_threads_whoever_ends_last():
    with threadpool_limits(2, user_api="blas"):
        before = threads.blas_threads()
        first, second = threads.thread_limit(10), threads.thread_limit(10)
        first.__enter__()
        second.__enter__()
        assert threads.blas_threads() == 1
        first.__exit__(None, None, None)
        assert threads.blas_threads() == 1
        second.__exit__(None, None, None)
        assert threads.blas_threads() == before


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
