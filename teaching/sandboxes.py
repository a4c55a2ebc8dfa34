"""Where what students wrote is run: in a sandbox, as good as this machine has one."""

import shutil
import subprocess
import sys
from pathlib import Path

import kernelcourse
import kernelsy19

HERE = Path(__file__).resolve().parent
PACKAGES = [Path(house.__file__).resolve().parent for house in (kernelsy19, kernelcourse)]


def in_bubblewrap(folder):
    """The start of a command that sees the programs, both packages and one folder, and no network.

    Parameters
    ----------
    folder : Path

    Returns
    -------
    list of str
    """
    command = [
        shutil.which("bwrap") or "bwrap",
        "--unshare-all",
        "--die-with-parent",
        "--new-session",
        "--ro-bind",
        "/usr",
        "/usr",
    ]
    for name in ("bin", "lib", "lib64"):
        command += ["--symlink", f"usr/{name}", f"/{name}"]
    command += ["--ro-bind", "/etc", "/etc", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
    for seen in dict.fromkeys([sys.prefix, sys.base_prefix, *map(str, PACKAGES), str(HERE)]):
        if not Path(seen).is_relative_to("/usr"):
            command += ["--ro-bind", seen, seen]
    return [*command, "--bind", str(folder), str(folder), "--chdir", str(folder)]


def in_namespaces(folder):
    """The start of a command that has no network and sees no other process, but all files."""
    del folder
    return [
        "unshare",
        "--user",
        "--map-root-user",
        "--net",
        "--pid",
        "--fork",
        "--kill-child",
        "--mount-proc",
    ]


def bare(folder):
    """The start of a command that is run as it is."""
    del folder
    return []


SANDBOXES = {"bubblewrap": in_bubblewrap, "namespaces": in_namespaces, "none": bare}
WARNINGS = {
    "bubblewrap": "",
    "namespaces": (
        "There is no bubblewrap here that works: what students wrote runs without network, but with your rights. It\n"
        "can read and write your files. Install bubblewrap, or grade in a container (SECURITY.md)."
    ),
    "none": (
        "GRADING WITHOUT A SANDBOX: what students wrote runs with your rights, your files and your network. Install\n"
        "bubblewrap, or grade in a container (SECURITY.md)."
    ),
}


def works(sandbox, folder):
    """Whether Python starts in a sandbox here.

    Parameters
    ----------
    sandbox : str, of `SANDBOXES`
    folder : Path

    Returns
    -------
    bool
    """
    command = [*SANDBOXES[sandbox](folder), sys.executable, "-c", "import json"]
    if shutil.which(command[0]) is None:
        return False
    return subprocess.run(command, check=False, capture_output=True, timeout=60).returncode == 0
