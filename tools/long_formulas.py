"""Formulas that are wider than a page or a slide, written in several lines."""

import re

RELATIONS = re.compile(
    r"=|\\(?:le|ge|leq|geq|lt|gt|approx|equiv|iff|Rightarrow|Longrightarrow|qquad|quad|in)(?![a-zA-Z])|<|>"
)
SIGNS = re.compile(r"[+\-]|\\quad(?![a-zA-Z])")
OPEN = re.compile(r"\\left(?![a-zA-Z])|\\begin\{\w+\*?\}|\{|[(\[]|\\(?:langle|lVert)(?![a-zA-Z])")
CLOSE = re.compile(r"\\right(?![a-zA-Z])|\\end\{\w+\*?\}|\}|[)\]]|\\(?:rangle|rVert)(?![a-zA-Z])")
DEEP = re.compile(r"\\(?:left|right|begin|end)|[{}]")  # of these, nothing is cut
NORM = re.compile(r"\\(?:\||Vert(?![a-zA-Z]))")  # opens and closes alike

TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|.", re.DOTALL)


def broken(tex):
    """Ways to write a formula in two lines and more, cut where relations stand, or else signs.
    tex: str → list of str, the least broken first"""
    return [way for pieces in range(2, 7) for deep in (0, 1) if (way := broken_into(tex, pieces, deep))]


def broken_into(tex, pieces, deep=0):
    """Cut a formula into about equal pieces, outside of brackets or within so many of them.
    → str, "" if it has too few places to cut"""
    cuts, lengths, length = places(tex, deep)
    chosen = []
    for k in range(1, pieces):
        goal, last = length * k / pieces, chosen[-1] if chosen else 0
        after = [(abs(lengths[c] - goal) + 0.08 * length * cost, c) for c, cost in cuts if c > last]
        if not after:
            return ""
        chosen.append(min(after)[1])
    lines = [tex[a:b].strip() for a, b in zip([0, *chosen], [*chosen, len(tex)], strict=True)]
    return r"\begin{aligned} & " + r" \\ & \quad ".join(lines) + r" \end{aligned}"


def places(tex, deep):
    """Where a formula may be cut, with what a cut there costs; how much stands before each place, and in all."""
    cuts, lengths, before, norms = [], {}, None, []
    depth = round_depth = at = length = 0
    while at < len(tex):
        opened, closed = OPEN.match(tex, at), CLOSE.match(tex, at)
        if norm := NORM.match(tex, at):
            opened, closed = (None, norm) if round_depth in norms else (norm, None)
        found = opened or closed
        if found is None:
            relation, sign = RELATIONS.match(tex, at), SIGNS.match(tex, at)
            first = before in (None, *"([^_=<>&") or before[-1:] == "|" or RELATIONS.fullmatch(before)
            if depth == 0 and round_depth <= deep and not first and (relation or sign):
                cuts.append((at, 0 if relation and round_depth == 0 else 1 + round_depth))
            found = relation or TOKEN.match(tex, at)
        elif DEEP.match(found[0]):
            depth += 1 if opened else -1
        else:
            round_depth += 1 if opened else -1
            norms = [*norms, round_depth] if norm and opened else [n for n in norms if n <= round_depth]
        lengths[at] = length
        length += not found[0].isspace() and found[0] not in "{}^_&"
        before = found[0] if not found[0].isspace() else before
        at = found.end()
    return cuts, lengths, length
