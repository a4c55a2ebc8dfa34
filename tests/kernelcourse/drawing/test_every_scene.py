"""What holds for each explorer of the course: its scenes at every control, their text, what is sent."""

import functools
import inspect
import itertools
import re
import warnings

import numpy as np
import pytest

from kernelcourse.drawing.controls import Choice, Cloud, Place, Slider
from kernelcourse.drawing.live import Explorer
from kernelcourse.drawing.marks import Handle, Mark, Points, Rule
from kernelcourse.index import all_explorers
from kernelsy19 import datasets

NAMES = [name for name, made in all_explorers().items() if issubclass(made, Explorer)]
OF_DATA = [name for name in NAMES if "data" in inspect.signature(all_explorers()[name]).parameters]
NEED_LABELS = {"LogisticExplorer", "SGDAgainstNewton"}
HYPHEN = re.compile(r"(?:^|[\s(=,:])-\.?\d")  # as the sign of a number
NEGATIVE_GAP = re.compile(r"gap (is |of )?−")
SUPERLATIVE = re.compile(r"\b(best|least|most|lowest|highest|largest|smallest|nearest|likeliest)\b")
CALLED = {  # marks that are called lowest or best, with what does not go below them (−1) or above (1)
    "LagrangianExplorer": {
        "lowest point of L": (-1, "Lagrangian L(z, α)"),
        "best allowed z": (1, "lower bound q(α)"),
        "best allowed value": (1, "lower bound q(α)"),
    },
    "KernelRidgeExplorer": {"smallest": (-1, "at points left out")},
    "ErrorBarsExplorer": {"likeliest": (1, "log p(y)")},
    "LandmarkExplorer": {"smallest possible": (-1, "left of the trace")},
    "WhichSpeakerExplorer": {"the nearest": (-1, "this man")},
    "CentersByHandExplorer": {"the least that c-means finds": None},  # beside more starts, in its own room
}
LARGEST_MESSAGE = 150_000  # bytes that a move sends


@functools.cache
def made(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        explorer = all_explorers()[name]()
    return explorer, dict(explorer.values)


@pytest.fixture(params=NAMES)
def explorer(request):
    explorer, start = made(request.param)
    return explorer.set(**start).set(**start)  # twice: the first may have cut a run short


def marks_of(explorer, kind):
    return [mark for panel in explorer.shown.panels for mark in panel.marks if isinstance(mark, kind)]


def another(explorer, name):
    """A value of a control that is not its own."""
    control, value = explorer._made[name], explorer.values[name]
    if isinstance(control, Choice):
        return next(option for option in control.options if option != value)
    if isinstance(control, Place):
        (handle,) = (mark for mark in marks_of(explorer, Handle) if mark.name == name)
        panel = next(panel for panel in explorer.shown.panels if handle in panel.marks)
        return handle.x + np.ptp(panel.x.range) / 20, handle.y + np.ptp(panel.y.range) / 20
    if isinstance(control, Cloud):
        rows = np.array(rows_of(explorer, name))
        rows[0, :2] += np.ptp(rows[:, :2], axis=0) / 5
        return rows
    place = control.sent(value)
    return control.heard(place + 3 if place + 3 <= control.last else place - 3)


def rows_of(explorer, name):
    (held,) = (mark for mark in marks_of(explorer, Points) if mark.hold == name)
    columns = [held.x, held.y] if held.classes is None else [held.x, held.y, held.classes]
    return np.column_stack(columns).tolist()


def moved(explorer):
    return [name for name in explorer.values if name not in explorer.shown.hidden]


def bytes_of(sent):
    if isinstance(sent, bytes):
        return len(sent)
    items = sent.values() if isinstance(sent, dict) else sent if isinstance(sent, list) else ()
    return sum(map(bytes_of, items)) + 8


def require_good_words(said):
    assert said[0].isupper() or not said[0].isalpha() or said.startswith("c-means")
    assert said.endswith(".")
    assert not {"nan", "inf", "None"} & set(said.replace(",", " ").split())


def test_every_control_moves_the_scene_and_back(explorer):
    start, values = explorer.get_state()["_drawn"], dict(explorer.values)
    for name in moved(explorer):
        explorer.set(**{name: another(explorer, name)})
        assert explorer._drawn != start, name
        assert "your own" in explorer.said or name != "points" or type(explorer).__name__ == "CMeansStepper"
        require_good_words(explorer.said)
        explorer.set(**values)
        assert explorer._drawn == start, name


def words_of(sent):
    """All texts of what is sent."""
    if isinstance(sent, str):
        return [sent]
    items = sent.values() if isinstance(sent, dict) else sent if isinstance(sent, list) else ()
    return [text for item in items for text in words_of(item)]


def test_all_choices_and_both_ends_of_all_sliders_can_be_drawn_and_read(explorer):
    """Negative numbers have a minus in every text, and no gap is negative."""
    start = dict(explorer.values)
    for name, control in explorer.controls().items():
        ends = control.options if isinstance(control, Choice) else ()
        if isinstance(control, Slider):
            ends = [explorer._made[name].heard(0), explorer._made[name].heard(1e9)]
        for value in (start[name], *ends):
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                explorer.set(**{name: value})
            require_good_words(explorer.said)
            texts = words_of(explorer.shown.message())
            assert not [text for text in texts if HYPHEN.search(text) or NEGATIVE_GAP.search(text)]
        explorer.set(**start)


def test_what_is_called_best_is_best_at_every_slider(explorer):
    start, name = dict(explorer.values), type(explorer).__name__
    called = {m.label for m in marks_of(explorer, Mark) if SUPERLATIVE.search(str(getattr(m, "label", "")))}
    assert called == set(CALLED.get(name, ()))
    rows = {label: row for label, row in CALLED.get(name, {}).items() if row}
    sliders = [control for control in explorer._made if rows and isinstance(explorer._made[control], Slider)]
    for control, share in itertools.product(sliders, np.linspace(0, 1, 9)):
        step = round(share * explorer._made[control].last)
        explorer.set(**start).set(**{control: explorer._made[control].heard(step)})
        drawn = [mark for mark in marks_of(explorer, Mark) if hasattr(mark, "label")]
        values = {
            str(mark.label): mark.at if isinstance(mark, Rule) else getattr(mark, "y", 0) for mark in drawn
        }
        for label, (sign, of) in rows.items():
            n = min(map(np.size, (values[label], values[of])))
            best, others = (np.ravel(values[one])[: n if n > 1 else None] for one in (label, of))
            assert (sign * (others - best) <= 1e-6 * np.abs(best)).all(), (control, step, label)
    explorer.set(**start)


def test_a_scene_is_a_function_of_the_values_alone(explorer):
    once, again = (explorer.scene(**explorer.values).message() for _ in range(2))
    assert once == again == explorer.shown.message()


def test_what_is_held_and_what_is_hidden_are_controls(explorer):
    control = explorer._made
    assert set(explorer.shown.hidden) | set(explorer.shown.ends) <= set(control)
    for handle in marks_of(explorer, Handle):
        assert isinstance(control[handle.name], Place if handle.moves == "xy" else Slider)
    for name, cloud in control.items():
        if isinstance(cloud, Cloud):
            assert "data" not in control or "data" in cloud.of  # a choice of data brings its points back
            assert (len(rows_of(explorer, name)[0]) == 3) == bool(cloud.classes)
            assert cloud.least <= len(rows_of(explorer, name)) <= cloud.most


def test_points_that_have_not_moved_are_the_points(explorer):
    for name, control in explorer._made.items():
        if isinstance(control, Cloud):
            start, rows = marks_of(explorer, Points), rows_of(explorer, name)
            explorer.set(**{name: rows})
            assert rows_of(explorer, name) == rows
            for now, before in zip(marks_of(explorer, Points), start, strict=True):
                largest = np.abs(before.x).max(initial=0) or 1
                np.testing.assert_allclose(now.x, before.x, atol=1e-4 * largest)


@pytest.mark.parametrize(
    ("name", "computed", "control"),
    [
        ("BallExplorer", "_path", "nu"),
        ("KernelExplorer", "_spectrum", "probe"),
        ("LogisticExplorer", "_losses", "lam"),
    ],
)
def test_what_takes_long_is_computed_once_while_a_control_moves(name, computed, control):
    explorer, start = made(name)
    computed = getattr(explorer.set(**start), computed)
    before = computed.cache_info().misses
    explorer.set(**{control: another(explorer, control)}).set(**start)
    assert computed.cache_info().misses == before


def test_a_move_sends_little(explorer):
    assert bytes_of(explorer.shown.message()) < LARGEST_MESSAGE


def test_the_static_twin_fits_in_a_notebook(explorer):
    bundle, _ = explorer._repr_mimebundle_()
    assert len(bundle["text/html"]) < 120_000
    assert bundle["text/plain"] == explorer.said


@pytest.mark.night
def test_the_static_twin_is_the_same_every_time(explorer):
    assert explorer.png == explorer.png


@pytest.mark.parametrize("name", OF_DATA)
def test_data_of_your_own_comes_first_and_is_named(name):
    make, circles = all_explorers()[name], datasets.circles(40, noise=0.1)
    explorer = make(circles)
    assert "circles" in explorer.said.lower()
    options = explorer.controls()["data"].options if "data" in explorer.controls() else ["circles"]
    assert options[0] == "circles" and options.count("circles") == 1
    if name not in NEED_LABELS:
        assert "your data" in make(circles.X * [1, 100] + [0, 500]).said.lower()
        for bad, message in (
            (np.zeros((3, 3)), "data must have 2 columns"),
            ([[0, np.inf], [1, 2]], "infinite"),
        ):
            with pytest.raises(ValueError, match=message):
                make(bad)
