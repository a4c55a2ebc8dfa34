"""Checks of a chapter that only the tests know."""

from kernelcourse.judging.exercises import Exercise, Mistake, agreement


def double(x):
    return 2 * x


doubling = Exercise(
    "99.1",
    "Twice a number",
    problems=lambda rng: [(1.0,), (rng.normal(),)],
    reference=double,
    certify=agreement("largest difference from 2x", double),
    mistakes=[Mistake("That is the square.", lambda x: x**2)],
)
counting = Exercise(
    "99.2",
    "How many lie outside?",
    problems=None,
    reference=lambda: 27,
    certify=agreement("error of your prediction", lambda: 27, tolerance=3),
)
