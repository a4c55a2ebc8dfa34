"""Plain `pytest` runs the notebooks and compares all of their output, the pictures as pixels."""

import base64
import io
import re

import build_notebooks
import pytest
from build_notebooks import ROOT
from PIL import Image


def test_plain_pytest_collects_chapters_and_solutions(run_pytest):
    code, output = run_pytest("--collect-only", "notebooks", "solutions")
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


def dot(red):
    """A picture of one pixel, as base64."""
    buffer = io.BytesIO()
    Image.new("RGB", (1, 1), (red, 0, 0)).save(buffer, format="PNG")
    return base64.b64encode(buffer.getvalue()).decode()


def test_pictures_are_compared_as_pixels_and_all_else_exactly(toy, course, validate):
    source = course.root / "sources" / "99_toy.py"
    source.write_text(re.sub('(?<=dot = ").*(?=")', dot(100), source.read_text()))
    build_notebooks.write(course.root, build_notebooks.build(course.root, "99_toy"))
    text = toy.read_text()
    shown = f'<img alt=\\"a dot\\" src=\\"data:image/png;base64,{dot(100)}'
    assert text.count(shown) == 1
    toy.write_text(text.replace(shown, shown.replace(dot(100), dot(101))))
    code, output = validate(toy)
    assert code == 0, output

    other = text.replace(shown, shown.replace(dot(100), dot(200))).replace("[0, 1, 2]", "[0, 1, 3]")
    toy.write_text(other)
    code, output = validate(toy)
    assert code == 1
    assert "2 failed, 1 passed" in output
    assert "a picture differs" in output
    assert "array([0, 1, 3])" in output


def test_a_cell_that_raises_fails(toy, validate):
    toy.write_text(toy.read_text().replace("np.arange(3)", "np.arange(3) / none"))
    code, output = validate(toy)
    assert code == 1
    assert "name 'none' is not defined" in output
