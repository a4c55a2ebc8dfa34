"""Tables that take too long for a notebook: computed by `make tables`, kept with how they were made."""

import platform
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path

import numpy as np

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
        if column not in self.columns:
            raise ValueError(f"{self.name} has the columns {', '.join(self.columns)}, got {column!r}.")
        return self.columns[column]

    def __len__(self):
        return len(next(iter(self.columns.values())))

    def rows(self, **where):
        """Keep the rows in which columns have given values.

        Parameters
        ----------
        **where : float or str by name of the column

        Returns
        -------
        Table

        Raises
        ------
        ValueError
            If there is no such row or column.
        """
        kept = np.all([_same(self[name], value) for name, value in where.items()], axis=0)
        if not kept.any():
            raise ValueError(f"{self.name} has no row with {where}.")
        return Table(self.name, self.provenance, {name: v[kept] for name, v in self.columns.items()})

    def _lines(self):
        return [[_written(value) for value in row] for row in zip(*self.columns.values(), strict=True)]

    def _repr_markdown_(self):
        sides = ["---" if v.dtype.kind == "U" else "---:" for v in map(np.asarray, self.columns.values())]
        rows = [list(self.columns), sides, *self._lines()]
        table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
        return f"{table}\n\n<small>{'<br>'.join(self.provenance)}</small>"

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
    ValueError
        If there is no such table.
    """
    path = TABLE_FOLDER / f"{name}.csv"
    if not path.is_file():
        known = ", ".join(sorted(p.stem for p in TABLE_FOLDER.glob("*.csv")))
        raise ValueError(f"There is no precomputed table {name!r}; there are {known}.")
    lines = path.read_text(encoding="utf-8").splitlines()
    provenance = tuple(line.removeprefix("# ") for line in lines if line.startswith("#"))
    header, *rows = (line.split(",") for line in lines if not line.startswith("#"))
    columns = map(_column, zip(*rows, strict=True))
    return Table(name, provenance, dict(zip(header, columns, strict=True)))


def save_table(name, columns, about, command):
    """Write a table with its provenance; for the scripts in `tools/tables`.

    Parameters
    ----------
    name : str
    columns : dict of str to (m,) array_like of numbers or of words without commas
    about : str, what was computed, in one line
    command : str, what was run

    Returns
    -------
    Path
    """
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
    return path


def _same(column, value):
    return column == value if isinstance(value, str) else np.isclose(column, value)


def _written(value, form="g"):
    return value if isinstance(value, str) else f"{float(value):{form}}"


def _column(words):
    """Numbers where all of them are numbers."""
    try:
        return np.array(words, dtype=float)
    except ValueError:
        return np.array(words)
