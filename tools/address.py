"""Where the course is published: `Repository` under `[project.urls]` in pyproject.toml, and nowhere else.

While that line is not there, no page claims that there is such an address: neither README nor the site has buttons, and
chapters begin as they do in `sources/`. Once it is there, `make links build site` writes what follows from it.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[1]
FORM = re.compile(r"https://github\.com/([\w.-]+)/([\w.-]+)")
BRANCH = "main"
FIRST_PAGE = "notebooks/00_start_here.ipynb"
OPEN = "Open this chapter in Colab"
COLAB = "colab"  # the tag of the cell that installs the course

INSTALL = """\
# On Colab this installs the course. Where it is installed already, nothing happens.
from importlib.util import find_spec

if find_spec("kernelsy19") is None:
    %pip install --quiet "kernelsy19[colab] @ git+{address}"
"""


def repository(pyproject=ROOT / "pyproject.toml"):
    """Read the address of the repository.
    pyproject: Path → str, or None while the course is not published. ValueError if it is no repository on
    GitHub, on which Binder, Codespaces and Colab can open a page."""
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    address = project.get("urls", {}).get("Repository")
    if address is not None and not FORM.fullmatch(address):
        raise ValueError(f"Repository must look like https://github.com/owner/name, got {address!r}.")
    return address


def _name(address):
    owner, name = FORM.fullmatch(address).groups()
    return f"{owner}/{name}"


def on_binder(address, path=FIRST_PAGE):
    """The link that opens a page in JupyterLab on Binder, which reads .binder/environment.yml."""
    place = quote(f"lab/tree/{path}", safe="")
    return f"https://mybinder.org/v2/gh/{_name(address)}/{BRANCH}?urlpath={place}"


def on_colab(address, path=FIRST_PAGE):
    """The link that opens a notebook on Colab."""
    return f"https://colab.research.google.com/github/{_name(address)}/blob/{BRANCH}/{path}"


def on_codespaces(address):
    """The link that opens the repository in a container, which `.devcontainer/` sets up."""
    return f"https://codespaces.new/{_name(address)}"


def buttons(address):
    """The three ways to start in a browser, for README and the site's first page.
    address: str or None → str, Markdown; "" while the course is not published"""
    if address is None:
        return ""
    ways = {"Binder": on_binder(address), "Codespaces": on_codespaces(address), "Colab": on_colab(address)}
    listed = ", ".join(f"[{name}]({link})" for name, link in ways.items())
    return f"**Without installing anything**, start in a browser: {listed}."


def whole_links(text, address, tag):
    """README as PyPI shows it: what stands beside it in the repository is linked at the tag, pictures as raw files."""

    def whole(match):
        mark, label, place = match.groups()
        return f"{mark}[{label}]({address}/{'raw' if mark else 'blob'}/{tag}/{place})"

    return re.sub(r"(!?)\[([^\]]*)\]\((?!https?:|#|mailto:)([^)\s]+)\)", whole, text)


def with_start(notebook, address):
    """Let a chapter begin with a link to Colab, and with a cell that installs the course there.
    notebook: NotebookNode, of a chapter that has not run; it is changed; address: str or None → NotebookNode,
    the same; as it was while the course is not published"""
    if address is None:
        return notebook
    from nbformat.v4 import new_code_cell

    title, *rest = notebook.cells[0].source.split("\n", 1)
    stem = notebook.metadata["kernelsy19"]["source"]
    link = f"[{OPEN}]({on_colab(address, f'notebooks/{stem}.ipynb')})"
    notebook.cells[0].source = "\n".join([title, "", link, *rest])
    first = next((k for k, cell in enumerate(notebook.cells) if cell.cell_type == "code"), None)
    if first is not None:
        # The site takes a cell with the tag "remove-cell" for one that is not shown.
        tags = {"tags": [COLAB, "remove-cell"]}
        notebook.cells.insert(first, new_code_cell(INSTALL.format(address=address).strip(), metadata=tags))
    return notebook


# Where a page of the site is written, by its folder there; those of equations and of the library are made.
WRITTEN_IN = {"notebooks": "sources/{}.py", "exercises": "sources/{}.py", "teaching": "teaching/{}.md"}


def edition():
    """What a page, the book and a report of a slip say they were made from.
    → str, such as "Version 0.1.0, 02d66787 of 2026-11-27"; without the commit where there is no repository"""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = (["describe", "--always", "--dirty= with changes"], ["log", "-1", "--format=%cs"])
    try:
        found = [
            subprocess.check_output(["git", *words], cwd=ROOT, stderr=subprocess.DEVNULL) for words in asked
        ]
    except (OSError, subprocess.CalledProcessError):
        return f"Version {project['version']}"
    return f"Version {project['version']}, {' of '.join(said.decode().strip() for said in found)}"


def errata(address):
    """Where a reader of the book finds what has been found wrong in it since.
    address: str or None → str, HTML"""
    changes = "CHANGELOG.md of the course"
    if address:
        changes = f'the <a href="{site_address(address)}CHANGELOG.html">changes of the course</a>'
    return f"What has been found wrong since is listed under “Slips” in {changes}."


def mend_links(pagename, title, address=None):
    """The links of a page of the site for who finds a slip in it.
    pagename: str, its folder and name; title: str; address: str, of the repository, or None for that of pyproject.toml
    → dict, words by address; empty while the course is not published"""
    address, (folder, _, stem) = address or repository(), pagename.rpartition("/")
    if address is None:
        return {}
    where, made_from = (quote(words, safe="") for words in (f"{title} ({pagename})", edition()))
    form = f"{address}/issues/new?template=slip.yml&title={where}&where={where}&edition={made_from}"
    links = {"Report a slip": form}
    if folder in WRITTEN_IN:
        links["Edit this page"] = f"{address}/edit/{BRANCH}/{WRITTEN_IN[folder].format(stem)}"
    return links


def site_address(address):
    """Where the workflow publishes the site.
    address: str or None → str, which ends in a slash; "" while the course is not published"""
    return "https://{}.github.io/{}/".format(*FORM.fullmatch(address).groups()) if address else ""


def site_options(address):
    """What the site's theme needs to show its buttons.
    address: str or None → dict, for `html_theme_options`"""
    if address is None:
        return {}
    return {
        "repository_url": address,
        "repository_branch": BRANCH,
        "use_repository_button": True,
        "launch_buttons": {
            "binderhub_url": "https://mybinder.org",
            "colab_url": "https://colab.research.google.com",
            "notebook_interface": "jupyterlab",
        },
    }


if __name__ == "__main__":
    if (published := repository()) is None or len(sys.argv) != 2:
        sys.exit("Name one tag, in a course that is published: pyproject.toml says where.")
    readme = ROOT / "README.md"
    whole = whole_links(readme.read_text(encoding="utf-8"), published, sys.argv[1])
    readme.write_text(whole, encoding="utf-8")
