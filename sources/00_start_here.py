# %% [markdown]
# # Start here
#
# The orange triangles lie inside a ring of blue circles, and no straight line separates the two. On the right the same points are lifted into a *feature space* of three dimensions, and there a flat plane separates them. Choose *Run → Run All Cells* in the menu, then **turn the box** with the mouse, tilt the plane, and watch what becomes of it on the left: how can something flat be a circle?

# %% jupyter={"source_hidden": true}
from io import StringIO
import numpy as np
from kernelcourse import check, equations, guess
from kernelcourse.course_map import CourseMap
from kernelcourse.kernels import draws, explorers, proofs
from kernelsy19 import datasets
from kernelsy19.kernels import RBF, Polynomial, geometry as feature_space

# %%
explorers.FeatureMapExplorer()

# %% [markdown]
# This is a course on **kernel methods**: how to draw lines, balls and axes in a space that we never enter. You need linear algebra
# (dot products, eigenvalues) and a little Python; each chapter says what else.
# A single cell of a page runs when you click into it and press **Shift + Enter**. Three things set this course apart from a book:
#
# - **every equation is a function** that you can open, call and change;
# - **every line of a derivation is evaluated**, on our data or on yours, and says whether it holds;
# - **every answer carries a certificate**, a number that proves it, and your exercises are judged by the same numbers.
#
# **What an hour looks like.** A chapter opens with a question and something to take hold of. You read for ten minutes, guess, and then move a picture that shows whether you were right. The
# idea becomes a formula, and the formula a few lines of code. You go through a proof line by line: read the reason, write the next line on paper, and ask for it. After half an hour you try an exercise, and it
# tells you what is wrong with your answer. What is marked *in depth* you leave for another day. The rest of this page shows each of these things once, and takes half an hour.

# %% [markdown]
# ## An equation is a function
#
# `equations.show` shows the formula, its meaning in one sentence, and the code that computes it. The key names the source: SY19-9c is equation (9c) of SY19.

# %%
equations.show("PR-distance")

# %% [markdown]
# The arguments of the function are the quantities in the formula. Here are two eruptions of Old Faithful. One lasted ⟦(lambda X: X[-1, 0] - X[0, 0])(datasets.faithful().in_order().X):.1f⟧ minutes longer than the other, and the wait after it was ⟦(lambda X: X[-1, 1] - X[0, 1])(datasets.faithful().in_order().X):.0f⟧ minutes longer. The cell prints the two eruptions, and below them all pairwise squared distances in the feature space of a kernel:

# %%
X = datasets.faithful().in_order().X[[-1, 0]]
k = RBF(gamma=0.01)
print(X)
print(feature_space.squared_distances(k.diagonal(X), k(X), k.diagonal(X)).round(3))

# %% [markdown]
# Each is at distance 0 from itself. The two are nearly as far apart as this kernel allows: its $K(x, x)$ is ⟦1 for every point ⇐ (k.diagonal(X) == 1).all()⟧, and $K(x, y)$ is never negative, so the formula cannot give more than $1 - 0 + 1 = 2$.
#
# ## A derivation is checked
#
# Each line shows its reason and its kind. A *definition* gives a name to something and claims nothing. An *identity* holds on any points, so we
# try it on random ones, and say how closely its two sides agree. A line that *holds because* of something needs this premise, and the number
# at its end says how badly the line fails without it. `proofs.distance.walk()` gives the reason first and the line when you ask for it.

# %%
proofs.distance

# %% [markdown]
# ## An explorer is moved
#
# Drag a slider, or click it and use the arrow keys. The text beside the picture says what it shows, and what you can take hold of. Before each explorer a chapter asks you for a
# guess. Make one **before you move it**, because you'll remember what you got wrong. Your guess is neither
# saved nor graded: the map at the end only counts how many you made.

# %%
alike = {gamma: RBF(gamma)([[0.0, 0.0]], [[1.0, 0.0]])[0, 0] for gamma in (0.1, 10.0)}
becomes = ["it grows", "it shrinks", "it keeps its size and turns paler"]
question = "You raise the scale γ. What becomes of the colored spot around the probe?"
guess.choice(question, becomes, becomes[int(alike[10.0] < alike[0.1])])

# %%
explorers.KernelExplorer()

# %% [markdown]
# <details><summary>Answer</summary>
#
# It shrinks. A kernel says how alike a point is to the probe, and a large $\gamma$ means that only near points count. One standard deviation (sd) away from the probe, the value is ⟦alike[0.1]:.2f⟧ for
# $\gamma = 0.1$ and ⟦alike[10.0]:.5f⟧ for $\gamma = 10$. The middle never fades, because the probe itself ⟦always has the value 1 ⇐ all(RBF(gamma)([[0.0, 0.0]])[0, 0] == 1 for gamma in alike)⟧.
# </details>

# %% [markdown]
# ## An exercise answers back
#
# The exercises are in the folder `my`, one notebook per chapter. They are your own copies, and no update of the
# course writes over them. (The originals are in `exercises`, the solutions in `solutions`.) You write a function and hand it to `check`. It answers
# in one of four ways: not attempted, your code raised an error (and where), not right yet (with a hint, if the mistake is a known one), right (with the
# certificate). Any right answer passes, whatever its form. Each check draws new problems; `seed` asks for the same ones again. A first one to
# try: the squared distance of two mapped points from three kernel values.

# %%
def squared_distance(K_xx, K_xy, K_yy):
    raise NotImplementedError


check("00.1", squared_distance)

# %%
def forgot_the_two(K_xx, K_xy, K_yy):
    return K_xx - K_xy + K_yy


check("00.1", forgot_the_two, seed=1)

# %%
def right(K_xx, K_xy, K_yy):
    return K_xx - 2 * K_xy + K_yy


check("00.1", right)

# %% [markdown]
# ## Your own numbers
#
# Equations, proofs, explorers and estimators take your numbers too: an array with a row for each thing that you measured and a column for each quantity. NumPy reads one from a file. In the table below a value is missing, so its row is left out. Then both columns get the same spread, because otherwise the one with the larger numbers would decide nearly every distance.

# %%
table = StringIO("height,width\n1.2,31\n1.5,28\n,30\n1.1,33\n4.0,5\n1.3,29")
own = np.genfromtxt(table, delimiter=",", skip_header=1)  # or "mine.csv" for table
own = own[np.isfinite(own).all(axis=1)]
own = (own - own.mean(axis=0)) / own.std(axis=0)
setting = draws.feature_space_setting(own, own, Polynomial(2))
print(*proofs.distance.verify(setting), sep="\n")

# %% [markdown]
# The lines of the proof above ⟦hold ⇐ all(line for line in proofs.distance.verify(setting) if line.residual is not None)⟧ on these ⟦len(own)⟧ points. A *setting* is what a proof speaks of, by name: here the points, the kernel values `K_xx`, `K_xy`, `K_yy`, and where the points are mapped. So a line that you wrote is a function of it:

# %%
proofs.distance.check_line(3, lambda s: s.K_xx[:, None] - 2 * s.K_xy + s.K_yy, setting)

# %% [markdown]
# From chapter 3 on, `explorers.BallExplorer(own)` lets you move the ball around your points, and `MinimumVolumeBall(RBF(0.5)).fit(own)` computes it.

# %% [markdown]
# ## Ten symbols
#
# The lectures use different letters for the same things. The course writes them as here, in the text and in the code.
#
# | symbol | in code | meaning |
# | --- | --- | --- |
# | $x_1, \dots, x_n$ | `X`, shape `(n, p)` | the data: $n$ points of $p$ variables, one per row |
# | $y_i$ | `y` | what else is known of point $i$: a class, mostly $\pm1$, or a number |
# | $K(x, y)$ | `k(X, Y)` | kernel value of two points: how alike they are |
# | $\mathbf{K}$ | `K = k(X)`, shape `(n, n)` | Gram matrix: the kernel values of all pairs |
# | $\Phi(x)$ | `Phi` | mapped point |
# | $\mathcal{H}$ | | feature space, where $\Phi(x)$ lives |
# | $\gamma$ | `gamma` | inverse width of a kernel: the larger, the nearer "alike" is |
# | $\alpha_i$ | `alpha` | weight of point $i$ in an answer |
# | $\nu$ | `nu` | share of points that may stay outside |
# | $\lambda$ | `lam` | price of a complicated answer; with a number, as in $\lambda_1$, an eigenvalue |
#
# The rest are in the appendix [Notation and glossary](D_notation.ipynb).

# %% [markdown]
# ## The chapters
#
# | chapter | what it answers | from the lectures |
# | --- | --- | --- |
# | [01 · Kernels](01_kernels.ipynb) | What is a dot product in a space without coordinates? | PR, MSA220, AML, KPCA11 |
# | [02 · Density](02_density.ipynb) | How dense are the data here? | SY19, equation (1) |
# | [03 · The minimum-volume ball](03_minimum_volume_ball.ipynb) | Which points are strange? | SY19, (2)–(9) |
# | [04 · One-class SVM at work](04_one_class_svm.ipynb) | What does ν promise, and what does it cost? | SY19, AML |
# | [05 · c-means](05_c_means.ipynb) | Which points belong together? | SY19, AML |
# | [06 · Kernel c-means](06_kernel_c_means.ipynb) | And when groups are not round? | SY19, AML |
# | [07 · Kernel PCA](07_kernel_pca.ipynb) | Along which directions do the data vary? | SY19, (10)–(15), MSA220, KPCA11, PR |
# | [08 · Kernel PCA at work](08_kernel_pca_at_work.ipynb) | What can be done with the new coordinates? | SY19, AML |
# | [09 · De-noising](09_denoising.ipynb) | What is the point that belongs to these features? | KPCA11 |
# | [10 · Kernel ridge regression](10_kernel_ridge.ipynb) | What will y be, and how much may the answer bend? | MSA220 |
# | [11 · Kernel logistic regression](11_kernel_logistic.ipynb) | How sure are we? | AML, (23)–(29) |
# | [12 · The perceptron and the SVM](12_perceptron_and_svm.ipynb) | Where does the line between two classes belong? | PR |
# | [13 · Two-class SVDD](13_two_class_svdd.ipynb) | Can a ball around one class use examples of the other? | AML, (30)–(37) |
# | [14 · Kernels of sequences](14_sequence_kernels.ipynb) | What if the points are words, or sounds of different lengths? | PR |
# | [15 · Fisher kernels](15_fisher_kernels.ipynb) | Can points without labels make a kernel, and do few labels then suffice? | PR |
# | [16 · Beyond n²](16_beyond_n_squared.ipynb) | What if the Gram matrix does not fit into the machine? | the course |
# | [17 · Comparing two samples](17_comparing_two_samples.ipynb) | Do two samples come from one source? | the course |
# | [18 · Error bars](18_error_bars.ipynb) | How sure is a prediction? | the course |
#
# Read 01 first. Chapters 02 to 08 follow the lecture SY19 in its order, 09 finds the way back out of feature space, and 10 to 18 carry the trick to other problems. Six appendices
# are at the end: the [errata of the lectures](A_errata.ipynb), each with the cell that shows it, the
# [index of equations](B_equation_index.ipynb), [how fast the library is](C_speed.ipynb) beside others, and why,
# [notation and glossary](D_notation.ipynb), where you look up a letter or a word, [what became of kernels](E_what_became_of_kernels.ipynb) in the age of networks, and
# [the library, to read](F_library_to_read.ipynb): every equation as a function and the plain way to solve each problem, on one page.
#
# The lectures: **SY19**, T. Denœux, *Kernel-based methods for unsupervised learning* (Compiègne, 2024); **MSA220**, F. Held, *Kernel methods*
# (Gothenburg, 2021); **AML**, M. Poul Doust and R. Khatri, *Kernel methods* (a report); **KPCA11**, R. Osadchy, *Kernel PCA* (2011); **PR**,
# A. Maier et al., *Pattern recognition* (Erlangen, 2021).

# %% [markdown]
# ## Where you are
#
# You need not read everything. In this map each chapter stands to the right of those that it needs. Once the cell has run, it also shows how many of your
# checks were right and how many guesses you made. That is noted in one file, `my/progress.jsonl`, with the known mistakes that a check named. It stays on your machine, unless you hand it in.

# %%
CourseMap()

# %% [markdown]
# ## If something does not work
#
# - A picture without sliders: the notebook is not running yet. *Run → Run All Cells*.
# - You changed a chapter and want the original back: `git checkout -- notebooks/03_minimum_volume_ball.ipynb` in a terminal. This discards your changes to this one chapter, and leaves the others alone.
# - You want to begin one exercise anew, 03.4 say: close its notebook and write `python3 -m kernelcourse set-back 03.4` in a terminal (`python` on Windows). What you had written
#   is kept in `my/kept`.
# - `NameError` after the kernel was restarted: it has forgotten what the cells above defined. *Run → Run All Above Selected Cell*.
# - Something else: `make test` in the folder of the course checks the whole installation.
#
# **Now:** [01 · Kernels](01_kernels.ipynb).
