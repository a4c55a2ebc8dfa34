"""Attention as an average by a kernel, and the kernel of a layer of very many units, in the order of the appendix.

Rows are vectors: queries and keys of d numbers, values of any number; the points x and y of a layer have p.

Shapes and meanings, where an equation says nothing else:

    Q (l, d), queries
    K (n, d), keys
    V (n, q), values
"""

import numpy as np

from kernelsy19.catalogue import implements


@implements("COURSE-attention")
def attention(Q, K, V):
    """softmax(QKᵀ/√d) V, row by row, as Vaswani et al. (2017) write it.
    → (l, q)"""
    scores = Q @ K.T / np.sqrt(K.shape[1])
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    return scores / scores.sum(axis=1, keepdims=True) @ V


@implements("COURSE-attention-kernel")
def attention_kernel(Q, K):
    """κ(q, k) = exp(qᵀk/√d).
    → (l, n), entries > 0"""
    return np.exp(Q @ K.T / np.sqrt(K.shape[1]))


@implements("COURSE-kernel-average")
def kernel_average(weights, V):
    """Σⱼ κ(q, kⱼ) vⱼ / Σⱼ κ(q, kⱼ), the estimate of Nadaraya and of Watson (1964).
    weights (l, n), kernel values, ≥ 0 and in no row all 0 → (l, q)"""
    return weights @ V / weights.sum(axis=1, keepdims=True)


@implements("COURSE-relu-features")
def relu_features(X, W):
    """φ(x) = √(2/m) max(0, Wx), the outputs of a layer of m units.
    X (n, p); W (m, p), a row of weights for each unit → (n, m)"""
    return np.sqrt(2 / len(W)) * np.maximum(X @ W.T, 0)


@implements("COURSE-arc-cosine")
def arc_cosine(X, Y):
    """K(x, y) = π⁻¹ ‖x‖ ‖y‖ (sin θ + (π − θ) cos θ), with θ the angle between x and y.
    X (l, p); Y (n, p), in neither a row 0 → (l, n); K(x, x) = ‖x‖²"""
    lengths = np.outer(np.linalg.norm(X, axis=1), np.linalg.norm(Y, axis=1))
    cosine = np.clip(X @ Y.T / lengths, -1, 1)
    theta = np.arccos(cosine)
    return lengths * (np.sin(theta) + (np.pi - theta) * cosine) / np.pi
