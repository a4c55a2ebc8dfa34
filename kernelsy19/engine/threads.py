"""How many threads work: one on small problems, where more only wait for each other, and all on large ones.

BLAS is asked by `threadpoolctl`; our own loops use as many threads as BLAS may, so that one limit serves for both.
"""

import functools
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor
from contextlib import ContextDecorator, nullcontext

from kernelsy19 import signatures

SINGLE_THREAD_UP_TO = 5000  # points up to which BLAS works with one thread: more would wait for each other
# Rows up to which it does so in whatever function is called. On a machine that is busy a second thread waits its turn,
# and so does the first: three hundred points then take ten times as long, or a hundred times.
SMALL = 1000


def thread_limit(n):
    """Return a context with one BLAS thread for small problems.
    n: int, number of points → context manager; the number of threads is restored when it ends"""
    return one_blas_thread() if n <= SINGLE_THREAD_UP_TO else nullcontext()


def small_problem(arguments):
    """A context with one BLAS thread where no argument has many rows, and none says who computes what.
    arguments: dict by name, as they were given → context manager"""
    small = "executor" not in arguments and max(map(_rows, arguments.values()), default=0) <= SMALL
    return one_blas_thread() if small else nullcontext()


def _rows(value):
    """How many rows an argument has, as far as it says."""
    try:
        return len(value)
    except TypeError:
        return 0


def for_each(task, blocks, shared):
    """Call a task with each block, and BLAS with one thread within each.
    task: callable; what it computes must not depend on the order of the blocks; shared: bool, whether the blocks
    are shared among as many threads as BLAS may use"""
    threads = blas_threads() if shared else 1
    with one_blas_thread():
        if threads == 1:
            for block in blocks:
                task(block)
        else:
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(one_blas_thread()(task), blocks))


@functools.cache
def threads_can_start():
    """Whether there are threads: Python in a browser has none, and says so once."""
    try:
        threading.Thread(target=int).start()
    except RuntimeError as error:
        warnings.warn(
            f"{error}: all work is done in one thread, and no time limit is kept.", UserWarning, stacklevel=2
        )
        return False
    return True


def blas_threads():
    """How many threads BLAS may use, as `threadpoolctl` says."""
    return max((library.num_threads for library in _blas_libraries()), default=1)


def one_blas_thread():
    """Return a context in which BLAS works with one thread, for callers that have threads of their own; or a
    decorator.

    The number of threads of OpenBLAS is one of the whole process. So the contexts that are open are counted: the
    first sets the limit, and the last to end lifts it, in whatever order the threads end that opened them. Where
    BLAS has a number for each thread that calls it, it is set and counted for each: a thread of a pool needs a
    context of its own."""
    return _ONE_THREAD


class _SharedLimit(ContextDecorator):
    """One BLAS thread as long as anyone is inside; a context that may be entered again, and by several threads."""

    def __init__(self):
        self.lock, self.held = threading.Lock(), {}  # how many are inside, and the threads before

    def __enter__(self):
        with self.lock:
            for library in _blas_libraries():
                inside, before = self.held.get(_scope(library), (0, library.num_threads))
                if inside == 0 and before != 1:
                    _set_threads(library, 1)
                self.held[_scope(library)] = inside + 1, before

    def __exit__(self, *error):
        with self.lock:
            for library in _blas_libraries():
                inside, before = self.held.pop(_scope(library))
                if inside > 1:
                    self.held[_scope(library)] = inside - 1, before
                elif before != 1:
                    _set_threads(library, before)


_ONE_THREAD = _SharedLimit()
signatures.around = small_problem


def _scope(library):
    """Whose number of threads a library is asked for: that of the process, or of the thread that calls, as MKL's is."""
    of_each = library.internal_api == "mkl" or getattr(library, "threading_layer", None) == "openmp"
    return library, threading.get_ident() if of_each else None


def _set_threads(library, many):
    """From threadpoolctl 3.8 on, OpenBLAS's own setter obeys one thread of a process, and in silence no other."""
    getattr(library, "_real_set_num_threads", library.set_num_threads)(many)


@functools.cache
def _blas_libraries():
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController().select(user_api="blas").lib_controllers
