"""The exam bank: what it asks is asked nowhere else, and an exam is graded like an exercise."""

import contextlib
import re
import tomllib
from collections import Counter

import build_notebooks
import grade_alone
import nbformat
import pytest
from exam import QUESTIONS, find_question, make_exam, paper
from one_test_for_many import every

from kernelcourse.judging.exercises import all_exercises
from kernelcourse.judging.grading import Judge, parse_check

GOALS = tomllib.loads((make_exam.HERE.parent / "goals.toml").read_text(encoding="utf-8"))
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
    with pytest.raises(ValueError, match="to draw 1 to 18 questions, got 19"):
        make_exam.drawn(QUESTIONS, 19, "a word")


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
    headings = [c for c in stub.cells if re.search(r"^## .* \(\d points\)$", c.source, re.MULTILINE)]
    assert len(headings) == len(QUESTIONS)
    assert not any("*Challenge*" in cell.source for notebook in whole for cell in notebook.cells)
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


# ---- on paper ------------------------------------------------------------------------------------

BANK = paper.read_bank()
ON_PAPER = {key: question for key, question in BANK.items() if question["kind"] != "code"}


def test_three_questions_a_chapter_of_four_kinds_each_for_a_goal_of_its_chapter():
    assert {key for key, question in BANK.items() if question["kind"] == "code"} == QUESTIONS.keys()
    chapters = Counter(key[:2] for key in BANK)
    assert chapters.keys() == GOALS.keys() and min(chapters.values()) >= 3
    assert {question["kind"] for question in BANK.values()} == set(paper.KINDS)
    for key, question in BANK.items():
        assert sum(goal.startswith(question["goal"]) for goal in GOALS[key[:2]]) == 1, (key, question["goal"])
        assert 5 <= question["minutes"] <= 20
    titles = {exercise.title for exercise in [*all_exercises().values(), *QUESTIONS.values()]}
    ours = {question["title"] for question in ON_PAPER.values()}
    page = (make_exam.HERE.parent / "README.md").read_text(encoding="utf-8")
    assert not titles & ours and all(title in page for title in ours)


@every("key, question", ON_PAPER.items(), lambda item: item[0])
def test_a_word_draws_a_question_and_its_solution(key, question):
    """The same word the same, other words other numbers where there are any; each line of a scheme earns something."""
    first, again = (paper.draw(key, question, "a") for _ in range(2))
    assert (first.text, first.solution) == (again.text, again.solution)
    if "draw" in question:
        others = (paper.draw(key, question, word) for word in "bcd")
        assert any((o.text, o.solution) != (first.text, first.solution) for o in others), "no word changes it"
    earned = [n for n, _ in first.solution]
    assert 3 <= first.points == (max(earned) if question["kind"] == "words" else sum(earned))
    assert not re.search("⟦|⟧|nan|inf\\b", first.text + str(first.solution)), first
    assert (first.picture is None) == (question["kind"] != "figure")


def test_solutions_are_those_of_the_library_and_not_typed():
    """By another way, with Python's own numbers, from what stands in the text."""
    for word in "abcd":
        text = paper.draw("01.P1", BANK["01.P1"], word)
        found = re.findall(r"\)\^(\d)|\((-?\d), (-?\d)\)", text.text)
        d, a, b, e, f = (int(n) for numbers in found for n in numbers if n)
        apart = (1 + a * a + b * b) ** d - 2 * (1 + a * e + b * f) ** d + (1 + e * e + f * f) ** d
        assert f"= {apart:g}$" in text.solution[-1][1]
        text = paper.draw("03.P1", BANK["03.P1"], word)
        a, b = map(int, re.findall(r"x_[12] = (-?\d+)", text.text))
        assert f"c = {(a + b) / 2:.3g}$ and $R^2 = L_D = {((a - b) / 2) ** 2:.3g}$" in text.solution[-1][1]
        text = paper.draw("12.P1", BANK["12.P1"], word)
        a, c = map(int, re.findall(r"point \$(-?\d+)\$", text.text))
        assert f"{2 / abs(2 / (c - a)):.3g}$ wide" in text.solution[-1][1]


def test_the_ball_and_the_point_that_are_drawn_can_exist():
    drawn = {paper.draw("04.P1", BANK["04.P1"], str(word)).text for word in range(30)}
    for text in drawn:
        center2, R2, value = map(float, re.findall(r"= (0\.\d+)\$", text))
        assert R2 <= 1 - center2 + 1e-9, "points with weight lie on or outside the surface"
        assert value <= center2**0.5, "a point of length 1 and the center"
    assert len(drawn) > 10


OWN = """["03.X1"]
kind = "words"
minutes = 5
difficulty = 1
goal = "write"
title = "Mine & yours"
points = 2
draw = "n = rng.integers(1000)"
text = "Why ⟦n⟧?"
none = "No."
half = "Half."
full = "Since ⟦n⟧ < 1000."
"""


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("words", "essay"), "expected a kind of code, paper, figure, words for 03.X1, got 'essay'"),
        (("minutes = 5", "minutes = '5'"), "expected minutes of 03.X1 as int, got '5'"),
        (("difficulty = 1", "difficulty = 4"), "expected a difficulty from 1 to 3 for 03.X1, got 4"),
        (("03.X1", "X1"), "expected keys such as 03.P1 in own.toml, got X1"),
        (('full = "Since', 'fall = "Since'), "expected full of 03.X1 as str, got None"),
        (("kind =", "kind"), "expected a bank in TOML, got own.toml"),
        (("⟦n⟧?", "⟦m⟧?"), "03.X1 cannot be drawn with the word 'w': NameError: name 'm' is not defined"),
        (("03.X1", "03.P1"), "expected keys in own.toml that the public bank has not, got 03.P1"),
    ],
)
def test_a_bank_of_ones_own_is_refused_in_one_sentence(tmp_path, change, said):
    own = tmp_path / "own.toml"
    own.write_text(OWN.replace(*change), encoding="utf-8")
    arguments = [str(tmp_path / "exam.pdf"), "--bank", str(own), "--word", "w", "--questions", "03.X1"]
    assert said in make_exam.main(arguments)
    assert not list(tmp_path.glob("*.pdf"))


def test_an_exam_on_paper_is_printed_with_and_without_its_solutions(tmp_path, monkeypatch, capsys):
    """What goes to the browser, and what is said to be public; a page of the site's tests prints one."""
    pages = {}
    monkeypatch.setattr(paper, "print_pdf", lambda browser, text, place: pages.update({place.name: text}))
    monkeypatch.setattr(make_exam.build_site, "ASSETS", tmp_path)
    monkeypatch.setattr("lab.open_chromium", contextlib.nullcontext)
    draw = paper.draw
    own = tmp_path / "own.toml"
    own.write_text(OWN, encoding="utf-8")
    questions = "--questions", "03.X1", "07.F1"
    arguments = [str(tmp_path / "exam.pdf"), "--word", "w", "--bank", str(own), *questions]
    monkeypatch.setattr(make_exam.build_site, "npm", lambda arguments: 1)
    monkeypatch.setattr(paper, "draw", None)
    assert "npm could not fetch mathjax" in make_exam.main(arguments)  # before anything is drawn
    monkeypatch.setattr(paper, "draw", draw)
    (tmp_path / "files").mkdir(exist_ok=True)
    (tmp_path / "files" / "tex-svg-full.js").touch()
    assert make_exam.main([*arguments, "--course", "Kernels & co.", "--title", "Final"]) is None
    said = capsys.readouterr().out
    assert "Public, with their solutions, are 07.F1;" in said and "11 minutes." in said
    exam, solved = pages["exam.pdf"], pages["exam-solved.pdf"]
    assert "<p>Kernels &amp; co.</p><h1>Final</h1>" in exam and "<h1>Final, with solutions</h1>" in solved
    assert "Name: ___" in exam and "Number: ___" in exam.partition("</style>")[2]
    assert "Mine &amp; yours (2 points, 5 minutes)" in exam
    assert exam.count("<img") == solved.count("<img") == 1
    number = re.search(r"Why (\d+)\?", exam)[1]
    assert f"Since {number} &lt; 1000." in solved and "Since" not in exam and "class=solution" not in exam
    said = make_exam.main([str(tmp_path / "e.ipynb"), "--word", "w", "--questions", "07.F1"])
    assert "expected questions of 01.E1" in said
    said = make_exam.main([str(tmp_path / "e.docx"), "--word", "w"])
    assert said == "expected a name that ends in .ipynb or .pdf, got e.docx"


def test_of_a_notebook_it_says_that_neither_numbers_nor_cases_are_drawn(tmp_path, capsys):
    arguments = ["--questions", "01.E1", "03.E1", "--draw", "1", "--word", "w"]
    assert make_exam.main([str(tmp_path / "e.ipynb"), *arguments]) is None
    said = capsys.readouterr().out
    assert re.search(r"Public, with their solutions, are 0[13]\.E1\.$", said, re.MULTILINE)
