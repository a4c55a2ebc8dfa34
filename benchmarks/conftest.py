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


@pytest.fixture
def race(benchmark):
    """A function that runs both sides, compares what they found, times them in turn and keeps the cell.

    `race(row, size, ours, peer, agree, path)`: ours and peer take nothing; `agree(ours, peer)` asserts that both
    results are as accurate and says so in a few words; `path(ours)` says which way our solver chose.
    """

    def run(row, size, ours, peer, agree, path=lambda found: ""):
        assert row in ROWS
        with threadpool_limits(1):
            ours()  # compiles what is to be compiled
            found, our_first = timed(ours)
            theirs, peer_first = timed(peer)
            accuracy = agree(found, theirs)
            peer_times = []
            benchmark.pedantic(
                ours,
                setup=lambda: peer_times.append(timed(peer)[1]),
                rounds=rounds_for(our_first + peer_first),
            )
            our_times = list(benchmark.stats.stats.data)
        MEASURED.append(
            Cell(
                row=row,
                size=size,
                ours=sorted(our_times)[len(our_times) // 2],
                peer=sorted(peer_times)[len(peer_times) // 2],
                ratio=median_ratio(peer_times, our_times),
                rounds=len(our_times),
                accuracy=accuracy,
                path=path(found),
                versions=versions(),
                date=datetime.date.today().isoformat(),
                machine=machine(),
            )
        )

    return run


@pytest.fixture
def keep():
    """A function that keeps a cell that was measured in another way: `keep(row, size, ours, peer, accuracy, path)`."""

    def run(row, size, ours, peer, accuracy="", path="", rounds=1):
        assert row in ROWS
        today = datetime.date.today().isoformat()
        about = accuracy, path, versions(), today, machine()
        MEASURED.append(Cell(row, size, ours, peer, peer / ours, rounds, *about))

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
