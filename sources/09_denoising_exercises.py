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
# Before we can look for a pre-image, we need the projection as a mixture of training points. `Z`, shape `(m, q)`, holds the coordinates $\zeta$ of several points along the first $q$ axes of kernel PCA, a row each. `alpha`, shape `(n, q)`, holds the coefficients of the axes,
# $u^k = \sum_i\alpha_i^k\tilde\Phi(x_i)$, where the images $\tilde\Phi(x_i)$ are **centered**. Return the weights with which $P\Phi(x) = \sum_i w_i\Phi(x_i)$, shape `(m, n)`. The images on the right are not centered.

# %% exercise="09.1"
def projection_weights(Z, alpha):
    """One row of weights for each row of Z, shape (m, n)."""
    ### BEGIN SOLUTION
    W = Z @ alpha.T
    return W + (1 - W.sum(axis=1, keepdims=True)) / len(alpha)
    ### END SOLUTION

# %% check="09.1" points=2
from kernelcourse import check
check("09.1", projection_weights)

# %% [markdown] solution_only=true
# Each centered image is $\Phi(x_i)$ less the mean, so the mean has to be given back once, and what the axes take away of it as well. Both are multiples of $\frac1n\sum_j\Phi(x_j)$.
# (The entries of each $\alpha^m$ sum to 0, so $\frac1n$ alone is what remains.)

# %% [markdown]
# ## 09.2 How far is the image of a point?
#
# How well does a point $z$ stand for a projection? You get `K_zz`, which is $K(z, z)$, then `k_z`, shape `(n,)`, which holds $K(z, x_i)$, the training Gram matrix `K`, and `w`, shape `(n,)`, the weights of the projection. Return $\rho(z) = \|\Phi(z) - \sum_i w_i\Phi(x_i)\|^2$.

# %% exercise="09.2"
def squared_distance(K_zz, k_z, K, w):
    """ρ(z), a number."""
    ### BEGIN SOLUTION
    return K_zz - 2 * w @ k_z + w @ K @ w
    ### END SOLUTION

# %% check="09.2" points=1
from kernelcourse import check
check("09.2", squared_distance)

# %% [markdown]
# ## 09.3 Which way is down?
#
# To find the lowest $\rho$, one has to know which way is down. Take the Gaussian kernel $K(z, x) = \exp(-\gamma\|z - x\|^2)$ and derive the gradient of $\rho$ at `z`, shape `(p,)`. `X`, shape `(n, p)`, holds the training points. The check compares your gradient with finite differences.

# %% exercise="09.3"
def gradient(z, X, w, gamma):
    """∇ρ(z), shape (p,)."""
    ### BEGIN SOLUTION
    k_z = np.exp(-gamma * ((z - X) ** 2).sum(axis=1))
    return 4 * gamma * (w * k_z) @ (z - X)
    ### END SOLUTION

# %% check="09.3" points=2
from kernelcourse import check
check("09.3", gradient)

# %% [markdown]
# ## 09.4 One step of the fixed point
#
# Set the gradient to zero. The unknown $z$ stands in two places, inside the kernel values and outside of them. Solve for the one outside, put the old `z` into the kernel values, and return the next place.

# %% exercise="09.4"
def step(z, X, w, gamma):
    """The next z, shape (p,)."""
    ### BEGIN SOLUTION
    a = w * np.exp(-gamma * ((z - X) ** 2).sum(axis=1))
    return a @ X / a.sum()
    ### END SOLUTION

# %% check="09.4" points=2
from kernelcourse import check
check("09.4", step)

# %% [markdown]
# ## 09.5 The opponent: linear PCA
#
# Whoever claims that kernel PCA removes noise has to compare it with linear PCA. `X`, shape `(n, p)`, holds training points whose mean is not 0, and `X_noisy`, shape `(m, p)`, noisy points. Project the noisy points on the first `q` axes of the training points, and return the projections as points, shape `(m, p)`.

# %% exercise="09.5"
def restore_linear(X, X_noisy, q):
    """Projections of the noisy points on the first q axes, as points, shape (m, p)."""
    ### BEGIN SOLUTION
    mean = X.mean(axis=0)
    axes = np.linalg.svd(X - mean, full_matrices=False)[2][:q]
    return mean + (X_noisy - mean) @ axes.T @ axes
    ### END SOLUTION

# %% check="09.5" points=2
from kernelcourse import check
check("09.5", restore_linear)

# %% [markdown]
# ## 09.6 Learn the way back
#
# The training points `X`, shape `(n, p)`, have coordinates in feature space, and `K_z`, shape `(n, n)`, is the Gram matrix of these coordinates. Learn the map from coordinates to points by ridge regression with $\eta$ = `ridge`. Its answers should not be drawn toward 0, so take the mean of the points out and put it back at the end. (There is no free intercept, and the kernel
# values stay as they are.) Return the answers at the training points, shape `(n, p)`.

# %% exercise="09.6"
def learned(K_z, X, ridge):
    """Learned pre-images of the training points' own projections, shape (n, p)."""
    ### BEGIN SOLUTION
    mean = X.mean(axis=0)
    return mean + K_z @ np.linalg.solve(K_z + ridge * np.eye(len(X)), X - mean)
    ### END SOLUTION

# %% check="09.6" points=2
from kernelcourse import check
check("09.6", learned)

# %% [markdown]
# ## 09.7 Predict: when does the middle stop being best?
#
# Take the vector $v = \frac12\Phi(-1) + \frac12\Phi(1)$ for two numbers on the line, with the Gaussian kernel. For small $\gamma$ the image nearest to $v$ is that of $z = 0$, and for large $\gamma$ it is not. Up to which $\gamma$ is it? Derive the number.

# %% exercise="09.7"
largest_gamma = ...
### BEGIN SOLUTION
largest_gamma = 0.5
### END SOLUTION

# %% check="09.7" points=2
from kernelcourse import check
check("09.7", largest_gamma)

# %% [markdown] solution_only=true
# $\rho$ is smallest where $D(z) = \frac12e^{-\gamma(z+1)^2} + \frac12e^{-\gamma(z-1)^2}$ is largest. $D'(0) = 0$ by symmetry, and $D''(0) = (4\gamma^2 - 2\gamma)e^{-\gamma}$ is negative for $\gamma < \frac12$ and positive beyond: then the middle is a
# hill of $\rho$.

# %% [markdown]
# ## 09.8 Break it: a step uphill
#
# A step of the fixed point need not go down. There are two training points on the line, $-1$ and $1$, with the weights $1.5$ and $-0.5$ (they sum to 1), and $\gamma = 1$. Find a start between $-3$ and $3$ from which one step of the fixed point **increases** $\rho$.

# %% exercise="09.8"
start = ...
### BEGIN SOLUTION
start = 1.0
### END SOLUTION

# %% check="09.8" points=2
from kernelcourse import check
check("09.8", start)

# %% [markdown] solution_only=true
# $D(z) < 0$ wherever $0.5\,e^{-(z-1)^2} > 1.5\,e^{-(z+1)^2}$, that is $e^{4z} > 3$, or $z > 0.275$. There the step goes up the gradient. Up to about
# $0.63$ it is so long that it nevertheless lands lower. A little to the left of $0.275$, $D$ is positive and the step points down the gradient, but it is too long: from $0.1$, where $D = 0.225$, $\rho$ goes up as well.

# %% [markdown]
# ## 09.9 A digit restored
#
# Now with real digits. `X`, shape `(400, 256)`, holds clean training digits with pixels from −1 to 1. `noisy`, shape `(60, 256)`, holds other digits, with Gaussian noise of standard deviation `sigma` in every pixel. Restore them, in any way you like, and return your digits, shape `(60, 256)`. The check knows the clean digits. Your squared error may be at most 90% of
# what plain linear PCA reaches, without a clip and with its best number of components, chosen by someone who knows the clean digits as well.

# %% exercise="09.9"
def restore(X, noisy, sigma):
    """The noisy digits without their noise, shape (60, 256)."""
    ### BEGIN SOLUTION
    mean = X.mean(axis=0)
    variances, axes = np.linalg.eigh(np.cov(X.T, bias=True))
    share = variances / (variances + sigma**2)
    return mean + ((noisy - mean) @ axes * share) @ axes.T
    ### END SOLUTION

# %% check="09.9" points=3
from kernelcourse import check
check("09.9", restore)

# %% [markdown] solution_only=true
# This is linear PCA that shrinks: from the coordinate along each axis it keeps the share $\lambda / (\lambda + \sigma^2)$, where $\lambda$ is the variance of clean digits along that axis. Kernel PCA with a fixed point and a well-chosen width does it as well, for instance $\gamma = 1/512$ with 256 components at $\sigma = 0.5$. So does plain linear PCA whose pixels are clipped to $[-1, 1]$, since no true pixel lies outside.

# %% [markdown]
# ## 09.10 In your own words
#
# A colleague restores images with kernel PCA, reports that $\rho$ is $10^{-6}$ and the gradient is 0, and concludes that the noise is gone. What do these two numbers prove, what do they not prove, and what would you ask for?

# %% [markdown] answer="09.10" points=3
# They prove that the image that was found stands well for the projection: its image in feature space is nearly the projection, and no small move helps. They say nothing about the projection itself. With enough components every noisy image is its own
# projection, and both numbers are 0. I would ask for the error on images whose clean version is known and which were not used for any choice, beside that of linear PCA with its own best number of components, plain and shrunk, and with all pixels clipped alike.
