# %% [markdown]
# # 13 · A ball for two classes: exercises
#
# You will compute what a ball for two classes costs, derive its dual, write a solver, try it on digits, and in the end break a promise of the report. Write each answer where it says
# `YOUR CODE HERE` or in place of the `...`, run the cell, and then run the check below it. The check tries your answer on problems that are new each time, and says one of four things:
#
# - ○ **not attempted yet**;
# - ⚠ **your code raised** an error, or did not end within ten seconds, and in which of your lines and on what input;
# - ✘ **not right yet**, with a hint where we know the mistake, and with the smallest problem on which it shows;
# - ✔ **right**, with the certificate that proves it: a residual, a gap, a statement that holds.
#
# Nothing is compared with a stored answer, so every right form passes, and lists and tuples are as good as arrays. Later exercises may use your earlier functions. A check that
# fails names a `seed`, with which you can try the same problems again. You can always choose *Run All Cells*, because no check stops the notebook.
#
# You need [chapter 13](../notebooks/13_two_class_svdd.ipynb). As there, $x_1, \dots, x_n$ are the points, mapped to $\Phi(x_i)$, and $K$ is their Gram matrix. A target has $y_i = 1$ and belongs in the ball, an outlier has
# $y_i = -1$ and belongs outside, and there are $p$ targets. $C$ is the price of a unit of slack $\xi_i$, $c$ the center and $R$ the radius, $\alpha_i \ge 0$ are the weights, and $\alpha'_i = y_i\alpha_i$ the signed weights.

# %%
import numpy as np

from kernelsy19 import datasets, svdd
from kernelsy19.kernels import RBF, Linear

# %% [markdown]
# ## 13.1 What a ball for two classes costs
#
# Someone hands you a ball, with its squared radius `R2` (a number) and its center `c`, shape `(D,)`. The rows of `Phi`, shape `(n, D)`, are the mapped points, and `y`, shape `(n,)`, holds their signs. What does this ball cost? Return two things: the cost (35),
# which is $R^2 + C\sum_i\xi_i$ with the smallest slacks that the constraints allow, and these slacks, shape `(n,)`. A point on the surface pays nothing. All points may be targets.

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
from kernelcourse import check
check("13.1", cost_of_ball)

# %% [markdown] solution_only=true
# The sign of the class turns the inequality around. A target needs $\xi_i \ge \|\Phi(x_i)-c\|^2 - R^2$, and an outlier needs
# $\xi_i \ge R^2 - \|\Phi(x_i)-c\|^2$.

# %% [markdown]
# ## 13.2 Derive: where the convex form is stationary
#
# Take a pencil. With $\rho = R^2 - \|c\|^2$, the Lagrangian of the convex form is
#
# $$L = \|c\|^2 + \rho + C\sum_i\xi_i - \sum_i\alpha_i\Big(\xi_i - y_i\big(\|\Phi(x_i)\|^2 - 2\langle\Phi(x_i), c\rangle - \rho\big)\Big)
# - \sum_i\beta_i\xi_i .$$
#
# Derive it, and return two things: the gradient of $L$ in $c$, shape `(D,)`, and its derivative in $\rho$, a number. All that you know of the multipliers is that they are not negative.

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
from kernelcourse import check
check("13.2", slopes)

# %% [markdown] solution_only=true
# Set both to zero, and you have $c = \sum_i\alpha'_i\Phi(x_i)$ and $\sum_i\alpha'_i = 1$. In chapter 3, $c$ stood in a square in every constraint, and so its derivative contained $\sum_i\alpha_i$. Here $\|c\|^2$ stands in the cost alone.

# %% [markdown]
# ## 13.3 Predict: how many points does the ball hold?
#
# There are 90 targets and 60 outliers, and $C = 0.03$. You do not know the points, nor the kernel. Count a target with $\alpha_i = 0$ and an outlier with $\alpha_i = C$ as inside the best ball, and a point with a weight between as on its surface. How many points, of both classes together, can be
# inside at most? And how many must be inside or on the surface at least? Predict both numbers, and give them as `counts = (at_most, at_least)`.

# %% exercise="13.3"
counts = ...
### BEGIN SOLUTION
counts = (56, 57)
### END SOLUTION

# %% check="13.3" points=1
from kernelcourse import check
check("13.3", counts)

# %% [markdown] solution_only=true
# Let $s_i = 1 - \alpha_i/C$ for a target and $s_i = \alpha_i/C$ for an outlier. This is 1 for a point inside, 0 for a point outside, and something between on the surface. Because $\sum_i\alpha'_i = 1$, the $s_i$ sum to $p - 1/C = 90 - 33.3 = 56.7$. So at most 56 of them
# are 1, and at least 57 are positive. The number of outliers plays no part.

# %% [markdown]
# ## 13.4 The best radius about a given center
#
# Somebody has chosen the center, and all that you know is how far each point is from it: `squared_distances`, shape `(n,)`. Return the $R^2$ for which the cost $R^2 + C\sum_i\max\big(0,\ y_i(\|\Phi(x_i)-c\|^2 - R^2)\big)$ is smallest. Where several are equally good, any of them is
# right. You may rely on $pC \ge 1$. But $pC$ may be exactly 1, $p - 1/C$ may be a whole number, all points may be targets, and some distances may be the same.

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
from kernelcourse import check
check("13.4", best_radius)

# %% [markdown] solution_only=true
# The cost is made of straight pieces, with corners at the squared distances, so one of these is best. Trying them all takes $O(n^2)$. Sorting is faster: below all points the slope is $1 - pC$, it rises by $C$ at each point, and so it turns positive at the
# point with the number $\lfloor p - 1/C\rfloor + 1$.

# %% solution_only=true
d2, y, C = np.array([0.5, 1.0, 2.0, 2.5, 4.0]), np.array([1, -1, 1, 1, -1]), 0.6
number = int(np.floor(3 - 1 / C)) + 1
print("by sorting:", np.sort(d2)[number - 1], " by trying:", best_radius(d2, y, C))

# %% [markdown]
# ## 13.5 How deep in the ball?
#
# The center is $c = \sum_i y_i\alpha_i\Phi(x_i)$, and you do not have its coordinates. There are $m$ new points, and you get kernel values: `K_xx`, shape `(m,)`, holds $K(x, x)$; `K_xs`, shape `(m, n)`, holds $K(x, x_i)$; and `K_ss`, shape `(n, n)`, holds $K(x_i, x_j)$. Return
# $R^2 - \|\Phi(x) - c\|^2$ for each new point, shape `(m,)`.

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
from kernelcourse import check
check("13.5", depth)

# %% [markdown] solution_only=true
# This is (9c) of chapter 3 with $\alpha'$ instead of $\alpha$, for nothing in that formula needed the weights to be positive.

# %% [markdown]
# ## 13.6 R² where it can be read off
#
# A solver has solved the dual for `K`, shape `(n, n)`, `y` and `C`, and you get its weights `alpha`, shape `(n,)`. Return $R^2$, which is the squared distance from the center of any point on the surface. There is at least one such point. Weights from a solver are off by a rounding, so count a
# weight within $10^{-8}\,C$ of 0 or of $C$ as being there.

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
from kernelcourse import check
check("13.6", radius_squared)

# %% [markdown] solution_only=true
# A point on the surface may be of either class, and any of them will do. Support vectors at the bound will not. A target with $\alpha_i = C$ lies farther out and an outlier with $\alpha_i = C$ farther in, so the mean over all support vectors, which is the report's $\theta$, may come out above $R^2$ or below.

# %% [markdown]
# ## 13.7 A solver of your own
#
# Now solve the dual yourself. Your function gets `K`, shape `(n, n)`, `y` and `C`, and returns weights $\alpha$, shape `(n,)`, with $\sum_i y_i\alpha_i = 1$ and $0 \le \alpha_i \le C$ (up to $10^{-6}$) and with a duality gap of at most $10^{-4}$. Any method is welcome. The problems have at most
# 30 points, some of them twice, and the largest $K(x, x)$ is 1. The price may be $1/p$ or 1, and all points may be targets. To measure the gap as the check does, call `svdd.duality_gap(K, y, alpha, C)`. (The check refuses calls of `svdd.solve_dual` and `svdd.plain_svdd`, from which you would learn nothing.)

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
from kernelcourse import check
check("13.7", solve_svdd)

# %% [markdown] solution_only=true
# Written in the signed weights, the problem is the dual of chapter 3 in another box: from 0 to $C$ for a target, from $-C$ to 0 for an outlier. So the solver of exercise 03.8 works if it gets these ends. Here it solves for the moons of the chapter:

# %% solution_only=true
moons = datasets.moons(60, noise=0.2, rng=0)
K, y = RBF(gamma=0.7)(moons.X), np.where(moons.y == 0, 1.0, -1.0)
print("gap below 1e-4:", svdd.duality_gap(K, y, solve_svdd(K, y, 0.3), 0.3) < 1e-4)

# %% [markdown]
# ## 13.8 Digits, in the ball and out of it
#
# Try it on real data, handwritten digits of 16 × 16 pixels from the USPS test set. The rows of `X`, shape `(n, 256)`, are digits of one kind (`y` is $+1$) and digits of other kinds that look much like them (`y` is $-1$). Find the ball for the kernel
# $K(x, x') = \exp(-\gamma\|x - x'\|^2)$ and the price `C`. Then return $R^2 - \|\Phi(x) - c\|^2$, to five digits after the point, for the new digits in the rows of `X_new`, shape `(m, 256)`. Use the library as much as you like, or your own functions from above. (Your solver then has to go on until its
# gap is much smaller.)

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
from kernelcourse import check
check("13.8", depth_of_digits)

# %% [markdown] solution_only=true
# `TwoClassSVDD(RBF(gamma), C=C, tol=1e-10).fit(X, y).decision_function(X_new)` does the same. The check solves with the plain solver and measures in coordinates.
# How much do the outliers change? Here is a ball around fours, with 0, 10 and 40 nines as examples of what is not a four:

# %% solution_only=true
test = datasets.usps().test.in_order(shuffle=0)
fours, nines = test.X[test.y == 4], test.X[test.y == 9]
for m in (0, 10, 40):
    X, y = np.vstack([fours[:80], nines[:m]]), np.repeat([1.0, -1.0], [80, m])
    taken = [(depth_of_digits(X, y, digits, 1 / 500, 0.1) > 0).mean() for digits in (nines[40:], fours[80:])]
    print(f"{m} nines: the ball takes {taken[0]:.0%} of the other nines and {taken[1]:.0%} of the other fours")

# %% [markdown]
# ## 13.9 Break it: C = 1, and a target stays outside
#
# The report says of one class that there are no errors for $C \ge 1$, which is true. Show that it is not true of two. Find points of the plane and their signs for which the best ball, with the **linear kernel** and $C = 1$, leaves a target outside. It has to be well outside: the target's slack must be at least a tenth of the largest squared distance of a point from the center.
#
# Give `example = (X, y)`: points as an array of shape `(n, 2)` with $2 \le n \le 30$, coordinates between $-100$ and $100$, and their signs, $+1$ or $-1$.

# %% exercise="13.9"
example = ...
### BEGIN SOLUTION
example = (np.array([[0, 0], [4, 0]] + [[3, i / 10] for i in range(-4, 5)]), np.array([1, 1] + 9 * [-1]))
### END SOLUTION

# %% check="13.9" points=2
from kernelcourse import check
check("13.9", example)

# %% [markdown] solution_only=true
# A ball that holds both targets also holds the nine outliers between them, and each of these pays. Leaving out one target is cheaper. In the dual, $\sum_i\alpha'_i = 1$ says that the weights of the targets exceed those of the outliers by 1. When there are outliers, a target can therefore reach $\alpha_i = C$
# for any $C$.

# %% solution_only=true
solution = svdd.solve_dual(Linear()(example[0] - example[0].mean(axis=0)), example[1], 1.0)
print("weights of the targets:", solution.alpha[:2].round(3), " slacks:", solution.xi[:2].round(3))

# %% [markdown]
# ## 13.10 Repaired, and what becomes of new points
#
# The Gram matrix `G` of $n$ training points has negative eigenvalues, and section 13.6 repairs it: it sets them to 0. After that, training point $i$ is where its coordinates $\sqrt{\lambda_l}\,V_{il}$ say, one for each eigenvalue $\lambda_l > 0$. Now put $m$ new points into the same space. Of each you have a row of `K_new`, its kernel values with the training points from before the repair, and its coordinates are $\sum_iK(x, x_i)\,V_{il}/\sqrt{\lambda_l}$. Return an array of shape `(m, n + 1)`: the inner products of each new point with the $n$ training points, and in the last column the one with itself.

# %% exercise="13.10"
def repaired_values(G, K_new):
    """Inner products after the repair: with each training point, and in the last column with itself.

    Parameters
    ----------
    G : (n, n) array, symmetric; no eigenvalue is 0
    K_new : (m, n) array, kernel values of new points with the training points

    Returns
    -------
    (m, n + 1) array
    """
    ### BEGIN SOLUTION
    values, vectors = np.linalg.eigh(G)
    kept = values > 0
    coordinates = K_new @ vectors[:, kept] / np.sqrt(values[kept])
    training = vectors[:, kept] * np.sqrt(values[kept])
    return np.column_stack([coordinates @ training.T, (coordinates**2).sum(axis=1)])
    ### END SOLUTION

# %% check="13.10" points=2
from kernelcourse import check
check("13.10", repaired_values)

# %% [markdown] solution_only=true
# In the first $n$ columns the roots cancel: what is left is the row of `K_new`, projected on the eigenvectors that were kept. A training point, asked about as if it were new, gets its row of the repaired matrix.
