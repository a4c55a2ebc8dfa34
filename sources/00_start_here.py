# %% [markdown]
# # Start here
#
# This is a course on **kernel methods**: how to draw lines, balls and axes in a space that we never enter. You need linear algebra
# (dot products, eigenvalues) and a little Python; each chapter says what else.
# Three things set this course apart from a book:
#
# - **every equation is a function** that you can open, call and change;
# - **every line of a derivation is evaluated**, on our data or on yours, and says whether it holds;
# - **every answer carries a certificate**, a number that proves it, and your exercises are judged by the same numbers.
#
# Click into the next cell and press **Shift + Enter** to run it. To run a whole notebook: menu *Run → Run All Cells*.

# %%
from kernelcourse import check, equations, guess
from kernelcourse.course_map import CourseMap
from kernelcourse.kernels import explorers, proofs
from kernelsy19 import datasets
from kernelsy19.kernels import RBF, geometry as feature_space

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
# checks were right and how many guesses you made. That is noted in one file, `my/progress.jsonl`, with the known mistakes that a check named. It stays on your machine, unless you hand it in.

# %%
CourseMap()

# %% [markdown]
# ## An equation is a function
#
# `equations.show` gives the formula, what it says, and the code that is it. The key names the source: SY19-9c is equation (9c) of SY19.

# %%
equations.show("PR-distance")

# %% [markdown]
# The function takes what the formula speaks of. Here are two eruptions of Old Faithful. One lasted ⟦datasets.faithful().X[0, 0] - datasets.faithful().X[1, 0]:.1f⟧ minutes longer than the other, and the wait after it was ⟦datasets.faithful().X[0, 1] - datasets.faithful().X[1, 1]:.0f⟧ minutes longer. The cell prints the two eruptions, and below them the squared distance of each from each, in the feature space of a kernel:

# %%
X = datasets.faithful().X[:2]
k = RBF(gamma=0.01)
print(X)
print(feature_space.squared_distances(k.diagonal(X), k(X), k.diagonal(X)).round(3))

# %% [markdown]
# Each has the distance 0 from itself. The two are nearly as far apart as this kernel allows: its $K(x, x)$ is ⟦1 for every point ⇐ (k.diagonal(X) == 1).all()⟧, and $K(x, y)$ is never negative, so the formula cannot give more than $1 - 0 + 1 = 2$.
#
# ## A derivation is checked
#
# Each line shows its reason and what it is. A *definition* gives a name to something and claims nothing. An *identity* holds on any points, so we
# try it on random ones, and the number beside it says by how much its two sides differ there. A line that says *because* needs what is named
# there, and the number in brackets says by how much it fails without that. `derivation.walk()` gives the reason first and the line when you ask for it;
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
# $\gamma = 0.1$ and ⟦alike[10.0]:.5f⟧ for $\gamma = 10$. In its middle the spot does not turn paler, because the probe itself has ⟦the value 1 for any γ ⇐ all(RBF(gamma)([[0.0, 0.0]])[0, 0] == 1 for gamma in alike)⟧.
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
# The sources use different letters for the same things. The course writes them as in these two tables, in the text and in the code. The letters of the first table mean the same in every chapter, unless the second says otherwise.

# %% [markdown]
# | symbol | in code | meaning |
# | --- | --- | --- |
# | $x_1, \dots, x_n$; $n,\; p$ | `X`, shape `(n, p)` | the data: $n$ points of $p$ variables, one a row |
# | $x,\; y,\; x_0$ | | any point, and any other one |
# | $y_i,\; y$ | `y` | what is known of point $i$ beside its variables: a class, mostly $\pm1$, or a number |
# | $K(x, y)$, $k(x, y)$ | `k(X, Y)` | kernel value of two points; $k$ in chapters 10 and 16 |
# | $\mathbf{K},\; K_{ij}$ | `K = k(X)`, shape `(n, n)` | Gram matrix, $K_{ij} = K(x_i, x_j)$; a tilde, as in $\tilde{\mathbf{K}}$, where it is centered or normalized |
# | $\Phi(x)$ | `Phi`, shape `(n, D)` | mapped point, where it has $D$ coordinates |
# | $\mathcal{H}$ | | feature space, where $\Phi(x)$ lives |
# | $\gamma$ | `gamma` | inverse width of a Gaussian or Laplacian kernel, slope of a polynomial |
# | $f(x) = \langle w, \Phi(x)\rangle + b$ | `f`, `w`, `b` | score of a point; where it is a plane, $w$ is its normal vector and $b$ its offset |
# | $g(x)$ | | what is decided about a point |
# | $R,\; c$ | `R2` is $R^2$ | radius and center of a ball |
# | $\xi_i$ | `xi` | slack: by how much point $i$ is on the wrong side |
# | $\nu$ | `nu` | share of points that a ball or a plane may leave outside |
# | $C$ | `C` | price of a unit of slack |
# | $\alpha_i,\; \beta_i$ | `alpha`, `beta` | multipliers, and the weights of points that they become |
# | $L,\; L_D$ | `lagrangian`, `dual_objective` | Lagrangian, and its lowest value for given weights |
# | $\lambda,\; \lambda_m$ | `lam`, `eigenvalues` | price of a squared norm; with a number, an eigenvalue |
# | $i, j, k, l, m$ | | they count points, variables, clusters and components |
# | $\mathbf{I},\; \mathbf{1},\; \mathbf{X}$ | | identity matrix, a vector of ones, and the data as a matrix |
# | $P,\; E$ | | probability, and mean over all that may happen |
# | $\hat f,\; \bar x$ | | a hat is an estimate, a bar is a mean |
#
# These belong to single chapters.
#
# | chapter | symbol | in code | meaning |
# | --- | --- | --- | --- |
# | 1 | $m,\; m_+,\; n_+$ | `m` | mean of mapped points, that of one class, and how many points this class has |
# | 1 | $f(x),\; t$ | `score` | how much nearer $x$ is to one mean than to another, and the height of a plane |
# | 1 | $d,\; r$ | `degree`, `offset` | degree and offset of a polynomial |
# | 1 | $\mathbf{V},\; \mathbf{\Lambda},\; \phi_m$ | | eigenvectors and eigenvalues of a Gram matrix, and the features that they make |
# | 1 | $z,\; \mathbf{A},\; c,\; \lVert\cdot\rVert_F$ | `z` | numbers that weigh points, any matrix without a negative eigenvalue, a factor, and the root of the sum of all squared entries |
# | 2 | $X,\; \mathcal{R},\; V,\; I(\dots)$ | `volume` | a point that is drawn, a region and its volume, and a number that is 1 where a statement holds and 0 elsewhere |
# | 2 | $f,\; h,\; \mathbf{H}$ | `bandwidth` | a density, the width of its window, and a matrix of widths |
# | 2 | $H(u),\; \phi(u),\; K_h$ | | the windows: a cube, a Gaussian, and a Gaussian of width $h$ |
# | 2 | $c,\; \rho,\; c_s,\; s$ | | threshold of a density, the share of the data that it may reject, and the level above which a share $s$ lies |
# | 2 | $\ell,\; w_{ij}$ | | log-likelihood of points that are left out in turn, and weights of pairs in it |
# | 2 | $\sigma_j,\; \mathbf{S}$ | | standard deviation of a variable, and covariance matrix |
# | 2 | $\Psi,\; \psi_r,\; g,\; e_i$ | | curvature of a density, its estimate for the order $r$ of derivatives, the pilot bandwidth, and a step of 1 in the order of variable $i$ |
# | 2 | $a,\; \Gamma,\; m$ | `side` | side of a cube, the Gamma function; the order of a derivative, and in the last section a mean of mapped points |
# | 3 | $z,\; f(z),\; q(\alpha)$ | `z` | all that is looked for, what it costs, and the lower bound that a price $\alpha$ gives |
# | 3 | $u,\; w,\; v(u)$ | `u`, `v` | by how much constraints are relaxed ($w$ is a second such relaxation), and what the best ball costs then |
# | 3 | $\rho,\; e_i,\; d_i^2$ | `rho`, `e`, `d2` | $R^2$ as an unknown, what exceeds (3a) at a point, and squared distance to the center |
# | 3 | $\mathcal{R},\; X,\; \mu$ | | region of the plane, a point that is drawn, and the probability with which it has to fall into the region |
# | 3, 12 | $\mathbf{Q},\; \mathbf{p}$ | `Q`, `p` | matrix and vector of the quadratic program that the solver solves |
# | 3, 4 | $\kappa$ | `kappa` | the value of $K(x, x)$, where it is the same for all points |
# | 4 | $w,\; \rho,\; \eta,\; I(\dots)$ | `w`, `rho`, `eta` | normal vector and offset of a plane, and the threshold of a mean of kernel values; 1 where a statement holds |
# | 5, 6 | $c,\; \mathbf{U},\; u_{ik}$ | `U` | number of clusters, and membership of point $i$ in cluster $k$ |
# | 5, 6 | $v_k,\; n_k$ | `V`, `sizes` | prototype of cluster $k$, and how many points it has |
# | 5 | $\mathbf{V},\; d_{ik},\; m_k$ | `V` | all prototypes, the distance of point $i$ from prototype $k$, and the mean of cluster $k$ |
# | 5, 6 | $J$ | `criterion` | sum of all squared distances of points from their prototypes |
# | 5, 6 | $\mu_k,\; C_k,\; S_i$ | | as AML writes it: mean and members of a cluster, and the cluster of point $i$ |
# | 5 | $k(i),\; \mathcal{I}(v_k)$ | `labels`, `inertia` | the cluster of point $i$, and the part of $J$ that a prototype pays for |
# | 5 | $a,\; b$ | | the cluster that a point leaves, and the one that it joins |
# | 6 | $w_{ik},\; \mathbf{W},\; \mathbf{Z}$ | `W`, `Z` | weight of point $i$ in prototype $k$, and the partition scaled to columns of length 1 |
# | 6 | $s_j,\; m,\; \boldsymbol{\alpha}$ | | points of a sample, their number, and their weights in the prototypes |
# | 6 | $r,\; \varphi$ | | it counts points, too; as AML writes it, $\Phi$ |
# | 7, 8 | $\lambda$ and $n\lambda$ | `variances`, `eigenvalues` | eigenvalue of the covariance matrix, and that of the Gram matrix |
# | 7 | $\mathbf{S},\; u,\; \alpha,\; \mathbf{U}$ | `S`, `u`, `alpha`, `U` | covariance matrix, an axis, its coefficients, and several axes |
# | 7, 8 | $z_m$ | `projections` | coordinate along axis $m$ |
# | 7 | $t_i$ | | all coordinates of point $i$ |
# | 7 | $\mathbf{J},\; R(v)$ | `J` | matrix that centers, and the variance along any direction $v$ |
# | 8 | $r,\; t,\; h_i,\; \sigma$ | `sigma` | polar coordinates, points that come in pairs with their negatives, and the standard deviation of a smoothing, in pixels |
# | 8 | $d_{ij},\; d,\; q$ | | distance of two points; degree of a polynomial, and the number of components that are kept |
# | 9 | $u^m,\; \alpha,\; q,\; P$ | `alpha`, `q` | axis $m$, its coefficients, how many axes are kept, and the projection on these |
# | 9 | $\zeta_m,\; w_i,\; z$ | `projections`, `w`, `z` | coordinates along the axes, weights of points in a projection, and a candidate for a pre-image |
# | 9 | $D(z),\; C(z),\; \sigma$ | `D`, `C`, `sigma` | the denominator of a step, how strongly $\rho$ can bend, and the standard deviation of noise |
# | 9 | $\rho(z),\; \eta,\; \mathbf{B},\; b_i$ | `rho` | squared distance of a candidate, and the price and coefficients of a map that is learned |
# | 10 | $\alpha,\; \beta,\; J$ | `alpha`, `beta` | dual and primal variables, and what both minimize |
# | 10 | $\Lambda_m,\; v_m$ | `eigenvalues` | eigenvalues and eigenvectors of the Gram matrix |
# | 10 | $\ell,\; r,\; \mathbf{G},\; G_{ii},\; \mathbf{S}$ | `inverse_diagonal` | a loss, a residual, and the matrices that make the dual variables $\mathbf{G}y$ and the fitted values $\mathbf{S}y$ |
# | 10 | $g,\; z_j,\; c_j$ | | another function, its points and its coefficients |
# | 10 | $\mathbf{A},\; \mathbf{U},\; \mathbf{C},\; \mathbf{V}$ | | any matrices that fit together |
# | 11 | $h,\; \theta_i,\; m$ | `theta` | a probability, the coefficients of $f(x) = \sum_i\theta_iK(x_i, x)$, and the number of points |
# | 11 | $t_i,\; r_i,\; s_i$ | `t`, `r`, `s` | the class as ±1, a residual, and the slope of the tangent at point $i$ |
# | 11 | $J,\; P,\; D$ | `primal`, `dual` | mean loss, objective with its price, and the lower bound of the latter |
# | 11 | $\mathbf{W},\; W_{ii},\; \eta,\; X$ | `W` | how much the loss of each point bends, the length of a step, and the data as a matrix |
# | 12 | $F(x),\; a_i,\; T$ | `counts`, `updates` | the perceptron's decision, how often it missed a point, and its updates in all |
# | 12 | $\delta,\; u,\; \tilde\Phi,\; R$ | `delta` | how clearly a hyperplane separates two classes, its normal vector, mapped points with a 1 as one more coordinate, and the largest length of these |
# | 12 | $d_i,\; v$ | | distance of a point from the middle, and the factors of the classes in the price $C$ |
# | 13 | $p,\; q,\; d^2_{(q)}$ | `p` | number of targets, and which of the squared distances from the center, in order, is $R^2$ |
# | 13 | $\rho,\; \alpha'_i,\; \mathbf{G},\; \mathbf{e}$ | `rho`, `signed` | $R^2 - \lVert c\rVert^2$, the signed weight $y_i\alpha_i$; AML's letters for the Gram matrix and for a vector of ones |
# | 13 | $x_v$ | | a point on the surface |
# | 14 | $D(x, y),\; p,\; q$ | `D` | what the cheapest alignment of two sequences costs, and their lengths |
# | 14 | $v(s),\; w(s),\; C_{ij}$ | `v`, `w`, `C` | the elements that stand beside each other at step $s$ of an alignment, and what two elements cost |
# | 14 | $\kappa,\; \sigma,\; \chi,\; M$ | `kappa`, `sigma` | similarity of two elements, its width, the Gaussian of which it is made (in the catalogue $e$), and the table of sums |
# | 14 | $\varphi_u,\; t,\; r$ | `t`, `r` | how often the string $u$ occurs, how fast $e^{-tD}$ falls, and which root of a kernel is taken |
# | 15 | $p(x),\; \theta,\; J_\theta(x),\; I(\theta)$ | `J`, `I` | a density, its parameters, score of a point and information of the density |
# | 15 | $\delta,\; \eta,\; A,\; O$ | `A` | a small change of the parameters, other parameters, the matrix of derivatives of the first in the second, and the order of what is left out |
# | 15 | $N,\; \mu,\; \sigma,\; z$ | `z` | normal density, its mean and standard deviation, and a standardized variable, $z = (x - \mu)/\sigma$ |
# | 15 | $w_k,\; a_k,\; r_k(x),\; M$ | `w`, `logits`, `r` | weight of a component of a mixture, its logit, $w_k = e^{a_k}/\sum_l e^{a_l}$, its posterior, and the information of the logits where components are apart |
# | 16 | $X,\; Z,\; z,\; m,\; \mathbf{R}$ | `X`, `Z`, `m`, `R` | all points, landmarks, one of them, their number, and the triangular matrix with $\mathbf{R}^\top\mathbf{R} = k(Z, Z)$ |
# | 16 | $\varphi(x),\; \varphi_i,\; \mathbf{F},\; \mathbf{C}$ | `features`, `F` | features of a point, of point $i$ and of all points, and the kernel values $k(X, Z)$ |
# | 16 | $\mathbf{E},\; s,\; \ell$ | `E`, `left` | what is left of $\mathbf{K}$, the point that becomes a landmark, and its scaled column |
# | 16 | $\omega_j,\; r_j,\; q_j,\; \chi_p$ | `omega` | a random frequency, its length and direction, and the distribution of the length |
# | 16 | $B,\; g(x)$ | `b`, `blocks` | a block of rows, and what is added up over them |
# | 16 | $t_i,\; \mu_i,\; A$ | `t` | class as ±1, probability of that class, and the points inside the margin |
# | 16 | $\mathbf{S},\; v_k,\; r_s$ | | covariance matrix of the features, a prototype, and the residual of a fit at point $s$ |
# | 16 | $\mathbf{P},\; h_i,\; a_i$ | | in a proof, the projection on the mapped landmarks, what of a mapped point sticks out, and any numbers |
#
# ## If something does not work
#
# - A picture without sliders: the notebook is not running yet. *Run → Run All Cells*.
# - You changed a chapter and want the original back: `git checkout -- notebooks/03_minimum_volume_ball.ipynb` in a terminal. (It throws your changes to this one chapter away, and leaves the others alone.)
# - You want to begin one exercise anew, 03.4 say: close its notebook and write `python -m kernelcourse set-back 03.4` in a terminal. What you had written
#   is kept in `my/kept`.
# - Something else: `make test` in the folder of the course checks the whole installation.
#
# **Now:** [01 · Kernels](01_kernels.ipynb).
