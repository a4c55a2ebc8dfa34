# %% [markdown]
# # 5 · c-means: exercises
#
# Write your answer where it says `YOUR CODE HERE` or in place of the `...`, run the cell, and then run the check below it. The check answers in one of four
# ways: ○ not attempted yet, ⚠ your code raised an error, ✘ not right yet (with a hint where we know the mistake), ✔ right (with the certificate that proves
# it). Your answer is not compared with a stored one, so every form of the right answer passes.
#
# You need [chapter 5](../notebooks/05_c_means.ipynb). The $n$ points $x_i$ are the rows of `X`, shape `(n, p)`. `labels`, shape `(n,)`, holds the cluster
# $0, \dots, c-1$ of each point. The $c$ prototypes $v_k$ are the rows of `V`, shape `(c, p)`. We write $m_k$ for the mean of cluster $k$ and $n_k$ for the
# number of its points.

# %%
import numpy as np

from kernelcourse.cmeans import proofs
from kernelcourse.drawing import figures
from kernelsy19 import cmeans, datasets

# %% [markdown]
# ## 05.1 What a partition costs
#
# A partition is given by its labels, and no cluster is empty. Return what it costs, $J(\mathbf{U}) = \sum_k\sum_i u_{ik}\|x_i - m_k\|^2$, a number.

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
from kernelcourse import check
check("05.1", cost)

# %% [markdown] solution_only=true
# `means[labels]` puts the mean of its own cluster beside each point. The certificate gets by without any mean. In each cluster, the squared distances over all
# ordered pairs sum to $2n_k$ times the inertia.

# %% [markdown]
# ## 05.2 The assignment
#
# This is the first half step. Return for each point the label of its nearest prototype, shape `(n,)`, whole numbers.

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
from kernelcourse import check
check("05.2", nearest)

# %% [markdown]
# ## 05.3 Derive: the price of a prototype that is not a mean
#
# Take a sheet of paper. Expand $\|x_i - v_k\|^2 = \|(x_i - m_k) + (m_k - v_k)\|^2$, sum over the points of a cluster, and then over the clusters. Return what
# is left of $J(\mathbf{U}, \mathbf{V}) - J(\mathbf{U})$, a number. Your formula should need the sizes, the means and the prototypes of the clusters, and no sum
# over the points.

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
from kernelcourse import check
check("05.3", excess)

# %% [markdown] solution_only=true
# The mixed term is $2\,(m_k - v_k)^\top\sum_i (x_i - m_k)$, and differences from a mean sum to zero. What is left is $\sum_k n_k\|v_k - m_k\|^2$. That is line
# 6 of the derivation in the chapter, and the derivation can check it too.

# %% solution_only=true
proofs.update.check_line(6, lambda s: cost(s.X, s.labels) + excess(s.X, s.labels, s.V))

# %% [markdown]
# ## 05.4 c-means
#
# Now put the half steps together. Start from the prototypes `V`, assign and update in turn, and stop when an assignment changes nothing. Return the labels and
# the prototypes at the end, so that each prototype is the mean of its cluster. In these problems no cluster becomes empty on the way.

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
from kernelcourse import check
check("05.4", run)

# %% [markdown] solution_only=true
# It is safer to compare labels than prototypes, because labels are whole numbers and prototypes carry rounding errors. This is what the function finds on the
# lecture's data:

# %% solution_only=true
X = datasets.faithful().X
labels, V = run(X, X[:2])
print("prototypes (min, min):", V.round(2).tolist(), " J:", round(cost(X, labels), 2))

# %% [markdown]
# ## 05.5 Predict: how many starts?
#
# On the eruptions with three clusters, a start from three random points reaches the lowest $J$ with a probability of about 0.11. How many such starts do you
# need at least, so that all of them together miss it with a probability of at most 1%? Give a whole number.

# %% exercise="05.5"
starts = ...
### BEGIN SOLUTION
starts = 40
### END SOLUTION

# %% check="05.5" points=1
from kernelcourse import check
check("05.5", starts)

# %% [markdown] solution_only=true
# All $r$ starts miss with probability $0.89^r$, and $0.89^r \le 0.01$ means $r \ge \ln 0.01 / \ln 0.89 = 39.5$. The ten starts of the lecture miss with
# probability $0.89^{10} \approx 0.31$.

# %% [markdown]
# ## 05.6 Derive: what one move gains
#
# Point $i$ leaves its cluster $a$, which has at least two points, and joins cluster $k$. Both means follow. By how much does $J$ fall? Derive it from the sizes
# $n_a$ and $n_k$ before the move, and the squared distances of $x_i$ to the two *old* means. Begin with the cluster that gains a point: where is its new mean,
# and what is its new inertia?

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
from kernelcourse import check
check("05.6", transfer_gain)

# %% [markdown] solution_only=true
# When $x$ joins, the mean of the $n_k + 1$ points is $m_k + (x - m_k)/(n_k + 1)$. By 05.3 the old points now pay $n_k\|x - m_k\|^2/(n_k+1)^2$ more, and $x$
# itself pays $n_k^2\|x - m_k\|^2/(n_k+1)^2$. Together this is $\frac{n_k}{n_k+1}\|x - m_k\|^2$. For the cluster that $x$ leaves, read the same backward. It has
# $n_a$ points with $x$, and in terms of the mean with $x$ it saves $\frac{n_a}{n_a-1}\|x - m_a\|^2$.

# %% [markdown]
# ## 05.7 Break it: at rest, and yet a move pays
#
# Find points of the plane and a partition into two clusters where c-means stands still, because no point is nearer to the mean of the other cluster. And yet,
# if a single point changes its cluster and both means follow, $J$ should fall by at least **20%**. Give `example = (X, labels)`: points of shape `(n, 2)` with
# $3 \le n \le 10$ and coordinates between −100 and 100, and labels 0 and 1.

# %% exercise="05.7"
example = ...
### BEGIN SOLUTION
example = (np.array([[0.0, 0.0], [2.0, 0.0], [3.2, 0.0]]), np.array([0, 0, 1]))
### END SOLUTION

# %% check="05.7" points=2
from kernelcourse import check
check("05.7", example)

# %% [markdown] solution_only=true
# A cluster of two points has its mean halfway between them, so each of them is only half as far from the mean as from the other. If one leaves, the cluster
# saves twice its squared distance to the mean. If it joins a single point, that costs half of its squared distance. So
# $2 \cdot 1^2 - \frac12 \cdot 1.2^2 = 1.28$ of $J = 2$ are gained.

# %% [markdown]
# ## 05.8 Break it: groups that everyone sees and c-means does not
#
# Find two groups of points that everybody would call separate. Within each group, you can walk from any point to any other in short steps from point to point.
# The smallest distance between points of different groups has to be at least **3 times** the longest of these steps. And yet the two groups should cost at
# least **twice** the $J$ that c-means finds. Give `groups = (X, labels)`, with at most 60 points of the plane, coordinates between −100 and 100, labels 0 and
# 1, and at least two points in each group.

# %% exercise="05.8"
groups = ...
### BEGIN SOLUTION
x = np.arange(30.0)
groups = (np.column_stack([np.tile(x, 2), np.repeat([0.0, 3.0], 30)]), np.repeat([0, 1], 30))
### END SOLUTION

# %% check="05.8" points=2
from kernelcourse import check
check("05.8", groups)

# %% solution_only=true
found = cmeans.c_means(groups[0], 2)
print(f"J of the two lines {cost(*groups):.0f}, J found {found.objective:.0f}")
figures.partitions({"the groups": groups, "what c-means finds": (groups[0], found.labels)})

# %% [markdown]
# ## 05.9 Real data: partitions that are hard to beat
#
# An elbow is only as good as its partitions. If a run for $c = 4$ stops in a poor place, the curve shows an elbow that is not there. So here is the work that
# comes before the curve.
#
# `X` holds real measurements, of flowers or of eruptions, shape `(n, p)`, and `most` is a whole number. For each $c = 1, \dots, $ `most`, find a partition of
# the points into $c$ clusters whose $J$ is as low as you can make it. Return an array of whole numbers, shape `(most, n)`. Its row number $c - 1$ holds the
# labels $0, \dots, c - 1$ of the partition into $c$ clusters. Take the columns in the units in which they come. You may use the library and your own functions
# from above.
#
# The check compares your $J$ with the lowest that we know, for each $c$, and accepts 1% more. If you find a lower one, so much the better.

# %% exercise="05.9"
def partitions(X, most):
    """(most, n) int array: labels of partitions into 1, 2, …, most clusters."""
    ### BEGIN SOLUTION
    return np.array([cmeans.c_means(X, c, n_starts=200).labels for c in range(1, most + 1)])
    ### END SOLUTION

# %% check="05.9" points=3
from kernelcourse import check
check("05.9", partitions)

# %% [markdown] solution_only=true
# Two hundred starts are plenty, and one is not enough. This is how often a single start from random points comes within 1% of the lowest $J$, for the
# eruptions:

# %% solution_only=true
for c in range(2, 6):
    J = cmeans.c_means(datasets.faithful().X, c, n_starts=500, init="points").objectives
    print(f"{c} clusters: {np.mean(J <= 1.01 * J.min()):.0%} of 500 starts")

# %% [markdown]
# ## 05.10 Think: what is a group?
#
# There is no check here, and more than one good answer. A shop wants to sort its customers into groups by age, yearly spending and number of visits, with
# c-means. In which units would you measure the three? How would you choose $c$? What would you do about ten customers who spend a hundred times as much as all
# others? And how would you find out whether there are any groups? A few sentences will do.

# %% [markdown] answer="05.10" points=0
# **Units** decide which column counts. Years, euros and visits cannot be compared. So measure each in its standard deviation, or in units in which a difference
# of one matters equally to the shop. With the logarithm of spending, "twice as much" is the same step everywhere. **For $c$**, run several numbers from many
# starts each, and compare the fall of $J$ with that of points without groups in the same box. Prefer a number whose groups the shop can use, and which come
# back on another half of the data. **The ten customers** pull a prototype toward them, or take one for themselves, because squares make far points heavy. Set
# them aside, or take the logarithm. **Are there groups?** c-means always returns $c$ of them. Real ones show in a $J$ far below that of points without groups,
# in the same partition from different starts and from different halves of the data, and in a gap between the groups in a picture.
