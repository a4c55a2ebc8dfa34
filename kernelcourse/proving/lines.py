r"""The five kinds of line that a proof is made of, and the settings on which they are evaluated.

A **definition** introduces a symbol and claims nothing. An **identity** says that two different computations agree,
whatever the setting. A **consequence** holds because of a premise, which can be evaluated, and broken. A **bound**
says that one side is never larger than the other, and when it is attained. A **limit** says how fast something
vanishes or grows.

A line computes each relation that it writes. A name that it gives by the way is written `:=`, a case stands ahead of
`\Rightarrow`, a condition in words or behind a comma; a limit writes the power that is its slope. A line that only
restates a formula is a definition. The attained setting of a bound satisfies its premises.
"""

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field, replace
from types import SimpleNamespace
from typing import ClassVar

import numpy as np

from kernelcourse.proving.residuals import TOLERANCE, Residual, as_values, bounded, compare, shown


class Setting(SimpleNamespace):
    """The quantities that the lines of a derivation speak of, by their symbols (`s.K`, `s.alpha`, …)."""

    def __getattr__(self, name):
        definitions = self.__dict__.get("_definitions", {})
        if name not in definitions:
            raise AttributeError(f"The setting has no {name!r}; it has {', '.join(self.names)}.")
        return definitions[name](self)

    @property
    def names(self):
        """The names of all quantities, those that lines define last, as a tuple."""
        given = (name for name in self.__dict__ if name != "_definitions")
        return (*given, *self.__dict__.get("_definitions", {}))

    def but(self, **changes):
        """A Setting in which some quantities are others, and what is defined by them follows; no name may be new."""
        for name in changes:
            if name in self.__dict__.get("_definitions", {}):
                raise ValueError(f"{name!r} is defined by a line of the proof; change what it is made of.")
            if name not in self.names:
                raise ValueError(f"The setting has no {name!r}; it has {', '.join(self.names)}.")
        return Setting(**self.__dict__ | changes)

    def defining(self, definitions):
        """A Setting that also has the symbols that lines define, and may not bring them itself.
        definitions: dict of str to callable, Setting → value"""
        given = {name for name in self.__dict__ if name != "_definitions"}
        if twice := sorted(given & definitions.keys()):
            raise ValueError(f"The setting brings {', '.join(twice)}, which a line of the proof defines.")
        return Setting(**self.__dict__ | {"_definitions": definitions})


@dataclass(frozen=True)
class Premise:
    """What a line needs, as a number that is zero where it holds, and a way to be without it.
    says, the premise in a few signs, such as "∂L/∂R = 0", and it may hold `$LaTeX$`; residual, callable, Setting →
    float or array, zero where the premise holds; break_it, callable, (Setting, Generator) → Setting, a world in which
    this premise fails and every other premise of the line still holds; tolerance, 1e-9 where the premise holds to
    rounding, more where it holds to the tolerance of a solver"""

    says: str
    residual: Callable
    break_it: Callable
    tolerance: float = TOLERANCE

    def off(self, setting):
        """How far a setting is from the premise, as a Residual."""
        violation = np.abs(as_values(self.residual(setting), f"The residual of “{self.says}”"))
        return Residual(float(violation.max(initial=0)), self.tolerance)

    def otherwise(self, break_it, tolerance=None):
        """The same premise, broken in another way, and perhaps with another tolerance."""
        return replace(self, break_it=break_it, tolerance=tolerance or self.tolerance)


@dataclass(frozen=True)
class Verdict:
    """What a line has to show on one setting.
    residual is None for a definition, which claims nothing; says is kind and numbers in words"""

    kind: str
    residual: Residual | None
    says: str

    @property
    def holds(self):
        """Whether the line holds; a definition always does."""
        return self.residual is None or self.residual.holds

    @property
    def mark(self):
        """The sign before the words: ✓, ✗, or nothing for a definition."""
        return "" if self.residual is None else "✓" if self.holds else "✗"

    def __bool__(self):
        return self.holds

    def __str__(self):
        return f"{self.mark} {self.says}".strip()

    __repr__ = __str__


def _fixed(default=()):
    """A field that a kind of line has, and that nobody gives."""
    return field(default=default, init=False)


@dataclass(frozen=True)
class Line:
    """What all kinds of line share.
    latex, the line; because, the reason, in words; equation, key of the catalogue, or None; on, callable or tuple of
    callables, Generator → Setting, where the line is evaluated, if not where the others are; premise, one or a tuple of
    them, of which each is needed"""

    kind: ClassVar[str] = ""
    latex: str
    because: str
    _: KW_ONLY
    on: tuple = ()
    premise: tuple = ()

    def __post_init__(self):
        for name in ("on", "premise"):
            given = getattr(self, name)
            object.__setattr__(self, name, tuple(given) if isinstance(given, tuple | list) else (given,))

    @property
    def premises(self):
        """What the line needs, as a tuple of Premise."""
        return self.premise

    @property
    def claims(self):
        """Whether there is something to check."""
        return True

    @property
    def tolerance(self):
        """What a residual may be: 1e-9, or the largest tolerance of a premise."""
        return max([TOLERANCE, *(premise.tolerance for premise in self.premises)])

    def without(self, setting, rng):
        """The line in each world in which one premise is broken, as a list of Residual."""
        return [self.residual(premise.break_it(setting, rng)) for premise in self.premises]

    def judge(self, setting, rng):
        """What the line has to show on a setting, as a Verdict; the generator draws the worlds without a premise."""
        residual = self.residual(setting)
        failing = [p for p in self.premises if not p.off(setting)]
        if failing:
            off = ", ".join(f"{p.says} is off by {shown(p.off(setting).value)}" for p in failing)
            return Verdict(self.kind, residual, f"{self.kind} · {off}: the line by {shown(residual.value)}")
        residual, says = self._numbers(setting, rng, residual)
        if self.premises:
            fails = ", ".join(shown(broken.value, digits=1) for broken in self.without(setting, rng))
            says += f"; fails by {fails} without {'it' if len(self.premises) == 1 else 'each of them'}"
        return Verdict(self.kind, residual, says)

    def _name(self, holds):
        *others, last = (p.says for p in self.premises) if self.premises else ("",)
        because = f" because {', '.join(others)} and {last}" if others else f" because {last}" if last else ""
        kind = "" if self.kind == "consequence" else f"{self.kind} "
        return f"{kind}{'holds' if holds else 'fails'}{because}"

    def _numbers(self, setting, rng, residual):
        """The residual that decides, and what is said of it."""
        off = bounded(residual.value) if residual.holds else shown(residual.value)
        return residual, f"{self._name(residual.holds)}: difference {off}"


@dataclass(frozen=True)
class Definition(Line):
    """A line that introduces a symbol: it claims nothing, has no tick, and later lines use the symbol.
    symbol, how later lines call it: "d2" is `s.d2`; value, callable, Setting → anything, also a function"""

    kind: ClassVar[str] = "definition"
    symbol: str
    value: Callable
    equation: str | None = None
    on: tuple = _fixed()
    premise: tuple = _fixed()

    @property
    def claims(self):
        """A definition claims nothing."""
        return False

    def judge(self, setting, rng):
        """A definition has no tick."""
        return Verdict(self.kind, None, self.kind)


@dataclass(frozen=True)
class TwoSided(Line):
    """A line with a left and a right side; a ValueError if the right one is missing, or a relation is none.
    left, callable, Setting → number or array; or a number; or None for the right side of the line before; right,
    callable or number; via, callable or tuple, what stands between them, as b does in a = b ≥ c: b, or relations and
    sides in turn, ``("=", b, "≥")``"""

    left: object = None
    right: object = None
    equation: str | None = None
    _: KW_ONLY
    via: tuple = ()
    relation: str = _fixed("=")

    def __post_init__(self):
        super().__post_init__()
        if self.right is None:
            raise ValueError(f"The right side is missing: {self.latex}")
        if self.via and not isinstance(self.via, tuple):
            object.__setattr__(self, "via", ("=", self.via, self.relation))
        if unknown := {self.relation, *self.via[::2]} - {"=", "≥", "≤", ">"}:
            raise ValueError(
                f"relation must be '=', '≥' or '≤', or '>' within a chain, got {unknown.pop()!r}."
            )
        if self.via and (len(self.via) % 2 == 0 or self.relation not in self.via[::2]):
            raise ValueError(f"A chain goes from relation to relation and has that of the line: {self.latex}")

    @property
    def chain(self):
        """All sides, from left to right."""
        return (self.left, *self.via[1::2], self.right)

    def sides(self, setting):
        """The values of the outer sides of an equation, or of those of the first inequality."""
        first = 0 if self.relation == "=" or not self.via else self.via[::2].index(self.relation)
        last = -1 if self.relation == "=" else first + 1
        return evaluate(self.chain[first], setting), evaluate(self.chain[last], setting)

    def residual(self, setting):
        """All sides, each compared with the next, as the Residual of the relation that is violated most."""
        found = [compare(left, right, said, self.tolerance) for left, said, right in self.pairs(setting)]
        return max(found, key=lambda residual: residual.value)

    def pairs(self, setting):
        """What each relation stands between: value, relation, value."""
        values = [evaluate(side, setting) for side in self.chain]
        return list(zip(values, self.via[::2] or (self.relation,), values[1:], strict=False))


def evaluate(side, setting):
    """Evaluate a side of a line: a function of the setting, or a number that stands for itself."""
    return side(setting) if callable(side) else side


@dataclass(frozen=True)
class Identity(TwoSided):
    """Two different computations that agree on any setting."""

    kind: ClassVar[str] = "identity"
    premise: tuple = _fixed()


@dataclass(frozen=True)
class Consequence(TwoSided):
    """An equation that holds because of a premise, and fails without it; ValueError if there is none."""

    kind: ClassVar[str] = "consequence"

    def __post_init__(self):
        super().__post_init__()
        if not self.premises:
            raise ValueError(f"A consequence needs a premise: {self.latex}")


@dataclass(frozen=True)
class Bound(TwoSided):
    """An inequality, which is violated without its premise, or holds on all settings, and is attained somewhere.
    relation "≤" or "≥"; attained, callable, (Setting, Generator) → Setting, on which both sides are equal, or None; the
    tick needs it; one_entry, whether only one entry of both sides is equal there; a ValueError if there is no
    inequality, or neither a premise nor a setting on which it is attained"""

    kind: ClassVar[str] = "bound"
    _: KW_ONLY
    relation: str = "≤"
    attained: Callable | None = None
    one_entry: bool = False

    def __post_init__(self):
        super().__post_init__()
        if self.relation == "=":
            raise ValueError(f"A bound is '≤' or '≥', not '=': {self.latex}")
        if not (self.premises or self.attained):
            raise ValueError(f"A bound needs a premise, or a setting on which it is attained: {self.latex}")

    def slack(self, setting):
        """The largest room over the entries; negative where no entry holds."""
        left, right = (as_values(side, "A side") for side in self.sides(setting))
        return float(np.max(right - left if self.relation == "≤" else left - right))

    def gap(self, setting):
        """The distance of both sides, the largest over the entries and the inequalities of a chain: 0 where attained.
        Of a bound that one entry attains, the smallest over the entries."""
        gaps = []
        for left, said, right in self.pairs(setting):
            apart = np.abs(as_values(left, "A side") - as_values(right, "A side"))
            apart = apart / max(1.0, np.abs(left).max(), np.abs(right).max())
            if said == self.relation:
                gaps.append(float(apart.min() if self.one_entry else apart.max()))
        return max(gaps)

    def _numbers(self, setting, rng, residual):
        if not residual.holds:
            return residual, f"{self._name(False)}: violated by {shown(residual.value)}"
        says = f"{self._name(True)}: room up to {shown(max(0.0, self.slack(setting)))}"
        gap = self.gap(self.attained(setting, rng)) if self.attained else 0.0
        if self.attained:
            near = gap <= self.tolerance
            says += (
                f", {bounded(gap)} where it is attained"
                if near
                else f", never attained: it stays off by {shown(gap)}"
            )
        return (residual if gap <= self.tolerance else Residual(gap, self.tolerance)), says


@dataclass(frozen=True)
class Limit(Line):
    """A rate: an error that goes as a power of the size, seen as a slope over several sizes.
    error, callable, (Setting, size) → float > 0; sizes > 0, three at least, or a ValueError; slope, the power; within >
    0, how far the fitted slope may be from it"""

    kind: ClassVar[str] = "limit"
    error: Callable
    _: KW_ONLY
    sizes: tuple
    slope: float
    within: float = 0.1
    equation: str | None = None

    def __post_init__(self):
        super().__post_init__()
        if len(self.sizes) < 3:
            raise ValueError(f"A limit needs at least three sizes, got {len(self.sizes)}.")

    def rate(self, setting):
        """The slope of the error over the sizes, both in logarithms; ValueError if an error is not positive."""
        errors = as_values([self.error(setting, size) for size in self.sizes], "The errors of a limit")
        if not (errors > 0).all():
            raise ValueError(f"The errors of a limit must be positive, got {errors.min():.3g}.")
        return float(np.polyfit(np.log(self.sizes), np.log(errors), 1)[0])

    def residual(self, setting):
        """How far the slope is from the one that the line claims, as a Residual."""
        return Residual(abs(self.rate(setting) - self.slope), self.within)

    def _numbers(self, setting, rng, residual):
        rate = f"{self.rate(setting):.2f}".replace("-", "−")
        return residual, f"{self._name(residual.holds)}: slope {rate}"


# As proofs write them.
definition, identity, consequence, bound, limit = Definition, Identity, Consequence, Bound, Limit
