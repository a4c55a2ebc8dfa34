"""Grade one submission, in the process that `grade_class` starts: ``python grade_alone.py folder memory sandbox``.

It judges, and starts the process that runs what the student wrote, in the sandbox. All that comes out of it is
`verdicts.json`, and a notebook to look at.
"""

import contextlib
import json
import re
import sys
from pathlib import Path

import nbformat
from courses import api_of, course_in
from sandboxes import SANDBOXES
from submissions import items_of, restored

from kernelcourse.judging.autograde import NOT_GRADED, STOPPED, CheckOutside, grade_outside
from kernelcourse.judging.exercises import find_exercise

LARGEST_WRITTEN = 100_000_000  # bytes of any file


def grade_alone(folder, memory, sandbox):
    """Grade the one submission of a folder, and write `verdicts.json` there.
    folder: Path, with `given.ipynb`, `handed-in` and `gradebook.db`; memory: in GB; sandbox: as for `Judge`"""
    _limit(memory)
    given = nbformat.read(folder / "given.ipynb", as_version=4)
    try:
        with contextlib.redirect_stderr(None):  # nbformat tells at length what it finds odd
            handed_in = nbformat.read(folder / "handed-in", as_version=4)
            whole = restored(handed_in, given)
    except Exception as error:  # anything may be handed in
        said = " ".join(str(error).split())[:80]
        _write_verdicts(folder, {"broken": f"is not a notebook ({type(error).__name__}: {said})"})
        return
    place = folder / "submitted" / "student" / "class"
    place.mkdir(parents=True, exist_ok=True)
    nbformat.write(whole, place / "class.ipynb")
    if said := _autograde(folder, sandbox, bool(given.metadata.get("kernelsy19", {}).get("exam"))):
        _write_verdicts(folder, {"not graded": said})
        return
    graded = nbformat.read(folder / "autograded" / "student" / "class" / "class.ipynb", as_version=4)
    outputs = {c.metadata.get("nbgrader", {}).get("grade_id"): c.get("outputs", []) for c in graded.cells}
    scores = _scores(folder)
    verdicts, again = {}, False
    for item in items_of(given):
        points, what = scores[item.grade_id], ""
        if item.by_hand:
            what = "to be graded by hand" if points is None else "not attempted"
        else:
            points, what, suspect = _said(points, outputs[item.grade_id])
            again |= suspect
        verdicts[item.grade_id] = [points, what]
    _write_verdicts(folder, {"verdicts": verdicts, "again": again})


def _said(points, outputs):
    """The points of a check, None where it was not graded; what it said, in a line; whether it was cut short."""
    if not outputs:
        return None, "it was not judged", True
    for output in outputs:
        if output.output_type == "error":
            failed = output.ename == NOT_GRADED
            return None if failed else points, output.evalue, output.ename in (NOT_GRADED, STOPPED)
        if output.output_type == "execute_result":
            return points, output.metadata["said"], False
    return points, "right", False


def _write_verdicts(folder, verdicts):
    (folder / "verdicts.json").write_text(json.dumps(verdicts), encoding="utf-8")


def _limit(memory):
    """Limit what this process and those that it starts may take."""
    import resource  # Windows has none

    addresses = int(memory * 1e9)
    with contextlib.suppress(ValueError):  # macOS knows this limit and takes none
        resource.setrlimit(resource.RLIMIT_AS, (addresses, addresses))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_WRITTEN, LARGEST_WRITTEN))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _autograde(folder, sandbox, is_exam):
    """Let nbgrader grade outside of any kernel; what it complained of, or an empty text."""
    from nbgrader.preprocessors import Execute

    config = course_in(folder)
    grade_outside(config)
    steps = config.Autograde.autograde_preprocessors
    config.Autograde.autograde_preprocessors = [step for step in steps if step is not Execute]
    CheckOutside.find_exercise = staticmethod(_finder(is_exam))
    CheckOutside.sandbox, CheckOutside.goes_on = staticmethod(sandbox), True
    result = api_of(config).autograde("class", "student")
    if result["success"]:
        return ""
    log, error = result.get("log", ""), result.get("error", "")
    print(log, error)
    raised = re.findall(r"^    ([\w.]+: .+)", log, re.MULTILINE)  # the error itself says "see the traceback"
    lines = raised or (error or log or "nbgrader gives no reason").strip().splitlines()
    return f"{lines[-1][:200]}, see {folder.name}/log.txt"


def _finder(is_exam):
    if not is_exam:
        return find_exercise
    from exam import find_question

    return find_question


def _scores(folder):
    """Points of each graded cell, None where a person has to grade."""
    from nbgrader.api import Gradebook

    with Gradebook(course_in(folder).CourseDirectory.db_url) as gradebook:
        (notebook,) = gradebook.find_submission("class", "student").notebooks
        return {grade.name: grade.auto_score for grade in notebook.grades}


if __name__ == "__main__":
    grade_alone(Path(sys.argv[1]), float(sys.argv[2]), SANDBOXES[sys.argv[3]])
