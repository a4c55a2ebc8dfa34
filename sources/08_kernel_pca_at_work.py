# %% [markdown]
# # 8 · Kernel PCA at work
#
# **The question.** Two spirals are wound into each other, and no straight line tells one from the other. Kernel PCA gives each point new coordinates, and we cut straight through those. **Take more components, and change the width:** do the spirals come apart?

# %% jupyter={"source_hidden": true}
import numpy as np
from sklearn import discriminant_analysis, manifold, model_selection, pipeline, tree

from kernelcourse import bars, equations, figures, guess
from kernelcourse.pca_at_work import experiments, explorers, proofs
from kernelcourse.pca_at_work.figures import compare_tables, component_panels, pairs, scatters
from kernelsy19 import datasets, pca
from kernelsy19.kernels import RBF, Linear, Polynomial, geometry

# %%
spirals = datasets.spirals()
explorers.SpiralCutExplorer()

# %% [markdown]
# Chapter 7 gave every point new coordinates, and this chapter asks what they are good for. The lectures make several promises: SY19 shows the spirals, and AML says that one component tells two moons apart, that polynomials fail on two circles, and that kernel PCA lifts the accuracy on iris from 88 to 96%. We compute each of them: some hold, some hold in part, and one does not.
#
# **After this chapter you can**
#
# - read the level lines of a component, and say which proportion of the variance it holds;
# - say why the components with the most variance need not be those that tell classes apart;
# - prove which component tells two circles apart, and check what a report says about it;
# - choose a kernel, its width and the number of components, with labels and without;
# - compare two methods by many splits and an interval.
#
# **You need** [chapter 7](07_kernel_pca.ipynb): the centered Gram matrix, its eigenvectors, and the projection of a new point.

# %% [markdown]
# ## 8.1 How to read a component
# Before the spirals, let's look at a case in which we can see everything. One hundred points lie near the parabola $x_2 = x_1^2$, and the kernels are $(x\cdot x^\prime)^d$ with $d = 1, 2, 3, 4$. A component can be drawn like a landscape: each line below joins the points that have the same coordinate, and along the thick line the coordinate is 0.
#
# **Before you look:** the plane has two dimensions, so with $d = 1$, which is PCA, there are two components. How many are there with $d = 2$?

# %%
parabola = datasets.parabola()
power = {d: Polynomial(degree=d, gamma=1.0, offset=0.0) for d in (1, 2, 3, 4)}
toy = {f"d = {d}": pca.KernelPCA(power[d], min(d + 1, 3)).fit(parabola.X) for d in power}
held = {name: model.explained_variance_ratio_.sum() for name, model in toy.items()}
with guess.covered():
    display(component_panels(parabola, toy, 3, title="Components of (x·x′)ᵈ, and their shares"))

# %% [markdown]
# <details><summary>Answer</summary>
#
# With $d = 2$ there are three, because $(x\cdot x^\prime)^2$ is the dot product of three features, $x_1^2$, $\sqrt2\,x_1x_2$ and $x_2^2$. In general there are $d + 1$.
#
# </details>
#
# The lines of $d = 1$ are straight, and those of the other kernels are curves, because an axis that is straight in feature space is curved in the plane.
#
# The number over each picture is the proportion of the variance that this component holds, and it comes from the eigenvalues $\lambda_m$ alone:
#
# $$\frac{\lambda_m}{\sum_l \lambda_l} \quad\text{for component } m, \qquad \frac{\lambda_1 + \dots + \lambda_m}{\sum_l \lambda_l} \quad\text{for the first } m \text{ together.}$$
#
# Three components hold ⟦all of the variance ⇐ abs(held["d = 2"] - 1) < 1e-9⟧ for $d = 2$, ⟦held["d = 3"]:.0%⟧ for $d = 3$ and ⟦held["d = 4"]:.0%⟧ for $d = 4$.
#
# The pictures also have a symmetry. Turn each of them by 180° about the origin. For $d = 2$ the lines near the origin coincide, blue with blue. For $d = 1$ and $d = 3$, blue and yellow change places, up to a shift. Is that exact? Compare the coordinates of every point $x$ with those of $-x$: their correlation is 1 if the two are the same, and −1 if they are opposite up to a constant.

# %%
mixed = pca.KernelPCA(Polynomial(degree=2, gamma=1.0, offset=1.0), n_components=3).fit(parabola.X)
models = toy | {"(1 + x·x′)²": mixed}
parity = {name: experiments.parity(model.transform, parabola.X) for name, model in models.items()}
for name, values in parity.items():
    print(f"{name:11} correlation of z(x) and z(−x), by component:", values.round(3))
equations.sheet("SY19-explained-variance", "SY19-cumulated-variance", folded=True)

# %% [markdown]
# The reason is in the kernel, not in the data. All features of $(x\cdot x^\prime)^d$ are products of $d$ coordinates. If $d$ is even, a change of sign in both coordinates changes ⟦nothing ⇐ all((parity[name] > 1 - 1e-9).all() and np.allclose(toy[name].transform(-parabola.X), toy[name].transform(parabola.X)) for name in ("d = 2", "d = 4"))⟧. If $d$ is odd, every feature changes its sign. The components ⟦then change sign as well, up to a constant ⇐ all((parity[name] < -1 + 1e-9).all() and np.ptp(toy[name].transform(-parabola.X) + toy[name].transform(parabola.X), axis=0).max() < 1e-9 for name in ("d = 1", "d = 3"))⟧ that comes from centering. With these kernels, therefore, a component is either even or odd, whatever the data look like.
#
# An offset ends this symmetry. The kernel $(1 + x\cdot x^\prime)^2$ has the features of degree 1 as well as those of degree 2. Its components mix them, and are ⟦neither even nor odd ⇐ (np.abs(parity["(1 + x·x′)²"]) < 0.99).all()⟧.
#
# ## 8.2 Three clusters, and two numbers called γ
#
# The second example of SY19 has three clusters and a radial kernel "with γ = 0.1". In the paper from which the figure comes (Schölkopf, Smola and Müller, 1998), the kernel is $\exp(-\|x - x^\prime\|^2 / 0.1)$. There 0.1 divides, whereas our $\gamma$ multiplies, so ours is $1/0.1 = 10$.

# %%
clusters = datasets.three_clusters()
narrow, wide = (pca.KernelPCA(RBF(g), n_components=16).fit(clusters.X) for g in (1 / 0.1, 0.1))
views = {"the data": clusters.X, "γ = 10": narrow.transform(clusters.X)[:, :2]}
views["γ = 0.1"] = wide.transform(clusters.X)[:, :2]
scatters(views, clusters.y, names=clusters.target_names, features=("first", "second"))

# %% [markdown]
# On the right, with $\gamma = 0.1$, the kernel is nearly linear over distances as small as these. Two components hold ⟦wide.explained_variance_ratio_[:2].sum():.1%⟧ of the variance, and they ⟦show the data again ⇐ np.linalg.lstsq(np.c_[np.ones(90), wide.transform(clusters.X)[:, :2]], clusters.X)[1].sum() < 0.01 * 90 * clusters.X.var(axis=0).sum()⟧, turned and ⟦mirrored ⇐ np.linalg.det(np.linalg.lstsq(np.c_[np.ones(90), wide.transform(clusters.X)[:, :2]], clusters.X)[0][1:]) < 0⟧. In the middle, with $\gamma = 10$, the clusters move to the corners of a triangle, because the kernel is narrow: two points of different clusters have a kernel value near 0 (⟦narrow.kernel(clusters.X)[clusters.y[:, None] != clusters.y].mean():.3f⟧ on average), so their images are nearly orthogonal (at a right angle), and no cluster is much nearer to one of the others than to the other.
#
# Here two components hold only ⟦narrow.explained_variance_ratio_[:2].sum():.0%⟧ of the variance. Where is the rest? SY19 draws the first sixteen components. **Before you look:** if three points span a plane, which components can still tell clusters apart?

# %%
with guess.covered():
    display(component_panels(clusters, {"": narrow}, 8, title="Three clusters: components 1 to 8"))

# %%
z = narrow.transform(clusters.X)
centers = np.array([z[clusters.y == c].mean(axis=0) for c in range(3)])
between = 30 * np.square(centers).sum(axis=0) / np.square(z).sum(axis=0)
with guess.covered():
    print("between the clusters' means, as a share of each component:", between.round(2))
    display(component_panels(clusters, {"": narrow}, 8, first=9, title="Components 9 to 16"))

# %% [markdown]
# <details><summary>Answer</summary>
#
# Only the first two. The variance along them is, to ⟦between[:2].min():.0%⟧ and more, difference between clusters, and along every other component it is at most ⟦between[2:].max():.1%⟧. Three cluster means, once they are centered, lie in a plane, so two directions hold all that differs between them. From the third picture on, the thick line runs ⟦*through* all three clusters ⇐ all(0.2 < np.mean(z[clusters.y == c, m] > 0) < 0.8 for m in range(2, 16) for c in range(3))⟧. These components describe the shape of single clusters: the first of them cut clusters in halves, the later ones in more parts.
#
# </details>
#
# ## 8.3 Spirals: variance does not know the classes
#
# Back to the question of the beginning: SY19 analyzes the spirals in R, with the package kernlab, and the table says what its lines are here. What R calls sigma is our $\gamma$. The lecture's file of points is not public, so ours follow the recipe of R's mlbench.
#
# | R | here |
# | --- | --- |
# | `x <- as.matrix(spiral[,1:2]); y <- spiral[,3]` | `spirals = datasets.spirals()`, then `spirals.X`, `spirals.y` |
# | `plot(x, col=y, pch=y)` | `figures.scatter(spirals)` |
# | `kpca(x, kernel="rbfdot", kpar=list(sigma=0.3))` (the slide writes `kPCA`) | `pca.KernelPCA(RBF(gamma=0.3), n_components=24).fit(spirals.X)` |
# | `rotated(kpc)[,1:2]` | `model.transform(spirals.X)[:, :2]`, times $\sqrt n$: kernlab divides $\mathbf{K}$ by $n$ first |
#
# %%
model = pca.KernelPCA(RBF(gamma=0.3), n_components=24).fit(spirals.X)
z, held = model.transform(spirals.X), model.solution_.cumulated_variance
print("variance held by 1, 2, 3, … components:", held[:8].round(3))
pairs(z[:, :4], spirals.y, names=spirals.target_names, title="Spirals, γ = 0.3: four components")

# %% [markdown]
# Two components hold ⟦held[1]:.0%⟧ of the variance, four hold ⟦held[3]:.0%⟧. By the usual habit we would stop here, although in ⟦none of these pictures ⇐ max(experiments.straight_cuts(z[:, [i, j]], spirals.y, z[:, [i, j]], spirals.y)[1] for i in range(4) for j in range(i)) < 0.6⟧ does a straight line separate the spirals.
#
# **Before you look:** go on, and keep more components. From each number of components we find the best straight cut, by least squares on the 300 points, and then count how many of 1000 *new* points of the same spirals fall on the right side. A coin gets half of them right. Do a few more components help, although they hold only the last ⟦1 - held[3]:.0%⟧ of the variance?

# %%
fresh, numbers = datasets.spirals(1000, rng=1), np.arange(1, 25)
cut = lambda gamma, old, new: experiments.cut_shares(RBF(gamma), old.X, old.y, new.X, new.y)
cuts = {gamma: cut(gamma, spirals, fresh)[:24] for gamma in (0.3, 3.0, 10.0, 60.0)}
shown = {"variance held, γ = 0.3": held} | {f"γ = {gamma:g}": cuts[gamma] for gamma in cuts}
words = {"xlabel": "number of components", "ylabel": "share"}
with guess.covered():
    display(figures.curves(numbers, shown, title="Variance, new points on the right side", **words))

# %% [markdown]
# <details><summary>Answer</summary>
#
# They do. With four components and $\ink{orange}{\gamma = 0.3}$ the cut puts ⟦cuts[0.3][3]:.0%⟧ of the new points on the right side, no better than a coin toss, and with eight components ⟦cuts[0.3][7]:.0%⟧. With $\ink{purple}{\gamma = 10}$ and sixteen components, it is ⟦cuts[10.0][15]:.1%⟧. On ten other draws, four components at $\gamma = 0.3$ are right for ⟦evidence["08 spirals"]["four"].min():.1%⟧ to ⟦evidence["08 spirals"]["four"].max():.1%⟧, and sixteen at $\gamma = 10$ for ⟦evidence["08 spirals"]["sixteen"].min():.0%⟧ or more.
#
# </details>
#
# The cut through sixteen components is a straight one, in a space of sixteen dimensions. Seen from the plane, it winds between the spirals (the thick line). Beside it are the cuts through four components and through eight:

# %%
straight_cut = discriminant_analysis.LinearDiscriminantAnalysis
classifier = lambda gamma, q: pipeline.make_pipeline(pca.KernelPCA(RBF(gamma), q), straight_cut())
fitted = {q: classifier(10.0, q).fit(spirals.X, 1 - spirals.y) for q in (4, 8, 16)}
seen = {f"{q} components": fitted[q].decision_function for q in fitted}
figures.contour_panels(spirals, seen, title="Straight cuts in feature space, seen in the plane")

# %% [markdown]
# For classifying, the proportion of the variance is therefore a poor judge of components, because kernel PCA has never seen the classes. But why do the first components do no better than a coin? That can be proved.
#
# Apart from the noise, the second spiral is the negative of the first. Take data that come in pairs $h$ and $-h$. Section 8.1 showed components that are even or odd because of the kernel. Here the data have the symmetry, and for any kernel that does not change when both points change sign, RBF included, every component is even or odd again (or can be chosen so, where two have the same eigenvalue).
#
# An even component has the same values on both spirals, so it can't tell them apart at all. An odd one changes its sign from one spiral to the other, which helps only if it keeps its sign along the whole arm. Which of the two is each of the first eight components, and how many points does the best threshold on it put on the right side?

# %%
display(proofs.symmetric.walk())
parity = experiments.parity(model.transform, spirals.X)[:8]
alone = experiments.told_apart(RBF(gamma=0.3), spirals.X, spirals.y, 8)
print("−1 is odd, 1 is even:  ", parity.round(1) + 0.0)
print("share told apart alone:", alone.round(2))

# %% [markdown]
# The first two components are ⟦odd ⇐ (parity[:2] < -0.9).all()⟧. But they are ⟦nearly linear functions of $x_1$ and $x_2$ ⇐ (np.linalg.lstsq(spirals.X, z[:, :2])[1] < 0.05 * np.square(z[:, :2]).sum(axis=0)).all()⟧, and such a function changes its sign along each arm, so a threshold on one of them puts only ⟦alone[0]:.0%⟧ and ⟦alone[1]:.0%⟧ of the points on the right side. Components 3, 4 and 5 are ⟦even ⇐ (parity[2:5] > 0.9).all()⟧. Among the first eight, the best is number ⟦alone.argmax() + 1⟧, with ⟦alone.max():.0%⟧.
#
# In the explorer you choose $\gamma$. Neighboring arms are about 1/3 apart, and the kernel should tell them apart while it still links the neighbors on one arm. **Before you move it**, guess which $\gamma$ does that. And when the spirals make two turns, do you need more components or fewer?

# %%
longer = datasets.spirals(cycles=2), datasets.spirals(1000, cycles=2, rng=1)
enough_at = lambda gamma, *sets: experiments.components_needed(cut(gamma, *sets), 0.98)
by_gamma = lambda *sets: {gamma: enough_at(gamma, *sets) for gamma in (0.3, 1, 3, 10, 30, 100)}
needed = {1: by_gamma(spirals, fresh), 2: by_gamma(*longer)}
best = {turns: min(of_gamma, key=of_gamma.get) for turns, of_gamma in needed.items()}
question = "Roughly at which γ does a cut need the fewest components?"
guess.number(question, best[1], "per unit²", near=0.7)

# %%
explorers.SpiralsExplorer()

# %%
with guess.covered():
    for turns, of_gamma in needed.items():
        print(f"turns: {turns}; components needed for 98% of new points, by γ: {of_gamma}")

# %% [markdown]
# <details><summary>Answer</summary>
#
# At about $\gamma = ⟦best[1]⟧$. There the kernel is $e^{-⟦best[1]⟧/9}$ = ⟦np.exp(-best[1] / 9):.2f⟧ over a distance of 1/3, from arm to arm, and close to 1 between neighbors on one arm. At $\gamma = 0.3$ it is ⟦np.exp(-0.3 / 9):.2f⟧ over the same distance, so that the gap between the arms hardly counts. With $\gamma = ⟦best[1]⟧$ and one turn, ⟦needed[1][best[1]]⟧ components put 98% of new points on the right side, ⟦fewer than with any other $\gamma$ that we tried ⇐ sorted(needed[1].values())[0] < sorted(needed[1].values())[1]⟧. On ten other draws of the spirals, $\gamma = 10$ comes first ⟦(evidence["08 spirals"]["best γ, turns 1"] == 10).sum()⟧ times.
#
# With two turns you need ⟦more ⇐ needed[2][best[2]] > needed[1][best[1]]⟧: ⟦needed[2][best[2]]⟧ components. Of the six widths, the best ⟦stays the same ⇐ best[1] == best[2]⟧, because the arms are as far apart as before. It is $\gamma = 10$ in ⟦(evidence["08 spirals"]["best γ, turns 2"] == 10).sum()⟧ of the ten other draws, and you need more components ⟦in each ⇐ (evidence["08 spirals"]["components, turns 2"] > evidence["08 spirals"]["components, turns 1"]).all()⟧. A finer list has the best at ⟦evidence["08 spirals"]["finer γ, turns 1"].min():.0f⟧ to ⟦evidence["08 spirals"]["finer γ, turns 1"].max():.0f⟧ with one turn, and at ⟦evidence["08 spirals"]["finer γ, turns 2"].min():.0f⟧ to ⟦evidence["08 spirals"]["finer γ, turns 2"].max():.0f⟧ with two. With more windings, a cut has to change sides more often.
# </details>
#
# ## 8.4 More dimensions: the power to fit anything
#
# Four components fail, and sixteen succeed. KPCA11 recalls the theory of Vapnik and Chervonenkis, by which a map into a space of more dimensions often gives a classifier more power. In exact words, a straight cut in $q$ dimensions can give *any* labels to $q + 1$ points in general position, and to no larger set of points. This number, $q + 1$, is its **VC dimension**.
#
# This power is blind to what the labels mean. To see this, we toss a coin for each of the 300 points, and let the cut learn the coins instead of the classes. **Before you look:** what proportion of the coins can it learn with all components, and how well will it do on coins that are tossed for new points?

# %%
rng, X, X_new = np.random.default_rng(0), spirals.X, fresh.X
known, new = (X, rng.integers(2, size=len(X))), (X_new, rng.integers(2, size=len(X_new)))
learn = lambda *sets: experiments.cut_shares(RBF(gamma=10.0), *sets)
coins = {"classes, new points": learn(X, spirals.y, X_new, fresh.y)}
coins |= {"coins, known points": learn(*known, *known), "coins, new points": learn(*known, *new)}
q = np.arange(1, 1 + len(coins["coins, new points"]))
with guess.covered():
    display(figures.curves(q, coins, xlabel="components q", ylabel="share on the right side"))

# %% [markdown]
# <details><summary>Answer</summary>
#
# The coins are learned to ⟦coins["coins, known points"][-1]:.0%⟧ with all ⟦len(coins["coins, known points"])⟧ components. This is the power of many dimensions, and to fit what means nothing is overfitting. On the coins of new points the same cuts are right for ⟦coins["coins, new points"].min():.0%⟧ to ⟦coins["coins, new points"].max():.0%⟧, whatever $q$ is. In 1000 tosses, chance alone moves one cut by ⟦0.5 / 1000**0.5:.1%⟧ or so from 50%, and the worst and the best of so many cuts by more. The true classes are another matter. With 16 components, ⟦coins["classes, new points"][15]:.1%⟧ of the new points fall on the right side. Even here, more is not always better: with all components the proportion ⟦falls back ⇐ coins["classes, new points"][-1] < coins["classes, new points"][15]⟧ to ⟦coins["classes, new points"][-1]:.1%⟧, as it does in ⟦(evidence["08 spirals"]["all"] < evidence["08 spirals"]["sixteen"]).sum()⟧ of the ten other draws.
#
# </details>
#
# More dimensions let a straight cut fit more. Only points that the cut has not seen tell you whether it fitted the classes or the coins.
#
# ## 8.5 Moons and circles
#
# AML tries kernel PCA on two moons and on two circles, with 100 to 400 points (figures 1 to 4). Its first claim is that with the RBF kernel, one component tells the moons apart. Because the report gives no $\gamma$ and no noise, we try fifteen values of $\gamma$ and two levels of noise, and ask each time how many points the best threshold on the first component puts on the right side. At the left end the kernel is all but linear, and we get what PCA gets.

# %%
gammas = np.geomspace(0.1, 300, 15)
moons = {noise: datasets.moons(400, noise=noise) for noise in (0.05, 0.1)}
first = lambda kernel, data: experiments.told_apart(kernel, data.X, data.y)[0]
one = {noise: np.array([first(RBF(g), data) for g in gammas]) for noise, data in moons.items()}
shown = {f"noise {noise:g}": shares for noise, shares in one.items()}
figures.curves(gammas, shown, xlabel="γ", ylabel="share told apart", log="x", markers=True)

# %% jupyter={"source_hidden": true}
straight = {noise: first(Linear(), data) for noise, data in moons.items()}

# %% [markdown]
# PCA gets ⟦straight[0.05]:.0%⟧ right with noise 0.05, and ⟦straight[0.1]:.0%⟧ with noise 0.1. With kernel PCA and the smaller noise, the claim ⟦holds ⇐ one[0.05].max() > 0.995⟧: at $\gamma$ = ⟦gammas[one[0.05].argmax()]:.0f⟧ the threshold is right for ⟦one[0.05].max():.1%⟧ of the points. With noise 0.1, the best $\gamma$ of the list reaches ⟦one[0.1].max():.1%⟧. On ten other draws of the moons, it is ⟦evidence["08 shapes"]["moons 0.05"].min():.1%⟧ or more with the smaller noise, and ⟦evidence["08 shapes"]["moons 0.1"].min():.0%⟧ to ⟦evidence["08 shapes"]["moons 0.1"].max():.0%⟧ with the larger. AML warns that kernel PCA is sensitive to $\gamma$, and it is: from the best place of either curve, a factor of ten in either direction ⟦takes at least half of the gain away ⇐ all(np.interp(np.log(gammas[shares.argmax()] * f), np.log(gammas), shares) - straight[noise] < 0.5 * (shares.max() - straight[noise]) for noise, shares in one.items() for f in (0.1, 10))⟧, and in ⟦each of the ten draws ⇐ max(evidence["08 shapes"]["gain kept 0.05"].max(), evidence["08 shapes"]["gain kept 0.1"].max()) < 0.5⟧ as well.
#
# On the circles, AML shows the first two components, and finds that polynomial kernels fail up to degree 5, whereas RBF succeeds. KPCA11 suggests describing a point by its **polar coordinates**: in $(r, t)$, distance from the origin and angle, the two circles are two straight lines. In the pictures below you see this first, and then two components of three kernels.

# %%
circles = datasets.circles(400, factor=0.3, noise=0.1)
tried = {"x·x′ (PCA)": Linear(), "(x·x′)²": power[2], "(1 + x·x′)⁵": Polynomial(5, 1.0, 1.0)}
tried |= {"RBF, γ = 2.5": RBF(2.5), "RBF, γ = 10": RBF(10.0)}
apart = {name: experiments.told_apart(k, circles.X, circles.y, 6) for name, k in tried.items()}
for name, shares in apart.items():
    print(f"{name:12} best threshold on each component:", shares.round(2))

# %%
radius, angle = np.hypot(*circles.X.T), np.arctan2(circles.X[:, 1], circles.X[:, 0])
names = "(x·x′)²", "(1 + x·x′)⁵", "RBF, γ = 10"
views = {name: pca.KernelPCA(tried[name], 2).fit_transform(circles.X) for name in names}
views = {"polar: t, r": np.column_stack([angle, radius])} | views
scatters(views, circles.y, names=circles.target_names, columns=4, features=("first", "second"))

# %% [markdown]
# In two components ⟦the report is right ⇐ all((shares[:2].max() > 0.9) == ("RBF" in name) for name, shares in apart.items())⟧: PCA and the polynomials fail, and RBF tells the circles apart. On ten other draws it does so ⟦without an error ⇐ evidence["08 shapes"]["RBF, 2.5"].min() == 1 and len(evidence["08 shapes"]["RBF, 2.5"]) == 10⟧ at $\gamma = 2.5$, and for ⟦evidence["08 shapes"]["RBF, 10"].min():.0%⟧ to ⟦evidence["08 shapes"]["RBF, 10"].max():.0%⟧ at $\gamma = 10$. But look at the *third* component of $(x\cdot x^\prime)^2$, and at the *fifth* of $(1 + x\cdot x^\prime)^5$. They ⟦separate these circles without an error ⇐ apart["(x·x′)²"][2] == 1 and apart["(1 + x·x′)⁵"][4] == 1⟧, and are right for ⟦min(evidence["08 shapes"]["(x·x′)², third"].min(), evidence["08 shapes"]["(1 + x·x′)⁵, fifth"].min()):.0%⟧ or more in ten other draws, where the first two reach ⟦max(evidence["08 shapes"]["(x·x′)², two"].max(), evidence["08 shapes"]["(1 + x·x′)⁵, two"].max()):.0%⟧ at most. The polynomials did not fail; the report stopped counting at two. And RBF owes its success to our radii, 1 and 0.3; the report does not give its own. With 0.5 in place of 0.3, its first two components are right for ⟦evidence["08 shapes"]["RBF, larger"].max():.0%⟧ at most, in ten draws and at any $\gamma$ of our list, and the third of $(x\cdot x^\prime)^2$ still for ⟦evidence["08 shapes"]["(x·x′)², larger"].min():.0%⟧ or more.
#
# The reason is that the kernel $(x\cdot x^\prime)^2$ finds polar coordinates by itself. Written in $r$ and $t$, its three features are $r^2$, $r^2\cos 2t$ and $r^2\sin 2t$, up to a factor. Take two circles around the origin, with as many points on one as on the other, evenly spaced. Then these three features are the principal axes, and the one with the least variance is the squared radius.

# %%
display(proofs.circles.walk(), equations.sheet("COURSE-squared-radius-component", folded=True))
z3 = pca.KernelPCA(power[2], n_components=3).fit_transform(circles.X)[:, 2]
correlation = abs(np.corrcoef(z3, pca.squared_radius_component(circles.X))[0, 1])
print(f"correlation of z₃ with the squared radius: {correlation:.3f}")
each = lambda d: experiments.told_apart(Polynomial(d, 1.0, 0.0), circles.X, circles.y, d + 1)
best_of = {d: float(each(d).max()) for d in (2, 3, 4, 5)}
print("best single component of (x·x′)ᵈ:", {d: round(share, 2) for d, share in best_of.items()})

# %% [markdown]
# With noise the axes are not exactly these three, but the correlation is ⟦correlation:.3f⟧. For the odd degrees no single component gets beyond ⟦max(best_of[3], best_of[5]):.0%⟧, for the reason given in section 8.1: such a component changes its sign from $x$ to $-x$, up to a constant, and both points lie on the same circle. So half of each circle lies on one side of that constant, half on the other, and no threshold has one circle above it and the other below.
#
# ## 8.6 Iris: how much is one split worth?
#
# The iris data hold four measurements of 150 flowers, 50 each of three species. AML shows them in three principal components (its figure 5) and keeps two, since these hold more than 95% of the variance.

# %%
iris = datasets.iris()
axes, curved = pca.principal_axes(iris.X), pca.KernelPCA(RBF(2.5), n_components=2).fit(iris.X)
held, z = pca.cumulated_variance(axes.explained_variance_ratio), axes.project(iris.X)
views = {"PCA: z₁, z₂": z[:, :2], "PCA: z₁, z₃": z[:, [0, 2]]}
views["kernel PCA, γ = 2.5"] = curved.transform(iris.X)
scatters(views, iris.y, names=iris.target_names, features=("first", "second"))

# %% jupyter={"source_hidden": true}
grown = tree.DecisionTreeClassifier(max_depth=2, random_state=0).fit(iris.X, iris.y)

# %% [markdown]
# Two components hold ⟦held[1]:.1%⟧, so AML's statement ⟦is right ⇐ held[1] > 0.95⟧. The report then lets a decision tree of depth 2 learn the species, from the four measurements, from two components of PCA, and from two of kernel PCA with $\gamma = 2.5$. It prints accuracies of 88%, 91.1% and 95.6%, and concludes that kernel PCA clearly does better.
#
# Now 91.1% is 41 of 45 flowers, and 95.6% is 43 of 45, which fits 45 flowers held out, although the report does not say how many. If so, the whole difference is two flowers of one random split. What happens with another split? Here are 200 of them, each with 105 flowers to learn from and 45 to test. The axes come from the 105 alone.
#
# We also need to know how sure the mean of 200 splits is. Had they been 200 independent experiments, its variance would be $s^2/200$. But all splits share the same 150 flowers, and with them their luck. Nadeau and Bengio (2003) take $s^2\,(1/200 + 45/105)$ instead, and so does `mean_over_splits`.

# %%
trees, reported = datasets.table("iris_tree"), {"raw": 88, "pca": 91.1, "kernel_pca_2.5": 95.6}
for name, theirs in reported.items():
    mean, half = experiments.mean_over_splits(trees[name], 105, 45)
    print(f"{name:15} {mean:.1f} ± {half:.1f}%   AML: {theirs}%")
differences = {}
for a, b in (("pca", "raw"), ("kernel_pca_2.5", "raw"), ("kernel_pca_2.5", "pca")):
    differences[a, b] = mean, half = experiments.mean_over_splits(trees[a] - trees[b], 105, 45)
    print(f"{a:>15} − {b:4} {mean:+.1f} ± {half:.1f}")

# %% [markdown]
# The report's order of the three methods comes in ⟦np.mean((trees["raw"] < trees["pca"]) & (trees["pca"] < trees["kernel_pca_2.5"])):.0%⟧ of the splits. On average the order is ⟦the opposite ⇐ trees["raw"].mean() > trees["pca"].mean() > trees["kernel_pca_2.5"].mean()⟧: the four measurements do best, PCA next, and kernel PCA comes last, ⟦at every γ that we tried ⇐ max(trees[name].mean() for name in trees.columns if "kernel" in name) < trees["pca"].mean()⟧. But ⟦every interval of a difference holds 0 ⇐ all(abs(mean) < half for mean, half in differences.values())⟧, so we can only conclude that 150 flowers cannot tell the three apart. That new coordinates don't help is no surprise: a tree of depth 2 needs good thresholds, and the petal measurements already provide them. Grown on all flowers, it ⟦uses nothing but petals ⇐ grown.feature_importances_[:2].sum() == 0⟧.
#
# ## 8.7 Choosing a kernel and its parameters
#
# Numbers such as $\gamma$ and $q$, which we choose before anything is fitted, are called hyperparameters. The moons needed $\gamma$ near ⟦gammas[one[0.1].argmax()]:.0f⟧, the spirals needed a dozen components or more, and the circles a third component. How do you find such numbers for data of your own? AML recommends cross-validation, and at its end a grid search. Both need labels, so let's first see how far we get without.
#
# **Without labels** there is no "right", but there are habits:
#
# - *Take the kernel whose components hold the most variance.* This can't work, because each kernel has a variance of its own, in a space of its own.
# - *Take $\gamma$ from the distances*: 1 over their median square, so that typical kernel values are neither all 0 nor all 1. Then keep components up to 95% of the variance, or up to 99.9%.
# - *Ask how well the points can be restored from their components.* That error is measured in the units of the data, so it can be compared between kernels. [Chapter 9](09_denoising.ipynb) does so for digits.

# %%
gammas, sizes = [0.1, 0.3, 1, 3, 10, 30, 100, 300], [2, 4, 8, 16, 24]
two = {g: float(pca.solve_dual(RBF(g)(spirals.X), 2).cumulated_variance[-1]) for g in gammas}
print("variance held by two components, by γ:", {g: round(share, 2) for g, share in two.items()})
squared = np.square(spirals.X[:, None] - spirals.X).sum(axis=2)
median = 1 / np.median(squared[np.triu_indices(300, 1)])
all_of_them = pca.KernelPCA(RBF(median), n_components=None).fit(spirals.X).solution_
held = all_of_them.cumulated_variance
enough = {share: experiments.components_needed(held, share) for share in (0.95, 0.999)}

# %% [markdown]
# **With labels**, ask the question that you care about: how often does the classifier err on points that it has not seen? Put the components and the classifier into one pipeline, so that the axes are also found anew from the training part of each fold. Then try every pair of $\gamma$ and $q$ on a grid.

# %%
grid = {"kernelpca__kernel__gamma": gammas, "kernelpca__n_components": sizes}
folds = model_selection.StratifiedKFold(5, shuffle=True, random_state=0)
search = model_selection.GridSearchCV(classifier(1.0, 2), grid, cv=folds).fit(spirals.X, spirals.y)
scores = search.cv_results_["mean_test_score"].reshape(len(gammas), len(sizes))
for q, right in zip(sizes, scores.T):
    print(f"q = {q:2}, share right by γ:", dict(zip(gammas, right.round(2).tolist())))

# %%
widest = max(two, key=two.get)
chosen = {"most variance in two": (widest, 2)}
chosen |= {f"median distance, {100 * share:g}%": (median, q) for share, q in enough.items()}
chosen["cross-validation"] = tuple(search.best_params_.values())
fitted = {rule: classifier(*pair).fit(spirals.X, spirals.y) for rule, pair in chosen.items()}
worth = {rule: pipe.score(fresh.X, fresh.y) for rule, pipe in fitted.items()}
for rule, (gamma, q) in chosen.items():
    print(f"{rule:22} γ = {gamma:<5.3g} q = {q:2}  right on 1000 new points: {worth[rule]:.1%}")

# %% [markdown]
# Judged on the same 1000 new points, cross-validation ⟦wins ⇐ worth["cross-validation"] > max(share for rule, share in worth.items() if rule != "cross-validation")⟧: it chose $\gamma = ⟦chosen["cross-validation"][0]:g⟧$ and $q = ⟦chosen["cross-validation"][1]⟧$, the first of ⟦(scores == scores.max()).sum()⟧ pairs with the best score, and ⟦worth["cross-validation"]:.1%⟧ are right. The habit of the most variance takes the widest kernel, which is nearly PCA, and is right for ⟦worth["most variance in two"]:.0%⟧, because the variance that two components hold ⟦falls all the way ⇐ all(a > b for a, b in zip(list(two.values()), list(two.values())[1:])) and widest == min(gammas)⟧ as $\gamma$ grows, no matter which directions tell the classes apart. The median distance gives $\gamma = ⟦median:.1f⟧$. With 95% of the variance, it keeps only ⟦enough[0.95]⟧ components, and the cut is right for ⟦worth["median distance, 95%"]:.0%⟧. But with 99.9% it keeps ⟦enough[0.999]⟧, and the cut is right for ⟦worth["median distance, 99.9%"]:.1%⟧. So the width needed no labels, and what failed is the 95%. Only labels tell which share is enough. On the ten other draws of section 8.3, and with six values of $\gamma$ up to 100, two components are never right for more than ⟦evidence["08 spirals"]["two, best"].max():.1%⟧ of the new points, and 24 with $\gamma$ up to 30 never for less than ⟦evidence["08 spirals"]["24, worst"].min():.1%⟧. Cross-validation is ahead of the three other rules in ⟦each of the ten ⇐ (evidence["08 choices"]["folds"] > np.max([evidence["08 choices"][rule] for rule in ("variance", "median", "median, 99.9%")], axis=0)).all() and len(evidence["08 choices"]["folds"]) == 10⟧, but of the one with 99.9% only by ⟦100 * (evidence["08 choices"]["folds"] - evidence["08 choices"]["median, 99.9%"]).max():.1f⟧ points at most. On the spirals the number of components thus matters more than the width.
#
# Three warnings go with cross-validation.
#
# - **Shuffle first.** Our points are listed along the arms. If you cut the list into five pieces as it is, each fold takes away a whole piece of either arm, and the same pipeline seems to be right for ⟦model_selection.cross_val_score(search.best_estimator_, spirals.X, spirals.y, cv=5).mean():.0%⟧, ⟦less than a coin would be ⇐ model_selection.cross_val_score(search.best_estimator_, spirals.X, spirals.y, cv=5).mean() < 0.5⟧.
# - **The winner's score flatters.** It is the largest of ⟦scores.size⟧ scores, so some of it is luck. For a number to report, keep points aside that no choice has seen, as we did with the 1000.
# - **The labels have been spent.** AML chose $\gamma$ for its kernel c-means by flowers of known species. [Section 6.8](06_kernel_c_means.ipynb) shows what is left without them.
#
# ## Summary

# %%
equations.summary("08_kernel_pca_at_work", folded=True)

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. The eigenvalue $n\lambda$ of one component is 12, and the trace of $\tilde{\mathbf{K}}$ is 48. Which proportion of the variance does the component hold?
# <details><summary>Answer</summary>
#
# A quarter, because the trace is the sum of all eigenvalues, and the factor $n$ cancels.
# </details>
#
# 2. With the RBF kernel, $\gamma = 0.3$, four components hold ⟦pca.solve_dual(RBF(0.3)(spirals.X), 4).cumulated_variance[-1]:.0%⟧ of the variance of the spirals. May you drop the others before you classify?
# <details><summary>Answer</summary>
#
# No, because the classes differ along directions of small variance, and a cut through the first four is no better than a coin toss.
# </details>
#
# 3. A cut through 250 components puts every one of 300 training points on the right side. What does that tell you about new points?
# <details><summary>Answer</summary>
#
# Nothing, because with so many components a cut can learn nearly any labels of 300 points, coins included. Count the errors on points that it has not seen.
# </details>
#
# 4. Can $(x\cdot x^\prime)^3$ tell two circles around the origin apart by a threshold on one component?
# <details><summary>Answer</summary>
#
# No. Each component is odd, up to a constant: $z(-x) - c = -(z(x) - c)$. With $x$, the point $-x$ lies on the same circle. The values of every circle therefore lie to both sides of $c$, as many on one side as on the other, and no threshold has one circle above it and the other below.
# </details>
#
# 5. A report compares two methods on one split of 150 flowers and finds 91.1 and 95.6%. What do you ask for?
# <details><summary>Answer</summary>
#
# For many splits, the difference on each of them, and an interval for the mean difference that allows for the flowers that the splits share.
# </details>
#
# 6. Why must the axes be found anew in each fold of a cross-validation?
# <details><summary>Answer</summary>
#
# Otherwise the held-out points have had a say in the coordinates on which they are judged, and they would no longer be new.
# </details>
#
# **Now the exercises:** work in [your own copy](../my/08_kernel_pca_at_work_exercises.ipynb), which JupyterLab has made for you ([the originals](../exercises/08_kernel_pca_at_work_exercises.ipynb)). Next, in [chapter 9](09_denoising.ipynb): the way back, from components to points.
#
# **To read on:** Hastie, Tibshirani and Friedman (2009), chapter 7, on choosing a model and judging it.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 8·A Does kernel PCA unfold the data? (5 minutes)
#
# KPCA11 sorts the methods for curved data into two kinds. *Manifold learning methods* are for data that lie along something curved, and unfold it. For a curve this means one coordinate, which says how far along the curve a point lies. Kernel PCA, says the lecture, "does not unfold the data", and chapter 7 found the same, on a longer spiral. We take one arm of ours, which makes a single turn, and know where each of its 150 points lies along it. How well does the first coordinate of a method put the points in order?
#
# **Isomap** is a manifold method. It links each point to its nearest neighbors, measures distances along these links, and then looks for coordinates that have these distances. Isomap has a number of neighbors to choose, and kernel PCA has its $\gamma$. We give both the same chance: eight values, of which the best counts, judged by the true order.

# %%
arm, place = spirals.X[spirals.y == 0], np.arange(150)
order = lambda z: abs(float(np.corrcoef(z.argsort().argsort(), place)[0, 1]))
gammas, neighbors = (0.1, 0.3, 1, 3, 10, 30, 100, 300), (4, 5, 6, 8, 10, 12, 15, 20)
curved = {g: pca.KernelPCA(RBF(g), n_components=1).fit_transform(arm)[:, 0] for g in gammas}
isomaps = {k: manifold.Isomap(n_neighbors=k, n_components=1).fit(arm) for k in neighbors}
unrolled = {k: isomap.embedding_[:, 0] for k, isomap in isomaps.items()}

# %%
best_gamma = max(curved, key=lambda gamma: order(curved[gamma]))
best_k = max(unrolled, key=lambda k: order(unrolled[k]))
print(f"kernel PCA, best at γ = {best_gamma}: order kept {order(curved[best_gamma]):.3f}")
print(f"Isomap, best with {best_k} neighbors: order kept {order(unrolled[best_k]):.3f}")
unfolded = {"kernel PCA": curved[best_gamma], "Isomap": unrolled[best_k]}
views = {name: np.column_stack([place / 150, z]) for name, z in unfolded.items()}
scatters(views, features=("place along the arm", "first coordinate"))

# %% [markdown]
# On the right, Isomap's coordinate rises along the whole arm: the correlation of the two orders is ⟦order(unfolded["Isomap"]):.4f⟧. On the left, the coordinate of kernel PCA ⟦turns back twice ⇐ np.sum(np.diff(np.sign(np.diff(np.convolve(unfolded["kernel PCA"], np.ones(15) / 15, "valid")))) != 0) == 2⟧, so that several places of the arm get the same number. Its best $\gamma$ reaches ⟦order(unfolded["kernel PCA"]):.2f⟧. On ten other draws of the arm, it is ⟦evidence["07 arm"]["one turn, kernel PCA"].max():.2f⟧ at most, and Isomap's is ⟦evidence["07 arm"]["one turn, Isomap"].min():.4f⟧ or more. The lecture is right about the RBF kernel: its first axis is the direction in which the images vary most, and nothing in that makes its coordinate follow the curve.
#
# Yet the two methods are closer than the lecture suggests. Isomap ends with a table of squared distances $d_{ij}^2$ along the arm. Chapter 1 got squared distances from kernel values, $d_{ij}^2 = K_{ii} + K_{jj} - 2K_{ij}$, and so
#
# $$-\tfrac12\,d_{ij}^2 = K_{ij} - \tfrac12 K_{ii} - \tfrac12 K_{jj} .$$
#
# The last two terms depend on the row alone and on the column alone, and centering takes them away. If you center the table of $-\frac12 d_{ij}^2$, you have a centered Gram matrix, and Isomap takes its eigenvector with the largest eigenvalue. **So Isomap is a kernel PCA**, with a kernel made of distances along the data. Let our own solver do it.

# %%
along = geometry.center_gram(-0.5 * isomaps[best_k].dist_matrix_**2)
least = np.linalg.eigvalsh(along)[0]
ours = pca.solve_dual(geometry.nearest_psd(along).K, n_components=1).projections[:, 0]
agreement = abs(np.corrcoef(ours, unfolded["Isomap"])[0, 1])
print(f"smallest eigenvalue: {least:.2f}; correlation of both coordinates: {agreement:.6f}")

# %% [markdown]
# The coordinates are ⟦the same ⇐ agreement > 1 - 1e-9⟧. The table of distances along the arm does not quite make a Gram matrix, because its smallest eigenvalue is ⟦least:.2f⟧, so we took the nearest matrix that is one. Whether kernel PCA unfolds is a question about the kernel. The RBF kernel depends on straight-line distances. On either half of the arm these are enough, and its best $\gamma$ keeps the order to ⟦min(max(abs(np.corrcoef(pca.KernelPCA(RBF(g), n_components=1).fit_transform(half)[:, 0].argsort().argsort(), np.arange(75))[0, 1]) for g in gammas) for half in (arm[:75], arm[75:])):.2f⟧ or better. For the whole turn it takes another kernel, and Isomap learns one from the data. If you have seen the arm, you can also write one down. The distance from the origin grows along it, and the only coordinate of the kernel $\|x\|^2\,\|x^\prime\|^2$ is the square of this distance. On ten draws it keeps the order to ⟦evidence["07 arm"]["one turn, radius"].min():.3f⟧ or better, and on the longer arms of chapter 7 it does ⟦better still ⇐ evidence["07 arm"]["longer, radius"].min() > evidence["07 arm"]["one turn, radius"].max()⟧.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 8·B Digits, the table of SY19 (4 minutes)
#
# SY19 ends with a table: USPS digits of 16 × 16 pixels, kernels $(x\cdot x^\prime)^d$, and a linear support vector machine (SVM) on the components. The SVM is [chapter 12](12_perceptron_and_svm.ipynb); for now it is a straight cut for each digit. The axes come from 3000 of the training digits, the SVM learns from all 7291, and errors are counted on 2007 test digits.
#
# Two things were settled before we looked at a test digit. The digits are smoothed a little, by $\sigma = 0.75$ pixels, as they are in the copy that our file was restored from. And the SVM has a constant $C$, one for all cells, which cross-validation on the training digits chose out of five values. The axes stay the same in all folds: they have seen the digits that are held out, but no label. Here is a part of the table that takes seconds, with axes from 1000 digits:

# %%
train, test = (part.in_order(shuffle=0).smoothed(0.75) for part in datasets.usps())
for d in bars.progress((1, 3), "degrees"):
    components = pca.KernelPCA(Polynomial(d, 1 / 256, 0.0), n_components=64).fit(train.X[:1000])
    Z, Z_test = components.transform(train.X), components.transform(test.X)
    error = experiments.svm_error(Z, train.y, Z_test, test.y, C=10)
    print(f"d = {d}, 64 components: {error:.1f}% errors")

# %% [markdown]
# $C = ⟦datasets.table("usps_kernel_pca_c")["C"][datasets.table("usps_kernel_pca_c")["error"].argmin()]:g⟧$ had the smallest cross-validated error, ⟦datasets.table("usps_kernel_pca_c")["error"].min():.2f⟧%. The $\sigma$ was not chosen, but had we chosen it in the same way, it would be the largest of the four that we tried, ⟦datasets.table("usps_kernel_pca_sd")["sd"][datasets.table("usps_kernel_pca_sd")["error"].argmin()]:g⟧, with an error of ⟦datasets.table("usps_kernel_pca_sd")["error"].min():.2f⟧% instead of ⟦datasets.table("usps_kernel_pca_sd")["error"][datasets.table("usps_kernel_pca_sd")["sd"] == 0.75][0]:.2f⟧%. The whole table takes minutes, so `make tables` computes it beforehand. The published numbers are in brackets.

# %%
columns = "components", "degree", "error"
sizes, degrees, ours = datasets.table("usps_kernel_pca").pivot(*columns)
theirs = datasets.table("usps_kernel_pca_published").pivot(*columns)[2]
compare_tables(ours, theirs, sizes, degrees, axes_names=columns[:2], title="USPS: test error in %")

# %% jupyter={"source_hidden": true}
tried = datasets.table("usps_kernel_pca_tried")
changed = lambda name: tried.rows(tried=name)["error"]  # with 32 and with 64 components

# %% [markdown]
# Of the ⟦np.isfinite(theirs).sum()⟧ published cells, ⟦np.nansum(np.abs(ours - theirs) <= 0.7):.0f⟧ are within 0.7 points of ours, and the mean difference is ⟦np.nanmean(np.abs(ours - theirs)):.2f⟧, so this table holds up. We can read three things from it.
#
# - **There can be more components than pixels.** With $d = 1$, which is PCA, the table ends at 256. With the other degrees it goes on, and it pays: the error at 2048 components is ⟦lower than at 256 for each of them ⇐ (ours[-1, 1:] < ours[3, 1:]).all()⟧.
# - **From $d = 2$ on, the best error is ⟦about half ⇐ all(0.4 < np.nanmin(column) / np.nanmin(ours[:, 0]) < 0.6 for column in ours[:, 1:].T)⟧ that of PCA**: ⟦np.nanmin(ours[:, 0]):.1f⟧% for PCA, and between ⟦np.nanmin(ours[:, 1:], axis=0).min():.1f⟧% and ⟦np.nanmin(ours[:, 1:], axis=0).max():.1f⟧% for the other degrees.
# - **With many components the degree hardly matters.** At 32 components the degrees from 2 to 7 differ by up to ⟦np.ptp(ours[0, 1:]):.1f⟧ points, at 2048 by ⟦np.ptp(ours[-1, 1:]):.1f⟧.
#
# <details><summary>⟦Two cells are marked, $d = 7$ with 32 and with 64 components ⇐ np.argwhere(np.round(np.abs(ours - theirs), 6) > 0.7).tolist() == [[0, 6], [1, 6]]⟧. We left them as they are. What could move them?</summary>
#
# The axes come from the first 3000 digits. Three random sets of 3000 give ⟦min(changed(f"other digits {seed}")[0] for seed in (1, 2, 3)):.1f⟧ to ⟦max(changed(f"other digits {seed}")[0] for seed in (1, 2, 3)):.1f⟧% and ⟦min(changed(f"other digits {seed}")[1] for seed in (1, 2, 3)):.1f⟧ to ⟦max(changed(f"other digits {seed}")[1] for seed in (1, 2, 3)):.1f⟧%, so the choice of digits alone ⟦moves such a cell by several tenths ⇐ np.ptp([changed(name) for name in ("as in the table", "other digits 1", "other digits 2", "other digits 3")], axis=0).min() > 0.3⟧. With $C = 100$ the errors are ⟦changed("C = 100")[0]:.1f⟧% and ⟦changed("C = 100")[1]:.1f⟧%, with $\sigma = 1$ they are ⟦changed("sd = 1")[0]:.1f⟧% and ⟦changed("sd = 1")[1]:.1f⟧%, and with the raw pixels ⟦changed("sd = 0")[0]:.1f⟧% and ⟦changed("sd = 0")[1]:.1f⟧%. Of these three, ⟦only the larger $C$ brings both cells closer ⇐ [name for name in ("C = 100", "sd = 1", "sd = 0") if (np.abs(changed(name) - theirs[:2, 6]) < np.abs(changed("as in the table") - theirs[:2, 6])).all()] == ["C = 100"]⟧ to the published numbers, and ⟦each of the three sets does so as well ⇐ all((np.abs(changed(f"other digits {seed}") - theirs[:2, 6]) < np.abs(changed("as in the table") - theirs[:2, 6])).all() for seed in (1, 2, 3))⟧. Both cells may well be a matter of chance.
# </details>

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 8·C What it costs (2 minutes)
#
# AML compares the time of its own kernel PCA with that of scikit-learn, on 400 and on 4000 points. Its own is slower by 0.07 and by 2.3 seconds. The report suspects the Gram matrix, and finds that with scikit-learn's function for this matrix the difference all but vanishes. What does each part cost? We took the parts of a kernel PCA with two components, for growing $n$. The Gram matrix is computed in two ways, pair by pair in a loop of Python, and at once by a product of matrices. The eigenvectors are also computed in two ways: all $n$ of them, or only the two that we need.

# %%
times = datasets.table("kernel_pca_times")
rounded = {name: np.array([f"{value:.3g}" for value in times[name]]) for name in times.columns}
datasets.Table("times", times.provenance, rounded)

# %% jupyter={"source_hidden": true}
at_4000 = lambda part: times.rows(n=4000)[part][0]
growth = lambda part: at_4000(part) / times.rows(n=2000)[part][0]

# %% [markdown]
# On 4000 points the loop over pairs takes ⟦at_4000("pair_by_pair"):.0f⟧ seconds, and the product of matrices ⟦at_4000("gram"):.2f⟧. The suspicion is well founded: a Gram matrix that is computed pair by pair takes ⟦at_4000("pair_by_pair") / at_4000("gram"):.0f⟧ times as long as it has to.
#
# Once the Gram matrix is computed at once, however, ⟦the eigenvectors are what costs most ⇐ at_4000("two_eigenvectors") > at_4000("gram")⟧. All 4000 take ⟦at_4000("all_eigenvectors"):.0f⟧ seconds, and this part ⟦grows faster than the others ⇐ growth("all_eigenvectors") == max(growth(name) for name in times.columns if name != "n")⟧. Twice as many points make four times as many pairs, and the loop takes ⟦growth("pair_by_pair"):.1f⟧ times as long on 4000 points as on 2000. All eigenvectors take ⟦growth("all_eigenvectors"):.1f⟧ times as long. Their work grows with $n^3$, which makes a factor of 8; what comes on top may be the memory, in which a large matrix lies farther from the processor, but we didn't measure that. If you need two components, ask for two: that takes ⟦at_4000("two_eigenvectors"):.2f⟧ seconds. scikit-learn also does so, and needs ⟦at_4000("scikit_learn"):.2f⟧ seconds for everything. When not even $n^2$ numbers fit into the machine, turn to [chapter 16](16_beyond_n_squared.ipynb).
