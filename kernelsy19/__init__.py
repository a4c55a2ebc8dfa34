"""kernelsy19: kernel methods, each equation a function and each answer with its certificate."""

__version__ = "0.1.0"
