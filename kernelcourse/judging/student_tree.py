"""What the process that runs a student's code can import: the library, and what carries its answers out.

The course is not there, so no import and no patch leads to an exercise's reference. Its files are on the disk, though,
and without a sandbox around the process, code that searches the disk can read them.
"""

import os
import shutil
import site
from pathlib import Path

import kernelsy19
from kernelcourse.judging.limits import undisturbed
from kernelsy19.engine.warmup import compiled_files

__all__ = ["COURSE", "lay_out"]

COURSE = Path(__file__).resolve().parents[1]
CARRIERS = ("answers", "answers_as_text", "calls", "limits", "runner", "verdicts")
MUTED = ("proofs", "figures")  # what the cells of exercises show, which nobody sees there


def lay_out(tree):
    """Fill an empty folder with what a student's process may import of both packages.
    Experiments are copied, too: they are what exercises ask about, and hold no answer. → places of all that is neither
    in the standard library nor part of the course"""
    shutil.copytree(Path(kernelsy19.__file__).parent, tree / "kernelsy19")
    silent, copied = COURSE / "judging" / "silent.py", tree / "kernelcourse"
    places = [(COURSE / "judging" / f"{stem}.py", copied / "judging" / f"{stem}.py") for stem in CARRIERS]
    places.append((silent, copied / "__init__.py"))
    with undisturbed():  # what compiles is not the student's, nor is its time
        loops = tree / "kernelsy19" / "engine" / "__pycache__"
        places += [(path, place) for path in compiled_files() if not (place := loops / path.name).exists()]
    for path in COURSE.glob("*/*.py"):
        if path.stem in (*MUTED, "experiments"):
            source = path if path.stem == "experiments" else silent
            places.append((source, copied / path.relative_to(COURSE)))
    for source, place in places:
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, place)
    installed = site.getsitepackages() + ([site.getusersitepackages()] if site.ENABLE_USER_SITE else [])
    return [str(tree), *(place for folder in installed for place in _without_course(Path(folder), tree))]


def _without_course(folder, tree):
    """A folder of packages if the course is not in it; else links to all other packages there, in the tree."""
    if not (folder / "kernelcourse").is_dir():
        return [str(folder)]
    for entry in folder.iterdir():
        place = tree / entry.name
        if place.exists() or entry.suffix == ".pth":
            continue
        if os.name != "nt":
            place.symlink_to(entry)
        elif entry.is_dir():  # a link would need an administrator's rights, a junction does not
            import _winapi

            _winapi.CreateJunction(str(entry), str(place))
        else:
            shutil.copy(entry, place)
    return []
