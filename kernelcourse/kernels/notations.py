"""How the sources write the kernels: one kernel, many letters.

The same Gaussian has a γ, a β, a σ under 2σ² or a σ under σ², and R's `sigma` is none of the σ but γ itself.
`read` makes the kernel from what a source writes, `write` says what a source would write for a kernel, `table`
puts all of them side by side.
"""

import math
from dataclasses import dataclass, field

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
    source, ours what our parameters are in them; letters, which of our parameters each letter of the source stands for;
    width, how the letter stands for γ where it is a width; fixed, our parameters that the source has no letters for. A
    part of a source with letters of its own has a key of its own."""

    source: str
    kernel: str
    latex: str
    ours: str
    letters: dict
    width: str = ""
    fixed: dict = field(default_factory=dict)

    @property
    def parameters(self):
        """The names of the source's parameters, as a tuple."""
        return tuple(self.letters)

    def read(self, **parameters):
        """Make the kernel from the source's parameters; see `read`."""
        if set(parameters) != set(self.parameters):
            wanted, given = _listed(self.parameters), _listed(parameters)
            raise ValueError(f"{self.source} writes the {self.kernel} kernel with {wanted}, got {given}.")
        try:
            return self._kernel(parameters)
        except ValueError as error:
            given = ", ".join(f"{name}={value!r}" for name, value in parameters.items())
            raise ValueError(f"{self.source}, {self.kernel} kernel with {given}: {error}") from error

    def write(self, kernel):
        """Return the source's parameters of a kernel; see `write`."""
        if type(kernel) is not KERNEL_KINDS[self.kernel]:
            raise ValueError(f"kernel must be of the kind {self.kernel}, got {shown(kernel)}.")
        parameters = {
            letter: kernel.width(self.width) if self.width else getattr(kernel, ours)
            for letter, ours in self.letters.items()
        }
        if not _same(self._kernel(parameters), kernel):
            raise ValueError(
                f"{self.source} has no letters for {kernel!r}: it writes k(x, y) = {self.latex}."
            )
        return parameters

    def _kernel(self, parameters):
        kind = KERNEL_KINDS[self.kernel]
        if self.width:
            return kind.from_width(*parameters.values(), self.width)
        return kind(**{self.letters[letter]: value for letter, value in parameters.items()}, **self.fixed)


NOTATIONS = (
    Notation("SY19", "rbf", r"\exp(-\sigma\,\lVert x - y \rVert^2)", r"\gamma = \sigma", {"sigma": "gamma"}),
    Notation(
        "SY19-clusters",
        "rbf",
        r"\exp(-\lVert x - y \rVert^2 / \gamma)",
        r"\gamma_\text{ours} = 1/\gamma",
        {"gamma": "gamma"},
        width="1/s",
    ),
    Notation(
        "SY19-USPS",
        "polynomial",
        r"(x^\top y / 256)^d",
        r"\text{degree} = d,\ \gamma = 1/256,\ r = 0",
        {"d": "degree"},
        fixed={"gamma": 1 / PIXELS, "offset": 0.0},
    ),
    Notation("MSA220", "linear", r"x^\top y", "", {}),
    Notation(
        "MSA220",
        "polynomial",
        r"(\gamma\,x^\top y + r)^m",
        r"\text{degree} = m,\ \gamma,\ r",
        {"gamma": "gamma", "r": "offset", "m": "degree"},
    ),
    Notation("MSA220", "rbf", r"\exp(-\gamma\,\lVert x - y \rVert^2)", r"\gamma", {"gamma": "gamma"}),
    Notation("MSA220", "laplacian", r"\exp(-\gamma\,\lVert x - y \rVert_1)", r"\gamma", {"gamma": "gamma"}),
    Notation(
        "MSA220",
        "sigmoid",
        r"\tanh(\alpha\,x^\top y + c)",
        r"\gamma = \alpha,\ r = c",
        {"alpha": "gamma", "c": "offset"},
    ),
    Notation(
        "AML",
        "polynomial",
        r"(\alpha\,x^\top y + c)^d",
        r"\text{degree} = d,\ \gamma = \alpha,\ r = c",
        {"alpha": "gamma", "c": "offset", "d": "degree"},
    ),
    Notation(
        "AML",
        "rbf",
        r"\exp\left(-\frac{\lVert x - y \rVert^2}{2\sigma^2}\right)",
        r"\gamma = 1/(2\sigma^2)",
        {"sigma": "gamma"},
        width="1/(2s^2)",
    ),
    Notation(
        "AML-experiments", "rbf", r"\exp(-\gamma\,\lVert x - y \rVert^2)", r"\gamma", {"gamma": "gamma"}
    ),
    Notation(
        "AML", "sigmoid", r"\tanh(\gamma\,x^\top y + r)", r"\gamma,\ r", {"gamma": "gamma", "r": "offset"}
    ),
    Notation(
        "KPCA11",
        "polynomial",
        r"(1 + x^\top y)^p",
        r"\text{degree} = p,\ \gamma = 1,\ r = 1",
        {"p": "degree"},
        fixed={"gamma": 1.0, "offset": 1.0},
    ),
    Notation("KPCA11", "rbf", r"\exp(-\beta\,\lVert x - y \rVert^2)", r"\gamma = \beta", {"beta": "gamma"}),
    Notation(
        "KPCA11",
        "sigmoid",
        r"\tanh(x^\top y + \delta)",
        r"\gamma = 1,\ r = \delta",
        {"delta": "offset"},
        fixed={"gamma": 1.0},
    ),
    Notation("PR", "linear", r"\langle x, y \rangle", "", {}),
    Notation(
        "PR",
        "polynomial",
        r"(\langle x, y \rangle + 1)^d",
        r"\text{degree} = d,\ \gamma = 1,\ r = 1",
        {"d": "degree"},
        fixed={"gamma": 1.0, "offset": 1.0},
    ),
    Notation(
        "PR",
        "rbf",
        r"\exp(-\lVert x - y \rVert^2 / \sigma^2)",
        r"\gamma = 1/\sigma^2",
        {"sigma": "gamma"},
        width="1/s^2",
    ),
    Notation(
        "PR",
        "laplacian",
        r"\exp(-\lVert x - y \rVert_1 / \sigma^2)",
        r"\gamma = 1/\sigma^2",
        {"sigma": "gamma"},
        width="1/s^2",
    ),
    Notation(
        "PR",
        "sigmoid",
        r"\tanh(\alpha\,\langle x, y \rangle + \beta)",
        r"\gamma = \alpha,\ r = \beta",
        {"alpha": "gamma", "beta": "offset"},
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
