"""Attacks on the lines of a proof: what has to fail fails by many tolerances, and no side is the other in disguise.

Each function gives the faults that it finds as words; a line without a fault gives its smallest factor: by how many
tolerances it fails where it has to fail.
"""

import functools
import inspect
import sys
from dataclasses import dataclass, replace

import numpy as np
from recipes import is_part, known, operation, recipe

from kernelcourse.equations import catalogue
from kernelcourse.proving.derivations import Bound, Consequence, Definition, Identity, Limit, compare
from kernelcourse.proving.lines import evaluate
from kernelcourse.proving.residuals import TOLERANCE, as_values
from kernelcourse.proving.side_code import names_read
from kernelsy19.catalogue import implements

DRAWS = 20
EXACT, SOLVED = 1e6, 1e3  # tolerances by which a line fails whose premise held to rounding, or to a solver's


@dataclass
class Report:
    """What the attacks found in one line."""

    number: int
    kind: str
    faults: list
    factor: float = np.inf


def attack(derivation, draws=DRAWS):
    """Attack all lines of a derivation; return a Report for each, and one with number 0 for its settings."""
    numbers = range(1, len(derivation.steps) + 1)
    drawn = {n: [derivation.draw(seed, n) for seed in range(draws)] for n in numbers}
    reports = [Report(0, "settings", [*of_settings(drawn)])]
    for number, line in enumerate(derivation.steps, 1):
        report = Report(number, line.kind, [])
        try:
            ATTACKS[type(line)](line, drawn[number], report, derivation.steps[number:])
        except (ValueError, ArithmeticError, AttributeError) as error:
            report.faults.append(f"it raises {type(error).__name__}: {error}")
        reports.append(report)
    return reports


def faults(derivation, draws=DRAWS):
    return [f"line {r.number}: {fault}" for r in attack(derivation, draws) for fault in r.faults]


# ---- settings -----------------------------------------------------------------------------------


def of_settings(drawn):
    """General position: n and D of 3 or more, several sizes, and no draw that two lines share."""
    every = [s for settings in drawn.values() for s in settings]
    if smallest := [s.n for s in every if "n" in s.names and s.n < 3]:
        yield f"n is {smallest[0]} on a setting, at least 3 is wanted"
    if flat := [s.Phi.shape for s in every if "Phi" in s.names and s.Phi.shape[1] < 3]:
        yield f"Phi has shape {flat[0]} on a setting, D of at least 3 is wanted"
    for number, settings in drawn.items():
        sizes = {tuple(np.shape(v) for v in vars(s).values() if isinstance(v, np.ndarray)) for s in settings}
        if len(sizes) < 3:
            yield f"line {number} is drawn in {len(sizes)} different sizes, at least 3 are wanted"
    prints = [fingerprint(vars(settings[0])) for settings in drawn.values()]
    if len(set(prints)) < len(prints):
        yield "two lines share a draw"


def fingerprint(value):
    """Something that two values share if they are the same to the last bit."""
    if isinstance(value, dict):
        return tuple((name, fingerprint(v)) for name, v in value.items() if name != "_definitions")
    if isinstance(value, np.ndarray):
        return value.shape, value.tobytes()
    return repr(value)


# ---- sides --------------------------------------------------------------------------------------


@functools.cache
def codes_of_equations():
    """Where the code of each equation stands: to hash it would take longer than to run it."""
    functions = (f for entry in catalogue().values() for f in entry.functions)
    return frozenset(id(inspect.unwrap(f).__code__) for f in functions)


def caller_of(frame):
    """Who called an equation: not the door that its numbers came through."""
    frame = frame.f_back
    while frame.f_globals.get("__name__") == implements.__module__:
        frame = frame.f_back
    return frame


def recipes_of(line, setting):
    """What both sides compute."""
    definitions = vars(setting).get("_definitions")
    return recipe(line.left, definitions), recipe(line.right, definitions)


def is_the_line(premise, line, setting):
    """Whether a premise says the line itself: it computes the difference of both sides, or for a bound a part of it."""
    left, right = recipes_of(line, setting)
    said = recipe(premise.residual, vars(setting).get("_definitions"))
    while said[0] in ("absolute", "negative") or (said[0] == "maximum" and isinstance(line, Bound)):
        said = next(part for part in said[1:] if part != known(0))
    ways = [operation("subtract", [a, b], {}) for a, b in ((left, right), (right, left))]
    ways += [a for a, b in ((left, right), (right, left)) if b == known(0)]
    return said in ways


def equation_calls(side, setting):
    """Calls of functions of the catalogue that a side makes itself, with their arguments."""
    codes, made = codes_of_equations(), set()

    def watch(frame, event, _):
        if event == "call" and id(frame.f_code) in codes and id(caller_of(frame).f_code) not in codes:
            names = frame.f_code.co_varnames[: frame.f_code.co_argcount]
            made.add((frame.f_code.co_qualname, tuple(fingerprint(frame.f_locals[n]) for n in names)))

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        evaluate(side, setting)
    finally:
        sys.setprofile(before)
    return made


def of_sides(line, settings):
    """The two sides are two computations, by their code: the bits of both may well be equal."""
    definitions = vars(settings[0]).get("_definitions")
    computed = [recipe(side, definitions) for side in line.chain if callable(side)]
    if len(set(map(repr, computed))) < len(computed):
        yield "both sides are one computation" if not line.via else "two sides of a chain are one computation"
    if not (callable(line.left) and callable(line.right)):
        return
    for setting in settings[:3]:
        shared = equation_calls(line.left, setting) & equation_calls(line.right, setting)
        if shared:
            yield f"both sides call {', '.join(name for name, _ in shared)} with the same arguments"
            return


# ---- the five kinds -----------------------------------------------------------------------------


def near_misses(values):
    """Values that are nearly right, by what was done to them."""
    yield "twice the right side", 2 * values
    yield "minus the right side", -values
    if values.ndim == 2 and values.shape[0] == values.shape[1] and not np.allclose(values, values.T):
        yield "the right side transposed", values.T
    if values.ndim == 1 and np.ptp(values) > 0:
        turned = values[::-1] if np.ptp(values - values[::-1]) else np.roll(values, 1)
        yield "the right side in another order", turned


def on_identity(line, settings, report, later):
    report.faults += of_sides(line, settings)
    same_bits = True
    for setting in settings:
        residual, left, right = judged(line, setting)
        if not residual:
            report.faults.append(f"does not hold: {residual}")
            return
        same_bits &= bool((left == right).all())
        for name, wrong in near_misses(right):
            take_factor(report, compare(left, wrong).value / TOLERANCE, EXACT, f"also holds with {name}")
    left, right = recipes_of(line, settings[0])
    if same_bits and left != right and (is_part(left, right) or is_part(right, left)):
        report.faults.append(
            "one side is a part of the other, and the rest changes no bit of it on any setting"
        )


def judged(line, setting):
    """Residual of a line and the two sides of its relation, each side computed once: it may be what a solver finds."""
    values = [evaluate(side, setting) for side in line.chain]
    via = tuple(part for pair in zip(line.via[::2], values[1:], strict=False) for part in pair)[:-1]
    fixed = replace(line, left=values[0], right=values[-1], via=via)
    return fixed.residual(setting), *(as_values(side, "A side") for side in fixed.sides(setting))


def on_consequence(line, settings, report, later):
    report.faults += of_sides(line, settings)
    for setting in settings:
        if not (residual := line.residual(setting)):
            report.faults.append(f"does not hold: {residual}")
            return
    break_premises(line, settings, report)


def break_premises(line, settings, report):
    """Without each premise, and with all others, the line fails."""
    for index, premise in enumerate(line.premises):
        needed = EXACT if premise.tolerance <= TOLERANCE else SOLVED
        if is_the_line(premise, line, settings[0]):
            report.faults.append(f"its premise {premise.says} is the line itself")
        for seed, setting in enumerate(settings):
            if not (off := premise.off(setting)):
                report.faults.append(f"its premise {premise.says} does not hold on a setting: {off}")
                return
            world = premise.break_it(setting, np.random.default_rng([seed, index]))
            off = premise.off(world).value
            take_factor(
                report, off / premise.tolerance, needed, f"{premise.says} still holds when it is broken"
            )
            for other in line.premises:
                if other is not premise and not (rest := other.off(world)):
                    report.faults.append(f"without {premise.says}, {other.says} fails as well: {rest}")
                    return
            residual = line.residual(world)
            take_factor(
                report, residual.value / line.tolerance, needed, f"holds without {premise.says} as well"
            )


def on_bound(line, settings, report, later):
    report.faults += of_sides(line, settings)
    slack = 0.0
    for seed, setting in enumerate(settings):
        residual, left, right = judged(line, setting)
        if not residual:
            report.faults.append(f"does not hold: {residual}")
            return
        slack = max(slack, np.abs(left - right).max() / max(1.0, np.abs(left).max(), np.abs(right).max()))
        if line.attained:
            tight = line.attained(setting, np.random.default_rng([seed, 99]))
            residual, left, right = judged(line, tight)
            off = line.gap(tight)
            if not residual:
                report.faults.append(f"does not hold where it is to be attained: {residual}")
                return
            if off > line.tolerance:
                report.faults.append(f"is not attained: {off:.1g} apart where it should be equal")
                return
            if off := [p.says for p in line.premises if not p.off(tight)]:
                report.faults.append(f"is attained only where {off[0]} fails")
                return
            for near in around(setting, tight):
                if all(p.off(near) for p in line.premises) and not (residual := line.residual(near)):
                    report.faults.append(f"does not hold beside where it is attained: {residual}")
                    return
    take_factor(report, slack / line.tolerance, SOLVED, "is an equality on every setting")
    break_premises(line, settings, report)


def around(setting, tight):
    """Settings a little before and beyond a tight one, on the way there from another."""
    for share in (0.95, 1.05):
        yield tight.but(
            **{
                name: value + share * (getattr(tight, name) - value)
                for name, value in vars(setting).items()
                if np.asarray(value).dtype.kind == "f"
            }
        )


def on_limit(line, settings, report, later):
    for setting in settings:
        if not (residual := line.residual(setting)):
            report.faults.append(f"has slope {line.rate(setting):.3g}, not {line.slope:g}: {residual}")
            return
        for wrong in (line.slope + 0.5, line.slope - 0.5, -line.slope, 2 * line.slope):
            if replace(line, slope=wrong).residual(setting):
                report.faults.append(f"also holds with the slope {wrong:g}")
                return
    break_rates(line, settings, report)


def break_rates(line, settings, report):
    for index, premise in enumerate(line.premises):
        for seed, setting in enumerate(settings):
            if not premise.off(setting):
                report.faults.append(f"its premise {premise.says} does not hold on a setting")
                return
            world = premise.break_it(setting, np.random.default_rng([seed, index]))
            off = premise.off(world).value / premise.tolerance
            take_factor(report, off, SOLVED, f"{premise.says} still holds when it is broken")
            if line.residual(world):
                report.faults.append(f"has the same slope without {premise.says}")
                return


def on_definition(line, settings, report, later):
    if str(line.judge(settings[0], None)) != "definition":
        report.faults.append("is a definition with a tick")
    functions = [f for other in later for f in functions_of(other)]
    if not any(line.symbol in names_read(f, settings[0]) for f in functions):
        report.faults.append(f"defines {line.symbol}, which no later line uses")


def functions_of(line):
    """The functions of a setting in a line and its premises."""
    if isinstance(line, Definition):
        return [line.value]
    premises = [premise.residual for premise in line.premises]
    if isinstance(line, Limit):
        return [*premises, lambda s: line.error(s, line.sizes[0])]
    return [*premises, *(side for side in line.chain if callable(side))]


def take_factor(report, factor, needed, fault):
    """Note by how many tolerances a wrong line fails; too few are a fault, told once."""
    report.factor = min(report.factor, factor)
    text = f"{fault}: it fails by {factor:.1g} tolerances, {needed:.0e} are wanted"
    if factor < needed and not any(told.startswith(fault) for told in report.faults):
        report.faults.append(text)


ATTACKS = {
    Definition: on_definition,
    Identity: on_identity,
    Consequence: on_consequence,
    Bound: on_bound,
    Limit: on_limit,
}
