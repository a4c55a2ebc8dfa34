"""Predict: how few, how many?"""

from kernelcourse.judging.certificates import Certificate

SHARE_TO_PREDICT, N_TO_PREDICT, ON_SURFACE = 0.03, 250, 3


def solve():
    """νn − 3 and νn, in units of the bound, each rounded to the whole number between."""
    return 5, 7


def certify(_, answer):
    fewest, most = answer
    return [
        Certificate(
            "with the fewest outliers, three weights below the bound can hold the rest", _holds_rest(fewest)
        ),
        Certificate("with one outlier fewer they could not", not _holds_rest(fewest - 1)),
        Certificate("with the most outliers something is left for the three", bool(0 <= most < _budget())),
        Certificate("with one outlier more nothing would be", bool(most + 1 >= _budget())),
    ]


def _budget():
    """All weight, in units of the bound."""
    return SHARE_TO_PREDICT * N_TO_PREDICT


def _holds_rest(outliers):
    """Whether the weight that outliers leave, in units of the bound, is less than three bounds."""
    return bool(outliers >= 0 and _budget() - outliers < ON_SURFACE)


def has_too_few(_, answer):
    return answer[1] == 7 and 0 <= answer[0] < 5


def has_six(_, answer):
    return answer[1] == 7 and answer[0] == 6


def has_too_many(_, answer):
    return answer[0] == 5 and 7 < answer[1] < 200


def has_not_enough(_, answer):
    return answer[0] == 5 and 5 <= answer[1] < 7


def rounds_first(_, answer):
    return answer[0] in (4, 5) and answer[1] in (4, 8)


def counts_inside(_, answer):
    return min(answer) > 200
