"""Say how heavy the tree is: lines of Python by house and by room of the library, beside an earlier commit's.

python tools/weight.py            beside the commit of a month ago
python tools/weight.py v0.1.0     beside a commit that is named
"""

import ast
import io
import subprocess
import sys
import tarfile
import tokenize
from pathlib import Path
from tempfile import TemporaryDirectory

from kernelcourse.desk.contents import SHARED_TO_READ, rooms

ROOT = Path(__file__).resolve().parents[1]
HOUSES = {
    "the library": ["kernelsy19"],
    "the course": ["kernelcourse"],
    "sources": ["sources"],
    "tests": ["tests"],
    "tools and what is around": ["tools", "teaching", "site", "benchmarks", "torture"],
}


def library_to_read(root):
    """The files that are *the* library, in the order of reading: equations and plain ways, room by room.
    root: Path → list of Path"""
    house = root / "kernelsy19"
    files = [house / chapter.room / f"{stem}.py" for chapter in rooms() for stem in chapter.to_read]
    return [path for path in [*(house / f"{stem}.py" for stem in SHARED_TO_READ), *files] if path.is_file()]


def code_of(text):
    """How many lines hold code: a token that is neither a comment nor part of a docstring."""
    documented, coded = set(), set()
    holders = ast.Module | ast.ClassDef | ast.FunctionDef
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, holders) and ast.get_docstring(node) is not None:
            documented |= set(range(node.body[0].lineno, node.body[0].end_lineno + 1))
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in {tokenize.NAME, tokenize.OP, tokenize.NUMBER, tokenize.STRING}:
            coded |= set(range(token.start[0], token.end[0] + 1))
    return len(coded - documented)


def weigh(folders):
    """→ (int, int): code and lines of all Python files of some folders, or of files that are named"""
    paths = [path for folder in folders for path in (folder.rglob("*.py") if folder.is_dir() else [folder])]
    texts = [path.read_text(encoding="utf-8") for path in paths]
    return sum(map(code_of, texts)), sum(len(text.splitlines()) for text in texts)


def weights(root):
    """→ dict of str to (int, int): of each house, and of each room of the library"""
    rooms = sorted(path.parent for path in root.glob("kernelsy19/*/__init__.py"))
    return (
        {name: weigh([root / folder for folder in folders]) for name, folders in HOUSES.items()}
        | {"the library to read": weigh(library_to_read(root))}
        | {f"  kernelsy19/{room.name}": weigh([room]) for room in rooms}
    )


def at(commit):
    """→ dict, the weights of a commit"""
    with TemporaryDirectory() as folder:
        packed = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
        return weights(Path(folder))


def main(arguments):
    ago = ["git", "rev-list", "-1", "--before=1 month ago", "HEAD"]
    since = arguments or subprocess.run(ago, cwd=ROOT, capture_output=True, text=True).stdout.split()
    since = since[0] if since else ""
    then = at(since) if since else {}
    print(f"{'code':>37}{'lines':>8}" + (f"   at {since[:10]}" if since else ""))
    for name, (code, lines) in weights(ROOT).items():
        before = "{:>9}{:>8}".format(*then[name]) if name in then else ""
        print(f"{name:<30}{code:>7}{lines:>8}{before}")


if __name__ == "__main__":
    main(sys.argv[1:])
