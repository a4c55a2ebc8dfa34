"""Drive JupyterLab or Notebook 7 in a headless chromium: open a notebook, run it, move its sliders, take pictures.

``python -m tests.browser.lab notebooks/03_minimum_volume_ball.ipynb --screenshots DIR`` saves the executed
notebook as a series of pictures, and every explorer after each of its controls has moved.
"""

import argparse
import contextlib
import json
import os
import re
import secrets
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from kernelcourse.desk.server import TWIN

STUDENT = Path(__file__).resolve().parents[2] / "tools" / "jupyter" / "student"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET_CHROMIUM = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SETTINGS = {
    # Every cell stays in the page, so that one can look at all of them.
    "@jupyterlab/notebook-extension/tracker": {"windowingMode": "none"}
}
EXPLORERS = ".jp-OutputArea-output:has(.jupyter-widgets img.widget-image, .ks-stage:not(.ks-site *) canvas)"
MOVABLE = ".jp-OutputArea-output:has(.kernelsy19-controls, .ks-controls:not(.ks-site *))"
OPENING = ".jp-OutputArea-output:has(.ks-site canvas)"  # what moves before its cells have run
TWINS = f".jp-OutputArea-output .{TWIN}:has(img[src*='image/png'])"
# Where JupyterLab and Notebook 7 show a file.
PAGES = {"lab": "lab/workspaces/{workspace}/tree", "notebook": "notebooks"}
SECONDS = 1000  # Playwright counts in milliseconds.
PATIENCE = 180 * SECONDS  # of what waits for a page: on a busy machine a shorter limit would be a verdict


def find_chromium():
    """Return the path of an installed chromium or chrome, or None."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


# ---- the server ---------------------------------------------------------------------------------


def free_port():
    """Return a port of the loopback address that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def private_environment(home):
    """Return the environment of a student's server that reads and writes no settings of this user."""
    for plugin, settings in SETTINGS.items():
        file = home / "settings" / f"{plugin}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(settings), encoding="utf-8")
    folders = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    ours = {"JUPYTER_CONFIG_PATH": str(STUDENT)}
    return os.environ | ours | {name: str(home / folder) for name, folder in folders.items()}


@contextlib.contextmanager
def serve(folder, timeout=60):
    """Serve `folder` with JupyterLab on loopback; give the address and token, stop the server at the end."""
    with tempfile.TemporaryDirectory() as home:
        home, port, token = Path(home), free_port(), secrets.token_hex(16)
        options = {
            "ServerApp.ip": "127.0.0.1",
            "ServerApp.port": port,
            "ServerApp.port_retries": 0,
            "ServerApp.root_dir": folder,
            "IdentityProvider.token": token,
            "LabApp.expose_app_in_browser": True,
            "JupyterNotebookApp.expose_app_in_browser": True,
        }
        command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
        command += [f"--{name}={value}" for name, value in options.items()]
        with open(home / "server.log", "w+", encoding="utf-8") as log:
            server = subprocess.Popen(
                command, cwd=folder, env=private_environment(home), stdout=log, stderr=subprocess.STDOUT
            )
            try:
                address = f"http://127.0.0.1:{port}"
                wait_for_server(server, f"{address}/api?token={token}", home / "server.log", timeout)
                yield address, token
            finally:
                server.terminate()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    server.wait(timeout=15)
                server.kill()
                server.wait()


def wait_for_server(server, url, log, timeout):
    """Return once `url` answers; a server that died or is late raises RuntimeError with its log."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline and server.poll() is None:
        with contextlib.suppress(OSError):
            direct.open(url, timeout=2).close()
            return
        time.sleep(0.1)
    raise RuntimeError(f"JupyterLab did not start within {timeout} s:\n{log.read_text(encoding='utf-8')}")


# ---- the notebook in the browser ----------------------------------------------------------------


class Desk:
    """A server and a chromium, in which one notebook of the folder that it serves is opened after the other."""

    def __init__(self, folder, address, token, context):
        self.folder, self.address, self.token, self.context = folder, address, token, context
        self.n_opened = 0

    @contextlib.contextmanager
    def open(self, notebook, width=1300, height=1800, app="lab"):
        """Open a copy of a notebook, beside copies of what stands beside it, in `app`, and give its `Page`."""
        notebook, self.n_opened = Path(notebook).resolve(), self.n_opened + 1
        # A folder and a workspace of its own, in which no earlier one is open.
        name, ignore = f"opened{self.n_opened}", shutil.ignore_patterns(".ipynb_checkpoints")
        shutil.copytree(notebook.parent, self.folder / name, ignore=ignore)
        tab = self.context.new_page()
        tab.set_viewport_size({"width": width, "height": height})
        place = f"{PAGES[app].format(workspace=name)}/{name}/{notebook.name}"
        try:
            tab.goto(f"{self.address}/{place}?token={self.token}")
            yield Page(tab, self.folder / name / notebook.name, app)
        finally:
            tab.close()


@contextlib.contextmanager
def open_chromium():
    """Start a chromium, and close it at the end; a process can have one of playwright's at a time."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(QUIET_CHROMIUM))
        browser.on("context", lambda context: context.set_default_timeout(PATIENCE))
        yield browser
        browser.close()


@contextlib.contextmanager
def open_desk(browser=None):
    """Start a server, and a chromium where none is given; give the `Desk`."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        address, token = stack.enter_context(serve(folder))
        browser = browser or stack.enter_context(open_chromium())
        yield Desk(folder, address, token, browser.new_context())


class Page:
    """One notebook of the server, open in a tab, in JupyterLab ("lab") or Notebook 7 ("notebook")."""

    def __init__(self, tab, file, app="lab"):
        self.tab = tab
        self.file = file
        self.app = app
        self.wait_for_kernel()
        # The file browser takes a third of the width.
        tab.evaluate("() => window.jupyterapp.shell.collapseLeft()")

    def wait_for_kernel(self):
        """Wait until the notebook is shown and its kernel answers."""
        # Without a kernel's name in its metadata a notebook asks for one, and this waits in vain.
        self.tab.wait_for_function(
            """() => {
                const panel = window.jupyterapp?.shell.currentWidget;
                return panel?.context?.isReady && panel.sessionContext.isReady && panel.content?.widgets?.length > 0
                    && panel.sessionContext.session?.kernel?.connectionStatus === "connected";
            }"""
        )

    def save(self):
        """Save the notebook."""
        self.tab.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")

    def restart(self):
        """Restart the kernel, as its menu does."""
        self.tab.evaluate(
            "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"
        )

    def shut_down(self):
        """Shut the kernel down; the notebook stays open."""
        self.tab.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")

    def kill(self):
        """Let the kernel die, as it does when its memory is used up, and close the dialog that says so."""
        self.tab.evaluate(
            """() => { window.jupyterapp.shell.currentWidget.sessionContext.session.kernel
                .requestExecute({code: "import os; os._exit(1)", silent: true, store_history: false}); }"""
        )
        self.tab.locator(".jp-Dialog .jp-mod-accept").click()

    def change_kernel(self):
        """Choose a kernel, as its menu does: a new one answers from now on."""
        self.tab.evaluate(
            """() => window.jupyterapp.shell.currentWidget.sessionContext.changeKernel({name: "python3"})
                .then(() => null)"""
        )

    def reopen(self):
        """Leave the page and come back, as on the next day."""
        self.tab.goto("about:blank")
        self.tab.go_back()
        self.wait_for_kernel()

    def run_cell(self, name):
        """Run the cell whose source holds `name`, and wait for its answer."""
        self.tab.evaluate(
            """name => {
                const notebook = window.jupyterapp.shell.currentWidget.content;
                notebook.deselectAll();
                notebook.activeCellIndex = notebook.widgets.findIndex(
                    cell => cell.model.type === "code" && cell.model.sharedModel.source.includes(name));
                return window.jupyterapp.commands.execute("notebook:run-cell");
            }""",
            name,
        )

    def outputs(self):
        """Return every output with controls, explorers and walks through a proof."""
        return [Explorer(output) for output in self.tab.locator(MOVABLE).all()]

    def twins(self):
        """Return the static pictures that stand for explorers, as locators."""
        return self.tab.locator(TWINS).all()

    def text(self):
        """Return all text that the notebook shows."""
        return self.tab.locator(".jp-Notebook").inner_text()

    def run_all(self, timeout=1800):
        """Take all outputs away, run all cells and wait for the last answer; a RuntimeError after `timeout` seconds."""
        finished = self.tab.evaluate(
            """seconds => Promise.race([
                window.jupyterapp.commands.execute("notebook:clear-all-cell-outputs")
                    .then(() => window.jupyterapp.commands.execute("notebook:run-all-cells"))
                    .then(() => true),
                new Promise(done => setTimeout(() => done(false), 1000 * seconds)),
            ])""",
            timeout,
        )
        if not finished:
            raise RuntimeError(f"Run All took longer than {timeout} s.")
        self.tab.wait_for_timeout(1 * SECONDS)  # Widgets and formulas draw after the kernel has answered.

    def cells_not_run(self):
        """Return the numbers of the code cells that have source but no execution count."""
        return self.tab.evaluate(
            """() => window.jupyterapp.shell.currentWidget.content.widgets
                .map((cell, i) => [cell.model, i])
                .filter(([model, i]) => model.type === "code" && model.sharedModel.source.trim()
                    && !model.executionCount)
                .map(([model, i]) => i)"""
        )

    def errors(self):
        """Return what each cell that raised has to say, as "cell number: name: value"."""
        return self.tab.evaluate(
            """() => window.jupyterapp.shell.currentWidget.content.widgets.flatMap((cell, i) =>
                (cell.model.type !== "code" ? [] : cell.model.outputs.toJSON())
                    .filter(output => output.output_type === "error")
                    .map(output => `cell ${i}: ${output.ename}: ${output.evalue}`))"""
        )

    def explorers(self):
        """Return the explorers on the page: every output with widgets that holds a picture."""
        return [Explorer(output) for output in self.tab.locator(EXPLORERS).all()]

    def explorer(self, name):
        """Return the explorer that the cell whose source holds `name` shows."""
        cell = self.tab.locator(".jp-CodeCell", has=self.tab.locator(".jp-InputArea", has_text=name))
        return Explorer(cell.locator(EXPLORERS).first)

    def screenshots(self, folder, height=1700):
        """Save the notebook from top to bottom, cut between cells, as page_01.png, page_02.png, …"""
        cells = self.tab.locator(".jp-Notebook .jp-Cell:visible").all()
        panel = self.tab.locator(".jp-NotebookPanel-notebook")
        saved = []
        while cells:
            cells[0].evaluate("cell => cell.scrollIntoView({block: 'start'})")
            self.tab.wait_for_timeout(300)
            view = panel.bounding_box()
            boxes = [cell.bounding_box() for cell in cells]
            fitting = [box for box in boxes if box and box["y"] + box["height"] <= view["y"] + height]
            fitting = fitting or boxes[:1]
            top, bottom = fitting[0]["y"], fitting[-1]["y"] + fitting[-1]["height"]
            clip = {"x": view["x"], "width": view["width"], "y": top, "height": bottom - top}
            saved.append(Path(folder) / f"page_{len(saved) + 1:02d}.png")
            self.tab.screenshot(path=saved[-1], clip=clip)
            cells = cells[len(fitting) :]
        return saved


class Explorer:
    """One explorer on the page: controls, a picture, a caption; `output` is that of its cell."""

    def __init__(self, output):
        self.output = output
        self.tab = output.page
        self.image = output.locator("img.widget-image, .ks-stage canvas").first

    @property
    def sliders(self):
        """Locators of the handles, which take the keyboard."""
        return self.output.locator(".noUi-handle:visible, .ks-live input[type=range]:visible").all()

    @property
    def handles(self):
        """Locators of what is dragged in the picture."""
        return self.output.locator(".ks-handle:visible").all()

    @property
    def choices(self):
        """Locators of the drop-down lists."""
        return self.output.locator("select:visible").all()

    @property
    def switches(self):
        """Locators of what is clicked: check boxes and buttons."""
        return self.output.locator("input[type=checkbox]:visible, button:visible").all()

    @property
    def caption(self):
        """What the explorer says about its picture now."""
        return " ".join(self.output.locator(".widget-html-content, .ks-said").all_inner_texts()).strip()

    def label(self, control):
        """Return the name on a control or beside it."""
        if own := control.evaluate("control => control.labels?.[0]?.textContent || control.ariaLabel"):
            return own
        row = control.locator("xpath=ancestor-or-self::*[contains(@class, 'jupyter-widgets')][1]")
        labels = row.locator(".widget-label, .widget-label-basic").all_inner_texts()
        return "".join([*labels, row.inner_text()][:1]).strip() or "unnamed"

    def picture(self):
        """Return the bytes of the picture that is shown now."""
        return bytes(
            self.image.evaluate(
                """async image => Array.from(new Uint8Array(
                    await (await fetch(image.src ?? image.toDataURL())).arrayBuffer()))"""
            )
        )

    def latency(self, moves=15):
        """Return the milliseconds from each of some moves of the first slider to its pixels."""
        return self.output.evaluate(
            """async (output, moves) => {
                const slider = output.querySelector("input[type=range]"), times = [];
                for (let k = 0; k < moves; k++) {
                    slider.value = (Number(slider.value) + 1) % (Number(slider.max) + 1);
                    const drawn = new Promise(done => output.addEventListener("ks-drawn", done, {once: true}));
                    const from = performance.now();
                    slider.dispatchEvent(new Event("input"));
                    await drawn;
                    output.querySelector("canvas").getContext("2d").getImageData(0, 0, 1, 1); // waits for the pixels
                    times.push(performance.now() - from);
                    await new Promise(done => setTimeout(done, 100));
                }
                return times;
            }""",
            moves,
        )

    def press(self, slider, key="ArrowRight", times=1):
        """Focus a slider or a handle and press a key; return after the picture has come to rest."""
        slider.scroll_into_view_if_needed()
        slider.focus()
        for _ in range(times):
            self.tab.keyboard.press(key)
        self.rest()

    def move_back(self, slider, value, presses=1000):
        """Move a slider from its left end to the value it had, as `aria-valuetext` gave it."""
        slider.focus()
        self.tab.keyboard.press("Home")
        for _ in range(presses):
            if slider.get_attribute("aria-valuetext") == value:
                break
            self.tab.keyboard.press("ArrowRight")
        self.rest()

    def choose(self, choice, option):
        """Choose an option of a drop-down list by its text; return after the picture has come to rest."""
        choice.select_option(label=option)
        self.rest()

    def click(self, switch):
        """Click a check box or a button; return after the picture has come to rest."""
        switch.click()
        self.rest()

    @property
    def note(self):
        """What the explorer says about its kernel: nothing while it lives."""
        return self.output.locator(".kernelsy19-alive, .ks-note").first.inner_text().strip()

    def controls_can_be_reached(self):
        """Return whether a control takes the focus, which the keyboard needs."""
        return self.output.evaluate(
            """output => [...output.querySelectorAll(".noUi-handle, select, input, button")].some(control => {
                control.focus();
                const reached = document.activeElement === control;
                control.blur();
                return reached;
            })"""
        )

    def rest(self, pause=0.3, timeout=30):
        """Wait until every move so far is answered and the picture rests; a RuntimeError after `timeout` seconds."""
        deadline = time.monotonic() + timeout
        shown = None
        while time.monotonic() < deadline:
            # The kernel takes its messages in turn: an answer to this one follows those to the moves before.
            self.tab.evaluate(
                """() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel
                    .requestExecute({code: "", silent: true, store_history: false}).done"""
            )
            self.tab.wait_for_timeout(pause * SECONDS)
            before, shown = shown, (self.picture(), self.caption)
            if before == shown:
                return
        raise RuntimeError(f"The picture still changed after {timeout} s.")

    def screenshot(self, path):
        """Save controls, picture and caption as a PNG file."""
        self.output.scroll_into_view_if_needed()
        self.output.screenshot(path=path)


# ---- the command line ---------------------------------------------------------------------------


def file_name(text):
    """Return text as part of a file name."""
    return re.sub(r"[^\w.-]+", "_", text).strip("_") or "unnamed"


def photograph(explorer, prefix):
    """Save an explorer as it starts, and with one control at a time moved; say what was moved, and what it says."""
    explorer.screenshot(f"{prefix}_start.png")
    yield f"{prefix.name}: {explorer.caption}"
    for slider in explorer.sliders:
        name, value = explorer.label(slider), slider.get_attribute("aria-valuetext")
        for key, times in (("ArrowRight", 5), ("End", 1), ("Home", 1)):
            picture, before = explorer.picture(), slider.get_attribute("aria-valuetext")
            explorer.press(slider, key, times)
            after = slider.get_attribute("aria-valuetext")
            explorer.screenshot(f"{prefix}_{file_name(name)}_{key}.png")
            still = (
                " THE PICTURE DID NOT CHANGE." if explorer.picture() == picture and before != after else ""
            )
            yield f"  {name} {before} -> {after}:{still} {explorer.caption}"
        explorer.move_back(slider, value)
    for choice in explorer.choices:
        name, chosen = explorer.label(choice), choice.locator("option:checked").inner_text()
        for option in choice.locator("option").all_inner_texts():
            explorer.choose(choice, option)
            explorer.screenshot(f"{prefix}_{file_name(name)}_{file_name(option)}.png")
            yield f"  {name} {option}: {explorer.caption}"
        explorer.choose(choice, chosen)
    for switch in explorer.switches:
        name = explorer.label(switch)
        explorer.click(switch)
        explorer.screenshot(f"{prefix}_{file_name(name)}_clicked.png")
        yield f"  {name} clicked: {explorer.caption}"
        if switch.get_attribute("type") == "checkbox":
            explorer.click(switch)


def main():
    """Take the pictures that the command line asks for; the status says whether a cell raised."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("notebook", type=Path)
    parser.add_argument("--screenshots", type=Path, default=Path("build/screenshots"), metavar="DIR")
    parser.add_argument("--width", type=int, default=1300, help="width of the window in pixels")
    parser.add_argument("--app", choices=PAGES, default="lab", help="JupyterLab or Notebook 7")
    parser.add_argument("--stored", action="store_true", help="look at the stored outputs, run nothing")
    arguments = parser.parse_args()
    arguments.screenshots.mkdir(parents=True, exist_ok=True)
    with open_desk() as desk, desk.open(arguments.notebook, width=arguments.width, app=arguments.app) as page:
        if not arguments.stored:
            page.run_all()
            print("cells without an answer:", page.cells_not_run() or "none")
        print(*page.screenshots(arguments.screenshots), sep="\n")
        for number, explorer in enumerate(page.explorers(), start=1):
            prefix = arguments.screenshots / f"explorer_{number}"
            times = f"median {statistics.median(explorer.latency()):.0f} ms at load {os.getloadavg()[0]:.1f}"
            print(f"{prefix.name}: slider to pixel: {times}", flush=True)
            for line in photograph(explorer, prefix):
                print(line, flush=True)
        errors = page.errors()
    print("errors:", *(errors or ["none"]), sep="\n  ")
    return bool(errors)


if __name__ == "__main__":
    sys.exit(main())
