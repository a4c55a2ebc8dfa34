"""Beside four busy processes a core no right answer is refused: neither where it is graded, nor at home."""

import os
import subprocess
import sys

import build_notebooks
import nbformat
import pytest
from IPython.display import display

from kernelcourse.judging.exercises import find_exercise, seed_of
from kernelcourse.judging.grading import Judge, parse_check

SOLVED = sorted((build_notebooks.ROOT / "solutions").glob("*_solutions.ipynb"))
BUSY = 4  # a core


@pytest.fixture(scope="module", autouse=True)
def others():
    """Processes that compute all the time, on the two cores that the tests have, or the one."""
    pinned = {cpu for _, cpu in zip(range(2), sorted(os.sched_getaffinity(0)), strict=False)}
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, pinned)  # those that are started from here are there, too
    running = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BUSY * len(pinned))
    ]
    yield
    for process in running:
        process.kill()
        process.wait()
    os.sched_setaffinity(0, before)


def parts(path):
    """Each code cell of a solved notebook, and what it checks or None."""
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            yield cell.source, parse_check(cell.source)


@pytest.mark.parametrize("path", SOLVED, ids=lambda path: path.stem[:2])
def test_every_right_answer_is_right_where_it_is_graded(path):
    with Judge(find_exercise, seed_of("test")) as judge:
        for source, asked in parts(path):
            if asked is None:
                judge.run([source])
            else:
                assert (result := judge.check(*asked)).passed, result


@pytest.mark.parametrize("path", SOLVED, ids=lambda path: path.stem[:2])
def test_every_right_answer_is_right_at_home(path):
    space = {"display": display}
    for source, asked in parts(path):
        if asked is None:
            exec("\n".join(line for line in source.splitlines() if not line.startswith("%")), space)
        else:
            result = find_exercise(asked[0]).judge(eval(asked[1], space))
            assert result.passed, result
