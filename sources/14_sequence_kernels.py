# %% [markdown]
# # 14 · Kernels of sequences
#
# **The question.** Nine men say the same two vowels. Then one of them speaks again, out of sight. **Put the recording beside those of the nine, and stretch it.** Which is it?

# %% jupyter={"source_hidden": true}
import numpy as np
from kernelcourse import bars, equations, figures, guess
from kernelcourse.sequences import draws, experiments, explorers, proofs
from kernelcourse.sequences.figures import labeled_map, partners, places_in_common
from kernelcourse.sequences.figures import products_along, utterances, warping
from kernelsy19 import ball, datasets, kernel_cmeans, pca, sequences, svdd, svm
from kernelsy19.kernels import geometry
from kernelsy19.sequences import ExpDTW, GlobalAlignment, Spectrum

# %%
explorers.WhichSpeakerExplorer()

# %% [markdown]
# A recording is cut into short frames, each frame is described by twelve numbers, and a slow speaker fills more frames than a quick one. Unless we keep the mean of the frames and forget their order (14.8), we have neither columns to compare nor a distance for a Gaussian kernel.
#
# But kernel PCA, the ball and the support vector machine need $K(x, y)$ alone, so if we find a kernel of two sequences, all of them will work on sequences. The function that the lecture PR proposes turns out not to be a kernel, so we look for one that is.
#
# **After this chapter you can**
#
# - compare strings by the substrings that they share;
# - align two sequences, draw the cheapest alignment, and prove that it is the cheapest;
# - show with three short sequences why the function of the lecture is not a kernel, and repair its matrix;
# - compute the global alignment kernel for sequences of a thousand elements, and prove that it is a kernel;
# - recognize a Gram matrix that is nearly diagonal, and say what to do about it;
# - hand sequences to every method of the course.
#
# **You need** [chapter 1](01_kernels.ipynb) for kernels and Gram matrices and [chapter 12](12_perceptron_and_svm.ipynb) for the support vector machine.

# %%
train, test = (part.in_order() for part in datasets.japanese_vowels())
shown = {f"speaker {1 + train.y[i]}, recording {i % 30 + 1}": train.sequences[i]
         for i in (29, 25, 66, 79)}
print(f"{len(train)} recordings to learn from, {len(test)} to be classified")
utterances(shown, title="A column for each frame, a row for each of its twelve numbers")

# %% jupyter={"source_hidden": true}
means = np.array([x.mean(axis=0) for x in shown.values()])

# %% [markdown]
# The recordings were made by Kudo, Toyama and Shimbo (1999). The twelve numbers of a frame describe the shape of the speaker's vocal tract at that moment. ⟦Thirty recordings of each man ⇐ (np.bincount(train.y) == 30).all()⟧ are there to learn from. Compare the panels: two recordings of one speaker are ⟦more alike in color than those of two speakers ⇐ max(np.linalg.norm(means[::2] - means[1::2], axis=1)) < min(np.linalg.norm(u - w) for u in means[:2] for w in means[2:])⟧, but they need not have the same length. The shortest of the ⟦len(train)⟧ recordings has ⟦train.lengths.min()⟧ frames, and the longest has ⟦train.lengths.max()⟧.
#
# ## 14.1 Strings
#
# Let's begin with sequences that are easier to compare: words. How alike are *banana* and *bandana*? Write one word down the side of a table and the other along its bottom. Wherever the same two letters begin in both words, make a mark.

# %%
places_in_common("banana", "bandana", 2, title="The same two letters begin here")

# %% [markdown]
# The table has ⟦Spectrum(2)(["banana", "bandana"])[0, 1]:.0f⟧ marks, but we can count them without it. The letters *an* begin ⟦twice in the one word and twice in the other ⇐ sequences.substring_counts("banana", 2)["an"] == sequences.substring_counts("bandana", 2)["an"] == 2⟧, which makes $2 \cdot 2$ marks. The letters *na* give ⟦$2 \cdot 1$ ⇐ (sequences.substring_counts("banana", 2)["na"], sequences.substring_counts("bandana", 2)["na"]) == (2, 1)⟧, and *ba* gives ⟦one ⇐ sequences.substring_counts("banana", 2)["ba"] == sequences.substring_counts("bandana", 2)["ba"] == 1⟧. In general, let $\varphi_u(x)$ be the number of times that the string $u$ occurs in the word $x$, multiply the two counts for each $u$ of $k$ letters, and add up:
#
# $$K(x, y) = \sum_u \varphi_u(x)\,\varphi_u(y) .$$
#
# This is the **spectrum kernel** of Leslie, Eskin and Noble (2002). It is a kernel because it is the dot product of two lists of counts, and such a list is a feature map. The list is long: there are ⟦26**5:,⟧ strings of five letters. But a string that does not occur in a word adds nothing to the sum, so it is enough to store those that do.

# %%
for word in ("banana", "bandana"):
    print(f"{word:8}", dict(sequences.substring_counts(word, 2)))
print(Spectrum(2)(["banana", "bandana", "kernel"]))
display(proofs.substrings, equations.sheet("COURSE-spectrum", folded=True))

# %% [markdown]
# In depth (14·A), this kernel tells which of six languages a name comes from.
#
# ## 14.2 Which frame belongs to which
#
# Two letters are equal or not. Two frames are hardly ever equal, but they can be near each other. Below are the two recordings of speaker 3 once more, drawn by the third of their twelve numbers, with the shorter one lifted above the longer. The gray lines join the frames that we put beside each other.
#
# On the left we went by the number of the frame, and when the shorter recording is over, its last frame is put beside all that are left. On the right, like is beside like.

# %%
x, y = train.sequences[79], train.sequences[66]
aligned, each = sequences.plain_dtw(x, y), np.arange(len(y))
pairings = {"frame by frame": (np.minimum(each, len(x) - 1), each)}
pairings["like beside like"] = aligned.v, aligned.w
sums = [sequences.path_cost(aligned.costs, *pairing) for pairing in pairings.values()]
print(f"distances, added up: {sums[0]:.1f} on the left, {sums[1]:.1f} on the right")
partners(x[:, 2], y[:, 2], pairings, names=("recording 20", "recording 7"), ylabel="third number")

# %% [markdown]
# Both recordings ⟦end higher than they begin ⇐ x[-1, 2] > x[0, 2] and y[-1, 2] > y[0, 2]⟧, but one of them gets there sooner, so on the left its end is beside the middle of the other. If we choose well, the distances of the pairs, taken over all twelve numbers, sum to ⟦sums[1]:.1f⟧ instead of ⟦sums[0]:.1f⟧.
#
# Let $\ink{blue}{x}$ have $p$ elements and $\ink{orange}{y}$ have $q$. An **alignment** is a list of pairs $\ink{vermillion}{(v(s), w(s))}$, for $s = 1, 2, \dots$ It starts with the two first elements and ends with the two last. Each step goes on by one element in $x$, or in $y$, or in both, so that an element may be repeated, but none is left out, and nothing goes backward. **Dynamic time warping** (DTW) takes the alignment whose distances have the smallest sum:
#
# $$D(x, y) = \min_{(v, w)}\, \sum_s \big\|x_{v(s)} - y_{w(s)}\big\| .$$
#
# The slides of the lecture don't say that the alignment is the cheapest one. Their sum has $p$ terms, but an alignment has at least as many steps as the longer sequence has elements: here it is ⟦len(aligned.v)⟧ steps for $p$ = ⟦len(x)⟧. They also divide by $p$ (section 14.3).
#
# How do we find the cheapest alignment? We can't try all: two sequences of 15 elements have ⟦np.exp(sequences.log_global_alignments([np.zeros(15)])[0, 0]) / 1e9:.1f⟧ billion alignments (exercise 14.2 asks you to count them). Let's answer a smaller question instead. How cheaply can an alignment get as far as $x_i$ and $y_j$? Call the answer $D_{ij}$, and write $C_{ij} = \|x_i - y_j\|$ for the cost of the pair itself. The pair before it was one of three, and the cheapest way there is the best one. Therefore
#
# $$D_{ij} = C_{ij} + \min\big(D_{i-1,j},\; D_{i,j-1},\; D_{i-1,j-1}\big) .$$
#
# We fill a table with these numbers, row by row, and find $D(x, y)$ in its last cell (Sakoe and Chiba, 1978). To get the alignment itself, we walk back from there, each time to the cheapest of the three cells before.

# %%
display(equations.code(sequences.plain_dtw))
wave, slower = np.sin(np.linspace(0, 2 * np.pi, 12)), np.sin(np.linspace(0, 2 * np.pi, 20))
found = sequences.plain_dtw(wave, slower)
print(f"D = {found.distance:.2f}; the path costs as much: {found.gap < 1e-12};", end=" ")
print(f"no entry exceeds what a step into its cell costs: {found.excess < 1e-12}")
warping(wave, slower, found, title="A wave and a slower one")

# %% [markdown]
# On the right, the cells of pairs that differ much stand out from the page, and the path keeps to the others.
#
# **How do we know that no path is cheaper?** Suppose that no entry is larger than what a step into its cell would cost. Along any path, the costs that have been paid can then never fall below the entry of the cell, so in the last cell they are at least $D_{pq}$. Since the path that we walked back costs exactly $D_{pq}$, this table is its own certificate.

# %%
display(proofs.cheapest.walk())
equations.sheet("COURSE-dtw-costs", "PR-dtw", "COURSE-dtw-recursion", folded=True)

# %% [markdown]
# ## 14.3 What to divide by
#
# A long recording costs more than a short one, simply because its sum has more terms. It seems fair to divide, but by what? A kernel has to be symmetric, so we look at each choice from both sides.

# %%
D, p = sequences.dtw_distances(train.sequences), train.lengths[:, None]
divided = {"D": D, "D/p": D / p, "2D/(p + q)": 2 * D / (p + p.T)}
for name, matrix in divided.items():
    apart = np.abs(matrix - matrix.T).max()
    print(f"{name:11} median {np.median(matrix):5.2f}, (x, y) and (y, x) up to {apart:.2f} apart")
display(proofs.symmetry, equations.sheet("COURSE-dtw-mean-length", folded=True))

# %% [markdown]
# If we divide by $p$, as the slides do, it matters who comes first. The two answers can differ by ⟦np.abs(divided["D/p"] - divided["D/p"].T).max():.1f⟧, where the median distance is ⟦np.median(divided["D/p"]):.1f⟧. There is ⟦no difference ⇐ (D == D.T).all()⟧ without division, or if we divide by the mean of the two lengths.
#
# Which is better for telling speakers apart? The **nearest neighbor** needs a distance only: give each recording to the speaker of the training recording with the smallest $D$. Many programs square the local costs, so we add that variant. For each of the four, we leave out each training recording in turn and ask for its speaker, and then we classify the test recordings.

# %%
nearest = experiments.shares_by_neighbor(train, test)
for name, (left_out, tested) in nearest.items():
    print(f"{name:21} left out {left_out:.4f}, test {tested:.4f} correct")

# %% [markdown]
# On the training recordings, ⟦$2D/(p + q)$ ⇐ max(nearest, key=lambda name: nearest[name][0]) == "2D/(p + q)"⟧ does best. With this distance the nearest neighbor gets ⟦nearest["2D/(p + q)"][1]:.1%⟧ of the test recordings right, which is ⟦the largest proportion of the four ⇐ max(nearest, key=lambda name: nearest[name][1]) == "2D/(p + q)"⟧. Squaring the costs ⟦helps as well ⇐ nearest["D with squared costs"][1] > nearest["D"][1]⟧, from ⟦nearest["D"][1]:.1%⟧ to ⟦nearest["D with squared costs"][1]:.1%⟧. Dividing by the length of the recording that is to be classified ⟦changes nothing ⇐ nearest["D"] == nearest["D/p"]⟧, because that length is the same for all its neighbors.
#
# ## 14.4 Is exp(−D) a kernel?
#
# The lecture makes a kernel of the distance. With $t = 1$, it is
#
# $$K(x, y) = e^{-t\,D(x, y)} .$$
#
# The function looks like the Laplacian kernel, with $D$ instead of $\|x - y\|_1$. But is it a kernel? Take three sequences that could hardly be shorter: $x = (0)$, $y = (1)$, and $z = (0, 0, 0)$.

# %%
three = [[0.0], [1.0], [0.0, 0.0, 0.0]]
K3 = ExpDTW(1.0)(three)
print(sequences.dtw_distances(three), K3.round(4), sep="\n")
print("eigenvalues:", np.linalg.eigvalsh(K3).round(4))
display(proofs.no_kernel, equations.sheet("PR-dtw-kernel", folded=True))

# %% [markdown]
# The first matrix holds the distances. Stretching is free, so $x$ and $z$ have distance ⟦sequences.dtw_distance(three[0], three[2]):.0f⟧, and $K(x, z) = 1$. If $K$ were a kernel, $x$ and $z$ would therefore have the same image in feature space, and $y$ would be equally far from both. But the single 1 of $y$ costs ⟦sequences.dtw_distance(three[0], three[1]):.0f⟧ beside one zero, and ⟦sequences.dtw_distance(three[2], three[1]):.0f⟧ beside three of them. No feature map can produce such distances, which is why ⟦one eigenvalue is negative ⇐ (np.linalg.eigvalsh(K3) < -1e-9).sum() == 1⟧, and $K$ is not a kernel. ([Appendix A](A_errata.ipynb) shows that $D$ also breaks the triangle inequality.)
#
# The number $t$ says how quickly the similarity falls as $D$ grows. We compute the smallest eigenvalue for the ⟦len(train)⟧ recordings, for forty values of $t$ between 0.001 and 1.
#
# **Before you look:** where will it be negative?

# %%
t = np.geomspace(1e-3, 1, 40)
smallest = np.linalg.eigvalsh(np.exp(-t[:, None, None] * D))[:, 0]
answers = {(True, False): "for small t", (False, True): "for large t"}
answers |= {(True, True): "for both", (False, False): "for neither"}
answer = answers[smallest[0] < -1e-9, smallest[-1] < -1e-9]
guess.choice("Where is the smallest eigenvalue negative?", list(answers.values()), answer)

# %%
longer = [*train.sequences, np.repeat(train.sequences[0], 2, axis=0)]
alone, joined = (np.linalg.eigvalsh(ExpDTW(0.1)(X))[0] for X in (train.sequences, longer))
curves = {"smallest eigenvalue": smallest, "zero": 0 * t}
words = {"xlabel": "t (per unit of D)", "ylabel": "eigenvalue of exp(−tD)", "log": "x"}
with guess.covered():
    print(f"t = 0.1: smallest eigenvalue {alone:.3f}; with one more recording {joined:.3f}")
    display(figures.curves(t, curves, **words))

# %% [markdown]
# <details><summary>Answer</summary>
#
# For small $t$. Of the values that we tried, ⟦all up to ⇐ ((smallest < 0) == (t <= t[smallest < 0].max())).all()⟧ ⟦t[smallest < 0].max():.3f⟧ give a negative eigenvalue, and no larger one does. The lowest of all is ⟦smallest.min():.2f⟧, at $t$ = ⟦t[smallest.argmin()]:.3f⟧. When $t$ is large, the values between different recordings are nearly 0, so the matrix is nearly the identity, and all its eigenvalues are near 1. At $t = 1$ the smallest is ⟦smallest[-1]:.2f⟧. Such a matrix is positive definite, but section 14.7 shows that a machine can't use it.
#
# Does this make $e^{-tD}$ a kernel for $t = 0.1$, say, where the smallest eigenvalue is ⟦alone:.2f⟧? No, because this holds for these ⟦len(train)⟧ recordings only. Add a single one, the first recording with each frame repeated. The copy has distance ⟦sequences.dtw_distance(longer[0], longer[-1]):.0f⟧ from the first, and the smallest eigenvalue falls ⟦below zero ⇐ joined < -1e-9⟧, to ⟦joined:.2f⟧.
# </details>
#
# Drag a point up or down. The curve below belongs to the matrix of all beginnings of both sequences: the first element alone, the first two, and so on. **Before you move it:**
#
# - Choose "one bump, early and late". By how much does $D$ grow if you raise the top of one bump by 1?
# - In "a step and its start", can you move one point so that no eigenvalue is negative, whatever $t$ is?

# %%
early, late = explorers.STARTS["one bump, early and late"]
before, after = (sequences.dtw_distance(early, y) for y in (late, late + (late == late.max())))
display(guess.number("By how much does D grow if you raise the top by 1?", after - before))
lowest = explorers.after_each_move("a step and its start", np.linspace(-3, 3, 13))
possible = "no" if (lowest < -1e-6).all() else "yes"
guess.choice("Can you move one point so that no eigenvalue is negative?", ["yes", "no"], possible)

# %%
explorers.WarpingExplorer()

# %%
step = explorers.STARTS["a step and its start"][0]
trio = step[:5], step[:6], [0.0]
apart = sequences.dtw_distances(trio)
with guess.covered():
    print(f"one bump, early and late: D = {before:.0f}, with a raised top {after:.0f}")
    print(f"step: {lowest.size} moves of one point, lowest eigenvalue at most {lowest.max():.2f}")
    print("distances of two beginnings and of (0):", *apart.round(2).tolist())

# %% [markdown]
# <details><summary>Answers</summary>
#
# - By ⟦after - before:.0f⟧. The two bumps cost ⟦nothing ⇐ before == 0⟧ as they are, because each is a stretched form of the other. The top of each is a single element, so raising it by 1 costs 1.
# - No. We tried ⟦lowest.size⟧ moves, and ⟦after each of them the curve goes below zero ⇐ (lowest < -1e-6).all()⟧. The step ends with four ones. Its beginnings with a single 1 and with two of them have distance ⟦sequences.dtw_distance(trio[0], trio[1]):.0f⟧, so they would need the same image. But their distances from $(0)$ are ⟦sequences.dtw_distance(trio[0], [0.0]):.0f⟧ and ⟦sequences.dtw_distance(trio[1], [0.0]):.0f⟧. These three sequences alone have ⟦a negative eigenvalue for every $t$ ⇐ all(np.linalg.eigvalsh(ExpDTW(value)(trio))[0] < 0 for value in (0.01, 0.1, 1.0, 3.0))⟧, large or small. You can spoil this pair by moving one point, but the longer step has more than one such pair.
# </details>
#
# ## 14.5 Repair
#
# What happens if we train a machine with such a matrix? The dual of the support vector machine is concave because the Gram matrix is positive semidefinite. Without that, the dual may have several peaks of different height. A solver that climbs ends on one of them, and its duality gap proves nothing, so our library refuses:

# %%
small_t, K = ExpDTW(0.01), ExpDTW(0.01)(train.sequences)
try:
    svm.SupportVectorClassifier(small_t, C=10.0).fit(train.sequences, train.y)
except ValueError as error:
    print(error)

# %% jupyter={"source_hidden": true}
eigenvalues = np.linalg.eigvalsh(K)

# %% [markdown]
# (The message is about ⟦the first two speakers ⇐ f"{np.linalg.eigvalsh(K[train.y < 2][:, train.y < 2])[0]:.4f}" == "-0.0339"⟧, since there is a machine for each pair of speakers.) Chapter 1 had a repair: set the negative eigenvalues to 0. But this moves the training recordings in feature space, and a new recording, with kernel values straight from $e^{-tD}$, is compared with points that are no longer where they were. `values_after_repair`, of chapter 13, moves new points along. As a test, we let a training recording come back as if it were new: it must find itself exactly where it is.

# %%
repaired, moved = geometry.nearest_psd(K).K, svdd.values_after_repair(K, K).K_xs
print(f"off by {np.abs(K - repaired).max():.3f} if not moved along;", end=" ")
print("moved along, by less than 1e-9:", np.abs(moved - repaired).max() < 1e-9)
K_new = small_t(test.sequences, train.sequences)
for name, values in {"not moved": K_new, "moved": svdd.values_after_repair(K_new, K).K_xs}.items():
    share = experiments.share_right(repaired, train.y, values, test.y, C=10.0)
    print(f"test recordings, {name}: {share:.4f} correct")

# %% [markdown]
# Of the ⟦len(K)⟧ eigenvalues of the whole matrix, ⟦(eigenvalues < -1e-9).sum()⟧ are negative. The most negative one is ⟦eigenvalues[0]:.3f⟧, and the largest is ⟦eigenvalues[-1]:.0f⟧. The repair changes little, and both ways get ⟦equally many recordings ⇐ share == experiments.share_right(repaired, train.y, K_new, test.y, C=10.0)⟧ right. But the place of a new point now depends on the training points, so it would be better to have a kernel from the start.
#
# ## 14.6 All alignments at once
#
# Put the minimum of section 14.2 into the exponential. A sum in the exponent becomes a product, and the minimum becomes a maximum:
#
# $$e^{-t\,D(x, y)} = \max_{(v, w)}\, \prod_s e^{-t\|x_{v(s)} - y_{w(s)}\|} .$$
#
# Each factor is a kernel of two elements, and chapter 1 showed that products of kernels are kernels, and sums as well. Only the maximum is in the way, because a maximum of kernels need not be a kernel. We replace it by a sum, and keep *all* alignments.
#
# Give each pair of elements a similarity $\kappa$ between 0 and 1, and each alignment the product of its similarities. Here are all alignments of $(0, 1, 2)$ and $(0, 0.6, 2.4)$. A cell fades into the page where two elements are alike. The number is the product along the path, and the thickness of the path shows it.

# %%
short, other = np.array([[0.0], [1.0], [2.0]]), np.array([[0.0], [0.6], [2.4]])
kappa, paths = sequences.local_similarities(short, other, sigma=1.0), sequences.all_alignments(3, 3)
factors = np.exp(-sequences.local_costs(short, other))
largest = max(factors[v, w].prod() for v, w in paths)
print(f"largest product of factors {largest:.4f}, exp(−D) {ExpDTW(1.0)([short, other])[0, 1]:.4f}")
products_along(kappa, paths, title="Every alignment, and the product of its similarities")

# %% [markdown]
# The sum of these products over all alignments is the **global alignment kernel** of Cuturi, Vert, Birkenes and Matsui (2007):
#
# $$K(x, y) = \sum_{(v, w)}\, \ink{vermillion}{\prod_s \kappa\big(x_{v(s)}, y_{w(s)}\big)} .$$
#
# Is it a kernel? That depends on $\kappa$, and the idea of the proof shows how to choose it. Stretch both sequences to the same length $m$ by repeating elements, in all possible ways. Two stretched sequences of one length can be compared place by place, by a product of ordinary kernels $\chi$, and a sum of such products is a kernel.
#
# Look at the pairs that this puts side by side. Stretch $(a, b)$ to $(a, a, b, b)$, and $(a', b')$ to $(a', b', b', b')$. The pairs are $(a, a')$, $(a, b')$, $(b, b')$ and once more $(b, b')$. This is an alignment, with one of its pairs repeated. In general, two stretched sequences are an alignment in which each pair occurs once, or twice, or three times, and so on. If we add up all these cases for one pair, we get
#
# $$\kappa = \chi + \chi^2 + \chi^3 + \dots = \frac{\chi}{1 - \chi} .$$
#
# The proof needs a $\kappa$ of this form. The series needs $\chi < 1$, and half a Gaussian, $\chi = \tfrac12 e^{-\|x_i - y_j\|^2/2\sigma^2}$, will do. It gives ⟦$\kappa = 1$ for two equal elements ⇐ abs(sequences.local_similarities(short, short, 1.0)[0, 0] - 1) < 1e-12⟧.

# %%
display(proofs.all_alignments_psd.walk(), proofs.similar_elements)
equations.sheet("COURSE-gak", "COURSE-gak-local", folded=True)

# %% [markdown]
# To compute the sum, we fill the same table as before. Where DTW has a minimum, we put a sum, and where DTW has a sum, we put a product: $M_{ij} = \kappa_{ij}\,(M_{i-1,j} + M_{i,j-1} + M_{i-1,j-1})$. For the two short sequences, we compare the table with the list of all alignments.

# %%
listed = sequences.listed_global_alignment(short, other, 1.0)
by_table = sequences.plain_global_alignment(short, other, 1.0)
print(f"listed: {np.exp(listed):.6f}, by the table: {np.exp(by_table):.6f}")

# %% [markdown]
# List and table ⟦agree ⇐ abs(listed - by_table) < 1e-12⟧ on the sum of the numbers in the picture, ⟦sum(kappa[v, w].prod() for v, w in paths):.2f⟧, and return its logarithm, because a computer's number holds neither the products nor the sums of long sequences.
#
# A long sequence has many alignments with itself, so $K(x, x)$ can be huge. We divide it out, so that every sequence has length 1 in feature space:
#
# $$\tilde K(x, y) = \frac{K(x, y)}{\sqrt{K(x, x)\,K(y, y)}} .$$
#
# The library calls it `GlobalAlignment(sigma)`.
#
# ## 14.7 When the matrix is nearly diagonal
#
# Which $\sigma$ should we take? Cuturi (2011) has a rule of thumb: the median distance between two elements, times the square root of the median length. We apply it to a twentieth of the training frames.
#
# What if $\sigma$ is smaller, so that the kernel looks more closely? The picture shows the kernel values of recording 1 with all recordings, those of its own speaker first.

# %%
frames = np.concatenate(train.sequences)
frames = frames[np.lexsort(frames.T)][::20]
apart = sequences.local_costs(frames, frames)[np.triu_indices(len(frames), 1)]
sigma = round(float(np.median(apart) * np.sqrt(np.median(p))), 1)
grams = {s: GlobalAlignment(s)(train.sequences) for s in (sigma, 2.0, 1.0)}
seen = {f"σ = {s:g}": K[0] for s, K in grams.items()}
figures.curves(np.arange(1, 271), seen, xlabel="recording", ylabel="kernel value with recording 1")

# %% jupyter={"source_hidden": true}
alike, pairs = train.y[:, None] == train.y, ~np.eye(len(train), dtype=bool)

# %% [markdown]
# The rule gives $\sigma$ = ⟦sigma⟧, and the smallest eigenvalue of this matrix is ⟦np.linalg.eigvalsh(grams[sigma])[0]:.3f⟧. Of all pairs, the median value is ⟦np.median(grams[sigma][pairs & alike]):.2f⟧ for two recordings of one speaker, against ⟦np.median(grams[sigma][~alike]):.2f⟧ for two speakers. Recording 1 is a hard case: its median is ⟦np.median(grams[sigma][0, 1:30]):.2f⟧ with its own speaker, and ⟦np.median(grams[sigma][0, train.y == 6]):.2f⟧ with speaker 7. At $\sigma = 1$, recording 1 resembles ⟦itself and hardly anything else ⇐ grams[1.0][0, 1:].max() < 0.1⟧.
#
# **Before you look:** what will a support vector machine make of such matrices? How many recordings will it classify correctly as $\sigma$ gets smaller, among those that it has learned from and among new ones? The price of slack is 10 for all.

# %%
sizes = (sigma, 2.0, 1.0, 0.5)
tried = {s: experiments.try_out(GlobalAlignment(s), train, test, C=10.0) for s in sizes}
with guess.covered():
    for s, found in tried.items():
        print(f"σ = {s}: median value {found.typical:.0e}, correct:", end=" ")
        print(f"training {found.trained:.3f}, test {found.tested:.3f}")

# %%
keys = "COURSE-gak-recursion", "COURSE-gak-normalized", "COURSE-dominance"
without_b = svm.SupportVectorClassifier(GlobalAlignment(0.5), C=10.0, tol=1e-10)
without_b.fit(train.sequences, train.y).intercept_ *= 0
by_values = np.mean(without_b.predict(test.sequences) == test.y)
with guess.covered():
    print(f"σ = 0.5, the same weights, and every b set to 0: test {by_values:.3f} correct")
display(proofs.logarithms, equations.sheet(*keys, folded=True))

# %% [markdown]
# <details><summary>Answer</summary>
#
# At each of the four $\sigma$, the machine gets ⟦all of its training recordings ⇐ min(found.trained for found in tried.values()) == 1⟧ right. Of the new ones, however, it gets only ⟦about a third ⇐ 0.28 < tried[0.5].tested < 0.42⟧ at $\sigma = 0.5$. Always naming the same speaker would give up to ⟦np.bincount(test.y).max() / len(test):.0%⟧.
#
# The first column shows the reason. When $\sigma$ is halved from 1 to 0.5, the logarithm of the median value is multiplied by ⟦np.log(tried[0.5].typical) / np.log(tried[1.0].typical):.1f⟧. By the last line of the proof above, this factor tends to 4. In feature space, every recording is then nearly at a right angle to all others, and so is a new one. The sum $\sum_i\alpha_iy_iK(x_i, x)$ of a new recording is therefore next to nothing, and the offset $b$ alone decides between two speakers, whatever the recording is. The matrix has not forgotten who is alike: with $b = 0$, the same weights get ⟦by_values:.0%⟧ right. But anything that is added to the values drowns them.
# </details>
#
# This is **diagonal dominance**. A nearest neighbor can still be found in it, but the machine can't use it as it is.
#
# The values are so small because they are long products of numbers below 1, so a root is a remedy:
#
# $$\tilde K(x, y)^{1/r} = \exp\big(\tfrac1r \log\tilde K(x, y)\big) .$$
#
# The root divides all logarithms by $r$. The order of the similarities stays as it is, and so do all nearest neighbors; only the contrast changes.

# %%
kernels = {r: GlobalAlignment(1.0, root=r) for r in (1, 10, 30, 100)}
roots = {r: experiments.try_out(k, train, test, C=10.0) for r, k in kernels.items()}
for r, found in roots.items():
    print(f"σ = 1, r = {r:3}: median value {found.typical:.0e},", end=" ")
    print(f"smallest eigenvalue {found.smallest:6.3f}, {found.tested:.3f} correct")
equations.sheet("COURSE-gak-root", folded=True)

# %% [markdown]
# The root brings the accuracy back, from ⟦roots[1].tested:.1%⟧ to ⟦roots[10].tested:.1%⟧ at $r = 10$, ⟦beyond what we had without a root ⇐ min(roots[r].tested for r in (10, 30, 100)) > max(found.tested for found in tried.values())⟧, while ⟦every test recording keeps its nearest neighbor ⇐ all((found.nearest == roots[1].nearest).all() for found in roots.values())⟧. But look at the eigenvalues. At $r = 30$ and $r = 100$ ⟦some are negative ⇐ max(roots[30].smallest, roots[100].smallest) < 0⟧. The product of a kernel with itself is a kernel; a root of one need not be. The library says so too: the attribute `positive_semidefinite` is ⟦True without a root ⇐ GlobalAlignment(1.0).positive_semidefinite⟧, and ⟦False with one ⇐ not GlobalAlignment(1.0, root=30).positive_semidefinite⟧. (We looked at the test recordings only to see what happens; in depth, cross-validation chooses.)
#
# ## 14.8 Everything that took rows of numbers takes sequences
#
# The lecture promises kernel PCA and support vector machines of sequences. We hand over a list of recordings where earlier chapters had a matrix, with the global alignment kernel and $\sigma$ = ⟦sigma⟧. First **kernel PCA** (chapter 7):

# %%
k = GlobalAlignment(sigma)
places = pca.KernelPCA(k, n_components=2).fit(train.sequences).transform(train.sequences)
same = experiments.like_their_neighbors(places, train.y)
words = {"xlabel": "first component", "ylabel": "second component"}
labeled_map(places, train.y, train.target_names, title="Two kernel principal components", **words)

# %% jupyter={"source_hidden": true}
by_speaker = np.array([same[train.y == speaker].mean() for speaker in range(9)])

# %% [markdown]
# The method was not told who speaks, and yet the recordings of a speaker lie near each other. For ⟦same.mean():.0%⟧ of them, the nearest one in the picture is by the same speaker; scattered at random, it would be ⟦29 / 269:.0%⟧. But two components don't separate nine speakers. The proportion is ⟦by_speaker.max():.0%⟧ for speaker ⟦by_speaker.argmax() + 1⟧, and only ⟦by_speaker.min():.0%⟧ for speaker ⟦by_speaker.argmin() + 1⟧.
#
# Next comes the **support vector machine** (chapter 12). It takes the recordings as they are, and the price of slack $C = 10$:

# %%
machine = svm.SupportVectorClassifier(k, C=10.0, tol=1e-10).fit(train.sequences, train.y)
tested = np.mean(machine.predict(test.sequences) == test.y)
print(f"correct: machine {tested:.4f}, nearest neighbor {nearest['2D/(p + q)'][1]:.4f}")
unaligned = experiments.shares_without_alignment(train, test)
print("Gaussian kernel:", ", ".join(f"{name} {share:.4f}" for name, share in unaligned.items()))

# %% jupyter={"source_hidden": true}
first, at = explorers.WhichSpeakerExplorer(), explorers.UNKNOWN_RECORDING
guessed = [int(first.set(stretch=length).shown.said[-2]) for length in (100, 200)]

# %% [markdown]
# The machine names ⟦tested:.1%⟧ of the test recordings correctly, and each of its machines is certified by its duality gap. And the unknown man? Nearest to man ⟦guessed[0]⟧ at 100% and to man ⟦guessed[1]⟧ at 200%, he is man ⟦test.y[at] + 1⟧, and ⟦the machine says so ⇐ machine.predict(test.sequences[at : at + 1])[0] == test.y[at]⟧.
#
# But does it take an alignment? A Gaussian kernel of means and standard deviations, or of frames at equal distances, gets ⟦no fewer right ⇐ min(unaligned.values()) > tested⟧. What alignment is for, 14·D asks.
#
# ## Summary

# %%
equations.summary("14_sequence_kernels", folded=True)

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. What is $D$ of $(1, 1, 2)$ and $(1, 2, 2, 2)$?
# <details><summary>Answer</summary>
#
# ⟦sequences.dtw_distance([1, 1, 2], [1, 2, 2, 2]):.0f⟧. Put both ones of the first sequence beside the 1 of the second, and all twos of the second beside the 2 of the first.
# </details>
#
# 2. Two sequences have $p$ and $q$ elements. How many steps does an alignment have at least, and how many at most?
# <details><summary>Answer</summary>
#
# At least $\max(p, q)$, because every element of the longer one needs a step of its own. At most $p + q - 1$, because each step after the first goes on by at least one element.
# </details>
#
# 3. A colleague computes $e^{-tD}$ for 200 sequences and finds that all eigenvalues are positive. Has she shown that it is a kernel?
# <details><summary>Answer</summary>
#
# No. She has shown that this one matrix is a Gram matrix. In section 14.4, one stretched copy of a recording was enough to make an eigenvalue negative. Ask her also how large $t$ was: for a large $t$ the matrix is nearly the identity.
# </details>
#
# 4. Why must $\chi$ be smaller than 1 in the proof for the global alignment kernel?
# <details><summary>Answer</summary>
#
# Each pair of elements may be repeated any number of times, so the series $\chi + \chi^2 + \dots$ has to converge. Half a Gaussian is never more than 1/2.
# </details>
#
# 5. All values of a Gram matrix off its diagonal are below $10^{-9}$. What will a support vector machine do with it, and what can you try?
# <details><summary>Answer</summary>
#
# It will get the training points right, and on new points its offset $b$ will drown the kernel values. Try a larger $\sigma$, or a root; but a root may cost positive semidefiniteness, so look at the eigenvalues.
# </details>
#
# 6. Which words have the same image under the spectrum kernel with $k = 1$?
# <details><summary>Answer</summary>
#
# Words with the same letters, each equally often: anagrams, such as ⟦*listen* and *silent* ⇐ sequences.substring_counts("listen", 1) == sequences.substring_counts("silent", 1)⟧.
# </details>
#
# 7. The lecture's last question: how can we use kernels to compare strings?
# <details><summary>Answer</summary>
#
# Define a kernel whose arguments are strings, such as the spectrum kernel, and hand it to any method that needs kernel values only.
# </details>
#
# **Now the exercises:** work in [your own copy](../my/14_sequence_kernels_exercises.ipynb), which JupyterLab has made for you ([the originals](../exercises/14_sequence_kernels_exercises.ipynb)). Next, in [chapter 15](15_fisher_kernels.ipynb), a probability density makes a kernel, and points without labels help to classify the others.
#
# **To read on:** Leslie, Eskin and Noble (2002) on counts of substrings; Sakoe and Chiba (1978) on warping; Cuturi (2011) on the kernel of all alignments and its diagonal; Shawe-Taylor and Cristianini (2004), chapter 11, on kernels of strings and trees.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 14·A Which language is this name? (4 minutes)
#
# What can such a kernel do? Here are names of countries and regions in six languages, and we want to guess the language from the name. A third of the names of each language is put aside. The others train the support vector machine of chapter 12, as a list of strings. Then the next third is put aside, and the last one, so that each name is classified once by a machine that has not seen it. Which names make up a third is drawn by lot, and we draw five times. The counts are scaled so that each name has length 1 in feature space, because otherwise a long name, with its many substrings, would have large kernel values with everything. The price of slack is 10 in all four cases.
#
# **Before you look:** which substrings say most about the language?

# %%
names = datasets.country_names()
names = names.rows(names.lengths >= 4).in_order()
machine = lambda kernel: svm.SupportVectorClassifier(kernel, C=10.0, tol=1e-10)

# %% jupyter={"source_hidden": true}
lengths = 1, 2, 3, 4
machines = [machine(Spectrum(k, unit_length=True)) for k in lengths]
thirds = np.array([experiments.left_out_thirds(model, names, 5)[1] for model in machines])
best = lengths[thirds.mean(axis=1).argmax()]
first = np.bincount(thirds.argmax(axis=0), minlength=4)

# %%
guess.number("Substrings of how many letters, from 1 to 4?", best, "letters")

# %%
with guess.covered():
    for letters, row, times in zip(lengths, thirds, first):
        print(f"letters {letters}: {row.mean():.1%} of {len(names)} names are correct;", end=" ")
        said = "in single thirds {:.1%} to {:.1%}, first in {} of {}"
        print(said.format(row.min(), row.max(), times, row.size))

# %% [markdown]
# <details><summary>Answer</summary>
#
# Single letters already say something, since each language has its favorites. (Always naming the language with the most names would be right for ⟦np.bincount(names.y).max() / len(names):.0%⟧.) Over all names, ⟦two letters say most ⇐ best == 2⟧. With longer substrings, ⟦fewer pairs of names have one in common ⇐ (np.diff([np.mean(Spectrum(k)(names.sequences) > 0) for k in (1, 2, 3, 4)]) < 0).all()⟧, and the proportion that is classified correctly ⟦falls again ⇐ (np.diff(thirds.mean(axis=1)[1:]) < 0).all()⟧. With four letters it is ⟦lower than with one ⇐ thirds[3].mean() < thirds[0].mean()⟧.
#
# Two letters come first in ⟦first[1]⟧ of the ⟦thirds[0].size⟧ thirds. But for one and the same length, the proportion differs by up to ⟦100 * np.ptp(thirds, axis=1).max():.0f⟧ percentage points from third to third, ⟦far more than from length to length ⇐ np.ptp(thirds, axis=1).min() > 1.5 * np.ptp(thirds[:3].mean(axis=1))⟧ between one, two and three letters. Had we tested on one third only, we might have taken chance for a rule.
# </details>
#
# Kernels of strings can be added and multiplied like all others. The sum of the kernels for one, two and three letters has the features of all three, side by side.

# %%
one, two, three = (Spectrum(k, unit_length=True) for k in (1, 2, 3))
read, together = experiments.left_out_thirds(machine(one + two + three), names, 5)
print(f"one to three letters: {together.mean():.1%}; some of the names:")
for name, truth, said in list(zip(names.sequences, names.y, read[0]))[50::120]:
    print(f"{name:24} is {names.target_names[truth]:9} read as {names.target_names[said]}")

# %% [markdown]
# Together they classify more names correctly than each of them alone, in ⟦(together > thirds.max(axis=0)).sum()⟧ of the ⟦together.size⟧ thirds.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 14·B Numbers too large and too small (2 minutes)
#
# Take two sequences of 500 equal elements. Every $\kappa$ is 1, so the kernel value is the number of alignments.

# %%
log_number = sequences.log_global_alignments([np.zeros(500)])[0, 0]
print(f"two sequences of 500 equal elements: log of the number of alignments {log_number:.1f}")

# %%
long, log_k = draws.two_long_walks(), {}
for width in (30.0, 3.0, 0.3):
    log_k[width] = sequences.plain_global_alignment(*long, width)
    fast = sequences.log_global_alignments(long[:1], long[1:], width)[0, 0]
    agree = abs(fast / log_k[width] - 1) < 1e-12
    print(f"σ = {width:4}: log K = {log_k[width]:.2f}, both ways agree to 1e-12: {agree}")

# %% [markdown]
# The number of alignments, whose logarithm is ⟦log_number:.0f⟧, is ⟦too large ⇐ log_number > np.log(np.finfo(float).max)⟧ for the machine, which ends near $e^{⟦np.log(np.finfo(float).max):.0f⟧}$. The other lines are about two random walks, of 1000 and 960 steps. At $\sigma = 0.3$ the kernel value has ⟦np.floor(-log_k[0.3] / np.log(10)):,.0f⟧ zeros after the decimal point, and the machine would call it ⟦0 ⇐ np.exp(log_k[0.3]) == 0⟧. We therefore compute logarithms, and there are two ways. The plain one keeps the logarithm of every cell. The fast one divides each row of the table by its largest entry and adds up the logarithms of these, so that it takes one logarithm per row. It also computes an upper and a lower bound. Where the two differ, some entries were too small even so, and it takes the plain way for this pair.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 14·C C-means and the ball, for sequences (3 minutes)
#
# **Kernel c-means** (chapter 6), with the kernel of section 14.8, looks for nine groups, without any names. Afterward, each group is given to the speaker who has most recordings in it. How many recordings are in the group of their own speaker? For comparison, we count the same for groups of the same sizes that are drawn at random.

# %%
groups = kernel_cmeans.KernelCMeans(k, 9, n_starts=100).fit(train.sequences).labels_
rng, own = np.random.default_rng(0), experiments.in_own_group(groups, train.y)
drawn = [experiments.in_own_group(rng.permutation(groups), train.y) for _ in range(100)]
print(f"{own} of {len(train)}; groups at random {np.mean(drawn):.0f}, at most {max(drawn)}")

# %% [markdown]
# ⟦own / len(train):.0%⟧ of the recordings are in the group of their own speaker, ⟦far more than in any of the hundred random groupings ⇐ own > 1.5 * max(drawn)⟧. Next, the **ball** (chapter 3). For each of the nine speakers, we fit a ball to his thirty recordings. Whose test recordings fall inside?

# %%
balls, inside = [], np.empty((9, 4), dtype=int)
for speaker in range(9):
    balls.append(ball.MinimumVolumeBall(k, nu=0.1).fit(train.rows(train.y == speaker).sequences))
    within, own = balls[speaker].predict(test.sequences) == 1, test.y == speaker
    inside[speaker] = within[own].sum(), own.sum(), within[~own].sum(), (~own).sum()
    print(f"ball {speaker + 1}:", "{} of his {}, {} of the {} others".format(*inside[speaker]))

# %% [markdown]
# Few others get in: ⟦inside[:, 2].sum()⟧ of ⟦inside[:, 3].sum():,⟧. But ⟦1 - inside[:, 0].sum() / inside[:, 1].sum():.0%⟧ of the new recordings of the speakers themselves stay outside, although $\nu = 0.1$. Remember what $\nu$ promises: at most a tenth of the recordings *that the ball was made for* are outside, and here ⟦none is ⇐ not any(found.solution_.outlier.any() for found in balls)⟧. However, between ⟦min(found.solution_.surface.sum() for found in balls)⟧ and ⟦max(found.solution_.surface.sum() for found in balls)⟧ of the thirty lie on the surface and hold it. Make the ball without one of these, and it may well be left outside. The proportion on the surface, ⟦np.mean([found.solution_.surface.mean() for found in balls]):.0%⟧ on average, is therefore ⟦a fairer forecast for new recordings than $\nu$ ⇐ abs(np.mean([found.solution_.surface.mean() for found in balls]) - (1 - inside[:, 0].sum() / inside[:, 1].sum())) < abs(0.1 - (1 - inside[:, 0].sum() / inside[:, 1].sum()))⟧.

# %% [markdown] jp-MarkdownHeadingCollapsed=true
# ## In depth: 14·D Which machine is best? (4 minutes)
#
# Four families of kernels serve the **support vector machine** (chapter 12). Each family has three to five members, and three prices of slack to go with them. For each family, five-fold cross-validation on the ⟦len(train)⟧ training recordings chooses among the pairs, and the test recordings are looked at once, with that choice. **Ridge regression** (chapter 10) gets the kernel of section 14.8. It fits a function for each speaker, with the target 1 for his recordings and −1 for all others, and the speaker with the largest value wins. Each function chooses its $\lambda$ by leaving one out.

# %%
families = {
    "exp(−tD)": [ExpDTW(t) for t in (0.003, 0.01, 0.03, 0.1, 0.3)],
    "exp(−2tD/(p+q))": [ExpDTW(t, per_step=True) for t in (0.03, 0.1, 0.3, 1.0, 3.0)],
    "global alignment": [GlobalAlignment(s) for s in (2.0, sigma, 8.0, 16.0)],
    "… with a root": [GlobalAlignment(1.0, root=r) for r in (3.0, 10.0, 30.0)],
}
items = bars.progress(families.items(), "families")
choices = {name: experiments.choose(family, train, test) for name, family in items}

# %%
for name, c in choices.items():
    how = "repaired" if c.reading.repaired else "as it is"
    print(f"SVM {name:17} {c.accuracy:.4f}  {c.kernel}, C = {c.C:g}, {how}")
known, asked = k(train.sequences), k(test.sequences, train.sequences)
by_ridge = experiments.read_by_ridge(known, train.y, asked)
print(f"ridge, global alignment {np.mean(by_ridge == test.y):.4f}")

# %% jupyter={"source_hidden": true}
missed = {name: round((1 - c.accuracy) * len(test)) for name, c in choices.items()}

# %% [markdown]
# One test recording is worth ⟦1 / len(test):.4f⟧. The machines misread between ⟦min(missed.values())⟧ and ⟦max(missed.values())⟧ of the ⟦len(test)⟧ recordings, ridge regression misreads ⟦round(len(test) * np.mean(by_ridge != test.y))⟧, and the machines of section 14.8 that align nothing misread ⟦min(round((1 - share) * len(test)) for share in unaligned.values())⟧ or ⟦max(round((1 - share) * len(test)) for share in unaligned.values())⟧, so we shouldn't make much of their order. Still, three things can be said.
#
# - Every machine of the table gets ⟦more recordings right than the nearest neighbor ⇐ min(c.accuracy for c in choices.values()) > nearest["2D/(p + q)"][1]⟧ with the distance that the training recordings chose. The nearest neighbor misreads ⟦round((1 - nearest["2D/(p + q)"][1]) * len(test))⟧. The smallest difference is ⟦round((1 - nearest["2D/(p + q)"][1]) * len(test)) - max(missed.values())⟧ recordings, which is next to nothing.
# - ⟦Both kernels made of $D$ had to be repaired ⇐ choices["exp(−tD)"].reading.repaired and choices["exp(−2tD/(p+q))"].reading.repaired⟧. Cross-validation looks at accuracy only, and it chose ⟦the smallest $t$ and the largest price ⇐ choices["exp(−tD)"].kernel.t == 0.003 and choices["exp(−2tD/(p+q))"].kernel.t == 0.03 and choices["exp(−tD)"].C == choices["exp(−2tD/(p+q))"].C == 100⟧ that we offered. There is no best $t$ to be found: for a small one, $e^{-tD}$ is nearly $1 - tD$, so only the product $tC$ matters.
# - The kernel that comes with a proof is ⟦the last of the four ⇐ max(missed, key=missed.get) == "global alignment"⟧ at this task. The proof buys something else: there is no eigenvalue to check and nothing to repair, whatever the data are.
#
# **What is alignment for?** Twenty times we drew anew which 30 recordings of each man are known (`experiments.worth_of_order`). $e^{-2D/(p+q)}$ reads ⟦evidence["14 order"]["per step"].mean():.1%⟧ of the others correctly, and the global alignment kernel ⟦evidence["14 order"]["alignment"].mean():.1%⟧. With each recording's frames *shuffled*, it is ⟦evidence["14 order"]["shuffled, per step"].mean():.1%⟧ and ⟦evidence["14 order"]["shuffled, alignment"].mean():.1%⟧, so their order is worth ⟦between one and three points ⇐ all(1 < 100 * (evidence["14 order"][name].mean() - evidence["14 order"]["shuffled, " + name].mean()) < 3 for name in ("per step", "alignment"))⟧. Means and standard deviations get ⟦evidence["14 order"]["mean and sd"].mean():.1%⟧. But 7 frames at equal distances get ⟦evidence["14 order"]["7 frames"].mean():.1%⟧, ⟦as many as $e^{-2D/(p+q)}$ ⇐ abs(evidence["14 order"]["7 frames"].mean() - evidence["14 order"]["per step"].mean()) < 0.003⟧: for these vowels, stretching a whole recording, as in the first scene, is enough.
#
# It is different where things happen early or late. In noise with one bump up and one down, anywhere, which comes first? $e^{-2D/(p+q)}$ gets ⟦evidence["14 order"]["bumps, per step"].mean():.1%⟧ right, ⟦in every draw more than its rivals ⇐ all((evidence["14 order"]["bumps, per step"] > evidence["14 order"]["bumps, " + name]).all() for name in ("30 frames", "7 frames", "mean and sd"))⟧, and the global alignment kernel ⟦evidence["14 order"]["bumps, alignment"].mean():.1%⟧. At equal distances, 30 frames get ⟦evidence["14 order"]["bumps, 30 frames"].mean():.1%⟧ and 7 get ⟦evidence["14 order"]["bumps, 7 frames"].mean():.0%⟧; means and standard deviations ⟦do no better than a coin ⇐ abs(evidence["14 order"]["bumps, mean and sd"].mean() - 0.5) < 0.05⟧.
#
# [Appendix C](C_speed.ipynb) compares the time for all pairs of recordings with that of other libraries.
