"""Write the SHA-256 of every bundled data file and of every precomputed table into their folder's `checksums.sha256`.

    python tools/data_checksums.py

`sha256sum -c checksums.sha256`, run beside the files, verifies the result.
"""

import hashlib

from kernelsy19.datasets import bundle
from kernelsy19.datasets.tables import TABLE_FOLDER

FOLDER = bundle.DATA_FOLDER


def write_checksums():
    changed = [bundle.write_checksums(folder) for folder in (FOLDER, TABLE_FOLDER)]
    print("checksums changed" if any(changed) else "checksums unchanged")


def require_digest(content, expected, what):
    found = hashlib.sha256(content).hexdigest()
    if found != expected:
        raise SystemExit(f"{what} is not the file that this script knows: SHA-256 {found}")


if __name__ == "__main__":
    write_checksums()
