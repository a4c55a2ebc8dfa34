# %% [markdown]
# # 16 · Beyond n²: exercises
#
# Write each function where it says `YOUR CODE HERE`, run the cell, then run the check below it. You need
# [chapter 16](../notebooks/16_beyond_n_squared.ipynb).

# %%
import numpy as np

# %% [markdown]
# ## 16.1 What is left?
#
# `K_xx`, shape `(n,)`, holds the values $k(x_i, x_i)$ of $n$ points, `K_xz`, shape `(n, m)`, their kernel values at $m$ landmarks, and `K_zz`, shape `(m, m)`, those between landmarks. Return the trace of what Nyström's approximation leaves of $\mathbf{K}$. Landmarks need not be among the points. If every point is a landmark, nothing is left.

# %% exercise="16.1"
def trace_left(K_xx, K_xz, K_zz):
    """tr(K − K̂), a number."""
    ### BEGIN SOLUTION
    return K_xx.sum() - (K_xz * np.linalg.solve(K_zz, K_xz.T).T).sum()
    ### END SOLUTION

# %% check="16.1" points=1
from kernelsy19.course.exercises import check
check("16.1", trace_left)

# %% [markdown] solution_only=true
# Only the diagonal of $\mathbf{K}$ and $m$ of its columns went into this. That is why it can be had for a million points.

# %% [markdown]
# ## 16.2 Make the features
#
# From the same kernel values, return features $\mathbf{F}$, shape `(n, m)`, whose products are Nyström's approximation. There are many such features, and each of them is right.

# %% exercise="16.2"
def make_features(K_xz, K_zz):
    """F, shape (n, m)."""
    ### BEGIN SOLUTION
    L = np.linalg.cholesky(K_zz)
    return np.linalg.solve(L, K_xz.T).T
    ### END SOLUTION

# %% check="16.2" points=1
from kernelsy19.course.exercises import check
check("16.2", make_features)

# %% [markdown]
# ## 16.3 One step of RPCholesky
#
# `E`, shape `(n, n)`, is what landmarks have left of $\mathbf{K}$ so far. Point `s` has been drawn and becomes a landmark. Return a pair: the probabilities with which the points *were* drawn, shape `(n,)`, and what is left afterwards, shape `(n, n)`. Another point may be a landmark already: its row and column of `E` are 0.

# %% exercise="16.3"
def rpcholesky_step(E, s):
    """The pair (probabilities, new E)."""
    ### BEGIN SOLUTION
    diagonal = np.diag(E)
    return diagonal / diagonal.sum(), E - np.outer(E[:, s], E[:, s]) / E[s, s]
    ### END SOLUTION

# %% check="16.3" points=2
from kernelsy19.course.exercises import check
check("16.3", rpcholesky_step)

# %% [markdown]
# ## 16.4 Leverage scores
#
# There is another measure of how much a point is needed as a landmark. Kernel ridge regression without an intercept fits $\hat y = \mathbf{S}y$, and $S_{ii}$ says how far the fit at $x_i$ follows its own target: a lonely point has to follow it, and a point in a crowd hardly does. Return these **leverage scores** of all points, shape `(n,)`, from the Gram matrix and the price
# `lam`. If a point is there four times, the four share what one would have.

# %% exercise="16.4"
def leverage_scores(K, lam):
    """Sᵢᵢ of each point, shape (n,)."""
    ### BEGIN SOLUTION
    return np.diag(np.linalg.solve(K + lam * np.eye(len(K)), K))
    ### END SOLUTION

# %% check="16.4" points=1
from kernelsy19.course.exercises import check
check("16.4", leverage_scores)

# %% [markdown] solution_only=true
# Landmarks that are drawn in proportion to these scores are as good as those of RPCholesky. But the scores need all of $\mathbf{K}$, so in practice they are estimated from a first set of landmarks. Their sum is the number of degrees of freedom of chapter 10: it says how many landmarks the data ask for.

# %% [markdown]
# ## 16.5 Random waves
#
# `X`, shape `(n, p)`, holds points, and `omega`, shape `(m, p)`, frequencies. Return features, shape `(n, 2m)`, whose product $f(x)^\top f(y)$ is the mean of $\cos\omega_j^\top(x - y)$ over the $m$ frequencies. The order of the columns does not matter.

# %% exercise="16.5"
def wave_features(X, omega):
    """F, shape (n, 2m)."""
    ### BEGIN SOLUTION
    angles = X @ omega.T
    return np.hstack([np.cos(angles), np.sin(angles)]) / np.sqrt(len(omega))
    ### END SOLUTION

# %% check="16.5" points=1
from kernelsy19.course.exercises import check
check("16.5", wave_features)

# %% [markdown]
# ## 16.6 Put covariances together
#
# Three colleagues each have some rows of a table that nobody may send around. Each tells the number of rows, their mean and their covariance matrix (a mean over the rows, without $n - 1$). From `counts`, shape `(B,)`, `means`, shape `(B, p)`, and `covariances`, shape `(B, p, p)`, return the covariance matrix of all rows, shape `(p, p)`. A block may
# have a single row; then its covariance is 0.

# %% exercise="16.6"
def merged_covariance(counts, means, covariances):
    """The covariance matrix of all rows, shape (p, p)."""
    ### BEGIN SOLUTION
    n = counts.sum()
    mean = counts @ means / n
    products = sum(c * (S + np.outer(mu, mu)) for c, mu, S in zip(counts, means, covariances))
    return products / n - np.outer(mean, mean)
    ### END SOLUTION

# %% check="16.6" points=2
from kernelsy19.course.exercises import check
check("16.6", merged_covariance)

# %% [markdown] solution_only=true
# Turn each block's answer back into sums, add them up, and turn the total into an answer: that works for everything that can be computed from sums.

# %% [markdown]
# ## 16.7 The gap of all rows
#
# A working sample has given weights `alpha`, shape `(l,)`, which sum to 1, and a ball of squared radius `R2`. Now a pass has collected, for all $n$ rows, `K_xx`, shape `(n,)`, with $k(x_i, x_i)$, and `K_xw`, shape `(n, l)`, the kernel values with the working sample; `K_ww`, shape `(l, l)`, is the sample's Gram matrix. Return the duality gap of the minimum-volume ball
# of all $n$ rows, for the share `nu`. It may be that nobody is outside, and that the sample has all rows.

# %% exercise="16.7"
def gap_of_all_rows(K_xx, K_xw, K_ww, alpha, R2, nu):
    """Primal less dual value, a number."""
    ### BEGIN SOLUTION
    norm2 = alpha @ K_ww @ alpha
    distances2 = K_xx - 2 * K_xw @ alpha + norm2
    primal = R2 + np.maximum(0, distances2 - R2).sum() / (nu * len(K_xx))
    return primal - (alpha @ np.diag(K_ww) - norm2)
    ### END SOLUTION

# %% check="16.7" points=2
from kernelsy19.course.exercises import check
check("16.7", gap_of_all_rows)

# %% [markdown]
# ## 16.8 Predict: what travels?
#
# A billion rows in blocks of $10^4$, a thousand landmarks, and groups of four blocks, each of which sends one sum $\mathbf{F}^\top\mathbf{F}$ in numbers of 8 bytes. How many gigabytes ($10^9$ bytes) does the machine receive that adds them up? Leave out all that is smaller than $\mathbf{F}^\top\mathbf{F}$.

# %% exercise="16.8"
gigabytes = ...
### BEGIN SOLUTION
gigabytes = 1e9 / (4 * 1e4) * 1000**2 * 8 / 1e9
### END SOLUTION

# %% check="16.8" points=1
from kernelsy19.course.exercises import check
check("16.8", gigabytes)

# %% [markdown] solution_only=true
# 200 gigabytes, more than the 64 of the rows themselves, if each has eight numbers! Larger groups are the cure.

# %% [markdown]
# ## 16.9 How many landmarks do digits need?
#
# `X`, shape `(n, 256)`, holds handwritten digits of the USPS set, one a row, and `gamma` is the inverse width of an RBF kernel. Choose landmarks greedily: always the image of which most is left, and the first of those where several are equal. Return the smallest number of landmarks, at least 1, that leave at most the share `share` of the trace of $\mathbf{K}$. An image may be
# there twice.

# %% exercise="16.9"
def landmarks_needed(X, gamma, share):
    """A number of landmarks, an integer."""
    ### BEGIN SOLUTION
    squares = (X**2).sum(axis=1)
    E = np.exp(-gamma * np.maximum(0, squares[:, None] + squares - 2 * X @ X.T))
    for m in range(1, len(X) + 1):
        s = np.argmax(np.diag(E))
        column = E[:, s] / np.sqrt(E[s, s])
        E = E - np.outer(column, column)
        if np.trace(E) <= share * len(X):
            return m
    return len(X)
    ### END SOLUTION

# %% check="16.9" points=2
from kernelsy19.course.exercises import check
check("16.9", landmarks_needed)

# %% [markdown] solution_only=true
# For an RBF kernel the trace of $\mathbf{K}$ is the number of images.
