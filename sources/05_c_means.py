# %% [markdown]
# # 5 · c-means
#
# **The question.** The eruptions of Old Faithful seem to come in groups. Nobody has labeled them. Can a program find the groups, and
# say how good they are? This is **clustering**: we look for a **partition** of $n$ points into $c$ groups, each point in exactly one, with
# small distances within the groups.
#
# The method of this chapter is the oldest there is, known as c-means, k-means or Lloyd's algorithm. Chapter 6 takes it to feature space,
# so here we look at it closely: what it minimizes, why it stops, and where it stops in the wrong place.
#
# **After this chapter you can**
#
# - write the criterion $J$ of a partition and of prototypes, and compute it;
# - prove that neither half step of c-means can raise $J$, and say what "it converges" means;
# - run it from several starts, and tell a poor partition from a good one by its objective;
# - read an elbow, and name data on which c-means must fail.
#
# **You need** means, squared distances and partial derivatives; nothing of the chapters before.

# %%
import numpy as np
from sklearn.mixture import GaussianMixture

from kernelsy19 import cmeans, datasets, kernels
from kernelsy19.cmeans import CMeans, explorers, settings
from kernelsy19.cmeans import derivations as proofs
from kernelsy19.course import equations, figures

# %%
faithful = datasets.faithful()
X, n = faithful.X, len(faithful)
figures.scatter(faithful, title="272 eruptions of Old Faithful")

# %% [markdown]
# ## 5.1 What a partition costs
#
# A partition is a matrix: one row a point, one column a cluster, a single 1 in each row. A cluster is represented by its center, and pays
# the squared distances of its points to it. The sum over all clusters is the criterion.

# %%
equations.sheet("SY19-partition", "SY19-J-partition")

# %% [markdown]
# Here are two partitions that need no algorithm: "before and after three minutes", and a random one.

# %%
by_eruption = (X[:, 0] > 3).astype(int)
at_random = np.random.default_rng(0).integers(2, size=n)
for name, labels in {"shorter or longer than 3 min": by_eruption, "at random": at_random}.items():
    U = cmeans.partition_matrix(labels, 2)
    print(f"{name}: J = {cmeans.criterion_of_partition(X, U):.0f}, clusters of {U.sum(axis=0).astype(int)} points")

# %% [markdown]
# The lower, the better. But trying all partitions is out of the question: there are $2^{271}$ ways to split 272 points in two.
#
# ## 5.2 Two half steps
#
# Give the centers a life of their own: let $v_1, \dots, v_c$ be any points, the **prototypes**, the rows of a matrix $\mathbf{V}$. The criterion
# then has two arguments. The report AML writes the same with one label $S_i$ a point in the place of a row of $\mathbf{U}$.

# %%
equations.sheet("SY19-J", "AML-17")

# %% [markdown]
# For fixed prototypes the best partition is obvious: each point goes to the nearest. For a fixed partition the best prototypes are the means. c-means
# does one, then the other, until nothing changes:
#
# 1. fix the number $c$ of clusters;
# 2. choose $c$ prototypes, for example points of the data at random;
# 3. **assign** each point to the nearest prototype;
# 4. **update** each prototype to the mean of its cluster;
# 5. if the prototypes have changed, return to step 3.

# %%
equations.sheet("SY19-assign", "SY19-prototypes")

# %% [markdown]
# These are the lines of the algorithm. Two rounds of it by hand, from two eruptions as prototypes, and below them the whole program. It needs two things more: a test of whether
# a point has moved, and a point for a cluster that has lost all its own (section 5.3 says which). And it keeps every half step, so that we can look at them.

# %%
V = X[:2]
for _ in range(2):
    labels = cmeans.assign(kernels.squared_euclidean(X, V))
    V = cmeans.prototypes(X, cmeans.partition_matrix(labels, 2))
    print(f"J = {cmeans.criterion(X, cmeans.partition_matrix(labels, 2), V):.1f}, prototypes {V.round(2).tolist()}")
equations.code(cmeans.c_means_steps)

# %% [markdown]
# This is what a poor start does on its way: all three prototypes begin among the shortest eruptions. `cmeans.c_means` takes the same way faster: it keeps the sum of each
# cluster and only adds and subtracts the points that come and go, and it tries several starts. From the same start it has to end at the same place.

# %%
lowest = X[X.sum(axis=1).argsort(kind="stable")[:3]]
steps = cmeans.c_means_steps(X, lowest)
print(f"{len(steps)} half steps, J from {steps[0].objective:.0f} to {steps[-1].objective:.0f}")
plain, fast = cmeans.plain_c_means(X, lowest), cmeans.c_means(X, 3, init=lowest)
print(f"J = {plain.objective:.3f} and {fast.objective:.3f}, same clusters: {(plain.labels == fast.labels).all()}, "
      f"points nearer to another prototype: {plain.n_not_nearest} and {fast.n_not_nearest}")
figures.descent(steps, log=True, title="c-means with three clusters, from a corner")

# %% [markdown]
# It never rises. You can watch why, half step by half step. **Before you move it:**
#
# - after an update, some points lie in a region of another color. What happens to them next?
# - which falls more, $J$ in the first round or in all rounds after it?
# - start with all prototypes in one corner: do they always find the three groups of *three clusters*?

# %%
explorers.CMeansStepper()

# %% [markdown]
# ## 5.3 Why J cannot rise
#
# First half: the partition changes, the prototypes stand still. Every line is evaluated on random points, prototypes and partitions.

# %%
display(proofs.assignment, equations.show("SY19-J-points"))

# %% [markdown]
# Second half: the prototypes change, the partition stands still. Each prototype has its own part of $J$, its **inertia**. Setting its
# derivative to zero gives the mean. A derivative of zero alone could be a maximum; so the proof goes on, and shows how much is lost by
# any other prototype. Take a pencil.

# %%
proofs.update.walk()

# %%
equations.sheet("SY19-inertia", "SY19-inertia-gradient", "COURSE-excess")

# %% [markdown]
# The lines hold on any data, so also on ours, with the start of section 5.2. Here is the price of its three prototypes, in squared units:

# %%
U = cmeans.partition_matrix(steps[0].labels, 3)
print(f"J(U, V) of the start   {cmeans.criterion(X, U, lowest):10.1f}")
print(f"J(U) with the means    {cmeans.criterion_of_partition(X, U):10.1f}")
print(f"Σ nₖ ‖vₖ − mₖ‖²        {cmeans.excess_over_means(X, U, lowest):10.1f}")
ours = settings.alternation_setting(X, steps[0].labels, lowest)
print("all lines hold:", all(proofs.assignment.verify(ours) + proofs.update.verify(ours)))

# %% [markdown]
# AML writes the mean as in (18). Its sum runs over $i \in \{1, \dots, k\}$, which are names of clusters, and divides by $C_j$, which is a set. It has to
# run over the members of the cluster and divide by their number:

# %%
equations.show("AML-18")

# %% [markdown]
# One thing both sources leave out: a prototype may lose all its points. Then step 4 divides 0 by 0. The library gives the empty
# cluster the point that is farthest from its own prototype, and that cannot raise $J$ either.

# %%
proofs.reseeding

# %% [markdown]
# ## 5.4 What "converges" means
#
# There are finitely many partitions, and a round that changes the partition lowers $J$, so no partition can come twice. Hence c-means **stops**
# after finitely many rounds. The lecture says that it stops at a local minimum of $J$. That needs care: at the end neither half step can
# improve $J$ *alone*. But moving one point **and** both means at once may still pay. Three points on a line show it.

# %%
line = np.array([[0.0], [2.0], [3.2]])
stopped = cmeans.c_means_steps(line, [[1.0], [3.2]])[-1]
gains = cmeans.transfer_gains(kernels.squared_euclidean(line, stopped.prototypes), stopped.labels)
print(f"c-means stops at {stopped.labels} with J = {stopped.objective:.2f}; "
      f"moving the middle point would gain {gains[1, 1]:.2f}")

# %% [markdown]
# The middle point is nearer to its own mean (1.0 against 1.2), so the assignment leaves it where it is. But that mean would not be there without it.

# %%
display(proofs.transfer, equations.show("COURSE-transfer"))

# %% [markdown]
# R's `kmeans` makes such moves (the method of Hartigan and Wong) unless told otherwise, so its answer may be slightly better than that of the
# algorithm on the slide. How often would it matter? A hundred starts on the eruptions, three clusters:

# %%
ends = [cmeans.c_means(X, 3, n_starts=1, init="points", rng=seed) for seed in range(100)]
gains = [cmeans.transfer_gains(kernels.squared_euclidean(X, s.prototypes), s.labels).max() for s in ends]
print(f"{np.mean(np.array(gains) > 1e-9):.0%} of the ends are not minima "
      f"for moves of one point; largest gain of a move {max(gains):.2f}")
after = [cmeans.c_means(X, 3, n_starts=1, init="points", exchange=True, rng=seed) for seed in range(100)]
for name, runs in {"as on the slide": ends, "with moves of one point": after}.items():
    J = np.array([run.objective for run in runs])
    print(f"{name}: {len(np.unique(J.round(2)))} different J, median {np.median(J):.1f}, "
          f"{np.mean(J < J.min() + 0.01):.0%} at the lowest, {J.min():.2f}")

# %% [markdown]
# With `exchange=True` such moves follow until none pays, as in R. They lower the median by 16 and do not lead one start more to the lowest $J$. Where
# c-means *starts* matters far more.
#
# ## 5.5 The lecture's example, and its ten starts
#
# The slide calls `kmeans(faithful, c=2, nstart=10)`. Ours:

# %%
two = CMeans(n_clusters=2, n_starts=10).fit(X)
print(f"J = {two.solution_.objective:.2f}, clusters of {np.bincount(two.labels_)} points")
print("prototypes (min, min):", two.prototypes_.round(2).tolist())
print("number of different J among the ten starts:", len(np.unique(two.solution_.objectives.round(3))))
figures.partition(faithful, two.labels_, two.prototypes_, assign=two.predict, title="2 clusters")

# %% [markdown]
# R prints the same sizes and the same sum of squares, 8901.769. All ten starts agree: two clusters are easy here. (The next line of the slide,
# `plot(faithful, col=km$cluster, pch=km$cluster)`, stops with *object 'km' not found*: the result was called `clus`. And
# `library(mclust)` is not needed, for `faithful` comes with R.)
#
# The border is nearly horizontal. Waiting times range over 53 minutes, eruptions over 3.5, so the distance hardly sees the eruptions. In units of
# the standard deviation both count alike, and four points change sides:

# %%
data = faithful.standardized()
two_scaled = cmeans.c_means(data.X, 2)
print(f"clusters of {np.bincount(two_scaled.labels)} points, "
      f"{np.sum(two.labels_ != two_scaled.labels)} points on the other side")
figures.partition(faithful, two_scaled.labels, title="2 clusters, standardized columns")

# %% [markdown]
# Three clusters are another matter. **Before you look:** do ten starts still agree?

# %%
three = CMeans(n_clusters=3, n_starts=10).fit(X)
print("J of the ten starts:", np.sort(three.solution_.objectives).round(1).tolist())
figures.partition(faithful, three.labels_, three.prototypes_, assign=three.predict, title="3 clusters, best of 10 starts")

# %% [markdown]
# The third cluster cuts a group in two; which way, nearly does not matter, so there are many places to stop. Here are the hundred starts of
# section 5.4, each from three random eruptions, in the order of their $J$:

# %%
J = np.sort([s.objective for s in ends])
print(f"{len(np.unique(J.round(2)))} different ends; {np.mean(J < J[0] + 0.01):.0%} "
      f"of the starts reach the lowest J, {J[0]:.2f}")
print(f"a single start misses it with probability {np.mean(J > J[0] + 0.01):.2f}, "
      f"ten starts with {np.mean(J > J[0] + 0.01)**10:.2f}")
figures.curves(np.arange(1, 101), {"J": J}, xlabel="start, best first", ylabel="J at the end",
               title="100 random starts, 3 clusters")

# %% [markdown]
# Ten starts miss the best end one time in four. So: take more of them, and take the lowest $J$; never the first. The library's own starts are chosen by **k-means++**, which
# draws the next prototype far from those that it has.

# %%
equations.show("COURSE-seeding")

# %%
round_groups = datasets.three_clusters()
for name, points in (("faithful", X), ("three round groups", round_groups.X)):
    for init in ("points", "k-means++"):
        J = cmeans.c_means(points, 3, n_starts=100, init=init).objectives
        print(f"{name}, {init}: {np.mean(J < 1.0001 * J.min()):.0%} of 100 starts reach the lowest J")

# %% [markdown]
# Where groups are separate, k-means++ finds them every time. Where two clusters have to share one group, as here, it helps little: only more starts do.

# %% [markdown]
# ## 5.6 A bad start
#
# What happens to those starts that miss round, separate groups? A prototype cannot jump over a gap. Once two prototypes share one group and one
# has to serve two, both half steps are content.

# %%
stuck = cmeans.c_means(round_groups.X, 3, n_starts=1, init="points", rng=7)
best = cmeans.c_means(round_groups.X, 3, n_starts=10)
print(f"J of this start {stuck.objective:.2f}, converged: "
      f"{stuck.converged}; J of the best of ten {best.objective:.2f}")
figures.partitions({"one bad start": (round_groups, stuck.labels),
                    "best of ten starts": (round_groups, best.labels)})

# %% [markdown]
# The certificate says "no point has a nearer prototype". It cannot say "no other partition is better". Only comparing objectives can.
#
# ## 5.7 Where the criterion itself is wrong
#
# The next failure is of another kind. Two long strips, one above the other: to cut across both costs less than to tell them apart.

# %%
rng = np.random.default_rng(0)
y = np.repeat([0, 1], 100)
strips = rng.normal(size=(200, 2)) * [1.5, 0.3] + np.outer(y, [0, 2])
found = cmeans.c_means(strips, 2)
print(f"J of the true strips {cmeans.criterion_of_partition(strips, cmeans.partition_matrix(y, 2)):.0f}, "
      f"J found {found.objective:.0f}")
moons = datasets.moons(200, noise=0.05)
halves = cmeans.c_means(moons.X, 2)
figures.partitions({"c-means on strips": (strips, found.labels), "c-means on moons": (moons, halves.labels)})

# %% [markdown]
# No start helps here: the wrong partition has the lower $J$. Squared distances to a center favor round groups of like size, and the border
# between two prototypes is always a straight line. The lecture names a remedy for each kind of shape:
#
# - **ellipses**: a mixture of Gaussians, fitted by EM, learns the shape of each group;
# - **curved groups**: neither helps; go to a feature space, as chapter 6 does.

# %%
for name, points, truth, ours in (("strips", strips, y, found.labels), ("moons", moons.X, moons.y, halves.labels)):
    mixture = GaussianMixture(2, n_init=5, random_state=0).fit_predict(points)
    scores = [cmeans.matched_accuracy(labels, truth) for labels in (ours, mixture)]
    print(f"{name}: c-means finds {scores[0]:.0%} of the true groups, a Gaussian mixture {scores[1]:.0%}")

# %% [markdown]
# (We know the truth here, so we can count; clusters have no names, so they are matched to the groups in the best way first.)
#
# ## 5.8 How many clusters?
#
# $J$ cannot tell, for it falls with every cluster more: split any cluster, and nobody pays more than before. At $c = n$ it is 0. What one looks for is the
# **elbow**, the number after which $J$ falls slowly. AML does so for the iris flowers, in all four measurements.

# %%
iris = datasets.iris()
numbers = np.arange(1, 9)
bend = cmeans.elbow(iris.X, numbers)
print("J:", dict(zip(numbers.tolist(), bend.objective.round(1).tolist(), strict=True)))
figures.curves(numbers, {"J": bend.objective}, xlabel="number of clusters c", ylabel="J (cm²)",
               title="iris, best of 10 starts each", markers=True)

# %% [markdown]
# The report reads $c = 3$ off this curve, and says that $J$ does not fall after it. It does: by a quarter at $c = 4$. Is there an elbow at all? For
# comparison, flowers without any groups: uniform in the box that holds the iris data. And measure the fall as a ratio, $J(c)/J(c-1)$.

# %%
low, high = iris.X.min(axis=0), iris.X.max(axis=0)
boxed = cmeans.elbow(np.random.default_rng(0).uniform(low, high, size=iris.X.shape), numbers)
ratios = {"iris": bend.objective[1:] / bend.objective[:-1], "no groups": boxed.objective[1:] / boxed.objective[:-1]}
figures.curves(numbers[1:], ratios, xlabel="number of clusters c", ylabel="J(c) / J(c − 1)",
               title="what one cluster more saves", markers=True)

# %% [markdown]
# The second cluster saves far more than it would without groups, the third a good deal more, and from the fifth on iris falls almost like noise. So two or three,
# and more for two: setosa stands apart, versicolor and virginica touch. That there are three species is knowledge of botany, not of $J$.
#
# ## Slips in the sources
#
# | where | what stands there | what it should be |
# | --- | --- | --- |
# | SY19, R example | `plot(..., col=km$cluster)` | `clus$cluster`: no object is called `km` |
# | SY19, algorithm, step 5 | compares prototypes; nothing on an empty cluster | compare partitions, which are exact; refill an empty cluster (5.3). To return to step 3 is right here: the distances belong to that step. In the kernel version of the next chapter it is not |
# | SY19, convergence | "a local minimum" | no half step improves $J$; moving one point may (5.4) |
# | AML (18) | sum over $\{1, \dots, k\}$, divided by a set | sum over the members, divided by their number |
# | AML, fig. 11 | no decrease after $k = 3$ | $J$ falls for every $k$; by 27 % from 3 to 4 |
#
# ## Summary

# %%
equations.summary("05_c_means")

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. An update has just lowered $J$ by 12.5. One of the two prototypes moved, by 0.5. How many points has its cluster?
# <details><summary>Answer</summary>
#
# 50: the loss is $n_k\|v_k - m_k\|^2$, and $12.5 = 50 \cdot 0.25$.
# </details>
#
# 2. Why can c-means not run in a circle?
# <details><summary>Answer</summary>
#
# Each round that changes the partition lowers $J$, and $J$ of a partition with its means is always the same number. A partition cannot come back with a
# lower $J$ than it had. (A point with two equally near prototypes could go to and fro; it stays where it is unless the other one is nearer.)
# </details>
#
# 3. Two runs stop at $J = 5188.5$ and $J = 5229.1$, both certified: no point has a nearer prototype. Is one of the certificates wrong?
# <details><summary>Answer</summary>
#
# No. Both cannot be improved by a half step. The first is the better partition.
# </details>
#
# 4. Multiply all columns by 10. What happens to $J$, and to the partition? And if only one column is multiplied?
# <details><summary>Answer</summary>
#
# $J$ is 100 times as large, the partition the same. With one column, distances along it count 100 times as much in the square: the partition may change, as
# that of the eruptions did.
# </details>
#
# 5. On which of strips, moons and three round groups does a better start help?
# <details><summary>Answer</summary>
#
# On the round groups only. On strips and moons the wrong partition has the lower $J$, so the criterion has to change.
# </details>
#
# **Now the exercises:** [05_c_means_exercises](../exercises/05_c_means_exercises.ipynb). Next:
# [c-means where no prototype has coordinates](06_kernel_c_means.ipynb).
