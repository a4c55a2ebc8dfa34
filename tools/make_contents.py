"""Write README's table of chapters from `kernelcourse/chapters.toml`.

``python tools/make_contents.py`` writes it; with ``--check`` it only says whether it is up to date.
"""

import sys
from itertools import groupby
from pathlib import Path

from kernelcourse.desk.contents import chapters

README = Path(__file__).resolve().parents[1] / "README.md"
HEAD = "| | chapter |\n| --- | --- |\n"


def rows_of(table):
    """Rows of the table: one for each part, followed by its chapters."""
    for part, chapters_of_part in groupby(table, key=lambda chapter: chapter.part):
        yield f"| | **{part}** |"
        for chapter in chapters_of_part:
            if chapter.notebook is None:
                yield f"| {chapter.number} | {chapter.title}: to come |"
            else:
                link = f"[{chapter.title}](notebooks/{chapter.notebook}.ipynb)"
                yield f"| {chapter.number} | {link}: {chapter.about} |"


def with_table(readme, table):
    """README with its table, which ends at the first empty line, written anew."""
    before, _, rest = readme.partition(HEAD)
    _, end, after = rest.partition("\n\n")
    return before + HEAD + "\n".join(rows_of(table)) + end + after


def main(arguments):
    written = README.read_text(encoding="utf-8")
    built = with_table(written, chapters())
    if "--check" not in arguments:
        README.write_text(built, encoding="utf-8")
    elif built != written:
        return "README.md does not list the chapters of kernelcourse/chapters.toml: run `make contents`."
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
