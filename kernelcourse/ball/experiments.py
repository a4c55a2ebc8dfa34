"""What becomes of the ball when a term of its dual is left out, and when values of its data are lost; rivals."""

from typing import NamedTuple

import numpy as np
from sklearn.covariance import MinCovDet

from kernelsy19.ball.solve import shared_evenly, solve_dual
from kernelsy19.datasets import Dataset
from kernelsy19.kernels import as_kernel
from kernelsy19.programs import last_step, smo_steps
from kernelsy19.signatures import fitting, integer_from, made_by, number_from, one_each, takes
from kernelsy19.validation import as_choice, as_matrix


@takes(X=as_matrix, p=one_each("X"))
def circle_from_dual(X, p):
    """The ball around all points whose center has the weights that maximize Σ pᵢαᵢ − Σ αᵢαⱼ xᵢ·xⱼ.

    X (n, D); p (n,), where ‖xᵢ‖² gives the dual of the smallest ball, and 0 the dual without its first sum → c (D,),
    the weighted mean of the points, and R, the distance of the farthest point from it
    """
    n = len(X)
    _, last = last_step(smo_steps(2 * X @ X.T, p, upper=1.0, start=np.full(n, 1 / n)))
    c = last.alpha @ X
    return c, float(np.linalg.norm(X - c, axis=1).max())


class LostValues(NamedTuple):
    """How many rows lost a value and have a 0 now, how many of them are outliers, and how many rows are."""

    lost: int
    found: int
    outliers: int


_AS_COLUMN = fitting(lambda column, name, given: as_choice(column, name, given["data"].feature_names))


@takes(
    data=made_by(Dataset),
    column=_AS_COLUMN,
    share=number_from(0, 1, "left"),
    kernel=as_kernel,
    nu=number_from(0, 1, "right"),
    seed=integer_from(0),
)
def lose_values(data, column, share, kernel, nu, seed=0):
    """Replace a share of one column by 0, standardize, and solve for the ball: are the zeros its outliers?

    column, a name; share in [0, 1), with which probability a row loses its value; nu in (0, 1]; with one seed, a larger
    share loses the same values and more → LostValues
    """
    lost, X = _with_zeros(data, column, share, seed)
    outlier = shared_evenly(solve_dual(kernel(X), nu, tol=1e-10), X).outlier
    return LostValues(int(lost.sum()), int((lost & outlier).sum()), int(outlier.sum()))


@takes(
    data=made_by(Dataset),
    column=_AS_COLUMN,
    share=number_from(0, 1, "left"),
    nu=number_from(0, 1, "right"),
    seed=integer_from(0),
)
def found_by_distance(data, column, share, nu, seed=0):
    """Lose values as `lose_values` does, and give up the rows that lie farthest out: are they the zeros?

    nu in (0, 1], which share of the rows is given up → (float, float): the share of the lost rows among them, by the
    distance from the mean, and by that from the robust covariance of the central half
    """
    lost, X = _with_zeros(data, column, share, seed)
    robust = MinCovDet(random_state=0).fit(X)
    given_up = (np.argsort(-d2)[: int(nu * len(X))] for d2 in ((X**2).sum(axis=1), robust.mahalanobis(X)))
    return tuple(float(lost[rows].sum() / lost.sum()) for rows in given_up)


def _with_zeros(data, column, share, seed):
    """Which rows lost their value, (n,), and the standardized table with a 0 in its place, (n, p)."""
    lost = np.random.default_rng(seed).random(len(data)) < share
    X = data.X.copy()
    X[lost, data.feature_names.index(column)] = 0
    return lost, (X - X.mean(axis=0)) / X.std(axis=0)
