# %% [markdown]
# # 1 · Kernels
#
# **The question.** Here are two hundred points of two classes, one of which lies in the middle and the other around it. **Turn the line and drag it:** how few points can you leave on the wrong side? Then draw a line among their squares, and see what curve it is among the points.

# %% jupyter={"source_hidden": true}
import numpy as np
from kernelcourse import equations, figures, guess
from kernelcourse.kernels import explorers, notations, proofs
from kernelcourse.kernels.experiments import best_line, nearest_mean_errors
from kernelcourse.kernels.experiments import separating_plane
from kernelcourse.kernels.figures import feature_planes, gram_matrix, kernel_values, lift
from kernelcourse.kernels.figures import nearer_than_half, spectrum, two_means
from kernelsy19 import datasets, kernels
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial, Sigmoid, geometry as fs

# %%
explorers.LineByHandExplorer()

# %% [markdown]
# Among the points themselves, no straight line works. But we don't have to give up the tools that draw lines: a function called a *kernel* lets us work in another space, where a line is enough, without ever computing where a point has gone.
#
# **After this chapter you can**
#
# - turn a curve into a line with a feature map, and say what a map costs;
# - say what the kernel trick is, and carry it out: take an algorithm that is written in dot products, and run it in a feature space;
# - compute distances, angles and means in feature space from kernel values alone;
# - read each kernel of the lectures in each notation that they use;
# - prove that a Gram matrix is positive semidefinite, recognize a function that is not a kernel, and build new kernels from old ones.
#
# **You need** vectors, dot products, and eigenvalues of a symmetric matrix. The table of notation is [appendix D](D_notation.ipynb). One warning: up to section 1.4, $x_1$ and $x_2$ are the two *coordinates* of one point; from section 1.5 on, as in the rest of the course, $x_i$ is the *point* with number $i$.

# %% [markdown]
# ## 1.1 Where a line fails
#
# How good can a line be, at best? Let's try many of them: in each of 360 directions, we push a line across the picture, count the points on its wrong side, and count anew whenever it has passed one. We keep the line with the fewest.

# %%
circles = datasets.circles(n=200, factor=0.4, noise=0.08)
X, y = circles.X, circles.y
best = best_line(X, y, n_directions=360)
figures.decision(circles, lambda P: P @ best.w + best.b, title="The best line", label="line")

# %% [markdown]
# Even the best line leaves ⟦best.wrong⟧ of ⟦len(X)⟧ points on the wrong side, because a line can cut off only one piece of the outer class. Classes between which a line or a plane fits are called **linearly separable**.
#
# ## 1.2 Move the points, keep the line
#
# The distance from the middle tells the classes apart, so the circle $x_1^2 + x_2^2 = R^2$ would be a good boundary. If we call the two squares $u_1$ and $u_2$, the same equation reads $u_1 + u_2 = R^2$, which is a straight line. So let's draw each point at its two squares, and look for a line there, by logistic regression ([chapter 11](11_kernel_logistic.ipynb)).

# %%
line = separating_plane(kernels.squares(X), y)
feature_planes(circles, kernels.squares, line=(line.w, line.b), transformed=("x₁²", "x₂²"),
               title="A line there is a closed curve here")

# %% [markdown]
# Now ⟦no point ⇐ line.wrong == 0⟧ is on the wrong side, and what we did has a name. A **feature map** $\Phi$ takes a point $x$ to a point $\Phi(x)$ of another space, the **feature space**. Ours was
#
# $$\Phi(x) = (x_1^2,\; x_2^2) .$$
#
# A map has to fit the data. Suppose that both rings move up by one unit. A circle around $(0, 1)$ has the equation $x_1^2 + x_2^2 - 2x_2 = R^2 - 1$, which contains $x_2$ itself, and the two squares don't give us that. We therefore add it as a third feature. The feature space now has three dimensions, and a plane separates the classes there.

# %%
moved, tilted = X + [0, 1], X @ [[1.6, 0.9], [0, 0.7]] + [1, -0.5]
two = separating_plane(kernels.squares(moved), y)
three = separating_plane(kernels.squares_and_second(moved), y)
conic = separating_plane(kernels.quadratic_features(tilted), y)
print(f"wrong after the move: {two.wrong} with two features, {three.wrong} with three")
lift(moved, kernels.squares_and_second, plane=(three.w, three.b), y=y, names=circles.target_names,
     transformed=("x₁²", "x₂²", "x₂"), title="Circles around (0, 1): three features and a plane")

# %% [markdown]
# Do we have to know beforehand where the center is? Not if the map has all the features that an equation of degree 2 can contain. Every ellipse, parabola and hyperbola has an equation $w_1x_1^2 + w_2x_2^2 + w_3x_1x_2 + w_4x_1 + w_5x_2 + b = 0$, so with these five features each of them is a hyperplane. In the cell above, we stretched, tilted and moved the rings, and logistic regression found such a hyperplane. The boundary is ⟦a tilted ellipse ⇐ 4 * conic.w[0] * conic.w[1] > conic.w[2] ** 2 and abs(conic.w[2]) > 0.1 * abs(conic.w[0])⟧, with ⟦no point on the wrong side ⇐ conic.wrong == 0⟧.
#
# One map you can see at a glance: $(x_1, x_2) \mapsto (x_1,\; x_2,\; x_1^2 + x_2^2)$ lifts each point to its squared distance from the origin, so the plane turns into a bowl. A second plane that cuts through the bowl separates the points below it from those above.
#
# **Before you move it:** what do you see on the left when a horizontal plane rises, and what when it leans?

# %%
width = np.ptp(np.roots([1, -1, -0.5]))  # of x₁² + x₂² = x₁ + 0.5, where x₂ = 0
height = np.ptp(np.roots([1, 0, -0.75]))  # of the same curve in its middle, where x₁ = 0.5
seen = ["an ellipse", "a circle", "a parabola"]
question = "When the plane leans a little, which curve do you see on the left?"
guess.choice(question, seen, seen[int(np.isclose(width, height))])

# %%
explorers.FeatureMapExplorer()

# %%
angle, c = np.linspace(0, 2 * np.pi, 60), np.array([0.5, -1.0])
circle = c + 0.7 * np.column_stack([np.cos(angle), np.sin(angle)])
rest = kernels.lift_to_paraboloid(circle) @ [-2 * c[0], -2 * c[1], 1]
with guess.covered():
    print(f"height − 2 c·x, along the lifted circle: from {rest.min():.3f} to {rest.max():.3f}")
equations.sheet("PR-transform-squares", "PR-transform-squares-and-second",
                "PR-transform-quadratic", "KPCA11-lift", folded=True)

# %% [markdown]
# <details><summary>Answer</summary>
#
# A horizontal plane at height $\ink{green}{t}$ meets the bowl where $x_1^2 + x_2^2 = \ink{green}{t}$. On the left you see a circle around the origin with radius $\sqrt t$: it grows as the plane rises, and a plane below the bowl draws nothing.
#
# Tilt the plane, and the circle moves away from the origin. It's still a circle, because where $x_1^2 + x_2^2 = \ink{green}{2c_1x_1 + 2c_2x_2 + t}$, we also have $\|x - c\|^2 = t + \|c\|^2$. So a plane with the slope $2c$ draws a circle around $c$. The cell checks this: it lifts a circle around $(0.5, -1)$, and finds all of it ⟦in one plane ⇐ np.ptp(rest) < 1e-12⟧ with just this slope.
# </details>
#
# ## 1.3 What a map costs
#
# More complicated boundaries need higher degrees, and most data have more than two variables: a scanned digit of 16 × 16 pixels has 256. How many features does that make? A **monomial** is a product of variables, such as $x_1^2x_3$. In $p$ variables there are $\binom{p+d}{d}$ monomials of degree at most $d$, if we count the 1, and we would need them all.

# %%
digits = datasets.usps().train.X
n_features = {degree: kernels.n_monomials(256, degree) for degree in (1, 2, 3, 5, 7)}
for degree, n in n_features.items():
    few, gigabytes = kernels.n_monomials(2, degree), len(digits) * n * 8 / 1e9
    print(f"degree {degree}: {few:>2} features of 2 variables,", end="")
    print(f"{n:>19,} of 256, or {gigabytes:>13,.1f} GB")

# %% [markdown]
# The last column is the memory for the features of the ⟦len(digits):,⟧ digits of the USPS training set, at eight bytes per number. At degree 3 they need ⟦len(digits) * n_features[3] * 8 / 1e9:.0f⟧ GB, and at degree 7 they would need ⟦len(digits) * n_features[7] * 8 / 1e15:.0f⟧ million GB. Yet a table in SY19, which we shall see in [chapter 8](08_kernel_pca_at_work.ipynb), has a column for degree 7, on digits of this set. How can that be?
#
# ## 1.4 The kernel trick
#
# Ask what an algorithm does with the mapped points. Nearly all algorithms in this course need only the dot products of mapped points, because lengths, angles and distances are made of these. If we could get the dot product in another way, we could do without the coordinates.
#
# Try it on two points of the plane, with a map of six features, $\Phi(x) = (1,\; \sqrt2\,x_1,\; \sqrt2\,x_2,\; x_1^2,\; x_2^2,\; \sqrt2\,x_1x_2)$:

# %%
one, other = np.array([[1.0, 2.0]]), np.array([[3.0, -1.0]])
products = (kernels.six_features(one) * kernels.six_features(other))[0]
print("six products:", products.round(12).tolist(), "sum:", products.sum().round(12))
print(f"(1 + x·y)² = (1 + {one[0] @ other[0]:.0f})² = {Polynomial(degree=2)(one, other)[0, 0]:.0f}")

# %% [markdown]
# The two results agree, and not only for these two points. A function that gives the dot product of two mapped points is called a **kernel**,
#
# $$K(x, y) = \langle\Phi(x), \Phi(y)\rangle .$$
#
# The feature space, with its dot product and however many dimensions it has, is written $\mathcal{H}$. It is called a **Hilbert space** if no limit is missing from it. Where do the six features come from? Take a pencil and multiply out the square. For each line, the proof first gives you the reason, and shows the line when you ask for it.

# %%
display(proofs.explicit_map.walk(), equations.sheet("AML-1", "MSA220-explicit-map", folded=True))

# %% [markdown]
# In the second way, nothing gets longer when the degree rises. Degree 7 takes the seventh power instead of the square: for two digits of 256 pixels, a dot product of ⟦digits.shape[1]⟧ numbers and a power, instead of ⟦n_features[7] / 1e12:.0f⟧ million million products.
#
# > **The kernel trick.** Take an algorithm that uses the points only in dot products. Write a kernel value $K(x, y)$ for each dot product $x \cdot y$. The algorithm then does in feature space what it did
# > among the points themselves, and never computes $\Phi(x)$.
#
# ## 1.5 Distances and means, without coordinates
#
# Algorithms are built of distances, angles and means. The square of a distance is the dot product of a vector with itself, and multiplying it out gives a formula that comes back all through this course:
#
# $$\|\Phi(x) - \Phi(y)\|^2 = K(x, x) - 2K(x, y) + K(y, y) .$$
#
# Three kernel values give a distance in a space that we never enter. Lengths and angles go the same way, and they are yours to derive. The last line of that proof, the **Cauchy–Schwarz inequality**, tells you how large a kernel value can be at all.

# %%
display(proofs.distance, proofs.angle.walk())
equations.sheet("PR-distance", "PR-norm", "PR-angle", folded=True)

# %% [markdown]
# What about the mean of $n$ mapped points, $m = \frac1n\sum_i\Phi(x_i)$? First see what it's good for, with the 272 eruptions of Old Faithful. In each picture, the thick line surrounds the places that are nearer to the mean than half of the eruptions are. On the left the feature space is the plane itself, and the line is a circle. On the right it is the feature space of the **RBF kernel**, $K(x, y) = \exp(-\gamma\|x - y\|^2)$, at which section 1.7 looks more closely.

# %%
faithful, k = datasets.faithful().standardized(), RBF(gamma=2.0)
nearer_than_half(faithful, {"linear kernel": Linear(), "RBF kernel, γ = 2": k},
                 title="Nearer to the mean than half of the eruptions")

# %% [markdown]
# In the plane, the mean lies between two groups of eruptions, where few are. Only ⟦(np.linalg.norm(faithful.X, axis=1) < 0.5).sum()⟧ of them are within half a standard deviation of it, whereas a typical eruption has ⟦np.median((kernels.squared_euclidean(faithful.X, faithful.X) < 0.25).sum(axis=1)) - 1:.0f⟧ neighbors that close. On the right, the places nearest the mean are those where eruptions are common.
#
# How did we compute a distance from a point that we do not have? Because the mean is a sum, we can multiply out, and only kernel values remain:
#
# $$\|\Phi(x) - m\|^2 = K(x, x) - \frac2n\sum_i K(x, x_i) + \frac{1}{n^2}\sum_{i,j} K(x_i, x_j) .$$

# %%
sheet = equations.sheet("PR-mean", "PR-distance-to-mean", folded=True)
display(proofs.distance_to_mean.walk(), sheet)
between, K = np.zeros((1, 2)), k(faithful.X)  # the mean of the plane, between the groups
def to_mean(k, P):
    return fs.squared_distances_to_mean(k.diagonal(P), k(P, faithful.X), k(faithful.X))

far, there = to_mean(k, faithful.X), to_mean(k, between)[0]
print(f"between the groups: {there:.2f}; eruptions: {far.min():.2f} to {far.max():.2f}")

# %% [markdown]
# With this RBF kernel, the place between the groups is farther from the mean than ⟦(far < there).mean():.0%⟧ of the eruptions are. We changed nothing but the kernel, and the formula has become a detector of strange points. The kernel has to be narrow enough, though: at $\gamma = 0.1$, the place is farther than only ⟦(to_mean(RBF(0.1), faithful.X) < to_mean(RBF(0.1), between)).mean():.0%⟧ of them.
#
# In general, no point $x$ has the mean as its image. For the RBF kernel, $K(x, x) = 1$, so each image has length 1, but the squared length of the mean of the images is ⟦K.mean():.2f⟧, the mean of the Gram matrix. We can still say how far every point is from it.
#
# ## 1.6 An algorithm, kernelized
#
# Let's carry out the trick on what may be the simplest classifier of all. **Nearest mean** takes the mean of each class, and gives a new point to the class whose mean is nearer. The boundary runs halfway between the two means, at a right angle (**orthogonal**) to the line that joins them.

# %%
moons = datasets.moons()
two_means(moons, title="Nearest mean")

# %% [markdown]
# For the two rings of section 1.1 this method is hopeless, because ⟦both means lie in the middle ⇐ max(np.abs(X[y == label].mean(axis=0)).max() for label in (0, 1)) < 0.05⟧. With the six features of section 1.4 it isn't. This is the whole algorithm, with coordinates:

# %%
def nearest_mean(Phi, y, Phi_new):
    means = np.array([Phi[y == 0].mean(axis=0), Phi[y == 1].mean(axis=0)])
    return kernels.squared_euclidean(Phi_new, means).argmin(axis=1)

Phi = kernels.six_features(X)
in_plane, with_six = nearest_mean(X, y, X), nearest_mean(Phi, y, Phi)
print(f"{(in_plane != y).sum()} of {len(y)} are wrong, with six features {(with_six != y).sum()}")

# %% [markdown]
# Can we do without the six features? We write $\ink{blue}{m_+}$ and $\ink{orange}{m_-}$ for the means of the two classes, which for the moons are the upper and the lower one, and compare the distances of $\Phi(x)$ to both. In the difference, one term cancels.

# %%
display(proofs.nearest_mean.walk(), equations.sheet("COURSE-nearest-mean", folded=True))

# %% [markdown]
# Line 3 says that $f(x) = \langle w, \Phi(x)\rangle + b$, with $w = 2(m_+ - m_-)$ and $b = \|m_-\|^2 - \|m_+\|^2$. The boundary is therefore a hyperplane of the feature space: here is the straight line that we did not have to give up. Line 5 says the same in kernel values,
#
# $$f(x) = \ink{blue}{\frac{2}{n_+}\sum_{i \in +} K(x, x_i)} - \ink{orange}{\frac{2}{n_-}\sum_{i \in -} K(x, x_i)} + \|\ink{orange}{m_-}\|^2 - \|\ink{blue}{m_+}\|^2 .$$
#
# A kernel value measures how alike two points are, their **similarity**. Read $f$ aloud: how similar is $x$ to the points of one class, on average, and how similar to those of the other? A constant corrects for the different lengths of the two means.
#
# The coordinates have gone, and here is the reward. Because `score` takes any kernel, we can give it the RBF kernel, whose feature space has infinitely many dimensions (1·A says why). No computer could write down a single $\Phi(x)$, and `score` never has to.

# %%
def score(k, P, plus, minus):
    return fs.nearest_mean_score(k(P, plus), k(P, minus), k(plus), k(minus))

six = score(Polynomial(degree=2), X, X[y == 1], X[y == 0]) > 0
upper, lower = moons.X[moons.y == 0], moons.X[moons.y == 1]
shown = {"linear": Linear(), "RBF, γ = 1": RBF(1.0), "RBF, γ = 10": RBF(10.0)}
panels = {name: lambda P, k=k: score(k, P, upper, lower) for name, k in shown.items()}
figures.contour_panels(moons, panels, title="Nearest mean in three feature spaces")

# %%
tried = {"linear": Linear(), "polynomial, d = 3": Polynomial(degree=3)}
tried |= {f"RBF, γ = {gamma}": RBF(gamma) for gamma in (0.1, 1, 10, 1000)}
wrong = nearest_mean_errors(tried, moons, datasets.moons(n=1000, rng=1))
for name, (of_old, of_new) in wrong.items():
    print(f"{name:>17}: {of_old:5.1%} of the points wrong, {of_new:5.1%} of 1000 new ones")

# %% [markdown]
# With the polynomial kernel of degree 2, `score` makes ⟦the same decision for every point of the rings ⇐ (six == with_six).all()⟧ as the six features did. The table teaches more.
#
# 1. **The kernel decides.** The same code gets ⟦wrong["linear"][1]:.1%⟧ of the new points wrong with the linear kernel and ⟦wrong["RBF, γ = 10"][1]:.1%⟧ with an RBF kernel.
# 2. **More dimensions alone do not help.** The polynomial kernel of degree 3 has ⟦kernels.n_monomials(2, 3)⟧ features, and it gets ⟦more of them wrong than the plane itself ⇐ wrong["polynomial, d = 3"][1] > wrong["linear"][1]⟧. In twenty other draws of the moons, it gets ⟦evidence["01 moons"]["cubic"].mean():.1%⟧ wrong on average and the plane ⟦evidence["01 moons"]["linear"].mean():.1%⟧, and it loses to the plane in ⟦all twenty ⇐ (evidence["01 moons"]["cubic"] > evidence["01 moons"]["linear"]).all()⟧. Without the constant $\|m_-\|^2 - \|m_+\|^2$ it is ⟦evidence["01 moons"]["cubic, no constant"].mean():.1%⟧ against ⟦evidence["01 moons"]["linear, no constant"].mean():.1%⟧, and the plane is still ahead in ⟦(evidence["01 moons"]["cubic, no constant"] > evidence["01 moons"]["linear, no constant"]).sum()⟧ of them.
# 3. **Never judge a kernel by the points that it was fitted to.** At $\gamma = 1000$ ⟦every one of them is right ⇐ wrong["RBF, γ = 1000"][0] == 0⟧, and yet ⟦wrong["RBF, γ = 1000"][1]:.1%⟧ of the new ones are wrong.
#
# Why? You may suspect that so narrow a kernel learns the known points by heart, but here the reason is different. A new point is similar to almost nothing, so both sums are nearly 0, and the constant alone decides. In the same twenty draws with the constant, ⟦evidence["01 moons"]["γ = 1000"].mean():.0%⟧ of the new points are wrong, ⟦in each draw more than a tenth ⇐ evidence["01 moons"]["γ = 1000"].min() > 0.1⟧; without it, only ⟦evidence["01 moons"]["γ = 1000, no constant"].mean():.2%⟧ are. So on these clean moons narrowness itself does no harm, but where the classes overlap it does. With three times the noise and without the constant, the proportion of *known* points that are wrong falls from ⟦evidence["01 moons"]["noise, γ = 10, old"].mean():.1%⟧ at $\gamma = 10$ to ⟦evidence["01 moons"]["noise, γ = 1000, old"].mean():.1%⟧ at $\gamma = 1000$, while that of *new* points rises from ⟦evidence["01 moons"]["noise, γ = 10, new"].mean():.1%⟧ to ⟦evidence["01 moons"]["noise, γ = 1000, new"].mean():.1%⟧, and it does so in ⟦each of twenty draws ⇐ (lambda wider, narrower: (wider < narrower).all() and len(wider) == 20)(evidence["01 moons"]["noise, γ = 10, new"], evidence["01 moons"]["noise, γ = 1000, new"])⟧. To learn the noise of the known points in this way is called **overfitting**. A number like $\gamma$, which we choose before anything is fitted, is a **hyperparameter**. [Chapter 2](02_density.ipynb) is the first to ask how to choose one.
#
# The kernel also decides what a move does. Move the rings up by one unit. With the polynomial kernel of degree 2, nearest mean now gets ⟦((score(Polynomial(2), moved, moved[y == 1], moved[y == 0]) > 0) != y).sum()⟧ of ⟦len(y)⟧ points wrong, where it ⟦had none ⇐ (with_six == y).all()⟧. The RBF kernel ($\gamma = 1$), which depends on the points only through their differences $x - y$, has ⟦((score(RBF(1.0), X, X[y == 1], X[y == 0]) > 0) != y).sum()⟧ wrong before and ⟦((score(RBF(1.0), moved, moved[y == 1], moved[y == 0]) > 0) != y).sum()⟧ after.
#
# ## 1.7 Five kernels
#
# The lectures use five kernels. Each panel shows $K(x, \ink{vermillion}{x_0})$: how similar every point $x$ of the plane is to the one point $\ink{vermillion}{x_0}$ that is marked.

# %%
five = {"linear": Linear(), "polynomial, d = 2": Polynomial(degree=2), "RBF": RBF(gamma=1.0)}
five |= {"Laplacian": Laplacian(gamma=1.0), "sigmoid": Sigmoid(gamma=1.0, offset=-0.5)}
display(kernel_values(five, [1.0, 0.5], reach=2.5))
equations.sheet("MSA220-linear", "MSA220-polynomial", "MSA220-rbf", "MSA220-laplacian",
                "MSA220-sigmoid", folded=True)

# %% [markdown]
# | kernel | $K(x, y)$ | what it measures |
# | --- | --- | --- |
# | linear | $x^\top y$ | how far the point lies in the direction of the mark |
# | polynomial | $(\gamma\,x^\top y + r)^d$ | the same, only more steeply; for even $d$ it rises again far out in the opposite direction |
# | Gaussian, or RBF | $\exp(-\gamma\,\lVert x - y\rVert^2)$ | how near a point is, in a straight line |
# | Laplacian | $\exp(-\gamma\,\lVert x - y\rVert_1)$ | how near a point is, along the axes: it adds up absolute differences, so its contours have corners |
# | sigmoid | $\tanh(\gamma\,x^\top y + r)$ | on which side of a line a point lies |
#
# The scale $\gamma$ is positive in every kernel that has one, the degree $d$ is 1, 2, 3 and so on, and the offset $r$ of a polynomial is at least 0. With a negative offset it is not a kernel, as [exercise 01.8](../my/01_kernels_exercises.ipynb) shows.
#
# **The same kernel in other letters.** The sources use the same kernels, but hardly ever the same letters for them. One writes a width $\sigma$ and means $\gamma = 1/(2\sigma^2)$, another means $1/\sigma^2$. In R's `kernlab`, which SY19 uses, the argument `sigma` is $\gamma$ itself. But where SY19 draws three clusters, `gamma` is what the squared distance is *divided* by, so that its 0.1 is our ⟦notations.read("SY19-clusters", "rbf", gamma=0.1).gamma:.0f⟧. Whenever you read such a number, first find out whose notation it uses. Here are those of the RBF kernel (`notations.table()` has the others), and `notations.read` makes the kernel from the letters of a source.

# %%
display(notations.table("rbf"))
for source in ("AML", "PR", "SY19"):
    print(f"σ = 2 in {source}:", notations.read(source, "rbf", sigma=2.0))

# %% [markdown]
# ## 1.8 The Gram matrix
#
# What does a kernel method get from $n$ points? One number for each pair, $K_{ij} = K(x_i, x_j)$, and nothing else. This table of numbers is the **Gram matrix** $\mathbf{K}$. Here it is for 150 irises, sorted by species.

# %%
iris = datasets.iris()
K = RBF(gamma=0.5)(iris.X)
both = {"linear": Linear()(iris.X), "RBF, γ = 0.5": K}
gram_matrix(both, iris.y, names=iris.target_names, title="Gram matrices of 150 irises")

# %% [markdown]
# With the RBF kernel you can see the species as blocks, because two flowers of one species have a value of ⟦K[(iris.y[:, None] == iris.y) & ~np.eye(len(K), dtype=bool)].mean():.2f⟧ on average, and two of different species ⟦K[iris.y[:, None] != iris.y].mean():.2f⟧.
#
# In the explorer you can choose a kernel and a data set, and move the marked point. On the right it shows the eigenvalues of the Gram matrix, largest first. **Before you move it:** what becomes of the Gram matrix of the RBF kernel when $\gamma$ gets very large, and what when it gets very small? And which of the five kernels have negative ones?

# %%
none_negative = {name: fs.check_psd(k(X)).is_psd for name, k in five.items()}
ends = ["all go to 0", "all go to 1", "one goes to 200, the others to 0"]
narrow = np.linalg.eigvalsh(RBF(1e9)(X))
question = "As γ grows without end, what becomes of the 200 eigenvalues of the rings?"
guess.choice(question, ends, ends[int(np.allclose(narrow, 1))])

# %%
explorers.KernelExplorer()

# %%
with guess.covered():
    for gamma in (1e-6, 1.0, 1e6):
        G = RBF(gamma)(X)
        others, largest = G[~np.eye(len(G), dtype=bool)].mean(), np.linalg.eigvalsh(G)[-1]
        print(f"γ = {gamma:>9g}: mean K of different points {others:.2f}, largest λ {largest:.1f}")
    print("no negative eigenvalue:", ", ".join(name for name, psd in none_negative.items() if psd))

# %% [markdown]
# <details><summary>Answers</summary>
#
# - When $\gamma$ is very large, each point is similar to itself alone, so the matrix becomes the identity, and all its eigenvalues go to 1. When $\gamma$ is very small, all points look the same: all entries go to 1, one eigenvalue goes to $n$, here 200, and the others go to 0. Neither matrix tells you anything about the data.
# - Of the five kernels, ⟦only the sigmoid ⇐ [name for name, psd in none_negative.items() if not psd] == ["sigmoid"]⟧ has negative eigenvalues here. The next two sections say what the other four have that the sigmoid lacks.
# </details>
#
# ## 1.9 Positive semidefinite: the mark of a kernel
#
# You are handed a function that is said to be a kernel. How can you tell? Suppose that for two points it gives $\mathbf{K} = \begin{pmatrix} 1 & 2 \\ 2 & 1 \end{pmatrix}$. Then the square of the distance between their images would be $1 - 2 \cdot 2 + 1 = -2$, so no such points exist.
#
# We can put the same question to any number of points at once. Take any numbers $z_i$, and mix the images to $\sum_i z_i\Phi(x_i)$, a **linear combination** of them. Its squared length is not negative, and it can be computed from $\mathbf{K}$. A symmetric matrix with $z^\top\mathbf{K}z \ge 0$ for every $z$ is called **positive semidefinite**, or PSD, which is the same as having no negative eigenvalue. Our claim is that every Gram matrix of a kernel is PSD.

# %%
proofs.psd_lemma.walk()

# %% [markdown]
# Is the converse true? Given a PSD matrix and no map, can we find points that have these dot products? We can, and the coordinates come from the eigenvectors. Put the eigenvalues into a diagonal matrix $\mathbf{\Lambda}$, and the eigenvectors, of length 1 and orthogonal to each other (**orthonormal**), into the rows of a matrix $\mathbf{V}$.

# %%
display(proofs.gram_features.walk())
display(equations.sheet("PR-psd-lemma", "MSA220-gram", "MSA220-gram-features", folded=True))
phi = fs.features_of_gram(K)
agree = np.allclose(phi @ phi.T, K, rtol=0, atol=1e-10)
print(f"{phi.shape[0]} flowers, {phi.shape[1]} coordinates each; their dot products are K: {agree}")

# %% [markdown]
# For the ⟦phi.shape[0]⟧ irises it takes ⟦phi.shape[1]⟧ coordinates, because two of the flowers ⟦have the same measurements ⇐ len(np.unique(iris.X, axis=0)) == len(iris) - 1⟧, and so they share a point. The same works for every PSD matrix. **PSD and "dot products of some points" are the same thing.**
#
# So far we had $n$ given points, but we don't need them: *a symmetric function whose Gram matrices are all PSD is a kernel*, on any set, whether of vectors, of words or of sentences. This is the theorem of **Moore and Aronszajn**. The feature map is surprisingly simple: the image of $x$ is the function $K(x, \cdot)$ itself, and the dot product of $K(x, \cdot)$ and $K(y, \cdot)$ is *defined* to be $K(x, y)$. PSD is what makes this a dot product, and [chapter 10](10_kernel_ridge.ipynb) builds the space.
#
# The sigmoid is symmetric, and people use it as a kernel although, as you saw, it isn't one. MSA220 demands that a kernel be at least 0 everywhere, which is another condition, and not needed: the linear kernel of the opposite points $(1, 2)$ and $(-1, -2)$ is ⟦Linear()([[1.0, 2.0]], [[-1.0, -2.0]])[0, 0]:.0f⟧. What must not be negative is $z^\top\mathbf{K}z$, and with it the diagonal, $K(x, x)$.
#
# ## 1.10 An algebra of kernels
#
# How does one find a new kernel? Mostly by building it from old ones. If you add two kernels, multiply them, or multiply one by a number $c \ge 0$, the result is a kernel again, because one can write down the features: those of both kernels side by side for a sum, and all products of one feature of each for a product. A number $r \ge 0$ is also a kernel, with the one feature $\sqrt r$. So the polynomial kernel is one: a sum of two kernels, multiplied by itself.
#
# What about the Gaussian? We have used it since section 1.5, although nothing so far says that it is a kernel. Multiply out $\|x - y\|^2$, and the only factor with both $x$ and $y$ is the exponential of a kernel, whose series is a sum of powers with positive factors, as the second proof shows.

# %%
k = RBF(gamma=2.0)
made = {"RBF": k, "RBF + 0.3 · linear": k + 0.3 * Linear(), "RBF · linear": k * Linear()}
display(kernel_values(made, [1.0, 0.5], reach=2.5), proofs.algebra.walk(), proofs.gaussian.walk())
equations.sheet("COURSE-kernel-sum", "COURSE-kernel-product", "COURSE-kernel-scaling", folded=True)

# %% [markdown]
# In the library a kernel is a value, which can be added and multiplied like a number: the linear kernel plus 1, squared, is ⟦the polynomial kernel of degree 2 ⇐ np.allclose(((Linear() + 1) ** 2)(iris.X), Polynomial(degree=2)(iris.X))⟧.
#
# The Laplacian is a mixture of Gaussians of all widths. The proof is in depth, below, together with a fact that later chapters need: for distinct points, neither kernel's Gram matrix has the eigenvalue 0.
#
# ## Summary

# %%
equations.summary("01_kernels", folded=True)

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. What is the kernel trick, in two sentences?
# <details><summary>Answer</summary>
#
# An algorithm that uses its points only in dot products can be run in a feature space, by writing a kernel value for each dot product. The mapped points are never computed.
# </details>
#
# 2. What is the Gram matrix of a kernel, and what do we know of it for any points?
# <details><summary>Answer</summary>
#
# It holds the kernel values of all pairs of points. It is symmetric and positive semidefinite: $z^\top\mathbf{K}z$ is a squared length. The other way round, a function whose Gram matrices are all symmetric and PSD is a kernel (Moore and Aronszajn).
# </details>
#
# 3. Two points have $K(x, x) = 4$, $K(y, y) = 9$, $K(x, y) = 6$. How far apart are their images?
# <details><summary>Answer</summary>
#
# The squared distance is $4 - 12 + 9 = 1$, so the distance is 1. The cosine is $6/\sqrt{36} = 1$: they point in the same direction, one at the distance 2 from the origin, the other at 3.
# </details>
#
# 4. Could $K(x, y)$ be 7 instead?
# <details><summary>Answer</summary>
#
# No, because the squared distance would be $4 - 14 + 9 = -1$. By Cauchy–Schwarz, $|K(x, y)| \le \sqrt{4 \cdot 9} = 6$.
# </details>
#
# 5. Is $K_1 - K_2$ a kernel when $K_1$ and $K_2$ are?
# <details><summary>Answer</summary>
#
# Not in general. With $K_1 = 0$ it is $-K_2$, and no eigenvalue of its matrices is positive.
# </details>
#
# 6. A source gives $K(x, y) = \exp(-\|x-y\|^2/\sigma^2)$ with $\sigma = 0.5$. What is $\gamma$?
# <details><summary>Answer</summary>
#
# $\gamma = 1/\sigma^2 = 4$, or `notations.read("PR", "rbf", sigma=0.5)`.
# </details>
#
# **Now the exercises:** work in [your own copy](../my/01_kernels_exercises.ipynb), which JupyterLab has made for you ([the originals](../exercises/01_kernels_exercises.ipynb)). Next, in [chapter 2](02_density.ipynb): how dense are the data here? A kernel on each point gives the answer.
#
# **To read on:** Schölkopf and Smola (2002).

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 1·A No eigenvalue 0 (2 minutes)
#
# The proof of section 1.10 shows $z^\top\mathbf{K}z \ge 0$ for the Gaussian. Can it be 0, for numbers $z_i$ that are not all 0? If two of the points are the same, it can. Otherwise it can't, because the features of the Gaussian are all products of coordinates, and with these one can write a polynomial that is 1 at one of the points and 0 at all others.
#
# It follows that for $n$ different points the Gram matrix of the Gaussian has an inverse, and they need $n$ coordinates, however large $n$ is. That is why its feature space has infinitely many dimensions. Such a kernel is called **strictly positive definite**. The Laplacian is one as well, by the second proof. The linear kernel is not: $p + 1$ points of $p$ dimensions are enough for an eigenvalue 0.

# %%
display(proofs.gaussian_strict.walk(), proofs.laplacian.walk())

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 1·B A matrix that should be PSD (2 minutes)
#
# Here are the eigenvalues of the sigmoid on the petals of the irises, moved to mean 0, beside those of the RBF kernel in section 1.8.

# %%
petals = iris.X[:, 2:] - iris.X[:, 2:].mean(axis=0)
S = Sigmoid(gamma=0.5, offset=-1.0)(petals)
of_sigmoid, repaired = np.linalg.eigvalsh(S), fs.nearest_psd(S)
display(equations.sheet("AML-nearest-psd", folded=True))
spectrum({"RBF, γ = 0.5": np.linalg.eigvalsh(K), "sigmoid": of_sigmoid}, log=True)

# %% [markdown]
# The largest eigenvalue of the sigmoid's matrix is ⟦of_sigmoid[-1]:.1f⟧, and the smallest is ⟦of_sigmoid[0]:.1f⟧. A matrix that should be PSD and is not can be repaired: keep the eigenvectors, and replace each negative eigenvalue, $\ink{vermillion}{\lambda_m < 0}$, by 0. No PSD matrix is nearer, if we measure by the root of the sum of squared differences. Here the repair is not a small one, since by this measure it changes the matrix by ⟦repaired.distance / np.linalg.norm(S):.0%⟧ of its own size.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 1·C Mercer, a kernel as a sum of products (3 minutes)
#
# For $n$ points we have found $n$ coordinates. What happens as the points become more and more? Take the RBF kernel on 200 points of the interval from −2 to 2, and draw the eigenvectors of its Gram matrix over the points. They look like curves.
#
# In the limit the eigenvectors become **eigenfunctions**, and the sums become integrals over the distribution of the points. **Mercer's theorem** says that what we know of matrices also holds there. If a kernel is continuous on a closed and bounded region that the points fill, and all its Gram matrices are PSD, then there are orthonormal eigenfunctions $\phi_m$ with
#
# $$K(x, y) = \sum_m \lambda_m\, \phi_m(x)\, \phi_m(y), \qquad \lambda_m \ge 0 .$$
#
# So $\sqrt{\lambda_m}\,\phi_m(x)$ are the coordinates of $\Phi(x)$. The proof works on a sample, where integrals are means. Its last line makes the sample finer and finer, and measures how fast the remaining error vanishes.

# %%
x = np.linspace(-2, 2, 200)[:, None]
on_interval = RBF(gamma=1.0)(x)
expansion = fs.mercer_expansion(on_interval, n_terms=12)
first = {f"λ = {expansion.values[m]:.3f}": expansion.functions[:, m] for m in range(4)}
display(proofs.mercer.walk(), equations.sheet("PR-mercer", folded=True))
figures.curves(x[:, 0], first, xlabel="x", ylabel="φₘ(x)", title="Four eigenfunctions, RBF")

# %% jupyter={"source_hidden": true}
grams = {m: fs.mercer_expansion(on_interval, m).gram() for m in (2, 12)}
errors = {m: np.abs(gram - on_interval).max() for m, gram in grams.items()}

# %% [markdown]
# In the picture, each curve crosses zero ⟦once more than the one before ⇐ [int((np.diff(np.sign(f)) != 0).sum()) for f in expansion.functions.T] == list(range(12))⟧. The coordinates are infinitely many, and yet, where two terms are off by ⟦errors[2]:.1g⟧, ⟦twelve of them give each kernel value to within 0.00001 ⇐ errors[12] < 1e-5⟧, because the eigenvalues fall fast: ⟦the twelfth is less than a hundred-thousandth of the first ⇐ expansion.values[11] < 1e-5 * expansion.values[0]⟧. [Chapter 16](16_beyond_n_squared.ipynb) makes algorithms of this.
