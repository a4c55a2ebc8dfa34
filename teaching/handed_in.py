"""What a class handed in, as its system gives it: whose each file is, who is missing, and what is no submission.

Read are Moodle's download (a zip, or its folders), Canvas' download, zips within these, files named by an e-mail
address, and a folder with one file or folder a student. Nothing is unpacked under a name that a student chose.
"""

import csv
import dataclasses
import hashlib
import io
import re
import stat
import unicodedata
import zipfile
import zlib
from collections import defaultdict, namedtuple
from pathlib import Path

import numpy as np

LARGEST_FILE = 50_000_000  # bytes of a submission
MOST_BYTES, MOST_FILES = 200_000_000, 200  # that are unpacked for a student, of all zips within zips
MOST_MEMBERS = 10_000  # of a zip
UNREADABLE = (zipfile.BadZipFile, ValueError, RuntimeError, OSError, EOFError, zlib.error)  # what zips raise
MOODLE = re.compile(r"(?P<name>.+)_(?P<number>\d+)_assignsubmission_[a-z]+")
CANVAS = re.compile(
    r"(?:(?:LATE_)?(?=anon_)|(?P<name>[^\W_]+?)(?:_LATE)?_)(?P<number>\d+|anon_[^\W_]+)_\d+_."
)
EMAIL = re.compile(r"[\w.+-]+@[a-z\d-]+(?:\.[a-z\d-]+)+", re.IGNORECASE)
ENDINGS = re.compile(r"(?:\.(?:ipynb|zip|txt|json))+$", re.IGNORECASE)
HEADS = {  # of a roster: ours, Moodle's, Canvas'
    "id": ("sis user id", "id number", "id"),
    "name": ("name", "full name", "student"),
    "email": ("e-mail", "email", "email address", "sis login id"),
    "number": ("number", "identifier"),
    "first": ("first name", "firstname"),
    "last": ("last name", "surname", "lastname"),
}


@dataclasses.dataclass(frozen=True)
class Student:
    """Who it is, as far as a roster or a file's name says."""

    id: str = ""
    name: str = ""
    email: str = ""
    number: str = ""  # by which the system names them in its downloads
    system: str = ""  # "moodle", "canvas" or neither
    late: bool = dataclasses.field(default=False, compare=False)  # as Canvas marks it

    def __str__(self):
        return f"{self.name or self.email or self.number}{f' ({self.id})' if self.id else ''}"


@dataclasses.dataclass
class HandedIn:
    """What a class handed in."""

    files: dict  # of str to Path, the notebook of each student, by a name that a folder may have
    students: dict  # of str to Student, by the same names
    missing: list  # of Student, of the roster, who handed in no notebook
    unknown: list  # of str, names of those who are in `files` and not in the roster, and why
    strays: list  # of str, what is no notebook, or not the one that is graded, and why


# A file: where it stands in what was handed in, where it can be read (if at all), and when it was changed.
Entry = namedtuple("Entry", "parts file changed")


def rows_of(place):
    """The rows of a CSV file that hold anything, with commas or semicolons between the cells.
    place: Path → list of list of str. ValueError if it is not encoded in UTF-8"""
    try:
        text = place.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"expected {place.name} in UTF-8 (in a spreadsheet, save as CSV UTF-8), got {error}"
        ) from None
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=";" if ";" in text.partition("\n")[0] else ",")
    return [row for row in rows if any(row)]


def read_roster(place):
    """The students of a course, from a CSV file with the columns id, name and e-mail, or those of Moodle or Canvas.
    place: Path → list of Student. ValueError if a column is missing, nobody is in it, a row says neither id nor e-mail,
    or two rows share one of them"""
    head, *rows = rows_of(place) or [[]]
    head = [name.strip().casefold() for name in head]
    found = {field: next((head.index(n) for n in names if n in head), None) for field, names in HEADS.items()}
    if "sis user id" in head and "id" in head:
        found["number"] = head.index("id")  # Canvas' own, which stands in the names of its files
    if found["id"] is found["email"] or found["name"] is found["last"]:  # both None
        raise ValueError(
            f"expected a roster with the columns id, name, e-mail, got {', '.join(head) or 'none'}"
        )
    students = []
    for k, row in enumerate(rows, 2):
        cells = {f: row[i].strip() if i is not None and i < len(row) else "" for f, i in found.items()}
        cells["name"] = " ".join(filter(None, (cells.pop("first"), cells.pop("last")))) or cells["name"]
        if not (cells["id"] or cells["email"]) and "points possible" not in cells["name"].casefold():
            raise ValueError(f"expected an id or an e-mail in row {k} of {place.name}, got {', '.join(row)}")
        if cells["id"] or cells["email"]:
            cells["number"] = re.sub(r"^\D+", "", cells["number"])  # Moodle writes "Participant 1327627"
            students.append(Student(**cells))
    if not students:
        raise ValueError(f"expected students in {place.name}, got none")
    for field in ("id", "email"):
        said = [getattr(student, field).casefold() for student in students if getattr(student, field)]
        if twice := sorted({value for value in said if said.count(value) > 1}):
            raise ValueError(f"expected each {field} once in {place.name}, got twice: {', '.join(twice)}")
    return students


def collect(handed_in, into, roster=(), sheet=""):
    """Find the notebook of each student.
    handed_in: Path, a folder or a zip; into: Path, a folder for what zips hold, which need not be there; roster:
    sequence of Student; sheet: str, how the notebook was named that they got → HandedIn. ValueError if there is neither
    a folder nor a zip"""
    download = _Download(handed_in, into)
    entries = [entry for entry in list(download) if download.owner(entry.parts) not in download.refused]
    firsts = {entry.parts[0] for entry in entries}
    if len(firsts) == 1 and not _signed(*firsts).number:  # one folder or zip around all of them
        within = [e._replace(parts=e.parts[1:]) for e in entries if len(e.parts) > 1]
        if len(within) == len(entries) and any(_signed(e.parts[0]).system for e in within):
            entries = within
    of = defaultdict(list)
    for entry in entries:
        signed = _signed(entry.parts[0])
        fits = [student for student in roster if _is(student, signed)]
        fits = [student for student in fits if signed.number and student.number == signed.number] or fits
        unknown = signed if signed.system else entry.parts[0]
        of[fits[0] if len(fits) == 1 else unknown].append((entry, signed, fits))
    for known in [known for known, group in of.items() if len({signed.number for _, signed, _ in group}) > 1]:
        for entry, signed, fits in of.pop(known):  # namesakes, of whom the roster has one
            of[signed].append((entry, signed, fits))
    found = HandedIn({}, {}, [], [], download.strays)
    for known, group in sorted(of.items(), key=lambda item: item[1][0][0].parts):
        notebooks = [entry for entry, *_ in group if entry.file and is_notebook(entry.file, entry.parts[-1])]
        found.strays += [
            f"{'/'.join(entry.parts)} is no notebook" for entry, *_ in group if entry not in notebooks
        ]
        if not notebooks:
            continue
        graded = max(notebooks, key=lambda e: (bool(sheet) and sheet in e.parts[-1], e.changed, e.parts))
        _, who, fits = group[0]
        if known in roster:
            who = dataclasses.replace(known, number=who.number or known.number, system=who.system)
        who = dataclasses.replace(who, late=any(one.late for entry, one, _ in group if entry is graded))
        key = _key(who.id or who.email or who.name, who.number, found.files)
        found.files[key], found.students[key] = graded.file, who
        for entry in notebooks:
            if entry is not graded:
                found.strays.append(
                    f"{'/'.join(entry.parts)} is not graded: {key} also handed in {graded.parts[-1]}"
                )
        if roster and known not in roster:
            several = f", for it may be {' or '.join(map(str, fits))}" if fits else ""
            found.unknown.append(f"{key}{several}")
    found.files, found.students = dict(sorted(found.files.items())), dict(sorted(found.students.items()))
    there = {(student.id, student.email) for student in found.students.values()}
    found.missing = [student for student in roster if (student.id, student.email) not in there]
    found.strays, found.unknown = (list(map(printable, lines)) for lines in (found.strays, found.unknown))
    return found


def printable(text):
    """A text without what would move the cursor of a terminal or turn its direction."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def is_notebook(file, name):
    """Whether a file may be meant as a notebook: by its name, or by how it begins."""
    if ".ipynb" in name.lower():
        return True
    if not _may_be_notebook(name):
        return False
    with file.open("rb") as content:
        begin = content.read(LARGEST_FILE)
    return begin.lstrip()[:1] == b"{" and b'"cells"' in begin


def _signed(part):
    """What the name of a file or folder says of its author."""
    for system, pattern in (("moodle", MOODLE), ("canvas", CANVAS)):
        if found := pattern.match(part):
            late = system == "canvas" and "LATE_" in part[: found.start("number")]
            return Student("", found["name"] or found["number"], "", found["number"], system, late)
    if found := EMAIL.search(ENDINGS.sub("", part)):
        return Student(name=found[0], email=found[0], system="e-mail")
    return Student(name=part.split(".")[0])


def _is(student, signed):
    """Whether a name that was signed may be that of a student of the roster."""
    if signed.email:
        mine, email = signed.email.casefold(), student.email.casefold()
        return bool(email) and (mine == email or mine.endswith(f"_{email}"))
    if student.number and signed.number:
        return student.number == signed.number
    words = [word for word in map(_plain, re.split(r"[\s,]+", student.name)) if word]
    turned = {"".join(words[k:] + words[:k]) for k in range(len(words))}
    return _plain(signed.name) in turned or (not signed.system and signed.name == student.id)


def _plain(name):
    """A name as its letters and digits alone, without accents and capitals."""
    return "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if c.isalnum())


def _key(name, number, taken):
    """A name for a folder that nobody has yet."""
    key = re.sub(r"[^\w-]+", "_", name).strip("_-") or "student"
    if key in taken and number:
        key = f"{key}_{number}"
    others = sum(re.fullmatch(rf"{re.escape(key)}(_\d+)?", other) is not None for other in taken)
    return next(k for k in (key, *(f"{key}_{n}" for n in range(others + 1, others + 9))) if k not in taken)


def _may_be_notebook(name):
    return ".ipynb" in name.lower() or Path(name).suffix.lower() in ("", ".txt", ".json")


class _Download:
    """All files below a folder or in a zip, in the order of their names, without those that systems leave behind.

    Of a zip, and of zips in it, only what may be a notebook is unpacked, up to a budget for each student.
    """

    def __init__(self, place, into):
        self.place, self.into = place, into
        self.strays, self.refused = [], set()
        self.spent = defaultdict(lambda: np.zeros(2, dtype=int))  # bytes and files, by owner

    def owner(self, parts):
        """Whose a path is: by the system's name or the first part, unless one folder or zip is around all of them."""
        signed = map(_signed, parts[: self.wrapped + 1])
        return next((f"{one.name}_{one.number}" for one in signed if one.number), parts[0])

    def __iter__(self):
        if self.place.is_dir():
            files = [(file.relative_to(self.place).parts, file) for file in sorted(self.place.rglob("*"))]
            firsts = {parts[0] for parts, _ in files if not _is_hidden(parts)}
        elif zipfile.is_zipfile(self.place):
            files = [((), self.place)]
            with zipfile.ZipFile(self.place) as archive:
                firsts = {_inner((), member)[:1] for member in archive.infolist()}
        else:
            raise ValueError(f"expected a folder or a zip of what was handed in, got {self.place}")
        self.wrapped = len(firsts) == 1
        for parts, file in files:
            if _is_hidden(parts):
                continue
            if file.is_symlink() and parts:
                self.strays.append(f"{'/'.join(parts)} is a link, and is not followed")
            elif file.is_file() and (not parts or parts[-1].lower().endswith(".zip")):
                yield from self._unzip(parts, file)
            elif file.is_file():
                yield Entry(parts, file, (file.stat().st_mtime,))
            elif not file.is_dir():
                self.strays.append(f"{'/'.join(parts)} is neither a file nor a folder")

    def _unzip(self, parts, source, depth=0):
        """The files of a zip and of zips in it, each written under a name that its place determines."""
        where = "/".join(parts) or source.name
        try:
            with zipfile.ZipFile(source) as archive:
                members = [member for member in archive.infolist() if not member.is_dir()]
                if len(members) > MOST_MEMBERS:
                    raise ValueError(f"it has more than {MOST_MEMBERS:,} files")
                for member in members:
                    inner = _inner(parts, member)
                    if len(inner) > len(parts) and not _is_hidden(inner):
                        yield from self._read(archive, member, inner, depth)
        except UNREADABLE as error:
            self.strays.append(f"{where} cannot be read as a zip ({error})")

    def _read(self, archive, member, inner, depth):
        """What a member of a zip holds; what cannot be a notebook is not unpacked."""
        is_zip = inner[-1].lower().endswith(".zip") and depth < 2
        where, owner, changed = "/".join(inner), self.owner(inner), tuple(member.date_time)
        if owner in self.refused:
            return
        if stat.S_ISLNK(member.external_attr >> 16):
            self.strays.append(f"{where} is a link, and is not followed")
        elif not (is_zip or _may_be_notebook(inner[-1])):
            yield Entry(inner, None, changed)
        else:
            with archive.open(member) as content:
                data = content.read(LARGEST_FILE + 1)
            self.spent[owner] += (len(data), 1)
            if (self.spent[owner] > (MOST_BYTES, MOST_FILES)).any():
                self.refused.add(owner)
                self.strays.append(
                    f"{owner} is refused: it unpacks to more than {MOST_BYTES // 1_000_000} MB or {MOST_FILES} files"
                )
            elif len(data) > LARGEST_FILE:
                self.strays.append(f"{where} is larger than {LARGEST_FILE // 1_000_000} MB")
            elif is_zip:
                yield from self._unzip(inner, io.BytesIO(data), depth + 1)
            else:
                self.into.mkdir(parents=True, exist_ok=True)
                file = self.into / hashlib.sha256(where.encode()).hexdigest()[:24]
                file.write_bytes(data)
                yield Entry(inner, file, changed)


def _inner(parts, member):
    """Where a member of a zip stands, whatever its name says of folders above."""
    return (*parts, *(p for p in re.split(r"[/\\]", member.filename) if p not in ("", ".", "..")))


def _is_hidden(parts):
    return any(part.startswith(".") or part == "__MACOSX" for part in parts)
