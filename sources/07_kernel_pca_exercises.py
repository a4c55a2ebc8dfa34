# %% [markdown]
# # 7 · Kernel PCA: exercises
#
# Write each function where it says `YOUR CODE HERE`, run the cell, then run the check below it. Signs of axes are yours to choose: both pass. You need
# [chapter 7](../notebooks/07_kernel_pca.ipynb).

# %%
import numpy as np

# %% [markdown]
# ## 07.1 An axis is made of the data
#
# `Phi` holds centered mapped points, shape `(n, D)`; `u`, shape `(D,)`, is an eigenvector of their covariance matrix $\mathbf{S} = \frac1n\sum_i\Phi(x_i)\Phi(x_i)^\top$ and `lam` its eigenvalue.
# Return the $n$ coefficients with $u = \sum_i\alpha_i\Phi(x_i)$. Use the eigenvalue equation, not a linear solver.

# %% exercise="07.1"
def span_coefficients(Phi, u, lam):
    """α with u = Σᵢ αᵢ Φ(xᵢ), shape (n,)."""
    ### BEGIN SOLUTION
    return Phi @ u / (len(Phi) * lam)
    ### END SOLUTION

# %% check="07.1" points=1
from kernelsy19.course.exercises import check
check("07.1", span_coefficients)

# %% [markdown] solution_only=true
# $\lambda u = \mathbf{S}u = \frac1n\sum_i\langle\Phi(x_i), u\rangle\,\Phi(x_i)$. Divide by $\lambda$ and read off.

# %% [markdown]
# ## 07.2 Center what you cannot see
#
# `K` is the Gram matrix of mapped points whose mean is not 0. Return the Gram matrix of the same points after the mean has been taken away.

# %% exercise="07.2"
def center(K):
    """Gram matrix of Φ(xᵢ) − m, shape (n, n)."""
    ### BEGIN SOLUTION
    rows = K.mean(axis=0)
    return K - rows[None, :] - rows[:, None] + K.mean()
    ### END SOLUTION

# %% check="07.2" points=2
from kernelsy19.course.exercises import check
check("07.2", center)

# %% [markdown]
# ## 07.3 An axis of length one
#
# `alpha` is an eigenvector of a centered Gram matrix, of any length, and `eigenvalue` its eigenvalue: $\mathbf{K}\alpha = \text{eigenvalue}\cdot\alpha$. Scale it so that $u = \sum_i\alpha_i\Phi(x_i)$
# has length 1.

# %% exercise="07.3"
def normalize(alpha, eigenvalue):
    """α scaled so that ‖u‖ = 1, shape (n,)."""
    ### BEGIN SOLUTION
    return alpha / (np.linalg.norm(alpha) * np.sqrt(eigenvalue))
    ### END SOLUTION

# %% check="07.3" points=1
from kernelsy19.course.exercises import check
check("07.3", normalize)

# %% [markdown]
# ## 07.4 Kernel PCA, all of it
#
# From a Gram matrix `K` that is not centered: the coordinates of its $n$ points along the first `q` axes in feature space, shape `(n, q)`, largest variance first. Your functions above may help.

# %% exercise="07.4"
def kernel_pca(K, q):
    """Coordinates of the training points along the first q axes, shape (n, q)."""
    ### BEGIN SOLUTION
    values, vectors = np.linalg.eigh(center(K))
    first = range(len(K) - 1, len(K) - 1 - q, -1)
    alpha = np.column_stack([normalize(vectors[:, m], values[m]) for m in first])
    return center(K) @ alpha
    ### END SOLUTION

# %% check="07.4" points=3
from kernelsy19.course.exercises import check
check("07.4", kernel_pca)

# %% [markdown]
# ## 07.5 New points
#
# `K_new`, shape `(m, n)`, holds the kernel values between new and training points; `K` is the training Gram matrix, not centered; `alpha`, shape `(n, q)`, the normalized coefficients. Return the coordinates of the
# new points, shape `(m, q)`.

# %% exercise="07.5"
def project(K_new, K, alpha):
    """Coordinates of new points, moved by the training mean, shape (m, q)."""
    ### BEGIN SOLUTION
    moved = K_new - K_new.mean(axis=1, keepdims=True) - K.mean(axis=0) + K.mean()
    return moved @ alpha
    ### END SOLUTION

# %% check="07.5" points=2
from kernelsy19.course.exercises import check
check("07.5", project)

# %% [markdown]
# ## 07.6 Predict: how many components?
#
# 100 points of the plane in general position (they lie on no line and on no conic, such as a circle or a parabola), kernel $(1 + x\cdot y)^2$. How many components of kernel PCA have a variance that is not zero?

# %% exercise="07.6"
n_components = ...
### BEGIN SOLUTION
n_components = 5
### END SOLUTION

# %% check="07.6" points=1
from kernelsy19.course.exercises import check
check("07.6", n_components)

# %% [markdown] solution_only=true
# The kernel has six features. One is the constant 1, which does not vary, so centering makes it 0. The others are $x_1, x_2, x_1^2, x_1x_2, x_2^2$. If the points lay on a circle around the origin,
# $x_1^2 + x_2^2$ would not vary either, and one more component would have no variance: that is why the question asks for general position.

# %% [markdown]
# ## 07.7 Break it: forget to center
#
# Find 3 to 50 points of the plane, shape `(n, 2)`, with coordinates between −100 and 100, for which PCA *without* centering finds a first axis that is nearly at a right angle to the right one: the cosine between
# them below 0.1. Both first axes have to exist: of the two variances, the larger one is at least 5 % above the other, with and without centering.

# %% exercise="07.7"
points = ...
### BEGIN SOLUTION
points = np.array([[-1.0, 10.0], [0.0, 10.0], [1.0, 10.1]])
### END SOLUTION

# %% check="07.7" points=2
from kernelsy19.course.exercises import check
check("07.7", points)

# %% [markdown] solution_only=true
# Without centering the largest "variance" is the squared distance from the origin: the axis points at the mean.

# %% [markdown]
# ## 07.8 More pixels than images
#
# `X`, shape `(n, p)`, holds centered points with $p$ much larger than $n$. Return the first `q` axes as unit vectors, one a row, shape `(q, p)`, without ever making a matrix of $p \times p$.

# %% exercise="07.8"
def axes_of_images(X, q):
    """First q axes of PCA through the n × n problem, shape (q, p)."""
    ### BEGIN SOLUTION
    values, vectors = np.linalg.eigh(X @ X.T)
    alpha = vectors[:, ::-1][:, :q] / np.sqrt(values[::-1][:q])
    return alpha.T @ X
    ### END SOLUTION

# %% check="07.8" points=2
from kernelsy19.course.exercises import check
check("07.8", axes_of_images)

# %% [markdown]
# ## 07.9 In your own words
#
# Linear PCA can be undone: from all its coordinates you get the point back. Can kernel PCA? Say in three sentences what you get back, and what you do not.

# %% [markdown] answer="07.9" points=3
# From all coordinates of a training point you get back its image $\Phi(x)$ in feature space, exactly. Not the point: an inverse of $\Phi$ is not given. From some of the coordinates you get a vector of
# feature space that is in general the image of no point at all; finding a point whose image comes near is the pre-image problem of chapter 9.
