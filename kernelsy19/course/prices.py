"""Mistakes that all exercises with a price λ have in common: it is n times too high, squared, or turned round."""

from kernelsy19.course.exercises import Mistake

__all__ = ["other_prices"]

_CHANGES = {
    "Your price is n times too high. It is meant once, not once for each point.": lambda lam, n: n * lam,
    "Your price is n times too low: you divided λ by the number of points.": lambda lam, n: lam / n,
    "Your price is twice too high: there is no ½ before the squared errors.": lambda lam, n: 2 * lam,
    "Your price is half of λ: the penalty has no factor ½.": lambda lam, n: lam / 2,
    "You squared the price. λ stands in the system as it is.": lambda lam, n: lam**2,
    "You took the root of the price. λ stands in the system as it is.": lambda lam, n: lam**0.5,
    "Your price is 1/λ: the larger λ, the smoother the fit has to be.": lambda lam, n: 1 / lam,
}


def other_prices(answer):
    """List the mistakes that are made with the price.

    Parameters
    ----------
    answer : callable
        A right solution. Its last argument is the price, the one before has an entry or a row for each point.

    Returns
    -------
    list of Mistake
    """
    return [Mistake(hint, _with(answer, change)) for hint, change in _CHANGES.items()]


def _with(answer, change):
    return lambda *arguments: answer(*arguments[:-1], change(arguments[-1], len(arguments[-2])))
