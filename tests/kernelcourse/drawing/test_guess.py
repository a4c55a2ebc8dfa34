"""A question before a picture: what it holds, what it shows without a kernel, what it refuses."""

import ast
import re
from pathlib import Path

import numpy as np
import pytest

from kernelcourse.desk.server import TWIN
from kernelcourse.drawing import guess

SOURCES = Path(__file__).resolve().parents[3] / "sources"
CHAPTERS = sorted({*SOURCES.glob("[0-9]*.py")} - {*SOURCES.glob("*_exercises.py")})
ASKS = {
    "code": re.compile(r"\bguess\.(number|choice)\("),
    "markdown": re.compile(r"\*\*(Before you (look|read)|Guess first)"),
}
# Besides these, the level lines of chapter 7 stay open: its question is about them.
HOLDS_NO_ANSWER = re.compile(r"(display\()?(explorers|proofs|equations|guess)\.|level_lines\(")


def test_a_whole_number_is_shown_whole():
    asked = guess.number("How many lie outside?", np.int64(1234), "eruptions")
    assert (asked.answer, asked.value, asked.unit, asked.choices) == ("1234", 1234.0, "eruptions", [])
    assert asked.reach == pytest.approx(123.4)


@pytest.mark.parametrize(("digits", "shown"), [(1, "0.1"), (3, "0.123"), (5, "0.12346")])
def test_a_number_is_rounded_for_show_only(digits, shown):
    asked = guess.number("Which share?", 0.123456, digits=digits)
    assert asked.answer == shown and asked.value == 0.123456


def test_a_choice_knows_its_place():
    asked = guess.choice("Which way?", ["smoother", "more ragged"], "more ragged")
    assert asked.value == 1 and asked.answer == "more ragged" and asked.reach == 0


def test_the_twin_folds_the_answer_and_escapes_what_it_is_told():
    asked = guess.choice("<script>?", ["a < b", "a > b"], "a < b")
    twin = asked.twin()
    assert TWIN in twin and "<script>" not in twin and "a &lt; b" in twin
    shown, folded = twin.split("<details>")
    assert "a &gt; b" in shown and "a &lt; b" in folded


def test_the_bundle_has_a_twin_and_a_text():
    bundle = guess.number("How many?", 7, "points")._repr_mimebundle_()
    assert "7 points" in bundle["text/html"] and "7 points" in bundle["text/plain"]


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        (lambda: guess.number(3, 7), TypeError, "question must be a text"),
        (lambda: guess.number("?", np.nan), ValueError, "answer"),
        (lambda: guess.number("?", "seven"), (TypeError, ValueError), "answer"),
        (lambda: guess.number("?", 7, near=-1), ValueError, "near"),
        (lambda: guess.number("?", 7, digits=0), ValueError, "digits"),
        (lambda: guess.number("?", 7, unit=3), TypeError, "unit must be a text"),
        (lambda: guess.choice("?", ["one"], "one"), ValueError, "at least two different"),
        (lambda: guess.choice("?", ["one", "one"], "one"), ValueError, "at least two different"),
        (lambda: guess.choice("?", ["one", "two"], "three"), ValueError, "answer must be one of"),
        (lambda: guess.choice("?", ["one", 2], "one"), TypeError, "choices must be a text"),
    ],
)
def test_what_it_refuses(call, error, said):
    with pytest.raises(error, match=said):
        call()


def test_a_cover_is_closed_and_holds_all_that_was_shown(monkeypatch):
    shown = []
    monkeypatch.setattr(guess, "display", shown.append)
    with pytest.raises(ZeroDivisionError), guess.covered():
        print("a < b")
        print(1 / 0)
    (cover,) = shown
    cover.parts.append({"text/plain": "a picture", "text/html": "<img>"})
    bundle = cover._repr_mimebundle_()
    assert bundle["text/plain"] == "a < b\na picture"
    assert re.fullmatch(
        '<details class="kernelsy19-cover"><summary>.+</summary><pre>a &lt; b</pre><img></details>',
        bundle["text/html"],
    )
    cover.parts.append(
        {"text/plain": "a table", "text/markdown": "| a |\n| --- |"}
    )  # as tables show themselves
    assert "<img>\n\n| a |\n| --- |\n\n</details>" in cover._repr_mimebundle_()["text/markdown"]


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_asks_for_a_guess_right_before_each_explorer(path):
    cells = [cell for _, cell in cells_of(path)]
    # The scene of the opening asks nothing.
    opening = next(i for i, cell in enumerate(cells) if re.search("^# ## ", cell, re.MULTILINE))
    found = [i for i, cell in enumerate(cells) if re.search(r"^explorers\.\w+\(", cell, re.MULTILINE)]
    assert found, "no explorer"
    before = [cells[i - 1] for i in found if i > opening]
    assert all(re.search(r"\bguess\.(number|choice)\(", cell) for cell in before)


def cells_of(path):
    """Cells of a source, each with its kind, "code" or "markdown", and its text."""
    cells = re.split(r"^(?=# %%)", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return [("markdown" if "[markdown]" in cell.split("\n")[0] else "code", cell) for cell in cells]


def shown_uncovered(cell):
    """What a code cell shows openly that may hold an answer: not questions, explorers, proofs or equations."""
    body = ast.parse(cell).body
    covered = [n for n in body if isinstance(n, ast.With) and ast.unparse(n.items[0]) == "guess.covered()"]
    open_ = [node for node in body if node not in covered]
    found = [n for n in ast.walk(ast.Module(open_, [])) if isinstance(n, ast.Call)]
    printed = [ast.unparse(n) for n in found if ast.unparse(n.func) in ("print", "display")]
    last = [ast.unparse(body[-1])] if isinstance(body[-1], ast.Expr) else []
    return [call for call in printed + last if not HOLDS_NO_ANSWER.match(call)]


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_nothing_open_stands_between_a_question_and_its_folded_answer(path):
    cells, spoiled = cells_of(path), []
    for i, (kind, cell) in enumerate(cells):
        if not ASKS[kind].search(cell):
            continue
        for next_kind, after in cells[i + 1 :]:
            if next_kind == "code":
                spoiled += shown_uncovered(after)
            else:
                text = re.sub("^# ?", "", after.split("\n", 1)[1], flags=re.MULTILINE)
                if not text.startswith("<details><summary>Answer"):
                    spoiled.append(text[:80])
                break
    assert spoiled == []
