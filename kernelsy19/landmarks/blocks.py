"""Sums over blocks: one pass over data of any size, in this process, on threads, or on a Dask cluster.

A block is known by its number, and whoever works on it makes or reads it from that. So a block can be made again
elsewhere when a worker dies, nobody ever holds more than the blocks that are worked on, and the result of a pass is a
sum, which does not depend on who computed which part.
"""

import functools
import itertools
import sys
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

import numpy as np

from kernelsy19.engine.threads import blas_threads, one_blas_thread
from kernelsy19.landmarks.equations import add
from kernelsy19.signatures import integer_from, number_from, takes
from kernelsy19.validation import as_function, as_matrix, as_vector, shown

# Blocks that a worker of a cluster adds up before it sends their sum: the way to the client costs about as much as a
# block of some ten thousand rows, and a group that is lost with its worker has to be done again.
GROUP = 4

WINDOW = 2  # tasks in flight for each worker: one that it works on, and one that waits


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
        what all blocks need, such as landmarks, belongs to it
    blocks : iterable of block numbers; it is asked for the next when there is room, so that a bar around it,
        `progress(range(100), "blocks")`, shows how far the pass has come
    executor : None for this process, "threads" for as many as BLAS may use, or a `dask.distributed.Client`

    Returns
    -------
    the sum, element by element, in the form that a part has; None if there are no blocks

    Raises
    ------
    RuntimeError
        If a part raises, or gives something else; the error names the block, and its cause is the error of the part.
    ConnectionError
        If the cluster of the client is closed, or has no worker.
    ValueError
        If the executor is none of these, or the parts of two blocks have different forms.
    """
    if executor is None:
        return _sum_of(map(functools.partial(_named, part), blocks))
    if isinstance(executor, str) and executor == "threads":
        return on_threads(part, blocks, blas_threads())
    if not _is_client(executor):
        raise ValueError(f"executor must be None, 'threads' or a dask.distributed.Client, got {executor!r}.")
    return on_cluster(part, blocks, executor)


def points_in(block, take=as_matrix):
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
    """A part whose sum loses neither digits nor counts."""
    if isinstance(part, tuple):
        return tuple(map(_as_summable, part))
    array = np.asarray(part)
    if (
        not isinstance(part, np.ndarray | np.generic | int | float | complex)
        or array.dtype.kind not in "biufc"
    ):
        raise TypeError(
            f"part must give a number, an array of numbers or a tuple of these, got {shown(part)}."
        )
    if isinstance(part, np.ndarray) and part.ndim:
        return part.astype(
            np.result_type(part, np.int64 if part.dtype.kind in "biu" else np.float64), copy=False
        )
    return array.item()


def _named(part, block):
    """The part of a block, whose errors name it."""
    try:
        return _as_summable(part(block))
    except Exception as error:
        raise RuntimeError(f"Block {block} failed: {type(error).__name__}: {error}") from error


def on_threads(part, blocks, n_threads):
    """Add up parts on threads; BLAS and our loops let others run while they compute, and take one processor each.

    Parameters
    ----------
    part, blocks : as for `reduce`
    n_threads : int ≥ 1

    Returns
    -------
    as `reduce`
    """
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

    Parameters
    ----------
    part, blocks : as for `reduce`
    client : dask.distributed.Client

    Returns
    -------
    as `reduce`
    """
    from distributed import as_completed

    window = WINDOW * n_workers(client)
    sent = client.scatter(part, broadcast=True, hash=False)
    groups = _batches(blocks, GROUP)
    todo = (client.submit(_sum_of_group, sent, group, pure=False) for group in groups)
    running = as_completed(itertools.islice(todo, window), with_results=True)
    total = None
    for future, group in running:
        total = group if total is None else _added(total, group)
        future.release()
        running.update(itertools.islice(todo, 1))
    return total


def _sum_of_group(part, blocks):
    """Add up a group; there is a worker for each processor, and more threads would wait for each other."""
    with one_blas_thread():
        return _sum_of(map(functools.partial(_named, part), blocks))


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
        raise ConnectionError(
            f"The cluster is not there: the client is {client.status}; connect a new Client."
        )
    if not (workers := client.nthreads()):
        raise ConnectionError(
            "The cluster has no worker; start one, or wait for it with client.wait_for_workers(1)."
        )
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
