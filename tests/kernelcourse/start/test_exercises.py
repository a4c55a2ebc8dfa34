"""The exercise of the first page answers as the page says."""

import ast
from pathlib import Path

import numpy as np
import pytest
from own_answers import right_forms, wrong_answers

from kernelcourse.judging.exercises import find_exercise

EXERCISE = find_exercise("00.1")
PAGE = Path(__file__).resolve().parents[3] / "sources" / "00_start_here.py"


def functions_of_the_page():
    """The functions that the page hands to its check, by name."""
    tree = ast.parse(PAGE.read_text(encoding="utf-8"))
    defined = ast.Module([node for node in tree.body if isinstance(node, ast.FunctionDef)], [])
    namespace = {}
    exec(compile(defined, PAGE.name, "exec"), namespace)
    return {node.name: namespace[node.name] for node in defined.body}


def test_the_page_shows_three_of_the_four_answers():
    statuses = {name: EXERCISE.judge(f).status for name, f in functions_of_the_page().items()}
    assert statuses == {"squared_distance": "not attempted", "forgot_the_two": "wrong", "right": "right"}


def test_the_hint_is_that_of_the_mistake_on_the_page():
    result = EXERCISE.judge(functions_of_the_page()["forgot_the_two"])
    assert "The mixed term comes twice" in result.message


@pytest.mark.parametrize("seed", range(3))
def test_kernel_values_are_those_of_the_mapped_points(seed):
    for pair in EXERCISE.problems(np.random.default_rng(seed)):
        G = np.stack([pair.Phi_x, pair.Phi_y]) @ np.stack([pair.Phi_x, pair.Phi_y]).T
        np.testing.assert_allclose(EXERCISE.arguments(pair), G[np.triu_indices(2)], rtol=1e-14)


G = np.array([1.0, -1.0])
WRONG = [
    ("00.1", lambda K_xx, K_xy, K_yy: [K_xx - 2 * K_xy + K_yy] * 2, "single number"),
    ("00.1", lambda K_xx, K_xy, K_yy: K_xx - 2 * abs(K_xy) + K_yy, "and it has to be below"),
    ("00.1", lambda K_xx, K_xy, K_yy: K_xx * K_yy - K_xy**2, "and it has to be below"),
    ("00.1", lambda K_xx, K_xy, K_yy: 2 - 2 * K_xy, ""),  # right for unit vectors only
]

test_wrong = wrong_answers(WRONG)
test_right = right_forms([("00.1", lambda K_xx, K_xy, K_yy: G @ np.array([[K_xx, K_xy], [K_xy, K_yy]]) @ G)])


def test_what_is_not_written_is_said_without_a_cell_above():
    message = EXERCISE.judge(functions_of_the_page()["squared_distance"]).message
    assert "run its cell" in message and "above" not in message
