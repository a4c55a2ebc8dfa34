"""What the proofs about kernel c-means are evaluated on."""

from kernelcourse.cmeans.draws import partition
from kernelcourse.proving.derivations import Setting
from kernelsy19 import cmeans, kernels
from kernelsy19.kernel_cmeans.equations import weights


def prototype_setting(X, kernel, labels):
    """Prototypes in the feature space of a kernel with coordinates, on points of your own.
    X (n, p), kernel with a feature map, labels (n,) in 0 … c − 1, every cluster with a point → X, k, n, c, labels, U
    (n, c), W (n, c), Phi (n, D), K (n, n) from the kernel"""
    c = int(labels.max()) + 1
    U, Phi = cmeans.partition_matrix(labels, c), kernel.feature_map(X)
    return Setting(X=X, k=kernel, n=len(X), c=c, labels=labels, U=U, W=weights(U), Phi=Phi, K=kernel(X))


def draw_prototypes(rng):
    """Draw points, a kernel with coordinates and a partition, for `prototype_setting`."""
    kernel = [kernels.Linear(), kernels.Polynomial(int(rng.integers(2, 4)), rng.uniform(0.3, 1), 1.0)][
        rng.integers(2)
    ]
    return _drawn(rng, kernel)


def draw_linear(rng):
    """Draw points and a partition, with the linear kernel, for `prototype_setting`."""
    return _drawn(rng, kernels.Linear())


def _drawn(rng, kernel):
    n, p, c = int(rng.integers(6, 12)), int(rng.integers(3, 6)), int(rng.integers(2, 5))
    return prototype_setting(rng.normal(size=(n, p)), kernel, partition(rng, n, c))
