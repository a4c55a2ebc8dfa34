# %% [markdown]
# # 16 · Beyond n²: landmarks, random features, and sums over blocks
#
# **The question.** Every method of this course starts from the Gram matrix, and the Gram matrix has $n^2$ entries. For 1000 points that is nothing. For the 336 776 flights that left New York in 2013 it would be 900 gigabytes, and for a million points 8 terabytes. Must we
# give up kernels when the data get large?
#
# **After this chapter you can**
#
# - replace $n^2$ kernel values by the values at $m$ landmarks, and say how much of $\mathbf{K}$ they leave;
# - draw landmarks by what is left of each point, and know when even draws fail;
# - build features from random waves, and know the price of a digit;
# - tell from a small residual that an approximate fit is right;
# - write a fit as a sum over blocks, and run it in one process, on threads, or on a cluster that may lose a worker;
# - estimate on paper what a billion rows would cost.
#
# **You need** [chapter 3](03_minimum_volume_ball.ipynb) (the ball and its duality gap), [chapter 7](07_kernel_pca.ipynb) (kernel PCA) and [chapter 10](10_kernel_ridge.ipynb) (kernel ridge regression and its dual variables).

# %%
import functools

import numpy as np

from kernelsy19 import ball, datasets, landmarks
from kernelsy19.course import equations, figures
from kernelsy19.course.bars import progress
from kernelsy19.kernels import RBF
from kernelsy19.landmarks import derivations as proofs
from kernelsy19.landmarks import explorers
from kernelsy19.landmarks.blocks import on_cluster
from kernelsy19.landmarks.figures import left_in_plane, picture_of_pass
from kernelsy19.landmarks.settings import with_far_points

# %% [markdown]
# ## 16.1 What n² costs
#
# Kernel ridge regression stores $n^2$ numbers of 8 bytes and solves $n$ equations, about $n^3/3$ multiplications. We have timed it, together with the method that this chapter builds. **Before you look:** when $n$ doubles, by what factor does each of the three columns grow?

# %%
cost = datasets.table("gram_cost")
slopes = {name: np.polyfit(np.log(cost["n"]), np.log(cost[name]), 1)[0] for name in ("gigabytes", "seconds_exact", "seconds_pass")}
display(cost)
print("growth as a power of n:", {name: round(float(s), 1) for name, s in slopes.items()})
figures.curves(cost["n"], {"K and its Cholesky factor": cost["seconds_exact"], "one pass, 300 landmarks": cost["seconds_pass"]}, log="xy",
               markers=True, xlabel="number of points n", ylabel="seconds of one processor", title="Kernel ridge regression, exact and on landmarks")

# %% [markdown]
# <details><summary>Answer</summary>
#
# The memory grows fourfold. The time of the exact method lies between $n^2$, for the kernel values, and $n^3$, for the equations, and tends to the latter: eightfold. The last doubling above took ⟦cost["seconds_exact"][-1] / cost["seconds_exact"][-2]:.1f⟧ times the time. One pass with a fixed number of landmarks ⟦doubles at most ⇐ (cost["seconds_pass"][1:] < 2.1 * cost["seconds_pass"][:-1]).all()⟧. Here it grows more slowly still, because solving the 300 equations, which does not depend on $n$, is a good part of it.
# </details>
#
# So a larger machine does not help for long. If it has ten times the memory, it takes $\sqrt{10}$, about three times the points. We have to use less of $\mathbf{K}$.
#
# ## 16.2 A few columns tell the others
#
# Look at two flowers that are almost alike. Their columns of $\mathbf{K}$ are almost alike, too, so the second one tells us little. This suggests an economy: choose $m$ points, the **landmarks** $Z$, compute only their columns, and describe every point by its $m$ kernel values at the landmarks.
# To turn kernel values into coordinates, we have to take out that landmarks are similar to each other. The triangular matrix $\mathbf{R}$ does this.
#
# The product of two such feature vectors is **Nyström's approximation** of the kernel. It costs $nm$ kernel values and about $nm^2$ multiplications. What does it lose? The picture is a shadow: the mapped landmarks span a small subspace of feature space, and $f(x)$ holds the coordinates of the shadow that $\Phi(x)$ throws on it.

# %%
display(equations.sheet("COURSE-landmark-features", "COURSE-nystrom"), proofs.landmark_error, equations.show("COURSE-trace-left"))

# %% [markdown]
# Lines 4 to 6 are worth more than they seem. The error is positive semidefinite, so its size is known from its trace. The trace needs only the diagonal of $\mathbf{K}$, and for an RBF kernel that is all ones. So **the approximation tells us its own error**, at the price of $n$ additions, although nobody has ever computed $\mathbf{K}$. And line 8 says that no
# other use of the same landmarks comes closer. Here is a check on real data, where $\mathbf{K}$ is still small enough to be compared:

# %%
X = datasets.usps().train.X[:1500]
k = RBF(1 / 128)
K = k(X)
features = landmarks.landmark_map(k, X[landmarks.choose(K, 200).indices])
E = K - landmarks.nystrom(features(X), features(X))
spread = np.linalg.eigvalsh(E)
print(f"left of the trace: {landmarks.trace_error(features, X):.1%}   computed from K: {np.trace(E) / np.trace(K):.1%}")
print(f"norm of the error: {spread[-1]:.2f}, which is at most its trace, {np.trace(E):.1f}; largest eigenvalue of K: {np.linalg.eigvalsh(K)[-1]:.1f}")
print(f"no eigenvalue of the error is negative, up to rounding: {spread[0] > -1e-10}")

# %% [markdown]
# The bound is safe, and far from tight: the trace adds up all eigenvalues of the error, and the norm is only the largest of them.
#
# ## 16.3 Which landmarks?
#
# The simplest answer is to draw them evenly. Think about what can go wrong. **Before you look:** of 1530 points, 1500 lie on two spirals, and 30 lie far apart from everything. We may choose 60 landmarks. How many of the 30 do you expect among them if we draw evenly? What happens to the others?

# %%
points, narrow = with_far_points(1500, 30), RBF(5.0)
rules = {"evenly drawn": "uniform", "most is left": "greedy", "RPCholesky": "rpcholesky"}
choices = {name: landmarks.choose(narrow.gram(points), 60, rule) for name, rule in rules.items()}
for name, c in choices.items():
    print(f"{name:14} far points among the landmarks: {(c.indices >= 1500).sum():2d} of 30   left of the trace: {c.error:.2%}")
left_in_plane(points, {name: landmarks.landmark_map(narrow, points[c.indices]) for name, c in choices.items()}, title="60 landmarks; blue: explained")

# %% [markdown]
# <details><summary>Answer</summary>
#
# About one: 60 of 1530 points are four percent, and four percent of 30 is 1.2. (This draw has ⟦(choices["evenly drawn"].indices >= 1500).sum()⟧.) The others stay unexplained, since they have kernel values of nearly 0 with every landmark. Drawing more landmarks helps only in proportion.
# </details>
#
# The other extreme is **greedy**: always take the point of which most is left. It finds ⟦(choices["most is left"].indices >= 1500).sum()⟧ of the 30 far points, and so spends ⟦nearly half ⇐ 0.4 < (choices["most is left"].indices >= 1500).mean() < 0.5⟧ of its landmarks on a fiftieth of the data. The third rule stands between the two. It *draws* the next landmark, with a probability in proportion to what is left of each point, $E_{ii}$. A far point keeps all of its $E_{ii} = 1$ until it
# is chosen, and a point beside a landmark has hardly any left. This is randomly pivoted Cholesky, or **RPCholesky**.
#
# Why this probability and no other? Because it makes the mean of what a landmark explains simple and large. Follow lines 3 and 4 of the proof: the denominator cancels. Below it stands the plain way, as it runs.

# %%
display(equations.sheet("COURSE-pivot-probability", "COURSE-pivot-step"), proofs.random_pivots, equations.code(landmarks.plain_rpcholesky))

# %% [markdown]
# Now all three rules for every number of landmarks up to 150. Each curve is the mean of ten draws; the lowest is what the leading eigenvectors leave, which no choice of landmarks can beat.

# %%
m = np.arange(1, 151)
curves = {}
for name, rule in rules.items():
    drawn = [landmarks.choose(narrow.gram(points), 150, rule, rng=s).left for s in range(1 if rule == "greedy" else 10)]
    curves[name] = np.mean([np.append(d, np.full(150 - len(d), d[-1])) for d in drawn], axis=0)
values = np.linalg.eigvalsh(narrow(points))[::-1]
curves["best possible"] = np.maximum(1 - np.cumsum(values)[:150] / values.sum(), 1e-9)
print("left after 60 landmarks: ", {name: f"{c[59]:.2%}" for name, c in curves.items()})
print("left after 150 landmarks:", {name: f"{c[149]:.3%}" for name, c in curves.items()})
figures.curves(m, curves, log="y", xlabel="landmarks m", ylabel="share of the trace that is left", title="Spirals with 30 far points, RBF kernel, γ = 5")

# %% [markdown]
# Evenly drawn landmarks explain the spirals quickly, and then the curve lies flat: what is left belongs to the far points. Greedy begins slowly, because each far point costs it a landmark that explains nothing else, and catches up once it has them all. After 60 landmarks, RPCholesky leaves ⟦curves["RPCholesky"][59] / curves["evenly drawn"][59]:.0%⟧ of what the even draw leaves, and ⟦curves["RPCholesky"][59] / curves["most is left"][59]:.0%⟧ of what greedy does. On the digits of section 16.2, where no point is far from all others, an even draw is nearly as good:

# %%
for name, rule in rules.items():
    left = [landmarks.choose(K, 200, rule, rng=s).error for s in range(3)]
    print(f"1500 digits, 200 landmarks, {name:14} {np.mean(left):.1%} of the trace left")
print(f"1500 digits, best possible:              {1 - np.linalg.eigvalsh(K)[-200:].sum() / np.trace(K):.1%}")

# %% [markdown]
# `landmarks.choose` does this without forming $\mathbf{K}$. It computes the columns of landmarks only, and draws candidates in batches; a candidate that the others of its batch have made unlikely is rejected, and this leaves the distribution unchanged. Try it by hand. **Before you move it:**
#
# - with evenly drawn landmarks and $m = 60$, move *draw*. Does the curve ever reach the dashed one?
# - make $\gamma$ small. Why do ten landmarks suffice?
# - in *faithful*, where do the first two landmarks fall?

# %%
explorers.LandmarkExplorer()

# %%
geyser, long = datasets.faithful().standardized().X, datasets.faithful()["eruptions"] > 3
apart = {}
for gamma in (0.1, 10**0.5):
    pairs = [landmarks.choose(RBF(gamma).gram(geyser), 2, rng=s).indices for s in range(200)]
    apart[gamma] = np.mean([long[i] != long[j] for i, j in pairs])
    print(f"γ = {gamma:.2g}: the first two landmarks are in different clouds in {apart[gamma]:.0%} of 200 draws")
evenly = 2 * long.mean() * (1 - long.mean())
left_by_ten = landmarks.choose(RBF(10**-1.5).gram(with_far_points(300, 12)), 10).error
print(f"two eruptions drawn evenly: {evenly:.0%}; left of the spirals by 10 landmarks, γ = 0.032: {left_by_ten:.2%}")

# %% [markdown]
# <details><summary>Answers</summary>
#
# - No. A draw may catch one or two of the twelve far points, and each of those that are missed keeps all of its trace.
# - A wide kernel finds all points similar, so they have few directions in feature space, and the eigenvalues fall fast. The dashed curve falls with the others: at the left end of the slider, ten landmarks leave ⟦left_by_ten:.2%⟧ of the trace.
# - That depends on $\gamma$. After the first landmark, little is left of the points that the kernel finds similar to it. For a wide kernel that is its whole cloud, and so the second one falls into the other cloud in ⟦apart[0.1]:.0%⟧ of the draws with $\gamma = 0.1$. With the narrow kernel at which the slider starts, it is only its neighbors, and the second landmark falls nearly anywhere: into the other cloud in ⟦apart[10**0.5]:.0%⟧ of the draws, where drawing evenly would give ⟦evenly:.0%⟧.
# </details>
#
# ## 16.4 Features that know no data
#
# There is another way to few features, which does not look at the data at all. Take a wave, $\cos\omega^\top x$, with a random frequency $\omega$. Two near points see nearly the same phase, and two far points see unrelated ones. So on average over frequencies, products of waves measure similarity. Which similarity? That depends on how we draw $\omega$, and for the right
# distribution it is exactly the RBF kernel.

# %%
display(equations.sheet("COURSE-frequencies", "COURSE-fourier-features"), proofs.random_waves)

# %% [markdown]
# Line 4 is the price: the error falls like $1/\sqrt{m}$. **Before you look:** 10 frequencies give a curve like the first one below. How many would you need for an error a hundred times smaller?

# %%
distance = np.linspace(0, 4, 120)[:, None]
shown = {"the kernel": RBF(0.5)(distance, [[0.0]])[:, 0]}
for n_waves in (10, 100, 1000):
    waves = landmarks.fourier_map(RBF(0.5), 1, n_waves, rng=6)
    shown[f"{n_waves} frequencies"] = landmarks.nystrom(waves(distance), waves(np.zeros((1, 1))))[:, 0]
figures.curves(distance[:, 0], shown, xlabel="distance of two points", ylabel="kernel value", title="exp(−d²/2), and products of random waves")

# %% [markdown]
# <details><summary>Answer</summary>
#
# A hundred thousand: $100^2$ times as many.
# </details>
#
# Line 5 is a warning. The rows have length 1, exactly as the mapped points have, so the trace of the error is 0 whatever we do. The certificate of section 16.2 says nothing here. What always works is to draw some blocks of $\mathbf{K}$, compute them exactly, and compare. `feature_error` does so, for either kind of features. A small improvement costs nothing: if each $p$
# frequencies are made orthogonal to each other, they cover the directions more evenly. All with 200 features:

# %%
eight = np.random.default_rng(0).normal(size=(1500, 8))
sets = {"1500 digits": (X, k), "8 normals": (eight, RBF(0.1)), "spirals, far points": (points, narrow)}
found = {}
for name, (Y, kernel) in sets.items():
    errors = found[name] = {}
    for seed in range(5):
        maps = {rule: landmarks.landmark_map(kernel, Y[landmarks.choose(kernel.gram(Y), 200, rule, seed).indices]) for rule in ("uniform", "rpcholesky")}
        maps |= {kind: landmarks.fourier_map(kernel, Y.shape[1], 100, kind != "waves", seed) for kind in ("waves", "orthogonal waves")}
        for kind, features in maps.items():
            errors.setdefault(kind, []).append(landmarks.feature_error(features, Y).relative)
    print(f"{name:20}", "   ".join(f"{kind} {np.mean(e):.4f}" for kind, e in errors.items()))
model = landmarks.Nystroem(k, n_components=200).fit(X)
waves = landmarks.RandomFourierFeatures(k, n_components=100, orthogonal=True).fit(X)
print("features:", model.transform(X).shape, waves.transform(X).shape)
print(f"left of the trace: {model.error_:.1%}   relative error of the waves on drawn blocks: {waves.error_.relative:.2f}")

# %% [markdown]
# On all three sets landmarks are better than waves, ⟦by a factor of two at least ⇐ all(2 * max(map(np.mean, (e["uniform"], e["rpcholesky"]))) < min(map(np.mean, (e["waves"], e["orthogonal waves"]))) for e in found.values())⟧. Orthogonal waves are ⟦better than independent ones ⇐ all(np.mean(found[name]["orthogonal waves"]) < np.mean(found[name]["waves"]) for name in ("1500 digits", "8 normals"))⟧ where there are many variables; in the plane, where only two directions can be at right angles, they ⟦gain nothing here ⇐ np.mean(found["spirals, far points"]["orthogonal waves"]) >= np.mean(found["spirals, far points"]["waves"])⟧. And look at the last row once more. Evenly drawn landmarks seem to be nearly perfect there, although in section 16.3
# 150 of them left ⟦curves["evenly drawn"][149]:.1%⟧ of the trace: blocks that are drawn hardly ever meet one of the 30 far points. A sample does not see what is rare, and a trace does. Landmarks look at the data, and waves have to be prepared for any. What waves have in their favor: they need no landmarks to be chosen, kept or sent, and they can be written down before the first row arrives.
#
# Both are transformers of scikit-learn, `Nystroem` and `RandomFourierFeatures`, as the last lines of the cell show, and can stand in a pipeline before any linear method.
#
# ## 16.5 How good is the answer?
#
# So far we compared kernels. What we want to know is whether a *fit* is right. Take ridge regression on features. It never saw $\mathbf{K}$, but it has errors at the points, and errors over $\lambda$ are what chapter 10 calls dual variables. So put them into the system of exact kernel ridge regression, and see what is left.

# %%
display(proofs.dual_system, equations.show("COURSE-dual-residual"))

# %% [markdown]
# We need the residual at some points only, say 50: that takes $50\,n$ exact kernel values, one more pass over the data. Line 4 says what a small one proves. To see it at work, a function of eight variables with noise of 0.1, at 3000 points, which are still few enough for an exact fit:

# %%
def rows_of(b, rows=1000):
    rng = np.random.default_rng([16, b])
    X = rng.normal(size=(rows, 8))
    return X, np.sin(2 * X[:, 0]) + X[:, 1] * X[:, 2] + 0.1 * rng.normal(size=rows)

wide, (sample, y) = RBF(0.1), (np.concatenate(v) for v in zip(*map(rows_of, range(3))))
order = landmarks.choose(wide.gram(sample), 1000).indices
*alpha, b = np.linalg.solve(np.block([[wide(sample) + np.eye(3000), np.ones((3000, 1))], [np.ones((1, 3000)), np.zeros((1, 1))]]), np.append(y, 0))
exact = wide(sample[:50], sample) @ np.array(alpha) + b
for size in (30, 100, 300, 1000):
    fit = landmarks.fit_ridge(landmarks.landmark_map(wide, sample[order[:size]]), rows_of, range(3), lam=1.0)
    residual = landmarks.check_ridge(fit, sample[:50], y[:50], rows_of, range(3))
    print(f"m = {size:4d}: left of the trace {fit.error:6.2%}, residual of the dual system {residual.relative:.3f}; difference from the exact fit {np.abs(fit.predict(sample[:50]) - exact).max():.3f}")

# %% [markdown]
# The first two numbers come without $\mathbf{K}$; the last one is what we would like to know and usually cannot. With 30 landmarks hardly anything is right, and the residual says so. It is larger than 1 because what is left of $\mathbf{K}$ is multiplied by all the dual variables at once (line 3). It falls together with the last column: be content when it is far below 1.
#
# ## 16.6 A fit is a sum
#
# Features solve half of the problem. We have $n \times m$ numbers instead of $n \times n$, but for a million rows and 300 landmarks these are still 2.4 gigabytes, and the data may not even be on this machine. Look at what ridge regression needs of them: $\mathbf{F}^\top\mathbf{F}$ and $\mathbf{F}^\top y$. Both are *sums over rows*.

# %%
display(equations.sheet("COURSE-sum-of-parts", "COURSE-normal-sums", "COURSE-ridge-from-sums"), picture_of_pass())

# %% [markdown]
# So cut the rows into **blocks**. A block is known by its number: whoever works on it reads it from a file or makes it, computes its features, adds up, and forgets the rows. What remains of a block are $m^2$ numbers, whether it had a hundred rows or a million. That is the whole of `landmarks.reduce`: a function from the number of a block to its sums, the numbers, and
# who does the work.

# %%
total, squares, n = landmarks.reduce(lambda b: (rows_of(b)[1].sum(), (rows_of(b)[1] ** 2).sum(), 1000), range(20))
print(f"{n} rows, mean {total / n:.4f}, standard deviation {np.sqrt(squares / n - (total / n) ** 2):.4f}")
y = np.concatenate([rows_of(b)[1] for b in range(20)])
print(f"the same from all rows at once: {y.mean():.4f}, {y.std():.4f}")

# %% [markdown]
# The proof is a list of identities, one for each method of the course that is a sum. Each left side adds up what blocks tell; each right side sees all rows.

# %%
display(proofs.sums, equations.sheet("COURSE-covariance-from-sums", "COURSE-newton-sums", "COURSE-hinge-sums", "COURSE-lloyd-sums"))

# %% [markdown]
# **Ridge regression and kernel PCA need one pass.** Logistic regression needs one pass for a step of Newton's method, and c-means one for a step of Lloyd's. A density is a sum already and needs no features. Here they all are on 100 000 rows, in blocks of 5000, and nothing but one block at a time is ever in memory:

# %%
source, blocks = functools.partial(rows_of, rows=5000), range(20)
few = landmarks.landmark_map(wide, sample[order[:100]])
fit = landmarks.fit_ridge(few, source, progress(blocks, "blocks"), lam=1.0)
print(f"ridge: {fit.n} rows, error {fit.rmse:.3f}; left of the trace of all rows {fit.error:.2%}")
print("kernel PCA, variances:", landmarks.fit_pca(few, source, blocks, 4).eigenvalues.round(4))
signs = lambda b: (source(b)[0], np.sign(source(b)[1]))
positive = landmarks.fit_classifier(few, signs, blocks, (-1, 1), lam=1.0)
print(f"logistic: {positive.passes} passes, gap below 1e-6 of the objective: {(positive.gaps < 1e-6 * positive.objectives).all()}")
def clouds(b):
    rng = np.random.default_rng([1, b])
    return rng.normal(size=(5000, 2)) + 5 * np.array([[0, 0], [1, 0], [0, 1]])[rng.integers(3, size=5000)]

spread_out = landmarks.landmark_map(RBF(0.1), clouds(0)[landmarks.choose(RBF(0.1).gram(clouds(0)[:500]), 50).indices])
clusters = landmarks.fit_c_means(spread_out, clouds, blocks, start=clouds(0)[:3])
print(f"c-means: {len(clusters.descent)} passes, J from {clusters.descent[0]:.0f} to {clusters.descent[-1]:.0f}, no point moves any more: {clusters.converged}")
print("density at the origin:", landmarks.fit_density(source, blocks, np.zeros((1, 8)), bandwidth=0.5).round(5), " (the normal, smoothed: %.5f)" % (2 * np.pi * 1.25) ** -4)

# %% [markdown]
# ## 16.7 A ball around all of them
#
# The ball of chapter 3 does not look like a sum. Which points are on its surface depends on all of them. But there is a way, and it needs no approximation. Most weights are 0 at the end, so solve the problem on a **working sample** and ask one pass: how far is every row from this center? The worst violators join the sample, and we solve again. (A largest
# distance is not a sum. Each block writes its farthest rows into a place of its own in a table of zeros, and adding the tables puts them side by side.)
#
# The certificate is exact for all rows, although the solver never saw more than the sample:

# %%
display(proofs.ball_of_all, equations.show("COURSE-ball-certificate"))
plane = lambda b: np.random.default_rng([3, b]).normal(size=(10_000, 2))
around = landmarks.fit_ball(RBF(1.0), plane, range(10), nu=0.01)
print(f"{around.n} rows, about {round(around.n_working, -2)} of them in the working sample, {around.passes} passes, converged: {around.converged}")
print(f"R² = {around.R2:.4f}, {around.n_outside / around.n:.2%} of the rows outside, of at most 1 %; duality gap below 1e-4: {around.duality_gap < 1e-4}")
small = landmarks.fit_ball(RBF(1.0), plane, range(1), nu=0.01, tol=1e-6)
direct = ball.solve_dual(RBF(1.0).gram(plane(0)), 0.01)
print(f"10 000 rows: R² = {small.R2:.6f}, by chapter 3 {direct.R2:.6f}")

# %% [markdown]
# ## 16.8 Who does the work
#
# Since a sum does not care who computes which part, the same call runs elsewhere. `executor="threads"` keeps all processors of this machine busy:

# %%
threads = landmarks.fit_ridge(few, source, blocks, 1.0, executor="threads")
print("the same up to 1e-10:", np.allclose(threads.w, fit.w, rtol=0, atol=1e-10 * np.abs(fit.w).max()))

# %% [markdown]
# For more than one machine we use [Dask](https://www.dask.org) (`pip install "kernelsy19[cluster]"`), and hand over its client. On your own machine:
#
# ```python
# from dask.distributed import Client, LocalCluster
#
# with LocalCluster(n_workers=2, threads_per_worker=1) as cluster, Client(cluster) as client:
#     fit = landmarks.fit_ridge(few, source, blocks, 1.0, executor=client)
# ```
#
# and on others', `Client("tcp://scheduler:8786")`. Three things in the dozen lines of this adapter matter:

# %%
equations.code(on_cluster)

# %% [markdown]
# - The landmarks are **sent once** to each worker, with the function, and not with every block.
# - Blocks go out in **groups**, which are added up where they are made. Otherwise a result of $8m^2$ bytes would travel for each block.
# - Only a **window** of groups is under way, two a worker. So a million blocks need no more memory than ten.
#
# What is it worth? Here is one pass as measured, on one machine with two processors.

# %%
passes = datasets.table("landmark_passes")
display(passes)
at = passes.rows(n=1_000_000)
one, threaded, dask = (at.rows(executor=e)["seconds_here"][0] + at.rows(executor=e)["seconds_workers"][0] for e in ("this process", "threads", "Dask"))
print(f"n = 1 000 000, m = 300, seconds of all processors: one process {one:.1f}, threads {threaded:.1f}, Dask {dask:.1f}")

# %% [markdown]
# Read the table before you start a cluster. Seconds on the clock depend on what else the machine has to do, so compare those of the processors. Threads do the work of one process, shared; Dask does ⟦some more ⇐ max(one, threaded) < dask < 1.5 * one⟧, since parts have to be sent and its workers looked after. On one machine it has nothing to offer that threads do not: they use the same processors, share one memory, and need not send anything. It pays when there is a second machine, and for what comes next.
#
# **What if a worker dies?** Its groups have not arrived, so nobody has counted them; another worker makes the same blocks from the same numbers and adds them up. No row is lost, and none is counted twice. A test of this course kills a worker in the middle of a pass, counts the rows, and finds each exactly once. What does *not* go away by trying again is a block that is broken. So
# an error names it:

# %%
def part(b):
    if b == 7:
        raise ValueError("row 12 has no departure time")
    return 1.0

try:
    landmarks.reduce(part, range(20))
except RuntimeError as error:
    print("RuntimeError:", error)

# %% [markdown]
# ## 16.9 Flights, and digits that move
#
# Now for real data. How many minutes does a flight from New York make up in the air? We know the delay at departure, the hour, the season, the weekday, the distance and the airport. (Asking for the *arrival delay* instead would be too easy: it is nearly the departure delay, which is known.) 300 000 flights to learn from, 27 346 to test:

# %%
flights = datasets.table("flights")
flights

# %% [markdown]
# This is an honest, small gain. Most of what happens in the air is not written in these eleven columns. A linear function takes the error from that of the mean down by ⟦flights["test_rmse"][0] - flights["test_rmse"][1]:.2f⟧ minutes, and the kernel by ⟦flights["test_rmse"][1] - flights["test_rmse"][-1]:.2f⟧ more. More landmarks than in the last row would hardly help: these leave ⟦less than a ten-thousandth ⇐ flights["trace_left"][-1] < 0.01⟧ of the trace. Other columns might: the weather, for one.
#
# A second example, where large data are *made*. A digit that moves by a pixel is still the same digit, and a classifier does not know that until we tell it. So we move each of the 7291 training digits by up to one pixel, which makes 65 619, or up to two, which makes 182 275. Each move is a block, made from its number when it is needed:

# %%
moved = datasets.ShiftedDigits(reach=1)
print(f"{moved.n} digits in {len(moved.blocks)} blocks; block 4 is not moved: {np.array_equal(moved(4)[0], datasets.usps().train.X)}")
figures.digits([moved(b)[0][3].reshape(16, 16) for b in moved.blocks],
               [f"block {b}" for b in moved.blocks], columns=9, title="One digit, moved")

# %%
shifts = datasets.table("usps_shifted")
display(shifts)
with_300 = shifts.rows(m=300)
figures.curves(with_300["n"], {"test error": with_300["test_error"]}, log="x", markers=True,
               xlabel="training digits, moved ones included", ylabel="test error (%)", title="Squared hinge on 300 landmarks, 2007 test digits")

# %% [markdown]
# Each classifier is a squared hinge on landmark features, found by ⟦int(shifts["passes"].min())⟧ to ⟦int(shifts["passes"].max())⟧ passes. With 1000 landmarks, moving the digits by one pixel takes the test error from ⟦shifts.rows(reach=0, m=1000)["test_error"][0]:.1f⟧ to ⟦shifts.rows(reach=1, m=1000)["test_error"][0]:.1f⟧ percent. With 300 it helps, too, from ⟦shifts.rows(reach=0, m=300)["test_error"][0]:.1f⟧ to ⟦shifts.rows(reach=1, m=300)["test_error"][0]:.1f⟧. But then it turns: with 182 275 digits and 300 landmarks the error is ⟦shifts.rows(reach=2, m=300)["test_error"][0]:.1f⟧ percent, ⟦worse ⇐ shifts.rows(reach=2, m=300)["test_error"][0] > shifts.rows(reach=0, m=300)["test_error"][0]⟧ than with no moved digit
# at all. The column `trace_left` suggests why. Moved digits are a richer set, and the same number of landmarks leaves more and more of it, ⟦shifts.rows(reach=0, m=300)["trace_left"][0]:.0f⟧ percent of the trace at first and ⟦shifts.rows(reach=2, m=300)["trace_left"][0]:.0f⟧ at the end. More varied data ask for more landmarks.
#
# ## 16.10 A billion rows, on paper
#
# Before you rent a hundred machines, do the sum. A pass costs the time of its rows, shared among the workers; the start of each group; and the way of $8m^2$ bytes a group to the one machine that adds up. That last term is not shared. For $P$ passes over $n$ rows, $W$ workers and $G$ groups:
#
# $$T = P\Big(\frac{n}{W}\,t + \frac{G}{W}\,s + G\cdot\frac{8m^2}{\beta}\Big),$$
#
# where $t$ is the time of a row, $s$ that of starting a group, and $\beta$ the number of bytes that arrive in a second. `landmarks.pass_time` is this formula.
#
# First the model has to earn our trust. We take the time of a row from the *smallest* run of the table above, and predict the others. A row costs $m^2$ multiplications for the sums, and $m$ kernel values, so twice the landmarks cost between twice and four times as much.

# %%
serial = passes.rows(executor="this process")
n_rows, size, seconds = serial["n"].astype(int), serial["m"].astype(int), serial["seconds_here"]
t = seconds[0] / n_rows[0]
for j in range(3):
    print(f"n = {n_rows[j]:>9,}: measured {seconds[j]:6.2f} s, model {landmarks.pass_time(1, n_rows[j], t, 1, 0, 0, 300, 1e9):6.2f} s")
print(f"twice the landmarks, {size[3]:.0f}: {seconds[3] / seconds[1]:.1f} times the seconds")

# %% [markdown]
# Now $n = 10^9$ rows of eight numbers, 64 gigabytes, on 100 workers like this one, with groups of four blocks of $10^4$ rows. We allow 5 ms to start a group, a line that carries 100 megabytes a second, and four times the time for twice the landmarks, which is too much rather than too little.

# %%
for size, passes_needed, name in ((300, 1, "ridge regression"), (300, 8, "logistic regression, 8 steps"), (1000, 1, "ridge regression"), (3000, 1, "ridge regression")):
    seconds_per_row = t * (size / 300) ** 2
    model = functools.partial(landmarks.pass_time, passes_needed, 10**9, seconds_per_row, 100, seconds_per_group=5e-3, m=size, bytes_per_second=1e8)
    few_rows, many_rows = model(groups=25_000), model(groups=1000)
    print(f"{name:29} m = {size:4d}: {few_rows / 60:8.1f} min in 25 000 groups, {many_rows / 60:6.1f} min in 1000 groups")

# %% [markdown]
# The rows are no longer the problem. With 25 000 groups, the one machine that adds up is: it has to receive $8m^2$ bytes for each. Larger groups, here a million rows each, take this away, at the price that a dead worker costs more to repeat. This is why the sums should be small and the groups large, and it is what fails first when $m$ grows. And a method that needs a pass in
# each of many steps costs that many times more.
#
# ## Summary

# %%
equations.summary("16_beyond_n_squared")

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. The landmarks leave 2 % of the trace of $\mathbf{K}$, for 1000 points and an RBF kernel. By how much can the largest eigenvalue be off?
# <details><summary>Answer</summary>
#
# By 20 at most: the trace of $\mathbf{K}$ is 1000, and no eigenvalue is off by more than the trace of the error.
# </details>
#
# 2. Every point is a landmark. What is left?
# <details><summary>Answer</summary>
#
# Nothing: each mapped point lies in the span of the mapped landmarks, and is its own shadow.
# </details>
#
# 3. Random Fourier features leave 0 % of the trace. Are they exact?
# <details><summary>Answer</summary>
#
# No. Their rows have length 1 by construction, so the trace says nothing of them. Compare drawn blocks of kernel values.
# </details>
#
# 4. You want the *median* of a column in one pass with `reduce`. What is the difficulty?
# <details><summary>Answer</summary>
#
# A median is no sum of anything small about the blocks. You can add up a histogram, and get it to the width of a bin; a second pass over that bin makes it exact.
# </details>
#
# 5. A worker dies after it has sent the sum of a group. Will its rows be counted twice?
# <details><summary>Answer</summary>
#
# No. What has been added needs the worker no more. Only groups whose sum has not arrived are made again.
# </details>
#
# 6. Your ball certificate reports a gap of 0.001, but the working sample held only 3 % of the rows. Does the gap count for all rows?
# <details><summary>Answer</summary>
#
# Yes. The pass has added up the slacks of every row, and weights that are feasible on the sample are feasible for all, with zeros elsewhere.
# </details>
#
# **Now the exercises:** work in [your own copy](../my/16_beyond_n_squared_exercises.ipynb), which JupyterLab has made for you ([the originals](../exercises/16_beyond_n_squared_exercises.ipynb)). You have reached the last chapter. The [appendices](A_errata.ipynb) collect the slips of the sources, the index of all equations, and the measurements.
