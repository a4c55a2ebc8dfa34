"""Run notebooks as Python in a browser would: no numba, no threads, no processes, no alarms, one core.

    python tools/browser_python.py notebooks/03_*.ipynb solutions/03_*.ipynb     without paths: all

Says which cells fail and which checks of a solution are not right; the exit code is 1 where there are any. What it
takes away is what Pyodide does not have; the packages are those that are installed.
"""

import importlib
import os
import signal
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path

os.environ |= dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")

LONG = 10  # seconds of a cell, here; in a browser twice as many or more


def take_away():
    """Take from this process what Python in a browser does not have."""

    def no_thread(*arguments, **options):
        raise RuntimeError("can't start new thread")

    def no_process(*arguments, **options):
        raise OSError(138, "emscripten does not support processes.")

    sys.modules |= dict.fromkeys(("numba", "llvmlite", "resource"))
    threading.Thread.start = no_thread
    if hasattr(signal, "setitimer"):
        del signal.setitimer
    subprocess.Popen = no_process
    os.cpu_count = lambda: 1


def faults(path):
    """Run a notebook; yield a line for each cell that fails, and for each check that does not find its answer right."""
    import nbformat
    from IPython.core.interactiveshell import InteractiveShell
    from IPython.utils.capture import capture_output

    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance()
    os.chdir(path.parent)
    for number, cell in enumerate(nbformat.read(path, 4).cells):
        if cell.cell_type != "code":
            continue
        start = time.process_time()
        with capture_output() as seen:
            done = shell.run_cell(cell.source)
        if (took := time.process_time() - start) > LONG:
            print(f"{path.name}, cell {number}: {took:.0f} s")
        error = done.error_before_exec or done.error_in_exec
        if error is not None and "raises-exception" not in cell.metadata.get("tags", []):
            yield f"cell {number}: {type(error).__name__}: {error}"
        said = seen.stdout + "".join(str(output.data) for output in seen.outputs)
        if cell.id.startswith("check-") and "✔" not in said:
            yield f"cell {number}: {said[:200]}"


def main(paths):
    """Run notebooks one after the other; say how long each took."""
    importlib.import_module(
        "matplotlib.font_manager"
    )  # looks for fonts in a thread, once; Pyodide's has looked
    take_away()
    warnings.simplefilter("ignore")
    here, wrong = Path.cwd(), 0
    sys.path.insert(0, str(here))
    for path in paths:
        start = time.process_time()
        found = list(faults(here / path))
        wrong += len(found)
        print(
            f"{path}: {len(found)} faults, {time.process_time() - start:.0f} s",
            *found,
            sep="\n    ",
            flush=True,
        )
    return int(wrong > 0)


def each_by_itself():
    """Run all chapters and solutions, each in a Python of its own."""
    every = sorted(
        str(path) for folder in ("notebooks", "solutions") for path in Path(folder).glob("*.ipynb")
    )
    return max(subprocess.run([sys.executable, __file__, path], check=False).returncode for path in every)


if __name__ == "__main__":
    os.environ["MPLBACKEND"] = "Agg"
    sys.exit(main(sys.argv[1:]) if sys.argv[1:] else each_by_itself())
