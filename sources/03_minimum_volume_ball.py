# %% [markdown]
# # 3 · The minimum-volume ball
#
# **The question.** Here are 272 eruptions of Old Faithful. Which of them are strange, and where would the next one have to fall to
# be strange? Chapter 2 answers with a density. But a density says more than we asked for: it gives a number for every point of
# the space, and gets harder to estimate with each dimension. Vapnik's advice is never to solve a harder problem
# on the way to an easier one. So we ask for a region only: the **smallest ball that holds most of the data**, drawn in a feature
# space.
#
# **After this chapter you can**
#
# - write the ball as an optimization problem, and derive its Lagrangian and its dual line by line;
# - solve the dual with the library and read the certificate that proves the answer;
# - tell from its weight alone whether a point lies inside, on the surface or outside;
# - compute the radius and the decision function from kernel values, and explain what $\nu$ and $\gamma$ do.
#
# **You need** [chapter 1](01_kernels.ipynb): kernels, Gram matrices, distances in feature space. Lagrange multipliers help; what we use
# of them is said where we use it.

# %%
import numpy as np

from kernelsy19 import ball, datasets
from kernelsy19.ball import MinimumVolumeBall, explorers, settings
from kernelsy19.ball import derivations as proofs
from kernelsy19.ball.figures import alpha_per_point, ball_in_plane, slack_per_point, smo_history
from kernelsy19.course import equations, figures
from kernelsy19.kernels import RBF, Linear, Polynomial

# %%
faithful = datasets.faithful()
figures.scatter(faithful, title="272 eruptions of Old Faithful")

# %% [markdown]
# Minutes of eruption and minutes of waiting are not comparable, and a ball treats all directions alike. So we measure each
# column in units of its standard deviation.

# %%
data = faithful.standardized()
X, n = data.X, len(data)

# %% [markdown]
# ## 3.1 A ball, and a price for staying outside
#
# A ball has a center $c$ and a radius $R$. It should be small, and it should hold the mapped points $\Phi(x_1), \dots, \Phi(x_n)$.
# Both at once is too much to ask when one point is far away. So a point may stay outside by a **slack** $\xi_i$, and pays
# for it. The parameter $\nu \in (0, 1]$ sets the price, $1/(\nu n)$ for each unit of slack.

# %%
equations.sheet("SY19-2", "SY19-3")

# %% [markdown]
# Take the linear kernel, $\Phi(x) = x$, and fix the center at the mean. What is the best $R^2$? Each point farther than $R$ needs the
# slack $\|x_i - c\|^2 - R^2$.

# %%
nu = 0.1
squared_distances = (X**2).sum(axis=1)
R2 = np.linspace(0, 6, 200)
objective = [ball.primal_objective(np.sqrt(r), ball.slacks(r, squared_distances), nu) for r in R2]
print(f"best R² on the grid: {R2[np.argmin(objective)]:.2f}")
print(f"the (1 − ν)-quantile of the squared distances: {np.quantile(squared_distances, 1 - nu):.2f}")
figures.curves(R2, {"ν = 0.1": objective}, xlabel="R² (squared sd)", ylabel="R² + Σξᵢ / (νn)", title="Primal objective, center fixed")

# %% [markdown]
# A little more radius costs 1 for each unit of $R^2$ and saves $1/(\nu n)$ for each point outside. The two balance when $\nu n$ points are
# outside: $\nu$ is the share of points that the ball may give up. Now the center has to move as well, in a space whose
# coordinates we may not have.
#
# ## 3.2 The Lagrangian
#
# A constraint becomes a term of the objective: each gets a **multiplier** that is not negative, and the multiplier times
# what the constraint leaves to spare is subtracted. The multipliers of (3a) are $\alpha_i$, those of (3b) $\beta_i$.
#
# Each row below is one line of the proof: the formula, the reason, and on the right what kind of line it is. An *identity* says that two
# different computations agree, and the number is what they differ by on random points, balls and multipliers. A *bound* says that one side
# is never larger than the other; the numbers are how much room there was, and how little there is where the bound is attained. Numbers in
# brackets come from a world without a premise of the line: that is how far it fails there. A *definition* claims nothing, so it has no tick.

# %%
display(proofs.lagrangian, equations.show("SY19-4"))

# %% [markdown]
# The lines hold on any data, so also on ours: here with the eruptions, a squared polynomial kernel, and $\nu = 0.1$.

# %%
ours = settings.feasible_setting(X[:40], Polynomial(degree=2), nu=0.1)
for number, verdict in enumerate(proofs.lagrangian.verify(ours), 1):
    print(number, verdict)

# %% [markdown]
# ## 3.3 Where it is stationary
#
# For fixed multipliers, the lower bound is as low as it gets where all derivatives vanish. Each derivative gives one fact
# about the optimum, and the third is the important one: **the center is a weighted mean of the mapped points**.

# %%
display(proofs.stationarity, equations.sheet("SY19-5", "SY19-6", "SY19-7", "SY19-8"))

# %% [markdown]
# Lines 3, 5 and 8 are *consequences*: they hold because of a premise, and the bracket says what happens without it. Why does line 3 need
# $R \ne 0$? Take that premise away and look at the line:

# %%
proofs.stationarity.line(3).broken(2)

# %% [markdown]
# ## 3.4 The dual
#
# Put these facts into $L$. Take a pencil: the walk below gives you the reason of each line first and the line when you ask for
# it. What you write yourself can be checked too: hand in your own form of a line as a function of the setting `s`.

# %%
proofs.dual.walk()

# %%
mine = lambda s: s.alpha @ np.diag(s.K) - sum(s.alpha[i] * s.alpha[j] * s.K[i, j] for i in range(s.n) for j in range(s.n))
print("my form of line 4:", proofs.dual.check_line(4, mine))

# %%
equations.show("SY19-wolfe-dual")

# %% [markdown]
# $R$, $c$ and $\xi$ are gone. What is left is one number $\alpha_i$ a point, and the points enter through kernel values only. The
# largest lower bound is the best one, so the dual is to be **maximized**. For the RBF kernel it gets simpler still.

# %%
display(proofs.dual_for_rbf, equations.show("SY19-wolfe-dual-rbf"))

# %% [markdown]
# ## 3.5 Solving it
#
# The dual is a quadratic program: a quadratic function, one equation $\sum_i\alpha_i = 1$, and a box. Because the weights sum to one, no weight
# can move alone. **Sequential minimal optimization** (SMO) moves two at a time, one up and the other down by as much. Which two? Each
# weight has a slope, $\partial L_D/\partial\alpha_i$. The one that goes up has the largest slope of all that may still rise, and the one that goes down has the
# smallest of all that may still fall. Along this direction $L_D$ is a parabola, and the step ends at its top or at the wall of the box.
#
# Here is the whole solver, as it runs. It is written for any $\mathbf{p}^\top\alpha - \frac12\alpha^\top\mathbf{Q}\alpha$. For our dual, $\mathbf{Q} = 2\mathbf{K}$, and $\mathbf{p}$ holds the
# diagonal of $\mathbf{K}$. The signs $y_i$ are for chapter 12, where points are of two classes. The ball has none, so each of them is 1 here, and a
# rise of $y_i\alpha_i$ is a rise of $\alpha_i$.

# %%
equations.code(ball.smo_steps)

# %% [markdown]
# Look at the line that stops it. If no slope that may rise exceeds a slope that may fall, no pair can gain anything, and we are at the top. The
# excess that is left is the **KKT residual**. We let the solver run on the eruptions, starting from the points that are farthest from the mean.

# %%
k = RBF(gamma=1.0)
K = k(X)
far = ball.squared_distances_to_center(np.diag(K), K, K, np.full(n, 1 / n))
start = ball.weights_on_farthest(far, nu=0.1)
steps = list(ball.smo_steps(2 * K, np.diag(K), ball.largest_weight(0.1, n), start))
print(f"dual value {steps[0].objective:.4f} at the start, {steps[-1].objective:.6f} at the end")

# %%
objective, residual = zip(*[(step.objective, step.kkt_residual) for step in steps])
smo_history(objective, residual, title="SMO on 272 eruptions, RBF γ = 1, ν = 0.1")

# %% [markdown]
# **Before you move it:** weight moves from one point to another. From which kind of point to which?

# %%
explorers.SMOStepper()

# %% [markdown]
# How do we know that the end is the top? The primal value belongs to a ball, the dual value to weights, and by the last line of the walk
# no weights can have a value above that of any ball. So the difference, the **duality gap**, is a certificate: where the two values meet, neither
# can be improved. `ball.plain_smo` runs the solver above and computes both values with the equations of this chapter.

# %%
by_steps = ball.plain_smo(K, nu=0.1)
print(f"R² = {by_steps.R2:.4f}, converged: {by_steps.converged}")
print(f"primal value {by_steps.primal_objective:.6f}, dual value {by_steps.objective:.6f}")
print(f"duality gap below 1e-6: {by_steps.duality_gap < 1e-6}")

# %% [markdown]
# From here on we call `ball.solve_dual`. It solves the same problem faster: it looks ahead when it chooses its pairs, is compiled to machine code, and
# does without most kernel values when there are many points. You need not trust it, because it hands back the same certificate.

# %%
solution = ball.solve_dual(K, nu=0.1)
print(f"the same dual value up to 1e-6: {abs(solution.objective - by_steps.objective) < 1e-6}")
print(f"duality gap below 1e-6: {solution.duality_gap < 1e-6}")
print(f"the same kinds of point: {(solution.kinds == by_steps.kinds).all()}")

# %% [markdown]
# ## 3.6 Three kinds of point
#
# Why should the two values meet at all? No weights have a value above that of any ball, but that alone leaves room for a gap. To see that
# there is none, we ask how the best value $v(u)$ changes when we relax the constraint of each point by a little, $u_i$. The problem is convex,
# so $v$ is convex, and a plane touches it from below at $u = 0$. The slopes of that plane are the multipliers. Look at line 2: the
# problem is convex in $\rho = R^2$, and would not be in $R$.

# %%
proofs.strong_duality

# %% [markdown]
# So at the optimum primal and dual values are equal, and every product that was subtracted in $L$ is zero: a constraint is tight,
# or its multiplier is zero. These are the **Karush–Kuhn–Tucker (KKT) conditions**, and they sort the points.

# %%
display(proofs.optimality, equations.sheet("SY19-kkt", "SY19-three-kinds"))

# %%
print(f"inside {solution.inside.sum()}, on the surface {solution.surface.sum()}, outliers {solution.outlier.sum()}; νn = {0.1 * n:.1f}")
ball_in_plane(
    data, solution.kinds, lambda P: ball.decision_function(k, X, solution, P), R2=solution.R2, title="RBF, γ = 1, ν = 0.1"
)

# %% [markdown]
# The ball is round in feature space. Seen from the plane, it is the region inside the black line. Three pictures of the same
# 272 points: where they lie, how far from the center, and with what weight.

# %%
slack_per_point(solution.squared_distances, solution.R2, solution.kinds, title="Distance from the center, nearest first")

# %%
alpha_per_point(solution.alpha, solution.upper, solution.kinds, title="Weight of each point")

# %% [markdown]
# Most weights are exactly 0. The outliers are all at the bound $1/(\nu n)$, and only the few points on the surface lie between. Since
# the weights sum to one and none exceeds $1/(\nu n)$, at least $\nu n$ points have weight; since every outlier is at the bound, at most
# $\nu n$ points are outliers. Chapter 4 makes a theorem of this.

# %% [markdown]
# ## 3.7 The decision, from kernel values
#
# We never have $c$, only the weights that mix it from the mapped points. Expanding the square leaves kernel values and nothing else.

# %%
display(proofs.decision, equations.sheet("SY19-9a", "SY19-9b", "SY19-9c", "SY19-radius"))

# %%
distances = ball.squared_distances_to_center(k.diagonal(X), K, K, solution.alpha)
surface = distances[solution.surface]
print(f"R² from each of the {len(surface)} surface points: from {surface.min():.4f} to {surface.max():.4f}")
figures.contours(
    data, lambda P: solution.R2 - ball.decision_function(k, X, solution, P), value="‖Φ(x) − c‖²", title="Squared distance to the center"
)

# %% [markdown]
# Now everything together. **Before you move it:**
#
# - at $\nu = 0.5$, how many of the 272 eruptions will lie outside?
# - when $\gamma$ grows, does the region get smoother or more ragged? What happens to the number of support vectors?
# - what region does the linear kernel draw?

# %%
explorers.BallExplorer()

# %% [markdown]
# Large $\gamma$ makes each point its own island: all points become nearly orthogonal, the center of the ball is far from each, and almost
# every point ends up as a support vector. Small $\gamma$ makes the region round. $\nu$ sets how many points are given up, $\gamma$ how
# closely the region follows the rest.
#
# ## 3.8 Other kernels, other balls
#
# With the linear kernel the ball is a ball of the plane: at small $\nu$ the smallest enclosing circle, which two or three points determine. With
# polynomials of degree 2 it is bounded by a conic or a quartic.

# %%
circle = ball.solve_dual(Linear()(X), nu=1 / n)
print(f"{circle.surface.sum()} points on the smallest enclosing circle, {circle.outlier.sum()} outside")
print("center:", (circle.alpha @ X).round(3), " radius:", round(circle.R2**0.5, 3))
ball_in_plane(data, circle.kinds, lambda P: ball.decision_function(Linear(), X, circle, P), title="Linear kernel, ν = 1/n")

# %% [markdown]
# $K(x, x)$ is not constant here, so the simple form of the dual, which leaves it out, would be wrong: it would look for the weighted
# mean that is nearest to the origin, and the origin means nothing. Our solver takes that problem, too: its $\mathbf{p}$ is 0.

# %%
*_, wrong = ball.smo_steps(2 * Linear()(X), np.zeros(n), upper=1.0, start=np.full(n, 1 / n))
print("center of the wrong problem:", np.abs(wrong.alpha @ X).round(3), " farthest point:", round(np.linalg.norm(X - wrong.alpha @ X, axis=1).max(), 3))

# %% [markdown]
# ## 3.9 Strange patients
#
# The Pima data hold eight measurements of 768 women. We take glucose and body mass index. Someone wrote 0 where nothing was
# measured, a body mass index of 0 among them. Does the ball notice?

# %%
pima = datasets.pima().columns("glucose", "bmi")
print(f"{len(pima)} women; a zero means that nothing was measured: {pima.missing_counts}")
scaled = pima.standardized()
model = MinimumVolumeBall(kernel=RBF(gamma=0.1), nu=0.05).fit(scaled.X)
missing = (pima.X == 0).any(axis=1)
caught = missing & model.solution_.outlier
print(f"{caught.sum()} of the {missing.sum()} rows with a zero are among the {model.solution_.outlier.sum()} outliers")

# %%
ball_in_plane(scaled, model.solution_.kinds, model.decision_function, R2=model.R2_, title="Pima, γ = 0.1, ν = 0.05")

# %% [markdown]
# The zeros are the column on the left and the row at the bottom. Nobody told the ball about zeros: it finds them because they lie
# apart. It can only do so while they are few. Had a third of the body mass indices been 0, they would have been a group like any other,
# and inside. After cleaning, what is strange is strange for another reason.

# %%
clean = pima.where_recorded()
model = MinimumVolumeBall(kernel=RBF(gamma=0.1), nu=0.05).fit(clean.standardized().X)
depth = model.decision_function(clean.standardized().X)
for i in np.argsort(depth)[:5]:
    print(f"glucose {clean.X[i, 0]:5.0f} mg/dL, body mass index {clean.X[i, 1]:4.1f} kg/m², R² − ‖Φ(x) − c‖² = {depth[i]:.3f}")

# %% [markdown]
# `MinimumVolumeBall` is a scikit-learn estimator: it fits in pipelines, and `kernel__gamma` can be searched. It composes
# what this chapter has derived: `fit` solves the dual, `decision_function` subtracts the distances (9c) from $R^2$, and
# `predict` is the sign (9a).
#
# ## Summary

# %%
equations.summary("03_minimum_volume_ball")

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. A point has $\alpha_i = 1/(2\nu n)$. Where does it lie, and what is its slack?
# <details><summary>Answer</summary>
#
# On the surface: $0 < \alpha_i < 1/(\nu n)$. Then $\beta_i > 0$, so its slack is 0.
# </details>
#
# 2. With $n = 100$ and $\nu = 0.05$, how many support vectors are there at least? How many outliers at most?
# <details><summary>Answer</summary>
#
# No weight exceeds $1/5$, and they sum to 1: at least 5 support vectors, at most 5 outliers.
# </details>
#
# 3. The lecture says that for $\nu \to 0$ there is no support vector. Is that so?
# <details><summary>Answer</summary>
#
# No. The weights still sum to 1, so some are positive. What there is none of is outliers: for $\nu n < 1$ the bound
# $1/(\nu n)$ exceeds 1 and no weight can reach it. The smallest enclosing circle above has its support vectors on the circle.
# </details>
#
# 4. What is the ball at $\nu = 1$?
# <details><summary>Answer</summary>
#
# Every weight has to be $1/n$, so the center is the mean of the mapped points, and with the RBF kernel the distance to it
# is a constant minus twice a Parzen density estimate: chapter 2 again.
# </details>
#
# 5. A solver reports primal value 0.61 and dual value 0.58. How far from the optimum can its ball be?
# <details><summary>Answer</summary>
#
# The best value lies between 0.58 and 0.61, so at most 0.03 in the objective.
# </details>
#
# **Now the exercises:** [03_minimum_volume_ball_exercises](../exercises/03_minimum_volume_ball_exercises.ipynb). Next: what
# $\nu$ promises, and the one-class SVM at work.
