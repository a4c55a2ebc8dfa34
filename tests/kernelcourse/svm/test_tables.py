"""Cells of the precomputed table of chapter 12, computed again."""

import numpy as np
import pytest

from kernelsy19 import datasets
from kernelsy19.kernels import RBF, Polynomial
from kernelsy19.svm import SupportVectorClassifier

TABLE = datasets.table("usps_svm")


@pytest.mark.parametrize(
    ("name", "kernel", "sd"),
    [
        ("Gaussian of width 0.3·256", RBF(1 / (0.3 * 256)), 0.75),
        ("polynomial of degree 3", Polynomial(3, 1 / 256, 0.0), 0.0),
    ],
)
def test_a_row_of_the_digits(name, kernel, sd):
    row = TABLE.rows(kernel=name, sd=sd)
    train, test = (digits.smoothed(sd) if sd else digits for digits in datasets.usps())
    model = SupportVectorClassifier(kernel, C=row["C"][0]).fit(train.X, train.y)
    assert 100 * np.mean(model.predict(test.X) != test.y) == pytest.approx(row["error"][0], abs=0.06)
    assert len(model.support_) == pytest.approx(row["support_vectors"][0], abs=5)
