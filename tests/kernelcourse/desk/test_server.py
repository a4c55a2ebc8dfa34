"""What the server does with a notebook that is saved, and with a kernel's websocket, without a browser."""

import asyncio
import base64
import copy
import io
import json
import logging
import platform
import socket
import zlib
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path

import nbformat
import numpy as np
import pytest
import site_frames
from jinja2 import Environment
from jupyter_core.paths import jupyter_config_path
from jupyter_server.base.handlers import FileFindHandler
from jupyter_server.extension.manager import ExtensionPackage
from jupyter_server.services.contents.filemanager import AsyncFileContentsManager, FileContentsManager
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from PIL import Image
from PIL.PngImagePlugin import PngInfo
from tornado import httpserver, web, websocket
from tornado.testing import bind_unused_port

from kernelcourse.desk import server
from kernelcourse.desk.browser_scripts import LOOKS
from kernelcourse.desk.server import MARK, TWIN, WIDGET_VIEW, bare_png, keep_twins
from kernelcourse.drawing.picture import PICTURE
from kernelcourse.index import all_explorers
from kernelsy19.engine.compilation import COMPILES

DOTS = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)


def png(picture=DOTS, **text):
    info, buffer = PngInfo(), io.BytesIO()
    for key, value in text.items():
        info.add_text(key, value)
    Image.fromarray(picture).save(buffer, format="PNG", pnginfo=info)
    return base64.b64encode(buffer.getvalue()).decode()


VIEW = {"model_id": "7f0c", "version_major": 2, "version_minor": 0}
TWIN_HTML = f'<div class="{TWIN}"><img alt="a dot" src="data:image/png;base64,{png()}"></div>'


def shown(number, **data):
    data = {kind.replace("_", "/"): content for kind, content in data.items()}
    return {"output_type": "execute_result", "execution_count": number, "data": data, "metadata": {}}


def code(number, source, *outputs):
    parts = {"id": f"run-{number}", "execution_count": number, "source": source, "outputs": list(outputs)}
    return {"cell_type": "code", "metadata": {}, **parts}


def built():
    """A chapter as the build writes it."""
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {
            "kernelspec": dict(server.KERNELSPEC),
            MARK: {"source": "99_toy"},
            "language_info": dict(server.LANGUAGE_INFO),
        },
        "cells": [
            code(1, "explorer", shown(1, text_html=TWIN_HTML, text_plain="a dot")),
            {"cell_type": "markdown", "id": "cell-02", "metadata": {}, "source": "Look."},
            code(2, "proof.walk()", shown(2, text_markdown="a proof", text_plain="a proof")),
            code(3, "plt.show()", shown(3, image_png=png(), text_plain="<Figure>")),
            {"cell_type": "markdown", "id": "cell-05", "metadata": {}, "source": "The end."},
        ],
    }


def saved(notebook):
    """What the hook makes of a notebook, as the dictionary that Jupyter hands over."""
    model = {"type": "notebook", "format": "json", "content": copy.deepcopy(notebook)}
    keep_twins(model=model, path="notebooks/99_toy.ipynb", contents_manager=None)
    return model["content"]


def committed(notebook):
    """A notebook as it stands in its file."""
    return nbformat.writes(nbformat.from_dict(notebook)) + "\n"


def keeping(make, folder):
    """A manager of contents that saves as we do."""
    manager = make(root_dir=str(folder))
    manager.register_pre_save_hook(keep_twins)
    return manager


def save(path, notebook):
    manager = keeping(FileContentsManager, path.parent)
    manager.save({"type": "notebook", "format": "json", "content": notebook}, f"/{path.name}")


def read_through():
    """The same chapter as a reader's front end hands it over: each thing that would have dirtied git."""
    notebook = built()
    first, _, walk, figure, _ = notebook["cells"]
    first["outputs"][0]["data"][WIDGET_VIEW] = VIEW
    first["metadata"]["execution"] = {"iopub.execute_input": "2026-01-01T00:00:00.000Z"}
    walk["outputs"][0]["data"][WIDGET_VIEW] = VIEW
    first["execution_count"] = first["outputs"][0]["execution_count"] = 17
    figure["outputs"][0]["data"]["image/png"] = png(Software="Matplotlib version 9")
    html = first["outputs"][0]["data"]["text/html"].replace(png(), png(Software="Pillow"))
    first["outputs"][0]["data"]["text/html"] = html.splitlines(keepends=True)
    notebook["cells"].append(code(None, ""))
    notebook["metadata"]["kernelspec"]["display_name"] = "My Python"
    notebook["metadata"]["language_info"]["version"] = "3.99"
    notebook["metadata"]["widgets"] = {"application/vnd.jupyter.widget-state+json": {"state": {}}}
    return notebook


# ---- what is saved --------------------------------------------------------------------------------


def test_a_chapter_that_was_read_is_saved_as_it_was_built():
    assert read_through() != built()
    assert saved(read_through()) == built()
    assert saved(built()) == built()


def test_jupyter_writes_the_same_bytes(tmp_path):
    for name, notebook in [("built", built()), ("read", read_through())]:
        save(tmp_path / f"{name}.ipynb", notebook)
        assert (tmp_path / f"{name}.ipynb").read_text(encoding="utf-8") == committed(built())


def test_a_chapter_is_read_with_the_version_that_its_kernel_adds_and_saved_without_it(tmp_path):
    manager = keeping(AsyncFileContentsManager, tmp_path)
    server.read_with_version(manager)
    file = tmp_path / "a.ipynb"
    file.write_text(committed(built()), encoding="utf-8")
    model = asyncio.run(manager.get("a.ipynb"))
    assert model["content"]["metadata"]["language_info"]["version"] == platform.python_version()
    asyncio.run(manager.save(model, "a.ipynb"))
    assert file.read_text(encoding="utf-8") == committed(built())


@pytest.mark.parametrize("make", [FileContentsManager, AsyncFileContentsManager])
def test_a_chapter_is_trusted_as_long_as_it_is_byte_for_byte_as_it_was_built(tmp_path, monkeypatch, make):
    chapter = tmp_path / "a.ipynb"
    chapter.write_text(committed(built()), encoding="utf-8")
    monkeypatch.setattr(server, "BUILT", tmp_path / "built.json")
    server.BUILT.write_text(json.dumps({"a.ipynb": server.digest(chapter)}), encoding="utf-8")
    manager = make(root_dir=str(tmp_path))

    def trusted():
        model = manager.get("/a.ipynb")
        cells = (asyncio.run(model) if asyncio.iscoroutine(model) else model)["content"]["cells"]
        return {cell["metadata"]["trusted"] for cell in cells if cell["cell_type"] == "code"}

    assert trusted() == {False}
    server.vouch_for_chapters(manager)
    assert trusted() == {True}
    chapter.write_text(chapter.read_text(encoding="utf-8") + " ", encoding="utf-8")
    assert trusted() == {False}


def residual(text, level=0):
    """A built chapter of which another processor prints and draws other last digits."""
    notebook = built()
    drawn = png(np.full((40, 40, 3), 100 + level, dtype=np.uint8))
    notebook["cells"][2]["outputs"] = [shown(2, text_markdown=f"holds: {text}")]
    notebook["cells"][3]["outputs"] = [shown(3, image_png=drawn)]
    return notebook


def test_what_differs_by_rounding_stays_as_it_is_in_the_file(tmp_path):
    chapter = tmp_path / "99_toy.ipynb"

    def saved_over_the_built_one(notebook):
        chapter.write_text(committed(residual("2e-16")), encoding="utf-8")
        save(chapter, notebook)
        return json.loads(chapter.read_text(encoding="utf-8"))["cells"]

    first = saved_over_the_built_one(residual("2e-16"))
    # What is no rounding is the reader's, cell by cell.
    for text, level, theirs in (("3.1e-15", 1, None), ("0.2", 1, 2), ("3.1e-15", 9, 3)):
        other = saved_over_the_built_one(residual(text, level))
        assert [a == b for a, b in zip(first, other, strict=True)] == [
            number != theirs for number in range(5)
        ]
    changed = residual("3.1e-15")
    changed["cells"][2]["source"] = "proof.walk(2)"
    assert saved_over_the_built_one(changed)[2]["outputs"][0]["data"]["text/markdown"] == ["holds: 3.1e-15"]


def in_file(tmp_path, notebook, source="99_toy"):
    """What is saved of a notebook over the built one, whose second part is collapsed and whose first code is hidden."""
    filed = built()
    filed["metadata"][MARK]["source"] = source
    filed["cells"][0]["metadata"] = {"jupyter": {"source_hidden": True}, "tags": ["slide"]}
    filed["cells"][1]["metadata"] = {"jp-MarkdownHeadingCollapsed": True}
    path = tmp_path / "99_toy.ipynb"
    path.write_text(committed(filed), encoding="utf-8")
    notebook["metadata"][MARK]["source"] = source
    save(path, notebook)
    return nbformat.from_dict(filed), nbformat.read(path, as_version=4)


def test_what_was_unfolded_and_shown_is_folded_again_and_what_a_reader_adds_stays(tmp_path):
    notebook, shown = read_through(), {"source_hidden": False, "outputs_hidden": True}
    notebook["cells"][0]["metadata"] = {"jupyter": shown, "tags": ["slide", "mine"]}
    notebook["cells"][2]["metadata"] = {"collapsed": False, "scrolled": True}
    filed, now = in_file(tmp_path, notebook)
    filed["cells"][0]["metadata"]["tags"] = ["slide", "mine"]
    assert now == filed


def test_a_save_in_the_middle_of_run_all_keeps_what_cells_showed_that_still_wait(tmp_path):
    def halfway():
        notebook = read_through()
        for cell in notebook["cells"][2:4]:
            cell |= {"execution_count": None, "outputs": []}
        return notebook

    filed, now = in_file(tmp_path, halfway())
    assert now["cells"][3:] == filed["cells"][3:]
    own = in_file(tmp_path, halfway(), source="99_toy_exercises")[1]
    assert own["cells"][3]["outputs"] == []  # what readers clear of their own work is gone
    changed = halfway()
    changed["cells"][3]["source"] = "plt.show(1)"
    assert in_file(tmp_path, changed)[1]["cells"][3]["outputs"] == []


def test_a_cell_that_shows_nothing_keeps_its_number_while_it_waits():
    before = built()
    before["cells"][2]["outputs"] = []
    notebook = copy.deepcopy(before)
    notebook["cells"][2]["execution_count"] = None
    server.keep_outputs(notebook, before)
    assert notebook == before


def test_a_widget_without_a_twin_is_kept():
    notebook = built()
    notebook["cells"][0]["outputs"] = [shown(1) | {"data": {WIDGET_VIEW: VIEW}}]
    assert saved(notebook) == notebook


def test_what_a_reader_adds_is_kept():
    notebook = built()
    notebook["metadata"]["toc"] = {"base_numbering": 1}
    notebook["cells"][0]["metadata"]["tags"] = ["mine"]
    notebook["cells"].insert(1, code(2, "") | {"execution_count": None})
    notebook["cells"].append(code(5, "my_own()", {"output_type": "stream", "name": "stdout", "text": "mine"}))
    kept = saved(notebook)
    assert kept["metadata"] == notebook["metadata"]
    assert [cell["source"] for cell in kept["cells"]] == [cell["source"] for cell in notebook["cells"]]
    assert kept["cells"][0] == notebook["cells"][0]
    assert kept["cells"][-1]["outputs"] == notebook["cells"][-1]["outputs"]


def test_a_cell_that_did_not_run_gets_no_number():
    notebook = built()
    notebook["cells"][2] |= {"execution_count": None, "outputs": []}
    kept = saved(notebook)
    assert [cell.get("execution_count") for cell in kept["cells"]] == [1, None, None, 3, None]


def test_the_choice_of_another_kernel_is_kept():
    notebook = built()
    notebook["metadata"]["kernelspec"] = {"name": "lab", "display_name": "Lab", "language": "python"}
    assert saved(notebook) == notebook


def test_notebooks_of_others_are_left_alone_but_for_our_explorers_that_are_saved_as_their_twins():
    notebook = read_through()
    del notebook["metadata"][MARK]
    expected = copy.deepcopy(notebook)
    del expected["cells"][0]["outputs"][0]["data"][WIDGET_VIEW]
    assert saved(notebook) == expected
    notebook["cells"][0]["outputs"][0]["data"]["text/html"] = "<p>the twin of another library</p>"
    assert saved(notebook) == notebook


@pytest.mark.parametrize(
    "model",
    [
        {"type": "file", "format": "text", "content": "kernelsy19"},
        {"type": "directory", "content": None},
        {"type": "notebook", "content": None},
        {"type": "notebook", "content": {}},
    ],
)
def test_what_is_no_notebook_is_left_alone(model):
    before = copy.deepcopy(model)
    keep_twins(model=model, path="a", contents_manager=None)
    assert model == before


def test_prints_are_joined_but_not_across_what_is_shown():
    def printed(text, name="stdout"):
        return {"output_type": "stream", "name": name, "text": text}

    notebook = built()
    rest = [printed("e", "stderr"), printed("4"), shown(1, text_plain="a"), printed("5")]
    notebook["cells"][0]["outputs"] = [printed("1\n"), printed(["2\n", "3\n"]), *rest]
    assert saved(notebook)["cells"][0]["outputs"] == [printed("1\n2\n3\n"), *rest]


def test_the_word_that_loops_are_compiled_is_not_saved():
    said = [("stdout", "R"), ("stderr", COMPILES), ("stdout", "² is 2\n"), ("stderr", "a warning\n")]
    outputs = [nbformat.v4.new_output("stream", name=name, text=text) for name, text in said]
    notebook = {"metadata": {}, "cells": [{"metadata": {}, "outputs": outputs}]}
    server.settle(notebook)
    assert [output["text"] for output in notebook["cells"][0]["outputs"]] == ["R² is 2\n", "a warning\n"]


def test_text_chunks_of_a_png_are_dropped():
    told = png(Software="any")
    assert b"Software" in base64.b64decode(told)
    assert bare_png(told) == png() == bare_png(png())


# ---- what is sent ---------------------------------------------------------------------------------


async def greeted(handler):
    """Connect to a websocket; return what it greets with."""
    sock, port = bind_unused_port()
    site = httpserver.HTTPServer(web.Application([("/", handler)]))
    site.add_sockets([sock])
    try:
        connection = await websocket.websocket_connect(f"ws://127.0.0.1:{port}/")
        greeting = await asyncio.wait_for(connection.read_message(), timeout=10)
        connection.close()
        return greeting
    finally:
        site.stop()
        await site.close_all_connections()


def greeting_of(handler):
    """What `handler` greets with; asked in a thread, since a browser of an earlier test keeps this one's loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, greeted(handler)).result()


def greeter():
    """A handler that says, once open, whether small messages wait."""

    class Handler(websocket.WebSocketHandler):
        log = logging.getLogger("greeter")

        async def open(self, *arguments):
            wire = self.ws_connection.stream.socket
            await self.write_message(str(bool(wire.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))))

    return Handler


def test_small_messages_of_a_kernel_do_not_wait():
    plain, quick = greeter(), greeter()
    server.send_at_once(quick)
    assert greeting_of(plain) == "False"
    assert greeting_of(quick) == "True"


def test_a_kernel_whose_wire_cannot_be_set_still_opens(monkeypatch, caplog):
    handler = greeter()
    monkeypatch.setattr(handler, "set_nodelay", None)
    server.send_at_once(handler)
    assert greeting_of(handler) == "False"
    assert [record.levelname for record in caplog.records if "kernelsy19" in record.message] == ["WARNING"]


# ---- the extension --------------------------------------------------------------------------------


class App:
    log = logging.getLogger("app")

    def __init__(self, contents_manager, **settings):
        self.contents_manager = contents_manager
        self.web_app = web.Application(
            [], base_url="/course/", static_handler_class=FileFindHandler, **settings
        )


def test_loading_takes_up_all(monkeypatch, tmp_path):
    opened = KernelWebsocketHandler.open
    for handler, name in ((KernelWebsocketHandler, "open"), (FileFindHandler, "get_absolute_path")):
        monkeypatch.setattr(handler, name, handler.__dict__[name])  # put back after the test
    manager, page = FileContentsManager(root_dir=str(tmp_path)), Environment()
    app = App(manager, static_custom_path=[str(tmp_path / "of the user"), "last"], lab_jinja2_env=page)
    server._load_jupyter_server_extension(app)
    assert keep_twins in manager._pre_save_hooks
    assert page.globals["custom_css"]
    (first, ours, last) = app.web_app.settings["static_custom_path"]
    assert first.endswith("of the user") and last == "last"
    looks = Path(ours, "custom.css").read_text(encoding="utf-8")
    assert all(w in looks for w in ('[data-jp-theme-light="false"]', f".{PICTURE}", f".{server.TWIN} img"))
    outer = app.web_app.default_router.rules
    rules = [rule for one in outer for rule in getattr(one.target, "rules", ())]
    (rule,) = [rule for rule in rules if rule.matcher.regex.match("/course/custom/custom.css")]
    assert rule.target is FileFindHandler and rule.target_kwargs["path"][1] == ours
    assert KernelWebsocketHandler.open is not opened
    assert KernelWebsocketHandler.open.__wrapped__ is opened
    for folder in ("lab", "notebook"):  # each front end has a file of this name
        (tmp_path / folder).mkdir()
        font = tmp_path / folder / "font.woff"
        font.touch()
        assert FileFindHandler.get_absolute_path((f"{tmp_path / folder}/",), "font.woff") == str(font)


def test_a_server_that_has_changed_is_told_so_and_keeps_working(monkeypatch, caplog):
    monkeypatch.delattr("jupyter_server.services.kernels.websocket.KernelWebsocketHandler")
    server._load_jupyter_server_extension(App(contents_manager=None))
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 5
    purposes = (
        "save the pictures",
        "open a chapter",
        "vouch for chapters",
        "send pictures at once",
        "show pictures on dark",
    )
    assert all(purpose in caplog.text for purpose in purposes)


@pytest.mark.parametrize("name", site_frames.openings())
def test_a_chapter_opens_with_scenes_that_its_explorer_still_has(name):
    script = (site_frames.OPENING / f"{name}.js").read_text(encoding="utf-8")
    packed = zlib.decompress(base64.b64decode(script.split('"')[3]))
    header = json.loads(packed[4 : 4 + int.from_bytes(packed[:4], "little")])
    explorer = all_explorers()[name]()
    assert len(script) <= 300_000
    assert LOOKS.read_text(encoding="utf-8") == site_frames.looks() + "\n"
    assert {control["name"] for control in header["controls"]} == set(explorer.controls())
    assert any(explorer.said in words for words in header["words"])


def test_the_environment_knows_the_extension():
    # Where this fails, the package was installed before it had the file: `make setup` or pip install again.
    found = [Path(folder, "jupyter_server_config.d", "kernelsy19.json") for folder in jupyter_config_path()]
    (installed,) = [path for path in found if path.exists()]
    config = json.loads(installed.read_text(encoding="utf-8"))
    ours = files("kernelcourse.desk").joinpath("jupyter_server_config.json").read_text(encoding="utf-8")
    assert config == json.loads(ours)
    (name,) = config["ServerApp"]["jpserver_extensions"]
    assert ExtensionPackage(name=name, enabled=True).validate()
