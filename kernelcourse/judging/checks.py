"""How a file of one exercise, and the sentences of its room, are read.

A room keeps each exercise in a file that is found by its number: 10.4 stands in ``ridge/checks/ex_10_04.py``. Its
docstring is the title, and its names are those of an `Exercise` (`FIELDS`). The reference is ``solve``. What it takes
by keyword only are **switches**: each makes of the right solution one that students write. A problem may hold more
than ``solve`` is given, behind it. ``hints.toml`` of the room holds, by exercise, the known mistakes and what is said
of each, the likeliest first:

    ["10.4"]
    "corner=1.0" = "a sentence"                 # solve(..., corner=1.0)
    "half, b=mean, y=y-y.mean()" = "..."        # a switch that is True, one that is a word, an argument that is another
    "answer=-answer" = "..."                    # what was done to the right answer, or stands in its place
    "price=0 | rounds={2, 5} | k=range(3, 9)"   # ways to the same mistake, each tried
    "flat when is_flat" = "..."                 # recognized by is_flat(problem, answer) of the file; `flat` is one
    "ties=0.0" = ["...", "a reason"]            # why one problem of a check alone tells it: otherwise it is two
    "442" = "..."                               # of an exercise that asks for a value: the value, or a word
    families = ["price"]                        # those of judging/hints/families.toml, in this place

Problems are drawn anew until each known mistake, in each of its ways, is refused on two of them. Where ties count, draw
numbers with which no sum is rounded (quarters, samples of 2, 4 or 8): another right form breaks them otherwise. Where
answers are few (counts, classes), use `|` and not `when`, which is asked about wrong answers of the right form only. A
mistake does what a student's code would do: a division 0/0 gives NaN where it would arise, not everywhere.

An expression knows the arguments by name, `n`, the length of the last array among them, and all names of the file.
"""

import ast
import copy
import functools
import inspect
import itertools
import pickle
import tomllib
from importlib.resources import files

import numpy as np

from kernelcourse.judging.hints.known_mistakes import Mistake

__all__ = ["Way", "fields_of", "read_hints"]

FIELDS = ("problems", "edge", "certify", "form", "same", "choices", "memory", "too_large", "terms", "forbids")


@functools.cache
def read_hints(folder, name="hints.toml"):
    """The sentences of a room, by exercise and mistake; of ``judging/hints`` those of the families."""
    return tomllib.loads(files("kernelcourse").joinpath(*folder.split("/"), name).read_text(encoding="utf-8"))


def fields_of(module, hints):
    """Read a file of one exercise and its part of ``hints.toml``: the fields of its `Exercise` without the key.
    A ValueError if a mistake names what the file does not have."""
    fields = {name: getattr(module, name) for name in FIELDS if hasattr(module, name)}
    given = [p for p in inspect.signature(module.solve).parameters.values() if p.kind != p.KEYWORD_ONLY]
    try:
        mistakes = [_mistake(module, text, hint) for text, hint in _with_families(hints)]
    except (ValueError, SyntaxError, AttributeError) as error:
        raise ValueError(f"{module.__name__}: {error}") from error
    return {
        "title": inspect.getdoc(module),
        "problems": None,
        "reference": _remembered(module.solve),
        "arguments": lambda problem: tuple(problem[: len(given)]),
        "mistakes": mistakes,
        **fields,
    }


@functools.cache
def _remembered(solve):
    """The same function, which knows its last answers: most mistakes begin with the right one."""
    known = functools.lru_cache(maxsize=16)(lambda asked: solve(*pickle.loads(asked)))

    @functools.wraps(solve)
    def look_up(*arguments, **switches):
        if switches or not arguments:
            return solve(*arguments, **switches)
        try:
            asked = pickle.dumps(arguments)
        except (pickle.PicklingError, AttributeError, TypeError):  # an argument that is a function
            return solve(*arguments)
        return copy.deepcopy(known(asked))

    return look_up


def _with_families(hints):
    for text, hint in hints.items():
        if text == "families":
            for name in hint:
                yield from read_hints("judging/hints", "families.toml")[name].items()
        else:
            yield text, hint


def _mistake(module, text, hint):
    hint, once = hint if isinstance(hint, list) else (hint, "")
    text, _, predicate = text.partition(" when ")
    ways = [way for part in text.split(" | ") for way in _ways(module, part)]
    return Mistake(hint, ways[0], getattr(module, predicate) if predicate else None, ways[1:], once)


def _ways(module, text):
    """The wrong solutions that a part of a key stands for."""
    parameters = inspect.signature(module.solve).parameters.values()
    switches = [p.name for p in parameters if p.kind == p.KEYWORD_ONLY]
    names = [p.name for p in parameters if p.kind != p.KEYWORD_ONLY]
    call = ast.parse(f"_({text})", mode="eval").body
    if call.args and not _is_word(call.args[0], switches):
        values = [_as_word(value, ()) for node in call.args for value in _several(node)]
        return [functools.partial(ast.literal_eval, value) for value in values]
    chosen = [[(node.id, ast.Constant(True))] for node in call.args]
    for keyword in call.keywords:
        if keyword.arg not in (*switches, *names, "answer"):
            raise ValueError(f"expected a switch or an argument of `solve`, got {keyword.arg!r} in {text!r}")
        known = () if keyword.arg in switches else vars(module)
        chosen.append([(keyword.arg, _as_word(v, (*names, *known))) for v in _several(keyword.value)])
    return [Way(module, names, dict(way)) for way in itertools.product(*chosen)]


def _several(node):
    """What stands in braces, or the numbers of a range; else the one thing that is there."""
    if isinstance(node, ast.Set):
        return node.elts
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "range":
        return [ast.Constant(k) for k in range(*map(ast.literal_eval, node.args))]
    return [node]


def _is_word(node, words):
    return isinstance(node, ast.Name) and node.id in words


def _as_word(node, known):
    """A name that nothing has is a word."""
    return (
        ast.Constant(node.id)
        if isinstance(node, ast.Name) and node.id not in (*known, "answer", "n")
        else node
    )


class Way:
    """A wrong solution: the right one with switches turned, of other arguments, or something done to its answer."""

    def __init__(self, module, names, chosen):
        self.solve, self.names, self.scope = _remembered(module.solve), names, vars(module)
        whole = {name: ast.fix_missing_locations(ast.Expression(node)) for name, node in chosen.items()}
        self.codes = {name: compile(node, module.__name__, "eval") for name, node in whole.items()}
        asked = ast.walk(chosen.get("answer", ast.Name("answer")))
        self.asks_solve = any(_is_word(node, ("answer",)) for node in asked)

    def __call__(self, *arguments):
        given = dict(zip(self.names, arguments, strict=True))
        lengths = [len(value) for value in arguments if np.ndim(value)]
        known = {**self.scope, "n": lengths[-1] if lengths else 1, **given}
        if self.asks_solve:
            others = {k: eval(code, dict(known)) for k, code in self.codes.items() if k != "answer"}
            changed = [others.pop(name, value) for name, value in given.items()]
            known["answer"] = self.solve(*changed, **others)
        return eval(self.codes["answer"], known) if "answer" in self.codes else known["answer"]
