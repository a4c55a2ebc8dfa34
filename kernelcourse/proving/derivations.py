"""What a verified derivation is: a list of lines, each of one of five kinds, evaluated on settings.

`kernelcourse.proving.lines` holds the five kinds; they are handed on from here.
"""

from dataclasses import dataclass, replace

import numpy as np

from kernelcourse.proving import typeset
from kernelcourse.proving.lines import (
    Bound,
    Consequence,
    Definition,
    Identity,
    Limit,
    Line,
    Premise,
    Setting,
    TwoSided,
    Verdict,
    bound,
    consequence,
    definition,
    evaluate,
    identity,
    limit,
)
from kernelcourse.proving.residuals import Residual, as_values, compare, gradient, shown
from kernelcourse.proving.side_code import code_of, names_read
from kernelsy19.validation import as_function, as_integer, as_one_of

__all__ = [
    "Bound",
    "Consequence",
    "Definition",
    "Derivation",
    "Identity",
    "Limit",
    "Line",
    "LineCheck",
    "LineView",
    "Premise",
    "Residual",
    "Setting",
    "TwoSided",
    "Verdict",
    "bound",
    "compare",
    "consequence",
    "definition",
    "gradient",
    "identity",
    "limit",
]

CHECKED_DRAWS = 3


@dataclass(frozen=True)
class Derivation:
    """A proof, line by line, that can be run.

    Parameters
    ----------
    title : str
    given : str, what the proof starts from, in words (with `$LaTeX$`)
    steps : sequence of Line; a line without a left side goes on from the right side of the line before
    settings : callable or sequence of callables, numpy Generator → Setting: each draws what the lines speak of

    Raises
    ------
    ValueError
        If the first line has no left side, or two lines define one symbol.
    """

    title: str
    given: str
    steps: tuple
    settings: tuple

    def __post_init__(self):
        settings = (self.settings,) if callable(self.settings) else tuple(self.settings)
        object.__setattr__(self, "settings", settings)
        object.__setattr__(self, "steps", tuple(_linked(self.steps)))
        symbols = [line.symbol for line in self.steps if isinstance(line, Definition)]
        if twice := {symbol for symbol in symbols if symbols.count(symbol) > 1}:
            raise ValueError(f"{', '.join(sorted(twice))} is defined by two lines of “{self.title}”.")

    @property
    def definitions(self):
        """What the lines define, as a dict of symbol to callable, Setting → value."""
        return {line.symbol: line.value for line in self.steps if isinstance(line, Definition)}

    def draw(self, seed=0, number=None):
        """Draw a setting.

        Parameters
        ----------
        seed : int ≥ 0; the makers of settings take turns
        number : int or None; the setting of this line, and no other line is evaluated on the same draw

        Returns
        -------
        Setting
        """
        line = None if number is None else self._numbered(number)
        makers = (line.on if line is not None else ()) or self.settings
        setting = makers[seed % len(makers)](np.random.default_rng([seed, number or 0]))
        return setting.defining(self.definitions)

    def verify(self, setting=None, seed=0):
        """Evaluate each line.

        Parameters
        ----------
        setting : Setting, or None for one drawn for each line
        seed : int ≥ 0, of the draws

        Returns
        -------
        list of Verdict, one a line
        """
        return [self._judge(number, setting, seed) for number in range(1, len(self.steps) + 1)]

    def line(self, number, seed=0):
        """Look at one line: both sides as code, and the numbers of the setting.

        Parameters
        ----------
        number : int, 1 for the first line
        seed : int ≥ 0, of the setting that is drawn

        Returns
        -------
        LineView, whose `broken()` shows the line without its premise

        Raises
        ------
        ValueError
            If there is no such line.
        """
        return LineView(self, number, self._numbered(number), self.draw(seed, number), seed)

    def check_line(self, number, form, setting=None):
        """Check your own form of a line: it must give what a side of the line gives, entry by entry.

        Parameters
        ----------
        number : int, 1 for the first line
        form : callable, Setting → number or array (for a limit: (Setting, size) → number)
        setting : Setting, or None for three different ones

        Returns
        -------
        LineCheck

        Raises
        ------
        ValueError
            If there is no such line, it defines something that is not a number, or the form is no function.

        Notes
        -----
        An inequality is not enough: for a bound the form has to equal the left or the right side. Where the other side
        is a plain number, the form is compared with the side that is not also in a world without the premise, so that
        the number alone does not pass.
        """
        line = self._numbered(number)
        as_function(form, "form", "(setting, size)" if isinstance(line, Limit) else "(setting)")
        seeds = range(CHECKED_DRAWS) if setting is None else (0,)
        worst = 0.0
        for seed in seeds:
            drawn = self._setting(number, setting, seed)
            for world, where in _worlds(line, drawn, seed, number):
                sides = [side(world) for side in _functions(line)]
                check = _nearest(form, line, world, sides, where)
                if not check:
                    return check
                worst = max(worst, check.value)
        return LineCheck(
            True, worst, f"equal to {shown(worst)} on {len(seeds)} setting{'s'[: len(seeds) > 1]}"
        )

    def walk(self):
        """Reveal the proof line by line, with a button.

        Returns
        -------
        Walk, a widget
        """
        from kernelcourse.proving.walk import Walk

        return Walk(self)

    def _numbered(self, number):
        return self.steps[as_integer(number, "number", 1, len(self.steps)) - 1]

    def _judge(self, number, setting=None, seed=0):
        return self.steps[number - 1].judge(self._setting(number, setting, seed), _break_rng(seed, number))

    def _setting(self, number, setting, seed):
        """The setting that is given, with what lines define, or one that is drawn for a line."""
        if setting is None:
            return self.draw(seed, number)
        return as_one_of(setting, "setting", Setting).defining(self.definitions)

    def to_html(self, n_steps=None, titled=True):
        """Write the derivation as a table, one row a line.

        Parameters
        ----------
        n_steps : int or None for all, how many lines are shown
        titled : bool, whether the title stands above them, and what is given

        Returns
        -------
        str, HTML with LaTeX
        """
        verdicts = [self._judge(number) for number in range(1, len(self.steps[:n_steps]) + 1)]
        head = (self.title, self.given) if titled else ("", "")
        return typeset.proof(*head, zip(self.steps, verdicts, strict=False))

    def _repr_html_(self):
        return self.to_html()

    def __repr__(self):
        claims = [v for v in self.verify() if v.residual is not None]
        return f"{self.title}: {sum(map(bool, claims))} of {len(claims)} lines hold"


@dataclass(frozen=True, repr=False)
class LineView:
    """One line, seen from near: its sides as code, and the numbers that they read.

    Attributes
    ----------
    derivation : Derivation
    number : int
    line : Line
    setting : Setting
    seed : int
    world : str, which premise is broken here, or nothing
    """

    derivation: Derivation
    number: int
    line: Line
    setting: Setting
    seed: int
    world: str = ""

    @property
    def verdict(self):
        """What the line shows on its setting, as a Verdict."""
        if self.world:
            residual = self.line.residual(self.setting)
            return Verdict(
                self.line.kind, residual, f"{self.world} the line is off by {shown(residual.value)}"
            )
        return self.line.judge(self.setting, _break_rng(self.seed, self.number))

    def broken(self, premise=1):
        """Look at the same line in a world in which a premise does not hold.

        Parameters
        ----------
        premise : int, 1 for the first premise of the line

        Returns
        -------
        LineView

        Raises
        ------
        ValueError
            If the line has no such premise.
        """
        premises = self.line.premises
        if not 1 <= premise <= len(premises):
            has = f"{len(premises)} premise{'s'[: len(premises) != 1]}"
            raise ValueError(
                f"Line {self.number} has {has if premises else 'no premise to break'}, got premise={premise}."
            )
        chosen = premises[premise - 1]
        world = chosen.break_it(self.setting, _break_rng(self.seed, self.number))
        says = f"without {chosen.says}, which is off by {shown(chosen.off(world).value)},"
        return replace(self, setting=world, world=says)

    @property
    def rows(self):
        """Name, code and value of each side, as a list of tuples."""
        return [
            (name, code_of(side), value) for name, side, value in _sides_with_values(self.line, self.setting)
        ]

    @property
    def read(self):
        """The numbers of the setting that the line reads, and its premises where one is broken, as a dict by name."""
        functions = [*_functions(self.line), *(p.residual for p in self.line.premises if self.world)]
        names = dict.fromkeys(name for f in functions for name in names_read(f, self.setting))
        values = {name: getattr(self.setting, name) for name in names}
        return {name: value for name, value in values.items() if not callable(value)}

    def _repr_html_(self):
        return typeset.line(self.number, self.line, self.verdict, self.rows, self.read)

    def __repr__(self):
        return typeset.line_text(self.number, self.line, self.verdict, self.rows, self.read)


@dataclass(frozen=True)
class LineCheck:
    """Whether a form of a line that you wrote gives what the line gives.

    Attributes
    ----------
    holds : bool
    value : float, the largest difference, relative to the larger of 1 and the largest entry; NaN where there is none
    says : str
    """

    holds: bool
    value: float
    says: str

    def __bool__(self):
        return self.holds

    def __str__(self):
        return f"✓ holds: {self.says}" if self.holds else f"✗ does not hold: {self.says}"

    __repr__ = __str__

    def _repr_html_(self):
        return typeset.verdict(self.holds, str(self))


def _linked(steps):
    """The steps, each without a left side continued from the line before."""
    before = None
    for line in steps:
        if isinstance(line, TwoSided):
            if line.left is None:
                if before is None:
                    raise ValueError(f"No line stands before this one, so it needs a left side: {line.latex}")
                line = replace(line, left=before)
            before = line.right
        yield line


def _break_rng(seed, number):
    return np.random.default_rng([seed, number, 1])


def _functions(line):
    """The functions of a setting that a line is made of."""
    if isinstance(line, Definition):
        return (line.value,)
    if isinstance(line, Limit):
        return (lambda s: [line.error(s, size) for size in line.sizes],)
    return tuple(side for side in line.chain if callable(side))


def _sides_with_values(line, setting):
    if isinstance(line, Definition):
        yield f"s.{line.symbol}", line.value, line.value(setting)
    elif isinstance(line, Limit):
        for size in line.sizes:
            yield f"size {size:g}", line.error, line.error(setting, size)
    else:
        names = ("left", *("between" for _ in line.chain[2:]), "right")
        for name, side in zip(names, line.chain, strict=True):
            yield name, side, evaluate(side, setting)


def _worlds(line, drawn, seed, number):
    """The settings on which a form is compared, with words for each."""
    yield drawn, "on a setting where the line holds"
    if isinstance(line, TwoSided) and not (callable(line.left) and callable(line.right)):
        for premise in line.premises:
            world = premise.break_it(drawn, _break_rng(seed, number))
            yield world, f"in a world without {premise.says}, where the sides of the line differ"


def _nearest(form, line, world, sides, where):
    """Compare a form with each side; the check of the side that is nearest."""
    mine = [form(world, size) for size in line.sizes] if isinstance(line, Limit) else form(world)
    try:
        mine = as_values(mine, "your line")
    except ValueError as error:
        return LineCheck(False, np.nan, str(error).rstrip("."))
    checks = [_difference(mine, as_values(side, "This line"), line.tolerance, where) for side in sides]
    return min(checks, key=lambda check: (not check.holds, np.isnan(check.value), check.value))


def _difference(mine, side, tolerance, where):
    if mine.shape != side.shape:
        return LineCheck(False, np.nan, f"your line has shape {mine.shape}, a side of the line {side.shape}")
    residual = compare(mine, side, tolerance=tolerance)
    return LineCheck(bool(residual), residual.value, f"off by {shown(residual.value)} {where}")
