"""The trial of the oldest and the newest versions: what it runs, and when it says that a floor is untrue."""

import sys
from pathlib import Path

import pytest
import try_versions
from packaging.requirements import Requirement
from packaging.version import Version


@pytest.mark.parametrize(
    "given, whether",
    [
        ([], False),
        (["-x", "-n", "2"], False),
        (["--ignore=tests/browser"], False),
        (["tests/kernelsy19/ball", "-x"], True),
        (["-x", "tests/test_house.py::test_no_constant_has_two_meanings"], True),
    ],
)
def test_options_alone_leave_the_librarys_tests(given, whether):
    assert try_versions.names_tests(given) is whether


def test_an_untrue_floor_is_named():
    asked = {"numpy": Requirement("numpy>=2.0"), "pytest": Requirement("pytest>=8.3,<10")}
    true = {"numpy": Version("2.0.2"), "pytest": Version("8.3.1")}
    assert try_versions.untrue_floors(asked, true) == []
    (line,) = try_versions.untrue_floors(asked, true | {"numpy": Version("2.1.0")})
    assert line == "numpy: the floor is 2.0, installed was 2.1.0"


@pytest.mark.skipif(
    sys.platform == "win32", reason="the trial makes environments as Linux and macOS have them"
)
def test_what_is_installed_has_one_spelling_a_name():
    installed = try_versions.installed_in(Path(sys.prefix))
    assert installed["scikit-learn"] >= Version("1.5") and "nbclient" in installed
    assert all(name == name.lower() and "_" not in name for name in installed)


def test_each_package_has_a_floor():
    for requirement in try_versions.requirements().values():
        assert try_versions.floor_of(requirement) > Version("0")
