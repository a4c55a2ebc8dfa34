"""Controls in JupyterLab and in Notebook 7 whose kernel goes away: they stop, and say so."""

import nbformat
import pytest

TOY = """\
from kernelcourse.ball import proofs
from kernelcourse.ball.explorers import LagrangianExplorer
from kernelcourse.kernels.explorers import KernelExplorer
display(KernelExplorer(), LagrangianExplorer(), proofs.dual.walk())
"""


@pytest.fixture(scope="module", params=["lab", "notebook"])
def page(request, desk, tmp_path_factory):
    path = tmp_path_factory.mktemp(request.param) / "toy.ipynb"
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    cells = [nbformat.v4.new_code_cell(TOY)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel}), path)
    with desk.open(path, app=request.param) as page:
        yield page


# Explorers and a walk through a proof. After the last one there is no kernel: the next page is a new one.
@pytest.mark.parametrize("end", ["restart", "change_kernel", "kill", "shut_down"])
def test_controls_stop_with_their_kernel_and_say_so(page, end):
    page.run_all()
    *explorers, walk = page.outputs()
    assert len(explorers) == 2
    shown = []
    for output in (*explorers, walk):
        assert output.note == ""
        assert output.controls_can_be_reached()
    for explorer in explorers:
        drawn = explorer.picture()
        explorer.press(explorer.sliders[0])
        shown.append((explorer.picture(), explorer.caption))
        assert shown[-1][0] != drawn
    getattr(page, end)()
    for output in (*explorers, walk):
        output.output.get_by_text("The kernel that drew this is gone.").wait_for()
        assert not output.controls_can_be_reached()
    assert [(explorer.picture(), explorer.caption) for explorer in explorers] == shown
