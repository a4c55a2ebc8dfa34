"""Exercises that are judged by a certificate, and the `check` that the notebooks call."""

import ast
import copy
import dataclasses
import functools
import importlib
import inspect
import itertools
import os
import re
import secrets
import sys
import traceback
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kernelcourse.desk.contents import rooms
from kernelcourse.desk.own_work import news_of
from kernelcourse.desk.progress_file import NOTEBOOK, note_mistake, note_right
from kernelcourse.judging import answers
from kernelcourse.judging.calls import Outcome, Trial, attempt, name_of
from kernelcourse.judging.certificates import Certificate, agreement, summary, worst
from kernelcourse.judging.checks import fields_of, read_hints
from kernelcourse.judging.grading import OUTSIDE, in_red, parse_check
from kernelcourse.judging.hints.general_mistakes import hint_of_slip
from kernelcourse.judging.hints.known_mistakes import Mistake
from kernelcourse.judging.hints.two_mistakes import hint_of_compound
from kernelcourse.judging.hints.wrong_entries import is_coarse
from kernelcourse.judging.hints.wrong_shape import hint_of_shape
from kernelcourse.judging.hints.wrong_terms import hint_of_terms
from kernelcourse.judging.limits import (
    MOST_PROCESSES,
    WAITED_PER_SECOND,
    Clock,
    StartedTooMany,
    TookTooLong,
    WaitedTooLong,
    slowness,
    undisturbed,
)
from kernelcourse.judging.verdicts import CheckResult, inline, sentence, show_value, text_of

__all__ = [
    "Certificate",
    "Exercise",
    "Mistake",
    "agreement",
    "all_exercises",
    "check",
    "exercises_of",
    "find_exercise",
    "seed_of",
    "worst",
]

TIME_LIMIT = 10.0  # seconds of computing on an ordinary machine, for all calls of one check
JUDGING_LIMIT = 60.0  # the same, for all certificates; the first call of the engine may have to compile it
SEEDS = 1_000_000
MOST_DRAWS = 100  # of a set of problems; a test says which mistake was not told by then
WRONG_SO_FAR = Counter()  # of this kernel, by exercise
SINGLE, COARSEST = 1e-7, 1e-3  # rounding in single precision, and the most that it excuses

ENDLESS = "The problems are small: is there a loop whose condition never becomes false?"
DOES_IT_WAIT = "Does it sleep, ask for input, or wait for something that never comes?"
HUGE = "Is there a loop whose condition never becomes false, or something very large that need not be made?"
AT_HOME = ", run its cell, then run the check again."
STILL_THERE = "the line `raise NotImplementedError` is still there and ends the function. Delete it."
SIX_DIGITS = "The first six digits are right: was something rounded, or stopped early?"


def started_with(name):
    """Value of an environment variable when this process was started, as far as the system tells, or None."""
    try:
        entries = Path("/proc/self/environ").read_text(errors="replace").split("\0")
    except OSError:
        entries = []
    return dict(entry.partition("=")[::2] for entry in entries).get(name, os.environ.get(name))


# Read once, before a cell can change them: what nbgrader is doing, and what the problems are drawn with.
NBGRADER = started_with("NBGRADER_EXECUTION")
SEED = started_with("KERNELSY19_SEED")
PROVES_NOTHING = (
    "kernelsy19: these points prove nothing. nbgrader judges in the student's own kernel, where one line replaces the "
    "check. Add grade_outside to nbgrader_config.py, as teaching/README.md says, or use teaching/grade_class.py."
)
if NBGRADER == "autograde" and started_with(OUTSIDE) is None:
    print(in_red(PROVES_NOTHING), file=sys.__stderr__, flush=True)  # the terminal's, and in the notebook, too


@dataclasses.dataclass(frozen=True)
class Exercise:
    """One exercise: problems to try an answer on, and how to judge what it gives.

    Parameters
    ----------
    key : str
        Chapter and number, ``"03.4"``.
    title : str
    problems : callable or None
        ``problems(rng)`` yields a few problems, the smallest first; `rng` is a seeded
        `numpy.random.Generator`, and another seed gives other problems. A problem is the tuple of
        arguments of the student's function (a `collections.namedtuple` reads best). None: the exercise
        asks for a value (a number, a choice), not for a function, and has the one problem ``()``.
    reference : callable
        A right solution, called with the same arguments; with none if a value is asked for.
    certify : callable
        ``certify(problem, answer)`` gives the `Certificate`, or a sequence of them.
    mistakes : sequence of Mistake
        The likeliest first: where two explain an answer, the first is named.
    edge : callable, optional
        ``edge(rng)`` gives, by name, the degenerate and the borderline problems of which the text
        speaks: ``{"two points that are the same": Pair(...)}``. They are tried in every check.
    arguments : callable, default tuple
        Takes from a problem what the student's function receives, where a problem holds more.
    form : callable, default `same_form`
        ``form(answer, expected)`` says what is wrong with the form of an answer, or None. It is
        given the answer as `answers.normalize` reads it, and so are `certify` and `when`.
    same : callable, default `same_answer`
        Whether two answers are the same; replace it where answers have a free sign or order.
    choices : tuple of str
        For an exercise that asks for one of a few words.
    memory : callable, optional
        ``memory(problem)`` gives the bytes that a call may hold at most, or None where it does not matter: for an
        exercise that asks to do without something large. Arrays are counted, what LAPACK takes inside is not.
    too_large : str
        Said where a call holds more.
    forbids : tuple of str, optional
        Functions of the library that do what is asked, and so refuse to be called: ``"kernelsy19.ball.plain_smo"``.
    terms : callable, optional
        ``terms(problem)`` gives, by name, the terms of which the right answer is the sum, each with its factor, and
        others that students take for them, with the factor 0; of a tuple, one such dict for each part.
    """

    key: str
    title: str
    problems: Callable[[np.random.Generator], Iterable[Any]] | None
    reference: Callable[..., Any]
    certify: Callable[[Any, Any], Certificate | Sequence[Certificate]]
    mistakes: Sequence[Mistake] = ()
    edge: Callable[[np.random.Generator], Mapping[str, Any]] | None = None
    arguments: Callable[[Any], tuple] = tuple
    form: Callable[[Any, Any], str | None] = answers.same_form
    same: Callable[[Any, Any], bool] = answers.same_answer
    choices: tuple[str, ...] = ()
    memory: Callable[[Any], int | None] | None = None
    too_large: str = "it takes more memory than it should"
    forbids: tuple[str, ...] = ()
    terms: Callable[[Any], Mapping[str, tuple] | Sequence[Mapping[str, tuple]]] | None = None

    @property
    def asks_for_value(self):
        """Whether a value is asked for, not a function."""
        return self.problems is None

    def judge(self, answer, seed=None, attempt=attempt):
        """Judge a function (or a value), by default on other problems each time: see `check`; a CheckResult.
        ``attempt(function, arguments, clock, measured, forbidden)`` calls the function and gives an `Outcome`."""
        if answer is None or answer is ...:
            return self._not_attempted()
        if self.asks_for_value:
            seed, (answer, fault) = None, self._read_value(answer)
        else:
            seed = secrets.randbelow(SEEDS) if seed is None else seed
            fault = self._handed_in_fault(answer)
        if fault:
            return self._result("wrong", fault)
        trials, calls, judging = [], Clock(TIME_LIMIT), Clock(JUDGING_LIMIT)
        for name, problem in self.draw(seed):
            outcome = Outcome(answer) if self.asks_for_value else self._call(attempt, answer, problem, calls)
            trial = self._try(outcome, name, problem, judging, first=not trials)
            if isinstance(trial, CheckResult):
                return dataclasses.replace(trial, seed=seed)
            trials.append(trial)
        if all(trial.passed for trial in trials):
            return self._result(
                "right", summary([c for trial in trials for c in trial.certificates], len(trials)), seed=seed
            )
        with undisturbed():
            found = self._explain(trials, answer, seed, attempt)
            return dataclasses.replace(found, seed=seed, share=self._share(trials))

    def cannot_judge(self, reason, status="wrong"):
        """Say that something was handed in that no check can deal with."""
        return self._result(status, f"The check cannot deal with this answer ({inline(reason)}).")

    def draw(self, seed):
        """Draw the problems of a seed, again and again until they tell every known mistake.
        → list of (name, problem); the name is empty for problems that are drawn, and says what is special about an edge
        case"""
        if self.asks_for_value:
            return [("", ())]
        with undisturbed():
            rng = np.random.default_rng([zlib.crc32(self.key.encode()), seed])
            for _ in range(MOST_DRAWS):
                drawn = [("", problem) for problem in self.problems(rng)]
                drawn += self.edge(rng).items() if self.edge else ()
                if next(self.untold(drawn), None) is None:
                    break
            return drawn

    def untold(self, drawn):
        """Known mistakes that problems do not tell: refused on fewer than two of them, or on none if one has to do.
        drawn, as `draw` gives it; each mistake has one way"""
        arguments = [self.arguments(problem) for _, problem in drawn]
        expected = functools.cache(lambda i: self.reference(*copy.deepcopy(arguments[i])))
        for mistake in (way for known in self.mistakes for way in known.ways()):
            wanted = 1 if mistake.once else 2
            telling = (
                problem
                for i, (_, problem) in enumerate(drawn)
                if self._refuses(problem, mistake, arguments[i], expected(i))
            )
            if len([*itertools.islice(telling, wanted)]) < wanted:
                yield mistake

    def _refuses(self, problem, mistake, arguments, expected):
        """Whether the answer of a mistake does not pass on a problem; what raises tells nothing."""
        try:
            answer = answers.normalize(mistake.answer(*copy.deepcopy(arguments)), expected)
        except Exception:  # as in `_wrong`
            return False
        if self._same(answer, expected, expected):  # a certificate may take long
            return False
        _, fault, certificates = self._judge_one(problem, answer, expected, Clock(JUDGING_LIMIT))
        return fault is not None or not all(c.holds for c in certificates)

    def _read_value(self, answer):
        """A value that was handed in, and what is wrong with it as a whole."""
        if self.choices:
            word = answers.choice_of(answer, self.choices)
            if isinstance(word, str) and word in self.choices:
                return word, None
            got = repr(word) if isinstance(word, str) else answers.describe(answer)
            return answer, f"Choose one of {', '.join(map(repr, self.choices))}; got {got}."
        if inspect.isroutine(answer) and not callable(self.reference()):
            return answer, "Hand in the value, not a function."
        return answer, None

    def _handed_in_fault(self, answer):
        """What is wrong with what was handed in for a function, or None."""
        if callable(answer):
            return None
        return (
            f"Hand in the function itself, `check({self.key!r}, your_function)`, "
            f"not what it returns: expected a function, got {answers.describe(answer)}."
        )

    def _call(self, attempt, function, problem, calls):
        """Call the function on a problem, and measure its memory where that is limited."""
        measured = self.memory is not None and self.memory(problem) is not None
        return attempt(function, self.arguments(problem), calls, measured, self.forbids)

    def _try(self, outcome, name, problem, judging, first):
        """Judge what came of one problem; a Trial, or the result if there was no answer."""
        arguments = self.arguments(problem)
        names = _names(self.reference, arguments)
        if outcome.misfit is not None:
            fault = f"Expected a function of `({', '.join(names)})`, got one of `{outcome.misfit}`."
            return self._result("wrong", fault)
        if outcome.not_written and (first or not outcome.error):
            return self._not_attempted(outcome.location)
        if outcome.error:
            return self._stopped(outcome, arguments)
        with undisturbed():
            expected = self.reference(*copy.deepcopy(arguments))
            if answers.is_far_too_large(outcome.answer, expected):
                got = answers.describe(outcome.answer)
                return self._result("wrong", f"Expected {answers.describe(expected)}, got {got}.")
            answer, fault, certificates = self._judge_one(problem, outcome.answer, expected, judging)
            if fault is None and outcome.memory and outcome.memory > self.memory(problem):
                fault, certificates = self.too_large, ()
        changed = tuple(
            name for name, was_changed in zip(names, outcome.changed, strict=False) if was_changed
        )
        return Trial(problem, name, arguments, answer, expected, fault, certificates, changed)

    def _judge_one(self, problem, answer, expected, judging):
        """The answer as it is read, what is wrong with its form (or why it cannot be judged), and its certificates."""
        try:
            single = answers.is_single(answer)
            with judging.running():
                answer = answers.normalize(answer, expected)
                fault = self.form(answer, expected)
                if fault:
                    return answer, fault, ()
                certificates = self._certificates(problem, answer)
                if single and any(not c.holds for c in certificates):
                    certificates = self._at_single_precision(problem, certificates, expected)
        except KeyboardInterrupt:
            raise
        except TookTooLong:
            return answer, f"your answer is too large to be judged in {judging.seconds:.2g} seconds", ()
        except BaseException as error:
            return answer, f"your answer cannot be judged ({type(error).__name__}: {text_of(error)})", ()
        return answer, None, certificates

    def _certificates(self, problem, answer):
        found = self.certify(problem, copy.deepcopy(answer))
        return (found,) if isinstance(found, Certificate) else tuple(found)

    def _at_single_precision(self, problem, certificates, expected):
        """Certificates that ask of an answer in single precision no more than it can give.
        That is a hundred times what the right answer is off when it is rounded so. Where a tolerance is not below
        rounding, the text names it, and it stays."""
        least = self._certificates(problem, answers.rounded_to_single(expected))
        return tuple(
            dataclasses.replace(c, tolerance=max(c.tolerance, min(100 * r.value, COARSEST)))
            if 0 < c.tolerance < SINGLE
            else c
            for c, r in zip(certificates, least, strict=True)
        )

    def _stopped(self, outcome, arguments):
        details = "\n".join([*outcome.location.lines, "it was called with", *self._show(arguments)])
        if outcome.endless:
            limit, asked = TIME_LIMIT * slowness(), HUGE if self.memory else ENDLESS
            said = {
                WaitedTooLong.__name__: f"{limit * WAITED_PER_SECOND:.2g} seconds of waiting. {DOES_IT_WAIT}",
                StartedTooMany.__name__: f"it had started {MOST_PROCESSES} processes.",
            }.get(outcome.error, f"{limit:.2g} seconds of computing. {asked}")
            return self._result("stopped", f"It was stopped after {said}", details)
        left = outcome.error == NotImplementedError.__name__ and outcome.location.is_own
        said = inline(outcome.text) if outcome.text else STILL_THERE if left else ""
        return self._result("raised", f"`{outcome.error}`" + (said and f": {said}"), details)

    def _not_attempted(self, location=None):
        if location and location.elsewhere:
            return self._result("not attempted", f"`{location.elsewhere}` is not written yet.")
        what = "Give your answer" if self.asks_for_value else "Write the function"
        return self._result("not attempted", what + AT_HOME)

    def _explain(self, trials, answer, seed, attempt):
        """Why the answer is wrong: what it changed, a known mistake, its form, its certificate."""
        failing = [trial for trial in trials if not trial.is_right]
        changed = next((trial.changed for trial in trials if trial.changed), ())
        if not failing:
            return self._result("wrong", _changed_message(changed))
        first = min(failing, key=lambda trial: (trial.fault is None, trial.size))
        told = [*trials, *self._further(trials, answer, seed, attempt)]
        message = self._hint(told)
        if message is None:
            slip = None if self._is_rounded(failing) else self._hint_of_slip(told)
            message = "\n\n".join(filter(None, [self._complain(trials, failing, first), slip]))
        if changed:
            message += "\n\n" + _changed_message(changed)
        if self.asks_for_value:
            return self._result("wrong", message)
        name = name_of(answer) if name_of(answer).isidentifier() else "your_function"
        again = f'the same problems again: check("{self.key}", {name}, seed={seed})'
        return self._result("wrong", message, "\n".join([*self._show_trial(first), again]))

    def _share(self, trials):
        """Share of the parts of a tuple that are right on all problems, each beside the others of the reference."""
        parts = trials[0].expected
        if self.asks_for_value or type(parts) is not tuple or any(t.fault or t.changed for t in trials):
            return 0.0
        right = 0
        for k in range(len(parts)):
            nothing = not all(self._holds_beside(t, k, np.zeros_like(t.expected[k])) for t in trials)
            right += nothing and all(self._holds_beside(t, k, t.answer[k]) for t in trials)
        return right / len(parts)

    def _holds_beside(self, trial, k, part):
        answer = (*trial.expected[:k], part, *trial.expected[k + 1 :])
        _, fault, certificates = self._judge_one(trial.problem, answer, trial.expected, Clock(JUDGING_LIMIT))
        return fault is None and all(c.holds for c in certificates)

    def _further(self, trials, answer, seed, attempt):
        """Two more seeds, in silence, where an answer is so coarse that two mistakes may give the same."""
        if self.asks_for_value or any(t.fault for t in trials) or not is_coarse(trials):
            return []
        found, calls, judging = [], Clock(TIME_LIMIT, begun=True), Clock(JUDGING_LIMIT)
        for name, problem in (*self.draw(seed + 1), *self.draw(seed + 2)):
            outcome = self._call(attempt, answer, problem, calls)
            trial = self._try(outcome, name, problem, judging, first=False)
            if isinstance(trial, CheckResult) or trial.fault:
                return found
            found.append(trial)
        return found

    def _complain(self, trials, failing, first):
        """The complaint about one problem, and on which problems there is one."""
        message = sentence(first.complaint)
        if len(trials) > 1:
            alike = [trial for trial in failing if (trial.fault is None) is (first.fault is None)]
            message += f" This happened on {len(alike)} of {len(trials)} problems"
            names = [trial.name for trial in alike]
            message += f": {'; '.join(names)}." if all(names) else "."
            if more := len(failing) - len(alike):
                message += f" On {more} more, the answer is wrong, too."
            elif all(names) and len(failing) < len(trials):
                message += " All else is right."
        return f"{message} {SIX_DIGITS}" if self._is_rounded(failing) else message

    def _is_rounded(self, failing):
        """Whether wrong answers are the right ones up to rounding."""
        if self.asks_for_value:
            return False
        return all(
            trial.fault is None and self._same(trial.answer, trial.expected, trial.expected)
            for trial in failing
        )

    def _hint(self, trials):
        """Hint of the mistake that gives the same answers as the student, or None."""
        if self._is_rounded([trial for trial in trials if not trial.is_right]):
            return None
        partly, least = None, 1e-10 * max(answers.magnitude(trial.expected) for trial in trials)
        for mistake in (way for known in self.mistakes for way in known.ways()):
            seen = [self._compare(mistake, trial, least) for trial in trials]
            if any(explains for _, explains, _ in seen) and all(fits for fits, _, _ in seen):
                return mistake.hint
            partly = partly or self._hint_of_two(mistake, trials, seen)
        return partly

    def _hint_of_slip(self, trials):
        """Hint of a wrong term, or of a slip that may happen in any exercise, or None."""
        if self.asks_for_value:
            return None
        if any(trial.fault for trial in trials):
            return hint_of_shape(trials, self._same)
        if self.terms and (hint := hint_of_terms(trials, self.terms)):
            return hint
        names = _names(self.reference, trials[0].arguments)
        slip = hint_of_slip(trials, self.reference, names, self._same)
        return slip or hint_of_compound(trials, (way for known in self.mistakes for way in known.ways()))

    def _hint_of_two(self, mistake, trials, seen):
        """Hint of a mistake that explains two or more answers and that is not the only one, or None."""
        explained = [trial for trial, (_, explains, _) in zip(trials, seen, strict=True) if explains]
        others = [
            (trial, differs) for trial, (fits, _, differs) in zip(trials, seen, strict=True) if not fits
        ]
        if mistake.when or len(explained) < 2 or not all(trial.is_distinctive for trial in explained):
            return None
        if any(trial.is_right or differs for trial, differs in others):
            return None
        return f"{mistake.hint}\n\nThis is not all: {sentence(others[0][0].complaint)}"

    def _compare(self, mistake, trial, least):
        """Whether a mistake fits an answer (up to `least` where that is right), explains it, and differs from it."""
        if mistake.when is not None:
            explains = not trial.is_right and trial.fault is None and self._has(mistake, trial)
            return trial.is_right or explains, explains, True
        wrong = self._wrong(mistake, trial)
        differs = not self._same(wrong, trial.expected, trial.expected)
        agrees = self._same(trial.answer, wrong, trial.expected)
        explains = differs and agrees and not trial.is_right
        as_mistaken = trial.is_right and (agrees or self._same(wrong, trial.expected, trial.expected, least))
        return explains or as_mistaken or self._is_closer(wrong, trial), explains, differs

    def _has(self, mistake, trial):
        """Whether an answer has the property by which a mistake is recognized."""
        try:
            return bool(mistake.when(trial.problem, copy.deepcopy(trial.answer)))
        except Exception:  # an answer of any kind may be handed in: what cannot be asked is not the case
            return False

    def _wrong(self, mistake, trial):
        """What the mistake gives on a problem; None where it cannot be computed."""
        try:
            return answers.normalize(mistake.answer(*copy.deepcopy(trial.arguments)), trial.expected)
        except Exception:  # a mistake is written for what students are given, and may fail on an edge case
            return None

    def _is_closer(self, wrong, trial):
        """Whether a wrong answer is a mistake's, where both are too near the right one to be told from it."""
        try:
            off = answers.difference(trial.answer, trial.expected)
            return (
                trial.fault is None
                and not trial.is_right
                and answers.difference(trial.answer, wrong) < 0.01 * off
            )
        except Exception:  # answers of other forms
            return False

    def _same(self, a, b, expected, least=0.0):
        """Whether two answers are the same, up to rounding at the scale of the right one."""
        try:
            least = max(least, 1e-13 * answers.magnitude(expected))
            return bool(self.same(a, b)) or answers.difference(a, b) <= least
        except Exception:  # a form that `same` does not know
            return False

    def _show_trial(self, trial):
        shown = ["  " + line for line in show_value(trial.answer)]
        what = f"the smallest such problem ({trial.name}):" if trial.name else "the smallest such problem:"
        return [what, *self._show(trial.arguments), "your answer:", *shown]

    def _show(self, arguments):
        names = _names(self.reference, arguments)
        lines = []
        for name, value in zip(names, arguments, strict=True):
            first, *rest = show_value(value)
            lines += [f"  {name} = {first}", *(" " * (len(name) + 5) + line for line in rest)]
        return lines

    def _result(self, status, message, details="", seed=None):
        return CheckResult(status, self.key, self.title, message, details, seed)


def check(key, answer, seed=None):
    """Check the answer to an exercise: a function, or a value where a value is asked for.

    The function is called on copies of a few problems, which are others each time, and may compute for ten seconds. A
    check never raises on what a student hands in, except while nbgrader works (``NBGRADER_EXECUTION`` was set when the
    process started): then everything but a right answer is an AssertionError.

    Parameters
    ----------
    key : str
        Chapter and number of the exercise, ``"03.4"``.
    answer : callable or object
    seed : int, optional
        The problems of an earlier check, which named its seed.

    Returns
    -------
    CheckResult or None
        Not attempted yet, raised (and where), did not end (and where it was), not right yet (with a hint), or right
        (with the certificate). While nbgrader works it is printed, for nbgrader takes what a cell returns for points.

    Raises
    ------
    ValueError
        If there is no exercise of that key.
    AssertionError
        If nbgrader is at work and the answer is not right.
    """
    if not NBGRADER:
        _say_what_is_new()
        exercise, result = find_exercise(key), _cell_that_did_not_run(key) or _judge(key, answer, seed)
        if result.passed:
            note_right(exercise.key)
        if result.status != "wrong":
            return result
        for mistake in exercise.mistakes:
            if result.message.startswith(mistake.hint):
                note_mistake(exercise.key, mistake.hint)
                break
        WRONG_SO_FAR[exercise.key] += 1
        return dataclasses.replace(result, wrong_so_far=WRONG_SO_FAR[exercise.key])
    result = _judge(key, answer, seed_of(SEED or "") if NBGRADER == "autograde" else seed)
    if not result.passed:
        raise AssertionError(str(result))
    print(result)
    return None


@functools.cache  # once in the life of a kernel
def _say_what_is_new():
    if said := news_of(os.environ.get(NOTEBOOK, "")):
        print(said)


def _cell_that_did_not_run(key):
    """What is said where the cell above ended before the answer was written, which is what it was before; else None."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    cells = list(shell.history_manager.input_hist_raw) if shell else []
    found = parse_check(cells[-1], key) if cells else None
    if found is None:
        return None
    name = re.escape(found[1])
    written = re.compile(rf"^\s*(def\s+{name}\s*\(|{name}\s*=)", re.MULTILINE)
    last = next((cell for cell in reversed(cells) if written.search(cell)), "")
    source = shell.transform_cell(last)
    try:
        starts = [statement.lineno for statement in ast.parse(source).body]
    except SyntaxError as failed:
        error, said, line, code = failed, failed.msg, failed.lineno, failed.text or ""
    else:
        before = shell.last_execution_result
        error = before.error_in_exec if before and last in cells[-2:-1] else None
        frames = traceback.extract_tb(error.__traceback__)[1:] if error else ()  # IPython's own is first
        if not frames or frames[0].lineno is None:
            return None
        said, line, code = text_of(error), frames[0].lineno, frames[0].line
        begun = max((start for start in starts if start <= line), default=1)
        if not written.search("\n".join(source.splitlines()[begun - 1 :])):
            return None
    exercise, message = find_exercise(key), f"`{type(error).__name__}`: {inline(said)}"
    details = f"in line {line} of its cell:\n  {code.strip()}"
    return CheckResult("did not run", exercise.key, exercise.title, message, details)


def _judge(key, answer, seed):
    """Judge whatever was handed in, so that the notebook goes on."""
    exercise = find_exercise(key)
    if seed is None and SEED is not None:
        seed = seed_of(SEED)
    try:
        return exercise.judge(answer, seed)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return exercise.cannot_judge(f"{type(error).__name__}: {text_of(error)}")


def seed_of(secret):
    """Turn a text into a seed that no check at home draws."""
    return SEEDS + zlib.crc32(secret.encode())


def find_exercise(key):
    """Find the Exercise of a key, "03.4" or "3.4"; a ValueError if there is none."""
    if isinstance(key, str) and key[1:2] == ".":
        key = f"0{key}"
    exercises = _readers_of(str(key).partition(".")[0])
    if key not in exercises:
        raise ValueError(f"expected an exercise of {_listed(exercises)}, got {key!r}")
    return exercises[key]()


def exercises_of(chapter):
    """Exercises of a chapter such as "03", by key, in their order; a ValueError if it has none."""
    return {key: read() for key, read in _readers_of(chapter).items()}


def all_exercises():
    """All exercises of all chapters, by key."""
    return {key: e for chapter in _chapters() for key, e in exercises_of(chapter).items()}


def _readers_of(chapter):
    """How each exercise of a chapter is read, by key: a check reads its own and no other."""
    known = _chapters()
    if chapter not in known:
        raise ValueError(f"expected a chapter with exercises ({_listed(known)}), got {chapter!r}")
    return known[chapter]()


def _chapters():
    return {c.number: functools.partial(_readers, c) for c in rooms() if c.has_exercises}


def _readers(chapter):
    keys = {f"{number}.{int(k)}": stem for number, k, stem in chapter.checks()}
    return {key: functools.partial(_read, key, chapter.room, stem) for key, stem in keys.items()}


@functools.cache
def _read(key, room, stem):
    module = importlib.import_module(f"kernelcourse.{room}.checks.{stem}")
    return Exercise(key, **fields_of(module, read_hints(room).get(key, {})))


def _listed(keys):
    return ", ".join(keys) or "none yet"


def _names(reference, arguments):
    """Names of the arguments as the reference calls them."""
    try:
        names = list(inspect.signature(reference).parameters)
    except (TypeError, ValueError):
        names = []
    return [names[i] if i < len(names) else f"argument {i + 1}" for i in range(len(arguments))]


def _changed_message(names):
    listed = ", ".join(f"`{name}`" for name in names)
    return (
        f"Your function changes its argument {listed} in place, so whoever calls it loses the "
        "data. Compute with a copy, or with `a = a + b` in place of `a += b`."
    )
