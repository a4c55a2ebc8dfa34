"""Where names stand in a picture that stands still: at their curve or at their points, where nothing is covered."""

import numpy as np
from scipy.ndimage import distance_transform_edt, label, minimum_filter

NAME_REACH = 26  # pixels that a name may stand away from what it names
CLEAR = 18  # pixels to what it does not name, beyond which more is not better
GAP = 2  # pixels of a name's own that stay empty around it
COVERED = 6.0  # pixels of distance that a covered pixel counts for, where a name has to stand somewhere
HAIR = 1e-4  # pixels: what lies on the border of two, but for its last digits, falls into the same one on each machine


class Room:
    """The pixels of one panel, and which of them are taken."""

    def __init__(self, width, height):
        self.taken = np.zeros((height, width), dtype=bool)
        self.lines = np.zeros((height, width), dtype=bool)

    def mark(self, places, radius=1.0, taken=True, line=False):
        """Find the pixels within a distance of some places, and take them.
        places (m, 2) from the lower left corner; taken, whether no name may stand there; line, whether they are one,
        which can part what is on one side from what is on the other → (h, w) bool"""
        drawn = np.zeros_like(self.taken)
        height, width = drawn.shape
        across = int(np.ceil(radius))
        steps = np.arange(-across, across + 1)
        disk = np.array([(i, j) for i in steps for j in steps if i * i + j * j <= (radius + 0.5) ** 2])
        cells = np.floor(np.asarray(places)[:, ::-1] + HAIR).astype(int)
        cells = (cells[:, None] + disk).reshape(-1, 2)
        inside = (cells >= 0).all(axis=1) & (cells[:, 0] < height) & (cells[:, 1] < width)
        drawn[tuple(cells[inside].T)] = True
        self.taken |= drawn & taken
        self.lines |= drawn & line
        return drawn

    def take(self, left, bottom, width, height):
        """Take a box."""
        low, side = max(0, int(bottom + HAIR)), max(0, int(left + HAIR))
        self.taken[low : whole(bottom + height), side : whole(left + width)] = True

    def find(self, own, width, height, within=False, forced=False):
        """Find the best place for a name, and take it.
        own (h, w) bool, the pixels of what it names; within, whether it has to stand on the side of all lines on which
        most of them lie; forced, whether it stands at the least bad place where there is no good one → the middle of
        the name, or None"""
        wide, high = whole(width) + 2 * GAP, whole(height) + 2 * GAP
        rows, columns = np.array(self.taken.shape) - (high, wide)
        if rows < 1 or columns < 1 or not own.any():
            return None
        sums = np.pad(self.taken.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
        covered = sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]
        others = self.taken & ~own
        score = self._nearest(own, high, wide)
        far = self._nearest(others, high, wide) if others.any() else np.full_like(score, CLEAR)
        away = score - 0.5 * np.minimum(far, CLEAR)
        good = (covered == 0) & (score <= NAME_REACH)
        if within:
            parts, _ = label(~self.lines)
            at_home = np.bincount(parts[own])
            at_home[0] = 0
            good &= parts[: rows + 1, : columns + 1] == at_home.argmax()
        if not good.any() and not forced:
            return None
        cost = np.where(good, away, np.inf) if good.any() else score + COVERED * np.sqrt(covered)
        # To the right where it is the same: curves are read from their ends.
        cost = np.round(cost, 1) - 0.002 * np.arange(cost.shape[1])
        i, j = np.unravel_index(np.argmin(cost), cost.shape)
        self.take(j, i, wide, high)
        return j + wide / 2, i + high / 2

    def _nearest(self, drawn, high, wide):
        """How far from what is drawn each box of a size is, by its lower left corner."""
        away = minimum_filter(distance_transform_edt(~drawn), size=(high, wide), mode="nearest")
        rows, columns = np.array(drawn.shape) - (high, wide)
        return away[high // 2 : high // 2 + rows + 1, wide // 2 : wide // 2 + columns + 1]


def whole(length):
    """As many pixels as hold a length."""
    return int(np.ceil(length - HAIR))


def densely(x, y, step=2.0):
    """Places along a line through places, so near to each other that it has no hole; NaN leaves a gap.
    x, y (n,) in pixels → (m, 2)"""
    places = np.column_stack([x, y])
    ends = np.stack([places[:-1], places[1:]], axis=1)
    ends = ends[np.isfinite(ends).all(axis=(1, 2))]
    parts = [places[np.isfinite(places).all(axis=1)]]
    for start, end in ends:
        n = min(int(np.hypot(*(end - start)) / step + HAIR), 2000)
        if n:
            parts.append(start + np.linspace(0, 1, n + 1)[:, None] * (end - start))
    return np.concatenate(parts)
