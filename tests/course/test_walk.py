"""A proof that is revealed line by line shows just the lines that were asked for."""

import pytest

from kernelsy19.ball import derivations as ball
from kernelsy19.course.walk import Walk


@pytest.fixture
def walk():
    return ball.dual.walk()


def shown(walk):
    return [step.latex in walk.lines.value for step in ball.dual.steps]


def test_starts_with_nothing_but_the_reason_of_the_first_line(walk):
    assert isinstance(walk, Walk)
    assert not any(shown(walk))
    assert ball.dual.steps[0].because in walk.hint.value
    assert walk.back.disabled and not walk.next.disabled


def test_each_click_shows_or_hides_one_line(walk):
    walk.next.click()
    walk.next.click()
    assert shown(walk) == [True, True] + [False] * (len(ball.dual.steps) - 2)
    assert walk.lines.value.count("✓ holds") == 2
    walk.back.click()
    assert sum(shown(walk)) == 1


def test_show_all_ends_the_walk(walk):
    walk.all.click()
    assert all(shown(walk))
    assert walk.next.disabled and walk.all.disabled
    walk.next.click()
    assert walk.n_shown == len(ball.dual.steps)


def test_static_twin_is_the_whole_proof(walk):
    bundle = walk._repr_mimebundle_()
    assert bundle["text/markdown"] == ball.dual.to_markdown()
    assert "5 of 5 lines hold" in bundle["text/plain"]
