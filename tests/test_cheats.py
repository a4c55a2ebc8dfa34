"""Cheats that earned points once, or might: each is graded as a student's cells are, and earns nothing.

Each defines `cheat`, which is handed in for exercise 10.2. `classroom` and the tests of nbgrader hand in all of them at
once, as the first cell of a notebook.
"""

import dataclasses
import os
import subprocess
import sys

import pytest

from kernelcourse.judging import student_tree
from kernelcourse.judging.exercises import find_exercise, seed_of
from kernelcourse.judging.grading import Judge

HONEST = """
import numpy as np
def honest(X, y, lam):
    return X.T @ np.linalg.solve(X @ X.T + lam * np.eye(len(X)), y)
"""
PRIMAL = "np.linalg.solve(X.T @ X + lam * np.eye(X.shape[1]), X.T @ y)"

CHEATS = {
    "a door that is taken off": """
import sys
sys.meta_path[:] = [finder for finder in sys.meta_path if not type(finder).__module__.startswith("kernel")]
def cheat(*arguments):
    from kernelcourse.judging.exercises import find_exercise
    return find_exercise("10.2").reference(*arguments)
""",
    "the references' file, found beside the library": """
def cheat(*arguments):
    import importlib.util, pathlib, kernelsy19
    place = pathlib.Path(kernelsy19.__file__).resolve().parents[1] / "kernelcourse/ridge/exercises.py"
    spec = importlib.util.spec_from_file_location("borrowed", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.coefficients.reference(*arguments)
""",
    "a check of one's own, and a hidden assignment": """
import os
os.environ.pop("NBGRADER_EXECUTION", None)
import kernelcourse
check = kernelcourse.check = lambda *arguments, **options: None
try:
    import kernelcourse.judging.exercises as exercises
    exercises.NBGRADER, exercises.check = None, check
    exercises.Exercise.judge = lambda self, *arguments, **options: None
except ImportError:
    pass
def cheat(*arguments):
    return 0
""",
    "a patched certificate, judge and AssertionError": """
import builtins
import numpy as np
builtins.AssertionError = type("Nothing", (BaseException,), {})
try:
    import subprocess
    from kernelcourse.judging import certificates, grading
    certificates.Certificate.holds = property(lambda self: True)
    grading.Judge.check = grading.grade_in_fresh_processes = lambda *arguments: None
    subprocess.Popen = None
except ImportError:
    pass
def cheat(X, y, lam):
    return 0 * X[0]
""",
    "a notebook that shows and runs something else": """
import ast
shell = get_ipython()
shell.showtraceback = lambda *arguments, **options: None
class Nothing(ast.NodeTransformer):
    def visit_Call(self, node):
        return ast.Constant(None) if getattr(node.func, "id", "") == "check" else node
shell.ast_transformers.append(Nothing())
shell.input_transformers_post.append(lambda lines: [line for line in lines if "check(" not in line])
def cheat(X, y, lam):
    return 0 * X[0]
""",
    "a package of the same name": """
import os, sys, tempfile
folder = tempfile.mkdtemp()
os.mkdir(folder + "/kernelcourse")
open(folder + "/kernelcourse/__init__.py", "w").write("check = lambda *arguments, **options: None")
sys.path.insert(0, folder)
for name in [name for name in sys.modules if name.startswith("kernelcourse")]:
    del sys.modules[name]
def cheat(X, y, lam):
    return 0 * X[0]
""",
    "an import when it is called": """
def cheat(*arguments):
    from kernelcourse.ridge import exercises
    return exercises.coefficients.reference(*arguments)
""",
    "an array that compares as it likes": """
import numpy as np
class Liar(np.ndarray):
    def __array_ufunc__(self, *arguments, **options):
        return np.zeros(1)
    __eq__ = __abs__ = lambda self, *others: np.zeros(1)
def cheat(X, y, lam):
    return np.full(X.shape[1], 7.0).view(Liar)
""",
    "a reply that says right": """
try:
    from kernelcourse.judging import runner
    said = {"changed": [], "misfit": None, "error": "", "text": "", "location": None, "not_written": False}
    said |= {"endless": False, "memory": 0, "answer": {"kind": "plain", "value": "right"}}
    said |= {"status": "right", "passed": True}
    runner.Runner.call = lambda self, *arguments: said
except ImportError:
    pass
def cheat(X, y, lam):
    return 0 * X[0]
""",
    "frames of its own in the pipe": """
def cheat(X, y, lam):
    import json, os
    said = json.dumps({"status": "right", "passed": True, "answer": {"kind": "none"}}).encode()
    for pipe in range(3, 20):
        try:
            os.write(pipe, len(said).to_bytes(8, "big") + said)
        except OSError:
            pass
    return 0 * X[0]
""",
    "another NumPy, and another way to write numbers": """
import numpy as np
from kernelcourse.judging import answers_as_text, runner
np.linalg.norm = np.abs = lambda x, *a, **k: 0 * np.asarray(x)
np.allclose = lambda *a, **k: True
runner.encode = lambda value, depth=6: answers_as_text.encode(np.zeros(4))
cheat = honest
""",
    "the interrupt of a reader": "def cheat(*arguments):\n    raise KeyboardInterrupt",
    "a function of the library": "from kernelsy19 import ridge\ncheat = ridge.primal_from_dual",
    "a library that no longer refuses": """
from kernelsy19.ridge import primal_from_dual as kept
def cheat(X, y, lam):
    import kernelsy19.ridge
    return kernelsy19.ridge.primal_from_dual(X, y, lam) if len(y) else kept(X, y, lam)
""",
    "memory that is forgotten": f"""
import tracemalloc
def cheat(X, y, lam):
    beta = {PRIMAL}
    tracemalloc.reset_peak()
    return beta
""",
    "frames and the garbage collector": """
def cheat(*arguments):
    import gc, sys
    for depth in range(1, 60):
        try:
            values = list(sys._getframe(depth).f_locals.values())
        except ValueError:
            break
        for value in values + gc.get_objects():
            if hasattr(value, "key") and hasattr(value, "reference"):
                return value.reference(*arguments)
""",
}
ON_LINUX = {"memory that is forgotten"}  # elsewhere the system does not tell another process of it
TOGETHER = "\n".join(
    f"try:\n{''.join('    ' + line + chr(10) for line in source.splitlines() if line)}except Exception:\n    pass"
    for name, source in CHEATS.items()
    if not any(word in source for word in ("honest", "sys.modules", "runner"))
)  # what one patches may break the next; the `cheat` that is left asks for a reference


def without_hints(key):
    """An exercise that does not look for the mistake behind an answer."""
    return dataclasses.replace(find_exercise(key), mistakes=(), same=lambda a, b: True)


def that_forbids_nothing(key):
    """The same, so that a reference which is reached is not refused for what it calls."""
    return dataclasses.replace(without_hints(key), forbids=())


@pytest.mark.parametrize("name", CHEATS)
def test_a_cheat_earns_nothing(name):
    find = without_hints if "of the library" in name or "a library" in name else that_forbids_nothing
    with Judge(find, seed_of("test")) as judge:
        judge.run([HONEST, CHEATS[name]])
        result = judge.check("10.2", "cheat")
        if name not in ON_LINUX or sys.platform == "linux":
            assert result.status in ("wrong", "raised"), result


def test_who_is_honest_is_not_suspected():
    with Judge(find_exercise, 0) as judge:
        judge.run([HONEST])
        for judge.seed in range(3):
            assert judge.check("10.2", "honest").passed


@pytest.mark.skipif(os.name == "nt", reason="a process of Windows is killed in another way")
def test_who_kills_the_judge_leaves_no_verdict():
    program = f"""
from kernelcourse.judging.exercises import find_exercise
from kernelcourse.judging.grading import Judge
with Judge(find_exercise, 1) as judge:
    judge.run([{HONEST!r}, "import os, signal\\nos.kill(os.getppid(), signal.SIGKILL)"])
    print(judge.check("10.2", "honest").status)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode != 0 and "right" not in done.stdout


def test_the_tree_of_a_student_holds_no_file_of_an_exercise(tmp_path):
    """By its text, for a copy under another name would be one, too."""
    student_tree.lay_out(tmp_path)
    files = [path for path in (tmp_path / "kernelcourse").rglob("*") if path.is_file()]
    judging = {path.relative_to(tmp_path).as_posix() for path in files if path.parent.name == "judging"}
    assert judging == {f"kernelcourse/judging/{stem}.py" for stem in student_tree.CARRIERS}
    assert len(files) > 20
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert "reference=" not in text and "Exercise(" not in text and "problems" not in path.stem


def test_a_wheel_is_linked_without_the_course(tmp_path, monkeypatch):
    """Where both packages are installed in one folder, all but the course is led to."""
    installed, tree = tmp_path / "site-packages", tmp_path / "tree"
    for name in ("kernelsy19", "kernelcourse", "other"):
        (installed / name).mkdir(parents=True)
    (installed / "other.py").write_text("x = 1")
    (installed / "hook.pth").write_text("import os")
    monkeypatch.setattr(student_tree.site, "getsitepackages", lambda: [str(installed)])
    monkeypatch.setattr(student_tree.site, "ENABLE_USER_SITE", False)
    tree.mkdir()
    assert student_tree.lay_out(tree) == [str(tree)]
    assert {path.name for path in tree.iterdir()} == {"kernelsy19", "kernelcourse", "other", "other.py"}
    assert not (tree / "kernelcourse" / "ridge" / "exercises.py").exists()
    assert (tree / "kernelsy19" / "ridge" / "solve.py").exists()
