# %% [markdown]
# # 17 · Comparing two samples: exercises
#
# You will estimate how far apart two samples lie, draw out where they differ, build a test that keeps its promise, and find two samples that a kernel takes for one. Write each answer where it says `YOUR CODE HERE`, run the cell, and then run the check below it. The check draws new problems each time and tells you one of four things: that nothing was attempted, that your code raised an error (and where), that the answer is not right yet (with a hint where
# we know the mistake), or that it is right, with the certificate that proves it. Every right form passes.
#
# You need [chapter 17](../notebooks/17_comparing_two_samples.ipynb).

# %%
import numpy as np

# %% [markdown]
# ## 17.1 The unbiased estimate
#
# You get the kernel values within a first sample, `K_x` of shape `(n, n)`, between both samples, `K_xy` of shape `(n, m)`, and within the second, `K_y` of shape `(m, m)`. Return the unbiased estimate of MMD². Each sample has at least two points.

# %% exercise="17.1"
def unbiased_estimate(K_x, K_xy, K_y):
    """The estimate, a number."""
    ### BEGIN SOLUTION
    n, m = K_xy.shape
    within_x = (K_x.sum() - np.trace(K_x)) / (n * (n - 1))
    within_y = (K_y.sum() - np.trace(K_y)) / (m * (m - 1))
    return within_x - 2 * K_xy.mean() + within_y
    ### END SOLUTION

# %% check="17.1" points=1
from kernelcourse import check
check("17.1", unbiased_estimate)

# %% [markdown] solution_only=true
# If both samples are the same points, the estimate is negative: across the samples each point meets itself, and within them it does not.

# %% [markdown]
# ## 17.2 The witness, of length one
#
# Among all functions of length 1 in the feature space, there is one whose mean over the first sample exceeds its mean over the second by most. Return its values at some places $z$. You get `K_zx`, shape `(l, n)`, and `K_zy`, shape `(l, m)`, the kernel values of the places with both samples, and `K_x`, `K_xy`, `K_y` as before. A sample may have a single point. The means of the two samples are never the same.

# %% exercise="17.2"
def witness_of_length_one(K_zx, K_zy, K_x, K_xy, K_y):
    """Its values at the places, shape (l,)."""
    ### BEGIN SOLUTION
    length = np.sqrt(K_x.mean() - 2 * K_xy.mean() + K_y.mean())
    return (K_zx.mean(axis=1) - K_zy.mean(axis=1)) / length
    ### END SOLUTION

# %% check="17.2" points=1
from kernelcourse import check
check("17.2", witness_of_length_one)

# %% [markdown]
# ## 17.3 A test that keeps its level
#
# All points lie in one bag, and `K`, shape `(N, N)`, is their Gram matrix. The first `n` of them are the first sample, as it came, and the others are the second. Each row of `orders`, shape `(B, N)`, is a shuffle: after it, the points with the first `n` of these numbers are the first sample. Return the p-value for the squared distance of the two means (the biased one: it is quicker to write down). It may happen that a shuffle gives just what came, and even that all points are the same.

# %% exercise="17.3"
def p_value(K, n, orders):
    """p, a number."""
    ### BEGIN SOLUTION
    def distance(order):
        G = K[np.ix_(order, order)]
        return G[:n, :n].mean() - 2 * G[:n, n:].mean() + G[n:, n:].mean()

    came = distance(np.arange(len(K)))
    return (1 + sum(distance(order) >= came for order in orders)) / (1 + len(orders))
    ### END SOLUTION

# %% check="17.3" points=2
from kernelcourse import check
check("17.3", p_value)

# %% [markdown]
# ## 17.4 Break it: two samples that a kernel cannot tell apart
#
# The kernel $(1 + xy)^2$ on numbers is to take two samples for one and the same, and $(1 + xy)^3$ is to see that they are not. Return an array of two columns, with 2 to 12 rows: the first sample stands in the first column, and the second in the other. All numbers lie between $-10$ and $10$, and the mean cubes of the samples differ by at least 0.5.

# %% exercise="17.4"
samples = ...
### BEGIN SOLUTION
samples = np.array([[0, 1], [4, 2], [5, 6]])
### END SOLUTION

# %% check="17.4" points=3
from kernelcourse import check
check("17.4", samples)

# %% [markdown] solution_only=true
# Both samples have the sum 9 and the sum of squares 41, and their cubes sum to 189 and 225. How does one find such numbers? Take a sequence of signs $+1, -1, -1, +1, -1, +1, +1, -1$, in which the second half is the first with other signs, and the same holds within the halves. The numbers 0 to 7 at the plus signs and those at the minus signs agree in their sums and in their sums of squares. With sixteen signs, the cubes agree as well, and so on: for each degree there are two samples of whole numbers (Prouhet, 1851).

# %% [markdown]
# ## 17.5 The median heuristic
#
# From two samples `X` and `Y`, with a point in each row, return $\gamma$, which is 1 over twice the median of the *squared* distances. The median goes over all pairs of different points in both samples together. The same point may stand in both; then that pair has the distance 0 and counts like any other.

# %% exercise="17.5"
def median_gamma(X, Y):
    """γ, a number."""
    ### BEGIN SOLUTION
    Z = np.concatenate([X, Y])
    D2 = ((Z[:, None] - Z) ** 2).sum(axis=2)
    return 1 / (2 * np.median(D2[np.triu_indices(len(Z), 1)]))
    ### END SOLUTION

# %% check="17.5" points=1
from kernelcourse import check
check("17.5", median_gamma)

# %% [markdown]
# ## 17.6 Two samples in many places
#
# Two samples are a thousand times too large for their Gram matrix, and they lie scattered over several places. All places make the same features $\varphi(x)$ (random waves, say), and of each sample they tell three things: how many points of it they have, the sum of their features, and the sum of the squared lengths of these. For the first sample you get `counts_x`, shape `(B,)`, `sums_x`, shape `(B, D)`, and `squares_x`, shape `(B,)`, and for the second `counts_y`, `sums_y` and `squares_y`. Return the unbiased estimate of MMD² for the kernel $\varphi(x)\cdot\varphi(y)$. A place may have no point of a sample; in all, each sample has two or more.

# %% exercise="17.6"
def estimate_from_places(counts_x, sums_x, squares_x, counts_y, sums_y, squares_y):
    """The estimate, a number."""
    ### BEGIN SOLUTION
    n, m = counts_x.sum(), counts_y.sum()
    f, g = sums_x.sum(axis=0), sums_y.sum(axis=0)
    within_x = (f @ f - squares_x.sum()) / (n * (n - 1))
    within_y = (g @ g - squares_y.sum()) / (m * (m - 1))
    return within_x - 2 * (f @ g) / (n * m) + within_y
    ### END SOLUTION

# %% check="17.6" points=2
from kernelcourse import check
check("17.6", estimate_from_places)

# %% [markdown]
# ## 17.7 Read a result: "p = 0"
#
# A paper compares the blood values of 40 patients before and after a treatment. It reports: "We used a Gaussian kernel and 100 permutations. Of the 20 widths that we tried, we report the one that separated the groups best; $p = 0$." Name three things that you would object to, say for each what it does to the result, and how you would have done it. Answer in about five sentences.

# %% [markdown] answer="17.7" points=3
# With 100 permutations no p-value can be 0: the order that came is one of the orders, so the smallest is $1/101$, and I would report $(1 + \#)/(B + 1)$. The width was chosen by looking at the very difference that is then tested, so each of the 20 widths is a chance to be fooled, and the test no longer keeps its level;
# I would fix the width by the median heuristic, or choose it on one half of the patients and test on the other. And the same patients stand in both samples: before and after belong together, so not every shuffle of all 80 rows is equally likely. I would exchange "before" and "after" within each patient, at random.

# %% [markdown]
# ## 17.8 Each shuffle chooses its width
#
# Two samples were compared at several widths. In each row of `T`, shape `(W, B + 1)`, stand the squared distances at one width: first that of the samples as they came, then those after $B$ shuffles, which are the same for all widths. Measure the numbers of each row in units of their own: take away the mean of all $B + 1$, and divide by their standard deviation (with $B + 1$ in the denominator). Let what came and every shuffle choose the width at which they are largest, and return the p-value of what came.

# %% exercise="17.8"
def p_of_largest(T):
    """p, a number."""
    ### BEGIN SOLUTION
    units = (T - T.mean(axis=1, keepdims=True)) / T.std(axis=1, keepdims=True)
    largest = units.max(axis=0)
    return np.mean(largest >= largest[0])
    ### END SOLUTION

# %% check="17.8" points=2
from kernelcourse import check
check("17.8", p_of_largest)

# %% [markdown] solution_only=true
# What came is one of the $B + 1$ columns, and each column is treated in the same way. That is all that the proof of section 17.5 asks for, so the level is kept, however many widths take part.

# %% [markdown]
# ## 17.9 Shuffle what belongs together
#
# The points of one day depend on each other, and the days do not. `K`, shape `(N, N)`, is the Gram matrix of all points, `day`, shape `(N,)`, is the day of each, a number from 0, and the days below `k` are the first sample. Each row of `orders` is a shuffle of the numbers of the days: after it, the points of the days that stand in its first `k` places are the first sample, and all others the second. Return the p-value for the squared distance of the two means (the biased one). Days have different numbers of points.

# %% exercise="17.9"
def p_of_days(K, day, k, orders):
    """p, a number."""
    ### BEGIN SOLUTION
    def distance(days):
        first = np.isin(day, days)
        across = K[first][:, ~first].mean()
        return K[first][:, first].mean() - 2 * across + K[~first][:, ~first].mean()

    came = distance(np.arange(k))
    return (1 + sum(distance(order[:k]) >= came for order in orders)) / (1 + len(orders))
    ### END SOLUTION

# %% check="17.9" points=2
from kernelcourse import check
check("17.9", p_of_days)
