"""Write .binder/environment.yml, for Binder and for readers with conda, from pyproject.toml.

``python tools/make_environment.py`` writes it; with ``--check`` it only says whether it is up to date.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
WRITTEN = ROOT / ".binder" / "environment.yml"
# For readers: no tests, and a Python that does not move. conda and Binder let pip run in the folder of the file.
OPTIONS = ["--extra", "course", "--python-include", "python==3.12.*", "--dep", "pip", "--req", "-e .."]


def build_environment():
    """Return what the environment should hold: the course's packages, and the package itself."""
    with TemporaryDirectory() as folder:
        output = Path(folder) / "environment.yml"
        command = [sys.executable, "-m", "pyproject2conda", "yaml", "--pyproject", ROOT / "pyproject.toml"]
        command += ["--name", "kernelsy19", "--channel", "conda-forge", *OPTIONS]
        command += ["--custom-command", "make environment", "--header", "--output", output]
        subprocess.run(command, check=True, capture_output=True, text=True)
        return output.read_text(encoding="utf-8")


def main(arguments):
    built = build_environment()
    if "--check" not in arguments:
        WRITTEN.write_text(built, encoding="utf-8")
    elif not WRITTEN.exists() or WRITTEN.read_text(encoding="utf-8") != built:
        return f"{WRITTEN.relative_to(ROOT)} is not what pyproject.toml says: run `make environment`."
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
