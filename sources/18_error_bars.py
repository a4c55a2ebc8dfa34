# %% [markdown]
# # 18 · Error bars
#
# **The question.** Old Faithful has just been quiet for an hour, and somebody asks when it will erupt. "In a quarter of an hour" is half an answer: give or take one minute, or twenty? [Chapter 10](10_kernel_ridge.ipynb) predicts a number, and says nothing of how sure it is. **Drag a point:** where do the orange curves agree, where do they part, and what does the inner band have to do with them?

# %% jupyter={"source_hidden": true}
import numpy as np
from scipy.stats import t

from kernelcourse import bars, equations, figures, guess
from kernelcourse.gaussian_process import experiments, explorers, proofs
from kernelcourse.gaussian_process.figures import parts_of, with_error_bars
from kernelsy19 import datasets, gaussian_process, ridge
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.ridge import KernelRidge

# %%
explorers.RandomFunctionExplorer()

# %% [markdown]
# Each orange curve is a function that agrees with the twelve eruptions, as far as their noise lets it, and is otherwise drawn by chance. At each place, the inner band holds 95% of such functions. The outer band is for new *waits*, which have noise of their own.
#
# **After this chapter you can**
#
# - say what targets make of a random function: its mean, its error bars, and draws of it;
# - say what an error bar measures, and what it does far from all points;
# - choose the kernel, the noise and the scale by asking how probable the targets were, and know when a climb has lost its way;
# - give each column a width of its own, and say what that costs;
# - take a series apart into trend and season, and predict how it goes on;
# - find out whether error bars keep their promise.
#
# **You need** [chapter 10](10_kernel_ridge.ipynb): kernel ridge regression, its price $\lambda$, and leaving one out.

# %%
faithful, few = datasets.faithful().in_order(), experiments.twelve_eruptions()
x, wait = faithful.columns("eruptions").standardized().X, faithful["waiting"]
in_sd = lambda minutes: (minutes - faithful["eruptions"].mean()) / faithful["eruptions"].std()
centered = wait - wait.mean()
model = KernelRidge(RBF(gamma=0.3), lam="loo").fit(x, wait)

# %% [markdown]
# ## 18.1 What the targets say
#
# Here is the curve of section 10.9, with its two bands.

# %%
sure, noise = experiments.band_of(x, wait, RBF(gamma=0.3), model.lam_, in_sd)
with_error_bars(faithful, {"RBF kernel, γ = 0.3": (sure, noise)}, span=(0.4, 6.4))

# %% [markdown]
# At each place, we are 95% sure that the *function* is within the inner band, and we expect 95% of new *waits* within the outer one. At four minutes, the function is known to ±⟦1.96 * sure(np.array([[4.0]]))[1][0]:.1f⟧ minutes, and a wait to ±⟦1.96 * np.hypot(sure(np.array([[4.0]]))[1][0], noise):.0f⟧. At six minutes there are no data, and the function itself is known to ±⟦1.96 * sure(np.array([[6.0]]))[1][0]:.0f⟧. Where do the bands come from?
#
# Before anything is measured, let every function be possible, but not every one equally likely. At any places, let the values of $f$ be jointly normal with mean 0 and covariance $k(x, z)$, so that places that the kernel finds similar have nearly the same values, and places that it finds different have nothing to do with each other. This is called the **prior**, and such a random function a **Gaussian process**. Then we measure targets, each of them $f(x_i)$ plus independent normal noise of variance $\lambda$, and functions that pass far from the targets become improbable. What remains is the **posterior**. It is normal again, with
#
# $$\operatorname{mean}\big[f(x) \mid y\big] = k_x^\top\mathbf{G}\,y, \qquad s(x)^2 = k(x, x) - k_x^\top\mathbf{G}\,k_x, \qquad \mathbf{G} = (\mathbf{K} + \lambda\mathbf{I}_n)^{-1} .$$
#
# Here $k_x$ holds the kernel values of $x$ with the $n$ points, and $s(x)$ is the **error bar**. The proof writes down how probable values of $f$ and targets are together, and completes the square.

# %%
proofs.posterior.walk()

# %% [markdown]
# Line 7 is what section 10.4 promised: the mean is kernel ridge regression, and its price is the variance of the noise. Line 1 says why: what ridge regression makes as small as possible is, up to a factor of $-2\lambda$ and a constant, the logarithm of a probability. As a test, let's use a general rule for normal variables that knows nothing of ridge regression: invert the covariance of all values together, and read mean and variance off the part that belongs to the new places.

# %%
k, places, M = RBF(10.0), in_sd(np.array([[2.0], [3.0], [4.0]])), RBF(10.0)(x) + np.eye(len(x))
joint = np.block([[k(places), k(places, x)], [k(x, places), M]])
precision = np.linalg.inv(joint)
mean = -np.linalg.solve(precision[:3, :3], precision[:3, 3:] @ centered)
by_ridge = KernelRidge(k, 1.0, intercept=False).fit(x, centered).predict(places)
print("the mean is the prediction, up to 1e-10:", np.allclose(mean, by_ridge, atol=1e-10))

# %%
covariance = gaussian_process.posterior_covariance(k(places), k(places, x), M)
left = np.linalg.inv(precision[:3, :3])
print("the covariance is that of the formula:", np.allclose(left, covariance, atol=1e-10))
equations.sheet("COURSE-posterior-mean", "COURSE-posterior-covariance", folded=True)

# %% [markdown]
# ## 18.2 What an error bar measures
#
# Look at $s(x)^2$ once more. The targets do not occur in it: the places of the points decide how much is known at $x$, whatever was measured there. What does it measure, then?
#
# The prediction adds up targets with the weights $a^\star = \mathbf{G}k_x$, so it tries to make the bump at $x$ from the bumps at the points. The part of the bump that it misses stays unknown, and the noise of the targets adds to it:
#
# $$s(x)^2 = \min_a\; \Big\|k(x, \cdot) - \sum_ia_i\,k(x_i, \cdot)\Big\|^2 + \lambda\,\|a\|^2 .$$
#
# The first part is at least the squared distance of the bump from all sums of bumps at the points, which is the part that no point sees, as we called it in section 10.2. No variance can therefore be negative.

# %%
proofs.error_bar.walk()

# %% [markdown]
# The last line is about a free intercept. It is a constant of which nothing was known before, and it takes the bordered matrix of section 10.5. `KernelRidge` does the same, and gives both with `model.predict(X, return_std=True)`. Without an intercept and with the same scale, these are the mean and the error bars of `GaussianProcessRegressor` in scikit-learn; a test compares them.
#
# What happens far from all points depends on the kernel. **Before you look:** an eruption of ten minutes would be twice as long as any that was seen. Which kernel claims to know more about the wait after it, RBF or the linear one?

# %%
line = KernelRidge(Linear(), lam="loo").fit(x, wait)
by_line, noise_of_line = experiments.band_of(x, wait, Linear(), line.lam_, in_sd)
far = {name: 1.96 * f(np.array([[10.0]]))[1][0] for name, f in (("RBF", sure), ("linear", by_line))}
asked = "At ten minutes, which of the two bands of the function is narrower?"
guess.choice(asked, ["RBF", "linear"], min(far, key=far.get))

# %%
both = {"linear kernel": (by_line, noise_of_line), "RBF kernel": (sure, noise)}
with guess.covered():
    display(with_error_bars(faithful, both, span=(0.5, 12.0)))

# %% [markdown]
# <details><summary>Answer</summary>
#
# The linear one: ±⟦far["linear"]:.0f⟧ minutes against ±⟦far["RBF"]:.0f⟧. A line is pinned by all the points at once, and its band only opens in proportion to the distance. The RBF kernel goes to 0 far away, so no point helps there. Its mean returns to the intercept, and $s(x)^2$ to what it was before the measurement.
#
# </details>
#
# Which of the two deserves more trust? To find out, hide all long eruptions. On sixty of the short ones, choose the price (and the width) by the likelihood of the next section, and then see how many waits after long eruptions fall within the outer band.

# %%
near, draws = faithful["eruptions"] < 3, bars.progress(range(20), "draws")
kernels = {"linear": [Linear()], "RBF": [*map(RBF, experiments.TRIED_WIDTHS)]}
shares = experiments.shares_beyond(x, wait, near, kernels, draws)
for name, inside in shares.items():
    print(f"{name:6}  inside: mean {np.mean(inside):.0%}, median {np.median(inside):.0%}")

# %% [markdown]
# Neither does. Both promise 95%, and on average over 20 draws the line's band holds ⟦np.mean(shares["linear"]):.0%⟧ of these waits, and that of the RBF kernel ⟦np.mean(shares["RBF"]):.0%⟧. Far from the points nothing was measured, and a band shows only what the prior said beforehand.
#
# ## 18.3 How wide? Ask how probable the targets were
#
# Double the kernel and $\lambda$. The mean stays as it is, but each error bar becomes $\sqrt2$ times as long, so ridge regression alone doesn't tell how wide its band is. We have to choose a scale $\tau$, for a covariance $\tau\,k(x, z)$ and noise of variance $\tau\lambda$, and we still have to choose $\gamma$ and $\lambda$.
#
# The prior gives an answer to all three, because it says how probable the targets were before any function had been fitted. This is the **marginal likelihood**:
#
# $$\log p(y) = -\tfrac12\, y^\top\mathbf{G}\,y + \tfrac12\log|\mathbf{G}| - \tfrac n2\log 2\pi .$$
#
# The first term asks whether the targets look like this prior. The second one is what it costs to be ready for everything: a prior under which anything may happen spreads its probability thinly, and leaves little for what did happen. Choose the scale, the width and the noise for which the targets are likeliest.

# %%
display(proofs.evidence.walk())
keys = "COURSE-marginal-likelihood", "COURSE-likelihood-slope", "COURSE-likeliest-scale"
equations.sheet(*keys, folded=True)

# %% [markdown]
# By the last two lines, the best scale needs no search: $\hat\tau = y^\top\mathbf{G}y/n$, with $n - 1$ in the place of $n$ if the intercept is free. We find the other numbers by climbing. Lines 4 and 5 say which way is up, and `gaussian_process.climb` goes there until every slope is 0, which is its certificate.

# %%
for gamma, lam in ((0.1, 1.0), (1.0, 0.01), (10.0, 1.0)):
    top = gaussian_process.climb(RBF, x, centered, [gamma], lam)
    print(f"from γ = {gamma:<4g} and λ = {lam:<4g}: to γ = {top.theta[0]:.2f} and", end=" ")
    print(f"λ = {top.lam:.2f}, log p(y) = {top.log_likelihood:.1f}, a top: {top.converged}")

# %% [markdown]
# Is that the best pair? Compare it with a grid of all pairs, and with what leaving one out would choose. One eigendecomposition gives both for every price (`ridge.loo_path`).

# %%
widths, prices = np.logspace(-2, 2, 33), np.logspace(-4, 4, 65)
grid = ridge.loo_grid(map(RBF, widths), x, centered, prices, intercept=False)
(g, j), (h, i) = grid.likeliest, grid.best
print(f"likeliest on a grid: γ = {widths[g]:.2f} and λ = {prices[j]:.2f}")
print(f"best left out:       γ = {widths[h]:.2f} and λ = {prices[i]:.2f}")

# %% [markdown]
# Leaving one out asks another question: how far are points predicted that were left out, whatever the error bars say? Here ⟦both choices predict nearly equally well ⇐ grid.rmse[g, j] < 1.001 * grid.rmse[h, i]⟧. By line 1 the likelihood also predicts points that it has not seen, but it learns them one after the other, and it charges for an error in units of the error bar.
#
# ### Several tops
#
# The three climbs end at one place, but with few points this need not be so. Here are the twelve eruptions of the first picture, and climbs from two starts.

# %%
x12, y12 = in_sd(few.X[:, :1]), few["waiting"]
starts = ([0.1], 1.0), ([3.0], 0.01)
tops, stories = [gaussian_process.climb(RBF, x12, y12 - y12.mean(), *start) for start in starts], {}
for top in tops:
    kernel, lam = RBF(round(top.theta[0], 2)), round(top.lam, 3)
    name = f"γ = {kernel.gamma:.1f}, λ = {lam:.2f}: log p(y) = {top.log_likelihood:.1f}"
    stories[name] = experiments.band_of(x12, y12, kernel, lam, in_sd)
with_error_bars(few, stories, span=(1.2, 5.4))

# %% [markdown]
# The same twelve points tell two stories. On the left, ⟦a slow function and more noise; on the right, a quick one and less ⇐ tops[0].theta[0] < tops[1].theta[0] and tops[0].lam * tops[0].scale > tops[1].lam * tops[1].scale⟧. The targets are ⟦np.exp(tops[1].log_likelihood - tops[0].log_likelihood):.1f⟧ times as probable under the second, which is no reason to forget the first. Is this a rare case? Draw twelve eruptions, forty times, and count the tops on a grid.

# %%
counts = experiments.count_tops(x, wait, 12, bars.progress(range(40), "draws of twelve eruptions"))
print(f"one top: {(counts == 1).sum()} draws, two or more: {(counts > 1).sum()}")

# %% [markdown]
# Climb from several starts, therefore, and keep the highest top. On the way, one accident may happen. Where the noise is next to nothing, rounding leaves no inverse, and NumPy stops:

# %%
try:
    ridge.dual_variables(RBF(0.3)(x), centered, 1e-16)
except np.linalg.LinAlgError as error:
    print("λ = 1e-16:", error)
starts = (1e-4, 1e-6), (1e4, 1e-8), (1e4, 1e6)
heights = [gaussian_process.climb(RBF, x, centered, [g], lam).log_likelihood for g, lam in starts]
print("three starts far out end at one top:", np.allclose(heights, heights[0], atol=1e-4))

# %% [markdown]
# A climb whose steps may be of any length can end like this. `climb` takes no less noise than $10^{-8}$ of $k(x, x)$, and scikit-learn has such a bound as well. If $\log p(y)$ still rises there, a warning says so, and then the targets have no noise, or the kernel does not suit them.
#
# ## 18.4 Take hold of it
#
# On the left are the mean, its two bands, and functions drawn from the posterior; on the right, $\log p(y)$ for every $\lambda$. The scale $\tau$ is always the likeliest. **Before you move it:**
#
# - Pull a point far up. Where does the inner band get wider?
# - Set $\lambda = 10^{-4}$. Where is the inner band narrow, and what do the drawn functions do there?
# - Let $\gamma$ rise to 30. What do the drawn functions do between the points?

# %%
asked = "You pull the eruption of 4.5 minutes up by 20 minutes. Where is the inner band wider?"
ways = "near this point", "everywhere by the same factor", "nowhere"
first, minutes = few.standardized().X[:, :1], y12
pulled = minutes + np.where(np.arange(12) == 4, 20.0, 0.0)
held = [KernelRidge(RBF(1.0), 0.1).fit(first, values) for values in (minutes, pulled)]
before, after = (m.predict(np.linspace(-2, 2, 50)[:, None], return_std=True)[1] for m in held)
guess.choice(asked, ways, ways[int(np.ptp(after / before) < 1e-8 and after[0] > before[0])])

# %%
explorers.ErrorBarsExplorer()

# %% [markdown]
# <details><summary>Answers</summary>
#
# - ⟦Everywhere by the same factor ⇐ np.ptp(after / before) < 1e-8⟧, which is ⟦(after / before)[0]:.1f⟧ for the eruption of 4.5 minutes and 20 minutes more. The targets have a say in the scale only, so the band does not show *where* the data contradict the prior. If you pull up the eruption of 2.9 minutes instead, the band gets ⟦narrower ⇐ KernelRidge(RBF(1.0), 0.1).fit(first, minutes + 20.0 * (np.arange(12) == 5)).solution_.noise_variance < held[0].solution_.noise_variance⟧, because that one lies below the curve.
# - At the points. With hardly any noise the function has to pass through its targets, where all drawn functions meet, while between the points they part.
# - They turn back to the mean, and each goes its own way. With narrow bumps a point tells nothing of what is farther away, and the band is as wide there as before anything was measured.
# </details>
#
# ## 18.5 A width for each column
#
# The patients of section 10.3 have ten measurements. Why should all of them share one width? Give each column its own,
#
# $$k(x, z) = \exp\Big(-\sum_{j=1}^p\gamma_j\,(x_j - z_j)^2\Big) ,$$
#
# and let the likelihood choose ten widths instead of one. If it sets $\gamma_j = 0$, column $j$ has no say any more, which is called **automatic relevance determination**. Line 4 of the proof in the next section has the slope in each $\log\gamma_j$.
#
# We try it twice: on functions drawn from a prior, which depend on the first of six columns and on nothing else, and on the patients, 150 to learn from and the other 292 to be predicted. Every rule gets the same ten draws. **Before you look:** on how many of the ten draws of patients do ten widths predict better than one?

# %%
diabetes = datasets.diabetes().in_order()
names = diabetes.feature_names[:-1]
X, y = diabetes.columns(*names).standardized().X, diabetes["progression"]
draws = {"one column tells": experiments.one_column_tells}
draws["patients"] = lambda seed: experiments.put_aside(X, y, 150, seed)

# %%
tried = {}
for name, draw in draws.items():
    tried[name] = experiments.try_widths(draw, bars.progress(range(10), name))
errors = {name: found["error"] for name, found in tried.items()}
gains = {name: np.diff(found["log p(y)"], axis=0) for name, found in tried.items()}
better = int((errors["patients"][1] < errors["patients"][0]).sum())
guess.number("Ten widths predict better on how many of ten draws?", better)

# %%
with guess.covered():
    for name, (one, many) in errors.items():
        held = tried[name]["inside"].mean(axis=1)
        low, high = gains[name].min(), gains[name].max()
        print(f"{name}: log p(y) rises by {low:.1f} to {high:.1f};", end=" ")
        print(f"error {one.mean():.3g} with one width and {many.mean():.3g} with many,", end=" ")
        print(f"smaller on {(many < one).sum()} of 10; inside {held[0]:.0%} and {held[1]:.0%}")

# %% [markdown]
# <details><summary>Answer</summary>
#
# On ⟦(errors["patients"][1] < errors["patients"][0]).sum()⟧ of ten. Where one column tells everything, its width is ⟦the largest of the six on every draw ⇐ (tried["one column tells"]["gammas"].argmax(axis=1) == 0).all()⟧, and the error falls by ⟦1 - errors["one column tells"][1].mean() / errors["one column tells"][0].mean():.0%⟧. Among the patients, ten widths raise $\log p(y)$ ⟦on every draw ⇐ (gains["patients"] > 0).all()⟧, and yet they predict ⟦worse on average ⇐ errors["patients"][1].mean() > errors["patients"][0].mean()⟧.
#
# </details>
#
# In both experiments ⟦the bars of many widths hold fewer of the new targets ⇐ all(found["inside"].mean(axis=1) @ [1, -1] > 0 for found in tried.values())⟧. Eleven numbers that are chosen by 150 targets can follow their accidents as a curve can, and the error bars take what was chosen for the truth. With 300 patients to learn from, ten widths ⟦do about as well as one ⇐ abs((evidence["18 three hundred"]["error, ten"] - evidence["18 three hundred"]["error, one"]).mean()) < 0.5⟧, and better on ⟦(evidence["18 three hundred"]["error, ten"] < evidence["18 three hundred"]["error, one"]).sum()⟧ of ten draws. A higher likelihood does not prove a better kernel once there is more to choose. Judge on targets that took no part, and read $\gamma_j \approx 0$ as "not needed here", not as "without effect".
#
# ## 18.6 Trend and season
#
# Since 1958 the carbon dioxide in the air has been measured on Mauna Loa, Hawaii. It rises, and it breathes: plants take it up in the northern summer. How does it go on? Let us learn from the fifteen years before 1984, and predict five years.
#
# A random function may be a sum of independent ones. Their covariances add up, and line 1 of the proof takes the sum apart again: with $k = k_1 + k_2$, each part has a posterior mean of its own, $k_{1,x}^\top\mathbf{G}\,y$. For the season we need a function that repeats, so we bend the years into a circle, one turn a year, and take the RBF kernel there:
#
# $$k(x, z) = \exp\Big(-4\gamma\,\sin^2\frac{\pi\,(x - z)}{T}\Big), \qquad T = 1 \text{ year} .$$

# %%
display(proofs.parts.walk())
equations.sheet("COURSE-widths", "COURSE-periodic", folded=True)

# %% [markdown]
# We try three stories: a slow RBF kernel with neither trend nor season; a straight line, a season, and an RBF kernel for what wanders; and the same with a parabola in the place of the line. The likelihood chooses all their numbers. (The two `others` are for later.) **Before you look:** which bands will hold the next five years?

# %%
co2, season = datasets.co2(), experiments.season
curves = {"line": Linear(), "parabola": Polynomial(2, 0.02)}
rising = lambda trend: lambda w, a, s, r: w * trend + a * season(s) + RBF(r)
stories = {f"{name} and season": (rising(k), [1, 1, 0.5, 0.1]) for name, k in curves.items()}
stories = {"one RBF kernel": (RBF, [0.01])} | stories
steady = lambda w, a, s: w * curves["parabola"] + a * season(s)
walking = lambda w, a, s: steady(w, a, s) + experiments.walk(start=-8.0)
others = {"no wandering": (steady, [1, 1, 0.5]), "random walk": (walking, [1, 1, 0.5])}

# %%
years = {year: experiments.before_and_after(co2, year) for year in range(1974, 1997, 2)}
told = {}
for name, story in (stories | others).items():
    cuts = bars.progress(years.values(), name)
    told[name] = [experiments.foretell(drawn, *story) for drawn in cuts]
judged = {name: [of for _, of in told[name]] for name in stories}
holds_most = max(judged, key=lambda name: judged[name][5].share_inside())
guess.choice("Which bands hold most of the months after 1984?", list(stories), holds_most)

# %%
learned, bands, in_window = years[1984], {}, lambda year: year - 1976.5
for name, (kernel_of, _) in stories.items():
    top = told[name][5][0]
    bands[name] = experiments.band_of(*learned[:2], kernel_of(*top.theta), top.lam, in_window)
since = lambda low, high: co2.rows((co2["year"] >= low) & (co2["year"] < high))
with guess.covered():
    display(with_error_bars(since(1980, 1984), bands, new=since(1984, 1989)))

# %% [markdown]
# <details><summary>Answer</summary>
#
# Those of the story *⟦holds_most⟧*. Beyond the last year, each story shows what it believes of what it has not seen. The RBF kernel goes back to the mean, the line goes straight on, and the parabola bends upward.
# </details>
#
# The next picture takes the third story apart. Trend and season are less certain than their sum, because the targets tell the sum alone (line 2): a constant may belong to either.

# %%
top, when = told["parabola and season"][5][0], np.linspace(2.5, 12.5, 481)[:, None]
w, a, s, r = top.theta
parts = {"trend": w * curves["parabola"], "season": a * season(s), "what wanders": RBF(r)}
M = sum(k(learned.X) for k in parts.values()) + top.lam * np.eye(180)
alpha = np.linalg.solve(M, learned.y - learned.y.mean())

# %%
shown = {}
for name, k in parts.items():
    S = gaussian_process.posterior_covariance(k(when), k(when, learned.X), M)
    bar = np.sqrt(top.scale * np.maximum(np.diagonal(S), 0))
    shown[name] = k(when, learned.X) @ alpha, bar
parts_of(when[:, 0] + 1976.5, shown, names=("year", "CO2 (ppm), from its mean"))

# %% [markdown]
# One year is one draw, so we cut the series at twelve years from 1974 to 1996, and let two rivals compete that have no kernel. One is a parabola with a mean for each month, by least squares, with the error bars of that method. The other fits nothing: it takes the same month of the last year, adds the mean yearly rise for each year since then, and lets its error bar grow with the root of the years, as that of a random walk does.
#
# Two more stories change what wanders. In the one, nothing does. In the other it is itself a random walk, with the covariance $\min(x, z)$ of years $x$ and $z$ that are counted from its start. What the RBF kernel makes turns back to 0 after a while, and a walk need not.

# %%
judged |= {name: [of for _, of in told[name]] for name in others}
judged["least squares"] = [experiments.by_least_squares(drawn, 2) for drawn in years.values()]
judged["last year again"] = [experiments.by_last_year(drawn) for drawn in years.values()]
off = {name: np.array([of.rmse for of in found]) for name, found in judged.items()}
held_by = {name: experiments.shares_inside(found) for name, found in judged.items()}
for name, ppm in off.items():
    print(f"{name:19} error: mean {ppm.mean():.2f} ppm, median {np.median(ppm):.2f};", end=" ")
    print(f"inside: mean {held_by[name].mean():.0%}, lowest {held_by[name].min():.0%}")

# %% [markdown]
# In error, the parabola of kernels and that of least squares are ⟦about equal ⇐ abs(off["parabola and season"].mean() / off["least squares"].mean() - 1) < 0.15⟧. The difference is in the bands: with ⟦held_by["parabola and season"].mean():.0%⟧ of the months inside against ⟦held_by["least squares"].mean():.0%⟧, those of the kernels come nearer to their promise. Why? Least squares takes what curve and season leave for noise that is new every month, while the kernels let a part of it last for some time. Without the part that wanders, the kernels ⟦do as least squares does ⇐ abs(off["no wandering"].mean() - off["least squares"].mean()) < 0.02 and abs(held_by["no wandering"].mean() - held_by["least squares"].mean()) < 0.02⟧.
#
# Still, the promise was 95%, and one of the twelve cuts holds only ⟦held_by["parabola and season"].min():.0%⟧. Did the fifteen years before it not tell what was to come? They told it to those who let the trend itself wander. *Last year again* has the larger error, and yet its bands hold ⟦held_by["last year again"].mean():.0%⟧, and never less than ⟦held_by["last year again"].min():.0%⟧. With the random walk, the bands of the kernels hold ⟦held_by["random walk"].mean():.0%⟧, and never less than ⟦held_by["random walk"].min():.0%⟧, at an error that is ⟦no larger than before ⇐ off["random walk"].mean() <= off["parabola and season"].mean()⟧. The targets, too, are likelier under it on ⟦sum(walks.log_likelihood > wanders.log_likelihood for (walks, _), (wanders, _) in zip(told["random walk"], told["parabola and season"]))⟧ of the twelve cuts, although it has one number less to choose. But the likelihood can judge only the stories that somebody tells it.
#
# ## 18.7 Do the bands keep their promise?
#
# They promise that 95% of new targets fall within the outer band. To hold them to it, we draw forty points from the prior itself, and 200 more which are to be predicted, so that every word of the story is true. Only the scale is estimated, from the forty targets. **Before you look:** is the proportion of new targets inside exactly 95%?

# %%
prior, known = experiments.drawn_from_process, (RBF(1.0), 0.1)
seeds = bars.progress(range(300), "prior")
true = [experiments.judge_error_bars(*prior(seed), *known) for seed in seeds]
student, normal = gaussian_process.band_factor(0.95, 39), 2 * t.cdf(1.96, 39) - 1
held = {"1.96": experiments.shares_inside(true)}
held[f"{student:.2f}"] = experiments.shares_inside(true, within=student)
choices = ["95%, up to chance", "a little less", "a little more"]
guess.choice("With 1.96 error bars on each side, the proportion inside is", choices, choices[1])

# %%
with guess.covered():
    for factor, share in held.items():
        print(f"{factor} error bars: inside {share.mean():.1%}", end=" ")
        print(f"± {share.std() / 300**0.5:.1%}, mean of 300 draws; lowest {share.min():.0%}")

# %% [markdown]
# <details><summary>Answer</summary>
#
# A little less: 1.96 is right for a normal variable whose standard deviation is known. Ours is estimated from forty targets, and sometimes it comes out too small.
#
# </details>
#
# By line 2 of the proof, a new target in units of its estimated error bar follows **Student's $t$**, with $n - 1 = 39$ degrees of freedom for forty targets and a free intercept. Its quantile is ⟦student:.2f⟧ instead of 1.96. The normal factor would hold ⟦normal:.1%⟧ on average, and the 300 draws agree with both numbers ⟦up to chance ⇐ all(abs(share.mean() - wanted) < 2.5 * share.std() / 300**0.5 for share, wanted in zip(held.values(), (normal, 0.95)))⟧. With hundreds of targets the two factors are the same.

# %%
display(proofs.student.walk(), equations.sheet("COURSE-student", folded=True))

# %% [markdown]
# The average is over functions. For a single function, ⟦held["1.96"].min():.0%⟧ was the lowest proportion. What happens if kernel and price have to be chosen, as they always do? We choose them by the likelihood, or by leaving one out, on the same grid, and do the same with sixty eruptions and the other 212, and with 150 patients and the other 292.

# %%
eruptions = lambda seed: experiments.put_aside(x, wait, 60, seed)
twenty, narrow = lambda name: bars.progress(range(20), name), np.logspace(-4, 0, 9)
judged = {"prior": experiments.try_both(prior, twenty("prior"), known=known)}
judged["eruptions"] = experiments.try_both(eruptions, twenty("eruptions"))
judged["patients"] = experiments.try_both(draws["patients"], twenty("patients"), narrow)

# %%
pairs = [(task, way) for task, found in judged.items() for way in found]
inside = {pair: experiments.shares_inside(judged[pair[0]][pair[1]]) for pair in pairs}
error = {pair: np.array([m.rmse for m in judged[pair[0]][pair[1]]]) for pair in pairs}
for (task, way), share in inside.items():
    print(f"{task:9}  {way:9}  inside: mean {share.mean():.0%}, ", end="")
    print(f"lowest {share.min():.0%}; mean error {error[task, way].mean():.3g}")

# %% [markdown]
# On functions of the prior, ⟦the proportion is smaller if they have to be chosen, and smaller still where leaving one out has chosen ⇐ inside["prior", "known"].mean() > inside["prior", "likeliest"].mean() > inside["prior", "left out"].mean()⟧. Again the bars take what was chosen for the truth, and forty points do not tell it. If that is the cause, it must help not to choose: let all pairs of the grid have their say, each with the weight of its likelihood. On forty draws the bands of all hold ⟦evidence["18 all pairs"]["all"].mean():.1%⟧, those of the likeliest pair ⟦evidence["18 all pairs"]["likeliest"].mean():.1%⟧ and those of the known one ⟦evidence["18 all pairs"]["known"].mean():.1%⟧, and all hold more than the likeliest on ⟦(evidence["18 all pairs"]["all"] > evidence["18 all pairs"]["likeliest"]).sum()⟧. With sixty eruptions or 150 patients, what is chosen costs less: either way the proportion is ⟦within three percent of the promise ⇐ all(abs(inside[task, way].mean() - 0.95) < 0.03 for task in ("eruptions", "patients") for way in ("likeliest", "left out"))⟧. An average that is right may still hide two wrongs, and the last section in depth shows this on the patients.
#
# ## Summary

# %%
equations.summary("18_error_bars", folded=True)

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. You may measure one more target, and can choose the place. Where would you measure, if you want to learn most about $f(x)$ at a place $x$, and do you need the targets to decide?
# <details><summary>Answer</summary>
#
# At the place where one more point makes $s(x)^2$ smallest. It depends on places only, so no target is needed.
# </details>
#
# 2. A colleague fits with $\lambda = 0.1$ and reports error bars of $\sqrt{k(x, x)} = 1$ far from all data, while the targets are minutes between 40 and 100. What has she forgotten?
# <details><summary>Answer</summary>
#
# The scale. Her prior says that $f$ varies by about one minute, whereas the likeliest scale $\tau$ multiplies all variances.
# </details>
#
# 3. Two climbs end at $\log p(y) = -40.6$ and at $-40.3$, with widths that differ by a factor of seven. What do you report?
# <details><summary>Answer</summary>
#
# Both, because the second is more probable by a factor of $e^{0.3} \approx 1.3$ only, and the targets do not decide between the two. If the predictions differ where you need them, more targets have to decide.
# </details>
#
# 4. The likeliest $\gamma_7$ of a kernel with a width for each column is 0. May you say that measurement 7 has no effect on the targets?
# <details><summary>Answer</summary>
#
# No, because another column may tell the same thing, and then one of the two is enough. What you may say is that the kernel did not need it.
# </details>
#
# **Now the exercises:** work in [your own copy](../my/18_error_bars_exercises.ipynb), which JupyterLab has made for you ([the originals](../exercises/18_error_bars_exercises.ipynb)). Exercises 10.12 and 10.13 belong to sections 18.1 and 18.3. You have reached the last chapter. The [appendices](A_errata.ipynb) collect the slips of the lectures, the index of all equations, and the measurements.
#
# **To read on:** Rasmussen and Williams (2006), chapters 2, 4 and 5, on Gaussian processes, their kernels and the choice of these; MacKay (1998) for an introduction; Neal (1996) on many widths; O'Hagan (1978), who had curves with error bars first. In scikit-learn, `GaussianProcessRegressor` climbs as we do and takes the numbers of a kernel with their bounds.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 18·A Who chooses better? (2 minutes)
#
# The likelihood and leaving one out chose from the same pairs in section 18.7. Count on how many of the twenty draws each has the smaller error.

# %%
gain = {task: error[task, "left out"] / error[task, "likeliest"] - 1 for task in judged}
ahead = {task: ((g > 1e-9).sum(), (g < -1e-9).sum()) for task, g in gain.items()}
for task, (more, less) in ahead.items():
    print(f"{task:9}  ahead: likelihood {more}, leaving one out {less};", end=" ")
    median, most = np.median(gain[task]), gain[task].max()
    print(f"the likelihood gains {median:.1%} in the median, at most {most:.0%}")

# %% jupyter={"source_hidden": true}
bad = np.flatnonzero(gain["eruptions"] > 0.05)
free = {way: np.array([m.freedom for m in found]) for way, found in judged["eruptions"].items()}

# %% [markdown]
# The likelihood is ahead ⟦as often or a little more often ⇐ all(less <= more < 15 for more, less in ahead.values())⟧, and in the median it gains ⟦less than one percent ⇐ all(0 <= np.median(g) < 0.01 for g in gain.values())⟧, which twenty draws could show by luck. The accidents tell more. On ⟦len(bad)⟧ draws of the eruptions, leaving one out is more than 5% worse than the likelihood, once ⟦gain["eruptions"].max():.0%⟧; the reverse ⟦never happens ⇐ (gain["eruptions"] > -0.05).all()⟧. On each of these draws it has chosen a fit of ⟦free["left out"][bad].min():.0f⟧ to ⟦free["left out"][bad].max():.0f⟧ degrees of freedom, where the likelihood takes ⟦free["likeliest"][bad].min():.0f⟧ to ⟦free["likeliest"][bad].max():.0f⟧. Sixty points left out can agree by luck with a curve that bends too much, while the determinant charges for each bend.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 18·B The right proportion, at the wrong places (3 minutes)
#
# A band that holds 95% on average may hold too many of some targets and too few of others.
#
# Among the patients, ⟦inside["patients", "likeliest"].mean():.0%⟧ are inside, as promised. Isn't everything well, then? Ask separately for the third of the patients with the lowest predictions, and for the third with the highest.

# %%
found, ends = judged["patients"]["likeliest"], ((0, 1 / 3), (2 / 3, 1))
low, high = (experiments.shares_inside(found, *of) for of in ends)
print(f"inside, mean of 20 draws: lowest third {low.mean():.0%}, highest third {high.mean():.0%}")
one = judged["patients"]["likeliest"][0]
named = {"names": ("outside", "inside"), "features": ("prediction", "error, in error bars")}
shown = np.column_stack([one.predicted, one.z]).round(6)
figures.scatter(shown, (abs(one.z) < 1.96).astype(int), **named)

# %% [markdown]
# Look at the picture from left to right: it opens like a fan. The band is wider than it has to be for the lowest third, and too narrow for the highest: more of the lowest are inside on ⟦(low > high).sum()⟧ of 20 draws. Our story has one noise for all, and progression varies more among those who are worse off. Is that the cause? Then the gap has to vanish when the noise has one size. We can make it so in two ways: by predicting the logarithm of the score, and by keeping the curve and drawing noise of one size around it. And it has to come back if the noise that we draw grows with the curve.

# %%
thirds = {}
for name, values in experiments.targets_with_noise(X, y, RBF(0.003), 0.1).items():
    draw = lambda seed, values=values: experiments.put_aside(X, values, 150, seed)
    found = experiments.try_both(draw, twenty(name), narrow)["likeliest"]
    thirds[name] = np.array([experiments.shares_inside(found, *of).mean() for of in ends])
    print("{:13}  lowest third {:.0%}, highest third {:.0%}".format(name, *thirds[name]))

# %% [markdown]
# The noise is indeed the cause. With one noise for all, the two thirds differ by ⟦less than three percent ⇐ all(abs(thirds[name] @ [1, -1]) < 0.03 for name in ("logarithm", "one noise"))⟧; with noise that grows, the gap is ⟦back ⇐ thirds["growing noise"] @ [1, -1] > 0.05⟧. And if the noise is drawn again? On ten draws, the lowest third is ahead by ⟦100 * evidence["18 thirds"]["growing noise"].min():.0f⟧ to ⟦100 * evidence["18 thirds"]["growing noise"].max():.0f⟧ points with noise that grows, and with noise of one size the gap is ⟦less than four points either way ⇐ abs(evidence["18 thirds"]["one noise"]).max() < 0.04⟧. An error bar is therefore as good as the story that it comes from. Don't trust a band before you have checked it where you are going to use it.
