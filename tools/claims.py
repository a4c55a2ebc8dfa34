"""What prose says is computed: numbers that the builder fills in, and words that stand only while they hold.

In the text of a source

    The radius is ⟦ball.radius:.3f⟧, and ⟦no outlier lies inside ⇐ not inside.any()⟧.

`⟦expression:format⟧` is replaced by what an f-string makes of it, in the kernel, after the last code cell above the
text. `⟦words ⇐ expression⟧` is replaced by the words if the expression holds, and is a fault of the chapter if it does
not. Built notebooks keep what was written in the metadata of the cell, so that a test can compute it again.
"""

import json
import re

CLAIM = re.compile(r"⟦(?:(?P<words>[^⟦⟧]*?) ⇐ )?(?P<expression>[^⟦⟧]+)⟧")
WRITTEN = "claims"  # in the metadata of a cell, the text with its claims


class FalseClaimError(Exception):
    """Words of which what they claim does not hold, or brackets that do not close."""


def has_claims(text):
    """Whether a text has something to compute.
    text: str → bool. FalseClaimError if a bracket is open."""
    if re.search("[⟦⟧⇐]", CLAIM.sub("", text)):
        raise FalseClaimError(f"a claim is ⟦expression⟧ or ⟦words ⇐ expression⟧, got {text!r}")
    return CLAIM.search(text) is not None


def program(texts):
    """Code that prints what the claims of some texts come to, and leaves no name behind.
    texts: sequence of str → str, of Python"""
    claims = [claim for text in texts for claim in CLAIM.finditer(text)]
    values = [
        f'f"""{{{claim["expression"]}}}"""' if claim["words"] is None else f"bool({claim['expression']})"
        for claim in claims
    ]
    return f'print(__import__("json").dumps([{", ".join(values)}]))'


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
