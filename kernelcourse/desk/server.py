"""What the course asks of the Jupyter server that opens it: outputs that outlive their kernel, quick answers, `my/`.

Installing the package puts `etc/jupyter/jupyter_server_config.d/kernelsy19.json` into the environment, which
names this module as a server extension. It imports nothing that takes time to load.
"""

import base64
import copy
import hashlib
import io
import json
import os
import platform
import re
import struct
from functools import wraps
from inspect import iscoroutinefunction
from itertools import zip_longest
from pathlib import Path

from kernelcourse.desk.browser_scripts import DRAWING_SCRIPTS, LOOKS, renderer
from kernelsy19.engine.compilation import COMPILES

BUILT = Path(__file__).with_name("built.json")  # digests of all notebooks with outputs; the builder writes it
SCRIPTS = Path(__file__).with_name("front")  # a folder of extensions of JupyterLab
MARK = "kernelsy19"  # the key in a notebook's metadata by which the course knows its own
TWIN = "kernelsy19-twin"  # the class of the static picture that stands for a live one
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
STATIC_TWINS = {"image/png", "image/svg+xml", "text/html", "text/markdown"}

KERNELSPEC = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
LANGUAGE_INFO = {
    "codemirror_mode": {"name": "ipython", "version": 3},
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "nbconvert_exporter": "python",
    "pygments_lexer": "ipython3",
}
DATA_URI = re.compile(r"data:image/png;base64,([A-Za-z0-9+/=]+)")
OF_ROUNDING = re.compile(r"\b\d(\.\d+)?e[-\u2212](0?[89]|[1-9]\d)\b")  # as in tests/notebooks/nbval.cfg
AS_SHOWN = {"jp-MarkdownHeadingCollapsed", "jupyter", "collapsed", "scrolled"}  # as front ends note it
PNG_TEXT = {b"tEXt", b"zTXt", b"iTXt", b"tIME"}


# ---- what is saved -------------------------------------------------------------------------------


def keep_twins(model, path="", contents_manager=None):
    """Save what a reader can still see tomorrow: a pre-save hook of Jupyter's contents manager.
    A live picture is a view of a kernel; once that has gone, the front end has nothing to show in its place. So the
    view is dropped where a static picture stands beside it. A notebook of the course is moreover written as it was
    built, so that reading a chapter changes no file, on no processor: it is folded as it was, and outputs that differ
    from those in the file by rounding only, or that a cell has still to make, stay as they are there. Notebooks of
    others are left alone, except for explorers that they show. Without a contents manager there is no file to look at.
    """
    notebook = model.get("content")
    if model.get("type") != "notebook" or not isinstance(notebook, dict):
        return
    if MARK in notebook.get("metadata", {}):
        settle(notebook)
        drop_empty_end(notebook)
        number_cells(notebook)
        file = Path(getattr(contents_manager, "root_dir", ""), path.lstrip("/"))
        if file.is_file():
            keep_outputs(notebook, json.loads(file.read_text(encoding="utf-8")))
        return
    for output in outputs_of(notebook):
        data = output.get("data", {})
        if any(TWIN in joined(data.get(kind, "")) for kind in ("text/html", "text/markdown")):
            data.pop(WIDGET_VIEW, None)


def settle(notebook):
    """Drop from a notebook that was run what depends on the machine or the moment.
    These are views of widgets that have a static twin, and the state of widgets; the times at which cells ran; what
    pictures say of the program that wrote them; where what was printed came in two pieces; the word that loops are
    compiled, once; the version of Python, and what this machine calls its kernel."""
    metadata = notebook["metadata"]
    metadata.pop("widgets", None)
    if metadata.get("kernelspec", {}).get("name") == KERNELSPEC["name"]:
        metadata["kernelspec"] = dict(KERNELSPEC)
    if metadata.get("language_info", {}).get("name") == LANGUAGE_INFO["name"]:
        metadata["language_info"] = dict(LANGUAGE_INFO)
    for cell in notebook["cells"]:
        cell["metadata"].pop("execution", None)
        if "outputs" in cell:
            cell["outputs"] = with_joined_streams(without_word_of_compiler(cell["outputs"]))
    for output in outputs_of(notebook):
        data = output.get("data", {})
        if STATIC_TWINS & set(data):
            data.pop(WIDGET_VIEW, None)
        if "image/png" in data:
            data["image/png"] = bare_png(joined(data["image/png"]))
        if "text/html" in data:
            data["text/html"] = DATA_URI.sub(
                lambda match: f"data:image/png;base64,{bare_png(match[1])}", joined(data["text/html"])
            )


def without_word_of_compiler(outputs):
    """Outputs without what is said, once on each machine, while the library compiles its loops.
    outputs: list of dict, changed in place → list of dict"""
    for output in outputs:
        if output.get("name") == "stderr":
            output["text"] = joined(output["text"]).replace(COMPILES, "")
    return [output for output in outputs if output.get("name") != "stderr" or output["text"]]


def with_joined_streams(outputs):
    """Outputs in which what was printed without anything shown in between is one output, as front ends have it.
    outputs: list of dict → list of dict"""
    kept = []
    for output in outputs:
        last = kept[-1] if kept else {}
        if output["output_type"] == "stream" and last.get("name") == output["name"]:
            last["text"] = joined(last["text"]) + joined(output["text"])
        else:
            kept.append(output)
    return kept


def drop_empty_end(notebook):
    """Drop empty code cells from the end: Shift + Enter on the last cell makes one."""
    cells = notebook["cells"]
    while len(cells) > 1 and cells[-1]["cell_type"] == "code" and not joined(cells[-1]["source"]).strip():
        del cells[-1]


def number_cells(notebook):
    """Count the cells that have run from the top, as in a notebook that ran once."""
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(code, start=1):
        for counted in (cell, *cell["outputs"]):
            if counted.get("execution_count") is not None:
                counted["execution_count"] = number


def keep_outputs(notebook, before):
    """Give a cell the look that it had, and where it is the same cell its outputs, if they differ by rounding only.
    A cell of a chapter without a number waits for a kernel, or for the end of its answer, and keeps what it had, too.
    before is the same notebook as it stands in its file."""
    had = {cell.get("id"): cell for cell in before.get("cells", [])}
    chapter = not notebook["metadata"][MARK]["source"].endswith("_exercises")
    for cell in notebook["cells"]:
        old = had.get(cell.get("id"))
        if old is None:
            continue
        as_filed = {key: value for key, value in old["metadata"].items() if key in AS_SHOWN}
        others = {key: value for key, value in cell["metadata"].items() if key not in AS_SHOWN}
        cell["metadata"] = others | as_filed
        if cell["cell_type"] == "code" and joined(old["source"]) == joined(cell["source"]):
            waits = chapter and cell["execution_count"] is None
            if waits or (
                comparable(cell["outputs"]) == comparable(old["outputs"])
                and same_pictures(old["outputs"], cell["outputs"])
            ):
                cell["outputs"], cell["execution_count"] = old["outputs"], old["execution_count"]


def comparable(outputs):
    """Outputs whose pictures and whose numbers below 1e-7, which are rounding, are named and not shown.
    outputs: list of dict → list of dict, with text as lists of lines"""
    outputs = copy.deepcopy(outputs)
    for output in outputs:
        for kind, content in output.get("data", {}).items():
            if kind == "image/png":
                output["data"][kind] = "picture"
            elif isinstance(content, str | list):
                named = OF_ROUNDING.sub("rounding", DATA_URI.sub("picture", joined(content)))
                output["data"][kind] = named.split("\n")
        if "text" in output:
            output["text"] = OF_ROUNDING.sub("rounding", joined(output["text"]))
    return outputs


def same_pictures(before, after):
    """Whether two lists of outputs show as many pictures, each pair `alike`."""
    pairs = zip_longest(pictures(before), pictures(after), fillvalue="")
    return all(a and b and alike(a, b) for a, b in pairs)


def pictures(outputs):
    """Base64 of each picture of some outputs."""
    for output in outputs:
        for kind, content in output.get("data", {}).items():
            if kind == "image/png":
                yield joined(content)
            elif kind.startswith("text/"):
                yield from DATA_URI.findall(joined(content))


def alike(a, b, levels=8, share=1e-3):
    """Whether two pictures differ by more than `levels` of 255 in at most a `share` of pixels."""
    if a == b:
        return True
    # Only needed where bytes differ.
    import numpy as np
    from PIL import Image

    first, second = (
        np.asarray(Image.open(io.BytesIO(base64.b64decode(picture))).convert("RGBA"), dtype=int)
        for picture in (a, b)
    )
    if first.shape != second.shape:
        return False
    return np.mean(np.abs(first - second).max(axis=-1) > levels) <= share


def outputs_of(notebook):
    """All outputs of a notebook, from top to bottom."""
    return [output for cell in notebook.get("cells", []) for output in cell.get("outputs", [])]


def joined(text):
    """Text as one string, which Jupyter may also give as a list of lines."""
    return text if isinstance(text, str) else "".join(text)


def bare_png(encoded):
    """A picture without its text chunks, which name the program that wrote it.
    encoded: str, a PNG in base64 → str, another"""
    data = base64.b64decode(encoded)
    kept, position = [data[:8]], 8
    while position < len(data):
        (length,) = struct.unpack(">I", data[position : position + 4])
        chunk = data[position : position + 12 + length]
        if chunk[4:8] not in PNG_TEXT:
            kept.append(chunk)
        position += 12 + length
    return base64.b64encode(b"".join(kept)).decode()


# ---- what is read, and what is sent ---------------------------------------------------------------


def read_with_version(manager):
    """Let a chapter be read with the version of Python, which its kernel would add: to open it is not to change it.
    manager: contents manager of jupyter_server; changed in place"""
    read = manager.get

    @wraps(read)
    async def get(*arguments, **options):
        model = await read(*arguments, **options)
        if model["type"] == "notebook" and MARK in (model["content"] or {}).get("metadata", {}):
            version = {"version": platform.python_version()}
            model["content"]["metadata"]["language_info"] = LANGUAGE_INFO | version
        return model

    if iscoroutinefunction(read):
        manager.get = get


def send_at_once(handler):
    """Let the websocket of a kernel send small messages at once.
    Otherwise the system holds a picture back until the browser has acknowledged the message before it (Nagle's
    algorithm), and the browser takes its time."""
    opened = handler.open

    @wraps(opened)
    def open(self, *arguments, **options):
        try:
            self.set_nodelay(True)
        except Exception as error:  # the kernel works without it, only later
            self.log.warning("kernelsy19: small messages to the browser wait: %r", error)
        return opened(self, *arguments, **options)

    handler.open = open


def quicken_kernels():
    """Let the websockets of this server's kernels send small messages at once."""
    from jupyter_server.services.kernels.websocket import KernelWebsocketHandler

    send_at_once(KernelWebsocketHandler)


def vouch_for_chapters(manager):
    """Let a notebook be trusted that is byte for byte the course's own: the button in it then asks nothing.
    A front end trusts what was run in it. A fresh clone is not, though whoever serves it has run the code beside it."""
    digests = set(json.loads(BUILT.read_text(encoding="utf-8")).values())
    mark = manager.mark_trusted_cells

    @wraps(mark)
    def mark_or_vouch(notebook, path=""):
        mark(notebook, path)
        file = Path(manager.root_dir, path.lstrip("/"))
        if file.is_file() and digest(file) in digests:
            manager.notary.mark_cells(notebook, True)

    manager.mark_trusted_cells = mark_or_vouch


def digest(file):
    """→ str, of what a file holds"""
    return hashlib.sha256(file.read_bytes()).hexdigest()


# ---- the extension -------------------------------------------------------------------------------


def _jupyter_server_extension_points():
    return [{"module": "kernelcourse.desk.server"}]


def prepare_own_work(app):
    """Make the reader's copies of the exercises where this server opens the course."""
    from kernelcourse.desk import own_work, progress_file

    root = getattr(app, "root_dir", "")
    if root and own_work.is_course(root):
        left = own_work.prepare(root).left
        os.environ[progress_file.PLACE] = str(
            Path(root) / own_work.MY / progress_file.FILE
        )  # kernels inherit it
        if left:
            app.log.warning("The course has changed %s; in my/ your work stays as it is.", ", ".join(left))


def separate_front_ends(handler):
    """Let JupyterLab and Notebook 7 find their own files in one server: their fonts have the same names.
    handler: class of jupyter_server's FileFindHandler; changed in place

    Otherwise one table holds for both where a file was found first, and the second is refused the file of the first."""
    found, own = handler.get_absolute_path.__func__, {}

    @classmethod
    def get_absolute_path(cls, roots, path):
        one = own.setdefault((cls, tuple(roots)), type(cls.__name__, (cls,), {"_static_paths": {}}))
        return found(one, roots, path)

    handler.get_absolute_path = get_absolute_path


def separate_files():
    """Let each front end of this server find its own files."""
    from jupyter_server.base.handlers import FileFindHandler

    separate_front_ends(FileFindHandler)


def load_script(app):
    """Let each front end of this server load our script."""
    for front_ends in app.extension_manager.extension_apps.values():
        for front_end in front_ends:
            if hasattr(front_end, "extra_labextensions_path"):
                front_end.extra_labextensions_path = [*front_end.extra_labextensions_path, str(SCRIPTS)]


def serve_openings(app):
    """Serve what lets the first explorer of a chapter move before its cells have run; `front` fetches it."""
    from jupyter_server.base.handlers import JupyterHandler
    from tornado import web

    class Renderer(JupyterHandler):
        @web.authenticated
        def get(self):
            self.set_header("Content-Type", "text/javascript; charset=utf-8")
            self.finish(renderer(LOOKS.read_text(encoding="utf-8")))

    settings = app.web_app.settings
    place = settings["base_url"].rstrip("/") + "/kernelsy19/"
    desk = Path(__file__).parent
    files = {"path": [str(desk), str(DRAWING_SCRIPTS)], "no_cache_paths": ["/"]}
    found = (place + r"(frames/\w+\.js|live\.css)", settings["static_handler_class"], files)
    app.web_app.add_handlers(".*$", [found, (place + r"explorers\.js", Renderer)])


def darken_pictures(app):
    """Let JupyterLab load our looks of pictures on dark paper, unless the user has a custom.css."""
    settings = app.web_app.settings
    folders = settings["static_custom_path"]
    folders.insert(1, str(Path(__file__).parent / "custom"))
    looks = {"path": folders, "no_cache_paths": ["/"]}
    place = settings["base_url"].rstrip("/") + r"/custom/(.*\.css)"
    app.web_app.add_handlers(".*$", [(place, settings["static_handler_class"], looks)])
    settings["lab_jinja2_env"].globals["custom_css"] = True


def _link_jupyter_server_extension(app):
    """Take up what front ends must know before they are loaded."""
    take_up_all(app, ("say that cells run", lambda: load_script(app)))


def _load_jupyter_server_extension(app):
    """Take up all else."""
    take_up_all(
        app,
        ("copy the exercises to my/", lambda: prepare_own_work(app)),
        ("save the pictures of explorers", lambda: app.contents_manager.register_pre_save_hook(keep_twins)),
        ("open a chapter without changing it", lambda: read_with_version(app.contents_manager)),
        ("vouch for chapters as they were built", lambda: vouch_for_chapters(app.contents_manager)),
        ("send pictures at once", quicken_kernels),
        ("find the fonts of two front ends", separate_files),
        ("move pictures before their cells run", lambda: serve_openings(app)),
        ("show pictures on dark paper", lambda: darken_pictures(app)),
    )


def take_up_all(app, *purposes):
    """Take up some purposes; a server that has changed keeps working without them, and says so.
    purposes: (str, function) each"""
    for purpose, take_up in purposes:
        try:
            take_up()
        except Exception as error:
            app.log.warning("kernelsy19 cannot %s with this version of jupyter_server: %r", purpose, error)
