# %% [markdown]
# # 11 · Kernel logistic regression: exercises
#
# Each exercise asks for a function or a value. Write it where it says `YOUR CODE HERE` or in place of the `...`, run the cell, then run the check below it. The check tries your function on problems that are new each time and answers in one of four ways: ○ you have not attempted it yet; ⚠ your code raised an error or did not end;
# ✘ your answer is not right yet, and you get a hint where we know the mistake; ✔ it is right, and you see the certificate that proves it. Lists and tuples are as good as arrays, and later exercises may use your earlier functions.
#
# You need [chapter 11](../notebooks/11_kernel_logistic.ipynb). As there, the labels are $y_i \in \{0, 1\}$, and their signs are $t_i = 2y_i - 1$. The coefficients $\theta$ make the scores $f = \mathbf{K}\theta$ from the Gram matrix, and the scores make the probabilities $h = 1/(1 + e^{-f})$. The penalty is $\lambda$, and $\eta$ is the length of a step.

# %%
import numpy as np

from kernelcourse.logistic import proofs
from kernelsy19 import datasets, logistic
from kernelsy19.kernels import RBF

# %% [markdown]
# ## 11.1 The loss, and how it changes with the scores
#
# You are given the labels `y` and the scores `f`, both of shape `(m,)`. Return two things: the loss $J$ of (24), which is a number, and its derivatives $\partial J/\partial f_i$, of shape `(m,)`. A score may be as large as 1000 on either side, and both answers have to be finite numbers there, too.

# %% exercise="11.1"
def loss_and_slope(y, f):
    """Mean loss, and its derivative in each score.

    Parameters
    ----------
    y : (m,) array of 0 and 1
    f : (m,) array, scores, of any size

    Returns
    -------
    loss : float
    slope : (m,) array
    """
    ### BEGIN SOLUTION
    signs = 2 * y - 1
    h = np.exp(-np.logaddexp(0, -f))
    return np.logaddexp(0, -signs * f).mean(), (h - y) / len(y)
    ### END SOLUTION

# %% check="11.1" points=1
from kernelcourse import check
check("11.1", loss_and_slope)

# %% [markdown] solution_only=true
# The loss of one point is $\log(1 + e^{-tf})$, and `np.logaddexp(0, -t * f)` computes just that without ever forming a large exponential. Its derivative is $h - y$; the mean brings the factor $1/m$ to both. Line 3 of the chapter's first proof can judge the slopes, too:

# %% solution_only=true
proofs.loss_gradient.check_line(3, lambda s: s.n * loss_and_slope(s.y, s.f)[1])

# %% [markdown]
# ## 11.2 One step of the box
#
# Write the step inside the report's algorithm. You are given the coefficients `theta`, shape `(n,)`, the index `i` of the point that is looked at, the Gram matrix `K`, shape `(n, n)`, the labels `y` in $\{0, 1\}$ and the length `step` of the step. Return the coefficients after the step as a new array.

# %% exercise="11.2"
def box_step(theta, i, K, y, step):
    """Coefficients after one step of stochastic gradient descent at point i.

    Parameters
    ----------
    theta : (n,) array
    i : int
    K : (n, n) array, Gram matrix
    y : (n,) array of 0 and 1
    step : float, η

    Returns
    -------
    (n,) array
    """
    ### BEGIN SOLUTION
    mu = 1 / (1 + np.exp(-K[i] @ theta))
    return theta - step * (mu - y[i]) * K[:, i]
    ### END SOLUTION

# %% check="11.2" points=1
from kernelcourse import check
check("11.2", box_step)

# %% [markdown] solution_only=true
# The loop over $k$ is a vector operation. It has to use the probability from before the step: computed anew for each $k$, it would be another algorithm. All coefficients move, those of points that resemble point $i$ most.

# %% [markdown]
# ## 11.3 Explain: what (28) does to coefficients of the box
#
# There are two classes of the same size and an RBF kernel. The box has trained the coefficients, so they are meant for a score without factors. Now somebody predicts by (28), with the labels 0 and 1 as factors. In the chapter, half of the points came out right. What happens to the points? Choose one answer and put it into `outcome`:
#
# - `"every point comes out as class 1"`
# - `"every point comes out as class 0"`
# - `"the two classes are exchanged"`
# - `"nothing changes"`
# - `"each point has probability 1/2"`
# - `"only points of class 0 are right"`

# %% exercise="11.3"
outcome = ...
### BEGIN SOLUTION
outcome = "every point comes out as class 1"
### END SOLUTION

# %% check="11.3" points=1
from kernelcourse import check
check("11.3", outcome)

# %% [markdown] solution_only=true
# The factor 0 switches off every term of class 0, and only the terms of class 1 are left. The box has pushed their coefficients up, so nearly all of them are positive, and the few others are tiny. All values of the RBF kernel are positive as well. So every score is positive, and every point comes out as class 1. With two classes of the same size, this is right for half of the points, which is the 50% of the chapter.

# %% [markdown]
# ## 11.4 Probabilities from coefficients alone
#
# Somebody gives you the coefficients `theta` of the minimum of $P$, shape `(n,)`, the labels `y` and $\lambda$. The kernel and the points have been lost. Return the probability of class 1 at each training point, shape `(n,)`.

# %% exercise="11.4"
def probabilities_from_theta(theta, y, lam):
    """Probability of class 1 at the training points, without the kernel.

    Parameters
    ----------
    theta : (n,) array, the coefficients of the minimum, for an invertible K
    y : (n,) array of 0 and 1
    lam : float > 0, λ

    Returns
    -------
    (n,) array
    """
    ### BEGIN SOLUTION
    return y - lam * theta
    ### END SOLUTION

# %% check="11.4" points=1
from kernelcourse import check
check("11.4", probabilities_from_theta)

# %% [markdown] solution_only=true
# At the minimum the residual $r = \lambda\theta - (y - h)$ is 0, so $h = y - \lambda\theta$.

# %% [markdown]
# ## 11.5 How far from the minimum can this be?
#
# Write the certificate. You are given *any* coefficients `theta`, the Gram matrix `K`, the labels `y` and $\lambda$. Return the duality gap $P(\theta) - D(s)$, a number, where $s$ are the misses at the scores $\mathbf{K}\theta$. The coefficients may also be those of the minimum.

# %% exercise="11.5"
def gap(K, y, theta, lam):
    """Duality gap of any coefficients.

    Parameters
    ----------
    K : (n, n) array, positive semidefinite
    y : (n,) array of 0 and 1
    theta : (n,) array
    lam : float > 0, λ

    Returns
    -------
    float ≥ 0
    """
    ### BEGIN SOLUTION
    h = 1 / (1 + np.exp(-K @ theta))
    r = lam * theta - (y - h)
    return r @ K @ r / (2 * lam)
    ### END SOLUTION

# %% check="11.5" points=2
from kernelcourse import check
check("11.5", gap)

# %% [markdown] solution_only=true
# This is line 5 of the proof of duality. You could also compute $P$ and $D$ and subtract. But near the minimum the two are nearly equal, and their difference loses its digits, while $r^\top\mathbf{K}r$ keeps them. How far is the box from the minimum after 10 and after 100 epochs?

# %% solution_only=true
moons = datasets.moons(100, noise=0.25)
K = RBF(2.0)(moons.X)
for step in logistic.sgd_steps(K, moons.y, 0.01, 100, lam=0.1):
    if step.epoch in (10, 100):
        above = gap(K, moons.y, step.theta, 0.1)
        print(f"after {step.epoch:3} epochs at most {above:.2f} above the minimum")

# %% [markdown]
# ## 11.6 A step of Newton's method
#
# You are given `K`, `y`, `theta` and `lam`. Return the next coefficients $\theta^+$, shape `(n,)`. Beware of points of which the model is so sure that $h(1 - h)$ is 0 in floating point. There is a next step even then.

# %% exercise="11.6"
def newton_step(K, y, theta, lam):
    """Coefficients after one whole step of Newton's method.

    Parameters
    ----------
    K : (n, n) array, positive semidefinite
    y : (n,) array of 0 and 1
    theta : (n,) array
    lam : float > 0, λ

    Returns
    -------
    (n,) array
    """
    ### BEGIN SOLUTION
    f = K @ theta
    h = np.exp(-np.logaddexp(0, -f))
    W = h * (1 - h)
    return np.linalg.solve(lam * np.eye(len(K)) + W[:, None] * K, W * f + y - h)
    ### END SOLUTION

# %% check="11.6" points=2
from kernelcourse import check
check("11.6", newton_step)

# %% [markdown] solution_only=true
# In the form $(\mathbf{K} + \lambda\mathbf{W}^{-1})\theta^+ = f + \mathbf{W}^{-1}(y - h)$ one would have to divide by $h(1-h)$. Multiplying both sides by $\mathbf{W}$ from the left removes the division. Where all weights are 0, the step leads to $\theta^+ = (y - h)/\lambda$.

# %% [markdown]
# ## 11.7 Break it: a loss that has a minimum after all
#
# In the chapter, the loss (24) with the RBF kernel has no minimum without a penalty. One word of the argument makes the difference. Find points of the plane and labels for which the loss $J(\theta)$ **does** have a minimum, with the RBF kernel, $\gamma = 1$, and *no penalty*.
#
# Give `example = (X, y)`: points as an array of shape `(n, 2)` with $2 \le n \le 12$ and coordinates between $-100$ and $100$, and $n$ labels 0 or 1.

# %% exercise="11.7"
example = ...
### BEGIN SOLUTION
example = (np.array([[0, 0], [0, 0], [0, 0], [1, 0], [1, 0]]), np.array([0, 0, 1, 0, 1]))
### END SOLUTION

# %% check="11.7" points=2
from kernelcourse import check
check("11.7", example)

# %% [markdown] solution_only=true
# The word is *different*. The argument in the chapter needs points that are all different. Where one place holds both labels, its score appears in losses of both signs and must stay finite, and the best probability is the share of ones there. Every place has to be so: a place with a single label could be given an ever larger score. Gradient descent now arrives, and $f$ stays short:

# %% solution_only=true
K = RBF(1.0)(example[0])
for k, step in enumerate(logistic.kernel_descent_steps(K, example[1], 0.5, 1000)):
    if k in (0, 10, 1000):
        print(f"after {k:4} steps: J = {step.loss:.6f}, ‖f‖ = {np.sqrt(step.w @ K @ step.w):.3f}")

# %% [markdown]
# ## 11.8 A solver of your own
#
# Write a solver that takes `K`, `y` and `lam` and returns coefficients, shape `(n,)`, with a duality gap of at most $10^{-6}$. There are at most 30 points. The classes may be separable while $\lambda$ is only 0.001, a point may be there twice with both labels, and a class may consist of a single point. Any method is welcome, but the check refuses calls of `logistic.solve_logistic` and
# `logistic.plain_newton`, which would teach you nothing.

# %% exercise="11.8"
def solve(K, y, lam):
    """Coefficients with a duality gap of at most 1e-6.

    Parameters
    ----------
    K : (n, n) array, positive semidefinite
    y : (n,) array of 0 and 1
    lam : float > 0, λ

    Returns
    -------
    (n,) array
    """
    ### BEGIN SOLUTION
    theta = np.zeros(len(K))
    while gap(K, y, theta, lam) > 1e-7:
        theta = newton_step(K, y, theta, lam)
    return theta
    ### END SOLUTION

# %% check="11.8" points=3
from kernelcourse import check
check("11.8", solve)

# %% [markdown] solution_only=true
# The certificate of 11.5 is the stopping rule, and the step of 11.6 the work. From $\theta = 0$ whole steps go well on these problems. From elsewhere they may overshoot, and `logistic.newton_steps` halves them then.

# %% [markdown]
# ## 11.9 Which λ for new patients?
#
# Here are real data again, the glucose and the body mass index of women of the Pima survey. `K`, shape `(n, n)`, is the Gram matrix of the women to learn from, `y` their labels; `K_new`, shape `(m, n)`, holds the kernel values between $m$ other women and them, and `y_new` the labels of the others. For each $\lambda$ in `lams`, shape `(q,)`, fit without an intercept and
# return the mean loss (24) on the *other* women: an array of shape `(q,)`. Here you may use `logistic.solve_logistic`.

# %% exercise="11.9"
def held_out_losses(K, y, K_new, y_new, lams):
    """Mean loss on points that were not learned from, for each λ.

    Parameters
    ----------
    K : (n, n) array, Gram matrix of the points to learn from
    y : (n,) array of 0 and 1
    K_new : (m, n) array, K(x, xᵢ) of the others
    y_new : (m,) array of 0 and 1
    lams : (q,) array of λ

    Returns
    -------
    (q,) array
    """
    ### BEGIN SOLUTION
    fits = [logistic.solve_logistic(K, y, lam) for lam in lams]
    return np.array([loss_and_slope(y_new, K_new @ fit.theta)[0] for fit in fits])
    ### END SOLUTION

# %% check="11.9" points=2
from kernelcourse import check
check("11.9", held_out_losses)

# %% [markdown] solution_only=true
# The loss on the women that were learned from always falls as $\lambda$ falls, so it cannot choose. The loss on the others has a lowest point:

# %% solution_only=true
women = datasets.pima().columns("glucose", "bmi").where_recorded().in_order().standardized()
mixed = np.random.default_rng(0).permutation(len(women))
learn, test = women.rows(mixed[:300]), women.rows(mixed[300:])
k = RBF(0.3)
lams = 10.0 ** np.arange(-3, 3)
for lam, loss in zip(lams, held_out_losses(k(learn.X), learn.y, k(test.X, learn.X), test.y, lams)):
    print(f"λ = {lam:7.3f}: mean loss on {len(test)} other women {loss:.3f}")

# %% [markdown]
# ## 11.10 Think: a table of accuracies
#
# There is no check here. You are the referee of a paper that compares four kernels by kernel logistic regression on 100 points, trained by stochastic gradient descent "until convergence" and without a penalty. It ranks the kernels by their accuracy on 20 held-out points, which is 95%, 95%, 90% and 85%. What do you ask the authors? Write a few sentences.

# %% [markdown] answer="11.10" points=0
# **What was convergence?** With an RBF kernel and different points, the loss has no minimum without a penalty, so the training was stopped by some rule, and the ranking depends on it. Ask for the rule and for the table at other times, or for a penalty and a duality gap.
#
# **How many draws?** One held-out point is worth 5%. The best and the worst kernel differ by two points of 20. Ask for many random splits and for the spread, and for the same splits for all kernels.
#
# **Was each kernel given the same chance?** Each has parameters, and $\lambda$ means something else for each. They should be chosen for every kernel in the same way, and not on the 20 points that are reported.
#
# **Why accuracy?** The method gives probabilities. The mean loss on the held-out points uses them, and tells methods apart that have the same accuracy.
