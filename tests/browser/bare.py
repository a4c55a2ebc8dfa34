"""Explorers in a bare page, without Jupyter: the script of the widget in chromium, answered by the object in Python.

This is much faster than a notebook. What only Jupyter does is tested in `test_lab.py` and `test_alive.py`.
"""

import base64

import numpy as np

SYNCED = ("_drawn", "_places", "_answered", "failure", "_controls", "_look", "_notes", "ident")
# What anywidget hands to a script, as far as ours uses it.
MODEL = """
const state = {}, hearers = {};
function unpacked(value) {
  if (Array.isArray(value)) return value.map(unpacked);
  if (!value || typeof value !== "object") return value;
  if ("bytes" in value) return new DataView(Uint8Array.from(atob(value.bytes), (c) => c.charCodeAt(0)).buffer);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unpacked(item)]));
}
window.update = (next) => {
  Object.assign(state, unpacked(next));
  Object.keys(next).forEach((key) => (hearers[`change:${key}`] ?? []).forEach((hear) => hear()));
};
window.model = {
  get: (key) => state[key],
  on: (event, hear) => (hearers[event] ??= []).push(hear),
  off: (event, hear) => { hearers[event] = (hearers[event] ?? []).filter((other) => other !== hear); },
  send: async (question) => {
    window.sent.push(question);
    window.update(await window.answer(question));
    window.done += 1;
  },
};
window.sent = [];
window.done = 0;
"""
BODY = """<html style="color-scheme: {scheme}"><body style="margin: 8px; background: {paper}">
<style>{css}</style><div id="explorer"></div></body></html>"""


class Bare:
    """One explorer in a page of its own; `alive` is False as in a page that was saved, without a kernel."""

    def __init__(self, browser, explorer, width=1100, height=900, dark=False, scale=1, alive=True):
        self.explorer, self.errors = explorer, []
        self.tab = browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=scale)
        self.tab.on("pageerror", lambda error: self.errors.append(str(error)))
        self.tab.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)
        paper = "#111" if dark else "#fff"
        scheme = "dark" if dark else "light"
        self.tab.set_content(BODY.format(scheme=scheme, paper=paper, css=explorer._css))
        self.tab.expose_function("answer", self._answer)
        self.tab.add_script_tag(content=MODEL)
        if not alive:
            self.tab.evaluate(
                "model.widget_manager = { get_model: async () => ({ comm_live: false, on() {} }) }"
            )
        self.update()
        script = str(explorer._esm).replace("export default", "window.widget =")
        self.tab.add_script_tag(content=script)
        self.tab.evaluate(
            """() => {
                const made = window.widget();
                made.initialize({ model });
                made.render({ model, el: document.getElementById("explorer") });
            }"""
        )

    def _state(self):
        return _packed({name: getattr(self.explorer, name) for name in SYNCED})

    def _answer(self, question):
        self.explorer._hear(self.explorer, question, [])
        return self._state()

    def update(self):
        """Tell the page what the explorer is now, as after `set` in Python."""
        self.tab.evaluate("state => window.update(state)", self._state())

    def control(self, name):
        """The input of a control."""
        return self.tab.locator(f".ks-control[data-name={name}]").locator("input, select").first

    def button(self, title):
        """A button by its name."""
        return self.tab.get_by_role("button", name=title, exact=True)

    def handle(self, label):
        """What is dragged, by the beginning of its name."""
        return self.tab.locator(f".ks-handle[aria-label^='{label}']")

    def drag(self, handle, by):
        """Drag a handle by some pixels."""
        box = handle.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.tab.mouse.move(x, y)
        self.tab.mouse.down()
        for share in (0.3, 0.6, 1.0):
            self.tab.mouse.move(x + share * by[0], y + share * by[1])
        self.tab.mouse.up()
        self.rest()

    def press(self, locator, *keys):
        """Focus something and press keys."""
        locator.focus()
        for key in keys:
            self.tab.keyboard.press(key)
        self.rest()

    def rest(self):
        """Wait until every question has been answered and the answer is drawn."""
        for _ in range(1000):
            open_still, drawn = self.tab.evaluate(
                """async () => {
                    for (let k = 0; k < 2; k++) await new Promise(requestAnimationFrame);
                    return [window.sent.length - window.done, document.querySelector("canvas").ariaLabel];
                }"""
            )
            if open_still == 0 and drawn == self.explorer.said:
                return
        raise TimeoutError(f"{open_still} questions are open, and the page shows {drawn!r}")

    def tell(self):
        """Wait for the text, which follows the picture when the hand has rested."""
        self.tab.wait_for_function(
            "said => document.querySelector('.ks-said').textContent === said", arg=self.explorer.said
        )

    @property
    def note(self):
        """What it says when something is wrong."""
        return self.tab.locator(".ks-note").inner_text()

    def pixels(self):
        """The picture, as a string that differs where pixels do."""
        return self.tab.locator("canvas").evaluate("canvas => canvas.toDataURL()")

    def screenshot(self, path):
        """Save controls, picture and text as a PNG file."""
        self.tab.screenshot(path=path, full_page=True)


def _packed(value):
    if isinstance(value, bytes):
        return {"bytes": base64.b64encode(value).decode()}
    if isinstance(value, dict):
        return {key: _packed(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_packed(item) for item in value]
    return value.item() if isinstance(value, np.generic) else value
