"""A proof that is revealed line by line shows just the lines that were asked for."""

import pytest

from kernelcourse.ball import proofs as ball
from kernelcourse.desk.server import TWIN
from kernelcourse.proving.walk import Walk

walk = pytest.fixture(lambda: ball.dual.walk())


def shown(walk):
    return [step.latex.replace("&", "&amp;") in walk.lines.value for step in ball.dual.steps]


def test_starts_with_the_first_line_and_the_reason_of_the_next(walk):
    assert isinstance(walk, Walk)
    assert shown(walk) == [True] + [False] * (len(ball.dual.steps) - 1)
    assert ball.dual.steps[1].because in walk.hint.value
    walk.back.click()
    assert not any(shown(walk)) and ball.dual.steps[0].because in walk.hint.value
    assert walk.back.disabled and walk.break_it.disabled and not walk.next.disabled


def test_each_click_shows_or_hides_one_line(walk):
    walk.next.click()
    assert shown(walk) == [True, True] + [False] * (len(ball.dual.steps) - 2)
    assert walk.lines.value.count("✓") == 2
    walk.back.click()
    assert sum(shown(walk)) == 1


def test_show_all_ends_the_walk(walk):
    walk.all.click()
    assert all(shown(walk))
    assert walk.next.disabled and walk.all.disabled
    walk.next.click()
    assert walk.n_shown == len(ball.dual.steps)


def test_the_last_line_can_be_broken_once_for_each_premise(walk):
    assert walk.break_it.disabled, "an identity has no premise"
    walk.next.click()
    assert not walk.break_it.disabled and walk.broken.value == ""
    walk.break_it.click()
    assert [premise.says in walk.broken.value for premise in ball.dual.steps[1].premises] == [True, True]
    assert walk.broken.value.count("✗ without") == 2
    walk.next.click()
    assert walk.broken.value == ""


def test_the_title_stands_above_its_buttons_and_these_above_what_grows(walk):
    title, buttons, *below = walk.view.children
    assert ball.dual.title in title.value and ball.dual.title not in walk.lines.value
    assert walk.next in buttons.children and walk.break_it in buttons.children
    assert below.index(walk.lines) > below.index(walk.hint)


def test_before_it_runs_the_first_line_shows_and_the_whole_unfolds(walk):
    bundle = walk._repr_mimebundle_()
    first, whole = bundle["text/html"].split("<details><summary>All 5 lines</summary>")
    assert first == ball.dual.to_html(1) and first.count("<tr>") == 1 and ball.dual.title in first
    assert whole.startswith(
        ball.dual.to_html(titled=False) + f'</details><p class="{TWIN}"><b>To go through it'
    )
    assert bundle["text/plain"] == "Walk through Substitution: the Wolfe dual: 5 of 5 lines hold"
