# %% [markdown]
# # 7 · Kernel PCA
#
# **The question.** A digit of 16 × 16 pixels is a point in 256 dimensions, but nobody believes that digits vary in 256 independent ways. **Principal component analysis** (PCA)
# finds the directions along which they vary most. It only finds straight ones. What if the data lie along a curve? Then look for straight directions in a feature space: straight there is
# curved here.
#
# **After this chapter you can**
#
# - show that every axis of PCA is a combination of the data, and find it from the Gram matrix;
# - derive the dual eigenvalue problem $\mathbf{K}\alpha = n\lambda\alpha$ line by line, in any feature space;
# - normalize its solutions, center the mapped points without coordinates, and project new points;
# - do the PCA of 50 images of a million pixels with a 50 × 50 matrix.
#
# **You need** [chapter 1](01_kernels.ipynb), and eigenvalues of symmetric matrices.

# %%
import numpy as np

from kernelsy19 import datasets, pca
from kernelsy19.course import equations, figures
from kernelsy19.course.bars import progress
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.kernels import geometry as fs
from kernelsy19.pca import KernelPCA, explorers, settings
from kernelsy19.pca import derivations as proofs
from kernelsy19.pca.figures import extractor

# %% [markdown]
# ## 7.1 PCA, once more
#
# Points $x_1, \dots, x_n$ with mean 0 have the covariance matrix $\mathbf{S} = \frac1n\sum_i x_ix_i^\top$. The variance of the points along a unit vector $u$ is
# $u^\top\mathbf{S}u$. It is largest for the eigenvector of $\mathbf{S}$ with the largest eigenvalue, and the eigenvalue is that variance.

# %%
proofs.variance

# %%
equations.sheet("SY19-10", "AML-5", "AML-2", "SY19-eigenvalue-equation", "AML-4")

# %% [markdown]
# Why is no other direction better? Write any unit vector $w$ in the coordinates $a_m$ that it has along the eigenvectors. The variance along $w$ is then a mean of the eigenvalues, with the weights
# $a_m^2$, and a mean is never larger than the largest of its numbers. This is Rayleigh's argument.

# %%
display(proofs.rayleigh, equations.show("MSA220-rayleigh"))

# %% [markdown]
# AML introduces PCA from the other end: put each point together again from its few coordinates, and make the error as small as you can. That is the same aim. For every choice of axes, the variance
# that they keep and the error that they make have the same sum, so where one is largest the other is smallest.

# %%
display(proofs.reconstruction, equations.show("AML-reconstruction"))

# %%
faithful = datasets.faithful().standardized()
axes = pca.principal_axes(faithful.X)
print("axes, one a row:")
print(axes.components.round(3))
print("share of the variance:", axes.explained_variance_ratio.round(3))

# %% [markdown]
# ## 7.2 The axes are made of the data
#
# Read $\lambda u = \mathbf{S}u = \frac1n\sum_i (x_i^\top u)\,x_i$ from right to left: for $\lambda \ne 0$ the axis $u$ is a sum of data points, each times a number. Nothing else about $u$
# matters than these $n$ numbers. So instead of one equation between vectors of length $p$ we may ask for the $n$ equations that its dot products with the
# data give. (KPCA11 states this for $\lambda = 0$, which is the one case where it fails.)

# %%
display(proofs.span, equations.sheet("SY19-projected-equations", "AML-8", "SY19-span", "SY19-12"))

# %% [markdown]
# The slip, shown: points on a line in the plane. The axis across the line has $\lambda = 0$, and no combination of the points points that way.

# %%
line = np.outer([-2.0, -1.0, 0.0, 3.0], [1.0, 1.0])
across = np.array([1.0, -1.0]) / np.sqrt(2)
residual = across - line.T @ np.linalg.lstsq(line.T, across, rcond=None)[0]
print("λ across:", round(float(across @ pca.covariance(line) @ across), 12), " distance from the span:", np.linalg.norm(residual).round(3))

# %% [markdown]
# ## 7.3 In feature space
#
# Now map the points, and for the moment let their images have mean 0. The covariance matrix in feature space has as many rows as the space has dimensions, infinitely many for
# the RBF kernel. But the $n$ numbers $\alpha_i$ are still $n$ numbers. Equations (11) to (15) of the lecture, with the proof of (14):

# %%
proofs.dual

# %%
equations.sheet("SY19-feature-covariance", "SY19-11", "SY19-13", "SY19-14", "SY19-15")

# %% [markdown]
# Equation (14) has a factor $\mathbf{K}$ on both sides and (15) has not. What is lost when we drop it? Take any solution $\alpha$ of (14). What it lacks to be a solution of (15) is
# $r = \mathbf{K}\alpha - n\lambda\alpha$, and (14) says that $\mathbf{K}r = 0$. Then $\alpha + r/(n\lambda)$ solves (15), and it makes the same axis, because the combination of the mapped points with the
# coefficients $r_i$ is the zero vector. So we lose solutions, but no axis.

# %%
proofs.dropping_a_factor

# %% [markdown]
# Take the lines on data of your own: here 30 eruptions and a kernel of degree 3.

# %%
ours = settings.pca_setting(faithful.X[:30], Polynomial(degree=3))
print(all(proofs.dual.verify(ours)), "on", len(ours.K), "points")

# %% [markdown]
# ## 7.4 Axes of length one
#
# An eigenvector is free in its length. The axis $u = \sum_i\alpha_i\Phi(x_i)$ should have length 1, and its length is a matter of kernel values.

# %%
display(proofs.normalization, equations.sheet("SY19-squared-length", "SY19-normalization"))

# %% [markdown]
# $\lambda$ in this formula is the eigenvalue of $\mathbf{K}$. AML keeps eigenvectors of length 1 instead, so that its projections have no common scale:

# %%
K = fs.center_gram(RBF(gamma=1.0)(faithful.X))
values, vectors = np.linalg.eigh(K)
unit = vectors[:, -1]
print(f"length of the axis with ‖α‖ = 1: {np.sqrt(pca.squared_length(unit, K)):.3f}")
print(f"after normalizing: {np.sqrt(pca.squared_length(pca.normalize(unit, values[-1]), K)):.3f}")

# %% [markdown]
# ## 7.5 Projections
#
# The coordinate of a point along an axis is a dot product, so it is a sum of kernel values.

# %%
display(proofs.projection, equations.show("SY19-projection"))

# %% [markdown]
# Drawn as a machine it has two layers. The first compares the input with every training point, the second adds up the comparisons with weights that were learned. Here with
# six training digits, and two components of just these six.

# %%
digits = datasets.usps().train.rows(slice(0, 6))
small = KernelPCA(Polynomial(degree=2, gamma=1 / 256), n_components=2, center=False).fit(digits.X)
x = datasets.usps().test.rows(slice(0, 1))
extractor(x.images[0], digits.images, small.kernel_(digits.X, x.X)[:, 0], small.alpha_, title="A feature extractor of two layers")

# %% [markdown]
# ## 7.6 Centering
#
# We assumed that the images have mean 0. They have not: for the RBF kernel all kernel values are positive, so all images lie on one side of the origin. We cannot move points that we
# do not have, but we can write down the Gram matrix that they would have after the move.

# %%
display(proofs.centering, equations.sheet("SY19-centering", "MSA220-centering"))

# %% [markdown]
# KPCA11 writes $\mathbf{K} - 2\cdot\mathbf{1}_n\mathbf{K} + \mathbf{1}_n\mathbf{K}\mathbf{1}_n$. That is not symmetric, so it is no Gram matrix at all:

# %%
G = RBF(gamma=1.0)(faithful.X[:5])
ones = np.full((5, 5), 1 / 5)
slip = G - 2 * ones @ G + ones @ G @ ones
print("asymmetry of the slip:", np.abs(slip - slip.T).max().round(3), " of the right matrix:", np.abs(fs.center_gram(G) - fs.center_gram(G).T).max().round(3))

# %% [markdown]
# A new point has to be moved too, by the mean of the *training* points. KPCA11 and AML (its equation 15) forget it, and get coordinates that are off by the same number for all points.

# %%
display(proofs.centering_new, equations.sheet("SY19-centering-new", "SY19-projection-centered"))

# %%
model = KernelPCA(RBF(gamma=1.0), n_components=2).fit(faithful.X)
new = faithful.X[:3] + 0.1
K_new = model.kernel_(new, faithful.X)
print("moved by the mean:", model.transform(new)[:, 0].round(3), " as in AML (15):", pca.project(K_new, model.alpha_)[:, 0].round(3))
print("difference:", (pca.project(K_new, model.alpha_) - model.transform(new))[:, 0].round(3))

# %% [markdown]
# ## 7.7 The whole of it
#
# Gram matrix, centering, eigenvectors, normalization: you have now seen every step of kernel PCA. Put one below the other, they are the whole solver. With the
# eigenvectors it hands back a certificate, $\|\tilde{\mathbf{K}}\alpha - n\lambda\alpha\|$ for each component.

# %%
equations.code(pca.plain_kernel_pca)

# %% [markdown]
# `pca.solve_dual` finds the same axes faster, because it does not compute all $n$ eigenvectors when you ask for four, and with many points it does not even compute all of $\mathbf{K}$. The
# certificate is the same.

# %%
K = RBF(gamma=1.0)(faithful.X)
by_eigh, solution = pca.plain_kernel_pca(K, n_components=4), pca.solve_dual(K, n_components=4)
print("same eigenvalues:", np.allclose(by_eigh.eigenvalues, solution.eigenvalues, rtol=1e-9))
print("same projections:", np.allclose(by_eigh.projections, solution.projections, atol=1e-6))
print(f"all residuals below 1e-9: {bool((by_eigh.residuals < 1e-9).all())} and {bool((solution.residuals < 1e-9).all())}")

# %%
print("shares of the variance:", solution.explained_variance_ratio.round(3), " cumulated:", solution.cumulated_variance.round(3))
equations.sheet("SY19-explained-variance", "SY19-cumulated-variance")

# %%
panels = {f"component {m + 1}": lambda P, m=m: solution.project(RBF(gamma=1.0)(P, faithful.X))[:, m] for m in range(4)}
figures.contour_panels(faithful, panels, columns=2, title="Eruptions: four components of kernel PCA, RBF γ = 1")

# %% [markdown]
# The first component tells the two groups apart. The others cut the groups in themselves, one after the other: directions that no straight line could follow.
#
# **Before you move it:** with the polynomial kernel of degree 1, what do the level lines look like? And how many components are there at most?

# %%
explorers.KernelPCAExplorer()

# %% [markdown]
# With the linear kernel we are back where we started: same variances, same coordinates, up to the sign of each axis.

# %%
linear = pca.solve_dual(Linear()(faithful.X), n_components=2)
same = np.allclose(np.abs(linear.projections), np.abs(axes.project(faithful.X)))
print("variances:", linear.variances.round(4), axes.variances.round(4), " same coordinates up to signs:", same)

# %% [markdown]
# ## 7.8 Fifty images of a million pixels
#
# The dual problem pays even without a kernel. Fifty images of 1024 × 1024 pixels have a covariance matrix of $2^{20} \times 2^{20}$ entries: eight terabytes. Their Gram matrix is 50 × 50.

# %%
display(proofs.small_problem, equations.show("PR-small-problem"))

# %% [markdown]
# A bright spot that wanders across the picture:

# %%
t = np.linspace(0, 1, 50)
pixels = np.linspace(0, 1, 1024)
bump = lambda center: np.exp(-((pixels - center) ** 2) / 0.02)
images = np.array([np.outer(bump(0.3 + 0.4 * np.sin(6.3 * s)), bump(0.2 + 0.6 * s)).ravel()
                   for s in progress(t, "images")])
wandering = pca.principal_axes(images, n_components=6)
print(images.shape, "solved through", wandering.path, " shares:", wandering.explained_variance_ratio.round(3))

# %%
shown = np.vstack([images[[0, 25, 49]], wandering.components[:5]]).reshape(8, 1024, 1024)[:, ::16, ::16]
shown /= np.abs(shown).max(axis=(1, 2), keepdims=True)
figures.digits(shown, ["image 1", "image 26", "image 50", *(f"axis {m}" for m in range(1, 6))], columns=4, title="Three of 50 images, and five axes")

# %% [markdown]
# Each axis is an image. No single one is a spot, and no small number of them is enough: the spot moves, and a moved spot is a new direction. That is the limit of straight axes, and the
# reason for the next chapter.
#
# ## Summary

# %%
equations.summary("07_kernel_pca")

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. $n = 100$ points in 3 dimensions, linear kernel. How many eigenvalues of the centered Gram matrix are not zero?
# <details><summary>Answer</summary>
#
# At most 3: the mapped points are the points themselves, and their covariance matrix is 3 × 3.
# </details>
#
# 2. And with the RBF kernel?
# <details><summary>Answer</summary>
#
# 99, if all points differ: $\mathbf{K}$ has full rank, and centering takes one direction away.
# </details>
#
# 3. $\tilde{\mathbf{K}}\alpha = 8\alpha$ with $\|\alpha\| = 1$ and $n = 20$. What is the variance along the axis, and by what is $\alpha$ to be divided?
# <details><summary>Answer</summary>
#
# $n\lambda = 8$, so the variance is $8/20 = 0.4$. The axis has squared length $\alpha^\top\tilde{\mathbf{K}}\alpha = 8$: divide by $\sqrt8$.
# </details>
#
# 4. Why is the sum of the entries of each $\alpha$ zero after centering?
# <details><summary>Answer</summary>
#
# The rows of $\tilde{\mathbf{K}}$ sum to 0, so the vector of ones is an eigenvector with eigenvalue 0, and $\alpha$ is orthogonal to it.
# </details>
#
# **Now the exercises:** [07_kernel_pca_exercises](../exercises/07_kernel_pca_exercises.ipynb). Next: what the new coordinates are good for.
