"""The index names, for each equation, what really implements and checks it."""

import pytest

from kernelcourse import equations
from kernelcourse.ball import proofs as ball
from kernelcourse.index import all_derivations, equation_index, lines_that_check


def test_every_equation_has_a_row():
    assert [equation.key for equation, _ in equation_index().rows] == list(equations.catalogue())


def test_lines_are_the_steps_that_carry_the_key():
    expected = [
        f"ball.dual, line {i}"
        for i, step in enumerate(ball.dual.steps, 1)
        if step.equation == "SY19-wolfe-dual"
    ]
    assert (
        expected
        and [line for line in lines_that_check("SY19-wolfe-dual") if line.startswith("ball.dual,")]
        == expected
    )
    assert lines_that_check("no such key") == ()


def test_a_definition_checks_nothing():
    carrying = [line for line in ball.stationarity.steps if line.equation == "SY19-4"]
    assert [line.kind for line in carrying] == ["definition"]
    assert not [line for line in lines_that_check("SY19-4") if line.startswith("ball.stationarity,")]


def test_derivations_are_named_by_module():
    assert all_derivations()["ball.dual"] is ball.dual


def test_table_links_functions_lines_and_chapters():
    text = equation_index("03_minimum_volume_ball")._repr_markdown_()
    row = next(line for line in text.splitlines() if line.startswith("| SY19-9c |"))
    assert "`ball.squared_distances_to_center`" in row
    assert "`ball.decision`, line" in row
    assert "[03_minimum_volume_ball](03_minimum_volume_ball.ipynb)" in row


def test_unknown_chapter_is_an_error():
    with pytest.raises(ValueError, match="No equation belongs to chapter '99'"):
        equation_index("99")
