# %% [markdown]
# # 10 · Kernel ridge regression
#
# **The question.** You stand in front of Old Faithful. The last eruption took four minutes, and you'd like to know how long you have to wait for the next one. **Draw a curve:** drag its knots, and take more of them. A curve that bends a lot follows every accident of the eruptions that it was drawn through. How do we ask for one that bends only as much as the data demand?

# %% jupyter={"source_hidden": true}
import numpy as np

from kernelcourse import equations, figures, guess
from kernelcourse.ridge import explorers, proofs
from kernelcourse.ridge.figures import error_map, fits, one_left_out, shrunk_modes
from kernelcourse.ridge.figures import sums_of_kernel_functions
from kernelsy19 import datasets, ridge
from kernelsy19.kernels import RBF, Linear, geometry
from kernelsy19.ridge import KernelRidge

# %%
explorers.CurveByHandExplorer()

# %% [markdown]
# **After this chapter you can**
#
# - give a function a norm, compute it from kernel values, and say what a small norm forbids;
# - say why every positive semidefinite function, on any set, is a kernel;
# - prove that the best of infinitely many functions is a sum of $n$ kernel functions;
# - solve ridge regression by $p$ or by $n$ equations, and put a kernel into the second;
# - see a fit as shrinking along eigenvectors, and count its degrees of freedom;
# - find the error at every point that is left out, for every price $\lambda$, without leaving any point out.
#
# **You need** [chapter 1](01_kernels.ipynb): kernels, feature maps and Gram matrices. Sections 10.6 and 10.7 use eigenvectors and centering, which [chapter 7](07_kernel_pca.ipynb) explains in full.

# %%
faithful = datasets.faithful().in_order(shuffle=3)
x, wait = faithful.columns("eruptions").standardized().X, faithful["waiting"]
in_sd = lambda minutes: (minutes - faithful["eruptions"].mean()) / faithful["eruptions"].std()
in_minutes = lambda f: lambda minutes: f(in_sd(minutes))
rmse = lambda errors: np.sqrt((errors**2).mean())

# %% [markdown]
# Here are the eruptions again, with three curves that try to predict the wait. All come from the method of this chapter, with the same kernel, and differ only in a number $\lambda$, the price of bending.

# %%
k = RBF(gamma=10.0)
models = {lam: KernelRidge(k, lam).fit(x, wait) for lam in (1e-6, 0.1, 1000.0)}
curves = {f"λ = {lam:g}": in_minutes(model.predict) for lam, model in models.items()}
fits(faithful, curves, title="Three prices of bending, RBF kernel, γ = 10")

# %% [markdown]
# Where bending is almost free ($\ink{blue}{\lambda = 10^{-6}}$), the curve chases individual eruptions, which is called **overfitting**. Where bending is very expensive ($\ink{green}{\lambda = 1000}$), the curve hardly notices the data. The one in between ($\ink{orange}{\lambda = 0.1}$) looks about right. Putting a price on bending is called **regularization**. To say what "about right" means, we need two things:
#
# - a number that tells how much a function bends, its *norm*, which we build from kernel values in section 10.1;
# - a way to find out how well a curve predicts eruptions that took no part in the fit: *leaving one out* (10.7).
#
# ## 10.1 A norm for functions
#
# Take a kernel, hold one of its arguments fixed at a place $x_i$, and let the other one run. The result is a function, $k(x_i, \cdot)$. For the RBF kernel it is a bump with its top at $x_i$. We write a small $k$ for the kernel, as the lecture MSA220 does, while $\mathbf{K}$ remains the Gram matrix.
#
# A few bumps, each multiplied by a number $\alpha_i$, add up to a new function, $\ink{blue}{f} = \sum_i\alpha_i\,k(x_i, \cdot)$. Here are three functions made from the same five bumps. At each of the five tops they have the value 1 or −1, and they differ in how often they change between the two.

# %%
bump, places = RBF(gamma=1.0), np.array([-1.6, -0.8, 0.0, 0.8, 1.6])
values = {"all alike": [1] * 5, "one change": [1, 1, -1, -1, -1], "four changes": [1, -1, 1, -1, 1]}
K5 = bump(places[:, None])
coefficients = {name: np.linalg.solve(K5, v) for name, v in values.items()}
sums_of_kernel_functions({name: (bump, places, a) for name, a in coefficients.items()})

# %% [markdown]
# Look at the dashed bumps. On the left, the largest coefficient is ⟦abs(coefficients["all alike"]).max():.1f⟧; on the right it is ⟦abs(coefficients["four changes"]).max():.1f⟧. The reason is that neighboring bumps overlap. Where they have to add up to opposite values, each must undo what its neighbor does, which takes large coefficients of both signs. Our norm will measure how large.
#
# How long is a function? A kernel value is the inner product of two mapped points, $k(x, z) = \langle\Phi(x), \Phi(z)\rangle$, so we let the inner product of two *bumps* be the kernel value of their places. For sums of bumps, $f = \sum_i\alpha_i\,k(x_i, \cdot)$ and $g = \sum_jc_j\,k(z_j, \cdot)$, the rest follows by multiplying out:
#
# $$\langle f, g\rangle = \sum_{i,j}\alpha_ic_j\,k(x_i, z_j), \qquad \|f\|^2 = \langle f, f\rangle = \alpha^\top\mathbf{K}\alpha .$$

# %%
norms = {name: np.sqrt(ridge.squared_norm(a, K5)) for name, a in coefficients.items()}
asked = f"On the left, the norm is {norms['all alike']:.1f}. What is it on the right?"
guess.number(asked, norms["four changes"])

# %%
display(proofs.norm.walk())
equations.sheet("COURSE-rkhs-inner-product", "COURSE-rkhs-norm", "COURSE-reproducing", folded=True)

# %% [markdown]
# <details><summary>Answer</summary>
#
# On the right, $\mathbf{K}\alpha$ is ±1 with the signs of $\alpha$, so $\|f\|^2 = \alpha^\top\mathbf{K}\alpha$ is the sum of the heights of the five bumps. With one change, the norm is ⟦norms["one change"]:.1f⟧. With four changes it is ⟦norms["four changes"]:.1f⟧, which is ⟦norms["four changes"] / norms["all alike"]:.1f⟧ times that of the function that never changes.
#
# </details>
#
# May we call this a norm? Line 4 of the proof says that the norm belongs to the function, whichever coefficients we happened to write it with, and line 7 says that no square is negative. The space has its name from line 5,
#
# $$f(x) = \langle f, k(x, \cdot)\rangle .$$
#
# The value of $f$ at $x$ is *reproduced* as an inner product. The space of all these functions, with their limits, is called the **reproducing kernel Hilbert space** of $k$. A **Hilbert space** has an inner product, and contains the limit of every sequence whose members come ever closer to each other. What does a small norm forbid in this space? Line 9 answers:
#
# $$|f(x) - f(z)| \le \|f\|\;\|\Phi(x) - \Phi(z)\| .$$
#
# If the kernel finds two points similar, they are mapped near each other, and $f$ changes little between them. In short, **a small norm forbids sudden changes, and the kernel decides what is sudden**. For the three curves of the opening picture, we find:

# %%
lengths = {lam: np.sqrt(ridge.squared_norm(m.alpha_, k(x))) for lam, m in models.items()}
errors = {lam: rmse(wait - m.solution_.fitted) for lam, m in models.items()}
for lam in models:
    print(f"λ = {lam:<6g}  ‖f‖ = {lengths[lam]:7.2f}   error at the points: {errors[lam]:5.2f} min")

# %% [markdown]
# The error in this chapter is the root of the mean squared error. The curve with $\lambda = 10^{-6}$ has ⟦lengths[1e-6] / lengths[0.1]:.0f⟧ times the norm of the middle one, and all that this buys is an error smaller by ⟦errors[0.1] - errors[1e-6]:.2f⟧ minutes.
#
# **Where do mapped points come from?** Suppose that we are given only a set of things, be they words or sounds or points, and a symmetric function $k$ of two of them whose Gram matrices are all positive semidefinite. Map each $x$ to its own bump, $\Phi(x) = k(x, \cdot)$. The inner product of two bumps was *defined* as their kernel value, and a proof in depth shows that it really is an inner product. Hence **on any set, every positive semidefinite function is a kernel**. This is the theorem of Moore and Aronszajn (1950). The lecture MSA220 calls it Mercer's, but Mercer's theorem of 1909 asks for a continuous kernel on a compact set, and gives eigenfunctions in return.
#
# ## 10.2 The representer theorem
#
# We can now write down what we are looking for, a function with small losses at the points and a small norm:
#
# $$\min_f\; \sum_i \ell\big(y_i, f(x_i)\big) + \lambda\,\|f\|^2 .$$
#
# Here $y_i$ is the **target**, the right answer at $x_i$, and $\ell$ says what it costs to predict $f(x_i)$ instead. Most of this chapter takes the squared error. The number $\lambda > 0$ is the price of a unit of squared norm.
#
# The functions of our space are sums of bumps at *any* places, and no computer can search through all of these. But is a bump of any use where we have no data? On the left is the function of six bumps that passes through six of the eruptions (less the mean wait). On the right, a seventh bump of height 20 is added at a place without data, and the other six are changed so that the values at the eruptions stay the same.

# %%
six, place = x[:6], np.array([[0.5]])
alpha = np.linalg.solve(k(six), wait[:6] - wait.mean())
undo = np.linalg.solve(k(six), k(six, place)[:, 0])
seven, weights = np.vstack([six, place]), np.append(alpha - 20 * undo, 20.0)
drawn = {"six bumps": (k, six[:, 0], alpha), "and a seventh": (k, seven[:, 0], weights)}
sums_of_kernel_functions(drawn, at=six[:, 0], norms=True, xlabel="eruptions (sd)")

# %% [markdown]
# ⟦Both functions have the same values at the six eruptions ⇐ np.allclose(ridge.predict(k(six), alpha), ridge.predict(k(six, seven), weights))⟧, so their losses are the same, but ⟦the one on the right has the larger norm ⇐ ridge.squared_norm(weights, k(seven)) > ridge.squared_norm(alpha, k(six))⟧. Look at the *difference* of the two, which is zero at each eruption $x_i$. Inner products with bumps reproduce values, so its inner product with the bump $k(x_i, \cdot)$ is zero as well, and the difference is at a right angle to all six bumps, and to every sum of them. By Pythagoras, adding it can only make the norm larger.
#
# A part of a function that no point sees has a price and lowers no loss, which is why the best function is a sum of the bumps at the $n$ points,
#
# $$\ink{blue}{f} = \sum_{i=1}^n\alpha_i\,k(x_i, \cdot) ,$$
#
# and instead of a function we have to find $n$ numbers. This is the **representer theorem**. In its proof, $f_\perp$ is the part that no point sees.

# %%
display(proofs.representer.walk(), equations.sheet("COURSE-representer", folded=True))

# %% [markdown]
# Any loss that looks only at the $n$ points will do, and the next chapter takes another one. The price, however, has to be there. With $\lambda = 0$, a part that no point sees costs nothing, and a minimum may contain any amount of it; `proofs.representer.line(7).broken(2)` shows such a world.
#
# ## 10.3 Ridge regression
#
# The lecture starts from points with $p$ variables and from the linear functions, $x \mapsto \beta^\top x$, and puts a price on the squared coefficients. This is **ridge regression**:
#
# $$\min_\beta\; \|y - \mathbf{X}\beta\|^2 + \lambda\,\|\beta\|^2, \qquad\text{with the solution}\qquad \hat\beta = (\mathbf{X}^\top\mathbf{X} + \lambda\mathbf{I}_p)^{-1}\mathbf{X}^\top y .$$
#
# Hoerl and Kennard proposed it in 1970; with $\lambda = 0$ it would be least squares. Why would anyone pay for coefficients? Of 442 diabetes patients, ten measurements were taken, and a year later a score of how far the illness had gone. The picture follows five of the ten coefficients as the price rises.

# %%
diabetes = datasets.diabetes().in_order()
names = diabetes.feature_names[:-1]
X, y = diabetes.columns(*names).standardized().X, diabetes["progression"]
prices = np.logspace(-2, 4, 61)
betas = np.array([ridge.primal_variables(X, y - y.mean(), lam) for lam in prices])
five = dict(zip(names[2:7], betas.T[2:7]))
figures.curves(prices, five, log="x", xlabel="price λ", ylabel="coefficient", title="Diabetes")

# %% [markdown]
# At the lowest price, cholesterol has the coefficient ⟦five["cholesterol"][0]:.0f⟧ and ldl has ⟦five["ldl"][0]:.0f⟧. Is that because the two rise and fall together, with a correlation of ⟦np.corrcoef(X.T)[4, 5]:.2f⟧? Not by itself: fitted without the other three measurements of blood fats, they have ⟦ridge.primal_variables(np.delete(X, [6, 7, 8], axis=1), y - y.mean(), 0.01)[4]:.0f⟧ and ⟦ridge.primal_variables(np.delete(X, [6, 7, 8], axis=1), y - y.mean(), 0.01)[5]:.0f⟧. But ldl, hdl and the logarithm of the triglycerides together tell ⟦1 - np.linalg.lstsq(X[:, [5, 6, 8]], X[:, 4])[1][0] / len(X):.0%⟧ of the variance of cholesterol, which is nearly a sum of these fats. The data therefore hardly tell us what happens when cholesterol rises and the three do not, and coefficients may be large as long as they cancel in that sum. At $\lambda = 10$ they have come down to ⟦five["cholesterol"][30]:.0f⟧ and ⟦five["ldl"][30]:.0f⟧, while bmi has kept ⟦five["bmi"][30] / five["bmi"][0]:.0%⟧ of its coefficient, and the error at the points has risen by only ⟦rmse(y - y.mean() - X @ betas[30]) / rmse(y - y.mean() - X @ betas[0]) - 1:.1%⟧. The price first takes away what the data leave open. The *length* of $\beta$ always falls as the price rises, but a single coefficient need not: hdl goes from ⟦five["hdl"][0]:.1f⟧ through 0 to ⟦five["hdl"].min():.1f⟧ at $\lambda$ = ⟦prices[five["hdl"].argmin()]:.0f⟧.
#
# Now look at the solution again. It contains $\mathbf{X}^\top\mathbf{X}$, a matrix of $p \times p$ products of *columns*. A kernel can only replace products of two *points*, $x_i^\top x_j$, which are the entries of the other matrix, the $n \times n$ matrix $\mathbf{X}\mathbf{X}^\top$. An identity for inverses, due to **Woodbury**, leads from the one to the other:
#
# $$(\mathbf{A} + \mathbf{U}\mathbf{C}\mathbf{V})^{-1} = \mathbf{A}^{-1} - \mathbf{A}^{-1}\mathbf{U}\,(\mathbf{C}^{-1} + \mathbf{V}\mathbf{A}^{-1}\mathbf{U})^{-1}\,\mathbf{V}\mathbf{A}^{-1} .$$
#
# With $\mathbf{A} = \lambda\mathbf{I}_p$, $\mathbf{U} = \mathbf{X}^\top$, $\mathbf{C} = \mathbf{I}_n$ and $\mathbf{V} = \mathbf{X}$, the lecture gets from it in five lines to
#
# $$(\mathbf{X}^\top\mathbf{X} + \lambda\mathbf{I}_p)^{-1}\mathbf{X}^\top = \mathbf{X}^\top(\mathbf{X}\mathbf{X}^\top + \lambda\mathbf{I}_n)^{-1} .$$
#
# Follow what happens to $\mathbf{X}^\top$: it is pushed through the inverse from the right to the left, and the inverse changes its size from $p \times p$ to $n \times n$. The second proof is the lecture's chain.

# %%
display(proofs.woodbury.walk(), proofs.push_through.walk())
equations.sheet("MSA220-gram-entries", "MSA220-woodbury", "MSA220-push-through", folded=True)

# %% [markdown]
# The lecture asks for the inverses of $\mathbf{A}$ and of $\mathbf{C}$. Line 4 of the proof needs a third one, that of the brackets, and [appendix A](A_errata.ipynb) has an example where it is missing. In our case all three exist, because $\lambda > 0$. The solution of ridge regression then becomes
#
# $$\hat\beta = \mathbf{X}^\top\hat\alpha = \sum_l\hat\alpha_l\,x_l, \qquad \hat\alpha = (\mathbf{X}\mathbf{X}^\top + \lambda\mathbf{I}_n)^{-1}y .$$
#
# The $p$ numbers $\beta$ are called the **primal variables**, and the $n$ numbers $\alpha$, one for each point, the **dual variables**. Line 7 of the next proof says what a dual variable is: $\lambda\alpha_l$ is the error that the fit leaves at its point.
#
# Here are three ways to the same ten coefficients of the patients. Each comes with its certificate, half of the slope that the objective still has at the solution, which is zero at a minimum.

# %%
target = y - y.mean()
found = [ridge.plain_ridge(X, target, 1.0, way) for way in ("primal", "woodbury", "dual")]
ways = [ridge.certify_ridge(X, target, 1.0, beta) for beta in found]
print("the same up to 1e-8:", all(np.allclose(s.beta, ways[0].beta, atol=1e-8) for s in ways))
print("half of the slope, below 1e-4 each time:", all(s.residual < 1e-4 for s in ways))
display(proofs.primal_and_dual.walk())
keys = "MSA220-ridge", "MSA220-ridge-solution", "MSA220-primal-from-dual", "MSA220-dual"
equations.sheet(*keys, "MSA220-predict-linear", "MSA220-linear-recovers", folded=True)

# %% [markdown]
# ## 10.4 Kernel ridge regression
#
# In the space of functions, let us take the squared error as the loss. The representer theorem says that the best function is a sum of bumps, and the last line of its proof says what the coefficients are: the errors over $\lambda$, as for the linear functions. From $\lambda\alpha = y - \mathbf{K}\alpha$ it follows that
#
# $$\hat\alpha = (\mathbf{K} + \lambda\mathbf{I}_n)^{-1}y, \qquad \ink{blue}{\hat f(x)} = \sum_l\hat\alpha_l\,k(x_l, x) .$$
#
# Two lines of code are all of **kernel ridge regression** (Saunders, Gammerman and Vovk, 1998): one solves for $\alpha$, and one adds up kernel values. Neither of them contains the number of features, which may be infinite.
#
# You may meet the same formula under another name. Suppose that $f$ is random, with values that are jointly normal with mean 0 and covariance $k(x, z)$, and that each target is $f(x_i)$ plus independent normal noise of variance $\lambda$. Then $\hat f(x)$ is the mean of $f(x)$ once the targets are known: ridge regression with a kernel is the mean of a **Gaussian process**. [Chapter 18](18_error_bars.ipynb) takes this story at its word, and gets error bars from it.
#
# One sentence of the lecture needs care. It describes kernel ridge regression as using the dual variables of a chosen kernel as weights of the *observations*, $\ink{orange}{\hat\beta = \mathbf{X}^\top\hat\alpha}$. With the linear kernel this is right. With any other kernel, the weights belong to the *mapped* points, $w = \sum_l\alpha_l\Phi(x_l)$. What happens if we take the sentence literally?

# %%
wide, centered = RBF(gamma=1.0), wait - wait.mean()
alpha, line = ridge.dual_variables(wide(x), centered, 1.0), ridge.solve_ridge(x, centered, 1.0)
literally = ridge.combine_points(alpha, x)
tried = {"Σ αₗ k(xₗ, x)": lambda z: wide(z, x) @ alpha}
tried |= {"βᵀx with β = Σ αₗxₗ": lambda z: z @ literally, "ridge regression": line.predict}
curves = {name: in_minutes(lambda z, f=f: wait.mean() + f(z)) for name, f in tried.items()}
fits(faithful, curves, title="RBF kernel, γ = 1, λ = 1")

# %% jupyter={"source_hidden": true}
explained = [1 - (rmse(centered - f(x)) / centered.std()) ** 2 for f in tried.values()]

# %%
display(proofs.fit_of_a_kernel.walk())
equations.sheet("COURSE-kernel-ridge", "MSA220-predict-kernel", folded=True)

# %% [markdown]
# The sum of kernel values explains ⟦explained[0]:.0%⟧ of the variance of the waits, and the straight line of ridge regression ⟦explained[2]:.0%⟧. The sentence of the lecture, taken literally, gives a line that is ⟦literally[0] / line.beta[0]:.1f⟧ times as steep. Its $R^2$ is ⟦explained[1]:.1f⟧, although predicting the mean everywhere has $R^2 = 0$.
#
# ## 10.5 A free intercept
#
# In the last picture we took the mean out of the waits, and put it back when we predicted. What happens without this? Far from all data, every value of the RBF kernel is practically 0, and so is $f$. After an eruption of an unheard-of length, we would predict that the next one follows at once. The remedy is a constant $b$, which is added to $f$ and costs nothing, because adding a constant is not bending.

# %%
without = KernelRidge(wide, 1.0, intercept=False).fit(x, wait)
free = KernelRidge(wide, 1.0).fit(x, wait)
drawn = {"without an intercept": without.predict, "free intercept": free.predict}
curves = {name: in_minutes(f) for name, f in drawn.items()}
fits(faithful, curves, beyond=0.9, title="RBF kernel, γ = 1, λ = 1, far beyond the data")

# %% [markdown]
# Six standard deviations above the mean length, the curve without an intercept predicts ⟦less than a millionth of a minute ⇐ abs(without.predict([[6.0]])[0]) < 1e-6⟧, while the other one predicts ⟦free.predict([[6.0]])[0]:.1f⟧ minutes.
#
# One more unknown takes one more equation. It comes from the slope of the objective in $b$, and says that the dual variables sum to zero, so we border the matrix with ones:
#
# $$\begin{pmatrix} \mathbf{K} + \lambda\mathbf{I}_n & \mathbf{1} \\ \mathbf{1}^\top & 0 \end{pmatrix}\begin{pmatrix} \alpha \\ b \end{pmatrix} = \begin{pmatrix} y \\ 0 \end{pmatrix} .$$

# %%
M = ridge.bordered_matrix(wide(x), lam=1.0)
*alpha, b = np.linalg.solve(M, np.append(wait, 0.0))
print(f"b = {b:.2f}; the dual variables sum to 0, up to 1e-8:", abs(sum(alpha)) < 1e-8)
print("as in KernelRidge:", np.allclose([*alpha, b], [*free.alpha_, free.intercept_], atol=1e-8))
display(proofs.free_intercept.walk())
equations.sheet("COURSE-bordered", folded=True)

# %% [markdown]
# In this form, with ±1 as targets, the method is known as the **least-squares support vector machine** (LS-SVM). Line 5 of the proof identifies $b$ as the mean of what the function leaves of the targets. That is why the curve ends at ⟦b:.1f⟧ minutes, and not at the mean wait of ⟦wait.mean():.1f⟧.
#
# From here on we use `ridge.solve_dual`, which solves the same system and brings a certificate (in depth).
#
# ## 10.6 What the price does: it shrinks
#
# So far, $\lambda$ is a price. To see what it does to the prediction, recall that the fitted values are $\hat y = \mathbf{K}\alpha$, and look at the eigenvectors of $\mathbf{K}$, as chapter 7 did. Because a free intercept takes out the mean, we take the *centered* Gram matrix. An eigenvector has one entry for each eruption, which lets us draw it over the minutes of the eruptions. The dashed curves are the eigenvectors, in the order of their eigenvalues.

# %%
K = wide(x)
Lam, V = np.linalg.eigh(geometry.center_gram(K))
Lam, V = np.maximum(Lam[::-1], 0), V[:, ::-1]
shares = ridge.shrinkage(Lam, lam=1.0)
over = {"xlabel": "eruptions (min)", "title": "Eigenvectors over the minutes"}
shrunk_modes(faithful["eruptions"], V, shares, lam=1.0, **over)

# %% [markdown]
# The eigenvectors are waves. The first ⟦crosses zero once, the second twice, and so on ⇐ [(np.diff(np.sign(v[np.argsort(x[:, 0])])) != 0).sum() for v in V.T[:6]] == [1, 2, 3, 4, 5, 6]⟧. The solid curves show what kernel ridge regression with $\lambda = 1$ leaves of each wave that it finds in the targets: ⟦shares[0]:.0%⟧ of the first, but only ⟦shares[5]:.0%⟧ of the sixth. In a formula,
#
# $$\hat y = \mathbf{K}(\mathbf{K} + \lambda\mathbf{I}_n)^{-1}y = \sum_m\frac{\Lambda_m}{\Lambda_m + \lambda}\,v_mv_m^\top y, \qquad\text{where } \mathbf{K}v_m = \Lambda_mv_m .$$
#
# The part of $y$ along the eigenvector $v_m$ is $v_mv_m^\top y$. If the eigenvalue $\Lambda_m$ is much larger than $\lambda$, nearly all of this part stays, and if it is much smaller, nearly nothing does. To count how many waves are left, add up the shares:
#
# $$\mathrm{df}(\lambda) = \sum_m\frac{\Lambda_m}{\Lambda_m + \lambda} .$$
#
# These are the **degrees of freedom** of the fit. A free intercept adds 1.

# %%
df_of = lambda lam: 1 + ridge.degrees_of_freedom(ridge.shrinkage(Lam, lam))
df = {lam: df_of(lam) for lam in (0.01, 1.0, 100.0, 10_000.0)}
print("degrees of freedom:", ", ".join(f"{value:.2f} at λ = {lam:g}" for lam, value in df.items()))
display(proofs.shrinking.walk())
equations.sheet("COURSE-smoother", "COURSE-degrees-of-freedom", folded=True)

# %% [markdown]
# With $\lambda = 1$, the fit to ⟦len(x)⟧ eruptions has about ⟦df[1.0]:.0f⟧ numbers to choose. With a price of 10 000 it has ⟦df[10_000.0]:.2f⟧.
#
# ## 10.7 Leaving one out, without leaving it out
#
# Which price is the best? The errors at the training points can't tell us, because they get smaller and smaller as $\lambda$ falls. We have to ask how well a curve predicts a point that took no part in the fit. Let us take one eruption away, fit a curve to the others, and compare its prediction with the one we removed. Here is one of twenty eruptions.

# %%
i, few, targets, others = 5, x[:20], wait[:20], np.arange(20) != 5
whole = KernelRidge(wide, 0.1).fit(few, targets)
one_less = KernelRidge(wide, 0.1).fit(few[others], targets[others])
pair = in_minutes(whole.predict), in_minutes(one_less.predict)
one_left_out(faithful.rows(slice(0, 20)), i, *pair, title="RBF kernel, γ = 1, λ = 0.1")

# %% [markdown]
# The fit to all twenty misses the circle by ⟦abs(targets[i] - whole.predict(few[[i]])[0]):.1f⟧ minutes. The fit without it misses it by ⟦abs(targets[i] - one_less.predict(few[[i]])[0]):.1f⟧. The first number is too good, because the circle has pulled the curve toward itself.
#
# We should do this for each of the 272 eruptions, and for each price and each width. With 33 prices and 17 widths, that makes ⟦f"{len(x) * 33 * 17:,}".replace(",", " ")⟧ fits. Fortunately, **the error at a point that is left out can be read off the fit to all points**. Here is the idea.
#
# The diamond is what the other nineteen predict. Pretend that this had been measured there instead of the circle, and fit all twenty points. Which curve do you get? The dashed one is already the best for the other nineteen, and it passes through the diamond at no further cost, so it must be the best for all twenty.
#
# We now have two fits to the same twenty places, whose targets differ at one point only. The dual variables depend on the targets in a linear way, $\alpha = \mathbf{G}y$, where $\mathbf{G}$ is the upper left $n \times n$ block of the inverse of the bordered matrix. Move the target at $x_i$ from the diamond to the circle. This move is the error left out, and $\alpha_i$ moves $G_{ii}$ times as far. It starts at 0, because the first curve passes through the diamond, and it ends at the $\alpha_i$ of the fit to all. Therefore
#
# $$\ink{vermillion}{y_i} - \ink{purple}{f^{(-i)}(x_i)} = \frac{\alpha_i}{G_{ii}} .$$
#
# Here $f^{(-i)}$ is the prediction without point $i$, with its intercept. The right-hand side needs only the fit to all points. Let's test the story of the diamond, and then the formula.

# %%
with_diamond = np.where(others, targets, one_less.predict(few))
again = KernelRidge(wide, 0.1).fit(few, with_diamond)
dashed = np.allclose(again.predict(x), one_less.predict(x), atol=1e-8)
print("the fit to all twenty, with the diamond, is the dashed curve:", dashed)
print("its dual variable at the diamond is 0, up to 1e-8:", abs(again.alpha_[i]) < 1e-8)

# %%
solution, honest = ridge.solve_dual(K, wait, 1.0), ridge.plain_leave_one_out(K, wait, 1.0)
equal = np.allclose(solution.loo_residuals, honest, rtol=0, atol=1e-10)
print(f"{len(honest)} honest fits against one, the errors are equal up to 1e-10: {equal}")
print(f"left out: {rmse(honest):.3f} min; at the points: {rmse(wait - solution.fitted):.3f} min")
display(proofs.leave_one_out.walk())
equations.sheet("COURSE-loo", "COURSE-inverse-diagonal", folded=True)

# %% [markdown]
# By line 7 of the proof, one eigendecomposition gives $G_{ii}$ for every price at once, because the eigenvectors do not depend on $\lambda$.

# %%
path = ridge.loo_path(k(x), wait, np.logspace(-4, 4, 81))
error = {"left out": np.sqrt(path.loo), "at its own points": np.sqrt(path.training)}
named = {"xlabel": "price λ", "ylabel": "root mean square error (min)"}
figures.curves(path.lams, error, log="x", title="RBF kernel, γ = 10", **named)

# %% [markdown]
# The error at the points themselves ⟦rises with $\lambda$ all the way ⇐ (np.diff(path.training) > 0).all()⟧, as it must. The error left out ⟦falls first, and then rises ⇐ 0 < path.loo.argmin() < 80⟧. While it falls, a higher price takes noise out of the fit; once it rises, the price takes out what we want to learn. The smallest error left out is ⟦path.rmse:.2f⟧ minutes, at $\lambda =$ ⟦path.lam:.1f⟧. A number such as $\lambda$ or $\gamma$, which is chosen before the fit, is called a **hyperparameter**.
#
# ## 10.8 All of it in your hands
#
# On the left are the points, which you can drag, and the fit; in the middle, the share that is left along each eigenvector; on the right, the errors for all prices, with a star where the error left out is smallest. **Before you move it:**
#
# - Stay with *faithful*, and set $\gamma = 100$. Can a good price make up for a kernel that is too narrow?
# - Set $\lambda = 10^4$. Which prediction is left?
# - Let $\gamma$ fall below 1. Where does the star go, and why?

# %%
gammas = 0.01, 0.1, 1.0, 10.0, 100.0
paths = {gamma: ridge.loo_path(RBF(gamma)(x), wait, path.lams) for gamma in gammas}
ways = ["to the left", "it stays", "to the right"]
goes = ways[1 + int(np.sign(paths[0.1].lam - paths[1.0].lam))]
asked = f"At γ = 1, the smallest error left out is {paths[1.0].rmse:.2f} min. And at γ = 100?"
display(guess.number(asked, paths[100.0].rmse, "minutes", near=0.03))
guess.choice("When γ falls from 1 to 0.1, where does the star go?", ways, goes)

# %%
explorers.KernelRidgeExplorer()

# %%
freedom = {gamma: p.degrees_of_freedom[p.best] for gamma, p in paths.items()}
with guess.covered():
    for gamma, p in paths.items():
        print(f"γ = {gamma:<6g} smallest error {p.rmse:.2f} min at λ = {p.lam:<8.2g}", end=" ")
        print(f"with {freedom[gamma]:4.1f} degrees of freedom")

# %% [markdown]
# <details><summary>Answers</summary>
#
# - Only in part. At $\gamma = 100$ the best price leaves an error of ⟦paths[100.0].rmse:.2f⟧ minutes, where $\gamma = 0.1$ and $\gamma = 1$ have ⟦paths[0.1].rmse:.2f⟧ and ⟦paths[1.0].rmse:.2f⟧. Each prediction rests on few points, and the fit takes ⟦freedom[100.0]:.0f⟧ degrees of freedom.
# - Nearly the mean. The shares go to 0, which leaves the intercept, because it has no price. At $\gamma = 1$ there are ⟦df[10_000.0]:.2f⟧ degrees of freedom.
# - The star goes ⟦to the left ⇐ goes == "to the left"⟧. A wide kernel finds all eruptions similar, so after centering its eigenvalues are small, and if as many waves as before are to be left, the price has to be small as well. From $\gamma = 1$ to $\gamma = 0.1$, the best price becomes ⟦more than a thousand times smaller ⇐ paths[1.0].lam > 1000 * paths[0.1].lam⟧, but the degrees of freedom only go from ⟦freedom[1.0]:.1f⟧ to ⟦freedom[0.1]:.1f⟧. At $\gamma = 0.01$ the star has reached ⟦the left end ⇐ paths[0.01].best == 0⟧ of the prices that we tried.
# </details>
#
# ## 10.9 After four minutes
#
# `KernelRidge` is an estimator of scikit-learn. With `lam="loo"` it chooses $\lambda$ by the path of section 10.7. The width is still yours to choose. Back to the question with which we began:

# %%
model = KernelRidge(RBF(gamma=0.3), lam="loo").fit(x, wait)
print(f"λ = {model.lam_:.3f}, error left out {rmse(model.solution_.loo_residuals):.2f} min")
print(f"converged: {model.solution_.converged}")
four = model.predict(in_sd(np.array([[4.0]])))[0]
print(f"after an eruption of 4 minutes, expect to wait {four:.0f} minutes")

# %% [markdown]
# How sure can we be of that? [Chapter 18](18_error_bars.ipynb) gives the same curve its error bars, chooses its width by asking how probable the waits were, and finds out whether the bars keep their promise.
#
# ## Summary

# %%
equations.summary("10_kernel_ridge", folded=True)

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. You double the kernel, $k \to 2k$. Which $\lambda$ gives the same predictions as before?
# <details><summary>Answer</summary>
#
# ⟦Twice the old one ⇐ np.allclose(ridge.solve_dual(2 * K, wait, 2.0).fitted, ridge.solve_dual(K, wait, 1.0).fitted)⟧. The inverse of $2\mathbf{K} + 2\lambda\mathbf{I}$ is half of what it was, so $\alpha$ is halved, and twice the kernel makes up for it.
# </details>
#
# 2. A dual variable is 0. What does that say about its point?
# <details><summary>Answer</summary>
#
# The fit passes through it, because $\lambda\alpha_i$ is the error at the point. The fit without this point would even have predicted it exactly, because the error left out is $\alpha_i/G_{ii}$. It is the diamond of section 10.7.
# </details>
#
# 3. Does the representer theorem hold for the absolute error $|y - f(x)|$ as well? And for the squared error with $\lambda = 0$?
# <details><summary>Answer</summary>
#
# For the absolute error it does, because this loss looks only at the values at the points. With $\lambda = 0$ it does not: a part of $f$ that no point sees costs nothing then, so unless the $n$ bumps span the whole space, there are best functions that are not sums of them.
# </details>
#
# **Now the exercises:** work in [your own copy](../my/10_kernel_ridge_exercises.ipynb), which JupyterLab has made for you ([the originals](../exercises/10_kernel_ridge_exercises.ipynb)). Next, in [chapter 11](11_kernel_logistic.ipynb): what changes when the answer is yes or no, and the loss is not a square.
#
# **To read on:** Aronszajn (1950) on functions with a norm; Schölkopf, Herbrich and Smola (2001) on the representer theorem; Hastie, Tibshirani and Friedman (2009), chapters 3, 5 and 7, on ridge regression, spaces of functions and the choice of a price; Rasmussen and Williams (2006) on Gaussian processes.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 10·A Which way is cheaper? (2 minutes)
#
# The primal way forms a matrix of $p \times p$ from $n$ points and then solves $p$ equations. That takes about $np^2 + p^3/3$ multiplications. In the dual way, $n$ and $p$ exchange their roles, so it takes about $n^2p + n^3/3$.
#
# **Before you look:** there are $n = 1000$ points. Which way is cheaper for few variables, which for many, and where do the two meet?

# %%
cost = datasets.table("ridge_crossover")
times = {"primal, p equations": cost["primal_ms"], "dual, n equations": cost["dual_ms"]}
named = {"xlabel": "number of variables p, for n = 1000 points", "ylabel": "milliseconds"}
named |= {"log": "xy", "markers": True}
with guess.covered():
    display(figures.curves(cost["p"], times, title="One computer, one thread", **named))

# %% [markdown]
# <details><summary>Answer</summary>
#
# If we exchange $n$ and $p$, the one count becomes the other, so they are equal at $p = n$. The times in the picture were measured once, on one computer, and yours would show others, but they follow the count: the primal way ⟦took less time wherever there were fewer variables than points, and more wherever there were more ⇐ ((cost["primal_ms"] < cost["dual_ms"]) == (cost["p"] < 1000))[cost["p"] != 1000].all()⟧. For many points of few variables, stay with the primal.
#
# </details>
#
# With a kernel, $p$ becomes the number $D$ of its features, which is infinite for the RBF kernel. The dual way never looks at that number. All it needs are the products of points.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 10·B A shortcut to the error left out, and one that is a mistake (4 minutes)
#
# The literature has a shortcut that you will meet often. Write the fitted values as $\hat y = \mathbf{S}y$. Then $S_{ii}$ is the share that a point's own target has in its fitted value. By line 6 of the proof in section 10.7, the error left out is the error of the fit, divided by $1 - S_{ii}$. **Generalized cross-validation** divides by the mean of these numbers for all points, which is $1 - \mathrm{df}/n$:
#
# $$\mathrm{GCV}(\lambda) = \frac{\frac1n\sum_i(y_i - \hat y_i)^2}{(1 - \mathrm{df}/n)^2} .$$

# %%
means = {"left out": path.loo, "generalized": path.gcv, "at its own points": path.training}
error = {name: np.sqrt(mean) for name, mean in means.items()}
named = {"xlabel": "price λ", "ylabel": "root mean square error (min)"}
display(figures.curves(path.lams, error, log="x", title="RBF kernel, γ = 10", **named))
equations.sheet("COURSE-gcv", folded=True)

# %% jupyter={"source_hidden": true}
nearly_free = ridge.solve_dual(k(x), wait, 1e-4)
own_share = 1 - 1e-4 * nearly_free.inverse_diagonal

# %% [markdown]
# On the left, the two upper curves come apart: at $\lambda = 10^{-4}$ the error left out is ⟦error["left out"][0]:.2f⟧ minutes, and generalized cross-validation says ⟦error["generalized"][0]:.2f⟧. The reason is that a mean hides what happens at single points. For half of the eruptions, the share $S_{ii}$ is less than ⟦np.median(own_share):.0%⟧. But the eruption of ⟦faithful["eruptions"][own_share.argmax()]:.1f⟧ minutes is lonely: only ⟦(abs(x - x[own_share.argmax()]) < 0.2).sum() - 1⟧ others lie within a fifth of a standard deviation of it, while half of all eruptions have ⟦np.median((abs(x - x.T) < 0.2).sum(axis=1)) - 1:.0f⟧ such neighbors or more. Its share is ⟦own_share.max():.0%⟧. Three points of this kind make nearly all of the difference: the other ⟦len(x) - 3⟧ have an error left out of ⟦rmse(nearly_free.loo_residuals[own_share.argsort()[:-3]]):.2f⟧ minutes.
#
# A second shortcut is tempting, and is a mistake. One could center $\mathbf{K}$ and $y$ once, and then leave points out of a fit *without* an intercept. The trouble is that the point that is left out still has its share in both means. On the patients of section 10.3, with $\gamma = 0.01$ and $\lambda = 2$, a free intercept in every fit has an error left out of ⟦rmse(ridge.solve_dual(RBF(0.01)(X), y, 2.0).loo_residuals):.3f⟧. Centered once, it seems to be ⟦rmse(ridge.solve_dual(geometry.center_gram(RBF(0.01)(X)), y - y.mean(), 2.0, intercept=False).loo_residuals):.3f⟧. That is too good, ⟦as it is for other widths and prices ⇐ all(rmse(ridge.solve_dual(geometry.center_gram(RBF(g)(X)), y - y.mean(), price, intercept=False).loo_residuals) < rmse(ridge.solve_dual(RBF(g)(X), y, price).loo_residuals) - 0.1 for g in (0.001, 0.01, 0.1) for price in (0.5, 2.0, 8.0))⟧, because the means already contain the target that is to be predicted. Only the first number tells how well a free intercept predicts a new patient.
#
# **Do you have it?** A fit to 100 points has 20 degrees of freedom, and the mean squared error at its points is 4. Which mean squared error does generalized cross-validation expect at a new point?
# <details><summary>Answer</summary>
#
# $4 / (1 - 20/100)^2 =$ ⟦ridge.generalized_cross_validation(np.full(100, 2.0), 20):.2f⟧.
# </details>
#
# **Do you have it?** Two colleagues report errors left out, for the same kernel and the same $\lambda$. One has centered $\mathbf{K}$ and $y$ once and fits no intercept, the other has a free intercept in each fit. May they compare their numbers?
# <details><summary>Answer</summary>
#
# No. The means of the first contain the point that is left out, so her error is too small. On the patients of section 10.3 it is smaller by ⟦rmse(ridge.solve_dual(RBF(0.01)(X), y, 2.0).loo_residuals) - rmse(ridge.solve_dual(geometry.center_gram(RBF(0.01)(X)), y - y.mean(), 2.0, intercept=False).loo_residuals):.2f⟧.
# </details>

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 10·C What the kernel gains (4 minutes)
#
# Does the kernel earn its keep? To find out, we have to choose $\lambda$ and $\gamma$ together. We try 33 prices and 17 widths, on the eruptions and on the patients, and take the pair with the smallest error left out. The linear kernel, which has no width, gets the same 33 prices and the same rule. For comparison, we also let the mean alone predict, leaving one out.

# %%
prices = np.logspace(-4, 4, 33)
tasks = {"faithful": (x, wait), "diabetes": (X, y)}
widths = {"faithful": np.logspace(-2, 2, 17), "diabetes": np.logspace(-4, 0, 17)}
grids = {name: ridge.loo_grid(map(RBF, widths[name]), *tasks[name], prices) for name in tasks}
lines = {name: ridge.loo_grid([Linear()], *tasks[name], prices) for name in tasks}
for name in tasks:
    print(f"{name}: linear {lines[name].rmse.min():.2f}, RBF {grids[name].rmse.min():.2f}")

# %% [markdown]
# On the eruptions, a straight line brings the error down from ⟦rmse(wait - wait.mean()) * len(wait) / (len(wait) - 1):.1f⟧ minutes to ⟦lines["faithful"].rmse.min():.2f⟧, and the curve takes off another ⟦lines["faithful"].rmse.min() - grids["faithful"].rmse.min():.2f⟧ minutes. On the patients, the kernel gains ⟦1 - grids["diabetes"].rmse.min() / lines["diabetes"].rmse.min():.1%⟧ over the line.
#
# Can we rely on such small gains? Each of these errors is the smallest of many, ⟦grids["diabetes"].rmse.size⟧ for the kernel and ⟦len(prices)⟧ for the line, and the smallest of many owes a little to luck. We therefore put a fifth of the points aside, let either kernel choose by leaving one out among the other four fifths, and predict the fifth that took no part in the choice. We do this for each fifth in turn, and for ten ways to cut the data into fifths. (`line_against_kernel` of `kernelcourse.ridge.experiments` does it for one way; to save time, the RBF kernel gets only every fourth of its widths.)
#
# On the eruptions, the curve has the smaller error on ⟦(evidence["10 fifths"]["eruptions, curve"] < evidence["10 fifths"]["eruptions, line"]).sum()⟧ of ten ways to cut, and on average it gains ⟦(evidence["10 fifths"]["eruptions, line"] - evidence["10 fifths"]["eruptions, curve"]).mean():.2f⟧ minutes. So it pays to leave the straight line, but it takes no kernel to do so: a cubic gains ⟦as much ⇐ abs(evidence["10 fifths"]["eruptions, cubic"] - evidence["10 fifths"]["eruptions, curve"]).mean() < 0.05⟧, and a line that jumps at three minutes, between the two clouds that we saw in the picture, is ahead of the curve on ⟦(evidence["10 fifths"]["eruptions, jump"] < evidence["10 fifths"]["eruptions, curve"]).sum()⟧ of ten, by ⟦(evidence["10 fifths"]["eruptions, curve"] - evidence["10 fifths"]["eruptions, jump"]).mean():.2f⟧ minutes. The kernel found its bend without being told where to look. On the patients it is ahead on ⟦(evidence["10 fifths"]["patients, curve"] < evidence["10 fifths"]["patients, line"]).sum()⟧ of ten, and the gain has come down to ⟦1 - evidence["10 fifths"]["patients, curve"].mean() / evidence["10 fifths"]["patients, line"].mean():.1%⟧. For the patients, we would take the straight line, which is easier to explain. If it gets age times sex as one more variable, a product that we picked with these data before us, it ⟦does as well ⇐ ridge.loo_grid([Linear()], np.c_[X, X[:, 0] * X[:, 1]], y, prices).rmse.min() < 1.001 * grids["diabetes"].rmse.min() and names[:2] == ("age", "sex")⟧.
#
# The map shows the error left out of all pairs of $\lambda$ and $\gamma$ for the patients.

# %%
grid = grids["diabetes"]
for g, j in (grid.best, (9, 16)):
    error, freedom = grid.rmse[g, j], grid.degrees_of_freedom[g, j]
    print(f"γ = {grid.kernels[g].gamma:.3g}, λ = {grid.lams[j]:.3g}:", end=" ")
    print(f"error {error:.2f}, {freedom:.1f} degrees of freedom")
error_map(grid, title="Diabetes: by how much the error left out exceeds the smallest")

# %% [markdown]
# The best pairs form a valley, not a point. Along the valley, a wider kernel goes with a smaller price, and ⟦the degrees of freedom hardly change ⇐ abs(grid.degrees_of_freedom[grid.best] - grid.degrees_of_freedom[9, 16]) < 1⟧. The two pairs that are printed lie far apart on the map, and their errors differ by ⟦grid.rmse[9, 16] - grid.rmse[grid.best]:.2f⟧. Don't read too much into where the star is, because a difference in the fourth digit is not a reason to prefer one pair to another.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 10·D Every positive semidefinite function is a kernel (2 minutes)
#
# Section 10.1 starts from a kernel, $k(x, z) = \langle\Phi(x), \Phi(z)\rangle$. This proof starts from a symmetric function on any set whose Gram matrices are positive semidefinite, and ends with a feature map.

# %%
proofs.moore_aronszajn.walk()

# %% [markdown]
# Line 2 uses the symmetry, and lines 3, 4 and 6 the Gram matrices. Line 6 also says why limits cause no trouble: functions that come together in norm come together at every point, so a limit has values as well.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 10·E How do we know that a solver has found the best function? (3 minutes)
#
# Put its $\alpha$ and its $b$ back into the $n$ equations, and see what they leave of the targets. This rest $r$ is called the residual. The next proof shows that, if the dual variables sum to zero,
#
# $$J(\alpha, b) - \min J \le \|r\|^2,$$
#
# where $J$ is the objective of section 10.5, the squared errors plus $\lambda\|f\|^2$. A small residual is therefore a certificate, and you needn't trust the solver. `ridge.plain_kernel_ridge` solves the system as we just did, `ridge.certify` computes the certificate, and `ridge.solve_dual` finds the same faster.

# %%
plain = ridge.certify(wide(x), wait, 1.0, *ridge.plain_kernel_ridge(wide(x), wait, 1.0))
fast = ridge.solve_dual(wide(x), wait, 1.0)
for name, found in {"plain": plain, "fast": fast}.items():
    close = found.objective_gap < 1e-12
    print(f"{name}: objective {found.objective:.6f}, at most 1e-12 above the minimum: {close}")
proofs.certificate.walk()
