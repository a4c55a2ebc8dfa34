"""Who uses an equation: functions that call the one that it is, exercises, mistakes, chapters, proofs and tests.

Nothing is listed by hand. The code of the package and the masters are read, and each name in them is looked up.
"""

import ast
import builtins
import functools
import importlib
import inspect
import re
import types
from collections import namedtuple
from dataclasses import dataclass, field
from pathlib import Path

from kernelcourse.desk.contents import chapters, rooms
from kernelcourse.equations import catalogue
from kernelcourse.index import all_derivations
from kernelcourse.judging.checks import Way
from kernelcourse.judging.exercises import all_exercises

ROOT = Path(__file__).resolve().parents[1]
HOUSES = ("kernelsy19", "kernelcourse")


@dataclass
class Uses:
    """Where one equation is used."""

    lines: list = field(default_factory=list)  # of (str, int, Step): derivation by `room.name`, number, line
    tests: list = field(default_factory=list)  # of str, names of those that are marked as checking it
    shown_in: list = field(default_factory=list)  # of str, stems of masters that show it or name it
    called_by: list = field(default_factory=list)  # of functions and classes of the rooms
    exercises: dict = field(default_factory=dict)  # of str to list of str: hints of mistakes, by their keys


@functools.cache
def uses():
    """Find the uses of all equations.
    → dict of str to Uses, by key"""
    found = {key: Uses() for key in catalogue()}
    _find_proofs(found)
    _find_tests(found)
    _find_masters(found)
    _find_callers(found)
    _find_exercises(found)
    return found


def _find_proofs(found):
    for name, derivation in all_derivations().items():
        for number, step in enumerate(derivation.steps, 1):
            if step.equation and step.claims:
                found[step.equation].lines.append((name, number, step))


def _find_tests(found):
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for mark in getattr(node, "decorator_list", ()):
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.checks":
                    for key in mark.args:
                        place = f"{path.relative_to(ROOT)}::{node.name}"
                        found[ast.literal_eval(key)].tests.append(place)


def _find_masters(found):
    for chapter in chapters():
        if chapter.notebook is None or chapter.notebook.startswith("B_"):
            continue  # B lists them all
        text = (ROOT / "sources" / f"{chapter.notebook}.py").read_text(encoding="utf-8")
        for key in set(re.findall(r"(?<![\w-])(?:[A-Z]+[0-9]*)-[\w-]+", text)) & found.keys():
            found[key].shown_in.append(chapter.notebook)


def _find_callers(found):
    paths = [p for c in rooms() for house in HOUSES for p in sorted((ROOT / house / c.room).glob("*.py"))]
    for path in paths:
        if path.stem not in {"__init__", "exercises", "problems"}:
            module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
            for name, value in vars(module).items():
                if getattr(value, "__module__", None) == module.__name__ and not name.startswith("_"):
                    for key in keys_in(_tree_of(value), vars(module)):
                        if key not in getattr(value, "equations", ()):
                            found[key].called_by.append(value)


def _find_exercises(found):
    for key, exercise in all_exercises().items():
        parts = [(exercise.reference, None), *((m.answer, m.hint) for m in exercise.mistakes)]
        parts += [(_solution(key), None)]
        for part, hint in parts:
            for equation in _keys_deep(part):
                hints = found[equation].exercises.setdefault(key, [])
                if hint is not None and hint not in hints:
                    hints.append(hint)


def keys_in(tree, names):
    """List the equations whose functions a piece of code names.
    tree: ast.AST; names: dict, what its names mean → list of str, keys in the order of the catalogue"""
    keys = set()
    for node in ast.walk(tree):
        value = _look_up(node, names)
        if isinstance(value, types.FunctionType):
            keys |= set(getattr(value, "equations", ()))
    return [key for key in catalogue() if key in keys]


def _look_up(node, names):
    """What a name or a dotted name means, or None."""
    if isinstance(node, ast.Name):
        return names.get(node.id, getattr(builtins, node.id, None))
    if isinstance(node, ast.Attribute):
        owner = _look_up(node.value, names)
        return getattr(owner, node.attr, None) if isinstance(owner, types.ModuleType) else None
    return None


def _tree_of(value):
    """The syntax tree of a function or class; an empty one of anything else."""
    try:
        return ast.parse(inspect.cleandoc("\n" + inspect.getsource(value)))
    except (TypeError, OSError, SyntaxError):
        return ast.Module([], [])


def _keys_deep(function):
    """The equations of a function of an exercise: its own, and those of the helpers beside it that it calls."""
    if isinstance(function, Solution):
        return keys_in(function.tree, function.names)
    if isinstance(function, Way):
        waiting = [function.scope.get(name) for code in function.codes.values() for name in code.co_names]
    else:
        waiting = [inspect.unwrap(getattr(function, "func", function))]
    seen, keys = set(), set()
    while waiting:
        now = waiting.pop()
        if not isinstance(now, types.FunctionType) or now in seen:
            continue
        seen.add(now)
        keys |= set(getattr(now, "equations", ()))
        names = now.__globals__ | dict(inspect.getclosurevars(now).nonlocals)
        tree = _tree_of(now)
        keys |= set(keys_in(tree, names))
        helpers = (_look_up(node, names) for node in ast.walk(tree))
        waiting += [h for h in helpers if getattr(h, "__module__", "") == now.__module__]
    return keys


# Of an exercise, as its master has it, and what its names mean there.
Solution = namedtuple("Solution", "tree names")


@functools.cache
def _solutions():
    """The solutions of all masters by the keys of their exercises."""
    found = {}
    for path in sorted((ROOT / "sources").glob("*_exercises.py")):
        cells = re.split(r"(?m)^# %%(.*)$", path.read_text(encoding="utf-8"))
        pairs = zip(cells[1::2], cells[2::2], strict=True)
        codes = [(options, text) for options, text in pairs if "[markdown]" not in options]
        names = {}
        for _, text in codes:
            for node in ast.parse(text).body:
                if isinstance(node, ast.Import | ast.ImportFrom):
                    exec(compile(ast.Module([node], []), str(path), "exec"), names)
        own = {}
        for options, text in codes:
            if match := re.search(r'exercise="([^"]+)"', options):
                own.setdefault(match[1], []).append(text)
        found |= {key: Solution(ast.parse("\n".join(texts)), names) for key, texts in own.items()}
    return found


def _solution(key):
    return _solutions().get(key, Solution(ast.Module([], []), {}))
