"""What an answer may not do to a notebook: run or print without end, close the kernel, change how NumPy works.

`time_limit` raises `TookTooLong` inside the code that runs. What counts is the time that this process computes, for a
busy machine is not the fault of who waits for it; time in which it does nothing, though it could, counts little.

In the main thread of Linux and macOS, where a notebook runs its cells, an alarm of the operating system looks, which
also wakes what sleeps; elsewhere a second thread asks Python to raise it at the next line; in a browser there are
neither alarms nor threads, and no limit. Neither can enter a single long call of compiled code (one huge ``A @ B``, a
loop inside numba), which ends first, nor end a loop that catches every exception, `TookTooLong` included: there the
kernel has to be restarted.
"""

import contextlib
import ctypes
import functools
import importlib
import inspect
import os
import signal
import sys
import threading
import time
import tracemalloc
import warnings
from pathlib import Path

import numpy as np

from kernelsy19.engine.threads import threads_can_start

__all__ = [
    "MOST_PROCESSES",
    "Clock",
    "MemoryPeak",
    "Spent",
    "StartedTooMany",
    "TookTooLong",
    "WaitedTooLong",
    "family_of",
    "few_words",
    "marked",
    "no_exit",
    "refused",
    "same_folder",
    "slowness",
    "time_limit",
    "undisturbed",
]

# Code that swallows the first exception gets more of them.
REPEAT = 0.25
# So many seconds of waiting count as one of computing. Where no system tells what was waiting for a processor, all is.
WAITED_PER_SECOND = 6.0 if Path("/proc/self/schedstat").exists() else 30.0
MOST_PROCESSES = 128  # that a student's process may start
ORDINARY = 0.008  # seconds of `slowness`' loop on a laptop of 2015
LONGEST_PRINTED = 20_000  # characters that a call may print


class TookTooLong(BaseException):
    """Raised in code that has used up its time; no `Exception`, so that ``except Exception`` lets it pass."""


class WaitedTooLong(TookTooLong):
    """The same, where hardly anything was computed."""


class StartedTooMany(TookTooLong):
    """The same, for processes in place of time."""


@functools.cache
def slowness():
    """How many times as long as an ordinary laptop this machine takes, at least 1."""

    def loop():
        start = time.process_time()
        sum(k * k for k in range(100_000))
        return time.process_time() - start

    return max(1.0, min(loop() for _ in range(3)) / ORDINARY)


class Spent:
    """What a process has computed and waited for since this was made; seen from outside, with all that it started.
    computed is seconds of processor time and processes their number, both as of the last call of `seconds`. Time in
    which it would have computed, had others not been at work, is neither computed nor waited. For another process, by
    its pid, only Linux tells it (`/proc`): elsewhere all is waiting."""

    def __init__(self, pid=None):
        self.pid, self.computed, self.processes = pid, 0.0, 1
        self.start, self.before = time.monotonic(), self._told()

    def seconds(self):
        """Seconds of computing, and a small part of those of waiting."""
        passed, told = time.monotonic() - self.start, self._told()
        self.computed = max(self.computed, told[0] - self.before[0])
        return (
            self.computed
            + max(passed - self.computed - max(told[1] - self.before[1], 0), 0) / WAITED_PER_SECOND
        )

    def fault(self, seconds):
        """The exception for who has spent more than so many seconds, else None."""
        spent = self.seconds()
        if self.processes > MOST_PROCESSES:
            return StartedTooMany
        return None if spent < seconds else TookTooLong if self.computed >= spent / 2 else WaitedTooLong

    def _told(self):
        """Seconds that were computed, and those in which others did."""
        if self.pid is None:
            return time.process_time(), _delayed("self")
        told = [(_computed(pid), _delayed(pid)) for pid in family_of(self.pid)]
        self.processes = len(told)
        return tuple(map(sum, zip(*told, strict=True)))


def family_of(pid):
    """Numbers of a process and of those that it has started, for a sandbox is a process around another."""
    found = [pid]
    with contextlib.suppress(OSError):  # it has ended, or the system does not tell
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += family_of(int(child))
    return found


def marked(mark):
    """Numbers of the processes that began with a word in their environment, whoever is their parent by now."""
    found = []
    for place in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):  # it has ended, or is somebody else's
            if mark.encode() in place.read_bytes():
                found.append(int(place.parent.name))
    return found


def _computed(pid):
    """Seconds that a process has computed, and those for which it has waited until they ended."""
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def _delayed(pid):
    """Seconds that the threads of a process were ready to compute and were not let."""
    delayed = 0.0
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            delayed += int((task / "schedstat").read_text().split()[1]) / 1e9
    return delayed


class Clock:
    """Seconds of computing that several calls may take together, and more of waiting.
    seconds are of an ordinary machine; begun, whether a call was made before, for only the first may print"""

    def __init__(self, seconds, begun=False):
        self.seconds = self.left = seconds * slowness()
        self.begun = begun

    @contextlib.contextmanager
    def running(self):
        """Let the time run while the block does; `TookTooLong` when it is used up."""
        self.begun = True
        with self.counting(), time_limit(max(self.left, 0.01)):
            yield

    @contextlib.contextmanager
    def counting(self, pid=None):
        """Let the time run while the block does, which sees to its end by itself; that of another process, if given."""
        spent = Spent(pid)
        try:
            yield spent
        finally:
            self.left -= spent.seconds()


class MemoryPeak:
    """Context manager that measures the memory of its block: arrays and Python objects, not what LAPACK takes inside.
    size, bytes that the block held at most beyond what was there before it; 0 until it ends"""

    def __init__(self):
        self.size = 0

    def __enter__(self):
        self.was_on = tracemalloc.is_tracing()
        if not self.was_on:
            tracemalloc.start()
        tracemalloc.reset_peak()
        self.before = tracemalloc.get_traced_memory()[0]
        return self

    def __exit__(self, *exception):
        stopped = not tracemalloc.is_tracing()
        self.size = sys.maxsize if stopped else max(0, tracemalloc.get_traced_memory()[1] - self.before)
        if not (self.was_on or stopped):
            tracemalloc.stop()


def time_limit(seconds):
    """Context manager that raises `TookTooLong` in its block after some seconds of computing, or more of waiting.
    Handlers and timers that were set before are set again afterwards."""
    in_main_thread = threading.current_thread() is threading.main_thread()
    if in_main_thread and hasattr(signal, "setitimer") and signal.getsignal(signal.SIGALRM) is not None:
        return _alarm(seconds)
    return _Watchdog(seconds) if threads_can_start() else contextlib.nullcontext()


@contextlib.contextmanager
def _alarm(seconds):
    armed, spent = True, Spent()

    def ring(signum, frame):
        if armed and (fault := spent.fault(seconds)):
            raise fault

    start, handler = time.monotonic(), signal.signal(signal.SIGALRM, ring)
    remaining, interval = signal.setitimer(signal.ITIMER_REAL, seconds, min(seconds, REPEAT))
    try:
        yield
    finally:
        try:
            armed = False
        finally:  # an alarm that rings while the line above runs does not keep these from running
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, handler)
            if remaining:
                left = remaining - (time.monotonic() - start)
                signal.setitimer(signal.ITIMER_REAL, max(left, 1e-3), interval)


class _Watchdog:
    """The same from a second thread, where no alarm can be set."""

    def __init__(self, seconds):
        self.seconds = seconds
        self.watched = ctypes.c_ulong(threading.get_ident())
        self.ended = threading.Event()
        self.lock = threading.Lock()
        self.thread = threading.Thread(target=self._watch, daemon=True)
        self.spent = Spent()

    def __enter__(self):
        self.thread.start()

    def __exit__(self, *exception):
        while True:
            try:
                return self._end()
            except TookTooLong:  # it came a moment late
                pass

    def _end(self):
        with self.lock:
            self.ended.set()
        # What is on its way arrives in this loop. Taking it back would leave Python 3.11 looking out for it for good,
        # and a profiler or a debugger would then never get past the next call.
        for _ in range(3):
            pass

    def _watch(self):
        wait = self.seconds
        while not self.ended.wait(wait):
            with self.lock:
                if not self.ended.is_set() and (fault := self.spent.fault(self.seconds)):
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(self.watched, ctypes.py_object(fault))
            wait = min(self.seconds, REPEAT)


class _ShortStream:
    """A stream that passes on what is printed, up to a length."""

    def __init__(self, stream, left):
        self._stream, self._left = stream, left

    def write(self, text):
        """Write a text, or as much of it as there is room for; say once that the rest is left out."""
        if self._left > 0:
            self._stream.write(text[: self._left])
            if len(text) > self._left:
                self._stream.write("\n… what else was printed is left out\n")
            self._left -= len(text)
        return len(text)

    def __getattr__(self, name):
        return getattr(self._stream, name)


@contextlib.contextmanager
def few_words(most=LONGEST_PRINTED):
    """Show the beginning of what the block prints, and give the notebook its streams back, whatever it did to them."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (stream and _ShortStream(stream, most) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


@contextlib.contextmanager
def no_exit():
    """Turn `exit()` and `quit()`, which end the kernel of a notebook, into a `SystemExit` that can be caught."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is None:
        yield
        return

    def leave():
        raise SystemExit("exit() was called")

    before = vars(shell).get("ask_exit")
    shell.ask_exit = leave
    try:
        yield
    finally:
        if before is None:
            vars(shell).pop("ask_exit", None)
        else:
            shell.ask_exit = before


@contextlib.contextmanager
def same_folder():
    """Come back to the folder in which the block began, wherever it went."""
    before = os.getcwd()
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # the folder was deleted
            os.chdir(before)


@contextlib.contextmanager
def refused(names):
    """Let functions of the library say that they are what the block has to do without, by whatever name it has them.
    names such as "kernelsy19.ridge.primal_from_dual"
    """
    with contextlib.ExitStack() as undo:
        for name in names:
            module, _, short = name.rpartition(".")
            function = inspect.unwrap(getattr(importlib.import_module(module), short))
            said = f"this exercise asks for what `{short}` of the library does: compute it yourself"
            found = {}
            code = f"def refuse(*arguments, **options): raise PermissionError({said!r})"
            exec(compile(code, "<kernelsy19>", "exec"), found)
            undo.callback(setattr, function, "__code__", function.__code__)
            function.__code__ = found["refuse"].__code__
        yield


@contextlib.contextmanager
def undisturbed():
    """Compute as if nobody had called `np.seterr` or turned warnings into errors, and without a warning."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield
