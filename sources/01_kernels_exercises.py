# %% [markdown]
# # 1 · Kernels: exercises
#
# Each exercise asks you for a function or for a value. Write it where it says `YOUR CODE HERE` and run the cell. Then run the check below it. The check
# tries your function on new problems, and gives one of four answers: not attempted; your code raised an error, and where; not right yet, with a hint; or
# right, with the certificate that proves it. An answer may have any form, as long as it is right. Nothing that you hand in can break the notebook, so try things.
#
# You need [chapter 1](../notebooks/01_kernels.ipynb).

# %%
import numpy as np

# %% [markdown]
# ## 01.1 A feature map of (x·y)²
#
# In section 1.4 we found a feature map for $(1 + x\cdot y)^2$. Find one for $K(x, y) = (x\cdot y)^2$ in two variables. Write it as a function that takes points
# `X` of shape `(n, 2)`, and returns their features, of shape `(n, D)`. The dot products of the rows have to be $(x\cdot y)^2$. How many features you need, and in
# which order they come, is up to you.

# %% exercise="01.1"
def feature_map(X):
    """Φ(x) with Φ(x)·Φ(y) = (x·y)², one row per point."""
    ### BEGIN SOLUTION
    return np.column_stack([X[:, 0] ** 2, X[:, 1] ** 2, np.sqrt(2) * X[:, 0] * X[:, 1]])
    ### END SOLUTION

# %% check="01.1" points=1
from kernelcourse import check
check("01.1", feature_map)

# %% [markdown] solution_only=true
# $(x_1y_1 + x_2y_2)^2 = x_1^2y_1^2 + x_2^2y_2^2 + 2\,x_1x_2\,y_1y_2$. Each term splits into a factor with $x$ and one with $y$, and the 2 becomes $\sqrt2\cdot\sqrt2$. Four features do it as
# well, with $x_1x_2$ taken twice.

# %% [markdown]
# ## 01.2 The Gaussian kernel between two sets
#
# Compute $K(x, y) = \exp(-\gamma\|x - y\|^2)$ for all pairs of points. `X` has shape `(n, p)`, `Y` has shape `(m, p)`, and the answer has shape `(n, m)`. You can do
# it without a loop over points: `X[:, None] - Y[None]` holds all differences, and has shape `(n, m, p)`.

# %% exercise="01.2"
def gaussian_kernel(X, Y, gamma):
    """exp(−γ‖x − y‖²) for each x in X (rows) and y in Y (columns)."""
    ### BEGIN SOLUTION
    squared_distances = ((X[:, None] - Y[None]) ** 2).sum(axis=2)
    return np.exp(-gamma * squared_distances)
    ### END SOLUTION

# %% check="01.2" points=1
from kernelcourse import check
check("01.2", gaussian_kernel)

# %% [markdown]
# ## 01.3 One kernel in three notations
#
# You get a number `sigma`, and the name of the source that it comes from. Return the $\gamma$ of $\exp(-\gamma\|x-y\|^2)$.
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
from kernelcourse import check
check("01.3", gamma_of)

# %% [markdown]
# ## 01.4 Distances to the mean, from K alone
#
# You have the Gram matrix `K` of $n$ points, of shape `(n, n)`, and nothing else. Return the $n$ squared distances $\|\Phi(x_i) - m\|^2$ from the
# mean $m = \frac1n\sum_j\Phi(x_j)$. Try to derive it on paper first, without looking at the chapter.

# %% exercise="01.4"
def distances_to_mean(K):
    """‖Φ(xᵢ) − m‖² for each i, shape (n,)."""
    ### BEGIN SOLUTION
    return np.diag(K) - 2 * K.mean(axis=1) + K.mean()
    ### END SOLUTION

# %% check="01.4" points=2
from kernelcourse import check
check("01.4", distances_to_mean)

# %% [markdown]
# ## 01.5 Angles, from K alone
#
# Again you have `K` and nothing else. Return the cosines of the angles between the mapped points, as a matrix of shape `(n, n)`. The angles are seen from the origin.

# %% exercise="01.5"
def cosines(K):
    """cos ∠(Φ(xᵢ), Φ(xⱼ)) for all pairs, shape (n, n)."""
    ### BEGIN SOLUTION
    length = np.sqrt(np.diag(K))
    return K / np.outer(length, length)
    ### END SOLUTION

# %% check="01.5" points=1
from kernelcourse import check
check("01.5", cosines)

# %% [markdown]
# ## 01.6 Predict: how many features?
#
# How many features does the map of $(1 + x\cdot y)^3$ have for points of 10 variables? Give the number.

# %% exercise="01.6"
n_features = ...
### BEGIN SOLUTION
n_features = 286
### END SOLUTION

# %% check="01.6" points=1
from kernelcourse import check
check("01.6", n_features)

# %% [markdown] solution_only=true
# There is one feature for each monomial of degree at most 3 in 10 variables, so $\binom{10 + 3}{3} = 286$. You can think of three factors, each of which is one of the ten variables or 1,
# where the order does not count.

# %% [markdown]
# ## 01.7 Break it: points on which the sigmoid is no kernel
#
# Take $K(x, y) = \tanh(x\cdot y - 1)$. Find points of the plane whose matrix of values has an eigenvalue below $-0.1$. Give them as an array of shape `(n, 2)`, with as many points as you
# like, up to 200.

# %% exercise="01.7"
points = ...
### BEGIN SOLUTION
points = np.array([[0.5, 0.0], [0.0, 0.5]])
### END SOLUTION

# %% check="01.7" points=2
from kernelcourse import check
check("01.7", points)

# %% [markdown] solution_only=true
# The diagonal of a PSD matrix is not negative: take the $z$ that is 1 at $i$ and 0 elsewhere, and $z^\top\mathbf{K}z = K_{ii}$. Near the origin $K(x, x) = \tanh(\|x\|^2 - 1)$ is negative, so one point there is enough.

# %% [markdown]
# ## 01.8 Three kernels and one that is none
#
# Let $x$ and $y$ be numbers. Which of these functions is **not** a kernel? Answer `"a"`, `"b"`, `"c"` or `"d"`.
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
from kernelcourse import check
check("01.8", not_a_kernel)

# %% [markdown]
# ## 01.9 Repair it: the nearest PSD matrix
#
# The matrix `S`, of shape `(n, n)`, is symmetric and has eigenvalues of both signs. Return the PSD matrix `A` that is nearest to it: $\|\mathbf{A} - \mathbf{S}\|$ has to be as small as possible, where the norm is the root of the
# sum of squared entries. `np.linalg.eigh` gives you the eigenvalues, and the eigenvectors in columns.

# %% exercise="01.9"
def nearest_psd(S):
    """The PSD matrix nearest to S in the Frobenius norm, shape (n, n)."""
    ### BEGIN SOLUTION
    values, V = np.linalg.eigh(S)
    return V @ np.diag(np.maximum(values, 0)) @ V.T
    ### END SOLUTION

# %% check="01.9" points=2
from kernelcourse import check
check("01.9", nearest_psd)

# %% [markdown] solution_only=true
# Why is nothing nearer? The norm does not change when both matrices are turned by $\mathbf{V}$, so we may compare with the diagonal matrix $\mathbf{\Lambda}$ instead. The diagonal of a PSD matrix is not negative. So at a
# negative $\lambda_m$ its entry is off by $|\lambda_m|$ or more, and 0 is off by just that.

# %% [markdown]
# ## 01.10 Derive it: the distance of two means
#
# Two groups of points have the means $m_a$ and $m_b$ in feature space. Multiply out $\|m_a - m_b\|^2$ on paper. Then write it as a function of the kernel values within the first group, `K_a` of shape `(n, n)`,
# between the groups, `K_ab` of shape `(n, m)`, and within the second group, `K_b` of shape `(m, m)`.
#
# This number is known as the squared **maximum mean discrepancy** of the two groups, MMD². It tells whether two samples come from one distribution.

# %% exercise="01.10"
def distance_of_means(K_a, K_ab, K_b):
    """‖m_a − m_b‖², a number."""
    ### BEGIN SOLUTION
    return K_a.mean() - 2 * K_ab.mean() + K_b.mean()
    ### END SOLUTION

# %% check="01.10" points=2
from kernelcourse import check
check("01.10", distance_of_means)

# %% [markdown]
# ## 01.11 In your own words
#
# A classmate says: "The Gaussian kernel maps to infinitely many dimensions, so of course it separates everything. That is cheating." What is right about this, and what
# is not? Answer in about four sentences.

# %% [markdown] answer="01.11" points=3
# It is right that a hyperplane can separate any labeling of $n$ different points: their Gaussian Gram matrix has full rank, so their images are linearly independent. But separating the points that one
# already knows is no merit. What counts is what happens to new points, and this depends on $\gamma$, which says how near a point has to be to count as a neighbor. If $\gamma$ is very large,
# all images are nearly at right angles to each other. The known points are separated, and a new one follows its nearest neighbor alone, or, where a constant is added, often this constant (section 1.6). Where the classes overlap, the nearest neighbor repeats their noise.

# %% [markdown]
# ## 01.12 A map for a ring
#
# Some points lie in a ring around the origin, between two circles whose radii you are not told. All other points lie inside the inner circle or outside the outer one. Write a feature map
# after which a hyperplane can have the ring on one side, and everything else on the other. You may use five features at most. Your function gets the points and no labels.

# %% exercise="01.12"
def map_for_ring(X):
    """Features of the points X, shape (n, 2) to shape (n, D) with D ≤ 5."""
    ### BEGIN SOLUTION
    squared_radius = (X**2).sum(axis=1)
    return np.column_stack([squared_radius, squared_radius**2])
    ### END SOLUTION

# %% check="01.12" points=2
from kernelcourse import check
check("01.12", map_for_ring)

# %% [markdown] solution_only=true
# With $s = \|x\|^2$, the ring between the radii $r$ and $R$ is where $(s - r^2)(s - R^2) < 0$. This is a polynomial of degree 2 in $s$, so with the features $s$ and $s^2$ its edge is a straight line. In $x_1$ and $x_2$ the polynomial has degree 4, so the kernel
# $(1 + x\cdot y)^4$ contains this map.

# %% [markdown]
# ## 01.13 Two kernels that disagree
#
# The Gaussian and the Laplacian kernel, both with $\gamma = 1$, compare two points with the origin. One of the points is $(1.2, 0)$. For which other point do they disagree: the Gaussian finds it *more* like the origin than $(1.2, 0)$, and the Laplacian finds it *less* like the origin? Draw the points that each kernel
# finds exactly as similar to the origin as $(1.2, 0)$. Answer `"a"`, `"b"`, `"c"` or `"d"`.
#
# - (a) $(0.5, 0.5)$
# - (b) $(0.9, 0.9)$
# - (c) $(0.8, 0.8)$
# - (d) $(1.3, 0)$

# %% exercise="01.13"
point = ...
### BEGIN SOLUTION
point = "c"
### END SOLUTION

# %% check="01.13" points=1
from kernelcourse import check
check("01.13", point)

# %% [markdown] solution_only=true
# The Gaussian measures in a straight line, and the Laplacian along the axes. The points that are as similar to the origin as $(1.2, 0)$ form a circle for the Gaussian, and for the Laplacian a square that stands on a corner. The square lies inside the circle and touches it at its corners. Between them the kernels disagree, and $(0.8, 0.8)$ lies there:
# its distance is $0.8\sqrt2 \approx 1.13$ in a straight line and 1.6 along the axes.

# %% [markdown]
# ## 01.14 A proof with a hole
#
# These four steps claim to prove that *every* symmetric matrix $\mathbf{S}$ is PSD. Which of them is wrong?
#
# - (a) $\mathbf{S} = \mathbf{V}^\top\mathbf{\Lambda}\mathbf{V}$, with eigenvectors of length 1 in the rows of $\mathbf{V}$ and the eigenvalues in the diagonal matrix $\mathbf{\Lambda}$.
# - (b) So $z^\top\mathbf{S}z = u^\top\mathbf{\Lambda}u$ with $u = \mathbf{V}z$.
# - (c) So $z^\top\mathbf{S}z = \sum_m \lambda_m u_m^2$.
# - (d) So $z^\top\mathbf{S}z$ is a sum of squares, and $z^\top\mathbf{S}z \ge 0$.

# %% exercise="01.14"
wrong_step = ...
### BEGIN SOLUTION
wrong_step = "d"
### END SOLUTION

# %% check="01.14" points=1
from kernelcourse import check
check("01.14", wrong_step)

# %% [markdown] solution_only=true
# The squares come with factors, and a factor $\lambda_m$ may be negative. The steps (a) to (c) are the proof that a matrix *without* negative eigenvalues is PSD. For a Gram matrix, the proof of section 1.9 shows $z^\top\mathbf{K}z$ to be a squared length, and that is where the feature map is needed.

# %% [markdown]
# ## 01.15 Few coordinates from K alone
#
# Section 1.9 finds coordinates for $n$ points from their Gram matrix `K`, up to $n$ for each point. Suppose that you may keep only $m \le n$. Return an array `Phi` of shape `(n, m)` whose dot products `Phi @ Phi.T` are as near to `K` as $m$ coordinates allow,
# measured by the root of the sum of squared differences. The matrix may have an eigenvalue 0, which a computer may take for a tiny negative number.

# %% exercise="01.15"
def few_coordinates(K, m):
    """The best m coordinates of n points with the Gram matrix K, shape (n, m)."""
    ### BEGIN SOLUTION
    values, V = np.linalg.eigh(K)
    values, V = values[::-1][:m], V[:, ::-1][:, :m]
    return V * np.sqrt(np.maximum(values, 0))
    ### END SOLUTION

# %% check="01.15" points=2
from kernelcourse import check
check("01.15", few_coordinates)

# %% [markdown] solution_only=true
# This is Mercer's sum, cut off after the $m$ largest eigenvalues. What is missing is $\sum_{l > m}\lambda_l v_lv_l^\top$, and its norm is the root of the sum of the squared eigenvalues that were left out. So one leaves out the smallest.

# %% [markdown]
# ## 01.16 Kernelize it: the nearest neighbor
#
# The **nearest neighbor** rule gives a new point what is known of the known point that is nearest to it. With coordinates it is one line,
#
# `((X_new[:, None] - X) ** 2).sum(axis=2).argmin(axis=1)`.
#
# Run this algorithm in a feature space. You get no points, only kernel values: `K_new`, shape `(m, n)`, of $m$ new points with $n$ known ones, and `K`, shape `(n, n)`, of the known ones. Return for each new point the number of the nearest known point, counted from 0: `m` whole numbers. Which kernel values would complete the squared distances, and why can you do without them?

# %% exercise="01.16"
def nearest_known(K_new, K):
    """The number of the nearest known point in feature space, for each new point: (m,) array of whole numbers."""
    ### BEGIN SOLUTION
    return (np.diagonal(K) - 2 * K_new).argmin(axis=1)
    ### END SOLUTION

# %% check="01.16" points=2
from kernelcourse import check
check("01.16", nearest_known)

# %% [markdown] solution_only=true
# The squared distance is $K(x, x) - 2K(x, x_i) + K(x_i, x_i)$. The first term is the same for all known points, so it decides nothing. The last one is not, unless $K(x, x)$ is constant. With an RBF kernel it is constant, and the nearest neighbor is the one with the largest kernel value: the same one as in the plane, for any $\gamma$.
