"""What an import of the first estimator costs, as a whole process less one that imports nothing."""

import functools
import statistics
import subprocess
import sys

from race import timed

ROUNDS = 7
OURS, PEER = "from kernelsy19.ball import MinimumVolumeBall", "from sklearn.svm import OneClassSVM"


def test_import(keep):
    times = {program: [] for program in ("pass", OURS, PEER)}
    for _ in range(ROUNDS):
        for program, seconds in times.items():
            command = [sys.executable, "-c", program]
            seconds.append(timed(functools.partial(subprocess.run, command, check=True))[1])
    nothing, ours, peer = (statistics.median(seconds) for seconds in times.values())
    keep("import of the ball", {"program": OURS}, ours - nothing, peer - nothing, rounds=ROUNDS)
