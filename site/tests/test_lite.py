"""The course without a server, as `make lite` builds it: Python answers in the page, and what is saved is kept.

What needs NumPy, every chapter with its checks, is tried by `make test-lite`, which has it from Pyodide's distribution.
"""

import functools
import http.server
import json
import threading
import tomllib
from pathlib import Path

import lab
import psutil
import pytest
from test_every_chapter import move_slider

from kernelcourse.desk.contents import rooms
from kernelcourse.desk.server import TWIN

ROOT = Path(__file__).resolve().parents[2]
LITE = ROOT / "build" / "lite"
MINE = "my/03_minimum_volume_ball_exercises.ipynb"
SOURCES = "() => window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells.map(c => c.source).join('\\n')"
OUTPUTS = """() => window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells
    .find(cell => cell.cell_type === "code").toJSON().outputs"""
# What was not saved is not asked for.
CLOSE = """() => {
    const open = window.jupyterapp.shell.currentWidget;
    if (open?.context) open.context.model.dirty = false;
    return window.jupyterapp.commands.execute("application:close-all");
}"""
SAVED = """path => window.jupyterapp.serviceManager.contents.get(path, {content: true})
    .then(file => JSON.stringify(file.content))"""
OWN, NEW = "answer = 'my own'", "answer = 'as the course has it now'"
WRITE = """text => {
    const cells = window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells;
    cells.find(cell => cell.cell_type === "code").setSource(text);
}"""
# A slider, beside what stands for it.
SHOWS = f"""import ipywidgets
display({{"text/html": "<p class={TWIN}>stands</p>", **ipywidgets.IntSlider()._repr_mimebundle_()}}, raw=True)"""

SLOW = tomllib.loads((ROOT / "site" / "lite" / "slow.toml").read_text(encoding="utf-8"))
LONG = 10  # seconds of processor time of a cell that are said
CHAPTERS = [path for folder in ("notebooks", "solutions") for path in sorted((ROOT / folder).glob("*.ipynb"))]
# What an older SciPy than ours has not.
STANDS_IN = """import scipy.linalg, scipy.linalg.lapack
def dstevd(d, e, compute_v=1):
    found = scipy.linalg.eigh_tridiagonal(d, e[: len(d) - 1], eigvals_only=not compute_v)
    return (*found, 0) if compute_v else (found, None, 0)
if not hasattr(scipy.linalg.lapack, "dstevd"):
    scipy.linalg.lapack.dstevd = dstevd"""
# What a Pyodide lacks that is older than our micropip: an address, and a way to install what says whence it is.
WRAPPED = """import * as whole from "./pyodide.mjs?whole";
export const version = whole.version;
export const loadPyodide = async (options) => {
    const made = await whole.loadPyodide(options);
    if (!made.lockfileBaseUrl) {
        const { install } = made._api;
        made.lockfileBaseUrl = options.indexURL;
        made._api.install = (data, name, folder) => install(data, name, folder, "micropip", "");
    }
    return made;
};"""
SILENTLY = """code => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel
    .requestExecute({code, silent: true, store_history: false}).done.then(answer => answer.content.status)"""
# Where the cells with code are, and what stands in each; all of them stay in the page.
CELLS = """() => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    notebook.notebookConfig = {...notebook.notebookConfig, windowingMode: "none"};
    return [...notebook.widgets.entries()].filter(([k, cell]) => cell.model.type === "code")
        .map(([k, cell]) => [k, cell.model.sharedModel.source]);
}"""
RUN = """k => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    notebook.deselectAll();
    notebook.activeCellIndex = k;
    return window.jupyterapp.commands.execute("notebook:run-cell").then(() => null);
}"""
# What each cell that checks an answer shows.
SAID = """() => window.jupyterapp.shell.currentWidget.content.widgets
    .filter(cell => cell.model.id.startsWith("check-")).map(cell => JSON.stringify(cell.model.outputs.toJSON()))"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serve, without a word."""

    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def address():
    handler = functools.partial(Quiet, directory=LITE)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def reader(browser, address):
    """Somebody's browser, which remembers; nothing may be asked of anybody but the site."""
    context, asked = browser.new_context(), []
    context.on("request", lambda request: asked.append(request.url))
    context.route("**/pyodide.mjs", lambda route: route.fulfill(body=WRAPPED, content_type="text/javascript"))
    yield context
    context.close()
    assert [url for url in asked if "/kernelsy19-" in url and url.endswith(".whl")]
    assert not [url for url in asked if not url.startswith((address, "data:", "blob:"))]


@pytest.fixture
def opened(reader, address):
    """Open a notebook, alone."""
    tab = reader.new_page()

    def open_page(path):
        close()
        tab.goto(f"{address}/lab/index.html?path={path}" if path else address)
        if not path:
            tab.get_by_role("link").click()
        return lab.Page(tab, path)

    def close():
        if tab.url.startswith(address):  # or the shell opens it once more, with a kernel of its own
            tab.evaluate(CLOSE)
            tab.wait_for_timeout(2 * lab.SECONDS)  # it notes what is open a little later

    yield open_page
    close()
    tab.close()


def run(page, code):
    """Run a first cell of this code, which shows something, and return what it prints."""
    page.tab.evaluate(WRITE, code)
    page.run_cell(code)
    page.tab.wait_for_function(f"() => ({OUTPUTS})().length")  # they may come after the answer
    outputs = page.tab.evaluate(OUTPUTS)
    assert not [output for output in outputs if output["output_type"] == "error"], outputs
    return "".join(output.get("text", "") for output in outputs)


def test_the_first_page_leads_to_the_first_chapter(opened):
    assert "The orange triangles" in opened("").text()


def test_the_course_is_there_without_asking_anybody(opened):
    code = "%pip install kernelsy19\nimport sys, kernelcourse.desk.contents as c\nprint(sys.platform, len(c.rooms()))"
    said = run(opened("notebooks/03_minimum_volume_ball.ipynb"), code)
    assert said.split() == ["emscripten", str(len(rooms()))]


def test_what_is_saved_stays_when_the_course_changes_and_can_be_carried_away(opened, reader):
    """What is not saved follows the course; what was deleted is again as the course has it."""

    def renewed(route):
        notebook = json.loads((LITE / "files" / MINE).read_text(encoding="utf-8"))
        next(cell for cell in notebook["cells"] if cell["cell_type"] == "code")["source"] = NEW
        route.fulfill(json=notebook)

    page = opened(MINE)
    page.tab.evaluate(WRITE, OWN)
    page.save()
    reader.route(f"**/files/{MINE}*", renewed)
    page = opened(MINE)
    assert OWN in page.tab.evaluate(SOURCES)
    with page.tab.expect_download() as download:
        page.tab.evaluate("() => { window.jupyterapp.commands.execute('docmanager:download') }")
    carried = download.value.path().read_bytes()
    assert OWN in carried.decode()
    page.tab.evaluate(f"() => window.jupyterapp.serviceManager.contents.delete('{MINE}')")
    page = opened(MINE)
    assert NEW in page.tab.evaluate(SOURCES)
    page.tab.evaluate("() => window.jupyterapp.shell.expandLeft()")
    with page.tab.expect_file_chooser() as chooser:
        page.tab.get_by_role("button", name="Upload Files").click()
    chooser.value.set_files({"name": Path(MINE).name, "mimeType": "application/json", "buffer": carried})
    page.tab.get_by_role("button", name="Overwrite").click()
    page.tab.wait_for_timeout(2 * lab.SECONDS)
    assert OWN in opened(MINE).tab.evaluate(SOURCES)


def test_progress_is_kept_and_so_is_what_stands_for_a_picture_that_moves(opened):
    page = opened("my/01_kernels_exercises.ipynb")
    note = "from kernelcourse.desk import progress_file as p\np.note_right('03.4')\nprint(p.place())"
    assert run(page, note).strip() == "/drive/my/progress.jsonl"
    run(page, SHOWS)
    assert page.tab.get_by_role("slider").count() > 0
    page.save()
    saved = page.tab.evaluate(SAVED, "my/01_kernels_exercises.ipynb")
    assert TWIN in saved and "widget-view" not in saved
    page = opened("my/01_kernels_exercises.ipynb")
    assert "stands" in page.text()
    told = run(page, "from kernelcourse.desk import progress_file as p\nprint(*p.done_so_far().right)")
    assert told.strip() == "03.4"


def used():
    """Seconds that all processors have worked for the browser, however busy the machine is with other things."""
    return sum(sum(child.cpu_times()[:2]) for child in psutil.Process().children(recursive=True))


@pytest.mark.night
@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_runs_its_checks_are_right_and_what_moves_moves(opened, path):
    page = opened(f"{path.parent.name}/{path.name}")
    assert page.tab.evaluate(SILENTLY, STANDS_IN) == "ok"
    left_out = [piece for piece, asks in SLOW.get(path.stem, {}).items() if isinstance(asks, str)]
    start = used()
    cells = page.tab.evaluate(CELLS)
    for k, source in cells:
        if not any(piece in source for piece in left_out):
            before = used()
            page.tab.evaluate(RUN, k)
            if (took := used() - before) > LONG:
                print(f"    {took:.0f} s: cell {k}: {source.splitlines()[0]}")
    print(f"{path.stem}: {len(cells)} cells, {used() - start:.0f} s")
    page.tab.wait_for_timeout(2 * lab.SECONDS)  # what draws comes after the kernel's answer
    assert page.errors() == []
    said = page.tab.evaluate(SAID)
    assert not [text for text in said if "✔" not in text]
    assert said or path.parent.name == "notebooks"
    with_sliders = [explorer for explorer in page.explorers() if explorer.sliders]
    for explorer in with_sliders:
        move_slider(explorer)
    assert with_sliders or not page.explorers()
