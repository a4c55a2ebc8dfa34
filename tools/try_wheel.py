"""Run chapters as who has only the package: the wheel in an empty environment, the newest versions, nothing compiled.

    python tools/try_wheel.py 03 07
    python tools/try_wheel.py 03 --python /usr/bin/python3.13

Makes an environment in `build/wheel`, from the network, copies the course there and runs chapters. It prints how long
an import, a first fit and each chapter take; an error of a cell, or a word on stderr, makes its exit status 1.
"""

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / "build" / "wheel"
FIRST = """
from time import process_time as now
began = now()
from kernelsy19 import datasets
from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.kernels import RBF
imported = now()
X = datasets.faithful().X
model = MinimumVolumeBall(kernel=RBF(gamma=0.5), nu=0.1).fit(X)
print(f"of the processor: import {imported - began:.1f} s, first fit {now() - imported:.1f} s", flush=True)
"""
RUN = """
import sys, time
from pathlib import Path
import nbformat
from nbclient import NotebookClient

faults = 0
for path in map(Path, sys.argv[1:]):
    notebook, began = nbformat.read(path, as_version=4), time.perf_counter()
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": path.parent}}, allow_errors=True).execute()
    print(f"{path.stem}: {time.perf_counter() - began:.0f} s", flush=True)
    for number, cell in enumerate(notebook.cells):
        for output in cell.get("outputs", []):
            if output.output_type == "error" or output.get("name") == "stderr":
                print(f"  cell {number}: {output.get('text') or output.evalue}")
                faults += 1
sys.exit(bool(faults))
"""


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("chapters", nargs="+", help="such as 03")
    parser.add_argument("--python", default=sys.executable, help="the Python to try it with (this one)")
    given = parser.parse_args(arguments)
    run(given.python, "-m", "venv", "--clear", PLACE)
    run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", PLACE)
    (wheel,) = PLACE.glob("*.whl")
    inside = PLACE / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    run(inside, "-m", "pip", "install", "--quiet", f"{wheel}[course]")
    run(inside, "-c", FIRST)
    run(inside, "-m", "kernelcourse", "copy", PLACE / "course")
    stems = [next((PLACE / "course" / "notebooks").glob(f"{number}_*.ipynb")) for number in given.chapters]
    return subprocess.run([inside, "-c", RUN, *stems], cwd=PLACE).returncode


def run(*command):
    """Run a command where no repository is found by itself, unless it builds."""
    subprocess.run(command, cwd=ROOT if "hatchling" in command else PLACE.parent, check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
