"""Memory beside the data, each fit in a process of its own."""

import subprocess
import sys
from pathlib import Path

import pytest
from memory_child import PROBLEMS

CHILD = Path(__file__).with_name("memory_child.py")
ROW = "peak memory beside the data"


@pytest.mark.parametrize("problem", PROBLEMS)
def test_memory(keep, problem):
    n, p = PROBLEMS[problem]
    (ours, path), (theirs, _) = measured(problem, "our"), measured(problem, "their")
    what = {"ball": "minimum-volume ball"}.get(problem, "kernel PCA, 16 components")
    keep(ROW, {"what": what, "n": n, "p": p}, ours, theirs, path=path)


def measured(problem, side):
    """MiB that the fit took beside the data, and the path it chose."""
    command = [sys.executable, str(CHILD), problem, side]
    taken, _, path = subprocess.check_output(command, text=True).strip().partition(" ")
    return float(taken), path
