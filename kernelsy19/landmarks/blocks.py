"""Sums over blocks: one pass over data of any size, in this process, on threads, or on a Dask cluster.

A block is known by its number, and whoever works on it makes or reads it from that. So a block can be made again
elsewhere when a worker dies, nobody ever holds more than the blocks that are worked on, and the result of a pass is a
sum, which does not depend on who computed which part.
"""

import contextlib
import functools
import itertools
import sys
import time
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, CancelledError, ThreadPoolExecutor, wait

import numpy as np

from kernelsy19.engine.threads import blas_threads, one_blas_thread, threads_can_start
from kernelsy19.landmarks.equations import add
from kernelsy19.signatures import integer_from, number_from, takes
from kernelsy19.validation import as_function, as_points, as_vector, shown

# Blocks that a worker of a cluster adds up before it sends their sum: the way to the client costs about as much as a
# block of some ten thousand rows, and a group that is lost with its worker has to be done again.
GROUP = 4
WINDOW = 2  # tasks in flight for each worker: one that it works on, and one that waits

# Seconds: how long to wait for a group before asking whether there are workers, and how long there may be none, since
# those that ended are started again; and how long a worker runs before its nanny, which looks each 0.05, has noticed.
LOOK, ABSENCE, NOTICED = 5, 60, 0.5


def _as_blocks(blocks, name):
    """Anything that can be gone through; nobody looks into it before, since it may be long or endless."""
    if isinstance(blocks, str) or not isinstance(blocks, Iterable):
        raise ValueError(f"{name} must be a sequence of block numbers, got {shown(blocks)}.")
    return blocks


@takes(part=as_function, blocks=_as_blocks)
def reduce(part, blocks, executor=None):
    """Add up a function of each block.

    Parameters
    ----------
    part : callable, block number → number, array of numbers, or tuple of these; the same form for each block. Whole
        numbers are added up as such, all others in float64. On a cluster the function is sent to the workers once:
        what all blocks need, such as landmarks, belongs to it. It may give back a buffer of its own, on threads one
        for each
    blocks : iterable of block numbers; it is asked for the next when there is room, so that a bar around it,
        `progress(range(100), "blocks")`, shows how far the pass has come
    executor : None for this process, "threads" for as many as BLAS may use, or a `dask.distributed.Client`

    Returns
    -------
    the sum, element by element, in the form that a part has; None if there are no blocks

    Raises
    ------
    RuntimeError
        If a part raises, gives something else, or ends its worker 3 times; the error names the block, and its cause is
        the error of the part.
    ConnectionError
        If the cluster of the client is closed or lost, or has no worker, and none comes within a minute.
    ValueError
        If the executor is none of these, or the parts of two blocks have different forms.
    """
    in_threads = isinstance(executor, str) and executor == "threads"
    if executor is None or (in_threads and not threads_can_start()):
        return _sum_of(map(functools.partial(_named, part), blocks))
    if in_threads:
        return on_threads(part, blocks, blas_threads())
    if not _is_client(executor):
        raise ValueError(f"executor must be None, 'threads' or a dask.distributed.Client, got {executor!r}.")
    return on_cluster(part, blocks, executor)


def points_in(block, take=as_points):
    """The points of a block, alone or with what comes with them, checked by what takes them."""
    return take(block[0] if isinstance(block, tuple) else block)


def pair_in(block, take, as_y=as_vector):
    """The points of a block and what comes with them, one for each, both checked."""
    if not isinstance(block, tuple | list) or len(block) != 2:
        raise ValueError(f"source must give a pair (X, y) for each block, got {shown(block)}.")
    X = take(block[0])
    return X, as_y(block[1], "y", len(X))


def not_empty(sums):
    """The sums of a pass; an error if there was no block."""
    if sums is None:
        raise ValueError("blocks must hold at least one block number, got none.")
    return sums


def _is_client(executor):
    """Whether this is a client of a cluster; whoever has one has loaded `distributed`, which is optional here."""
    distributed = sys.modules.get("distributed")
    return distributed is not None and isinstance(executor, distributed.Client)


class Listed(list):
    """A list as a part, of which the sum has all entries, in any order; it grows in place, or a pass took squares."""

    def __add__(self, other):
        self.extend(other)
        return self


def _sum_of(parts):
    """The sum of parts as they come; None of none."""
    total = None
    for part in parts:
        total = part if total is None else _added(total, part)
    return total


def _added(total, part):
    if (form := _form(total)) != (other := _form(part)):
        raise ValueError(f"part must have the same form for each block, got {form} and {other}.")
    return add(total, part)


def _form(part):
    """What must be the same for two parts to be added, in words."""
    if isinstance(part, tuple):
        return f"({', '.join(map(_form, part))})"
    return f"an array of shape {part.shape}" if isinstance(part, np.ndarray) else "a number"


def _as_summable(part):
    """A copy of a part, for the next block may be written to its buffer; sums lose neither digits nor counts."""
    if isinstance(part, tuple):
        return tuple(map(_as_summable, part))
    if isinstance(part, Listed):
        return part
    array = np.asarray(part)
    if (
        not isinstance(part, np.ndarray | np.generic | int | float | complex)
        or array.dtype.kind not in "biufc"
    ):
        raise TypeError(
            f"part must give a number, an array of numbers or a tuple of these, not {shown(part)}."
        )
    if isinstance(part, np.ndarray) and part.ndim:
        return part.astype(np.result_type(part, np.int64 if part.dtype.kind in "biu" else np.float64))
    return array.item()


def _named(part, block):
    """The part of a block, whose errors name it."""
    try:
        return _as_summable(part(block))
    except Exception as error:
        raise RuntimeError(f"Block {block} failed: {type(error).__name__}: {error}") from error


def on_threads(part, blocks, n_threads):
    """Add up parts on threads; BLAS and our loops let others run while they compute, and take one processor each.
    → as `reduce`"""
    blocks = iter(blocks)
    with one_blas_thread(), ThreadPoolExecutor(n_threads) as pool:
        todo = (pool.submit(one_blas_thread()(_named), part, block) for block in blocks)
        return _sum_of(_as_they_come(todo, n_threads + 1))


def _as_they_come(todo, window):
    """Results of futures, of which so many are under way at a time."""
    running = set(itertools.islice(todo, window))
    while running:
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()
        running |= set(itertools.islice(todo, len(done)))


def on_cluster(part, blocks, client):
    """Add up parts on a Dask cluster; groups of a worker that dies are done again elsewhere.
    → as `reduce`"""
    window = WINDOW * n_workers(client)
    return _sum_of(_sums(client, _sent_once(client, part), _batches(blocks, GROUP), window))


def _sums(client, sent, groups, window):
    """Sums of all groups; those that are lost with a worker are done again, and then their blocks one by one."""
    while True:
        lost, suspects, culprits = [], [], []
        yield from _sums_of_groups(client, sent, _while_few(groups, lost, window), window, lost)
        if not lost:
            return
        yield from _sums_of_groups(client, sent, iter(lost), window, suspects)
        # Groups that wait at a worker are lost with it, too: alone, a block ends one only by itself.
        alone = _batches(itertools.chain.from_iterable(suspects), 1)
        yield from _sums_of_groups(client, sent, _while_few(alone, culprits, 1), 1, culprits)
        if culprits:
            raise RuntimeError(
                f"Block {culprits[0][0]} ended its worker 3 times, the last time with no other block under way. If it "
                "needs more memory than a worker has, make blocks smaller; logs of the workers may say more."
            )


def _while_few(groups, lost, most):
    """Groups as long as fewer than so many were lost."""
    while len(lost) < most and (group := next(groups, None)):
        yield group


def _sent_once(client, part):
    """A function as a task, which is done again where it is lost; what is scattered dies with its workers."""
    import dask
    from distributed.protocol.pickle import dumps, loads

    # Dask warns of large arguments, which are sent with every task; this one is not.
    with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 PB"}):
        return client.submit(loads, dumps(part), pure=False)


def _sums_of_groups(client, sent, groups, window, lost):
    """Sums of groups as they come; those whose worker has ended are put aside, as lost."""
    import distributed

    running, workers = {}, _workers(client)

    def submit(group):
        running[client.submit(_sum_of_group, sent, workers, group, pure=False)] = group, workers

    for group in itertools.islice(groups, window):
        submit(group)
    while running:
        first = functools.partial(distributed.wait, list(running), return_when=FIRST_COMPLETED)
        for future in _patiently(client, running, first).done:
            part = None
            with contextlib.suppress(distributed.KilledWorker):  # Dask gave it up: it ended several workers
                part = _patiently(client, running, future.result)
            if part is None:
                _wait_for_worker(client, running)
                workers = _workers(client)
            group, before = running.pop(future)
            if part is not None:
                yield part
            elif before <= workers:  # none has ended: the group came to one that is new
                submit(group)
                continue
            else:
                lost.append(group)
            for following in itertools.islice(groups, 1):
                submit(following)


def _sum_of_group(part, old_workers, blocks):
    """Add up a group; there is a worker for each processor, and more threads would wait for each other.

    Dask gives what ended a worker to the next, so one that came later gives it back: who knows what became of the
    others decides. It does so when its nanny, which else would not start it again, has noticed that it runs."""
    from distributed import get_worker

    if get_worker().address not in old_workers:
        time.sleep(NOTICED)
        return None
    with one_blas_thread():
        return _sum_of(map(functools.partial(_named, part), blocks))


def _patiently(client, running, ask):
    """An answer of Dask, for which it is given more and more time while there are workers."""
    for doubled in itertools.count():
        with contextlib.suppress(TimeoutError), _cluster_there():
            return ask(timeout=LOOK * 2**doubled)
        _wait_for_worker(client, running)


def _workers(client):
    """Addresses of the workers that there are now."""
    with _cluster_there():
        return frozenset(client.nthreads())


def _wait_for_worker(client, running):
    """Wait until there is a worker, since those that ended are started again; an error if none comes."""
    try:
        with _cluster_there():
            client.wait_for_workers(1, ABSENCE)
    except TimeoutError as error:
        under_way = ", ".join(str(b) for group, _ in running.values() for b in group)
        raise ConnectionError(
            f"The cluster has no worker any more: all ended with blocks {under_way} under way. Start workers, and "
            "begin again."
        ) from error


@contextlib.contextmanager
def _cluster_there():
    """Turn each way in which Dask says that a cluster is gone into one error."""
    try:
        yield
    except TimeoutError:
        raise
    except (CancelledError, OSError) as error:
        raise ConnectionError(
            f"The cluster was lost: {error}. Connect a new Client, and begin again."
        ) from error


def _batches(items, size):
    """Tuples of so many items, the last of what is left."""
    items = iter(items)
    return iter(lambda: tuple(itertools.islice(items, size)), ())


def n_workers(client):
    """How many workers a cluster has.

    Parameters
    ----------
    client : dask.distributed.Client

    Returns
    -------
    int ≥ 1

    Raises
    ------
    ConnectionError
        If the client is closed or has lost its cluster, or the cluster has no worker.
    """
    if not _is_client(client):
        raise TypeError(f"client must be a dask.distributed.Client, got {shown(client)}.")
    if client.status != "running":
        raise ConnectionError(f"The cluster is not there: the client is {client.status}; connect a new one.")
    if not (workers := _workers(client)):
        raise ConnectionError("The cluster has no worker; start one, or client.wait_for_workers(1).")
    return len(workers)


@takes(
    passes=integer_from(),
    n=integer_from(),
    seconds_per_row=number_from(0),
    workers=integer_from(),
    groups=integer_from(0),
    seconds_per_group=number_from(0, closed="left"),
    m=integer_from(),
    bytes_per_second=number_from(0),
)
def pass_time(passes, n, seconds_per_row, workers, groups, seconds_per_group, m, bytes_per_second):
    """How long passes take by a simple model: those who work share the rows, and one machine adds up the groups.

    Each of the passes takes n / workers · seconds_per_row + groups · (seconds_per_group + 8m² / bytes_per_second).

    Parameters
    ----------
    passes : int
    n : int, rows
    seconds_per_row : float, of one worker
    workers : int
    groups : int, of blocks that are added up before their sum is sent; 0 where nothing is sent
    seconds_per_group : float, of the machine that adds up, to hand one out and to take its sum
    m : int, features; a sum has m² numbers of 8 bytes
    bytes_per_second : float, that the machine that adds up receives

    Returns
    -------
    float, in s
    """
    adding_up = groups * (seconds_per_group + 8 * m**2 / bytes_per_second)
    return passes * (n * seconds_per_row / workers + adding_up)
