"""The process in which a student's cells run while they are graded: it has the functions, not what is asked of them.

`grading` starts it in a tree of its own (`student_tree`) with a pipe to either side, sends cells and arguments, and
reads answers. Nothing that happens here reaches the process that judges, except answers, and those are read by
`answers_as_text.decode`.
"""

import contextlib
import os
import pickle

from kernelcourse.judging.answers_as_text import encode, read_frame, write_json
from kernelcourse.judging.calls import attempt, name_of
from kernelcourse.judging.limits import Clock, TookTooLong, no_exit, refused, time_limit
from kernelcourse.judging.verdicts import text_of


class Runner:
    """A namespace in which cells run as in a notebook, and the functions that they define."""

    def __init__(self, shell):
        self.shell = shell
        self.answer = None

    def warm(self, forbidden):
        """Import what will be forbidden, before any time is counted."""
        with refused(forbidden):
            return {}

    def run(self, cells, seconds):
        """Run cells one after the other, whatever they raise, and say what the first raised; one that takes too long is
        stopped."""
        failed = ""
        for cell in cells:
            with contextlib.suppress(BaseException), no_exit(), time_limit(seconds):
                ran = self.shell.run_cell(cell, store_history=False, silent=True)
                error = ran.error_before_exec or ran.error_in_exec
                failed = failed or (f"{type(error).__name__}: {text_of(error)}" if error else "")
        return {"failed": failed}

    def get(self, expression, seconds):
        """Evaluate what stands in a check, and say whether it is a function."""
        try:
            with no_exit(), time_limit(seconds):
                self.answer = eval(expression, self.shell.user_ns)
        except BaseException as error:
            self.answer = None
            return {"error": type(error).__name__, "text": text_of(error)}
        if callable(self.answer):
            return {"callable": True, "name": name_of(self.answer)}
        return {"callable": False, "value": encode(self.answer)}

    def call(self, arguments, seconds, measured=False, forbidden=()):
        """Call the function that `get` found, for so many seconds of an ordinary machine."""
        outcome = attempt(self.answer, arguments, Clock(seconds), measured, forbidden)
        location = outcome.location
        return {
            "answer": encode(outcome.answer),
            "changed": list(outcome.changed),
            "misfit": outcome.misfit,
            "error": outcome.error,
            "text": outcome.text,
            "location": location and [location.lines, location.is_own, location.elsewhere],
            "not_written": outcome.not_written,
            "endless": outcome.endless,
            "memory": outcome.memory,
        }


def serve():
    """Answer requests from standard input on standard output, which the student's own printing does not reach."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    # Only here: `Runner` is tested without a shell.
    from IPython.core.interactiveshell import InteractiveShell

    class Shell(InteractiveShell):
        def enable_matplotlib(self, gui=None):
            """Leave pictures alone: nobody looks at them here."""
            return gui, "agg"

    runner = Runner(Shell.instance())
    while True:
        try:
            name, arguments = pickle.loads(read_frame(requests))
        except EOFError:
            return
        try:
            reply = getattr(runner, name)(*arguments)
        except (KeyboardInterrupt, TookTooLong, Exception) as error:
            reply = {"broken": f"{type(error).__name__}: {text_of(error)}"}
        write_json(replies, reply)
