# %% [markdown]
# # 12 · The perceptron and the support vector machine: exercises
#
# You will teach a perceptron, bound its mistakes, solve for the parts of a support vector machine one by one, and in the end judge one that somebody else is proud of. Write each answer where it says `YOUR CODE HERE`, run the cell, and
# then run the check below it. The check draws new problems each time and tells you one of four things: that nothing was attempted, that your code raised an error (and where), that the answer is not right yet (with a hint where
# we know the mistake), or that it is right, with the certificate that proves it. Every right form passes.
#
# You need [chapter 12](../notebooks/12_perceptron_and_svm.ipynb). Throughout, the classes are $y_i = \pm1$, and `K` holds the kernel values $K(x_i, x_j)$.

# %%
import numpy as np

from kernelsy19 import svm

# %% [markdown]
# ## 12.1 A perceptron that counts
#
# Teach a perceptron that keeps counts $a_i$ and no coordinates. `K` has shape `(n, n)`, and `y` has shape `(n,)`. All counts start at 0. Visit the points from the first to the last, again and again. At each point, compute
# $F(x_i) = \sum_ja_jy_j\big(K(x_j, x_i) + 1\big)$ with the counts as they are at that moment. If $y_iF(x_i) \le 0$, the point is missed, and you add 1 to $a_i$. Stop when a whole pass has missed no point. (It will, because the classes can be
# separated here.) Return the counts.


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
from kernelcourse import check

check("12.1", counts)

# %% [markdown]
# ## 12.2 How many mistakes at most?
#
# Someone has found a hyperplane $f(x) = \langle w, \Phi(x)\rangle + b$ that separates the classes. You do not get $w$ itself. What you are told is `w_norm2`, which is $\|w\|^2$, the number `b`, the classes `y`, the decisions `f` at the points, and `K_diagonal` with the
# entries $K(x_i, x_i)$. The hyperplane may come in any scale, so the smallest $y_if(x_i)$ need not be 1. How many updates does Novikoff's bound allow a perceptron?


# %% exercise="12.2"
def most_updates(K_diagonal, w_norm2, b, y, f):
    """The bound, a number."""
    ### BEGIN SOLUTION
    delta = (y * f).min() / np.sqrt(w_norm2 + b**2)
    return (K_diagonal.max() + 1) / delta**2
    ### END SOLUTION


# %% check="12.2" points=2
from kernelcourse import check

check("12.2", most_updates)

# %% [markdown]
# ## 12.3 The offset
#
# A solver has found weights `alpha`, shape `(n,)`, that solve the dual of the soft margin for the price `C`. Weights that should be exactly 0 or $C$ are off by a rounding, so count a weight within $10^{-8}C$ of 0 or of $C$ as being there. Find $b$ from a point on the
# edge of the margin, or as the mean over all of them. There is at least one.


# %% exercise="12.3"
def offset(alpha, y, K, C):
    """b, a number."""
    ### BEGIN SOLUTION
    edge = (alpha > 1e-8 * C) & (alpha < (1 - 1e-8) * C)
    g = K @ (alpha * y)
    return (y - g)[edge].mean()
    ### END SOLUTION


# %% check="12.3" points=2
from kernelcourse import check

check("12.3", offset)

# %% [markdown]
# ## 12.4 How good is a guess?
#
# Someone hands you weights `alpha` and an offset `b`. The weights are allowed, that is $0 \le \alpha_i \le C$ and $\sum_i\alpha_iy_i = 0$, but they need not be the best. How far from the best can they be? Take $w = \sum_i\alpha_iy_i\Phi(x_i)$, and for this $w$ and this $b$ the smallest slacks
# that the constraints allow. Return the duality gap: the value of the primal less the value of the dual.


# %% exercise="12.4"
def gap(alpha, y, K, C, b):
    """½‖w‖² + C Σ ξᵢ less L_D(α)."""
    ### BEGIN SOLUTION
    w_norm2 = (alpha * y) @ K @ (alpha * y)
    xi = np.maximum(0, 1 - y * (K @ (alpha * y) + b))
    return w_norm2 / 2 + C * xi.sum() - (alpha.sum() - w_norm2 / 2)
    ### END SOLUTION


# %% check="12.4" points=2
from kernelcourse import check

check("12.4", gap)

# %% [markdown]
# ## 12.5 A step of SMO with signs
#
# In chapter 3, one weight rose and another fell by as much. Here each weight comes with the sign of its class. Take allowed weights `alpha` and move two of them, the `i`-th and the `j`-th, so that $y_i\alpha_i$ rises by $t \ge 0$ and $y_j\alpha_j$ falls by $t$. Choose the $t$ for which the dual is
# as large as it can be while both weights stay between 0 and `C`. Return all weights after the step. (The pair is chosen so that the dual rises at first, if there is room to move. Do not change `alpha` itself.)


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
from kernelcourse import check

check("12.5", moved)

# %% [markdown]
# ## 12.6 Predict: every point several times
#
# Somebody has copied a data set by mistake, so that every point is there `m` times, each time with its class. With the price `C` on the original data, there was a certain machine. Which price for a unit of slack gives the same machine on the copies?


# %% exercise="12.6"
def price(C, m):
    """The new price, a number."""
    ### BEGIN SOLUTION
    return C / m
    ### END SOLUTION


# %% check="12.6" points=1
from kernelcourse import check

check("12.6", price)

# %% [markdown] solution_only=true
# Call the new price $C'$. With the copies, the primal is $\frac12\|w\|^2 + C'\sum_im\xi_i$, and it is the old one if $C'm = C$. In the dual, the $m$ copies of a point share a weight of up to $C$.

# %% [markdown]
# ## 12.7 One against one
#
# All machines have been asked about one image, and `F`, shape `(c, c)`, holds their decisions. The entry `F[k, l]` is positive if the machine of the classes $k$ and $l$ votes for $k$, and `F[l, k] = -F[k, l]`. Which class wins? It is the one with the most votes. If several classes share
# the most votes, the one of them wins whose decisions `F[k, l]` have the largest sum over `l`.


# %% exercise="12.7"
def winner(F):
    """The class, a whole number from 0."""
    ### BEGIN SOLUTION
    votes, sums = (F > 0).sum(axis=1), F.sum(axis=1)
    tied = np.flatnonzero(votes == votes.max())
    return tied[sums[tied].argmax()]
    ### END SOLUTION


# %% check="12.7" points=1
from kernelcourse import check

check("12.7", winner)

# %% [markdown]
# ## 12.8 Irises that the machine has not seen
#
# How well does a machine read flowers that it has not seen? You get `K` and `y` of some irises, versicolor and virginica, with the linear kernel. Leave out each flower in turn, train a machine with the price `C` on all the others, and ask it about the flower that was left out. Return how many are
# misread. To train, call `svm.solve_dual(K, y, C, tol=1e-9)`; its solution has `alpha`, `b` and `support`. (For which flowers can you spare yourself the training?)


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
from kernelcourse import check

check("12.8", misread)

# %% [markdown] solution_only=true
# If a flower has the weight 0, leaving it out changes nothing, and it was on its right side. So only the support vectors have to be tried, and there cannot be more errors than support vectors.

# %% [markdown]
# ## 12.9 Break it: what no line can do
#
# Find points of the plane and their classes, such that no straight line separates the classes but a machine with the kernel $\langle x, x'\rangle^2$ does, without slack. Give an array of shape `(n, 3)` with $4 \le n \le 30$, whose columns are $x_1$, $x_2$ and $y = \pm1$.

# %% exercise="12.9"
labeled_points = ...
### BEGIN SOLUTION
labeled_points = np.array([[1, 1, 1], [-1, -1, 1], [1, -1, -1], [-1, 1, -1]])
### END SOLUTION

# %% check="12.9" points=2
from kernelcourse import check

check("12.9", labeled_points)

# %% [markdown] solution_only=true
# This kernel has the feature map $\Phi(x) = (x_1^2, \sqrt2x_1x_2, x_2^2)$, and its second coordinate alone tells the four corners of a square apart. Another answer is a small group inside a ring around the origin.

# %% [markdown]
# ## 12.10 In your own words
#
# A classmate has trained a machine with $C = 1000$ on 60 points. It has 52 support vectors and makes no error, and your classmate writes: "No error on 60 points, so this is an excellent classifier." What would you look at before you agree, and what would you try? Answer in about five sentences.

# %% [markdown] answer="12.10" points=3
# No error on the training points says little, because a narrow Gaussian kernel separates any points that are distinct. The 52 support vectors are the warning. Leaving out a point without weight changes nothing. So when each point is left out in turn, there are at most as many errors as support
# vectors, but 52 errors of 60 is a bound that promises hardly anything. I would count these errors, or test the machine on points that it has not seen. Then I would try a wider kernel and a smaller $C$, and choose both by cross-validation: the machine may then make a few errors on the training
# points, and fewer on new ones.

# %% [markdown]
# ## 12.11 How hard does a point pull?
#
# This exercise belongs to section 12·C, in depth. A loss pulls at the decision of a point with the strength of its slope: by how much does the loss fall for each unit that $yf$ grows? You get the classes `y`, $\pm1$, and the decisions `f` of some points, none of them exactly at $yf = 1$. Return an array of three rows, shape `(3, n)`: the pull of each point by the hinge loss, by the squared loss $(1 - yf)^2$, and by the logistic loss $\log(1 + e^{-yf})$. A pull is negative where the loss rises.


# %% exercise="12.11"
def pulls(y, f):
    """Pulls by hinge, squared and logistic loss, shape (3, n)."""
    ### BEGIN SOLUTION
    m = y * f
    return np.array([(m < 1) * 1.0, 2 * (1 - m), 1 / (1 + np.exp(m))])
    ### END SOLUTION


# %% check="12.11" points=2
from kernelcourse import check

check("12.11", pulls)

# %% [markdown] solution_only=true
# The first row is 0 or 1: that is why most points can be forgotten, and why no single point can pull harder than the others. The second row is negative for points that are far out on their right side, so ridge regression turns its line toward them.

# %% [markdown]
# ## 12.12 How far from the best tube?
#
# This exercise belongs to section 12·F, in depth. Somebody hands you a regression: the Gram matrix `K`, the numbers `y`, the price `C`, the half width `epsilon`, the weights `beta` (between $-C$ and $C$, with the sum 0) and the offset `b`. How far is its cost from the least that there is? Return the duality gap: what the function costs, less the dual value of its weights.


# %% exercise="12.12"
def tube_gap(K, y, C, epsilon, beta, b):
    """Cost of the function with weights beta and offset b, less their dual value."""
    ### BEGIN SOLUTION
    w_norm2 = beta @ K @ beta
    losses = np.maximum(0, np.abs(y - K @ beta - b) - epsilon)
    dual = y @ beta - epsilon * np.abs(beta).sum() - w_norm2 / 2
    return w_norm2 / 2 + C * losses.sum() - dual
    ### END SOLUTION


# %% check="12.12" points=2
from kernelcourse import check

check("12.12", tube_gap)

# %% [markdown] solution_only=true
# You need not know who found the weights, nor how. The best cost lies between the two values, so a gap of 0.01 says that no function costs less by more than 0.01.
