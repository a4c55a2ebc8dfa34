"""kernelsy19: kernel methods, each equation a function and each answer with its certificate.

What a docstring does not allow is refused by a ValueError that names the argument: another shape, a number that is
not finite or out of its range, a Gram matrix that is not positive semidefinite. A solver whose answer is
not certified, as after too few iterations, warns by a ConvergenceWarning; the `doubts` of the answer say why. *Raises*
and *Warns* say what is not plain from that.
"""

__version__ = "0.1.0"
