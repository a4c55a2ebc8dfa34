# %% [markdown]
# # A · Errata of the sources
#
# The lectures that this course follows are good, and like all lectures they have slips. Each entry says what the slip is and what should be there instead, quotes the source letter for letter below, with the slide or the equation, and a cell shows it. Where a chapter meets a slip, it says so as well. A *remark* is worth knowing but is not a slip: a convention, a name, a loose bound.
#
# We read the sources as text that was made from their slides and pages. Where a stroke is missing, as in $\lambda = 0$ for $\lambda \ne 0$ or $\xi_i = 0$ for $\xi_i \ge 0$, it may have been lost on that way, and the authors may be innocent.

# %%
import numpy as np
from scipy.sparse.linalg import LinearOperator, eigsh

from kernelcourse.fisher import experiments, draws as fisher_settings
from kernelcourse.svm.draws import two_groups
from kernelsy19 import ball, cmeans, datasets, fisher, kernel_cmeans, kernels
from kernelsy19 import logistic, pca, ridge, sequences, svdd, svm
from kernelsy19.kernels import RBF, Linear, Polynomial, Sigmoid, geometry as fs

# %% [markdown]
# ## Kernels (chapter 1)
#
# **MSA220, definition of a kernel:** $k(x, y) \ge 0$. The value of the linear kernel at two opposite points is negative, and yet it is a kernel. What is never negative is $z^\top\mathbf{K}z$.
#
# > MSA220, Kernels: $k(\mathbf{x}, \mathbf{y}) = k(\mathbf{y}, \mathbf{x})$ and $k(\mathbf{x}, \mathbf{y}) \ge 0$

# %%
X = np.array([[1.0, 2.0], [-1.0, -2.0]])
print("kernel value:", Linear()(X)[0, 1], " PSD:", fs.check_psd(Linear()(X)).is_psd)

# %% [markdown]
# **MSA220: all kernels of the list except the sigmoid are "positive definite".** A polynomial $(\gamma\,x^\top y + r)^m$ is one for $r \ge 0$ only. With $r = -1$ and $m = 2$, the points 1 and −1 of the line are enough to see it:
#
# > MSA220, Mercer/positive definite kernels: All kernels shown on the last slide except for the sigmoid kernel are positive definite.

# %%
signs = np.array([[1.0], [-1.0]])
print("smallest eigenvalue:", fs.check_psd((signs @ signs.T - 1) ** 2).smallest_eigenvalue)

# %% [markdown]
# **PR, pictures of soft margins: "Gaussian RBF kernel" with a squared dot product in the exponent.** A distance must be meant: $\exp(-0.1\,\langle x, y\rangle^2)$ is not a kernel. The points 0 and 2 show it.
#
# > PR, Kernel SVMs with Soft Margins (cont.): Gaussian RBF kernel $e^{-0.1 \cdot \langle \mathbf{x}, \mathbf{x}' \rangle^2}$

# %%
line = np.array([[0.0], [2.0]])
K = kernels.pointwise(lambda x, y: np.exp(-0.1 * (x @ y) ** 2))(line, line)
print(K.round(3), " smallest eigenvalue:", round(fs.check_psd(K).smallest_eigenvalue, 3))

# %% [markdown]
# **PR, Mercer's theorem: square integrable is not enough.** The theorem needs a continuous kernel on a compact set (chapter 1). Take the kernel that is 1 for two equal points of the interval from 0 to 1, and 0 for all others. It is symmetric and square integrable, and its double integrals are all 0, so it satisfies the slide. The promised sum would give each $\mathbf{x}$ a vector with the coordinates $\sqrt{\lambda_i}\,\phi_i(\mathbf{x})$, all of length 1 and all at right angles to each other. A sum over $i$ doesn't have room for as many as the interval has points. The largest eigenvalue of $\mathbf{K}/n$, which for a continuous kernel comes to rest at $\lambda_1$, shows it:
#
# > PR, Kernel Functions (cont.): For any symmetric function $k : \mathcal{X} \times \mathcal{X} \rightarrow \mathbb{R}$ that is square integrable on its domain
#
# > PR, the same slide: $k(\mathbf{x}, \mathbf{x}') = \sum_i \lambda_i \phi_i(\mathbf{x}) \phi_i(\mathbf{x}')$ for all $\mathbf{x}$ and $\mathbf{x}'$ .

# %%
for n in (10, 100, 1000):
    interval = np.linspace(0, 1, n)[:, None]
    largest = [np.linalg.eigvalsh(K / n)[-1] for K in (interval == interval.T, RBF(1.0)(interval))]
    print(f"{n:4} points: {largest[0]:.3f}, and with an RBF kernel {largest[1]:.3f}")

# %% [markdown]
# *Remark.* **MSA220: "a result known as Mercer's theorem"** gives every positive definite kernel its feature map. That is the theorem of Moore and Aronszajn, which holds on any set and is proved in chapter 10. Mercer's asks for more, and gives eigenfunctions in return. There is nothing to compute here.
#
# > MSA220, Importance of positive definite kernels: A result known as Mercer's theorem ensures that for every positive definite kernel $k(\mathbf{x}, \mathbf{y})$ there is a mapping $\phi$

# %% [markdown]
# ## The minimum-volume ball (chapters 3 and 4)
#
# **SY19, role of ν: for ν → 0 "there is no SV".** The weights sum to one for every $\nu$, so there are always support vectors. What vanishes are the outliers.
#
# > SY19, Role of ν and link with kernel density estimation: (In this case there is no SV)

# %%
faithful = datasets.faithful().in_order(shuffle=0).standardized()
for nu in (0.1, 0.01, 0.001):
    s = ball.solve_dual(RBF(gamma=1.0)(faithful.X), nu)
    print(f"ν = {nu}: {(~s.inside).sum()} support vectors, {s.outlier.sum()} outliers")

# %% [markdown]
# **SY19, (9b): the center as an argument of the kernel.** A kernel takes two points, and $c$ is a sum of *mapped* points, in general not the image of any. The inner products $\langle\Phi(x), c\rangle$ and $\langle c, c\rangle$ are meant, as (9c) computes them. With an RBF kernel every image has length 1, and the center doesn't:
#
# > SY19, (9b): $\text{sign}(R^2 - \mathcal{K}(x, x) + 2\mathcal{K}(x, c) - \mathcal{K}(c, c))$

# %%
K = RBF(gamma=1.0)(faithful.X)
alpha = ball.solve_dual(K, 0.1).alpha
print(f"⟨c, c⟩ = {alpha @ K @ alpha:.3f}, and K(x, x) = 1 for every point x")

# %% [markdown]
# *Remark.* **SY19, support vectors: "outside the ball" if** $\beta_i = 0$. On it or outside. The points −2, 0 and 2 with $\nu = 2/3$ have the weights ½, 0 and ½, which is the bound. Every $R^2$ up to 4 then costs the same, and with $R^2 = 4$ two support vectors with $\beta_i = 0$ lie on the surface:
#
# > SY19, Support vectors: Outside the ball ("outliers") if $\beta_i = 0$ , which implies $\alpha_i = \frac{1}{\nu n}$

# %%
squared, bound = np.array([4.0, 0.0, 4.0]), 1 / (2 / 3 * 3)
for R2 in (4.0, 2.0, 1.0):
    print(f"R² = {R2:g}: cost {R2 + bound * np.maximum(squared - R2, 0).sum():g}", end="; ")
print("weights:", ball.solve_dual(Linear()(np.array([[-2.0], [0.0], [2.0]])), 2 / 3).alpha.round(6))

# %% [markdown]
# **SY19, the proposition about ν: data** $(x_1, y_1), \dots, (x_n, y_n)$. A one-class machine has no labels, and none are used in what follows. What is drawn are the points $x_i$ alone. If the data do have labels, the ball does not see them:
#
# > SY19, Interpretation of ν: Suppose the data $(x_1, y_1), \dots, (x_n, y_n)$ were generated iid from a continuous distribution.

# %%
blobs = datasets.three_clusters()
machine = ball.MinimumVolumeBall(RBF(gamma=1.0), nu=0.1)
with_labels = machine.fit(blobs.X, blobs.y).solution_.alpha
without = machine.fit(blobs.X).solution_.alpha
print("the same weights with labels and without:", (with_labels == without).all())

# %% [markdown]
# **AML, equation (1) and its neighbors: a column times a row where a dot product is meant.** If points are columns, $\phi(x_i)\,\phi(x_j)^\top$ is a matrix; the kernel is the number $\phi(x_i)^\top\phi(x_j)$. With points as
# rows, as in our code, the first form is the number.
#
# > AML, (1): $\kappa(\mathbf{x}_i, \mathbf{x}_j) = \phi(\mathbf{x}_i) \phi(\mathbf{x}_j)^T$

# %%
a, b = np.array([[1.0], [2.0]]), np.array([[3.0], [4.0]])
print("column times row:", (a @ b.T).shape, " row times column:", (a.T @ b).shape)

# %% [markdown]
# ## c-means (chapters 5 and 6)
#
# **SY19, kernel c-means, step 4: "return to step 3".** Step 3 assigns points by the distances of step 2. If these are not computed anew, nothing ever changes, and the algorithm stops after one round. It has to return to step 2, as the lecture itself says two slides earlier.
#
# > SY19, Kernel c-means algorithm: Return to Step 3 while the partition has changed.
#
# > SY19, c-means in feature space: Return to Step 2 while the partition has changed.

# %%
K = RBF(gamma=3.0)(datasets.circles(n=200, factor=0.3).X)
start = np.random.default_rng(0).integers(2, size=len(K))
W = lambda labels: kernel_cmeans.weights(cmeans.partition_matrix(labels, 2))
step_2 = lambda labels: kernel_cmeans.kernel_squared_distances(np.diag(K), K, K, W(labels))
kept = step_2(start)
once, again = kept.argmin(axis=1), kept.argmin(axis=1)
renewed = step_2(once).argmin(axis=1)
print("moved by step 3:", (once != again).sum(), " by steps 2 and 3:", (once != renewed).sum())

# %% [markdown]
# *Remark.* **SY19, the lines of R.** `kmeans(faithful, c=2)` has no argument `c` (the number of clusters is `centers`, and R completes unfinished names); the plot asks for `km$cluster` of an object that is named `clus`; and `kPCA` is spelled `kpca`
# in `kernlab`. There is nothing to compute here: our chapters use their own names throughout.
#
# > SY19, Example in R: `clus <- kmeans(faithful, c=2, nstart=10)`
#
# > SY19, Example in R: `plot(faithful, col=km$cluster, pch=km$cluster)`
#
# > SY19, KPCA in R: `kpc <- kPCA(x,kernel="rbfdot",kpar=list(sigma=0.3))`
#
# **AML, (18): the mean of a cluster sums over** $i \in \{1, 2, 3 \dots k\}$, and is divided by $C_j$. That would be a sum over as many points as there are clusters, not over the members of one, and it is their number $|C_j|$ that divides it.
#
# > AML, (18): $\mu_j = \frac{1}{C_j} \sum x_i, i \in \{1, 2, 3 \dots k\}, \forall j \in \{1, 2, 3 \dots k\}.$

# %%
points, labels = np.array([[0.0], [1.0], [5.0], [7.0], [9.0]]), np.array([0, 0, 1, 1, 1])
print("mean of the members:", points[labels == 1].mean(), " of the first k = 2:", points[:2].mean())

# %% [markdown]
# **AML, (19):** $\varphi: \mathcal{X}\times\mathcal{X}\to\mathbb{R}$ **is "a kernel function".** In what follows $\varphi$ is the map of *one* point into the feature space, and the kernel is the dot product of two mapped points. For a
# polynomial kernel of degree 2 in the plane, $\varphi(x)$ has six coordinates:
#
# > AML, below (19): where, $\varphi(x_i) : \mathcal{X} \times \mathcal{X} \rightarrow \mathcal{R}$ in new space $\mathcal{H}$

# %%
plane = np.array([[1.0, 2.0], [0.5, -1.0]])
mapped, kernel = kernels.six_features(plane), Polynomial(degree=2)(plane)[0, 1]
print("φ of one point:", mapped[0].round(2))
print(f"its product with φ of another: {mapped[0] @ mapped[1]:.4f} = {kernel:.4f}")

# %% [markdown]
# **AML, (20) to (22): $S_i$ is the label of a point, and the set of its members.** It is declared with $S_i \in \{1, 2, 3 \dots k\}$, a label, and the last sum runs over $l, j \in C_{S_i}$, which fits. But the sum before it runs over $j \in S_i$, and the last one is divided by $|S_i|^2$, where the
# number of members $|C_{S_i}|$ must be meant. (In (20), $i$ runs to $|C_j|$ while the sum runs over $j$, and in (21) the index set stands inside the norm.) Read with members throughout, (22) is right. Read as it is declared, it is not:
#
# > AML, (20): $\varphi_j = \frac{1}{|C_j|} \sum_{j \in S_i} \varphi(x_i), i \in \{1, 2, 3 \dots |C_j|\}$
#
# > AML, (21): $\arg \min \sum \|\varphi(x_i) - \frac{1}{|C_j|} \sum_{j \in S_i} \varphi(x_i), i \in \{1, 2, 3 \dots |C_j|\}\|_2^2$
#
# > AML, (22): $\arg \min \sum (K(x_i, x_i) - \frac{2}{|C_{S_i}|} \sum_{j \in S_i} K(x_i, x_j) + \frac{1}{|S_i|^2} \sum_{l, j \in C_{S_i}} K(x_j, x_l))$

# %%
members, lone, label = np.array([[4.0], [6.0]]), np.array([[5.5]]), 1
K_mm = members @ members.T
near = lone[0] @ lone[0] - 2 * (lone @ members.T).mean()
print("squared distance from 5.5 to the mean 5:", near + K_mm.sum() / len(members) ** 2)
print("divided by the label instead of the number of members:", near + K_mm.sum() / label**2)

# %% [markdown]
# *Remark.* **AML 3.1: a round costs** $O(n^2k)$. That is a bound, and $O(n^2)$ is a better one. Each kernel value belongs to one pair of points, and the second point has one label. So the value is read once, whatever $k$ is:
#
# > AML, 3.1: In this case, the complexity can be given by $\mathcal{O}(n^2ki)$.

# %%
n = 60
for k in (2, 6):
    U = np.eye(k)[np.arange(n) % k]
    print(f"{k} clusters: {n * k} sums, made of {n * np.count_nonzero(U)} kernel values = n²")

# %% [markdown]
# *Remark.* **AML 3.2: slower than c-means and spectral clustering.** Slower than c-means it has to be, because a round reads all $n^2$ kernel values. For spectral clustering the count says the opposite. It needs the same values and then two eigenvectors, and each product of the matrix with a vector on the way to them reads as many numbers as a round does. So the times of the report, which it does not print, tell more about its program than about the two methods.
#
# > AML, 3.2: the time taken in computing clusters with our implementation is slower than that of K-means and Spectral Clustering.

# %%
two_rings = RBF(gamma=3.0)(datasets.circles(400, factor=0.1).X)
rounds = [len(kernel_cmeans.kernel_c_means_steps(two_rings, first, 2)) // 2
          for first in np.random.default_rng(0).integers(2, size=(10, 400))]
products = []
multiply = lambda v: products.append(v) or two_rings @ v
eigsh(LinearOperator(two_rings.shape, multiply), k=2, v0=np.ones(400))
print(f"ten starts: {min(rounds)} to {max(rounds)} rounds", end="; ")
print("two eigenvectors:", len(products), "products")

# %% [markdown]
# *Remark.* **AML: kernel c-means classifies 93.33% of the irises.** The algorithm has many ends, and a single run may well end there. Clustering sees no labels, however, and would keep the end with the lowest criterion. Of fifty starts with the report's kernel, that end has another share right:
#
# > AML, 3.2: Accuracy: K-means: 89.33% Kernel K-means ($\gamma = 2.5$): 93.33 %

# %%
irises = datasets.iris().in_order(shuffle=0)
K = RBF(gamma=2.5)(irises.X)
ends = [kernel_cmeans.kernel_c_means(K, 3, n_starts=1, rng=seed) for seed in range(50)]
right = [cmeans.matched_accuracy(end.labels, irises.y) for end in ends]
lowest = int(np.argmin([end.objective for end in ends]))
print(f"ends from {min(right):.1%} to {max(right):.1%}; the lowest criterion: {right[lowest]:.1%}")

# %% [markdown]
# *Remark.* **AML, figure 9: better than c-means on circles "and blobs".** The report does not say how its blobs were made. On ours c-means leaves nothing to be gained:
#
# > AML, 3.2: Kernel K-means perform better than K-means in case of `circles` and `blobs` but does not perform that much better in case of `moons` dataset.

# %%
blobs = [datasets.three_clusters(600, rng=seed) for seed in range(10)]
found = [cmeans.c_means(b.X, 3, n_starts=10).labels for b in blobs]
least = min(cmeans.matched_accuracy(labels, b.y) for labels, b in zip(found, blobs))
print(f"c-means on ten draws of three blobs: at least {least:.1%} right")

# %% [markdown]
# **AML 3.1, step 4: assign a new point to the cluster that minimizes** $K(x, c_j)$. A kernel value says how much alike two points are, so the smallest one belongs to the most unlike cluster. Even to take the largest would not be enough, because the norm of the prototype is a part of the distance.
#
# > AML, 3.1, step 4: When a new datapoint x comes, assign it to a cluster that minimizes $K(x, c_j) \forall j \in \{1, 2, 3 \dots k\}$.

# %%
k = RBF(gamma=1.0)
left, right, new = np.zeros((5, 1)), np.full((5, 1), 3.0), np.array([[0.1]])
likeness = {"left": k(new, left).mean(), "right": k(new, right).mean()}
print("likeness:", {name: round(float(value), 4) for name, value in likeness.items()})
print("the smaller is that to the", min(likeness, key=likeness.get), "group, three units away")

# %% [markdown]
# **AML, figure 11: from** $k = 3$ **on, more clusters do not lower the criterion.** Its lowest value falls with every further cluster, until each of the different points is a cluster of its own. The elbow is where it begins to fall more slowly.
#
# > AML, 3.2: we can see that after $k = 3$, increasing k further does not result in decrement in wcss.

# %%
iris = datasets.iris().in_order(shuffle=0)
J = [cmeans.c_means(iris.X, c, n_starts=10).objective for c in (2, 3, 4, 5, 6)]
print("J for 2 to 6 clusters:", np.round(J, 1))

# %% [markdown]
# **AML 2.3: iris "comprises of three features".** It has four, as the report itself says in its next section: the length and the width of the sepals, and those of the petals.
#
# > AML, 2.3: The dataset comprises of three features corresponding to lengths and widths of sepals and petals.

# %%
print(iris.feature_names)

# %% [markdown]
# ## Kernel PCA (chapters 7 to 9)
#
# **SY19: the covariance matrix is "positive definite".** It is positive *semi*definite: with fewer points than variables, or data on a line, it has eigenvalues 0. That is why the eigenvectors with $\lambda \ne 0$ have to be told apart at all.
#
# > SY19, Covariance matrix: Matrix $\mathbf{S}$ is positive definite, and can thus be diagonalized with nonnegative eigenvalues.

# %%
line = np.outer([-1.0, 0.0, 1.0], [1.0, 2.0])
print("eigenvalues:", np.abs(np.linalg.eigvalsh(pca.covariance(line))).round(6))

# %% [markdown]
# **AML, (2): a matrix is to be as large as possible, and nothing bounds it.** A matrix has no maximum; its trace is meant, for columns of $\mathbf{U}$ of length 1 at right angles to each other. Without that, ten times $\mathbf{U}$ gives a hundred times as much. And $\mathbf{U}$ has $M$ columns: with $d$ of them, every such $\mathbf{U}$ gives the same.
#
# > AML, (2): $\max_{\mathbf{u}_1, \dots, \mathbf{u}_M} \mathbf{U}^T \Sigma \mathbf{U}$
#
# > AML, below (2): $\mathbf{U}$ is a $d \times d$ matrix.

# %%
S = pca.covariance(datasets.iris().X - datasets.iris().X.mean(axis=0))
U, other = (np.linalg.qr(np.random.default_rng(seed).normal(size=(4, 4)))[0] for seed in (0, 1))
variance = lambda U: np.trace(U.T @ S @ U)
two = U[:, :2]
print(f"two columns: {variance(two):.3f}, ten times them: {variance(10 * two):.1f}", end="; ")
print(f"four columns, two ways: {variance(U):.3f}, {variance(other):.3f}")

# %% [markdown]
# **KPCA11, and AML, (9): a column equals a row.** $xx^\top v$ is a column, $(x\cdot v)\,x^\top$ is a row. The last line of KPCA11's own proof has $(x\cdot v)\,x$, which is right.
#
# > KPCA11, Derivation Cont.: Showing that $xx^T v = (x \cdot v)x^T$
#
# > AML, (9): $\frac{1}{\lambda_k N} \sum_{i=1}^N \phi(x_i) \phi(x_i)^T v_k = \frac{1}{\lambda_k N} \sum_{i=1}^N (\phi(x_i) \cdot v_k) \phi(x_i)^T$

# %%
column, v = np.array([[1.0], [2.0]]), np.array([[3.0], [4.0]])
print("xxᵀv:", (column @ column.T @ v).shape, " (x·v)xᵀ:", ((column.T @ v) * column.T).shape)

# %% [markdown]
# *Remark.* **KPCA11: solutions with λ = 0 lie in the span of the mapped points.** Those with $\lambda \ne 0$ do, and they must be meant, because the formula above this line divides by $\lambda$. The eigenvector with $\lambda = 0$ of the points above is at a right angle to all of them.
#
# > KPCA11, Derivation Cont.: this means that all solutions $v$ with $\lambda = 0$ lie in the span of $\phi(x_1), \dots, \phi(x_n)$

# %%
across = np.array([2.0, -1.0]) / np.sqrt(5)
print("dot products with the points:", np.abs(line @ across).round(6))
print("λ:", np.abs(across @ pca.covariance(line) @ across).round(6))

# %% [markdown]
# **PR: the eigenvectors span the same space as the data**, and every $\alpha$ with $\mathbf{K}(\mathbf{K}\alpha - n\lambda\alpha) = 0$ is an eigenvector. Both hold only for $\lambda \ne 0$ and up to vectors that $\mathbf{K}$ sends to 0. If you add such a vector to $\alpha$, the equation still holds, but $\mathbf{K}\alpha = n\lambda\alpha$ does not:
#
# > PR, Kernel PCA (cont.): The eigenvectors $\mathbf{e}_i$ span the same space as the feature vectors.
#
# > PR, Kernel PCA (cont.): $\mathbf{K}(\mathbf{K} \alpha_i - m \cdot \lambda_i \alpha_i) = 0$
#
# > PR, Kernel PCA (cont.): $\alpha_i$ is an eigenvector of $\mathbf{K}$

# %%
K = fs.center_gram(Linear()(line))
values, vectors = np.linalg.eigh(K)
alpha = vectors[:, -1] + 0.5 * vectors[:, 0]
rest = K @ alpha - values[-1] * alpha
print("K(Kα − λα):", np.linalg.norm(K @ rest).round(6), "  Kα − λα:", np.linalg.norm(rest).round(3))

# %% [markdown]
# **AML 2.2 and MSA220, the algorithm of kernel PCA: unit eigenvectors.** MSA220 derives that $a^\top\mathbf{K}a = 1$, so $\alpha$ has to be scaled by $1/\sqrt{n\lambda}$, and then projects with unit eigenvectors. AML projects with them, too, and says nothing of a length. The axes in feature space then have
# lengths $\sqrt{n\lambda}$, different for each.
#
# > AML, 2.2, step 2: Compute the unit eigenvectors from the centered Gram matrix.
#
# > MSA220, General algorithm for kPCA: $\eta_l^{(i)} = \mathbf{K'}^{(l,:)} \mathbf{a}_i \in \mathbb{R}$

# %%
K = fs.center_gram(RBF(gamma=1.0)(faithful.X))
values, vectors = np.linalg.eigh(K)
lengths = [np.sqrt(pca.squared_length(vectors[:, -m], K)) for m in (1, 2, 3)]
print("lengths of the first three axes:", np.round(lengths, 2), " should be 1, 1, 1")

# %% [markdown]
# **KPCA11: up to n components, and λ for nλ.** Centering takes one dimension away, so $n$ points have at most $n - 1$ components. The summary writes $\lambda_i$ where the derivation, and its unit length $\lambda_jn\,\alpha_j^\top\alpha_j = 1$, have $n\lambda_i$; the variances would be $n$ times too large. (Its matrix is $m \times m$ in one line and $n \times n$ on the last slide; $n$ is meant.)
#
# > KPCA11, Kernel Principal Component Analysis (KPCA): Can extract up to $n$ (number of samples) nonlinear principal components
#
# > KPCA11, Summary of kernel PCA: $\tilde{K} \alpha_i = \lambda_i \alpha_i$
#
# > KPCA11, Derivation Cont.: $\mathbf{K} \alpha_j = n \lambda_j \alpha_j$

# %%
twenty = pca.KernelPCA(RBF(gamma=1.0), n_components=2).fit(faithful.X[:20])
K = RBF(gamma=1.0)(faithful.X[:20])
ranks = [np.linalg.matrix_rank(matrix) for matrix in (K, fs.center_gram(K))]
print(f"rank of K: {ranks[0]}, after centering: {ranks[1]}", end="; ")
largest = np.linalg.eigvalsh(fs.center_gram(K))[-1]
variance = twenty.solution_.projections[:, 0].var()
print(f"variance of the first component {variance:.3f}", end=", ")
print(f"eigenvalue {largest:.3f}, over n {largest / 20:.3f}")

# %% [markdown]
# **MSA220, centering: the first sum runs over $i$ and leaves $j$ free.** The left side is about the points $i$ and $l$, so the sum has to be $\frac1n\sum_j K^{(i,j)}$. Read as it stands, with any fixed $j$, the result is not centered:
#
# > MSA220, the slide on centering: $\mathbf{K}^{(i,l)} - \frac{1}{n} \sum_{i=1}^{n} \mathbf{K}^{(i,j)} - \frac{1}{n} \sum_{j=1}^{n} \mathbf{K}^{(j,l)} + \frac{1}{n^{2}} \sum_{j=1}^{n} \sum_{m=1}^{n} \mathbf{K}^{(j,m)}$

# %%
raw = RBF(gamma=1.0)(faithful.X[:5])
means = raw.mean(axis=0)
meant = raw - means[:, None] - means + raw.mean()
literal = raw - raw[:, [0]].mean() - means + raw.mean()  # j = 0
largest = [np.abs(centered.sum(axis=1)).max() for centered in (meant, literal)]
print(f"sums of the rows: {largest[0]:.3f} as meant, {largest[1]:.3f} as it stands")

# %% [markdown]
# *Remark.* **MSA220: the covariance has $1/(n-1)$ on one slide and $1/n$ on the next.** Either is a convention, but $\mathbf{K}a = nd\,a$ and $d = \lambda/n$ belong to the second. With the first they are off by $n/(n-1)$:
#
# > MSA220, recap of PCA: $\widehat{\Sigma} = \frac{\mathbf{X}^{\mathsf{T}} \mathbf{X}}{n-1} = \mathbf{V} \mathbf{D} \mathbf{V}^{\mathsf{T}}$
#
# > MSA220, Kernels and PCA (I): $\widehat{\Sigma}^{\phi} = \frac{1}{n} \sum_{l=1}^{n} \phi(\mathbf{x}_l) \phi(\mathbf{x}_l)^{\top} = \mathbf{V} \mathbf{D} \mathbf{V}^{\top}$

# %%
five = faithful.X[:5] - faithful.X[:5].mean(axis=0)
largest = np.linalg.eigvalsh(five @ five.T)[-1]
for divisor in (5, 4):
    variance = np.linalg.eigvalsh(five.T @ five / divisor)[-1]
    print(f"divided by {divisor}: largest variance {variance:.3f}, λ/n = {largest / 5:.3f}")

# %% [markdown]
# **KPCA11: the centered Gram matrix** $\mathbf{K} - 2\,\mathbf{1}_n\mathbf{K} + \mathbf{1}_n\mathbf{K}\mathbf{1}_n$. One of the two terms has to be $\mathbf{K}\mathbf{1}_n$; as it stands the matrix is not symmetric.
#
# > KPCA11, Normalizing the feature space (cont): $\tilde{\mathbf{K}} = \mathbf{K} - 2\mathbf{1}_{1/n} \mathbf{K} + \mathbf{1}_{1/n} \mathbf{K} \mathbf{1}_{1/n}$

# %%
G = RBF(gamma=1.0)(faithful.X[:5])
ones = np.full((5, 5), 0.2)
slip = G - 2 * ones @ G + ones @ G @ ones
print("asymmetry:", np.abs(slip - slip.T).max().round(3))

# %% [markdown]
# **KPCA11 and AML, equation (15): projecting a new point without centering it.** Without the centering, every new point is off by one and the same vector. Let a training point come back as a new one, and the two formulas disagree about where it lies. (AML's (15) is right under its (5), where the images have mean 0; its algorithm, in 2.2, centers the Gram matrix and then sends the reader back to (15) as it stands.)
#
# > KPCA11, Summary of kernel PCA: For any data point (new or old), we can represent it as $y_j = \sum_{i=1}^n \alpha_{ji} K(x, x_i), \quad j = 1, \dots, d$
#
# > AML, (15): $y_k(\mathbf{x}) = \phi(\mathbf{x})^T \mathbf{v}_k = \sum_{i=1}^N \alpha_{ki} \phi(\mathbf{x})^T \phi(\mathbf{x}_i) = \sum_{i=1}^N a_{ki} \kappa(\mathbf{x}, \mathbf{x}_i)$

# %%
model = pca.KernelPCA(RBF(gamma=1.0), n_components=2).fit(faithful.X)
first = model.kernel_(faithful.X[:1], faithful.X)
print("training coordinates:", model.solution_.projections[0].round(3))
print("by AML (15):", pca.project(first, model.alpha_)[0].round(3))

# %% [markdown]
# **SY19, three clusters with "γ = 0.1".** With $\gamma = 0.1$ in $\exp(-\gamma\|x-y\|^2)$ the three clusters look nearly alike to the kernel. The figure belongs to the *width* 0.1, that is $\exp(-\|x-y\|^2/0.1)$ with $\gamma = 10$:
#
# > SY19, headings of two slides: Example with 3 clusters and radial kernel ( $\gamma = 0.1$ )

# %%
clusters = datasets.three_clusters()
for gamma in (0.1, 10.0):
    K, same = RBF(gamma)(clusters.X), clusters.y[:, None] == clusters.y
    within, between = K[same].mean(), K[~same].mean()
    print(f"γ = {gamma}: mean kernel value within a cluster {within:.2f}, between {between:.2f}")

# %% [markdown]
# ## Kernel ridge regression (chapter 10)
#
# **MSA220: kernel ridge regression uses the dual variables of a chosen kernel as weights of the observations,** $\hat\beta = \mathbf{X}^\top\hat\alpha$. That is so for the linear kernel only. In general they are weights of the *mapped* points, and the prediction is
# $\sum_l\hat\alpha_l k(x_l, x)$, as the lecture's next slide has it. With an RBF kernel and the weights on the observations, the prediction of the waiting time is far worse than the mean, which has $R^2 = 0$.
#
# > MSA220, Kernel ridge regression: Using the dual variables, computed with a chosen kernel, as weights for the observations to compute the primal variables is called **kernel ridge regression**.

# %%
x, wait = faithful.X[:, :1], faithful.X[:, 1]
alpha = ridge.dual_variables(RBF(1.0)(x), wait, lam=1.0)
R2 = lambda f: 1 - ((wait - f) ** 2).sum() / (wait**2).sum()
print(f"Σ αₗ k(xₗ, x): R² = {R2(RBF(1.0)(x) @ alpha):.2f}", end="; ")
print(f"(Xᵀα)ᵀx: R² = {R2(x @ ridge.combine_points(alpha, x)):.2f}")

# %% [markdown]
# **MSA220: Woodbury's identity holds for invertible A and C.** The matrix $\mathbf{C}^{-1} + \mathbf{V}\mathbf{A}^{-1}\mathbf{U}$ has to be invertible, too. With $\mathbf{A} = \mathbf{U} = \mathbf{V} = 1$ and $\mathbf{C} = -1$ there is no inverse on either side. In the lecture's use, $\mathbf{A} = \lambda\mathbf{I}$ and $\mathbf{C} = \mathbf{I}$, it always is.
#
# > MSA220, Woodbury matrix identity: Assume that matrices $\mathbf{A} \in \mathbb{R}^{p \times p}$ and $\mathbf{C} \in \mathbb{R}^{n \times n}$ are invertible

# %%
A, U, C, V = 1.0, 1.0, -1.0, 1.0
print("A + UCV:", A + U * C * V, " C⁻¹ + VA⁻¹U:", 1 / C + V / A * U)

# %% [markdown]
# *Remark.* **MSA220: kernel ridge regression has no intercept.** Know what follows from it. Far from the data every RBF kernel value is 0, and so is the prediction, wherever the mean of the targets lies.
#
# > MSA220, Prediction in kernel ridge regression: $\widehat{f}(\mathbf{x}) = \sum_{l=1}^{n} \widehat{\alpha}^{(l)} k(\mathbf{x}_l, \mathbf{x})$

# %%
far, minutes = np.array([[6.0]]), datasets.faithful().in_order(shuffle=0)["waiting"]
for name, intercept in (("none", False), ("free", True)):
    fit = ridge.solve_dual(RBF(1.0)(x), minutes, 1.0, intercept)
    print(f"intercept {name}: {abs(fit.predict(RBF(1.0)(far, x))[0]):.1f} min at 6 sd", end="; ")
print(f"the mean wait is {minutes.mean():.1f} min")

# %% [markdown]
# ## Kernel logistic regression (chapter 11)
#
# **AML, (28) and (29): labels beside the coefficients in one, none in the other.** (29) is the gradient of a score without labels, $f = \mathbf{K}\theta$, which is also what the algorithm computes. The gradient of (28) carries the labels, and with labels 0 and 1, which the loss (24) needs, half of it is 0.
#
# > AML, (28): $h(w, x) = \frac{1}{1 + \exp\left(-\sum_{i=1}^n \alpha_i y_i k(x_i, x)\right)}$
#
# > AML, (29): $\frac{\partial J(\theta)}{\partial \theta} = \frac{1}{m} K(X_{train}, X_{train})^T (h - y)$

# %%
moons = datasets.moons(100, noise=0.0)
y, K = moons.y.astype(float), RBF(0.9)(moons.X)
by_28 = lambda a: logistic.probability_by_labels(a, y, K)
theta = np.random.default_rng(0).normal(size=100) / 10
loss = lambda a: logistic.mean_loss(y, by_28(a))
slope = np.array([loss(theta + e) - loss(theta - e) for e in 1e-5 * np.eye(100)]) / 2e-5
by_29 = logistic.gradient_in_theta(K, y, by_28(theta))
print(f"slope of (28), less (29): up to {np.abs(slope - by_29).max():.2f}", end="; ")
print("it is y times (29), up to 1e-8:", np.abs(slope - y * by_29).max() < 1e-8)

# %%
*_, last = logistic.sgd_steps(K, y, step=0.001, epochs=300)
right = [np.mean(says == (y == 1)) for says in (K @ last.theta > 0, by_28(last.theta) > 0.5)]
print(f"trained by (29), right are {right[0]:.0%} by Kθ and {right[1]:.0%} by (28)")

# %% [markdown]
# **AML 4.1: "according to representer theorem", for the loss (24).** The theorem needs an objective that grows with $\|w\|$. (24) has no such term, and with an RBF kernel and different points no minimum either: the loss falls as long as one trains, and $\|f\|$ grows. With the penalty $\frac{\lambda}{2}\|f\|^2$ there is one, and Newton's method finds it.
#
# > AML, 4.1: According to representer theorem we can write
#
# > AML, (24): $J(w) = \frac{1}{m} (-y^T \log(h) - (1 - y)^T \log(1 - h))$

# %%
K_28 = RBF(2.8)(moons.X)
descent = list(logistic.kernel_descent_steps(K_28, y, step=10.0, n_steps=3000))
for k in (30, 300, 3000):
    norm = np.sqrt(descent[k].w @ K_28 @ descent[k].w)
    print(f"no penalty, {k:4} steps: J = {descent[k].loss:.5f}, ‖f‖ = {norm:.1f}")
best = logistic.solve_logistic(K_28, y, lam=0.001)
print(f"λ = 0.001: J = {best.mean_loss:.5f}, ‖f‖ = {best.squared_norm**0.5:.1f}", end="; ")
print("duality gap below 1e-10:", best.duality_gap < 1e-10)

# %% [markdown]
# **AML, the box of SGD.** Step 7 takes all of $K(X_{train}, X_{train})$ where one column is meant, so $\mu^{(i)}$ would be $n$ numbers, and the loop over $k$ runs to $M$, which is the number of points, $N$.
#
# > AML, 4.2, line 5: for $k \in \{1, 2, \dots, M\}$ do
#
# > AML, 4.2, line 7: where $\mu^{(i)} := h_\theta(x^{(i)}) = 1 / (1 + \exp(-\theta^T K(X_{train}, X_{train})))$

# %%
theta, i = np.full(100, 0.1), 3
print("as printed, μ has shape", logistic.probability(theta @ K).shape, end="; ")
print("with one column it is a number:", logistic.probability(theta @ K[:, i]).shape == ())

# %% [markdown]
# *Remark.* **AML 4: α and λ for several things.** $\alpha$ is the length of a step in (26) and a coefficient in (28), and $\lambda$ is the length of a step in the box, where a reader expects a penalty. Our chapter writes $\eta$, $\theta$ and $\lambda$. It matters: with $\lambda$ read as a penalty, the step of the box is another one.
#
# > AML, (26): $w = w - \alpha \frac{\partial J(w)}{\partial w}$
#
# > AML, 4.2, line 6: $\theta_k \leftarrow \theta_k - \lambda (\mu^{(i)} - y^{(i)}) K(X_k, X)^{(i)}$

# %%
as_length = logistic.sgd_update(theta, i, K, y, 0.1)
as_penalty = logistic.penalized_sgd_update(theta, i, K, y, 0.5, 0.1)
print(f"0.1 as length or as penalty: they differ by {np.abs(as_length - as_penalty).max():.2f}")

# %% [markdown]
# **AML, table 2: a sigmoid among the kernels.** Its Gram matrix has negative eigenvalues, so it is not a kernel, and nothing that is derived in feature space applies to it. (The caption of table 1 has a misprint: "S Logistic Regression". Its four columns are LR, twice, and KLR, twice.)
#
# > AML, 4.3: Sigmoid Kernel
#
# > AML, caption of table 1: Table 1: S Logistic Regression Results - Circles Data

# %%
for gamma in (0.5, 3.0, 4.0):
    smallest = fs.check_psd(Sigmoid(gamma, 1.0)(moons.X)).smallest_eigenvalue
    print(f"sigmoid, γ = {gamma}: smallest eigenvalue {smallest:.1f}")

# %% [markdown]
# ## The perceptron and the support vector machine (chapter 12)
#
# *Remark.* **PR, the perceptron in inner products: a sum over** $i \in \mathcal{E}$ (on one slide it is called $\mathcal{C}$). The slides do not say what $\mathcal{E}$ is. Read it as the list of all updates: a point that was missed several times has been added several times, and must count as often. As a sum over a *set* of points, the
# decision may err on points that the perceptron has learned. Here are the 100 flowers of chapter 12, shown in ten orders:
#
# > PR, Inner Product and the Perceptron: $\sum_{i \in \mathcal{E}} y_i \cdot \langle \mathbf{x}_i, \mathbf{x} \rangle + \sum_{i \in \mathcal{E}} y_i$

# %%
sepals = datasets.iris().columns("sepal length", "sepal width")
two = sepals.rows(sepals.y < 2).standardized()
missed = {"the list": [], "the set": []}
for order in range(10):
    now = two.in_order(shuffle=order)
    K, y = Linear()(now.X), np.where(now.y == 1, 1.0, -1.0)
    counts = svm.perceptron(K, y).counts
    for name, c in zip(missed, (counts, counts > 0)):
        missed[name].append(int(svm.is_missed(y, svm.perceptron_decision(c, y, K)).sum()))
print("points missed in ten orders, by", missed)

# %% [markdown]
# *Remark.* **PR, the dual of the SVM: no upper bound on the multipliers.** The slides print $\lambda \succeq 0$, which is right for the hard margin that they speak of. When they go on to soft margins, they print no other dual. There the bound $\lambda_i \le C$ is needed. Without it the dual has no maximum where classes overlap; two equal points of
# different classes are enough.
#
# > PR, Dual Representation: $\boldsymbol{\lambda} \succeq 0, \quad \sum_i \lambda_i y_i = 0$

# %%
K, signs = np.ones((2, 2)), np.array([1.0, -1.0])
for weight in (1.0, 10.0, 100.0):
    value = svm.dual_objective(np.full(2, weight), signs, K)
    print(f"λ = {weight:g}: dual value {value:g}", end="; ")
print("with λ ≤ C = 10 the largest is", svm.solve_dual(K, signs, 10.0).objective)

# %% [markdown]
# *Remark.* **PR, the last two pictures of soft margins: the same caption twice**, $C = 10$ with 18 support vectors and 3 errors. In each series before, $C$ changes from picture to picture, so another $C$ may have been meant for one of them, unless the slide was printed twice, as others of that lecture are. On
# points for which the caption comes out (ours, found by search), other prices give other counts.
#
# > PR, Kernel SVMs with Soft Margins (cont.), twice: Fig.: $C = 10$: 18 support vectors, 3 misclassifications

# %%
X, y = two_groups(50, 56, 2.4)
for C in (10, 1, 0.1):
    found = svm.solve_dual(RBF(0.1)(X), y, C, tol=1e-9)
    print(f"C = {C:g}: {len(found.support)} support vectors, {found.misclassified.sum()} errors")

# %% [markdown]
# **PR, the definition of a kernel: an inner product "for any feature mapping".** It has to be one for *some* mapping. The values of one kernel are the inner products of few mappings: already in the plane, two mappings give two kernels.
#
# > PR, Kernel Functions: $k(\mathbf{x}, \mathbf{x}') = \langle \phi(\mathbf{x}), \phi(\mathbf{x}') \rangle$ for any feature mapping ϕ.

# %%
a, b = np.array([1.0, 2.0]), np.array([3.0, -1.0])
print("⟨x, x'⟩ =", a @ b, "  with φ(x) = (x₁², x₂²):", a**2 @ b**2)

# %% [markdown]
# *Remark.* **PR, letters:** $\alpha$ is the normal vector of the SVM and one lecture later a vector of coefficients in kernel PCA; $\lambda$ is a multiplier here and an eigenvalue there. There is nothing to compute: the course writes $w$ and $b$ for the hyperplane, $\alpha$
# for multipliers and coefficients, and $\lambda$ for eigenvalues.
#
# > PR, Dual Representation: $\boldsymbol{\alpha} = \sum_i \lambda_i y_i \mathbf{x}_i$
#
# > PR, Kernel PCA (cont.): $K\alpha_i = m\lambda_i \alpha_i$

# %% [markdown]
# ## Support vector data description (chapter 13)
#
# **AML, equations (30), (33) and (35): the norm lacks its square.** $\|x_i - c\| \le R^2$ compares a length with a squared length. The points $\pm2$ on a line would get $R^2 = 2$, and the ball of radius $\sqrt2$ does not reach them.
#
# > AML, (30): $\text{s.t. } \|x_i - a\| \leq R^2, \forall x_i \in X, i = 1, 2 \dots n.$
#
# > AML, (33): $\|x_i - c\| \leq R^2 + \xi_i, \forall x_i \in X, i = 1, 2, \dots, n,$
#
# > AML, (35): $\|x_l - c\| > R^2 - \xi_l, \forall x_l \in \text{negative samples}, l = 1, 2 \dots m,$

# %%
far = np.array([[2.0], [-2.0]])
reaches = ball.solve_dual(Linear()(far), 0.4).R2 ** 0.5
print(f"radius as printed: {np.sqrt(np.abs(far).max()):.2f}; that reaches them: {reaches:.2f}")

# %% [markdown]
# *Remark.* **AML, (33) and (35):** $\xi_i = 0$. It has to be $\xi_i \ge 0$, and the report's own text says so, so this is a lost stroke. It is worth knowing what the stroke does: with slacks of 0 the price $C$ would have no effect, and the soft ball would be the hard one.
#
# > AML, (33): $\xi_i = 0, i = 1, 2, \dots, n.$
#
# > AML, (35): $\xi_i = 0, i = 1, 2 \dots p.$
#
# > AML, 5.1.2: two sets $ξ_i$ and $ξ_l$ , both ≥ 0 as before.

# %%
ring = datasets.circles(100, noise=0.1, rng=1).X
soft, hard = (svdd.solve_dual(RBF(1.0)(ring), np.ones(100), C) for C in (0.02, 1.0))
for C, solution in ((0.02, soft), (1, hard)):
    print(f"C = {C}: sum of slacks {abs(solution.xi.sum()):.1f}, R² = {solution.R2:.2f}")

# %% [markdown]
# **AML, (32): the point** $x_v$ **stands in every product.** Because the weights sum to one, the three terms then cancel, and $R^2$ would be 0.
#
# > AML, (32): $R^2 = \langle x_v, x_v \rangle + \sum_{i,j} \alpha_i \alpha_j \langle x_v, x_v \rangle - 2 \sum_i \alpha_i \langle x_v, x_v \rangle,$

# %%
v, K, weights = np.flatnonzero(hard.surface)[0], RBF(1.0)(ring), hard.alpha
as_printed = K[v, v] - 2 * (weights * K[v, v]).sum() + (np.outer(weights, weights) * K[v, v]).sum()
meant = K[v, v] - 2 * K[v] @ weights + weights @ K @ weights
print(f"as printed: {abs(as_printed):.3f}; with the indices it needs: {meant:.3f}")

# %% [markdown]
# **AML, (31): $\mathbf{G}$ is "the variance-covariance matrix", with a row for each feature.** It is the Gram matrix, as the algorithm of 5.2 calls it, with a row for each point: $\alpha$ has $n$ entries. (In (37) the indices on the left are $k, m$, on the right $j, m$; $k$ must be meant.)
#
# > AML, below (31): Where G is variance-covariance matrix of X with element $G_{k,l}$ being $\langle x_k \cdot x_l \rangle$, $k, l \in \{1, 2 \dots m\}$, m is the number of features
#
# > AML, (37): $G(k, m) = K(x_j, x_m)$

# %%
print("weights:", len(hard.alpha), end="; ")
print("covariance matrix:", np.cov(ring.T).shape, " Gram matrix:", Linear()(ring).shape)

# %% [markdown]
# **AML, (34):** $\gamma_i < \alpha_i < C - \gamma_i$ **"or equivalently"** $0 \le \alpha_i \le C$. They are not equivalent: with $\gamma_i \ge 0$ the first leaves out both ends of the interval, where nearly all weights are. In the text $\gamma_i$ is a multiplier, in the algorithm a tolerance of $10^{-5}$.
#
# > AML, (34): $\gamma_i < \alpha_i < C - \gamma_i \text{ or equivalently, } 0 \leq \alpha_i \leq C \forall i,$
#
# > AML, 5.2, step 5: Initialize $α_i$ , Set $\gamma_i = 1e-5$ or similar small quantity.

# %%
moons = datasets.moons(240, noise=0.2, rng=0)
K, y = RBF(0.7)(moons.X), np.where(moons.y == 0, 1.0, -1.0)
two = svdd.solve_dual(K, y, 0.3)
allowed = (two.alpha >= 0) & (two.alpha <= 0.3 + 1e-12)
print(f"0 ≤ α ≤ C: {allowed.sum()} weights of 240; strictly between: {two.surface.sum()}")

# %% [markdown]
# **AML, 5.1.2: the dual for two classes is "identical to" (35), with** $\alpha'$ **for** $\alpha$. (34) must be meant, because (35) is a primal problem. (And the primal problem that "remains same" is (33), not the dual (34).) And only the objective and the sum take $\alpha'$. If the bounds did as well, $0 \le \alpha'_i \le C$, no outlier could have any weight.
#
# > AML, 5.1.2: The formulation of the optimization problem remains same as in Equation 34
#
# > AML, 5.1.2: The dual formulation is identical to Equation 35 except instead $α_i$ , we use $α'_i$ .

# %%
lowest, highest = two.signed[y < 0].min(), two.signed[y < 0].max()
print(f"signed weights of outliers at the optimum: from {lowest:.2f} to {abs(highest):.2f}")

# %% [markdown]
# *Remark.* **AML, 5.1.2: "if there is no outlier class",** $\alpha'_i = y_i\alpha_i$. That is true, and it is the definition for every case. Without an outlier class every $y_i$ is 1, and $\alpha'_i = \alpha_i$.
#
# > AML, 5.1.2: as if there is no outlier class, $\alpha'_i = y_i \alpha_i$.

# %%
for name, solution in (("one class", hard), ("two classes", two)):
    print(f"{name}, all α' = α:", (solution.signed == solution.alpha).all())

# %% [markdown]
# *Remark.* **AML, 5.2, step 1:** $C = 0.01$ **as the default.** For fewer than 100 targets no weights satisfy the constraints.
#
# > AML, 5.2, step 1: Input: Dataset X , $C = 0.01$, $\gamma = 3$.

# %%
try:
    svdd.solve_dual(K[:20, :20], np.ones(20), 0.01)
except ValueError as error:
    print(error)

# %% [markdown]
# **AML, 5.2, step 7: the threshold is the mean over all support vectors.** It has to be the mean over those on the surface, which have weights between the bounds. Support vectors at the bound lie on the wrong side, at any distance.
#
# > AML, 5.2, step 7: θ = mean of $R^2$ for all support vectors.

# %%
low = svdd.solve_dual(K, y, 0.02)
of_all, of_surface = (low.squared_distances[w].mean() for w in (low.alpha > 1e-5, low.surface))
print(f"mean over all support vectors: {of_all:.3f}", end="; ")
print(f"over those on the surface: {of_surface:.3f}; R² = {low.R2:.3f}")

# %% [markdown]
# **AML, conclusion: kernels are for data that are "linearly separable".** They are for data that are *not*, as the rest of the sentence implies. Here is how many points of two moons a linear ball puts on their own side, and how many a Gaussian one does:
#
# > AML, 6: They should be employed in cases where data is linearly separable and where traditional linear algorithms do not succeed.

# %%
for k in (Linear(), RBF(0.7)):
    misplaced = svdd.solve_dual(k(moons.X), y, 0.3).misplaced
    print(f"{k!r}: {1 - misplaced.mean():.0%} of the points on their own side")

# %% [markdown]
# ## Kernels of sequences (chapter 14)
#
# **PR, dynamic time warping: D is divided by p,** the length of the first sequence. So $D(x, y)$ and $D(y, x)$ differ where the lengths do, and $e^{-D}$ is not symmetric, which a kernel has to be. Dividing by the mean of the two lengths, or by nothing, mends it.
#
# > PR, Kernels for Feature Sequences (cont.): $D(\langle \mathbf{x}_1, \mathbf{x}_2, \dots, \mathbf{x}_p \rangle, \langle \mathbf{y}_1, \mathbf{y}_2, \dots, \mathbf{y}_q \rangle) = \frac{1}{p} \sum_{k=1}^p \|\mathbf{x}_{v(k)} - \mathbf{y}_{w(k)}\|_2$

# %%
spoken = datasets.japanese_vowels().train.in_order().sequences[::9]
p, D = np.array([[len(x)] for x in spoken]), sequences.dtw_distances(spoken)
printed, mended = sequences.per_first_length(D, p), sequences.per_mean_length(D, p, p.T)
unlike = [np.abs(A - A.T).max() for A in (printed, mended)]
print(f"typical D/p: {np.median(printed):.2f}; largest |D(x, y)/p − D(y, x)/q|: {unlike[0]:.2f}")
print(f"divided by the mean length: {unlike[1]:.0f}")

# %% [markdown]
# **PR, the sum in the same formula has p terms.** An alignment has at least as many steps as the longer sequence has elements, and often more.
#
# > PR, the same slide: $\frac{1}{p} \sum_{k=1}^p \|\mathbf{x}_{v(k)} - \mathbf{y}_{w(k)}\|_2$

# %%
dozen, p = spoken[:12], p[:12]
steps = np.array([[len(sequences.plain_dtw(x, y).v) for y in dozen] for x in dozen])
print(f"steps equal p in {np.mean(steps == p):.0%} of pairs; on average {np.mean(steps / p):.2f} p")
print("never below max(p, q):", (steps >= np.maximum(p, p.T)).all())

# %% [markdown]
# **PR: v and w "define the mapping of indices".** Which mapping is not said. It is the one with the smallest sum among all monotone ones; another gives another number.
#
# > PR, the same slide: where v, w define the mapping of indices to indices.

# %%
x, y = [0.0, 1.0, 0.0], [0.0, 0.0, 1.0, 0.0]
C = sequences.local_costs(np.c_[x], np.c_[y])
sums = [sequences.path_cost(C, v, w) for v, w in sequences.all_alignments(3, 4)]
print(f"{len(sums)} alignments, with sums from {min(sums):.0f} to {max(sums):.0f}", end="; ")
print(f"D = {sequences.dtw_distance(x, y):.0f}")

# %% [markdown]
# **PR: "the DTW kernel".** It is not a kernel. Already for three sequences, $e^{-D}$, with the sum not divided, has a negative eigenvalue. And $D$ is no distance, because the triangle inequality fails.
#
# > PR, the next slide: The DTW kernel can be defined as: $k(\mathbf{x}, \mathbf{y}) = e^{-D(\langle \mathbf{x}_1, \mathbf{x}_2, \dots, \mathbf{x}_p \rangle, \langle \mathbf{y}_1, \mathbf{y}_2, \dots, \mathbf{y}_q \rangle)}$

# %%
three = [[0.0], [1.0], [0.0, 0.0, 0.0]]
print("smallest eigenvalue:", np.linalg.eigvalsh(sequences.ExpDTW(1.0)(three))[0].round(4))
D, x, y, z = sequences.dtw_distance, [0.0], [2.0], [2.0, 2.0, 2.0]
print(f"D((0), (2,2,2)) = {D(x, z):.0f}; D((0), (2)) + D((2), (2,2,2)) = {D(x, y) + D(y, z):.0f}")

# %% [markdown]
# **PR: the slides are headed "string kernels"** and ask at the end how kernels can compare strings, but give no kernel of strings. Chapter 14 starts with one: it counts common substrings.
#
# > PR, Kernels for Feature Sequences: Example: string kernels
#
# > PR, Comprehensive questions: How can we use kernels for string comparison?

# %%
print(sequences.Spectrum(2)(["kernel", "colonel", "nerve"]))

# %% [markdown]
# ## Fisher kernels (chapter 15)
#
# **PR, Fisher kernels: the information is written as a function of the point,** $I(x) = E_x[\ldots]$. The mean is taken over $x$, so nothing of $x$ is left: it is $I(\theta)$. Two samples of the same density, far from being the same points, give the same
# matrix, and another $\sigma$ gives another one. The score has a minus sign that most texts leave out; in both kernels two scores are multiplied, and it cancels.
#
# > PR, Fisher Kernels: $\mathbf{I}(\mathbf{x}) = E_{\mathbf{x}}[\mathbf{J}_{\theta}(\mathbf{x})\mathbf{J}_{\theta}^T(\mathbf{x})]$

# %%
def scores(X, sd):
    log_p = lambda X, theta: -0.5 * ((X[:, 0] - theta[0]) / theta[1]) ** 2 - np.log(theta[1])
    return fisher.fisher_score(log_p, np.array([0.0, sd]), X)


samples = [np.random.default_rng(seed).normal(size=(100_000, 1)) for seed in (0, 1)]
for sd in (1.0, 0.5):
    found = [np.diag(fisher.information(scores(sd * X, sd))).round() for X in samples]
    print(f"σ = {sd:g}, two samples:", *found)

# %%
J, kernel = scores(samples[0][:5], 1.0), fisher.plain_fisher_kernel
print("the sign cancels:", np.array_equal(kernel(J, J), kernel(-J, -J)))

# %% [markdown]
# **PR, Fisher kernels: two definitions, "two different ways", as if either would do.** They are different in kind. $J^\top I^{-1}J$ belongs to the density, while $J^\top J$ depends on how its parameters are written. Between the points 0.5 and 2 under $N(0, 1)$, the plain kernel changes its sign when $\sigma$ is
# replaced by $\sigma^2$.
#
# > PR, Fisher Kernels (cont.): The Fisher kernel can be defined in **two different ways**: $k(\mathbf{x}, \mathbf{x}') = \mathbf{J}_{\theta}^T(\mathbf{x}) \mathbf{J}_{\theta}(\mathbf{x}')$ or $k(\mathbf{x}, \mathbf{x}') = \mathbf{J}_{\theta}^T(\mathbf{x}) \mathbf{I}^{-1}(\mathbf{x}) \mathbf{J}_{\theta}(\mathbf{x}')$

# %%
x = np.array([0.5, 2.0])
J, I = -np.column_stack([x, x**2 - 1]), np.diag([1.0, 2.0])
for name, A in (("σ ", np.eye(2)), ("σ²", np.diag([1.0, 0.5]))):
    J_new, I_new = fisher.changed_scores(J, A), fisher.changed_information(I, A)
    plain, full = kernel(J_new, J_new), fisher.fisher_kernel(J_new, J_new, I_new)
    print(f"(μ, {name}): plain {plain[0, 1]:.4f}, with the information {full[0, 1]:.4f}")

# %% [markdown]
# **PR, learning from partially labeled data: using the unlabeled points "usually achieves much better" results.** It does if the groups in the data are the classes, which the line above it says, and not otherwise. On the same points with classes that run across the groups, the Fisher kernel of the weights, which is the best of all in the first case, is
# at chance, and a Gaussian kernel that never saw an unlabeled point is far ahead.
#
# > PR, Fisher Kernels (cont.): A machine learning approach that makes use of only partially labeled data usually achieves much better classification performance than using only the labeled data alone.

# %%
cases = (fisher_settings.stretched_groups(), 1), (fisher_settings.across_groups(), 10)
for data, labels in cases:
    machines = experiments.fisher_machines(fisher.fit_mixture(data.X, 3).mixture, data.X)
    machines["RBF, labels only"] = experiments.by_machine(kernels.default_kernel(data.X), data.X)
    right = experiments.accuracies(machines, data.y, labels, n_draws=10)
    percent = {name: f"{values.mean():.0f}%" for name, values in right.items()}
    print(f"{data.name}, labels per class: {labels}.", percent)
