"""How long all chapters take, one after the other, each in a kernel of its own."""

from pathlib import Path

import nbformat
from nbclient import NotebookClient
from race import timed

CHAPTERS = Path(__file__).parents[1] / "notebooks"
LIMIT = 300.0


def test_all_chapters(keep):
    paths = sorted(CHAPTERS.glob("*.ipynb"))
    here = {"metadata": {"path": CHAPTERS}}
    clients = [NotebookClient(nbformat.read(path, 4), resources=here) for path in paths]
    seconds = [timed(client.execute)[1] for client in clients]
    slowest = f"slowest: {paths[seconds.index(max(seconds))].stem}, {max(seconds):.1f} s"
    keep("all chapters executed", {"chapters": len(paths)}, sum(seconds), LIMIT, accuracy=slowest)
