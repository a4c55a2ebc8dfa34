"""Thirty submissions of one chapter, graded as a teacher grades them: each earns exactly what it must."""

import classroom
import pytest
from grade_class import ClassToGrade
from one_test_for_many import every
from sandboxes import SANDBOXES, works

SUBMISSIONS = classroom.submissions()


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    folder = tmp_path_factory.mktemp("class")
    handed_in = folder / "handed-in"
    handed_in.mkdir()
    for submission in SUBMISSIONS:
        (handed_in / submission.file).write_bytes(submission.content)
    sandbox = next(name for name in SANDBOXES if works(name, folder))
    made = ClassToGrade(handed_in, classroom.EXERCISES, folder / "course", "a word", sandbox)
    return made.grade(jobs=2)


def test_there_is_a_row_for_each_student_and_exercise(rows):
    students = sorted(submission.student for submission in SUBMISSIONS)
    assert sorted({student for student, *_ in rows}) == students
    assert len(rows) == 30 * len(classroom.points(set()))


@every("submission", SUBMISSIONS, lambda submission: submission.student)
def test_each_earns_what_it_must(submission, rows):
    mine = {key: (points, what) for student, key, points, _, what in rows if student == submission.student}
    assert {key: points for key, (points, _) in mine.items()} == classroom.points(submission.right)
    for key, words in submission.said.items():
        assert words in mine[key][1], (key, mine[key])
