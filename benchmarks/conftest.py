"""The fixture `race` times ours against a peer's, in turn and with one thread, once both gave the same answer."""

import datetime
import platform
from importlib.metadata import PackageNotFoundError, version

import pytest
from race import ROWS, Cell, machine, median_ratio, rounds_for, save, timed
from report import ratios
from threadpoolctl import threadpool_limits

PACKAGES = ("numpy", "scipy", "scikit-learn", "numba", "tslearn", "clarabel", "hyppo")
MEASURED = []


def versions():
    """Versions of Python and of what is compared."""
    found = [f"Python {platform.python_version()}"]
    for name in PACKAGES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)


def note(row, *found):
    """Note a cell of a row, with what it was measured with."""
    assert row in ROWS
    MEASURED.append(Cell(row, *found, versions(), datetime.date.today().isoformat(), machine()))


@pytest.fixture
def race(benchmark):
    """A function that runs both sides, compares what they found, times them in turn and keeps the cell.

    `race(row, size, ours, peer, agree, path)`: ours and peer take nothing; `agree(ours, peer)` asserts that both
    results are as accurate and says so in a few words; `path(ours)` says which way our solver chose.
    """

    def run(row, size, ours, peer, agree, path=lambda found: ""):
        with threadpool_limits(1):
            ours()  # compiles what is to be compiled
            found, our_first = timed(ours)
            theirs, peer_first = timed(peer)
            accuracy = agree(found, theirs)
            peer_times, rounds = [], rounds_for(our_first + peer_first)
            benchmark.pedantic(ours, setup=lambda: peer_times.append(timed(peer)[1]), rounds=rounds)
            our_times = list(benchmark.stats.stats.data)
        middle = (sorted(times)[len(times) // 2] for times in (our_times, peer_times))
        note(row, size, *middle, median_ratio(peer_times, our_times), len(our_times), accuracy, path(found))

    return run


@pytest.fixture
def keep():
    """A function that keeps a cell that was measured in another way: `keep(row, size, ours, peer, accuracy, path)`."""

    def run(row, size, ours, peer, accuracy="", path="", rounds=1):
        note(row, size, ours, peer, peer / ours, rounds, accuracy, path)

    return run


def pytest_sessionfinish():
    """Keep what was measured, though another cell may have failed."""
    if MEASURED:
        save(MEASURED)


def pytest_terminal_summary(terminalreporter):
    """Print the table of ratios of this run."""
    if MEASURED:
        terminalreporter.section("ratios: the peer's time over ours")
        terminalreporter.write_line(ratios(MEASURED))
