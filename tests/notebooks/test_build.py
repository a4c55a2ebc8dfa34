"""The build of the notebooks, on a toy course."""

import base64
import io
import json
import os
import subprocess
import textwrap

import build_notebooks
import nbformat
import numpy as np
import pytest
from build_notebooks import BuildError, build
from PIL import Image

from kernelcourse.desk.server import MARK, OF_ROUNDING, alike, pictures


def notebook_of(texts, product):
    return nbformat.reads(texts[product], as_version=4)


def test_a_chapter_is_executed_and_comes_out_the_same_twice(course, toy_texts):
    texts = build(course.root, "99_toy")
    assert texts == toy_texts
    notebook = notebook_of(texts, "notebooks/99_toy.ipynb")
    nbformat.validate(notebook)
    assert [cell.id for cell in notebook.cells] == ["cell-01", "cell-02", "cell-03"]
    assert notebook.metadata[MARK] == {"source": "99_toy"}
    stream, array = notebook.cells[1].outputs
    assert stream.text == "on stdout\n"
    assert array.data == {"text/plain": "array([0, 1, 2])"}
    assert "version" not in notebook.metadata.language_info
    text = texts["notebooks/99_toy.ipynb"]
    assert "iopub" not in text
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert len(list(pictures(outputs))) == 1


def test_a_solution_is_executed_and_called_right(course):
    texts = build(course.root, "99_toy_exercises")
    notebook = notebook_of(texts, "solutions/99_toy_solutions.ipynb")
    cells = {cell.id: cell for cell in notebook.cells}
    assert cells["cell-01"].source == "# Toy exercises: solutions"
    assert cells["check-99-1"].outputs[0].data["text/plain"].startswith("✔ right: 99.1")
    assert "### BEGIN SOLUTION" in cells["exercise-99-1"].source
    assert cells["answer-99-3"].source.startswith("<details><summary>Model answer</summary>")
    assert notebook.cells[-1].source == "A remark."


def test_students_get_stubs_that_nbgrader_knows(course):
    made = build_notebooks.unexecuted(course.root, "99_toy_exercises")
    notebook, executed = made["exercises/99_toy_exercises.ipynb"]
    assert not executed
    cells = {cell.id: cell for cell in notebook.cells}
    assert cells["exercise-99-1"].source == textwrap.dedent('''\
        def double(x):
            """Twice a number."""
            # YOUR CODE HERE
            raise NotImplementedError''')
    assert cells["exercise-99-2"].source == "prediction = ..."
    assert cells["answer-99-3"].source == "YOUR ANSWER HERE"
    check = cells["check-99-1"].metadata
    assert (check.editable, check.deletable) == (False, False)
    assert check.nbgrader.points == 2
    assert check.nbgrader.grade_id == "check-99-1"
    assert "checksum" in check.nbgrader
    text = "\n".join(cell.source for cell in notebook.cells)
    for leak in ("SOLUTION", "x + x", "28", "remark", "bound"):
        assert leak not in text
    assert "nbgrader" not in cells["exercise-99-1"].metadata


BAD = {
    "import sys\nprint('oops', file=sys.stderr)": "stderr: oops",
    "object()": "cannot come out the same twice: 'at 0x",
    "print(('x' * 79 + '\\n') * 3800)": " kB of output, at most 300 allowed",
    "\n".join(f"x{i} = {i}" for i in range(9)): "9 lines, at most 8 allowed",
    f"x = '{'x' * 95}'": "a line of 101 characters, at most 100 allowed",
    "import ipywidgets\nipywidgets.IntSlider()": "a widget without a picture",
    "from matplotlib import pyplot\npyplot.plot([1])\npyplot.show()": "a picture without an alternative text",
    "from IPython.display import HTML\nHTML('<img alt=\"\">')": "a picture without an alternative text",
    "y = 0.25\nprint(137 / 100, y, 0.1**2)\n\n# %% [markdown]\n# It is 1.37, $1.37$, ⟦137/100:.2f⟧ at 0.25, 0.01.": (
        "('It is 1.37, $1.37$, 1.37 at 0.25, 0.01.'): 1.37 stands in an output above"
    ),
}


def test_what_does_not_belong_in_a_notebook_is_an_error(course):
    cells = [*BAD, *"1" * (60 - len(BAD))]  # the last of them are two
    course("99_bad", "\n\n".join(f"# %%\n{cell}" for cell in cells))
    with pytest.raises(BuildError) as error:
        build(course.root, "99_bad")
    messages = ["61 cells, at most 60 allowed", *BAD.values()]
    for fault, message in zip(str(error.value).splitlines(), messages, strict=True):
        assert message in fault and "99_bad" in fault
        assert len([words for words in build_notebooks.ADVICE if words in fault]) == 1


def test_a_cell_that_raises_is_an_error(course):
    course("99_bad", "# %%\n1 / 0\n")
    with pytest.raises(BuildError, match=r"(?s)99_bad.*ZeroDivisionError"):
        build(course.root, "99_bad")


@pytest.mark.parametrize(("source", "lines", "width"), [("A_toy", 10, 100), ("09_toy_exercises", 25, 120)])
def test_an_appendix_and_solutions_may_have_longer_cells(source, lines, width):
    cell = nbformat.v4.new_code_cell("\n".join(["x" * width] * lines))
    notebook = nbformat.v4.new_notebook(cells=[cell], metadata={build_notebooks.MARK: {"source": source}})
    assert build_notebooks.faults_of(notebook) == []
    cell.source += "x\nx"
    faults = build_notebooks.faults_of(notebook)
    assert [fault.split("): ")[1] for fault in faults] == [
        f"{lines + 1} lines, at most {lines} allowed",
        f"a line of {width + 1} characters, at most {width} allowed",
    ]


@pytest.mark.parametrize(("source", "allowed"), [("09_toy", 60), ("A_toy", 200)])
def test_an_appendix_may_have_more_cells(source, allowed):
    metadata = {build_notebooks.MARK: {"source": source}}
    cells = [nbformat.v4.new_markdown_cell("text") for _ in range(allowed + 1)]
    notebook = nbformat.v4.new_notebook(cells=cells, metadata=metadata)
    assert build_notebooks.faults_of(notebook) == [f"{allowed + 1} cells, at most {allowed} allowed"]
    del notebook.cells[0]
    assert build_notebooks.faults_of(notebook) == []


def test_exercises_may_be_as_many_as_there_are():
    cells = [nbformat.v4.new_markdown_cell("text") for _ in range(300)]
    metadata = {build_notebooks.MARK: {"source": "09_toy_exercises"}}
    assert build_notebooks.faults_of(nbformat.v4.new_notebook(cells=cells, metadata=metadata)) == []


def test_a_widget_with_a_picture_is_kept_as_its_picture(course):
    course(
        "99_widget",
        """
        # %%
        import ipywidgets

        class Explorer(ipywidgets.IntSlider):
            def _repr_mimebundle_(self, **kwargs):
                return {**super()._repr_mimebundle_(**kwargs), "text/html": "<p>twin</p>"}

        Explorer()
        """,
    )
    text = build(course.root, "99_widget")["notebooks/99_widget.ipynb"]
    assert "<p>twin</p>" in text
    assert "application/vnd.jupyter" not in text


SOLUTION = "    ### BEGIN SOLUTION\n    return x + x\n    ### END SOLUTION"


def exercise(solution=SOLUTION):
    return f'# %%\nimport toy_course\n\n# %% exercise="99.1"\ndef double(x):\n{solution}\n\n'


CHECK = '# %% check="99.1" points=2\nfrom kernelcourse import check\ncheck("99.1", double)\n\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (exercise(), "exercise 99.1 has no check"),
        (CHECK + exercise(), "check 99.1 comes without its exercise"),
        (exercise("    return x") + CHECK, "exercise 99.1 has no ### BEGIN SOLUTION"),
        (exercise() + CHECK.replace(" points=2", ""), "check 99.1 needs points="),
        (exercise() + CHECK.replace('check("99.1"', 'check("99.2"'), "does not call check() with"),
        (exercise() + CHECK + CHECK, "check 99.1 appears twice"),
        (
            exercise() + CHECK.replace("from kernelcourse", "# from kernelcourse"),
            "check 99.1 does not begin with",
        ),
        (exercise() + CHECK.replace("%% check", "%% chekc"), "option chekc"),
        (exercise() + CHECK.replace("%% check", "%% [markdown] check"), "is a markdown cell"),
        (exercise() + CHECK + '# %% answer="99.3" points=1\n1\n', "is a code cell"),
        (
            exercise("    ### BEGIN SOLUTION\n    return x * x\n    ### END SOLUTION") + CHECK,
            "check-99-1 ('from kernelcourse import check'): its check does not call this solution right",
        ),
    ],
)
def test_an_exercise_that_is_not_whole_is_an_error(course, text, message):
    course("99_bad_exercises", text)
    with pytest.raises(BuildError) as error:
        build(course.root, "99_bad_exercises")
    assert message in str(error.value)


def test_options_of_exercises_are_errors_in_a_chapter(course):
    course("99_bad", CHECK)
    with pytest.raises(BuildError, match=r"option check of .* is for exercises only"):
        build(course.root, "99_bad")


DEEP = "# %% [markdown] jp-MarkdownHeadingCollapsed=true\n# ## In depth: how fast (3 minutes)\n\n"


def test_depth_is_collapsed_and_what_prepares_is_hidden(course):
    hidden = '# %% jupyter={"source_hidden": true}\nx = 1\n\n'
    guess = "# %%\nclass guess:\n    number = print\n\n# %%\ny = 2\nguess.number('y?', y)\n\n"
    course("99_toy", f"{hidden}{guess}{DEEP}# %%\nx\n\n# %% [markdown]\n# ## Last\n")
    cells = notebook_of(build(course.root, "99_toy"), "notebooks/99_toy.ipynb").cells
    hides = {"jupyter": {"source_hidden": True}}
    deep = {"jp-MarkdownHeadingCollapsed": True}
    assert [cell.metadata for cell in cells] == [hides, {}, hides, deep, {}, {}]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (DEEP.replace(" jp-MarkdownHeadingCollapsed=true", ""), "or neither"),
        (DEEP.replace(" (3 minutes)", ""), "or neither"),
        (DEEP.replace("3 minutes", "1 minutes"), "or neither"),
        (f"{DEEP}# %% [markdown]\n# The end of it.\n#\n# ## Last\n", "begins with its heading"),
        ('# %% jupyter={"outputs_hidden": true}\n1\n', "a code cell may have"),
        (DEEP, "this section in depth begins '## In depth: 99·A '"),
    ],
)
def test_depth_that_is_not_marked_as_it_should_is_an_error(course, text, message):
    course("99_bad", f"# %% [markdown]\n# # 99 · Toy\n\n# %%\n1\n\n{text}")
    with pytest.raises(BuildError, match=message):
        build(course.root, "99_bad")


def test_the_command_builds_what_is_stale_and_checks_what_is_there(course, capsys, monkeypatch):
    root = course.root
    monkeypatch.setattr(build_notebooks, "ROOT", root)
    monkeypatch.setattr(build_notebooks, "WITNESSES", build_notebooks.WITNESSES[:1])
    (root / "sources" / "99_toy_exercises.py").unlink()
    course("99_toy", '# %%\nprint("on stdout")\n')
    path = root / "notebooks" / "99_toy.ipynb"
    assert build_notebooks.run(root, check=True, jobs=1) == 1
    assert "notebooks/99_toy.ipynb: missing" in capsys.readouterr().err
    assert not path.exists()
    assert build_notebooks.run(root, jobs=1) == 0
    assert capsys.readouterr().out == "notebooks/99_toy.ipynb\n"
    assert build_notebooks.run(root, jobs=1) == 0
    assert capsys.readouterr().out == ""
    assert build_notebooks.run(root, check=True, jobs=1) == 0

    path.write_text(path.read_text().replace("on stdout", "off stdout"))
    (root / "notebooks" / "98_left.ipynb").write_text("{}")
    assert build_notebooks.run(root, check=True, jobs=1) == 2
    message = capsys.readouterr().err
    assert "notebooks/98_left.ipynb: no source makes it" in message
    assert "notebooks/99_toy.ipynb: not what its source builds" in message
    assert build_notebooks.ADVICE["not what its source builds"] in message
    assert '-print("off stdout")' in message
    assert '+print("on stdout")' in message

    assert build_notebooks.run(root, jobs=1) == 1  # the orphan
    assert "on stdout" in path.read_text()
    os.utime(root / "sources" / "99_toy.py", (2e9, 2e9))
    assert not build_notebooks.is_stale(root, "99_toy")
    (root / "sources" / "99_toy.py").write_text("# %%\n2\n")
    assert build_notebooks.is_stale(root, "99_toy")


def test_in_a_clone_only_what_is_not_as_it_was_committed_is_built(course, monkeypatch):
    root = course.root
    monkeypatch.setattr(build_notebooks, "ROOT", root)
    for product in build_notebooks.products_of("99_toy"):
        (root / product).parent.mkdir()
        (root / product).touch()
    assert build_notebooks.is_stale(root, "99_toy")  # git knows nothing of it
    for words in (["init"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-m", "a"]):
        subprocess.run(["git", "-C", root, *words], check=True, capture_output=True)
    assert not build_notebooks.is_stale(root, "99_toy")
    (root / "kernelcourse" / "new.py").touch()
    assert build_notebooks.is_stale(root, "99_toy")


def test_stems_are_chosen_by_how_they_begin(course):
    assert build_notebooks.selected_stems(course.root, ["99"]) == ["99_toy", "99_toy_exercises"]
    assert build_notebooks.selected_stems(course.root, ["99_toy_e"]) == ["99_toy_exercises"]
    with pytest.raises(BuildError, match="no source 42; there are 99_toy, 99_toy_exercises"):
        build_notebooks.selected_stems(course.root, ["42", "99"])


def test_the_table_of_contents_says_which_sources_there_are(course):
    course("98_left", "# %%\n1\n")
    (course.root / "sources" / "99_toy.py").unlink()
    with pytest.raises(BuildError) as caught:
        build_notebooks.all_stems(course.root)
    table = "kernelcourse/chapters.toml"
    assert str(caught.value).splitlines() == [
        f"{table} names 99_toy, but there is no sources/99_toy.py",
        f"sources/98_left.py belongs to no chapter of {table}",
    ]
    with pytest.raises(SystemExit, match=build_notebooks.ADVICE["belongs to no chapter"]):
        build_notebooks.main(["--root", str(course.root)])


def test_the_command_line_fails_on_a_fault(course, capsys):
    for arguments, code in [(["42"], "no source 42"), (["--check", "99_toy"], 1)]:
        with pytest.raises(SystemExit) as stop:
            build_notebooks.main([*arguments, "--root", str(course.root), "--jobs", "1"])
        assert str(code) in str(stop.value.code)


def png(pixels):
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, format="PNG")
    return base64.b64encode(buffer.getvalue()).decode()


def test_pictures_are_compared_by_what_is_seen():
    pixels = np.random.default_rng(0).integers(0, 200, (100, 100, 3), dtype=np.uint8)
    assert alike(png(pixels), png(pixels + np.uint8(1)))
    few, many = pixels.copy(), pixels.copy()
    few[0, :10] += 50
    many[0, :11] += 50
    assert alike(png(pixels), png(few))
    assert not alike(png(pixels), png(many))
    assert not alike(png(pixels), png(pixels[1:]))


def test_a_changed_picture_is_a_difference(toy_texts):
    notebook, texts = json.loads(toy_texts["notebooks/99_toy.ipynb"]), []
    data = notebook["cells"][2]["outputs"][0]["data"]
    for gray in (0, 200):
        shown = png(np.full((100, 100, 3), gray, dtype=np.uint8))
        data["text/html"] = [f'<img alt="a dot" src="data:image/png;base64,{shown}">']
        texts.append(json.dumps(notebook))
    found = build_notebooks.differences(*texts)
    assert found == ["cell-03: the picture differs"]


def test_what_does_not_come_out_the_same_on_another_processor_is_refused(course):
    course(
        "99_toy",
        """
        # %% [markdown]
        # # A toy chapter

        # %%
        import os
        from kernelsy19.engine.compilation import compiled_before
        print(1 + 1e-16, os.environ.get("OPENBLAS_CORETYPE"), compiled_before().parent.exists())
        """,
    )
    with pytest.raises(BuildError) as caught:
        build(course.root, "99_toy", worlds=("native", "four-threads", "prescott"))
    said = str(caught.value)
    assert said.startswith("notebooks/99_toy.ipynb: comes out otherwise in the world 'prescott'")
    assert "1.0 None True" in said and "1.0 Prescott False" in said and "four-threads" not in said


def stored(text):
    output = nbformat.v4.new_output("display_data", {"text/html": text, "text/plain": text})
    printed = nbformat.v4.new_output("stream", name="stdout", text=text)
    cells = [nbformat.v4.new_code_cell("proof", id="a", outputs=[output, printed])]
    return nbformat.writes(nbformat.v4.new_notebook(cells=cells))


def test_rounding_is_no_difference_and_a_verdict_is():
    found = stored("✓ holds because ∂L/∂R = 0: 2e-16; without it 0.7")
    for same in (
        "✓ holds because ∂L/∂R = 0: 4.5e-15; without it 0.7",
        "✓ holds because ∂L/∂R = 0: 3e-09; without it 0.7",
    ):
        assert build_notebooks.differences(found, stored(same)) == []
    for other in (
        "✗ holds because ∂L/∂R = 0: 2e-16; without it 0.7",
        "✓ holds because ∂L/∂R = 0: 2e-6; without it 0.7",
        "✓ holds because ∂L/∂R = 0: 2e-16; without it 0.8",
        "✓ identity holds: 2e-16; without it 0.7",
    ):
        assert build_notebooks.differences(found, stored(other))


def test_the_build_and_nbval_take_the_same_numbers_for_rounding():
    config = (build_notebooks.ROOT / "tests/notebooks/nbval.cfg").read_text()
    assert f"regex: {OF_ROUNDING.pattern}\n" in config
