"""Write environment.yml, for conda, and .binder/environment.yml, for who only reads, from pyproject.toml.

``python tools/make_environment.py`` writes them; with ``--check`` it only says whether they are up to date.
"""

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
PROJECT = ROOT / "pyproject.toml"
TRIED = sorted(map(int, re.findall(r"Python :: 3\.(\d+)", PROJECT.read_text(encoding="utf-8"))))

# Extras, Python, and where the package is: conda and Binder let pip run in the folder of the file. Binder reads no file
# in the root beside its own folder; its Python does not move.
ENVIRONMENTS = {
    ROOT / "environment.yml": (("course", "test"), f"python>=3.{TRIED[0]},<3.{TRIED[-1] + 1}", "-e ."),
    ROOT / ".binder" / "environment.yml": (("course",), "python==3.12.*", "-e .."),
}


def build_environment(extras, python, package):
    """Return what an environment should hold: some extras, and the package itself."""
    with TemporaryDirectory() as folder:
        output = Path(folder) / "environment.yml"
        command = [sys.executable, "-m", "pyproject2conda", "yaml", "--pyproject", PROJECT]
        command += ["--name", "kernelsy19", "--channel", "conda-forge", "--python-include", python]
        command += [word for extra in extras for word in ("--extra", extra)]
        command += ["--dep", "pip", "--req", package]
        command += ["--custom-command", "make environment", "--header", "--output", output]
        subprocess.run(command, check=True, capture_output=True, text=True)
        return output.read_text(encoding="utf-8")


def main(arguments):
    for path, kind in ENVIRONMENTS.items():
        built = build_environment(*kind)
        if "--check" not in arguments:
            path.write_text(built, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != built:
            return f"{path.relative_to(ROOT)} is not what pyproject.toml says: run `make environment`."
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
