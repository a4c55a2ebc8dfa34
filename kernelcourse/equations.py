"""The catalogue of equations as a notebook shows it: formula, meaning and the function that is it, side by side.

The entries are data, an `equations.toml` in each room of the library; an entry of a later chapter names it.
`kernelsy19.catalogue` knows their functions.
"""

import ast
import difflib
import functools
import html
import importlib
import inspect
import itertools
import tomllib
from dataclasses import dataclass
from importlib.resources import files

from kernelcourse.desk.contents import rooms
from kernelcourse.proving.typeset import formula, plain_text
from kernelsy19.catalogue import functions_of


@dataclass(frozen=True)
class Equation:
    """One entry of the catalogue.

    key is source, then number or name, such as "SY19-9c"; where, the place in the source; latex, the formula; meaning,
    one line; chapter, the one that derives it (stem of its master in `sources/`)
    """

    key: str
    where: str
    latex: str
    meaning: str
    chapter: str

    @property
    def functions(self):
        """The functions that implement this equation, as a tuple."""
        _import_rooms()
        return functions_of(self.key)

    def _repr_markdown_(self):
        key, where, meaning = map(plain_text, (self.key, self.where, self.meaning))
        return f"**{key}** ({where})  \n{meaning}\n\n{self._body()}"

    def folded(self):
        """Write the equation as Markdown, so that formula and code show when its first line is clicked."""
        head = f"<b>{plain_text(self.key)}</b>: {html.escape(self.meaning, quote=False)}"
        return (
            f"<details><summary>{head}</summary>\n\n{plain_text(self.where)}\n\n{self._body()}\n\n</details>"
        )

    def _body(self):
        code = [f"```python\n{_source(function)}\n```" for function in self.functions]
        return "\n\n".join([f"$${formula(self.latex)}$$", *code])

    def __repr__(self):
        names = ", ".join(map(name_in_room, self.functions)) or "no function yet"
        return f"{self.key}: {self.meaning} [{names}]"


@functools.cache
def _import_rooms():
    """Import all that rooms hand on, once: what implements an equation enters itself when it is defined."""
    for chapter in rooms():
        if chapter.in_library:
            inspect.getmembers(importlib.import_module(f"kernelsy19.{chapter.room}"))


@functools.cache
def catalogue():
    """Return all equations by key, in the order of the chapters and of their files.

    A ValueError if two chapters give an entry the same key.
    """
    found = {}
    for chapter in rooms():
        file = files("kernelsy19").joinpath(chapter.room, "equations.toml")
        entries = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
        if twice := sorted(found.keys() & entries.keys()):
            raise ValueError(
                f"The keys {', '.join(twice)} of {chapter.room}/equations.toml are taken already."
            )
        found |= {
            key: Equation(key, **{"chapter": chapter.notebook} | entry) for key, entry in entries.items()
        }
    return found


def show(key):
    """Show an equation: formula, meaning, and the source of the function that is it.

    Parameters
    ----------
    key : str, a key of the catalogue

    Returns
    -------
    Equation, which a notebook renders

    Raises
    ------
    ValueError
        If the catalogue has no such key; the message lists the keys that are near.
    """
    if key not in catalogue():
        near = difflib.get_close_matches(str(key), catalogue(), n=6, cutoff=0)
        raise ValueError(f"No equation has the key {key!r}. Keys that are near: {', '.join(near)}.")
    return catalogue()[key]


@dataclass(frozen=True)
class EquationTable:
    """Equations and the functions that they are, one row each; a notebook renders it."""

    equations: tuple
    folded: bool = False

    def _repr_markdown_(self):
        head = f"All {len(self.equations)} equations of this chapter, each with its function"
        table = self._table()
        return f"<details><summary>{head}</summary>\n\n{table}\n\n</details>" if self.folded else table

    def _table(self):
        rows = ["| equation | what it says | formula | function |", "| --- | --- | --- | --- |"]
        for equation in self.equations:
            names = "<br>".join(f"`{name_in_room(function)}`" for function in equation.functions)
            latex = formula(equation.latex).replace("|", r"\vert ").replace(r"\\vert ", r"\Vert ")
            key, meaning = plain_text(equation.key), plain_text(equation.meaning)
            rows.append(f"| {key} | {meaning} | ${latex}$ | {names} |")
        return "\n".join(rows)

    def __repr__(self):
        return "\n".join(map(repr, self.equations))


@dataclass(frozen=True)
class EquationSheet:
    """Several equations below each other; a notebook renders it."""

    equations: tuple
    folded: bool = False

    def _repr_markdown_(self):
        if self.folded:
            return "\n\n".join(equation.folded() for equation in self.equations)
        return "\n\n---\n\n".join(equation._repr_markdown_() for equation in self.equations)

    def __repr__(self):
        return "\n".join(map(repr, self.equations))


def sheet(*keys, folded=False):
    """Show several equations, each as `show` does.

    Parameters
    ----------
    *keys : str, keys of the catalogue
    folded : bool, whether only key and meaning show until a reader unfolds them: for formulas that stand in a proof
        beside the sheet

    Returns
    -------
    EquationSheet

    Raises
    ------
    ValueError
        If the catalogue lacks one of the keys.
    """
    return EquationSheet(tuple(map(show, keys)), folded)


def summary(chapter, folded=False):
    """List the equations of a chapter with the functions that they are.

    Parameters
    ----------
    chapter : str, stem of its master, such as "01_kernels"
    folded : bool, whether one line shows until a reader unfolds the table: for a long chapter, which has shown each of
        them already

    Returns
    -------
    EquationTable

    Raises
    ------
    ValueError
        If no equation belongs to that chapter.
    """
    chosen = tuple(equation for equation in catalogue().values() if equation.chapter == chapter)
    if not chosen:
        chapters = sorted({equation.chapter for equation in catalogue().values()})
        raise ValueError(f"No equation belongs to chapter {chapter!r}. Chapters: {', '.join(chapters)}.")
    return EquationTable(chosen, folded)


@dataclass(frozen=True)
class Code:
    """The code of functions below each other; a notebook renders it."""

    functions: tuple

    def _repr_markdown_(self):
        return "\n\n".join(f"```python\n{_source(function)}\n```" for function in self.functions)

    def __repr__(self):
        return "\n\n\n".join(map(_source, self.functions))


def code(*functions):
    """Show the code of functions as it runs, without docstrings: what a chapter calls a few lines is a few lines.

    Parameters
    ----------
    *functions : functions of the package

    Returns
    -------
    Code, which a notebook renders
    """
    return Code(functions)


@dataclass(frozen=True)
class Reading:
    """Files of the library as they stand there, each equation below its formula; a notebook renders it."""

    modules: tuple

    def _repr_markdown_(self):
        return "\n\n".join(part for module in self.modules for part in _parts_to_read(module))

    def __repr__(self):
        return "\n".join(f"{module.__name__}: {inspect.getdoc(module)}" for module in self.modules)


def library(name):
    """Show what there is to read of the library in a room, or in a file beside the rooms.

    Parameters
    ----------
    name : str, a room such as "ball", or "catalogue" or "programs"

    Returns
    -------
    Reading, which a notebook renders
    """
    stems = [f"{name}.{stem}" for chapter in rooms() if chapter.room == name for stem in chapter.to_read]
    return Reading(tuple(importlib.import_module(f"kernelsy19.{stem}") for stem in stems or [name]))


def _parts_to_read(module):
    """A file in pieces of Markdown: its name and what it says, then its code but imports, formulas above equations."""
    text = inspect.getsource(module)
    body, lines, code = ast.parse(text).body, text.splitlines(), []
    yield f"**{module.__name__.replace('.', '/')}.py**"
    yield inspect.getdoc(module)
    for before, node in itertools.pairwise(body):
        keys = getattr(getattr(module, getattr(node, "name", ""), None), "equations", ())
        if keys and code:
            yield _in_python(code)
            code = []
        yield from (f"**{key}** $${formula(catalogue()[key].latex)}$$" for key in keys)
        if not isinstance(node, ast.Import | ast.ImportFrom):
            code += lines[before.end_lineno : node.end_lineno]
    yield _in_python(code)


def _in_python(lines):
    return "```python\n" + "\n".join(lines).strip("\n") + "\n```"


def name_in_room(function):
    """How a notebook calls a function: the room and its name, such as "ball.center"."""
    return f"{function.__module__.split('.')[1]}.{function.__qualname__}"


def _source(function):
    """The code of a function without its docstring and decorators."""
    lines = inspect.getsource(function).splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("def "))
    doc = function.__doc__
    if doc is None:
        return "\n".join(lines[start:])
    first = next(i for i, line in enumerate(lines) if '"""' in line)
    one_line = lines[first].count('"""') == 2
    last = first if one_line else next(i for i in range(first + 1, len(lines)) if '"""' in lines[i])
    return "\n".join(lines[start:first] + lines[last + 1 :])
