# %% [markdown]
# # 12 · The perceptron and the support vector machine
#
# **The question.** Two kinds of iris, a hundred flowers, each with its name. Where do we draw the line between them, so that it also serves for the next flower? The perceptron takes any line that
# makes no mistake. The support vector machine takes the one that stays as far from all flowers as it can.
#
# **After this chapter you can**
#
# - teach a perceptron with nothing but kernel values, and say beforehand how many mistakes it can make at most;
# - derive the soft margin from its primal problem to a decision function that needs kernel values only, and read the place of a point from its weight;
# - say what $C$ does, and recognize the machine as one of a family of penalized losses;
# - read ten digits with an error near what has been published, and check that the machine is the best of its kind.
#
# **You need** [chapter 1](01_kernels.ipynb) for kernels, and [chapter 3](03_minimum_volume_ball.ipynb) for Lagrangians, duals and SMO. Chapters 10 and 11, on ridge and logistic
# regression, have two losses that section 12.8 puts beside ours.

# %%
import numpy as np
from sklearn.svm import SVC

from kernelsy19 import datasets, svm
from kernelsy19.course import equations, figures
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.svm import DualPerceptron, SupportVectorClassifier, explorers, settings
from kernelsy19.svm import derivations as proofs
from kernelsy19.svm.figures import lines_tried, streets, weights_and_places

# %% [markdown]
# ## 12.1 Learning from mistakes
#
# Here are fifty setosa and fifty versicolor, by the length and the width of their sepals. We look for a function $F(x) = \langle w, x\rangle + b$ that is positive for the one kind and negative for the
# other. Call the classes $y_i = \pm1$. Then a point is on its right side if $y_iF(x_i) > 0$.
#
# The perceptron of Rosenblatt (1958) starts with $w = 0$ and $b = 0$ and visits the points in turn. If $y_iF(x_i) \le 0$, the point is **missed**. Then it adds $y_ix_i$ to $w$ and $y_i$ to $b$, which raises $y_iF(x_i)$
# by $\|x_i\|^2 + 1$. It goes on until a whole pass misses no point.

# %%
iris = datasets.iris().columns("sepal length", "sepal width")
two = iris.rows(iris.y < 2).standardized()
X, y = two.X, np.where(two.y == 1, 1.0, -1.0)
steps = list(svm.perceptron_steps(Linear()(X), y))
lines = [svm.perceptron_normal(step.counts, y, X) for step in steps]
print("points missed, in turn:", [step.missed for step in steps])
lines_tried(X, y, steps[-1].counts, lines, names=("setosa", "versicolor"), features=("sepal length (sd)", "sepal width (sd)"),
            title=f"{len(steps)} updates, then a pass without a mistake")

# %% [markdown]
# The line at the end separates the two species, and it does so narrowly: the perceptron stops as soon as nothing is wrong. ⟦Some points were missed more than once ⇐ (steps[-1].counts > 1).any()⟧. Remember how often, for this is all that
# the perceptron has learned.
#
# ## 12.2 The same from kernel values
#
# Each update added a point, with its sign. So $w$ is a sum of points, each as often as it was missed, and we need not keep $w$ at all: a **count** $a_i$ for each point says the same.

# %%
display(proofs.perceptron_dual, equations.sheet("COURSE-perceptron-rule", "PR-perceptron-primal", "PR-perceptron"))

# %% [markdown]
# Look at the 1 that is added to each kernel value. The offset is learned like every other weight: it is the weight of a further coordinate, which is 1 for every point. In other words, the perceptron works with the
# kernel $K + 1$.
#
# The slides write the sum over the *set* of points that were missed. The last line of the proof says when that is the same, namely if no point is missed twice. Otherwise the counts are needed:

# %%
counts = steps[-1].counts
as_a_set = svm.perceptron_decision((counts > 0).astype(int), y, Linear()(X))
print("counts that are not 0:", counts[counts > 0])
print("errors with counts:", svm.is_missed(y, steps[-1].F).sum(), "  as a set:", svm.is_missed(y, as_a_set).sum())

# %% [markdown]
# And now any kernel will do. Versicolor and virginica overlap: no hyperplane in the space of the four measurements separates them. With a Gaussian kernel the same algorithm does.

# %%
late = datasets.iris().rows(datasets.iris().y > 0).standardized()
sign = np.where(late.y == 2, 1.0, -1.0)
curved = DualPerceptron(RBF(gamma=1.0)).fit(late.X, sign)
print(f"RBF, γ = 1: {curved.n_updates_} updates of {len(curved.support_)} flowers, {(curved.predict(late.X) != sign).sum()} errors")

# %% [markdown]
# ## 12.3 Does it ever end?
#
# Each correction may spoil what was right before. Why should this come to an end? Suppose that some unit vector $u$ separates the classes with room to spare: $y_i\langle u, \tilde\Phi(x_i)\rangle \ge \gamma > 0$ for all $i$,
# where $\tilde\Phi(x) = (\Phi(x), 1)$. Watch two quantities. The shadow of $w$ on $u$ grows by $\gamma$ at least with each update. The length of $w$ grows slowly, because a point that was missed pulls $w$ sideways or back. A
# shadow is never longer than the vector, so the race has to end.

# %%
display(proofs.novikoff.walk(), equations.sheet("COURSE-separation", "COURSE-novikoff"))

# %% [markdown]
# This is a certificate: $R^2 = \max_iK(x_i, x_i) + 1$ is at hand, and any hyperplane that separates the points gives a $\gamma$. `svm.perceptron` takes the hyperplane of section 12.4.
#
# Watch the race, update by update. **Before you move it:**
#
# - Does the number of points on the wrong side fall with each update?
# - Raise *order of the points*. Can another order need more updates than the bound allows?
# - Choose *two groups* and the linear kernel. What is missing on the right, and why?

# %%
explorers.PerceptronStepper()

# %%
wrong = [int(svm.is_missed(y, step.F).sum()) for step in steps]
shuffled = [np.random.default_rng(seed).permutation(100) for seed in range(1, 21)]
needed = [svm.perceptron(Linear()(X[order]), y[order]).updates for order in shuffled]
print("points on the wrong side after each update:", wrong)
print(f"updates in 20 other orders: from {min(needed)} to {max(needed)}; bound {svm.perceptron(Linear()(X), y).most_updates:.0f}")

# %% [markdown]
# <details><summary>Answers</summary>
#
# - No. After update 4 ⟦a single flower is on the wrong side ⇐ wrong[3] == 1⟧, and correcting it puts ⟦wrong[4]⟧ there. What grows with each update is the shadow of $w$, on the right.
# - No order can. The shadow is at least $T\gamma$ and the length at most $\sqrt T R$, whoever comes first. The twenty orders of the slider need between ⟦min(needed)⟧ and ⟦max(needed)⟧ updates, far below the bound of ⟦svm.perceptron(Linear()(X), y).most_updates:.0f⟧.
# - The shadow. These groups overlap, so no $u$ separates them, there is no $\gamma$, and nothing stops the perceptron. Only the length still obeys its bound.
# </details>
#
# The bound does not ask in which order the points come. **Guess first:** here are the same flowers in centimeters, not standardized, in 20 orders. Do they need as few updates as before?

# %%
raw = iris.rows(iris.y < 2).X
orders = [np.random.default_rng(seed).permutation(100) for seed in range(20)]
taught = [svm.perceptron(Linear()(raw[order]), y[order]) for order in orders]
updates = [solution.updates for solution in taught]
print(f"centimeters: from {min(updates)} to {max(updates)} updates, bound {taught[0].most_updates:.0f}, γ = {taught[0].gamma:.3f}")
scaled = svm.perceptron(Linear()(X), y)
print(f"standardized: {scaled.updates} updates, bound {scaled.most_updates:.0f}, γ = {scaled.gamma:.3f}")

# %% [markdown]
# <details><summary>What happened?</summary>
#
# ⟦More than a hundred times ⇐ min(updates) > 100 * scaled.updates⟧ as many updates. In centimeters all flowers lie far from the origin and close together: $R$ is large and $\gamma$ is small. The bound is ⟦taught[0].most_updates / scaled.most_updates:.0f⟧ times as large, too. It is a bound for the worst order, and
# the orders that we tried ⟦stay below a tenth of it ⇐ max(updates) < taught[0].most_updates / 10⟧.
# </details>
#
# If no hyperplane separates the classes, there is no $\gamma$, and the perceptron goes on forever. It says so:

# %%
import warnings

with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    straight = svm.perceptron(Linear()(late.X), sign, max_passes=200)
print(said[0].message)
print("bound on the updates:", straight.most_updates)

# %% [markdown]
# The perceptron leaves two things to be desired. It takes *any* line that makes no mistake, and it has no answer where every line makes some. The support vector machine mends both.
#
# ## 12.4 The widest street
#
# Think of the line as the middle of a street, with the flowers as houses on both sides. Among all streets without a house on them, we want the widest. How wide is it? The answer needs a choice of scale. The line does
# not change when we multiply $w$ and $b$ by the same number, so let us multiply until the nearest house has $y_if(x_i) = 1$.

# %%
display(proofs.street, equations.show("COURSE-svm-margin"))

# %% [markdown]
# So the widest street is the shortest $w$ with $y_i(\langle w, x_i\rangle + b) \ge 1$ for all $i$. The distance $1/\|w\|$ from the middle to the edge is called the **margin**. For comparison, we also compute how far the line of the perceptron stays away from the nearest flower.

# %%
hard = svm.solve_dual(Linear()(X), y, C=np.inf, tol=1e-9)
w, b = svm.perceptron_normal(counts, y, X)
nearest = (y * (X @ w + b)).min() / np.linalg.norm(w)
print(f"distance of the nearest flower: perceptron {nearest:.3f}, widest street {hard.margin:.3f} standard deviations")
streets({"the widest street": (X, hard, lambda P: svm.decision_function(Linear(), X, hard, P))}, names=("setosa", "versicolor"),
        features=("sepal length (sd)", "sepal width (sd)"))

# %% [markdown]
# Only the flowers with a ring touch the street. If we took away all others, the street would stay where it is. The ringed points hold it, so they are called **support vectors**.
#
# ## 12.5 A soft margin
#
# Where the classes overlap there is no street without houses. So let us allow houses on the street, for a price. A point may violate its constraint by a **slack** $\xi_i \ge 0$, and each unit of slack costs $C$ (Cortes and Vapnik, 1995).

# %%
display(equations.sheet("COURSE-svm-primal", "COURSE-svm-slacks"))
display(proofs.soft_margin)

# %% [markdown]
# You know what comes next from the ball of chapter 3: where the Lagrangian is flat in each unknown, the unknowns go away.

# %%
display(proofs.stationarity.walk(), equations.sheet("PR-svm-normal", "COURSE-svm-box"))
display(proofs.dual, equations.sheet("COURSE-svm-norm", "PR-svm-dual"))

# %% [markdown]
# Two remarks on letters. The slides call $w$ by the name $\alpha$ and the multipliers $\lambda$; two lectures later their $\lambda$ is an eigenvalue and their $\alpha$ a vector of coefficients. We keep $\alpha$ for multipliers, as in all other chapters.
#
# And one remark on what is missing. The slides print the dual with $\alpha_i \ge 0$ only. That is the hard margin. The bound $\alpha_i \le C$ is what makes the margin soft: without it, the dual has no maximum where the classes
# overlap. Two equal points of two classes are enough to see it:

# %%
K_equal = np.ones((2, 2))
print("dual value for α = 1, 10, 100:", [float(svm.dual_objective(np.full(2, a), np.array([1.0, -1.0]), K_equal)) for a in (1, 10, 100)])

# %% [markdown]
# ## 12.6 Solving it, and reading the weights
#
# The dual is a quadratic program with a box and one equation, as for the ball. Only the equation has signs now: $\sum_iy_i\alpha_i = 0$. The plain SMO of chapter 3 takes them, so the whole solver is short.
#
# We try it on thirty points of two groups that overlap. Its certificate is the duality gap: the value of the primal for this hyperplane, less the value of the dual for these weights. `svm.solve_dual` finds the same faster, and so does scikit-learn.

# %%
display(equations.code(svm.plain_svm))
P, label = settings.two_groups()
K = Linear()(P)
plain, fast = (solve(K, label, C=1.0, tol=1e-9) for solve in (svm.plain_svm, svm.solve_dual))
peer = SVC(kernel="linear", C=1.0, tol=1e-8).fit(P, label)
print(f"primal {plain.primal_objective:.5f}, dual {plain.objective:.5f}, gap below 1e-7: {plain.duality_gap < 1e-7}")
print("same f as the fast way:", np.allclose(plain.f, fast.f, atol=1e-5), "  as SVC:", np.allclose(fast.f, peer.decision_function(P), atol=1e-5))

# %% [markdown]
# What does a weight say about its point? At the optimum nothing that was subtracted in the Lagrangian may count, and this sorts the points into three kinds.

# %%
display(proofs.optimality.walk(), equations.show("COURSE-svm-kinds"))
weights_and_places(fast, title="30 points, linear kernel, C = 1")

# %% [markdown]
# The picture is a step. To the right of 1 the weights are 0, to the left of 1 they are $C$, and only at 1 can they be anything between. You can now read a point's place from its weight alone. The decision needs
# only the points with weight, and any of those at 1 gives $b$.

# %%
display(proofs.decision, equations.sheet("PR-svm-decision", "COURSE-svm-offset"))

# %% [markdown]
# ## 12.7 What C does
#
# The lecture shows soft margins for several $C$ and gives two numbers under each picture: support vectors and misclassified points. Its points exist in its pictures only. **The points below are ours.** We searched through random seeds
# until the lecture's numbers came out. First the linear kernel. The captions are 8 and 3 for $C = 10$, 11 and 4 for $C = 1$, 17 and 3 for $C = 0.1$.

# %%
def panel(k, X, y, C):
    s = svm.solve_dual(k(X), y, C, tol=1e-9)
    return f"C = {C:g}: {len(s.support)} SVs, {s.misclassified.sum()} errors", (X, s, lambda P: svm.decision_function(k, X, s, P))

streets(dict(panel(Linear(), P, label, C) for C in (10, 1, 0.1)), title="Linear kernel")

# %% [markdown]
# **Guess first:** the slides say that $C$ controls the number of support vectors, and hence the width of the margin and the orientation of the boundary. In which direction does each of the three go when $C$ falls?

# %%
prices = np.geomspace(0.001, 100, 26)
machines = [svm.solve_dual(K, label, C, tol=1e-9) for C in prices]
normals = np.array([svm.normal(s.alpha, label, P) for s in machines])
turn = np.degrees(np.arctan2(normals[:, 1], normals[:, 0]))
display(figures.curves(prices, {"1/‖w‖": [s.margin for s in machines]}, xlabel="price of slack C", ylabel="half width of the street", log="xy"))
display(figures.curves(prices, {"direction of w": turn}, xlabel="price of slack C", ylabel="angle of w to the first axis, in degrees", log="x"))
print("C, support vectors, half width, direction in degrees:")
for C, s, angle in list(zip(prices, machines, turn))[::5]:
    print(f"{C:8.3f} {len(s.support):6d} {s.margin:10.2f} {angle:10.1f}")
print(f"all directions are between {turn.min():.0f} and {turn.max():.0f} degrees")

# %% [markdown]
# <details><summary>Answer</summary>
#
# The cheaper the slack, the wider the street, and the more points stand on it: with $C = 0.001$ ⟦all thirty ⇐ len(machines[0].support) == len(P) == 30⟧. The boundary turns as well, to and fro: each point that enters or leaves the street pulls at it. From
# $C = 10$ on ⟦nothing changes any more ⇐ np.allclose(normals[prices >= 10], normals[-1], atol=1e-6)⟧. At the other end ⟦every point has the same weight $C$ ⇐ np.allclose(machines[0].alpha, prices[0])⟧, so $w$ is a multiple of the difference between the two class means, and keeps that direction. The number of errors does not follow: it is ⟦", ".join(str(svm.solve_dual(K, label, C).misclassified.sum()) for C in (10, 1, 0.1))⟧ for the three prices of the pictures.
# </details>
#
# Now the homogeneous quadratic kernel $\langle x, x'\rangle^2$, with captions 4 and 0 for $C = 10$, 5 and 0 for $C = 1$. It has no linear terms, so its boundaries are conics about the origin, and that is what a group in a ring asks for. The lecture has
# no picture for $C = 0.1$, so the third panel is ours.

# %%
Q, ring = settings.group_in_ring()
streets(dict(panel(Polynomial(2, offset=0.0), Q, ring, C) for C in (10, 1, 0.1)), title="Kernel ⟨x, x'⟩²")

# %% [markdown]
# The last two pictures of the lecture are called "Gaussian RBF" and carry the formula $e^{-0.1\langle x, x'\rangle^2}$. That is not a kernel, as appendix A shows, so a distance must be meant. Both have the same caption: $C = 10$, 18 support vectors, 3 errors. In each
# series before, $C$ changes from picture to picture, so presumably the second was meant to have another $C$. On our points the count does depend on it:

# %%
G, two_groups = settings.two_groups(50, 56, 2.4)
streets(dict(panel(RBF(0.1), G, two_groups, C) for C in (10, 1, 0.1)), title="Gaussian kernel, γ = 0.1")

# %% [markdown]
# Now it is your turn. The pen is a point that two sliders move; a button adds it to the data, another gives the chosen point its place. **Before you move it:**
#
# - Add a point of the class $y = 1$ far out on its own side. What happens to the street?
# - Put it deep into the other class instead. With $C = 100$, and with $C = 0.1$: which street moves more?

# %%
explorers.SoftMarginExplorer()

# %%
def with_a_point(place, C):
    s = svm.solve_dual(Linear()(np.vstack([P, place])), np.append(label, 1.0), C, tol=1e-9)
    return s.margin, s.alpha[-1] / C

for place in ([3.5, 3.5], [-3.0, -2.0]):
    for C in (100, 0.1):
        before, (after, weight) = svm.solve_dual(K, label, C, tol=1e-9).margin, with_a_point(place, C)
        print(f"point at {place}, C = {C:g}: half width {before:.2f} → {after:.2f}, its weight is {weight:.2f} C")

# %% [markdown]
# <details><summary>Answer</summary>
#
# A point beyond the margin on its own side has the weight 0, and the street does not notice it. A point deep in the other class has the weight $C$, the most that there is, however far it goes: that is what the upper bound is for. The street of
# the high price changes more. It becomes ⟦more than twice as wide ⇐ with_a_point([-3.0, -2.0], 100)[0] > 2 * svm.solve_dual(K, label, 100.0).margin⟧, because there the new point is one of few that have a say. At the low price it is one of many, and the street hardly moves.
# </details>
#
# ## 12.8 One loss among others
#
# Put the smallest slacks into the primal problem, and its constraints are gone: what is left is a penalty on $\|w\|$ and a sum of losses.
#
# Ridge regression (chapter 10) and logistic regression (chapter 11) are of the same form. For labels $y = \pm1$ the squared error $(y - f)^2$ is $(1 - yf)^2$, and the logistic loss is $\log(1 + e^{-yf})$. The hinge loss is $\max(0, 1 - yf)$. All three are functions of $yf$, which says on which side a point is and how far. The error itself is 1 where $yf \le 0$, and 0 elsewhere.

# %%
m = np.linspace(-2, 3, 301)
losses = {
    "hinge": np.maximum(0, 1 - m),
    "squared": (1 - m) ** 2,
    "logistic": np.log1p(np.exp(-m)),
    "error": (m <= 0).astype(float),
}
display(equations.show("COURSE-svm-risk"))
display(figures.curves(m, losses, xlabel="yf(x)", ylabel="loss", title="Four losses"))
display(proofs.hinge)
print(f"errors {fast.misclassified.sum()}, sum of the slacks {fast.xi.sum():.2f}")

# %% [markdown]
# - The **squared** loss charges a point for being too far on its *right* side: beyond 1 it rises again.
# - The **logistic** loss charges every point something, so all points have a say in $w$.
# - The **hinge** is 0 from 1 on. That is why so many weights are 0, and why the machine forgets most of its points.
#
# The error is a step, and a sum of steps is hard to minimize: it is flat almost everywhere, so no slope says where to go. The hinge lies above the step, and it has slopes. So what we pay for slack bounds the number of errors, which is what the proof says: here there are ⟦fast.misclassified.sum()⟧ errors, and the slacks sum to ⟦fast.xi.sum():.2f⟧.
#
# ## 12.9 The kernel swap
#
# Nothing in sections 12.5 to 12.8 asked what $K$ is. The dual has $K(x_i, x_j)$, the decision has $K(x_i, x)$, and that is all. The lecture makes this the definition of the **kernel trick**: in any algorithm that is written in terms of a positive semidefinite kernel,
# put another one in its place. You get another algorithm, and every proof of this chapter holds for it as it stands.
#
# Positive semidefinite is not for decoration. It makes the dual concave, so that the top is a top. Here are one algorithm and three kernels, on two moons.

# %%
moons = datasets.moons(80, noise=0.2, rng=1).standardized()
side = np.where(moons.y == 1, 1.0, -1.0)
kernels = {"linear": Linear(), "(⟨x, x'⟩ + 1)³": Polynomial(3), "Gaussian, γ = 1": RBF(1.0)}
streets({f"{name}: {title.split(': ')[1]}": drawn for name, k in kernels.items() for title, drawn in [panel(k, moons.X, side, 1.0)]})

# %% [markdown]
# ## 12.10 Ten digits
#
# A line has two sides, but there are ten digits. **One against one** trains a machine for each pair of digits, 45 in all, on the digits of that pair alone. A new image is shown to all of them, and each has one vote. If classes differ in size
# or importance, each may have a price of slack of its own; `class_weight="balanced"` makes up for different numbers of points.
#
# The USPS digits are 7291 images for training and 2007 for the test. We smooth them a little, as in chapter 8.

# %%
display(equations.sheet("COURSE-one-against-one", "COURSE-class-weights"))
train, test = (digits.smoothed(0.75) for digits in datasets.usps())
model = SupportVectorClassifier(RBF(1 / (0.3 * 256)), C=10.0).fit(train.X, train.y)
read = model.predict(test.X)
gaps = [s.duality_gap / s.objective for s in model.solutions_]
print(f"{len(model.solutions_)} machines, {len(model.support_)} of {len(train.X)} digits have weight in one of them")
print(f"largest duality gap below 1 % of the objective: {max(gaps) < 0.01}")
print(f"test error: {100 * np.mean(read != test.y):.1f} %")

# %% [markdown]
# How good is that? Schölkopf, Burges and Vapnik (1995) were the first to read this set with support vector machines; Schölkopf, Smola and Müller (1998) give their test errors as 8.9 % for the linear machine and 4.0 % for the best nonlinear ones, beside 5.0 % of a
# network with five layers made for digits (LeCun et al., 1989). Here is a table of ours, with $C$ chosen by cross-validation on training digits from the same three values for every kernel. The last column is the time of scikit-learn's `SVC` over ours; it comes from the script that
# made the table, because a time is not the same twice.

# %%
table = datasets.table("usps_svm")
columns = {
    "kernel": table["kernel"],
    "smoothed": np.where(table["sd"] > 0, "yes", "no"),
    "C": table["C"],
    "test error in %": table["error"].round(1),
    "SVC's in %": table["error_sklearn"].round(1),
    "support vectors": table["support_vectors"],
    "time of SVC / ours": table["seconds_sklearn_ratio"].round(1),
}
display(datasets.Table("USPS", table.provenance, columns))
curved = ~np.char.endswith(table["kernel"], "degree 1")
smooth = table["sd"] > 0
print(f"best: {table['error'].min():.1f} %, by {table['kernel'][table['error'].argmin()]}, smoothed; linear {table['error'][~curved].min():.1f} %")
print(f"smoothing helped {(table['error'][smooth] < table['error'][~smooth]).sum()} of {smooth.sum()} kernels")
print(f"largest difference from SVC: {np.abs(table['error'] - table['error_sklearn']).max():.1f} points")
gaussian, ratio = np.char.startswith(table["kernel"], "Gaussian"), table["seconds_sklearn_ratio"]
print(f"median of time of SVC / ours: Gaussian {np.median(ratio[gaussian]):.1f}, polynomial {np.median(ratio[~gaussian]):.1f}")

# %% [markdown]
# The best of our errors, ⟦table["error"].min():.1f⟧ %, is near the published 4.0 %. It is also the smallest of ⟦sixteen ⇐ len(table["error"]) == 16⟧ test errors, so it flatters a little. Our linear machines ⟦do better than the published one ⇐ table["error"][~curved].max() < 8.9⟧. A likely reason is the number of lines: one against one draws 45 lines between the
# digits, one against all others draws ten, and we do not know which the publication did. The small differences from `SVC` have two sources: both solvers stop at a tolerance of $10^{-3}$, and ties among votes are broken by another rule.
#
# With Gaussian kernels ours is ⟦faster than `SVC` in the median ⇐ np.median(ratio[gaussian]) > 1⟧, with polynomial ones it is ⟦slower ⇐ np.median(ratio[~gaussian]) < 1⟧. [Appendix C](C_speed.ipynb) has more on time.
#
# Which digits are misread?

# %%
votes = model.decision_function(test.X)
wrong = np.flatnonzero(read != test.y)
margin_of_truth = votes[wrong, test.y[wrong]] - votes[wrong].max(axis=1)
worst = wrong[np.argsort(margin_of_truth, kind="stable")[:20]]
figures.digits(datasets.usps().test.images[worst], [f"{test.y[i]} read as {read[i]}" for i in worst], columns=10,
               title="The 20 errors that were lost by most votes")

# %% [markdown]
# ## Summary

# %%
equations.summary("12_perceptron_and_svm")

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. A perceptron has made 1000 updates and still misses points. Someone finds a hyperplane with $\gamma = 0.1$, and all $K(x_i, x_i) = 1$. Is there hope?
# <details><summary>Answer</summary>
#
# No: the bound is $(1 + 1)/0.01 = 200$ updates. Either there is an error in the program, or the hyperplane does not separate the points.
# </details>
#
# 2. You double all weights $\alpha$ of a trained machine, and $b$. Which new points change class?
# <details><summary>Answer</summary>
#
# None: $f$ doubles, its sign stays. But the weights may now exceed $C$, and the nearest points have $yf = 2$: it is no longer a solution of the dual.
# </details>
#
# 3. A point has $\alpha_i = C$. Is it misclassified?
# <details><summary>Answer</summary>
#
# Not necessarily. It stands on the street, or on its edge: $y_if(x_i) \le 1$. It is misclassified if $y_if(x_i) < 0$, that is if its slack exceeds 1.
# </details>
#
# 4. You remove a point with $\alpha_i = 0$ and train again. And a point with $0 < \alpha_i$?
# <details><summary>Answer</summary>
#
# Without the first nothing changes: the other weights still satisfy all conditions. Without the second the solution changes, as a rule. So at most the support vectors can be misread when each point is left out in turn.
# </details>
#
# 5. With the linear kernel and a tiny $C$, what is $w$, if both classes have the same number of points?
# <details><summary>Answer</summary>
#
# All weights are $C$, so $w = C\big(\sum_{y_i=1}x_i - \sum_{y_i=-1}x_i\big)$: it points from one mean to the other. See the left end of the curves in 12.7.
# </details>
#
# The lecture ends with four questions of its own. **What are the properties of kernel functions?**
# <details><summary>Answer</summary>
#
# They are symmetric, and for *some* feature map $\phi$ their value is $\langle\phi(x), \phi(x')\rangle$. (The slide says "for any feature mapping", which would fix no kernel at all.) Equivalently, all their Gram matrices are positive semidefinite.
# </details>
#
# **What is the kernel matrix?**
# <details><summary>Answer</summary>
#
# $\mathbf{K}_{ij} = K(x_i, x_j)$ of the training points: symmetric, and positive semidefinite because $z^\top\mathbf{K}z = \|\sum_iz_i\phi(x_i)\|^2$. The dual sees the points through this matrix only.
# </details>
#
# **What is the kernel trick?**
# <details><summary>Answer</summary>
#
# Section 12.9: in an algorithm that is written in terms of a positive semidefinite kernel, put another one in its place.
# </details>
#
# **How can we use kernels for string comparison?**
# <details><summary>Answer</summary>
#
# Define a kernel whose arguments are strings or sequences, and hand it to any algorithm of this course: no coordinates are needed. Which functions of two sequences are kernels, and what to do with one that is not, is the subject of chapter 14.
# </details>
#
# **Now the exercises:** [12_perceptron_and_svm_exercises](../exercises/12_perceptron_and_svm_exercises.ipynb). Next, in chapter 13: the ball of chapter 3 learns from labels.
