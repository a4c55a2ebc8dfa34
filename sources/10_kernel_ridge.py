# %% [markdown]
# # 10 · Kernel ridge regression
#
# **The question.** You stand before Old Faithful, the last eruption took four minutes, and you want to know how long you will have to wait. So far in this course nobody told us
# what is right. Now somebody does: each of 272 eruptions comes with the wait that followed it, and we look for a function that predicts it. A straight line is a little too stiff. A curve that passes
# through every point is far too nervous. How do we ask for a curve that bends no more than the data make it bend?
#
# **After this chapter you can**
#
# - give a function a norm, compute it from kernel values, and say what a small norm forbids;
# - prove that the best of infinitely many functions is a sum of $n$ kernel functions;
# - solve ridge regression by $p$ or by $n$ equations, know which is cheaper, and put a kernel into the second;
# - read a fit as shrinking along eigenvectors, and count its degrees of freedom;
# - leave each point out for every $\lambda$ without leaving any point out, and choose $\lambda$ and $\gamma$ by it.
#
# **You need** [chapter 1](01_kernels.ipynb): kernels and Gram matrices. Where eigenvectors and centering come in, [chapter 7](07_kernel_pca.ipynb) has them in full; what we use of them is said where we use it.

# %%
import numpy as np

from kernelsy19 import datasets, ridge
from kernelsy19.course import equations, figures
from kernelsy19.kernels import RBF, Linear
from kernelsy19.ridge import KernelRidge, explorers
from kernelsy19.ridge import derivations as proofs
from kernelsy19.ridge.figures import error_map, fits, shrunk_modes, sums_of_kernel_functions

faithful = datasets.faithful()
x, wait = faithful.columns("eruptions").standardized().X, faithful["waiting"]
minutes = lambda z: (z - faithful["eruptions"].mean()) / faithful["eruptions"].std()
rmse = lambda errors: np.sqrt((errors**2).mean())

# %% [markdown]
# Here are three curves through the same points. All come from the method of this chapter, with the same kernel. They differ in one number, $\lambda$, which sets a price on bending.

# %%
k = RBF(gamma=10.0)
models = {lam: KernelRidge(k, lam).fit(x, wait) for lam in (1e-6, 0.1, 1000.0)}
curves = {f"λ = {lam:g}": lambda z, m=m: m.predict(minutes(z)) for lam, m in models.items()}
fits(faithful, curves, title="Three prices of bending, RBF kernel, γ = 10")

# %% [markdown]
# The first curve chases single points, the last hardly notices the data, and the second looks right. To turn "looks right" into mathematics we need two things: a number that says how much a function bends, and
# a way to judge a prediction on points that the function has not seen. The first is a norm, and we begin with it. The second comes in section 10.8.
#
# ## 10.1 A norm for functions
#
# Fix a point $x_i$ and let the other argument of the kernel run: $k(x_i, \cdot)$ is a function, for the RBF kernel a bump around $x_i$. Multiply some bumps by numbers $\alpha_i$, add them up, and you have another function, $f = \sum_i\alpha_i k(x_i, \cdot)$.
# These sums are the functions that we work with.
#
# How long is such a function? Chapter 1 says that a kernel value is an inner product. So let the inner product of two bumps be the kernel value of their points. The rest follows by multiplying out.

# %%
equations.sheet("COURSE-rkhs-inner-product", "COURSE-rkhs-norm")

# %% [markdown]
# **Before you look:** each of the three functions below is a sum of the same five bumps and takes the values 1 and −1 at their centers. Which has the largest norm? By what factor?

# %%
bump, places = RBF(gamma=1.0), np.array([-1.6, -0.8, 0.0, 0.8, 1.6])
values = {"all alike": [1, 1, 1, 1, 1], "one change": [1, 1, -1, -1, -1], "four changes": [1, -1, 1, -1, 1]}
K5 = bump(places[:, None])
coefficients = {name: np.linalg.solve(K5, v) for name, v in values.items()}
norms = {name: np.sqrt(ridge.squared_norm(a, K5)) for name, a in coefficients.items()}
sums_of_kernel_functions({f"{name}: ‖f‖ = {norms[name]:.2f}": (bump, places, a) for name, a in coefficients.items()})

# %% [markdown]
# <details><summary>Answer</summary>
#
# The one that changes its sign four times: its norm is ⟦norms["four changes"] / norms["all alike"]:.1f⟧ times that of the first. Neighboring bumps overlap. Where they should add up to opposite values, they have to work against each other, with large coefficients of both signs, and that is expensive.
# </details>
#
# Is this a norm? Line 4 of the proof shows that it belongs to the function, and not to the coefficients that we happened to write it with. Line 7 says that no square is negative, because a Gram matrix is positive semidefinite. Lines 5, 8 and 9 are what the norm is good for.

# %%
display(proofs.norm, equations.show("COURSE-reproducing"))

# %% [markdown]
# Read line 9 slowly. Two points that the kernel finds similar are near each other in feature space, and between them $f$ can change by no more than $\|f\|$ times that distance. So a small norm forbids sudden changes, and the kernel says what counts as sudden. The space of all these functions (with their limits) is called the
# **reproducing kernel Hilbert space** of $k$, after line 5, which reproduces the value $f(x)$ as an inner product. For our three curves the norms are:

# %%
lengths = {lam: np.sqrt(ridge.squared_norm(m.alpha_, k(x))) for lam, m in models.items()}
errors = {lam: rmse(wait - m.solution_.fitted) for lam, m in models.items()}
for lam in models:
    print(f"λ = {lam:<6g}  ‖f‖ = {lengths[lam]:7.1f}   error at the points: {errors[lam]:5.2f} min")

# %% [markdown]
# The nervous curve has a norm ⟦lengths[1e-6] / lengths[0.1]:.0f⟧ times that of the second, and gains ⟦about a quarter of a minute ⇐ abs(errors[0.1] - errors[1e-6] - 0.25) < 0.03⟧ for it.
#
# ## 10.2 The representer theorem
#
# Now we can say what we want: small losses at the points, and a small norm,
#
# $$\min_f\; \sum_i \ell\big(y_i, f(x_i)\big) + \lambda\,\|f\|^2.$$
#
# There is a difficulty. The functions of the space are sums of bumps *anywhere*, of any number of them, and a computer cannot search through all of these. Would a bump at some place without data help? Try it: take the function that passes through six eruptions, add a
# bump elsewhere, and choose the rest such that nothing changes at the six points.

# %%
six, y6, elsewhere = x[:6], wait[:6] - wait.mean(), np.array([[0.5]])
K6, k6 = k(six), k(six, elsewhere)[:, 0]
alpha, c = np.linalg.solve(K6, y6), np.linalg.solve(K6, k6)
both, weights = np.vstack([six, elsewhere]), np.append(alpha - 20 * c, 20.0)
print("values at the six points, before:", ridge.predict(K6, alpha).round(2))
print("and with the bump:               ", ridge.predict(k(six, both), weights).round(2))
print(f"‖f‖² before {ridge.squared_norm(alpha, K6):.1f}, with the bump {ridge.squared_norm(weights, k(both)):.1f}")

# %% [markdown]
# ⟦The losses stay the same ⇐ np.allclose(ridge.predict(K6, alpha), ridge.predict(k(six, both), weights))⟧, for they see the six values only, and ⟦the norm has grown ⇐ ridge.squared_norm(weights, k(both)) > ridge.squared_norm(alpha, K6)⟧. It always does, by Pythagoras: what vanishes at the points is at right angles to the bumps at the points.

# %%
display(proofs.representer, equations.show("COURSE-representer"), proofs.representer.line(7).broken(2))

# %% [markdown]
# That is the **representer theorem**. It does not ask which loss it is, as long as the loss looks at the points only, and that is why the next chapter can use it again. It does need $\lambda > 0$. The last table shows line 7 in a world without a price: there nobody minds
# a part that no point sees, and the function leaves the span of the bumps.
#
# ## 10.3 Ridge regression
#
# Before we put these pieces together, we look at the case that the lecture starts from: a linear function $x \mapsto \beta^\top x$, squared errors, and a price on $\|\beta\|^2$. Without the price this is least squares. With it, coefficients that the data hardly determine are
# pulled to 0.
#
# Its solution has the matrix $\mathbf{X}^\top\mathbf{X}$, of $p \times p$. It sums over points, and holds products of *columns*. A kernel can only stand in for products of *points*, which are in the other matrix, $\mathbf{X}\mathbf{X}^\top$. So we would like to get from one
# to the other. The tool is an identity for inverses.

# %%
display(equations.sheet("MSA220-ridge", "MSA220-ridge-solution", "MSA220-gram-entries"))
display(proofs.woodbury, equations.show("MSA220-woodbury"))

# %% [markdown]
# The lecture asks for the inverses of $\mathbf{A}$ and of $\mathbf{C}$. Line 4 needs a third one, that of $\mathbf{C}^{-1} + \mathbf{V}\mathbf{A}^{-1}\mathbf{U}$; appendix A has an example in which only this one is missing. In our case all three exist, because $\lambda > 0$. Here is the lecture's chain of five lines. Take a pencil
# and find each line before you ask for it.

# %%
proofs.push_through.walk()

# %% [markdown]
# The inverse has $n$ rows now, and $\mathbf{X}^\top$ stands outside. Two names come with this. The $p$ coefficients $\beta$ are the **primal variables**. The $n$ numbers that $\mathbf{X}^\top$ is multiplied by are the **dual variables** $\alpha$, one a point.

# %%
display(proofs.primal_and_dual, equations.sheet("MSA220-push-through", "MSA220-primal-from-dual"))
display(equations.sheet("MSA220-dual", "MSA220-predict-linear", "MSA220-linear-recovers"))

# %% [markdown]
# Line 7 says what a dual variable is: the error that the fit leaves at its point, divided by $\lambda$. On real data: 442 diabetes patients, ten measurements each, and a score of how far the illness had gone a year later. Three ways to the same ten coefficients, each with the slope of the objective that is left as its certificate:

# %%
diabetes = datasets.diabetes()
X = diabetes.columns(*diabetes.feature_names[:-1]).standardized().X
y = diabetes["progression"]
ways = {way: ridge.plain_ridge(X, y - y.mean(), 1.0, way) for way in ("primal", "woodbury", "dual")}
print("coefficients:", ways["primal"].beta.round(1).tolist())
for way, solution in ways.items():
    same = np.allclose(solution.beta, ways["primal"].beta, rtol=0, atol=1e-8)
    print(f"{way:9} the same up to 1e-8: {same}   slope that is left below 1e-4: {solution.residual < 1e-4}")

# %% [markdown]
# ## 10.4 Which is cheaper?
#
# The primal way forms a $p \times p$ matrix from $n$ points and solves $p$ equations, about $np^2 + p^3/3$ multiplications. The dual way swaps the roles, $n^2p + n^3/3$. **Before you look:** with $n = 1000$ points, at which $p$ do they cost the same?

# %%
cost = datasets.table("ridge_crossover")
times = {"primal, p equations": cost["primal_ms"], "dual, n equations": cost["dual_ms"]}
size = "number of variables p, for n = 1000 points"
display(cost)
figures.curves(cost["p"], times, log="xy", markers=True, xlabel=size, ylabel="milliseconds", title="One computer, one thread")

# %% [markdown]
# The two counts are equal at $p = n$, and ⟦near it the measured lines cross ⇐ abs(np.log(cost["primal_ms"] / cost["dual_ms"])).argmin() == 3⟧. The table was made once, by a script, and your computer would write other milliseconds; but the crossing follows from the counts. So for tall data, many points of few variables, stay with the primal. The library's `solve_ridge` takes the smaller system. For a kernel, $p$ is the number of features $D$, and the dual way does not even look at
# it: with the RBF kernel there are infinitely many.
#
# ## 10.5 Kernel ridge regression
#
# Put the squared loss into the representer theorem. The coefficients are the errors over $\lambda$, as line 7 above said for the linear kernel, and $n$ linear equations determine them.

# %%
display(proofs.fit_of_a_kernel, equations.sheet("COURSE-kernel-ridge", "MSA220-predict-kernel"))

# %% [markdown]
# One sentence of the lecture needs care. It describes kernel ridge regression as using the dual variables of a chosen kernel as weights of the *observations*, $\beta = \mathbf{X}^\top\alpha$. That is right for the linear kernel only. For another kernel the weights belong to the *mapped* points, $w = \sum_l\alpha_l\Phi(x_l)$, and the prediction is a sum
# of kernel values. Mixing the two goes wrong:

# %%
wide, centered = RBF(gamma=1.0), wait - wait.mean()
alpha = ridge.dual_variables(wide(x), centered, lam=1.0)
explained = lambda f: 1 - ((centered - f) ** 2).sum() / (centered**2).sum()
mixed_up = ridge.combine_points(alpha, x)
print(f"R² of Σ αₗ k(xₗ, x):            {explained(ridge.predict(wide(x), alpha)):.3f}")
print(f"R² of βᵀx with β = Σ αₗ xₗ:     {explained(ridge.predict_linear(x, mixed_up)):.3f}")
print(f"R² of ridge regression, λ = 1:  {explained(ridge.solve_ridge(x, centered, 1.0).predict(x)):.3f}")

# %% [markdown]
# The second is ⟦far worse ⇐ explained(ridge.predict_linear(x, mixed_up)) < -1⟧ than predicting the mean for everyone, which has $R^2 = 0$.
#
# ## 10.6 A free intercept
#
# Far from all data every RBF kernel value is 0, and so is $f$. If $f$ alone predicts the wait, then after an eruption of unheard-of length you would not have to wait at all. The remedy is a constant $b$ that costs nothing: it is not a matter of bending.

# %%
without = KernelRidge(wide, 1.0, intercept=False).fit(x, wait)
free = KernelRidge(wide, 1.0).fit(x, wait)
print(f"six sd to the right, without an intercept: {abs(without.predict([[6.0]])[0]):.1f} min")
print(f"with a free intercept: {free.predict([[6.0]])[0]:.1f} min; the mean wait is {wait.mean():.1f} min")
curves = {"without an intercept": lambda z: without.predict(minutes(z)), "free intercept": lambda z: free.predict(minutes(z))}
fits(faithful, curves, beyond=0.9, title="RBF kernel, γ = 1, λ = 1, far beyond the data")

# %% [markdown]
# One more unknown needs one more equation, and that turns out to be the simplest one: the dual variables sum to 0.

# %%
display(proofs.free_intercept, equations.show("COURSE-bordered"), equations.code(ridge.plain_kernel_ridge))

# %% [markdown]
# The code is all of kernel ridge regression, as it runs. Its last lines compute a certificate, the residual: what $\alpha$ and $b$ leave of the $n$ equations. What does a small residual prove? That the objective is at its minimum, up to the square of the residual. So you need not trust the solver. Line 5 of the proof on the intercept also says why the dashed curve above ends at ⟦free.predict([[6.0]])[0]:.1f⟧ minutes and not at the mean: $b$ is the mean of what the function leaves.

# %%
display(proofs.certificate)
plain, fast = ridge.plain_kernel_ridge(wide(x), wait, 1.0), ridge.solve_dual(wide(x), wait, 1.0)
print(f"objective {plain.objective:.6f}, converged: {plain.converged}")
print(f"at most 1e-12 above the minimum: {plain.objective_gap < 1e-12}")
print(f"the fast way finds the same up to 1e-8: {abs(fast.objective - plain.objective) < 1e-8}, by {fast.path}")

# %% [markdown]
# `ridge.solve_dual` solves the same system by a Cholesky factor, and from 512 points on looks first whether a few rows of $\mathbf{K}$ hold all that is in it. Then Woodbury's identity makes the system as small as their number.
#
# ## 10.7 What λ does: it shrinks
#
# Look at the fitted values, $\hat y = \mathbf{K}\alpha$. The matrix $\mathbf{K}$ has eigenvectors $v_m$ with eigenvalues $\Lambda_m$; chapter 7 looked at them as features. Along each of them, $y$ has a part $v_m v_m^\top y$, and kernel ridge regression multiplies this part by $\Lambda_m/(\Lambda_m + \lambda)$.

# %%
display(proofs.shrinking, equations.sheet("COURSE-smoother", "COURSE-degrees-of-freedom"))

# %% [markdown]
# Where $\Lambda_m$ is much larger than $\lambda$, nearly all of the part stays; where it is much smaller, nearly nothing does. For a smooth kernel, the eigenvectors with large eigenvalues are the slow waves. Over the length of an eruption, after centering:

# %%
K = wide(x)
Lam, V = np.linalg.eigh(K - K.mean(axis=0) - K.mean(axis=0)[:, None] + K.mean())
Lam, V = np.maximum(Lam[::-1], 0), V[:, ::-1]
for lam in (0.01, 1.0, 100.0, 10_000.0):
    print(f"λ = {lam:<7g} degrees of freedom: {1 + ridge.degrees_of_freedom(ridge.shrinkage(Lam, lam)):.2f}")
shrunk_modes(faithful["eruptions"], V, ridge.shrinkage(Lam, 1.0), lam=1.0, title="Six eigenvectors over the minutes of an eruption")

# %% [markdown]
# So $\lambda$ is a soft cut between the waves that may speak and those that count as noise. Adding up the shares counts how many may speak: these are the **degrees of freedom**, printed above for four prices. The mean is not shrunk and counts 1.
#
# ## 10.8 Leaving one out, without leaving it out
#
# Which $\lambda$ is best? The errors at the training points cannot tell: they fall as $\lambda$ falls. Ask instead how well each point is predicted by a fit that has not seen it. Take one eruption away, fit to the other 271, predict the wait of the one, and do this for each. **Before you look:** how many fits does that
# take for 33 values of $\lambda$ and 17 of $\gamma$?
#
# It would be ⟦152 592 ⇐ len(x) * 33 * 17 == 152_592⟧. But here we are in luck: the error at a point left out can be read off the fit to all points.

# %%
display(proofs.leave_one_out, equations.sheet("COURSE-loo", "COURSE-inverse-diagonal", "COURSE-gcv"))

# %% [markdown]
# The heart of it is line 3. Suppose that at $x_i$ we had measured exactly what the other points predict there. Then adding this point costs nothing, and the fit to the others stays the best fit to all. From there on it is the linearity of $\alpha$ in $y$. On the eruptions, against 272 honest fits:

# %%
solution = ridge.solve_dual(K, wait, lam=1.0)
honest = ridge.plain_leave_one_out(K, wait, lam=1.0)
print(f"number of honest fits: {len(honest)}, of fits for the formula: 1")
print(f"the errors are equal up to 1e-10: {np.allclose(solution.loo_residuals, honest, rtol=0, atol=1e-10)}")
print(f"root mean square: {rmse(honest):.3f} min left out, {rmse(wait - solution.fitted):.3f} min at the points themselves")

# %% [markdown]
# And line 7 does it for every $\lambda$ at once: the eigenvectors do not depend on $\lambda$, so one decomposition serves for all. The dashed curve below is **generalized cross-validation**, which replaces each point's own $S_{ii}$ by their mean. Without an intercept the same lines hold with $\mathbf{G} = (\mathbf{K} + \lambda\mathbf{I})^{-1}$.

# %%
path = ridge.loo_path(k(x), wait, np.logspace(-4, 4, 81))
print(f"γ = 10: the smallest error, {path.rmse:.2f} min, is at λ = {path.lam:.2f}")
means = {"left out": path.loo, "generalized": path.gcv, "at its own points": path.training}
figures.curves(path.lams, {name: np.sqrt(v) for name, v in means.items()}, log="x", xlabel="price λ",
               ylabel="root mean square error (min)", title="Waiting time, RBF kernel, γ = 10")

# %% [markdown]
# The error at the points themselves ⟦rises with $\lambda$ all the way ⇐ (np.diff(path.training) > 0).all()⟧, as it must. The two others ⟦fall first ⇐ path.loo.argmin() > 0 and path.gcv.argmin() > 0⟧, while $\lambda$ takes noise out of the fit, and rise when it begins to take the signal.
#
# A warning about a shortcut. It is tempting to subtract the mean of $y$ once and then leave points out of a fit *without* an intercept. That is another procedure: the point that was left out still had its share in the mean. On the patients of section 10.3:

# %%
k01 = RBF(gamma=0.01)
in_every_fit, once = ridge.solve_dual(k01(X), y, 2.0), ridge.solve_dual(k01(X), y - y.mean(), 2.0, intercept=False)
print(f"diabetes, free intercept in every fit: {rmse(in_every_fit.loo_residuals):.3f}")
print(f"diabetes, y centered once:             {rmse(once.loo_residuals):.3f}")

# %% [markdown]
# ## 10.9 All of it, under your hands
#
# Left, the data and the fit; in the middle, what is left along each eigenvector; on the right, the errors for all $\lambda$, with a star where the error left out is smallest. **Before you move it:**
#
# - stay with *faithful*, and set $\gamma = 100$. Can a good $\lambda$ make up for a kernel that is too narrow?
# - set $\lambda = 10^4$. Which prediction remains?
# - below $\gamma = 1$, the star moves to the left as $\gamma$ falls. Why?

# %%
explorers.KernelRidgeExplorer()

# %%
lams = np.logspace(-4, 4, 81)
paths = {gamma: ridge.loo_path(RBF(gamma)(x), wait, lams) for gamma in (0.01, 0.1, 1.0, 10.0, 100.0)}
df_of = {gamma: p.degrees_of_freedom[p.best] for gamma, p in paths.items()}
for gamma, p in paths.items():
    print(f"γ = {gamma:<6g} smallest error {p.rmse:.2f} min at λ = {p.lam:<8.2g} with {df_of[gamma]:4.1f} degrees of freedom")

# %% [markdown]
# <details><summary>Answers</summary>
#
# The cell above has the numbers.
#
# - Only in part. At $\gamma = 100$ the best $\lambda$ still leaves an error of ⟦paths[100.0].rmse:.2f⟧ minutes, where $\gamma = 0.1$ and $\gamma = 1$ have ⟦paths[0.1].rmse:.2f⟧ and ⟦paths[1.0].rmse:.2f⟧. A narrow kernel calls two eruptions similar only if they are almost equally long, so each prediction rests on few points.
# - The mean: all shares go to 0, and only the intercept is left, which has no price.
# - A wide kernel finds all eruptions similar, so after centering its eigenvalues are small, and $\lambda$ has to be as small to let as many waves through. Compare the degrees of freedom: from $\gamma = 0.1$ to $1$ the best $\lambda$ grows ⟦more than a thousandfold ⇐ paths[1.0].lam > 1000 * paths[0.1].lam⟧, and they go from ⟦df_of[0.1]:.1f⟧ to ⟦df_of[1.0]:.1f⟧. At $\gamma = 0.01$ the star has reached ⟦the left end ⇐ paths[0.01].best == 0⟧ of what we tried.
# </details>
#
# ## 10.10 What the kernel gains
#
# Now we choose $\lambda$ and $\gamma$ together, 33 × 17 pairs, on both data sets, and do the same for the linear kernel, which has no $\gamma$. The mean alone, also judged by leaving one out, is the measure of having learned anything.

# %%
prices = np.logspace(-4, 4, 33)
grids = {
    "faithful": ridge.loo_grid(map(RBF, np.logspace(-2, 2, 17)), x, wait, prices),
    "diabetes": ridge.loo_grid(map(RBF, np.logspace(-4, 0, 17)), X, y, prices),
}
found = {}
for (name, grid), (points, target) in zip(grids.items(), [(x, wait), (X, y)]):
    g, j = grid.best
    mean = rmse(target - target.mean()) * len(target) / (len(target) - 1)
    found[name] = mean, ridge.loo_path(Linear()(points), target, prices).rmse, grid.rmse[g, j]
    print(f"{name}: mean {mean:.2f}, linear {found[name][1]:.2f}, RBF {grid.rmse[g, j]:.2f}", end=" ")
    print(f"at γ = {grid.kernels[g].gamma:.3g}, λ = {grid.lams[j]:.3g}")

# %% [markdown]
# On the eruptions, a line takes the error from ⟦found["faithful"][0]:.1f⟧ minutes to ⟦found["faithful"][1]:.1f⟧, and the curve takes off another ⟦found["faithful"][1] - found["faithful"][2]:.2f⟧ minutes. On the patients the line does nearly as well as the kernel, which gains ⟦1 - found["diabetes"][2] / found["diabetes"][1]:.1%⟧ of the error. Keep in mind that each of these errors is the smallest of ⟦grids["faithful"].rmse.size⟧ (for the line, of ⟦len(prices)⟧): the best of many
# owes a little to luck. Still, this is a useful result. It says that the relation is close to linear, and we would not have known without trying.

# %%
grid = grids["diabetes"]
for g, j in (grid.best, (9, 16)):
    error, df = grid.rmse[g, j], grid.degrees_of_freedom[g, j]
    print(f"γ = {grid.kernels[g].gamma:.3g}, λ = {grid.lams[j]:.3g}: error {error:.2f}, {df:.1f} degrees of freedom")
error_map(grid, title="Diabetes: by how much the error left out exceeds the smallest")

# %% [markdown]
# The best pairs form a valley, not a point. Along it a wider kernel goes with a smaller price, and ⟦the degrees of freedom hardly change ⇐ abs(grid.degrees_of_freedom[grid.best] - grid.degrees_of_freedom[9, 16]) < 1⟧. The two pairs that are printed lie far apart on the map, at almost the same error: they differ by ⟦grid.rmse[9, 16] - grid.rmse[grid.best]:.2f⟧. A lesson for all such maps: a difference in the fourth digit is no reason to prefer one pair to another.
#
# `KernelRidge` is a scikit-learn estimator. With `lam="loo"` it chooses $\lambda$ by the path of section 10.8, in units of the kernel, so that a multiple of the kernel changes nothing; $\gamma$ is still yours to choose or to search.

# %%
model = KernelRidge(RBF(gamma=0.3), lam="loo").fit(x, wait)
print(f"λ = {model.lam_:.3f}, error left out {rmse(model.solution_.loo_residuals):.2f} min")
print(f"converged: {model.solution_.converged}")
print(f"after an eruption of 4 minutes, expect to wait {model.predict(minutes(np.array([[4.0]])))[0]:.0f} minutes")

# %% [markdown]
# ## Summary

# %%
equations.summary("10_kernel_ridge")

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. You double the kernel, $k \to 2k$. Which $\lambda$ gives the same predictions as before?
# <details><summary>Answer</summary>
#
# Twice the old one: $2\mathbf{K} + 2\lambda\mathbf{I}$ has half the inverse, so $\alpha$ is halved, and $2k$ times $\alpha/2$ is what it was.
# </details>
#
# 2. A dual variable is 0. What does that say about its point?
# <details><summary>Answer</summary>
#
# The fit passes through it: $\lambda\alpha_i$ is the error at the point. It also says that the fit without the point would have predicted it exactly, since the error left out is $\alpha_i/G_{ii}$.
# </details>
#
# 3. Why does the representer theorem need a price, and not the squared loss?
# <details><summary>Answer</summary>
#
# The loss only has to look at the values at the $n$ points. The price is what makes a part that no point sees a waste.
# </details>
#
# 4. There are 50 images of a million pixels, and you want ridge regression. How many equations?
# <details><summary>Answer</summary>
#
# Fifty, in the dual variables. The primal system would have a million.
# </details>
#
# 5. A fit to 100 points has 20 degrees of freedom and a mean squared error of 4 at its points. What does generalized cross-validation expect at a new point?
# <details><summary>Answer</summary>
#
# $4 / (1 - 20/100)^2 = 6.25$.
# </details>
#
# 6. Two colleagues report leave-one-out errors of the same kernel and $\lambda$. One centered $y$ once, the other has a free intercept in each fit. May they compare?
# <details><summary>Answer</summary>
#
# No. These are two procedures. On the patients of section 10.8 they differ by ⟦rmse(once.loo_residuals) - rmse(in_every_fit.loo_residuals):.2f⟧, which is ⟦more ⇐ rmse(once.loo_residuals) - rmse(in_every_fit.loo_residuals) > grid.rmse[9, 16] - grid.rmse[grid.best]⟧ than what separates the two pairs of section 10.10.
# </details>
#
# **Now the exercises:** work in [your own copy](../my/10_kernel_ridge_exercises.ipynb), which JupyterLab has made for you ([the originals](../exercises/10_kernel_ridge_exercises.ipynb)). Next: what changes when the answer is yes or no, and the loss is not a square.
