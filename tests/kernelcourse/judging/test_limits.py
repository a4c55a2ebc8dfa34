"""Time limits and exits: what is stopped, and that everything is as before afterwards."""

import signal
import subprocess
import sys
import threading
import time
import tracemalloc
from concurrent import futures
from types import SimpleNamespace

import numpy as np
import pytest

from kernelcourse.judging.limits import (
    Clock,
    MemoryPeak,
    TookTooLong,
    WaitedTooLong,
    few_words,
    no_exit,
    time_limit,
)

needs_alarms = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no alarms")


def spin(seconds=float("inf")):
    start = time.process_time()
    while time.process_time() < start + seconds:
        pass


def in_another_thread(function):
    with futures.ThreadPoolExecutor(1) as pool:
        return pool.submit(function).result()


@pytest.mark.parametrize("where", [lambda function: function(), in_another_thread])
def test_a_loop_is_ended_and_a_short_block_is_not(where):
    def stop():
        with pytest.raises(TookTooLong), time_limit(0.1):
            spin()

    def finish():
        with time_limit(0.1):
            value = sum(range(10))
        time.sleep(0.3)
        return value

    where(stop)
    assert where(finish) == 45
    where(stop)


@pytest.mark.parametrize("where", [lambda function: function(), in_another_thread])
def test_a_loop_that_swallows_the_first_exception_gets_another(where):
    caught = []

    def swallow():
        with pytest.raises(TookTooLong), time_limit(0.05):
            try:
                spin()
            except BaseException as error:
                caught.append(type(error))
            spin()

    where(swallow)
    assert caught == [TookTooLong]


def test_exceptions_and_values_pass():
    for limited in (time_limit(5), Clock(5).running()):
        with pytest.raises(KeyError), limited:
            raise KeyError


@needs_alarms
def test_handler_and_timer_are_as_before():
    rung = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(True))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(TookTooLong), time_limit(0.1):
            spin()
        assert not rung
        time.sleep(0.5)
        assert rung == [True]
        with time_limit(5):
            pass
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@needs_alarms
def test_sleep_is_woken():
    with pytest.raises(WaitedTooLong), time_limit(0.1):
        time.sleep(10**6)


def test_no_thread_is_left():
    def limited():
        with time_limit(5):
            pass

    before = threading.active_count()
    in_another_thread(limited)
    deadline = time.monotonic() + 5
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() <= before


PROFILED = """
import sys, threading
from kernelcourse.judging.limits import TookTooLong, time_limit

def in_time():
    with time_limit(60):
        pass

def too_long():
    try:
        with time_limit(0.05):
            while True:
                pass
    except TookTooLong:
        pass

def call():
    return 1

for limited in (in_time, too_long):
    thread = threading.Thread(target=limited)
    thread.start()
    thread.join()
    sys.setprofile(lambda *event: None)
    for _ in range(100):
        call()
    sys.setprofile(None)
print("all profiled")
"""


def test_a_profiler_runs_after_a_limit_in_another_thread():
    done = subprocess.run([sys.executable, "-c", PROFILED], capture_output=True, text=True, timeout=120)
    assert done.stdout == "all profiled\n", done.stderr


def test_a_clock_runs_over_several_calls():
    clock = Clock(0.3)
    for _ in range(2):
        with clock.running():
            spin(0.05)
    assert 0.09 < clock.seconds - clock.left < 0.25
    with pytest.raises(TookTooLong), clock.running():
        spin()


def test_exit_is_an_exception(monkeypatch):
    class Shell:
        left = False

        def ask_exit(self):
            self.left = True

    shell = Shell()
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    with pytest.raises(SystemExit), no_exit():
        shell.ask_exit()
    assert not shell.left
    shell.ask_exit()
    assert shell.left
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))
    with no_exit():
        pass


class TestMemoryPeak:
    def test_what_a_block_holds_at_most_is_measured(self):
        with MemoryPeak() as peak:
            large = np.ones(400_000)
            del large
        assert 3.2e6 <= peak.size < 3.4e6
        assert not tracemalloc.is_tracing()

    def test_what_was_there_before_does_not_count(self):
        before = np.ones(400_000)
        with MemoryPeak() as peak:
            before.sum()
        assert peak.size < 1e5

    def test_tracing_that_was_on_stays_on(self):
        tracemalloc.start()
        try:
            with MemoryPeak() as peak:
                np.ones(100_000)
            assert tracemalloc.is_tracing() and peak.size >= 8e5
        finally:
            tracemalloc.stop()

    def test_who_switches_the_measurement_off_has_held_more_than_allowed(self):
        with MemoryPeak() as peak:
            tracemalloc.stop()
        assert peak.size == sys.maxsize


def test_few_words_are_shown_and_the_streams_come_back(capsys):
    streams = sys.stdout, sys.stderr
    with few_words(10):
        print("12345")
        print("67890 and more")
        print("this is left out")
        print("also here", file=sys.stderr)
        sys.stdout.flush()
        sys.stdout = sys.stderr = None
    assert (sys.stdout, sys.stderr) == streams
    assert capsys.readouterr() == ("12345\n6789\n… what else was printed is left out\n", "also here\n")
    with pytest.raises(ZeroDivisionError), few_words():
        sys.stdout = None
        1 / 0  # noqa: B018
    assert sys.stdout is streams[0]
