"""What a reader has done is noted in one file, and only where a server named it."""

import json
import re
import shutil
import zlib
from base64 import b64decode, urlsafe_b64encode
from hashlib import sha256

import progress
import pytest

from kernelcourse import check
from kernelcourse.__main__ import main
from kernelcourse.course_map import CourseMap
from kernelcourse.desk import progress_code, progress_file
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
    done, faults = progress.read_all([handed_in])
    assert [*progress.mistakes(done)][1:] == [(*named, 2, 4)] and not faults


def test_a_code_says_what_was_done_and_a_change_on_the_way_is_noticed(file, tmp_path, capsys):
    progress_file.note_guess("How many?")
    for key in ("03.1", "03.4", "01.2", "01.3", "01.1"):
        progress_file.note_right(key)
    hint = exercises.find_exercise("03.4").mistakes[0].hint
    progress_file.note_mistake("03.4", hint)
    assert main(["progress", " Zoë ", "--course", str(tmp_path)]) == 0
    code = capsys.readouterr().out.strip()
    assert len(code) < 300 and re.fullmatch(r"[\w-]+", code, re.ASCII)
    broken, other = code[:30] + "\r\n  " + code[30:], progress_code.as_code("Ann", file)
    changed = code[:20] + ("A" if code[20] != "A" else "B") + code[21:]
    (tmp_path / "codes.txt").write_text("\n\n".join([broken, other, changed, code[:-1], "hello"]), "utf-8")
    done, faults = progress.read_all([tmp_path / "codes.txt"])
    assert [*progress.students(done)] == [
        ("student", "right", "01 right", "01 guesses", "03 right", "03 guesses"),
        ("Ann", 5, 3, 0, 2, 1),
        ("Zoë", 5, 3, 0, 2, 1),
    ]
    assert [*progress.mistakes(done)][1] == ("03.4", hint, 2, 2)
    words = ["one that was changed", "got 'SY19-", "got 'hello'", *["exactly what somebody"] * 2]
    assert len(faults) == 5 and all(word in fault for word, fault in zip(words, faults, strict=True)), faults


def test_a_code_of_nobody_and_of_nothing_is_refused(file, tmp_path, capsys):
    assert main(["progress", "Ann", "--course", str(tmp_path)]) == 1
    assert "tells of nothing yet" in capsys.readouterr().err
    progress_file.note_right("03.1")
    with pytest.raises(ValueError, match="a name that your teacher knows"):
        progress_code.as_code(" ", file)
    held = {"name": "Ann", "right": ["03.1"], "guesses": {}, "mistakes": []}
    packed, huge = (zlib.compress(json.dumps(held | {"name": "A" * n}).encode()) for n in (9, 10_000_000))
    for data in (huge, packed):  # too large, and repacked under another's sum
        with pytest.raises(ValueError, match="was changed"):
            progress.read_code(as_code(data, huge))


DAMAGES = ["{", "[1]", "null", '{"right": 3}', '{"guessed": "a"}', "\ufffd", "[" * 100_000, "1" * 5000, "\0"]


@pytest.mark.parametrize("end", ["\n", ""], ids=["whole", "torn"])
@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage[:9])
def test_a_damaged_line_is_passed_over_and_kept(file, damage, end):
    file.parent.mkdir()
    file.write_text(damage + end, encoding="utf-8")
    progress_file.note_right("03.4")
    progress_file.note_right("03.5")
    assert progress_file.done_so_far().right == {"03.4", "03.5"}
    assert file.read_text(encoding="utf-8") == damage + '\n{"right": "03.4"}\n{"right": "03.5"}\n'


def as_code(data, summed):
    return f"SY19-{urlsafe_b64encode(data).decode().rstrip('=')}-{sha256(summed).hexdigest()[:8]}"


def code_of(text):
    """A code with its right sum, whatever it holds."""
    packed = zlib.compress(text.encode())
    return as_code(packed, packed)


@pytest.mark.parametrize(
    "held",
    [
        "[" * 90_000,
        '{"name": "B", "right": [[1]], "guesses": {"03": 1e999}, "mistakes": []}',
        '{"name": "B", "right": [], "guesses": {"03": 1000000000}, "mistakes": []}',
        '{"name": "B", "right": [], "guesses": {}, "mistakes": [["03.4", "x", -1]]}',
    ],
)
def test_one_student_does_not_stop_the_table_of_a_class(file, tmp_path, held):
    """Neither a code of absurd depth or numbers, nor a diary, nor a folder; a name is no formula."""
    progress_file.note_right("03.1")
    good = progress_code.as_code("=HYPERLINK(1)", file)
    place = tmp_path / "in"
    (place / "folder").mkdir(parents=True)
    (place / "codes.txt").write_text(f"{code_of(held)}\n\n{good}")
    (place / "deep.jsonl").write_text("[" * 100_000)
    done, faults = progress.read_all([place])
    assert [*progress.students(done)][1:] == [("'=HYPERLINK(1)", 1, 1, 0)] and len(faults) == 3, faults


def test_what_the_course_has_not_is_no_column():
    held = {"right": ["99.99", "<b>", "03.1"], "guesses": {"<i>": 3}, "mistakes": [["99.1", "x", 1]]}
    read = progress.read_code(code_of(json.dumps({"name": "B"} | held)))
    assert read == {"name": "B", "right": ["03.1"], "guesses": {}, "mistakes": []}


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
