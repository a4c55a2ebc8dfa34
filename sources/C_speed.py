# %% [markdown]
# # C · How fast, and why
#
# Whenever you move a slider of this course, the library solves its problem anew. That is a pleasure only if the answer is there before you have let go of the slider. So the library has to be fast. It also has to be readable, because you are meant to read it. This appendix compares it with the libraries that you would
# otherwise import, shows the ideas that make it fast, and says where it loses.
#
# **How do we compare?** The time for a bad answer is worth nothing. So both sides first show their answers: the same objective, KKT residual or residual of an eigenvector. Only then do they run, in turn and with one thread each. A *ratio* is the time of the other library, the *peer*, divided by ours. Above 1 we are faster, and
# below 1 we are slower. Each task was run in several sizes. `make bench` measures all of it again on your computer. The code behind the ideas stands in `kernelsy19/engine/`, and the first lines of its `__init__.py` are a map: which file for which idea, who calls whom, what it saves.

# %%
import numpy as np
from sklearn import kernel_approximation

from kernelcourse.drawing import figures
from kernelsy19 import ball, datasets, density, landmarks, logistic, pca, sequences
from kernelsy19.engine import krylov, low_rank, newton
from kernelsy19.engine.eigen import PROBE_STEPS
from kernelsy19.engine.smo_passes import EVERY_UP_TO
from kernelsy19.kernels import RBF
from kernelsy19.kernels.geometry import center_gram

# %%
speed, cells = datasets.table("speed"), datasets.table("speed_cells")
lowest, mean = speed["lowest ratio"], speed["geometric mean"]
title, label = "Every task that was measured", "the peer's time / ours"
figures.ratios(speed["row"], lowest, mean, xlabel=label, title=title)

# %% [markdown]
# Each line is a task. It starts at the size for which the comparison is worst for us and ends at the mean of all sizes. In ⟦(mean > 1).sum()⟧ of ⟦len(speed)⟧ tasks we are faster on average. In ⟦(lowest < 1).sum()⟧ there is a size for which we are slower, and that is where you see a triangle. Some tasks have no peer that does the same. There, near the end, a limit of time that we set ourselves stands in its place. The work that is shared and the ball in blocks are compared with another way of our own.
#
# The table has the numbers. Two of its columns were set before anything was measured: no size should fall below the *floor*, and the mean should reach the *goal*. Section C.5 is about what missed them.

# %%
speed

# %% [markdown]
# ## C.1 A grid is a product
#
# To draw a density, we need the sum $\sum_iw_i\exp(-\gamma\|x - x_i\|^2)$ at each point of a grid, say 200 by 200. Computed point by point, that takes one exponential for each pair of a grid point and a data point. But a Gaussian of two coordinates is the product of a Gaussian of the first and a Gaussian of the second. So it is enough to compute
# $A_{ri} = e^{-\gamma(y_r - x_{i2})^2}$ for the 200 rows and $B_{si} = e^{-\gamma(x_s - x_{i1})^2}$ for the 200 columns, and the whole picture is one matrix product, $A\,\mathrm{diag}(w)\,B^\top$.

# %%
X, axis = datasets.faithful().standardized().X, np.linspace(-3, 3, 200)
points = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
one_by_one = density.parzen_gaussian(points, X, h=0.3).reshape(200, 200)
as_product = density.density_on_grid(axis, axis, X, 0.3)
exponentials = len(X) * 200 * 200, len(X) * (200 + 200)
print(f"exponentials: {exponentials[0]} one by one, {exponentials[1]} as a product")

# %% [markdown]
# That is a hundredth of the exponentials, and ⟦the picture is the same ⇐ np.abs(one_by_one - as_product).max() < 1e-14 and exponentials[0] == 100 * exponentials[1]⟧. The peers cannot do this, because they are asked for a list of points and do not see the grid in it.
#
# ## C.2 Most of K is never needed
#
# The Gram matrix of 2000 points has four million entries. Does a minimum-volume ball need all of them? Only the points with weight hold it, and where ν is small, those are few. So the solver takes the variables that violate the conditions of chapter 3 most, solves the small problem of these alone, adds what has moved to the slopes of all others, and looks
# again. This is called *decomposition* (Joachims 1999). It also helps to begin near the end: outliers will be where the density is low, so the solver begins with the weight there.

# %%
sample = np.random.default_rng(0).normal(size=(2000, 2))
gram = RBF(gamma=0.5).gram(sample)
tenth = ball.solve_dual(gram, nu=0.1)
print(f"ν = 0.1: {len(tenth.support) / 2000:.0%} of the points have weight")

# %%
half = ball.solve_dual(gram, nu=0.5)
first_points = np.where(np.arange(2000) < 1000, 1 / 1000, 0)
elsewhere = ball.solve_dual(gram, nu=0.5, start=first_points)
print("iterations saved, more than half:", 2 * half.iterations < elsewhere.iterations)

# %% [markdown]
# In the second cell, ν is 0.5, and we compare our start with one that lays the weight on the first half of the points. Here ours saves ⟦more than half of the iterations ⇐ 2 * half.iterations < elsewhere.iterations⟧.
#
# The small problems are solved in numbers of half the length, float32, because those are computed and moved faster. Is the answer less accurate then? It is not. Only the *steps* come from short numbers. What the steps did to the slopes is computed in float64, and that is what the stopping rule looks at.

# %%
K = RBF(gamma=0.5)(sample)
exact = np.diagonal(K) - 2 * K @ tenth.alpha + tenth.alpha @ K @ tenth.alpha
off = np.abs(tenth.squared_distances - exact).max()
print("squared distances exact up to 1e-13:", off < 1e-13)
print("duality gap below 1e-6:", tenth.duality_gap < 1e-6)

# %% [markdown]
# ## C.3 A smooth kernel has few directions
#
# Here are the eigenvalues of two Gram matrices of the first 500 of these points, divided by their sum. One kernel is wide, and the other is narrow.

# %%
falling, m = {}, np.arange(1, 201)
for gamma in (0.5, 50.0):
    values = np.linalg.eigvalsh(RBF(gamma)(sample[:500]))[::-1]
    falling[f"γ = {gamma:g}"] = np.maximum(values / values.sum(), 1e-16)[:200]
figures.curves(m, falling, xlabel="eigenvector m", ylabel="share of the sum", log="y")

# %% [markdown]
# With the wide kernel, only the first ⟦(falling["γ = 0.5"] > 1e-12).sum()⟧ eigenvalues are more than a trillionth of the sum. So a few rows of $\mathbf{K}$ tell all the others. The *pivoted Cholesky* factor $L$, with $\mathbf{K} \approx L^\top L$, takes the row that is explained worst so far, again and again, until the trace of what is left is below $10^{-13}$ of that of $\mathbf{K}$.
# Kernel PCA, kernel c-means and kernel ridge regression work with $L$ where it has few rows, and their results say so under `path`.

# %%
factor = low_rank.pivoted_cholesky(gram)
print("fewer than a fifth of the rows:", 5 * len(factor.pivots) < 2000, end="; ")
print("error below 1e-13 of the trace:", factor.error < 1e-13)
few = pca.solve_dual(gram, n_components=16, solver="cholesky")
all_of_K = pca.solve_dual(K, n_components=16, solver="dense")
print("same eigenvalues:", np.allclose(few.eigenvalues, all_of_K.eigenvalues, rtol=1e-9))

# %% [markdown]
# In the plane, we can do with even less. The Gaussian is a product of one factor for each coordinate, so $\mathbf{K} = \mathbf{K}_1 \circ \mathbf{K}_2$, entry by entry, where $\mathbf{K}_c$ is the Gram matrix of coordinate $c$ alone. With a kernel this wide, points on a line have very few directions, so $\mathbf{K}_1 \approx L_1^\top L_1$ and $\mathbf{K}_2 \approx L_2^\top L_2$ with a few dozen rows each. Then
#
# $$(\mathbf{K}v)_i = \sum_{a, b} (L_1)_{ai}\, M_{ab}\, (L_2)_{bi}, \qquad M = L_1\, \mathrm{diag}(v)\, L_2^\top,$$
#
# which is two small matrix products. Lanczos's method finds the largest eigenvalues from products $\mathbf{K}v$ alone, so kernel PCA of many points in the plane never forms $\mathbf{K}$ at all.

# %%
grams = [RBF(gamma=0.5).gram(x[:, None]) for x in sample.T]
L1, L2 = (low_rank.pivoted_cholesky(K_c, tol=1e-14).L for K_c in grams)
v = np.random.default_rng(1).normal(size=2000)
Kv = (L1 * ((L1 * v) @ L2.T @ L2)).sum(axis=0)
print("fewer than 40 rows each, of 2000:", len(L1) < 40 and len(L2) < 40, end="; ")
print("Kv without K:", np.allclose(Kv, K @ v, atol=1e-10))

# %%
by_coordinates = pca.solve_dual(gram, n_components=16)
same = np.allclose(by_coordinates.eigenvalues, all_of_K.eigenvalues, rtol=1e-9)
print(f"path: {by_coordinates.path}; same eigenvalues: {same}")

# %% [markdown]
# Logistic regression (chapter 11) is content with a much rougher factor. A step of Newton's method need not be exact, as long as we know where it has led us. So the steps are computed with $L^\top L$ instead of $\mathbf{K}$, and have only as many unknowns as $L$ has rows. The residual $r$ is computed with $\mathbf{K}$ itself. The gap
# $r^\top\mathbf{K}r/(2\lambda)$ then certifies an answer that owes nothing to the rough matrix except its speed.

# %%
moons = datasets.moons(1000, noise=0.2)
of_moons = RBF(gamma=2.0).gram(moons.X)
rough, fine = newton.prepare(of_moons, 0.5).L, low_rank.pivoted_cholesky(of_moons).L
print("the rough factor has less than half of the fine one's rows:", 2 * len(rough) < len(fine))
certified = logistic.solve_logistic(of_moons, moons.y, lam=0.5)
print(f"path: {certified.path}, duality gap below 1e-10: {certified.duality_gap < 1e-10}")

# %% [markdown]
# ## C.4 What stays close to the processor
#
# A processor multiplies faster than its memory can deliver. So kernel values are computed in tiles of about 250 by 250, which fit into the fast memory beside the processor, are used there, and are forgotten. A sum over all points, `k.sums`, never holds the whole matrix. The exponential is a polynomial that works on eight numbers at once. Neither
# changes the result:

# %%
k, w = RBF(gamma=0.5), np.ones(2000) / 2000
off = np.abs(k.sums(points, sample, w) - k(points, sample) @ w).max()
print("k.sums is k(X, Y) w, up to 1e-13:", off < 1e-13)

# %% [markdown]
# The alignment of two sequences (chapter 14) fills a table, and each cell of the table waits for three others. There is no matrix product in this. But sixteen tables can be filled at the same time: sixteen pairs of sequences of nearly the same length go through their tables side by side, and each step works on all sixteen at once. The distances are those of one table at a time.

# %%
spoken = datasets.japanese_vowels().train.sequences[:20]
one_table = [[sequences.plain_dtw(x, y).distance for y in spoken] for x in spoken]
same = np.abs(sequences.dtw_distances(spoken) - one_table).max() < 1e-12
print("sixteen at a time, the same distances:", same)

# %% [markdown]
# ## C.5 Where we lose
#
# There are three ways to lose: to be slower than the peer, to fall below the floor, and to miss the goal. Here is every size in which we were slower or below the floor. (Times are in seconds, memory is in MiB.)

# %%
floor, ratio = cells["floor"], cells["ratio"]
lost = (ratio < 1) | (ratio < floor)
names = "row", "size", "ours", "peer", "ratio", "floor"
datasets.Table("where we lose", cells.provenance, {name: cells[name][lost] for name in names})

# %% [markdown]
# At ⟦(ratio < 1).sum()⟧ of ⟦len(cells)⟧ sizes we are slower than the peer, or need more memory. ⟦(ratio < floor).sum()⟧ sizes are below their floor. The goals are missed more often:

# %%
goal = np.array([np.nan if value == "–" else float(value) for value in speed["goal"]])
missed = {name: f"{m:.3g} of {g:g}" for name, m, g in zip(speed["row"], mean, goal) if m < g}
print(f"{len(missed)} of {np.isfinite(goal).sum()} goals are missed:")
print("\n".join(f"  {name}: {reached}" for name, reached in missed.items()))
transform = speed.rows(row="kernel PCA; transform")
products = speed.rows(row="kernel PCA; transform: x·y alone")
floor_there, least_products = float(transform["floor"][0]), products["lowest ratio"][0]

# %% [markdown]
# Why do we lose? For some of the sizes, the reason can be shown.
#
# **A small ball.** Up to ⟦EVERY_UP_TO⟧ points, our solver lets all variables take part from the beginning, and computes the kernel values of all pairs for that. The peer computes a row only when it needs it. With a small $\nu$ and a wide kernel, few points have weight, and few rows are needed: the cell below counts them for 500 points of 16 variables.
#
# **New points in 256 dimensions.** Before a kernel value there is a dot product, and both sides leave the dot products to the same library. The row *x·y alone* of the table has their time and nothing else. It says how large the ratio could be if all our other work took no time: ⟦least_products:.3g⟧, for two components. The floor of ⟦floor_there:g⟧ is ⟦out of reach here ⇐ least_products < floor_there⟧, whatever we do with the exponentials and the sums. They take
# ⟦1 - transform["lowest ratio"][0] / least_products:.0%⟧ of our time.
#
# **Long sequences.** The global alignment kernel is a sum of products, and the longer the sequences are, the smaller the products get. Where a number of float64 would be too small, we compute with logarithms, which takes longer. The cell below shows how small the values become.
#
# **Data in blocks.** A ball of a million points that reads its data block by block takes ⟦1 / ratio[cells["row"] == "ball of all rows; in blocks"][0]:.1f⟧ times as long as one that has them all in memory. This is the price for data that do not fit. Read them at once if they do.
#
# **A density of few points on a grid.** On a grid the exponential falls apart into a factor for each axis. For 272 points and 200 × 200 places, we need ⟦2 * 272 * 200:,⟧ exponentials where the peer needs ⟦272 * 200 * 200:,⟧. What is left is one product of two matrices, and it takes more than half of our time.
#
# **Many components of few points.** Both sides multiply $K$ with one vector after another until the eigenvectors are accurate. The peer stops there. We begin once more, from another start, and go on until it is all but certain that no large eigenvalue was missed. The cell below counts the products for 16 components of 400 points.
#
# **Features, as they come.** Landmarks and Fourier features come with the error of their kernel, and `fit` computes it. The peers' features come without one, and their `fit` draws a few points or numbers and is done. Our landmarks are also chosen with more care: one after the other, by what the earlier ones have left. Whether that pays depends on the data, as the cell below shows with 100 landmarks of both kinds, over ten draws.
#
# **c-means, as it comes.** Our seeds are drawn at least as fast as the peer's, and a round of ours takes three to ten times as long. On the machine of the table it is 0.12 ms for 2000 points in the plane, where the peer needs 0.025 ms. Two reasons come to mind, and neither is enough. We keep the objective before and after each assignment, because a curve that never rises is the certificate of chapter 5. Without it a round is a fifth shorter. We compute distances from differences, and the peer from products. With products a round is no shorter in the plane, and a third shorter in 16 and 64 dimensions. What costs the rest is that our round is some fifteen passes of NumPy. The same round in one compiled pass, with its objective and its differences, takes 0.02 ms. We leave it in NumPy, where a reader can follow it, and where nothing has to be compiled before the first clusters appear.
#
# **Few points, as they come.** A ball of 300 points at $\nu = 0.01$ takes us 0.43 ms, and the peer 0.34 ms. The steps of our solver are a sixteenth of that. The rest is Python around them, above all the checks of the data and of the result, and for 2000 points it no longer shows. Error bars have another reason. We factor the matrix twice, once in `fit` and once when the bars are asked for, because a model keeps no table of $n \times n$ numbers. For 300 points the second time is a seventh of the whole, and without it we would be ahead.
#
# For the memory of one pass over blocks we know how much it is, but not the reason.

# %%
of_256 = np.random.default_rng(0).normal(size=(400, 256))
K = center_gram(RBF(gamma=10 / 256)(of_256))
basis = krylov.Krylov(K.__matmul__, len(K), n_wanted=16)
basis.converge(16, tol=1e-10)
print(f"{basis.n_products} products for 16 eigenvectors, {PROBE_STEPS} or more to look for others")

# %%
of_16 = np.random.default_rng(0).normal(size=(500, 16))
small = ball.solve_dual(RBF(gamma=1 / 16).gram(of_16), nu=0.01)
print(f"500 points of 16 variables, no more than {EVERY_UP_TO}: {len(small.support)} have weight")

# %%
share, digits = {}, datasets.usps()[0].in_order(shuffle=0).X[:500]
for name, Z in (("Old Faithful", datasets.faithful().standardized().X), ("digits", digits)):
    gamma, errors = 1 / (Z.shape[1] * Z.var()), []
    for seed in range(10):
        theirs = kernel_approximation.Nystroem(gamma=gamma, n_components=100, random_state=seed)
        both = landmarks.Nystroem(RBF(gamma), 100, random_state=seed), theirs
        features = [model.fit_transform(Z) for model in both]
        errors.append([np.linalg.norm(RBF(gamma)(Z) - F @ F.T) for F in features])
    share[name] = np.median(np.divide(*np.transpose(errors)))
print({name: f"{value:.1%} of the peer's error" for name, value in share.items()})

# %%
too_small, smallest = {}, np.log(np.finfo(float).tiny)
for length in (50, 200):
    walks = np.random.default_rng(length).normal(size=(20, length, 1)).cumsum(axis=1)
    logs = sequences.log_global_alignments(list(walks), sigma=4.25)[np.triu_indices(20, 1)]
    too_small[length] = (logs < smallest).mean()
    print(f"walks of {length}: the smallest value is 1e{logs.min() / np.log(10):.0f}")

# %% [markdown]
# Of the 500 points, ⟦len(small.support)⟧ have weight, so most of the rows that we compute are never needed. Landmarks that are chosen with care leave ⟦share["Old Faithful"]:.1%⟧ of the peer's error for the geyser, whose points have two coordinates, and ⟦share["digits"]:.0%⟧ for the digits, which have 256. And of all pairs of random walks with 200 elements, ⟦too_small[200]:.0%⟧ have a value that no float64 holds in full, where with 50 elements there was ⟦not a single one ⇐ too_small[50] == 0⟧.
#
# ## C.6 What happens with more points
#
# A ratio is a snapshot. It matters more how the time grows with the number of points. These are the times of a one-class SVM, ours and the peer's, in 2 and in 256 dimensions.

# %%
fits, n, drawn = cells.rows(row="one-class SVM; fit"), [500, 2000, 10_000], {}
for p in (2, 256):
    some = [fits.rows(size=f"n = {m}; p = {p}; ν = 0.5; γ = 1 · scale") for m in n]
    for side in ("ours", "peer"):
        drawn[f"{side}, p = {p}"] = [1000 * row[side][0] for row in some]
labels = {"xlabel": "number of points n", "ylabel": "milliseconds", "log": "xy", "markers": True}
figures.curves(n, drawn, title="One-class SVM, ν = 0.5, wide kernel", **labels)

# %%
growth = datasets.table("speed_growth")
steep = {name: growth.rows(row=f"one-class SVM; fit{name}") for name in ("", "; p = 4 to 64")}
larger = {name: (powers["peer"] > powers["ours"]).sum() for name, powers in steep.items()}
for name, powers in steep.items():
    ours = f"ours from {powers['ours'].min():g} to {powers['ours'].max():g}"
    print(f"one-class SVM{name}: the peer's is larger in {larger[name]} of {len(powers)}; {ours}")

# %% [markdown]
# On these scales a power of $n$ is a straight line, and the power is its slope. In 2 and in 256 dimensions the peer's slope is larger than ours in ⟦larger[""]⟧ of ⟦len(steep[""])⟧ settings of $\nu$ and $\gamma$. There, the ratios above grow with $n$. What the peer does for every row, we do for the variables of a small problem.
# From 4 to 64 dimensions this is so in ⟦larger["; p = 4 to 64"]⟧ of ⟦len(steep["; p = 4 to 64"])⟧ settings. In the others, our advantage does not grow.
#
# ## C.7 When to leave this library
#
# Everything here runs on one processor, in float64, and most of it is content with the Gram matrix of a few thousand points. How far does that carry? For 20 000 points the matrix takes ⟦8 * 20_000**2 / 1e9:.1f⟧ GB, which a laptop may have. For 100 000 it takes ⟦8 * 100_000**2 / 1e9:.0f⟧ GB, which it has not. Chapter 16 goes on from there with landmarks and sums over blocks. But there is more than one way to go on, and other people have gone further along some of them. Most of these libraries show what they can do on a graphics processor.
#
# | If you need … | from about | take | because it |
# | --- | --- | --- | --- |
# | sums of kernel values over all pairs, exactly, with derivatives | 50 000 points | [KeOps](https://www.kernel-operations.io) | computes the matrix from its formula while it adds up, and never holds it |
# | error bars whose widths are learned | 5000 points | [GPyTorch](https://gpytorch.ai) | replaces the factorization by conjugate gradients, and takes derivatives with respect to any parameter by itself |
# | kernel ridge or logistic regression on everything that you have | 500 000 points | [Falkon](https://falkonml.github.io/falkon) | uses landmarks as chapter 16 does, with a preconditioner, on several graphics processors |
# | a support vector machine, one class, two or a curve | 50 000 points | [ThunderSVM](https://github.com/Xtra-Computing/thundersvm) | takes the same steps as libsvm, many rows of the matrix at a time |
# | c-means, kernel ridge or a density with the calls of scikit-learn | 100 000 points | [cuML](https://docs.nvidia.com/cuml) | has the same names, so that one import changes |
# | the nearest of very many points | 1 000 000 points | [FAISS](https://faiss.ai) | searches an index, where a narrow kernel would compute zeros |
#
# The numbers in the second column are ours to answer for, and they are rough. They say where *our* way runs out of memory or of patience, and not how much faster the other one is: we had no graphics processor to measure that with. What you may have to give up is the certificate: the duality gap of the answer, or the proof that no eigenvector was missed. But what you have learned here lets you compute a gap yourself from any answer, as `certify` does.
#
# # ## Do you have it?
#
# 1. The decision of a *polynomial* kernel is to be drawn on a grid. Why does C.1 not help?
# <details><summary>Answer</summary>
#
# Because $(x^\top y + 1)^d$ is a sum of products of factors of the coordinates, and not one product. (A sum of $d + 1$ products would do, but powers of dot products cost no exponentials to begin with.)
# </details>
#
# 2. Where does C.3 fail?
# <details><summary>Answer</summary>
#
# Where the kernel is narrow or the dimension is high. Then each point is nearly at a right angle to all others in feature space, and every row is news. In the picture, the eigenvalues of the narrow kernel have fallen to ⟦falling["γ = 50"][99] / falling["γ = 50"][0]:.0%⟧ of the largest after 100, and those of the wide one were gone long before.
# </details>
#
# 3. A colleague shows you a ratio of 3 for her solver. What do you ask her?
# <details><summary>Answer</summary>
#
# How accurate both answers were, on which sizes, with how many threads, and where she loses.
# </details>
