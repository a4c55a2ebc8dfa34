# %% [markdown]
# # 4 · The one-class SVM at work
#
# **The question.** The ball of chapter 3 has a parameter $\nu$. We met it as a price: a unit of slack costs $1/(\nu n)$. Nobody knows what
# a unit of slack should cost. But everybody can say "about 5 % of these digits may be strange". Can we set the share that we want, and get it?
#
# **After this chapter you can**
#
# - prove that $\nu$ lies between the share of outliers and the share of support vectors, and see both close in on it;
# - say what happens at both ends: the smallest enclosing ball for $\nu \to 0$, a Parzen density for $\nu = 1$;
# - turn a ball into the hyperplane that `scikit-learn` computes and back, and tell when that is not possible;
# - run the method on real data, rank what is strange, and compare it with other detectors without being misled by their parameters.
#
# **You need** [chapter 3](03_minimum_volume_ball.ipynb): the dual and the three kinds of point. For section 4.3, the Gaussian Parzen window of
# chapter 2.

# %%
import numpy as np
from sklearn.covariance import EllipticEnvelope
from sklearn.ensemble import IsolationForest
from sklearn.svm import OneClassSVM

from kernelsy19 import ball, datasets, density, one_class
from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.course import drawing, equations, figures, picture
from kernelsy19.course.bars import progress
from kernelsy19.kernels import RBF, Laplacian, Linear
from kernelsy19.one_class import explorers, settings
from kernelsy19.one_class import derivations as proofs
from kernelsy19.one_class.figures import balls, detectors, shares

# %% [markdown]
# ## 4.1 What ν bounds
#
# Two facts about the weights are enough: they sum to one, and none exceeds $1/(\nu n)$. Take any numbers between 0 and 1/5 that sum to 1: at least
# five of them are positive, and at most five equal 1/5. That is the whole idea. Here it is line by line.

# %%
display(proofs.nu_bounds.walk(), equations.sheet("SY19-nu-outliers", "SY19-nu-support-vectors"))

# %% [markdown]
# These are bounds for every kernel, every data set and every $n$. No assumption was made about where the points come from. Let us try to break
# them: the 256 distinct eruptions (of two that are the same, either may take the weight), two kernels, twelve values of $\nu$.

# %%
X = datasets.faithful().standardized().X
distinct, nus = np.unique(X, axis=0), np.linspace(0.02, 1, 12)
paths = {repr(k): [ball.solve_dual(k(distinct), nu, tol=1e-9) for nu in nus] for k in (Linear(), RBF(gamma=1.0))}
for name, path in paths.items():
    outliers = np.array([s.outlier.mean() for s in path])
    vectors = np.array([one_class.share_of_support_vectors(s.alpha) for s in path])
    print(f"{name}: too many outliers {(outliers > nus + 1e-12).sum()} times, too few support vectors {(vectors < nus - 1e-12).sum()} times")
shares(nus, outliers, vectors, title="256 distinct eruptions, RBF, γ = 1")

# %% [markdown]
# How do we count an outlier? By its weight: $\alpha_i$ is at the bound. It is tempting to count the points that `predict` calls $-1$. But the
# points on the surface have a decision of exactly 0 in theory and of $\pm10^{-7}$ in a computer, so their signs are noise, and some of them are
# counted as outliers. Section 4.6 shows how wrong that gets.
#
# ## 4.2 Both shares go to ν
#
# The bounds leave room: between the two shares are the points on the surface. How many can there be? In a feature space of $D$ dimensions, the answer is
# geometry. A circle of the plane goes through three points that you choose; a fourth, drawn from a continuous distribution on the plane, misses it. The proof
# asks for *general position*: no sphere and no plane holds more of the mapped points than it has to. In the plane, a density of the points is enough for that.
# If $K(x, x)$ is constant, the premise fails: all mapped points then lie on one sphere about the origin, and that may be the very sphere of the ball.

# %%
display(proofs.surface_is_small, equations.show("SY19-nu-limit"))

# %% [markdown]
# With the linear kernel in the plane, $D = 2$: whatever $n$, no more than three points of 10 or of 1000 can be on the surface. Scale the same points to length 1, and all of them are.

# %%
sizes = [10, 30, 100, 300, 1000]
sample = np.random.default_rng(4).normal(size=(1000, 2))
in_plane = [ball.solve_dual(Linear().gram(sample[:n]), nu=0.2) for n in sizes]
print("points on the surface:", [int(s.surface.sum()) for s in in_plane])
circle = sample / np.linalg.norm(sample, axis=1, keepdims=True)
on_circle = [ball.solve_dual(Linear().gram(circle[:n]), nu=0.2, tol=1e-9) for n in sizes]
print("on the sphere of the ball, at length 1:", [int(np.isclose(s.squared_distances, s.R2, atol=1e-6).sum()) for s in on_circle])

# %% [markdown]
# The feature space of the RBF kernel has no finite dimension, so this proof does not reach it. The lecture's third statement says that the share on the
# surface still goes to 0, with probability 1 and under conditions that it calls general and does not list. A proof needs a bound on how rich the class
# of spheres is (Schölkopf et al., 2001). We can watch it. (With a narrow kernel many weights are almost 0, so counting those that are 0 takes a small `tol`.)

# %%
wide = [ball.solve_dual(RBF(gamma=0.5).gram(sample[:n]), nu=0.2) for n in sizes]
narrow = [ball.solve_dual(RBF(gamma=20.0).gram(sample[:n]), nu=0.2, tol=1e-9) for n in sizes]
print("γ = 0.5, share on the surface in %:", [round(100 * one_class.share_on_surface(s.alpha, 0.2), 1) for s in wide])
print("γ = 20,  share on the surface in %:", [round(100 * one_class.share_on_surface(s.alpha, 0.2), 1) for s in narrow])
shown = {
    "SVs, γ = 20": [1 - s.inside.mean() for s in narrow],
    "outliers, γ = 20": [s.outlier.mean() for s in narrow],
    "SVs, γ = 0.5": [1 - s.inside.mean() for s in wide],
    "outliers, γ = 0.5": [s.outlier.mean() for s in wide],
}
figures.curves(sizes, shown, xlabel="n", ylabel="share of the points", log="x", markers=True, title="ν = 0.2: both shares close in")

# %% [markdown]
# How large $n$ has to be depends on the kernel. A narrow one needs many points before the shares agree: at $\gamma = 20$ nearly half of 1000 points are still
# on the surface. And without a continuous distribution the promise is void: points that repeat share a weight, and a solver may split it
# among them as it likes.
#
# **Before you move it:** with $\nu = 0.3$ and $n = 10$, how many outliers can there be? What does a larger $\gamma$ do to the gap between the two shares?

# %%
explorers.NuPropertyExplorer()

# %% [markdown]
# ## 4.3 The two ends of ν
#
# **ν → 0.** A unit of slack costs more and more. The lecture concludes that every point is in the ball, which is right, and adds that there is then no
# support vector, which is a slip. There is no *outlier*. The ball has to touch something, and what it touches has weight.

# %%
display(proofs.nu_to_zero, equations.show("SY19-nu-zero"))

# %%
for nu in (1e-2, 1e-3, 1e-6):
    s = ball.solve_dual(RBF(gamma=1.0)(X), nu)
    print(f"ν = {nu:g}, νn = {nu * len(X):.4g}: {s.outlier.sum()} outliers, {(~s.inside).sum()} support vectors, R² = {s.R2:.4f}")

# %% [markdown]
# Below $\nu = 1/n$ at the latest, nothing changes any more: the box no longer binds, and the solution is the smallest ball that holds all points.
#
# **ν = 1.** Now every weight has to be $1/n$, and the center is the mean. The ball has become the Parzen window of chapter 2, with a threshold.

# %%
display(proofs.nu_is_one, equations.sheet("SY19-nu-one", "COURSE-eta"))

# %%
h = 0.5
k = RBF.from_width(h, "1/(2s^2)")
s = ball.solve_dual(k(X), nu=1.0)
from_ball = ball.decision_function(k, X, s, X)
eta = one_class.threshold(1.0, s.center_norm2, s.R2)
from_density = 2 * (2 * np.pi * h**2 * density.parzen_gaussian(X, X, h) - eta)
print("all weights equal 1/n:", np.allclose(s.alpha, 1 / len(X)))
print("ball and density give the same decision:", np.allclose(from_ball, from_density))

# %% [markdown]
# At $\nu = 1$ the primal problem gives up every point but one, which is no use. The lecture's $\eta$ is free: choose it so that a tenth of the sample is rejected,
# as in chapter 2, and compare with the ball of $\nu = 0.1$, which was made for a tenth.

# %%
tenth, density_at = ball.solve_dual(k(X), nu=0.1), lambda P: k(P, X).mean(axis=1)
eta = density.rejection_threshold(density_at(X), 0.1)
rejected = np.where(density.is_novel(density_at(X), eta), "outlier", "inside")
panels = {
    f"ν = 0.1: {len(tenth.support)} windows": (tenth.kinds, lambda P: ball.decision_function(k, X, tenth, P)),
    f"ν = 1, η for a tenth: {len(X)} windows": (rejected, lambda P: density_at(P) - eta),
}
balls(datasets.faithful().standardized(), panels, label="boundary", title="A region, and a density with a threshold, h = 0.5")

# %% [markdown]
# Both reject about a tenth, and nearly the same tenth. For $\nu < 1$ the sum $\sum_i\alpha_iK(x, x_i)$ is still a mix of windows, but most points have none: the weight
# goes to the few that describe the border, and how the density varies inside is never asked.
#
# ## 4.4 The other one-class SVM
#
# Software solves another problem. `scikit-learn`, LIBSVM and `kernlab` look for a **hyperplane** that has most mapped points on one side and the
# origin on the other, as far from the origin as possible.

# %%
display(equations.sheet("COURSE-hyperplane-primal", "COURSE-hyperplane-decision"))
display(proofs.hyperplane_dual, equations.show("COURSE-hyperplane-dual"))

# %% [markdown]
# The dual has the box and the sum of the ball's dual. Only the term $\sum_i\alpha_iK(x_i, x_i)$ is missing. If $K(x, x) = \kappa$ is constant, that term is
# $\kappa$ whatever the weights, and the two problems are one. The geometry: all mapped points lie on a sphere of radius $\sqrt\kappa$ round the origin. A ball cuts a cap out of
# this sphere, and a plane cuts out the same cap.

# %%
proofs.ball_is_hyperplane.walk()

# %% [markdown]
# Nothing but scale is left. LIBSVM multiplies the weights by $\nu n$, so that they lie between 0 and 1. We check all of it against `scikit-learn`.

# %%
display(proofs.rescaling, equations.show("COURSE-rescaled"))

# %%
nu, gamma, n = 0.1, 1.0, len(X)
peer = OneClassSVM(nu=nu, gamma=gamma, tol=1e-9).fit(X)
ours = ball.solve_dual(RBF(gamma)(X), nu, tol=1e-9)
rho = one_class.threshold(1.0, ours.center_norm2, ours.R2)
a, b = one_class.rescaled(ours.alpha, rho, nu)
theirs = np.zeros(n)
theirs[peer.support_] = peer.dual_coef_[0]
print(f"their weights sum to {theirs.sum():.1f} = νn, and differ from νnα by less than 1e-6: {np.abs(theirs - a).max() < 1e-6}")
print("their offset is νnρ:", np.isclose(peer.offset_[0], b, atol=1e-6))
print("their decision is νn/2 times ours:", np.allclose(peer.decision_function(X), nu * n / 2 * ball.decision_function(RBF(gamma), X, ours, X), atol=1e-6))

# %% [markdown]
# **Where it fails.** The proof used $K(x, x) = \kappa$ in its first line. Run its lines with the linear kernel, and those that need this premise break.

# %%
for k in (Laplacian(gamma=0.5), Linear()):
    verdicts = proofs.ball_is_hyperplane.verify(settings.any_ball_setting(X[:30], k, nu=0.3))
    claims = {i: bool(verdict) for i, verdict in enumerate(verdicts, 1) if verdict.residual is not None}
    print(f"{k!r}: lines that hold {[i for i in claims if claims[i]]}, that do not {[i for i in claims if not claims[i]]}")

# %% [markdown]
# The linear hyperplane separates the data from the origin of the plane, and where the origin lies is an accident of units. Shift the data, and its answer
# changes; the ball moves along.

# %%
small = X[:100]
for shift in (0, 3, 30):
    K = Linear()(small + shift)
    enclosing, plane = ball.solve_dual(K, nu=0.2, tol=1e-9), one_class.solve_hyperplane(K, nu=0.2, tol=1e-9)
    print(f"data moved by {shift}: R² of the ball {enclosing.R2:.3f}, ‖w‖ of the plane {plane.w_norm2**0.5:.2f}")

# %%
K = Linear()(small + 3)
enclosing, plane = ball.solve_dual(K, nu=0.2), one_class.solve_hyperplane(K, nu=0.2)
panels = {
    "ball": (enclosing.kinds, lambda P: ball.decision_function(Linear(), small + 3, enclosing, P)),
    "hyperplane": (plane.kinds, lambda P: one_class.hyperplane_decision(P @ (small + 3).T, plane.alpha, plane.rho)),
}
print(f"largest difference of weights: {np.abs(enclosing.alpha - plane.alpha).max() / enclosing.upper:.2f} of the bound")
balls(small + 3, panels, label="boundary", title="Linear kernel, ν = 0.2: two different problems")

# %% [markdown]
# The ball rejects on all sides, the plane on the side of the origin. Unmoved, the data surround the origin, and no plane separates them from it: $w = 0$.
#
# ## 4.5 Strange patients, as R draws them
#
# The lecture's call fits glucose and body mass index of the Pima women:
#
# `ksvm(~glucose+bmi, data=pima[ii,], type="one-svc", kernel="rbfdot", nu=0.1, kpar=list(sigma=0.3))`
#
# Read it with care. `pima[ii,]` are the women for whom both values are recorded. `sigma` is our $\gamma$, not a width. And `ksvm` does something that the call
# does not show: by default it scales each column to mean 0 and variance 1 before it computes a kernel, with $n - 1$ in the variance. The
# axes of the picture are in mg/dL and kg/m², but $\gamma = 0.3$ is per squared standard deviation.

# %%
pima = datasets.pima().columns("glucose", "bmi").where_recorded()
mean, sd = pima.X.mean(axis=0), pima.X.std(axis=0, ddof=1)
scaled = MinimumVolumeBall(RBF(gamma=0.3), nu=0.1, tol=1e-9).fit((pima.X - mean) / sd)
kinds = scaled.solution_.kinds
print(f"{len(pima)} women, νn = {0.1 * len(pima):.1f}: {drawing.say_kinds(kinds)}")
middle = np.linalg.norm((pima.X - mean) / sd, axis=1) < 0.75
print(f"outliers within 0.75 sd of the mean: {(scaled.solution_.outlier & middle).sum()}")
scale = 0.1 * len(pima) / 2
figures.contours(
    pima.X,
    lambda P: scale * scaled.decision_function((P - mean) / sd),
    levels=12,
    boundary=0.0,
    features=picture.axis_names(pima),
    value="decision as ksvm scales it, νn/2 · (R² − ‖Φ(x) − c‖²)",
    title="pima, σ = 0.3, ν = 0.1",
)

# %% [markdown]
# The thick line is the level 0 of the lecture's figure. `kernlab`'s weights sum to $\nu n$, so its values are ours times $\nu n/2$. The hole in
# the middle is no error of drawing: the weight sits on the rim, and in the middle the sum of its windows falls below $\rho$. A region need not be full where the data are dense.
# What would the same call draw with `scaled=FALSE`?
# One mg/dL is then as far as one standard deviation was, and nearly every woman is alone. (19 women share both values with another, and such
# twins may split their weight in any way, so different pairs of values are counted.)

# %%
raw = MinimumVolumeBall(RBF(gamma=0.3), nu=0.1, tol=1e-9).fit(pima.X)
panels = {
    "scaled columns": (kinds, lambda P: scaled.decision_function((P - mean) / sd)),
    "raw columns": (raw.solution_.kinds, raw.decision_function),
}
pairs = {"scaled": scaled.support_, "raw": raw.support_, "all": np.arange(len(pima))}
print("different pairs among support vectors:", {name: len(np.unique(pima.X[i], axis=0)) for name, i in pairs.items()})
balls(pima, panels, label="boundary", title="γ = 0.3 means nothing without the units of x")

# %% [markdown]
# ## 4.6 2007 digits
#
# The lecture's large example: the USPS test set, 16 × 16 pixels between −1 and 1. What has to be chosen to repeat it?
#
# - **The kernel** is Gaussian, $\exp(-\|x - y\|^2/(0.5\cdot256))$, so $\gamma = 1/128$.
# - **The labels take part.** The published experiment (Schölkopf et al., 2001) appended them as ten more coordinates, $+1$ at the digit and $-1$ elsewhere. Digits of
#   different labels are then farther apart, by 8 in squared distance.
# - **An outlier** is a digit whose weight is at its bound.

# %%
test = datasets.usps().test
digits = np.hstack([test.X, 2 * np.eye(10)[test.y] - 1])
k = RBF(gamma=1 / (0.5 * 256))
published = datasets.table("usps_nu_published")
runs = [ball.solve_dual(k.gram(digits), nu) for nu in published["nu"]]
outliers = np.array([100 * s.outlier.mean() for s in runs])
vectors = np.array([100 * (1 - s.inside.mean()) for s in runs])
columns = {
    "ν in %": 100 * published["nu"],
    "outliers, published": published["outliers"],
    "outliers, here": outliers.round(1),
    "SVs, published": published["support_vectors"],
    "SVs, here": vectors.round(1),
}
display(datasets.Table("USPS", ("2007 test digits with labels, shares in %.",), columns))
apart = np.abs(np.concatenate([outliers - published["outliers"], vectors - published["support_vectors"]]))
print(f"largest difference: {apart.max():.1f} points")

# %% [markdown]
# The published numbers and ours agree within two points in all sixteen cells. The lecture does not give the width for this table, nor how an outlier was counted there; the
# pattern is the ν-property: outliers below $\nu$, support vectors above it, and the two coming together as $\nu$ grows. At small $\nu$ there are nine support vectors in a hundred
# whatever we ask for: 2007 points in 266 dimensions are few.
#
# How much does the rule of counting matter? Take $\nu$ = 5 %.

# %%
five = runs[2]
novel = OneClassSVM(gamma=k.gamma, nu=0.05).fit_predict(digits) == -1
by_sign = five.squared_distances > five.R2
print(f"weights at the bound: {100 * five.outlier.mean():.1f} %; on the surface: {100 * five.surface.mean():.1f} %")
print("scikit-learn's predict finds more than twice as many novelties:", novel.mean() > 2 * five.outlier.mean())
print("so do the signs of our decision, but never more than ν:", 2 * five.outlier.mean() < by_sign.mean() <= 0.05)
shares(published["nu"], outliers / 100, vectors / 100, title="2007 USPS digits with labels")

# %% [markdown]
# scikit-learn's $\rho$ is a mean over the points on the surface, so about half of them get the sign $-1$, by rounding: 5.8 % on our machine, more than $\nu$. Our $R^2$ is the largest
# distance that leaves no more than $\nu n$ points outside. Weights need no such care.
#
# **Training time.** The published times are of a computer of 2000. Ratios to $\nu$ = 1 % are what can be compared. They come from a table that `make tables` computed, for
# a time is not the same twice.

# %%
timed = datasets.table("usps_nu")
ratios = {
    "ν in %": 100 * timed["nu"],
    "published": published["seconds"] / published["seconds"][0],
    "scikit-learn": timed["seconds_sklearn_ratio"],
    "ours, from the first νn points": timed["seconds_from_first_points_ratio"],
    "ours": timed["seconds_ratio"],
}
datasets.Table("time, ν = 1 % as the unit", timed.provenance, {name: v.round(1) for name, v in ratios.items()})

# %% [markdown]
# In the publication $\nu$ = 90 % took 65 times as long as $\nu$ = 1 %, here 7 times with scikit-learn and less than 3 times with ours. One part of the growth remains for everybody: a solver that computes rows of $\mathbf{K}$ when it needs them
# needs those of the support vectors, and there are more of them. Another part is the start. LIBSVM puts the weight on the first $\nu n$ points, and it has to be carried to where it
# belongs, two points at a time. We put it on the $\nu n$ points of lowest kernel density, and for large $\nu$ those nearly are the outliers: for $\nu = 1$ the density *is* the solution. What the program of
# 2001 spent the rest on, memory that did not hold its rows for instance, cannot be seen from the table.

# %%
times = datasets.table("usps_nu_time")
per_nu = {f"ν = {100 * nu:g} %": times.rows(nu=nu) for nu in published["nu"]}
slope = {name: np.polyfit(np.log2(t["n"]), np.log2(t["seconds"]), 1)[0] for name, t in per_nu.items()}
rounded = {name: round(value, 1) for name, value in slope.items()}
print("slopes:", "; ".join(f"{name}: {value}" for name, value in rounded.items()))
print("slopes rise with ν:", list(rounded.values()) == sorted(rounded.values()))
log_n, log_t = np.log2(per_nu["ν = 1 %"]["n"]), {name: np.log2(t["seconds"]) for name, t in per_nu.items()}
figures.curves(log_n, log_t, xlabel="log₂ n", ylabel="log₂ seconds", markers=True, title="Training time, USPS test digits")

# %% [markdown]
# A slope of 1 is time proportional to $n$, a slope of 2 to $n^2$; five sizes and times of milliseconds tell it to one decimal. As in the lecture, time is about linear in $n$ for $\nu$ up to 5 % and gets worse as $\nu$ increases: $\nu n$ rows of length $n$ are
# $\nu n^2$ numbers, and for small $\nu$ the rows that are needed hardly grow in number.
#
# **The strangest digits.** Rank the outliers by the decision, most negative first. Title: label, and $R^2 - \|\Phi(x) - c\|^2$ in hundredths.

# %%
depth = five.R2 - five.squared_distances
strangest = np.argsort(depth)[:20]
figures.digits(
    test.images[strangest],
    [f"{test.y[i]}: {100 * depth[i]:.1f}" for i in strangest],
    title="The 20 strangest of 2007 digits, ν = 5 %",
)

# %% [markdown]
# Blots, tails that were cut off, strokes of another digit's. How much did the labels do?

# %%
pixels = ball.solve_dual(k.gram(test.X), nu=0.05)
found = np.argsort(pixels.R2 - pixels.squared_distances)[:20]
apart = np.median(-np.log(k(test.X[:500])[np.triu_indices(500, 1)]) / k.gamma)
print(f"{np.isin(found, strangest).sum()} of the 20 are also among the 20 strangest by pixels alone")
print(f"median squared distance of two digits: {apart:.0f}; different labels add 8")

# %% [markdown]
# ## 4.7 The same parameter under another name: C
#
# The AML report writes the price of a unit of slack as $C$. It bounds the weights, so $C = 1/(\nu n)$. Below $1/n$ there is no solution, from 1 on no outlier.

# %%
equations.show("AML-bound")

# %%
ring, panels, k = datasets.circles(100, noise=0.1, rng=1), {}, RBF(gamma=1.0)
for C in (0.02, 0.1, 0.5, 1.0):
    s = ball.solve_dual(k(ring.X), one_class.nu_of_bound(C, len(ring)))
    panels[f"C = {C:g}, ν = {s.nu:g}"] = (s.kinds, lambda P, s=s: ball.decision_function(k, ring.X, s, P))
    print(f"C = {C:g}, ν = {s.nu:g}: {drawing.say_kinds(s.kinds)}")
balls(ring.X, {name: panels[name] for name in list(panels)[:3]}, title="Effect of C, RBF, γ = 1")

# %% [markdown]
# The report notes that beyond $C = 0.5$ not much changes. That is no mystery in terms of $\nu$: $C = 0.5$ allows two outliers at most, $C \ge 1$ none. And the same $C$ means another share for
# another $n$, which is why $\nu$ travels better.
#
# ## 4.8 Against other detectors
#
# Five toy sets of scikit-learn's gallery, each with 45 uniform points mixed in. Robust covariance fits an ellipse, the isolation forest cuts the plane at random and asks how soon a point is alone. All
# are told that 15 % may be outliers; the report's own one-class SVM is told $C = 0.02$.

# %%
sets = datasets.outlier_sets()
methods = {
    "robust covariance": lambda data: EllipticEnvelope(contamination=0.15, random_state=42),
    "OneClassSVM, ν = 0.15": lambda data: OneClassSVM(gamma=0.1, nu=0.15, tol=1e-6),
    "isolation forest": lambda data: IsolationForest(contamination=0.15, random_state=42),
    "ball, C = 0.02": lambda data: MinimumVolumeBall(RBF(0.1), nu=one_class.nu_of_bound(0.02, len(data))),
    "ball, ν = 0.15": lambda data: MinimumVolumeBall(RBF(0.1), nu=0.15),
}
comparison = one_class.compare(sets, methods, progress=progress)
display(detectors(comparison, title="Above each: outliers missed + false alarms"), comparison)

# %% [markdown]
# The report sees that its own version and scikit-learn's differ and suspects the algorithms. It is the parameter. $C = 0.02$ is $\nu = 1/(0.02\,n)$: 0.167 where $n = 300$, 0.145 where
# $n = 345$. With the same $\nu$ the two are the same detector, as section 4.4 proved.

# %%
same = [
    np.abs(comparison.region(name, "OneClassSVM, ν = 0.15").decision * 2 / (0.15 * len(data)) - comparison.region(name, "ball, ν = 0.15").decision).max()
    for name, data in sets.items()
]
print("ball and OneClassSVM with one ν differ by less than 1e-5 everywhere:", max(same) < 1e-5)
print("ν of C = 0.02:", {name: round(one_class.nu_of_bound(0.02, len(data)), 3) for name, data in sets.items()})

# %% [markdown]
# No detector wins everywhere. The ellipse is at its best where the data are one ellipse and at its worst on two moons. The one-class SVM with this wide kernel pays for outliers in the training data: they pull at the ball. It is made for
# **novelty detection**, where the sample is clean and $\nu$ is small. And on the square there is nothing to find: points that are uniform among points that are uniform are no outliers, whatever the label says.
#
# ## Summary

# %%
equations.summary("04_one_class_svm")

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. A ball with $\nu = 0.1$ on 1000 points has 130 support vectors. How many points are outliers?
# <details><summary>Answer</summary>
#
# At most 99, and perhaps none. If 100 were outliers, they would weigh $100\cdot\frac{1}{100} = 1$, and the other 30 would have nothing left. From below there is no bound: 130 weights of
# $1/130$ each sum to one, and all those points are on the surface.
# </details>
#
# 2. "I set $\nu = 0.05$, so 5 % of the new points will be rejected." What is wrong?
# <details><summary>Answer</summary>
#
# The property is about the training points, with "at most". New points from the same distribution are rejected more often, for the ball was fitted to the others; the share comes close to $\nu$ as $n$ grows.
# </details>
#
# 3. For which $\nu$ does the smallest enclosing ball come out, and how many support vectors does it have?
# <details><summary>Answer</summary>
#
# For all $\nu < 1/n$. At least two, unless all points are the same; with the linear kernel in the plane two or three, if no four points lie on one circle.
# </details>
#
# 4. With the kernel $K(x, y) = x \cdot y$ on vectors of length 1, do ball and hyperplane agree?
# <details><summary>Answer</summary>
#
# Yes: $K(x, x) = \|x\|^2 = 1$ for all points. What counts is the diagonal, not the name of the kernel.
# </details>
#
# 5. Your colleague's LIBSVM weights sum to 37.6, with 752 points. What is $\nu$?
# <details><summary>Answer</summary>
#
# They sum to $\nu n$, so $\nu = 37.6/752 = 0.05$.
# </details>
#
# 6. Why does training take longer when $\nu$ grows, though the ball gives up more points?
# <details><summary>Answer</summary>
#
# Every point that is given up is a support vector, and its row of the Gram matrix is needed: about $\nu n$ rows of length $n$.
# </details>
#
# **Now the exercises:** [04_one_class_svm_exercises](../exercises/04_one_class_svm_exercises.ipynb). Next: from one group to several, c-means.
