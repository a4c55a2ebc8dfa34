# %% [markdown]
# # 18 · Error bars: exercises
#
# Write each function where it says `YOUR CODE HERE`, run the cell, and then run the check below it. All that you need stands in
# [chapter 18](../notebooks/18_error_bars.ipynb). The exercises get harder toward the end. [Exercises 10.12 and 10.13](../exercises/10_kernel_ridge_exercises.ipynb), on the error bar itself and on the slopes of the likelihood, go well before these.

# %%
import numpy as np

# %% [markdown]
# ## 18.1 A band for new targets
#
# Let $f$ be random, with jointly normal values of mean 0 and covariance $k(x, z)$, and let each target be $f(x_i)$ plus independent normal noise of variance `lam`. You get `k_new`, shape `(m,)`, which holds $k(x, x)$ of $m$ new places; `K_new`, shape `(m, n)`, their kernel values with the $n$ points; `K`, shape `(n, n)`, those of the points; and the targets `y`. Return a pair, `low` and `high`, both of shape `(m,)`: at each new place, a band around the mean that holds 95% of new *targets*, with 1.96 standard deviations on each side. A new place may be a point, and a point may be there twice.

# %% exercise="18.1"
def band_of_targets(k_new, K_new, K, y, lam):
    """The pair (low, high), each of shape (m,)."""
    ### BEGIN SOLUTION
    weights = np.linalg.solve(K + lam * np.eye(len(K)), K_new.T).T
    mean = weights @ y
    half = 1.96 * np.sqrt(k_new - (weights * K_new).sum(axis=1) + lam)
    return mean - half, mean + half
    ### END SOLUTION

# %% check="18.1" points=1
from kernelcourse import check
check("18.1", band_of_targets)

# %% [markdown]
# ## 18.2 Draw functions that agree with the targets
#
# At $m$ places, a random function has the posterior mean `mean`, shape `(m,)`, and the posterior covariance `S`, shape `(m, m)`. You get independent standard normal numbers `Z`, shape `(m, d)`, and are to turn each column into the values of one drawn function. Return the draws, shape `(m, d)`. There are several right ways, and the check accepts each of them: what you add to the mean has to be $\mathbf{L}\mathbf{Z}$ with $\mathbf{L}\mathbf{L}^\top = \mathbf{S}$. All eigenvalues of `S` are above 0.

# %% exercise="18.2"
def drawn_functions(mean, S, Z):
    """Values of d functions at the m places, shape (m, d)."""
    ### BEGIN SOLUTION
    return mean[:, None] + np.linalg.cholesky(S) @ Z
    ### END SOLUTION

# %% check="18.2" points=1
from kernelcourse import check
check("18.2", drawn_functions)

# %% [markdown] solution_only=true
# Why does that give the covariance? The mean of $\mathbf{L}z z^\top\mathbf{L}^\top$ is $\mathbf{L}\mathbf{L}^\top$, because the entries of $z$ are independent and have variance 1. Eigenvectors times the roots of their eigenvalues do as well.

# %% [markdown]
# ## 18.3 Uphill, for each width
#
# The RBF kernel has a width for each column, $k(x, z) = \exp(-\sum_j\gamma_j(x_j - z_j)^2)$. You get the points `X`, shape `(n, p)`, the targets `y`, the numbers `gamma`, shape `(p,)`, and `lam`. The targets are normal with mean 0 and covariance $\mathbf{K} + \lambda\mathbf{I}_n$. Return the slopes of $\log p(y)$ in $\log\gamma_1, \dots, \log\gamma_p$, shape `(p,)`. What do you expect for a column that is the same for all points?

# %% exercise="18.3"
def slopes_of_widths(X, y, gamma, lam):
    """∂ log p(y) / ∂ log γⱼ of each column, shape (p,)."""
    ### BEGIN SOLUTION
    squares = (X[:, None, :] - X) ** 2 * gamma
    K = np.exp(-squares.sum(axis=2))
    G = np.linalg.inv(K + lam * np.eye(len(y)))
    alpha = G @ y
    changes = -squares * K[:, :, None]
    return np.array([(alpha @ D @ alpha - (G * D).sum()) / 2 for D in changes.transpose(2, 0, 1)])
    ### END SOLUTION

# %% check="18.3" points=2
from kernelcourse import check
check("18.3", slopes_of_widths)

# %% [markdown] solution_only=true
# A column that is the same for all points has the slope 0: no distance depends on its width.

# %% [markdown]
# ## 18.4 Take a series apart
#
# A random function is the sum of two independent ones, $f = f_1 + f_2$, say a trend and a season, with the covariances $k_1$ and $k_2$. The targets are values of the *sum*, with noise of variance `lam`. What do they say of the first part alone? You get `k1_new`, shape `(m,)`, with $k_1(x, x)$ of $m$ new places; `K1_new`, shape `(m, n)`, their kernel values $k_1$ with the points; both Gram matrices `K1` and `K2`, shape `(n, n)`; and `y` and `lam`. Return a pair: the posterior mean and the posterior variance of $f_1$ at the new places, each of shape `(m,)`.

# %% exercise="18.4"
def first_part(k1_new, K1_new, K1, K2, y, lam):
    """The pair (mean, variance) of f₁, each of shape (m,)."""
    ### BEGIN SOLUTION
    weights = np.linalg.solve(K1 + K2 + lam * np.eye(len(y)), K1_new.T).T
    return weights @ y, k1_new - (weights * K1_new).sum(axis=1)
    ### END SOLUTION

# %% check="18.4" points=2
from kernelcourse import check
check("18.4", first_part)

# %% [markdown] solution_only=true
# For the first part, the second is noise, only that its values depend on each other. This is why $\mathbf{K}_2$ stands beside $\lambda\mathbf{I}$.

# %% [markdown]
# ## 18.5 A scale that was estimated
#
# As in 18.1, but now the covariances are $\tau$ times what you get, and $\tau$ has to be estimated from the same targets. There is no intercept. Return, for each new place, half the width of the band around the mean that holds a share of `share` of new targets, shape `(m,)`. With few targets, 1.96 will not do. (`scipy.stats.t.ppf` gives quantiles of Student's $t$.)

# %% exercise="18.5"
from scipy.stats import t

def half_widths(k_new, K_new, K, y, lam, share):
    """Half the width of the band at each new place, shape (m,)."""
    ### BEGIN SOLUTION
    M = K + lam * np.eye(len(y))
    variance = k_new - (K_new.T * np.linalg.solve(M, K_new.T)).sum(axis=0) + lam
    tau = y @ np.linalg.solve(M, y) / len(y)
    return t.ppf((1 + share) / 2, len(y)) * np.sqrt(tau * variance)
    ### END SOLUTION

# %% check="18.5" points=2
from kernelcourse import check
check("18.5", half_widths)

# %% [markdown]
# ## 18.6 Where to measure next?
#
# There are $N$ places, with the kernel values `K`, shape `(N, N)`. At those with the numbers `measured` (perhaps none), targets have been measured, with noise of variance `lam`. You want to know $f$ at the place with the number `of_interest`, where nothing can be measured, and you may measure *one* more place. Return its number: of all places that are neither measured nor of interest, the one that makes the error bar at the place of interest smallest. You do not get the targets.

# %% exercise="18.6"
def next_place(K, measured, of_interest, lam):
    """The number of a place, a row of K."""
    ### BEGIN SOLUTION
    def variance(rows):
        M = K[np.ix_(rows, rows)] + lam * np.eye(len(rows))
        return K[of_interest, of_interest] - K[of_interest, rows] @ np.linalg.solve(M, K[rows, of_interest])

    free = [i for i in range(len(K)) if i not in measured and i != of_interest]
    return min(free, key=lambda i: variance([*measured, i]))
    ### END SOLUTION

# %% check="18.6" points=2
from kernelcourse import check
check("18.6", next_place)

# %% [markdown] solution_only=true
# This is how experiments are planned: the error bars of all plans are known before the first of them is carried out.
