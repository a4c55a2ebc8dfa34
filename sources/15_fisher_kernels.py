# %% [markdown]
# # 15 · Fisher kernels
#
# **The question.** You have two thousand photographs of handwritten digits, and the patience to label thirty of them. The support vector machine of chapter 12 would look at those thirty and ignore the rest. But the rest is not worthless: it shows where digits lie, which groups they form, how far a group spreads. Can points *without*
# labels make a kernel, so that a few labels suffice?
#
# **After this chapter you can**
#
# - compute the score of a point under any density, and say what it tells;
# - explain what the Fisher information measures, and why it is the curvature of a divergence;
# - turn a density into a kernel in two ways, and say which of them depends on how you write the parameters;
# - fit a mixture by EM, and build kernels from its weights, means and standard deviations;
# - predict when few labels suffice and when a Fisher kernel makes things worse.
#
# **You need** [chapter 1](01_kernels.ipynb) for kernels, [chapter 5](05_c_means.ipynb) for c-means, which starts EM, and [chapter 12](12_perceptron_and_svm.ipynb) for the support vector machine. Of probability you need means, variances and Bayes' rule.

# %%
import numpy as np

from sklearn.semi_supervised import LabelSpreading

from kernelsy19 import datasets, fisher
from kernelsy19.course import equations, figures
from kernelsy19.course.bars import progress
from kernelsy19.fisher import DiagonalMixture, FisherKernel, explorers
from kernelsy19.fisher import derivations as proofs
from kernelsy19.fisher.figures import accuracy_by_labels, gram_images, mixture_over_points
from kernelsy19.fisher.settings import across_groups, stretched_groups
from kernelsy19.kernels import RBF, default_kernel
from kernelsy19.pca import principal_axes

eruptions = datasets.faithful()
figures.scatter(eruptions, title="272 eruptions of Old Faithful: no labels, and yet two groups")

# %% [markdown]
# ## 15.1 The score of a point
#
# A density is more surprised by a point the smaller $p$ is there; we measure its **surprise** by $-\log p$, in nats. Take a density $p(x; \theta)$ with parameters $\theta$: for a Gaussian, its mean $\mu$ and its standard deviation $\sigma$. Give it a point $x$, and let the point complain. If it lies to the right of the mean, it would be less surprising if $\mu$ were larger. If it lies far out, it would be less surprising if $\sigma$ were larger. How
# loudly it complains, parameter by parameter, is its **score**: minus the slope of $\log p(x;\theta)$ in each parameter. The score turns a point into a vector with as many entries as the density has parameters.

# %%
equations.show("PR-fisher-score")

# %% [markdown]
# The code needs nothing but values of $\log p$, so it works for any density that you can write down. Here it is for $N(0, 1)$, with the two scores against $x$.

# %%
def log_gaussian(X, theta):
    mu, sd = theta
    return -0.5 * ((X[:, 0] - mu) / sd) ** 2 - np.log(sd * np.sqrt(2 * np.pi))

x = np.linspace(-3, 3, 121)
J = fisher.fisher_score(log_gaussian, np.array([0.0, 1.0]), x[:, None])
print("score at x = 2: ", J[100].round(6), "  at x = -2:", J[20].round(6))
figures.curves(x, {"score of μ": J[:, 0], "score of σ": J[:, 1]}, xlabel="x", ylabel="score", title="Scores of N(0, 1)")

# %% [markdown]
# The score of $\mu$ is $-x$ and that of $\sigma$ is $-(x^2 - 1)$. It vanishes at $x = \pm1$: a point one standard deviation from the mean is content with $\sigma$. The minus sign in the definition is unusual. It makes the score the slope of the *surprise* $-\log p$, and in a kernel, where two scores are multiplied, it cancels.
#
# ## 15.2 The information
#
# Now let the density draw many points itself, and look at all their scores. Some pull to the right, some to the left. Since the density is the right one for its own points, the pulls cancel, and the mean score is zero. What is left is how much they *scatter*, and this covariance matrix is the **Fisher information**.
#
# The lecture writes it $I(x)$. But $x$ is averaged out, and what remains depends on the parameters alone, so we write $I(\theta)$.

# %%
display(equations.show("PR-fisher-information"), proofs.score)
drawn = np.random.default_rng(0).normal(size=(100_000, 1))
J = fisher.fisher_score(log_gaussian, np.array([0.0, 1.0]), drawn)
print("mean score:", np.abs(J.mean(axis=0)).max() < 0.01, "(zero to 0.01)")
print("information from 100 000 points:\n", fisher.information(J).round(2))

# %% [markdown]
# The exact answer is $\operatorname{diag}(1, 2)$, since $E[x^2] = 1$, $E[(x^2 - 1)^2] = 2$, and the product of the two scores is odd in $x$, so its mean is 0. Line 5 of the proof says why it is called information: it is how sharply the surprise bends at the true parameters, on average. If it bends sharply, a wrong parameter is noticed soon.
#
# There is a second way to see it. How different are two densities? The Kullback-Leibler divergence answers: let the first draw, and see how much more the second is surprised. It is zero if they are the same, so near the first it looks like a bowl. The lecture notes in one line that the information is the curvature of that bowl.

# %%
display(equations.show("PR-kl-curvature"), proofs.divergence)

# %% [markdown]
# **Guess first:** we move $N(0, 1)$ to $N(0, (1+t)^2)$. The parabola is $\frac12\cdot2\,t^2 = t^2$. Is the divergence above it or below it if $t$ is positive?

# %%
along = fisher.divergences_along((0.0, 1.0), np.linspace(-0.5, 1.0, 61))
for t in (0.01, 0.1, 1.0):
    exact, parabola = (v[0] for v in fisher.divergences_along((0.0, 1.0), [t])[1:])
    print(f"t = {t:4}: divergence {exact:.6f}, parabola {parabola:.6f}")
figures.curves(along.sizes, {"divergence": along.exact, "½ t² δᵀIδ": along.parabola}, xlabel="t", ylabel="nats", title="N(0, 1) and N(0, (1 + t)²)")

# %% [markdown]
# It lies below. A density that is too wide is rarely caught by surprise; one that is too narrow, on the left, often is. Near $t = 0$ both curves are the same, and that is all that the information claims.
#
# ## 15.3 Two kernels
#
# Two points are alike if they complain alike. So we take the dot product of their scores. The lecture offers two ways to do that, side by side, without a word on the difference: the plain product, and the product in units of the information.

# %%
equations.sheet("PR-fisher-kernel-plain", "PR-fisher-kernel")

# %% [markdown]
# Does it matter which? Let us describe the same Gaussian by its variance, $v = \sigma^2$, instead of $\sigma$. Nothing about the density has changed, only the name of a parameter. We compute both kernels between the points $0.5$ and $2$. The information is $\operatorname{diag}(1, 2)$ for $\sigma$, and $\operatorname{diag}(1, \frac12)$ for $\sigma^2$ and for $\log\sigma^2$, as line 6 of the proof below gives it.

# %%
def log_gaussian_by_variance(X, eta):
    return log_gaussian(X, (eta[0], np.sqrt(eta[1])))

def log_gaussian_by_log_variance(X, eta):
    return log_gaussian(X, (eta[0], np.exp(eta[1] / 2)))

two = np.array([[0.5], [2.0]])
written = {"(μ, σ)": (log_gaussian, [0, 1], [1, 2]), "(μ, σ²)": (log_gaussian_by_variance, [0, 1], [1, 0.5]), "(μ, log σ²)": (log_gaussian_by_log_variance, [0, 0], [1, 0.5])}
for name, (log_density, theta, I) in written.items():
    J = fisher.fisher_score(log_density, np.array(theta, dtype=float), two)
    plain, measured = fisher.plain_fisher_kernel(J, J)[0, 1], fisher.fisher_kernel(J, J, np.diag(I))[0, 1]
    print(f"{name:12} plain {plain:7.4f}   in units of the information {measured:7.4f}")

# %% [markdown]
# Between all points of a sample, the largest changes are these, relative to the largest value:

# %%
drawn = np.random.default_rng(1).normal(size=(50, 1))
J = fisher.fisher_score(log_gaussian, np.array([0.0, 1.0]), drawn)
change = fisher.change_of_kernels(J, np.diag([1.0, 2.0]), A=np.diag([1.0, 0.5]))
print(f"from σ to σ²: plain kernel {change.plain:.2f}, in units of the information below 1e-12: {change.in_units_of_information < 1e-12}")

# %% [markdown]
# The plain kernel calls the two points opposites with $\sigma$, and alike with $\sigma^2$. It depends on a choice that nobody thinks about. The second kernel does not. The proof shows why for any smooth change of parameters: the scores change by a matrix $A$, the information by $A$ twice, and in the second kernel each $A$ meets its inverse.

# %%
display(equations.show("COURSE-fisher-change"), proofs.parameters)

# %% [markdown]
# Click on the last row: without its premise, that the change is a rotation, the plain kernel changes. This is the reason for $I^{-1}$, and not a matter of taste. (If you can break a claim by renaming a parameter, it was a claim about names.)
#
# ## 15.4 One Gaussian: whitening
#
# What does the kernel do in the simplest case, one Gaussian in several dimensions, with the scores of its mean only?

# %%
display(equations.show("COURSE-standardized"), proofs.gaussian)

# %% [markdown]
# It whitens. The Fisher kernel of a Gaussian's mean is the linear kernel on points that have been centered and divided by their spread. We have standardized columns since chapter 3, so that no unit decides what is far. Here the same recipe falls out of a density.

# %%
one = fisher.fit_mixture(eruptions.X, 1).mixture
k = FisherKernel(one, parts="means")
z = (eruptions.X - eruptions.X.mean(axis=0)) / eruptions.X.std(axis=0)
print("Fisher kernel of the means = dot product of standardized points:", np.allclose(k(eruptions.X), z @ z.T))

# %% [markdown]
# ## 15.5 A mixture, and EM
#
# One Gaussian does not describe the geyser. A **mixture** does: a share $w_1$ of the eruptions comes from a first Gaussian, a share $w_2$ from a second. We let each component have its own mean and its own standard deviation in each coordinate, and no correlations within a component.
#
# For any point, Bayes' rule tells how probable it is that component $k$ has made it: the **posterior** $r_k(x)$. If we knew the posteriors, we could fit each component to its share of the points. If we knew the components, we could compute the posteriors. EM takes turns, just as c-means did in chapter 5, but with
# shares instead of whole points.

# %%
display(equations.sheet("COURSE-mixture", "COURSE-mixture-posterior", "COURSE-mixture-em"), equations.code(fisher.em_steps))

# %%
fit = fisher.fit_mixture(eruptions.X, 2)
plain = fisher.plain_em(eruptions.X, (eruptions.X[:, 0] > 3).astype(int))
print(f"log-likelihood a point {fit.log_likelihood:.6f}, the plain way {plain.log_likelihood:.6f}; it never fell: {bool((np.diff(fit.path) >= -1e-12).all())}")
print(f"largest mean score, in units of the information: below 1e-4: {fit.residual < 1e-4}")
mixture_over_points(eruptions, fit.mixture, title="Two components, fitted to points without labels")

# %% [markdown]
# The second line of the output is the certificate, and it comes from this chapter. Where the likelihood is largest, the scores of the data cancel, so the mean score of all points has to be zero. EM even *follows* the scores: line 3 below says that a step of a mean is its mean score, in units of the information.

# %%
proofs.em

# %% [markdown]
# Now the scores of a mixture. Its weights must stay positive and sum to one, so we write them with logits $a_k$, which may be any numbers.

# %%
display(equations.sheet("COURSE-weight-score", "COURSE-mean-score", "COURSE-sd-score"), proofs.mixture)

# %% [markdown]
# Every score carries the posterior. A point complains to the components that may have made it, and the others do not hear it. The scores of the weights are simplest: they *are* the posteriors, shifted. What does a kernel hold to be alike to one given eruption? We take one of 1.7 minutes, followed by a wait of 60, and draw $K(x, \cdot)$.

# %%
mixture, at = fit.mixture, np.array([[1.7, 60.0]])
show = lambda kernel: lambda P: kernel(P, at)[:, 0]
panels = {"weights alone": FisherKernel(mixture, "weights"), "means alone": FisherKernel(mixture, "means"), "standard deviations alone": FisherKernel(mixture, "sds")}
figures.contour_panels(eruptions, {name: show(kernel) for name, kernel in panels.items()}, title="Alike to the eruption of 1.7 min with a wait of 60 min")

# %% [markdown]
# To the weights, all short eruptions are the same, and all long ones are the opposite. To the means, what counts is the direction from the mean of the short eruptions: those on the same side are alike, those on the other side opposites. To the standard deviations it is how far the point lies from that mean, coordinate by coordinate. Both have next to nothing to say of the long
# eruptions. Remember these three pictures. They explain everything that follows.
#
# ## 15.6 The information of a mixture
#
# Its mean over the density has no closed form, because the components overlap. If they did not overlap, each point would have a single posterior 1, and the moments of one Gaussian would be all we need. Perronnin and Dance use that as an approximation. The proof says when it is exact, and on which side it errs.

# %%
display(equations.show("COURSE-closed-information"), proofs.closed_form)

# %% [markdown]
# How bad is it? Two equal Gaussians in the plane, at distance $d$. We compare the closed form with a simulation of 200 000 points.

# %%
def errors(d):
    """Largest relative error of the closed diagonal, and largest correlation that the closed form leaves out."""
    mixture = DiagonalMixture([0.5, 0.5], [[0, 0], [d, 0]], [[1, 1], [1, 1]])
    I, closed = mixture.simulated_information(n=200_000), mixture.closed_information()
    units = np.sqrt(np.outer(np.diag(I), np.diag(I)))
    return np.abs(np.diag(closed) / np.diag(I) - 1).max(), np.abs((I - closed * (closed != 0)) / units)[closed == 0].max()

distances = np.array([1.0, 2, 3, 4, 5, 6, 8])
diagonal, beside = np.transpose([errors(d) for d in progress(distances, "distances")])
for d, a in zip(distances, diagonal):
    print(f"distance {d:g} sd: largest entry of the diagonal {100 * a:.0f} % too large")
figures.curves(distances, {"left-out correlation": beside}, xlabel="distance of the components (sd)", ylabel="correlation of scores", markers=True, title="What the closed form leaves out")

# %% [markdown]
# Eight standard deviations apart, the two agree to ⟦diagonal[-1]:.0%⟧, with a simulation that is not exact itself. Where the components overlap, the closed form promises far more information than there is, and scores that it takes for independent are strongly correlated. We use it all the same, for it is cheap and has no noise; `FisherKernel(…, information="simulated")` is there for comparison.
#
# One part needs no approximation beyond that. For the weights the closed information has no inverse, since a constant added to all logits changes nothing, but a matrix does the work of one, and the kernel becomes as short as this:

# %%
display(equations.show("COURSE-weight-kernel"), proofs.weights_alone)

# %% [markdown]
# Two points of the same component have $K \approx 1/w_k - 1$, two of different components $-1$. A machine that uses this kernel can only say one thing about each component. That is its strength and its weakness.
#
# A `FisherKernel` is a kernel like any other: it has a Gram matrix and a feature map, it can be added, multiplied and scaled, and every estimator of the course takes it. The plain way needs only $\log p$ and gives the same values.

# %%
k = 0.5 * FisherKernel(mixture, "weights") + RBF(0.01)
print("values between two eruptions of 2 and 4 minutes:", k([[2.0, 55.0]], [[4.0, 80.0]]).round(3))
log_mixture = lambda X, theta: np.logaddexp.reduce(fisher.log_joint(X, mixture.w, theta.reshape(2, 2), mixture.sd), axis=1)
by_hand = fisher.plain_fisher_gram(log_mixture, mixture.mu.ravel(), eruptions.X[:4], mixture.sample(20_000))
print("plain way = kernel:", np.allclose(by_hand, FisherKernel(mixture, "means", "simulated")(eruptions.X[:4]), atol=1e-6))
equations.code(fisher.plain_fisher_gram)

# %% [markdown]
# ## 15.7 Few labels: where the promise holds
#
# The lecture promises: if the data come in few well separated components, each of them a category, *little labeled data would suffice*. Let us give the promise its best chance. Three groups of some 200 points each are 7 apart along two axes. Six more axes tell nothing, and along them every group is three times as wide. A mixture
# of three is fitted to all 600 points, without labels. Then a machine sees **one** label a class.
#
# Every kernel gets the same machine: $K(x,x)$ is scaled to the mean 1, and $C = 10$. The Gaussian kernel has scikit-learn's width, and label spreading, which also learns from unlabeled points, its defaults with nearest neighbors. Nothing is tuned for anyone.

# %%
def rivals(X, k):
    """Machines by name, each as a function of the few labels."""
    machines = {"RBF, labels only": fisher.by_machine(default_kernel(X), X)}
    machines |= fisher.fisher_machines(fisher.fit_mixture(X, k).mixture, X)
    return machines | {"label spreading": lambda few: LabelSpreading(kernel="knn").fit(X, few).transduction_}

helps, across, iris = stretched_groups(), across_groups(), datasets.iris()
one_label = fisher.accuracies(rivals(helps.X, 3), helps.y, per_class=1)
for name, share in one_label.items():
    print(f"{name:26} {share.mean():5.1f} ± {share.std():.1f} % of 597 points right, over {len(share)} draws")

# %% [markdown]
# With one label a class, the machine with the kernel of the weights is right about ⟦one_label["Fisher, weights alone"].mean():.1f⟧ % of the points, where the Gaussian kernel gets ⟦one_label["RBF, labels only"].mean():.0f⟧ %. So the promise holds. But look at the other lines as well. The two Fisher kernels with *all* scores, which is what the lecture describes, are ⟦the worst of the five ⇐ set(sorted(one_label, key=lambda name: one_label[name].mean())[:2]) == {"Fisher, all scores", "Fisher, all scores, plain"}⟧.
#
# Why? Look at the Gram matrices, with the points sorted by class.

# %%
mixture = fisher.fit_mixture(helps.X, 3).mixture
kernels = {"all scores, plain": FisherKernel(mixture, information="identity"), "all scores": FisherKernel(mixture), "weights alone": FisherKernel(mixture, "weights")}
print({part: mixture.n_free(part) for part in ("weights", "means", "sds")}, "free parameters")
some = np.arange(0, 600, 4)
gram_images(kernels, helps.X[some], helps.y[some], title="Three groups: Gram matrices, points sorted by class")

# %% [markdown]
# With the weights alone, the three classes stand out as squares. With all scores the squares are there, but they are pale: a point resembles itself, and hardly anything else. There are 2 free weights and 24 means and 24 standard deviations, and by the first proof of this chapter each free parameter contributes 1 to the mean of $K(x,x)$. So 48 parts of 50 say where a point lies *within* its group. That would be useful if the classes
# were to be found there. Here it is noise, and a machine with one label cannot know that. With 20 labels a class it has learned to ignore the noise, as the next picture will show.
#
# ## 15.8 Where it does not hold
#
# The lecture also says that using unlabeled data *usually achieves much better* performance than labeled data alone. Let us ask another question about the very same points: the class is now the sign of the third coordinate, one of those in which the groups are wide. The mixture is the same, for it never saw a label. **Guess first:** how
# many points will the kernel of the weights get right with one label a class? And with 20?

# %%
counts = (1, 2, 5, 10, 20)
panels = {}
for data, k in progress([(helps, 3), (across, 3), (iris, 3), (datasets.moons(400, noise=0.1), 2)], "data"):
    by_count = [fisher.accuracies(rivals(data.X, k), data.y, labels, n_draws=10) for labels in counts]
    panels[data.name] = {name: (counts, np.array([found[name] for found in by_count])) for name in by_count[0]}
for title, methods in panels.items():
    print(f"{title}, 10 labels a class:", ", ".join(f"{name} {values[3].mean():.1f}" for name, (_, values) in methods.items()))
accuracy_by_labels(panels, title="The same machine, five ways to compare points")

# %% [markdown]
# On the question across the groups, the kernel of the weights is ⟦at chance ⇐ all(abs(m - 50) < 3 for m in panels["classes across the groups"]["Fisher, weights alone"][1].mean(axis=1))⟧, and 20 labels do not help it. More would not either: points of one group have the same kernel values, so the machine *cannot* tell them apart. The Gaussian kernel, which knows nothing of the unlabeled points, is far ahead, with ⟦panels["classes across the groups"]["RBF, labels only"][1][-1].mean():.0f⟧ % at 20 labels. So the promise has two
# conditions. The components must be the classes, which the lecture says at first and its last sentence forgets. And the mixture must have found them.
#
# On the irises the three components nearly are the three species, and with one or two labels a class the weights are ⟦a little ahead ⇐ all(panels["iris"]["Fisher, weights alone"][1][j].mean() > panels["iris"]["RBF, labels only"][1][j].mean() for j in (0, 1))⟧. With 5, the Gaussian kernel ⟦has overtaken them ⇐ panels["iris"]["Fisher, weights alone"][1][2].mean() < panels["iris"]["RBF, labels only"][1][2].mean()⟧: it goes on learning, and the mixture has said all it knows. With two moons and two components it is ⟦the same story ⇐ [bool(panels["moons"]["Fisher, weights alone"][1][j].mean() > panels["moons"]["RBF, labels only"][1][j].mean()) for j in (0, 1, 2)] == [True, True, False]⟧.
#
# **Before you move it:**
#
# - with one label a class and *weights alone*, what happens if you move $k$ from 3 to 2, and to 8?
# - with *all* scores, how many labels does it take to catch up with the Gaussian kernel?
# - choose the classes across the groups: which scores help now?

# %%
explorers.FewLabelsExplorer()

# %%
def mean_right(data, k, parts, labels):
    """Percent right, as the curve of the explorer has it: the mean of four draws."""
    mixture = fisher.fit_mixture(data.X, k, n_starts=4, tol=1e-7).mixture
    kernel = default_kernel(data.X) if parts is None else FisherKernel(mixture, parts)
    return fisher.accuracies({"": fisher.by_machine(kernel, data.X)}, data.y, labels, 4)[""].mean()

three, cut, every = stretched_groups(300), across_groups(300), ("weights", "means", "sds")
print("weights alone, 1 and 20 labels:", {f"k = {k}": [round(mean_right(three, k, "weights", n)) for n in (1, 20)] for k in (2, 3, 8)})
print("20 labels: all scores, Gaussian:", [round(float(mean_right(three, 3, parts, 20)), 1) for parts in (every, None)])
across_10 = {name: mean_right(cut, 3, parts, 10) for name, parts in {"weights": "weights", "means": "means", "all": every, "Gaussian": None}.items()}
print("across the groups, 10 labels:", {name: round(v) for name, v in across_10.items()})

# %% [markdown]
# <details><summary>Answer</summary>
#
# With $k = 2$ one component has to cover two groups, which the machine then cannot tell apart: ⟦mean_right(three, 2, "weights", 1):.0f⟧ % in place of ⟦mean_right(three, 3, "weights", 1):.0f⟧ %, and more labels ⟦do not help ⇐ mean_right(three, 2, "weights", 20) < mean_right(three, 2, "weights", 1) + 2⟧. With $k = 8$ the groups are cut into pieces, some without a label; in the mean of four draws it is ⟦mean_right(three, 8, "weights", 1):.0f⟧ %, and rises to ⟦mean_right(three, 8, "weights", 20):.0f⟧ % with 20 labels. With all scores, it takes 20 labels a class to
# come ⟦within 1 % ⇐ abs(mean_right(three, 3, every, 20) - mean_right(three, 3, None, 20)) < 1⟧ of the Gaussian kernel. Across the groups the means are ⟦best of those shown ⇐ max(across_10, key=lambda name: across_10[name] if name != "Gaussian" else 0) == "means"⟧, since their scores say where a point lies within its group, and the class is found there. But they do not reach the Gaussian kernel: ⟦across_10["means"]:.0f⟧ % against ⟦across_10["Gaussian"]:.0f⟧ % with 10 labels.
# </details>
#
# One more thing can go wrong: EM may come to rest at a mixture that is not the likeliest. In the next cell, the six axes that tell nothing are wider still, with the standard deviation 20. We start EM twelve times, each time from a single partition by c-means.

# %%
wide = helps.X * np.where(np.arange(8) < 2, 1.0, 20 / 3)
singles = [fisher.fit_mixture(wide, 3, n_starts=1, rng=start) for start in range(12)]
highest = max(single.log_likelihood for single in singles)
print(f"{sum(single.log_likelihood > highest - 1e-6 for single in singles)} of 12 starts reach the highest log-likelihood")
for single in (singles[0], singles[4]):
    weights = fisher.by_machine(FisherKernel(single.mixture, "weights"), wide)
    share = fisher.accuracies({"": weights}, helps.y, per_class=1)[""].mean()
    print(f"log-likelihood {single.log_likelihood:.2f}, mean scores below 1e-4: {single.residual < 1e-4}, {share:.1f} % right with one label a class")

# %% [markdown]
# The last two lines show the first start, and the fifth. Both mixtures pass the certificate of 15.5, since EM has come to rest in both. One has found the groups, the other has not. The log-likelihood tells which is better, without any label: that is why `fit_mixture` starts ten times and keeps the likeliest.
#
# ## 15.9 Ten digits
#
# Back to the two thousand digits. Every method sees the same 30 principal components, and each has six settings, of which cross-validation on the labeled digits alone chooses one. For the Fisher kernels they are 10, 20 or 40 components and two values of $C$. A fourth kernel is the sum of a Gaussian kernel and that of the weights. The
# two rivals that also learn from unlabeled points are scikit-learn's label spreading and self-training (of logistic regression).

# %%
usps = datasets.table("usps_few_labels")
names, labels = list(dict.fromkeys(usps["method"])), (3, 10, 30)
errors_of = lambda name: np.array([usps.rows(method=name, labels=n)["error"] for n in labels])
columns = {"method": names} | {f"{n} labels a digit": [round(errors_of(name)[j].mean(), 1) for name in names] for j, n in enumerate(labels)}
datasets.Table("errors in %, mean of 10 draws", usps.provenance, columns)

# %%
rbf, spreading, both = errors_of("RBF"), errors_of("label spreading"), errors_of("RBF + Fisher weights")
for j, n in enumerate(labels):
    print(f"{n:2} labels a digit: RBF + weights better than RBF in {np.sum(both[j] < rbf[j])} of 10 draws, label spreading better than RBF in {np.sum(spreading[j] < rbf[j])}")
accuracy_by_labels({"USPS": {name: (labels, 100 - errors_of(name)) for name in names}}, xlabel="labels a digit", ylabel="right, of 2007 test digits (%)", title="Two thousand digits, few of them labeled")

# %% [markdown]
# Read the rows in turn. The Fisher kernel of the weights alone is ⟦worse than the Gaussian kernel at every number of labels ⇐ (errors_of("Fisher weights").mean(axis=1) > rbf.mean(axis=1)).all()⟧, for a reason that the next cell computes. The kernel of all scores is ⟦worse still ⇐ (errors_of("Fisher all").mean(axis=1) > errors_of("Fisher weights").mean(axis=1)).all()⟧. Added to the Gaussian kernel, the weights gain ⟦(rbf - both).mean(axis=1)[0]:.1f⟧ % in the mean with 3 labels a digit, and are better in only ⟦np.sum(both[0] < rbf[0])⟧ of
# 10 draws; with 10 labels they make ⟦no difference ⇐ abs((rbf - both).mean(axis=1)[1]) < 0.3⟧, and with 30 they cost ⟦(both - rbf).mean(axis=1)[2]:.0f⟧ %. Label spreading has ⟦the fewest errors at each number of labels ⇐ all(spreading.mean(axis=1)[j] == min(errors_of(name)[j].mean() for name in names) for j in range(3))⟧, by far with 3. It assumes less: not that a digit is one cloud, but that the neighbors of a digit are the same digit. Self-training, of a linear model, is ⟦at best level ⇐ (errors_of("self-training") - rbf).mean(axis=1).min() > -0.5⟧ with the Gaussian kernel.
#
# Why do the weights fall behind? Suppose that labels cost nothing: give every component the label of most of its digits. What would still be wrong?

# %%
train, _ = datasets.usps()
pool = train.rows(np.random.default_rng(0).permutation(len(train))[:2000])
P = principal_axes(pool.X, 30).project(pool.X)
for k in progress((10, 20, 40), "mixtures"):
    component = fisher.fit_mixture(P, k, n_starts=3, tol=1e-6).posteriors.argmax(axis=1)
    kept = sum(np.bincount(pool.y[component == j]).max() for j in np.unique(component))
    print(f"{k} components, each with its best label: {100 * (1 - kept / len(pool)):.1f} % of the 2000 digits wrong")

# %% [markdown]
# A component is not a digit, and the machine can give each component one answer only, as far as components do not overlap. So these numbers are a floor that no labels, however many, take down. More components lower it, but 3 labels a digit are 30 in all and cannot reach 40 components.
#
# So unlabeled points can help a lot. Whether they do depends on whether what you assume about them is true, and no number of unlabeled points will tell you that.
#
# ## Summary

# %%
equations.summary("15_fisher_kernels")

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. A point lies exactly two standard deviations right of the mean of $N(\mu, \sigma^2)$, with $\sigma = 1$. What are its two scores?
# <details><summary>Answer</summary>
#
# $-2$ for $\mu$ and $-(4 - 1) = -3$ for $\sigma$: both larger parameters would make it less surprising.
# </details>
#
# 2. A colleague uses $J^\top J$ with variances, you use it with standard deviations. Do your machines agree? What would you propose?
# <details><summary>Answer</summary>
#
# In general not: the plain kernel depends on how the parameters are written. Use $J^\top I^{-1}J$, which does not.
# </details>
#
# 3. What is the mean of $K(x, x)$ over points of the density, for the second kernel and 50 free parameters?
# <details><summary>Answer</summary>
#
# 50, by line 6 of the first proof. With two of them for the weights, these are 4 % of the kernel.
# </details>
#
# 4. A mixture of 3 is fitted to data with 5 classes. What is the best that the kernel of the weights can do?
# <details><summary>Answer</summary>
#
# Where components do not overlap, points of one component get one answer. So at most 3 classes can be told, whatever the number of labels.
# </details>
#
# 5. The certificate of a mixture says that the mean score is 0.3 in units of the information. What do you do?
# <details><summary>Answer</summary>
#
# The likelihood is not stationary there: EM was stopped too early. Give it more iterations.
# </details>
#
# **Now the exercises:** work in [your own copy](../my/15_fisher_kernels_exercises.ipynb), which JupyterLab has made for you ([the originals](../exercises/15_fisher_kernels_exercises.ipynb)). The last chapter asks what to do when there are so many points that a Gram matrix does not fit into memory.
