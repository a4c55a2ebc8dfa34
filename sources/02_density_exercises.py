# %% [markdown]
# # 2 · Density: exercises
#
# Write each function where it says `YOUR CODE HERE`, run the cell, then run the check below it. It tries your function on fresh problems and answers: not
# attempted, raised an error (and where), not right yet (with a hint), or right, with the certificate. You need [chapter 2](../notebooks/02_density.ipynb).

# %%
import numpy as np

# %% [markdown]
# ## 02.1 The hypercube window
#
# The sample `X` has shape `(n, p)`, the places where the density is wanted `X0` has shape `(m, p)`, the cube has side `h`. Return $\hat f$ at the $m$ places.
# A point on the edge of the cube counts.

# %% exercise="02.1"
def hypercube_density(X0, X, h):
    """f̂(x₀) = count in the cube of side h around x₀, over n hᵖ; shape (m,)."""
    ### BEGIN SOLUTION
    n, p = X.shape
    inside = (np.abs(X[None] - X0[:, None]) <= h / 2).all(axis=2)
    return inside.sum(axis=1) / (n * h**p)
    ### END SOLUTION

# %% check="02.1" points=1
from kernelsy19.course.exercises import check
check("02.1", hypercube_density)

# %% [markdown]
# ## 02.2 The Gaussian window
#
# The same with equation (1) of the lecture: $\hat f(x_0) = \frac1n\sum_i h^{-p}\,\phi\big((x_i - x_0)/h\big)$ with $\phi(u) = (2\pi)^{-p/2}\exp(-\frac12u^\top u)$.

# %% exercise="02.2"
def gaussian_density(X0, X, h):
    """Gaussian Parzen density at the rows of X0; shape (m,)."""
    ### BEGIN SOLUTION
    p = X.shape[1]
    u = (X[None] - X0[:, None]) / h
    phi = np.exp(-(u**2).sum(axis=2) / 2) / (2 * np.pi) ** (p / 2)
    return (phi / h**p).mean(axis=1)
    ### END SOLUTION

# %% check="02.2" points=1
from kernelsy19.course.exercises import check
check("02.2", gaussian_density)

# %% [markdown]
# ## 02.3 Far from all data
#
# Return $\log\hat f$ of the Gaussian window, finite and accurate also where $\hat f$ itself is too small for a computer. `X0`, `X`, `h` as before.

# %% exercise="02.3"
def log_density(X0, X, h):
    """log f̂ at the rows of X0, without underflow; shape (m,)."""
    ### BEGIN SOLUTION
    n, p = X.shape
    squared = ((X[None] - X0[:, None]) ** 2).sum(axis=2)
    t = -squared / (2 * h**2) - p / 2 * np.log(2 * np.pi * h**2) - np.log(n)
    top = t.max(axis=1, keepdims=True)
    return top[:, 0] + np.log(np.exp(t - top).sum(axis=1))
    ### END SOLUTION

# %% check="02.3" points=2
from kernelsy19.course.exercises import check
check("02.3", log_density)

# %% [markdown] solution_only=true
# After the largest exponent is taken out, one term of the sum is exactly 1, so its logarithm is safe. `scipy.special.logsumexp` does the same.

# %% [markdown]
# ## 02.4 Leave one out
#
# Return $\sum_i\log\hat f_{-i}(x_i)$, where $\hat f_{-i}$ is the Gaussian Parzen density of the sample without $x_i$. You may use your function of 02.2.

# %% exercise="02.4"
def leave_one_out(X, h):
    """Leave-one-out log-likelihood of the bandwidth h, a number."""
    ### BEGIN SOLUTION
    total = 0.0
    for i in range(len(X)):
        others = np.delete(X, i, axis=0)
        total += np.log(gaussian_density(X[i : i + 1], others, h)[0])
    return total
    ### END SOLUTION

# %% check="02.4" points=2
from kernelsy19.course.exercises import check
check("02.4", leave_one_out)

# %% [markdown]
# ## 02.5 Tune the threshold
#
# `f` holds the densities at the $n$ learning vectors, shape `(n,)`, all different. Points with $\hat f < c$ are rejected. Return the largest $c$ that rejects at most
# the given `share` of them.

# %% exercise="02.5"
def threshold(f, share):
    """The largest c for which f < c holds for at most share · n of the values."""
    ### BEGIN SOLUTION
    allowed = int(share * len(f) + 1e-9)
    return np.sort(f)[allowed]
    ### END SOLUTION

# %% check="02.5" points=2
from kernelsy19.course.exercises import check
check("02.5", threshold)

# %% [markdown] solution_only=true
# In rising order, the value in place $k$ (counted from 0) has just $k$ values below it. The `1e-9` is there because `0.29 * 100`
# is 28.999999999999996 for a computer.

# %% [markdown]
# ## 02.6 Predict: a cube in ten dimensions
#
# Points are spread evenly over the unit cube in ten dimensions. How long is the side of a cube that holds 1 % of them? Two decimals are enough.

# %% exercise="02.6"
side = ...
### BEGIN SOLUTION
side = 0.63
### END SOLUTION

# %% check="02.6" points=1
from kernelsy19.course.exercises import check
check("02.6", side)

# %% [markdown]
# ## 02.7 Break it: a sample without a best width
#
# Leave-one-out likelihood is to choose $h$. Find a sample of 4 to 50 numbers between −100 and 100, an array of shape `(n, 1)`, for which the likelihood keeps
# rising as $h$ goes through 0.1, 0.01, 0.001 and on, however small $h$ gets: there is no best width.

# %% exercise="02.7"
sample = ...
### BEGIN SOLUTION
sample = np.array([[0.0], [0.0], [1.0], [1.0]])
### END SOLUTION

# %% check="02.7" points=2
from kernelsy19.course.exercises import check
check("02.7", sample)

# %% [markdown] solution_only=true
# A twin foretells its twin perfectly, and better the narrower the window. Measured data are rounded, so they are full of twins: 212 of the 272 eruptions
# have one. But the 60 that have none are enough to spoil it: their likelihood has its best width near 0.1 minutes, and at $h = 0.001$ it has fallen to −33,217.

# %% [markdown]
# ## 02.8 In your own words
#
# Your detector rejects 5 % of its learning vectors. On new data from the same source it rejects 9 %. A colleague says it has a bug. What do you answer, in
# three sentences?

# %% [markdown] answer="02.8" points=3
# No bug: every learning vector carries a bump of its own, so the density is higher at learning vectors than at new points of the same source. The threshold was tuned on the
# former. Tune it on leave-one-out densities, or on a second sample, and the two shares come together.
