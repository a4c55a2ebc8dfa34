"""The table of ratios: what it says of cells, and that nothing measured is lost."""

import re
from pathlib import Path

import pytest
import race
import report
from race import ROWS, Cell

from kernelsy19 import engine

ROOT = Path(__file__).resolve().parents[1]


def cell(row="one-class SVM, fit", ours=1.0, peer=2.0, **size):
    return Cell(
        row, size, ours, peer, peer / ours, 3, "gap 1e-3", "", "numpy 2", "2026-11-21", race.machine()
    )


def test_the_ratio_is_taken_round_by_round():
    # A machine that is busy in one round slows both sides of it.
    assert race.median_ratio([2.0, 20.0, 2.2], [1.0, 10.0, 1.0]) == 2.0


def test_geometric_mean():
    assert race.geometric_mean([1.0, 4.0]) == pytest.approx(2.0)


@pytest.mark.parametrize(("seconds", "rounds"), [(1e-3, 9), (1.0, 8), (4.0, 2), (60.0, 1)])
def test_slow_cells_get_fewer_rounds(seconds, rounds):
    assert race.rounds_for(seconds) == rounds


def test_a_row_below_its_floor_is_marked():
    text = report.ratios([cell(n=1, ours=1.0, peer=1.1), cell(n=2, ours=1.0, peer=8.0)])
    assert "1 of 2 below the floor, goal missed" in text
    good = report.ratios([cell(n=1, ours=1.0, peer=5.0)])
    assert "below" not in good and "missed" not in good


def test_growth_is_the_slope_of_log_time():
    cells = [cell(n=n, p=2, ours=n**1.5, peer=n**2.0) for n in (100, 1000, 10_000)]
    ((rest, ours, peer),) = report.slopes([*cells, cell(n=100, p=3)])
    assert rest == "p = 2"
    assert (ours, peer) == pytest.approx((1.5, 2.0))


def test_the_report_names_machine_versions_date_and_every_cell():
    cells = [cell(n=100, ours=0.5e-3), cell(n=1000), cell(row="import of the ball", program="import")]
    text = report.write(cells)
    for words in ("BLAS", "numpy 2", "2026-11-21", "n = 100 ", "0.5 ms", "## import", "gap 1e-3"):
        assert words in text
    assert text.index("## one-class") < text.index("## import")


def test_a_new_measurement_takes_the_place_of_the_old_and_no_other(tmp_path, monkeypatch):
    monkeypatch.setattr(race, "STORE", tmp_path / "measured.json")
    assert race.load() == {}
    race.save([cell(n=1), cell(n=2)])
    race.save([cell(n=2, peer=9.0)])
    assert {key: found.peer for key, found in race.load().items()} == {
        "one-class SVM, fit | n = 1": 2.0,
        "one-class SVM, fit | n = 2": 9.0,
    }


def test_no_report_without_measurements(tmp_path, monkeypatch):
    monkeypatch.setattr(race, "STORE", tmp_path / "measured.json")
    with pytest.raises(SystemExit, match="make bench"):
        report.main()


def test_every_row_has_a_benchmark():
    sources = "".join(path.read_text(encoding="utf-8") for path in race.STORE.parent.glob("test_*.py"))
    assert [name for name in ROWS if name not in sources and not name.startswith("import")] == []


def test_ratios_of_the_map_of_the_engine_are_those_of_the_table():
    table = (ROOT / "benchmarks" / "results.md").read_text(encoding="utf-8").split("\n## ")[0]
    means = {
        row[0]: row[5]
        for row in (re.split(r" \| ", line.strip("| ")) for line in table.splitlines())
        if row[5:]
    }
    quoted = re.findall(r"(?:^ {4}|; )([^;:\n]+): ratio ([\d.e+]+)", engine.__doc__, re.MULTILINE)
    assert len(quoted) > 10
    assert {name: means[name] for name, _ in quoted} == {name: ratio for name, ratio in quoted}
