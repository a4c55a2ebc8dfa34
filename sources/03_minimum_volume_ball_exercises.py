# %% [markdown]
# # 3 · The minimum-volume ball: exercises
# Each exercise asks you for a function or for a value. Some you derive, some you code, some you predict, and with some you break
# something. Write your answer where it says `YOUR CODE HERE` or in place of the `...`, run the cell, then run the check
# below it. The check tries your function on problems that are new each time, and answers in one of four ways:
#
# - ○ **not attempted yet**;
# - ⚠ **your code raised** an error, or did not end within ten seconds: in which of your lines, and on what input;
# - ✘ **not right yet**, with a hint where we know the mistake, and the smallest problem on which it shows;
# - ✔ **right**, with the certificate that proves it: a residual, a gap, a statement that holds.
#
# Nothing is compared with a stored answer, so every right form passes. Lists and tuples are as good as arrays. Later
# exercises may use your earlier functions. You can always choose *Run All Cells*: no check stops the notebook. A
# check that fails names a `seed`, with which you can try the same problems again. In a class that grades with
# nbgrader the same cells are graded, one point or more a check.
#
# You need [chapter 3](../notebooks/03_minimum_volume_ball.ipynb). Notation: $n$ points $x_i$, mapped to
# $\Phi(x_i)$; Gram matrix $K$ with entries $K(x_i, x_j)$; $\nu \in (0, 1]$; center $c$, radius $R$, slacks
# $\xi_i$, weights $\alpha_i$.

# %%
import numpy as np

from kernelcourse.ball import proofs
from kernelsy19 import ball, datasets
from kernelsy19.kernels import RBF, Linear

# %% [markdown]
# ## 03.1 What a ball costs
#
# Someone hands you a ball: its squared radius `R2` (a number, which may be 0) and its center `c`, shape `(D,)`. The mapped
# points are the rows of `Phi`, shape `(n, D)`. Return two things: the primal objective (2),
# $R^2 + \frac{1}{\nu n}\sum_i\xi_i$, with the smallest slacks that (3a) and (3b) allow, and these slacks,
# shape `(n,)`.

# %% exercise="03.1"
def cost_of_ball(R2, c, Phi, nu):
    """Cost of a ball with the smallest slacks it needs.

    Parameters
    ----------
    R2 : float, squared radius
    c : (D,) array, center
    Phi : (n, D) array, one mapped point per row
    nu : float, in (0, 1]

    Returns
    -------
    cost : float, R² + (νn)⁻¹ Σᵢ ξᵢ
    xi : (n,) array, the slacks
    """
    ### BEGIN SOLUTION
    squared_distances = ((Phi - c) ** 2).sum(axis=1)
    xi = np.maximum(0, squared_distances - R2)
    return R2 + xi.sum() / (nu * len(Phi)), xi
    ### END SOLUTION

# %% check="03.1" points=1
from kernelcourse import check
check("03.1", cost_of_ball)

# %% [markdown] solution_only=true
# (3a) wants $\xi_i \ge \|\Phi(x_i)-c\|^2 - R^2$ and (3b) wants $\xi_i \ge 0$. Slack costs, so the larger of
# the two bounds is taken, not more.

# %% [markdown]
# ## 03.2 The derivative in the center
# Derive this one on paper first. The Lagrangian (4) is
#
# $$L = R^2 + \frac{1}{\nu n}\sum_i\xi_i -
# \sum_i\alpha_i\big(R^2 + \xi_i - \|\Phi(x_i)-c\|^2\big) - \sum_i\beta_i\xi_i .$$
#
# Return its gradient in $c$, shape `(D,)`, for any center `c`, shape `(D,)`, and any multipliers `alpha`,
# shape `(n,)`; the points are the rows of `Phi`, shape `(n, D)`. Nothing is known yet of the multipliers
# except that they are not negative.

# %% exercise="03.2"
def center_gradient(c, alpha, Phi):
    """Gradient ∂L/∂c of the Lagrangian.

    Parameters
    ----------
    c : (D,) array, any center
    alpha : (n,) array, any multipliers ≥ 0
    Phi : (n, D) array, one mapped point per row

    Returns
    -------
    (D,) array
    """
    ### BEGIN SOLUTION
    return 2 * c * alpha.sum() - 2 * alpha @ Phi
    ### END SOLUTION

# %% check="03.2" points=1
from kernelcourse import check
check("03.2", center_gradient)

# %% [markdown] solution_only=true
# Only $\sum_i\alpha_i\|\Phi(x_i)-c\|^2$ holds $c$, with a plus sign, since two minus signs meet. The gradient
# of one squared distance is $2(c - \Phi(x_i))$; weighted by $\alpha_i$ and summed, that is
# $2c\sum_i\alpha_i - 2\sum_i\alpha_i\Phi(x_i)$. It is line 7 of the derivation in the chapter, so the
# derivation can check it too, line by line and on settings of its own:

# %% solution_only=true
proofs.stationarity.check_line(7, lambda s: center_gradient(s.c, s.alpha, s.Phi))

# %% [markdown]
# ## 03.3 Distances to a center that we do not have
#
# The center is $c = \sum_i\alpha_i\Phi(x_i)$, with $\sum_i\alpha_i = 1$, but neither $c$ nor $\Phi$ is given.
# Return the squared distances $\|\Phi(x)-c\|^2$ of $m$ new points, shape `(m,)`, from kernel values alone:
#
# - `K_xx`, shape `(m,)`: $K(x, x)$ of each new point;
# - `K_xs`, shape `(m, n)`: $K(x, x_i)$ of each new point with each training point;
# - `K_ss`, shape `(n, n)`: the Gram matrix of the training points.
#
# One line without a loop is enough.

# %% exercise="03.3"
def distances_to_center(K_xx, K_xs, K_ss, alpha):
    """Squared distances of m points to the center.

    Parameters
    ----------
    K_xx : (m,) array, K(x, x)
    K_xs : (m, n) array, K(x, xᵢ)
    K_ss : (n, n) array, K(xᵢ, xⱼ)
    alpha : (n,) array, Σ alpha = 1

    Returns
    -------
    (m,) array
    """
    ### BEGIN SOLUTION
    return K_xx - 2 * K_xs @ alpha + alpha @ K_ss @ alpha
    ### END SOLUTION

# %% check="03.3" points=1
from kernelcourse import check
check("03.3", distances_to_center)

# %% [markdown] solution_only=true
# $\|\Phi(x)-c\|^2 = \langle\Phi(x),\Phi(x)\rangle - 2\langle\Phi(x),c\rangle + \langle c,c\rangle$, and each
# product with $c$ is a weighted sum of kernel values. The last term is one number for all points. The check
# maps the points with the feature map of a polynomial kernel and measures the distances there.

# %% [markdown]
# ## 03.4 R² from a point on the surface
#
# A solver has solved the dual for the Gram matrix `K`, shape `(n, n)`, and `nu`. You get its weights `alpha`,
# shape `(n,)`. Return $R^2$, a number: the squared distance to the center of any point on the surface (there
# is at least one). Weights from a solver carry rounding: one that is within $10^{-8}/(\nu n)$ of a bound
# counts as at the bound.

# %% exercise="03.4"
def radius_squared(K, alpha, nu):
    """Squared radius of the ball.

    Parameters
    ----------
    K : (n, n) array, Gram matrix
    alpha : (n,) array, solves the dual up to rounding
    nu : float, in (0, 1]

    Returns
    -------
    float
    """
    ### BEGIN SOLUTION
    share = alpha * nu * len(alpha)
    surface = (share > 1e-8) & (share < 1 - 1e-8)
    return distances_to_center(np.diagonal(K), K, K, alpha)[surface].mean()
    ### END SOLUTION

# %% check="03.4" points=1
from kernelcourse import check
check("03.4", radius_squared)

# %% [markdown] solution_only=true
# $0 < \alpha_i < 1/(\nu n)$ makes both constraints of point $i$ tight: $\xi_i = 0$ and
# $\|\Phi(x_i)-c\|^2 = R^2$. One such point is enough; the mean over all of them evens out the rounding. The
# point with the largest weight will not do: where there are outliers, it is one of them.

# %% [markdown]
# ## 03.5 Predict: how many outliers, how many support vectors?
# You fit the ball to all 272 eruptions of Old Faithful with $\nu = 0.15$, and you are not told the kernel. Predict, before you compute
# anything, how many outliers ($\alpha_i = 1/(\nu n)$) there can be at most, and how many support vectors ($\alpha_i > 0$) there must be
# at least. Use only that the weights sum to 1 and that none exceeds $1/(\nu n)$. Give two whole
# numbers, `bounds = (at_most, at_least)`.

# %% exercise="03.5"
bounds = ...
### BEGIN SOLUTION
bounds = (40, 41)
### END SOLUTION

# %% check="03.5" points=1
from kernelcourse import check
check("03.5", bounds)

# %% [markdown] solution_only=true
# $\nu n = 40.8$. If $a$ points are at the bound, they hold $a/40.8 \le 1$, so $a \le 40$. If $b$ points hold
# all the weight, $1 \le b/40.8$, so $b \ge 41$. This is half of the $\nu$-property of chapter 4. Here is what
# the two kernels below do with it:

# %% solution_only=true
X = datasets.faithful().standardized().X
for k in (RBF(gamma=1.0), Linear()):
    solution = ball.solve_dual(k(X), nu=0.15)
    print(k, "at most 40 outliers:", solution.outlier.sum() <= 40, end=", ")
    print("at least 41 support vectors:", (~solution.inside).sum() >= 41)

# %% [markdown]
# ## 03.6 Break it: a ball with nothing on its surface
#
# Exercise 03.4 needs a point on the surface. Break it: find points of the plane and a $\nu$ with
# $0 < \nu < 1$ for which, with the **linear kernel**, every weight is 0 or $1/(\nu n)$ and nothing between.
# Then $R^2$ is not determined, because the ball can grow for a while at no cost. Let there be some room: the nearest
# outlier has to be at least 5% farther from the center (in squared distance) than the farthest point inside.
#
# Give `example = (X, nu)`: points as an array of shape `(n, 2)` with $2 \le n \le 30$, coordinates between
# $-100$ and $100$, and $\nu$.

# %% exercise="03.6"
example = ...
### BEGIN SOLUTION
example = (np.array([[-3, 0], [-1, 0], [1, 0], [3, 0]]), 0.5)
### END SOLUTION

# %% check="03.6" points=2
from kernelcourse import check
check("03.6", example)

# %% [markdown] solution_only=true
# The weights sum to 1, so $\nu n$ of them are $1/(\nu n)$, and $\nu n$ is a whole number: here 2. The center
# is the mean of the two outer points, and from there they are indeed the two farthest. Every $R^2$ between 1
# and 9 costs the same: a unit more of $R^2$ costs 1, and saves $\frac{1}{\nu n}$ of slack for each of the
# $\nu n$ points outside. A solver has to choose; `ball.solve_dual` takes the middle:

# %% solution_only=true
solution = ball.solve_dual(Linear()(example[0]), example[1])
print("weights:", solution.alpha, " R²:", solution.R2)
print("costs:", [round(float(cost_of_ball(R2, np.zeros(2), example[0], 0.5)[0]), 6) for R2 in (0, 1, 5, 9, 10)])

# %% [markdown]
# ## 03.7 One step of SMO
# Move weight between two points: $\alpha_i$ becomes $\alpha_i + t$, $\alpha_j$ becomes $\alpha_j - t$, and all other weights stay as they are. Find the $t$ for which
#
# $$L_D(\alpha) = \sum_i\alpha_iK(x_i,x_i) - \sum_{i,j}\alpha_i\alpha_jK(x_i,x_j)$$
#
# is largest among those that keep both weights in $0 \le \alpha \le 1/(\nu n)$. Along $t$ this is a parabola.
# Return all weights after the step as a new array of shape `(n,)`; `K` has shape `(n, n)`, `alpha` has shape
# `(n,)` and is feasible, `i` and `j` are the two indices. The points $i$ and $j$ may lie at the same place, and then $L_D$ does not change with $t$.

# %% exercise="03.7"
def smo_step(K, alpha, nu, i, j):
    """Weights after the best step that moves weight between points i and j.

    Parameters
    ----------
    K : (n, n) array, Gram matrix
    alpha : (n,) array, feasible weights
    nu : float, in (0, 1]
    i, j : int, which weights move

    Returns
    -------
    (n,) array
    """
    ### BEGIN SOLUTION
    upper, slope = 1 / (nu * len(alpha)), np.diagonal(K) - 2 * K @ alpha
    curvature = K[i, i] + K[j, j] - 2 * K[i, j]
    t = (slope[i] - slope[j]) / (2 * curvature) if curvature > 1e-12 else 0.0
    t = np.clip(t, max(-alpha[i], alpha[j] - upper), min(upper - alpha[i], alpha[j]))
    moved = alpha.copy()
    moved[[i, j]] += t, -t
    return moved
    ### END SOLUTION

# %% check="03.7" points=2
from kernelcourse import check
check("03.7", smo_step)

# %% [markdown] solution_only=true
# Put in $\alpha + t(e_i - e_j)$: $L_D$ changes by $t\,(g_i - g_j) - t^2\,\|\Phi(x_i)-\Phi(x_j)\|^2$, with the
# slopes $g_i = K(x_i,x_i) - 2\sum_l\alpha_lK(x_i,x_l)$. The top of the parabola is at
# $t = (g_i - g_j) / (2\|\Phi(x_i)-\Phi(x_j)\|^2)$; where the box ends before it, the end of the box is best.
# Up to $\|c\|^2$, $g_i$ is the squared distance to the center: weight moves to the point that is farther
# away.

# %% [markdown]
# ## 03.8 A solver of your own
#
# Write a solver of the dual: from `K`, shape `(n, n)`, and `nu` to weights, shape `(n,)`, with
# $\sum_i\alpha_i = 1$ and $0 \le \alpha_i \le 1/(\nu n)$ (up to $10^{-6}$), so that the duality gap is at
# most $10^{-4}$. Any method is welcome, such as the steps of 03.7 for well chosen pairs, or projected
# gradients. The problems have at most 40 points, and some points come twice. The largest $K(x, x)$ is 1. $\nu n$ may be less
# than 1, and $\nu$ may be 1. `ball.duality_gap(K, alpha, nu)` measures the gap as the check does. The check
# refuses calls of `ball.solve_dual` and `ball.plain_smo`, from which you would learn nothing.

# %% exercise="03.8"
def solve_ball(K, nu):
    """Weights that solve the dual up to a duality gap of 1e-4.

    Parameters
    ----------
    K : (n, n) array, Gram matrix
    nu : float, in (0, 1]

    Returns
    -------
    (n,) array
    """
    ### BEGIN SOLUTION
    n = len(K)
    alpha, upper = np.full(n, 1 / n), 1 / (nu * n)
    while True:
        d2 = distances_to_center(np.diagonal(K), K, K, alpha)
        may_rise = np.where(alpha < upper * (1 - 1e-9), d2, -np.inf)
        may_fall = np.where(alpha > upper * 1e-9, d2, np.inf)
        if may_rise.max() - may_fall.min() < 1e-5:
            return alpha
        alpha = smo_step(K, alpha, nu, may_rise.argmax(), may_fall.argmin())
    ### END SOLUTION

# %% check="03.8" points=3
from kernelcourse import check
check("03.8", solve_ball)

# %% [markdown] solution_only=true
# Weight moves from the nearest point that has some to the farthest point that has room. When no point with
# room is farther away than a point with weight, all KKT conditions hold: points of weight 0 are nearest,
# those at the bound farthest, the others between at one distance, $R^2$. Stopping when the difference is
# below $10^{-5}$ bounds the gap by the same number. The 272 eruptions take a moment longer:

# %% solution_only=true
K = RBF(gamma=1.0)(X)
print("gap below 1e-4:", ball.duality_gap(K, solve_ball(K, nu=0.1), nu=0.1) < 1e-4)

# %% [markdown]
# ## 03.9 Break it: the short dual with the linear kernel
#
# With the RBF kernel it is enough to minimize $\sum_{i,j}\alpha_i\alpha_jK(x_i,x_j)$. Someone uses this short
# dual with the **linear kernel**, without outliers (the weights only have to be ≥ 0 and to sum to 1). The
# center that they get is wrong. How bad can it be? Find points of the plane for which a ball around the wrong
# center needs at least **1.9 times** the radius of the smallest ball that holds all points.
#
# Give `points`, an array of shape `(n, 2)` with $2 \le n \le 20$ and coordinates between $-100$ and $100$.
# Before you search, ask yourself which point of the plane the wrong center is.

# %% exercise="03.9"
points = ...
### BEGIN SOLUTION
points = np.array([[1, 0], [3, 0]])
### END SOLUTION

# %% check="03.9" points=2
from kernelcourse import check
check("03.9", points)

# %% [markdown] solution_only=true
# $\sum_{i,j}\alpha_i\alpha_j\langle x_i,x_j\rangle = \|c\|^2$: the short dual looks for the point of the
# convex hull that is nearest to the origin. Of two points on one ray that is the nearer one, while the right
# center is halfway. Twice the radius is also the worst case: the wrong center lies in the hull, and no two
# points of the smallest ball are farther apart than its diameter. Move the same two points so that the origin
# is halfway, and nothing is wrong: the short dual depends on where the origin is, the right one does not.

# %% solution_only=true
*_, short = ball.smo_steps(2 * Linear()(points), p=np.zeros(2), upper=1.0, start=[0.5, 0.5])
print("short dual:", short.alpha @ points, " right:", ball.solve_dual(Linear()(points), nu=0.25).alpha @ points)

# %% [markdown]
# ## 03.10 Derive: another price, another dual
# Now let slack cost its square.
#
# $$\min_{R,\,c,\,\xi}\; R^2 + C\sum_i\xi_i^2 \quad\text{subject to}\quad \|\Phi(x_i)-c\|^2 \le R^2 + \xi_i ,$$
#
# with one number $C > 0$. The constraint $\xi_i \ge 0$ is not needed (why?). Derive the dual: write the Lagrangian with multipliers $\alpha_i \ge 0$, set its derivatives to zero, and put the results in. For weights
# `alpha`, shape `(n,)`, that sum to 1, return two things: the slacks at which $\partial L/\partial\xi_i = 0$,
# shape `(n,)`, and the value of the dual, a number, from `K`, shape `(n, n)`, `alpha` and `C` alone.

# %% exercise="03.10"
def squared_slack_dual(K, alpha, C):
    """Slacks and value of the dual when slack costs C ξᵢ².

    Parameters
    ----------
    K : (n, n) array, Gram matrix
    alpha : (n,) array ≥ 0, Σ alpha = 1
    C : float > 0, price of a squared unit of slack

    Returns
    -------
    xi : (n,) array, where ∂L/∂ξᵢ = 0
    value : float, the dual objective
    """
    ### BEGIN SOLUTION
    xi = alpha / (2 * C)
    value = alpha @ np.diagonal(K) - alpha @ K @ alpha - alpha @ alpha / (4 * C)
    return xi, value
    ### END SOLUTION

# %% check="03.10" points=3
from kernelcourse import check
check("03.10", squared_slack_dual)

# %% [markdown] solution_only=true
# $L = R^2 + C\sum_i\xi_i^2 - \sum_i\alpha_i(R^2 + \xi_i - \|\Phi(x_i)-c\|^2)$. As before,
# $\partial L/\partial R = 0$ gives $\sum_i\alpha_i = 1$ and $\partial L/\partial c = 0$ gives
# $c = \sum_i\alpha_i\Phi(x_i)$. New is $\partial L/\partial\xi_i = 2C\xi_i - \alpha_i$, so
# $\xi_i = \alpha_i/(2C)$, and $C\sum_i\xi_i^2 - \sum_i\alpha_i\xi_i = -\frac{1}{4C}\sum_i\alpha_i^2$ is what
# stays. The upper bound on $\alpha_i$ has gone: it came from $\beta_i \ge 0$, and there is no $\beta_i$. A
# negative slack would cost money and make its constraint harder, so none is ever wanted. Up to the
# constant $\frac{1}{4C}$, this is the dual of the hard ball for the Gram matrix $K + \frac{1}{4C}I$.

# %% [markdown]
# ## 03.11 Derive: a price for each point
#
# Some measurements deserve more trust than others. So let every point have its own price $C_i > 0$:
#
# $$\min_{R,\,c,\,\xi}\; R^2 + \sum_iC_i\xi_i \quad\text{subject to}\quad \|\Phi(x_i)-c\|^2 \le R^2 + \xi_i,\quad \xi_i \ge 0 .$$
#
# Write the Lagrangian, with multipliers $\alpha_i \ge 0$ for the first constraint and $\beta_i \ge 0$ for the second. For any
# radius `R`, a number that may also be 0, and any multipliers `alpha` and `beta`, both of shape `(n,)`, return three things:
# $\partial L/\partial R$, a number; $\partial L/\partial\xi_i$, shape `(n,)`; and the upper bound that
# $\partial L/\partial\xi_i = 0$ puts on each weight $\alpha_i$, shape `(n,)`. `C` has shape `(n,)`.

# %% exercise="03.11"
def priced_slopes(R, alpha, beta, C):
    """Derivatives of the Lagrangian when every point has its price, and what they say of the weights.

    Parameters
    ----------
    R : float, radius, may be 0
    alpha : (n,) array >= 0, multipliers of (3a)
    beta : (n,) array >= 0, multipliers of (3b)
    C : (n,) array > 0, price of a unit of slack of each point

    Returns
    -------
    in_R : float, ∂L/∂R
    in_xi : (n,) array, ∂L/∂ξᵢ
    largest : (n,) array, the upper bound of αᵢ where ∂L/∂ξᵢ = 0
    """
    ### BEGIN SOLUTION
    return 2 * R - 2 * R * alpha.sum(), C - alpha - beta, C.copy()
    ### END SOLUTION

# %% check="03.11" points=2
from kernelcourse import check
check("03.11", priced_slopes)

# %% [markdown] solution_only=true
# $R^2$ stands in the objective and, multiplied by $-\alpha_i$, in each constraint: $\partial L/\partial R = 2R - 2R\sum_i\alpha_i$, as
# before. The slack of point $i$ stands in the objective with $C_i$ and in two constraints: $\partial L/\partial\xi_i = C_i - \alpha_i - \beta_i$.
# Where that is zero, $\alpha_i = C_i - \beta_i$, and since $\beta_i \ge 0$, no weight exceeds the price of its point. Nothing else
# changes: the dual is the one that you know, in the box $0 \le \alpha_i \le C_i$. A point that may be a mistake gets a low price, so it
# can never pull hard at the center. With one price for all, $C_i = 1/(\nu n)$, the box is (7).

# %% [markdown]
# ## 03.12 Think: which ν, which γ?
# There is no check here, and there is more than one good answer. You have sensor readings of a machine that has run well,
# perhaps with a few faulty readings among them, and no example of a failure. How would you choose $\nu$ and
# $\gamma$ of the RBF kernel? What happens at both ends of each, and what could you measure without any
# labels? Answer in a few sentences.

# %% [markdown] answer="03.12" points=0
# **$\nu$** is a share, so think of it as one: at most that share of the readings is given up. Take the share
# of faulty readings that you expect, or the share of false alarms that you can afford. With $\nu < 1/n$
# nothing is given up, and one faulty reading stretches the ball; at $\nu = 1$ every weight is $1/n$ and
# nothing is learned beyond a density.
#
# **$\gamma$** sets how closely the region follows the points. If it is tiny, all mapped points nearly
# coincide and the region is one round blob; if it is huge, each point is alone, nearly all are support
# vectors and any new point is strange. Two things can be measured without labels: the share of *held-out*
# readings that fall outside, which should stay near $\nu$ and climbs far above it when $\gamma$ is too large;
# and the share of support vectors, which should not be much more than $\nu$. Among the values of $\gamma$
# that pass both, a larger one draws a tighter region, which catches more. Without a failure, we cannot say
# how many of them it would catch: that needs examples, or points drawn at random over the range of the
# sensors as stand-ins.
