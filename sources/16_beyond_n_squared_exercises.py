# %% [markdown]
# # 16 · Beyond n²: exercises
#
# You will measure what landmarks leave, make features of landmarks and of waves, put together what several hospitals know without showing each other their data, and certify a ball around rows that its solver has never seen. Write each answer where it says `YOUR CODE HERE`, run the cell, and
# then run the check below it. The check draws new problems each time and tells you one of four things: that nothing was attempted, that your code raised an error (and where), that the answer is not right yet (with a hint where
# we know the mistake), or that it is right, with the certificate that proves it. Every right form passes.
#
# You need [chapter 16](../notebooks/16_beyond_n_squared.ipynb).

# %%
import numpy as np

# %% [markdown]
# ## 16.1 What is left?
#
# Somebody has chosen $m$ landmarks, and you would like to know how good they are. You get three arrays: `K_xx`, shape `(n,)`, holds the values $k(x_i, x_i)$ of $n$ points; `K_xz`, shape `(n, m)`, holds the kernel values of the points at the landmarks; and `K_zz`, shape `(m, m)`, those of the landmarks among themselves. With Nyström's approximation $\hat{\mathbf{K}}$ of $\mathbf{K}$, return the trace of $\mathbf{K} - \hat{\mathbf{K}}$, which is what the landmarks leave. The landmarks need not be among the points. If every point is a landmark, nothing is left.

# %% exercise="16.1"
def trace_left(K_xx, K_xz, K_zz):
    """tr(K − K̂), a number."""
    ### BEGIN SOLUTION
    return K_xx.sum() - (K_xz * np.linalg.solve(K_zz, K_xz.T).T).sum()
    ### END SOLUTION

# %% check="16.1" points=1
from kernelcourse import check
check("16.1", trace_left)

# %% [markdown] solution_only=true
# Only the diagonal of $\mathbf{K}$ and $m$ of its columns went into this. That is why we can compute it for a million points.

# %% [markdown]
# ## 16.2 Make the features
#
# From `K_xz` and `K_zz`, return features $\mathbf{F}$, shape `(n, m)`, such that $\mathbf{F}\mathbf{F}^\top$ is Nyström's approximation. If you turn or mirror the axes, the inner products stay the same. So there are many such features, and each of them is right.

# %% exercise="16.2"
def make_features(K_xz, K_zz):
    """F, shape (n, m)."""
    ### BEGIN SOLUTION
    L = np.linalg.cholesky(K_zz)
    return np.linalg.solve(L, K_xz.T).T
    ### END SOLUTION

# %% check="16.2" points=1
from kernelcourse import check
check("16.2", make_features)

# %% [markdown]
# ## 16.3 One step of RPCholesky
#
# RPCholesky is in the middle of its work. The matrix `E`, shape `(n, n)`, is what the landmarks so far have left of $\mathbf{K}$. The next draw has fallen on point `s`, which now becomes a landmark. Return a pair: the probabilities that the points had in this draw, shape `(n,)`, and what is left of $\mathbf{K}$ afterwards, shape `(n, n)`. Some
# other point may be a landmark already. Then its row and its column of `E` are 0.

# %% exercise="16.3"
def rpcholesky_step(E, s):
    """The pair (probabilities, new E)."""
    ### BEGIN SOLUTION
    diagonal = np.diag(E)
    return diagonal / diagonal.sum(), E - np.outer(E[:, s], E[:, s]) / E[s, s]
    ### END SOLUTION

# %% check="16.3" points=2
from kernelcourse import check
check("16.3", rpcholesky_step)

# %% [markdown]
# ## 16.4 Leverage scores
#
# There is another measure of how much we need a point as a landmark. The values that kernel ridge regression without an intercept fits are $\hat y = \mathbf{S}y$ with some matrix $\mathbf{S}$, and $S_{ii}$ says how far the fit at $x_i$ follows the target of that very point. A lonely point has no other to follow, so its $S_{ii}$ is large. In a crowd, each point follows the others, and its
# own $S_{ii}$ is small. Return these **leverage scores** of all points, shape `(n,)`, from the Gram matrix `K` and the price `lam`. If a point is there four times, each of the four has a lower score than it would have alone.

# %% exercise="16.4"
def leverage_scores(K, lam):
    """Sᵢᵢ of each point, shape (n,)."""
    ### BEGIN SOLUTION
    return np.diag(np.linalg.solve(K + lam * np.eye(len(K)), K))
    ### END SOLUTION

# %% check="16.4" points=1
from kernelcourse import check
check("16.4", leverage_scores)

# %% [markdown] solution_only=true
# One can draw landmarks in proportion to these scores. But the scores need all of $\mathbf{K}$, so in practice they are estimated from a first set of landmarks. Their sum is the number of degrees of freedom of chapter 10, and it says roughly how many landmarks the fit asks for.

# %% [markdown]
# ## 16.5 Random waves
#
# Now to features that do not look at the data. You get points `X`, shape `(n, p)`, and frequencies `omega`, shape `(m, p)`, which somebody has drawn. Return features, shape `(n, 2m)`, such that the product $\varphi(x)^\top\varphi(y)$ of any two points is the mean of $\cos\omega_j^\top(x - y)$ over the $m$ frequencies. The order of the columns does not matter.

# %% exercise="16.5"
def wave_features(X, omega):
    """F, shape (n, 2m)."""
    ### BEGIN SOLUTION
    angles = X @ omega.T
    return np.hstack([np.cos(angles), np.sin(angles)]) / np.sqrt(len(omega))
    ### END SOLUTION

# %% check="16.5" points=1
from kernelcourse import check
check("16.5", wave_features)

# %% [markdown]
# ## 16.6 Put covariances together
#
# A few hospitals each hold some rows of a table, and none of them may show its rows to the others. But each may tell how many rows it has, their mean, and their covariance matrix. (That is the mean of products over the rows, with $n$ in the denominator and not $n - 1$.) From `counts`, shape `(B,)`, `means`, shape `(B, p)`, and `covariances`,
# shape `(B, p, p)`, return the covariance matrix of all rows together, shape `(p, p)`. A hospital may have a single row. Then its covariance matrix is 0.

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
from kernelcourse import check
check("16.6", merged_covariance)

# %% [markdown] solution_only=true
# We turned what each hospital told back into sums, added these up, and turned the total into a covariance matrix. The same works for everything that can be computed from sums.

# %% [markdown]
# ## 16.7 The gap of all rows
#
# Somebody shows you a ball that was found on a working sample: weights `alpha`, shape `(l,)`, which sum to 1, and a squared radius `R2`. Is it the minimum-volume ball of *all* $n$ rows, for the share `nu`? To find out, a pass has collected `K_xx`, shape `(n,)`, with the values $k(x_i, x_i)$ of all rows, and `K_xw`, shape `(n, l)`, with their kernel values at the working
# sample. The Gram matrix of the sample is `K_ww`, shape `(l, l)`. Return the duality gap of the problem of all rows. It may be that no row lies outside, and the sample may hold all rows.

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
from kernelcourse import check
check("16.7", gap_of_all_rows)

# %% [markdown]
# ## 16.8 Predict: what travels?
#
# You plan a ridge regression of a billion rows on a cluster, with a thousand landmarks. A block has $10^4$ rows. The workers add up groups of four blocks, and for each group they send one matrix $\mathbf{F}^\top\mathbf{F}$, in numbers of 8 bytes. How many gigabytes ($10^9$ bytes) does the machine that adds up the groups receive? Leave out all that is smaller than
# $\mathbf{F}^\top\mathbf{F}$.

# %% exercise="16.8"
gigabytes = ...
### BEGIN SOLUTION
gigabytes = 1e9 / (4 * 1e4) * 1000**2 * 8 / 1e9
### END SOLUTION

# %% check="16.8" points=1
from kernelcourse import check
check("16.8", gigabytes)

# %% [markdown] solution_only=true
# That is ⟦gigabytes:.0f⟧ gigabytes, which is ⟦more than the rows themselves ⇐ gigabytes > 1e9 * 8 * 8 / 1e9⟧ have if each of them is eight numbers! Larger groups are the cure.

# %% [markdown]
# ## 16.9 How many landmarks do digits need?
#
# Now to real data. Each row of `X`, shape `(n, 256)`, is a handwritten digit of the USPS set, and `gamma` is the inverse width of an RBF kernel. Choose landmarks by the greedy rule: always take the image of which most is left, and where several are equal, take the first of them. How many landmarks does it take until at most the share `share` of the trace of $\mathbf{K}$ is left?
# Return the smallest such number. It is at least 1. An image may be there twice.
#
# In the beginning all images are equal, since $k(x, x) = 1$ for each. So the first image is the first landmark. (Do not let rounding choose another one: if you compute the distance of an image from itself as a difference of two large numbers, it may come out a little above 0.)

# %% exercise="16.9"
def landmarks_needed(X, gamma, share):
    """A number of landmarks, an integer."""
    ### BEGIN SOLUTION
    E = np.exp(-gamma * ((X[:, None] - X) ** 2).sum(axis=2))  # its diagonal is exactly 1
    for m in range(1, len(X) + 1):
        s = np.argmax(np.diag(E))
        column = E[:, s] / np.sqrt(E[s, s])
        E = E - np.outer(column, column)
        if np.trace(E) <= share * len(X):
            return m
    return len(X)
    ### END SOLUTION

# %% check="16.9" points=2
from kernelcourse import check
check("16.9", landmarks_needed)

# %% [markdown] solution_only=true
# For an RBF kernel all $k(x, x)$ are 1, so the trace of $\mathbf{K}$ is the number of images.

# %% [markdown]
# ## 16.10 Judge a fit by its residuals
#
# A colleague sends you the predictions of a ridge regression on features. She does not say which features. You get `y` and `f`, shape `(n,)`, the targets and her predictions at all points, with the intercept `b` in them; the price `lam`; and `K_s`, shape `(s, n)`, the exact kernel values of $s$ of the points with all points. `asked`, shape `(s,)`, says which points these are. Return the residuals of the exact equations of these points, shape `(s,)`: left side less right side of
#
# $$\sum_j k(x_s, x_j)\,\alpha_j + \lambda\alpha_s = y_s - b ,$$
#
# with the dual variables that her errors stand for.

# %% exercise="16.10"
def residuals(K_s, y, f, asked, b, lam):
    """What is left of the equations of some points, shape (s,)."""
    ### BEGIN SOLUTION
    alpha = (y - f) / lam
    return K_s @ alpha + lam * alpha[asked] - (y[asked] - b)
    ### END SOLUTION

# %% check="16.10" points=2
from kernelcourse import check
check("16.10", residuals)

# %% [markdown] solution_only=true
# Since $\lambda\alpha_s = y_s - f_s$, the residual is also $\sum_j k(x_s, x_j)\alpha_j - (f_s - b)$: what the exact kernel makes of her dual variables, less what her features made of them.
