"""Compiled loops over the cells of alignments. Importing this module imports numba; `alignments` does it when called.

Each loop over `k` does the same for all sequences of a block, without a branch, so that LLVM makes vectors of it.
"""

import math

import numpy as np

from kernelsy19.engine.compilation import compiled
from kernelsy19.engine.rbf_loop import exponential

UNREACHED = 1e300  # the cost of a cell that no alignment reaches, and minus the logarithm of its sum


@compiled()
def dtw(x, block, lengths, squared):
    """Smallest sum of distances of a sequence and each of a block.
    x (p, d); block (q, d, lanes); lengths (lanes,) int array, of the sequences of the block → (lanes,)"""
    p, d = x.shape
    q, lanes = block.shape[0], block.shape[2]
    ends = np.full((q + 1, lanes), UNREACHED)
    ends[0, :] = 0.0
    left, diagonal, cost, found = np.empty(lanes), np.empty(lanes), np.empty(lanes), np.empty(lanes)
    for i in range(p):
        for k in range(lanes):
            diagonal[k] = ends[0, k]
            left[k] = UNREACHED
            ends[0, k] = UNREACHED
        for j in range(q):
            for k in range(lanes):
                cost[k] = 0.0
            for c in range(d):
                value = x[i, c]
                for k in range(lanes):
                    difference = value - block[j, c, k]
                    cost[k] += difference * difference
            if not squared:
                for k in range(lanes):
                    cost[k] = math.sqrt(cost[k])
            for k in range(lanes):
                above = ends[j + 1, k]
                least = above if above < left[k] else left[k]
                least = least if least < diagonal[k] else diagonal[k]
                diagonal[k] = above
                left[k] = least + cost[k]
                ends[j + 1, k] = left[k]
    for k in range(lanes):
        found[k] = ends[lengths[k], k]
    return found


@compiled()
def log_sums(x, block, lengths, gamma, least):
    """Logarithms of the sums over all alignments of a sequence with each of a block, and how small a cell became.
    x (p, d); block (q, d, lanes); lengths (lanes,) int array, of the sequences of the block; least: float ≥ 0, in
    the place of sums that are smaller → pair of (lanes,) arrays: logarithms (−UNREACHED where the sum is 0), and
    the smallest sum in a cell, in units of the; largest of the row before

    After each row the sums are divided by the largest, whose logarithm is added up, so that nothing overflows."""
    p, d = x.shape
    q, lanes = block.shape[0], block.shape[2]
    ends = np.zeros((q + 1, lanes))
    ends[0, :] = 1.0
    left, diagonal, e = np.empty(lanes), np.empty(lanes), np.empty(lanes)
    logs, largest, smallest = np.zeros(lanes), np.empty(lanes), np.ones(lanes)
    for i in range(p):
        for k in range(lanes):
            diagonal[k] = ends[0, k]
            left[k] = 0.0
            ends[0, k] = 0.0
            largest[k] = 0.0
        for j in range(q):
            for k in range(lanes):
                e[k] = 0.0
            for c in range(d):
                value = x[i, c]
                for k in range(lanes):
                    difference = value - block[j, c, k]
                    e[k] += difference * difference
            for k in range(lanes):
                e[k] = exponential(-gamma * e[k])
            for k in range(lanes):
                above = ends[j + 1, k]
                total = e[k] / (2.0 - e[k]) * (above + left[k] + diagonal[k])
                total = total if total > least else least
                diagonal[k] = above
                left[k] = total
                ends[j + 1, k] = total
                inside = total if j < lengths[k] else smallest[k]
                smallest[k] = inside if inside < smallest[k] else smallest[k]
                inside = total if j < lengths[k] else 0.0
                largest[k] = inside if inside > largest[k] else largest[k]
        for k in range(lanes):
            if largest[k] > 0.0:
                logs[k] += math.log(largest[k])
                largest[k] = 1.0 / largest[k]
        for j in range(q + 1):
            for k in range(lanes):
                ends[j, k] *= largest[k]
    for k in range(lanes):
        last = ends[lengths[k], k]
        logs[k] = logs[k] + math.log(last) if last > 0.0 else -UNREACHED
    return logs, smallest


@compiled()
def log_sum_in_logs(x, y, gamma):
    """The same for one pair, in logarithms throughout: slower, and nothing is ever too small.
    x (p, d); y (q, d)"""
    p, d = x.shape
    q = len(y)
    ends = np.full(q + 1, -UNREACHED)
    ends[0] = 0.0
    for i in range(p):
        diagonal = ends[0]
        ends[0] = -UNREACHED
        for j in range(q):
            squared = 0.0
            for c in range(d):
                squared += (x[i, c] - y[j, c]) ** 2
            log_e = -gamma * squared
            above, left = ends[j + 1], ends[j]
            most = max(above, left, diagonal)
            total = math.exp(above - most) + math.exp(left - most) + math.exp(diagonal - most)
            ends[j + 1] = log_e - math.log(2.0 - math.exp(log_e)) + most + math.log(total)
            diagonal = above
    return ends[q]
