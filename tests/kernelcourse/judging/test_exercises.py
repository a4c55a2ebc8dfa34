"""The check framework on toy exercises; `test_every_exercise.py` has its promises for every exercise of the course."""

import asyncio
import copy
import dataclasses
import functools
import importlib
import io
import os
import re
import subprocess
import sys
import time
import warnings
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from toy_exercises import CHOICE, CODING, EXAMPLE, NUMBER, TOYS, Ball, balls, distances, without_center_norm

from kernelcourse.judging import exercises as course_exercises
from kernelcourse.judging.answers import difference, same_answer, same_form, unchanged
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake, agreement, check
from kernelsy19.kernels import geometry

variant = functools.partial(dataclasses.replace, CODING)

# ---- the framework ---------------------------------------------------------------------------


def stub(K, alpha):
    """Squared distances."""
    # YOUR CODE HERE
    raise NotImplementedError()


def empty(K, alpha):
    """Squared distances."""


@pytest.mark.parametrize("answer", [stub, empty, lambda K, alpha: ..., None, ...])
def test_what_is_not_written_is_not_attempted(answer):
    result = CODING.judge(answer)
    assert result.status == "not attempted"
    assert not result.passed
    assert "Write the function" in result.message


def test_a_function_that_waits_for_another_says_for_which():
    def mine(K, alpha):
        return stub(K, alpha)

    result = CODING.judge(mine)
    assert (result.status, result.message) == ("not attempted", "`stub` is not written yet.")


def test_not_implemented_inside_a_library_is_an_exception_of_the_student():
    library = {}
    exec(compile("def later(K):\n    raise NotImplementedError", "library.py", "exec"), library)

    def mine(K, alpha):
        return library["later"](K)

    result = CODING.judge(mine)
    assert result.status == "raised" and 'return library["later"](K)' in result.details


def test_a_stub_that_was_written_on_says_that_its_line_is_still_there():
    def above(K, alpha):
        K = 2 * K
        raise NotImplementedError

    def below(K, alpha):
        raise NotImplementedError
        return distances(K, alpha)

    def partly(K, alpha):
        if len(alpha) > 2:
            raise NotImplementedError("only pairs")
        return distances(K, alpha)

    left = "`raise NotImplementedError` is still there"
    for mine, said in (
        (above, left),
        (below, left),
        (lambda *given: below(*given), left),
        (partly, "only pairs"),
    ):
        result = CODING.judge(mine)
        assert result.status == "raised" and said in result.message


def test_an_exception_names_the_line_of_the_student():
    def mine(K, alpha):
        weights = np.ones(7)
        return K @ weights

    result = CODING.judge(mine)
    line = mine.__code__.co_firstlineno + 2
    assert result.status == "raised"
    assert result.message.startswith("`ValueError`: `matmul")
    assert f"in line {line}, in mine:\n  return K @ weights\n" in result.details
    assert "it was called with\n  K = [[" in result.details
    mine.__code__ = mine.__code__.replace(co_linetable=b"")  # no line knows where it stands
    assert f"in line {line - 2}, in mine:\n" in CODING.judge(mine).details


@pytest.mark.parametrize("error", [SystemExit(1), RecursionError("deep"), AssertionError()])
def test_no_exception_of_the_student_ends_a_run(error):
    assert CODING.judge(raising(error)).status == "raised"


def test_an_interrupt_is_not_swallowed():
    with pytest.raises(KeyboardInterrupt):
        CODING.judge(raising(KeyboardInterrupt()))


def test_a_right_answer_shows_its_certificate_without_noise():
    result = CODING.judge(lambda K, alpha: distances(K, alpha) * (1 + 1e-13))
    assert result.passed
    shown = "largest difference from the squared distances: below 1e-8"
    assert result.message == f"Certificate on 3 problems:\n\n- {shown}"
    assert repr(result) == repr(CODING.judge(distances))


def test_whole_numbers_are_as_good_as_real_ones():
    def ones(K, alpha):
        return np.ones(2)

    exercise = variant(reference=ones, certify=agreement("difference", ones))
    assert exercise.judge(lambda K, alpha: np.ones(2, dtype=int)).passed


def test_any_callable_is_a_function():
    class Distances:
        def __call__(self, K, alpha):
            return distances(K, alpha)

    assert CODING.judge(Distances()).passed
    assert CODING.judge(lambda *arguments: distances(*arguments)).passed
    assert CODING.judge(functools.partial(lambda scale, K, alpha: scale * distances(K, alpha), 1)).passed
    assert CODING.judge(max).status in ("raised", "wrong")
    assert CODING.judge(dict).status == "raised"


def test_a_small_error_is_wrong_and_says_by_how_much():
    result = CODING.judge(lambda K, alpha: distances(K, alpha) + 1e-3)
    assert result.status == "wrong"
    assert re.search(r"(1e-3|0\.001), and it has to be below 1e-8", result.message)
    assert "3 of 3 problems" in result.message
    K, _ = next(iter(balls(np.random.default_rng())))
    assert K.shape == (2, 2)
    assert result.details.count("[") == 2 + 1 + 1 + 1  # the 2 x 2 problem and its answer


def test_the_smallest_failing_problem_is_shown():
    def mine(K, alpha):
        return distances(K, alpha) + (len(alpha) > 2)

    result = CODING.judge(mine)
    assert "2 of 3 problems" in result.message
    shown_alpha = re.search(r"alpha = \[(.*)\]", result.details)[1]
    assert len(shown_alpha.split()) == 3


FORMS = {
    "expected shape (2,), got (2, 2)": lambda K, alpha: K - distances(K, alpha)[:, None],
    "2 of 2 entries are NaN or infinite, the first at [0]": lambda K, alpha: distances(K, alpha) / np.nan,
    "expected an array of shape (2,), got None (is a `return` missing?)": lambda K, alpha: print(end=""),
    "expected a function of `(K, alpha)`, got one of `(K)`": lambda K: K,
}


@pytest.mark.parametrize("message", FORMS)
def test_a_wrong_form_is_named(message):
    result = CODING.judge(FORMS[message])
    assert result.status == "wrong" and result.message.startswith(message[0].upper() + message[1:] + ".")


def test_an_error_at_a_small_scale_gets_no_hint():
    rescaled = variant(problems=lambda rng: [Ball(1e-9 * p.K, p.alpha) for p in balls(rng)])
    unrelated = rescaled.judge(lambda K, alpha: distances(K, alpha) + 1e-7)
    assert unrelated.status == "wrong"
    assert "below 1e-8" in unrelated.message


def test_a_hint_needs_a_mistake_that_explains_every_wrong_answer():
    def on_large_ones(K, alpha):
        return without_center_norm(K, alpha) if len(alpha) > 2 else distances(K, alpha) + 1

    message = CODING.judge(on_large_ones).message
    assert CODING.mistakes[0].hint not in message
    assert message.startswith("Largest difference")


def test_a_hint_is_given_where_the_mistake_changes_nothing_on_some_problems():
    """The last term is 0 for a center at the origin: the answer is right there, and the mistake is the mistake."""
    centered = variant(edge=lambda rng: {"a center at the origin": Ball(np.eye(2), np.zeros(2))})
    assert centered.judge(without_center_norm).message == CODING.mistakes[0].hint
    off_there = centered.judge(lambda K, alpha: distances(K, alpha) + (not alpha.any()))
    assert "1 of 4 problems: a center at the origin." in off_there.message


def test_a_hint_is_given_where_the_mistake_gives_another_right_answer():
    """On the edge case every answer is right, the mistaken one among them."""
    free = variant(
        edge=lambda rng: {"anything goes": Ball(np.zeros((2, 2)), np.ones(2))},
        certify=lambda p, answer: Certificate("gap", p.K.any() * abs(answer - distances(*p)).max(), 1e-8),
        mistakes=[Mistake("One more.", lambda K, alpha: distances(K, alpha) + 1)],
    )
    assert free.judge(free.mistakes[0].answer).message == "One more."
    assert free.judge(lambda K, alpha: distances(K, alpha) + (1 if K.any() else 2)).message != "One more."


def test_what_cancels_to_zero_is_the_same_as_zero():
    shifted = Mistake("One less.", lambda K, alpha: (distances(K, alpha) / 3 * 3 + 0.3) - distances(K, alpha))
    exercise = variant(mistakes=[shifted])
    assert exercise.judge(lambda K, alpha: np.full(len(alpha), 0.3)).message == "One less."


def test_a_mistake_that_equals_the_right_answer_everywhere_explains_nothing():
    nothing = Mistake("Nothing.", distances)
    exercise = variant(mistakes=[nothing, *CODING.mistakes])
    for off in (lambda d: d + 1, lambda d: d.astype(np.float32)):
        assert "Nothing." not in exercise.judge(lambda K, alpha, off=off: off(distances(K, alpha))).message


def test_one_mistake_is_not_called_two_where_it_is_too_small_to_be_told_from_the_right_answer():
    """On tiny weights the mistake changes the answer by less than what counts as the same, and yet by too much."""
    tiny = {"weights that hardly count": Ball(np.eye(3), np.full(3, 1e-4))}
    exercise = variant(edge=lambda rng: tiny, certify=agreement("difference", distances, 1e-12))
    assert exercise.judge(without_center_norm).message == CODING.mistakes[0].hint


def test_two_mistakes_at_once_are_both_told():
    exercise = variant(edge=lambda rng: {"no weight": Ball(np.eye(3), np.zeros(3))})

    def twice_wrong(K, alpha):
        return without_center_norm(K, alpha) if alpha.any() else np.full(3, np.nan)

    message = exercise.judge(twice_wrong).message
    assert message.startswith(CODING.mistakes[0].hint + "\n\nThis is not all: 3 of 3 entries are NaN")


def test_rounding_is_named_and_is_no_mistake_of_another_kind():
    exercise = variant(mistakes=[Mistake("Any.", distances, when=lambda p, a: True)])
    seven, three = (
        exercise.judge(lambda K, alpha, d=d: distances(K, alpha).round(d), 0).message for d in (7, 3)
    )
    assert "Any." not in seven and "was something rounded" in seven
    assert three == "Any."


def test_single_precision_is_judged_as_such_and_excuses_nothing_else():
    def single(K, alpha):
        return distances(K, alpha).astype(np.float32)

    assert CODING.judge(single).passed
    assert not CODING.judge(lambda K, alpha: single(K, alpha) * np.float32(1 + 1e-4)).passed
    assert not CODING.judge(lambda K, alpha: single(K, alpha).astype(float)).passed
    asked = variant(certify=lambda p, a: Certificate("x", 2e-6 * (a.dtype == float), 1e-6), mistakes=())
    assert not asked.judge(single).passed


def test_an_answer_prints_once_and_not_for_every_problem(capsys):
    def talks(K, alpha):
        print(f"{len(alpha)} points")
        return distances(K, alpha) + 1

    CODING.judge(talks, 0)
    assert capsys.readouterr().out == f"{len(CODING.draw(0)[0][1].alpha)} points\n"


def test_an_answer_that_goes_to_another_folder_comes_back(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def goes(K, alpha):
        os.chdir("/")
        return distances(K, alpha)

    assert CODING.judge(goes, 0).passed and Path.cwd() == tmp_path


def test_what_an_exercise_forbids_refuses_under_every_name_and_works_again():
    strict = variant(forbids=("kernelsy19.kernels.geometry.center_gram",))
    kept = geometry.center_gram
    result = strict.judge(lambda K, alpha: kept(K) @ alpha)
    assert result.status == "raised" and "asks for what 'center_gram' of the library does" in result.message
    assert strict.judge(distances).passed
    np.testing.assert_allclose(kept(np.eye(2)), [[0.5, -0.5], [-0.5, 0.5]])


def test_a_pipe_without_a_cross_gets_a_verdict(monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="cp1252"))
    print(CODING.judge(lambda K, alpha: alpha + 1, 0), flush=True)
    assert b"? not right yet: 99.1" in sys.stdout.buffer.getvalue()


def test_a_property_is_asked_of_wrong_answers_of_the_right_form_only():
    asked = []
    exercise = variant(mistakes=[Mistake("Seen.", distances, when=lambda p, a: asked.append(a) or True)])
    assert exercise.judge(lambda K, alpha: alpha[:1]).message.startswith("Expected shape (2,), got (1,)")
    exercise.judge(lambda K, alpha: distances(K, alpha) + (len(alpha) == 5))
    assert [len(answer) for answer in asked] == [5]


def test_a_mistake_that_cannot_be_computed_is_not_this_mistake():
    broken = Mistake("Broken.", lambda K, alpha: 1 / 0)
    rude = Mistake("Rude.", lambda K, alpha: K.fill(0))
    exercise = variant(mistakes=[broken, rude, *CODING.mistakes])
    assert exercise.judge(without_center_norm).message == CODING.mistakes[0].hint


def test_arguments_are_copies_and_a_change_of_them_is_reported():
    problems = list(balls(np.random.default_rng(0)))
    before = [problem.K.copy() for problem in problems]
    exercise = variant(problems=lambda rng: problems)

    def right_but_rude(K, alpha):
        answer = distances(K, alpha)
        K *= 2
        return answer

    def wrong_and_rude(K, alpha):
        answer = without_center_norm(K, alpha)
        alpha[0] = 0
        return answer

    result = exercise.judge(right_but_rude)
    assert result.status == "wrong"
    assert "changes its argument `K` in place" in result.message
    result = exercise.judge(wrong_and_rude)
    assert result.message.startswith(CODING.mistakes[0].hint)
    assert "changes its argument `alpha` in place" in result.message
    for problem, K in zip(problems, before, strict=True):
        np.testing.assert_array_equal(problem.K, K)


def test_a_function_and_its_value_are_not_confused():
    K, alpha = next(iter(balls(np.random.default_rng(0))))
    result = CODING.judge(distances(K, alpha))
    assert result.status == "wrong" and "Hand in the function itself" in result.message
    assert NUMBER.judge(lambda: 27).message == "Hand in the value, not a function."


NOT_WHOLE = "Expected whole numbers, got real numbers (dtype float64)."
SAID = [
    *(
        (NUMBER, near, "Certificate:")
        for near in (27, 27.0, np.int64(25), np.array(30), [27], np.array([[27.0]]))
    ),
    (NUMBER, 31, "Error of your prediction: 4, and it has to be below 3."),
    (NUMBER, 245, NUMBER.mistakes[0].hint),
    *((NUMBER, number, NOT_WHOLE) for number in (27.5, np.nan, 2**70)),
    (NUMBER, int, "Expected a single number, got the class int."),
    (CHOICE, "more", "Certificate:\n\n- more points leave the ball: yes"),
    (CHOICE, "fewer", CHOICE.mistakes[0].hint),
    (CHOICE, "mroe", "Choose one of 'more', 'fewer', 'as many'; got 'mroe'."),
    (CHOICE, 1, "Choose one of 'more', 'fewer', 'as many'; got a single number."),
    (CHOICE, ..., "Give your answer"),
    (EXAMPLE, np.array([[-2.0], [0.5], [2.5]]), "Certificate:"),
    (EXAMPLE, np.array([-1.0, 3.0]), "Distance of the sum from 1: 1, and"),
    (EXAMPLE, np.array([[4.0, -5.0]]), "Distance of the sum"),
    (EXAMPLE, np.full(4, 0.25), EXAMPLE.mistakes[0].hint),
    (EXAMPLE, "points", "Expected an array of real numbers, got a"),
    (EXAMPLE, np.array([1.0, np.nan]), "1 of 2 entries are NaN"),
]


@pytest.mark.parametrize(("exercise", "answer", "message"), SAID)
def test_a_value_is_told_why_it_is_right_or_wrong(exercise, answer, message):
    """An example may have any shape, and all its certificates must hold."""
    result = exercise.judge(answer)
    wrong = "not attempted" if answer is ... else "wrong"
    assert result.status == ("right" if message.startswith("Certificate:") else wrong)
    assert result.message == message or (result.message.startswith(message) and message[-1] != ".")


def test_an_answer_that_cannot_be_judged_is_wrong():
    certify = lambda _, X: Certificate("third column", X[:, 2].sum(), 1.0)  # noqa: E731
    result = dataclasses.replace(EXAMPLE, certify=certify, mistakes=[]).judge(np.ones((2, 2)))
    assert result.status == "wrong" and "cannot be judged (IndexError" in result.message


def test_the_worst_certificate_of_all_problems_is_shown():
    fits = Certificate("fits", True)
    exercise = variant(
        certify=lambda p, _: [Certificate("size", len(p.alpha), 10 if len(p.alpha) == 2 else 5), fits]
    )
    assert exercise.judge(distances).message.endswith("- size: below 5\n- fits: yes")


SLIGHT = Certificate("slight", 3e-8, 1e-8)


@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize(
    ("other", "said"),
    [
        (Certificate("gross", 2.0, 1.0), "Slight"),
        (Certificate("the statement holds", False), "The statement"),
        (Certificate("nothing to compare", np.nan, 1e-8), "Nothing"),
    ],
)
def test_the_complaint_is_the_certificate_that_fails_by_most(other, said, way):
    judged = variant(certify=lambda p, answer: [SLIGHT, other][::way], mistakes=())
    assert judged.judge(distances).message.startswith(said)


def test_a_wrong_answer_is_told_even_where_another_problem_only_lost_its_data():
    def careless(K, alpha):
        if len(alpha) > 2:
            return without_center_norm(K, alpha)
        answer = distances(K, alpha)
        alpha *= 2
        return answer

    message = CODING.judge(careless).message
    assert message.startswith("Largest difference")
    assert "2 of 3 problems" in message
    assert "changes its argument `alpha` in place" in message


def test_a_function_that_destroys_its_argument_is_judged_by_the_data_it_got():
    def mean(values):
        return sum(values) / len(values)

    def emptying(values):
        answer = mean(values)
        values.clear()
        return answer

    exercise = Exercise("99.5", "Mean", lambda rng: [([1.0, 4.0],)], mean, agreement("error", mean))
    assert exercise.judge(mean).passed
    assert "changes its argument `values` in place" in exercise.judge(emptying).message


def test_problems_depend_on_the_key_and_the_seed_alone():
    renamed = variant(key="99.9")
    draws = [(CODING, 0), (CODING, 0), (CODING, 1), (renamed, 0)]
    first, again, *others = (e.draw(seed)[0][1].K for e, seed in draws)
    np.testing.assert_array_equal(first, again)
    for other in others:
        assert not np.allclose(first, other)


def test_problems_are_drawn_until_each_mistake_is_refused_on_two_of_them():
    positive = Mistake("Always positive.", abs)
    exercise = Exercise(
        "99.5",
        "The number itself",
        problems=lambda rng: ((float(x),) for x in rng.normal(1.0, 1.0, size=3)),
        reference=lambda x: x,
        certify=agreement("error", lambda x: x),
        mistakes=[Mistake("One more.", lambda x: x + 1), positive],
    )

    def least(exercise):
        return min(sum(x < 0 for _, (x,) in exercise.draw(seed)) for seed in range(50))

    assert least(dataclasses.replace(exercise, mistakes=exercise.mistakes[:1])) == 0
    assert least(exercise) == 2
    once = dataclasses.replace(exercise, mistakes=[dataclasses.replace(positive, once="A reason.")])
    assert least(once) == 1
    assert [m.hint for m in exercise.untold([("", (1.0,)), ("", (-1.0,))])] == ["Always positive."]
    assert not [*once.untold([("", (1.0,)), ("", (-1.0,))])]
    assert exercise.draw(3) == exercise.draw(3)


def test_what_a_mistake_raises_on_tells_nothing():
    broken = Mistake("Broken.", lambda K, alpha: 1 / 0)
    assert [*variant(mistakes=[broken]).untold(CODING.draw(0))] == [broken]


def test_an_answer_that_is_far_too_large_is_refused_unread():
    for answer, got in ((range(10**15), f"a range of {10**15}"), ([[0] * 1000] * 1000, "a list of 1000")):
        message = CODING.judge(lambda K, alpha, answer=answer: answer, 0).message
        assert message == f"Expected an array of shape (2,), got {got}."


def test_a_name_that_is_nearly_right_is_asked_about():
    misspelled = CODING.judge(lambda K, alpha: K @ alhpa)  # noqa: F821
    assert "'alhpa' is not defined. Did you mean 'alpha'?" in misspelled.message
    for function in (lambda K, alpha: K @ zebra, raising(NameError("no name"))):  # noqa: F821
        assert "Did you mean" not in CODING.judge(function).message


def test_form_of_tuples_texts_and_truth_values():
    assert same_form((2.0, np.ones(3)), (2.5, np.zeros(2))) == ("item 2: expected shape (2,), got (3,)")
    assert same_form(True, "yes") == "expected a text, got True or False"
    assert same_form(np.True_, False) is None
    assert same_form(3, print) == "expected a function, got a single number"
    assert same_form(np.inf, np.inf) is None
    assert same_form(np.inf, 1.0) == "expected a finite number, got inf"
    assert same_form([[1.0], [1.0, 2.0]], np.ones((2, 1))).endswith("got rows of different lengths")


def test_difference_is_the_largest_and_infinite_where_there_is_none():
    assert difference(np.array([1.0, 2.0]), np.array([1.5, -1.0])) == 3.0
    assert difference((1, "a"), (1.25, "a")) == 0.25
    assert difference(np.uint8(3), np.uint8(5)) == 2.0
    assert difference(np.array([np.inf, 1]), np.array([np.inf, 2])) == 1.0
    assert difference(np.array([True, False]), np.array([True, False])) == 0.0
    assert np.isnan(difference(np.nan, 1.0))
    assert difference(np.empty(0), np.empty(0)) == 0.0
    for a, b in [
        (np.ones(2), np.ones(3)),
        ((1,), (1, 2)),
        ("a", "b"),
        (1, "a"),
        (np.array([True]), np.array([False])),
    ]:
        assert difference(a, b) == np.inf


def test_a_form_that_takes_all_leaves_it_to_the_certificate():
    exercise = variant(
        form=lambda answer, expected: None,
        certify=lambda p, answer: Certificate("sum is 0", sum(answer) == 0),
    )
    assert exercise.judge(lambda K, alpha: {0: "any"}).passed
    assert exercise.judge(lambda K, alpha: None).status == "not attempted"
    assert exercise.judge(lambda K, alpha: [1]).message.startswith("Sum is 0: no.")


def test_large_arguments_are_described_not_printed():
    exercise = variant(problems=lambda rng: [(np.eye(9), np.ones(9) / 9)])
    assert "K = an array of shape (9, 9)\n" in exercise.judge(lambda K, alpha: alpha).details


def test_objects_and_integers_are_shown_without_addresses():
    def zero(kernel, n):
        return 0.0

    given = [(object(), np.int64(3))]
    exercise = variant(
        problems=lambda rng: given, reference=zero, certify=agreement("error", zero), mistakes=()
    )
    details = exercise.judge(lambda kernel, n: 0.25).details
    assert "\n  kernel = an object of type object\n  n = 3\nyour answer:\n  0.25\n" in details


def test_same_answer_is_relative_to_the_largest_entry():
    assert same_answer(np.array([1.0, 1e-9]), np.array([1.0, 0.0]))
    assert not same_answer(1e-9, 2e-9)
    assert same_answer((1.0, "a"), (1.0, "a"))
    assert not same_answer((1.0, "a"), (1.0, "b"))
    assert not same_answer(np.ones(2), np.ones((2, 1)))
    assert not same_answer(np.ones(2, dtype=object), np.ones(2, dtype=object))
    assert not same_answer((1.0,), (1.0, 2.0))
    assert not same_answer(np.array([True]), np.array([1.0]))
    assert same_answer(np.array([np.nan, 1]), np.array([np.nan, 1]))


@dataclasses.dataclass
class Setting:
    X: np.ndarray
    names: dict


@pytest.mark.parametrize(
    ("value", "change"),
    [
        (np.ones(3), lambda v: v.__setitem__(0, 2)),
        ([1.0, np.ones(2)], lambda v: v[1].__setitem__(0, 2)),
        ([3, 1, 2], lambda v: v.sort()),
        ({"a": np.ones(2)}, lambda v: v.update(b=1)),
        (Setting(np.ones(2), {}), lambda v: v.X.fill(0)),
        (np.array([{}, 1], dtype=object), lambda v: v[0].update(a=1)),
    ],
)
def test_a_change_in_place_is_seen(value, change):
    before = copy.deepcopy(value)
    assert unchanged(before, value)
    change(value)
    assert not unchanged(before, value)


def test_nan_in_an_argument_is_not_a_change():
    assert unchanged(np.array([np.nan]), np.array([np.nan]))
    assert unchanged(float("nan"), float("nan"))
    assert unchanged(print, print)
    assert not unchanged(1, 1.0)
    assert not unchanged([1], [1, 2])


@pytest.fixture
def chapter_99(monkeypatch):
    """The course with one more chapter, made of the toys."""
    toys = {exercise.key: functools.partial(copy.copy, exercise) for exercise in TOYS}
    known = course_exercises._chapters()
    monkeypatch.setattr(course_exercises, "_chapters", lambda: known | {"99": lambda: toys})


def test_check_finds_the_exercise_by_its_key(chapter_99):
    assert check("99.1", distances).passed
    assert check("99.2", 27).passed
    assert list(course_exercises.exercises_of("99")) == ["99.1", "99.2", "99.3", "99.4"]
    assert "99.3" in course_exercises.all_exercises()


def test_a_chapter_may_be_named_without_its_zero():
    assert (
        course_exercises.find_exercise("3.1").key == "03.1"
        and course_exercises.find_exercise("10.1").key == "10.1"
    )


def test_wrong_answers_are_counted_for_each_exercise(chapter_99, monkeypatch):
    monkeypatch.setattr(course_exercises, "WRONG_SO_FAR", Counter())
    answers = abs, without_center_norm, distances, ...
    assert [check("99.1", answer).wrong_so_far for answer in answers[:2]] == [1, 2]
    assert check("99.2", 1).wrong_so_far == 1
    assert [check("99.1", answer).wrong_so_far for answer in answers[2:]] == [0, 0]


def test_an_unknown_key_lists_the_keys(chapter_99):
    with pytest.raises(ValueError, match=r"99\.1, 99\.2, 99\.3, 99\.4, got '99\.7'"):
        check("99.7", distances)
    with pytest.raises(ValueError, match=r"expected a chapter with exercises .*99\), got '98'"):
        check("98.1", distances)


def test_a_check_imports_its_own_exercise_only(monkeypatch):
    imported, real = [], importlib.import_module
    monkeypatch.setattr(importlib, "import_module", lambda name: imported.append(name) or real(name))
    course_exercises._read.cache_clear()
    assert course_exercises.find_exercise("03.1").key == "03.1"
    assert [name for name in imported if ".checks." in name] == ["kernelcourse.ball.checks.ex_03_01"]


def test_check_raises_only_while_nbgrader_works(chapter_99, monkeypatch, capsys):
    for answer in (stub, without_center_norm, None, 3):
        assert not check("99.1", answer).passed
    for work in ("autograde", "validate"):
        monkeypatch.setattr(course_exercises, "NBGRADER", work)
        for answer in (stub, without_center_norm, None, 3):
            with pytest.raises(AssertionError, match=r"99\.1 Distances"):
                check("99.1", answer)
        assert check("99.1", distances) is None
        assert capsys.readouterr().out.startswith("✔ right: 99.1")


# ---- what no answer can do ----------------------------------------------------------------------


class RaisingRepr:
    def __repr__(self):
        raise RuntimeError("no")

    __str__ = __repr__


class RaisingError(Exception):
    def __str__(self):
        raise RuntimeError("no")


class RaisingAttributes:
    def __getattr__(self, name):
        raise RuntimeError("no")

    def __call__(self, K, alpha):
        return distances(K, alpha)


def holding_itself():
    loop = []
    loop.append(loop)
    return loop


def raising(error):
    def mine(K, alpha):
        raise error

    return mine


HOSTILE = {
    "a repr that raises": lambda K, alpha: RaisingRepr(),
    "a list of such": lambda K, alpha: [RaisingRepr(), RaisingRepr()],
    "a list that holds itself": lambda K, alpha: holding_itself(),
    "an exception without a text": raising(RaisingError()),
    "an end of a generator": raising(GeneratorExit()),
    "a task that was called off": raising(asyncio.CancelledError()),
    "an exception of no kind": raising(BaseException("odd")),
    "an exit": lambda K, alpha: sys.exit("away"),
    "a recursion": lambda K, alpha: HOSTILE["a recursion"](K, alpha),
    "attributes that raise": RaisingAttributes(),
    "a module": np,
    "a class": int,
    "a method without a signature": np.ndarray.sum,
}


@pytest.mark.parametrize("what", HOSTILE)
def test_no_answer_ends_a_run(what, chapter_99):
    for key in ("99.1", "99.2", "99.3", "99.4"):
        result = check(key, HOSTILE[what])
        assert result.status in ("wrong", "raised", "right")
        assert repr(result) and result._repr_html_()
    assert check("99.1", HOSTILE[what]).passed == (what == "attributes that raise")


def test_strict_floating_point_and_strict_warnings_are_the_students_own_affair():
    underflow = variant(
        reference=lambda K, alpha: np.exp(-1e6) / np.zeros(2),
        certify=lambda p, answer: Certificate("is NaN", bool(np.isnan(np.float64(0) / np.float64(0)))),
        same=lambda a, b: False,
    )
    with np.errstate(all="raise"), warnings.catch_warnings():
        warnings.simplefilter("error")
        assert underflow.judge(lambda K, alpha: np.full(2, np.nan)).passed
        assert CODING.judge(lambda K, alpha: K @ np.zeros(2) / 0).status == "raised"
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        underflow.judge(lambda K, alpha: warnings.warn("mine", stacklevel=1) or np.full(2, np.nan))
    assert {str(w.message) for w in seen} == {"mine"}


def endless(K, alpha):
    while True:
        pass


def endless_by_a_jump(K, alpha):
    missed = True
    while missed:
        missed = False
        for k in range(10**6):
            if k >= 0:
                missed = True


def endless_that_catches(K, alpha):
    while True:
        try:
            time.sleep(60)
        except Exception:
            continue


def require_stopped(result, name):
    assert result.status == "stopped"
    assert re.match(r"It was stopped after \S+ seconds of (computing|waiting)\. ", result.message)
    assert f"in {name}:\n" in result.details
    assert repr(result).startswith("⚠ your code did not end: 99.1")


@pytest.mark.parametrize("function", [endless, endless_by_a_jump, endless_that_catches])
def test_what_does_not_end_is_stopped_at_its_line(function, monkeypatch):
    monkeypatch.setattr(course_exercises, "TIME_LIMIT", 0.3)
    require_stopped(CODING.judge(function), function.__name__)


STOPPED_IN_ANOTHER_THREAD = """
from concurrent import futures
import test_exercises as tests
tests.course_exercises.TIME_LIMIT = 0.3
with futures.ThreadPoolExecutor(1) as pool:
    tests.require_stopped(pool.submit(tests.CODING.judge, tests.endless).result(timeout=20), "endless")
print("stopped")
"""


def test_what_does_not_end_in_another_thread_is_stopped_too():
    """In a process of its own: a loop whose lines are traced, as coverage does, is not reached from another thread."""
    here = Path(__file__).resolve().parent
    folders = [here, here.parent, here.parents[1]]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    environment["PYTHONPATH"] = os.pathsep.join(map(str, folders))
    command = [sys.executable, "-c", STOPPED_IN_ANOTHER_THREAD]
    outcome = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert outcome.stdout.strip() == "stopped", outcome.stderr


def test_the_time_is_that_of_all_calls_together(monkeypatch):
    monkeypatch.setattr(course_exercises, "TIME_LIMIT", 0.5)
    assert CODING.judge(lambda K, alpha: spin(0.05) or distances(K, alpha)).passed
    too_long = 0.3 * course_exercises.slowness()
    assert CODING.judge(lambda K, alpha: spin(too_long) or distances(K, alpha)).status == "stopped"


def spin(seconds):
    start = time.process_time()
    while time.process_time() < start + seconds:
        pass


def test_who_sleeps_is_stopped_and_told_so(monkeypatch):
    monkeypatch.setattr(course_exercises, "TIME_LIMIT", 0.1)
    result = CODING.judge(lambda K, alpha: time.sleep(10**6))
    assert (result.status, "seconds of waiting. Does it sleep" in result.message) == ("stopped", True), result


def test_an_answer_that_takes_too_long_to_judge_is_wrong(monkeypatch):
    monkeypatch.setattr(course_exercises, "JUDGING_LIMIT", 0.2)
    slow = dataclasses.replace(EXAMPLE, certify=lambda _, X: spin(len(X)), mistakes=())
    assert slow.judge(np.ones((20, 1))).message.startswith("Your answer is too large to be judged in ")


def test_an_answer_that_is_right_but_takes_too_much_memory_is_told_so():
    of_five = lambda problem: 10**6 if len(problem.alpha) == 5 else None  # noqa: E731
    frugal = variant(memory=of_five, too_large="it made a large matrix")

    def wasteful(K, alpha):
        return distances(K, alpha) + 0 * np.ones((500, 500)).sum()

    assert frugal.judge(distances).passed
    assert CODING.judge(wasteful).passed
    result = frugal.judge(wasteful)
    told = "It made a large matrix. This happened on 1 of 3 problems."
    assert (result.status, result.message) == ("wrong", told)


def test_a_failure_can_be_repeated_by_its_seed():
    result = CODING.judge(endless_but_once := lambda K, alpha: distances(K, alpha) + K[0, 0])
    last = result.details.splitlines()[-1]
    assert last == f'the same problems again: check("99.1", your_function, seed={result.seed})'
    assert repr(CODING.judge(endless_but_once, seed=result.seed)) == repr(result)
    assert repr(CODING.judge(endless_but_once)) != repr(result)


def test_the_environment_fixes_the_problems_where_notebooks_are_compared(chapter_99, monkeypatch):
    def shown(seed):
        monkeypatch.setattr(course_exercises, "SEED", seed)
        return repr(check("99.1", lambda K, alpha: distances(K, alpha) + 1))

    assert shown("build") == shown("build")
    assert len({shown("another"), shown(None), shown(None)}) == 3


def test_the_environment_is_that_with_which_the_process_started():
    program = """
import os
os.environ.pop("NBGRADER_EXECUTION")
from kernelcourse import check
check("00.1", lambda K_xx, K_xy, K_yy: 0.0)
"""
    environment = {**os.environ, "NBGRADER_EXECUTION": "validate"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    if sys.platform == "linux":
        assert "AssertionError" in done.stderr
    later = program.replace("pop", "get").replace("from kernel", 'os.environ["X"] = "1"\nfrom kernel')
    done = subprocess.run([sys.executable, "-c", later], env=environment, capture_output=True, text=True)
    assert "AssertionError" in done.stderr


def test_what_takes_too_long_where_memory_is_limited_may_be_too_large(monkeypatch):
    lean = variant(memory=lambda problem: 10**9)
    monkeypatch.setattr(course_exercises, "TIME_LIMIT", 0.3)
    assert "The problems are small" in CODING.judge(endless, 0).message
    assert "something very large" in lean.judge(endless, 0).message


def test_labels_are_no_signs():
    labels = variant(
        problems=lambda rng: [(np.array([0, 1, 2, 3]),)],
        reference=lambda x: x,
        certify=lambda problem, answer: Certificate("the labels", bool(np.array_equal(answer, problem[0]))),
        mistakes=(),
        arguments=tuple,
    )
    assert "signs" not in labels.judge(lambda x: np.minimum(x, 1), 0).message


def test_a_million_printed_lines_take_no_time_and_no_room(capsys):
    def talks(K, alpha):
        for i in range(200_000):
            print(i)
        sys.stdout = None
        return distances(K, alpha)

    assert CODING.judge(talks, 0).passed
    assert 100 < len(capsys.readouterr().out) < 30_000
