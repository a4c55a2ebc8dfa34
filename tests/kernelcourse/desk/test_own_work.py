"""A reader's copies of the exercises: made once, never written over, one exercise set back at a time."""

import json
import logging
from types import SimpleNamespace

import pytest

from kernelcourse.desk import own_work, progress_file, server
from kernelcourse.desk.own_work import prepare, set_back
from kernelcourse.judging import exercises


def cell(name, source):
    return dict(cell_type="code", id=name, metadata={}, source=source, outputs=[], execution_count=None)


def notebook(*cells):
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": list(cells)}


def stub(text="..."):
    return notebook(
        cell("cell-01", "import numpy"),
        cell("exercise-03-1", f"first = {text}"),
        cell("check-03-1", "check('03.1', first)"),
        cell("exercise-03-10", f"tenth = {text}"),
        cell("check-03-10", "check('03.10', tenth)"),
    )


def write(path, content):
    path.write_text(json.dumps(content), encoding="utf-8")


def sources(path):
    return {c["id"]: c["source"] for c in json.loads(path.read_text(encoding="utf-8"))["cells"]}


BALL, SVM = "03_ball_exercises.ipynb", "04_svm_exercises.ipynb"


@pytest.fixture
def course(tmp_path):
    for folder in ("notebooks", "exercises"):
        (tmp_path / folder).mkdir()
    write(tmp_path / "notebooks" / "00_start_here.ipynb", notebook())
    write(tmp_path / "exercises" / BALL, stub())
    write(tmp_path / "exercises" / SVM, notebook(cell("exercise-04-1", "...")))
    return tmp_path


@pytest.fixture
def own(course):
    """The reader's copy of an exercise of the course."""
    prepare(course)
    return course / "my" / BALL


def renew(course):
    write(course / "exercises" / BALL, stub("... # new"))


def answer(own):
    mine = json.loads(own.read_text(encoding="utf-8"))
    for c in mine["cells"]:
        c["source"] = c["source"].replace("...", "42")
    mine["cells"].append(cell("mine", "a cell of my own"))
    write(own, mine)
    return own.read_bytes()


def test_copies_are_made_once(course):
    assert len(prepare(course).copied) == 2
    before = answer(course / "my" / BALL)
    assert prepare(course) == own_work.Prepared()
    assert (course / "my" / BALL).read_bytes() == before


def test_a_check_says_once_that_the_course_has_changed_what_was_begun(course, own, monkeypatch, capsys):
    answer(own)
    monkeypatch.setenv(progress_file.NOTEBOOK, str(own))
    monkeypatch.setattr(exercises, "NBGRADER", None)

    def heard():
        exercises._say_what_is_new.cache_clear()
        exercises.check("00.1", ...)
        exercises.check("00.1", ...)
        return capsys.readouterr().out

    assert heard() == ""
    renew(course)
    assert heard().count("The course has changed these exercises") == 1
    monkeypatch.setenv(progress_file.NOTEBOOK, str(course / "notebooks" / "00_start_here.ipynb"))
    assert heard() == ""


def test_an_update_leaves_what_was_begun_and_brings_what_was_not(course, own):
    before = answer(own)
    renew(course)
    write(course / "exercises" / SVM, notebook(cell("exercise-04-1", "... # new")))
    done = prepare(course)
    assert done.left == (BALL,) and done.followed == (SVM,)
    assert own.read_bytes() == before
    assert sources(course / "my" / SVM) == {"exercise-04-1": "... # new"}


def test_what_was_not_begun_follows_though_the_making_of_copies_was_cut_short(course, monkeypatch):
    """No list of copies can be torn or come too late: each copy says itself what it was made from."""
    made = []

    def replace_once(path, data):
        if made:
            raise KeyboardInterrupt
        made.append(path.write_bytes(data))

    monkeypatch.setattr(own_work, "_replace", replace_once)
    with pytest.raises(KeyboardInterrupt):
        prepare(course)
    monkeypatch.undo()
    renew(course)
    done = prepare(course)
    assert done.followed == (BALL,) and done.copied == (SVM,)
    assert sources(course / "my" / BALL) == sources(course / "exercises" / BALL)
    assert prepare(course) == own_work.Prepared()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda own: own.write_text(""),
        lambda own: own.write_text("[]"),
        lambda own: own.write_bytes(own.read_bytes()[:-20]),
        lambda own: write(own, stub("41")),
    ],
)
def test_a_copy_that_does_not_say_what_it_was_made_from_is_the_readers(course, own, spoil):
    spoil(own)
    before = own.read_bytes()
    renew(course)
    assert prepare(course).left == (BALL,)
    assert own.read_bytes() == before


def test_copies_from_before_they_said_so_are_followed_if_they_are_as_the_course_has_them(course, own):
    write(own, stub())
    assert prepare(course).followed == (BALL,)
    renew(course)
    assert prepare(course).followed == (BALL,)
    assert sources(own)["exercise-03-1"] == "first = ... # new"


def test_one_exercise_is_set_back_and_the_rest_stays(course, own):
    before = answer(own)
    changed, kept = set_back("03.1", course / "my")
    assert changed == own and kept.read_bytes() == before
    now = sources(own)
    assert now["exercise-03-1"] == "first = ..." and now["exercise-03-10"] == "tenth = 42"
    assert now["mine"] == "a cell of my own"


def test_two_exercises_set_back_in_one_second_keep_both_notebooks(course, own):
    answer(own)
    kept = {set_back("03.1", course)[1] for _ in range(3)}
    assert len(kept) == 3 and all(path.exists() for path in kept)


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("03.7", r"no exercise 03\.7"),
        *((key, "key must name an exercise") for key in ("3.1", "03", None, "03.4; rm", 3.1)),
    ],
)
def test_a_key_of_no_exercise(course, own, key, message):
    with pytest.raises(ValueError, match=message):
        set_back(key, course)


def test_a_notebook_without_the_cells_is_left_alone(course, own):
    write(own, notebook(cell("exercise-03-10", "42")))
    before = own.read_bytes()
    with pytest.raises(ValueError, match=r"lacks cells of exercise 03\.1"):
        set_back("03.1", course)
    assert own.read_bytes() == before and not (course / "my" / own_work.KEPT).exists()


def test_other_folders_are_none_of_our_business(tmp_path):
    with pytest.raises(FileNotFoundError, match="not the folder of the course"):
        prepare(tmp_path)
    with pytest.raises(FileNotFoundError, match="not the folder of the course"):
        set_back("03.1", tmp_path)
    server.prepare_own_work(SimpleNamespace(root_dir=str(tmp_path), log=logging.getLogger()))
    assert not list(tmp_path.iterdir())


def test_the_server_makes_the_copies_and_says_where_progress_is_noted(course, caplog, monkeypatch):
    monkeypatch.setenv(progress_file.PLACE, "")  # what the server sets is taken back after the test
    app = SimpleNamespace(root_dir=str(course), log=logging.getLogger("server"))
    server.prepare_own_work(app)
    assert progress_file.place() == course / "my" / progress_file.FILE
    assert len(list((course / "my").glob("*.ipynb"))) == 2 and not caplog.records
    answer(course / "my" / BALL)
    renew(course)
    server.prepare_own_work(app)
    assert BALL in caplog.text and "your work stays" in caplog.text
