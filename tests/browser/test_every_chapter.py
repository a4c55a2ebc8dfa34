"""Every chapter in JupyterLab on two days: it runs, fits its page, and is whole when it is opened again."""

import re
from pathlib import Path

import lab
import nbformat
import pytest

from kernelcourse.desk.contents import chapters

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
BY_DAY = {
    "00",
    "03",
    "07",
    "10",
    "16",
    "18",
}  # the first page, and what is longest, heaviest, deepest or newest
CHAPTERS = [
    pytest.param(f"{chapter.notebook}.ipynb", marks=[pytest.mark.night] * (chapter.number not in BY_DAY))
    for chapter in chapters()
    if chapter.number.isdigit()
]
LAPTOP = {"width": 1366, "height": 768}
HIGHEST = 20_000  # pixels of a chapter that is read the first time
JUMP = 8  # pixels by which what stands below the opening scene may move when it comes alive
HEIGHT = """() => [...document.querySelectorAll(".jp-Notebook .jp-Cell")]
    .reduce((sum, cell) => sum + cell.offsetHeight, 0)"""
# Asked half a second after the kernel has said which Python it is.
DIRTY = """() => { const { context, sessionContext } = window.jupyterapp.shell.currentWidget;
    return sessionContext.session.kernel.info.then(
        () => new Promise(done => setTimeout(() => done(context.model.dirty), 500))); }"""
# Else the button below a picture asks whether it may run code.
UNTRUSTED = """() => [...window.jupyterapp.shell.currentWidget.content.model.cells]
    .filter(cell => cell.type === "code" && !cell.trusted).length"""
WALKS = ".jp-OutputArea-output:has(button:text('Next line'))"
OPEN_COVERS = "() => [...document.querySelectorAll('.kernelsy19-cover')].map(cover => cover.open)"
MADE = re.compile(r"^(?:\w+ = )?(?:\w+\.)?(\w+(?:Explorer|Stepper)|SGDAgainstNewton)\(", re.MULTILINE)


def explorers_of(notebook):
    """Names of the explorers that a chapter shows."""
    cells = [cell.source for cell in nbformat.read(notebook, as_version=4).cells if cell.cell_type == "code"]
    return [name for cell in cells for name in MADE.findall(cell)]


def covers_of(notebook):
    """Covers of a chapter in their order: whether a guess of the same section stands before each."""
    asked, found = False, []
    for cell in nbformat.read(notebook, as_version=4).cells:
        if cell.cell_type == "markdown":
            asked = asked and not re.search("^## ", cell.source, re.MULTILINE)
        else:
            found += [asked] * cell.source.count("with guess.covered():")
            asked = asked or re.search(r"\bguess\.(number|choice)\(", cell.source) is not None
    return found


def make_guess(form):
    """Answer a question, whatever it asks for, and read what is said of the answer."""
    assert not form.locator("details").is_visible()
    if form.get_by_role("radio").count():
        form.get_by_role("radio").first.check()
        form.get_by_role("button").click()
    else:
        form.get_by_role("textbox").click()
        form.page.keyboard.type("1")
        form.page.keyboard.press("Enter")
    form.get_by_text("What it is").click()
    assert re.match("That is it|Near|You said", form.locator("details p").inner_text())


def drag(handle, by):
    """Drag what stands in a picture by the mouse."""
    handle.scroll_into_view_if_needed()
    box, mouse = handle.bounding_box(), handle.page.mouse
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + by[0], y + by[1], steps=4)
    mouse.up()


def move_slider(explorer):
    """Move the first slider: it changes what is seen."""
    slider = explorer.sliders[0]
    value, picture = slider.get_attribute("aria-valuetext"), explorer.picture()
    key = "ArrowLeft" if slider.input_value() == slider.get_attribute("max") else "ArrowRight"
    explorer.press(slider, key, times=5)
    assert slider.get_attribute("aria-valuetext") != value
    assert explorer.picture() != picture


def move_handle(explorer):
    """Drag the first thing that can be dragged in the picture, if there is one: it changes what is seen."""
    for handle in explorer.handles[:1]:
        picture = explorer.picture()
        for by in ((-30, 20), (60, -40)):  # one of them may lead out of the picture
            drag(handle, by)
            explorer.rest()
        assert explorer.picture() != picture, handle.get_attribute("aria-label")


def walk_to_the_end(walk):
    """Ask for line after line, and see each; the last says that it is. Returns their number."""
    button, lines = walk.get_by_role("button", name="Next line"), walk.locator(".proof tr:visible")
    n_shown = lines.count()
    while button.is_enabled():
        button.click()
        n_shown += 1
        lines.nth(n_shown - 1).wait_for()
        # Said last: the button knows by then whether there is another line.
        walk.get_by_text(re.compile(rf"^(All )?{n_shown} (of|lines)")).wait_for()
    assert walk.get_by_text(f"All {n_shown} lines are shown.").is_visible()
    return n_shown


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_is_read_on_two_days(desk, name):
    notebook = NOTEBOOKS / name
    explorers, covers = explorers_of(notebook), covers_of(notebook)
    with desk.open(notebook, **LAPTOP) as page:
        assert page.tab.evaluate(UNTRUSTED) == 0
        page.tab.locator(lab.OPENING).wait_for()
        opening = page.tab.locator(".ks-site").bounding_box()
        seen = page.tab.locator(".jp-NotebookPanel-notebook").bounding_box()
        below = seen["y"] + seen["height"] - opening["y"]
        assert opening["height"] <= below
        move_slider(lab.Explorer(page.tab.locator(lab.OPENING)))
        page.run_all()
        assert page.errors() == []
        assert page.cells_not_run() == []
        assert 3000 < page.tab.evaluate(HEIGHT) < HIGHEST
        page.tab.evaluate("() => window.jupyterapp.commands.execute('notebook:expand-all-headings')")
        assert page.tab.evaluate(OPEN_COVERS) == [False] * len(covers)
        assert page.tab.locator(".jp-MarkdownCell details[open]").count() == 0
        for form in page.tab.locator(".kernelsy19-guess").all():
            make_guess(form)
        assert page.tab.evaluate(OPEN_COVERS) == covers
        live = page.explorers()
        assert len(live) == len(explorers)
        height = live[0].output.locator(".ks-live").bounding_box()["height"]
        assert height <= below and abs(height - opening["height"]) <= JUMP
        for explorer in live:
            assert explorer.image.is_visible()
            move_slider(explorer)
            move_handle(explorer)
        for walk in page.tab.locator(WALKS).all():
            assert walk_to_the_end(walk) > 1
        page.save()
        assert page.file.read_bytes() == notebook.read_bytes()
        page.shut_down()
        page.reopen()
        assert not page.tab.evaluate(DIRTY)
        assert len(page.explorers()) == 0
        assert len(page.twins()) == len(explorers)
        text = page.text()
        assert "model not found" not in text and "Error displaying widget" not in text
