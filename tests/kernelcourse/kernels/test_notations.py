"""What each source means by its letters: formulas written by hand, and round trips."""

import doctest
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.mathtext import MathTextParser
from refusals import refused

from kernelcourse.kernels import notations
from kernelcourse.kernels.notations import NOTATIONS, read, table, write
from kernelsy19.kernels import RBF, Constant, Laplacian, Linear, Polynomial, Sigmoid

# What the source says, in its own letters: (dot product, squared distance, sum of differences) → k(x, y).
FORMULAS = {
    ("SY19", "rbf"): lambda xy, d2, d1, sigma: math.exp(-sigma * d2),
    ("SY19-clusters", "rbf"): lambda xy, d2, d1, gamma: math.exp(-d2 / gamma),
    ("SY19-USPS", "polynomial"): lambda xy, d2, d1, d: (xy / 256) ** d,
    ("MSA220", "linear"): lambda xy, d2, d1: xy,
    ("MSA220", "polynomial"): lambda xy, d2, d1, gamma, r, m: (gamma * xy + r) ** m,
    ("MSA220", "rbf"): lambda xy, d2, d1, gamma: math.exp(-gamma * d2),
    ("MSA220", "laplacian"): lambda xy, d2, d1, gamma: math.exp(-gamma * d1),
    ("MSA220", "sigmoid"): lambda xy, d2, d1, alpha, c: math.tanh(alpha * xy + c),
    ("AML", "polynomial"): lambda xy, d2, d1, alpha, c, d: (alpha * xy + c) ** d,
    ("AML", "rbf"): lambda xy, d2, d1, sigma: math.exp(-d2 / (2 * sigma**2)),
    ("AML-experiments", "rbf"): lambda xy, d2, d1, gamma: math.exp(-gamma * d2),
    ("AML", "sigmoid"): lambda xy, d2, d1, gamma, r: math.tanh(gamma * xy + r),
    ("KPCA11", "polynomial"): lambda xy, d2, d1, p: (1 + xy) ** p,
    ("KPCA11", "rbf"): lambda xy, d2, d1, beta: math.exp(-beta * d2),
    ("KPCA11", "sigmoid"): lambda xy, d2, d1, delta: math.tanh(xy + delta),
    ("PR", "linear"): lambda xy, d2, d1: xy,
    ("PR", "polynomial"): lambda xy, d2, d1, d: (xy + 1) ** d,
    ("PR", "rbf"): lambda xy, d2, d1, sigma: math.exp(-d2 / sigma**2),
    ("PR", "laplacian"): lambda xy, d2, d1, sigma: math.exp(-d1 / sigma**2),
    ("PR", "sigmoid"): lambda xy, d2, d1, alpha, beta: math.tanh(alpha * xy + beta),
}
INTEGERS = {"d", "m", "p"}

each = pytest.mark.parametrize("notation", NOTATIONS, ids=lambda n: f"{n.source} {n.kernel}")


def parameters_of(notation, positive):
    return st.fixed_dictionaries(
        {name: st.integers(1, 4) if name in INTEGERS else positive for name in notation.parameters}
    )


def test_every_notation_has_its_formula_here_once():
    assert len(NOTATIONS) == len(FORMULAS)
    assert {(n.source, n.kernel) for n in NOTATIONS} == set(FORMULAS)


@each
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_kernel_is_what_the_source_writes(notation, data):
    parameters = data.draw(parameters_of(notation, st.floats(0.01, 20)))
    k = read(notation.source, notation.kernel, **parameters)
    assert isinstance(k, notations.KERNEL_KINDS[notation.kernel])
    x, y = np.array([[0.3, -1.2, 2.0]]), np.array([[1.1, 0.4, 1.5]])
    formula = FORMULAS[notation.source, notation.kernel]
    expected = formula(
        float(x[0] @ y[0]), float(((x - y) ** 2).sum()), float(np.abs(x - y).sum()), **parameters
    )
    assert k(x, y)[0, 0] == pytest.approx(expected, rel=1e-10, abs=1e-300)


@each
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_writing_undoes_reading(notation, data):
    parameters = data.draw(parameters_of(notation, st.floats(1e-4, 1e4)))
    again = write(read(notation.source, notation.kernel, **parameters), notation.source)
    assert list(again) == list(notation.parameters)
    assert again == pytest.approx(parameters, rel=1e-12)


@pytest.mark.parametrize("source", sorted({n.source for n in NOTATIONS if n.kernel == "rbf"}))
@settings(max_examples=25, deadline=None)
@given(gamma=st.floats(1e-4, 1e4))
def test_reading_undoes_writing_so_any_source_translates_to_any_other(source, gamma):
    again = read(source, "rbf", **write(RBF(gamma), source))
    assert again.gamma == pytest.approx(gamma, rel=1e-12)


@pytest.mark.parametrize(
    ("k", "source", "formula"),
    [
        (Polynomial(2, gamma=0.5), "PR", r"(\langle x, y \rangle + 1)^d"),
        (Polynomial(2, offset=0), "KPCA11", "(1 + x^\\top y)^p"),
        (Polynomial(2, offset=0), "SY19-USPS", "(x^\\top y / 256)^d"),
        (Sigmoid(2.0, 0.0), "KPCA11", r"\tanh(x^\top y + \delta)"),
    ],
    ids=repr,
)
def test_kernel_that_a_source_cannot_write(k, source, formula):
    with pytest.raises(ValueError) as caught:
        write(k, source)
    assert str(caught.value) == f"{source} has no letters for {k!r}: it writes k(x, y) = {formula}."


test_errors_list_what_is_known = refused(
    (
        lambda: read("Bishop", "rbf", sigma=1),
        "source must be SY19, SY19-clusters, SY19-USPS, MSA220, AML, AML-experiments, KPCA11 or PR, got 'Bishop'",
    ),
    (lambda: write(RBF(), "Bishop"), "source must be SY19, .*, got 'Bishop'"),
    (lambda: read("SY19", "sigmoid"), "one that SY19 writes, rbf, got 'sigmoid'"),
    (lambda: read("KPCA11", "laplace", gamma=1), "one that KPCA11 writes, polynomial, rbf or sigmoid, got"),
    (lambda: write(Laplacian(), "AML"), "one that AML writes, polynomial, rbf or sigmoid, got 'laplacian'"),
    (lambda: read("AML", "rbf", gamma=1), "AML writes the rbf kernel with sigma, got gamma"),
    (lambda: read("AML", "rbf"), "AML writes the rbf kernel with sigma, got nothing"),
    (lambda: read("PR", "linear", d=1), "PR writes the linear kernel with nothing, got d"),
    (
        lambda: read("AML", "polynomial", d=2, c=1),
        "AML writes the polynomial kernel with alpha, c and d, got d and c",
    ),
    (
        lambda: read("AML", "rbf", sigma=-1),
        r"AML, rbf kernel with sigma=-1: width must be a number in \(0, inf\)",
    ),
    (lambda: read("PR", "polynomial", d=0), "PR, polynomial kernel with d=0: degree must be an integer"),
    (lambda: read("SY19", "rbf", sigma="0.3"), "SY19, rbf kernel with sigma='0.3': gamma must be a number"),
    (
        lambda: write(RBF() + Linear(), "PR"),
        r"kernel must be a linear, polynomial, rbf, laplacian or sigmoid kernel, got RBF\(gamma=1.0\) \+ Linear",
    ),
    (lambda: write(Constant(), "PR"), "kernel must be a linear, .* kernel, got Constant"),
    (lambda: write("rbf", "PR"), "kernel must be a linear, .* kernel, got 'rbf'"),
    (lambda: table("gaussian"), r"kernel must be one of \['linear', .*'sigmoid'\], got 'gaussian'"),
)


def test_table_renders_every_notation():
    lines = table()._repr_markdown_().splitlines()
    assert len(lines) == 2 + len(NOTATIONS)
    assert all(line.count("|") == 5 for line in lines)
    for notation, line in zip(NOTATIONS, lines[2:], strict=True):
        assert line.startswith(f"| {notation.source} | {notation.kernel} | ${notation.latex}$ |")
        assert notation.ours in line
    assert repr(table("laplacian")) == "MSA220, laplacian: gamma\nPR, laplacian: sigma"
    assert {n.kernel for n in table("rbf").notations} == {"rbf"}


@each
def test_latex_renders(notation):
    for text in filter(None, (notation.latex, notation.ours)):
        plain = text.replace(r"\top", "T").replace(r"\lVert", r"\|").replace(r"\rVert", r"\|")
        MathTextParser("path").parse(f"${plain}$")


def test_examples_of_the_documentation():
    assert doctest.testmod(notations).failed == 0
