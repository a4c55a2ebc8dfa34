"""Programs that run in a Python of their own, since what they show is decided when modules are first imported."""

import os
import subprocess
import sys

# With this locator alone numba finds no directory for the cache of a module.
NO_CACHE = {"NUMBA_CACHE_LOCATOR_CLASSES": "IPythonCacheLocator"}


def printed_without_cache(program):
    """Return what a program prints where numba cannot cache machine code, and what it says of errors."""
    run = [sys.executable, "-c", program]
    result = subprocess.run(run, env=os.environ | NO_CACHE, capture_output=True, text=True)
    return result.stdout.strip() or result.stderr
