"""Where what students wrote is run: in a sandbox, as good as this machine has one."""

import shutil
import subprocess
import sys
from pathlib import Path

from kernelcourse.judging.student_tree import COURSE


def in_bubblewrap(tree):
    """The start of a command that sees the programs and one folder, and neither the course nor a network."""
    command = [shutil.which("bwrap") or "bwrap", "--unshare-all", "--die-with-parent", "--new-session"]
    command += ["--ro-bind", "/usr", "/usr"]
    for name in ("bin", "lib", "lib64"):
        command += ["--symlink", f"usr/{name}", f"/{name}"]
    command += ["--ro-bind", "/etc", "/etc", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
    seen = ["/usr", *(place for place in (sys.prefix, sys.base_prefix) if not is_within(place, "/usr"))]
    for place in seen[1:]:
        command += ["--ro-bind", place, place]
    if any(is_within(COURSE, place) for place in seen):
        command += ["--tmpfs", str(COURSE)]
    return [*command, "--bind", str(tree), str(tree), "--chdir", str(tree)]


def is_within(place, folder):
    return Path(place).is_relative_to(folder)


def in_namespaces(tree):
    """The start of a command that has no network and sees no other process, but all files."""
    del tree
    return [
        "unshare",
        *["--user", "--map-root-user", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"],
    ]


def bare(tree):
    """The start of a command that is run as it is."""
    del tree
    return []


SANDBOXES = {"bubblewrap": in_bubblewrap, "namespaces": in_namespaces, "none": bare}
CAN_READ = "can read the files of the course, and in them the references of the exercises"
WARNINGS = {
    "bubblewrap": "",
    "namespaces": (
        "There is no bubblewrap here that works: what students wrote runs without network, but with your rights. Code\n"
        f"that searches the disk {CAN_READ}.\nInstall bubblewrap, or grade in a container (SECURITY.md)."
    ),
    "none": (
        "GRADING WITHOUT A SANDBOX: what students wrote runs with your rights, your files and your network. Code that\n"
        f"searches the disk {CAN_READ}.\nInstall bubblewrap, or grade in a container (SECURITY.md)."
    ),
}


def works(sandbox, folder):
    """Whether Python starts in a sandbox here."""
    command = [*SANDBOXES[sandbox](folder), sys.executable, "-c", "import json"]
    if shutil.which(command[0]) is None:
        return False
    return subprocess.run(command, check=False, capture_output=True, timeout=60).returncode == 0
