"""Without numba the package does all that it does with numba: a fresh Python runs everything, and the answers agree."""

import functools
import json
import os
import subprocess
import sys
from pathlib import Path

import every_solver
import numpy as np
import pytest

from kernelsy19 import ball
from kernelsy19.datasets import pima
from kernelsy19.engine import compilation, rbf_loop, smo_loop
from kernelsy19.engine.compilation import compiled_loops_work
from kernelsy19.kernels import RBF

TESTS = Path(__file__).resolve().parents[2]
WITHOUT_JIT = {"NUMBA_DISABLE_JIT": "1"}


def run(*arguments, **environment):
    outcome = subprocess.run(
        [sys.executable, *map(str, arguments)],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stderr
    return outcome


@functools.cache
def with_numba(sizes):
    """What this Python answers, and proof that its loops are compiled."""
    assert compiled_loops_work()
    found = dict(every_solver.answers(sizes))
    loops = rbf_loop.rows, rbf_loop.sums, rbf_loop.exponentials_less, smo_loop.run
    assert all(loop.signatures for loop in loops)
    assert every_solver.MANY**2 > 2**18 > every_solver.FEW * every_solver.MANY
    return found


@pytest.mark.parametrize(
    ("arguments", "environment", "reason"),
    [
        (["blocked"], {}, "numba cannot be imported"),
        pytest.param(["blocked", "all"], {}, "numba cannot be imported", marks=pytest.mark.night),
        pytest.param(["all"], WITHOUT_JIT, "NUMBA_DISABLE_JIT is set", marks=pytest.mark.night),
    ],
    ids=["some, no numba", "all, no numba", "no just-in-time compiler"],
)
def test_every_solver_has_the_same_answers_without_numba(arguments, environment, reason, tmp_path):
    outcome = run(TESTS / "every_solver.py", tmp_path / "answers.npz", *arguments, **environment)
    ((category, message),) = json.loads(outcome.stdout)  # one warning, for all that was done
    assert category == "UserWarning" and message.startswith(reason)
    assert "take longer and more memory" in message
    found = np.load(tmp_path / "answers.npz")
    answers = with_numba(every_solver.EVERY if "all" in arguments else every_solver.SOME)
    assert sorted(found.files) == sorted(answers) and len(answers) > 400
    for name, expected in answers.items():
        # Entries in float32 are rounded to 6e-8, and objectives are solved to 1e-12 of the variance.
        scale = np.abs(expected[np.isfinite(expected)]).max(initial=0.0)
        np.testing.assert_allclose(found[name], expected, rtol=0, atol=1e-6 * scale, err_msg=name)


def test_a_numba_that_does_not_load_its_library_is_no_numba(tmp_path):
    broken = "raise OSError('Could not find/load shared object file')"
    (tmp_path / "numba.py").write_text(broken, encoding="utf-8")
    program = (
        "from kernelsy19.engine.compilation import compiled_loops_work as work; print(work(), work());"
        "from kernelsy19 import ball; print(ball.solve_dual([[1.0, 0.5], [0.5, 1.0]], 0.5).path)"
    )
    path = os.pathsep.join([str(tmp_path), str(TESTS.parent)])
    outcome = run("-c", program, PYTHONPATH=path)
    assert outcome.stdout.split() == ["False", "False", "plain"]
    assert outcome.stderr.count("Could not find/load shared object file") == 1


def test_there_is_nothing_to_warm_up_and_the_engine_says_what_it_is():
    outcome = run("-m", "kernelsy19.engine.warmup", **WITHOUT_JIT)
    assert outcome.stderr.count("NUMBA_DISABLE_JIT is set") == 1
    program = (
        "from kernelsy19.engine import smo\n"
        "try: smo.solve_qp([[2.0, 0.0], [0.0, 1.0]], [0.0, 0.0], delta=1.0, upper=1.0)\n"
        "except RuntimeError as error: print(error)"
    )
    assert "take `ball.smo_steps`" in run("-c", program, **WITHOUT_JIT).stdout


def test_importing_the_package_does_not_say_a_word():
    program = "import kernelsy19.ball, kernelsy19.pca, kernelsy19.density, kernelsy19.kernel_cmeans"
    assert run("-W", "error", "-c", program, **WITHOUT_JIT).stderr == ""


STOPPED = """
import sys
import numpy as np
from kernelsy19 import ball
from kernelsy19.kernels import RBF

class Stop:
    seen = 0

    def find_spec(self, name, path=None, target=None):
        Stop.seen += name.startswith(("numba", "llvmlite"))
        if Stop.seen == {module}:
            Stop.seen += 1
            raise KeyboardInterrupt

def stop(frame, event, argument):
    if event == "call" and frame.f_code.co_name == {function!r}:
        sys.setprofile(None)
        raise KeyboardInterrupt

def fit():
    X = np.random.default_rng(0).normal(size=(600, 2))
    print(ball.solve_dual(RBF(1.0).gram(X), 0.2).converged)

sys.meta_path.insert(0, Stop())
if {function!r}:
    sys.setprofile(stop)
try:
    {begun}
except KeyboardInterrupt:
    fit()
"""


@pytest.mark.parametrize(
    ("begun", "module", "function"),
    [
        ("fit()", 40, ""),
        ("fit()", 150, ""),
        ("fit()", -1, "make_attribute_wrapper"),  # after numba's import, which is not the last of it
        ("import numba", 60, ""),
    ],
)
def test_a_first_fit_that_is_stopped_while_numba_is_imported_spoils_no_later_one(begun, module, function):
    program = STOPPED.format(begun=begun, module=module, function=function)
    assert run("-c", program, PYTHONPATH=str(TESTS.parent)).stdout.split() == ["True"]


# ---- where the machine code lies ------------------------------------------------------------------

ONE = """
from kernelsy19.engine.compilation import compiled

@compiled()
def one_more(x):
    return x + 1
"""
ASKED = "import loops; loops.one_more(1); s = loops.one_more.stats; print(s.cache_path, sum(s.cache_hits.values()))"


@pytest.fixture
def nowhere(tmp_path):
    """A module beside which nothing can be written, and the settings of a user without a home."""
    (tmp_path / "loops.py").write_text(ONE, encoding="utf-8")
    (tmp_path / "__pycache__").touch()
    (tmp_path / "temporary").mkdir()
    path = os.pathsep.join([str(tmp_path), str(TESTS.parent)])
    no_home = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"), os.devnull)
    no_home |= {"NUMBA_CACHE_DIR": "", "TMPDIR": str(tmp_path / "temporary")}
    return no_home | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}


posix = pytest.mark.skipif(os.name == "nt", reason="folders of Windows have no mode")


@posix
def test_without_any_other_place_machine_code_is_kept_among_temporary_files(nowhere):
    (first, *compiled), (second, *found) = (run("-c", ASKED, **nowhere).stdout.split() for _ in range(2))
    folder = Path(first).parent
    assert first == second and folder.parent == Path(nowhere["TMPDIR"])
    assert (compiled, found) == (["0"], ["1"])
    assert folder.stat().st_mode & 0o777 == 0o700


@posix
@pytest.mark.parametrize("foreign", ["open to others", "a link", "no folder"])
def test_machine_code_that_others_could_have_written_is_not_run(nowhere, foreign):
    place = Path(nowhere["TMPDIR"], f"kernelsy19-{os.getuid()}")
    if foreign == "a link":
        place.symlink_to(place.parent)
    elif foreign == "no folder":
        place.touch()
    else:
        place.mkdir()
        place.chmod(0o777)
    outcome = run("-c", ASKED, **nowhere)
    assert outcome.stdout.split() == ["None", "0"]
    assert outcome.stderr.count("Set NUMBA_CACHE_DIR to a folder that can be written") == 1
    assert not (place.is_dir() and [path for path in place.iterdir() if "loops" in path.name])


def test_a_first_small_fit_does_not_wait_for_the_compiler(tmp_path, monkeypatch, capsys):
    mark, begun = tmp_path / "compiled", []
    assert (
        len(pima()) < compilation.WITHOUT_LOOPS_UP_TO
    )  # the largest data of a lesson that is solved at once
    monkeypatch.setattr(compilation, "compiled_before", lambda: mark)
    monkeypatch.setattr(compilation, "_compiling_elsewhere", lambda: begun.append(1) or begun)
    compilation._say_what_is_waited_for.cache_clear()
    X = np.random.default_rng(0).normal(size=(60, 2))
    assert ball.solve_dual(RBF(1.0).gram(X), 0.2).path == "plain" and begun
    assert compilation.loops_pay(compilation.WITHOUT_LOOPS_UP_TO + 1) and "once" in capsys.readouterr().err
    mark.touch()
    assert ball.solve_dual(RBF(1.0).gram(X), 0.2).path != "plain"


def test_nor_does_it_where_somebody_else_installed_the_package(tmp_path, monkeypatch):
    """Where nothing can be written beside the loops, the note that they are compiled lies where one can."""
    from numba import config

    allowed, begun = compilation.os.access, []
    package = Path(compilation.__file__).parent
    monkeypatch.setattr(config, "CACHE_DIR", "")
    monkeypatch.setattr(
        compilation.os, "access", lambda path, mode: Path(path) != package and allowed(path, mode)
    )
    monkeypatch.setattr(compilation, "place_of_last_resort", lambda: str(tmp_path))
    monkeypatch.setattr(compilation, "_compiling_elsewhere", lambda: begun.append(1) or begun)
    compilation.compiled_before.cache_clear()
    assert not compilation.loops_pay(10) and begun
    compilation.compiled_before().parent.mkdir()
    compilation.compiled_before().touch()
    assert tmp_path in compilation.compiled_before().parents and compilation.loops_pay(10)
    compilation.compiled_before.cache_clear()


def test_what_numba_keeps_elsewhere_is_marked_there(tmp_path, monkeypatch):
    from numba import config

    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path / "loops"))
    monkeypatch.setattr(compilation, "_compiling_elsewhere", lambda: True)
    mark = compilation.compiled_before.__wrapped__()
    monkeypatch.setattr(compilation, "compiled_before", lambda: mark)
    assert mark.parent == tmp_path / "loops" and not compilation.loops_pay(10)
    mark.parent.mkdir()
    assert not compilation.loops_pay(10)
    mark.touch()
    assert compilation.loops_pay(10)


def test_where_there_are_no_processes_it_waits(tmp_path, monkeypatch):
    def none(*arguments, **options):
        raise OSError("no processes")

    monkeypatch.setattr(compilation, "compiled_before", lambda: tmp_path / "compiled")
    monkeypatch.setattr(compilation.subprocess, "Popen", none)
    compilation._compiling_elsewhere.cache_clear()
    assert compilation.loops_pay(10)
    compilation._compiling_elsewhere.cache_clear()
