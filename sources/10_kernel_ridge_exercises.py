# %% [markdown]
# # 10 · Kernel ridge regression: exercises
#
# Write each function where it says `YOUR CODE HERE`, run the cell, then run the check below it. You need
# [chapter 10](../notebooks/10_kernel_ridge.ipynb).

# %%
import numpy as np

# %% [markdown]
# ## 10.1 How far apart are two functions?
#
# Two functions are sums of kernel functions, $f = \sum_i\alpha_i k(x_i, \cdot)$ and $g = \sum_j c_j k(z_j, \cdot)$. `alpha` has shape `(n,)` and `c` shape `(m,)`; `K_xx`, shape `(n, n)`, `K_xz`, shape `(n, m)`, and `K_zz`,
# shape `(m, m)`, hold the kernel values between their points. Return $\|f - g\|^2$. One of the functions may be 0, and both may be the same.

# %% exercise="10.1"
def squared_distance(alpha, c, K_xx, K_xz, K_zz):
    """‖f − g‖², a number."""
    ### BEGIN SOLUTION
    return alpha @ K_xx @ alpha - 2 * alpha @ K_xz @ c + c @ K_zz @ c
    ### END SOLUTION

# %% check="10.1" points=1
from kernelsy19.course.exercises import check
check("10.1", squared_distance)

# %% [markdown]
# ## 10.2 Many variables, few points
#
# `X`, shape `(n, p)`, holds points with $p$ much larger than $n$, and `y`, shape `(n,)`, their targets. Return the coefficients of ridge regression, which minimize $\|y - \mathbf{X}\beta\|^2 + \lambda\|\beta\|^2$, by solving $n$ equations and not $p$. A point may be there twice.

# %% exercise="10.2"
def ridge_coefficients(X, y, lam):
    """β, shape (p,), from a system of n equations."""
    ### BEGIN SOLUTION
    alpha = np.linalg.solve(X @ X.T + lam * np.eye(len(X)), y)
    return X.T @ alpha
    ### END SOLUTION

# %% check="10.2" points=1
from kernelsy19.course.exercises import check
check("10.2", ridge_coefficients)

# %% [markdown] solution_only=true
# With $p = 10^6$ and $n = 50$ the other system would need a matrix of $10^{12}$ numbers. When there are more points than variables, this way is right as well, only slower.

# %% [markdown]
# ## 10.3 Predict with a kernel
#
# `K`, shape `(n, n)`, is the Gram matrix of the training points, `y` their targets, and `K_new`, shape `(m, n)`, holds the kernel values between new and training points. Return the predictions of kernel ridge regression with the price `lam`, **without** an intercept.

# %% exercise="10.3"
def predictions(K_new, K, y, lam):
    """f(x) of the new points, shape (m,)."""
    ### BEGIN SOLUTION
    return K_new @ np.linalg.solve(K + lam * np.eye(len(K)), y)
    ### END SOLUTION

# %% check="10.3" points=1
from kernelsy19.course.exercises import check
check("10.3", predictions)

# %% [markdown]
# ## 10.4 A free intercept
#
# Now the intercept is free: minimize $\sum_i (y_i - f(x_i) - b)^2 + \lambda\|f\|^2$ over $f$ and $b$. Return the pair $\alpha$, shape `(n,)`, and $b$, a number. A single point is allowed, and so are points or targets that are all the same.

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
from kernelsy19.course.exercises import check
check("10.4", fit_with_intercept)

# %% [markdown] solution_only=true
# With a single point $\alpha = 0$ and $b = y_1$: a constant fits it, and costs nothing. That is also the answer when all targets are the same.

# %% [markdown]
# ## 10.5 Degrees of freedom
#
# Return the degrees of freedom of kernel ridge regression without an intercept, from the Gram matrix and the price. What do you expect if all points are the same, and what if they have nothing in common, $\mathbf{K} = \mathbf{I}$?

# %% exercise="10.5"
def degrees_of_freedom(K, lam):
    """df, a number."""
    ### BEGIN SOLUTION
    values = np.linalg.eigvalsh(K)
    return (values / (values + lam)).sum()
    ### END SOLUTION

# %% check="10.5" points=1
from kernelsy19.course.exercises import check
check("10.5", degrees_of_freedom)

# %% [markdown] solution_only=true
# Points that are all the same have one eigenvalue, $n$, and $\mathrm{df} = n/(n + \lambda)$, less than 1: they can be fitted by one number only. Points with nothing in common have $n$ eigenvalues of 1 and $\mathrm{df} = n/(1 + \lambda)$.

# %% [markdown]
# ## 10.6 Predict: how many equations?
#
# 442 patients with ten measurements each, and the kernel $(1 + x\cdot z)^3$. You may solve the problem in the space of features, one equation a feature, or in dual variables. How many equations has the smaller of the two systems? There is no intercept, and products of measurements that differ only in their order are one feature.

# %% exercise="10.6"
n_equations = ...
### BEGIN SOLUTION
n_equations = 286
### END SOLUTION

# %% check="10.6" points=1
from kernelsy19.course.exercises import check
check("10.6", n_equations)

# %% [markdown] solution_only=true
# The features are the products of at most three of ten measurements, with repetition: $\binom{13}{3} = 286$, the constant among them. That is less than 442.

# %% [markdown]
# ## 10.7 Leave one out, all at once
#
# Kernel ridge regression with a free intercept. For each point, return the error $y_i - f^{(-i)}(x_i) - b^{(-i)}$ of the fit that has not seen it, without fitting $n$ times. There may be only two points, and a point may be there twice.

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
from kernelsy19.course.exercises import check
check("10.7", errors_left_out)

# %% [markdown]
# ## 10.8 Break it: a fit that deceives
#
# Find 3 to 50 points for which kernel ridge regression looks at least ten times better than it is. Each row is a place $x$ and a target $y$, both between −100 and 100. The kernel is the RBF kernel with $\gamma = 1$ on the places, the price $\lambda = 0.1$, the intercept free. The root mean square error at points left out has to be at least 10 times that at the
# points themselves, and the targets must not all be the same.

# %% exercise="10.8"
deceiving_points = ...
### BEGIN SOLUTION
deceiving_points = np.array([[0.0, 1.0], [10.0, -1.0], [20.0, 1.0], [30.0, -1.0]])
### END SOLUTION

# %% check="10.8" points=2
from kernelsy19.course.exercises import check
check("10.8", deceiving_points)

# %% [markdown] solution_only=true
# Points without neighbors: each is fitted by its own bump, up to the share $\lambda/(1 + \lambda) = 1/11$ of its distance from the mean. When it is left out, nobody knows of it, and the prediction is the mean of the others.

# %% [markdown]
# ## 10.9 Choose the price for real data
#
# The check draws eruptions of Old Faithful: `K` is an RBF Gram matrix of their standardized lengths, `y` holds the waits in minutes, and `lams` the prices to choose from, rising. Return the price whose fit with a free intercept has the smallest mean squared error at points left out. There may be one price only.

# %% exercise="10.9"
def best_price(K, y, lams):
    """One of `lams`."""
    ### BEGIN SOLUTION
    means = [np.mean(errors_left_out(K, y, lam) ** 2) for lam in lams]
    return lams[np.argmin(means)]
    ### END SOLUTION

# %% check="10.9" points=2
from kernelsy19.course.exercises import check
check("10.9", best_price)
