"""The library stands without the course: in a copy from which the course is deleted, and by what it loads."""

import subprocess
import sys

import library_alone
import pytest


def python(program):
    outcome = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert outcome.returncode == 0, outcome.stderr
    return outcome.stdout


@pytest.mark.night
def test_example_and_tests_of_the_library_run_where_the_course_is_deleted(capfd):
    assert library_alone.main(["tests/kernelsy19", "-k", "test_equations or test_catalogue"]) == 0
    assert "no course beside" in capfd.readouterr().out


def test_a_course_that_is_needed_is_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(library_alone, "example", lambda: "from kernelcourse import check")
    assert library_alone.main(["--collect-only"]) != 0


def test_old_assignments_find_their_check_and_load_the_course_when_they_call_it():
    said = python(
        "import sys; from kernelsy19.course.exercises import check; print('kernelcourse' in sys.modules); "
        "print(check('03.4', lambda K, alpha, nu: 0.0).status); print('kernelcourse' in sys.modules)"
    )
    assert said.splitlines() == ["False", "wrong", "True"]


@pytest.mark.parametrize("room", ["catalogue", "ball", "landmarks"])
def test_no_room_loads_the_course(room):
    assert python(f"import sys, kernelsy19.{room}; print('kernelcourse' in sys.modules)") == "False\n"
