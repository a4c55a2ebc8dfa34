"""What two exercises of chapter 08 have in common: each has many right answers."""

from kernelcourse.judging.answers import same_form


def as_large_as_a_right_one(answer, expected):
    """What is wrong with the form of an answer, or None; one near a right one may be right, too."""
    return same_form(answer, expected)
