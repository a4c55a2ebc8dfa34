# %% [markdown]
# # C · How fast, and why
#
# The library of this course is written to be read. It is also meant to be at least as fast as what you would import otherwise, at the same accuracy, so that every slider can refit.
# Here is what was measured, which ideas made the difference, and where we lose.
#
# A time is worth nothing beside an answer of another accuracy. So both sides first show the same objective, KKT residual or residual of an eigenvector; only then do they run, in turn and with one
# thread each, and a ratio is the peer's time over ours, round by round. `make bench` does it again on your machine.

# %%
import numpy as np

from kernelsy19 import ball, datasets, density, logistic, pca, sequences
from kernelsy19.engine import low_rank, newton
from kernelsy19.kernels import RBF

datasets.table("speed")

# %% [markdown]
# ## C.1 A grid is a product
#
# A picture of a density needs $\sum_i w_i\exp(-\gamma\|x - x_i\|^2)$ at each of 200 × 200 points. The Gaussian is a product of a factor of the first coordinate and one of the second, so with
# $A_{ri} = e^{-\gamma(y_r - x_{i2})^2}$ and $B_{si} = e^{-\gamma(x_s - x_{i1})^2}$ the whole picture is $A\,\mathrm{diag}(w)\,B^\top$, one matrix product.

# %%
X, axis = datasets.faithful().standardized().X, np.linspace(-3, 3, 200)
points = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
one_by_one = density.parzen_gaussian(points, X, h=0.3).reshape(200, 200)
as_product = density.density_on_grid(axis, axis, X, 0.3)
print("no difference above 1e-14:", np.abs(one_by_one - as_product).max() < 1e-14)
print("exponentials:", len(X) * 200 * 200, "one by one,", len(X) * (200 + 200), "as a product")

# %% [markdown]
# A hundred times fewer exponentials, and the same numbers to the last digits. No peer does it: they are asked for a list of points, and do not see the grid in it.
#
# ## C.2 Most of K is never needed
#
# The minimum-volume ball of 2000 points has a Gram matrix of four million entries. Its solver looks at the variables that violate optimality most, solves their own small problem, and adds what moved to the
# gradient of all (decomposition, Joachims 1999). The weight starts where the kernel density is lowest, since that is where the outliers will be:

# %%
sample = np.random.default_rng(0).normal(size=(2000, 2))
entries = RBF(gamma=0.5).gram(sample)
at_low_density = ball.solve_dual(entries, nu=0.1)
print(f"support vectors at ν = 0.1, the rows that matter: {len(at_low_density.support) / 2000:.0%} of 2000")
half = ball.solve_dual(entries, nu=0.5)
from_first_points = ball.solve_dual(entries, nu=0.5, start=np.clip(1000 - np.arange(2000), 0, 1) / 1000)
print("ν = 0.5: the start at low density saves more than half of the iterations:", 2 * half.iterations < from_first_points.iterations)

# %% [markdown]
# The small problems are solved in numbers of half the length, float32, which are computed and moved twice as fast. Is the answer less accurate, then? No: only the *steps* come from float32. What they did to
# the gradient is computed in float64, and the stopping rule looks at that.

# %%
K = RBF(gamma=0.5)(sample)
exact = np.diagonal(K) - 2 * K @ at_low_density.alpha + at_low_density.alpha @ K @ at_low_density.alpha
print("squared distances are exact:", np.abs(at_low_density.squared_distances - exact).max() < 1e-13)
print("duality gap below 1e-6:", at_low_density.duality_gap < 1e-6)

# %% [markdown]
# ## C.3 A smooth kernel has few directions
#
# The eigenvalues of an RBF matrix fall fast in low dimension. Then a few rows of $\mathbf{K}$ tell all the others: the pivoted Cholesky factor $L$ with $\mathbf{K} \approx L^\top L$ takes the row that is
# worst explained so far, again and again, until the trace of the error is below $10^{-13}$ of that of $\mathbf{K}$. Kernel PCA, kernel c-means and kernel ridge regression work with $L$ where it has few rows; their
# results say so under `path`.

# %%
factor = low_rank.pivoted_cholesky(entries)
print("fewer than a fifth of the rows, and an error below 1e-13 of the trace:", 5 * len(factor.pivots) < 2000, factor.error < 1e-13)
few, all_of_K = (pca.solve_dual(K_or_rows, n_components=16, solver=solver)
                 for K_or_rows, solver in ((entries, "cholesky"), (K, "dense")))
print("same eigenvalues:", np.allclose(few.eigenvalues, all_of_K.eigenvalues, rtol=1e-9))

# %% [markdown]
# In the plane there is less to do still. The Gaussian is a product of a factor of each coordinate, so $\mathbf{K} = \mathbf{K}_1 \circ \mathbf{K}_2$, entry by entry, where $\mathbf{K}_c$ is the Gram matrix of the $c$-th
# coordinates alone. Points on a line have few directions: $\mathbf{K}_1 \approx L_1^\top L_1$ and $\mathbf{K}_2 \approx L_2^\top L_2$ with a few dozen rows each. Then
#
# $$(\mathbf{K}v)_i = \sum_{a, b} (L_1)_{ai}\, M_{ab}\, (L_2)_{bi}, \qquad M = L_1\, \mathrm{diag}(v)\, L_2^\top,$$
#
# two small matrix products. Lanczos's method finds the largest eigenvalues from products with $\mathbf{K}$ alone, so kernel PCA of many points in the plane never forms $\mathbf{K}$.

# %%
on_a_line = [low_rank.pivoted_cholesky(RBF(gamma=0.5).gram(x[:, None]), tol=1e-14) for x in sample.T]
L1, L2 = (factor.L for factor in on_a_line)
print("fewer than 40 rows each, of 2000:", len(L1) < 40, len(L2) < 40)
v = np.random.default_rng(1).normal(size=2000)
M = (L1 * v) @ L2.T
print("Kv without K:", np.allclose(np.einsum("ai,ab,bi->i", L1, M, L2, optimize=True), K @ v, atol=1e-10))
by_coordinates = pca.solve_dual(entries, n_components=16)
print("path:", by_coordinates.path)
print("same eigenvalues:", np.allclose(by_coordinates.eigenvalues, all_of_K.eigenvalues, rtol=1e-9))

# %% [markdown]
# Logistic regression (chapter 11) can do with a factor that is much rougher. A step of Newton's method need not be exact, as long as we know where it has led. So the systems are solved with $L^\top L$ in the place of $\mathbf{K}$, for as many unknowns as $L$ has rows, and the residual $r$ is computed with $\mathbf{K}$ itself. The gap
# $r^\top\mathbf{K}r/(2\lambda)$ then certifies an answer that no rough matrix has touched.

# %%
moons = datasets.moons(1000, noise=0.2)
gram = RBF(gamma=2.0).gram(moons.X)
rough, fine = newton.prepare(gram, 0.5), low_rank.pivoted_cholesky(gram)
print("the rough factor has less than half of the rows of the fine one:", 2 * len(rough.L) < len(fine.L))
exact = logistic.solve_logistic(gram, moons.y, lam=0.5)
print(f"path: {exact.path}, duality gap below 1e-10: {exact.duality_gap < 1e-10}")

# %% [markdown]
# ## C.4 What stays in the cache
#
# A processor multiplies faster than its memory can deliver. Kernel values are therefore computed in tiles of about 250 × 250, used, and forgotten, and `k.sums` never holds the matrix. The exponential
# is a polynomial that works on eight numbers at once. Neither changes the equation:

# %%
k, w = RBF(gamma=0.5), np.ones(2000) / 2000
print("k.sums is k(X, Y) w:", np.abs(k.sums(points, sample, w) - k(points, sample) @ w).max() < 1e-13)

# %% [markdown]
# The table of an alignment (chapter 14) is no matrix product: each of its cells waits for three others. But sixteen tables can be filled at the same time. Sequences are sorted by length, so that those side by side end at about the same step, and each step does the same for all sixteen, in
# vectors of numbers. The distances stay what they are:

# %%
spoken = datasets.japanese_vowels().train.sequences[:20]
one_by_one = [[sequences.plain_dtw(x, y).distance for y in spoken] for x in spoken]
print("sixteen at a time, the same distances:", np.abs(sequences.dtw_distances(spoken) - one_by_one).max() < 1e-12)

# %% [markdown]
# ## C.5 Where we lose
#
# Each row of the table has a floor that was set before anything was written. These sizes are below it:

# %%
cells = datasets.table("speed_cells")
below = cells["ratio"] < cells["floor"]
datasets.Table("below the floor", cells.provenance, {name: v[below] for name, v in cells.columns.items()})

# %% [markdown]
# Times are in seconds. What was found when we looked for the reason:
#
# - **One-class SVM of few points in 256 dimensions, small ν.** With the wide kernel the answer has some forty support vectors, and the peer computes the hundred rows of $\mathbf{K}$ that it touches, one by one. We
#   compute half of the whole matrix for 500 points; for 2000, some seventy rows in float64, sixty more for the kernel density, and the small problems in float32. With more points or more support vectors that
#   pays; here it is as much as the whole work. With the narrow kernel, 500 points take 3 ms alone, a ratio of 1.5; after larger arrays have come and gone, the system takes our memory back after each call, and to
#   hand it out anew, 900 pages, costs another millisecond.
# - **Kernel PCA of 400 points, 16 components, a narrow kernel.** The 16th and the 17th eigenvalue differ by 0.3 %, so Lanczos's method needs ninety steps, and ten more to make sure that none is missing. A step takes
#   some 30 µs, of which the product with $\mathbf{K}$ is a third and Python most of the rest; the peer's loop is compiled. It is about even.
# - **Projecting new points in 256 dimensions.** The row *x·y alone* of the first table is the time of the dot products and nothing else. Both of us leave them to the same library, BLAS, and no way that forms them
#   can be faster; ours takes a quarter more than they do.
#
# The ratios of Gram matrices, of kernel PCA and of the one-class SVM fall with the dimension for the third reason. The BLAS that comes with NumPy takes the processor of this table for an older one and uses half of its
# width. Told what it is (`OPENBLAS_CORETYPE=SkylakeX`, tried once), products took 40 % less time and projections in 256 dimensions 35 % less, while much of the peer's time is not spent in BLAS.
#
# `import kernelsy19` costs nothing, for it imports nothing yet; `import kernelsy19.ball` takes as long as `import sklearn.svm`, since our estimators are scikit-learn's kind of estimators and import its base.
#
# Growth matters more than a ratio: take ten times as many points and see. Time goes as $n$ to the power of

# %%
datasets.table("speed_growth").rows(row="one-class SVM; fit")

# %% [markdown]
# Both sides slow down as $\nu$ grows, for more support vectors need more rows. But the peer's power is larger in each line, by 0.5 to 0.8 in two dimensions and by 0.3 to 0.5 in 256: what
# it does for every row, we do for the variables of a small problem. So the ratios above grow with $n$.
#
# ## Do you have it?
#
# 1. Why does a picture of the *polynomial* kernel's decision not profit from C.1?
# <details><summary>Answer</summary>
#
# $(x^\top y + 1)^d$ is a sum of products of factors of the coordinates, not one product. (A sum of $d + 1$ products would do, but powers of the dot product at all points cost no exponentials to begin with.)
# </details>
#
# 2. Where does C.3 fail?
# <details><summary>Answer</summary>
#
# When the kernel is narrow, or the dimension high: each point is nearly at a right angle to all others in feature space, and every row is news.
# </details>
