"""One error that says which extra to install, where a file of the course needs more than the library does.

`pip install kernelsy19` brings what computes. Figures and explorers want the extra `course`, grading with nbgrader the
extra `test`; `MissingExtra` says so before Python stumbles over the first package that is not there.
"""

import importlib.abc
import importlib.util

DRAWING = ("matplotlib", "contourpy", "PIL", "IPython", "ipywidgets", "anywidget")
DRAWS = (
    "bars", "course_map", "explorers", "figure_parts", "figure_style", "figures", "guess", "kernel_note", "live",
    "picture", "scene_in_matplotlib", "walk",
)  # fmt: skip
NEEDS = {**dict.fromkeys(DRAWS, ("course", DRAWING)), "autograde": ("test", ("nbformat", "nbgrader"))}


class MissingExtra(importlib.abc.MetaPathFinder):
    """Looks at what is imported of kernelcourse, and leaves finding it to Python."""

    def find_spec(self, name, path=None, target=None):
        """Raise a ModuleNotFoundError that names the extra of a file, where a package of it is missing; else None."""
        package, _, stem = name.rpartition(".")
        extra, needed = NEEDS.get(stem, ("", ()))
        for other in needed if package.split(".")[0] == "kernelcourse" else ():
            if importlib.util.find_spec(other) is None:
                raise ModuleNotFoundError(
                    f"{name} belongs to the extra `{extra}`, and {other} is not installed: "
                    f"pip install 'kernelsy19[{extra}]'",
                    name=other,
                )
        return None
