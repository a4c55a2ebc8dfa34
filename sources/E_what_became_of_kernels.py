# %% [markdown]
# # E · What became of kernels
#
# **The question.** Language models write letters, and networks recognize faces. Is all that you have learned here obsolete? Below is the heart of a language model, with seven words for its vocabulary. **Drag the query.** To which words does it listen, and where have you seen such weights before?

# %% jupyter={"source_hidden": true}
import numpy as np

from kernelcourse import bars, equations, guess
from kernelcourse.networks import experiments, explorers, proofs
from kernelsy19 import networks

# %%
explorers.AttentionExplorer()

# %% [markdown]
# Each word has a *key*, a point whose place is learned. A *query* is a point, too, and it asks every word how much it has to say. The bars are the answer.
#
# **After this appendix you can**
#
# - say in which sense attention is an average by a kernel, and what it does to long keys;
# - compute the kernel that a layer of very many random units has;
# - tell what a fixed kernel cannot do, and what to try before you give it up.
#
# **You need** [chapter 1](01_kernels.ipynb) for kernels and their algebra.

# %% [markdown]
# ## E.1 Attention is an average by a kernel
#
# You know the temperature at a few places and want to guess it somewhere else. The simplest idea is an average in which near places count more. With a kernel $\kappa$ for "near", this is the estimate of Nadaraya and of Watson, who found it independently in 1964, the **kernel smoother**:
#
# $$\hat v(q) = \frac{\sum_j \kappa(q, k_j)\, v_j}{\sum_j \kappa(q, k_j)} .$$
#
# Attention (Vaswani and others, 2017) is the layer that made today's language models possible. A word sends out a query $q$, each word of the text answers with a key $k_j$ and a value $v_j$, and the layer returns $\mathrm{softmax}(QK^\top/\sqrt d)\,V$. The softmax divides exponentials by their sum. If you write that out, you are looking at the formula above.

# %%
keys = "COURSE-attention", "COURSE-kernel-average", "COURSE-attention-kernel"
sheet = equations.sheet(*keys, folded=True)
display(proofs.attention.walk(), sheet)
equations.code(networks.attention)

# %% [markdown]
# The kernel of attention is thus the exponential of a dot product, and by the rules of chapter 1 an exponential of a kernel is a kernel. Line 2 splits it into three factors. The first depends on the query alone and cancels. The second is the Gaussian kernel that you know. The third, $e^{\|k\|^2/(2\sqrt d)}$, is the volume of a key: a long key is a loud one.
#
# In the explorer at the top, choose keys *of one length*. By line 4 the triangles of the Gaussian kernel then sit on top of the bars. With keys of many lengths they do not, and the short key of "the" is hardly heard even from close by.
#
# One thing keeps this from being the whole story. In a network, queries and keys come from the same words by two *different* matrices, $q = W_q x$ and $k = W_k x$. As a function of two words, $\kappa(W_q x, W_k y)$ is not symmetric, so it is not a kernel of words. Still, what helps kernels helps attention. The sum over all words costs as much as a Gram matrix, and the random features of [chapter 16](16_beyond_n_squared.ipynb) have been used to avoid it (Choromanski and others, 2021).
#
# ## E.2 A wide layer has a kernel
#
# A layer of a network multiplies a point by a matrix of weights, one row for each of its $m$ *units*, and sets what is negative to 0:
#
# $$\varphi(x) = \sqrt{2/m}\; \max(0, Wx) .$$
#
# Before anything is learned, the weights are random. What can such a layer do? It is a feature map, so it has a kernel, $\varphi(x)^\top\varphi(y)$. This one is a mean over $m$ random units, so for large $m$ it should settle to one function. **Before you look:** how many times as many units do you need to make the error ten times smaller?

# %%
asked = "How many times the units make the error ten times smaller?"
guess.choice(asked, ["10 times", "100 times", "1000 times"], "100 times")

# %%
explorers.WidthExplorer()

# %%
narrow, broad = (
    np.sqrt(np.mean([experiments.error_of_width(m, seed) ** 2 for seed in range(200)]))
    for m in (10, 1000)
)
ratio = narrow / broad
with guess.covered():
    print(f"100 times the units: the error of 200 draws is {ratio:.0f} times smaller")

# %% [markdown]
# <details><summary>Answer</summary>
#
# You need ⟦100 times the units ⇐ 8.5 < ratio < 11.5⟧. The units are drawn independently of each other, so the variance of their mean is that of one unit divided by $m$, and the error goes as $1/\sqrt m$. A single draw may well do better or worse, as the dots show.
# </details>
#
# Which function is it? The proof computes the mean over all possible units, and needs nothing but polar coordinates. What comes out is the **arc-cosine kernel** of Cho and Saul (2009). It depends on two things about a pair of points, their lengths and the angle $\theta$ between them.

# %%
sheet = equations.sheet("COURSE-relu-features", "COURSE-arc-cosine", folded=True)
display(proofs.wide.walk(), sheet)
equations.code(networks.arc_cosine)

# %% [markdown]
# If only the last layer of such a network is trained, with a penalty on its weights, you have [kernel ridge regression](10_kernel_ridge.ipynb) with this kernel. Neal noticed in his thesis of 1995 that wide random networks become Gaussian processes, and Jacot, Gabriel and Hongler (2018) found a kernel for networks of which *all* layers are trained, provided that they are wide enough: the **neural tangent kernel**.
#
# Are networks kernel machines, then? Arora and others (2019) computed the exact kernel of infinitely wide convolutional networks and compared it on small photographs with finite networks of the same form, which had to do without aids such as batch normalization. It was 10 percentage points better than earlier kernels of this kind, and 6 points worse than the networks. The limit therefore explains a good part of what networks do, but leaves something out. What?
#
# ## E.3 What a fixed kernel cannot do
#
# One variable counts: the curve is $\sin 3x_1$, without any noise. Eight more variables vary just as much and do nothing. We have 200 points, and kernel ridge regression may choose its width and its λ by leaving one out.

# %%
alone = experiments.ten_draws(experiments.one_width, n_idle=0)
ways = bars.progress(experiments.WAYS.items(), "ways")
on_axis = {way: experiments.ten_draws(fit, n_idle=8) for way, fit in ways}
median = np.median(on_axis["one width"])
print(f"no idle variable: error below 1e-4 in ten draws of ten: {max(alone) < 1e-4}")
print(f"eight of them: {median:.0%} of the spread of the curve (median of ten draws)")

# %% [markdown]
# Without the idle variables, the error is next to nothing. With them, it is ⟦more than half of the spread of the curve in each of ten draws ⇐ min(on_axis["one width"]) > 0.5⟧. The Gaussian kernel measures distances, all nine variables take part in them, and for this kernel 200 points are lost in a space of nine dimensions. A network with 100 units ⟦stays below a fifth in all ten draws ⇐ max(on_axis["network"]) < 0.2⟧, because it *learns* in which directions to look. Is it the learning, or just the form of its units? Leave the first layer random and make it infinitely wide, so that it has the kernel of E.2. The error is back ⟦above a half in all ten draws ⇐ min(on_axis["first layer left random"]) > 0.5⟧. It is the learning, therefore, that the limit leaves out.
#
# Before you conclude that kernels have lost, try the standard remedies. Give every variable a width of its own and let the likelihood choose all nine. The error falls ⟦below a thousandth in all ten draws ⇐ max(on_axis["a width for each variable"]) < 1e-3⟧, and this network is beaten by far. Or *suppose* that the curve is a sum of functions of one variable each, and take a sum of nine Gaussian kernels, one for each variable, all of one width. Its error is ⟦below a thousandth as well ⇐ max(on_axis["a kernel for each variable, added"]) < 1e-3⟧. On this problem, then, a fixed kernel does very well, if it has the right form.
#
# Both remedies rely on the axes, so we take these away: the curve is now $\sin 3u^\top x$, and the direction $u$ is drawn anew with each draw.

# %%
ways = bars.progress(experiments.WAYS.items(), "ways")
turned = {way: experiments.ten_draws(fit, n_idle=8, turned=True) for way, fit in ways}
for way in [way for way in turned if way != "network"]:
    print(f"{way:34} {np.median(turned[way]):6.1%}, at most {max(turned[way]):.1%}")

# %% [markdown]
# The sum of nine kernels is now off by ⟦more than three quarters of the spread in each draw ⇐ min(turned["a kernel for each variable, added"]) > 0.75⟧, and a width for each variable is ⟦behind the network in all ten ⇐ np.greater(turned["a width for each variable"], turned["network"]).all()⟧. The network ⟦stays below a fifth ⇐ max(turned["network"]) < 0.2⟧. The fixed kernels are ⟦off by more than a half, all three ⇐ min(min(turned[way]) for way in ("one width", "first layer left random", "a kernel for each variable, added")) > 0.5⟧, because none can look along a direction that nobody told it. For a photograph, no list of axes says what to look for. This is where fixed kernels were left behind.
#
# Must that be a network? The last line above is a kernel that learns. It fits, measures at the points in which directions the fit has its slopes, stretches the points along these directions, and fits again, six times (Radhakrishnan and others, 2024). Its error is ⟦below the network's in all ten draws ⇐ np.less(turned["directions learned"], turned["network"]).all()⟧, and at most ⟦max(turned["directions learned"]):.1%⟧. So the gap in our problem is not between networks and kernels, but between features that are learned and features that are fixed.
#
# Exact kernels are used today where points are few or dear, where the features are known, and where an answer has to say how sure it is:
#
# - to choose the next experiment, by Gaussian processes (Snoek, Larochelle and Adams, 2012);
# - to interpolate measurements over a map, where the same method is called *kriging* (Cressie, 1993);
# - to compute the energy of atoms from their places, in the Gaussian approximation potentials of Bartók, Payne, Kondor and Csányi (2010);
# - to measure whether generated images are distributed like real ones, by the test of [chapter 17](17_comparing_two_samples.ipynb) on features of a network (Bińkowski and others, 2018).
#
# In the last one, the network learns the features, and the kernel says something about them that can be proved.
#
# ## Do you have it?
#
# 1. All keys are multiplied by 2, and the queries by ½. What changes?
# <details><summary>Answer</summary>
#
# Nothing in attention, because the dot products stay the same. The Gaussian weights do change.
# </details>
#
# 2. What is $K(x, x)$ for the arc-cosine kernel, and what is $K(x, -x)$?
# <details><summary>Answer</summary>
#
# With $\theta = 0$ it is $\|x\|^2$. With $\theta = \pi$ it is 0: a unit that is active at $x$ is silent at $-x$.
# </details>
#
# 3. A friend says: "Networks are kernel machines, so I need not train the first layers." What do you answer?
# <details><summary>Answer</summary>
#
# That this is true in the limit of very wide layers, and that E.3 shows its price. With first layers that stay random, nothing learns which direction counts.
# </details>
#
# **To read on:** Tsai and others (2019), *Transformer dissection*, take attention apart as a kernel smoother. Cho and Saul (2009), *Kernel methods for deep learning*, have the arc-cosine kernels of all degrees. Jacot, Gabriel and Hongler (2018), *Neural tangent kernel*, is where the kernel of trained networks was found. Radhakrishnan, Beaglehole, Pandit and Belkin (2024), *Mechanism for feature learning in neural networks and backpropagation-free machine learning models*, lets kernels learn.
