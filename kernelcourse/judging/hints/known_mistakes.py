"""Wrong answers that are known, each with the hint that names it; and those that all exercises with a price share."""

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

__all__ = ["Mistake", "other_prices"]


@dataclasses.dataclass(frozen=True)
class Mistake:
    """A wrong answer that we know, and the hint that names it.

    The hint is shown only where the mistake explains the whole answer: where it gives another answer than the right
    one, the student gives that answer too, and the student is wrong nowhere else.

    Parameters
    ----------
    hint : str
        Markdown, one to three sentences: what went wrong and where to look, not the solution.
    answer : callable
        Called as the reference is; gives the answer of someone who made this mistake.
    when : callable, optional
        ``when(problem, answer) -> bool`` recognizes the mistake by a property, where it has not one answer but many. It
        is asked about wrong answers of the right form only, and has to hold for each of them.
    also : sequence of callable, optional
        Other ways to make the same mistake, which get the same hint: called as `answer` is.
    """

    hint: str
    answer: Callable[..., Any]
    when: Callable[[Any, Any], bool] | None = None
    also: Sequence[Callable[..., Any]] = ()

    def ways(self):
        """The mistake in each of its ways, as mistakes of one answer each."""
        yield self
        for answer in self.also:
            yield dataclasses.replace(self, answer=answer, also=())


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
