"""Run a command unless it has succeeded before, and nothing that it reads has changed since.

    python tools/once.py NAME FILE-OR-FOLDER ... -- COMMAND ...

What was read and run is kept as a hash in `build/done/NAME`; remove it to run the command again. An argument such as
`@build/site/index.html` names what the command makes, which has to be there.
"""

import hashlib
import subprocess
import sys
from pathlib import Path

DONE = Path(__file__).resolve().parents[1] / "build" / "done"


def fingerprint(paths, command):
    """Hash what a command reads, and the command.
    paths: list of str, of files and folders; command: list of str → str"""
    digest = hashlib.sha256(repr(command).encode())
    for path in sorted(Path(name) for name in paths):
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(file.as_posix().encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def once(name, made, paths, command):
    """Run a command if it has to be run.
    name: str; made: list of str, files that it makes; paths: list of str, what it reads; command: list of str → int,
    what it ended with"""
    stamp, now = DONE / name, fingerprint(paths, command)
    if (
        all(map(Path.exists, map(Path, made)))
        and stamp.is_file()
        and stamp.read_text(encoding="utf-8") == now
    ):
        print(f"{name}: nothing has changed since it was made.")
        return 0
    stamp.unlink(missing_ok=True)
    if (code := subprocess.run(command, check=False).returncode) == 0:
        DONE.mkdir(parents=True, exist_ok=True)
        stamp.write_text(now, encoding="utf-8")
    return code


if __name__ == "__main__":
    cut = sys.argv.index("--")
    made = [given[1:] for given in sys.argv[2:cut] if given.startswith("@")]
    reads = [given for given in sys.argv[2:cut] if not given.startswith("@")]
    sys.exit(once(sys.argv[1], made, reads, sys.argv[cut + 1 :]))
