"""Write environment.yml, for conda and Binder, from pyproject.toml.

``python tools/make_environment.py`` writes it; with ``--check`` it only says whether it is up to date.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
ENVIRONMENT = ROOT / "environment.yml"


def build_environment():
    """Return what environment.yml should hold: the extras course and test, and the package itself."""
    with TemporaryDirectory() as folder:
        output = Path(folder) / "environment.yml"
        command = [sys.executable, "-m", "pyproject2conda", "yaml", "--pyproject", ROOT / "pyproject.toml"]
        command += ["--name", "kernelsy19", "--channel", "conda-forge", "--python-include", "infer"]
        command += ["--extra", "course", "--extra", "test", "--dep", "pip", "--req", "-e ."]
        command += ["--custom-command", "make environment", "--header", "--output", output]
        subprocess.run(command, check=True, capture_output=True, text=True)
        return output.read_text(encoding="utf-8")


def main(arguments):
    built = build_environment()
    if "--check" not in arguments:
        ENVIRONMENT.write_text(built, encoding="utf-8")
    elif not ENVIRONMENT.exists() or ENVIRONMENT.read_text(encoding="utf-8") != built:
        return "environment.yml is not what pyproject.toml says: run `make environment`."
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
