# %% [markdown]
# # 8 · Kernel PCA at work: exercises
#
# Write each function where it says `YOUR CODE HERE`, run the cell, then run the check below it. You need [chapter 8](../notebooks/08_kernel_pca_at_work.ipynb).

# %%
import numpy as np

# %% [markdown]
# ## 08.1 Shares of the variance
#
# `K` is a centered Gram matrix. Return the cumulated shares of the variance of its first `q` components, shape `(q,)`: what one component holds, what two hold, and so on. You may not need more than the eigenvalues.

# %% exercise="08.1"
def cumulated_shares(K, q):
    """Share of the variance that the first 1, 2, …, q components hold, shape (q,)."""
    ### BEGIN SOLUTION
    values = np.linalg.eigvalsh(K)[::-1]
    return np.cumsum(values[:q]) / np.trace(K)
    ### END SOLUTION

# %% check="08.1" points=1
from kernelsy19.course.exercises import check
check("08.1", cumulated_shares)

# %% [markdown]
# ## 08.2 A width is not an inverse width
#
# A slide says "radial kernel, γ = 0.1" and means $k(x, y) = \exp(-\|x - y\|^2 / 0.1)$. Return the Gram matrix of the rows of `X` for a `width` that is meant so, shape `(n, n)`.

# %% exercise="08.2"
def gram(X, width):
    """Gram matrix of exp(−‖x − y‖² / width), shape (n, n)."""
    ### BEGIN SOLUTION
    squared = ((X[:, None, :] - X[None, :, :]) ** 2).sum(axis=2)
    return np.exp(-squared / width)
    ### END SOLUTION

# %% check="08.2" points=1
from kernelsy19.course.exercises import check
check("08.2", gram)

# %% [markdown]
# ## 08.3 Predict: the degree of the digits
#
# With the kernel $(x\cdot y)^1$ and 3000 digits of 256 pixels, at most how many components have a variance that is not zero? (That is why the table says "n.a.".)

# %% exercise="08.3"
n_components = ...
### BEGIN SOLUTION
n_components = 256
### END SOLUTION

# %% check="08.3" points=1
from kernelsy19.course.exercises import check
check("08.3", n_components)

# %% [markdown]
# ## 08.4 Derive: the component that knows the radius
#
# Points on two circles round the origin, evenly spaced, as many on each. In chapter 8 the kernel $(x\cdot y)^2$ has the component $z(x) = (\|x\|^2 - m)/\sqrt2$. Its variance $\lambda$ is a formula in the two radii `a` and `b` alone. Derive it
# and return it.

# %% exercise="08.4"
def variance_of_radius(a, b):
    """Variance λ of the component (‖x‖² − m)/√2, float."""
    ### BEGIN SOLUTION
    return (a**2 - b**2) ** 2 / 8
    ### END SOLUTION

# %% check="08.4" points=2
from kernelsy19.course.exercises import check
check("08.4", variance_of_radius)

# %% [markdown] solution_only=true
# Half of the points have $\|x\|^2 = a^2$, the others $b^2$: the mean is $m = (a^2+b^2)/2$, and each is $|a^2 - b^2|/2$ away from it. The squared distance, halved by the $\sqrt2$, is $(a^2-b^2)^2/8$.

# %% [markdown]
# ## 08.5 The best threshold
#
# `z`, shape `(n,)`, is one component and `y` holds 0 and 1. Return the largest share of points that a threshold on `z` puts on the right side; either class may be above. All values of `z` differ.

# %% exercise="08.5"
def best_threshold(z, y):
    """Share of points on the right side of the best threshold, float in [0.5, 1]."""
    ### BEGIN SOLUTION
    y = y[np.argsort(z)]
    zeros_below = np.concatenate([[0], np.cumsum(y == 0)])
    ones_below = np.concatenate([[0], np.cumsum(y == 1)])
    right = (zeros_below + np.sum(y == 1) - ones_below) / len(y)
    return max(right.max(), 1 - right.min())
    ### END SOLUTION

# %% check="08.5" points=2
from kernelsy19.course.exercises import check
check("08.5", best_threshold)

# %% [markdown]
# ## 08.6 An interval that is honest
#
# `differences`, shape `(J,)`, are the differences of two accuracies on `J` random splits into `n_train` and `n_test` points. Splits share points, so the variance of their mean is taken as
# $s^2\,(1/J + n_\mathrm{test}/n_\mathrm{train})$, where $s^2$ is the sample variance with $J - 1$ below. Return the ends of the interval of mean ± 1.96 standard errors, shape `(2,)`, lower end first.

# %% exercise="08.6"
def interval(differences, n_train, n_test):
    """Lower and upper end of the interval, shape (2,)."""
    ### BEGIN SOLUTION
    J = len(differences)
    error = np.sqrt(differences.var(ddof=1) * (1 / J + n_test / n_train))
    return differences.mean() + 1.96 * error * np.array([-1, 1])
    ### END SOLUTION

# %% check="08.6" points=2
from kernelsy19.course.exercises import check
check("08.6", interval)

# %% [markdown]
# ## 08.7 Break it: variance against classes
#
# Find labeled points of the plane for which the first component of PCA is useless and the second is perfect. Give an array of shape `(n, 3)` with $n \ge 6$: two coordinates, then the class 0 or 1, at least three
# points of each. The best threshold on the first component must put at most 75 % on the right side, that on the second all of them.

# %% exercise="08.7"
points = ...
### BEGIN SOLUTION
points = np.array([[-9, 1, 0], [-8, -1, 1], [-1, 1.1, 0], [1, -1.1, 1], [8, 1, 0], [9, -1, 1]])
### END SOLUTION

# %% check="08.7" points=2
from kernelsy19.course.exercises import check
check("08.7", points)

# %% [markdown]
# ## 08.8 In your own words
#
# A colleague keeps as many components as hold 95 % of the variance and then trains a classifier. When does this go wrong, and how would you choose the number instead? Three sentences.

# %% [markdown] answer="08.8" points=3
# It goes wrong where the classes differ in directions of small variance: on the spirals four components hold 97 % and tell nothing. Variance is measured without labels, so no share of it promises
# anything about classes. I would choose the number, with the kernel's width, by cross-validation of the classifier itself, components being found anew from the training part of each fold.
