"""Exercises that are judged by a certificate, and the `check` that the notebooks call."""

import copy
import dataclasses
import inspect
import os
import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from kernelsy19.course import answers
from kernelsy19.course.attempts import Trial, explain_exception, is_unfinished
from kernelsy19.course.contents import rooms
from kernelsy19.course.results import CheckResult, inline, short, show_value

__all__ = [
    "Certificate",
    "Exercise",
    "Mistake",
    "agreement",
    "all_exercises",
    "check",
    "exercises_of",
]


@dataclasses.dataclass(frozen=True)
class Certificate:
    """A number that proves an answer right when it is small enough, or a statement that holds.

    Parameters
    ----------
    text : str
        What the value measures, the same words for every problem of the exercise.
    value : float or bool
        A residual, gap or error, at least 0; or whether the statement `text` holds.
    tolerance : float, default 0
        The answer is right when ``value <= tolerance``. Not used for a statement.
    """

    text: str
    value: float | bool
    tolerance: float = 0.0

    @property
    def is_statement(self):
        """Whether the certificate is a statement that holds or not, not a number."""
        return isinstance(self.value, bool | np.bool_)

    @property
    def holds(self):
        """Whether the answer is right; NaN never is."""
        return bool(self.value) if self.is_statement else bool(self.value <= self.tolerance)

    @property
    def excess(self):
        """How far the value is from holding: the worst certificate is the one of largest excess."""
        if self.is_statement:
            return 0.0 if self.holds else np.inf
        if np.isnan(self.value):
            return np.inf
        return self.value / self.tolerance if self.tolerance else float(self.value)

    def __str__(self):
        if self.is_statement:
            return f"{self.text}: {'yes' if self.holds else 'no'}"
        if not self.holds:
            return f"{self.text}: {short(self.value)}, and it has to be {self._bound}"
        return f"{self.text}: {self._bound}"

    @property
    def _bound(self):
        return f"below {short(self.tolerance)}" if self.tolerance else "exactly 0"


@dataclasses.dataclass(frozen=True)
class Mistake:
    """A wrong answer that we know, and the hint that names it.

    Parameters
    ----------
    hint : str
        Markdown, one to three sentences: what went wrong and where to look, not the solution.
    answer : callable
        Called as the reference is; gives the answer of someone who made this mistake.
    when : callable, optional
        ``when(problem, answer) -> bool`` recognizes the mistake by a property, where it has not
        one answer but many. By default it is recognized by giving the same answer.
    """

    hint: str
    answer: Callable[..., Any]
    when: Callable[[Any, Any], bool] | None = None


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
        `numpy.random.Generator`. A problem is the tuple of arguments of the student's function
        (a `typing.NamedTuple` reads best). None: the exercise asks for a value (a number, a
        choice), not for a function, and has the one problem ``()``.
    reference : callable
        A right solution, called with the same arguments; with none if a value is asked for.
    certify : callable
        ``certify(problem, answer)`` gives the `Certificate`, or a sequence of them.
    mistakes : sequence of Mistake
    arguments : callable, default tuple
        Takes from a problem what the student's function receives, where a problem holds more.
    form : callable, default `same_form`
        ``form(answer, expected)`` says what is wrong with the form of an answer, or None.
    same : callable, default `same_answer`
        Whether two answers are the same; replace it where answers have a free sign or order.
    choices : tuple of str
        For an exercise that asks for one of a few words.
    """

    key: str
    title: str
    problems: Callable[[np.random.Generator], Iterable[Any]] | None
    reference: Callable[..., Any]
    certify: Callable[[Any, Any], Certificate | Sequence[Certificate]]
    mistakes: Sequence[Mistake] = ()
    arguments: Callable[[Any], tuple] = tuple
    form: Callable[[Any, Any], str | None] = answers.same_form
    same: Callable[[Any, Any], bool] = answers.same_answer
    choices: tuple[str, ...] = ()

    @property
    def asks_for_value(self):
        """Whether a value is asked for, not a function."""
        return self.problems is None

    def judge(self, answer, seed=0):
        """Judge a function (or a value): see `check`. Another `seed` draws other problems.

        Parameters
        ----------
        answer : callable or object
        seed : int, default 0

        Returns
        -------
        CheckResult
        """
        if answer is None or answer is ...:
            return self._not_attempted()
        fault = self._handed_in_fault(answer)
        if fault:
            return self._result("wrong", fault)
        function = _constant(answer) if self.asks_for_value else answer
        trials = []
        for problem in self._draw(seed):
            trial = self._try(function, problem, first=not trials)
            if isinstance(trial, CheckResult):
                return trial
            trials.append(trial)
        failing = [trial for trial in trials if not trial.passed]
        if failing:
            return self._explain(failing, len(trials))
        return self._result("right", _summary(trials))

    def _draw(self, seed):
        if self.asks_for_value:
            return [()]
        return self.problems(np.random.default_rng([zlib.crc32(self.key.encode()), seed]))

    def _handed_in_fault(self, answer):
        """Whether a value was handed in for a function, or a function for a value."""
        if not self.asks_for_value:
            if callable(answer):
                return None
            return (
                f"Hand in the function itself, `check({self.key!r}, your_function)`, "
                f"not what it returns: expected a function, got {answers.describe(answer)}."
            )
        if self.choices and not (isinstance(answer, str) and answer in self.choices):
            got = repr(answer) if isinstance(answer, str) else answers.describe(answer)
            return f"Choose one of {', '.join(map(repr, self.choices))}; got {got}."
        if inspect.isroutine(answer) and not callable(self.reference()):
            return "Hand in the value, not a function."
        return None

    def _try(self, function, problem, first):
        """Call the function on one problem; a Trial, or the result if it did not return."""
        arguments = self.arguments(problem)
        fault = _call_fault(function, arguments, self.reference)
        if fault:
            return self._result("wrong", fault)
        handed = copy.deepcopy(arguments)
        try:
            answer = function(*handed)
        except (Exception, SystemExit) as error:
            return self._stopped(function, error, arguments, first)
        if answer is ... or (answer is None and is_unfinished(function)):
            return self._not_attempted()
        expected = self.reference(*copy.deepcopy(arguments))
        fault = self.form(answer, expected)
        if fault is None:
            answer = answers.normalize(answer, expected)
        certificates, fault = ((), fault) if fault else self._certify(problem, answer)
        changed = _changed_names(self.reference, arguments, handed)
        return Trial(problem, arguments, answer, fault, certificates, changed)

    def _certify(self, problem, answer):
        """Certificates of an answer, or why it could not be judged."""
        try:
            certificates = self.certify(problem, copy.deepcopy(answer))
        except Exception as error:
            return (), f"your answer cannot be judged ({type(error).__name__}: {error})"
        single = isinstance(certificates, Certificate)
        return ((certificates,) if single else tuple(certificates)), None

    def _stopped(self, function, error, arguments, first):
        location = explain_exception(function, error)
        if isinstance(error, NotImplementedError) and first and location.is_own:
            return self._not_attempted(location)
        message = f"`{type(error).__name__}`"
        text = str(error).strip()
        if text:
            message += f": {inline(text)}"
        details = "\n".join([*location.lines, "it was called with", *self._show(arguments)])
        return self._result("raised", message, details)

    def _not_attempted(self, location=None):
        if location and location.elsewhere:
            return self._result("not attempted", f"`{location.elsewhere}` is not written yet.")
        what = "Give your answer" if self.asks_for_value else "Write the function"
        message = f"{what} in the cell above, run that cell, then run this one again."
        return self._result("not attempted", message)

    def _explain(self, failing, n_trials):
        """Why the answer is wrong: what it changed, a known mistake, its form, its certificate."""
        worst = min(failing, key=lambda trial: trial.size)
        changed = next((trial.changed for trial in failing if trial.changed), ())
        if all(trial.only_changed for trial in failing):
            return self._result("wrong", _changed_message(changed))
        hint = self._hint(failing)
        if hint is None:
            hint = worst.complaint
            hint = f"{hint[0].upper()}{hint[1:]}."
            if n_trials > 1:
                hint += f" This happened on {len(failing)} of {n_trials} problems."
        if changed:
            hint += "\n\n" + _changed_message(changed)
        return self._result("wrong", hint, "\n".join(self._show_trial(worst)))

    def _hint(self, failing):
        """Hint of the mistake that gives the same answers as the student, or None."""
        matches = [
            (mistake, [self._matches(mistake, trial) for trial in failing]) for mistake in self.mistakes
        ]
        for mistake, where in matches:
            if all(where):
                return mistake.hint
        for mistake, where in matches:
            if any(m and t.is_distinctive for m, t in zip(where, failing, strict=True)):
                return mistake.hint
        return None

    def _matches(self, mistake, trial):
        try:
            if mistake.when is not None:
                return bool(mistake.when(trial.problem, trial.answer))
            wrong = mistake.answer(*copy.deepcopy(trial.arguments))
            return bool(self.same(trial.answer, wrong))
        except (
            Exception
        ):  # an answer of any kind may be handed in: what cannot be compared is not this mistake
            return False

    def _show_trial(self, trial):
        if self.asks_for_value:
            return []
        shown = ["  " + line for line in show_value(trial.answer)]
        return ["the smallest such problem:", *self._show(trial.arguments), "your answer:", *shown]

    def _show(self, arguments):
        names = _names(self.reference, arguments)
        lines = []
        for name, value in zip(names, arguments, strict=True):
            first, *rest = show_value(value)
            lines += [f"  {name} = {first}", *(" " * (len(name) + 5) + line for line in rest)]
        return lines

    def _result(self, status, message, details=""):
        return CheckResult(status, self.key, self.title, message, details)


def check(key, answer):
    """Check the answer to an exercise: a function, or a value where a value is asked for.

    The function is called on copies of a few problems. A check never raises on what a student
    hands in, except while nbgrader is grading (``NBGRADER_EXECUTION`` is set): then everything
    but a right answer is an AssertionError.

    Parameters
    ----------
    key : str
        Chapter and number of the exercise, ``"03.4"``.
    answer : callable or object

    Returns
    -------
    CheckResult
        Not attempted yet, raised (and where), not right yet (with a hint), or right (with the
        certificate).

    Raises
    ------
    ValueError
        If there is no exercise of that key.
    AssertionError
        If nbgrader is grading and the answer is not right.
    """
    result = _find(key).judge(answer)
    if os.environ.get("NBGRADER_EXECUTION") and not result.passed:
        raise AssertionError(str(result))
    return result


def exercises_of(chapter):
    """Exercises of a chapter, by key.

    Parameters
    ----------
    chapter : str
        Two digits, ``"03"``.

    Returns
    -------
    dict of str to Exercise, in order of the key

    Raises
    ------
    ValueError
        If the chapter has no exercises, or two of the same key.
    """
    modules = _modules()
    if chapter not in modules:
        raise ValueError(f"expected a chapter with exercises ({_listed(modules)}), got {chapter!r}")
    module = modules[chapter]
    found = [value for value in vars(module).values() if isinstance(value, Exercise)]
    exercises = {exercise.key: exercise for exercise in sorted(found, key=lambda e: (len(e.key), e.key))}
    if len(exercises) != len(found):
        raise ValueError(f"two exercises of chapter {chapter} have the same key")
    return exercises


def all_exercises():
    """All exercises of all chapters, by key."""
    return {key: e for chapter in _modules() for key, e in exercises_of(chapter).items()}


def agreement(text, truth, tolerance=1e-8):
    """Certificate by comparison: the largest difference from `truth`, called as the reference is.

    Parameters
    ----------
    text : str
        What is compared, for example ``"largest | kᵢⱼ − k(xᵢ, xⱼ) |"``.
    truth : callable
        ``truth(*problem)``; best an independent formula.
    tolerance : float, default 1e-8

    Returns
    -------
    callable, to be the `certify` of an exercise
    """

    def certify(problem, answer):
        return Certificate(text, answers.difference(answer, truth(*problem)), tolerance)

    return certify


def _find(key):
    chapter = str(key).partition(".")[0]
    exercises = exercises_of(chapter)
    if key not in exercises:
        raise ValueError(f"expected an exercise of {_listed(exercises)}, got {key!r}")
    return exercises[key]


def _modules():
    """The modules that hold exercises, by the number of their chapter."""
    found = {chapter.number: chapter.module("exercises") for chapter in rooms()}
    return {number: module for number, module in found.items() if module is not None}


def _listed(keys):
    return ", ".join(keys) or "none yet"


def _constant(value):
    return lambda: copy.deepcopy(value)


def _call_fault(function, arguments, reference):
    """Say how a function that cannot be called with the arguments differs, or None."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return None
    try:
        signature.bind(*arguments)
    except TypeError:
        asked = ", ".join(_names(reference, arguments))
        return f"Expected a function of `({asked})`, got one of `{signature}`."
    return None


def _names(reference, arguments):
    """Names of the arguments as the reference calls them."""
    try:
        names = list(inspect.signature(reference).parameters)
    except (TypeError, ValueError):
        names = []
    return [names[i] if i < len(names) else f"argument {i + 1}" for i in range(len(arguments))]


def _changed_names(reference, before, after):
    names = _names(reference, before)
    pairs = zip(names, before, after, strict=True)
    return tuple(name for name, b, a in pairs if not answers.unchanged(b, a))


def _changed_message(names):
    listed = ", ".join(f"`{name}`" for name in names)
    return (
        f"Your function changes its argument {listed} in place, so whoever calls it loses the "
        "data. Compute with a copy, or with `a = a + b` in place of `a += b`."
    )


def _summary(trials):
    """Worst certificate of each text over all problems."""
    worst = {}
    for certificate in (c for trial in trials for c in trial.certificates):
        known = worst.setdefault(certificate.text, certificate)
        if certificate.excess > known.excess:
            worst[certificate.text] = certificate
    lines = [f"- {certificate}" for certificate in worst.values()]
    over = f" on {len(trials)} problems" if len(trials) > 1 else ""
    return "\n".join([f"Certificate{over}:", "", *lines])
