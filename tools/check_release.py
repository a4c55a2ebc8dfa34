"""Say whether all files that name the version, and the day of its release, agree with a tag.

python tools/check_release.py v1.2.3           its exit status is 1 where they do not
python tools/check_release.py v1.2.3 --notes   prints what CHANGELOG.md says of the version
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

# Where the version and the day stand, and how; the first match counts.
PLACES = {
    "kernelsy19/__init__.py": r'^__version__ = "([^"]+)"',
    "CITATION.cff": r"^version: (\S+)",
    "CHANGELOG.md": r"^## (\d\S*)",
}
DAYS = {"CITATION.cff": r"^date-released: (\S+)", "CHANGELOG.md": r"^## \d\S* \((\d{4}-\d\d-\d\d)\)$"}


def versions():
    """Return the version that each file names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {"pyproject.toml": project["version"]} | _found(PLACES)


def days():
    """Return the day of release that each file names; "none" while the version is not released."""
    return _found(DAYS)


def _found(places):
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in places}
    matches = {name: re.search(places[name], text, re.MULTILINE) for name, text in texts.items()}
    return {name: match[1] if match else "none" for name, match in matches.items()}


def notes(version):
    """Return what CHANGELOG.md says of a version."""
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return re.search(rf"^## {re.escape(version)}\b.*\n((?:(?!## ).*\n?)*)", changes, re.MULTILINE)[1].strip()


def main(arguments):
    if not arguments or not re.fullmatch(r"v\d+\.\d+\.\d+\S*", arguments[0]):
        return f"Name one tag such as v1.2.3, got {' '.join(arguments) or 'none'}."
    version = arguments[0][1:]
    if arguments[1:] == ["--notes"]:
        print(notes(version))
        return None
    others = [f"{name} says {found}" for name, found in versions().items() if found != version]
    if not others and (len({*days().values()}) > 1 or "none" in days().values()):
        others = [f"{name} says {found} of the day of its release" for name, found in days().items()]
    return f"The tag is {arguments[0]}, but {'; '.join(others)}." if others else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
