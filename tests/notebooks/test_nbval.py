"""Plain `pytest` runs the notebooks and compares all of their output, the pictures as pixels."""

import base64
import io
import json
import re

import pytest
from build_notebooks import ROOT
from PIL import Image
from worlds import WORLD

from kernelsy19.engine.compilation import COMPILES


def test_plain_pytest_collects_chapters_and_solutions(run_pytest):
    code, output = run_pytest("--collect-only", "notebooks", "solutions")
    committed = [p for f in ("notebooks", "solutions") for p in (ROOT / f).glob("*.ipynb")]
    assert code == (0 if committed else 5), output
    for path in committed:  # appendix D has no code
        has_code = '"cell_type": "code"' in path.read_text(encoding="utf-8")
        assert has_code == (f"{path.parent.name}/{path.name}::Cell 0" in output)


def test_testpaths_name_every_folder_that_holds_stored_output(pytestconfig):
    assert pytestconfig.getini("testpaths") == ["tests", "notebooks", "solutions"]
    assert pytestconfig.option.nbval


def dot(red):
    """A picture of one pixel, as base64."""
    buffer = io.BytesIO()
    Image.new("RGB", (1, 1), (red, 0, 0)).save(buffer, format="PNG")
    return base64.b64encode(buffer.getvalue()).decode()


@pytest.fixture
def notebooks(toy_texts, claim_texts):
    """Text of each notebook that has to pass, and of each that has to fail."""
    name = "notebooks/99_toy.ipynb"
    toy, claims = toy_texts[name], claim_texts[name]
    shown = 'src=\\"data:image/png;base64,'
    (own,) = re.findall(rf"(?<={re.escape(shown)})[\w+/=]+", toy)
    assert toy.count(own) == 2  # in the cell and in its output
    with_dot = toy.replace(own, dot(100))
    stored = f"{shown}{dot(100)}"
    good = {"near": with_dot.replace(stored, f"{shown}{dot(101)}"), "claims": claims, "first": first_use(toy)}
    bad = {
        "other": with_dot.replace(stored, f"{shown}{dot(200)}").replace("[0, 1, 2]", "[0, 1, 3]"),
        "raising": toy.replace("np.arange(3)", "np.arange(3) / none"),
        "seed": claims.replace("seed = 3", "seed = 4"),
    }
    assert good["near"] != with_dot and len({*good.values(), *bad.values(), toy}) == 7
    return good, bad


FIRST = f"""
import os, sys
print(os.environ["OPENBLAS_CORETYPE"], os.listdir(os.environ["NUMBA_CACHE_DIR"]))
print({COMPILES!r}, end="", file=sys.stderr)
"""


def first_use(text):
    """A notebook of one cell that finds nothing compiled, and waits for it."""
    notebook = json.loads(text)
    (cell,) = notebook["cells"] = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"][:1]
    cell["source"] = FIRST
    cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": "Prescott []\n"}]
    return json.dumps(notebook)


def run_all(texts, folder, validate):
    """Run notebooks by nbval; the exit code, what was said, and the numbers of the cells that failed, in order."""
    folder.mkdir()
    for name, text in texts.items():
        (folder / f"{name}.ipynb").write_text(text, encoding="utf-8")
    code, output = validate(*(folder / f"{name}.ipynb" for name in texts))
    return code, output, [int(n) for n in re.findall(r"^FAILED .*?::Cell (\d+)", output, flags=re.MULTILINE)]


def test_pictures_are_compared_as_pixels_all_else_exactly_and_claims_are_computed(
    notebooks, tmp_path, validate, monkeypatch
):
    monkeypatch.setenv(WORLD, "prescott")
    good, bad = notebooks
    code, output, failed = run_all(good, tmp_path / "good", validate)
    assert (code, failed) == (0, []), output
    assert f"{2 + 2 + 1} passed" in output

    code, output, failed = run_all(bad, tmp_path / "bad", validate)
    assert code == 1
    other, raising, seed = [0, 1], [0], [0, 1]
    assert failed == other + raising + seed, output
    assert "5 failed, 1 passed" in output
    for words in ("a picture differs", "array([0, 1, 3])", "name 'none' is not defined"):
        assert words in output
    failures, _, _ = output.partition("short test summary")  # where CI is set, the summary says all once more
    assert failures.count("the text does not hold") == len(seed)
