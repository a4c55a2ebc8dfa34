# %% [markdown]
# # 15 · Fisher kernels: exercises
#
# You will compute scores and their information, build both kernels, fit a mixture with two functions of your own, and let it read irises from a few labels. Write each answer where it says `YOUR CODE HERE` or in place of the `...`, run the cell, and then run the
# check below it. The check draws new problems each time and tells you one of four things: that nothing was attempted, that your code raised an error or did not end, that the answer is not right yet (with a hint where we know the mistake), or that it is right, with the certificate that proves it. Lists and tuples are as good as arrays, and later exercises may use your earlier functions.
#
# You need [chapter 15](../notebooks/15_fisher_kernels.ipynb). The notation is the chapter's. Each row of $J$ is the score of one point, with the sign of the lecture, $J = -\partial\log p/\partial\theta$. The information is $I$. A mixture has weights $w$, means $\mu$ and standard deviations $\sigma$, and $r$ are its posteriors.

# %%
import numpy as np

from kernelcourse.fisher import experiments, proofs
from kernelsy19 import datasets, fisher

# %% [markdown]
# ## 15.1 The scores of a Gaussian
#
# In the chapter you saw the scores of $N(0, 1)$. Now let the Gaussian be any, $N(\mu, \sigma^2)$. For the numbers `x`, shape `(n,)`, return the scores of $\mu$ and of $\sigma$ as an array of shape `(n, 2)`, in this order and with the sign of the lecture.

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
from kernelcourse import check
check("15.1", gaussian_scores)

# %% [markdown] solution_only=true
# Up to a constant, the log density is $-\log\sigma - z^2/2$ with $z = (x - \mu)/\sigma$. A score says how much the surprise changes for each unit of a parameter, so both scores have the unit of $1/x$. That is why both are divided by $\sigma$.

# %% [markdown]
# ## 15.2 The information from a sample
#
# A density has drawn $n$ points, and `J`, shape `(n, d)`, holds their scores. Return an estimate of the information, shape `(d, d)`: the mean that the definition asks for, taken over these points.

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
from kernelcourse import check
check("15.2", information)

# %% [markdown] solution_only=true
# The definition subtracts no means, because the expected score is zero. In a sample it is only nearly zero, so subtracting the sample's mean gives another estimate. Line 4 of the chapter's first proof speaks of the expectation, where the two agree.

# %% [markdown]
# ## 15.3 Both kernels
#
# You have the scores of two sets of points, `J` of shape `(n, d)` and `J_y` of shape `(m, d)`, and the information `I`, shape `(d, d)`, which is invertible. Return two arrays of shape `(n, m)`: the values of the plain kernel, and those of the kernel in units of the information.

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
from kernelcourse import check
check("15.3", both_kernels)

# %% [markdown] solution_only=true
# We solve a system with `I` and do not invert it. This saves a step in which digits would be lost.

# %% [markdown]
# ## 15.4 Another name for σ
#
# A Gaussian has the standard deviation `sd`. `J`, shape `(n, 2)`, holds the scores of $(\mu, \sigma)$ at $n$ points, and `I`, shape `(2, 2)`, is the information. Somebody prefers to write the same Gaussian with the parameters $(\mu, \log\sigma)$. Return the scores and the information for these, as arrays of shape `(n, 2)` and `(2, 2)`.

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
from kernelcourse import check
check("15.4", with_log_sd)

# %% [markdown] solution_only=true
# Write $\sigma = e^{\eta}$. Then the slope is $\partial\sigma/\partial\eta = e^\eta = \sigma$, and the information of $\log\sigma$ is $2$, whatever $\sigma$ is. Look at the kernels before and after, between the points 0.5 and 4 under $N(0, 2^2)$. The plain one has changed, and the one in units of the information has not:

# %% solution_only=true
sd = 2.0
J, I = gaussian_scores(np.array([0.5, 4.0]), 0.0, sd), np.diag([1, 2]) / sd**2
J_new, I_new = with_log_sd(J, I, sd)
for name, before, after in zip(("plain", "measured"), both_kernels(J, J, I), both_kernels(J_new, J_new, I_new)):
    print(f"{name:8} {before[0, 1]:.4f} and {after[0, 1]:.4f}")

# %% [markdown]
# ## 15.5 Posteriors
#
# A mixture has the weights `w`, shape `(k,)`, the means `mu` and the standard deviations `sd`, both of shape `(k, p)`. For the points `X`, shape `(n, p)`, return the posteriors $r_k(x)$, shape `(n, k)`. Beware of points that lie so far out that every $p_k(x)$ is 0 in floating point. Their posteriors are finite numbers all the same, and sum to 1.

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
from kernelcourse import check
check("15.5", posteriors)

# %% [markdown] solution_only=true
# We subtract the largest logarithm of each row before we take exponentials. The quotient does not change by that, and one of the exponentials becomes 1, so that the sum below the line is never 0.

# %% [markdown]
# ## 15.6 The M-step
#
# You have the points `X`, shape `(n, p)`, and posteriors `r`, shape `(n, k)`. Return the weights, shape `(k,)`, the means, shape `(k, p)`, and the standard deviations, shape `(k, p)`, that fit them best. You may rely on every component having a share in some points.

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
from kernelcourse import check
check("15.6", maximize)

# %% [markdown] solution_only=true
# The check asks what the chapter asks of EM: with the posteriors held fixed, the pulls of all points on each parameter have to cancel. Ten rounds of your two functions fit a mixture to the geyser:

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
# You have the posteriors of two sets of points, `r` of shape `(n, k)` and `r_y` of shape `(m, k)`, and the weights `w`. Return the values of the Fisher kernel of the weights alone, shape `(n, m)`. Take the information of components that do not overlap.

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
from kernelcourse import check
check("15.7", weight_kernel)

# %% [markdown] solution_only=true
# The certificate computes $J^\top M^+J$, with the pseudo-inverse $M^+$ of $M = \operatorname{diag}(w) - ww^\top$. Line 3 of the chapter's proof says that this is the same:

# %% solution_only=true
proofs.weights_alone.check_line(3, lambda s: weight_kernel(s.r, s.r_y, s.w))

# %% [markdown]
# ## 15.8 Predict: what more labels can do
#
# A mixture of three components is fitted to points without labels. The components are well separated, and each has a third of the points. There are two classes, A and B. All points of the first component are of class A, all points of the second are of class B, and in the third the classes are half and half. A support vector machine with the kernel of the weights alone gets more and more labels.
# What happens to the share of points that it gets right? Choose one answer and put it into `outcome`:
#
# - `"it comes near 5/6"`
# - `"it stays near one half"`
# - `"it comes near 2/3"`
# - `"it comes near 1"`
# - `"it first comes near 1, then falls back to one half"`
# - `"it comes near 1 if C is large enough, and else not"`

# %% exercise="15.8"
outcome = ...
### BEGIN SOLUTION
outcome = "it comes near 5/6"
### END SOLUTION

# %% check="15.8" points=1
from kernelcourse import check
check("15.8", outcome)

# %% [markdown] solution_only=true
# Points of one component have the same posteriors. So they have the same kernel values with everything, and the machine gives them the same answer. For the first two components this answer is right. For the third, whatever it is, half of the points are of the other class. That makes $\frac13 + \frac13 + \frac16 = \frac56$. No label and no $C$ can change it, because what would tell the points of the third component apart is not in the kernel.

# %% [markdown]
# ## 15.9 A classifier from three components and a few labels
#
# Back to real data, the irises. A mixture of three components was fitted to them without labels. `r`, shape `(n, 3)`, are the posteriors of $n$ flowers, and `w` are the weights. A few of the flowers have labels: `labeled` holds their indices and `y_labeled` their labels, which may be any whole numbers.
#
# Return a label for **each** of the $n$ flowers by the *nearest class mean*. In the feature space of the weights' kernel, each class has a mean, that of the images of its labeled flowers. A flower gets the class whose mean is nearest to its own image. (How to compute distances to a mean from kernel values is in chapter 1.)

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
from kernelcourse import check
check("15.9", nearest_mean)

# %% [markdown] solution_only=true
# $K(x, x)$ is the same for all classes, so we can leave it out. The next cell fits the mixture to all irises without labels and then tells one label per species:

# %% solution_only=true
iris = datasets.iris().in_order()
mixture = fisher.fit_mixture(iris.X, 3).mixture
shares = []
for draw in range(20):
    labeled = experiments.draw_labeled(iris.y, 1, draw)
    answers = nearest_mean(mixture.posterior(iris.X), mixture.w, labeled, iris.y[labeled])
    shares.append(np.mean(np.delete(answers == iris.y, labeled)))
print(f"{100 * np.mean(shares):.1f}% of the other 147 irises, mean of 20 draws")

# %% [markdown]
# ## 15.10 Think: a paper with 5 labels
#
# There is no check here. A paper fits a mixture of 50 components to a million pictures and builds a Fisher kernel from all scores. With 5 labels per class, it reports, this kernel beats a Gaussian kernel that saw the labeled pictures only. What would you ask the authors? Write a few sentences.

# %% [markdown] answer="15.10" points=0
# **Which part of the kernel does the work?** Weights, means and standard deviations can be tried one by one. On the three groups of section 15.7, with one label per class, the scores of the weights alone did best of all, and the kernels of all scores did worst, until the parts were balanced.
#
# **Which rivals were there?** The Gaussian kernel had no access to the million pictures. A fair comparison also has rivals that learn from them, such as label spreading, or c-means with a label for each cluster, which does as well as the weights on those three groups. On the digits of section 15·D, that one made the fewest errors.
#
# **How were the 50 components, $C$ and the width of the Gaussian kernel chosen?** Five labels per class leave little to choose by. If the test labels helped with the choice, and for one method more than for the other, the comparison says nothing.
#
# **How often were the 5 labels drawn?** With so few, the accuracy depends a lot on which pictures they are. Ask for the spread.
