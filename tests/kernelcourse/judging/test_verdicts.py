"""Verdicts: a sign and a color for each, the same words as text and as HTML."""

import html
import re
from pathlib import Path

import pytest
from pictures import contrast

from kernelcourse.judging.verdicts import MARKS, CheckResult, sentence, show_value, text_of


@pytest.mark.parametrize("status", MARKS)
def test_a_sign_and_a_color_that_stands_out_in_both_themes(status):
    sign, words, color = MARKS[status]
    shown = CheckResult(status, "99.1", "Title", "Message.")._repr_html_()
    assert f'<span style="color: {color}; font-weight: bold">{sign}</span> <strong>{words}</strong>' in shown
    assert f"border-left: 4px solid {color}" in shown
    for background in ("#ffffff", "#111111", "#1e1e1e"):
        assert contrast(color, background) >= 3


def test_each_verdict_has_a_sign_or_words_of_its_own():
    assert len({words for _, words, _ in MARKS.values()}) == len(MARKS)
    assert len({MARKS[status][0] for status in ("not attempted", "raised", "wrong", "right")}) == 4
    assert MARKS["right"][2] != MARKS["wrong"][2]


def test_text_and_html_say_the_same():
    message = "It is *not* `a < b`, but $x < y$ & **more**.\n\n- one `b`: below 1e-8\n- two"
    result = CheckResult("wrong", "99.1", "A < B", message, "line 1\n  a < b & c", seed=3)
    assert repr(result) == "✘ not right yet: 99.1 A < B\n" + message + "\n    line 1\n      a < b & c"
    shown = result._repr_html_()
    assert "<em>not</em> <code>a &lt; b</code>" in shown
    assert "$x &lt; y$ &amp; <strong>more</strong>." in shown
    assert "<li>one <code>b</code>: below 1e-8</li><li>two</li>" in shown
    assert "<pre" in shown and "line 1\n  a &lt; b &amp; c</pre>" in shown
    words = re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", shown)))
    plain = re.sub(r"\s+", " ", re.sub(r"[`*]|^- ", "", repr(result), flags=re.MULTILINE))
    assert re.sub(r" ([.,:])", r"\1", words).strip() == plain.strip()


def test_stars_within_formulas_and_code_are_no_emphasis():
    shown = CheckResult("wrong", "99.1", "T", "$a^* b^*$, `x * y * z` and 2 * 3 * 4")._repr_html_()
    assert "<em>" not in shown


@pytest.mark.parametrize(
    ("complaint", "said"),
    [
        ("largest gap", "Largest gap."),
        ("slight: 3", "Slight: 3."),
        ("νn lies between", "νn lies between."),
        ("r starts miss", "r starts miss."),
        ("c-means stands still", "c-means stands still."),
        ("‖c‖² is off", "‖c‖² is off."),
        ("3 of 4 entries", "3 of 4 entries."),
        ("K is off", "K is off."),
        ("is it off? look again!", "Is it off? look again!"),
    ],
)
def test_a_capital_begins_a_word_and_no_symbol(complaint, said):
    assert sentence(complaint) == said


class Raising:
    def __repr__(self):
        raise SystemExit

    __str__ = __repr__


class NoText:
    def __repr__(self):
        return 3


def test_whatever_cannot_be_shown_is_named():
    loop = []
    loop.append(loop)
    for value in (Raising(), NoText()):
        assert text_of(value) == show_value(value)[0] == f"an object of type {type(value).__name__}"
    assert show_value([Raising(), 1]) == ["[an object of type Raising, 1]"]
    assert show_value(loop) == ["[[[[a list of 1]]]]"]
    assert show_value({"a": Raising()}) == ["an object of type dict"]


def test_a_solution_is_one_click_away_after_three_wrong_answers(monkeypatch):
    root = Path(__file__).resolve().parents[3]
    link = 'href="../solutions/03_minimum_volume_ball_solutions.ipynb"'
    for folder, wrong_so_far, shown in (
        ("exercises", 2, False),
        ("exercises", 3, True),
        ("notebooks", 3, False),
    ):
        monkeypatch.chdir(root / folder)
        result = CheckResult("wrong", "03.1", "Costs", "A hint.", wrong_so_far=wrong_so_far)
        assert (link in result._repr_html_()) == shown
