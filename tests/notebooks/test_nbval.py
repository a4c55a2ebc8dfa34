"""Plain `pytest` runs the notebooks and compares all of their output except the pixels."""

import os
import subprocess
import sys

import build_notebooks
import pytest
from build_notebooks import ROOT


def pytest_output(*arguments):
    """Exit code and output of pytest with the settings of the repo, in a process of its own."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout


def validate(path):
    settings = ["-c", ROOT / "pyproject.toml", "--rootdir", ROOT]
    sanitize = f"--nbval-sanitize-with={ROOT / 'tests/notebooks/nbval.cfg'}"
    return pytest_output(*settings, sanitize, path)


def test_plain_pytest_collects_chapters_and_solutions():
    code, output = pytest_output("--collect-only", "notebooks", "solutions")
    committed = [p for f in ("notebooks", "solutions") for p in (ROOT / f).glob("*.ipynb")]
    assert code == (0 if committed else 5), output
    for path in committed:
        assert f"{path.parent.name}/{path.name}::Cell 0" in output


def test_testpaths_name_every_folder_that_holds_stored_output(pytestconfig):
    assert pytestconfig.getini("testpaths") == ["tests", "notebooks", "solutions"]
    assert pytestconfig.option.nbval


@pytest.fixture
def toy(course):
    build_notebooks.write(course.root, build_notebooks.build(course.root, "99_toy"))
    return course.root / "notebooks" / "99_toy.ipynb"


def test_pixels_are_not_compared_and_everything_else_is(toy):
    text = toy.read_text()
    assert text.count("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNg") == 2
    stored = '<img alt=\\"a dot\\" src=\\"data:image/png;base64,iVBORw'
    assert stored in text
    toy.write_text(text.replace(stored, stored.replace("iVBORw", "AAAAAA")))
    code, output = validate(toy)
    assert code == 0, output

    toy.write_text(text.replace(stored, stored.replace("a dot", "a line")).replace("[0, 1, 2]", "[0, 1, 3]"))
    code, output = validate(toy)
    assert code == 1
    assert "2 failed, 1 passed" in output
    assert "mismatch 'text/html'" in output
    assert "array([0, 1, 3])" in output


def test_a_cell_that_raises_fails(toy):
    toy.write_text(toy.read_text().replace("np.arange(3)", "np.arange(3) / none"))
    code, output = validate(toy)
    assert code == 1
    assert "name 'none' is not defined" in output
