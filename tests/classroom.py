"""Thirty submissions of the exercises of chapter 01, and what each of them must earn.

Right in several forms, wrong in known ways, empty, broken, endless, dishonest: made by a script, so that a test of how
a class is graded can demand the exact points.
"""

import copy
import dataclasses
import functools
import json
import zipfile

import build_notebooks
import nbformat
from test_cheats import TOGETHER

from kernelcourse.judging.grading import parse_check

TOPIC = "01_kernels"
EXERCISES = build_notebooks.ROOT / "exercises" / f"{TOPIC}_exercises.ipynb"
FUNCTIONS = ["01.1", "01.2", "01.3", "01.4", "01.5", "01.9", "01.10", "01.12", "01.15", "01.16"]


@functools.cache
def given():
    """The student's notebook, which nobody changes."""
    return nbformat.read(EXERCISES, as_version=4)


@functools.cache
def answers():
    """Code that answers each exercise, by key."""
    source = build_notebooks.read_source(build_notebooks.ROOT / "sources" / f"{TOPIC}_exercises.py")
    solved = build_notebooks.solutions(source).cells
    return {key_of(cell): cell.source for cell in solved if cell.id.startswith("exercise-")}


def key_of(cell):
    return cell.id.partition("-")[2].replace("-", ".")


def keys():
    """Keys of all checks, in the order of the notebook."""
    return [parse_check(cell.source)[0] for cell in given().cells if cell.id.startswith("check-")]


@dataclasses.dataclass
class Submission:
    """A file, as whom it is graded, which keys it must earn whole, and words of the verdicts on a key."""

    file: str
    student: str
    content: bytes
    right: set
    said: dict


class Paper:
    """A student's notebook that is being written."""

    def __init__(self, solved=()):
        self.notebook = copy.deepcopy(given())
        self.write({key: answers()[key] for key in solved})

    @property
    def cells(self):
        return self.notebook.cells

    def cell(self, name):
        return next(cell for cell in self.cells if cell.id == name)

    def write(self, sources):
        """Put code into the cells of exercises, by key."""
        for key, source in sources.items():
            self.cell(f"exercise-{key.replace('.', '-')}").source = source
        return self

    def insert(self, source, at=1):
        self.cells.insert(at, nbformat.v4.new_code_cell(source))
        return self

    def drop(self, *names):
        self.notebook.cells = [cell for cell in self.cells if cell.id not in names]
        return self

    def bytes(self):
        return json.dumps(self.notebook).encode()


LOOPS = {
    "01.1": "def feature_map(X):\n    return [[a * a, a * b, b * a, b * b] for a, b in X]",
    "01.2": (
        "import math\ndef gaussian_kernel(X, Y, gamma):\n"
        "    return [[math.exp(-gamma * sum((a - b) ** 2 for a, b in zip(x, y))) for y in Y] for x in X]"
    ),
    "01.4": (
        "def distances_to_mean(K):\n    n = len(K)\n    whole = sum(map(sum, K)) / n**2\n"
        "    return tuple(K[i][i] - 2 * sum(K[i]) / n + whole for i in range(n))"
    ),
    "01.10": (
        "def distance_of_means(a, ab, b):\n    def mean(K):\n        return float(sum(map(sum, K))) / K.size\n"
        "    return mean(a) + mean(b) - mean(ab) - mean(ab.T)"
    ),
}
OTHER_WAYS = {
    "01.2": (
        "from scipy.spatial.distance import cdist\n"
        "gaussian_kernel = lambda X, Y, gamma: np.exp(-gamma * cdist(X, Y, 'sqeuclidean'))"
    ),
    "01.3": (
        "class Widths:\n    def __call__(self, sigma, source):\n"
        "        return {'AML': sigma**-2 / 2, 'PR': sigma**-2, 'SY19': sigma}[source]\ngamma_of = Widths()"
    ),
    "01.6": "from math import comb\nn_features = np.array(comb(13, 3), dtype=float)",
    "01.7": "points = [[0, 0.25]]",
    "01.15": (
        "def few_coordinates(K, m):\n    U, s, _ = np.linalg.svd(K, hermitian=True)\n"
        "    return -U[:, :m] * s[:m] ** 0.5"
    ),
}


def wrong(key, source, said=""):
    """All right but one exercise."""
    return Paper(keys()).write({key: source}), set(keys()) - {key}, {key: said}


def cheating():
    """Nothing is known, everything is patched, and the checks are rewritten."""
    paper = Paper().insert(TOGETHER)
    for key in FUNCTIONS:
        name = "exercise-" + key.replace(".", "-")
        paper.cell(name).source = f"{paper.cell(name).source.split('(')[0].removeprefix('def ')} = cheat"
    paper.cell("check-01-6").source = "n_features = 1"
    paper.cell("check-01-8").source = 'check("01.14", "d")'
    return paper


def greedy():
    """Two exercises are right, their checks stand there twice and promise a hundred points."""
    paper = Paper(["01.1", "01.8"])
    for name in ("check-01-1", "check-01-8"):
        cell = paper.cell(name)
        cell.metadata.nbgrader.points = 100
        paper.cells.append(copy.deepcopy(cell))
    paper.cell("check-01-2").metadata.nbgrader.grade_id = "check-01-1"
    return paper


def without_metadata():
    """All is right, and a program has dropped nbgrader's notes and the names of cells."""
    paper = Paper(keys())
    for k, cell in enumerate(paper.cells):
        cell.metadata, cell.id = {}, f"x{k}"
    return paper


def with_outputs():
    """All is right, and megabytes of output are saved with it."""
    paper = Paper(keys()).insert("print('x' * 8_000_000)")
    paper.cells[1].outputs = [nbformat.v4.new_output("stream", text="x" * 8_000_000)]
    return paper


def submissions():
    """All thirty."""
    every = set(keys())
    other = build_notebooks.ROOT / "exercises" / "02_density_exercises.ipynb"
    loop = "def gamma_of(sigma, source):\n    while True:\n        pass"
    made = {
        "solved": (Paper(keys()), every, {"01.1": "right", "01.11": "not attempted"}),
        "loops": (Paper(keys()).write(LOOPS), every, {}),
        "other-ways": (Paper(keys()).write(OTHER_WAYS), every, {}),
        "first-five": (Paper(keys()[:5]), set(keys()[:5]), {"01.6": "not attempted"}),
        "own-names": (
            Paper(keys()).insert("def helped(X):\n    return (X**2).sum(axis=1)\n%matplotlib inline", at=2),
            every,
            {},
        ),
        "backward": (Paper(keys()), every, {}),
        "stub": (Paper(), set(), {"01.1": "not attempted", "01.6": "not attempted"}),
        "factor": wrong(
            "01.4", "def distances_to_mean(K):\n    return np.diag(K) - K.mean(axis=1) + K.mean()"
        ),
        "sign": wrong(
            "01.10", "def distance_of_means(a, ab, b):\n    return a.mean() + 2 * ab.mean() + b.mean()"
        ),
        "rounded": wrong(
            "01.2",
            "def gaussian_kernel(X, Y, gamma):\n"
            "    return np.round(np.exp(-gamma * ((X[:, None] - Y) ** 2).sum(axis=2)), 3)",
        ),
        "in-place": wrong(
            "01.5",
            "def cosines(K):\n    K /= np.sqrt(np.outer(K.diagonal(), K.diagonal()))\n    return K",
            "changes its argument `K` in place",
        ),
        "guesses": (
            Paper(FUNCTIONS).write(
                {
                    "01.6": "n_features = 220",
                    "01.7": "points = np.zeros((2, 3))",
                    "01.8": "not_a_kernel = 'a'",
                    "01.13": "point = 'e'",
                    "01.14": "wrong_step = None",
                }
            ),
            set(FUNCTIONS),
            {"01.13": "Choose one of", "01.14": "not attempted"},
        ),
        "syntax": wrong("01.2", "def gaussian_kernel(X, Y, gamma)\n    return 1", "not defined"),
        "no-numpy": (
            Paper(keys()),
            {"01.3", "01.6", "01.8", "01.10", "01.13", "01.14"},
            {"01.4": "name 'np' is not defined"},
        ),
        "endless-function": wrong("01.3", loop, "It was stopped after "),
        "endless-cell": (Paper(keys()).insert("while True:\n    pass"), every, {}),
        "exit-in-cell": (Paper(keys()).insert("raise SystemExit", at=9), every, {}),
        "exit-in-function": wrong("01.5", "def cosines(K):\n    raise SystemExit(0)", "SystemExit"),
        "killed": wrong(
            "01.5", "import os\ndef cosines(K):\n    os._exit(0)", "the process that runs it has ended"
        ),
        "too-large": wrong("01.5", "def cosines(K):\n    return np.ones((10**6, 10**6))", "MemoryError"),
        "talkative": (
            Paper(keys()).write(
                {"01.3": answers()["01.3"].replace("    if", "    print('x' * 3_000_000)\n    if", 1)}
            ),
            every,
            {},
        ),
        "with-outputs": (with_outputs(), every, {}),
        "cheating": (cheating(), set(), {"01.6": "not attempted"}),
        "greedy": (greedy(), {"01.1", "01.8"}, {}),
        "checks-deleted": (
            Paper(keys()).drop("check-01-1", "check-01-9", "check-01-15", "answer-01-11"),
            every,
            {},
        ),
        "answers-deleted": (
            Paper(keys()).drop("exercise-01-4", "exercise-01-5"),
            every - {"01.4", "01.5"},
            {"01.4": "'distances_to_mean' is not defined"},
        ),
        "no-metadata": (without_metadata(), every, {}),
    }
    # The checks come before the answers.
    made["backward"][0].notebook.cells[2:] = made["backward"][0].cells[:1:-1]
    made["backward"] = (made["backward"][0], set(), {"01.1": "not defined"})
    made["no-numpy"][0].cells[1].source = "import nunpy as np"
    found = [Submission(f"{name}.ipynb", name, paper.bytes(), *rest) for name, (paper, *rest) in made.items()]
    return [
        *found,
        Submission("empty.ipynb", "empty", b"", set(), {"01.1": "is not a notebook"}),
        Submission(
            "Müller, Jörg (2).IPYNB.txt", "Müller_Jörg_2", Paper(keys()[:3]).bytes(), set(keys()[:3]), {}
        ),
        Submission(
            "other-chapter.ipynb", "other-chapter", other.read_bytes(), set(), {"01.1": "not defined"}
        ),
    ]


def points(right):
    """Points of each exercise for whoever has these keys right and has written no answer in words."""
    table = {}
    for cell in given().cells:
        grader = cell.metadata.get("nbgrader")
        if grader:
            key = key_of(cell)
            table[key] = float(grader.points) if key in right else 0.0
    return table


TRIAL = (
    "solved",
    "loops",
    "first-five",
    "factor",
    "in-place",
    "endless-function",
    "exit-in-cell",
    "stub",
    "cheating",
    "empty",
)
ANSWER = 'Points & <script>alert("x")</script> become independent.'


def download(folder, submissions):
    """Write submissions as Moodle gives them, one as a PDF, and a roster beside; who has solved all has words, too.
    folder: Path; submissions: list of Submission → the zip, the roster, and the id of each student"""
    ids = {one.student: str(1001 + k) for k, one in enumerate(submissions)}
    place, roster = folder / "Kernels-Week 1-12.zip", folder / "roster.csv"
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as archive:
        for k, one in enumerate(submissions):
            content = one.content
            if one.student == "solved":
                notebook = json.loads(content)
                next(cell for cell in notebook["cells"] if cell["id"] == "answer-01-11")["source"] = ANSWER
                content = json.dumps(notebook).encode()
            archive.writestr(f"{one.student}_{500 + k}_assignsubmission_file_/{one.file}", content)
        archive.writestr("Absent_900_assignsubmission_file_/sorry.pdf", "%PDF")
    rows = [("id", "name", "e-mail"), *((i, name, f"{i}@uni.edu") for name, i in ids.items())]
    rows.append(("2000", "Absent", "absent@uni.edu"))
    roster.write_text("\n".join(map(",".join, rows)), encoding="utf-8")
    return place, roster, ids
