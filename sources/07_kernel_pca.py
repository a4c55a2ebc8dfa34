# %% [markdown]
# # 7 · Kernel PCA
#
# **The question.** Here are 150 irises, and an axis through their mean on which every flower casts its shadow. **Turn the axis:** along which direction do the shadows spread the most? And what would you do if the flowers lay along a curve, which no straight axis follows?

# %% jupyter={"source_hidden": true}
import numpy as np

from kernelcourse import bars, equations, figures, guess
from kernelcourse.pca import draws, explorers, proofs
from kernelcourse.pca.figures import arrows_along_axes, extractor, level_lines, tip_to_tail
from kernelsy19 import datasets, pca
from kernelsy19.kernels import RBF, Linear, Polynomial, geometry
from kernelsy19.pca import KernelPCA

# %%
flowers = datasets.iris().columns("sepal length", "petal length")
explorers.TurningAxisExplorer()

# %% [markdown]
# With two variables, one slider finds the answer. A digit of 16 × 16 pixels, however, is a point in 256 dimensions, and digits surely do not vary in 256 independent ways. **Principal component analysis** (PCA) computes the few directions along which points vary most, and gives each point new coordinates along them. These directions are straight, and this chapter makes them bend.
#
# **After this chapter you can**
#
# - say what PCA maximizes and what it minimizes, and why the two are one aim;
# - show that every axis is a mixture of the data, and find it from the Gram matrix;
# - derive the dual eigenvalue problem $\mathbf{K}\alpha = n\lambda\alpha$ in any feature space, normalize its solutions, center points that have no coordinates, and project new ones;
# - do the PCA of 50 images of a million pixels with a matrix of 50 × 50.
#
# **You need** [chapter 1](01_kernels.ipynb), and eigenvectors of symmetric matrices: one can choose them **orthonormal**, that is, of length 1 and at right angles to each other, and then there are as many as the matrix has rows.

# %% [markdown]
# ## 7.1 Straight axes and curved ones
#
# Here are the two rings of chapter 6 again. On top are the two coordinates that PCA finds, and below them the first two of kernel PCA, with the RBF kernel. A coordinate is a function of the plane, so we draw its level lines: all places on one line have the same coordinate, and on the thick line it is 0. **Before you read on:** which single one of the four coordinates tells the rings apart?

# %%
rings = datasets.circles(200, factor=0.1)
straight = pca.principal_axes(rings.X)
curved = KernelPCA(RBF(gamma=3.0), n_components=2).fit(rings.X)
ways = {"PCA": straight.project, "kernel PCA": curved.transform}
level_lines(rings, ways, n_components=2)

# %%
inner = np.linalg.norm(rings.X, axis=1) < 0.5
with guess.covered():
    for name, way in ways.items():
        for m, z in enumerate(way(rings.X).T, start=1):
            ends = [f"from {r.min():5.2f} to {r.max():5.2f}" for r in (z[inner], z[~inner])]
            print(f"{name + ',':11} coordinate {m}: inner ring {ends[0]}, outer ring {ends[1]}")

# %% [markdown]
# <details><summary>Answer</summary>
#
# The level lines of PCA are straight and parallel. On both of its coordinates ⟦the outer ring covers all the numbers of the inner one ⇐ all(z[~inner].min() < z[inner].min() and z[inner].max() < z[~inner].max() for z in straight.project(rings.X).T)⟧, so neither tells the rings apart. The level lines of kernel PCA bend: those of its first coordinate are ⟦nearly rings themselves ⇐ all(np.ptp(curved.transform(r * np.column_stack([np.cos(turns), np.sin(turns)]))[:, 0]) < 0.05 * np.ptp(curved.transform(rings.X)[:, 0]) for turns in [np.linspace(0, 2 * np.pi, 60)] for r in (0.1, 0.5, 1))⟧, and on that coordinate ⟦one ring ends before the other begins ⇐ curved.transform(rings.X)[inner, 0].min() > curved.transform(rings.X)[~inner, 0].max() or curved.transform(rings.X)[inner, 0].max() < curved.transform(rings.X)[~inner, 0].min()⟧. The second coordinate of kernel PCA ⟦does not separate them ⇐ curved.transform(rings.X)[~inner, 1].min() < curved.transform(rings.X)[inner, 1].min() and curved.transform(rings.X)[inner, 1].max() < curved.transform(rings.X)[~inner, 1].max()⟧.
#
# </details>
#
# You could have done this by hand. If you describe each point by its distance from the origin and its angle, its *polar coordinates*, the distance is the coordinate that you need, as KPCA11 points out. To map the points first, and do PCA afterwards, is therefore an old recipe. What is new is that the map can be that of a kernel, whose feature space may have infinitely many dimensions, so that you need not guess beforehand that distances from the origin will matter. You do have to choose the kernel. At $\gamma = 0.3$ the coordinate that tells these rings apart is only ⟦the third ⇐ evidence["07 rings"]["first at 0.3, 0.1"].max() < 0.75 and evidence["07 rings"]["third at 0.3, 0.1"].min() == 1⟧. And if the inner ring is half as large as the outer one, no threshold on the first coordinate has more than ⟦evidence["07 rings"]["first, 0.5"].max():.1%⟧ of the points on the right side, at any of nine widths and in any of ⟦ten draws ⇐ len(evidence["07 rings"]["first, 0.5"]) == 10⟧.
#
# ## 7.2 What PCA looks for
#
# Let's go back to the plane, and to the 150 irises of the beginning: how long their sepals are, and how long their petals, in centimeters. Did you notice that where the shadows spread the most, the flowers lie nearest to them? To see that this is not an accident, turn the axis all round, and for each angle compute both numbers: the **variance** of the shadows, and the **error**, which is the mean squared distance of the flowers from their shadows.

# %%
axes = pca.principal_axes(flowers.X)
centered, angles = flowers.X - axes.mean, np.arange(0, 181, 3)
units = [np.array([np.cos(angle), np.sin(angle)]) for angle in np.deg2rad(angles)]
kept = np.array([pca.variance_along(u, pca.covariance(centered)) for u in units])
lost = np.array([pca.reconstruction_error(centered, u[:, None]) for u in units])
sides = {"variance": kept, "error": lost, "their sum": kept + lost}
figures.curves(angles, sides, xlabel="angle of the line (degrees)", ylabel="mean square (cm²)")

# %% [markdown]
# The sum of the two ⟦is the same for every angle ⇐ np.ptp(kept + lost) < 1e-9⟧, ⟦(kept + lost)[0]:.2f⟧ cm². One flower shows why. From the mean to the flower, from the mean to its shadow, from the shadow to the flower: these three lines make a triangle with a right angle. Pythagoras says that the squared distance of the flower from the mean, which does not depend on the line, is the sum of the other two squares. The line with the largest variance is therefore the line with the smallest error.
#
# In formulas, let the points have mean 0, and let $u$ have length 1. The shadow of $x_i$ lies at $x_i^\top u$, and the variance of the shadows is
#
# $$\frac1n\sum_{i=1}^n (x_i^\top u)^2 = \ink{blue}{u^\top\mathbf{S}u}, \qquad\text{with}\qquad \mathbf{S} = \frac1n\sum_{i=1}^n x_ix_i^\top$$
#
# the **covariance matrix**. Which $u$ makes this largest? Take eigenvectors $\ink{vermillion}{u^1}, \ink{vermillion}{u^2}, \dots$ of $\mathbf{S}$, of length 1 and at right angles to each other, with the eigenvalues $\lambda_1 \ge \lambda_2 \ge \dots$. Along an eigenvector the variance is ${u^m}^\top\mathbf{S}u^m = \lambda_m$: the eigenvalue *is* the variance. Any other direction $w$ is a mixture of eigenvectors, and the variance along $w$ turns out to be a weighted mean of the eigenvalues. A mean is never larger than the largest of its numbers, so no direction beats $\ink{vermillion}{u^1}$. This is Rayleigh's argument, and the first walk below goes through it line by line.
#
# The second walk is about several axes at once. It starts where the report AML starts, with the **reconstruction error**, that of points put together again from a few coordinates, and arrives at the same eigenvectors. The third proves what you saw in the figures: that the variance left over is the error.

# %%
proofs.rayleigh.walk()

# %%
proofs.reconstruction.walk()

# %%
sheet = equations.sheet("SY19-10", "AML-2", "AML-4", "AML-5", "SY19-eigenvalue-equation",
                        "MSA220-rayleigh", "AML-reconstruction", folded=True)
display(proofs.variance.walk(), sheet)

# %%
arrows_along_axes(flowers, axes.components, axes.variances, title="Principal axes of 150 irises")

# %% jupyter={"source_hidden": true}
degrees = np.rad2deg(np.arctan2(axes.components[0, 1], axes.components[0, 0]))

# %% [markdown]
# The arrows are two standard deviations long. The first axis makes an angle of ⟦degrees:.0f⟧° with the horizontal, has a variance of ⟦axes.variances[0]:.2f⟧ cm² and holds ⟦axes.explained_variance_ratio[0]:.0%⟧ of the whole. The second ⟦is at a right angle to it ⇐ abs(axes.components[0] @ axes.components[1]) < 1e-12⟧, with the ⟦axes.explained_variance_ratio[1]:.0%⟧ that are left.
#
# ## 7.3 An axis is made of the data
#
# So far we need the matrix $\mathbf{S}$, with as many rows as there are coordinates, and in feature space that may be infinitely many. How do we get rid of it? Put $\mathbf{S}$ into the eigenvalue equation $\mathbf{S}u = \lambda u$:
#
# $$\lambda u = \frac1n\sum_{i=1}^n (x_i^\top u)\, x_i .$$
#
# The right-hand side adds up the data points, each multiplied by a number. If $\lambda$ is not 0, the axis $u$, which we thought of as an arrow in $p$ dimensions, is therefore a mixture (**linear combination**) of the $n$ points, $u = \sum_i\alpha_ix_i$, and the coefficients are $\alpha_i = x_i^\top u/(n\lambda)$. Once we know these $n$ numbers, we know $u$. Here is the mixture for six irises.

# %%
six = datasets.iris().in_order().rows([44, 34, 52, 143, 125, 19])
six = six.columns("sepal length", "sepal width")
small = pca.principal_axes(six.X)
alpha = pca.span_coefficients(six.X - small.mean, small.variances[0], small.components[0])
tip_to_tail(six, alpha)

# %% [markdown]
# On the right, each numbered arrow is the point of this number on the left, multiplied by its coefficient. Put tip to tail, with those of 1 and 6 hardly longer than the line is wide, they end at $u$, the thick arrow of length 1. ⟦No arrow points backward ⇐ (alpha * ((six.X - small.mean) @ small.components[0]) >= 0).all()⟧, because on the far side of the mean a negative coefficient turns the arrow round. The parts across the axis cancel. Flowers 1 and 6, which are almost **orthogonal** to the axis (at a right angle to it), ⟦add next to nothing ⇐ abs(alpha[[0, 5]]).max() < 0.25 * np.sort(abs(alpha))[2]⟧.
#
# Why must $\lambda$ not be 0? We divide by it, and without this condition the statement is false. Take four points on a line through the origin. No combination of them leaves the line, but the direction *across* the line is an eigenvector of $\mathbf{S}$ as well, with $\lambda = 0$. KPCA11 prints the condition as $\lambda = 0$; perhaps the stroke through the equals sign got lost.

# %%
line = np.outer([-2.0, -1.0, 0.0, 3.0], [1.0, 1.0])
across = np.array([1.0, -1.0]) / np.sqrt(2)
nearest = line.T @ np.linalg.lstsq(line.T, across, rcond=None)[0]
print(f"λ across the line: {pca.variance_along(across, pca.covariance(line)):.1f}")
print(f"distance from the span of the points: {np.linalg.norm(across - nearest):.1f}")

# %%
sheet = equations.sheet("SY19-projected-equations", "SY19-span", "SY19-12", "AML-8", folded=True)
display(proofs.span.walk(), sheet)

# %% [markdown]
# ## 7.4 The dual problem
#
# Let us map the points, and suppose for now that their images have mean 0 (section 7.7 sees to that). In feature space, $\mathbf{S} = \frac1n\sum_i\Phi(x_i)\Phi(x_i)^\top$ need not be a matrix of numbers. Read $\Phi(x_i)\Phi(x_i)^\top$ as an operator that takes a vector $v$ to $\Phi(x_i)\,\langle\Phi(x_i), v\rangle$. So whatever $v$ is, $\mathbf{S}v$ is a mixture of mapped points, and the argument of section 7.3 holds word by word: an axis is $u = \sum_i\alpha_i\Phi(x_i)$, with $\alpha_k = \langle\Phi(x_k), u\rangle/(n\lambda)$.
#
# How do we find these $n$ numbers, if we don't have $u$? The lecture MSA220 needs two lines. Multiply $\alpha_k$ by $n\lambda$, and put the mixture in for $u$:
#
# $$n\lambda\,\alpha_k = \langle\Phi(x_k), u\rangle = \sum_i\alpha_i\,K(x_k, x_i) = (\mathbf{K}\alpha)_k, \qquad\text{so}\qquad n\lambda\,\alpha = \mathbf{K}\alpha .$$
#
# That is the whole of kernel PCA: **an axis in feature space is an eigenvector of the Gram matrix.**

# %%
display(proofs.short_dual, equations.sheet("SY19-feature-covariance", "SY19-15", folded=True))

# %% [markdown]
# SY19 reaches the same equation by a longer route, which does without the formula for $\alpha_k$.
#
# 1. The equation $\lambda u = \mathbf{S}u$ is one between vectors of feature space. Take the dot product of both sides with each mapped point, which leaves $n$ equations between numbers (11).
# 2. Put the mixture in for $u$. Both sides then consist of dot products of mapped points with mapped points, and nothing else (13).
# 3. Since every such dot product is a kernel value, write them with the Gram matrix, $n\lambda\,\mathbf{K}\alpha = \mathbf{K}^2\alpha$ (14), and take one factor $\mathbf{K}$ away (15).
#
# Take a pencil, and walk through the proof up to (14). Each line gives you its reason first.

# %%
display(proofs.dual.walk(), equations.sheet("SY19-11", "SY19-13", "SY19-14", folded=True))

# %% [markdown]
# The third step should make you suspicious. From $\mathbf{K}a = \mathbf{K}b$ it does not follow that $a = b$, because $\mathbf{K}$ need not have an inverse, so (14) may have solutions that (15) does not have. Do we lose an axis with them? We don't, says KPCA11, because only eigenvectors with the eigenvalue 0 are concerned, and these are not principal components. Here is a proof.
#
# Suppose that $\alpha$ solves (14) but not (15). What it lacks is the vector $r = \mathbf{K}\alpha - n\lambda\alpha$, and (14) says that $\mathbf{K}r = 0$. The combination of the mapped points with the coefficients $r_i$ has the squared length $r^\top\mathbf{K}r = 0$, so it is the zero vector. We may therefore add any multiple of $r$ to $\alpha$ without changing the axis, and with the right multiple (15) holds. So **we lose solutions, but no axis**.

# %%
proofs.dropping_a_factor.walk()

# %% [markdown]
# ## 7.5 An axis of length one
#
# An eigenvector can have any length, and usually one makes it 1. But we project on the *axis* $u$ and not on $\alpha$, so it is the axis that should have length 1, or the shadows come out too long or too short. The axis has no coordinates, but its length is a matter of kernel values, $\|u\|^2 = \alpha^\top\mathbf{K}\alpha = n\lambda\,\alpha^\top\alpha$. We therefore divide $\alpha$ by its own length, and by the square root of $n\lambda$:
#
# $$\alpha \;\leftarrow\; \frac{\alpha}{\|\alpha\|\,\sqrt{n\lambda}} .$$
#
# Mind the letters. Here, $\lambda$ is always an eigenvalue of $\mathbf{S}$, a variance, and $n\lambda$ is one of $\mathbf{K}$. From this point on, the lecture writes $\lambda_m$ for the latter.

# %%
faithful = datasets.faithful().in_order(shuffle=0).standardized()
K = geometry.center_gram(RBF(gamma=1.0)(faithful.X))
values, vectors = np.linalg.eigh(K)
for m in (1, 2):
    unit, normalized = vectors[:, -m], pca.normalize(vectors[:, -m], values[-m])
    lengths = [pca.squared_length(alpha, K) ** 0.5 for alpha in (unit, normalized)]
    print(f"length of axis {m}: {lengths[0]:.2f} with ‖α‖ = 1, {lengths[1]:.2f} normalized")

# %%
sheet = equations.sheet("SY19-squared-length", "SY19-normalization", folded=True)
display(proofs.normalization.walk(), sheet)

# %% [markdown]
# These axes are the first two of the eruptions with the RBF kernel. The report AML leaves $\alpha$ at length 1, so its first axis would be ⟦values[-1] ** 0.5:.1f⟧ times too long, and its second ⟦values[-2] ** 0.5:.1f⟧ times, and its coordinates have no common scale.
#
# ## 7.6 Projections, and a machine of two layers
#
# The new coordinate of a point is its shadow on the axis. Because a shadow is a dot product, it is a sum of kernel values:
#
# $$z_m = \langle u^m, \Phi(x)\rangle = \sum_{i=1}^n\alpha_i^m K(x_i, x) .$$
#
# You can draw this as a machine with two layers. The first compares the input with every training point, and the second forms a weighted sum, with learned weights. Here it is with six digits to learn from, and two coordinates. A solid blue line is a positive weight $\alpha_i^m$, a dashed orange one a negative weight, and the thicker the line, the larger the weight. This small machine leaves the mapped digits where they are; the next section adds the centering.

# %%
digits = datasets.usps().train.in_order(shuffle=0).rows(slice(0, 6))
small = KernelPCA(Polynomial(degree=2, gamma=1 / 256), n_components=2, center=False).fit(digits.X)
x = datasets.usps().test.in_order(shuffle=0).rows(slice(0, 1))
display(extractor(x.images[0], digits.images, small.kernel_(digits.X, x.X)[:, 0], small.alpha_))
display(proofs.projection.walk(), equations.sheet("SY19-projection", folded=True))

# %% [markdown]
# Have you seen such machines before? This is a neural network with one hidden layer, in which the six training digits are the hidden units, the kernel is what they compute, and $\alpha$ holds the weights. Only the origin of the weights is unusual: they are eigenvectors, and were not found step by step.
#
# ## 7.7 Centering what you cannot see
#
# We supposed that the mapped points have mean 0, but they don't. For the RBF kernel all kernel values are positive, so any two mapped points are less than 90° apart, and all of them lie on one side of the origin. We can't move points that we do not have, but we can say what their Gram matrix would be after the move. Call the mean $m$, and multiply out $\langle\Phi(x_i) - m,\, \Phi(x_j) - m\rangle$. Each of the four dot products is a kernel value or a mean of kernel values:
#
# $$\tilde K_{ij} = K_{ij} - \frac1n\sum_k K_{kj} - \frac1n\sum_l K_{il} + \frac1{n^2}\sum_{k,l}K_{kl} .$$
#
# In words: subtract the mean of each column and the mean of each row. The mean of all has then been subtracted twice, so add it once.

# %%
G = RBF(gamma=1.0)(faithful.X[:5])
ones = np.full((5, 5), 1 / 5)
right, wrong = geometry.center_gram(G), G - 2 * ones @ G + ones @ G @ ones
print("sums of the rows:", right.sum(axis=1).round(12) + 0.0)
print("symmetric:", np.allclose(right, right.T), " as KPCA11 has it:", np.allclose(wrong, wrong.T))

# %%
display(proofs.centering.walk(), equations.sheet("SY19-centering", "MSA220-centering", folded=True))

# %% [markdown]
# KPCA11 has the centering right entry by entry, but its matrix form subtracts the mean of each column twice, and never that of the rows. The result cannot be a Gram matrix, because it is not even symmetric: here, two entries that should be equal differ by up to ⟦np.abs(wrong - wrong.T).max():.2f⟧.
#
# A new point has to be moved as well, and by the same vector: the mean of the *training* points, around which the axes were computed. KPCA11 and AML (in equation 15) leave the new point where it is. What difference does that make?

# %%
model, new = KernelPCA(RBF(gamma=1.0), n_components=4).fit(faithful.X), faithful.X[:3] + 0.1
moved = model.transform(new)[:, 0]
unmoved = pca.project(model.kernel_(new, faithful.X), model.alpha_)[:, 0]
print("moved by the mean:", moved.round(3), " not moved:", unmoved.round(3))
print("difference:", (unmoved - moved).round(3))

# %%
sheet = equations.sheet("SY19-centering-new", "SY19-projection-centered", folded=True)
display(proofs.centering_new.walk(), sheet)

# %% [markdown]
# The difference is ⟦the same number for all points ⇐ np.ptp(unmoved - moved) < 1e-9⟧, namely ⟦the shadow of the mean of the training points ⇐ np.allclose(unmoved - moved, pca.project(model.kernel_(faithful.X), model.alpha_)[:, 0].mean())⟧. In a picture of new points alone you would not notice it. If you draw them beside the training points, all of them are shifted to one side.
#
# ## 7.8 The whole of it
#
# You now have every step. This is the lecture's summary of kernel PCA, with the centering that it adds afterwards:
#
# 1. Compute the Gram matrix $\mathbf{K}$.
# 2. Center it.
# 3. Find its eigenvectors with the largest eigenvalues.
# 4. Normalize them, so that $n\lambda_m\,{\alpha^m}^\top\alpha^m = 1$.
# 5. To project a new point, center its kernel values by the training points, and add them up with the weights $\alpha^m$.
#
# The solver below is given a Gram matrix, and takes the next three steps. `eigh` begins with the smallest eigenvalue, so the order is reversed. An eigenvector whose eigenvalue is 0 cannot be normalized and is left out. Because an eigenvector may point either way, each gets the sign that makes its largest entry positive.
#
# Are these the right axes? `pca.certify` judges them by $\mathbf{K}$ alone, no matter how they were found. It measures the length of $\tilde{\mathbf{K}}\alpha - n\lambda\alpha$ for each axis, and it finds out whether a larger eigenvalue is missing. `pca.solve_dual`, which we use from here on, returns the same axes with the same certificate. When you ask for four axes of many points, it does not compute all $n$ eigenvectors.

# %%
equations.code(pca.plain_kernel_pca)

# %%
K = RBF(gamma=1.0)(faithful.X)
plain = pca.certify(K, *pca.plain_kernel_pca(K, n_components=4))
fast = pca.solve_dual(K, n_components=4)
print("same coordinates:", np.allclose(plain.projections, fast.projections, atol=1e-6))
print("all residuals below 1e-9:", all((way.residuals < 1e-9).all() for way in (plain, fast)))
level_lines(faithful, {"": model.transform}, n_components=4, title="Eruptions, RBF, γ = 1")

# %% [markdown]
# The first coordinate tells the two groups of eruptions apart: its sign agrees with "longer than three minutes" for ⟦max(np.mean((fast.projections[:, 0] > 0) == (datasets.faithful().in_order(shuffle=0).X[:, 0] > 3)), np.mean((fast.projections[:, 0] < 0) == (datasets.faithful().in_order(shuffle=0).X[:, 0] > 3))):.0%⟧ of them. For that no kernel is needed, because a straight axis agrees for ⟦max(np.mean((z > 0) == long) for long in [datasets.faithful().in_order(shuffle=0).X[:, 0] > 3] for z in (pca.principal_axes(faithful.X).project(faithful.X)[:, 0], -pca.principal_axes(faithful.X).project(faithful.X)[:, 0])):.0%⟧, too. What the kernel adds are the others: there are more than two of them, and their thick lines ⟦run through both groups ⇐ all(0.2 < np.mean(fast.projections[group, m] > 0) < 0.8 for m in (1, 2, 3) for group in (datasets.faithful().in_order(shuffle=0).X[:, 0] > 3, datasets.faithful().in_order(shuffle=0).X[:, 0] <= 3))⟧ and divide them further.
#
# The explorer begins with a parabola and the polynomial kernel of degree 2. Set the degree to 1, which makes the kernel $1 + x^\top y$. **Before you move it**, guess how many components have any variance, and find out what their level lines look like. With the RBF kernel, what happens to the proportions of the variance as $\gamma$ grows?

# %%
standardized = datasets.parabola().standardized().X
n_straight = pca.solve_dual(Polynomial(degree=1)(standardized)).n_components
question = "Degree 1, points of the plane: how many components have a variance above 0?"
guess.number(question, n_straight, "components")

# %%
explorers.KernelPCAExplorer()

# %%
solved = {gamma: pca.solve_dual(RBF(gamma)(standardized), 6) for gamma in (0.1, 1.0, 10.0)}
first = {g: float(solution.explained_variance_ratio[0]) for g, solution in solved.items()}
with guess.covered():
    print("coordinates with degree 1:", n_straight)
    print("share of the first, RBF, by γ:", {g: round(share, 3) for g, share in first.items()})

# %% [markdown]
# <details><summary>Answers</summary>
#
# - The level lines are straight and parallel, as for PCA. The kernel $1 + x^\top y$ is the linear one up to a constant, and centering takes the constant out. What remains are ⟦n_straight⟧ coordinates, as many as the plane has.
# - The proportions even out. On the parabola the first coordinate holds ⟦first[0.1]:.0%⟧ of the variance at $\gamma = 0.1$, and ⟦first[10.0]:.0%⟧ at $\gamma = 10$. A narrow kernel puts the mapped points nearly at right angles to each other, each in a direction of its own, and then a few axes cannot hold much.
# </details>
#
# What proportion do the first few coordinates hold in total? For the eruptions:

# %%
kernels = {"linear": Linear()} | {f"RBF, γ = {gamma}": RBF(gamma) for gamma in (0.1, 1, 10)}
centered = {name: geometry.center_gram(kernel(faithful.X)) for name, kernel in kernels.items()}
spectra = {name: np.linalg.eigvalsh(K)[::-1] for name, K in centered.items()}
ratios = {name: pca.explained_variance_ratio(v[:10], v.sum()) for name, v in spectra.items()}
held = {name: pca.cumulated_variance(ratio) for name, ratio in ratios.items()}

# %%
words = {"xlabel": "number of coordinates", "ylabel": "share of the variance"}
display(figures.curves(np.arange(1, 11), held, **words, title="Eruptions", markers=True))
equations.sheet("SY19-explained-variance", "SY19-cumulated-variance", folded=True)

# %% [markdown]
# With the linear kernel, ⟦two coordinates hold everything ⇐ abs(held["linear"][1] - 1) < 1e-9⟧, because the plane has no more than two dimensions. With the RBF kernel there are as many coordinates as there are different points, less one. That makes ⟦len(np.unique(faithful.X, axis=0)) - 1⟧ here, because some eruptions were recorded with the same two numbers. Most coordinates have so little variance that a computer cannot tell it from rounding: at $\gamma = 1$, our solver finds ⟦pca.solve_dual(RBF(gamma=1.0)(faithful.X)).n_components⟧ that rise above it. ⟦The narrower the kernel is ⇐ all((held[f"RBF, γ = {wide}"] > held[f"RBF, γ = {narrow}"]).all() for wide, narrow in ((0.1, 1), (1, 10)))⟧, the less the first few hold, and the more of them you need. Don't compare these proportions across kernels as if they were marks, because each is a proportion of the variance in *its own* feature space.
#
# With the linear kernel we are back where the chapter began.

# %%
linear, axes = pca.solve_dual(Linear()(faithful.X)), pca.principal_axes(faithful.X)
print("variances, kernel PCA:", linear.variances.round(4), " PCA:", axes.variances.round(4))
same = np.allclose(np.abs(linear.projections), np.abs(axes.project(faithful.X)))
print("the same coordinates, up to the sign of each axis:", same)

# %% [markdown]
# ## 7.9 Fifty images of a million pixels
#
# The dual problem pays even without a kernel. Fifty images of 1024 × 1024 pixels are fifty points in $2^{20}$ dimensions. Their covariance matrix has $2^{40}$ entries, and at eight bytes each that is more than eight terabytes, whereas their Gram matrix has 2500 entries. By section 7.3, an axis is a mixture of the images: find the 50 coefficients, and mix.

# %%
images = np.array([draws.spot(t) for t in bars.progress(np.linspace(0, 1, 50), "images")])
wandering = pca.principal_axes(images, n_components=6)
n, p = images.shape
print(f"{n} images of {p} pixels; solved by the {wandering.path} matrix")
display(proofs.small_problem.walk(), equations.sheet("PR-small-problem", folded=True))

# %%
shown = np.vstack([images[[0, 25, 49]], wandering.components[:5]])
shown = (shown / np.abs(shown).max(axis=1, keepdims=True)).reshape(8, 1024, 1024)[:, ::16, ::16]
names = ["image 1", "image 26", "image 50", *(f"axis {m}" for m in range(1, 6))]
figures.digits(shown, names, columns=4, title="Three of 50 images, and five axes")

# %% [markdown]
# A spot wanders across the pictures. Gray is 0, the color of the spot is above it and that of the page below. Each of the five axes is also a picture, with parts of both colors, and ⟦none is a single spot ⇐ all(min(axis.max(), -axis.min()) > 0.3 * abs(axis).max() for axis in wandering.components[:5])⟧. The first six hold ⟦wandering.explained_variance_ratio.sum():.0%⟧ of the variance. One number, the time, would be enough to say where the spot is, but for PCA a spot that has moved is a new direction, so it needs one straight axis after another to follow the spot.
#
# ## Summary

# %%
equations.summary("07_kernel_pca", folded=True)

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. A line through the mean keeps a variance of 3, and the points have 5 in all. What is the error? Can another line have a larger variance *and* a larger error?
# <details><summary>Answer</summary>
#
# The error is 2, since both have the sum 5. No other line can have more of both: if one grows, the other shrinks.
# </details>
#
# 2. $n = 100$ points in 3 dimensions, linear kernel. How many eigenvalues of the centered Gram matrix are not zero?
# <details><summary>Answer</summary>
#
# At most 3, because the mapped points are the points themselves, and their covariance matrix is 3 × 3.
# </details>
#
# 3. And with the RBF kernel?
# <details><summary>Answer</summary>
#
# 99, if no two points are the same. Then $\mathbf{K}$ has full rank, and centering takes one direction away. On a computer you may count fewer, because the last ones drown in rounding.
# </details>
#
# 4. $\tilde{\mathbf{K}}\alpha = 8\alpha$ with $\|\alpha\| = 1$ and $n = 20$. What is the variance along the axis, and by what do you have to divide $\alpha$?
# <details><summary>Answer</summary>
#
# Since $n\lambda = 8$, the variance is $8/20 = 0.4$. The axis has the squared length $\alpha^\top\tilde{\mathbf{K}}\alpha = 8$, so divide by $\sqrt8$.
# </details>
#
# 5. Why do the entries of each $\alpha$ sum to zero after centering?
# <details><summary>Answer</summary>
#
# The rows of $\tilde{\mathbf{K}}$ sum to 0, so the vector of ones is an eigenvector with the eigenvalue 0. Each $\alpha$ belongs to an eigenvalue that is not 0, so it is at a right angle to the vector of ones, which means that its entries sum to 0.
# </details>
#
# **Now the exercises:** work in [your own copy](../my/07_kernel_pca_exercises.ipynb), which JupyterLab has made for you ([the originals](../exercises/07_kernel_pca_exercises.ipynb)). Next, in [chapter 8](08_kernel_pca_at_work.ipynb): what the new coordinates show, and what they are good for.
#
# **To read on:** Pearson (1901) on lines and planes of closest fit; Schölkopf, Smola and Müller (1998) on kernel PCA.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 7·A Does it unroll a curve? (3 minutes)
#
# If the first coordinate can find rings, one might hope that kernel PCA lays out any curve like a thread, so that one coordinate says where on the curve a point is. KPCA11 warns that it "does not unfold the data". Let us see, on one arm of a spiral, where we know the place of each point. A coordinate that follows the arm puts the points in the same order. We therefore compare the two orders by the correlation of their ranks, which is 1 if they agree and near 0 if they have nothing to do with each other. We try six widths of the kernel.

# %%
spiral = datasets.spirals(400, cycles=1.5, noise=0.02)
arm = spiral.X[spiral.y == 0]
bent = {g: KernelPCA(RBF(g), n_components=2).fit_transform(arm) for g in (0.1, 0.3, 1, 3, 10, 30)}
ranks = {g: Z[:, 0].argsort().argsort() for g, Z in bent.items()}
kept = {g: abs(float(np.corrcoef(rank, np.arange(len(arm)))[0, 1])) for g, rank in ranks.items()}
print("order kept, by γ:", {g: round(share, 2) for g, share in kept.items()})

# %%
best, quarters = max(kept, key=kept.get), np.repeat(range(4), len(arm) // 4)
names = ["innermost quarter", "second", "third", "outermost quarter"]
display(figures.scatter(arm, quarters, names=names, title="One arm of a spiral"))
title = f"Its first two coordinates, RBF, γ = {best:g}"
figures.scatter(bent[best], quarters, names=names, features=("z₁", "z₂"), title=title)

# %% [markdown]
# The best width of the six keeps the order with a correlation of ⟦max(kept.values()):.2f⟧, and ⟦no width comes near 1 ⇐ max(kept.values()) < 0.9⟧. On ten other draws of the arm, the best of eight widths reaches ⟦evidence["07 arm"]["longer, kernel PCA"].min():.2f⟧ to ⟦evidence["07 arm"]["longer, kernel PCA"].max():.2f⟧. The picture of the first two coordinates shows why. The spiral was not laid out straight, but bent into another curve, in which ⟦its outermost quarter lies innermost ⇐ np.argmin([np.linalg.norm(bent[best][quarters == q], axis=1).mean() for q in range(4)]) == 3⟧. An RBF kernel makes near points alike, and of far ones it only says that they are unlike, not how far apart they are *along the curve*. Kernel PCA re-encodes the data: it gives coordinates in which other methods may do better, but it promises nothing about order. Other methods were made for that purpose, and chapter 8 compares kernel PCA with one of them.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 7·B Curved axes for the fifty images (2 minutes)
#
# Would fewer curved axes do than straight ones? Not necessarily. Here are the proportions that six axes hold with an RBF kernel, for nine widths around the usual rule of thumb, the inverse of the median squared distance.

# %%
G = images @ images.T
D2 = np.diag(G)[:, None] - 2 * G + np.diag(G)
rule = 1 / np.median(D2[np.triu_indices(50, 1)])
solved = {2.0**c: pca.solve_dual(np.exp(-(2.0**c) * rule * D2), 6) for c in range(-4, 5)}
by_rbf = {c: float(solution.cumulated_variance[-1]) for c, solution in solved.items()}
print("share of six axes, by multiples of the rule:", {c: round(v, 2) for c, v in by_rbf.items()})

# %% [markdown]
# At the rule of thumb six axes of kernel PCA hold ⟦by_rbf[1.0]:.0%⟧, ⟦less than the straight ones ⇐ by_rbf[1.0] < wandering.explained_variance_ratio.sum()⟧. ⟦A wider kernel holds more ⇐ list(by_rbf.values()) == sorted(by_rbf.values(), reverse=True)⟧, up to ⟦max(by_rbf.values()):.0%⟧ here, but a wide kernel is nearly the linear one, and these are proportions of different spaces. A kernel makes data simple only if it suits them, and chapter 8 is about finding out whether it does.
