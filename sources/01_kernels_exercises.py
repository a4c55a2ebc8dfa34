# %% [markdown]
# # 1 · Kernels: exercises
#
# Each exercise asks for a function or a value. Write it where it says `YOUR CODE HERE`, run the cell, then run the check below it. The check
# tries your function on fresh problems and answers: not attempted, raised an error (and where), not right yet (with a hint), or right, with the
# certificate that proves it. Any right form passes. Nothing you hand in can break the notebook, so try things.
#
# You need [chapter 1](../notebooks/01_kernels.ipynb).

# %%
import numpy as np

# %% [markdown]
# ## 01.1 A feature map of (x·y)²
#
# The chapter has a map for $(1 + x\cdot y)^2$. Write one for $K(x, y) = (x\cdot y)^2$ in two variables: a function that takes points `X`, shape
# `(n, 2)`, and returns their features, shape `(n, D)`, so that dot products of the rows are $(x\cdot y)^2$. You choose $D$ and the order.

# %% exercise="01.1"
def feature_map(X):
    """Φ(x) with Φ(x)·Φ(y) = (x·y)², one row a point."""
    ### BEGIN SOLUTION
    return np.column_stack([X[:, 0] ** 2, X[:, 1] ** 2, np.sqrt(2) * X[:, 0] * X[:, 1]])
    ### END SOLUTION

# %% check="01.1" points=1
from kernelsy19.course.exercises import check
check("01.1", feature_map)

# %% [markdown] solution_only=true
# $(x_1y_1 + x_2y_2)^2 = x_1^2y_1^2 + x_2^2y_2^2 + 2\,x_1x_2\,y_1y_2$, and $2 = \sqrt2\cdot\sqrt2$. With four features, $x_1x_2$ taken twice, it works too.

# %% [markdown]
# ## 01.2 The Gaussian kernel between two sets
#
# $K(x, y) = \exp(-\gamma\|x - y\|^2)$ for all pairs: `X` has shape `(n, p)`, `Y` has shape `(m, p)`, the answer `(n, m)`. Do it without a
# loop over points: `X[:, None] - Y[None]` has shape `(n, m, p)`.

# %% exercise="01.2"
def gaussian_kernel(X, Y, gamma):
    """exp(−γ‖x − y‖²) for each x in X (rows) and y in Y (columns)."""
    ### BEGIN SOLUTION
    squared_distances = ((X[:, None] - Y[None]) ** 2).sum(axis=2)
    return np.exp(-gamma * squared_distances)
    ### END SOLUTION

# %% check="01.2" points=1
from kernelsy19.course.exercises import check
check("01.2", gaussian_kernel)

# %% [markdown]
# ## 01.3 One kernel in three notations
#
# Someone hands you a number `sigma` and says where it comes from. Return the $\gamma$ of $\exp(-\gamma\|x-y\|^2)$.
#
# - `"AML"`: $\exp\big(-\|x-y\|^2 / (2\sigma^2)\big)$
# - `"PR"`: $\exp\big(-\|x-y\|^2 / \sigma^2\big)$
# - `"SY19"`: the argument `sigma` of R's `kernlab`, whose manual writes $\exp(-\sigma\|x-y\|^2)$

# %% exercise="01.3"
def gamma_of(sigma, source):
    """γ for a width σ in the notation of "AML", "PR" or "SY19"."""
    ### BEGIN SOLUTION
    if source == "AML":
        return 1 / (2 * sigma**2)
    if source == "PR":
        return 1 / sigma**2
    return sigma
    ### END SOLUTION

# %% check="01.3" points=1
from kernelsy19.course.exercises import check
check("01.3", gamma_of)

# %% [markdown]
# ## 01.4 Distances to the mean, from K alone
#
# You are given the Gram matrix `K` of $n$ points, shape `(n, n)`, and nothing else. Return the $n$ squared distances $\|\Phi(x_i) - m\|^2$ to the
# mean $m = \frac1n\sum_j\Phi(x_j)$.

# %% exercise="01.4"
def distances_to_mean(K):
    """‖Φ(xᵢ) − m‖² for each i, shape (n,)."""
    ### BEGIN SOLUTION
    return np.diag(K) - 2 * K.mean(axis=1) + K.mean()
    ### END SOLUTION

# %% check="01.4" points=2
from kernelsy19.course.exercises import check
check("01.4", distances_to_mean)

# %% [markdown]
# ## 01.5 Angles, from K alone
#
# Again from `K` alone: the matrix of cosines of the angles between the mapped points, shape `(n, n)`.

# %% exercise="01.5"
def cosines(K):
    """cos ∠(Φ(xᵢ), Φ(xⱼ)) for all pairs, shape (n, n)."""
    ### BEGIN SOLUTION
    length = np.sqrt(np.diag(K))
    return K / np.outer(length, length)
    ### END SOLUTION

# %% check="01.5" points=1
from kernelsy19.course.exercises import check
check("01.5", cosines)

# %% [markdown]
# ## 01.6 Predict: how many features?
#
# How many coordinates has the feature map of $(1 + x\cdot y)^3$ for points of 10 variables? Give the number.

# %% exercise="01.6"
n_features = ...
### BEGIN SOLUTION
n_features = 286
### END SOLUTION

# %% check="01.6" points=1
from kernelsy19.course.exercises import check
check("01.6", n_features)

# %% [markdown] solution_only=true
# One feature a monomial of degree at most 3 in 10 variables: $\binom{10 + 3}{3} = 286$. Think of three factors, each one of the ten variables or 1, the
# order not counting.

# %% [markdown]
# ## 01.7 Break it: points on which the sigmoid is no kernel
#
# Take $K(x, y) = \tanh(x\cdot y - 1)$. Find points of the plane, an array of shape `(n, 2)` with an $n$ of your choice up to 200, whose matrix has an
# eigenvalue below $-0.1$.

# %% exercise="01.7"
points = ...
### BEGIN SOLUTION
points = np.array([[0.5, 0.0], [0.0, 0.5]])
### END SOLUTION

# %% check="01.7" points=2
from kernelsy19.course.exercises import check
check("01.7", points)

# %% [markdown] solution_only=true
# A PSD matrix has $K_{ii} = e_i^\top\mathbf{K}e_i \ge 0$. Near the origin $\tanh(\|x\|^2 - 1) < 0$, so one point there is enough.

# %% [markdown]
# ## 01.8 Three kernels and one that is none
#
# For numbers $x$ and $y$: which of these is **not** a kernel? Answer `"a"`, `"b"`, `"c"` or `"d"`.
#
# - (a) $\sin(x)\,\sin(y)$
# - (b) $(xy - 1)^2$
# - (c) $(xy)^2\,\exp(-(x - y)^2)$
# - (d) $\exp(xy)$

# %% exercise="01.8"
not_a_kernel = ...
### BEGIN SOLUTION
not_a_kernel = "b"
### END SOLUTION

# %% check="01.8" points=1
from kernelsy19.course.exercises import check
check("01.8", not_a_kernel)

# %% [markdown]
# ## 01.9 Repair it: the nearest PSD matrix
#
# `S` is symmetric, shape `(n, n)`, with eigenvalues of both signs. Return the PSD matrix `A` for which $\|\mathbf{A} - \mathbf{S}\|$ is least, where the norm is the root of the
# sum of squared entries. `np.linalg.eigh` gives eigenvalues, and eigenvectors in the columns.

# %% exercise="01.9"
def nearest_psd(S):
    """The PSD matrix nearest to S in the Frobenius norm, shape (n, n)."""
    ### BEGIN SOLUTION
    values, V = np.linalg.eigh(S)
    return V @ np.diag(np.maximum(values, 0)) @ V.T
    ### END SOLUTION

# %% check="01.9" points=2
from kernelsy19.course.exercises import check
check("01.9", nearest_psd)

# %% [markdown] solution_only=true
# The norm does not change when both matrices are turned by $\mathbf{V}$, so compare with $\mathbf{\Lambda}$. The diagonal of a PSD matrix is at least 0, so the entry at a
# negative $\lambda_m$ is off by at least $|\lambda_m|$, and 0 is off by just that.

# %% [markdown]
# ## 01.10 Derive it: the distance of two means
#
# Two groups of points have the means $m_a$ and $m_b$ in feature space. Expand $\|m_a - m_b\|^2$ on paper, then write it with the kernel values within the first group,
# `K_a` `(n, n)`, between the groups, `K_ab` `(n, m)`, and within the second, `K_b` `(m, m)`.

# %% exercise="01.10"
def distance_of_means(K_a, K_ab, K_b):
    """‖m_a − m_b‖², a number."""
    ### BEGIN SOLUTION
    return K_a.mean() - 2 * K_ab.mean() + K_b.mean()
    ### END SOLUTION

# %% check="01.10" points=2
from kernelsy19.course.exercises import check
check("01.10", distance_of_means)

# %% [markdown]
# ## 01.11 In your own words
#
# A classmate says: "The Gaussian kernel maps to infinitely many dimensions, so of course it separates everything: it is cheating." What is right about it, what
# is not? Four sentences.

# %% [markdown] answer="01.11" points=3
# Right: on $n$ different points the Gaussian Gram matrix has full rank, so the images are linearly independent, and any labeling of them can be separated by a
# hyperplane. Not right: separating the training points is no merit in itself. What counts is how new points are judged, and that depends on $\gamma$: the images
# of new points lie near those of their neighbors, at a distance that $\gamma$ sets. With $\gamma$ too large every image is nearly orthogonal to every other, the
# training points are separated, and nothing is learned.
