"""Say whether all files that name the version agree with a tag: `python tools/check_release.py v1.2.3`."""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

# Where the version stands, and how; the first match counts.
PLACES = {
    "kernelsy19/__init__.py": r'^__version__ = "([^"]+)"',
    "CITATION.cff": r"^version: (\S+)",
    "CHANGELOG.md": r"^## (\d\S*)",
}


def versions():
    """Return the version that each file names."""
    found = {
        "pyproject.toml": tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
            "version"
        ]
    }
    for name, pattern in PLACES.items():
        match = re.search(pattern, (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE)
        found[name] = match[1] if match else "none"
    return found


def main(arguments):
    if len(arguments) != 1 or not re.fullmatch(r"v\d+\.\d+\.\d+\S*", arguments[0]):
        return f"Name one tag such as v1.2.3, got {' '.join(arguments) or 'none'}."
    wanted = arguments[0][1:]
    others = [f"{name} says {found}" for name, found in versions().items() if found != wanted]
    return f"The tag is {arguments[0]}, but {'; '.join(others)}." if others else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
