# %% [markdown]
# # 14 · Kernels of sequences: exercises
#
# Each exercise has a cell for your answer and, below it, a check. If your answer is right, the check shows the certificate; if it is not, the check tells you what it found. Nothing leaves your machine.
#
# Where an exercise asks for a function, write it with NumPy or with plain loops, and leave the functions of `kernelsy19.sequences` aside: you are about to write them yourself.

# %%
import numpy as np

# %% [markdown]
# ## 14.1 Common substrings
#
# How much do two words have in common? The spectrum kernel counts: $K(x, y) = \sum_u \varphi_u(x)\,\varphi_u(y)$. Here $u$ runs through all strings of `k` letters, and $\varphi_u(x)$ is the number of places at which $u$ occurs in $x$. Write it for two words.
#
# Occurrences may overlap: *ana* occurs twice in *banana*. And a word may be shorter than `k`. Then it has no substrings of that length, and the kernel is 0.

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
from kernelcourse import check
check("14.1", spectrum)

# %% [markdown] solution_only=true
# A word of $p$ letters has $p - k + 1$ substrings of $k$ letters. Both lists may hold the same substring several times. Each of its places in $x$ forms a pair with each of its places in $y$, and that is why the counts are multiplied.

# %% [markdown]
# ## 14.2 How many alignments?
#
# An alignment of a sequence of $p$ elements with one of $q$ begins with the pair of the two first elements and ends with the pair of the two last. Each step goes on by one element in one of the sequences, or in both. How many alignments are there?
#
# Do not list them: two sequences of 20 elements have more than $10^{13}$. Ask instead in how many ways an alignment can get to a pair, if you know this number for the pairs before it.

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
from kernelcourse import check
check("14.2", number_of_alignments)

# %% [markdown] solution_only=true
# This is the global alignment kernel with all similarities equal to 1, because then each alignment counts 1. The numbers are called after Delannoy. For two sequences of equal length they are 1, 3, 13, 63, 321, and so on.

# %% [markdown]
# ## 14.3 Predict: by hand
#
# Take a pencil. What is $D$ of $x = (1, 1, 2, 5)$ and $y = (1, 2, 2, 3, 3)$? The local cost is $|x_i - y_j|$, and $D$ is the sum of the costs along the cheapest alignment, divided by nothing. You need no table: look for elements that can stand beside an equal one, and see what is left.

# %% exercise="14.3"
distance = ...
### BEGIN SOLUTION
distance = 3
### END SOLUTION

# %% check="14.3" points=1
from kernelcourse import check
check("14.3", distance)

# %% [markdown] solution_only=true
# The ones and the twos cost nothing. The two threes of $y$ are left, and the 5 of $x$. Let the 2 of $x$ stand beside the first 3, which costs 1, and the 5 beside the second, which costs 2. If the 5 stood beside both, it would cost 4.

# %% [markdown]
# ## 14.4 The cheapest alignment
#
# Now let the machine do it. Write dynamic time warping for two sequences of numbers. The local cost is $|x_i - y_j|$ again, and the answer is its sum along the cheapest alignment, divided by nothing. Either sequence may consist of a single element.

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
from kernelcourse import check
check("14.4", dtw)

# %% [markdown] solution_only=true
# The table has one row and one column more than there are pairs. Their entries are infinite, so no alignment comes from there, and the first row and the first column of pairs need no special treatment. Only the corner is 0, because that is where every alignment begins.

# %% [markdown]
# ## 14.5 Walk back
#
# The last exercise gave the cost of the cheapest alignment. Which alignment is it? You are given a table `D` and the local costs `C`. The entry `D[i, j]` is the cost of the cheapest alignment that ends with the pair $(i, j)$, where both are counted from 0. Return the cheapest alignment of the whole sequences as an array of pairs, from the first pair to the
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
from kernelcourse import check
check("14.5", walk_back)

# %% [markdown] solution_only=true
# The entry of a cell was made from the smallest of the three entries before it, to which its own local cost was added. So we go to the smallest of the three, and do not need the local costs at all.

# %% [markdown]
# ## 14.6 All alignments, in logarithms
#
# The global alignment kernel gives each alignment the product of its similarities $\kappa_{ij}$, and adds up all alignments. You are given the logarithms of the similarities. Return the logarithm of the sum.
#
# The products may be too small for a floating-point number, so stay with logarithms all the way. To add two numbers that you know by their logarithms, use `np.logaddexp(a, b)`, which is $\log(e^a + e^b)$.

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
from kernelcourse import check
check("14.6", log_sum)

# %% [markdown] solution_only=true
# This is the table of 14.4 with other operations. Where the minimum was, there is now a sum. Where the sum was, there is now a product, which in logarithms is a sum again.

# %% [markdown]
# ## 14.7 Take new points along
#
# The matrix `K` of some training sequences has negative eigenvalues. We repair it by setting them to 0, and this moves the training points. Now new sequences come. A row of `K_new` holds the values of the kernel for one of them and all training sequences, as if nothing had been moved.
#
# Where in the repaired space does a new sequence belong? Let us put it at the place whose inner products with the training points come nearest to its row of `K_new`, in the sense of least squares. Return these inner products, a row for each new sequence. There may be nothing to repair.

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
from kernelcourse import check
check("14.7", take_along)

# %% [markdown] solution_only=true
# The repaired points have the coordinates $V\sqrt\Lambda$, where only the positive eigenvalues and their eigenvectors are kept. Whatever place we choose, the inner products with these points are a mixture of the columns of $V$, and every mixture can be had. So least squares projects each row of `K_new` on these columns, and that is $VV^\top$. If the training sequences themselves come
# back as new, the result is the repaired matrix.

# %% [markdown]
# ## 14.8 Real data: who speaks?
#
# `D` holds the DTW distances between some recordings of the Japanese vowels, and `y` says who speaks. Leave out each recording in turn, and give it to the speaker of the nearest of the others. Which share of the recordings is classified correctly?
#
# A recording may be there twice, and there may be a speaker with a single recording. If several others are equally near, the first of them counts.

# %% exercise="14.8"
def share_classified_correctly(D, y):
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
from kernelcourse import check
check("14.8", share_classified_correctly)

# %% [markdown] solution_only=true
# We leave out the diagonal and nothing else. A recording that is there twice finds its copy at distance 0 and takes its speaker. And if a speaker has a single recording, that one is always misread, since all others are by somebody else.

# %% [markdown]
# ## 14.9 A diagonal that is too heavy
#
# A global alignment kernel with a small $\sigma$ has left you with a matrix that is nearly the identity. You get the logarithms of its values, `log_K`, shape `(n, n)`, because the values themselves are too small for the computer; on the diagonal they are 0. Take a root, $K^{1/r}$ of every value. Which is the smallest $r$, at least 1, with which at least half of the pairs of different sequences have a value of `wanted` or more? The root need not be a whole number.

# %% exercise="14.9"
def smallest_root(log_K, wanted):
    """A number r ≥ 1."""
    ### BEGIN SOLUTION
    pairs = np.sort(log_K[np.triu_indices(len(log_K), 1)])[::-1]
    middle = pairs[(len(pairs) - 1) // 2]  # half of the pairs are at least as similar as this one
    return max(1.0, middle / np.log(wanted))
    ### END SOLUTION

# %% check="14.9" points=2
from kernelcourse import check
check("14.9", smallest_root)

# %% [markdown] solution_only=true
# The root divides every logarithm by $r$ and changes no order, so it is enough to look at one pair. But remember that a root of a kernel need not be a kernel: look at the eigenvalues before you hand the matrix on.

# %% [markdown]
# ## 14.10 Break it: three sequences, no two of them alike
#
# The three sequences of section 14.4 break $e^{-D}$ because two of them have distance 0, one being the other stretched. Is that the only way? Give three sequences of four numbers each, as an array of shape `(3, 4)` with numbers between −100 and 100. Each two of them have a distance of 0.001 or more, with local cost $|x_i - y_j|$, and still the matrix of all $e^{-D}$ has an eigenvalue below 0.

# %% exercise="14.10"
three_sequences = ...
### BEGIN SOLUTION
three_sequences = np.array([[0, 1, 1, 1.01], [0, 0, 0, 1], [0, 0, 0, 0]])
### END SOLUTION

# %% check="14.10" points=2
from kernelcourse import check
check("14.10", three_sequences)

# %% [markdown] solution_only=true
# Eigenvalues change little when a matrix changes little. So take two sequences at distance 0 that a third tells apart, such as a step with one 1 and a step with three of them beside $(0, 0, 0, 0)$, and move a single element by a hundredth.
