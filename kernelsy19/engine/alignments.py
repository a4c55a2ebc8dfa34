"""All alignments of two sequences at once, for many pairs: the cheapest one (DTW), and the sum over all of them.

Sequences are sorted by length, `LANES` of them stand side by side, and one sequence is aligned with all of these at
once: the same step for each, so that a compiled loop works on whole vectors of numbers. Where numba does not compile,
NumPy does the same with all sequences side by side.
"""

import numpy as np

from kernelsy19.engine.compilation import compiled_loops_work

LANES = 16  # two vectors of eight float64 or four of four: enough to hide how long an addition takes

# Of the sum of a row, after rescaling: what is smaller may have lost digits, or all of them.
SMALLEST = 1e-290

# Largest difference of the logarithms of a lower and an upper bound of the sum that passes as rounding.
BOUNDS_AGREE = 1e-13


def dtw_values(X, Y, squared):
    """Smallest sums of distances over all alignments, for all pairs.
    X: sequence of n (p, d) arrays of float64; Y: sequence of m such arrays, or None for Y = X; squared: bool,
    whether distances are squared → (n, m); symmetric to the last bit where Y is None"""
    if compiled_loops_work():
        from kernelsy19.engine import alignment_loop

        return _all_pairs(
            X, Y, lambda x, block, lengths: alignment_loop.dtw(x, block, lengths, squared), LANES
        )
    return _all_pairs(
        X, Y, lambda x, block, lengths: _dtw_in_numpy(x, block, lengths, squared), len(X if Y is None else Y)
    )


def log_alignments(X, Y, gamma):
    """Logarithms of the sums over all alignments of products of κ = e/(2 − e), with e = exp(−γ‖x − y‖²), for all
    pairs.
    X: sequence of n (p, d) arrays of float64; Y: sequence of m such arrays, or None for Y = X → (n, m); symmetric
    to the last bit where Y is None"""
    if not compiled_loops_work():
        return _all_pairs(
            X,
            Y,
            lambda x, block, lengths: _logs_in_numpy(x, block, lengths, gamma),
            len(X if Y is None else Y),
        )
    from kernelsy19.engine import alignment_loop

    def bounded(x, block, lengths):
        low, smallest = alignment_loop.log_sums(x, block, lengths, gamma, 0.0)
        lost = np.flatnonzero(smallest < SMALLEST)
        if len(lost):
            # Numbers too small for a float64 were taken as 0. Taken as `SMALLEST` they give an upper bound.
            high, _ = alignment_loop.log_sums(x, block, lengths, gamma, SMALLEST)
            for k in lost[~(high[lost] - low[lost] < BOUNDS_AGREE)]:
                y = np.ascontiguousarray(block[: lengths[k], :, k])
                low[k] = alignment_loop.log_sum_in_logs(x, y, gamma)
        return low

    return _all_pairs(X, Y, bounded, LANES)


def _all_pairs(X, Y, align, lanes):
    """Values of all pairs; of a symmetric matrix only those of the triangle, by order of length."""
    order, blocks = _pack(X if Y is None else Y, lanes)
    n, m = len(X), len(order)
    values = np.empty((n, m))
    rows = order if Y is None else np.arange(n)
    for place, i in enumerate(rows):
        first = place // lanes if Y is None else 0
        # A copy: for arrays that are not to be written to, loops would be compiled anew.
        x = np.array(X[i], order="C")
        found = [align(x, block, lengths) for block, lengths in blocks[first:]]
        values[place, first * lanes :] = np.concatenate(found)[: m - first * lanes]
    unsorted = np.empty_like(values)
    if Y is None:
        values = np.triu(values) + np.triu(values, 1).T
        unsorted[np.ix_(order, order)] = values
    else:
        unsorted[:, order] = values
    return unsorted


def _pack(sequences, lanes):
    """Order by length, and the blocks of that many sequences: a (longest, d, lanes) array and their lengths."""
    order = np.argsort([len(s) for s in sequences], kind="stable")
    blocks = []
    for start in range(0, len(order), lanes):
        some = [sequences[i] for i in order[start : start + lanes]]
        block = np.zeros((len(some[-1]), some[0].shape[1], lanes))
        lengths = np.ones(lanes, dtype=np.int64)
        for k, s in enumerate(some):
            block[: len(s), :, k], lengths[k] = s, len(s)
        blocks.append((block, lengths))
    return order, blocks


def _squared_distances(row, block):
    return ((block - row[:, None]) ** 2).sum(axis=1)


def _dtw_in_numpy(x, block, lengths, squared):
    ends = np.full((len(block) + 1, block.shape[2]), np.inf)
    ends[0] = 0.0
    for row in x:
        costs = _squared_distances(row, block)
        costs = costs if squared else np.sqrt(costs)
        diagonal, ends[0] = ends[0].copy(), np.inf
        for j, cost in enumerate(costs):
            above = ends[j + 1].copy()
            ends[j + 1] = cost + np.minimum(np.minimum(above, ends[j]), diagonal)
            diagonal = above
    return ends[lengths, np.arange(len(lengths))]


def _logs_in_numpy(x, block, lengths, gamma):
    ends = np.full((len(block) + 1, block.shape[2]), -np.inf)
    ends[0] = 0.0
    for row in x:
        log_e = -gamma * _squared_distances(row, block)
        log_kappa = log_e - np.log(2 - np.exp(log_e))
        diagonal, ends[0] = ends[0].copy(), -np.inf
        for j, log_k in enumerate(log_kappa):
            above = ends[j + 1].copy()
            ends[j + 1] = log_k + np.logaddexp(np.logaddexp(above, ends[j]), diagonal)
            diagonal = above
    return ends[lengths, np.arange(len(lengths))]
