"""What a room hands on is loaded when it is asked for: who reads the plain way of a chapter loads no engine.

An `__init__` writes its imports down for readers, editors and type checkers, under `if TYPE_CHECKING:`, and does none.
"""

import ast
import importlib
import sys


def handed_on(room):
    """Make `__getattr__`, `__dir__` and `__all__` of a room from the imports that its `__init__` writes down.
    room: str, its `__name__` → function of a name, function of nothing, list of str"""
    module = sys.modules[room]
    written = ast.walk(ast.parse(module.__loader__.get_source(room)))
    imports = [
        node for node in written if isinstance(node, ast.ImportFrom) and node.module.startswith("kernelsy19.")
    ]
    names = {alias.name: node.module for node in imports for alias in node.names if node.module != __name__}
    homes = {name: home for name, home in names.items() if home != room}
    files = {home.removeprefix(f"{room}.") for home in homes.values()} | names.keys() - homes.keys()

    def get(name):
        if name in files:
            return importlib.import_module(f"{room}.{name}")
        if name not in homes:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(homes[name]), name)
        setattr(module, name, value)
        return value

    return get, lambda: sorted({*vars(module), *homes} - {"TYPE_CHECKING", "handed_on"}), [*homes]
