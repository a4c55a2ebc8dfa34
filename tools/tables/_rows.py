"""The loop of the scripts in this folder: rows are printed as they come, and what has come is written."""

import math
import time

from kernelsy19.datasets.tables import save_table


def save_rows(name, rows, about, columns=None):
    """Write a table row by row, so that an interrupted run leaves what it has; returns all rows.

    rows, dicts of numbers or words by column, or tuples with the names of the columns
    """
    kept = []
    for row in rows:
        kept.append(row if columns is None else dict(zip(columns, row, strict=True)))
        print(*(v if isinstance(v, str) else f"{v:.5g}" for v in kept[-1].values()), flush=True)
        columns_so_far = {column: [row[column] for row in kept] for column in kept[0]}
        save_table(name, columns_so_far, about, "make tables")
    return kept


def least_seconds(work, repetitions, longest=math.inf):
    """Processor time of the fastest of some runs; one that takes longer than `longest` is the last."""
    times = []
    while len(times) < repetitions and (not times or times[-1] <= longest):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)
