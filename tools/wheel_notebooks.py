"""What hatchling puts into a wheel beside the packages: the notebooks, without outputs, which a Run All computes anew.

`python -m kernelcourse copy my-folder` copies them from there. An editable installation finds those of the repository.
"""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("notebooks", "exercises")


class WheelNotebooks(BuildHookInterface):
    """Hands hatchling bare notebooks, for as long as it builds."""

    def initialize(self, version, build_data):
        """Write them; version: str, "standard" or "editable"."""
        self.made = TemporaryDirectory()
        if version == "editable":
            return
        for notebook in sorted(Path(self.root).glob("*/*.ipynb")):
            if notebook.parent.name not in FOLDERS:
                continue
            bare = Path(self.made.name, notebook.name)
            bare.write_text(without_outputs(notebook.read_text(encoding="utf-8")), encoding="utf-8")
            place = f"kernelcourse/course_files/{notebook.parent.name}/{notebook.name}"
            build_data["force_include"][str(bare)] = place

    def finalize(self, version, build_data, artifact):
        """Remove them."""
        self.made.cleanup()


def without_outputs(text):
    """A notebook that nobody has run yet.
    text: str, of its file → str"""
    notebook = json.loads(text)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"
