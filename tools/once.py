"""Run a script unless it has succeeded before, and nothing that it reads has changed since.

    python tools/once.py site tools/build_site.py --lite

What was read and run is kept as a hash in `build/done/`; remove that to run the script again.
"""

import hashlib
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"
COURSE = [
    *map(ROOT.joinpath, ("kernelsy19", "kernelcourse", "notebooks", "exercises", "solutions")),
    *map(ROOT.joinpath, ("sources", "teaching", "tools")),
    *(path for name in ("*.md", "*.cff", "*.toml", "LICENSE") for path in ROOT.glob(name)),
    *(path for path in (ROOT / "site").iterdir() if path.name != "tests"),
]
# What each makes, and what it reads.
MADE = {
    "site": (["site/index.html"], COURSE),
    "lite": (["lite/index.html"], COURSE),
    "slides": (["slides/index.html"], COURSE),
    "book": (["book.pdf", "book.epub"], [BUILD / "done" / "site", ROOT / "tools"]),
    "test-site": ([], [ROOT / "site" / "tests", *map((BUILD / "done").joinpath, ("lite", "site", "slides"))]),
}


def fingerprint(paths, command):
    """Hash what a command reads, and the command.
    paths: iterable of Path, of files and folders; command: list of str → str"""
    digest = hashlib.sha256(repr(command).encode())
    files = {file for path in paths for file in (path.rglob("*") if path.is_dir() else [path])}
    for file in sorted(files):
        if file.is_file() and "__pycache__" not in file.parts:
            digest.update(file.as_posix().encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def once(name, arguments):
    """Let Python run a script if it has to be run.
    name: str, of MADE; arguments: list of str, the script and its own → int, what it ended with"""
    made, reads = MADE[name]
    if "--lite" in arguments:
        reads = [*reads, BUILD / "done" / "lite"]
    stamp, now = BUILD / "done" / name, fingerprint(reads, arguments)
    there = all((BUILD / path).is_file() for path in made)
    if there and stamp.is_file() and stamp.read_text(encoding="utf-8") == now:
        print(f"{name}: nothing has changed since it was made.")
        return 0
    stamp.unlink(missing_ok=True)
    if (code := subprocess.run([sys.executable, *arguments], check=False).returncode) == 0:
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(now, encoding="utf-8")
    return code


if __name__ == "__main__":
    code = once(sys.argv[1], sys.argv[2:])
    if code == 0 and sys.argv[1] in {"site", "book", "slides"} and (BUILD / "site" / "index.html").is_file():
        from build_site import offer

        offer()
    sys.exit(code)
