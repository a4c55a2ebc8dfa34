# %% [markdown]
# # 4 · The one-class SVM at work
#
# **The question.** These digits were cut out of envelopes that went through the mail. A machine can read most of them, but a blot is better shown to a person. Suppose that we can afford to ask for one digit in twenty. **Draw the alarm line:** tell the ball of chapter 3 what proportion of today's digits to leave out. What will it do with the letters of tomorrow?

# %% jupyter={"source_hidden": true}
import numpy as np
from sklearn.svm import OneClassSVM

from kernelcourse import bars, data_planes, equations, figures, guess
from kernelcourse.one_class import draws, experiments, explorers, proofs
from kernelcourse.one_class.figures import balls, cap_and_plane, detectors, shares
from kernelsy19 import ball, datasets, density, kernels, one_class
from kernelsy19.kernels import RBF, Laplacian, Linear

# %%
explorers.AlarmLineExplorer()

# %% [markdown]
# Most software knows the ball of chapter 3 as the **one-class SVM** (support vector machine), and looks for a
# plane instead.
#
# **After this chapter you can**
#
# - say what novelty detection is used for, and tell the proportion of the sample that is left out from the rate of false alarms later on;
# - prove that $\nu$ lies between the proportion of outliers and that of support vectors, and say when the two meet;
# - say what the method becomes at both ends, for $\nu \to 0$ and for $\nu = 1$;
# - turn the ball into the hyperplane that `scikit-learn` computes and back, and tell when this is not possible;
# - run the method on real data, rank what is strange, and compare it fairly with other detectors.
#
# **You need** [chapter 3](03_minimum_volume_ball.ipynb): the dual, and the three kinds of point. Sections 4.5 and 4.8 need the Gaussian Parzen window of
# [chapter 2](02_density.ipynb).

# %% [markdown]
# ## 4.1 What it is for
#
# **Novelty detection**, or anomaly detection, looks for whatever differs so much from everything else that it probably came about in another way. Three kinds of job call for it.
#
# - **Cleaning a sample.** Errors of measurement hide among the data that you already have, as did the women of section 3·C whose body mass index was recorded as 0.
# - **Watching a machine.** While an engine runs well, its sensors record what "well" looks like. Later we want an alarm when it is in a state in which it has never been.
# - **Catching rare events.** A bank looks for the payment that its customer did not make.
#
# In none of the three do we have a representative sample of anomalies. We therefore describe what is ordinary, and call strange what is not, at the price of a **false alarm** now and then.
#
# That is why we keep two proportions apart: the share of the *sample* that the ball leaves out (sections 4.2 and 4.3), and the share of *new* ordinary points that will fall outside (section 4.4).
#
# ## 4.2 What ν bounds
#
# We met $\nu$ as a price, since a unit of slack costs $1/(\nu n)$. Who could say what a unit of slack should cost? But anyone can say "about 5% of these may be strange". In section 3.1, where only the radius could move, the ball left out as many points as $\nu$ allowed. What happens when the center moves as well?
#
# **Before you look:** we fit a ball for twelve values of $\nu$, and for each we count the outliers and the support vectors. Where will $\nu$ lie, compared with
# the two shares?

# %%
eruptions = datasets.faithful().in_order(shuffle=0).standardized()
X = eruptions.X
distinct, nus = np.unique(X, axis=0), np.linspace(0.02, 1, 12)
outliers, vectors = experiments.shares_by_nu(RBF(gamma=1.0)(distinct), nus, tol=1e-9)
with guess.covered():
    display(shares(nus, outliers, vectors, title=f"{len(distinct)} distinct eruptions, RBF, γ = 1"))

# %% jupyter={"source_hidden": true}
linear = experiments.shares_by_nu(Linear()(distinct), nus, tol=1e-9)

# %% [markdown]
# <details><summary>Answer</summary>
#
# $\nu$ lies between the two shares, ⟦for all twelve values, and with the linear kernel as well ⇐ len(nus) == 12 and all((a <= nus + 1e-12).all() and (b >= nus - 1e-12).all() for a, b in ((outliers, vectors), linear))⟧. We took the eruptions without repetitions, because two equal points may share their weight in many ways.
#
# </details>
#
# A bag of sugar is enough to see the reason. Hand out one kilogram, at most 200 grams per person. Then at least five people get some, because four could take only 800 grams, and at most five people get the full 200 grams, because six would need more than you have.
#
# Here the sugar is weight, since $\sum_i\alpha_i = 1$, and the most that a point may get is $1/(\nu n)$. So at least $\nu n$ points get some, and these are the support vectors. At most $\nu n$ points get the full amount, the outliers among them. In shares of the $n$ points, that is
#
# $$\ink{vermillion}{\frac1n\sum_{i=1}^n I(\xi_i > 0)} \;\le\; \nu \;\le\; \ink{blue}{\frac1n\sum_{i=1}^n I(\alpha_i > 0)} ,$$
#
# where $I$ is 1 if its condition holds and 0 if not. The lecture calls this the interpretation of $\nu$, and others the **ν-property**. It holds for every
# positive semidefinite kernel, every data set and every $\nu$ with $0 < \nu \le 1$.

# %%
display(proofs.nu_bounds.walk())
equations.sheet("SY19-nu-outliers", "SY19-nu-support-vectors", folded=True)

# %% [markdown]
# So count outliers by the weights at the bound, and not by the points for which `predict` says $-1$. For a point on the surface the decision is 0 in theory, and in a computer a little more or less, up to the tolerance of the solver. Section 4.7 shows how far off such a count can be.
#
# ## 4.3 When the two shares meet
# The two bounds leave room between them, and the points on the surface fill it, because they are support vectors but not outliers. How many points can lie on the surface?
#
# For the linear kernel in the plane: through three points you can always draw a circle, unless they lie on a line. A fourth point, drawn from a density, misses that circle with probability 1, so at most three points are on the surface. In $D$ dimensions it is at most $D + 1$ points, and the share $(D + 1)/n$ goes to 0.

# %%
sizes, nu = [10, 30, 100, 300, 1000], 0.2
sample = np.random.default_rng(4).normal(size=(1000, 2))
circle = sample / np.linalg.norm(sample, axis=1, keepdims=True)
in_plane = [experiments.points_on_sphere(Linear()(sample[:n]), nu) for n in sizes]
on_circle = [experiments.points_on_sphere(Linear()(circle[:n]), nu) for n in sizes]
print(f"of {sizes} points, on the surface: {in_plane}; at length 1: {on_circle}")

# %% [markdown]
# In the first list, ⟦at most three ⇐ max(in_plane) <= 3⟧ points lie on the surface. The second list shows what the argument needs. There we moved each point along its ray until its length was 1. All points then lie on one circle around the origin, and this circle turns out to be the surface of the ball, so that ⟦every single point is on the surface ⇐ on_circle == sizes⟧. The proof therefore asks for *general position*: no sphere and no plane may hold more of the mapped points than it has to. With the linear kernel it is enough that the points have a density. Where $K(x, x)$ is constant, all mapped points lie on one sphere around the origin to begin with, and this proof does not apply. In our second list that sphere is the surface of the ball, because the center is ⟦the origin ⇐ np.linalg.norm(ball.center(ball.solve_dual(Linear()(circle), nu).alpha, circle)) < 1e-5⟧. Where it is another point, the ball cuts the sphere in a plane, as section 4.6 shows, and the points on its surface are few: on a quarter of the circle they are ⟦at most two of 300, in each of ten draws ⇐ all(experiments.points_on_sphere(Linear()(np.c_[np.cos(t), np.sin(t)]), nu) <= 2 for t in np.random.default_rng(0).uniform(0, np.pi / 2, (10, 300)))⟧.
#
# The proof below does not reach the RBF kernel, because its feature space has no finite dimension and its $K(x, x)$ is constant. For this case the lecture states that, under general conditions and with probability 1, both shares still go to $\nu$. That proof is longer (Schölkopf et al., 2001), but we can watch, with a wide and a narrow kernel.

# %%
display(proofs.surface_is_small.walk(), equations.sheet("SY19-nu-limit", folded=True))
on_surface = {}
for gamma in (0.5, 20.0):
    found = [ball.solve_dual(RBF(gamma).gram(sample[:n]), nu, tol=1e-9) for n in sizes]
    on_surface[gamma] = [one_class.share_on_surface(s.alpha, nu) for s in found]
    print(f"γ = {gamma}: on the surface", [f"{share:.1%}" for share in on_surface[gamma]])

# %% [markdown]
# The wide kernel is done at $n = 1000$: ⟦on_surface[0.5][-1]:.1%⟧ of the points are left on the surface. With the narrow one, it is still ⟦on_surface[20.0][-1]:.0%⟧. In practice, "as $n$ grows" may mean a number of points that you don't have.
#
# **Before you move it**, guess how often ten points have as many outliers as they may. Then look: what does a larger $\gamma$ do to the gap between the two shares? For which data set need the gap not close, however many points you take?

# %%
tenths = np.split(sample, 100)
fits = [ball.solve_dual(RBF(0.1)(points), nu=0.3) for points in tenths]
tens = [found.outlier.sum() for found in fits]
question = "At ν = 0.3, 3 of 10 points may be left out. In how many of 100 samples are all 3?"
guess.number(question, tens.count(3), "samples")

# %%
explorers.NuPropertyExplorer()

# %%
gaps = [ball.solve_dual(RBF(g)(sample[:400]), nu, 1e-10).surface.mean() for g in (0.1, 1, 10)]
with guess.covered():
    print("how many of 100 samples have 0, 1, 2, … outliers:", np.bincount(tens).tolist())
    print("share on the surface of 400 points, for γ = 0.1, 1, 10:", [f"{gap:.1%}" for gap in gaps])
# %% jupyter={"source_hidden": true}
points = explorers.NU_DATA["25 places, repeated"]()
repeated = ball.solve_dual(RBF(1.0)(points / points.std(axis=0)), nu)
even = ball.shared_evenly(repeated, points).alpha

# %% [markdown]
# <details><summary>Answers</summary>
#
# - Seldom. Because $\nu n = 3$, ⟦no sample has more than three ⇐ max(tens) <= 3⟧, but three would take all of the weight and leave none for the surface. Of a hundred samples in the cell above, ⟦tens.count(3)⟧ have three outliers, and ⟦tens.count(0)⟧ have none.
# - A narrower kernel widens the gap. At $\gamma = 10$, ⟦gaps[-1]:.0%⟧ of 400 points are on the surface, against ⟦gaps[0]:.1%⟧ at $\gamma = 0.1$.
# - The set that has only 25 distinct places, where the points have no density. Equal points share a weight, and a solver may split it among them in any way. If we split it evenly, the weights are as good as before, and ⟦one_class.share_on_surface(even, nu):.0%⟧ of the 400 points are on the surface.
# </details>
#
# ## 4.4 And new points?
#
# The theorem is about the points that the ball was fitted to. Does a ball with $\nu = 0.1$ raise a false alarm for one new eruption in ten? We fit the ball to a random half of the eruptions, and count each of the other half that falls outside as a false alarm.
#
# **Before you look:** is the proportion of the other half above $\nu$ or below it, and what does the width of the kernel do?

# %%
def shares_outside(gamma, rng, nu=0.1):
    half, others = np.array_split(rng.permutation(X), 2)
    found = ball.solve_dual(RBF(gamma)(half), nu, tol=1e-10)
    depth = ball.decision_function(RBF(gamma), half, found, others)
    return ball.shared_evenly(found, half).outlier.mean(), np.mean(depth < -1e-9)

# %%
gammas, rng = np.geomspace(0.03, 100, 8), np.random.default_rng(0)
splits = np.array([[shares_outside(gamma, rng) for _ in range(100)] for gamma in gammas])
(fitted, other), error = splits.mean(axis=1).T, splits[:, :, 1].std(axis=1) / 10
halves = {"fitted half": fitted, "other half": other, "ν": np.full(8, 0.1)}
words = {"xlabel": "γ (1/sd²)", "ylabel": "share outside", "log": "x", "markers": True}
with guess.covered():
    display(figures.curves(gammas, halves, title="Half of the eruptions, 100 splits", **words))

# %% [markdown]
# <details><summary>Answer</summary>
#
# The fitted half ⟦keeps the promise for every γ ⇐ (fitted <= 0.1).all()⟧, as it must. Of the other half ⟦more fall outside than of the fitted one, again for every γ ⇐ (other > fitted).all()⟧. With the widest kernel it is hardly more than $\nu$: ⟦other[0]:.1%⟧, with a standard error of ⟦error[0]:.1%⟧. ⟦From the third kernel on it is clearly more ⇐ (other - 2 * error > 0.1)[2:].all()⟧, and with the narrowest it is ⟦other[-1]:.0%⟧. The ball was drawn around the first half: a narrow kernel draws a small island around each of these eruptions, and most new ones land in the sea.
#
# </details>
#
# The rate of false alarms is therefore measured on points that the ball has not seen. Exercise 04.9 asks you to choose this rate in advance and to keep it.
#
# ## 4.5 The two ends of ν
#
# **ν → 0.** A unit of slack costs more and more, until no ball pays for any. Then no point is outside. The lecture says so, and adds that there is no support vector in this case. Still, weights that sum to 1 can't all be 0: the ball touches some points, and these carry the weight.

# %%
display(proofs.nu_to_zero.walk(), equations.sheet("SY19-nu-zero", folded=True))
ends = {share: ball.solve_dual(RBF(gamma=1.0)(X), share) for share in (0.1, 1e-2, 1e-6)}
for share, s in ends.items():
    counts = f"{s.outlier.sum()} outliers, {(~s.inside).sum()} support vectors"
    print(f"ν = {share:g}: {counts}, R² = {s.R2:.4f}")

# %% [markdown]
# The last two are ⟦the same ball ⇐ abs(ends[1e-2].R2 - ends[1e-6].R2) < 1e-6 and not ends[1e-2].outlier.any()⟧, the smallest that holds all points. Below $\nu = 1/n$ this has to be so, because the bound $1/(\nu n)$ is then above 1, and no weight can reach it. The ball stays the same for larger $\nu$, as long as the bound is not below its largest weight, ⟦ends[1e-6].alpha.max():.2f⟧, which is up to $\nu$ = ⟦1 / (ends[1e-6].alpha.max() * len(X)):.3f⟧.
#
# **ν = 1.** Here the bound is $1/n$, so every weight has to be $1/n$, and the center is the mean. The decision is left with a mean of kernel values and a threshold $\eta$:
#
# $$g(x) = \operatorname{sign}\Big(\frac1n\sum_{i=1}^n K(x, x_i) - \eta\Big) .$$
#
# With the RBF kernel this sum is the Parzen window of chapter 2, up to a constant factor.

# %%
display(proofs.nu_is_one, equations.sheet("SY19-nu-one", "COURSE-eta", folded=True))

# %% [markdown]
# In the lecture's formula we may choose $\eta$. Let's reject a tenth of the eruptions in both ways: once with the ball for $\nu = 0.1$, and once with a density and a threshold, as in chapter 2. Both use the same kernel.

# %%
k = RBF.from_width(0.5, "1/(2s^2)")
tenth = ball.MinimumVolumeBall(k, nu=0.1).fit(X)
density_at = lambda P: k(P, X).mean(axis=1)
eta = density.rejection_threshold(density_at(X), 0.1)
rejected = density.is_novel(density_at(X), eta)
islands = np.where(rejected, "outlier", "inside"), lambda P: density_at(P) - eta
balls(eruptions, {"ball, ν = 0.1": tenth, "density": islands},
      label="boundary", title="Two ways to reject a tenth, h = 0.5")

# %% [markdown]
# The ball leaves out ⟦tenth.solution_.outlier.sum()⟧ eruptions and the density ⟦rejected.sum()⟧, and only ⟦(tenth.solution_.outlier & rejected).sum()⟧ of these are the same. The density draws an island around each of the two groups. The ball draws one region, and a point in the empty middle, such as the mean of all eruptions, is ⟦inside for the ball and outside for the density ⇐ tenth.decision_function([[0.0, 0.0]])[0] > 0 and density_at(np.zeros((1, 2)))[0] < eta⟧. The ball puts its weight on few eruptions, here on ⟦len(np.unique(X[tenth.support_], axis=0))⟧ of their ⟦len(np.unique(X, axis=0))⟧ places, nearly all of them at the border, and does not count how many lie inside. Look at the middle of the upper group: where the eruptions are densest, the region has ⟦a small hole ⇐ tenth.decision_function([[0.59, 0.67]])[0] < -1e-4 and density_at(np.array([[0.59, 0.67]]))[0] > 0.9 * density_at(X).max()⟧.
#
# ## 4.6 A sphere, a cap and a plane
#
# In `scikit-learn`, LIBSVM or R's `kernlab`, you won't find a ball. Their one-class SVM looks for a **hyperplane** that has most of the mapped points on one side and the origin on the other. Is that another method?
#
# If $K(x, x)$ is the same number $\kappa$ for all points, then all mapped points have the length $\sqrt\kappa$: they lie on a sphere around the origin. We can't draw this sphere for the RBF kernel, so here are 60 points that lie on a sphere in three dimensions, with the linear kernel, for which $K(x, x) = \|x\|^2 = 1$.

# %%
on_sphere = np.random.default_rng(3).normal([0.9, 0, 0.9], 0.5, size=(60, 3))
on_sphere /= np.linalg.norm(on_sphere, axis=1, keepdims=True)
cap = ball.solve_dual(Linear()(on_sphere), nu=0.1)
cap_and_plane(on_sphere, cap.alpha @ on_sphere, cap.R2, cap.kinds)

# %% [markdown]
# On the right we cut through the origin and the center of the ball. Two circles meet in two points, and in space two spheres meet in a circle. Whatever the ball cuts out of the sphere is a **cap**, and you can cut off the same cap with a knife: a plane orthogonal to the arrow, through the circle where the spheres meet. The ball, $\ink{blue}{\|\Phi(x) - c\|^2 = R^2}$, and the plane with normal $w = c$ therefore say the same about every mapped point.
#
# We can now write down what the software solves. It looks for a plane $\ink{orange}{\langle w, \Phi(x)\rangle = \rho}$ as far from the origin as possible, and lets points stay on the wrong side at a price:
#
# $$\min_{w,\,\rho,\,\xi}\; \frac12\|w\|^2 - \rho + \frac{1}{\nu n}\sum_{i=1}^n\xi_i \qquad\text{such that}\qquad \langle w, \Phi(x_i)\rangle \ge \rho - \xi_i, \qquad \xi_i \ge 0 .$$
#
# Its Lagrangian is treated as in chapter 3, and leads to a dual that you almost know. The weights have to sum to one and stay in the same box as those of the ball. Apart from a factor one half, only the term $\sum_i\alpha_iK(x_i, x_i)$ is missing. If $K(x, x) = \kappa$, that term is $\kappa$ whatever the weights are, and the two problems have the same solution. The second proof puts the picture into formulas.

# %%
keys = ("COURSE-hyperplane-primal", "COURSE-hyperplane-decision", "COURSE-hyperplane-dual")
display(proofs.hyperplane_dual.walk(), proofs.ball_is_hyperplane.walk())
equations.sheet(*keys, folded=True)

# %% [markdown]
# The scale differs between programs. LIBSVM, and `scikit-learn` with it, multiplies all weights by $\nu n$, so that they lie between 0 and 1.

# %%
display(proofs.rescaling.walk(), equations.sheet("COURSE-rescaled", folded=True))

# %%
peer = OneClassSVM(nu=0.1, gamma=1.0, tol=1e-9).fit(X)
ours = ball.solve_dual(RBF(gamma=1.0)(X), nu=0.1, tol=1e-9)
rho = one_class.threshold(1.0, ours.center_norm2, ours.R2)
a, b = one_class.rescaled(ours.alpha, rho, nu=0.1)
print(f"their weights sum to {peer.dual_coef_.sum():.1f}, and νn = {0.1 * len(X):.1f}")
print("same weights:", np.allclose(peer.dual_coef_[0], a[peer.support_], atol=1e-6),
      " same offset:", np.isclose(peer.offset_[0], b, atol=1e-6))

# %% [markdown]
# **Where it fails.** Each line of the first proof that assumes $K(x, x) = \kappa$ says so. We evaluate all lines with a Laplacian kernel, whose diagonal is constant, and with the linear one, whose diagonal is not.

# %%
for kernel in (Laplacian(gamma=0.5), Linear()):
    verdicts = proofs.ball_is_hyperplane.verify(draws.any_ball_setting(X[:30], kernel, nu=0.3))
    broken = [i for i, v in enumerate(verdicts, 1) if v.residual is not None and not v]
    print(f"{kernel!r}: lines that do not hold: {broken}")

# %% [markdown]
# With the linear kernel, ⟦exactly the lines that assume $K(x, x) = \kappa$ fail ⇐ broken == [i for i, line in enumerate(proofs.ball_is_hyperplane.steps, 1) if proofs.given.CONSTANT_DIAGONAL in line.premises]⟧. We take 100 eruptions and move them by 3 in both directions. Then we fit ball and plane with the linear kernel, before the move and after it.

# %%
moved = X[:100] + 3
here, there = (ball.MinimumVolumeBall(Linear(), nu=0.2, tol=1e-9).fit(P) for P in (X[:100], moved))
at_home, away = (one_class.solve_hyperplane(Linear()(P), 0.2, tol=1e-9) for P in (X[:100], moved))
print(f"R² of the ball {here.R2_:.3f} and {there.R2_:.3f}")
print(f"‖w‖ of the plane {at_home.w_norm2**0.5:.2f} and {away.w_norm2**0.5:.2f}")
cut = away.kinds, lambda P: one_class.hyperplane_decision(P @ moved.T, away.alpha, away.rho)
balls(moved, {"ball": there, "plane": cut}, features=("eruptions + 3 (sd)", "waiting + 3 (sd)"),
      label="boundary", title="Linear kernel, ν = 0.2, after the move")

# %% [markdown]
# With the linear kernel the plane separates the data from the origin of the *input* plane, and where this origin lies is an accident of the units. The ball is ⟦the same before and after the move ⇐ abs(here.R2_ - there.R2_) < 1e-6 and (here.solution_.outlier == there.solution_.outlier).all()⟧, and it rejects points on all sides, whereas the plane rejects them only on the side of the origin. Before the move the eruptions lie all around the origin, no plane has four fifths of them on its far side, and the best that it can do is ⟦$w = 0$ ⇐ at_home.w_norm2 < 1e-6⟧. Before you use a one-class SVM from a library, check that $K(x, x)$ is constant.
#
# ## 4.7 2007 digits
#
# The lecture's large example is the table of a publication (Schölkopf et al., 2001) on the test set of the USPS digits. Each image has 16 × 16 pixels between −1 and 1. To repeat the table, three things have to be settled.
#
# - **The kernel** is Gaussian, $\exp(-\|x - y\|^2/(0.5\cdot256))$, so that $\gamma = 1/128$.
# - **The labels take part.** The authors appended them as ten further coordinates. We take $+1$ at the digit and $-1$ elsewhere, so that two images with different labels
#   are farther apart, by 8 in squared distance.
# - **An outlier** is for us a digit whose weight is at the bound. How the authors counted is not said.

# %%
test = datasets.usps().test
digits = np.hstack([test.X, 2 * np.eye(10)[test.y] - 1])
k, published = RBF(gamma=1 / (0.5 * 256)), datasets.table("usps_nu_published")
out, sv = 100 * experiments.shares_by_nu(k.gram(digits), published["nu"])
five = ball.solve_dual(k.gram(digits), nu=0.05)
both = experiments.beside_published(out / 100, sv / 100)
both

# %% jupyter={"source_hidden": true}
predicted = OneClassSVM(gamma=k.gamma, nu=0.05).fit_predict(digits)

# %% [markdown]
# In all sixteen pairs of shares, the published number and ours differ by ⟦less than two ⇐ max(abs(out - published["outliers"]).max(), abs(sv - published["support_vectors"]).max()) < 2⟧ percentage points. At $\nu$ = 90% the two shares ⟦have met ⇐ sv[-1] - out[-1] < 0.5 and published["nu"][-1] == 0.9⟧. Higher up in the table they differ: when $\nu$ is small, about ⟦sv[0]:.0f⟧ digits in a hundred are support vectors, however few we ask for. For so narrow a kernel, 2007 digits are few: with a quarter of this $\gamma$ it is ⟦100 * experiments.shares_by_nu(RBF(k.gamma / 4).gram(digits), published["nu"][:1])[1][0]:.0f⟧ in a hundred.
#
# What about our 5%? The ball leaves out ⟦out[2]:.1f⟧%. That is allowed, and it is the gap of section 4.3: ⟦sv[2] - out[2]:.1f⟧% of the digits are on the surface.
#
# The signs of the decision do not tell us the same. `predict` of scikit-learn calls ⟦more than twice as many digits strange ⇐ np.mean(predicted == -1) > 2 * five.outlier.mean()⟧ as have their weight at the bound, and so ⟦do the signs of our decision ⇐ np.mean(five.squared_distances > five.R2) > 2 * five.outlier.mean()⟧. The points on the surface have a decision of 0 up to the tolerance of the solver, and ⟦a good part ⇐ 0.2 < np.mean(five.squared_distances[five.surface] > five.R2) < 0.8⟧ of these ⟦five.surface.sum()⟧ come out below it.
#
# **Which digits would a person get to see?** The decision ranks them, the most negative first. The title of each image is its label and
# $R^2 - \|\Phi(x) - c\|^2$ in hundredths.

# %%
depth = five.R2 - five.squared_distances
strangest = np.argsort(depth)[:20]
titles = [f"{test.y[i]}: {100 * depth[i]:.1f}" for i in strangest]
figures.digits(test.images[strangest], titles, title="The 20 strangest of 2007 digits, ν = 5%")

# %% jupyter={"source_hidden": true}
by_pixels = ball.solve_dual(k.gram(test.X), nu=0.05).squared_distances
apart = np.median(kernels.squared_euclidean(test.X, test.X))

# %% [markdown]
# You see blots, cut-off digits, and strokes of neighboring digits. Do the labels matter? Hardly, because the median squared distance of two images is ⟦apart:.0f⟧, and a different label adds only 8. Without labels, ⟦np.isin(np.argsort(-by_pixels)[:20], strangest).sum()⟧ of the 20 are the same.
#
# ## 4.8 Against other detectors
#
# Does the one-class SVM find more than other methods do? The report AML compares on toy sets, in a setting from scikit-learn. Each of the five sets has 45 points mixed in that are uniform on a square, and we know which. Two rivals take part. **Robust covariance** fits an ellipse to the central part of the data. An **isolation forest** cuts the plane at random, again and again, and counts how few cuts it takes until a point is alone.
#
# All methods are told that 15% may be outliers. The rivals have no width to choose, and for the kernel we take the report's $\gamma = 0.1$. In the last column is the report's own version, with $C = 0.02$ instead of a proportion; section 4·D takes it apart.

# %%
sets, methods = datasets.outlier_sets(), experiments.report_detectors(gamma=0.1, share=0.15, C=0.02)
comparison = experiments.compare(sets, methods, progress=bars.progress)
detectors(comparison, title="Above each: outliers missed + false alarms")

# %% [markdown]
# We drew each set ten times (the numbers come from a table that `make tables` computes), and let the ball try five widths. A third rival is the density of chapter 2, its width chosen by leave-one-out. The first table has the errors: outliers missed, and false alarms. For it, all methods were fitted to a sample in which one point of seven is bad, the first job of section 4.1. In the other two jobs the sample is clean, and what is strange comes later, so for the second table all methods learned from one half of the regular points. To be fair to methods that reject different proportions, it only asks how often an outlier gets a stranger decision than a regular point of the other half, in percent.

# %%
errors, stranger = experiments.redrawn("errors"), experiments.redrawn("stranger")
display(errors, stranger)

# %% jupyter={"source_hidden": true}
four = {name: errors.draws(name)[:, :4].sum(axis=1) for name in errors.detectors}
best_ball = min([name for name in four if "γ" in name], key=lambda name: four[name].mean())
moon = list(sets).index("moons")

# %% [markdown]
# On the fifth set, the square, there is nothing to find: uniform points among uniform points.
#
# **Cleaning a sample: the density wins.** On the first four sets together it makes ⟦four["density"].mean():.0f⟧ errors on average, the isolation forest ⟦four["isolation forest"].mean():.0f⟧, and the best of the five balls, with ⟦best_ball⟧, ⟦four[best_ball].mean():.0f⟧. The density makes fewer than the forest in ⟦each of the ten draws ⇐ (four["density"] < four["isolation forest"]).all()⟧, and the forest fewer than this ball in ⟦(four["isolation forest"] < four[best_ball]).sum()⟧.
#
# **A clean sample: on the moons, the width matters more than the method.** There the report's $\gamma = 0.1$ finds an outlier stranger in ⟦stranger.draws("γ = 0.1")[:, moon].mean():.0f⟧% of the cases and the forest in ⟦stranger.draws("isolation forest")[:, moon].mean():.0f⟧%, but $\gamma = 1$ in ⟦stranger.draws("γ = 1")[:, moon].mean():.0f⟧% and the density in ⟦stranger.draws("density")[:, moon].mean():.0f⟧%. On the other sets the balls from $\gamma = 0.1$ on, the forest and the density differ by ⟦less than five points ⇐ max(np.ptp([stranger.draws(name)[:, i].mean() for name in ("isolation forest", "density", "γ = 0.1", "γ = 0.3", "γ = 1", "γ = 3")]) for i in range(3)) < 5⟧.
#
# No ball cleans as well as the density, and on clean samples the best ball is no more than ⟦two points ⇐ max(max(stranger.draws(name)[:, i].mean() for name in four if "γ" in name) - stranger.draws("density")[:, i].mean() for i in range(4)) < 2⟧ ahead of it. Besides, we picked $\gamma = 1$ with the outliers at hand. What the ball has for it: its decision needs only the support vectors. On your own data, try all of them on points that you held back.
#
# ## Summary

# %%
equations.summary("04_one_class_svm", folded=True)

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. Look at the picture of section 4.6 again. The ball keeps its center, and its radius grows. What happens to the cap, and what to the plane?
# <details><summary>Answer</summary>
#
# The cap grows, and the plane goes down with the circle where the two spheres meet, because $\rho$ falls as $R^2$ grows. In the end the whole sphere lies in the ball, and the plane cuts nothing off.
# </details>
#
# 2. "I set $\nu = 0.05$, so 5% of the new points will be rejected." What is wrong?
# <details><summary>Answer</summary>
#
# The theorem is about the training points, and it says "at most". New points of the same kind fall outside more often as a rule, because the ball was fitted to the others. The rate has to be measured on points that the ball has not seen.
# </details>
#
# 3. For which $\nu$ is the ball the smallest one around all points, and how many support vectors does it have?
# <details><summary>Answer</summary>
#
# For all $\nu \le 1/n$, and as long as no weight of the smallest ball exceeds $1/(\nu n)$. The ball has at least two support vectors, unless all points are the same. With the linear kernel in the plane it has two or three, if no four points lie on one circle.
# </details>
#
# 4. You divide each image by its length, and use the linear kernel on what you get. Do ball and hyperplane agree?
# <details><summary>Answer</summary>
#
# Yes, since $K(x, x) = \|x\|^2 = 1$ for all of them. What counts is the diagonal of the Gram matrix, not the name of the kernel.
# </details>
#
# 5. The LIBSVM weights of a colleague sum to 37.6, for 752 points. Which $\nu$ did she use?
# <details><summary>Answer</summary>
#
# They sum to $\nu n$, so $\nu = 37.6/752 = 0.05$.
# </details>
#
# **Now the exercises:** work in [your own copy](../my/04_one_class_svm_exercises.ipynb), which JupyterLab has made for you ([the originals](../exercises/04_one_class_svm_exercises.ipynb)). Next, in [chapter 5](05_c_means.ipynb): what to do if the
# ordinary comes in several groups, and you want to know which.
#
# **To read on:** Schölkopf and Smola (2002).

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 4·A Strange patients, as R draws them (3 minutes)
#
# The lecture runs the method in R, on glucose and body mass index of the Pima women:
#
# `ksvm(~glucose+bmi, data=pima[ii,], type="one-svc", kernel="rbfdot", nu=0.1, kpar=list(sigma=0.3))`
#
# Three things in this line need care. The slide does not say what `ii` is, and we take the women for whom both values were recorded. Next, `sigma` is our $\gamma$ and not a width. Finally, `ksvm` does something that cannot be seen here: unless it is told otherwise, it first brings each column to mean 0 and variance 1, with $n - 1$ in the variance. So $\gamma = 0.3$ is per squared standard deviation, although the axes of the lecture's picture are in mg/dL and kg/m². Here is that picture.

# %%
pima = datasets.pima().columns("glucose", "bmi").where_recorded()
mean, sd = pima.X.mean(axis=0), pima.X.std(axis=0, ddof=1)
scaled = ball.MinimumVolumeBall(RBF(gamma=0.3), nu=0.1, tol=1e-9).fit((pima.X - mean) / sd)
decision = lambda P: 0.1 * len(pima) / 2 * scaled.decision_function((P - mean) / sd)
figures.contours(pima.X, decision, boundary=0.0, features=data_planes.axis_names(pima),
                 title="pima, σ = 0.3, ν = 0.1",
                 value="decision as ksvm scales it, νn/2 · (R² − ‖Φ(x) − c‖²)")

# %% [markdown]
# Of ⟦len(pima)⟧ women, ⟦scaled.solution_.outlier.sum()⟧ lie outside the thick line, where $\nu n$ = ⟦0.1 * len(pima):.1f⟧ would be allowed, and ⟦scaled.solution_.surface.sum()⟧ lie on it. Look closely at the middle, where the region has a small hole with ⟦(scaled.solution_.outlier & (np.linalg.norm((pima.X - mean) / sd, axis=1) < 0.75)).sum()⟧ women in it. Nearly all the weight, ⟦scaled.alpha_[np.linalg.norm((pima.X - mean) / sd, axis=1) > 1.5].sum():.0%⟧ of it, sits more than one and a half standard deviations away from the mean, and in the middle the sum of its windows falls just below the threshold. A region need not be full where the data are dense.
#
# What would the same call draw with `scaled=FALSE`? Then one mg/dL is as far as one standard deviation was. **Before you look:** for such a kernel, how many other women is a woman near to?

# %%
raw = ball.MinimumVolumeBall(RBF(gamma=0.3), nu=0.1, tol=1e-9).fit(pima.X)
panels = {"scaled columns": (scaled.solution_.kinds, decision), "raw columns": raw}
with guess.covered():
    display(balls(pima, panels, label="boundary", title="γ = 0.3 means nothing without the units"))

# %% jupyter={"source_hidden": true}
near = lambda P: np.median((RBF(gamma=0.3)(P) > 0.5).sum(axis=1) - 1)

# %% [markdown]
# <details><summary>Answer</summary>
#
# Very few. Let us say that two women are near each other if their kernel value is above one half. Then a median of ⟦near(pima.X):.0f⟧ others is near, and with scaled columns it was ⟦near((pima.X - mean) / sd):.0f⟧. The region falls apart into islands, ⟦no woman at all is outside ⇐ raw.solution_.outlier.sum() == 0⟧, although $\nu$ is 0.1, and ⟦ball.shared_evenly(raw.solution_, pima.X).surface.sum()⟧ of ⟦len(pima)⟧ lie on the surface, if women with the same two numbers share their weight evenly.
#
# </details>
#
# This is the narrow kernel of section 4.4 again, and this time it came with the units. A $\gamma$ without its units is not a number that you can copy from a slide.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 4·B How long it takes (2 minutes)
#
# The published times are more than twenty years old, so the table of section 4.7 only compares ratios. Ours come from a table that `make tables` has computed, because a time is never the same twice. With $\nu$ = 90%, training takes ⟦both["time, published"][-1]:.0f⟧ times as long as with $\nu$ = 1% in the publication, and ⟦both["time, here"][-1]:.1f⟧ times here. Every point that is left out is a support vector, and a solver that computes rows of the Gram matrix when it needs them needs those of all support vectors. How does the time grow with $n$?

# %%
times = datasets.table("usps_nu_time")
rows = {f"ν = {100 * nu:g}%": times.rows(nu=nu) for nu in published["nu"]}
log_n = np.log2(rows["ν = 1%"]["n"])
log_t = {nu: np.log2(row["seconds"]) for nu, row in rows.items()}
figures.curves(log_n, log_t, markers=True, xlabel="log₂ n", ylabel="log₂ seconds",
               title="Training time, USPS test digits")

# %% jupyter={"source_hidden": true}
slope = {nu: round(np.polyfit(log_n, t, 1)[0], 1) for nu, t in log_t.items()}

# %% [markdown]
# On logarithmic axes, a slope of 1 is time in proportion to $n$, and a slope of 2 is time in proportion to $n^2$. Ours are ⟦slope["ν = 1%"]⟧ for $\nu$ = 1%
# and ⟦slope["ν = 90%"]⟧ for $\nu$ = 90%, and ⟦they rise with ν ⇐ list(slope.values()) == sorted(slope.values())⟧. The lecture says the same of the published
# times: about linear for small $\nu$, and worse for larger ones.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 4·C The same parameter under another name (2 minutes)
#
# The report AML writes the price of a unit of slack as $C$. It is also the bound on the weights, so $C = \frac{1}{\nu n}$. Below $C = 1/n$ there is no solution, because $n$ weights of at most $C$ cannot sum to 1. The report tries several values of $C$, and sees little change once $C$ is above 0.5. Here are 100 points on two rings. **Before you look:** how many of them can be outliers at $C = 0.5$?

# %%
ring, panels = datasets.circles(100, noise=0.1, rng=1), {}
for C in (0.02, 0.1, 0.5):
    model = ball.MinimumVolumeBall(RBF(gamma=1.0), one_class.nu_of_bound(C, len(ring))).fit(ring.X)
    panels[f"C = {C:g}, ν = {model.nu:g}: {model.solution_.outlier.sum()} out"] = model
with guess.covered():
    display(balls(ring.X, panels, features=("x₁ (radii)", "x₂ (radii)"), title="RBF, γ = 1"))
equations.sheet("AML-bound", folded=True)

# %% [markdown]
# <details><summary>Answer</summary>
#
# There can be two at most, because each would weigh 0.5. Here there is ⟦none ⇐ not model.solution_.outlier.any()⟧. In terms of $\nu$, the report's observation explains itself: from $C = 0.5$ on, the ball may leave out 2 points, then 1, then none, so there is not much left to change.
#
# </details>
#
# Note also that the same $C$ means another proportion for another $n$. If you want to carry a setting from one data set to another, carry $\nu$.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 4·D Why the report's own version looks different (2 minutes)
#
# The report sees that its regions differ from those of `scikit-learn`, and suspects the two algorithms, one of which takes $C$ and the other $\nu$. But these two are one parameter: $C = 0.02$ is $\nu$ = ⟦one_class.nu_of_bound(0.02, 300):.3f⟧ on 300 points and ⟦one_class.nu_of_bound(0.02, 345):.3f⟧ on 345. With the same $\nu$, the ball and `OneClassSVM` are one detector, as section 4.6 proved and the table ⟦shows ⇐ all(comparison.region(name, "ball, ν = 0.15").missed == comparison.region(name, "OneClassSVM, ν = 0.15").missed and comparison.region(name, "ball, ν = 0.15").false_alarms == comparison.region(name, "OneClassSVM, ν = 0.15").false_alarms for name in sets)⟧. The regions differ because of step 7 of the report's algorithm: there the squared radius is the *mean* of the squared distances of all support vectors, outliers included.

# %%
by_surface, by_mean = [], []
for data in sets.values():
    s = ball.solve_dual(RBF(0.1)(data.X), one_class.nu_of_bound(0.02, len(data)), tol=1e-9)
    by_surface.append(int(s.outlier.sum()))
    by_mean.append(int((s.squared_distances > s.squared_distances[~s.inside].mean()).sum()))
print("rejected at C = 0.02: R² from the surface", by_surface, "R² by step 7", by_mean)

# %% [markdown]
# Because outliers lie outside the ball, the mean is too large with them, and so is the ball. By step 7 it rejects ⟦sum(by_mean)⟧ points on the five sets, where the radius of the surface rejects ⟦sum(by_surface)⟧. Telling it $\nu = 0.15$ instead of $C = 0.02$ makes that ⟦sum(int(ball.solve_dual(RBF(0.1)(data.X), 0.15).outlier.sum()) for data in sets.values())⟧. The formula for one number therefore makes ⟦far more difference ⇐ sum(by_surface) - sum(by_mean) > 5 * abs(sum(by_surface) - sum(int(ball.solve_dual(RBF(0.1)(data.X), 0.15).outlier.sum()) for data in sets.values()))⟧ than the choice between $C$ and $\nu$. It does so in ⟦each of ten other draws ⇐ (lambda surface, mean, other: len(mean) == 10 and (surface - mean > 5 * abs(surface - other)).all())(evidence["04 step 7"]["surface"], evidence["04 step 7"]["step 7"], evidence["04 step 7"]["ν = 0.15"])⟧ of the five sets.
