"""What a kernel takes as points: rows of numbers, unless it says otherwise."""

import numpy as np

from kernelsy19.validation import as_matrix, as_objects


class TakesPoints:
    """The points of a kernel: how they are checked, and what they become for its `evaluate`."""

    any_points = False  # whether nothing of the points counts but their number
    precomputed = False  # whether kernel values stand in the place of the points

    def as_points(self, X, name="X"):
        """Check points and convert them to what `evaluate` works on; a kernel on other things has its own.

        Parameters
        ----------
        X : what the kernel takes as points; here array_like, (n, p)
        name : str, what an error calls it

        Returns
        -------
        (n, p) ndarray of float64; another kernel may return a list, a tuple or an array of n points of any kind, and
        takes that again

        Raises
        ------
        ValueError
            If X is not a finite real matrix.
        """
        return as_matrix(X, name)

    @property
    def takes_rows(self):
        """Whether points are rows of numbers, as they are where a kernel has no `as_points` of its own."""
        return type(self).as_points is TakesPoints.as_points

    def points(self, X, name="X"):
        """Return checked points as an array whose first axis counts them.

        Parameters
        ----------
        X, name : as in `as_points`

        Returns
        -------
        (n, p) ndarray of rows of numbers, or (n,) ndarray of objects
        """
        points = self.as_points(X, name)
        return points if isinstance(points, np.ndarray) else as_objects(points, name)

    def two_sets(self, X, Y, name="Y"):
        """Return two sets of checked points, which have the same number of columns if they have any.

        Parameters
        ----------
        X, Y : points, as in `as_points`
        name : str, what an error calls the second

        Returns
        -------
        pair of ndarrays, as from `points`
        """
        X, Y = self.points(X), self.points(Y, name)
        if X.shape[1:] != Y.shape[1:]:
            raise ValueError(f"{name} must have {X.shape[1]} columns, got {Y.shape[1]}.")
        return X, Y


class TakesPointsOfParts(TakesPoints):
    """The points of a kernel made of other kernels, its `parts`: what all of them take."""

    @property
    def _choosy(self):
        """The parts that care what the points are; a constant does not."""
        return [part for part in self.parts if not part.any_points] or self.parts[:1]

    def as_points(self, X, name="X"):
        """Check points by each part in turn."""
        for part in self._choosy:
            X = part.as_points(X, name)
        return X

    @property
    def takes_rows(self):
        """Whether points are rows of numbers, as for its parts."""
        return all(part.takes_rows for part in self._choosy)

    @property
    def any_points(self):
        """Whether nothing of the points counts but their number, as for a sum of constants."""
        return all(part.any_points for part in self.parts)

    @property
    def precomputed(self):
        """Whether kernel values stand in the place of the points, as they do once a part is precomputed."""
        return any(part.precomputed for part in self.parts)
