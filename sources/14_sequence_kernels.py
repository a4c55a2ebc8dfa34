# %% [markdown]
# # 14 · Kernels of sequences
#
# **The question.** So far every point was a row of numbers, and all rows had the same length. Words do not come that way. Neither do sounds: say the same vowel twice, and the second recording
# is longer than the first. Can the methods of this course still be used?
#
# They can, if we have a kernel. Nothing in kernel PCA, in the ball or in the support vector machine asks what a point is; each asks for $k(x, y)$ only. So this chapter looks for functions of two sequences that are kernels.
#
# **After this chapter you can**
#
# - compare strings by the substrings that they share;
# - align two sequences, draw the cheapest alignment, and prove that it is the cheapest;
# - explain with three short sequences why the kernel of the lecture is none, and repair its matrix;
# - compute the global alignment kernel for sequences of a thousand elements, and prove that it is a kernel;
# - recognize a Gram matrix that is nearly diagonal, and say what to do about it;
# - hand sequences to every method of the course.
#
# **You need** [chapter 1](01_kernels.ipynb) for kernels and Gram matrices and [chapter 12](12_perceptron_and_svm.ipynb) for the support vector machine. Chapters 3, 6, 7 and 10 come back for a few lines each.

# %%
import numpy as np

from kernelsy19 import datasets, sequences
from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.course import equations, figures
from kernelsy19.course.bars import progress
from kernelsy19.kernel_cmeans import KernelCMeans
from kernelsy19.kernels import geometry as feature_space
from kernelsy19.pca import KernelPCA
from kernelsy19.sequences import ExpDTW, GlobalAlignment, Spectrum, comparison, explorers
from kernelsy19.sequences import derivations as proofs
from kernelsy19.sequences.figures import labeled_map, utterances, warping
from kernelsy19.svdd import values_after_repair
from kernelsy19.svm import SupportVectorClassifier

# %% [markdown]
# ## 14.1 Strings
#
# How alike are *kernel* and *colonel*? They end alike: both contain *nel*. A simple way to measure this is to count substrings. Take all substrings of $k$ letters, count in each word how often each of them occurs, and take the dot product of the two lists of counts.
# This is the **spectrum kernel**. Its feature map is the list of counts, so it is a kernel by construction.
#
# The word *banana* contains *an* and *na* twice each and *ba* once, so its product with itself is $2^2 + 2^2 + 1^2 = 9$. With an alphabet of 26 letters there are $26^k$ possible substrings. Nobody writes down such a list: only the substrings that occur are stored, and the kernel value is a sum over those that both words have.

# %%
print(dict(sequences.substring_counts("colonel", 2)))
print(Spectrum(2)(["kernel", "colonel", "banana"]))
display(equations.show("COURSE-spectrum"), proofs.substrings)

# %% [markdown]
# What can such a kernel do? Here are names of countries and regions in six languages, and we want to tell the language from the name. Every third name of each language is put aside for the test. The others train a support vector machine. It is the machine of chapter 12 as it stands; we hand it a list of strings.
#
# **Guess first:** which is best, substrings of one, two, three or four letters?

# %%
names = datasets.country_names()
aside = comparison.folds_of(names.y, 3) == 0
known, unseen = names.rows(~aside), names.rows(aside)
unseen = unseen.rows(unseen.lengths >= 4)
known = known.rows(known.lengths >= 4)
right = {}
for k in (1, 2, 3, 4):
    model = SupportVectorClassifier(Spectrum(k, unit_length=True), C=10.0).fit(known.sequences, known.y)
    right[k] = model.score(unseen.sequences, unseen.y)
    print(f"substrings of {k}: {100 * right[k]:.0f} % of {len(unseen)} names read rightly")

# %% [markdown]
# <details><summary>Answer</summary>
#
# Single letters say something already, since each language has its favorites. ⟦Two and three letters say more ⇐ min(right[2], right[3]) > right[1]⟧. With four letters fewer names have a substring in common, and ⟦the accuracy falls again ⇐ right[4] < right[3]⟧. Always naming the most frequent of the six languages would be right for ⟦np.mean(unseen.y == np.bincount(known.y).argmax()):.0%⟧ of the names.
# </details>
#
# Kernels of strings can be added and multiplied like all others. The sum of the kernels for 1, 2 and 3 letters has the features of all three, side by side:

# %%
together = Spectrum(1, unit_length=True) + Spectrum(2, unit_length=True) + Spectrum(3, unit_length=True)
model = SupportVectorClassifier(together, C=10.0).fit(known.sequences, known.y)
print(f"all three: {100 * model.score(unseen.sequences, unseen.y):.0f} %")
for word in ("saksa", "frankreich", "macaristan", "svájc", "new zealand", "países bajos"):
    print(f"{word:14} {names.target_names[model.predict([word])[0]]}")

# %% [markdown]
# ## 14.2 Two sounds
#
# Substrings are for letters, which are equal or not. The lecture's sequences are sounds. Nine Japanese men said the vowels /ae/, one after the other. Each recording was cut into frames, and each frame became a vector of 12 numbers that describe the shape of the vocal tract. The task is to tell who speaks. Here are two
# recordings each of two speakers, a column for each frame:

# %%
train, test = datasets.japanese_vowels()
print(f"{len(train)} recordings for training, {len(test)} for the test; {train.lengths.min()} to {train.lengths.max()} frames")
utterances({f"speaker {1 + train.y[i]}, recording {i % 30 + 1}": train.sequences[i] for i in (0, 4, 60, 64)})

# %% [markdown]
# The recordings of one speaker resemble each other, but they differ in length, and one of them moves on from /a/ to /e/ earlier than the other. Comparing frame 5 with frame 5 would compare two different sounds. We have to find out first which frame of the one belongs to which frame of the other.
#
# An **alignment** is a list of pairs $(v(k), w(k))$ that starts with the two first elements, ends with the two last, and goes on by one element in one sequence or in both. So elements may be repeated, but nothing is skipped and nothing goes backwards. **Dynamic time warping** (DTW) takes the alignment with the smallest sum of distances:

# %%
equations.sheet("COURSE-dtw-costs", "PR-dtw", "COURSE-dtw-recursion")

# %% [markdown]
# The lecture's slide has one thing less and one thing more than we need. It does not say that the alignment is the cheapest one, and it divides by $p$, the length of the first sequence. We leave out the division for now.
#
# How do we find the cheapest? Trying all is no way: two sequences of 15 elements have nearly eight billion alignments (exercise 14.2 counts them). The trick is to build a table. The cheapest alignment that ends in cell $(i, j)$ came from one of three cells: the one above, the one to the left, or the one on the diagonal. Whatever it did before, it did in the
# cheapest way. So we fill the table row by row, and then walk back from its last cell.

# %%
display(proofs.cheapest.walk(), equations.code(sequences.plain_dtw))

# %% [markdown]
# Here are a wave and a slower wave. On the left, gray lines join the elements that stand beside each other. On the right, each cell is a pair of elements, dark where they differ much, and the path keeps to the bright valley.

# %%
x, y = np.sin(np.linspace(0, 2 * np.pi, 12)), np.sin(np.linspace(0, 2 * np.pi, 20))
aligned = sequences.plain_dtw(x, y)
print(f"D = {aligned.distance:.2f}; the path costs the same: {aligned.gap < 1e-12}; no entry exceeds what a step into its cell costs: {aligned.excess < 1e-12}")
warping(x, y, aligned, title="A wave and a slower one")

# %% [markdown]
# The table is also the certificate. If no entry is larger than what a step into its cell would cost, then no path can be cheaper than the last entry; and the path that we walked back costs exactly this much.
#
# ## 14.3 What to divide by
#
# A long recording costs more than a short one, simply because its sum has more terms. So it seems fair to divide. But by what? A kernel has to be symmetric.

# %%
D = sequences.dtw_distances(train.sequences)
p = train.lengths
as_printed, by_mean = sequences.per_first_length(D, p[:, None]), sequences.per_mean_length(D, p[:, None], p)
for name, matrix in (("D", D), ("D/p", as_printed), ("2D/(p + q)", by_mean)):
    print(f"{name:11} typical {np.median(matrix):6.2f}, largest difference between (x, y) and (y, x) {np.abs(matrix - matrix.T).max():.2f}")
display(proofs.symmetry, equations.show("COURSE-dtw-mean-length"))

# %% [markdown]
# With the division as printed, the distance depends on who comes first, by amounts that can be ⟦larger than a typical value ⇐ np.abs(as_printed - as_printed.T).max() > np.median(as_printed)⟧. Not dividing is symmetric, and so is dividing by the mean of the two lengths.
#
# A distance is all that the **nearest neighbor** needs: each test recording is given to the speaker of the training recording with the smallest $D$. Dividing by the length of the test recording changes nothing here, since it is the same for all neighbors. Squaring the local costs gives another variant, which many programs use.

# %%
nearest = {name: np.mean(comparison.nearest_neighbor(distances, train.y) == test.y) for name, distances in comparison.distances_to_known(train, test).items()}
for name, share in nearest.items():
    print(f"nearest neighbor by {name:21} {share:.4f} of the test recordings")

# %% [markdown]
# ## 14.4 A kernel that is none
#
# Now the lecture makes a kernel of it: $k(x, y) = e^{-D(x, y)}$. It looks like the Laplacian kernel, with $D$ in the place of $\|x - y\|_1$. But $D$ is no distance of that sort: it can be 0 for two different sequences, and it breaks the triangle inequality ([appendix A](A_errata.ipynb) has an example). Three sequences of zeros and ones show what follows.

# %%
three = {"x": [0.0], "y": [1.0], "z": [0.0, 0.0, 0.0]}
K = ExpDTW(1.0)(list(three.values()))
print(K.round(4))
print("eigenvalues:", np.linalg.eigvalsh(K).round(4))
equations.show("PR-dtw-kernel")

# %% [markdown]
# Look at the first and the last row. The sequences $x = (0)$ and $z = (0, 0, 0)$ have distance 0, because stretching is free, so $k(x, z) = 1$. If $k$ were a kernel, $x$ and $z$ would have the same image in feature space, and every third point would be equally far from both. But $y = (1)$ costs 1 beside one zero and 3 beside three. The smallest eigenvalue is negative, and $k$ is no kernel.

# %%
proofs.no_kernel

# %% [markdown]
# Is that an example for books only? In $e^{-tD}$ the number $t$ says how fast the similarity falls. Here is the smallest eigenvalue for the 270 recordings, as $t$ changes.
#
# **Guess first:** where is it negative, for small $t$ or for large?

# %%
t = np.geomspace(1e-3, 1, 40)
smallest = np.array([np.linalg.eigvalsh(sequences.exp_distance(D, value))[0] for value in t])
print(f"smallest of all {smallest.min():.2f}, at t = {t[smallest.argmin()]:.3f}; positive from t = {t[smallest < 0].max():.2f} on")
figures.curves(t, {"smallest eigenvalue": smallest}, xlabel="t", ylabel="smallest eigenvalue of exp(−tD)", log="x")

# %% [markdown]
# <details><summary>Answer</summary>
#
# For small $t$. For large $t$ all values between different recordings are nearly 0, the matrix is nearly the identity, and all its eigenvalues are near 1. That is positive, but it has also forgotten who resembles whom: section 14.7 comes back to this. Which $t$ is large enough depends on the data, so it is no proof that $k$ is a kernel.
# </details>
#
# Now it is your turn. Take hold of a point and drag it up or down. The curve belongs to all beginnings of both sequences. **Before you move it:**
#
# - Take "one bump, early and late". How large is $D$, and how large will it be if you raise the top of one bump?
# - In "a step and its start", can you move one point so that the smallest eigenvalue is positive for all $t$?

# %%
explorers.WarpingExplorer()

# %%
early, late = explorers.STARTS["one bump, early and late"]
print("the bumps:", sequences.dtw_distance(early, late))
raised = late.copy()
raised[7] += 1.0
print("one bump raised by 1:", sequences.dtw_distance(early, raised))
step = explorers.STARTS["a step and its start"][0]
print(f"D of two beginnings of the step: {sequences.dtw_distance(step[:5], step[:6])}; of each to (0): {sequences.dtw_distance(step[:5], [0.0])} and {sequences.dtw_distance(step[:6], [0.0])}")

# %% [markdown]
# <details><summary>Answer</summary>
#
# The bumps cost nothing: one is a stretched form of the other, and stretching is free. Raising the top by 1 costs 1, since one element of each sequence stands at the top. As for the second question: no. The step ends with four ones. Two of its beginnings, with one 1 and with two, have distance 0, so they would have to have the same image; but the sequence (0) is at distance 1 from the first and 2 from the second. A kernel does not allow that, so an eigenvalue is negative for some $t$. Moving one point mends one such pair and leaves another.
# </details>
#
# ## 14.5 Repair
#
# What happens if you train with such a matrix? The dual problem is not concave any more, so there may be no best solution. Our library refuses:

# %%
small_t = ExpDTW(0.01)
K = small_t(train.sequences)
try:
    SupportVectorClassifier(small_t, C=10.0).fit(train.sequences, train.y)
except ValueError as error:
    print(error)
print(f"eigenvalues below 0: {(np.linalg.eigvalsh(K) < -1e-9).sum()} of {len(K)}")

# %% [markdown]
# Chapter 1 showed a repair: set the negative eigenvalues to 0, which gives the nearest matrix that is positive semidefinite. But the repair moves the training recordings in feature space. A new recording whose kernel values come straight from $e^{-tD}$ is compared with points that are no longer where they were. Chapter 13 moves it along: `values_after_repair`. A check: if a training recording comes back as a
# new one, it must find itself at its own place.

# %%
repaired = feature_space.nearest_psd(K).K
print(f"a training recording as a new one, not moved: off by {np.abs(K - repaired).max():.3f}; moved along, below 1e-9: {np.abs(values_after_repair(K, K).K_xs - repaired).max() < 1e-9}")
K_new = small_t(test.sequences, train.sequences)
for name, values in (("not moved", K_new), ("moved along", values_after_repair(K_new, K).K_xs)):
    labels = comparison.read_by_margin(repaired, train.y, values, C=10.0).labels
    print(f"test recordings {name}: {np.mean(labels == test.y):.4f} read rightly")

# %% [markdown]
# Here the negative eigenvalues are small and the accuracies tell no story. The repair has another price, though: it needs the eigenvalues of the whole training matrix, and what a new point becomes depends on all training points. It would be better to have a kernel from the start.
#
# ## 14.6 All alignments at once
#
# DTW looks at the cheapest alignment and forgets all others. What if we add them all up? Give each pair of elements a similarity $\kappa$ between 0 and 1. An alignment gets the product of its similarities, so that a good alignment counts much and a bad one next to nothing. The **global alignment kernel** is the sum over all alignments.
#
# Is it a kernel? Here is the idea of the proof. Stretch both sequences to the same length $m$ by repeating elements, in all possible ways. Two stretched sequences of the same length can be compared element by element, with a product of ordinary kernels, and a sum of such products is a kernel. Now look at what stands side by side:
# it is an alignment in which each pair may be repeated once, twice, three times and so on. Adding up the repetitions of one pair gives $\chi + \chi^2 + \chi^3 + \dots = \chi/(1 - \chi)$. This is why $\kappa$ has its odd form: it is the sum of such a series, with $\chi$ half a Gaussian kernel.

# %%
display(equations.sheet("COURSE-gak", "COURSE-gak-local", "COURSE-gak-recursion"), proofs.all_alignments_psd.walk(), proofs.similar_elements)

# %% [markdown]
# To compute the sum, fill the same table as before, with a sum where DTW has the minimum and a product where DTW has a sum. There is one snag. The number of alignments explodes with the length, and products of many small numbers vanish. The table of two sequences of 500 equal elements overflows:

# %%
with np.errstate(over="ignore", invalid="ignore"):
    flat = np.ones(501)
    for _ in range(500):
        row = np.zeros(501)
        for j in range(500):
            row[j + 1] = flat[j + 1] + row[j] + flat[j]
        flat = row
print("number of alignments of 500 and 500 elements, as a float:", flat[-1])
print(f"its logarithm: {sequences.log_global_alignments([np.zeros(500)], sigma=1.0)[0, 0]:.1f}")

# %% [markdown]
# There are two ways out. The plain way keeps the logarithm of every cell. The fast way divides each row by its largest entry and adds up the logarithms of these, so that it needs one logarithm a row. Do they agree, on long sequences and with small $\sigma$ as well?

# %%
rng = np.random.default_rng(0)
long = [rng.normal(size=(n, 2)).cumsum(axis=0) for n in (1000, 960)]
few = long[0][:7], long[1][:8]
print(f"all {len(sequences.all_alignments(7, 8))} alignments of 7 and 8 elements listed: log k = {sequences.listed_global_alignment(*few, 3.0):.4f}, by the table: {sequences.plain_global_alignment(*few, 3.0):.4f}")
for sigma in (30.0, 3.0, 0.3):
    plain = sequences.plain_global_alignment(*long, sigma)
    fast = sequences.log_global_alignments(long[:1], long[1:], sigma)[0, 0]
    print(f"σ = {sigma:4}: log k = {plain:14.4f}, relative difference below 1e-12: {abs(fast / plain - 1) < 1e-12}")

# %% [markdown]
# In the last row, entries of the table are too small for a floating-point number even after the division. The fast way notices: it computes an upper and a lower bound, and where the two differ it takes the plain way for this pair.

# %%
display(proofs.logarithms, equations.code(sequences.plain_global_alignment), equations.show("COURSE-gak-normalized"))

# %% [markdown]
# The last lines divide out the number of alignments, so that $\tilde k(x, x) = 1$. In a library's words: `GlobalAlignment(sigma)`. Its width has a rule of thumb, by Cuturi: the median distance of two elements times the square root of the median length.

# %%
elements = np.concatenate(train.sequences)[::20]
apart = sequences.local_costs(elements, elements)[np.triu_indices(len(elements), 1)]
sigma = float(np.round(np.median(apart) * np.sqrt(np.median(p)), 1))
K = GlobalAlignment(sigma)(train.sequences)
print(f"σ = {sigma}; smallest eigenvalue {np.linalg.eigvalsh(K)[0]:.3f}, kernel values from {K.min():.3f} to {K.max():.0f}")

# %% [markdown]
# ## 14.7 A matrix that knows nothing
#
# **Guess first:** what happens to the kernel values between different recordings as $\sigma$ becomes small, and what to a support vector machine that is trained with them?

# %%
for sigma_tried in (sigma, 2.0, 1.0, 0.5):
    K = GlobalAlignment(sigma_tried)(train.sequences)
    reading = comparison.read_by_margin(K, train.y, GlobalAlignment(sigma_tried)(test.sequences, train.sequences), C=10.0)
    print(f"σ = {sigma_tried}: typical kernel value {sequences.typical_similarity(K):.0e}, {np.mean(reading.labels == test.y):.3f} read rightly")
equations.show("COURSE-dominance")

# %% [markdown]
# <details><summary>Answer</summary>
#
# They vanish, and quickly: by the last line of the proof above, the logarithm of $\tilde k$ grows like $\sigma^{-2}$. Each recording is then at right angles to all others. The machine remembers all of them and learns nothing that helps with a new one. This is **diagonal dominance**. Such a matrix is as positive semidefinite as can be, and it is of no use.
# </details>
#
# A long product of numbers below 1 is the cause, and a root is a remedy: $\tilde k^{1/r}$ divides the logarithm by $r$. The order of all similarities stays the same, so the nearest neighbor does not change; only the contrast does.

# %%
for r in (1, 10, 30, 100):
    k = GlobalAlignment(1.0, root=r)
    K = k(train.sequences)
    reading = comparison.read_by_margin(K, train.y, k(test.sequences, train.sequences), C=10.0)
    print(f"r = {r:3}: typical value {sequences.typical_similarity(K):.0e}, smallest eigenvalue {reading.smallest:6.3f}, {np.mean(reading.labels == test.y):.3f} read rightly")
for k in (GlobalAlignment(1.0), GlobalAlignment(1.0, root=30)):
    print(k, "is positive semidefinite by construction:", k.positive_semidefinite)
equations.show("COURSE-gak-root")

# %% [markdown]
# The root brings the accuracy back. But look at the eigenvalues: for large $r$ some are negative. A power of a kernel is a kernel; a root need not be. The kernel says so of itself.
#
# ## 14.8 Everything that took rows of numbers takes sequences
#
# Now for what the lecture promises: principal components of sequences, and support vector machines for sequences. In each line below, a list of recordings stands where a matrix stood in earlier chapters. First **kernel PCA** (chapter 7):

# %%
k = GlobalAlignment(sigma)
axes = KernelPCA(k, n_components=2).fit(train.sequences)
places = axes.transform(train.sequences)
beside = np.linalg.norm(places[:, None] - places, axis=2) + np.diag(np.full(len(places), np.inf))
same = train.y[beside.argmin(axis=1)] == train.y
print(f"nearest in this picture is a recording of the same speaker: {same.mean():.0%}; of speaker 9: {same[train.y == 8].mean():.0%}")
labeled_map(places, train.y, train.target_names, xlabel="first component", ylabel="second component",
            title="270 recordings, two kernel principal components")

# %% [markdown]
# Nobody told the method who speaks, and yet the recordings of a speaker lie near each other: for ⟦same.mean():.0%⟧ of them, the nearest one in the picture is by the same speaker, and chance would give a ninth. Two components do not separate nine speakers, though. For speaker 9, whose recordings lie among those of others, it is ⟦same[train.y == 8].mean():.0%⟧. **Kernel c-means** (chapter 6) looks for nine groups. How many recordings are in the group that belongs to their speaker, if each group is given to the speaker who has most recordings in it?

# %%
groups = KernelCMeans(k, 9, n_starts=100).fit(train.sequences).labels_
table = np.array([np.bincount(train.y[groups == g], minlength=9) for g in range(9)])
print(f"{table.max(axis=1).sum()} of {len(train)} recordings")

# %% [markdown]
# The **ball** (chapter 3) is put round the 30 recordings of one speaker at a time. Whose test recordings fall inside?

# %%
own_inside = []
for speaker in (0, 3, 6):
    ball = MinimumVolumeBall(k, nu=0.1).fit(train.rows(train.y == speaker).sequences)
    inside = ball.predict(test.sequences) == 1
    own = test.y == speaker
    own_inside.extend(inside[own])
    print(f"speaker {speaker + 1}: {inside[own].sum()} of his {own.sum()} recordings inside, and {inside[~own].sum()} of the {(~own).sum()} others")

# %% [markdown]
# Hardly anybody else gets in, but ⟦1 - np.mean(own_inside):.0%⟧ of the new recordings of the speakers themselves stay outside: thirty recordings do not show all that a voice can do.
#
# Last, who reads best? Four families of kernels serve a **support vector machine** (chapter 12). Each family has three members, and three prices of slack to go with them. Five-fold cross-validation on the 270 training recordings chooses among the nine; the test recordings are looked at once. **Ridge regression** (chapter 10) has the global alignment kernel with $\sigma$ by the rule, and its $\lambda$ by leaving one out.

# %%
families = {
    "exp(−tD)": [ExpDTW(t) for t in (0.03, 0.1, 0.3)],
    "exp(−2tD/(p+q))": [ExpDTW(t, per_step=True) for t in (0.3, 1.0, 3.0)],
    "global alignment": [GlobalAlignment(s) for s in (2.0, sigma, 8.0)],
    "… with a root": [GlobalAlignment(1.0, root=r) for r in (3.0, 10.0, 30.0)],
}
choices = {name: comparison.choose(family, train, test) for name, family in progress(families.items(), "families")}
for name, found in choices.items():
    print(f"SVM {name:17} {found.accuracy:.4f}  chosen {found.kernel}, C = {found.C:g}; repaired: {found.reading.repaired}")
by_ridge = comparison.read_by_ridge(k(train.sequences), train.y, k(test.sequences, train.sequences))
print(f"ridge regression, global alignment {np.mean(by_ridge == test.y):.4f}")

# %% [markdown]
# One test recording is ⟦1 / len(test):.4f⟧. So most of these differ by a few recordings out of ⟦len(test)⟧, and we should not make too much of the order. What can be said: every machine ⟦reads more ⇐ min(c.accuracy for c in choices.values()) > max(nearest["D"], nearest["D with squared costs"])⟧ than the nearest neighbor with the plain $D$ or with squared costs, and the kernel that comes with a proof is ⟦not better ⇐ choices["global alignment"].accuracy == min(c.accuracy for c in choices.values())⟧ at this task than those without. The best of the nearest neighbors, with $2D/(p + q)$, comes close to it: it misses ⟦round((choices["global alignment"].accuracy - nearest["2D/(p + q)"]) * len(test))⟧ recordings more. The proof buys something else. With it there is nothing to check and nothing to repair, whatever the data are.
#
# [Appendix C](C_speed.ipynb) compares the time for all pairs of recordings with other libraries.

# %% [markdown]
# ## Summary

# %%
equations.summary("14_sequence_kernels")

# %% [markdown]
# ## Do you have it?
#
# Answer first, then unfold.
#
# 1. What is $D((1, 1, 2), (1, 2, 2, 2))$?
# <details><summary>Answer</summary>
#
# 0. Put both ones of the first sequence beside the 1 of the second, and all twos of the second beside the 2 of the first.
# </details>
#
# 2. Two sequences have $p$ and $q$ elements. How many steps has an alignment at least, and at most?
# <details><summary>Answer</summary>
#
# At least $\max(p, q)$, at most $p + q - 1$.
# </details>
#
# 3. A colleague computes $e^{-tD}$ for 200 sequences and finds that all eigenvalues are positive. Does this show that it is a kernel?
# <details><summary>Answer</summary>
#
# No. It shows that this one matrix is a Gram matrix. One more sequence, such as a stretched copy of one that is there, may make an eigenvalue negative. Ask also how large $t$ was: for a large $t$ the matrix is nearly the identity.
# </details>
#
# 4. Why must $\chi$ be smaller than 1 in the proof for the global alignment kernel?
# <details><summary>Answer</summary>
#
# Each pair of elements may be repeated any number of times, and the series $\chi + \chi^2 + \dots$ has to converge. Half a Gaussian kernel is 1/2 at most.
# </details>
#
# 5. With the spectrum kernel for $k = 1$, which strings have the same image?
# <details><summary>Answer</summary>
#
# Those with the same letters, each equally often: anagrams, such as *listen* and *silent*.
# </details>
#
# The lecture's last question: **how can we use kernels for string comparison?**
# <details><summary>Answer</summary>
#
# Define a kernel whose arguments are strings, such as the spectrum kernel, and hand it to any method that asks for kernel values only. No coordinates are needed, and no common length.
# </details>
#
# **Now the exercises:** work in [your own copy](../my/14_sequence_kernels_exercises.ipynb), which JupyterLab has made for you ([the originals](../exercises/14_sequence_kernels_exercises.ipynb)). Chapter 15 makes kernels from probability densities.
