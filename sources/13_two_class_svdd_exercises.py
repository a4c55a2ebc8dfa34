# %% [markdown]
# # 13 · A ball for two classes: exercises
#
# Each exercise asks for a function or a value: to derive it, to code it, to predict it, or to break something
# with it. Write it where it says `YOUR CODE HERE` or in place of the `...`, run the cell, then run the check
# below it. The check tries your function on problems that are new each time, and answers in one of four ways:
#
# - ○ **not attempted yet**;
# - ⚠ **your code raised** an error, or did not end within ten seconds: in which of your lines, and on what input;
# - ✘ **not right yet**, with a hint where we know the mistake, and the smallest problem on which it shows;
# - ✔ **right**, with the certificate that proves it: a residual, a gap, a statement that holds.
#
# Nothing is compared with a stored answer, so every right form passes; lists and tuples are as good as arrays. Later
# exercises may use your earlier functions. You can always choose *Run All Cells*: no check stops the notebook. A
# check that fails names a `seed`, with which you can try the same problems again. In a class that grades with
# nbgrader the same cells are graded, one point or more a check.
#
# You need [chapter 13](../notebooks/13_two_class_svdd.ipynb). Notation: $n$ points $x_i$, mapped to $\Phi(x_i)$; signs
# $y_i$, $+1$ for a target, which belongs in the ball, and $-1$ for an outlier, which belongs outside; $p$ targets; Gram matrix $K$; price
# $C$ of a unit of slack; center $c$, radius $R$, slacks $\xi_i$, weights $\alpha_i \ge 0$, signed weights
# $\alpha'_i = y_i\alpha_i$.

# %%
import numpy as np

from kernelsy19 import datasets, svdd
from kernelsy19.kernels import RBF, Linear

# %% [markdown]
# ## 13.1 What a ball for two classes costs
#
# Someone hands you a ball: its squared radius `R2` (a number) and its center `c`, shape `(D,)`. The mapped
# points are the rows of `Phi`, shape `(n, D)`, and `y`, shape `(n,)`, holds their signs. Return two things: the cost (35),
# $R^2 + C\sum_i\xi_i$, with the smallest slacks that its constraints allow, and these slacks, shape `(n,)`. A point on the
# sphere pays nothing, and all points may be targets.

# %% exercise="13.1"
def cost_of_ball(R2, c, Phi, y, C):
    """Cost of a ball for two classes with the smallest slacks it needs.

    Parameters
    ----------
    R2 : float, squared radius
    c : (D,) array, center
    Phi : (n, D) array, one mapped point a row
    y : (n,) array, +1 for a target, −1 for an outlier
    C : float, price of a unit of slack

    Returns
    -------
    cost : float, R² + C Σᵢ ξᵢ
    xi : (n,) array, the slacks
    """
    ### BEGIN SOLUTION
    squared_distances = ((Phi - c) ** 2).sum(axis=1)
    xi = np.maximum(0, y * (squared_distances - R2))
    return R2 + C * xi.sum(), xi
    ### END SOLUTION

# %% check="13.1" points=1
from kernelsy19.course.exercises import check
check("13.1", cost_of_ball)

# %% [markdown] solution_only=true
# The sign of the class turns the inequality: a target needs $\xi_i \ge \|\Phi(x_i)-c\|^2 - R^2$, an outlier
# $\xi_i \ge R^2 - \|\Phi(x_i)-c\|^2$.

# %% [markdown]
# ## 13.2 Derive: where the convex form is stationary
#
# Derive on paper. With $\rho = R^2 - \|c\|^2$, the Lagrangian of the convex form is
#
# $$L = \|c\|^2 + \rho + C\sum_i\xi_i - \sum_i\alpha_i\Big(\xi_i - y_i\big(\|\Phi(x_i)\|^2 - 2\langle\Phi(x_i), c\rangle - \rho\big)\Big)
# - \sum_i\beta_i\xi_i .$$
#
# Return two things: its gradient in $c$, shape `(D,)`, and its derivative in $\rho$, a number. Nothing is known of the multipliers
# except that they are not negative.

# %% exercise="13.2"
def slopes(c, alpha, y, Phi):
    """Derivatives ∂L/∂c and ∂L/∂ρ of the Lagrangian.

    Parameters
    ----------
    c : (D,) array, any center
    alpha : (n,) array, any multipliers ≥ 0
    y : (n,) array, +1 or −1
    Phi : (n, D) array, one mapped point a row

    Returns
    -------
    in_center : (D,) array
    in_offset : float
    """
    ### BEGIN SOLUTION
    signed = y * alpha
    return 2 * c - 2 * signed @ Phi, 1 - signed.sum()
    ### END SOLUTION

# %% check="13.2" points=1
from kernelsy19.course.exercises import check
check("13.2", slopes)

# %% [markdown] solution_only=true
# Set both to zero: $c = \sum_i\alpha'_i\Phi(x_i)$ and $\sum_i\alpha'_i = 1$. In chapter 3, $c$ stood in the square of every
# constraint, and its derivative held $\sum_i\alpha_i$; here $\|c\|^2$ stands in the cost alone.

# %% [markdown]
# ## 13.3 Predict: how many points does the ball hold?
#
# There are 90 targets and 60 outliers, and $C = 0.03$. Predict, before you compute anything, for any kernel: how many points, of both classes
# together, can lie strictly inside the best ball at most (in the sense of the weights: targets with $\alpha_i = 0$ and outliers with
# $\alpha_i = C$)? And how many must be inside or on the surface at least? Give two whole numbers, `counts = (at_most, at_least)`.

# %% exercise="13.3"
counts = ...
### BEGIN SOLUTION
counts = (56, 57)
### END SOLUTION

# %% check="13.3" points=1
from kernelsy19.course.exercises import check
check("13.3", counts)

# %% [markdown] solution_only=true
# $p - 1/C = 90 - 33.3 = 56.7$. Let $w_i = 1 - \alpha_i/C$ for a target and $w_i = \alpha_i/C$ for an outlier: 1 inside, 0 outside, something
# between on the surface. Because $\sum_i\alpha'_i = 1$, the $w_i$ sum to $p - 1/C$. So at most 56 of them are 1, and at least 57 are positive. The number of
# outliers plays no part.

# %% [markdown]
# ## 13.4 The best radius about a given center
#
# You are given a center, and know only how far each point is from it: `squared_distances`, shape `(n,)`. Return the $R^2$ for which
# $R^2 + C\sum_i\max\big(0,\ y_i(\|\Phi(x_i)-c\|^2 - R^2)\big)$ is smallest. Where several are equally good, any of them is right. $pC \ge 1$ holds; it may be exactly 1,
# $p - 1/C$ may be a whole number, all points may be targets, and some distances may be the same.

# %% exercise="13.4"
def best_radius(squared_distances, y, C):
    """The squared radius of least cost.

    Parameters
    ----------
    squared_distances : (n,) array, ‖Φ(xᵢ) − c‖²
    y : (n,) array, +1 for a target, −1 for an outlier
    C : float, at least 1/p

    Returns
    -------
    float, R²
    """
    ### BEGIN SOLUTION
    def cost(R2):
        return R2 + C * np.maximum(0, y * (squared_distances - R2)).sum()

    return min(squared_distances, key=cost)
    ### END SOLUTION

# %% check="13.4" points=2
from kernelsy19.course.exercises import check
check("13.4", best_radius)

# %% [markdown] solution_only=true
# The cost is made of straight pieces with corners at the squared distances, so one of them is best, and trying them all takes $O(n^2)$. Sorting is
# faster: the slope is $1 - pC$ below all points and rises by $C$ at each, so it turns positive at number $\lfloor p - 1/C\rfloor + 1$.

# %% solution_only=true
d2, y, C = np.array([0.5, 1.0, 2.0, 2.5, 4.0]), np.array([1, -1, 1, 1, -1]), 0.6
number = int(np.floor(3 - 1 / C)) + 1
print("by sorting:", np.sort(d2)[number - 1], " by trying:", best_radius(d2, y, C))

# %% [markdown]
# ## 13.5 How deep in the ball?
#
# The center is $c = \sum_i y_i\alpha_i\Phi(x_i)$, and nobody has its coordinates. For $m$ new points return $R^2 - \|\Phi(x) - c\|^2$, shape `(m,)`,
# from kernel values: `K_xx`, shape `(m,)`, holds $K(x, x)$, `K_xs`, shape `(m, n)`, holds $K(x, x_i)$, and `K_ss`, shape `(n, n)`, holds $K(x_i, x_j)$.

# %% exercise="13.5"
def depth(K_xx, K_xs, K_ss, y, alpha, R2):
    """How deep m points lie in the ball; negative outside.

    Parameters
    ----------
    K_xx : (m,) array, K(x, x)
    K_xs : (m, n) array, K(x, xᵢ)
    K_ss : (n, n) array, K(xᵢ, xⱼ)
    y : (n,) array, +1 for a target, −1 for an outlier
    alpha : (n,) array, ≥ 0, Σ yᵢ alphaᵢ = 1
    R2 : float, squared radius

    Returns
    -------
    (m,) array
    """
    ### BEGIN SOLUTION
    signed = y * alpha
    return R2 - (K_xx - 2 * K_xs @ signed + signed @ K_ss @ signed)
    ### END SOLUTION

# %% check="13.5" points=1
from kernelsy19.course.exercises import check
check("13.5", depth)

# %% [markdown] solution_only=true
# It is (9c) of chapter 3 with $\alpha'$ in the place of $\alpha$. Nothing in that formula needed the weights to be positive.

# %% [markdown]
# ## 13.6 R² where it can be read off
#
# A solver has solved the dual for `K`, shape `(n, n)`, `y` and `C`. You get its weights `alpha`, shape `(n,)`. Return $R^2$: the squared distance to the center of any point
# on the surface (there is at least one). Weights from a solver carry rounding: one that is within $10^{-8}\,C$ of 0 or of $C$ counts as being there.

# %% exercise="13.6"
def radius_squared(K, y, alpha, C):
    """Squared radius of a ball for two classes.

    Parameters
    ----------
    K : (n, n) array, Gram matrix
    y : (n,) array, +1 for a target, −1 for an outlier
    alpha : (n,) array, solves the dual up to rounding
    C : float, price of a unit of slack

    Returns
    -------
    float
    """
    ### BEGIN SOLUTION
    share = alpha / C
    surface = (share > 1e-8) & (share < 1 - 1e-8)
    return -depth(np.diagonal(K), K, K, y, alpha, 0.0)[surface].mean()
    ### END SOLUTION

# %% check="13.6" points=1
from kernelsy19.course.exercises import check
check("13.6", radius_squared)

# %% [markdown] solution_only=true
# Both classes have points on the surface, and either will do. Support vectors at the bound will not: a target with $\alpha_i = C$ lies farther out, an outlier
# with $\alpha_i = C$ farther in, and the mean over all support vectors, the report's $\theta$, is anything.

# %% [markdown]
# ## 13.7 A solver of your own
#
# Write a solver of the dual: from `K`, shape `(n, n)`, `y` and `C` to weights $\alpha$, shape `(n,)`, with $\sum_i y_i\alpha_i = 1$ and $0 \le \alpha_i \le C$ (up to
# $10^{-6}$), so that the duality gap is at most $10^{-4}$. Any method is welcome. The problems have at most 30 points, some of them twice; the largest $K(x, x)$ is 1; $C$ may be $1/p$ or
# 1, and all points may be targets. `svdd.duality_gap(K, y, alpha, C)` measures the gap as the check does. A call of `svdd.solve_dual`
# or `svdd.plain_svdd` would pass and teach nothing.

# %% exercise="13.7"
def solve_svdd(K, y, C):
    """Weights α ≥ 0, shape (n,), that solve the dual for two classes up to a duality gap of 1e-4.

    Parameters
    ----------
    K : (n, n) array, Gram matrix
    y : (n,) array, +1 for a target, −1 for an outlier
    C : float, at least 1/p
    """
    ### BEGIN SOLUTION
    low, high = np.where(y > 0, 0, -C), np.where(y > 0, C, 0)
    signed = (y > 0) / (y > 0).sum()
    while True:
        d2 = np.diagonal(K) - 2 * K @ signed
        can_rise, can_fall = signed < high - 1e-9 * C, signed > low + 1e-9 * C
        if not can_rise.any() or d2[can_rise].max() - d2[can_fall].min() < 1e-6:
            return y * signed
        i = np.where(can_rise, d2, -np.inf).argmax()
        j = np.where(can_fall, d2, np.inf).argmin()
        apart = max(K[i, i] + K[j, j] - 2 * K[i, j], 1e-15)
        step = min((d2[i] - d2[j]) / (2 * apart), high[i] - signed[i], signed[j] - low[j])
        signed[i], signed[j] = signed[i] + step, signed[j] - step
    ### END SOLUTION

# %% check="13.7" points=3
from kernelsy19.course.exercises import check
check("13.7", solve_svdd)

# %% [markdown] solution_only=true
# In the signed weights the problem is the dual of chapter 3 in another box: $[0, C]$ for a target, $[-C, 0]$ for an outlier. So the solver of exercise 03.8 works,
# with these ends. Here it solves for the moons of the chapter:

# %% solution_only=true
moons = datasets.moons(60, noise=0.2, rng=0)
K, y = RBF(gamma=0.7)(moons.X), np.where(moons.y == 0, 1.0, -1.0)
print("gap below 1e-4:", svdd.duality_gap(K, y, solve_svdd(K, y, 0.3), 0.3) < 1e-4)

# %% [markdown]
# ## 13.8 Digits, in the ball and out of it
#
# Real data: handwritten digits of 16 × 16 pixels from the USPS test set. The rows of `X`, shape `(n, 256)`, are digits of one kind (`y` is $+1$) and digits of other kinds that look much like them
# (`y` is $-1$). With the kernel $K(x, x') = \exp(-\gamma\|x - x'\|^2)$ and the price `C`, find the ball, and return $R^2 - \|\Phi(x) - c\|^2$ for the new digits in the rows of `X_new`, shape
# `(m, 256)`, to five digits after the point. Use the library as much as you like, or your own functions from above (your solver then has to go on until its gap is much smaller).

# %% exercise="13.8"
def depth_of_digits(X, y, X_new, gamma, C):
    """How deep in the ball of some digits others lie.

    Parameters
    ----------
    X : (n, 256) array, digits to train on
    y : (n,) array, +1 for a target, −1 for an outlier
    X_new : (m, 256) array, digits to be judged
    gamma : float, inverse width of the kernel
    C : float, price of a unit of slack

    Returns
    -------
    (m,) array, R² − ‖Φ(x) − c‖²
    """
    ### BEGIN SOLUTION
    k = RBF(gamma)
    solution = svdd.solve_dual(k(X), y, C, tol=1e-10)
    return svdd.decision_function(k, X, solution, X_new)
    ### END SOLUTION

# %% check="13.8" points=2
from kernelsy19.course.exercises import check
check("13.8", depth_of_digits)

# %% [markdown] solution_only=true
# `TwoClassSVDD(RBF(gamma), C=C, tol=1e-10).fit(X, y).decision_function(X_new)` is the same. The check solves with the plain solver and measures in coordinates.
# How much do the outliers change? Fours, with 0, 10 and 40 nines as examples of what is no four:

# %% solution_only=true
test = datasets.usps().test
fours, nines = test.X[test.y == 4], test.X[test.y == 9]
for m in (0, 10, 40):
    X, y = np.vstack([fours[:80], nines[:m]]), np.repeat([1.0, -1.0], [80, m])
    taken = [(depth_of_digits(X, y, digits, 1 / 500, 0.1) > 0).mean() for digits in (nines[40:], fours[80:])]
    print(f"{m} nines: the ball takes {taken[0]:.0%} of the other nines and {taken[1]:.0%} of the other fours")

# %% [markdown]
# ## 13.9 Break it: C = 1, and a target stays outside
#
# The report says that for $C \ge 1$ there are no errors. With one class that is so. Show that it fails with two: find points of the plane and their signs for which, with the **linear kernel** and
# $C = 1$, the best ball leaves a target outside. Make it so by a margin: the target's slack has to be at least a tenth of the largest squared distance from the center.
#
# Give `example = (X, y)`: points as an array of shape `(n, 2)` with $2 \le n \le 30$, coordinates between $-100$ and $100$, and their signs, $+1$ or $-1$.

# %% exercise="13.9"
example = ...
### BEGIN SOLUTION
example = (np.array([[0, 0], [4, 0]] + [[3, i / 10] for i in range(-4, 5)]), np.array([1, 1] + 9 * [-1]))
### END SOLUTION

# %% check="13.9" points=2
from kernelsy19.course.exercises import check
check("13.9", example)

# %% [markdown] solution_only=true
# A ball that holds both targets holds the nine outliers between them as well, and each pays. Leaving one target out is cheaper. In the dual: $\sum_i\alpha'_i = 1$ says that the targets' weights exceed those of the outliers by 1. With outliers in
# the game, a target can reach $\alpha_i = C$ for any $C$.

# %% solution_only=true
solution = svdd.solve_dual(Linear()(example[0] - example[0].mean(axis=0)), example[1], 1.0)
print("weights of the targets:", solution.alpha[:2].round(3), " slacks:", solution.xi[:2].round(3))
