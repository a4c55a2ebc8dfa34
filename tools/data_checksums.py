"""Write the SHA-256 of every bundled data file into `checksums.sha256`.

    python tools/data_checksums.py

`sha256sum -c checksums.sha256`, run beside the files, verifies the result.
"""

import hashlib
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "kernelsy19" / "datasets" / "data"
CHECKSUMS = FOLDER / "checksums.sha256"


def write_checksums():
    files = sorted(path for path in FOLDER.iterdir() if path != CHECKSUMS)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    before = CHECKSUMS.read_text() if CHECKSUMS.exists() else ""
    CHECKSUMS.write_text("".join(lines), newline="\n")
    print("checksums changed" if "".join(lines) != before else "checksums unchanged")


def require_digest(content, expected, what):
    found = hashlib.sha256(content).hexdigest()
    if found != expected:
        raise SystemExit(f"{what} is not the file that this script knows: SHA-256 {found}")


if __name__ == "__main__":
    write_checksums()
