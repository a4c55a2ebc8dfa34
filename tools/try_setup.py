"""Set up as readers do: with the pip that their Python brings, while every package has a newer release than is locked.

    python tools/try_setup.py                  with pip 23.0.1, 23.2.1 and the newest, and with uv
    python tools/try_setup.py pip==23.0.1      with one of them

Each fetches the course and its tests into an environment of its own, which is deleted afterwards.
"""

import base64
import hashlib
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

import run
from packaging.version import Version
from worlds import installed_by

WITH = ("pip==23.0.1", "pip==23.2.1", "pip", "uv")
LOCKS = ("requirements.lock", "tests/requirements.lock")


def wheel(folder, name, version, requires=""):
    """Write a wheel that holds nothing.
    folder: Path; name, version: str; requires: str, lines of its metadata → str, its digest"""
    info = f"{name}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nProvides-Extra: more\n{requires}"
    files = {
        f"{info}/METADATA": metadata,
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: try_setup\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    digests = {path: hashlib.sha256(text.encode()).digest() for path, text in files.items()}
    hashes = {path: base64.urlsafe_b64encode(found).rstrip(b"=").decode() for path, found in digests.items()}
    listed = [*(f"{path},sha256={found},\n" for path, found in hashes.items()), f"{info}/RECORD,,\n"]
    files[f"{info}/RECORD"] = "".join(listed)
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for inside, text in files.items():
            archive.writestr(inside, text)
    return hashlib.sha256(path.read_bytes()).hexdigest()


def locked():
    """→ dict of str to set of Version: those of each package that the locks allow, of any system"""
    found = {}
    for lock in LOCKS:
        text = (run.ROOT / lock).read_text(encoding="utf-8")
        for name, version in re.findall(r"^([a-z0-9._-]+)(?:\[.*?\])?==([^\s;\\]+)", text, re.MULTILINE):
            found.setdefault(re.sub(r"[-_.]+", "-", name), set()).add(Version(version))
    return found


def try_with(tool, folder):
    """Set up with one tool. → list of str, what is installed and was not locked"""
    python = folder / "venv" / run.PYTHON.relative_to(run.VENV)
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    if tool != "uv":
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--upgrade", tool], check=True)
    allowed = locked()
    for name in allowed:
        wheel(folder / "tomorrow", name.replace("-", "_"), "9999")
    os.environ |= {f"{asked}_FIND_LINKS": str(folder / "tomorrow") for asked in ("PIP", "UV")}
    os.environ["UV_CACHE_DIR"] = str(folder / "cache")
    os.environ["UV_OFFLINE"] = "0" if tool == "uv" else "1"  # or uv would be quicker
    for lock in LOCKS:
        run.install(python, lock)
    found = installed_by(python).items()
    return [f"{name} {version}" for name, version in found if version not in allowed.get(name, {version})]


def main(tools):
    for tool in tools or WITH:
        with TemporaryDirectory() as folder:
            wrong = try_with(tool, Path(folder))
        print(f"{tool}: {'; '.join(wrong) or 'as locked'}", flush=True)
        if wrong:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
