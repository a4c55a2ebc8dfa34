"""Lines of a proof mean something: what has to fail fails, and the attacks that show it notice what is empty."""

import dataclasses
import re
import sys
from fractions import Fraction

import attacks
import numpy as np
import pytest
from one_test_for_many import every
from recipes import recipe

from kernelcourse import equations
from kernelcourse.index import all_derivations
from kernelcourse.proving.derivations import (
    Derivation,
    Premise,
    Residual,
    Setting,
    TwoSided,
    bound,
    compare,
    consequence,
    definition,
    gradient,
    identity,
    limit,
)
from kernelcourse.proving.residuals import bounded
from kernelsy19 import ball
from kernelsy19.engine import interior_point

EVERY = all_derivations()
DERIVATIONS = [pytest.param(value, id=name) for name, value in EVERY.items()]
pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


@pytest.fixture(autouse=True, scope="module")
def programs_solved_once():
    """A quadratic program of a proof is solved once, however often its lines speak of its minimum."""
    known, solve = {}, interior_point.minimize_quadratic

    def look_up(*program):
        asked = b"".join(part.tobytes() + str(part.shape).encode() for part in program)
        if asked not in known:
            known[asked] = solve(*program)
        return known[asked]

    with pytest.MonkeyPatch.context() as patch:
        for name, module in list(sys.modules.items()):
            ours = name.startswith(("kernelsy19.", "kernelcourse.")) and hasattr(module, "minimize_quadratic")
            if ours and module is not interior_point:
                patch.setattr(module, "minimize_quadratic", look_up)
        yield


@pytest.mark.parametrize("draws", [6, pytest.param(attacks.DRAWS, marks=pytest.mark.night)])
@pytest.mark.parametrize("derivation", DERIVATIONS)
def test_every_line_fails_where_it_has_to(derivation, draws, record_property):
    reports = attacks.attack(derivation, draws)
    record_property("lines", [(report.kind, float(report.factor)) for report in reports if report.number])
    assert not [f"line {report.number}: {fault}" for report in reports for fault in report.faults]


@every("derivation", EVERY.values(), lambda derivation: derivation.title)
def test_equation_keys_are_in_the_catalogue(derivation):
    for step in derivation.steps:
        if step.equation is not None:
            assert equations.show(step.equation).key == step.equation


def test_no_bound_is_excused_that_is_attained_everywhere():
    """Those that are attained at one of their numbers exist, and have others that are not."""
    excused = 0
    for derivation in EVERY.values():
        for number, line in enumerate(derivation.steps, 1):
            if getattr(line, "one_entry", False):
                settings = [derivation.draw(seed, number) for seed in range(3)]
                tight = [line.attained(s, np.random.default_rng(seed)) for seed, s in enumerate(settings)]
                assert max(np.ptp(np.subtract(*line.sides(s))) for s in tight) > 1e-3
                excused += 1
    assert excused > 10


@pytest.mark.parametrize("derivation", DERIVATIONS)
def test_a_proof_is_one_row_a_line_with_reason_kind_and_number(derivation):
    page = derivation._repr_html_()
    assert page.count("<tr>") == len(derivation.steps)
    claims = [line for line in derivation.steps if line.claims]
    assert page.count('class="holds"') == len(claims) == page.count("✓")
    assert "✗" not in page and 'class="fails"' not in page
    words = re.sub("<[^>]+>", "", page)
    assert len(re.findall(r"holds.*?: (?:difference below|room up to|slope) −?\d", words)) == len(claims)


@pytest.mark.parametrize("derivation", DERIVATIONS)
def test_each_line_shows_its_code_and_its_numbers_and_fails_when_broken(derivation):
    for number, line in enumerate(derivation.steps, 1):
        view = derivation.line(number)
        assert view.verdict and "<function" not in repr(view.rows[0][1])
        shown = (getattr(line, "value", None), getattr(line, "error", None), *getattr(line, "chain", ()))
        assert not [f.__closure__ for f in shown if getattr(f, "__closure__", None)], "a name from elsewhere"
        assert view.read or not line.claims
        assert "✗" not in view._repr_html_() and "✗" not in repr(view)
        for premise in range(1, len(line.premises) + 1):
            broken = view.broken(premise)
            assert not broken.verdict
            assert "✗ without" in repr(broken) and 'class="fails"' in broken._repr_html_()


# ---- what a line writes -------------------------------------------------------------------------

SIGNS = {
    r"\le": "≤",
    r"\ge": "≥",
    **{sign: sign for sign in ("=", "<", ">", r"\ne", r"\approx", r"\to", r"\in")},
}
OPEN, CLOSED = {*"{[(", r"\{", r"\langle", r"\begin"}, {*"}])", r"\}", r"\rangle", r"\end"}
TOKEN = re.compile(r":=|\\[a-zA-Z]+|\\.|\S")
IN_WORDS = re.compile(r"\\q?quad\s*\\text|\\text\{ (?:where|for each|for all)\b")


def written(latex):
    """The relations that a line claims, and those behind a comma, which say when, or what a letter is.

    A name (:=), a case ahead of ⇒ or in words, and what stands in brackets is no claim. What ⇔ joins are sides.
    """
    claim = IN_WORDS.split(latex.split(r"\Rightarrow")[-1])[0]
    found, depth, behind = ([], []), 0, False
    for token in TOKEN.findall("=" if r"\iff" in claim else claim):
        depth += (token in OPEN) - (token in CLOSED)
        behind |= depth == 0 and token in (",", r"\quad", r"\qquad")
        if depth == 0 and token in SIGNS:
            found[behind].append(SIGNS[token])
    return found


def order_written(latex):
    """The power of h in O(h²), as a fraction; e to −c is one of eᶜ."""
    power = re.search(r"O(?:\\big)?\((?:.*\^\{?([-/\dc]+))?[^^]*\)", latex)[1]
    return Fraction(power.replace("c", "1") if power else 1)


@every("line", [line for d in EVERY.values() for line in d.steps if line.claims], lambda line: line.latex)
def test_a_line_writes_the_relations_that_it_computes(line):
    """Each sign that is written is computed; what is equal to a side may be computed and not be written."""
    claimed, behind = written(line.latex)
    computed = [*(line.via[::2] or [line.relation])] if isinstance(line, TwoSided) else ["="]
    assert claimed in (computed, [sign for sign in computed if sign != "="])
    assert {*behind} <= {"=", "<", computed[0], computed[-1]}
    assert isinstance(line, TwoSided) or order_written(line.latex) == line.slope


@pytest.mark.parametrize(
    ("latex", "signs"),
    [
        (r"\|f\|^2 := a = b \ge \{i : c \le d\} > 0", ["=", "≥", ">"]),
        (r"a < 0 \;\Rightarrow\; b_{i \ne j} \le c \quad\text{for all } d \ge 0", ["≤"]),
        (r"\langle a, b\rangle \approx \begin{pmatrix} a = b \end{pmatrix}, \qquad b = c", [r"\approx"]),
    ],
)
def test_signs_in_brackets_in_names_and_in_conditions_are_no_claims(latex, signs):
    assert written(latex)[0] == signs


# ---- a toy proof --------------------------------------------------------------------------------


def two_vectors(rng):
    n = int(rng.integers(3, 9))
    return Setting(a=rng.normal(size=n), b=rng.normal(size=n), n=n)


def positive_b(rng):
    return two_vectors(rng).but(b=rng.uniform(1, 2, size=3))


def orthogonal_vectors(rng):
    """A vector orthogonal to another because it is a rest of least squares."""
    s = two_vectors(rng)
    return s.but(b=s.b - s.a * np.linalg.lstsq(s.a[:, None], s.b, rcond=None)[0])


ORTHOGONAL = Premise(
    "⟨a, b⟩ = 0", lambda s: s.a @ s.b, lambda s, rng: s.but(b=s.b + s.a * rng.uniform(0.5, 1.0))
)
POSITIVE = Premise("b ≥ 0", lambda s: np.maximum(0, -s.b), lambda s, rng: s.but(b=-s.b - 1))
MEAN = Premise("mean 0", lambda s: s.a.mean(), lambda s, rng: s.but(a=-np.abs(s.b)))
PARALLEL = lambda s, rng: s.but(b=s.a * rng.uniform(0.5, 2.0))  # noqa: E731

SQUARE = identity(
    r"\|a + b\|^2 = \|a\|^2 + 2\langle a, b\rangle + \|b\|^2",
    "multiply out",
    lambda s: s.sum @ s.sum,
    lambda s: s.a @ s.a + 2 * s.a @ s.b + s.b @ s.b,
)
SUM = definition("s = a + b", "the third side", "sum", lambda s: s.a + s.b)
PYTHAGORAS = consequence(
    r"= \|a\|^2 + \|b\|^2",
    "the middle term is zero",
    right=lambda s: s.a @ s.a + s.b @ s.b,
    premise=ORTHOGONAL,
    on=orthogonal_vectors,
)
CAUCHY = bound(
    r"|\langle a, b\rangle| \le \|a\|\,\|b\|",
    "Cauchy and Schwarz",
    lambda s: abs(s.a @ s.b),
    lambda s: np.sqrt((s.a @ s.a) * (s.b @ s.b)),
    attained=PARALLEL,
)
TAYLOR = limit(
    r"\sin h = h + O(h^3)",
    "the sine is odd",
    lambda s, h: abs(np.sin(h * s.a[0]) - h * s.a[0]),
    sizes=(0.01, 0.02, 0.04, 0.08),
    slope=3,
)


def proof(*lines, settings=two_vectors):
    return Derivation("A toy", "Given a and b.", lines, settings)


def in_two_steps(s):
    """The same, its parts with names."""
    total = s.b + s.a
    squares = total * total
    return squares.sum() - 2 * s.a @ s.b


def less_twice_the_product(x, s, factor=2):
    return sum_of_squares(x) - factor * s.a @ s.b


def sum_of_squares(x):
    return (x**2).sum()


def in_a_loop(operation):
    def total(s):
        for x in s.a:
            s = s.but(b=operation(s.b, x))
        return s.b

    return total


# Each is np.sum((s.a + s.b) ** 2) - 2 * s.a @ s.b.
WRITTEN_TWICE = {
    "another name of the setting": lambda t: np.sum((t.a + t.b) ** 2) - 2 * t.a @ t.b,
    "another order": lambda s: np.sum((s.b + s.a) ** 2) - s.a * 2 @ s.b,
    "brackets": lambda s: (np.sum((s.a + s.b) ** 2)) - ((2 * s.a) @ s.b),
    "a method": lambda s: ((s.a + s.b) ** 2).sum() - (2 * s.a).dot(s.b),
    "functions for operators": lambda s: np.subtract(np.square(np.add(s.a, s.b)).sum(), np.dot(2 * s.a, s.b)),
    "names for parts": in_two_steps,
    "a symbol that a line defines": lambda s: np.sum(s.sum**2) - 2 * s.a @ s.b,
    "functions that only return": lambda s: less_twice_the_product(s.a + s.b, s),
}


def same(left, right, **given):
    return identity("", "", left, right, **given)


def at_most(left, right, **given):
    return bound("", "", left, right, **given)


def follows(left, right, premise=ORTHOGONAL, on=orthogonal_vectors):
    return consequence("", "", left, right, premise=premise, on=on)


def triangle():
    return proof(SUM, SQUARE, PYTHAGORAS, CAUCHY, TAYLOR)


LAME = Premise("⟨a, b⟩ = 0", ORTHOGONAL.residual, lambda s, rng: s.but(a=2 * s.a))
GENTLY = Premise("⟨a, b⟩ = 0", ORTHOGONAL.residual, lambda s, rng: s.but(b=s.b + 1e-6 * s.a))
TO_A_SOLVER = GENTLY.otherwise(GENTLY.break_it, tolerance=1e-8)
THE_LINE = Premise("⟨a, b⟩ = 0", lambda s: -abs(np.dot(s.a, s.b)), ORTHOGONAL.break_it)
BESIDE = lambda s, rng: s.but(b=s.a * (1 + 2 / (s.a @ s.a)))  # noqa: E731
OFF = lambda s: (s.a**2).sum() + (s.n == 8)  # noqa: E731
ABSOLUTE = lambda s, rng: s.but(a=np.abs(s.a))  # noqa: E731
NOTICED = [
    ("is a part of the other", same(lambda s: s.a @ s.b, lambda s: max([s.a @ s.b]))),
    ("does not hold", same(lambda s: s.a @ s.b, lambda s: s.a @ s.a)),
    ("twice the right side", same(lambda s: s.a.sum() - s.a @ np.ones(s.n), lambda s: 0)),
    ("does not hold", same(lambda s: np.outer(s.a, s.b), lambda s: np.outer(s.b, s.a))),
    ("minus the right side", same(lambda s: 1e-9 * s.a, lambda s: 1e-9 * np.flip(np.flip(s.a)) * 1.5)),
    (
        "two sides of a chain are one computation",
        same(lambda s: s.a @ s.a, lambda s: (s.a**2).sum(), via=lambda s: s.a @ s.a),
    ),
    ("does not hold", same(lambda s: s.a @ s.a, lambda s: np.dot(s.a, s.a) + 0, via=OFF)),
    ("holds without ⟨a, b⟩ = 0 as well", follows(lambda s: s.a @ s.b, lambda s: s.b @ s.a)),
    ("does not hold on a setting", follows(lambda s: s.a.sum(), lambda s: s.a.sum() + 0, on=())),
    ("still holds when it is broken", follows(lambda s: s.a @ s.b + 1, 1, LAME)),
    ("1e+06 are wanted", follows(lambda s: s.a @ s.b + 1, 1, GENTLY)),
    ("1e+03 are wanted", follows(lambda s: s.a @ s.b + 1, 1, TO_A_SOLVER)),
    ("is the line itself", follows(lambda s: s.a @ s.b, 0)),
    ("is the line itself", follows(0, lambda s: s.a @ s.b, THE_LINE)),
    (
        "does not hold",
        at_most(lambda s: s.a @ s.b, lambda s: s.a @ s.a, attained=lambda s, rng: s.but(b=s.a)),
    ),
    (
        "does not hold beside where it is attained",
        at_most(lambda s: s.a @ s.b, lambda s: s.a @ s.a + 2, attained=BESIDE),
    ),
    ("is not attained", at_most(lambda s: s.a, lambda s: np.abs(s.a) + np.eye(s.n)[0], attained=ABSOLUTE)),
    ("holds without", at_most(CAUCHY.left, CAUCHY.right, premise=ORTHOGONAL, on=orthogonal_vectors)),
    ("is an equality", at_most(lambda s: s.a @ s.b, lambda s: s.b @ s.a, attained=lambda s, rng: s)),
    ("has slope 3", dataclasses.replace(TAYLOR, slope=2)),
    ("also holds with the slope", dataclasses.replace(TAYLOR, within=0.6)),
]


class TestAttacks:
    """Each kind of empty line is noticed: these proofs are wrong, and the attacks have to say so."""

    def assert_noticed(self, words, *lines, settings=two_vectors):
        found = attacks.faults(proof(*lines, settings=settings))
        assert any(words in fault for fault in found), found

    @pytest.mark.parametrize(("words", "line"), NOTICED)
    def test_a_line_that_is_false_or_empty(self, words, line):
        self.assert_noticed(words, line)

    def test_a_good_proof_has_no_fault(self):
        reports = attacks.attack(triangle())
        assert [fault for report in reports for fault in report.faults] == []
        kinds = [report.kind for report in reports[1:]]
        assert kinds == ["definition", "identity", "consequence", "bound", "limit"]
        assert all(report.factor > 1e6 for report in reports[2:5])

    @pytest.mark.parametrize("other", WRITTEN_TWICE.values(), ids=WRITTEN_TWICE)
    def test_one_computation_written_twice(self, other):
        side = lambda s: np.sum((s.a + s.b) ** 2) - 2 * s.a @ s.b  # noqa: E731
        self.assert_noticed("one computation", SUM, same(side, other), SQUARE)

    def test_the_names_in_a_loop_do_not_count(self):
        def with_a_name(t):
            product = t.a * t.b
            return [product[k] + t.b[k] for k in range(t.n)]

        without = lambda s: [s.b[i] + (s.b * s.a)[i] for i in range(s.n)]  # noqa: E731
        assert recipe(with_a_name) == recipe(without)

    @pytest.mark.parametrize(
        ("left", "right"),
        [
            (lambda s: s.a @ s.b, lambda s: s.b @ s.a),
            (lambda s: 2 * s.a, lambda s: s.a + s.a),
            (lambda s: s.a @ s.b, lambda s: np.log(np.exp(s.a @ s.b))),
        ],
    )
    def test_two_computations_may_agree_to_the_last_bit(self, left, right):
        """a · b = b · a and 2a = a + a are claims, though no rounding tells their sides apart."""
        assert attacks.faults(proof(same(left, right))) == []

    @pytest.mark.parametrize(
        ("left", "right"),
        [
            (lambda s: s.a - s.b, lambda s: s.b - s.a),
            (lambda s: s.a, lambda s: s.b),
            (lambda s: 2 * s.a, lambda s: 3 * s.a),
            (lambda s: s.a.sum(), lambda s: s.a.prod()),
            (lambda s: np.outer(s.a, s.b).sum(axis=0), lambda s: np.outer(s.a, s.b).sum(axis=1)),
            (lambda s: gradient(lambda a: a @ a, s.a), lambda s: gradient(lambda a: a @ s.b, s.a)),
            (in_a_loop(np.add), in_a_loop(np.subtract)),
            (lambda s: ORTHOGONAL.off(s), lambda s: MEAN.off(s)),
            (lambda s: [x for x in s.a for y in s.b], lambda s: [y for x in s.a for y in s.b]),
        ],
    )
    def test_different_computations_have_different_trees(self, left, right):
        assert recipe(left) != recipe(right) and recipe(left) == recipe(left)

    def test_one_equation_called_with_the_same_arguments_on_both_sides(self):
        upper = lambda s: ball.slack_multipliers(s.a, 0.5)  # noqa: E731
        self.assert_noticed(
            "both sides call slack_multipliers", same(lambda s: 2 * upper(s), lambda s: upper(s) / 0.5)
        )

    def test_near_misses_are_those_of_the_brief(self):
        matrix, vector = np.arange(9.0).reshape(3, 3), np.array([1.0, 2.0, 3.0])
        assert len([*attacks.near_misses(matrix)]) == 3 and len([*attacks.near_misses(vector)]) == 3
        assert len([*attacks.near_misses(matrix + matrix.T)]) == 2, "a symmetric matrix is its transpose"
        assert len([*attacks.near_misses(np.float64(2.0))]) == 2
        for values in (matrix, vector, np.array([1.0, 2.0, 1.0])):
            for _, wrong in attacks.near_misses(values):
                assert not compare(values, wrong)

    def test_a_premise_that_takes_another_with_it(self):
        small = Premise("a = a*", lambda s: s.a - s.first, lambda s, rng: s.but(a=s.a + s.b))

        def with_first(rng):
            s = orthogonal_vectors(rng)
            return Setting(a=s.a, b=s.b, n=s.n, first=s.a)

        line = follows(lambda s: s.a @ s.b + s.a.sum(), lambda s: s.first.sum(), (small, ORTHOGONAL), on=())
        self.assert_noticed("⟨a, b⟩ = 0 fails as well", line, settings=with_first)

    def test_a_premise_that_a_line_says_with_others_is_not_the_line(self):
        """No number above a mean, and the mean is 0: then all are 0. The first alone says less."""
        smaller = Premise("a ≤ 0", lambda s: np.maximum(0, s.a), lambda s, rng: s.but(a=s.b - s.b.mean()))
        line = consequence("", "", lambda s: s.a, 0, premise=(smaller, MEAN))
        settings = lambda rng: (s := two_vectors(rng)).but(a=0 * s.a)  # noqa: E731
        assert attacks.faults(proof(line, settings=settings)) == []

    def test_every_relation_of_a_chain_is_computed(self):
        """Each side of a = b ≥ c > d is altered in turn: the line fails, and says by how much."""

        def line(factor=(1, 1, 1, 1)):
            sides = [lambda s, k=k: factor[k] * forms[k](s) for k in range(4)]
            return proof(bound("", "", sides[0], sides[3], relation="≥", via=("=", sides[1], "≥", sides[2], ">"),
                               attained=lambda s, rng: s.but(b=0 * s.b)))  # fmt: skip

        forms = [
            lambda s: (s.a + s.b) @ (s.a + s.b) + 1,
            lambda s: 1 + ((s.a + s.b) ** 2).sum(),
            lambda s: 1 + (np.linalg.norm(s.a) - np.linalg.norm(s.b)) ** 2,
            lambda s: 0.0,
        ]
        assert line().verify()[0]
        for factor in ((2, 1, 1, 1), (1, 2, 1, 1), (1, 1, 2, 1), (1, 1, -1, 1)):
            assert not line(factor).verify()[0]
        assert [name for name, _, _ in line().line(1).rows] == ["left", "between", "between", "right"]
        strict = compare(1.0, 1.0, ">")
        assert not strict and compare(1.0 + 1e-12, 1.0, ">")

    def test_a_bound_that_is_never_attained(self):
        twice = lambda s: 2 * np.linalg.norm(s.a) * np.linalg.norm(s.b)  # noqa: E731
        line = at_most(lambda s: s.a @ s.b, twice, attained=PARALLEL)
        self.assert_noticed("is not attained", line)
        (verdict,) = proof(line).verify()
        assert verdict.mark == "✗" and "never attained: it stays off by 0.5" in str(verdict)

    def test_a_bound_that_is_attained_only_without_its_premise(self):
        turned = lambda s, rng: s.but(b=np.minimum(0, -s.b))  # noqa: E731
        line = at_most(0, lambda s: s.b, premise=POSITIVE, attained=turned)
        self.assert_noticed("does not hold where it is to be attained", line, settings=positive_b)

    def test_a_premise_that_is_the_line_of_a_bound(self):
        line = at_most(0, lambda s: s.b, premise=POSITIVE)
        self.assert_noticed("is the line itself", line, settings=positive_b)

    def test_a_definition_that_nothing_uses(self):
        unused = definition("q = 2a", "twice", "q", lambda s: 2 * s.a)
        self.assert_noticed("which no later line uses", unused, CAUCHY)

    def test_settings_of_two_points_of_one_size_or_shared(self):
        of_three = {"a": np.ones(3), "b": np.ones(3)}
        flat = lambda rng: Setting(Phi=rng.normal(size=(int(rng.integers(3, 9)), 2)), **of_three)  # noqa: E731
        self.assert_noticed("D of at least 3", CAUCHY, settings=flat)
        self.assert_noticed("n is 2", CAUCHY, settings=lambda rng: two_vectors(rng).but(n=2))
        self.assert_noticed("1 different sizes", CAUCHY, settings=lambda rng: Setting(**of_three))
        shared = lambda rng: two_vectors(np.random.default_rng(1))  # noqa: E731
        self.assert_noticed("two lines share a draw", CAUCHY, TAYLOR, settings=shared)


# ---- lines --------------------------------------------------------------------------------------


class TestLines:
    def test_kinds_and_numbers_are_shown(self):
        texts = [str(verdict) for verdict in triangle().verify()]
        assert texts[0] == "definition"
        assert texts[1] == "✓ identity holds: difference below 1e-12"
        because = r"✓ holds because ⟨a, b⟩ = 0: difference below 1e-12; fails by 0\.\d+ without it"
        assert re.fullmatch(because, texts[2])
        attained = r"✓ bound holds: room up to \d(\.\d+)?, below 1e-12 where it is attained"
        assert re.fullmatch(attained, texts[3])
        assert texts[4] == "✓ limit holds: slope 3.00"

    @pytest.mark.parametrize(
        ("off", "power"), [(0.0, -12), (9e-13, -12), (2e-12, -11), (3e-4, -3), (1e-4, -3)]
    )
    def test_a_small_difference_is_below_a_power_of_ten(self, off, power):
        assert bounded(off) == f"below 1e{power}" and off < 10.0**power

    def test_a_line_without_a_left_side_goes_on_from_the_line_before(self):
        steps = triangle().steps
        assert steps[2].left is steps[1].right
        with pytest.raises(ValueError, match="No line stands before this one"):
            proof(PYTHAGORAS)

    @pytest.mark.parametrize(
        ("make", "words"),
        [
            (lambda: identity("a = b", "", lambda s: 0), "The right side is missing: a = b"),
            (lambda: consequence("a = b", "", 1, 1, premise=()), "A consequence needs a premise: a = b"),
            (lambda: bound("a = b", "", 1, 2, relation="=", attained=PARALLEL), "'≤' or '≥', not '='"),
            (lambda: bound("a = b", "", 1, 2, relation="<", attained=PARALLEL), "relation must be"),
            (lambda: bound("a ≤ b", "", 1, 2), "needs a premise, or a setting on which it is attained"),
            (lambda: limit("", "", abs, sizes=(1, 2), slope=1), "at least three sizes, got 2"),
            (lambda: proof(SUM, SUM), "sum is defined by two lines"),
            (lambda: triangle().line(6), "number must be at most 5, got 6"),
            (lambda: triangle().check_line(0, abs), "number must be an integer of at least 1, got 0"),
            (lambda: triangle().check_line(1, 3), r"form must be a function of \(setting\), got 3"),
            (
                lambda: triangle().verify(np.ones(2)),
                r"setting must be a Setting, got an array of shape \(2,\)",
            ),
            (lambda: triangle().line(2).broken(), "Line 2 has no premise to break"),
            (lambda: triangle().line(3).broken(2), "Line 3 has 1 premise, got premise=2"),
        ],
    )
    def test_what_is_no_line_is_an_error(self, make, words):
        with pytest.raises(ValueError, match=words):
            make()

    def test_a_limit_of_errors_that_are_zero_is_an_error(self):
        line = limit("", "", lambda s, h: 0.0, sizes=(1, 2, 3), slope=1)
        with pytest.raises(ValueError, match="must be positive, got 0"):
            line.rate(Setting())

    def test_the_makers_take_turns_and_a_line_may_have_its_own(self):
        one, two = (lambda rng, i=i: Setting(a=np.full(3, i), b=np.zeros(3), n=3) for i in (1.0, 2.0))
        derivation = proof(CAUCHY, settings=(one, two))
        assert [derivation.draw(seed, 1).a[0] for seed in range(4)] == [1, 2, 1, 2]
        own = proof(SUM, SQUARE, PYTHAGORAS)
        assert abs(own.draw(0, 3).a @ own.draw(0, 3).b) < 1e-12 < abs(own.draw(0, 2).a @ own.draw(0, 2).b)

    def test_a_reader_s_own_setting_says_where_a_premise_fails(self):
        mine = Setting(a=np.array([1.0, 2.0, 3.0]), b=np.array([1.0, 0.0, 0.0]), n=3)
        verdicts = proof(SUM, SQUARE, PYTHAGORAS).verify(mine)
        assert [bool(v) for v in verdicts] == [True, True, False]
        assert str(verdicts[2]) == "✗ consequence · ⟨a, b⟩ = 0 is off by 1: the line by 0.12"

    def test_code_is_that_of_the_side(self):
        view = triangle().line(2)
        assert [row[:2] for row in view.rows] == [
            ("left", "s.sum @ s.sum"),
            ("right", "s.a @ s.a + 2 * s.a @ s.b + s.b @ s.b"),
        ]
        assert [*view.read] == ["sum", "a", "b"]
        same_row = identity("", "", lambda s: s.a + s.b, lambda s: s.b + s.a)
        assert [row[1] for row in proof(same_row).line(1).rows] == ["s.a + s.b", "s.b + s.a"]

    def test_a_broken_line_shows_the_world_without_the_premise(self):
        broken = triangle().line(3).broken()
        assert not broken.verdict
        assert str(broken.verdict).startswith("✗ without ⟨a, b⟩ = 0, which is off by ")
        assert abs(broken.setting.a @ broken.setting.b) > 0.1


class TestSetting:
    def test_what_is_defined_follows_what_is_changed(self):
        s = two_vectors(np.random.default_rng(0)).defining({"sum": lambda s: s.a + s.b})
        np.testing.assert_array_equal(s.but(a=0 * s.a).sum, s.b)
        assert s.names == ("a", "b", "n", "sum")

    def test_names_that_are_new_defined_or_missing_are_errors(self):
        s = Setting(a=1).defining({"twice": lambda s: 2 * s.a})
        with pytest.raises(ValueError, match="'c'; it has a, twice"):
            s.but(c=3)
        with pytest.raises(ValueError, match="'twice' is defined by a line"):
            s.but(twice=3)
        with pytest.raises(AttributeError, match="no 'c'; it has a, twice"):
            _ = s.c
        with pytest.raises(ValueError, match="brings a, which a line of the proof defines"):
            Setting(a=1).defining({"a": lambda s: 2})


# ---- a form of a line that a reader writes ------------------------------------------------------


class TestOwnForm:
    def test_right_forms_hold(self):
        derivation = triangle()
        assert str(derivation.check_line(2, lambda s: sum((s.a + s.b) ** 2))).startswith("✓ holds: equal to ")
        assert derivation.check_line(3, lambda s: np.linalg.norm(s.a) ** 2 + np.linalg.norm(s.b) ** 2)
        assert derivation.check_line(4, lambda s: np.linalg.norm(s.a) * np.linalg.norm(s.b))
        assert derivation.check_line(5, lambda s, h: abs(h * s.a[0] - np.sin(h * s.a[0])))
        assert derivation.check_line(1, lambda s: s.b + s.a)

    @pytest.mark.parametrize(
        ("number", "form", "words"),
        [
            (2, lambda s: s.a @ s.a + s.b @ s.b, "off by"),
            (2, lambda s: (s.a + s.b) @ (s.a + s.b) + 1j, "off by"),
            (2, lambda s: None, "your line must be a number or an array of numbers, got None"),
            (2, lambda s: "4", "got str"),
            (2, lambda s: [[1], [1, 2]], "got list"),
            (2, lambda s: np.nan, "your line must be finite, got nan"),
            (2, lambda s: s, "got Setting"),
            (4, lambda s: 1e9, "off by"),
            (4, lambda s: 2 * np.linalg.norm(s.a) * np.linalg.norm(s.b), "off by"),
            (2, lambda s: np.full(3, s.sum @ s.sum), r"your line has shape (3,), a side of the line ()"),
            (1, lambda s: 7.0, "your line has shape (), a side of the line ("),
        ],
    )
    def test_wrong_forms_do_not(self, number, form, words):
        check = triangle().check_line(number, form)
        assert not check
        assert words in str(check) and str(check).startswith("✗ does not hold: ")

    def test_three_draws_are_compared(self):
        seen = []
        triangle().check_line(2, lambda s: seen.append(s.a.tobytes()) or s.sum @ s.sum)
        assert len(set(seen)) == 3

    def test_a_form_that_holds_on_the_first_draw_only_does_not_pass(self):
        first = triangle().draw(0, 2)
        lucky = lambda s: (s.sum @ s.sum) * (1 + 0.1 * (s.a[0] != first.a[0]))  # noqa: E731
        assert triangle().check_line(2, lucky, setting=Setting(a=first.a, b=first.b, n=first.n))
        assert not triangle().check_line(2, lucky)

    def test_the_number_alone_is_no_form_of_a_consequence(self):
        line = consequence("", "", lambda s: 1 + s.a @ s.b, 1, premise=ORTHOGONAL, on=orthogonal_vectors)
        check = proof(line).check_line(1, lambda s: 1)
        assert not check and "in a world without ⟨a, b⟩ = 0" in str(check)
        assert proof(line).check_line(1, lambda s: s.b @ s.a + 1)

    def test_a_setting_of_one_s_own(self):
        mine = Setting(a=np.array([1.0, 2.0]), b=np.array([0.5, 0.0]), n=2)
        assert "on 1 setting" in str(triangle().check_line(2, lambda s: s.sum @ s.sum, setting=mine))


@pytest.mark.parametrize(
    ("left", "right", "relation", "holds"),
    [
        (1.0, 1.0 + 1e-12, "=", True),
        (1.0, 1.0 + 1e-6, "=", False),
        (1e9, 1e9 + 1e-3, "=", True),
        ([1, 2], [1, 2.1], "=", False),
        (1.0, 1.0 + 1j, "=", False),
        (1j, [1j, 1j], "=", True),
        (1.0, 0.0, "≥", True),
        (0.0, 1.0, "≥", False),
        (0.0, 1.0, "≤", True),
        (1.0, 0.0, "≤", False),
        ([3, 4], 3, "≥", True),
        ([3, 2], 3, "≥", False),
    ],
)
def test_compare(left, right, relation, holds):
    assert bool(compare(left, right, relation)) is holds


def test_compare_refuses_shapes_that_only_broadcast_and_what_is_no_finite_number():
    with pytest.raises(ValueError, match=r"\(2,\) on the left, \(2, 1\) on the right"):
        compare([1, 2], [[1], [2]])
    with pytest.raises(ValueError, match="left side must be finite, got nan"):
        compare(np.nan, 1.0)
    with pytest.raises(ValueError, match="right side must be a number or an array of numbers, got None"):
        compare(1.0, None)
    with pytest.raises(ValueError, match="Complex numbers have no order"):
        compare(1j, 2.0, "≤")


def test_a_residual_is_shown_as_a_number():
    assert str(Residual(3.1e-13)) == "✓ 3e-13"
    assert str(Residual(0.0)) == str(Residual(1e-17)) == "✓ 2e-16"
    assert str(Residual(0.714)) == "✗ off by 0.71"


def test_gradient_of_a_quadratic_is_exact():
    A = np.array([[2.0, 1.0], [1.0, 5.0]])
    c = np.array([0.3, -2.0])
    np.testing.assert_allclose(gradient(lambda v: v @ A @ v, c), 2 * A @ c, rtol=1e-11)
    assert gradient(lambda r: r**2, 1.5) == pytest.approx(3.0, rel=1e-11)
