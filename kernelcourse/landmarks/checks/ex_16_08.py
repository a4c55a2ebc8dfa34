"""Predict: what travels?"""

import numpy as np

from kernelcourse.judging.certificates import Certificate

ALL_ROWS, BLOCK_ROWS, BLOCKS_A_GROUP, LANDMARKS = 10**9, 10**4, 4, 1000


def solve():
    """Groups, times the numbers of a sum of products, times 8 bytes, in gigabytes."""
    return ALL_ROWS / (BLOCK_ROWS * BLOCKS_A_GROUP) * LANDMARKS**2 * 8 / 1e9


def certify(_, answer):
    off = abs(answer - ALL_ROWS // (BLOCK_ROWS * BLOCKS_A_GROUP) * LANDMARKS * LANDMARKS * 8 * 1e-9)
    return Certificate("| your gigabytes − groups · m² · 8 bytes |", off, 1e-6)


def is_near_binary(_, answer):
    return abs(answer - 2e11 / 2**30) < 0.5


def is_half(_, answer):
    return 99.9 < answer < 100.2


def is_other_power_of_ten(_, answer):
    zeros = np.log10(answer / 200) if answer > 0 else 0.5
    return abs(zeros - round(zeros)) < 1e-9


def has_power_of_two(_, answer):
    return any(abs(answer - 200 * 1.024**k) < 0.51 for k in (-3, -2, -1, 1, 2, 3))


def is_less(_, answer):
    return answer < solve()


def is_more(_, answer):
    return answer > solve()
