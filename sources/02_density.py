# %% [markdown]
# # 2 · Density
#
# **The question.** Old Faithful has erupted 272 times while someone held a watch. The next eruption lasts three minutes. Is it like the others, or is it something new? **Slide the window** along the lengths of the eruptions, and count.

# %% jupyter={"source_hidden": true}
import numpy as np
from scipy.stats import norm
from sklearn.mixture import GaussianMixture
from kernelcourse import bars, equations, figures, guess
from kernelcourse.density import experiments, explorers, proofs
from kernelcourse.density.figures import bumps, density_regions
from kernelsy19 import datasets, density
from kernelsy19.density import ParzenWindow
from kernelsy19.kernels import RBF, geometry as fs

# %%
explorers.SlidingWindowExplorer()

# %% [markdown]
# Answering such questions is called **novelty detection**, or **anomaly detection**. It's hard because we only have examples of what is normal, and cannot say beforehand what the strange ones will look like. The same question comes up wherever things are measured: which entries of a table are errors, and was this payment made by the owner of the card?
#
# The window gives one answer: estimate how densely the data lie around each place, and call new what falls where the density is low.
#
# **After this chapter you can**
#
# - derive the Parzen window from the probability of a small region;
# - turn a density into a detector that rejects a proportion of the data that you choose;
# - choose the width of the window, by leave-one-out likelihood or by a rule of thumb, and say what each of them assumes;
# - draw the smallest regions that hold given proportions of the data;
# - say why a density gets hopeless when there are many variables, and why a detector need not.
#
# **You need** [chapter 1](01_kernels.ipynb) for the RBF kernel and for the mean in feature space, and you should know what a density, an integral, an expectation and a variance are. Two of the proofs also use the gradient and Taylor's formula; you may take their last lines on trust at first.

# %% [markdown]
# ## 2.1 A bell curve is not enough
#
# Let's look at one measurement, how many minutes the eruptions lasted. The small ticks at the foot of the picture are the 272 eruptions. We draw two estimates of their density: the bell curve with their mean and their standard deviation, and the kind of curve that this chapter is about.

# %%
faithful, x = datasets.faithful().in_order(shuffle=0), np.linspace(1, 6, 500)
minutes, lasted = faithful.X[:, :1], faithful.X[:, 0]
two = {"one Gaussian": norm.pdf(x, lasted.mean(), lasted.std()),
       "Parzen window, h = 0.2 min": density.parzen_gaussian(x[:, None], minutes, 0.2)}
axes = {"xlabel": "eruptions (min)", "ylabel": "density (per min)", "rug": lasted}
figures.curves(x, two, title="Two estimates of one density", **axes)

# %% [markdown]
# The bell curve is highest at ⟦lasted.mean():.2f⟧ minutes, the mean, although eruptions of about that length are rare. Within a quarter of a minute of it lie ⟦(np.abs(lasted - lasted.mean()) <= 0.25).sum()⟧ of the ⟦len(faithful)⟧, and just as near to two minutes lie ⟦(np.abs(lasted - 2) <= 0.25).sum()⟧. The bell curve cannot show this, because it comes from a formula with two unknown numbers, and no choice of the two makes a valley in the middle. An estimate of this kind is called **parametric**: one assumes a formula, and fits its parameters. It works well where the formula is right.
#
# The other curve assumes no formula. It lets each eruption speak for its own neighborhood, and is called **nonparametric**. How is it made?
#
# ## 2.2 Counting in a small region
#
# Let the points $x_1, \dots, x_n$ be drawn from a density $f$, and let $x_0$ be a place where we want to know it. We put a small region $\mathcal{R}$ of volume $V$ around $x_0$. If $f$ has no jump there, it hardly changes in a small region, so the probability of falling into the region is nearly $f(x_0)\,V$. We don't know this probability, but we can estimate it by the proportion of our points that have fallen in. Setting the two equal gives the estimate:
#
# $$P(X \in \mathcal{R}) \approx f(x_0)\,V \qquad\text{and}\qquad P(X \in \mathcal{R}) \approx \frac1n\sum_{i=1}^n I(x_i \in \mathcal{R}), \qquad\text{so}\qquad \hat f(x_0) = \frac{1}{nV}\sum_{i=1}^n I(x_i \in \mathcal{R}) .$$
#
# The $I$ is 1 where its condition holds, and 0 elsewhere. For one measurement, a region is an interval and $V$ is its length. Take half a minute around $x_0 = 2$ minutes:

# %%
inside = np.abs(lasted - 2.0) <= 0.25
print(f"{inside.sum()} of {len(minutes)} eruptions took 1.75 to 2.25 minutes")
print(f"density there: {density.density_in_region(inside, volume=0.5):.3f} per minute")

# %% [markdown]
# How good is an estimate like that? It contains two errors, because we took $f$ to be constant in the region, and a proportion for a probability. A small region keeps the first error small, but few points fall into it, so that the second error grows. This conflict will stay with us for the whole chapter. The proof makes it exact, and its last line adds up the two errors. For each line you see the reason first, and the line when you ask for it.

# %%
display(proofs.small_region.walk())
equations.sheet("SY19-region-probability", "SY19-region-density", folded=True)

# %% [markdown]
# ## 2.3 A window on every point
#
# We have moved a region to a place, and counted the points in it. Let's turn this around: put a small block on every point, as wide as the region and with the area $1/n$, and add up all blocks. At each place you get the same number as before, because a point lies in the region around $x_0$ exactly when $x_0$ lies under the block of that point. Here are ten of the eruptions, each with a block on the left, and with a smooth bump instead on the right.

# %%
windows = {"hypercube": 0.8, "gaussian": 0.25}
bumps(lasted[:10], windows, xlabel="eruptions (min)", title="Ten eruptions")

# %% [markdown]
# This estimate is a **Parzen window**. The thick line is the estimate $\ink{blue}{\hat f}$, the sum of the thin ones. For $p$ measurements the block becomes a cube with side $h$, whose volume is $h^p$. Write $H(u)$ for the function that is 1 where no $|u_j|$ exceeds $\frac12$, and 0 elsewhere. Then
#
# $$\ink{blue}{\hat f}(x_0) = \sum_{i=1}^n \ink{green}{\frac{1}{n h^p}\,H\!\left(\frac{x_i - x_0}{h}\right)} .$$
#
# On the left you see its weakness: a point counts fully or not at all, so the estimate jumps wherever a block begins or ends. Let us make a point count less and less, the farther away it is. We replace $H$ by the standard Gaussian density $\phi(u) = (2\pi)^{-p/2}\exp(-\frac12u^\top u)$. This is equation (1) of the lecture SY19, and as always it is a function:

# %%
equations.show("SY19-1")

# %%
display(proofs.hypercube.walk(), proofs.gaussian.walk())
equations.sheet("SY19-hypercube-window", "SY19-parzen-hypercube", "SY19-gaussian-window",
                "SY19-parzen-kernel", folded=True)

# %% [markdown]
# This bump is an RBF kernel with $\gamma = 1/(2h^2)$, multiplied by a factor that makes its integral 1. That is why $h$, the **bandwidth**, matters in the same way as the width of a kernel does. Here are three bandwidths, for all eruptions:

# %%
three = {f"h = {h} min": density.parzen_gaussian(x[:, None], minutes, h) for h in (0.03, 0.2, 1.2)}
figures.curves(x, three, title="Three bandwidths", **axes)

# %% jupyter={"source_hidden": true}
at = np.linspace(1, 6, 5001)[:, None]
fine = {h: density.parzen_gaussian(at, minutes, h) for h in (0.03, 0.2, 1.2)}
peaks = {h: (np.diff(np.sign(np.diff(f))) < 0).sum() for h, f in fine.items()}

# %% [markdown]
# At 0.03 minutes the curve follows single eruptions and has ⟦peaks[0.03]⟧ peaks, whereas at 1.2 minutes ⟦there is one peak left ⇐ peaks[1.2] == 1⟧, because the two groups have melted into one. In between, at 0.2 minutes, it has ⟦peaks[0.2]⟧ peaks. Section 2.5 asks how wide the window should be.
#
# ## 2.4 A detector
#
# A reading is called new, and *rejected*, where the density is below a threshold: $\hat f(x) < c$. Which threshold? It would be hard to say what a density of 0.003 per minute² means, but easy to say that about 5% of the readings may be rejected. We therefore choose a proportion $\rho$, and take for $c$ the largest number that rejects no more than this proportion of our sample:
#
# $$c = \max\Big\{c : \frac1n\sum_{i=1}^n I\big(\hat f(x_i) < c\big) \le \rho\Big\} .$$
#
# Here is the detector at work. Its bandwidths come from a rule that section 2.5 explains.

# %%
detector = ParzenWindow(bandwidth="silverman", reject_share=0.05).fit(faithful.X)
rejected = detector.predict(faithful.X) == -1
display(equations.sheet("SY19-density-rejection", "SY19-density-threshold", folded=True))
figures.decision(faithful, lambda P: detector.decision_function(P).clip(-6), rejected.astype(int),
                 names=("kept", "rejected"), label="density = c", title="Parzen detector, ρ = 5%")

# %% jupyter={"source_hidden": true}
logs = GaussianMixture(2, random_state=0).fit(faithful.X).score_samples(faithful.X)
mixed = logs < density.rejection_threshold(logs, 0.05)

# %% [markdown]
# The detector rejects ⟦rejected.sum()⟧ of the ⟦len(faithful)⟧ eruptions, which is ⟦rejected.mean():.1%⟧. One more would be ⟦more than 5% ⇐ (rejected.sum() + 1) / len(faithful) > 0.05⟧. What about the eruption that we began with, of three minutes? If the next one comes after 70 minutes, the detector ⟦rejects it ⇐ detector.predict([[3.0, 70.0]])[0] == -1⟧, and if it comes after 50, the detector ⟦rejects it ⇐ detector.predict([[3.0, 50.0]])[0] == -1⟧ too. A parametric density can be a detector as well, if its formula fits. A mixture of two Gaussians, with a threshold chosen in the same way, also rejects ⟦mixed.sum()⟧ eruptions, and ⟦(mixed & rejected).sum()⟧ of them are the same.
#
# The estimator `ParzenWindow` compares logarithms of densities, because far from all data the density itself is too small for a computer: for an eruption of 50 minutes and a wait of 500, `parzen_gaussian` returns ⟦density.parzen_gaussian(np.array([[50.0, 500.0]]), faithful.X, 10.0)[0]:.0f⟧. Its logarithm is ⟦density.log_density([[50.0, 500.0]], faithful.X, 10.0)[0]:,.0f⟧, with a window of 10 minutes. Exercise 02.3 asks how to get it.
#
# In the explorer, the left panel shows the first measurement alone, and the right panel shows both. All lengths are in standard deviations (sd). **Before you move it**, guess what a wider window does to the rejected eruptions. Once you have looked, choose the hypercube and make it as wide as it goes. Where is the density highest then, and why is this bad?

# %%
Z, tried = faithful.standardized().X, (0.03, 0.1, 0.3, 1.0, 3.0)
out = {h: ParzenWindow(bandwidth=h, reject_share=0.05).fit_predict(Z) == -1 for h in tried}
which = ["more of them, or fewer", "as many, but not the same ones", "the same ones"]
blocks = density.log_density(Z, Z, 0.1, "hypercube")
alike = int(out[1.0].sum() == out[0.3].sum()) + int((out[1.0] == out[0.3]).all())
question = "ρ stays at 5%, and h grows from 0.3 to 1 sd. Which eruptions are rejected then?"
guess.choice(question, which, which[alike])

# %%
explorers.ParzenExplorer()

# %%
place = np.linspace(-2.5, 2.5, 501)
wide = density.parzen_hypercube(place[:, None], Z[:, :1], 10**0.5)  # as wide as it goes
plateau = place[wide >= wide.max() * (1 - 1e-12)]
with guess.covered():
    for h, found in out.items():
        print(f"h = {h} sd: {found.sum()} rejected, {(found & out[0.3]).sum()} also at h = 0.3 sd")
    print(f"hypercube, h = 3.16 sd: highest from {plateau.min():.2f} to {plateau.max():.2f} sd")

# %% [markdown]
# <details><summary>Answers</summary>
#
# - With the Gaussian window the number of rejected eruptions ⟦stays the same ⇐ len({mask.sum() for mask in out.values()}) == 1⟧, ⟦out[0.3].sum()⟧ of ⟦len(Z)⟧, because the threshold is tuned to the sample. They aren't the same eruptions, though: at $h = 1$ only ⟦(out[1.0] & out[0.3]).sum()⟧ of those that are rejected at $h = 0.3$ are still rejected. A wide window looks at where the bulk of the data lies, a narrow one at whether a point has close neighbors. The hypercube counts, so that many eruptions can have the same density. At $h = 0.1$, ⟦(blocks < blocks.min() + 1e-9).sum()⟧ eruptions are alone in their cube. They are ⟦more than 5% ⇐ (blocks < blocks.min() + 1e-9).mean() > 0.05⟧ of all, and no threshold rejects one of them without the others, so the hypercube rejects ⟦(blocks < density.rejection_threshold(blocks, 0.05)).sum()⟧.
# - The density is highest on a plateau around ⟦plateau.mean():.1f⟧ sd, because from there the cube holds the most eruptions of both groups at once. But only ⟦(np.abs(Z[:, 0] - plateau.mean()) <= 0.25).sum()⟧ eruptions lie within a quarter of a standard deviation of this place, while a typical eruption has ⟦np.median((np.abs(Z[:, :1] - Z[:, 0]) <= 0.25).sum(axis=1)) - 1:.0f⟧ others that close. A window that is too wide puts the density where the data are not.
# </details>
#
# ## 2.5 Choosing the bandwidth
#
# What does a window do to a density? Suppose that we knew the true $f$, say two bell curves. We can then draw what a Parzen window estimates *on average*, over all samples. A mean over samples replaces the sum by an integral, and the integral of the product of two Gaussians is known: each bump gets wider, and its variance grows by $h^2$.

# %%
def two_bells(x, h):
    return 0.35 * norm.pdf(x, 2.0, np.hypot(0.25, h)) + 0.65 * norm.pdf(x, 4.3, np.hypot(0.4, h))

blurred = {"the true density": two_bells(x, 0)}
blurred |= {f"on average, h = {h}": two_bells(x, h) for h in (0.2, 0.8)}
figures.curves(x, blurred, xlabel="x", ylabel="density", title="A window blurs the density")

# %% [markdown]
# The window blurs. ⟦The peaks come out too low and the valley between them too high, and the wider the window, the more ⇐ all(two_bells(peak, 0) > two_bells(peak, 0.2) > two_bells(peak, 0.8) for peak in (2.0, 4.3)) and two_bells(3, 0) < two_bells(3, 0.2) < two_bells(3, 0.8)⟧. This error is called the **bias**. As long as $h$ stays the same, it does not go away with more data. The other error is the **variance**: another sample would have given another curve, and with a narrow window a very different one. How large is each?

# %%
proofs.bias

# %% [markdown]
# We need lines 4 and 6. As long as $h$ is small, the bias at a point is proportional to $h^2$ (if $\Delta f$ is not 0 there), and the variance to $1/(nh^p)$. Beside a line that ends in $O(\dots)$, the number is measured: it is the power of $h$ by which the rest falls. We keep these leading terms, and add up the squared bias, which goes with $\ink{orange}{h^4}$, and the variance, which goes with $\ink{blue}{1/(nh^p)}$, over all places. For a sample of ⟦len(faithful)⟧ points from one bell curve with standard deviation 1, the sum looks like this.

# %%
h, n = np.geomspace(0.08, 1.0, 2000), len(faithful)
variance = 1 / (n * np.sqrt(4 * np.pi) * h)
squared_bias = h**4 / 4 * 3 / (8 * np.sqrt(np.pi))
parts = {"variance": variance, "squared bias": squared_bias, "their sum": variance + squared_bias}
figures.curves(h, parts, xlabel="h (sd)", ylabel="error", log="x", title="Two errors, one width")

# %% [markdown]
# Narrow windows suffer from variance, wide ones from bias, and the sum has its lowest point at $h$ = ⟦h[np.argmin(parts["their sum"])]:.3f⟧. Many programs use the formula of this lowest point as a rule. **Silverman's rule** assumes that the data come from a single Gaussian whose measurements are independent, and gives the widths that are then optimal for large $n$:
#
# $$h_j = \sigma_j\left(\frac{4}{(p+2)\,n}\right)^{1/(p+4)},$$
#
# where $\sigma_j$ is the standard deviation of the measurement $j$. For our ⟦n⟧ points and one measurement it gives ⟦(4 / (3 * n)) ** (1 / 5):.3f⟧ of a standard deviation, which is the lowest point in the picture. **Scott's rule** leaves out the factor $(4/(p+2))^{1/(p+4)}$, which is 1 in two dimensions, and ⟦lies between 0.92 and 1.06 in all others ⇐ all(0.92 < (4 / (q + 2)) ** (1 / (q + 4)) < 1.06 for q in range(1, 1000))⟧.

# %%
display(proofs.best_width.walk())
equations.sheet("COURSE-scott", "COURSE-silverman", "COURSE-normal-scale", folded=True)

# %% [markdown]
# Of all that the data could tell, the rule of thumb uses only their standard deviations. The eruptions come in two groups. Those under three minutes have a standard deviation of ⟦lasted[lasted < 3].std():.2f⟧ minutes, and the others one of ⟦lasted[lasted >= 3].std():.2f⟧, but all together have ⟦lasted.std():.2f⟧, because the groups are far apart. The rule mistakes this distance for the width of one bell curve, and its window is ⟦density.silverman(minutes)[0]:.2f⟧ minutes wide. For the short eruptions alone the rule would give ⟦density.silverman(minutes[lasted < 3])[0]:.2f⟧, and for the long ones ⟦density.silverman(minutes[lasted >= 3])[0]:.2f⟧. Is there a way to ask the data themselves?
#
# Here is an idea: a good density is one that expects what it has not seen. Leave out one eruption, make the estimate from all others, and ask how high it is at the one left out. Do so for each eruption, and add up the logarithms. The sum is the **leave-one-out likelihood**
#
# $$\ell(h) = \sum_{i=1}^n \log \hat f_{-i}(x_i), \qquad\text{where } \hat f_{-i} \text{ is made from all points but } x_i .$$
#
# Why must the point itself be left out? If it weren't, the narrowest window would always win, because each point sits on the peak of its own bump, and the peak grows without end as $h$ goes to 0.

# %%
widths, best = np.geomspace(0.03, 1.0, 60), density.loo_bandwidth(minutes)
likelihood = [density.loo_log_likelihood(minutes, width) for width in widths]
display(equations.sheet("COURSE-loo-likelihood", "COURSE-loo-bandwidth", folded=True))
figures.curves(widths, {"each eruption left out once": likelihood}, log="x", xlabel="h (min)",
               ylabel="leave-one-out log-likelihood")

# %% jupyter={"source_hidden": true}
ruled = density.silverman(minutes)[0]

# %% [markdown]
# The curve ⟦has its peak ⇐ abs(np.log(widths[np.argmax(likelihood)] / best.bandwidth)) < np.log(widths[1] / widths[0])⟧ at ⟦best.bandwidth:.2f⟧ minutes. `loo_bandwidth` finds it by a formula that is repeated until nothing changes; unfold the second formula above the picture to see it. Silverman's rule gives ⟦ruled:.2f⟧ minutes, ⟦ruled / best.bandwidth:.1f⟧ times as much, and there $\ell$ is lower by ⟦best.log_likelihood - density.loo_log_likelihood(minutes, ruled):.0f⟧. At an eruption that was left out, the density is ⟦np.exp((best.log_likelihood - density.loo_log_likelihood(minutes, ruled)) / len(minutes)) - 1:.0%⟧ higher on average with the narrower window, in the geometric mean over all ⟦len(minutes)⟧.
#
# A third way is the **plug-in** rule, which R's package `ks` takes by default, and the lecture with it. A first, rough bandwidth gives an estimate of how sharply the density curves, and with that one finds the best bandwidth, even a whole matrix $\mathbf{H}$, with bumps that are ellipses. The formulas are in depth; here we only use the result.
#
# ## 2.6 Irises, as in the lecture
#
# The lecture shows the density of two measurements of 150 irises, with contours that hold 25, 50, 75, 95 and 99% of the flowers. In R, `kde(x)` of the package `ks` computes them, and `plot(fhat, cont = c(25, 50, 75, 95, 99))` draws them.

# %%
iris = datasets.iris().in_order().columns("sepal width", "petal length")
shares = [0.25, 0.5, 0.75, 0.95, 0.99]
model = ParzenWindow(bandwidth="plug-in").fit(iris.X)
levels, f = model.hdr_levels(shares), lambda P: np.exp(model.score_samples(P))
density_regions(iris, f, levels, shares, title="150 irises, plug-in bandwidth matrix")

# %% [markdown]
# How is such a contour found? Sort the flowers by the density at each of them. The contour of 50% is a level that half of them lie above, which is nearly the threshold of section 2.4 with $\rho$ = 50%. The package `ks` puts each level between two densities of the sample, and so do we here, which ⟦leaves out at most one flower more ⇐ {int((f(iris.X) < level).sum() - (f(iris.X) < density.rejection_threshold(f(iris.X), 1 - share)).sum()) for level, share in zip(levels, shares)} == {0, 1}⟧.
#
# Many regions hold half of the flowers. Why draw the one inside a contour of the density? Because **no region that is as probable is smaller**. If we want a region $\mathcal{R}$ with $P(X \in \mathcal{R}) \ge \mu$, and want it as small as possible, we can take the one inside the contour that holds just $\mu$. Such a contour may not exist if the density has plateaus, as that of the hypercube window has. Keep this in mind for chapter 3. The proof is short: if you exchange a part of the region for something outside, you give away high density and get low density for it, so the new part cannot be smaller.

# %%
display(proofs.highest_density, equations.sheet("COURSE-hdr-levels", folded=True))

# %% [markdown]
# The matrix is $\mathbf{H} = \begin{pmatrix} ⟦model.bandwidth_[0, 0]:.4f⟧ & ⟦model.bandwidth_[0, 1]:.4f⟧ \\ ⟦model.bandwidth_[1, 0]:.4f⟧ & ⟦model.bandwidth_[1, 1]:.4f⟧ \end{pmatrix}$, in cm². It has a ⟦negative entry ⇐ model.bandwidth_[0, 1] < 0⟧ beside the diagonal, so the bump leans. Over the three species together, flowers with long petals tend to have narrow sepals (the correlation is ⟦np.corrcoef(iris.X.T)[0, 1]:.2f⟧). Within each species it is ⟦the other way round ⇐ min(np.corrcoef(iris.X[iris.y == c].T)[0, 1] for c in range(3)) > 0.1⟧, and the matrix with the largest leave-one-out likelihood (2·B) ⟦leans the other way ⇐ ParzenWindow(bandwidth="loo-full").fit(iris.X).bandwidth_[0, 1] > 0⟧, too.
#
# ## 2.7 The same detector in feature space
#
# In section 1.5 we drew which places are near the mean of the eruptions in the feature space of an RBF kernel, and the picture looked like one of a density. We can now say why. For the RBF kernel $K(x, x) = 1$, so in
#
# $$\|\Phi(x) - m\|^2 = K(x, x) - \frac2n\sum_i K(x, x_i) + \|m\|^2$$
#
# only the sum in the middle depends on $x$, and this sum is the Parzen density, up to a factor. The nearer an image is to the mean in feature space, the denser the data are around its point. To reject a point whose density is below a threshold is therefore to reject a point outside a ball around $m$.

# %%
K = RBF(gamma=1 / (2 * 0.3**2))(Z)
to_mean = fs.squared_distances_to_mean(np.diag(K), K, K)
rarest_first = np.argsort(density.parzen_gaussian(Z, Z, 0.3))
print("the rarer, the farther:", (np.diff(to_mean[rarest_first]) <= 1e-12).all())
proofs.ball_with_nu_one.walk()

# %% [markdown]
# [Chapter 3](03_minimum_volume_ball.ipynb) looks for a better center, and so for a smaller ball.
#
# ## 2.8 Many variables
#
# So far we have had one or two measurements. What if there are ten? A window has to be small, or it blurs, and yet it has to hold some of the data, or we have nothing to count. Let the data be spread evenly over a cube with side 1, and ask how long the side $a$ of a smaller cube must be that holds a proportion $s$ of them. Its volume is $a^p = s$, so $\ink{blue}{a} = s^{1/p}$. **Before you look at the picture:** take $s$ = 10%. In one dimension $a$ is 0.1. How long is it in ten?

# %%
p = np.arange(1, 31)
sides, balls = density.side_to_capture(0.1, p), [density.ball_share_of_cube(q) for q in p]
display(equations.sheet("COURSE-curse-side", "COURSE-curse-ball", folded=True))
curves = {"side of a cube that holds 10%": sides, "share of a cube in its ball": balls}
words = {"xlabel": "number of variables p", "ylabel": "side, or share"}
with guess.covered():
    display(figures.curves(p, curves, markers=True, **words))

# %% [markdown]
# <details><summary>Answer</summary>
#
# In ten dimensions the side is ⟦sides[9]:.2f⟧. To hold a tenth of the data, a window must reach over ⟦sides[9]:.0%⟧ of the range of every variable, and that's hardly a neighborhood. The second curve shows that cubes themselves get strange. The largest ball in a cube fills ⟦balls[2]:.0%⟧ of it in three dimensions, and ⟦balls[9]:.1%⟧ in ten. ⟦Nearly all ⇐ balls[9] < 0.01⟧ of a cube in ten dimensions is in its corners, far from its center.
#
# </details>
#
# How many points does it take, then? Let us ask for little: the density of a single bell curve, only at its highest point, and only with a relative error of about 32% (the mean of its square is 0.1), at the best bandwidth.

# %%
needed = {q: density.sample_size_needed(q) for q in (1, 2, 4, 6, 8, 10)}
for q, points in needed.items():
    print(f"p = {q:>2}: {points:>9,} points")
equations.sheet("COURSE-curse-error", folded=True)

# %% [markdown]
# One variable takes ⟦needed[1]⟧ points, and ten variables take ⟦needed[10]:,⟧. A well-known table in Silverman's book of 1986 has these numbers, rounded. This is the **curse of dimension**, and it hits hardest those estimates that assume no formula.
#
# Is the detector hopeless, too? It asks for less than a density: only which of two places is the denser. Take 300 images of one digit, with 256 variables each, and the width with the largest leave-one-out likelihood. Of a new image of this digit and one of another, the first is the denser in ⟦evidence["02 digits"]["Parzen"].mean():.1%⟧ of all pairs, on average over the ten digits and ten draws of the images. Not much is left of the density: the distance to the nearest of the 300 images puts ⟦evidence["02 digits"]["nearest"].mean():.1%⟧ in the right order as well, and a single bell curve with all covariances (shrunk, so that they have an inverse) even ⟦evidence["02 digits"]["one Gaussian"].mean():.1%⟧. The number is lost among so many variables, but the order need not be.
#
# So remember what we were looking for: a region that holds most of the data. On the way we estimated a number for every point of the space, which is much more than that. The lecture quotes **Vapnik's principle**: when you solve a problem, don't solve a more general problem as an intermediate step. The next chapter looks for the region itself.
#
# ## Summary

# %%
equations.summary("02_density", folded=True)

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. 20 of 200 points fall into a square of side 0.5. What is the density estimate at its center?
# <details><summary>Answer</summary>
#
# $20 / (200 \cdot 0.25) = 0.4$ per unit of area.
# </details>
#
# 2. What does a wide window do to the bias, and what to the variance?
# <details><summary>Answer</summary>
#
# It makes the bias larger, because it blurs more, and the variance smaller, because more points are averaged at each place.
# </details>
#
# 3. Why does the likelihood of the sample itself, with no point left out, always favor the narrowest window?
# <details><summary>Answer</summary>
#
# Each point lies at the peak of its own bump, and this peak, $1/(n (2\pi)^{p/2} h^p)$, grows without end as $h \to 0$.
# </details>
#
# 4. All lengths are changed from centimeters to millimeters. What happens to Silverman's bandwidth, and what to the density?
# <details><summary>Answer</summary>
#
# The bandwidth is multiplied by 10, as $\sigma_j$ is. The density is divided by $10^p$, because it is per unit of volume.
# </details>
#
# 5. Which region holds half of the probability in the smallest area?
# <details><summary>Answer</summary>
#
# The one where the density is above a level, with the level chosen so that it holds half of the probability. Half of the *data* can be held in no area at all, because a finite set of points has none.
# </details>
#
# **Now the exercises:** work in [your own copy](../my/02_density_exercises.ipynb), which JupyterLab has made for you ([the originals](../exercises/02_density_exercises.ipynb)). Next: [the minimum-volume ball](03_minimum_volume_ball.ipynb).
#
# **To read on:** Silverman (1986) and Wand and Jones (1995) on windows and their widths; Hyndman (1996) on the smallest regions.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 2·A The plug-in bandwidth (2 minutes)
#
# The bias depends on the curvature of the density, which we don't know. Silverman's rule takes the curvature of a bell curve. The **plug-in** rule guesses twice. A first, rough bandwidth, called the *pilot*, gives an estimate of the curvature. We put it into the formula for the error, where one unknown is left, the bandwidth, and we choose the value that makes the error smallest. With several measurements, the bandwidth may be a whole matrix $\mathbf{H}$, and the bump an ellipse of any direction.

# %%
equations.sheet("COURSE-parzen-matrix", "COURSE-amise", "COURSE-psi-estimate", "COURSE-pilot",
                "COURSE-plug-in", folded=True)

# %% [markdown]

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 2·B Which bandwidth wins, in ten divisions (2 minutes)
#
# Which rule should we use? Let us compare four of them by the same measure. Silverman's rule gives each axis a width of its own. The other three choose a whole matrix: `normal-scale` is Silverman's rule with the covariances, and `loo-full` the matrix with the largest leave-one-out likelihood. We divide the flowers into five parts at random. Five times we leave out one part, choose the bandwidth from the other four, and ask how high the density is at the flowers that were left out. We do all this for ten random divisions, and print the mean. The other column gives the size of the window that the rule chooses from all the flowers, measured by $\sqrt{|\mathbf{H}|}$, the root of the determinant.

# %%
rules, tried = ("silverman", "normal-scale", "plug-in", "loo-full"), {}
for rule in bars.progress(rules, "rules"):
    tried[rule] = [experiments.try_rule(rule, iris.X, seed=seed) for seed in range(10)]
size = {rule: found[0].size for rule, found in tried.items()}
left_out = {rule: np.array([one.left_out for one in found]) for rule, found in tried.items()}
for rule in rules:
    print(f"{rule:>12}: window {size[rule]:.3f} cm², mean log density {left_out[rule].mean():.3f}")

# %% [markdown]
# The first two rules assume that the data come from a single Gaussian, and choose ⟦the widest windows ⇐ min(size[rule] for rule in rules[:2]) > max(size[rule] for rule in rules[2:])⟧. Leave-one-out asks how well each flower is predicted by the others, and chooses ⟦the narrowest ⇐ min(size, key=size.get) == "loo-full"⟧. Is the cause that the irises come from three species? Draw 150 points like them, twenty times, once from a single Gaussian with the covariance of all flowers, and once from three Gaussians, one for each species. With one Gaussian, leave-one-out chooses a window of ⟦np.median(evidence["02 window"]["one"]):.1f⟧ times Silverman's in the median, and a wider one in ⟦(evidence["02 window"]["one"] > 1).sum()⟧ of the twenty draws. With three it chooses ⟦np.median(evidence["02 window"]["three"]):.2f⟧ times Silverman's, and ⟦never more than half ⇐ evidence["02 window"]["three"].max() < 0.5⟧; for the flowers it is ⟦size["loo-full"] / size["silverman"]:.2f⟧. The rounding of the flowers to tenths of a centimeter, which makes neighbors that are equal, is not the cause: with points that are rounded like them, the two medians are ⟦np.median(evidence["02 window"]["one, rounded"]):.1f⟧ and ⟦np.median(evidence["02 window"]["three, rounded"]):.2f⟧. It is the groups. In ⟦each of the ten divisions ⇐ all((left_out["loo-full"] > left_out["plug-in"]) & (left_out["plug-in"] > np.maximum(left_out["silverman"], left_out["normal-scale"])))⟧ the flowers that were left out are predicted best by leave-one-out, then by plug-in, and worst by the two rules for a single Gaussian. But note that our measure is the one that leave-one-out maximizes, while plug-in aims at the squared error of the density, which we cannot compute without knowing the true one.
