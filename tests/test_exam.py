"""The exam bank: what it asks is asked nowhere else, and an exam is graded like an exercise."""

import re

import build_notebooks
import grade_alone
import nbformat
import pytest
from exam import QUESTIONS, find_question, make_exam

from kernelcourse.judging.exercises import all_exercises
from kernelcourse.judging.grading import Judge, parse_check

HEAD, TEXTS = make_exam.questions_of(build_notebooks.read_source(make_exam.HERE / "bank.py"))

ASK = """
def ask(D2):
    from teaching.exam import ex_01_E1
    return ex_01_E1.solve(D2)
"""


def test_the_bank_has_a_text_for_each_question_and_no_question_of_the_course():
    assert list(TEXTS) == list(QUESTIONS) and len(QUESTIONS) >= 12
    course = all_exercises()
    assert not QUESTIONS.keys() & course.keys()
    assert not {q.title for q in QUESTIONS.values()} & {e.title for e in course.values()}
    for key, (text, stub, check) in TEXTS.items():
        assert text.source.startswith(f"## {key} {QUESTIONS[key].title}\n")
        assert stub.metadata["exercise"] == check.metadata["check"] == key


def test_an_unknown_question_is_an_error():
    with pytest.raises(ValueError, match=r"got '01\.1'"):
        find_question("01.1")
    with pytest.raises(ValueError, match=r"got 99\.E1"):
        make_exam.exam_of(["01.E1", "99.E1"])


def test_a_word_draws_the_questions_and_their_order():
    three = make_exam.drawn(QUESTIONS, 3, "a word")
    assert len(set(three)) == 3 and three == make_exam.drawn(list(QUESTIONS)[::-1], 3, "a word")
    orders = {tuple(make_exam.drawn(QUESTIONS, None, str(word))) for word in range(5)}
    assert len(orders) == 5 and all(sorted(order) == sorted(QUESTIONS) for order in orders)


@pytest.fixture(scope="module")
def whole():
    return make_exam.exam_of(list(QUESTIONS))


def test_an_exam_holds_no_solution_and_says_nothing_of_right_and_wrong(whole, capsys):
    stub, solved = whole
    code = [cell.source for cell in stub.cells if cell.cell_type == "code"]
    assert not any("SOLUTION" in source or "kernelsy19" in source for source in code)
    assert sum("raise NotImplementedError" in source for source in code) == len(QUESTIONS)
    space = {}
    for cell in stub.cells:
        if cell.cell_type == "code":
            exec(cell.source, space)
    said = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in said] == list(QUESTIONS)
    assert {line.split(" ", 2)[2] for line in said} == {"is handed in."}
    assert (
        sum(re.search(r"^## .* \(\d points\)$", c.source, re.MULTILINE) is not None for c in stub.cells) == 16
    )
    nbformat.validate(stub)
    nbformat.validate(solved)


def test_each_solution_is_right_where_it_is_graded_and_references_are_out_of_reach(whole):
    with Judge(find_question, 5) as judge:
        for cell in whole[1].cells:
            found = parse_check(cell.source) if cell.id.startswith("check-") else None
            if found:
                result = judge.check(*found)
                assert result.passed, result
            elif cell.cell_type == "code":
                judge.run([cell.source])
        judge.run([ASK])
        asked = judge.check("01.E1", "ask")
        assert not asked.passed and "No module named" in asked.message, asked


def test_whoever_grades_an_exam_asks_the_bank(whole):
    assert whole[0].metadata["kernelsy19"]["exam"]
    assert grade_alone._finder(True)("03.E1") is QUESTIONS["03.E1"]
    assert grade_alone._finder(False)("03.1").key == "03.1"
    keys = [item.exercise for item in grade_alone.items_of(whole[0])]
    assert keys == list(QUESTIONS)
