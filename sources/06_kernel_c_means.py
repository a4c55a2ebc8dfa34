# %% [markdown]
# # 6 · Kernel c-means
#
# **The question.** You see two rings at once, and c-means never finds them, whatever the start. **Drag the disk:** it makes two groups, and each place goes to the group whose mean is nearer. In the plane, the border between two means is a straight line. Can you find the rings? Then take the means in feature space.

# %% jupyter={"source_hidden": true}
import numpy as np

from kernelcourse import bars, equations, figures, guess
from kernelcourse.kernel_cmeans import experiments, explorers, proofs
from kernelcourse.kernel_cmeans.figures import lifted_partition, outcomes
from kernelsy19 import cmeans, datasets, kernel_cmeans, kernels
from kernelsy19.kernels import RBF, Linear, Polynomial

# %%
explorers.GroupByHandExplorer()

# %% [markdown]
# No straight line separates a ring from what it surrounds. Chapter 1 had an answer: map the points to a feature space, and do there what you know how to do. But in feature space a mean may have infinitely many coordinates. How can a program move something that cannot be written down?
#
# **After this chapter you can**
#
# - write a prototype as a linear combination of mapped points, and compute its distance to any point from kernel values;
# - run kernel c-means, say what a round of it costs, and send new points to their clusters;
# - tell a search that got stuck from a criterion that prefers something else, and say what helps in either case;
# - judge a sentence such as "kernel c-means reaches 93% on the irises".
#
# **You need** [chapter 5](05_c_means.ipynb), and distances in feature space from [chapter 1](01_kernels.ipynb).

# %%
circles = datasets.circles(200, factor=0.1)
plain = cmeans.c_means(circles.X, 2)
kernel = kernel_cmeans.kernel_c_means(RBF(gamma=3)(circles.X), 2)
figures.partitions({"c-means": (circles, plain.labels),
                    "kernel c-means, RBF, γ = 3": (circles, kernel.labels)})

# %% [markdown]
# On the left, c-means puts only ⟦cmeans.matched_accuracy(plain.labels, circles.y):.0%⟧ of the 200 points with the right ring, because it puts the inner ring and a part of the outer one ⟦in one cluster ⇐ len(set(plain.labels[circles.y == 1])) == 1 and len(set(plain.labels[circles.y == 0])) == 2⟧. On the right, kernel c-means puts ⟦cmeans.matched_accuracy(kernel.labels, circles.y):.0%⟧ there. By the end of section 6.4 you will have seen every line of it.
#
# ## 6.1 Straight up there, curved down here
#
# Start with a feature space that we can draw. Give each point a third coordinate, twice the square of its distance from the origin: $\Phi(x) = (x_1,\; x_2,\; 2x_1^2 + 2x_2^2)$. Think of it as a height. The outer ring is lifted to a height of about 2, whereas the inner ring stays near the floor. On the lifted points we run c-means, the ordinary one of chapter 5.

# %%
lifted = kernels.lift_to_paraboloid(circles.X) * [1, 1, 2]
in_lift = cmeans.c_means(lifted, 2)
lifted_partition(circles, in_lift.labels)

# %% [markdown]
# On the right you look at the lifted points from the side. Each prototype is the mean of its cluster, as always, and halfway between the two the border is flat. The points lie on a bowl, and the flat border cuts this bowl along a curve. On the left you see the curve from above, and it is a circle. So ⟦all 200 points are with the right ring ⇐ cmeans.matched_accuracy(in_lift.labels, circles.y) == 1⟧. The algorithm still draws straight borders, only somewhere else. But the height counts: with half of it, c-means puts at most ⟦evidence["06 lift"]["1, 0.1"].max():.0%⟧ of the points right in ten draws, although a flat cut could still part the rings.
#
# Look at the prototype of the outer ring, the upper of the two crosses. It hangs over the middle of the bowl, at height ⟦max(in_lift.prototypes[:, 2]):.2f⟧. No point of the plane is mapped there, because over the middle the bowl has height 0. This prototype is therefore not the image of anything, and "where is it in the plane?" is a question without an answer. That does no harm, because c-means only needs the distances of the points from a prototype.
#
# ## 6.2 A prototype is a list of weights
#
# In the lift a prototype has three coordinates, and we could write it down. With the RBF kernel it would have infinitely many, so let's see how little of it we need. The criterion is that of chapter 5, with $\Phi(x_i)$ instead of $x_i$:
#
# $$J(\mathbf{U}) = \sum_{i=1}^n\sum_{k=1}^c u_{ik}\,\|\Phi(x_i) - v_k\|^2, \qquad v_k = \frac{\sum_i u_{ik}\,\Phi(x_i)}{\sum_i u_{ik}} .$$
#
# As in chapter 5, $u_{ik}$ is 1 if point $i$ belongs to cluster $k$, and 0 if not. The prototype $v_k$ is the sum of the mapped points of its cluster, divided by their number $n_k$. If we divide first and add afterwards, each mapped point comes with a weight,
#
# $$v_k = \sum_{i=1}^n w_{ik}\,\Phi(x_i), \qquad w_{ik} = \frac{u_{ik}}{\sum_j u_{jk}},$$
#
# and this weight is $1/n_k$ for the members of the cluster, and 0 for all other points. A prototype of infinitely many coordinates has become a list of $n$ numbers, and the partition says what they are. The center of the ball in chapter 3 was a linear combination of mapped points as well. The report AML writes the same with a label $S_i$ for each point, and sometimes uses this letter for the set of the members as well. In the formulas below, its sums run over the members.

# %%
W = kernel_cmeans.weights(cmeans.partition_matrix(in_lift.labels, 2))
V = kernel_cmeans.feature_prototypes(lifted, W)
print("prototypes as combinations:", V.round(2).tolist())
print("the same as the means:", np.allclose(V, in_lift.prototypes))
equations.sheet("SY19-kernel-J", "SY19-weights", "SY19-feature-prototypes",
                "AML-19", "AML-20", "AML-21", folded=True)

# %% [markdown]
# ## 6.3 Distances from kernel values
#
# How far is $\Phi(x_i)$ from $v_k$? A combination of mapped points has dot products with mapped points, and every dot product of two mapped points is a kernel value, so we multiply out the square. Take a pencil: the walk below gives you the reason for each line first, and the line when you ask for it.

# %%
proofs.distances_to_prototypes.walk()

# %%
K = lifted @ lifted.T
D2 = kernel_cmeans.kernel_squared_distances(np.diag(K), K, K, W)
print("the same from coordinates:", np.allclose(D2, kernels.squared_euclidean(lifted, V)))
equations.sheet("SY19-kernel-distances", "AML-22", folded=True)

# %% [markdown]
# Here is the result once more, with a name under each of its three terms.
#
# $$\|\Phi(x_i) - v_k\|^2 = \underbrace{K(x_i, x_i)}_{\text{same for all clusters}} -\; 2\underbrace{\sum_j w_{jk}K(x_i, x_j)}_{\text{similarity to the members}} +\; \underbrace{\sum_{j,r} w_{jk}w_{rk}K(x_j, x_r)}_{\|v_k\|^2,\text{ same for all points}}$$
#
# Here $j$ and $r$ run over all points, and only the members of cluster $k$ have a weight. The first term belongs to the point. When point $i$ compares the clusters, it is the same number for each of them, so the assignment does not need it. The second term says how similar the point is to the members of the cluster, on average. The third term belongs to the cluster: it is the squared length of the prototype. It is the same for all points, but it differs *from cluster to cluster*, and that is where the comparison is made.
#
# If you leave the third term out, each prototype looks nearer than it is by its own squared length, and the prototypes far from the origin gain the most. The library `tslearn` treats every prototype as a vector of length 1, which amounts to the same thing. Here is what that does to the irises. We take the linear kernel and the best partition that c-means finds in three clusters, and assign each flower once more, with three terms and with two.

# %%
iris = datasets.iris().in_order()
petals = iris.columns("petal length", "petal width")
K, best = Linear()(iris.X), cmeans.c_means(iris.X, 3, n_starts=50)
W = kernel_cmeans.weights(cmeans.partition_matrix(best.labels, 3))
D2 = kernel_cmeans.kernel_squared_distances(np.diag(K), K, K, W)
three_terms, two_terms = cmeans.assign(D2), cmeans.assign(np.diag(K)[:, None] - 2 * K @ W)
figures.partitions({"three terms": (petals, three_terms), "two terms": (petals, two_terms)})

# %% [markdown]
# With all three terms, ⟦no flower moves ⇐ (three_terms == best.labels).all()⟧, because the partition was at rest. Without the third, ⟦np.sum(two_terms != best.labels)⟧ of 150 flowers change their cluster, and ⟦all 150 end up in the same one ⇐ len(np.unique(two_terms)) == 1⟧, so that the picture on the right has only one color left. It is the cluster of the longest flowers, ⟦whose prototype is the farthest from the origin ⇐ np.linalg.norm(best.prototypes, axis=1).argmax() == two_terms[0]⟧.
#
# ## 6.4 The algorithm
#
# Since the prototypes are never written down, the second half step computes new weights, and from them new distances.
#
# 1. Start with a partition into $c$ clusters.
# 2. Compute the weights of this partition, and from them all distances.
# 3. Assign each point to the nearest prototype.
# 4. If the partition has changed, return to step **2**.
#
# The lecture's slide says "return to step 3", but step 3 reads the distances of step 2. If they aren't computed anew, the algorithm stops after one round, wherever it is.
#
# Here is the whole program. It uses the points only through the matrix $\mathbf{K}$.

# %%
equations.code(kernel_cmeans.kernel_c_means_steps)

# %% [markdown]
# Let it run on the rings, with the RBF kernel. To make it hard, we start from a vertical cut through both.

# %%
K, cut = RBF(gamma=3)(circles.X), (circles.X[:, 0] > 0.2).astype(int)
steps = kernel_cmeans.kernel_c_means_steps(K, cut)
figures.descent(steps, title="From a vertical cut to the rings, RBF, γ = 3", ylabel="J")

# %% jupyter={"source_hidden": true}
rounds = [step for step in steps if step.kind == "assign"]
slow = kernel_cmeans.plain_kernel_c_means(K, cut)
fast = kernel_cmeans.kernel_c_means(K, 2, init=cut)

# %% [markdown]
# The run takes ⟦len(rounds)⟧ rounds, and in the last one no point moves. $J$ falls from ⟦steps[0].objective:.1f⟧ to ⟦steps[-1].objective:.1f⟧, ⟦never rises on the way ⇐ (np.diff([s.objective for s in steps]) <= 1e-9).all()⟧, and ends ⟦with all points in their own rings ⇐ cmeans.matched_accuracy(steps[-1].labels, circles.y) == 1⟧. Why can't $J$ rise? For the reasons of chapter 5: the nearest prototype costs a point least, and the mean costs a cluster least. Huygens' theorem in section 5.3 needs dot products and nothing else, so it holds in any space that has them.
#
# Is the new algorithm a different one, then? With the linear kernel the feature space is the plane itself, and kernel c-means *is* c-means, step by step:

# %%
proofs.linear_kernel

# %% [markdown]
# From here on we use `kernel_c_means`. It follows the same rule, faster, from several starts (ten, unless you say otherwise), and keeps the result with the lowest $J$. From the vertical cut it ends with ⟦the same clusters as the steps above ⇐ (fast.labels == slow.labels).all() and abs(fast.objective - slow.objective) < 1e-9⟧. Both hand back a certificate, which counts the points that have a nearer prototype than their own. Here it is ⟦0 for both ⇐ fast.n_not_nearest == slow.n_not_nearest == 0⟧.
#
# In the explorer both sides begin with the same partition, the left with the linear kernel and the right with another. **Before you move it**, guess what the right side looks like if $\gamma$ is very small. Then find out where the kernel helps, and choose *circles, half as large inside*. Is there a $\gamma$ at which the rings are found?

# %%
def share_right(name, kernel):
    data = explorers.CLUSTERING_DATA[name]().standardized()
    found = kernel_cmeans.kernel_c_means(kernel(data.X), 2, n_starts=20, init="points")
    return cmeans.matched_accuracy(found.labels, data.y)

# %%
shapes = ["circles, a small one inside", "circles, half as large inside", "moons"]
gap = [abs(share_right(name, RBF(0.01)) - share_right(name, Linear())) for name in shapes]
which = ["nearly all points in one cluster", "like the left side", "two clusters at random"]
guess.choice("What does the right side look like at γ = 0.01?", which, which[int(max(gap) < 0.02)])

# %%
explorers.KernelCMeansExplorer()

# %%
tried = {"linear": Linear(), "γ = 0.01": RBF(0.01), "γ = 1": RBF(1.0), "γ = 10": RBF(10.0)}
right = {name: [share_right(name, kernel) for kernel in tried.values()] for name in shapes}
with guess.covered():
    for name, shares in right.items():
        print(f"{name:30}", *(f"{k} {share:4.0%}  " for k, share in zip(tried, shares)))

# %% [markdown]
# <details><summary>Answers</summary>
#
# - It looks like the left side. For small $\gamma$ the squared distance of two mapped points is $2 - 2e^{-\gamma\|x-y\|^2} \approx 2\gamma\|x-y\|^2$. That is the ordinary squared distance times a constant, which changes no comparison. At $\gamma = 0.01$ the proportions ⟦differ from those of the linear kernel by less than two points in a hundred ⇐ max(abs(right[name][0] - right[name][1]) for name in shapes) < 0.02⟧.
# - The kernel helps on the circles with a small one inside. At $\gamma = 1$ the lowest $J$ of twenty starts puts ⟦right[shapes[0]][2]:.0%⟧ with the right ring, and the linear kernel ⟦right[shapes[0]][0]:.0%⟧. On the moons, ⟦none of these kernels finds both ⇐ max(right["moons"]) < 0.95⟧: the best has ⟦max(right["moons"]):.0%⟧.
# - The larger rings are found at ⟦none of the three widths ⇐ max(right[shapes[1]][1:]) < 0.95⟧; the best puts ⟦max(right[shapes[1]][1:]):.0%⟧ of the points in the right ring. Section 6.7 tries more widths, and finds out why.
# </details>
#
# ## 6.5 What a round costs
# For c-means a round is cheap, because each point only looks at $c$ prototypes. In feature space a distance is a sum over points. How does the time of a round grow with $n$? These times were measured with the Gram matrix at hand.

# %%
cost = datasets.table("c_means_cost")
n = cost["n"]
times = {"c-means": cost["c_means_ms"], "kernel c-means": cost["kernel_c_means_ms"]}
figures.curves(n, times, log="xy", markers=True, title="Time of one round",
               xlabel="number of points n", ylabel="time of a round (ms)")

# %% jupyter={"source_hidden": true}
large = n >= 1000
fits = {name: np.polyfit(np.log(n[large]), np.log(t[large]), 1) for name, t in times.items()}

# %% [markdown]
# Both axes are logarithmic, so a power of $n$ is a straight line, and the power is its slope. From 1000 points on, the slope is ⟦fits["c-means"][0]:.1f⟧ for c-means and ⟦fits["kernel c-means"][0]:.1f⟧ for kernel c-means. For c-means the number of steps grows like $n$, and for kernel c-means like $n^2$. The time of kernel c-means grows a little faster than that: for each entry of $\mathbf{K}$ a round takes ⟦1e6 * times["kernel c-means"][n == 1000][0] / 1000**2:.1f⟧ nanoseconds at 1000 points, and ⟦1e6 * times["kernel c-means"][n == 8000][0] / 8000**2:.1f⟧ at 8000. From 500 to 1000 points it jumps by a factor of ⟦times["kernel c-means"][n == 1000][0] / times["kernel c-means"][n == 500][0]:.0f⟧, perhaps because the matrix outgrows the processor's fast memory. AML says $O(n^2c)$ per round. The factor $c$ is too much; exercise 06.5 lets you find out why.
#
# Before the first round, we have to compute and keep $n^2$ kernel values: at $n$ = 8000 they fill ⟦8 * 8000**2 / 1e6:.0f⟧ megabytes. Section 6·B gets by with fewer.
#
# ## 6.6 One start, and a width by rule of thumb
#
# The lecture runs `kkmeans(x, 2, kernel="rbfdot")`, from the package `kernlab` of R, on an `x` that the slide does not show. Two decisions hide in this line. First, it has **one** start, a random partition. Second, the width is chosen from the data. Take the squared distances of the pairs of points, and find the one that 10% of the pairs stay below, and the one that 90% do; $\gamma$ is the mean of their two inverses. We take all pairs, where `kernlab` draws them at random.
#
# One start says little, as chapter 5 has shown, so we try a hundred on two moons, and look where each of them ends. **Before you look:** will the end with the lowest $J$ be the moons?

# %%
moons, one = datasets.moons(300, noise=0.05), {"n_starts": 1, "init": "partition"}
gamma = experiments.rule_of_thumb(moons.X)

# %%
K, true = RBF(gamma)(moons.X), cmeans.partition_matrix(moons.y, 2)
runs = [kernel_cmeans.kernel_c_means(K, 2, **one, rng=seed) for seed in range(100)]
J, percent = experiments.ends(runs, moons.y)
with guess.covered():
    display(outcomes(J, percent, xlabel="J at the end", ylabel="with the right moon (%)",
                     title=f"Two moons, γ = {gamma:.2f}"))

# %% jupyter={"source_hidden": true}
J_true = kernel_cmeans.kernel_criterion(K, true)

# %% [markdown]
# <details><summary>Answer</summary>
#
# Each circle is one way to end, and its area says how many starts ended there. These ends put from ⟦percent.min():.0f⟧ to ⟦percent.max():.0f⟧% of the points with the right moon, and the line of the slide would have given you one of them. The lowest $J$, ⟦J.min():.2f⟧, was reached by ⟦np.sum(J < J.min() + 1e-6)⟧ of the hundred, and it has ⟦percent[J.argmin()]:.1f⟧% of the points with the right moon. That is nearly the moons, but not quite: the moons themselves would cost ⟦J_true:.2f⟧, which is ⟦a little more ⇐ J_true > J.min()⟧. At this width the criterion prefers to give a few points to the other moon, and on ten other draws as well: there the lowest $J$ puts ⟦evidence["06 wide"]["thumb, right"].min():.0%⟧ to ⟦evidence["06 wide"]["thumb, right"].max():.0%⟧ of the points right, and it is ⟦never above that of the moons ⇐ evidence["06 wide"]["thumb, cost"].min() > 1 - 1e-9⟧.
#
# </details>
#
# ## 6.7 Stuck, or the wrong criterion?
#
# Are the moons out of reach for kernel c-means? When it returns something else than you hoped for, two things may be wrong, and they need different cures.
#
# - The *search* got stuck. A better partition exists, and no start has led there. Then try more starts, or other ones.
# - The *criterion* prefers something else. More starts will not help, and the kernel has to change.
#
# How can you tell them apart? Compare the $J$ that was found with the $J$ of the groups that you hoped for, if you know these groups, as we do here.

# %%
moons, found = datasets.moons(600, noise=0.05), {}
true = cmeans.partition_matrix(moons.y, 2)
for gamma, init in ((3, "k-means++"), (10, "k-means++"), (10, "partition")):
    K = RBF(gamma)(moons.X)
    run = kernel_cmeans.kernel_c_means(K, 2, n_starts=60, init=init)
    share = cmeans.matched_accuracy(run.labels, moons.y)
    found[gamma, init] = run.objective, kernel_cmeans.kernel_criterion(K, true), share
    print(gamma, init, "J {:.1f}, of the moons {:.1f}, right {:.1%}".format(*found[gamma, init]))

# %% [markdown]
# At $\gamma = 3$, ⟦what was found costs less than the moons ⇐ found[3, "k-means++"][0] < found[3, "k-means++"][1]⟧. Here the criterion is to blame, as it is in ⟦each of ten other draws ⇐ evidence["06 wide"]["3, cost"].min() > 1 and len(evidence["06 wide"]["3, cost"]) == 10⟧, and no search will help. At $\gamma = 10$ it is the other way round: ⟦the moons cost less ⇐ found[10, "k-means++"][1] < found[10, "k-means++"][0]⟧ than anything that sixty starts by k-means++ lead to, so the search is to blame. But of sixty random partitions, at least one does better. The lowest $J$ is now ⟦found[10, "partition"][0]:.1f⟧, and ⟦all but one ⇐ round(len(moons) * (1 - found[10, "partition"][2])) == 1⟧ of the ⟦len(moons)⟧ points are with the right moon. So kernel c-means can separate the moons.
#
# How many starts does it take? We drew ten other pairs of moons, and counted the starts that reach them, 300 of each kind. By k-means++ it is ⟦fewer than one in a hundred ⇐ evidence["06 moons"]["k-means++"].mean() < 0.01⟧, from random partitions ⟦about one in fifty ⇐ 0.01 < evidence["06 moons"]["partition"].mean() < 0.04⟧, so sixty starts are too few to rely on. What failed at $\gamma = 10$ was the search, not the method. (Section 6·A knows a better start.)
#
# Can it find two rings of any size? For each radius of the inner ring and each width of the kernel, we run forty starts, keep the partition with the lowest $J$, and count how many points it puts with the right ring.

# %%
widths, verdicts = np.array([0.1, 0.3, 1, 3, 10, 30]), {}
for factor in bars.progress((0.1, 0.3, 0.5, 0.7), "radii"):
    rings = datasets.circles(100, factor=factor)
    verdicts[factor] = [experiments.preference(RBF(g), rings, n_starts=40) for g in widths]
agreement = {f"r = {r}": [v.agreement for v in found] for r, found in verdicts.items()}
figures.curves(widths, agreement, xlabel="γ", ylabel="with the right ring", log="x", markers=True,
               title="Lowest J of 40 starts, inner ring of radius r")

# %% [markdown]
# If the inner ring is small ($\ink{blue}{r = 0.1}$ and $\ink{orange}{r = 0.3}$), there is a window of widths in which ⟦the rings win ⇐ max(agreement["r = 0.1"]) == 1 and max(agreement["r = 0.3"]) == 1⟧, as they do in ⟦each of ten other draws ⇐ min(evidence["06 rings"]["found, 0.1"].min(), evidence["06 rings"]["found, 0.3"].min()) > 0 and len(evidence["06 rings"]["found, 0.1"]) == 10⟧. They are then a compact group, and a group around it. With $\ink{green}{r = 0.5}$ ⟦no width of these six works ⇐ max(agreement["r = 0.5"]) < 1⟧, and none does ⟦in the ten other draws ⇐ evidence["06 rings"]["found, 0.5"].max() == 0⟧. The criterion is to blame, because at all six widths and in each draw ⟦another partition costs less than the rings ⇐ evidence["06 rings"]["dearer, 0.5"].min() == 6⟧. (To find it, the search also moved single points.) So the kernel has to change: the lift of section 6.1 finds these rings ⟦in each draw ⇐ evidence["06 lift"]["2, 0.5"].min() == 1⟧, and a bowl five times as high even ⟦those of $\ink{purple}{r = 0.7}$ ⇐ evidence["06 lift"]["10, 0.7"].min() == 1⟧.
#
# If you *start* at the rings with $\ink{green}{r = 0.5}$, however, even the RBF kernel ⟦stays there ⇐ evidence["06 rings"]["at rest, 0.5"].min() >= 5 and np.mean(evidence["06 rings"]["at rest, 0.5"] == 6) > 0.5⟧, at all six widths in most of the draws, and at five of them in the others. With $\ink{purple}{r = 0.7}$ it leaves them at ⟦up to three ⇐ 2 <= 6 - evidence["06 rings"]["at rest, 0.7"].min() <= 3⟧ of the six. A picture of two separated rings therefore doesn't show that kernel c-means prefers them; it may show where one start ended. The report's figure 7 is such a picture, with $\gamma = 0.1$. If its circles have radius 1, which it does not say, then at this width the lowest $J$ is ⟦never at the rings ⇐ max(shares[0] for shares in agreement.values()) < 1 and not any(evidence["06 rings"]["found at 0.1, 0.1"] + evidence["06 rings"]["found at 0.1, 0.3"] + evidence["06 rings"]["found at 0.1, 0.5"] + evidence["06 rings"]["found at 0.1, 0.7"])⟧, for any of our inner radii and in any of the draws.
#
# ## 6.8 Irises: 89.3% and 93.3%
#
# The report ends with the irises: c-means agrees with the species for 89.33% of the flowers, kernel c-means with $\gamma = 2.5$ for 93.33%. It chose this $\gamma$ because it did best on validation sets, and for that it needed the labels. Let's look at many starts: 300 random partitions, and where each of them ends.

# %%
K = RBF(2.5)(iris.X)
runs = [kernel_cmeans.kernel_c_means(K, 3, **one, rng=seed) for seed in range(300)]
J, percent = experiments.ends(runs, iris.y)
outcomes(J, percent, xlabel="J at the end", ylabel="with the right species (%)",
         lines={"AML: 93.33%": 280 / 3}, title="Irises, RBF, γ = 2.5")

# %% jupyter={"source_hidden": true}
J_species = kernel_cmeans.kernel_criterion(K, cmeans.partition_matrix(iris.y, 3))

# %% [markdown]
# For c-means we get the report's number, ⟦100 * cmeans.matched_accuracy(best.labels, iris.y):.2f⟧%. For the kernel, 93.33% is one of ⟦len(np.unique(J.round(6)))⟧ different ends. The best of them agrees with the species for ⟦percent.max():.1f⟧% of the flowers. But kernel c-means looks for the lowest $J$, and that end has $J$ = ⟦J.min():.2f⟧, and agrees for ⟦percent[J.argmin()]:.1f⟧%, which is ⟦fewer than with c-means ⇐ percent[J.argmin()] < 100 * cmeans.matched_accuracy(best.labels, iris.y)⟧.
#
# Could a better search find the species? As in section 6.7, we compare: the species themselves would cost ⟦J_species:.2f⟧, and that is ⟦more than most of these ends ⇐ np.mean(J < J_species) > 0.5⟧. The criterion does not prefer them. Only the labels single out the 93.33%, and then it is no longer a result of clustering.
#
# Is 2.5 a bad width, then? For other widths, fifteen hundred starts were run at each.

# %%
irises = datasets.table("iris_c_means")
at_lowest, gammas = irises["accuracy_at_lowest_J"], irises["gamma"]
by_width = {"at the lowest J": at_lowest, "best of all ends": irises["best_accuracy"],
            "mean of all ends": irises["mean_accuracy"]}
figures.curves(gammas, by_width, title="Irises, 1500 starts at each width", markers=True,
               xlabel="γ (per cm²; 0: linear kernel)", ylabel="with the right species (%)")

# %% [markdown]
# The curve to trust is "at the lowest $J$", because labels are needed to draw it, but not to choose the end. It begins at ⟦at_lowest[0]:.1f⟧% for the linear kernel, has its top of ⟦at_lowest.max():.1f⟧% at $\gamma$ = ⟦gammas[at_lowest.argmax()]:.0f⟧, and has fallen to ⟦at_lowest[gammas == 2][0]:.1f⟧% at $\gamma = 2$. So the kernel gains ⟦(at_lowest.max() - at_lowest[0]) * 1.5:.0f⟧ flowers of 150, and even that with a width that was chosen by the labels. Leave out thirty flowers at random, ten times: it gains ⟦(evidence["06 irises"]["right, 1"] - evidence["06 irises"]["right, 0"]).min() * 120:.0f⟧ to ⟦(evidence["06 irises"]["right, 1"] - evidence["06 irises"]["right, 0"]).max() * 120:.0f⟧ of the other 120, and at $\gamma = 2.5$ it is behind the linear kernel in ⟦(evidence["06 irises"]["right, 2.5"] < evidence["06 irises"]["right, 0"]).sum()⟧ of the ten draws. Plain c-means that sees the petals alone gains ⟦(evidence["06 irises"]["right, petals"] - evidence["06 irises"]["right, 0"]).min() * 120:.0f⟧ to ⟦(evidence["06 irises"]["right, petals"] - evidence["06 irises"]["right, 0"]).max() * 120:.0f⟧, so what you measure matters ⟦more than the kernel ⇐ (evidence["06 irises"]["right, petals"] > evidence["06 irises"]["right, 1"]).all()⟧. The curve of the best ends says little: it is the maximum over hundreds of ends, taken with the labels.
#
# At none of these widths would the criterion choose the species: ⟦they always cost more than the lowest $J$ ⇐ (irises["J_of_species"] > irises["lowest_J"]).all() and min(evidence["06 irises"]["cost, 0"].min(), evidence["06 irises"]["cost, 1"].min(), evidence["06 irises"]["cost, 2.5"].min()) > 1⟧, of all flowers and of the 120 in each of the ten draws. Here are four partitions, seen in the two measurements of the petals.

# %%
lowest, top = J.argmin(), percent.argmax()
four = {"the species": iris.y, "c-means": best.labels,
        f"kernel, lowest J = {J[lowest]:.1f}, {percent[lowest]:.0f}%": runs[lowest].labels,
        f"kernel, best end: J = {J[top]:.1f}, {percent[top]:.0f}%": runs[top].labels}
panels = {name: (petals, cmeans.matched_labels(labels, iris.y)) for name, labels in four.items()}
figures.partitions(panels, columns=2)

# %% [markdown]
# ## 6.9 How many clusters, in feature space?
#
# Chapter 5 looked for an elbow in the curve of $J$ against $c$. In feature space that curve can be drawn as well. **Before you look:** here are the three round groups again, with three widths of the RBF kernel. For which width is the elbow sharpest, and what will the narrowest kernel do to it?

# %%
P = datasets.three_clusters().X
elbows = {f"γ = {g}": kernel_cmeans.kernel_elbow(RBF(g)(P)).objective for g in (1, 10, 100)}
shares = {name: J / J[0] for name, J in elbows.items()}
words = {"xlabel": "number of clusters c", "ylabel": "J(c) / J(1)", "markers": True}
with guess.covered():
    display(figures.curves(np.arange(1, 9), shares, title="Three groups, RBF kernels", **words))

# %% [markdown]
# <details><summary>Answer</summary>
#
# The elbow is sharpest with ⟦the widest of the three kernels ⇐ min(shares, key=lambda name: shares[name][2]) == "γ = 1"⟧. At $\ink{blue}{\gamma = 1}$ three clusters leave ⟦shares["γ = 1"][2]:.0%⟧ of what one cluster costs. At $\ink{green}{\gamma = 100}$ they leave ⟦shares["γ = 100"][2]:.0%⟧, and the curve is nearly a straight line. On ten other draws of the groups the three widths come in ⟦the same order ⇐ (lambda a, b, c: (a < b).all() and (b < c).all() and len(a) == 10)(evidence["06 elbow"]["γ = 1"], evidence["06 elbow"]["γ = 10"], evidence["06 elbow"]["γ = 100"])⟧. So narrow a kernel makes all mapped points nearly orthogonal (at right angles to each other), and then no cluster is tight.
#
# </details>
#
# An elbow in feature space tells you as much about the kernel as about the data.
#
# ## 6.10 New points
#
# A new point goes to the nearest prototype. The first term of its distances is the same for all clusters and may be left out, and the squared lengths of the prototypes are known from the fit. All that a new point needs is therefore its kernel values with the old points.
#
# AML's fourth step says something else: take the cluster that minimizes $K(x, c_j)$. A kernel value measures similarity, so this picks the *least* similar cluster.

# %%
model = kernel_cmeans.KernelCMeans(RBF(10), 2, n_starts=60, init="partition").fit(moons.X)
new = datasets.moons(400, noise=0.05, rng=1)
nearest = model.predict(new.X)
least_like = cmeans.assign(RBF(10)(new.X, moons.X) @ model.solution_.W)
print(f"with their moon: {cmeans.matched_accuracy(nearest, new.y):.0%} of 400 new points")
print(f"by the smallest K(x, c), not with the nearest: {np.mean(least_like != nearest):.0%}")
figures.partition(new, nearest, distances=model.squared_distances, title="New points, two regions")

# %% [markdown]
# ## Summary

# %%
equations.summary("06_kernel_c_means", folded=True)

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. Which of the three terms of the distance may be left out in the assignment, and which may not?
# <details><summary>Answer</summary>
#
# $K(x_i, x_i)$ may be left out, because it is the same for all clusters. $\|v_k\|^2$ may not: it differs from cluster to cluster, and the clusters are what the point compares.
# </details>
#
# 2. All clusters have the same number of points, and the kernel is RBF. May the third term be left out now?
# <details><summary>Answer</summary>
#
# No, because $\|v_k\|^2$ is the mean kernel value within the cluster. It is near 1 for a tight cluster and small for a loose one, however many points they have.
# </details>
#
# 3. Your result has $J$ = 86.6, and the groups that you hoped for have $J$ = 86.8. Would more starts help, and would they if your result had $J$ = 90?
# <details><summary>Answer</summary>
#
# At 86.6 they would not. The criterion prefers your result to those groups, so it is the kernel that has to change. At 90 they might: a better partition exists, and the search has not found it.
# </details>
#
# 4. What does kernel c-means become with the RBF kernel, if $\gamma$ goes to 0?
# <details><summary>Answer</summary>
#
# It becomes c-means, with a $J$ that is $2\gamma$ times as large. You can see it in the numbers of section 6.8: at $\gamma = 0.1$ the accuracy is ⟦that of the linear kernel ⇐ at_lowest[1] == at_lowest[0] and gammas[1] == 0.1⟧, and the lowest $J$ is ⟦irises["lowest_J"][1] / irises["lowest_J"][0]:.2f⟧ times as large, not far from $2\gamma = 0.2$.
# </details>
#
# 5. A report gives the best accuracy of 100 starts. What should it have given?
# <details><summary>Answer</summary>
#
# The accuracy of the start with the lowest $J$, and how many starts reached it. Choosing a start by its accuracy uses the labels.
# </details>
#
# **Now the exercises:** work in [your own copy](../my/06_kernel_c_means_exercises.ipynb), which JupyterLab has made for you ([the originals](../exercises/06_kernel_c_means_exercises.ipynb)). Next, in [chapter 7](07_kernel_pca.ipynb), we no longer look for groups in feature space, but for directions.
#
# **To read on:** Schölkopf, Smola and Müller (1998) for the idea; Chitta, Jin, Havens and Jain (2011) on prototypes made of a sample.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 6·A Circles, blobs and moons, by three methods (6 minutes)
#
# AML compares c-means, kernel c-means and **spectral clustering** on three shapes. Spectral clustering is a close relative. Write the partition as a matrix $\mathbf{Z}$ with the entries $u_{ik}/\sqrt{n_k}$. Its columns have length 1 and are at right angles to each other (they are orthonormal), and by the last line of the walk in 6.3, $J$ ⟦is ⇐ (lambda G, Z: np.isclose(kernel_cmeans.kernel_criterion(G, true), np.trace(G) - np.trace(Z.T @ G @ Z)))(RBF(10)(moons.X), true / np.sqrt(true.sum(axis=0)))⟧ the trace of $\mathbf{K}$ less the trace of $\mathbf{Z}^\top\mathbf{K}\mathbf{Z}$. Forget that $\mathbf{Z}$ comes from a partition, and allow *any* columns of length 1 at right angles. That problem can be solved exactly: the best columns are eigenvectors of $\mathbf{K}$, as chapter 7 will show. Each point then has $c$ numbers, its row of $\mathbf{Z}$, and c-means groups the rows. The version of scikit-learn first divides each $K_{ij}$ by the square roots of the sums of row $i$ and of row $j$, without the diagonal.
#
# At first, both kernels have the width of AML, $\gamma = 3$, and every method has ten starts. We take half of the report's 1200 points.

# %%
toys = {"circles": datasets.circles(600, factor=0.1), "blobs": datasets.three_clusters(600),
        "moons": datasets.moons(600, noise=0.05)}
methods = {"c-means": experiments.plain_clusters,
           "kernel": lambda toy: experiments.kernel_clusters(toy, RBF(3)),
           "spectral": lambda toy: experiments.spectral_clusters(toy, gamma=3)}
contest = experiments.compare(toys, methods, progress=bars.progress)
figures.partitions(contest.panels)

# %% [markdown]
# At this width, kernel c-means finds ⟦circles and blobs ⇐ contest.agreement["circles", "kernel"] == 1 and contest.agreement["blobs", "kernel"] > 0.99⟧. On the moons it is ⟦better than c-means ⇐ contest.agreement["moons", "kernel"] > contest.agreement["moons", "c-means"]⟧, with ⟦contest.agreement["moons", "kernel"]:.0%⟧ against ⟦contest.agreement["moons", "c-means"]:.0%⟧, but it does not find them. On these two the report agrees. It also calls the kernel better on the blobs, where c-means has ⟦contest.agreement["blobs", "c-means"]:.0%⟧ as well. Spectral clustering, which the report calls better, has ⟦contest.agreement["circles", "spectral"]:.0%⟧ on the circles and ⟦contest.agreement["moons", "spectral"]:.0%⟧ on the moons at this width. On ten other draws it has ⟦evidence["06 shapes"]["spectral, circles"].min():.0%⟧ to ⟦evidence["06 shapes"]["spectral, circles"].max():.0%⟧ on the circles, and on moons of 300 points kernel c-means is ahead of c-means ⟦in each ⇐ (evidence["06 shapes"]["RBF at 3"] > evidence["06 shapes"]["c-means"]).all() and len(evidence["06 shapes"]["c-means"]) == 10⟧.
#
# Is $\gamma = 3$ fair to both? The report does not say how it set the width of spectral clustering, and a width that suits one method need not suit another. We therefore give each method the same chance: the same seven widths, and of each the best result, judged with the labels. Clustering is not supposed to use labels, but here all methods do.

# %%
widths, cluster = (0.3, 1, 3, 10, 30, 100, 300), experiments.kernel_clusters
methods = {"RBF": lambda toy, gamma: cluster(toy, RBF(gamma)),
           "cubic": lambda toy, gamma: cluster(toy, Polynomial(3, gamma=gamma)),
           "spectral": experiments.spectral_clusters}
most = experiments.best_widths(toys, methods, widths, progress=bars.progress)
for (name, method), (share, gamma) in most.items():
    print(f"{name:8} {method:9} best {share:4.0%} at γ = {gamma}")

# %% [markdown]
# Read the table by its rows. On the circles and the blobs the RBF kernel and spectral clustering ⟦do equally well ⇐ max(abs(most[name, "RBF"][0] - most[name, "spectral"][0]) for name in ("circles", "blobs")) < 0.005⟧. On the moons ⟦spectral clustering is ahead ⇐ most["moons", "spectral"] > most["moons", "RBF"]⟧, with ⟦most["moons", "spectral"][0]:.0%⟧ against ⟦most["moons", "RBF"][0]:.0%⟧, as it is in ⟦each of ten draws ⇐ (evidence["06 shapes"]["spectral"] > evidence["06 shapes"]["RBF"]).all() and len(evidence["06 shapes"]["RBF"]) == 10⟧. Is its criterion better, or only its search? Let kernel c-means begin with an eigenvector, too. At $\gamma = 10$, take the first one of the centered Gram matrix, and put each point into a cluster by the sign of its entry. From this single start, kernel c-means puts ⟦evidence["06 shapes"]["RBF at 10, from the eigenvector"].min():.1%⟧ or more of the points with the right moon in ⟦each of the ten draws ⇐ evidence["06 shapes"]["RBF at 10, from the eigenvector"].min() > 0.99⟧. So it was the search that failed, as in section 6.7.
#
# The last method is the report's other kernel, a polynomial of degree 3 with offset 1. The report gives no slope, so we take $\gamma = 1$:

# %%
cubic = {"degree 3": lambda toy: cluster(toy, Polynomial(3))}
third = experiments.compare(toys, cubic)
figures.partitions(third.panels)

# %%
far = {}
for name, kernel in {"linear": Linear(), "degree 3": Polynomial(3)}.items():
    for toy in ("moons", "circles"):
        K = kernel(toys[toy].X)
        d2 = np.sort(kernels.geometry.squared_distances_to_mean(np.diag(K), K, K))
        far[toy, name] = d2[-60:].sum() / d2.sum()
        print(f"{toy}, {name}: the farthest tenth has {far[toy, name]:.0%} of all squared distance")

# %% [markdown]
# The report says that it makes more errors than c-means. On the moons ⟦it does ⇐ third.agreement["moons", "degree 3"] < contest.agreement["moons", "c-means"]⟧, with ⟦third.agreement["moons", "degree 3"]:.0%⟧ against ⟦contest.agreement["moons", "c-means"]:.0%⟧, whereas on the circles the two are ⟦level ⇐ abs(third.agreement["circles", "degree 3"] - contest.agreement["circles", "c-means"]) < 0.01⟧, with ⟦third.agreement["circles", "degree 3"]:.0%⟧. Even the best of the seven slopes ⟦gains nothing to speak of over c-means ⇐ max(most[name, "cubic"][0] - contest.agreement[name, "c-means"] for name in ("circles", "moons")) < 0.02⟧ on either. Why the moons? The features of this kernel contain $x_1^3$ and $x_2^3$, and far from the origin these are large. In the plane, the tenth of the points that is farthest from the mean of all has ⟦far["moons", "linear"]:.0%⟧ of the squared distance from it, and here it has ⟦far["moons", "degree 3"]:.0%⟧, so the points far out may decide where the prototypes go. Do they? To leave this tenth out is not enough. Others are then the farthest, and the kernel is still worse than c-means on the same points in ⟦(evidence["06 shapes"]["cubic, nine tenths"] < evidence["06 shapes"]["c-means, nine tenths"]).sum()⟧ of the ten draws. Divide each image by its length instead, so that no point is far out, and the kernel is worse than c-means in ⟦none ⇐ not (evidence["06 shapes"]["cubic, unit length"] < evidence["06 shapes"]["c-means"]).any()⟧ of the draws instead of ⟦all ⇐ (evidence["06 shapes"]["cubic"] < evidence["06 shapes"]["c-means"]).all() and len(evidence["06 shapes"]["cubic"]) == 10⟧, and ⟦no worse ⇐ not (evidence["06 shapes"]["cubic, unit length"] < evidence["06 shapes"]["degree 1, unit length"]).any()⟧ than a kernel of degree 1 that is treated in the same way. On the circles the farthest tenth has ⟦hardly more here ⇐ 0 < far["circles", "degree 3"] - far["circles", "linear"] < 0.03⟧, ⟦far["circles", "degree 3"]:.0%⟧ against ⟦far["circles", "linear"]:.0%⟧ in the plane, because the outer ring is about as far out on all sides.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 6·B Without the whole Gram matrix (2 minutes)
#
# For large data $n^2$ kernel values are too many. AML mentions a way out: draw a **sample** $s_1, \dots, s_m$ of the points, and allow prototypes that are combinations of the sample only. Of these combinations, take the one that comes nearest to the mean of the cluster. It is the projection of the mean on the span of the mapped sample, and its weights solve a system of $m$ equations (exercise 06.12). The algorithm then needs $nm$ kernel values.

# %%
sizes, J_all = [10, 20, 50, 100, 200], model.solution_.objective
fit = lambda m: kernel_cmeans.approximate_kernel_c_means(RBF(10), moons.X, 2, m, 20, "partition")
runs = [fit(m) for m in bars.progress(sizes, "sizes of the sample")]
J, out_of_reach = np.transpose([(run.objective, run.residual) for run in runs])
curves = {"sample": J, "all points": np.full(5, J_all), "out of reach": out_of_reach}
display(figures.curves(sizes, curves, xlabel="size m of the sample", ylabel="J", log="x",
                       markers=True, title="Two moons, 600 points, γ = 10"))
equations.sheet("AML-approximate", folded=True)

# %% [markdown]
# The solid line is the true $J$ of these prototypes, in the whole feature space and over all 600 points. "Out of reach" is the part of it that no combination of the sample can remove, and the library hands it back as a certificate. With 10 sample points it is ⟦out_of_reach[0] / J[0]:.0%⟧ of $J$. With ⟦sizes[-1]⟧ it is ⟦out_of_reach[-1] / J[-1]:.1%⟧, and $J$ is within ⟦max(0, J[-1] / J_all - 1):.1%⟧ of what all points give.
