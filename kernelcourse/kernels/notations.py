"""How the sources write the kernels: one kernel, many letters.

The same Gaussian has a γ, a β, a σ under 2σ² or a σ under σ², and R's `sigma` is none of the σ but γ itself.
`read` makes the kernel from what a source writes, `write` says what a source would write for a kernel, `table`
puts all of them side by side.
"""

import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass

from kernelcourse.proving.typeset import formula, plain_text
from kernelsy19.kernels.vector_kernels import RBF, Laplacian, Linear, Polynomial, Sigmoid
from kernelsy19.validation import as_choice, as_text, shown

KERNEL_KINDS = {
    "linear": Linear,
    "polynomial": Polynomial,
    "rbf": RBF,
    "laplacian": Laplacian,
    "sigmoid": Sigmoid,
}


PIXELS = 256


@dataclass(frozen=True)
class Notation:
    """How one source writes one kernel.
    kernel is one of "linear", "polynomial", "rbf", "laplacian" and "sigmoid"; latex is k(x, y) in the letters of the
    source, ours what our parameters are in them; to_kernel takes the source's parameters by name, from_kernel gives
    them as a dict. A part of a source with letters of its own has a key of its own."""

    source: str
    kernel: str
    latex: str
    ours: str
    to_kernel: Callable
    from_kernel: Callable

    @property
    def parameters(self):
        """The names of the source's parameters, as a tuple."""
        return tuple(inspect.signature(self.to_kernel).parameters)

    def read(self, **parameters):
        """Make the kernel from the source's parameters; see `read`."""
        if set(parameters) != set(self.parameters):
            wanted, given = _listed(self.parameters), _listed(parameters)
            raise ValueError(f"{self.source} writes the {self.kernel} kernel with {wanted}, got {given}.")
        try:
            return self.to_kernel(**parameters)
        except ValueError as error:
            given = ", ".join(f"{name}={value!r}" for name, value in parameters.items())
            raise ValueError(f"{self.source}, {self.kernel} kernel with {given}: {error}") from error

    def write(self, kernel):
        """Return the source's parameters of a kernel; see `write`."""
        if type(kernel) is not KERNEL_KINDS[self.kernel]:
            raise ValueError(f"kernel must be of the kind {self.kernel}, got {shown(kernel)}.")
        parameters = self.from_kernel(kernel)
        if not _same(self.to_kernel(**parameters), kernel):
            raise ValueError(
                f"{self.source} has no letters for {kernel!r}: it writes k(x, y) = {self.latex}."
            )
        return parameters


NOTATIONS = (
    Notation(
        "SY19",
        "rbf",
        r"\exp(-\sigma\,\lVert x - y \rVert^2)",
        r"\gamma = \sigma",
        lambda sigma: RBF(sigma),
        lambda k: {"sigma": k.gamma},
    ),
    Notation(
        "SY19-clusters",
        "rbf",
        r"\exp(-\lVert x - y \rVert^2 / \gamma)",
        r"\gamma_\text{ours} = 1/\gamma",
        lambda gamma: RBF.from_width(gamma, "1/s"),
        lambda k: {"gamma": k.width("1/s")},
    ),
    Notation(
        "SY19-USPS",
        "polynomial",
        r"(x^\top y / 256)^d",
        r"\text{degree} = d,\ \gamma = 1/256,\ r = 0",
        lambda d: Polynomial(d, gamma=1 / PIXELS, offset=0.0),
        lambda k: {"d": k.degree},
    ),
    Notation("MSA220", "linear", r"x^\top y", "", lambda: Linear(), lambda k: {}),
    Notation(
        "MSA220",
        "polynomial",
        r"(\gamma\,x^\top y + r)^m",
        r"\text{degree} = m,\ \gamma,\ r",
        lambda gamma, r, m: Polynomial(m, gamma, r),
        lambda k: {"gamma": k.gamma, "r": k.offset, "m": k.degree},
    ),
    Notation(
        "MSA220",
        "rbf",
        r"\exp(-\gamma\,\lVert x - y \rVert^2)",
        r"\gamma",
        lambda gamma: RBF(gamma),
        lambda k: {"gamma": k.gamma},
    ),
    Notation(
        "MSA220",
        "laplacian",
        r"\exp(-\gamma\,\lVert x - y \rVert_1)",
        r"\gamma",
        lambda gamma: Laplacian(gamma),
        lambda k: {"gamma": k.gamma},
    ),
    Notation(
        "MSA220",
        "sigmoid",
        r"\tanh(\alpha\,x^\top y + c)",
        r"\gamma = \alpha,\ r = c",
        lambda alpha, c: Sigmoid(alpha, c),
        lambda k: {"alpha": k.gamma, "c": k.offset},
    ),
    Notation(
        "AML",
        "polynomial",
        r"(\alpha\,x^\top y + c)^d",
        r"\text{degree} = d,\ \gamma = \alpha,\ r = c",
        lambda alpha, c, d: Polynomial(d, alpha, c),
        lambda k: {"alpha": k.gamma, "c": k.offset, "d": k.degree},
    ),
    Notation(
        "AML",
        "rbf",
        r"\exp\left(-\frac{\lVert x - y \rVert^2}{2\sigma^2}\right)",
        r"\gamma = 1/(2\sigma^2)",
        lambda sigma: RBF.from_width(sigma, "1/(2s^2)"),
        lambda k: {"sigma": k.width("1/(2s^2)")},
    ),
    Notation(
        "AML-experiments",
        "rbf",
        r"\exp(-\gamma\,\lVert x - y \rVert^2)",
        r"\gamma",
        lambda gamma: RBF(gamma),
        lambda k: {"gamma": k.gamma},
    ),
    Notation(
        "AML",
        "sigmoid",
        r"\tanh(\gamma\,x^\top y + r)",
        r"\gamma,\ r",
        lambda gamma, r: Sigmoid(gamma, r),
        lambda k: {"gamma": k.gamma, "r": k.offset},
    ),
    Notation(
        "KPCA11",
        "polynomial",
        r"(1 + x^\top y)^p",
        r"\text{degree} = p,\ \gamma = 1,\ r = 1",
        lambda p: Polynomial(p, gamma=1.0, offset=1.0),
        lambda k: {"p": k.degree},
    ),
    Notation(
        "KPCA11",
        "rbf",
        r"\exp(-\beta\,\lVert x - y \rVert^2)",
        r"\gamma = \beta",
        lambda beta: RBF(beta),
        lambda k: {"beta": k.gamma},
    ),
    Notation(
        "KPCA11",
        "sigmoid",
        r"\tanh(x^\top y + \delta)",
        r"\gamma = 1,\ r = \delta",
        lambda delta: Sigmoid(1.0, delta),
        lambda k: {"delta": k.offset},
    ),
    Notation("PR", "linear", r"\langle x, y \rangle", "", lambda: Linear(), lambda k: {}),
    Notation(
        "PR",
        "polynomial",
        r"(\langle x, y \rangle + 1)^d",
        r"\text{degree} = d,\ \gamma = 1,\ r = 1",
        lambda d: Polynomial(d, gamma=1.0, offset=1.0),
        lambda k: {"d": k.degree},
    ),
    Notation(
        "PR",
        "rbf",
        r"\exp(-\lVert x - y \rVert^2 / \sigma^2)",
        r"\gamma = 1/\sigma^2",
        lambda sigma: RBF.from_width(sigma, "1/s^2"),
        lambda k: {"sigma": k.width("1/s^2")},
    ),
    Notation(
        "PR",
        "laplacian",
        r"\exp(-\lVert x - y \rVert_1 / \sigma^2)",
        r"\gamma = 1/\sigma^2",
        lambda sigma: Laplacian.from_width(sigma, "1/s^2"),
        lambda k: {"sigma": k.width("1/s^2")},
    ),
    Notation(
        "PR",
        "sigmoid",
        r"\tanh(\alpha\,\langle x, y \rangle + \beta)",
        r"\gamma = \alpha,\ r = \beta",
        lambda alpha, beta: Sigmoid(alpha, beta),
        lambda k: {"alpha": k.gamma, "beta": k.offset},
    ),
)


def read(source, kernel, /, **parameters):
    """Make a kernel from what a source writes.

    Parameters
    ----------
    source : str, such as "AML"; `table()` lists them
    kernel : {"linear", "polynomial", "rbf", "laplacian", "sigmoid"}
    **parameters : the source's own, all of them, Greek letters spelled out

    Returns
    -------
    Kernel

    Raises
    ------
    ValueError
        If the source or its kernel is not known, or the parameters are not those that the source writes.

    Examples
    --------
    >>> read("AML", "rbf", sigma=2.0)
    RBF(gamma=0.125)
    >>> read("SY19", "rbf", sigma=0.3)
    RBF(gamma=0.3)
    """
    return _find(source, kernel).read(**parameters)


def write(kernel, source):
    """Say what a source would write for a kernel; undoes `read`.

    Parameters
    ----------
    kernel : Linear, Polynomial, RBF, Laplacian or Sigmoid
    source : str, such as "AML"; `table()` lists them

    Returns
    -------
    dict of str to number, the source's parameters by name

    Raises
    ------
    ValueError
        If the source is not known, does not write this kind of kernel, or fixes a parameter that differs here.

    Examples
    --------
    >>> write(RBF(gamma=0.125), "AML")
    {'sigma': 2.0}
    >>> write(read("AML", "polynomial", alpha=1, c=1, d=3), "KPCA11")
    {'p': 3}
    """
    kind = next((name for name, cls in KERNEL_KINDS.items() if type(kernel) is cls), None)
    if kind is None:
        raise ValueError(f"kernel must be a {_listed(KERNEL_KINDS, 'or')} kernel, got {kernel!r}.")
    return _find(source, kind).write(kernel)


@dataclass(frozen=True)
class NotationTable:
    """Notations, one row each; a notebook renders it."""

    notations: tuple

    def _repr_markdown_(self):
        rows = ["| source | kernel | k(x, y) as it writes it | our parameters |", "| --- | --- | --- | --- |"]
        for notation in self.notations:
            ours = f"${formula(notation.ours)}$" if notation.ours else "none"
            source, kernel = plain_text(notation.source), plain_text(notation.kernel)
            rows.append(f"| {source} | {kernel} | ${formula(notation.latex)}$ | {ours} |")
        return "\n".join(rows)

    def __repr__(self):
        return "\n".join(f"{n.source}, {n.kernel}: {_listed(n.parameters)}" for n in self.notations)


def table(kernel=None):
    """List how the sources write the kernels.

    Parameters
    ----------
    kernel : str or None for all, such as "rbf"

    Returns
    -------
    NotationTable, which a notebook renders

    Raises
    ------
    ValueError
        If there is no such kernel.
    """
    if kernel is not None:
        as_choice(kernel, "kernel", KERNEL_KINDS)
    return NotationTable(tuple(n for n in NOTATIONS if kernel in (None, n.kernel)))


def _find(source, kernel):
    as_text(source, "source")
    as_text(kernel, "kernel")
    known = {n.kernel: n for n in NOTATIONS if n.source == source}
    if not known:
        sources = _listed(dict.fromkeys(n.source for n in NOTATIONS), "or")
        raise ValueError(f"source must be {sources}, got {source!r}.")
    if kernel not in known:
        raise ValueError(f"kernel must be one that {source} writes, {_listed(known, 'or')}, got {kernel!r}.")
    return known[kernel]


def _listed(names, word="and"):
    *most, last = list(names) or ["nothing"]
    return f"{', '.join(most)} {word} {last}" if most else last


def _same(one, other):
    pairs = zip(one.get_params().values(), other.get_params().values(), strict=True)
    return all(math.isclose(a, b, rel_tol=1e-12) for a, b in pairs)
