"""What a side of a line computes, as a tree: two sides with one tree are one computation, however they are spelled.

A tree has no names of variables, no brackets, and no order in a + b and a · b. It goes through names that a function
gives to its parts, through symbols that lines define, and through functions that do no more than return a value. It
looks at no number: two different computations may well agree to the last bit.
"""

import ast
import builtins
import functools
import inspect
import linecache
from types import CodeType, FunctionType

SETTING = ("setting",)
OPERATORS = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.Div: "divide",
    ast.MatMult: "matmul",
    ast.Pow: "power",
    ast.USub: "negative",
}
ALIKE = {"abs": "absolute", "dot": "matmul", "T": "transpose"}


def recipe(side, definitions=None):
    """The tree of a side, a function of a setting or a number."""
    return _Reader(definitions or {}).call(side, [SETTING], {}) if callable(side) else known(side)


def is_part(tree, whole):
    """Whether a tree stands somewhere in another."""
    return isinstance(whole, tuple) and (tree == whole or any(is_part(tree, part) for part in whole))


class _Thing:
    """A module, a function or another object that is no number: equal to itself alone."""

    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return isinstance(other, _Thing) and self.value is other.value

    def __hash__(self):
        return id(self.value)

    def __repr__(self):
        return f"{getattr(self.value, '__name__', '')} {id(self.value)}"


def known(value):
    plain = value is None or isinstance(value, bool | int | float | complex | str)
    return ("constant", value) if plain else _Thing(value)


def operation(name, parts, named):
    """The tree of a function or an operator, one for all its spellings: np.sum(a) and a.sum(), a**2 and a * a."""
    name = ALIKE.get(name, name)
    if name == "square" or (name == "power" and parts[1:] == [("constant", 2)]):
        name, parts = "multiply", [parts[0], parts[0]]
    if name in ("add", "multiply"):
        parts = sorted(parts, key=repr)
    return name, *parts, *sorted(named.items(), key=repr)


def shape_of_code(code):
    """What a code object computes, without names of variables and places."""
    constants = tuple(shape_of_code(c) if isinstance(c, CodeType) else c for c in code.co_consts)
    return code.co_code, code.co_names, constants


class _Reader:
    """Reads functions of one derivation; `names` are the trees that local names stand for."""

    def __init__(self, definitions):
        self.definitions, self.callers = definitions, []

    def call(self, function, parts, named):
        """The tree of what a function returns; of one that does more than return, its code."""
        if inspect.ismethod(function):
            function, parts = function.__func__, [known(function.__self__), *parts]
        function = inspect.unwrap(function)
        if not isinstance(function, FunctionType) or function.__module__.startswith(("numpy", "scipy")):
            return operation(getattr(function, "__name__", repr(function)), parts, named)
        enclosed = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        cells = {name: known(cell.cell_contents) for name, cell in enclosed}
        node = node_of(function.__code__)
        spread = None in named or any(part[:1] == ("Starred",) for part in parts if isinstance(part, tuple))
        if node is not None and function not in self.callers and not spread:
            bound = inspect.signature(function).bind(*parts, **named)
            defaults = {name: known(p.default) for name, p in bound.signature.parameters.items()}
            self.callers.append(function)
            tree = self.returned(node, cells | defaults | bound.arguments)
            self.callers.pop()
            if tree is not None:
                return tree
        return operation("code", [shape_of_code(function.__code__), *cells.values(), *parts], named)

    def returned(self, node, names):
        """The tree of what is returned after names are given to parts, or None if anything else happens."""
        if isinstance(node, ast.Lambda):
            return self.read(node.body, names)
        for statement in node.body:
            match statement:
                case ast.Assign(targets=[ast.Name(name)], value=value):
                    names = names | {name: self.read(value, names)}
                case ast.Return(ast.expr() as value):
                    return self.read(value, names)
                case ast.Expr(ast.Constant()):  # a docstring
                    continue
                case _:
                    return None
        return None

    def read(self, node, names):
        """The tree of an expression."""
        match node:
            case ast.Constant(value):
                return known(value)
            case ast.Name(name):
                return names[name] if name in names else self.found_outside(name)
            case ast.Attribute(value, name):
                return self.attribute(self.read(value, names), name)
            case ast.BinOp(left, op, right) if type(op) in OPERATORS:
                return operation(OPERATORS[type(op)], [self.read(left, names), self.read(right, names)], {})
            case ast.UnaryOp(ast.USub(), operand):
                return operation("negative", [self.read(operand, names)], {})
            case ast.Call(callee, arguments, keywords):
                parts = [self.read(part, names) for part in arguments]
                named = {k.arg: self.read(k.value, names) for k in keywords}
                return self.read_call(callee, parts, named, names)
            case ast.Lambda(arguments):
                names = numbered(names, [argument.arg for argument in arguments.args])
                return "lambda", len(arguments.args), self.read(node.body, names)
            case ast.GeneratorExp() | ast.ListComp() | ast.SetComp():
                loops = (n for loop in node.generators for n in ast.walk(loop.target))
                targets = [n.id for n in loops if isinstance(n, ast.Name)]
                names = numbered(names, targets)
            case list():
                return tuple(self.read(part, names) for part in node)
        if not isinstance(node, ast.AST):
            return node
        fields = [value for name, value in ast.iter_fields(node) if name not in ("ctx", "kind")]
        return type(node).__name__, *(self.read(value, names) for value in fields)

    def found_outside(self, name):
        """What a name means outside of a function."""
        known_there = self.callers[-1].__globals__
        return known(known_there[name] if name in known_there else getattr(builtins, name, name))

    def attribute(self, of, name):
        if isinstance(of, _Thing):
            return known(getattr(of.value, name))
        if of == SETTING and name in self.definitions:
            return self.call(self.definitions[name], [SETTING], {})
        return operation("T", [of], {}) if name == "T" else ("attribute", of, name)

    def read_call(self, callee, parts, named, names):
        of = self.read(callee.value, names) if isinstance(callee, ast.Attribute) else None
        called = self.attribute(of, callee.attr) if of is not None else self.read(callee, names)
        if isinstance(called, _Thing):
            return self.call(called.value, parts, named)
        if of is not None and of != SETTING:
            return operation(callee.attr, [of, *parts], named)
        return operation("call", [called, *parts], named)


def numbered(names, inner):
    """The names of loops and of functions inside, by their number."""
    outer = sum(isinstance(tree, tuple) and tree[0] == "bound" for tree in names.values())
    return names | {name: ("bound", outer + i) for i, name in enumerate(inner)}


@functools.cache
def functions_of(file):
    """All functions of a file, by the line of their code."""
    text = "".join(linecache.getlines(file))
    found = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Lambda | ast.FunctionDef):
            line = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
            found.setdefault(line, []).append(node)
    return found


@functools.cache
def node_of(code):
    """A function in its source, or None: of several lambdas of one line, the one whose body spans the code."""
    places = [p for p in code.co_positions() if None not in p and p[2] != p[3]]
    start = min(((line, column) for line, _, column, _ in places), default=None)
    end = max(((line, column) for _, line, _, column in places), default=None)
    for node in functions_of(code.co_filename).get(code.co_firstlineno, ()):
        body = node.body
        if code.co_name == getattr(node, "name", "") or (
            isinstance(node, ast.Lambda)
            and (start, end) == ((body.lineno, body.col_offset), (body.end_lineno, body.end_col_offset))
        ):
            return node
    return None
