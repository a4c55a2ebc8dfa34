"""Makes the checks of chapter 99 known; imported by toy notebooks, found through PYTHONPATH."""

import chapter_99

from kernelcourse.judging import exercises

_of_the_course = exercises._chapters
exercises._chapters = lambda: _of_the_course() | {"99": lambda: exercises.readers_of_module(chapter_99)}
