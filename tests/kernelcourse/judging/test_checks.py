"""Files of one exercise, and the sentences beside them."""

import ast
import inspect
import re
import types
from pathlib import Path

import numpy as np
import pytest
from fresh_python import printed_without_cache
from one_test_for_many import every

import kernelcourse
from kernelcourse.desk.contents import rooms
from kernelcourse.judging.checks import FIELDS, fields_of, read_hints
from kernelcourse.judging.exercises import all_exercises, find_exercise

HERE = Path(kernelcourse.__file__).parent
FILES = sorted(HERE.glob("*/checks/ex_*.py"))


def check_file(code="", title="A title"):
    module = types.ModuleType("ex_99_01", title)
    exec("import numpy as np\n" + code, vars(module))
    return module


def mistakes(code, hints):
    return fields_of(check_file(code), hints)["mistakes"]


SUM = "def solve(K, y, *, power=1, half=False): return (y**power).sum() / (1 + half) + 0 * K.sum()"
K, Y = np.eye(2), np.array([1.0, 2.0, 4.0])


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("power=2", [21]),
        ("half", [3.5]),
        ("half, power=2", [10.5]),
        ("power={2, 3} | half", [21, 73, 3.5]),
        ("power=range(2, 4), half={True, False}", [10.5, 21, 36.5, 73]),
        ("y=y - y[0]", [4]),
        ("y=y/n, answer=-answer", [-7 / 3]),
        ("power=n", [73]),
        ("answer=np.prod(y)", [8]),
        ("answer={answer + 1, answer - 1}", [8, 6]),
        ("y=y - y[0], answer=answer + y[0]", [5]),
    ],
)
def test_the_ways_that_a_key_stands_for(text, values):
    (mistake,) = mistakes(SUM, {text: "A hint."})
    assert mistake.hint == "A hint."
    assert [way.answer(K, Y) for way in mistake.ways()] == pytest.approx(values)


def test_a_word_is_a_text_where_nothing_has_its_name():
    code = "def solve(y, *, by='sum', of=None): return by if of is None else of(y)"
    one, two = mistakes(code, {"by=mean": "One.", "of=np.max": "Two."})
    assert (one.answer(Y), two.answer(Y)) == ("mean", 4)


def test_values_and_words_are_mistakes_of_an_exercise_that_asks_for_one():
    found = mistakes("def solve(): return 5", {"7": "One.", "{-8, 9} | 2.5": "Two.", "larger": "Three."})
    assert [[way.answer() for way in m.ways()] for m in found] == [[7], [-8, 9, 2.5], ["larger"]]


def test_a_property_recognizes_a_mistake_and_its_switch_is_an_example():
    code = SUM + "\ndef is_odd(problem, answer): return answer % 2 == 1"
    (mistake,) = mistakes(code, {"power=2 when is_odd": "Odd."})
    assert mistake.answer(K, Y) == 21
    assert mistake.when(None, 3)
    assert not mistake.when(None, 4)


def test_a_mistake_that_one_problem_alone_tells_has_a_reason():
    two, one = mistakes(SUM, {"power=2": "A hint.", "half": ["Another.", "A reason."]})
    assert (two.once, one.hint, one.once) == ("", "Another.", "A reason.")
    assert [way.once for way in one.ways()] == ["A reason."]


def test_a_family_stands_where_it_is_named():
    code = "def solve(y, lam): return lam * y.sum()"
    found = mistakes(code, {"answer=-answer": "Minus.", "families": ["price"], "y=-y": "Turned."})
    price = list(read_hints("judging/hints", "families.toml")["price"].values())
    assert [m.hint for m in found] == ["Minus.", *price, "Turned."]
    assert found[1].answer(Y, 2.0) == 3 * 2.0 * Y.sum()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("powers=2", "expected a switch or an argument of `solve`, got 'powers'"),
        ("power=2 when is_even", "is_even"),
        ("power=)", "unmatched ')'"),
    ],
)
def test_a_key_that_means_nothing_says_where_it_stands(text, fault):
    with pytest.raises(ValueError, match=f"ex_99_01.*{re.escape(fault)}"):
        mistakes(SUM, {text: "A hint."})


def test_what_solve_is_given_stands_first_in_a_problem():
    fields = fields_of(check_file(SUM), {})
    assert fields["arguments"]((1, 2, 3, 4)) == (1, 2)
    assert (fields["title"], fields["problems"]) == ("A title", None)


@every("path", FILES, lambda path: path.stem)
def test_a_file_holds_one_exercise_and_nothing_that_nobody_uses(path):
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= 150
    exercise = find_exercise(f"{path.stem[3:5]}.{int(path.stem[6:])}")
    keys = " ".join(read_hints(path.parents[1].name)[exercise.key])
    used = set(re.findall(r"\w+", keys)) | {
        n.id for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Name)
    }
    names = {n for n in vars(inspect.getmodule(exercise.reference)) if not n.startswith("__")}
    assert names - used - {"solve", *FIELDS} == set()


def test_every_sentence_belongs_to_an_exercise():
    for chapter in rooms():
        if files := chapter.checks():
            asked = {f"{n}.{int(k)}" for n, k, _ in files}
            assert read_hints(chapter.room).keys() == asked


def test_an_exercise_has_one_name():
    """On its page, where "Derive: " may stand before it, and in what its check says."""
    sources = "".join(path.read_text(encoding="utf-8") for path in HERE.parent.glob("sources/*_exercises.py"))
    named = dict(re.findall(r"^# ## (\d\d\.\d+) (.*)$", sources, re.MULTILINE))
    exercises = all_exercises()
    assert exercises.keys() - named.keys() == {"00.1"}  # which stands in its chapter
    for key, name in named.items():
        names = (name.lower(), name.partition(": ")[2].lower())
        assert key not in exercises or exercises[key].title.lower() in names


def test_a_check_reads_no_other_exercise_of_its_room():
    program = (
        "import sys; from kernelcourse.judging.exercises import find_exercise; find_exercise('10.5'); "
        "print(sorted(name.rpartition('.')[2] for name in sys.modules if '.checks.ex_' in name))"
    )
    assert printed_without_cache(program) == "['ex_10_05']"
