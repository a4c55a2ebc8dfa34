"""What a reader has done is noted in one file, and only where a server named it."""

import json
import re
import shutil
from base64 import b64decode

import mistakes
import pytest

from kernelcourse import check
from kernelcourse.course_map import CourseMap
from kernelcourse.desk import progress_file
from kernelcourse.drawing import guess
from kernelcourse.judging import exercises


@pytest.fixture
def file(monkeypatch, tmp_path):
    path = tmp_path / "my" / progress_file.FILE
    monkeypatch.setenv(progress_file.PLACE, str(path))
    monkeypatch.setenv(progress_file.NOTEBOOK, "notebooks/03_minimum_volume_ball.ipynb")
    return path


def right(K_xx, K_xy, K_yy):
    return K_xx - 2 * K_xy + K_yy


def test_a_right_check_is_noted_once_and_a_wrong_one_is_not(file):
    assert not check("00.1", lambda K_xx, K_xy, K_yy: 1e9).passed
    assert not file.exists()
    for _ in range(2):
        assert check("00.1", right).passed
    assert file.read_text() == '{"right": "00.1"}\n'
    assert progress_file.done_so_far().right == {"00.1"}


def test_without_a_server_nothing_is_noted(monkeypatch, tmp_path):
    monkeypatch.delenv(progress_file.PLACE, raising=False)
    monkeypatch.chdir(tmp_path)
    assert check("00.1", right).passed
    guess.number("How many?", 3)._handle_custom_msg({"guessed": True}, [])
    assert list(tmp_path.iterdir()) == [] and progress_file.done_so_far() == progress_file.Done()


def test_that_a_guess_was_made_is_noted_but_not_which(file):
    for question in ("How many?", "How far?", "How many?"):
        guess.number(question, 3)._handle_custom_msg({"guessed": True}, [])
    (chapter, marks), *others = progress_file.done_so_far().guesses.items()
    assert (chapter, len(marks), others) == ("03", 2, [])
    assert {tuple(json.loads(line)) for line in file.read_text().splitlines()} == {("guessed", "chapter")}


@pytest.mark.parametrize("session", ["", "Untitled.ipynb", "my/mine.ipynb"])
def test_a_guess_in_a_notebook_of_no_chapter_is_not_noted(file, monkeypatch, session):
    monkeypatch.setenv(progress_file.NOTEBOOK, session)
    progress_file.note_guess("How many?")
    assert not file.exists()


def test_a_known_mistake_is_counted_and_a_teacher_counts_the_class(file, tmp_path):
    """What was answered is not noted, only which mistake the check named; other wrong answers are not counted."""
    exercise = exercises.find_exercise("00.1")
    for answer in (exercise.mistakes[0].answer, exercise.mistakes[0].answer, lambda *a: 1e9, right):
        check("00.1", answer)
    named = ("00.1", exercise.mistakes[0].hint)
    assert progress_file.done_so_far().mistakes == {named: 2}
    handed_in = tmp_path / "handed-in"
    handed_in.mkdir()
    for student in ("a", "b"):
        shutil.copy(file, handed_in / f"{student}.jsonl")
    assert mistakes.counted(handed_in) == [(*named, 2, 4)]


@pytest.mark.parametrize("damage", ["{", "[1]", "null", '{"right": 3}', '{"guessed": "a"}', "\ufffd"])
def test_a_damaged_line_is_passed_over_and_kept(file, damage):
    file.parent.mkdir()
    file.write_text(damage + "\n", encoding="utf-8")
    progress_file.note_right("03.4")
    assert progress_file.done_so_far().right == {"03.4"}
    assert file.read_text(encoding="utf-8").startswith(damage + "\n")


def test_a_disk_that_takes_nothing_disturbs_no_check(file):
    file.parent.write_text("a file where the folder should be")
    assert check("00.1", right).passed


def test_the_map_reads_what_was_done_when_it_is_asked(file):
    shown = CourseMap()

    def drawn():  # the graph, which is an image, and the list
        image = re.search('base64,([^"]+)', shown.drawn.value)[1]
        return b64decode(image).decode() + shown.drawn.value

    assert "1 of" not in drawn() and "my/progress.jsonl" in shown.about.value
    progress_file.note_right("03.4")
    progress_file.note_right("03.99")  # of an exercise that is no more
    progress_file.note_guess("How far?")
    shown.children[2].click()
    assert drawn().count("1 of") == 2 and drawn().count("1 guess<") == 2  # in the graph and in the list
    file.unlink()
    shown.children[2].click()
    assert "1 of" not in drawn()
