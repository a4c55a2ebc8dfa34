"""What a reader unfolds, shows, or saves too early leaves the file as it was committed."""

import pytest
from nbformat import v4, writes

from kernelcourse.desk.server import KERNELSPEC, LANGUAGE_INFO, MARK


@pytest.fixture
def page(desk, tmp_path):
    cells = [
        v4.new_code_cell("import time", metadata={"jupyter": {"source_hidden": True}}),
        v4.new_markdown_cell("## In depth: slow (2 minutes)", metadata={"jp-MarkdownHeadingCollapsed": True}),
        v4.new_code_cell("time.sleep(4)\nprint('slept')"),
        v4.new_markdown_cell("### Below"),
        v4.new_code_cell("print('woken')"),
        v4.new_markdown_cell("## The end"),
    ]
    for number, cell in enumerate(cells, 1):
        cell.id = f"cell-{number:02d}"
    for number, cell in enumerate((cell for cell in cells if cell.cell_type == "code"), 1):
        said = {1: [], 2: ["slept\n"], 3: ["woken\n"]}[number]
        cell |= {
            "execution_count": number,
            "outputs": [v4.new_output("stream", name="stdout", text=t) for t in said],
        }
    metadata = {"kernelspec": KERNELSPEC, MARK: {"source": "99_toy"}, "language_info": LANGUAGE_INFO}
    file = tmp_path / "chapters" / "99_toy.ipynb"
    file.parent.mkdir()
    file.write_text(writes(v4.new_notebook(cells=cells, metadata=metadata)) + "\n", encoding="utf-8")
    with desk.open(file) as page:
        page.committed = file.read_bytes()
        yield page


def shown(page):
    """The cells that are shown, each by how it begins, and whether the code of the first one is."""
    hidden = page.tab.locator(".jp-CodeCell").first.locator(".jp-InputArea-editor")
    cells = page.tab.locator(".jp-Notebook .jp-Cell:visible").all_inner_texts()
    return [
        text for text in ("slow", "slept", "Below", "The end") if any(text in cell for cell in cells)
    ], hidden.count()


def test_depth_is_collapsed_and_unfolding_it_changes_no_file(page):
    assert shown(page) == (["slow", "The end"], 0)
    page.tab.locator(".jp-showHiddenCellsButton").click()
    page.tab.locator(".jp-InputPlaceholder, .jp-InputArea .jp-Placeholder").first.click()
    assert shown(page) == (["slow", "slept", "Below", "The end"], 1)
    page.save()
    assert page.file.read_bytes() == page.committed
    page.reopen()
    assert shown(page) == (["slow", "The end"], 0)


def test_run_all_runs_what_is_collapsed_and_a_save_on_the_way_loses_nothing(page):
    page.tab.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }")
    page.tab.wait_for_timeout(1500)
    assert len(page.cells_not_run()) == 2
    page.save()
    assert page.file.read_bytes() == page.committed
    page.tab.wait_for_timeout(5000)
    assert page.cells_not_run() == [] and page.errors() == []
    page.save()
    assert page.file.read_bytes() == page.committed
