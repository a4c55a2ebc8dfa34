"""Explorers as objects: values that are checked, scenes that follow, answers to the browser, what a notebook keeps."""

import ipywidgets
import pytest
from gallery import START, Gallery

from kernelcourse.desk.server import TWIN, WIDGET_VIEW
from kernelcourse.drawing.live import Explorer

gallery = pytest.fixture(lambda: Gallery())


def ask(gallery, **places):
    gallery._hear(gallery, {"asked": "q1", "values": places}, [])
    return gallery


# ---- values --------------------------------------------------------------------------------------


def test_it_starts_at_the_values_of_its_controls(gallery):
    assert gallery.values == {
        "width": 1.0, "gamma": 1.0, "step": 0, "word": "one", "lines": "only 0", "star": (0.5, 0.25), "points": None,
    }  # fmt: skip
    assert gallery.said.startswith("w = 1.0 cm, γ = 1, step 0, one")
    assert repr(gallery) == f"Gallery: {gallery.said}"


def test_set_draws_once_and_returns_the_explorer(gallery):
    drawn = []
    gallery.observe(drawn.append, names="_drawn")
    assert gallery.set(width=2.0, gamma=10) is gallery
    assert len(drawn) == 1 and gallery.said.startswith("w = 2.0 cm, γ = 10,")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"depth": 1}, r"There is no control 'depth'; there are \['width', 'gamma'"),
        ({"width": 3}, "width must be a number from 0.1 to 2, got 3"),
        ({"width": 1.5, "word": "three"}, "word must be one of"),
        ({"points": [(0, 0)]}, "points must be 2 to 5 rows of 2 numbers"),
        ({"step": 4}, "step must be a whole number from 0 to 3"),
    ],
)
def test_a_bad_value_changes_nothing(gallery, values, message):
    before, shown = dict(gallery.values), gallery.shown
    with pytest.raises(ValueError, match=message):
        gallery.set(**values)
    assert gallery.values == before and gallery.shown is shown and gallery.failure == ""


def test_values_are_a_trait_that_can_be_set_observed_and_linked(gallery):
    heard, other = [], Gallery()
    gallery.observe(lambda change: heard.append(change["new"]["width"]), names="values")
    link = ipywidgets.link((gallery, "values"), (other, "values"))
    gallery.values = {**gallery.values, "width": 0.5}
    assert heard == [0.5] and other.said.startswith("w = 0.5 cm")
    with pytest.raises(ValueError, match="width must be a number"):
        gallery.values = {**gallery.values, "width": 5}
    link.unlink()


def test_what_cannot_be_drawn_is_said_raised_and_forgotten(gallery):
    shown = gallery.shown
    with pytest.raises(ValueError, match="<this> cannot be drawn"):
        gallery.set(word="broken")
    assert gallery.failure == "Not drawn: <this> cannot be drawn" and gallery.shown is shown
    gallery.set(word="two")
    assert gallery.failure == "" and ", two," in gallery.said


def test_what_cannot_be_drawn_at_first_is_raised():
    class Broken(Gallery):
        def scene(self, **values):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Broken()


def test_a_run_that_is_shorter_pulls_its_steps_back(gallery):
    gallery.set(word="two").set(step=6)
    gallery.set(word="one")
    assert (
        gallery.values["step"] == 3 and ", step 6," in gallery.said
    )  # the scene itself takes the last there is
    gallery.set(word="two").set(step=6)
    assert gallery.values["step"] == 6


def test_points_start_anew_with_the_control_that_they_belong_to(gallery):
    gallery.set(points=START[:2])
    assert gallery.set(width=0.5).values["points"] == START[:2]
    assert gallery.set(word="one").values["points"] == START[:2]  # nothing has changed
    assert gallery.set(word="two").values["points"] is None
    assert gallery.set(word="one", points=START[1:]).values["points"] == START[1:]


# ---- questions of the browser --------------------------------------------------------------------


def test_a_question_is_answered_with_a_scene(gallery):
    ask(gallery, width=4, word=1, star=[1, 0.5], points=[[0, 0], [1, 1]])
    assert gallery.values["width"] == 0.5 and gallery.values["word"] == "two"
    assert gallery.values["star"] == (1.0, 0.5) and gallery.values["points"] == ((0.0, 0.0), (1.0, 1.0))
    assert gallery._places == {
        "width": pytest.approx(4), "gamma": pytest.approx(40), "step": 0, "word": 1, "lines": 0, "star": (1.0, 0.5),
        "points": True,
    }  # fmt: skip
    assert gallery._answered == "q1" and gallery._drawn["said"] == gallery.said
    assert gallery._drawn["hidden"] == ["gamma"] and gallery._drawn["ends"] == {"step": 6}


@pytest.mark.parametrize(
    ("places", "message"),
    [
        ({"depth": 1}, "depth"),
        ({"star": [1]}, "star must be two numbers"),
        ({"points": [[0, 0]]}, "points must be 2 to 5 rows"),
        ({"word": 2}, "<this> cannot be drawn"),
    ],
)
def test_a_question_that_has_no_answer_is_answered_with_a_word(gallery, places, message):
    before = gallery._drawn
    ask(gallery, **places)
    assert gallery.failure.startswith("Not drawn: ") and message in gallery.failure
    assert gallery._drawn == before and gallery._answered == "q1"
    assert ask(gallery, word=1).failure == ""


# ---- what a notebook keeps -----------------------------------------------------------------------


def test_the_bundle_holds_the_live_view_and_a_static_twin(gallery):
    bundle, _ = gallery._repr_mimebundle_()
    assert bundle[WIDGET_VIEW]["model_id"] == gallery.model_id == gallery.ident
    assert bundle["text/plain"] == gallery.said
    for shown in (f'class="{TWIN}"', "To move it, run the cells above", "γ = 1", "image/png;base64,iVBORw0K"):
        assert shown in bundle["text/html"]


def test_two_explorers_give_the_same_bytes():
    explorers = Gallery(), Gallery().set(width=2.0), Gallery().set(width=2.0).set(width=1.0)
    one, moved, back = (explorer._repr_mimebundle_()[0]["text/html"] for explorer in explorers)
    assert one == back != moved


def test_all_scripts_together_are_small_and_ask_nobody():
    script = str(Explorer._esm)
    assert len(script.encode()) + len(str(Explorer._css).encode()) < 60_000
    assert "import " not in script.replace("important ", "") and "http" not in script
    assert script.count("export default") == 1


def test_an_explorer_must_say_how():
    with pytest.raises(NotImplementedError):
        Explorer()
