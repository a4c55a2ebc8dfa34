"""Every line of every derivation holds on random settings, and a line that is wrong does not."""

import numpy as np
import pytest

from kernelsy19.course import equations
from kernelsy19.course.derivations import Derivation, Residual, Setting, Step, chain, compare, gradient
from kernelsy19.course.index import all_derivations

DERIVATIONS = [pytest.param(value, id=name) for name, value in all_derivations().items()]


@pytest.mark.parametrize("derivation", DERIVATIONS)
def test_every_line_holds_on_random_settings(derivation):
    for seed in range(25):
        for number, residual in enumerate(derivation.verify(derivation.draw(seed)), 1):
            assert residual, f"line {number}, seed {seed}: {residual}"


@pytest.mark.parametrize("derivation", DERIVATIONS)
def test_no_line_compares_a_function_with_itself_or_only_zeros(derivation):
    settings = [derivation.draw(seed) for seed in range(10)]
    for number, step in enumerate(derivation.steps, 1):
        assert step.left is not step.right
        sides = [
            np.abs(np.asarray(side(s), float)).max() for s in settings for side in (step.left, step.right)
        ]
        assert max(sides) > 1e-6, f"line {number} is 0 = 0 on every setting"


@pytest.mark.parametrize("derivation", DERIVATIONS)
def test_equalities_notice_a_change_of_their_right_side(derivation):
    setting = derivation.draw(3)
    for step in derivation.steps:
        if step.relation == "=":
            changed = Step(
                step.latex, step.because, step.left, lambda s, f=step.right: np.asarray(f(s)) + 1e-3
            )
            assert not changed.residual(setting)


@pytest.mark.parametrize("derivation", DERIVATIONS)
def test_equation_keys_are_in_the_catalogue(derivation):
    for step in derivation.steps:
        if step.equation is not None:
            assert equations.show(step.equation).key == step.equation


@pytest.mark.parametrize("derivation", DERIVATIONS)
def test_markdown_shows_every_line_with_its_reason_and_mark(derivation):
    text = derivation._repr_markdown_()
    for step in derivation.steps:
        assert step.latex in text and step.because in text
    assert text.count("✓ holds") == len(derivation.steps)
    assert "✗" not in text


def squares():
    return Derivation(
        "A square",
        "Given a and b.",
        chain(
            lambda s: (s.a + s.b) ** 2,
            (r"(a+b)^2 = a^2 + 2ab + b^2", "multiply out", lambda s: s.a**2 + 2 * s.a * s.b + s.b**2),
            (r"\ge 2ab", "drop the squares", lambda s: 2 * s.a * s.b, None, "≥"),
        ),
        lambda rng: Setting(a=rng.normal(), b=rng.normal()),
    )


def test_chain_hands_each_right_side_on():
    first, second = squares().steps
    assert second.left is first.right
    assert second.relation == "≥"


def test_students_line_is_checked():
    derivation = squares()
    assert derivation.check_line(1, lambda s: s.a * (s.a + s.b) + s.b * (s.a + s.b))
    wrong = derivation.check_line(1, lambda s: s.a**2 + s.b**2)
    assert not wrong
    assert "does not hold" in str(wrong)
    with pytest.raises(ValueError, match="number must be between 1 and 2, got 3"):
        derivation.check_line(3, lambda s: 0)


@pytest.mark.parametrize(
    ("left", "right", "relation", "holds"),
    [
        (1.0, 1.0 + 1e-12, "=", True),
        (1.0, 1.0 + 1e-6, "=", False),
        (1e9, 1e9 + 1e-3, "=", True),
        ([1, 2], [1, 2.1], "=", False),
        (1.0, 0.0, "≥", True),
        (0.0, 1.0, "≥", False),
        (0.0, 1.0, "≤", True),
        (1.0, 0.0, "≤", False),
        ([3, 4], 3, "≥", True),
        ([3, 2], 3, "≥", False),
    ],
)
def test_compare(left, right, relation, holds):
    assert bool(compare(left, right, relation)) is holds


def test_compare_refuses_shapes_that_only_broadcast_and_values_that_are_not_finite():
    with pytest.raises(ValueError, match=r"\(2,\) on the left, \(2, 1\) on the right"):
        compare([1, 2], [[1], [2]])
    with pytest.raises(ValueError, match="finite"):
        compare(np.nan, 1.0)


def test_unknown_relation_is_an_error():
    with pytest.raises(ValueError, match="relation must be"):
        Step("a", "b", lambda s: 0, lambda s: 0, relation="<")


def test_residual_reads_the_same_on_every_machine():
    assert str(Residual(3.1e-16)) == str(Residual(2.2e-17)) == "holds (residual below 1e-09)"


def test_gradient_of_a_quadratic_is_exact():
    A = np.array([[2.0, 1.0], [1.0, 5.0]])
    c = np.array([0.3, -2.0])
    np.testing.assert_allclose(gradient(lambda v: v @ A @ v, c), 2 * A @ c, rtol=1e-11)
    assert gradient(lambda r: r**2, 1.5) == pytest.approx(3.0, rel=1e-11)
