"""Controls that stop answering when their kernel has gone, and say so."""

import html
import json

import anywidget
import traitlets

from kernelcourse.desk.browser_scripts import DRAWING_SCRIPTS, scripts

CONTROLS = "kernelsy19-controls"
NOTE = "The kernel that drew this is gone. To move it, run the cells above and then this one."
ABOVE_AND_THIS = html.escape(json.dumps({"commands": ["notebook:run-all-above", "notebook:run-cell"]}))


def run_first(purpose):
    """Say in HTML what to do before a saved output comes alive, with a button that does it where JupyterLab shows it.
    purpose: str, such as "move it"

    Others take `hidden` at its word; JupyterLab has its sanitizer drop it, or its own looks of a button overrule it."""
    return (
        f"<b>To {purpose}, run the cells above and then this one.</b> "
        '<button hidden type="button" class="jp-Button jp-mod-styled" '
        f'data-commandlinker-command="apputils:run-all-enabled" data-commandlinker-args="{ABOVE_AND_THIS}">'
        "Run them</button>"
    )


class Alive(anywidget.AnyWidget):
    """A line that stays empty while the kernel lives; after that it says what to do, and stops the controls beside it.
    controls, which stand in the same box as this one; note, what is said then

    The front end keeps sliders movable when the kernel behind them has been restarted, shut down or has died. This
    widget sits in one box with them and hears of it: they can then neither be moved nor reached by the keyboard."""

    _esm = scripts("kernel_watch.js", "kernel_note.js")
    _css = DRAWING_SCRIPTS / "kernel_note.css"
    note = traitlets.Unicode(NOTE).tag(sync=True)
    ident = traitlets.Unicode("").tag(sync=True)  # by which the front end finds the model of this widget

    def __init__(self, *controls):
        super().__init__()
        self.ident = self.model_id
        for widget in controls:
            widget.add_class(CONTROLS)
