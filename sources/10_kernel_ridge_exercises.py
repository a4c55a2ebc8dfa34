# %% [markdown]
# # 10 · Kernel ridge regression: exercises
#
# Write each function where it says `YOUR CODE HERE`, run the cell, and then run the check below it. All that you need stands in
# [chapter 10](../notebooks/10_kernel_ridge.ipynb). The exercises get harder toward the end.

# %%
import numpy as np

# %% [markdown]
# ## 10.1 How far apart are two functions?
#
# Functions have a norm, so they also have distances. Let $f = \sum_i\alpha_i\,k(x_i, \cdot)$ be a sum of $n$ kernel functions, and $g = \sum_jc_j\,k(z_j, \cdot)$ a sum of $m$ others. You get the coefficients `alpha`, shape `(n,)`, and `c`, shape `(m,)`, and the kernel values between the points: `K_xx`, shape
# `(n, n)`, `K_xz`, shape `(n, m)`, and `K_zz`, shape `(m, m)`. Return $\|f - g\|^2$. One of the two functions may be 0, and both may be the same.

# %% exercise="10.1"
def squared_distance(alpha, c, K_xx, K_xz, K_zz):
    """‖f − g‖², a number."""
    ### BEGIN SOLUTION
    return alpha @ K_xx @ alpha - 2 * alpha @ K_xz @ c + c @ K_zz @ c
    ### END SOLUTION

# %% check="10.1" points=1
from kernelcourse import check
check("10.1", squared_distance)

# %% [markdown]
# ## 10.2 Many variables, few points
#
# Ridge regression minimizes $\|y - \mathbf{X}\beta\|^2 + \lambda\|\beta\|^2$. Suppose that there are many more variables than points, as with images. You get the points `X`, shape `(n, p)`, their targets `y`, shape `(n,)`, and the price `lam`. Return the coefficients $\beta$, and get them from $n$ equations
# instead of $p$. A point may be there twice. The check refuses calls of `ridge.primal_from_dual` and `ridge.solve_ridge`, which do it for you.

# %% exercise="10.2"
def ridge_coefficients(X, y, lam):
    """β, shape (p,), from a system of n equations."""
    ### BEGIN SOLUTION
    alpha = np.linalg.solve(X @ X.T + lam * np.eye(len(X)), y)
    return X.T @ alpha
    ### END SOLUTION

# %% check="10.2" points=1
from kernelcourse import check
check("10.2", ridge_coefficients)

# %% [markdown] solution_only=true
# With a million variables and 50 points, the other system would need a matrix of $10^{12}$ numbers. If there are more points than variables, this way is right as well. It is only slower.

# %% [markdown]
# ## 10.3 Predict with a kernel
#
# Now with a kernel. You get the Gram matrix `K` of the training points, shape `(n, n)`, their targets `y`, the price `lam`, and `K_new`, shape `(m, n)`, with the kernel values between $m$ new points and the training points. Return what kernel ridge regression **without** an intercept predicts at the new points.

# %% exercise="10.3"
def predictions(K_new, K, y, lam):
    """f(x) of the new points, shape (m,)."""
    ### BEGIN SOLUTION
    return K_new @ np.linalg.solve(K + lam * np.eye(len(K)), y)
    ### END SOLUTION

# %% check="10.3" points=1
from kernelcourse import check
check("10.3", predictions)

# %% [markdown]
# ## 10.4 A free intercept
#
# Add an intercept $b$ that has no price, and minimize $\sum_i\big(y_i - f(x_i) - b\big)^2 + \lambda\|f\|^2$ over $f$ and $b$. Return a pair: the dual variables $\alpha$, shape `(n,)`, and the number $b$. There may be a single point, and points or targets may be all the same.

# %% exercise="10.4"
def fit_with_intercept(K, y, lam):
    """The pair (α, b)."""
    ### BEGIN SOLUTION
    n = len(K)
    M = np.zeros((n + 1, n + 1))
    M[:n, :n] = K + lam * np.eye(n)
    M[n, :n] = M[:n, n] = 1
    found = np.linalg.solve(M, np.append(y, 0))
    return found[:n], found[n]
    ### END SOLUTION

# %% check="10.4" points=2
from kernelcourse import check
check("10.4", fit_with_intercept)

# %% [markdown] solution_only=true
# With a single point, $\alpha = 0$ and $b = y_1$. A constant fits the point and costs nothing. For the same reason, $\alpha$ is 0 and $b$ is the target if all targets are the same.

# %% [markdown]
# ## 10.5 Degrees of freedom
#
# From the Gram matrix `K` and the price `lam`, return the degrees of freedom of kernel ridge regression without an intercept. Before you write anything, think of two extremes. What do you expect if all points are the same, $K_{ij} = 1$? And what if no point has anything in common with another, $\mathbf{K} = \mathbf{I}$?

# %% exercise="10.5"
def degrees_of_freedom(K, lam):
    """df, a number."""
    ### BEGIN SOLUTION
    values = np.linalg.eigvalsh(K)
    return (values / (values + lam)).sum()
    ### END SOLUTION

# %% check="10.5" points=1
from kernelcourse import check
check("10.5", degrees_of_freedom)

# %% [markdown] solution_only=true
# If all points are the same, one eigenvalue is $n$ and the others are 0. So $\mathrm{df} = n/(n + \lambda)$, which is less than 1: a single number is all that can be fitted to one place. If the points have nothing in common, there are $n$ eigenvalues of 1, and $\mathrm{df} = n/(1 + \lambda)$.

# %% [markdown]
# ## 10.6 Predict: how many equations?
#
# There are 442 patients with ten measurements each, and the kernel is $(1 + x^\top z)^3$. You may solve for one coefficient per feature, or for one dual variable per patient. How many equations has the smaller of the two systems? There is no intercept. If two products of measurements differ only in their order, they are one feature.

# %% exercise="10.6"
n_equations = ...
### BEGIN SOLUTION
n_equations = 286
### END SOLUTION

# %% check="10.6" points=1
from kernelcourse import check
check("10.6", n_equations)

# %% [markdown] solution_only=true
# The features are the products of at most three of the ten measurements, where a measurement may be repeated, and the constant is one of them. There are $\binom{13}{3} = 286$ such products. That is less than 442, so the primal way has the smaller system here.

# %% [markdown]
# ## 10.7 Leave one out, all at once
#
# Take kernel ridge regression with a free intercept. For each point $i$, there is a fit to all the others, with the function $f^{(-i)}$ and the intercept $b^{(-i)}$. Return the errors $y_i - f^{(-i)}(x_i) - b^{(-i)}$ of all points, without fitting $n$ times. There may be only two points, and a point may be there twice.

# %% exercise="10.7"
def errors_left_out(K, y, lam):
    """yᵢ minus the prediction of the fit without point i, shape (n,)."""
    ### BEGIN SOLUTION
    n = len(K)
    M = np.ones((n + 1, n + 1))
    M[:n, :n] = K + lam * np.eye(n)
    M[n, n] = 0
    G = np.linalg.inv(M)[:n, :n]
    return G @ y / np.diag(G)
    ### END SOLUTION

# %% check="10.7" points=2
from kernelcourse import check
check("10.7", errors_left_out)

# %% [markdown]
# ## 10.8 Break it: a fit that deceives
#
# A fit can look much better than it is. Find 3 to 50 points for which the root mean square error at points left out is at least 10 times that at the points themselves. Each row of your answer is a place $x$ and a target $y$, both between −100 and 100. The kernel is the RBF kernel with $\gamma = 1$, the price is $\lambda = 0.1$, and the intercept is
# free. The targets must not all be the same.

# %% exercise="10.8"
deceiving_points = ...
### BEGIN SOLUTION
deceiving_points = np.array([[0.0, 1.0], [10.0, -1.0], [20.0, 1.0], [30.0, -1.0]])
### END SOLUTION

# %% check="10.8" points=2
from kernelcourse import check
check("10.8", deceiving_points)

# %% [markdown] solution_only=true
# These points have no neighbors. Each of them is fitted by a bump of its own, and the error that remains is the share $\lambda/(1 + \lambda) = 1/11$ of its distance from the mean. If the point is left out, no other bump reaches its place, and the prediction there is the mean of the others.

# %% [markdown]
# ## 10.9 Choose the price for real data
#
# Here are real data. The check draws eruptions of Old Faithful and gives you an RBF Gram matrix `K` of their standardized lengths, their waits `y` in minutes, and an array `lams` of prices to choose from, in rising order. For each price, fit with a free intercept, and find the mean squared error at points left out. Return
# the price for which it is smallest. There may be a single price to choose from.

# %% exercise="10.9"
def best_price(K, y, lams):
    """One of `lams`."""
    ### BEGIN SOLUTION
    means = [np.mean(errors_left_out(K, y, lam) ** 2) for lam in lams]
    return lams[np.argmin(means)]
    ### END SOLUTION

# %% check="10.9" points=2
from kernelcourse import check
check("10.9", best_price)

# %% [markdown]
# ## 10.10 What no point sees
#
# Somebody hands you a function $f = \sum_j c_j\,k(z_j, \cdot)$ whose bumps stand at places without data. You get its coefficients `c`, shape `(m,)`, and three matrices of kernel values: `K_zz`, shape `(m, m)`, of its places; `K_xz`, shape `(n, m)`, of your $n$ points at its places; and `K_xx`, shape `(n, n)`, of your points, which is invertible. Find the sum of bumps at your points that agrees with $f$ at each of them. Return a pair: its coefficients, shape `(n,)`, and the squared norm of what it leaves of $f$, the part that no point sees.

# %% exercise="10.10"
def seen_and_unseen(c, K_zz, K_xz, K_xx):
    """The pair (coefficients at the points, squared norm of the rest)."""
    ### BEGIN SOLUTION
    alpha = np.linalg.solve(K_xx, K_xz @ c)
    return alpha, c @ K_zz @ c - alpha @ K_xx @ alpha
    ### END SOLUTION

# %% check="10.10" points=2
from kernelcourse import check
check("10.10", seen_and_unseen)

# %% [markdown] solution_only=true
# This is the representer theorem in numbers. Whatever loss looks at the points, the sum pays the same for it, and with any price on the norm it saves $\lambda$ times the second number.

# %% [markdown]
# ## 10.11 Words without coordinates
#
# All that you know of $n$ words is a symmetric table `K`, shape `(n, n)`, of numbers $k(x_i, x_j)$ that say how much alike they are. Is $k$ a kernel? A sum of bumps $f = \sum_i\alpha_i\,k(x_i, \cdot)$ would have $\langle f, f\rangle = \alpha^\top\mathbf{K}\alpha$, and a square must not be negative. Of all $\alpha$ of length 1, find one for which it is
# smallest. Return a pair: `True` if $k$ is a kernel on these words and `False` if it is not, and this $\alpha$, shape `(n,)`. What differs from 0 by rounding only (less than $10^{-9}$) counts as 0.

# %% exercise="10.11"
def is_a_kernel(K):
    """The pair (whether k is a kernel, the α of length 1 with the smallest αᵀKα)."""
    ### BEGIN SOLUTION
    values, vectors = np.linalg.eigh(K)
    return values[0] > -1e-9, vectors[:, 0]
    ### END SOLUTION

# %% check="10.11" points=2
from kernelcourse import check
check("10.11", is_a_kernel)

# %% [markdown] solution_only=true
# If no square is negative, the inner product of section 10.1 has all that it needs, and $\Phi(x) = k(x, \cdot)$ maps the words, which have no coordinates, to a space that has angles and lengths. In some of these tables each word is like its neighbors in a chain and unlike all others. Then the first is near the second, the second near the
# third, and yet the first is far from the third: no space has room for that.

# %% [markdown]
# ## 10.12 How sure is the prediction?
#
# This exercise and the next belong to [chapter 18](../notebooks/18_error_bars.ipynb), which gives predictions their error bars. Let $f$ be random, with jointly normal values of mean 0 and covariance $k(x, z)$, and let each target be $f(x_i)$ plus independent normal noise of variance `lam`. Once the targets are known, how uncertain is $f(x)$ still? You get `k_new`, shape `(m,)`, which holds $k(x, x)$ of $m$ new places; `K_new`, shape `(m, n)`, their kernel values with the $n$ training points; and `K`, shape `(n, n)`, those of the training points with each other.
# Return the posterior variance of $f(x)$ at each new place. You do not get the targets. Why do you not need them? A new place may be a training point, and a training point may be there twice.

# %% exercise="10.12"
def posterior_variance(k_new, K_new, K, lam):
    """The variance of f(x) at the new places, shape (m,)."""
    ### BEGIN SOLUTION
    weights = np.linalg.solve(K + lam * np.eye(len(K)), K_new.T)
    return k_new - (K_new.T * weights).sum(axis=0)
    ### END SOLUTION

# %% check="10.12" points=2
from kernelcourse import check
check("10.12", posterior_variance)

# %% [markdown] solution_only=true
# The targets move the mean, and the mean alone: a prediction is a sum of targets with the weights $(\mathbf{K} + \lambda\mathbf{I}_n)^{-1}k_x$, and how far such a sum errs on average is known before anything has been measured. So you may choose where to measure next without having measured yet. At a training point the variance is at most $\lambda$, because its own target tells $f$ there up to the noise.

# %% [markdown]
# ## 10.13 Uphill, for the width and the noise
#
# Take the RBF kernel. The targets are normal with mean 0 and covariance $\mathbf{K} + \lambda\mathbf{I}_n$, and $\log p(y)$ is their log marginal likelihood. You get the squared distances `D2` of the points, shape `(n, n)`, so that $K_{ij} = e^{-\gamma D_{ij}}$, the targets `y`, shape `(n,)`, and the numbers `gamma` and `lam`. Return the slopes of $\log p(y)$ in $\log\gamma$ and in $\log\lambda$, a pair. There may be a single point, and a point may be there twice.

# %% exercise="10.13"
def slopes_of_likelihood(D2, y, gamma, lam):
    """The pair (slope in log γ, slope in log λ)."""
    ### BEGIN SOLUTION
    K = np.exp(-gamma * D2)
    inverse = np.linalg.inv(K + lam * np.eye(len(y)))
    alpha = inverse @ y
    changes = -gamma * D2 * K, lam * np.eye(len(y))
    return tuple((alpha @ dM @ alpha - (inverse * dM).sum()) / 2 for dM in changes)
    ### END SOLUTION

# %% check="10.13" points=3
from kernelcourse import check
check("10.13", slopes_of_likelihood)

# %% [markdown] solution_only=true
# `(inverse * dM).sum()` is the trace of the product of two symmetric matrices, in $n^2$ multiplications instead of $n^3$. With a single point the first slope is 0: a width has no meaning for one place. The second is 0 where $k(x, x) + \lambda = y^2$: the variance that makes a single number likeliest is its square.
