"""Where there is no make, `python tools/run.py` does the same."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import run

ROOT = Path(__file__).resolve().parents[1]


def test_every_target_of_make_is_there():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z][a-z-]*):.*## ", makefile, flags=re.MULTILINE))
    assert targets - {"help"} == {*run.ALONE, *run.TARGETS}


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.parametrize("target", sorted({*run.TARGETS} - {"lab", "tables"}))
def test_a_target_runs_what_make_runs(target):
    # `make test PYTEST_OPTIONS=-x` hands its options down to every make that a test starts.
    handed_down = re.findall(r"\$\((\w+)\)", (ROOT / "Makefile").read_text(encoding="utf-8"))
    without = {"MAKEFLAGS", "MAKEOVERRIDES", "MFLAGS", *handed_down}
    own = {name: value for name, value in os.environ.items() if name not in without}
    command = ["make", "-n", target]
    told = subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, check=True).stdout
    lines = [
        " ".join(line.split(" # ")[0].replace("'", "").split()).lstrip("@") for line in told.splitlines()
    ]
    ours = [f".venv/bin/python {command}" for command in run.TARGETS[target]]
    if target == "exercises":
        lines, ours = ([sorted(line.split()) for line in some if "build" in line] for some in (lines, ours))
    # What is installed already, make does not install.
    assert [line for line in ours if line in lines or "pip install" not in line] == [
        line for line in lines if line in ours
    ]
    assert ours[-1] in lines


def test_locks_are_made_as_make_makes_them():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n\t", "")
    commands = [" ".join(line.split()) for line in makefile.splitlines() if "uv pip compile" in line]
    ours = [
        f"{run.UV.format(extras=of)} $(LOCK_OPTIONS) --output-file {name}" for name, of in run.LOCKS.items()
    ]
    assert commands == ours


def test_it_says_what_there_is(capsys):
    assert run.main([]) == 0 and "test-site" in capsys.readouterr().out
    assert run.main(["no-such-target"]) == 2
