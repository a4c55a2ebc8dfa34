"""An nbgrader course in a folder, as far as grading needs one."""

import os
import sys
from pathlib import Path

# Inside of functions: nbgrader takes seconds to import.


def course_in(folder):
    """The configuration of an nbgrader course in a folder. folder: Path → traitlets.config.Config"""
    from traitlets.config import Config

    config = Config()
    config.CourseDirectory.root = str(folder)
    config.CourseDirectory.db_url = f"sqlite:///{folder / 'gradebook.db'}"
    return config


def api_of(config):
    """What nbgrader can do with the course of a configuration. → nbgrader.apps.NbGraderAPI"""
    from nbgrader.apps import NbGraderAPI
    from nbgrader.coursedir import CourseDirectory

    return NbGraderAPI(CourseDirectory(config=config), config=config)


def release(folder, assignment, given):
    """Make an nbgrader course with one assignment in a folder, unless it is there.
    folder: Path; assignment: str; given: bytes, of its notebook. ValueError if nbgrader refuses it"""
    if (folder / "released").exists():
        return
    place = folder / "source" / assignment
    place.mkdir(parents=True, exist_ok=True)
    (place / f"{assignment}.ipynb").write_bytes(given)
    # nbgrader starts alembic by its name.
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    result = api_of(course_in(folder)).generate_assignment(assignment)
    if not result["success"]:
        raise ValueError(f"nbgrader cannot release {assignment}:\n{result.get('error') or result.get('log')}")
    (folder / "released").touch()
