"""The command line: `python -m kernelcourse copy FOLDER`, `my`, `set-back 03.4`."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from kernelcourse import __main__ as command
from kernelcourse.desk.contents import chapters
from kernelsy19.datasets import bundle

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
HOUSES = "kernelsy19", "kernelcourse"
SOME_TESTS = (
    "tests/kernelsy19/ball/test_equations.py",
    "tests/kernelcourse/ball/test_draws.py",
    "tests/test_outside.py",
)


def test_the_course_is_copied_whole(tmp_path, capsys):
    assert command.main(["copy", str(tmp_path / "course")]) == 0
    assert str(tmp_path / "course") in capsys.readouterr().out
    for folder in ("notebooks", "exercises", "my"):
        copied = {path.name for path in (tmp_path / "course" / folder).glob("*.ipynb")}
        home = "exercises" if folder == "my" else folder
        assert copied == {path.name for path in (ROOT / home).glob("*.ipynb")}
    stems = {chapter.notebook for chapter in chapters() if chapter.notebook}
    assert stems == {path.stem for path in (tmp_path / "course" / "notebooks").glob("*.ipynb")}


@pytest.mark.parametrize("make", [lambda p: p.write_text("mine"), lambda p: (p.mkdir(), (p / "a").touch())])
def test_nothing_is_overwritten(tmp_path, capsys, make):
    folder = tmp_path / "course"
    make(folder)
    assert command.main(["copy", str(folder)]) == 1
    assert "must be an empty folder or a new name" in capsys.readouterr().err
    assert not (folder / "notebooks").exists()


def test_a_copy_that_was_killed_does_not_block_the_next(tmp_path):
    """The process ends after the first of its folders, as by SIGKILL: nothing is cleaned up."""
    folder = tmp_path / "course"
    killed = (
        "import os, shutil, sys, kernelcourse.__main__ as command; copy = shutil.copytree; "
        "shutil.copytree = lambda a, b, **given: copy(a, b, **given) if b.name == 'notebooks' else os._exit(9); "
        "command.copy_course(sys.argv[1])"
    )
    assert subprocess.run([sys.executable, "-c", killed, folder], cwd=ROOT, check=False).returncode == 9
    assert [path.name[:6] for path in folder.iterdir()] == [command.HALF]
    command.copy_course(folder)
    assert sorted(path.name for path in folder.iterdir()) == ["exercises", "my", "notebooks"]


def test_a_folder_with_a_space_is_quoted(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(command, "course_files", lambda: small_course(tmp_path / "from"))
    folder = tmp_path / "my course"
    assert command.main(["copy", str(folder)]) == 0
    said = capsys.readouterr().out.split("open it with: ")[1]
    assert shlex.split(said) == ["jupyter", "lab", str(folder)]


def small_course(folder):
    for name in ("notebooks/00_start_here.ipynb", "exercises/a.ipynb"):
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text('{"cells": [], "metadata": {}}')
    return folder


def test_an_exercise_of_the_course_is_set_back(tmp_path, capsys, monkeypatch):
    command.copy_course(tmp_path / "course")
    monkeypatch.chdir(tmp_path / "course" / "my")
    (own,) = Path().glob("03_*.ipynb")
    text = own.read_text(encoding="utf-8")
    own.write_text(text.replace("# YOUR CODE HERE", "return 42"), encoding="utf-8")
    assert command.main(["set-back", "03.1"]) == 0
    fresh, mine = (json.loads(t)["cells"] for t in (text, own.read_text(encoding="utf-8")))
    same = [a["source"] == b["source"] for a, b in zip(fresh, mine, strict=True)]
    ids = [c["id"] for c in fresh]
    assert same[ids.index("exercise-03-1")] and not same[ids.index("exercise-03-2")]
    assert command.main(["set-back", "03.99"]) == 1
    assert "no exercise 03.99" in capsys.readouterr().err
    assert command.main(["my", "--course", ".."]) == 0
    assert "up to date" in capsys.readouterr().out


def printed(*arguments, **options):
    """What a fresh Python prints."""
    command = [sys.executable, *map(str, arguments)]
    run = subprocess.run(command, **options, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def build(kind, folder):
    """Let hatchling build a "wheel" or an "sdist" into a folder; return its file."""
    printed("-m", "hatchling", "build", "-t", kind, "-d", folder, cwd=ROOT)
    (made,) = folder.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return made


def test_a_wheel_brings_the_course(tmp_path):
    """What a wheel holds, laid out as pip would: code, data, licenses, and notebooks, which the command copies.

    Their outputs, 9 MB when packed, stay at home: a Run All makes them again.
    """
    wheel = build("wheel", tmp_path / "a")
    assert wheel.stat().st_size < 3.4e6
    assert wheel.read_bytes() == build("wheel", tmp_path / "b").read_bytes()
    installed, release = tmp_path / "installed", f"kernelsy19-{PROJECT['version']}"
    shutil.unpack_archive(wheel, installed, format="zip")
    held = {path.relative_to(installed).as_posix() for path in installed.rglob("*") if path.is_file()}
    files = [path for house in HOUSES for path in (ROOT / house).rglob("*") if path.is_file()]
    ours = {path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts}
    # Scenes belong to pictures that are saved in notebooks, and those in the wheel have none.
    scenes = {name for name in ours if re.fullmatch(r"kernelcourse/desk/frames/[^/]+\.js", name)}
    assert ours - scenes <= held and scenes and not scenes & held
    assert {name.split("/")[0] for name in held} == {*HOUSES, f"{release}.dist-info", f"{release}.data"}
    ends = [f"licenses/{text}" for text in PROJECT["license-files"]]
    for end in [*ends, "data/etc/jupyter/jupyter_server_config.d/kernelsy19.json"]:
        assert any(name.endswith(end) for name in held), end
    for path in bundle.DATA_FOLDER.iterdir():
        assert (installed / path.relative_to(ROOT)).read_bytes() == path.read_bytes()
    asked = (
        "import sys; sys.path.insert(0, sys.argv[1]); import kernelcourse.__main__ as command; "
        "print(command.__file__); command.copy_course(sys.argv[2])"
    )
    said = printed("-c", asked, installed, tmp_path / "course", cwd=tmp_path)
    assert said.startswith(str(installed))
    for folder in ("notebooks", "exercises"):
        for path in (ROOT / folder).glob("*.ipynb"):
            both = path, tmp_path / "course" / folder / path.name
            ours, copied = (json.loads(p.read_text("utf-8")) for p in both)
            for cell in ours["cells"]:
                cell |= {"outputs": [], "execution_count": None} if cell["cell_type"] == "code" else {}
            assert copied == ours


@pytest.mark.night
def test_what_is_published_as_source_runs_its_own_tests(tmp_path):
    """A distributor has the sources and no repository: the tests find the files that they read."""
    shutil.unpack_archive(build("sdist", tmp_path), tmp_path)
    (source,) = (path for path in tmp_path.iterdir() if path.is_dir())
    alone = os.environ | {"PYTHONPATH": str(source)}
    printed("-m", "pytest", "-q", "-p", "no:cacheprovider", *SOME_TESTS, cwd=source, env=alone)
