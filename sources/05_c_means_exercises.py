# %% [markdown]
# # 5 · c-means: exercises
#
# Write your answer where it says `YOUR CODE HERE` or in place of the `...`, run the cell, then run the check below it. The check answers in one of
# four ways: ○ not attempted yet, ⚠ your code raised an error, ✘ not right yet (with a hint where we know the mistake), ✔ right (with the certificate that
# proves it). Nothing is compared with a stored answer, so every right form passes.
#
# You need [chapter 5](../notebooks/05_c_means.ipynb). Notation: $n$ points $x_i$, the rows of `X`, shape `(n, p)`; `labels`, shape `(n,)`, the
# cluster $0, \dots, c-1$ of each point; $c$ prototypes $v_k$, the rows of `V`, shape `(c, p)`; $m_k$ is the mean of cluster $k$ and $n_k$ the number of its points.

# %%
import numpy as np

from kernelsy19 import cmeans, datasets
from kernelsy19.cmeans import derivations as proofs
from kernelsy19.course import figures

# %% [markdown]
# ## 05.1 What a partition costs
#
# Return $J(\mathbf{U}) = \sum_k\sum_i u_{ik}\|x_i - m_k\|^2$, a number, of a partition given by labels. No cluster is empty.

# %% exercise="05.1"
def cost(X, labels):
    """Criterion of a partition with its own means.

    Parameters
    ----------
    X : (n, p) array
    labels : (n,) int array, 0 … c − 1

    Returns
    -------
    float
    """
    ### BEGIN SOLUTION
    means = np.array([X[labels == k].mean(axis=0) for k in range(labels.max() + 1)])
    return ((X - means[labels]) ** 2).sum()
    ### END SOLUTION

# %% check="05.1" points=1
from kernelsy19.course.exercises import check
check("05.1", cost)

# %% [markdown] solution_only=true
# `means[labels]` puts the mean of its own cluster beside each point. The certificate takes another road, without any mean: in each cluster, the squared distances over
# all pairs sum to $2n_k$ times the inertia.

# %% [markdown]
# ## 05.2 The assignment
#
# Return the label of the nearest prototype of each point, shape `(n,)`, whole numbers.

# %% exercise="05.2"
def nearest(X, V):
    """Label of the nearest prototype.

    Parameters
    ----------
    X : (n, p) array
    V : (c, p) array

    Returns
    -------
    (n,) int array
    """
    ### BEGIN SOLUTION
    return ((X[:, None] - V) ** 2).sum(axis=2).argmin(axis=1)
    ### END SOLUTION

# %% check="05.2" points=1
from kernelsy19.course.exercises import check
check("05.2", nearest)

# %% [markdown]
# ## 05.3 Derive: the price of a prototype that is not a mean
#
# On paper: expand $\|x_i - v_k\|^2 = \|(x_i - m_k) + (m_k - v_k)\|^2$, sum over the points of a cluster, then over the clusters. Return what is left
# of $J(\mathbf{U}, \mathbf{V}) - J(\mathbf{U})$, a number, in a form that needs no sum over $\|x_i - \cdot\|^2$.

# %% exercise="05.3"
def excess(X, labels, V):
    """J(U, V) − J(U), from the means and sizes of the clusters.

    Parameters
    ----------
    X : (n, p) array
    labels : (n,) int array, 0 … c − 1
    V : (c, p) array

    Returns
    -------
    float
    """
    ### BEGIN SOLUTION
    means = np.array([X[labels == k].mean(axis=0) for k in range(len(V))])
    return np.bincount(labels) @ ((V - means) ** 2).sum(axis=1)
    ### END SOLUTION

# %% check="05.3" points=2
from kernelsy19.course.exercises import check
check("05.3", excess)

# %% [markdown] solution_only=true
# The mixed term is $2\,(m_k - v_k)^\top\sum_i (x_i - m_k)$, and the sum of the differences from a mean is zero. What is left is
# $\sum_k n_k\|v_k - m_k\|^2$: line 6 of the derivation in the chapter, which can check it too.

# %% solution_only=true
proofs.update.check_line(6, lambda s: cost(s.X, s.labels) + excess(s.X, s.labels, s.V))

# %% [markdown]
# ## 05.4 c-means
#
# Write the algorithm: from the prototypes `V`, assign and update until an assignment changes nothing. Return the labels and the prototypes at the end, each
# prototype the mean of its cluster. No cluster gets empty on the way.

# %% exercise="05.4"
def run(X, V):
    """c-means from given prototypes.

    Parameters
    ----------
    X : (n, p) array
    V : (c, p) array, prototypes to start from

    Returns
    -------
    labels : (n,) int array
    V : (c, p) array, the means of the clusters
    """
    ### BEGIN SOLUTION
    labels = nearest(X, V)
    while True:
        V = np.array([X[labels == k].mean(axis=0) for k in range(len(V))])
        before, labels = labels, nearest(X, V)
        if np.array_equal(labels, before):
            return labels, V
    ### END SOLUTION

# %% check="05.4" points=2
from kernelsy19.course.exercises import check
check("05.4", run)

# %% [markdown] solution_only=true
# Comparing labels is safer than comparing prototypes: labels are whole numbers, prototypes carry rounding. On the lecture's data:

# %% solution_only=true
X = datasets.faithful().X
labels, V = run(X, X[:2])
print("prototypes (min, min):", V.round(2).tolist(), " J:", round(cost(X, labels), 2))

# %% [markdown]
# ## 05.5 Predict: how many starts?
#
# On the eruptions with three clusters, a random start reaches the lowest $J$ with probability 0.13. How many starts do you need at least, so that the probability of
# missing it with all of them is at most 1 %? Give a whole number.

# %% exercise="05.5"
starts = ...
### BEGIN SOLUTION
starts = 34
### END SOLUTION

# %% check="05.5" points=1
from kernelsy19.course.exercises import check
check("05.5", starts)

# %% [markdown] solution_only=true
# $0.87^r \le 0.01$ means $r \ge \ln 0.01 / \ln 0.87 = 33.07$. The slide's ten starts miss with probability $0.87^{10} \approx 0.25$.

# %% [markdown]
# ## 05.6 Derive: what one move gains
#
# Point $i$ leaves its cluster $a$, which has at least two points, and joins cluster $k$. Both means follow. By how much does $J$ fall? Derive it from the sizes
# $n_a$, $n_k$ of the clusters before the move and the squared distances of $x_i$ to the two *old* means. Start with a cluster that gains a point: where is its new
# mean, and what is its new inertia?

# %% exercise="05.6"
def transfer_gain(X, labels, i, k):
    """What J falls by if point i moves to cluster k.

    Parameters
    ----------
    X : (n, p) array
    labels : (n,) int array, 0 … c − 1
    i : int, a point whose cluster has two points or more
    k : int, another cluster

    Returns
    -------
    float, negative if J rises
    """
    ### BEGIN SOLUTION
    def size_and_distance(cluster):
        members = X[labels == cluster]
        return len(members), ((X[i] - members.mean(axis=0)) ** 2).sum()

    (n_a, d_a), (n_k, d_k) = size_and_distance(labels[i]), size_and_distance(k)
    return n_a / (n_a - 1) * d_a - n_k / (n_k + 1) * d_k
    ### END SOLUTION

# %% check="05.6" points=2
from kernelsy19.course.exercises import check
check("05.6", transfer_gain)

# %% [markdown] solution_only=true
# With $x$, the mean of the $n_k + 1$ points is $m_k + (x - m_k)/(n_k + 1)$. By 05.3 the old points now pay $n_k\|x - m_k\|^2/(n_k+1)^2$ more, and $x$ itself pays
# $n_k^2\|x - m_k\|^2/(n_k+1)^2$: together $\frac{n_k}{n_k+1}\|x - m_k\|^2$. Read backward, for a cluster that has $n_a$ points with $x$, in terms of the mean with $x$, that is
# $\frac{n_a}{n_a-1}\|x - m_a\|^2$.

# %% [markdown]
# ## 05.7 Break it: at rest, and yet not at a minimum
#
# Find points of the plane and a partition into two clusters at which c-means stands still (no point is nearer to the mean of the other cluster), while moving a single
# point lowers $J$ by at least **20 %**. Give `example = (X, labels)`: points of shape `(n, 2)` with $3 \le n \le 10$ and coordinates between −100 and 100, labels 0 and 1.

# %% exercise="05.7"
example = ...
### BEGIN SOLUTION
example = (np.array([[0.0, 0.0], [2.0, 0.0], [3.2, 0.0]]), np.array([0, 0, 1]))
### END SOLUTION

# %% check="05.7" points=2
from kernelsy19.course.exercises import check
check("05.7", example)

# %% [markdown] solution_only=true
# A cluster of two points has its mean halfway: each of them is only half as far from the mean as from the other. When one leaves, the saving is twice its squared distance;
# joining a single point costs half of its squared distance. So $2 \cdot 1^2 - \frac12 \cdot 1.2^2 = 1.28$ of $J = 2$ is gained.

# %% [markdown]
# ## 05.8 Break it: groups that everyone sees and c-means does not
#
# Find two groups of points that are plainly separate. In each group one can walk from any point to any other by short steps, from point to point of the group; the smallest distance between points of
# different groups is at least **3 times** the longest of these steps. And yet the two groups cost at least **twice** the $J$ that c-means finds. Give `groups = (X, labels)`, with at most 60 points of the plane, coordinates
# between −100 and 100, labels 0 and 1, and two points or more in each group.

# %% exercise="05.8"
groups = ...
### BEGIN SOLUTION
x = np.arange(30.0)
groups = (np.column_stack([np.tile(x, 2), np.repeat([0.0, 3.0], 30)]), np.repeat([0, 1], 30))
### END SOLUTION

# %% check="05.8" points=2
from kernelsy19.course.exercises import check
check("05.8", groups)

# %% solution_only=true
found = cmeans.c_means(groups[0], 2)
print(f"J of the two lines {cost(*groups):.0f}, J found {found.objective:.0f}")
figures.partitions({"the groups": groups, "what c-means finds": (groups[0], found.labels)})

# %% [markdown]
# ## 05.9 Think: what is a group?
#
# No check here, and more than one good answer. A shop wants to sort its customers into groups by age, yearly spending and the number of visits, with c-means. In what units
# would you measure the three? How would you choose $c$? What would you do about ten customers who spend a hundred times as much as all others? And how
# would you find out whether there are groups at all? A few sentences.

# %% [markdown] answer="05.9" points=0
# **Units** decide which column counts. Years, euros and visits cannot be compared, so measure each in its standard deviation, or in units in which a difference of one
# matters equally to the shop; a logarithm of spending makes "twice as much" the same step everywhere. **$c$**: run several, from many starts each, compare the
# fall of $J$ with that on points without groups in the same box, and prefer a number whose groups the shop can use and which come back on another half of the data.
# **The ten customers** pull a prototype toward them, or take one for themselves: squares make far points heavy. Set them aside, or take the logarithm. **Whether there are
# groups**: c-means always returns $c$ of them. Signs of real ones are a $J$ far below that of points without groups, the same partition from different starts and from
# different halves of the data, and a gap between the groups in a picture.
