# %% [markdown]
# # Exercises 14: kernels of sequences
#
# Every exercise has a cell for your answer and a check below it. A check shows a certificate if you are right, and tells you what it found if you are not. Nothing is sent anywhere. Where a function is asked
# for, write it with NumPy or with plain loops, and without the functions of `kernelsy19.sequences`.

# %%
import numpy as np

# %% [markdown]
# ## 14.1 Common substrings
#
# Compute the spectrum kernel of two words: $\sum_u \varphi_u(x)\,\varphi_u(y)$, where $u$ runs through all strings of `k` letters and $\varphi_u(x)$ says how often $u$ occurs in $x$. A word may be shorter than `k`; it then has
# no substrings of that length.

# %% exercise="14.1"
def spectrum(x, y, k):
    """The spectrum kernel.

    Parameters
    ----------
    x, y : str
    k : int, letters of a substring

    Returns
    -------
    int
    """
    ### BEGIN SOLUTION
    ours = [x[i : i + k] for i in range(len(x) - k + 1)]
    theirs = [y[i : i + k] for i in range(len(y) - k + 1)]
    return sum(ours.count(u) * theirs.count(u) for u in set(ours))
    ### END SOLUTION

# %% check="14.1" points=1
from kernelsy19.course.exercises import check
check("14.1", spectrum)

# %% [markdown] solution_only=true
# A word of $p$ letters has $p - k + 1$ substrings of $k$ letters. Both lists may hold the same substring several times, and every pair counts.

# %% [markdown]
# ## 14.2 How many alignments?
#
# An alignment of a sequence of $p$ elements with one of $q$ starts with the pair of the two first elements, ends with the pair of the two last, and each step goes on by one element in one sequence or in both. How many are there?
# Two sequences of 20 elements have more than $10^{13}$, so do not list them.

# %% exercise="14.2"
def number_of_alignments(p, q):
    """How many alignments there are.

    Parameters
    ----------
    p, q : int ≥ 1, lengths of two sequences

    Returns
    -------
    int
    """
    ### BEGIN SOLUTION
    M = [[0] * (q + 1) for _ in range(p + 1)]
    M[0][0] = 1
    for i in range(1, p + 1):
        for j in range(1, q + 1):
            M[i][j] = M[i - 1][j] + M[i][j - 1] + M[i - 1][j - 1]
    return M[p][q]
    ### END SOLUTION

# %% check="14.2" points=1
from kernelsy19.course.exercises import check
check("14.2", number_of_alignments)

# %% [markdown] solution_only=true
# It is the global alignment kernel with all similarities equal to 1. These are the numbers of Delannoy: 1, 3, 13, 63, 321, … for two sequences of equal length.

# %% [markdown]
# ## 14.3 Predict: by hand
#
# Compute $D$ of $x = (1, 1, 2, 5)$ and $y = (1, 2, 2, 3, 3)$ by hand, with the local cost $|x_i - y_j|$, summed and not divided by anything.

# %% exercise="14.3"
distance = ...
### BEGIN SOLUTION
distance = 3
### END SOLUTION

# %% check="14.3" points=1
from kernelsy19.course.exercises import check
check("14.3", distance)

# %% [markdown] solution_only=true
# The ones and twos cost nothing. Then 2 stands beside the first 3, which costs 1, and 5 beside the second, which costs 2. Putting 5 beside both would cost 4.

# %% [markdown]
# ## 14.4 The cheapest alignment
#
# Write dynamic time warping for two sequences of numbers, with the local cost $|x_i - y_j|$, summed over the alignment and not divided by anything. Either may have a single element.

# %% exercise="14.4"
def dtw(x, y):
    """The cost of the cheapest alignment.

    Parameters
    ----------
    x : (p,) array
    y : (q,) array

    Returns
    -------
    float
    """
    ### BEGIN SOLUTION
    D = np.full((len(x) + 1, len(y) + 1), np.inf)
    D[0, 0] = 0
    for i in range(len(x)):
        for j in range(len(y)):
            D[i + 1, j + 1] = abs(x[i] - y[j]) + min(D[i, j + 1], D[i + 1, j], D[i, j])
    return D[-1, -1]
    ### END SOLUTION

# %% check="14.4" points=2
from kernelsy19.course.exercises import check
check("14.4", dtw)

# %% [markdown] solution_only=true
# The border of infinite entries saves all special cases. Only the corner is 0: there the alignment begins.

# %% [markdown]
# ## 14.5 Walk back
#
# You are given the table $D$ of 14.4 without its border, so that `D[i, j]` is the cost of the cheapest alignment that ends with the pair $(i, j)$, counted from 0, and the local costs `C`. Return the cheapest alignment as an array of pairs, from the first pair to the
# last. The table may have a single row or a single column.

# %% exercise="14.5"
def walk_back(D, C):
    """The cheapest alignment.

    Parameters
    ----------
    D : (p, q) array, costs of the cheapest alignments
    C : (p, q) array, local costs

    Returns
    -------
    (s, 2) array of int, s pairs (i, j), counted from 0
    """
    ### BEGIN SOLUTION
    i, j = D.shape[0] - 1, D.shape[1] - 1
    path = [(i, j)]
    while (i, j) != (0, 0):
        before = [(i - a, j - b) for a, b in ((1, 0), (0, 1), (1, 1)) if i >= a and j >= b]
        i, j = min(before, key=lambda cell: D[cell])
        path.append((i, j))
    return np.array(path[::-1])
    ### END SOLUTION

# %% check="14.5" points=2
from kernelsy19.course.exercises import check
check("14.5", walk_back)

# %% [markdown] solution_only=true
# Of the three cells before, the cheapest is the one from which the entry was made: the local cost is the same for all three.

# %% [markdown]
# ## 14.6 All alignments, in logarithms
#
# You are given the logarithms of the similarities $\kappa_{ij}$ of the elements of two sequences. Return the logarithm of the sum, over all alignments, of the products of similarities along the alignment. Products may be too small for a floating-point number, so stay with
# logarithms throughout. `np.logaddexp(a, b)` is $\log(e^a + e^b)$.

# %% exercise="14.6"
def log_sum(log_kappa):
    """The logarithm of the global alignment kernel.

    Parameters
    ----------
    log_kappa : (p, q) array, logarithms of similarities

    Returns
    -------
    float
    """
    ### BEGIN SOLUTION
    p, q = log_kappa.shape
    M = np.full((p + 1, q + 1), -np.inf)
    M[0, 0] = 0
    for i in range(p):
        for j in range(q):
            before = np.logaddexp(np.logaddexp(M[i, j + 1], M[i + 1, j]), M[i, j])
            M[i + 1, j + 1] = log_kappa[i, j] + before
    return M[-1, -1]
    ### END SOLUTION

# %% check="14.6" points=2
from kernelsy19.course.exercises import check
check("14.6", log_sum)

# %% [markdown] solution_only=true
# It is 14.4 with other operations: a sum where the minimum was, and a product, which is a sum of logarithms, where the sum was.

# %% [markdown]
# ## 14.7 Take new points along
#
# The matrix `K` of some training sequences has negative eigenvalues. It is repaired by setting these to 0, which moves the training points. `K_new` holds what the kernel says of new sequences and those. Where do the new sequences belong? At the place in the
# repaired space whose inner products with the training points come nearest to `K_new`, in least squares. Return these inner products. There may be nothing to repair.

# %% exercise="14.7"
def take_along(K, K_new):
    """Inner products of new points with the repaired training points.

    Parameters
    ----------
    K : (n, n) array, symmetric
    K_new : (m, n) array

    Returns
    -------
    (m, n) array
    """
    ### BEGIN SOLUTION
    eigenvalues, V = np.linalg.eigh(K)
    V = V[:, eigenvalues > 0]
    return K_new @ V @ V.T
    ### END SOLUTION

# %% check="14.7" points=2
from kernelsy19.course.exercises import check
check("14.7", take_along)

# %% [markdown] solution_only=true
# The repaired points have the coordinates $V\sqrt\Lambda$, with the positive eigenvalues only. Inner products with them fill the space of the columns of $V$, and least squares projects on it. For `K_new = K` the result is the repaired matrix itself.

# %% [markdown]
# ## 14.8 Real data: who speaks?
#
# `D` holds the DTW distances of some recordings of the Japanese vowels, and `y` says who speaks. Leave out each recording in turn and give it to the speaker of the nearest other one. Return the share that is read rightly. A recording
# may be there twice, and some speaker may have one recording only. Of several others at the same distance, the first counts.

# %% exercise="14.8"
def share_read_rightly(D, y):
    """The share of recordings whose nearest other is of the same speaker.

    Parameters
    ----------
    D : (n, n) array, distances
    y : (n,) array of int, speakers

    Returns
    -------
    float, between 0 and 1
    """
    ### BEGIN SOLUTION
    others = D.copy()
    np.fill_diagonal(others, np.inf)
    return np.mean(y[others.argmin(axis=1)] == y)
    ### END SOLUTION

# %% check="14.8" points=2
from kernelsy19.course.exercises import check
check("14.8", share_read_rightly)

# %% [markdown] solution_only=true
# Only the diagonal is left out. A recording that is there twice finds its copy at distance 0, and is read rightly.
