"""Stands for the course where a student's cells are graded: checks, proofs and pictures that nobody looks at there."""


class Silent:
    """Whatever it is asked for, or called with, it is still there and says nothing."""

    def __getattr__(self, name):
        return __getattr__(name)

    def __call__(self, *arguments, **options):
        return self


def check(*arguments, **options):
    """Judge nothing: that is done in another process."""


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return Silent()
