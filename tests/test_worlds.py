"""The table of worlds: what a notebook finds in each, what its environment is made of, and when a floor is untrue."""

import importlib.metadata
import os
import subprocess
import sys
from pathlib import Path

import pytest
import worlds
from packaging.requirements import Requirement
from packaging.version import Version


@pytest.mark.parametrize("name", worlds.WORLDS)
def test_a_notebook_finds_its_world_and_nothing_else(name, monkeypatch, tmp_path):
    monkeypatch.setenv("OPENBLAS_CORETYPE", "Nehalem")
    monkeypatch.setenv("OMP_DYNAMIC", "true")
    monkeypatch.setenv("NUMBA_CACHE_DIR", "where mine are")
    found, asked = worlds.environment(name, str(tmp_path)), worlds.WORLDS[name].processor
    mattering = {key for key in found if key.startswith(worlds.MATTERS)} - set(worlds.THREADS)
    looked_at = {key for key in asked if key.startswith(worlds.MATTERS)}
    assert mattering == {"NUMBA_CACHE_DIR"} | looked_at - set(worlds.THREADS)
    assert found.items() >= (worlds.KERNEL_ENVIRONMENT | asked | {worlds.WORLD: name}).items()
    compiled = worlds.WORLDS[name].installation == "set up"
    assert found["NUMBA_CACHE_DIR"] == ("where mine are" if compiled else str(tmp_path))
    assert worlds.environment(name)["NUMBA_CACHE_DIR"] == "where mine are"


def test_each_axis_is_in_the_table_and_one_witness_has_nothing_compiled():
    table = worlds.WORLDS.values()
    assert {world.versions for world in table} == {"locked", "floors", "newest"}
    assert {world.installation for world in table} == {"set up", "fresh", "wheel"}
    assert {worlds.WORLDS[name].installation for name in worlds.WITNESSES} == {"set up", "fresh"}
    without = [name for name, world in worlds.WORLDS.items() if not {*worlds.NOTEBOOKS} & {*world.runs}]
    assert without == ["floors"]
    foreign = {name for name, world in worlds.WORLDS.items() if world.has_own_environment()}
    assert foreign == {"python-3.13", "floors", "newest", "first-use"}
    assert "A world is one of native," in worlds.main(["Laptop"])


def test_an_environment_is_made_of_what_its_world_has():
    words = {
        name: [
            str(word)
            for line in worlds.commands_for(world, Path("there"), world.python or "3")
            for word in line
        ]
        for name, world in worlds.WORLDS.items()
    }
    for name in ("floors", "newest", "first-use"):
        assert {"--resolution", worlds.RESOLUTIONS[worlds.WORLDS[name].versions]} <= {*words[name]}
        assert "--require-hashes" not in words[name]
        assert ("--all-extras" in words[name]) == (name != "first-use")
    assert {"3.13", "--require-hashes", "tests/requirements.lock"} <= {*words["python-3.13"]}
    assert [name for name in words if "--editable" not in words[name]] == ["first-use"]


def test_what_surrounds_notebooks_imports_nothing_that_a_wheel_lacks():
    asked = map(Requirement, importlib.metadata.requires("kernelsy19"))
    others = {r.name for r in asked if r.marker and not r.marker.evaluate({"extra": "course"})}
    others -= {*worlds.RUNNER}
    brought = importlib.metadata.packages_distributions().items()
    lacking = [module for module, by in brought if others & {name.lower() for name in by}]
    assert {"hypothesis", "playwright"} <= {*lacking}
    program = (
        "import sys; sys.modules.update(dict.fromkeys(sys.argv[1:]))\nimport conftest, compare_notebooks"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(("tools", "tests"))}
    subprocess.run([sys.executable, "-c", program, *lacking], cwd=worlds.ROOT, env=environment, check=True)


def test_an_untrue_floor_is_named():
    asked = {"numpy": Requirement("numpy>=2.0"), "pytest": Requirement("pytest>=8.3,<10")}
    true = {"numpy": Version("2.0.2"), "pytest": Version("8.3.1")}
    assert worlds.untrue_floors(asked, true) == []
    (line,) = worlds.untrue_floors(asked, true | {"numpy": Version("2.1.0")})
    assert line == "numpy: the floor is 2.0, installed was 2.1.0"


def test_what_is_installed_has_one_spelling_a_name():
    installed = worlds.installed_by(sys.executable)
    assert installed["scikit-learn"] >= Version("1.5") and "nbclient" in installed
    assert all(name == name.lower() and "_" not in name for name in installed)


def test_each_package_has_a_floor():
    for requirement in worlds.requirements().values():
        assert worlds.floor_of(requirement) > Version("0")
