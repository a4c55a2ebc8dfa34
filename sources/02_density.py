# %% [markdown]
# # 2 · Density
#
# **The question.** A machine has run for a month, and here is a new reading. Is it like the others? **Novelty detection** is the task
# of saying so when all that we have are readings that were not new. Uses are many: measurement errors, machines that begin to fail, stolen bank
# cards, intruders in a network.
#
# The oldest answer: estimate how dense the data are around each point, and reject what falls where the density is low.
#
# **After this chapter you can**
#
# - derive the Parzen window from the probability of a small region;
# - choose its width by a rule of thumb, by leave-one-out likelihood or by plug-in, and say what each assumes;
# - turn a density into a detector that rejects a share of the data that you chose;
# - say why this gets hopeless when there are many variables.
#
# **You need** [chapter 1](01_kernels.ipynb) for the word kernel, and what a density and an integral are.

# %%
import numpy as np
from sklearn.neighbors import KernelDensity

from kernelsy19 import datasets, density
from kernelsy19.course import equations, figures
from kernelsy19.density import ParzenWindow, explorers
from kernelsy19.density import derivations as proofs
from kernelsy19.density.figures import density_regions

# %% [markdown]
# ## 2.1 A small region
#
# Let $x_1, \dots, x_n$ be drawn from a density $f$, and let $x_0$ be a point where we want to know it. Around $x_0$ lies a region $\mathcal{R}$ with
# volume $V$. If it is small, $f$ hardly changes within it, so the probability of falling in it is nearly $f(x_0)\,V$. And a probability we can estimate: it is
# the share of the sample that falls in.

# %%
proofs.small_region

# %%
equations.sheet("SY19-region-probability", "SY19-region-density")

# %% [markdown]
# Eruption times of Old Faithful, and the interval of length 0.5 minutes around 2 minutes:

# %%
faithful = datasets.faithful()
minutes = faithful.X[:, :1]
inside = np.abs(minutes[:, 0] - 2.0) <= 0.25
print(f"{inside.sum()} of {len(minutes)} eruptions took 1.75 to 2.25 minutes")
print(f"density there: {density.density_in_region(inside, volume=0.5):.3f} per minute")

# %% [markdown]
# ## 2.2 The hypercube window
#
# Take as region a cube with side $h$ centered at $x_0$. In one dimension it is an interval, in two a square. The window function
# $H$ is 1 on the unit cube around 0 and 0 elsewhere, so the count is a sum of windows.

# %%
display(proofs.hypercube, equations.sheet("SY19-hypercube-window", "SY19-parzen-hypercube"))

# %%
x = np.linspace(1, 6, 500)
boxes = {f"h = {h} min": density.parzen_hypercube(x[:, None], minutes, h) for h in (0.2, 0.8)}
figures.curves(x, boxes, xlabel="eruption (min)", ylabel="density (per min)", title="Hypercube windows", rug=minutes[:, 0])

# %% [markdown]
# A point counts fully or not at all, so the estimate jumps where a point enters or leaves the window. It is piecewise constant, and
# not continuous.
#
# ## 2.3 The Gaussian window
#
# Let a point count less and less as it gets farther away. Replace the cube by the standard Gaussian density $\phi$:

# %%
display(proofs.gaussian, equations.sheet("SY19-gaussian-window", "SY19-1"))

# %%
bumps = {f"h = {h} min": density.parzen_gaussian(x[:, None], minutes, h) for h in (0.05, 0.2, 0.8)}
figures.curves(x, bumps, xlabel="eruption (min)", ylabel="density (per min)", title="Gaussian windows", rug=minutes[:, 0])

# %% [markdown]
# The function above is the whole method: all differences, one window for each, and their mean. `density.plain_density` chooses among the sums of this
# chapter by the kind of bandwidth. It keeps a number for every pair of points, and far from the data its windows become too small for the computer to
# tell from 0. So from here on we use the library's `log_density`, which gives the same values in less memory and time, and never underflows:

# %%
equations.code(density.plain_density)

# %%
far = np.array([[3.0], [5.5], [60.0]])
plain, logarithm = density.plain_density(far, minutes, 0.2), density.log_density(far, minutes, 0.2)
print("the sum as it is written:", plain.round(4), " by the logarithm:", np.exp(logarithm).round(4))
print(f"same up to rounding: {np.allclose(plain, np.exp(logarithm), rtol=1e-12, atol=0)}; logarithm at 60 minutes: {logarithm[2]:.0f}")

# %% [markdown]
# The **bandwidth** $h$ decides what we see. At 0.05 minutes the curve follows single points, at 0.8 it hides that there are two
# groups. What a window does to a density on average can be said exactly: it blurs it.

# %%
proofs.bias

# %% [markdown]
# Each bump is a kernel in the sense of chapter 1: an RBF kernel with $\gamma = 1/(2h^2)$, scaled so that it integrates to one.

# %%
display(equations.show("SY19-parzen-kernel"))
k = density.parzen_kernel(h=0.2, p=1)
print(f"factor {k.factor:.4f} per minute, RBF kernel with γ = {k.kernel.gamma:.2f} per squared minute")
print(f"same values: {np.allclose(k(x[:, None], minutes).mean(axis=1), density.parzen_gaussian(x[:, None], minutes, 0.2))}")

# %% [markdown]
# **Before you move it:** make the hypercube as wide as it goes. What does the density look like? And how does the number of
# rejected points change with $h$ while the share $\rho$ stands still?

# %%
explorers.ParzenExplorer()

# %% [markdown]
# The number of rejected points does not change with $h$: the threshold is tuned to the sample. *Which* points are rejected does.
#
# ## 2.4 Choosing the bandwidth
#
# **Rules of thumb.** For large $n$ the error of a density estimate has two parts: variance, which wants wide windows, and squared bias, which wants
# narrow ones. Section 2.3 showed both at one point. Add them up over all points, and one width makes the sum smallest. It depends on how sharply the density
# curves, $\Psi$, which we do not know. The simplest guess is that the data are Gaussian:

# %%
proofs.best_width

# %% [markdown]
# With the standard deviation $s_j$ along axis $j$ in place of $\sigma$, that is Silverman's rule, and without the factor $(4/(p+2))^{1/(p+4)}$ it is Scott's.
# Data in several groups curve more than one Gaussian of the same spread, so for them the rules smooth too much.

# %%
display(equations.sheet("COURSE-scott", "COURSE-silverman", "COURSE-normal-scale"))
print("Scott:", density.scott(faithful.X).round(3), " Silverman:", density.silverman(faithful.X).round(3))
print("scikit-learn's Silverman, which ignores the spread:", round(KernelDensity(bandwidth="silverman").fit(faithful.X).bandwidth_, 3))

# %% [markdown]
# In two dimensions the two rules are the same. One minute of waiting is not one minute of eruption: the rules give each axis its own width. scikit-learn's give one number for both,
# the same whether we measure in minutes or in seconds.
#
# **Leave-one-out likelihood** lets the data speak. Judge $h$ by how well each point is foretold by all the others: leaving the point itself
# out is what keeps the narrowest window from winning.

# %%
equations.sheet("COURSE-loo-likelihood", "COURSE-loo-bandwidth")

# %%
widths = np.geomspace(0.03, 1.0, 60)
likelihood = [density.loo_log_likelihood(minutes, h) for h in widths]
best = density.loo_bandwidth(minutes)
print(f"best h: {best.bandwidth:.3f} min, converged: {best.converged}")
figures.curves(widths, {"eruptions": likelihood}, xlabel="h (min)", ylabel="leave-one-out log-likelihood", log="x", title="Which width foretells best?")

# %% [markdown]
# **Plug-in.** Rules of thumb guess how curved the density is; the plug-in rule estimates it from the data. A first, rough bandwidth, called the *pilot*,
# gives an estimate of $\Psi$. Putting that estimate into the error leaves one unknown, the bandwidth itself, and we choose the value that makes the error
# smallest. This is what R's `ks` does by default, with a whole matrix $\mathbf{H}$ instead of one width.

# %%
equations.sheet("COURSE-parzen-matrix", "COURSE-amise", "COURSE-psi-estimate", "COURSE-pilot", "COURSE-plug-in")

# %% [markdown]
# ## 2.5 Irises, as in the lecture
#
# The lecture draws the density of two measurements of 150 irises, with the contours that hold 25, 50, 75, 95 and 99 % of the flowers:
# `kde(x)` and `plot(fhat, cont = c(25, 50, 75, 95, 99))` with R's `ks`. A contour that holds a share $s$ of the sample is the level that a share
# $s$ of the points lies above: a quantile of the density at the points. Many regions hold half of the probability. Why draw the one that a contour
# of the density encloses? Because it is the smallest:

# %%
proofs.highest_density

# %%
iris = datasets.iris().columns("sepal width", "petal length")
model = ParzenWindow(bandwidth="plug-in").fit(iris.X)
shares = np.array([0.25, 0.50, 0.75, 0.95, 0.99])
levels = model.hdr_levels(shares)
display(equations.show("COURSE-hdr-levels"))
density_regions(iris, lambda P: np.exp(model.score_samples(P)), levels, shares, title="150 irises, plug-in bandwidth matrix")

# %%
print("bandwidth matrix, in cm²:")
print(model.bandwidth_.round(4))

# %% [markdown]
# The matrix has a slight slant: over the three species together, long petals go with narrow sepals, and the window leans along. Three choices of
# the width, one data set. Silverman's rule, made for one Gaussian, takes the widest window; what is judged by each point's own neighbors, the narrowest:

# %%
for rule in ("silverman", "loo-full", "plug-in"):
    fitted = ParzenWindow(bandwidth=rule).fit(iris.X)
    H = density.as_bandwidth(fitted.bandwidth_, p=2)
    area = np.sqrt(np.linalg.det(H)) if np.ndim(H) == 2 else np.prod(np.broadcast_to(H, 2))
    print(f"{rule:>10}: {area:.3f} cm² of window, mean log density left out {density.loo_log_likelihood(iris.X, fitted.bandwidth_) / len(iris):.3f}")

# %% [markdown]
# ## 2.6 A detector
#
# Reject $x$ when its density falls below a constant $c$. The constant is tuned on the sample: choose the share $\rho$ of learning vectors that
# may be rejected, and take the largest $c$ that rejects no more.

# %%
equations.sheet("SY19-density-rejection", "SY19-density-threshold")

# %%
detector = ParzenWindow(bandwidth="silverman", reject_share=0.05).fit(faithful.X)
rejected = detector.predict(faithful.X) == -1
print(f"{rejected.sum()} of {len(faithful)} eruptions rejected ({rejected.mean():.1%})")
figures.decision(
    faithful, lambda P: detector.decision_function(P).clip(-6), y=rejected.astype(int), names=("kept", "rejected"),
    label="density = c", title="Parzen detector, ρ = 5 %",
)

# %% [markdown]
# Far from all data a density underflows: $e^{-1000}$ is 0 for a computer, and two points that are both "0" can no longer be compared. The
# estimator works with logarithms.

# %%
far = np.array([[50.0, 500.0], [90.0, 900.0]])
print("density:", density.parzen_gaussian(far, faithful.X, h=0.3))
print("log density:", detector.score_samples(far).round(0))

# %% [markdown]
# The next chapter encloses the mapped points in a ball, and a number $\nu$ says how many may stay outside. For $\nu = 1$ its center turns out to be their mean. Such
# a ball is this detector, up to how the threshold is chosen:

# %%
proofs.ball_with_nu_one

# %% [markdown]
# ## 2.7 Many variables
#
# A window is local when it holds few of the points. In $p$ dimensions a cube that holds a share $s$ of a unit cube has side $s^{1/p}$. And a cube is nearly all
# corners: the ball that fits in it holds almost nothing of it.

# %%
p = np.arange(1, 31)
sides = {"side that holds 1 %": [density.side_to_capture(0.01, q) for q in p], "share of the ball": [density.ball_share_of_cube(q) for q in p]}
display(equations.sheet("COURSE-curse-side", "COURSE-curse-ball"))
figures.curves(p, sides, xlabel="number of variables p", ylabel="share of the unit cube", title="Nothing is local in many dimensions", markers=True)

# %% [markdown]
# In numbers: how many points does it take to know the density at its highest point, of a Gaussian in $p$ dimensions, with a relative error of 32 % (a mean squared relative error of 0.1) at the best
# bandwidth?

# %%
display(equations.show("COURSE-curse-error"))
for q in (1, 2, 4, 6, 8, 10):
    print(f"{q:>2} variables: {density.sample_size_needed(q):>9,} points")

# %% [markdown]
# These are the numbers of a well-known table of Silverman's (1986). And they are for the value at one point of the simplest density there is. **Vapnik's principle**: to solve a problem, do not solve a harder one on the way. We
# wanted a region that holds most of the data; we estimated a number for every point of the space. The next chapter looks for the region itself.
#
# ## Summary

# %%
equations.summary("02_density")

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. 20 of 200 points fall in a square of side 0.5. What is the density estimate at its center?
# <details><summary>Answer</summary>
#
# $20 / (200 \cdot 0.25) = 0.4$ per unit of area.
# </details>
#
# 2. Why does the likelihood of the sample itself, with no point left out, always prefer the narrowest window?
# <details><summary>Answer</summary>
#
# Each point lies at the peak of its own bump, and the peak $1/(n (2\pi)^{p/2} h^p)$ grows without end as $h \to 0$.
# </details>
#
# 3. All lengths are changed from centimeters to millimeters. What happens to Silverman's bandwidth, and to the density?
# <details><summary>Answer</summary>
#
# The bandwidth is multiplied by 10, as $s_j$ is. The density is divided by $10^p$: it is per unit of volume.
# </details>
#
# 4. A detector with $\rho = 0.05$ sees data from the same source as its sample. Does it reject 5 % of them?
# <details><summary>Answer</summary>
#
# Rather more: the density is higher at the learning vectors than at new points, because each learning vector has a bump of its own.
# </details>
#
# **Now the exercises:** [02_density_exercises](../exercises/02_density_exercises.ipynb). Next: [the minimum-volume ball](03_minimum_volume_ball.ipynb).
