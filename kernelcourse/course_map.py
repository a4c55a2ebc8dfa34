"""The map of the course: which chapter needs which, and how far its reader is."""

import base64
import html
import itertools
import textwrap

import ipywidgets

from kernelcourse.desk.contents import chapters
from kernelcourse.desk.progress_file import Done, done_so_far, place
from kernelcourse.desk.server import TWIN, WIDGET_VIEW
from kernelcourse.drawing.kernel_note import Alive
from kernelcourse.judging.exercises import all_exercises

WIDE, HIGH = 224, 62  # pixels of a chapter
LETTERS = 24  # of a title that fit into a line of it, in the widest of the usual fonts
FILL, BAR, STROKE = (
    "#33607f",
    "#f0c75e",
    "#8a8a8a",
)  # white words on the first; all are seen on paper and in the dark
PASSAGE = 10  # height that a line takes which passes through a column
ACROSS, DOWN = 36, 14  # between two columns, between two rows
EDGE = 2  # room for the outermost strokes


def prerequisites(table=None):
    """Tell for each chapter which ones have to be read before it, without those that another one of them needs.
    → tuples of numbers by number, in the order of the course; a ValueError if a chapter needs a later one"""
    table = chapters() if table is None else table
    needs, all_before = {}, {}
    for chapter in table:
        if unknown := [number for number in chapter.needs if number not in needs]:
            raise ValueError(f"Chapter {chapter.number} needs {unknown[0]}, which does not come before it.")
        needs[chapter.number] = chapter.needs
        all_before[chapter.number] = set(chapter.needs).union(*(all_before[n] for n in chapter.needs))
    return {
        number: tuple(n for n in given if not any(n in all_before[other] for other in given))
        for number, given in needs.items()
    }


def columns(needs):
    """Put chapters into columns, each to the right of all that it needs; lines that pass through a column have a place.

    needs as of `prerequisites` → columns from left to right; an entry is the number and "" of a chapter, or the two
    ends of a line
    """
    column = {}
    for number, before in needs.items():
        column[number] = 1 + max((column[n] for n in before), default=-1)
    found = [[] for _ in range(1 + max(column.values(), default=-1))]
    height = {}
    for k, places in enumerate(found):
        here = [(n, "") for n in needs if column[n] == k]
        here += [(n, m) for m in needs for n in needs[m] if column[n] < k < column[m]]
        before = {at: [(n, at[1] or at[0]) for n in ((at[0],) if at[1] else needs[at[0]])] for at in here}
        wanted = {
            at: sum(height.get(line, height.get((line[0], ""), 0)) for line in lines) / max(len(lines), 1)
            for at, lines in before.items()
        }
        places += sorted(here, key=lambda at: (wanted[at], bool(at[1]), at)) if k else here
        height |= {at: row / len(places) for row, at in enumerate(places)}
    return found


def drawn_map(done=None, table=None):
    """Draw the map as HTML: an image, which needs no trust to be shown, and the same as a list.
    done is that of a reader who begins, and table the course, if they are not given"""
    named, said, share = _found(done or Done(), chapters() if table is None else table)
    image = base64.b64encode(map_as_svg(named, said, share).encode()).decode()
    rows = "".join(f"<li>{html.escape(_in_words(named[n], said[n]))}</li>" for n in named)
    return (
        f'<img src="data:image/svg+xml;base64,{image}" style="max-width: 100%" alt="The chapters, each to the right of '
        'those that it needs. The list below says the same.">'
        f"<details><summary>The same as a list</summary><ul>{rows}</ul></details>"
    )


def _found(done, table):
    """What the map shows: the chapters, what is said of each, and the share of its exercises that are right."""
    named = {c.number: c for c in table if c.number.isdigit()}
    asked = {n: [key for key in all_exercises() if key.startswith(f"{n}.")] for n in named}
    right = {n: len(done.right.intersection(asked[n])) for n in named}
    said = {n: _so_far(right[n], len(asked[n]), len(done.guesses.get(n, ()))) for n in named}
    return named, said, {n: right[n] / max(len(asked[n]), 1) for n in named}


def map_as_svg(named, said=None, share=None):
    """Draw the graph of chapters, by number, as an image of its own.
    said, by number, what stands below the titles; share, how long the bars are"""
    needs = prerequisites(named.values())
    at = _places(needs)
    width = max(x for x, _ in at.values()) + WIDE + EDGE
    height = max(y for _, y in at.values()) + HIGH + EDGE
    strokes = "".join(_line(at, n, number) for number, before in needs.items() for n in before)
    boxes = "".join(
        _box(at[n, ""], f"{n} · {named[n].title}", said[n] if said else "", share[n] if share else 0)
        for n in named
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif">{strokes}{boxes}</svg>'
    )


def _places(needs):
    """Upper left corners of chapters and of passages."""
    at = {}
    for k, column in enumerate(columns(needs)):
        y = EDGE
        for key in column:
            at[(*key, k) if key[1] else key] = (EDGE + k * (WIDE + ACROSS), y)
            y += (PASSAGE if key[1] else HIGH) + DOWN
    return at


def _so_far(right, of, guesses):
    guessed = f", {guesses} {'guess' if guesses == 1 else 'guesses'}" if guesses else ""
    return f"{right} of {of} exercise{'' if of == 1 else 's'}{guessed}"


def _in_words(chapter, said):
    before = f", after {' and '.join(chapter.needs)}" if chapter.needs else ""
    return f"{chapter.number} · {chapter.title}{before}: {said}"


def _line(at, start, end):
    """From a chapter to one that needs it, straight through the columns between them."""
    passages = sorted(place for key, place in at.items() if key[:2] == (start, end))
    stops = [(at[start, ""], HIGH), *((place, PASSAGE) for place in passages), (at[end, ""], HIGH)]
    path = ""
    for ((x, y), high), ((to_x, to_y), to_high) in itertools.pairwise(stops):
        here, there, half = y + high / 2, to_y + to_high / 2, ACROSS / 2
        move = f"L{x + WIDE} {here}" if path else f"M{x + WIDE} {here}"
        path += f"{move} C{x + WIDE + half} {here} {to_x - half} {there} {to_x} {there}"
    return f'<path d="{path}" fill="none" stroke="{STROKE}" stroke-width="1.3"/>'


def _box(at, title, said, share):
    x, y = at
    bar = (
        f'<rect x="{x}" y="{y + HIGH - 5}" width="{WIDE * share:.0f}" height="5" fill="{BAR}"/>'
        if share
        else ""
    )
    lines = textwrap.wrap(title.partition(":")[0], LETTERS)
    words = "".join(
        f'<text x="{x + 10}" y="{y + 18 + 16 * k}" fill="#fff" font-size="13" font-weight="600">'
        f"{html.escape(line)}</text>"
        for k, line in enumerate(lines)
    )
    return (
        f'<rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="4" fill="{FILL}"/>{bar}{words}'
        f'<text x="{x + 10}" y="{y + HIGH - 11}" fill="#fff" font-size="11.5">{html.escape(said)}</text>'
    )


class CourseMap(ipywidgets.VBox):
    """The map of the course with what its reader has done so far; a button reads it anew.

    Where no server has opened the course nothing is noted, and the map is that of a reader who begins.

    Parameters
    ----------
    table : sequence of Chapter, or None for the course
    """

    def __init__(self, table=None):
        self.table = table
        self.drawn, self.about = ipywidgets.HTML(), ipywidgets.Label()
        again = ipywidgets.Button(description="Look again")
        again.on_click(lambda button: self.read())
        super().__init__([self.drawn, self.about, again, Alive(again)])
        self.read()

    def read(self):
        """Read what has been done, and show it."""
        file = place()
        self.drawn.value = drawn_map(done_so_far(), self.table)
        self.about.value = (
            f"This is noted in {file.parent.name}/{file.name}, on this machine only. Delete the file to begin anew."
            if file
            else ""
        )

    def _repr_mimebundle_(self, **options):
        bundle = super()._repr_mimebundle_(**options) or {}
        bundle = bundle[0] if isinstance(bundle, tuple) else bundle
        live = {WIDGET_VIEW: bundle[WIDGET_VIEW]} if WIDGET_VIEW in bundle else {}
        twin = f'<div class="{TWIN}">{drawn_map(table=self.table)}</div>'
        return live | {"text/html": twin, "text/plain": repr(self)}

    def __repr__(self):
        table = chapters() if self.table is None else self.table
        return "\n".join(_in_words(c, c.about) for c in table if c.number.isdigit())
