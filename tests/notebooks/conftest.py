"""A toy course in a temporary folder, for the tests of the tools."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import build_notebooks
import pytest
from build_notebooks import ROOT

TOY = Path(__file__).parent / "toy"

CHAPTER = """
    # %% [markdown]
    # # A toy chapter

    # %%
    import numpy as np
    from IPython.display import HTML
    from matplotlib import pyplot as plt

    print("on stdout")
    np.arange(3)

    # %%
    plt.plot([1, 2, 4])
    plt.show()

    # %%
    dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNg+M9QDwADgQGAQ6fN3AAAAABJRU5ErkJggg=="
    HTML(f'<img alt="a dot" src="data:image/png;base64,{dot}">')
"""
EXERCISES = '''
    # %% [markdown]
    # # Toy exercises

    # %%
    import toy_course

    # %% [markdown]
    # ## 99.1 Twice a number

    # %% exercise="99.1"
    def double(x):
        """Twice a number."""
        ### BEGIN SOLUTION
        return x + x
        ### END SOLUTION

    # %% check="99.1" points=2
    from kernelsy19.course.exercises import check
    check("99.1", double)

    # %% exercise="99.2"
    prediction = ...
    ### BEGIN SOLUTION
    prediction = 28
    ### END SOLUTION

    # %% check="99.2" points=1
    from kernelsy19.course.exercises import check
    check("99.2", prediction)

    # %% [markdown] answer="99.3" points=4
    # Because of the bound.

    # %% [markdown] solution_only=true
    # A remark.
'''


CONTENTS = """
[[parts]]
title = "Toys"

[[parts.chapters]]
number = "99"
title = "A toy"
notebook = "99_toy"

[[parts.chapters]]
number = "100"
title = "A toy to come"
"""


@pytest.fixture
def course(tmp_path, monkeypatch):
    """Function that writes a source of the toy course; it has a root with a table, a chapter and exercises."""
    monkeypatch.setenv("PYTHONPATH", str(TOY), prepend=os.pathsep)
    root = tmp_path / "course"
    (root / "sources").mkdir(parents=True)
    (root / "kernelsy19").mkdir()
    (root / build_notebooks.CONTENTS).write_text(CONTENTS, encoding="utf-8")

    def write(stem, text):
        (root / "sources" / f"{stem}.py").write_text(textwrap.dedent(text), encoding="utf-8")

    write("99_toy", CHAPTER)
    write("99_toy_exercises", EXERCISES)
    write.root = root
    return write


@pytest.fixture
def run_pytest():
    """Function that runs pytest with the settings of the repo, in a process of its own: its exit code and output."""

    def run(*arguments):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        places = [str(ROOT / "tools"), str(ROOT / "tests"), environment.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, places))
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *map(str, arguments)]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
        return done.returncode, done.stdout

    return run


@pytest.fixture
def validate(run_pytest):
    """Function that lets nbval run a notebook that stands outside of the repo, as it runs those inside."""
    settings = ("-c", ROOT / "pyproject.toml", "--rootdir", ROOT, "-p", "compare_notebooks")
    return lambda path: run_pytest(*settings, path)
