"""What stands behind `make setup` and `make lab`: which steps it takes, and that it installs what is locked."""

import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import install
import pytest
import run
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from try_setup import wheel

ROOT = Path(__file__).resolve().parents[1]

no_make = os.name == "nt" or shutil.which("make") is None
on_posix = pytest.mark.skipif(no_make, reason="needs make and a POSIX shell")


def write_script(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path


# ---- the steps ----------------------------------------------------------------------------------


class Clone:
    """A folder with what the set-up reads, and a Python that installs nothing and writes down what it is asked."""

    def __init__(self, folder, monkeypatch):
        self.asked, self.broken, self.monkeypatch = [], False, monkeypatch
        for name in ["pyproject.toml", "requirements.lock", "tests/requirements.lock"]:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
        (folder / "kernelsy19" / "engine").mkdir(parents=True)
        (folder / "kernelsy19" / "engine" / "smo.py").touch()
        monkeypatch.setattr(run, "install", lambda python, lock, size: self.ask([lock]) or sys.exit("failed"))
        monkeypatch.setattr(run, "succeeds", lambda command: self.ask([str(word) for word in command[1:]]))
        self.move(folder)

    def move(self, folder):
        self.folder = folder
        venv = folder / ".venv"
        python, state = venv / "bin" / "python", venv / "set-up.json"
        paths = {"ROOT": folder, "VENV": venv, "PYTHON": python, "STATE": state}
        for name, path in paths.items():
            self.monkeypatch.setattr(run, name, path)

    def ask(self, words):
        if words[0] == "-c":
            return True
        step = next(name for name, sign in SIGNS.items() if sign in words)
        self.asked.append(step)
        site = self.folder / ".venv" / "lib" / "python3.11" / "site-packages"
        if step == "venv":
            shutil.rmtree(self.folder / ".venv", ignore_errors=True)
            site.mkdir(parents=True)
            (self.folder / ".venv" / "bin").mkdir()
            (self.folder / ".venv" / "bin" / "python").touch()
        if step == "package":
            (site / "_editable_impl_kernelsy19.pth").write_text(str(self.folder), encoding="utf-8")
        return step != "course" or not self.broken

    def set_up(self, *parts):
        self.asked = []
        run.set_up(parts or ["course"])
        return self.asked


SIGNS = {
    "venv": "venv",
    "course": "requirements.lock",
    "tests": "tests/requirements.lock",
    "package": "--editable",
    "compile": "kernelsy19.engine.warmup",
}
EVERYTHING = ["venv", "course", "package", "compile"]


@pytest.fixture
def clone(tmp_path, monkeypatch):
    return Clone(tmp_path / "a folder with spaces and é", monkeypatch)


def test_setup_does_each_step_once(clone):
    assert clone.set_up() == EVERYTHING
    assert clone.set_up() == []


def test_a_student_gets_what_students_need_and_tests_add_the_rest(clone):
    assert clone.set_up(run.TARGETS["lab"]["needs"]) == EVERYTHING
    assert clone.set_up("tests") == ["tests"]
    seen = []
    clone.monkeypatch.setattr(run, "set_up", seen.append)
    clone.monkeypatch.setattr(run, "run_last", lambda command, given: None)
    for teacher in ("0", "1"):
        clone.monkeypatch.setenv("TEACHER", teacher)
        run.main(["lab"])
    run.main(["test"])
    assert seen == [["course"], ["course", "tests"], ["tests"]]


def test_the_package_is_found_whatever_the_locale_can_spell(clone):
    clone.set_up()
    (path,) = clone.folder.glob(".venv/lib/*/site-packages/*.pth")
    assert (path.parent / path.read_text(encoding="ascii")).resolve() == clone.folder.resolve()


def test_setup_repairs_what_an_interruption_left(clone):
    clone.broken = True
    with pytest.raises(SystemExit, match="failed"):
        clone.set_up()
    assert clone.asked == ["venv", "course"]
    clone.broken = False
    assert clone.set_up() == EVERYTHING


def test_setup_follows_what_it_was_made_from(clone):
    clone.set_up("course", "tests")
    for name, steps in {
        "tests/requirements.lock": ["tests"],
        "pyproject.toml": ["package"],
        "kernelsy19/engine/smo.py": ["compile"],
        "requirements.lock": ["course", "compile"],
    }.items():
        with (clone.folder / name).open("a", encoding="utf-8") as file:
            file.write("\n# newer")
        assert clone.set_up("course", "tests") == steps, name


def test_an_interrupted_update_begins_afresh(clone):
    clone.set_up()
    (clone.folder / "requirements.lock").write_text("newer", encoding="utf-8")
    clone.broken = True
    with pytest.raises(SystemExit):
        clone.set_up()
    clone.broken = False
    assert clone.set_up() == EVERYTHING


def test_setup_starts_afresh_where_it_was_moved_to(clone):
    clone.set_up()
    clone.move(clone.folder.rename(clone.folder.with_name("elsewhere")))
    assert clone.set_up() == EVERYTHING


def test_setup_starts_afresh_when_its_python_is_gone(clone):
    clone.set_up()
    run.PYTHON.unlink()
    assert clone.set_up() == EVERYTHING


def test_what_leads_astray_is_left_out_and_a_home_is_made(tmp_path, monkeypatch):
    monkeypatch.setattr(install, "ROOT", tmp_path)
    monkeypatch.setenv("PIP_TARGET", "elsewhere")
    monkeypatch.setenv("HOME", "/dev/null/home")
    kept = install.environment()
    assert "PIP_TARGET" not in kept and kept["PIP_USER"] == "0"
    if os.name != "nt":
        assert kept["HOME"] == str(tmp_path / ".venv" / "home") and os.access(kept["HOME"], os.W_OK)


# ---- a lock is installed, not resolved -----------------------------------------------------------


@pytest.mark.parametrize("by", ["uv", pytest.param("pip", marks=pytest.mark.night)])
def test_releases_of_tomorrow_change_nothing(tmp_path, monkeypatch, by):
    """A package asks for an extra of another, as pytest-cov does for coverage[toml], and both have a newer release."""
    needs = {"lockeda": "Requires-Dist: lockedb[more]\n", "lockedb": ""}
    locked = {name: wheel(tmp_path / "links", name, "1.0", asks) for name, asks in needs.items()}
    for name, asks in needs.items():
        wheel(tmp_path / "links", name, "9999", asks)
    lock = tmp_path / "some.lock"
    lines = [f"{name}==1.0 --hash=sha256:{sha}\n" for name, sha in locked.items()]
    lock.write_text("".join(lines), encoding="utf-8")
    python = run.PYTHON.relative_to(run.ROOT / ".venv")
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    python = tmp_path / "venv" / python
    if by == "uv":  # what the set-up has brought, since nothing is fetched here
        files = importlib.metadata.files("uv")
        here = Path(sys.prefix)
        for path in {Path(file.locate()).resolve() for file in files}:
            target = tmp_path / "venv" / path.relative_to(here)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
    settings = {"PIP_NO_INDEX": "1", "UV_OFFLINE": "1"}
    settings |= {f"{tool}_FIND_LINKS": str(tmp_path / "links") for tool in ("PIP", "UV")}
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    said = []
    monkeypatch.setattr("builtins.print", lambda *words, **_: said.append(" ".join(words)))
    install.install(python, str(lock))
    assert ("pip goes on" in " ".join(said)) is (by == "pip")
    versions = "import importlib.metadata as m; print(m.version('lockeda'), m.version('lockedb'))"
    found = subprocess.run([python, "-c", versions], capture_output=True, text=True, check=True).stdout
    assert found.split() == ["1.0", "1.0"]


@pytest.mark.parametrize("lock", ["requirements.lock", "tests/requirements.lock"])
def test_a_lock_is_complete(lock):
    """What its packages ask for stands in it, with the extras that they ask for: --no-deps would not notice."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    entries = re.findall(r"^([a-z0-9._-]+)(?:\[(.*?)\])?==", text, re.MULTILINE)
    extras = {}
    for name, asked in entries:
        extras.setdefault(canonicalize_name(name), set()).update(filter(None, asked.split(",")))
    for name in extras:
        try:
            requirements = map(Requirement, importlib.metadata.requires(name) or [])
        except importlib.metadata.PackageNotFoundError:
            continue  # on another system
        for needed in requirements:
            if any(
                needed.marker is None or needed.marker.evaluate({"extra": e}) for e in {"", *extras[name]}
            ):
                found = extras.get(canonicalize_name(needed.name), {None})
                assert found >= needed.extras, f"{name} asks for {needed}"


def test_what_is_installed_fits_together():
    outcome = subprocess.run([sys.executable, "-m", "pip", "check"], capture_output=True, text=True)
    assert outcome.returncode == 0, outcome.stdout


# ---- make ---------------------------------------------------------------------------------------


@on_posix
def test_make_runs_the_target_with_the_python_that_was_found(tmp_path):
    """Also a target that is a folder here, and with what is given to make."""
    text = '#!/bin/sh\ncase "$1" in -c) ;; *) echo "$@" "$PYTEST_OPTIONS" ;; esac\n'
    python = write_script(tmp_path / "a é" / "python", text)
    command = ["make", "site", "test-site", f"PYTHON={python}", "PYTEST_OPTIONS=-k 'a or b'"]
    of_make = {"MAKEFLAGS", "MAKELEVEL"}
    environment = {name: value for name, value in os.environ.items() if name not in of_make}
    told = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    ).stdout
    assert told.splitlines() == [f"tools/run.py {target} -k 'a or b'" for target in ("site", "test-site")]


def test_every_file_that_a_target_names_exists():
    for target, entry in run.TARGETS.items():
        lines = run.commands(target, {})
        assert entry["says"] and set(entry.get("needs", "").split()) <= set(run.PARTS)
        assert lines or target in {"setup", "lab", "clean"}
        for word in (word for line in lines for word in line if "/" in word and not set("*=") & set(word)):
            assert (ROOT / word).exists(), word


def test_targets_take_what_they_are_given():
    words = run.commands("test-browser", {"PYTEST_OPTIONS": "-x -k 'a or b'"})[0]
    assert words[-3:] == ["-x", "-k", "a or b"]
    assert run.commands("book", {"SITE_OPTIONS": "--solutions"})[0][-1] == "--solutions"
    assert all("--upgrade" in line for line in run.commands("lock", {"LOCK_OPTIONS": "--upgrade"}))
    assert [["tools/worlds.py"]] == run.commands("worlds", {})
    assert run.commands("test-all", {})[:2] == run.commands("test", {}) + run.commands("test-browser", {})


def test_it_says_what_there_is(capsys):
    assert run.main([]) is None and "test-site" in capsys.readouterr().out
    assert "no-such-target" in run.main(["no-such-target"])


# ---- which Python -------------------------------------------------------------------------------


WILL_NOT_DO = {
    "old": (
        '[ "$1" = --version ] && echo Python 3.9.18 && exit\nexit 1',
        r"kernelsy19 needs Python 3\.11 or newer, found: Python 3\.9\.18\. .*\n",
    ),
    "missing": ("", r"kernelsy19 needs Python 3\.11 or newer, found: none\. .*\n"),
    "bare": (
        'case "$2" in *ensurepip*) exit 1 ;; esac',
        r".*/bare lacks venv or ensurepip\. .*python3-venv\n",
    ),
}


@on_posix
@pytest.mark.parametrize("name", WILL_NOT_DO)
def test_a_python_that_will_not_do_is_named_in_one_line(tmp_path, name):
    script, said = WILL_NOT_DO[name]
    if script:
        write_script(tmp_path / name, f"#!/bin/sh\n{script}\n")
    environment = os.environ | {"PYTHON": str(tmp_path / name)}
    command = ["sh", str(ROOT / "tools" / "find_python")]
    outcome = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert outcome.returncode == 1 and re.fullmatch(said, outcome.stderr)


def python_that_says(folder, name, version):
    """A stand-in that has everything and calls itself a version."""
    text = f'#!/bin/sh\ncase "$2" in *print*) echo {version} ;; esac\n'
    return write_script(folder / name, text)


@on_posix
def test_a_python_that_was_not_tried_is_taken_only_by_name(tmp_path):
    python = python_that_says(tmp_path, "python3", "3.99")
    tried = python_that_says(tmp_path / "tried", "python3.11", "3.11")
    script, both = ROOT / "tools" / "find_python", f"{tmp_path}:{tried.parent}"

    def found(path, **environment):
        environment |= {"PATH": path}
        return subprocess.run(["/bin/sh", script], env=environment, capture_output=True, text=True)

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    classifiers = project["classifiers"]
    versions = " ".join(line.split(" :: ")[-1] for line in classifiers if "Python :: 3." in line)
    refused = found(str(tmp_path))
    assert refused.returncode == 1
    tried_with = f"kernelsy19 was tried with Python {versions}, found: 3.99."
    assert refused.stderr == f"{tried_with} To take it: make setup PYTHON=python3\n"
    assert (found(both).stdout, found(both).stderr) == (f"{tried}\n", "")
    for version in versions.split():
        python_that_says(tmp_path, f"python{version}", version)
        assert found(str(tmp_path)).stdout == f"{tmp_path}/python{version}\n"  # the newest that there is
    spaced = python_that_says(tmp_path / "a é b", "python3", versions.split()[0])
    assert found(both, PYTHON=str(spaced)).stdout == f"{spaced}\n"
    named = found(both, PYTHON=str(python))
    assert (named.returncode, named.stdout) == (0, f"{python}\n")
    said = r"Python 3\.99: kernelsy19 was tried with 3\.11 .* because PYTHON names it\.\n"
    assert re.fullmatch(said, named.stderr)


# ---- lab ----------------------------------------------------------------------------------------

SCREEN = {"DISPLAY": ":0"}
SEEN_BY_LAB = "DISPLAY WAYLAND_DISPLAY SSH_CONNECTION LAB_OPTIONS TEACHER JUPYTER_CONFIG_PATH"


@pytest.fixture
def bare(monkeypatch):
    for name in SEEN_BY_LAB.split():
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


@pytest.mark.parametrize(
    ("system", "environment", "browser"),
    [
        ("linux", SCREEN, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {}, False),
        ("linux", SCREEN | {"SSH_CONNECTION": "1.2.3.4"}, False),
        ("darwin", {}, True),
        ("darwin", {"SSH_CONNECTION": "1.2.3.4"}, False),
        ("win32", {}, True),
    ],
)
@pytest.mark.parametrize("user", [0, 1000])
def test_lab_opens_a_browser_only_where_there_is_a_screen(bare, system, environment, browser, user):
    bare.setattr(sys, "platform", system)
    bare.setattr(os, "getuid", lambda: user, raising=False)
    for name, value in (environment | {"LAB_OPTIONS": "--port=9000"}).items():
        bare.setenv(name, value)
    options, _ = run.lab()
    assert "--LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb" in options
    assert f"--ServerApp.root_dir={ROOT}" in options
    assert ("--no-browser" in options) is not browser
    assert ("--allow-root" in options) is (user == 0)
    assert options[-1] == "--port=9000"


@pytest.mark.parametrize(
    ("teacher", "role"), [(None, "student"), ("", "student"), ("0", "student"), ("1", "teacher")]
)
@pytest.mark.parametrize("own", [None, "/etc/mine"])
def test_lab_takes_the_settings_of_the_role_before_those_of_the_user(bare, teacher, role, own):
    for name, value in {"TEACHER": teacher, "JUPYTER_CONFIG_PATH": own}.items():
        if value is not None:
            bare.setenv(name, value)
    expected = [str(ROOT / "tools" / "jupyter" / role), *([own] if own else [])]
    assert run.lab()[1]["JUPYTER_CONFIG_PATH"].split(os.pathsep) == expected


def jupyter_knows(role):
    """Names of the front end's extensions that are off, and of the server's that are on."""
    program = """
import json
from jupyter_core.paths import jupyter_config_path, jupyter_path
from jupyter_server.extension.config import ExtensionConfigManager
from jupyterlab_server.config import get_page_config
server = ExtensionConfigManager(read_config_path=jupyter_config_path()).get_jpserver_extensions()
front = get_page_config(jupyter_path("labextensions"))["disabledExtensions"]
print(json.dumps([front, [name for name, on in server.items() if on]]))
"""
    environment = os.environ | {"JUPYTER_CONFIG_PATH": str(ROOT / "tools" / "jupyter" / role)}
    run = [sys.executable, "-c", program]
    outcome = subprocess.run(run, env=environment, capture_output=True, check=True)
    return json.loads(outcome.stdout)


@pytest.mark.parametrize(("role", "has_tools"), [("student", False), ("teacher", True)])
def test_only_teachers_have_the_tools_of_teachers_and_nobody_has_news(role, has_tools):
    off, on = jupyter_knows(role)
    assert "@jupyterlab/apputils-extension:announcements" in off
    assert ("@jupyter/nbgrader" in off) is not has_tools
    assert any(name.startswith("nbgrader.") for name in on) is has_tools
    assert "jupyterlab" in on
