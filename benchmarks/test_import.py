"""What an import costs, as a whole process less one that imports nothing."""

import statistics
import subprocess
import sys

import pytest
from race import timed

ROUNDS = 7
MEASURABLE = 1e-3  # seconds; starting a process varies by as much


@pytest.mark.parametrize("module", ["kernelsy19", "kernelsy19.ball"])
def test_import(keep, module):
    times = {program: [] for program in ("pass", f"import {module}", "import sklearn.svm")}
    for _ in range(ROUNDS):
        for program, seconds in times.items():
            seconds.append(
                timed(lambda program=program: subprocess.run([sys.executable, "-c", program], check=True))[1]
            )
    nothing, ours, peer = (statistics.median(seconds) for seconds in times.values())
    keep(
        f"import {module}", {"module": module}, max(ours - nothing, MEASURABLE), peer - nothing, rounds=ROUNDS
    )
