"""Grade a class by certificate: what Moodle or Canvas gives goes in, and what they import comes out.

    KERNELSY19_SEED="a word" python -m kernelcourse grade handed-in.zip week.ipynb build/class --roster roster.csv

The first argument is the system's download as it is (a zip or its folder), or a folder with one file a student; the
third is a folder that is made. `marks.py` says what stands in it afterwards. Whoever starts this again goes on: a
submission that is graded already, with the same exercises and the same word, is not graded again, and who was graded
from another download stays, unless this one holds another file of theirs: then the new file is graded, and the points
before and after are said. To grade one again all the same, delete its folder in `grading/`.

No kernel executes a notebook: its cells run once, in the process from which the checks ask for answers. So a loop, an
exit or megabytes of output cost their author points and nobody else anything. What counts is what a submission
computes: a busy machine costs nobody a point. Whoever was stopped is graded once more, alone; what failed for another
reason than the answer is listed as "not graded, please look", and is tried again at the next start.

Where bubblewrap is installed, what a student wrote runs in a sandbox that has no network, no course and no other
submission; where it is not, this says so in red.
"""

import argparse
import contextlib
import dataclasses
import hashlib
import importlib.util
import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import warnings
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import nbformat
from courses import course_in, release
from handed_in import LARGEST_FILE, collect, read_roster
from marks import LOOK, write_all
from sandboxes import SANDBOXES, WARNINGS, works
from submissions import items_of

from kernelcourse.judging.grading import in_red
from kernelcourse.judging.limits import Spent, slowness
from kernelcourse.judging.student_tree import COURSE

TIME_LIMIT = 600  # seconds of computing: sixteen checks that all end at their ten, and cells that loop
MEMORY_LIMIT = 4.0  # GB of addresses for each process; with a solver compiled, ours took 0.65
LARGEST_VERDICTS = 1_000_000  # bytes
POLL = 0.5  # seconds
START_TO_END = """\
from start to end:
  1. Download the submissions of an assignment: in Moodle "Download all submissions", in Canvas "Download Submissions".
  2. Export the participants as CSV with the columns id, name, e-mail (what Moodle and Canvas export will do).
  3. Grade: it says who is missing, who is unknown, and what is no notebook.
  4. Open by-hand.html, click 0, 1 or 2 for each answer in words, save by-hand.csv into the folder, and grade again.
  5. Import marks-moodle.csv or marks-canvas.csv, and give back feedback/. The overview is for your next lecture.
Another sheet goes into the same folder, and becomes another column of the marks."""
CONFIG = """\
c = get_config()
from kernelcourse.judging.autograde import grade_outside
grade_outside(c)
"""


# What came of one item. Points are None as long as nobody has graded it by hand, or where it could not be graded.
Verdict = namedtuple("Verdict", "points what_happened")


class ClassToGrade:
    """A class, an exercise notebook, and the nbgrader course in which they meet.

    handed_in: Path, what a system gives, or a folder with one file a student; exercises: Path, the notebook that
    students got; course: Path, a folder that is made if it is not there; seed: str, from which the problems are drawn;
    sandbox: str, of `SANDBOXES`; limits: seconds of computing for a submission, and GB for a process; roster: sequence
    of handed_in.Student; title: str, of the sheet in the marks. ValueError if there is no submission, or nothing to
    grade in the notebook.
    """

    def __init__(
        self, handed_in, exercises, course, seed, sandbox="none",
        seconds=TIME_LIMIT, memory=MEMORY_LIMIT, roster=(), title="",
    ):  # fmt: skip
        self.course, self.sandbox, self.seconds, self.memory = course.resolve(), sandbox, seconds, memory
        self.seed, self.exercises = seed, exercises
        given = nbformat.read(exercises, as_version=4)
        self.items, self.sources = items_of(given), [cell.source for cell in given.cells]
        if not self.items:
            raise ValueError(f"expected a notebook with checks, got {exercises}")
        self.assignment = exercises.stem
        self.title, self.roster = title, roster
        self.apart = self.course / "grading" / self.assignment
        self.found = collect(handed_in, self.course / "unzipped" / self.assignment, roster, self.assignment)
        self.files = self.found.files
        if not self.files:
            strays = f" ({'; '.join(self.found.strays[:3])})" if self.found.strays else ""
            raise ValueError(f"expected notebooks, one a student, got {handed_in}, which has none{strays}")
        self._running, self._stopped = set(), threading.Event()

    def prepare(self):
        """Make the nbgrader course, or the part of it that is missing."""
        source = self.course / "source" / self.assignment / f"{self.assignment}.ipynb"
        given = self.exercises.read_bytes()
        if source.exists() and source.read_bytes() != given:
            raise ValueError(f"{self.course} is the course of another {self.assignment}; take another folder")
        release(self.course, self.assignment, given)
        (self.course / "nbgrader_config.py").write_text(CONFIG, encoding="utf-8")
        release(self.apart / ".empty", "class", given)

    def digest(self, file):
        """What a grade depends on, as a short text."""
        parts = (file.read_bytes(), self.exercises.read_bytes(), self.seed.encode())
        return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()

    def graded(self, student):
        """What is known already of a student: the verdicts by name of the item if they are final, else None; and what
        was kept of another file or word, or None."""
        place = self.apart / student / "graded.json"
        if not place.exists():
            return None, None
        known = json.loads(place.read_text(encoding="utf-8"))
        verdicts = {name: Verdict(*verdict) for name, verdict in known["verdicts"].items()}
        if known["digest"] != self.digest(self.files[student]):
            return None, known | {"verdicts": verdicts}
        failed = any(v.what_happened.startswith(LOOK) for v in verdicts.values())
        return None if failed else verdicts, None

    def absent(self):
        """Who of the roster handed in nothing, neither now nor in what was graded before."""
        before = list(self.apart.glob("*/graded.json"))
        known = [json.loads(place.read_text(encoding="utf-8"))["student"] for place in before]
        there = {one["id"] or one["email"] for one in known} | {place.parent.name for place in before}
        return [student for student in self.found.missing if (student.id or student.email) not in there]

    def grade(self, jobs, tell=print):
        """Grade whoever is not graded yet, so many at a time, and write all that comes out.
        → list of tuple, of this sheet: student, exercise, points, of how many, and what happened"""
        self.prepare()
        if self.title:
            (self.apart / ".title").write_text(self.title, encoding="utf-8")
        before = {student: self.graded(student) for student in self.files}
        known = {student: verdicts for student, (verdicts, _) in before.items()}
        missing = [student for student, verdicts in known.items() if verdicts is None]
        tell(f"submissions: {len(self.files)}, graded already: {len(self.files) - len(missing)}")
        with ThreadPoolExecutor(jobs) as pool:
            waiting = {pool.submit(self._grade_apart, student): student for student in missing}
            again, done = [], itertools.count(1)

            def take(student):
                self._keep(student, known[student])
                tell(f"{next(done)} of {len(missing)}: {student} has {_outcome(known[student])}")

            try:
                for future in as_completed(waiting):
                    student = waiting[future]
                    known[student], was_stopped = future.result()
                    if was_stopped:
                        again.append(student)
                    else:
                        take(student)
                if again:
                    tell(f"stopped, and now graded once more, alone: {', '.join(again)}")
                for student in again:
                    known[student], _ = self._grade_apart(student)
                    take(student)
            except BaseException:
                self._stop(pool)
                raise
        anew = {student: kept for student, (_, kept) in before.items() if kept}
        if said := [f"{s} ({_outcome(k['verdicts'])} → {_outcome(known[s])})" for s, k in anew.items()]:
            tell(f"graded anew, for another file or word: {', '.join(said)}")
        wrote = {(self.assignment, s, row[1]): row[3] for s, kept in anew.items() for row in kept["rows"]}
        write_all(self.course, self.roster, tell, wrote)
        return [
            (student, item.exercise, verdict.points, item.of, verdict.what_happened)
            for student in self.files
            for item in self.items
            for verdict in [known[student][item.grade_id]]
        ]

    def _stop(self, pool):
        """Begin no other submission and end those that are graded now: nothing of them was kept."""
        self._stopped.set()
        pool.shutdown(wait=False, cancel_futures=True)
        for process in list(self._running):
            _end(process)

    def _grade_apart(self, student):
        """Verdicts on a submission, from a process and a folder of its own, and whether something was stopped."""
        folder = self.apart / student
        shutil.rmtree(folder, ignore_errors=True)
        file = self.files[student]
        if file.stat().st_size > LARGEST_FILE:
            return self._every(0.0, f"the file is larger than {LARGEST_FILE // 1_000_000} MB"), False
        folder.mkdir(parents=True)
        empty = self.apart / ".empty"
        shutil.copy(empty / "source" / "class" / "class.ipynb", folder / "given.ipynb")
        shutil.copy(empty / "gradebook.db", folder / "gradebook.db")
        shutil.copy(file, folder / "handed-in")
        if self._stopped.is_set():
            return self._every(None, f"{LOOK}: it was not begun"), True
        if fault := self._run(folder):
            return self._every(None, f"{LOOK}: {fault}"), True
        try:
            return self._read(folder / "verdicts.json")
        except (OSError, ValueError, KeyError, TypeError) as error:
            left = f"left no verdict ({type(error).__name__}), see {student}/log.txt"
            return self._every(None, f"{LOOK}: the process that graded it {left}"), True

    def command(self, folder):
        """The command that grades what is in a folder."""
        program = Path(__file__).with_name("grade_alone.py")
        return [sys.executable, str(program), str(folder), str(self.memory), self.sandbox]

    def _run(self, folder):
        """Let another process grade what is in a folder; what went wrong, or an empty text."""
        environment = {
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), "/usr/bin", "/bin"]),
            "HOME": "/tmp",
            "LANG": "C.UTF-8",
            "PYTHONPATH": str(COURSE.parent),
            "KERNELSY19_SEED": self.seed,
            **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"), "1"),
        }
        with (folder / "log.txt").open("wb") as log:
            options = {"cwd": folder, "env": environment, "start_new_session": True}
            streams = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log}
            process = subprocess.Popen(self.command(folder), **options, **streams)
            self._running.add(process)
            spent = Spent(process.pid)
            try:
                while process.poll() is None:
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        process.wait(POLL)
                    if spent.seconds() > self.seconds * slowness():
                        return f"it took more than {self.seconds:g} seconds"
            finally:
                _end(process)
                self._running.discard(process)
        return ""

    def _read(self, place):
        """The same from the file that another process wrote: numbers within bounds and short texts, or a ValueError."""
        if not is_plain(place, place.parent):
            raise ValueError("expected a file")
        with place.open("rb") as file:
            said = json.loads(file.read(LARGEST_VERDICTS))
        if "broken" in said:
            return self._every(0.0, str(said["broken"])[:300]), False
        if "not graded" in said:
            return self._every(None, f"{LOOK}: {said['not graded']}"[:300]), True
        verdicts = {}
        for item in self.items:
            points, what = said["verdicts"][item.grade_id]
            if points is None and not item.by_hand:
                what = f"{LOOK}: {what}"
            if points is not None and not 0 <= float(points) <= item.of:
                raise ValueError(f"expected 0 to {item.of:g} points, got {points!r}")
            verdicts[item.grade_id] = Verdict(None if points is None else float(points), str(what)[:300])
        return verdicts, said.get("again") is True

    def _every(self, points, why):
        return {item.grade_id: Verdict(points, why) for item in self.items}

    def _keep(self, student, verdicts):
        """Enter verdicts into the gradebook, and note that they are final."""
        self._enter(student, verdicts)
        folder = self.apart / student
        folder.mkdir(parents=True, exist_ok=True)
        made, words, sources = folder / "autograded" / "student" / "class" / "class.ipynb", {}, None
        if is_plain(made, folder):
            place = self.course / "autograded" / student / self.assignment
            place.mkdir(parents=True, exist_ok=True)
            shutil.copy(made, place / f"{self.assignment}.ipynb")
            cells = nbformat.read(made, as_version=4).cells
            words = {cell.metadata.get("nbgrader", {}).get("grade_id"): cell.source for cell in cells}
            sources = [cell.source for cell in cells]
            sources = None if sources == self.sources else hashlib.sha256(repr(sources).encode()).hexdigest()
        known = {
            "digest": self.digest(self.files[student]),
            "sheet": self.assignment,
            "student": dataclasses.asdict(self.found.students[student]),
            "rows": [
                (name, exercise, of, words.get(name, "") if by_hand else None)
                for name, exercise, of, by_hand in self.items
            ],
            "verdicts": verdicts,
            "sources": sources,
        }
        (folder / "graded.json").write_text(json.dumps(known), encoding="utf-8")

    def _enter(self, student, verdicts):
        from nbgrader.api import Gradebook

        warnings.filterwarnings("ignore", "Object of type <Submitted")  # of the database, within nbgrader
        with Gradebook(course_in(self.course).CourseDirectory.db_url) as gradebook:
            gradebook.update_or_create_student(student)
            (notebook,) = gradebook.update_or_create_submission(self.assignment, student).notebooks
            for grade in notebook.grades:
                verdict = verdicts[grade.name]
                grade.auto_score = verdict.points
                grade.needs_manual_grade = verdict.points is None or grade.manual_score is not None
            gradebook.db.commit()


def _outcome(verdicts):
    """What a submission has, in words: its points, or exercises that could not be graded."""
    failed = sum(verdict.what_happened.startswith(LOOK) for verdict in verdicts.values())
    points = sum(verdict.points or 0 for verdict in verdicts.values())
    return f"{failed} of {len(verdicts)} exercises not graded" if failed else f"{points:g} points"


def is_plain(place, folder):
    """Whether there is an ordinary file in a folder in which others have written, and not a way out of it."""
    return place.is_file() and place.resolve().is_relative_to(folder.resolve())


def _end(process):
    """End a process and all that it has started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _make_trial(given):
    """Write what ten students hand in who were made up, and a roster, and have these graded."""
    sys.path[:0] = [str(COURSE.parent / name) for name in ("tests", "tools")]
    import classroom

    given.trial.mkdir(parents=True, exist_ok=True)
    submissions = [one for one in classroom.submissions() if one.student in classroom.TRIAL]
    given.handed_in, given.roster, _ = classroom.download(given.trial, submissions)
    given.exercises, given.course, given.title = classroom.EXERCISES, given.trial / "class", "Trial"
    print(f"ten made-up students hand in {given.handed_in}, with {given.roster}")


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m kernelcourse grade",
        description=__doc__.splitlines()[0],
        epilog=START_TO_END,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--trial", type=Path, metavar="FOLDER", help="grade ten made-up students, there")
    for name, said in (
        ("handed_in", "the download of Moodle or Canvas, or one file a student"),
        ("exercises", "the notebook that students got"),
        ("course", "a folder for all that comes out"),
    ):
        parser.add_argument(name, type=Path, nargs="?", help=said)
    parser.add_argument("--roster", type=Path, help="a CSV file with the columns id, name, e-mail")
    parser.add_argument("--title", default="", help="what the sheet is called in the marks")
    parser.add_argument(
        "--jobs", type=int, default=max(1, (os.cpu_count() or 2) // 2), help="how many at a time"
    )
    parser.add_argument("--seconds", type=float, default=TIME_LIMIT, help="of computing, for a submission")
    parser.add_argument("--memory", type=float, default=MEMORY_LIMIT, help="GB for a process")
    parser.add_argument("--sandbox", choices=SANDBOXES, help="by default the best that works here")
    given = parser.parse_args(arguments)
    if bool(given.trial) == bool(given.course):
        parser.error("expected handed_in, exercises and course, or --trial alone")
    if os.name == "nt":
        return "Windows cannot limit what a submission takes: grade in its Linux subsystem (WSL)."
    if not importlib.util.find_spec("nbgrader"):
        return "Grading needs nbgrader, which `make lab TEACHER=1` installs, and `make test` as well."
    seed = "trial" if given.trial else os.environ.get("KERNELSY19_SEED")
    if not seed:
        return "Set KERNELSY19_SEED to a word of your own: it draws the problems, and draws them again."
    if given.trial:
        _make_trial(given)
    given.course.mkdir(parents=True, exist_ok=True)
    sandbox = given.sandbox or next(name for name in SANDBOXES if works(name))
    if WARNINGS[sandbox]:
        print(in_red(WARNINGS[sandbox]), file=sys.stderr)
    try:
        roster = read_roster(given.roster) if given.roster else []
        limits = (given.seconds, given.memory)
        made = ClassToGrade(
            given.handed_in, given.exercises, given.course, seed, sandbox, *limits, roster, given.title
        )
        for head, who in (
            ("handed in nothing", made.absent()),
            ("not in the roster, and graded", made.found.unknown),
            ("no submission", made.found.strays),
            ("late, as Canvas says", [one for one in made.found.students.values() if one.late]),
        ):
            if who:
                print(f"{head}, {len(who)}:", *(f"  {one}" for one in who), sep="\n")
        made.grade(given.jobs)
    except (ValueError, OSError) as error:
        return str(error)
    print(
        f"All is in {given.course}: marks-moodle.csv, marks-canvas.csv, feedback/, grades.csv, an overview."
    )
    return None


if __name__ == "__main__":
    sys.exit(main())
