# %% [markdown]
# # 8 · Kernel PCA at work: exercises
#
# Write each function where it says `YOUR CODE HERE`, run the cell, then run the check below it. You need [chapter 8](../notebooks/08_kernel_pca_at_work.ipynb).

# %%
import numpy as np

# %% [markdown]
# ## 08.1 Shares of the variance
#
# How many components are enough? To answer that, one looks at what one component holds of the variance, what two hold together, and so on. You get `K`, a centered Gram matrix of shape `(n, n)`. Return these
# cumulated shares for the first `q` components, shape `(q,)`. You need nothing but eigenvalues.

# %% exercise="08.1"
def cumulated_shares(K, q):
    """Share of the variance that the first 1, 2, …, q components hold, shape (q,)."""
    ### BEGIN SOLUTION
    values = np.linalg.eigvalsh(K)[::-1]
    return np.cumsum(values[:q]) / np.trace(K)
    ### END SOLUTION

# %% check="08.1" points=1
from kernelcourse import check
check("08.1", cumulated_shares)

# %% [markdown]
# ## 08.2 How many components?
#
# Near the parabola, $(x\cdot x^\prime)^2$ had three components. Now take the kernel $(c + x\cdot x^\prime)^d$ with $c$ = `offset`, which is 0 or 1, on points of `p` variables. There are more points than you can count, and they are in general position, so every feature that can vary does vary. How many components have
# a variance that is not zero? (For digits of 256 pixels and $d = 1$, your function says why the table of SY19 ends at 256.)

# %% exercise="08.2"
def count_components(p, degree, offset):
    """Number of components with a variance, a whole number."""
    ### BEGIN SOLUTION
    from math import comb
    of_degree = [comb(p + d - 1, d) for d in range(1, degree + 1)]
    return sum(of_degree) if offset else of_degree[-1]
    ### END SOLUTION

# %% check="08.2" points=2
from kernelcourse import check
check("08.2", count_components)

# %% [markdown] solution_only=true
# The features are the products of $d$ variables, in which a variable may come more than once and the order does not matter: $\binom{p + d - 1}{d}$ of them. An offset adds the products of fewer variables. The product of no variable is a constant, and centering makes it zero.

# %% [markdown]
# ## 08.3 Break it: blind to the spirals
#
# The second spiral is minus the first. Invent a kernel that cannot tell $x$ from $-x$ on any component, and that still has at least three components with a variance. `X`, shape `(n, 2)`, holds points, and their negatives below them. Return the Gram matrix of its rows, shape `(n, n)`.

# %% exercise="08.3"
def blind_gram(X):
    """Gram matrix of a kernel that has the same value for x and for −x, shape (n, n)."""
    ### BEGIN SOLUTION
    return (X @ X.T) ** 2
    ### END SOLUTION

# %% check="08.3" points=2
from kernelcourse import check
check("08.3", blind_gram)

# %% [markdown] solution_only=true
# Every polynomial of even degree without offset will do. So will $\cosh(x\cdot x^\prime)$, and $K(x, x^\prime) + K(x, -x^\prime)$ for any kernel $K$ that does not change when both points change sign.

# %% [markdown]
# ## 08.4 Derive: the component that knows the radius
#
# Points lie on two circles around the origin, evenly spaced, as many on each. In chapter 8 the kernel $(x\cdot x^\prime)^2$ has the component $z(x) = (\|x\|^2 - \overline{\|x\|^2})/\sqrt2$, where the bar is the mean over all points. How large is its variance $\lambda$? It depends on the two radii `a` and `b` alone. Derive the formula,
# and return its value.

# %% exercise="08.4"
def variance_of_radius(a, b):
    """Variance λ of the component that is made of ‖x‖², float."""
    ### BEGIN SOLUTION
    return (a**2 - b**2) ** 2 / 8
    ### END SOLUTION

# %% check="08.4" points=2
from kernelcourse import check
check("08.4", variance_of_radius)

# %% [markdown] solution_only=true
# Half of the points have $\|x\|^2 = a^2$, the others $b^2$. The mean is $(a^2+b^2)/2$, and each is $|a^2 - b^2|/2$ away from it. The square of that, halved by the $\sqrt2$, is $(a^2-b^2)^2/8$.

# %% [markdown]
# ## 08.5 The best threshold
# How well does a single threshold on one component tell two moons apart? `z`, shape `(n,)`, holds the coordinates of the points along one component, and `y` their classes, 0 and 1. Return the largest share of points that a threshold on `z` can put on the right side. Either class may be the one above, and all
# values of `z` differ. (The check tries your function on moons, and on other points.)

# %% exercise="08.5"
def best_threshold(z, y):
    """Share of points on the right side of the best threshold, float in [0.5, 1]."""
    ### BEGIN SOLUTION
    y = y[np.argsort(z)]
    zeros_below = np.concatenate([[0], np.cumsum(y == 0)])
    ones_below = np.concatenate([[0], np.cumsum(y == 1)])
    right = (zeros_below + np.sum(y == 1) - ones_below) / len(y)
    return max(right.max(), 1 - right.min())
    ### END SOLUTION

# %% check="08.5" points=2
from kernelcourse import check
check("08.5", best_threshold)

# %% [markdown]
# ## 08.6 An interval that is honest
#
# Two methods were compared on `J` random splits of the same data into `n_train` and `n_test` points, and `differences`, shape `(J,)`, are the differences of their accuracies. Is one of them better? The splits share points, so the variance of the mean difference is taken as
# $s^2\,(1/J + n_\mathrm{test}/n_\mathrm{train})$, where $s^2$ is the sample variance with $J - 1$ below. Return the two ends of mean ± 1.96 standard errors, shape `(2,)`, the lower end first.

# %% exercise="08.6"
def interval(differences, n_train, n_test):
    """Lower and upper end of the interval, shape (2,)."""
    ### BEGIN SOLUTION
    J = len(differences)
    error = np.sqrt(differences.var(ddof=1) * (1 / J + n_test / n_train))
    return differences.mean() + 1.96 * error * np.array([-1, 1])
    ### END SOLUTION

# %% check="08.6" points=2
from kernelcourse import check
check("08.6", interval)

# %% [markdown]
# ## 08.7 Break it: variance against classes
#
# Find labeled points of the plane for which the first component of PCA is useless and the second is perfect. Give an array of shape `(n, 3)`, with $n$ from 6 to 500: two coordinates between −100 and 100, then the class, 0 or 1, with at least three
# points of each class. Along the first component the points must vary more than along the second, by 0.1% of the variance or more. The best threshold on the first component must put at most 75% of the points on the right side, and the best one on the second component all of them.

# %% exercise="08.7"
points = ...
### BEGIN SOLUTION
points = np.array([[-9, 1, 0], [-8, -1, 1], [-1, 1.1, 0], [1, -1.1, 1], [8, 1, 0], [9, -1, 1]])
### END SOLUTION

# %% check="08.7" points=2
from kernelcourse import check
check("08.7", points)

# %% [markdown]
# ## 08.8 A width chosen
# These digits are real, and $\gamma$ is for you to choose. `X`, shape `(200, 256)`, holds 200 handwritten digits (in some unit of gray), and `y` says whether each is even (0) or odd (1). The classifier is a kernel PCA with the RBF kernel and 150 components, followed by the straight cut of chapter 8. You find it in `kernelcourse.pca_at_work.experiments`: `straight_cuts(Z, y, Z_new, y_new)[-1]` is the share of the new digits on the right side, if `Z` and `Z_new` hold the components of the known and of the new digits. Choose
# its $\gamma$ among the candidates `gammas`, and return it. The certificate is the error of your choice on 600 digits that you do not have: at most 3 of 100 more may be wrong than with the best candidate.

# %% exercise="08.8"
def choose_width(X, y, gammas):
    """The γ of `gammas` with which odd and even digits are told apart best, float."""
    ### BEGIN SOLUTION
    from kernelcourse.pca_at_work.experiments import straight_cuts
    from kernelsy19.kernels import RBF
    from kernelsy19.pca import KernelPCA

    fold = np.random.default_rng(0).permutation(len(X)) % 5

    def share_right(gamma):
        shares = []
        for k in range(5):
            kept, held_out = fold != k, fold == k
            model = KernelPCA(RBF(gamma), n_components=150).fit(X[kept])
            Z, Z_new = model.transform(X[kept]), model.transform(X[held_out])
            shares.append(straight_cuts(Z, y[kept], Z_new, y[held_out])[-1])
        return np.mean(shares)

    return max(gammas, key=share_right)
    ### END SOLUTION

# %% check="08.8" points=3
from kernelcourse import check
check("08.8", choose_width)

# %% [markdown]
# ## 08.9 In your own words
#
# A colleague keeps as many components as hold 95% of the variance, and then trains a classifier on them. When does this go wrong, and how would you choose the number instead? Answer in about three sentences.

# %% [markdown] answer="08.9" points=3
# It goes wrong where the classes differ along directions of small variance: on the spirals four components hold 97% of the variance, and a cut through them is no better than a coin toss. Variance is measured without labels, so no share of it promises
# anything about classes. I would choose the number, together with the kernel's width, by cross-validation of the classifier itself, and find the components anew from the training part of each fold.
