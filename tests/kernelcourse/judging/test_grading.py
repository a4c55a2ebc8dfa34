"""Grading in two processes: what crosses between them, and what a student's process can and cannot do."""

import base64
import contextlib
import io
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import nbformat
import numpy as np
import pytest
from nbgrader.utils import determine_grade

from kernelcourse.judging import exercises, grading, runner
from kernelcourse.judging.answers import describe
from kernelcourse.judging.answers_as_text import (
    decode,
    encode,
    read_frame,
    read_json,
    write_frame,
    write_json,
)
from kernelcourse.judging.autograde import _output
from kernelcourse.judging.grading import Judge, NotGraded, StandIn, parse_check
from kernelcourse.judging.limits import Clock, marked
from kernelsy19.engine.warmup import compiled_files

# ---- what crosses ----------------------------------------------------------------------------------


def sent(write, content):
    """A stream that begins with what was written to it."""
    stream = io.BytesIO()
    write(stream, content)
    stream.seek(0)
    return stream


@pytest.mark.parametrize(
    "value",
    [
        None,
        ...,
        True,
        "νn",
        3,
        2.5,
        1 + 2j,
        np.float32(0.1),
        np.arange(6).reshape(2, 3),
        np.array([True, False]),
        np.array([0.1, np.nan, np.inf]),
        np.array("text"),
        (1.5, [np.ones(2), "a"], ()),
        [],
    ],
)
def test_answers_cross_as_they_are(value):
    back = decode(read_json(sent(write_json, encode(value))))
    assert type(back) is type(value) or (np.ndim(value) == 0 and np.ndim(back) == 0)
    np.testing.assert_equal(back, value)


def test_what_is_no_plain_answer_crosses_as_its_type():
    class Answer:
        pass

    loop = []
    loop.append(loop)
    for value, name in [
        (Answer(), "Answer"),
        ({1: 2}, "dict"),
        (np.array([None]), "ndarray of Python objects"),
        (print, "builtin_function_or_method"),
    ]:
        assert describe(decode(encode(value))) == f"an object of type {name}"
    assert isinstance(decode(encode(loop)), list)
    assert decode(encode(Fraction(1, 2))) == 0.5
    assert decode(encode(range(3))) == [0, 1, 2]
    np.testing.assert_array_equal(decode(encode(np.array([Fraction(1, 4), 2]))), [0.25, 2.0])


def test_nothing_is_unpickled_that_a_student_sends():
    with pytest.raises(ValueError, match="allow_pickle=False"):
        decode(as_message(sent(np.save, np.array([print], dtype=object))))
    with pytest.raises(ValueError, match="no answer is of the kind"):
        decode({"kind": "pickle", "value": ""})


def as_message(stream):
    return {"kind": "array", "value": base64.b64encode(stream.getvalue()).decode()}


def test_what_is_absurd_is_said():
    """A header that promises 8 TB, lists in lists, and brackets without end."""
    header = {"descr": "<f8", "fortran_order": False, "shape": (10**12,)}
    with pytest.raises(ValueError, match="as large as it says"):
        decode(as_message(sent(np.lib.format.write_array_header_1_0, header)))
    deep = {"kind": "none"}
    for _ in range(3000):
        deep = {"kind": "list", "value": [deep]}
    with pytest.raises(ValueError, match="no answer is of the kind 'list'"):
        decode(deep)
    with pytest.raises(ValueError, match="nested so deeply"):
        read_json(sent(write_frame, b"[" * 200_000))


def test_broken_messages_are_errors():
    for content in (b"", (9).to_bytes(8, "big") + b"short"):
        with pytest.raises(EOFError):
            read_frame(io.BytesIO(content))
    with pytest.raises(ValueError, match="at most"):
        read_frame(io.BytesIO(b"\xff" * 8))
    for content in (b"[1]", b"{"):
        with pytest.raises(ValueError):
            read_json(sent(write_frame, content))


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('check("03.1", f)', ("03.1", "f")),
        ("from a import check\ncheck('03.5', (40, 41))\n", ("03.5", "(40, 41)")),
        ('x = check("03.1", lambda a: a)', ("03.1", "lambda a: a")),
        ("f(3)", None),
        ("check(key, f)", None),
        ('check("03.1")', None),
        ("%matplotlib inline", None),
    ],
)
def test_what_a_cell_checks(source, found):
    assert parse_check(source) == found
    assert found is None or parse_check(source, "99.9") is None


# ---- the student's process, looked at from inside --------------------------------------------------


class Shell:
    """As much of IPython as `Runner` needs."""

    def __init__(self):
        self.user_ns = {}

    def run_cell(self, cell, **options):
        try:
            exec(compile(cell, "<ipython-input-1>", "exec"), self.user_ns)
        except Exception as error:
            return SimpleNamespace(error_before_exec=None, error_in_exec=error)
        return SimpleNamespace(error_before_exec=None, error_in_exec=None)


def test_a_runner_runs_cells_and_calls_functions():
    made = runner.Runner(Shell())
    told = made.run(["def f(x):\n    x[0] = 1\n    return {2}", "1 / 0", "exit()", "y = [1, 2.5]", "z"], 5.0)
    assert told == {"failed": "ZeroDivisionError: division by zero"}
    assert made.get("f", 5.0) == {"callable": True, "name": "f"}
    said = made.call((np.zeros(2),), 5.0)
    assert said["changed"] == [True] and said["error"] == ""
    assert decode(said["answer"]).__class__.__name__ == "set"
    assert made.call((1, 2), 5.0)["misfit"] == "(x)"
    assert made.call((3,), 5.0)["error"] == "TypeError"
    assert made.call((3,), 5.0)["location"][0][0] == "in line 2 of its cell, in f"
    assert decode(made.get("y", 5.0)["value"]) == [1, 2.5]
    assert made.get("z", 5.0) == {"error": "NameError", "text": "name 'z' is not defined"}


# ---- both processes --------------------------------------------------------------------------------

CELLS = [
    "import numpy as np",
    "%matplotlib inline\nimport matplotlib.pyplot as plt\nplt.plot([1, 2])\nbounds = np.array([40, 41])",
    "def right(c, alpha, Phi):\n    print('on stdout')\n    return list(2 * c * alpha.sum() - 2 * alpha @ Phi)",
    "def half(c, alpha, Phi):\n    return c * alpha.sum() - alpha @ Phi",
    "def changes(c, alpha, Phi):\n    c *= 2\n    return c * alpha.sum() - 2 * alpha @ Phi",
    "def raises(c, alpha, Phi):\n    helped = 1\n    return helped / 0",
    "def stub(c, alpha, Phi):\n    raise NotImplementedError",
    "def left(c, alpha, Phi):\n    raise NotImplementedError\n    return c",
    "def asks(c, alpha, Phi):\n    from kernelcourse.ball.checks import ex_03_02\n    return ex_03_02.solve",
    "def ends(c, alpha, Phi):\n    import os\n    os._exit(1)",
    "def loops(c, alpha, Phi):\n    while True:\n        pass",
    "import signal\ndef clings(c, alpha, Phi):\n    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])\n"
    "    signal.pause()",
    "def other(c):\n    return c",
    "from kernelcourse import check\nassert check('03.2', stub) is None\nchecked = 1",
    "import os\nwhere = tuple(sorted(n for n in os.environ if 'KERNELSY19' in n or 'NBGRADER' in n))",
]


@pytest.fixture(scope="module")
def judge():
    with Judge(exercises.find_exercise, exercises.seed_of("test")) as made:
        made.run(CELLS[:2])
        made.run(CELLS[2:])
        yield made


@pytest.mark.parametrize(
    ("expression", "status", "said"),
    [
        ("right", "right", "Certificate on 3 problems"),
        ("lambda *a: right(*a)", "right", "Certificate"),
        ("half", "wrong", "A factor is missing"),
        ("changes", "wrong", "changes its argument `c` in place"),
        ("raises", "raised", "`ZeroDivisionError`: `division by zero`"),
        ("stub", "not attempted", "Write the function"),
        ("left", "raised", "is still there"),
        ("asks", "raised", "No module named 'kernelcourse.ball.checks'"),
        ("other", "wrong", "Expected a function of `(c, alpha, Phi)`, got one of `(c)`."),
        ("bounds", "wrong", "Hand in the function itself"),
        ("nowhere", "wrong", "name 'nowhere' is not defined"),
        ("checked + where", "wrong", "unsupported operand"),
        ("...", "not attempted", "Write the function"),
    ],
)
def test_a_judge_says_what_a_check_says(judge, expression, status, said):
    result = judge.check("03.2", expression)
    assert (result.status, said in result.message) == (status, True), result


def test_the_line_that_raised_is_told(judge):
    assert "in line 3 of its cell, in raises:\n  return helped / 0" in judge.check("03.2", "raises").details


def test_a_value_is_judged(judge):
    assert judge.check("03.5", "bounds").passed
    assert judge.check("03.5", "bounds[::-1]").message.startswith("The two are the wrong way round")
    assert judge.check("03.5", "where").message == "Expected a tuple of 2, got a tuple of 0."


def test_a_process_that_ends_itself_is_started_again(judge):
    assert "the process that runs it has ended" in judge.check("03.2", "ends").message
    assert judge.check("03.2", "right").passed


def test_a_cell_that_ends_its_process_costs_what_comes_after_it():
    with Judge(exercises.find_exercise, exercises.seed_of("test")) as made:
        made.run([CELLS[0], CELLS[2]])
        assert made.check("03.2", "right").passed
        made.run(["import os\nos._exit(0)"])
        made.run(["x = 1"])
        assert "the process that runs it has ended" in made.check("03.2", "right").message


@pytest.mark.parametrize(
    ("above", "said"),
    [
        ("import not_there\nimport numpy as np", "ModuleNotFoundError: No module named 'not_there'"),
        ("import numpy as np\nn = = 3", "SyntaxError: invalid syntax"),
    ],
)
def test_a_name_that_is_missing_is_told_with_what_failed_above(above, said):
    with Judge(exercises.find_exercise, exercises.seed_of("test")) as made:
        made.run([above, "def f(c, alpha, Phi):\n    return np.zeros(3)"])
        for expression in ("f", "g"):
            assert f"a cell above ended with {said}" in made.check("03.2", expression).message


def test_what_is_compiled_elsewhere_is_there_for_a_student(tmp_path):
    """Else it would be compiled once more, in the student's time."""
    program = f"""
import shutil
from pathlib import Path
from kernelsy19.engine import compilation, smo_loop, warmup
elsewhere = Path(smo_loop.run.stats.cache_path)
assert {str(tmp_path)!r} in str(elsewhere)
elsewhere.mkdir(parents=True, exist_ok=True)
for path in {[str(path) for path in compiled_files()]}:
    shutil.copy2(path, elsewhere)
compilation.compiled_before().touch()
from kernelcourse.judging import exercises, grading, limits
with grading.Judge(exercises.find_exercise, 0) as judge:
    judge.run(["from kernelsy19.engine import smo_loop, warmup; warmup.warm_up()"])
    judge.check("03.5", "1")
    stats = "[*smo_loop.run.stats.cache_hits.values()], [*smo_loop.run.stats.cache_misses.values()]"
    print(judge._ask(limits.Clock(60), "get", f"str(({{stats}}))", 60)["value"])
"""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert done.returncode == 0 and "([1, 1], [])" in done.stdout, done


def test_an_unknown_key_is_an_error(judge):
    with pytest.raises(ValueError, match=r"got '03\.99'"):
        judge.check("03.99", "right")


def test_loops_are_stopped_or_their_process_is(judge, monkeypatch):
    monkeypatch.setattr(exercises, "TIME_LIMIT", 0.5)
    result = judge.check("03.2", "loops")
    assert result.status == "stopped"
    assert "in loops:" in result.details
    with monkeypatch.context() as hurried:
        hurried.setattr(grading, "GRACE", 0.3)
        assert judge.check("03.2", "clings").status == "stopped"
    assert judge.check("03.2", "right").passed


def test_a_function_of_the_other_process_cannot_be_called_here():
    with pytest.raises(TypeError):
        StandIn("f")(1)


needs_proc = pytest.mark.skipif(not grading.TELLS, reason="only Linux tells what another process computes")
BUSY = "import time\nwhile time.process_time() < 0.3:\n    pass\n"
AROUND = f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {BUSY + 'print(1, flush=True), input()'!r}])"


@needs_proc
@pytest.mark.parametrize("program", [BUSY, AROUND], ids=["itself", "a child that lives"])
def test_the_clock_counts_what_another_process_computes(program):
    clock = Clock(1.0)
    program = f"input()\n{program}\nprint(1, flush=True), input()"
    process = subprocess.Popen([sys.executable, "-c", program], stdin=-1, stdout=-1)
    with process:
        with clock.counting(process.pid) as spent:
            process.stdin.write(b"\n")
            process.stdin.flush()
            process.stdout.readline()
        assert spent.computed > 0.25 and clock.left < clock.seconds - 0.25
        process.stdin.write(b"\n\n")


def test_a_part_that_is_right_earns_its_points_with_nbgrader(judge):
    cost = "lambda R2, c, Phi, nu: (0.0, np.maximum(0, ((Phi - c) ** 2).sum(axis=1) - R2))"
    output = _output(judge.check("03.1", cost), of=3)
    notes = {"grade": True, "solution": False, "points": 3}
    cell = nbformat.v4.new_code_cell(outputs=[output], metadata={"nbgrader": notes})
    assert determine_grade(cell) == (1.5, 3)
    assert output.metadata["said"].startswith("50% of the parts are right. ")


# ---- a busy machine, and what does not end -----------------------------------------------------------

SLOW_IMPORT = """
import importlib, sys, time
kept = importlib.import_module
def slow(name, *rest):
    if name == "kernelsy19.ridge" and name not in sys.modules:
        start = time.process_time()
        while time.process_time() < start + 1.0:
            pass
    return kept(name, *rest)
importlib.import_module = slow
"""
RIDGE = "def f(X, y, lam):\n    return X.T @ np.linalg.solve(X @ X.T + lam * np.eye(len(X)), y)"


def test_what_the_machine_imports_costs_a_student_nothing(monkeypatch):
    """An import of what is forbidden that computes longer than the calls may."""
    monkeypatch.setattr(exercises, "TIME_LIMIT", 0.3)
    monkeypatch.setattr(grading, "GRACE", 0.3)
    with Judge(exercises.find_exercise, 1) as judge:
        judge.run([CELLS[0] + SLOW_IMPORT, RIDGE])
        assert judge.check("10.2", "f").passed


ENDLESS = {
    "while": "while True:\n        pass",
    "while that catches": "import time\n    while True:\n        try:\n            while True:\n                pass\n"
    "        except BaseException:\n            pass",
    "sleep": "import time\n    time.sleep(10**6)",
    "deadlock": "import threading\n    lock = threading.Lock()\n    lock.acquire()\n    lock.acquire()",
    "child that computes": "import os\n    if not os.fork():\n        while True:\n            pass\n    os.wait()",
    "fork without end": "import os, time\n    while True:\n        if not os.fork():\n            time.sleep(60)\n"
    "            os._exit(0)\n        time.sleep(0.001)",
    "fork that outlives": "import os, time\n    if os.fork():\n        os._exit(0)\n    time.sleep(10**6)",
    "fork that answers": "import os, time\n    if os.fork():\n        os._exit(0)\n    time.sleep(1)\n"
    + RIDGE.partition("\n")[2],
}


@needs_proc
@pytest.mark.parametrize("name", ENDLESS)
def test_what_does_not_end_neither_passes_nor_hangs(monkeypatch, name):
    # Processes are counted before the time is over, however slowly they start.
    monkeypatch.setattr(exercises, "TIME_LIMIT", 60 if name == "fork without end" else 0.5)
    monkeypatch.setattr(grading, "GRACE", 0.5)
    with Judge(exercises.find_exercise, 1) as judge:
        judge.run([CELLS[0], f"def f(X, y, lam):\n    {ENDLESS[name]}"])
        result = judge.check("10.2", "f")
        assert result.status == ("ended" if "fork that" in name else "stopped"), result
        told = {"sleep": "waiting", "deadlock": "waiting"}.get(name, "computing")
        assert f"seconds of {told}" in result.message or "fork" in name or "child" in name
        assert name != "fork without end" or "started 128 processes" in result.message
        tree = judge._tree
    assert tree and marked(Path(tree.name).name) == []  # no sleeper, and none that has lost its parent


def test_a_machine_that_starts_nothing_is_no_verdict(tmp_path):
    with Judge(exercises.find_exercise, 1, lambda tree: ["false"]) as judge, pytest.raises(NotGraded):
        judge.check("03.5", "(40, 41)")


@needs_proc
def test_who_waits_for_a_processor_is_not_counted():
    """Five others compute on the same processor, so that a second of computing takes six by the clock."""
    program = "import os\nos.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"
    busy = [sys.executable, "-c", f"{program}print(flush=True)\nwhile True: pass"]
    slow = RIDGE.replace(
        "return",
        "start = time.process_time()\n    while time.process_time() < start + 0.1:\n        pass\n    return",
    )
    with contextlib.ExitStack() as others, Judge(exercises.find_exercise, 1) as judge:
        judge.run([CELLS[0] + "\nimport time\n" + program, slow])
        clocks, attempt = [], judge._attempt

        def beside_others(function, arguments, clock, *rest):
            while len(clocks) < 5:
                clocks.append(clock)
                process = others.enter_context(subprocess.Popen(busy, stdout=-1))
                others.callback(process.kill)
                process.stdout.readline()
            return attempt(function, arguments, clock, *rest)

        judge._attempt = beside_others
        assert judge.check("10.2", "f").passed
        assert clocks[0].seconds - clocks[0].left < 2.5
