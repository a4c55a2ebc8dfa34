"""The tie between an equation and the function that is it.

What an equation says stands in the `equations.toml` of its room, under its key. Nothing is loaded here: functions enter
themselves as their files are imported.
"""

_functions = {}


def implements(*keys):
    """Tie a function to the equations that it is.
    *keys: str, keys of the catalogue, such as "SY19-9c" → decorator that returns the function itself, with
    `equations` set to the keys"""

    def tie(function):
        function.equations = keys
        for key in keys:
            _functions.setdefault(key, {})[function.__module__, function.__qualname__] = function
        return function

    return tie


def functions_of(key):
    """Return the functions that are an equation, among those whose files have been imported.
    → tuple of functions"""
    return tuple(_functions.get(key, {}).values())
