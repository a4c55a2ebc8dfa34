"""A toy course in a temporary folder, for the tests of the tools."""

import functools
import os
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

import build_notebooks
import nbformat
import pytest
from build_notebooks import ROOT
from jupyter_client import AsyncKernelManager
from jupyter_core.utils import run_sync

TOY = Path(__file__).parent / "toy"

CHAPTER = """
    # %% [markdown]
    # # A toy chapter

    # %%
    import numpy as np
    from IPython.display import HTML

    print("on stdout")
    np.arange(3)

    # %%
    dot = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNg+M9QDwADgQGAQ6fN3AAAAABJRU5ErkJggg=="
    )
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
    from kernelcourse import check
    check("99.1", double)

    # %% exercise="99.2"
    prediction = ...
    ### BEGIN SOLUTION
    prediction = 28
    ### END SOLUTION

    # %% check="99.2" points=1
    from kernelcourse import check
    check("99.2", prediction)

    # %% [markdown] answer="99.3" points=4
    # Because of the bound.

    # %% [markdown] solution_only=true
    # A remark.
'''


CLAIMS = """
    # %% [markdown]
    # # A toy chapter

    # %%
    import numpy as np
    seed = 3
    x = np.random.default_rng(seed).normal(size=100)

    # %% [markdown]
    # The mean is ⟦x.mean():.3f⟧, of ⟦len(x)⟧ numbers, and ⟦less than a tenth away from zero ⇐ abs(x.mean()) < 0.1⟧.

    # %% [markdown]
    # The smallest is ⟦x.min():.2f⟧.

    # %%
    x = -x
    len(x)

    # %% [markdown]
    # Now the largest is ⟦x.max():.2f⟧.
"""

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


def make_course(root):
    """Make the toy course in a folder."""
    (root / "sources").mkdir(parents=True)
    (root / "kernelcourse").mkdir()
    (root / build_notebooks.CONTENTS).write_text(CONTENTS, encoding="utf-8")

    def write(stem, text):
        (root / "sources" / f"{stem}.py").write_text(textwrap.dedent(text), encoding="utf-8")

    write("99_toy", CHAPTER)
    write("99_toy_exercises", EXERCISES)
    write.root = root
    return write


@pytest.fixture
def course(tmp_path, monkeypatch):
    """Function that writes a source of the toy course; it has a root with a table, a chapter and exercises."""
    monkeypatch.setenv("PYTHONPATH", str(TOY), prepend=os.pathsep)
    return make_course(tmp_path / "course")


@functools.cache
def built_once(text):
    """What the toy chapter is built to from a text, by path; in a folder of its own, once for all tests."""
    with tempfile.TemporaryDirectory() as folder:
        made = make_course(Path(folder) / "course")
        made("99_toy", text)
        return build_notebooks.build(made.root, "99_toy")


@pytest.fixture
def claims():
    """Text of a toy chapter with claims."""
    return CLAIMS


@pytest.fixture(scope="session")
def toy_texts():
    """What the toy chapter is built to."""
    return built_once(CHAPTER)


@pytest.fixture(scope="session")
def claim_texts():
    """What a toy chapter with claims is built to."""
    return built_once(CLAIMS)


@pytest.fixture(scope="module")
def execute_anew():
    """Function that runs a notebook as the builder does, in a kernel for all of a file that forgets the one before."""
    kernel = AsyncKernelManager(kernel_name="python3")

    def execute(notebook, folder):
        notebook.cells.insert(0, nbformat.v4.new_code_cell("%reset -f"))
        return build_notebooks.execute(notebook, folder, kernel)

    yield execute
    run_sync(kernel.shutdown_kernel)(now=True)


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
    """Function that lets nbval run notebooks that stand outside of the repo, as it runs those inside."""
    settings = ("-c", ROOT / "pyproject.toml", "--rootdir", ROOT, "-p", "compare_notebooks")
    return lambda *paths: run_pytest(*settings, *paths)
