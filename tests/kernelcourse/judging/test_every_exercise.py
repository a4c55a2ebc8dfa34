"""What the check framework promises, for every exercise of the course, every exam question and the toys."""

import ast
import copy
import dataclasses
import functools
import inspect
import itertools
import re
import tomllib
from pathlib import Path

import exam
import numpy as np
import pytest
from exam import QUESTIONS
from one_test_for_many import every
from remembered import remembered, unexplained
from toy_exercises import TOYS

from kernelcourse.judging import exercises as course_exercises
from kernelcourse.judging.answers import same_form, unchanged
from kernelcourse.judging.checks import fields_of
from kernelcourse.judging.exercises import all_exercises

EXERCISES = [*all_exercises().values(), *QUESTIONS.values()]
# What tests hand in may call the library.
EVERY = TOYS + [dataclasses.replace(exercise, forbids=()) for exercise in EXERCISES]
FUNCTIONS = [e for e in EVERY if not e.asks_for_value]
VALUES = [e for e in EVERY if e.asks_for_value]


def each(exercises):
    return pytest.mark.parametrize("exercise", exercises, ids=lambda e: e.key)


def all_of(exercises):
    return every("exercise", exercises, lambda e: e.key)


@functools.cache
def remembering(key):
    """The exercise of a key, which computes nothing twice."""
    return remembered(next(e for e in EVERY if e.key == key))


@functools.cache
def refusing(key):
    """The same for a test that asks whether an answer is wrong, and not what is told of it."""
    return unexplained(remembering(key))


def hand_in(exercise, function):
    return function() if exercise.asks_for_value else function


def perturbed(value):
    """The same answer with an error of one percent, or the nearest to it that there is."""
    if isinstance(value, tuple | list):
        return type(value)(map(perturbed, value))
    if isinstance(value, str):
        return value + "!"
    array = np.asarray(value)
    if array.dtype.kind == "b":
        return ~array
    if array.dtype.kind in "iu":
        return array * 2 + 1
    return array * 1.01 if np.any(array) else array + 0.01


@all_of(EVERY)
def test_key_title_and_hints(exercise):
    assert re.fullmatch(r"\d\d\.E?\d+", exercise.key)
    assert exercise.title
    hints = [mistake.hint for mistake in exercise.mistakes]
    assert len(hints) >= 2
    assert len(set(hints)) == len(hints)
    if exercise.choices:
        assert exercise.reference() in exercise.choices


@all_of(EXERCISES)
def test_at_least_five_mistakes_are_known_or_every_wrong_choice(exercise):
    wrong_choices = {choice for choice in exercise.choices if choice != exercise.reference()}
    assert len(exercise.mistakes) >= 5 or {m.answer() for m in exercise.mistakes} == wrong_choices


@each(FUNCTIONS)
def test_a_table_of_the_problems_of_one_day_is_wrong_on_another(exercise):
    """Also catches problems that do not depend on the seed."""
    exercise = refusing(exercise.key)
    known = []
    for _, problem in exercise.draw(0):
        arguments = exercise.arguments(problem)
        known.append((arguments, exercise.reference(*copy.deepcopy(arguments))))

    def look_up(*arguments):
        return next((a for known_ones, a in known if unchanged(known_ones, arguments)), known[0][1])

    assert exercise.judge(look_up, seed=0).passed
    assert exercise.judge(look_up, seed=1).status == "wrong"


def changed(value, how, kinds="f"):
    """An answer of which all numbers of some kinds are changed."""
    if isinstance(value, tuple | list):
        return tuple(changed(part, how, kinds) for part in value)
    array = np.asarray(value)
    return how(array) if array.dtype.kind in kinds else value


def answering(exercise, how, kinds="f"):
    """A function that changes the right answer."""
    return lambda *arguments: changed(exercise.reference(*arguments), how, kinds)


def noisy(relative):
    """Give each entry a relative error, each of another size."""
    return lambda a: a * (1 + relative * np.cos(1.7 * np.arange(a.size)).reshape(a.shape))


@pytest.mark.parametrize("how", [lambda a: a.astype(np.float32), noisy(1e-3)], ids=["rounded", "noisy"])
@each(FUNCTIONS)
def test_a_right_answer_that_is_inexact_gets_no_false_hint(exercise, how):
    exercise = remembering(exercise.key)
    message = exercise.judge(answering(exercise, how), seed=5).message
    assert not [mistake.hint for mistake in exercise.mistakes if mistake.hint in message]


@all_of([e for e in FUNCTIONS if e.key != "02.5"])  # its answer is one of the numbers that are given
def test_another_rounding_is_no_mistake(exercise):
    """An error of rounding in each entry, as another right computation has it."""
    exercise = remembering(exercise.key)
    for seed in range(2):
        result = exercise.judge(answering(exercise, noisy(1e-13)), seed)
        assert result.status == "right", result


def other_forms(value):
    """The same answer as lists, as tuples, as arrays, as numbers without their last type."""
    if isinstance(value, tuple | list):
        parts = [other_forms(part) for part in value]
        yield from (list(part) for part in zip(*parts, strict=False))
        if all(np.ndim(part) == 0 and not isinstance(part, str) for part in value):
            yield np.array(value)
    elif isinstance(value, str):
        yield np.str_(value)
    elif np.ndim(value):
        array = np.asarray(value)
        yield array.tolist()
        yield tuple(array)
        yield array.astype(object)
    else:
        yield np.asarray(value)
        yield np.asarray(value).item()
        yield np.asarray(value)[()]


@each(EVERY)
def test_every_form_of_the_right_answer_is_right(exercise):
    exercise = remembering(exercise.key)
    expected = exercise.reference(*exercise.arguments(exercise.draw(2)[0][1]))
    for number in range(len(list(other_forms(expected)))):

        def form(*arguments, number=number):
            return list(other_forms(exercise.reference(*arguments)))[number]

        result = exercise.judge(hand_in(exercise, form), seed=2)
        assert result.status == "right", result


@each([e for e in VALUES if isinstance(e.reference(), int | float)])
def test_what_a_wrong_answer_is_told_does_not_hold_the_number_that_is_asked_for(exercise):
    number = re.escape(f"{exercise.reference():g}")
    for answer in (
        *(m.answer() for m in exercise.mistakes),
        -1,
        exercise.reference() * 2 + 1,
        "text",
        np.nan,
    ):
        assert not re.search(rf"(?<![\d.]){number}(?![\d.])", exercise.judge(answer).message)


MODULES = sorted(Path(course_exercises.__file__).parents[1].glob("*/checks/*.py"))
MODULES += sorted(Path(exam.__file__).parent.glob("*.py"))


@every("path", MODULES, lambda path: f"{path.parent.name}/{path.stem}")
def test_no_certificate_takes_the_maximum_of_zero_and_nan(path):
    """Python's max(0.0, nan) is 0.0: `worst` is there for this."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
    judging = [n for n in functions if n.name.lstrip("_").startswith("certify")]
    clipped = {*clipped_at(tree, float), *(line for n in judging for line in clipped_at(n, (int, float)))}
    assert not clipped, f"{path.parent.name}/{path.name}: lines {sorted(clipped)}"


def clipped_at(tree, kinds):
    """Lines where Python's max or min has a zero of these types as one of two arguments."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("max", "min"):
            constants = [a.value for a in node.args if isinstance(a, ast.Constant)]
            if len(node.args) == 2 and any(value == 0 and isinstance(value, kinds) for value in constants):
                yield node.lineno


def test_a_clipped_certificate_is_found_and_a_clipped_index_is_not():
    source = "def _certify(p, a):\n    return max(0, a)\ndef gap(a):\n    return max(0.0, a)\ni = max(0, j)"
    tree = ast.parse(source)
    assert list(clipped_at(tree, float)) == [4]
    assert list(clipped_at(tree.body[0], (int, float))) == [2]


@all_of(EVERY)
def test_stub_is_not_attempted(exercise):
    def not_written(*arguments):
        raise NotImplementedError()

    answer = ... if exercise.asks_for_value else not_written
    assert remembering(exercise.key).judge(answer, 0).status == "not attempted"


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.night) for seed in (1, 2))])
@each(EVERY)
def test_reference_is_right_and_prints_the_same_each_time(exercise, seed):
    """Once against right answers that were computed before, and once with these, against new ones."""
    known = remembering(exercise.key)
    result = known.judge(hand_in(exercise, exercise.reference), seed)
    assert result.status == "right", result
    assert repr(result) == repr(exercise.judge(hand_in(exercise, known.reference), seed))
    assert not re.search(r"\d{4,}|0x", result.message), "noise digits in a printed certificate"


@each(EVERY)
def test_each_mistake_is_refused_and_gets_its_hint(exercise, pytestconfig):
    """On one draw by itself, on many in each of its ways. On a few two mistakes are one, and the other may be named."""
    exercise, seeds = remembering(exercise.key), range(pytestconfig.getoption("--draws-of-mistakes"))

    @every("mistake", exercise.mistakes, lambda mistake: mistake.hint)
    def look(mistake):
        own, n_ways = [], 1 + len(mistake.also) * (len(seeds) > 1)
        for number, seed in itertools.product(range(n_ways), seeds):
            way = list(mistake.ways())[number]
            result = exercise.judge(hand_in(exercise, way.answer), seed)
            assert result.status == "wrong", result
            told = next((m for m in exercise.mistakes if result.message.startswith(m.hint)), None)
            own += [told is mistake] * (number == 0)
            assert told is not None, result
        assert np.mean(own) >= 0.9, f"its own hint on {sum(own)} of {len(own)} draws"

    look()


@each(FUNCTIONS)
def test_each_mistake_is_told_by_the_problems_of_a_check(exercise, pytestconfig):
    """By two of them, or by one where it says why: see `Exercise.draw`."""
    for seed in range(pytestconfig.getoption("--draws-of-mistakes")):
        remembered = remembering(exercise.key)
        assert [mistake.hint for mistake in remembered.untold(remembered.draw(seed))] == [], seed


OTHERS = tomllib.loads(Path(__file__).with_name("mistakes_of_others.toml").read_text(encoding="utf-8"))


@each([e for e in FUNCTIONS if e.key in OTHERS])
def test_each_mistake_of_others_is_refused(exercise, pytestconfig):
    """Answers that no exercise lists, as `judging/checks.py` says they are written."""
    module = inspect.getmodule(exercise.reference)
    for text in OTHERS[exercise.key]:
        mistakes = fields_of(module, {text: "None."})["mistakes"]
        for way in mistakes[0].ways():
            for seed in range(pytestconfig.getoption("--draws-of-mistakes")):
                result = refusing(exercise.key).judge(way.answer, seed)
                assert result.status == "wrong", f"{text}: {result}"


ONE_SIDED = {"without its sign": np.abs, "cut off at 0": lambda a: np.maximum(a, 0)}


@each(FUNCTIONS)
def test_each_mistake_that_is_one_sided_passes_always_or_never(exercise, pytestconfig):
    """Where it passes on some draws, the exercise has to name the family "sign", and then it passes on none."""
    exercise, seeds = refusing(exercise.key), range(pytestconfig.getoption("--draws-of-mistakes"))
    for name, how in ONE_SIDED.items():
        passed = [exercise.judge(answering(exercise, how, "iuf"), seed).passed for seed in seeds]
        assert len(set(passed)) == 1, f"{name}: passes on {sum(passed)} of {len(passed)} draws"


@all_of(FUNCTIONS)
def test_an_exception_is_reported_with_its_line(exercise):
    def mine(*arguments):
        raise ZeroDivisionError("of the student")

    result = remembering(exercise.key).judge(mine, 0)
    assert result.status == "raised"
    assert "of the student" in result.message
    assert 'raise ZeroDivisionError("of the student")' in result.details


@each([e for e in EVERY if e.form is same_form])
def test_a_reference_that_is_a_little_off_is_wrong(exercise):
    """Where an example is asked for, one near a right one may be right too."""
    if exercise.asks_for_value:
        assert exercise.judge(perturbed(exercise.reference())).status == "wrong"
        return
    exercise = refusing(exercise.key)
    result = exercise.judge(lambda *arguments: perturbed(exercise.reference(*arguments)), seed=5)
    assert result.status == "wrong", result


@all_of(FUNCTIONS)
def test_of_several_parts_each_earns_its_share(exercise):
    exercise = refusing(exercise.key)
    parts = exercise.reference(*exercise.arguments(exercise.draw(0)[0][1]))
    if type(parts) is not tuple:
        return
    for wrong in range(len(parts)):

        def answer(*given, wrong=wrong):
            right = exercise.reference(*given)
            return tuple(perturbed(part) if k == wrong else part for k, part in enumerate(right))

        assert exercise.judge(answer, seed=0).share == pytest.approx(1 - 1 / len(parts))


# Zeros or ones are a mistake that is known there, or that proves itself.
TOLD = (
    "01.5 01.9 02.3 02.4 02.9 03.8 03.10 04.5 04.6 04.9 05.2 05.3 05.9 07.4 07.11 08.3 08.8 10.7 11.4 11.6 11.8 "
    "12.1 12.3 12.5 13.7 14.2 14.4 14.5 15.1 15.4 16.3 16.4 17.3"
)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.night) for seed in (1, 2))])
@all_of(FUNCTIONS)
def test_numbers_without_thought_earn_nothing_and_get_no_false_hint(exercise, seed):
    judge = (refusing if exercise.key in TOLD.split() else remembering)(exercise.key)
    for number in (np.zeros_like, np.ones_like):
        result = judge.judge(answering(judge, number, "biuf"), seed)
        assert (result.status, result.share) == ("wrong", 0), result
        assert not [mistake.hint for mistake in exercise.mistakes if mistake.hint in result.message]


OWN_FORM = [e for e in EVERY if e in TOYS or e.form is not same_form]


@pytest.mark.parametrize(
    "exercise", [pytest.param(e, id=e.key, marks=() if e in OWN_FORM else pytest.mark.night) for e in EVERY]
)
def test_no_odd_answer_ends_a_run_or_passes(exercise):
    """By day where an exercise has a form of its own, or is a toy; what looks at all others is one function."""
    for odd in (None, "text", 1j, [], (), {}, np.nan, np.ones((2, 3, 4)), object):
        answer = odd if exercise.asks_for_value else lambda *arguments, odd=odd: odd
        assert remembering(exercise.key).judge(answer, 0).status in ("wrong", "not attempted"), odd
