"""A guess in chromium: by mouse and by keyboard, and what is said of it."""

import json
from pathlib import Path

import nbformat
import pytest

from kernelcourse.drawing import guess
from kernelcourse.drawing.guess import FOLDER

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
FIELDS = ("question", "answer", "choices", "value", "unit", "reach")
PAGE = """<html><body style="font-family: sans-serif"><style>{css}</style><div id="here"></div>
<script>{script}; window.mounted = mount(document.getElementById("here"), {asked});</script></body></html>"""


def show(chromium, asked):
    """The script of the widget in a page: it needs nothing of Jupyter."""
    script = (FOLDER / "guess.js").read_text(encoding="utf-8").replace("export default", "window.module =")
    held = json.dumps({name: getattr(asked, name) for name in FIELDS})
    tab = chromium.new_page(viewport={"width": 700, "height": 300})
    tab.set_content(
        PAGE.format(
            css=(FOLDER / "guess.css").read_text(encoding="utf-8"),
            script=script.replace("export function", "function"),
            asked=held,
        )
    )
    return tab


def test_a_number_is_guessed_by_keyboard_and_the_answer_unfolds_after(chromium):
    tab = show(chromium, guess.number("How many of 272 lie outside?", 136, "eruptions"))
    assert not tab.get_by_text("136").is_visible()
    tab.keyboard.press("Tab")
    tab.keyboard.type("many")
    tab.keyboard.press("Enter")
    assert "Write a number first." in tab.get_by_role("status").inner_text()
    assert not tab.get_by_text("What it is").is_visible()
    tab.get_by_role("textbox").fill("100")
    tab.keyboard.press("Enter")
    assert not tab.get_by_text("It is 136").is_visible(), "first the reader looks at the picture"
    tab.get_by_text("What it is").click()
    assert "You said 100, which is 36 too low. It is 136 eruptions." in tab.locator("details").inner_text()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("136", "That is it"),
        ("130", "Near. You said 130"),
        ("1,5e2", "Near"),
        ("200", "64 too high"),
        ("−5", "141 too low"),
    ],
)
def test_what_is_said_of_a_number(chromium, text, said):
    tab = show(chromium, guess.number("How many?", 136, near=0.12))
    tab.get_by_role("textbox").fill(text)
    tab.get_by_role("button").click()
    tab.get_by_text("What it is").click()
    assert said in tab.locator("details").inner_text()


def test_whoever_says_the_number_that_is_shown_is_right(chromium):
    tab = show(chromium, guess.number("Which share?", 0.645, digits=1))
    tab.get_by_role("textbox").fill("0.6")
    tab.get_by_role("button").click()
    tab.get_by_text("What it is").click()
    assert "That is it: 0.6." in tab.locator("details").inner_text()


def test_a_choice(chromium):
    tab = show(chromium, guess.choice("Which way?", ["smoother <b>", "more ragged"], "more ragged"))
    tab.get_by_role("button").click()
    assert "Choose one first." in tab.get_by_role("status").inner_text()
    for label, said in (
        ("smoother <b>", "You said: smoother <b>. It is: more ragged."),
        ("more ragged", "That is it"),
    ):
        tab.get_by_label(label).check()
        tab.get_by_role("button").click()
        tab.get_by_text("What it is").click()
        assert said in tab.locator("details").inner_text()
    assert tab.get_by_role("group", name="Which way?").count() == 1


@pytest.mark.parametrize("end", ['<form class="kernelsy19-guess"></form>', "<h2>The next section</h2>"])
def test_a_guess_takes_the_covers_away_up_to_the_next_one_or_the_next_section(chromium, end):
    tab = show(chromium, guess.number("How many?", 3))
    tab.evaluate(
        """(end) => {
            const here = document.getElementById("here"), cover = '<details class="kernelsy19-cover"></details>';
            here.insertAdjacentHTML("beforebegin", cover);
            here.insertAdjacentHTML("afterend", cover + cover + end + cover);
        }""",
        end,
    )
    is_open = "() => [...document.querySelectorAll('.kernelsy19-cover')].map((cover) => cover.open)"
    assert tab.evaluate(is_open) == [False] * 4
    tab.get_by_role("textbox").fill("3")
    tab.get_by_role("button").click()
    assert tab.evaluate(is_open) == [False, True, True, False]


def test_a_page_without_scripts_shows_no_answer(chromium):
    cells = nbformat.read(NOTEBOOKS / "03_minimum_volume_ball.ipynb", as_version=4).cells
    outputs = [output for cell in cells for output in cell.get("outputs", ())]
    context = chromium.new_context(java_script_enabled=False)  # as GitHub shows the stored file
    tab = context.new_page()
    tab.set_content("".join(output.get("data", {}).get("text/html", "") for output in outputs))
    covers = tab.locator(".kernelsy19-cover").all()
    assert len(covers) == sum(cell.source.count("with guess.covered():") for cell in cells) > 0
    for cover in covers:
        assert cover.locator("> summary").is_visible()
        assert not any(part.is_visible() for part in cover.locator("> :not(summary)").all())
    context.close()
