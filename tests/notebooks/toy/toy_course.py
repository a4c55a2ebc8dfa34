"""Makes the checks of chapter 99 known; imported by toy notebooks, found through PYTHONPATH."""

import chapter_99

from kernelcourse.judging import exercises

_of_the_course = exercises._modules
exercises._modules = lambda: _of_the_course() | {"99": lambda: chapter_99}
