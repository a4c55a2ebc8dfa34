# %% [markdown]
# # 2 · Density: exercises
#
# Each exercise asks you for a function or for a value. Write it where it says `YOUR CODE HERE`, run the cell, and then run the check below it. The check tries your function on new problems, and gives one of four answers:
# not attempted; your code raised an error, and where; not right yet, with a hint; or right, with the certificate that proves it.
#
# You need [chapter 2](../notebooks/02_density.ipynb).

# %%
import numpy as np

# %% [markdown]
# ## 02.1 The hypercube window
#
# You get a sample `X` of shape `(n, p)`, and places `X0` of shape `(m, p)` where the density is wanted. The cube has the side `h`. Return $\hat f$ at the $m$ places.
# A point on the edge of the cube counts as inside.

# %% exercise="02.1"
def hypercube_density(X0, X, h):
    """f̂(x₀) = count in the cube of side h around x₀, over n hᵖ; shape (m,)."""
    ### BEGIN SOLUTION
    n, p = X.shape
    inside = (np.abs(X[None] - X0[:, None]) <= h / 2).all(axis=2)
    return inside.sum(axis=1) / (n * h**p)
    ### END SOLUTION

# %% check="02.1" points=1
from kernelcourse import check
check("02.1", hypercube_density)

# %% [markdown]
# ## 02.2 The Gaussian window
#
# Now do the same with equation (1) of the lecture, $\hat f(x_0) = \frac1n\sum_i h^{-p}\,\phi\big((x_i - x_0)/h\big)$ with $\phi(u) = (2\pi)^{-p/2}\exp(-\frac12u^\top u)$.

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
from kernelcourse import check
check("02.2", gaussian_density)

# %% [markdown]
# ## 02.3 Far from all data
#
# Far from all data $\hat f$ is so small that a computer takes it for 0, and the logarithm of 0 is no number. Return $\log\hat f$ for the Gaussian window, finite and accurate there too. The arguments are the same as before.

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
from kernelcourse import check
check("02.3", log_density)

# %% [markdown] solution_only=true
# We take the largest exponent out of the sum. Then one term of what is left is exactly 1, and the logarithm of the sum is safe. `scipy.special.logsumexp` does the same.

# %% [markdown]
# ## 02.4 Leave one out
#
# Return the leave-one-out log-likelihood $\sum_i\log\hat f_{-i}(x_i)$, where $\hat f_{-i}$ is the Gaussian Parzen density of the sample without $x_i$. You may use your function of 02.2.

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
from kernelcourse import check
check("02.4", leave_one_out)

# %% [markdown]
# ## 02.5 Tune the threshold
#
# The array `f` of shape `(n,)` holds the densities at the $n$ points of the sample. They are all different. A point is rejected where $\hat f < c$. Return the largest $c$ that rejects at most
# the given `share` of the points. The share may be 0. Take care where `share * n` is a whole number: if it should be 29, a computer may get 28.999999999999996.

# %% exercise="02.5"
def threshold(f, share):
    """The largest c for which f < c holds for at most share · n of the values."""
    ### BEGIN SOLUTION
    allowed = int(share * len(f) + 1e-9)
    return np.sort(f)[allowed]
    ### END SOLUTION

# %% check="02.5" points=2
from kernelcourse import check
check("02.5", threshold)

# %% [markdown] solution_only=true
# Put the densities in rising order. The one in place $k$, counted from 0, has exactly $k$ of them below it. The `1e-9` is there because `0.29 * 100`
# is 28.999999999999996 for a computer.

# %% [markdown]
# ## 02.6 Predict: a cube in ten dimensions
#
# Points are spread evenly over a cube with side 1 in ten dimensions. How long is the side of a smaller cube that holds 1% of them? Two decimals are enough.

# %% exercise="02.6"
side = ...
### BEGIN SOLUTION
side = 0.63
### END SOLUTION

# %% check="02.6" points=1
from kernelcourse import check
check("02.6", side)

# %% [markdown]
# ## 02.7 Break it: a sample without a best width
#
# There are samples for which the leave-one-out likelihood has no best width. Find one. Give 4 to 50 numbers between −100 and 100, as an array of shape `(n, 1)`, for which the likelihood keeps
# rising as $h$ goes through 0.1, 0.01, 0.001 and on, however small $h$ gets.

# %% exercise="02.7"
sample = ...
### BEGIN SOLUTION
sample = np.array([[0.0], [0.0], [1.0], [1.0]])
### END SOLUTION

# %% check="02.7" points=2
from kernelcourse import check
check("02.7", sample)

# %% solution_only=true
from kernelsy19 import datasets, density

minutes = datasets.faithful().X[:, :1]
alone = (minutes == minutes.T).sum(axis=1) == 1
print(f"{(~alone).sum()} of {len(minutes)} eruptions have a twin of the same length, {alone.sum()} have none")
for h in (0.1, 0.01, 0.001):
    print(f"h = {h}: log-likelihood {density.loo_log_likelihood(minutes, h):,.0f}")

# %% [markdown] solution_only=true
# A twin predicts its twin perfectly, and the better, the narrower the window is. So if every point has a twin, the narrowest window wins. Measured data are rounded, and they are full of twins: ⟦(~alone).sum()⟧ of the ⟦len(minutes)⟧ eruptions have one. But the ⟦alone.sum()⟧ that have none are
# enough to prevent this. Left out, such a point has no neighbor to predict it, and at $h = 0.001$ the likelihood has fallen to ⟦density.loo_log_likelihood(minutes, 0.001):,.0f⟧.

# %% [markdown]
# ## 02.8 In your own words
#
# Your detector rejects 5% of the sample that it was made from. On new data from the same source it rejects 9%. A colleague says that it has a bug. What do you answer? Three sentences are
# enough.

# %% [markdown] answer="02.8" points=3
# It need not be a bug. Each point of the sample carries a bump of its own, so the density is higher at these points than at new points from the same source, and the threshold was tuned to the former. Tune it to
# leave-one-out densities, or to a second sample, and the two shares come together.

# %% [markdown]
# ## 02.9 A width for real data
#
# Now use what you have. The array `X` of shape `(n, 2)` holds two measurements of real things: eruptions, flowers or patients, drawn at random from the data sets of this course, and standardized. Return the width $h$ of the Gaussian window with the largest leave-one-out
# likelihood, among all widths from 0.05 to 2. You may use your function of 02.4, or `density.loo_log_likelihood(X, h)` of the library. The width need not be exact. The check accepts it if its log-likelihood is within 0.05 of the highest.

# %% exercise="02.9"
def choose_width(X):
    """The width between 0.05 and 2 with the largest leave-one-out likelihood, a number."""
    ### BEGIN SOLUTION
    from kernelsy19 import density

    widths = np.geomspace(0.05, 2, 100)
    return widths[np.argmax([density.loo_log_likelihood(X, h) for h in widths])]
    ### END SOLUTION

# %% check="02.9" points=2
from kernelcourse import check
check("02.9", choose_width)

# %% [markdown]
# ## 02.10 Predict: a larger sample
#
# You have one measurement of 100 points, and choose the width by Silverman's rule. Then the sample grows to 3200 points, and its standard deviation stays what it was. By what factor is the width multiplied? Two decimals are enough.

# %% exercise="02.10"
factor = ...
### BEGIN SOLUTION
factor = 0.5
### END SOLUTION

# %% check="02.10" points=1
from kernelcourse import check
check("02.10", factor)

# %% [markdown] solution_only=true
# The rule contains $n^{-1/(p+4)}$, here $n^{-1/5}$, and $32^{-1/5} = \frac12$. With 32 times as much data the window is only half as wide.

# %% [markdown]
# ## 02.11 The smallest region that holds a share
#
# A plane is divided into $n$ cells of the same `volume`, and a density is constant on each: `f`, shape `(n,)`, in any order. A region is a set of cells. Its probability is the sum of density times volume over its cells. Find a region that holds a probability of at least `mu`, $0 < \mu \le 1$, with as few cells as possible, and return it as `n` numbers: 1 for a cell inside, 0 for one outside.

# %% exercise="02.11"
def smallest_region(f, volume, mu):
    """Which cells belong to the smallest region with a probability of mu or more, (n,) array of 1 and 0."""
    ### BEGIN SOLUTION
    falling = np.argsort(f)[::-1]
    held = np.cumsum(f[falling]) * volume
    needed = np.sum(held < mu - 1e-12) + 1
    inside = np.zeros(len(f), dtype=int)
    inside[falling[:needed]] = 1
    return inside
    ### END SOLUTION

# %% check="02.11" points=2
from kernelcourse import check
check("02.11", smallest_region)

# %% [markdown] solution_only=true
# These are the cells in which the density is above a level, and the proof of section 2.6 says why: exchange a cell of this region for one outside, and you give away at least as much probability as you get. The level follows from the share, not the other way round.
