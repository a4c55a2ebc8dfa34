"""Where what students wrote is run: in a sandbox, as good as this machine has one."""

import contextlib
import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from kernelcourse.judging.limits import MOST_PROCESSES
from kernelcourse.judging.student_tree import COURSE

WRITTEN = 100_000_000  # bytes that a submission may write in each place where it may
LARGEST_TREE = 300_000_000
LIMITED = ["prlimit", f"--nproc={MOST_PROCESSES}:{MOST_PROCESSES}"]
COPY = 'cp -a /given/. "$0" && exec "$@"'  # so that what is written beside the library is limited, too


def in_bubblewrap(tree):
    """The start of a command that sees the programs and one folder, and neither the course nor a network."""
    command = [_bubblewrap(), "--unshare-all", "--die-with-parent", "--new-session"]
    command += ["--ro-bind", "/usr", "/usr"]
    for name in ("bin", "lib", "lib64"):
        command += ["--symlink", f"usr/{name}", f"/{name}"]
    command += ["--ro-bind", "/etc", "/etc", "--proc", "/proc", "--dev", "/dev", *_memory("/dev/shm")]
    command += ["--remount-ro", "/dev", *_memory("/tmp")]
    seen = ["/usr", *(place for place in (sys.prefix, sys.base_prefix) if not is_within(place, "/usr"))]
    for place in seen[1:]:
        command += ["--ro-bind", place, place]
    if any(is_within(COURSE, place) for place in seen):
        command += ["--tmpfs", str(COURSE), "--remount-ro", str(COURSE)]
    command += ["--ro-bind", str(tree), "/given", *_memory(tree, LARGEST_TREE), "--remount-ro", "/"]
    return [*command, "--chdir", str(tree), *_limited(), "sh", "-c", COPY, str(tree)]


def _bubblewrap():
    return shutil.which("bwrap") or "bwrap"


def _memory(place, size=None):
    """Options for a folder in memory, of a size where bubblewrap (from 0.7 on) can limit it."""
    return [*(["--size", str(size or WRITTEN)] if _has_sizes(_bubblewrap()) else []), "--tmpfs", str(place)]


@functools.cache
def _has_sizes(program):
    with contextlib.suppress(OSError):
        return b"--size" in subprocess.run([program, "--help"], check=False, capture_output=True).stdout
    return False


def _limited():
    """The start of a command that may start few processes, where the system counts those of a namespace alone."""
    release = [int(number) for number in re.findall(r"\d+", os.uname().release)[:2]]
    return LIMITED if release >= [5, 14] else []


def is_within(place, folder):
    return Path(place).is_relative_to(folder)


def in_namespaces(tree):
    """The start of a command that has no network and sees no other process, but all files."""
    del tree
    apart = ["--user", "--map-root-user", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]
    return ["unshare", *apart, *_limited()]


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


def works(sandbox):
    """Whether Python starts in a sandbox here, and a thread in it."""
    program = "import threading; threading.Thread(target=int).start()"
    with tempfile.TemporaryDirectory() as folder:
        command = [*SANDBOXES[sandbox](Path(folder).resolve()), sys.executable, "-c", program]
        if shutil.which(command[0]) is None:
            return False
        return subprocess.run(command, check=False, capture_output=True, timeout=600).returncode == 0
