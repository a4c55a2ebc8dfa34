"""The bundled files, read only after their SHA-256 has been checked."""

import hashlib
from pathlib import Path

DATA_FOLDER = Path(__file__).with_name("data")
CHECKSUMS = "checksums.sha256"


class ChecksumError(RuntimeError):
    """A bundled data file is missing, or is not the one that was released."""


def read(name):
    """Return the content of a bundled file.

    Parameters
    ----------
    name : str, a file name listed in `checksums.sha256`

    Returns
    -------
    bytes

    Raises
    ------
    ChecksumError
        If the file is missing or not listed, or its SHA-256 is not the one listed.
    """
    path = DATA_FOLDER / name
    expected = _listed().get(name)
    if expected is None:
        raise ChecksumError(
            f"the SHA-256 of {name} in {DATA_FOLDER / CHECKSUMS} is missing. Reinstall kernelsy19."
        )
    if not path.is_file():
        script = f"tools/data_{path.stem}.py"
        raise ChecksumError(
            f"{path} is missing. Reinstall kernelsy19, or make the file with {script} of its repository."
        )
    content = path.read_bytes()
    found = hashlib.sha256(content).hexdigest()
    if found != expected:
        raise ChecksumError(
            f"{path} is not the file that was released: expected SHA-256 {expected}, "
            f"found {found}. Reinstall kernelsy19, or check the file out again."
        )
    return content


def _listed():
    path = DATA_FOLDER / CHECKSUMS
    if not path.is_file():
        raise ChecksumError(f"{path} is missing. Reinstall kernelsy19.")
    lines = path.read_text(encoding="ascii").splitlines()
    return {name: digest for digest, name in (line.split() for line in lines)}
