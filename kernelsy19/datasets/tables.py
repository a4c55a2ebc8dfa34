"""Tables that take too long for a notebook: computed by `make tables`, kept with how they were made."""

import platform
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path

import numpy as np

from kernelsy19.datasets import bundle
from kernelsy19.validation import as_number, shown

TABLE_FOLDER = Path(__file__).with_name("precomputed")


@dataclass(frozen=True)
class Table:
    """Columns of numbers or of words, and how they were made.

    Attributes
    ----------
    name : str
    provenance : tuple of str, one a line: what was computed, by which command, with which versions, when
    columns : dict of str to (m,) array, in order
    """

    name: str
    provenance: tuple
    columns: dict

    def __getitem__(self, column):
        """Return a column as an (m,) array."""
        if not isinstance(column, str) or column not in self.columns:
            raise ValueError(f"{self.name} has no column {shown(column)}; it has {', '.join(self.columns)}.")
        return self.columns[column]

    def __len__(self):
        return len(next(iter(self.columns.values())))

    def rows(self, **where):
        """Keep the rows in which columns have given values.
        ``where``: float or str by name of the column → Table"""
        if not where:
            raise ValueError(
                f"rows takes the value of a column, as in {next(iter(self.columns))}=…, got none."
            )
        kept = np.all([_same(name, self[name], value) for name, value in where.items()], axis=0)
        if not kept.any():
            raise ValueError(f"{self.name} has no row with {where}.")
        return Table(self.name, self.provenance, {name: v[kept] for name, v in self.columns.items()})

    def pivot(self, rows, columns, values):
        """Lay a column of numbers out as a matrix, by the values of two others.
        rows, columns, values: str, names of columns → (r,), the values of `rows`, rising; (c,) array, those of
        `columns`; and an (r, c) array of `values`, NaN; where the table has no such row"""
        for name, column in {"rows": rows, "columns": columns, "values": values}.items():
            if not isinstance(column, str) or column not in self.columns:
                known = ", ".join(self.columns)
                raise ValueError(f"{name} must be a column of {self.name}, {known}, got {shown(column)}.")
        if self[values].dtype.kind not in "biuf":
            raise ValueError(f"values must be a column of numbers, and {values} of {self.name} is not.")
        (at, i), (over, j) = (np.unique(self[name], return_inverse=True) for name in (rows, columns))
        matrix = np.full((len(at), len(over)), np.nan)
        matrix[i, j] = self[values]
        return at, over, matrix

    def _lines(self):
        return [[_written(value) for value in row] for row in zip(*self.columns.values(), strict=True)]

    def _repr_markdown_(self):
        sides = ["---" if v.dtype.kind == "U" else "---:" for v in map(np.asarray, self.columns.values())]
        rows = [list(self.columns), sides, *self._lines()]
        table = "\n".join(f"| {' | '.join(map(_safe, row))} |" for row in rows)
        return f"{table}\n\n<small>{'<br>'.join(map(_safe, self.provenance))}</small>"

    def __repr__(self):
        return "\n".join([f"{self.name}: {len(self)} rows", *self.provenance])


def table(name):
    """Read a precomputed table.

    Parameters
    ----------
    name : str, such as "usps_nu"

    Returns
    -------
    Table

    Raises
    ------
    ChecksumError
        If its file is not the one that was released.
    """
    # By its name in the list and no other way, so that no name leads out of the folder.
    known = sorted(file.removesuffix(".csv") for file in bundle.listed(TABLE_FOLDER))
    if not isinstance(name, str) or name not in known:
        raise ValueError(f"There is no precomputed table of the name {name!r}; there are {', '.join(known)}.")
    lines = bundle.read(f"{name}.csv", TABLE_FOLDER).decode("utf-8").splitlines()
    provenance = tuple(line.removeprefix("# ") for line in lines if line.startswith("#"))
    header, *rows = (line.split(",") for line in lines if not line.startswith("#"))
    columns = map(_column, zip(*rows, strict=True))
    return Table(name, provenance, dict(zip(header, columns, strict=True)))


def save_table(name, columns, about, command):
    """Write a table with its provenance; for the scripts in `tools/tables`.
    columns: dict of str to (m,) array_like of numbers or of words without commas; about: str, what was computed, in
    one line; command: str, what was run → Path"""
    packages = ("numpy", "scipy", "scikit-learn", "numba")
    versions = ", ".join(f"{package} {version(package)}" for package in packages)
    provenance = [
        about,
        f"Made by `{command}` on {date.today()} with Python {platform.python_version()}, {versions}.",
    ]
    rows = [",".join(_written(v, ".6g") for v in row) for row in zip(*columns.values(), strict=True)]
    lines = [f"# {line}" for line in provenance] + [",".join(columns), *rows]
    TABLE_FOLDER.mkdir(exist_ok=True)
    path = TABLE_FOLDER / f"{name}.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    bundle.write_checksums(TABLE_FOLDER)
    return path


def _safe(text):
    """A text as a table's cell shows it: no mark of HTML or of the table."""
    return text.replace("<", "&lt;").replace(">", "&gt;").replace("|", "\\|")


def _same(name, column, value):
    if isinstance(value, str) != (column.dtype.kind == "U"):
        kind = "words" if column.dtype.kind == "U" else "numbers"
        raise ValueError(f"{name} is a column of {kind}, got {value!r}.")
    return column == value if isinstance(value, str) else np.isclose(column, as_number(value, name))


def _written(value, form="g"):
    return value if isinstance(value, str) else f"{float(value):{form}}"


def _column(words):
    """Numbers where all of them are numbers."""
    try:
        return np.array(words, dtype=float)
    except ValueError:
        return np.array(words)
