"""How many outliers, how many support vectors?"""

from kernelcourse.judging.certificates import Certificate
from kernelsy19 import datasets
from kernelsy19.ball.solve import solve_dual
from kernelsy19.kernels import RBF

N_ERUPTIONS, NU_OF_PREDICTION = 272, 0.15


def solve():
    """νn = 40.8 rounded down and up."""
    return 40, 41


def certify(_, answer):
    outliers, support_vectors = answer
    budget = NU_OF_PREDICTION * N_ERUPTIONS
    X = datasets.faithful().standardized().X
    solution = solve_dual(RBF(1.0)(X), NU_OF_PREDICTION)
    n_support = int((~solution.inside).sum())
    return [
        Certificate(
            "so many outliers, of weight 1/(νn) each, fit into the weight 1", bool(outliers <= budget)
        ),
        Certificate("one outlier more would not fit", bool(outliers + 1 > budget)),
        Certificate("so many support vectors can hold the weight 1", bool(support_vectors >= budget)),
        Certificate("one support vector fewer could not hold it", bool(support_vectors - 1 < budget)),
        Certificate(
            "the ball of the RBF kernel, γ = 1, keeps to both",
            bool(solution.outlier.sum() <= outliers and n_support >= support_vectors),
        ),
    ]


def is_first(_, answer):
    return answer[0] == 40 and answer[1] <= 40


def is_second(_, answer):
    return answer[1] == 41 and 40 < answer[0] < 200


def counts_inside(_, answer):
    return bool({231, 232} & {float(number) for number in answer})
