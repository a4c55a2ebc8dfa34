"""The real data sets of the course."""

import io
from functools import cache

import numpy as np

from kernelsy19.datasets import bundle
from kernelsy19.datasets.dataset import Dataset, TrainTest

USPS_SIZE = 16


@cache
def faithful():
    """Eruptions of the Old Faithful geyser: how long each lasted, and the wait for the next.

    Returns
    -------
    Dataset
        X (272, 2): eruptions (min), waiting (min). No y.

    Raises
    ------
    ChecksumError
        If the bundled file was changed or is missing.

    References
    ----------
    Härdle (1991); Azzalini and Bowman (1990).
    """
    names, X = _read_table("faithful.csv")
    return Dataset(X=X, feature_names=names, **bundle.about()["faithful"])


@cache
def co2():
    """Carbon dioxide in the air over Mauna Loa, Hawaii: means of 521 months from March 1958 to December 2001.

    Returns
    -------
    Dataset
        X (521, 2): year, the middle of the month; co2 (ppm), the mean of its weeks. Five months without a measurement
        are left out. No y.

    Raises
    ------
    ChecksumError
        If the bundled file was changed or is missing.

    References
    ----------
    Keeling and Whorf (2004).
    """
    names, X = _read_table("co2.csv")
    return Dataset(X=X, feature_names=names, **bundle.about()["co2"])


@cache
def pima():
    """Diabetes survey of 768 Pima women: the nine columns of `pima` in R's package faraway.

    The ninth column, `test`, is y. In five columns a 0 stands for a value that was not recorded:
    glucose (5 times), diastolic (35), triceps (227), insulin (374) and bmi (11). A 0 in
    `pregnant` is a true zero. `pima().columns("glucose", "bmi").where_recorded()` keeps
    the 752 women for whom both are known.

    Returns
    -------
    Dataset
        X (768, 8): pregnant (count), glucose (mg/dL), diastolic (mm Hg), triceps (mm), insulin
        (µU/mL), bmi (kg/m²), diabetes (pure number), age (years). y: 0 negative, 1 positive.

    Raises
    ------
    ChecksumError
        If the bundled file was changed or is missing.

    References
    ----------
    Smith et al. (1988).
    """
    names, table = _read_table("pima.csv")
    y, about = table[:, -1].astype(np.intp), bundle.about()["pima"]
    return Dataset(X=table[:, :-1], y=y, feature_names=names[:-1], target_name=names[-1], **about)


@cache
def iris():
    """Fisher's iris flowers, as scikit-learn holds them.

    Returns
    -------
    Dataset
        X (150, 4) in cm. y: 0 setosa, 1 versicolor, 2 virginica, 50 flowers each.

    References
    ----------
    Fisher (1936); Anderson (1935).
    """
    from sklearn.datasets import load_iris

    flowers = load_iris()
    return Dataset(X=flowers.data, y=flowers.target, **bundle.about()["iris"])


@cache
def diabetes():
    """Diabetes patients and how their illness went on, as scikit-learn holds them, in the units of measurement.

    Returns
    -------
    Dataset
        X (442, 11): ten measurements at the beginning and, last, progression, a measure of how far the illness had gone
        a year later. No y.

    References
    ----------
    Efron, Hastie, Johnstone and Tibshirani (2004).
    """
    from sklearn.datasets import load_diabetes

    patients = load_diabetes(scaled=False)
    return Dataset(X=np.column_stack([patients.data, patients.target]), **bundle.about()["diabetes"])


@cache
def usps():
    """Handwritten digits from US mail, 16 × 16 pixels, in the published two parts.

    Pixels are multiples of 0.001 in [−1, 1]: −1 is paper, 1 is ink.

    Returns
    -------
    TrainTest
        `train` with X (7291, 256), `test` with X (2007, 256), both in the published order. y is
        the digit. `images` is X as (n, 16, 16), first row on top.

    Raises
    ------
    ChecksumError
        If the bundled file was changed or is missing.

    References
    ----------
    Hull (1994); Le Cun et al. (1989).
    """
    with np.load(io.BytesIO(bundle.read("usps.npz"))) as arrays:
        return TrainTest(*(_digits(part, arrays) for part in ("train", "test")))


def _digits(part, arrays):
    y = arrays[f"{part}_digits"].astype(np.intp)
    paper = np.unpackbits(arrays[f"{part}_paper"]) == 1
    others = 1000 * np.unpackbits(arrays[f"{part}_ink"], count=np.count_nonzero(~paper)).astype(int)
    others[others == 0] = bundle.joined(arrays[f"{part}_between"])
    thousandths = np.full(len(paper), -1000)
    thousandths[~paper] = others
    names = tuple(f"pixel_{row}_{column}" for row in range(USPS_SIZE) for column in range(USPS_SIZE))
    shape = {"feature_names": names, "units": ("",) * len(names), "image_shape": (USPS_SIZE, USPS_SIZE)}
    X = thousandths.reshape(len(y), -1) / 1000
    return Dataset(name=f"usps {part}", X=X, y=y, **shape, **bundle.about()["usps"])


def _read_table(name):
    text = bundle.read(name).decode("ascii")
    header = text.partition("\n")[0]
    return tuple(header.split(",")), np.loadtxt(io.StringIO(text), delimiter=",", skiprows=1)
