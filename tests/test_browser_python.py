"""Chapters and their solutions run in a Python that has no more than a browser's: the others by night."""

import subprocess
import sys
from pathlib import Path

import nbformat
import pytest


def run(*paths):
    command = [sys.executable, "tools/browser_python.py", *paths]
    root = Path(__file__).resolve().parents[1]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("chapter", ["01_kernels", "03_minimum_volume_ball", "07_kernel_pca"])
def test_a_chapter_and_its_checks_need_no_more_than_a_browser_has(chapter):
    ran = run(f"notebooks/{chapter}.ipynb", f"solutions/{chapter}_solutions.ipynb")
    assert ran.returncode == 0 and ran.stdout.count(": 0 faults") == 2, ran.stdout + ran.stderr


def test_what_fails_there_is_said(tmp_path):
    cells = ["import numba", "import threading; threading.Thread(target=print).start()", "print('fine')"]
    path = tmp_path / "beyond.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells]), path)
    ran = run(path)
    assert ran.returncode == 1 and "2 faults" in ran.stdout
