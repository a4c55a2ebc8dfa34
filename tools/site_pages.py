"""The pages of the site that nobody writes: one for each equation, one for each module, the first page.

What they say comes from the catalogue of equations, from `site_uses` and from `chapters.toml`.
"""

import base64
import importlib
import inspect
import re
import shutil

import yaml
from address import buttons, repository
from make_teaching import loads_of
from site_uses import ROOT, uses

from kernelcourse import equations
from kernelcourse.desk.contents import chapters, rooms
from kernelcourse.equations import catalogue, name_in_room
from kernelcourse.judging.exercises import all_exercises
from kernelsy19 import datasets

# What students call that stands in no room: in the course.
SHARED = ("equations", "judging.exercises", "proving.derivations", "drawing.figures", "proving.walk")

# Files of a room in the course whose public names its own page lists, beside what the room hands on.
MORE_OF_A_ROOM = ("figures", "explorers", "proofs", "draws", "experiments")


def write_pages(folder):
    """Write all pages that are made.
    folder: Path, where the sources of the site are collected"""
    (folder / "equations").mkdir()
    (folder / "api").mkdir()
    for key in catalogue():
        (folder / "equations" / f"{key}.md").write_text(equation_page(key), encoding="utf-8")
    (folder / "equations" / "index.md").write_text(equations_page(), encoding="utf-8")
    pages = modules()
    for name, text in pages.items():
        (folder / "api" / f"{name}.rst").write_text(text, encoding="utf-8")
    (folder / "api" / "index.md").write_text(_api_page(pages), encoding="utf-8")
    write_pictures(folder / "_static" / "chapters")
    shutil.copy(ROOT / "teaching" / "map.svg", folder / "_static")
    for name, text in {"index": first_page(folder), "cite": how_to_cite()}.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")


def equation_page(key):
    """Write the page of an equation.
    key: str → str, MyST Markdown"""
    equation, found = catalogue()[key], uses()[key]
    parts = [
        f"# {title_of(equation)}",
        equation.meaning,
        f"$$\n{equation.latex}\n$$",
        f"From {equation.where}. Derived in {_chapter_link(equation.chapter)}.",
        "## As a function",
        *(_function(function) for function in equation.functions),
        "## What checks it",
        *_checks(found),
        "## Where it is used",
        *_where(equation, found),
    ]
    return "\n\n".join(parts) + "\n"


def title_of(equation):
    """What an equation is, in a few words, and its key: search, the sidebar and the tab of a browser show no more."""
    said = re.split(r"[:;.](?:\s|$)", equation.meaning)[0]
    short = said if len(said) <= 75 else said.split(",")[0]
    chapter = next(c for c in chapters() if c.notebook == equation.chapter)
    return f"{short}{f' ({chapter.title})' if len(short) < 45 else ''} · {equation.key}"


def _function(function):
    name, code = name_in_room(function), repr(equations.code(function))
    return f"{{py:obj}}`{name} <{documented_name(function)}>`\n\n```python\n{code}\n```"


def documented_name(value):
    """The name under which the site documents a function or class: that of its room, or else that of its file."""
    parts = value.__module__.split(".")
    room = ".".join(parts[:2])
    handed_on = f"{room}.{value.__name__}"
    found = handed_on in _handed_on(importlib.import_module(room))
    return handed_on if found else f"{value.__module__}.{value.__name__}"


def _checks(found):
    lines = [
        f"- Line {number} of the derivation `{name}`, shown in {_chapter_link(_notebook_of(name.split('.')[0]))}:\n\n"
        f"  $$\n  {_one_line(step.latex)}\n  $$\n\n  Reason: {step.because}."
        for name, number, step in found.lines
    ]
    lines += [f"- The test `{name}`." for name in found.tests]
    return ["Each of these fails if the equation, or the function that is it, is wrong.", "\n".join(lines)]


def _where(equation, found):
    parts = []
    stems = sorted({equation.chapter, *found.shown_in})
    parts.append("**Chapters.** " + ", ".join(_chapter_link(stem) for stem in stems) + ".")
    callers = dict.fromkeys(documented_name(value) for value in found.called_by)
    if callers:
        names = ", ".join(f"{{py:obj}}`{c.partition('.')[2]} <{c}>`" for c in callers)
        parts.append(f"**Called by** {names}.")
    else:
        parts.append("No solver calls this function: it stands here to be read and checked.")
    parts += [_exercise(key, hints) for key, hints in found.exercises.items()]
    return parts


def _exercise(key, hints):
    exercise = all_exercises()[key]
    chapter = next(c for c in chapters() if c.number == key.split(".")[0])
    link = f"[Exercise {key}, {exercise.title}](../exercises/{chapter.notebook}_exercises.ipynb)"
    if not hints:
        return f"**{link}** uses it."
    items = "\n".join(f"- {hint}" for hint in hints)
    return f"**{link}** uses it.\n\n:::{{dropdown}} Mistakes that are known there\n{items}\n:::"


def _one_line(latex):
    return " ".join(latex.split())


def _notebook_of(room):
    return next(chapter.notebook for chapter in rooms() if chapter.room == room)


def _chapter_link(stem):
    chapter = next(c for c in chapters() if c.notebook == stem)
    return f"[{chapter.number} {chapter.title}](../notebooks/{stem}.ipynb)"


def equations_page():
    """Write the list of all equations, chapter by chapter.
    → str, MyST Markdown"""
    parts = [
        "# Equations",
        "Every equation of the lectures that the course derives has a page: the formula, the function that is it, the "
        "lines of proofs that check it, and the exercises that use it.",
    ]
    for chapter in rooms():
        own = [e for e in catalogue().values() if e.chapter == chapter.notebook]
        if own:
            rows = "\n".join(f"- [{e.key}]({e.key}.md): {e.meaning}" for e in own)
            parts.append(f"## {chapter.number} {chapter.title}\n\n{rows}")
    hidden = "\n".join(catalogue())
    parts.append(f"```{{toctree}}\n:hidden:\n\n{hidden}\n```")
    return "\n\n".join(parts) + "\n"


def modules():
    """The pages of the API by module."""
    pages = {}
    for chapter in rooms():
        house = "kernelsy19" if chapter.in_library else "kernelcourse"
        room = importlib.import_module(f"{house}.{chapter.room}")
        title = f"{chapter.room} ({chapter.number} {chapter.title})"
        names = _handed_on(room)
        for stem in MORE_OF_A_ROOM:
            names |= _own_names(chapter.module(stem))
        pages[chapter.room] = _module_page(title, room, names)
    pages["datasets"] = _module_page("datasets", datasets, _handed_on(datasets))
    for name in SHARED:
        module = importlib.import_module(f"kernelcourse.{name}")
        pages[f"kernelcourse.{name}"] = _module_page(name, module, _own_names(module))
    return pages


def _handed_on(room):
    """What a room imports for others to use, by its full name there, in the order of the alphabet."""
    return {
        f"{room.__name__}.{name}": value
        for name, value in inspect.getmembers(room)
        if not name.startswith("_") and not inspect.ismodule(value)
    }


def _own_names(module):
    """Public functions and classes that a module defines, by their full names."""
    if module is None:
        return {}
    return {
        f"{module.__name__}.{name}": value
        for name, value in vars(module).items()
        if not name.startswith("_")
        and getattr(value, "__module__", None) == module.__name__
        and (inspect.isfunction(value) or inspect.isclass(value))
    }


def _module_page(title, module, names):
    said = inspect.getdoc(module) or ""
    parts = [title, "=" * len(title), "", said, ""]
    for name, value in names.items():
        if inspect.isclass(value):
            parts += [f".. autoclass:: {name}", "   :members:", ""]
        elif callable(value):
            parts += [f".. autofunction:: {name}", ""]
        else:
            parts += [f".. autodata:: {name}", ""]
    return "\n".join(parts)


def _api_page(modules):
    listed = "\n".join(modules)
    return f"""# Library

What a chapter imports, room by room: `from kernelsy19.ball import solve_dual`. Each entry leads to its code; to read
it in the order of the lecture, open [the library, to read](../notebooks/F_library_to_read.ipynb).

What an entry does not allow is refused by a `ValueError` that names the argument: another shape, a number that is not
finite or out of its range, a Gram matrix that is not positive semidefinite. A solver whose answer is not certified, as
after too few iterations, warns by a `ConvergenceWarning`; the `doubts` of the answer say why. *Raises* and *Warns* say
what is not plain from that.

```{{toctree}}
:maxdepth: 1

{listed}
```
"""


def first_page(folder):
    """Write the first page of the site: what the course is, for whom, its chapters, how to start.
    folder: Path, where the sources of the site are collected → str, MyST Markdown"""
    numbered, parts = [c for c in chapters() if c.notebook], []
    for part in dict.fromkeys(c.part for c in numbered):
        own = [c for c in numbered if c.part == part]
        rows = "\n".join(f"notebooks/{c.notebook}" for c in own)
        cards = "\n\n".join(map(_card, own))
        parts += [
            f"## {part}",
            f"::::{{grid}} 1 2 3 3\n:gutter: 3\n\n{cards}\n::::",
            f"```{{toctree}}\n:hidden:\n:caption: {part}\n\n{rows}\n```",
        ]
    with_exercises = [c for c in numbered if c.has_exercises and c.number != "00"]
    filled = {
        "lead": (ROOT / "README.md").read_text(encoding="utf-8").split("\n\n")[1],
        "count": str(sum(c.number.isdigit() for c in numbered) - 1),
        "chapters": "\n\n".join(parts),
        "exercises": "\n".join(f"exercises/{c.notebook}_exercises" for c in with_exercises),
        "solutions": "\n".join(f"solutions/{path.stem}" for path in sorted(folder.glob("solutions/*.ipynb"))),
        "buttons": buttons(repository()),
    }
    text = (ROOT / "site" / "pages" / "index.md").read_text(encoding="utf-8")
    return re.sub(r"(?m)^\{(\w+)\}$|\{(count)\}", lambda found: filled[found[1] or found[2]], text)


def how_to_cite():
    """Write the page on how to cite the course, from CITATION.cff.
    → str, MyST Markdown"""
    said = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    authors = [a.get("name") or f"{a['given-names']} {a['family-names']}" for a in said["authors"]]
    released, address = said.get("date-released"), repository()
    fields = {"author": " and ".join(f"{{{name}}}" for name in authors)}
    fields |= {"title": f"{{{said['title']}}}", "version": said["version"]}
    fields |= {"year": released.year} if released else {}
    fields |= {"url": address} if address else {}
    entry = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items())
    year = f" ({released.year})" if released else ""
    text = f"{', '.join(authors)}{year}. *{said['title']}*, version {said['version']}."
    return f"# How to cite\n\n{text}\n\n```bibtex\n@misc{{kernelsy19,\n{entry}\n}}\n```\n"


def glossary():
    """What appendix D says of words.
    → list of (str, str, str, str): our word, the terms elsewhere, the symbol, and the notebook that it leads to"""
    table = (ROOT / "sources" / "D_notation.py").read_text(encoding="utf-8").split("## From the term")[0]
    return re.findall(r"^# \| (.+?) \| (.+?) \| (.*?) \| \[\d\d\]\((\w+)\.ipynb\) \|$", table, re.MULTILINE)


def _card(chapter):
    """A chapter as a card: its number and title, what it is about, how long it takes, its first picture."""
    lines = [
        f":::{{grid-item-card}} {chapter.number} · {chapter.title}",
        f":link: notebooks/{chapter.notebook}",
    ]
    lines += [":link-type: doc", *_first_picture(chapter), ""]
    about = f"{chapter.about[:1].upper()}{chapter.about[1:]}."
    time = f" *{loads_of(chapter)[0].reading} minutes*" if chapter.number.isdigit() else ""
    return "\n".join([*lines, about + time, ":::"])


def _first_picture(chapter):
    """The options of a card that shows the first picture of a chapter, if it has one."""
    number = chapter.number
    if not (number.isdigit() and picture_of(chapter)):
        return []
    return [f":img-top: _static/chapters/{number}.png", f":img-alt: The first picture of chapter {number}"]


def picture_of(chapter):
    """The first picture that a chapter's notebook holds, as bytes of a PNG file, or None."""
    text = (ROOT / "notebooks" / f"{chapter.notebook}.ipynb").read_text(encoding="utf-8")
    found = re.search(r"data:image/png;base64,([\w+/=]{99,})", text)
    return found and base64.b64decode(found[1])


def write_pictures(folder):
    """Write the first picture of each chapter, for the first page."""
    folder.mkdir(parents=True)
    for chapter in chapters():
        if chapter.notebook and _first_picture(chapter):
            (folder / f"{chapter.number}.png").write_bytes(picture_of(chapter))
