"""One line of pyproject.toml says where the course is published; all follows it, and without it nothing is claimed."""

import re
import runpy
import shutil
import subprocess
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import address
import build_notebooks
import make_links
import make_slides
import pytest
from IPython.core.inputtransformer2 import TransformerManager

from kernelcourse.desk.contents import chapters

ROOT = Path(__file__).resolve().parents[1]
SOMEWHERE = "https://github.com/some-one/kernel-course"
LINE = '# Repository = "https://github.com/owner/name"'
PLACES = ("mybinder.org", "codespaces.new", "colab.research")
STEMS = [chapter.notebook for chapter in chapters() if chapter.notebook]


def pyproject_with(folder, line):
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert text.count(LINE) <= 1
    lines = [line if "Repository =" in old else old for old in text.splitlines()]
    (folder / "pyproject.toml").write_text("\n".join(lines), encoding="utf-8")
    return folder / "pyproject.toml"


def chapter_at(monkeypatch, stem, where):
    monkeypatch.setattr(build_notebooks, "repository", lambda: where)
    made = build_notebooks.unexecuted(ROOT, stem)
    return made[f"notebooks/{stem}.ipynb"][0]


def test_one_line_is_the_address(tmp_path):
    assert address.repository(pyproject_with(tmp_path, LINE)) is None
    assert address.repository(pyproject_with(tmp_path, f'Repository = "{SOMEWHERE}"')) == SOMEWHERE
    for wrong in ("https://example.org/a/b", "https://github.com/alone", "github.com/a/b"):
        with pytest.raises(ValueError, match="must look like"):
            address.repository(pyproject_with(tmp_path, f'Repository = "{wrong}"'))


def test_readme_and_citation_follow_it_there_and_back():
    readme, citation = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "CITATION.cff"))
    shown, cited = make_links.with_buttons(readme, SOMEWHERE), make_links.with_code(citation, SOMEWHERE)
    assert all(place in shown for place in PLACES) and shown.count("some-one/kernel-course") == 3
    assert f'\nrepository-code: "{SOMEWHERE}"\n' in cited
    bare = make_links.with_buttons(shown, None), make_links.with_code(cited, None)
    assert not any(place in text for place in PLACES for text in bare) and SOMEWHERE not in "".join(bare)
    here = address.repository()
    assert (readme, citation) == (make_links.with_buttons(bare[0], here), make_links.with_code(bare[1], here))


def test_a_chapter_begins_with_its_link_and_a_cell_that_installs(monkeypatch):
    for stem in STEMS:
        plain, published = (chapter_at(monkeypatch, stem, where) for where in (None, SOMEWHERE))
        assert not any(place in cell.source for cell in plain.cells for place in PLACES)
        link = re.search(r"\[Open this chapter in Colab\]\((\S+)\)", published.cells[0].source)
        assert link[1].endswith(f"/some-one/kernel-course/blob/main/notebooks/{stem}.ipynb")
        assert published.cells[0].source.startswith(plain.cells[0].source.split("\n")[0] + "\n")
        code, had = ([c.source for c in made.cells if c.cell_type == "code"] for made in (published, plain))
        assert f"git+{SOMEWHERE}" in code[0] if had else code == had
        assert code[1:] == had
        decks = [make_slides.deck_of(made).cells for made in (plain, published)]
        assert [cell.source for cell in decks[0]] == [cell.source for cell in decks[1]]


@pytest.mark.parametrize("is_there", [True, False])
def test_the_cell_installs_only_where_the_course_is_missing(monkeypatch, is_there):
    notebook = chapter_at(monkeypatch, STEMS[1], SOMEWHERE)
    (cell,) = (c for c in notebook.cells if address.COLAB in c.metadata.get("tags", ()))
    asked = []

    class Shell:
        def run_line_magic(self, name, line):
            asked.append((name, line))

    monkeypatch.setattr("importlib.util.find_spec", lambda name: object() if is_there else None)
    exec(TransformerManager().transform_cell(cell.source), {"get_ipython": Shell})
    wanted = [("pip", f'install --quiet "kernelsy19[colab] @ git+{SOMEWHERE}"')]
    assert asked == ([] if is_there else wanted)


def test_the_site_has_buttons_once_there_is_an_address():
    assert address.site_options(None) == {} and address.buttons(None) == ""
    options = address.site_options(SOMEWHERE)
    assert options["repository_url"] == SOMEWHERE and len(options["launch_buttons"]) == 3
    assert "%2F00_start_here" in address.buttons(SOMEWHERE)


def test_a_page_of_the_site_leads_to_where_it_is_mended():
    """To a form that names the page, and to the file that it is written in; nowhere while there is no address."""
    assert address.mend_links("notebooks/01_kernels", "1 · Kernels", address=None) == {}
    links = address.mend_links("exercises/01_kernels_exercises", "1 · Kernels: exercises", SOMEWHERE)
    report, edit = links["Report a slip"], links["Edit this page"]
    form = ROOT / ".github" / "ISSUE_TEMPLATE" / "slip.yml"
    asked = parse_qs(urlsplit(report).query)
    assert asked["template"] == [form.name] and "id: where" in form.read_text(encoding="utf-8")
    assert asked["where"] == ["1 · Kernels: exercises (exercises/01_kernels_exercises)"]
    assert asked["edition"] == [address.edition()] and "id: edition" in form.read_text(encoding="utf-8")
    assert (ROOT / edit.removeprefix(f"{SOMEWHERE}/edit/main/")).is_file()
    assert list(address.mend_links("equations/SY19-4", "The Lagrangian", SOMEWHERE)) == ["Report a slip"]
    assert address.site_address(SOMEWHERE) == "https://some-one.github.io/kernel-course/"
    assert address.site_address(None) == ""


def test_a_page_and_the_book_say_what_they_were_made_from(tmp_path, monkeypatch):
    """The version, and where there is a repository the commit and its day; and where slips are listed."""
    settings = runpy.run_path(str(ROOT / "site" / "conf.py"))
    assert settings["html_theme_options"]["extra_footer"] == address.edition()
    for file in ("make_book.py", "make_epub.py"):
        text = (ROOT / "tools" / file).read_text(encoding="utf-8")
        assert "{edition()}" in text and "{errata(repository())}" in text
    assert "### Slips" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "some-one.github.io/kernel-course/CHANGELOG.html" in address.errata(SOMEWHERE)
    assert "](" not in address.errata(None) and "href" not in address.errata(None)
    monkeypatch.setattr(address, "ROOT", tmp_path)
    pyproject_with(tmp_path, LINE)
    assert re.fullmatch(r"Version [\d.]+", address.edition())
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run(["git", *who, "commit", "--quiet", "--allow-empty", "-m", "a"], cwd=tmp_path, check=True)
    assert re.fullmatch(r"Version [\d.]+, [0-9a-f]{7,} of \d{4}-\d\d-\d\d", address.edition())


def test_no_other_file_knows_such_a_place():
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git repository")
    allowed = {"tools/address.py", "tests/test_address.py"}
    if address.repository():
        allowed |= {"README.md", "CITATION.cff", *(f"notebooks/{stem}.ipynb" for stem in STEMS)}
    for name in set(listed.stdout.split()) - allowed:
        if Path(name).suffix in {".py", ".md", ".toml", ".cff", ".yml", ".json", ".ipynb"}:
            text = (ROOT / name).read_text(encoding="utf-8")
            assert not any(place in text for place in PLACES), name


def test_the_links_of_readme_are_whole_on_another_page():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    whole = address.whole_links(readme, SOMEWHERE, "v1.2.3")
    assert f"]({SOMEWHERE}/blob/v1.2.3/notebooks/00_start_here.ipynb)" in whole
    assert f"]({SOMEWHERE}/raw/v1.2.3/" in whole and "](notebooks" not in whole
    assert whole.count("](") == readme.count("](") and "blob/v1.2.3/http" not in whole
