"""The scripts behind `make setup` and `make lab`, run with a Python that only writes down what it is asked."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

pytestmark = pytest.mark.skipif(
    os.name == "nt" or shutil.which("make") is None, reason="needs make and a POSIX shell"
)

# Creates a .venv whose python is this very script; `pip install -r` fails while a file `broken`
# exists, and the package wants a home.
FAKE_PYTHON = """#!/bin/sh
echo "$*" >> "$FAKE_LOG"
site=.venv/lib/python3.11/site-packages
case "$*" in
    "-m venv"*) rm -rf .venv; mkdir -p .venv/bin; cp "$0" .venv/bin/python ;;
    *"-r requirements.lock"*) [ ! -e broken ] ;;
    *--editable*) mkdir -p $site "$HOME" && echo "$PWD" > $site/_editable_impl_kernelsy19.pth ;;
esac
"""


def write_script(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path


class Clone:
    """A copy of the set-up scripts in a folder of its own, with a Python that installs nothing."""

    def __init__(self, folder):
        self.folder = folder
        self.log = folder.parent / "asked.log"
        self.python = write_script(folder.parent / "python", FAKE_PYTHON)
        (folder / "tools").mkdir(parents=True)
        (folder / "kernelsy19" / "engine").mkdir(parents=True)
        for name in ["Makefile", "pyproject.toml", "requirements.lock", "tools/find_python", "tools/lab"]:
            shutil.copy(ROOT / name, folder / name)
        (folder / "kernelsy19" / "engine" / "warmup.py").touch()

    def make(self, *targets, **settings):
        """Run make; return its exit status and what Python was asked to do, without the probes."""
        self.log.write_text("", encoding="utf-8")
        environment = {
            name: value
            for name, value in os.environ.items()
            if name not in {"DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION", "MAKEFLAGS", "MAKELEVEL"}
        }
        environment |= {"PYTHON": str(self.python), "FAKE_LOG": str(self.log)} | settings
        outcome = subprocess.run(["make", *targets], cwd=self.folder, env=environment, capture_output=True)
        asked = self.log.read_text(encoding="utf-8").splitlines()
        return outcome.returncode, [line for line in asked if not line.startswith("-c")]

    def newer(self, name):
        """Date a file after everything that make has stamped."""
        later = (self.folder / ".venv" / ".package-installed").stat().st_mtime + 10
        os.utime(self.folder / name, (later, later))


VENV = "-m venv --clear .venv"
LOCK = "-m pip install --require-hashes -r requirements.lock"
PACKAGE = "-m pip install --quiet --no-deps --no-build-isolation --editable ."
WARMUP = "-m kernelsy19.engine.warmup"


@pytest.fixture
def clone(tmp_path):
    return Clone(tmp_path / "a folder with spaces and é")


def test_setup_does_each_step_once(clone):
    assert clone.make("setup") == (0, [VENV, LOCK, PACKAGE, WARMUP])
    assert clone.make("setup") == (0, [])


def test_setup_needs_no_home(clone):
    assert clone.make("setup", HOME="/dev/null/home") == (0, [VENV, LOCK, PACKAGE, WARMUP])


def test_the_package_is_found_whatever_the_locale_can_spell(clone):
    clone.make("setup")
    (path,) = clone.folder.glob(".venv/lib/*/site-packages/*.pth")
    written = path.read_text(encoding="ascii").strip()
    assert (path.parent / written).resolve() == clone.folder.resolve()


def test_setup_repairs_what_an_interruption_left(clone):
    (clone.folder / "broken").touch()
    status, asked = clone.make("setup")
    assert status != 0 and asked == [VENV, LOCK]
    (clone.folder / "broken").unlink()
    assert clone.make("setup") == (0, [VENV, LOCK, PACKAGE, WARMUP])


def test_setup_repairs_an_interrupted_update(clone):
    clone.make("setup")
    clone.newer("requirements.lock")
    (clone.folder / "broken").touch()
    assert clone.make("setup")[1] == [LOCK]
    (clone.folder / "broken").unlink()
    assert clone.make("setup") == (0, [VENV, LOCK, PACKAGE, WARMUP])


def test_setup_follows_lock_and_pyproject(clone):
    clone.make("setup")
    clone.newer("pyproject.toml")
    assert clone.make("setup") == (0, [PACKAGE, WARMUP])
    os.utime(clone.folder / "pyproject.toml", (0, 0))
    clone.newer("requirements.lock")
    assert clone.make("setup") == (0, [LOCK, PACKAGE, WARMUP])


def test_setup_starts_afresh_where_it_was_moved_to(clone):
    clone.make("setup")
    clone.folder = clone.folder.rename(clone.folder.with_name("elsewhere"))
    assert clone.make("setup") == (0, [VENV, LOCK, PACKAGE, WARMUP])


def test_setup_starts_afresh_when_its_python_is_gone(clone):
    clone.make("setup")
    (clone.folder / ".venv" / "bin" / "python").unlink()
    assert clone.make("setup") == (0, [VENV, LOCK, PACKAGE, WARMUP])


# ---- which Python -------------------------------------------------------------------------------


def find_python(python, **environment):
    command = ["sh", str(ROOT / "tools" / "find_python")]
    environment = os.environ | {"PYTHON": str(python)} | environment
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def test_an_old_python_is_named_in_one_line(tmp_path):
    old = write_script(
        tmp_path / "old", '#!/bin/sh\n[ "$1" = --version ] && echo Python 3.9.18 && exit\nexit 1\n'
    )
    outcome = find_python(old)
    assert outcome.returncode == 1
    assert re.fullmatch(
        r"kernelsy19 needs Python 3\.11 or newer, found: Python 3\.9\.18\. .*\n", outcome.stderr
    )


def test_a_missing_python_is_named_in_one_line():
    outcome = find_python("/nowhere/python3")
    assert outcome.returncode == 1
    assert re.fullmatch(r"kernelsy19 needs Python 3\.11 or newer, found: none\. .*\n", outcome.stderr)


def test_a_python_without_venv_is_named_in_one_line(tmp_path):
    bare = write_script(tmp_path / "bare", '#!/bin/sh\ncase "$2" in *ensurepip*) exit 1 ;; esac\n')
    outcome = find_python(bare)
    assert outcome.returncode == 1
    assert re.fullmatch(r".*/bare lacks venv or ensurepip\. .*python3-venv\n", outcome.stderr)


def python_that_says(folder, name, version):
    """A stand-in that has everything and calls itself a version."""
    text = f'#!/bin/sh\ncase "$2" in *print*) echo {version} ;; esac\n'
    return write_script(folder / name, text)


def test_a_python_that_was_not_tried_is_taken_only_by_name(tmp_path):
    python = python_that_says(tmp_path, "python3", "3.99")
    tried = python_that_says(tmp_path / "tried", "python3.11", "3.11")
    script, both = ROOT / "tools" / "find_python", f"{tmp_path}:{tried.parent}"

    def found(path, **environment):
        environment |= {"PATH": path}
        return subprocess.run(["/bin/sh", script], env=environment, capture_output=True, text=True)

    classifiers = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "classifiers"
    ]
    versions = " ".join(line.split(" :: ")[-1] for line in classifiers if "Python :: 3." in line)
    refused = found(str(tmp_path))
    assert refused.returncode == 1
    assert refused.stderr == (
        f"kernelsy19 was tried with Python {versions}, found: 3.99. To take it: make setup PYTHON=python3\n"
    )
    assert (found(both).stdout, found(both).stderr) == (f"{tried}\n", "")
    for version in versions.split():
        python_that_says(tmp_path, f"python{version}", version)
        assert found(str(tmp_path)).stdout == f"{tmp_path}/python{version}\n"  # the newest that there is
    spaced = python_that_says(tmp_path / "a é b", "python3", versions.split()[0])
    assert found(both, PYTHON=str(spaced)).stdout == f"{spaced}\n"
    named = found(both, PYTHON=str(python))
    assert (named.returncode, named.stdout) == (0, f"{python}\n")
    assert re.fullmatch(
        r"Python 3\.99: kernelsy19 was tried with 3\.11 .* because PYTHON names it\.\n", named.stderr
    )


# ---- make lab -----------------------------------------------------------------------------------

SCREEN = {"DISPLAY": ":0"}


@pytest.mark.parametrize(
    ("system", "environment", "browser"),
    [
        ("Linux", SCREEN, True),
        ("Linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("Linux", {}, False),
        ("Linux", SCREEN | {"SSH_CONNECTION": "1.2.3.4"}, False),
        ("Darwin", {}, True),
        ("Darwin", {"SSH_CONNECTION": "1.2.3.4"}, False),
    ],
)
@pytest.mark.parametrize("user", [0, 1000])
def test_lab_opens_a_browser_only_where_there_is_a_screen(tmp_path, system, environment, browser, user):
    write_script(tmp_path / ".venv" / "bin" / "python", '#!/bin/sh\nprintf "%s\\n" "$@"\n')
    write_script(tmp_path / "bin" / "uname", f"#!/bin/sh\necho {system}\n")
    write_script(tmp_path / "bin" / "id", f"#!/bin/sh\necho {user}\n")
    environment = environment | {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}
    command = ["sh", str(ROOT / "tools" / "lab"), "--port=9000"]
    outcome = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    options = outcome.stdout.splitlines()
    assert "--LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb" in options
    assert f"--ServerApp.root_dir={tmp_path}" in options
    assert ("--no-browser" in options) is not browser
    assert ("--allow-root" in options) is (user == 0)
    assert options[-1] == "--port=9000"


@pytest.mark.parametrize(
    ("teacher", "role"), [(None, "student"), ("", "student"), ("0", "student"), ("1", "teacher")]
)
@pytest.mark.parametrize("own", [None, "/etc/mine"])
def test_lab_takes_the_settings_of_the_role_before_those_of_the_user(tmp_path, teacher, role, own):
    write_script(tmp_path / ".venv" / "bin" / "python", '#!/bin/sh\necho "$JUPYTER_CONFIG_PATH"\n')
    ours = {"TEACHER": teacher, "JUPYTER_CONFIG_PATH": own}
    environment = {name: value for name, value in os.environ.items() if name not in ours}
    environment |= {name: value for name, value in ours.items() if value is not None} | SCREEN
    command = ["sh", str(ROOT / "tools" / "lab")]
    outcome = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    expected = [str(tmp_path / "tools" / "jupyter" / role), *([own] if own else [])]
    assert outcome.stdout.strip().split(os.pathsep) == expected


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
    outcome = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, check=True
    )
    return json.loads(outcome.stdout)


@pytest.mark.parametrize(("role", "has_tools"), [("student", False), ("teacher", True)])
def test_only_teachers_have_the_tools_of_teachers_and_nobody_has_news(role, has_tools):
    off, on = jupyter_knows(role)
    assert "@jupyterlab/apputils-extension:announcements" in off
    assert ("@jupyter/nbgrader" in off) is not has_tools
    assert any(name.startswith("nbgrader.") for name in on) is has_tools
    assert "jupyterlab" in on
