"""Read what students did: codes of `python -m kernelcourse progress NAME`, or their diaries `my/progress.jsonl`.

    python teaching/progress.py codes.txt [more files or folders]

A file of codes has them one under the other, with an empty line between. Written are two tables as CSV: students, with
how many checks were right and guesses made in each chapter; and known mistakes, with how many students made each of
them and how many times, the commonest first. What is said of exercises that the course has not is passed over.
"""

import base64
import csv
import hashlib
import json
import re
import sys
import zlib
from collections import Counter
from pathlib import Path

from handed_in import printable
from marks import no_formula

from kernelcourse.desk.contents import rooms
from kernelcourse.desk.progress_code import BEGIN, as_code, mark_of
from kernelcourse.judging.exercises import all_exercises

LARGEST_CODE = 100_000  # characters of what a code holds
MOST_TIMES = 10_000  # that anybody has guessed in a chapter or made a mistake


def read_code(code):
    """Read a code; line breaks and blanks that a mail program put in are passed over.
    → dict, of name, right, guesses and mistakes. ValueError if it is no code, or was changed on the way"""
    found = re.fullmatch(rf"{BEGIN}-([\w-]+)-([0-9a-f]{{8}})", re.sub(r"\s+", "", code), re.ASCII)
    if found is None:
        raise ValueError(
            f"expected a code that begins with {BEGIN}- and ends with its sum, got {code.strip()[:40]!r}"
        )
    try:
        packed = base64.urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4))
        if hashlib.sha256(packed).hexdigest()[:8] != found[2]:
            raise ValueError
        held = json.loads(zlib.decompressobj().decompress(packed, LARGEST_CODE))
        known, chapters = all_exercises().keys(), {room.number for room in rooms()}
        right = sorted({key for key in map(str, held["right"]) if key in known})
        guesses = {c: _times(n) for c, n in held["guesses"].items() if c in chapters}
        mistakes = [(key, str(mark), _times(n)) for key, mark, n in held["mistakes"] if key in known]
        return {"name": str(held["name"]), "right": right, "guesses": guesses, "mistakes": mistakes}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, zlib.error):
        raise ValueError(
            f"expected a code as it was written, got one that was changed: {code.strip()[:40]}…"
        ) from None


def _times(n):
    if type(n) is not int or not 0 <= n <= MOST_TIMES:
        raise ValueError
    return n


def read_all(places):
    """What each student did, and what could not be read, as lines that say why."""
    done, faults = [], []
    files = [file for place in places for file in (sorted(place.iterdir()) if place.is_dir() else [place])]
    for file in files:
        if not file.is_file():
            faults.append(f"{file.name} is no file")
            continue
        text = file.read_text(encoding="utf-8", errors="replace")
        diary = file.suffix == ".jsonl"
        for part in [None] if diary else filter(str.strip, text.replace("\r", "").split("\n\n")):
            try:
                done.append(read_code(as_code(file.stem, file) if diary else part))
            except ValueError as error:
                faults.append(f"{file.name}: {error}")
    names = Counter(one["name"].casefold() for one in done)
    same = Counter(str({**one, "name": ""}) for one in done if len(one["right"]) > 4)
    faults += [f"{name} gave {n} codes: all are listed" for name, n in names.items() if n > 1]
    alike = [one["name"] for one in done if same[str({**one, "name": ""})] > 1]
    faults += [f"{name} did exactly what somebody else did, mistakes included" for name in alike]
    return done, faults


def students(done):
    """A row for each student: name, all right checks, right checks and guesses of each chapter."""
    chapters = sorted({key.partition(".")[0] for one in done for key in [*one["right"], *one["guesses"]]})
    yield ("student", "right", *(f"{c} {what}" for c in chapters for what in ("right", "guesses")))
    for one in sorted(done, key=lambda one: one["name"].casefold()):
        right = Counter(key.partition(".")[0] for key in one["right"])
        counts = (n for c in chapters for n in (right[c], one["guesses"].get(c, 0)))
        yield (no_formula(one["name"]), len(one["right"]), *counts)


def mistakes(done):
    """A row for each known mistake: exercise, what the check says, students who made it, times; the commonest first."""
    hints = {(key, mark_of(m.hint)): m.hint for key, e in all_exercises().items() for m in e.mistakes}
    made, times = Counter(), Counter()
    for one in done:
        for key, mark, n in one["mistakes"]:
            known = key, hints.get((key, mark), "a mistake of another version")
            made[known] += 1
            times[known] += n
    yield ("exercise", "mistake", "students", "times")
    yield from sorted(((*m, made[m], times[m]) for m in made), key=lambda row: (-row[2], -row[3], row[:2]))


if __name__ == "__main__":
    read, said = read_all([Path(name) for name in sys.argv[1:]])
    for line in said:
        print(printable(line), file=sys.stderr)
    out = csv.writer(sys.stdout)
    out.writerows(students(read))
    out.writerow(())
    out.writerows((key, hint.splitlines()[0], *counts) for key, hint, *counts in [*mistakes(read)])
