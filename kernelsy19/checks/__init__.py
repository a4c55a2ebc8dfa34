"""Exercise checks: each answers "am I right?" with a certificate, or with the hint for that mistake.

`check` is what the notebooks call. The exercises of chapter NN stand in the module `chapter_NN`,
as plain module-level `Exercise` values; nothing else has to be registered.
"""

from kernelsy19.checks.answers import any_form, numbers_of_any_shape, same_answer, same_form
from kernelsy19.checks.base import (
    Certificate,
    Exercise,
    Mistake,
    agreement,
    all_exercises,
    check,
    exercises_of,
)
from kernelsy19.checks.results import CheckResult

__all__ = [
    "Certificate",
    "CheckResult",
    "Exercise",
    "Mistake",
    "agreement",
    "all_exercises",
    "any_form",
    "check",
    "exercises_of",
    "numbers_of_any_shape",
    "same_answer",
    "same_form",
]
