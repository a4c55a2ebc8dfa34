"""The progress bar: what it says after each step, when it ends well and when it ends early."""

import pytest

from kernelcourse.drawing import bars as progress
from kernelcourse.drawing.bars import ProgressBar


@pytest.fixture
def shown(monkeypatch):
    bars = []
    monkeypatch.setattr(progress, "display", bars.append)
    return bars


def words(bar):
    return bar.view.children[1].value


def test_items_pass_unchanged_while_the_bar_counts_what_is_done(shown):
    seen = [(item, words(shown[0])) for item in progress.progress(("a", "b"), "letters")]
    assert seen == [("a", "0 of 2 letters"), ("b", "1 of 2 letters")]
    assert (words(shown[0]), shown[0].bar.value, shown[0].bar.bar_style) == ("2 of 2 letters", 2, "success")


def test_a_loop_that_ends_early_says_where(shown):
    steps = progress.progress(range(3), "steps")
    next(steps), next(steps)
    steps.close()
    assert (words(shown[0]), shown[0].bar.bar_style) == ("1 of 3 steps", "danger")


def test_nothing_to_do(shown):
    assert list(progress.progress([], "steps")) == []
    assert shown[0].bar.bar_style == "success"


def test_needs_a_length(shown):
    with pytest.raises(TypeError, match="items must have a length, got a generator"):
        progress.progress((n for n in range(3)), "steps")
    assert not shown


def test_a_page_without_a_kernel_names_the_work():
    bundle = ProgressBar(4, "sizes <m>")._repr_mimebundle_()
    assert bundle["text/plain"] == "4 sizes <m>"
    assert bundle["text/html"] == "<small>4 sizes &lt;m&gt;</small>"
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert repr(ProgressBar(4, "sizes")) == "ProgressBar: 0 of 4 sizes"
