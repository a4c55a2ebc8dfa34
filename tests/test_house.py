"""The house holds together: what is generated is up to date, what is said twice agrees, imports run one way."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import kernelsy19

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "kernelsy19"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


# ---- dependencies: pyproject.toml, requirements.lock, environment.yml ---------------------------


def declared_requirements(extras):
    lists = [PROJECT["dependencies"], *(PROJECT["optional-dependencies"][name] for name in extras)]
    return [Requirement(line) for lines in lists for line in lines]


LOCKS = {"requirements.lock": ["course", "test"], "benchmarks/requirements.lock": ["bench"]}


def locked(lock):
    """Map each name in a lock to its pins: (version, number of hashes)."""
    pins = {}
    for entry in re.split(r"\n(?=[a-z0-9])", read(lock)):
        name, version = re.match(r"([A-Za-z0-9._-]+)==([^\s;\\]+)", entry).groups()
        pins.setdefault(canonicalize_name(name), []).append((version, entry.count("--hash=sha256:")))
    return pins


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_pins_what_pyproject_asks_for(lock):
    pins = locked(lock)
    for requirement in declared_requirements(LOCKS[lock]):
        versions = [version for version, _ in pins[canonicalize_name(requirement.name)]]
        assert all(requirement.specifier.contains(version) for version in versions), requirement.name


def test_every_extra_is_locked():
    assert {extra for extras in LOCKS.values() for extra in extras} == set(PROJECT["optional-dependencies"])


def test_benchmarks_run_with_what_the_course_runs_with():
    course, bench = locked("requirements.lock"), locked("benchmarks/requirements.lock")
    assert {name: bench[name] for name in bench if name in course} == {
        name: course[name] for name in bench if name in course
    }


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_hashes(lock):
    assert not [name for name, pins in locked(lock).items() for _, n_hashes in pins if n_hashes == 0]


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_names_no_host(lock):
    assert not re.findall(r"://|--(?:index|extra-index|find-links)|\w\.(?:org|com|net|io|dev)\b", read(lock))


def test_environment_is_what_pyproject_says():
    script = ROOT / "tools" / "make_environment.py"
    outcome = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True)
    assert outcome.returncode == 0, outcome.stderr


def test_environment_holds_the_course_the_tests_and_the_package():
    environment = yaml.safe_load(read("environment.yml"))
    conda = [line for line in environment["dependencies"] if isinstance(line, str)]
    (pip,) = [entry["pip"] for entry in environment["dependencies"] if isinstance(entry, dict)]
    assert "-e ." in pip
    names = {Requirement(line).name for line in conda + pip if line != "-e ."}
    wanted = declared_requirements(["course", "test"])
    assert names == {requirement.name for requirement in wanted} | {"python", "pip"}


# ---- what is said twice -------------------------------------------------------------------------


def test_one_version():
    citation = yaml.safe_load(read("CITATION.cff"))
    assert PROJECT["version"] == kernelsy19.__version__ == str(citation["version"])


def make_targets():
    return set(re.findall(r"^([a-z]+):.*## ", read("Makefile"), flags=re.MULTILINE))


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_documents_name_commands_that_exist(document):
    named = set(re.findall(r"(?:^|`)make ([a-z]+)", read(document), flags=re.MULTILINE))
    assert named
    assert named <= make_targets()


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_documents_name_paths_that_exist(document):
    links = re.findall(r"\]\(([^)#:]+)\)", read(document))
    folders = re.findall(r"`([\w./-]+/)`", read(document))
    missing = [path for path in links + folders if not (ROOT / path).exists()]
    assert not missing


def test_readme_lists_every_chapter_that_is_there():
    listed = re.findall(r"\| \[.*?\]\(notebooks/(\w+)\.ipynb\).*\| ready \|", read("README.md"))
    stems = (path.stem for path in (ROOT / "sources").glob("*.py"))
    assert listed == sorted(stem for stem in stems if not stem.endswith("_exercises"))


def test_make_help_lists_every_target():
    if shutil.which("make") is None:
        pytest.skip("make is not installed")
    shown = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {"setup", "lab", "test", "build", "check", "lock", "environment", "format"} <= make_targets()
    assert set(re.findall(r"^  make (\w+) +\S", shown, flags=re.MULTILINE)) == make_targets()


def test_license_has_both_texts():
    text = read("LICENSE")
    assert "Redistributions in binary form must reproduce the above copyright notice" in text
    assert "Creative Commons Attribution 4.0 International Public License" in text
    assert PROJECT["license"] == "BSD-3-Clause AND CC-BY-4.0"


# ---- imports run one way ------------------------------------------------------------------------

PRESENTATION = ["figures", "explorers", "checks", "derivations", "progress"]
COMPILED = ["_compiled", "_rbf_loop", "_smo_loop"]
ENGINE = ["kernels", "gram", "smo", "threads", *COMPILED, "equations", "validation", "feature_space"]
DRAWING = {"matplotlib", "ipywidgets", "IPython", "anywidget", "PIL"}


def layer(part):
    """0: equations' functions and kernels, 1: the other numerical modules, 2: figures, 3: the rest."""
    if part in ENGINE:
        return 0
    if part in PRESENTATION:
        return 2 if part == "figures" else 3
    return 1


def imports_of(path):
    """Full names of all that a module imports, inside functions too."""
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = module.split(".")[: -node.level] if node.level else []
            source = ".".join([*package, *filter(None, [node.module])])
            yield from (f"{source}.{alias.name}" for alias in node.names)


def part_of(path):
    """Which part of the package a file belongs to: ball, checks, …"""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


MODULES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_import_points_up(path):
    for name in imports_of(path):
        root, *rest = name.split(".")
        if root == "kernelsy19" and rest:
            assert layer(rest[0]) <= layer(part_of(path)), f"{path.name} imports {name}"
        assert not (root in DRAWING and layer(part_of(path)) < 2), f"{path.name} imports {name}"
        assert root not in {"tests", "tools", "benchmarks"}


def test_no_module_is_named_utils():
    assert not [path for path in MODULES if re.search(r"util|helper|misc", path.stem)]


HEAVY = ["matplotlib", "ipywidgets", "IPython", "numba", "sklearn"]


@pytest.mark.parametrize(
    ("module", "unwanted"),
    [("kernelsy19", HEAVY), ("kernelsy19.kernels", HEAVY), ("kernelsy19.ball", HEAVY[:3])],
)
def test_importing_stays_light(module, unwanted):
    program = f"import sys, {module}; print(*(name for name in {unwanted} if name in sys.modules))"
    outcome = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert outcome.stdout.split() == []


# ---- the wheel ----------------------------------------------------------------------------------


def test_wheel_holds_code_catalogue_data_and_license(tmp_path):
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", tmp_path]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    ours = [path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert {str(path.relative_to(ROOT)) for path in ours} <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert {name.split("/")[0] for name in names} == {
        "kernelsy19",
        f"kernelsy19-{PROJECT['version']}.dist-info",
    }
