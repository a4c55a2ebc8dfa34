"""A reader's own work: the folder `my/`, which holds copies of the exercises that nobody but the reader writes to.

git ignores the folder, so an update of the course never meets what a reader wrote. When the course opens, exercises
that are new are copied; those that the reader has not touched follow the course; all others stay as they are.
"""

import copy
import hashlib
import json
import os
import re
import shutil
import time
from dataclasses import dataclass
from pathlib import Path

MY = "my"
EXERCISES = "exercises"
STAMP = "copied"  # in the metadata of a copy: the SHA-256 of the notebook that it was made from
KEPT = "kept"  # in `my/`: what stood in a notebook before an exercise was set back

ABOUT = """# Your own work

Here are your copies of the exercises. Write in them as you like: no update of the course changes a notebook that
you have worked in, and git does not look here.

To begin one exercise anew, close its notebook and run `python3 -m kernelcourse set-back 03.4`. What you had written is
kept in `my/kept/`.
"""


@dataclass(frozen=True)
class Prepared:
    """What `prepare` has done.
    copied, names of notebooks that were not there; followed, of untouched ones that now are as the course has them;
    left, of those that the reader worked in and that the course has changed since"""

    copied: tuple = ()
    followed: tuple = ()
    left: tuple = ()


def is_course(root):
    """Tell whether a folder is the course: its exercises stand beside its chapters."""
    root = Path(root)
    return (root / EXERCISES).is_dir() and (root / "notebooks" / "00_start_here.ipynb").is_file()


def prepare(root):
    """Make `my/`, or bring it up to date, without touching what a reader has written.

    A FileNotFoundError if the folder is not the course.
    """
    root = _require_course(root)
    mine = root / MY
    mine.mkdir(exist_ok=True)
    if not (mine / "README.md").exists():
        (mine / "README.md").write_text(ABOUT, encoding="utf-8")
    done = {"copied": [], "followed": [], "left": []}
    for theirs in sorted((root / EXERCISES).glob("*.ipynb")):
        own, fresh = mine / theirs.name, json.loads(theirs.read_text(encoding="utf-8"))
        now = _digest(fresh)
        if not own.exists():
            done["copied"].append(theirs.name)
        else:
            made_from, as_it_is = _read_copy(own)
            if made_from == now:
                continue
            if as_it_is is None or as_it_is not in (made_from, now):
                done["left"].append(theirs.name)
                continue
            done["followed"].append(theirs.name)
        fresh["metadata"][STAMP] = now
        _replace(own, _written(fresh))
    return Prepared(**{name: tuple(names) for name, names in done.items()})


def news_of(own):
    """Say that the course has changed exercises since a reader's copy was made; "" where there is nothing to say."""
    own = Path(own)
    theirs = own.parent.parent / EXERCISES / own.name
    if own.parent.name != MY or not theirs.is_file():
        return ""
    made_from, _ = _read_copy(own)
    if made_from in (None, _digest(json.loads(theirs.read_text(encoding="utf-8")))):
        return ""
    return (
        f"The course has changed these exercises since you began. Your copy stays as it is; what is new stands in "
        f"{EXERCISES}/{own.name}, and `python3 -m kernelcourse set-back` begins one exercise anew."
    )


def set_back(key, root="."):
    """Begin one exercise anew: its cells become those of the course, all others stay; the old notebook is kept.

    Parameters
    ----------
    key : str, of the exercise, such as "03.4"
    root : path, the folder of the course, or one within it

    Returns
    -------
    (Path, Path), the notebook and the copy of what it was

    Raises
    ------
    ValueError
        If there is no such exercise, or it is missing in the reader's notebook.
    FileNotFoundError
        If the folder is not within the course, or the reader has no copy of the exercises.
    """
    root = _find_course(root)
    if not isinstance(key, str) or not re.fullmatch(r"\d\d\.\d+", key):
        raise ValueError(f'key must name an exercise, such as "03.4", got {key!r}.')
    theirs = _notebook_with(key, root / EXERCISES)
    own = root / MY / theirs.name
    if not own.exists():
        raise FileNotFoundError(f"There is no {MY}/{own.name}: nothing is to be set back.")
    fresh, mine = (json.loads(path.read_text(encoding="utf-8")) for path in (theirs, own))
    wanted = {cell["id"]: cell for cell in fresh["cells"] if _belongs(cell, key)}
    places = [i for i, cell in enumerate(mine["cells"]) if cell.get("id") in wanted]
    if {mine["cells"][i]["id"] for i in places} != set(wanted):
        raise ValueError(
            f"{MY}/{own.name} lacks cells of exercise {key}: copy them from {EXERCISES}/{own.name}, or move "
            f"{MY}/{own.name} away and open the course again."
        )
    for i in places:
        mine["cells"][i] = copy.deepcopy(wanted[mine["cells"][i]["id"]])
    kept = root / MY / KEPT / f"{own.stem}_{time.strftime('%Y-%m-%d_%H%M%S')}.ipynb"
    kept.parent.mkdir(exist_ok=True)
    number = 1
    while kept.exists():
        number += 1
        kept = kept.with_name(f"{kept.stem.split(' ')[0]} {number}.ipynb")
    shutil.copy2(own, kept)
    _replace(own, _written(mine))
    return own, kept


def _require_course(root):
    root = Path(root)
    if not is_course(root):
        raise FileNotFoundError(
            f"{root} is not the folder of the course: it holds no chapters with exercises."
        )
    return root


def _find_course(root):
    start = Path(root).resolve()
    for folder in (start, *start.parents):
        if is_course(folder):
            return folder
    return _require_course(start)


def _notebook_with(key, folder):
    """The notebook that holds an exercise."""
    for path in sorted(folder.glob(f"{key.split('.')[0]}_*.ipynb")):
        if any(_belongs(cell, key) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]):
            return path
    raise ValueError(f"There is no exercise {key}.")


def _belongs(cell, key):
    """Whether a cell is where an exercise is answered or checked: the builder names these cells by its number."""
    return bool(
        re.fullmatch(rf"(?:exercise|check|answer)-{key.replace('.', '-')}(?:-.+)?", cell.get("id", ""))
    )


def _read_copy(own):
    """The digests of what a copy was made from, None if it does not say so, and of what it is now."""
    try:
        notebook = json.loads(own.read_text(encoding="utf-8"))
        return notebook["metadata"].pop(STAMP, None), _digest(notebook)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None, None  # it is the reader's own, and not touched


def _digest(notebook):
    return hashlib.sha256(json.dumps(notebook, sort_keys=True).encode()).hexdigest()


def _written(notebook):
    return json.dumps(notebook, ensure_ascii=False, indent=1).encode() + b"\n"


def _replace(path, data):
    """Write a file whole or not at all."""
    beside = path.with_name(path.name + ".new")
    beside.write_bytes(data)
    os.replace(beside, path)
