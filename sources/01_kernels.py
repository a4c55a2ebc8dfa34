# %% [markdown]
# # 1 · Kernels
#
# **The question.** A line separates two classes, or it does not. When it does not, must we give up the tools that draw
# lines? No: we draw the line somewhere else, in a space where the points lie better, and we never go there. What takes
# us there and back is a *kernel*. All other chapters stand on this one.
#
# **After this chapter you can**
#
# - turn a curve into a line with a feature map, and say why that gets expensive;
# - compute dot products, distances, angles and means in feature space from kernel values alone;
# - read each kernel of the lectures in each notation that they use;
# - prove that a Gram matrix is positive semidefinite, and recognize a function that is no kernel;
# - build new kernels from old ones.
#
# **You need** vectors, dot products and eigenvalues of a symmetric matrix. The notation table stands in
# [the first notebook](00_start_here.ipynb).

# %%
import numpy as np
from sklearn.linear_model import LogisticRegression

from kernelsy19 import datasets, kernels
from kernelsy19.course import equations, figures
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial, Sigmoid, explorers, notations
from kernelsy19.kernels import derivations as proofs
from kernelsy19.kernels.figures import feature_planes, gram_matrix, kernel_values, lift, spectrum
from kernelsy19.kernels import geometry as fs

# %% [markdown]
# ## 1.1 Where a line fails
#
# One class sits inside the other. A line leaves points of both classes on both sides, wherever we put it. Noise makes it
# worse, and points that are not vectors at all, such as words or sequences, have no line to begin with.

# %%
circles = datasets.circles(n=200, factor=0.4, noise=0.08)


def separate(features, y):
    model = LogisticRegression(C=1e4, max_iter=10_000).fit(features, y)
    return model.coef_[0], model.intercept_[0]


w, b = separate(circles.X, circles.y)
print(f"{np.sum((circles.X @ w + b > 0) != circles.y)} of {len(circles)} points on the wrong side")
figures.decision(circles, lambda X: X @ w + b, title="The best line is of no use", label="line")

# %% [markdown]
# ## 1.2 Move the points, keep the line
#
# A **feature map** $\Phi$ takes a point $x$ to a point $\Phi(x)$ of another space, the **feature space**. Squares of the
# coordinates are enough here: a circle $x_1^2 + x_2^2 = r^2$ is a line in the two squares.

# %%
w, b = separate(kernels.squares(circles.X), circles.y)
display(equations.show("PR-transform-squares"))
feature_planes(
    circles, kernels.squares, line=(w, b), transformed=("x₁²", "x₂²"), title="A line there is a closed curve here"
)

# %% [markdown]
# The map has to fit the data. Move the circles up by one unit and the two squares no longer do: the curve that a line in
# $(x_1^2, x_2^2)$ draws is always centered at the origin. A circle around $(0, 1)$ is
# $x_1^2 + x_2^2 - 2x_2 = r^2 - 1$, so the coordinate $x_2$ itself has to be a feature.

# %%
moved = circles.X + [0.0, 1.0]
for transform in (kernels.squares, kernels.squares_and_second):
    w, b = separate(transform(moved), circles.y)
    wrong = np.sum((transform(moved) @ w + b > 0) != circles.y)
    print(f"{transform.__name__}: {wrong} of {len(moved)} points on the wrong side")

# %%
lift(
    moved, kernels.squares_and_second, plane=(w, b), y=circles.y, names=circles.target_names,
    transformed=("x₁²", "x₂²", "x₂"), title="Circles around (0, 1): three features and a plane",
)

# %% [markdown]
# Five features make every conic section, $a_0 + a_1x_1^2 + a_2x_2^2 + a_3x_1x_2 + a_4x_1 + a_5x_2 = 0$, a plane: no need to
# know the center or the tilt beforehand.

# %%
tilted = circles.X @ np.array([[1.6, 0.9], [0.0, 0.7]]) + [1.0, -0.5]
w, b = separate(kernels.quadratic_features(tilted), circles.y)
figures.decision(
    tilted, lambda X: kernels.quadratic_features(X) @ w + b, y=circles.y, names=circles.target_names,
    title="Five features: a tilted ellipse, found", label="plane in five dimensions",
)

# %% [markdown]
# The map $(x_1, x_2) \mapsto (x_1, x_2, x_1^2 + x_2^2)$ lays the plane on a bowl. A plane that cuts the bowl cuts off a
# disk: every circle, wherever its center. Choose a map and move the plane.
#
# **Before you move it:** with the map $(x_1, x_2, x_1^2 + x_2^2)$ and a horizontal plane, what does the boundary look like
# on the left when the plane rises?

# %%
display(equations.sheet("PR-transform-squares-and-second", "PR-transform-quadratic", "KPCA11-lift"))
explorers.FeatureMapExplorer()

# %% [markdown]
# ## 1.3 What it costs
#
# Monomials up to degree $d$ in $p$ variables: there are $\binom{p+d}{d}$ of them. For a digit of 16 × 16 pixels, $p = 256$.

# %%
for degree in (1, 2, 3, 5, 7):
    n_features = len(kernels.monomials(2, degree))
    print(f"degree {degree}: {n_features:>3} features of 2 variables, {kernels.n_monomials(256, degree):>22,} of 256")

# %% [markdown]
# Seven thousand digits of two hundred and fifty-six pixels fit in a laptop's memory. Their monomials of degree 5 do not
# fit in any. Yet the lectures use degree 7 on just these digits. They can, because of the next section.
#
# ## 1.4 The dot product is all we need
#
# The algorithms of this course use the mapped points only in dot products. So we need a function that gives the dot
# product without the map. That function is the **kernel**, $K(x, y) = \langle\Phi(x), \Phi(y)\rangle$.
#
# For $(1 + x\cdot y)^2$ in two variables, the map has six coordinates, and this is where they come from. Each line below is
# evaluated on random points, and the number beside it is what its two sides differ by. A definition only gives a name to something, so it
# has none.

# %%
display(proofs.explicit_map, equations.sheet("AML-1", "MSA220-explicit-map"))

# %% [markdown]
# On the left of the comparison: six coordinates and their dot products. On the right: one dot product of the plane, plus
# one, squared. The first costs more with each degree; the second never does.

# %%
X = circles.X
k = Polynomial(degree=2, gamma=1, offset=1)
Phi = kernels.six_features(X)
print(f"largest difference below 1e-12: {np.abs(Phi @ Phi.T - k(X)).max() < 1e-12}")
print(f"degree 7 in 256 variables, one value: {Polynomial(degree=7)(np.ones((1, 256)) / 16)[0, 0]:.0f}")
print("degree 3, two variables:", ",  ".join(Polynomial(degree=3).feature_names(2)))

# %% [markdown]
# ## 1.5 Five kernels
#
# A kernel here is a value: it holds its parameters, prints as its formula, and is called for a matrix of kernel values.

# %%
five = {
    "linear": Linear(),
    "polynomial, d = 2": Polynomial(degree=2),
    "Gaussian (RBF)": RBF(gamma=1.0),
    "Laplacian": Laplacian(gamma=1.0),
    "sigmoid": Sigmoid(gamma=1.0, offset=-0.5),
}
kernel_values(five, [1.0, 0.5], reach=2.5)

# %% [markdown]
# Each panel shows how alike every point of the plane is to the one marked point. The linear kernel only sees how far a
# point reaches in the direction of the mark, the polynomial also in the opposite direction. The Gaussian and the Laplacian
# see how near it is, and the Laplacian has corners, because it sums absolute differences.
#
# The formulas, each with the code that is it:

# %%
equations.sheet("MSA220-linear", "MSA220-polynomial", "MSA220-rbf", "MSA220-laplacian", "MSA220-sigmoid")

# %% [markdown]
# **The same kernel in other letters.** The sources agree on the kernels and on no letter. A width $\sigma$ means
# $1/(2\sigma^2)$ in one, $1/\sigma^2$ in another, and in R's `kernlab` the argument `sigma` *is* $\gamma$.

# %%
display(notations.table())
print(notations.read("AML", "rbf", sigma=2.0), "from 1/(2σ²)")
print(notations.read("PR", "rbf", sigma=2.0), "from 1/σ²")
print(RBF.from_width(0.1, convention="1/s"), "from the width 0.1 of the three-cluster figure")

# %% [markdown]
# ## 1.6 The Gram matrix
#
# For points $x_1, \dots, x_n$, the **Gram matrix** $\mathbf{K}$ holds $K_{ij} = K(x_i, x_j)$. It is all that a kernel
# method ever sees of the data. Sorted by species, the 150 irises show their blocks: setosa apart, the other two overlapping.

# %%
iris = datasets.iris()
gram_matrix(
    {"linear": Linear()(iris.X), "RBF, γ = 0.5": RBF(gamma=0.5)(iris.X)}, iris.y, names=iris.target_names,
    title="Gram matrices of 150 irises",
)

# %% [markdown]
# Choose a kernel, move its parameters and the marked point. The spectrum on the right says whether the matrix could be one of
# dot products at all. **Before you move it:** what happens to the RBF Gram matrix when $\gamma$ grows without end?

# %%
explorers.KernelExplorer()

# %% [markdown]
# ## 1.7 Positive semidefinite: the mark of a kernel
#
# A symmetric matrix is **positive semidefinite (PSD)** when $z^\top\mathbf{K}z \ge 0$ for every $z$; then all its eigenvalues
# are at least 0. Every Gram matrix of a feature map is. Where a line says *because*, it needs what is named there: the number in
# brackets is what the line is off by in a world without it.

# %%
proofs.psd_lemma

# %% [markdown]
# The proof asks for a feature map and gets an inequality. The way back: a PSD matrix, with no map in sight, has coordinates.
# Put its eigenvalues in the diagonal matrix $\mathbf{\Lambda}$ and its eigenvectors in the rows of $\mathbf{V}$.

# %%
display(proofs.gram_features, equations.sheet("PR-psd-lemma", "MSA220-gram-features"))

# %%
K = RBF(gamma=0.5)(iris.X)
phi = fs.features_of_gram(K)
print(f"{phi.shape[0]} flowers, {phi.shape[1]} coordinates; dot products within 1e-10 of K:", np.allclose(phi @ phi.T, K, 0, 1e-10))

# %% [markdown]
# **A function that is no kernel.** The sigmoid is symmetric, and its matrix has negative eigenvalues: no map has these dot
# products, and "squared distances" from them would be negative.

# %%
S = Sigmoid(gamma=0.5, offset=-1.0)(iris.X[:, 2:] - iris.X[:, 2:].mean(axis=0))
print(f"smallest eigenvalue: {fs.check_psd(S).smallest_eigenvalue:.2f}; PSD: {fs.check_psd(S).is_psd}")
spectrum({"RBF, γ = 0.5": np.linalg.eigvalsh(K), "sigmoid": np.linalg.eigvalsh(S)}, log=True)

# %% [markdown]
# A matrix that should be PSD and is not can be repaired: the nearest PSD matrix has the same eigenvectors, and 0 in the place of each
# negative eigenvalue.

# %%
repaired = fs.nearest_psd(S)
display(equations.sheet("MSA220-gram", "AML-nearest-psd"))
print(f"{repaired.n_negative} eigenvalues raised to 0, the matrix moved by {repaired.distance / np.linalg.norm(S):.1%}")

# %% [markdown]
# **A slip to know.** MSA220 asks a kernel to be at least 0 everywhere. It need not be: the linear kernel of two opposite points is
# negative, and it is a kernel. What may not be negative is $z^\top\mathbf{K}z$, and so $K(x, x)$.

# %%
print(Linear()([[1.0, 2.0]], [[-1.0, -2.0]]), fs.check_psd(Linear()([[1.0, 2.0], [-1.0, -2.0]])).is_psd)

# %% [markdown]
# ## 1.8 Mercer: a kernel is a sum of products
#
# With infinitely many points the eigenvectors become functions, and the matrix product an integral. Mercer's theorem says that the
# expansion still holds. On a sample, integrals are means, and every line can be checked. The last one makes
# the sample finer and finer and measures how fast what is still missing disappears.

# %%
display(proofs.mercer, equations.show("PR-mercer"))

# %%
x = np.linspace(-2, 2, 200)[:, None]
expansion = fs.mercer_expansion(RBF(gamma=1.0)(x), n_terms=12)
first = {f"λ = {value:.3f}": f for value, f in zip(expansion.values[:4], expansion.functions.T[:4], strict=True)}
figures.curves(x[:, 0], first, xlabel="x", ylabel="φₘ(x)", title="First four eigenfunctions of the RBF kernel on [−2, 2]")

# %% [markdown]
# The eigenvalues fall fast, so a few terms are almost the whole kernel. Chapter 16 makes algorithms of this.

# %%
for m in (2, 4, 8, 12):
    error = np.abs(fs.mercer_expansion(RBF(gamma=1.0)(x), m).gram() - RBF(gamma=1.0)(x)).max()
    print(f"{m:>2} terms: largest error {error:.0e}")

# %% [markdown]
# ## 1.9 Geometry from kernel values
#
# Distances, lengths, angles and means in feature space are made of dot products, so they are made of kernel values.

# %%
proofs.distance

# %% [markdown]
# Lengths and angles follow. For the Gaussian kernel $K(x, x) = 1$: every mapped point lies on a sphere of radius 1, and since
# all values are positive, no two points are more than a right angle apart.

# %%
proofs.angle

# %% [markdown]
# The **mean** $m = \frac1n\sum_i\Phi(x_i)$ is a point of feature space that has no preimage in general: no $x$ with $\Phi(x) = m$
# need exist. Still we can say how far each point lies from it.

# %%
proofs.distance_to_mean

# %%
equations.sheet("PR-distance", "PR-norm", "PR-angle", "PR-mean", "PR-distance-to-mean")

# %% [markdown]
# Old Faithful's eruptions, with contours of the distance to the mean. In the input space (linear kernel) the mean lies between
# the two groups, where there are no data. In the feature space of the RBF kernel, near the mean means near many points: the same formula, another
# kernel, and we have a detector of strange points. Chapter 3 makes it sharp.

# %%
faithful = datasets.faithful()
Z = (faithful.X - faithful.X.mean(axis=0)) / faithful.X.std(axis=0)


def distance_to_mean(k):
    return lambda P: fs.squared_distances_to_mean(k.diagonal(P), k(P, Z), k(Z))


axes = ("eruption (standardized)", "waiting time (standardized)")
display(
    figures.contours(Z, distance_to_mean(Linear()), features=axes, value="squared distance to the mean", title="Linear kernel")
)
figures.contours(Z, distance_to_mean(RBF(gamma=2.0)), features=axes, value="squared distance to the mean", title="RBF kernel, γ = 2")

# %% [markdown]
# ## 1.10 An algebra of kernels
#
# Sums, products and multiples of kernels are kernels, because their features can be written down.

# %%
display(proofs.algebra)
equations.sheet("COURSE-kernel-sum", "COURSE-kernel-product", "COURSE-kernel-scaling")

# %%
k = 2 * RBF(gamma=0.5) + 0.1 * Linear()
print(k, "is PSD on the irises:", fs.check_psd(k(iris.X)).is_psd)
print((Linear() + 1) ** 2, "equals", Polynomial(degree=2), "on them:", np.allclose(((Linear() + 1) ** 2)(iris.X), Polynomial(2)(iris.X)))
sums = {"RBF": RBF(2.0), "RBF + 0.3 · linear": RBF(2.0) + 0.3 * Linear(), "RBF · linear": RBF(2.0) * Linear()}
kernel_values(sums, [1.0, 0.5], reach=2.5)

# %% [markdown]
# ## Summary

# %%
equations.summary("01_kernels")

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. Two points have $K(x, x) = 4$, $K(y, y) = 9$, $K(x, y) = 6$. How far apart are their images?
# <details><summary>Answer</summary>
#
# $4 - 12 + 9 = 1$, so the distance is 1. The cosine is $6/\sqrt{36} = 1$: they point in the same direction.
# </details>
#
# 2. Could $K(x, y) = 7$ in the same place?
# <details><summary>Answer</summary>
#
# No. The squared distance would be $-1$; by Cauchy–Schwarz $|K(x, y)| \le \sqrt{4 \cdot 9} = 6$.
# </details>
#
# 3. Is $K_1 - K_2$ a kernel when $K_1$ and $K_2$ are?
# <details><summary>Answer</summary>
#
# Not in general: with $K_1 = 0$ it is $-K_2$, whose eigenvalues are at most 0.
# </details>
#
# 4. A source gives $k(x, y) = \exp(-\|x-y\|^2/\sigma^2)$ with $\sigma = 0.5$. What is $\gamma$?
# <details><summary>Answer</summary>
#
# $\gamma = 1/\sigma^2 = 4$; `RBF.from_width(0.5, "1/s^2")`.
# </details>
#
# 5. How many coordinates has $(x\cdot y)^2$ in three variables, without the offset?
# <details><summary>Answer</summary>
#
# The monomials of degree exactly 2: $x_1^2, x_2^2, x_3^2, x_1x_2, x_1x_3, x_2x_3$, so 6.
# </details>
#
# **Now the exercises:** [01_kernels_exercises](../exercises/01_kernels_exercises.ipynb). Next chapter: density, then
# [the minimum-volume ball](03_minimum_volume_ball.ipynb).
