"""kernelsy19: kernel methods, each equation a function and each answer with its certificate.

What a docstring does not allow is refused by a ValueError that names the argument: another shape, a number that is
not finite or out of its range, a Gram matrix that is not positive semidefinite. *Raises* says what is not plain from
that.
"""

__version__ = "0.1.0"
