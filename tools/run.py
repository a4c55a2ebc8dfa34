"""What `make` does, where there is no make, as on Windows.

    python tools/run.py                  lists the targets
    python tools/run.py setup            creates .venv with the Python that runs this
    python tools/run.py test -k ball     what follows a target goes to its last command

A test compares each command with that of the Makefile.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
PYTEST = "-m pytest -n 2 --dist loadfile --no-loadscope-reorder"
LOCKED = "-m pip install --quiet --require-hashes -r"
MISTAKES = "tests/kernelcourse/judging/test_every_exercise.py"
NOT_COVERING = (
    "--ignore tests/browser --ignore-glob tests/notebooks/test_[bc]* --ignore tests/notebooks/test_nbval.py"
)
UV = "uv pip compile {extras} --generate-hashes --no-header --no-emit-index-url --quiet"
CACHES = (".venv", "build", "dist", ".pytest_cache", ".ruff_cache", ".hypothesis", ".coverage", "htmlcov")

PEERS = f"{LOCKED} benchmarks/requirements.lock"
SITE_TOOLS = f"{LOCKED} site/requirements.lock"

# For each target what the Python of .venv does.
TARGETS = {
    "lab": ["-m jupyterlab --notebook-dir=. notebooks/00_start_here.ipynb"],
    "test": [f"{PYTEST} --ignore tests/browser"],
    "test-browser": [f"{PYTEST.replace('pytest', 'pytest tests/browser')}"],
    "worlds": ["tools/worlds.py"],
    "test-arm": ["tools/worlds.py arm64"],
    "test-teaching": ["-m pytest teaching/tests"],
    "torture": ["torture/scikit_learn.py", "torture/certificates.py"],
    "mistakes": [f"-m pytest -n 2 {MISTAKES} -k each_mistake --draws-of-mistakes 50"],
    "coverage": [f"{PYTEST} --cov {NOT_COVERING} tests"],
    "build": ["tools/build_notebooks.py"],
    "exercises": [
        "tools/build_notebooks.py " + " ".join(sorted(p.stem for p in ROOT.glob("sources/*_exercises.py")))
    ],
    "tables": [PEERS, *(f"tools/tables/{path.name}" for path in sorted(ROOT.glob("tools/tables/*.py")))],
    "check": [
        "-m ruff check .",
        "-m ruff format --check .",
        "tools/build_notebooks.py --check",
        "tools/make_environment.py --check",
        "tools/make_contents.py --check",
        "tools/make_links.py --check",
        "tools/make_teaching.py --check",
    ],
    "format": ["-m ruff check --fix .", "-m ruff format ."],
    "bench": [PEERS, "-m pytest benchmarks -q --benchmark-quiet"],
    "bench-sequences": ["tools/bench_sequences.py"],
    "bench-report": ["benchmarks/report.py"],
    "site": [SITE_TOOLS, "tools/once.py site tools/build_site.py"],
    "lite": [SITE_TOOLS, "tools/once.py lite tools/build_lite.py"],
    "test-site": [
        SITE_TOOLS,
        "tools/once.py lite tools/build_lite.py",
        "tools/once.py site tools/build_site.py",
        "tools/once.py slides tools/make_slides.py",
        "tools/once.py test-site -m pytest site/tests -q --import-mode=prepend",
    ],
    "test-library": ["tools/library_alone.py"],
    "test-browser-python": ["tools/browser_python.py"],
    "book": [SITE_TOOLS, "tools/once.py site tools/build_site.py", "tools/once.py book tools/make_book.py"],
    "slides": [SITE_TOOLS, "tools/once.py slides tools/make_slides.py"],
    "contents": ["tools/make_contents.py"],
    "links": ["tools/make_links.py"],
    "teaching": ["tools/make_teaching.py"],
    "environment": ["tools/make_environment.py"],
    "floors": ["tools/try_versions.py floors"],
    "newest": ["tools/try_versions.py newest"],
}
ALL = "test test-browser test-library test-teaching test-browser-python mistakes torture worlds"  # as in the Makefile
TARGETS["test-all"] = [command for target in ALL.split() for command in TARGETS[target]]
LOCKS = {
    "requirements.lock": "--extra course --extra test",
    "benchmarks/requirements.lock": "--extra bench --extra cluster --constraint requirements.lock",
    "site/requirements.lock": "--extra site --constraint requirements.lock",
    "benchmarks/sequences.lock": "--extra bench --extra test --group bench-sequences",
}
LOCKS = {name: f"pyproject.toml {asked} --universal --python-version 3.11" for name, asked in LOCKS.items()}
LOCKS["site/lite.lock"] = (  # for a browser's Python
    "--group lite --python-version 3.14 --python-platform wasm32-pyodide2024 --only-binary :all: "
    "--no-emit-package widgetsnbextension"
)


def set_up():
    """Create .venv where it is missing, and install the locked tools and the package."""
    if not PYTHON.exists():
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
    run(f"{LOCKED} requirements.lock")
    run("-m pip install --quiet --no-deps --no-build-isolation --editable .")
    # Up to 3.12 Python reads this file in the encoding of the locale, which may not have an é of the path.
    for path in VENV.rglob("*_kernelsy19.pth"):
        path.write_text(os.path.relpath(ROOT, path.parent), encoding="ascii")
    run("-m kernelsy19.engine.warmup")


def run(command, more=()):
    """Run a command with the Python of .venv, at the root.
    command: str; more: sequence of str, further arguments"""
    role = "teacher" if os.environ.get("TEACHER", "0") != "0" else "student"
    settings = (
        {"JUPYTER_CONFIG_PATH": str(ROOT / "tools" / "jupyter" / role)} if "jupyterlab" in command else {}
    )
    subprocess.run([str(PYTHON), *command.split(), *more], cwd=ROOT, check=True, env=os.environ | settings)


def clean():
    """Remove .venv and every cache."""
    for path in [
        *(ROOT / name for name in CACHES),
        *ROOT.rglob("__pycache__"),
        *ROOT.rglob(".ipynb_checkpoints"),
    ]:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def lock():
    """Write all locks; this needs uv."""
    for name, extras in LOCKS.items():
        command = UV.format(extras=extras).split()
        subprocess.run([*command, "--output-file", name], cwd=ROOT, check=True)


ALONE = {"setup": set_up, "clean": clean, "lock": lock}


def main(arguments):
    target, *more = arguments or [""]
    if target in ALONE:
        ALONE[target]()
    elif target in TARGETS:
        if not PYTHON.exists():
            return "There is no .venv yet: python tools/run.py setup"
        *first, last = TARGETS[target]
        try:
            for command in first:
                run(command)
            run(last, more)
        except subprocess.CalledProcessError as error:
            return error.returncode
    else:
        print(f"python tools/run.py TARGET, as make TARGET: {', '.join([*ALONE, *TARGETS])}")
        return 2 if target else 0
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
