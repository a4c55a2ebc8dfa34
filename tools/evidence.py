"""Compute what claims of chapters say of many draws: `sources/evidence.toml`.

    python tools/evidence.py          what is new, or whose code has changed
    python tools/evidence.py 06 --all     everything of chapter 06

An entry is a function of a seed that returns numbers by name, how many seeds it is tried on, and the rival or null that
it tries beside: the explanation that a critic would put forward first. The tool adds `code`, a digest of the function
and of what it calls in its own file, and `found`, for each name a number for each seed.

    ["06 moons"]
    draw = "kernelcourse.kernel_cmeans.experiments:starts_that_reach"
    seeds = 10
    against = "the same number of random partitions"
"""

import argparse
import functools
import hashlib
import importlib
import inspect
import json
import re
import tomllib

from claims import EVIDENCE

LEAST_SEEDS = 10
LAYOUT = re.compile(r'""".*?"""|[\s(),]', re.DOTALL)
FIELDS = ("draw", "seeds", "against", "code")
HEAD = "# What claims of chapters say of many draws. Written by tools/evidence.py, which says how to add one."


def read():
    """The table: dict by key of dicts."""
    return tomllib.loads(EVIDENCE.read_text(encoding="utf-8"))


def function_of(entry):
    """The function of an entry, seed → dict by str of float."""
    module, name = entry["draw"].split(":")
    return getattr(importlib.import_module(module), name)


def digest(function):
    """Digest of a function, with all functions of its own file that it calls; how they are laid out does not count."""
    called, todo = {}, [function]
    while todo:
        one = inspect.unwrap(todo.pop())
        called[one.__qualname__] = inspect.getsource(one)
        for name in _names(one.__code__):
            other = inspect.unwrap(getattr(inspect.getmodule(one), name, None))
            if inspect.isfunction(other) and other.__module__ == one.__module__ and name not in called:
                todo.append(other)
    code = LAYOUT.sub("", "".join(called[name] for name in sorted(called)))
    return hashlib.sha256(code.encode()).hexdigest()[:12]


def _names(code):
    inner = [constant for constant in code.co_consts if inspect.iscode(constant)]
    return {*code.co_names, *(name for one in inner for name in _names(one))}


def found(entry):
    """What the function of an entry gives on each seed: dict by str of lists, to six digits."""
    draws = [function_of(entry)(seed) for seed in range(entry["seeds"])]
    return {name: [float(f"{draw[name]:.6g}") for draw in draws] for name in draws[0]}


def written(table):
    """The table as TOML."""
    says = functools.partial(json.dumps, ensure_ascii=False)
    lines = [HEAD]
    for key, entry in sorted(table.items()):
        lines += ["", f"[{json.dumps(key)}]"]
        lines += [f"{name} = {says(entry[name])}" for name in FIELDS if name in entry]
        lines += [f"found.{says(name)} = {says(values)}" for name, values in entry.get("found", {}).items()]
    return "\n".join(lines) + "\n"


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("keys", nargs="*", help="keys, or how they begin (06)")
    parser.add_argument("--all", action="store_true", help="what is up to date, too")
    options = parser.parse_args(arguments)
    table = read()
    for key, entry in table.items():
        code = digest(function_of(entry))
        chosen = not options.keys or key.startswith(tuple(options.keys))
        seeds = {len(values) for values in entry.get("found", {}).values()}
        if chosen and (options.all or entry.get("code") != code or seeds != {entry["seeds"]}):
            entry |= {"code": code, "found": found(entry)}
            EVIDENCE.write_text(written(table), encoding="utf-8", newline="\n")
            said = (f"{name}: {values}" for name, values in entry["found"].items())
            print(key, *said, sep="\n    ", flush=True)


if __name__ == "__main__":
    main()
