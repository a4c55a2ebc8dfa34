"""Time the kernels of sequences against aeon and dtaidistance, in an environment of their own.

    python tools/bench_sequences.py

aeon wants an older numba than the course has. The environment stands in `build/` and is made from
`benchmarks/sequences.lock`: about 300 MB to fetch, 1 GB on disk. What is measured joins the other rows of
`benchmarks/measured.json`; further arguments go to pytest.
"""

import subprocess
import sys
from pathlib import Path

from install import install

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "build" / "bench-sequences"
LOCK = ROOT / "benchmarks" / "sequences.lock"
MADE_FROM = FOLDER / "made-from.lock"


def main(options):
    python = FOLDER / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not MADE_FROM.exists() or MADE_FROM.read_bytes() != LOCK.read_bytes():
        run(sys.executable, "-m", "venv", "--clear", FOLDER)
        install(python, LOCK)
        MADE_FROM.write_bytes(LOCK.read_bytes())
    run(python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--editable", ".")
    only = ("-k", "aeon or dtaidistance", "-p", "no:cacheprovider")
    run(python, "-m", "pytest", "benchmarks/test_sequences.py", "-q", "--benchmark-quiet", *only, *options)


def run(*command):
    subprocess.run([str(part) for part in command], cwd=ROOT, check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
