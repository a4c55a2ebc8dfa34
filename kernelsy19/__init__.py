"""kernelsy19: kernel methods, derived line by line and checked by the machine."""

__version__ = "0.1.0"
