"""Run README's example of the library, and the library's tests, in a copy of the repository without the course.

python tools/library_alone.py                 all tests of tests/kernelsy19
python tools/library_alone.py --collect-only  options and paths for pytest
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("kernelsy19", "tools", "tests/kernelsy19", "pyproject.toml", "README.md", "DATA.md")
# An editable installation leads to a repository, and so to a course.
ALONE = """
import sys
from pathlib import Path

sys.path = [place for place in sys.path if not Path(place, "kernelcourse", "__init__.py").is_file()]
"""
# What the conftest of all tests does, without what compares notebooks.
SET_UP = "import os\nfrom worlds import environment\nos.environ.update(environment())\n"
PYTEST = ["-m", "pytest", "-p", "alone", "-p", "no:cacheprovider", "-q"]
GONE = """
import alone, kernelsy19
try:
    from kernelcourse import check
except ImportError:
    print("no course beside", kernelsy19.__file__)
else:
    raise SystemExit(f"the course is still there: {check.__code__.co_filename}")
"""


def copy_without_course(folder):
    """Copy the library, its tests and what they need.
    folder: Path"""
    beside = {*(ROOT / "tests").glob("*.py")} - {*(ROOT / "tests").glob("test_*.py")}
    for old in (*map(ROOT.joinpath, COPIED), *beside):
        new = folder / old.relative_to(ROOT)
        new.parent.mkdir(parents=True, exist_ok=True)
        if old.is_dir():
            shutil.copytree(old, new, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(old, new)
    (folder / "alone.py").write_text(ALONE, encoding="utf-8")
    (folder / "conftest.py").write_text(SET_UP, encoding="utf-8")


def example():
    """The example of the library in README."""
    readme = (ROOT / "README.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n(from kernelsy19 import.*?)```", readme, re.DOTALL)
    return code


def main(arguments):
    """Return 0 if all went well without the course."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy_without_course(folder)
        environment = os.environ | {"PYTHONPATH": name}
        for command in (
            ["-c", "\n".join([GONE, example(), "print(model.solution_.duality_gap)"])],
            *([] if arguments else [["-m", "kernelsy19.engine.warmup"]]),  # all tests are for compiled loops
            [*PYTEST, *(arguments or ["tests/kernelsy19"])],
        ):
            done = subprocess.run([sys.executable, *command], cwd=folder, env=environment, check=False)
            if done.returncode:
                return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
