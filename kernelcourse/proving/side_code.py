"""The code of a side of a line, and which quantities of a setting it reads."""

import ast
import functools
import inspect
import linecache
import textwrap


def code_of(side):
    """Write the code of a side of a line: the body of a lambda, the definition of a function, or the number itself."""
    if not callable(side):
        return repr(side)
    if getattr(side, "__name__", "") != "<lambda>":
        return textwrap.dedent(inspect.getsource(side)).rstrip()
    body = _lambda_body(side.__code__)
    return inspect.getsource(side).strip() if body is None else body


def names_read(function, setting):
    """List the quantities of a setting that a function reads, in the order in which they are first read."""
    reader = _Reader(setting)
    function(reader)
    return tuple(dict.fromkeys(object.__getattribute__(reader, "_read")))


class _Reader:
    """A setting that remembers what was asked of it."""

    def __init__(self, setting):
        self._setting, self._read = setting, []

    def __getattr__(self, name):
        value = getattr(self._setting, name)
        if name not in ("but", "names", "defining"):
            self._read.append(name)
        return value


@functools.cache
def _lambdas(file):
    """The body of each lambda of a file, by where it stands, and the text of the file."""
    text = "".join(linecache.getlines(file))
    nodes = ast.walk(ast.parse(text)) if text else ()
    bodies = [node.body for node in nodes if isinstance(node, ast.Lambda)]
    return {(b.lineno, b.end_lineno, b.col_offset, b.end_col_offset): b for b in bodies}, text


def _lambda_body(code):
    """Source of the body of a lambda, or None where its file is not at hand."""
    bodies, text = _lambdas(code.co_filename)
    inside = sorted(
        (p for p in code.co_positions() if None not in p), key=lambda p: (p[0], p[2], -p[1], -p[3])
    )
    for place in inside:
        if place in bodies:
            lines = ast.get_source_segment(text, bodies[place], padded=True)
            return textwrap.dedent(lines).strip()
    return None
