# %% [markdown]
# # 4 · The one-class SVM at work: exercises
#
# Write each answer where it says `YOUR CODE HERE`, run the cell, then run the check below it. The check tries your function on fresh problems and answers: not attempted,
# raised an error (and where), not right yet (with a hint), or right, with the certificate that proves it. Any right form passes.
#
# You need [chapter 4](../notebooks/04_one_class_svm.ipynb).

# %%
import numpy as np

# %% [markdown]
# ## 04.1 Two shares
#
# `alpha`, shape `(n,)`, solves the dual of a ball for the share `nu`. Return two numbers: the share of outliers and the share of support vectors. An outlier is a point whose
# weight is at the bound; allow for rounding, a weight within $10^{-8}$ of the bound, relative to the bound, is at the bound.

# %% exercise="04.1"
def shares(alpha, nu):
    """(share of outliers, share of support vectors)."""
    ### BEGIN SOLUTION
    bound = 1 / (nu * len(alpha))
    return np.mean(alpha >= bound * (1 - 1e-8)), np.mean(alpha > 0)
    ### END SOLUTION

# %% check="04.1" points=1
from kernelsy19.course.exercises import check
check("04.1", shares)

# %% [markdown]
# ## 04.2 Predict: how few, how many?
#
# A ball is fitted to 250 points with $\nu = 0.03$. You are told that just three points lie on its surface with a weight strictly between 0 and the bound, and that every other weight is 0 or at the bound. How many outliers can
# there be? Give the smallest and the largest number, two whole numbers as a tuple.

# %% exercise="04.2"
fewest_most_outliers = ...
### BEGIN SOLUTION
fewest_most_outliers = (5, 7)
### END SOLUTION

# %% check="04.2" points=1
from kernelsy19.course.exercises import check
check("04.2", fewest_most_outliers)

# %% [markdown] solution_only=true
# Measure weight in units of the bound: all weights sum to $\nu n = 7.5$, an outlier has 1, and the three on the surface have more than 0 and less than 3 together. So the outliers have less than 7.5 and more than 4.5: five, six or
# seven of them.

# %% [markdown]
# ## 04.3 Derive: the offset of the hyperplane
#
# `K` is the Gram matrix of a kernel with $K(x, x) = \kappa$ for all $x$; `alpha` solves the dual of the ball, and `R2` is its squared radius. Expand $R^2 - \|\Phi(x) - c\|^2$ on paper and write it
# as $2\,\big(\sum_i\alpha_iK(x, x_i) - \rho\big)$. Return $\rho$.

# %% exercise="04.3"
def rho(K, alpha, R2):
    """ρ of the hyperplane that is the ball, a number."""
    ### BEGIN SOLUTION
    return (K[0, 0] + alpha @ K @ alpha - R2) / 2
    ### END SOLUTION

# %% check="04.3" points=2
from kernelsy19.course.exercises import check
check("04.3", rho)

# %% [markdown]
# ## 04.4 From LIBSVM's scale to ours
#
# A program of the LIBSVM family hands you its weights `a`, shape `(n,)`, with $0 \le a_i \le 1$ and sum $\nu n$, and its offset `b`: it decides by the sign of $\sum_ia_iK(x, x_i) - b$. It does not say what $\nu$
# was. Return three things: $\nu$, the weights $\alpha$ that sum to 1, and the $\rho$ that goes with them.

# %% exercise="04.4"
def from_libsvm(a, b):
    """(ν, α, ρ): a number, an array of shape (n,), a number."""
    ### BEGIN SOLUTION
    total = a.sum()
    return total / len(a), a / total, b / total
    ### END SOLUTION

# %% check="04.4" points=2
from kernelsy19.course.exercises import check
check("04.4", from_libsvm)

# %% [markdown]
# ## 04.5 ν = 1: choose the threshold
#
# `K` holds the kernel values among `n` training points, shape `(n, n)`. For $\nu = 1$ the decision is $\operatorname{sign}\big(\frac1n\sum_iK(x, x_i) - \eta\big)$. Return the largest $\eta$ that rejects
# just `m` of the training points, $1 \le m < n$. A point is rejected when its sign is $-1$; the sign of 0 is $+1$. No two points have the same density here.

# %% exercise="04.5"
def eta(K, m):
    """The largest threshold that exactly m of the n training points do not reach."""
    ### BEGIN SOLUTION
    return np.sort(K.mean(axis=1))[m]
    ### END SOLUTION

# %% check="04.5" points=1
from kernelsy19.course.exercises import check
check("04.5", eta)

# %% [markdown]
# ## 04.6 ν → 0: how good is a guess?
#
# For $\nu < 1/n$ the ball encloses every point. Someone hands you weights `alpha`, feasible but not optimal: not negative, sum 1. Around their center $c = \sum_i\alpha_i\Phi(x_i)$, take the smallest ball that holds all
# points. Return the duality gap: its $R^2$ less the dual value of `alpha`. It says how far both can be from the best.

# %% exercise="04.6"
def gap(K, alpha):
    """R² of the smallest enclosing ball around c, less L_D(α)."""
    ### BEGIN SOLUTION
    norm2 = alpha @ K @ alpha
    distances = np.diag(K) - 2 * K @ alpha + norm2
    return distances.max() - (alpha @ np.diag(K) - norm2)
    ### END SOLUTION

# %% check="04.6" points=2
from kernelsy19.course.exercises import check
check("04.6", gap)

# %% [markdown]
# ## 04.7 Which C?
#
# A colleague writes the bound on the weights as $C$. Of her `n` points, `m` may be outliers, $1 \le m < n$, but the weights should never allow $m + 1$. From where to where may $C$ lie? And from where to where is that in terms of
# $\nu$? Return four numbers: the lower and the upper end of the interval for $C$, then the lower and the upper end of that for $\nu$. (One end of each belongs to it, the other does not; which one, you need not say.)

# %% exercise="04.7"
def ranges(m, n):
    """(C_low, C_high, nu_low, nu_high), between which m of n points may be outliers and m + 1 may not."""
    ### BEGIN SOLUTION
    return 1 / (m + 1), 1 / m, m / n, (m + 1) / n
    ### END SOLUTION

# %% check="04.7" points=2
from kernelsy19.course.exercises import check
check("04.7", ranges)

# %% [markdown] solution_only=true
# An outlier has the weight $C$, and all weights sum to 1. So $m$ outliers are possible if $mC \le 1$, and $m + 1$ are not if $(m + 1)C > 1$: $C$ lies above $\frac1{m+1}$, up to and including $\frac1m$. The number of points has
# dropped out. With $C = \frac1{\nu n}$ a large $C$ is a small $\nu$, so the ends change places: $\nu$ lies from $\frac mn$ to below $\frac{m+1}n$. In terms of $C$ one chooses a number of outliers, in terms of $\nu$ a share.

# %% [markdown]
# ## 04.8 Break it: where ball and hyperplane part
#
# Find points of the plane, an array of shape `(n, 2)` with $3 \le n \le 50$, for which the ball and the hyperplane with the **linear** kernel and $\nu = 0.5$ do not agree: some weight differs by more than half the bound
# $1/(\nu n)$.

# %% exercise="04.8"
points = ...
### BEGIN SOLUTION
points = np.array([[1.0, 0.0], [2.0, 0.0], [3.0, 0.0], [10.0, 0.0]])
### END SOLUTION

# %% check="04.8" points=2
from kernelsy19.course.exercises import check
check("04.8", points)

# %% [markdown] solution_only=true
# The hyperplane gives the weight to the points nearest to the origin, here 1 and 2. The ball gives it to the points at both ends, here 1 and 10. On a circle round the origin the two agree.

# %% [markdown]
# ## 04.9 In your own words
#
# A classmate fits a one-class SVM with $\nu = 0.05$ to 200 blood samples, calls `predict` on the same 200, counts nineteen $-1$, and writes: "The ν-property is wrong." Explain what happened, how to count, and what one may
# expect for new samples. Five sentences.

# %% [markdown] answer="04.9" points=3
# The property bounds the points that have slack, and those have their weight at the bound: at most 10 of 200. `predict` takes a sign, and support vectors on the surface have a decision of 0 up to the tolerance of the solver, so about
# half of them come out as $-1$. Count the weights at the bound, or the decisions below a small negative number. That there were so many points on the surface says that 200 samples are few for this kernel: a smaller $\gamma$ or more
# samples bring the two shares together. For new samples nothing is promised at this $n$; the share that is rejected comes close to $\nu$ only as $n$ grows, and is rather above it before.
