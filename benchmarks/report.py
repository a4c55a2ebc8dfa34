"""The table of ratios, and `results.md` from what was measured: `python benchmarks/report.py`."""

import itertools
import math
import sys
from pathlib import Path

import numpy as np
from race import ROWS, STORE, geometric_mean, load

from kernelsy19.datasets.tables import save_table

REPORT = Path(__file__).with_name("results.md")
HEAD = ("row", "peer", "sizes", "lowest", "floor", "mean", "goal", "")


def ratios(cells):
    """The table of ratios as text, a line a row."""
    lines = [HEAD, *(summary(row, group) for row, group in by_row(cells))]
    widths = [max(len(line[k]) for line in lines) for k in range(len(HEAD))]
    padded = (map(str.ljust, line, widths) for line in lines)
    return "\n".join(map("  ".join, padded))


def by_row(cells):
    """Cells in the order of the table, a list a row."""
    cells = list(cells)
    for name, row in ROWS.items():
        if group := [cell for cell in cells if cell.row == name]:
            yield row, sorted(group, key=lambda cell: list(map(sortable, cell.size.values())))


def sortable(value):
    """Numbers by size, words by the alphabet."""
    return (0, value, "") if isinstance(value, int | float) else (1, 0, str(value))


def summary(row, cells):
    """One line of the table of ratios."""
    lowest, mean = min(cell.ratio for cell in cells), geometric_mean(cell.ratio for cell in cells)
    below = sum(row.floor is not None and cell.ratio < row.floor for cell in cells)
    mark = f"{below} of {len(cells)} below the floor" if below else ""
    if row.goal is not None and mean < row.goal:
        mark = ", ".join(filter(None, [mark, "goal missed"]))
    ratios = number(lowest), number(row.floor), number(mean), number(row.goal)
    return (row.name, row.peer, str(len(cells)), *ratios, mark)


def number(value):
    """A ratio, a floor or a goal as text."""
    return "–" if value is None else f"{value:.3g}"


def slopes(cells):
    """Yield the exponents of growth of ours and the peer's: slope of log time against log n, the other sizes alike."""

    def others(cell):
        return tuple((name, value) for name, value in cell.size.items() if name != "n")

    series = [cell for cell in cells if isinstance(cell.size.get("n"), int)]
    for rest, group in itertools.groupby(sorted(series, key=lambda c: (str(others(c)), c.size["n"])), others):
        group = list(group)
        if len(group) > 1:
            n = [math.log(cell.size["n"]) for cell in group]
            times = np.log([[cell.ours, cell.peer] for cell in group])
            ours, peer = np.polyfit(n, times, 1)[0]
            yield ", ".join(f"{name} = {value}" for name, value in rest) or "all", ours, peer


def table(head, rows):
    """A Markdown table."""
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rows])


def seconds(value):
    """A time with its unit."""
    return f"{1000 * value:.3g} ms" if value < 1 else f"{value:.3g} s"


def write(cells):
    """Markdown of all that was measured."""
    cells = list(cells)
    parts = [
        "# How fast, against what a student would pick instead",
        "A ratio is the peer's time over ours, the median over rounds in which both ran in turn, with one thread each, "
        "after both had given an answer of the same accuracy. `make bench` measures anew, `make bench-report` writes "
        "this page. Why some sizes are below their floor stands in appendix C, `notebooks/C_speed.ipynb`.",
        table(HEAD, [summary(row, group) for row, group in by_row(cells)]),
    ]
    for row, group in by_row(cells):
        unit = (lambda v: f"{v:.0f} MiB") if row.name.startswith("peak memory") else seconds
        missed = [cell.ratio < row.floor if row.floor is not None else False for cell in group]
        parts += [
            f"## {row.name}",
            f"Against {row.peer}. "
            + " ".join(sorted({f"Measured {c.date} on {c.machine}, with {c.versions}." for c in group})),
            table(
                ["size", "ours", "peer", "ratio", "", "path", "same answer"],
                [
                    [
                        c.label,
                        unit(c.ours),
                        unit(c.peer),
                        number(c.ratio),
                        "below the floor" * m,
                        c.path,
                        c.accuracy,
                    ]
                    for c, m in zip(group, missed, strict=True)
                ],
            ),
        ]
        if growth := list(slopes(group)):
            parts += [
                "Growth with n: time goes as n to the power of",
                table(["", "ours", "peer"], [[rest, f"{a:.2f}", f"{b:.2f}"] for rest, a, b in growth]),
            ]
    return "\n\n".join(parts) + "\n"


def short(value):
    """A number to three digits, which is more than a time is worth."""
    return float(f"{value:.3g}")


def save_tables(cells):
    """Keep what the chapter on speed shows: a row of the table of ratios each, a cell each, and how times grow."""
    summaries, every, growth, machines = [], [], [], set()
    for row, group in by_row(cells):
        ratios_of, floor = [cell.ratio for cell in group], math.nan if row.floor is None else row.floor
        known = len(group), short(min(ratios_of)), short(geometric_mean(ratios_of))
        summaries.append((row.name, row.peer, *known, number(row.floor), number(row.goal)))
        every += [(row.name, c.label, short(c.ours), short(c.peer), short(c.ratio), floor) for c in group]
        growth += [(row.name, rest, round(ours, 2), round(peer, 2)) for rest, ours, peer in slopes(group)]
        machines |= {cell.machine.partition(", BLAS")[0] for cell in group}
    said = f"{'; '.join(sorted(machines))}; one thread; both equally accurate, except as they come"
    ratio, power = "The peer's time over ours", "The power of n that time goes with"
    for name, rows, head, about in (
        (
            "speed",
            summaries,
            ("row", "peer", "sizes", "lowest ratio", "geometric mean", "floor", "goal"),
            ratio,
        ),
        ("speed_cells", every, ("row", "size", "ours", "peer", "ratio", "floor"), ratio),
        ("speed_growth", growth, ("row", "size", "ours", "peer"), power),
    ):
        columns = {column: in_words(row[k] for row in rows) for k, column in enumerate(head)}
        save_table(name, columns, in_words([f"{about}; {said}"])[0], "make bench-report")


def in_words(values):
    """Values of which no word has a comma."""
    return [value.replace(",", ";") if isinstance(value, str) else value for value in values]


def main():
    """Write the report, and the tables that a notebook shows."""
    cells = load()
    if not cells:
        sys.exit(f"{STORE.name} is not there: run `make bench` first.")
    REPORT.write_text(write(cells.values()), encoding="utf-8")
    save_tables(cells.values())
    print(ratios(cells.values()))


if __name__ == "__main__":
    main()
