# %% [markdown]
# # 9 · Back from feature space: de-noising
#
# **The question.** Someone has poured noise over an image of a digit. The clean digits lie near a curved surface in the space of 256 pixels, and kernel PCA finds it: project the noisy image on the
# first axes, and most of the noise should be gone. But the projection is a vector of feature space. Which *image* is it? Often: none. This chapter finds the image that comes nearest.
#
# **After this chapter you can**
#
# - say what a pre-image is, and show with numbers that most vectors of feature space have none;
# - write a projection as a combination of training points, with the mean put back, and measure how far the image of any point is from it;
# - derive the fixed point for the Gaussian kernel, watch it fail, and read the certificate of an answer;
# - learn the way back by ridge regression, and say when linear PCA is as good.
#
# **You need** [chapter 7](07_kernel_pca.ipynb): axes, projections, centering.

# %%
import warnings

import numpy as np
from sklearn.decomposition import KernelPCA as SklearnKernelPCA

from kernelsy19 import datasets, denoising, pca
from kernelsy19.course import drawing, equations, figures
from kernelsy19.course.bars import progress
from kernelsy19.denoising import explorers
from kernelsy19.denoising import derivations as proofs
from kernelsy19.denoising.figures import moves
from kernelsy19.kernels import RBF, Linear
from kernelsy19.pca import KernelPCA

# %% [markdown]
# ## 9.1 Most vectors are the image of nothing
#
# A **pre-image** of a vector $v$ of feature space is a point $z$ with $\Phi(z) = v$. The images $\Phi(z)$ form a thin surface in a large space, and a vector off that surface has no pre-image. Take the mean of two
# images, $v = \frac12\Phi(-1) + \frac12\Phi(1)$. With the linear kernel it is the image of the midpoint. With the Gaussian kernel every image has length $\sqrt{K(z, z)} = 1$, and the mean of two vectors of length 1 that differ is
# shorter. So no $z$ can reach it.

# %%
ends, half = np.array([[-1.0], [1.0]]), np.array([[0.5, 0.5]])
line = np.linspace(-2, 2, 161)[:, None]
distance = lambda k: denoising.certify(k, ends, np.repeat(half, len(line), axis=0), line)[0]
kernels = {
    "linear": Linear(),
    "Gaussian, γ = 0.2": RBF(0.2),
    "Gaussian, γ = 0.5": RBF(0.5),
    "Gaussian, γ = 2": RBF(2.0),
}
for name, k in kernels.items():
    rho, nearest = distance(k).min(), line[distance(k).argmin(), 0]
    print(f"{name:18} nearest image at |z| = {abs(nearest):.2f}, squared distance {rho:.3f}")
figures.curves(
    line[:, 0],
    {name: distance(k) for name, k in kernels.items() if k != Linear()},
    xlabel="z",
    ylabel="‖Φ(z) − v‖²",
    title="No image reaches the mean of Φ(−1) and Φ(1)",
)

# %% [markdown]
# The best we can ask for is the $z$ whose image is *nearest*. For a wide kernel that is the midpoint. For a narrow one the midpoint is the worst place between the two points, and there are two answers, near
# either end.
#
# ## 9.2 The projection, made of training points
#
# We need the projection in a form that we can compute with. Kernel PCA has given us axes $u^m = \sum_i\alpha_i^m\tilde\Phi(x_i)$ of *centered* images, and the coordinates $z_m$ of a point $x$ along them. The projection is $\sum_m z_m u^m$,
# and it starts at the mean: the mean that was taken away has to be **put back**.

# %%
display(proofs.weights, equations.show("COURSE-projection-weights"))

# %% [markdown]
# The data for the next sections: 100 points close to the parabola of the lecture, to learn from, and 40 points with a lot of noise.

# %%
clean, noisy = datasets.parabola(100, noise=0.05), datasets.parabola(40, noise=0.3, rng=1)
X, N = clean.X, noisy.X
model = KernelPCA(RBF(gamma=2.0), n_components=4).fit(X)
W = denoising.projection_weights(model.transform(N), model.alpha_)
print("one row a noisy point, one weight a training point:", W.shape)
print("rows sum to 1:", np.allclose(W.sum(axis=1), 1), f" share of negative weights: {(W < 0).mean():.2f}")

# %% [markdown]
# The coefficients $\alpha_i^m$ of an axis sum to 0 (chapter 7), so here the whole second term is $\frac1n$. The weights are those of a mean, but some are negative, and that will matter. Is the mean important? With *all* axes the projection of a training point is its own image, so its distance from it has to be 0:

# %%
full = KernelPCA(RBF(gamma=2.0), n_components=None).fit(X)
for centered in (True, False):
    weights = denoising.projection_weights(full.transform(X), full.alpha_, centered)
    rho, _ = denoising.certify(full.kernel_, X, weights, X)
    print(f"mean put back: {centered!s:5}  largest ‖Φ(xᵢ) − PΦ(xᵢ)‖²: {rho.max():.3f}")

# %% [markdown]
# ## 9.3 How far is an image from the projection?
#
# Multiply out the square, and only kernel values are left.

# %%
display(proofs.distance, equations.show("COURSE-preimage-distance"))

# %% [markdown]
# Here is that distance over the plane, for one noisy point. We look for the bottom of the valley.

# %%
i = 1
k, K = model.kernel_, model.kernel_(X)
rho = lambda P: denoising.certify(k, X, np.repeat(W[i : i + 1], len(P), axis=0), P)[0]
print("noisy point:", N[i].round(2), f" ρ there: {rho(N[i : i + 1])[0]:.3f}")
figures.contours(clean, rho, value="ρ(z)", title="Distance from the projection of one noisy point")

# %%
grid = drawing.Grid.around(X, size=200).points
length = np.sqrt(W[i] @ K @ W[i])
print(f"least ρ on a grid of {len(grid)} points: {rho(grid).min():.3f}, at", grid[rho(grid).argmin()].round(2))
print(f"length of the projection: {length:.3f}")
print(f"so no image can be nearer than (1 − {length:.3f})² = {(1 - length) ** 2:.4f}")

# %% [markdown]
# The last line needs no search: all images have length 1, the projection is shorter, and by the triangle inequality the difference of the lengths is a lower bound. The bound is above 0, so this projection has **no** pre-image, and the
# bottom of the valley is what we take in its place.
#
# ## 9.4 The fixed point
#
# At the bottom the gradient is 0. For the Gaussian kernel that gives an equation with $z$ on both sides, found by Mika and others in 1999. Guess before you click: what happens to the sum in the denominator when $z$ is far from
# all points?

# %%
display(proofs.fixed_point.walk(), equations.sheet("COURSE-preimage-gradient", "COURSE-preimage-fixed-point"))

# %% [markdown]
# Put $z$ in on the right, get a new $z$ on the left, and again. In words: a weighted mean of the training points, in which those near $z$ count. By line 5 of the proof each step points
# down the gradient, as long as the denominator $D(z)$ is positive; whether it also stops in time, 9.5 will ask. The noisy point is a good start.

# %%
z = N[i : i + 1]
for step in range(6):
    slope = np.linalg.norm(denoising.gradients(z, X, W[i : i + 1], k.gamma))
    print(f"step {step}: z = ({z[0, 0]:.3f}, {z[0, 1]:.3f}), ρ = {rho(z)[0]:.4f}, ‖∇ρ‖ = {slope:.3f}")
    z = denoising.fixed_point_step(z, X, W[i : i + 1], k.gamma)

# %% [markdown]
# That is the method. For many points at once, and with a rule when to stop, it is still a page that you can read:

# %%
equations.code(denoising.plain_fixed_point)

# %% [markdown]
# `denoising.fixed_point` does the same with more care: it also notices when a point jumps to and fro, and tries again from other starts. Where the first attempt succeeds, both end at the same
# point.

# %%
plain, careful = denoising.plain_fixed_point(k, X, W, N), denoising.fixed_point(k, X, W, N)
first = plain.converged & (careful.restarts == 0)
print(f"converged from the noisy point: {first.sum()} of {len(N)}; same points: {np.allclose(plain.points[first], careful.points[first])}")
print(f"largest ‖∇ρ‖ below 1e-5: {plain.gradient_norms[first].max() < 1e-5} and {careful.gradient_norms[first].max() < 1e-5}")

# %% [markdown]
# ## 9.5 When the fixed point fails
#
# Nothing above says that the iteration gets anywhere. We make it fail on purpose: a narrower kernel, starts from all over the plane, no second attempt.

# %%
narrow = KernelPCA(RBF(gamma=5.0), n_components=4).fit(X)
target = denoising.projection_weights(narrow.transform(N[:1]), narrow.alpha_)
starts = drawing.Grid.around(np.array([[-2.5, -2.5], [2.5, 2.5]]), size=29).points
many = np.repeat(target, len(starts), axis=0)
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    once = denoising.fixed_point(narrow.kernel_, X, many, starts, max_restarts=0)
print(said[0].message)
best = once.converged & (once.squared_distances < once.squared_distances.min() + 1e-6)
ends_as = np.select([best, once.converged, once.status == "vanishing"], [0, 1, 2], 3)
names = ("the nearest image", "a worse place", "vanishing", "cycling")
for place, name in enumerate(names):
    at_end = once.squared_distances[ends_as == place]
    print(f"{name:17} {len(at_end):4} starts, median ρ at their end {np.median(at_end):.2f}")
figures.scatter(
    starts,
    ends_as,
    names=names,
    features=("x₁ of the start", "x₂ of the start"),
    title="What becomes of a start, γ = 5, 4 components",
)

# %% [markdown]
# Three ways to fail. **Vanishing**: with negative weights $D(z)$ can be 0 or negative, and far away all kernel values are so small that nothing is left. A step then divides by almost nothing, or climbs. **Cycling**: the iteration
# jumps to and fro between two places. And the quiet one: it **converges to a worse place**, a valley that is not the deepest.

# %%
ends = once.points[once.status == "cycling"]
cycle = ends[:1]
for jump in range(4):
    (height,), _ = denoising.certify(narrow.kernel_, X, target, cycle)
    print(f"z = ({cycle[0, 0]:6.3f}, {cycle[0, 1]:6.3f}), ρ = {height:.2f}, D = {(target * narrow.kernel_(cycle, X)).sum():.2f}")
    cycle = denoising.fixed_point_step(cycle, X, target, 5.0)
partners = denoising.fixed_point_step(ends, X, np.repeat(target, len(ends), axis=0), 5.0)
D = [(target * narrow.kernel_(places, X)).sum(axis=1) for places in (ends, partners)]
print(f"D at both places of all {len(ends)} cycles: {np.min(D):.2f} to {np.max(D):.2f}")

# %% [markdown]
# At both places of every cycle $D$ is positive. Their steps point down the gradient and are too long: a step of the iteration has the length $\|\nabla\rho\|/(4\gamma D)$, and where positive and negative weights nearly cancel, $D$ is
# small. How small may it be? That depends on how strongly ρ can bend.

# %%
display(proofs.overshoot)
D, C = (many * narrow.kernel_(starts, X)).sum(axis=1), denoising.bends(starts, X, many, 5.0)
before, after = (denoising.certify(narrow.kernel_, X, many, z)[0]
                 for z in (starts, denoising.fixed_point_step(starts, X, many, 5.0)))
for name, there in {"D < 0": D < 0, "0 < D < C/2": (0 < D) & (D < C / 2), "D ≥ C/2": D >= C / 2}.items():
    print(f"{name:12} {there.sum():4} starts; the first step goes up from {(after > before + 1e-9)[there].sum():3} of them")

# %% [markdown]
# `denoising.fixed_point` tells the cases apart, tries again from the training point whose image is nearest, then from random ones, and returns for each point what it found with its certificate: $\rho$ and the length of the gradient.

# %%
again = denoising.fixed_point(narrow.kernel_, X, many, starts)
print("failures on the way:", again.failures, " converged in the end:", again.converged.all())
print(f"largest ‖∇ρ‖ below 1e-5: {again.gradient_norms.max() < 1e-5}")
at_best = again.squared_distances < again.squared_distances.min() + 1e-6
print(f"at the nearest image: {at_best.mean():.2f} of the starts")

# %% [markdown]
# A gradient of 0 proves that no *small* move helps. It does not prove that the valley is the deepest; the starts that found a worse place are content there. That is why $\rho$ is reported too: compare it with the $\rho$ of another start, and with
# the lower bound of 9.3. Starts near the noisy point, at (0, 0) here, end well.
#
# ## 9.6 De-noising in the plane
#
# `denoising.denoise` does the whole of it: project, weights, fixed point from the noisy point.

# %%
wide = KernelPCA(RBF(gamma=2.0), n_components=20).fit(X)
moved = {q: denoising.denoise(wide, N, q) for q in (1, 2, 4, 6, 10, 20)}
moves(
    clean,
    N,
    {f"q = {q}": found.points for q, found in moved.items()},
    title="Noisy points and their pre-images for q components",
)

# %%
off_curve = lambda P: np.abs(P[:, 1] - P[:, 0] ** 2).mean()
print(f"mean distance from the parabola, upright: noisy {off_curve(N):.3f}")
for q, found in moved.items():
    print(f"q = {q:2}: {off_curve(found.points):.3f}   mean ρ = {found.squared_distances.mean():.4f}")

# %% [markdown]
# One component is too few: a curve with two arms needs more, and points are drawn together. Four put the points on the curve. With twenty the noise comes back: enough axes can describe any point, so the projection is the noisy image itself. Mind
# the last column: $\rho$ falls all the way. It measures how well $z$ stands for the *projection*, not how well the projection stands for the truth.
#
# All this was learned from points that were nearly clean. Learned from the noisy points themselves it still helps, with fewer components:

# %%
rough = datasets.parabola(200, noise=0.2, rng=2)
own = KernelPCA(RBF(gamma=2.0), n_components=8).fit(rough.X)
print(
    f"noisy: {off_curve(rough.X):.3f} ",
    {q: round(float(off_curve(denoising.denoise(own, rough.X, q).points)), 3) for q in (1, 2, 4, 8)},
)

# %% [markdown]
# ## 9.7 A way back that is learned
#
# The fixed point needs the Gaussian kernel and an iteration for each point. Another idea needs neither: for the training points we know both the projections and the points. So **learn** the map from projections back to points, by
# ridge regression with a kernel between projections (Bakır, Weston and Schölkopf 2004). Chapter 10 is about this regression; here is what we need of it.

# %%
display(proofs.learned, equations.show("COURSE-preimage-ridge"))

# %% [markdown]
# $\bar x$ is there because ridge regression draws its answers toward 0, and 0 is no special place. scikit-learn's `inverse_transform` regresses the points themselves, and its answers are drawn toward the origin. With eruptions and
# waiting times in units of their standard deviations, not centered:

# %%
faithful = datasets.faithful()
F = faithful.X / faithful.X.std(axis=0)
theirs = SklearnKernelPCA(4, kernel="rbf", gamma=1.0, fit_inverse_transform=True, alpha=1.0).fit(F)
ours = denoising.learn(theirs.transform(F), F, RBF(gamma=1.0), ridge=1.0)
back = {"scikit-learn": theirs.inverse_transform, "with the mean": ours}
for name, inverse in back.items():
    missed = np.linalg.norm(inverse(theirs.transform(F)) - F, axis=1).mean()
    print(
        f"{name:13} misses training points by {missed:.3f} sd; far from all projections it says",
        inverse(np.full((1, 4), 9.0))[0].round(2) + 0,
    )
print("mean of the data:", F.mean(axis=0).round(2))

# %% [markdown]
# Both ways on the parabola, with the same projections. $\eta$ is chosen by leaving out each training point in turn.

# %%
for q in (1, 2, 4, 8):
    both = denoising.compare(wide, N, q)
    print(
        f"q = {q}:",
        ", ".join(
            f"{name} off by {off_curve(f.points):.3f} at mean ρ {f.squared_distances.mean():.3f}"
            for name, f in both.items()
        ),
    )

# %% [markdown]
# The fixed point is nearer in feature space each time: that is what it minimizes. On the parabola itself it is not always the better one: at two components the learned map wins, at four and eight it hands the noise back. It has only ever seen projections of
# clean points, and has to guess for others.
#
# ## 9.8 Digits
#
# The figure of the lecture (KPCA11): digits with Gaussian noise, restored by linear and by kernel PCA. We learn from the first 300 training digits of USPS. Pixels lie between −1 (paper) and 1 (ink); the noise has standard
# deviation 0.5 and is not cut off. $\gamma$ and the number of components $q$ are chosen on the next 100 **training** digits, by the mean squared error a pixel.

# %%
usps = datasets.usps()
train, held_out, test = usps.train.rows(slice(0, 300)).X, usps.train.rows(slice(300, 400)).X, usps.test
corrupt = lambda X, seed: X + 0.5 * np.random.default_rng(seed).normal(size=X.shape)
error = lambda restored, X: round(float(np.square(restored - X).mean()), 3)
N_held, Q = corrupt(held_out, seed=0), (4, 16, 64, 256)
models = {
    width: KernelPCA(RBF(gamma=1 / width), n_components=256).fit(train) for width in (1024, 512, 256, 128)
}
for width, m in progress(models.items(), "widths"):
    errors = {q: error(denoising.denoise(m, N_held, q).points, held_out) for q in Q}
    print(f"fixed point, γ = 1/{width:<4}", errors)

# %% [markdown]
# Linear PCA restores with $\bar x + \sum_m z_m u^m$. It deserves a fair chance, so it gets its best number of components too. And one thing more. If the coordinate along axis $m$ has variance $\lambda_m$ among clean digits and the noise
# adds $\sigma^2$, the best multiple of the noisy coordinate to keep is not 1 but $\lambda_m / (\lambda_m + \sigma^2)$. We call that *shrunk* linear PCA.

# %%
axes = pca.principal_axes(train)
shrink = axes.variances / (axes.variances + 0.5**2)
linear = lambda X, q, share=1.0: axes.reconstruct((axes.project(X) * share)[:, :q])
print("linear               ", {q: error(linear(N_held, q), held_out) for q in Q})
print("linear, shrunk       ", {q: error(linear(N_held, q, shrink), held_out) for q in Q})
by_ridge = lambda q: denoising.denoise(models[512], N_held, q, "ridge").points
print("ridge, γ = 1/512     ", {q: error(by_ridge(q), held_out) for q in Q})

# %% [markdown]
# These rows choose: 64 components for linear PCA, 256 for the others, $\gamma = 1/512$. Now ten **test** digits that nobody has looked at, the first of each class.

# %%
first = [int(np.flatnonzero(test.y == digit)[0]) for digit in range(10)]
N_test = corrupt(test.X, seed=1)[first]
restored = {
    "original": test.X[first],
    "corrupted": N_test,
    "linear PCA, q = 64": linear(N_test, 64),
    "linear, shrunk": linear(N_test, 256, shrink),
}
restored |= {
    f"kernel, {name}": found.points for name, found in denoising.compare(models[512], N_test, 256).items()
}
images = np.clip(np.concatenate(list(restored.values())), -1, 1).reshape(-1, 16, 16)
figures.digits(images, rows=list(restored), title="One test digit of each class (shown from −1 to 1)")

# %%
for name, Z in restored.items():
    print(f"{name:19} mean squared error {error(Z, test.X[first]):.3f}")

# %% [markdown]
# What does kernel PCA do to the noise? Look at its answers along the axes of *linear* PCA: which share of each noisy coordinate is left in the restored one (the slope of the regression line)?

# %%
noisy_scores = axes.project(N_held)
kept = lambda Z: (noisy_scores * axes.project(Z)).sum(axis=0)[:128] / np.square(noisy_scores).sum(axis=0)[:128]
shares = {name: kept(found.points) for name, found in denoising.compare(models[512], N_held, 256).items()}
shares |= {"linear PCA, q = 64": np.repeat([1.0, 0.0], 64), "linear, shrunk": shrink[:128]}
figures.curves(
    np.arange(1, 129),
    shares,
    xlabel="axis m of linear PCA",
    ylabel="share of the coordinate kept",
    title="Kernel PCA shrinks",
)

# %% [markdown]
# Linear PCA keeps or drops. Kernel PCA fades: large shares of the first axes, small shares of the late ones. Nobody told it the size of the noise; it entered through $\gamma$ and $q$.
#
# ## 9.9 Is kernel PCA better?
#
# Ten digits prove nothing. The table below has all 2007 test digits, axes from 1000 training digits, two levels of noise. It takes some minutes, so it was computed beforehand, by `tools/tables/denoising.py`; $\gamma$ was chosen once for each method and level,
# on 200 other training digits, out of six values.

# %%
results = datasets.table("usps_denoising")
results

# %%
low = results.rows(noise=0.5)
methods = {
    "linear": "linear PCA",
    "shrunk": "linear, shrunk",
    "fixed_point": "kernel, fixed point",
    "ridge": "kernel, ridge",
}
figures.curves(
    low["components"],
    {name: low[m] for m, name in methods.items()},
    xlabel="components q",
    ylabel="mean squared error a pixel",
    log="x",
    markers=True,
    title="2007 test digits, noise 0.5",
)

# %%
tried = datasets.table("usps_denoising_tried")
for noise in (0.5, 1.0):
    for m, name in methods.items():
        candidates = tried.rows(noise=noise)
        q = int(candidates["components"][candidates[m].argmin()])
        test_error = results.rows(noise=noise, components=q)[m][0]
        print(f"noise {noise}, {name:20} q = {q:3} chosen on training digits: test error {test_error:.4f}")

# %% [markdown]
# What the numbers say:
#
# - **With the same few components linear PCA is as good as the fixed point, or better.** At noise 0.5 it is better at each $q$ up to 64 in the table. (With $\gamma$ as small as 1/1024 the two draw level, as the rows of 9.8 show: a very wide
#   kernel is nearly linear.) At noise 1 linear PCA is ahead by a little up to 4 components, the fixed point from 16 on.
# - **With the best number for each, kernel PCA is clearly better than plain linear PCA.** It does not hand the noise back as soon when $q$ grows. That is the lecture's figure.
#   (At noise 0.5 the fixed point is best with 512 components, at noise 1 the ridge with $\gamma = 1/4096$: both at the edge of what was tried.)
# - **The learned pre-image is better than the fixed point** where both are at their best, although its $\rho$ is larger. Nearer in feature space is not nearer to the truth.
# - **Shrunk linear PCA is nearly as good as the best of them at noise 0.5, and better than all at noise 1.** It needs no $\gamma$, no iteration and no Gram matrix. Much of what kernel PCA gains on these digits is not
#   curvature but shrinking.
#
# The standard errors are written under the table. A method deserves the best opponent that one can think of, not the weakest.
#
# **Before you move it:** for which method does the error rise again when the number of components grows? And what does each make of a digit without any noise?

# %%
explorers.DenoisingExplorer()

# %% [markdown]
# ## Summary

# %%
equations.summary("09_denoising")

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. For which of our kernels does every combination $\sum_i w_i\Phi(x_i)$ have an exact pre-image?
# <details><summary>Answer</summary>
#
# For the linear kernel: $\Phi(x) = x$, and the combination is the point $\sum_i w_ix_i$ itself.
# </details>
#
# 2. A projection on axes of a Gaussian kernel PCA has length 0.8. How near can an image come at best?
# <details><summary>Answer</summary>
#
# Images have length 1, so $\rho \ge (1 - 0.8)^2 = 0.04$.
# </details>
#
# 3. All weights $w_i$ are positive. Can the denominator of the fixed point be negative?
# <details><summary>Answer</summary>
#
# No: the kernel values are positive too. It can still get too small for a computer, far from all points. Then the iteration is that of a density's modes, and the new point lies among the training points.
# </details>
#
# 4. The certificate says $\|\nabla\rho\| < 10^{-8}$. What is proved, and what is not?
# <details><summary>Answer</summary>
#
# No small move helps, to first order. Not that this is the nearest image: another valley may be deeper.
# </details>
#
# 5. $\rho$ is almost 0, and the restored digit still looks noisy. How can that be?
# <details><summary>Answer</summary>
#
# There are too many components: the projection is the noisy digit's own image, and its pre-image is the noisy digit.
# </details>
#
# 6. Why does the fixed point stay in the span of the training points, however many components are used?
# <details><summary>Answer</summary>
#
# Each step is a weighted mean of them, though with weights that may be negative. With 300 training digits in 256 dimensions that is no restriction; with 50 it would be.
# </details>
#
# **Now the exercises:** [09_denoising_exercises](../exercises/09_denoising_exercises.ipynb). Next: the regression that we borrowed, in chapter 10.
