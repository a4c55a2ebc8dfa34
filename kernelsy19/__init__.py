"""kernelsy19: kernel methods, derived line by line and checked by the machine."""

import sys

from kernelsy19.extras import MissingExtra

__version__ = "0.1.0"

sys.meta_path.insert(0, MissingExtra())
