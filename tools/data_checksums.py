"""Write the SHA-256 of every bundled data file and of every precomputed table into their folder's `checksums.sha256`.

    python tools/data_checksums.py

`sha256sum -c checksums.sha256`, run beside the files, verifies the result.
"""

import hashlib
import io
import zipfile

import numpy as np

from kernelsy19.datasets import bundle
from kernelsy19.datasets.tables import TABLE_FOLDER

FOLDER = bundle.DATA_FOLDER


def write_checksums():
    changed = [bundle.write_checksums(folder) for folder in (FOLDER, TABLE_FOLDER)]
    print("checksums changed" if any(changed) else "checksums unchanged")


def bytes_apart(numbers):
    """→ (b, n) array of uint8: byte 0 of all numbers, then byte 1; so they pack better. `bundle.joined` undoes it."""
    flat = numbers.ravel()
    return flat.astype(flat.dtype.newbyteorder("<")).view(np.uint8).reshape(-1, flat.itemsize).T


def write_npz(path, arrays):
    """Write arrays so that the same arrays give the same bytes: no time of day in the archive. Another zlib packs the
    same arrays into other bytes, so equal content is left alone.
    arrays: dict of array by name"""
    stored = np.load(path) if path.exists() else {}
    if {*stored} == {*arrays} and all(np.array_equal(stored[name], arrays[name]) for name in arrays):
        return
    with zipfile.ZipFile(path, "w") as archive:
        for name, array in arrays.items():
            buffer, entry = io.BytesIO(), zipfile.ZipInfo(f"{name}.npy", (1980, 1, 1, 0, 0, 0))
            np.lib.format.write_array(buffer, np.ascontiguousarray(array), allow_pickle=False)
            archive.writestr(entry, buffer.getvalue(), zipfile.ZIP_DEFLATED, compresslevel=9)


def require_digest(content, expected, what):
    found = hashlib.sha256(content).hexdigest()
    if found != expected:
        raise SystemExit(f"{what} is not the file that this script knows: SHA-256 {found}")


if __name__ == "__main__":
    write_checksums()
