"""Tables that were computed beforehand: columns laid out as a matrix."""

import numpy as np
import pytest

from kernelsy19 import datasets
from kernelsy19.datasets.tables import Table

CELLS = Table(
    "cells",
    ("by hand",),
    {
        "q": np.array([64.0, 32.0, 64.0]),
        "d": np.array([1.0, 2.0, 2.0]),
        "error": np.array([0.1, 0.2, 0.3]),
        "name": np.array(["a", "b", "c"]),
    },
)


def test_a_column_is_laid_out_by_two_others():
    sizes, degrees, errors = CELLS.pivot("q", "d", "error")
    np.testing.assert_array_equal(sizes, [32, 64])
    np.testing.assert_array_equal(degrees, [1, 2])
    np.testing.assert_array_equal(errors, [[np.nan, 0.2], [0.1, 0.3]])
    names = CELLS.pivot("name", "q", "error")
    np.testing.assert_array_equal(names[0], ["a", "b", "c"])
    assert np.isnan(names[2]).sum() == 3


def test_a_table_of_the_package_has_its_name_and_says_where_it_comes_from():
    found = datasets.table("usps_nu")
    assert found.name == "usps_nu" and found.provenance[0] != found.name and len(found["nu"]) > 1


@pytest.mark.parametrize("columns", [("q", "d", "errors"), ("rows", "d", "error"), ("q", "d", "name")])
def test_what_is_no_column_of_numbers_is_refused(columns):
    with pytest.raises(ValueError, match=r"column"):
        CELLS.pivot(*columns)
