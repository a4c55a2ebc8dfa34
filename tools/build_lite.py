"""Build the course for a browser without a server, from what is committed: JupyterLite, with Python in the page itself.

    python tools/build_lite.py                  into build/lite/, all but NumPy and what needs it
    python tools/build_lite.py --pyodide cdn    with them, from where Pyodide publishes them
    python tools/build_lite.py --pyodide DIR    or from a folder, or from an address

Python comes from npm (`site/assets.toml`), or from the folder if that holds a whole Pyodide, and the packages without
compiled code from PyPI (`site/lite.lock`), each by its checksum. What is compiled is in Pyodide's distribution only;
the lock that comes with Python says its checksums.
"""

import argparse
import email
import hashlib
import json
import shutil
import subprocess
import sys
import tomllib
import urllib.request
import zipfile
from pathlib import Path

import nbformat
from build_site import ASSETS, ROOT, SITE, SLOW, asks, fetch_assets
from hatchling.builders.wheel import WheelBuilder
from jupyterlite_pyodide_kernel.constants import PYODIDE_CDN_URL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from kernelcourse.desk import own_work, progress_file

SOURCES, BUILT = ROOT / "build" / "lite-sources", ROOT / "build" / "lite"
PYTHON = "3.14"  # Pyodide's
ANY = ("--platform=any", f"--python-version={PYTHON}", "--implementation=py", "--abi=none")
KERNEL = "@jupyterlite/pyodide-kernel-extension"
EXTENSIONS = (KERNEL, "@jupyter-widgets/jupyterlab-manager", "anywidget")
# What the kernel starts with; the course's own packages come with the course.
AT_ONCE = ["micropip", "ipython", "comm", "jedi", "kernelsy19"]


def our_wheel(folder):
    """Build our wheel without the notebooks, which lie beside it."""
    builder = WheelBuilder(str(ROOT))
    del builder.target_config["hooks"]
    return next(builder.build(directory=str(folder), versions=["standard"]))


def entry(wheel):
    """What Pyodide's lock says of a package, its dependencies among them."""
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
        said = files.read(next(name for name in names if name.endswith(".dist-info/METADATA")))
    said = email.message_from_bytes(said)
    there = {"sys_platform": "emscripten", "python_version": PYTHON, "extra": ""}
    needs = [Requirement(line) for line in said.get_all("Requires-Dist", [])]
    needs = [need.name for need in needs if need.marker is None or need.marker.evaluate(there)]
    tops = {name.split("/")[0].removesuffix(".py") for name in names if name.endswith(".py")}
    return {
        "name": canonicalize_name(said["Name"]),
        "version": said["Version"],
        "file_name": wheel.name,
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "install_dir": "site",
        "imports": sorted(top for top in tops if top.isidentifier()),
        "depends": [canonicalize_name(need) for need in needs],
        "package_type": "package",
        "unvendored_tests": False,
    }


def gather_python(folder, place):
    """Put Python and what the course needs of it into a folder.
    folder: Path, to be made; place: Path, str or None: the folder or the address of Pyodide's distribution → list of
    str, packages that are not there without it. ValueError if a package is not what its checksum says."""
    fetch_assets()
    whole = isinstance(place, Path) and (place / "pyodide.asm.wasm").is_file()
    core = place if whole else ASSETS / "pyodide"
    shutil.copytree(core, folder, ignore=shutil.ignore_patterns("*.whl"))
    place = place.as_uri() if isinstance(place, Path) else place
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes", *ANY]
    command += ["--only-binary=:all:", "--requirement", SITE / "lite.lock", "--dest", folder]
    subprocess.run(command, check=True)
    our_wheel(folder)
    lock = json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))
    packages = {canonicalize_name(name): package for name, package in lock["packages"].items()}
    packages |= {(own := entry(wheel))["name"]: own for wheel in folder.glob("*.whl")}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    drawn_with = [Requirement(line).name for line in project["optional-dependencies"]["colab"]]
    packages["kernelsy19"]["depends"] += drawn_with
    wanted, kept, missing = list(AT_ONCE), {}, []
    while wanted:
        name = canonicalize_name(wanted.pop())
        if name not in packages or name in kept or name in missing:
            continue
        package = packages[name]
        file = folder / package["file_name"]
        if not file.exists() and place is None:
            missing.append(name)
            continue
        if not file.exists():
            with urllib.request.urlopen(f"{place}/{file.name}") as answer:
                file.write_bytes(answer.read())
        if (found := hashlib.sha256(file.read_bytes()).hexdigest()) != package["sha256"]:
            raise ValueError(f"{file.name} must have the checksum {package['sha256']}, got {found}.")
        kept[name] = package
        wanted += package["depends"]
    for package in kept.values():
        package["depends"] = [name for name in map(canonicalize_name, package["depends"]) if name in kept]
    lock["packages"] = kept
    (folder / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    return missing


def warn_of_slow_cells(notebook, slow):
    """Say above each slow cell what it asks for; slow: seconds, or words, by a piece of its code."""
    for piece, much in slow.items():
        (place,) = (k for k, c in enumerate(notebook.cells) if c.cell_type == "code" and piece in c.source)
        said = f"*In a browser the next cell {asks(much)}.*"
        notebook.cells.insert(place, nbformat.v4.new_markdown_cell(said))


def build(place=None, solutions=False):
    """Build all of it.
    place: Path, str or None, as `gather_python` takes it; solutions: bool, whether the solved exercises are
    among the notebooks → list of str, packages that are not in it"""
    for folder in (SOURCES, BUILT):
        shutil.rmtree(folder, ignore_errors=True)
    for folder in ("notebooks", "exercises", *(["solutions"] if solutions else [])):
        (SOURCES / "files" / folder).mkdir(parents=True)
        for path in (ROOT / folder).glob("*.ipynb"):
            notebook = nbformat.read(path, as_version=4)
            warn_of_slow_cells(notebook, SLOW.get(path.stem, {}))
            # Text in one piece, as servers send it to JupyterLab; a file has it in lines.
            text = json.dumps(notebook, ensure_ascii=False)
            (SOURCES / "files" / folder / path.name).write_text(text, encoding="utf-8")
    own_work.prepare(SOURCES / "files")
    missing = gather_python(SOURCES / "static" / "pyodide", place)
    variables = {progress_file.PLACE: f"/drive/{own_work.MY}/{progress_file.FILE}"}
    options = {"packages": AT_ONCE, "env": variables}
    settings = {f"{KERNEL}:kernel": {"disablePyPIFallback": True, "loadPyodideOptions": options}}
    shown = {"appName": "kernelsy19", "exposeAppInBrowser": True, "litePluginSettings": settings}
    extensions = (f"{sys.prefix}/share/jupyter/labextensions/{name}" for name in EXTENSIONS)
    built = {
        "apps": ["lab"],
        "output_dir": str(BUILT),
        "no_sourcemaps": True,
        "ignore_sys_prefix": ["federated_extensions"],
        "federated_extensions": [str(SITE / "lite" / "keep_twins"), *extensions],
    }
    for name, settings in (
        ("jupyter-lite.json", {"jupyter-lite-schema-version": 0, "jupyter-config-data": shown}),
        ("jupyter_lite_config.json", {"LiteBuildConfig": built}),
    ):
        (SOURCES / name).write_text(json.dumps(settings), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "jupyterlite_core", "build"], cwd=SOURCES, check=True)
    shutil.copy(SITE / "lite" / "index.html", BUILT)
    return missing


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pyodide", help="where Pyodide's distribution is: cdn, a folder, an address")
    parser.add_argument("--solutions", action="store_true", help="add the solved exercises")
    given = parser.parse_args(arguments)
    place = PYODIDE_CDN_URL if given.pyodide == "cdn" else given.pyodide
    if place and "://" not in place:
        place = Path(place).resolve()
    missing = build(place, given.solutions)
    if missing:
        print(f"Without Pyodide's distribution it does not compute: {', '.join(missing)} are not in it.")
    print(f"The course is in {BUILT.relative_to(ROOT)}/; serve that folder, and open its first page.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
