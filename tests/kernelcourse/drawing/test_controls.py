"""Controls: what they take, what they refuse, and what the browser knows their values by."""

import numpy as np
import pytest
from refusals import refused

from kernelcourse.drawing.controls import choice, cloud, log_slider, place, slider, steps


@pytest.mark.parametrize(
    ("control", "value", "expected"),
    [
        (slider(0.0, 1.0, 0.5, "a"), 1, 1.0),
        (slider(0, 5, 1, "a"), np.int64(3), 3),
        (log_slider(-2, 1, 0, "a"), 0.01, 0.01),
        (choice(["a", "b"], "a"), "b", "b"),
        (place("a", (0, 0)), [1, 2], (1.0, 2.0)),
        (place("a"), None, None),
        (cloud("a", least=2), np.array([[1, 2], [3, 4]]), ((1.0, 2.0), (3.0, 4.0))),
        (cloud("a", classes=("x", "y")), [(1, 2, 1)], ((1.0, 2.0, 1.0),)),
        (cloud("a"), None, None),
    ],
)
def test_values_are_taken_as_plain_ones(control, value, expected):
    checked = control.checked("name", value)
    assert checked == expected and type(checked) is type(expected)


@pytest.mark.parametrize("make", [cloud, place])
def test_one_control_or_several_bring_back_the_start(make):
    assert make("a").of == ()
    assert make("a", of="data").of == ("data",)
    assert make("a", of=["data", "seed"]).of == ("data", "seed")


@pytest.mark.parametrize(
    ("control", "value", "message"),
    [
        (slider(0.0, 1.0, 0.5, "a"), 1.1, "name must be a number from 0 to 1, got 1.1"),
        (slider(0.0, 1.0, 0.5, "a"), np.nan, "from 0 to 1, got nan"),
        (slider(0.0, 1.0, 0.5, "a"), True, "a number from 0 to 1, got True"),
        (slider(0, 5, 1, "a"), 2.5, "a whole number from 0 to 5, got 2.5"),
        (log_slider(-2, 1, 0, "a"), 0, "from 0.01 to 10, got 0"),
        (steps("a", 4), 5, "a whole number from 0 to 4, got 5"),
        (choice(["a", "b"], "a"), "c", r"one of \['a', 'b'\], got 'c'"),
        (choice(["a", "b"], "a"), ["a"], "one of"),
        (place("a"), (1, 2, 3), "name must be two numbers, got"),
        (place("a"), (1, np.inf), "name must be two numbers"),
        (cloud("a", least=2), [(1, 2)], "name must be 2 to 400 rows of 2 numbers, or None"),
        (cloud("a", most=1), [(1, 2), (3, 4)], "1 to 1 rows"),
        (cloud("a"), [(1, "b")], "rows of 2 numbers"),
        (cloud("a", classes=("x",)), [(1, 2, 1)], "must be a class, 0 to 0"),
    ],
)
def test_a_bad_value_is_named(control, value, message):
    with pytest.raises(ValueError, match=message):
        control.checked("name", value)


@pytest.mark.parametrize(
    "control",
    [
        slider(0.01, 1.0, 0.1, "a", step=0.01),
        slider(-3, 8, 2, "a"),
        log_slider(-2, 1.5, 0, "a"),
        slider(0.0, 3.0, 1.5, "a"),
    ],
)
def test_a_slider_is_known_by_its_steps(control):
    assert control.checked("a", control.value) == control.heard(control.sent(control.value))
    low, high = control.ends
    for k in range(control.last + 1):
        assert control.sent(control.heard(k)) == pytest.approx(k, abs=1e-6)
        assert low - 1e-12 <= control.checked("a", control.heard(k)) <= high + 1e-12
    assert control.heard(-5) == control.heard(0) and control.heard(1e6) == control.heard(control.last)


def test_steps_are_round_numbers():
    assert slider(0.01, 1.0, 0.1, "a", step=0.01).heard(29) == 0.3
    assert log_slider(-2, 1.5, 0, "a").heard(40) == 1.0
    assert isinstance(slider(0, 5, 1, "a").heard(2.0), int)


test_a_control_that_cannot_start_is_refused = refused(
    (lambda: slider(0.0, 1.0, 2.0, "a"), "value must be a number from 0 to 1"),
    (lambda: slider(0.0, 1.0, 0.55, "a", step=0.1), "must start on one of its steps, got 0.55"),
    (lambda: log_slider(-1, 1, 0.02, "a"), "must start on one of its steps"),
    (lambda: choice(["a"], "a", "b"), "value must be one of"),
)


def test_options_are_known_by_their_place():
    menu = choice(["a", "b"], "a")
    assert (menu.value, menu.sent("b"), menu.heard(1)) == ("a", 1, "b")
    own = cloud("a")
    assert (own.sent(None), own.sent(((1.0, 2.0),)), own.heard([[1, 2]])) == (False, True, [[1, 2]])
