"""The widget that notices that a kernel has gone; what it does then is tested in a browser."""

import ipywidgets

from kernelcourse.drawing.kernel_note import CONTROLS, Alive


def test_it_marks_the_controls_that_it_stops():
    stopped, other = ipywidgets.IntSlider(), ipywidgets.IntSlider()
    Alive(stopped)
    assert CONTROLS in stopped._dom_classes
    assert CONTROLS not in other._dom_classes
    assert f".{CONTROLS}" in str(Alive._esm) and f".{CONTROLS}[inert]" in str(Alive._css)


def test_the_front_end_can_find_its_model():
    alive = Alive()
    assert alive.get_state()["ident"] == alive.model_id
    assert "run the cells above" in alive.get_state()["note"]
