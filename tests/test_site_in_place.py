"""The site is made once, takes the place of the old one when it is done, and offers what there is."""

import os

import build_site
import once
import pytest


def test_a_script_runs_once(tmp_path, monkeypatch):
    """Again only where what it reads, what it is or what it makes has changed, or where it failed."""
    read, made, runs, ends = (tmp_path / name for name in ("read", "made", "runs", "ends"))
    monkeypatch.setattr(once, "BUILD", tmp_path)
    monkeypatch.setitem(once.MADE, "thing", (["made"], [read]))
    read.mkdir()
    script = f"open({str(runs)!r}, 'a').write('x'); open({str(made)!r}, 'w'); exit(int(open({str(ends)!r}).read()))"

    def times(code=0, text=""):
        """How often the script has run, after one more try."""
        ends.write_text(str(code), encoding="utf-8")
        found = once.once("thing", ["-c", f"{script} # {text}"])
        return runs.stat().st_size if found == code else f"ended with {found}"

    assert [times(), times()] == [1, 1]
    (read / "new").write_text("1", encoding="utf-8")
    assert [times(), times()] == [2, 2]
    (read / "new").write_text("2", encoding="utf-8")
    assert [times(), times()] == [3, 3]
    made.unlink()
    assert [times(code=3), times(code=3), times(), times()] == [4, 5, 6, 6]
    assert [times(text="otherwise"), times(text="otherwise")] == [7, 7]


def test_what_the_site_shows_is_what_it_reads():
    """Each document and each page of the site stands in what a new build is asked for."""
    read = {file for path in once.MADE["site"][1] for file in (path.rglob("*") if path.is_dir() else [path])}
    names = *build_site.DOCUMENTS, "LICENSE", "CITATION.cff", "README.md", "pyproject.toml"
    wanted = [build_site.ROOT / name for name in names]
    wanted += [build_site.SITE / "pages" / "index.md", build_site.SITE / "conf.py"]
    assert not set(wanted) - read and build_site.SITE / "tests" / "test_site.py" not in read


@pytest.mark.skipif(os.name == "nt", reason="a folder cannot be opened there")
def test_a_new_site_takes_the_place_of_the_old_one(tmp_path):
    new, place = tmp_path / "site-new", tmp_path / "site"
    for folder, name in ((new, "b.html"), (place, "a.html")):
        folder.mkdir()
        (folder / name).write_text(name, encoding="utf-8")
    served = os.open(place, os.O_RDONLY)  # as of a server that stands in it
    build_site.put_in_place(new, place)
    assert [path.name for path in place.iterdir()] == os.listdir(served) == ["b.html"]
    os.close(served)
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    new.mkdir()
    build_site.put_in_place(new, tmp_path / "first")  # where there was none
    assert not list((tmp_path / "first").iterdir())


@pytest.mark.parametrize("there", [(), ("book.pdf",), ("book.pdf", "book.epub", "slides/index.html")])
def test_what_is_there_is_offered_and_nothing_else(tmp_path, there):
    site = tmp_path / "site"
    site.mkdir()
    before = '<ul class="offers"><li>what was there before</li></ul><p>End.'
    (site / "index.html").write_text(before, encoding="utf-8")
    for name in there:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"0" * 1_000_000)
    for _ in range(2):
        build_site.offer(site)
    text = (site / "index.html").read_text(encoding="utf-8")
    assert [name for name in build_site.OFFERS if f'href="{name}"' in text] == list(there)
    assert all((site / name).is_file() for name in there)
    assert text.endswith("</ul><p>End.") and text.count("<li>") == len(there)
