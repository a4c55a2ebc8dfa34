# %% [markdown]
# # 5 · c-means
#
# **The question.** The eruptions of Old Faithful seem to come in groups, but they come without labels. Can a program find the groups, and say how good they are? **Drag the centers:** each eruption pays the squared distance to the nearest of them. How little can they pay together?

# %% jupyter={"source_hidden": true}
import numpy as np
from sklearn.mixture import GaussianMixture

from kernelcourse import equations, figures, guess
from kernelcourse.cmeans import draws, experiments, explorers, proofs
from kernelcourse.cmeans.figures import spokes
from kernelsy19 import cmeans, datasets, kernels
from kernelsy19.cmeans import CMeans

# %%
faithful = datasets.faithful().in_order()
X, n = faithful.X, len(faithful)
explorers.CentersByHandExplorer()

# %% [markdown]
# This task is called **clustering**. We look for a **partition** of the $n$ points into $c$ groups, so that each point belongs to exactly one group, and points of the same group are close together.
#
# The method of this chapter has several names. The lecture says c-means, the software says k-means, and others call it Lloyd's algorithm, after Stuart Lloyd, who described it in 1957. Because chapter 6 will take it into feature space, we look at it closely: at what it makes small, why it stops, and why it sometimes stops in the wrong place.
#
# **After this chapter you can**
#
# - write down what a partition costs, and compute it;
# - prove that neither half step of c-means can raise the cost, and say in what sense the result is a minimum;
# - run it from several starts, and tell a poor partition from a good one by its cost;
# - read an elbow with something to compare it to, and name data on which c-means must fail.
#
# **You need** means, squared distances and partial derivatives. You need nothing from the chapters before.

# %% [markdown]
# ## 5.1 What a partition costs
#
# How good is a partition? Before we can look for the best one, we need a number that says so. Here are two partitions of every sixth eruption: for the first we asked whether an eruption lasted more than three minutes, and for the second we tossed a coin. In both pictures, a line leads from each point to the center of its group.

# %%
few = faithful.standardized().rows(slice(None, None, 6))
by_length, by_coin = (X[:, 0] > 3).astype(int), np.random.default_rng(0).integers(2, size=n)
spokes(few, {"more than 3 minutes": by_length[::6], "a coin": by_coin[::6]})

# %% [markdown]
# The good partition has short spokes. We therefore let each point pay the squared length of its spoke, and let the partition cost what all points pay together. That is the **criterion** $J$ of the lecture:
#
# $$J(\mathbf{U}) = \sum_{k=1}^c\sum_{i=1}^n u_{ik}\,\|x_i - v_k\|^2, \qquad v_k = \frac{\sum_i u_{ik}\,x_i}{\sum_i u_{ik}} .$$
#
# The matrix $\mathbf{U}$ is the partition. It has a row for each point and a column for each cluster, and in each row there is a single 1, in the column of the cluster that the point belongs to. All other entries are 0, so that each point pays for one spoke only. The **center** $v_k$ is the mean of the points of cluster $k$. With the two clusters of the picture, $J = \ink{blue}{\sum_i u_{i1}\|x_i - v_1\|^2} + \ink{orange}{\sum_i u_{i2}\|x_i - v_2\|^2}$.

# %%
display(equations.sheet("SY19-partition", "SY19-J-partition", folded=True))
for name, labels in {"more than 3 minutes": by_length, "a coin": by_coin}.items():
    U = cmeans.partition_matrix(labels, 2)
    print(f"all eruptions, {name}: J = {cmeans.criterion_of_partition(X, U):.0f} (min²)")

# %% [markdown]
# So we look for the partition with the lowest $J$. But we can't try them all, because there are $2^{271} - 1$ ways to split 272 points in two.
#
# ## 5.2 Two half steps
#
# The difficulty is that two things depend on each other. If we knew the centers, we would know the partition, since each point should go to the nearest center. If we knew the partition, we would know the centers, since they are the means. Because we know neither, we begin with any centers, and take turns.
#
# To say this in formulas, let $v_1, \dots, v_c$ be *any* points, and call them **prototypes**. They are the rows of a
# matrix $\mathbf{V}$, and the criterion now has two arguments:
#
# $$J(\mathbf{U}, \mathbf{V}) = \sum_{i=1}^n\sum_{k=1}^c u_{ik}\,d_{ik}^2, \qquad d_{ik} = \|x_i - v_k\| .$$
#
# With this, c-means is five lines long.
#
# 1. Fix the number $c$ of clusters.
# 2. Choose $c$ prototypes, for example $c$ of the points at random.
# 3. **Assign** each point to the nearest prototype.
# 4. **Update** each prototype to the mean of its cluster.
# 5. If the prototypes have changed, go back to step 3.
#
# Here are two rounds by hand. The first prototypes are the two eruptions with the shortest waits. Below the rounds you see the program as it runs, which has a little more to do: it keeps each half step so that we can look at it, and it takes care of a cluster that has lost all of its points (section 5.3).

# %%
V = X[:2]
for _ in range(2):
    labels = cmeans.assign(kernels.squared_euclidean(X, V))
    U = cmeans.partition_matrix(labels, 2)
    V = cmeans.prototypes(X, U)
    print(f"J = {cmeans.criterion(X, U, V):.1f}, prototypes {V.round(2).tolist()}")
display(equations.sheet("SY19-J", "SY19-assign", "SY19-prototypes", "AML-17", folded=True))
equations.code(cmeans.c_means_steps)

# %% [markdown]
# Next, a hard case: three clusters, and a start with all three prototypes in the lower left corner of the picture. From here on we call `cmeans.c_means`, which runs the same algorithm faster and, unless you give it a start, from several. From the same start, it has to end at the same place.

# %%
lowest = X[X.sum(axis=1).argsort(kind="stable")[:3]]
steps = cmeans.c_means_steps(X, lowest)
plain, fast = cmeans.plain_c_means(X, lowest), cmeans.c_means(X, 3, init=lowest)
print(f"J = {plain.objective:.3f} and {fast.objective:.3f}")
figures.descent(steps, log=True, title="c-means with three clusters, from a corner")

# %% [markdown]
# Both end with ⟦the same clusters ⇐ (plain.labels == fast.labels).all()⟧. In ⟦len(steps) - 1⟧ half steps, $J$ comes down from ⟦steps[0].objective:,.0f⟧ to ⟦steps[-1].objective:,.0f⟧, and it ⟦never rises ⇐ (np.diff([s.objective for s in steps]) <= 1e-9).all()⟧.
#
# **Before you move it**, think of three round groups. Two prototypes sit in one of them, and the third lies between the other two. What will c-means do? Two more questions to keep in mind:
#
# - After an update, some points lie in a region of another color. What happens to them next?
# - Choose the data *three clusters*, and start with all prototypes in one corner. Will c-means always find the three groups?
#
# The explorer standardizes the columns, so its $J$ is not in min².

# %%
Z, groups, rng = faithful.standardized().X, datasets.three_clusters(), np.random.default_rng(0)
a, b, c = (groups.X[groups.y == k].mean(axis=0) for k in range(3))
end = cmeans.plain_c_means(groups.X, [a - 0.1, a + 0.1, (b + c) / 2])
which = ["one of the two moves to another group", "both stay in their group"]
question = "Two prototypes share one of three groups, and the third serves two. What will they do?"
guess.choice(question, which, which[int(cmeans.matched_accuracy(end.labels, groups.y) < 0.9)])

# %%
explorers.CMeansStepper()

# %%
runs = [cmeans.c_means_steps(Z, rng.choice(Z, size=3, replace=False)) for _ in range(100)]
curves = [[step.objective for step in run] for run in runs]
first = 100 * np.median([(J[0] - J[2]) / (J[0] - J[-1]) for J in curves])
P = groups.standardized().X
ends = [cmeans.plain_c_means(P, explorers.in_a_corner(P, 3, rng)) for _ in range(100)]
right = np.mean([cmeans.matched_accuracy(found.labels, groups.y) == 1 for found in ends])
with guess.covered():
    print(f"{first:.0f}% of the fall in the first round; {right:.0%} from a corner find the groups")

# %% [markdown]
# <details><summary>Answers</summary>
#
# - The two prototypes stay, because each moves to the mean of its own points, and these all lie in that one group (section 5.6).
# - The points change their cluster in the next assignment, because the region of a prototype is where it is the nearest. If there is no such point, c-means has come to its end.
# - It doesn't: of a hundred starts in the corner, ⟦right:.0%⟧ end with the three groups. A steep fall of $J$ says little about that: the first round alone brings ⟦first:.0f⟧% of it, in the median of a hundred starts.
# </details>
#
# ## 5.3 Why J cannot rise
#
# We prove it for each half step on its own. In the first half step the partition changes and the prototypes stay where they are. Each point pays for one prototype. If another prototype is nearer, the point switches to it and pays less; if not, it pays what it paid before. Here is the same in formulas, where $k(i)$ is the cluster of point $i$.

# %%
display(proofs.assignment, equations.sheet("SY19-J-points", folded=True))

# %% [markdown]
# In the second half step the prototypes change and the partition stays as it is. Each prototype has its own part of $J$, which is called its **inertia** $\mathcal{I}(v_k)$. We look for the place where the inertia is lowest, and its derivative is zero at the mean. Because a zero derivative alone might also belong to a maximum, the proof goes on, and shows how much more any other place costs. Take a pencil.

# %%
proofs.update.walk()

# %% [markdown]
# Remember the last line but one, known as Huygens' theorem:
#
# $$J(\mathbf{U}, \mathbf{V}) = J(\mathbf{U}) + \sum_{k=1}^c n_k\,\|v_k - m_k\|^2 .$$
#
# Here $m_k$ is the mean of cluster $k$ and $n_k$ is the number of its points. A prototype that is not at the mean pays for it: the squared distance to the mean, once for each point. Since this holds for any data, it holds for ours, with the bad start of section 5.2:

# %%
U = cmeans.partition_matrix(steps[0].labels, 3)
J_start, J_means = cmeans.criterion(X, U, lowest), cmeans.criterion_of_partition(X, U)
extra = cmeans.excess_over_means(X, U, lowest)
print(f"J(U, V) = {J_start:.1f}, J(U) = {J_means:.1f}, Σ nₖ ‖vₖ − mₖ‖² = {extra:.1f}")
ours = draws.alternation_setting(X, steps[0].labels, lowest)
print("all lines hold:", all(proofs.assignment.verify(ours) + proofs.update.verify(ours)))
equations.sheet("SY19-inertia", "SY19-inertia-gradient", "COURSE-excess", "AML-18", folded=True)

# %% [markdown]
# Both sources leave one case out. If a prototype loses all of its points, step 4 divides 0 by 0. The library gives the empty cluster the point that is farthest from its own prototype, which cannot raise $J$ either, as the next proof shows.

# %%
proofs.reseeding

# %% [markdown]
# ## 5.4 Where it stops
#
# The number of partitions is finite. A point changes its cluster only if another prototype is strictly nearer, so each round that changes the partition lowers $J$. Therefore no partition can come twice, and c-means **stops** after finitely many rounds. The lecture adds that it stops at a local minimum of $J$. Let's ask in two ways what it is a minimum of.
#
# First, move the prototypes a little, in any direction, and let each point go to the nearest one. As long as the steps are small, no point changes its cluster, and the proof above says that $J$ rises. As a function of $\mathbf{V}$, $J$ therefore has a local minimum there. We try it at the ends of a hundred starts, with a hundred small moves each.

# %%
one = {"n_starts": 1, "init": "points"}
ends = [cmeans.c_means(X, 3, **one, rng=seed) for seed in range(100)]
moves = np.random.default_rng(1).normal(scale=1e-3, size=(100, 100, 3, 2))
cost_of = lambda V: kernels.squared_euclidean(X, V).min(axis=1).sum()
rises = [cost_of(s.prototypes + V) > s.objective for s, tried in zip(ends, moves) for V in tried]
print(f"J rose in {np.sum(rises)} of {len(rises)} small moves of the prototypes")

# %% [markdown]
# The criterion rose ⟦every time ⇐ all(rises)⟧, so in this sense the lecture is right, with one exception. If a point is exactly as near to another prototype as to its own, it changes its cluster at the smallest step toward it, and $J$ may fall. With the points −2, 0 and 1 and the prototypes −1 and 1, it ⟦does ⇐ np.square(np.subtract.outer([-2, 0, 1], [-1, 0.99])).min(axis=1).sum() < np.square(np.subtract.outer([-2, 0, 1], [-1, 1])).min(axis=1).sum()⟧ if the second prototype moves to 0.99.
#
# Second, let one point change its cluster, and let both means follow at once. Such a move can pay, as three points on a line show, at 0, 2 and 3.2.

# %%
line = np.array([[0.0], [2.0], [3.2]])
stopped = cmeans.c_means_steps(line, [[1.0], [3.2]])[-1]
gains = cmeans.transfer_gains(kernels.squared_euclidean(line, stopped.prototypes), stopped.labels)
print(f"c-means stops at {stopped.labels} with J = {stopped.objective:.2f}; "
      f"moving the middle point would gain {gains[1, 1]:.2f}")

# %% [markdown]
# The middle point has a distance of 1.0 to its own mean and of 1.2 to the other, so the assignment leaves it where it is. But its own mean is only there because of the point itself. If the point leaves, that mean moves away from it, and the other one comes closer. The gain of such a move follows from the two distances and the sizes of the two clusters. Try to find the formula before you unfold the lines.

# %%
display(proofs.transfer.walk(), equations.sheet("COURSE-transfer", folded=True))

# %% [markdown]
# R's `kmeans` makes such moves as well, unless it is told otherwise (the method of Hartigan and Wong), and so does the library with `exchange=True`. How much do they matter? We take ten times a hundred starts on the eruptions, without such moves and with them.

# %%
runs = lambda **how: [cmeans.c_means(X, 3, **one, rng=seed, **how) for seed in range(1000)]
plain, exchanged = runs(), runs(exchange=True)
J = np.array([[run.objective for run in each] for each in (plain, exchanged)]).reshape(2, 10, 100)
lowest_J = J.min()
reached = (J < lowest_J + 0.01).sum(axis=2)
print(f"lowest J {lowest_J:.1f}; starts of each hundred that reach it: {reached[0].tolist()}")

# %% [markdown]
# At ⟦np.mean([run.n_exchanges > 0 for run in exchanged]):.0%⟧ of the ends, some move of a single point pays. On average over a hundred starts, these moves lower $J$ by ⟦(J[0] - J[1]).mean(axis=1).min():.0f⟧ to ⟦(J[0] - J[1]).mean(axis=1).max():.0f⟧, and the start that gains most gains ⟦(J[0] - J[1]).max():.0f⟧. But they ⟦hardly change ⇐ np.abs(reached[0] - reached[1]).max() <= 2⟧ how many starts reach the lowest $J$, which is ⟦lowest_J:.1f⟧: either way, ⟦reached.min()⟧ to ⟦reached.max()⟧ starts in a hundred reach it. Between the starts $J$ differs by up to ⟦J[0].max() - lowest_J:.0f⟧, so it matters far more where c-means *starts*.
#
# ## 5.5 The lecture's example, and its ten starts
#
# The lecture runs `kmeans(faithful, c=2, nstart=10)` in R. We do the same:

# %%
two = CMeans(n_clusters=2, n_starts=10).fit(X)
print(f"J = {two.solution_.objective:.2f}, clusters of {np.bincount(two.labels_)} points")
print("prototypes (min, min):", two.prototypes_.round(2).tolist())
figures.partition(faithful, two.labels_, two.prototypes_, distances=two.transform,
                  title="2 clusters")

# %% [markdown]
# R prints ⟦the same sizes and the same sum of squares, 8901.769 ⇐ abs(two.solution_.objective - 8901.769) < 5e-4 and sorted(np.bincount(two.labels_)) == [100, 172]⟧. All ten starts ⟦agree ⇐ len(np.unique(two.solution_.objectives.round(3))) == 1⟧, so two clusters are easy here.
#
# But look at the border, which is nearly horizontal, as if the length of an eruption did not count. The waits range over ⟦np.ptp(X[:, 1]):.0f⟧ minutes and the eruptions over ⟦np.ptp(X[:, 0]):.1f⟧, so nearly all of a squared distance comes from the waits: ⟦1 - np.square(np.diff(two.prototypes_, axis=0))[0, 0] / np.square(np.diff(two.prototypes_, axis=0)).sum():.1%⟧ of the one between the two prototypes. If we measure both in their own standard deviation, both count equally.

# %%
two_scaled = cmeans.c_means(Z, 2)
print(f"clusters of {np.bincount(two_scaled.labels)} points, "
      f"{np.sum(two.labels_ != two_scaled.labels)} points on the other side")
figures.partition(faithful, two_scaled.labels, title="2 clusters, standardized columns")

# %% [markdown]
# Only ⟦(two.labels_ != two_scaled.labels).sum()⟧ eruptions change sides, because few lie between the two groups. Where groups are closer to each other, the
# units may decide everything.
#
# Three clusters are another matter. **Before you look:** will ten starts still agree?

# %%
three = CMeans(n_clusters=3, n_starts=10).fit(X)
title = "3 clusters, best of 10 starts"
with guess.covered():
    print("J of the ten starts:", np.sort(three.solution_.objectives).round(1).tolist())
    display(figures.partition(faithful, three.labels_, three.prototypes_, title=title,
                              distances=three.transform))

# %% [markdown]
# <details><summary>Answer</summary>
#
# The ten starts end in ⟦len(np.unique(three.solution_.objectives.round(1)))⟧ different places. The third prototype has to cut one of the two groups into parts, and c-means can stop at any of several such cuts.
#
# </details>
#
# How often does a single start find the cheapest? We run two thousand, each from three eruptions drawn at random.

# %%
many = cmeans.c_means(X, 3, n_starts=2000, init="points").objectives
p = np.mean(many < many.min() + 0.01)
error = np.sqrt(p * (1 - p) / 2000)
print(f"lowest J = {many.min():.2f}; reached by {p:.1%} of the starts, standard error {error:.1%}")
figures.curves(np.arange(1, 2001) / 20, {"J": np.sort(many)}, ylabel="J at the end",
               xlabel="share of the starts (%), best first", title="2000 random starts, 3 clusters")

# %% [markdown]
# About one start in ⟦1 / p:.0f⟧ finds the lowest $J$. The probability that all ten starts (the lecture's number) miss it is $(1 - p)^{10}$, about ⟦(1 - p) ** 10:.0%⟧. So take many starts, and keep the partition with the lowest $J$.
#
# A better start can help. In **k-means++**, the first prototype is a point drawn at random, and each further one is drawn with a probability in proportion to its squared distance from the nearest prototype so far. So points that are far from all prototypes are likely to come next.

# %%
def spread_seeds(P, c, rng):
    V = rng.choice(P, size=1)
    while len(V) < c:
        chances = cmeans.seeding_probabilities(kernels.squared_euclidean(P, V))
        V = np.vstack([V, rng.choice(P, size=1, p=chances)])
    return V

equations.sheet("COURSE-seeding", folded=True)

# %% [markdown]
# Does it help? We compare it with points that are drawn at random, and with the library, which at each turn draws a few such points and keeps the one that leaves the least to pay.

# %%
reached, rng = {}, np.random.default_rng(0)
for name, P in (("eruptions", X), ("three round groups", groups.X)):
    seeds = np.array([spread_seeds(P, 3, rng) for _ in range(1000)])
    rules = {"points": (1000, "points"), "k-means++": (None, seeds), "library": (1000, "k-means++")}
    for rule, starts in rules.items():
        J = cmeans.c_means(P, 3, *starts).objectives
        reached[name, rule] = np.mean(J < 1.0001 * J.min())
        print(f"{name}, {rule}: {reached[name, rule]:.1%} of 1000 starts reach the lowest J")

# %% [markdown]
# On three round groups that lie apart, random points find them in ⟦reached["three round groups", "points"]:.0%⟧ of the starts, k-means++ in ⟦reached["three round groups", "k-means++"]:.0%⟧, and the library ⟦every time ⇐ reached["three round groups", "library"] == 1⟧. On ten other draws of the groups, the library finds them in ⟦evidence["05 starts"]["library"].min():.1%⟧ of the starts or more, and k-means++ is ahead of random points ⟦in each ⇐ (evidence["05 starts"]["k-means++"] > evidence["05 starts"]["points"]).all() and len(evidence["05 starts"]["points"]) == 10⟧. On the eruptions, k-means++ and random points differ by ⟦no more than chance ⇐ abs(reached["eruptions", "k-means++"] - reached["eruptions", "points"]) < 2 * np.sqrt(2 * 0.1 * 0.9 / 1000)⟧, with ⟦reached["eruptions", "k-means++"]:.1%⟧ against ⟦reached["eruptions", "points"]:.1%⟧, and the library gets to ⟦reached["eruptions", "library"]:.1%⟧. There, two clusters have to share a group. Most random starts already choose the right one, that of the long waits: ⟦evidence["05 eruptions"]["points, long cut"].min():.0%⟧ or more in each of ten times 300. But ⟦no more than one in six ⇐ evidence["05 eruptions"]["points, lowest of these"].max() < 1 / 6⟧ of these cut it at the cheapest place, and with k-means++ it is ⟦one in five at best ⇐ 0.19 < evidence["05 eruptions"]["k-means++, lowest of these"].max() < 0.21⟧. A rule that spreads the prototypes over groups does not know where to cut one.
#
# ## 5.6 A bad start
#
# What happens to a start that misses groups which are round and far apart?

# %%
stuck = cmeans.c_means(groups.X, 3, n_starts=1, init="points", rng=7)
best = cmeans.c_means(groups.X, 3, n_starts=10)
figures.partitions({f"one bad start, J = {stuck.objective:.1f}": (groups, stuck.labels),
                    f"best of ten starts, J = {best.objective:.1f}": (groups, best.labels)})

# %% [markdown]
# Two prototypes share one group, and one prototype serves two groups. This is where you guessed in section 5.2: the two that share a group ⟦cannot leave it ⇐ all(len(set(groups.y[stuck.labels == k])) == 1 for k in np.bincount(stuck.labels).argsort()[:2])⟧. Neither half step changes anything, and c-means ⟦has converged ⇐ stuck.converged⟧.
#
# The certificate says that no point has a nearer prototype, and this ⟦is true of both partitions ⇐ stuck.n_not_nearest == 0 and best.n_not_nearest == 0⟧. It doesn't rule out a better partition: only a comparison of $J$ can tell you that, and only for the partitions that you have found.
#
# ## 5.7 When the criterion is wrong
#
# Another kind of failure cannot be cured by any start. Take two long strips, one above the other, and two moons.

# %%
strips, moons = draws.strips(200), datasets.moons(200, noise=0.05)
found, halves = (cmeans.c_means(data.X, 2, n_starts=5) for data in (strips, moons))
truths = [(data.X, cmeans.partition_matrix(data.y, 2)) for data in (strips, moons)]
true_J = [cmeans.criterion_of_partition(*truth) for truth in truths]
figures.partitions({"c-means on strips": (strips, found.labels),
                    "c-means on moons": (moons, halves.labels)})

# %% [markdown]
# The true strips cost $J$ = ⟦true_J[0]:.0f⟧, and the wrong partition only ⟦found.objective:.0f⟧. The true moons cost ⟦true_J[1]:.0f⟧, and the wrong partition ⟦halves.objective:.0f⟧. The search succeeded, but the criterion was the wrong one, because a sum of squared distances to centers favors round groups. And the border between two prototypes is always a straight line, which cannot part the moons.
#
# Should we have standardized the columns, as in section 5.5? We try that, too, and also on strips that we turn by 45°. The lecture names a remedy for each kind of shape. For **ellipses**, a mixture of Gaussians learns the shape of each group. For **curved groups**, it warns, both may fail, and the lecture goes to a feature space. We know the truth here, so we can count how many points end in the right group, once the nameless clusters are matched to the groups in the best way. All get five starts, from points drawn at random.

# %%
scores, turned = {}, strips.X @ np.array([[1, 1], [-1, 1]]) / np.sqrt(2)
names, shapes = ("strips", "turned strips", "moons"), (strips.X, turned, moons.X)
for name, P, y in zip(names, shapes, (strips.y, strips.y, moons.y), strict=True):
    ours = [cmeans.c_means(V, 2, n_starts=5).labels for V in (P, P / P.std(axis=0))]
    right = [cmeans.matched_accuracy(k, y) for k in (*ours, experiments.mixture_labels(P))]
    print("{}: c-means {:.0%} right, standardized {:.0%}, a mixture {:.0%}".format(name, *right))
    scores[name] = right

# %% [markdown]
# Standardizing ⟦cures the strips ⇐ scores["strips"][1] > 0.98 and evidence["05 shapes"]["strips, standardized"].min() > 0.98⟧, because they lie along an axis, and a long side is then measured in a longer unit. Turned by 45°, the same strips are as wide in one column as in the other, and it ⟦does not help ⇐ scores["turned strips"][1] < 0.6 and evidence["05 shapes"]["turned, standardized"].max() < 0.6 and len(evidence["05 shapes"]["turned, standardized"]) == 10⟧, here nor in ten other draws. The mixture finds the strips ⟦however they lie ⇐ (evidence["05 shapes"]["turned, mixture"] == evidence["05 shapes"]["strips, mixture"]).all() and min(scores["strips"][2], scores["turned strips"][2]) > 0.95⟧. We drew each of them from a Gaussian that is five times as long as it is wide, so for once its formula is the truth, and it finds them in ⟦each of ten other draws ⇐ evidence["05 shapes"]["strips, mixture"].min() > 0.95 and len(evidence["05 shapes"]["strips, mixture"]) == 10⟧. It also finds strips with sharp edges, which are not Gaussians, in ⟦(evidence["05 shapes"]["edged, mixture"] > 0.95).sum()⟧ of ten. The starts matter. If each of them is the end of a c-means run, as scikit-learn has it by default, the mixture keeps the wrong cut in ⟦(evidence["05 shapes"]["strips, mixture from c-means"] < 0.7).sum()⟧ of the ten draws. ⟦On the moons all fail ⇐ max(scores["moons"]) < 0.9⟧, and in ten other draws ⟦none gets beyond 90% ⇐ max(evidence["05 shapes"]["moons, standardized"].max(), evidence["05 shapes"]["moons, c-means"].max(), evidence["05 shapes"]["moons, mixture"].max(), evidence["05 shapes"]["moons, mixture from c-means"].max()) < 0.9⟧. There, as on the strips, the true groups ⟦always cost more ⇐ min(evidence["05 shapes"]["moons, cost"].min(), evidence["05 shapes"]["strips, cost"].min()) > 1⟧ than what c-means finds. Chapter 6 goes on from here.
#
# ## 5.8 How many clusters?
#
# Could $J$ tell us how many clusters there are? It couldn't, because its lowest value falls with each further cluster. Keep all prototypes where they are, and put one more on a point that pays: this point now pays nothing, and no other pays more than before. At $c = n$ every point has its own prototype, and $J = 0$. People therefore look for the **elbow** of the curve, the number after which $J$ falls slowly. The report AML does this for the iris flowers, with all four measurements, and reads off $c = 3$.

# %%
rng, iris, numbers = np.random.default_rng(0), datasets.iris().in_order(), np.arange(1, 9)
bend = cmeans.elbow(iris.X, numbers)
figures.curves(numbers, {"J": bend.objective}, xlabel="number of clusters c", ylabel="J (cm²)",
               title="iris, best of 10 starts each", markers=True)

# %% [markdown]
# The report also says that $J$ does not fall after $c = 3$, although it falls by ⟦1 - bend.objective[3] / bend.objective[2]:.0%⟧ with the fourth cluster. Is there an elbow at all? Data without any groups also give a curve that falls and flattens, so we need something to compare it to.
#
# What would $J$ do if there were *no* groups? We take two models of that, each fifty times over, with 150 points: points that are uniform in the box that holds the irises, and points of a single Gaussian with the irises' own covariance, so that its four measurements are as correlated as those of the flowers. We look at the ratio $\ink{blue}{J(c)/J(c-1)}$: the smaller it is, the more the last cluster has saved. **Before you look:** for which $c$ will the irises save more than the points without groups?

# %%
boxes = rng.uniform(iris.X.min(axis=0), iris.X.max(axis=0), (50, 150, 4))
heaps = iris.X.mean(axis=0) + rng.normal(size=boxes.shape) @ np.linalg.cholesky(np.cov(iris.X.T)).T
box, heap = (np.array([cmeans.elbow(A, numbers).ratios for A in drawn]) for drawn in (boxes, heaps))
shown = {"iris": bend.ratios, "box, mean": box.mean(axis=0)}
shown |= {"Gaussian, mean": heap.mean(axis=0), "Gaussian, lowest": heap.min(axis=0)}
with guess.covered():
    display(figures.curves(numbers[1:], shown, xlabel="number of clusters c", markers=True,
                           ylabel="J(c) / J(c − 1)", title="what one more cluster leaves of J"))

# %% [markdown]
# <details><summary>Answer</summary>
#
# The second cluster leaves ⟦bend.ratios[0]:.0%⟧ of $J$, where ⟦box[:, 0].mean():.0%⟧ would be left in the box and ⟦heap[:, 0].mean():.0%⟧ in the single Gaussian, and ⟦no draw of either saves as much ⇐ (box < bend.ratios)[:, 0].sum() == (heap < bend.ratios)[:, 0].sum() == 0⟧. The third also leaves less than in ⟦nineteen of twenty ⇐ max((box < bend.ratios)[:, 1].mean(), (heap < bend.ratios)[:, 1].mean()) <= 0.05⟧ draws. Are there three groups, then?
#
# </details>
#
# Not so fast. Once we know that there are two groups, "no groups" is the wrong comparison for the third cluster. We have to ask how much it saves where there are just *two*. For this we fit a mixture of two Gaussians to the flowers, without their labels, and draw fifty samples of 150 points from it, as before.

# %%
fitted = GaussianMixture(2, random_state=0).fit(iris.X)
group = (rng.random((50, 150)) < fitted.weights_[1]).astype(int)
roots = np.linalg.cholesky(fitted.covariances_)[group]
pairs = fitted.means_[group] + (roots @ rng.normal(size=(50, 150, 4, 1)))[..., 0]
pair = np.array([cmeans.elbow(A, numbers).ratios for A in pairs])

# %%
rows = {"box": box, "one Gaussian": heap, "two Gaussians": pair, "the irises": bend.ratios[None]}
for name, ratios in rows.items():
    left = ", ".join(f"{share:.0%}" for share in ratios.mean(axis=0)[:3])
    print(f"{name:>13}: clusters 2, 3 and 4 leave {left} of J")

# %% [markdown]
# The mixture has put ⟦all setosas into one group and the other hundred flowers into the other ⇐ len(set(zip(fitted.predict(iris.X), iris.y == 0))) == 2⟧. Where there are only these two groups, a third cluster leaves ⟦pair[:, 1].mean():.0%⟧ of $J$ on average, and in ⟦(pair < bend.ratios)[:, 1].mean():.0%⟧ of the draws it leaves less than with the irises. It cuts the longer group in half, and any group of this shape is halved at about this price.
#
# The curve speaks clearly for two groups. ⟦For a third it does not ⇐ (pair < bend.ratios)[:, 1].mean() > 0.2⟧: two groups, of which one is as long as versicolor and virginica together, would save as much. We know from botany, and not from $J$, that there are three species: setosa lies apart, and the other two touch. You can now read an elbow: compare each further cluster with data that have all the groups found so far, and no more.
#
# ## Summary

# %%
equations.summary("05_c_means", folded=True)

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. An update has just lowered $J$ by 12.5. Only one of the two prototypes moved, by 0.5. How many points does its cluster have?
# <details><summary>Answer</summary>
#
# The cluster has 50 points, because the prototype cost $n_k\|v_k - m_k\|^2$ too much, and $12.5 = 50 \cdot 0.25$.
# </details>
#
# 2. Why can c-means not run in a circle?
# <details><summary>Answer</summary>
#
# Each round that changes the partition lowers $J$, and a partition with its means always has the same $J$. So a partition that came back would have a lower $J$ than it had before. A point with two equally near prototypes could go back and forth, but it stays where it is unless the other one is nearer.
# </details>
#
# 3. Two runs stop at $J = 5188.5$ and $J = 5229.1$, and both are certified: no point has a nearer prototype. Is one of the certificates wrong?
# <details><summary>Answer</summary>
#
# No, because neither partition can be improved by a half step, and both are local minima in $\mathbf{V}$. The first is the better partition.
# </details>
#
# 4. You multiply all columns by 10. What happens to $J$ and to the partition, and what if you multiply only one column?
# <details><summary>Answer</summary>
#
# $J$ is 100 times as large, and the partition is the same. If you multiply only one column, squared differences in it count 100 times as much, and the partition may change. That is what happened to the eruptions when we standardized them.
# </details>
#
# 5. Strips, moons, three round groups: on which of them does a better start help?
# <details><summary>Answer</summary>
#
# Only on the round groups. On the strips and the moons the wrong partition has the lower $J$, and so the criterion has to change. Other units change it, too: they cure strips along an axis, and neither turned strips nor moons.
# </details>
#
# **Now the exercises:** work in [your own copy](../my/05_c_means_exercises.ipynb), which JupyterLab has made for you ([the originals](../exercises/05_c_means_exercises.ipynb)). Next, in [chapter 6](06_kernel_c_means.ipynb): c-means in a feature
# space, where no prototype has coordinates.
#
# **To read on:** Lloyd (1982) on the two half steps; Arthur and Vassilvitskii (2007) on starts; Hartigan and Wong (1979) on moving single points.
