"""What follows from the values k(x, y) can, for some kernels, be had faster: such a way is declared."""

import functools
import importlib
from types import MethodType

import numpy as np

DECLARING = "kernelsy19.kernels.feature_maps", "kernelsy19.kernels.faster_ways"


@functools.cache
def load_declared():
    """Read the files that declare ways: no plain way needs them before there is a kernel, in whatever process."""
    for name in DECLARING:
        importlib.import_module(name)


class Way:
    """A method that follows from `evaluate`: `@Kernel.evaluate_sums.of(RBF)` declares a faster one for a kernel.

    It belongs to the `evaluate` that it agrees with. A class that inherits that one takes the faster way too; a
    class with an `evaluate` of its own takes the plain one."""

    def __init__(self, plain):
        self.plain, self.faster = plain, {}
        functools.update_wrapper(self, plain)

    def __get__(self, kernel, kind):
        return self if kernel is None else MethodType(self, kernel)

    def __call__(self, kernel, *arguments, **options):
        way = self.faster.get(type(kernel).evaluate, self.plain)
        with np.errstate(under="ignore"):  # what is too small for a number is 0, however strict the caller is
            return way(kernel, *arguments, **options)

    def of(self, *kinds):
        """Declare what the decorated function of (kernel, …) computes as the way of these classes."""

        def declare(way):
            self.faster |= dict.fromkeys([kind.evaluate for kind in kinds], way)
            return way

        return declare
