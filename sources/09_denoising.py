# %% [markdown]
# # 9 · Back from feature space: de-noising
#
# **The question.** Someone has poured noise over images of handwritten digits. Can we have the digits back? **Change how many axes are kept:** each noisy digit is rebuilt from its coordinates along them. Why do too few axes spoil the digits, while too many bring the noise back?

# %% jupyter={"source_hidden": true}
import numpy as np
from sklearn import decomposition

from kernelcourse import bars, data_planes, equations, figures, guess
from kernelcourse.denoising import experiments, explorers, proofs
from kernelcourse.denoising.figures import digit_rows, moves, off_the_curve, valley, what_becomes
from kernelsy19 import datasets, denoising, pca
from kernelsy19.kernels import RBF, Linear

# %%
explorers.CleaningExplorer()

# %% [markdown]
# These axes are the straight ones of PCA. A lecture on kernel PCA (KPCA11), which shows such digits, suggests a better plan. Clean digits don't fill the space of 256 pixels but lie near a curved surface in it, which kernel PCA can describe by a few axes. If we take a noisy digit to feature space and project it on these axes, most of the noise should be gone.
#
# But the projection is a vector of feature space, and we want a digit, which is 256 numbers. Which digit does the vector belong to? Most of the time to none at all, so we look for the digit that comes nearest.
#
# **After this chapter you can**
#
# - say what a pre-image is, and show with numbers that most vectors of feature space have none;
# - write a projection as a mixture of mapped training points, and measure how far any mapped point is from it;
# - derive the fixed point for the Gaussian kernel, watch it fail, and read the certificate of an answer;
# - learn the way back by regression;
# - restore digits, choose the kernel's width without labels, and say when linear PCA does as well.
#
# **You need** [chapter 7](07_kernel_pca.ipynb): axes, projections, centering. One section uses a regression that [chapter 10](10_kernel_ridge.ipynb) explains. In chapters 7 and 8 the coordinates of a point along the axes were called $z_m$. Here they are $\zeta_m$ (zeta), because we need $z$ for the point that we look for.
#
# ## 9.1 Most vectors are the image of nothing
#
# We map points of the plane into a space of many more dimensions. The place where a point $x$ arrives is called its **image**, $\Phi(x)$. A picture of a digit is a *point* in this chapter, and has an image like any other. The images of a plane cannot fill a space of so many dimensions. They form a thin curved surface, just as the images of a line form a curve. Here is such a curve: the images $\ink{blue}{\Phi(z)}$ of all numbers $z$ from −2 to 2 under a Gaussian kernel, seen along their two main axes.

# %%
line, ends = np.linspace(-2, 2, 161)[:, None], np.array([[-1.0], [1.0]])
seen = pca.KernelPCA(RBF(0.2), n_components=2).fit(line)
off_the_curve(seen.transform(line), seen.transform(ends), seen.transform([[0.0]])[0],
              features=("ζ₁", "ζ₂"), title="Images of the line, and the mean of Φ(−1) and Φ(1)")

# %% [markdown]
# These two axes hold ⟦seen.explained_variance_ratio_.sum():.0%⟧ of the variance, so the picture hides little. Take two images, $\Phi(-1)$ and $\Phi(1)$, and the vector halfway between them, $\ink{purple}{v} = \frac12\Phi(-1) + \frac12\Phi(1)$, which lies off the curve. A number $z$ with $\ink{blue}{\Phi(z)} = \ink{purple}{v}$ would be called a **pre-image** of $v$, and none of the numbers from −2 to 2 is one.
#
# Might another number do? With the linear kernel, the midpoint does: since $\Phi(z) = z$, the vector $v$ is its image. With the Gaussian kernel no number does, and the proof is short. Every image has the length $\sqrt{K(z, z)} = 1$, but $v$, the mean of two different vectors of length 1, is shorter.
#
# The best we can ask for is the $z$ whose image is *nearest*. **Before you look:** by symmetry one expects $z = 0$, the middle. Is it the middle for a wide kernel, and for a narrow one?

# %%
kernels = {"linear": Linear(), "γ = 0.1": RBF(0.1), "γ = 0.2": RBF(0.2), "γ = 2": RBF(2.0)}
distance = {name: denoising.certify(k, ends, [0.5, 0.5], line)[0] for name, k in kernels.items()}
shown = {name: d for name, d in distance.items() if name != "linear"}
words = {"xlabel": "z", "ylabel": "‖Φ(z) − v‖²", "title": "How far Φ(z) is from v"}
with guess.covered():
    for name, d in distance.items():
        print(f"{name:8} nearest at |z| = {abs(line[d.argmin()][0]):.2f}, distance² {d.min():.3f}")
    display(figures.curves(line[:, 0], shown, **words))

# %% [markdown]
# <details><summary>Answer</summary>
#
# With the two wide kernels the middle is ⟦best ⇐ all(distance[name].argmin() == 80 for name in ("γ = 0.1", "γ = 0.2"))⟧. With $\ink{green}{\gamma = 2}$ it is ⟦the worst place between the two points ⇐ distance["γ = 2"][80] == distance["γ = 2"][40:121].max()⟧, and there are ⟦two best places, one near either end ⇐ abs(distance["γ = 2"][:80].min() - distance["γ = 2"][81:].min()) < 1e-9 and 0.8 < abs(line[distance["γ = 2"].argmin(), 0]) < 1.2⟧. The reason is that under a narrow kernel, 0 resembles neither of the two points. At which $\gamma$ does the middle stop being best? Exercise 09.7 asks you to find out.
#
# </details>
#
# ## 9.2 The projection, made of training points
#
# Before we can measure how far an image is from the projection, we have to write the projection as the axes of chapter 7 were written, as a mixture of mapped training points. Kernel PCA gives axes $u^m$, each a mixture of *centered* images, and the coordinates $\zeta_m$ of the noisy point $x$. The sum $\sum_m \zeta_m u^m$ is not yet the projection, because coordinates are counted from the mean of all images, and the mean has to be **put back**:
#
# $$P\Phi(x) = \bar\Phi + \sum_{m \le q} \zeta_m u^m = \sum_{i=1}^n w_i\Phi(x_i) .$$
#
# The proof collects the weights $w_i$.

# %%
display(proofs.weights, equations.sheet("COURSE-projection-weights", folded=True))

# %% [markdown]
# In the next sections we stay in the plane, where we can see everything. We learn from 100 points close to the parabola of chapter 8, and restore 40 points with a lot of noise.

# %%
clean, noisy = datasets.parabola(100, noise=0.05), datasets.parabola(40, noise=0.3, rng=1)
X, N = clean.X, noisy.X
model = pca.KernelPCA(RBF(gamma=2.0), n_components=4).fit(X)
W = denoising.projection_weights(model.transform(N), model.alpha_)
print("weights of 40 noisy points:", W.shape, " all rows sum to 1:", np.allclose(W.sum(axis=1), 1))

# %%
full, missed = pca.KernelPCA(RBF(gamma=2.0), n_components=None).fit(X), {}
for centered in (True, False):
    weights = denoising.projection_weights(full.transform(X), full.alpha_, centered)
    missed[centered] = denoising.certify(full.kernel_, X, weights, X)[0].max()
    print(f"mean put back: {centered!s:5}  largest ‖Φ(xᵢ) − PΦ(xᵢ)‖²: {missed[centered]:.3f}")

# %% [markdown]
# The entries of each $\alpha^m$ ⟦sum to 0 ⇐ np.abs(model.alpha_.sum(axis=0)).max() < 1e-8⟧, because the axes are made of centered images. So of the long correction in the proof, only $\frac1n$ is left. The weights of each point ⟦sum to 1 ⇐ np.allclose(W.sum(axis=1), 1)⟧, like those of a mean. But this isn't an ordinary mean, because ⟦(W < 0).mean():.0%⟧ of the weights are negative, which will cause trouble in section 9.5.
#
# The second cell checks that the mean has to be put back. With *all* axes nothing is lost, so the projection of a training point should be its own image. ⟦With the mean it is ⇐ missed[True] < 1e-6⟧. Without the mean, projection and image are up to ⟦missed[False]:.2f⟧ apart, in squared distance.
#
# ## 9.3 How far is an image from the projection?
#
# For one noisy point $\ink{purple}{x}$, let's look at the whole plane at once. At each place $z$ the color shows how far $\Phi(z)$ is from the projection. Section 9.4 explains the path.

# %%
k, noisy_point, w = model.kernel_, N[1], W[1]
rho = lambda P: denoising.certify(k, X, w, P)[0]
path = denoising.fixed_point_path(noisy_point, X, w, k.gamma, steps=6)
off_curve = lambda P: np.abs(P[:, 1] - P[:, 0] ** 2).mean()
valley(clean, rho, path, title="Distance from the projection of one noisy point")

# %% [markdown]
# The picture has one basin. Its lowest place is near the noisy point, and it lies ⟦on the parabola ⇐ off_curve(path[-1:]) < 0.02⟧, as it should. To compute the distance we multiply out the square, and only kernel values are left:
#
# $$\rho(z) = \|\Phi(z) - P\Phi(x)\|^2 = K(z, z) - 2\sum_i w_iK(z, x_i) + \sum_{i,j} w_iw_jK(x_i, x_j) .$$

# %%
places = data_planes.Grid.around(X, size=100).points
length = np.sqrt(w @ k(X) @ w)
print(f"ρ at the noisy point: {rho(path[:1])[0]:.3f}, least ρ on a grid: {rho(places).min():.3f}")
print(f"length of the projection: {length:.3f}; no ρ is below {(1 - length) ** 2:.4f}")
display(proofs.distance, equations.sheet("COURSE-preimage-distance", folded=True))

# %% [markdown]
# The last number, $(1 - ⟦length:.3f⟧)^2$, needs no search. Every image has length 1, the projection has length ⟦length:.3f⟧, and the distance between two vectors is at least the difference of their lengths. Because this bound is ⟦above 0 ⇐ (1 - length) ** 2 > 1e-6⟧, this projection has **no** pre-image, and we take the bottom of the basin instead.
#
# ## 9.4 The fixed point
#
# How do we find the bottom? There the gradient of $\rho$ is zero. For the Gaussian kernel, Mika and others (1999) turned this into an equation for $z$ that we can iterate:
#
# $$z = \frac{\sum_i w_iK(z, x_i)\,x_i}{\sum_i w_iK(z, x_i)} .$$
#
# Read the right-hand side as a weighted mean of the training points, in which those near $z$ count most. It depends on $z$ itself, so we put in one $z$, get the next, and go on until nothing moves. The walk shows where the equation comes from. **Before you open its lines:** what happens to the denominator when $z$ is far from all points?

# %%
heights, slopes = denoising.certify(k, X, w, path)
for step in range(5):
    z = ", ".join(f"{coordinate:.3f}" for coordinate in path[step])
    print(f"step {step}: z = ({z}), ρ = {heights[step]:.4f}, ‖∇ρ‖ = {slopes[step]:.3f}")
keys = "COURSE-preimage-gradient", "COURSE-preimage-fixed-point"
display(proofs.fixed_point.walk(), equations.sheet(*keys, folded=True))

# %% [markdown]
# The printed steps are the path in the picture of section 9.3. The first one, from the noisy point, does ⟦nearly everything ⇐ heights[1] - heights[-1] < 0.02 * (heights[0] - heights[-1])⟧: $\rho$ falls from ⟦heights[0]:.2f⟧ to ⟦heights[1]:.3f⟧, and hardly changes after that. The function below does the same for many points at once. A point goes on until a step hardly moves it, or until its denominator is no longer positive.

# %%
equations.code(denoising.plain_fixed_point)

# %% [markdown]
# `denoising.fixed_point` takes more care: it notices when a point jumps to and fro, and it tries again from other starts, for reasons that the next section shows. Where the first attempt succeeds, both functions end at the same point.

# %%
plain = denoising.plain_fixed_point(k, X, W, N)
careful = denoising.fixed_point(k, X, W, N)
at_once = careful.converged & (careful.restarts == 0)
same = np.allclose(plain[at_once], careful.points[at_once])
print(f"converged from the noisy point: {at_once.sum()} of {len(N)}; same points: {same}")
slopes = denoising.certify(k, X, W, plain)[1], careful.gradient_norms
print("largest ‖∇ρ‖ below 1e-5:", all(norms.max() < 1e-5 for norms in slopes))

# %% [markdown]
# ## 9.5 When the fixed point fails
#
# ⟦All 40 points converged ⇐ len(N) == 40 and at_once.all()⟧, but nothing that we said promises it, so let's make the iteration fail. We take a narrower kernel, one noisy point, starts from all over the plane, and allow no second attempt. The function `experiments.fates` iterates once from each start, and says what became of it.

# %%
narrow = pca.KernelPCA(RBF(gamma=5.0), n_components=4).fit(X)
target = denoising.projection_weights(narrow.transform(N[:1]), narrow.alpha_)[0]
starts = data_planes.Grid.around(np.array([[-2.5, -2.5], [2.5, 2.5]]), size=29).points
once, fate = experiments.fates(narrow.kernel_, X, target, starts)

# %%
for number in np.unique(fate):
    at_end = once.squared_distances[fate == number]
    name, median = experiments.FATES[number], np.median(at_end)
    print(f"{name:20} {len(at_end):4} starts, median ρ at their end {median:.2f}")
nearest = once.points[fate == 0][:1]
what_becomes(clean, starts, fate, experiments.FATES, N[:1], nearest,
             title="Where starts end, γ = 5")

# %% [markdown]
# Only ⟦(fate == 0).mean():.0%⟧ of the starts lead to the nearest image. The others miss it in ⟦three ways ⇐ np.unique(fate).tolist() == [0, 1, 2, 3]⟧.
#
# - **It converges to a worse place**, a valley that is not the deepest. Nothing warns you, because the gradient is zero there too.
# - **The denominator vanishes.** With weights of both signs, $D(z) = \sum_i w_iK(z, x_i)$ can be 0 or negative. The next step would divide by 0, or point uphill, so the attempt ends there. All of these attempts reach ⟦such a place ⇐ all(k_z @ target <= 1e-12 * (k_z @ np.abs(target)) for k_z in narrow.kernel_(once.points[fate == 2], X))⟧, and ⟦((fate == 2) & (narrow.kernel_(starts, X) @ target < 0)).sum()⟧ of the ⟦(fate == 2).sum()⟧ start at one.
# - **It cycles**: the point jumps to and fro between two places forever.
#
# Being far from all points is not enough to fail. Every kernel value is nearly 0 there, and so is $D$, but the numerator is nearly 0 as well, and the quotient can lead back: of the starts that are more than 3 away from the origin, ⟦np.mean(fate[np.linalg.norm(starts, axis=1) > 3] == 0):.0%⟧ find the nearest image.
#
# The cycles are the strangest of the three. There $D$ is positive and the direction right, but the step is too long; in depth, we find out when a step goes down for sure.
#
# `denoising.fixed_point` tells these cases apart, and tries again: first from the training point whose image is nearest, then from random ones. With each answer it returns a certificate: $\rho$ and the length of the gradient.

# %%
again = denoising.fixed_point(narrow.kernel_, X, target, starts)
at_best = again.squared_distances < again.squared_distances.min() + 1e-6
print("failures on the way:", again.failures, " converged in the end:", again.converged.all())
print(f"at the nearest image: {at_best.mean():.0%}", end="; ")
print("largest ‖∇ρ‖ below 1e-5:", again.gradient_norms.max() < 1e-5)

# %% [markdown]
# With second attempts, ⟦every start converges ⇐ again.converged.all()⟧, and ⟦at_best.mean():.0%⟧ find the nearest image, against ⟦(fate == 0).mean():.0%⟧ before. The others sit in a worse valley, where a gradient of zero proves that no *small* move helps, and nothing more. That's why $\rho$ is reported too, and you can compare it with the $\rho$ of another start and with the lower bound of section 9.3. It also pays to start from the noisy point: from there, ⟦the nearest image is found ⇐ denoising.fixed_point(narrow.kernel_, X, target, N[:1], max_restarts=0).squared_distances[0] < once.squared_distances.min() + 1e-6⟧ at the first attempt. This was one noisy point. For ten noisy points in each of ten other draws (`experiments.starts_of_fixed_point`), a start at the point itself finds the nearest image in ⟦evidence["09 starts"]["own"].mean():.0%⟧ of the cases, and a start from a grid in ⟦evidence["09 starts"]["once"].mean():.0%⟧, or ⟦evidence["09 starts"]["again"].mean():.0%⟧ with second attempts.
#
# ## 9.6 De-noising in the plane
#
# `denoising.denoise` does all three steps: it projects, finds the weights, and iterates from the noisy point. **Before you look:** how many components should we keep? What do you expect of one, and what of twenty?

# %%
wide = pca.KernelPCA(RBF(gamma=2.0), n_components=20).fit(X)
moved = {q: denoising.denoise(wide, N, q) for q in (1, 2, 4, 6, 10, 20)}
with guess.covered():
    display(moves(clean, N, {f"q = {q}": found.points for q, found in moved.items()},
                  title="Noisy points and their pre-images for q components"))

# %%
off = {q: off_curve(found.points) for q, found in moved.items()}
misfit = {q: found.squared_distances.mean() for q, found in moved.items()}
with guess.covered():
    print(f"mean distance from the parabola, upright: noisy {off_curve(N):.3f}")
    for q in moved:
        print(f"q = {q:2}: {off[q]:.3f}   mean ρ = {misfit[q]:.4f}")

# %% [markdown]
# <details><summary>Answer</summary>
#
# One component is too few. The restored points crowd together, and none lies higher than ⟦moved[1].points[:, 1].max():.2f⟧, although the parabola goes up to 1. ⟦min(off, key=off.get)⟧ components are best, and bring the mean distance from ⟦off_curve(N):.3f⟧ down to ⟦min(off.values()):.3f⟧. On ten other draws of all points (`experiments.components_on_parabola`), four components are ahead of one and of twenty ⟦in each ⇐ (evidence["09 parabola"]["4"] < np.minimum(evidence["09 parabola"]["1"], evidence["09 parabola"]["20"])).all() and len(evidence["09 parabola"]["4"]) == 10⟧. With twenty ⟦nearly all of the noise is back ⇐ off[20] > 0.9 * off_curve(N)⟧, because so many axes can describe any point near the data, and the projection of a noisy point is ⟦nearly its own image ⇐ denoising.certify(k, X, denoising.projection_weights(wide.transform(N), wide.alpha_), N)[0].mean() < 0.01⟧.
#
# </details>
#
# In the last column, $\rho$ ⟦falls all the way ⇐ (np.diff(list(misfit.values())) < 0).all()⟧, even where the restored points get worse. It measures how well $z$ represents the *projection*, and not how well the projection represents the truth.
#
# All of this was learned from points that were nearly clean. What if we have none? The noisy points themselves can serve instead, and they still help, with fewer components:

# %%
rough = datasets.parabola(200, noise=0.2, rng=2)
own = pca.KernelPCA(RBF(gamma=2.0), n_components=8).fit(rough.X)
itself = {q: float(off_curve(denoising.denoise(own, rough.X, q).points)) for q in (1, 2, 4, 8)}
print(f"noisy: {off_curve(rough.X):.3f}; by q:", {q: round(off, 3) for q, off in itself.items()})

# %% [markdown]
# With ⟦min(itself, key=itself.get)⟧ components the mean distance falls from ⟦off_curve(rough.X):.3f⟧ to ⟦min(itself.values()):.3f⟧, and on ten other draws from ⟦evidence["09 parabola"]["own, noisy"].mean():.3f⟧ to ⟦evidence["09 parabola"]["own, 2"].mean():.3f⟧ on average.
#
# ## 9.7 A way back that is learned
#
# The fixed point needs the Gaussian kernel, and an iteration for each point. Another way needs neither. For the training points we know both the points $x_i$ and their coordinates $\zeta_i$ in feature space, so we can **learn** the map from coordinates to points from these pairs (Bakır, Weston and Schölkopf, 2004). The regression is kernel ridge regression, the subject of chapter 10. All we need of it here is its answer,
#
# $$\hat x(\zeta) = \bar x + \sum_i K(\zeta, \zeta_i)\,b_i , \qquad (\mathbf{K}_\zeta + \eta\,\mathbf{I})\,\mathbf{B} = \mathbf{X} - \mathbf{1}\bar x^\top ,$$
#
# where the $b_i$ are the rows of $\mathbf{B}$, and $\eta > 0$ says how smooth the map should be.

# %%
display(proofs.learned, equations.sheet("COURSE-preimage-ridge", folded=True))

# %% [markdown]
# Why do we take the mean $\bar x$ out first and put it back at the end? Ridge regression draws its answers toward 0, and 0 isn't a special place. scikit-learn's `inverse_transform` regresses the points as they are. See what this does to the eruptions of chapter 3, measured in standard deviations, but not centered:

# %%
F = datasets.faithful().X / datasets.faithful().X.std(axis=0)
theirs = decomposition.KernelPCA(4, kernel="rbf", gamma=1.0, fit_inverse_transform=True)
Z, far_away = theirs.fit_transform(F), np.full((1, 4), 9.0)
ours = denoising.learn(Z, F, RBF(gamma=1.0), ridge=1.0)
back = {"scikit-learn": theirs.inverse_transform, "with the mean": ours}
lost = {name: np.linalg.norm(way(Z) - F, axis=1).mean() for name, way in back.items()}
for name, way in back.items():
    print(f"{name:13} misses by {lost[name]:.3f} sd; far away: {way(far_away)[0].round(2) + 0}")

# %% [markdown]
# With the same kernel and the same $\eta$, the map with the mean misses the training points by ⟦lost["with the mean"]:.2f⟧ standard deviations, and the one without by ⟦lost["scikit-learn"]:.2f⟧. Far from all coordinates, the first answers with ⟦the mean of the data ⇐ np.allclose(ours(far_away), F.mean(axis=0), atol=1e-6)⟧, and the second with ⟦the origin ⇐ np.allclose(theirs.inverse_transform(far_away), 0, atol=1e-6)⟧.
#
# Here are both ways back on the parabola. We choose $\eta$ by leaving out each training point in turn. The map learns from the training points, and a second time from three noisy copies of each. As one draw would prove little, we take ten. The first number of each pair is the mean distance from the parabola, and the second is the mean $\rho$.

# %%
draws = [experiments.ways_back(draw) for draw in bars.progress(range(10), "draws")]
way = {name: np.array([draw[name] for draw in draws]) for name in draws[0]}
for i, q in enumerate((1, 2, 4, 8)):
    means = {name: rows[:, i].mean(axis=0).round(3).tolist() for name, rows in way.items()}
    print(f"q = {q}:", means)

# %% [markdown]
# The noisy points are off by ⟦evidence["09 parabola"]["noisy"].mean():.3f⟧. In feature space the fixed point is nearer than both maps ⟦in every draw ⇐ all((way["fixed point"][:, :, 1] < way[name][:, :, 1]).all() for name in ("learned", "from copies"))⟧, since that is what it minimizes. On the parabola itself it doesn't always win. With one component, the map learned from the training points comes nearer in ⟦(way["learned"][:, 0, 0] < way["fixed point"][:, 0, 0]).sum()⟧ of the ten draws: nearer in feature space need not mean nearer to the truth.
#
# With four components and eight, this map ⟦hands much of the noise back ⇐ way["learned"][:, 2:, 0].mean(axis=0).min() > 0.8 * evidence["09 parabola"]["noisy"].mean()⟧, and with two it ⟦even adds to the noise ⇐ way["learned"][:, 1, 0].mean() > 1.2 * evidence["09 parabola"]["noisy"].mean()⟧. Nearly clean points ask for hardly any smoothing, and $\eta$ became ⟦smaller than $10^{-4}$ ⇐ way["η"][:, 2:].max() < 1e-4⟧ there. If we know the size of the noise, noisy copies mend this: with eight components, the map from copies is nearer than the fixed point ⟦in every draw ⇐ (way["from copies"][:, 3, 0] < way["fixed point"][:, 3, 0]).all() and len(draws) == 10⟧. With four, the fixed point is nearer than both maps ⟦in every draw ⇐ all((way["fixed point"][:, 2, 0] < way[name][:, 2, 0]).all() for name in ("learned", "from copies"))⟧, and on average ⟦nothing in these rows is nearer ⇐ way["fixed point"][:, 2, 0].mean() < 1e-9 + min(way[name][:, :, 0].mean(axis=0).min() for name in ("fixed point", "learned", "from copies"))⟧.
#
# ## 9.8 Digits
#
# We learn from 300 training digits, drawn at random, without any noise. Pixels lie between −1 (paper) and 1 (ink). The noise has standard deviation $\sigma = 0.5$, and noisy pixels are not clipped to $[-1, 1]$. Restored pixels are, for all methods alike: as the true pixel lies in this range, the clip can only help.
#
# We have to choose two numbers, the width of the kernel and the number $q$ of components. Chapter 8 asked how to do that **without labels**. Here is an answer: take another 100 *training* digits, pour noise over them, restore them, and measure the mean squared error per pixel. Because this error is in squared units of gray, it can be compared between kernels.

# %% jupyter={"source_hidden": true}
pool, test = (part.in_order(shuffle=0) for part in datasets.usps())
digits = pool.X[:1100]
ten = test.X[[np.flatnonzero(test.y == digit)[0] for digit in range(10)]]
noisy_digits = experiments.with_noise(ten, sigma=0.5, seed=1)

# %%
train, held_out, Q = digits[:300], digits[300:400], (4, 16, 64, 256)
N_held = experiments.with_noise(held_out, sigma=0.5)
models = {w: pca.KernelPCA(RBF(1 / w), n_components=256).fit(train) for w in (2048, 1024, 512, 256)}
tried, error = {}, lambda Z, X=held_out: experiments.mean_squared_error(np.clip(Z, -1, 1), X)
for width, m in bars.progress(models.items(), "widths"):
    for method in ("fixed-point", "ridge"):
        restored = [denoising.denoise(m, N_held, q, method).points for q in Q]
        tried[f"{method}, γ = 1/{width}"] = [error(Z) for Z in restored]

# %% [markdown]
# What should we compare it with? Linear PCA restores with $\bar x + \sum_m \zeta_mu^m$, and to be fair, we give it its best number of components too. A fair rival can do one thing more. Suppose that the coordinate along axis $m$ has the variance $\lambda_m$ among clean digits, and the noise adds $\sigma^2$. Should we keep the noisy coordinate as it is? Of all its multiples, the one with the smallest expected error is $\ink{purple}{\lambda_m / (\lambda_m + \sigma^2)}$. We call this *shrunk* linear PCA. It needs $\sigma$, which we can estimate from the noisy digits: along the last axes clean digits hardly vary, so nearly all that varies there is noise.

# %%
axes = pca.principal_axes(train)
last = lambda images: axes.project(images)[:, -64:].var(axis=0)
sigma = np.sqrt(np.mean(last(N_held) - axes.variances[-64:]))
shrink = axes.variances / (axes.variances + sigma**2)
linear = lambda X, q, share=1.0: axes.reconstruct((axes.project(X) * share)[:, :q])
tried["linear"] = [error(linear(N_held, q)) for q in Q]
tried["linear, shrunk"] = [error(linear(N_held, q, shrink)) for q in Q]

# %%
print(f"σ, estimated from the noisy digits: {sigma:.3f}")
for name, row in tried.items():
    print(f"{name:23}", "  ".join(f"q = {q:3}: {e:.3f}" for q, e in zip(Q, row)))

# %% [markdown]
# We estimate the noise at ⟦sigma:.2f⟧, although it was 0.5. The estimate is ⟦too large in ten other draws of the noise as well ⇐ all(np.mean(last(experiments.with_noise(held_out, sigma=0.5, seed=s)) - axes.variances[-64:]) > 0.505**2 for s in range(1, 11))⟧, because along the last axes new digits vary ⟦more than ten times as much ⇐ (last(held_out).mean() > 10 * axes.variances[-64:].mean())⟧ as the 300 from which the axes were made. From these rows we choose ⟦Q[np.argmin(tried["linear"])]⟧ components for linear PCA, ⟦256 for the others ⇐ all(np.argmin(tried[name]) == 3 for name in ("linear, shrunk", "ridge, γ = 1/512", "fixed-point, γ = 1/1024"))⟧, and ⟦$\gamma = 1/1024$ for the fixed point and $1/512$ for the learned map ⇐ [min(models, key=lambda width: min(tried[f"{method}, γ = 1/{width}"])) for method in ("fixed-point", "ridge")] == [1024, 512]⟧. Let's restore the ten test digits of the beginning, which took no part in any choice.

# %%
chosen = {"fixed-point": models[1024], "ridge": models[512]}
by_kernel = lambda X, q: {how: denoising.denoise(m, X, q, how).points for how, m in chosen.items()}
restored = {"original": ten, "with noise": noisy_digits, "linear PCA": linear(noisy_digits, 64)}
restored["linear, shrunk"] = linear(noisy_digits, 256, shrink)
restored |= {f"kernel, {method}": Z for method, Z in by_kernel(noisy_digits, 256).items()}
for name, Z in restored.items():
    print(f"{name:19} mean squared error {error(Z, ten):.3f}")
digit_rows(restored, title="Ten test digits, restored (shown from −1 to 1)")

# %% [markdown]
# The digits can be read again. (The clip alone brings the noisy ones from ⟦experiments.mean_squared_error(noisy_digits, ten):.2f⟧ to ⟦error(noisy_digits, ten):.2f⟧.) What did kernel PCA do to the noise? We look at its answers along the axes of *linear* PCA, and ask how much of each noisy coordinate is left in the restored one. The curves show the slope of the regression line of the one on the other, over the 100 held-out digits, before the clip.

# %%
scores = axes.project(N_held)[:, :128]
kept = lambda Z: (scores * axes.project(Z)[:, :128]).sum(axis=0) / np.square(scores).sum(axis=0)
shares = {method: kept(Z) for method, Z in by_kernel(N_held, 256).items()}
shares |= {"linear PCA, q = 64": np.repeat([1.0, 0.0], 64), "linear, shrunk": shrink[:128]}
figures.curves(np.arange(1, 129), shares, xlabel="axis m of linear PCA", ylabel="share kept")

# %% [markdown]
# Linear PCA keeps a coordinate or drops it, whereas kernel PCA fades: the fixed point keeps ⟦shares["fixed-point"][:5].mean():.0%⟧ of the first five coordinates and ⟦shares["fixed-point"][-28:].mean():.0%⟧ of the last 28 shown, of which the shrunk PCA keeps ⟦shares["linear, shrunk"][-28:].mean():.0%⟧. Nobody told it the size of the noise; that entered through $\gamma$ and $q$, which were chosen with noisy digits.
#
# Is kernel PCA better, then? `experiments.digits_restored` draws ten times 300 training digits to learn from, 50 to tune each method on, and 100 to judge it on. Unclipped, plain linear PCA is beaten ⟦by both kernel methods in each draw ⇐ (np.maximum(evidence["09 digits"]["fixed-point, 0.5"], evidence["09 digits"]["ridge, 0.5"]) < evidence["09 digits"]["linear, 0.5"]).all() and len(evidence["09 digits"]["linear, 0.5"]) == 10⟧, as the lecture's figure shows. But ⟦np.mean(np.abs(linear(N_held, 64)) > 1):.0%⟧ of its pixels above lie outside of $[-1, 1]$. Once all methods are clipped, it beats the learned map in ⟦(evidence["09 digits"]["linear, 0.5, clipped"] < evidence["09 digits"]["ridge, 0.5, clipped"]).sum()⟧ of the ten draws, and the fixed point in ⟦(evidence["09 digits"]["linear, 0.5, clipped"] < evidence["09 digits"]["fixed-point, 0.5, clipped"]).sum()⟧. Shrunk linear PCA, with the true $\sigma$, beats both ⟦in each draw ⇐ (evidence["09 digits"]["shrunk, 0.5, clipped"] < np.minimum(evidence["09 digits"]["ridge, 0.5, clipped"], evidence["09 digits"]["fixed-point, 0.5, clipped"])).all()⟧: its mean error is ⟦evidence["09 digits"]["shrunk, 0.5, clipped"].mean():.3f⟧, that of the fixed point ⟦evidence["09 digits"]["fixed-point, 0.5, clipped"].mean():.3f⟧, and that of the learned map ⟦evidence["09 digits"]["ridge, 0.5, clipped"].mean():.3f⟧. With twice the noise it is ahead ⟦in each draw, too ⇐ (evidence["09 digits"]["shrunk, 1.0, clipped"] < np.minimum(evidence["09 digits"]["ridge, 1.0, clipped"], evidence["09 digits"]["fixed-point, 1.0, clipped"])).all()⟧, and so it is on all 2007 test digits, ⟦with either noise ⇐ (lambda t: all(t.rows(noise=s)["shrunk"].min() < min(t.rows(noise=s)["fixed_point"].min(), t.rows(noise=s)["ridge"].min()) for s in (0.5, 1.0)))(datasets.table("usps_denoising"))⟧, in 9·B.
#
# Without a clip, most of what the fixed point gains over plain linear PCA is shrinking: a linear map that keeps the same shares makes ⟦(lambda d: (d["linear, 0.5"] - d["same shares, 0.5"]).mean() / (d["linear, 0.5"] - d["fixed-point, 0.5"]).mean())(evidence["09 digits"]):.0%⟧ of this gain. A method deserves the best opponent that one can think of, not the weakest.
#
# **Before you move it**, guess what each method does to a digit without any noise. Then look at the curves on the right: for which of the four methods does the error rise again when the number of components grows?

# %%
untouched = {"linear PCA": linear(held_out, 64)}
untouched |= {f"kernel PCA, {method}": Z for method, Z in by_kernel(held_out, 64).items()}
clean_error = {name: error(Z) for name, Z in untouched.items()}
question = "A digit has no noise, and each method keeps 64 components. Which changes it the least?"
guess.choice(question, list(clean_error), min(clean_error, key=clean_error.get))

# %%
explorers.DenoisingExplorer()

# %% [markdown]
# <details><summary>Answers</summary>
#
# - Without noise nothing can be gained, and each method loses what its axes don't hold. On the 100 held-out digits of section 9.8, with 64 components, linear PCA loses ⟦clean_error["linear PCA"]:.3f⟧, and so does the shrunk one, because with $\sigma = 0$ it keeps everything. The fixed point loses ⟦clean_error["kernel PCA, fixed-point"]:.3f⟧ and the learned map ⟦clean_error["kernel PCA, ridge"]:.3f⟧, because both take a part of the digit for noise.
# - For ⟦plain linear PCA ⇐ [name for name in ("linear", "linear, shrunk", "ridge, γ = 1/512", "fixed-point, γ = 1/1024") if tried[name][3] > tried[name][2]] == ["linear"]⟧. On the held-out digits its error falls to ⟦tried["linear"][2]:.3f⟧ at $q = 64$ and rises to ⟦tried["linear"][3]:.3f⟧ at $q = 256$: with all axes it hands back the noisy digit. At these four numbers of components, the errors of the other three ⟦only fall ⇐ all((np.diff(tried[name]) < 0).all() for name in ("linear, shrunk", "ridge, γ = 1/512", "fixed-point, γ = 1/512"))⟧. They can rise a little for single digits, and at noise 1 those of the kernel methods rise for all together, as 9·B shows.
# </details>
#
# ## Summary

# %%
equations.summary("09_denoising", folded=True)

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. For which of our kernels does every mixture $\sum_i w_i\Phi(x_i)$ have an exact pre-image?
# <details><summary>Answer</summary>
#
# For the linear kernel: $\Phi(x) = x$, so the mixture is the image of the point $\sum_i w_ix_i$. (For points of the line, odd powers $(xy)^d$ have the same property, because every number is the $d$th power of one.)
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
# No, because the kernel values are positive too. It can still become too small for a computer, far from all points. With positive weights, each new point is a true weighted mean, so it lies among the training points.
# </details>
#
# 4. The certificate says $\|\nabla\rho\| < 10^{-8}$. What is proved, and what is not?
# <details><summary>Answer</summary>
#
# It proves that no small move helps, to first order. It doesn't prove that this is the nearest image, because another valley may be deeper.
# </details>
#
# 5. $\rho$ is almost 0, and the restored digit still looks noisy. How can that be?
# <details><summary>Answer</summary>
#
# You keep too many components. The projection is then nearly the image of the noisy digit, and its pre-image is the noisy digit.
# </details>
#
# 6. Why does the fixed point stay in the span of the training points, however many components are used?
# <details><summary>Answer</summary>
#
# Each step is a weighted mean of them, though some weights may be negative. With 300 training digits in 256 dimensions that is not a restriction, but with 50 it would be.
# </details>
#
# **Now the exercises:** work in [your own copy](../my/09_denoising_exercises.ipynb), which JupyterLab has made for you ([the originals](../exercises/09_denoising_exercises.ipynb)). Next, in [chapter 10](10_kernel_ridge.ipynb): the regression that we borrowed.
#
# **To read on:** Mika, Schölkopf, Smola, Müller, Scholz and Rätsch (1999) on the fixed point; Bakır, Weston and Schölkopf (2004) on learning the way back; Kwok and Tsang (2004) on a way back from distances.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 9·A Why a step can be too long (7 minutes)
#
# By the proof in 9.4, a step points *down* the gradient wherever $D(z) > 0$. Is $D$ negative there? Let's follow the first start that cycles.

# %%
height = lambda P: denoising.certify(narrow.kernel_, X, target, P)[0]
D = lambda P: narrow.kernel_(P, X) @ target
step = lambda P: denoising.fixed_point_step(P, X, target, gamma=5.0)
ends = once.points[once.status == "cycling"]
cycle = np.vstack([ends[:1], step(ends[:1]), step(step(ends[:1]))])
for z, rho_z, D_z in zip(cycle.round(3), height(cycle), D(cycle)):
    print(f"z = ({z[0]:6.3f}, {z[1]:6.3f}), ρ = {rho_z:.2f}, D = {D_z:.3f}")
print(f"{len(ends)} starts cycle, between {2 * len(np.unique(ends.round(3), axis=0))} places")

# %% [markdown]
# All these starts end in ⟦the same cycle ⇐ np.ptp(ends, axis=0).max() < 1e-2 and np.allclose(cycle[0], cycle[2], atol=1e-4)⟧. At both of its places $D$ is ⟦positive ⇐ D(cycle).min() > 0⟧, so the direction is right, but the step is **too long**. Its length is $\|\nabla\rho\| / (4\gamma D)$, and where positive and negative weights nearly cancel, $D$ is small and the step leaps over the valley to its other side.
#
# How small may $D$ be? That depends on how strongly $\rho$ can bend. The proof finds a number $C(z)$ that bounds the bend, and concludes that a step goes down for sure if $D(z) \ge \frac12 C(z)$.

# %%
d, C = D(starts), denoising.bends(starts, X, target, gamma=5.0)
up = height(step(starts)) > height(starts) + 1e-9
kinds = {"D < 0": d < 0, "0 < D < C/2": (0 < d) & (d < C / 2), "D ≥ C/2": d >= C / 2}
for name, there in kinds.items():
    print(f"{name:12} {there.sum():4} starts, and the first step goes up from {up[there].sum():3}")
proofs.overshoot

# %% [markdown]
# Where $D$ is negative, ⟦up[d < 0].sum()⟧ of ⟦(d < 0).sum()⟧ first steps go up. Where it is positive but below $\frac12C$, ⟦up[(d > 0) & (d < C / 2)].sum()⟧ of ⟦((d > 0) & (d < C / 2)).sum()⟧ do. Where the condition of the proof holds, ⟦none does ⇐ not up[d >= C / 2].any()⟧. The condition is sufficient, but not necessary: of the steps with $0 < D < \frac12C$, ⟦most go down all the same ⇐ up[(d > 0) & (d < C / 2)].mean() < 0.5⟧.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 9·B Is kernel PCA better? (4 minutes)
#
# Ten digits prove nothing, so we restored all 2007 test digits, with axes from 1000 training digits and with two levels of noise. Because that takes some minutes, `make tables` computes it beforehand. Every method is tuned by the same rule: for each number of components, the kernel methods get the $\gamma$, out of six, with the smallest error on 200 other training digits. The shrunk PCA is given the true $\sigma$, and all are clipped.

# %%
results = datasets.table("usps_denoising")
low, words = results.rows(noise=0.5), {"xlabel": "components q", "ylabel": "mean squared error"}
methods = {"linear": "linear PCA", "shrunk": "linear, shrunk"}
methods |= {"fixed_point": "kernel, fixed-point", "ridge": "kernel, ridge"}
shown = {name: low[m] for m, name in methods.items()}
display(results)
figures.curves(low["components"], shown, **words, log="x", markers=True,
               title="2007 test digits, noise 0.5")

# %%
choices, final = datasets.table("usps_denoising_tried"), {}
for noise in (0.5, 1.0):
    rows = choices.rows(noise=noise)
    best = {m: int(rows["components"][rows[m].argmin()]) for m in methods}
    for m, q in best.items():
        final[noise, m] = results.rows(noise=noise, components=q)[m][0]
        print(f"noise {noise}, {methods[m]:20} q = {q:3}: error {final[noise, m]:.4f}")

# %% [markdown]
# What do the numbers say?
#
# - **With the same number of components, the learned map beats plain linear PCA** ⟦at every $q$ of the table ⇐ (results["ridge"] < results["linear"]).all()⟧, at both levels of noise, and by ⟦1 - low["ridge"][1] / low["linear"][1]:.0%⟧ with four components at noise 0.5. There the fixed point ⟦is no better up to 64 components, and ahead beyond ⇐ all((gain > 0) == (q > 64) for gain, q in zip(low["linear"] - low["fixed_point"], low["components"]))⟧. The last columns show why the two are so close at first: for few components its best kernel is ⟦the widest of the six ⇐ all(results.rows(noise=noise, components=q)["fixed_point_width"][0] == 4096 for noise in (0.5, 1.0) for q in (1, 4, 16, 32))⟧, and a very wide kernel is nearly linear.
# - **Kernel PCA hands back less of the noise when $q$ grows.** With 512 components, at noise 0.5, its errors are ⟦low["fixed_point"][-1]:.3f⟧ and ⟦low["ridge"][-1]:.3f⟧, and that of linear PCA is ⟦low["linear"][-1]:.3f⟧, which is ⟦all that the clip leaves of the noise ⇐ abs(low["linear"][-1] - error(experiments.with_noise(datasets.usps().test.X, 0.5, seed=3), datasets.usps().test.X)) < 0.001⟧. The lecture's figure shows the same.
# - **With the best number for each, both kernel methods beat plain linear PCA at noise 0.5**, with ⟦final[0.5, "fixed_point"]:.3f⟧ and ⟦final[0.5, "ridge"]:.3f⟧ against ⟦final[0.5, "linear"]:.3f⟧. At noise 1 ⟦only the learned map does ⇐ final[1.0, "ridge"] < final[1.0, "linear"] <= final[1.0, "fixed_point"]⟧, with ⟦final[1.0, "ridge"]:.3f⟧ against ⟦final[1.0, "linear"]:.3f⟧. The fixed point lies within ⟦one percent of linear PCA ⇐ (lambda d: all(abs(fixed / linear - 1) < 0.01 for fixed, linear in [(final[1.0, "fixed_point"], final[1.0, "linear"]), *zip(d["fixed-point, 1.0"], d["linear, 1.0"])]))(evidence["09 digits from more"])⟧: here behind it, and ahead ⟦in each ⇐ (evidence["09 digits from more"]["fixed-point, 1.0"] < evidence["09 digits from more"]["linear, 1.0"]).all()⟧ of ten other draws of 1000 digits.
# - **The learned map is better than the fixed point** ⟦at both levels of noise ⇐ all(final[noise, "ridge"] < final[noise, "fixed_point"] for noise in (0.5, 1.0))⟧, where each has its best $q$. In section 9.8, where the axes came from 300 digits and not from 1000, it was the other way round: there the best errors on held-out digits were ⟦min(min(row) for name, row in tried.items() if "ridge" in name):.3f⟧ for the learned map and ⟦min(min(row) for name, row in tried.items() if "fixed" in name):.3f⟧ for the fixed point. A map that is learned needs examples. With 1000 digits, $\gamma = 1/512$ and 256 components, the errors on the same held-out digits become ⟦error(denoising.denoise(pca.KernelPCA(RBF(1 / 512), 256).fit(np.delete(digits, slice(300, 400), axis=0)), N_held, 256, "ridge").points):.3f⟧ and ⟦error(denoising.denoise(pca.KernelPCA(RBF(1 / 512), 256).fit(np.delete(digits, slice(300, 400), axis=0)), N_held, 256).points):.3f⟧.
# - **Linear PCA that shrinks is the best of all** ⟦at both levels of noise ⇐ all(final[noise, "shrunk"] == min(final[noise, m] for m in methods) for noise in (0.5, 1.0))⟧, with ⟦final[0.5, "shrunk"]:.3f⟧ and ⟦final[1.0, "shrunk"]:.3f⟧. It needs no $\gamma$, no iteration and no Gram matrix. It does need $\sigma$, which was given to it here, but an estimate does nearly as well: on the 100 held-out digits of section 9.8, its error is ⟦tried["linear, shrunk"][-1]:.4f⟧ with the estimated $\sigma$ and ⟦error(linear(N_held, 256, axes.variances / (axes.variances + 0.25))):.4f⟧ with the true one.
#
# The lecture compares kernel PCA with plain linear PCA, and kernel PCA wins. Against a linear PCA that shrinks, with the pixels of all methods clipped, the better of our two kernel methods ⟦loses, by a little at noise 0.5 ⇐ 0.95 * min(final[0.5, "fixed_point"], final[0.5, "ridge"]) < final[0.5, "shrunk"] < min(final[0.5, "fixed_point"], final[0.5, "ridge"]) and min(final[1.0, "fixed_point"], final[1.0, "ridge"]) > final[1.0, "shrunk"]⟧. In the ten other draws, each with 300 new digits and the choices above, the shrunk linear PCA is ahead of both ⟦in each at noise 1 ⇐ (lambda d: (d["shrunk, 1.0"] < np.minimum(d["fixed-point, 1.0"], d["ridge, 1.0"])).all())(evidence["09 digits from more"])⟧, and of the learned map in ⟦(evidence["09 digits from more"]["shrunk, 0.5"] < evidence["09 digits from more"]["ridge, 0.5"]).sum()⟧ at noise 0.5. At noise 1 the fixed point takes ⟦the widest kernel of the six at its best $q$ ⇐ results.rows(noise=1.0, components=32)["fixed_point_width"][0] == 4096 and final[1.0, "fixed_point"] == results.rows(noise=1.0, components=32)["fixed_point"][0]⟧, so a still wider one might do a little better there.
