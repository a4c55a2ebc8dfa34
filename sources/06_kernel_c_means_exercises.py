# %% [markdown]
# # 6 · Kernel c-means: exercises
#
# Write your answer where it says `YOUR CODE HERE` or in place of the `...`, run the cell, then run the check below it. The check answers in one of
# four ways: ○ not attempted yet, ⚠ your code raised an error, ✘ not right yet (with a hint where we know the mistake), ✔ right (with the certificate that
# proves it). Nothing is compared with a stored answer, so every right form passes.
#
# You need [chapter 6](../notebooks/06_kernel_c_means.ipynb). Notation: $n$ points, mapped to $\Phi(x_i)$; Gram matrix `K`, shape `(n, n)`; `labels`, shape `(n,)`,
# the cluster $0, \dots, c-1$ of each point, no cluster empty; $n_k$ the number of points in cluster $k$; weights `gamma`, shape `(n, c)`; prototypes
# $v_k = \sum_i\gamma_{ik}\Phi(x_i)$.

# %%
import numpy as np

from kernelsy19 import datasets
from kernelsy19.course import figures
from kernelsy19.kernel_cmeans import derivations as proofs
from kernelsy19.kernels import RBF

# %% [markdown]
# ## 06.1 The weights of the prototypes
#
# The prototype is the mean of the mapped points of its cluster. Return the weights $\gamma_{ik}$ of this combination, shape `(n, c)`.

# %% exercise="06.1"
def prototype_weights(labels):
    """Weights of the prototypes.

    Parameters
    ----------
    labels : (n,) int array, 0 … c − 1

    Returns
    -------
    (n, c) array
    """
    ### BEGIN SOLUTION
    U = np.eye(labels.max() + 1)[labels]
    return U / U.sum(axis=0)
    ### END SOLUTION

# %% check="06.1" points=1
from kernelsy19.course.exercises import check
check("06.1", prototype_weights)

# %% [markdown]
# ## 06.2 Derive: distances to prototypes that nobody has
#
# Return $\|\Phi(x_i) - v_k\|^2$ for all points and prototypes, shape `(n, c)`, from `K` and `gamma` alone. Expand the square on paper first.

# %% exercise="06.2"
def distances(K, gamma):
    """Squared distances to the prototypes.

    Parameters
    ----------
    K : (n, n) array, Gram matrix
    gamma : (n, c) array, weights of the prototypes

    Returns
    -------
    (n, c) array
    """
    ### BEGIN SOLUTION
    norms2 = (gamma * (K @ gamma)).sum(axis=0)
    return np.diag(K)[:, None] - 2 * K @ gamma + norms2
    ### END SOLUTION

# %% check="06.2" points=2
from kernelsy19.course.exercises import check
check("06.2", distances)

# %% [markdown] solution_only=true
# `gamma.T @ K @ gamma` holds the dot products of all prototypes; only its diagonal is asked for, and the element-wise product with the sums that are there already gives it
# in $O(nc)$. Line 6 of the derivation in the chapter is the same formula:

# %% solution_only=true
proofs.distances_to_prototypes.check_line(6, lambda s: distances(s.K, s.gamma))

# %% [markdown]
# ## 06.3 Derive: the criterion, without distances
#
# Sum the three terms over the points of each cluster. Two of them turn out to be the same sum. Return $J$, a number, from `K` and `labels`, without computing any distance.

# %% exercise="06.3"
def criterion(K, labels):
    """Criterion of a partition with its own means, in feature space.

    Parameters
    ----------
    K : (n, n) array, Gram matrix
    labels : (n,) int array, 0 … c − 1

    Returns
    -------
    float
    """
    ### BEGIN SOLUTION
    blocks = [K[np.ix_(labels == k, labels == k)] for k in range(labels.max() + 1)]
    return np.trace(K) - sum(block.sum() / len(block) for block in blocks)
    ### END SOLUTION

# %% check="06.3" points=2
from kernelsy19.course.exercises import check
check("06.3", criterion)

# %% [markdown] solution_only=true
# Within cluster $k$, $-2\sum_i\sum_j\gamma_{jk}K(x_i,x_j) = -\frac{2}{n_k}S_k$ with $S_k$ the sum of the block, and $\|v_k\|^2 = S_k/n_k^2$ is counted $n_k$ times: together $-S_k/n_k$. So
# kernel c-means looks for the partition whose blocks of the Gram matrix have the largest $\sum_k S_k/n_k$: it makes the clusters *alike within*.

# %% [markdown]
# ## 06.4 Kernel c-means
#
# Write the algorithm: from a partition, compute distances and assign, until nothing changes. Return the labels. No cluster gets empty on the way.

# %% exercise="06.4"
def run(K, labels):
    """Kernel c-means from a given partition.

    Parameters
    ----------
    K : (n, n) array, Gram matrix
    labels : (n,) int array, 0 … c − 1, the partition to start from

    Returns
    -------
    (n,) int array
    """
    ### BEGIN SOLUTION
    while True:
        before, labels = labels, distances(K, prototype_weights(labels)).argmin(axis=1)
        if np.array_equal(labels, before):
            return labels
    ### END SOLUTION

# %% check="06.4" points=2
from kernelsy19.course.exercises import check
check("06.4", run)

# %% solution_only=true
circles = datasets.circles(200, factor=0.1)
labels = run(RBF(gamma=3)(circles.X), (circles.X[:, 0] > 0.2).astype(int))
figures.partition(circles, labels, title="from a straight cut to the rings")

# %% [markdown]
# ## 06.5 Predict: how many kernel values?
#
# $n = 2000$ points, $c = 5$ clusters of 400, the Gram matrix is at hand. One round assigns every point to its nearest prototype. The first term of the distance is the same for all prototypes and is left out. For the second, the sums
# $\sum_j\gamma_{jk}K(x_i, x_j)$ of every point $i$ and every cluster $k$ are computed; only the $\gamma_{jk}$ that are not zero are used, and the symmetry of $K$ is not. These sums are kept, and the third term, $\|v_k\|^2$, reads an
# entry of $K$ only if it cannot be had from them. How many entries are read in one round? Count an entry each time it is read, and give the total, a whole number.

# %% exercise="06.5"
n_values = ...
### BEGIN SOLUTION
n_values = 4_000_000
### END SOLUTION

# %% check="06.5" points=1
from kernelsy19.course.exercises import check
check("06.5", n_values)

# %% [markdown] solution_only=true
# For one point, the sums of all five clusters together run over each $j$ once: 2000 values. Times 2000 points. The third term is the mean, over the members, of the sums that
# are there already: no further value. So a round is $O(n^2)$, whatever $c$ is.

# %% [markdown]
# ## 06.6 Predict: what helps?
#
# Three runs of kernel c-means, and groups that someone had hoped for. In each case, $J$ of what was found, $J$ of the groups:
#
# 1. found 838.6, groups 848.4;
# 2. found 1010.1, groups 1006.0;
# 3. found 551.8, groups 551.8, and the partitions are the same.
#
# What could lead to the groups: `"more starts"`, `"another kernel"`, or is `"neither"` needed? Give a tuple of three.

# %% exercise="06.6"
helps = ...
### BEGIN SOLUTION
helps = ("another kernel", "more starts", "neither")
### END SOLUTION

# %% check="06.6" points=1
from kernelsy19.course.exercises import check
check("06.6", helps)

# %% [markdown] solution_only=true
# A search can only go down. If the groups cost more than what was found, no search will prefer them: the criterion, and that is the kernel, has to change. If they cost less, the search
# has missed them. (The numbers are those of moons at $\gamma = 3$ and 10, and of circles, in the chapter.)

# %% [markdown]
# ## 06.7 New points
#
# Given kernel values of $m$ new points with the $n$ old ones, `K_new`, shape `(m, n)`, return the cluster of the nearest prototype of each new point, shape `(m,)`, whole numbers. $K(x, x)$ of
# the new points is not given. Why is it not needed?

# %% exercise="06.7"
def assign_new(K_new, K, labels):
    """Cluster of the nearest prototype of each new point.

    Parameters
    ----------
    K_new : (m, n) array, kernel values between new and old points
    K : (n, n) array, Gram matrix of the old points
    labels : (n,) int array, 0 … c − 1, their clusters

    Returns
    -------
    (m,) int array
    """
    ### BEGIN SOLUTION
    gamma = prototype_weights(labels)
    norms2 = (gamma * (K @ gamma)).sum(axis=0)
    return (norms2 - 2 * K_new @ gamma).argmin(axis=1)
    ### END SOLUTION

# %% check="06.7" points=2
from kernelsy19.course.exercises import check
check("06.7", assign_new)

# %% [markdown] solution_only=true
# $K(x, x)$ is the same for all clusters, so it does not change which distance is the smallest.

# %% [markdown]
# ## 06.8 Break it: rings at rest that nobody should find
#
# 40 evenly spaced points on the unit circle, 40 on a circle of radius $r$ inside, an RBF kernel. Find $r$ between 0.3 and 0.9 and a $\gamma$ up to 1000 for which both hold: started at the
# rings, kernel c-means stays there; and yet the straight cut through the middle of both rings costs **at most 95 %** of what the rings cost. Give `rings = (r, gamma)`. What does that say about pictures of
# separated rings?

# %% exercise="06.8"
rings = ...
### BEGIN SOLUTION
rings = (0.5, 1.0)
### END SOLUTION

# %% check="06.8" points=2
from kernelsy19.course.exercises import check
check("06.8", rings)

# %% [markdown] solution_only=true
# By symmetry every point of a ring is equally far from the mean of either ring, so the rings are at rest for every $\gamma$ at which the own mean is the nearer one. But a wide kernel is
# nearly the linear one, and cutting is cheaper. A picture of separated rings shows where one start ended; the values of $J$ would have to stand beside it.

# %% [markdown]
# ## 06.9 Think: choosing γ without labels
#
# No check here, and more than one good answer. You cluster data without labels with an RBF kernel. Why can you not choose the $\gamma$ with the lowest $J$? What could you look at
# instead? A few sentences.

# %% [markdown] answer="06.9" points=0
# $J$ of different kernels is measured in different spaces: for $\gamma\to 0$ all mapped points coincide and $J\to 0$, so the lowest $J$ would always choose the useless kernel. The share $J(c)/J(1)$ is free
# of that scale, but it, too, prefers wide kernels, and for large $\gamma$ it goes to $(n-c)/(n-1)$, whatever the groups. What can be looked at: **stability** (the same clusters from different starts, and from
# different halves of the data, compared on the points that both have); the fall from $J(c-1)$ to $J(c)$ **beside that on points without groups**; whether the found clusters make sense
# to someone who knows the data. And if a few labels can be had, use them openly, and report the accuracy on others.
