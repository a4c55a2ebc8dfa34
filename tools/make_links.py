"""Write into README.md and CITATION.cff where the course is published, from the one line in pyproject.toml.

``python tools/make_links.py`` writes them; with ``--check`` it only says whether they are up to date.
"""

import re
import sys

from address import ROOT, buttons, repository

BEGIN, END = "<!-- buttons: make links -->", "<!-- end of buttons -->"
CODE = re.compile(r'^repository-code: ".*"\n', re.MULTILINE)


def with_buttons(readme, address):
    """README with the ways to start in a browser, or without them.
    readme: str; address: str or None → str"""
    before, _, rest = readme.partition(BEGIN)
    after = rest.partition(END)[2]
    shown = buttons(address)
    return f"{before}{BEGIN}\n{shown}\n{END}{after}" if shown else f"{before}{BEGIN}{END}{after}"


def with_code(citation, address):
    """CITATION.cff with the address of the code, or without it.
    citation: str; address: str or None → str"""
    bare = CODE.sub("", citation)
    return bare if address is None else bare.replace("license:", f'repository-code: "{address}"\nlicense:', 1)


def main(arguments):
    address, stale = repository(), []
    for name, written in (("README.md", with_buttons), ("CITATION.cff", with_code)):
        path = ROOT / name
        before = path.read_text(encoding="utf-8")
        after = written(before, address)
        if "--check" not in arguments:
            path.write_text(after, encoding="utf-8")
        elif after != before:
            stale.append(name)
    if stale:
        return f"{' and '.join(stale)} do not name the repository as pyproject.toml does: run `make links`."
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
