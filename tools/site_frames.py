"""Compute the scenes through which explorers move on the site, where no kernel answers.

For each explorer of the course the library computes what is seen on a grid of two controls, everything else as it is at
first: `Explorer.on_site` says which two. What was computed is kept in `build/site-frames/` under a hash of all that it
depends on. `python tools/site_frames.py` prints how many bytes they take. With `--openings` it writes fewer
scenes of the explorers with which chapters open into `kernelcourse/desk/frames/`: JupyterLab shows them until they run.
"""

import ast
import base64
import functools
import hashlib
import importlib.metadata
import inspect
import itertools
import os
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import site_packing

from kernelcourse.desk.browser_scripts import DRAWING_SCRIPTS, LOOKS, renderer
from kernelcourse.drawing import appearance
from kernelcourse.drawing.controls import Choice, Slider
from kernelcourse.index import all_explorers

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "build" / "site-frames"
MOST_SCENES, MOST_BYTES = 400, 700_000  # of an explorer; bytes as they are served
MOST_BYTES_OF_FIRST = 450_000  # of the first of a chapter, which comes with its page
FEWER = 0.9  # of the scenes are tried where those there are take too many bytes
DEPENDS_ON = ("numpy", "scipy", "scikit-learn", "numba")
OPENING = LOOKS.parent
SCENES_OF_OPENING, BYTES_OF_OPENING = 60, 300_000  # of the first explorer of a chapter, in the repository
SHOWN = re.compile(r"^explorers\.(\w+)\(\)$", re.MULTILINE)


@dataclass(frozen=True)
class Grid:
    """Which scenes of an explorer the site has.

    Attributes
    ----------
    rows, columns : str, names of two controls
    places : dict by name of these of tuple of int, the places at which the control stops
    lengths : tuple of int, for each place of `rows` how many of those of `columns` there are: a run has its own length
    """

    rows: str
    columns: str
    places: dict
    lengths: tuple


def two_controls(explorer):
    """Name the two controls that move on the site.
    explorer: Explorer → (str, str): those that its class names; else the first two sliders that mean something
    at first, or menus where, there are fewer, but not that of the data"""
    if explorer.on_site:
        return explorer.on_site
    shown = {name: made for name, made in explorer.controls().items() if name not in explorer.shown.hidden}
    of_kind = [[name for name, made in shown.items() if isinstance(made, kind)] for kind in (Slider, Choice)]
    return tuple(name for name in itertools.chain(*of_kind) if name != "data")[:2]


def grid_of(explorer, most=MOST_SCENES):
    """Choose the grid: each control stops at both ends, where it stands at first, and at equal distances between.
    explorer: Explorer, as it is at first; most: int, of scenes → Grid, as fine as `most` allows along the
    coarser of the two; every step of a run is kept. ValueError if there is no control, or a run alone has too many
    steps."""
    names = two_controls(explorer)
    if not names:
        raise ValueError(f"{type(explorer).__name__} must have a control for the site.")
    if len(names) == 1:  # the rest is moved in the picture, and computed in the browser
        places = _places(explorer.controls()[names[0]])[0]
        return Grid(names[0], "", {names[0]: places, "": (0,)}, (1,) * len(places))
    made = {name: explorer.controls()[name] for name in names}
    runs = [name for name in names if getattr(made[name], "plays", False)]
    if runs:
        return _grid_of_run(explorer, runs[0], next(name for name in names if name != runs[0]), made, most)
    tried = [_places(made[name]) for name in names]
    pairs = [pair for pair in itertools.product(*tried) if len(pair[0]) * len(pair[1]) <= most]
    best = max(pairs, key=lambda pair: (min(map(len, pair)), len(pair[0]) * len(pair[1])))
    places = dict(sorted(zip(names, best, strict=True), key=lambda item: len(item[1])))
    (rows, few), (columns, many) = places.items()  # along the finer control, neighbors differ least
    return Grid(rows, columns, places, (len(many),) * len(few))


def _grid_of_run(explorer, run, other, made, most):
    start = explorer.values

    @functools.cache
    def length(place):
        explorer.set(**start).set(**{other: _value(made[other], place)})
        return explorer.shown.ends.get(run, made[run].last) + 1

    for places in _places(made[other]):
        lengths = tuple(map(length, places))
        if sum(lengths) <= most:
            explorer.set(**start)
            return Grid(other, run, {other: places, run: tuple(range(max(lengths)))}, lengths)
    raise ValueError(f"{type(explorer).__name__} must have at most {most} steps on the site, got {lengths}.")


def _places(made):
    """Ways to choose places of a control, the finest first; a menu has all its options, always."""
    if isinstance(made, Choice):
        return [tuple(range(len(made.options)))]
    start, last = round(made.sent(made.value)), made.last
    found = [sorted({0, last, *range(start % stride, last + 1, stride)}) for stride in range(1, last + 1)]
    return [tuple(places) for k, places in enumerate(found) if places not in found[:k]]


def frames_of(name, most=MOST_SCENES, most_bytes=None):
    """Compute and pack the scenes of an explorer.
    name: str, of its class → bytes, a script for the site"""
    most_bytes = most_bytes or (MOST_BYTES_OF_FIRST if name in openings() else MOST_BYTES)
    explorer = all_explorers()[name]()
    seen = functools.cache(lambda *values: _seen(explorer, *values))
    start = dict(explorer.values)
    while True:
        grid = grid_of(explorer.set(**start), most)
        messages = [seen(*values) for values in states(explorer, grid)]
        packed = site_packing.pack(messages, _about(explorer.set(**start), grid))
        script = f'kernelsy19.hand("{name}", "{base64.b64encode(packed).decode()}");\n'.encode()
        if len(script) <= most_bytes:
            return script
        most = int(FEWER * len(messages))


def states(explorer, grid):
    """List the scenes of a grid in their order, the first control slowest.
    explorer: Explorer; grid: Grid → list of tuple of (str, value), (str, value): the two controls with their
    values"""
    made = explorer.controls()
    return [
        tuple(
            (name, _value(made[name], place)) for name, place in ((grid.rows, i), (grid.columns, j)) if name
        )
        for i, n in zip(grid.places[grid.rows], grid.lengths, strict=True)
        for j in grid.places[grid.columns][:n]
    ]


def _value(made, place):
    # Where a run ends, its control does not know: the scene says it.
    return place if getattr(made, "plays", False) else made.heard(place)


def _seen(explorer, *state):
    for one in state:
        explorer.set(**dict([one]))  # the first alone: a run is as long as this says
    return explorer.shown.message()


def _about(explorer, grid):
    controls = [dict(control) for control in explorer._controls]
    for control in controls:
        control["fixed"] = control["name"] not in grid.places
        if not control["fixed"] and control["type"] == "Slider":
            control["places"] = grid.places[control["name"]]
    start = {
        control["name"]: control["places"].index(round(control["start"]))
        if "places" in control
        else control["start"]
        for control in controls
        if control["start"] is not None
    }
    return {
        "controls": sorted(controls, key=lambda control: control["fixed"]),
        "start": start,
        "rows": grid.rows,
        "columns": grid.columns,
        "firsts": [0, *itertools.accumulate(grid.lengths)],
    }


# ---- what is kept --------------------------------------------------------------------------------


def write_frames(folder):
    """Write a script with the scenes of each explorer; those that nothing has changed are not computed again.
    folder: Path"""
    folder.mkdir(parents=True, exist_ok=True)
    KEPT.mkdir(parents=True, exist_ok=True)
    kept = {name: KEPT / f"{name}-{fingerprint(name)}.js" for name in all_explorers()}
    missing = [name for name, path in kept.items() if not path.exists()]
    for path in set(KEPT.glob("*.js")) - set(kept.values()):
        path.unlink()
    with ProcessPoolExecutor(max_workers=min(os.cpu_count(), len(missing) or 1)) as pool:
        for name, script in zip(missing, pool.map(frames_of, missing), strict=True):
            kept[name].write_bytes(script)
    for name, path in kept.items():
        (folder / f"{name}.js").write_bytes(path.read_bytes())


def fingerprint(name):
    """Hash what the scenes of an explorer depend on: code, data, and versions of what computes.
    name: str, of its class → str"""
    digest = hashlib.sha256(f"{sys.version_info[:2]}".encode())
    for package in DEPENDS_ON:
        digest.update(f"{package} {importlib.metadata.version(package)}\n".encode())
    for path in sorted(depends_on(name)):
        digest.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def depends_on(name):
    """Find the files on which the scenes of an explorer depend.
    name: str, of its class → set of Path"""
    found, new = set(), {Path(inspect.getfile(all_explorers()[name]))}
    while new:
        found |= new
        new = set().union(*map(_imported_by, new)) - found
    checksums = ROOT / "kernelsy19" / "datasets" / "data" / "checksums.sha256"
    return found | {checksums, Path(__file__), Path(site_packing.__file__)}


@functools.cache
def _imported_by(path):
    """Files of the package that a file imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    files = set()
    for name in names:
        parts = name.split(".")
        if parts[0] in {"kernelsy19", "kernelcourse"}:
            places = [ROOT.joinpath(*parts[:k]) for k in range(1, len(parts) + 1)]
            files |= {
                f
                for place in places
                for f in (place.with_suffix(".py"), place / "__init__.py")
                if f.is_file()
            }
    return files


def write_renderer(folder):
    """Write the script and the styles that draw scenes, the same as in JupyterLab.
    folder: Path"""
    (folder / "explorers.js").write_text(renderer(looks()), encoding="utf-8")
    (folder / "live.css").write_bytes((DRAWING_SCRIPTS / "live.css").read_bytes())


def openings():
    """Name the explorers with which chapters open."""
    found = [
        SHOWN.search(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "sources").glob("??_*.py"))
    ]
    return [match[1] for match in found if match]


def looks():
    """Write the looks of both themes in JSON."""
    return site_packing.as_json({"light": appearance.theme(), "dark": appearance.theme(dark=True)})


def write_openings():
    """Write the scenes through which chapters move before their cells have run, and the looks of all."""
    OPENING.mkdir(exist_ok=True)
    for path in OPENING.glob("*.js"):
        path.unlink()
    LOOKS.write_text(looks() + "\n", encoding="utf-8")
    for name in openings():
        script = frames_of(name, SCENES_OF_OPENING, BYTES_OF_OPENING)
        (OPENING / f"{name}.js").write_bytes(script)
        print(f"{name:24} {len(script):9,} bytes", flush=True)


def main():
    if "--openings" in sys.argv:
        return write_openings()
    write_frames(ROOT / "build" / "site-sources" / "_static" / "frames")
    for name in all_explorers():
        (path,) = KEPT.glob(f"{name}-*.js")
        print(f"{name:24} {path.stat().st_size:9,} bytes")


if __name__ == "__main__":
    main()
