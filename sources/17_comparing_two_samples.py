# %% [markdown]
# # 17 · Comparing two samples
#
# **The question.** You have two samples: the patients of two hospitals, digits from two scanners, the eruptions of a geyser in its first and in its second month. Do they come from one source? Nobody tells you in which way they might differ. **Move the second sample:** when would you call the two different, and what do the curves have to do with it?

# %% jupyter={"source_hidden": true}
import numpy as np

from kernelcourse import bars, equations, figures, guess
from kernelcourse.twosample import draws, experiments, explorers, proofs
from kernelcourse.twosample.figures import after_shuffles
from kernelsy19 import datasets, landmarks, twosample
from kernelsy19.kernels import RBF, Linear, Polynomial

# %%
explorers.TwoMeansExplorer()

# %% [markdown]
# Each sample has become a single point of the feature space, its mean $\ink{blue}{m_x}$ or $\ink{orange}{m_y}$, and for the Gaussian kernel we can draw this point as a curve. This chapter measures how far apart two such means lie. It then turns to the question that a number alone never answers: could a distance this large be chance?
#
# **After this chapter you can**
#
# - say how far apart two samples lie in feature space, and why the obvious estimate is too large;
# - read off a picture where two samples differ;
# - show two distributions that a given kernel cannot tell apart, and name a kernel that can;
# - test two samples by shuffling, and prove that the test keeps its level;
# - choose the width of the kernel without cheating;
# - in depth: compare samples that are a thousand times larger.
#
# **You need** [chapter 1](01_kernels.ipynb) for mapped points and their mean. In depth, section 17·A uses the sums over blocks and the random waves of [chapter 16](16_beyond_n_squared.ipynb).

# %% [markdown]
# ## 17.1 Two means and their distance
#
# How would you compare two samples of heights? Perhaps you would compare their means, but that misses a lot, because the second sample may have the same mean and be twice as wide. You would therefore compare the variances as well, and after them something else, with no natural end.
#
# Chapter 1 mapped each point into a feature space, and a single mean in that space can hold all of this at once. With the feature map $(x, x^2)$, the mean of the mapped points consists of the mean of $x$ and the mean of $x^2$, and so it determines the variance. With the infinitely many features of the Gaussian kernel it determines very much more, and section 17.4 will tell how much.
#
# We write the two samples as $x_1, \dots, x_n$ and $y_1, \dots, y_m$, and their means in feature space as $m_x$ and $m_y$. Some books call such a mean the **kernel mean embedding** of the sample. In exercise 01.10 you multiplied out the squared distance of two means, and only kernel values remained:
#
# $$\|m_x - m_y\|^2 = \frac{1}{n^2}\sum_{i,j} K(x_i, x_j) - \frac{2}{nm}\sum_{i,j} K(x_i, y_j) + \frac{1}{m^2}\sum_{i,j} K(y_i, y_j) .$$
#
# Read it aloud. How similar are the points within the first sample, how similar are they within the second, and how similar are they across? If the samples come from one source, these three means are about equal, and the sum is about 0.
#
# The square root of this number is the **maximum mean discrepancy**, MMD (Gretton and others, 2012). Why "maximum"? Take any function $g$ of the feature space whose length is at most 1, and compare its mean over the one sample with its mean over the other. Line 5 of the proof says that no such function makes more of a difference than the MMD, and that one makes exactly this difference: the function $f = m_x - m_y$, scaled to length 1. It is called the **witness**, because it testifies that the samples differ.

# %%
display(proofs.means.walk(), equations.sheet("COURSE-mmd-biased", "COURSE-witness", folded=True))
equations.code(twosample.biased_mmd2)

# %% [markdown]
# In the first picture, the two curves are $\langle m_x, \Phi(z)\rangle$ and $\langle m_y, \Phi(z)\rangle$, and the witness is the height of one curve above the other, shaded gray. You have met such curves before: but for a factor, each is the Parzen density of [chapter 2](02_density.ipynb).
#
# ## 17.2 The obvious estimate is too large
#
# We have the distance of two *samples*, and we are after the distance of their *sources*, $\|\mu_P - \mu_Q\|^2$, where $\mu_P$ is the mean of all points that the source $P$ could give. Is the first a good estimate of the second? To find out, draw both samples from one source, 300 times, so that the right answer is 0. **Before you look:** what will the mean of the 300 distances be?

# %%
sizes, bell = (10, 40, 160), RBF(0.5)
pairs = {n: experiments.estimates_of_one_source(n, bell, 300) for n in sizes}
asked = "The mean of 300 squared distances, both samples from one source"
ways = ["below 0", "about 0", "above 0"]
errors_away = [b.mean() / b.std() * np.sqrt(len(b)) for b, _ in pairs.values()]
guess.choice(asked, ways, ways[1 + (min(errors_away) > 3) - (max(errors_away) < -3)])

# %%
with guess.covered():
    for n, (biased, unbiased) in pairs.items():
        print(f"n = m = {n:3d}: mean of the distances {biased.mean():.4f}", end=", ")
        print(f"the smallest of them {biased.min():.4f}")

# %% [markdown]
# <details><summary>Answer</summary>
#
# The distances are all ⟦above 0 ⇐ all((b > 0).all() for b, _ in pairs.values())⟧, and a mean of numbers above 0 is not 0. With samples four times as large, the mean is ⟦about a quarter ⇐ all(3.4 < pairs[a][0].mean() / pairs[b][0].mean() < 4.6 for a, b in ((10, 40), (40, 160)))⟧.
#
# </details>
#
# Where does this mean come from? Of the $n^2$ terms of the first sum, $n$ compare a point with itself. For the Gaussian kernel each of these is 1, the largest value that there is, and they say nothing about how similar *different* points of the source are. We leave them out:
#
# $$\widehat{\mathrm{MMD}}{}^2 = \frac{1}{n(n-1)}\sum_{i \ne j} K(x_i, x_j) - \frac{2}{nm}\sum_{i,j} K(x_i, y_j) + \frac{1}{m(m-1)}\sum_{i \ne j} K(y_i, y_j) .$$
#
# Every term that remains is a product of two points that were drawn independently. By line 3 of the proof, the estimate is therefore right on average: it is **unbiased**. The first estimate is **biased**, and line 4 says by how much. An unbiased estimate of 0 must sometimes fall below 0, although no squared length is negative. In fact ⟦most draws do ⇐ all((u < 0).mean() > 0.5 for _, u in pairs.values())⟧, by a little, and a few lie far above.

# %%
display(proofs.estimates.walk(), equations.sheet("COURSE-mmd-unbiased", folded=True))
equations.code(twosample.unbiased_mmd2)

# %%
for n, (_, unbiased) in pairs.items():
    near = abs(unbiased.mean()) < 3 * unbiased.std() / np.sqrt(300)
    print(f"n = m = {n:3d}: mean 0 up to chance: {near}; below 0 in {(unbiased < 0).mean():.0%}")

# %% [markdown]
# The proof adds up *all* samples that two sources of three points each can give, so its means are sums, and nothing is simulated.
#
# ## 17.3 Where do they differ?
#
# A single number says how far apart two samples are, and the witness says where: $f(z) = \frac1n\sum_i K(z, x_i) - \frac1m\sum_j K(z, y_j)$ is positive at places that are more like the first sample, and negative at places that are more like the second. Here are the eruptions of Old Faithful, those that followed a short eruption and those that followed a long one.

# %%
faithful = datasets.faithful().standardized()
F, after_short = faithful.X[1:], faithful.X[:-1, 0] < 0
X, Y = F[after_short], F[~after_short]
k = RBF(experiments.median_width(X, Y))
witness = lambda Z: twosample.witness(k(Z, X), k(Z, Y))
names = ("after a short one", "after a long one")
figures.decision(faithful.rows(slice(1, None)), witness, (~after_short).astype(int), names=names,
                 label="f = 0", title="The witness of two samples of eruptions")

# %% [markdown]
# After a short eruption comes a long one, ⟦with few exceptions ⇐ (X[:, 0] > 0).mean() > 0.85⟧: ⟦(X[:, 0] > 0).mean():.0%⟧ of the first sample are long, whereas after a long eruption only ⟦(Y[:, 0] > 0).mean():.0%⟧ are. The witness is ⟦positive at the long eruptions and negative at the short ones ⇐ np.mean(witness(F[F[:, 0] > 0.5]) > 0) > 0.95 and np.mean(witness(F[F[:, 0] < -0.5]) < 0) > 0.95⟧. Keep this in mind; it will trip us up in section 17.5.
#
# In the next picture you can change everything. The histogram on the right belongs to section 17.5: all eighty points are shuffled, cut into two halves again, and the distance is computed anew, 199 times; $p$ is the proportion of all 200 distances that are at least as large as the observed one. **Before you move it:**
#
# - Choose *wider*, where both samples have the same center. With $\gamma = 0.001$, will the test notice?
# - Where do you expect the witness to be positive there, with $\gamma = 0.1$?
# - Make $\gamma$ as large as it goes. What happens to $p$, and why?

# %% jupyter={"source_hidden": true}
seen = {g: explorers.WitnessExplorer().set(kind="wider", gamma=g).said for g in (0.001, 0.1, 100.0)}
p_of = {g: float(said.rsplit("p = ", 1)[1].rstrip(".")) for g, said in seen.items()}

# %%
guess.number("p for the wider sample, with γ = 0.001", p_of[0.001], digits=2)

# %%
explorers.WitnessExplorer()

# %%
with guess.covered():
    print("p for the wider sample:", {g: p for g, p in p_of.items()})

# %% [markdown]
# <details><summary>Answers</summary>
#
# - No: $p = $ ⟦p_of[0.001]:.2f⟧. For a very small $\gamma$, $e^{-\gamma\|x - y\|^2}$ is nearly $1 - \gamma\|x - y\|^2$, and in this formula the squares cancel from the distance of two means: what remains is $2\gamma$ times the squared distance of the means in the plane. The kernel sees centers, and nothing else.
# - In the middle, because the wider sample has fewer points there, and more of them outside. With $\gamma = 0.1$ the test ⟦notices ⇐ p_of[0.1] < 0.01⟧.
# - With $\gamma = 100$, $p = $ ⟦p_of[100.0]:.2f⟧. Nearly every point is similar to itself alone, so the values between different points are nearly all 0, whichever sample they belong to.
# </details>
#
# ## 17.4 What a kernel cannot see
#
# The first of these answers is not an accident of a small $\gamma$. For some kernels, quite different samples have the same mean. Here are two such samples, of four numbers each:

# %%
X4 = np.array([[-1.0], [-1.0], [1.0], [1.0]])
Y4 = np.array([[-np.sqrt(2)], [0.0], [0.0], [np.sqrt(2)]])
def distance(k):
    return twosample.biased_mmd2(k(X4), k(X4, Y4), k(Y4))

of_degree = {d: distance(Polynomial(d, offset=1.0)) for d in (1, 2, 3, 4)}
print({d: f"{value:.3f}" for d, value in of_degree.items()}, f"Gaussian: {distance(bell):.3f}")

# %% [markdown]
# The samples don't have a single number in common, and yet for the kernels $(1 + xy)^d$ of degree 1, 2 and 3 their distance is ⟦0 ⇐ all(abs(of_degree[d]) < 1e-12 for d in (1, 2, 3))⟧. Why? The features of such a kernel are the powers of $x$ up to the degree, so the mean in feature space holds the means of these powers, the **moments**. Both samples have the mean 0, the mean square 1, and the mean cube 0. Only the fourth moments differ, 1 against 2, and indeed degree 4 ⟦sees a distance of 1 ⇐ abs(of_degree[4] - 1) < 1e-9⟧. Line 2 of the proof says it for all degrees:
#
# $$\mathrm{MMD}^2 = \sum_{j=1}^d \binom dj\, r^{d-j}\,\big(M_j(P) - M_j(Q)\big)^2 \quad\text{for } K(x, y) = (r + xy)^d .$$
#
# **A polynomial kernel of degree $d$ cannot tell distributions apart whose moments agree up to $d$,** however many points you draw. Whatever the degree, there are such distributions; in exercise 17.4 you make some.
#
# What about the Gaussian kernel? Chapter 1 proved that its Gram matrix of different points has no eigenvalue 0. Suppose that two distributions live on finitely many places, with weights $u_i$ and $v_i$. Their squared distance is $z^\top\mathbf{K}z$ with $z = u - v$, so it is 0 only if every weight agrees (line 4). For the Gaussian kernel, then, the mean in feature space determines *everything* about such a distribution. The same holds for all distributions, with a density or without, and a kernel of this kind is called **characteristic**. The general proof needs Fourier transforms; you find it in Sriperumbudur and others (2010).

# %%
proofs.seen.walk()

# %% [markdown]
# Does this matter for real data? Take 150 digits, and let them exchange their pixels, so that each of the 256 places keeps its gray values, in another order. The other sample is as many other digits, untouched. The mean gray value of every pixel is the same in both sources, so the means of the two sources agree for a linear kernel. Your eye has no difficulty.

# %%
digits, others = draws.two_sets_of_digits(150)
exchanged = draws.exchanged_pixels(others)
images = np.concatenate([digits[:10], exchanged[:10]]).reshape(-1, 16, 16)
figures.digits(images, columns=10, title="Digits, and digits that have exchanged pixels")

# %%
p_digits = {"linear": [], "Gaussian": []}
for draw in range(20):
    A, B = draws.two_sets_of_digits(150, draw)
    B = draws.exchanged_pixels(B, draw)
    for name, k in (("linear", Linear()), ("Gaussian", RBF(experiments.median_width(A, B)))):
        p_digits[name].append(twosample.two_sample_test(A, B, k, 99, draw).p_value)
found = {name: int(sum(p <= 0.05 for p in ps)) for name, ps in p_digits.items()}
print("found to differ, of 20 draws:", found)

# %% [markdown]
# The Gaussian kernel notices the difference in ⟦found["Gaussian"]⟧ of 20 draws, and the linear kernel, which has nothing to go by, in ⟦found["linear"]⟧. Are these the 5% of false alarms that a test is allowed? They are not, because over 1000 draws the linear kernel rejects in ⟦evidence["17 exchanged pixels"]["among themselves"].mean():.0%⟧. You may suspect that the second sample spreads differently. So it does, but that is not the reason. Let 3000 digits exchange their pixels, and take 150 of them: they spread in the same way, and the linear kernel rejects in ⟦evidence["17 exchanged pixels"]["some of many"].mean():.0%⟧. The reason is that 150 digits which exchange pixels *among themselves* keep their own mean. It varies as a mean of real digits does, while shuffles treat the points as if they had been drawn one by one. (A different spread does harm if the sizes differ, too: with 50 digits and 250 that exchanged pixels among 3000, the linear kernel rejects in ⟦evidence["17 exchanged pixels"]["few digits"].mean():.0%⟧, and with 250 and 50 in ⟦evidence["17 exchanged pixels"]["few exchanged"].mean():.0%⟧.) The level that the next section promises is for points of *one* source, drawn independently.
#
# ## 17.5 A test that keeps its level
#
# An MMD² of 0.03: is that much? It depends on the kernel, on the sizes of the samples, on their source. Instead of a table for all of these, we use the data themselves. If both samples come from one source, the labels "first" and "second" mean nothing, and we may as well shuffle them. We put all points into one bag, draw $n$ of them as a new first sample, let the others be the second, and compute the distance, and we do all of this $B$ times. If the observed distance is larger than nearly all of these, it is hard to believe in one source. The proportion
#
# $$p = \frac{1 + \#\{b : T_b \ge T_0\}}{B + 1}$$
#
# is called the **p-value**. Here $T_0$ is the observed distance, and $T_1, \dots, T_B$ are those after the shuffles. We call the samples different if $p \le \alpha$, say with $\alpha = 0.05$. If there is one source after all, this happens with a probability of at most $\alpha$, the **level** of the test.
#
# Why the 1 above and below? The actual order is itself one of the possible orders. With it, the proof is a matter of counting: if all $B + 1$ numbers are equally likely to be the first, then at most a fraction $\alpha$ of them can rank in the top fraction $\alpha$. It holds for every sample size, for every kernel and in every dimension, and nothing in it is approximate. Without the 1, a test with 99 shuffles would say $p = 0$ once in a hundred times although there is nothing to find (Phipson and Smyth, 2010).

# %%
display(proofs.level.walk(), equations.sheet("COURSE-permutation-p", folded=True))
equations.code(twosample.plain_two_sample_test)

# %% [markdown]
# Let's go to the geyser, whose 272 eruptions are recorded in order. Did it change between the first half and the second? As a control we take a split that cannot mean anything: every other eruption. **Before you look:** which of the two tests, if any, will say that the samples differ?

# %%
E = faithful.X
halves, alternate = (E[:136], E[136:]), (E[::2], E[1::2])
test = lambda X, Y: twosample.two_sample_test(X, Y, RBF(experiments.median_width(X, Y)), 999)
tests = {"first and second half": test(*halves), "every other eruption": test(*alternate)}
choices = ["neither", "the halves", "every other", "both"]
small = [test.p_value <= 0.05 for test in tests.values()]
guess.choice("Which split gives a small p-value?", choices, choices[small[0] + 2 * small[1]])

# %%
with guess.covered():
    display(after_shuffles(tests, title="Old Faithful, 999 shuffles"))

# %% [markdown]
# <details><summary>Answer</summary>
#
# The test ⟦does not tell the halves apart ⇐ tests["first and second half"].p_value > 0.2⟧. But every other eruption *differs* from its neighbors: ⟦not one of 999 shuffles ⇐ tests["every other eruption"].p_value == 0.001⟧ gives so large a distance. Has the test failed? No; its premise has.
#
# </details>
#
# The test assumes that every order of the points is equally likely, and section 17.3 showed that this isn't so: short and long eruptions tend to alternate. Is that enough to fool the test? Take a made-up geyser that never changes, whose eruptions are drawn from the record, and whose chances of a long one after a short one, and after a long one, are those of Old Faithful. We split each of 100 such records into every other eruption, once in their order and once after mixing them, and also into two halves.

# %%
fooled = experiments.fooled_by_order(E, draws=100)
print({name: f"p ≤ 0.05 in {share:.0%} of 100 records" for name, share in fooled.items()})

# %% [markdown]
# The level allows the test to be wrong in 5% of the records. Every other eruption fools it in ⟦fooled["every other"]:.0%⟧, although a $p$ as small as the 0.001 of the real record comes in only ⟦evidence["17 geysers"]["p = 0.001"].mean():.0%⟧ of 300 such records. Once they are mixed, it is wrong in ⟦fooled["every other, mixed"]:.0%⟧, although the eruptions are the same. The halves seem to differ in ⟦fooled["first and second half"]:.0%⟧, because each holds the two kinds in nearly the same proportion: the same alternation that makes the one $p$ too small makes the other too large, and neither is to be trusted. (In the real record, ⟦(E[1::2, 0] > 0).mean():.0%⟧ of the eruptions with an even number are long, and ⟦(E[::2, 0] > 0).mean():.0%⟧ of the others.) Remember, therefore, what a small p-value says: *the points were not shuffled*, unless it is chance, which happens once in twenty. Two sources are one reason for that, and points that depend on each other, such as days in a row or patients of one doctor, are another.
#
# ## 17.6 Which width?
#
# A test that keeps its level may still be useless if it never finds anything. The probability that it finds a difference that is there is its **power**, and the power depends on $\gamma$. A rule that is used often is the **median heuristic**: take the median of the squared distances of all pairs of points, from both samples, and
#
# $$\gamma = \frac{1}{2\,\mathrm{median}_{i<j}\,\|z_i - z_j\|^2} .$$
#
# The rule looks at all points together and at no label, so the shuffles do not change it, and the level stays what it is. First, let's see what the number of variables does to it. The second sample is moved by three quarters of a standard deviation along *one* axis, and the other variables are noise. **Before you look:** which width will be best among 64 variables?

# %%
dimensions = (1, 4, 16, 64)
widths = {"γ = 1/16 of the rule's": 1 / 16, "the median rule": 1.0,
          "γ = 16 times the rule's": 16.0}
power = experiments.power_by_dimension(dimensions, widths)
words = {"xlabel": "variables", "ylabel": "power, of 100 draws", "log": "x"}
with guess.covered():
    display(figures.curves(dimensions, power, markers=True, height=280, **words))

# %% [markdown]
# <details><summary>Answer</summary>
#
# In one variable the test finds the shift in ⟦power["the median rule"][0]:.0%⟧ of 100 draws, and among 64 in ⟦power["the median rule"][-1]:.0%⟧: what was added is noise. The rule and a kernel sixteen times as wide (in $1/\gamma$) are ⟦about equally good from four variables on ⇐ max(abs(a - b) for a, b in zip(power["the median rule"][1:], power["γ = 1/16 of the rule's"][1:])) <= 0.1⟧, because a shift is what wide kernels see. The narrow kernel finds ⟦less everywhere ⇐ all(n < m for n, m in zip(power["γ = 16 times the rule's"], power["the median rule"]))⟧.
#
# </details>
#
# For some other differences the rule fails. Here the first source is normal, and the second has the same density with fine waves on it, as if its numbers liked to be near certain values. The waves are less than half as long as the median distance. Why don't we try several widths, then, and take the one that shows the difference best? Let's compare four rules, of which the first is the median heuristic. The second tests with eight widths and reports the smallest of the eight p-values. The third splits each sample: on one half it looks for the width at which the samples differ most, and with this width it tests the *other* half. The fourth measures each of the eight distances in units of its own shuffles, takes the largest, and compares it with what *every shuffle* gets when it, too, may choose the largest of its eight. **Before you look:** how often will the second rule see a difference where there is none?

# %%
rates, rows = {}, experiments.WIDTH_RULES.items()
for name, rule in bars.progress(rows, "rules"):
    none, waves = (lambda s, w=w: experiments.wavy_pair(100, w, s) for w in (False, True))
    rates[name] = [(experiments.p_values(pair, rule, 200) <= 0.05).mean() for pair in (none, waves)]
asked = "One source, the smallest p of eight widths: how often is it at most 0.05?"
guess.number(asked, 100 * rates["smallest p of eight widths"][0], "% of the draws")

# %%
one_source, fine_waves = zip(*rates.values())
columns = {"rule": list(rates), "one source": one_source, "fine waves": fine_waves}
with guess.covered():
    source = ("Proportions of 200 draws, n = m = 100.",)
    display(datasets.Table("how often p ≤ 0.05", source, columns))

# %% [markdown]
# <details><summary>Answer</summary>
#
# Where there is nothing to find, the smallest of eight p-values is at most 0.05 in ⟦rates["smallest p of eight widths"][0]:.0%⟧ of the draws, ⟦more than twice as often as promised ⇐ rates["smallest p of eight widths"][0] > 0.11⟧. Each of the eight tests keeps its level, and the smallest of the eight does not: look eight times, and you have eight chances to be fooled. That's what it pays for its power. You could multiply its $p$ by eight, as Bonferroni's rule does, but after 99 shuffles that is never below 0.08.
#
# </details>
#
# The other three keep the level, up to what 200 draws can tell. (Of 200 fair draws, 16 or more give $p \le 0.05$ only about four times in a hundred.) The median heuristic finds the waves ⟦hardly more often than it is wrong ⇐ rates["median"][1] < 0.12⟧. The split finds them in ⟦rates["chosen on one half, tested on the other"][1]:.0%⟧ of the draws, although it tests with half of the points only. **Choose on one part of the data, test on another**: you know the rule from cross-validation, and it holds here for the same reason.
#
# A test by shuffling need not sacrifice half of its points, however. The proof of section 17.5 holds for *any* number that is computed from the samples, as long as every shuffle computes it in the same way, and the largest of eight distances is such a number. We can therefore **let each shuffle choose its width as well.** The level is kept, and ⟦more waves are found than by the split ⇐ rates["each shuffle chooses its width, too"][1] > rates["chosen on one half, tested on the other"][1]⟧, in ⟦rates["each shuffle chooses its width, too"][1]:.0%⟧ of the draws. With 399 shuffles, Bonferroni's rule finds waves as well, in ⟦evidence["17 waves"]["waves, times eight"].mean():.0%⟧ of 200 draws, and shuffles that choose find them in ⟦evidence["17 waves"]["waves, each shuffle chooses"].mean():.0%⟧.
#
# ## Summary

# %%
equations.summary("17_comparing_two_samples", folded=True)

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. The unbiased estimate is $-0.004$. What does that say?
# <details><summary>Answer</summary>
#
# It says that the samples are a little more alike than two samples from one source are on average. It isn't an error, because a distance of 0 is estimated by numbers on both sides of 0.
# </details>
#
# 2. Two samples have the same mean and the same covariance matrix. Which of these kernels may tell them apart: linear, $(1 + x\cdot y)^2$, Gaussian?
# <details><summary>Answer</summary>
#
# The Gaussian only. The features of the first two are powers and products of up to two coordinates, and the means of all of these agree.
# </details>
#
# 3. With $B = 19$ shuffles, what is the smallest p-value that can come out?
# <details><summary>Answer</summary>
#
# It is $1/20 = 0.05$. With fewer shuffles, a test at the level 0.05 never finds anything.
# </details>
#
# 4. A test of two hospitals says $p = 0.001$. Each patient is in the data with all of her visits. May you conclude that the hospitals differ?
# <details><summary>Answer</summary>
#
# No. Visits of one patient are alike, so not every order of the visits is equally likely, even if the hospitals are alike. Shuffle patients instead of visits.
# </details>
#
# **Now the exercises:** work in [your own copy](../my/17_comparing_two_samples_exercises.ipynb), which JupyterLab has made for you ([the originals](../exercises/17_comparing_two_samples_exercises.ipynb)). Exercise 17.6 belongs to the section in depth below. Next, in [chapter 18](18_error_bars.ipynb): how sure a prediction is.
#
# **To read on:** Gretton, Borgwardt, Rasch, Schölkopf and Smola (2012), *A kernel two-sample test*, is where MMD is explained in full. Sriperumbudur, Gretton, Fukumizu, Schölkopf and Lanckriet (2010) say which kernels are characteristic. Phipson and Smyth (2010) explain why $p = 0$ is never right. Ramdas, Reddi, Póczos, Singh and Wasserman (2015) study what the number of variables does to the power. The package hyppo has this test and many more; it finds the same distance, divided by what no shuffle changes, and [appendix C](C_speed.ipynb) has the times.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 17·A Samples a thousand times larger (8 minutes)
#
# The distance needs all $n^2 + nm + m^2$ kernel values, but only as three sums and two traces. We can sum over pairs of blocks, and never hold a matrix:
#
# $$\widehat{\mathrm{MMD}}{}^2 = \frac{S_x - t_x}{n(n-1)} - \frac{2S_{xy}}{nm} + \frac{S_y - t_y}{m(m-1)}, \qquad S_x = \sum_{i,j} K(x_i, x_j),\quad t_x = \sum_i K(x_i, x_i) .$$
#
# That saves memory, but not time. With features $\varphi$, as in chapter 16, it saves time as well: $S_x$ is then the squared length of $\sum_i\varphi(x_i)$, so each block adds up its features and forgets its rows, and one pass is enough. Here is a small shift between two samples of four thousand points in eight dimensions, from all kernel values and from random waves.

# %%
def block(b, rows=500):
    rng = np.random.default_rng([17, b])
    return rng.normal(size=(rows, 8)), rng.normal(size=(rows, 8)) + 0.1


wide = RBF(1 / 16)
def by_waves(blocks, rng=0):
    return twosample.mmd2_by_features(landmarks.fourier_map(wide, 8, 500, rng=rng), block, blocks)

# %%
exact = twosample.mmd2_over_blocks(wide, block, range(8))
waves = [by_waves(range(8), rng) for rng in range(10)]
far = by_waves(range(100))
print(f"8 blocks: {exact:.5f}; by waves, ten draws: {np.mean(waves):.5f} ± {np.std(waves):.5f}")
print(f"100 blocks by waves: {far:.5f}")

# %%
equations.sheet("COURSE-mmd-sums", "COURSE-median-width", folded=True)

# %% [markdown]
# The ten draws of waves scatter by ⟦less than a fifth ⇐ np.std(waves) < 0.2 * exact⟧ around ⟦the value of all pairs ⇐ abs(np.mean(waves) - exact) < 3 * np.std(waves) / np.sqrt(10) + 0.02 * exact⟧. They never compare two points, so their time grows with $n$ and not with $n^2$.
#
# How does one *test* such samples? Each shuffle would have to add up all the features anew. With as many points there is an easier way: each block gives an unbiased estimate of its own, from its own points. These estimates are independent of each other, their mean estimates the same distance, and their scatter tells how sure the mean is.

# %%
own = np.array([by_waves([b]) for b in range(100)])
sure = own.mean() / (own.std(ddof=1) / np.sqrt(len(own)))
print(f"mean of 100 blocks: {own.mean():.5f}, which is {sure:.0f} standard errors from 0")

# %% [markdown]
# The mean of the blocks is ⟦about the estimate of all ⇐ abs(own.mean() / far - 1) < 0.3⟧, and ⟦far from 0 ⇐ sure > 5⟧. The price is that a mean over blocks never compares points of different blocks, which makes it less exact where the sources are the same:

# %%
def one_source(b):
    return tuple(np.random.default_rng([1, b]).normal(size=(2, 500, 8)))

# %%
F = landmarks.fourier_map(wide, 8, 50)
each = [twosample.mmd2_by_features(F, one_source, [b]) for b in range(240)]
of_all = [twosample.mmd2_by_features(F, one_source, range(b, b + 8)) for b in range(0, 240, 8)]
ratio = np.std(np.reshape(each, (30, 8)).mean(axis=1)) / np.std(of_all)
print(f"8 blocks, 30 draws: the mean of the blocks scatters {ratio:.1f} times as much")

# %% [markdown]
# The mean of the blocks scatters ⟦two to four times as much ⇐ 2 < ratio < 4⟧ as the estimate from all pairs, and that is what the quick test costs.
#
# Sums of features can do still more. Take all flights of [chapter 16](16_beyond_n_squared.ipynb), each by its delay at departure and by the minutes that it made up on the way. Are the flights of one month like those of the next? One pass leaves a sum of features for each of the 365 days. From then on a shuffle of whole days only adds up these sums anew, and touches no flight. The table has three p-values for each pair of months, the largest of ten draws: single flights were shuffled, or whole days, or whole weeks. **Before you look:** will they agree, and which of the three would you trust?

# %%
flights = datasets.table("flights_by_month")
with guess.covered():
    display(flights)

# %% [markdown]
# <details><summary>Answer</summary>
#
# If single flights are shuffled, ⟦all eleven ⇐ len(flights) == 11 and (flights["p_flights"] == 0.01).all()⟧ pairs of months differ, with the smallest p that 99 shuffles can give. But a storm delays all flights of its day, so not every order of the flights is equally likely: this is the geyser once more. If whole days are shuffled, ⟦six ⇐ (flights["p_days"] <= 0.05).sum() == 6⟧ pairs have a $p$ of at most 0.05. We have tested eleven times, however, and by Holm's rule, which holds the smallest $p$ against $0.05/11$, the next against $0.05/10$ and so on, ⟦four ⇐ np.argmin(np.append(np.sort(flights["p_days"]) <= 0.05 / np.arange(11, 0, -1), False)) == 4⟧ pairs differ. January and February, say, ⟦do not ⇐ flights.rows(month=1)["p_days_least"][0] > 0.3⟧. A storm may last longer than a day, too. With weeks, p can be no smaller than 2 of the 70 ways to deal eight weeks into two groups, and ⟦two pairs ⇐ (flights["p_weeks"] < 0.03).sum() == 2⟧ reach this: April and May, November and December. Among eleven pairs that do not differ, one at least would reach it with a probability of up to ⟦1 - (1 - 2 / 70) ** 11:.0%⟧.
#
# </details>
#
# **Shuffle the largest unit within which the data depend on each other.** It leaves you few units, and that is the honest size of your sample.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 17·B How much smoothing does a test notice? (3 minutes)
#
# Somebody has run your digits through a filter that smooths them. How strong must it be until a test notices? We mix each digit with its smoothed version, in proportions from 0 to 1, and compare it with as many other digits that were left alone.

# %%
shares, noticed = (0.0, 0.25, 0.5, 0.75, 1.0), {}
for n in bars.progress((50, 100, 200), "sizes"):
    noticed[f"{n} digits each"] = experiments.noticed_smoothing(n, shares)
noticed["50, γ four times as large"] = experiments.noticed_smoothing(50, shares, factor=4)
words = {"ylabel": "noticed, of 20 draws", "xlabel": "proportion of the smoothed digit"}
figures.curves(shares, noticed, **words, markers=True, height=280)

# %%
A, B = draws.two_sets_of_digits(200)
B = draws.smoothed(B)
k = RBF(experiments.median_width(A, B))
C = np.concatenate([A, B])
order = np.argsort(twosample.witness(k(C, A), k(C, B)), kind="stable")
ends = C[np.concatenate([order[::-1][:10], order[:10]])].reshape(-1, 16, 16)
figures.digits(ends, columns=10, title="The witness is largest (above) and smallest (below)")

# %% [markdown]
# With the width of the median rule, fully smoothed digits are noticed in ⟦noticed["50 digits each"][-1]:.0%⟧ of the draws with 50 of each, and ⟦always ⇐ noticed["200 digits each"][-1] == 1⟧ with 200. Half of the smoothing goes unnoticed ⟦most of the time with 50 digits ⇐ max(noticed["50 digits each"][2], noticed["50, γ four times as large"][2]) < 0.5⟧. The width matters here, too: with a $\gamma$ four times as large, 50 fully smoothed digits are noticed in ⟦noticed["50, γ four times as large"][-1]:.0%⟧. Without any smoothing, the test with the median rule rejects in ⟦noticed["50 digits each"][0]:.0%⟧, ⟦noticed["100 digits each"][0]:.0%⟧ and ⟦noticed["200 digits each"][0]:.0%⟧ of 20 draws; its level of 5% is one draw.
#
# The second picture shows what the witness says of 200 digits each. Of the ten digits where it is largest, ⟦(order[::-1][:10] < 200).sum()⟧ are untouched, and of the ten where it is smallest, ⟦(order[:10] >= 200).sum()⟧ are smoothed. That alone proves little, because each digit is also compared with itself, which draws it to its own sample. In ten draws in which nobody smoothed anything, ⟦evidence["17 witness"]["as they are, largest"].mean():.1f⟧ of the ten at the top came from the first sample on average. If we leave out the value of a digit with itself, these are ⟦evidence["17 witness"]["as they are, without itself, largest"].mean():.1f⟧, but beside smoothed digits they are still ⟦evidence["17 witness"]["smoothed, without itself, largest"].mean():.1f⟧: the smoothing is what it sees.
