"""Build the notebooks from their text masters.

    python tools/build_notebooks.py                 what has changed since it was built, or committed
    python tools/build_notebooks.py 03 01_kernels   all of chapter 03, and one stem
    python tools/build_notebooks.py --all           everything
    python tools/build_notebooks.py --check         build in memory, compare with what is there

A source is a Python file in jupytext's percent format, `sources/NN_topic.py`. `kernelcourse/chapters.toml`
says which there are: one for each chapter that has a notebook, and one for its exercises if it has any.

    sources/NN_topic.py            -> notebooks/NN_topic.ipynb              executed
    sources/NN_topic_exercises.py  -> exercises/NN_topic_exercises.ipynb    stubs, not executed
                                      solutions/NN_topic_solutions.ipynb    executed

How to write exercises
----------------------
A cell starts with `# %%` (code) or `# %% [markdown]`; options stand on the same line. Four of them
make an exercise of a cell, and the builder turns them into the metadata that nbgrader reads:

    # %% [markdown]
    # ## 03.4 R² from a point on the surface
    # The question.

    # %% exercise="03.4"
    def radius_squared(K, alpha, nu):
        '''What goes in and what comes out: the student keeps this.'''
        ### BEGIN SOLUTION
        return ...
        ### END SOLUTION

    # %% check="03.4" points=2
    from kernelcourse import check
    check("03.4", radius_squared)

A question that asks for a value starts from `...`, which the student replaces:

    # %% exercise="03.5"
    prediction = ...
    ### BEGIN SOLUTION
    prediction = 27
    ### END SOLUTION

A question that is answered in words, graded by hand, with its model answer (folded in the
solutions, "YOUR ANSWER HERE" for the student), and a remark for readers of the solutions only:

    # %% [markdown] answer="03.6" points=3
    # Because the gradient in c vanishes where ...

    # %% [markdown] solution_only=true
    # Another way would have been ...

`tags=["..."]` is kept as it is, and so are two of JupyterLab's own options: `jp-MarkdownHeadingCollapsed=true` of a
section in depth (`depth.py`), and `jupyter={"source_hidden": true}` of code that only prepares; a cell that ends in a
guess has that by itself. Any other option is an error. What the text says of a result is computed, too: `claims.py`
says how.

What a student gets is also what a teacher puts into nbgrader's `source` folder: nothing has to be taken out of it. Only
checks and answers in words are nbgrader's cells. The cells in between are the student's own, and nbgrader leaves them
alone; so it refuses to release a solved notebook, whose marked solutions stand in no cell of nbgrader's. A check
imports `check` itself, because it is the only cell whose text nbgrader restores.

What is an error
----------------
An exception or anything on stderr, a code cell of more than 8 lines (25 in exercises), more than 60 cells of the core
of a chapter (200 of an appendix), more than 300 kB of output in a cell, output that cannot come out the same twice (an
address, a temporary file), a widget without a picture beside it, a picture without an alternative text, a number of two
decimals that an output shows above and the text repeats uncomputed, a solution that its own check does not call right,
and whatever comes out otherwise in one of the two witnesses, foreign worlds (`worlds.py`) of which one has nothing
compiled.
"""

import argparse
import copy
import difflib
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import depth
import jupytext
import nbformat
from address import COLAB, repository, with_start
from claims import WRITTEN, FalseClaimError, claims_below, filled, has_claims, program
from make_teaching import with_clocks
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from once import fingerprint
from worlds import WITNESSES, can_be_tried, environment

from kernelcourse.desk.contents import read_chapters
from kernelcourse.desk.server import (
    BUILT,
    DATA_URI,
    KERNELSPEC,
    LANGUAGE_INFO,
    MARK,
    WIDGET_VIEW,
    comparable,
    digest,
    same_pictures,
    settle,
)
from kernelcourse.drawing.appearance import INKS, readable

ROOT = Path(__file__).resolve().parents[1]
CONTENTS = "kernelcourse/chapters.toml"
FOLDERS = ("notebooks", "exercises", "solutions")

# Cells of its core: an appendix is not read in one go, and exercises are done one by one. Lines of a code cell, and
# characters of a line: a page of 1024 pixels shows about 105 without a bar to scroll.
MAX_SIZES = {"chapter": (60, 8, 100), "appendix": (200, 10, 100), "exercises": (math.inf, 25, 120)}
MAX_OUTPUT = 300_000  # bytes: the largest picture on a fine screen
CELL_TIMEOUT = 600  # seconds

ADVICE = {  # by words of what is refused
    "cells, at most": "Merge cells, or put what not every reader needs into a section in depth.",
    "lines, at most": "Make a function of it: in the library, or in figures.py or experiments.py of the room.",
    "characters, at most": "Break the line.",
    "kB of output": "Print fewer digits or rows; draw fewer pictures, or smaller ones.",
    ": stderr: ": "Take its cause away; where a warning is what the page shows, print its text.",
    "a widget without": "Show it with `Alive` of kernelcourse/drawing/kernel_note.py, beside a picture.",
    "a picture without": "Let a function of figures.py draw it, which returns a `Picture` with its alternative text.",
    "stands in an output above": "Write ⟦expression:format⟧: CONTRIBUTING.md, under 'A page'.",
    "cannot come out the same twice": "Print what the object means, rounded, and not the object.",
    "does not call this solution right": "Run the cell: the solution, `solve` and `certify` have to agree.",
    "comes out otherwise in the world": "CONTRIBUTING.md, under 'The same on every machine', names the usual causes.",
    "not what its source builds": "Edit sources/, never the notebook; then make build BUILD_OPTIONS=NN.",
    "belongs to no chapter": "Give it a row in kernelcourse/chapters.toml.",
}

KEPT = {"tags", depth.COLLAPSED, "jupyter"}
LEVELS = ("In words", "First steps", "Exercise", "Challenge")  # by points
OPTIONS = {"exercise", "check", "answer", "points", "solution_only"}
GUESS = re.compile(r"^guess\.\w+\(.*\)\Z", re.MULTILINE | re.DOTALL)
IMPORT_OF_CHECK = "from kernelcourse import check\n"
STUB = ["# YOUR CODE HERE", "raise NotImplementedError"]
INK = re.compile(r"\\ink\{(\w+)\}")
NOT_REPRODUCIBLE = re.compile(r"\bat 0x[0-9a-fA-F]{6,}|ipykernel_\d+|/tmp/\w+")

SHOWS = re.compile(r'<img (?![^>]*\balt="[^"])')  # a picture, and no word
# What the text has from nowhere else may be a result; powers of ten are none.
TYPED = re.compile(r"(?<![\w.·§])(?!0\.0*1\b)\d+\.\d{2,}(?![\w.]*\w)")
NO_PROSE = re.compile(r"\$\$.*?\$\$|\$[^$]*\$|`[^`]*`|\]\([^)]*\)|⟦[^⟧]*⟧", re.DOTALL)


class BuildError(Exception):
    """What has to be changed in a source, in one line each."""


# ---- from a source to notebooks that are not executed yet ----------------------------------------


def read_source(path):
    """Read a source as a notebook; the options of its cells are still in their metadata."""
    source = jupytext.read(path, fmt="py:percent")
    cells = [cell for cell in source.cells if cell.source.strip()]
    for cell in cells:
        cell.metadata.pop("lines_to_next_cell", None)
        cell.source = INK.sub(colored, cell.source) if cell.cell_type == "markdown" else cell.source
        unknown = sorted(set(cell.metadata) - OPTIONS - KEPT)
        if unknown:
            found = f"option {', '.join(unknown)} of the cell {first_line(cell)!r} is unknown"
            raise BuildError(f"{found}; expected one of {', '.join(sorted(OPTIONS | KEPT))}")
    # The mark lets the server know a notebook of the course, so that reading it changes no file.
    metadata = {"kernelspec": KERNELSPEC, MARK: {"source": path.stem}, "language_info": LANGUAGE_INFO}
    return nbformat.v4.new_notebook(cells=cells, metadata=metadata)


def colored(ink):
    """A symbol in the color in which words of this ink are written in pictures."""
    if ink[1] not in INKS:
        raise BuildError(f"expected the ink of a symbol to be one of {', '.join(INKS)}, got {ink[0]}")
    return f"\\textcolor{{{readable(INKS[ink[1]][0])}}}"


def chapter(source):
    """Notebook of a chapter."""
    notebook = copy.deepcopy(source)
    for cell in notebook.cells:
        misplaced = sorted(set(cell.metadata) - KEPT)
        if misplaced:
            raise BuildError(f"option {misplaced[0]} of {first_line(cell)!r} is for exercises only")
        if cell.cell_type == "code" and GUESS.search(cell.source):
            cell.metadata["jupyter"] = dict(depth.HIDDEN)  # it would give the answer away
    if faults := list(depth.faults(notebook.cells)):
        raise BuildError("\n".join(faults))
    return with_ids(with_start(notebook, repository()))


def solutions(source):
    """Solved notebook of the exercises, with what nbgrader needs to know."""
    notebook = copy.deepcopy(source)
    check_exercises(notebook)
    say_levels(notebook)
    for cell in notebook.cells:
        if "answer" in cell.metadata:
            cell.source = f"<details><summary>Model answer</summary>\n\n{cell.source}\n\n</details>"
        mark_for_nbgrader(cell)
    title = notebook.cells[0]
    if title.cell_type == "markdown":
        title.source = re.sub(r"\A(# .*)", r"\1: solutions", title.source)
    return with_ids(notebook)


def exercises(source):
    """Student notebook: nbgrader's own preprocessors take the solutions out."""
    # Importing nbgrader takes seconds, and chapters do not need it.
    from nbgrader import preprocessors
    from traitlets.config import Config

    notebook = copy.deepcopy(source)
    check_exercises(notebook)
    say_levels(notebook)
    notebook.cells = [cell for cell in notebook.cells if not cell.metadata.get("solution_only")]
    for cell in notebook.cells:
        mark_for_nbgrader(cell)
        if cell.id.startswith("exercise-"):  # nbgrader strips only what it takes for a cell of its own
            cell.metadata["nbgrader"] = for_nbgrader(cell, grade=False, locked=False, solution=True)
    config = Config({"ClearSolutions": {"code_stub": {"python": "\n".join(STUB)}}})
    resources = {}
    for step in ("CheckCellMetadata", "LockCells", "ClearSolutions", "ClearOutput"):
        preprocessor = getattr(preprocessors, step)(config=config)
        notebook, resources = preprocessor.preprocess(notebook, resources)
    for cell in notebook.cells:
        if cell.id.startswith("exercise-"):
            unstub_values(cell)
            del cell.metadata["nbgrader"]
    for step in ("ClearHiddenTests", "ClearMarkScheme", "ComputeChecksums", "CheckCellMetadata"):
        preprocessor = getattr(preprocessors, step)(config=config)
        notebook, resources = preprocessor.preprocess(notebook, resources)
    return with_ids(notebook)


def check_exercises(notebook):
    """Raise a BuildError unless each exercise has a solution and is followed by its check."""
    faults, open_keys, seen = [], [], set()
    for cell in notebook.cells:
        options = cell.metadata
        kinds = [kind for kind in ("exercise", "check", "answer") if kind in options]
        wanted = "markdown" if "answer" in options else "code"
        if len(kinds) > 1 or (kinds and cell.cell_type != wanted):
            faults.append(f"{first_line(cell)!r} is a {cell.cell_type} cell with options {kinds}")
        for kind in kinds:
            key = str(options[kind])
            if (kind, key) in seen:
                faults.append(f"{kind} {key} appears twice")
            seen.add((kind, key))
        if ("check" in options or "answer" in options) and not points_of(cell) >= 0:
            faults.append(f"{kinds[0]} {options[kinds[0]]} needs points=")
        if "exercise" in options:
            open_keys.append(options["exercise"])
            if "### BEGIN SOLUTION" not in cell.source:
                faults.append(f"exercise {options['exercise']} has no ### BEGIN SOLUTION")
        if "check" in options:
            if not cell.source.startswith(IMPORT_OF_CHECK):
                faults.append(f"check {options['check']} does not begin with {IMPORT_OF_CHECK!r}")
            if options["check"] not in open_keys:
                faults.append(f"check {options['check']} comes without its exercise")
            if f'check("{options["check"]}", ' not in cell.source:
                faults.append(f"check {options['check']} does not call check() with this key")
    faults += [f"exercise {k} has no check" for k in open_keys if ("check", k) not in seen]
    if faults:
        raise BuildError("\n".join(faults))


def say_levels(notebook):
    """Say below the title of each exercise what it is, which its points tell."""
    points = {}
    for cell in notebook.cells:
        if key := cell.metadata.get("check", cell.metadata.get("answer")):
            points[str(key)] = points.get(str(key), 0) + points_of(cell)
    for cell in notebook.cells:
        title, *below = cell.source.split("\n")
        key = title.split(" ")[1] if cell.cell_type == "markdown" and title.startswith("## ") else None
        if key in points:
            cell.source = "\n".join([title, "", f"*{LEVELS[min(points[key], len(LEVELS) - 1)]}*", *below])


def points_of(cell):
    """Points of a cell; NaN if it has none."""
    points = cell.metadata.get("points", math.nan)
    return points if isinstance(points, int | float) else math.nan


def mark_for_nbgrader(cell):
    """Turn the options of a cell into nbgrader's metadata, and name the cell by them."""
    options = {name: cell.metadata.pop(name) for name in OPTIONS & set(cell.metadata)}
    kind = next((kind for kind in ("exercise", "check", "answer") if kind in options), None)
    if kind is None:
        return
    cell.id = f"{kind}-{options[kind].replace('.', '-')}"
    if kind != "exercise":
        said = {"grade": True, "points": options["points"], "solution": kind == "answer"}
        cell.metadata["nbgrader"] = for_nbgrader(cell, locked=kind == "check", **said)


def for_nbgrader(cell, **said):
    """What nbgrader reads of a cell."""
    return {"grade_id": cell.id, "schema_version": 3, "task": False, **said}


def unstub_values(cell):
    """Take the stub out where it stands outside a function: there it would end a Run All."""
    cell.source = "\n".join(line for line in cell.source.split("\n") if line not in STUB)


def with_ids(notebook):
    """Give each cell an id that does not depend on its content, and keep what its text claims."""
    for number, cell in enumerate(notebook.cells, start=1):
        if not cell.id.startswith(("exercise-", "check-", "answer-")):
            cell.id = f"cell-{number:02d}"
        try:
            if cell.cell_type == "markdown" and has_claims(cell.source):
                cell.metadata[WRITTEN] = cell.source
        except FalseClaimError as error:
            raise BuildError(str(error)) from None
    return notebook


# ---- execution -----------------------------------------------------------------------------------


def with_claims_computed(cells):
    """Cells with one more after each code cell below which the text claims something."""
    if above := claims_below(cells, -1):
        raise BuildError(f"no code cell stands above the claims of {first_line(above[0])!r}")
    for position, cell in enumerate(cells):
        yield cell
        claiming = claims_below(cells, position) if cell.cell_type == "code" else []
        if claiming:
            code = program([other.metadata[WRITTEN] for other in claiming])
            yield nbformat.v4.new_code_cell(code, metadata={WRITTEN: True})


def fill_claims(notebook):
    """Say in the text what the cells of `with_claims_computed` have found, and drop these cells."""
    kept = []
    for position, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown" or WRITTEN not in cell.metadata:
            kept.append(cell)
            continue
        claiming = claims_below(notebook.cells, position)
        printed = "".join(output.text for output in cell.outputs if output.get("name") == "stdout")
        try:
            said = filled([other.metadata[WRITTEN] for other in claiming], printed)
        except FalseClaimError as error:
            raise BuildError(str(error)) from None
        for other, text in zip(claiming, said, strict=True):
            other.source = text
    notebook.cells = kept
    for count, cell in enumerate((cell for cell in kept if cell.cell_type == "code"), start=1):
        for counted in [cell, *(output for output in cell.outputs if "execution_count" in output)]:
            counted.execution_count = count


def execute(notebook, folder, kernel=None, world=None):
    """Run a notebook in place, with `folder` as its working directory, in a kernel of its own or in the one given."""
    folder.mkdir(exist_ok=True)
    notebook.cells = list(with_claims_computed(notebook.cells))
    resources = {"metadata": {"path": str(folder)}}
    # Widget state is dropped by `settle`: nbclient fails on `interact` if told not to store it.
    client = NotebookClient(
        notebook,
        km=kernel,
        timeout=CELL_TIMEOUT,
        kernel_name="python3",
        record_timing=False,
        resources=resources,
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
    )
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        try:
            client.execute(env={**environment(world, str(Path(profile, "loops"))), "IPYTHONDIR": profile})
        except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
            raise BuildError(str(error).strip()) from None
        finally:
            if kernel is not None:
                client.kc.stop_channels()
    fill_claims(notebook)
    settle(notebook)
    return notebook


def faults_of(notebook):
    """What is wrong with a built notebook, a line each."""
    faults, source = [], notebook.metadata[MARK]["source"]
    kind = "exercises" if "_exercises" in source else "appendix" if source[0].isalpha() else "chapter"
    allowed, lines, width = MAX_SIZES[kind]
    core, _ = depth.sections(notebook.cells)
    count = sum(COLAB not in cell.metadata.get("tags", ()) for cell in core)
    if count > allowed:
        faults.append(f"{count} cells, at most {allowed} allowed")
    for cell in notebook.cells:
        found = cell_faults(cell, lines, width) if cell.cell_type == "code" else ()
        faults += [f"{cell.id} ({first_line(cell)!r}): {fault}" for fault in found]
    return [*faults, *typed_numbers(notebook.cells)]


def typed_numbers(cells):
    """Numbers of a text that an output above it shows and no code holds: a line for each cell that has some."""
    code, shown = "\n".join(cell.source for cell in cells if cell.cell_type == "code"), set()
    for cell in cells:
        shown |= {n for output in cell.get("outputs", ()) for n in TYPED.findall(text_of(output))}
        text = NO_PROSE.sub(" ", cell.metadata.get(WRITTEN, cell.source)) if cell.cell_type != "code" else ""
        if typed := sorted((shown & set(TYPED.findall(text))) - set(TYPED.findall(code))):
            yield f"{cell.id} ({first_line(cell)!r}): {', '.join(typed)} stands in an output above"


def cell_faults(cell, most_lines, width):
    """What is wrong with a code cell and its outputs."""
    lines = cell.source.splitlines()
    imports_only = all(line.startswith(("import ", "from ")) for line in lines if line)
    if len(lines) > (allowed := most_lines + imports_only):  # there are two houses to import from
        yield f"{len(lines)} lines, at most {allowed} allowed"
    if (longest := max(map(len, lines), default=0)) > width:
        yield f"a line of {longest} characters, at most {width} allowed"
    size = len(json.dumps(cell.outputs, ensure_ascii=False).encode())
    if size > MAX_OUTPUT:
        yield f"{size / 1000:.0f} kB of output, at most {MAX_OUTPUT / 1000:.0f} allowed"
    for output in cell.outputs:
        if output.output_type == "error":
            yield f"stored error {output.ename}: {output.evalue}"
        if output.get("name") == "stderr":
            yield f"stderr: {output.text.strip()[:300]}"
        if SHOWS.search(text_of(output)) or any(kind.startswith("image/") for kind in output.get("data", ())):
            yield "a picture without an alternative text"
        if WIDGET_VIEW in output.get("data", {}):
            yield "a widget without a picture or text/html beside it shows nothing on a page"
        found = NOT_REPRODUCIBLE.search(text_of(output))
        if found:
            yield f"output that cannot come out the same twice: {found[0]!r}"
    said = " ".join(map(text_of, cell.outputs))
    if is_check(cell) and "✔ right" not in said:
        yield f"its check does not call this solution right: {' '.join(said.split())[:300]}"


def is_check(cell):
    """Whether a cell is an executed check of an exercise."""
    grader = cell.metadata.get("nbgrader", {})
    executed = cell.get("execution_count") is not None
    return executed and grader.get("grade", False) and not grader["solution"]


def text_of(output):
    """Text of an output, without images."""
    data = output.get("data", {})
    texts = [content for kind, content in data.items() if kind.startswith("text/")]
    return DATA_URI.sub("", "\n".join([output.get("text", ""), *texts]))


def first_line(cell):
    """First line of a cell, to name it in a message."""
    return cell.source.strip().split("\n")[0][:60]


# ---- building ------------------------------------------------------------------------------------


def products_of(stem):
    """Notebooks that a source makes: path below the root, the function, executed or not."""
    if not stem.endswith("_exercises"):
        return {f"notebooks/{stem}.ipynb": (chapter, True)}
    solved = f"solutions/{stem.removesuffix('_exercises')}_solutions.ipynb"
    return {f"exercises/{stem}.ipynb": (exercises, False), solved: (solutions, True)}


def build(root, stem, worlds=(None,)):
    """Build the notebooks of one source, and see them come out the same on other machines.
    root: Path Folder that holds `sources`.; stem: str Name of the source without `.py`.; worlds: sequence of str
    or None, of `worlds.py` What is returned comes from the first. → dict of str to str, the text of each
    notebook by its path below the root. BuildError"""
    made, said, texts, faults = unexecuted(root, stem), {}, {}, []
    for product, (notebook, executed) in made.items():
        if executed:
            others = [(world, copy.deepcopy(notebook)) for world in worlds[1:]]
            try:
                execute(notebook, root / Path(product).parent, world=worlds[0])
                for world, other in others:
                    execute(other, root / Path(product).parent, world=world)
            except BuildError as error:
                raise BuildError(f"{stem}.py: {error}") from None
            for world, other in others:
                lines = differences(*map(nbformat.writes, (notebook, other)))
                if lines:
                    faults.append(
                        f"{product}: comes out otherwise in the world {world!r}\n    {shown(lines)}"
                    )
            if product.startswith("notebooks/"):
                with_clocks(notebook)
            claiming = [cell for cell in notebook.cells if WRITTEN in cell.metadata]
            said |= {cell.metadata[WRITTEN]: cell.source for cell in claiming}
    for product, (notebook, executed) in made.items():
        for cell in notebook.cells:
            if WRITTEN in cell.metadata and not executed:
                cell.source = said[cell.metadata[WRITTEN]]
        faults += [f"{product}: {fault}" for fault in faults_of(notebook)]
        texts[product] = nbformat.writes(notebook) + "\n"
    if faults:
        raise BuildError("\n".join(faults))
    return texts


def unexecuted(root, stem):
    """Notebooks of one source before any of their cells has run.
    root, stem: as for `build` → dict of str to (notebook, bool), by the path below the root: the notebook, and
    whether it is to be executed. BuildError"""
    path = root / "sources" / f"{stem}.py"
    try:
        made = products_of(stem).items()
        return {product: (make(read_source(path)), executed) for product, (make, executed) in made}
    except BuildError as error:
        raise BuildError(f"{stem}.py: {error}") from None


def all_stems(root):
    """Names of all sources, in the order of the course: chapters of the table, each followed by its exercises."""
    table = read_chapters((root / CONTENTS).read_text(encoding="utf-8"))
    notebooks = [chapter.notebook for chapter in table if chapter.notebook is not None]
    found = {path.stem for path in (root / "sources").glob("*.py")}
    stems = [stem for name in notebooks for stem in (name, f"{name}_exercises") if stem in found]
    lost, strays = [name for name in notebooks if name not in found], sorted(found - set(stems))
    faults = [f"{CONTENTS} names {name}, but there is no sources/{name}.py" for name in lost]
    faults += [f"sources/{name}.py belongs to no chapter of {CONTENTS}" for name in strays]
    if faults:
        raise BuildError("\n".join(faults))
    return stems


def selected_stems(root, names):
    """Stems that are named, or whose name starts with what is given (`03`)."""
    stems = all_stems(root)
    chosen = [stem for stem in stems if any(stem.startswith(name) for name in names)]
    for name in names:
        if not any(stem.startswith(name) for stem in stems):
            raise BuildError(f"no source {name}; there are {', '.join(stems) or 'none'}")
    return chosen


def is_stale(root, stem):
    """Whether a notebook is missing, or has changed since it was built, as may its source, the library and this tool
    have; of one that was never built here, since it was committed: what is committed together belongs together."""
    products, stamp = [root / product for product in products_of(stem)], stamp_of(root, stem)
    if not all(product.exists() for product in products):
        return True
    if stamp.exists():
        return stamp.read_text(encoding="utf-8") != fingerprint(made_from(root, stem), stem)
    command = ["git", "-C", str(root), "status", "--porcelain", "--", *map(str, made_from(root, stem))]
    found = shutil.which("git") and subprocess.run(command, check=False, capture_output=True)
    return not found or found.returncode != 0 or found.stdout != b""


def stamp_of(root, stem):
    """Where it is noted from what the notebooks of a source were built last."""
    return root / "build" / "built" / stem


def made_from(root, stem):
    """What decides over the notebooks of a source, and they themselves. → list of Path"""
    paths = [
        root / "sources" / f"{stem}.py",
        *map(root.joinpath, products_of(stem)),
        *(ROOT / "tools").glob("*.py"),
    ]
    for package in ("kernelsy19", "kernelcourse"):
        paths += [p for p in (ROOT / package).rglob("*") if p.suffix in (".py", ".toml")]
    return paths


# ---- comparing -----------------------------------------------------------------------------------


def differences(committed, built):
    """Lines that say how a committed notebook differs from the one that its source builds.

    Pictures are compared as pixels, because another processor may round the last bit of a color
    differently, and numbers below 1e-7 are taken for rounding; everything else has to be the same.
    """
    before, after = (nbformat.reads(text, as_version=4) for text in (committed, built))
    texts = (as_text(notebook).splitlines() for notebook in (before, after))
    if lines := list(difflib.unified_diff(*texts, "committed", "built", lineterm="", n=2)):
        return lines
    cells = zip(before.cells, after.cells, strict=True)
    pairs = ((new.id, old.get("outputs", []), new.get("outputs", [])) for old, new in cells)
    return [f"{place}: the picture differs" for place, old, new in pairs if not same_pictures(old, new)]


def as_text(notebook):
    """All of a notebook except its pictures, as text that reads well in a diff."""
    parts = [json.dumps(notebook.metadata, indent=1, sort_keys=True)]
    for cell in notebook.cells:
        parts += [f"[{cell.id}] {cell.cell_type} {json.dumps(cell.metadata, sort_keys=True)}", cell.source]
        outputs = comparable(cell.get("outputs", []))
        parts += [json.dumps(o, indent=1, sort_keys=True, ensure_ascii=False) for o in outputs]
    return "\n".join(parts)


def orphans(root):
    """Notebooks that no source makes."""
    made = {product for stem in all_stems(root) for product in products_of(stem)}
    found = {f"{path.parent.name}/{path.name}" for f in FOLDERS for path in (root / f).glob("*.ipynb")}
    return sorted(found - made)


# ---- command line --------------------------------------------------------------------------------


def write(root, texts):
    """Write built notebooks, and say which are unchanged."""
    messages = []
    for product, text in texts.items():
        path = root / product
        path.parent.mkdir(exist_ok=True)
        unchanged = path.exists() and path.read_text(encoding="utf-8") == text
        path.write_text(text, encoding="utf-8", newline="\n")
        messages.append(f"{product}{': unchanged' if unchanged else ''}")
    return messages


def note_built(root):
    """Write for which notebooks the course's server vouches: those with outputs, as they are now."""
    files = sorted(path for folder in ("notebooks", "solutions") for path in (root / folder).glob("*.ipynb"))
    place = root.joinpath(*BUILT.parts[-3:])
    if place.parent.exists():
        digests = {f"{file.parent.name}/{file.name}": digest(file) for file in files}
        place.write_text(json.dumps(digests, indent=1) + "\n", encoding="utf-8", newline="\n")


def compare(root, texts):
    """Messages on built notebooks that differ from the committed ones."""
    messages = []
    for product, text in texts.items():
        path = root / product
        if not path.exists():
            messages.append(f"{product}: missing")
            continue
        lines = differences(path.read_text(encoding="utf-8"), text)
        if lines:
            messages.append(f"{product}: not what its source builds\n    {shown(lines)}")
    return messages


def shown(lines, most=40):
    """Lines of a difference for a message, the first of them."""
    return "\n    ".join([*lines[:most], "..."] if len(lines) > most else lines)


def build_or_fault(root, stem, worlds):
    """Build one source in a worker process; texts and no fault, or the fault."""
    try:
        return build(root, stem, worlds), None
    except BuildError as error:
        return {}, str(error)


def run(root, names=(), check=False, everything=False, jobs=None):
    """Build or check sources and print what happened.
    → int, the number of sources or notebooks with a fault"""
    stems = selected_stems(root, names) if names else all_stems(root)
    if not (names or check or everything):
        stems = [stem for stem in stems if is_stale(root, stem)]
    faults = [] if names else [f"{orphan}: no source makes it" for orphan in orphans(root)]
    # What is committed is compared in the world that this is; what is to be committed has witnesses.
    worlds = (None,) if check else ("native", *filter(can_be_tried, WITNESSES))
    if not check and len(worlds) == 1:
        print(f"No witness: this processor cannot do what those of {', '.join(WITNESSES)} can.")
    with ProcessPoolExecutor(jobs) as pool:
        built = pool.map(build_or_fault, [root] * len(stems), stems, [worlds] * len(stems))
        for stem, (texts, fault) in zip(stems, built, strict=True):
            if fault:
                faults.append(fault)
                continue
            messages = compare(root, texts) if check else write(root, texts)
            if check:
                faults += messages
            if not check:
                stamp_of(root, stem).parent.mkdir(parents=True, exist_ok=True)
                stamp_of(root, stem).write_text(fingerprint(made_from(root, stem), stem), encoding="utf-8")
            print(*(messages if not check else [f"{stem}: built"]), sep="\n", flush=True)
    if not check:
        note_built(root)
    for fault in faults:
        print(advised(fault), file=sys.stderr)
    return len(faults)


def advised(fault):
    """A fault, and below it how it is mended."""
    return "\n    ".join([fault, *(advice for words, advice in ADVICE.items() if words in fault)])


def main(arguments=None):
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0], epilog="The top of this file says how to write a source."
    )
    parser.add_argument("stems", nargs="*", help="sources, or how their names begin (03)")
    parser.add_argument("--check", action="store_true", help="compare with what is there")
    parser.add_argument("--all", action="store_true", help="build what is up to date, too")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="notebooks at a time")
    parser.add_argument("--root", type=Path, default=ROOT, help="folder that holds sources/")
    options = parser.parse_args(arguments)
    try:
        n_faults = run(options.root, options.stems, options.check, options.all, options.jobs)
    except BuildError as error:
        sys.exit(advised(str(error)))
    sys.exit(1 if n_faults else 0)


if __name__ == "__main__":
    main()
