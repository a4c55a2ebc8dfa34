"""The scripts that draw scenes in a browser, joined: they stand in the files beside this one."""

import json
from pathlib import Path

from kernelcourse.drawing import appearance

FOLDER = Path(__file__).parent
WIDGET = ("kernel_watch.js", "marks.js", "scene.js", "handles.js", "live.js")


def scripts(*names):
    """Join scripts that stand beside this file to one module: a front end loads a widget from a single text.

    Parameters
    ----------
    *names : str

    Returns
    -------
    str
    """
    return "\n".join((FOLDER / name).read_text(encoding="utf-8") for name in names)


def renderer():
    """Write the script that draws scenes which were computed before, as a widget does, where no kernel answers.

    Returns
    -------
    str
    """
    looks = {"light": appearance.theme(), "dark": appearance.theme(dark=True)}
    parts = [
        '"use strict";\n{',  # in a block of a strict script, a name that two files take is an error
        scripts(*WIDGET).replace("export default", "const widget ="),
        f"const LOOK = {json.dumps(looks, ensure_ascii=False, separators=(',', ':'))};",
        scripts("frames.js"),
        "}\n",
    ]
    return "\n".join(parts)
