"""The page of the site on which readers place points of their own: one script from the explorers' and the solver's.

A page that is opened as a file may not load modules, so three parts are joined: the scripts by which explorers draw,
`site/static/ball.js` in a scope of its own, and the page's own script.
"""

import json
import re
from pathlib import Path

from kernelcourse.desk.browser_scripts import DRAWING_SCRIPTS, scripts
from kernelcourse.drawing import appearance

STATIC = Path(__file__).resolve().parents[1] / "site" / "static"
SCRIPT, STYLE = "your_own_ball_whole.js", "your_own_ball.css"
IMPORTED = 'import * as ball from "./ball.js";\n'

# Chapter 03 shows the explorer of the ball in this cell; on the site a link to the page follows it.
CHAPTER, CELL = "03_minimum_volume_ball.ipynb", "explorers.BallExplorer()"
LINK = (
    "On this site you can also place points yourself: [A ball of your own](../your_own_ball.md) solves the dual in "
    "your browser and shows the certificate."
)


def whole_script():
    """Join all that the page runs.
    → str, a script that is no module. ValueError if the page's script does not import the solver as expected."""
    drawing = scripts("kernel_watch.js", "marks.js", "scene.js", "handles.js", "live.js")
    page = _read("your_own_ball.js")
    if page.count(IMPORTED) != 1 or drawing.count("export default") != 1:
        raise ValueError("The scripts do not fit together: an import or an export is not where it was.")
    looks = json.dumps({"light": appearance.theme(), "dark": appearance.theme(dark=True)}, ensure_ascii=False)
    parts = [
        # In a block of a strict script, a name that two files take is an error, not a silent change.
        '"use strict";\n{',
        f"const LOOK = {looks};",
        drawing.replace("export default", "const widget ="),
        page.replace(IMPORTED, solver_scope()),
        "}",
    ]
    return "\n".join(parts) + "\n"


def solver_scope():
    """The module of the solver as an object `ball` of what it exports.
    → str"""
    text = _read("ball.js")
    names = re.findall(r"^export (?:const|function) (\w+)", text, flags=re.MULTILINE)
    inside = re.sub(r"^export ", "", text, flags=re.MULTILINE)
    return f"const ball = (() => {{\n{inside}\nreturn {{ {', '.join(names)} }};\n}})();\n"


def style():
    """The looks of the explorers, and of the table below.
    → str"""
    return (DRAWING_SCRIPTS / "live.css").read_text(encoding="utf-8") + _read("ball_numbers.css")


def write_ball(folder):
    """Write script and looks to where the page loads them.
    folder: Path, of what the site serves as it is"""
    (folder / SCRIPT).write_text(whole_script(), encoding="utf-8")
    (folder / STYLE).write_text(style(), encoding="utf-8")


def with_link(text, name):
    """Put the link to the page below the explorer of chapter 03.
    text: str, a notebook; name: str, of its file → str, the text itself for other notebooks. ValueError if the
    explorer does not stand there once."""
    if name != CHAPTER:
        return text
    notebook = json.loads(text)
    cells = notebook["cells"]
    places = [k for k, cell in enumerate(cells) if "".join(cell["source"]).strip() == CELL]
    if len(places) != 1:
        raise ValueError(f"{CHAPTER} must show {CELL} in one cell, got {len(places)}.")
    link = {"cell_type": "markdown", "id": "ball-of-your-own", "metadata": {}, "source": LINK}
    cells.insert(places[0] + 1, link)
    return json.dumps(notebook, ensure_ascii=False)


def _read(name):
    return (STATIC / name).read_text(encoding="utf-8")
