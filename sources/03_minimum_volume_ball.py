# %% [markdown]
# # 3 · The minimum-volume ball
#
# **The question.** Old Faithful is a geyser, and for 272 of its eruptions somebody wrote down how long it lasted, and how long it took until the next. Which of these eruptions are strange? **Draw the smallest circle** that leaves at most a tenth of them outside: drag its center, change its radius, and see how far you get.

# %% jupyter={"source_hidden": true}
from itertools import pairwise
import numpy as np
from kernelcourse import equations, figures, guess
from kernelcourse.ball import draws, experiments, explorers, proofs
from kernelcourse.ball.figures import ball_in_plane, ball_with_slack
from kernelcourse.ball.figures import circles_around, slack_and_weight
from kernelsy19 import ball, datasets
from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.kernels import RBF, Linear, Polynomial

# %%
faithful = datasets.faithful().in_order(shuffle=0)
explorers.CircleByHandExplorer()

# %% [markdown]
# Chapter 2 answered the same question in another way: estimate the density of the data, and call a point strange where the density is low. That is more than we need, because all that we want is a region $\mathcal{R}$, as small as possible, into which a new eruption falls with a high probability: $P(X \in \mathcal{R}) \ge \mu$, with $\mu$ = 90%, say. By Vapnik's principle, which the lecture SY19 recalls here, we should look for the region itself. This chapter finds in one step the circle you searched for, and then bends it around the two groups.
#
# **After this chapter you can**
#
# - write "the smallest ball around most of the data" as an optimization problem, and say what a point outside costs;
# - say what a multiplier does, and derive the Lagrangian and the dual line by line;
# - explain why the best value of the dual is that of the best ball, and use the difference of the two as a certificate;
# - tell from its weight alone whether a point lies inside the ball, on its surface or outside;
# - compute the radius and the decision from kernel values, and say what $\nu$ and $\gamma$ do.
#
# **You need** [chapter 1](01_kernels.ipynb): kernels, Gram matrices, and distances in feature space. From school, you need only one fact: a smooth function is flat at its minimum. If you have never met a Lagrange multiplier, you're in the right place.

# %% [markdown]
# ## 3.1 A ball, and a price for staying outside
#
# Both columns are minutes, and yet they cannot be compared. The lengths of the eruptions vary by ⟦faithful.X[:, 0].std():.1f⟧ minutes (one standard deviation), the waits by ⟦faithful.X[:, 1].std():.1f⟧. A ball treats all directions alike: if we drew one around the mean in minutes, the waits would make up ⟦faithful.X[:, 1].var() / faithful.X.var(axis=0).sum():.0%⟧ of the squared distances. So we measure each column in units of its own standard deviation, from its mean.
#
# Why a ball at all? Because you know all of it once you know its center $c$ and its radius $R$. True, our eruptions come in two groups, and no disk of the plane suits them. But we won't stay in the plane: in a feature space, a ball is still round, but its trace in the plane need not be.
#
# The ball should be small, and it should hold *most* of the data, not all, because one eruption far from all others would blow it up. A point may therefore stay outside, at a price. Here is a ball like the one that you drew, around a few of the eruptions. From the surface, an arrow leads to each eruption that stays outside.

# %%
data = faithful.standardized()
X, n = data.X, len(data)
few = data.rows(slice(8, None, 14))
display(ball_with_slack(few, [0.1, 0], R2=2.25, title="A ball drawn by hand: R = 1.5"))
equations.sheet("SY19-2", "SY19-3", folded=True)

# %% [markdown]
# The problem of this chapter fits in three formulas: the cost of a ball (2), and the two constraints of each point, (3a) and (3b).
#
# $$\min_{R,\,c,\,\xi}\; R^2 + \frac{1}{\nu n}\sum_{i=1}^n\xi_i \qquad\text{such that}\qquad \|\Phi(x_i) - c\|^2 \le R^2 + \xi_i, \qquad \xi_i \ge 0 .$$
#
# Piece by piece:
#
# - **The slack** $\ink{vermillion}{\xi_i}$ says how far outside point $i$ is, in *squared* distance. The constraint (3a) asks for at least $\|\Phi(x_i)-c\|^2 - R^2$, and (3b) asks for at least 0. Since slack costs, no point takes more than that. A point inside has slack 0, and the numbers in the picture are those of the others.
# - **Why $R^2$?** We said "minimum volume". The volume of a ball in $D$ dimensions is $R^D$ times a number that depends on $D$ alone. So of two balls, the one with the smaller radius has the smaller volume, whatever $D$ is, and $R^2$ puts them in the same order.
# - **Why $\Phi(x_i)$?** For the linear kernel, $\Phi(x) = x$, and the ball is a disk of our plane. Any other kernel has its own feature space.
# - **Why $1/(\nu n)$?** It is the price of one unit of slack, which is set by the number $\nu$, between 0 and 1. The next picture shows what $\nu$ means.
#
# Take the linear kernel, keep the center at the mean, and let only the radius grow. For each $R^2$, every point outside takes the slack that it needs, and we add up. **Before you read the number:** the price is set by $\nu = 0.1$. How many of the 272 eruptions does the cheapest ball leave outside?

# %%
nu, R2 = 0.1, np.linspace(0, 6, 200)
d2 = (X**2).sum(axis=1)  # the mean of standardized data is the origin
cost = [ball.primal_objective(np.sqrt(r2), ball.slacks(r2, d2), nu) for r2 in R2]
cheapest = ball.radius_in_kkt_interval(d2, nu)
words = {"xlabel": "R² (squared sd)", "ylabel": "R² + Σξᵢ / (νn)"}
with guess.covered():
    print(f"νn = {nu * n:.1f}; cheapest: R² = {cheapest:.2f}, {(d2 > cheapest).sum()} outside")
    display(figures.curves(R2, {"ν = 0.1": cost}, title="Balls around the mean", **words))

# %% [markdown]
# <details><summary>Answer</summary>
#
# Walk along the curve from the left. At $R^2 = 0$, ⟦all eruptions are outside ⇐ (d2 > 0).all()⟧, and each needs slack. As $R^2$ grows, each unit costs 1, but it also reduces the slack of every point that is still outside by one unit, and each of them saves $1/(\nu n)$. With $m$ points outside, the balance is $1 - m/(\nu n)$ per unit. It pays to grow as long as more than $\nu n$ = ⟦nu * n:.1f⟧ points are outside, and no longer. The lowest point of the curve is where the ⟦(d2 >= cheapest).sum()⟧th farthest eruption comes to lie on the circle and ⟦(d2 > cheapest).sum()⟧ are left outside.
#
# </details>
#
# That is the meaning of $\nu$: **the proportion of the points that the ball may leave outside**.
#
# ## 3.2 What a multiplier does
#
# Next, the center has to move as well, and this is harder. Without constraints we would look for the place where the cost is flat. With constraints the cheapest place may lie on the edge of what is allowed, where the cost need not be flat.
#
# Lagrange's idea is to replace each constraint by a price. Take a single unknown: among all $z \ge 1$, look for the one with the smallest $z^2$. The answer is $z = 1$. Now drop the constraint $z \ge 1$, and instead choose a price $\alpha \ge 0$, and subtract from $f(z) = z^2$ the price times the room that the constraint leaves, which is $z - 1$. The result is the **Lagrangian**,
#
# $$\ink{blue}{L(z, \alpha)} = f(z) - \alpha\,(z - 1) .$$
#
# If you break the constraint, you pay a fine, because $z - 1$ is negative then. If you keep it, you get something back: for an allowed $z$ we subtract a number that is not negative, so $L$ is never above $f$ there. That is why **the lowest point of $L$ is never higher than the best allowed value**, whatever the price, and we call its height $q(\alpha)$ a lower bound.
#
# **Before you move it:** at a low price, is the lowest point of $L$ allowed? Guess the price at which it just becomes so, and how high it is there.

# %%
off = lambda alpha: abs(explorers.lowest_of_lagrangian("a bowl", alpha)[0] - 1)
best_price = min(explorers.ALPHAS, key=off)
guess.number("At which price α does the lowest point of L lie exactly at z = 1?", best_price)

# %%
explorers.LagrangianExplorer()

# %%
with guess.covered():
    for objective in explorers.OBJECTIVES:
        bounds = [explorers.lowest_of_lagrangian(objective, alpha)[1] for alpha in explorers.ALPHAS]
        z, best_allowed = explorers.lowest_allowed(objective)
        price = explorers.ALPHAS[np.argmax(bounds)]
        print(f"{objective}: highest lower bound {max(bounds):.2f}, at α = {price:.2f}", end="; ")
        print(f"best allowed value {best_allowed:.2f}, at z = {z:.2f}")

# %% [markdown]
# <details><summary>Answer</summary>
#
# At a low price the lowest point is not allowed: because breaking the constraint is cheap then, it slides toward the bottom of the bowl. $L$ is flat where $2z - \alpha = 0$, so at $z = \alpha/2$. At $\alpha = 2$ that is the edge, $z = 1$, and the height is ⟦explorers.lowest_of_lagrangian("a bowl", 2.0)[1]:.0f⟧, exactly the best allowed value. Any other price gives a lower bound that is too low.
#
# Did you try the other objective, the bowl with waves? There the lowest point of $L$ ⟦jumps over the edge ⇐ all(abs(explorers.lowest_of_lagrangian("a bowl with waves", alpha)[0] - 1) > 0.8 for alpha in explorers.ALPHAS)⟧ from one valley to the next, and no price makes it stop at $z = 1$. The highest lower bound is ⟦max(bounds):.2f⟧, and the best allowed value is ⟦best_allowed:.2f⟧. This gap never closes; section 3.6 says why our ball has none.
# </details>
#
# The recipe has three steps.
#
# 1. Subtract from the objective what each constraint leaves to spare, times a multiplier that is not negative (section 3.3).
# 2. For fixed multipliers, find the lowest value of this Lagrangian. It is a lower bound of everything that is allowed (section 3.4).
# 3. Look for the multipliers whose lower bound is the highest (section 3.5). This is called the **dual** problem, and the one that we started from the **primal** problem.
#
# ## 3.3 The Lagrangian of the ball
#
# Every point has two constraints, so it gets two multipliers: $\alpha_i$ for (3a), which keeps it in the ball, and $\beta_i$ for (3b), which keeps its slack from being negative. Chapter 0 says how to read the proof.

# %%
display(proofs.lagrangian, equations.sheet("SY19-4", folded=True))

# %% [markdown]
# Line 5 is the lower bound of section 3.2 again, now for the ball.
#
# ## 3.4 Where the Lagrangian is lowest
#
# Fix the multipliers and ask how low $L$ can get. Where it is lowest, all its derivatives are zero, and each says something.
#
# - **The radius.** $L$ contains it only as $\rho = R^2$, so take $\rho$ as the unknown, of any sign (3·D says why this does no harm). A unit of $\rho$ costs 1 and saves $\alpha_i$ at every point, so $L$ is a straight line in $\rho$ with the slope $1 - \sum_i\alpha_i$. It has a lowest value only if it is flat: the weights **sum to one**.
# - **The slack.** A unit of $\xi_i$ costs $1/(\nu n)$, and saves $\alpha_i$ by (3a) and $\beta_i$ by (3b). So the two multipliers of a point **share a budget** of $1/(\nu n)$. Since neither is negative, neither can be more than the whole budget.
# - **The center.** Every point pulls at $c$ with a strength of $\alpha_i$. The center comes to rest where the pulls cancel, and that is the points' **weighted mean**.
#
# The third fact makes a kernel method possible: the center, which may have infinitely many coordinates, is known once we know $n$ weights.

# %%
sheet = equations.sheet("SY19-5", "SY19-6", "SY19-7", "SY19-8", folded=True)
display(proofs.stationarity.walk(), sheet)

# %% [markdown]
# With the first two facts, nothing is left of $L$ but $\sum_i\alpha_i\|\Phi(x_i) - c\|^2$, a bowl in $c$. So where its derivatives are zero, $L$ is lowest.
#
# The lecture differentiates in $R$. Because $\partial L/\partial R = 2R\,\partial L/\partial\rho$ is also zero at $R = 0$, line 3 has a second premise, $R \ne 0$. The call `proofs.stationarity.line(3).broken(2)` shows a world without it.
#
# ## 3.5 The dual
#
# Put the three facts into $L$, and see what is left. Take a pencil: the walk below gives you the reason for each line first. If your line looks different, 3·A compares it with ours.

# %%
proofs.dual.walk()

# %% [markdown]
# We look for the weights with the largest $L_D(\alpha)$. They still have to sum to one, and each has to stay in the **box** $0 \le \alpha_i \le 1/(\nu n)$. This problem is called the **Wolfe dual**:
#
# $$\max_\alpha\; \sum_i\alpha_iK(x_i, x_i) - \sum_{i,j}\alpha_i\alpha_jK(x_i, x_j) \qquad\text{such that}\qquad \sum_i\alpha_i = 1, \quad 0 \le \alpha_i \le \frac{1}{\nu n} .$$
#
# The radius, the center and the slacks are gone. For each point, one number $\alpha_i$ is left, and the points enter only through kernel values. Each choice of weights gives a lower bound of what a ball costs, and because we want the highest, the dual is to be **maximized**.
#
# The RBF kernel depends on $x - y$ alone, so $K(x, x)$ is the same number $\kappa = 1$ for all points. The first sum is then a constant, and only the second is left to be made small.

# %%
display(proofs.dual_for_rbf.walk())
equations.sheet("SY19-wolfe-dual", "SY19-wolfe-dual-rbf", folded=True)

# %% [markdown]
# ## 3.6 Why the gap closes
#
# The last line of the walk says that no choice of weights beats any ball. But even the best weights might stay below the best ball, as they do for the bowl with waves. Why don't they here?
#
# Ask what a constraint is worth. Suppose that we let one eruption off: its (3a) is relaxed by a number $u$, to $\|\Phi(x_i)-c\|^2 \le R^2 + \xi_i + u$. Let $\ink{blue}{v(u)}$ be the cost of the best ball then. For $u > 0$ it cannot rise, because we only allow more, and for $u < 0$ it cannot fall. Here is the curve for one of ten eruptions, from short ones to long ones. For each of its points we solved the primal problem afresh, with a general-purpose solver.

# %%
Phi, u = X[np.lexsort(X.T[::-1])][::30], np.linspace(-2, 2, 41)
weights = ball.solve_dual(Linear()(Phi), nu=0.25)
i = np.flatnonzero(weights.surface)[-1]
let_off = np.outer(u, np.arange(len(Phi)) == i)
v = np.array([draws.solve_primal(Phi, 0.25, relaxed).value for relaxed in let_off])
touching = weights.objective - weights.alpha[i] * u
figures.curves(u, {"cost v(u) of the best ball": v, "v(0) − αᵢu": touching},
               xlabel="u (squared sd)", ylabel="cost", title="Letting one point off")

# %% [markdown]
# 1. **The weight of a point is a slope.** We drew the straight line $\ink{orange}{v(0) - \alpha_iu}$ with $\alpha_i$ from the dual, and it touches the curve at $u = 0$. A multiplier is therefore the gain, per unit, from relaxing the constraint by a little, if only one choice of weights is best; if there are several, $v$ has a kink, and the gain is at most $\alpha_iu$. At $u = 0$ the slope is ⟦-weights.alpha[i]:.2f⟧. At the far right it is ⟦abs(v[-1] - v[-2]):.0f⟧: the point lies inside, and no longer counts. At the far left it is ⟦(v[1] - v[0]) / (u[1] - u[0]):.2f⟧, which ⟦is $-1/(\nu n)$ ⇐ abs((v[1] - v[0]) / (u[1] - u[0]) + weights.upper) < 1e-6⟧: the point is outside, and pays the full price.
# 2. **The curve is convex**: it bends upward only, so the straight line between two of its points never lies below it. Such a curve ⟦is nowhere below a line that touches it ⇐ (v >= touching - 1e-9).all()⟧.
# 3. **That closes the gap.** The line is nowhere above $v$, so $v(u) + \alpha_iu \ge v(0)$. At this price, breaking the constraint and paying for it gains nothing. The lowest value of $L$ is then the cost of the best ball, and not less.
#
# Everything depends on $v$ being convex, and $v$ is convex because the problem is. When this holds for all constraints at once, it is called **strong duality**; section 3·D in depth proves it.

# %% [markdown]
# ## 3.7 Solving it, two weights at a time
#
# The dual is worth solving, but how? Because of the sum, no weight can change alone. **Sequential minimal optimization** (SMO) therefore changes two at a time: one goes up, another goes down by as much. Which two? Every weight has a slope, $\partial L_D/\partial\alpha_i$. Of all weights that may still rise, the one with the largest slope goes up, and of all that may still fall, the one with the smallest slope goes down. Along this direction $L_D$ is a parabola, and the step ends at its top, or earlier if a weight reaches the end of its range.
#
# The whole solver, as it runs, maximizes $\mathbf{p}^\top\alpha - \frac12\alpha^\top\mathbf{Q}\alpha$, and our dual is of this form, with $\mathbf{Q} = 2\mathbf{K}$ and with the diagonal of $\mathbf{K}$ as $\mathbf{p}$. You can ignore the signs `y`, which are all 1 until chapter 12.

# %%
equations.code(ball.smo_steps)

# %% [markdown]
# Look at the line with `return`. If no weight that may rise has a larger slope than one that may fall, no pair can gain anything, and we are at the top. The amount by which the largest slope still exceeds the smallest is called the **KKT residual**, and the solver stops when this is below a tolerance, one millionth. Let's run it on all eruptions, with the RBF kernel, and start with all weight on the points farthest from the mean in feature space.

# %%
k = RBF(gamma=1.0)
K = k(X)
far = ball.squared_distances_to_center(np.diag(K), K, K, np.full(n, 1 / n))
start = ball.weights_on_farthest(far, nu)
steps = list(ball.smo_steps(2 * K, np.diag(K), ball.largest_weight(nu, n), start))
print(f"{len(steps) - 1} steps: L_D from {steps[0].objective:.4f} to {steps[-1].objective:.4f}")

# %% [markdown]
# The dual value ⟦never falls ⇐ (np.diff([step.objective for step in steps]) >= 0).all()⟧ on its way, and the residual ⟦ends below one millionth ⇐ steps[-1].kkt_residual < 1e-6⟧. Follow such a run, on every seventh eruption.
#
# **Before you move it:** in each step, one point gives weight and another takes it. Think of where the two lie in the ball.

# %%
farther, who = 0, ["the one that gives weight", "the one that takes it"]
for before, after in pairwise(steps):
    d2 = ball.squared_distances_to_center(np.diag(K), K, K, before.alpha)
    farther += d2[after.rising] > d2[after.falling]
answer = who[int(2 * farther > len(steps) - 1)]
guess.choice("Which of the two points lies farther from the center?", who, answer)

# %%
explorers.SMOStepper()

# %%
with guess.covered():
    print(f"weight moved to a point farther from the center in {farther} of {len(steps) - 1} steps")

# %% [markdown]
# <details><summary>Answer</summary>
#
# Weight moves from near to far, in ⟦every step ⇐ farther == len(steps) - 1⟧ of the run on all eruptions. The reason is the slope: $\partial L_D/\partial\alpha_i = K(x_i, x_i) - 2\sum_j\alpha_jK(x_i, x_j)$ is the squared distance of point $i$ to the center, less $\|c\|^2$, which is the same for all.
# </details>
#
# **How do we know that the end is the top?** We compute both values, each from its own formula. The primal value is the cost of a ball: take the center of these weights, the radius, and add up slack, whereas the dual value is $L_D(\alpha)$. The cost of the *best* ball lies between the two: no weights have a value above it, and no ball costs less. The difference is called the **duality gap**, and it is a certificate: it tells you how far from the best we can be, no matter how the weights were found.
#
# `ball.plain_smo` runs the solver above, and `ball.certify` computes both values for the weights that it finds. `ball.solve_dual` does the same faster, as [appendix C.2](C_speed.ipynb) explains. You don't have to trust it, because it hands back the same certificate.

# %%
plain = ball.certify(K, 0.1, ball.plain_smo(K, nu=0.1))
solution = ball.solve_dual(K, nu=0.1)
for name, found in {"plain": plain, "fast": solution}.items():
    print(f"{name}: primal {found.primal_objective:.6f}, dual {found.objective:.6f}", end=", ")
    print("gap below 1e-6:", found.duality_gap < 1e-6)
print("the same kinds of point:", (solution.kinds == plain.kinds).all())

# %% [markdown]
# ## 3.8 Three kinds of point
#
# With the best multipliers, the lowest value of $L$ is the cost of the best ball, so at the best ball itself $L$ is at least as large. But there $L$ is the same cost less what we subtracted: for each constraint, its multiplier times the room that it leaves. None of these products is negative, and their sum must not be positive, so every single one of them is zero: either there is no room, or the price is zero. These are the **Karush–Kuhn–Tucker (KKT) conditions**, and they sort the points into three kinds.

# %%
display(proofs.optimality.walk(), equations.sheet("SY19-kkt", "SY19-three-kinds", folded=True))
decision = lambda P: ball.decision_function(k, X, solution, P)
ball_in_plane(data, solution.kinds, decision, R2=solution.R2, title="RBF, γ = 1, ν = 0.1")

# %% [markdown]
# The picture shows what the ball cuts out of the plane: ⟦solution.inside.sum()⟧ eruptions are inside, ⟦solution.surface.sum()⟧ lie on the surface, and ⟦solution.outlier.sum()⟧ are outliers. Below are the same points in a row, the nearest to the center first: its distance from the center on top, its weight under it.

# %%
slack_and_weight(solution.squared_distances, solution.R2, solution.alpha, solution.upper,
                 solution.kinds)

# %% [markdown]
# You can now read the position of a point from its weight alone. Weight 0 means inside: ⟦(solution.alpha == 0).sum()⟧ of ⟦n⟧ points have no weight at all, and you could move them about inside the ball without effect. A weight at the bound, $\ink{vermillion}{\alpha_i = 1/(\nu n)}$, means outside. Anything between, $\ink{blue}{0 < \alpha_i < 1/(\nu n)}$, means exactly on the surface. A point without weight may also touch the surface, and one at the bound may lie on it: hence the $\le$ and $\ge$ in the proof. The points with weight are called **support vectors**. Exercise 03.5 asks how many there can be of each kind; [chapter 4](04_one_class_svm.ipynb) turns the answer into a theorem.
#
# ## 3.9 The decision, from kernel values
#
# Is a new eruption in the ball? We need its distance from the center, but we never have the center itself, only the weights that mix it from the mapped points. So we multiply out the square once more, until only kernel values remain.

# %%
display(proofs.decision.walk())
equations.sheet("SY19-9a", "SY19-9b", "SY19-9c", "SY19-radius", folded=True)

# %%
d2 = ball.squared_distances_to_center(k.diagonal(X), K, K, solution.alpha)
surface = d2[solution.surface]
print(f"R² from {len(surface)} surface points: {surface.min():.4f} to {surface.max():.4f}")
new = ([[2, 85]] - faithful.X.mean(axis=0)) / faithful.X.std(axis=0)
print(f"an eruption of 2 minutes, then 85 minutes of nothing: decision {decision(new)[0]:.3f}")

# %% [markdown]
# Any point on the surface gives the same $R^2$. Suppose that the next eruption lasts 2 minutes, and the one after it takes 85 to come. Short eruptions are common and long waits are common, but the decision is ⟦negative ⇐ decision(new)[0] < 0⟧: together they are strange.
#
# Now you can move it all. **Before you move it**, guess what a large $\nu$ does, and think about two more questions:
#
# - When $\gamma$ grows, does the region get smoother or more ragged, and what happens to the number of support vectors?
# - What region does the linear kernel draw?

# %%
half, middle = ball.solve_dual(K, nu=0.5), ball.solve_dual(Linear()(X), nu).alpha @ X
question = "At ν = 0.5, how many of the 272 eruptions will lie outside?"
guess.number(question, half.outlier.sum(), "eruptions")

# %%
explorers.BallExplorer()

# %%
n_places, counts = len(np.unique(X, axis=0)), {}
with guess.covered():
    print(f"ν = 0.5, γ = 1: {half.outlier.sum()} outliers, {half.surface.sum()} on the surface")
    for gamma in (0.1, 1.0, 10.0, 100.0):
        found = ball.solve_dual(RBF(gamma)(X), nu, tol=1e-10)
        counts[gamma] = len(np.unique(X[~found.inside], axis=0))
        print(f"ν = 0.1, γ = {gamma:>5}: {counts[gamma]} of {n_places} places have weight")

# %% [markdown]
# <details><summary>Answers</summary>
#
# - At $\nu = 0.5$, ⟦half.outlier.sum()⟧ lie outside. That is ⟦close to half of 272, but not more ⇐ 0.95 * n / 2 < half.outlier.sum() <= n / 2⟧, and ⟦half.surface.sum()⟧ others lie on the surface.
# - The region gets more ragged. With a large $\gamma$ only very near points count, so the region follows every group of points, and in the end every point is an island of its own. The mapped points are then nearly at right angles to each other, so that nearly all of them are needed to form the center: the places with weight grow from ⟦counts[0.1]⟧ at $\gamma = 0.1$ to ⟦counts[100.0]⟧ at $\gamma = 100$. We count places, because the ⟦n⟧ eruptions lie on only ⟦n_places⟧. Eruptions with the same two numbers may share their weight in many ways, so how many of them have some depends on the solver, although what they weigh together does not.
# - The linear kernel draws a disk of the standardized plane, which looks like an ellipse where the axes are in minutes. It takes its center for the most ordinary place of all, and that lies between the two groups, with only ⟦(np.linalg.norm(X - middle, axis=1) < 0.5).sum()⟧ eruptions within half a standard deviation. A typical eruption has ⟦np.median((np.linalg.norm(X[:, None] - X, axis=2) < 0.5).sum(axis=1) - 1):.0f⟧ that close.
# </details>
#
# `MinimumVolumeBall` is an estimator of scikit-learn: it fits into pipelines, and `kernel__gamma` can be searched. Its `fit` solves the dual, `decision_function` subtracts the distances (9c) from $R^2$, and `predict` takes the sign (9a).
#
# ## Summary

# %%
equations.summary("03_minimum_volume_ball", folded=True)

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. A point has $\alpha_i = 1/(2\nu n)$. Where does it lie, and what is its slack?
# <details><summary>Answer</summary>
#
# On the surface, because $0 < \alpha_i < 1/(\nu n)$. Half of the budget is left, so $\beta_i > 0$, and the slack is 0.
# </details>
#
# 2. Another point has $\alpha_i = 0.02$. You relax its constraint by 0.1. How much cheaper does the best ball get?
# <details><summary>Answer</summary>
#
# By about $0.02 \cdot 0.1 = 0.002$ if only one choice of weights is best, and never by more, since the curve $v$ stays above the line that touches it.
# </details>
#
# 3. Why must a multiplier not be negative?
# <details><summary>Answer</summary>
#
# With a negative price we would add something to $f$ wherever there is room to spare. Then $L$ could lie above $f$ at an allowed place, and its lowest value would not be a lower bound.
# </details>
#
# 4. SY19 says that for $\nu \to 0$ there is no support vector. Is that so?
# <details><summary>Answer</summary>
#
# No, because the weights still sum to 1, so some are positive. Instead, the outliers are missing: for $\nu n < 1$ the bound $1/(\nu n)$ is more than 1, and no weight can reach it. The smallest circle around all eruptions is held by ⟦(ball.solve_dual(Linear()(X), nu=0.5 / n).alpha > 0).sum()⟧ support vectors.
# </details>
#
# 5. What is the ball at $\nu = 1$?
# <details><summary>Answer</summary>
#
# No weight may exceed $1/n$, and they sum to 1, so every weight is $1/n$, and the center is the mean of the mapped points. With the RBF kernel the squared distance to it is a constant less twice the mean of the kernel values, which is a Parzen density up to a factor: chapter 2 again.
# </details>
#
# **Now the exercises:** work in [your own copy](../my/03_minimum_volume_ball_exercises.ipynb), which JupyterLab has made for you ([the originals](../exercises/03_minimum_volume_ball_exercises.ipynb)). Next, in [chapter 4](04_one_class_svm.ipynb): what $\nu$ promises, and the method at work on real data.
#
# **To read on:** Tax and Duin (2004).

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 3·A A line of your own (1 minute)
#
# Does your line of the dual look different from ours? It may still be right: write it as a function of the setting `s`, which holds everything that the proof speaks of, and let it be compared with ours. This one writes line 4 with a loop over all pairs.

# %%
def mine(s):
    pairs = [(i, j) for i in range(s.n) for j in range(s.n)]
    return s.alpha @ np.diag(s.K) - sum(s.alpha[i] * s.alpha[j] * s.K[i, j] for i, j in pairs)

proofs.dual.check_line(4, mine)

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 3·B Other kernels, other balls (3 minutes)
#
# With the linear kernel the ball is a disk, and with $\nu n \le 1$ nothing may stay outside it: it is the smallest circle around all points. But beware of a trap: for the RBF kernel it was enough to make the second sum of the dual small. Suppose that we do the same with the linear kernel, where $K(x, x) = \|x\|^2$ is *not* constant. The solver takes this problem as well, with 0 instead of $\mathbf{p}$. Both problems get the eruptions, and then the same eruptions with 2 added to the first coordinate, which moves all points together and should move the ball with them.

# %%
moved = X + [2, 0]
whole = [experiments.circle_from_dual(points, (points**2).sum(axis=1)) for points in (X, moved)]
short = [experiments.circle_from_dual(points, np.zeros(n)) for points in (X, moved)]
print(f"radius before and after the move: {whole[0][1]:.3f} {whole[1][1]:.3f}")
print(f"without K(x, x):                  {short[0][1]:.3f} {short[1][1]:.3f}")
circles_around(moved, {"whole dual": whole[1], "without K(x, x)": short[1]},
               features=("eruptions + 2 (sd)", "waiting (sd)"), title="After the move")

# %% [markdown]
# The move ⟦changes nothing about the ball ⇐ abs(whole[0][1] - whole[1][1]) < 1e-3⟧: its radius is ⟦whole[1][1]:.2f⟧ before and after. Without $K(x, x)$ the center does not move along, and from there a circle around all points needs a radius of ⟦short[1][1]:.2f⟧, which is ⟦short[1][1] / whole[1][1] - 1:.0%⟧ more. Before the move it was only ⟦short[0][1] / whole[0][1] - 1:.0%⟧ more, because standardized data have their mean at the origin, and this is how such a mistake can go unnoticed. Exercise 03.9 asks how bad it can get.
#
# What do polynomials of degree 2 draw? One might expect ellipses and other conics, but $R^2 - \|\Phi(x)-c\|^2$ contains $-K(x,x) = -(1 + \|x\|^2)^2$, and nothing else in it is of degree 4. If you walk a distance $t$ along any line, the decision is therefore a polynomial in $t$ that begins with $-t^4$, whatever the data are, and the boundary is a curve of the fourth degree. Let us fit one along a line, and see:

# %%
quadratic = Polynomial(degree=2)
quartic, t = ball.solve_dual(quadratic(X), nu=0.1), np.linspace(-3, 3, 41)
along = ball.decision_function(quadratic, X, quartic, t[:, None] * [0.6, 0.8])
print("coefficients of t⁴, t³, …, 1:", np.polyfit(t, along, 4).round(3) + 0.0)

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 3·C Strange patients (4 minutes)
#
# The Pima data hold eight measurements of 768 women, of which we take two: glucose, and the body mass index. Where something was not measured, somebody wrote 0, so some women have a body mass index of 0. Does the ball notice them, if we allow it to leave out 5%? We choose $\gamma = 0.1$ by hand, for a smooth region.

# %%
pima = datasets.pima().in_order().columns("glucose", "bmi")
scaled, missing = pima.standardized(), (pima.X == 0).any(axis=1)
model = MinimumVolumeBall(kernel=RBF(gamma=0.1), nu=0.05).fit(scaled.X)
outlier = model.solution_.outlier
print(f"{(missing & outlier).sum()} of {missing.sum()} with a zero among {outlier.sum()} outliers")
ball_in_plane(scaled, model.solution_.kinds, model.decision_function, R2=model.R2_,
              title="Pima, γ = 0.1, ν = 0.05")

# %% [markdown]
# The zeros are the column on the left and the row at the bottom. Nobody told the ball that a zero is special. It finds ⟦(missing & outlier).sum()⟧ of ⟦missing.sum()⟧, because they lie apart *and are few*, and ⟦the other one lies on the surface ⇐ (missing & model.solution_.surface).sum() == 1⟧. They lie so far out that no ball is needed: as many women, chosen by their distance from the mean, include ⟦all of them ⇐ missing[np.argsort(-(scaled.X**2).sum(axis=1))[: outlier.sum()]].sum() == missing.sum()⟧.
#
# Don't ask too much of it, though. Outliers have the largest weights of all, so they pull at the center, and the boundary reaches down to the row of zeros. A body mass index of 8, where the smallest that was measured is ⟦pima.X[pima.X[:, 1] > 0, 1].min():.1f⟧, would ⟦pass as ordinary ⇐ model.predict([[0, (8 - pima.X[:, 1].mean()) / pima.X[:, 1].std()]])[0] == 1⟧ at an average glucose.
#
# To see that it matters how few they are, take the women for whom both numbers are known, and lose the body mass index of more and more of them.

# %%
clean, found, lose = pima.where_recorded(), {}, experiments.lose_values
for share in (0.02, 0.1, 1 / 3):
    cases = [lose(clean, "bmi", share, model.kernel, 0.05, seed) for seed in range(10)]
    found[share] = [case.found / case.lost for case in cases]
    low, half_way, high = np.quantile(found[share], [0, 0.5, 1])
    print(f"{share:.0%} lost: {low:.0%} to {high:.0%} are outliers, median {half_way:.0%}")

# %%
farthest = {}
for share in found:
    args = clean, "bmi", share, 0.05
    farthest[share] = np.array([experiments.found_by_distance(*args, s) for s in range(10)])
    mean, robust = np.median(farthest[share], axis=0)
    print(f"{share:.0%} lost: farthest from the mean {mean:.0%}, by robust covariance {robust:.0%}")

# %%
without_zeros = model.fit(clean.standardized().X).solution_.squared_distances
strangest = np.argsort(without_zeros)[::-1][:5]
print("no zeros, glucose and bmi of the strangest five:", clean.X[strangest].tolist())

# %% [markdown]
# When 2% of the values are lost, the ball finds ⟦most of them in nine of ten draws or more ⇐ sum(f > 0.5 for f in found[0.02]) >= 9⟧. When a third are lost, it finds ⟦less than a tenth in every draw ⇐ max(found[1 / 3]) < 0.1⟧. It could not have found them all, because it may only leave out 5% of the women, but that alone would allow ⟦0.05 / (1 / 3):.0%⟧.
#
# Is so large a group no longer strange? The second cell gives up 5% of the women without a ball. It takes those farthest from the mean, or those farthest from an ellipse around the central half of the women, a *robust covariance*. Of 2%, the mean finds ⟦all, in every draw ⇐ (farthest[0.02][:, 0] == 1).all()⟧, and of 10% it finds ⟦more than the ball in every draw ⇐ (farthest[0.1][:, 0] > found[0.1]).all()⟧. When a third are lost the ellipse finds ⟦farthest[1 / 3][:, 1].min():.0%⟧ to ⟦farthest[1 / 3][:, 1].max():.0%⟧, nearly all that 5% allow. So the zeros are still strange, and it is the ball that gives way. It allows a few points to pull with the full weight, and the strange ones are the first to do so. If they are many, the ball reaches out for them. From the mean, where everyone has the same weight, the zeros stand out as long as they are a tenth, and no longer when they are a third. The ellipse gives no weight at all to what is far out. A ball describes a sample well in which the bad points are few.
#
# Without any zeros, the five women farthest from the center ⟦all have a body mass index above 45 ⇐ (clean.X[strangest, 1] > 45).all()⟧. What is strange is now a person, and no longer a mistake in the table.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 3·D Why the gap closes, proved (3 minutes)
#
# Why is the curve $v$ of section 3.6 convex, on which everything depended there? Take the best balls for two relaxations $u$ and $w$, and mix them half and half: radius², center and slacks. The squared distance of a point from the center is a bowl in $c$, so from the mixed center it is at most the mean of the two squared distances. Everything else in the constraints is linear, so the mixture is allowed for the relaxation halfway between, and it costs the mean of the two costs. The best ball there can only be cheaper. The bowl with waves, by contrast, is not convex: on the way from one of its valleys to the next there is a hill.
#
# One detail decides: the unknown must be $\rho = R^2$, not $R$, because in $R$ the constraint contains $-R^2$, which bends the wrong way. Nothing is lost: $\rho$ could now be negative, but then all $n$ points are outside, and raising $\rho$ by one unit costs 1 and saves $1/\nu \ge 1$. So a best $\rho$ that is negative can be raised to 0, and costs no more.
#
# Does a best ball exist at all, in infinitely many dimensions? Replace the center by its projection on what the $n$ mapped points span. Because no distance grows by that, we may look for the center there, in at most $n$ dimensions. Centers that are far away cost much, and on a closed and bounded set a continuous cost has its minimum.
#
# Here is the proof of **strong duality**, for all constraints at once. In it, $e_i$ says by how much point $i$ exceeds (3a), and $z$ stands for all unknowns of the ball together. Lines 10 to 12 show that the multipliers are allowed weights, and the last line that there is only one best center.

# %%
proofs.strong_duality.walk()
