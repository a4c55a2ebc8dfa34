"""How many threads work: one on small problems, where more only wait for each other, and all on large ones.

BLAS is asked by `threadpoolctl`; our own loops use as many threads as BLAS may, so that one limit serves for both.
"""

import functools
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext

SINGLE_THREAD_UP_TO = 5000  # points up to which BLAS works with one thread: more would wait for each other


def thread_limit(n):
    """Return a context with one BLAS thread for small problems.

    Parameters
    ----------
    n : int, number of points

    Returns
    -------
    context manager; the number of threads is restored when it ends
    """
    return one_blas_thread() if n <= SINGLE_THREAD_UP_TO else nullcontext()


def for_each(task, blocks, shared):
    """Call a task with each block, and BLAS with one thread within each.

    Parameters
    ----------
    task : callable; what it computes must not depend on the order of the blocks
    blocks : sequence
    shared : bool, whether the blocks are shared among as many threads as BLAS may use
    """
    threads = blas_threads() if shared else 1
    with one_blas_thread():
        if threads == 1:
            for block in blocks:
                task(block)
        else:
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(task, blocks))


def blas_threads():
    """How many threads BLAS may use, as `threadpoolctl` says."""
    return max((library.num_threads for library in _blas_libraries()), default=1)


def one_blas_thread():
    """Return a context in which BLAS works with one thread, for callers that have threads of their own.

    The number of threads is one of the whole process. So the contexts that are open are counted: the first sets the
    limit, and the last to end lifts it, in whatever order the threads end that opened them.
    """
    return _ONE_THREAD


class _SharedLimit:
    """One BLAS thread as long as anyone is inside; a context that may be entered again, and by several threads."""

    def __init__(self):
        self.lock, self.inside, self.before = threading.Lock(), 0, []

    def __enter__(self):
        with self.lock:
            if self.inside == 0:
                threads = [(library, library.num_threads) for library in _blas_libraries()]
                self.before = [(library, many) for library, many in threads if many != 1]
                for library, _ in self.before:
                    library.set_num_threads(1)
            self.inside += 1

    def __exit__(self, *error):
        with self.lock:
            self.inside -= 1
            if self.inside == 0:
                for library, many in self.before:
                    library.set_num_threads(many)


_ONE_THREAD = _SharedLimit()


@functools.cache
def _blas_libraries():
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController().select(user_api="blas").lib_controllers
