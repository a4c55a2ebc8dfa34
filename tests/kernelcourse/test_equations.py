"""No orphans: every equation has its function, its chapter and its check, and no citation points at nothing."""

import ast
import dataclasses
import functools
import importlib
import inspect
import re
import tomllib
from pathlib import Path

import numpy as np
import pytest
from one_test_for_many import every
from refusals import refused
from tables import Table

import kernelsy19
from kernelcourse import equations
from kernelcourse.desk.contents import rooms
from kernelcourse.equations import Equation, catalogue, name_in_room, sheet, show, summary
from kernelcourse.index import all_derivations
from kernelcourse.kernels import notations
from kernelsy19 import ball, kernels
from kernelsy19 import catalogue as catalogue_of_library
from kernelsy19.catalogue import implements
from kernelsy19.kernels import geometry as feature_space

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(kernelsy19.__file__).parent
SOURCES = ROOT / "sources"
SHAPE_OR_TYPE = r"\([\w, .…+]+\)|\{.+\}|\b(?:float|int|bool|dict|tuple|callable|Kernel)\b"
KEY = r"(?:SY19|MSA220|AML|KPCA11|PR|COURSE)-[A-Za-z0-9-]+"

FUNCTIONS = {function for entry in catalogue().values() for function in entry.functions}

NAMES = "alpha beta gamma kappa lambda nu xi rho phi psi Gamma Lambda Phi Psi"
GREEK = dict(zip(NAMES.split(), "αβγκλνξρφψΓΛΦΨ", strict=True))


def in_order(functions):
    return sorted(functions, key=lambda f: (f.__module__, f.__qualname__))


each_entry = every("entry", catalogue().values(), lambda entry: entry.key)
each_function = every("function", in_order(FUNCTIONS), lambda f: f.__qualname__)


def called_with(tree, name):
    """Keys in the calls `name("KEY", …)` or `something.name("KEY", …)` of a syntax tree."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        if name in (getattr(call.func, "attr", ""), getattr(call.func, "id", "")):
            constants = [arg.value for arg in call.args if isinstance(arg, ast.Constant)]
            yield from (value for value in constants if isinstance(value, str))


@functools.cache
def parsed(path):
    return ast.parse(path.read_text(encoding="utf-8"))


@functools.cache
def implementing_modules():
    """Modules of the package with `implements`, as a map from dotted name to the keys that they use."""
    uses = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        if name != "equations" and (keys := set(called_with(parsed(path), "implements"))):
            uses[name] = keys
    return uses


@functools.cache
def marked_keys():
    """Keys in the marks `checks("KEY", …)` of the tests."""
    tests = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    marked = [ast.parse(text) for text in tests if "checks(" in text]
    return {key for tree in marked for key in called_with(tree, "checks")}


@functools.cache
def derived_keys():
    """Keys that a line of a derivation carries that claims something."""
    steps = [step for proof in all_derivations().values() for step in proof.steps]
    return {step.equation for step in steps if step.equation is not None and step.claims}


@functools.cache
def cited_keys(path):
    """Keys that a master cites: in its code, for `show("KEY")` or `sheet("KEY", …)`, or in backticks."""
    text = path.read_text(encoding="utf-8")
    in_code = [line for line in text.splitlines() if not line.startswith("#")]
    in_calls = {key for line in in_code for key in re.findall(rf"[\"']({KEY})[\"']", line)}
    in_words = set(re.findall(rf"`({KEY})`", text)) - {notation.source for notation in notations.NOTATIONS}
    return in_calls | in_words


@functools.cache
def rooms_by_name():
    """The rooms of the library."""
    names = [chapter.room for chapter in rooms() if chapter.in_library]
    return {name: importlib.import_module(f"kernelsy19.{name}") for name in names}


class TestCatalogue:
    def test_the_numbered_equations_of_the_lecture_are_all_there(self):
        numbered = {re.fullmatch(r"SY19-(\d+)[a-c]?", key) for key in catalogue()}
        assert {int(match[1]) for match in numbered if match} == set(range(1, 16))

    @each_entry
    def test_entry_is_complete(self, entry):
        assert re.fullmatch(KEY, entry.key)
        assert entry.where and entry.meaning.endswith(".") and "\n" not in entry.meaning
        assert re.fullmatch(r"(\d\d|E)_[a-z_]+", entry.chapter)
        source = entry.key.split("-")[0]
        assert source in entry.where or (source == "COURSE" and "course" in entry.where)

    @each_entry
    def test_formula_is_balanced(self, entry):
        latex = entry.latex
        assert "$" not in latex and "\n" not in latex
        plain = re.sub(r"\\[{}]", "", latex)
        assert plain.count("{") == plain.count("}")
        assert len(re.findall(r"\\left\b", latex)) == len(re.findall(r"\\right\b", latex))
        assert latex.count(r"\begin{") == latex.count(r"\end{")

    def test_no_two_entries_say_the_same(self):
        assert len({entry.latex for entry in catalogue().values()}) == len(catalogue())
        assert len({entry.meaning for entry in catalogue().values()}) == len(catalogue())


class TestOrphans:
    @each_entry
    def test_equation_has_a_function(self, entry):
        assert entry.functions, f"no function implements {entry.key}"

    @each_entry
    def test_equation_is_cited_by_its_chapter(self, entry):
        master = SOURCES / f"{entry.chapter}.py"
        assert master.exists(), f"{entry.key}: its chapter {entry.chapter} has no master"
        assert entry.key in cited_keys(master), f"{entry.chapter} never shows {entry.key}"

    @each_entry
    def test_equation_is_checked(self, entry):
        checked = derived_keys() | marked_keys()
        assert entry.key in checked, f"no derivation step and no test checks {entry.key}"

    def test_marks_use_keys_of_the_catalogue(self):
        assert marked_keys() <= set(catalogue())

    @every("path", sorted(SOURCES.glob("*.py")), lambda path: path.stem)
    def test_chapters_cite_keys_of_the_catalogue(self, path):
        assert cited_keys(path) <= set(catalogue())

    def test_citations_are_found_in_all_their_forms(self, tmp_path):
        master = tmp_path / "09_x.py"
        master.write_text(
            "# As `PR-norm` says, and `SY19-clusters` writes, PR-mean aside\n"
            'equations.show("SY19-9c")\n'
            "display(proof, equations.sheet(\n    'AML-1',\n    \"PR-angle\"))\n"
        )
        assert cited_keys(master) == {"PR-norm", "SY19-9c", "AML-1", "PR-angle"}

    def test_marks_are_found(self):
        tree = ast.parse('@pytest.mark.checks("A", "B")\ndef test(): pass\nx = mark.parametrize("C", [])')
        assert list(called_with(tree, "checks")) == ["A", "B"]


def shapes_of(function):
    """What is said of each argument, in the docstring or at the head of the file."""
    doc, head = inspect.getdoc(function), inspect.getdoc(inspect.getmodule(function))
    head = head.partition("where an equation says nothing else:")[2]
    described = dict(re.findall(r"^    (\w+) +(\S.*)$", head, re.M))
    own = " ".join(re.split(r"(?<=[.:;)])\n", doc, maxsplit=1)[-1].split())
    for names, text in re.findall(r"(?:^|; )((?:\w+, )*\w+):? ([^;→]+)", own.replace("*", "")):
        described |= dict.fromkeys(names.split(", "), text)
    return described


OF_ROOMS = {
    function
    for room in rooms_by_name().values()
    for _, function in inspect.getmembers(room)
    if inspect.isfunction(function) and function.__module__.endswith(".equations")
}
# They take counts, want more points than the three that are drawn below, or two classes.
OTHERS = {"monomials", "n_monomials", "sample_size_needed", "normal_scale", "svm.equations.offset"}
OF_NUMBERS = {
    f for f in FUNCTIONS | OF_ROOMS if not f"{f.__module__}.{f.__qualname__}".endswith(tuple(OTHERS))
}

# Squares and sums of these entries leave the type.
SMALL = {
    "uint8": [[200, 90, 60], [90, 220, 70], [60, 70, 240]],
    "int8": [[90, 20, 30], [20, 99, 10], [30, 10, 91]],
}
NO_NUMBERS = {
    "log_density": lambda X, theta: X @ theta,
    "psi_next": {(4, 0): 1.0, (3, 1): 0.1, (2, 2): 0.5, (1, 3): 0.1, (0, 4): 1.0},
    "alignments": [([0, 1], [0, 1]), ([0], [1])],
    "word": "abab",
    "counts_x": {"a": 1, "b": 2},
    "counts_y": {"a": 2},
    "window": "gaussian",
    "shape": "full",
    "squared": True,
    "centered": True,
    "offset": 2,
}


def small_arguments(function, kind):
    """Arguments of an equation, all of whose sizes are 3, as arrays of whole numbers that a type of 8 bits holds."""
    arguments, described = {}, shapes_of(function)
    for name in inspect.signature(function).parameters:
        text = described[name]
        sizes = re.match(r"(?:array_like, )?\(([^()]*)\)", text)
        if name in NO_NUMBERS and not sizes:
            arguments[name] = NO_NUMBERS[name]
        elif text.startswith("tuple of p ints"):
            arguments[name] = (2, 0, 0)
        elif sizes and "int array" in text:
            arguments[name] = np.array(
                [[0, 1], [1, 2], [0, 2]][: sizes[1].count(",") * 3] if "2" in sizes[1] else [0, 1, 2]
            )
        elif sizes:
            shape = [int(size) if size.isdigit() else 3 for size in re.findall(r"\w+|…|\.{3}", sizes[1])]
            entries = SMALL[kind] if len(shape) > 1 else SMALL[kind][0]
            arguments[name] = np.resize(entries, shape).astype(kind)
        else:
            arguments[name] = 3 if name.startswith("n_") else 2 if "int" in text else 0.5
    return arguments


def flat(answer):
    """All numbers of an answer, one after the other."""
    parts = vars(answer) if dataclasses.is_dataclass(answer) else answer
    parts = tuple(parts.values()) if isinstance(parts, dict) else parts
    if isinstance(parts, tuple):
        return np.concatenate([flat(part) for part in parts])
    return np.ravel(np.asarray(answer, dtype=float))


def capitalized(doc, formulas):
    """The symbol that starts a docstring, if the formulas have it with a small letter only; None otherwise."""
    formulas = [re.sub(r"_(?:\{[^}]*\}|\w)", "", latex) for latex in formulas]  # J is no index j
    names = {name for latex in formulas for name in re.findall(r"\\([A-Za-z]+)", latex)}
    words = re.sub(r"\\(?:text|operatorname)\{[^}]*\}|\\[A-Za-z]+", " ", " ".join(formulas))
    symbols = set(words) | {GREEK[name] for name in names & GREEK.keys()}
    first = re.match(r"[A-Z][a-z]+\b|[A-ZΑ-Ω]", doc)
    if first is None or re.match(r"A \w", doc):
        return None
    first = first[0]
    small = first.lower()
    return first if (small in names or small in symbols) and first not in symbols else None


class TestFunctions:
    def test_every_equation_is_a_function_of_a_room(self):
        assert {name.split(".")[0] for name in implementing_modules()} <= {
            chapter.room for chapter in rooms()
        }

    def test_the_register_holds_what_the_modules_say(self):
        used = set().union(*implementing_modules().values())
        assert {key for key, entry in catalogue().items() if entry.functions} == used

    @each_function
    def test_reads_like_the_formula(self, function):
        (definition,) = ast.parse(inspect.getsource(function)).body
        body = definition.body[1:]
        assert body, "an equation is more than a docstring"
        assert body[-1].end_lineno - body[0].lineno + 1 <= 15

    @each_function
    def test_each_argument_has_its_shape_in_the_docstring_or_at_the_head_of_the_file(self, function):
        assert function.__doc__, f"{function.__qualname__} has no docstring"
        described = shapes_of(function)
        for name in inspect.signature(function).parameters:
            assert name in described, f"{name} is not described"
            assert re.search(SHAPE_OR_TYPE, described[name]), f"{name}: {described[name]}"

    @every("function", in_order(OF_NUMBERS), name_in_room)
    @pytest.mark.parametrize("kind", SMALL)
    def test_small_integers_lists_and_tables_are_numbers_like_others(self, function, kind):
        def answer(convert):
            converted = {name: convert(name, value) for name, value in arguments.items()}
            with np.errstate(all="ignore"):
                return function(**converted) if convert is as_lists else function(*converted.values())

        def as_floats(name, value):
            return value.astype(float) if getattr(value, "dtype", None) == kind else value

        def as_lists(name, value):
            return value.tolist() if isinstance(value, np.ndarray) else value

        def as_tables(name, value):
            return Table(value) if isinstance(value, np.ndarray) else value

        def as_narrow(name, value):
            return np.dtype(kind).type(value) if type(value) is int else value

        arguments = small_arguments(function, kind)
        expected = flat(answer(as_floats))
        for convert in (as_narrow, as_lists, as_tables):
            np.testing.assert_allclose(flat(answer(convert)), expected, rtol=1e-12, err_msg=convert.__name__)

    @each_function
    def test_formula_of_the_docstring_keeps_its_letters(self, function):
        """A formula that starts a docstring is easily capitalized, by hands and by linters, and u is not U."""
        formulas = [catalogue()[key].latex for key in function.equations]
        assert capitalized(inspect.getdoc(function), formulas) is None

    @pytest.mark.parametrize(
        ("doc", "latex", "found"),
        [
            ("Λu − Su, which is 0.", r"\lambda u = \mathbf{S} u", "Λ"),
            ("UᵀSu: the variance.", r"\max_{\|u\| = 1} u^\top \mathbf{S} u", "U"),
            ("U = Σᵢ αᵢ Φ(xᵢ).", r"u = \sum_{i=1}^n \alpha_i \Phi(x_i)", "U"),
            ("G(x) = sign(R²).", r"g(x) = \operatorname{sign}\big(R^2\big)", "G"),
            ("C K with c ≥ 0.", r"K(x, y) = c\,K_1(x, y)", "C"),
            ("Cos ∠(Φ(x), Φ(y)).", r"\cos\angle\big(\Phi(x), \Phi(y)\big)", "Cos"),
            ("Φ(x) = (x₁², x₂²).", r"\Phi(x) = (x_1^2,\; x_2^2)", None),
            ("L = R².", r"L = R^2 + \frac{1}{\nu n}", None),
            ("A share a of the points.", r"a = b", None),
            ("Side of a cube.", r"\ell = s^{1/p}", None),
        ],
    )
    def test_a_capital_that_the_formula_lacks_is_found(self, doc, latex, found):
        assert capitalized(doc, [latex]) == found

    def test_key_stands_on_the_function(self):
        assert ball.squared_distances_to_center.equations == ("SY19-9c",)
        assert show("SY19-9c").functions == (ball.squared_distances_to_center,)
        assert show("PR-norm").functions == (feature_space.norms,)
        assert kernels.rbf in show("MSA220-rbf").functions

    def test_an_equation_may_be_several_functions(self):
        assert show("SY19-7").functions == (ball.largest_weight, ball.box_violation)

    def test_implements_gives_the_function_back_behind_a_door_for_numbers(self, monkeypatch):
        monkeypatch.setattr(catalogue_of_library, "_functions", {})

        def f(x):
            return x

        equation = implements("PR-norm", "PR-mean")(f)
        assert equation.__wrapped__ is f and equation.equations == ("PR-norm", "PR-mean")
        assert show("PR-norm").functions == show("PR-mean").functions == (equation,)

    def test_a_module_that_is_read_again_does_not_double_its_functions(self, monkeypatch):
        monkeypatch.setattr(catalogue_of_library, "_functions", {})
        for _ in range(2):

            @implements("PR-norm")
            def f(x):
                return x

        assert len(show("PR-norm").functions) == 1


def bare(a, b):
    return a + b


def one_line(a):
    """Double a number."""
    return 2 * a


# fmt: off
@implements()
def decorated(
    a,
    b=2,
):
    """Add.

    Parameters
    ----------
    a : float
    """
    total = a + b
    return total
# fmt: on


class TestShow:
    @pytest.mark.parametrize(
        ("function", "code"),
        [
            (bare, "def bare(a, b):\n    return a + b"),
            (one_line, "def one_line(a):\n    return 2 * a"),
            (decorated, "def decorated(\n    a,\n    b=2,\n):\n    total = a + b\n    return total"),
        ],
    )
    def test_code_without_decorators_and_docstring(self, function, code):
        assert equations._source(function) == code

    def test_equation_in_a_notebook(self):
        entry = show("SY19-9c")
        text = entry._repr_markdown_()
        assert text.startswith("**SY19-9c** (SY19 ch. 9, equation (9c))  \nHow far a point lies")
        assert f"$${entry.latex}$$" in text
        assert "```python\ndef squared_distances_to_center(K_xx, K_xs, K_ss, alpha):\n    return " in text
        assert '"""' not in text and "@implements" not in text

    @each_entry
    def test_every_entry_renders(self, entry):
        text = entry._repr_markdown_()
        assert entry.meaning in text and entry.where in text
        assert text.count("```python\ndef ") == len(entry.functions)
        assert repr(entry).startswith(f"{entry.key}: {entry.meaning} [")

    def test_entry_without_a_function_says_so(self):
        entry = Equation("X-1", "nowhere", "a = b", "Nothing.", "99_none")
        assert repr(entry) == "X-1: Nothing. [no function yet]"
        assert entry._repr_markdown_().endswith("$$a = b$$")

    def test_repr_names_the_function(self):
        assert repr(show("PR-norm")) == "PR-norm: How long a mapped point is. [kernels.norms]"

    def test_unknown_key_lists_the_near_ones(self):
        near_ones = {
            "KPCA11-9": "KPCA11-lift",
            "SY19-9": "SY19-9c",
            "PR-norms": "PR-norm",
            "sy19-9C": "SY19-9a",
        }
        for wrong, near in near_ones.items():
            message = rf"No equation has the key '{wrong}'\. .*near: .*{near}\b"
            with pytest.raises(ValueError, match=message) as caught:
                show(wrong)
            assert len(str(caught.value)) < 250

    def test_sheet_shows_each(self):
        both, norm, angle = sheet("PR-norm", "PR-angle"), show("PR-norm"), show("PR-angle")
        assert both._repr_markdown_() == f"{norm._repr_markdown_()}\n\n---\n\n{angle._repr_markdown_()}"
        assert repr(both) == f"{norm!r}\n{angle!r}"

    def test_a_folded_sheet_shows_meanings_and_hides_formulas_and_code(self):
        text = sheet("SY19-5", "SY19-7", folded=True)._repr_markdown_()
        visible = re.sub(r"(?s)</summary>.*?</details>", "", text)
        for key in ("SY19-5", "SY19-7"):
            entry = show(key)
            assert key in visible and entry.meaning in visible
            assert entry.latex not in visible and f"\n\n$${entry.latex}$$\n\n" in text
            assert all(f"```python\ndef {f.__name__}(" in text for f in entry.functions)
        assert "def " not in visible
        assert text.count("<details>") == text.count("</details>") == 2

    @every("chapter", sorted({entry.chapter for entry in catalogue().values()}))
    def test_summary_is_a_table_with_a_row_for_each_equation_of_the_chapter(self, chapter):
        own = [entry for entry in catalogue().values() if entry.chapter == chapter]
        lines = summary(chapter)._repr_markdown_().splitlines()
        assert len(lines) == 2 + len(own)
        assert all(line.count("|") == 5 for line in lines), "a bar in a formula splits the cell"
        for entry, line in zip(own, lines[2:], strict=True):
            assert line.startswith(f"| {entry.key} | {entry.meaning} | $")
            assert line.count("<br>") == max(0, len(entry.functions) - 1)
            assert all(f.__qualname__ in line for f in entry.functions)
        assert len(repr(summary(chapter)).splitlines()) == len(own)

    def test_a_folded_summary_shows_how_many_there_are_and_hides_the_table(self):
        table = summary("04_one_class_svm")._repr_markdown_()
        visible, hidden = summary("04_one_class_svm", folded=True)._repr_markdown_().split("</summary>")
        n = len(table.splitlines()) - 2
        assert visible.endswith(f"All {n} equations of this chapter, each with its function")
        assert hidden == f"\n\n{table}\n\n</details>"

    def test_bars_of_a_norm_stay_bars(self):
        row = summary("01_kernels")._repr_markdown_().split("| PR-norm |")[1].splitlines()[0]
        assert r"\Vert \Phi(x)\Vert " in row


test_what_is_not_known = refused(
    (lambda: show(3), "No equation has the key 3"),
    (lambda: sheet("PR-norm", "PR-nothing"), "No equation has the key 'PR-nothing'"),
    (lambda: summary("99_x"), r"No equation belongs to chapter '99_x'\. Chapters: 01_kernels, "),
)


# ---- every line on a page is mathematics ---------------------------------------------------------

LINES_OF_A_FORM, LINES_OF_AN_ITERATION = 12, 20
# What is no method: units of the data, warnings, checks of arguments, what float64 is.
PLUMBING = re.compile(
    r"_\w|as_|require_|warn|(ldexp|frexp|in_units|binary_places|in_other_units|stacklevel|errstate|finfo)$"
)


@functools.cache
def shown_functions():
    """All functions whose code a notebook shows: those behind keys, and those that `equations.code` is given."""
    found = {equations.name_in_room(function): function for function in FUNCTIONS}
    for path in SOURCES.glob("*.py"):
        calls = re.findall(r"equations\.code\(([\w., ]+)\)", path.read_text(encoding="utf-8"))
        for dotted in (name.strip() for call in calls for name in call.split(",")):
            function = functools.reduce(getattr, dotted.split(".")[1:], rooms_by_name()[dotted.split(".")[0]])
            found[equations.name_in_room(function)] = function
    return found


def plain_functions():
    """The plain ways of all rooms, which have a name that says so, and the steps that they are made of."""
    return {
        equations.name_in_room(function): function
        for room in rooms_by_name().values()
        for name, function in inspect.getmembers(room)
        if inspect.isfunction(function) and re.match(r"plain_|\w+_steps$", name)
    }


def what_is_no_mathematics(code):
    """Names of plumbing in the code of a function, and how many lines it has too many."""
    (definition,) = ast.parse(code).body
    nodes = list(ast.walk(definition))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    names |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    names |= {node.arg for node in nodes if isinstance(node, ast.keyword) and node.arg}
    wrong = sorted(filter(PLUMBING.match, names)) + ["raise"] * any(isinstance(x, ast.Raise) for x in nodes)
    iterates = any(isinstance(node, ast.For | ast.While) for node in nodes)
    most = LINES_OF_AN_ITERATION if iterates else LINES_OF_A_FORM
    lines = len(code.splitlines()) - definition.body[0].lineno + 1
    return wrong + [f"{lines} lines"] * (lines > most)


@every("name", sorted(shown_functions() | plain_functions()))
def test_every_line_that_a_notebook_shows_is_the_method(name):
    wrong = what_is_no_mathematics(equations._source((shown_functions() | plain_functions())[name]))
    assert not wrong


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("return K @ alpha", []),
        ("return np.ldexp(K, -e)", ["ldexp"]),
        ("K = require_psd(as_gram(K))", ["as_gram", "require_psd"]),
        ("return _helper(K)", ["_helper"]),
        ("return solved(K, stacklevel=3)", ["stacklevel"]),
        ("warnings.warn('no')", ["warn", "warnings"]),
        ("for _ in range(3):\n        K = K @ K", []),
        ("if K is None:\n        raise ValueError", ["raise"]),
        ("\n    ".join(["K = K + 1"] * 12), []),
        ("\n    ".join(["K = K + 1"] * 13), ["13 lines"]),
        ("\n    ".join(["for i in K:", *["    K += i"] * 19]), []),
        ("\n    ".join(["for i in K:", *["    K += i"] * 20]), ["21 lines"]),
    ],
)
def test_what_is_no_mathematics_is_found(code, wrong):
    assert what_is_no_mathematics(f"def f(\n    K,\n):\n    {code}") == wrong


def test_functions_that_are_shown_are_found():
    assert {"pca.plain_kernel_pca", "pca.gram_residual"} <= set(shown_functions())
    assert {"ridge.plain_ridge", "logistic.newton_steps"} <= set(plain_functions())


# ---- equations are used --------------------------------------------------------------------------

ON_THEIR_OWN = tomllib.loads(
    Path(__file__).with_name("equations_on_their_own.toml").read_text(encoding="utf-8")
)
MOST_ON_THEIR_OWN = 60


def names_in(node):
    """All names that a piece of code reads."""
    variables = {x.id for x in ast.walk(node) if isinstance(x, ast.Name)}
    return variables | {x.attr for x in ast.walk(node) if isinstance(x, ast.Attribute)}


@functools.cache
def equations_and_callers():
    """The equations by (room, name) with their code, and the code of all else that rooms compute with."""
    found, others = {}, []
    for chapter in rooms():
        in_course = (PACKAGE.with_name("kernelcourse") / chapter.room).glob("experiments.py")
        for path in (*sorted((PACKAGE / chapter.room).glob("*.py")), *in_course):
            for node in parsed(path).body:
                if isinstance(node, ast.FunctionDef) and set(called_with(node, "implements")):
                    found[chapter.room, node.name] = node
                elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                    others.append(node)
    return found, others


def equations_that_are_called():
    """Those that a solver or an estimator calls, or an equation that one of them calls."""
    found, others = equations_and_callers()
    called, new = set(), equations_among(found, others)
    while new:
        called |= new
        new = equations_among(found, [found[key] for key in new]) - called
    return called


def equations_among(found, nodes):
    """The equations whose names some pieces of code read."""
    names = set().union(*map(names_in, nodes))
    return {key for key in found if key[1] in names}


def test_equations_are_called_by_solvers_or_are_excused():
    found, _ = equations_and_callers()
    excused = {(room, name) for room, reasons in ON_THEIR_OWN.items() for name in reasons}
    alone = set(found) - equations_that_are_called()
    faults = f"without a reason: {alone - excused}; a reason too many: {excused - alone}"
    assert alone == excused, f"{faults}; reasons stand in tests/kernelcourse/equations_on_their_own.toml"
    assert len(excused) <= MOST_ON_THEIR_OWN
    assert all(text.endswith(".") for reasons in ON_THEIR_OWN.values() for text in reasons.values())
