"""Makes the checks of chapter 99 known; imported by toy notebooks, found through PYTHONPATH."""

import chapter_99

from kernelcourse.judging import exercises

_of_the_course = exercises._chapters
_toys = {e.key: lambda e=e: e for e in vars(chapter_99).values() if isinstance(e, exercises.Exercise)}
exercises._chapters = lambda: _of_the_course() | {"99": lambda: _toys}
