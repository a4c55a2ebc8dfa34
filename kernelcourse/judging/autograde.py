"""For teachers: let nbgrader judge the checks outside the student's kernel, where no cell can reach.

In the `nbgrader_config.py` of a course::

    c = get_config()
    from kernelcourse.judging.autograde import grade_outside
    grade_outside(c)

nbgrader still executes the notebook, for its outputs; the outputs of the checks are then replaced.
"""

import functools
import os
import sys

import nbformat.v4
from nbgrader.converters import Autograde, GenerateAssignment
from nbgrader.preprocessors import Execute, NbGraderPreprocessor

from kernelcourse.judging.exercises import AT_HOME, SEED, find_exercise, seed_of
from kernelcourse.judging.grading import OUTSIDE, Judge, NotGraded, in_red, parse_check

__all__ = ["NOT_GRADED", "STOPPED", "CheckOutside", "RefuseSolutions", "grade_outside"]

NOT_GRADED, STOPPED = "NotGraded", "Stopped"  # names of errors that stand in place of a verdict
NO_SANDBOX = (
    "kernelsy19: nbgrader has no sandbox. What students wrote runs with your rights, and code that searches the disk "
    "can read the references of the exercises. teaching/grade_class.py grades in a sandbox; SECURITY.md has other ways."
)


class CheckOutside(NbGraderPreprocessor):
    """Judge the locked checks of a notebook by its cells alone, and put the verdicts in place of their outputs.
    find_exercise gives the `Exercise` of a key, for an exam has its own; sandbox is as for `Judge`, and without one the
    first notebook is graded with a warning. A check that cannot be judged ends the grading of the notebook, for
    nbgrader would give no points for it, or, where it `goes_on`, leaves an output that says so."""

    find_exercise = staticmethod(find_exercise)
    sandbox = None
    goes_on = False

    def preprocess(self, nb, resources):
        """Replace the outputs of all checks; NotGraded if one cannot be judged, unless it `goes_on`."""
        if self.sandbox is None:
            _warn()
        with Judge(self.find_exercise, seed_of(SEED or ""), self.sandbox) as judge:
            for cell in nb.cells:
                if cell.cell_type != "code":
                    continue
                grader = cell.metadata.get("nbgrader", {})
                found = parse_check(cell.source) if grader.get("grade") and grader.get("locked") else None
                if found is None:
                    judge.run([cell.source])
                    continue
                try:
                    cell.outputs = [_output(judge.check(*found), grader.get("points", 0))]
                except NotGraded as failure:
                    if not self.goes_on:
                        raise
                    cell.outputs = [_error(NOT_GRADED, str(failure))]
        return nb, resources


class RefuseSolutions(NbGraderPreprocessor):
    """Say why a notebook of `solutions/` is not released, before nbgrader refuses its marked solutions."""

    def preprocess(self, nb, resources):
        """Raise a ValueError if the notebook holds solutions."""
        if any("### BEGIN SOLUTION" in cell.source for cell in nb.cells):
            raise ValueError(
                "this notebook holds the solutions, so it is not released: put the one of the same number from "
                "exercises/ into source/"
            )
        return nb, resources


@functools.cache
def _warn():
    print(in_red(NO_SANDBOX), file=sys.stderr)


def _output(result, of):
    """A verdict as the output of a cell, as nbgrader counts: a picture of a tick, a number of points, or an error."""
    data = {"text/plain": repr(result), "text/html": result._repr_html_()}
    if result.passed:
        return nbformat.v4.new_output("display_data", data=data)
    said = result.message.splitlines()[0]
    if result.share:
        data["text/plain"] = str(round(result.share * of, 2))
        metadata = {"said": f"{result.share:.0%} of the parts are right. {said}"}
        return nbformat.v4.new_output("execute_result", data=data, metadata=metadata)
    name = STOPPED if result.status in ("stopped", "ended") else "NotRight"
    return _error(name, "not attempted" if said.endswith(AT_HOME) else said, repr(result).splitlines())


def _error(name, said, lines=()):
    return nbformat.v4.new_output("error", ename=name, evalue=said, traceback=[*lines] or [said])


def grade_outside(config):
    """Have nbgrader's autograder judge the checks by `CheckOutside`, and the release of solutions say why it fails.

    config is what `get_config()` gives in `nbgrader_config.py`
    """
    os.environ[OUTSIDE] = "1"  # so that the kernel in which nbgrader executes the notebook does not warn
    steps = Autograde.class_traits()["autograde_preprocessors"].default()
    after = steps.index(Execute) + 1
    config.Autograde.autograde_preprocessors = [*steps[:after], CheckOutside, *steps[after:]]
    config.GenerateAssignment.preprocessors = [
        RefuseSolutions,
        *GenerateAssignment.class_traits()["preprocessors"].default(),
    ]
