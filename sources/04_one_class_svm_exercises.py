# %% [markdown]
# # 4 · The one-class SVM at work: exercises
#
# Write each answer where it says `YOUR CODE HERE`, run its cell, and then run the check below it. The check draws fresh problems and tries your answer on them.
# It tells you that the exercise is not attempted yet, that your code raised an error (and where), that the answer is not right yet (with a hint if the mistake
# is a known one), or that it is right, with the certificate that proves it. Any form of the right answer passes.
#
# You need [chapter 4](../notebooks/04_one_class_svm.ipynb).

# %%
import numpy as np

# %% [markdown]
# ## 04.1 Two shares
#
# A solver hands you the weights `alpha` of a ball, shape `(n,)`, for the share `nu`. Return two numbers: the share of outliers, and the share of support
# vectors.
#
# An outlier is a point whose weight is at the bound. Solvers round, so a weight counts as being at the bound if it falls short of it by no more than $10^{-8}$
# of the bound.

# %% exercise="04.1"
def shares(alpha, nu):
    """(share of outliers, share of support vectors)."""
    ### BEGIN SOLUTION
    bound = 1 / (nu * len(alpha))
    return np.mean(alpha >= bound * (1 - 1e-8)), np.mean(alpha > 0)
    ### END SOLUTION

# %% check="04.1" points=1
from kernelcourse import check
check("04.1", shares)

# %% [markdown]
# ## 04.2 Predict: how few, how many?
#
# A ball was fitted to 250 points with $\nu = 0.03$. You are told that exactly three points have a weight strictly between 0 and the bound, and that every other
# weight is either 0 or at the bound. How many outliers can there be? Give the smallest and the largest number, two whole numbers as a tuple.

# %% exercise="04.2"
fewest_most_outliers = ...
### BEGIN SOLUTION
fewest_most_outliers = (5, 7)
### END SOLUTION

# %% check="04.2" points=1
from kernelcourse import check
check("04.2", fewest_most_outliers)

# %% [markdown] solution_only=true
# Measure weight in units of the bound. Then all weights together sum to $\nu n = 7.5$, and each outlier weighs 1. The three points on the surface weigh more
# than 0 and less than 3 together. So what is left for the outliers is less than 7.5 and more than 4.5, and there are five, six or seven of them.

# %% [markdown]
# ## 04.3 Derive: the offset of the hyperplane
#
# The kernel has $K(x, x) = \kappa$ for all $x$, and `K` is its Gram matrix on the training points. The weights `alpha` solve the dual of the ball, and `R2` is
# the squared radius. Take a sheet of paper, expand $R^2 - \|\Phi(x) - c\|^2$, and write it as $2\,\big(\sum_i\alpha_iK(x, x_i) - \rho\big)$. Then return
# $\rho$.

# %% exercise="04.3"
def rho(K, alpha, R2):
    """ρ of the hyperplane that is the ball, a number."""
    ### BEGIN SOLUTION
    return (K[0, 0] + alpha @ K @ alpha - R2) / 2
    ### END SOLUTION

# %% check="04.3" points=2
from kernelcourse import check
check("04.3", rho)

# %% [markdown]
# ## 04.4 From LIBSVM's scale to ours
#
# A program of the LIBSVM family hands you its weights `a`, shape `(n,)`, with $0 \le a_i \le 1$ and sum $\nu n$, and its offset `b`. It decides by the sign of
# $\sum_ia_iK(x, x_i) - b$. But it does not tell you what $\nu$ was. Return three things: $\nu$, the weights $\alpha$ that sum to 1, and the $\rho$ that belongs
# to them.

# %% exercise="04.4"
def from_libsvm(a, b):
    """(ν, α, ρ): a number, an array of shape (n,), a number."""
    ### BEGIN SOLUTION
    total = a.sum()
    return total / len(a), a / total, b / total
    ### END SOLUTION

# %% check="04.4" points=2
from kernelcourse import check
check("04.4", from_libsvm)

# %% [markdown]
# ## 04.5 ν = 1: choose the threshold
#
# For $\nu = 1$ the decision is $\operatorname{sign}\big(\frac1n\sum_iK(x, x_i) - \eta\big)$, and you may choose $\eta$. `K` holds the kernel values among `n`
# training points, shape `(n, n)`. Return the largest $\eta$ that rejects exactly `m` of the training points, $1 \le m < n$. A point is rejected when its sign
# is $-1$, and the sign of 0 is $+1$. No two points have the same density here.

# %% exercise="04.5"
def eta(K, m):
    """The largest threshold that exactly m of the n training points do not reach."""
    ### BEGIN SOLUTION
    return np.sort(K.mean(axis=1))[m]
    ### END SOLUTION

# %% check="04.5" points=1
from kernelcourse import check
check("04.5", eta)

# %% [markdown]
# ## 04.6 ν → 0: how good is a guess?
#
# For $\nu < 1/n$ the ball holds every point. The weights `alpha` are a guess. They are allowed, since none is negative and they sum to 1, but they
# need not be the best. Around their center $c = \sum_i\alpha_i\Phi(x_i)$, draw the smallest ball that holds all points. Return the duality gap, which is the
# $R^2$ of this ball less the dual value of `alpha`. The gap tells how far both can be from the best.

# %% exercise="04.6"
def gap(K, alpha):
    """R² of the smallest enclosing ball around c, less L_D(α)."""
    ### BEGIN SOLUTION
    norm2 = alpha @ K @ alpha
    distances = np.diag(K) - 2 * K @ alpha + norm2
    return distances.max() - (alpha @ np.diag(K) - norm2)
    ### END SOLUTION

# %% check="04.6" points=2
from kernelcourse import check
check("04.6", gap)

# %% [markdown]
# ## 04.7 Which C?
#
# A colleague writes the bound on the weights as $C$. Of her `n` points, `m` may be outliers, $1 \le m < n$, but never $m + 1$. In which interval may $C$ lie?
# And which interval is that for $\nu$? Return four numbers: the lower and the upper end of the interval for $C$, and then the two ends of the interval for
# $\nu$, the lower one first. (Of each interval one end is allowed and the other is not. You need not say which.)

# %% exercise="04.7"
def ranges(m, n):
    """(C_low, C_high, nu_low, nu_high): m of n points may be outliers, and m + 1 may not."""
    ### BEGIN SOLUTION
    return 1 / (m + 1), 1 / m, m / n, (m + 1) / n
    ### END SOLUTION

# %% check="04.7" points=2
from kernelcourse import check
check("04.7", ranges)

# %% [markdown] solution_only=true
# Every outlier weighs $C$, and all weights sum to 1. So $m$ outliers are possible if $mC \le 1$, and $m + 1$ are impossible if $(m + 1)C > 1$. That puts $C$
# above $\frac1{m+1}$, and at most at $\frac1m$. The number of points does not matter. Since $C = \frac1{\nu n}$, a large $C$ is a small $\nu$, and the ends
# change places: $\nu$ is at least $\frac mn$ and below $\frac{m+1}n$. To choose $C$ is to choose a number of outliers, and to choose $\nu$ is to choose a
# share.

# %% [markdown]
# ## 04.8 Break it: where ball and hyperplane part
#
# With the **linear** kernel, ball and hyperplane need not agree. Find points of the plane where they do not, for $\nu = 0.5$: an array of shape `(n, 2)` with
# $3 \le n \le 50$, for which some weight of the one differs from that of the other by more than half the bound $1/(\nu n)$.

# %% exercise="04.8"
points = ...
### BEGIN SOLUTION
points = np.array([[1.0, 0.0], [2.0, 0.0], [3.0, 0.0], [10.0, 0.0]])
### END SOLUTION

# %% check="04.8" points=2
from kernelcourse import check
check("04.8", points)

# %% [markdown] solution_only=true
# Here the points are 1, 2, 3 and 10 on a line. The hyperplane gives its weight to the points that are nearest to the origin, which are 1 and 2. The ball gives
# it to the two ends, which are 1 and 10. If you had put the points on a circle around the origin, the two would agree.

# %% [markdown]
# ## 04.9 Real data: an alarm that keeps its promise
#
# A machine stamps a 0 on each envelope, and every stamp is photographed. Anything else must cause an alarm, and we promise its owner that at most 5% of the
# new zeros will cause a false one.
#
# `X` holds 400 images of zeros from the USPS training digits, shape `(400, 256)`, pixels between −1 and 1. `new` holds further images, shape `(m, 256)`: other
# zeros, mixed with other digits, and you are not told which are which. Return `m` numbers as scikit-learn's `predict` does: $-1$ for each image of `new` that
# is to cause an alarm, and $+1$ for the others. You may use all that the library and scikit-learn have. Start with a ball for $\nu = 0.05$ and the kernel of
# section 4.7, and see what the check says.
#
# The check knows which new images are zeros. With a few hundred images, luck moves a rate by a few percent, so it accepts up to 12% false alarms. At least 80
# % of the other digits have to be caught.

# %% exercise="04.9"
from kernelsy19 import ball
from kernelsy19.kernels import RBF


def verdicts(X, new):
    """(m,) array of −1 and +1: which of the new images are to cause an alarm."""
    ### BEGIN SOLUTION
    half, others, k = X[::2], X[1::2], RBF(gamma=1 / 128)
    solution = ball.solve_dual(k(half), nu=0.05)
    held_out = np.sort(ball.decision_function(k, half, solution, others))
    threshold = held_out[int((len(others) + 1) * 0.05) - 1]
    return np.where(ball.decision_function(k, half, solution, new) < threshold, -1, 1)
    ### END SOLUTION

# %% check="04.9" points=3
from kernelcourse import check
check("04.9", verdicts)

# %% [markdown] solution_only=true
# The ball gets one half of the zeros only. For the $n = 200$ of the other half, which it has not seen, the decision is spread just as it is for new zeros. So a new zero is as likely to take any rank among them as any other, from 1 to $n + 1$. If we raise an alarm below the decision of rank $\lfloor (n + 1)\,0.05\rfloor = 10$, a new zero falls below it with probability $10/201$, which is at most 5%, whatever the ball and the kernel are. This is **split conformal prediction**. (`np.quantile` puts the threshold between the ranks 10 and 11, and promises a little too much: about 5.4%.) A ball that was fitted to all 400 images and trusted with its own threshold keeps $\nu$ on
# these images and breaks the promise on new ones:

# %% solution_only=true
from kernelcourse.one_class import draws

for problem in draws.zeros(np.random.default_rng(0)):
    trusted = ball.MinimumVolumeBall(RBF(gamma=1 / 128), nu=0.05).fit(problem.X).predict(problem.new)
    for name, answer in {"held out": verdicts(problem.X, problem.new), "trusted": trusted}.items():
        false, caught = draws.rates(problem, answer)
        print(f"{name}: alarms at {false:.1%} of the new zeros, and at {caught:.1%} of the others")

# %% [markdown]
# ## 04.10 In your own words
#
# A classmate fits a one-class SVM with $\nu = 0.05$ to 200 blood samples. He calls `predict` on the same 200, counts nineteen times $-1$, and writes: "The
# ν-property is wrong." Explain to him what happened, how to count, and what he may expect for new samples. Five sentences will do.

# %% [markdown] answer="04.10" points=3
# The property bounds the number of points with slack, and these have their weight at the bound, so there are at most 10 of them among 200. `predict` takes the
# sign of the decision, and for support vectors on the surface this is 0 up to the tolerance of the solver, so some of them come out as $-1$. Count the weights
# that are at the bound, or the decisions below a small negative number. That so many points lie on the surface shows that 200 samples are few for this kernel,
# and a smaller $\gamma$ or more samples would bring the two shares together. For new samples the property promises nothing, and as a rule more of them are
# rejected, so he has to measure the rate on samples that were not used for fitting.

# %% [markdown]
# ## 04.11 A comparison that no threshold can bend
#
# Two detectors that reject different shares cannot be compared by counting errors. Section 4.8 asks something else: how often does an outlier get a stranger decision than a regular point? You get the decisions of one detector, `outliers` of shape `(m,)` and `regular` of shape `(n,)`, where a lower decision is a stranger one. Return the share of the $mn$ pairs in which the outlier is the stranger of the two. A pair with equal decisions counts one half.

# %% exercise="04.11"
def share_stranger(outliers, regular):
    """How often an outlier is stranger than a regular point, from 0 to 1."""
    ### BEGIN SOLUTION
    lower, equal = outliers[:, None] < regular, outliers[:, None] == regular
    return lower.mean() + equal.mean() / 2
    ### END SOLUTION

# %% check="04.11" points=2
from kernelcourse import check
check("04.11", share_stranger)

# %% [markdown] solution_only=true
# A detector that tells nothing gets ½, a perfect one 1. Only the order of the decisions counts, so neither the threshold nor the scale of a detector matters. Elsewhere this number is called the area under the ROC curve, AUC.
