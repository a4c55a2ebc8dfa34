# %% [markdown]
# # 12 · The perceptron and the support vector machine: exercises
#
# Write each answer where it says `YOUR CODE HERE`, run the cell, then run the check below it. The check tries your function on fresh problems and answers: not attempted,
# raised an error (and where), not right yet (with a hint), or right, with the certificate that proves it. Any right form passes.
#
# You need [chapter 12](../notebooks/12_perceptron_and_svm.ipynb). Classes are $y_i = \pm1$, `K` holds the kernel values $K(x_i, x_j)$.

# %%
import numpy as np

from kernelsy19 import svm

# %% [markdown]
# ## 12.1 A perceptron that counts
#
# Teach a perceptron in dual form. `K` has shape `(n, n)`, `y` shape `(n,)`. All counts start at 0. Visit the points from the first to the last, again and again. If $y_iF(x_i) \le 0$, where $F(x_i) = \sum_ja_jy_j\big(K(x_j, x_i) + 1\big)$
# with the counts as they are at that moment, add 1 to $a_i$. Stop when a whole pass has missed no point. (Here the classes can be separated, so it will.) Return the counts.

# %% exercise="12.1"
def counts(K, y):
    """How often each point was missed, an array of shape (n,)."""
    ### BEGIN SOLUTION
    a, F = np.zeros(len(y)), np.zeros(len(y))
    missed = True
    while missed:
        missed = False
        for i in range(len(y)):
            if y[i] * F[i] <= 0:
                a[i] += 1
                F += y[i] * (K[i] + 1)
                missed = True
    return a
    ### END SOLUTION

# %% check="12.1" points=2
from kernelsy19.course.exercises import check
check("12.1", counts)

# %% [markdown]
# ## 12.2 How many mistakes at most?
#
# Someone has found a hyperplane $f(x) = \langle w, \Phi(x)\rangle + b$ that separates the classes, and tells you `K_diagonal` with the entries $K(x_i, x_i)$, `w_norm2`, which is $\|w\|^2$, the number `b`, the classes `y` and the decisions `f` at the points.
# The scale is any: the smallest $y_if(x_i)$ need not be 1. What is Novikoff's bound on the updates of a perceptron?

# %% exercise="12.2"
def most_updates(K_diagonal, w_norm2, b, y, f):
    """The bound, a number."""
    ### BEGIN SOLUTION
    gamma = (y * f).min() / np.sqrt(w_norm2 + b**2)
    return (K_diagonal.max() + 1) / gamma**2
    ### END SOLUTION

# %% check="12.2" points=2
from kernelsy19.course.exercises import check
check("12.2", most_updates)

# %% [markdown]
# ## 12.3 The offset
#
# `alpha`, shape `(n,)`, solves the dual of the soft margin for the price `C`. It comes from a solver, so weights that should be 0 or $C$ are off by a rounding: within $10^{-8}C$ of 0 or of $C$ counts as being there. Derive $b$ from a point on the edge of the margin, or
# from the mean over all of them. There is at least one.

# %% exercise="12.3"
def offset(alpha, y, K, C):
    """b, a number."""
    ### BEGIN SOLUTION
    edge = (alpha > 1e-8 * C) & (alpha < (1 - 1e-8) * C)
    g = K @ (alpha * y)
    return (y - g)[edge].mean()
    ### END SOLUTION

# %% check="12.3" points=2
from kernelsy19.course.exercises import check
check("12.3", offset)

# %% [markdown]
# ## 12.4 How good is a guess?
#
# Someone hands you weights `alpha` that are allowed ($0 \le \alpha_i \le C$, $\sum_i\alpha_iy_i = 0$) but perhaps not the best, and an offset `b`. Take $w = \sum_i\alpha_iy_i\Phi(x_i)$ and the smallest slacks for $(w, b)$. Return the duality gap: the value of the
# primal less the value of the dual.

# %% exercise="12.4"
def gap(alpha, y, K, C, b):
    """½‖w‖² + C Σ ξᵢ less L_D(α)."""
    ### BEGIN SOLUTION
    w_norm2 = (alpha * y) @ K @ (alpha * y)
    xi = np.maximum(0, 1 - y * (K @ (alpha * y) + b))
    return w_norm2 / 2 + C * xi.sum() - (alpha.sum() - w_norm2 / 2)
    ### END SOLUTION

# %% check="12.4" points=2
from kernelsy19.course.exercises import check
check("12.4", gap)

# %% [markdown]
# ## 12.5 A step of SMO with signs
#
# Move two weights of a feasible `alpha`, the `i`-th and the `j`-th: $y_i\alpha_i$ rises by $t \ge 0$ and $y_j\alpha_j$ falls by $t$. Choose $t$ so that the dual is as large as it can be, with both weights still between 0 and `C`. Return all weights after the step.
# (The pair is chosen so that the dual rises at first, if there is room to move. Do not change `alpha` itself.)

# %% exercise="12.5"
def moved(alpha, y, K, C, i, j):
    """The weights after the step, an array of shape (n,)."""
    ### BEGIN SOLUTION
    g = K @ (alpha * y)
    t = ((y[i] - g[i]) - (y[j] - g[j])) / (K[i, i] + K[j, j] - 2 * K[i, j])
    t = min(t, C - alpha[i] if y[i] > 0 else alpha[i], alpha[j] if y[j] > 0 else C - alpha[j])
    after = alpha.copy()
    after[i] += y[i] * t
    after[j] -= y[j] * t
    return after
    ### END SOLUTION

# %% check="12.5" points=3
from kernelsy19.course.exercises import check
check("12.5", moved)

# %% [markdown]
# ## 12.6 Predict: every point several times
#
# A data set is copied by mistake, so that every point with its class is there `m` times. Which price must be asked for a unit of slack, so that the machine comes out as it was with the price `C` before?

# %% exercise="12.6"
def price(C, m):
    """The new price, a number."""
    ### BEGIN SOLUTION
    return C / m
    ### END SOLUTION

# %% check="12.6" points=1
from kernelsy19.course.exercises import check
check("12.6", price)

# %% [markdown] solution_only=true
# The primal with copies is $\frac12\|w\|^2 + C'\sum_im\xi_i$: it is the old one if $C'm = C$. In the dual, a weight up to $C$ is shared among $m$ copies.

# %% [markdown]
# ## 12.7 One against one
#
# `F`, shape `(c, c)`, has the decisions of all machines about one image: `F[k, l]` is positive if the machine of the classes $k$ and $l$ votes for $k$, and `F[l, k] = -F[k, l]`. Which class wins? The one with most votes; if several have as many, the one of them whose
# decisions `F[k, l]` have the largest sum over `l`.

# %% exercise="12.7"
def winner(F):
    """The class, a whole number from 0."""
    ### BEGIN SOLUTION
    votes, sums = (F > 0).sum(axis=1), F.sum(axis=1)
    tied = np.flatnonzero(votes == votes.max())
    return tied[sums[tied].argmax()]
    ### END SOLUTION

# %% check="12.7" points=1
from kernelsy19.course.exercises import check
check("12.7", winner)

# %% [markdown]
# ## 12.8 Irises that the machine has not seen
#
# `K` and `y` belong to some irises, versicolor and virginica, with the linear kernel. Leave each flower out in turn, train a machine with the price `C` on all others, and ask it about the one that it has not seen. How many are misread? `svm.solve_dual(K, y, C, tol=1e-9)` trains, and its
# solution has `alpha`, `b` and `support`. (Which flowers need no training at all?)

# %% exercise="12.8"
def misread(K, y, C):
    """How many flowers are misread when they are left out, a whole number."""
    ### BEGIN SOLUTION
    errors = 0
    for i in svm.solve_dual(K, y, C, tol=1e-9).support:
        rest = np.delete(np.arange(len(y)), i)
        s = svm.solve_dual(K[np.ix_(rest, rest)], y[rest], C, tol=1e-9)
        f = K[i, rest] @ (s.alpha * y[rest]) + s.b
        errors += int(y[i] * f <= 0)
    return errors
    ### END SOLUTION

# %% check="12.8" points=3
from kernelsy19.course.exercises import check
check("12.8", misread)

# %% [markdown] solution_only=true
# A flower with the weight 0 can be left out without any change, and it was on its right side. So only the support vectors have to be tried, and their number bounds the errors.

# %% [markdown]
# ## 12.9 Break it: what no line can do
#
# Find points of the plane with classes, an array of shape `(n, 3)` with $4 \le n \le 30$ whose columns are $x_1$, $x_2$ and $y = \pm1$, such that no straight line separates the classes, but a machine with the kernel $\langle x, x'\rangle^2$ and without slack does.

# %% exercise="12.9"
labeled_points = ...
### BEGIN SOLUTION
labeled_points = np.array([[1, 1, 1], [-1, -1, 1], [1, -1, -1], [-1, 1, -1]])
### END SOLUTION

# %% check="12.9" points=2
from kernelsy19.course.exercises import check
check("12.9", labeled_points)

# %% [markdown] solution_only=true
# With $\phi(x) = (x_1^2, \sqrt2x_1x_2, x_2^2)$ the second coordinate alone tells the four corners apart. A small group inside a ring about the origin is another answer.

# %% [markdown]
# ## 12.10 In your own words
#
# A classmate trains a machine with $C = 1000$ on 60 points, finds 52 support vectors and not one error, and writes: "No error on 60 points, so this is an excellent classifier." What would you look at before you agree, and what would you try? Five sentences.

# %% [markdown] answer="12.10" points=3
# No error on the training points says little: a Gaussian kernel that is narrow enough separates any points that are distinct. The 52 support vectors are the warning. A point without weight can be left out without any change, so the errors when each point is left out are bounded by the
# number of support vectors, and that is 52 of 60. I would count these errors, or use test points that the machine has not seen. Then I would try a wider kernel and a smaller $C$, and choose both by cross-validation: with more slack there may be a few errors on the training points, and fewer on
# new ones.
