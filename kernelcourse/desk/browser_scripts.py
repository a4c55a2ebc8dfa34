"""The scripts that draw scenes in a browser, joined: they stand in the folder of what is drawn."""

from pathlib import Path

DRAWING_SCRIPTS = Path(__file__).parents[1] / "drawing"
LOOKS = (
    Path(__file__).parent / "frames" / "looks.json"
)  # what `appearance.theme` gives, written with the scenes
WIDGET = ("kernel_watch.js", "marks.js", "scene.js", "handles.js", "live.js")


def scripts(*names):
    """Join scripts to one module, as text, by their names: a front end loads a widget from a single text."""
    return "\n".join((DRAWING_SCRIPTS / name).read_text(encoding="utf-8") for name in names)


def renderer(looks):
    """Write the script that draws scenes which were computed before, as a widget does, where no kernel answers.
    looks: str, of both themes in JSON, by "light" and "dark" → str"""
    parts = [
        '"use strict";\n{',  # in a block of a strict script, a name that two files take is an error
        scripts(*WIDGET).replace("export default", "const widget ="),
        f"const LOOK = {looks};",
        scripts("by_hand.js", "frames.js"),
        "}\n",
    ]
    return "\n".join(parts)
