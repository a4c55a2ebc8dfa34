"""The bundled files, read only after their SHA-256 has been checked, and what is known of each data set."""

import hashlib
import tomllib
from functools import cache
from pathlib import Path

import numpy as np

DATA_FOLDER = Path(__file__).with_name("data")
CHECKSUMS = "checksums.sha256"


class ChecksumError(RuntimeError):
    """A bundled data file is missing, or is not the one that was released."""


def read(name, folder=None):
    """Return the content of a bundled file.
    name: str, a file name listed in the folder's `checksums.sha256`; folder: Path, or None for that of the data →
    bytes"""
    folder = DATA_FOLDER if folder is None else folder
    path, expected = folder / name, listed(folder).get(name)
    if expected is None:
        raise ChecksumError(
            f"the SHA-256 of {name} in {folder / CHECKSUMS} is missing. Reinstall kernelsy19."
        )
    if not path.is_file():
        script = f"tools/data_{path.stem}.py"
        raise ChecksumError(
            f"{path} is missing. Reinstall kernelsy19, or make it with {script} of its repository."
        )
    content = path.read_bytes()
    found = hashlib.sha256(content).hexdigest()
    if found != expected:
        raise ChecksumError(
            f"{path} is not the file that was released: expected SHA-256 {expected}, "
            f"found {found}. Reinstall kernelsy19, or check the file out again."
        )
    return content


def joined(planes):
    """Put numbers together again whose bytes were stored apart.
    planes: (b, n) array of uint8, the lowest byte first → (n,) array of int of b bytes"""
    return np.ascontiguousarray(planes.T).view(f"<i{len(planes)}").ravel()


def listed(folder):
    """Return the SHA-256 of each file of a folder, as its list says.
    → dict of str by file name"""
    path = folder / CHECKSUMS
    if not path.is_file():
        raise ChecksumError(f"{path} is missing. Reinstall kernelsy19.")
    lines = path.read_text(encoding="ascii").splitlines()
    return {name: digest for digest, name in (line.split() for line in lines)}


def write_checksums(folder):
    """Write the SHA-256 of every file of a folder into its list.
    → bool, whether the list changed"""
    path = folder / CHECKSUMS
    files = sorted(file for file in folder.iterdir() if file != path)
    lines = "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)
    before = path.read_text(encoding="ascii") if path.is_file() else ""
    path.write_text(lines, encoding="ascii", newline="\n")
    return lines != before


@cache
def about():
    """What about.toml says of each data set.
    → dict of dict, the fields of a `Dataset` or a `SequenceData`"""
    return tomllib.loads(Path(__file__).with_name("about.toml").read_text(encoding="utf-8"))
