# %% [markdown]
# # 16 · Beyond n²: landmarks, random features, and sums over blocks
#
# **The question.** In 2013, more than 300 000 flights left New York and arrived somewhere. How many minutes will a flight make up on the way? Kernel ridge regression (chapter 10) needs a number for each *pair* of flights, and no ordinary computer can hold that many. **Take a few columns of a Gram matrix:** how much do they tell of the others?

# %% jupyter={"source_hidden": true}
import numpy as np

from kernelcourse import bars, equations, figures, guess
from kernelcourse.landmarks import draws, explorers, proofs
from kernelcourse.landmarks.figures import errors_by_kind, left_by_number, left_in_plane
from kernelcourse.landmarks.figures import picture_of_pass, shadows_on_landmark, working_samples
from kernelsy19 import ball, datasets, landmarks, ridge
from kernelsy19.kernels import RBF

# %%
explorers.FewColumnsExplorer()

# %% [markdown]
# This chapter uses less of the Gram matrix, because a few of its columns say nearly all that the others say. Each result comes with a number that tells how far off it is, because the exact one is out of reach. The sections in depth add a second idea: go through the data in pieces, so that all of them are never held at once.
#
# **After this chapter you can**
#
# - replace $n^2$ kernel values by the values at $m$ landmarks, and say how much of $\mathbf{K}$ they leave;
# - choose landmarks by what is left of each point, and know when drawing them evenly fails;
# - make features from random waves, and say what one more digit costs;
# - judge by a residual whether an approximate fit is right;
# - in depth: write a fit as a sum over blocks, run it on a cluster that may lose a worker, and estimate on paper what a billion rows would cost.
#
# **You need** [chapter 1](01_kernels.ipynb) for mapped points and their Gram matrix, and [chapter 10](10_kernel_ridge.ipynb) for kernel ridge regression and its dual variables. In depth, sections 16·A and 16·B return to chapters 3, 6, 7 and 11.

# %% [markdown]
# ## 16.1 What n² costs
#
# Kernel ridge regression stores $n^2$ kernel values of 8 bytes each, and then it solves $n$ equations, which takes about $n^3/3$ additions and multiplications. We have measured how long that takes for some values of $n$. **Before you look:** if $n$ doubles, by what factor do the memory and the time grow?

# %%
cost = datasets.table("gram_cost")
exact, one_pass = cost["seconds_exact"], cost["seconds_pass"]
with guess.covered():
    display(cost)

# %% jupyter={"source_hidden": true}
flights_gb = 8 * (300_000 + 27_346) ** 2 / 1e9

# %% [markdown]
# <details><summary>Answer</summary>
#
# The memory grows fourfold. The time has a part that grows like $n^2$, for the kernel values, and a part that grows like $n^3$, for the equations. The factor therefore ⟦lies between 4 and 8 ⇐ 4 < (exact[-1] / exact[0]) ** (1 / 3) < 8⟧ on average, and the larger $n$ is, the nearer it comes to 8. The last doubling took ⟦exact[-1] / exact[-2]:.1f⟧ times the time. The last column is the method of this chapter, with 300 landmarks, whose time ⟦never grows by a factor of more than 2.1 ⇐ (one_pass[1:] < 2.1 * one_pass[:-1]).all()⟧ when $n$ doubles.
# </details>
#
# For our 327 346 flights, the Gram matrix would fill ⟦flights_gb:.0f⟧ gigabytes. A larger machine doesn't help for long: ten times the memory holds a matrix with $\sqrt{10}$ times as many rows. We have to use less of $\mathbf{K}$.
#
# ## 16.2 A few columns tell the others
#
# Two eruptions of Old Faithful that are almost alike have almost the same kernel values with all the others. Their two columns of $\mathbf{K}$ are therefore almost equal, and the second one tells us little. This suggests an economy: choose a few points, call them **landmarks**, compute only their columns, and let them speak for the rest. What do we lose?
#
# Begin with one landmark $z$, the cross in the left picture, and five other eruptions. The right picture shows the same five in feature space. With the RBF kernel every mapped point has length 1, so all five lie at the distance 1 from the origin. We have turned the page so that $\ink{vermillion}{\Phi(z)}$ points to the right. If light falls from above, each mapped point casts a **shadow** on the direction of $\Phi(z)$.

# %%
some, z = draws.five_and_a_landmark()
bell = RBF(0.3)
shadows_on_landmark(some, bell, z, title="One landmark, RBF kernel, γ = 0.3")

# %% jupyter={"source_hidden": true}
shadow = bell(some.X, z[None])[:, 0]

# %% [markdown]
# Both vectors have length 1, so the length of the shadow is their inner product, the kernel value $\ink{vermillion}{k(z, x)}$. ⟦The point nearest to the landmark ⇐ shadow.argmax() == 0⟧ has a shadow of ⟦shadow[0]:.2f⟧: it is nearly all shadow. The shadow of ⟦the farthest ⇐ shadow.argmin() == 4⟧ is ⟦shadow[4]:.2f⟧ long.
#
# Suppose that we keep the shadows only. A single number, $k(z, x)$, then represents the point, and we lose the dotted part, whose squared length is $1 - k(z, x)^2$ by Pythagoras. (The dotted parts of the five points have different directions; the picture shows only their lengths.)
#
# With $m$ landmarks $Z$, the shadow falls on the subspace that all the mapped landmarks span, and it has $m$ coordinates. To read them off we need axes at right angles, and the mapped landmarks, which are similar to each other, are not. A triangular matrix $\mathbf{R}$ with $\mathbf{R}^\top\mathbf{R} = k(Z, Z)$ corrects for this, and it turns the $m$ kernel values $k(Z, x)$ into the coordinates
#
# $$\varphi(x) = \mathbf{R}^{-\top}\,k(Z, x) .$$
#
# We call $\varphi(x)$ the **features** of $x$. For one landmark, $\mathbf{R} = 1$, and the only feature is $k(z, x)$, as in the picture. The features of all $n$ points are the rows of a matrix $\mathbf{F}$, and their inner products $\mathbf{F}\mathbf{F}^\top$ are **Nyström's approximation** of the Gram matrix. It takes $nm$ kernel values, and about $nm^2$ additions and multiplications. What it leaves of $\mathbf{K}$ are the inner products of the dotted parts, $\mathbf{E} = \mathbf{K} - \mathbf{F}\mathbf{F}^\top$. The diagonal of $\mathbf{E}$ holds their squared lengths, and its sum, the trace, says how much is left in all:
#
# $$\mathrm{tr}(\mathbf{K} - \mathbf{F}\mathbf{F}^\top) = \sum_i\big(k(x_i, x_i) - \|\varphi(x_i)\|^2\big) .$$
#
# This formula needs the diagonal of $\mathbf{K}$, which for an RBF kernel is all ones, and the squares of the $nm$ features. Because it does not need $\mathbf{K}$, **the approximation tells us its own error**. This one number also bounds others: $\mathbf{E}$ is a Gram matrix itself (line 3 of the proof), so it has no negative eigenvalue (line 4), and its largest eigenvalue is at most the sum of all, which is the trace (line 6). No eigenvalue of $\mathbf{K}$ is off by more (line 7). Line 8 adds that no other use of the same landmarks comes closer.
#
# Under the proof, we check this on 1500 digits, where $\mathbf{K}$ is still small enough to compare with.

# %%
keys = "COURSE-landmark-features", "COURSE-nystrom", "COURSE-trace-left"
display(proofs.landmark_error.walk(), equations.sheet(*keys, folded=True))

# %%
X, k = datasets.usps().train.in_order(shuffle=0).rows(slice(1500)).X, RBF(1 / 128)
K, chosen = k(X), landmarks.choose(k.gram(X), 200)
features = landmarks.landmark_map(k, X[chosen.indices])
E = K - landmarks.nystrom(features(X), features(X))
print(f"left of the trace: {landmarks.trace_error(features, X):.1%}", end="; ")
print(f"computed from all of K: {np.trace(E) / np.trace(K):.1%}")

# %% jupyter={"source_hidden": true}
of_E, of_K = np.linalg.eigvalsh(E), np.linalg.eigvalsh(K)

# %% [markdown]
# Without $\mathbf{K}$ and with it, the proportion that is left ⟦is the same ⇐ np.isclose(landmarks.trace_error(features, X), np.trace(E) / np.trace(K))⟧. No eigenvalue of $\mathbf{E}$ ⟦is negative, up to rounding ⇐ of_E[0] > -1e-10⟧. Its largest is ⟦of_E[-1]:.1f⟧, and that of $\mathbf{K}$ is ⟦of_K[-1]:.0f⟧. The bound is safe and far from tight: the trace of $\mathbf{E}$ is ⟦np.trace(E):.0f⟧, which is ⟦np.trace(E) / of_E[-1]:.0f⟧ times its largest eigenvalue, because it adds up all the small ones.
#
# ## 16.3 Which landmarks?
#
# The simplest idea is to draw them evenly, so that each point has the same chance. What can go wrong with that? Take 1530 points, of which 1500 lie on two spirals. Each of the other 30 is alone: no other point is nearer to it than 1, and at this distance our kernel has fallen to ⟦np.exp(-5):.3f⟧. **Before you look:** if we draw 60 landmarks evenly, how many do you expect to be far points, and what happens to the other far points?

# %%
points, narrow = draws.with_far_points(1500, 30), RBF(5.0)
choices = draws.landmarks_by_rule(narrow, points, 60)
far = {name: (choice.indices >= 1500).sum() for name, choice in choices.items()}
title = "60 landmarks of 1530 points; where the plane is blue, they explain it"
with guess.covered():
    print("far points among the landmarks:", {name: int(count) for name, count in far.items()})
    display(left_in_plane(points, narrow, choices, title=title))

# %% [markdown]
# <details><summary>Answer</summary>
#
# About one. We draw 60 of 1530 points, so the expected number is $30\cdot60/1530 = $ ⟦30 * 60 / 1530:.1f⟧. In this draw it is ⟦far["evenly drawn"]⟧. The others stay unexplained, because their kernel values with every landmark are nearly 0.
# </details>
#
# The second picture shows the other extreme. The **greedy** rule always takes the point of which most is left, the one with the largest $E_{ii}$. It picks ⟦far["most is left"]⟧ of the 30 far points, and so it spends ⟦half ⇐ far["most is left"] == 30⟧ of its landmarks on a fiftieth of the data.
#
# The third rule is a compromise. It draws the next landmark by chance, and the more is left of a point, the likelier it is to be drawn:
#
# $$\mathrm{P}(s = i) = \frac{E_{ii}}{\mathrm{tr}\,\mathbf{E}} .$$
#
# A point beside a landmark has hardly anything left, so it is hardly ever drawn. Once point $s$ is a landmark, we take away what its column explains,
#
# $$\ell = \frac{\mathbf{E}_{:s}}{\sqrt{E_{ss}}}, \qquad \mathbf{E} \leftarrow \mathbf{E} - \ell\ell^\top ,$$
#
# and draw again. This is a step of the Cholesky factorization with a random pivot, hence its name, *randomly pivoted Cholesky* or **RPCholesky** (Chen, Epperly, Tropp and Webber, 2025).
#
# Why this probability and no other? A landmark $s$ takes $\|\mathbf{E}_{:s}\|^2 / E_{ss}$ off the trace. If points are drawn in proportion to $E_{ss}$, the denominator cancels on average, and a simple number remains: $\|\mathbf{E}\|_F^2/\mathrm{tr}\,\mathbf{E}$, where $\|\mathbf{E}\|_F^2$ is the sum of all squared entries. It is at least an $n$-th of the trace, and it is more wherever points have something in common, or more is left of some than of others.
#
# Try to prove it line by line. The few lines of code below the proof form all of $\mathbf{K}$; `landmarks.choose` does the same from the columns of the landmarks alone.

# %%
display(proofs.random_pivots.walk(), equations.code(landmarks.plain_rpcholesky))
equations.sheet("COURSE-pivot-probability", "COURSE-pivot-step", folded=True)

# %% [markdown]
# Next, each rule chooses up to 150 landmarks on the left, and up to 200 of the 1500 digits on the right. For the two rules that draw, each curve is a mean of ten draws. The lowest curve is what as many leading eigenvectors of $\mathbf{K}$ leave; no choice of landmarks can do better.

# %%
curves = draws.left_by_rules(narrow, points, 150, draws=10)
on_digits = draws.left_by_rules(k, X, 200, draws=10)
panels = {"spirals with 30 far points, γ = 5": curves, "1500 digits, γ = 1/128": on_digits}
left_by_number(panels, title="What landmarks leave, by the rule that chose them")

# %% [markdown]
# On the left, landmarks that are drawn evenly soon explain the spirals, and then ⟦their curve lies nearly flat ⇐ curves["evenly drawn"][-1] > 0.7 * curves["evenly drawn"][59]⟧: 90 more landmarks bring it from ⟦curves["evenly drawn"][59]:.1%⟧ to ⟦curves["evenly drawn"][-1]:.1%⟧. The rest sits at the far points. RPCholesky is ahead of the even draw ⟦from the first landmarks on ⇐ (curves["RPCholesky"][4:] < curves["evenly drawn"][4:]).all()⟧. With 60 landmarks it leaves ⟦curves["RPCholesky"][59] / curves["evenly drawn"][59]:.0%⟧ of what the even draw leaves, and ⟦curves["RPCholesky"][59] / curves["most is left"][59]:.0%⟧ of what the greedy rule does.
#
# On the digits, with 200 landmarks, drawing evenly leaves ⟦hardly more ⇐ 1 < on_digits["evenly drawn"][-1] / on_digits["RPCholesky"][-1] < 1.1⟧ than RPCholesky, and the greedy rule ⟦does worst ⇐ on_digits["most is left"][-1] > 1.1 * max(on_digits["evenly drawn"][-1], on_digits["RPCholesky"][-1])⟧. RPCholesky is thus the safest of the three: in both pictures it ends up ⟦below or beside the better of the others ⇐ on_digits["RPCholesky"][-1] <= 1.02 * min(on_digits["evenly drawn"][-1], on_digits["most is left"][-1]) and curves["RPCholesky"][59] < min(curves["evenly drawn"][59], curves["most is left"][59])⟧.
#
# Landmarks need not be points. The centers of as many clusters (chapter 5) leave ⟦still less on each of ten other draws of the digits ⇐ (evidence["16 centers"]["digits, centers"] < evidence["16 centers"]["digits, RPCholesky"]).all()⟧, ⟦evidence["16 centers"]["digits, centers"].mean():.0%⟧ instead of ⟦evidence["16 centers"]["digits, RPCholesky"].mean():.0%⟧, and in ⟦(evidence["16 centers"]["spirals, centers"] < evidence["16 centers"]["spirals, RPCholesky"]).sum()⟧ of ten of the spirals. But c-means reads all points many times, and it needs means, which sequences don't have.
#
# Here you can choose landmarks yourself, drag the points, and move $m$ with the small disk on the curve. **Before you move it:**
#
# - Take the spirals with twelve far points, and draw $m = 60$ landmarks evenly. In how many of the ten draws does the curve come down to the dashed one?
# - Make $\gamma$ small. Why do ten landmarks suffice then?
# - In *faithful*, where do the first two landmarks of RPCholesky fall, with a wide kernel and with a narrow one?

# %%
small, geyser = draws.with_far_points(), datasets.faithful().in_order()
reached = draws.draws_that_reach(RBF(10**0.5), small, 60, draws=10)
X_geyser, long = geyser.standardized().X, geyser["eruptions"] > 3
of = {g: draws.in_different_clouds(RBF(g), X_geyser, long, 200) for g in (0.1, 10**0.5)}
asked = "Faithful, γ = 0.1: how often do the first two landmarks fall into different clouds?"
display(guess.number("How many of the ten even draws reach the dashed curve?", reached, "of ten"),
        guess.number(asked, of[0.1], "% of the draws", digits=2))

# %%
explorers.LandmarkExplorer()

# %%
with guess.covered():
    print(f"even draws that leave at most ten times the least: {reached} of 10", end="; ")
    print(f"in different clouds: {of[0.1]:.0f} % (γ = 0.1) and {of[10**0.5]:.0f} % (γ = 3.2)")

# %% jupyter={"source_hidden": true}
left_by_ten = landmarks.choose(RBF(10**-1.5).gram(small), 10).error
evenly = 200 * long.mean() * (1 - long.mean())

# %% [markdown]
# <details><summary>Answers</summary>
#
# - ⟦In none ⇐ reached == 0⟧. A draw catches some of the twelve far points by luck, and every one that it misses keeps nearly all of its trace.
# - A wide kernel finds all points similar, so their mapped points lie near a few directions, and few landmarks span these. The dashed curve falls fast as well: at the left end of the slider, ten landmarks leave ⟦left_by_ten:.2%⟧ of the trace.
# - After the first landmark, little is left of the points that the kernel finds similar to it. For a wide kernel these are its whole cloud, so the second landmark falls into the *other* cloud in ⟦of[0.1]:.0f⟧% of the draws. For a narrow kernel they are its neighbors only. The second landmark then falls nearly anywhere, and into the other cloud in ⟦of[10**0.5]:.0f⟧% of the draws. Two eruptions that are drawn evenly are in different clouds with a probability of ⟦evenly:.0f⟧%.
# </details>
#
# ## 16.4 Features from random waves
#
# Some features do not look at the data at all. Take a wave, $\cos\omega d$, where $d$ is the distance of two points on a line and $\omega$ is a frequency that was drawn at random. If the two points are near, $d$ is small, and all waves are near 1. If they are far apart, one wave is up, another is down. The *mean* of many waves is therefore near 1 for near points and near 0 for far ones, so it measures similarity. Which similarity is it?

# %%
d, bell = np.linspace(0, 4, 120)[:, None], RBF(0.5)
shown = {"RBF kernel": bell(d, [[0.0]])[:, 0]}
for count in (1, 10, 1000):
    omega = landmarks.fourier_map(bell, 1, count, rng=6).omega
    shown[f"waves: {count}"] = np.cos(d @ omega.T).mean(axis=1)
figures.curves(d[:, 0], shown, xlabel="distance", ylabel="mean of the waves", height=260)

# %% [markdown]
# The mean of a thousand waves ⟦nearly is the RBF kernel ⇐ np.abs(shown["waves: 1000"] - shown["RBF kernel"]).max() < 0.1⟧. This is not an accident, because the frequencies were drawn from the right distribution: for $\exp(-\gamma\|x - y\|^2)$ it is the normal distribution with variance $2\gamma$. In several dimensions a frequency is a vector, and we write it as a length times a direction,
#
# $$\omega_j = \sqrt{2\gamma}\;r_j\,q_j, \qquad \|q_j\| = 1, \quad r_j \sim \chi_p .$$
#
# Standard normal vectors have such lengths. A wave depends on two points, $\cos\omega^\top(x - y)$, and we want features of one. The formula $\cos(a - b) = \cos a\cos b + \sin a\sin b$ takes the two apart, so that a cosine and a sine for each of $m$ frequencies are **random Fourier features**:
#
# $$\varphi(x) = \frac{1}{\sqrt m}\big(\cos\omega_1^\top x, \dots, \cos\omega_m^\top x,\ \sin\omega_1^\top x, \dots, \sin\omega_m^\top x\big) .$$
#
# Their inner product is the mean of the waves. **Before you read the proof:** ten frequencies are off by some amount. How many would you need for an error a hundred times smaller?

# %%
keys = "COURSE-frequencies", "COURSE-fourier-features"
display(proofs.random_waves.walk(), equations.sheet(*keys, folded=True))
off = {count: draws.error_of_waves(bell, d, count, draws=100) for count in (10, 1000)}
with guess.covered():
    print(f"off, over 100 draws: {off[10]:.4f} with 10 frequencies, {off[1000]:.4f} with 1000")

# %% [markdown]
# <details><summary>Answer</summary>
#
# A hundred thousand, which is $100^2$ times as many. By line 4 the error falls like $1/\sqrt m$. In the numbers above, a hundred times as many frequencies bring the error down by a factor of ⟦off[10] / off[1000]:.0f⟧.
# </details>
#
# Line 5 is a warning. Feature vectors made of waves have length 1, exactly as the mapped points have. The trace of the error is therefore 0, however bad the features are, and the certificate of section 16.2 says nothing here. What is left is to compute some drawn blocks of $\mathbf{K}$ exactly, and compare, as `feature_error` does.
#
# Waves can be improved cheaply. If the frequencies are drawn in groups of $p$ at right angles to each other, they cover the directions more evenly. That makes five kinds of features: landmarks by three rules, independent waves, and **orthogonal waves**. Each kind gets the same number of features: 200 for the digits and for normal points in eight variables, 60 for the spirals with far points, as in section 16.3. The picture shows the sizes of the errors in drawn blocks, as fractions of the size of the kernel values there: means of twenty draws on the spirals, where the draws differ most, and of three on the other two sets.

# %%
sets = draws.sets_to_compare()
times = {"1500 digits": 3, "8 normals": 3, "far points": 20}
items = bars.progress(sets.items(), "sets")
compared = {name: draws.compare_features(*of_set, draws=times[name]) for name, of_set in items}
error = {name: {kind: e for kind, (e, _) in pairs.items()} for name, pairs in compared.items()}
transformer = landmarks.RandomFourierFeatures(k, n_components=100)
print("waves of the digits:", transformer.fit_transform(X).shape)
errors_by_kind(error, xlabel="error in drawn blocks, a fraction", title="How near to the kernel?")

# %% [markdown]
# - Landmarks that are drawn, evenly or by RPCholesky, are better than waves on all three sets, ⟦by a factor of two or more ⇐ all(2 * max(e["evenly drawn"], e["RPCholesky"]) < min(e["waves"], e["orthogonal waves"]) for e in error.values())⟧. The greedy rule is worse: on the digits its error is ⟦error["1500 digits"]["most is left"] / error["1500 digits"]["RPCholesky"]:.1f⟧ times that of RPCholesky.
# - Orthogonal waves beat independent ones on the normals, where their error is ⟦1 - error["8 normals"]["orthogonal waves"] / error["8 normals"]["waves"]:.0%⟧ smaller. On the digits, the right angles make ⟦little difference ⇐ abs(error["1500 digits"]["orthogonal waves"] / error["1500 digits"]["waves"] - 1) < 0.1⟧. Ten other draws of digits and normals ⟦keep all three orders ⇐ (lambda e: all((2 * np.maximum(e[f"{s}, evenly drawn, kernel"], e[f"{s}, RPCholesky, kernel"]) < np.minimum(e[f"{s}, waves, kernel"], e[f"{s}, orthogonal waves, kernel"])).all() for s in ("1500 digits", "8 normals")) and (e["1500 digits, most is left, kernel"] > e["1500 digits, RPCholesky, kernel"]).all() and (e["8 normals, orthogonal waves, kernel"] < e["8 normals, waves, kernel"]).all())(evidence["16 kinds"])⟧.
# - On the spirals, evenly drawn landmarks leave ⟦curves["evenly drawn"][59]:.1%⟧ of the trace (section 16.3), most of it at the far points (⟦(30 - far["evenly drawn"]) / (choices["evenly drawn"].error * len(points)):.0%⟧ in the first picture there). In drawn blocks their error is ⟦error["far points"]["evenly drawn"]:.1%⟧, and ⟦you would call that a good kernel ⇐ error["far points"]["evenly drawn"] < 0.02⟧. A block that is drawn at random hardly ever contains two points near the same far point. **A sample does not see what is rare, and the trace does.**
#
# Waves have one advantage: they can be written down before the first row arrives. (The line above the picture comes from a transformer for scikit-learn's pipelines; `landmarks.Nystroem` is one for landmarks.)
#
# ## 16.5 How good is the answer?
#
# We want a *fit*, and a good kernel is only the way to it. Does the better kernel always give the better fit? On the same features we have run ridge regression with $\lambda = 1$. The next picture shows how far it ends from the exact fit, which we can still compute here, as a fraction of the length of the exact fit. (The target is whether a digit is a three; on the other two sets it is $\sin 3x_1 + x_2$.) **Before you look:** which kind will have the worst fit on the set with the far points?

# %%
of_fit = {name: {kind: e for kind, (_, e) in pairs.items()} for name, pairs in compared.items()}
with guess.covered():
    display(errors_by_kind(of_fit, xlabel="distance, as a fraction",
                           title="How near to the exact fit?"))

# %%
evenly_drawn = landmarks.landmark_map(narrow, points[choices["evenly drawn"].indices])
targets = draws.bent(points)
in_one_block = lambda b: (points, targets)
one_fit = landmarks.fit_ridge(evenly_drawn, in_one_block, [0], lam=1.0)
exact = ridge.solve_dual(narrow(points), targets, 1.0)
off = (one_fit.predict(points) - exact.fitted) ** 2
with guess.covered():
    print(f"evenly drawn: {off[1500:].sum() / off.sum():.0%} of the distance² at the far points")

# %% [markdown]
# <details><summary>Answer</summary>
#
# On the digits and on the normals, landmarks are ⟦ahead of waves ⇐ all(max(f["evenly drawn"], f["RPCholesky"], f["most is left"]) < min(f["waves"], f["orthogonal waves"]) for f in (of_fit["1500 digits"], of_fit["8 normals"]))⟧ again, but ⟦less clearly than for the kernel itself ⇐ all(of_fit[n]["RPCholesky"] / of_fit[n]["waves"] > error[n]["RPCholesky"] / error[n]["waves"] for n in ("1500 digits", "8 normals"))⟧. Even draws and RPCholesky are ⟦about as good as each other ⇐ all(0.85 < of_fit[n]["evenly drawn"] / of_fit[n]["RPCholesky"] < 1.15 for n in ("1500 digits", "8 normals"))⟧, and the greedy rule is ⟦no better than either ⇐ all(of_fit[n]["most is left"] > 0.95 * max(of_fit[n]["evenly drawn"], of_fit[n]["RPCholesky"]) for n in ("1500 digits", "8 normals"))⟧.
#
# The spirals with far points turn this round. Evenly drawn landmarks, whose kernel looked good in drawn blocks, have ⟦the worst fit ⇐ max(of_fit["far points"], key=of_fit["far points"].get) == "evenly drawn"⟧: it is off by ⟦of_fit["far points"]["evenly drawn"]:.0%⟧. The greedy rule, whose kernel is ⟦the worst of the three rules ⇐ max(list(error["far points"])[:3], key=error["far points"].get) == "most is left"⟧, has ⟦by far the best fit ⇐ 5 * of_fit["far points"]["most is left"] < min(e for kind, e in of_fit["far points"].items() if kind != "most is left")⟧, and RPCholesky is ⟦hardly better than waves ⇐ 0.8 < of_fit["far points"]["RPCholesky"] / min(of_fit["far points"]["waves"], of_fit["far points"]["orthogonal waves"]) < 1.05⟧ here. The printed line shows where: the even draw goes wrong ⟦at the far points ⇐ off[1500:].sum() > 0.95 * off.sum()⟧, and the greedy rule has ⟦all of these ⇐ far["most is left"] == 30⟧ among its landmarks. It goes *so* wrong because the target is ⟦np.std(targets[1500:]) / np.std(targets[:1500]):.0f⟧ times as large there as on the spirals. With $\sin 3x_1$ alone, on ten other draws, the even draw is off by ⟦evidence["16 far targets"]["sine, evenly drawn"].mean():.0%⟧, ⟦about as much as waves ⇐ 0.8 < evidence["16 far targets"]["sine, evenly drawn"].mean() / evidence["16 far targets"]["sine, waves"].mean() < 1.25⟧; RPCholesky is ⟦ahead of both ⇐ (evidence["16 far targets"]["sine, RPCholesky"] < np.minimum(evidence["16 far targets"]["sine, evenly drawn"], np.minimum(evidence["16 far targets"]["sine, waves"], evidence["16 far targets"]["sine, orthogonal waves"]))).all()⟧, and the greedy rule is still ⟦ahead of all others each time ⇐ all((2 * evidence["16 far targets"]["sine, most is left"] < evidence["16 far targets"][f"sine, {kind}"]).all() for kind in ("evenly drawn", "RPCholesky", "waves", "orthogonal waves"))⟧.
#
# </details>
#
# We need a certificate for the fit itself, and it has to do without the exact fit. You know the idea from school: put the solution into the equation, and see whether both sides agree. Exact kernel ridge regression solves the system $(\mathbf{K} + \lambda\mathbf{I})\,\alpha = y - b$ of chapter 10. A fit on features was computed without this system. But it has errors at the points, and by chapter 10, errors divided by $\lambda$ are dual variables. We therefore take these as $\alpha$, and look at what is left of the equation of point $s$,
#
# $$\ink{blue}{r_s} = \sum_j k(x_s, x_j)\,\alpha_j + \lambda\alpha_s - (y_s - b), \qquad \alpha_j = \tfrac1\lambda\big(y_j - b - w^\top\varphi(x_j)\big) .$$
#
# The dual variables of the fit sum to 0, because its intercept was free (line 4 of the proof). If all of these **residuals** were 0, the fit would therefore be the exact one. Line 5 says what small ones are worth: the dual variables are off by no more than the length of the vector of all residuals, divided by $\lambda$. Because $\lambda\alpha_s$ *is* the error at point $s$, the two fits differ at the points by no more than the residuals do: **the root mean square of their difference is at most that of the residuals.** The exact fit may have another intercept; the bound holds all the same.
#
# To compute all $n$ residuals we would need all of $\mathbf{K}$, so we compute them at some points only, say 50, which takes $50n$ exact kernel values. Let's watch this at work on a function of eight variables with a little noise, at 3000 points. The residual in the picture is the size of the 50 residuals as a fraction of the size of $y - b$. The second curve is the largest difference from the exact fit at these 50 points, which we usually cannot know.

# %%
display(proofs.dual_system.walk(), equations.sheet("COURSE-dual-residual", folded=True))
rows, wide, sizes = draws.rows_of, RBF(0.1), [30, 100, 300, 1000]
fits, exact = draws.fits_by_size(wide, rows, range(3), sizes)
asked, y = (values[:50] for values in rows(0))
residuals = [landmarks.check_ridge(fit, asked, y, rows, range(3)).relative for fit in fits]
truth = [np.abs(fit.predict(asked) - exact.fitted[:50]).max() for fit in fits]
shown = {"residual (certificate)": residuals, "largest difference from the exact fit": truth}
figures.curves(sizes, shown, xlabel="landmarks m", ylabel="residual, error", log="xy", markers=True)

# %%
P, t = map(np.concatenate, zip(*map(rows, range(3))))
r = landmarks.check_ridge(fits[2], P, t, rows, range(3)).residuals
differ, allowed = (np.sqrt(np.mean(v**2)) for v in (fits[2].predict(P) - exact.fitted, r))
print(f"300 landmarks, all points: the fits differ by {differ:.2f}; allowed are {allowed:.2f}")

# %% [markdown]
# With ⟦sizes[0]⟧ landmarks, predictions are off by up to ⟦truth[0]:.1f⟧, and the residual warns us. It is even ⟦larger than 1 ⇐ residuals[0] > 1⟧, because what is left of $\mathbf{K}$ is multiplied by all the dual variables at once (line 3). With more landmarks it falls, and the difference ⟦falls with it ⇐ (np.diff(residuals) < 0).all() and (np.diff(truth) < 0).all()⟧: with ⟦sizes[-1]⟧ landmarks the residual is ⟦residuals[-1]:.2f⟧, and no prediction is off by more than ⟦truth[-1]:.2f⟧. A residual of a few hundredths says that the predictions at the points are off, in the root mean square, by no more than a few hundredths of the size of $y - b$. At a quarter, single predictions may still be far off.
#
# A word of caution: the bound is for all points, and a sample of 50 does not see what is rare. The fit on evenly drawn landmarks at the beginning of this section has a residual of ⟦landmarks.check_ridge(one_fit, points[:50], targets[:50], in_one_block, [0]).relative:.2f⟧ at 50 points of the spirals, and of ⟦landmarks.check_ridge(one_fit, points[1500:], targets[1500:], in_one_block, [0]).relative:.2f⟧ at the far points. Ask for the residual also where the landmarks leave most.
#
# ## Summary

# %%
equations.summary("16_beyond_n_squared", folded=True)

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. The landmarks leave 2% of the trace of $\mathbf{K}$, for 1000 points and an RBF kernel. By how much can the largest eigenvalue be off?
# <details><summary>Answer</summary>
#
# By 20 at most. The trace of $\mathbf{K}$ is 1000, so the trace of the error is 20, and no eigenvalue is off by more than that.
# </details>
#
# 2. Every point is a landmark. What is left?
# <details><summary>Answer</summary>
#
# Nothing, because each mapped point lies in the span of the mapped landmarks, so it is its own shadow.
# </details>
#
# 3. Random Fourier features leave 0% of the trace. Are they exact?
# <details><summary>Answer</summary>
#
# No. Feature vectors made of waves have length 1, whatever the frequencies are, so the trace says nothing about them. Compare drawn blocks of kernel values instead.
# </details>
#
# 4. A fit on features has a small error in drawn blocks of the kernel. Is it close to the exact fit?
# <details><summary>Answer</summary>
#
# Not necessarily. Drawn blocks hardly ever contain rare points, and the fit may depend on these. Look at what is left of the trace, and put the fit into the exact system: the residual judges the fit itself.
# </details>
#
# **Now the exercises:** work in [your own copy](../my/16_beyond_n_squared_exercises.ipynb), which JupyterLab has made for you ([the originals](../exercises/16_beyond_n_squared_exercises.ipynb)). Exercises 16.6 to 16.8 belong to the sections in depth below. [Chapter 17](17_comparing_two_samples.ipynb) asks a last question: do two samples come from one source?
#
# **To read on:** Williams and Seeger (2001) brought landmarks to kernel methods, Rahimi and Recht (2007) the random waves, and Chen, Epperly, Tropp and Webber (2025) the rule that draws by what is left. Martinsson and Tropp (2020), *Randomized numerical linear algebra*, shows what else randomness can do for large matrices.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 16·A A fit is a sum (10 minutes)
#
# Features solve half of the problem, because we have $nm$ numbers instead of $n^2$. But for a million rows and 300 landmarks these are still ⟦8 * 10**6 * 300 / 1e9:.1f⟧ gigabytes, and the data may not even be on this machine. For the other half, look at this picture.

# %%
picture_of_pass()

# %% [markdown]
# The rows are cut into **blocks**, and each block has a number. A worker gets only the number of a block, and reads or generates the block from it. It computes the features of its rows, adds something up, and forgets the rows. What remains of a block is a small sum, whether it had a hundred rows or a million. In the end, the sums of all blocks are added up:
#
# $$\sum_{i=1}^n g(x_i) = \sum_B\,\sum_{i \in B} g(x_i) .$$
#
# We can fit a model in this way if all that it needs of the data are sums over rows. What does ridge regression need? It needs $\mathbf{F}^\top\mathbf{F}$ and $\mathbf{F}^\top y$, and for the intercept the sums of the features and of $y$. Each of them *is* a sum over rows, and from them comes the fit, with means $\bar\varphi$ and $\bar y$:
#
# $$w = \big(\mathbf{F}^\top\mathbf{F} - n\bar\varphi\bar\varphi^\top + \lambda\mathbf{I}\big)^{-1}\big(\mathbf{F}^\top y - n\bar\varphi\bar y\big), \qquad b = \bar y - w^\top\bar\varphi .$$
#
# In code, `landmarks.reduce` is the whole idea. It takes a function from the number of a block to its sums, and the numbers of the blocks. Here it computes a mean and a standard deviation of 20 000 rows, and never holds more than a thousand at a time. Our rows are made up: `rows(b)` draws those of the block with the number `b`, and because `b` is part of the seed, every worker gets the same rows for this block.
#
# Which other methods of the course are sums? The walk below goes through them, and shows for each what a block would have to report. Every left side adds up the reports of the blocks, and every right side is computed from all rows at once.

# %%
def sums_of(b, shift=0.0, far=0.0):
    y = rows(b)[1] + far - shift
    return y.sum(), (y**2).sum(), len(y)


total, squares, n = landmarks.reduce(sums_of, range(20))
mean, sd = total / n, np.sqrt(squares / n - (total / n) ** 2)
print(f"{n} rows: mean {mean:.4f}, standard deviation {sd:.4f}")

# %%
variance = lambda sums: sums[1] / sums[2] - (sums[0] / sums[2]) ** 2
lost = variance(landmarks.reduce(lambda b: sums_of(b, far=1e9), range(20)))
kept = variance(landmarks.reduce(lambda b: sums_of(b, 1e9, 1e9), range(20)))
print("a billion added to each row: off by more than 1:", abs(lost - sd**2) > 1, end="; ")
print(f"counted from a billion: {kept:.4f}")

# %%
keys = ["COURSE-sum-of-parts", "COURSE-normal-sums", "COURSE-ridge-from-sums", "COURSE-hinge-sums"]
keys += ["COURSE-covariance-from-sums", "COURSE-newton-sums", "COURSE-lloyd-sums"]
display(proofs.sums.walk(), equations.sheet(*keys, folded=True))

# %% [markdown]
# The mean and the standard deviation above ⟦are those of all rows at once ⇐ np.allclose([mean, sd], [v(np.concatenate([rows(b)[1] for b in range(20)])) for v in (np.mean, np.std)])⟧. A warning belongs to this formula. It subtracts the squared mean from the mean of the squares, and where both are huge, rounding is all that remains: after a billion was added to each row, the variance, which is ⟦sd**2:.2f⟧, comes out ⟦wrong by more than 1 ⇐ abs(lost - sd**2) > 1⟧. The remedy is to subtract a number near the mean from all rows first, which brings back ⟦what it was ⇐ abs(kept / sd**2 - 1) < 1e-6⟧.
#
# The methods differ in how often they have to go through the data. Going through all of them once is called a **pass**. Ridge regression and kernel PCA need a single pass.
#
# Logistic regression has no formula for its solution. Newton's method of chapter 11 needs the slope and the curvature of the loss at the present $w$. Both are sums over rows, so each of its steps is a pass. This is why we like methods with few steps here, even if each step is expensive: a method of a hundred cheap steps reads the data a hundred times.
#
# Here are all three on 100 000 rows, in a hundred blocks, with the hundred landmarks of the last section. The logistic regression predicts the sign of the target.

# %%
few, blocks = fits[1].features, range(100)
fit = landmarks.fit_ridge(few, rows, blocks, lam=1.0)
print(f"ridge: {fit.n} rows, error {fit.rmse:.3f}; left of the trace of all rows {fit.error:.1%}")
axes = landmarks.fit_pca(few, rows, blocks, 4)
print("kernel PCA, variances:", axes.eigenvalues.round(3))
positive = landmarks.fit_classifier(few, draws.signs_of, blocks, (-1, 1), lam=1.0)

# %% [markdown]
# Newton's method took ⟦fewer than ten passes ⇐ positive.passes < 10⟧, and the slope that is left proves that its objective is ⟦less than a millionth above the minimum ⇐ (positive.gaps < 1e-6 * positive.objectives).all()⟧. A step of kernel c-means is a pass as well, because each row finds its nearest prototype without reference to any other row. The density of chapter 2 is the easiest case of all: it is a sum already, and needs neither landmarks nor an approximation. Our rows are normal in eight dimensions, so we can tell what a Parzen window should find at the origin. For c-means we take 100 000 other rows, in three clouds of the plane.

# %%
near, clouds = RBF(0.1), draws.three_clouds
Z = clouds(0)[landmarks.choose(near.gram(clouds(0)), 50).indices]
start = clouds(0)[:3]
clusters = landmarks.fit_c_means(landmarks.landmark_map(near, Z), clouds, blocks, start)
print(f"c-means: J from {clusters.descent[0]:.0f} to {clusters.descent[-1]:.0f}")
found = landmarks.fit_density(rows, blocks, np.zeros((1, 8)), bandwidth=0.5)[0]
print(f"density at the origin: {found:.5f}; it should be {(2 * np.pi * (1 + 0.5**2)) ** -4:.5f}")

# %% [markdown]
# At the end of c-means, ⟦no point changes its cluster any more ⇐ clusters.converged⟧. The Parzen window ⟦comes close to the true value ⇐ abs(found * (2 * np.pi * (1 + 0.5**2)) ** 4 - 1) < 0.05⟧: the mean of its windows is also a normal density, with the variance $1 + h^2$ in each direction.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 16·B A ball around all of them (7 minutes)
#
# The ball of chapter 3 does not look like a sum. Which points lie on its surface depends on all of them, and a hundred thousand points have a Gram matrix of ⟦8 * 100_000**2 / 1e9:.0f⟧ gigabytes. But remember what chapter 3 found: most weights are 0 in the end. Points inside could be left out, and the ball would be the same. If only we knew which!
#
# We have to guess. Draw a few rows, and find the ball around them: that gives a rough center. The rows that lie farthest from it are the ones that may matter, and they become the **working sample**. Solve for the working sample alone. Then go through *all* rows, in one pass, and check for each whether it lies outside. The farthest rows outside the ball join the sample, and we solve again. ($R$ is the radius again, as in chapter 3; the triangular $\mathbf{R}$ of section 16.2 was bold.) Here it is for 1000 rows, of which ν = 5% may lie outside.

# %%
thousand = np.random.default_rng(3).normal(size=(1000, 2))
rounds = draws.rounds_of_ball(RBF(0.1), thousand, nu=0.05, size=40)
direct = ball.MinimumVolumeBall(RBF(0.1), nu=0.05).fit(thousand)
shown = {"40 drawn rows": rounds[0], "round 1": rounds[1], "the last round": rounds[-1]}
working_samples(thousand, shown, title="1000 rows, RBF kernel, γ = 0.1, ν = 0.05")

# %% jupyter={"source_hidden": true}
off = np.abs(rounds[-1].decision(thousand) - direct.decision_function(thousand)).max()

# %% [markdown]
# On the left, the ball of 40 rows is a guess, and the crosses are the rows that are farthest from its center. In the middle they have become the working sample. ⟦Three quarters of them ⇐ 0.7 < (thousand[rounds[1].sample].sum(axis=1) < 0).mean() < 0.8⟧ lie at the lower left, and so does their ball, which leaves ⟦(rounds[1].decision(thousand) < -1e-9).sum()⟧ of the 1000 rows outside. The ⟦len(rounds[1].joining)⟧ farthest of these join. In the last round ⟦no row is left to join ⇐ len(rounds[-1].joining) == 0⟧, and the ball ⟦is that of chapter 3 for all rows, up to 1e-4 ⇐ off < 1e-4⟧. The solver has worked with ⟦len(rounds[-1].sample) / 1000:.0%⟧ of them, beside the 40 of the first guess.
#
# How can we trust the last ball, when the solver has worked with so few rows? By the duality gap of chapter 3. The weights of the sample, with 0 for all other rows, are allowed for the problem of *all* rows, so their dual value is a lower bound for what any ball costs. Our ball costs its $R^2$ plus the slacks of all rows, which the last pass has added up. The difference is
#
# $$R^2 + \frac{1}{\nu n}\sum_{i=1}^n\big(\|\Phi(x_i) - c\|^2 - R^2\big)_+ - L_D(\alpha) ,$$
#
# where $(\cdot)_+$ means "or 0, if that is negative". How does a pass find the farthest rows, when a maximum is not a sum? Each block can hand over a list of its rows that lie farther out than a limit, and its farthest row in any case. To add up two lists, we put one behind the other.
#
# Under the proof, the library does it for 100 000 rows in ten blocks. For the first of these blocks alone we can also use the solver of chapter 3.

# %%
display(proofs.ball_of_all.walk(), equations.sheet("COURSE-ball-certificate", folded=True))
plane = lambda b: np.random.default_rng([3, b]).normal(size=(10_000, 2))
around = landmarks.fit_ball(RBF(1.0), plane, range(10), nu=0.01, tol=1e-5)
outside, sure = around.n_outside / around.n, around.duality_gap < 1e-5
print(f"{around.n} rows: R² = {around.R2:.3f}, {outside:.1%} outside, gap below 1e-5: {sure}")
small = landmarks.fit_ball(RBF(1.0), plane, range(1), nu=0.01, tol=1e-6)
direct = ball.solve_dual(RBF(1.0).gram(plane(0)), 0.01)
print(f"10 000 rows: R² = {small.R2:.5f}, and by chapter 3 {direct.R2:.5f}")

# %% [markdown]
# For a first guess, the library draws 20 000 rows. After that, the solver worked with ⟦about a fifth ⇐ 0.15 < around.n_working / around.n < 0.3⟧ of the rows, and ⟦about eleven hundred ⇐ 1000 < len(around.alpha) < 1200⟧ of these have weight. We went through all rows ⟦at most ten times ⇐ around.passes <= 10⟧. We haven't replaced our kernel by a cheaper one: the certificate counts every row, and it says that no ball costs ⟦a hundred-thousandth ⇐ 0 <= around.duality_gap < 1e-5⟧ less.
#
# **Do you have it?** Your ball reports a duality gap of 0.001, but its working sample held only 3% of the rows. Does the gap count for all rows?
# <details><summary>Answer</summary>
#
# Yes. The last pass has added up the slacks of every row. The weights that are allowed on the sample are allowed for all rows, with zeros elsewhere, so their dual value bounds what any ball around all rows costs.
# </details>

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 16·C Who does the work (5 minutes)
#
# A sum stays the same whoever computes which part of it, so the same call can run elsewhere. The argument `executor="threads"` keeps all processors of this machine busy. For more than one machine we use [Dask](https://www.dask.org) (`pip install "kernelsy19[cluster]"`), and hand over its client. To try this on your own machine:
#
# ```python
# from dask.distributed import Client, LocalCluster
#
# with LocalCluster(n_workers=2, threads_per_worker=1) as cluster, Client(cluster) as client:
#     fit = landmarks.fit_ridge(few, rows, blocks, 1.0, executor=client)
# ```
#
# On other machines it is `Client("tcp://scheduler:8786")`. What our library adds to Dask is in `landmarks/blocks.py`, and it takes care of three things.
#
# - The function that is summed, and with it the landmarks, is sent to each worker **once**, and not again with every block.
# - Blocks go out in **groups**. A group is added up where it is made, so that one sum of $8m^2$ bytes travels for the group, and not one for each block.
# - Only a **window** of groups is under way, two for each worker, so a million blocks need no more memory than ten.
#
# What does it cost? We measured single passes over up to a million rows, on one machine with two processors that had other work as well. The column `seconds`, which is read off a clock, therefore proves nothing, and we compare seconds of processors. **Before you look:** which of the three will need the most in all: one process, threads, or Dask?

# %%
threads = landmarks.fit_ridge(few, rows, blocks, lam=1.0, executor="threads")
largest = np.abs(threads.w - fit.w).max() / np.abs(fit.w).max()
passes = datasets.table("landmark_passes")
with guess.covered():
    print("threads give the same up to 1e-10:", largest < 1e-10)
    display(passes)

# %% jupyter={"source_hidden": true}
all_seconds = passes["seconds_here"] + passes["seconds_workers"]
process, by_threads, by_dask = (
    all_seconds[passes["executor"] == name] for name in ("this process", "threads", "Dask"))
million = passes.rows(n=1_000_000)
here, away = (million.rows(executor="Dask")[f"seconds_{who}"][0] for who in ("here", "workers"))

# %% [markdown]
# <details><summary>Answer</summary>
#
# Add up the last two columns. Dask needs the most ⟦in each of the four passes ⇐ (by_dask > np.maximum(process, by_threads)).all()⟧, because parts have to be sent, and the workers have to be looked after: for the million rows ⟦by_dask[2]:.1f⟧ seconds, where one process needs ⟦process[2]:.1f⟧ and threads ⟦by_threads[2]:.1f⟧. Between these two the table doesn't decide. Threads need fewer seconds in ⟦(by_threads < process).sum()⟧ of the four passes and more in the others, and each pass was measured once.
# </details>
#
# What is gained, then? Look at who has spent these seconds. With Dask and a million rows, the process that adds up has spent ⟦here:.1f⟧ of its own, and the workers ⟦away:.1f⟧. It thus waits most of the time, and on machines of their own it could keep ⟦about nine ⇐ 8 <= away / here < 10⟧ workers busy before it becomes the one that all wait for. With as many, the pass would take ⟦here:.1f⟧ seconds instead of ⟦process[2]:.1f⟧. This is a forecast from processor seconds; we had no second machine to measure it on. On one machine, take threads: they share one memory, and need not send anything.
#
# **What if a worker dies?** The groups that it was working on have not arrived, so they have not been counted. Another worker makes the same blocks from the same numbers, and adds them up. No row is lost and none counts twice. One of our tests kills a worker in the middle of a pass, counts the rows, and finds each of them exactly once. Another kills all of them; then the function is sent once more, to those that are started in their place.
#
# A block that is broken itself does *not* go away by trying again. An error therefore names its block, even where a block takes so much memory that it ends its worker three times:

# %%
try:
    landmarks.reduce(lambda b: 1 / (b - 7), range(20))
except RuntimeError as failed:
    print("RuntimeError:", failed)

# %% [markdown]
# **Do you have it?** You want the *median* of a column in one pass with `reduce`. What is the difficulty?
# <details><summary>Answer</summary>
#
# A median is not a sum of anything small that the blocks could report. You can add up a histogram, which gives the median up to the width of a bin. A second pass over the rows of that bin makes it exact.
# </details>
#
# **Do you have it?** A worker dies after it has sent the sum of a group. Will the rows of that group be counted twice?
# <details><summary>Answer</summary>
#
# No. Their sum has been added, and it will not be requested again. Only groups whose sum has not arrived are made once more.
# </details>

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 16·D Flights, and digits that move (9 minutes)
#
# We return to the question of the beginning. How many minutes does a flight from New York make up on the way? We learn from ⟦300 000 flights and test on 27 346 others ⇐ "300000 flights to fit, 27346 to test" in " ".join(datasets.table("flights").provenance)⟧. The kernel's $\gamma$ and $\lambda$ were chosen once, with 400 landmarks, by the error on 30 000 of the flights to learn from: the largest $\lambda$ whose error is within a ten-thousandth of the least. The linear function has nothing to choose.
#
# Why don't we predict the delay at *arrival*, which is what passengers want to know? Because it is the delay at departure, which we know, less the minutes made up, so the question is the same. It would only look easier, since most of the answer is given away.

# %%
flights = datasets.table("flights")
tried = datasets.table("flights_tried").rows(gamma=0.01, rounding=0)
for lam, rmse in zip(tried["lam"], tried["rmse"]):
    print(f"γ = 0.01, λ = {lam:g}: {rmse:.3f}", end=";  " if lam < 10 else "\n")
flights

# %% jupyter={"source_hidden": true}
error_of = dict(zip(flights["method"], flights["test_rmse"]))
constant, line = error_of["the mean"], error_of["a linear function"]
(*_, at_400, at_1000, best), (narrow_1000, narrow) = (
    flights.rows(gamma=g)["test_rmse"] for g in (0.01, 0.03))

# %% [markdown]
# The first line shows that the price hardly matters once it is small: below λ = 0.001, the error on the flights to choose by falls by ⟦tried.rows(lam=0.001)["rmse"][0] - tried["rmse"].min():.4f⟧ minutes, ⟦down to the smallest $\lambda$ that we tried ⇐ tried["lam"][tried["rmse"].argmin()] == tried["lam"].min()⟧. With 270 000 flights and 400 landmarks, it's the landmarks that keep the function smooth.
#
# The column `test_rmse` is the error of a prediction in minutes (root mean square). Predicting the mean for every flight is off by ⟦constant:.2f⟧ minutes. A linear function is off by ⟦line:.2f⟧, and the kernel with ⟦flights["m"][-1]:.0f⟧ landmarks and the chosen $\gamma$ by ⟦best:.2f⟧. Over the mean, it thus gains ⟦(constant - best) / (constant - line):.0f⟧ times what the linear function gains.
#
# How many landmarks are enough? The trace does not tell. With 400 landmarks, ⟦less than a ten-thousandth ⇐ flights.rows(m=400)["trace_left"][0] < 0.01⟧ of it is left, and yet 1000 landmarks bring the error down further, from ⟦at_400:.2f⟧ to ⟦at_1000:.2f⟧. The reason is that of section 16.5: a direction that is nearly nothing in the kernel may be something in the fit, and the small price $\lambda$ lets the fit use it. It's the error itself that tells. From 1000 to 2000 landmarks it falls by ⟦at_1000 - best:.2f⟧ only, so it looks as if little were left to gain. But $\gamma$ was chosen with 400 landmarks, which are too few for a narrower kernel. With $\gamma = 0.03$, which was no better then, the same step brings the error from ⟦narrow_1000:.2f⟧ to ⟦narrow:.2f⟧, ⟦several times as much ⇐ narrow_1000 - narrow > 5 * (at_1000 - best)⟧. More landmarks deserve another choice of $\gamma$. (With 1000 landmarks and more, the library warns that $\lambda$ is so small that rounding moves the coefficients. The error was measured with these coefficients, so it is the true one.)
#
# Is it a good prediction? The linear function is too easy a rival. The mean of all flights of the same *day*, which knows nothing else about a flight, is off by ⟦error_of["the mean of the day"]:.2f⟧ minutes, ⟦less than any of our fits ⇐ error_of["the mean of the day"] < flights.rows(method="landmarks")["test_rmse"].min()⟧, and boosted trees on our columns by ⟦error_of["300 boosted trees"]:.2f⟧. Much of what a flight makes up depends on its day, perhaps on the winds of that day. To our wide kernel, neighboring days are nearly the same. Landmarks make a kernel cheap, but they do not make it the right one.
#
# All of this was done without the ⟦flights_gb:.0f⟧ gigabytes of a Gram matrix. The fit with ⟦flights["m"][-1]:.0f⟧ landmarks took ⟦flights["seconds"][-1]:.0f⟧ seconds of one processor.
#
# In our second example, the data are large because we *make* them. A digit that moves by a pixel is still the same digit, and a classifier doesn't know that until we tell it. We therefore move each of the 7291 training digits by up to one pixel in each direction, which makes nine of each. By up to two pixels, it makes 25. Each move is a block, made from its number when it is needed.

# %%
moved, farther = datasets.ShiftedDigits(reach=1), datasets.ShiftedDigits(reach=2)
print(f"{moved.n} digits in {len(moved.blocks)} blocks; with moves of two pixels {farther.n}")
one_digit = [moved(b)[0][3].reshape(16, 16) for b in moved.blocks]
figures.digits(one_digit, [f"block {b}" for b in moved.blocks], columns=9, title="One digit, moved")

# %% [markdown]
# We train a linear support vector machine on landmark features, with the squared hinge as its loss. A pass is a Newton step, as for the logistic loss, and no machine of the table below took more than ⟦int(datasets.table("usps_shifted")["passes"].max())⟧ of them. The price $\lambda$ is chosen for each reach, with 300 landmarks, by the errors on a fifth of the digits that we kept out and did not move. Other landmarks give another error, so we draw them ten times: `test_error` is the mean in percent, and `lowest` and `highest` are the ends. **Before you look:** what do nine times as many digits do to the test error, and what do 25 times as many?

# %%
shifts = datasets.table("usps_shifted")
with guess.covered():
    display(shifts)

# %% jupyter={"source_hidden": true}
with_300, with_1000 = sizes = shifts.rows(m=300), shifts.rows(m=1000)
few_left, many_left = (rows["test_error"][1] / rows["test_error"][0] for rows in sizes)

# %% [markdown]
# <details><summary>Answer</summary>
#
# Moving the digits by one pixel helps. With 1000 landmarks, the test error falls from ⟦with_1000["test_error"][0]:.1f⟧ to ⟦with_1000["test_error"][1]:.1f⟧ percent, and ⟦the worst of the ten draws beats the best without a move ⇐ with_1000["highest"][1] < with_1000["lowest"][0]⟧. With 300 it ⟦falls less ⇐ many_left + 0.05 < few_left < 1⟧, from ⟦with_300["test_error"][0]:.1f⟧ to ⟦with_300["test_error"][1]:.1f⟧, and ⟦a lucky draw without a move can beat an unlucky one with it ⇐ with_300["lowest"][0] < with_300["highest"][1]⟧. Then the trend reverses. With moves of two pixels and 300 landmarks the error is ⟦with_300["test_error"][2]:.1f⟧ percent, and ⟦even its best draw is worse than every one with no moved digit at all ⇐ with_300["lowest"][2] > with_300["highest"][0]⟧.
#
# </details>
#
# Two columns of the table suggest why. Moved digits are a richer set. The same 300 landmarks leave ⟦with_300["trace_left"][0]:.0f⟧ percent of the trace at first and ⟦with_300["trace_left"][2]:.0f⟧ percent at the end. The first 64 axes of kernel PCA, which is one pass more, hold ⟦with_300["variance_of_64"][0]:.0f⟧ percent of the variance at first and ⟦with_300["variance_of_64"][2]:.0f⟧ at the end. More varied data need more landmarks, and indeed one pixel helps more where there are 1000. Whether they would be enough for two pixels, this table does not tell: that row would take as long as all others together. The price is hardly to blame, because each reach has its own.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 16·E A billion rows, on paper (4 minutes)
#
# Before you rent a hundred machines, do the sum. The rows are shared among the workers, but the machine that adds up is alone: it has to hand out each group and take back its sum, which is a matrix of $8m^2$ bytes. A pass therefore takes about
#
# $$\frac{\text{rows}}{\text{workers}}\cdot\text{seconds per row} \;+\; \text{groups}\cdot\Big(\text{seconds per group} + \frac{8m^2}{\text{bytes per second}}\Big) ,$$
#
# and a method with several passes takes as many times that. `landmarks.pass_time` is this formula, and first it has to earn our trust. Section 16·C shows the largest of several runs. We take the seconds per row from the *smallest* of them, and compare with the larger ones. The seconds per group we read off the runs with Dask, as what the machine that adds up has spent.

# %%
serial, dask = (passes.rows(executor=name, m=300) for name in ("this process", "Dask"))
per_row = serial["seconds_here"][0] / serial["n"][0]
per_group = np.mean(dask["seconds_here"] / dask["groups"])
print(f"a row takes {1e6 * per_row:.0f} µs, a group {1000 * per_group:.0f} ms")
seconds = {"n": serial["n"], "model": per_row * serial["n"], "one process": serial["seconds_here"]}
seconds["Dask's workers"] = dask["seconds_workers"]
datasets.Table("the model and what was measured", ("Seconds of processors.",), seconds)

# %% [markdown]
# For the rows, the model is ⟦within a quarter of what one process needs ⇐ np.allclose(serial["n"] * per_row, serial["seconds_here"], rtol=0.25)⟧. What the network carries we cannot measure on one machine, so we assume 100 megabytes per second. When $m$ doubles, the time of a row should grow to between twice and four times as much, because it takes $m$ kernel values and $m^2$ multiplications. From 300 to 600 landmarks it grew to ⟦passes.rows(executor="this process", m=600)["seconds_here"][0] / serial.rows(n=300_000)["seconds_here"][0]:.1f⟧ times as much. We assume four times, which is too much rather than too little.
#
# Let's plan for $n = 10^9$ rows of eight numbers, which are 64 gigabytes, and 100 workers like ours. **Before you look:** with blocks of $10^4$ rows in groups of four, there are 25 000 groups. Which of the two terms is larger? What would you change?

# %%
seconds = lambda groups, m, n_passes: landmarks.pass_time(
    n_passes, 10**9, per_row * (m / 300) ** 2, 100, int(groups), per_group, m, 1e8)
minutes = lambda groups, m, n_passes=1: seconds(groups, m, n_passes) / 60
groups = np.geomspace(100, 100_000, 31).round()
lines = {f"m = {m}": [minutes(g, m) for g in groups] for m in (300, 1000, 3000)}
words = {"log": "xy", "xlabel": "groups", "ylabel": "minutes per pass", "height": 260}
with guess.covered():
    display(figures.curves(groups, lines, **words))

# %% [markdown]
# <details><summary>Answer</summary>
#
# The second term is larger, ⟦by far ⇐ minutes(25_000, 300) > 5 * minutes(0, 300)⟧. Take 300 landmarks. The rows need ⟦minutes(0, 300):.1f⟧ minutes, and with 25 000 groups the pass takes ⟦minutes(25_000, 300):.0f⟧ minutes. The hundred workers wait for the one machine that adds up, because it has to receive ⟦25_000 * 8 * 300**2 / 1e9:.0f⟧ gigabytes, and to look after 25 000 groups. With a million rows in each group, there are 1000 groups, and the pass takes ⟦minutes(1000, 300):.1f⟧ minutes. A logistic regression that needs eight passes takes ⟦minutes(1000, 300, 8):.0f⟧.
# </details>
#
# On the left of the picture the curves are flat: there the rows decide, and more workers would help. On the right they rise in proportion to the number of groups, and more workers would hardly help. The rule is therefore that **sums should be small and groups large**, with one restriction: a worker that dies takes its group with it, and a larger group costs more to repeat. When $m$ grows, both terms grow, so don't take more landmarks than the error requires.
