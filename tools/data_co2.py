"""Make `co2.csv`, means of months, from the weeks in the wheel of statsmodels.

pip download --no-deps --dest ARCHIVES statsmodels==0.15.0
python tools/data_co2.py ARCHIVES/statsmodels-0.15.0-*.whl
"""

import csv
import io
import sys
import zipfile
from collections import defaultdict
from statistics import fmean

from data_checksums import FOLDER, require_digest, write_checksums

MEMBER = "statsmodels/datasets/co2/co2.csv"
SHA256 = "16695fa2786e53414e5a6b54767a3fdf5de99cfbc68617f69d1362d92776a92f"


def main(wheel):
    content = zipfile.ZipFile(wheel).read(MEMBER)
    require_digest(content, SHA256, MEMBER)
    months = defaultdict(list)
    for week in csv.DictReader(io.StringIO(content.decode("ascii"))):
        if week["co2"]:
            months[int(week["date"][:4]), int(week["date"][4:6])].append(float(week["co2"]))
    means = {y + (month - 0.5) / 12: fmean(weeks) for (y, month), weeks in months.items()}  # middle, in years
    lines = [f"{middle:.4f},{mean:.2f}\n" for middle, mean in means.items()]
    (FOLDER / "co2.csv").write_text("year,co2\n" + "".join(lines), newline="\n")
    write_checksums()


if __name__ == "__main__":
    main(*sys.argv[1:])
