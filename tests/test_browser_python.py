"""A chapter and its solutions run in a Python that has no more than a browser's: all of them by night."""

import subprocess
import sys
from pathlib import Path

import nbformat


def run(*paths):
    command = [sys.executable, "tools/browser_python.py", *paths]
    root = Path(__file__).resolve().parents[1]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


def test_a_chapter_and_its_checks_need_no_more_than_a_browser_has():
    ran = run("notebooks/03_minimum_volume_ball.ipynb", "solutions/03_minimum_volume_ball_solutions.ipynb")
    assert ran.returncode == 0 and ran.stdout.count(": 0 faults") == 2, ran.stdout + ran.stderr


def test_what_fails_there_is_said(tmp_path):
    cells = ["import numba", "import threading; threading.Thread(target=print).start()", "print('fine')"]
    path = tmp_path / "beyond.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells]), path)
    ran = run(path)
    assert ran.returncode == 1 and "2 faults" in ran.stdout
