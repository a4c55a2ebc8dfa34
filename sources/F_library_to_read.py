# %% [markdown]
# # F · The library, to read
#
# You have seen most of this library already, a few lines at a time. Here it stands whole, in the order of the lecture: first the equations of a chapter, each below its formula, then the plain way in which the chapter solves its problem, and the function `certify` that judges an answer, whoever has found it. None of it is fast. What makes the
# sliders follow your hand is the engine, and [appendix C](C_speed.ipynb) opens that; it gives the same answers, and a test compares the two on random problems.
#
# You can read all of this in some days, and run it without the engine: `import kernelsy19.ball.plain` loads NumPy and SciPy, and nothing that is there to be fast. A function begins with its checks, `@takes(K=require_psd, ...)`: they say which arguments it takes, and refuse the others by name. A formula carries its key, which opens it with its place in the lecture: `equations.show("SY19-4")`.

# %%
from kernelcourse.equations import library

# %% [markdown]
# ## How a function is tied to its formula
#
# One decorator does it, and lets every equation compute in double precision.

# %%
library("catalogue")

# %% [markdown]
# ## 01 · Kernels

# %%
library("kernels")

# %% [markdown]
# ## 02 · Density

# %%
library("density")

# %% [markdown]
# ## What all duals share
#
# The ball, the hyperplane, the machine with two classes and the ball for two classes are one quadratic program with different numbers in it. Here is how it is solved, two weights at a time, and what every ball has to show.

# %%
library("programs")

# %% [markdown]
# ## 03 · The minimum-volume ball

# %%
library("ball")

# %% [markdown]
# ## 04 · The one-class SVM at work
#
# This chapter needs no plain way of its own: `smo_steps`, which stands above, finds the hyperplane with $Q = \mathbf{K}$ and $p = 0$, as it finds the ball with $Q = 2\mathbf{K}$ and the diagonal of $\mathbf{K}$ for $p$.

# %%
library("one_class")

# %% [markdown]
# ## 05 · c-means

# %%
library("cmeans")

# %% [markdown]
# ## 06 · Kernel c-means

# %%
library("kernel_cmeans")

# %% [markdown]
# ## 07 · Kernel PCA

# %%
library("pca")

# %% [markdown]
# ## 09 · De-noising

# %%
library("denoising")

# %% [markdown]
# ## 10 · Kernel ridge regression

# %%
library("ridge")

# %% [markdown]
# ## 11 · Kernel logistic regression

# %%
library("logistic")

# %% [markdown]
# ## 12 · The perceptron and the SVM

# %%
library("svm")

# %% [markdown]
# ## 13 · Two-class SVDD

# %%
library("svdd")

# %% [markdown]
# ## 14 · Kernels of sequences

# %%
library("sequences")

# %% [markdown]
# ## 15 · Fisher kernels

# %%
library("fisher")

# %% [markdown]
# ## 16 · Beyond n²: landmarks and random features

# %%
library("landmarks")

# %% [markdown]
# ## 17 · Comparing two samples

# %%
library("twosample")

# %% [markdown]
# ## 18 · Error bars

# %%
library("gaussian_process")

# %% [markdown]
# ## E · What became of kernels

# %%
library("networks")
