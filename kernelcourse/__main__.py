"""What the course does from the command line: `python -m kernelcourse copy FOLDER`, `my`, `grade` and others."""

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from importlib.resources import as_file, files
from pathlib import Path

from kernelcourse.desk import own_work, progress_code, progress_file

FOLDERS = ("notebooks", "exercises")
HALF = (
    ".half-"  # begins the name of the folder in which a copy is made, before all of it is moved to its place
)


def course_files():
    """Find the notebooks: in the package where it was installed from a wheel, beside it in the repository.
    A FileNotFoundError if the package came without them."""
    for folder in (files("kernelcourse").joinpath("course_files"), Path(__file__).resolve().parents[1]):
        if folder.joinpath("notebooks", "00_start_here.ipynb").is_file():
            return folder
    raise FileNotFoundError("This installation of kernelcourse came without notebooks.")


def copy_course(folder):
    """Copy chapters and exercises into a folder that is empty or not there yet; nothing is overwritten."""
    folder = Path(folder)
    ended = set(folder.glob(f"{HALF}*"))  # what a copy left that was killed
    if folder.exists() and (not folder.is_dir() or set(folder.iterdir()) - ended):
        raise FileExistsError(f"{folder} must be an empty folder or a new name; it holds something already.")
    for half in ended:
        shutil.rmtree(half)
    found = course_files()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=HALF, dir=folder) as half:
        half = Path(half)
        for name in FOLDERS:
            with as_file(found.joinpath(name)) as source:
                shutil.copytree(source, half / name, ignore=shutil.ignore_patterns(".*", "__pycache__"))
        own_work.prepare(half)
        for made in half.iterdir():
            made.rename(folder / made.name)
    return folder


def say_prepared(prepared):
    """Say in a few lines what has become of the reader's folder."""
    lines = []
    if prepared.copied:
        lines.append(f"my/ has {len(prepared.copied)} new notebooks.")
    if prepared.followed:
        lines.append(
            f"You had not begun these; they are as the course has them now: {', '.join(prepared.followed)}."
        )
    if prepared.left:
        lines.append(f"The course has changed these, your work stays as it is: {', '.join(prepared.left)}.")
    return "\n".join(lines) or "my/ is up to date."


def main(arguments=None):
    """Do what the command line asks for: 0 if it was done."""
    parser = argparse.ArgumentParser(
        prog="python -m kernelcourse", description="The course on kernel methods."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    copying = commands.add_parser("copy", help="copy chapters and exercises into a new folder")
    copying.add_argument("folder")
    mine = commands.add_parser("my", help="make your own copies of the exercises, in my/")
    mine.add_argument("--course", default=".", help="the folder of the course")
    back = commands.add_parser("set-back", help="begin one exercise anew; what you wrote is kept")
    back.add_argument("exercise", help='such as "03.4"')
    code = commands.add_parser("progress", help="write what you have done as a code, for your teacher")
    code.add_argument("name", help="yours, as your teacher knows it")
    code.add_argument("--course", default=".", help="the folder of the course")
    commands.add_parser("grade", help="for teachers: grade what a class handed in")
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments[:1] == ["grade"]:
        return _grade(arguments[1:])
    given = parser.parse_args(arguments)
    try:
        if given.command == "copy":
            folder = copy_course(given.folder)
            join = subprocess.list2cmdline if os.name == "nt" else shlex.join
            print(f"The course is in {folder}; open it with: {join(['jupyter', 'lab', str(folder)])}")
        elif given.command == "my":
            print(say_prepared(own_work.prepare(given.course)))
        elif given.command == "progress":
            print(progress_code.as_code(given.name, Path(given.course) / own_work.MY / progress_file.FILE))
        else:
            own, kept = own_work.set_back(given.exercise)
            print(f"Exercise {given.exercise} in {own} is as on the first day. What you had is in {kept}.")
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _grade(arguments):
    """Grade a class by what stands in `teaching/`, which only the repository has."""
    folder = Path(__file__).resolve().parents[1] / "teaching"
    if not (folder / "grade_class.py").is_file():
        print(
            "Grading needs the repository, with its folder teaching/; this is an installed package.",
            file=sys.stderr,
        )
        return 1
    sys.path.insert(0, str(folder))
    from grade_class import main as grade

    return grade(arguments)


if __name__ == "__main__":
    sys.exit(main())
