# %% [markdown]
# # Exam
#
# Each question asks you for a function. Write it where it says `YOUR CODE HERE`. The cell below it says whether it could be handed in; whether it is right, it
# does not say. Answers are graded by what makes them right: any form of a right answer earns all of its points.

# %%
import numpy as np

def check(key, answer):
    """Say what is handed in; it is graded later."""
    print(f"{key}: {getattr(answer, '__name__', answer)} is handed in.")

# %% [markdown]
# ## 01.E1 A Gram matrix from distances
#
# You are given all squared distances $\|x_i - x_j\|^2$ of $n$ points, as a matrix `D2` of shape `(n, n)`. Place the origin at the first point, and return the Gram matrix
# $K_{ij} = x_i\cdot x_j$ that the points then have, of shape `(n, n)`. Two points may be the same.


# %% exercise="01.E1"
def gram_from_distances(D2):
    """The dot products of points whose first one is the origin, shape (n, n)."""
    ### BEGIN SOLUTION
    return (D2[:, :1] + D2[:1] - D2) / 2
    ### END SOLUTION


# %% check="01.E1" points=4
from kernelcourse import check
check("01.E1", gram_from_distances)

# %% [markdown]
# ## 02.E1 A density with an edge
#
# Waiting times are never negative, but the window of a small one reaches below 0, and the estimate loses what lies there. A remedy: mirror the sample at 0, let both the
# sample and its mirror image have windows, and count only where $x \ge 0$, so that the density integrates to 1 there. Return this estimate with Gaussian windows of standard
# deviation `h` at the points `x0` of shape `(m,)`, from the sample `x` of shape `(n,)`.


# %% exercise="02.E1"
def reflected_density(x0, x, h):
    """The density at each of x0 ≥ 0, shape (m,)."""

    ### BEGIN SOLUTION
    def phi(u):
        return np.exp(-(u**2) / 2) / np.sqrt(2 * np.pi)

    return (phi((x0[:, None] - x) / h) + phi((x0[:, None] + x) / h)).mean(axis=1) / h
    ### END SOLUTION


# %% check="02.E1" points=4
from kernelcourse import check
check("02.E1", reflected_density)

# %% [markdown]
# ## 03.E1 Two balls, how far apart?
#
# Two minimum-volume balls were fitted to the same $n$ points, with different $\nu$. Their centers are $c = \sum_i\alpha_i\Phi(x_i)$ and $c' = \sum_i\beta_i\Phi(x_i)$. Return
# the squared distance $\|c - c'\|^2$ from the kernel values `K` of shape `(n, n)` and the two vectors of weights.


# %% exercise="03.E1"
def centers_apart(K, alpha, beta):
    """‖c − c′‖², a number."""
    ### BEGIN SOLUTION
    return (alpha - beta) @ K @ (alpha - beta)
    ### END SOLUTION


# %% check="03.E1" points=3
from kernelcourse import check
check("03.E1", centers_apart)

# %% [markdown]
# ## 04.E1 From the hyperplane back to the ball
#
# For a kernel with $K(x, x) = \kappa$ for all $x$, the hyperplane of the one-class support vector machine and the surface of the minimum-volume ball are the same set: the points with
# $\sum_i\alpha_iK(x, x_i) = \rho$. Return the squared radius $R^2$ of the ball from the kernel values `K` of shape `(n, n)`, the weights `alpha` (which sum to 1), `rho` and `kappa`.


# %% exercise="04.E1"
def radius_from_offset(K, alpha, rho, kappa):
    """R², a number."""
    ### BEGIN SOLUTION
    return kappa - 2 * rho + alpha @ K @ alpha
    ### END SOLUTION


# %% check="04.E1" points=4
from kernelcourse import check
check("04.E1", radius_from_offset)

# %% [markdown]
# ## 05.E1 What merging two clusters costs
#
# The points `X` of shape `(n, p)` are divided into clusters, `labels` of shape `(n,)`. Merge the clusters `k` and `l`. By how much does the criterion $J$, the sum of the squared
# distances to the means of the clusters, rise? Derive it on paper: a formula without a loop is enough.


# %% exercise="05.E1"
def rise_of_criterion(X, labels, k, l):
    """J after the merger less J before, a number."""
    ### BEGIN SOLUTION
    A, B = X[labels == k], X[labels == l]
    return len(A) * len(B) / (len(A) + len(B)) * ((A.mean(axis=0) - B.mean(axis=0)) ** 2).sum()
    ### END SOLUTION


# %% check="05.E1" points=4
from kernelcourse import check
check("05.E1", rise_of_criterion)

# %% [markdown]
# ## 06.E1 How far apart are the prototypes?
#
# Kernel c-means has divided $n$ points into $c$ clusters, `labels` of shape `(n,)` with the values $0$ to $c - 1$. Return the squared distances $\|v_k - v_l\|^2$ of all pairs of
# prototypes in feature space, as a matrix of shape `(c, c)`, from the kernel values `K` of shape `(n, n)`.


# %% exercise="06.E1"
def prototypes_apart(K, labels):
    """‖vₖ − vₗ‖² for all pairs of clusters, shape (c, c)."""
    ### BEGIN SOLUTION
    U = labels[:, None] == np.arange(labels.max() + 1)
    W = U / U.sum(axis=0)
    M = W.T @ K @ W
    return np.diag(M)[:, None] + np.diag(M) - 2 * M
    ### END SOLUTION


# %% check="06.E1" points=4
from kernelcourse import check
check("06.E1", prototypes_apart)

# %% [markdown]
# ## 07.E1 The variance along an axis made of points
#
# An axis in feature space is given by coefficients: it has the direction of $\sum_i\beta_i\Phi(x_i)$, which may have any length. Return the variance of the coordinates of the $n$ points along
# this axis, in units of length of the feature space. The kernel values `K` of shape `(n, n)` are *not* centered. A variance is divided by $n$.


# %% exercise="07.E1"
def variance_along_points(K, beta):
    """The variance of the points along the axis, a number."""
    ### BEGIN SOLUTION
    return (K @ beta).var() / (beta @ K @ beta)
    ### END SOLUTION


# %% check="07.E1" points=4
from kernelcourse import check
check("07.E1", variance_along_points)

# %% [markdown]
# ## 08.E1 How well does a component tell two classes apart?
#
# You have the scores `z` of $n$ points on a component, and `is_one`, which says of each point whether it belongs to class 1 (True) or to class 0. Take all pairs of one point of each class.
# In which share of them does the point of class 1 have the larger score? A pair of equal scores counts one half.


# %% exercise="08.E1"
def share_in_order(z, is_one):
    """The share of pairs whose point of class 1 has the larger score."""
    ### BEGIN SOLUTION
    D = z[is_one][:, None] - z[~is_one]
    return (D > 0).mean() + (D == 0).mean() / 2
    ### END SOLUTION


# %% check="08.E1" points=3
from kernelcourse import check
check("08.E1", share_in_order)

# %% [markdown]
# ## 09.E1 Which way is down, with a polynomial kernel?
#
# Take the kernel $K(x, y) = (1 + x\cdot y)^2$. For a point $z$, training points $x_i$ in the rows of `X` and weights $w_i$, let $\rho(z) = K(z, z) - 2\sum_i w_iK(z, x_i)$. Return the
# gradient of $\rho$ at `z`, of the same shape as `z`.


# %% exercise="09.E1"
def polynomial_gradient(z, X, w):
    """∇ρ(z), shape (p,)."""
    ### BEGIN SOLUTION
    return 4 * (1 + z @ z) * z - 4 * (w * (1 + X @ z)) @ X
    ### END SOLUTION


# %% check="09.E1" points=5
from kernelcourse import check
check("09.E1", polynomial_gradient)

# %% [markdown]
# ## 10.E1 Points that count more
#
# Some values were measured more often than others. Minimize $\sum_i w_i(y_i - f(x_i))^2 + \lambda\|f\|^2$ over $f = \sum_i\alpha_ik(x_i, \cdot)$, with weights $w_i > 0$. Return the
# coefficients $\alpha$, of shape `(n,)`. There is no intercept.


# %% exercise="10.E1"
def weighted_coefficients(K, y, weights, lam):
    """The coefficients of the best f, shape (n,)."""
    ### BEGIN SOLUTION
    return np.linalg.solve(K + np.diag(lam / weights), y)
    ### END SOLUTION


# %% check="10.E1" points=5
from kernelcourse import check
check("10.E1", weighted_coefficients)

# %% [markdown]
# ## 11.E1 Probabilities for another population
#
# A kernel logistic regression was trained on patients of whom the share `trained` was ill (class 1). It gives the score $f$, and $1/(1 + e^{-f})$ is the probability of being ill for somebody of *that* population. Now it is
# used where the share `used` is ill; the ill look as they did, and so do the healthy. Return the probabilities there, one for each score in `f`. The shares may be the same.


# %% exercise="11.E1"
def probabilities_elsewhere(f, trained, used):
    """The probability of class 1 at each score, shape (n,)."""
    ### BEGIN SOLUTION
    one = used / trained / (1 + np.exp(-f))
    zero = (1 - used) / (1 - trained) / (1 + np.exp(f))
    return one / (one + zero)
    ### END SOLUTION


# %% check="11.E1" points=4
from kernelcourse import check
check("11.E1", probabilities_elsewhere)

# %% [markdown]
# ## 12.E1 A kernel of pairs
#
# Somebody likes thing $i$ better than thing $j$: a support vector machine that learns what he likes looks at the difference $\Phi(x_i) - \Phi(x_j)$. Return the dot products of all such differences, as a
# matrix of shape `(m, m)`, from the kernel values `K` of the $n$ things and `pairs` of shape `(m, 2)`, whose rows are $(i, j)$.


# %% exercise="12.E1"
def kernel_of_pairs(K, pairs):
    """The dot products of the differences, shape (m, m)."""
    ### BEGIN SOLUTION
    i, j = pairs.T
    rows = K[i] - K[j]
    return rows[:, i] - rows[:, j]
    ### END SOLUTION


# %% check="12.E1" points=4
from kernelcourse import check
check("12.E1", kernel_of_pairs)

# %% [markdown]
# ## 13.E1 Should the ball grow?
#
# A ball for two classes costs $R^2 + C\sum_i\xi_i$, where $\xi_i = \max\big(0,\; y_i(\|\Phi(x_i) - c\|^2 - R^2)\big)$, with $y_i = 1$ for the targets and $y_i = -1$ for the others. Its center stays where it is. By how much does the cost change for a
# small change of $R^2$, divided by that change? You are given `R2`, the squared distances `d2` of the points from the center, `y` and `C`. No point lies on the surface.

# %% exercise="13.E1"
def slope_in_radius(R2, d2, y, C):
    """The derivative of the cost in R², a number."""
    ### BEGIN SOLUTION
    targets_outside = (y == 1) & (d2 > R2)
    others_inside = (y == -1) & (d2 < R2)
    return 1 - C * targets_outside.sum() + C * others_inside.sum()
    ### END SOLUTION

# %% check="13.E1" points=4
from kernelcourse import check
check("13.E1", slope_in_radius)

# %% [markdown]
# ## 14.E1 Alignments that stay near the diagonal
#
# `C` of shape `(n, n)` holds what it costs to pair element $i$ of one sequence with element $j$ of another. An alignment starts at $(0, 0)$, ends at $(n - 1, n - 1)$, goes on by one step down, right or both, and costs the sum over
# all of its cells. Return the cost of the cheapest alignment of which every cell has $|i - j| \le$ `width`. The width may be 0.


# %% exercise="14.E1"
def cheapest_in_band(C, width):
    """The cost of the cheapest alignment in the band, a number."""
    ### BEGIN SOLUTION
    n = len(C)
    D = np.full((n + 1, n + 1), np.inf)
    D[0, 0] = 0
    for i in range(n):
        for j in range(max(0, i - width), min(n, i + width + 1)):
            D[i + 1, j + 1] = C[i, j] + min(D[i, j], D[i, j + 1], D[i + 1, j])
    return D[n, n]
    ### END SOLUTION


# %% check="14.E1" points=5
from kernelcourse import check
check("14.E1", cheapest_in_band)

# %% [markdown]
# ## 15.E1 A Fisher kernel for counts
#
# The Poisson distribution gives the count $x$ the probability $e^{-\mu}\mu^x/x!$. Derive the score of $\mu$ and its information, and return the Fisher kernel $J(x)\,I^{-1}J(y)$ between all counts in `x` and all in `y`, of shape `(n, m)`,
# for the mean $\mu$ that is given.


# %% exercise="15.E1"
def fisher_kernel_of_counts(x, y, mean):
    """The Fisher kernel between counts, shape (n, m)."""
    ### BEGIN SOLUTION
    return np.outer(x - mean, y - mean) / mean
    ### END SOLUTION


# %% check="15.E1" points=4
from kernelcourse import check
check("15.E1", fisher_kernel_of_counts)

# %% [markdown]
# ## 16.E1 A prediction without features
#
# A model on landmarks predicts $w\cdot f(x)$ with the features $f(x) = \mathbf{R}^{-\top}k(Z, x)$, where $\mathbf{R}$ is upper triangular and $\mathbf{R}^\top\mathbf{R} = k(Z, Z)$. To predict without making features, you want
# coefficients $\beta$ of the landmarks with $w\cdot f(x) = \sum_j\beta_jk(z_j, x)$ for every $x$. Return them, from `R` of shape `(m, m)` and `w` of shape `(m,)`.


# %% exercise="16.E1"
def landmark_coefficients(R, w):
    """The coefficients of the landmarks, shape (m,)."""
    ### BEGIN SOLUTION
    return np.linalg.solve(R, w)
    ### END SOLUTION


# %% check="16.E1" points=3
from kernelcourse import check
check("16.E1", landmark_coefficients)

# %% [markdown]
# ## 17.E1 Two means from distances alone
#
# Nobody gives you kernel values, only squared distances of mapped points: `D_x`, shape `(n, n)`, within a first sample, `D_xy`, shape `(n, m)`, between both, and `D_y`, shape `(m, m)`, within the second. Return the squared distance of the two means in feature space.


# %% exercise="17.E1"
def distance_from_distances(D_x, D_xy, D_y):
    """The squared distance of the two means, a number."""
    ### BEGIN SOLUTION
    return D_xy.mean() - D_x.mean() / 2 - D_y.mean() / 2
    ### END SOLUTION


# %% check="17.E1" points=3
from kernelcourse import check
check("17.E1", distance_from_distances)

# %% [markdown]
# ## 18.E1 How sure is a difference?
#
# Let $f$ be random, with jointly normal values of mean 0 and covariance $k$, and let targets at $n$ points be values of $f$ plus independent normal noise of variance `lam`. Two places $z_1$ and $z_2$ have the kernel values `K_zz`, shape `(2, 2)`, with each other and `K_zx`, shape `(2, n)`, with the points; `K`, shape `(n, n)`, are those of the points. Return the posterior variance of the difference $f(z_1) - f(z_2)$.


# %% exercise="18.E1"
def variance_of_difference(K_zz, K_zx, K, lam):
    """The variance of f(z₁) − f(z₂), a number."""
    ### BEGIN SOLUTION
    S = K_zz - K_zx @ np.linalg.solve(K + lam * np.eye(len(K)), K_zx.T)
    return S[0, 0] + S[1, 1] - 2 * S[0, 1]
    ### END SOLUTION


# %% check="18.E1" points=3
from kernelcourse import check
check("18.E1", variance_of_difference)
