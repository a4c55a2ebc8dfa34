# %% [markdown]
# # 7 · Kernel PCA: exercises
#
# Write each function where it says `YOUR CODE HERE`. Run the cell, then run the check below it. An axis may point either way, so both signs of a coordinate pass. You need [chapter 7](../notebooks/07_kernel_pca.ipynb).

# %%
import numpy as np

from kernelcourse.drawing import figures
from kernelcourse.pca import proofs
from kernelsy19 import datasets
from kernelsy19.kernels import RBF

# %% [markdown]
# ## 07.1 An axis is made of the data
#
# `Phi` holds centered mapped points, shape `(n, D)`. `u`, shape `(D,)`, is an eigenvector of their covariance matrix $\mathbf{S} = \frac1n\sum_i\Phi(x_i)\Phi(x_i)^\top$, and `lam` is its eigenvalue, not 0. Return the $n$ coefficients with
# $u = \sum_i\alpha_i\Phi(x_i)$. Find them in the eigenvalue equation, without a solver.

# %% exercise="07.1"
def span_coefficients(Phi, u, lam):
    """α with u = Σᵢ αᵢ Φ(xᵢ), shape (n,)."""
    ### BEGIN SOLUTION
    return Phi @ u / (len(Phi) * lam)
    ### END SOLUTION

# %% check="07.1" points=1
from kernelcourse import check
check("07.1", span_coefficients)

# %% [markdown] solution_only=true
# The eigenvalue equation says $\lambda u = \mathbf{S}u = \frac1n\sum_i\langle\Phi(x_i), u\rangle\,\Phi(x_i)$. Divide by $\lambda$, and read off what stands before each $\Phi(x_i)$.

# %% [markdown]
# ## 07.2 Center what you cannot see
#
# `K` is the Gram matrix of mapped points, and their mean is not 0. Return the Gram matrix that the same points have after their mean has been taken off.

# %% exercise="07.2"
def center(K):
    """Gram matrix of Φ(xᵢ) − m, shape (n, n)."""
    ### BEGIN SOLUTION
    rows = K.mean(axis=0)
    return K - rows[None, :] - rows[:, None] + K.mean()
    ### END SOLUTION

# %% check="07.2" points=2
from kernelcourse import check
check("07.2", center)

# %% [markdown]
# ## 07.3 An axis of length one
#
# `alpha` is an eigenvector of a centered Gram matrix, of any length, and `eigenvalue` is its eigenvalue, not 0: $\mathbf{K}\alpha = \text{eigenvalue}\cdot\alpha$. Scale it so that the axis $u = \sum_i\alpha_i\Phi(x_i)$ has length 1.

# %% exercise="07.3"
def normalize(alpha, eigenvalue):
    """α scaled so that ‖u‖ = 1, shape (n,)."""
    ### BEGIN SOLUTION
    return alpha / (np.linalg.norm(alpha) * np.sqrt(eigenvalue))
    ### END SOLUTION

# %% check="07.3" points=1
from kernelcourse import check
check("07.3", normalize)

# %% [markdown]
# ## 07.4 Kernel PCA, all of it
#
# You are given a Gram matrix `K` that is not centered. Return the coordinates of its $n$ points along the first `q` axes in feature space, shape `(n, q)`, the one with the largest variance first. Your functions from above may help.

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
from kernelcourse import check
check("07.4", kernel_pca)

# %% solution_only=true
rings = datasets.circles(200, factor=0.1)
Z = kernel_pca(RBF(3.0)(rings.X), 2)
figures.scatter(Z, rings.y, features=("z₁", "z₂"), title="The rings in their new coordinates")

# %% [markdown]
# ## 07.5 New points
#
# `K_new`, shape `(m, n)`, holds the kernel values of new points with training points. `K` is the Gram matrix of the training points, not centered. `alpha`, shape `(n, q)`, holds the normalized coefficients of $q$ axes, eigenvectors of the centered Gram matrix. Return the coordinates of the new points, shape
# `(m, q)`.

# %% exercise="07.5"
def project(K_new, K, alpha):
    """Coordinates of new points, moved by the training mean, shape (m, q)."""
    ### BEGIN SOLUTION
    moved = K_new - K_new.mean(axis=1, keepdims=True) - K.mean(axis=0) + K.mean()
    return moved @ alpha
    ### END SOLUTION

# %% check="07.5" points=2
from kernelcourse import check
check("07.5", project)

# %% [markdown]
# ## 07.6 Predict: how many components?
#
# Take 100 points of the plane in general position, which means that they lie on no line and on no conic, such as a circle or a parabola. The kernel is $(1 + x^\top y)^2$. How many axes of kernel PCA have a variance that is not zero?

# %% exercise="07.6"
n_components = ...
### BEGIN SOLUTION
n_components = 5
### END SOLUTION

# %% check="07.6" points=1
from kernelcourse import check
check("07.6", n_components)

# %% [markdown] solution_only=true
# The kernel has six features. One of them is the constant 1. It does not vary, and centering makes it 0. The other five are $x_1, x_2, x_1^2, x_1x_2, x_2^2$. If the points lay on a circle around the origin, then $x_1^2 + x_2^2$ would not vary either, and one more axis would have no variance. That is why the
# question asks for general position.

# %% [markdown]
# ## 07.7 Break it: forget to center
#
# Find 3 to 50 points of the plane, shape `(n, 2)`, with coordinates between −100 and 100, for which PCA *without* centering finds a first axis that is nearly at a right angle to the right one: the cosine between the two is below 0.1. Both first axes have to exist. That is, with and without
# centering, the larger of the two variances is at least 5% above the other.

# %% exercise="07.7"
points = ...
### BEGIN SOLUTION
points = np.array([[-1.0, 10.0], [0.0, 10.0], [1.0, 10.1]])
### END SOLUTION

# %% check="07.7" points=2
from kernelcourse import check
check("07.7", points)

# %% [markdown] solution_only=true
# Without centering, what PCA takes for the variance is the mean squared distance from the origin along an axis. If the mean is far out, nothing else counts, and the first axis points at the mean.

# %% [markdown]
# ## 07.8 More pixels than images
#
# `X`, shape `(n, p)`, holds centered points, and $p$ is much larger than $n$. Return the first `q` axes as unit vectors, one in each row, shape `(q, p)`. Never make a matrix of $p \times p$.

# %% exercise="07.8"
def axes_of_images(X, q):
    """First q axes of PCA through the n × n problem, shape (q, p)."""
    ### BEGIN SOLUTION
    values, vectors = np.linalg.eigh(X @ X.T)
    alpha = vectors[:, ::-1][:, :q] / np.sqrt(values[::-1][:q])
    return alpha.T @ X
    ### END SOLUTION

# %% check="07.8" points=2
from kernelcourse import check
check("07.8", axes_of_images)

# %% [markdown] solution_only=true
# Here you have used that kernel PCA with the linear kernel *is* PCA: $\mathbf{X}\mathbf{X}^\top$ is its Gram matrix, and the axis $u = \sum_i\alpha_ix_i$ can be written down, because $\Phi(x) = x$.

# %% [markdown]
# ## 07.9 In your own words
#
# PCA can be undone: from all its coordinates you get the point back. Can kernel PCA be undone? Say in three sentences what you get back, and what you do not.

# %% [markdown] answer="07.9" points=3
# From all coordinates of a training point, and the mean, you get back its image $\Phi(x)$ in feature space, exactly. You do not get back the point, because you have no inverse of $\Phi$. From only some of the coordinates you get a vector of feature space that is, in general, the image of no point at all;
# to find a point whose image comes near it is the pre-image problem of chapter 9.

# %% [markdown]
# ## 07.10 Derive: from (14) to (15)
#
# In the proof of the dual problem a factor $\mathbf{K}$ is dropped. Show that nothing is lost. You are given a centered Gram matrix `K`, an eigenvalue `lam` ($\lambda \ne 0$), and coefficients `alpha` that solve (14), $n\lambda\mathbf{K}\alpha = \mathbf{K}^2\alpha$, but perhaps not (15). Return
# coefficients $\alpha'$ that solve (15), $n\lambda\alpha' = \mathbf{K}\alpha'$, and **make the same axis**: $\sum_i\alpha'_i\Phi(x_i) = \sum_i\alpha_i\Phi(x_i)$. (There is a way that needs one product with `K`.)

# %% exercise="07.10"
def repair(K, lam, alpha):
    """α′ of the same axis that solves (15), shape (n,)."""
    ### BEGIN SOLUTION
    return K @ alpha / (len(K) * lam)
    ### END SOLUTION

# %% check="07.10" points=2
from kernelcourse import check
check("07.10", repair)

# %% [markdown] solution_only=true
# Put $r = \mathbf{K}\alpha - n\lambda\alpha$. The chapter adds $r/(n\lambda)$ to $\alpha$, and that is $\alpha + \mathbf{K}\alpha/(n\lambda) - \alpha$, so simply $\mathbf{K}\alpha/(n\lambda)$. It solves (15), because $\mathbf{K}$ times it is $\mathbf{K}^2\alpha/(n\lambda) = \mathbf{K}\alpha$ by (14). It makes
# the same axis, because $\mathbf{K}r = 0$, and $r^\top\mathbf{K}r$ is the squared length of what $r$ makes. As a line of the proof:

# %% solution_only=true
proofs.dropping_a_factor.check_line(3, lambda s: repair(s.K, s.lam, s.alpha))

# %% [markdown]
# ## 07.11 The bias of the second layer
#
# The machine of section 7.6 adds up kernel values with weights, $\sum_i\alpha_i^mK(x_i, x)$. It takes the mapped points to be centered. If they are not, the coordinate is $z_m = \sum_i\alpha_i^m\tilde K(x_i, x)$, with centered kernel values. But the machine need not center anything. It is enough that each unit of the second layer adds a number of its own,
# a *bias*: $z_m = \sum_i\alpha_i^mK(x_i, x) + b_m$. Return $b$, shape `(q,)`, from the Gram matrix `K` of the training points, not centered, and from `alpha`, shape `(n, q)`, whose columns are normalized eigenvectors of the centered one. (What do the entries of a column of `alpha` sum to?)

# %% exercise="07.11"
def bias(K, alpha):
    """The number that each unit of the second layer adds, shape (q,)."""
    ### BEGIN SOLUTION
    return -K.mean(axis=0) @ alpha
    ### END SOLUTION

# %% check="07.11" points=2
from kernelcourse import check
check("07.11", bias)

# %% [markdown] solution_only=true
# Of the four terms of $\tilde K(x_i, x)$, two do not depend on $i$. Since the $\alpha_i^m$ sum to 0 over $i$, these two vanish. What is left is $\sum_i\alpha_i^mK(x_i, x) - \sum_i\alpha_i^m\frac1n\sum_kK(x_i, x_k)$, and the second sum is the same for every $x$: it is the shadow of the mean.

# %% [markdown]
# ## 07.12 What q axes lose
#
# Put each mapped point together again from its first `q` coordinates. What is the mean squared error, in feature space? Return it, a number. All that you have is the Gram matrix `K`, which is not centered. (Two sides of one sum: what do the axes keep?)

# %% exercise="07.12"
def lost(K, q):
    """Mean squared error of mapped points that are put together from q coordinates."""
    ### BEGIN SOLUTION
    values = np.linalg.eigvalsh(center(K))
    return (values.sum() - values[::-1][:q].sum()) / len(K)
    ### END SOLUTION

# %% check="07.12" points=2
from kernelcourse import check
check("07.12", lost)

# %% [markdown] solution_only=true
# In all there is the variance $\operatorname{tr}\tilde{\mathbf{K}}/n$, the mean squared distance from the mean. The axes keep $\lambda_1 + \dots + \lambda_q$, which are eigenvalues of $\tilde{\mathbf{K}}$ divided by $n$. The error is the difference.
