# %% [markdown]
# # 15 · Fisher kernels: exercises
#
# Each exercise asks for a function or a value. Write it where it says `YOUR CODE HERE` or in place of the `...`, run the cell, then run the check below it. The check tries your function on problems that are new each time and answers in one of four ways: ○ not attempted yet; ⚠ your code raised an error or did not end;
# ✘ not right yet, with a hint where we know the mistake; ✔ right, with the certificate that proves it. Lists and tuples are as good as arrays, and later exercises may use your earlier functions.
#
# You need [chapter 15](../notebooks/15_fisher_kernels.ipynb). Notation: scores $J$, one a row, with the sign of the lecture, $J = -\partial\log p/\partial\theta$; information $I$; weights $w$, means $\mu$, standard deviations $\sigma$ of a mixture; posteriors $r$.

# %%
import numpy as np

from kernelsy19 import datasets, fisher
from kernelsy19.fisher import derivations as proofs

# %% [markdown]
# ## 15.1 The scores of a Gaussian
#
# For the numbers `x`, shape `(n,)`, and the Gaussian $N(\mu, \sigma^2)$, return the scores of $\mu$ and of $\sigma$ as an array of shape `(n, 2)`, in this order and with the sign of the lecture.

# %% exercise="15.1"
def gaussian_scores(x, mu, sd):
    """Fisher scores of a Gaussian on the line.

    Parameters
    ----------
    x : (n,) array
    mu : float
    sd : float > 0, the standard deviation

    Returns
    -------
    (n, 2) array, scores of μ and of σ
    """
    ### BEGIN SOLUTION
    z = (x - mu) / sd
    return -np.column_stack([z, z**2 - 1]) / sd
    ### END SOLUTION

# %% check="15.1" points=1
from kernelsy19.course.exercises import check
check("15.1", gaussian_scores)

# %% [markdown] solution_only=true
# The log density is $-\log\sigma - z^2/2$ and a constant. Both scores have the unit of $1/x$, which is why $\sigma$ divides both: a score says how much the surprise changes for each unit of a parameter.

# %% [markdown]
# ## 15.2 The information from a sample
#
# `J`, shape `(n, d)`, holds the scores of $n$ points that a density has drawn. Return the estimate of its information, shape `(d, d)`: the mean that the definition asks for.

# %% exercise="15.2"
def information(J):
    """Fisher information from the scores of points that the density has drawn.

    Parameters
    ----------
    J : (n, d) array

    Returns
    -------
    (d, d) array
    """
    ### BEGIN SOLUTION
    return J.T @ J / len(J)
    ### END SOLUTION

# %% check="15.2" points=1
from kernelsy19.course.exercises import check
check("15.2", information)

# %% [markdown] solution_only=true
# The definition has no means subtracted, since the expected score is zero. In a sample it is only nearly so, and subtracting the sample's mean would give another estimate. Line 4 of the chapter's first proof is about the expectation.

# %% [markdown]
# ## 15.3 Both kernels
#
# From the scores `J`, shape `(n, d)`, and `J_y`, shape `(m, d)`, of two sets of points and the information `I`, shape `(d, d)` and invertible, return two arrays of shape `(n, m)`: the values of the plain kernel, and those of the kernel in units of the information.

# %% exercise="15.3"
def both_kernels(J, J_y, I):
    """Values of both Fisher kernels.

    Parameters
    ----------
    J : (n, d) array
    J_y : (m, d) array
    I : (d, d) array, invertible

    Returns
    -------
    plain : (n, m) array
    measured : (n, m) array
    """
    ### BEGIN SOLUTION
    return J @ J_y.T, J @ np.linalg.solve(I, J_y.T)
    ### END SOLUTION

# %% check="15.3" points=1
from kernelsy19.course.exercises import check
check("15.3", both_kernels)

# %% [markdown] solution_only=true
# Solving with `I` is better than inverting it: one step less in which digits are lost.

# %% [markdown]
# ## 15.4 Another name for σ
#
# `J`, shape `(n, 2)`, holds the scores of $(\mu, \sigma)$ for a Gaussian with standard deviation `sd`, and `I`, shape `(2, 2)`, their information. Return scores and information for the parameters $(\mu, \log\sigma)$: arrays of shape `(n, 2)` and `(2, 2)`.

# %% exercise="15.4"
def with_log_sd(J, I, sd):
    """Scores and information when σ is replaced by log σ.

    Parameters
    ----------
    J : (n, 2) array, scores of μ and σ
    I : (2, 2) array, their information
    sd : float > 0, σ

    Returns
    -------
    J_new : (n, 2) array, scores of μ and log σ
    I_new : (2, 2) array, their information
    """
    ### BEGIN SOLUTION
    A = np.diag([1, sd])
    return J @ A, A.T @ I @ A
    ### END SOLUTION

# %% check="15.4" points=2
from kernelsy19.course.exercises import check
check("15.4", with_log_sd)

# %% [markdown] solution_only=true
# With $\sigma = e^{\eta}$ the slope is $\partial\sigma/\partial\eta = e^\eta = \sigma$. The information of $\log\sigma$ is $2$, whatever $\sigma$ is: a pure number for a pure number. The kernel in units of the information has not changed, and the plain one has:

# %% solution_only=true
sd = 2.0
J, I = gaussian_scores(np.array([0.5, 4.0]), 0.0, sd), np.diag([1, 2]) / sd**2
J_new, I_new = with_log_sd(J, I, sd)
for name, before, after in zip(("plain", "measured"), both_kernels(J, J, I), both_kernels(J_new, J_new, I_new)):
    print(f"{name:8} {before[0, 1]:.4f} and {after[0, 1]:.4f}")

# %% [markdown]
# ## 15.5 Posteriors
#
# For the points `X`, shape `(n, p)`, and a mixture with weights `w`, shape `(k,)`, means `mu` and standard deviations `sd`, both of shape `(k, p)`, return the posteriors $r_k(x)$, shape `(n, k)`. A point may lie so far out that every $p_k(x)$ is 0 in floating point; its posteriors still are finite numbers that sum to 1.

# %% exercise="15.5"
def posteriors(X, w, mu, sd):
    """Posteriors of the components of a mixture.

    Parameters
    ----------
    X : (n, p) array
    w : (k,) array, of sum 1
    mu : (k, p) array
    sd : (k, p) array, standard deviations

    Returns
    -------
    (n, k) array, rows of sum 1
    """
    ### BEGIN SOLUTION
    z = (X[:, None] - mu) / sd
    joint = np.log(w) - np.log(sd).sum(axis=1) - (z**2).sum(axis=2) / 2
    share = np.exp(joint - joint.max(axis=1, keepdims=True))
    return share / share.sum(axis=1, keepdims=True)
    ### END SOLUTION

# %% check="15.5" points=2
from kernelsy19.course.exercises import check
check("15.5", posteriors)

# %% [markdown] solution_only=true
# Subtracting the largest logarithm in each row changes nothing in the quotient, and makes one of the exponentials 1.

# %% [markdown]
# ## 15.6 The M-step
#
# From the points `X`, shape `(n, p)`, and posteriors `r`, shape `(n, k)`, return the weights, shape `(k,)`, the means, shape `(k, p)`, and the standard deviations, shape `(k, p)`, that fit best. No component is without points.

# %% exercise="15.6"
def maximize(X, r):
    """Weights, means and standard deviations from posteriors.

    Parameters
    ----------
    X : (n, p) array
    r : (n, k) array

    Returns
    -------
    w : (k,) array
    mu : (k, p) array
    sd : (k, p) array
    """
    ### BEGIN SOLUTION
    total = r.sum(axis=0)
    mu = r.T @ X / total[:, None]
    squares = (X[:, None] - mu) ** 2
    return total / len(X), mu, np.sqrt((r[:, :, None] * squares).sum(axis=0) / total[:, None])
    ### END SOLUTION

# %% check="15.6" points=2
from kernelsy19.course.exercises import check
check("15.6", maximize)

# %% [markdown] solution_only=true
# The check is the one of the chapter: a mixture fits best to given posteriors where the scores, summed over the points with these posteriors, are zero. Ten rounds of your two functions fit a mixture to the geyser:

# %% solution_only=true
X = datasets.faithful().X
r = np.eye(2)[(X[:, 0] > 3).astype(int)]
for _ in range(10):
    w, mu, sd = maximize(X, r)
    r = posteriors(X, w, mu, sd)
print(w.round(3), mu.round(2).tolist())

# %% [markdown]
# ## 15.7 The kernel of the weights
#
# From the posteriors `r`, shape `(n, k)`, and `r_y`, shape `(m, k)`, of two sets of points and the weights `w`, return the values of the Fisher kernel of the weights alone, shape `(n, m)`, with the information of components that do not overlap.

# %% exercise="15.7"
def weight_kernel(r, r_y, w):
    """Fisher kernel of the weights of a mixture.

    Parameters
    ----------
    r : (n, k) array
    r_y : (m, k) array
    w : (k,) array, of sum 1

    Returns
    -------
    (n, m) array
    """
    ### BEGIN SOLUTION
    return (r / w) @ r_y.T - 1
    ### END SOLUTION

# %% check="15.7" points=2
from kernelsy19.course.exercises import check
check("15.7", weight_kernel)

# %% [markdown] solution_only=true
# The certificate computes $J^\top M^+J$ with the pseudo-inverse of $M = \operatorname{diag}(w) - ww^\top$. Line 3 of the chapter's proof says that they agree:

# %% solution_only=true
proofs.weights_alone.check_line(3, lambda s: weight_kernel(s.r, s.r_y, s.w))

# %% [markdown]
# ## 15.8 Predict: what more labels can do
#
# A mixture of three well separated components is fitted to points without labels. There are two classes, and within each component they are half and half. A support vector machine with the kernel of the weights alone gets more and more labels. What happens to the share of points that it gets right? Choose one and put it into `outcome`:
#
# - `"it stays near one half"`
# - `"it rises to 1"`
# - `"it rises to 2/3"`
# - `"it falls to 0"`
# - `"it first rises, then falls back to one half"`
# - `"it rises as soon as C is large enough"`

# %% exercise="15.8"
outcome = ...
### BEGIN SOLUTION
outcome = "it stays near one half"
### END SOLUTION

# %% check="15.8" points=1
from kernelsy19.course.exercises import check
check("15.8", outcome)

# %% [markdown] solution_only=true
# Points of one component have the same posteriors, so the same kernel values with everything, and the machine gives them the same answer. Half of them are of the other class. No label and no $C$ can change that, since what would tell the two apart is not in the kernel.

# %% [markdown]
# ## 15.9 A classifier from three components and a few labels
#
# Real data: irises. A mixture of three was fitted without labels; `r`, shape `(n, 3)`, are the posteriors of $n$ flowers, `w` the weights. A few of them have labels: `labeled` holds their indices, `y_labeled` their labels, which may be any whole numbers. Return a label for **each** of the $n$ flowers by the *nearest class mean* in the feature
# space of the weights' kernel: the class whose labeled flowers have the mean image that is nearest. (Distances to a mean from kernel values: chapter 1.)

# %% exercise="15.9"
def nearest_mean(r, w, labeled, y_labeled):
    """Labels of all points by the nearest class mean in feature space.

    Parameters
    ----------
    r : (n, k) array, posteriors
    w : (k,) array, weights
    labeled : (m,) int array, indices of the labeled points
    y_labeled : (m,) int array, their labels

    Returns
    -------
    (n,) int array
    """
    ### BEGIN SOLUTION
    K = weight_kernel(r, r[labeled], w)
    K_labeled = K[labeled]
    classes = np.unique(y_labeled)
    members = [y_labeled == c for c in classes]
    d2 = np.array([K_labeled[m][:, m].mean() - 2 * K[:, m].mean(axis=1) for m in members])
    return classes[d2.argmin(axis=0)]
    ### END SOLUTION

# %% check="15.9" points=2
from kernelsy19.course.exercises import check
check("15.9", nearest_mean)

# %% [markdown] solution_only=true
# $K(x, x)$ is the same for all classes and can be left out. With one label a species, fitted to all irises without labels, this is right about:

# %% solution_only=true
iris = datasets.iris()
mixture = fisher.fit_mixture(iris.X, 3).mixture
shares = []
for draw in range(20):
    labeled = fisher.draw_labeled(iris.y, 1, draw)
    answers = nearest_mean(mixture.posterior(iris.X), mixture.w, labeled, iris.y[labeled])
    shares.append(np.mean(np.delete(answers == iris.y, labeled)))
print(f"{100 * np.mean(shares):.1f} % of the other 147 irises, mean of 20 draws")

# %% [markdown]
# ## 15.10 Think: a paper with 5 labels
#
# No check here. A paper fits a mixture of 50 components to a million pictures, builds a Fisher kernel from all scores, and reports that with 5 labels a class it beats a Gaussian kernel that saw the 5 labels only. What do you ask the authors? A few sentences.

# %% [markdown] answer="15.10" points=0
# **Which part of the kernel does the work?** Weights, means and standard deviations can be tried one by one. In the chapter, the scores of the weights alone were best with few labels and all scores worst.
#
# **Which rivals?** The Gaussian kernel had no access to the million pictures. A fair comparison has rivals that use them too, such as label spreading.
#
# **How were 50, $C$ and the width chosen?** With 5 labels a class there is little to choose by. If the test labels helped to choose, for one method more than for the other, the comparison says nothing.
#
# **How many draws of the 5 labels?** With so few, the accuracy depends a lot on which they are. Ask for the spread.
