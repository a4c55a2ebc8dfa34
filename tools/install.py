"""Install what is locked, as it is locked: nothing is resolved, so a release of tomorrow changes nothing.

uv does it, ten times faster than pip, and `tools/uv.lock` brings it. Where it cannot (it reads no pip.conf), pip does.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Settings of the shell that would lead either of them out of the environment.
LEAD_ASTRAY = {
    *("PYTHONPATH", "PYTHONHOME", "PIP_TARGET", "PIP_PREFIX", "PIP_REQUIRE_VIRTUALENV", "PIP_CONSTRAINT"),
    *("UV_TARGET", "UV_PREFIX", "UV_SYSTEM_PYTHON", "UV_CONSTRAINT", "UV_PROJECT_ENVIRONMENT"),
}
PIP = ["-m", "pip", "install", "--disable-pip-version-check", "--no-deps"]


def environment():
    """→ dict, the variables of this process without those that lead astray, and with a home that can be written."""
    kept = {name: value for name, value in os.environ.items() if name not in LEAD_ASTRAY} | {"PIP_USER": "0"}
    # Without one Jupyter does not start, and matplotlib keeps nothing.
    if os.name != "nt" and not os.access(kept.get("HOME", ""), os.W_OK):
        kept["HOME"] = str(ROOT / ".venv" / "home")
        Path(kept["HOME"]).mkdir(parents=True, exist_ok=True)
    return kept


def succeeds(command, **options):
    """→ bool"""
    return subprocess.run(list(map(str, command)), cwd=ROOT, env=environment(), **options).returncode == 0


def install(python, lock, size=""):
    """Install a lock into the environment of a Python, and say what that takes.
    python: Path; lock: str, below the root; size: str, what there is to fetch; SystemExit"""
    began = time.monotonic()
    print(f"Installing {lock}{f': {size}' if size else ''}", flush=True)
    uv = [python, "-m", "uv", "pip", "install", "--python", python]
    brings_uv = [python, *PIP, "--quiet", "--require-hashes", "-r", "tools/uv.lock"]
    by_uv = [*uv, "--no-deps", "--require-hashes", "--compile-bytecode", "-r", lock]
    if not sys.stderr.isatty():  # else it shows how far it has come
        by_uv.append("--quiet")
    if not (succeeds(brings_uv) and succeeds(by_uv)):
        print(f"uv could not install {lock}; pip goes on, which takes some minutes", flush=True)
        if not succeeds([python, *PIP, "--require-hashes", "-r", lock]):
            sys.exit(f"{lock} could not be installed: see above. The next set-up begins anew.")
    # --no-deps does not notice a lock with a hole, nor a package put in by hand that does not fit.
    if not succeeds([python, "-m", "pip", "check", "--quiet"]):
        print("Going on: what does not fit together was put in by hand, or is a slip of ours.")
    print(f"  {time.monotonic() - began:.0f} s", flush=True)
