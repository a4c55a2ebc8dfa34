"""Progress as a code that a student gives and a teacher reads, without a server.

A code holds a name, which exercises were right once, how many guesses were made in each chapter, and how often which
known mistake was named. Its sum notices what was lost or changed on the way. It proves nothing: whoever reads this file
can write a code of their own, as whoever finds `my/progress.jsonl` can write in it.
"""

import base64
import binascii
import hashlib
import json
import re
import zlib

from kernelcourse.desk.progress_file import done_so_far

BEGIN = "SY19"
LARGEST = 100_000  # characters of what a code holds


def mark_of(hint):
    """A short mark of what a check said of a mistake."""
    return hashlib.sha256(hint.encode()).hexdigest()[:8]


def as_code(name, path):
    """Write what has been done as a code.

    Parameters
    ----------
    name : str, of whom a teacher knows
    path : path, of `progress.jsonl`

    Returns
    -------
    str, of letters, digits, - and _

    Raises
    ------
    ValueError
        If there is no name, or nothing to tell.
    """
    done = done_so_far(path)
    if not name.strip():
        raise ValueError("expected a name that your teacher knows, got none")
    if done.right == frozenset() and not done.guesses and not done.mistakes:
        raise ValueError(f"expected what you have done in {path}, which tells of nothing yet")
    mistakes = [[key, mark_of(hint), n] for (key, hint), n in sorted(done.mistakes.items())]
    guesses = {chapter: len(marks) for chapter, marks in sorted(done.guesses.items())}
    held = {"name": name.strip(), "right": sorted(done.right), "guesses": guesses, "mistakes": mistakes}
    packed = zlib.compress(json.dumps(held).encode(), 9)
    return f"{BEGIN}-{base64.urlsafe_b64encode(packed).decode().rstrip('=')}-{hashlib.sha256(packed).hexdigest()[:8]}"


def read_code(code):
    """Read a code; line breaks and blanks that a mail program put in are passed over.

    Parameters
    ----------
    code : str

    Returns
    -------
    dict, of name, right, guesses and mistakes

    Raises
    ------
    ValueError
        If it is no code, or was changed on the way.
    """
    found = re.fullmatch(rf"{BEGIN}-([\w-]+)-([0-9a-f]{{8}})", re.sub(r"\s+", "", code), re.ASCII)
    if found is None:
        raise ValueError(
            f"expected a code that begins with {BEGIN}- and ends with its sum, got {code.strip()[:40]!r}"
        )
    try:
        packed = base64.urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4))
        if hashlib.sha256(packed).hexdigest()[:8] != found[2]:
            raise ValueError
        held = json.loads(zlib.decompressobj().decompress(packed, LARGEST))
        right = sorted({str(key) for key in held["right"]})
        guesses = {str(chapter): int(n) for chapter, n in held["guesses"].items()}
        mistakes = [(str(key), str(mark), int(n)) for key, mark, n in held["mistakes"]]
        return {"name": str(held["name"]), "right": right, "guesses": guesses, "mistakes": mistakes}
    except (ValueError, KeyError, TypeError, AttributeError, binascii.Error, zlib.error):
        raise ValueError(
            f"expected a code as it was written, got one that was changed: {code.strip()[:40]}…"
        ) from None
