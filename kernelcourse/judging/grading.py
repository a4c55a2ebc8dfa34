"""Grading in processes of their own: a patched check, certificate or NumPy in the student's notebook earns nothing.

Two processes work together. The one that judges (`Judge`) draws the problems and holds the references; it runs none of
the student's code. It starts the other (`runner`), which runs the student's cells and calls their functions, and from
which it takes only numbers, texts and arrays. `autograde.CheckOutside` judges, and needs no kernel.

The one that judges also reads how long the other computes. What it cannot explain by that is no verdict: `NotGraded`.
"""

import ast
import contextlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from kernelcourse.judging.answers_as_text import decode, read_json, write_frame
from kernelcourse.judging.calls import Location, Outcome
from kernelcourse.judging.limits import Clock, TookTooLong, family_of, marked, slowness
from kernelcourse.judging.student_tree import lay_out

__all__ = ["OUTSIDE", "Judge", "NotGraded", "in_red", "parse_check"]

OUTSIDE = (
    "KERNELSY19_OUTSIDE"  # the variable by which a kernel knows that nbgrader does not ask it for the points
)

# NUMBA_CACHE_DIR: in the folder of a student's process everything is compiled, and would not be looked for.
KEPT_BACK = ("NBGRADER", "KERNELSY19", "JUPYTER", "JPY", "IPYTHON", "NUMBA_CACHE_DIR")
STUDENT = "from kernelcourse.judging.runner import serve; serve()"
CELL_SECONDS = 20.0
GRACE = 10.0  # seconds of computing, for a process to stop what runs in it by itself
LONGEST_REPLY = 1200.0  # seconds by the clock, for whatever the process is asked, however busy the machine is
POLL = 0.05  # seconds
MARK = "STUDENTS_RUN"  # in the environment of a student's process, by which all that it starts is found
TELLS = Path("/proc/self/stat").exists()  # whether the system tells a process what another one computes


class NotGraded(RuntimeError):
    """What failed is the machine or what works around the student's code, so nothing is known of the answer."""


def start_process(tree, around=()):
    """Start the Python that runs a student's code: what it can import is in a tree that this fills.
    tree is an empty folder; around, the start of a command that runs another: a sandbox → Popen, with pipes to its
    standard input and from its standard output. It sees neither the folder it runs in nor what the environment says of
    paths, and, by ``-S``, nothing that an installation adds to them, such as the folder of an editable one."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(KEPT_BACK)}
    environment |= {"MPLBACKEND": "agg", MARK: tree.name}
    program = f"import sys; sys.path[:0] = {lay_out(tree)!r}; {STUDENT}"
    return subprocess.Popen(
        [*around, sys.executable, "-I", "-S", "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        bufsize=0,  # a thread that waits at a pipe for good holds no lock then
    )


def in_red(text):
    """A text as a terminal shows it in red."""
    return f"\033[31m{text}\033[0m"


def parse_check(source, key=None):
    """Find what a cell checks, or whether it checks the exercise of a key.
    → key and the expression that gives the answer; None if the cell holds no such ``check("03.1", answer)``"""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        is_check = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "check"
        if is_check and len(node.args) >= 2 and isinstance(node.args[0], ast.Constant):
            found = str(node.args[0].value)
            if key in (None, found):
                return found, ast.unparse(node.args[1])
    return None


class StandIn:
    """A function of the other process, which only `Judge` can call."""

    def __init__(self, name):
        self.__name__ = name

    def __call__(self, *arguments):
        """Refuse: what is called here would run here."""
        raise TypeError("this function is called in another process")


class Watched:
    """Context manager that watches from here how the memory of another process grows, as long as the block runs.
    What is watched cannot reset it, as it can what Python counts. Only Linux tells; elsewhere `grown` stays 0."""

    def __init__(self, pid):
        self.pid, self.grown, self.ended = pid, 0, threading.Event()
        self.thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self):
        if self.pid is not None:
            self.before = _resident(self.pid)
            self.thread.start()
        return self

    def __exit__(self, *exception):
        self.ended.set()

    def _watch(self):
        while not self.ended.wait(0.001):
            self.grown = max(self.grown, _resident(self.pid) - self.before)


def _resident(pid):
    """Bytes that a process and those that it has started hold, 0 where the system does not tell."""
    held = 0
    for one in family_of(pid):
        with contextlib.suppress(OSError, ValueError):
            held += int(Path(f"/proc/{one}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return held


def _exchange(process, request, replies):
    """Send a request and wait for the reply; in a thread, for a process that was left behind may keep a pipe open."""
    try:
        write_frame(process.stdin, request)
        replies.put(read_json(process.stdout))
    except Exception as error:
        replies.put(error)


class Judge:
    """Judges answers that another process computes, which ends with this context manager.
    find_exercise gives the `Exercise` of a key; seed of the problems; ``sandbox(tree)`` gives the start of a command
    that runs the other process where of both packages it sees only what is in that folder. Without one, code that
    searches the disk can read the files of the course."""

    def __init__(self, find_exercise, seed, sandbox=None):
        self.find_exercise, self.seed, self.sandbox = find_exercise, seed, sandbox or (lambda tree: ())
        self._cells, self._failed = [], ""
        self._process = None

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self._end()

    def run(self, cells):
        """Run cells of the student's notebook in the other process, before the next check."""
        self._cells += cells
        if self._process is not None:
            try:
                self._run(cells)
            except (TookTooLong, EOFError, OSError, ValueError, KeyError, TypeError):
                self._end()  # the next check begins anew, meets the same fault, and says it

    def check(self, key, expression):
        """Judge what an expression gives in the student's namespace: a CheckResult.
        A ValueError if there is no exercise of that key, NotGraded if it cannot be said whether the answer is right."""
        exercise = self.find_exercise(key)
        try:
            if self._process is None:
                self._start()
                self._run(self._cells)
            self._ask(Clock(LONGEST_REPLY), "warm", exercise.forbids)
            clock = Clock(CELL_SECONDS)
            found = self._ask(clock, "get", expression, clock.left)
            if "error" in found:
                return exercise.cannot_judge(f"{found['error']}: {self._told(found)}")
            answer = StandIn(str(found["name"])) if found["callable"] else decode(found["value"])
            return exercise.judge(answer, self.seed, attempt=self._attempt)
        except TookTooLong as fault:
            self._end()
            return exercise.cannot_judge(f"what stands before the check, {type(fault).__name__}", "stopped")
        except (EOFError, OSError):
            self._end()
            return exercise.cannot_judge("the process that runs it has ended", "ended")
        except (ValueError, KeyError, TypeError) as error:
            self._end()
            return exercise.cannot_judge(
                f"what its process sent is no answer, {type(error).__name__}: {error}"
            )

    def _start(self):
        # Students may leave in it what cannot be deleted.
        self._tree = tempfile.TemporaryDirectory(prefix="kernelsy19-", ignore_cleanup_errors=True)
        tree = Path(self._tree.name).resolve()
        try:
            self._process = start_process(tree, self.sandbox(tree))
            self._ask(Clock(LONGEST_REPLY), "warm", ())  # nothing of the student's is there yet
        except (EOFError, OSError, TookTooLong) as error:
            self._end()
            raise NotGraded(f"the process for the student's code does not start ({error})") from error

    def _run(self, cells):
        clock = Clock(CELL_SECONDS * len(cells))
        failed = self._ask(clock, "run", list(cells), CELL_SECONDS * slowness())["failed"]
        self._failed = self._failed or str(failed)

    def _told(self, said):
        """The text of an error; where a name is missing, with what failed before it."""
        missing = said["error"] == "NameError" and self._failed
        return f"{said['text']}; a cell above ended with {self._failed}" if missing else str(said["text"])

    def _attempt(self, function, arguments, clock, measured=False, forbidden=()):
        """Call the student's function in the other process."""
        seconds = max(clock.left, 0.01) / slowness()
        try:
            with Watched(self._process.pid if measured else None) as watched:
                said = self._ask(clock, "call", arguments, seconds, measured, forbidden)
        except TookTooLong as fault:
            self._end()
            nowhere = Location([], is_own=False, elsewhere="")
            return Outcome(error=type(fault).__name__, location=nowhere, endless=True)
        location = said["location"]
        return Outcome(
            answer=decode(said["answer"]),
            changed=tuple(map(bool, said["changed"])),
            misfit=None if said["misfit"] is None else str(said["misfit"]),
            error=str(said["error"]),
            text=self._told(said),
            location=location and Location(list(map(str, location[0])), bool(location[1]), str(location[2])),
            not_written=bool(said["not_written"]),
            endless=bool(said["endless"]),
            memory=max(int(said["memory"]), watched.grown),
        )

    def _ask(self, clock, name, *arguments):
        """Send a request and read the reply, for as long as a clock has time left for what the other computes."""
        replies, begun, allowed = queue.SimpleQueue(), time.monotonic(), max(clock.left, 0) + GRACE
        request = pickle.dumps((name, arguments))
        threading.Thread(target=_exchange, args=(self._process, request, replies), daemon=True).start()
        with clock.counting(self._process.pid) as spent:
            reply = None
            while reply is None:
                with contextlib.suppress(queue.Empty):
                    reply = replies.get(timeout=POLL)
                if self._process.poll() is not None:  # whoever speaks in its name is not heard
                    raise EOFError("before it had answered")
                fault = spent.fault(allowed)
                if reply is None and ((fault and not TELLS) or time.monotonic() - begun > LONGEST_REPLY):
                    self._end()
                    raise NotGraded("there was no answer in time, and it is not known what took so long")
                if reply is None and fault:
                    raise fault
        if isinstance(reply, Exception):
            raise reply
        if "broken" in reply:
            raise ValueError(str(reply["broken"]))
        return reply

    def _end(self):
        process, self._process = self._process, None
        if process is not None:
            # What it has started, first; and then what has lost its parent, and what that may have started meanwhile.
            todo, spent = family_of(process.pid)[::-1], time.process_time()
            while todo and time.process_time() < spent + GRACE:
                for pid in todo:
                    with contextlib.suppress(OSError):
                        os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))
                todo = marked(Path(self._tree.name).name)
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):  # what was not written yet has nobody to read it
                    pipe.close()
            self._tree.cleanup()
