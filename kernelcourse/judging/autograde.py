"""For teachers: let nbgrader judge the checks outside the student's kernel, where no cell can reach.

In the `nbgrader_config.py` of a course::

    c = get_config()
    from kernelcourse.judging.autograde import grade_outside
    grade_outside(c)

nbgrader still executes the notebook, for its outputs; the outputs of the checks are then replaced.
"""

import nbformat.v4
from nbgrader.converters import Autograde
from nbgrader.preprocessors import Execute, NbGraderPreprocessor

from kernelcourse.judging.exercises import SEED, find_exercise, seed_of
from kernelcourse.judging.grading import Judge, parse_check

__all__ = ["CheckOutside", "grade_outside"]


class CheckOutside(NbGraderPreprocessor):
    """Judge the locked checks of a notebook by its cells alone, and put the verdicts in place of their outputs.

    Attributes
    ----------
    find_exercise : callable, gives the `Exercise` of a key; an exam has its own
    """

    find_exercise = staticmethod(find_exercise)

    def preprocess(self, nb, resources):
        """Replace the outputs of all checks.

        Parameters
        ----------
        nb : NotebookNode
        resources : dict

        Returns
        -------
        nb, resources
        """
        with Judge(self.find_exercise, seed_of(SEED or "")) as judge:
            for cell in nb.cells:
                if cell.cell_type != "code":
                    continue
                grader = cell.metadata.get("nbgrader", {})
                found = parse_check(cell.source) if grader.get("grade") and grader.get("locked") else None
                if found is None:
                    judge.run([cell.source])
                else:
                    cell.outputs = [_output(judge.check(*found))]
        return nb, resources


def _output(result):
    """A verdict as the output of a cell: an error where it is no tick, for this is what nbgrader counts."""
    if result.passed:
        data = {"text/plain": repr(result), "text/html": result._repr_html_()}
        return nbformat.v4.new_output("display_data", data=data)
    return nbformat.v4.new_output(
        "error", ename="NotRight", evalue=result.message.splitlines()[0], traceback=repr(result).splitlines()
    )


def grade_outside(config):
    """Have nbgrader's autograder judge the checks by `CheckOutside`.

    Parameters
    ----------
    config : traitlets.config.Config, what `get_config()` gives in `nbgrader_config.py`
    """
    steps = Autograde.class_traits()["autograde_preprocessors"].default()
    after = steps.index(Execute) + 1
    config.Autograde.autograde_preprocessors = [*steps[:after], CheckOutside, *steps[after:]]
