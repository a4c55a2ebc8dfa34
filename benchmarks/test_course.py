"""How long all chapters take, one after the other, each in a kernel of its own."""

from pathlib import Path

import nbformat
from nbclient import NotebookClient
from race import timed

CHAPTERS = Path(__file__).parents[1] / "notebooks"
LIMIT = 300.0


def test_all_chapters(keep):
    paths = sorted(CHAPTERS.glob("*.ipynb"))
    seconds = [
        timed(NotebookClient(nbformat.read(path, 4), resources={"metadata": {"path": CHAPTERS}}).execute)[1]
        for path in paths
    ]
    slowest = paths[seconds.index(max(seconds))].stem
    keep(
        "all chapters executed",
        {"chapters": len(paths)},
        sum(seconds),
        LIMIT,
        accuracy=f"slowest: {slowest}, {max(seconds):.1f} s",
    )
