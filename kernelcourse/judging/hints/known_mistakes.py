"""Wrong answers that are known, each with the hint that names it."""

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

__all__ = ["Mistake"]


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
    once : str, optional
        Why it is refused on one problem of a check alone. Without it, problems are drawn until it is on two.
    """

    hint: str
    answer: Callable[..., Any]
    when: Callable[[Any, Any], bool] | None = None
    also: Sequence[Callable[..., Any]] = ()
    once: str = ""

    def ways(self):
        """The mistake in each of its ways, as mistakes of one answer each."""
        yield self
        for answer in self.also:
            yield dataclasses.replace(self, answer=answer, also=())
