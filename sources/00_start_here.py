# %% [markdown]
# # Start here
#
# This is a course on **kernel methods**: how to draw lines, balls and axes in a space that we never enter. You need linear algebra
# (dot products, eigenvalues) and a little Python; each chapter says what else.
#
# Three things are different here from a book:
#
# - **every equation is a function** that you can open, call and change;
# - **every line of a derivation is evaluated**, on our data or on yours, and says whether it holds;
# - **every answer carries a certificate**, a number that proves it, and your exercises are judged by the same numbers.
#
# Click into the next cell and press **Shift + Enter** to run it. To run a whole notebook: menu *Run → Run All Cells*.

# %%
from kernelsy19 import datasets
from kernelsy19.course import equations, guess
from kernelsy19.course.course_map import CourseMap
from kernelsy19.course.exercises import check
from kernelsy19.kernels import RBF, explorers
from kernelsy19.kernels import derivations as proofs
from kernelsy19.kernels import geometry as feature_space

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
#
# Read 01 first. Chapters 02 to 09 follow the lecture SY19 in its order, and 10 to 16 carry the trick to other problems. Three appendices
# stand at the end: the [errata of the lectures](A_errata.ipynb), each with the cell that shows it, the
# [index of equations](B_equation_index.ipynb), and [how fast the library is](C_speed.ipynb) beside others, and why.
#
# The lectures: **SY19**, T. Denœux, *Kernel-based methods for unsupervised learning* (Compiègne, 2024); **MSA220**, F. Held, *Kernel methods*
# (Gothenburg, 2021); **AML**, M. Poul Doust and R. Khatri, *Kernel methods* (a report); **KPCA11**, R. Osadchy, *Kernel PCA* (2011); **PR**,
# A. Maier et al., *Pattern recognition* (Erlangen, 2021).

# %% [markdown]
# ## Where you are
#
# You need not read everything. In this map each chapter stands to the right of those that it needs. Once the cell has run, it also shows which of your
# checks were right and how many guesses you made. That is noted in one file, `my/progress.jsonl`, which stays on your machine.

# %%
CourseMap()

# %% [markdown]
# ## An equation is a function
#
# `equations.show` gives the formula, what it says, and the code that is it. The key names the source: SY19-9c is equation (9c) of SY19.

# %%
equations.show("PR-distance")

# %% [markdown]
# The function takes what the formula speaks of. Two eruptions of Old Faithful, 1.8 minutes of eruption and 25 minutes of waiting apart:

# %%
X = datasets.faithful().X[:2]
k = RBF(gamma=0.01)
print(X)
print(feature_space.squared_distances(k.diagonal(X), k(X), k.diagonal(X)).round(3))

# %% [markdown]
# ## A derivation is checked
#
# Each line shows its reason and what it is. A *definition* gives a name to something and claims nothing. An *identity* holds on any points:
# the number beside it is what its two sides differ by on random ones. A line that says *because* needs what is named there, and the number
# in brackets is what it is off by without it. `derivation.walk()` gives the reason first and the line when you ask for it;
# `derivation.check_line(2, mine)` judges a line that you wrote.

# %%
proofs.distance

# %% [markdown]
# ## An explorer is moved
#
# Drag a slider, or click it and use the arrow keys. The text below the picture says what it shows. Before each explorer a chapter asks you for a
# guess. Make one, **before you move it**: a guess that turns out wrong is remembered. What you guess stays in
# the page, and nobody grades it: the map above only counts.

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
# It shrinks. A kernel says how alike a point is to the probe, and a large $\gamma$ means that only near points count. At a distance of 1 the value is ⟦alike[0.1]:.2f⟧ for
# $\gamma = 0.1$ and ⟦alike[10.0]:.5f⟧ for $\gamma = 10$. In its middle the spot does not turn paler: the probe itself has ⟦the value 1 for any γ ⇐ all(RBF(gamma)([[0.0, 0.0]])[0, 0] == 1 for gamma in alike)⟧.
# </details>

# %% [markdown]
# ## An exercise answers back
#
# Exercises stand in the folder `my`, one notebook a chapter. They are your own copies, made when JupyterLab opened the course, and no update of the
# course writes over them. (What they were copied from is in `exercises`, and solved they are in `solutions`.) You write a function and hand it to `check`. It answers
# in one of four ways: not attempted, your code raised (and where), not right yet (with a hint, if the mistake is a known one), right (with the
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
# ## Notation
#
# The sources use different letters for the same things. The course uses these throughout, in the text and in the code.

# %% [markdown]
# | symbol | in code | meaning |
# | --- | --- | --- |
# | $x_1, \dots, x_n$ | `X`, shape `(n, p)` | the data: $n$ points of $p$ variables, one a row |
# | $K(x, y)$ | `k(X, Y)` | kernel value of two points |
# | $\mathbf{K}$ | `K = k(X)`, shape `(n, n)` | Gram matrix, $K_{ij} = K(x_i, x_j)$ |
# | $\Phi(x)$ | `Phi`, shape `(n, D)` | mapped point, where it has coordinates |
# | $\mathcal{H}$ | | feature space, where $\Phi(x)$ lives |
# | $\gamma$ | `gamma` | inverse width of a Gaussian or Laplacian kernel, slope of a polynomial |
# | $\nu$ | `nu` | share of points that a ball may leave outside |
# | $R,\; c$ | `R2` is $R^2$ | radius and center of the ball |
# | $\xi_i$ | `xi` | slack: how far outside a point is |
# | $L,\; L_D$ | `lagrangian`, `dual_objective` | Lagrangian of the ball, and its lowest value for given weights |
# | $z,\; q(\alpha)$ | `z` | in chapter 3, all that is looked for, and the lower bound that a price $\alpha$ gives |
# | $u,\; w,\; v(u)$ | `u`, `v` | in chapter 3, by how much constraints are relaxed ($w$ is a second such relaxation), and what the best ball costs then |
# | $\rho,\; e_i,\; d_i^2$ | `rho`, `e`, `d2` | in chapter 3, $R^2$ as an unknown, what exceeds (3a) at a point, squared distance to the center |
# | $\mathcal{R},\; \mu$ | | region of the plane, and the probability that it has to hold |
# | $\alpha_i,\; \beta_i$ | `alpha`, `beta` | multipliers; in kernel PCA, $\alpha$ are the coefficients of an eigenvector; in ridge regression $\alpha$ are the dual variables, $\beta$ the primal ones |
# | $\lambda$ | `eigenvalues`, `lam` | eigenvalue; in ridge regression the price of the squared norm, and $\Lambda_m$ are the eigenvalues |
# | $k(x, z),\; \ell,\; \mathbf{G},\; \mathbf{S}$ | `k`, `inverse_diagonal` | in chapter 10, the kernel, a loss, and the matrices that make the dual variables $\mathbf{G}y$ and the fitted values $\mathbf{S}y$ |
# | $y_i = \pm1$ | `y` | class of a point, where there are two |
# | $f(x) = \langle w, \Phi(x)\rangle + b$ | `f`, `w`, `b` | decision function, normal vector and offset of a hyperplane |
# | $C$ | `C` | price of a unit of slack |
# | $a_i,\; T,\; \delta$ | `counts`, `updates`, `delta` | in chapter 12, how often a perceptron missed a point, its updates in all, and how clearly a hyperplane separates two classes |
# | $p,\; \rho,\; \alpha'_i$ | `p`, `rho`, `signed` | in chapter 13, the number of targets, $R^2 - \|c\|^2$, and the signed weight $y_i\alpha_i$ |
# | $D(x, y),\; p,\; q$ | `D` | in chapter 14, what the cheapest alignment of two sequences costs, and their lengths |
# | $v(s),\; w(s),\; \chi,\; m$ | `v`, `w` | in chapter 14, the elements that stand beside each other at step $s$ of an alignment; similarity of two elements, and length of a stretched sequence, in a proof |
# | $\varphi_u,\; k,\; t,\; r$ | `k`, `t`, `r` | in chapter 14, how often the string $u$ of $k$ letters occurs, how fast $e^{-tD}$ falls, and which root of a kernel is taken |
# | $\kappa,\; \sigma$ | `kappa`, `sigma` | $\kappa$ is the value of $K(x, x)$ where that is constant; in chapter 14, similarity of two elements of sequences, and its width |
# | $m,\; f(x)$ | `m`, `score` | in chapter 1, the mean of mapped points (as an index, the number of an eigenvalue), and how much nearer $x$ is to one mean than to another |
# | $z_i,\; t,\; \phi_m$ | `z` | in chapter 1, numbers that mix mapped points, the height of a plane, and an eigenfunction |
# | $d,\; r,\; \mathbf{\Lambda},\; \mathbf{V}$ | `degree`, `offset`, `V` | in chapter 1, degree and offset of a kernel, eigenvalues on a diagonal, and eigenvectors in rows |
# | $f,\; \hat f,\; \phi(u)$ | | in chapter 2, a density, its estimate, and the standard Gaussian density |
# | $c,\; \rho$ | `threshold`, `reject_share` | in chapter 2, the density below which a point is rejected, and the share of the sample that may be |
# | $V,\; a,\; H(u),\; \mathbf{H}$ | `volume`, `side` | in chapter 2, volume and side of a region, the window function, and a matrix of bandwidths |
# | $\ell,\; \Psi,\; \sigma_j,\; s$ | | in chapter 2, log-likelihood, curvature of a density, standard deviation of a variable, and a share of points |
# | $w,\; \rho,\; \eta,\; I(\cdot)$ | `w`, `rho`, `eta` | in chapter 4, normal vector and offset of a plane, the threshold of a mean of kernel values, and 1 where a condition holds, else 0 |
# | $\mathbf{U},\; u_{ik}$ | `U` | membership of point $i$ in cluster $k$ |
# | $v_k,\; n_k,\; d_{ik}$ | `V`, `sizes` | prototype of cluster $k$, how many points it has, and the distance of point $i$ from it |
# | $J$ | `criterion` | sum of all squared distances of points from their prototypes |
# | $c,\; k(i),\; m_k,\; \mathcal{I}(v_k)$ | `n_clusters`, `labels`, `inertia` | in chapters 5 and 6, the number of clusters, the cluster of point $i$, the mean of cluster $k$, and the part of $J$ that its prototype pays for |
# | $w_{ik},\; \mathbf{Z}$ | `W`, `Z` | in chapter 6, weight of point $i$ in prototype $k$, and the partition scaled to columns of length 1 |
# | $\lambda$ and $n\lambda$ | `variances`, `eigenvalues` | in chapters 7 and 8, eigenvalue of the covariance matrix, and that of the Gram matrix |
# | $u^m,\; \mathbf{S},\; z_m$ | `components`, `S`, `Z` | in chapters 7 and 8, axis of length 1, covariance matrix, and the coordinate along axis $m$ |
# | $r,\; t,\; h_i$ | | in chapter 8, polar coordinates, and points that come in pairs with their negatives |
# | $\zeta_m,\; z$ | `projections`, `z` | in chapter 9, coordinates along the axes, and a candidate for a pre-image |
# | $w_i,\; \rho(z),\; D(z),\; C(z)$ | `w`, `rho`, `D`, `C` | in chapter 9, weights of a projection, squared distance of the image of $z$ from it, the denominator of a step, and how strongly $\rho$ can bend |
# | $\eta,\; \sigma$ | `ridge`, `sigma` | in chapter 9, the price of a rough way back, and the standard deviation of noise; in chapter 8, $\sigma$ is that of a smoothing, in pixels |
# | $h$ | `bandwidth` | width of a Parzen window; in chapter 11 a probability |
# | $f,\; \theta_i$ | `theta` | score of a point, and its coefficients: $f(x) = \sum_i \theta_i K(x_i, x)$ |
# | $\lambda$ (chapter 11) | `lam` | what the squared norm of $f$ costs |
# | $t_i,\; r_i,\; s_i$ | `t`, `r`, `s` | in chapter 11, the class as ±1, a residual, and the slope of the tangent at point $i$ |
# | $P,\; D,\; W_{ii},\; \eta$ | `primal`, `dual`, `W` | in chapter 11, objective and its lower bound, how much the price of point $i$ bends, and the length of a step |
# | $J_\theta(x),\; I(\theta)$ | `J`, `I` | score of a point and information of a density, in chapter 15 |
# | $w_k,\; r_k(x)$ | `w`, `r` | weight of a component of a mixture and its posterior, in chapter 15 |
# | $Z,\; \mathbf{F},\; m$ | `Z`, `F`, `m` | in chapter 16, landmarks, the features that they make, and their number |
#
# ## If something does not work
#
# - A picture without sliders: the notebook is not running yet. *Run → Run All Cells*.
# - You changed a chapter and want the original back: `git checkout notebooks` in a terminal.
# - You want to begin one exercise anew, 03.4 say: close its notebook and write `python -m kernelsy19 set-back 03.4` in a terminal. What you had written
#   is kept in `my/kept`.
# - Something else: `make test` in the folder of the course checks the whole installation.
#
# **Now:** [01 · Kernels](01_kernels.ipynb).
