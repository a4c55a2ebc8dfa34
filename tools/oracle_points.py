"""Write the points that R reads: pima's two columns, the spirals and the three clusters, all of fixed seeds.

python tools/oracle_points.py FOLDER
"""

import sys
from pathlib import Path

import numpy as np

from kernelsy19 import datasets


def points():
    """The arrays by name; `test_against_r.py` takes them from here, so both sides see the same points."""
    return {
        "pima": datasets.pima().columns("glucose", "bmi").where_recorded().X,
        "spirals": datasets.spirals(300, rng=0).X,
        "three_clusters": datasets.three_clusters(90, rng=0).X,
    }


def main(folder):
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, X in points().items():
        np.savetxt(Path(folder) / f"{name}.csv", X, fmt="%.17g", delimiter=",")


if __name__ == "__main__":
    main(*sys.argv[1:])
