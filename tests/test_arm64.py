"""The emulated Python: which wheels it gets, and what is said where there is none. Nothing is fetched here."""

import os
import re
import sys

import arm64
import pytest
from worlds import WORLDS, can_be_tried

posix = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")


def test_the_world_is_one_of_the_table():
    assert WORLDS["arm64"].processor == arm64.ENVIRONMENT and can_be_tried("arm64")
    missing = [path for path in arm64.TESTS if not (arm64.ROOT / path).exists()]
    assert not missing
    assert all(len(list(arm64.ROOT.glob(f"notebooks/{number}_*.ipynb"))) == 1 for number in arm64.CHAPTERS)


@pytest.mark.parametrize(
    ("version", "numpy", "soupsieve", "old"),
    [("3.11.2", "2.4", "2.10", True), ("3.11.9", "2.4", "4.1", True), ("3.13.5", "2.5", "4.1", False)],
)
def test_the_lock_is_read_for_that_python(version, numpy, soupsieve, old):
    lines = arm64.wanted(version).splitlines()
    found = {line.split("==")[0]: line.split("==")[1] for line in lines}
    assert len(found) == len(lines) > 100
    assert found["numpy"].startswith(numpy) and found["soupsieve"].startswith(soupsieve)
    assert ("importlib-metadata" in found) is old
    assert not {*found} & arm64.LEFT_OUT and {"ipykernel", "numba", "pytest", "matplotlib"} <= {*found}
    assert "colorama" not in found and "appnope" not in found
    assert all(re.fullmatch(r"\S+==\S+( --hash=sha256:[0-9a-f]{64})+", line) for line in lines)


def skipped(capsys):
    """What is said instead of running anything; and that this is no failure."""
    assert arm64.test([], dict(os.environ)) == 0
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "SKIPPED" in line]
    return line


def test_a_machine_that_is_arm64_has_its_own_tests(monkeypatch, capsys):
    monkeypatch.setattr("platform.machine", lambda: "aarch64")
    assert skipped(capsys) == "arm64 SKIPPED: this machine is one, so `make test` tests it."


def fake_apt(folder, monkeypatch, text):
    """Let a shell script stand for apt-get and dpkg, in a folder where nothing else is."""
    for name in ("apt-get", "dpkg"):
        (folder / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    monkeypatch.setattr(arm64, "HERE", folder / "here")


@posix
def test_what_cannot_be_fetched_is_said_in_one_line(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    assert skipped(capsys).endswith("here is no apt-get.")
    for pattern, error, said in (
        ("*", "E: no network", "no list of packages for amd64: E: no network."),
        ("*install*", "E: unknown", "no packages for amd64: E: unknown."),
    ):
        text = f'case "$*" in *architecture*) echo amd64 ;; {pattern}) echo "{error}" >&2; exit 100 ;; esac'
        fake_apt(tmp_path, monkeypatch, text)
        assert skipped(capsys) == f"arm64 SKIPPED: {said}"


@pytest.mark.night
@posix
def test_a_test_that_fails_there_fails_here(monkeypatch, tmp_path):
    monkeypatch.setattr(arm64, "set_up", lambda: None)
    monkeypatch.setattr(arm64, "PYTHON", sys.executable)
    text = "import pytest\n@pytest.mark.parametrize('x', [0, 1])\ndef test_it(x): assert x\n"
    (tmp_path / "test_it.py").write_text(text)
    chosen = [str(tmp_path / "test_it.py"), f"--rootdir={tmp_path}"]
    assert arm64.test(chosen, dict(os.environ)) == 1
    assert arm64.test([*chosen, "--deselect=test_it.py::test_it[0]"], dict(os.environ)) == 0
