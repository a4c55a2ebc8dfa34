"""Make `country_names.csv` from the Python package Babel 2.18.0, which has to be installed.

python tools/data_country_names.py
"""

import babel
from data_checksums import FOLDER, write_checksums

VERSION = "2.18.0"
LANGUAGES = ("en", "fi", "de", "hu", "es", "tr")
LONGEST = 30


def names(code):
    """Return the names of all territories in a language, in small letters, without those that are no plain name."""
    territories = babel.Locale(code).territories
    found = {territories[key].lower() for key in territories if key.isalpha() and "-" not in key}
    return {name for name in found if len(name) <= LONGEST and all(c.isalpha() or c in " '-" for c in name)}


def main():
    if babel.__version__ != VERSION:
        raise SystemExit(f"Babel {VERSION} is wanted, this is {babel.__version__}")
    by_language = {babel.Locale(code).english_name: names(code) for code in LANGUAGES}
    lines = ["language,name"]
    for language, own in by_language.items():
        others = set().union(*(theirs for other, theirs in by_language.items() if other != language))
        lines += [f"{language},{name}" for name in sorted(own - others)]
    (FOLDER / "country_names.csv").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    write_checksums()


if __name__ == "__main__":
    main()
