"""kernelcourse: how kernel methods are taught, proved, drawn and judged, on the library kernelsy19."""

import sys

from kernelcourse.extras import MissingExtra

sys.meta_path.insert(0, MissingExtra())


def __getattr__(name):
    """Load the check when a notebook asks for it: the extension of the Jupyter server needs nothing of it."""
    if name == "check":
        from kernelcourse.judging.exercises import check

        return check
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
