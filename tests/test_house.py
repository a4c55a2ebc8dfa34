"""The house holds together: what is generated is up to date, what is said twice agrees, imports run one way."""

import ast
import collections
import functools
import importlib
import json
import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import make_contents
import pytest
import run
import site_pages
import yaml
from one_test_for_many import every
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from weight import code_of, library_to_read, weigh

import kernelsy19
from kernelcourse.desk.contents import chapters, read_chapters, rooms

ROOT = Path(__file__).resolve().parents[1]
LIBRARY, COURSE = ROOT / "kernelsy19", ROOT / "kernelcourse"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]


@functools.cache
def tree_of(path):
    """The syntax tree of a file, which nobody changes."""
    return ast.parse(path.read_text(encoding="utf-8"))


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


# ---- dependencies: pyproject.toml, requirements.lock, environment.yml ---------------------------


def declared_requirements(extras):
    lists = [PROJECT["dependencies"], *(PROJECT["optional-dependencies"][name] for name in extras)]
    return [Requirement(line) for lines in lists for line in lines]


def required_by(group):
    return [Requirement(line) for line in PYPROJECT["dependency-groups"][group]]


LOCKS = {
    "requirements.lock": ["course", "colab"],
    "tests/requirements.lock": ["course", "test"],
    "benchmarks/requirements.lock": ["bench", "cluster"],
    "site/requirements.lock": ["site"],
}
ASKED_FOR = {
    **{lock: declared_requirements(extras) for lock, extras in LOCKS.items()},
    # An environment of its own, with an older numba, and that of a browser.
    "benchmarks/sequences.lock": declared_requirements(["bench", "test"]) + required_by("bench-sequences"),
    "site/lite.lock": required_by("lite"),
}


def locked(lock):
    """Map each name in a lock to its pins: (version, number of hashes)."""
    pins = {}
    for entry in re.split(r"\n(?=[a-z0-9])", read(lock)):
        name, version = re.match(r"([A-Za-z0-9._-]+)(?:\[.*?\])?==([^\s;\\]+)", entry).groups()
        pins.setdefault(canonicalize_name(name), []).append((version, entry.count("--hash=sha256:")))
    return pins


@pytest.mark.parametrize("lock", ASKED_FOR)
def test_lock_pins_what_pyproject_asks_for(lock):
    pins = locked(lock)
    for requirement in ASKED_FOR[lock]:
        versions = [version for version, _ in pins[canonicalize_name(requirement.name)]]
        assert all(requirement.specifier.contains(version) for version in versions), requirement.name


def test_every_extra_is_locked():
    assert {extra for extras in LOCKS.values() for extra in extras} == set(PROJECT["optional-dependencies"])


@pytest.mark.parametrize("lock", [name for name in LOCKS if "/" in name])
def test_what_is_added_changes_nothing_of_the_course(lock):
    course, added = locked("requirements.lock") | locked("tests/requirements.lock"), locked(lock)
    both = added.keys() & course.keys()
    assert all(added[name] == course[name] for name in both)


def test_what_a_browser_is_slow_at_is_there():
    for stem, cells in tomllib.loads(read("site/lite/slow.toml")).items():
        assert all(read(f"sources/{stem}.py").count(piece) == 1 for piece in cells), stem


@pytest.mark.parametrize("lock", run.LOCKS)
def test_every_pin_has_hashes_and_names_no_host(lock):
    assert not [name for name, pins in locked(lock).items() for _, n_hashes in pins if n_hashes == 0]
    assert not re.findall(r"://|--(?:index|extra-index|find-links)|\w\.(?:org|com|net|io|dev)\b", read(lock))


def test_environment_is_what_pyproject_says():
    script = ROOT / "tools" / "make_environment.py"
    outcome = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True)
    assert outcome.returncode == 0, outcome.stderr


@pytest.mark.parametrize(
    ("path", "extras", "package"),
    [("environment.yml", ["course", "test"], "-e ."), (".binder/environment.yml", ["course"], "-e ..")],
)
def test_an_environment_holds_what_it_is_for_and_a_python_that_was_tried(path, extras, package):
    environment = yaml.safe_load(read(path))
    conda = [line for line in environment["dependencies"] if isinstance(line, str)]
    (pip,) = [entry["pip"] for entry in environment["dependencies"] if isinstance(entry, dict)]
    named = {Requirement(line).name: Requirement(line).specifier for line in conda + pip if line != package}
    assert package in pip and (ROOT / path).parent.joinpath(package.split()[1], "pyproject.toml").exists()
    assert named.keys() == {found.name for found in declared_requirements(extras)} | {"python", "pip"}
    minors = [int(line.split(".")[-1]) for line in PROJECT["classifiers"] if "Python :: 3." in line]
    assert {minor for minor in range(40) if f"3.{minor}" in named["python"]} <= {*minors}


# ---- what is said twice -------------------------------------------------------------------------


def test_one_version():
    citation = yaml.safe_load(read("CITATION.cff"))
    assert PROJECT["version"] == kernelsy19.__version__ == str(citation["version"])


def test_the_versions_of_python_that_were_tried():
    """The classifiers go from the oldest that the package allows without a gap, and README names them."""
    classifiers = [re.search(r"Python :: 3\.(\d+)$", line) for line in PROJECT["classifiers"]]
    minors = [int(found[1]) for found in classifiers if found]
    assert minors == list(range(minors[0], minors[-1] + 1))
    tried = [f"3.{minor}" for minor in minors]
    assert PROJECT["requires-python"] == f">={tried[0]}"
    listed = f"Python {', '.join(tried[:-1])} or {tried[-1]}"
    assert listed in read("README.md")


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "SECURITY.md"])
def test_documents_name_commands_that_exist(document):
    named = set(re.findall(r"(?:^|`)make ([a-z-]+)", read(document), flags=re.MULTILINE))
    assert named
    assert named <= run.TARGETS.keys()


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "SECURITY.md", "DATA.md"])
def test_documents_name_paths_that_exist(document):
    links = re.findall(r"\]\(([^)#:]+)\)", read(document))
    folders = re.findall(r"`([\w./-]+/)`", read(document))
    own = "kernelsy19|kernelcourse|tests|tools|sources|benchmarks"
    files = re.findall(rf"`((?:{own})/[\w./-]+\.\w+)`", read(document))
    missing = [path for path in links + folders + files if not (ROOT / path).exists()]
    # Examples, and folders that are made when they are wanted.
    assert not [path for path in missing if not re.search(r"NN_topic|10_ridge|^my/|^build/", path)]


def test_readme_lists_the_chapters_of_the_table():
    assert make_contents.with_table(read("README.md"), chapters()) == read("README.md")
    linked = re.findall(r"^\| .*\]\(notebooks/(\w+)\.ipynb\): .* \|$", read("README.md"), flags=re.MULTILINE)
    assert linked == [chapter.notebook for chapter in chapters() if chapter.notebook is not None]


def test_readme_is_a_page():
    assert len(read("README.md").split()) <= 900


def test_contributors_see_every_room_and_file_of_the_houses():
    tree = read("CONTRIBUTING.md").split("```\nkernelsy19/")[1].split("```")[0]
    shown = re.findall(r"\b(\w+)/ +(\d\d|[A-Z]) (.+?)(?:  |$)", tree, flags=re.MULTILINE)
    assert shown == [(chapter.room, chapter.number, chapter.title) for chapter in rooms()]
    assert len(tree.splitlines()) <= 45
    library, course = tree.split("\nkernelcourse/")
    for house, text in ((LIBRARY, library), (COURSE, course)):
        folders = {path.parent.name for path in house.glob("*/__init__.py")} - {*ROOMS, "course"}
        folders |= {path.parent.name for room in ROOMS for path in (house / room).glob("*/__init__.py")}
        assert {*re.findall(r"^  (\w+)/", text, flags=re.MULTILINE)} == folders
        stems = collections.Counter(path.stem for room in ROOMS for path in (house / room).glob("*.py"))
        named = {*re.findall(r"\b(\w+)\.py", text)}
        assert {stem for stem, rooms_with in stems.items() if rooms_with > 2} - {"__init__"} <= named
        beside = {path.stem for path in house.glob("*.py")} - {"__main__", "extras"}
        assert named <= {*stems, *beside} and beside - {"__init__"} <= named


def test_a_chapter_that_was_written_moves_to_the_ready_ones():
    """The table is written from the chapters that are given, not copied from the README that was there."""
    readme = read("README.md")
    table = [replace(chapter, notebook="10_ridge", about="a line") for chapter in chapters()]
    written = make_contents.with_table(readme, table)
    assert "| 10 | [Kernel ridge regression](notebooks/10_ridge.ipynb): a line |" in written
    assert "to come" not in written
    before, after = readme.split(make_contents.HEAD)
    assert written.startswith(before) and written.endswith(after.split("\n\n", 1)[1])


def test_the_first_page_links_every_chapter_of_the_table():
    """Its rows say what a chapter answers and stand in its own words; number and notebook are the table's."""
    row = re.compile(r"^# \| \[(\d\d) · .*?\]\((\w+)\.ipynb\)", flags=re.MULTILINE)
    linked = row.findall(read("sources/00_start_here.py"))
    ready = [chapter for chapter in rooms() if chapter.number.isdigit() and chapter.number != "00"]
    assert linked == [(chapter.number, chapter.notebook) for chapter in ready]


def test_no_two_chapters_share_a_number_a_notebook_or_a_room():
    row = '[[parts.chapters]]\nnumber = "{}"\ntitle = "A chapter"\nroom = "{}"\n'
    head = '[[parts]]\ntitle = "Part"\n'
    assert len(read_chapters(head + row.format("01", "a") + row.format("02", "b"))) == 2
    with pytest.raises(ValueError, match=r"same number: 01\.$"):
        read_chapters(head + row.format("01", "a") + row.format("01", "b"))
    with pytest.raises(ValueError, match=r"same room: a\.$"):
        read_chapters(head + row.format("01", "a") + row.format("02", "a"))


# Forms that Americans spell otherwise; a bracket keeps each from being found in this list.
BRITISH = re.compile(
    r"\b(?:un|re|pre)?(?:(?:analy|cataly|paraly)s(?:e[ds]?|ing)|(?:arte[f]act|behaviou[r]|centr(?:e[ds]?|ing)\b|colou[r]|"
    r"favou[r]|flavou[r]|gre[y]|honou[r]|judg[e]ment|labou[r]|neighbou[r]|theatr[e])\w*|"
    r"(?:centi|kilo|milli)?(?:met|lit)re[s]?|(?:defen|offen|licen)ce[ds]?|(?:learn|spel)[t]|program[m]es?|s[c]eptic\w*|"
    r"(?:cance|labe|leve|mode|signa|tota|trave)ll(?:e[dr]s?|ing)|toward[s]|per cen[t]|whils[t]|"
    r"(?:categor|character|diagonal|discret|emphas|factor|formal|general|initial|linear|local|maxim|memor|minim|normal|"
    r"optim|organ|parametr|penal|random|real|recogn|regular|serial|special|stabil|standard|summar|symmetr|synchron|util|"
    r"vector|visual)is(?:e[drs]?|ers|ing|ations?|able))\b",
    re.IGNORECASE,
)
WRITTEN = {".py", ".md", ".toml", ".cff", ".yml", ".R", ".js", ".cfg", ".sh"}


def american(text):
    """British forms in a text; what it should say is for its author to know."""
    return [match[0] for match in BRITISH.finditer(text)]


def test_spelling_is_american():
    here = [
        path
        for folder in ROOT.iterdir()
        if not folder.name.startswith(".") and folder.name not in {"build", "dist"}
        for path in ([folder] if folder.is_file() else folder.rglob("*"))
        if path.suffix in WRITTEN or path.name in {"Makefile", "find_python"}
    ]
    assert {"README.md", "Makefile", "09_denoising.py", "equations.toml"} <= {path.name for path in here}
    found = {
        str(path.relative_to(ROOT)): words
        for path in here
        if path.is_file() and (words := american(path.read_text(encoding="utf-8")))
    }
    assert not found


def test_british_forms_are_found():
    text = "minimi{}e, Normali{}ing, un" + "recogni{}able optimi{}ation; neighbou"
    text += "rs of the cent" + "re, labe" + "lled"
    assert len(american(text.format(*"ssss"))) == 7
    assert american(text.format(*"zzzz")[:50]) == []
    fine = "noise, exercises, precise, four, parameter, a realistic optimist, centered, emphasis"
    assert american(fine) == []


def test_license_has_both_texts():
    text = read("LICENSE")
    assert "Redistributions in binary form must reproduce the above copyright notice" in text
    assert "Creative Commons Attribution 4.0 International Public License" in text
    assert "UNICODE LICENSE V3" in text
    assert PROJECT["license"] == "BSD-3-Clause AND CC-BY-4.0 AND Unicode-3.0"


# ---- imports run one way ------------------------------------------------------------------------

ROOMS = [chapter.room for chapter in rooms()]
IN_LIBRARY = [chapter.room for chapter in rooms() if chapter.in_library]
# What stands outside of the rooms, by floor: it knows what is below it, and no room. The library has its ground twice,
# for whoever takes anything may use the checks of it.
GROUND = {"validation", "signatures", "units", "catalogue", "certificates", "gram", "programs", "lazy"}
FLOORS_OF_LIBRARY = {"engine": 0, "datasets": 0}
FLOORS_OF_COURSE = {
    "extras": 0,
    "desk": 0,
    "judging": 1,
    "drawing": 1,
    "proving": 2,
    "equations": 3,
    "index": 4,
    "course_map": 4,
    "__main__": 4,
}
# The files of a room, from the ground up. A file imports what stands below it in its own room, or beside it.
FLOORS = {
    "kernelsy19": [
        {"equations", "geometry", "weighted_sums", "named_parameters", "ways", "contract", "inputs"},
        {*("kernel", "algebra", "feature_maps", "vector_kernels", "custom", "gaussian_mixture", "plain")},
        {
            *("faster_ways", "sequence_kernels", "curvature", "bandwidth", "leave_one_out", "alternation"),
            *("distances_to_means", "blocks", "fits_over_blocks", "ball_over_blocks", "solve"),
        },
        {"estimator", "regression"},
    ],
    "kernelcourse": [
        {"draws", "experiments", "notations"},
        {"without", "problems", "figures"},
        {"proofs_of_error_bars", "proofs_of_pca", "proofs_of_regression", "proofs_of_ridge"},
        {"proofs", "explorers", "exercises", "checks"},
    ],
}
FLOOR = {
    house: {stem: k for k, stems in enumerate(floors) for stem in stems} for house, floors in FLOORS.items()
}
LENT_BY_COURSE = {"draws", "without", "experiments"}  # to the teaching of later chapters
DRAWING = {"matplotlib", "mpl_toolkits", "ipywidgets", "IPython", "anywidget", "PIL", "contourpy"}
SHIM = "kernelsy19.course.exercises"  # where assignments that were handed out find their check


def imports_of(path):
    """Full names of all that a file imports, inside functions too."""
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = module.split(".")[: -node.level] if node.level else []
            source = ".".join([*package, *filter(None, [node.module])])
            yield from (f"{source}.{alias.name}" for alias in node.names)


MODULES = [*sorted(LIBRARY.rglob("*.py")), *sorted(COURSE.rglob("*.py"))]


def name_of(path):
    """The full name of a file: "kernelsy19.ball.solve", and "kernelsy19.ball.__init__" for that of a folder."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


NAMES = {name_of(path).removesuffix(".__init__") for path in MODULES}


def module_of(name):
    """The longest part of a name that is a file or a folder of a house."""
    parts = name.split(".")
    while ".".join(parts) not in NAMES:
        parts.pop()
    return ".".join(parts)


def own_imports(path):
    """What a file imports of both houses, as "kernelsy19.ball.solve"; a folder stands for its `__init__`."""
    return {module_of(name) for name in imports_of(path) if name.split(".")[0] in FLOORS}


def place_of(module):
    """House, folder and file of "kernelsy19.ball.solve", of "kernelsy19.ball" and of "kernelsy19.validation"."""
    house, folder, stem, *_ = [*module.removesuffix(".__init__").split("."), "", ""]
    return house, folder, stem or "__init__"


def may_import(here, there):
    """Whether one file may import another."""
    (house, folder, stem), (other_house, other, its_stem) = place_of(here), place_of(there)
    if house == "kernelsy19":
        return other_house == "kernelsy19" and may_import_in_library(folder, stem, other, its_stem)
    # The course knows the library; what no chapter owns knows none of its rooms.
    if other_house == "kernelsy19":
        return folder in ROOMS or other not in ROOMS
    if folder not in ROOMS:
        floor = FLOORS_OF_COURSE.get(folder, 5)
        return other == folder or FLOORS_OF_COURSE.get(other, 5) < floor
    if other == folder:
        return stem == "__init__" or FLOOR[house][its_stem] <= FLOOR[house][stem]
    return other not in ROOMS or (ROOMS.index(other) < ROOMS.index(folder) and its_stem in LENT_BY_COURSE)


def may_import_in_library(folder, stem, other, its_stem):
    if other in GROUND:
        return folder not in GROUND or folder != other
    if folder not in ROOMS:
        return other == folder
    if other == folder:
        return stem == "__init__" or FLOOR["kernelsy19"][its_stem] <= FLOOR["kernelsy19"][stem]
    return other in FLOORS_OF_LIBRARY or (other in ROOMS and ROOMS.index(other) < ROOMS.index(folder))


@every("path", MODULES, lambda path: str(path.relative_to(ROOT)))
def test_arrows_run_one_way(path):
    here = name_of(path)
    for there in own_imports(path) if here != SHIM else ():
        assert may_import(here, there), f"{here} may not import {there}"
    assert not {"tests", "tools", "benchmarks"} & {name.split(".")[0] for name in imports_of(path)}


@pytest.mark.parametrize(
    ("here", "there", "allowed"),
    [
        ("kernelsy19.engine.smo", "kernelsy19.kernels.vector_kernels", False),
        ("kernelsy19.engine.smo", "kernelcourse.equations", False),
        ("kernelsy19.engine.smo", "kernelsy19.validation", True),
        ("kernelsy19.ball.solve", "kernelcourse", False),
        ("kernelsy19.ball.solve", "kernelcourse.ball.draws", False),
        ("kernelcourse.drawing.figures", "kernelsy19.ball", False),
        ("kernelcourse.drawing.live", "kernelsy19.engine.threads", True),
        ("kernelcourse.drawing.data_planes", "kernelsy19.datasets.dataset", True),
        ("kernelcourse.drawing.live", "kernelcourse.proving.walk", False),
        ("kernelcourse.judging.exercises", "kernelcourse.ball.checks.ex_03_01", False),
        ("kernelcourse.desk.server", "kernelcourse.drawing.live", False),
        ("kernelcourse.index", "kernelcourse.equations", True),
        ("kernelsy19.datasets.loaders", "kernelsy19.engine.smo", False),
        ("kernelsy19.ball.equations", "kernelsy19.ball.solve", False),
        ("kernelsy19.ball.plain", "kernelsy19.ball.solve", False),
        ("kernelsy19.svdd.plain", "kernelsy19.programs", True),
        ("kernelsy19.programs", "kernelsy19.ball.equations", False),
        ("kernelsy19.ball.solve", "kernelsy19.ball.equations", True),
        ("kernelsy19.one_class.solve", "kernelsy19.ball.solve", True),
        ("kernelsy19.ball.solve", "kernelsy19.one_class.equations", False),
        ("kernelcourse.ball.checks.ex_03_01", "kernelcourse.ball.draws", True),
        ("kernelcourse.ball.figures", "kernelcourse.ball.checks.ex_03_01", False),
        ("kernelcourse.ball.proofs", "kernelsy19.ball.solve", True),
        ("kernelcourse.one_class.proofs", "kernelcourse.ball.draws", True),
        ("kernelcourse.one_class.explorers", "kernelcourse.ball.explorers", False),
        ("kernelcourse.one_class.figures", "kernelcourse.ball.figures", False),
    ],
)
def test_the_rules_themselves(here, there, allowed):
    assert may_import(here, there) is allowed


def test_the_library_names_the_course_in_one_place():
    """Neither by an import nor by a string, from which it could be loaded; the place says so when it is called."""
    naming = set()
    for path in LIBRARY.rglob("*.py"):
        strings = {node.value for node in ast.walk(tree_of(path)) if isinstance(node, ast.Constant)}
        said = [*imports_of(path), *(text for text in strings if isinstance(text, str))]
        naming |= {name_of(path)} if any("kernelcourse" in text for text in said) else set()
    assert naming == {SHIM}
    assert not any(isinstance(node, ast.Import | ast.ImportFrom) for node in tree_of(path_of(SHIM)).body)


def path_of(name):
    return ROOT.joinpath(*name.split(".")).with_suffix(".py")


def circles(arrows):
    """What is left of a graph after all that is on no circle has been taken away."""
    while loose := {node for node, targets in arrows.items() if not targets & arrows.keys()}:
        arrows = {node: targets for node, targets in arrows.items() if node not in loose}
    return arrows


def test_no_circle_of_files_or_folders():
    files, folders = {}, collections.defaultdict(set)
    for path in MODULES:
        here, found = name_of(path), own_imports(path)
        files[here] = {name if path_of(name).is_file() else f"{name}.__init__" for name in found} - {here}
        folder = place_of(here)[:2]
        folders[folder] |= {place_of(name)[:2] for name in found} - {folder}
    assert circles(files) == circles(folders) == {}
    assert circles({"a": {"b"}, "b": {"a"}, "c": {"a"}}).keys() >= {"a", "b"}


def test_only_what_draws_imports_what_draws():
    calm = {"draws", "without", "problems", "experiments", "proofs", "notations", "exercises", "checks"}
    for path in MODULES:
        house, folder, stem = place_of(name_of(path))
        if house == "kernelsy19" or folder == "judging" or (folder in ROOMS and stem in calm):
            loaded = {name.split(".")[0] for name in imports_of(path)}
            at_work = {"IPython"} if stem == "runner" else set()  # the shell of a student's process
            assert not DRAWING & loaded - at_work, path


MASTERS = sorted((ROOT / "sources").glob("*.py"))


@pytest.mark.parametrize("path", MASTERS, ids=lambda path: path.stem)
def test_notebooks_stay_in_their_rooms(path):
    """A chapter imports its own room and those of earlier ones; C alone opens the engine."""
    number = path.stem.split("_")[0]
    imported = {place_of(name)[1] for name in own_imports(path)}
    assert number == "C" or "engine" not in imported
    if number.isdigit() and number != "00":  # 00 shows what is to come
        own = next(chapter.room for chapter in rooms() if chapter.number == number)
        for folder in imported & set(ROOMS):
            assert ROOMS.index(folder) <= ROOMS.index(own), f"{folder} comes later"


def public_names(path):
    """What a file defines for others: functions, classes and constants without an underscore."""
    for node in tree_of(path).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def names_in(tree):
    """How often each name is used in a syntax tree; an import alone is no use, unless it gives another name."""
    names = collections.Counter()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute):
            names[node.id if isinstance(node, ast.Name) else node.attr] += 1
        elif isinstance(node, ast.ImportFrom):
            names.update(alias.name for alias in node.names if alias.asname)
    return names


def used_by_nobody(tree, used):
    """Functions and classes that a tree defines without an underscore, and nobody names outside of themselves."""
    return {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and not node.name.startswith("_")
        and "implements" not in {getattr(getattr(d, "func", None), "id", "") for d in node.decorator_list}
        and used[node.name] == names_in(node)[node.name]
    }


# What only tests call, and why it is there. Equations are shown by their key, and explorers found by their class.
FOR_OTHERS = {
    "all_exercises": "how tests and teachers go through all exercises",
    "Precomputed": "what a user gives in the place of a kernel, for values of their own",
    "grade_outside": "what a teacher's nbgrader_config.py calls",
    "serve": "what the process of a student runs",
    "serve_kernel": "what the process that judges runs",
}


def test_what_only_tests_call_is_gone():
    used = collections.Counter()
    for folder in ("kernelsy19", "kernelcourse", "sources", "tools", "benchmarks"):
        for path in (ROOT / folder).rglob("*.py"):
            used.update(names_in(tree_of(path)))
    for path in (ROOT / "kernelcourse").glob("*/hints.toml"):  # known mistakes call what their check file has
        mistakes = [mistake for table in tomllib.loads(path.read_text("utf-8")).values() for mistake in table]
        used.update(re.findall(r"\w+", " ".join(mistakes)))
    evidence = tomllib.loads((ROOT / "sources" / "evidence.toml").read_text("utf-8"))
    used.update(entry["draw"].split(":")[1] for entry in evidence.values())
    idle = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in MODULES
        for name in used_by_nobody(tree_of(path), used) - FOR_OTHERS.keys()
    }
    assert not idle, f"Use what nobody uses, take it out, or say in FOR_OTHERS whom it is for: {idle}"


def test_what_nobody_uses_is_found():
    texts = "def f(n): return f(n - 1)", "def g(): pass", "class A: pass", "@implements('K')\ndef h(): pass"
    tree = ast.parse("\n".join(texts))
    for user, idle in [
        ("from room import f, A", {"f", "g", "A"}),
        ("import room\nroom.f(3), [room.g]\nfrom room import A as B", set()),
    ]:
        assert used_by_nobody(tree, names_in(tree) + names_in(ast.parse(user))) == idle


def test_no_exported_name_is_that_of_a_file():
    """Of its own folder, or of any folder: `from room import name` has one meaning."""
    folders = {path.parent.name for path in MODULES}
    assert not {
        f"{name_of(path)}: {name}"
        for path in MODULES
        for name in public_names(path)
        if name in folders | {other.stem for other in path.parent.glob("*.py")}
    }


def test_what_is_named_to_read_on_stands_in_the_bibliography():
    """By the first author and the year, as in "Zhu and Hastie (2005)"."""
    works = set(re.findall(r"^@\w+\{([A-Z][a-zA-Z]*\d{4})", read("site/references.bib"), re.MULTILINE))
    named = set()
    work = re.compile(r"([A-Z][\w-]+)(?:, [A-Z][\w-]+)*(?: and [A-Z][\w-]+)? \((\d{4})\)")
    for path in (ROOT / "sources").glob("[01]*.py"):
        text = path.read_text(encoding="utf-8")
        for line in re.findall(r"^# \*\*To read on:\*\* (.+)", text, re.MULTILINE):
            for first, year in work.findall(line):
                named.add(first.replace("-", "").replace("ö", "oe").replace("ı", "i") + year)
    assert len(named) > 20 and named <= works, named - works


# ---- weight ---------------------------------------------------------------------------------------

# Lines of code of a room of the library, neither docstring nor comment; `make weight` says all others.
ROOM = 600
LARGE = {"kernels": 1200, "landmarks": 1200, "density": 700}  # which has curvature.py, the plug-in bandwidths
EQUATION = 15  # of the body of an equation


@pytest.mark.parametrize("room", IN_LIBRARY)
def test_a_room_of_the_library_can_be_held(room):
    code, _ = weigh([LIBRARY / room])
    assert code <= LARGE.get(room, ROOM)


@pytest.mark.parametrize("room", IN_LIBRARY)
def test_an_equation_is_short(room):
    for path in (LIBRARY / room).glob("*.py"):
        text = path.read_text(encoding="utf-8").splitlines()
        for node in tree_of(path).body:
            if isinstance(node, ast.FunctionDef) and "implements" in map(decorator_of, node.decorator_list):
                body = [line.strip() for line in text[node.body[1].lineno - 1 : node.end_lineno]]
                count = sum(bool(line) and not line.startswith("#") for line in body)
                said = f"{path.name}: {node.name} has {count} lines; the budget is {EQUATION}"
                assert count <= EQUATION, said


def decorator_of(node):
    """The name of a decorator that is called."""
    return getattr(getattr(node, "func", None), "id", "")


def test_weights_are_what_they_say():
    text = '"""Three\n\nlines."""\n# a comment\ndef f():\n    """One."""\n\n    return (\n        1\n    )\n'
    assert code_of(text) == 4


def test_no_maximum_makes_a_zero_of_nan():
    """Python's max(0.0, x) is 0.0 where x is NaN, which meets every condition; max(x, 0.0) is NaN, which meets none."""
    zeros = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in LIBRARY.rglob("*.py")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "max"
        if isinstance(node.args[0], ast.Constant) and node.args[0].value == 0
    ]
    assert not zeros


def test_no_module_is_named_utils():
    assert not [path for path in MODULES if re.search(r"util|helper|misc|^(?:first|more|other)_", path.stem)]


HEAVY = ["matplotlib", "ipywidgets", "IPython", "numba", "sklearn"]


# What is imported one after the other in a fresh process, and what none of it may load: what is not there after the
# last was not there after any.
LIGHT = [
    (["kernelsy19", "kernelsy19.kernels"], HEAVY),
    ([*(f"kernelsy19.{room}" for room in IN_LIBRARY), "kernelsy19.datasets"], [*HEAVY, "kernelcourse"]),
    (["kernelcourse.desk.server"], [*HEAVY, "numpy"]),
]


@pytest.mark.parametrize(("modules", "unwanted"), LIGHT, ids=["kernels", "rooms", "server"])
def test_importing_stays_light(modules, unwanted):
    program = (
        "import importlib, sys\n"
        f"for module in {modules}:\n"
        "    importlib.import_module(module)\n"
        f"    loaded = [name for name in {unwanted} if name in sys.modules]\n"
        "    if loaded: sys.exit(f'{module} loads {loaded}')"
    )
    outcome = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert outcome.returncode == 0, outcome.stderr


# No tests of its own: the shim, which test_main.py calls.
UNTESTED = {"course"}


def test_tests_mirror_the_houses():
    """A folder of tests for each folder of a house, and a test is named for the file that it tests."""
    for house, without in ((LIBRARY, UNTESTED), (COURSE, set())):
        folders = {path.parent.name for path in house.glob("*/__init__.py")}
        tested = {path.parent.name for path in (ROOT / "tests" / house.name).glob("*/test_*.py")}
        assert tested == folders - without, house
    stems = {path.stem for path in LIBRARY.glob("*/*.py")} | {path.stem for path in COURSE.rglob("*.py")}
    for path in (ROOT / "tests").glob("kernel*/*/test_*.py"):
        assert path.stem.removeprefix("test_") in stems | TESTED_ACROSS, path


# Tests of a room that look at more than one of its files.
TESTED_ACROSS = {
    "map",
    "plain",
    "tables",
    "notation",
    "every_exercise",
    "every_scene",
    "datasets",
    "new_provider",
    "points",
}


# ---- the library to read ------------------------------------------------------------------------

# Lines, of which a little under half are code.
TO_READ, WITH_ALL_THAT_IT_IMPORTS = 6540, 8620


def test_the_library_to_read_can_be_held_and_loads_no_engine():
    """Equations, plain ways with their certificates, kernels and the catalogue, in a process of their own."""
    program = (
        "import importlib, json, sys\n"
        f"for module in {[name_of(path) for path in library_to_read(ROOT)]}:\n"
        "    importlib.import_module(module)\n"
        "print(json.dumps([*sys.modules]))"
    )
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout
    loaded = json.loads(printed)
    unwanted = {*HEAVY, "kernelcourse"}
    engine = [name for name in loaded if name.startswith("kernelsy19.engine")]
    assert not engine and not unwanted & {name.split(".")[0] for name in loaded}
    own = [path for path in MODULES if name_of(path).removesuffix(".__init__") in loaded]
    assert {*library_to_read(ROOT)} <= {*own}
    read, imported = (
        sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)
        for paths in (library_to_read(ROOT), own)
    )
    for found, name, allowed in (
        (read, "TO_READ", TO_READ),
        (imported, "WITH_ALL_THAT_IT_IMPORTS", WITH_ALL_THAT_IT_IMPORTS),
    ):
        todo = f"shorten it, or raise {name} by the lines of a new equation or kernel"
        assert found <= allowed, f"the library to read ({name}): {found} lines, {allowed} allowed; {todo}"
    page = (ROOT / "sources/F_library_to_read.py").read_text("utf-8")
    shown = re.findall(r'^library\("(\w+)"\)$', page, re.MULTILINE)
    beside = {path.stem for path in library_to_read(ROOT) if path.parent == LIBRARY}
    assert [name for name in shown if name not in beside] == [c.room for c in rooms() if c.to_read]
    assert beside <= {*shown}


def test_the_site_documents_what_a_room_hands_on():
    pages = site_pages.modules()
    for room in IN_LIBRARY:
        for name in importlib.import_module(f"kernelsy19.{room}").__all__:
            assert f":: kernelsy19.{room}.{name}\n" in pages[room], (room, name)
