# %% [markdown]
# # 9 · Back from feature space: exercises
#
# Write each function where it says `YOUR CODE HERE`, run the cell, then run the check below it. You need
# [chapter 9](../notebooks/09_denoising.ipynb).

# %%
import numpy as np

# %% [markdown]
# ## 09.1 A projection is made of training points
#
# `Z`, shape `(m, q)`, holds the coordinates of $m$ points along the first $q$ axes of kernel PCA, and `alpha`, shape `(n, q)`, the coefficients of the axes, $u^m = \sum_i\alpha_i^m\tilde\Phi(x_i)$ with **centered** images
# $\tilde\Phi(x_i)$. Return the weights with $P\Phi(x) = \sum_i w_i\Phi(x_i)$, shape `(m, n)`. The images on the right are not centered.


# %% exercise="09.1"
def projection_weights(Z, alpha):
    """One row of weights for each row of Z, shape (m, n)."""
    ### BEGIN SOLUTION
    W = Z @ alpha.T
    return W + (1 - W.sum(axis=1, keepdims=True)) / len(alpha)
    ### END SOLUTION


# %% check="09.1" points=2
from kernelsy19.course.exercises import check

check("09.1", projection_weights)

# %% [markdown] solution_only=true
# Each centered image is $\Phi(x_i)$ less the mean, so the mean has to be given back once, and what the axes take away of it as well. Both are multiples of $\frac1n\sum_j\Phi(x_j)$.
# (The entries of each $\alpha^m$ sum to 0, so $\frac1n$ alone is what remains.)

# %% [markdown]
# ## 09.2 How far is the image of a point?
#
# `K_zz` is $K(z, z)$, `k_z`, shape `(n,)`, holds $K(z, x_i)$, `K` is the training Gram matrix and `w`, shape `(n,)`, the weights of the projection. Return $\rho(z) = \|\Phi(z) - \sum_i w_i\Phi(x_i)\|^2$.


# %% exercise="09.2"
def squared_distance(K_zz, k_z, K, w):
    """ρ(z), a number."""
    ### BEGIN SOLUTION
    return K_zz - 2 * w @ k_z + w @ K @ w
    ### END SOLUTION


# %% check="09.2" points=1
from kernelsy19.course.exercises import check

check("09.2", squared_distance)

# %% [markdown]
# ## 09.3 No nearer than this
#
# With the Gaussian kernel all images have length 1. Return the lower bound of $\rho(z)$, over all $z$, that this gives for $\sum_i w_i\Phi(x_i)$. `K` is the training Gram matrix.


# %% exercise="09.3"
def lower_bound(K, w):
    """A number that no ρ(z) is below."""
    ### BEGIN SOLUTION
    return (1 - np.sqrt(w @ K @ w)) ** 2
    ### END SOLUTION


# %% check="09.3" points=1
from kernelsy19.course.exercises import check

check("09.3", lower_bound)

# %% [markdown]
# ## 09.4 Which way is down?
#
# For the Gaussian kernel $K(z, x) = \exp(-\gamma\|z - x\|^2)$, derive the gradient of $\rho$ at `z`, shape `(p,)`. `X` holds the training points, shape `(n, p)`. The check compares with finite differences.


# %% exercise="09.4"
def gradient(z, X, w, gamma):
    """∇ρ(z), shape (p,)."""
    ### BEGIN SOLUTION
    k_z = np.exp(-gamma * ((z - X) ** 2).sum(axis=1))
    return 4 * gamma * (w * k_z) @ (z - X)
    ### END SOLUTION


# %% check="09.4" points=2
from kernelsy19.course.exercises import check

check("09.4", gradient)

# %% [markdown]
# ## 09.5 One step of the fixed point
#
# Set the gradient to 0, solve for the $z$ that stands outside of the kernel values, and return the next place.


# %% exercise="09.5"
def step(z, X, w, gamma):
    """The next z, shape (p,)."""
    ### BEGIN SOLUTION
    a = w * np.exp(-gamma * ((z - X) ** 2).sum(axis=1))
    return a @ X / a.sum()
    ### END SOLUTION


# %% check="09.5" points=2
from kernelsy19.course.exercises import check

check("09.5", step)

# %% [markdown]
# ## 09.6 The opponent: linear PCA
#
# `X`, shape `(n, p)`, are training points whose mean is not 0, `X_noisy`, shape `(m, p)`, noisy ones. Return what linear PCA makes of the noisy points with its first `q` axes, shape `(m, p)`.


# %% exercise="09.6"
def restore_linear(X, X_noisy, q):
    """Projections of the noisy points on the first q axes, as points, shape (m, p)."""
    ### BEGIN SOLUTION
    mean = X.mean(axis=0)
    axes = np.linalg.svd(X - mean, full_matrices=False)[2][:q]
    return mean + (X_noisy - mean) @ axes.T @ axes
    ### END SOLUTION


# %% check="09.6" points=2
from kernelsy19.course.exercises import check

check("09.6", restore_linear)

# %% [markdown]
# ## 09.7 Learn the way back
#
# `K_z`, shape `(n, n)`, is the Gram matrix of the projections of the training points `X`, shape `(n, p)`. Learn the map from projections to points by ridge regression with $\eta$ = `ridge`, in the way that does not draw its answers
# toward 0 (no free intercept, and the kernel values stay as they are), and return its answers at the training points, shape `(n, p)`.


# %% exercise="09.7"
def learned(K_z, X, ridge):
    """Learned pre-images of the training points' own projections, shape (n, p)."""
    ### BEGIN SOLUTION
    mean = X.mean(axis=0)
    return mean + K_z @ np.linalg.solve(K_z + ridge * np.eye(len(X)), X - mean)
    ### END SOLUTION


# %% check="09.7" points=2
from kernelsy19.course.exercises import check

check("09.7", learned)

# %% [markdown]
# ## 09.8 Predict: when does the middle stop being best?
#
# $v = \frac12\Phi(-1) + \frac12\Phi(1)$ on the line, Gaussian kernel. For small $\gamma$ the image nearest to $v$ is that of $z = 0$. Up to which $\gamma$?

# %% exercise="09.8"
largest_gamma = ...
### BEGIN SOLUTION
largest_gamma = 0.5
### END SOLUTION

# %% check="09.8" points=2
from kernelsy19.course.exercises import check

check("09.8", largest_gamma)

# %% [markdown] solution_only=true
# $\rho$ is smallest where $D(z) = \frac12e^{-\gamma(z+1)^2} + \frac12e^{-\gamma(z-1)^2}$ is largest. $D'(0) = 0$ by symmetry, and $D''(0) = (4\gamma^2 - 2\gamma)e^{-\gamma}$ is negative for $\gamma < \frac12$ and positive beyond: then the middle is a
# hill of $\rho$.

# %% [markdown]
# ## 09.9 Break it: a step uphill
#
# Training points $-1$ and $1$ on the line, weights $1.5$ and $-0.5$ (they sum to 1), $\gamma = 1$. Find a start between $-3$ and $3$ from which one step of the fixed point **increases** $\rho$.

# %% exercise="09.9"
start = ...
### BEGIN SOLUTION
start = 1.0
### END SOLUTION

# %% check="09.9" points=2
from kernelsy19.course.exercises import check

check("09.9", start)

# %% [markdown] solution_only=true
# $D(z) < 0$ wherever $0.5\,e^{-(z-1)^2} > 1.5\,e^{-(z+1)^2}$, that is $e^{4z} > 3$, or $z > 0.275$. There the step goes up the gradient. Up to about
# $0.63$ it is so long that it nevertheless lands lower. A little to the left of $0.275$, $D$ is positive and the step points down the gradient, but it is too long: from $0.1$, where $D = 0.225$, $\rho$ goes up as well.

# %% [markdown]
# ## 09.10 In your own words
#
# A colleague restores images with kernel PCA, reports that $\rho$ is $10^{-6}$ and the gradient is 0, and concludes that the noise is gone. What do these two numbers prove, what do they not prove, and what would you ask for?

# %% [markdown] answer="09.10" points=3
# They prove that the image found stands well for the projection: its image in feature space nearly is the projection, and no small move helps. They say nothing about the projection itself: with enough components every noisy image is its own
# projection, and both numbers are 0. I would ask for the error on images whose clean version is known and which were not used for any choice, against linear PCA with its own best number of components, and shrunk.
