"""What `make` does: set .venv up, and run what stands in it. Where there is no make, as on Windows, call it yourself.

python tools/run.py                  lists the targets, which stand in targets.toml
python tools/run.py test -k ball     what follows a target goes to its last command
"""

import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import time
import tomllib
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from install import PIP, ROOT, environment, install, succeeds

VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STATE = VENV / "set-up.json"  # what was set up, from what
# What a target needs: a lock, and what there is to fetch.
PARTS = {
    "course": ("requirements.lock", "about 190 MB to fetch, 900 MB in .venv"),
    "tests": ("tests/requirements.lock", "about 100 MB to fetch beside the course"),
    "peers": ("benchmarks/requirements.lock", "the libraries to compare with"),
    "site": ("site/requirements.lock", "what builds the site"),
}
TABLE = tomllib.loads(Path(__file__).with_name("targets.toml").read_text(encoding="utf-8"))
TARGETS, LOCKS = TABLE["targets"], TABLE["locks"]
COMPILE = "-m uv pip compile --generate-hashes --no-header --no-emit-index-url --no-strip-extras --quiet {LOCK_OPTIONS}"
TARGETS["lock"]["runs"] = [f"{COMPILE} {asked} --output-file {name}" for name, asked in LOCKS.items()]


class Given(dict):
    """Words by name; what is not given is empty."""

    def __missing__(self, name):
        return ""


def commands(target, given):
    """→ list of lists of str, the words of what a target runs; given: dict, what make or the shell gives"""
    entry = TARGETS[target]
    words = {name: word.format_map(Given(given)) for name, word in TABLE["words"].items()}
    lines = [shlex.split(line.format_map(Given(given | words))) for line in entry.get("runs", [])]
    lines += [[str(path.relative_to(ROOT))] for path in sorted(ROOT.glob(entry.get("each", "no/such")))]
    return lines + [line for other in entry.get("all", []) for line in commands(other, given)]


def set_up(parts):
    """Bring .venv to what the named parts need, from whatever state it is in.
    parts: sequence of str, of `PARTS`"""
    state = json.loads(STATE.read_text(encoding="utf-8")) if STATE.exists() else {}
    # A folder that was moved, a Python that is gone and a set-up that was interrupted begin afresh.
    if state.get("folder") != str(ROOT) or not (PYTHON.exists() and succeeds([PYTHON, "-c", "import pip"])):
        print(f"Creating .venv with {sys.executable}", flush=True)
        if not succeeds([sys.executable, "-m", "venv", "--clear", VENV]):
            sys.exit(1)
        state = {"folder": str(ROOT)}
    steps = {part: (digest(PARTS[part][0]), partial(install, PYTHON, *PARTS[part])) for part in parts}
    engine = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("kernelsy19/engine/*.py"))
    steps["package"] = digest("pyproject.toml"), install_package
    steps["compiled"] = digest(*engine, "requirements.lock"), compile_solver
    for name, (wanted, make) in steps.items():
        if state.get(name) != wanted:
            STATE.unlink(missing_ok=True)
            make()
            state[name] = wanted
            STATE.write_text(json.dumps(state), encoding="utf-8")


def digest(*names):
    """→ str, of what some files hold"""
    return hashlib.sha256(b"\0".join((ROOT / name).read_bytes() for name in names)).hexdigest()


def install_package():
    """Put kernelsy19 into .venv, from its folder."""
    if not succeeds([PYTHON, *PIP, "--quiet", "--no-build-isolation", "--editable", "."]):
        sys.exit(1)
    # Up to 3.12 Python reads this file in the encoding of the locale, which may not have an é of the path.
    for path in VENV.rglob("*_kernelsy19.pth"):
        path.write_text(os.path.relpath(ROOT, path.parent), encoding="ascii")


def compile_solver():
    """Compile the loops, so that no first cell waits."""
    print("Compiling the solver", flush=True)
    began = time.monotonic()
    if not succeeds([PYTHON, "-m", "kernelsy19.engine.warmup"]):
        sys.exit(1)
    print(f"  {time.monotonic() - began:.0f} s", flush=True)


def is_teacher():
    """→ bool"""
    return os.environ.get("TEACHER", "") not in {"", "0"}


def lab():
    """→ (list of str, dict): words and variables with which JupyterLab opens on the first page"""
    own = os.environ.get("JUPYTER_CONFIG_PATH")
    role = ROOT / "tools" / "jupyter" / ("teacher" if is_teacher() else "student")
    command = ["-m", "jupyterlab", "--LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb"]
    # Warnings and the address are shown, not each part of the server that was found and loaded.
    command += [f"--ServerApp.root_dir={ROOT}", "--Application.log_level=WARN"]
    if getattr(os, "getuid", lambda: 1)() == 0:
        command.append("--allow-root")
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform != "linux"
    if os.environ.get("SSH_CONNECTION") or not screen:
        told = "No screen here: open the address below in a browser (Ctrl-C twice stops the server)."
        print(told, flush=True)
        command.append("--no-browser")
    path = os.pathsep.join([str(role), *([own] if own else [])])
    return [*command, *shlex.split(os.environ.get("LAB_OPTIONS", ""))], {"JUPYTER_CONFIG_PATH": path}


def clean():
    """Remove .venv and every cache."""
    caches = (".venv", "build", "dist", ".pytest_cache", ".ruff_cache", ".hypothesis", ".coverage", "htmlcov")
    places = [ROOT / name for name in caches], ROOT.rglob("__pycache__"), ROOT.rglob(".ipynb_checkpoints")
    for path in [path for some in places for path in some]:
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)


def main(arguments):
    target, *more = arguments or [""]
    if target not in TARGETS:
        print(
            "make lab opens the course, make test checks it (without make: python tools/run.py lab). All targets:"
        )
        print(*(f"  {name:20} {entry['says']}" for name, entry in TARGETS.items()), sep="\n")
        return f"There is no target {target!r}." if target else None
    print(f"{target}: {TARGETS[target]['says']}", flush=True)
    if target == "clean":
        return clean()
    parts = TARGETS[target].get("needs", "tests").split()
    set_up([*parts, "tests"] if is_teacher() and "tests" not in parts else parts)
    given = environment()
    todo = commands(target, given)
    if target == "lab":
        command, settings = lab()
        todo, given = [command], given | settings
    for k, command in enumerate(todo, 1):
        if k < len(todo):
            status = subprocess.run([PYTHON, *command], cwd=ROOT, env=given).returncode
            if status:
                return status
        else:
            run_last([str(PYTHON), *command, *more], given)
    return None


def run_last(command, given):
    """Become a command, so that Ctrl-C and the exit status are its own."""
    os.chdir(ROOT)
    if os.name == "nt":
        sys.exit(subprocess.run(command, env=given).returncode)
    os.execve(command[0], command, given)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
