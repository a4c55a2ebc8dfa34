"""The map of the course: what it says of the chapters is what they say themselves."""

import base64
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

from kernelcourse.course_map import CourseMap, columns, drawn_map, prerequisites
from kernelcourse.desk.contents import Chapter, chapters
from kernelcourse.desk.server import TWIN

SOURCES = Path(__file__).resolve().parents[2] / "sources"
NEEDED = re.compile(r"^# \*\*You need\*\*.*?\.(?=\s)", re.MULTILINE | re.DOTALL)  # its first sentence


def chapter(number, *needs):
    return Chapter(number, f"title {number}", "part", needs=needs)


@pytest.mark.parametrize("row", [c for c in chapters() if c.number.isdigit()], ids=lambda c: c.number)
def test_a_chapter_needs_what_it_says(row):
    text = (SOURCES / f"{row.notebook}.py").read_text(encoding="utf-8")
    said = NEEDED.search(text)
    named = re.findall(r"\]\((\d\d)_\w+\.ipynb\)", said.group()) if said else []
    assert said or row.number == "00"
    assert tuple(sorted({n for n in named if "00" < n < row.number})) == row.needs


def test_what_another_needs_already_is_not_drawn():
    table = [chapter("01"), chapter("02", "01"), chapter("03", "01", "02"), chapter("04", "01")]
    needs = prerequisites(table)
    assert needs == {"01": (), "02": ("01",), "03": ("02",), "04": ("01",)}
    assert columns(needs) == [[("01", "")], [("02", ""), ("04", "")], [("03", "")]]


def test_a_line_passes_through_a_column_in_a_place_of_its_own():
    needs = prerequisites([chapter("01"), chapter("02"), chapter("03", "01"), chapter("04", "02", "03")])
    assert columns(needs) == [[("01", ""), ("02", "")], [("03", ""), ("02", "04")], [("04", "")]]


def test_a_chapter_cannot_need_a_later_one():
    with pytest.raises(ValueError, match="03 needs 04"):
        prerequisites([chapter("03", "04"), chapter("04")])


def test_every_chapter_stands_to_the_right_of_what_it_needs():
    place = {n: k for k, column in enumerate(columns(prerequisites())) for n, passed in column if not passed}
    assert all(place[before] < place[c.number] for c in chapters() for before in c.needs)


def test_the_drawing_is_an_image_and_no_two_boxes_meet_and_titles_stay_inside():
    drawing = drawn_map()
    image = base64.b64decode(re.search(r'<img src="data:image/svg\+xml;base64,([^"]+)"', drawing)[1])
    svg, ns = ElementTree.fromstring(image), "{http://www.w3.org/2000/svg}"
    boxes = [tuple(float(box.get(k)) for k in ("x", "y", "width", "height")) for box in svg.iter(f"{ns}rect")]
    read = [c for c in chapters() if c.number.isdigit()]
    assert len(boxes) == len(read) == drawing.count("<li>")
    for k, (x, y, w, h) in enumerate(boxes):
        assert all(x + w < a or a + c < x or y + h < b or b + d < y for a, b, c, d in boxes[:k])
    texts = list(svg.iter(f"{ns}text"))
    assert all(f"{c.number} · " in " ".join(text.text for text in texts) for c in read)
    bold = FontProperties(family="DejaVu Sans", weight="bold")
    for text in texts:
        size, x, y = (float(text.get(k)) for k in ("font-size", "x", "y"))
        wide = TextPath((0, 0), text.text, size=size, prop=bold).get_extents().width
        assert any(a < x and x + wide < a + c and b < y - size < y < b + d for a, b, c, d in boxes), text.text


def test_the_twin_is_the_map_of_a_reader_who_begins(monkeypatch):
    bundle = CourseMap()._repr_mimebundle_()
    assert TWIN in bundle["text/html"] and "0 of" in bundle["text/html"]
    assert "04" in bundle["text/plain"]
