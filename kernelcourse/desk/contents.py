"""The table of contents, `chapters.toml`: which notebook and which room belong to a chapter."""

import functools
import importlib
import re
import tomllib
from dataclasses import dataclass
from importlib.resources import files

# The files of a room that are the library to read, in their order; what only makes values of kernels faster, or checks
# a reader's own, is left out.
SHARED_TO_READ = ("catalogue", "programs")  # that stand beside the rooms
TO_READ = ("equations", "kernel", "algebra", "vector_kernels", "feature_maps", "geometry", "plain")
CHECK = re.compile(r"ex_(\d\d)_(\d\d)\.py")  # the file of one exercise: its chapter and its number


@dataclass(frozen=True)
class Chapter:
    """One row of the table.
    number, such as "03", or a letter for an appendix; part, the heading under which it stands; notebook, stem of its
    master in `sources/`, None as long as it is to come; room, the folder of the two packages that belongs to it; about,
    what README says of it; needs, numbers of the chapters to read before"""

    number: str
    title: str
    part: str
    notebook: str | None = None
    room: str | None = None
    about: str = ""
    needs: tuple = ()

    def __post_init__(self):
        object.__setattr__(self, "needs", tuple(self.needs))

    @property
    def in_library(self):
        """Whether the library has a room of this chapter, too."""
        return self.room is not None and files("kernelsy19").joinpath(self.room).is_dir()

    @property
    def to_read(self):
        """Names of the files of its room in the library that are there to be read, in their order."""
        room = files("kernelsy19").joinpath(self.room) if self.in_library else None
        return [stem for stem in TO_READ if room is not None and room.joinpath(f"{stem}.py").is_file()]

    @property
    def has_exercises(self):
        """Whether the chapter's room in the course asks some."""
        return self.has("checks/__init__")

    def checks(self):
        """The exercises that stand in files of their own: chapter, number and stem of each, in order."""
        folder = files("kernelcourse").joinpath(self.room, "checks")
        names = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
        return [(*found.groups(), found.string[:-3]) for name in names if (found := CHECK.fullmatch(name))]

    def has(self, stem):
        """Tell whether the chapter's room in the course has a file such as "proofs", without importing anything."""
        return self.room is not None and files("kernelcourse").joinpath(self.room, f"{stem}.py").is_file()

    def module(self, stem):
        """Import one file of the chapter's room in the course, such as "proofs"; None where there is no such file."""
        return importlib.import_module(f"kernelcourse.{self.room}.{stem}") if self.has(stem) else None


def read_chapters(text):
    """Read a table of contents in TOML, parts with a title, each with its chapters: a tuple of Chapter.
    A ValueError if two chapters have the same number, notebook or room."""
    table = tuple(
        Chapter(part=part["title"], **row)
        for part in tomllib.loads(text)["parts"]
        for row in part["chapters"]
    )
    for name in ("number", "notebook", "room"):
        given = [value for chapter in table if (value := getattr(chapter, name)) is not None]
        if twice := sorted({value for value in given if given.count(value) > 1}):
            raise ValueError(f"Two chapters have the same {name}: {', '.join(twice)}.")
    return table


@functools.cache
def chapters():
    """Return all chapters in the order of the course."""
    return read_chapters(files("kernelcourse").joinpath("chapters.toml").read_text(encoding="utf-8"))


def rooms():
    """Return the chapters that have a room of their own."""
    return tuple(chapter for chapter in chapters() if chapter.room is not None)
