# %% [markdown]
# # 15 · Fisher kernels
#
# **The question.** Two thousand scanned digits lie in a folder, and you will label thirty. Can we make a kernel out of the points *without* labels, so that few labels are enough? **Drag the two points of the bell:** they are alike if they would change it in the same way.

# %% jupyter={"source_hidden": true}
import numpy as np
from kernelcourse import bars, equations, figures, guess
from kernelcourse.fisher import draws, experiments, explorers, proofs
from kernelcourse.fisher.figures import accuracy_by_labels, gram_images, mixtures_over_points
from kernelcourse.fisher.figures import moved_bells, score_arrows
from kernelsy19 import datasets, fisher, pca
from kernelsy19.fisher import DiagonalMixture, FisherKernel
from kernelsy19.kernels import RBF

# %%
explorers.PullsExplorer()

# %% [markdown]
# The lecture PR starts from a probability density, as Jaakkola and Haussler (1999) proposed, because a density can be fitted without labels. This chapter builds that kernel and tests it.
#
# **After this chapter you can**
#
# - compute the score of a point under any density, and say what it tells;
# - explain what the Fisher information measures, and why it is the curvature of a divergence;
# - turn a density into a kernel in two ways, and say which of them depends on how you write the parameters;
# - fit a mixture by EM, and build kernels from its weights, means and standard deviations;
# - predict when few labels suffice, and when a Fisher kernel makes things worse.
#
# **You need** kernels ([chapter 1](01_kernels.ipynb)), c-means ([chapter 5](05_c_means.ipynb)), the support vector machine ([chapter 12](12_perceptron_and_svm.ipynb)), and of probability means, variances and Bayes' rule.

# %%
pool = datasets.usps().train.in_order(shuffle=0).rows(slice(2000))
thirty = experiments.draw_labeled(pool.y, 3, np.random.default_rng([3, 0]))
figures.digits(pool.images[thirty], columns=15, title="Thirty with a label; 1970 have none")

# %% [markdown]
# ## 15.1 The score of a point
#
# Take the bell curve $N(0, 1)$ on the line, and a single point, $x = 2$. The density is small there, so the point comes as a surprise. We measure the **surprise** by $-\log p(x)$, in nats (the unit of natural logarithms). The bell has two knobs that we could turn, its mean $\mu$ and its standard deviation $\sigma$. Which way would the point turn them? Here is each of the two, turned up by 0.2.

# %%
moved_bells(2.0, {"a larger mean": (0.2, 1.0), "a larger standard deviation": (0.0, 1.2)})

# %% [markdown]
# Both make the point less surprising: the point pulls the mean toward itself, and it pulls the bell wider. How strong is the pull at each knob? The **score** of the point is the slope of the surprise in each parameter,
#
# $$J_\theta(x) = -\frac{\partial}{\partial\theta}\log p(x; \theta) ,$$
#
# where $\theta$ stands for all parameters, here for $(\mu, \sigma)$. The score of a point is therefore a vector with an entry for each parameter, negative where a larger parameter makes the point less surprising.
#
# `fisher.fisher_score` needs only values of $\log p$.

# %%
def log_gaussian(X, theta):
    mu, sd = theta
    return -0.5 * ((X[:, 0] - mu) / sd) ** 2 - np.log(sd * np.sqrt(2 * np.pi))

# %%
x, standard = np.linspace(-3, 3, 121), np.array([0.0, 1.0])
J = fisher.fisher_score(log_gaussian, standard, x[:, None])
scores = {"score of μ": J[:, 0], "score of σ": J[:, 1]}
display(figures.curves(x, scores, xlabel="x", ylabel="score of N(0, 1)", height=260))
equations.sheet("PR-fisher-score", folded=True)

# %% [markdown]
# The score of the mean is ⟦a straight line, $\ink{blue}{-x}$ ⇐ np.allclose(J[:, 0], -x)⟧: a point twice as far out pulls twice as hard, to its own side. The score of the standard deviation is ⟦a parabola, $\ink{orange}{-(x^2 - 1)}$ ⇐ np.allclose(J[:, 1], 1 - x**2)⟧. It is positive between $-1$ and 1, where a wider bell would be lower, and negative farther out.
#
# ## 15.2 The information
#
# Let the density draw 100 000 points itself. What remains of their pulls on average?

# %%
drawn = np.random.default_rng(0).normal(size=(100_000, 1))
J = fisher.fisher_score(log_gaussian, standard, drawn)
print("mean scores below 0.01:", np.abs(J.mean(axis=0)) < 0.01)
print("mean products of the scores:\n", fisher.information(J).round(2))

# %% [markdown]
# The pulls cancel: the points come from this bell, so no other bell fits them better on average. What is left is how much the scores *scatter*. The mean of their products is called the **Fisher information**,
#
# $$I(\theta) = E\big[J_\theta(x)\,J_\theta(x)^\top\big] ,$$
#
# where $E$ is the mean over points that the density draws. (The slides write $I(x)$, but after a mean over all $x$ nothing of $x$ is left.) For $N(0, 1)$ the exact answer is $\operatorname{diag}(1, 2)$, since $E[x^2] = 1$ and $E[(x^2 - 1)^2] = 2$, and since the product of the two scores is odd in $x$, so that its mean is 0. The simulation is ⟦within 0.05 ⇐ np.abs(fisher.information(J) - np.diag([1, 2])).max() < 0.05⟧ of it.
#
# It is called information because, by line 5 of the proof, it measures how sharply the surprise bends at the true parameters, on average. Where it bends sharply, we soon notice a parameter that is a little wrong.
#
# The proofs take densities on a few outcomes, where each mean is a sum. On the line, line 3 differentiates under an integral, which is allowed where the slopes of $p$ stay, for all parameters near $\theta$, below one function with a finite integral, as those of Gaussians and their mixtures do.

# %%
display(proofs.score, equations.sheet("PR-fisher-information", folded=True))

# %% [markdown]
# How different are two densities? Let the first one draw points, and measure how much more the second is surprised by them, on average. This number is the **Kullback-Leibler divergence**. It is 0 if the two densities are the same, and never negative. If we move the parameters of the second one away from those of the first, the divergence therefore rises like a bowl. The lecture notes in one line that the information is the curvature of this bowl,
#
# $$\ink{blue}{\operatorname{KL}\big(p_\theta \,\|\, p_{\theta+\delta}\big)} = \ink{orange}{\tfrac12\,\delta^\top I(\theta)\,\delta} + O(\|\delta\|^3) .$$
#
# **Before you look:** take $N(0, 1)$ for the first density and $N(0, (1+t)^2)$ for the second. With the information 2 of $\sigma$, the formula promises a divergence near $\frac12\cdot2\,t^2 = t^2$. On which side of this parabola is the true one?

# %%
along = fisher.divergences_along((0.0, 1.0), np.linspace(-0.5, 1.0, 61))
above, below = "above the parabola", "below the parabola"
wider = along.exact[along.sizes > 0.01] - along.parabola[along.sizes > 0.01]
side = above if wider.min() > 0 else below
guess.choice("If t is positive, where does the divergence lie?", [above, below], side)

# %%
bowl = {"divergence": along.exact, "½ t² δᵀIδ": along.parabola}
words = {"xlabel": "t", "ylabel": "nats", "title": "N(0, 1) and N(0, (1 + t)²)"}
with guess.covered():
    display(figures.curves(along.sizes, bowl, height=260, **words))
    for t, exact, parabola in zip(*fisher.divergences_along((0.0, 1.0), [0.01, 0.1, 1.0])):
        print(f"t = {t:4}: divergence {exact:.6f}, parabola {parabola:.6f}")
display(proofs.divergence.walk(), equations.sheet("PR-kl-curvature", folded=True))

# %% [markdown]
# <details><summary>Answer</summary>
#
# For positive $t$ it lies ⟦below ⇐ wider.max() < 0⟧, for negative $t$ ⟦above ⇐ (along.exact > along.parabola)[along.sizes < -0.01].all()⟧. The divergence here is $\log(1+t) + \frac{1}{2(1+t)^2} - \frac12$. Near $t = 0$ the two curves agree, and that's all that the formula claims.
#
# </details>
#
# ## 15.3 Two kernels
#
# Two points are alike if they pull at the parameters in the same way, which the dot product of their scores measures. The lecture offers this product, and beside it a second one:
#
# $$K(x, y) = J_\theta(x)^\top J_\theta(y) \qquad\text{or}\qquad K(x, y) = J_\theta(x)^\top I(\theta)^{-1} J_\theta(y) .$$
#
# We call the first one the **plain** kernel. The second one measures scores in units of the information, as we measure a column in units of its standard deviation.
#
# Take two points, $\ink{blue}{x = 0.5}$ and $\ink{orange}{y = 2}$, and describe the same bell in two ways, by $\mu$ and $\sigma$, and by $\mu$ and the variance $\sigma^2$. The information is $\operatorname{diag}(1, 2)$ in the first case and, by the rule that we prove below, $\operatorname{diag}(1, \frac12)$ in the second.

# %%
def log_gaussian_by_variance(X, theta):
    return log_gaussian(X, (theta[0], np.sqrt(theta[1])))

two, by_sd, by_variance = np.array([[0.5], [2.0]]), np.array([1.0, 2.0]), np.array([1.0, 0.5])
J, J_new = (fisher.fisher_score(f, standard, two) for f in (log_gaussian, log_gaussian_by_variance))

# %%
panels = {"written with σ": (J, ("score of μ", "score of σ"))}
panels["written with σ²"] = J_new, ("score of μ", "score of σ²")
measured = J_new / np.sqrt(by_variance)
panels["in units of the information"] = measured, ("score of μ", "score of σ or σ²")
score_arrows(panels, ("x = 0.5", "y = 2"))

# %% [markdown]
# With $\sigma$, the plain kernel is ⟦fisher.plain_fisher_kernel(J, J)[0, 1]:.2f⟧: the two points are opposites. With $\sigma^2$ it is ⟦fisher.plain_fisher_kernel(J_new, J_new)[0, 1]:.4f⟧, and they are alike. Its answer depends on a choice that hardly anyone thinks about. The second kernel is ⟦fisher.fisher_kernel(J, J, np.diag(by_sd))[0, 1]:.3f⟧ in the first case and ⟦fisher.fisher_kernel(J_new, J_new, np.diag(by_variance))[0, 1]:.3f⟧ in the second, and the two arrows on the right are ⟦the same for both ⇐ np.allclose(J / np.sqrt(by_sd), J_new / np.sqrt(by_variance))⟧.
#
# Suppose that the parameters $\theta$ follow smoothly from others, $\eta$, and the other way around. How much each $\theta$ moves with each $\eta$ is a matrix of slopes, $A$. By the chain rule it multiplies the scores once, and hence the information twice:
#
# $$J_\eta(x) = A^\top J_\theta(x), \qquad I(\eta) = A^\top I(\theta)\,A, \qquad A = \frac{\partial\theta}{\partial\eta} .$$
#
# In the second kernel each $A$ cancels with its inverse. The next cell shows by how much both change between all pairs of 50 points, as fractions of the largest value.

# %%
J = fisher.fisher_score(log_gaussian, standard, drawn[:50])
change = fisher.change_of_kernels(J, np.diag(by_sd), A=np.diag([1.0, 0.5]))
print(f"from σ to σ²: plain {change.plain:.2f};", end=" ")
print("in units of the information below 1e-12:", change.in_units_of_information < 1e-12)
keys = "PR-fisher-kernel-plain", "PR-fisher-kernel", "COURSE-fisher-change"
display(proofs.parameters.walk(), equations.sheet(*keys, folded=True))

# %% [markdown]
# This is a reason for $I^{-1}$: with it, the kernel belongs to the density and not to the names of its parameters. (The plain kernel survives rotations and reflections only: the last line.)
#
# ## 15.4 One Gaussian: whitening
#
# Take one Gaussian in several dimensions, let its coordinates be independent, and use the scores of its mean only. The score of $\mu_j$ is $-(x_j - \mu_j)/\sigma_j^2$ and the information $1/\sigma_j^2$, so one $\sigma_j$ is left below each difference:
#
# $$K(x, y) = z^\top z_y, \qquad z_j = \frac{x_j - \mu_j}{\sigma_j} ,$$
#
# with $z_y$ made of $y$ as $z$ is of $x$. This is the linear kernel on standardized points: since chapter 3 we have standardized the columns of our data by hand, and here the same comes out of a density. Let's check it on the geyser:

# %%
eruptions = datasets.faithful().in_order()
k = FisherKernel(fisher.fit_mixture(eruptions.X, 1).mixture, parts="means")
z = eruptions.standardized().X
same = np.allclose(k(eruptions.X), z @ z.T)
print("kernel of the means = dot product of standardized points:", same)
display(proofs.gaussian.walk(), equations.sheet("COURSE-standardized", folded=True))

# %% [markdown]
# ## 15.5 A mixture, and how to fit it
#
# One Gaussian doesn't describe the geyser, whose eruptions come in two groups, but a **mixture** of Gaussians does. In it, a proportion $w_1$ of all eruptions comes from a first component and a proportion $w_2$ from a second one. Each component is a Gaussian with its own mean and standard deviation in each coordinate, without correlations.
#
# We start from complete ignorance: for each eruption, a coin decides to which of two components it belongs.

# %%
coins = np.eye(2)[np.random.default_rng(2).integers(0, 2, len(eruptions))]
steps = list(fisher.em_steps(eruptions.X, coins))
mixtures_over_points(eruptions, {f"round {i}": steps[i - 1].mixture for i in (1, 6, len(steps))})

# %% [markdown]
# After the first round, both components cover everything, and they differ by next to nothing. Round by round ⟦they move apart ⇐ (np.diff([np.ptp(step.mixture.mu[:, 0]) for step in steps[:6]]) > 0).all()⟧, and after ⟦len(steps)⟧ rounds they have come to rest on the two groups.
#
# The density of the mixture is the sum of its components, each times its weight. Given a point, how probable is it that component $k$ has made it? By Bayes' rule, this probability, which is called the **posterior** $r_k(x)$, is the part of the density there that comes from component $k$.
#
# $$p(x) = \sum_k w_k\, p_k(x), \qquad p_k(x) = \prod_j N\big(x_j; \mu_{kj}, \sigma_{kj}^2\big), \qquad r_k(x) = \frac{w_k\,p_k(x)}{p(x)} .$$
#
# If we knew the posteriors, each component could take the mean and the spread of the points, each counted by its posterior. If we knew the components, we could compute the posteriors. **EM**, short for *expectation and maximization* (Dempster, Laird and Rubin, 1977), does the two in turns, as c-means did in chapter 5, but with fractions of points instead of whole ones. This is all of it, with $r_{ik} = r_k(x_i)$:
#
# $$w_k = \frac1n\sum_i r_{ik}, \qquad \mu_{kj} = \frac{\sum_i r_{ik}\,x_{ij}}{\sum_i r_{ik}}, \qquad \sigma_{kj}^2 = \frac{\sum_i r_{ik}\,(x_{ij} - \mu_{kj})^2}{\sum_i r_{ik}} .$$

# %%
display(equations.code(fisher.em_steps))
equations.sheet("COURSE-mixture", "COURSE-mixture-posterior", "COURSE-mixture-em", folded=True)

# %% [markdown]
# The second line of the loop keeps a component from shrinking onto a single point, where the likelihood grows without limit.
#
# No round makes the data more surprising, by lines 4 to 8 of the proof: because of Jensen's inequality, the log-likelihood of any mixture is at least a function $F$, which touches it at the present mixture, and EM moves to the maximum of $F$.
#
# How do we know that we have arrived? If the mixture fits as well as it can, the scores of the *data* cancel: otherwise they would pull some parameter. We therefore compute the mean score of all eruptions, in units of the information. EM follows this pull, by line 3: the step of a mean is minus its mean score, divided by its information.
#
# `fit_mixture` does the same rounds from several partitions by c-means and keeps the likeliest mixture.

# %%
fit, plain = fisher.fit_mixture(eruptions.X, 2), fisher.plain_em(eruptions.X, eruptions.X[:, 0] > 3)
mixture, path = fit.mixture, np.array([step.log_likelihood for step in steps])
print(f"log-likelihood: {path[0]:.3f} after round 1, {path[-1]:.3f} at the end", end="; ")
print("it fell in a round:", bool((np.diff(path) < -1e-12).any()))
print(f"largest mean score, in units of the information, below 1e-4: {fit.residual < 1e-4}")
proofs.em.walk()

# %% [markdown]
# For the geyser, the start by coins, `fit_mixture`, and plain rounds from eruptions below and above three minutes ⟦end at the same mixture ⇐ max(abs(steps[-1].log_likelihood - fit.log_likelihood), abs(plain.log_likelihood - fit.log_likelihood)) < 1e-6⟧.
#
# A mixture has three groups of parameters: weights, means and standard deviations. Each has scores, so each makes a kernel of its own. Which points do they find alike? The star is an eruption of 1.7 minutes, with a wait of 60 minutes after it. Blue places are like the star, orange ones are its opposites, and on the thick line the kernel is 0.

# %%
star, X = np.array([[1.7, 60.0]]), eruptions.X
names = {"weights": "weights alone", "means": "means alone", "sds": "standard deviations alone"}
alike = {part: FisherKernel(mixture, part) for part in names}
panels = {names[part]: lambda P, k=k: k(P, star)[:, 0] for part, k in alike.items()}
figures.contour_panels(eruptions, panels, marked=star[0])

# %% jupyter={"source_hidden": true}
values, first = {part: k(X, star)[:, 0] for part, k in alike.items()}, mixture.mu[:, 0].argmin()
short, side = fit.posteriors[:, first], np.sign(X - mixture.mu[first])
left, right = ((short > 0.99) & (side == corner).all(axis=1) for corner in ([-1, 1], [1, -1]))

# %% [markdown]
# The **weights** put all short eruptions on one side and all long ones on the other, and make hardly any difference within a group. For the **means**, what counts is the direction in which an eruption lies from the middle of its group. The star lies to the upper left of that middle, so the short eruptions at the upper left are ⟦like it ⇐ (values["means"][left] > 0).all()⟧, and those at the lower right are ⟦its opposites ⇐ (values["means"][right] < 0).all()⟧. For the **standard deviations**, what counts is how far an eruption lies from that middle, in each coordinate. Over the long eruptions, these last two stay ⟦below 2% ⇐ all(abs(values[part][short < 0.01]).max() < 0.02 * abs(values[part]).max() for part in ("means", "sds"))⟧ of their largest value.
#
# The formulas say the same. Weights must be positive and sum to one, so we write them as $w_k = e^{a_k}/\sum_le^{a_l}$, with **logits** $a_k$ that may be any numbers. With $z_{kj} = (x_j - \mu_{kj})/\sigma_{kj}$, the scores are
#
# $$-\frac{\partial\log p}{\partial a_k} = w_k - r_k(x), \qquad -\frac{\partial\log p}{\partial\mu_{kj}} = -r_k(x)\,\frac{z_{kj}}{\sigma_{kj}}, \qquad -\frac{\partial\log p}{\partial\sigma_{kj}} = -r_k(x)\,\frac{z_{kj}^2 - 1}{\sigma_{kj}} .$$
#
# The last two are the scores of a single Gaussian, times the posterior. A point pulls at the components that may have made it, and at no others. The scores of the weights *are* the posteriors, shifted and with the other sign.

# %%
keys = "COURSE-weight-score", "COURSE-mean-score", "COURSE-sd-score"
display(proofs.mixture.walk(), equations.sheet(*keys, folded=True))

# %% [markdown]
# ## 15.6 The information of a mixture
#
# For the second kernel we need the information of the mixture, which is a mean over everything that it could draw. Because components overlap, this mean has no closed form. If they did not overlap, every point would have the posterior 1 for one component and 0 for all others, and the moments of one Gaussian would be all we need. Perronnin and Dance (2007) take that as an approximation:
#
# $$I_{aa} \approx \operatorname{diag}(w) - ww^\top, \qquad I_{\mu_{kj}} \approx \frac{w_k}{\sigma_{kj}^2}, \qquad I_{\sigma_{kj}} \approx \frac{2w_k}{\sigma_{kj}^2} ,$$
#
# and 0 for everything else. In depth, we measure how bad that is. We'll use it nevertheless, because it is cheap and has no noise.
#
# For the weights, the closed information has no inverse, since a constant that is added to all logits changes nothing. But the scores of the logits sum to zero as well, and for such vectors $\operatorname{diag}(1/w)$ does the work of an inverse. The kernel of the weights becomes very short:
#
# $$K(x, y) = \sum_k\frac{r_k(x)\,r_k(y)}{w_k} - 1 .$$
#
# Two points of the same component have $K \approx 1/w_k - 1$, and two points of different components have $K \approx -1$. A machine with this kernel can say one thing about each component, and no more.
#
# A `FisherKernel` can be added, multiplied and scaled, and every estimator of the course takes it. The plain way to compute one needs only $\log p$, so it works for any density of yours:

# %%
both = 0.5 * FisherKernel(mixture, "weights") + RBF(0.01)
print("a sum of kernels, between two eruptions:", both([[2.0, 55.0]], [[4.0, 80.0]]).round(3))

# %%
log_p = lambda X, mu: DiagonalMixture(mixture.w, mu.reshape(2, 2), mixture.sd).log_density(X)
by_hand = fisher.plain_fisher_gram(log_p, mixture.mu.ravel(), X[:4], mixture.sample(20_000))
simulated = FisherKernel(mixture, "means", "simulated")
print("plain way = kernel:", np.allclose(by_hand, simulated(X[:4]), atol=1e-6))
display(equations.code(fisher.plain_fisher_gram), proofs.weights_alone.walk())
equations.sheet("COURSE-weight-kernel", folded=True)

# %% [markdown]
# ## 15.7 Few labels: where the promise holds
#
# The lecture promises: if the data fall into a small number of well separated components, and each component is one category, then a few labels are enough. Let's give this promise its best chance, with three groups of some 200 points each, in eight dimensions. Along the first two axes, where each group has the standard deviation 1, their centers are at least 7 apart. The other six axes say nothing about the group, and along them every group is three times as wide. We fit a mixture of three components to all 600 points, without labels, and then show a machine **one** label per class.
#
# All kernels get the same support vector machine, with the price $C = 10$, and each is scaled so that the mean of $K(x, x)$ is 1. The Gaussian kernel has the width that scikit-learn takes by default. Label spreading, a method of scikit-learn that also learns from unlabeled points, keeps its defaults, and nothing is tuned.
#
# **Before you look:** the machine with the Gaussian kernel learns from nothing but three points.

# %%
groups, across, iris = draws.stretched_groups(), draws.across_groups(), datasets.iris().in_order()
machines = experiments.rivals(groups.X, n_components=3)
one_label = experiments.accuracies(machines, groups.y, per_class=1)
by_rbf = one_label["RBF, labels only"].mean()
guess.number("What percentage of the other 597 points does it get right?", by_rbf, "%")

# %%
with guess.covered():
    for name, all_draws in one_label.items():
        share = f"{all_draws.mean():5.1f} ± {all_draws.std():.1f}% of 597 points"
        print(f"{name:26} {share}, {len(all_draws)} draws")

# %% [markdown]
# <details><summary>Answer</summary>
#
# With one label per class, the machine with the kernel of the weights gets ⟦one_label["Fisher, weights alone"].mean():.1f⟧% of the points right, and the one with the Gaussian kernel ⟦by_rbf:.0f⟧%.
#
# </details>
#
# Do we owe this to the kernel? On ten other draws of the points, three clusters of plain c-means, each with the label that it gets, do ⟦just as well ⇐ np.abs(evidence["15 rivals"]["groups, 1: clusters"] - evidence["15 rivals"]["groups, 1: weights"]).max() < 0.2⟧. What counts is to find the groups.
#
# But the lecture's two Fisher kernels, with *all* scores, are ⟦the two worst of the five ⇐ set(sorted(one_label, key=lambda name: one_label[name].mean())[:2]) == {"Fisher, all scores", "Fisher, all scores, plain"}⟧. To see why, here are their Gram matrices, sorted by class.

# %%
found = fisher.fit_mixture(groups.X, 3).mixture
looks = {"all scores, plain": FisherKernel(found, information="identity")}
looks |= {"all scores": FisherKernel(found), "weights alone": FisherKernel(found, "weights")}
mean_K = {part: FisherKernel(found, part).diagonal(groups.X).mean() for part in names}
print("mean K(x, x):", {part: round(float(K), 1) for part, K in mean_K.items()})
gram_images(looks, groups.X[::4], groups.y[::4], title="Gram matrices, points sorted by class")

# %% [markdown]
# With the weights alone, the three classes appear as clear squares. With all scores the squares are faint: a point resembles itself, and hardly any other. By line 6 of the first proof, each free parameter adds 1 to $K(x, x)$ on average. The weights have ⟦found.n_free("weights")⟧ free parameters, the means ⟦found.n_free("means")⟧ and the standard deviations ⟦found.n_free("sds")⟧, and the data ⟦agree, up to a tenth ⇐ all(abs(mean_K[part] / found.n_free(part) - 1) < 0.1 for part in names)⟧: the three parts of the mean of $K(x, x)$ are ⟦mean_K["weights"]:.1f⟧, ⟦mean_K["means"]:.1f⟧ and ⟦mean_K["sds"]:.1f⟧. Thus ⟦1 - mean_K["weights"] / sum(mean_K.values()):.0%⟧ of the kernel is about where a point lies *within* its group. Here that is noise, and it drowns what the weights say.
#
# Can this be mended without labels? It can, because it's a matter of scale. Give each of the three parts the same mean of $K(x, x)$. Then give every point the same length, by dividing $K(x, y)$ by $\sqrt{K(x, x)\,K(y, y)}$, as Perronnin, Sánchez and Mensink (2010) do.

# %%
balanced = experiments.balanced_machines(found, groups.X)
one_label |= experiments.accuracies(balanced, groups.y, per_class=1)
for name in list(one_label)[-2:]:
    print(f"{name:31} {one_label[name].mean():5.1f} ± {one_label[name].std():.1f}% of 597 points")

# %% [markdown]
# Balanced, the kernel of all scores goes from ⟦one_label["Fisher, all scores"].mean():.0f⟧% to ⟦one_label["all scores, balanced"].mean():.0f⟧%, and with points of length 1 to ⟦one_label["all scores, balanced, length 1"].mean():.1f⟧%, ⟦as much as the weights alone ⇐ abs(one_label["all scores, balanced, length 1"].mean() - one_label["Fisher, weights alone"].mean()) < 0.3⟧, and no label was used. On ten other draws of the points, all scores get ⟦less than two thirds right each time, and balanced with length 1 more than 99% ⇐ max(evidence["15 groups"]["Fisher, all scores"].max(), evidence["15 groups"]["Fisher, all scores, plain"].max()) < 200 / 3 and evidence["15 groups"]["all scores, balanced, length 1"].min() > 99⟧. Before you blame what a kernel looks at, look at how loud each part of it is.
#
# ## 15.8 Where it does not hold
#
# The lecture goes on to say that using unlabeled data, as a rule, gives much better results than using the labeled data alone. Let's ask the same points another question: the class is the sign of the third coordinate, one along which all groups are wide. The mixture stays the same, because it was fitted without labels. The picture also shows the last section's question (*stretched groups*), the irises and the moons (in depth).
#
# **Before you look:** how does the kernel of the weights fare on the new question?

# %%
counts, moons = (1, 2, 5, 10, 20), datasets.moons(400, noise=0.1)
items = bars.progress([(groups, 3), (across, 3), (iris, 3), (moons, 2)], "data")
panels = {data.name: experiments.by_number_of_labels(data, k, counts) for data, k in items}
means = experiments.means_over_draws(panels)
crossing = means["classes across the groups"]
twenty = crossing["Fisher, weights alone"][-1]
guess.number("With 20 labels per class, what percentage does it get right?", twenty, "%")

# %%
with guess.covered():
    display(accuracy_by_labels(panels, title="The same machine, five ways to compare points"))

# %% [markdown]
# <details><summary>Answer</summary>
#
# Across the groups, the kernel of the weights is ⟦at chance ⇐ all(abs(value - 50) < 3 for value in crossing["Fisher, weights alone"])⟧ with 1 label and with 20. It has to be, because for ⟦np.mean(found.posterior(across.X).max(axis=1) > 0.999):.0%⟧ of the points, one posterior is above 0.999. The points of a group then have almost exactly the same kernel values, and the machine *cannot* tell them apart, however many labels it gets. The Gaussian kernel makes no use of the unlabeled points, and it is ⟦ahead of all others at every number of labels ⇐ all((crossing["RBF, labels only"] > values).all() for name, values in crossing.items() if name != "RBF, labels only")⟧, with ⟦crossing["RBF, labels only"][-1]:.0f⟧% in the end.
#
# </details>
#
# Is it the rule, then, that unlabeled points help? We drew labels, and made-up points, ten times anew. With one label per class, the best of the four methods that learn from unlabeled points is ahead of the Gaussian kernel on the three groups ⟦every time ⇐ (evidence["15 leads"]["groups, 1: best of four"] > 0).all()⟧, on the irises and the moons in ⟦(evidence["15 leads"]["irises, 1: best of four"] > 0).sum()⟧ and ⟦(evidence["15 leads"]["moons, 1: best of four"] > 0).sum()⟧ of ten draws, and across the groups ⟦never ⇐ not (evidence["15 leads"]["across, 1: best of four"] > 0).any()⟧. With ten labels it is ahead ⟦on the three groups alone ⇐ (evidence["15 leads"]["groups, 10: best of four"] > 0).all() and not any((evidence["15 leads"][f"{name}, 10: best of four"] > 0).any() for name in ("irises", "moons", "across"))⟧. (With the defaults: if label spreading lets labels travel farther, $\alpha = 0.99$, it is ahead on the moons in ⟦(evidence["15 rivals"]["moons, 10: far spreading"] > evidence["15 rivals"]["moons, 10: Gaussian"]).sum()⟧ of ten draws.) The promise depends on two things: the components must be the classes, as the lecture says at first, and labels must be few, because the more there are, the less is left for the other points to add.
#
# Now choose yourself. **Before you move it:**
#
# - Keep one label per class and *weights alone*. What happens if you move the number of components from 3 to 2, and to 8?
# - Choose *all* scores. How many labels does it take to catch up with the Gaussian kernel?
# - Choose the classes across the groups. Which scores help there?

# %%
three, cut = "three groups", "classes across the groups"
parts = ["weights alone", "means alone", "all"]
with_two = explorers.mean_right(three, 2, "weights alone", labels=1)
across_10 = {part: explorers.mean_right(cut, 3, part, labels=10) for part in parts}
best = max(across_10, key=across_10.get)
asked = "Two components, weights alone, one label per class: what percentage is right?"
display(guess.number(asked, with_two, "%"))
guess.choice("Across the groups, 10 labels per class: which scores do best?", parts, best)

# %%
explorers.FewLabelsExplorer()

# %%
by_k = {k: [explorers.mean_right(three, k, "weights alone", n) for n in (1, 20)] for k in (2, 3, 8)}
with guess.covered():
    for k, (one, twenty) in by_k.items():
        print(f"weights, {k} components: {one:.1f}% with 1 label per class, {twenty:.1f}% with 20")

# %%
all_scores = [explorers.mean_right(three, 3, "all", n) for n in counts]
gaussian = [explorers.mean_right(three, 3, None, n) for n in counts]
across_10["Gaussian kernel"] = explorers.mean_right(cut, 3, None, 10)
with guess.covered():
    print("all scores:     ", np.round(all_scores, 1), "% right with", counts, "labels per class")
    print("Gaussian kernel:", np.round(gaussian, 1))
    print("across the groups, 10 labels, %:", {name: round(v) for name, v in across_10.items()})

# %% [markdown]
# <details><summary>Answers</summary>
#
# - With two components, one of them has to cover two groups, and the machine can hardly tell these two apart: it gets ⟦by_k[2][0]:.0f⟧% right instead of ⟦by_k[3][0]:.0f⟧%. That is ⟦about two thirds ⇐ abs(by_k[2][0] - 200 / 3) < 3⟧, one group and one of the other two. With 20 labels per class it is ⟦by_k[2][1]:.0f⟧%. With eight components, the groups are cut into pieces, some of which get no label, and it is ⟦by_k[8][0]:.0f⟧% with one label per class and ⟦by_k[8][1]:.0f⟧% with 20.
# - Twenty. With ten labels per class or fewer, the Gaussian kernel is ⟦more than 5 points ahead ⇐ np.subtract(gaussian, all_scores)[:4].min() > 5⟧. With 20, the two are ⟦about one point apart ⇐ abs(gaussian[4] - all_scores[4]) < 1.1⟧.
# - The ⟦means ⇐ best == "means alone"⟧, because their scores say where a point lies within its group, and this is where the class is to be found. With ⟦across_10["means alone"]:.0f⟧%, however, they ⟦do not reach ⇐ across_10["means alone"] < across_10["Gaussian kernel"]⟧ the Gaussian kernel, which has ⟦across_10["Gaussian kernel"]:.0f⟧%.
# </details>
#
# On the digits (in depth, 15·D), the kernel of the weights is worse than the Gaussian kernel, and label spreading makes the fewest errors: a component is not a digit, but the neighbors of a digit mostly are digits of the same kind. Unlabeled points help if what you assume about them is true. They can't tell you that, but a few labels can, if you keep some aside.
#
# ## Summary

# %%
equations.summary("15_fisher_kernels", folded=True)

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. What are the two scores of the point $x = -1$ under $N(0, 1)$, and what do they say?
# <details><summary>Answer</summary>
#
# ⟦fisher.fisher_score(log_gaussian, standard, np.array([[-1.0]]))[0, 0]:.0f⟧ for the mean: a larger mean would make the point more surprising, so it pulls to the left. ⟦abs(fisher.fisher_score(log_gaussian, standard, np.array([[-1.0]]))[0, 1]):.0f⟧ for the standard deviation: the point lies exactly one standard deviation from the mean, and pulls neither way.
# </details>
#
# 2. Two teams fit the same Gaussian to the same data and use the kernel $J^\top J$. One team writes the Gaussian with variances, the other with standard deviations. Will their machines agree? What would you propose?
# <details><summary>Answer</summary>
#
# In general they won't, because the plain kernel depends on how the parameters are written. With $J^\top I^{-1}J$ both teams have the same kernel.
# </details>
#
# 3. A mixture of three components, which hardly overlap, is fitted to data with five classes. How many classes can a machine with the kernel of the weights tell apart?
# <details><summary>Answer</summary>
#
# Three at most, because points of one component get one answer, whatever the number of labels.
# </details>
#
# 4. You have stopped EM, and the largest mean score is 0.3, in units of the information. What do you do? If it is $10^{-6}$, are you done?
# <details><summary>Answer</summary>
#
# At 0.3, the data still pull at some parameter, so give EM more rounds. At $10^{-6}$ it has come to rest, but perhaps at a mixture that is not the likeliest. Start again from other partitions, and keep the mixture with the highest log-likelihood.
# </details>
#
# **Now the exercises:** work in [your own copy](../my/15_fisher_kernels_exercises.ipynb), which JupyterLab has made for you ([the originals](../exercises/15_fisher_kernels_exercises.ipynb)). Next, in [chapter 16](16_beyond_n_squared.ipynb), there are so many points that a Gram matrix does not fit into memory.
#
# **To read on:** Jaakkola and Haussler (1999), *Exploiting generative models in discriminative classifiers*, for the kernel; Dempster, Laird and Rubin (1977) for EM; Perronnin and Dance (2007) for mixtures over pictures, and Perronnin, Sánchez and Mensink (2010) on their scale; Chapelle, Schölkopf and Zien (2006), *Semi-Supervised Learning*, for what unlabeled points can do.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 15·A How good is the closed information? (3 minutes)
#
# How bad is the closed form of section 15.6? We take two equal Gaussians in the plane at several distances, and compare the closed form with a simulation of 200 000 points. One curve shows by what fraction the closed form promises too much on the diagonal, at worst. The other is the largest correlation between two scores that the closed form takes for uncorrelated.

# %%
distances = np.array([1.0, 2, 3, 4, 5, 6, 8])
excess, left_out = experiments.closed_form_errors(bars.progress(distances, "distances"))
wrong = {"promised in excess": excess, "largest correlation left out": left_out}
words = {"xlabel": "distance of the components (sd)", "log": "y",
         "ylabel": "fraction, or correlation"}
display(figures.curves(distances, wrong, markers=True, height=260, **words))
display(proofs.closed_form.walk(), equations.sheet("COURSE-closed-information", folded=True))

# %% [markdown]
# At a distance of one standard deviation, the closed form promises ⟦excess[0] + 1:.1f⟧ times the information that there is, and it leaves out a correlation of ⟦left_out[0]:.2f⟧. At eight standard deviations it agrees with the simulation ⟦to 3% ⇐ excess[-1] < 0.03 and left_out[-1] < 0.03⟧, and the simulation is not exact itself. `FisherKernel(…, information="simulated")` is there to compare with.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 15·B Irises and moons, and what the information is for (1 minute)
#
# The picture of section 15.8 has two more panels.
#
# On the irises, the three components ⟦come close to the three species ⇐ means["iris"]["Fisher, weights alone"].min() > 85⟧. The weights get ⟦means["iris"]["Fisher, weights alone"][0]:.0f⟧% of the flowers right from the first label on, and with one label per species they are ⟦ahead of the Gaussian kernel ⇐ means["iris"]["Fisher, weights alone"][0] > means["iris"]["RBF, labels only"][0] + 1⟧. With 5 labels it ⟦has overtaken them ⇐ means["iris"]["Fisher, weights alone"][2] < means["iris"]["RBF, labels only"][2]⟧: it goes on learning, while the mixture has nothing more to say, and stays at ⟦means["iris"]["Fisher, weights alone"][-1]:.0f⟧% with 20. What the mixture found is more than clusters are: with one label per species, the weights are ahead of three clusters by c-means on ⟦(evidence["15 rivals"]["irises, 1: weights"] > evidence["15 rivals"]["irises, 1: clusters"]).sum()⟧ of ten draws, by ⟦(evidence["15 rivals"]["irises, 1: weights"] - evidence["15 rivals"]["irises, 1: clusters"]).mean():.0f⟧ points on average. With two moons and two components it is the same story: the weights are ⟦ahead with one or two labels per class ⇐ (means["moons"]["Fisher, weights alone"] > means["moons"]["RBF, labels only"] + 2)[:2].all()⟧ and ⟦far behind with ten ⇐ (means["moons"]["Fisher, weights alone"] < means["moons"]["RBF, labels only"] - 10)[3:].all()⟧.
#
# Across the groups, the remedy of section 15.7 is no help: with ten labels per class, balanced scores of length 1 are ⟦behind the Gaussian kernel on each of ten draws ⇐ (evidence["15 leads"]["across, 10: balanced"] < 0).all()⟧, by ⟦-evidence["15 leads"]["across, 10: balanced"].mean():.0f⟧ points on average.
#
# What does $I^{-1}$ contribute? With it the kernel no longer depends on the names of parameters, but this does not make it better for every task. With ten labels per class, the kernel of all scores in units of the information is ahead of the plain one on ⟦sum(m["Fisher, all scores"][3] > m["Fisher, all scores, plain"][3] for m in means.values())⟧ of the four data sets. On the ⟦three groups ⇐ means["stretched groups"]["Fisher, all scores"][3] < means["stretched groups"]["Fisher, all scores, plain"][3]⟧ it is behind.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 15·C EM can come to rest at the wrong place (2 minutes)
#
# EM may come to rest at a mixture that is not the likeliest one. In the next cell, the six axes that tell nothing are wider still, with a standard deviation of 20. We start EM twelve times, each time from one partition by c-means.

# %%
wide = groups.X * np.where(np.arange(8) < 2, 1.0, 20 / 3)
singles = [fisher.fit_mixture(wide, 3, n_starts=1, rng=start) for start in range(12)]
stuck, *_, likeliest = sorted(singles, key=lambda single: single.log_likelihood)
for name, single in (("likeliest", likeliest), ("least likely", stuck)):
    right = experiments.right_by_weights(single.mixture, wide, groups.y)
    print(f"{name}: log-likelihood {single.log_likelihood:.2f}, mean scores below 1e-4:", end=" ")
    print(f"{single.residual < 1e-4}, {right:.1f}% right with one label per class")

# %% [markdown]
# Of the twelve starts, ⟦sum(single.log_likelihood > likeliest.log_likelihood - 1e-6 for single in singles)⟧ reach the highest log-likelihood. The likeliest mixture has found the groups. The least likely one has not, and yet its scores ⟦cancel as well ⇐ stuck.residual < 1e-4⟧, because EM has come to rest there too. The certificate of 15.5 therefore proves that we have arrived, but not that we are at the best place. The log-likelihood tells the two mixtures apart, and it needs no label for that. This is why `fit_mixture` starts ten times and keeps the likeliest.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 15·D Ten digits (4 minutes)
#
# Let's return to the two thousand digits. Every method gets the same 30 principal components, and each of them has six settings, of which cross-validation on the labeled digits alone chooses one. For the Fisher kernels these are mixtures of 10, 20 or 40 components with two values of $C$. One more kernel is a sum: the Gaussian kernel and that of the weights, with three mixtures and two proportions. Two rivals from scikit-learn learn from the unlabeled digits as well: label spreading, and self-training of a logistic regression, which labels the digits it is surest of, and retrains on them. The thirty digits at the top of this chapter are the first of ten draws.

# %%
usps = datasets.table("usps_few_labels")
wrong = experiments.errors_by_method(usps)
mean_wrong = {name: values.mean(axis=1) for name, values in wrong.items()}
display(experiments.mean_errors(usps))
right = {name: ((3, 10, 30), 100 - values) for name, values in wrong.items()}
words = {"xlabel": "labels per digit", "ylabel": "right, of 2007 test digits (%)"}
accuracy_by_labels({"USPS": right}, title="Two thousand digits, few of them labeled", **words)

# %% [markdown]
# Read the table row by row.
#
# - The Fisher kernel of the **weights** is ⟦worse than the Gaussian kernel at every number of labels ⇐ (mean_wrong["Fisher weights"] > mean_wrong["RBF"]).all()⟧, by ⟦(mean_wrong["Fisher weights"] - mean_wrong["RBF"]).min():.0f⟧ points or more. The kernel of **all scores** is ⟦worse still ⇐ (mean_wrong["Fisher all"] > mean_wrong["Fisher weights"]).all()⟧.
# - **Added** to the Gaussian kernel, the weights gain ⟦(mean_wrong["RBF"] - mean_wrong["RBF + Fisher weights"])[0]:.1f⟧ points on average with 3 labels per digit, but the sum is better in only ⟦(wrong["RBF + Fisher weights"] < wrong["RBF"])[0].sum()⟧ of 10 draws. With 10 labels they make ⟦no difference ⇐ abs(mean_wrong["RBF"] - mean_wrong["RBF + Fisher weights"])[1] < 0.3⟧, and with 30 they cost ⟦(mean_wrong["RBF + Fisher weights"] - mean_wrong["RBF"])[2]:.1f⟧.
# - **Label spreading** makes ⟦the fewest errors at each number of labels ⇐ all(mean_wrong["label spreading"][j] == min(values[j] for values in mean_wrong.values()) for j in range(3))⟧. With 3 labels per digit, ⟦mean_wrong["label spreading"][0]:.1f⟧% of its answers are wrong, against ⟦mean_wrong["RBF"][0]:.1f⟧% of the Gaussian kernel's, and it is better in ⟦(wrong["label spreading"] < wrong["RBF"])[0].sum()⟧ of 10 draws.
# - **Self-training** of a linear model is better than the Gaussian kernel in ⟦(wrong["self-training"] < wrong["RBF"])[0].sum()⟧ of 10 draws with 3 labels per digit, and in the median draw ⟦np.median(wrong["self-training"][0]):.0f⟧% of its answers are wrong, against ⟦np.median(wrong["RBF"][0]):.0f⟧%. Its mean is no better, because ⟦one draw goes astray ⇐ (wrong["self-training"][0] > 40).sum() == 1⟧: there it gets ⟦wrong["self-training"][0].max():.0f⟧% wrong. With 10 labels it wins ⟦(wrong["self-training"] < wrong["RBF"])[1].sum()⟧ of 10 draws, and with 30 ⟦none ⇐ not (wrong["self-training"] < wrong["RBF"])[2].any()⟧.
#
# Why do the weights fall behind? Imagine that labels cost nothing, and give every component the label that most of its digits have. What would still be wrong, and what does label spreading have instead?

# %%
P = pca.principal_axes(pool.X, 30).project(pool.X)
least = experiments.errors_of_components(P, pool.y, bars.progress((10, 20, 40), "mixtures"))
for k, error in least.items():
    print(f"{k} components, each with its best label: {error:.1f}% wrong")
alike = experiments.share_like_their_neighbors(P, pool.y)
print(f"nearest neighbor of the same kind: {alike:.1f}% of the 2000 digits")

# %% [markdown]
# A component is not a digit. The machine can give each component one answer only, as far as components do not overlap, so these errors remain however many labels there are. With ten components it is ⟦least[10]:.0f⟧%, and more components take it down, to ⟦least[40]:.0f⟧% with forty, which is still ⟦more than the Gaussian kernel's error with 30 labels per digit ⇐ least[40] > mean_wrong["RBF"][2]⟧. Besides, thirty labels cannot reach forty components.
#
# Label spreading assumes something else. A digit need not be one round cloud, as long as the neighbors of a digit are digits of the same kind, and this is true of ⟦alike:.0f⟧% of the nearest ones.
