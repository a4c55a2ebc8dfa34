"""What prose says is computed: numbers that the builder fills in, and words that stand only while they hold.

In the text of a source

    The radius is ⟦ball.radius:.3f⟧, and ⟦no outlier lies inside ⇐ not inside.any()⟧.

`⟦expression:format⟧` is replaced by what an f-string makes of it, in the kernel, after the last code cell above the
text. `⟦words ⇐ expression⟧` is replaced by the words if the expression holds, and is a fault of the chapter if it does
not. Built notebooks keep what was written in the metadata of the cell, so that a test can compute it again.

Where chance is ours, in simulated data, starts and splits, one draw shows nothing. What ten draws or more and a rival
say is computed once by `tools/evidence.py` and kept in `sources/evidence.toml`, as arrays with a value for each seed:

    They reach the moons ⟦rarely ⇐ evidence["06 moons"]["k-means++"].mean() < 0.05⟧.
"""

import json
import re
import tomllib
from pathlib import Path

CLAIM = re.compile(r"⟦(?:(?P<words>[^⟦⟧]*?) ⇐ )?(?P<expression>[^⟦⟧]+)⟧")
WRITTEN = "claims"  # in the metadata of a cell, the text with its claims
EVIDENCE = Path(__file__).resolve().parents[1] / "sources" / "evidence.toml"
OF_DRAWS = re.compile(r'\bevidence\["([^"]+)"\]')


class FalseClaimError(Exception):
    """Words of which what they claim does not hold, or brackets that do not close."""


def has_claims(text):
    """Whether a text has something to compute.
    text: str → bool. FalseClaimError if a bracket is open, or evidence is missing."""
    if re.search("[⟦⟧⇐]", CLAIM.sub("", text)):
        raise FalseClaimError(f"a claim is ⟦expression⟧ or ⟦words ⇐ expression⟧, got {text!r}")
    used = set(OF_DRAWS.findall(text))
    if missing := used and used - {key for key, entry in _table().items() if "found" in entry}:
        raise FalseClaimError(f"sources/evidence.toml has no {min(missing)!r}; run tools/evidence.py")
    return CLAIM.search(text) is not None


def program(texts):
    """Code that prints what the claims of some texts come to, and leaves no name behind.
    texts: sequence of str → str, of Python"""
    claims = [claim for text in texts for claim in CLAIM.finditer(text)]
    values = [
        f'f"""{{{claim["expression"]}}}"""' if claim["words"] is None else f"bool({claim['expression']})"
        for claim in claims
    ]
    said = f"[{', '.join(values)}]"
    if keys := {key for claim in claims for key in OF_DRAWS.findall(claim["expression"])}:
        said = f"(lambda evidence: {said})({_evidence(sorted(keys))})"
    return f'print(__import__("json").dumps({said}))'


def _table():
    return tomllib.loads(EVIDENCE.read_text(encoding="utf-8"))


def _evidence(keys):
    """What was found on many draws, as code of a dict of dicts of arrays."""
    found = {key: _table()[key]["found"].items() for key in keys}
    arrays = {key: [f"{name!r}: array({values})" for name, values in items] for key, items in found.items()}
    dicts = ", ".join(f"{key!r}: {{{', '.join(items)}}}" for key, items in arrays.items())
    return f'(lambda array: {{{dicts}}})(__import__("numpy").array)'


def filled(texts, printed):
    """Texts with what `program` printed of them.
    texts: sequence of str; printed: str → list of str. FalseClaimError if words do not hold."""
    values = iter(json.loads(printed))
    return [CLAIM.sub(lambda claim: _say(claim, next(values)), text) for text in texts]


def _say(claim, value):
    if claim["words"] is None:
        return value.replace("-", "−") if re.match(r"-[\d.]", value) else value
    if value is not True:
        raise FalseClaimError(f"{claim['words']!r} does not hold: {claim['expression']}")
    return claim["words"]


def claims_below(cells, position):
    """Markdown cells with claims between a code cell and the next.
    cells: list of cells of a notebook; position: int, of the code cell → list of cells, those whose metadata
    hold what was written"""
    found = []
    for cell in cells[position + 1 :]:
        if cell.cell_type == "code":
            break
        if WRITTEN in cell.metadata:
            found.append(cell)
    return found
