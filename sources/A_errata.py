# %% [markdown]
# # A · Errata of the sources
#
# The lectures that this course follows are good, and like all lectures they have slips. Each is stated here with the place, with what should stand there, and with a cell that shows it.
# Where a chapter meets a slip, it says so too. Nothing here is a matter of taste: each cell computes something that the slip gets wrong.

# %%
import numpy as np

from kernelsy19 import ball, cmeans, datasets, kernel_cmeans, pca, svm
from kernelsy19.kernels import RBF, Linear, pointwise
from kernelsy19.kernels import geometry as fs

# %% [markdown]
# ## Kernels (chapter 1)
#
# **MSA220, definition of a kernel: "at least 0 everywhere".** The linear kernel of opposite points is negative, and it is a kernel. What is never negative is $z^\top\mathbf{K}z$.

# %%
X = np.array([[1.0, 2.0], [-1.0, -2.0]])
print("kernel value:", Linear()(X)[0, 1], " PSD:", fs.check_psd(Linear()(X)).is_psd)

# %% [markdown]
# **PR, pictures of soft margins: "Gaussian RBF kernel" with a squared dot product in the exponent.** A distance must be meant: $\exp(-0.1\,\langle x, y\rangle^2)$ is not a kernel. The points 0 and 2 show it.

# %%
K = pointwise(lambda x, y: np.exp(-0.1 * (x @ y) ** 2))(np.array([[0.0], [2.0]]), np.array([[0.0], [2.0]]))
print(K.round(3), " smallest eigenvalue:", round(fs.check_psd(K).smallest_eigenvalue, 3))

# %% [markdown]
# ## The minimum-volume ball (chapters 3 and 4)
#
# **SY19, role of ν: for ν → 0 "there is no support vector".** The weights sum to one for every $\nu$, so there are always support vectors. What vanishes are the outliers.

# %%
faithful = datasets.faithful().standardized()
for nu in (0.1, 0.01, 0.001):
    solution = ball.solve_dual(RBF(gamma=1.0)(faithful.X), nu)
    print(f"ν = {nu}: {(~solution.inside).sum()} support vectors, {solution.outlier.sum()} outliers")

# %% [markdown]
# **AML, equation (1) and its neighbors: a column times a row where a dot product is meant.** With points as columns $\phi(x_i)\,\phi(x_j)^\top$ is a matrix; the kernel is the number $\phi(x_i)^\top\phi(x_j)$. With points as
# rows, as in our code, the first form is the number.

# %%
a, b = np.array([[1.0], [2.0]]), np.array([[3.0], [4.0]])
print("column times row:", (a @ b.T).shape, " row times column:", (a.T @ b).shape)

# %% [markdown]
# ## c-means (chapters 5 and 6)
#
# **SY19, kernel c-means, step 4: "return to step 3".** Step 3 assigns points by the distances of step 2. Without computing these anew nothing ever changes, and the algorithm stops after one round.

# %%
circles = datasets.circles(n=200, factor=0.3)
K = RBF(gamma=3.0)(circles.X)
start = np.random.default_rng(0).integers(2, size=len(K))
distances = lambda labels: kernel_cmeans.kernel_squared_distances(np.diag(K), K, K, kernel_cmeans.weights(cmeans.partition_matrix(labels, 2)))
kept = distances(start)
once, again = kept.argmin(axis=1), kept.argmin(axis=1)
renewed = distances(once).argmin(axis=1)
print("moved on returning to step 3:", (once != again).sum(), " on returning to step 2:", (once != renewed).sum())

# %% [markdown]
# **SY19, the lines of R.** `kmeans(faithful, c=2)` has no argument `c` (the number of clusters is `centers`, and R completes unfinished names); the plot asks for `km$cluster` of an object that is named `clus`; and `kPCA` is spelled `kpca`
# in `kernlab`. There is nothing to compute here: our chapters use their own names throughout.
#
# **AML, equations (18) and (20): the mean of a cluster sums over** $i \in \{1, \dots, k\}$. That would be over the clusters, not over the members of one.

# %%
points, labels = np.array([[0.0], [1.0], [5.0], [7.0], [9.0]]), np.array([0, 0, 1, 1, 1])
print("mean over the members:", points[labels == 1].mean(), " over the first k = 2 points:", points[:2].mean())

# %% [markdown]
# **AML 3.1, step 4: assign a new point to the cluster that minimizes** $K(x, c_j)$. A kernel value is a likeness: that picks the most unlike cluster. And likeness alone is not enough, the norm of the prototype belongs to the distance.

# %%
k = RBF(gamma=1.0)
left, right, new = np.zeros((5, 1)), np.full((5, 1), 3.0), np.array([[0.1]])
likeness = np.array([k(new, left).mean(), k(new, right).mean()])
print("likeness to left and right:", likeness.round(4), " the smaller is the", ["left", "right"][int(likeness.argmin())], "group, three units away")

# %% [markdown]
# **AML, figure 11: after three clusters the criterion "does not decrease".** It always decreases, until every point is a cluster. The elbow is where it begins to fall more slowly.

# %%
iris = datasets.iris()
J = [cmeans.c_means(iris.X, c, n_starts=10).objective for c in (2, 3, 4, 5, 6)]
print("J for 2 to 6 clusters:", np.round(J, 1))

# %% [markdown]
# **AML: iris "comprises three features".** Four: length and width, of sepals and of petals.

# %%
print(iris.feature_names)

# %% [markdown]
# ## Kernel PCA (chapters 7 to 9)
#
# **SY19: the covariance matrix is "positive definite".** It is positive *semi*definite: with fewer points than variables, or data on a line, it has eigenvalues 0. That is why the eigenvectors with $\lambda \ne 0$ have to be told apart at all.

# %%
line = np.outer([-1.0, 0.0, 1.0], [1.0, 2.0])
print("eigenvalues:", np.abs(np.linalg.eigvalsh(pca.covariance(line))).round(6))

# %% [markdown]
# **KPCA11: solutions with λ = 0 lie in the span of the mapped points.** Those with $\lambda \ne 0$ do. The eigenvector with $\lambda = 0$ of the points above is at a right angle to all of them.

# %%
across = np.array([2.0, -1.0]) / np.sqrt(5)
print("dot products with the points:", np.abs(line @ across).round(6), " λ:", round(abs(float(across @ pca.covariance(line) @ across)), 6))

# %% [markdown]
# **PR: the eigenvectors span the same space as the data**, and: from $\mathbf{K}(\mathbf{K}\alpha - n\lambda\alpha) = 0$ follows that $\alpha$ is an eigenvector. Both hold for $\lambda \ne 0$ and up to vectors that $\mathbf{K}$
# sends to 0: adding such a vector keeps the first equation and breaks the second.

# %%
K = fs.center_gram(Linear()(line))
values, vectors = np.linalg.eigh(K)
alpha = vectors[:, -1] + 0.5 * vectors[:, 0]
print("K(Kα − λα):", np.linalg.norm(K @ (K @ alpha - values[-1] * alpha)).round(6), "  Kα − λα:", np.linalg.norm(K @ alpha - values[-1] * alpha).round(3))

# %% [markdown]
# **AML 2.2 and MSA220, the algorithm of kernel PCA: unit eigenvectors.** Both derive that $\alpha$ has to be scaled by $1/\sqrt{n\lambda}$ (MSA220: $a^\top\mathbf{K}a = 1$), and then project with unit eigenvectors. The axes in feature space then have
# lengths $\sqrt{n\lambda}$, different for each.

# %%
K = fs.center_gram(RBF(gamma=1.0)(faithful.X))
values, vectors = np.linalg.eigh(K)
lengths = [np.sqrt(pca.squared_length(vectors[:, -m], K)) for m in (1, 2, 3)]
print("lengths of the first three axes:", np.round(lengths, 2), " should be 1, 1, 1")

# %% [markdown]
# **KPCA11: the centered Gram matrix** $\mathbf{K} - 2\,\mathbf{1}_n\mathbf{K} + \mathbf{1}_n\mathbf{K}\mathbf{1}_n$. One of the two terms has to be $\mathbf{K}\mathbf{1}_n$; as it stands the matrix is not symmetric.

# %%
G = RBF(gamma=1.0)(faithful.X[:5])
ones = np.full((5, 5), 0.2)
slip = G - 2 * ones @ G + ones @ G @ ones
print("asymmetry:", np.abs(slip - slip.T).max().round(3))

# %% [markdown]
# **KPCA11 and AML, equation (15): projecting a new point without centering it.** All its coordinates are off by the same vector as everyone's. With a training point as the "new" one the two formulas even disagree about the training point itself.

# %%
model = pca.KernelPCA(RBF(gamma=1.0), n_components=2).fit(faithful.X)
first = model.kernel_(faithful.X[:1], faithful.X)
print("training coordinates:", model.solution_.projections[0].round(3), " by AML (15):", pca.project(first, model.alpha_)[0].round(3))

# %% [markdown]
# **SY19, three clusters with "γ = 0.1".** With $\gamma = 0.1$ in $\exp(-\gamma\|x-y\|^2)$ all three clusters look alike to the kernel, and the first components are those of linear PCA. The figure belongs to the *width* 0.1: $\exp(-\|x-y\|^2/0.1)$, $\gamma = 10$.

# %%
clusters = datasets.three_clusters()
for gamma in (0.1, 10.0):
    K = RBF(gamma)(clusters.X)
    apart = K[clusters.y[:, None] != clusters.y].mean()
    together = K[clusters.y[:, None] == clusters.y].mean()
    print(f"γ = {gamma}: mean kernel value within a cluster {together:.2f}, between clusters {apart:.2f}")

# %% [markdown]
# ## The perceptron and the support vector machine (chapter 12)
#
# **PR, the perceptron in inner products: a sum over a set** $\mathcal{E}$ **of points** (on one slide it is called $\mathcal{C}$). A point that was missed several times has been added several times, and must count as often. As a sum over the set, the
# decision errs on points that the perceptron has learned.

# %%
sepals = datasets.iris().columns("sepal length", "sepal width")
two = sepals.rows(sepals.y < 2).standardized()
y = np.where(two.y == 1, 1.0, -1.0)
taught = svm.perceptron(Linear()(two.X), y)
as_a_set = svm.perceptron_decision((taught.counts > 0).astype(int), y, Linear()(two.X))
print("updates:", taught.updates, " of different points:", len(taught.support))
print("errors with each update counted:", taught.n_missed, " as a set:", svm.is_missed(y, as_a_set).sum())

# %% [markdown]
# **PR, the dual of the SVM: no upper bound on the multipliers.** The slides print $\lambda \succeq 0$ and go on to soft margins. For these the bound $\lambda_i \le C$ is needed. Without it the dual has no maximum where classes overlap; two equal points of
# different classes are enough.

# %%
K = np.ones((2, 2))
print("dual value for λ = 1, 10, 100:", [float(svm.dual_objective(np.full(2, a), np.array([1.0, -1.0]), K)) for a in (1, 10, 100)])
print("with λ ≤ C = 10 the largest value is", svm.solve_dual(K, [1, -1], 10.0).objective)

# %% [markdown]
# **PR, the last two pictures of soft margins: the same caption twice**, $C = 10$ with 18 support vectors and 3 errors. In each series before, $C$ changes from picture to picture, so another $C$ must have been meant for one of them. On
# points for which the caption comes out (ours, found by search), other prices give other counts.

# %%
from kernelsy19.svm.settings import two_groups

X, y = two_groups(50, 56, 2.4)
for C in (10, 1, 0.1):
    machine = svm.solve_dual(RBF(0.1)(X), y, C, tol=1e-9)
    print(f"C = {C:g}: {len(machine.support)} support vectors, {machine.misclassified.sum()} errors")

# %% [markdown]
# **PR, the definition of a kernel: an inner product "for any feature mapping".** For *some* mapping. The values of one kernel are the inner products of few mappings: already in the plane, two mappings give two kernels.

# %%
a, b = np.array([1.0, 2.0]), np.array([3.0, -1.0])
print("⟨x, x'⟩ =", a @ b, "  with φ(x) = (x₁², x₂²):", a**2 @ b**2)

# %% [markdown]
# **PR, letters:** $\alpha$ is the normal vector of the SVM and two lectures later a vector of coefficients in kernel PCA; $\lambda$ is a multiplier here and an eigenvalue there. There is nothing to compute: the course writes $w$ and $b$ for the hyperplane, $\alpha$
# for multipliers and coefficients, and $\lambda$ for eigenvalues.

# %% [markdown]
# **PR, Fisher kernels: the information is written as a function of the point,** $I(x) = E_x[\ldots]$. The mean is taken over $x$, so nothing of $x$ is left: it is $I(\theta)$. Two samples of the same density, far from being the same points, give the same
# matrix, and another $\sigma$ gives another one. The score has a minus sign that most texts leave out; in both kernels two scores are multiplied, and it cancels.

# %%
from kernelsy19 import fisher

def log_gaussian(X, theta):
    return -0.5 * ((X[:, 0] - theta[0]) / theta[1]) ** 2 - np.log(theta[1])

for sd in (1.0, 0.5):
    samples = [sd * np.random.default_rng(seed).normal(size=(100_000, 1)) for seed in (0, 1)]
    found = [fisher.information(fisher.fisher_score(log_gaussian, np.array([0.0, sd]), X)) for X in samples]
    print(f"σ = {sd:g}:", *(np.diag(I).round().astype(int).tolist() for I in found))
J = fisher.fisher_score(log_gaussian, np.array([0.0, 1.0]), samples[0][:5])
print("the sign cancels:", np.array_equal(fisher.plain_fisher_kernel(J, J), fisher.plain_fisher_kernel(-J, -J)))

# %% [markdown]
# **PR, Fisher kernels: two definitions, "in two different ways", as if either would do.** They are different in kind. $J^\top I^{-1}J$ belongs to the density, while $J^\top J$ depends on how its parameters are written. Between the points 0.5 and 2 under $N(0, 1)$, the plain kernel changes its sign when $\sigma$ is
# replaced by $\sigma^2$.

# %%
x = np.array([0.5, 2.0])
J, I = -np.column_stack([x, x**2 - 1]), np.diag([1.0, 2.0])
for name, A in (("σ ", np.eye(2)), ("σ²", np.diag([1.0, 0.5]))):
    J_new, I_new = fisher.changed_scores(J, A), fisher.changed_information(I, A)
    print(f"(μ, {name}): plain {fisher.plain_fisher_kernel(J_new, J_new)[0, 1]:.4f}, with the information {fisher.fisher_kernel(J_new, J_new, I_new)[0, 1]:.4f}")

# %% [markdown]
# **PR, learning from partially labeled data: using the unlabeled points "usually achieves much better" results.** It does if the groups in the data are the classes, which the slide before says, and not otherwise. On the same points with classes that run across the groups, the Fisher kernel of the weights, which is the best of all in the first case, is
# at chance, and a Gaussian kernel that never saw an unlabeled point is far ahead.

# %%
from kernelsy19.fisher.settings import across_groups, stretched_groups
from kernelsy19.kernels import default_kernel

for data, labels in ((stretched_groups(), 1), (across_groups(), 10)):
    mixture = fisher.fit_mixture(data.X, 3).mixture
    machines = {"RBF, labels only": fisher.by_machine(default_kernel(data.X), data.X)} | fisher.fisher_machines(mixture, data.X)
    shares = fisher.accuracies(machines, data.y, labels, n_draws=10)
    print(f"{data.name}, labels a class: {labels}.", ", ".join(f"{name} {v.mean():.0f} %" for name, v in shares.items()))

# %% [markdown]
# Slips in the parts of the sources that later chapters treat (AML's equations 30 to 35 among them) are added with those chapters.
